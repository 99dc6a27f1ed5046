//! Needed narrowing: all plans of one root op up to a depth, deciding only what runs have looked at.
//!
//! [`Search`] holds one plan tree. A node is *lazy* if its parent op puts it behind a pointer and its type is
//! watchable; all others are *eager*. Eager nodes are decided as soon as their parent is (*settled*, in pre-order, at
//! the first alternative). Lazy nodes start as placeholders: their default plan is there, so that the plan can be run,
//! but nothing about it is decided. A run's demand log decides exactly the placeholders it looked at. As in Korat,
//! the next plan changes the *last* decision, so what no run looked at is never enumerated.
//!
//! Laws, all tested: every plan of depth at most the bound is visited once, or differs from a visited one only in
//! placeholders that its run did not look at; the same decisions give the same node ids; the order of plans is fixed.

mod drawn;
mod in_place;
mod manner;
mod of_term;
mod parts;
mod places;
mod program;
pub(crate) mod series;
mod settling;
mod shape_table;
pub(crate) mod shapes;
mod terms;
mod unwatched;

use manner::Manner;

use crate::cursor::Step;
use crate::{Grammar, OpId, TypeId};

/// Most placeholders in one tree; lazy nodes beyond are decided like eager ones.
pub const MAX_WATCHED: u32 = 1000;

const ROOT: u32 = 0;
const ABSENT: u32 = u32::MAX;

/// One step of a program in post-order: apply `op` to the topmost values of the stack.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instr {
    /// Index into the grammar's op table.
    pub op: u32,
    /// 0, or `k + 1` if this value is placeholder `k` of the program, counted from 0 in program order; with
    /// [`Instr::IN_PLACE`] if it lies in the value that takes it.
    pub watch: u32,
}

impl Instr {
    /// See [`Instr::watch`].
    pub const IN_PLACE: u32 = 1 << 31;

    /// Which placeholder of the program this value is, counted from 0.
    pub fn placeholder(self) -> Option<u32> {
        (self.watch & !Instr::IN_PLACE).checked_sub(1)
    }
}

#[derive(Clone, Copy)]
struct Node {
    ty: TypeId,
    op: OpId,
    parent: u32,
    /// Children have consecutive ids; their number is the arity of `op`.
    first_child: u32,
    /// Children of the default plan, if it was laid out because the node is (inside) a placeholder.
    default_child: u32,
    /// Ops above it, the root op left out, that nest what is below them.
    nesting: u32,
    /// Steps of the ops above it, the root op left out.
    above: u32,
    lazy: bool,
    /// It is a placeholder in place, unless it is decided: its parent is part of the plan for its steps, too.
    in_place: bool,
    /// It lies behind a pointer, in memory whose parts can be told apart.
    inside: bool,
    decided: bool,
}

/// What a decision made longer, to be cut back when it is undone.
#[derive(Clone, Copy)]
struct Mark {
    nodes: u32,
    lazy_nodes: u32,
}

/// The plan tree of one root op under a depth bound. It always stands at one plan, unless it is exhausted.
pub struct Search<'g> {
    grammar: &'g Grammar,
    root: OpId,
    bound: u32,
    /// Learned ops that plans may use, in order of id.
    learned: Vec<OpId>,
    nodes: Vec<Node>,
    lazy_nodes: u32,
    manner: Manner,
    /// The decision stack, and in parallel how to undo it.
    vector: Vec<Step>,
    marks: Vec<Mark>,
    /// Eager nodes that wait to be settled, the next one last.
    todo: Vec<u32>,
    depth: u32,
    /// Decided nodes that are nested too deeply.
    too_nested: u32,
    base_steps: u32,
    min_cut: Option<u32>,
    live: bool,
    /// Decisions made and undone since the last plan, and whether these were so many that the search has stopped there.
    skipped: u64,
    is_paused: bool,
    program: Vec<Instr>,
    /// Node of each instruction of `program`.
    program_nodes: Vec<u32>,
    /// Node of each placeholder of `program`.
    watched: Vec<u32>,
    visiting: Vec<u32>,
    /// Position in `program` of each node that is part of it.
    positions: Vec<u32>,
    /// Number of decisions when the program was written.
    arrived_decisions: usize,
    /// A placeholder was decided or became one again since the program was written.
    has_changed_placeholders: bool,
    /// Decisions at the front that were not touched since [`Search::take_same`].
    same_decisions: usize,
    /// Instructions at the front that were not touched since then.
    same_instructions: usize,
    shapes: shape_table::Shapes,
    watch: manner::Watch,
}

impl<'g> Search<'g> {
    /// Stands at the first plan of `root` within `bound`. None if the op was pruned or cannot be fed.
    pub fn new(grammar: &'g Grammar, root: OpId, bound: u32) -> Option<Search<'g>> {
        Search::with_learned(grammar, root, bound, Vec::new())
    }

    /// As [`Search::new`], with plans that use these learned ops, given in order of id.
    pub fn with_learned(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        learned: Vec<OpId>,
    ) -> Option<Search<'g>> {
        Search::begun(grammar, root, bound, learned, true, None)
    }

    /// Stands at the plan with exactly these decisions, made in this manner.
    fn with_decisions(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        vector: &[Step],
        manner: Manner,
    ) -> Option<Search<'g>> {
        let mut search = Search::rooted(grammar, root, bound, manner)?;
        for step in vector {
            match search.todo.pop() {
                Some(node) if node == step.node => {}
                None if search.is_open_placeholder(step.node) => {}
                _ => return None,
            }
            let ty = search.nodes[step.node as usize].ty;
            if step.alternative as usize >= grammar.alternatives(ty).len() {
                return None;
            }
            search.decide(step.node, step.alternative);
        }
        if !search.todo.is_empty() {
            return None;
        }
        search.arrive(ROOT);
        Some(search)
    }

    /// From here on plans may use these learned ops, given in order of id.
    pub fn allow_learned(&mut self, learned: Vec<OpId>) {
        self.learned = learned;
    }

    /// The current plan in post-order; empty if the search is exhausted.
    #[inline]
    pub fn program(&self) -> &[Instr] {
        &self.program
    }

    /// The decisions made, in order.
    #[inline]
    pub fn vector(&self) -> &[Step] {
        &self.vector
    }

    /// How many decisions and how many instructions at the front are the same as when this was called last; none for
    /// the first time. Most plans differ from the one before in little more than their last argument, and whoever keeps
    /// a copy need not copy the rest.
    #[inline]
    pub fn take_same(&mut self) -> (usize, usize) {
        (
            std::mem::replace(&mut self.same_decisions, self.vector.len()),
            std::mem::replace(&mut self.same_instructions, self.program.len()),
        )
    }

    /// Decisions at the front that were not touched since [`Search::take_same`].
    #[inline]
    pub(crate) fn same_decisions(&self) -> usize {
        self.same_decisions
    }

    /// Number of placeholders in the program.
    #[inline]
    pub fn placeholders(&self) -> usize {
        self.watched.len()
    }

    /// Depth of the current plan before its run revealed anything.
    #[inline]
    pub fn base_steps(&self) -> u32 {
        self.base_steps
    }

    /// Depth of the current plan with what its run revealed.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Smallest depth of a plan beyond the bound, as far as this search has come. None after exhaustion: there is none.
    #[inline]
    pub fn min_cut(&self) -> Option<u32> {
        self.min_cut
    }

    /// Whether the search stands at a plan.
    #[inline]
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Tells which placeholders of the current program the run looked at, in order. Each of them is decided, at its
    /// default. A placeholder inside another one was reached through it, so the outer one counts as looked at first.
    #[inline]
    pub fn observe(&mut self, demands: &[u32]) {
        for &watch in demands {
            if let Some(&node) = self.watched.get(watch as usize) {
                self.look_at(node);
            }
        }
        if self.has_unwatched() {
            self.observe_unwatched();
        }
    }

    /// Decides this placeholder, and those that it lies in before.
    #[inline]
    fn look_at(&mut self, node: u32) {
        self.visiting.clear();
        let mut at = node;
        while !self.nodes[at as usize].decided {
            if self.nodes[at as usize].lazy {
                self.visiting.push(at);
            }
            at = self.nodes[at as usize].parent;
        }
        while let Some(lazy) = self.visiting.pop() {
            self.has_changed_placeholders = true;
            self.decide(lazy, 0);
            self.settle();
        }
    }

    /// The run of the current plan ended at this instruction and would do so whatever is decided about what comes after
    /// it: the last decisions are forgotten, without trying their alternatives, as long as they are about nothing that
    /// was evaluated. To be called after [`Search::observe`] and before [`Search::advance`].
    pub fn forget_after(&mut self, instruction: u32) {
        let mut evaluated = vec![false; self.nodes.len()];
        for &node in self.program_nodes.iter().take(instruction as usize + 1) {
            let mut at = node;
            while !std::mem::replace(&mut evaluated[at as usize], true) && at != ROOT {
                at = self.nodes[at as usize].parent;
            }
        }
        while let Some(last) = self.vector.pop_if(|last| !evaluated[last.node as usize]) {
            self.undo(last);
        }
    }

    /// Goes on to the next plan within the bound: the last decision that has another alternative takes it, later
    /// decisions are forgotten. False when there is none.
    pub fn advance(&mut self) -> bool {
        let mut kept = self.vector.len();
        while let Some(last) = self.vector.pop() {
            let is_last = self.vector.len() + 1 == kept;
            let had_changed = self.has_changed_placeholders;
            let Node { ty, op, .. } = self.nodes[last.node as usize];
            let was_leaf = self.grammar.arity(op) == 0;
            self.undo(last);
            kept = kept.min(self.vector.len());
            if last.alternative as usize + 1 >= self.grammar.alternatives(ty).len() {
                continue;
            }
            let pending = self.find_pending(last.node);
            let fitting = self.find_fitting(last.node, last.alternative + 1, pending);
            let Some(alternative) = fitting else {
                self.todo.clear();
                continue;
            };
            self.decide(last.node, alternative);
            if is_last && was_leaf && self.grammar.arity(self.nodes[last.node as usize].op) == 0 {
                // It is decided again, and nothing was below it or is now: the placeholders are those of before.
                self.has_changed_placeholders = had_changed;
            }
            if self.settle_within() && self.arrive_if_within(self.vector[kept].node) {
                return true;
            }
            // Depth and height together, or more placeholders than are watched, leave no choice within the bound.
            if self.pauses_after(self.vector.len() - kept) {
                return true;
            }
            self.todo.clear();
        }
        self.live = false;
        self.program.clear();
        self.same_instructions = 0;
        self.shapes.same = 0;
        self.program_nodes.clear();
        self.watched.clear();
        false
    }

    /// The tree of a root op whose arguments wait to be settled.
    fn rooted(grammar: &'g Grammar, root: OpId, bound: u32, manner: Manner) -> Option<Search<'g>> {
        grammar.root_steps(root)?;
        let spec = grammar.op(root)?;
        let mut search = Search {
            grammar,
            root,
            bound,
            learned: Vec::new(),
            nodes: Vec::new(),
            lazy_nodes: 0,
            manner,
            vector: Vec::new(),
            marks: Vec::new(),
            todo: Vec::new(),
            depth: spec.args.len() as u32,
            too_nested: 0,
            base_steps: 0,
            min_cut: None,
            live: false,
            skipped: 0,
            is_paused: false,
            program: Vec::new(),
            program_nodes: Vec::new(),
            watched: Vec::new(),
            visiting: Vec::new(),
            positions: Vec::new(),
            arrived_decisions: 0,
            has_changed_placeholders: false,
            same_decisions: 0,
            same_instructions: 0,
            shapes: shape_table::Shapes::default(),
            watch: manner::Watch::default(),
        };
        search.nodes.push(Node {
            ty: spec.result,
            op: root,
            parent: ROOT,
            first_child: ABSENT,
            default_child: ABSENT,
            nesting: 0,
            above: 0,
            lazy: false,
            in_place: false,
            inside: false,
            decided: true,
        });
        search.lay_out_children(ROOT);
        search.schedule_children(ROOT);
        Some(search)
    }

    /// Pushes one decision and schedules the eager children.
    #[inline]
    fn decide(&mut self, node: u32, alternative: u32) {
        self.vector.push(Step { node, alternative });
        self.marks.push(Mark {
            nodes: self.nodes.len() as u32,
            lazy_nodes: self.lazy_nodes,
        });
        self.depth -= self.charge(node);
        let decided = &mut self.nodes[node as usize];
        let op = self.grammar.alternatives(decided.ty)[alternative as usize];
        let laid_out = alternative == 0 && decided.default_child != ABSENT;
        decided.decided = true;
        decided.op = op;
        self.depth += self.steps(op);
        self.too_nested += u32::from(self.is_too_nested(node, op));
        if self.grammar.arity(op) == 0 {
            self.nodes[node as usize].first_child = self.nodes.len() as u32;
            return;
        }
        if !laid_out {
            self.lay_out_children(node);
        }
        self.schedule_children(node);
    }

    /// Takes back the decision that was just popped from `vector`.
    #[inline]
    fn undo(&mut self, step: Step) {
        let grammar = self.grammar;
        self.depth -= self.charge_of_children(step.node);
        if let Some(mark) = self.marks.pop() {
            self.nodes.truncate(mark.nodes as usize);
            self.lazy_nodes = mark.lazy_nodes;
        }
        self.same_decisions = self.same_decisions.min(self.vector.len());
        let node = &mut self.nodes[step.node as usize];
        let op = node.op;
        self.has_changed_placeholders |= node.lazy;
        node.decided = false;
        node.op = grammar.alternatives(node.ty)[0];
        node.first_child = node.default_child;
        self.depth -= self.steps(op);
        self.depth += self.charge(step.node);
        self.too_nested -= u32::from(self.is_too_nested(step.node, op));
    }

    fn is_too_nested(&self, node: u32, op: OpId) -> bool {
        let Node { nesting, above, .. } = self.nodes[node as usize];
        let is_too_high = |limit| above + self.grammar.least_height(op) > limit;
        !self.grammar.may_nest(nesting, op) || self.manner.height.is_some_and(is_too_high)
    }

    /// Something was left out because of its height: the next round by height is one higher.
    fn cut_height(&mut self) {
        if let Some(limit) = self.manner.height {
            self.cut(limit + 1);
        }
    }

    /// Schedules the eager nodes that were to be settled after `node`, and returns the least depth they add.
    fn find_pending(&mut self, node: u32) -> u32 {
        let mut pending = 0;
        let mut at = node;
        // Above a lazy node everything had been settled before it was decided.
        while at != ROOT && !self.nodes[at as usize].lazy {
            let parent = self.nodes[at as usize].parent;
            for sibling in at + 1..self.children(parent).end {
                if self.nodes[sibling as usize].lazy {
                    continue;
                }
                pending += self.grammar.settled_steps(self.nodes[sibling as usize].ty);
                self.todo.push(sibling);
            }
            at = parent;
        }
        self.todo.reverse();
        pending
    }

    fn schedule_children(&mut self, node: u32) {
        self.depth += self.charge_of_children(node);
        for child in self.children(node).rev() {
            if !self.nodes[child as usize].lazy {
                self.todo.push(child);
            }
        }
    }

    /// Appends the children of a node's op, and below a lazy child its whole default plan.
    fn lay_out_children(&mut self, node: u32) {
        let grammar = self.grammar;
        let first = self.nodes.len() as u32;
        self.nodes[node as usize].first_child = first;
        if grammar.arity(self.nodes[node as usize].op) == 0 {
            return;
        }
        self.append_children(node);
        for child in first..self.nodes.len() as u32 {
            if self.nodes[child as usize].lazy {
                self.lay_out_default(child);
            }
        }
    }

    fn lay_out_default(&mut self, lazy: u32) {
        let mut next = self.nodes.len() as u32;
        let mut node = lazy;
        loop {
            let children = self.nodes.len() as u32;
            let laid_out = &mut self.nodes[node as usize];
            laid_out.first_child = children;
            laid_out.default_child = children;
            self.append_children(node);
            if next as usize >= self.nodes.len() {
                return;
            }
            node = next;
            next += 1;
        }
    }

    #[inline]
    fn children(&self, node: u32) -> std::ops::Range<u32> {
        let Node { op, first_child, .. } = self.nodes[node as usize];
        first_child..first_child + self.grammar.arity(op)
    }

    #[inline]
    fn steps(&self, op: OpId) -> u32 {
        self.grammar.steps(op)
    }

    /// Whether this node could be demanded next: an undecided lazy node that is part of the plan, below a decided one.
    fn is_open_placeholder(&self, id: u32) -> bool {
        let Some(node) = self.nodes.get(id as usize) else {
            return false;
        };
        node.lazy
            && !node.decided
            && self.is_decided_part(node.parent)
            && self.children(node.parent).contains(&id)
    }

    fn is_decided_part(&self, mut id: u32) -> bool {
        while id != ROOT {
            let node = &self.nodes[id as usize];
            if !node.decided || !self.children(node.parent).contains(&id) {
                return false;
            }
            id = node.parent;
        }
        true
    }

    fn cut(&mut self, depth: u32) {
        self.min_cut = Some(self.min_cut.map_or(depth, |cut| cut.min(depth)));
    }

    /// The root op.
    pub fn root(&self) -> OpId {
        self.root
    }
}
