//! Bytes of unit requests.

use super::{DecodeError, Reader, message, put, put_cursor, put_option, put_term, put_u64, read_message};
use crate::{
    Bound, EdgeSet, Fatal, FatalPlan, LearnedValue, Learning, OpId, Patience, Plan, RoundWork, Start,
    TextWork, UnitRequest, Watch, Work,
};
use std::sync::Arc;

const TAG_UNIT_REQUEST: u8 = 4;

/// Bytes of a unit request.
pub fn encode_unit_request(request: &UnitRequest) -> Vec<u8> {
    let UnitRequest {
        root,
        work,
        budget,
        valid_budget,
        weighed_budget,
        cost_budget,
        patience,
        known_fatal,
        learning,
    } = request;
    message(TAG_UNIT_REQUEST, |out| {
        put(out, root.0);
        put_work(out, work);
        put_u64(out, *budget);
        put_u64(out, *valid_budget);
        put_u64(out, *weighed_budget);
        put_u64(out, *cost_budget);
        out.push(u8::from(*patience == Patience::Part));
        put(out, known_fatal.len());
        for FatalPlan { plan, looked_at } in known_fatal {
            put_term(out, plan.term());
            put_numbers(out, looked_at);
        }
        put_learning(out, learning);
    })
}

impl UnitRequest {
    /// Whether it can be read again from its bytes: all plans in it [can be sent](Plan::can_be_sent).
    pub fn can_be_sent(&self) -> bool {
        let of_work = match &self.work {
            Work::Listed(plans) => plans.iter().all(Plan::can_be_sent),
            Work::Texts(work) => work.plan.can_be_sent(),
            Work::Round(_) | Work::Drawn { .. } => true,
        };
        of_work && self.known_fatal.iter().all(|fatal| fatal.plan.can_be_sent())
    }
}

/// A unit request from its bytes.
pub fn decode_unit_request(bytes: &[u8]) -> Result<UnitRequest, DecodeError> {
    read_message(bytes, TAG_UNIT_REQUEST, |reader| {
        Ok(UnitRequest {
            root: OpId(reader.number()?),
            work: reader.work()?,
            budget: reader.long_number()?,
            valid_budget: reader.long_number()?,
            weighed_budget: reader.long_number()?,
            cost_budget: reader.long_number()?,
            patience: match reader.flag()? {
                true => Patience::Part,
                false => Patience::Whole,
            },
            known_fatal: reader.list(Reader::fatal_plan)?,
            learning: Learning {
                known: reader.list(Reader::learned_value)?,
                fresh_from: reader.number()?,
                watched_plans: reader.long_number()?,
                plans_before: reader.long_number()?,
                known_edges: reader.edges()?,
            },
        })
    })
}

const WATCHES: [Watch; 4] = [Watch::Parts, Watch::Whole, Watch::Nothing, Watch::Values];

fn put_work(out: &mut Vec<u8>, work: &Work) {
    match work {
        Work::Round(RoundWork {
            bound,
            counted_from,
            deepens_to,
            watch,
            without_redundant,
            start,
            end,
        }) => {
            out.push(0);
            match bound {
                Bound::Depth(bound) => {
                    out.push(0);
                    put(out, *bound);
                }
                Bound::Height(bound) => {
                    out.push(1);
                    put(out, *bound);
                }
            }
            put(out, *counted_from);
            put(out, *deepens_to);
            out.push(WATCHES.iter().position(|known| known == watch).unwrap_or(0) as u8);
            put_option(out, *without_redundant);
            put_start(out, start);
            match end {
                None => out.push(0),
                Some(end) => {
                    out.push(1);
                    put_cursor(out, end);
                }
            }
        }
        Work::Drawn {
            bound,
            seed,
            skip,
            until_returned,
        } => {
            out.push(1);
            put(out, *bound);
            put_u64(out, *seed);
            put_u64(out, *skip);
            out.push(u8::from(*until_returned));
        }
        Work::Listed(plans) => {
            out.push(2);
            put_plans(out, plans);
        }
        Work::Texts(TextWork {
            plan,
            place,
            texts,
            count_in_full,
        }) => {
            out.push(3);
            put_term(out, plan.term());
            put(out, place.0);
            put(out, texts.len());
            for text in texts.iter() {
                put_bytes(out, text);
            }
            out.push(u8::from(*count_in_full));
        }
    }
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len());
    out.extend(bytes);
}

fn put_start(out: &mut Vec<u8>, start: &Start) {
    match start {
        Start::Fresh => out.push(0),
        Start::At(cursor) => {
            out.push(1);
            put_cursor(out, cursor);
        }
        Start::After(Fatal { at, demands }) => {
            out.push(2);
            put_cursor(out, at);
            put_numbers(out, demands);
        }
    }
}

fn put_numbers(out: &mut Vec<u8>, numbers: &[u32]) {
    put(out, numbers.len());
    for &number in numbers {
        put(out, number);
    }
}

fn put_plans(out: &mut Vec<u8>, plans: &[Plan]) {
    put(out, plans.len());
    for plan in plans {
        put_term(out, plan.term());
    }
}

fn put_learning(out: &mut Vec<u8>, learning: &Learning) {
    put(out, learning.known.len());
    for LearnedValue { op, value } in &learning.known {
        put(out, op.0);
        put_bytes(out, value);
    }
    put(out, learning.fresh_from);
    put_u64(out, learning.watched_plans);
    put_u64(out, learning.plans_before);
    put(out, learning.known_edges.words().len());
    for &word in learning.known_edges.words() {
        put_u64(out, word);
    }
}

impl Reader<'_> {
    fn work(&mut self) -> Result<Work, DecodeError> {
        Ok(match self.byte()? {
            0 => Work::Round(RoundWork {
                bound: match self.byte()? {
                    0 => Bound::Depth(self.number()?),
                    1 => Bound::Height(self.number()?),
                    tag => return Err(DecodeError::Tag(tag)),
                },
                counted_from: self.number()?,
                deepens_to: self.number()?,
                watch: {
                    let tag = self.byte()?;
                    *WATCHES.get(usize::from(tag)).ok_or(DecodeError::Tag(tag))?
                },
                without_redundant: self.option()?,
                start: match self.byte()? {
                    0 => Start::Fresh,
                    1 => Start::At(self.cursor()?),
                    2 => Start::After(Fatal {
                        at: self.cursor()?,
                        demands: self.list(Reader::number)?,
                    }),
                    tag => return Err(DecodeError::Tag(tag)),
                },
                end: match self.flag()? {
                    false => None,
                    true => Some(self.cursor()?),
                },
            }),
            1 => Work::Drawn {
                bound: self.number()?,
                seed: self.long_number()?,
                skip: self.long_number()?,
                until_returned: self.flag()?,
            },
            2 => Work::Listed(Arc::new(self.list(Reader::plan)?)),
            3 => Work::Texts(TextWork {
                plan: self.plan()?,
                place: OpId(self.number()?),
                texts: Arc::new(self.list(|reader| reader.list(Reader::byte))?),
                count_in_full: self.flag()?,
            }),
            tag => return Err(DecodeError::Tag(tag)),
        })
    }

    fn fatal_plan(&mut self) -> Result<FatalPlan, DecodeError> {
        Ok(FatalPlan {
            plan: self.plan()?,
            looked_at: self.list(Reader::number)?,
        })
    }

    fn learned_value(&mut self) -> Result<LearnedValue, DecodeError> {
        Ok(LearnedValue {
            op: OpId(self.number()?),
            value: self.list(Reader::byte)?,
        })
    }

    fn edges(&mut self) -> Result<EdgeSet, DecodeError> {
        let words = self.list(Reader::long_number)?;
        let length = words.len();
        let edges = EdgeSet::from_words(words);
        (edges.words().len() == length)
            .then_some(edges)
            .ok_or(DecodeError::Number)
    }
}
