//! Requests for packages in directories, as all tests here make them: whatever is built needs no network.

use harness_gen::{CargoAccess, Constants, Features, Feeding, PathGlobs, Request, Source};
use std::path::PathBuf;

/// Version 0.1.0 of a package with its default features.
pub(crate) fn local(name: &str, package: PathBuf, work_dir: PathBuf) -> Request {
    Request {
        name: name.to_owned(),
        version: "0.1.0".to_owned(),
        lib_name: name.replace('-', "_"),
        source: Source::Path(package),
        lock_file: None,
        features: Features {
            default: true,
            ..Features::default()
        },
        work_dir,
        access: CargoAccess {
            offline: true,
            locked: false,
            jobs: Some(1),
            launcher: None,
        },
        constants: Constants::default(),
        properties: PathGlobs::default(),
        support: None,
        feeding: Feeding::default(),
    }
}
