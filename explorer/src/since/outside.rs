//! Sources of a package that do not lie where its library does: modules of its build script, and what code fetches by paths that lead
//! out of the package.

use super::manifests;

/// Macros that read files.
const READING: [&str; 3] = ["include!", "include_str!", "include_bytes!"];
/// How far behind one of these its paths are looked for, in bytes.
const NEAR: usize = 400;

/// True if a file of Rust code may be a module of the build script: it does not lie where the library does.
pub(super) fn may_be_of_script(path: &str, manifest: &str) -> bool {
    let library = manifests::library_directory(manifest);
    let inside = path.strip_prefix(library.as_str());
    !library.is_empty() && inside.is_none_or(|inside| !inside.starts_with('/'))
}

/// The first path in the text of a package's file that leads out of the package to more than a text for people. `file` is named
/// relative to the package.
pub(super) fn way_out<'a>(file: &str, text: &'a str) -> Option<&'a str> {
    let depth = file.matches('/').count();
    paths_in(text).find(|path| leads_out(path, depth))
}

/// What macros read and attributes name.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    let read = READING
        .iter()
        .flat_map(|word| behind(text, word))
        .flat_map(|rest| {
            let end = rest.find([';', ']']).unwrap_or(rest.len()).min(NEAR);
            let near = &rest[..rest.floor_char_boundary(end)];
            near.split('"').skip(1).step_by(2)
        });
    // A variable may have this name, too, but an attribute ends behind its value.
    let named = behind(text, "path").filter_map(|rest| {
        let value = rest
            .trim_start()
            .strip_prefix('=')?
            .trim_start()
            .strip_prefix('"')?;
        let (path, rest) = value.split_once('"')?;
        rest.trim_start().starts_with([']', ')', ',']).then_some(path)
    });
    read.chain(named)
}

/// What stands behind a word, wherever it is.
fn behind<'a>(text: &'a str, word: &'static str) -> impl Iterator<Item = &'a str> {
    text.match_indices(word)
        .map(move |(at, word)| &text[at + word.len()..])
}

/// Whether a path leads out of the package from a directory so deep in it. What begins with `/` stands behind the package's own
/// directory.
fn leads_out(path: &str, depth: usize) -> bool {
    if is_for_people(path) {
        return false;
    }
    let mut depth = if path.starts_with('/') { 0 } else { depth };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if depth == 0 => return true,
            ".." => depth -= 1,
            _ => depth += 1,
        }
    }
    false
}

/// Texts that no build reads, as a rule.
pub(super) fn is_for_people(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.ends_with(".md")
        || ["LICENSE", "COPYING", "CHANGELOG", "NOTICE"]
            .iter()
            .any(|word| name.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_the_library_may_be_the_build_script_s() {
        let usual = "[package]\nname = 'a'\n";
        for path in ["build/gen.rs", "gen.rs", "srcs/gen.rs"] {
            assert!(may_be_of_script(path, usual), "{path}");
        }
        assert!(!may_be_of_script("src/deep/gen.rs", usual));
        let own = "[package]\nname = 'a'\n[lib]\npath = 'rust/lib.rs'\n";
        assert!(may_be_of_script("src/gen.rs", own) && !may_be_of_script("rust/gen.rs", own));
        let flat = "[package]\nname = 'a'\n[lib]\npath = 'lib.rs'\n";
        assert!(!may_be_of_script("gen.rs", flat));
    }

    #[test]
    fn paths_that_lead_out_of_the_package_are_found() {
        for text in [
            "#[path = \"../../shared/x.rs\"] mod x;",
            "#[cfg_attr(unix, path = \"../../x.rs\")]\nmod x;",
            "include!(\"../../x.rs\");",
            "const T: &[u8] = include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../table.bin\"));",
        ] {
            assert!(way_out("src/lib.rs", text).is_some(), "{text}");
        }
        for text in [
            "#[path = \"../other/x.rs\"] mod x;",
            "#![doc = include_str!(\"../../README.md\")]",
            "include!(concat!(env!(\"OUT_DIR\"), \"/x.rs\"));",
            "const UP: &str = \"../../x.rs\";",
            "let path = \"../../x.rs\";",
        ] {
            assert_eq!(way_out("src/lib.rs", text), None, "{text}");
        }
        assert!(way_out("src/deep/mod.rs", "#[path = \"../../x.rs\"] mod x;").is_none());
    }
}
