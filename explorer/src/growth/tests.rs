//! Measurements of calls whose counts of edges are formulas.

use super::*;
use crate::executor::{PlanRun, Replay};
use crate::outcome::Fault;
use plans::OpId;

/// A call whose edges are a formula of the length of its text; more than ten million take too long.
struct Formula(fn(u64) -> u64);

impl ReplaysPlans for Formula {
    fn replay(&mut self, plan: &Plan, _: Asked) -> anyhow::Result<Replay> {
        let literals = plan.literals();
        let edges = (self.0)(literals[0].1.len() as u64);
        let fault = Fault {
            kind: FaultKind::Timeout,
            message: String::new(),
            location: None,
            op: None,
        };
        Ok(Replay {
            fault: (edges > 10_000_000).then_some(fault),
            backtrace: String::new(),
            seen: None,
            cpu_time_ms: 0,
            edges: Some(edges),
        })
    }

    fn run_plans(&mut self, _: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        anyhow::bail!("nobody asks for it")
    }
}

fn measured(formula: fn(u64) -> u64) -> (Measured, u64) {
    measured_with(b"a", formula)
}

fn measured_with(part: &[u8], formula: fn(u64) -> u64) -> (Measured, u64) {
    let literal = Term::Literal {
        ty: TypeId(0),
        value: part.to_vec(),
    };
    let plan = Plan::new(Term::Apply {
        op: OpId(0),
        args: vec![literal],
    });
    let grown = Grown {
        plan: plan.expect("a call"),
        way: vec![0],
        ty: TypeId(0),
        text: repetitions(part).remove(0),
    };
    let mut runs = 0;
    let measured = measure(&grown, 4_000_000, &mut runs, &mut Formula(formula)).unwrap();
    (measured, runs)
}

#[test]
fn a_quadratic_call_is_told_with_its_pair_and_is_so_when_run_anew() {
    let (Measured::Slow(slow), _) = measured(|n| 100 + n * n) else {
        panic!("it is quadratic");
    };
    let told = "time grows with the square of a length: 128 bytes execute 15 times as many edges as 32";
    assert_eq!(slow.message, told);
    let again = |formula| still_grows(&slow.plan, &mut 0, &mut Formula(formula)).unwrap();
    assert_eq!(again(|n| 100 + n * n), Some(true));
    assert_eq!(again(|n| 100 + 64 * n), Some(false), "it was mended");
    assert_eq!(again(|_| 20_000_000), None);
}

#[test]
fn what_is_in_proportion_costs_few_runs() {
    assert_eq!(measured(|n| 3 * n), (Measured::InProportion, 1));
    assert_eq!(measured(|n| 1_000 + 200 * n), (Measured::InProportion, 3));
    let (sorted, runs) = measured(|n| 30 * n * u64::from(n.ilog2()));
    assert_eq!(sorted, Measured::InProportion);
    assert!(runs <= 16, "{runs}");
    assert_eq!(measured(|n| 1 << n.min(40)).0, Measured::TooLong);
}

#[test]
fn what_repeats_a_long_part_a_few_times_is_read_back_when_run_anew() {
    let formula = |n: u64| 4 * n * n;
    for part in [&b"abcdefghi"[..], b"abcdefghijklmnop"] {
        let (Measured::Slow(slow), _) = measured_with(part, formula) else {
            panic!("it is quadratic");
        };
        let (_, times) = longest_text(&slow.plan).expect("it repeats the part");
        assert!(times < crate::tuning::LEAST_REPEATED);
        let mut runs = 0;
        let again = still_grows(&slow.plan, &mut runs, &mut Formula(formula)).unwrap();
        assert_eq!(again, Some(true));
    }
}
