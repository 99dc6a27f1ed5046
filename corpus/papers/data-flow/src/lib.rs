//! Purpose: the examples of Fischer and Kuchen's work on glass-box testing of functional logic programs ("Data-flow testing
//! of declarative programs", ICFP 2008), whose tests are to cover control and data flow.
//!
//! Expected: what `cases.txt` says: each module has a `faulty` version with a counterexample and a `correct` one without.
//! The text of both is the same, but for what depends on the parameter `FAULTY`. Which fault it is, and that it is one of
//! the kind that only some flow of data shows, is chosen here.

pub mod avl;
pub mod dijkstra;
pub mod heap;
pub mod heapsort;
pub mod kruskal;
pub mod matrix_chain;
pub mod strassen;
pub mod ticket;

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
