//! Lets rustc decide which arms stay: the harness is built, what rustc refuses is dropped, until it refuses nothing.
//! An item that loses its last arm gets a second choice: the support set is generated anew without the refused arms.

use crate::api::Api;
use crate::cargo::{BuildAttempt, Diagnostic, Workbench};
use crate::emit::{HarnessSource, emit};
use crate::error::Error;
use crate::lower;
use crate::support::SupportSet;
use crate::support::borrows::may_borrow;
use crate::verdicts::{Memory, Verdicts};
use plans::{Grammar, OpId};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Most attempts to build; every one but the last refuses at least one arm.
const MOST_ROUNDS: u32 = 24;
/// Most support sets after the first.
const MOST_SECOND_CHOICES: u32 = 3;

/// A harness that compiles.
pub(crate) struct Pruned {
    /// What it was generated from; the refused ops are still in it.
    pub(crate) set: SupportSet,
    /// Without the refused ops.
    pub(crate) grammar: Grammar,
    /// Everything that rustc refused.
    pub(crate) verdicts: Verdicts,
    /// Attempts to build.
    pub(crate) rounds: u32,
    pub(crate) dylib: PathBuf,
}

/// Prunes with what was learned in an earlier run, if that still holds, and keeps what was learned for the next.
/// `generate` makes the support set without the given arm bodies.
pub(crate) fn prune(
    workbench: &Workbench,
    api: &Api,
    generate: &dyn Fn(&BTreeSet<String>) -> SupportSet,
    memory: &Memory,
    say: &mut dyn FnMut(&str),
) -> Result<Pruned, Error> {
    let loop_ = Loop {
        workbench,
        api,
        impls: api.traits.values().filter_map(|t| t.hole_impl.clone()).collect(),
        generate,
    };
    let remembered = match memory.take() {
        Some(verdicts) => loop_.run(verdicts, Trust::UnlessRebuilt, say)?,
        None => None,
    };
    let pruned = match remembered {
        Some(pruned) => pruned,
        None => loop_
            .run(Verdicts::default(), Trust::Always, say)?
            .ok_or_else(|| broken("the first attempt was given up"))?,
    };
    memory.keep(&pruned.verdicts)?;
    Ok(pruned)
}

/// Whether the verdicts to start with hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Always,
    /// They are from an earlier run: not if cargo compiles the crate or a dependency anew.
    UnlessRebuilt,
}

struct Loop<'a> {
    workbench: &'a Workbench,
    api: &'a Api,
    impls: Vec<String>,
    generate: &'a dyn Fn(&BTreeSet<String>) -> SupportSet,
}

impl Loop<'_> {
    /// None if the verdicts to start with turned out to be outdated.
    fn run(
        &self,
        mut verdicts: Verdicts,
        trust: Trust,
        say: &mut dyn FnMut(&str),
    ) -> Result<Option<Pruned>, Error> {
        let mut set = (self.generate)(verdicts.banned());
        let mut second_choices = 0;
        for round in 1..=MOST_ROUNDS {
            let ids = lower::type_ids(&set);
            let gone = verdicts.pruned(&set, &self.impls).with_ops_of_types(&set, &ids);
            let source = emit(
                &set,
                &self.impls,
                &|key| ids[key],
                &|key| may_borrow(self.api, &key.ty),
                &gone,
            );
            self.workbench.write_sources(&source.files)?;
            let arms = set.ops.len() - gone.ops.len();
            say(&format!("compiling {arms} arms, round {round}"));
            let BuildAttempt {
                outcome,
                rebuilt_dependencies,
            } = self.workbench.attempt_build(say)?;
            if rebuilt_dependencies && trust == Trust::UnlessRebuilt {
                return Ok(None);
            }
            let grammar = || lower::grammar(&set, &gone).map_err(|error| broken(&error.to_string()));
            let diagnostics = match outcome {
                Ok(dylib) => {
                    return Ok(Some(Pruned {
                        grammar: grammar()?,
                        set,
                        verdicts,
                        rounds: round,
                        dylib,
                    }));
                }
                Err(diagnostics) => diagnostics,
            };
            let mut news = false;
            for diagnostic in &diagnostics {
                news |= self.refuse(diagnostic, &source, &set, &mut verdicts)?;
            }
            if !news {
                let first = diagnostics.first().map(|d| d.rendered.as_str());
                return Err(broken(first.unwrap_or("rustc failed without an error")));
            }
            if second_choices < MOST_SECOND_CHOICES
                && self.some_item_lost_everything(&set, &verdicts)?
                && verdicts.ban_refused()
            {
                second_choices += 1;
                say("choosing other instances");
                set = (self.generate)(verdicts.banned());
            }
        }
        Err(broken(
            "the generated harness still did not compile after the last round",
        ))
    }

    /// Takes down whose lines an error covers; false if all of that was known.
    fn refuse(
        &self,
        diagnostic: &Diagnostic,
        source: &HarnessSource,
        set: &SupportSet,
        verdicts: &mut Verdicts,
    ) -> Result<bool, Error> {
        let reason = || {
            let code = diagnostic.code.as_ref();
            let code = code.map(|code| format!("{code}: ")).unwrap_or_default();
            format!("{code}{}", diagnostic.message)
        };
        let (mut owned, mut news) = (false, false);
        for line in diagnostic.line_start..=diagnostic.line_end {
            if let Some(owner) = source.owner(&diagnostic.file, line) {
                owned = true;
                news |= verdicts.refuse(owner, set, &self.impls, &reason);
            }
        }
        if owned {
            Ok(news)
        } else {
            Err(broken(&diagnostic.rendered))
        }
    }

    /// True if an item that could be explored before rustc refused anything cannot be explored without what it
    /// refused: its arms are gone, or what made its arguments.
    fn some_item_lost_everything(&self, set: &SupportSet, verdicts: &Verdicts) -> Result<bool, Error> {
        let ids = lower::type_ids(set);
        let nothing = crate::emit::Pruned::default();
        let gone = verdicts.pruned(set, &self.impls).with_ops_of_types(set, &ids);
        let grammar = |gone| lower::grammar(set, gone).map_err(|error| broken(&error.to_string()));
        let before = explorable_items(set, &grammar(&nothing)?);
        let after = explorable_items(set, &grammar(&gone)?);
        Ok(!before.is_subset(&after))
    }
}

fn explorable_items(set: &SupportSet, grammar: &Grammar) -> BTreeSet<usize> {
    let roots = set.ops.iter().enumerate().filter(|(_, op)| op.is_root);
    roots
        .filter(|(index, _)| {
            let op = OpId(u32::try_from(*index).unwrap_or(u32::MAX));
            grammar.root_steps(op).is_some()
        })
        .filter_map(|(_, op)| op.item)
        .collect()
}

fn broken(text: &str) -> Error {
    Error::HarnessBroken {
        rendered: text.to_owned(),
        diagnostics: Vec::new(),
    }
}
