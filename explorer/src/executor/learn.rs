//! Values worth learning, in the child: what a run compared is held against the literals of its plan. Where one side of a
//! comparison is the value, the length or a part of a literal, the other side makes a candidate for a literal of the same
//! type. Nothing is decided here: candidates are told once per unit, in the order in which they turned up.

use super::abi::{
    COMPARE_CONSTANT, COMPARE_SWITCH, COMPARE_VALUES, Compare, CompareLog, Harness, KIND_CALL, KIND_LEARNED,
    KIND_LEARNED_BYTES, KIND_LEARNED_CHAR, KIND_LEARNED_STR, LearnedSlot, MemoryCompare, OpEntry,
};
use super::protocol::Writer;
use super::record::News;
use plans::{Grammar, Learning, OpId, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// The tag of a candidate among a child's news.
pub(super) const CANDIDATE: u32 = 4;
/// Candidates told by one unit, each witness counted.
const MOST_CANDIDATES: usize = 512;
/// Cases of one `switch` that are looked at.
const MOST_CASES: usize = 64;
/// Longest text or bytes learned.
const LONGEST: usize = 1024;
/// What a text is made longer with.
const FILLER: u8 = b'a';
/// Length of a text in which most keywords would fit.
const PROBE: usize = 32;

/// The other side of a comparison itself.
pub const EXACT: u32 = 0;
/// One more or less: what lies beyond a bound.
pub(super) const NEXT_TO: u32 = 1;
/// What may bring a comparison about that was not reached, or was not seen.
pub(super) const GUESSED: u32 = 2;
/// A text with one character exchanged for what it was compared with.
pub(super) const LETTER: u32 = 3;

/// Numbers up to this one, and lengths up to the next, are met by coincidence.
const COMMON_NUMBERS: u128 = 256;
const COMMON_LENGTHS: usize = 16;

/// A value that may be worth learning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LearnCandidate {
    /// The type of the literal.
    pub ty: TypeId,
    /// How far it is from what was compared: [`EXACT`] (0), next to it (1), guessed (2), or a letter of it (3).
    pub distance: u32,
    /// Its bytes.
    pub value: Vec<u8>,
    /// What it was compared with: 0 if that can hardly be a coincidence, else a number for the literal. Small numbers turn
    /// up everywhere, so such a candidate counts once two literals were compared with it.
    pub witness: u32,
}

/// A literal of the grammar, or a learned one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Literal {
    ty: TypeId,
    /// The kind of the type's learned ops.
    kind: u32,
    bytes: Vec<u8>,
    is_learned: bool,
}

impl Literal {
    /// See [`LearnCandidate::witness`].
    fn witness(&self) -> u32 {
        let is_common = match self.kind {
            KIND_LEARNED | KIND_LEARNED_CHAR => {
                let is_negative = self.bytes.last().is_some_and(|byte| *byte >= 0x80);
                let mut wide = [if is_negative { 0xff } else { 0 }; 16];
                wide[..self.bytes.len()].copy_from_slice(&self.bytes);
                i128::from_le_bytes(wide).unsigned_abs() <= COMMON_NUMBERS
            }
            _ => self.bytes.len() <= COMMON_LENGTHS,
        };
        let hash = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        if is_common {
            self.bytes.iter().fold(0x811c_9dc5, hash).max(1)
        } else {
            0
        }
    }

    /// A text or bytes of another length. Only what was learned is worth being kept for it.
    fn resized(&self, length: u64) -> Option<Vec<u8>> {
        let length = usize::try_from(length).ok().filter(|length| *length <= LONGEST)?;
        let mut value = if self.is_learned {
            self.bytes.clone()
        } else {
            Vec::new()
        };
        value.resize(length, FILLER);
        is_valid(&value, self.kind == KIND_LEARNED_STR).then_some(value)
    }
}

/// What a child knows of literals.
pub(super) struct Learner<'a> {
    harness: &'a Harness,
    log: *mut CompareLog,
    slots: *mut LearnedSlot,
    /// By type that has learned ops: their kind.
    kinds: BTreeMap<TypeId, u32>,
    /// Literals of the grammar, by op; read when they are first asked for.
    literals: BTreeMap<u32, Option<Literal>>,
    /// The values of each type that the grammar has anyhow; filled with the first run that is watched.
    present: Option<BTreeSet<(TypeId, Vec<u8>)>>,
    /// Learned values that the unit began with.
    known: BTreeSet<(TypeId, Vec<u8>)>,
    /// Candidates of the unit.
    told: BTreeSet<LearnCandidate>,
    /// Literals of the plan being watched.
    of_plan: Vec<Literal>,
}

impl<'a> Learner<'a> {
    /// Makes room for the log and the values; both live as long as the process.
    pub(super) fn new(harness: &'a Harness, grammar: &Grammar) -> Learner<'a> {
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
            literals: BTreeMap::new(),
            present: None,
            known: BTreeSet::new(),
            told: BTreeSet::new(),
            of_plan: Vec::new(),
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
    pub(super) fn log(&self) -> *mut CompareLog {
        self.log
    }

    /// For the services: the values of the learned ops.
    pub(super) fn slots(&self) -> *const LearnedSlot {
        self.slots
    }

    /// Another unit begins: its learned ops get their values. False if the request does not fit the harness.
    pub(super) fn begin_unit(&mut self, grammar: &Grammar, learning: &Learning) -> bool {
        self.told.clear();
        self.known.clear();
        for known in &learning.known {
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
            self.known.insert((spec.result, known.value.clone()));
            let literal = Literal {
                ty: spec.result,
                kind,
                bytes: known.value.clone(),
                is_learned: true,
            };
            self.literals.insert(known.op.0, Some(literal));
        }
        true
    }

    /// The run of this program is to be watched. False if it has no literals to learn from.
    pub(super) fn begin_run(&mut self, grammar: &Grammar, ops: impl Iterator<Item = u32>) -> bool {
        self.of_plan.clear();
        if self.told.len() >= MOST_CANDIDATES {
            return false;
        }
        for op in ops {
            if let Some(literal) = self.literal(grammar, OpId(op))
                && !self.of_plan.contains(&literal)
            {
                self.of_plan.push(literal);
            }
        }
        let has_literals = !self.of_plan.is_empty();
        if has_literals {
            // SAFETY: the harness was started, and this thread runs the program.
            unsafe { (self.harness.watch_compares)(1) };
        }
        has_literals
    }

    /// The run that was watched is over: tells the candidates that are new in this unit.
    pub(super) fn end_run(&mut self, grammar: &Grammar, unit: u32, news: &News) {
        // SAFETY: as above.
        unsafe { (self.harness.watch_compares)(0) };
        // SAFETY: the run is over; nobody writes to the log now, and its lengths are within bounds.
        let log = unsafe { &*self.log };
        let mut found = Vec::new();
        for compare in log.compares.iter().take(log.len as usize) {
            for literal in &self.of_plan {
                candidates_of_number(literal, compare, &mut found);
            }
        }
        for compare in log.memory.iter().take(log.memory_len as usize) {
            for literal in &self.of_plan {
                candidates_of_memory(literal, compare, &mut found);
            }
        }
        for literal in &self.of_plan {
            // std's own code is not instrumented; given a long text it goes as far as comparing memory.
            if matches!(literal.kind, KIND_LEARNED_STR | KIND_LEARNED_BYTES) {
                found.push(LearnCandidate {
                    ty: literal.ty,
                    distance: GUESSED,
                    value: vec![FILLER; PROBE],
                    witness: 0,
                });
            }
        }
        if found.is_empty() {
            return;
        }
        let present = match self.present.take() {
            Some(present) => present,
            None => self.read_all(grammar),
        };
        for mut candidate in found {
            let key = (candidate.ty, candidate.value.clone());
            if present.contains(&key) || self.known.contains(&key) {
                continue;
            }
            // Nothing else could be a second witness.
            if present
                .iter()
                .filter(|(ty, _)| *ty == candidate.ty)
                .nth(1)
                .is_none()
            {
                candidate.witness = 0;
            }
            if self.told.len() >= MOST_CANDIDATES || self.told.contains(&candidate) {
                continue;
            }
            let mut piece = Writer::default();
            piece
                .u32(CANDIDATE)
                .u32(unit)
                .u32(candidate.ty.0)
                .u32(candidate.distance)
                .u32(candidate.witness)
                .bytes(&candidate.value);
            news.append(&piece.0);
            self.told.insert(candidate);
        }
        self.present = Some(present);
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
    fn literal(&mut self, grammar: &Grammar, op: OpId) -> Option<Literal> {
        if let Some(known) = self.literals.get(&op.0) {
            return known.clone();
        }
        let literal = self.read(grammar, op);
        self.literals.insert(op.0, literal.clone());
        literal
    }

    fn read(&self, grammar: &Grammar, op: OpId) -> Option<Literal> {
        let spec = grammar.op(op)?;
        let kind = *self.kinds.get(&spec.result)?;
        if !spec.total || !spec.args.is_empty() || self.entry(op).kind != KIND_CALL {
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
        (is_text || !bytes.is_empty()).then_some(Literal {
            ty: spec.result,
            kind,
            bytes,
            is_learned: false,
        })
    }

    fn read_all(&self, grammar: &Grammar) -> BTreeSet<(TypeId, Vec<u8>)> {
        let ops = (0..grammar.op_count() as u32).map(OpId);
        ops.filter_map(|op| self.read(grammar, op))
            .map(|literal| (literal.ty, literal.bytes))
            .collect()
    }
}

/// What one comparison of numbers says about a literal.
fn candidates_of_number(literal: &Literal, compare: &Compare, into: &mut Vec<LearnCandidate>) {
    let Compare {
        shape,
        bytes: width,
        left,
        right,
    } = *compare;
    match shape {
        COMPARE_SWITCH => {
            // SAFETY: the harness passes on what LLVM gave it: a static table of so many cases.
            let cases = unsafe {
                let table = right as *const u64;
                std::slice::from_raw_parts(table.add(2), (*table as usize).min(MOST_CASES))
            };
            for &case in cases {
                other_side(literal, shape, left, case, width, into);
            }
        }
        COMPARE_CONSTANT => other_side(literal, shape, right, left, width, into),
        _ => {
            other_side(literal, shape, left, right, width, into);
            other_side(literal, shape, right, left, width, into);
        }
    }
}

/// `seen` was compared with `other`: if it is of the literal, `other` makes a candidate.
fn other_side(
    literal: &Literal,
    shape: u32,
    seen: u64,
    other: u64,
    width: u32,
    into: &mut Vec<LearnCandidate>,
) {
    let mut push = |value: Vec<u8>, distance: u32, witness: u32| {
        into.push(LearnCandidate {
            ty: literal.ty,
            distance,
            value,
            witness,
        });
    };
    match literal.kind {
        KIND_LEARNED | KIND_LEARNED_CHAR => {
            if !is_value(&literal.bytes, seen, width) {
                return;
            }
            for value in values_of(literal.bytes.len(), other, width) {
                for (offset, distance) in [(0, EXACT), (1, NEXT_TO), (-1, NEXT_TO)] {
                    let near = added(&value, offset);
                    if literal.kind != KIND_LEARNED_CHAR || char_of(&near).is_some() {
                        push(near, distance, literal.witness());
                    }
                }
            }
        }
        _ => {
            let is_text = literal.kind == KIND_LEARNED_STR;
            if seen == literal.bytes.len() as u64 {
                let lengths = [
                    (other, EXACT),
                    (other.wrapping_add(1), NEXT_TO),
                    (other.wrapping_sub(1), NEXT_TO),
                ];
                for (length, distance) in lengths {
                    if let Some(value) = literal.resized(length) {
                        push(value, distance, literal.witness());
                    }
                }
            }
            // The rest of a text behind some part of it, which has to be so much longer or shorter.
            let length = (literal.bytes.len() as u64)
                .checked_add(other)
                .and_then(|sum| sum.checked_sub(seen));
            if width == 8
                && shape != COMPARE_VALUES
                && seen < literal.bytes.len() as u64
                && let Some(value) = length.and_then(|length| literal.resized(length))
            {
                push(value, GUESSED, literal.witness());
            }
            let letter = part_of_text(is_text, seen, other).map(|part| (part, LETTER));
            let memory = [u64::to_le_bytes as fn(u64) -> [u8; 8], u64::to_be_bytes]
                .map(|to_bytes| part_of_memory(seen, other, width, to_bytes).map(|part| (part, EXACT)));
            for ((from, to), distance) in letter.into_iter().chain(memory.into_iter().flatten()) {
                if let Some(value) = replaced(&literal.bytes, &from, &to, is_text) {
                    let witness = if width >= 4 && distance == EXACT {
                        0
                    } else {
                        literal.witness()
                    };
                    push(value, distance, witness);
                }
            }
        }
    }
}

/// What one comparison of memory says about a literal.
fn candidates_of_memory(literal: &Literal, compare: &MemoryCompare, into: &mut Vec<LearnCandidate>) {
    if !matches!(literal.kind, KIND_LEARNED_STR | KIND_LEARNED_BYTES) {
        return;
    }
    let is_text = literal.kind == KIND_LEARNED_STR;
    let len = (compare.len as usize).min(compare.left.len());
    let (left, right) = (&compare.left[..len], &compare.right[..len]);
    for (seen, other) in [(left, right), (right, left)] {
        let Some(value) = replaced(&literal.bytes, seen, other, is_text) else {
            continue;
        };
        // What was compared with a part may also be wanted alone, and reads better.
        for value in [other.to_vec(), value] {
            if is_valid(&value, is_text) {
                into.push(LearnCandidate {
                    ty: literal.ty,
                    distance: EXACT,
                    value,
                    witness: 0,
                });
            }
        }
    }
}

/// Whether a number of `width` bytes is the value, with either sign extended or cut.
fn is_value(value: &[u8], number: u64, width: u32) -> bool {
    values_of(value.len(), number, width).any(|same| same == value)
}

/// The values of `size` bytes that a number of `width` bytes may stand for: cut if nothing is lost by it, else extended
/// with zeros and with the sign.
fn values_of(size: usize, number: u64, width: u32) -> impl Iterator<Item = Vec<u8>> {
    let shift = 64 - 8 * width.clamp(1, 8);
    let signed = i128::from((number << shift).cast_signed() >> shift);
    let unsigned = i128::from(number << shift >> shift);
    let cut = move |number: i128| -> Option<Vec<u8>> {
        let bytes = number.to_le_bytes();
        let (kept, rest) = bytes.split_at(size.min(16));
        let is_same = rest.iter().all(|byte| *byte == 0) || rest.iter().all(|byte| *byte == 0xff);
        is_same.then(|| kept.to_vec())
    };
    let first = cut(unsigned);
    let second = cut(signed).filter(|second| first.as_ref() != Some(second));
    first.into_iter().chain(second)
}

/// A little-endian number and `offset`, wrapping around.
fn added(value: &[u8], offset: i128) -> Vec<u8> {
    let mut bytes = [0; 16];
    bytes[..value.len()].copy_from_slice(value);
    let sum = i128::from_le_bytes(bytes).wrapping_add(offset);
    sum.to_le_bytes()[..value.len()].to_vec()
}

fn char_of(value: &[u8]) -> Option<char> {
    let bytes: [u8; 4] = value.try_into().ok()?;
    char::from_u32(u32::from_le_bytes(bytes))
}

/// Two single characters or bytes as parts of texts.
fn part_of_text(is_text: bool, seen: u64, other: u64) -> Option<(Vec<u8>, Vec<u8>)> {
    let encoded = |number: u64| -> Option<Vec<u8>> {
        if !is_text {
            return u8::try_from(number).ok().map(|byte| vec![byte]);
        }
        let found = char::from_u32(u32::try_from(number).ok()?)?;
        Some(found.to_string().into_bytes())
    };
    Some((encoded(seen)?, encoded(other)?))
}

/// Two numbers as bytes in memory, if they are of several.
fn part_of_memory(
    seen: u64,
    other: u64,
    width: u32,
    to_bytes: fn(u64) -> [u8; 8],
) -> Option<(Vec<u8>, Vec<u8>)> {
    let width = width as usize;
    // The bytes that matter are the first or the last, as the order has it.
    let is_big_endian = to_bytes(1)[7] == 1;
    let part = |number: u64| match is_big_endian {
        true => to_bytes(number)[8 - width..].to_vec(),
        false => to_bytes(number)[..width].to_vec(),
    };
    (2..=8).contains(&width).then(|| (part(seen), part(other)))
}

/// The first place of `from` in a text or bytes with `to` in it. Nothing if there is no such place.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8], is_text: bool) -> Option<Vec<u8>> {
    if from.is_empty() || from.len() > bytes.len() {
        return None;
    }
    let position = bytes.windows(from.len()).position(|window| window == from)?;
    let value = [&bytes[..position], to, &bytes[position + from.len()..]].concat();
    (value.len() <= LONGEST && is_valid(&value, is_text)).then_some(value)
}

fn is_valid(value: &[u8], is_text: bool) -> bool {
    !is_text || std::str::from_utf8(value).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::abi::COMPARED_BYTES_MAX;

    fn literal(kind: u32, bytes: &[u8]) -> Literal {
        Literal {
            ty: TypeId(0),
            kind,
            bytes: bytes.to_vec(),
            is_learned: true,
        }
    }

    fn exact(literal: &Literal, shape: u32, width: u32, left: u64, right: u64) -> Vec<Vec<u8>> {
        let compare = Compare {
            shape,
            bytes: width,
            left,
            right,
        };
        let mut found = Vec::new();
        candidates_of_number(literal, &compare, &mut found);
        found.retain(|candidate| candidate.distance != NEXT_TO);
        found.into_iter().map(|candidate| candidate.value).collect()
    }

    #[test]
    fn constants_replace_equal_numbers_at_any_width() {
        let five = literal(KIND_LEARNED, &5i16.to_le_bytes());
        assert_eq!(exact(&five, COMPARE_CONSTANT, 2, 300, 5), [300i16.to_le_bytes()]);
        assert_eq!(exact(&five, COMPARE_CONSTANT, 8, 300, 5), [300i16.to_le_bytes()]);
        assert!(exact(&five, COMPARE_CONSTANT, 8, 300, 6).is_empty());
        assert!(
            exact(&five, COMPARE_CONSTANT, 8, 5, 300).is_empty(),
            "the constant"
        );
        assert!(
            exact(&five, COMPARE_CONSTANT, 8, 1 << 20, 5).is_empty(),
            "too large"
        );
        assert_ne!(
            five.witness(),
            literal(KIND_LEARNED, &6i16.to_le_bytes()).witness()
        );
        assert_eq!(literal(KIND_LEARNED, &(-300i16).to_le_bytes()).witness(), 0);
        let minus = literal(KIND_LEARNED, &(-1i16).to_le_bytes());
        let wide = u64::from((-1i32).cast_unsigned());
        let other = u64::from((-300i32).cast_unsigned());
        assert_eq!(
            exact(&minus, COMPARE_VALUES, 4, other, wide),
            [(-300i16).to_le_bytes()]
        );
    }

    #[test]
    fn all_cases_of_a_switch_are_candidates() {
        static TABLE: [u64; 4] = [2, 32, 17, 5000];
        let zero = literal(KIND_LEARNED, &0u64.to_le_bytes());
        let found = exact(&zero, COMPARE_SWITCH, 4, 0, TABLE.as_ptr() as u64);
        assert_eq!(found, [17u64.to_le_bytes(), 5000u64.to_le_bytes()]);
    }

    #[test]
    fn only_characters_are_learned_as_characters() {
        let a = literal(KIND_LEARNED_CHAR, &u32::from('a').to_le_bytes());
        let bytes = |c: char| u32::from(c).to_le_bytes();
        assert_eq!(exact(&a, COMPARE_CONSTANT, 4, 0xe9, 0x61), [bytes('é')]);
        assert!(exact(&a, COMPARE_CONSTANT, 4, 0xd800, 0x61).is_empty());
    }

    #[test]
    fn texts_take_over_lengths_and_parts() {
        let text = literal(KIND_LEARNED_STR, b"ab");
        assert_eq!(exact(&text, COMPARE_CONSTANT, 8, 5, 2), [b"abaaa"]);
        assert_eq!(exact(&text, COMPARE_CONSTANT, 4, 0xe9, 0x62), ["aé".as_bytes()]);
        let magic = u64::from(u16::from_le_bytes(*b"PK"));
        let seen = u64::from(u16::from_le_bytes(*b"ab"));
        assert_eq!(exact(&text, COMPARE_CONSTANT, 2, magic, seen), [b"PK"]);
        assert!(
            exact(&text, COMPARE_CONSTANT, 8, 1 << 40, 2).is_empty(),
            "too long"
        );
    }

    #[test]
    fn compared_memory_replaces_the_part_that_was_compared() {
        let mut compare = MemoryCompare {
            len: 3,
            left: [0; COMPARED_BYTES_MAX],
            right: [0; COMPARED_BYTES_MAX],
        };
        compare.left[..3].copy_from_slice(b"key");
        compare.right[..3].copy_from_slice(b"aaa");
        let learned = |kind: u32, bytes: &[u8]| {
            let mut found = Vec::new();
            candidates_of_memory(&literal(kind, bytes), &compare, &mut found);
            found
                .into_iter()
                .map(|candidate| candidate.value)
                .collect::<Vec<_>>()
        };
        assert_eq!(learned(KIND_LEARNED_STR, b"xaaaa"), [&b"key"[..], b"xkeya"]);
        assert_eq!(learned(KIND_LEARNED_STR, b"key"), [b"aaa", b"aaa"]);
        compare.left[0] = 0xff;
        let mut found = Vec::new();
        candidates_of_memory(&literal(KIND_LEARNED_STR, b"aaa"), &compare, &mut found);
        assert!(found.is_empty(), "not UTF-8");
        candidates_of_memory(&literal(KIND_LEARNED_BYTES, b"aaa"), &compare, &mut found);
        assert_eq!(found[0].value, b"\xffey");
    }
}
