//! Runs confirmed plans with other arguments, and tells which of them a fault hangs on: halves and other parts of a number where
//! memory, time or a capacity did not suffice, other places where a panic may speak of one, wider integers where arithmetic
//! overflows. Few runs, counted, judged elsewhere.

use super::bound::bound_elsewhere;
use super::candidate::Candidate;
use super::challenge::fails_alike;
use super::laboratory::Laboratory;
use super::places::Places;
use super::receiver::{self, Asked};
use super::trying::{Number, Trying};
use super::width;
use crate::executor::PlanRun;
use crate::finding::classify::{
    self, Arguments, Says, is_indexing, of_bounds_alone, says, speaks_of_a_place,
};
use crate::finding::trials::{OwnWord, SizeTrial};
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{MODERATE_COUNT, MODERATE_SIZE, NUMBERS_TRIED};
use harness_gen::reading::Value;
use harness_gen::sentences::{DocKind, DocSentence};
use harness_gen::{Gives, Item};
use plans::{OpId, Outcome, Plan, Term};

/// Fills in the candidate's trials. Returns the number of runs.
pub fn try_other_arguments(candidate: &mut Candidate, with: &mut Laboratory<'_>) -> anyhow::Result<u64> {
    let mut tried = Trying {
        plan: candidate.sample().plan.with_holes(|_| false),
        seen: candidate.sample().observed.clone(),
        way: match candidate.way_to_call(with.op_items) {
            Some((way, _)) => way,
            None => return Ok(0),
        },
        runs: 0,
    };
    let trials = &mut candidate.described.trials;
    if tried.way.is_empty() {
        let (width, runs) = width::try_wider(&tried.plan, &tried.seen, with)?;
        (trials.width, tried.runs) = (width, runs);
    }
    if tried.may_be_of_size() {
        trials.size = tried.size(with)?;
    }
    let item = &with.items[candidate.item];
    // Who looks at a range need not say so.
    let speaks = tried.speaks_of_a_place();
    let may_be = |gives: Gives| gives.is_range() || speaks && gives.is_place();
    let is_panic = tried.seen.kind == FaultKind::Panic;
    let places: Vec<usize> = (item.params.iter().enumerate())
        .filter(|(_, param)| is_panic && may_be(param.gives))
        .map(|(index, _)| index)
        .collect();
    let is_of_size = trials.size.is_some();
    let mut of_places = Places {
        tried: &mut tried,
        params: &item.params,
    };
    if !is_of_size && (speaks || !places.is_empty()) && !item.reports_failure {
        trials.place = of_places.named(&places, with)?;
    }
    // What has a place for failure in its signature has one for arithmetic, too.
    let may_refuse = is_indexing(&item.path) || !item.reports_failure;
    if trials.place.is_none() && may_refuse && says(&of_places.tried.seen.message) == Says::Overflow {
        trials.place = of_places.beneath_arithmetic(with)?;
    }
    // What is refused in other words may be refused for another reason: that nothing is at a place that is within bounds.
    let is_of_bounds = is_panic && says(&tried.seen.message) == Says::Bounds;
    if is_of_bounds && let Some(said) = of_bounds_alone(&item.docs) {
        trials.own_word = tried.own_word(item, &said.text, with)?;
    }
    if is_panic {
        trials.made_with = tried.made_with(with)?;
        let plans = candidate.samples.iter().map(|sample| &sample.plan);
        trials.bound_elsewhere = tried.bound_elsewhere(plans, with)?;
        trials.beside_the_point = tried.beside_the_point(item, with)?;
    }
    Ok(tried.runs)
}

/// What docs require of a number most of these are, or one.
const OTHER_NUMBERS: [i128; 4] = [1, 2, 8, 64];

/// What an argument is mostly.
const ORDINARY_NUMBERS: [i128; 6] = [10, 2, 1, 16, 3, 64];

impl Trying {
    fn may_be_of_size(&self) -> bool {
        match self.seen.kind {
            FaultKind::Memory | FaultKind::Timeout => true,
            FaultKind::Panic => {
                let own = self.seen.message.to_lowercase();
                let speaks = ["overflow", "capacity", "memory", "alloc", "too large", "too big"]
                    .iter()
                    .any(|word| own.contains(word));
                matches!(says(&self.seen.message), Says::Capacity | Says::Overflow)
                    || (speaks && says(&self.seen.message) == Says::Own)
            }
            _ => false,
        }
    }

    fn speaks_of_a_place(&self) -> bool {
        self.seen.kind == FaultKind::Panic && speaks_of_a_place(&self.seen.message)
    }

    fn size(&mut self, with: &mut Laboratory<'_>) -> anyhow::Result<Option<SizeTrial>> {
        // What is done once for each may take many steps.
        let (moderate, fewer) = match self.seen.kind {
            FaultKind::Timeout => (MODERATE_COUNT, Some(MODERATE_SIZE)),
            _ => (MODERATE_SIZE, None),
        };
        let mut numbers = self.numbers(with);
        // What panics for a small number does not panic for its size; the smallest cannot be made smaller.
        let least = if self.seen.kind == FaultKind::Panic {
            2 * moderate
        } else {
            1
        };
        numbers.retain(|number| number.value > least);
        let last_of = |number: &Number| match number.value > 2 * moderate {
            true => moderate,
            false => 1,
        };
        if numbers.len() > 1 && self.takes_long_with_all(&numbers, last_of, with)? {
            return Ok(None);
        }
        for number in &numbers {
            let argument = number.way[self.way.len()];
            let last = last_of(number);
            let is_large = last > 1;
            let mut passing = None;
            for value in [Some(last), fewer.filter(|_| is_large)].into_iter().flatten() {
                let runs = self.run_with(number, &[value], with)?;
                if runs.first().is_some_and(|(_, run)| !self.fails_so(run)) {
                    passing = Some(value);
                    break;
                }
            }
            let Some(passing) = passing else { continue };
            let smaller = match self.seen.kind {
                // Bytes of so many elements overflow before any memory is asked for.
                FaultKind::Panic => &[2, 4, 64, 1024][..],
                _ => &[2, 4],
            };
            let smaller: Vec<i128> = (smaller.iter())
                .map(|parts| number.value / parts)
                .filter(|value| *value > last)
                .collect();
            // What takes long for every number has cost one run by now.
            let runs = self.run_with(number, &smaller, with)?;
            let is_refused = |(_, run): &(i128, PlanRun)| run.fault.as_ref().is_some_and(is_refusal);
            return Ok(Some(SizeTrial {
                argument,
                given: number.value,
                smaller_is_refused: runs.iter().any(is_refused),
                passes_at: is_large.then_some(passing),
            }));
        }
        self.size_of_same(&numbers, moderate, with)
    }

    /// Whether what takes long does so with all these numbers small at once: then it hardly hangs on any one of them, and each trial
    /// would cost a limit of time.
    fn takes_long_with_all(
        &mut self,
        numbers: &[Number],
        small: impl Fn(&Number) -> i128,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<bool> {
        if self.seen.kind != FaultKind::Timeout {
            return Ok(false);
        }
        let run = self.run_with_all(numbers, small, with)?;
        Ok(run.is_some_and(|run| self.fails_so(&run)))
    }

    /// The size that several numbers of one argument ask for which are the same: memory suffices once all of them are moderate.
    fn size_of_same(
        &mut self,
        numbers: &[Number],
        moderate: i128,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<SizeTrial>> {
        let Some(first) = numbers.first().filter(|first| first.value > 2 * moderate) else {
            return Ok(None);
        };
        let argument = first.way[self.way.len()];
        let same: Vec<&Number> = numbers
            .iter()
            .filter(|other| other.value == first.value)
            .collect();
        // Of several arguments none grows alone.
        let is_of_one = same.iter().all(|number| number.way[self.way.len()] == argument);
        if self.seen.kind != FaultKind::Memory || same.len() < 2 || !is_of_one {
            return Ok(None);
        }
        let mut fails = |value: i128, with: &mut Laboratory<'_>| -> anyhow::Result<Option<bool>> {
            let run = self.run_with_all(same.iter().copied(), |_| value, with)?;
            Ok(run.map(|run| self.fails_so(&run)))
        };
        // As many as are looked at may not be all.
        if same.len() == NUMBERS_TRIED || fails(moderate, with)? != Some(false) {
            return Ok(None);
        }
        Ok(Some(SizeTrial {
            argument,
            given: first.value,
            smaller_is_refused: fails(first.value / 2, with)? == Some(true),
            passes_at: Some(moderate),
        }))
    }

    /// A run with all these numbers others.
    fn run_with_all<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n Number>,
        other: impl Fn(&Number) -> i128,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<PlanRun>> {
        let mut plan = self.plan.clone();
        for number in numbers {
            if let Some(term) = with.bindings.with_number(&number.term, other(number)) {
                plan = plan.with_part(&number.way, &term);
            }
        }
        self.runs += 1;
        Ok(with.replays.run_plans(&[plan])?.into_iter().flatten().next())
    }

    /// It fails in the same way. What comes behind may fail for a small number, in its own.
    fn fails_so(&self, run: &PlanRun) -> bool {
        let is_it = |fault: &Fault| fault.kind == self.seen.kind && fault.op == self.seen.op;
        run.fault.as_ref().is_some_and(is_it)
    }

    /// The numbers that the fault hangs on, of those that functions got which make arguments, and whose docs require something.
    fn made_with(&mut self, with: &mut Laboratory<'_>) -> anyhow::Result<Vec<Vec<usize>>> {
        let mut decide = Vec::new();
        for number in self.numbers(with) {
            let Some((_, maker)) = number
                .way
                .split_last()
                .filter(|(_, way)| way.len() > self.way.len())
            else {
                continue;
            };
            let requires = |op: OpId| {
                let item = with.op_items.item_of_call(op);
                let docs = item.map_or(&[][..], |item| &with.items[item].docs);
                docs.iter().any(|said| said.kind == DocKind::Requires)
            };
            if !matches!(self.plan.term().part(maker), Some(Term::Apply { op, .. }) if requires(*op)) {
                continue;
            }
            let runs = self.run_with(&number, &OTHER_NUMBERS, with)?;
            if runs.iter().any(|(_, run)| run.outcome == Outcome::Ok) {
                decide.push(number.way[self.way.len()..].to_vec());
            }
        }
        Ok(decide)
    }

    /// What the docs say of numbers that is so, and does not matter: where it is not so, the call fails in the same way.
    fn beside_the_point(
        &mut self,
        item: &Item,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Vec<DocSentence>> {
        let Some(Term::Apply { args, .. }) = self.plan.term().part(&self.way) else {
            return Ok(Vec::new());
        };
        let args = args.clone();
        let given: Vec<Option<i128>> = args.iter().map(|arg| with.bindings.number(arg)).collect();
        let excuses = |said: &DocSentence, numbers: Vec<Option<i128>>| {
            let (params, values) = (&item.params[..], vec![None; numbers.len()]);
            classify::excuses(
                said,
                &Arguments {
                    params,
                    numbers,
                    values,
                    ..Arguments::default()
                },
            )
        };
        let mut beside = Vec::new();
        for said in item
            .docs
            .iter()
            .filter(|said| excuses(said, given.clone()) == Some(true))
        {
            for (at, value) in (0..).zip(&given).filter_map(|(at, value)| Some((at, (*value)?))) {
                // Nothing that is said explains the other call.
                let with_other = |other: &i128| {
                    let mut numbers = given.clone();
                    numbers[at] = Some(*other);
                    let mut speaking = item.docs.iter().filter(|said| classify::may_excuse(said));
                    speaking.all(|said| excuses(said, numbers.clone()) == Some(false))
                };
                let others: Vec<i128> = ORDINARY_NUMBERS.into_iter().filter(with_other).take(2).collect();
                let way = [&self.way[..], &[at]].concat();
                let term = args[at].clone();
                let runs = self.run_with(&Number { way, term, value }, &others, with)?;
                if !runs.is_empty() && runs.iter().all(|(_, run)| fails_alike(&self.seen, run)) {
                    beside.push(said.clone());
                    break;
                }
            }
        }
        Ok(beside)
    }

    /// What docs say of something that fits nothing but what it was made of, if all these plans use it with something else, and each passes
    /// where it is made of that.
    fn bound_elsewhere<'p>(
        &mut self,
        plans: impl Iterator<Item = &'p Plan>,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<DocSentence>> {
        let receiver = [&self.way[..], &[0]].concat();
        let Some(bound) = bound_elsewhere(&self.plan, &receiver, with) else {
            return Ok(None);
        };
        let fitting = |plan: &Plan| {
            let plan = plan.with_holes(|_| false);
            Some(bound_elsewhere(&plan, &[], with)?.fitting(&plan))
        };
        let Some(fitting) = plans.map(fitting).collect::<Option<Vec<Plan>>>() else {
            return Ok(None);
        };
        self.runs += fitting.len() as u64;
        let runs = with.replays.run_plans(&fitting)?;
        let passes = |run: Option<PlanRun>| run.is_some_and(|run| run.outcome == Outcome::Ok);
        Ok(runs.into_iter().all(passes).then_some(bound.said))
    }

    /// Whether the receiver's own reader has a place within bounds of which not even the first ones are there: then it is not the units in
    /// which it counts.
    fn own_word(
        &mut self,
        item: &Item,
        sentence: &str,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Option<OwnWord>> {
        let Some(asked) = receiver::ask(&self.plan, &self.way, item, sentence, with) else {
            return Ok(None);
        };
        self.runs += 1;
        let run = with
            .replays
            .run_plans(std::slice::from_ref(&asked.plan))?
            .into_iter()
            .flatten()
            .next();
        let returned = run.filter(|run| run.outcome == plans::Outcome::Ok);
        let answer = returned.and_then(|run| with.bindings.value_of_bytes(asked.answer, &run.result));
        let Some(Value::Int(answer, _)) =
            answer.filter(|answer| matches!(answer, Value::Int(most, _) if *most > asked.given))
        else {
            return Ok(None);
        };
        let is_place = |number: &Number| number.way[..] == [&self.way[..], &[asked.argument]].concat();
        let Some(number) = self.numbers(with).into_iter().find(is_place) else {
            return Ok(None);
        };
        // Whoever counts from one has no place 0.
        let first = [0, 1].into_iter().filter(|place| *place != asked.given);
        let runs = self.run_with(&number, &first.collect::<Vec<i128>>(), with)?;
        let is_there = |(_, run): &(i128, PlanRun)| !self.fails_so(run);
        if runs.is_empty() || runs.iter().any(is_there) {
            return Ok(None);
        }
        let Asked {
            argument,
            given,
            reader,
            ..
        } = asked;
        Ok(Some(OwnWord {
            argument,
            given,
            reader,
            answer,
        }))
    }
}

/// Memory, time or a capacity that does not suffice.
fn is_refusal(fault: &Fault) -> bool {
    let is_capacity = says(&fault.message) == Says::Capacity;
    matches!(fault.kind, FaultKind::Memory | FaultKind::Timeout)
        || (fault.kind == FaultKind::Panic && is_capacity)
}
