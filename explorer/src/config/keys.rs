//! Which options can be configured. What decides how much is contained cannot: a repository that somebody else has written
//! would decide it. What says where results go belongs to the call.

/// How the value of a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// A text or a number.
    One,
    /// The path of a file, relative to the directory of the package or workspace that names it.
    Path,
    /// A text or a number, or a list of these, each as it is typed.
    Many,
}

/// An option that can be configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The long option, without dashes.
    pub name: &'static str,
    /// How its value is written.
    pub form: Form,
    /// Options in place of it: where one of these is said, it is not.
    pub rivals: &'static [&'static str],
}

const fn key(name: &'static str, form: Form) -> Key {
    Key {
        name,
        form,
        rivals: &[],
    }
}

/// All of them, in the order of `--help`.
pub const KEYS: [Key; 28] = [
    key("depth", Form::One),
    key("max-findings", Form::One),
    Key {
        rivals: &["until"],
        ..key("time-limit", Form::One)
    },
    Key {
        rivals: &["time-limit"],
        ..key("until", Form::One)
    },
    key("case-timeout", Form::One),
    key("case-memory", Form::One),
    key("strategy", Form::One),
    key("seed", Form::One),
    key("jobs", Form::One),
    key("item", Form::Many),
    key("skip-item", Form::Many),
    key("property", Form::Many),
    key("support", Form::Path),
    key("hostile", Form::Flag),
    key("hidden", Form::Flag),
    key("leaks", Form::Flag),
    key("ints", Form::Many),
    key("floats", Form::Many),
    key("chars", Form::Many),
    key("strs", Form::Many),
    key("bytes", Form::Many),
    key("dictionary", Form::Path),
    key("only-given-constants", Form::Flag),
    key("check", Form::Flag),
    Key {
        rivals: &["coverage-listing"],
        ..key("no-coverage", Form::Flag)
    },
    key("features", Form::Many),
    key("all-features", Form::Flag),
    key("no-default-features", Form::Flag),
];

impl Key {
    /// The key of this name.
    pub(super) fn named(name: &str) -> Option<Key> {
        KEYS.into_iter().find(|key| key.name == name)
    }
}

/// The environment variable of a key: `CARGO_EXPLORE_TIME_LIMIT`.
pub fn variable(name: &str) -> String {
    format!("CARGO_EXPLORE_{}", name.to_ascii_uppercase().replace('-', "_"))
}

/// ` (did you mean ...?)`, or nothing.
pub(super) fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let distance = |name: &&str| strsim::damerau_levenshtein(word, name);
    let nearest = known.min_by_key(distance);
    let near = nearest.filter(|name| distance(name) <= name.len().div_ceil(3));
    near.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
