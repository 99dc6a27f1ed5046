//! Plans as bytes, for fuzzers: a byte says which op builds each value, and texts stand in the bytes as they are, so that a
//! fuzzer's words fit in. Every string of bytes is a plan; what it does not say is decided as cheaply as can be. Compiled into fuzz
//! targets and into the program that reads their crashes, verbatim.

/// Deepest nesting of values that bytes decide; what lies deeper is the cheapest value of its type.
const MAX_NESTING: usize = 256;
/// Steps of a program behind which bytes decide nothing.
const MAX_STEPS: usize = 10_000;
/// Ends a text, in which it cannot be, and a byte string, where it is escaped.
const END: u8 = 0xff;
/// Behind [`END`] in a byte string: the string ends, or goes on with [`END`] itself.
const ENDS: u8 = 0x00;
const GOES_ON: u8 = 0x01;
/// First bytes below this mean a literal, where there may be one: half of all.
const ORDINARY_FROM: u8 = 0x80;

/// What the bytes of a literal are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// An integer of so many bytes, little-endian.
    Number(usize),
    /// A Unicode scalar value, as four bytes, little-endian.
    Character,
    /// UTF-8.
    Text,
    /// Anything.
    Bytes,
}

/// What there is to choose from. Types and ops are numbers.
pub trait Choices {
    /// The ops that build a type, but for literals that are told; the first, taken recursively, comes to an end.
    fn alternatives(&self, ty: u32) -> &[u32];
    /// The ops that stand for literals that are told, each for one in a plan.
    fn places(&self, ty: u32) -> &[u32];
    /// What such a literal is.
    fn literal(&self, ty: u32) -> Literal;
    /// Types of an op's arguments.
    fn arguments(&self, op: u32) -> &[u32];
}

/// A step of a program in post-order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The op.
    pub op: u32,
    /// What it stands for, if it is a literal that is told: its type and its bytes.
    pub literal: Option<(u32, Vec<u8>)>,
}

/// The program that the bytes say, of one of these roots.
pub fn decode(choices: &impl Choices, roots: &[u32], data: &[u8]) -> Vec<Step> {
    let mut decoder = Decoder {
        choices,
        data,
        steps: Vec::new(),
        literals: Vec::new(),
    };
    if let Some(&root) = roots.get(decoder.choice(roots.len())) {
        decoder.apply(root, 0);
    }
    decoder.steps
}

/// What of several ops a choice is among, and whether it may be a literal instead: the bytes that say this one. None means the
/// literal.
pub fn encode_choice(index: Option<usize>, count: usize, has_literal: bool) -> Vec<u8> {
    let wide = |index: usize| [(index >> 8) as u8, index as u8];
    match index {
        None if count == 0 => Vec::new(),
        None => vec![0],
        Some(index) if has_literal && count <= usize::from(ORDINARY_FROM) => {
            vec![ORDINARY_FROM + index as u8]
        }
        Some(index) if has_literal => {
            let [high, low] = wide(index);
            vec![ORDINARY_FROM | high, low]
        }
        Some(_) if count <= 1 => Vec::new(),
        Some(index) if count <= 256 => vec![index as u8],
        Some(index) => wide(index).to_vec(),
    }
}

/// The bytes that say a literal.
pub fn encode_literal(literal: Literal, value: &[u8]) -> Vec<u8> {
    match literal {
        Literal::Number(_) | Literal::Character => value.to_vec(),
        Literal::Text => [value, &[END]].concat(),
        Literal::Bytes => {
            let mut bytes = Vec::with_capacity(value.len() + 2);
            for (position, &byte) in value.iter().enumerate() {
                bytes.push(byte);
                // At the end the mark that follows would be taken for what is behind it.
                let next = value.get(position + 1);
                if byte == END && next.is_none_or(|&next| next == ENDS || next == GOES_ON || next == END) {
                    bytes.push(GOES_ON);
                }
            }
            bytes.extend([END, ENDS]);
            bytes
        }
    }
}

struct Decoder<'a, C> {
    choices: &'a C,
    data: &'a [u8],
    steps: Vec<Step>,
    /// Literals so far, with the op that stands for each.
    literals: Vec<(u32, Vec<u8>, u32)>,
}

impl<C: Choices> Decoder<'_, C> {
    fn apply(&mut self, op: u32, nesting: usize) {
        for index in 0..self.choices.arguments(op).len() {
            self.value(self.choices.arguments(op)[index], nesting + 1);
        }
        self.steps.push(Step { op, literal: None });
    }

    fn value(&mut self, ty: u32, nesting: usize) {
        let count = self.choices.alternatives(ty).len();
        let has_literal = !self.choices.places(ty).is_empty();
        let is_open = nesting < MAX_NESTING && self.steps.len() < MAX_STEPS;
        let chosen = match is_open {
            true => self.choice_or_literal(count, has_literal),
            false if count == 0 => None,
            false => Some(0),
        };
        let place = match chosen {
            None => self.literal(ty, is_open),
            Some(_) => None,
        };
        match (place, self.choices.alternatives(ty).get(chosen.unwrap_or(0))) {
            (Some(step), _) => self.steps.push(step),
            (None, Some(&op)) => self.apply(op, nesting),
            (None, None) => {}
        }
    }

    /// A literal; none if all places for those of its type are taken.
    fn literal(&mut self, ty: u32, is_open: bool) -> Option<Step> {
        let kind = self.choices.literal(ty);
        if !is_open {
            self.data = &[];
        }
        let value = self.literal_value(kind);
        let known = (self.literals.iter()).find(|(of, known, _)| *of == ty && *known == value);
        let op = match known {
            Some((_, _, op)) => *op,
            None => {
                let taken = self.literals.iter().filter(|(of, ..)| *of == ty).count();
                let op = *self.choices.places(ty).get(taken)?;
                self.literals.push((ty, value.clone(), op));
                op
            }
        };
        Some(Step {
            op,
            literal: Some((ty, value)),
        })
    }

    fn literal_value(&mut self, kind: Literal) -> Vec<u8> {
        match kind {
            Literal::Number(size) => self.take(size),
            Literal::Character => {
                let bytes = self.take(4);
                let number = bytes
                    .iter()
                    .rev()
                    .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
                // Whatever the bytes are, some character has them, and characters stay as they are.
                let number = number % (char::MAX as u32 + 1);
                let character = char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
                (character as u32).to_le_bytes().to_vec()
            }
            Literal::Text => {
                let len = self.data.iter().position(|&byte| byte == END);
                let text = &self.data[..len.unwrap_or(self.data.len())];
                self.data = &self.data[(text.len() + 1).min(self.data.len())..];
                String::from_utf8_lossy(text).into_owned().into_bytes()
            }
            Literal::Bytes => {
                let mut bytes = Vec::new();
                while let Some((&byte, rest)) = self.data.split_first() {
                    self.data = rest;
                    match (byte, rest.first()) {
                        (END, Some(&ENDS)) => {
                            self.data = &rest[1..];
                            break;
                        }
                        (END, Some(&GOES_ON)) => {
                            self.data = &rest[1..];
                            bytes.push(END);
                        }
                        _ => bytes.push(byte),
                    }
                }
                bytes
            }
        }
    }

    /// So many bytes; zeros where there are none.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let (taken, rest) = self.data.split_at(count.min(self.data.len()));
        let mut bytes = taken.to_vec();
        bytes.resize(count, 0);
        self.data = rest;
        bytes
    }

    fn byte(&mut self) -> Option<usize> {
        let (&byte, rest) = self.data.split_first()?;
        self.data = rest;
        Some(usize::from(byte))
    }

    /// One of so many.
    fn choice(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        let Some(first) = self.byte() else { return 0 };
        let number = match count {
            ..=256 => first,
            _ => first << 8 | self.byte().unwrap_or(0),
        };
        number % count
    }

    /// One of so many, or none of them but a literal.
    fn choice_or_literal(&mut self, count: usize, has_literal: bool) -> Option<usize> {
        match (has_literal, count) {
            (false, _) => Some(self.choice(count)),
            (true, 0) => None,
            (true, _) => {
                let Some(first) = self.byte() else { return Some(0) };
                let from = usize::from(ORDINARY_FROM);
                if first < from {
                    return None;
                }
                let number = match count <= from {
                    true => first - from,
                    false => (first - from) << 8 | self.byte().unwrap_or(0),
                };
                Some(number % count)
            }
        }
    }
}
