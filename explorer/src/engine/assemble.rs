//! From the state of searches and candidates to the rows of the report.

use super::evidence::judge;
use super::run::plan_keys;
use super::searches::{ItemSearch, instances};
use crate::confirm::{Candidate, Standing, WritesTest};
use crate::finding::CrateScope;
use crate::finding::classify::blames_the_sandbox;
use crate::finding::collect::PlacedSample;
use crate::outcome::{FaultKind, Location};
use crate::run_report::{
    EarlierCall, Examples, Finding, HoleRow, ItemResult, ItemStatus, Neighbours, Proof, RunReport, Shape,
};
use harness_gen::reading::Value;
use harness_gen::support_file::{SupportOrigin, split_support};
use harness_gen::{Instance, Item, ItemUse, Prepared};
use plans::{InstanceEnd, ItemDepth, OpId, Plan, PlanKeys, Tallies, Term};
use std::collections::BTreeMap;

/// Items with the searches of those that were explored.
pub struct Explored<'a> {
    /// All items.
    pub items: &'a [Item],
    /// Searches, in order of items.
    pub searches: &'a [ItemSearch],
}

impl Explored<'_> {
    /// Fills in the sums over all items.
    pub fn sum_up(&self, report: &mut RunReport) {
        let mut sum = Tallies::default();
        for search in self.searches {
            sum.absorb(&search.tallies());
        }
        report.counts.expressions = sum.expressions;
        report.counts.executions = sum.executions;
        report.counts.returned = sum.returned;
        report.counts.discarded = sum.discarded;
        report.counts.depth_completed = depth_completed(self.searches);
        report.counts.in_vain = self.searches.iter().map(|search| search.runs_in_vain()).sum();
        report.counts.stalled = self.searches.iter().map(|search| search.stalled()).sum();
    }
}

/// One row per item.
pub fn item_results(explored: &Explored<'_>) -> Vec<ItemResult> {
    let mut searches = explored.searches.iter().peekable();
    let mut rows = Vec::with_capacity(explored.items.len());
    for (index, item) in explored.items.iter().enumerate() {
        let search = searches.next_if(|search| search.item() == index);
        let tallies = search.map(|search| search.tallies()).unwrap_or_default();
        let status = match &item.use_ {
            ItemUse::Excluded { code, reason } => ItemStatus::Excluded {
                code: *code,
                reason: reason.clone(),
            },
            ItemUse::Explore(_) if tallies.returned > 0 => ItemStatus::Completed,
            ItemUse::Explore(_) if tallies.reached_root > 0 => ItemStatus::Called,
            ItemUse::Explore(_) => ItemStatus::Unreached,
        };
        rows.push(ItemResult {
            path: item.path.clone(),
            kind: item.kind,
            status,
            instances: search.map_or(Vec::new(), |search| labels(search, instances(item))),
            calls: tallies.reached_root,
            discarded: item.is_property.then_some(tallies.discarded),
            depth: search.map_or(0, |search| match search.depth() {
                ItemDepth::Unfeedable => 0,
                ItemDepth::Everything(depth) | ItemDepth::UpTo(depth) => depth,
            }),
        });
    }
    rows
}

/// Labels of the instances that ran.
pub(super) fn labels(search: &ItemSearch, instances: &[Instance]) -> Vec<String> {
    let ran = search.ran().filter_map(|index| instances.get(index));
    ran.map(|instance| instance.label.clone())
        .filter(|label| !label.is_empty())
        .collect()
}

/// True if the depth limit, and not the lack of plans, ended some item.
pub fn ends_by_depth(searches: &[ItemSearch]) -> bool {
    searches
        .iter()
        .flat_map(|search| search.ends())
        .any(|end| end == Some(InstanceEnd::Depth))
}

/// True if the wanted number of runs that returned or failed ended some item.
pub fn ends_by_valid(searches: &[ItemSearch]) -> bool {
    searches
        .iter()
        .flat_map(|search| search.ends())
        .any(|end| end == Some(InstanceEnd::Valid))
}

/// The depth to which every explorable item was explored completely. Items without deeper plans hold nobody back.
fn depth_completed(searches: &[ItemSearch]) -> u32 {
    let mut least: Option<u32> = None;
    let mut reached = 0;
    for search in searches {
        match search.depth() {
            ItemDepth::Unfeedable => {}
            ItemDepth::Everything(depth) => reached = reached.max(depth),
            ItemDepth::UpTo(depth) => least = Some(least.map_or(depth, |least| least.min(depth))),
        }
    }
    least.unwrap_or(reached)
}

/// A plan as an expression, with the values of placeholder types as holes, too.
pub fn term(prepared: &Prepared, plan: &Plan) -> Term {
    prepared.bindings.with_type_placeholders(plan.term().clone())
}

/// The findings: confirmed ones first, each part by plan size, item and expression.
pub fn findings(
    prepared: &Prepared,
    scope: &CrateScope,
    candidates: &[Candidate],
    write: &WritesTest<'_>,
) -> Vec<Finding> {
    let keys = plan_keys(prepared);
    let mut ranked: Vec<(bool, u32, Finding)> = candidates
        .iter()
        .map(|candidate| {
            let finding = finding(prepared, &keys, scope, candidate, write);
            (
                !finding.proof.confirmed,
                candidate.sample().rank.base_steps,
                finding,
            )
        })
        .collect();
    ranked.sort_by(|(a_open, a_steps, a), (b_open, b_steps, b)| {
        (a_open, a_steps, &a.item, &a.examples.expression, &a.id).cmp(&(
            b_open,
            b_steps,
            &b.item,
            &b.examples.expression,
            &b.id,
        ))
    });
    ranked.into_iter().map(|(_, _, finding)| finding).collect()
}

/// Where an item is: what it leaks it may have allocated anywhere.
fn definition(item: &Item) -> Option<Location> {
    let (file, line) = item.span.as_ref()?;
    Some(Location {
        file: file.clone(),
        line: *line,
        column: 1,
    })
}

fn finding(
    prepared: &Prepared,
    keys: &PlanKeys,
    scope: &CrateScope,
    candidate: &Candidate,
    write: &WritesTest<'_>,
) -> Finding {
    let item = &prepared.items[candidate.item];
    let sample = candidate.sample();
    let render = |sample: &PlacedSample| prepared.bindings.expression(&term(prepared, &sample.plan));
    // Only plans as small as the one that is shown: larger ones that hide the same fault deeper would blur the pattern.
    let alike: Vec<Term> = candidate
        .samples
        .iter()
        .filter(|other| {
            other.plan.root() == sample.plan.root()
                && other.rank.base_steps == sample.rank.base_steps
                && other.observed.op == sample.observed.op
        })
        .map(|sample| term(prepared, &sample.plan))
        .collect();
    let common = plans::generalise(&alike);
    let smallest = of_other_values(prepared, candidate);
    let location = candidate.location(scope).map(|at| in_crate(at, scope, item));
    let location = location.or_else(|| definition(item).filter(|_| candidate.kind == FaultKind::Leak));
    let reproduction = write(
        candidate,
        &candidate.test_name(&prepared.items),
        candidate.style(),
    );
    let refused = match candidate.kind {
        FaultKind::Panic | FaultKind::Property => blames_the_sandbox(&sample.observed.message),
        kind => blames_an_example(kind, &reproduction),
    };
    let confirmed = candidate.standing == Standing::Confirmed && refused.is_none();
    let unconfirmed_reason = refused.map(str::to_owned).or_else(|| candidate.doubt());
    let judgement = judge(prepared, candidate, location.as_ref(), unconfirmed_reason.clone());
    Finding {
        id: candidate.identity(&prepared.items).id(),
        kind: candidate.kind,
        class: judgement.class,
        why: judgement.why,
        message: sample.observed.message.clone(),
        location,
        item: item.path.clone(),
        examples: Examples {
            expression: render(sample),
            plan: keys.write(&sample.plan),
            depth: sample.rank.base_steps,
            holes: hole_rows(prepared, candidate),
            smallest: without_repeats(smallest.iter().copied().map(render)),
            smallest_plans: (smallest.iter())
                .filter_map(|sample| keys.write(&sample.plan))
                .collect(),
            also_in: (candidate.items.iter())
                .filter(|item| **item != candidate.item)
                .map(|item| prepared.items[*item].path.clone())
                .collect(),
            generalised: common
                .map(|pattern| prepared.bindings.pattern(&pattern))
                .unwrap_or_default(),
            trigger: None,
            neighbours: Neighbours::default(),
            shape: Shape::default(),
            values: (prepared.bindings).values_of(&term(prepared, &sample.plan), &BTreeMap::new()),
        },
        plans: candidate.plans,
        first_seen: candidate.first_seen,
        frames: candidate.frames.clone(),
        proof: Proof {
            reproduction,
            confirmed,
            unconfirmed_reason,
            history: earlier_calls(prepared, keys, candidate),
        },
    }
}

/// Where code of the documentation's examples takes part nobody knows whose code it is that does not end, and where that says
/// `unsafe`, whose breaks memory.
fn blames_an_example(kind: FaultKind, test: &str) -> Option<&'static str> {
    let (_, origin, module) = split_support(test)?;
    let may_be_its_own = match kind {
        FaultKind::Timeout | FaultKind::Memory | FaultKind::StackOverflow | FaultKind::Slow => true,
        _ => module.contains("unsafe "),
    };
    (origin == SupportOrigin::Examples && may_be_its_own).then_some(
        "a type of the documentation's examples takes part, and its own code may be what goes too far",
    )
}

/// What has to be called before the plan that is shown.
fn earlier_calls(prepared: &Prepared, keys: &PlanKeys, candidate: &Candidate) -> Vec<EarlierCall> {
    let calls = candidate.described.earlier.iter().map(|call| EarlierCall {
        expression: prepared.bindings.expression(&term(prepared, &call.plan)),
        plan: keys.write(&call.plan),
        times: call.times,
    });
    calls.collect()
}

/// Adds to the findings what is known of when their calls fail.
pub fn tell_when_they_fail(prepared: &Prepared, candidates: &[Candidate], findings: &mut [Finding]) {
    for candidate in candidates {
        let id = candidate.identity(&prepared.items).id();
        if let Some(finding) = findings.iter_mut().find(|finding| finding.id == id) {
            finding.examples.trigger = candidate.described.trigger.clone();
            finding.examples.neighbours.passing = (candidate.described.passing.as_ref())
                .map(|plan| prepared.bindings.expression(&term(prepared, plan)));
        }
    }
}

/// Puts what is known of a shape into its finding, and its letters among the values.
pub fn tell_shape(prepared: &Prepared, candidate: &Candidate, shape: Shape, finding: &mut Finding) {
    let letters = (shape.values.iter()).map(|value| (value.way.clone(), value.letter.clone()));
    let term = term(prepared, &candidate.sample().plan);
    finding.examples.values = prepared.bindings.values_of(&term, &letters.collect());
    finding.examples.shape = shape;
}

/// What each hole was challenged with, as people read it.
fn hole_rows(prepared: &Prepared, candidate: &Candidate) -> Vec<HoleRow> {
    let write = |values: &Vec<Term>| {
        let values = values.iter().map(|value| prepared.bindings.expression(value));
        values.collect::<Vec<_>>().join(", ")
    };
    let plan = &candidate.sample().plan;
    let mut shown = BTreeMap::new();
    shown_numbers(plan.term(), &term(prepared, plan), &mut shown);
    let rows = candidate.described.holes.iter().map(|hole| HoleRow {
        hole: hole.hole.and_then(|number| shown.get(&number).copied()),
        challenged_with: hole.values.iter().map(write).collect(),
    });
    rows.collect()
}

/// The numbers that the holes of a plan have where those of placeholder types are numbered, too.
fn shown_numbers(plan: &Term, shown: &Term, numbers: &mut BTreeMap<u32, u32>) {
    match (plan, shown) {
        (Term::Hole { number, .. }, Term::Hole { number: shown, .. }) => {
            numbers.insert(*number, *shown);
        }
        (Term::Apply { args, .. }, Term::Apply { args: shown, .. }) => {
            (args.iter().zip(shown)).for_each(|(arg, shown)| shown_numbers(arg, shown, numbers));
        }
        _ => {}
    }
}

/// The samples of a candidate, but for those whose arguments are known to be those of an earlier one, written otherwise.
fn of_other_values<'a>(prepared: &Prepared, candidate: &'a Candidate) -> Vec<&'a PlacedSample> {
    let values = |sample: &PlacedSample| match sample.plan.term() {
        Term::Apply { op, args } if sample.plan.holes() == 0 => {
            let values: Vec<Value> = args.iter().map(|arg| prepared.bindings.value(arg)).collect();
            values.iter().all(Value::is_known).then_some((*op, values))
        }
        _ => None,
    };
    let mut seen: Vec<(OpId, Vec<Value>)> = Vec::new();
    let mut kept = Vec::new();
    for sample in &candidate.samples {
        let known = values(sample);
        if known.as_ref().is_some_and(|known| seen.contains(known)) {
            continue;
        }
        seen.extend(known);
        kept.push(sample);
    }
    kept
}

/// Instances of other types may read the same.
fn without_repeats(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// Where optimisation left no frame of the crate on the stack, the definition of the called item stands for a place in
/// std.
fn in_crate(at: Location, scope: &CrateScope, item: &Item) -> Location {
    match &item.span {
        Some((file, line)) if scope.localise(&at).is_none() => Location {
            file: file.clone(),
            line: *line,
            column: 1,
        },
        _ => at,
    }
}
