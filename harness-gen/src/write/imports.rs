//! Marked names as people read them: the last segment alone, or after `use` lines that bring it. What would be another's
//! name stays a whole path.

use super::template::last;
use crate::harness_types::{
    HOLE_IN_TESTS, IN_SCOPE, ITEMS_IN_TESTS, NAME, PLACEHOLDER, RESPONDER_IN_TESTS, hostile_names,
};
use std::collections::{BTreeMap, BTreeSet};

/// What needs no `use` line, by module.
const PRELUDE: [&str; 10] = [
    "std::borrow ToOwned",
    "std::boxed Box",
    "std::clone Clone",
    "std::cmp PartialEq Eq PartialOrd Ord",
    "std::convert From Into TryFrom TryInto AsRef AsMut",
    "std::default Default",
    "std::iter Iterator IntoIterator FromIterator Extend DoubleEndedIterator ExactSizeIterator",
    "std::option Option Some None",
    "std::result Result Ok Err",
    "std::ops Drop Fn FnMut FnOnce",
];
const MORE_OF_PRELUDE: [&str; 2] = ["std::string String ToString", "std::vec Vec"];

/// True if the name is there without a `use` line; with a path it has to be that one.
fn is_in_prelude(name: &str, path: Option<&str>) -> bool {
    PRELUDE.iter().chain(&MORE_OF_PRELUDE).any(|line| {
        let (module, names) = line.split_once(' ').unwrap_or((line, ""));
        names.split(' ').any(|known| known == name)
            && path.is_none_or(|path| path.strip_suffix(name) == Some(&format!("{module}::")))
    })
}

/// The text with names alone.
pub(crate) fn short(text: &str) -> String {
    named(text, &mut |path, is_written| {
        if is_written {
            last(path).to_owned()
        } else {
            String::new()
        }
    })
}

/// The names in a text as they are after its `use` lines.
pub(crate) fn names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    named(text, &mut |path, _| {
        names.insert(last(path).to_owned());
        String::new()
    });
    names
}

/// The `use` lines of a text, and the text after them. Of two things with one name the first gets it.
///
/// Placeholder types keep their name `with_placeholders`, else a usual type stands for them.
pub(crate) fn imported(text: &str, with_placeholders: bool) -> (String, String) {
    let text = replaced(
        text,
        PLACEHOLDER,
        &mut |form| match (with_placeholders, form.starts_with('<')) {
            (true, _) => format!("{HOLE_IN_TESTS}{form}"),
            (false, true) => "i32".to_owned(),
            (false, false) => "0".to_owned(),
        },
    );
    let mut brought: BTreeMap<String, String> = BTreeMap::new();
    let text = named(&text, &mut |path, is_written| {
        let name = last(path);
        let is_ours = [HOLE_IN_TESTS, RESPONDER_IN_TESTS, ITEMS_IN_TESTS].contains(&name)
            || hostile_names().any(|ours| ours == name);
        let is_brought = !is_ours
            && match brought.get(name) {
                Some(other) => other == path,
                None if is_in_prelude(name, None) => is_in_prelude(name, Some(path)),
                None => {
                    brought.insert(name.to_owned(), path.to_owned());
                    true
                }
            };
        match (is_written, is_brought) {
            (true, true) => name.to_owned(),
            (true, false) => path.to_owned(),
            (false, _) => String::new(),
        }
    });
    let mut by_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, path) in &brought {
        if let Some((module, _)) = path.rsplit_once("::") {
            by_module.entry(module).or_default().push(name);
        }
    }
    let line = |(module, names): (&str, Vec<&str>)| match names[..] {
        [name] => format!("use {module}::{name};\n"),
        _ => format!("use {module}::{{{}}};\n", names.join(", ")),
    };
    (by_module.into_iter().map(line).collect(), text)
}

/// The text with something in the place of each name: of one that is written, or of a trait that is only in scope.
fn named(text: &str, write: &mut dyn FnMut(&str, bool) -> String) -> String {
    let text = replaced(text, IN_SCOPE, &mut |path| write(path, false));
    replaced(&text, NAME, &mut |path| write(path, true))
}

/// The text with something in the place of each mark of a kind.
fn replaced(text: &str, (open, close): (char, char), write: &mut dyn FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (marked, after))) = rest
        .split_once(open)
        .and_then(|(before, from)| Some((before, from.split_once(close)?)))
    {
        out.push_str(before);
        out.push_str(&write(marked));
        rest = after;
    }
    out + rest
}

/// A text of ours with the names of std's types and constants in it marked.
pub(super) fn marked_std(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("std::") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut end = 0;
        let mut is_named = false;
        for segment in rest.split("::") {
            let word = segment.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = word.map_or(segment, |length| &segment[..length]);
            is_named = word.starts_with(char::is_uppercase);
            end += word.len();
            if is_named || word.len() < segment.len() {
                break;
            }
            end += "::".len();
        }
        let path = &rest[..end.min(rest.len())];
        if is_named {
            out.extend([NAME.0.to_string().as_str(), path, NAME.1.to_string().as_str()]);
        } else {
            out.push_str(path);
        }
        rest = &rest[path.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::super::test;
    use super::*;
    use crate::api::ty::{Arg, Ty};
    use crate::call::Call;
    use crate::harness_types::{HOLE, Names};

    fn marked(path: &str) -> String {
        Names::Imported.path(path)
    }

    #[test]
    fn names_are_brought_once_and_never_taken_from_another() {
        let text = format!(
            "{}::new({}, {}::new(), {}::new(), {}, {})",
            marked("own::Tree"),
            marked("own::build"),
            marked("std::vec::Vec"),
            marked("own::other::Tree"),
            marked("own::Option"),
            marked("own::Tree"),
        );
        let (uses, text) = imported(&text, false);
        assert_eq!(uses, "use own::{Tree, build};\n");
        assert_eq!(
            text,
            "Tree::new(build, Vec::new(), own::other::Tree::new(), own::Option, Tree)"
        );
        let scope = format!("{}own::Read{}x.read()", IN_SCOPE.0, IN_SCOPE.1);
        assert_eq!(
            imported(&scope, false),
            ("use own::Read;\n".to_owned(), "x.read()".to_owned())
        );
        assert_eq!(short(&scope), "x.read()");
    }

    #[test]
    fn a_usual_type_stands_for_placeholder_types_of_which_nothing_is_asked() {
        let hole = Ty::Path {
            path: HOLE.to_owned(),
            args: vec![Arg::Const("1".to_owned())],
        };
        let value = test::template(&Call::Placeholder, &hole, 0, Names::Imported);
        let text = format!(
            "{}::<{}>({value})",
            marked("own::f"),
            hole.render(Names::Imported)
        );
        let imported = |with_placeholders| imported(&text, with_placeholders).1;
        assert_eq!(imported(false), "f::<i32>(0)");
        assert_eq!(imported(true), "f::<Placeholder<1>>(Placeholder::<1>(0))");
    }

    #[test]
    fn std_s_types_are_named_and_its_functions_keep_their_path() {
        let short = |text: &str| short(&marked_std(text));
        assert_eq!(short("std::collections::VecDeque::new()"), "VecDeque::new()");
        assert_eq!(short("std::rc::Rc::<str>::from({0})"), "Rc::<str>::from({0})");
        assert_eq!(short("std::iter::empty()"), "std::iter::empty()");
        assert_eq!(
            short("std::time::UNIX_EPOCH.checked_add({0})"),
            "UNIX_EPOCH.checked_add({0})"
        );
        assert_eq!(
            short("match {0} {{ std::task::Poll::Ready(v) => v, std::task::Poll::Pending => panic!() }}"),
            "match {0} {{ Poll::Ready(v) => v, Poll::Pending => panic!() }}"
        );
    }
}
