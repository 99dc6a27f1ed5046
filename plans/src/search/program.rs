//! The program of the plan that a search stands at: written once, then changed in place from the first instruction that
//! differs, because most plans differ from the one before in their last argument only.

use super::{Instr, Node, ROOT, Search};

impl Search<'_> {
    /// False if the current plan is beyond a bound. `changed`: see [`Search::arrive`].
    pub(super) fn arrive_if_within(&mut self, changed: u32) -> bool {
        if self.depth > self.bound {
            self.cut(self.depth);
            return false;
        }
        if self.too_nested > 0 {
            self.cut_height();
            return false;
        }
        self.arrive(changed);
        true
    }

    /// The current plan is to be run: fixes its depth and writes its program. All that comes before `changed` in the
    /// program is as it was, unless placeholders have changed: they are numbered throughout.
    pub(super) fn arrive(&mut self, changed: u32) {
        let has_changed_placeholders = std::mem::replace(&mut self.has_changed_placeholders, false);
        let must_be_rewritten = has_changed_placeholders || self.program.is_empty() || self.is_bare();
        self.live = true;
        self.skipped = 0;
        self.is_paused = false;
        self.base_steps = self.depth;
        let decisions = std::mem::replace(&mut self.arrived_decisions, self.vector.len());
        let is_one_decision =
            decisions == self.vector.len() && self.vector.last().is_some_and(|last| last.node == changed);
        if is_one_decision && !must_be_rewritten {
            let same = self.begin_of(changed);
            let op = self.nodes[changed as usize].op;
            if self.program_nodes.get(same) == Some(&changed) && self.grammar.arity(op) == 0 {
                // A leaf became another leaf: by far the most frequent change.
                self.same_instructions = self.same_instructions.min(same);
                self.shapes.same = self.shapes.same.min(same);
                self.program[same].op = op.0;
                return;
            }
        }
        let changed = if must_be_rewritten || !self.watched.is_empty() {
            ROOT
        } else {
            changed
        };
        let same = self.begin_of(changed);
        self.same_instructions = self.same_instructions.min(same);
        self.shapes.same = self.shapes.same.min(same);
        self.program.truncate(same);
        self.program_nodes.truncate(same);
        self.watched.clear();
        self.visiting.clear();
        self.visiting.push(ROOT);
        // Nodes that wait when `changed` has its turn come before it.
        let mut before_changed = None;
        // A parent before its children and the last child first: post-order backwards.
        while let Some(node) = self.visiting.pop() {
            if node == changed {
                before_changed = Some(self.visiting.len());
            }
            let Node {
                op,
                lazy,
                in_place,
                decided,
                ..
            } = self.nodes[node as usize];
            let watched = lazy && !decided;
            if watched {
                self.watched.push(node);
            }
            self.program_nodes.push(node);
            self.program.push(Instr {
                op: op.0,
                watch: match watched {
                    true if in_place => Instr::IN_PLACE,
                    true => 1,
                    false => 0,
                },
            });
            self.visiting.extend(self.children(node));
            if before_changed == Some(self.visiting.len()) {
                break;
            }
        }
        self.program[same..].reverse();
        self.program_nodes[same..].reverse();
        self.positions.resize(self.nodes.len(), 0);
        for (position, &node) in self.program_nodes.iter().enumerate().skip(same) {
            self.positions[node as usize] = position as u32;
        }
        if self.watched.is_empty() {
            return;
        }
        self.watched.reverse();
        let mut placeholders = 0;
        for instr in self.program.iter_mut().filter(|instr| instr.watch != 0) {
            placeholders += 1;
            instr.watch = (instr.watch & Instr::IN_PLACE) | placeholders;
        }
        self.unmark_unwatched();
    }

    /// Where in the program written last the instructions of this node and what is below it begin.
    fn begin_of(&self, mut node: u32) -> usize {
        while node != ROOT {
            let parent = self.nodes[node as usize].parent;
            if node > self.nodes[parent as usize].first_child {
                // The sibling before it has the next id below.
                return self.positions[node as usize - 1] as usize + 1;
            }
            node = parent;
        }
        0
    }
}
