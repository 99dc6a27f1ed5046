//! When texts end: they end too many processes, or nothing comes of them, the sooner the more they take.

use super::*;

#[test]
fn what_is_left_of_texts_is_given_up_where_they_end_too_many_processes() {
    // Plans can be drawn, whose turns come behind the last of the texts.
    let literals = [op(1, &[]), op(1, &[])];
    let others = [op(0, &[]), op(0, &[0, 1]), root(&[0])];
    let grammar = with_places(1, literals.into_iter().chain(others).collect());
    let mut item = item_of(&grammar, OpId(4), &Arc::new(texts_of(1)), None);
    let shows = |plan: &Plan| {
        let mut dies = false;
        plan.term()
            .visit(&mut |part| dies |= matches!(part, Term::Literal { .. }));
        let length = plan.ops().len().min(6) as u32;
        Shown {
            edges: if dies { Vec::new() } else { vec![length] },
            dies,
            ..Shown::default()
        }
    };
    let mut deaths = 0;
    run_units(&mut item, (&grammar, &shows), (100, 1_000), |_, _, came| {
        deaths += u32::from(came.fatal.is_some());
    });
    assert_eq!(deaths, 5, "each counts as several");
}

#[test]
fn what_is_as_long_as_a_text_that_took_too_long_is_left_out() {
    let (grammar, root, vocabulary) = parser();
    let mut item = item_of(&grammar, root, &vocabulary, None);
    let died = std::cell::RefCell::new(Vec::new());
    let reads = |plan: &Plan| {
        let length = text_of(&vocabulary, plan).len();
        let dies = (300..10_000).contains(&length);
        died.borrow_mut().extend(dies.then_some(length));
        Shown {
            edges: vec![length.min(40) as u32],
            dies,
            took_long: true,
            ..Shown::default()
        }
    };
    let mut texts = 0;
    run_units(&mut item, (&grammar, &reads), (200, 1_000), |name, _, came| {
        texts += if name.lane == LaneKind::Texts {
            came.report.tallies.executions
        } else {
            0
        };
    });
    let died = died.into_inner();
    assert!(!died.is_empty() && texts > 5_000, "{died:?} of {texts}");
    assert!(died.is_sorted_by(|one, next| next < one), "{died:?}");
}

/// Runs of a function of a text until it is quiet, in units of at most so many. It shows one edge, and takes so much.
fn runs_to_quiet(cost: u64, most: u64) -> (u64, u64) {
    let (grammar, root, vocabulary) = parser();
    let terms = Terms {
        ends_when_quiet: true,
        ..Terms::usual(None)
    };
    let policy = Policy::new(Strategy::Deepening, terms, 1);
    let mut item: ItemSearch<Came> =
        ItemSearch::new(&grammar, 0, [rooted(root)], policy).with_texts(&vocabulary);
    let reads = |plan: &Plan| Shown {
        edges: vec![0],
        cost,
        is_cut: text_of(&vocabulary, plan)
            .last()
            .is_some_and(|last| last % 3 != 0),
        ..Shown::default()
    };
    let mut all_edges = BTreeSet::new();
    let mut sharing = Sharing::new(&grammar);
    while item.priority().is_some() {
        sharing.prepare(&mut item);
        let (name, request) = item.next_unit(1_000).expect("it is not over");
        // When the last news came is known by the unit.
        let most = if all_edges.is_empty() { u64::MAX } else { most };
        let came = run((&grammar, &reads), request, most);
        let edges = came.kept.iter().flat_map(|run| &run.edges);
        item.expect_news(edges.filter(|edge| all_edges.insert(**edge)).count());
        item.absorb(name, &came);
    }
    assert!(item.is_quiet());
    (item.tallies().executions, item.tallies().surcharge)
}

#[test]
fn what_takes_as_long_as_many_runs_is_tried_so_much_less_often() {
    let (cheap, of_cheap) = runs_to_quiet(0, u64::MAX);
    let (dear, of_dear) = runs_to_quiet(1 << 20, u64::MAX);
    assert_eq!(of_cheap, 0);
    assert!(dear < cheap / 10 && of_dear > dear, "{dear} of {cheap}");
    let (ordinary, _) = runs_to_quiet(1 << 10, u64::MAX);
    assert_eq!(ordinary, cheap, "a run takes some edges anyway");
}

#[test]
fn texts_in_vain_count_as_other_runs_do_but_for_the_first_ones() {
    let (runs, _) = runs_to_quiet(0, u64::MAX);
    // 5,000 are waited for. Of three runs two do not come to the call, ten of which count as one; were two texts one run, there would be
    // twice as many.
    assert!((12_500..=14_000).contains(&runs), "{runs}");
}

#[test]
fn dear_texts_end_with_the_same_run_however_units_are_cut() {
    for cost in [1 << 14, 1 << 17, 1 << 20] {
        let whole = runs_to_quiet(cost, u64::MAX);
        for most in [1, 7, 100] {
            assert_eq!(runs_to_quiet(cost, most), whole, "{cost}, {most}");
        }
    }
}

/// A vocabulary of numbers of two bytes of this type, of which the grammar has two.
fn numbers_of(ty: u32) -> Arc<Vocabulary> {
    let number = |(op, value): (u32, i16)| (OpId(op), (TypeId(ty), value.to_le_bytes().to_vec()));
    Arc::new(Vocabulary {
        kinds: BTreeMap::new(),
        scalars: BTreeMap::from([(TypeId(ty), TextKind::Integer(2))]),
        scalar_literals: [OpId(0), OpId(1)].map(|op| (op, TypeId(ty))).into(),
        literals: [(0, 0), (1, 1)].map(number).into(),
        ..texts_of(ty)
    })
}

/// Runs of a number in one unit at most, where each takes so much.
fn numbers_of_a_unit(cost: u64) -> u64 {
    let (grammar, root, _) = parser();
    let reads = |_: &Plan| Shown {
        cost,
        edges: vec![0],
        ..Shown::default()
    };
    let mut item = item_of(&grammar, root, &numbers_of(0), None);
    let mut most = 0;
    run_units(&mut item, (&grammar, &reads), (60, 1_000), |name, _, came| {
        if name.lane == LaneKind::Texts {
            most = most.max(came.report.tallies.executions);
        }
    });
    most
}

#[test]
fn a_few_dear_numbers_are_a_turn_by_themselves() {
    let [cheap, ordinary, dear] = [0, 1 << 11, 1 << 20].map(numbers_of_a_unit);
    assert!(cheap >= 400, "{cheap} in one unit");
    assert_eq!(ordinary, cheap, "all of them take no longer than a unit may");
    assert_eq!(dear, 3, "what is left waits");
}

/// All numbers that a function is given, where each takes so much.
fn numbers_in_all(cost: u64) -> BTreeSet<Plan> {
    let (grammar, root, _) = parser();
    let ran = std::cell::RefCell::new(BTreeSet::new());
    let reads = |plan: &Plan| {
        ran.borrow_mut().insert(plan.clone());
        Shown {
            cost,
            edges: vec![0],
            ..Shown::default()
        }
    };
    let mut item = item_of(&grammar, root, &numbers_of(0), None);
    run_units(&mut item, (&grammar, &reads), (10_000, 1_000), |_, _, _| {});
    assert_eq!(item.priority(), None, "it comes to an end");
    ran.into_inner()
}

#[test]
fn what_is_left_of_dear_numbers_is_not_lost() {
    let all = numbers_in_all(0);
    assert!(all.len() > 500, "{}", all.len());
    assert_eq!(numbers_in_all(1 << 20), all);
}

/// Runs of rounds, and of numbers, of a function of a list and a number, where each number that is none of the grammar takes so much.
fn shares(cost: u64, units: usize) -> (u64, u64) {
    let literals = [op(1, &[]), op(1, &[])];
    let others = [op(0, &[]), op(0, &[0, 1]), root(&[0, 1])];
    let grammar = with_places(1, literals.into_iter().chain(others).collect());
    let mut item = item_of(&grammar, OpId(4), &numbers_of(1), None);
    let reads = |plan: &Plan| Shown {
        cost: match plan.term().part(&[1]) {
            Some(Term::Literal { .. }) => cost,
            _ => 0,
        },
        edges: vec![0],
        ..Shown::default()
    };
    let (mut rounds, mut numbers) = (0, 0);
    run_units(&mut item, (&grammar, &reads), (units, 1_000), |name, _, came| {
        let runs = came.report.tallies.executions;
        match name.lane {
            LaneKind::Texts => numbers += runs,
            _ => rounds += runs,
        }
    });
    (rounds, numbers)
}

#[test]
fn rounds_make_up_for_what_is_dear() {
    let (rounds, numbers) = shares(0, 40);
    assert!(numbers > 500 && rounds > 0, "{rounds} and {numbers}");
    let (rounds, numbers) = shares(1 << 20, 400);
    assert!(numbers > 10, "{numbers}: they have their turns");
    assert!(rounds > 100 * numbers, "{rounds} and {numbers}");
}

#[test]
fn what_is_made_once_in_a_process_is_not_charged_with_the_first_run() {
    let (grammar, root, _) = parser();
    let surcharge = |costs: &[u64]| {
        let texts = [OpId(0), OpId(1)].iter().cycle().take(costs.len());
        let plans = texts.map(|&op| {
            let args = vec![Term::Apply { op, args: Vec::new() }];
            Plan::new(Term::Apply { op: root, args }).expect("a call")
        });
        let request = UnitRequest::listed(&grammar, plans.collect::<Vec<_>>()).expect("of one root");
        let mut unit = UnitLoop::new(&grammar, request).expect("it can be fed");
        for cost in costs {
            assert!(unit.next().is_some());
            unit.charge(RunCost {
                held: *cost,
                asked: *cost,
            });
            unit.observe(&Observation {
                outcome: Outcome::Ok,
                demands: &[],
                reached_root: true,
                ended_at: None,
            });
        }
        unit.tallies().surcharge
    };
    let dear = 1 << 20;
    let each = surcharge(&[dear]);
    assert!(each > 1);
    assert_eq!(surcharge(&[dear, 0, 0]), 0);
    assert_eq!(surcharge(&[dear, 0, dear]), each);
    assert_eq!(surcharge(&[dear; 3]), 3 * each);
    assert_eq!(surcharge(&[dear / 2, dear]), 3 * each / 2);
    assert_eq!(surcharge(&[u64::MAX; 3]), 3 * each, "slow calls are tried, too");
}

#[test]
fn a_round_without_a_plan_is_no_turn_of_its_item() {
    // Without places for texts there are rounds only.
    let grammar = Grammar::new(1, [op(0, &[]), root(&[0])].map(Some).to_vec()).expect("well formed");
    let of_item = || -> ItemSearch<Came> {
        let policy = Policy::new(Strategy::Deepening, Terms::usual(None), 1);
        ItemSearch::new(&grammar, 0, [rooted(OpId(1))], policy)
    };
    let mut item = of_item();
    let mut sharing = Sharing::new(&grammar);
    let mut absorb = |item: &mut ItemSearch<Came>, executions, min_cut| {
        sharing.prepare(item);
        let (name, _) = item.next_unit(100).expect("there is no end");
        let tallies = Tallies {
            executions,
            min_cut,
            ..Tallies::default()
        };
        let stop = UnitStop::Exhausted { min_cut };
        let came = Came::of(UnitReport {
            tallies,
            stop,
            round: None,
        });
        item.absorb(name, &came);
        item.has_run()
    };
    assert!(!absorb(&mut item, 0, Some(7)));
    assert!(absorb(&mut item, 1, Some(8)), "its first plan was run");
    assert!(absorb(&mut of_item(), 0, None), "there will be none");
}
