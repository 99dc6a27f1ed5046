//! Series: plans that follow each other and differ in their trailing literals only, told ahead so that they can be run in
//! one go. A series ends before anything that is more than another literal: a part with arguments of its own, a
//! placeholder, a cut at a lesser depth than before. What its runs come to may end it earlier, never change it.

use super::Search;
use crate::OpId;
use crate::tuning::FIRST_ALTERNATIVES;

/// Most trailing decisions that a series changes, so most changes of one step.
pub(crate) const MOST_DIALS: usize = 8;

/// What changes from one plan of a series to the next: another literal in place of one. A step from plan to plan is one
/// change or several.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Position of the decision in the vector.
    pub decision: u32,
    /// The alternative it takes now.
    pub alternative: u32,
    /// Position of the literal in the program.
    pub instruction: u32,
    /// The op there now.
    pub op: u32,
    /// Depth of the plan after the step this change belongs to, before its run.
    pub base_steps: u32,
    /// [`Change::COMPLETES`] and [`Change::IS_NEW`].
    pub flags: u32,
}

impl Change {
    /// The last change of its step: with it the next plan is there.
    pub const COMPLETES: u32 = 1;
    /// With [`Change::COMPLETES`]: the plan that is there now was not counted before.
    pub const IS_NEW: u32 = 2;

    /// Whether the next plan is there with this change.
    #[inline]
    pub fn completes(&self) -> bool {
        self.flags & Change::COMPLETES != 0
    }

    /// Whether that plan is new.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.flags & Change::IS_NEW != 0
    }
}

/// A decision for a literal which the series changes.
struct Dial<'g> {
    decision: u32,
    instruction: u32,
    alternatives: &'g [OpId],
    /// One past the last alternative that may be taken.
    end: u32,
    ordinary: u32,
    alternative: u32,
    /// Of the alternative, of the first alternative, and the least of all.
    steps: u32,
    first_steps: u32,
    settled_steps: u32,
}

impl Dial<'_> {
    #[inline]
    fn op(&self) -> OpId {
        self.alternatives[self.alternative as usize]
    }
}

/// The plans that follow the current one of a search, as long as they are a series.
pub(crate) struct Series<'s, 'g> {
    pub(super) search: &'s Search<'g>,
    /// The last decision first.
    dials: Vec<Dial<'g>>,
    depth: u32,
}

impl<'g> Search<'g> {
    /// The series that begins with the current plan, which is to be run next and whose run has shown nothing yet. The first
    /// `kept` decisions stay as they are.
    pub(crate) fn series(&self, kept: usize) -> Series<'_, 'g> {
        let mut series = Series {
            search: self,
            dials: Vec::new(),
            depth: self.depth,
        };
        // Another literal may be too high.
        if !self.live || !self.watched.is_empty() || self.manner.height.is_some() {
            return series;
        }
        for (decision, step) in self.vector.iter().enumerate().skip(kept).rev() {
            let node = &self.nodes[step.node as usize];
            if self.grammar.arity(node.op) != 0 || series.dials.len() == MOST_DIALS {
                break;
            }
            let alternatives = self.grammar.alternatives(node.ty);
            let ordinary = self.grammar.ordinary(node.ty) as u32;
            let end = if self.learned.is_empty() {
                ordinary
            } else {
                alternatives.len() as u32
            };
            series.dials.push(Dial {
                decision: decision as u32,
                instruction: self.positions[step.node as usize],
                alternatives,
                end,
                ordinary,
                alternative: step.alternative,
                steps: self.steps(node.op),
                first_steps: self.steps(alternatives[0]),
                settled_steps: self.grammar.settled_steps(node.ty),
            });
            // What was demanded becomes a placeholder again, and what is no literal at first cannot be begun anew: such a
            // decision may be changed, but nothing before it.
            if node.lazy || self.grammar.arity(alternatives[0]) != 0 {
                break;
            }
        }
        series
    }

    /// Whether the last decisions of the current plan are first alternatives.
    #[inline]
    pub(crate) fn begins_series(&self) -> bool {
        let last = self.vector.len().saturating_sub(FIRST_ALTERNATIVES);
        self.vector[last..].iter().all(|step| step.alternative == 0)
    }

    /// Stands at a plan of the series that was told last: the one these changes lead to from the current one.
    pub(crate) fn stand_after(&mut self, changes: &[Change]) {
        let Some(last) = changes.last() else { return };
        for change in changes {
            let step = &mut self.vector[change.decision as usize];
            step.alternative = change.alternative;
            self.nodes[step.node as usize].op = OpId(change.op);
            self.program[change.instruction as usize].op = change.op;
            self.same_decisions = self.same_decisions.min(change.decision as usize);
            self.same_instructions = self.same_instructions.min(change.instruction as usize);
            self.shapes.same = self.shapes.same.min(change.instruction as usize);
        }
        self.depth = last.base_steps;
        self.base_steps = last.base_steps;
    }
}

impl Series<'_, '_> {
    /// Depth of the plan it stands at.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether a literal that the series changes is, at this plan, such an op.
    #[inline]
    pub(crate) fn any(&self, is_such: impl Fn(OpId) -> bool) -> bool {
        self.dials.iter().any(|dial| is_such(dial.op()))
    }

    /// Instruction and op of each literal that the series changes, at this plan.
    pub(super) fn literals(&self) -> impl Iterator<Item = (usize, OpId)> {
        let literals = self.dials.iter();
        literals.map(|dial| (dial.instruction as usize, dial.op()))
    }

    /// Whether this instruction is one that the series changes.
    pub(crate) fn changes(&self, instruction: usize) -> bool {
        self.dials
            .iter()
            .any(|dial| dial.instruction as usize == instruction)
    }

    /// Goes on to the next plan as [`Search::advance`] would, and writes what changes to the beginning of `into`, which has
    /// room for [`MOST_DIALS`]. Returns the number of changes; 0, and nothing has changed, if there is no next plan or it is
    /// not part of the series.
    #[inline]
    pub(crate) fn step(&mut self, into: &mut [Change]) -> usize {
        let search = self.search;
        let (mut depth, mut pending, mut first) = (self.depth, 0, 0);
        // Behind those, the last decisions of the plan would be first alternatives: its run is watched.
        for turned in 0..self.dials.len().min(FIRST_ALTERNATIVES) {
            let dial = &self.dials[turned];
            depth -= dial.steps;
            let mut alternative = dial.alternative + 1;
            while alternative < dial.end {
                let op = dial.alternatives[alternative as usize];
                let is_unknown = alternative >= dial.ordinary && search.learned.binary_search(&op).is_err();
                if is_unknown {
                    alternative += 1;
                    continue;
                }
                if search.grammar.arity(op) != 0 {
                    return 0;
                }
                let least = depth + search.grammar.settled_steps_of_op(op) + pending;
                if least <= search.bound {
                    break;
                }
                if search.min_cut.is_none_or(|cut| least < cut) {
                    return 0;
                }
                alternative += 1;
            }
            if alternative >= dial.end {
                pending += dial.settled_steps;
                first += dial.first_steps;
                continue;
            }
            let steps = search.steps(dial.alternatives[alternative as usize]);
            if depth + steps + first > search.bound {
                return 0;
            }
            self.depth = depth + steps + first;
            return self.turn(turned, alternative, steps, into);
        }
        0
    }

    /// Sets one dial, and those after it back to their first alternatives.
    #[inline]
    fn turn(&mut self, turned: usize, alternative: u32, steps: u32, into: &mut [Change]) -> usize {
        let base_steps = self.depth;
        let mut count = 0;
        let mut set = |dial: &mut Dial<'_>, alternative, steps| {
            (dial.alternative, dial.steps) = (alternative, steps);
            into[count] = Change {
                decision: dial.decision,
                alternative,
                instruction: dial.instruction,
                op: dial.op().0,
                base_steps,
                flags: 0,
            };
            count += 1;
        };
        set(&mut self.dials[turned], alternative, steps);
        for dial in self.dials[..turned].iter_mut().rev() {
            if dial.alternative != 0 {
                set(dial, 0, dial.first_steps);
            }
        }
        into[count - 1].flags = Change::COMPLETES;
        count
    }
}
