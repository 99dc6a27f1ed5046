//! The documented exit codes, and how the results of several packages become one.

use crate::run_report::{Cause, Class, RunReport, Stop};

/// What the process exits with. The numbers are part of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Explored, no findings of class `bug` that nobody has judged.
    Clean,
    /// A mistake on the command line.
    Usage,
    /// No selected package has anything to explore.
    NothingExplorable,
    /// Findings of class `bug` that nobody has judged; with `--check`, also rulings to look at again.
    Bugs,
    /// A build, rustdoc, sandbox or own failure.
    Failure,
    /// Stopped early by a signal.
    Interrupted,
}

impl ExitCode {
    /// The number of the contract.
    pub fn number(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Usage => 2,
            Self::NothingExplorable => 4,
            Self::Bugs => 100,
            Self::Failure => 101,
            Self::Interrupted => 106,
        }
    }

    /// The code with this number.
    pub fn from_number(number: u8) -> Option<Self> {
        let all = [
            Self::Clean,
            Self::Usage,
            Self::NothingExplorable,
            Self::Bugs,
            Self::Failure,
            Self::Interrupted,
        ];
        all.into_iter().find(|code| code.number() == number)
    }

    /// The code of one explored package. A package all of whose items are excluded has nothing to explore.
    pub fn of_report(report: &RunReport) -> Self {
        let is_open = |cause: &Cause| cause.class == Class::Bug && !report.is_settled(cause);
        let bugs = report.causes.iter().any(is_open);
        let explorable = report
            .items
            .iter()
            .any(|i| !matches!(i.status, crate::run_report::ItemStatus::Excluded { .. }));
        match report.stop {
            Stop::Interrupted => Self::Interrupted,
            Stop::Untested => Self::Failure,
            _ if bugs => Self::Bugs,
            // Where nothing has changed, there is nothing to complain about.
            _ if !explorable && report.since.is_none() => Self::NothingExplorable,
            _ => Self::Clean,
        }
    }

    /// The code of one explored package with `--check`: rulings that somebody has to look at again count as bugs.
    pub fn of_check(report: &RunReport) -> Self {
        match Self::of_report(report) {
            Self::Clean | Self::NothingExplorable if report.known.has_open_questions() => Self::Bugs,
            code => code,
        }
    }

    /// The code of several packages: failure, then interruption, then usage, then bugs win; nothing explorable only
    /// if that is so for all of them. No packages at all: nothing explorable.
    pub fn combine(codes: impl IntoIterator<Item = Self>) -> Self {
        codes
            .into_iter()
            .max_by_key(|code| code.precedence())
            .unwrap_or(Self::NothingExplorable)
    }

    fn precedence(self) -> u8 {
        match self {
            Self::NothingExplorable => 0,
            Self::Clean => 1,
            Self::Bugs => 2,
            Self::Usage => 3,
            Self::Interrupted => 4,
            Self::Failure => 5,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}

#[cfg(test)]
mod tests {
    use super::ExitCode::{self, *};

    #[track_caller]
    fn check(codes: &[ExitCode], expected: ExitCode) {
        assert_eq!(ExitCode::combine(codes.iter().copied()), expected);
        assert_eq!(
            ExitCode::combine(codes.iter().rev().copied()),
            expected,
            "order must not matter"
        );
    }

    #[test]
    fn failure_wins_over_bugs() {
        check(&[Bugs, Failure, Clean], Failure);
        check(&[Bugs, Clean], Bugs);
        check(&[Interrupted, Bugs], Interrupted);
    }

    #[test]
    fn nothing_explorable_only_if_no_package_is() {
        check(&[NothingExplorable, Clean], Clean);
        check(&[NothingExplorable, NothingExplorable], NothingExplorable);
        check(&[], NothingExplorable);
    }

    #[test]
    fn numbers_are_those_of_the_contract() {
        let numbers = [Clean, Usage, NothingExplorable, Bugs, Failure, Interrupted].map(ExitCode::number);
        assert_eq!(numbers, [0, 2, 4, 100, 101, 106]);
    }
}
