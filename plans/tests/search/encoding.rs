//! Encodings: round trips, golden bytes, and garbage that is refused without panic.

use std::collections::BTreeSet;

use plans::*;

use crate::mock::{Foreign, run_current};
use crate::random::{Rng, random_grammar};
use crate::requests::cursor;
use std::sync::Arc;

fn vector(rng: &mut Rng) -> Vec<Step> {
    (0..rng.below(5))
        .map(|_| Step {
            node: rng.next() as u32 >> rng.below(32),
            alternative: rng.below(300),
        })
        .collect()
}

fn place(rng: &mut Rng) -> Cursor {
    let watch = [Watch::Parts, Watch::Whole][rng.below(2) as usize];
    cursor(&vector(rng), watch)
}

/// Any expression, whether it is of a grammar or not.
fn term(rng: &mut Rng, nesting: u32) -> Term {
    match rng.below(if nesting > 3 { 2 } else { 6 }) {
        0 => Term::Literal {
            ty: TypeId(rng.below(1000)),
            value: (0..rng.below(4)).map(|_| rng.below(256) as u8).collect(),
        },
        1 => Term::Apply {
            op: OpId(rng.below(1000)),
            args: Vec::new(),
        },
        2 => Term::Hole {
            number: rng.below(300),
            ty: TypeId(rng.below(1000)),
            default: Box::new(term(rng, nesting + 1)),
        },
        _ => any_plan(rng, nesting).term().clone(),
    }
}

fn any_plan(rng: &mut Rng, nesting: u32) -> Plan {
    let term = Term::Apply {
        op: OpId(rng.below(1000)),
        args: (0..rng.below(4)).map(|_| term(rng, nesting + 1)).collect(),
    };
    Plan::new(term).expect("it is an op with its arguments")
}

fn fatal_plan(rng: &mut Rng) -> FatalPlan {
    FatalPlan {
        plan: any_plan(rng, 0),
        looked_at: (0..rng.below(4)).map(|_| rng.below(250)).collect(),
    }
}

fn fatal(rng: &mut Rng) -> Fatal {
    Fatal {
        at: place(rng),
        demands: (0..rng.below(4)).map(|_| rng.below(250)).collect(),
    }
}

fn learned_value(rng: &mut Rng) -> LearnedValue {
    LearnedValue {
        op: OpId(rng.below(1000)),
        value: (0..rng.below(4)).map(|_| rng.below(256) as u8).collect(),
    }
}

fn start(rng: &mut Rng) -> Start {
    match rng.below(3) {
        0 => Start::Fresh,
        1 => Start::At(place(rng)),
        _ => Start::After(fatal(rng)),
    }
}

fn work(rng: &mut Rng) -> Work {
    match rng.below(6) {
        0 => Work::Drawn {
            bound: rng.below(40),
            seed: rng.below(1 << 20) as u64,
            skip: rng.below(9) as u64,
            until_returned: rng.below(2) == 0,
        },
        1 => Work::Listed(Arc::new((0..rng.below(4)).map(|_| any_plan(rng, 0)).collect())),
        2 => Work::Texts(TextWork {
            plan: any_plan(rng, 0),
            place: OpId(rng.below(9)),
            texts: Arc::new(
                (0..rng.below(4))
                    .map(|length| vec![0xff; length as usize])
                    .collect(),
            ),
            count_in_full: rng.below(2) == 0,
        }),
        _ => Work::Round(RoundWork {
            bound: match rng.below(2) {
                0 => Bound::Depth(rng.below(40)),
                _ => Bound::Height(rng.below(9)),
            },
            counted_from: rng.below(40),
            deepens_to: rng.below(40),
            watch: [Watch::Parts, Watch::Whole, Watch::Nothing, Watch::Values][rng.below(4) as usize],
            without_redundant: (rng.below(2) == 0).then(|| rng.below(9)),
            start: start(rng),
            end: (rng.below(5) == 0).then(|| place(rng)),
        }),
    }
}

fn unit_request(rng: &mut Rng) -> UnitRequest {
    UnitRequest {
        root: OpId(rng.below(1000)),
        work: work(rng),
        budget: rng.next() >> rng.below(64),
        valid_budget: rng.next() >> rng.below(64),
        weighed_budget: rng.next() >> rng.below(64),
        cost_budget: rng.next() >> rng.below(64),
        patience: [Patience::Whole, Patience::Part][rng.below(2) as usize],
        known_fatal: (0..rng.below(3)).map(|_| fatal_plan(rng)).collect(),
        learning: Learning {
            known: (0..rng.below(3)).map(|_| learned_value(rng)).collect(),
            fresh_from: rng.below(3),
            watched_plans: rng.next() >> rng.below(64),
            plans_before: rng.next() >> rng.below(64),
            known_edges: (0..rng.below(9)).fold(EdgeSet::default(), |mut edges, _| {
                edges.insert(rng.next() as u32 % 300);
                edges
            }),
        },
    }
}

fn unit_report(rng: &mut Rng) -> UnitReport {
    let mut count = || rng.next() >> rng.below(64);
    let tallies = Tallies {
        executions: count(),
        expressions: count(),
        returned: count(),
        rejected: count(),
        discarded: count(),
        type_demands: count(),
        faults: count(),
        reached_root: count(),
        surcharge: count(),
        cost: count(),
        min_cut: None,
        worth: Worth {
            runs: count(),
            touches: count(),
            pages: count(),
            plans: count(),
        },
    };
    let min_cut = rng.percent(50).then(|| rng.below(99));
    let stop = if rng.percent(50) {
        UnitStop::Exhausted { min_cut }
    } else {
        UnitStop::Budget {
            next: place(rng),
            paused: rng.percent(50),
        }
    };
    UnitReport {
        tallies: Tallies { min_cut, ..tallies },
        stop,
        round: rng.percent(50).then(|| RoundReached {
            bound: rng.below(99),
            counted_from: rng.below(99),
            runs: rng.next() >> rng.below(64),
        }),
    }
}

/// Some real plans with holes.
fn plans(seed: u64, grammar: &Grammar, root: OpId) -> Vec<Plan> {
    let bound = grammar.root_steps(root).map_or(0, |steps| steps + 1);
    let Some(mut search) = Search::new(grammar, root, bound) else {
        return Vec::new();
    };
    let mut plans = Vec::new();
    while search.is_live() && plans.len() < 10 {
        let (_, run) = run_current(seed, Foreign::Root, grammar, &search);
        plans.push(search.plan(&run.demands, &[]));
        search.observe(&run.demands);
        search.advance();
    }
    plans
}

#[test]
fn everything_survives_the_round_trip() {
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let (plan, request, report) = (
            any_plan(&mut rng, 0),
            unit_request(&mut rng),
            unit_report(&mut rng),
        );
        assert_eq!(decode_plan(&encode_plan(&plan)), Ok(plan));
        assert_eq!(decode_unit_request(&encode_unit_request(&request)), Ok(request));
        assert_eq!(decode_unit_report(&encode_unit_report(&report)), Ok(report));
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        assert_eq!(decode_grammar(&encode_grammar(&grammar)).as_ref(), Ok(&grammar));
        for plan in plans(seed, &grammar, root) {
            assert_eq!(decode_plan(&encode_plan(&plan)), Ok(plan));
        }
    }
}

/// Decodes bytes as everything. What is accepted must be what encoding writes.
fn accepts(bytes: &[u8]) -> bool {
    let mut accepted = 0;
    let mut check = |encoded: Option<Vec<u8>>| {
        if let Some(encoded) = encoded {
            assert_eq!(encoded, bytes, "accepted another spelling");
            accepted += 1;
        }
    };
    check(decode_plan(bytes).ok().map(|plan| encode_plan(&plan)));
    check(decode_grammar(bytes).ok().map(|grammar| encode_grammar(&grammar)));
    check(
        decode_unit_request(bytes)
            .ok()
            .map(|request| encode_unit_request(&request)),
    );
    check(
        decode_unit_report(bytes)
            .ok()
            .map(|report| encode_unit_report(&report)),
    );
    assert!(accepted <= 1, "taken for two kinds of message");
    accepted == 1
}

/// One message of each kind, and the plans of a grammar.
pub(crate) fn messages(seed: u64) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(seed);
    let mut messages = vec![
        encode_plan(&any_plan(&mut rng, 0)),
        encode_unit_request(&unit_request(&mut rng)),
        encode_unit_report(&unit_report(&mut rng)),
    ];
    if let Some((grammar, root)) = random_grammar(&mut rng) {
        messages.push(encode_grammar(&grammar));
        messages.extend(plans(seed, &grammar, root).iter().map(encode_plan));
    }
    messages
}

#[test]
fn garbage_is_refused_without_panic() {
    let (mut accepted, mut refused) = (0, 0);
    let mut check = |bytes: &[u8]| {
        *(if accepts(bytes) {
            &mut accepted
        } else {
            &mut refused
        }) += 1
    };
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        for message in messages(seed) {
            let mut garbled = message;
            for _ in 0..=rng.below(2) {
                let at = rng.below(garbled.len() as u32) as usize;
                match rng.below(4) {
                    0 => garbled.truncate(at.max(1)),
                    1 => garbled.insert(at, rng.next() as u8),
                    2 => garbled[at] ^= 1 << rng.below(8),
                    _ => garbled[at] = [0, 1, 0x7f, 0x80, 0xff][rng.below(5) as usize],
                }
            }
            check(&garbled);
        }
        let noise: Vec<u8> = [ENCODING_VERSION, 1 + rng.below(5) as u8]
            .into_iter()
            .chain((0..rng.below(40)).map(|_| rng.next() as u8 >> rng.below(8)))
            .collect();
        check(&noise);
    }
    assert!(
        accepted > 100 && refused > 1000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let leaf = Term::Apply {
        op: OpId(1),
        args: Vec::new(),
    };
    let good = encode_plan(&Plan::new(leaf).expect("an op"));
    assert_eq!(decode_plan(&[]), Err(DecodeError::Truncated));
    assert_eq!(decode_plan(&good[..4]), Err(DecodeError::Truncated));
    assert_eq!(
        decode_plan(&[good.clone(), vec![0]].concat()),
        Err(DecodeError::Trailing)
    );
    assert_eq!(decode_plan(&[12, 2, 0]), Err(DecodeError::Version(12)));
    assert_eq!(decode_unit_report(&good), Err(DecodeError::Tag(2)));
    assert_eq!(
        decode_plan(&[11, 2, 0, 0x80, 0]),
        Err(DecodeError::Number),
        "overlong"
    );
    assert_eq!(
        decode_plan(&[11, 2, 0, 1, 0xff, 0xff, 0xff, 0x7f]),
        Err(DecodeError::Truncated),
        "longer than the input"
    );
    assert_eq!(
        decode_plan(&[11, 2, 2, 0, 0]),
        Err(DecodeError::Tag(1)),
        "a literal alone is no plan"
    );
    let nested = [&[11, 2][..], &[1, 0, 0].repeat(5000)].concat();
    assert_eq!(decode_plan(&nested), Err(DecodeError::Nesting));
    let dangling = [11, 3, 0, 1, 0b1001, 0, 1, 0, 0, 0, 0];
    assert_eq!(
        decode_grammar(&dangling),
        Err(DecodeError::Grammar(GrammarError::DanglingType(OpId(0))))
    );
}

/// A plan with everything that there is in plans.
fn one_of_each() -> Plan {
    let literal = Term::Apply {
        op: OpId(5),
        args: vec![],
    };
    let hole = Term::Hole {
        number: 1,
        ty: TypeId(3),
        default: Box::new(literal.clone()),
    };
    let term = Term::Apply {
        op: OpId(7),
        args: vec![
            literal,
            hole,
            Term::Literal {
                ty: TypeId(9),
                value: vec![0xff, 2],
            },
        ],
    };
    Plan::new(term).expect("an op")
}

fn place_at(alternative: u32, watch: Watch) -> Cursor {
    let step = Step { node: 1, alternative };
    cursor(&[step], watch)
}

#[test]
fn the_bytes_of_plans_and_grammars_of_version_eleven_do_not_change() {
    let plan = one_of_each();
    assert_eq!(
        encode_plan(&plan),
        [11, 2, 0, 7, 3, 0, 5, 0, 1, 1, 3, 0, 5, 0, 2, 9, 2, 0xff, 2]
    );
    let op = OpSpec {
        result: TypeId(0),
        args: vec![],
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    };
    let borrow = OpSpec {
        result: TypeId(1),
        args: vec![TypeId(0)],
        steps: 0,
        pointer: true,
        ..op.clone()
    };
    let ops = vec![Some(op.clone()), None, Some(borrow), Some(op)];
    let learned = BTreeSet::from([OpId(3)]);
    let mut grammar = Grammar::with_learned(2, ops, learned).expect("well-formed");
    grammar.mark_unwatchable(&[TypeId(1)]);
    grammar.limit_nesting(Some(9));
    assert_eq!(
        encode_grammar(&grammar),
        [
            11, 3, 2, 4, 13, 0, 1, 0, 0, 15, 1, 0, 1, 0, 13, 0, 1, 0, 1, 1, 1, 3, 1, 9
        ]
    );
}

#[test]
fn the_bytes_of_requests_of_version_eleven_do_not_change() {
    let plan = one_of_each();
    let request = UnitRequest {
        root: OpId(2),
        work: Work::Round(RoundWork {
            bound: Bound::Height(13),
            counted_from: 12,
            deepens_to: 17,
            watch: Watch::Nothing,
            without_redundant: Some(6),
            start: Start::After(Fatal {
                at: place_at(300, Watch::Parts),
                demands: vec![4],
            }),
            end: Some(place_at(301, Watch::Whole)),
        }),
        budget: 20_000,
        valid_budget: 1_000,
        weighed_budget: 5_000,
        cost_budget: 70_000,
        patience: Patience::Part,
        known_fatal: vec![FatalPlan {
            plan: plan.clone(),
            looked_at: vec![200, 1],
        }],
        learning: Learning {
            known: vec![LearnedValue {
                op: OpId(3),
                value: vec![0xff, 7],
            }],
            fresh_from: 1,
            watched_plans: 5,
            plans_before: 6,
            known_edges: EdgeSet::from_words(vec![9]),
        },
    };
    let after_work = [
        0xa0, 0x9c, 1, 0xe8, 7, 0x88, 0x27, 0xf0, 0xa2, 4, 1, 1, 0, 7, 3, 0, 5, 0, 1, 1, 3, 0, 5, 0, 2, 9, 2,
        0xff, 2, 2, 200, 1, 1, 1, 3, 2, 0xff, 7, 1, 5, 6, 1, 9,
    ];
    let of_work = |work: &[u8]| [&[11, 4, 2][..], work, &after_work].concat();
    let round = [
        0, 1, 13, 12, 17, 2, 1, 6, 2, 1, 1, 1, 0xac, 2, 1, 4, 1, 0, 1, 1, 0xad, 2,
    ];
    assert_eq!(encode_unit_request(&request), of_work(&round));
    let drawn = UnitRequest {
        work: Work::Drawn {
            bound: 13,
            seed: 300,
            skip: 2,
            until_returned: true,
        },
        ..request.clone()
    };
    assert_eq!(encode_unit_request(&drawn), of_work(&[1, 13, 0xac, 2, 2, 1]));
    let texts = UnitRequest {
        work: Work::Texts(TextWork {
            plan: plan.clone(),
            place: OpId(5),
            texts: Arc::new(vec![vec![7, 0xff], vec![]]),
            count_in_full: true,
        }),
        ..request.clone()
    };
    let listed = UnitRequest {
        work: Work::Listed(Arc::new(vec![plan])),
        ..request
    };
    let plan = [0, 7, 3, 0, 5, 0, 1, 1, 3, 0, 5, 0, 2, 9, 2, 0xff, 2];
    assert_eq!(
        encode_unit_request(&listed),
        of_work(&[&[2, 1][..], &plan].concat())
    );
    assert_eq!(
        encode_unit_request(&texts),
        of_work(&[&[3][..], &plan, &[5, 2, 2, 7, 0xff, 0, 1]].concat())
    );
}

#[test]
fn the_bytes_of_reports_of_version_eleven_do_not_change() {
    let tallies = Tallies {
        executions: 9,
        reached_root: 8,
        min_cut: Some(14),
        worth: Worth {
            runs: 3,
            touches: 4,
            pages: 5,
            plans: 6,
        },
        ..Tallies::default()
    };
    let report = UnitReport {
        tallies,
        stop: UnitStop::Exhausted { min_cut: Some(14) },
        round: Some(RoundReached {
            bound: 13,
            counted_from: 12,
            runs: 7,
        }),
    };
    assert_eq!(
        encode_unit_report(&report),
        [
            11, 5, 9, 0, 0, 0, 0, 0, 0, 8, 0, 1, 14, 0, 3, 4, 5, 6, 0, 1, 14, 1, 13, 12, 7
        ]
    );
    let stopped = |paused| UnitReport {
        stop: UnitStop::Budget {
            next: place_at(300, Watch::Parts),
            paused,
        },
        round: None,
        ..report
    };
    let bytes = |tag| {
        [
            11, 5, 9, 0, 0, 0, 0, 0, 0, 8, 0, 1, 14, 0, 3, 4, 5, 6, tag, 1, 1, 1, 0xac, 2, 0,
        ]
    };
    assert_eq!(encode_unit_report(&stopped(false)), bytes(1));
    assert_eq!(encode_unit_report(&stopped(true)), bytes(2));
}

#[test]
fn what_is_nested_too_deeply_to_be_read_is_known_before() {
    // Unoptimised readers take more of a stack than tests have.
    let test = std::thread::Builder::new().stack_size(256 << 20);
    let test = test.spawn(|| {
        for (levels, is_read) in [(3, true), (2048, true), (2049, false), (2100, false)] {
            check_nested(levels, is_read);
        }
    });
    test.expect("a thread").join().expect("as said");
}

/// A plan of so many levels, a hole among them.
fn check_nested(levels: u32, is_read: bool) {
    let wrap = |args: Vec<Term>| Term::Apply { op: OpId(1), args };
    let inner = Term::Hole {
        number: 1,
        ty: TypeId(0),
        default: Box::new(wrap(Vec::new())),
    };
    let plan = Plan::new((2..levels).fold(inner, |inner, _| wrap(vec![inner]))).expect("an op");
    assert_eq!(decode_plan(&encode_plan(&plan)).is_ok(), is_read, "{levels}");
    assert_eq!(plan.can_be_sent(), is_read, "{levels}");
    let listed = UnitRequest::of(OpId(1), Work::Listed(Arc::new(vec![plan.clone()])));
    let fatal = FatalPlan {
        plan,
        looked_at: Vec::new(),
    };
    let with_fatal = UnitRequest {
        known_fatal: vec![fatal],
        ..UnitRequest::of(OpId(1), Work::round(1))
    };
    for request in [listed, with_fatal] {
        let bytes = encode_unit_request(&request);
        assert_eq!(decode_unit_request(&bytes).is_ok(), is_read, "{levels}");
        assert_eq!(request.can_be_sent(), is_read, "{levels}");
    }
}
