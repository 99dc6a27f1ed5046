//! Every tuned number of searches, each with what it was measured with or the reason for it. Where there is neither, the
//! number is a bound whose size was never measured. Notes are in `docs/decisions`.

/// Runs of a unit in which nothing is watched after which it ends with its round if there is something to learn. Before, the
/// next round costs less than asking.
pub(crate) const LEARNED_AFTER: u64 = 32;

// Rounds.

/// First runs of an instance, in which nothing is watched: as long as there are few plans, running them all takes less time
/// than finding out which need not be run. Measured: 2026-11-21-bare.
pub(crate) const BARE_RUNS: u64 = 200;
/// Such runs of all instances together: items of a large crate wait for each other. Measured: 2026-11-21-bare.
pub(crate) const BARE_RUNS_OF_ALL: u64 = 50_000;
/// Levels beyond an instance's cheapest plan up to which nothing is watched. Where so deep plans are few, each is a longer list than
/// the one before. Reason: 2026-11-25-long-lists.
pub(crate) const BARE_MARGIN: u32 = 64;
/// To walk through a round takes about as long as one run for so many of its levels squared. Reason: 2026-11-25-long-lists.
pub(crate) const WALK_OF_A_RUN: u64 = 4;
/// Runs of the rounds before from which on redundant arguments are left out where what comes first matters: finding them
/// takes runs, too. Measured: 2026-11-21-values.
pub(crate) const RUNS_TO_ECONOMIZE: u64 = 500;
/// Runs of a round up to which it is repeated with what it learned; after a longer one, the next round makes up for it.
/// Reason: 2026-11-21-compared-scalars.
pub(crate) const RUNS_REPEATED: u64 = 20_000;
/// Runs of a round that tell what watching parts is worth.
pub(crate) const RUNS_TO_JUDGE: u64 = 500;
/// How far beyond an item's cheapest plan a depth-first round goes if no depth was given.
pub(crate) const DEPTH_FIRST_MARGIN: u32 = 24;

/// Rounds without a plan that are no turn of their item. Not measured.
pub(crate) const MOST_EMPTY_ROUNDS: u32 = 8;

// Deaths.

/// Timeouts and deaths by memory of an item after which its runs are given up early: each took as long as thousands of runs,
/// and further ones would show what is known.
pub(crate) const WHOLE_CASES_PER_ITEM: u32 = 2;
/// What part of the edges of a case a run may execute then.
pub const PART_OF_A_CASE: u64 = 128;
/// Timeouts, of code that is not instrumented, after which an item is explored no further.
pub(crate) const TIMEOUTS_PER_ITEM: u32 = 4;
/// Deaths by memory after which an item is explored no further.
pub(crate) const MEMORY_DEATHS_PER_ITEM: u32 = 16;
/// Deaths of other kinds after which an item is explored no further.
pub const OTHER_DEATHS_PER_ITEM: u32 = 64;

// What is run ahead.

/// Runs in one slice of a round.
pub const SLICE_RUNS: u64 = 100_000;
/// Parts that are over and wait for the search to come there, for each one less that is begun.
pub(crate) const MOST_WAITING: usize = 4;
/// Runs of a part below which the next ones are made larger.
pub(crate) const SMALL_PART: u64 = SLICE_RUNS / 4;
/// Most alternatives in one part.
pub(crate) const MOST_STRIDE: u32 = 1 << 12;

// What calls cost.

/// What of the cost of a call its first step stands for, and what each further one multiplies that by: about as much as a step more of
/// depth multiplies the plans, so that what is dear takes about as much time of a round as what is cheap.
pub(crate) const COST_OF_A_STEP: u64 = 1 << 10;
pub(crate) const COST_FACTOR: u64 = 4;
/// Steps that a call counts for that comes to a limit.
pub(crate) const STEPS_OF_A_DEATH: u32 = 8;
/// Runs of an item before what is dear has its turn. Not measured.
pub(crate) const RUNS_BEFORE_DEAR: u64 = 300;
/// Places of one root's cheapest plan, and ops there, that are run with something dear.
pub(crate) const MOST_DEAR_PLANS: usize = 8;
/// Ops that are run for what they cost, those with the cheapest arguments first: some 50 µs each.
pub(crate) const MOST_OPS_WITH_COSTS: usize = 10_000;
/// Edges of a run that take about as long as all else that an ordinary one takes: some 20 µs. Not measured.
pub(crate) const COST_OF_A_RUN: u64 = 1 << 14;
/// Runs that one counts as besides itself at most: an item whose calls are slow has some too. Not measured.
pub(crate) const MOST_RUNS_OF_ONE: u64 = 64;
/// What the runs of one unit of numbers or of calls in a row may cost together before it is cut. Measured: 2026-11-30-dear-units.
pub(crate) const COST_OF_A_UNIT: u64 = 1 << 21;
/// Fewer runs in a unit that was cut are dear ones: what is left of it waits for its next turn. Not measured.
pub(crate) const FEW_RUNS: u64 = 16;
/// What a run of a round pays of that: four thousand took about as long as a unit whose runs cost what they may. Measured:
/// 2026-11-30-dear-units.
pub(crate) const COST_PAID_BY_A_RUN: u64 = 512;
/// What a unit of rounds pays at least, which may have walked far for a few plans, or had a few dear ones. Not measured.
pub(crate) const LEAST_PAID_BY_A_UNIT: u64 = COST_OF_A_UNIT / 4;
/// Most that rounds have to make up for: some eight thousand of their runs, or eight units. Not measured.
pub(crate) const MOST_OWED: u64 = 2 * COST_OF_A_UNIT;
/// Bytes that a run holds or asks for which cost as much as an edge.
pub const BYTES_OF_AN_EDGE: u64 = 64;

// When an item is quiet.

/// Fewest runs of an item without anything new after which it is quiet. Measured: 2026-11-22-quiet.
pub(crate) const QUIET_RUNS: u64 = 5_000;
/// The same for each run before the last that showed something new. Measured: 2026-11-22-quiet.
pub(crate) const QUIET_GROWTH: u64 = 1;
/// Runs that count as one where they do not come to the call of the item. Measured: 2026-11-22-quiet.
pub(crate) const RUNS_OF_A_CALL: u64 = 10;
/// Runs that a death counts as, by what it takes: a case's time, a part of it, a new process. Much less than it takes, or a few would end
/// an item. Not measured.
pub(crate) const RUNS_OF_A_TIMEOUT: u64 = 1_000;
pub(crate) const RUNS_OF_A_PART: u64 = 200;
pub(crate) const RUNS_OF_A_PROCESS: u64 = 50;
/// Runs that a unit counts as that was paused: it has skipped 2^18 alternatives, which takes about 30 ms.
pub(crate) const RUNS_OF_A_PAUSE: u64 = 500;
/// Most runs of a search since its last pause with which a pause counts. Not measured.
pub(crate) const RUNS_TO_A_PAUSE: u64 = 16;

// Rounds by height.

/// Runs by depth before the first run by height. Measured: 2026-11-21-by-height.
pub(crate) const RUNS_BEFORE_HEIGHT: u64 = 1_000;

// Random plans.

/// Plans in one drawn round.
pub(crate) const DRAWN_PLANS: u64 = 1_000;
/// How far beyond the cheapest plan drawn plans go at least, in steps; it doubles three times and begins anew.
pub(crate) const MARGIN_OF_DRAWN: u32 = 4;
/// Runs of an item after which, if no call has returned, samples are drawn between its rounds.
pub(crate) const RUNS_BEFORE_SAMPLES: u64 = 150;
/// Plans in one unit of samples.
pub(crate) const SAMPLES: u64 = 2_000;
/// Most units of samples of an item.
pub(crate) const MOST_SAMPLE_UNITS: u32 = 40;
/// Deaths among samples after which no more are drawn.
pub(crate) const SAMPLE_DEATHS: u32 = 20;
/// How many deaths of samples one by timeout counts for: it takes as much longer.
pub(crate) const SAMPLE_TIMEOUT_WEIGHT: u32 = 7;

// Plans made from kept ones.

/// Most plans kept of one search of an instance.
pub(crate) const MOST_KEPT_OF_INSTANCE: usize = 2_000;
/// Runs of the round in one turn of an item, as long as something new is shown. Measured: 2026-11-21-novelty.
pub(crate) const RUNS_OF_A_TURN: u64 = 500;
/// Plans made in one turn of an item, likewise.
pub(crate) const MUTANTS_OF_A_TURN: usize = 250;
/// Deaths among the plans made for an item after which no more are made.
pub(crate) const MOST_DEATHS_OF_MUTANTS: u32 = 20;
/// How many of these deaths one by timeout or memory counts for.
pub(crate) const SLOW_DEATH: u32 = 7;

// Texts.

/// Texts of one unit: of the first ones of a plan, of later ones, and behind one that showed something.
pub(crate) const TEXTS_OF_A_UNIT: [usize; 3] = [512, 1_024, 4_096];
/// Fewest and most runs of a turn of texts, which has as many as the rounds had before it.
pub(crate) const RUNS_OF_TEXTS: (u64, u64) = (512, 16_384);
/// Units of texts, in which nothing was new to all items, that count as a slice of a round where items wait for each other:
/// `chrono` has a hundred items with texts, and the others came to forty runs in 20 s.
pub(crate) const UNITS_OF_A_SLICE: u32 = 2;
/// So many units of texts in which something was new count as one in vain: of items that go on showing something, all would come
/// after the first sixteen.
pub(crate) const UNITS_FOR_ONE_IN_VAIN: u32 = 4;
/// Runs by which a turn is longer for each text that shows something.
pub(crate) const RUNS_OF_A_FOUND_TEXT: u64 = 256;
/// Texts of which one may be deep: it takes some milliseconds.
pub(crate) const TEXTS_OF_A_DEEP_ONE: usize = 128;
/// Characters of a text whose parts are repeated.
pub(crate) const LONGEST_OPENING: usize = 6;
/// Of so many units one has the other places of its plan as they were kept.
pub(crate) const UNITS_OF_A_VARIATION: u32 = 2;
/// Places of texts in plans of one item.
pub(crate) const MOST_SUBJECTS: usize = 8;
/// Places of each kind that an instance may have, however many the others have.
pub(crate) const LEAST_SUBJECTS_OF_AN_INSTANCE: usize = 2;
/// Places of numbers and characters likewise, and how many of them take turns at one time.
pub(crate) const MOST_SCALAR_SUBJECTS: usize = 32;
pub(crate) const SCALAR_SUBJECTS_AT_A_TIME: usize = 4;
/// Plans of one item that are kept ones with a call more or with equal arguments. Not measured.
pub(crate) const MOST_SEQUENCES: usize = 4_096;
/// Those of one kept plan, and of these those with equal arguments. Not measured.
pub(crate) const SEQUENCES_OF_A_PLAN: usize = 96;
pub(crate) const EQUAL_PAIRS_OF_A_PLAN: usize = 24;
/// And those with a value without parts of at least so many steps. Not measured.
pub(crate) const LATE_VALUES_OF_A_PLAN: usize = 12;
pub(crate) const LATE_STEPS: u32 = 6;
/// Plans drawn from kept ones in one unit, and of these those from one of them.
pub(crate) const DRAWN_OF_A_UNIT: usize = 256;
pub(crate) const DRAWN_OF_A_PARENT: usize = 64;
/// Other runs of an item for one of a drawn plan, as long as those show something.
pub(crate) const RUNS_OF_A_DRAWN: u64 = 8;
/// Drawn plans that are run for a unit of them which showed something.
pub(crate) const RUNS_OF_A_FIND: u64 = 512;
/// Steps of a drawn plan at most.
pub(crate) const MOST_STEPS_OF_DRAWN: u32 = 100;
/// Those of one unit, so that texts have their turn.
pub(crate) const SEQUENCES_OF_A_UNIT: usize = 256;
/// How much dearer runs are that do not come to the call.
pub(crate) const PRICE_WITHOUT_CALLS: u64 = 8;
/// Plans of an item of which several places have the same text at once. Not measured.
pub(crate) const MOST_SUBJECTS_WITH_TWINS: usize = 2;
/// Units of such a plan: what two equal texts show, the first ones show.
pub(crate) const UNITS_WITH_TWINS: u32 = 3;
/// Numbers of a unit: of the first one of a plan, and of later ones, in which the other places differ.
pub(crate) const SCALARS_OF_A_UNIT: [usize; 2] = [512, 256];
/// Units of one place of numbers, and one more for each number that shows something.
pub(crate) const UNITS_OF_A_SCALAR: u32 = 3;
/// Deaths of texts, slow ones counted as several, after which an item tries no more.
pub(crate) const MOST_DEATHS_OF_TEXTS: u32 = 30;
/// Runs with texts that count as one run in vain: most texts are no texts of the language that a function reads.
pub(crate) const RUNS_OF_A_TEXT: u64 = 2;
/// Longest text that others are made of, in bytes: what is made of it is as dear.
pub(crate) const LONGEST_KEPT_TEXT: usize = 1_024;
/// Texts that others are made of.
pub(crate) const MOST_KEPT_TEXTS: usize = 1_024;
/// Texts that go before those of the script, in all.
pub(crate) const MOST_URGENT_TEXTS: usize = 1 << 16;
/// Texts that items show each other.
pub(crate) const MOST_SHARED_TEXTS: usize = 2_048;
/// Longest text that is extended step by step, in bytes.
pub(crate) const EXTENDED_TEXT: usize = 64;
/// Learned tokens, the last ones, that a text is extended with.
pub(crate) const TOKENS_OF_AN_EXTENSION: usize = 64;
/// Tokens that an item learns.
pub(crate) const MOST_TOKENS: usize = 512;
/// Longest token, in bytes.
pub(crate) const LONGEST_TOKEN: usize = 64;
/// Candidates of one unit that become texts.
pub(crate) const TEXTS_OF_ONE_CANDIDATE_UNIT: usize = 512;

// Learning.

/// New plans of a round whose runs are watched for candidates, from its first. Measured: 2026-11-21-compared-scalars.
pub(crate) const WATCHED_PLANS: u64 = 512;
/// Candidates of a round that are considered.
pub(crate) const MOST_CANDIDATES: usize = 256;
/// Values of one type and distance that become known at the end of a round and are not exactly what was compared.
pub(crate) const MOST_GUESSES: usize = 4;
/// Places of each type that guesses leave free where kept plans lead on to comparisons that rounds come to late.
pub(crate) const RESERVED: usize = 12;

// Streams of values.

/// Plans run in one stage, about. Measured: 2026-11-21-values.
pub(crate) const STAGE_RUNS: u64 = 60_000;
/// Fewest and most plans of one op in one stage. What it builds beyond that is not looked into.
pub(crate) const BUILDER_RUNS: (u64, u64) = (64, 10_000);
/// Stages after which no more is found out.
pub(crate) const STAGES: u32 = 32;
/// Plans of one op that may end their process.
pub(crate) const BUILDER_DEATHS: u32 = 4;

// What runs are watched for.

/// New plans of a round whose runs are all watched for new edges, from its first. Of later ones those are watched whose
/// last decisions are first alternatives: that depends on the plan alone, so it is the same however the round is cut into
/// units and whatever is run ahead.
pub(crate) const WATCHED_FROM_FIRST: u64 = 512;
/// How many decisions those are.
pub(crate) const FIRST_ALTERNATIVES: usize = 4;
/// Cost of a touch, where that of the rest of a run is 1: a page fault and a signal.
pub(crate) const COST_OF_A_TOUCH: u64 = 4;
/// Cost of looking at a whole page: a touch, and opening and closing it.
pub(crate) const COST_OF_A_PAGE: u64 = 6;
/// What one run can save at most, so that a few do not decide.
pub(crate) const MOST_SAVED: u64 = 1 << 16;

// How long a unit looks for a plan.

/// Plans left out one after another before a unit stops to be resumed: some ten milliseconds.
pub(crate) const PAUSE_AFTER: u32 = 1 << 15;
/// Decisions that lead to no plan, one after another, after which a search stops to be resumed: some ten milliseconds.
pub(crate) const MOST_SKIPPED: u64 = 1 << 18;
/// How often a plan that must not be run is drawn again.
pub(crate) const REDRAWS_OF_DRAWN: u32 = 20;

// Single plans.

/// Values without parts that are as high as each other: by height, the few simplest come long before the others.
pub(crate) const VALUES_PER_STEP_OF_HEIGHT: u32 = 2;
/// Parts of one type in a pool.
pub(crate) const MOST_PARTS: usize = 64;
/// Steps of the largest part that is made anew.
pub(crate) const SMALL_STEPS: u32 = 6;
/// Changes made to a plan at most, each half as likely as the one before.
pub(crate) const MOST_CHANGES: u32 = 4;
/// How often a plan is drawn again that is no plan, or was had before.
pub(crate) const REDRAWS_OF_MUTANTS: usize = 8;
/// Literals of one place that are tried instead of another.
pub(crate) const LITERALS_OF_A_PLACE: usize = 8;
/// Other ops of one place that are tried with their cheapest arguments.
pub(crate) const OTHER_OPS_OF_A_PLACE: usize = 8;
/// Parts of its own that are tried instead of a part: the smallest ones, and the largest. Only plans that are nested deeper have
/// more. Not measured.
pub(crate) const INNER_OF_A_PLACE: (usize, usize) = (48, 16);
/// Smaller plans of one size that are made at once. Not measured.
pub(crate) const PROPOSALS_AT_ONCE: usize = 256;
/// Values tried for one hole, where its type has as many.
pub(crate) const VALUES_OF_A_HOLE: usize = 12;
/// Values made by total ops, up to which others are tried, too.
pub(crate) const ENOUGH_TOTAL_VALUES: usize = 8;
/// Nesting of a value beyond which its parts are the cheapest ones.
pub(crate) const MOST_NESTING_OF_A_VALUE: u32 = 5;
/// Values of one constructor that are tried in one place: with two arguments all pairs of the first three values and most of
/// the fourth, so that `Divide(0, 1)` is among them.
pub(crate) const VALUES_OF_A_CONSTRUCTOR: usize = 9;
/// Different values of one argument among these.
pub(crate) const ARGUMENTS_OF_A_CONSTRUCTOR: usize = 9;
/// Constructors that are tried in one place; of a type that has more, nothing is said of all.
pub(crate) const CONSTRUCTORS_OF_A_PLACE: usize = 32;
/// Places of a plan where something else is tried, from the outside in: plans that are shown have few.
pub(crate) const MOST_PLACES: usize = 24;
/// Values that are tried besides where a property discards nearly all of the first ones: of the first lists of workspaces of
/// `corpus/papers/smartcheck` nearly all use a tag twice.
pub(crate) const FURTHER_VALUES: usize = 64;
/// Different values of one argument among these.
pub(crate) const FURTHER_ARGUMENTS: usize = 12;
