//! Values worth learning, in the child: has runs watched, holds what they compared against the literals of their plans, and
//! gives learned ops their values. Nothing is decided here: candidates are told once per unit, in the order in which they
//! turned up.

use super::candidates::{Around, candidates_of_memory, candidates_of_number};
use super::literal::{ByteSet, Literal};
use super::numbers::char_of;
use crate::executor::shared::abi::{
    COMPARE_VALUES, Compare, CompareLog, Harness, KIND_CONSTANT, KIND_LEARNED, KIND_LEARNED_BYTES,
    KIND_LEARNED_CHAR, KIND_LEARNED_STR, LearnedSlot, OpEntry,
};
use crate::executor::shared::news::News;
use crate::executor::shared::pieces::Piece;
use plans::{Grammar, LearnCandidate, LearnedValue, Learning, OpId, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Candidates considered of one run. There is no such limit for a unit: where it ends is decided by a clock.
const MOST_OF_RUN: usize = 512;

/// Pairs of a literal and a comparison that are remembered in one unit.
const MOST_WEIGHED: usize = 1 << 14;

/// What a child knows of literals.
pub(crate) struct Learner<'a> {
    harness: &'a Harness,
    log: *mut CompareLog,
    slots: *mut LearnedSlot,
    /// By type that has learned ops: their kind.
    kinds: BTreeMap<TypeId, u32>,
    literals: Literals,
    /// Literals of the plan being watched.
    of_plan: Vec<Rc<Literal>>,
    of_unit: OfUnit,
}

/// The literals of the grammar.
#[derive(Default)]
struct Literals {
    /// By op; read when they are first asked for.
    by_op: BTreeMap<u32, Option<Rc<Literal>>>,
    /// The values of each type that the grammar has anyhow.
    present: BTreeSet<(TypeId, Vec<u8>)>,
    /// Types of which there are several.
    with_others: BTreeSet<TypeId>,
    /// Types of which there is one that is met by no coincidence.
    with_uncommon: BTreeSet<TypeId>,
}

/// What is forgotten when another unit begins.
#[derive(Default)]
struct OfUnit {
    /// Learned values that it began with.
    known: BTreeSet<(TypeId, Vec<u8>)>,
    /// Those, and all texts since: what is weighed is known by its address.
    values: Vec<Rc<Literal>>,
    /// Its candidates.
    told: BTreeSet<LearnCandidate>,
    /// Types whose long text was told.
    probed: BTreeSet<TypeId>,
    /// What need not be looked at again: it would tell the same.
    weighed: Weighings,
}

/// Literals, by their address, and comparisons.
#[expect(
    clippy::disallowed_types,
    reason = "it is asked for what it has, never for its order, once for every comparison"
)]
type Weighings = std::collections::HashSet<(usize, Compare)>;

impl<'a> Learner<'a> {
    /// Makes room for the log and the values; both live as long as the process.
    pub(crate) fn new(harness: &'a Harness, grammar: &Grammar) -> Learner<'a> {
        let nothing = LearnedSlot {
            data: std::ptr::null(),
            len: 0,
        };
        let slots = Box::leak(vec![nothing; grammar.learned().len()].into_boxed_slice());
        let mut learner = Learner {
            harness,
            // SAFETY: all fields of the log are numbers.
            log: Box::into_raw(unsafe { Box::<CompareLog>::new_zeroed().assume_init() }),
            slots: slots.as_mut_ptr(),
            kinds: BTreeMap::new(),
            literals: Literals::default(),
            of_plan: Vec::new(),
            of_unit: OfUnit::default(),
        };
        for op in grammar.learned() {
            if let Some(spec) = grammar.op(*op) {
                let kind = learner.entry(*op).kind;
                learner.kinds.entry(spec.result).or_insert(kind);
            }
        }
        learner
    }

    /// For the services: where comparisons are written to.
    pub(crate) fn log(&self) -> *mut CompareLog {
        self.log
    }

    /// For the services: the values of the learned ops.
    pub(crate) fn slots(&self) -> *const LearnedSlot {
        self.slots
    }

    /// Reads the values that the grammar has, which takes longer than a small unit. The harness was started.
    pub(crate) fn look_at_literals(&mut self, grammar: &Grammar) {
        self.literals.present = self.read_all(grammar);
    }

    /// Another unit begins: its learned ops get their values. False if the request does not fit the harness.
    pub(crate) fn begin_unit(&mut self, grammar: &Grammar, learning: &Learning) -> bool {
        self.of_unit = OfUnit::default();
        learning.known.iter().all(|known| {
            let ty = grammar.op(known.op).map(|spec| spec.result);
            self.of_unit.known.extend(ty.map(|ty| (ty, known.value.clone())));
            self.set(grammar, known)
        })
    }

    /// Gives a learned op its value. False if it is none.
    pub(crate) fn set(&mut self, grammar: &Grammar, known: &LearnedValue) -> bool {
        let Some(spec) = grammar.op(known.op).filter(|_| grammar.is_learned(known.op)) else {
            return false;
        };
        let kind = self.entry(known.op).kind;
        if !self.fits(spec.result, kind, &known.value) {
            return false;
        }
        // A plan may store what it borrows for ever.
        let bytes: &'static [u8] = Box::leak(known.value.clone().into_boxed_slice());
        let slot = LearnedSlot {
            data: bytes.as_ptr(),
            len: bytes.len(),
        };
        // SAFETY: the table has a place for every learned op of the grammar; no run is in flight.
        unsafe {
            let position = self.entry(known.op).inner as usize;
            *self.slots.add(position) = slot;
        }
        let literal = Rc::new(Literal::new(spec.result, kind, known.value.clone(), true));
        self.of_unit.values.push(literal.clone());
        self.literals.by_op.insert(known.op.0, Some(literal));
        true
    }

    /// The run of this program is to be watched. False if it has no literals to learn from.
    pub(crate) fn begin_run(&mut self, grammar: &Grammar, ops: impl Iterator<Item = u32>) -> bool {
        self.of_plan.clear();
        for op in ops {
            if let Some(literal) = self.literal(grammar, OpId(op))
                && !self.of_plan.contains(&literal)
            {
                self.of_plan.push(literal);
            }
        }
        let has_literals = !self.of_plan.is_empty();
        if has_literals {
            let mut lowest = ByteSet::default();
            for literal in &self.of_plan {
                lowest.include(literal.lowest_bytes());
            }
            // SAFETY: the harness was started, and this thread runs the program; nothing runs now.
            unsafe {
                (*self.log).lowest = lowest.0;
                (self.harness.watch_compares)(1);
            }
        }
        has_literals
    }

    /// The run that was watched is over: tells the candidates that are new in this unit.
    pub(crate) fn end_run(&mut self, unit: u32, news: &News) {
        // SAFETY: as above.
        unsafe { (self.harness.watch_compares)(0) };
        // SAFETY: the run is over; nobody writes to the log now, and its lengths are within bounds.
        let log = unsafe { &*self.log };
        let mut found = Vec::new();
        for compare in &log.compares[..log.len as usize] {
            for literal in &self.of_plan {
                if literal.cannot_be_in(compare) {
                    continue;
                }
                let key = (Rc::as_ptr(literal).addr(), *compare);
                if self.of_unit.weighed.contains(&key) {
                    continue;
                }
                let around = Around {
                    of_plan: &self.of_plan,
                    has_uncommon: self.literals.with_uncommon.contains(&literal.ty),
                };
                let before = found.len();
                candidates_of_number(literal, &around, compare, &mut found);
                // Else it may have been left out for what is in this plan only.
                let may_differ = literal.is_number && compare.shape == COMPARE_VALUES;
                if (found.len() > before || !may_differ) && self.of_unit.weighed.len() < MOST_WEIGHED {
                    self.of_unit.weighed.insert(key);
                }
            }
        }
        for compare in log.memory.iter().take(log.memory_len as usize) {
            for literal in &self.of_plan {
                candidates_of_memory(literal, compare, &self.of_unit.known, &mut found);
            }
        }
        for literal in &self.of_plan {
            if self.of_unit.probed.insert(literal.ty) {
                found.extend(literal.probe());
            }
        }
        for mut candidate in found.into_iter().take(MOST_OF_RUN) {
            // Nothing else could be a second witness.
            if !self.literals.with_others.contains(&candidate.ty) {
                candidate.witness = 0;
            }
            if self.of_unit.told.contains(&candidate) {
                continue;
            }
            let key = (candidate.ty, candidate.value);
            if self.literals.present.contains(&key) || self.of_unit.known.contains(&key) {
                continue;
            }
            candidate.value = key.1;
            self.of_unit.told.insert(candidate.clone());
            news.append(&Piece::Candidate { unit, candidate }.encode());
        }
    }

    /// Whether values worth learning were told in this unit.
    pub(crate) fn has_told(&self) -> bool {
        self.of_unit.told.iter().any(|candidate| candidate.witness == 0)
    }

    fn entry(&self, op: OpId) -> &'a OpEntry {
        // SAFETY: the template has checked that the grammar has as many ops as the table.
        unsafe { &*self.harness.ops.add(op.index()) }
    }

    /// Whether bytes are a value of the type: what runs afterwards relies on it.
    fn fits(&self, ty: TypeId, kind: u32, value: &[u8]) -> bool {
        // SAFETY: as above, for types.
        let size = unsafe { (*self.harness.types.add(ty.index())).size };
        match kind {
            KIND_LEARNED => value.len() == size,
            KIND_LEARNED_CHAR => value.len() == size && char_of(value).is_some(),
            KIND_LEARNED_STR => std::str::from_utf8(value).is_ok(),
            KIND_LEARNED_BYTES => true,
            _ => false,
        }
    }

    /// The literal an op stands for. Only ops that run no foreign code are asked.
    fn literal(&mut self, grammar: &Grammar, op: OpId) -> Option<Rc<Literal>> {
        if let Some(known) = self.literals.by_op.get(&op.0) {
            return known.clone();
        }
        let literal = self.read(grammar, op).map(Rc::new);
        self.literals.by_op.insert(op.0, literal.clone());
        literal
    }

    fn read(&self, grammar: &Grammar, op: OpId) -> Option<Literal> {
        let spec = grammar.op(op)?;
        let kind = *self.kinds.get(&spec.result)?;
        if !spec.total || !spec.args.is_empty() || self.entry(op).kind != KIND_CONSTANT {
            return None;
        }
        #[repr(align(16))]
        struct Scratch([u8; 16]);
        let mut scratch = Scratch([0; 16]);
        // SAFETY: a literal of the grammar, with the kind of its type; the bytes are read before anything else runs.
        let bytes = unsafe {
            let LearnedSlot { data, len } = (self.harness.read_literal)(op.0, kind, scratch.0.as_mut_ptr());
            std::slice::from_raw_parts(data, len).to_vec()
        };
        let is_text = matches!(kind, KIND_LEARNED_STR | KIND_LEARNED_BYTES);
        (is_text || !bytes.is_empty()).then(|| Literal::new(spec.result, kind, bytes, false))
    }

    /// The values that the grammar has; notes of which types it has several, and uncommon ones.
    fn read_all(&mut self, grammar: &Grammar) -> BTreeSet<(TypeId, Vec<u8>)> {
        let mut present = BTreeSet::new();
        for op in (0..grammar.op_count() as u32).map(OpId) {
            let Some(literal) = self.read(grammar, op) else {
                continue;
            };
            if literal.is_uncommon() {
                self.literals.with_uncommon.insert(literal.ty);
            }
            present.insert((literal.ty, literal.bytes));
        }
        for ((one, _), (next, _)) in present.iter().zip(present.iter().skip(1)) {
            if one == next {
                self.literals.with_others.insert(*one);
            }
        }
        present
    }
}
