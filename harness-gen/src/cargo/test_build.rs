//! How stand-alone tests are built, and in which package.

/// How stand-alone tests are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestBuild {
    /// As in the package of whoever pastes them: nothing is optimised away.
    AsPasted,
    /// With the optimisation of the harness: values lie where they lay in there, more or less.
    AsExplored,
}

impl TestBuild {
    /// The directory of the package, so that none is built anew for the other.
    pub(super) fn directory(self) -> &'static str {
        match self {
            TestBuild::AsPasted => "reproductions",
            TestBuild::AsExplored => "reproductions-optimised",
        }
    }
}
