//! How serious a finding is. The rules are the contract's classes made precise:
//!
//! 1. not confirmed: `unreliable`;
//! 2. a panic of an item with a `# Panics` section: `documented`;
//! 3. a panic raised by an assertion macro (`assert!`, `assert_eq!`, `debug_assert!`…) in the body of the called public
//!    function itself, unless the signature promises `Result` or `Option`, the method belongs to a trait that must not
//!    fail, or the message speaks of an internal error: `precondition`;
//! 4. everything else: `bug`. That includes explicit `panic!`, `unreachable!` and `expect` in the called function: only
//!    an assertion says that the *arguments* are at fault.

use crate::outcome::FaultKind;
use crate::run_report::Class;

/// Where a panic was raised, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanicSite {
    /// By an assertion macro in the called public function itself.
    AssertionInCalledFunction,
    /// Anywhere else, or by anything else, or unknown.
    Elsewhere,
}

/// What the called item promises about failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Nothing.
    Nothing,
    /// The signature returns `Result` or `Option`: failure has a place in it.
    ReportsFailure,
    /// A method of `Display`, `Debug`, `Drop`, `Clone`, `Hash` or `FromStr`: callers never expect a panic.
    NeverPanics,
}

/// The facts that decide the class.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    /// Kind of fault.
    pub kind: FaultKind,
    /// Its message.
    pub message: &'a str,
    /// A fresh child and the stand-alone test both showed it.
    pub confirmed: bool,
    /// The item has a `# Panics` section.
    pub documents_panics: bool,
    /// Where it was raised.
    pub site: PanicSite,
    /// What the item promises.
    pub promise: Promise,
}

/// The class; see the module's text for the rules.
pub fn classify(evidence: &Evidence<'_>) -> Class {
    if !evidence.confirmed {
        return Class::Unreliable;
    }
    if evidence.kind != FaultKind::Panic {
        return Class::Bug;
    }
    if evidence.documents_panics {
        return Class::Documented;
    }
    let blames_arguments = evidence.site == PanicSite::AssertionInCalledFunction
        && evidence.promise == Promise::Nothing
        && !speaks_of_internal_error(evidence.message);
    if blames_arguments {
        Class::Precondition
    } else {
        Class::Bug
    }
}

/// Messages by which authors mark what should be impossible.
fn speaks_of_internal_error(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "internal error",
        "unreachable",
        "this is a bug",
        "should never",
        "invariant",
    ]
    .iter()
    .any(|mark| message.contains(mark))
}

/// Traits whose methods must not panic, whatever the value.
const NEVER_PANIC: [&str; 6] = ["Display", "Debug", "Drop", "Clone", "Hash", "FromStr"];

/// True if the item's path is that of a method of such a trait's impl, `<T as core::fmt::Display>::fmt`.
pub fn is_method_that_never_panics(item_path: &str) -> bool {
    let Some((_, after)) = item_path.rsplit_once(" as ") else {
        return false;
    };
    let Some((trait_path, _)) = after.split_once(">::") else {
        return false;
    };
    let name = trait_path.rsplit("::").next().unwrap_or(trait_path);
    NEVER_PANIC.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Evidence<'static> {
        Evidence {
            kind: FaultKind::Panic,
            message: "assertion failed: n > 0",
            confirmed: true,
            documents_panics: false,
            site: PanicSite::AssertionInCalledFunction,
            promise: Promise::Nothing,
        }
    }

    fn check(change: impl FnOnce(&mut Evidence<'static>), expected: Class) {
        let mut evidence = evidence();
        change(&mut evidence);
        assert_eq!(classify(&evidence), expected, "{evidence:?}");
    }

    #[test]
    fn classification_table() {
        check(|_| {}, Class::Precondition);
        check(|e| e.confirmed = false, Class::Unreliable);
        check(|e| e.documents_panics = true, Class::Documented);
        check(
            |e| (e.documents_panics, e.confirmed) = (true, false),
            Class::Unreliable,
        );
        check(|e| e.site = PanicSite::Elsewhere, Class::Bug);
        check(
            |e| (e.site, e.documents_panics) = (PanicSite::Elsewhere, true),
            Class::Documented,
        );
        check(|e| e.promise = Promise::ReportsFailure, Class::Bug);
        check(|e| e.promise = Promise::NeverPanics, Class::Bug);
        check(
            |e| e.message = "internal error: entered unreachable code",
            Class::Bug,
        );
        for kind in [
            FaultKind::Timeout,
            FaultKind::Memory,
            FaultKind::StackOverflow,
            FaultKind::Abort,
            FaultKind::Signal(11),
            FaultKind::Exit(0),
            FaultKind::Property,
        ] {
            check(|e| e.kind = kind, Class::Bug);
            check(|e| (e.kind, e.documents_panics) = (kind, true), Class::Bug);
        }
    }

    #[test]
    fn methods_that_never_panic_are_known_by_their_trait() {
        assert!(is_method_that_never_panics("<a::B as core::fmt::Display>::fmt"));
        assert!(is_method_that_never_panics(
            "<a::B as core::str::FromStr>::from_str"
        ));
        assert!(!is_method_that_never_panics("<a::B as core::ops::Add>::add"));
        assert!(!is_method_that_never_panics("a::Debug::new"));
    }
}
