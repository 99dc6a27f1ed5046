//! Purpose: unsafe code that trusts what safe code may break: each planted fault is found with `--hostile`, its sound twin
//! is not reported, and neither is anything else.

pub mod counted;
pub mod ordered;
pub mod retained;
