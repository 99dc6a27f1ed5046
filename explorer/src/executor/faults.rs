//! The faults one unit has shown so far: each distinct one once, counted, with its first samples. Kept in shared
//! memory, so that a death later in the unit loses nothing.

use super::candidates::LearnCandidate;
use super::edges::{KEPT, KeptRun, read_edges};
use super::learn::CANDIDATE;
use super::moment::Moment;
use super::news::News;
use super::protocol::{Reader, Writer};
use super::values::SeenValue;
use crate::finding::normalise_message;
use crate::outcome::{Fault, FaultKind, Location};
use anyhow::bail;
use plans::{OpId, Outcome, Step, TypeId};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Samples kept of each distinct fault of a unit.
const SAMPLES: u32 = 8;
/// Distinct faults of a unit with their own message; later ones are told apart by place alone.
const DISTINCT: usize = 512;

const FAULT: u32 = 1;
const SAMPLE: u32 = 2;
const UNIT_END: u32 = 3;
const RUN: u32 = 5;
const VALUE: u32 = 7;

/// One plan that showed a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The choices.
    pub vector: Vec<Step>,
    /// What the run looked at.
    pub demands: Vec<u32>,
    /// Depth of the plan before its run.
    pub base_steps: u32,
    /// Its number among the plans that its unit counted, from 1.
    pub nth: u64,
}

/// One run of a batch in which every run is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedRun {
    /// The choices before the run.
    pub vector: Vec<Step>,
    /// What it looked at, in order.
    pub demands: Vec<u32>,
    /// What it came to.
    pub outcome: Outcome,
    /// How, if it was a fault.
    pub fault: Option<Fault>,
}

/// What a child has told.
pub(super) enum Piece {
    /// A distinct fault of a unit.
    Fault { unit: u32, at: Moment, fault: Fault },
    /// A sample of the fault that was told as number `fault`, from 0.
    Sample { fault: u32, sample: Sample },
    /// A unit came to its end: a `plans` encoding.
    UnitEnd { unit: u32, report: Vec<u8> },
    /// A value that a unit found worth learning.
    Candidate { unit: u32, candidate: LearnCandidate },
    /// A plan that showed new edges.
    Kept { unit: u32, run: KeptRun },
    /// A run, if all are to be told.
    Run(TracedRun),
    /// What a plan of a unit built.
    Value { unit: u32, value: SeenValue },
}

type Key = (FaultKind, Option<Location>, String);

struct Entry<'n> {
    number: u32,
    plans: &'n AtomicU64,
    samples: u32,
}

/// The faults of one batch, unit after unit.
pub(super) struct FaultTable<'n> {
    news: &'n News,
    unit: u32,
    /// Faults told so far of this batch.
    told: u32,
    entries: BTreeMap<Key, Entry<'n>>,
}

impl<'n> FaultTable<'n> {
    pub(super) fn new(news: &'n News) -> Self {
        Self {
            news,
            unit: 0,
            told: 0,
            entries: BTreeMap::new(),
        }
    }

    /// Another unit begins.
    pub(super) fn begin_unit(&mut self, unit: u32) {
        self.unit = unit;
        self.entries.clear();
    }

    /// Counts one new plan that showed `fault`.
    pub(super) fn note(&mut self, fault: &Fault, at: Moment, sample: impl FnOnce() -> Sample) {
        let message = if self.entries.len() < DISTINCT {
            normalise_message(&fault.message)
        } else {
            String::new()
        };
        let key = (fault.kind, fault.location.clone(), message);
        if !self.entries.contains_key(&key) {
            let mut piece = Writer::default();
            piece.u32(FAULT).u32(self.unit).u64(at.to_bits());
            write_fault(&mut piece, fault);
            let Some(plans) = self.news.append(&piece.0) else {
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
            let mut piece = Writer::default();
            piece.u32(SAMPLE).u32(entry.number);
            write_sample(&mut piece, &sample());
            self.news.append(&piece.0);
        }
    }

    /// Tells a run. `fault` is what was noted of it.
    pub(super) fn tell(&self, outcome: Outcome, fault: Option<&Fault>, vector: &[Step], demands: &[u32]) {
        let mut piece = Writer::default();
        let outcome = OUTCOMES.iter().position(|known| *known == outcome).unwrap_or(0);
        piece.u32(RUN).u32(outcome as u32);
        piece
            .bytes(&plans::encode_vector(vector))
            .u32s(demands.iter().copied());
        if let Some(fault) = fault {
            write_fault(piece.u32(1), fault);
        } else {
            piece.u32(0);
        }
        self.news.append(&piece.0);
    }

    /// Tells what a plan builds.
    pub(super) fn tell_value(&self, value: &SeenValue) {
        let mut piece = Writer::default();
        piece.u32(VALUE).u32(self.unit);
        value.write(&mut piece);
        self.news.append(&piece.0);
    }

    /// The unit is over, or was left to be resumed.
    pub(super) fn end_unit(&self, report: &plans::UnitReport) {
        let mut piece = Writer::default();
        piece
            .u32(UNIT_END)
            .u32(self.unit)
            .bytes(&plans::encode_unit_report(report));
        self.news.append(&piece.0);
    }
}

/// Decodes one piece of news.
pub(super) fn read_piece(body: &[u8]) -> anyhow::Result<Piece> {
    let mut body = Reader(body);
    Ok(match body.u32()? {
        FAULT => Piece::Fault {
            unit: body.u32()?,
            at: Moment::from_bits(body.u64()?),
            fault: read_fault(&mut body)?,
        },
        SAMPLE => Piece::Sample {
            fault: body.u32()?,
            sample: read_sample(&mut body)?,
        },
        KEPT => Piece::Kept {
            unit: body.u32()?,
            run: KeptRun {
                edges: read_edges(&mut body)?,
                sample: read_sample(&mut body)?,
            },
        },
        UNIT_END => Piece::UnitEnd {
            unit: body.u32()?,
            report: body.bytes()?.to_vec(),
        },
        CANDIDATE => Piece::Candidate {
            unit: body.u32()?,
            candidate: LearnCandidate {
                ty: TypeId(body.u32()?),
                distance: body.u32()?,
                witness: body.u32()?,
                value: body.bytes()?.to_vec(),
            },
        },
        RUN => {
            let Some(outcome) = OUTCOMES.get(body.u32()? as usize).copied() else {
                bail!("unknown outcome of a run")
            };
            let Ok(vector) = plans::decode_vector(body.bytes()?) else {
                bail!("a run cannot be read")
            };
            let demands = body.u32s()?;
            let fault = match body.u32()? {
                0 => None,
                _ => Some(read_fault(&mut body)?),
            };
            Piece::Run(TracedRun {
                vector,
                demands,
                outcome,
                fault,
            })
        }
        VALUE => Piece::Value {
            unit: body.u32()?,
            value: SeenValue::read(&mut body)?,
        },
        other => bail!("unknown piece of news {other}"),
    })
}

const OUTCOMES: [Outcome; 5] = [
    Outcome::Ok,
    Outcome::Reject,
    Outcome::Discarded,
    Outcome::TypeDemand,
    Outcome::Fault,
];

const KINDS: [FaultKind; 6] = [
    FaultKind::Panic,
    FaultKind::Timeout,
    FaultKind::Memory,
    FaultKind::StackOverflow,
    FaultKind::Abort,
    FaultKind::Property,
];

/// Appends a sample.
pub(super) fn write_sample(out: &mut Writer, sample: &Sample) {
    let Sample {
        vector,
        demands,
        base_steps,
        nth,
    } = sample;
    out.u32(*base_steps)
        .u64(*nth)
        .bytes(&plans::encode_vector(vector))
        .u32s(demands.iter().copied());
}

fn read_sample(body: &mut Reader<'_>) -> anyhow::Result<Sample> {
    let (base_steps, nth) = (body.u32()?, body.u64()?);
    let Ok(vector) = plans::decode_vector(body.bytes()?) else {
        bail!("a sample cannot be read")
    };
    Ok(Sample {
        vector,
        demands: body.u32s()?,
        base_steps,
        nth,
    })
}

/// Only kinds that leave the child alive are ever told by it, and those carry no number.
fn write_fault(out: &mut Writer, fault: &Fault) {
    let kind = KINDS.iter().position(|kind| *kind == fault.kind).unwrap_or(0);
    out.u32(kind as u32).bytes(fault.message.as_bytes());
    out.u32(fault.op.map_or(u32::MAX, |op| op.0));
    match &fault.location {
        None => out.u32(0),
        Some(Location { file, line, column }) => out.u32(1).bytes(file.as_bytes()).u32(*line).u32(*column),
    };
}

fn read_fault(body: &mut Reader<'_>) -> anyhow::Result<Fault> {
    let Some(kind) = KINDS.get(body.u32()? as usize).copied() else {
        bail!("unknown kind of fault")
    };
    let message = body.text()?;
    let op = Some(body.u32()?).filter(|op| *op != u32::MAX).map(OpId);
    let location = match body.u32()? {
        0 => None,
        _ => Some(Location {
            file: body.text()?,
            line: body.u32()?,
            column: body.u32()?,
        }),
    };
    Ok(Fault {
        kind,
        message,
        location,
        op,
    })
}
