//! What the processes have in common: the memory that they share, what they say to each other, and containment.

#[path = "../../../../harness-gen/runtime/abi.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "the harness uses the rest, and publicly"
)]
pub(crate) mod abi;
pub(crate) mod apart;
#[cfg(test)]
mod damaged_tests;
pub(crate) mod descriptors;
pub(crate) mod lesser;
pub(crate) mod litter;
pub(crate) mod memory;
pub(crate) mod memory_file;
pub(crate) mod moment;
pub(crate) mod namespaces;
pub(crate) mod news;
pub(crate) mod pieces;
pub(crate) mod private;
pub(crate) mod privileges;
pub(crate) mod progress;
pub(crate) mod protocol;
pub(crate) mod random;
pub(crate) mod read_only;
pub(crate) mod record;
pub(crate) mod sandbox;
pub(crate) mod seccomp;
pub(crate) mod series;
pub(crate) mod setup;
pub(crate) mod threads;
pub(crate) mod values;
