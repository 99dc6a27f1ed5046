//! What has become of findings over the runs of a package: a judgement of records alone. A run that does not have a finding
//! says something of it only if it would have come upon it: its item was explored as deep and as long as it took a run that had
//! it, under the same circumstances.

use super::record::{Reached, Record, Sighting, Standing};
use crate::outcome::FaultKind;
use crate::run_report::Stop;

/// One run with the paths of its items; none if they are lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    pub(super) record: &'a Record,
    pub(super) paths: Option<&'a [String]>,
}

/// What is known of a finding after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It fails.
    Failing,
    /// It does not fail any more.
    Fixed,
    /// It failed as long as it could be called.
    Unreachable,
}

/// What one run says of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It fails, for the first time.
    FirstSeen,
    /// It fails, as before.
    StillFailing,
    /// It does not fail, for the first time since it did.
    Fixed,
    /// It does not fail, as before.
    Passes,
    /// It fails again.
    Reopened,
    /// The run does not say.
    NotExplored(Unexplored),
    /// It cannot be called.
    NoLongerReachable(Unreachable),
}

/// Why a run does not say whether a finding fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unexplored {
    /// The user left its item out.
    LeftOut,
    /// Calls were fed with something else.
    OtherCircumstances,
    /// Exploring ended before it would have come upon it.
    Ended,
    /// No run of its item came as far as the call.
    NotCalled,
    /// The run's list of items is lost.
    Lost,
}

/// Why a finding cannot be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The API does not have the item.
    Gone,
    /// The item cannot be explored.
    Excluded,
}

impl Condition {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Failing, Self::Fixed, Self::Unreachable];

    /// As documents and tables have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Fixed => "fixed",
            Self::Unreachable => "no_longer_reachable",
        }
    }
}

impl State {
    /// Those without a reason.
    pub(super) const PLAIN: [Self; 5] = [
        Self::FirstSeen,
        Self::StillFailing,
        Self::Fixed,
        Self::Passes,
        Self::Reopened,
    ];

    /// As documents and tables have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::FirstSeen => "first_seen",
            Self::StillFailing => "still_failing",
            Self::Fixed => "fixed",
            Self::Passes => "passes",
            Self::Reopened => "reopened",
            Self::NotExplored(_) => "not_explored",
            Self::NoLongerReachable(_) => "no_longer_reachable",
        }
    }

    /// The reason, as documents and tables have it.
    pub fn why_word(self) -> Option<&'static str> {
        Some(match self {
            Self::NotExplored(Unexplored::LeftOut) => "left_out",
            Self::NotExplored(Unexplored::OtherCircumstances) => "other_circumstances",
            Self::NotExplored(Unexplored::Ended) => "ended",
            Self::NotExplored(Unexplored::NotCalled) => "not_called",
            Self::NotExplored(Unexplored::Lost) => "lost",
            Self::NoLongerReachable(Unreachable::Gone) => "gone",
            Self::NoLongerReachable(Unreachable::Excluded) => "excluded",
            _ => return None,
        })
    }
}

impl Unexplored {
    /// All of them.
    pub(super) const ALL: [Self; 5] = [
        Self::LeftOut,
        Self::OtherCircumstances,
        Self::Ended,
        Self::NotCalled,
        Self::Lost,
    ];
}

impl Unreachable {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Gone, Self::Excluded];
}

/// What a run shows of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Observation {
    Fails,
    Passes,
    Unknown(Unexplored),
    Absent(Unreachable),
}

/// A finding through time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Life {
    /// Its id.
    pub(super) id: String,
    /// Positions of runs, from the first that has it on, with what each says.
    pub(super) states: Vec<(usize, State)>,
    /// What is known after the last of them.
    pub(super) condition: Condition,
}

/// All findings in the order in which they were first seen. Runs are oldest first.
pub(super) fn lives(runs: &[Run<'_>]) -> Vec<Life> {
    let mut ids: Vec<&str> = Vec::new();
    for finding in runs.iter().flat_map(|run| &run.record.findings) {
        if !ids.contains(&finding.id.as_str()) {
            ids.push(&finding.id);
        }
    }
    ids.into_iter().filter_map(|id| life(id, runs)).collect()
}

fn life(id: &str, runs: &[Run<'_>]) -> Option<Life> {
    let mut condition: Option<Condition> = None;
    let mut states = Vec::new();
    // Where it was seen since it failed last, oldest first: each is what a run has to match.
    let mut sightings: Vec<(usize, &Sighting)> = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let seen = run.record.findings.iter().find(|finding| finding.id == id);
        if condition.is_none() && seen.is_none() {
            continue;
        }
        let observation = match seen {
            Some(_) => Observation::Fails,
            None => absent(run, runs, &sightings),
        };
        let (state, next) = step(condition, observation);
        if let Some(sighting) = seen {
            if condition != Some(Condition::Failing) {
                sightings.clear();
            }
            sightings.push((at, sighting));
        }
        condition = Some(next);
        states.push((at, state));
    }
    Some(Life {
        id: id.to_owned(),
        states,
        condition: condition?,
    })
}

/// What an observation makes of what was known before; none: nothing was.
fn step(before: Option<Condition>, observation: Observation) -> (State, Condition) {
    use Condition::{Failing, Fixed};
    match (before, observation) {
        (None, Observation::Fails) => (State::FirstSeen, Failing),
        (Some(Failing), Observation::Fails) => (State::StillFailing, Failing),
        (Some(_), Observation::Fails) => (State::Reopened, Failing),
        (Some(Fixed), Observation::Passes) => (State::Passes, Fixed),
        (_, Observation::Passes) => (State::Fixed, Fixed),
        (before, Observation::Unknown(why)) => (State::NotExplored(why), before.unwrap_or(Failing)),
        // What was fixed before its item went stays fixed.
        (Some(Fixed), Observation::Absent(why)) => (State::NoLongerReachable(why), Fixed),
        (_, Observation::Absent(why)) => (State::NoLongerReachable(why), Condition::Unreachable),
    }
}

/// What a run shows of a finding that it does not have.
fn absent(run: &Run<'_>, runs: &[Run<'_>], sightings: &[(usize, &Sighting)]) -> Observation {
    let Some(&(_, latest)) = sightings.last() else {
        return Observation::Unknown(Unexplored::Lost);
    };
    let Some(paths) = run.paths else {
        return Observation::Unknown(Unexplored::Lost);
    };
    let reached = reached(run, paths, &latest.item);
    if reached.is_some_and(|reached| reached.standing == Standing::LeftOut) {
        return Observation::Unknown(Unexplored::LeftOut);
    }
    let circumstances = &run.record.circumstances;
    let comparable: Vec<_> = sightings
        .iter()
        .filter(|(at, _)| circumstances.cover(&runs[*at].record.circumstances))
        .filter(|(_, sighting)| circumstances.has_leaks || sighting.kind != FaultKind::Leak.word())
        .collect();
    if comparable.is_empty() {
        return Observation::Unknown(Unexplored::OtherCircumstances);
    }
    let Some(reached) = reached else {
        return Observation::Absent(Unreachable::Gone);
    };
    match reached.standing {
        Standing::Excluded => return Observation::Absent(Unreachable::Excluded),
        Standing::Unreached => return Observation::Unknown(Unexplored::NotCalled),
        Standing::Completed | Standing::Called | Standing::LeftOut => {}
    }
    let is_enough = comparable
        .into_iter()
        .any(|(at, sighting)| would_have_seen(run, reached, &runs[*at], sighting));
    match is_enough {
        true => Observation::Passes,
        false => Observation::Unknown(Unexplored::Ended),
    }
}

fn reached(run: &Run<'_>, paths: &[String], item: &str) -> Option<Reached> {
    let at = paths.iter().position(|path| path == item)?;
    run.record.items.at(at)
}

/// True if a run explored an item as deep and as long as it took another run to see a finding of it.
fn would_have_seen(run: &Run<'_>, now: Reached, other: &Run<'_>, sighting: &Sighting) -> bool {
    let (outcome, then) = (&run.record.outcome, &other.record.outcome);
    match outcome.stop {
        // What was seen last may not have been looked at again.
        Stop::Interrupted | Stop::Untested | Stop::Findings | Stop::Given => return false,
        Stop::Exhausted | Stop::Depth | Stop::Valid | Stop::Quiet | Stop::Time => {}
    }
    let (options, others) = (&run.record.options, &other.record.options);
    let had_the_time =
        options.time_limit_ms >= others.time_limit_ms || outcome.explored_ms >= then.explored_ms;
    if outcome.stop == Stop::Time && !had_the_time {
        return false;
    }
    let ended_by_itself = match (outcome.stop, then.stop) {
        (Stop::Quiet, Stop::Quiet) => true,
        (Stop::Depth, Stop::Depth) => options.depth >= others.depth,
        _ => false,
    };
    let other_item = (other.paths).and_then(|paths| reached(other, paths, &sighting.item));
    if now.depth >= sighting.depth {
        let calls = other_item.map_or(sighting.after, |item| item.calls.min(sighting.after));
        // Nothing is left of what lies so deep. Of what lies deeper that does not say anything: an item that has died too often is
        // left where it stands.
        let is_exhausted = outcome.stop == Stop::Exhausted;
        return is_exhausted || ended_by_itself || now.calls >= calls;
    }
    // It was not found by going through all of a depth: only the same search over again comes upon it.
    let is_same_search = options.strategy == others.strategy && options.seed == others.seed;
    let is_as_far = |item: Reached| now.depth >= item.depth && (ended_by_itself || now.calls >= item.calls);
    is_same_search && other_item.is_some_and(is_as_far)
}

#[cfg(test)]
mod tests;
