//! The end of a run that returned: what it made is dropped.

use crate::abi::*;
use crate::driver::{Driver, Slot};
use crate::panics::caught;
use crate::{alloc, answers, leaks};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Driver {
    /// Whether nothing that a run made is left to be dropped by us: all of it was handed to the code that ran.
    pub fn has_dropped_all(&self) -> bool {
        // SAFETY: slots name types of the table.
        let has_glue = |slot: &Slot| unsafe { (*self.types.add(slot.ty as usize)).drop.is_some() };
        self.stack.is_empty() && !self.owners.iter().any(has_glue)
    }

    /// What a run comes to that panicked. What hostile code led to, safe code may do: what is left has to be sound, and is dropped.
    pub unsafe fn finish_caught(&mut self, payload: Box<dyn Any + Send>, control: *mut Control) -> u32 {
        // SAFETY: as `finish`; the arm that panicked has taken its arguments from the stack.
        unsafe {
            match caught(payload, control) {
                STATUS_DISCARDED => self.finish(control, STATUS_DISCARDED),
                status => status,
            }
        }
    }

    /// Drops what is left on the stack (the result), then the owners, last in the list first; those that cannot hold a
    /// borrow go last of all, so nothing that is left can lend from them.
    pub unsafe fn finish(&mut self, control: *mut Control, status: u32) -> u32 {
        // SAFETY: slots hold live values of the types they name; each is dropped once, because it is taken out first.
        unsafe {
            (&raw mut (*control).phase).write_volatile(PHASE_DROP);
            let types = self.types;
            let glue = |slot: &Slot| (*types.add(slot.ty as usize)).drop;
            if leaks::is_on() {
                let plain = self
                    .stack
                    .iter()
                    .chain(&self.owners)
                    .filter(|slot| glue(slot).is_none());
                plain.for_each(|slot| leaks::give(slot.address, (*types.add(slot.ty as usize)).size));
            }
            // Most programs are of plain values.
            if !answers::any()
                && !self
                    .stack
                    .iter()
                    .chain(&self.owners)
                    .any(|slot| glue(slot).is_some())
            {
                return status;
            }
            self.stack.retain(|slot| glue(slot).is_some());
            self.owners.retain(|slot| glue(slot).is_some());
            if self.watches {
                ((*self.services).open_watched)();
            }
            let dropped = catch_unwind(AssertUnwindSafe(|| {
                while let Some(slot) = self.stack.pop() {
                    if let Some(drop) = glue(&slot) {
                        drop(slot.address);
                    }
                }
                for lasting in [false, true] {
                    // After a panic nothing is dropped any more, so no value is met twice.
                    for slot in self.owners.iter().rev().filter(|slot| slot.lasting == lasting) {
                        if let Some(drop) = glue(slot) {
                            drop(slot.address);
                        }
                    }
                }
                // What was dropped before may have called a function.
                if answers::any() {
                    answers::drop_all();
                }
            }));
            match dropped {
                Ok(()) => status,
                Err(payload) => caught(payload, control),
            }
        }
    }

    /// A run begins: what it leaves is noted, if that is wanted.
    pub unsafe fn note_left(&self, control: *mut Control) {
        // SAFETY: `control` is the shared block.
        match unsafe { (*control).want_left } {
            0 => {}
            wanted => {
                alloc::spoil();
                if wanted == 2 {
                    leaks::begin_run();
                }
            }
        }
    }

    /// A run is over: says what it has left, if that was noted. No copy of a value of ours is there any more.
    pub unsafe fn hand_over_left(&mut self, control: *mut Control, status: u32) {
        if leaks::is_on() {
            self.arena.wipe();
            // SAFETY: `start` stored the services, which live as long as the process; `control` is the shared block.
            let (services, type_demands) = unsafe { (&*self.services, (*control).type_demands) };
            alloc::unlimited(|| leaks::end_run(status == STATUS_OK && type_demands == 0, services));
        }
    }
}
