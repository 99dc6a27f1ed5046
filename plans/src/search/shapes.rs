//! Shapes of the parts of the plan that a search stands at, and leaving out plans with a redundant part.

use super::series::Series;
use super::shape_table::Shapes;
use super::{ROOT, Search};
use crate::{OpId, RedundantPlans};

/// A part with an undecided placeholder, or inside one, has no shape.
const OPEN: u64 = 0;

impl Search<'_> {
    /// If an argument of the current plan contains a part that is redundant at this stage: goes on to the first plan without
    /// it in its place, which may contain another one. False if there is no such part. All plans that agree in the decisions up
    /// to the last one about the part have it, so none of the decisions after that is of interest.
    pub fn leave_redundant(&mut self, known: &RedundantPlans, stage: u32) -> bool {
        if !self.live || known.is_empty() {
            return false;
        }
        let Some(position) = self.find_redundant(known, stage) else {
            return false;
        };
        let top = self.program_nodes[position];
        while let Some(last) = self.vector.last().copied() {
            if self.is_within(last.node, top) {
                break;
            }
            self.vector.pop();
            self.undo(last);
        }
        self.advance();
        true
    }

    /// The shape of the current plan with its root op. None if it has placeholders.
    pub fn shape(&mut self) -> Option<u64> {
        self.find_redundant(&RedundantPlans::default(), 0);
        self.shapes.shapes.last().copied().filter(|&shape| shape != OPEN)
    }

    /// The first part of an argument that is redundant.
    fn find_redundant(&mut self, known: &RedundantPlans, stage: u32) -> Option<usize> {
        let from = self.shapes.same.min(self.program.len());
        self.shapes.shapes.truncate(from);
        self.shapes.lengths.truncate(from);
        let root = self.program.len().saturating_sub(1);
        for position in from..self.program.len() {
            let instr = self.program[position];
            let node = self.program_nodes[position];
            let arity = self.grammar.arity(self.nodes[node as usize].op);
            let Shapes { shapes, lengths, .. } = &self.shapes;
            let (mut shape, length) = above(shape_of(instr.op), position, arity, shapes, lengths);
            if instr.watch != 0 || !self.nodes[node as usize].decided {
                shape = OPEN;
            }
            self.shapes.shapes.push(shape);
            self.shapes.lengths.push(length);
            if position < root && known.has_top(instr.op) && known.contains(shape, stage) {
                self.shapes.same = position + 1;
                return Some(position);
            }
        }
        self.shapes.same = self.program.len();
        None
    }

    fn is_within(&self, mut node: u32, top: u32) -> bool {
        // Parents have smaller numbers.
        while node > top && node != ROOT {
            node = self.nodes[node as usize].parent;
        }
        node == top
    }
}

/// Says which plans of a series are left out: those in which a part that the series changes is redundant.
pub(crate) struct SeriesShapes<'k> {
    known: &'k RedundantPlans,
    stage: u32,
    /// Positions of the parts that change and are no literals, as far as one could be redundant, in order.
    parts: Vec<usize>,
    /// By position, if there are such parts.
    shapes: Vec<u64>,
}

impl<'k> SeriesShapes<'k> {
    /// None: it is not known yet that the plan at which the series begins is not left out itself.
    pub(crate) fn of(
        series: &Series<'_, '_>,
        known: &'k RedundantPlans,
        stage: u32,
    ) -> Option<SeriesShapes<'k>> {
        let search = series.search;
        if search.shapes.same != search.program.len() {
            return None;
        }
        let mut parts = Vec::new();
        for (position, _) in series.literals() {
            let mut node = search.nodes[search.program_nodes[position] as usize].parent;
            let (mut above, mut until) = (parts.len(), parts.len());
            while node != ROOT {
                parts.push(search.positions[node as usize] as usize);
                above += 1;
                if known.has_top(search.nodes[node as usize].op.0) {
                    until = above;
                }
                node = search.nodes[node as usize].parent;
            }
            parts.truncate(until);
        }
        parts.sort_unstable();
        parts.dedup();
        let shapes = match parts.is_empty() {
            true => Vec::new(),
            false => search.shapes.shapes.clone(),
        };
        Some(SeriesShapes {
            known,
            stage,
            parts,
            shapes,
        })
    }

    /// Whether the plan at which the series stands is left out.
    #[inline]
    pub(crate) fn leave_out(&mut self, series: &Series<'_, '_>) -> bool {
        let (known, stage) = (self.known, self.stage);
        let mut literals = series.literals();
        literals.any(|(_, op)| known.has_top(op.0) && known.contains(shape_of(op.0), stage))
            || (!self.parts.is_empty() && self.any_part(series))
    }

    fn any_part(&mut self, series: &Series<'_, '_>) -> bool {
        for (position, op) in series.literals() {
            self.shapes[position] = shape_of(op.0);
        }
        let (known, stage, search) = (self.known, self.stage, series.search);
        let (shapes, lengths) = (&mut self.shapes, &search.shapes.lengths);
        self.parts.iter().any(|&position| {
            let op = search.program[position].op;
            let arity = search.grammar.arity(OpId(op));
            let shape = above(shape_of(op), position, arity, shapes, lengths).0;
            shapes[position] = shape;
            known.has_top(op) && known.contains(shape, stage)
        })
    }
}

/// The shape of a part whose op has this one by itself, at a position behind its arguments, and its number of instructions.
#[inline]
fn above(mut shape: u64, position: usize, arity: u32, shapes: &[u64], lengths: &[u32]) -> (u64, u32) {
    let mut length = 1;
    for _ in 0..arity {
        let part = position - length as usize;
        let of_part = shapes[part];
        shape = if of_part == OPEN || shape == OPEN {
            OPEN
        } else {
            mixed(shape.rotate_left(17) ^ of_part)
        };
        length += lengths[part];
    }
    (shape, length)
}

/// Of an op without its arguments.
#[inline]
fn shape_of(op: u32) -> u64 {
    mixed(u64::from(op) + 1)
}

/// Spreads a number over all bits; never [`OPEN`].
#[inline]
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (number ^ (number >> 32)).max(1)
}
