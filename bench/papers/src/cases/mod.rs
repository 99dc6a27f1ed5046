//! The tests of the other tools: for each item of `cases.txt` that must be found, the same call on the same types.

mod irulan;

use crate::trial::Tool;
use std::time::Duration;

/// One case.
pub struct Case {
    /// The item's path.
    pub item: &'static str,
    /// Tests it; never returns.
    pub run: fn(Tool, Duration) -> !,
}

/// A case: the item's path, and the call with its arguments.
#[macro_export]
macro_rules! case {
    ($item:literal, |$($arg:ident: $ty:ty),+ $(,)?| $body:expr) => {
        $crate::cases::Case {
            item: $item,
            run: |tool, limit| {
                let body: $crate::trial::Body<($($ty,)+)> =
                    |($($arg,)+)| $crate::trial::Verdict::from($body);
                $crate::trial::run(body, tool, limit)
            },
        }
    };
}

/// All cases.
pub fn all() -> Vec<Case> {
    irulan::all()
}
