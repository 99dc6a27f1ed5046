//! Everything one run found out about one crate, as plain data. Reports render it; nothing here prints.

pub use crate::containment::SandboxReport;
use crate::coverage::{CoverageOutcome, Suspect};
pub use crate::judged::Known;
use crate::outcome::{FaultKind, Frame, Location};
pub use crate::shape::Shape;
pub use crate::since::SinceReport;
use crate::words::{self, Word};
use harness_gen::render::ValueRow;
use harness_gen::{Code, HiddenItems, ItemKind, StandIns};
use plans::Strategy;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The result of exploring one crate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunReport {
    /// What was explored.
    pub subject: Subject,
    /// The settings that matter for the result.
    pub settings: RunSettings,
    /// What really contained the executor.
    pub sandbox: SandboxReport,
    /// All items.
    pub items: Vec<ItemResult>,
    /// How much was run.
    pub counts: Counts,
    /// Times.
    pub times: Times,
    /// What of the crate's source was reached.
    pub coverage: CoverageOutcome,
    /// Why exploration ended.
    pub stop: Stop,
    /// Confirmed findings, then unreliable ones; each group in order of plan size, item, expression.
    pub findings: Vec<Finding>,
    /// What the confirmed findings come from, in the order in which they are shown.
    pub causes: Vec<Cause>,
    /// What people have judged of them.
    #[serde(default)]
    pub known: Known,
    /// What it was compared with, if it was.
    #[serde(default)]
    pub since: Option<SinceReport>,
}

impl RunReport {
    /// The causes of a class, in order.
    pub fn causes_of(&self, class: Class) -> impl Iterator<Item = &Cause> {
        self.causes.iter().filter(move |cause| cause.class == class)
    }

    /// True if all findings of a cause are judged.
    pub fn is_settled(&self, cause: &Cause) -> bool {
        let mut ids = cause.findings.iter().map(|&index| &self.findings[index].id);
        ids.all(|id| self.known.judged.contains_key(id))
    }
}

/// What was explored, and with which tools.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// Package name.
    pub crate_name: String,
    /// Package version.
    pub crate_version: String,
    /// Where its source is.
    pub crate_root: PathBuf,
    /// `path`, `workspace` or `registry`.
    #[serde(deserialize_with = "words::word")]
    pub source: Word,
    /// rustc's version line.
    pub rustc: String,
    /// rustdoc JSON format.
    pub rustdoc_format: u32,
}

/// How much was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Distinct plans run.
    pub expressions: u64,
    /// Runs of the harness, confirmations included.
    pub executions: u64,
    /// Plans whose call returned normally; of the random plans that only try whether an item can be called, one per item at
    /// most.
    pub returned: u64,
    /// Properties: inputs whose precondition was not met.
    pub discarded: u64,
    /// Units given up because their process came to no further plan.
    pub stalled: u64,
    /// Runs after which their item had shown nothing new, of all items together.
    #[serde(default)]
    pub in_vain: u64,
    /// The depth to which every explorable item was explored completely.
    pub depth_completed: u32,
    /// Edges of instrumented code.
    pub edges: Edges,
    /// Attempts to build the harness until rustc refused nothing.
    pub prune_rounds: u32,
}

/// How much of the instrumented code (the crate and the harness's arms) was executed. Beyond the first plans of each round
/// only some runs are watched, so more may have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edges {
    /// Edges that watched runs executed.
    pub executed: u64,
    /// All there are; 0 if the code is not instrumented.
    pub total: u64,
}

/// What is looked for that is not by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// What stood for type parameters: `--hostile`.
    #[serde(default)]
    pub stand_ins: StandIns,
    /// What became of items that documentation hides: `--hidden`.
    #[serde(default)]
    pub hidden_items: HiddenItems,
    /// `--leaks`.
    #[serde(default)]
    pub leaks: bool,
}

/// Settings as stored in a report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// `--depth`.
    pub depth: Option<u32>,
    /// `--max-findings`.
    pub max_findings: Option<usize>,
    /// `--strategy`.
    #[serde(with = "words::StrategyWords")]
    pub strategy: Strategy,
    /// The hidden options.
    pub experiments: Experiments,
    /// What is looked for that is not by default.
    #[serde(flatten)]
    pub further: Further,
    /// `--seed`.
    pub seed: u64,
    /// `--time-limit` or `--until`.
    pub time_limit: Duration,
    /// Which of the two.
    #[serde(default)]
    pub ending: Ending,
    /// `--case-timeout`.
    pub case_timeout: Duration,
    /// `--case-memory`.
    pub case_memory: u64,
    /// `--jobs`.
    pub jobs: usize,
    /// `--support`.
    #[serde(default)]
    pub support: Option<String>,
}

/// What ends an exploration that runs out of nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Nothing new for long, or else the time limit.
    #[default]
    Quiet,
    /// The time limit alone: `--until`.
    Time,
}

/// What measurements vary. The default is what everybody else gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiments {
    /// Nothing is a placeholder: every part of every argument is decided.
    pub eager: bool,
    /// Most constructors within each other in an argument.
    pub nesting: Option<u32>,
    /// Runs that returned or failed after which an item is left.
    pub valid: Option<u64>,
    /// Nothing is taken out of what calls return.
    pub keep_results_whole: bool,
    /// Which values of a type are arguments.
    pub values: ValueChoice,
    /// How finely values behind pointers are watched.
    pub watching: Watching,
    /// Runs by chance that each condition of a finding is compared with after it was found.
    pub attacks: usize,
}

/// How finely values behind pointers are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watching {
    /// Each as a whole.
    Whole,
    /// Fields and elements each by themselves.
    #[default]
    Parts,
}

/// Which values of a type are arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueChoice {
    /// What an earlier plan built is not built again, and what fails is not evaluated again.
    #[default]
    Distinct,
    /// Whatever plans build.
    All,
}

/// Why exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// No plan is left at any depth.
    Exhausted,
    /// Every plan up to `--depth` was run.
    Depth,
    /// Every item was left after `--valid` runs that returned or failed.
    Valid,
    /// `--max-findings`.
    Findings,
    /// No item has shown anything new for so long that more would very likely bring nothing.
    Quiet,
    /// `--time-limit` or `--until`.
    Time,
    /// Nothing was searched: the plans were given, by `import`.
    Given,
    /// However it ended: no stand-alone test could be built on this machine, so findings stay unconfirmed.
    Untested,
    /// Ctrl-C or SIGTERM.
    Interrupted,
}

impl Stop {
    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::Depth => "depth",
            Self::Valid => "valid",
            Self::Findings => "findings",
            Self::Quiet => "quiet",
            Self::Time => "time",
            Self::Given => "given",
            Self::Untested => "untested",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Time by stage.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// rustdoc JSON.
    pub rustdoc: Duration,
    /// Generation, check rounds, harness build.
    pub build: Duration,
    /// Exploration.
    pub explore: Duration,
    /// The part of it that was over when the first executor was ready.
    pub start: Duration,
    /// Confirmation.
    pub confirm: Duration,
    /// The part of it in which placeholders were challenged.
    pub challenge: Duration,
    /// The part of it in which it was tried how far findings are examples of more.
    pub widen: Duration,
    /// What building with coverage, running plans again and reading the counters took longer than confirming, which goes on
    /// at the same time.
    pub coverage: Duration,
    /// Everything.
    pub total: Duration,
}

/// How far an item got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemStatus {
    /// A call returned normally with every argument built.
    Completed,
    /// Called, but never returned normally.
    Called,
    /// Explorable, but no run got as far as the call (yet).
    Unreached,
    /// Excluded, with code and reason.
    Excluded {
        /// `E-…`.
        code: Code,
        /// One sentence.
        reason: String,
    },
}

impl ItemStatus {
    /// The word of the contract.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Called => "called",
            Self::Unreached => "unreached",
            Self::Excluded { .. } => "excluded",
        }
    }

    /// Whether an item of this status counts as eligible: what this program cannot call does, what no program could does not.
    pub fn is_eligible(&self) -> bool {
        !matches!(self, Self::Excluded { code, .. } if code.is_ineligible())
    }
}

/// One item in the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ItemResult {
    /// Public path.
    pub path: String,
    /// Kind.
    pub kind: ItemKind,
    /// Status.
    pub status: ItemStatus,
    /// Labels of the instances used.
    pub instances: Vec<String>,
    /// Calls of the item itself.
    pub calls: u64,
    /// Of a property: calls whose precondition was not met. None for other items.
    pub discarded: Option<u64>,
    /// Depth completed for this item.
    pub depth: u32,
}

/// Finding classes of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Class {
    /// Everything that is not one of the others.
    Bug,
    /// The author refuses the arguments in words, and no text says so.
    Precondition,
    /// Some text that a user of the item would look at says so.
    Documented,
    /// No text says so, but every Rust programmer expects it of such an item.
    Convention,
    /// Not confirmed.
    Unreliable,
}

impl Class {
    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bug => "bug",
            Self::Precondition => "precondition",
            Self::Convention => "convention",
            Self::Documented => "documented",
            Self::Unreliable => "unreliable",
        }
    }

    /// True for what nobody has to look at: it is counted, and shown on demand.
    pub fn is_silent(self) -> bool {
        matches!(self, Self::Convention | Self::Documented)
    }
}

/// What one placeholder of an expression was challenged with: every value failed in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoleRow {
    /// Its number; none: all placeholders at once.
    pub hole: Option<u32>,
    /// The values, as people read them.
    pub challenged_with: Vec<String>,
}

/// Findings that one remedy makes go away: one place in source that would be changed, or one sentence that would be added to
/// the documentation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cause {
    /// That of its simplest finding.
    pub id: String,
    /// That of all its findings.
    pub class: Class,
    /// What decided the class.
    pub why: String,
    /// How much a maintainer would care.
    pub score: Score,
    /// Positions in [`RunReport::findings`], simplest finding first; never empty.
    pub findings: Vec<usize>,
}

/// Points with names, which add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Each with more than no points.
    #[serde(deserialize_with = "words::parts")]
    pub parts: Vec<(Word, u32)>,
}

impl Score {
    /// The sum of its parts.
    pub fn total(&self) -> u32 {
        self.parts.iter().map(|(_, points)| points).sum()
    }
}

/// When a finding fails, as far as runs with other arguments tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// Holds for all runs that failed in this way, and none that returned.
    pub condition: String,
    /// Its opposite.
    pub otherwise: String,
    /// Runs that failed in this way.
    pub fails: u32,
    /// Runs that returned.
    pub passes: u32,
    /// Runs that failed in other ways: nothing is said of these.
    pub fails_otherwise: u32,
    /// Its bounds were found by narrowing down.
    pub is_bisected: bool,
    /// Of an experiment: runs that it was compared with afterwards, and how many of these contradict it.
    pub attacked: Option<(u32, u32)>,
}

impl Trigger {
    /// One sentence without a period.
    pub fn sentence(&self) -> String {
        let Trigger {
            condition,
            otherwise,
            fails,
            passes,
            fails_otherwise,
            is_bisected,
            ..
        } = self;
        let bisected = if *is_bisected { "bisected, " } else { "" };
        if *passes == 0 {
            return format!(
                "fails for `{condition}` ({bisected}{fails} of {fails}), in another way for `{otherwise}` ({fails_otherwise} of {fails_otherwise})"
            );
        }
        let fails = format!("`{condition}` ({bisected}{fails} of {fails})");
        let passes = format!("not for `{otherwise}` ({passes} of {passes})");
        match fails_otherwise {
            0 => format!("fails for {fails}, {passes}"),
            1 => format!("fails in this way for {fails}, {passes}; 1 more run failed in another way"),
            more => format!("fails in this way for {fails}, {passes}; {more} more runs failed in other ways"),
        }
    }
}

/// One distinct fault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Stable identity: hex digits.
    pub id: String,
    /// Kind.
    pub kind: FaultKind,
    /// Class.
    pub class: Class,
    /// What decided the class, in one sentence that quotes it.
    pub why: String,
    /// Message of the smallest plan.
    pub message: String,
    /// Where, for panics and whatever else has a place.
    pub location: Option<Location>,
    /// Path of the item that was called.
    pub item: String,
    /// Plans that show it.
    pub examples: Examples,
    /// Distinct plans that showed it.
    pub plans: u64,
    /// When it was first seen.
    pub first_seen: FirstSeen,
    /// In-crate functions on the stack, innermost first.
    pub frames: Vec<Frame>,
    /// How anybody can see it.
    pub proof: Proof,
}

/// The smallest plans that show a fault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Examples {
    /// The smallest plan, placeholders written `?1`.
    pub expression: String,
    /// The same plan as one line of text that can be read back (see `plans::PlanKeys`).
    pub plan: Option<String>,
    /// Depth of that plan before its run looked at anything it leaves open.
    pub depth: u32,
    /// What the placeholders of that expression were challenged with.
    pub holes: Vec<HoleRow>,
    /// The smallest plans (at most 8), smallest first.
    pub smallest: Vec<String>,
    /// All of these plans as lines of text.
    pub smallest_plans: Vec<String>,
    /// Paths of other items whose own calls have failed at the same place, in the order of the API.
    #[serde(default)]
    pub also_in: Vec<String>,
    /// What the smallest plans have in common, differing parts replaced by letters.
    pub generalised: String,
    /// When it fails, if that can be said.
    pub trigger: Option<Trigger>,
    /// The same call with other arguments.
    #[serde(flatten)]
    pub neighbours: Neighbours,
    /// What else fails in the places of the smallest plan; only of findings that are shown.
    pub shape: Shape,
    /// The smallest plan as the values that it is made of.
    #[serde(default)]
    pub values: Vec<ValueRow>,
}

/// What calls with other arguments say of one that fails.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Neighbours {
    /// The nearest expression that returns: as few arguments as can be are others.
    pub passing: Option<String>,
    /// Places of the crate that nearly all runs of its call that fail have reached, and few that return; most suspicious first.
    #[serde(default)]
    pub suspects: Vec<Suspect>,
}

/// Equal calls one after another, without which a finding does not fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierCall {
    /// What is called.
    pub expression: String,
    /// The same as one line of text.
    pub plan: Option<String>,
    /// How often.
    pub times: u32,
}

impl Finding {
    /// When it fails, one sentence without a period; none if that cannot be said.
    pub fn when(&self) -> Option<String> {
        let (first, others) = match self.proof.history.split_first() {
            Some(split) => split,
            None => return self.examples.trigger.as_ref().map(Trigger::sentence),
        };
        if others.is_empty() && first.expression == self.examples.expression {
            return Some(format!(
                "fails only at call {} of it in a process",
                first.times + 1
            ));
        }
        let calls = self.proof.history.iter().map(|call| match call.times {
            1 => format!("`{}`", call.expression),
            times => format!("{times} times `{}`", call.expression),
        });
        let calls = calls.collect::<Vec<_>>().join(", ");
        Some(format!("fails only after, in the same process: {calls}"))
    }
}

/// When a fault was first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstSeen {
    /// Distinct plans of the item that were run until then, that one included.
    pub expressions: u64,
    /// Time since exploration began, when the run of the plan was over, or its process.
    pub after: Duration,
}

/// How a fault can be seen again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// One `#[test]`.
    pub reproduction: String,
    /// True if a fresh child and the stand-alone test both showed it.
    pub confirmed: bool,
    /// Why it is not confirmed.
    pub unconfirmed_reason: Option<String>,
    /// What has to be called before it in the same process, in order; nothing if it fails by itself.
    #[serde(default)]
    pub history: Vec<EarlierCall>,
}
