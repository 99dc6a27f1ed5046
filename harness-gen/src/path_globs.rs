//! Globs over paths of items, as options of the command line name them. `*` matches across `::`.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::fmt;

/// A set of globs; the empty one matches nothing.
#[derive(Clone)]
pub struct PathGlobs {
    texts: Vec<String>,
    set: GlobSet,
}

impl PathGlobs {
    /// Compiles globs. An error names the glob that is none.
    pub fn new(globs: &[String]) -> Result<PathGlobs, (String, globset::Error)> {
        let mut builder = GlobSetBuilder::new();
        for text in globs {
            builder.add(
                GlobBuilder::new(text)
                    .build()
                    .map_err(|error| (text.clone(), error))?,
            );
        }
        let set = builder.build().map_err(|error| (globs.join(" "), error))?;
        Ok(PathGlobs {
            texts: globs.to_vec(),
            set,
        })
    }

    /// True if one of them matches the path as it is, without the generic arguments of its types, or as `Type::method` where it is
    /// `<Type as Trait>::method`; each with or without the first segment, the crate's name.
    pub fn matches(&self, path: &str) -> bool {
        let plain = without_arguments(path);
        let as_method = method_of(&plain).unwrap_or_default();
        let forms = [path, &plain, &as_method].into_iter();
        forms.filter(|form| !form.is_empty()).any(|form| {
            let short = form.split_once("::").map_or(form, |(_, rest)| rest);
            self.set.is_match(form) || self.set.is_match(short)
        })
    }

    /// As they were given.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Those that match none of the paths.
    pub fn idle<'a>(&self, paths: impl Iterator<Item = &'a str> + Clone) -> Vec<&str> {
        let each = self.texts.iter().filter(|text| {
            let alone = PathGlobs::new(std::slice::from_ref(*text));
            alone.is_ok_and(|glob| !paths.clone().any(|path| glob.matches(path)))
        });
        each.map(String::as_str).collect()
    }
}

/// `crate::Trie<K, V>::remove` as `crate::Trie::remove`. What an impl is called by, `<Type as Trait>::`, stays.
fn without_arguments(path: &str) -> String {
    let mut plain = String::new();
    let mut left_out = 0;
    let mut before = ' ';
    for c in path.chars() {
        let follows_name = plain.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        match c {
            '<' if left_out > 0 || follows_name => left_out += 1,
            // That of `->` closes nothing.
            '>' if left_out > 0 && before != '-' => left_out -= 1,
            _ if left_out == 0 => plain.push(c),
            _ => {}
        }
        before = c;
    }
    plain
}

/// `<crate::Type as Trait>::method` as `crate::Type::method`.
fn method_of(path: &str) -> Option<String> {
    let (ty, rest) = path.strip_prefix('<')?.split_once(" as ")?;
    let (_, method) = rest.rsplit_once(">::")?;
    Some(format!("{ty}::{method}"))
}

impl Default for PathGlobs {
    fn default() -> PathGlobs {
        PathGlobs {
            texts: Vec::new(),
            set: GlobSet::empty(),
        }
    }
}

impl PartialEq for PathGlobs {
    fn eq(&self, other: &PathGlobs) -> bool {
        self.texts == other.texts
    }
}

impl fmt::Debug for PathGlobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PathGlobs").field(&self.texts).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_named_without_their_generic_arguments_and_traits() {
        let matches = |glob: &str, path: &str| PathGlobs::new(&[glob.to_owned()]).unwrap().matches(path);
        let remove = "radix_trie::Trie<K, V>::remove";
        for glob in [remove, "radix_trie::Trie::remove", "Trie::remove", "*::remove"] {
            assert!(matches(glob, remove), "{glob}");
        }
        assert!(!matches("Trie::insert", remove));
        let parse = "<semver::Version as std::str::FromStr>::from_str";
        for glob in [
            parse,
            "semver::Version::from_str",
            "Version::from_str",
            "<semver*from_str",
        ] {
            assert!(matches(glob, parse), "{glob}");
        }
        assert!(!matches("Version::parse", parse));
        let nested = "<a::Map<K, std::vec::Vec<V>> as std::iter::Extend<(K, V)>>::extend";
        assert!(matches("Map::extend", nested));
        assert!(matches("<a::Map<*extend", nested));
        assert!(matches("a::Calls::call", "a::Calls<fn(u8) -> u8, T>::call"));
    }
}
