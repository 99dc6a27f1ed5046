//! When a finding fails: the simplest statement over the arguments of its call, and over what the crate's own methods tell of
//! them, that holds for all failing and no passing run. It is learned from runs with other arguments, and attacked until it
//! stands; where none does, nothing is said. And the nearest call that does not fail.

mod attack;
mod built;
mod call;
mod chance;
mod condition;
mod contrast;
mod descriptions;
mod learn;
mod literals;
mod makers;
mod nearest;
mod pool;
mod runs;
mod table;

use crate::confirm::receiver::within;
use crate::confirm::{Candidate, Standing};
use crate::engine::at_once::at_once;
use crate::engine::runner::{Replayer, ReplaysPlans};
use crate::finding::classify::words;
use crate::finding::collect::PlacedSample;
use crate::outcome::{Fault, FaultKind};
use crate::run_report::Trigger;
use crate::tuning::{
    FAR_ROUNDS, FATAL_TRIGGER_RUNS, FEWEST_RUNS_OF_A_CONDITION, FEWEST_RUNS_OF_A_SIDE, LARGEST_TOLD, LEVELS,
    MIXED_RUNS, MOST_OTHER_FAULTS, PASSES_OF_A_STATE, RANDOM_ATTACKS, RUNS_OF_A_STATE, TRIGGER_ROUNDS,
    TRIGGER_RUNS, VALUES_OF_WHAT_IS_TOLD,
};
use attack::{between, by_chance, drawn, far, is_tight, near_bounds};
pub use built::Built;
use call::Call;
use chance::Chance;
use condition::{Atom, Compared, Condition, Unit};
use contrast::contrast;
use descriptions::Description;
pub use descriptions::Descriptions;
use harness_gen::Prepared;
use learn::learn;
use makers::{adds_to_one_number, are_made_in_many_ways, moves_with_another};
use nearest::{nearest_passing, passing_by_argument};
use plans::{Grammar, Term};
use pool::Pool;
use runs::{Runs, Shared};
use std::collections::{BTreeMap, BTreeSet};
use table::{Table, Verdict, number_in};

/// What describing works with.
pub struct Describing<'a> {
    /// The crate.
    pub prepared: &'a Prepared,
    /// The table that plans belong to.
    pub grammar: &'a Grammar,
    /// Run plans: at least one of them.
    pub replayers: &'a mut [&'a mut Replayer<'a>],
    /// True once the user wants to stop.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
    /// The places of the candidates that are described: whoever comes first is described first, deaths behind all others.
    pub order: &'a dyn Fn(&Candidate) -> Option<usize>,
    /// Runs by chance that are compared with each condition that is said.
    pub attacks: usize,
    /// What the search has built.
    pub built: &'a Built,
    /// What was described before, with as many of these.
    pub known: &'a Descriptions,
}

/// Describes all confirmed candidates. Returns the number of runs it took.
pub fn describe(candidates: &mut [Candidate], with: &mut Describing<'_>) -> anyhow::Result<u64> {
    let ends_process = |candidate: &&Candidate| !candidate.kind.spares_its_process();
    let fatal = candidates.iter().filter(ends_process);
    let mut shared = Shared::new(fatal.filter_map(|candidate| candidate.sample().observed.op));
    let confirmed = candidates
        .iter_mut()
        .filter(|candidate| candidate.standing == Standing::Confirmed && candidate.fails_alone());
    let mut wanted: Vec<(usize, &mut Candidate)> = confirmed
        .filter_map(|candidate| Some(((with.order)(candidate)?, candidate)))
        .collect();
    // Where time runs out, dozens of panics are described in the time that one death takes.
    wanted.sort_by_key(|(place, candidate)| (!candidate.kind.spares_its_process(), *place));
    let mut wanted: Vec<&mut Candidate> = wanted.into_iter().map(|(_, candidate)| candidate).collect();
    let (interrupted, known) = (with.interrupted, with.known);
    let describes = Describes {
        prepared: with.prepared,
        grammar: with.grammar,
        attacks: with.attacks,
        built: with.built,
    };
    let mut begin = 0;
    // All is as if one came after the other: what runs of one took for granted, those of others may have made otherwise.
    while let Some(next) = wanted.get_mut(begin) {
        if let Some(description) = known.of(next, with.built, &shared) {
            shared.take_in(description.tell(next));
            begin += 1;
            continue;
        }
        if interrupted() {
            break;
        }
        let others = wanted[begin + 1..].iter().take(with.replayers.len() - 1);
        let fresh = 1 + others.take_while(|other| !known.has(other, with.built)).count();
        let work = |candidate: &mut &mut Candidate, replays: &mut Replayer<'_>| match interrupted() {
            true => Ok(()),
            false => describes
                .of(candidate, replays, shared.branch())
                .map(|description| known.keep(candidate, describes.built, description)),
        };
        at_once(
            &mut wanted[begin..begin + fresh],
            with.replayers,
            &work,
            &mut |()| (),
        )?;
    }
    Ok(shared.runs)
}

fn is_as_deep_as_a_number(sample: &PlacedSample) -> bool {
    let literals = sample.plan.literals();
    literals.iter().any(|(_, value)| plans::is_number(value, LEVELS))
}

/// What describing one candidate works with.
struct Describes<'a> {
    prepared: &'a Prepared,
    grammar: &'a Grammar,
    attacks: usize,
    built: &'a Built,
}

impl Describes<'_> {
    /// Describes a candidate, with these runs behind it.
    fn of(
        &self,
        candidate: &Candidate,
        replays: &mut dyn ReplaysPlans,
        mut branch: Shared,
    ) -> anyhow::Result<Description> {
        let description = self.say(candidate, replays, &mut branch)?;
        Ok(Description {
            branch,
            ..description
        })
    }

    /// When a candidate fails, and the nearest plan that returns, without what was run.
    fn say(
        &self,
        candidate: &Candidate,
        replays: &mut dyn ReplaysPlans,
        shared: &mut Shared,
    ) -> anyhow::Result<Description> {
        let sample = candidate.sample();
        let budget = match candidate.kind {
            FaultKind::Panic | FaultKind::Property => TRIGGER_RUNS,
            FaultKind::Memory => FATAL_TRIGGER_RUNS / 2,
            FaultKind::Timeout | FaultKind::Leak | FaultKind::Slow => return Ok(Description::default()),
            // Other numbers would get another stack.
            FaultKind::StackOverflow if is_as_deep_as_a_number(sample) => {
                return Ok(Description::default());
            }
            _ => FATAL_TRIGGER_RUNS,
        };
        let Some(call) = Call::of(&sample.plan, &sample.observed, self.prepared, self.grammar) else {
            return Ok(Description::default());
        };
        let pool = Pool {
            bindings: &self.prepared.bindings,
            grammar: self.grammar,
            failing: call.op,
        };
        let pools: Vec<Vec<Term>> = call.args.iter().map(|arg| pool.others(arg)).collect();
        let mut faults: Vec<Fault> = Vec::new();
        let of_the_call = |other: &&PlacedSample| other.observed.op == sample.observed.op;
        for other in std::iter::once(sample).chain(candidate.samples.iter().filter(of_the_call)) {
            let fault = Fault {
                op: Some(call.op),
                ..other.observed.clone()
            };
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        // What the report lists as failing may contradict a condition, too.
        let known: Vec<Vec<Term>> = (candidate.samples.iter())
            .filter_map(|other| Call::of(&other.plan, &other.observed, self.prepared, self.grammar))
            .filter(|other| other.op == call.op && other.way == call.way)
            .map(|other| other.args)
            .collect();
        let runs = Runs::new(call, faults, budget, pool, replays, shared);
        let mut search = Search {
            runs,
            pools,
            chance: Chance::new(1),
        };
        search.begin(known)?;
        let passing = nearest_passing(&search.runs);
        if let Some(plan) = &passing
            && search.runs.fails_alone(plan)?
        {
            return Ok(Description {
                depends_on_process: true,
                ..Description::default()
            });
        }
        let passing_by_argument = passing_by_argument(&search.runs);
        let mut trigger = search.condition()?;
        if let Some(said) = trigger {
            trigger = search.held_against(self.built, said)?;
        }
        if let Some(trigger) = trigger.as_mut().filter(|_| self.attacks > 0) {
            trigger.attacked = Some(search.attacked(self.attacks)?);
        }
        Ok(Description {
            contrast: contrast(&search.runs),
            trigger,
            passing,
            passing_by_argument,
            ..Description::default()
        })
    }
}

struct Search<'a> {
    runs: Runs<'a>,
    /// Values of each argument, that of the finding first.
    pools: Vec<Vec<Term>>,
    chance: Chance,
}

impl Search<'_> {
    /// What is known to fail, then one argument at a time, then several.
    fn begin(&mut self, known: Vec<Vec<Term>>) -> anyhow::Result<()> {
        let base = self.runs.call.args.clone();
        let mut wanted = vec![base.clone()];
        wanted.extend(known);
        for (at, pool) in self.pools.iter().enumerate() {
            wanted.extend(pool.iter().map(|other| with_argument(&base, at, other)));
        }
        self.runs.run(wanted)?;
        if self.runs.rows.is_empty() {
            return Ok(());
        }
        self.drop_what_cannot_be_built();
        self.relate()?;
        let mixed = (0..MIXED_RUNS).map(|_| drawn(&self.runs, &self.pools, &mut self.chance));
        let mixed = mixed.collect();
        self.runs.run(mixed)
    }

    /// Values that no run could be made with are not tried again.
    fn drop_what_cannot_be_built(&mut self) {
        for (at, pool) in self.pools.iter_mut().enumerate() {
            let of_runs = self.runs.rows.iter().map(|row| &row.args[at]);
            keep_what_was_built(pool, &of_runs.collect());
        }
    }

    /// Each number next to each other one.
    fn relate(&mut self) -> anyhow::Result<()> {
        let mut wanted = Vec::new();
        let known = self.runs.rows[0].known.clone();
        let numbers: Vec<(String, i128)> = (known.iter())
            .filter_map(|(name, value)| Some((name.clone(), number_in(value)?)))
            .collect();
        for (name, _) in &numbers {
            for (_, number) in numbers.iter().filter(|(other, _)| other != name) {
                for near in [-1, 0, 1].into_iter().filter_map(|more| number.checked_add(more)) {
                    let args = &self.runs.rows[0].args;
                    wanted.extend(attack::with_number(&self.runs, args, name, near));
                }
            }
        }
        self.runs.run(wanted)
    }

    /// The simplest condition that has stood up to everything, if there is one.
    fn condition(&mut self) -> anyhow::Result<Option<Trigger>> {
        let mut stood: Option<(String, bool)> = None;
        let (mut withstood, mut far_attacks) = (None, 0);
        let mut bisected = false;
        for _ in 0..TRIGGER_ROUNDS + FAR_ROUNDS + RUNS_OF_A_STATE / RANDOM_ATTACKS {
            let table = self.runs.table();
            let Some(condition) = learn(&table) else {
                return Ok(None);
            };
            let text = condition.text(&table.names);
            if let Some((last, true)) = &stood
                && *last == text
                && is_tight(&table, &condition)
            {
                if self.runs.rows.len() < RUNS_OF_A_STATE && self.is_of_state_alone(&table, &condition) {
                    let random = by_chance(&self.runs, &self.pools, &mut self.chance);
                    let before = self.runs.rows.len();
                    self.runs.run(random)?;
                    if self.runs.rows.len() > before {
                        continue;
                    }
                }
                // What is near the runs that are known says little of what is far from them.
                if withstood.as_ref() != Some(&text) {
                    let is_doubtful = self.forgets_the_receiver(&table, &condition)
                        || self.speaks_of_odd_state(&table, &condition);
                    if is_doubtful || far_attacks == FAR_ROUNDS {
                        return Ok(None);
                    }
                    far_attacks += 1;
                    let far = far(&self.runs, &self.pools, &table, &mut self.chance);
                    let before = self.runs.rows.len();
                    self.runs.allow(far.len());
                    self.runs.run(far)?;
                    if self.runs.rows.len() == before && self.runs.is_over() {
                        return Ok(None);
                    }
                    withstood = Some(text);
                    continue;
                }
                return Ok(self.said(&table, &condition, bisected));
            }
            bisected |= self.bisect()?;
            let table = self.runs.table();
            let Some(condition) = learn(&table) else {
                return Ok(None);
            };
            let text = condition.text(&table.names);
            let before = self.runs.rows.len();
            let near = near_bounds(&self.runs, &table, &condition, &mut self.chance);
            self.runs.run(near)?;
            let random = by_chance(&self.runs, &self.pools, &mut self.chance);
            self.runs.run(random)?;
            let has_run = self.runs.rows.len() > before || !self.runs.is_over();
            stood = Some((text, has_run));
        }
        Ok(None)
    }

    /// What was said, if what the search has built does not speak against it; else what can be said of that, too.
    fn held_against(&mut self, built: &Built, said: Trigger) -> anyhow::Result<Option<Trigger>> {
        let mut wanted = built.calls_of(&self.runs.call, &self.runs.pool);
        for (at, pool) in self.pools.iter_mut().enumerate() {
            let others = built.others(&self.runs.pool, &self.runs.call.args[at], pool);
            wanted.extend(
                others
                    .iter()
                    .map(|other| with_argument(&self.runs.call.args, at, other)),
            );
            pool.extend(others);
        }
        if wanted.is_empty() {
            return Ok(Some(said));
        }
        self.runs.allow(wanted.len());
        self.runs.run(wanted)?;
        self.drop_what_cannot_be_built();
        let mixed = by_chance(&self.runs, &self.pools, &mut self.chance);
        self.runs.allow(mixed.len());
        self.runs.run(mixed)?;
        let table = self.runs.table();
        let again = learn(&table).filter(|again| is_tight(&table, again));
        match again.filter(|again| again.text(&table.names) == said.condition) {
            Some(condition) => Ok(self.said(&table, &condition, said.is_bisected)),
            None => {
                self.runs.allow(TRIGGER_RUNS / 4);
                self.condition()
            }
        }
    }

    /// Narrows the bounds of the simplest condition. True if there was something to narrow.
    fn bisect(&mut self) -> anyhow::Result<bool> {
        let mut has_bisected = false;
        while !self.runs.is_over() {
            let table = self.runs.table();
            let Some(condition) = learn(&table) else { break };
            let atoms = condition.atoms.iter();
            let points: Vec<Vec<Term>> = atoms.flat_map(|atom| between(&self.runs, &table, atom)).collect();
            let before = self.runs.rows.len();
            self.runs.run(points)?;
            if self.runs.rows.len() == before {
                break;
            }
            has_bisected = true;
        }
        Ok(has_bisected)
    }

    fn said(&self, table: &Table, condition: &Condition, bisected: bool) -> Option<Trigger> {
        let count = |verdict: Verdict| table.of_verdict(verdict).len() as u32;
        let (fails, passes) = (count(Verdict::Fails), count(Verdict::Passes));
        let combinations = self.pools.iter().map(Vec::len).fold(1, usize::saturating_mul);
        if table.rows() < FEWEST_RUNS_OF_A_CONDITION.min(combinations) || !self.is_varied(table) {
            return None;
        }
        if count(Verdict::Other) > MOST_OTHER_FAULTS * (fails + passes) {
            return None;
        }
        let text = condition.text(&table.names);
        if !self.is_of_moving_state(table, &text) || condition.tells_apart_what_is_read_alike(&table.names) {
            return None;
        }
        let is_told = |column: usize| self.runs.tells(table, column);
        if moves_with_another(table, condition, &is_told) || adds_to_one_number(table, condition, &is_told) {
            return None;
        }
        if !self.is_made_in_many_ways() {
            return None;
        }
        let opposite = condition.negated();
        let few = [(fails, condition), (passes + count(Verdict::Other), &opposite)];
        if few
            .iter()
            .any(|(runs, side)| *runs < FEWEST_RUNS_OF_A_SIDE && !side.pins(&table.names))
        {
            return None;
        }
        Some(Trigger {
            condition: text,
            otherwise: condition.negated().text(&table.names),
            fails,
            passes,
            fails_otherwise: count(Verdict::Other),
            is_bisected: bisected,
            attacked: None,
        })
    }

    /// Whatever is told of objects was different often enough to see whether it matters.
    fn is_varied(&self, table: &Table) -> bool {
        (0..table.names.numbers.len())
            .filter(|column| self.runs.tells(table, *column))
            .all(|column| {
                let told = (0..table.rows()).filter_map(|row| table.number(row, column));
                told.collect::<BTreeSet<i128>>().len() >= VALUES_OF_WHAT_IS_TOLD
            })
    }

    /// What a condition says of a number that an object tells about itself holds by chance where that number only grew: a
    /// length that has fallen may leave more behind than it tells.
    fn is_of_moving_state(&self, table: &Table, text: &str) -> bool {
        let questions = self.runs.call.questions.iter();
        let mut used = questions.filter(|question| text.contains(&question.text));
        used.all(|question| {
            let column = (table.names.numbers.iter()).position(|(name, _)| *name == question.text);
            let passes = table.of_verdict(Verdict::Passes).len();
            column.is_none_or(|column| {
                passes >= PASSES_OF_A_STATE && self.has_fallen(table, column, question.subject)
            })
        })
    }

    /// It says nothing of the call's own arguments, only what an object tells about itself, which may not be all.
    fn is_of_state_alone(&self, table: &Table, condition: &Condition) -> bool {
        let is_told = |column: &usize| self.runs.tells(table, *column);
        condition.atoms.iter().all(|atom| match atom {
            Atom::Linear { form, .. } => form.plus.iter().chain(&form.minus).all(is_told),
            Atom::Remainder { column, .. } => is_told(column),
            Atom::Is { .. } => false,
        })
    }

    /// What a condition says of objects that were all made in one way, where there are others, may be true of that way alone.
    fn is_made_in_many_ways(&self) -> bool {
        let told = self.runs.rows.iter().filter(|row| row.verdict != Verdict::Other);
        are_made_in_many_ways(&self.runs.pool, told.flat_map(|row| &row.args))
    }

    /// It says that one argument must be nothing, as if the receiver, of which it says nothing, did not matter.
    fn forgets_the_receiver(&self, table: &Table, condition: &Condition) -> bool {
        let names = &self.runs.call.names;
        let [atom] = &condition.atoms[..] else {
            return false;
        };
        let text = atom.text(&table.names);
        let is_nothing = match atom {
            Atom::Is { .. } => text.starts_with('!') && text.ends_with(".is_empty()"),
            Atom::Linear { form, is, bound } => {
                let unit = form.plus.first().map(|column| table.names.numbers[*column].1);
                let is_signed = matches!(unit, Some(Unit::Number(int)) if int.signed);
                let is_any = matches!((is, bound), (Compared::AtLeast, 1) | (Compared::Unequal, 0));
                form.len() == 1 && !is_signed && is_any
            }
            Atom::Remainder { .. } => false,
        };
        let has_receiver = names.first().is_some_and(|name| name == "self");
        is_nothing && has_receiver && !words(&text).any(|word| word == "self")
    }

    /// A large number that an object tells of itself, and that is no end of its type, is where runs happened to be.
    fn speaks_of_odd_state(&self, table: &Table, condition: &Condition) -> bool {
        let is_told = |column: &usize| self.runs.tells(table, *column);
        condition.atoms.iter().any(|atom| match atom {
            Atom::Linear { form, bound, .. } => {
                let is_end = |column: &usize| table.names.numbers[*column].1.is_end(*bound);
                let mut columns = form.plus.iter().chain(&form.minus);
                bound.unsigned_abs() > LARGEST_TOLD
                    && columns.all(|column| is_told(column) && !is_end(column))
            }
            Atom::Remainder { .. } | Atom::Is { .. } => false,
        })
    }

    /// Some object, the argument at this position, was made of another one that told more.
    fn has_fallen(&self, table: &Table, column: usize, subject: usize) -> bool {
        let mut told: BTreeMap<&Term, i128> = BTreeMap::new();
        for (row, run) in self.runs.rows.iter().enumerate().take(table.rows()) {
            if let Some(number) = table.number(row, column) {
                told.insert(&run.args[subject], number);
            }
        }
        let is_part = |part: &Term, whole: &Term| {
            let mut found = false;
            whole.visit(&mut |inner| found |= inner == part);
            found && part != whole
        };
        told.iter().any(|(later, less)| {
            let mut others = told.iter().filter(|(_, more)| *more > less);
            others.any(|(earlier, _)| is_part(within(self.runs.pool.bindings, earlier), later))
        })
    }

    /// Runs that had no part in finding the condition: how many, and how many of them contradict it.
    fn attacked(&mut self, count: usize) -> anyhow::Result<(u32, u32)> {
        let table = self.runs.table();
        let Some(condition) = learn(&table) else {
            return Ok((0, 0));
        };
        let names = table.names;
        let first = self.runs.rows.len();
        self.chance = Chance::new(0x5eed);
        for _ in 0..count {
            let left = (first + count).saturating_sub(self.runs.rows.len());
            if left == 0 {
                break;
            }
            self.runs.go_on(left);
            let fresh = by_chance(&self.runs, &self.pools, &mut self.chance);
            self.runs.run(fresh)?;
        }
        let table = self.runs.table();
        let again = table.translated(&condition, &names);
        let contradicts = |row: &usize| {
            let holds = again.as_ref().and_then(|condition| table.holds(condition, *row));
            match table.verdicts[*row] {
                Verdict::Fails => holds != Some(true),
                Verdict::Passes => holds != Some(false),
                Verdict::Other => false,
            }
        };
        let fresh = first..table.rows();
        let count = fresh.len() as u32;
        Ok((count, fresh.filter(contradicts).count() as u32))
    }
}

/// These arguments with another one at this place.
fn with_argument(args: &[Term], at: usize, other: &Term) -> Vec<Term> {
    let mut args = args.to_vec();
    args[at] = other.clone();
    args
}

/// Leaves values of an argument that runs were made with; all those of runs where no value is one of them, as where what was seen first
/// cannot be built again and other runs of the finding can.
fn keep_what_was_built(pool: &mut Vec<Term>, built: &BTreeSet<&Term>) {
    pool.retain(|term| built.contains(term));
    if pool.is_empty() {
        pool.extend(built.iter().map(|term| (*term).clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plans::OpId;

    #[test]
    fn an_argument_has_values_as_long_as_anything_was_run() {
        let value = |op| Term::Apply {
            op: OpId(op),
            args: Vec::new(),
        };
        let (one, two, three) = (value(1), value(2), value(3));
        let kept = |built: &[&Term]| {
            let mut pool = vec![one.clone(), two.clone()];
            keep_what_was_built(&mut pool, &built.iter().copied().collect());
            pool
        };
        assert_eq!(kept(&[&two, &three]), std::slice::from_ref(&two));
        assert_eq!(kept(&[&three]), std::slice::from_ref(&three));
        assert!(kept(&[]).is_empty());
    }
}
