//! Purpose: the examples of the SmartCheck paper ("SmartCheck: automatic and efficient counterexample reduction and
//! generalization", Pike, Haskell 2014), whose counterexamples are large if they are not made smaller.
//!
//! Expected: what `cases.txt` says: each module has a `faulty` version with a counterexample and a `correct` one without.
//! The text of both is the same, but for what depends on the parameter `FAULTY`.

pub mod calculator;
pub mod heap;
pub mod lists;
pub mod parser;
pub mod reverse;
pub mod stack_set;

/// Properties in two versions, made of functions with a parameter `FAULTY`.
macro_rules! versions {
    (
        $(#[$faulty:meta])* faulty;
        $(#[$correct:meta])* correct;
        $($(#[$doc:meta])* $name:ident($($argument:ident: $ty:ty),+) -> $result:ty = $body:ident;)+
    ) => {
        $(#[$faulty])*
        pub mod faulty {
            #[allow(unused_imports, reason = "standard types need none")]
            use super::*;
            $($(#[$doc])* pub fn $name($($argument: $ty),+) -> $result { super::$body::<true>($($argument),+) })+
        }

        $(#[$correct])*
        pub mod correct {
            #[allow(unused_imports, reason = "standard types need none")]
            use super::*;
            $($(#[$doc])* pub fn $name($($argument: $ty),+) -> $result { super::$body::<false>($($argument),+) })+
        }
    };
}
pub(crate) use versions;
