//! Every tuned number of this crate, each with what it was measured with or the reason for it.

/// Most times a future is polled. A thousand are enough for any that does not wait for something outside.
pub(crate) const MOST_POLLS: u32 = 1000;
/// Functions with chosen answers in one run. Each needs a closure of its own in every arm.
pub(crate) const MOST_ANSWERING_FUNCTIONS: usize = 8;
/// Deepest nesting of a type constructor: ends the growth of recursive instances.
pub(crate) const DEEPEST: usize = 8;
/// Steps of a call that only crates with another dependency can write: any other way to a value is taken first.
pub(crate) const DEPENDENCY_STEPS: u32 = 3;
/// Most elements of an array in a signature: no stack holds several copies of a larger one.
pub(crate) const LARGEST_ARRAY: u64 = 16 << 20;
/// Pairs of parameters of one item that are lent the same owner.
pub(crate) const MOST_SHARED_PAIRS: usize = 3;
/// Most destructors in a row.
pub(crate) const LONGEST_WALK: usize = 4;
/// Most of a dependency's functions that build one type.
pub(crate) const MOST_FOREIGN_WAYS: usize = 12;
/// Longest array built element by element.
pub(crate) const LONGEST_ARRAY: usize = 3;
/// Literals of a type that cost the same number of steps.
pub(crate) const LITERALS_PER_STEP: usize = 6;
/// Values of a type that an item can learn from what it compares.
pub(crate) const LEARNED_PER_TYPE: usize = 16;
/// Learned values of a type that cost the same number of steps. They begin at two: at the price of other literals, deep plans
/// would be crowded out.
pub(crate) const LEARNED_PER_STEP: usize = 4;
/// Most constant answers of a closure.
pub(crate) const MOST_CONSTANT_ANSWERS: usize = 3;
/// Deepest nesting of an answer.
pub(crate) const DEEPEST_ANSWER: u32 = 3;
/// Functions that build an instance of an own type which their item has enough other instances without.
pub(crate) const WAYS_TO_BUILD: usize = 5;
/// Most concrete types behind a trait object.
pub(crate) const MOST_OBJECTS: usize = 2;
/// Most instances of one item.
pub(crate) const MOST_INSTANCES: usize = 3;
/// The same in a crate with many generic items: each instance costs build time.
pub(crate) const MOST_INSTANCES_OF_MANY: usize = 2;
/// From here on a crate has many generic items.
pub(crate) const MANY_GENERIC_ITEMS: usize = 500;
/// Instances among which those of an item are chosen.
pub(crate) const MOST_CONSIDERED: usize = 8;
/// Rounds in which generic items get the instances that the round before has made known.
pub(crate) const ROUNDS: u32 = 4;
/// Most ops: a crate with more is cut here (the items' own ops come first).
pub(crate) const MOST_OPS: usize = 40_000;
/// Longest type, in bytes, that a variable of a stand-alone test is annotated with: longer ones make a line unreadable.
pub(crate) const LONGEST_ANNOTATION: usize = 60;
/// Kinds of usual types that are tried one after the other.
pub(crate) const USUAL_KINDS: usize = 2;
/// Most choices of another impl than the first that fits on one branch, tried from none upwards.
pub(crate) const MOST_CHOICES: u32 = 4;
/// Parameters from which on an impl (for a tuple of many parts, mostly) is tried after the others, and costs more steps.
pub(crate) const WIDE: usize = 4;
/// Goals looked at in one search.
pub(crate) const SOLVER_STEPS: u32 = 4_000;
/// Goals looked at for one closed question.
pub(crate) const CLOSED_STEPS: u32 = 200;
/// Longest chain of closed questions that lead to each other.
pub(crate) const MOST_NESTED_QUESTIONS: u32 = 24;
/// Deepest type a closed question is answered about: impls can make types grow without end.
pub(crate) const DEEPEST_QUESTION: usize = 14;
/// Deepest nesting of a type that is worth building.
pub(crate) const DEEPEST_TYPE: usize = 6;
/// Known instances tried for one open type.
pub(crate) const MOST_KNOWN: usize = 4;
/// Longest chain of impls whose bounds lead to further impls.
pub(crate) const DEEPEST_CHAIN: u32 = 10;
