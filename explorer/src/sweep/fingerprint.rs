//! Whether a package is what it was: a hash over its sources, those of the packages that it names by path, what the lock file has
//! for the others, the toolchain, this program and its options. Too many changes are seen (comments), never too few of what it
//! looks at; what a build script reads elsewhere it does not look at.

use crate::fnv::Fnv;
use crate::spec::{Ingredients, SourceReader};
use harness_gen::{Request, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes fingerprints of packages that have much in common.
#[derive(Debug)]
pub struct Fingerprints {
    /// What all packages have in common.
    common: Vec<String>,
    reader: SourceReader,
    /// Hashes of directories that several packages need.
    known: BTreeMap<PathBuf, u64>,
}

impl Fingerprints {
    /// For packages that are explored with this toolchain and these options.
    pub fn new(rustc: &str, options: &[String]) -> Fingerprints {
        let mut common = vec![env!("CARGO_PKG_VERSION").to_owned(), rustc.to_owned()];
        common.extend(options.iter().cloned());
        Fingerprints {
            common,
            reader: SourceReader::default(),
            known: BTreeMap::new(),
        }
    }

    /// The fingerprint of a package, 16 hex digits.
    pub fn of(&mut self, request: &Request) -> anyhow::Result<String> {
        let mut hash = Fnv::new();
        for text in &self.common {
            hash.field(text);
        }
        hash.field(&request.name);
        hash.field(&request.version);
        if let Source::Path(directory) | Source::Workspace(directory) = &request.source {
            let Ingredients {
                directories,
                locked,
                root_manifest,
            } = self.reader.ingredients(directory, request)?;
            if let Some(manifest) = root_manifest {
                hash.bytes(&fs::read(manifest)?);
            }
            for directory in directories {
                let content = match self.known.get(&directory) {
                    Some(known) => *known,
                    None => *self
                        .known
                        .entry(directory.clone())
                        .or_insert(of_directory(&directory)?),
                };
                hash.field(&format!("{content:016x}"));
            }
            for package in locked {
                hash.field(&package);
            }
        }
        Ok(format!("{:016x}", hash.value()))
    }
}

/// Options that no result depends on.
const OF_MACHINES: [&str; 5] = ["--target-dir", "--state-dir", "--offline", "--locked", "--frozen"];

/// Options as far as results depend on them: what names files stands for their content.
pub fn options_of(arguments: &[String]) -> Vec<String> {
    let name = |argument: &str| argument.split('=').next().unwrap_or_default().to_owned();
    let matters = |argument: &&String| !OF_MACHINES.contains(&name(argument).as_str());
    let content = |argument: &String| {
        let (option, value) = argument.split_once('=').unwrap_or((argument, ""));
        match fs::read_to_string(value) {
            Ok(text) => format!("{option}={text}"),
            Err(_) => argument.clone(),
        }
    };
    arguments.iter().filter(matters).map(content).collect()
}

/// Names and content of all files of a package, but for what is built, hidden, or a package of its own.
fn of_directory(directory: &Path) -> io::Result<u64> {
    let mut hash = Fnv::new();
    let mut linked = BTreeSet::from([directory.canonicalize()?]);
    add(directory, directory, &mut linked, &mut hash)?;
    Ok(hash.value())
}

/// `linked`: directories that links led to, each of which counts once.
fn add(root: &Path, directory: &Path, linked: &mut BTreeSet<PathBuf>, hash: &mut Fnv) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_link = entry.file_type()?.is_symlink();
        if fs::metadata(&path).is_ok_and(|found| found.is_dir()) {
            let is_apart = path.join("Cargo.toml").is_file() || path.join("CACHEDIR.TAG").is_file();
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            // Deeper down it is a module of that name.
            let is_built = directory == root && entry.file_name() == OsStr::new("target");
            if !is_apart && !is_hidden && !is_built && (!is_link || linked.insert(path.canonicalize()?)) {
                add(root, &path, linked, hash)?;
            }
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path);
        hash.field(&name.to_string_lossy());
        // A link counts by what it leads to; pipes and devices by their names.
        if fs::metadata(&path).is_ok_and(|found| found.is_file()) {
            hash.bytes(&fs::read(&path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_count_and_what_is_built_or_apart_does_not() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        let write = |name: &str, text: &str| {
            fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            fs::write(at(name), text).unwrap();
        };
        write("src/lib.rs", "pub fn f() {}");
        let hash = || of_directory(directory.path()).unwrap();
        let first = hash();
        for other in [
            "target/debug/x",
            "built/CACHEDIR.TAG",
            ".git/HEAD",
            "member/Cargo.toml",
            "member/src/lib.rs",
        ] {
            write(other, "anything");
            assert_eq!(hash(), first, "{other}");
        }
        write("src/data.bin", "1");
        let second = hash();
        assert_ne!(second, first);
        write("src/data.bin", "2");
        assert_ne!(hash(), second);
        fs::remove_file(at("src/data.bin")).unwrap();
        assert_eq!(hash(), first);
        write("src/target/mod.rs", "pub fn g() {}");
        assert_ne!(hash(), first, "a module may have that name");
        fs::remove_dir_all(at("src/target")).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("mod.rs"), "pub fn h() {}").unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), at("src/shared")).unwrap();
        std::os::unix::fs::symlink(at("src"), at("src/circle")).unwrap();
        let third = hash();
        fs::write(elsewhere.path().join("mod.rs"), "pub fn i() {}").unwrap();
        assert_ne!(hash(), third, "what a link leads to counts");
    }
}
