//! A file whose name is hostile.

/// Promises nothing.
pub fn named(trigger: bool) -> u8 {
    if trigger {
        panic!("in a file with a hostile name");
    }
    1
}
