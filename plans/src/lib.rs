//! Pure search over plans: which expressions to run next, from what earlier runs looked at.
//!
//! A plan is an expression over *ops*; this crate knows them by number only. A [`Grammar`] says which ops build which
//! type, a [`Search`] walks all plans of one root op up to a depth and decides only what runs have demanded, and a
//! [`UnitLoop`] is that search as a resumable unit of work. There is no I/O, no clock, no randomness and no name of
//! any Rust path in here; the same calls give the same plans.
//!
//! ```
//! use plans::{Grammar, InPlace, Observation, OpId, OpSpec, Outcome, TypeId, UnitLoop, UnitRequest, UnitStop, Work};
//!
//! // enum Int { 0, 1 }   fn first(a: &Int, b: &Int), which looks at `b` only if `a` is 1.
//! let [int, borrowed] = [TypeId(0), TypeId(1)];
//! let value = |result, args: &[TypeId]| OpSpec {
//!     result, args: args.to_vec(), steps: 1, pointer: false, in_place: InPlace::No, total: true, builds: true,
//! };
//! let borrow = OpSpec { steps: 0, pointer: true, ..value(borrowed, &[int]) };
//! let first = OpSpec { total: false, builds: false, ..value(int, &[borrowed, borrowed]) };
//! let ops = vec![Some(value(int, &[])), Some(value(int, &[])), Some(borrow), Some(first)];
//! let grammar = Grammar::new(2, ops)?;
//!
//! let mut unit = UnitLoop::new(&grammar, UnitRequest::of(OpId(3), Work::round(4))).expect("both arguments can be built");
//! while let Some(program) = unit.next() {
//!     // Run it. Here: the post-order program is [a, &, b, &, first]; placeholder 0 is `a` until `a` is decided.
//!     let [a, _, b, _, _] = program else { unreachable!() };
//!     let mut demands = Vec::new();
//!     if a.watch != 0 { demands.push(a.watch - 1) }
//!     if a.op == 1 && b.watch != 0 { demands.push(b.watch - 1) }
//!     unit.observe(&Observation { outcome: Outcome::Ok, demands: &demands, reached_root: true, ended_at: None });
//! }
//! // first(&0, ?1), first(&1, &0), first(&1, &1): three runs instead of four plans.
//! assert_eq!(unit.tallies().executions, 3);
//! assert_eq!(unit.report().stop, UnitStop::Exhausted { min_cut: None });
//! # Ok::<(), plans::GrammarError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod challenge;
mod cursor;
mod drive;
mod edges;
mod elsewhere;
mod encode;
mod generalise;
mod grammar;
mod ids;
mod lane;
mod learned;
mod mutate;
mod plan;
mod plan_text;
mod policy;
mod redundant;
mod request;
mod sample;
mod search;
mod shrink;
mod text;
pub mod tuning;
mod unit;
mod variations;

pub use challenge::{Challenge, OtherLiterals, challenges};
pub use cursor::{Cursor, Fatal, FatalPlan, Step};
pub use drive::{Ran, Runs, drive};
pub use edges::EdgeSet;
pub use elsewhere::given_elsewhere;
pub use encode::{
    DecodeError, ENCODING_VERSION, decode_grammar, decode_plan, decode_unit_report, decode_unit_request,
    encode_grammar, encode_plan, encode_unit_report, encode_unit_request,
};
pub use generalise::{Pattern, generalise, variable_name};
pub use grammar::{Grammar, GrammarError, InPlace, MAX_DEFAULT_STEPS, OpSpec};
pub use ids::{OpId, TypeId};
pub use lane::{
    BuilderName, Costs, DearPlan, DeathKind, DeathNews, Draw, EXACT, Instance, InstanceEnd, ItemDepth,
    ItemSearch, KeptRun, LaneKind, LearnCandidate, Rooted, Round, RoundEnd, Rounds, Sample, SeenValue,
    Sharing, Tells, UnitName, UnitNews, ValueEnd, ValueStreams,
};
pub use learned::{LearnedValue, Learning, is_number};
pub use mutate::{Material, Parent, PartPool};
pub use plan::{Plan, Term};
pub use plan_text::{PlanKeys, PlanTextError};
pub use policy::{Policy, Strategy, Terms};
pub use redundant::{RedundantPlan, RedundantPlans};
pub use request::{Bound, Patience, RoundWork, Start, TextWork, UnitRequest, Watch, Work};
pub use sample::fingerprint;
pub use search::series::Change;
pub use search::{Instr, MAX_WATCHED, Search};
pub use shrink::Shrinking;
pub use text::{TextKind, Vocabulary};
pub use unit::{Observation, Outcome, RoundReached, RunCost, Tallies, UnitLoop, UnitReport, UnitStop, Worth};
pub use variations::{Place, further_variations, places, variations, with_variables};
