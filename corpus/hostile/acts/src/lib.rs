//! Purpose: acts that reach out of the process that runs them; each function panics if its act is not refused, and returns
//! if it is.
//!
//! Expected: `all` panics with "acts that were not refused: none", in the child and in the stand-alone test; four
//! functions take a refusal ill, which is no fault of theirs, and no other one fails. What an act is about is missing, or is a question, so that little is done if it is not refused.

mod files;
mod initialiser;
mod ordinary;
mod processes;
mod room;
mod system;

pub use files::*;
pub use initialiser::*;
pub use ordinary::*;
pub use processes::*;
pub use room::*;
pub use system::*;

extern "C" {
    fn syscall(number: i64, ...) -> i64;
    fn __errno_location() -> *mut i32;
}

const EPERM: i32 = 1;
const EACCES: i32 = 13;
const ENOSYS: i32 = 38;
const AT_FDCWD: i64 = -100;

/// Whether a system call is refused: that it fails for another reason means that it was let through.
pub(crate) fn refused(number: i64, arguments: [i64; 6]) -> bool {
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: addresses are null or of what lives long enough.
    let (returned, error) = unsafe { (syscall(number, a, b, c, d, e, f), *__errno_location()) };
    returned == -1 && [EPERM, EACCES, ENOSYS].contains(&error)
}

/// The address of a text that ends with a zero.
pub(crate) fn text(bytes: &'static [u8]) -> i64 {
    assert_eq!(bytes.last(), Some(&0));
    bytes.as_ptr() as i64
}

pub(crate) fn parent() -> i64 {
    i64::from(std::os::unix::process::parent_id())
}

/// Makes a function of each act, and a table of all.
macro_rules! acts {
    ($table:ident: $($name:ident => $refused:expr;)*) => {
        $(
            /// Panics if it is not refused.
            pub fn $name() {
                let is_refused: bool = $refused;
                assert!(is_refused, concat!(stringify!($name), " is not refused"));
            }
        )*
        pub(crate) const $table: &[(&str, fn() -> bool)] = &[$((stringify!($name), || $refused)),*];
    };
}
pub(crate) use acts;

/// Tries every act, also in the stand-alone test.
pub fn all() {
    let tables = [files::FILES, initialiser::BEFORE, processes::PROCESSES, room::ROOM, system::SYSTEM];
    let tried = tables.into_iter().flatten();
    let let_through: Vec<&str> = tried.filter(|(_, is_refused)| !is_refused()).map(|(name, _)| *name).collect();
    match let_through.is_empty() {
        true => panic!("acts that were not refused: none"),
        false => panic!("acts that were not refused: {}", let_through.join(" ")),
    }
}
