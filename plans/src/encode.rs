//! Compact, versioned bytes for what crosses a pipe between our processes.
//!
//! A message is the version, one byte for what it is, and LEB128 numbers; lists are preceded by their length. Decoding
//! accepts exactly what encoding writes: other versions, unknown tags, overlong numbers, missing and trailing bytes
//! are errors. Bytes are not trusted, so nothing is allocated that the input has not paid for.

mod error;
mod request;

use error::MAX_NESTING;
pub use error::{DecodeError, ENCODING_VERSION};
pub use request::{decode_unit_request, encode_unit_request};

use crate::{
    Cursor, Grammar, InPlace, OpId, OpSpec, Plan, RoundReached, Step, Tallies, Term, TypeId, UnitReport,
    UnitStop,
};

/// How many words of tallies come before the cut.
const COUNTS: usize = 9;
/// Most types of a decoded grammar.
const MAX_TYPES: usize = 1 << 20;

const TAG_PLAN: u8 = 2;
const TAG_GRAMMAR: u8 = 3;
const TAG_UNIT_REPORT: u8 = 5;

/// Bytes of a plan.
pub fn encode_plan(plan: &Plan) -> Vec<u8> {
    message(TAG_PLAN, |out| put_term(out, plan.term()))
}

/// A plan from its bytes. Plans nested deeper than 2048 ops are refused: [`Plan::can_be_sent`].
pub fn decode_plan(bytes: &[u8]) -> Result<Plan, DecodeError> {
    read_message(bytes, TAG_PLAN, |reader| reader.plan())
}

impl Plan {
    /// Whether it can be read again from its bytes, and from those of what it is a part of: it is not nested too deeply. Any other
    /// plan stays where it was made.
    pub fn can_be_sent(&self) -> bool {
        fits(self.term(), 0)
    }
}

/// As [`Reader::term`] has it.
fn fits(term: &Term, nesting: u32) -> bool {
    nesting < MAX_NESTING
        && match term {
            Term::Apply { args, .. } => args.iter().all(|arg| fits(arg, nesting + 1)),
            Term::Hole { default, .. } => fits(default, nesting + 1),
            Term::Literal { .. } => true,
        }
}

/// Bytes of a grammar, with the types that are marked unwatchable and the limit of nesting.
pub fn encode_grammar(grammar: &Grammar) -> Vec<u8> {
    message(TAG_GRAMMAR, |out| {
        put(out, grammar.type_count());
        put(out, grammar.op_count());
        for spec in grammar.ops() {
            put_op(out, spec.as_ref());
        }
        let unwatchable = grammar.unwatchable();
        put(out, unwatchable.len());
        for ty in unwatchable {
            put(out, ty.0);
        }
        put(out, grammar.learned().len());
        for op in grammar.learned() {
            put(out, op.0);
        }
        put_option(out, grammar.nesting_limit());
    })
}

/// A grammar from its bytes.
pub fn decode_grammar(bytes: &[u8]) -> Result<Grammar, DecodeError> {
    let (type_count, ops, unwatchable, learned, nesting_limit) =
        read_message(bytes, TAG_GRAMMAR, |reader| {
            let type_count = reader.number()?;
            let ops = reader.list(Reader::op)?;
            let unwatchable = reader.list(|reader| Ok(TypeId(reader.number()?)))?;
            let learned = reader.list(|reader| Ok(OpId(reader.number()?)))?;
            Ok((type_count, ops, unwatchable, learned, reader.option()?))
        })?;
    if type_count > MAX_TYPES as u32 {
        return Err(DecodeError::Number);
    }
    if !learned.is_sorted_by(|a, b| a < b) {
        return Err(DecodeError::Number);
    }
    let mut grammar = Grammar::with_learned(type_count as usize, ops, learned.into_iter().collect())
        .map_err(DecodeError::Grammar)?;
    if unwatchable.iter().any(|ty| ty.0 >= type_count) || !unwatchable.is_sorted_by(|a, b| a < b) {
        return Err(DecodeError::Number);
    }
    grammar.mark_unwatchable(&unwatchable);
    grammar.limit_nesting(nesting_limit);
    Ok(grammar)
}

/// Bytes of a unit report.
pub fn encode_unit_report(report: &UnitReport) -> Vec<u8> {
    message(TAG_UNIT_REPORT, |out| {
        put_tallies(out, &report.tallies);
        match &report.stop {
            UnitStop::Exhausted { min_cut } => {
                out.push(0);
                put_option(out, *min_cut);
            }
            UnitStop::Budget { next, paused } => {
                out.push(1 + u8::from(*paused));
                put_cursor(out, next);
            }
        }
        out.push(u8::from(report.round.is_some()));
        if let Some(RoundReached {
            bound,
            counted_from,
            runs,
        }) = report.round
        {
            put(out, bound);
            put(out, counted_from);
            put_u64(out, runs);
        }
    })
}

/// A unit report from its bytes.
pub fn decode_unit_report(bytes: &[u8]) -> Result<UnitReport, DecodeError> {
    read_message(bytes, TAG_UNIT_REPORT, |reader| {
        Ok(UnitReport {
            tallies: reader.tallies()?,
            stop: match reader.byte()? {
                0 => UnitStop::Exhausted {
                    min_cut: reader.option()?,
                },
                tag @ (1 | 2) => UnitStop::Budget {
                    next: reader.cursor()?,
                    paused: tag == 2,
                },
                tag => return Err(DecodeError::Tag(tag)),
            },
            round: match reader.flag()? {
                false => None,
                true => Some(RoundReached {
                    bound: reader.number()?,
                    counted_from: reader.number()?,
                    runs: reader.long_number()?,
                }),
            },
        })
    })
}

fn message(tag: u8, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = vec![ENCODING_VERSION, tag];
    write(&mut out);
    out
}

fn put(out: &mut Vec<u8>, number: impl TryInto<u64>) {
    // Every caller passes a u32 or a length.
    put_u64(out, number.try_into().unwrap_or(u64::MAX));
}

fn put_u64(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_option(out: &mut Vec<u8>, number: Option<u32>) {
    match number {
        None => out.push(0),
        Some(number) => {
            out.push(1);
            put(out, number);
        }
    }
}

fn put_cursor(out: &mut Vec<u8>, cursor: &Cursor) {
    out.push(u8::from(cursor.watches_parts));
    put(out, cursor.vector.len());
    for step in &cursor.vector {
        put(out, step.node);
        put(out, step.alternative);
    }
}

fn put_tallies(out: &mut Vec<u8>, tallies: &Tallies) {
    let words = tallies.words();
    let (counts, worth) = words.split_at(COUNTS);
    counts.iter().for_each(|count| put_u64(out, *count));
    put_option(out, tallies.min_cut);
    worth.iter().for_each(|count| put_u64(out, *count));
}

fn put_op(out: &mut Vec<u8>, spec: Option<&OpSpec>) {
    let Some(spec) = spec else {
        out.push(0);
        return;
    };
    let flags = [
        spec.pointer,
        spec.total,
        spec.builds,
        spec.in_place == InPlace::Fields,
        spec.in_place == InPlace::Elements,
    ];
    out.push(
        flags
            .iter()
            .enumerate()
            .fold(1, |byte, (bit, &flag)| byte | u8::from(flag) << (bit + 1)),
    );
    put(out, spec.result.0);
    put(out, spec.steps);
    put(out, spec.args.len());
    for arg in &spec.args {
        put(out, arg.0);
    }
}

fn put_term(out: &mut Vec<u8>, term: &Term) {
    match term {
        Term::Apply { op, args } => {
            out.push(0);
            put(out, op.0);
            put(out, args.len());
            for arg in args {
                put_term(out, arg);
            }
        }
        Term::Hole { number, ty, default } => {
            out.push(1);
            put(out, *number);
            put(out, ty.0);
            put_term(out, default);
        }
        Term::Literal { ty, value } => {
            out.push(2);
            put(out, ty.0);
            put(out, value.len());
            out.extend(value);
        }
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
}

fn read_message<T>(
    bytes: &[u8],
    tag: u8,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let mut reader = Reader { bytes };
    match reader.byte()? {
        ENCODING_VERSION => {}
        version => return Err(DecodeError::Version(version)),
    }
    match reader.byte()? {
        found if found == tag => {}
        found => return Err(DecodeError::Tag(found)),
    }
    let value = read(&mut reader)?;
    if reader.bytes.is_empty() {
        Ok(value)
    } else {
        Err(DecodeError::Trailing)
    }
}

impl Reader<'_> {
    fn plan(&mut self) -> Result<Plan, DecodeError> {
        Plan::new(self.term(0)?).ok_or(DecodeError::Tag(1))
    }

    fn cursor(&mut self) -> Result<Cursor, DecodeError> {
        Ok(Cursor {
            watches_parts: self.flag()?,
            vector: self.list(|reader| {
                Ok(Step {
                    node: reader.number()?,
                    alternative: reader.number()?,
                })
            })?,
        })
    }

    fn byte(&mut self) -> Result<u8, DecodeError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(DecodeError::Truncated)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn long_number(&mut self) -> Result<u64, DecodeError> {
        let mut number: u64 = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return Err(DecodeError::Number);
            }
            number |= part << shift;
            if byte < 0x80 {
                let overlong = byte == 0 && shift > 0;
                return if overlong {
                    Err(DecodeError::Number)
                } else {
                    Ok(number)
                };
            }
        }
        Err(DecodeError::Number)
    }

    fn number(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.long_number()?).map_err(|_| DecodeError::Number)
    }

    /// A length and that many elements, each of which takes at least one byte.
    fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        let length = self.long_number()?;
        if length > self.bytes.len() as u64 {
            return Err(DecodeError::Truncated);
        }
        (0..length).map(|_| element(self)).collect()
    }

    fn option(&mut self) -> Result<Option<u32>, DecodeError> {
        match self.byte()? {
            0 => Ok(None),
            1 => Ok(Some(self.number()?)),
            tag => Err(DecodeError::Tag(tag)),
        }
    }

    fn tallies(&mut self) -> Result<Tallies, DecodeError> {
        let mut words = [0; Tallies::WORDS];
        for word in &mut words[..COUNTS] {
            *word = self.long_number()?;
        }
        let min_cut = self.option()?;
        for word in &mut words[COUNTS..] {
            *word = self.long_number()?;
        }
        Ok(Tallies::of_words(words, min_cut))
    }

    fn flag(&mut self) -> Result<bool, DecodeError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Err(DecodeError::Tag(tag)),
        }
    }

    fn op(&mut self) -> Result<Option<OpSpec>, DecodeError> {
        let flags = self.byte()?;
        match flags {
            0 => return Ok(None),
            flags if flags & 1 == 0 || flags >> 4 > 2 => return Err(DecodeError::Tag(flags)),
            _ => {}
        }
        Ok(Some(OpSpec {
            pointer: flags & 2 != 0,
            total: flags & 4 != 0,
            builds: flags & 8 != 0,
            in_place: match flags >> 4 {
                0 => InPlace::No,
                1 => InPlace::Fields,
                _ => InPlace::Elements,
            },
            result: TypeId(self.number()?),
            steps: self.number()?,
            args: self.list(|reader| Ok(TypeId(reader.number()?)))?,
        }))
    }

    fn term(&mut self, nesting: u32) -> Result<Term, DecodeError> {
        if nesting >= MAX_NESTING {
            return Err(DecodeError::Nesting);
        }
        match self.byte()? {
            0 => Ok(Term::Apply {
                op: OpId(self.number()?),
                args: self.list(|reader| reader.term(nesting + 1))?,
            }),
            1 => Ok(Term::Hole {
                number: self.number()?,
                ty: TypeId(self.number()?),
                default: Box::new(self.term(nesting + 1)?),
            }),
            2 => Ok(Term::Literal {
                ty: TypeId(self.number()?),
                value: self.list(Reader::byte)?,
            }),
            tag => Err(DecodeError::Tag(tag)),
        }
    }
}
