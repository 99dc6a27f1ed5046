//! What a sentence of documentation says about failing or cost.

/// What a sentence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DocKind {
    /// It panics, under some condition.
    Panics,
    /// A type panics in one of its methods, and the sentence does not say in which.
    PanicsSomewhere,
    /// Whatever is called of something with members panics, under some condition.
    PanicsAnywhere,
    /// It never panics, without condition.
    NeverPanics,
    /// It fails, under some condition: of a function that reports no failure, that it panics.
    Fails,
    /// Arguments have to be so and so.
    Requires,
    /// What it gives may be used with what it was made of, and with nothing else of that type.
    BindsToMaker,
    /// What is taken for granted, of every value of a type or of an argument: it excuses refusals that say the same.
    Assumes,
    /// It does not compile, under some condition: what has compiled and is refused all the same would have been refused in a
    /// constant.
    FailsToBuild,
    /// What it costs, or that it overflows, leaks, blocks, aborts or ends the process.
    Warns,
}
