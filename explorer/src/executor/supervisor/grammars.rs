//! The supervisor's own copy of what the template reads: it tells which plan a child died of.

use anyhow::Context;
use plans::{Fatal, FatalPlan, Grammar, TypeId, UnitRequest};
use std::cell::OnceCell;
use std::path::PathBuf;

/// Read when the first child dies.
pub(super) struct Grammars {
    file: PathBuf,
    unwatchable: Vec<TypeId>,
    usual: OnceCell<Grammar>,
    /// Without placeholders and learned values: for units that tell values.
    eager: OnceCell<Grammar>,
}

impl Grammars {
    /// `unwatchable`: what the template says cannot be watched.
    pub(super) fn new(file: PathBuf, unwatchable: Vec<TypeId>) -> Grammars {
        Grammars {
            file,
            unwatchable,
            usual: OnceCell::new(),
            eager: OnceCell::new(),
        }
    }

    /// Types whose values cannot be watched.
    pub(super) fn unwatchable(&self) -> &[TypeId] {
        &self.unwatchable
    }

    /// The plan a unit stood at in its run of this number. None if what the child has noted of it is no plan.
    pub(super) fn plan_at(
        &self,
        request: &UnitRequest,
        fatal: &Fatal,
        run: u64,
    ) -> anyhow::Result<Option<FatalPlan>> {
        let usual = self.usual()?;
        let grammar = match request.tells_values() {
            true => self.eager.get_or_init(|| usual.eager()),
            false => usual,
        };
        Ok(request.plan_at(grammar, fatal, run))
    }

    /// The grammar that units are run with.
    pub(super) fn usual(&self) -> anyhow::Result<&Grammar> {
        if let Some(grammar) = self.usual.get() {
            return Ok(grammar);
        }
        let path = self.file.display();
        let bytes = std::fs::read(&self.file).with_context(|| format!("cannot read {path}"))?;
        let mut grammar = plans::decode_grammar(&bytes).with_context(|| format!("{path} is no grammar"))?;
        grammar.mark_unwatchable(&self.unwatchable);
        Ok(self.usual.get_or_init(|| grammar))
    }
}
