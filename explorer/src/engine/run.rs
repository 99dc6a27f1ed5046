//! What all stages of a run know, and what they make of it alike.

use super::coverage_ahead::CoverageAhead;
use crate::executor::{ExecutorOptions, SandboxMode};
use crate::finding::CrateScope;
use crate::run_report::{Experiments, RunSettings};
use anyhow::Context;
use harness_gen::Prepared;
use harness_gen::cargo::Workbench;
use plans::{Grammar, PlanKeys, TypeId};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What governs one exploration.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// What the report says of them, too.
    pub run: RunSettings,
    /// Containment asked for.
    pub sandbox: SandboxMode,
    /// Whether coverage is measured.
    pub coverage: bool,
    /// Set from outside when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
    /// `path`, `workspace` or `registry`.
    pub source: &'static str,
    /// Package name.
    pub crate_name: String,
    /// Package version.
    pub crate_version: String,
}

/// What all stages of a run know.
pub(super) struct Run<'a> {
    pub(super) prepared: &'a Prepared,
    /// Where tests are built; none while something else is built there.
    pub(super) workbench: Option<&'a Workbench>,
    pub(super) settings: &'a EngineSettings,
    pub(super) scope: CrateScope,
    /// Told once the cores are not all needed for what is found at first.
    pub(super) coverage_ahead: CoverageAhead,
}

impl Run<'_> {
    /// What is being explored, to people.
    pub(super) fn title(&self) -> String {
        let name = &self.settings.crate_name;
        match self.workbench {
            Some(_) => name.clone(),
            None => format!("the first items of {name}"),
        }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.settings.interrupt.load(Ordering::Relaxed)
    }
}

/// The crate's grammar with what an experiment changes about it.
pub(super) fn searched_grammar(prepared: &Prepared, experiments: Experiments) -> Grammar {
    let mut grammar = prepared.grammar.clone();
    let as_usual = Experiments {
        keep_results_whole: experiments.keep_results_whole,
        values: experiments.values,
        attacks: experiments.attacks,
        watching: experiments.watching,
        ..Experiments::default()
    };
    if experiments != as_usual {
        // What is compared is the enumeration of the values that were given.
        grammar.forget_learned();
    }
    if experiments.eager {
        let all: Vec<TypeId> = (0..grammar.type_count() as u32).map(TypeId).collect();
        grammar.mark_unwatchable(&all);
    }
    grammar.limit_nesting(experiments.nesting);
    grammar
}

pub(super) fn executor_options(
    grammar: &Grammar,
    dylib: &Path,
    settings: &EngineSettings,
) -> anyhow::Result<ExecutorOptions> {
    // Beside the dylib: that directory is ours alone while the workbench is open.
    let grammar_file = dylib.with_extension("grammar");
    std::fs::write(&grammar_file, plans::encode_grammar(grammar))
        .with_context(|| format!("cannot write {}", grammar_file.display()))?;
    Ok(ExecutorOptions {
        dylib: dylib.to_owned(),
        grammar_file,
        case_timeout: settings.run.case_timeout,
        case_memory: settings.run.case_memory,
        leaks: settings.run.further.leaks,
        sandbox: settings.sandbox,
        interrupt: Arc::clone(&settings.interrupt),
    })
}

/// The names of the crate's ops and types.
pub(super) fn plan_keys(prepared: &Prepared) -> PlanKeys {
    PlanKeys::new(prepared.keys.ops.clone(), prepared.keys.types.clone())
}

/// The library's name is the first path segment of its items; the package's name may differ from it.
pub(super) fn crate_scope(prepared: &Prepared, settings: &EngineSettings, dylib: &Path) -> CrateScope {
    let of_item = prepared.items.iter().find(|item| !item.path.starts_with('<'));
    let lib_name = of_item
        .and_then(|item| item.path.split("::").next())
        .map(str::to_owned);
    let lib_name = lib_name.unwrap_or_else(|| settings.crate_name.replace('-', "_"));
    // Where everything of ours lies below the crate's root, it is in the directory that holds the dylib.
    let generated = dylib
        .strip_prefix(&prepared.crate_root)
        .ok()
        .and_then(|inside| inside.components().next());
    let generated = generated.map(|top| prepared.crate_root.join(top));
    CrateScope::new(&lib_name, &prepared.crate_root, generated.as_deref())
}
