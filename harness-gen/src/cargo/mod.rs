//! Everything that runs cargo: scratch packages around the explored crate, rustdoc JSON, checks, builds, stand-alone
//! tests. All of it happens under the request's work directory, but for questions about the registry and the configuration, which
//! are put in a temporary directory; the explored package's own tree is only read.
//! Nothing here knows what a harness contains.

mod anew;
mod build;
mod built_dependencies;
mod calls;
mod check;
mod contained;
mod coverage;
mod dependency;
mod dev_dependencies;
mod document;
mod environment;
mod examples;
mod features;
mod fuzzing;
mod instrument;
mod left_undefined;
mod lock_file;
mod manifest;
mod metadata;
mod paths;
mod process;
mod profile;
mod refusal;
mod registry;
mod reproduction;
mod rustflags;
mod said;
mod scratch;
mod support;
mod test_build;
mod toolchain;
mod workbench;

pub(crate) use anew::Earlier;
pub(crate) use build::BuildAttempt;
pub use built_dependencies::BuiltDependencies;
pub use coverage::CoverageBuild;
pub(crate) use examples::give_up_examples;
pub use features::Definer;
pub(crate) use fuzzing::{FuzzCrate, TARGETS_LIB};
pub use lock_file::DEFAULT_REGISTRY;
pub use manifest::ExtraDependency;
pub use metadata::{DependencyCrate, Origin, ResolvedTarget};
pub use paths::{relative, without_dots};
pub use registry::{NewestVersion, configured_target_dir, newest_version};
pub use reproduction::Reproductions;
pub(crate) use scratch::short_hash;
pub use test_build::TestBuild;
pub use toolchain::{Toolchain, rustc_version};
pub(crate) use workbench::RUNTIME_SOURCES;
pub use workbench::Workbench;

pub use crate::diagnostic::Diagnostic;
