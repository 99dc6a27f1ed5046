//! Every number of the engine that somebody has chosen, with what it was chosen by. Those of searches are in
//! [`plans::tuning`].

use plans::tuning::SLICE_RUNS;
use std::time::Duration;

// Waves.

/// Runs of the very first unit of an item: all items of a large crate get a turn before any gets a long one.
pub(crate) const FIRST_SLICE_RUNS: u64 = 200;
/// Waves that are under way at once, of different items: executors run some while another one is taken in and the next is
/// planned, and a long unit holds up the items of its own wave only, until the others are over (`results/2026-11-29-waves`).
pub(crate) const WAVES_AT_ONCE: usize = 4;
/// Most units in one batch.
pub(crate) const UNIT_BATCH_UNITS: usize = 64;
/// All waves together have at least this many batches if they have as many units, so that several executors have work.
pub(crate) const BATCHES: usize = 8;
/// Weight at which a wave is full.
pub(crate) const WAVE_WEIGHT: usize = 128;
/// Weight of a batch. The clock is looked at between batches only, so this also bounds how far the time limit is passed: sixteen
/// small units or two full slices.
pub(crate) const BATCH_WEIGHT: usize = 16;
/// The first unit of a round is usually over after a few runs; one that goes on is usually a full slice, if it may have as many runs.
pub(crate) const CONTINUED_WEIGHT: usize = 8;
/// Runs of a unit that goes on for which it has a weight of one: lists and texts come to some hundreds, and a process of their own takes
/// half as long as they do. bytes 1.12.1: 46 s of exploring without, 36 s with it.
pub(crate) const RUNS_OF_A_WEIGHT: usize = 512;

/// Items for each executor below which items are run ahead.
pub(crate) const UNITS_PER_EXECUTOR: usize = 4;
/// Units for each executor that all waves together have then, each a batch of its own: at the end of the last one all but one
/// executor wait, for half of a unit in the mean.
pub(crate) const UNITS_AHEAD_PER_EXECUTOR: usize = 16;
/// Most runs of a unit that ends where another one begins: parts are worth about one slice each, and need not be cut again.
pub(crate) const PART_RUNS: u64 = 4 * SLICE_RUNS;

// Streams of values.

/// Runs of streams beyond those of items, where they are kept in proportion: httparse 1.10.1 spent 57 of 60 s on streams that no item
/// had a use for.
pub(crate) const FREE_STREAM_RUNS: u64 = 50_000;
/// Runs that a unit of a stream counts as that was paused: it has skipped 2^18 alternatives, which takes about 30 ms.
pub(crate) const STREAM_RUNS_OF_A_PAUSE: u64 = 20_000;
/// Most units in one batch of a stream.
pub(crate) const STREAM_BATCH_UNITS: usize = 32;
/// Runs of a stage up to which the next one is one batch: what several executors save costs more then.
pub(crate) const SMALL_STAGE: u64 = 2_000;
/// Most units in the one batch of a small stage.
pub(crate) const SMALL_STAGE_UNITS: usize = 128;

// What is kept and run again.

/// Most kept plans of a run that are no findings' plans.
pub(crate) const MOST_PLANS: usize = 10_000;
/// Runs of all items together when coverage is measured, as long as each instance gets [`FEWEST_RUNS`].
pub(crate) const ALL_RUNS: u64 = 100_000;
/// Fewest runs of an instance then.
pub(crate) const FEWEST_RUNS: u64 = 100;
/// Most runs of an instance then.
pub(crate) const MOST_RUNS: u64 = 1_000;
/// Rounds of an instance after its first that are run then. Deeper ones have little to add to the kept plans.
pub(crate) const MORE_ROUNDS: u32 = 2;
/// Units in one child when coverage is measured.
pub(crate) const COVERAGE_BATCH_UNITS: usize = 64;
/// Timeouts of an item, those of its findings not counted, after which only its findings are run: each costs a whole case
/// timeout. What is known to hang is not among its plans; the build with coverage may be too slow for others.
pub(crate) const TIMEOUTS: u32 = 2;
/// As many of all items together.
pub(crate) const ALL_TIMEOUTS: u32 = 8;
/// Deaths of other kinds after which only its findings are run.
pub(crate) const DEATHS: u32 = 16;

/// Bytes of a text from which on code that does not end with it may only be slow: what takes time in the square of a length
/// runs into the limit at about ten thousand.
pub(crate) const LONG_TEXT: usize = 1 << 10;
/// The number with which recursion as deep as a number says gets the stack of a test: texts that nest are as deep.
pub(crate) const LEVELS: u128 = 10_000;
/// Hangs that are confirmed: each takes [`TIMEOUT_FACTOR`] times its limit, and its test once more. `statrs` 0.19.0 has some forty, and ten of
/// the 23 of num-bigint 0.5.1 took a third of confirming its 140 findings.
pub(crate) const MOST_HANGS: usize = 6;
/// How much longer a plan may take that seemed to hang, when it is replayed. Not measured.
pub(crate) const TIMEOUT_FACTOR: u32 = 3;
/// Challenges of a plan that takes long, each of which costs a whole case timeout: one for all its placeholders at once.
pub(crate) const SLOW_CHALLENGES: usize = 1;
/// Refutations of such a plan after which all its placeholders are decided: each leaves one placeholder less. Not measured.
pub(crate) const SLOW_REFUTATIONS: u32 = 2;
/// Findings that do not return which are run when coverage is measured: each costs a whole case timeout and adds a loop.
pub(crate) const HANGS_COVERED: usize = 3;

/// The part of the time of exploring after which, where a limit of time has ended it, no further finding is explained.
pub(crate) const PART_FOR_CONFIRMING: u32 = 3;
/// The part of it for which findings are explained in any case, those first that come first in the report: petgraph's 178 findings are
/// confirmed after 25 s of 60, and none of them would be.
pub(crate) const PART_FOR_EXPLAINING: u32 = 20;

// What makes a finding fail.

/// Runs for each finding that its condition is found from and tested by. Not measured.
pub(crate) const TRIGGER_RUNS: usize = 1_200;
/// The same for faults that end their process, which costs more than a run.
pub(crate) const FATAL_TRIGGER_RUNS: usize = 24;
/// Deaths among the runs of a finding after which nothing more is found out about it.
pub(crate) const TRIGGER_DEATHS: usize = 8;
/// Deaths among the runs of all findings after which one ends it: slab 0.4.12 had 240, which took 25 s.
pub(crate) const DEATHS_OF_ALL: usize = 24;
/// Runs of all findings together that may come to the limit of time.
pub(crate) const TRIGGER_TIMEOUTS: usize = 3;
/// Edges of the runs of a finding after which nothing more is found out about it: 88 runs of petgraph 0.8.3's `steiner_tree` took 4 s.
pub(crate) const TRIGGER_EDGES: u64 = 100_000_000;
/// How often a condition is looked for anew that a run has contradicted.
pub(crate) const TRIGGER_ROUNDS: usize = 10;
/// Values that are tried for one argument.
pub(crate) const VALUES_OF_AN_ARGUMENT: usize = 48;
/// Calls that lead from one state of an object to the next, and states that go on from there.
pub(crate) const LEVELS_OF_STATES: usize = 4;
pub(crate) const STATES_OF_A_LEVEL: usize = 12;
/// Runs of several changed arguments before the first condition is looked for.
pub(crate) const MIXED_RUNS: usize = 96;
/// Runs by chance that a condition has to stand up to whenever it is attacked.
pub(crate) const RANDOM_ATTACKS: usize = 64;
/// Runs that a condition has to stand up to which have nothing to do with those that it was learned from, before it is said.
pub(crate) const FAR_ATTACKS: usize = 96;
/// Besides these, runs in which one number is the product of two others.
pub(crate) const PRODUCTS_ATTACKED: usize = 24;
/// How often that is done for each finding.
pub(crate) const FAR_ROUNDS: usize = 4;
/// Calls of the same function among the plans that a search has kept, and values of each argument among these, that a condition has to
/// stand up to, too. Confirming the 49 causes of ropey 1.6.1 takes 3.9 s with them, 4.0 s with 64 and 24, and 2.8 s without: most of that is
/// describing once more what was described while exploring went on.
pub(crate) const BUILT_CALLS: usize = 24;
pub(crate) const BUILT_ARGUMENTS: usize = 12;
/// Largest number that an object tells about itself of which a condition is said.
pub(crate) const LARGEST_TOLD: u128 = 100_000;
/// Points between two bounds that are tried in one go.
pub(crate) const POINTS_OF_A_BISECTION: i128 = 7;
/// Fewest runs that a condition is said after, where there are as many.
pub(crate) const FEWEST_RUNS_OF_A_CONDITION: usize = 12;
/// Fewest runs on either side of it, unless it names the values that are on that side.
pub(crate) const FEWEST_RUNS_OF_A_SIDE: u32 = 5;
/// Fewest different answers of each method that tells a number about an object: what is always the same may matter.
pub(crate) const VALUES_OF_WHAT_IS_TOLD: usize = 2;
/// Fewest runs that return for a condition to speak of what an object tells about itself: with 11, `key > self.len()` was said
/// of slab 0.4.12, whose removed entries count, too.
pub(crate) const PASSES_OF_A_STATE: usize = 24;
/// Fewest runs for a condition that says nothing but what an object tells about itself: `self.capacity() == 0` of generational-arena
/// 0.2.8 was said after 195 runs, and one of 200 contradicts it.
pub(crate) const RUNS_OF_A_STATE: usize = 1_000;
/// Objects that tell different numbers about themselves in front of which the bounds of a condition are tried.
pub(crate) const STATES_ATTACKED: usize = 32;
/// Runs that fail in other ways, for each of which something is known, up to which a condition is said: most of what could
/// contradict it comes to nothing.
pub(crate) const MOST_OTHER_FAULTS: u32 = 2;

// Trials of other arguments.

/// Numbers of a plan that are tried with other values, the largest first: plans that are shown have few.
pub(crate) const NUMBERS_TRIED: usize = 4;
/// A size with which everything suffices if memory is in proportion to it: 4 KiB for each of it under the default limit.
pub(crate) const MODERATE_SIZE: i128 = 1 << 15;
/// A count with which everything suffices if time is in proportion to it: a microsecond for each under the default limit.
pub(crate) const MODERATE_COUNT: i128 = 1 << 20;
/// Different results that two widths of integers have to agree on before one is told by the other: functions of bits agree on
/// none or few.
pub(crate) const AGREEMENTS_OF_WIDTHS: usize = 3;

// How time grows with a text.

/// Edges above what a call executes anyway from which on counts tell how they grow. Not measured.
pub(crate) const FEWEST_EDGES: u64 = 1_000;
/// Bytes that the first run repeats a part to, and what the second one is longer by: a quadratic call executes sixteen times as many
/// edges.
pub(crate) const FIRST_LENGTH: usize = 64;
pub(crate) const FIRST_FACTOR: usize = 4;
/// What the second one has to execute for each edge of the first, as thousandths of what it is longer: 1,333 is n log n there.
pub(crate) const STEEP_PER_MILLE: u64 = 1_250;
/// Most edges of a run, and what part of the edges of a case: what grows shows it before.
pub(crate) const MOST_EDGES_OF_GROWTH: u64 = 1 << 24;
pub(crate) const PART_OF_EDGES_OF_GROWTH: u64 = 4;
/// Longest text, in bytes.
pub(crate) const LONGEST_GROWN_TEXT: usize = 1 << 15;
/// Longest text of which a part is repeated that it does not repeat itself.
pub(crate) const LONGEST_GROWN: usize = 16;
/// First characters of it that are repeated by themselves.
pub(crate) const MOST_CHARACTERS_GROWN: usize = 6;
/// Longest part that is found where a text repeats one, and how often it does at least.
pub(crate) const LONGEST_PERIOD: usize = 16;
pub(crate) const LEAST_REPEATED: usize = 16;
/// Texts of one item whose parts are repeated, and of all items together: each takes a run, and three processes of their own where it
/// executes much.
pub(crate) const MOST_GROWN_OF_ITEM: usize = 12;
/// Of these so many are measured, those that execute the most: the others would mostly say the same.
pub(crate) const MOST_MEASURED: usize = 2;
/// Texts that are tried in one process before anything is measured: each may come to the limit of time.
pub(crate) const GROWN_TOGETHER: usize = 6;
pub(crate) const ALL_GROWN: usize = 400;

// How far a finding is an example of more.

/// Plans that are run in one go, of all findings one after another. Not measured; each go costs a child.
pub(crate) const VARIATIONS_TOGETHER: usize = 64;
/// Runs of a finding that may end their process before it is left as it is: each takes as long as a thousand others.
pub(crate) const DEATHS_OF_VARIATIONS: usize = 1;
/// The same of all findings together.
pub(crate) const ALL_DEATHS_OF_VARIATIONS: usize = 8;
/// Fewest values for which it is said that any value fails, where there are more.
pub(crate) const FEWEST_VALUES: usize = 3;
/// Runs with other values of all letters and placeholders of a finding at once.
pub(crate) const VARIATIONS_OF_ALL: usize = 24;

// Stored runs.

/// Runs that are kept in a target directory, besides the newest of each package: as many as nextest keeps. A run of a middle-sized
/// crate takes less than a megabyte.
pub(crate) const RUNS_KEPT: usize = 100;
/// Days that they are kept for; nextest does the same.
pub(crate) const DAYS_OF_RUNS: u64 = 30;
/// Hours after which a file that nobody finished is removed: writing one takes less than a second.
pub(crate) const HOURS_OF_UNFINISHED_FILES: u64 = 24;
/// Most bytes of a part of a stored run, uncompressed: what is larger was made to fill the memory.
pub(crate) const MOST_BYTES_OF_AN_ENTRY: u64 = 1 << 30;

// Sweeps. Nothing here is measured but where it says so.

/// Bytes of compiled dependencies from which on a sweep begins without any.
pub(crate) const MOST_BYTES_OF_DEPENDENCIES: u64 = 8 << 30;
/// Least time that is worth a process for a package.
pub(crate) const LEAST_SLICE: Duration = Duration::from_secs(3);
/// For so long it is tried again to explore what could not be explored before: as long as most crates take to be built.
pub(crate) const LEAST_RETRY: Duration = Duration::from_secs(20);
/// Time at the end of a sweep in which nobody explores.
pub(crate) const ENDING_OF_SWEEPS: Duration = Duration::from_secs(3);
/// Part of a sweep's time for packages that are new or have changed, where there are others.
pub(crate) const PART_FOR_FRESH: f64 = 0.75;
/// So much longer is a package explored that was stopped by time: each run begins anew.
pub(crate) const DEEPER: f64 = 2.0;
/// The whole of a package's time in relation to exploring it, where it is built already.
pub(crate) const WHOLE_OF_EXPLORING: f64 = 1.5;
/// Part of a package's time for exploring, of what building it left: the rest is for confirming and coverage.
pub(crate) const PART_FOR_EXPLORING: f64 = 0.7;
/// For so long a package that is told to end may report what it has found.
pub(crate) const PATIENCE_WITH_PACKAGES: Duration = Duration::from_secs(10);

/// Most kept plans of an item that are asked whether they leak, the smallest first: most items have fewer, and each that leaves
/// something has all memory of its process looked through. With 200 a debug build took 54 s to confirm nothing of arc-swap 1.9.5.
pub(crate) const MOST_ASKED_FOR_LEAKS: usize = 64;

// Calls that others need before them.

/// Plans of an item that are run for what they leave behind: those its search began with, and as many kept ones. Not measured.
pub(crate) const CALLS_OF_AN_ITEM: usize = 8;
/// Plans of all items, as long as there are two of each.
pub(crate) const ALL_CALLS: usize = 2_048;
/// Other items that are given the arguments of one fault.
pub(crate) const OTHER_ITEMS_OF_A_FAULT: usize = 64;
/// The same of all faults together.
pub(crate) const CALLS_OF_OTHER_ITEMS: usize = 4_096;
/// Calls in one process, at most.
pub(crate) const RUNS_OF_A_SEQUENCE: usize = 4_096;
/// Plans with other values in the placeholders of one such plan.
pub(crate) const OTHERS_OF_A_CALL: usize = 4;
/// Edges of one such plan, at most: four thousand of them take about a second.
pub(crate) const EDGES_OF_A_CALL: u64 = 30_000;
/// After this time no more is looked for behind calls, and no more calls are made in one process. Code that sleeps comes to that.
pub(crate) const TIME_OF_CALLS: Duration = Duration::from_secs(10);
/// How often the first plan of each item is run in one process, to see what grows, and a plan before other calls are tried.
pub(crate) const CALLS_AGAIN: usize = 32;
/// Processes that a sequence may go on in when its calls end them.
pub(crate) const DEATHS_OF_A_SEQUENCE: usize = 16;
/// Findings for which earlier calls are looked for: each takes at most twenty thousand runs of what returns.
pub(crate) const CANDIDATES_BEHIND_CALLS: usize = 16;
/// So often a plan is repeated behind all else that is tried.
pub(crate) const MANY_REPEATED_CALLS: usize = 1_024;
/// Items whose calls are tried alone.
pub(crate) const SEQUENCES_OF_ITEMS: usize = 100;
/// Processes that making a sequence short may take. One call of four thousand is found by 25.
pub(crate) const SEQUENCES_OF_REDUCING: usize = 200;
/// How often a plan has to fail behind its calls, and most times not without them. What fails one time in two does so once in 8,192
/// times.
pub(crate) const TIMES_SHOWN: u32 = 8;
/// How often a plan that was shown again alone has to fail besides. What fails one time in two is shown by replay, by these and by its
/// test once in 64 times.
pub(crate) const TIMES_ALONE: u32 = 4;
/// Runs of one call that fail, and that return, whose places are compared with each other: each takes a process.
pub(crate) const CONTRASTED_FAILING: usize = 6;
/// See [`CONTRASTED_FAILING`].
pub(crate) const CONTRASTED_RETURNING: usize = 12;
/// Causes of class `bug` whose runs are compared so.
pub(crate) const CONTRASTED_CAUSES: usize = 16;
