//! How serious a finding is. The rules are the contract's classes made precise:
//!
//! 1. not confirmed: `unreliable`;
//! 2. a panic of an item whose docs say that it panics, and speak of this panic: `documented`. What the docs say covers
//!    every explicit message; an arithmetic, index or capacity panic only if a word of theirs fits; an internal error
//!    never;
//! 3. a panic raised by an assertion macro (`assert!`, `assert_eq!`, `debug_assert!`…) in the body of the called public
//!    function itself, unless the signature promises `Result` or `Option`, the method belongs to a trait that must not
//!    fail, or the message speaks of an internal error: `precondition`. So is an index out of range in an impl of `Index`
//!    or `IndexMut`, whose callers expect nothing else;
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
    /// A method of `Index` or `IndexMut`: it has no other way to say that there is nothing at this index.
    PanicsByConvention,
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
    /// What the item's docs say about panics.
    pub panics_text: Option<&'a str>,
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
    if evidence
        .panics_text
        .is_some_and(|text| covers(text, evidence.message))
    {
        return Class::Documented;
    }
    if evidence.promise == Promise::PanicsByConvention && !speaks_of_internal_error(evidence.message) {
        return Class::Precondition;
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

/// True if docs that say `text` about panics speak of a panic with this message. The compiler's and std's own messages
/// need a fitting word; a message of the author's is what the docs are about.
fn covers(text: &str, message: &str) -> bool {
    const IMPLICIT: [(&[&str], &[&str]); 3] = [
        (
            &["attempt to "],
            &[
                "overflow",
                "zero",
                "divi",
                "arithmetic",
                "large",
                "small",
                "negative",
                "exceed",
                "capacity",
            ],
        ),
        (
            &[
                "out of bounds",
                "out of range",
                "mid > len",
                "slice index",
                "char boundary",
                "range end",
                "range start",
            ],
            &[
                "bound", "index", "indic", "range", "length", "len", "boundary", "position", "exceed",
                "empty", "short",
            ],
        ),
        (
            &["capacity overflow"],
            &["capacity", "overflow", "memory", "alloc", "large", "exceed"],
        ),
    ];
    let (text, message) = (text.to_lowercase(), message.to_lowercase());
    if speaks_of_internal_error(&message) {
        return false;
    }
    match IMPLICIT
        .iter()
        .find(|(marks, _)| marks.iter().any(|mark| message.contains(mark)))
    {
        Some((_, words)) => text.is_empty() || words.iter().any(|word| text.contains(word)),
        None => true,
    }
}

/// Why a panic may be the containment's doing and not the crate's: what the sandbox refuses comes back to the crate as
/// an error, and a crate that unwraps it panics.
pub fn blames_the_sandbox(message: &str) -> Option<&'static str> {
    const REFUSED: [&str; 6] = [
        "PermissionDenied",
        "Permission denied",
        "Operation not permitted",
        "ReadOnlyFilesystem",
        "Read-only file system",
        "FileTooLarge",
    ];
    if REFUSED.iter().any(|mark| message.contains(mark)) {
        return Some("the sandbox may have refused what the crate asked the system for");
    }
    (message.contains("NotPresent") || message.contains("environment variable not found"))
        .then_some("the environment is empty in the sandbox")
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
    trait_name(item_path).is_some_and(|name| NEVER_PANIC.contains(&name))
}

/// True if the item's path is that of `index` or `index_mut`.
pub fn is_indexing(item_path: &str) -> bool {
    matches!(trait_name(item_path), Some("Index" | "IndexMut"))
}

/// `Index` of `<T as std::ops::Index<usize>>::index`.
fn trait_name(item_path: &str) -> Option<&str> {
    let (_, after) = item_path.rsplit_once(" as ")?;
    let (trait_path, _) = after.rsplit_once(">::")?;
    let plain = trait_path.split('<').next().unwrap_or(trait_path);
    Some(plain.rsplit("::").next().unwrap_or(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Evidence<'static> {
        Evidence {
            kind: FaultKind::Panic,
            message: "assertion failed: n > 0",
            confirmed: true,
            panics_text: None,
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
        check(|e| e.panics_text = Some("If n is zero."), Class::Documented);
        check(
            |e| {
                (e.panics_text, e.message, e.site) =
                    (Some("If n is zero."), "mid > len", PanicSite::Elsewhere)
            },
            Class::Bug,
        );
        check(
            |e| {
                (e.panics_text, e.message, e.site) = (
                    Some("If the index is too large."),
                    "mid > len",
                    PanicSite::Elsewhere,
                )
            },
            Class::Documented,
        );
        check(
            |e| {
                (e.panics_text, e.message) =
                    (Some("If n is zero."), "internal error: entered unreachable code")
            },
            Class::Bug,
        );
        check(
            |e| (e.promise, e.site) = (Promise::PanicsByConvention, PanicSite::Elsewhere),
            Class::Precondition,
        );
        check(
            |e| (e.panics_text, e.confirmed) = (Some(""), false),
            Class::Unreliable,
        );
        check(|e| e.site = PanicSite::Elsewhere, Class::Bug);
        check(
            |e| (e.site, e.panics_text) = (PanicSite::Elsewhere, Some("")),
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
            check(|e| (e.kind, e.panics_text) = (kind, Some("")), Class::Bug);
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
        assert!(is_indexing("<a::B<T> as std::ops::Index<usize>>::index"));
        assert!(!is_indexing("a::B::index"));
    }

    #[test]
    fn refusals_of_the_sandbox_are_not_blamed_on_the_crate() {
        let refused = "called `Result::unwrap()` on an `Err` value: Os { code: 13, kind: PermissionDenied }";
        assert!(blames_the_sandbox(refused).is_some());
        assert!(blames_the_sandbox("called `Result::unwrap()` on an `Err` value: NotPresent").is_some());
        assert!(blames_the_sandbox("no permission to be zero").is_none());
    }
}
