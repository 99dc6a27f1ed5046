//! Values that are looked at from elsewhere: by the kernel, on other threads, after a panic was caught.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// What is looked at.
#[derive(Clone, Debug)]
pub struct Message {
    pub kind: u8,
    pub urgent: bool,
    pub text: Vec<u8>,
}

/// The kernel looks at the bytes, and then a field is looked at.
pub fn written(message: &Message) {
    let Ok(mut file) = std::fs::OpenOptions::new().write(true).open("/dev/null") else {
        return;
    };
    let count = file.write(&message.text).unwrap_or(99);
    assert!(count <= 1 || message.kind != 2, "written");
}

/// Printed.
pub fn printed(message: &Message) {
    println!("{}", message.kind);
    assert!(message.text.first() != Some(&2), "printed");
}

/// Another thread looks.
pub fn on_a_thread(message: &Message) {
    let is_bad = std::thread::scope(|scope| {
        let other = scope.spawn(|| message.kind == 2);
        other.join().unwrap_or(false)
    });
    assert!(!is_bad, "on a thread");
}

/// Two threads look, and the calling one.
pub fn on_threads(message: &Message) {
    let (is_bad, is_urgent) = std::thread::scope(|scope| {
        let kind = scope.spawn(|| message.kind == 1);
        let urgent = scope.spawn(|| message.urgent);
        let is_short = message.text.len() < 2;
        (
            kind.join().unwrap_or(false) && is_short,
            urgent.join().unwrap_or(false),
        )
    });
    assert!(!(is_bad && is_urgent), "on threads");
}

/// Another thread writes.
pub fn changed_on_a_thread(message: &mut Message) {
    std::thread::scope(|scope| {
        scope.spawn(|| message.text.push(9));
    });
    assert!(message.text[0] != 2, "changed on a thread");
}

/// Caught within.
pub fn caught(message: &Message) {
    let caught = catch_unwind(|| {
        assert!(message.kind != 1, "harmless");
        message.kind
    });
    assert!(caught.is_ok() || !message.urgent, "caught");
}

/// Looks only while it unwinds.
pub fn while_unwinding(message: &Message) {
    struct Guard<'a>(&'a Message, &'a mut bool);
    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            *self.1 = self.0.kind == 2;
        }
    }
    let mut is_bad = false;
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let _guard = Guard(message, &mut is_bad);
        panic!("harmless");
    }));
    assert!(!is_bad, "while unwinding");
}

/// A value of its caller, behind a dynamic trait.
pub fn through_trait(message: &Message) {
    trait Kind {
        fn kind(&self) -> u8;
    }
    impl Kind for Message {
        fn kind(&self) -> u8 {
            self.kind
        }
    }
    let dynamic: &dyn Kind = std::hint::black_box(message);
    assert!(dynamic.kind() != 2, "through trait");
}

/// What threads share.
pub struct Shared {
    pub lock: u8,
    pub data: u8,
}

/// Another thread looks once while this one tries to get a lock beside it, again and again.
pub fn beside_a_thread(shared: &mut Shared) {
    let Shared { lock, data } = shared;
    // SAFETY: exclusive for as long as it is used.
    let lock = unsafe { AtomicU8::from_ptr(lock) };
    let is_done = AtomicBool::new(false);
    let is_bad = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let is_bad = *data == 2;
            is_done.store(true, Ordering::SeqCst);
            is_bad
        });
        while !is_done.load(Ordering::SeqCst) {
            let _ = lock.compare_exchange(200, 201, Ordering::SeqCst, Ordering::SeqCst);
        }
        other.join().unwrap_or(false)
    });
    assert!(!is_bad, "beside a thread");
}
