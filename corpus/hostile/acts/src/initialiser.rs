//! What runs before anybody calls: while the harness is loaded, and before the test's own main function.

use crate::{acts, parent, refused};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

static REFUSED: AtomicU16 = AtomicU16::new(0);

#[used]
#[link_section = ".init_array"]
static INITIALISER: extern "C" fn() = initialise;

extern "C" fn initialise() {
    let fork = || {
        // SAFETY: no arguments; a process that comes of it ends at once.
        let is_new_process = unsafe { crate::syscall(57) } == 0;
        if is_new_process {
            // SAFETY: as above.
            unsafe { crate::syscall(231, 0_i64) };
        }
        refused(57, [0; 6])
    };
    let acts = [
        fork(),
        refused(56, [17, 0, 0, 0, 0, 0]),
        refused(62, [parent(), 0, 0, 0, 0, 0]),
        refused(302, [parent(), 7, 0, 0, 0, 0]),
        refused(317, [2, 0, 0, 0, 0, 0]),
        refused(41, [2, 1, 0, 0, 0, 0]),
        refused(101, [0; 6]),
        refused(272, [0; 6]),
        refused(59, [0; 6]),
        refused(157, [1, 0, 0, 0, 0, 0]),
        refused(434, [parent(), 0, 0, 0, 0, 0]),
    ];
    let bits = acts.iter().enumerate().map(|(place, is_refused)| u16::from(*is_refused) << place);
    REFUSED.store(bits.sum(), Relaxed);
}

fn was_refused(place: u8) -> bool {
    REFUSED.load(Relaxed) >> place & 1 == 1
}

acts! { BEFORE:
    initialiser_forks => was_refused(0);
    initialiser_clones => was_refused(1);
    initialiser_signals => was_refused(2);
    initialiser_limits => was_refused(3);
    initialiser_filters => was_refused(4);
    initialiser_opens_a_socket => was_refused(5);
    initialiser_is_traced => was_refused(6);
    initialiser_unshares => was_refused(7);
    initialiser_executes => was_refused(8);
    initialiser_outlives => was_refused(9);
    initialiser_opens_a_process => was_refused(10);
}
