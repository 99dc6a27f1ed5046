//! The types that only a harness has, the one table of them: where they are in a harness, and what stands in their place in
//! stand-alone tests and before people. Everything may import this; it imports nothing.

/// A type parameter's placeholder, one for each number: looking at it is a demand.
pub(crate) const HOLE: &str = "crate::holes::Hole";
/// The harness's own integer.
pub(crate) const LAZY: &str = "crate::lazy::LazyInt";
/// A list of answers that the plan chooses.
pub(crate) const ANSWERS: &str = "crate::answers::Answers";
/// An implementor of one of the crate's own traits, one for each number, that answers from such lists.
pub(crate) const RESPONDER: &str = "crate::responders::Responder";
/// An iterator whose items are such a list.
pub(crate) const ITEMS: &str = "crate::responders::Items";
/// The support module's wrapper around a `&'static T`: what a signature wants for ever is leaked.
pub(crate) const STATIC_REFERENCE: &str = "crate::std_support::Static";

/// A value that misbehaves, and is registered.
pub(crate) const HOSTILE: &str = "crate::std_support::hostile::Hostile";
/// An iterator that lies about its length, or panics.
pub(crate) const HOSTILE_ITEMS: &str = "crate::std_support::hostile_items::HostileItems";
/// A reader that reads more than there is room for.
pub(crate) const HOSTILE_READER: &str = "crate::std_support::hostile_reader::HostileReader";
/// Hashers without a hash worth the name.
pub(crate) const HOSTILE_HASHES: &str = "crate::std_support::hostile_hashes::HostileHashes";
/// An iterator that is legal and odd.
pub(crate) const ODD_ITEMS: &str = "crate::std_support::odd_items::OddItems";
/// What the path of everything odd begins with.
const ALL_ODD: &str = "crate::std_support::odd_";
/// What the path of everything hostile begins with.
const ALL_HOSTILE: &str = "crate::std_support::hostile";

/// True for the path of a hostile type, or of a function that makes one.
pub(crate) fn is_hostile(path: &str) -> bool {
    path.starts_with(ALL_HOSTILE)
}

/// True for the path of a type that stand-alone tests declare as the harness has it, or of a function that makes one.
pub(crate) fn is_declared_as_it_is(path: &str) -> bool {
    is_hostile(path) || path.starts_with(ALL_ODD)
}

/// What the lazy integer stands for.
pub(crate) const LAZY_STANDS_FOR: &str = "i32";

/// Types that hold no borrow of their own and that nothing but a harness makes.
pub(crate) const IN_HARNESS: [&str; 10] = [
    HOLE,
    ANSWERS,
    RESPONDER,
    ITEMS,
    ODD_ITEMS,
    LAZY,
    HOSTILE,
    HOSTILE_ITEMS,
    HOSTILE_READER,
    HOSTILE_HASHES,
];

/// For whom a text names types and items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// For rustc inside a harness: crates by `::`, and the harness's own types.
    Harness,
    /// For rustc in a stand-alone test, which declares its own types in the place of the harness's.
    Test,
    /// The same with every name marked (see [`Names::path`]): `use` lines are made of the marks.
    Imported,
    /// For people: placeholder types are `?1`, `?2`…
    Person,
}

/// Around a name that a `use` line may bring. No Rust text has these characters: literals escape them.
pub(crate) const NAME: (char, char) = ('\u{1}', '\u{2}');
/// Around a trait that has to be in scope, where nothing is written.
pub(crate) const IN_SCOPE: (char, char) = ('\u{3}', '\u{4}');
/// Around what follows the name of a placeholder type: `<0>` of the type, `::<0>(0)` of a value.
pub(crate) const PLACEHOLDER: (char, char) = ('\u{5}', '\u{6}');

impl Names {
    /// What stands before the name of a crate.
    pub(crate) fn root(self) -> &'static str {
        match self {
            Names::Harness => "::",
            Names::Test | Names::Imported | Names::Person => "",
        }
    }

    /// A path from a crate's name on.
    pub(crate) fn path(self, path: &str) -> String {
        match self {
            Names::Imported => format!("{}{path}{}", NAME.0, NAME.1),
            _ => format!("{}{path}", self.root()),
        }
    }

    /// What a type of the harness is called, if it is one and has a name of its own here.
    pub(crate) fn of_harness_type(self, path: &str) -> Option<&'static str> {
        match (self, path) {
            (Names::Harness, _) => None,
            (_, LAZY) => Some(LAZY_STANDS_FOR),
            (_, HOLE) => Some(HOLE_IN_TESTS),
            (_, RESPONDER) => Some(RESPONDER_IN_TESTS),
            (_, ITEMS) => Some(ITEMS_IN_TESTS),
            (_, ODD_ITEMS) => last_name(ODD_ITEMS),
            (_, path) => hostile_in_tests(path),
        }
    }
}

/// The hostile types.
const HOSTILE_TYPES: [&str; 4] = [HOSTILE, HOSTILE_ITEMS, HOSTILE_READER, HOSTILE_HASHES];

/// The names of hostile types in tests: their own.
pub(crate) fn hostile_names() -> impl Iterator<Item = &'static str> {
    HOSTILE_TYPES.into_iter().filter_map(last_name)
}

fn last_name(path: &'static str) -> Option<&'static str> {
    path.rsplit("::").next()
}

fn hostile_in_tests(path: &str) -> Option<&'static str> {
    let known = HOSTILE_TYPES.into_iter().find(|known| *known == path)?;
    last_name(known)
}

/// The placeholder type of a test.
pub(crate) const HOLE_IN_TESTS: &str = "Placeholder";
/// The responder type of a test.
pub(crate) const RESPONDER_IN_TESTS: &str = "Responder";
/// The iterator type of a test.
pub(crate) const ITEMS_IN_TESTS: &str = "Items";

/// What a test declares that uses placeholder types: the struct with everything that can be derived.
pub(crate) const HOLE_DECLARATION: &str = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]\n    \
                                           struct Placeholder<const N: usize>(u64);";
/// What a test declares that uses responders.
pub(crate) const RESPONDER_DECLARATION: &str = "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n    \
                                                struct Responder<const K: usize>(usize);";
/// What a test declares that uses chosen items.
pub(crate) const ITEMS_DECLARATIONS: [&str; 4] = [
    "struct Items<T>(Option<std::vec::IntoIter<Option<T>>>);",
    "impl<T> Iterator for Items<T> { type Item = T; fn next(&mut self) -> Option<T> { \
     let item = self.0.as_mut()?.next()?; if item.is_none() { self.0 = None; } item } }",
    "impl<T> DoubleEndedIterator for Items<T> { fn next_back(&mut self) -> Option<T> { self.next() } }",
    "impl<T> std::iter::FusedIterator for Items<T> {}",
];
