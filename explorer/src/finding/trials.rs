//! What a replay told besides the fault, and what came of running a failing plan again with other arguments: facts that decide classes. Pure data.

use crate::outcome::Frame;
use harness_gen::sentences::DocSentence;

/// What a replay and trials showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// Frames of dependencies below the crate's own, innermost first.
    pub below: Vec<Frame>,
    /// The argument whose size the fault hangs on.
    pub size: Option<SizeTrial>,
    /// The argument that names the place that is not there.
    pub place: Option<PlaceTrial>,
    /// What the receiver says of the place that the docs have out of bounds.
    pub own_word: Option<OwnWord>,
    /// What wider integers come to.
    pub width: Option<WidthTrial>,
    /// Ways from the failing call to numbers that its arguments were made with: with another one of these the plan passes.
    pub made_with: Vec<Vec<usize>>,
    /// What docs say of something that fits nothing but what it was made of, and is used with something else: made of that, the plan
    /// passes.
    pub bound_elsewhere: Option<DocSentence>,
    /// What docs say of a number that the call was given, and that is so: with numbers of which it is not so, it fails in the same way.
    pub beside_the_point: Vec<DocSentence>,
}

/// A number that a fault hangs on: with a moderate one there instead, the plan passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeTrial {
    /// Position of the argument of the item that the number is in.
    pub argument: usize,
    /// The number.
    pub given: i128,
    /// With a part of it, memory, time or a capacity still did not suffice.
    pub smaller_is_refused: bool,
    /// The number with which the plan passes; none if the given one was not large itself.
    pub passes_at: Option<i128>,
}

/// A place that a panic speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceTrial {
    /// Position of the argument of the item that it is in.
    pub argument: usize,
    /// How it was told.
    pub told: Told,
}

/// How an argument was told to be what a panic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The message names another place where another one is given.
    Follows,
    /// The plan passes with another one.
    Passes,
    /// Arithmetic on it overflows, and a smaller one is out of bounds.
    Smaller,
    /// The message names the word of so many bits that it is in.
    Word,
    /// The shift by it overflows: an integer beside it has no such bit.
    NoBit,
}

/// By the receiver's own reader a place is within bounds, and not even the first one is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnWord {
    /// Position of the argument of the item that names the place.
    pub argument: usize,
    /// The place.
    pub given: i128,
    /// The method that says how many there are.
    pub reader: String,
    /// What it says.
    pub answer: i128,
}

/// The call returns with wider integers, and both widths agree elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WidthTrial {
    /// The integer type for which arithmetic overflows.
    pub narrow: String,
    /// The one for which the call returns.
    pub wide: String,
    /// A number of the result that the narrow one does not have.
    pub too_large: Option<i128>,
}
