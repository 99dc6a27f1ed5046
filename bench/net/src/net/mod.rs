//! The net: a crate of random functions is explored, and every claim of the report is tested by a plain program that has
//! nothing of ours in it. Shared by `bench/net` and `explorer/tests/net.rs`.

pub(crate) mod body;
pub(crate) mod conditions;
pub(crate) mod functions;
pub(crate) mod manner;
pub(crate) mod places;
pub(crate) mod program;
pub(crate) mod random;
pub(crate) mod report;
pub(crate) mod types;
pub(crate) mod verdict;

use functions::{Function, random_function};
use random::Random;
use std::io;
use std::path::Path;
use types::Types;

/// A crate that a seed stands for.
#[derive(Clone, Debug)]
pub(crate) struct RandomCrate {
    pub(crate) name: String,
    pub(crate) types: Types,
    pub(crate) functions: Vec<Function>,
}

impl RandomCrate {
    /// The crate of a seed, with so many public functions.
    pub(crate) fn new(seed: u64, functions: usize) -> RandomCrate {
        let mut random = Random::new(seed);
        let types = Types::random(&mut random, 8 + functions / 8);
        let mut sites = 0;
        let functions = (0..functions)
            .map(|number| random_function(&types, &mut random, &mut sites, format!("f{number}")))
            .collect();
        RandomCrate {
            name: format!("net_{seed}"),
            types,
            functions,
        }
    }

    /// The text of its library.
    pub(crate) fn source(&self) -> String {
        let functions: Vec<&str> = self
            .functions
            .iter()
            .map(|function| function.text.as_str())
            .collect();
        format!(
            "#![allow(warnings, unconditional_panic, arithmetic_overflow)]\n{}{}",
            self.types.declarations(),
            functions.concat()
        )
    }

    /// Writes it as a package.
    pub(crate) fn write(&self, directory: &Path) -> io::Result<()> {
        std::fs::create_dir_all(directory.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
            self.name
        );
        std::fs::write(directory.join("Cargo.toml"), manifest)?;
        std::fs::write(directory.join("src/lib.rs"), self.source())
    }
}
