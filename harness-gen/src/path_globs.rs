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

    /// True if one of them matches the path, with or without its first segment, the crate's name.
    pub fn matches(&self, path: &str) -> bool {
        let short = path.split_once("::").map_or(path, |(_, rest)| rest);
        self.set.is_match(path) || self.set.is_match(short)
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
