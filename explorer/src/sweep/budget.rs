//! Which package a free worker takes next, and how much time it gets: never explored and changed ones first, then what is known is
//! tried again, then what still brought something when it was stopped. Pure: time is told, nothing is measured here.

use crate::tuning::{DEEPER, ENDING_OF_SWEEPS, LEAST_RETRY, LEAST_SLICE, PART_FOR_FRESH, WHOLE_OF_EXPLORING};
use std::cmp::Reverse;
use std::time::Duration;

/// What is known of a package before a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing that helps: never explored, or changed since.
    Fresh,
    /// It could not be explored as it is, or not in its time. The reason may lie elsewhere, so that it is tried again, shortly.
    Stuck,
    /// Explored as it is, and stopped by time after this long, when it brought this much.
    Unfinished {
        /// Exploring time of the last run.
        limit: Duration,
        /// More is more.
        promise: u64,
    },
    /// Explored as it is for this long, until more would very likely bring nothing.
    Settled {
        /// Exploring time of the last run; none if nothing is left to explore.
        limit: Option<Duration>,
        /// There is something to try again.
        has_findings: bool,
    },
}

/// What is done with a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Explored for as long as the share allows, or until nothing new comes.
    Explore,
    /// Explored for so long, or until nothing new comes.
    Deeper(Duration),
    /// Explored for so long.
    Until(Duration),
    /// Its findings are tried again.
    Replay,
}

/// A time for one package, all that is done with it included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What it may plan with.
    pub planned: Duration,
    /// When it is ended from outside.
    pub most: Duration,
}

/// Work for one worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Index of the package.
    pub package: usize,
    /// What is done.
    pub work: Work,
    /// None: there is no time for all, and each package takes what it takes.
    pub share: Option<Share>,
}

/// A package in a schedule.
#[derive(Clone, Debug)]
struct Entry {
    is_fresh: bool,
    /// None: a worker has it.
    next: Option<Next>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Explore,
    Retry,
    Replay,
    Deeper {
        limit: Duration,
        promise: u64,
    },
    /// Nothing would very likely come of it.
    Quiet(Duration),
    Nothing,
}

impl Entry {
    /// What is left to do once this is known.
    fn after(&self, standing: Standing) -> Next {
        match standing {
            Standing::Unfinished { limit, promise } => deeper(limit, promise),
            Standing::Settled {
                limit: Some(limit), ..
            } if self.is_fresh => Next::Quiet(limit.mul_f64(DEEPER).max(LEAST_SLICE)),
            Standing::Settled { .. } | Standing::Fresh | Standing::Stuck => Next::Nothing,
        }
    }
}

/// All packages of a sweep and what became of their time.
#[derive(Clone, Debug)]
pub struct Schedule {
    total: Option<Duration>,
    workers: u32,
    entries: Vec<Entry>,
    /// Time of workers for fresh packages, and for the others.
    spent: [Duration; 2],
    /// Time of workers given out and not accounted for yet, in the same order.
    given: [Duration; 2],
}

impl Schedule {
    /// For packages of these standings.
    pub fn new(
        total: Option<Duration>,
        workers: usize,
        standings: impl IntoIterator<Item = Standing>,
    ) -> Schedule {
        let entry = |standing| {
            let (is_fresh, next) = match standing {
                Standing::Fresh => (true, Next::Explore),
                Standing::Stuck => (false, Next::Retry),
                Standing::Unfinished { limit, promise } => (false, deeper(limit, promise)),
                Standing::Settled {
                    has_findings: true, ..
                } => (false, Next::Replay),
                Standing::Settled {
                    has_findings: false, ..
                } => (false, Next::Nothing),
            };
            Entry {
                is_fresh,
                next: Some(next),
            }
        };
        Schedule {
            total,
            workers: u32::try_from(workers.max(1)).unwrap_or(u32::MAX),
            entries: standings.into_iter().map(entry).collect(),
            spent: [Duration::ZERO; 2],
            given: [Duration::ZERO; 2],
        }
    }

    /// True if somebody may still come to something by what workers have in hand.
    pub fn is_over(&self) -> bool {
        self.entries.iter().all(|entry| entry.next.is_some())
    }

    /// Work for a free worker, `now` after the beginning. None: there is none now.
    pub fn next(&mut self, now: Duration) -> Option<Slice> {
        let left = match self.total {
            // Those who are told to end need a moment, and so does the report.
            Some(total) => {
                let left = total.checked_sub(now + ENDING_OF_SWEEPS)?;
                Some(left).filter(|left| *left >= LEAST_SLICE)
            }
            None => None,
        };
        let slice = self
            .fresh(left)
            .or_else(|| self.short(Next::Replay, Work::Replay, LEAST_SLICE, left))
            .or_else(|| self.matching(left?))
            .or_else(|| self.short(Next::Retry, Work::Explore, LEAST_RETRY, left))
            .or_else(|| self.deeper(left?))?;
        let entry = &mut self.entries[slice.package];
        entry.next = None;
        let planned = slice.share.map_or(Duration::ZERO, |share| share.planned);
        self.given[usize::from(!entry.is_fresh)] += planned;
        Some(slice)
    }

    fn fresh(&self, left: Option<Duration>) -> Option<Slice> {
        let is_waiting = |entry: &&Entry| entry.next == Some(Next::Explore);
        let waiting = u32::try_from(self.entries.iter().filter(is_waiting).count()).unwrap_or(u32::MAX);
        let package = self
            .entries
            .iter()
            .position(|entry| entry.next == Some(Next::Explore))?;
        let share = left.map(|left| {
            let has_others = self.entries.iter().any(|entry| !entry.is_fresh);
            let part = if has_others { PART_FOR_FRESH } else { 1.0 };
            bounded((left * self.workers.min(waiting) / waiting).mul_f64(part), left)
        });
        Some(Slice {
            package,
            work: Work::Explore,
            share,
        })
    }

    /// What takes a moment, if all is well.
    fn short(&self, next: Next, work: Work, time: Duration, left: Option<Duration>) -> Option<Slice> {
        let package = self.entries.iter().position(|entry| entry.next == Some(next))?;
        // Where there is no time for all, nobody takes it from others.
        if left.is_some() && !self.may_spend_on_others(time) {
            return None;
        }
        Some(Slice {
            package,
            work,
            share: left.map(|left| Share {
                planned: time.min(left),
                most: (time * 2).max(LEAST_RETRY).min(left),
            }),
        })
    }

    /// What changed goes on, so that what is known of others can be tried again.
    fn matching(&self, left: Duration) -> Option<Slice> {
        let is_waiting = |entry: &Entry| entry.next == Some(Next::Replay);
        if !self.entries.iter().any(is_waiting) {
            return None;
        }
        let promising = self.most_promising(|entry| entry.is_fresh);
        let (package, work) = match promising {
            Some((package, limit)) => (package, Work::Deeper(limit)),
            None => self.quiet()?,
        };
        Some(going_on(package, work, left))
    }

    /// The package that promised the most when it was stopped. What changed gets at least half of all time: where others would get
    /// more, one that changed is explored again, longer.
    fn deeper(&mut self, left: Duration) -> Option<Slice> {
        let (package, limit) = self.most_promising(|_| true)?;
        let may_go_on =
            self.entries[package].is_fresh || self.may_spend_on_others(limit.mul_f64(WHOLE_OF_EXPLORING));
        let (package, work) = match may_go_on {
            true => (package, Work::Deeper(limit)),
            false => match self.most_promising(|entry| entry.is_fresh) {
                Some((package, limit)) => (package, Work::Deeper(limit)),
                None => self.quiet()?,
            },
        };
        Some(going_on(package, work, left))
    }

    /// Of equal ones the first.
    fn most_promising(&self, is_meant: impl Fn(&Entry) -> bool) -> Option<(usize, Duration)> {
        let entries = self.entries.iter().enumerate();
        let promising = entries.filter_map(|(package, entry)| match entry.next {
            Some(Next::Deeper { limit, promise }) if is_meant(entry) => {
                Some((promise, Reverse(package), limit))
            }
            _ => None,
        });
        let (_, Reverse(package), limit) = promising.max()?;
        Some((package, limit))
    }

    /// What changed and has become quiet: the one that was explored the least.
    fn quiet(&self) -> Option<(usize, Work)> {
        let entries = self.entries.iter().enumerate();
        let quiet = entries.filter_map(|(package, entry)| match entry.next {
            Some(Next::Quiet(limit)) if entry.is_fresh => Some((limit, package)),
            _ => None,
        });
        let (limit, package) = quiet.min()?;
        Some((package, Work::Until(limit)))
    }

    /// Whether what did not change may take this much more: never more than what changed, unless no time would help that.
    fn may_spend_on_others(&self, more: Duration) -> bool {
        let mut fresh = self.entries.iter().filter(|entry| entry.is_fresh);
        if fresh.all(|entry| entry.next == Some(Next::Nothing)) {
            return true;
        }
        self.spent[1] + self.given[1] + more <= self.spent[0]
    }

    /// A worker is done with its slice after `took`. `standing` is what is known of the package now.
    pub fn done(&mut self, slice: &Slice, took: Duration, standing: Standing) {
        let kind = usize::from(!self.entries[slice.package].is_fresh);
        self.given[kind] = self.given[kind].saturating_sub(slice.share.map_or(Duration::ZERO, |s| s.planned));
        self.account(slice.package, took);
        let entry = &mut self.entries[slice.package];
        // Something else than the package has changed.
        entry.next = Some(match (standing, slice.work) {
            (Standing::Fresh | Standing::Stuck, Work::Replay) => Next::Explore,
            _ => entry.after(standing),
        });
    }

    /// The same for work that was done before this process began.
    pub fn was_done(&mut self, package: usize, took: Duration, standing: Standing) {
        self.account(package, took);
        let entry = &mut self.entries[package];
        entry.next = Some(match standing {
            // A replay showed another thing, and nobody came to explore it again.
            Standing::Fresh => Next::Explore,
            _ => entry.after(standing),
        });
    }

    fn account(&mut self, package: usize, took: Duration) {
        let kind = usize::from(!self.entries[package].is_fresh);
        self.spent[kind] += took;
    }

    /// How many packages have work left that needs no more than a worker.
    pub fn waiting(&self) -> usize {
        let is_waiting = |entry: &&Entry| {
            let next = entry.next;
            matches!(
                next,
                Some(Next::Explore | Next::Retry | Next::Replay | Next::Deeper { .. })
            )
        };
        self.entries.iter().filter(is_waiting).count()
    }
}

/// A package is explored again, longer.
fn going_on(package: usize, work: Work, left: Duration) -> Slice {
    let limit = match work {
        Work::Deeper(limit) | Work::Until(limit) => limit,
        Work::Explore | Work::Replay => Duration::ZERO,
    };
    Slice {
        package,
        work,
        share: Some(bounded(limit.mul_f64(WHOLE_OF_EXPLORING), left)),
    }
}

/// Each run begins anew, so that the next one has to be longer.
fn deeper(limit: Duration, promise: u64) -> Next {
    Next::Deeper {
        limit: limit.mul_f64(DEEPER),
        promise,
    }
}

/// A share, and its end. What a package does beside exploring is not known before: nobody is ended at once.
fn bounded(planned: Duration, left: Duration) -> Share {
    let planned = planned.max(LEAST_SLICE).min(left);
    Share {
        planned,
        most: (planned * 2).max(planned + LEAST_SLICE * 10).min(left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const SETTLED: Standing = Standing::Settled {
        limit: None,
        has_findings: false,
    };
    const FAILING: Standing = Standing::Settled {
        limit: None,
        has_findings: true,
    };

    fn unfinished(limit: u64, promise: u64) -> Standing {
        Standing::Unfinished {
            limit: seconds(limit),
            promise,
        }
    }

    /// Runs a schedule with one worker whose work takes what it was planned for. Returns who got how much in which way.
    fn run(
        total: u64,
        standings: &[Standing],
        stands: impl Fn(&Slice) -> Standing,
    ) -> Vec<(usize, Work, u64)> {
        let mut schedule = Schedule::new(Some(seconds(total)), 1, standings.iter().copied());
        let (mut now, mut got) = (Duration::ZERO, Vec::new());
        while let Some(slice) = schedule.next(now) {
            let share = slice.share.expect("there is a time for all");
            assert!(now + share.most <= seconds(total), "{slice:?} at {now:?}");
            now += share.planned;
            got.push((slice.package, slice.work, share.planned.as_secs()));
            schedule.done(&slice, share.planned, stands(&slice));
        }
        got
    }

    #[test]
    fn fresh_packages_share_the_time_and_nothing_is_left() {
        let settled = |_: &Slice| SETTLED;
        let got = run(120 + ENDING_OF_SWEEPS.as_secs(), &[Standing::Fresh; 4], settled);
        let explored = Work::Explore;
        let expected: Vec<_> = (0..4).map(|package| (package, explored, 30)).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn what_one_leaves_the_others_get() {
        let mut schedule = Schedule::new(Some(seconds(100) + ENDING_OF_SWEEPS), 1, [Standing::Fresh; 2]);
        let first = schedule.next(Duration::ZERO).unwrap();
        assert_eq!(first.share.unwrap().planned, seconds(50));
        schedule.done(&first, seconds(10), SETTLED);
        assert_eq!(
            schedule.next(seconds(10)).unwrap().share.unwrap().planned,
            seconds(90)
        );
    }

    #[test]
    fn changed_ones_get_at_least_half() {
        let standings = [unfinished(20, 5), FAILING, Standing::Fresh, unfinished(10, 9)];
        let got = run(600, &standings, |slice| match slice.work {
            Work::Deeper(limit) | Work::Until(limit) => unfinished(limit.as_secs(), 1),
            Work::Explore => unfinished(100, 3),
            Work::Replay => FAILING,
        });
        let time = |is_fresh: bool| -> u64 {
            let of_kind = got.iter().filter(|(package, ..)| (*package == 2) == is_fresh);
            of_kind.map(|(_, _, time)| time).sum()
        };
        assert!(time(true) >= time(false), "{got:?}");
        assert_eq!(got[0].0, 2, "{got:?}");
        assert_eq!(got[1].1, Work::Replay, "{got:?}");
        assert_eq!(got[2].0, 3, "the most promising: {got:?}");
    }

    #[test]
    fn what_is_exhausted_leaves_all_time_to_others() {
        let standings = [Standing::Fresh, unfinished(100, 1)];
        let got = run(1000, &standings, |slice| match slice.work {
            Work::Deeper(limit) => unfinished(limit.as_secs(), 1),
            _ => SETTLED,
        });
        assert!(got.iter().any(|(package, ..)| *package == 1), "{got:?}");
    }

    #[test]
    fn what_changed_and_is_quiet_goes_on_while_others_want_time() {
        let got = run(1000, &[Standing::Fresh, unfinished(20, 1)], |slice| {
            match slice.work {
                Work::Deeper(limit) => unfinished(limit.as_secs(), 1),
                _ => Standing::Settled {
                    limit: Some(seconds(5)),
                    has_findings: false,
                },
            }
        });
        let of = |which: usize| -> u64 {
            let mine = got.iter().filter(|(package, ..)| *package == which);
            mine.map(|(_, _, time)| time).sum()
        };
        assert!(of(0) >= of(1) && of(1) > 0, "{got:?}");
    }

    #[test]
    fn without_a_time_for_all_each_takes_what_it_takes_and_nothing_goes_deeper() {
        let standings = [unfinished(20, 5), Standing::Fresh, FAILING];
        let mut schedule = Schedule::new(None, 2, standings);
        let first = schedule.next(Duration::ZERO).unwrap();
        assert_eq!((first.package, first.share), (1, None));
        schedule.done(&first, seconds(60), unfinished(60, 1));
        let second = schedule.next(seconds(60)).unwrap();
        assert_eq!((second.package, second.work), (2, Work::Replay));
        schedule.done(&second, seconds(1), FAILING);
        assert_eq!(schedule.next(seconds(61)), None);
        assert!(schedule.is_over());
    }

    #[test]
    fn a_replay_that_shows_another_thing_has_the_package_explored() {
        let mut schedule = Schedule::new(None, 1, [FAILING]);
        let slice = schedule.next(Duration::ZERO).unwrap();
        assert!(!schedule.is_over());
        schedule.done(&slice, seconds(1), Standing::Fresh);
        assert_eq!(schedule.next(seconds(1)).unwrap().work, Work::Explore);
    }

    #[test]
    fn what_a_replay_before_this_process_showed_has_the_package_explored_too() {
        let mut schedule = Schedule::new(None, 1, [FAILING]);
        schedule.was_done(0, seconds(1), Standing::Fresh);
        assert_eq!(schedule.next(seconds(1)).unwrap().work, Work::Explore);
    }

    #[test]
    fn what_is_known_is_tried_again_however_little_changed() {
        let mut schedule = Schedule::new(Some(seconds(300)), 1, [Standing::Fresh, FAILING]);
        let first = schedule.next(Duration::ZERO).unwrap();
        let quiet = Standing::Settled {
            limit: Some(seconds(1)),
            has_findings: false,
        };
        schedule.done(&first, seconds(2), quiet);
        let second = schedule.next(seconds(2)).unwrap();
        assert_eq!((second.package, second.work), (0, Work::Until(LEAST_SLICE)));
        schedule.done(&second, seconds(4), quiet);
        let third = schedule.next(seconds(6)).unwrap();
        assert_eq!((third.package, third.work), (1, Work::Replay));
        schedule.done(&third, seconds(1), FAILING);
        assert_eq!(schedule.next(seconds(7)), None);
    }

    #[test]
    fn what_is_stuck_is_tried_shortly_and_after_what_changed() {
        let got = run(300, &[Standing::Stuck, Standing::Fresh], |slice| {
            match slice.package {
                0 => Standing::Stuck,
                _ => SETTLED,
            }
        });
        assert_eq!(got.len(), 2, "{got:?}");
        assert_eq!((got[0].0, got[1].0), (1, 0), "{got:?}");
        assert!(got[1].2 <= LEAST_RETRY.as_secs(), "{got:?}");
    }
}
