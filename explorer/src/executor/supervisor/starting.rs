//! Starting an executor, in two steps: a template needs some milliseconds for its harness, and in the meantime it can be
//! sent what it is to run first.

use super::client::Executor;
use super::spawn::{Recipe, Template, start_template};
use crate::containment::SandboxMode;
use crate::executor::shared::moment::Moment;
use crate::executor::shared::protocol::{self, Batch};
use crate::executor::shared::setup::{CaseLimits, HarnessFiles, THIS_PROGRAM};
use anyhow::Context;
use plans::UnitRequest;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What an executor is started with.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The harness.
    pub dylib: PathBuf,
    /// The grammar its tables belong to, as `plans` encodes it.
    pub grammar_file: PathBuf,
    /// CPU time of one run; the edges it may execute follow from it, see [`EDGES_PER_SECOND`].
    pub case_timeout: Duration,
    /// Bytes one run may hold.
    pub case_memory: u64,
    /// Whether it is a fault of plans that are run again if they leak.
    pub leaks: bool,
    /// Containment.
    pub sandbox: SandboxMode,
    /// Once it is set, whatever is waited for then may go on for half a second; then there is an error instead.
    pub interrupt: Arc<AtomicBool>,
}

/// Edges that a run may execute per second of its CPU limit. Instrumented code executes several times as many in a
/// tight loop, so that a hang is decided by a count, the same on every machine, and CPU time is left for loops outside
/// the instrumented crates and for slow edges (calls into the system, large copies).
pub const EDGES_PER_SECOND: u64 = 100_000_000;

fn edges_within(cpu: Duration) -> u64 {
    let edges = cpu
        .as_millis()
        .saturating_mul(u128::from(EDGES_PER_SECOND / 1000));
    u64::try_from(edges).unwrap_or(u64::MAX)
}

impl Executor {
    /// Starts a template from this very program.
    pub fn start(options: &ExecutorOptions) -> anyhow::Result<Executor> {
        Self::start_with(Path::new(THIS_PROGRAM), options)
    }

    /// Starts a template from `program`, which must serve the hidden subcommand.
    pub fn start_with(program: &Path, options: &ExecutorOptions) -> anyhow::Result<Executor> {
        Self::start_counting(program, options, edges_within(options.case_timeout))
    }

    /// As [`Executor::start_with`], with `case_edges` edges for one run whatever its CPU time.
    pub fn start_counting(
        program: &Path,
        options: &ExecutorOptions,
        case_edges: u64,
    ) -> anyhow::Result<Executor> {
        Starting::begin(program, options, case_edges)?.finish()
    }

    /// Begins to start a template from this very program, which takes a while.
    pub fn begin(options: &ExecutorOptions) -> anyhow::Result<Starting> {
        Self::begin_with(Path::new(THIS_PROGRAM), options)
    }

    /// As [`Executor::begin`], from `program`, which must serve the hidden subcommand.
    pub fn begin_with(program: &Path, options: &ExecutorOptions) -> anyhow::Result<Starting> {
        Starting::begin(program, options, edges_within(options.case_timeout))
    }
}

/// An executor that is being started.
pub struct Starting {
    template: Template,
    recipe: Recipe,
    primed: Option<Vec<Vec<u8>>>,
}

impl Starting {
    fn begin(program: &Path, options: &ExecutorOptions, case_edges: u64) -> anyhow::Result<Starting> {
        let absolute = |path: &Path| {
            path.canonicalize()
                .with_context(|| format!("cannot find {}", path.display()))
        };
        let files = HarnessFiles {
            dylib: absolute(&options.dylib)?,
            grammar: absolute(&options.grammar_file)?,
        };
        let recipe = Recipe {
            program: program.to_owned(),
            mode: options.sandbox,
            limits: CaseLimits {
                cpu: options.case_timeout,
                edges: case_edges,
                memory: options.case_memory,
            },
            leaks: options.leaks,
            harness: Some(files),
            interrupt: Arc::clone(&options.interrupt),
        };
        Ok(Starting {
            template: start_template(&recipe)?,
            recipe,
            primed: None,
        })
    }

    /// Sends it what it is expected to run first, until this moment. If something else is asked for then, this was in vain.
    pub fn prime(&mut self, units: &[UnitRequest], until: Option<Moment>) -> anyhow::Result<()> {
        let units: Vec<Vec<u8>> = units.iter().map(plans::encode_unit_request).collect();
        if units.is_empty() || self.primed.is_some() {
            return Ok(());
        }
        let batch = Batch {
            may_stay: true,
            until,
            ..Batch::of(units.clone())
        };
        protocol::send(&self.template.socket, &batch.encode()).context("the executor did not start")?;
        self.primed = Some(units);
        Ok(())
    }

    /// Waits until it is ready.
    pub fn finish(mut self) -> anyhow::Result<Executor> {
        let handshake = self.template.answer()?;
        Ok(Executor::of(self.template, self.recipe, &handshake, self.primed))
    }
}
