//! Answers of functions that the plan chooses call by call: a list whose tail lies in a box, so that it stays a
//! placeholder until another call looks at it. A function pointer holds nothing, so the lists of a run lie in a few
//! places kept here, and each function is written for one place. What a plan has no answer for is a demand.

use crate::demand::demand;
use crate::registry;
use std::any::TypeId;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The answers that are left.
pub enum Answers<R> {
    /// None: the next call is a demand.
    End,
    /// The next call's answer, and those of later calls.
    Then(R, Box<Answers<R>>),
    /// The next call panics, as hostile functions do.
    Panic,
}

/// Lists that one run can keep. Plans that need more are rejected.
const PLACES: usize = 16;
/// What is demanded of a function without an answer; the number only has to differ from those of placeholder types.
const NO_ANSWER: u32 = 1000;

/// A list whose type is erased.
struct Kept {
    answers: TypeId,
    list: *mut u8,
    /// Drops the box.
    drop: unsafe fn(*mut u8),
}

/// The lists of a run, in the order in which they were handed in.
struct Places {
    used: usize,
    lists: [Option<Kept>; PLACES],
}

// SAFETY: the lists are only moved out and back under the lock; what is in them goes to the thread that calls the
// function, as it would if the function had made it there.
unsafe impl Send for Places {}

static RUN: Mutex<Places> = Mutex::new(Places {
    used: 0,
    lists: [const { None }; PLACES],
});
/// Whether the run keeps any list: most do not, and need not look.
static ANY: AtomicBool = AtomicBool::new(false);

fn places() -> MutexGuard<'static, Places> {
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a list for the rest of the run. Returns its place; none if all are taken.
pub fn keep<R: 'static>(list: Box<Answers<R>>) -> Option<usize> {
    /// Drops a list.
    unsafe fn drop_list<R>(list: *mut u8) {
        // SAFETY: the caller hands over a pointer that `kept` made of such a box.
        drop(unsafe { Box::from_raw(list.cast::<Answers<R>>()) });
    }
    fn kept<R: 'static>(list: Box<Answers<R>>) -> Kept {
        Kept {
            answers: TypeId::of::<R>(),
            list: Box::into_raw(list).cast(),
            drop: drop_list::<R>,
        }
    }
    let mut places = places();
    let place = places.used;
    *places.lists.get_mut(place)? = Some(kept(list));
    places.used += 1;
    ANY.store(true, Relaxed);
    Some(place)
}

/// The next answer of the list at `place`. A function that outlived its run finds nothing there, or another list.
pub fn next<R: 'static>(place: usize) -> R {
    let taken = {
        let mut places = places();
        places
            .lists
            .get_mut(place)
            .and_then(|kept| kept.take_if(|kept| kept.answers == TypeId::of::<R>()))
    };
    let Some(kept) = taken else { demand(NO_ANSWER) };
    // SAFETY: the list was made of a box of this type, and nothing else has it any more.
    let list = unsafe { Box::from_raw(kept.list.cast::<Answers<R>>()) };
    // This looks at the box: no lock is held.
    match *list {
        Answers::End => demand(NO_ANSWER),
        Answers::Panic => registry::panic(),
        Answers::Then(answer, rest) => {
            let list = Box::into_raw(rest).cast();
            if let Some(entry) = places().lists.get_mut(place) {
                *entry = Some(Kept { list, ..kept });
            }
            answer
        }
    }
}

/// Whether the run keeps any list.
pub fn any() -> bool {
    ANY.load(Relaxed)
}

/// A run begins: lists of one that ended early are leaked, because nobody knows what their values borrow from.
pub fn begin_run() {
    registry::begin_run();
    // Not swapped: that would lock the bus.
    if ANY.load(Relaxed) {
        ANY.store(false, Relaxed);
        let mut places = places();
        places.used = 0;
        places.lists = [const { None }; PLACES];
    }
}

/// Drops what is left of the lists. This may run the crate's destructors.
pub fn drop_all() {
    for place in 0..PLACES {
        let kept = places().lists[place].take();
        if let Some(kept) = kept {
            // SAFETY: `drop` is the one of the list's type, and nothing else has the list any more.
            unsafe { (kept.drop)(kept.list) }
        }
    }
}
