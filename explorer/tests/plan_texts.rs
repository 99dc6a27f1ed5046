//! Every plan that a report can have is written down by name on one line, and read back as the same plan.

mod cli_support;

use cli_support::{corpus, products};
use explorer::executor::{Executor, ExecutorOptions, SandboxMode, UnitResult};
use harness_gen::{
    CargoAccess, Constants, Features, Feeding, ItemUse, PathGlobs, Prepared, Request, Source, prepare,
};
use plans::{
    Bound, LearnedValue, Learning, OpId, Plan, PlanKeys, Start, TypeId, UnitRequest, UnitStop, Work,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Steps beyond an instance's cheapest plan.
const MORE_STEPS: u32 = 4;
/// Runs of an instance.
const RUNS: u64 = 3_000;

fn prepared(name: &str, work_dir: &Path) -> (Prepared, Executor) {
    let mut request = Request {
        name: name.to_owned(),
        version: "0.1.0".to_owned(),
        lib_name: name.replace('-', "_"),
        source: Source::Path(corpus(name).into()),
        lock_file: None,
        features: Features {
            default: true,
            ..Features::default()
        },
        work_dir: work_dir.join(name),
        access: CargoAccess {
            offline: true,
            locked: false,
            jobs: Some(1),
            launcher: None,
        },
        constants: Constants::default(),
        properties: PathGlobs::default(),
        support: None,
        feeding: Feeding::default(),
    };
    let (prepared, _) =
        prepare(&mut request, &Arc::default(), &mut |_| (), None).expect("the crate can be prepared");
    let dylib = prepared.dylib.clone().expect("there is something to explore");
    let grammar_file = dylib.with_extension("grammar");
    std::fs::write(&grammar_file, plans::encode_grammar(&prepared.grammar)).expect("it is writable");
    let options = ExecutorOptions {
        dylib,
        grammar_file,
        case_timeout: Duration::from_secs(1),
        case_memory: 128 << 20,
        leaks: false,
        sandbox: SandboxMode::Strict,
        interrupt: Arc::default(),
    };
    let program = Path::new(env!("CARGO_BIN_EXE_cargo-explore"));
    let executor = Executor::start_with(program, &options).expect("the executor starts");
    (prepared, executor)
}

/// One literal of each type that can have learned ones.
fn literals(prepared: &Prepared) -> Vec<LearnedValue> {
    let others = prepared.bindings.other_literals();
    let literal = |(ty, values): (&TypeId, &Vec<Vec<u8>>)| {
        Some(LearnedValue {
            op: *prepared.grammar.learned_of(*ty).first()?,
            value: values.first()?.clone(),
        })
    };
    others.iter().filter_map(literal).collect()
}

/// The plans that exploring a root tells: those of faults, of deaths, and those that were kept.
fn told(prepared: &Prepared, executor: &mut Executor, root: OpId) -> Vec<Plan> {
    let Some(steps) = prepared.grammar.root_steps(root) else {
        return Vec::new();
    };
    let mut unit = UnitRequest {
        budget: RUNS,
        learning: Learning::all_known(literals(prepared)),
        ..UnitRequest::of(root, Work::round(steps))
    };
    let mut all = Vec::new();
    for bound in steps..=steps + MORE_STEPS {
        let mut start = Some(Start::Fresh);
        // A crate of which every plan ends the process shows enough.
        for _ in 0..10 {
            let Some(start_here) = start.take() else { break };
            let round = unit.round_mut().expect("it is a round");
            (round.bound, round.start) = (Bound::Depth(bound), start_here);
            let result = executor
                .run_batch(std::slice::from_ref(&unit))
                .expect("it runs")
                .remove(0);
            start = match (&result.death, &result.report.stop) {
                (Some(death), _) => Some(Start::After(death.fatal.clone())),
                (None, UnitStop::Budget { next, .. }) => Some(Start::At(next.clone())),
                (None, UnitStop::Exhausted { .. }) => None,
            };
            all.extend(plans_of(result));
        }
    }
    all
}

fn plans_of(result: UnitResult) -> Vec<Plan> {
    let of_faults = result.faults.into_iter().flat_map(|seen| seen.samples);
    let of_kept = result.kept.into_iter().map(|run| run.sample);
    let samples = of_faults.chain(of_kept).map(|sample| sample.plan);
    samples
        .chain(result.death.and_then(|death| Some(death.plan?.plan)))
        .collect()
}

#[test]
fn plans_of_a_report_are_read_back_from_one_line() {
    let directory = tempfile::tempdir_in(products()).expect("a directory of this test");
    let (mut plans, mut holes, mut with_literals) = (0, 0, 0);
    for name in ["int-tree", "catching"] {
        let (prepared, mut executor) = prepared(name, directory.path());
        let keys = PlanKeys::new(prepared.keys.ops.clone(), prepared.keys.types.clone());
        let instances = prepared.items.iter().flat_map(|item| match &item.use_ {
            ItemUse::Explore(instances) => &instances[..],
            ItemUse::Excluded { .. } => &[],
        });
        for instance in instances {
            for plan in told(&prepared, &mut executor, instance.op) {
                let text = keys.write(&plan).expect("everything has a name");
                assert_eq!(text.lines().count(), 1, "{text}");
                let again = keys.read(&prepared.grammar, &text);
                assert_eq!(again.as_ref(), Ok(&plan.clone().renumbered()), "{text}");
                plans += 1;
                holes += plan.holes();
                with_literals += u32::from(!plan.literals().is_empty());
            }
        }
    }
    assert!(
        plans > 20 && holes > 0 && with_literals > 0,
        "{plans}, {holes}, {with_literals}"
    );
}
