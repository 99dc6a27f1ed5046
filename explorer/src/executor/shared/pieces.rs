//! The pieces of news that a child leaves for the supervisor, and how they are written down.

use super::moment::Moment;
use super::protocol::{Reader, Writer};
use super::values::{read_value, write_value};
use crate::outcome::{Fault, FaultKind, Location};
use anyhow::{Context, bail};
use plans::{EdgeSet, KeptRun, LearnCandidate, OpId, Outcome, Plan, Sample, SeenValue, TypeId};

const FAULT: u32 = 1;
const SAMPLE: u32 = 2;
const UNIT_END: u32 = 3;
const CANDIDATE: u32 = 4;
const RUN: u32 = 5;
const KEPT: u32 = 6;
const VALUE: u32 = 7;

/// One run of a batch in which every run is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedRun {
    /// Bound of the round that the unit stood in.
    pub bound: u32,
    /// The plan before the run, and after each look at a placeholder: the last one is the plan as the run saw it.
    pub steps: Vec<Plan>,
    /// What it came to.
    pub outcome: Outcome,
    /// How, if it was a fault.
    pub fault: Option<Fault>,
    /// The first bytes of what the call returned; at most [`RESULT_MAX`](super::abi::RESULT_MAX).
    pub result: Vec<u8>,
    /// Edges of instrumented code that it executed; 0 if they were not counted.
    pub edges: u64,
}

/// What a child has told.
pub(crate) enum Piece {
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

impl Piece {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Piece::Fault { unit, at, fault } => {
                out.u32(FAULT).u32(*unit).u64(at.to_bits());
                write_fault(&mut out, fault);
            }
            Piece::Sample { fault, sample } => {
                out.u32(SAMPLE).u32(*fault);
                write_sample(&mut out, sample);
            }
            Piece::UnitEnd { unit, report } => {
                out.u32(UNIT_END).u32(*unit).bytes(report);
            }
            Piece::Candidate { unit, candidate } => {
                out.u32(CANDIDATE)
                    .u32(*unit)
                    .u32(candidate.ty.0)
                    .u32(candidate.distance)
                    .u32(candidate.witness)
                    .bytes(&candidate.value);
            }
            Piece::Kept { unit, run } => {
                out.u32(KEPT).u32(*unit).u32s(run.edges.iter().copied());
                write_sample(&mut out, &run.sample);
            }
            Piece::Run(run) => write_run(&mut out, run),
            Piece::Value { unit, value } => {
                out.u32(VALUE).u32(*unit);
                write_value(value, &mut out);
            }
        }
        out.0
    }

    pub(crate) fn decode(body: &[u8]) -> anyhow::Result<Piece> {
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
            RUN => Piece::Run(read_run(&mut body)?),
            KEPT => Piece::Kept {
                unit: body.u32()?,
                run: KeptRun {
                    edges: read_edges(&mut body)?,
                    sample: read_sample(&mut body)?,
                },
            },
            VALUE => Piece::Value {
                unit: body.u32()?,
                value: read_value(&mut body)?,
            },
            other => bail!("unknown piece of news {other}"),
        })
    }
}

fn write_run(out: &mut Writer, run: &TracedRun) {
    let outcome = OUTCOMES.iter().position(|known| *known == run.outcome);
    out.u32(RUN)
        .u32(run.bound)
        .u64(run.edges)
        .u32(outcome.unwrap_or(0) as u32)
        .u32(run.steps.len() as u32);
    for plan in &run.steps {
        out.bytes(&plans::encode_plan(plan));
    }
    out.bytes(&run.result);
    match &run.fault {
        Some(fault) => write_fault(out.u32(1), fault),
        None => _ = out.u32(0),
    }
}

fn read_run(body: &mut Reader<'_>) -> anyhow::Result<TracedRun> {
    let (bound, edges) = (body.u32()?, body.u64()?);
    let Some(outcome) = OUTCOMES.get(body.u32()? as usize).copied() else {
        bail!("unknown outcome of a run")
    };
    let steps: Vec<Plan> = (0..body.u32()?)
        .map(|_| read_plan(body))
        .collect::<anyhow::Result<_>>()?;
    let result = body.bytes()?.to_vec();
    let fault = match body.u32()? {
        0 => None,
        _ => Some(read_fault(body)?),
    };
    Ok(TracedRun {
        bound,
        steps,
        outcome,
        fault,
        result,
        edges,
    })
}

/// Foreign code may have written numbers there that no edge has.
fn read_edges(body: &mut Reader<'_>) -> anyhow::Result<Vec<u32>> {
    let mut edges = body.u32s()?;
    edges.retain(|edge| *edge < EdgeSet::MOST);
    Ok(edges)
}

const OUTCOMES: [Outcome; 5] = [
    Outcome::Ok,
    Outcome::Reject,
    Outcome::Discarded,
    Outcome::TypeDemand,
    Outcome::Fault,
];

const KINDS: [FaultKind; 7] = [
    FaultKind::Panic,
    FaultKind::Timeout,
    FaultKind::Memory,
    FaultKind::StackOverflow,
    FaultKind::Abort,
    FaultKind::Property,
    FaultKind::Leak,
];

/// Appends a sample.
fn write_sample(out: &mut Writer, sample: &Sample) {
    let Sample {
        plan,
        base_steps,
        nth,
    } = sample;
    out.u32(*base_steps).u64(*nth).bytes(&plans::encode_plan(plan));
}

fn read_sample(body: &mut Reader<'_>) -> anyhow::Result<Sample> {
    Ok(Sample {
        base_steps: body.u32()?,
        nth: body.u64()?,
        plan: read_plan(body)?,
    })
}

fn read_plan(body: &mut Reader<'_>) -> anyhow::Result<Plan> {
    plans::decode_plan(body.bytes()?).context("a plan cannot be read")
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
