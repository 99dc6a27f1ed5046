//! Runs of one call with other arguments: what became of each, and what is known of its arguments.

use super::call::{Call, Question, has_op};
use super::pool::Pool;
use super::table::{Known, Table, Verdict};
use crate::confirm::challenge::is_same_fault;
use crate::engine::runner::{Asked, ReplaysPlans};
use crate::executor::PlanRun;
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{DEATHS_OF_ALL, TRIGGER_DEATHS, TRIGGER_EDGES, TRIGGER_TIMEOUTS};
use harness_gen::reading::Value;
use plans::{OpId, Outcome, Plan, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Plans that are run in one go: twice as many each time as long as they do nothing that takes its time. A list of 16 takes
/// nearly as long as one of 150, of which the most is its process.
const FIRST_TOGETHER: usize = 16;
const MOST_TOGETHER: usize = 128;
/// Most edges of such a list.
const EDGES_TOGETHER: u64 = TRIGGER_EDGES / 100;

/// What the runs of all findings share.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    ends: Ends,
    /// What a branch began with, and the ops of whatever it wanted to run.
    began: Ends,
    wanted: BTreeSet<OpId>,
    /// Runs so far.
    pub runs: u64,
}

/// Runs that ended their process.
#[derive(Clone, Debug, Default)]
struct Ends {
    timeouts: usize,
    deaths: usize,
    /// What ended a process while it built a value: values that it takes part in are not built again.
    fatal: BTreeSet<OpId>,
}

/// The runs of one call.
pub(super) struct Runs<'a> {
    pub call: Call,
    pub pool: Pool<'a>,
    pub replays: &'a mut dyn ReplaysPlans,
    pub shared: &'a mut Shared,
    /// What methods of the crate have answered. Not shared: what is run for one finding hangs on no other, and can be remembered.
    answers: BTreeMap<Plan, Option<Value>>,
    in_question: InQuestion,
    /// Most runs.
    budget: usize,
    seen: BTreeSet<Vec<Term>>,
    deaths: usize,
    /// Edges of all runs.
    edges: u64,
    /// How many plans the next list may have.
    together: usize,
    /// What was run, but for what could not be built.
    pub rows: Vec<Row>,
}

/// The fault in question, as plans of the finding showed it: inlined code may have several places.
struct InQuestion {
    faults: Vec<Fault>,
    /// It has several messages at one place: these are made of what the call is given.
    says_data: bool,
}

impl InQuestion {
    fn new(faults: Vec<Fault>) -> InQuestion {
        let mut pairs = faults
            .iter()
            .flat_map(|one| faults.iter().map(move |other| (one, other)));
        let says_data = pairs.any(|(one, other)| !is_same_fault(one, other) && begins_alike(one, other));
        InQuestion { faults, says_data }
    }

    fn op(&self) -> Option<OpId> {
        self.faults.first().and_then(|fault| fault.op)
    }

    fn is(&self, fault: &Fault) -> bool {
        let is_it =
            |seen: &Fault| is_same_fault(seen, fault) || (self.says_data && begins_alike(seen, fault));
        self.faults.iter().any(is_it)
    }
}

/// A run.
pub(super) struct Row {
    pub args: Vec<Term>,
    pub known: Known,
    pub verdict: Verdict,
}

impl Shared {
    /// `fatal` is known to end processes.
    pub(super) fn new(fatal: impl IntoIterator<Item = OpId>) -> Shared {
        Shared {
            ends: Ends {
                fatal: fatal.into_iter().collect(),
                ..Ends::default()
            },
            ..Shared::default()
        }
    }

    /// The same for runs of one finding beside those of others.
    pub(super) fn branch(&self) -> Shared {
        Shared {
            ends: self.ends.clone(),
            began: self.ends.clone(),
            ..Shared::default()
        }
    }

    /// Whether a branch has run what it would have run after all of this: that with which it began, and whatever came since.
    pub(super) fn agrees_with(&self, branch: &Shared) -> bool {
        let (began, ends) = (&branch.began, &branch.ends);
        let has_begun_before = began.deaths <= self.ends.deaths
            && began.timeouts <= self.ends.timeouts
            && began.fatal.is_subset(&self.ends.fatal);
        if !has_begun_before {
            return false;
        }
        let deaths = self.ends.deaths + ends.deaths - began.deaths;
        let timeouts = self.ends.timeouts + ends.timeouts - began.timeouts;
        let mut fatal = self.ends.fatal.difference(&began.fatal);
        (deaths < DEATHS_OF_ALL || began.deaths >= DEATHS_OF_ALL || self.ends.deaths == began.deaths)
            && (timeouts < TRIGGER_TIMEOUTS || self.ends.timeouts == began.timeouts)
            && fatal.all(|op| !branch.wanted.contains(op))
    }

    /// Goes on after what a branch has run.
    pub(super) fn take_in(&mut self, branch: Shared) {
        let (began, ends) = (branch.began, branch.ends);
        self.ends.deaths += ends.deaths - began.deaths;
        self.ends.timeouts += ends.timeouts - began.timeouts;
        self.ends.fatal.extend(ends.fatal);
        self.runs += branch.runs;
    }
}

impl<'a> Runs<'a> {
    pub(super) fn new(
        call: Call,
        faults: Vec<Fault>,
        budget: usize,
        pool: Pool<'a>,
        replays: &'a mut dyn ReplaysPlans,
        shared: &'a mut Shared,
    ) -> Runs<'a> {
        Runs {
            in_question: InQuestion::new(faults),
            call,
            pool,
            replays,
            shared,
            answers: BTreeMap::new(),
            budget,
            seen: BTreeSet::new(),
            deaths: 0,
            edges: 0,
            together: FIRST_TOGETHER,
            rows: Vec::new(),
        }
    }

    /// Nothing more is run.
    pub(super) fn is_over(&self) -> bool {
        self.seen.len() >= self.budget || self.is_spent()
    }

    /// Runs have cost as much as they may.
    fn is_spent(&self) -> bool {
        self.deaths >= self.most_deaths() || self.edges >= TRIGGER_EDGES || self.has_waited_enough()
    }

    /// Deaths take as long as many runs: once there were many, each finding has one.
    fn most_deaths(&self) -> usize {
        match self.shared.ends.deaths < DEATHS_OF_ALL {
            true => TRIGGER_DEATHS,
            false => 1,
        }
    }

    /// Allows so many runs besides what it may run anyway, at no more deaths.
    pub(super) fn allow(&mut self, runs: usize) {
        self.budget += runs;
    }

    /// Allows so many runs from now on, and deaths anew.
    pub(super) fn go_on(&mut self, runs: usize) {
        self.budget = self.seen.len() + runs;
        self.deaths = 0;
    }

    /// Runs the call with each of these arguments, if that was not done before.
    pub(super) fn run(&mut self, wanted: Vec<Vec<Term>>) -> anyhow::Result<()> {
        let left = self.budget.saturating_sub(self.seen.len());
        let mut fresh = Vec::new();
        for args in wanted {
            for arg in &args {
                arg.visit(&mut |part| {
                    if let Term::Apply { op, .. } = part {
                        self.shared.wanted.insert(*op);
                    }
                });
            }
            let is_fatal = |arg: &Term| self.shared.ends.fatal.iter().any(|op| has_op(arg, *op));
            if fresh.len() < left && !args.iter().any(is_fatal) && self.seen.insert(args.clone()) {
                fresh.push(args);
            }
        }
        let before = self.rows.len();
        let planned: Vec<(Vec<Term>, Plan)> = (fresh.into_iter())
            .filter_map(|args| self.call.with(&args).map(|plan| (args, plan)))
            .collect();
        let mut left = &planned[..];
        while !left.is_empty() && !self.is_spent() {
            let now = &left[..left.len().min(self.together)];
            let ran = self.run_together(now)?;
            if ran < now.len() && self.has_waited_enough() {
                break;
            }
            left = &left[ran..];
        }
        let mut rows = self.rows.split_off(before);
        self.ask(&mut rows)?;
        self.rows.extend(rows);
        Ok(())
    }

    /// How many of them it has run: the first of a long list that ends its process is the last, and so is the last that may come to
    /// the limit of time.
    fn run_together(&mut self, planned: &[(Vec<Term>, Plan)]) -> anyhow::Result<usize> {
        let (mut ran, deaths, edges) = (0, self.deaths, self.edges);
        let is_long = planned.len() > FIRST_TOGETHER;
        while ran < planned.len() && !(is_long && self.deaths > deaths) {
            ran += self.run_until_death(&planned[ran..])?;
            if self.has_waited_enough() {
                break;
            }
        }
        self.together = match self.deaths == deaths && self.edges - edges < EDGES_TOGETHER {
            true => (self.together * 2).min(MOST_TOGETHER),
            false => FIRST_TOGETHER,
        };
        Ok(ran)
    }

    /// Whether a plan that returned behind others fails in a process of its own: what they have left behind decides then.
    pub(super) fn fails_alone(&mut self, plan: &Plan) -> anyhow::Result<bool> {
        self.shared.runs += 1;
        Ok(self.replays.replay(plan, Asked::OUTCOME)?.fault.is_some())
    }

    fn has_waited_enough(&self) -> bool {
        self.shared.ends.timeouts >= TRIGGER_TIMEOUTS
    }

    /// How many of them it has run.
    fn run_until_death(&mut self, planned: &[(Vec<Term>, Plan)]) -> anyhow::Result<usize> {
        let plans: Vec<Plan> = planned.iter().map(|(_, plan)| plan.clone()).collect();
        let runs = self.replays.run_until_death(&plans)?;
        let count = runs.len();
        self.shared.runs += count as u64;
        self.edges += edges_of(&runs);
        for ((args, _), run) in planned.iter().zip(runs) {
            let Some(verdict) = run.and_then(|run| self.judge(args, &run)) else {
                continue;
            };
            let known = self.call.known(self.pool.bindings, args);
            self.rows.push(Row {
                args: args.clone(),
                known,
                verdict,
            });
        }
        Ok(count)
    }

    /// None if the arguments could not be built.
    fn judge(&mut self, args: &[Term], run: &PlanRun) -> Option<Verdict> {
        let Some(fault) = &run.fault else {
            return (run.outcome == Outcome::Ok).then_some(Verdict::Passes);
        };
        if !fault.kind.spares_its_process() {
            self.deaths += 1;
            self.shared.ends.deaths += 1;
            self.shared
                .ends
                .fatal
                .extend(fault.op.filter(|op| args.iter().any(|arg| has_op(arg, *op))));
        }
        self.shared.ends.timeouts += usize::from(fault.kind == FaultKind::Timeout);
        match self.in_question.is(fault) {
            true => Some(Verdict::Fails),
            false => (fault.op == self.in_question.op() || fault.op.is_none()).then_some(Verdict::Other),
        }
    }

    /// Notes what the crate's own methods say of the arguments.
    fn ask(&mut self, rows: &mut [Row]) -> anyhow::Result<()> {
        let (questions, bindings) = (&self.call.questions, self.pool.bindings);
        let asked = |row: &Row, question: &Question| self.call.asked(question, bindings, &row.args);
        let mut open: BTreeMap<Plan, TypeId> = BTreeMap::new();
        for (question, row) in questions
            .iter()
            .flat_map(|q| rows.iter().map(move |row| (q, row)))
        {
            let plan = asked(row, question).filter(|plan| !self.answers.contains_key(plan));
            open.extend(plan.map(|plan| (plan, question.answer)));
        }
        let plans: Vec<Plan> = open.keys().cloned().collect();
        self.shared.runs += plans.len() as u64;
        let runs = match plans.is_empty() {
            true => Vec::new(),
            false => self.replays.run_plans(&plans)?,
        };
        self.edges += edges_of(&runs);
        for ((plan, ty), run) in open.into_iter().zip(runs) {
            let returned = run.filter(|run| run.outcome == Outcome::Ok);
            let answer = returned.and_then(|run| bindings.value_of_bytes(ty, &run.result));
            self.answers.insert(plan, answer);
        }
        for (row, question) in rows.iter_mut().flat_map(|row| {
            let all = questions.iter();
            let asked: Vec<(String, Option<Plan>)> = all.map(|q| (q.text.clone(), asked(row, q))).collect();
            std::iter::once((row, asked))
        }) {
            for (text, plan) in question {
                let answer = plan.and_then(|plan| self.answers.get(&plan)?.clone());
                row.known.extend(answer.map(|answer| (text, answer)));
            }
        }
        Ok(())
    }

    /// The number in a column is what an object tells about itself.
    pub(super) fn tells(&self, table: &Table, column: usize) -> bool {
        self.call.tells(&table.names.numbers[column].0)
    }

    /// All runs as a table.
    pub(super) fn table(&self) -> Table {
        let rows: Vec<(Known, Verdict)> = (self.rows.iter())
            .map(|row| (row.known.clone(), row.verdict))
            .collect();
        Table::of(&rows)
    }

    /// Positions of the runs with this verdict.
    pub(super) fn of_verdict(&self, verdict: Verdict) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|row| self.rows[*row].verdict == verdict)
            .collect()
    }
}

/// Both were raised at one place, in words that begin alike.
fn begins_alike(one: &Fault, other: &Fault) -> bool {
    const FEWEST: usize = 8;
    let is_at_one_place = one.op == other.op && one.kind == other.kind && one.location == other.location;
    let chars = one.message.chars().zip(other.message.chars());
    is_at_one_place && one.location.is_some() && chars.take_while(|(a, b)| a == b).count() >= FEWEST
}

fn edges_of(runs: &[Option<PlanRun>]) -> u64 {
    runs.iter().flatten().filter_map(|run| run.edges).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A branch that wanted to run plans of this op, and saw so many deaths.
    fn branch(of: &Shared, wanted: u32, deaths: usize) -> Shared {
        let mut branch = of.branch();
        branch.wanted.insert(OpId(wanted));
        branch.ends.deaths += deaths;
        branch
    }

    #[test]
    fn what_ran_beside_others_holds_unless_they_change_what_it_would_have_run() {
        let mut shared = Shared::new([OpId(1)]);
        let (first, second) = (branch(&shared, 7, 2), branch(&shared, 8, 3));
        let (of_fatal, with_many) = (branch(&shared, 9, 0), branch(&shared, 8, DEATHS_OF_ALL - 2));
        assert!(shared.agrees_with(&with_many), "nothing has happened since");
        shared.take_in(Shared {
            ends: Ends {
                fatal: BTreeSet::from([OpId(1), OpId(9)]),
                ..first.ends.clone()
            },
            ..first
        });
        assert!(shared.agrees_with(&second));
        assert!(!shared.agrees_with(&of_fatal), "its values are not built again");
        assert!(!shared.agrees_with(&with_many), "it would have had fewer");
        let fresh = Shared::new([OpId(1)]);
        assert!(!fresh.agrees_with(&shared.branch()), "it began after other runs");
        shared.take_in(second);
        assert_eq!(shared.ends.deaths, 5);
        assert_eq!(shared.ends.fatal, BTreeSet::from([OpId(1), OpId(9)]));
    }
}
