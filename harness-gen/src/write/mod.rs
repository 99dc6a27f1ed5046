//! Rust text of what ops do: for the harness, for stand-alone tests, for people. Nothing reads these texts.

pub(crate) mod arm;
pub(crate) mod counted;
pub(crate) mod declared;
pub(crate) mod imports;
mod item;
pub(crate) mod person;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod readable;
mod repeated;
mod template;
pub(crate) mod test;

pub(crate) use template::fill;
