//! The tests of the other tools: for each item of `cases.txt` that must be found, the same call on the same types.

mod data_flow;
mod irulan;
mod smartcheck;
mod survey;
mod type_targeted_testing;

use crate::trial::Goal;

/// One case.
pub struct Case {
    /// The item's path.
    pub item: &'static str,
    /// Tests it; never returns.
    pub run: fn(&Goal) -> !,
}

/// A case: the item's path, and the call with its arguments.
#[macro_export]
macro_rules! case {
    ($item:literal, |$($arg:ident: $ty:ty),+ $(,)?| $body:expr) => {
        $crate::cases::Case {
            item: $item,
            run: |goal| {
                let body: $crate::trial::Body<($($ty,)+)> =
                    |($($arg,)+)| {
                        let answer = $body;
                        $crate::trial::Verdict::from(answer)
                    };
                $crate::trial::run(body, goal)
            },
        }
    };
}

/// All cases.
pub fn all() -> Vec<Case> {
    [
        irulan::all(),
        type_targeted_testing::all(),
        data_flow::all(),
        smartcheck::all(),
        survey::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
