//! Sweeps: many packages, each explored by a process of this program's own, within a time for all of them. What is here decides
//! and remembers; it prints nothing.

mod budget;
mod fingerprint;
mod joined;
mod journal;
mod merge;
mod package;
mod shard;
mod worker;

pub use budget::{Schedule, Share, Slice, Standing, Work};
pub use fingerprint::{Fingerprints, options_of};
pub use joined::{Because, brought, joined, without};
pub use journal::{Begun, Identity, Journal, Sweep, run_path};
pub use merge::{Shards, checked};
pub use package::{End, PackageEnd, PackageTime, Target};
pub use shard::Shard;
pub use worker::{ENDS_WITH_PARENT, Ended, Worker, tell};
