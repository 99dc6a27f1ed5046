//! Every tuned number of this crate, each with what it was measured with or the reason for it. Where there is neither, the
//! number is a bound that keeps generation finite, and its size was never measured.

use std::time::Duration;

// What is read from rustdoc.

/// Levels of the deepest document that is read: typenum's has 389.
pub(crate) const DEEPEST_JSON: usize = 2_000;
/// Bytes of stack for reading it: 32 KiB for each level, which a build without optimisation does not use up.
pub(crate) const JSON_STACK: usize = 64 << 20;

/// Literals kept of each kind: every one is an op of every function that takes its type. Not measured.
pub(crate) const MOST_DOC_LITERALS: usize = 16;
/// Longest text literal kept, in bytes: longer ones are documents and make plans unreadable.
pub(crate) const LONGEST_DOC_LITERAL: usize = 64;
/// Text literals of docs that are tried as bytes, too. Not measured.
pub(crate) const DOC_TEXTS_AS_BYTES: usize = 6;
/// Invocations kept of one macro: each is two arms to compile. Not measured.
pub(crate) const MOST_INVOCATIONS: usize = 4;
/// Longest invocation kept, in bytes: longer ones are programs.
pub(crate) const LONGEST_INVOCATION: usize = 2000;

/// Longest text of a plan that conditions speak of, in bytes.
pub(crate) const LONGEST_READ: usize = 1 << 14;
/// Words of a crate: each is run once by every function that takes a text.
pub(crate) const MOST_WORDS: usize = 400;
/// Calls of examples and tests that are run as they are written.
pub(crate) const MOST_SEEDS: usize = 1_000;
/// Those of one instance of an item.
pub(crate) const MOST_SEEDS_OF_AN_OP: usize = 24;
/// Numbers of a crate: each is tried, with its neighbours, by every function that takes a number.
pub(crate) const MOST_NUMBERS: usize = 64;
/// Numbers up to this one are tried anyhow.
pub(crate) const LEAST_NUMBER: i128 = 16;
/// Tokens between brackets that make a table of what is written there.
pub(crate) const LEAST_TOKENS_OF_A_TABLE: usize = 64;
/// Longest word of code, in bytes.
pub(crate) const LONGEST_WORD: usize = 64;
/// Longest word of an example or a test, in bytes: whole documents are what parsers are tested with.
pub(crate) const LONGEST_EXAMPLE: usize = 1_024;
/// Levels of source that is parsed: rustc itself asks for no more of what it expands, and a parser needs some ten KiB for each.
pub(crate) const DEEPEST_SOURCE: usize = 128;
/// Bytes of source that are read for words: a bound for tables.
pub(crate) const MOST_SOURCE_BYTES: usize = 8 << 20;

// Which instances an item gets.

/// Items of an API from which on rustc is asked about the placeholder impls before anything else: generating and refusing arms
/// takes tens of seconds then. `fixed` 1.31.0 has 7,000, `petgraph` 0.8.3 some 800.
pub(crate) const MANY_ITEMS: usize = 1_500;
/// Items without type parameters of such an API, and items with, that are explored while the others are chosen and compiled.
pub(crate) const FIRST_ITEMS: usize = 500;
/// Rounds in which generic items get the instances that the round before has made known: chains of three are common.
pub(crate) const ROUNDS: u32 = 4;
/// Instances of one item: one with placeholder types, and two of what something produces.
pub(crate) const MOST_INSTANCES: usize = 3;
/// The same in a crate with many generic items: each instance costs build time.
pub(crate) const MOST_INSTANCES_OF_MANY: usize = 2;
/// From here on a crate has many generic items.
pub(crate) const MANY_GENERIC_ITEMS: usize = 500;
/// Instances among which those of an item are chosen. Not measured.
pub(crate) const MOST_CONSIDERED: usize = 8;
/// Calls of what methods lend of one type: each costs build time. Not measured.
pub(crate) const MOST_CALLS_THROUGH: usize = 24;
/// Arguments of such a call, the value counted. Not measured.
pub(crate) const MOST_ARGUMENTS_THROUGH: usize = 4;
/// Calls that get what another call of the same value gives, of one type: each costs build time. Not measured.
pub(crate) const MOST_GIVEN_BACK: usize = 32;
/// Arguments of such a call, the value counted. Not measured.
pub(crate) const MOST_ARGUMENTS_GIVEN_BACK: usize = 5;
/// Pairs of parameters of one item that are lent the same owner: a bound for functions of many references.
pub(crate) const MOST_SHARED_PAIRS: usize = 3;
/// Deepest nesting of a type constructor: ends the growth of recursive instances.
pub(crate) const DEEPEST: usize = 8;
/// Ops from which on nothing is added: a crate with more is cut here (the items' own ops come first).
pub(crate) const MOST_OPS: usize = 40_000;
/// Rounds in which functions are let build what constructors cannot: one type waits for another. Not measured.
pub(crate) const UNPRODUCTIVE_ROUNDS: u32 = 4;

// How values are built.

/// Literals of a type that cost the same number of steps: a function of many arguments reaches small combinations before
/// all combinations.
pub(crate) const LITERALS_PER_STEP: usize = 6;
/// Values of a type that an item can learn from what it compares. Not measured.
pub(crate) const LEARNED_PER_TYPE: usize = 16;
/// Learned values of a type that cost the same number of steps. They begin at two: at the price of other literals, deep plans
/// would be crowded out.
pub(crate) const LEARNED_PER_STEP: usize = 4;
/// Elements of vectors that are counted up, and what such a vector costs: more than blocks and inline buffers of most crates have, and
/// more than two levels of most trees. What fails with two elements is to be shown with two. Not measured.
pub(crate) const COUNTED: [(u32, u32); 2] = [(20, 6), (200, 7)];
/// Longest array built element by element: each element is an argument of the op. Not measured.
pub(crate) const LONGEST_ARRAY: usize = 3;
/// Elements of the largest array in a signature: no stack holds several copies of a larger one.
pub(crate) const LARGEST_ARRAY: u64 = 16 << 20;
/// Functions with chosen answers in one run: each needs a closure of its own in every arm.
pub(crate) const MOST_ANSWERING_FUNCTIONS: usize = 8;
/// Constant answers of a closure: the cheapest values say most. Not measured.
pub(crate) const MOST_CONSTANT_ANSWERS: usize = 3;
/// Deepest nesting of a constant answer: a bound for recursive types.
pub(crate) const DEEPEST_ANSWER: u32 = 3;
/// Concrete types behind a trait object, and how many are looked at for them. Not measured.
pub(crate) const MOST_OBJECTS: usize = 2;
/// See [`MOST_OBJECTS`].
pub(crate) const OBJECTS_CONSIDERED: usize = 6;
/// Functions that build an instance of an own type which their item has enough other instances without. Not measured.
pub(crate) const WAYS_TO_BUILD: usize = 5;
/// What makes a generic type among which that is looked for whose result an item may take. Not measured.
pub(crate) const MOST_MAKERS: usize = 8;
/// A dependency's functions that build one type, those that need least first. Not measured.
pub(crate) const MOST_FOREIGN_WAYS: usize = 12;
/// Steps of a call that only crates with another dependency can write: any other way to a value is taken first.
pub(crate) const DEPENDENCY_STEPS: u32 = 3;
/// Destructors in a row: a bound for the walk over the case-constructor graph.
pub(crate) const LONGEST_WALK: usize = 4;

// How far the solver searches.

/// Kinds of usual types that are tried one after the other: numbers, then texts.
pub(crate) const USUAL_KINDS: usize = 2;
/// Choices of another impl than the first that fits on one branch, tried from none upwards. Not measured.
pub(crate) const MOST_CHOICES: u32 = 4;
/// Parameters from which on an impl (for a tuple of many parts, mostly) is tried after the others, and costs more steps.
pub(crate) const WIDE: usize = 4;
/// Goals looked at in one search: the bound on its time.
pub(crate) const SOLVER_STEPS: u32 = 4_000;
/// Goals looked at in vain, all searches of a crate together, until a search has fewer: combinators make bounds that nothing
/// satisfies by the hundred. `nom` 8.0.0 has 350 such items, and each search took a fifth of a second.
pub(crate) const MOST_STEPS_IN_VAIN: u64 = 500_000;
/// See [`MOST_STEPS_IN_VAIN`].
pub(crate) const FEW_SOLVER_STEPS: u32 = 400;
/// Bytes of stack for a thread that generates: each choice within another one took some 2 KiB in a release build (`js-sys` 0.3.107).
pub(crate) const GENERATING_STACK: usize = 64 << 20;
/// Goals looked at for one closed question: there are many of these.
pub(crate) const CLOSED_STEPS: u32 = 200;
/// Longest chain of closed questions that lead to each other: the bound on the stack.
pub(crate) const MOST_NESTED_QUESTIONS: u32 = 24;
/// Deepest type a closed question is answered about: impls can make types grow without end.
pub(crate) const DEEPEST_QUESTION: usize = 14;
/// Aliases that stand for implementors of one trait: fewer are no numbers.
pub(crate) const LEAST_NAMED: usize = 3;
/// Those of them that are tried. Not measured.
pub(crate) const MOST_NAMED: usize = 6;
/// Deepest nesting of a type that is worth building. Not measured.
pub(crate) const DEEPEST_TYPE: usize = 6;
/// Known instances tried for one open type. Not measured.
pub(crate) const MOST_KNOWN: usize = 4;
/// Longest chain of impls whose bounds lead to further impls.
pub(crate) const DEEPEST_CHAIN: u32 = 10;

// How often rustc is asked, and what is written.

/// Attempts to build; every one but the last refuses at least one arm.
pub(crate) const MOST_BUILDS: u32 = 24;
/// Builds of parts of a harness that look for what fails in code generation: enough to find each of eight arms among five hundred.
pub(crate) const MOST_HALVINGS: u32 = 72;
/// Time for a build of a harness, dependencies aside, and for each of its arms: far more than a build takes on a busy
/// machine, because what does not end in time is dropped. Not measured.
pub(crate) const BUILD_AT_LEAST: Duration = Duration::from_secs(120);
pub(crate) const BUILD_OF_AN_ARM: Duration = Duration::from_millis(300);
/// As [`BUILD_AT_LEAST`], for a part of a harness that has failed as a whole.
pub(crate) const PART_AT_LEAST: Duration = Duration::from_secs(20);
/// Examples whose types join what arguments are made of, where nothing else implements a trait. Not measured.
pub(crate) const MOST_EXAMPLES_WITH_TYPES: usize = 8;
/// Attempts to compile them, of which each writes otherwise or leaves out what did not compile. Not measured.
pub(crate) const MOST_ATTEMPTS_WITH_EXAMPLES: usize = 6;
/// Time for rustdoc to document one package, which takes seconds for most.
pub(crate) const MOST_DOCUMENTING: Duration = Duration::from_secs(600);
/// Time for a contained build without a word of cargo about what is compiled: the largest crates take some minutes, and a build script that
/// waits for something takes for ever. Not measured.
pub(crate) const MOST_SILENCE: Duration = Duration::from_secs(600);
/// Time for all that one call of cargo builds, as far as no step of it has a time of its own: a tree of some hundred packages takes a
/// quarter of an hour on two busy cores.
pub(crate) const MOST_BUILDING: Duration = Duration::from_secs(1800);
/// Longest line that is read of cargo's messages, in bytes: what it says of a large tree is one line.
pub(crate) const LONGEST_MESSAGE: usize = 64 << 20;
/// Longest line that is read of its errors, and how much is kept of the first lines and of the last ones. A failed build script has all
/// of its output there.
pub(crate) const LONGEST_WORDS: usize = 64 << 10;
pub(crate) const FIRST_WORDS: usize = 64 << 10;
pub(crate) const LAST_WORDS: usize = 256 << 10;
/// Support sets after the first: each costs all attempts again.
pub(crate) const MOST_SECOND_CHOICES: u32 = 3;
/// Times a future is polled. A thousand are enough for any that does not wait for something outside.
pub(crate) const MOST_POLLS: u32 = 1000;
/// Values that are asked of an iterator until there is none. There are endless ones.
pub(crate) const MOST_TAKEN: u32 = 1000;
/// Times an iterator whose type has no name is advanced and asked how much is left. Not measured.
pub(crate) const TIMES_ASKED: u32 = 4;
/// Longest type, in bytes, that a variable of a stand-alone test is annotated with: longer ones make a line unreadable.
pub(crate) const LONGEST_ANNOTATION: usize = 60;
/// Longest line of a test, in characters and without its indentation, up to which a call is written in one: people read
/// 80 columns.
pub(crate) const LONGEST_LINE: usize = 72;
/// Lines of compiler output shown in a message: a screen holds them; the whole text stays in the error's field.
pub(crate) const SHOWN_LINES: usize = 20;
