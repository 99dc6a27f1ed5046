//! The harness a second time, with some of its arms: to measure which regions and lines of the explored crate plans reach, with
//! LLVM's source coverage instead of edges, or for fuzzers. rustc accepted all of these arms before.

use crate::api::Api;
use crate::api::borrows::may_borrow;
use crate::cargo::{CoverageBuild, Workbench};
use crate::emit::{COUNTERS_MODULE, HarnessSource, Pruned, emit};
use crate::error::Error;
use crate::support_set::SupportSet;
use plans::OpId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Crates with so many ops use nearly all of them: `petgraph` 0.8.3 runs nine of ten of its 6,300 in a minute.
const MOST_OPS_COVERED_WHOLE: usize = 10_000;

/// What the harness was generated from.
#[derive(Debug)]
pub struct Recipe {
    api: Api,
    set: SupportSet,
    impls: Vec<String>,
    refused: Pruned,
}

impl Recipe {
    /// `refused` is what rustc refused of `set` and `impls`, the ops of refused types included.
    pub(crate) fn new(api: Api, set: SupportSet, impls: Vec<String>, refused: Pruned) -> Recipe {
        Recipe {
            api,
            set,
            impls,
            refused,
        }
    }

    /// Builds a harness with the same tables that measures coverage, in which only these ops have arms; all of them where these
    /// are nearly all, so that the next run, which may use some others, need not compile it again.
    pub fn build_coverage(
        &self,
        workbench: &Workbench,
        used: &BTreeSet<OpId>,
        notify: &mut dyn FnMut(&str),
    ) -> Result<CoverageBuild, Error> {
        let mut source = match self.is_covered_whole() || self.are_nearly_all(used) {
            true => self.source(&self.accepted().collect()),
            false => self.source(used),
        };
        let (file, text, line) = COUNTERS_MODULE;
        for (path, content) in &mut source.files {
            if path == Path::new("lib.rs") {
                content.push_str(line);
            }
        }
        source.files.push((PathBuf::from(file), text.to_owned()));
        workbench.build_coverage(&source.files, notify)
    }

    /// Builds the harness that measures coverage before anybody knows which ops are used, if it will have all anyway and none is there.
    pub fn build_coverage_ahead(&self, workbench: &Workbench) -> Result<(), Error> {
        if self.is_covered_whole() && !workbench.has_coverage() {
            self.build_coverage(workbench, &BTreeSet::new(), &mut |_| ())?;
        }
        Ok(())
    }

    /// So few ops that those which are not used take little time.
    fn is_covered_whole(&self) -> bool {
        self.accepted().count() <= MOST_OPS_COVERED_WHOLE
    }

    /// Three of four ops: compiling the others takes a third longer at most.
    fn are_nearly_all(&self, used: &BTreeSet<OpId>) -> bool {
        used.len() * 4 >= self.accepted().count() * 3
    }

    /// Ops that rustc has not refused.
    fn accepted(&self) -> impl Iterator<Item = OpId> {
        let ids = (0..).map(OpId).zip(0..self.set.ops.len());
        ids.filter(|(_, op)| !self.refused.ops.contains(op))
            .map(|(id, _)| id)
    }

    /// The files of a harness with the same tables, in which only these ops have arms.
    pub(crate) fn source(&self, used: &BTreeSet<OpId>) -> HarnessSource {
        let ids = self.set.type_ids();
        let is_used = |op: &usize| used.contains(&OpId(u32::try_from(*op).unwrap_or(u32::MAX)));
        let mut pruned = self.refused.clone();
        pruned
            .ops
            .extend((0..self.set.ops.len()).filter(|op| !is_used(op)));
        let used_types: BTreeSet<usize> = (0..self.set.ops.len())
            .filter(is_used)
            .map(|op| &self.set.ops[op])
            .flat_map(|op| op.inputs.iter().chain([&op.result]))
            .map(|key| ids[key])
            .collect();
        pruned
            .types
            .extend((0..self.set.types.len()).filter(|ty| !used_types.contains(ty)));
        emit(
            &self.set,
            &self.impls,
            &|key| ids[key],
            &|key| may_borrow(&self.api, &key.ty),
            &pruned,
        )
    }
}
