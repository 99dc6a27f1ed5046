//! Exclusion codes: why an item is not explored. Each has a rule, an example and a remedy (`explain CODE`), and a
//! fixture under `corpus/quirks/` named after it.

/// An exclusion code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// An unsafe function.
    Unsafe,
    /// Not callable from outside the crate.
    NotNameable,
    /// No op builds an argument.
    NoValue,
    /// No instance of the type parameters was found.
    Generic,
    /// Every instance was refused by rustc.
    Rustc,
    /// An async function.
    Async,
    /// The signature mentions a type that cannot be written yet.
    Type,
    /// A macro.
    Macro,
    /// A union or a function of an extern block.
    Foreign,
    /// Excluded with `--item` or `--skip-item`.
    User,
}

impl Code {
    /// All codes, in the order of the documentation.
    pub const ALL: [Code; 10] = [
        Code::Unsafe,
        Code::NotNameable,
        Code::NoValue,
        Code::Generic,
        Code::Rustc,
        Code::Async,
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
            Code::NoValue => "E-NO-VALUE",
            Code::Generic => "E-GENERIC",
            Code::Rustc => "E-RUSTC",
            Code::Async => "E-ASYNC",
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
            Code::Unsafe | Code::NotNameable | Code::Macro | Code::Foreign | Code::User
        )
    }

    /// The rule, in a sentence or two.
    pub fn rule(self) -> &'static str {
        match self {
            Code::Unsafe => {
                "Unsafe functions are not called: whoever calls one must keep promises that no signature states, \
                 and a fault after a broken promise would say nothing about the crate."
            }
            Code::NotNameable => {
                "The item is public but cannot be called from outside the crate, for instance a method of an impl \
                 that mentions a private type."
            }
            Code::NoValue => {
                "No op builds a value of one of the argument types: there is no public constructor, no function \
                 that returns it, and no support rule for it."
            }
            Code::Generic => {
                "The type parameters have bounds for which no instance was found among the placeholder types, the \
                 types of std and the crate's own types."
            }
            Code::Rustc => "An arm was generated for every instance, and rustc refused all of them.",
            Code::Async => "Async functions need an executor that polls them; they are not called yet.",
            Code::Type => "The signature mentions a type that the generator cannot write or build yet.",
            Code::Macro => "Macros are not functions: there is no signature to call.",
            Code::Foreign => "Unions and items of extern blocks can only be used with unsafe code.",
            Code::User => "Left out by `--item` or `--skip-item`.",
        }
    }

    /// An example that gets this code.
    pub fn example(self) -> &'static str {
        match self {
            Code::Unsafe => "pub unsafe fn from_raw(pointer: *mut u8) -> Buffer",
            Code::NotNameable => {
                "impl From<private::Token> for Public { fn from(token: private::Token) -> Self }"
            }
            Code::NoValue => "pub fn run(engine: &Engine)   // and nothing public returns an Engine",
            Code::Generic => "pub fn drive<V: Visitor>(visitor: V)   // and no type implements Visitor",
            Code::Rustc => "pub fn check<T>(x: T) where Assert<{ size_of::<T>() == 3 }>: IsTrue",
            Code::Async => "pub async fn fetch(name: &str) -> String",
            Code::Type => "pub fn peek(pointer: *const u8) -> u8",
            Code::Macro => "#[macro_export] macro_rules! my_vec { … }",
            Code::Foreign => "pub union Bits { pub int: u32, pub float: f32 }",
            Code::User => "cargo explore --skip-item 'my_crate::slow::*'",
        }
    }

    /// What the user can do.
    pub fn remedy(self) -> &'static str {
        match self {
            Code::Unsafe => {
                "Wrap it in a safe public function that upholds its promises; that one is explored."
            }
            Code::NotNameable => "Nothing is lost: no user of the crate can call it either.",
            Code::NoValue => {
                "Enable the feature that offers a constructor (`--features`), or make one public; \
                 check with `--list` which types have none."
            }
            Code::Generic => "Offer one public type that satisfies the bounds, or a non-generic wrapper.",
            Code::Rustc => {
                "Run with `-v` to see rustc's message; if the item is ordinary, it is a defect of ours."
            }
            Code::Async => "Offer a blocking wrapper; that one is explored.",
            Code::Type => "Offer a wrapper with references or owned types in its signature.",
            Code::Macro => "Functions that the macro expands to are explored if they are public.",
            Code::Foreign => "Offer a safe wrapper; that one is explored.",
            Code::User => "Change the globs.",
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
