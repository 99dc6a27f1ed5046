//! What the command line of `replay` means, together with what the stored run was made with.

use super::BuildContainment;
use crate::cli::{self, Format, ReplayArgs};
use crate::spec::Selection;
use crate::store::{FeatureChoice, Origin, StoredRun};
use anyhow::Context;
use harness_gen::{CargoAccess, Constants, Features, Feeding, PathGlobs, SupportFile};
use std::path::{Path, PathBuf};

/// One call of `replay`, resolved.
#[derive(Debug)]
pub struct ReplaySettings {
    /// Ids and files as typed.
    pub findings: Vec<String>,
    /// Findings of all classes.
    pub all: bool,
    /// `--run`.
    pub run: Option<String>,
    /// `--package`.
    pub package: Option<String>,
    /// Executor processes.
    pub jobs: usize,
    /// Containment asked for.
    pub sandbox: cli::Sandbox,
    /// How builds are contained.
    pub builds: BuildContainment,
    /// Form of the answer.
    pub format: Format,
    /// File for it.
    pub output: Option<PathBuf>,
    /// No progress.
    pub quiet: bool,
    /// Details of every stage.
    pub verbose: bool,
    code: Code,
}

/// Which code, as far as the command line says.
#[derive(Debug)]
struct Code {
    spec: Option<String>,
    manifest_path: Option<PathBuf>,
    target_dir: Option<PathBuf>,
    /// None: those of the run.
    features: Option<Features>,
    access: CargoAccess,
    /// None: that of the run.
    support: Option<SupportFile>,
}

impl ReplaySettings {
    /// Resolves the arguments. An error is a usage mistake.
    pub fn resolve(arguments: ReplayArgs) -> anyhow::Result<Self> {
        let ReplayArgs { answer, build, .. } = arguments;
        anyhow::ensure!(
            matches!(answer.format, Format::Human | Format::Json),
            "what a replay comes to has no such format; write `--format human` or `--format json`"
        );
        let has_features = build.all_features || build.no_default_features || !build.features.is_empty();
        Ok(Self {
            findings: arguments.findings,
            all: arguments.all,
            run: arguments.run,
            package: arguments.place.package,
            jobs: super::jobs(arguments.jobs),
            sandbox: arguments.sandbox,
            builds: BuildContainment::new(arguments.sandbox, build.sandbox_build),
            format: answer.format,
            output: answer.output,
            quiet: arguments.quiet,
            verbose: arguments.verbose > 0,
            code: Code {
                spec: arguments.spec,
                manifest_path: arguments.place.manifest_path,
                access: super::access(&build, arguments.jobs),
                target_dir: build.target_dir,
                features: has_features.then(|| Features {
                    named: super::split_features(&build.features),
                    all: build.all_features,
                    default: !build.no_default_features,
                }),
                support: arguments.support,
            },
        })
    }

    /// `--target-dir` and `--manifest-path`.
    pub fn place(&self) -> (Option<&Path>, Option<&Path>) {
        (
            self.code.target_dir.as_deref(),
            self.code.manifest_path.as_deref(),
        )
    }

    /// The package whose code the plans of a run are run against: the one that was named, else the one that the run was of, as
    /// it is now.
    pub fn selection(&self, run: &StoredRun) -> anyhow::Result<Selection> {
        let facts = &run.facts;
        let spec = match (&self.code.spec, &facts.origin) {
            (Some(spec), _) => spec.clone(),
            (None, Origin::Registry) => format!("{}@{}", facts.package, facts.version),
            (None, Origin::Directory(directory)) => {
                let path = directory.join("Cargo.toml");
                anyhow::ensure!(
                    path.is_file(),
                    "the run is of a package in `{}`, which is not there\n\
                     help: say with --spec which code its plans are run against",
                    directory.display()
                );
                path.to_str()
                    .context("the path of the package is not Unicode")?
                    .to_owned()
            }
        };
        Ok(Selection {
            specs: vec![spec],
            packages: Vec::new(),
            workspace: false,
            exclude: Vec::new(),
            manifest_path: self.code.manifest_path.clone(),
            target_dir: self.code.target_dir.clone(),
            features: match &self.code.features {
                Some(features) => features.clone(),
                None => of_run(&facts.features),
            },
            access: self.code.access,
            constants: Constants::default(),
            properties: PathGlobs::new(&facts.properties).map_err(|(_, error)| error)?,
            support: self
                .code
                .support
                .clone()
                .or_else(|| facts.fed_with.support.clone()),
            feeding: Feeding {
                stand_ins: facts.fed_with.stand_ins,
                hidden_items: facts.fed_with.hidden_items,
                ..Feeding::default()
            },
        })
    }
}

fn of_run(features: &FeatureChoice) -> Features {
    Features {
        named: features.named.clone(),
        all: features.all,
        default: features.default,
    }
}
