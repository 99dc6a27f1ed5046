//! Which argument of a failing call names a place that is not there: the plan runs again with other places.

use super::laboratory::Laboratory;
use super::trying::{Number, Trying};
use crate::executor::PlanRun;
use crate::finding::classify::{Says, numbers_in, says, speaks_of_a_place};
use crate::finding::normalise_message;
use crate::finding::trials::{PlaceTrial, Told};
use crate::outcome::Fault;
use harness_gen::Param;
use harness_gen::reading::Value;
use plans::{Outcome, Term};
use std::collections::BTreeSet;

/// Looks for the place of one plan that fails.
pub(super) struct Places<'t> {
    pub(super) tried: &'t mut Trying,
    /// The arguments of the item.
    pub(super) params: &'t [Param],
}

impl Places<'_> {
    /// What an object was made from is no place in it.
    fn is_receiver(&self, argument: usize) -> bool {
        (self.params.get(argument)).is_some_and(|param| param.name == "self")
    }

    /// `bit_index`, but neither `count` nor `at`: all bits may be in front of a place.
    fn names_a_bit(&self, argument: usize) -> bool {
        const NAMES: [&str; 5] = ["bit", "index", "idx", "i", "position"];
        let last = |param: &Param| {
            param
                .name
                .rsplit('_')
                .next()
                .is_some_and(|last| NAMES.contains(&last))
        };
        self.params.get(argument).is_some_and(last)
    }

    /// The argument that names the place that a panic speaks of; only these may be places that it does not name.
    pub(super) fn named(
        &mut self,
        places: &[usize],
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<PlaceTrial>> {
        let mut passing = None;
        let names_numbers = says(&self.tried.seen.message) == Says::Bounds
            && !numbers_in(&self.tried.seen.message).is_empty();
        for number in self.tried.numbers(with) {
            let argument = number.way[self.tried.way.len()];
            if self.is_receiver(argument) {
                continue;
            }
            let others: Vec<i128> = [SMALLER_PLACE, 0, 1]
                .into_iter()
                .filter(|other| *other != number.value)
                .collect();
            for (value, run) in self.tried.run_with(&number, &others, with)? {
                let follows = |now: &Fault| names(now, value) || self.moves_with(&number, now, value);
                match self.told(&run, follows) {
                    Some(Told::Follows) => {
                        let told = Told::Follows;
                        return Ok(Some(PlaceTrial { argument, told }));
                    }
                    // Of a number that is no place, or that std's message would name, passing says little.
                    Some(Told::Passes) if places.contains(&argument) && !names_numbers => {
                        passing = passing.or(Some(argument));
                    }
                    _ => {}
                }
            }
            if names_numbers && self.is_in_words(&number, with)? {
                let told = Told::Word;
                return Ok(Some(PlaceTrial { argument, told }));
            }
        }
        for &argument in places {
            if passing.is_some() {
                break;
            }
            for run in self.tried.run_with_others(argument, with)? {
                let seen = numbers_in(&self.tried.seen.message);
                if let Some(told) = self.told(&run, |now| numbers_in(&now.message) != seen) {
                    return Ok(Some(PlaceTrial { argument, told }));
                }
            }
        }
        let told = Told::Passes;
        Ok(passing.map(|argument| PlaceTrial { argument, told }))
    }

    /// The place that arithmetic on it fails for before anybody looks whether it is there.
    pub(super) fn beneath_arithmetic(
        &mut self,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<PlaceTrial>> {
        let smaller = self.smaller(with)?;
        match smaller.is_none() && self.tried.seen.message.starts_with("attempt to shift") {
            true => self.missing_bit(with),
            false => Ok(smaller),
        }
    }

    /// Whether with a smaller number the index is out of bounds: then it is with the larger one, whose arithmetic only comes first.
    fn smaller(&mut self, with: &mut Laboratory<'_>) -> anyhow::Result<Option<PlaceTrial>> {
        for number in self.tried.numbers(with) {
            let argument = number.way[self.tried.way.len()];
            if self.is_receiver(argument) || number.value <= SMALLER_PLACE {
                continue;
            }
            let runs = self.tried.run_with(&number, &[SMALLER_PLACE], with)?;
            let is_outside =
                |fault: &Fault| fault.op == self.tried.seen.op && speaks_of_a_place(&fault.message);
            if runs
                .iter()
                .any(|(_, run)| run.fault.as_ref().is_some_and(is_outside))
            {
                let told = Told::Smaller;
                return Ok(Some(PlaceTrial { argument, told }));
            }
        }
        Ok(None)
    }

    /// Whether the place that the message names is the word that the given one is a bit of, whichever that is. Numbers inside other
    /// arguments are no places: what is at fault there may be what was made with them.
    fn is_in_words(&mut self, number: &Number, with: &mut Laboratory<'_>) -> anyhow::Result<bool> {
        let is_argument = number.way.len() == self.tried.way.len() + 1;
        let Some((length, word)) = length_and_index(&self.tried.seen.message).filter(|_| is_argument) else {
            return Ok(false);
        };
        let is_word = |bits: &i128, value: i128, word: i128| value >= *bits && value / bits == word;
        let widths = WORDS.iter().filter(|bits| is_word(bits, number.value, word));
        let mut widths: Vec<i128> = widths.copied().collect();
        if widths.is_empty() {
            return Ok(false);
        }
        let value = number.value;
        let others = [
            value.checked_mul(2),
            value.checked_mul(3),
            Some(value / 2 + value / 4),
            Some(value / 2),
        ];
        let others: Vec<i128> = others.into_iter().flatten().collect();
        let mut beyond = 0;
        for (other, run) in self.tried.run_with(number, &others, with)? {
            let now = run
                .fault
                .as_ref()
                .and_then(|fault| length_and_index(&fault.message));
            match (self.told(&run, |_| true), now) {
                // What is there has to be within the same bounds.
                (Some(Told::Passes), _) => widths.retain(|bits| other / bits < length),
                (Some(_), Some((now_length, now))) if now_length == length => {
                    widths.retain(|bits| is_word(bits, other, now));
                    beyond += 1;
                }
                _ => return Ok(false),
            }
        }
        Ok(beyond >= FEWEST_BEYOND && !widths.is_empty())
    }

    /// The argument that names a bit beyond those that an integer beside it has: with its last bit the plan passes, with the one
    /// behind it that shift overflows. Nothing but a name tells a bit from a count of bits, all of which an integer has.
    fn missing_bit(&mut self, with: &mut Laboratory<'_>) -> anyhow::Result<Option<PlaceTrial>> {
        for number in self.tried.numbers(with) {
            let argument = number.way[self.tried.way.len()];
            if !self.names_a_bit(argument) || number.way.len() != self.tried.way.len() + 1 {
                continue;
            }
            for bits in self.widths_beside(argument, with) {
                if number.value < bits {
                    continue;
                }
                let runs = self.tried.run_with(&number, &[bits - 1, bits], with)?;
                let [(_, last), (_, beyond)] = &runs[..] else {
                    continue;
                };
                let overflows = |fault: &Fault| {
                    (&fault.location, &fault.message) == (&self.tried.seen.location, &self.tried.seen.message)
                };
                if last.outcome == Outcome::Ok && beyond.fault.as_ref().is_some_and(overflows) {
                    let told = Told::NoBit;
                    return Ok(Some(PlaceTrial { argument, told }));
                }
            }
        }
        Ok(None)
    }

    /// How many bits the integers have that are other arguments of the item.
    fn widths_beside(&self, argument: usize, with: &Laboratory<'_>) -> BTreeSet<i128> {
        let Some(Term::Apply { args, .. }) = self.tried.plan.term().part(&self.tried.way) else {
            return BTreeSet::new();
        };
        let others = args.iter().enumerate().filter(|(at, _)| *at != argument);
        let width = |term: &Term| match with.bindings.value(term) {
            Value::Int(_, int) => Some(i128::from(int.bits)),
            _ => None,
        };
        others.filter_map(|(_, other)| width(other)).collect()
    }

    /// A number in the message is so much beside the one that is given, whichever that is: places may be counted from
    /// another one than the caller's first.
    fn moves_with(&self, number: &Number, now: &Fault, value: i128) -> bool {
        let before = numbers_in(&self.tried.seen.message);
        let of_now = numbers_in(&now.message);
        before.len() == of_now.len()
            && before.iter().zip(&of_now).any(|(before, now)| {
                let distance = distance_to(*before, number.value);
                before != now && distance.is_some() && distance == distance_to(*now, value)
            })
    }

    fn told(&self, run: &PlanRun, follows: impl Fn(&Fault) -> bool) -> Option<Told> {
        let Some(now) = &run.fault else {
            return (run.outcome == Outcome::Ok).then_some(Told::Passes);
        };
        let is_same_place = now.kind == self.tried.seen.kind && now.location == self.tried.seen.location;
        let says_the_same = normalise_message(&now.message) == normalise_message(&self.tried.seen.message)
            || (says(&now.message) == Says::Bounds && says(&self.tried.seen.message) == Says::Bounds);
        let is_same = is_same_place && says_the_same;
        (is_same && follows(now)).then_some(Told::Follows)
    }
}

/// Bits that words of sets of bits have.
const WORDS: [i128; 5] = [8, 16, 32, 64, 128];
/// Fewest other places of which the word has to be named.
const FEWEST_BEYOND: usize = 2;

/// The numbers of std's "the len is 1 but the index is 3".
fn length_and_index(message: &str) -> Option<(i128, i128)> {
    let (length, index) = message
        .strip_prefix("index out of bounds: the len is ")?
        .split_once(" but the index is ")?;
    Some((length.parse().ok()?, index.parse().ok()?))
}

/// Out of bounds of all that is small.
const SMALLER_PLACE: i128 = 77;

/// True if a message has the number in it, or its neighbours: what is after a place is one more.
fn names(fault: &Fault, value: i128) -> bool {
    value > 1
        && numbers_in(&fault.message)
            .iter()
            .any(|number| (value - 1..=value + 1).contains(number))
}

/// How far a number that a message names is from the one that was given; none if that is too far to mean anything.
fn distance_to(named: i128, given: i128) -> Option<i128> {
    const FARTHEST: i128 = 64;
    let distance = named.checked_sub(given)?;
    (-FARTHEST..=FARTHEST).contains(&distance).then_some(distance)
}
