//! Exclusion codes: why an item is not explored. Each has a rule, an example and a remedy (`explain CODE`), and a
//! fixture under `corpus/quirks/` named after it.

use serde::{Deserialize, Serialize};

/// An exclusion code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Code {
    /// An unsafe function, one with a `#[target_feature]`, or a mutable static.
    Unsafe,
    /// Not callable from outside the crate.
    NotNameable,
    /// No value of an argument type exists.
    Uninhabited,
    /// No op builds an argument.
    NoValue,
    /// No instance of the type parameters was found.
    Generic,
    /// Every instance was refused by rustc.
    Rustc,
    /// The signature mentions a type that cannot be written yet.
    Type,
    /// A macro of which no call compiles on its own.
    Macro,
    /// A union or an item of an extern block.
    Foreign,
    /// Excluded with `--item` or `--skip-item`.
    User,
}

impl Code {
    /// All codes, in the order of the documentation.
    pub const ALL: [Code; 10] = [
        Code::Unsafe,
        Code::NotNameable,
        Code::Uninhabited,
        Code::NoValue,
        Code::Generic,
        Code::Rustc,
        Code::Type,
        Code::Macro,
        Code::Foreign,
        Code::User,
    ];

    /// The code as printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Unsafe => "E-UNSAFE",
            Code::NotNameable => "E-NOT-NAMEABLE",
            Code::Uninhabited => "E-UNINHABITED",
            Code::NoValue => "E-NO-VALUE",
            Code::Generic => "E-GENERIC",
            Code::Rustc => "E-RUSTC",
            Code::Type => "E-TYPE",
            Code::Macro => "E-MACRO",
            Code::Foreign => "E-FOREIGN",
            Code::User => "E-USER",
        }
    }

    /// The code with this name, upper or lower case.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL
            .into_iter()
            .find(|c| c.as_str().eq_ignore_ascii_case(text))
    }

    /// True if items with this code count as not eligible (contract: public, safe, callable from outside, not
    /// excluded by the user).
    pub fn is_ineligible(self) -> bool {
        matches!(
            self,
            Code::Unsafe | Code::NotNameable | Code::Uninhabited | Code::Foreign | Code::User
        )
    }

    /// The rule, in a sentence or two.
    pub fn rule(self) -> &'static str {
        match self {
            Code::Unsafe => {
                "Unsafe functions, functions with a `#[target_feature]` and mutable statics are not touched: whoever \
                 uses one must keep promises that no signature states, and a fault after a broken promise would say \
                 nothing about the crate."
            }
            Code::NotNameable => {
                "The item is public but cannot be called from outside the crate, for instance because its signature \
                 or the head of its impl mentions a private type."
            }
            Code::Uninhabited => {
                "One of the argument types has no values at all, like an enum without variants: the call can be \
                 written, but nobody can ever make it."
            }
            Code::NoValue => {
                "Nothing builds a value of one of the argument types: there is no public constructor, no public \
                 function that returns one, and no rule for it."
            }
            Code::Generic => {
                "The type parameters have bounds for which no instance was found among the placeholder types, the \
                 types of std, the types of the crate and its dependencies, and, where only users implement a trait, \
                 those of the dev-dependencies that are built on it."
            }
            Code::Rustc => {
                "Calls were generated, and rustc refused all of them; the reason is what it said about the first."
            }
            Code::Type => {
                "The signature mentions a type that cannot be built without unsafe code, or not yet."
            }
            Code::Macro => {
                "A macro has no signature to call. It is called as its doc examples call it, else with a few simple \
                 arguments, and none of these calls compiles on its own."
            }
            Code::Foreign => {
                "What an extern block declares is called with unsafe code unless it is declared `safe`, and the \
                 fields of a union are read with unsafe code."
            }
            Code::User => "The item was left out by `--item` or `--skip-item`.",
        }
    }

    /// An example that gets this code.
    pub fn example(self) -> &'static str {
        match self {
            Code::Unsafe => "pub unsafe fn from_raw(pointer: *mut u8) -> Buffer",
            Code::NotNameable => {
                "impl From<private::Token> for Public {\n    fn from(token: private::Token) -> Self\n}"
            }
            Code::Uninhabited => "pub enum Never {}\npub fn absurd(never: Never) -> u8",
            Code::NoValue => "pub fn run(engine: &Engine)   // and nothing public returns an Engine",
            Code::Generic => {
                "pub trait Visitor: private::Sealed { … }   // and no type implements it\n\
                 pub fn drive<V: Visitor>(visitor: V)"
            }
            Code::Rustc => {
                "pub fn check<T: Allowed + Send>(value: T)   // and what is Allowed holds an Rc, deep inside"
            }
            Code::Type => "pub fn peek(pointer: *const u8) -> u8",
            Code::Macro => {
                "#[macro_export]\nmacro_rules! my_vec { … }   // without an example in its documentation"
            }
            Code::Foreign => "pub union Bits { pub int: u32, pub float: f32 }",
            Code::User => "cargo explore --skip-item 'my_crate::slow::*'",
        }
    }

    /// What the user can do.
    pub fn remedy(self) -> &'static str {
        match self {
            Code::Unsafe => {
                "Write a safe public function around it that keeps its promises; that one is explored. Nothing is \
                 lost in the share of completed items: unsafe functions do not count."
            }
            Code::NotNameable => {
                "Nothing is lost: no user of the crate can call it either. If users should, re-export the type it \
                 mentions."
            }
            Code::Uninhabited => {
                "Nothing is lost: no user of the crate can make the call either. If the type is only a mark at the type \
                 level, that is how it is meant."
            }
            Code::NoValue => {
                "If a constructor is behind a feature, enable it with `--features` or `--all-features`. Otherwise \
                 make a constructor public, derive `Default`, or write a public function that makes the value and \
                 makes the call."
            }
            Code::Generic => {
                "If an implementor is behind a feature, enable it with `--features` or `--all-features`. Otherwise \
                 offer a public type that satisfies the bounds, or a wrapper that calls the item with one type."
            }
            Code::Rustc => {
                "Write a wrapper that calls the item with the types that it is meant for; that one is explored. If \
                 the item is an ordinary one, the generated calls are wrong, not the item: please report it."
            }
            Code::Type => {
                "Write a wrapper with references or owned types in its signature; that one is explored."
            }
            Code::Macro => {
                "Put an example into the macro's documentation that is a call of its own, without variables from \
                 lines before it. Public functions that the macro expands to are explored anyway."
            }
            Code::Foreign => "Write a safe function around it; that one is explored.",
            Code::User => "Change the globs, or leave them out.",
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_in_either_case() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(code));
            assert_eq!(Code::parse(&code.as_str().to_ascii_lowercase()), Some(code));
        }
        assert_eq!(Code::parse("E-"), None);
    }

    #[test]
    fn texts_are_whole_sentences_and_tell_codes_apart() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            for text in [code.rule(), code.remedy()] {
                assert!(text.ends_with('.') && !text.contains("  "), "{code}: {text}");
                assert!(seen.insert(text), "{code} says what another code says: {text}");
            }
            assert!(seen.insert(code.example()), "{code} has another code's example");
        }
    }
}
