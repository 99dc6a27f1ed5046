//! Shapes of the parts of the plan that a search stands at, and leaving out plans with a redundant part.

use super::{ROOT, Search};
use crate::RedundantPlans;

/// A part with an undecided placeholder, or inside one, has no shape.
const OPEN: u64 = 0;

/// What is known of the program, from its first instruction up to a point: kept from plan to plan.
#[derive(Default)]
pub(super) struct Shapes {
    /// By position in the program.
    shapes: Vec<u64>,
    /// Instructions of the part that ends at a position.
    lengths: Vec<u32>,
    /// Positions from here on have changed.
    pub(super) same: usize,
}

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
            let mut shape = mixed(u64::from(instr.op) + 1);
            let mut length = 1;
            for _ in 0..self.grammar.arity(self.nodes[node as usize].op) {
                let part = position - length;
                let of_part = self.shapes.shapes[part];
                shape = if of_part == OPEN || shape == OPEN {
                    OPEN
                } else {
                    mixed(shape.rotate_left(17) ^ of_part)
                };
                length += self.shapes.lengths[part] as usize;
            }
            if instr.watch != 0 || !self.nodes[node as usize].decided {
                shape = OPEN;
            }
            self.shapes.shapes.push(shape);
            self.shapes.lengths.push(length as u32);
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

/// Spreads a number over all bits; never [`OPEN`].
#[inline]
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (number ^ (number >> 32)).max(1)
}
