//! Plans of different faults that one place is named for: what a macro writes has the place of its invocation.

use super::*;

/// `readers!` writes both items; item 1 fails at its second place with plans of ops from 8 on.
const SOURCE: &str = "readers!(u8);\n";

/// Each op fails at the place of the macro; where that is in it, frames tell.
struct OfMacro {
    fault: Fault,
    root: String,
}

impl ReplaysPlans for OfMacro {
    fn replay(&mut self, plan: &Plan, _: Asked) -> anyhow::Result<Replay> {
        let line = if plan.root().0 < 8 { 20 } else { 30 };
        Ok(Replay {
            fault: Some(self.fault.clone()),
            backtrace: format!("0: tree::insert\n at {}/src/made.rs:{line}:5\n", self.root),
            seen: Some(plan.clone()),
            ..Replay::default()
        })
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let run = |plan: &Plan| PlanRun {
            seen: plan.clone(),
            outcome: Outcome::Fault,
            fault: Some(self.fault.clone()),
            result: Vec::new(),
            edges: None,
        };
        Ok(plans.iter().map(|plan| Some(run(plan))).collect())
    }
}

#[test]
fn what_fails_elsewhere_in_a_macro_is_found_behind_many_smaller_plans_of_another_item() {
    let root = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(root.path().join("src")).expect("created");
    std::fs::write(root.path().join("src/lib.rs"), SOURCE).expect("written");
    let scope = CrateScope::new("tree", root.path(), None);
    let root = root.path().display().to_string();
    let mut fault = panic_at(1, "index out of bounds: the len is 0 but the index is 0");
    fault.location = Some(Location {
        file: format!("{root}/src/lib.rs"),
        line: 1,
        column: 1,
    });
    fault.op = None;
    let mut collector = Collector::new(scope, vec![Some(0)], BTreeSet::new());
    for (item, ops) in [(0, 0..8), (1, 8..10)] {
        let unit = UnitName {
            item,
            instance: 0,
            root: OpId(0),
            lane: LaneKind::Mutants,
        };
        let sample = |op| Sample {
            plan: plan_of(apply(op, &[])),
            base_steps: op,
            nth: 1,
        };
        let seen = SeenFault {
            fault: fault.clone(),
            plans: ops.len() as u64,
            samples: ops.map(sample).collect(),
            at: Moment::default(),
        };
        collector.add_seen(unit, Before::default(), &[seen]);
    }
    let groups = collector.groups();
    assert_eq!(groups.len(), 1);
    let start: Vec<Candidate> = (groups.iter())
        .filter_map(|group| Candidate::of(group, &collector))
        .collect();
    let mut mock = OfMacro { fault, root };
    let confirmation = &mut Confirmation {
        grammar: &grammar(),
        literals: &OtherLiterals::new(),
        replayers: &mut [&mut mock],
        tests: &mut MockTests::default(),
        write: &|candidate, _, _| candidate.sample().plan.root().0.to_string(),
        calls: &[],
        scope: collector.scope(),
        items: &items(),
        limit: Duration::from_secs(1),
        item_of: &|sample| sample.rank.item,
        interrupted: &|| false,
        progress: &mut |_, _| (),
    };
    let found = replay(start, confirmation).expect("mocks never break").candidates;
    let told: Vec<(usize, Vec<usize>, u64, usize)> = (found.iter())
        .map(|one| {
            (
                one.item,
                one.items.iter().copied().collect(),
                one.plans,
                one.samples.len(),
            )
        })
        .collect();
    assert_eq!(told, [(0, vec![0], 8, 8), (1, vec![1], 2, 2)]);
}
