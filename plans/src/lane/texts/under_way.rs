//! A unit of texts until all of them were run: what is left of it, and what they have shown so far.

use super::spent::Spent;
use crate::lane::instance::Instance;
use crate::lane::news::{LearnCandidate, UnitNews};
use crate::plan::Term;
use crate::request::{UnitRequest, Work};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The unit of a turn, of which some texts were run. Nothing follows from it before all were: how often it is cut is up to a
/// clock.
#[derive(Debug)]
pub(super) struct UnderWay {
    pub(super) subject: usize,
    pub(super) request: UnitRequest,
    /// So many of its texts are watched, from the first that is left.
    pub(super) watched: u64,
    /// Texts that were watched.
    pub(super) compared: Vec<Vec<u8>>,
    pub(super) candidates: BTreeSet<LearnCandidate>,
    /// Texts that showed something.
    pub(super) found: Vec<Vec<u8>>,
    /// Something of it is new to all items.
    pub(super) is_new: bool,
    pub(super) spent: Spent,
}

impl UnderWay {
    /// Takes in what became of the texts that were run. Returns the one that ended the process.
    pub(super) fn take_in(
        &mut self,
        way: &[usize],
        instance: &Instance,
        kept_before: usize,
        news: &UnitNews<'_>,
    ) -> Option<Vec<u8>> {
        let Work::Texts(work) = &mut self.request.work else {
            return None;
        };
        let done = usize::try_from(news.report.tallies.executions).unwrap_or(usize::MAX);
        let texts = Arc::make_mut(&mut work.texts);
        let ran: Vec<Vec<u8>> = texts.drain(..done.min(texts.len())).collect();
        self.request.budget = work.texts.len() as u64;
        let watched = usize::try_from(self.watched).unwrap_or(usize::MAX).min(ran.len());
        self.watched -= watched as u64;
        self.compared.extend(ran[..watched].iter().cloned());
        self.candidates.extend(news.candidates.iter().cloned());
        let fatal = news.death.and_then(|_| ran.last().cloned());
        let kept = instance.kept.runs().iter().skip(kept_before);
        let texts = kept.filter_map(|run| match run.sample.plan.term().part(way)? {
            Term::Literal { value, .. } => Some(value.clone()),
            Term::Apply { .. } | Term::Hole { .. } => None,
        });
        self.found
            .extend(texts.filter(|text| Some(text) != fatal.as_ref()));
        fatal
    }

    /// Takes out of what is left, as far as it is not watched, those texts.
    pub(super) fn leave_out(&mut self, is_out: impl Fn(&[u8]) -> bool) {
        let Work::Texts(work) = &mut self.request.work else {
            return;
        };
        let mut nth = 0;
        Arc::make_mut(&mut work.texts).retain(|text| {
            nth += 1;
            nth <= self.watched || !is_out(text)
        });
        self.request.budget = work.texts.len() as u64;
    }

    pub(super) fn is_over(&self) -> bool {
        match &self.request.work {
            Work::Texts(work) => work.texts.is_empty(),
            _ => true,
        }
    }
}
