//! What to explore, resolved: which package, from where, built how.

use crate::path_globs::PathGlobs;
use crate::support_file::SupportFile;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Where the explored crate comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A package directory given by path, not a member of the current workspace.
    Path(PathBuf),
    /// The directory of a member of the current workspace.
    Workspace(PathBuf),
    /// An exact version from the registry.
    Registry,
}

/// Feature selection, as cargo's own flags mean it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `--features`.
    pub named: Vec<String>,
    /// `--all-features` (resolved to names by the caller where the manifest is at hand).
    pub all: bool,
    /// The opposite of `--no-default-features`.
    pub default: bool,
}

/// How cargo may reach the network and the lock file, and how much it does at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CargoAccess {
    /// `--offline`.
    pub offline: bool,
    /// `--locked`.
    pub locked: bool,
    /// Parallel jobs; none: cargo's default.
    pub jobs: Option<usize>,
    /// What keeps in the code of others that builds run: build scripts and procedural macros. None: nothing does.
    pub launcher: Option<Launcher>,
}

/// A program that contains itself and then becomes another one. It is called with its own arguments, `--write PATH` and `--read PATH`
/// for each place that may be written, or read and executed, `--`, and the other program with its arguments. Once its standard input
/// is closed, it ends with everything that it has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// The program.
    pub program: &'static str,
    /// Its first arguments.
    pub arguments: &'static [&'static str],
}

/// Constants for literals. Built-in ones come first unless `only_given`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// `--ints`.
    pub ints: Vec<i128>,
    /// `--floats`, as written.
    pub floats: Vec<f64>,
    /// `--chars`.
    pub chars: Vec<char>,
    /// `--strs`.
    pub strs: Vec<String>,
    /// `--bytes`: each a byte string.
    pub bytes: Vec<Vec<u8>>,
    /// `--dictionary`: parts of texts.
    pub words: Vec<Vec<u8>>,
    /// `--only-given-constants`.
    pub only_given: bool,
}

/// What there is to call, and how the arguments come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feeding {
    /// For measurements: nothing is taken out of what calls return.
    pub keep_results_whole: bool,
    /// What stands for type parameters.
    pub stand_ins: StandIns,
    /// What becomes of items that documentation hides.
    pub hidden_items: HiddenItems,
}

/// What becomes of items that `#[doc(hidden)]` hides. By convention they are public for macros of the crate or for its own other
/// crates only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HiddenItems {
    /// They are none, as in documentation.
    #[default]
    LeftOut,
    /// `--hidden`: they are items like others.
    Explored,
}

/// What stands for the type parameters of an item before other types do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandIns {
    /// Placeholder types, about which nothing is decided.
    #[default]
    Placeholders,
    /// `--hostile`: types whose values misbehave as safe code may.
    Hostile,
}

/// Everything the front half needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
    /// Name of the library target as Rust code writes it (`int_tree`). For a registry crate that nobody has looked
    /// at yet: the package name with `_` for `-`; corrected after metadata is read.
    pub lib_name: String,
    /// Where from.
    pub source: Source,
    /// The lock file that governs the user's own builds, if there is one.
    pub lock_file: Option<PathBuf>,
    /// Features.
    pub features: Features,
    /// Directory for everything we make: `<target directory>/explore`.
    pub work_dir: PathBuf,
    /// How cargo is run.
    pub access: CargoAccess,
    /// Literals.
    pub constants: Constants,
    /// Functions that are properties whatever they are called: `--property`.
    pub properties: PathGlobs,
    /// Functions of the user's that build arguments, too: `--support`. While a crate is prepared types of its documentation's
    /// examples may take the place of none.
    pub support: Option<SupportFile>,
    /// How calls are fed.
    pub feeding: Feeding,
}

impl Request {
    /// The support file, if it is the user's.
    pub fn given_support(&self) -> Option<&SupportFile> {
        self.support.as_ref().filter(|file| file.is_given())
    }
}
