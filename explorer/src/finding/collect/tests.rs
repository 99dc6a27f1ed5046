//! Grouping, ranking and merging of faults.

use super::*;
use plans::{Fatal, FatalPlan, LaneKind, OpId, Term, UnitRequest, Work};
use std::path::Path;

fn plan() -> Plan {
    let term = Term::Apply {
        op: OpId(0),
        args: Vec::new(),
    };
    Plan::new(term).expect("an op")
}

fn fatal() -> Fatal {
    Fatal {
        at: UnitRequest::of(OpId(0), Work::round(1)).cursor(Vec::new()),
        demands: Vec::new(),
    }
}

fn collector(properties: &[usize]) -> Collector {
    let scope = CrateScope::new("tree", Path::new("/w/tree"), None);
    let owners = vec![Some(0), Some(1), None];
    Collector::new(scope, owners, properties.iter().copied().collect())
}

fn unit(item: usize) -> UnitName {
    UnitName {
        item,
        instance: 0,
        root: OpId(item as u32),
        lane: LaneKind::Mutants,
    }
}

fn panic_at(file: &str, line: u32, message: &str, op: u32) -> Fault {
    let location = Some(Location {
        file: file.to_owned(),
        line,
        column: 1,
    });
    Fault {
        kind: FaultKind::Panic,
        message: message.to_owned(),
        location,
        op: Some(OpId(op)),
    }
}

fn seen(fault: Fault, plans: u64, base_steps: &[u32]) -> SeenFault {
    let sample = |&base_steps| Sample {
        plan: plan(),
        base_steps,
        nth: 1,
    };
    SeenFault {
        fault,
        plans,
        samples: base_steps.iter().map(sample).collect(),
        at: Moment::default(),
    }
}

#[test]
fn what_items_show_that_promise_not_to_is_parted_and_what_arguments_show_is_not() {
    let mut collector = collector(&[]);
    let fault = |op: u32| Fault {
        op: Some(OpId(op)),
        ..panic_at("/w/tree/src/lib.rs", 3, "attempt to add with overflow", 0)
    };
    collector.add_seen(unit(0), Before::default(), &[seen(fault(0), 4, &[2])]);
    collector.add_seen(unit(1), Before::default(), &[seen(fault(1), 3, &[5, 6])]);
    // An argument of the one calls the other.
    collector.add_seen(unit(1), Before::default(), &[seen(fault(0), 2, &[7])]);
    let groups = collector.groups();
    assert_eq!(groups.len(), 1);
    let items = |group: &FaultGroup| -> Vec<(usize, bool)> {
        let samples = group.smallest();
        samples
            .iter()
            .map(|sample| (sample.rank.item, sample.rank.indirect))
            .collect()
    };
    let promising: [&dyn Fn(usize) -> bool; 3] = [&|_| true, &|_| false, &|item| item == 0];
    for promises in promising {
        assert_eq!(groups[0].clone().parted(promises).len(), 1);
    }
    let parts = groups[0].clone().parted(&|item| item == 1);
    let parted: Vec<Vec<(usize, bool)>> = parts.iter().map(items).collect();
    assert_eq!(
        parted,
        [vec![(0, false), (1, true)], vec![(1, false), (1, false)]]
    );
    assert_eq!(parts.iter().map(|part| part.plans).sum::<u64>(), groups[0].plans);
}

#[test]
fn what_fails_in_an_item_that_says_nothing_of_it_is_shown_before_what_announces_it() {
    let mut collector = collector(&[]).with_announced([0]);
    let fault = panic_at("/w/tree/src/lib.rs", 3, "attempt to add with overflow", 0);
    collector.add_seen(unit(0), Before::default(), &[seen(fault.clone(), 1, &[2])]);
    let of_other = Fault {
        op: Some(OpId(1)),
        ..fault
    };
    collector.add_seen(unit(1), Before::default(), &[seen(of_other, 1, &[5])]);
    let groups = collector.groups();
    assert_eq!(groups.len(), 1);
    let items: Vec<usize> = groups[0]
        .smallest()
        .iter()
        .map(|sample| sample.rank.item)
        .collect();
    assert_eq!(items, [1, 0]);
}

#[test]
fn what_fails_in_the_support_file_is_no_finding_wherever_it_is_called_from() {
    let mut all = collector(&[]).without_faults_of([2]);
    let file = "/w/target/explore/tree-0.1.0/explore-support/src/lib.rs";
    for op in [0, 2] {
        let own = seen(panic_at(file, 3, "bad", op), 1, &[3]);
        assert!(
            all.add_seen(unit(0), Before::default(), &[own]).is_empty(),
            "{op}"
        );
    }
    let below = seen(panic_at("/w/tree/src/lib.rs", 3, "bad", 2), 1, &[3]);
    assert_eq!(all.add_seen(unit(0), Before::default(), &[below]).len(), 1);
}

#[test]
fn plans_that_fail_in_the_call_itself_take_the_places_of_others() {
    let mut all = collector(&[]);
    let mut add = |op: u32, base_steps: &[u32]| {
        let fault = panic_at("/w/tree/src/lib.rs", 3, "bad", op);
        all.add_seen(unit(0), Before::default(), &[seen(fault, 8, base_steps)]);
        let groups = all.groups();
        let kept = groups[0].smallest();
        let kept = kept
            .iter()
            .map(|sample| (sample.rank.indirect, sample.rank.base_steps));
        kept.collect::<Vec<_>>()
    };
    assert_eq!(add(2, &[1; 8]), [(true, 1); 8]);
    let mixed = add(0, &[2, 3]);
    assert_eq!(mixed[..2], [(false, 2), (false, 3)]);
    assert_eq!(mixed[2..], [(true, 1); 6]);
    assert_eq!(add(2, &[1; 8]), mixed, "there is no room");
    assert_eq!(add(0, &[4; 8])[2..], [(false, 4); 6]);
    let ops: BTreeSet<Option<OpId>> = (all.groups()[0].smallest().iter())
        .map(|sample| sample.observed.op)
        .collect();
    assert_eq!(ops, BTreeSet::from([Some(OpId(0))]), "each is told of its own op");
}

#[test]
fn what_fails_while_a_dependency_builds_an_argument_is_no_finding() {
    let mut all = collector(&[]).without_faults_of([2]);
    let of_the_dependency = panic_at("/registry/parts/src/lib.rs", 3, "bad", 2);
    assert!(
        all.add_seen(unit(0), Before::default(), &[seen(of_the_dependency, 1, &[3])])
            .is_empty()
    );
    let called_back = panic_at("/w/tree/src/lib.rs", 3, "bad", 2);
    assert_eq!(
        all.add_seen(unit(0), Before::default(), &[seen(called_back, 1, &[3])])
            .len(),
        1
    );
    let in_the_call = panic_at("/registry/parts/src/lib.rs", 3, "bad", 0);
    assert_eq!(
        all.add_seen(unit(0), Before::default(), &[seen(in_the_call, 1, &[3])])
            .len(),
        1
    );
}

#[test]
fn panics_at_one_place_in_the_crate_are_one_group_whoever_called() {
    let mut all = collector(&[]);
    let fault = panic_at("/w/tree/src/lib.rs", 3, "bad 1", 0);
    assert_eq!(
        all.add_seen(unit(1), Before::default(), &[seen(fault, 2, &[5, 6])])
            .len(),
        1
    );
    let fault = panic_at("/w/tree/src/lib.rs", 3, "bad 22", 0);
    assert_eq!(
        all.add_seen(unit(0), Before::default(), &[seen(fault, 1, &[3])])
            .len(),
        0
    );
    let groups = all.groups();
    assert_eq!((groups.len(), groups[0].plans), (1, 3));
    assert_eq!(
        groups[0]
            .smallest()
            .iter()
            .map(|s| s.rank.base_steps)
            .collect::<Vec<_>>(),
        [3, 5, 6]
    );
}

#[test]
fn a_place_that_repeats_what_it_is_told_is_one_group() {
    let mut all = collector(&[]);
    for (steps, message) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let fault = panic_at("/w/tree/src/lib.rs", 3, message, 0);
        all.add_seen(unit(0), Before::default(), &[seen(fault, 1, &[9 - steps as u32])]);
        assert_eq!(all.groups().len(), if steps < 4 { steps + 1 } else { 1 });
    }
    let groups = all.groups();
    assert_eq!(groups[0].plans, 5);
    assert_eq!(groups[0].smallest()[0].observed.message, "e");
}

#[test]
fn a_place_that_repeats_what_it_is_told_takes_no_room_for_each_text() {
    let mut all = collector(&[]);
    let fault = |number: usize| {
        // Numbers are no part of what tells messages apart.
        let text: String = (0..10)
            .map(|bit| if number >> bit & 1 == 1 { 'x' } else { 'y' })
            .collect();
        panic_at("/w/tree/src/lib.rs", 3, &format!("bad {text}"), number as u32 % 2)
    };
    let other = panic_at("/w/tree/src/lib.rs", 4, "another", 0);
    all.add_seen(unit(0), Before::default(), &[seen(other, 1, &[1])]);
    for number in 0..1000 {
        all.add_seen(
            unit(number % 2),
            Before::default(),
            &[seen(fault(number), 1, &[2])],
        );
        assert_eq!(all.distinct(), all.groups().len());
    }
    assert!(all.len() < 10, "{}", all.len());
    assert_eq!(all.distinct(), 2);
    assert!(
        all.knows(unit(0), &fault(1001)),
        "one that is heard for the first time"
    );
    let groups = all.groups();
    let repeating = groups
        .iter()
        .max_by_key(|group| group.plans)
        .expect("two of them");
    assert_eq!(repeating.plans, 1000);
    assert_eq!(repeating.items(), BTreeSet::from([0, 1]));
    let plans = repeating.smallest();
    let messages: BTreeSet<&str> = plans.iter().map(|sample| &sample.observed.message[..]).collect();
    assert_eq!(
        messages.len(),
        plans.len(),
        "each plan with what it has shown itself"
    );
}

#[test]
fn panics_inside_std_are_told_apart_by_item() {
    let mut all = collector(&[]);
    for item in [0, 1] {
        let fault = panic_at(
            "/rustc/1/library/alloc/src/raw_vec.rs",
            9,
            "capacity overflow",
            item as u32,
        );
        all.add_seen(unit(item), Before::default(), &[seen(fault, 1, &[1])]);
    }
    assert_eq!(all.len(), 2);
}

#[test]
fn one_timeout_per_item() {
    let mut all = collector(&[]);
    for (item, message) in [(0, "blocked"), (0, "cpu time"), (1, "cpu time")] {
        let fault = Fault {
            kind: FaultKind::Timeout,
            message: message.to_owned(),
            location: None,
            op: Some(OpId(item)),
        };
        all.add_death(
            unit(item as usize),
            Before::default(),
            &Death {
                is_given_up: false,
                is_believed: true,
                fault,
                plan: Some(FatalPlan {
                    plan: plan(),
                    looked_at: Vec::new(),
                }),
                fatal: fatal(),
                base_steps: 1,
                is_new: true,
                nth: 1,
            },
        );
    }
    assert_eq!(all.len(), 2);
}

#[test]
fn a_known_death_counts_once() {
    let mut all = collector(&[]);
    let fault = Fault {
        kind: FaultKind::Abort,
        message: String::new(),
        location: None,
        op: None,
    };
    assert!(
        all.add_death(
            unit(0),
            Before::default(),
            &Death {
                is_given_up: false,
                is_believed: true,
                fault,
                plan: Some(FatalPlan {
                    plan: plan(),
                    looked_at: Vec::new(),
                }),
                fatal: fatal(),
                base_steps: 1,
                is_new: false,
                nth: 1,
            }
        )
        .is_none()
    );
    assert!(all.is_empty());
}

#[test]
fn faults_of_a_called_property_are_property_failures() {
    let mut all = collector(&[1]);
    all.add_seen(
        unit(1),
        Before::default(),
        &[seen(panic_at("/w/tree/src/lib.rs", 3, "bad", 1), 1, &[2])],
    );
    all.add_seen(
        unit(1),
        Before::default(),
        &[seen(panic_at("/w/tree/src/lib.rs", 8, "bad", 0), 1, &[2])],
    );
    let kinds: BTreeSet<FaultKind> = all.groups().iter().map(|group| group.kind).collect();
    assert_eq!(kinds, BTreeSet::from([FaultKind::Panic, FaultKind::Property]));
}

#[test]
fn the_first_samples_do_not_depend_on_slicing() {
    let fault = || panic_at("/w/tree/src/lib.rs", 3, "bad", 0);
    let steps: Vec<u32> = (0..20).collect();
    let shown = |cuts: &[usize]| {
        let mut all = collector(&[]);
        let mut from = 0;
        for &to in cuts.iter().chain([&steps.len()]) {
            let kept: Vec<u32> = steps[from..to].iter().copied().take(SAMPLES_KEPT).collect();
            all.add_seen(
                unit(0),
                Before::default(),
                &[seen(fault(), (to - from) as u64, &kept)],
            );
            from = to;
        }
        let groups = all.groups();
        (
            groups[0].plans,
            groups[0].smallest().iter().map(|s| s.rank).collect::<Vec<_>>(),
        )
    };
    assert_eq!(shown(&[]), shown(&[3, 4, 11]));
}

#[test]
fn beside_the_smallest_plans_of_a_group_are_some_of_each_other_item() {
    let mut all = collector(&[]);
    let fault = Fault {
        op: None,
        ..panic_at("/w/tree/src/lib.rs", 3, "bad", 0)
    };
    all.add_seen(unit(0), Before::default(), &[seen(fault.clone(), 8, &[1; 8])]);
    assert!(all.groups()[0].beside_smallest().is_empty());
    for item in 1..30 {
        all.add_seen(unit(item), Before::default(), &[seen(fault.clone(), 3, &[9; 3])]);
    }
    let groups = all.groups();
    assert_eq!(groups.len(), 1);
    let kept: BTreeSet<usize> = groups[0].smallest().iter().map(|s| s.rank.item).collect();
    assert_eq!(kept, BTreeSet::from([0]));
    let beside: Vec<usize> = (groups[0].beside_smallest().iter())
        .map(|sample| sample.rank.item)
        .collect();
    assert_eq!(beside, (1..=MOST_BESIDE).collect::<Vec<usize>>());
}
