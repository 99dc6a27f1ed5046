//! Purpose: the examples of the paper "Type targeted testing" (Seidel, Vazou, Jhala, ESOP 2015), which reads what is to be
//! generated and checked from refinement types. Here a refinement is a condition at the head of a property, which does
//! not apply to arguments that do not meet it.
//!
//! Expected: what `cases.txt` says: each module has a `faulty` version with a counterexample and a `correct` one without
//! (`average` has three faulty ones). In some the code is faulty, in others what is said about it. The text of all
//! versions is the same, but for what depends on a parameter.

pub mod average;
pub mod best;
pub mod pad_average;
pub mod red_black;
pub mod rescale;
pub mod size_balanced;
pub mod sorted_list;
pub mod stack_set;

/// What the paper calls a score.
fn is_score(number: &i64) -> bool {
    (0..=100).contains(number)
}

/// Properties in two versions, made of functions with a parameter `FAULTY`.
macro_rules! versions {
    (
        $(#[$faulty:meta])* faulty;
        $(#[$correct:meta])* correct;
        $($(#[$doc:meta])* $name:ident $(<$($param:ident: $bound:ident $(+ $more:ident)*),+>)? ($($argument:ident: $ty:ty),+) -> $result:ty = $body:ident;)+
    ) => {
        $(#[$faulty])*
        pub mod faulty {
            #[allow(unused_imports, reason = "standard types need none")]
            use super::*;
            $($(#[$doc])* pub fn $name $(<$($param: $bound $(+ $more)*),+>)? ($($argument: $ty),+) -> $result {
                super::$body::<true $($(, $param)+)?>($($argument),+)
            })+
        }

        $(#[$correct])*
        pub mod correct {
            #[allow(unused_imports, reason = "standard types need none")]
            use super::*;
            $($(#[$doc])* pub fn $name $(<$($param: $bound $(+ $more)*),+>)? ($($argument: $ty),+) -> $result {
                super::$body::<false $($(, $param)+)?>($($argument),+)
            })+
        }
    };
}
pub(crate) use versions;
