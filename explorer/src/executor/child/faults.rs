//! The faults one unit has shown so far: each distinct one once, counted, with its first samples. Kept in shared
//! memory, so that a death later in the unit loses nothing.

use crate::executor::shared::moment::Moment;
use crate::executor::shared::news::News;
use crate::executor::shared::pieces::{Piece, TracedRun};
use crate::message::normalise_message;
use crate::outcome::{Fault, FaultKind, Location};
use plans::{OpId, Sample, SeenValue};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Samples kept of each distinct fault of a unit.
const SAMPLES: u32 = 8;
/// Distinct faults of a unit with their own message; later ones are told apart by place alone.
const DISTINCT: usize = 512;

/// By what was carried out, too: what fails in the call itself says more than what fails before it.
type Key = (FaultKind, Option<Location>, Option<OpId>, String);

struct Entry<'n> {
    number: u32,
    plans: &'n AtomicU64,
    samples: u32,
}

/// The faults of one batch, unit after unit.
pub(crate) struct FaultTable<'n> {
    news: &'n News,
    unit: u32,
    /// Faults told so far of this batch.
    told: u32,
    entries: BTreeMap<Key, Entry<'n>>,
}

impl<'n> FaultTable<'n> {
    pub(crate) fn new(news: &'n News) -> Self {
        Self {
            news,
            unit: 0,
            told: 0,
            entries: BTreeMap::new(),
        }
    }

    /// Another unit begins.
    pub(crate) fn begin_unit(&mut self, unit: u32) {
        self.unit = unit;
        self.entries.clear();
    }

    /// Counts one new plan that showed `fault`. It is told by itself where there is no sample.
    pub(crate) fn note(&mut self, fault: &Fault, at: Moment, sample: impl FnOnce() -> Option<Sample>) {
        let message = if self.entries.len() < DISTINCT {
            normalise_message(&fault.message)
        } else {
            String::new()
        };
        let key = (fault.kind, fault.location.clone(), fault.op, message);
        if !self.entries.contains_key(&key) {
            let piece = Piece::Fault {
                unit: self.unit,
                at,
                fault: fault.clone(),
            };
            let Some(plans) = self.news.append(&piece.encode()) else {
                return;
            };
            self.entries.insert(
                key.clone(),
                Entry {
                    number: self.told,
                    plans,
                    samples: 0,
                },
            );
            self.told += 1;
        }
        let Some(entry) = self.entries.get_mut(&key) else {
            return;
        };
        entry.plans.fetch_add(1, Relaxed);
        if entry.samples < SAMPLES {
            entry.samples += 1;
            if let Some(sample) = sample() {
                let fault = entry.number;
                self.news.append(&Piece::Sample { fault, sample }.encode());
            }
        }
    }

    /// Tells a run. `fault` is what was noted of it.
    pub(crate) fn tell(&self, run: TracedRun) {
        self.news.append(&Piece::Run(run).encode());
    }

    /// Tells what a plan builds.
    pub(crate) fn tell_value(&self, value: &SeenValue) {
        let piece = Piece::Value {
            unit: self.unit,
            value: *value,
        };
        self.news.append(&piece.encode());
    }

    /// The unit is over, or was left to be resumed.
    pub(crate) fn end_unit(&self, report: &plans::UnitReport) {
        let piece = Piece::UnitEnd {
            unit: self.unit,
            report: plans::encode_unit_report(report),
        };
        self.news.append(&piece.encode());
    }
}
