//! Purpose: a build script and a procedural macro that reach out of the build; each of them tells which acts were not refused.
//!
//! Expected: both functions panic with "acts that were not refused: none", and the process that the script leaves behind is gone when
//! exploring is over. What the acts are about is in `places.txt`, which a test writes beside the manifest.

/// Panics with the acts of the build script that were not refused.
pub fn of_the_script() {
    panic!("acts that were not refused: {}", env!("ACTS_OF_THE_SCRIPT"));
}

/// Panics with those of the macro.
pub fn of_the_macro() {
    panic!(
        "acts that were not refused: {}",
        build_acts::acts_that_were_not_refused!()
    );
}
