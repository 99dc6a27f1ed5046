//! Paths as cargo writes them: absolute, and without `.` and `..`.

use crate::error::Error;
use std::path::{Component, Path, PathBuf};

/// An absolute path without `.` and `..`. cargo takes these out of the paths of manifests, and so out of all that it says of their
/// packages, without asking the file system: what it says could not be told to be ours otherwise.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(path).map_err(|source| Error::WorkDir {
        path: path.to_owned(),
        source,
    })?;
    Ok(without_dots(&absolute))
}

/// An absolute path without `.` and `..`, by its text alone, as cargo does it: `..` takes back the name before it, even if that is
/// a link.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            // Above the root is the root.
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

pub(super) fn unicode(path: &Path) -> Result<String, Error> {
    path.to_str()
        .map(str::to_owned)
        .ok_or_else(|| Error::PathNotUnicode {
            path: path.to_owned(),
        })
}

/// The way from one absolute path to another.
pub fn relative(to: &Path, from: &Path) -> PathBuf {
    let (to, from) = (without_dots(to), without_dots(from));
    let (to, from): (Vec<Component>, Vec<Component>) =
        (to.components().collect(), from.components().collect());
    let common = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
    let up = from[common..].iter().map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to[common..].iter().copied()).collect();
    match way.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => way,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_have_no_dots() {
        for (path, plain) in [
            ("/a/b/../shared/explore", "/a/shared/explore"),
            ("/a/./b/", "/a/b"),
            ("/../a", "/a"),
            ("/a/..", "/"),
        ] {
            assert_eq!(absolute(Path::new(path)).unwrap(), Path::new(plain), "{path}");
        }
        let here = std::env::current_dir().unwrap();
        let beside = absolute(Path::new("../shared")).unwrap();
        assert_eq!(beside, here.parent().unwrap().join("shared"));
    }

    #[test]
    fn paths_lead_from_one_directory_to_another() {
        for (to, from, way) in [
            ("/a/b", "/a/b/fuzz/harness", "../.."),
            ("/a/b", "/a/c", "../b"),
            ("/a/./x/../b", "/a", "b"),
            ("/a", "/a", "."),
        ] {
            assert_eq!(
                relative(Path::new(to), Path::new(from)),
                Path::new(way),
                "{to} {from}"
            );
        }
    }
}
