//! Texts: what a function reads is learned step by step, the same however units are cut, and what was found is made smaller.

mod ends;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plans::*;

use crate::random::{op, root, rooted};

/// The grammar of two types that has these ops, and four places for texts of this type behind them.
fn with_places(of: u32, ops: Vec<OpSpec>) -> Grammar {
    let first = ops.len() as u32;
    let places = (0..4).map(|_| op(of, &[]));
    let learned = (first..first + 4).map(OpId).collect();
    Grammar::with_learned(2, ops.into_iter().chain(places).map(Some).collect(), learned).expect("well formed")
}

/// Texts of this type, of which the first two ops are literals.
fn texts_of(ty: u32) -> Vocabulary {
    let ty = TypeId(ty);
    Vocabulary {
        kinds: BTreeMap::from([(ty, TextKind::Utf8)]),
        literals: BTreeMap::from([(OpId(0), (ty, Vec::new())), (OpId(1), (ty, b"a".to_vec()))]),
        ..Vocabulary::default()
    }
}

/// A function of a text: `parse(&str)`. There are two literals, `""` and `"a"`, and a few places for learned ones.
fn parser() -> (Grammar, OpId, Arc<Vocabulary>) {
    let grammar = with_places(0, vec![op(0, &[]), op(0, &[]), root(&[0])]);
    let vocabulary = Vocabulary {
        words: vec![b"unused".to_vec()],
        ..texts_of(0)
    };
    (grammar, OpId(2), Arc::new(vocabulary))
}

/// What a run of the function shows: an edge for each step into the language, and what it compared.
#[derive(Default)]
struct Shown {
    edges: Vec<u32>,
    fails: bool,
    /// The process ends.
    dies: bool,
    /// It has taken too long by then.
    took_long: bool,
    compared: Vec<Vec<u8>>,
    /// Edges that it takes, new or not.
    cost: u64,
    /// The function itself is not called.
    is_cut: bool,
}

/// Reads `_ZN` and then `{%`, and fails if a number that no `u32` holds stands between them.
fn parse(text: &[u8]) -> Shown {
    let mut shown = Shown {
        edges: vec![0],
        ..Shown::default()
    };
    let mut rest = text;
    for (edge, token) in (1..).zip([b'_', b'Z', b'N']) {
        let Some((&first, behind)) = rest.split_first() else {
            return shown;
        };
        if first != token {
            let at = text.len() - rest.len();
            let mut wanted = text.to_vec();
            wanted[at] = token;
            shown.compared.push(wanted);
            return shown;
        }
        shown.edges.push(edge);
        rest = behind;
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = rest.split_at(digits);
    shown.edges.extend((digits > 0).then_some(10));
    let number: Option<u32> = std::str::from_utf8(number).expect("digits").parse().ok();
    if rest.starts_with(b"{") {
        shown.edges.push(11);
        shown.edges.extend(rest.starts_with(b"{%").then_some(12));
        shown.fails = rest.starts_with(b"{%") && digits > 0 && number.is_none();
    }
    shown
}

/// What one unit came to, as executors say it.
pub(crate) struct Came {
    report: UnitReport,
    candidates: Vec<LearnCandidate>,
    kept: Vec<KeptRun>,
    failing: Vec<Plan>,
    fatal: Option<(DeathKind, Fatal)>,
}

impl Came {
    /// Nothing but this was told.
    pub(crate) fn of(report: UnitReport) -> Came {
        Came {
            report,
            candidates: Vec::new(),
            kept: Vec::new(),
            failing: Vec::new(),
            fatal: None,
        }
    }
}

impl Tells for Came {
    fn news(&self) -> UnitNews<'_> {
        UnitNews {
            report: &self.report,
            death: self.fatal.as_ref().map(|(kind, fatal)| DeathNews {
                kind: *kind,
                op: None,
                plan: None,
                fatal,
            }),
            stalled: false,
            candidates: &self.candidates,
            kept: &self.kept,
            values: &[],
        }
    }
}

fn text_of(vocabulary: &Vocabulary, plan: &Plan) -> Vec<u8> {
    let part = plan.term().part(&[0]).expect("a call has its argument");
    match part.decided() {
        Term::Literal { value, .. } => value,
        Term::Apply { op, .. } => vocabulary.literals[&op].1.clone(),
        Term::Hole { .. } => unreachable!("it is decided"),
    }
}

/// What a run of a plan shows.
type Reads<'r> = &'r dyn Fn(&Plan) -> Shown;

/// A function of a text.
type ReadsText = fn(&[u8]) -> Shown;

/// Runs a unit of a function, but for at most `most` runs.
fn run((grammar, reads): (&Grammar, Reads<'_>), request: UnitRequest, most: u64) -> Came {
    let mut known = request.learning.known_edges.clone();
    let decoded = decode_unit_request(&encode_unit_request(&request)).expect("its own bytes");
    assert_eq!(decoded, request);
    let budget = request.budget.min(most);
    let mut unit = UnitLoop::new(
        grammar,
        UnitRequest {
            budget,
            ..request.clone()
        },
    )
    .expect("it can be fed");
    let (mut candidates, mut kept, mut failing) = (Vec::new(), Vec::new(), Vec::new());
    let mut dead = None;
    while dead.is_none() && unit.next().is_some() {
        let demands: Vec<u32> = (0..unit.all_placeholders() as u32).collect();
        let plan = unit.plan(&demands);
        let fatal = Fatal {
            at: request.cursor(unit.vector().to_vec()),
            demands: demands.clone(),
        };
        let again = request.plan_at(grammar, &fatal, unit.tallies().executions);
        assert_eq!(
            again.map(|fatal| fatal.plan),
            Some(plan.clone()),
            "who dies of it can say so"
        );
        let shown = reads(&plan);
        if unit.is_watched_for_values() {
            candidates.extend(shown.compared.into_iter().map(|value| LearnCandidate {
                ty: TypeId(0),
                distance: 3,
                value,
                witness: 1,
            }));
        }
        let edges: Vec<u32> = shown
            .edges
            .into_iter()
            .filter(|edge| known.insert(*edge))
            .collect();
        if !edges.is_empty() && unit.is_watched_for_edges() {
            kept.push(KeptRun {
                sample: Sample {
                    plan: plan.clone(),
                    base_steps: unit.base_steps(),
                    nth: 1,
                },
                edges,
            });
        }
        if shown.fails {
            failing.push(plan);
        }
        let kind = if shown.took_long {
            DeathKind::Timeout
        } else {
            DeathKind::Memory
        };
        dead = shown.dies.then_some((kind, fatal));
        unit.charge(RunCost {
            held: shown.cost,
            asked: shown.cost,
        });
        unit.observe(&Observation {
            outcome: if shown.fails { Outcome::Fault } else { Outcome::Ok },
            demands: &demands,
            reached_root: !shown.is_cut,
            ended_at: None,
        });
    }
    Came {
        report: unit.report(),
        candidates,
        kept,
        failing,
        fatal: dead,
    }
}

/// The search of a function of texts, up to a depth or without end.
fn item_of(
    grammar: &Grammar,
    root: OpId,
    vocabulary: &Arc<Vocabulary>,
    depth: Option<u32>,
) -> ItemSearch<Came> {
    let policy = Policy::new(Strategy::Deepening, Terms::usual(depth), 1);
    ItemSearch::new(grammar, 0, [rooted(root)], policy).with_texts(vocabulary)
}

/// The same without end for a function with two instances.
fn item_of_two(grammar: &Grammar, roots: [OpId; 2], vocabulary: &Arc<Vocabulary>) -> ItemSearch<Came> {
    let policy = Policy::new(Strategy::Deepening, Terms::usual(None), 1);
    ItemSearch::new(grammar, 0, roots.map(rooted), policy).with_texts(vocabulary)
}

/// Runs so many units of an item at most, of so many runs each, and shows what each came to.
fn run_units(
    item: &mut ItemSearch<Came>,
    (grammar, reads): (&Grammar, Reads<'_>),
    (units, runs): (usize, u64),
    mut see: impl FnMut(UnitName, &UnitRequest, &Came),
) {
    let mut sharing = Sharing::new(grammar);
    for _ in 0..units {
        sharing.prepare(item);
        let Some((name, request)) = item.next_unit(runs) else {
            break;
        };
        let came = run((grammar, reads), request.clone(), u64::MAX);
        see(name, &request, &came);
        item.absorb(name, &came);
    }
}

/// Searches with units of at most `most` runs. Returns the runs until something failed, all texts that were run, and the plan.
fn search(most: u64) -> (Vec<Vec<u8>>, Option<Plan>) {
    search_of(parser(), parse, most)
}

/// The same for a function of a text.
fn search_of(
    (grammar, root, vocabulary): (Grammar, OpId, Arc<Vocabulary>),
    reads: ReadsText,
    most: u64,
) -> (Vec<Vec<u8>>, Option<Plan>) {
    let reads = |plan: &Plan| reads(&text_of(&vocabulary, plan));
    let mut item = item_of(&grammar, root, &vocabulary, None);
    let mut sharing = Sharing::new(&grammar);
    let mut texts = Vec::new();
    let mut all_edges = BTreeSet::new();
    for _ in 0..100_000 {
        sharing.prepare(&mut item);
        let Some((name, request)) = item.next_unit(1_000) else {
            break;
        };
        if let Work::Texts(work) = &request.work {
            let runs = most.min(request.budget) as usize;
            texts.extend(work.texts[..runs].iter().cloned());
        }
        let came = run((&grammar, &reads), request, most);
        if let Some(found) = came.failing.first() {
            return (texts, Some(found.clone()));
        }
        let edges = came.kept.iter().flat_map(|run| &run.edges);
        item.expect_news(edges.filter(|edge| all_edges.insert(**edge)).count());
        item.absorb(name, &came);
    }
    (texts, None)
}

#[test]
fn a_language_is_learned_step_by_step() {
    let (texts, found) = search(u64::MAX);
    let found = found.expect("found");
    assert!(texts.len() < 40_000, "{} texts", texts.len());
    assert!(texts.iter().all(|text| std::str::from_utf8(text).is_ok()));

    let (grammar, _, vocabulary) = parser();
    let mut shrinking = Shrinking::new(&grammar, Some(&vocabulary), found, None, 400);
    while let Some(plan) = shrinking.next() {
        if parse(&text_of(&vocabulary, &plan)).fails {
            shrinking.accept(&plan);
        }
    }
    let smallest = String::from_utf8(text_of(&vocabulary, shrinking.best())).expect("UTF-8");
    assert!(
        smallest.starts_with("_ZN") && smallest.ends_with("{%"),
        "{smallest}"
    );
    assert_eq!(smallest.len(), "_ZN4294967296{%".len(), "{smallest}");
}

#[test]
fn a_text_that_is_put_together_is_written_as_one() {
    // Two literals, a character, a text with one more character, and the root.
    let literals = [op(0, &[]), op(0, &[]), op(1, &[])];
    let others = [op(0, &[0, 1]), root(&[0])];
    let grammar = with_places(0, literals.into_iter().chain(others).collect());
    let vocabulary = Vocabulary {
        characters: BTreeMap::from([(OpId(2), "é".into())]),
        ..texts_of(0)
    };
    let call = |op: u32, args| Term::Apply { op: OpId(op), args };
    let longer = |text| call(3, vec![text, call(2, Vec::new())]);
    let plan = Plan::new(call(4, vec![longer(longer(call(1, Vec::new())))])).expect("a call");
    fn value(vocabulary: &Vocabulary, term: &Term) -> Vec<u8> {
        match term {
            Term::Apply { op: OpId(3), args } => {
                [value(vocabulary, &args[0]), value(vocabulary, &args[1])].concat()
            }
            Term::Apply { op: OpId(2), .. } => "é".into(),
            Term::Hole { default, .. } => value(vocabulary, default),
            other => vocabulary.text(other).expect("a text").1.to_vec(),
        }
    }
    let mut shrinking = Shrinking::new(&grammar, Some(&vocabulary), plan, None, 400);
    while let Some(plan) = shrinking.next() {
        let text = value(&vocabulary, plan.term().part(&[0]).expect("its argument"));
        if text == "aéé".as_bytes() {
            shrinking.accept(&plan);
        }
    }
    assert_eq!(
        shrinking.best().term().part(&[0]),
        Some(&Term::Literal {
            ty: TypeId(0),
            value: "aéé".into()
        })
    );
}

#[test]
fn the_texts_are_the_same_however_units_are_cut() {
    let (whole, found) = search(u64::MAX);
    let (cut, again) = search(100);
    let same = whole
        .iter()
        .zip(&cut)
        .take_while(|(one, other)| one == other)
        .count();
    assert_eq!(same, cut.len(), "of {}", whole.len());
    assert!(found.is_some() && found == again);
}

#[test]
fn texts_of_another_kind_of_search_are_not_asked_for() {
    let (grammar, root, vocabulary) = parser();
    let mut item = item_of(&grammar, root, &vocabulary, Some(5));
    let mut sharing = Sharing::new(&grammar);
    while let Some((name, request)) = item.next_unit(100) {
        assert!(
            !matches!(request.work, Work::Texts(_)),
            "all plans up to a depth, and no other"
        );
        let came = run(
            (&grammar, &|plan| parse(&text_of(&vocabulary, plan))),
            request,
            u64::MAX,
        );
        item.absorb(name, &came);
        sharing.prepare(&mut item);
    }
}

#[test]
fn what_examples_call_is_run_as_it_is_and_gone_on_from() {
    let (grammar, root, vocabulary) = parser();
    let called_with = |text: &[u8]| {
        let value = text.to_vec();
        let args = vec![Term::Literal { ty: TypeId(0), value }];
        Plan::new(Term::Apply { op: root, args }).expect("a call")
    };
    let with = |seeds: Vec<Plan>| {
        let vocabulary = Vocabulary {
            seeds,
            ..(*vocabulary).clone()
        };
        (grammar.clone(), root, Arc::new(vocabulary))
    };
    let failing = called_with(b"_ZN4294967296{%");
    let none = with(vec![called_with(b"x"), failing.clone()]);
    let (texts, found) = search_of(none, parse, u64::MAX);
    assert_eq!((texts.len(), found), (0, Some(failing)));

    let near = with(vec![called_with(b"_ZN1{%")]);
    let (texts, found) = search_of(near, parse, u64::MAX);
    assert!(found.is_some() && texts.len() < 5_000, "{} texts", texts.len());
    assert_eq!(
        search_of(with(vec![called_with(b"_ZN1{%")]), parse, 100).1,
        found,
        "in units of 100"
    );
}

/// A function of an integer of two bytes: fails for a number that the code says, negative.
fn number(bytes: &[u8]) -> Shown {
    Shown {
        edges: vec![0],
        fails: bytes == (-600_i16).to_le_bytes(),
        ..Shown::default()
    }
}

#[test]
fn numbers_of_the_code_and_their_neighbours_are_exchanged() {
    let (grammar, root, vocabulary) = parser();
    let vocabulary = |numbers: Vec<i128>| Vocabulary {
        kinds: BTreeMap::new(),
        scalars: BTreeMap::from([(TypeId(0), TextKind::Integer(2))]),
        scalar_literals: [OpId(0), OpId(1)].map(|op| (op, TypeId(0))).into(),
        literals: [(OpId(0), 0_i16), (OpId(1), 1)]
            .map(|(op, number)| (op, (TypeId(0), number.to_le_bytes().to_vec())))
            .into(),
        numbers,
        ..(*vocabulary).clone()
    };
    let with_number = Arc::new(vocabulary(vec![600]));
    let (texts, found) = search_of((grammar.clone(), root, with_number), number, u64::MAX);
    assert!(found.is_some(), "{} numbers", texts.len());
    assert!(texts.iter().all(|value| value.len() == 2));
    let (texts, found) = search_of(
        (grammar, root, Arc::new(vocabulary(Vec::new()))),
        number,
        u64::MAX,
    );
    assert_eq!(found, None);
    assert!(texts.len() < 2_000, "an end: {} numbers", texts.len());
}

/// The texts that a function of two texts is given twice at once.
fn texts_in_both_places() -> Vec<Vec<u8>> {
    let grammar = with_places(0, vec![op(0, &[]), op(0, &[]), root(&[0, 0])]);
    let (_, root, vocabulary) = parser();
    let mut item = item_of(&grammar, root, &vocabulary, None);
    let reads = |plan: &Plan| parse(&text_of(&vocabulary, plan));
    let mut texts = Vec::new();
    run_units(&mut item, (&grammar, &reads), (100, 1_000), |_, request, _| {
        if let Work::Texts(work) = &request.work
            && work.plan.term().part(&[0]) == work.plan.term().part(&[1])
        {
            texts.extend(work.texts.iter().cloned());
        }
    });
    texts
}

#[test]
fn what_compares_two_texts_is_given_the_same_twice() {
    let texts = texts_in_both_places();
    assert!(texts.iter().any(|text| text.len() >= 10_000), "deep ones, too");
    assert!(texts.iter().any(|text| text == b"unused"));
    assert!(texts.len() < 5_000, "{} of them", texts.len());
}

#[test]
fn all_instances_have_their_first_runs_before_texts() {
    let grammar = with_places(0, vec![op(0, &[]), op(0, &[]), root(&[0]), root(&[0, 0])]);
    let (_, _, vocabulary) = parser();
    let mut item = item_of_two(&grammar, [OpId(2), OpId(3)], &vocabulary);
    let reads = |plan: &Plan| parse(&text_of(&vocabulary, plan));
    let mut begun = BTreeSet::new();
    let mut has_texts = false;
    run_units(&mut item, (&grammar, &reads), (20, 10), |name, _, _| {
        match name.lane {
            LaneKind::Texts => {
                assert_eq!(begun.len(), 2, "each instance has run");
                has_texts = true;
            }
            _ => _ = begun.insert(name.instance),
        }
    });
    assert!(has_texts);
}

/// Counts the digits behind the point of a number in 16 bits.
fn decimals(text: &[u8]) -> Shown {
    let mut shown = Shown {
        edges: vec![0],
        ..Shown::default()
    };
    let Some(rest) = text.strip_prefix(b"0.") else {
        shown.compared.push(b"0.".to_vec());
        return shown;
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    shown.edges.push(1);
    shown.edges.extend((digits > 0).then_some(2));
    shown.fails = i16::try_from(digits).is_err();
    shown
}

#[test]
fn digits_behind_a_prefix_are_more_than_sixteen_bits_count() {
    let (texts, found) = search_of(parser(), decimals, u64::MAX);
    assert!(found.is_some() && texts.len() < 20_000, "{} texts", texts.len());
}

/// A type that a call with one of eight values changes, and a root that takes it. Its texts are nobody's.
fn steps() -> (Grammar, OpId, Arc<Vocabulary>) {
    let values = (0..8).map(|_| op(1, &[]));
    let others = [op(0, &[0, 1]), root(&[0])];
    let ops = std::iter::once(op(0, &[])).chain(values).chain(others);
    let grammar = Grammar::new(2, ops.map(Some).collect()).expect("well formed");
    let vocabulary = Vocabulary {
        kinds: BTreeMap::from([(TypeId(9), TextKind::Utf8)]),
        ..Vocabulary::default()
    };
    (grammar, OpId(10), Arc::new(vocabulary))
}

/// Fails behind eight calls with the right values in a row; each that is right shows something.
fn in_order(plan: &Plan) -> Shown {
    let (mut values, mut part) = (Vec::new(), plan.term().part(&[0]).map(Term::decided));
    while let Some(Term::Apply { mut args, .. }) = part {
        if let Some(Term::Apply { op, .. }) = args.pop() {
            values.push(op.0);
        }
        part = args.pop();
    }
    values.reverse();
    let wanted = [3, 1, 4, 1, 5, 2, 6, 8];
    let pairs = values.iter().zip(wanted);
    let right = pairs.take_while(|(value, wanted)| **value == *wanted).count();
    Shown {
        edges: (0..right as u32).collect(),
        fails: right == wanted.len(),
        ..Shown::default()
    }
}

#[test]
fn many_calls_in_a_row_are_come_to_step_by_step() {
    let (grammar, root, vocabulary) = steps();
    let mut item = item_of(&grammar, root, &vocabulary, None);
    let mut sharing = Sharing::new(&grammar);
    let mut runs = 0;
    let mut all_edges = BTreeSet::new();
    loop {
        sharing.prepare(&mut item);
        let (name, request) = item.next_unit(1_000).expect("there is no end");
        let came = run((&grammar, &in_order), request, u64::MAX);
        runs += came.report.tallies.executions;
        assert!(runs < 100_000, "eight to the power of eight are 17 millions");
        if !came.failing.is_empty() {
            break;
        }
        let edges = came.kept.iter().flat_map(|run| &run.edges);
        item.expect_news(edges.filter(|edge| all_edges.insert(**edge)).count());
        item.absorb(name, &came);
    }
}

#[test]
fn what_is_drawn_has_its_turn_when_nothing_else_comes_of_what_was_left() {
    // Of the plans that are kept no sequences can be made, which nobody knows before.
    let ops = [op(0, &[]), op(0, &[]), root(&[0])].map(Some).to_vec();
    let grammar = Grammar::new(2, ops).expect("well formed");
    let (_, _, vocabulary) = steps();
    let mut item = item_of(&grammar, OpId(2), &vocabulary, None);
    let mut has_drawn = false;
    let shows = |_: &Plan| Shown {
        edges: vec![0],
        ..Shown::default()
    };
    run_units(&mut item, (&grammar, &shows), (100, 1_000), |name, _, _| {
        has_drawn |= name.lane == LaneKind::Texts;
    });
    assert!(has_drawn);
    assert_eq!(item.priority(), None, "nothing is due any more");
}

#[test]
fn each_instance_has_texts_of_its_own() {
    // The first instance has more plans with a text in them than are tried; what the second one shows is what fails.
    let literals = [op(0, &[]), op(0, &[])];
    let wraps = (0..12).map(|_| op(1, &[0]));
    let roots = [root(&[1]), root(&[1])];
    let grammar = with_places(0, literals.into_iter().chain(wraps).chain(roots).collect());
    let (first, second) = (OpId(14), OpId(15));
    let (_, _, vocabulary) = parser();
    let mut item = item_of_two(&grammar, [first, second], &vocabulary);
    let shows = |plan: &Plan| {
        let edge = match plan.root() == first {
            true => plan.ops().iter().map(|op| op.0).sum(),
            false => 1_000,
        };
        Shown {
            edges: vec![edge],
            ..Shown::default()
        }
    };
    let mut runs = BTreeMap::from([(0, 0), (1, 0)]);
    run_units(
        &mut item,
        (&grammar, &shows),
        (200, 1_000),
        |name, request, came| {
            if matches!(request.work, Work::Texts(_)) {
                *runs.entry(name.instance).or_default() += came.report.tallies.executions;
            }
        },
    );
    assert!(runs[&0] > 1_000 && runs[&1] > 1_000, "{runs:?}");
}
