//! Capabilities: a contained process has none, also where root starts it, so that it is allowed no more than any user is.

/// Header and sets of the two system calls, of the version that has sets of 64 bits.
#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

const VERSION: u32 = 0x2008_0522;
const NONE: [Sets; 2] = [Sets {
    effective: 0,
    permitted: 0,
    inheritable: 0,
}; 2];

const OWN: Header = Header {
    version: VERSION,
    pid: 0,
};

/// Gives all of them up: those that it has, and those that it could come by.
pub(crate) fn give_up() {
    let own = OWN;
    // SAFETY: plain system calls on the calling process, with pointers to locals that are as the version has them.
    unsafe {
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        // Refused beyond the last that the system has. Who may not drop them has none, or cannot come by them: there
        // are no new privileges any more.
        let mut capability = 0;
        while libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) == 0 {
            capability += 1;
        }
        libc::syscall(libc::SYS_capset, &raw const own, NONE.as_ptr());
    }
}

/// True if there are none, and none to come.
pub(crate) fn are_gone() -> bool {
    let (own, mut sets) = (OWN, NONE);
    // SAFETY: as above.
    unsafe {
        libc::syscall(libc::SYS_capget, &raw const own, sets.as_mut_ptr()) == 0
            && sets == NONE
            && libc::prctl(libc::PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1
    }
}
