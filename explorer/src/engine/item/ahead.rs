//! Parts of a round that are run before it is known that the search comes there, so that several executors can work on
//! one item. They decide nothing: results are taken in when the search stands where a part begins, in the order of the
//! plans, and thrown away when it passes by. So the item ends up as if one executor had run unit after unit.

use super::super::schedule::SLICE_RUNS;
use super::{ItemSearch, State};
use crate::executor::UnitResult;
use plans::{Bound, Cursor, Grammar, LaneKind, OpId, Search, Start, UnitName, UnitRequest, UnitStop};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Parts that are over and wait for the search to come there, for each one less that is begun.
const MOST_WAITING: usize = 4;
/// Runs of a part below which the next ones are made larger.
const SMALL_PART: u64 = SLICE_RUNS / 4;
/// Most alternatives in one part.
const MOST_STRIDE: u32 = 1 << 12;

/// A part that is run ahead.
#[derive(Debug)]
struct Part {
    number: u64,
    /// Its first plan.
    begin: Cursor,
    /// How many decisions of that plan tell where the part before it ends.
    mark: usize,
    /// Its results with their names, in order.
    results: VecDeque<(UnitName, UnitResult)>,
    /// Where its next unit begins; none if it is over.
    next: Option<Start>,
}

/// How fast a search goes on: one slice takes it so many alternatives on at the first decision that it changes.
#[derive(Clone, Copy, Debug)]
struct Pace {
    level: usize,
    stride: u32,
}

/// What is run ahead of one item's search.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    /// In order of plans. The first one begins where the item's own unit ends.
    parts: VecDeque<Part>,
    /// Where the last part ends; none: with the round.
    end: Option<(Cursor, usize)>,
    /// Results that are due.
    due: VecDeque<(UnitName, UnitResult)>,
    pace: Option<Pace>,
    numbers: u64,
}

impl Ahead {
    /// The round is over: nothing of it is of use any more.
    fn clear(&mut self) {
        self.parts.clear();
        self.due.clear();
        self.end = None;
        self.pace = None;
    }

    /// Where a unit ends that begins before the part with this index.
    fn end_before(&self, index: usize) -> Option<Cursor> {
        let (begin, mark) = match self.parts.get(index) {
            Some(part) => (&part.begin, part.mark),
            None => self.end.as_ref().map(|(begin, mark)| (begin, *mark))?,
        };
        Some(begin.begin(mark))
    }

    /// The part that begins where the search stands, if there is one, is the search's own from now on.
    fn join(&mut self, at: &Cursor) {
        while let Some(part) = self.parts.front() {
            match part.begin.order(at) {
                Ordering::Greater => return,
                Ordering::Equal => {
                    self.due = self
                        .parts
                        .pop_front()
                        .map_or(VecDeque::new(), |part| part.results);
                    return;
                }
                Ordering::Less => drop(self.parts.pop_front()),
            }
        }
    }

    /// A slice of so many runs went from one plan to another.
    fn note_pace(&mut self, from: &Cursor, to: &Cursor, runs: u64) {
        let Some((level, stride)) = from.way_to(to) else {
            return;
        };
        // So far in one slice of the usual length.
        let stride = u64::from(stride) * SLICE_RUNS / runs.max(SLICE_RUNS);
        self.pace = Some(Pace {
            level,
            stride: u32::try_from(stride).map_or(MOST_STRIDE, |stride| stride.clamp(1, MOST_STRIDE)),
        });
    }
}

impl ItemSearch {
    /// Where the item's own unit ends: something was run ahead from there.
    pub(super) fn end_before_ahead(&self) -> Option<Cursor> {
        match self.ahead.parts.is_empty() {
            true => None,
            false => self.ahead.end_before(0),
        }
    }

    /// At most `most` units of at most `budget` runs that go on ahead of the item's own one. To be asked for before
    /// [`ItemSearch::next_unit`].
    pub fn units_ahead(
        &mut self,
        grammar: &Grammar,
        most: usize,
        budget: u64,
    ) -> Vec<(UnitName, UnitRequest)> {
        let Some(request) = self.splittable(budget) else {
            return Vec::new();
        };
        let live = self.ahead.parts.iter().filter(|part| part.is_live()).count();
        let waiting = self.ahead.parts.len() - live;
        let left = most.saturating_sub(live + waiting / MOST_WAITING);
        self.find_parts(grammar, &request, left);
        let parts = self.ahead.parts.iter().enumerate();
        let units = parts.filter(|(_, part)| part.is_live()).take(most);
        units
            .filter_map(|(index, part)| {
                let mut unit = request.1.clone();
                let round = unit.round_mut()?;
                round.start = part.next.clone()?;
                round.end = self.ahead.end_before(index + 1);
                let lane = LaneKind::Depth {
                    is_bare: false,
                    ahead: Some(part.number),
                };
                Some((UnitName { lane, ..request.0 }, unit))
            })
            .collect()
    }

    /// The unit that is to be run next, if all that a later unit of the round is told is known now.
    fn splittable(&self, budget: u64) -> Option<(UnitName, UnitRequest)> {
        let current = self.current()?;
        let State::Active { round, start, .. } = &self.instances[current].state else {
            return None;
        };
        let is_in_order = round.draws.is_none() && !matches!(start, Start::Fresh);
        // Turns end after so many runs, wherever the search stands.
        let goes_on = self.turns.is_none()
            && self.turn_by_height().is_none()
            && self.has_returned()
            && !self.is_sampling()
            && self.wanted_valid == u64::MAX;
        let (name, request) = self.next_unit(budget)?;
        (is_in_order && goes_on && request.learning.watched_plans == 0).then_some((name, request))
    }

    /// Finds up to `most` more parts behind the last one, each worth about one slice.
    fn find_parts(&mut self, grammar: &Grammar, request: &(UnitName, UnitRequest), most: usize) {
        let Some(pace) = self.ahead.pace.filter(|_| most > 0) else {
            return;
        };
        let current = request.0.instance;
        let State::Active { start, .. } = &self.instances[current].state else {
            return;
        };
        let is_first = self.ahead.parts.is_empty();
        let from = match (&self.ahead.end, start) {
            (Some((end, _)), _) if !is_first => end,
            // The last part goes on to the end of the round.
            (None, _) if !is_first => return,
            (_, Start::At(at)) => at,
            (_, Start::After(fatal)) => &fatal.at,
            _ => return,
        };
        let request = &request.1;
        let Some(Bound::Depth(bound)) = request.round().map(|round| round.bound) else {
            return;
        };
        let Some(mut search) = Search::resume(grammar, request.root, bound, from) else {
            return;
        };
        let mut known: Vec<OpId> = request.learning.known.iter().map(|value| value.op).collect();
        known.sort_unstable();
        search.allow_learned(known);
        let goes_on = |search: &mut Search<'_>| (0..pace.stride).all(|_| search.jump(pace.level));
        let mark = |search: &Search<'_>| search.vector().len().min(pace.level + 1);
        if is_first {
            if !goes_on(&mut search) {
                return;
            }
            self.ahead.end = Some((search.cursor(), mark(&search)));
        }
        for _ in 0..most {
            let Some((begin, at)) = self.ahead.end.take() else {
                return;
            };
            self.ahead.numbers += 1;
            self.ahead.parts.push_back(Part {
                number: self.ahead.numbers,
                next: Some(Start::At(begin.clone())),
                begin,
                mark: at,
                results: VecDeque::new(),
            });
            if goes_on(&mut search) {
                self.ahead.end = Some((search.cursor(), mark(&search)));
            }
        }
    }

    /// Keeps the result of a unit of [`ItemSearch::units_ahead`] until it is due.
    pub fn absorb_ahead(&mut self, name: UnitName, result: UnitResult) {
        let is_of = |part: &Part| Some(part.number) == name.ahead();
        let Some(index) = self.ahead.parts.iter().position(is_of) else {
            return;
        };
        let end = self.ahead.end_before(index + 1);
        let part = &mut self.ahead.parts[index];
        part.next = match (&result.death, &result.report.stop) {
            (Some(death), _) => Some(Start::After(death.fatal.clone())),
            (None, UnitStop::Exhausted { .. }) => None,
            (None, UnitStop::Budget { next }) => {
                let is_over = end.is_some_and(|end| next.has_reached(&end));
                (!is_over).then(|| Start::At(next.clone()))
            }
        };
        part.results.push_back((name, result));
    }

    /// A result that was run ahead and is due: to be absorbed next, before anything else is asked for.
    pub fn due(&mut self) -> Option<(UnitName, UnitResult)> {
        let current = self.current()?;
        if self.ahead.due.is_empty() {
            let State::Active {
                start: Start::At(at), ..
            } = &self.instances[current].state
            else {
                return None;
            };
            self.ahead.join(at);
        }
        self.ahead.due.pop_front()
    }

    /// Where the current round stands, before a result is taken in.
    pub(super) fn place(&self) -> Option<(usize, Option<Cursor>)> {
        let current = self.current()?;
        let State::Active { start, .. } = &self.instances[current].state else {
            return None;
        };
        let at = match start {
            Start::At(at) => Some(at.clone()),
            Start::After(fatal) => Some(fatal.at.clone()),
            Start::Fresh => None,
        };
        Some((current, at))
    }

    /// After a result of so many runs was taken in that began at `before`.
    pub(super) fn follow(&mut self, before: Option<(usize, Option<Cursor>)>, runs: u64) {
        let is_same_round = self.slices > 0 && !self.is_sampling();
        let (Some((instance, from)), Some((now, to)), true) = (before, self.place(), is_same_round) else {
            self.ahead.clear();
            return;
        };
        if instance != now {
            self.ahead.clear();
        } else if self
            .ahead
            .parts
            .front()
            .is_none_or(|part| Some(&part.begin) != to.as_ref())
        {
            if let Some(to) = to {
                self.ahead
                    .note_pace(&from.unwrap_or_else(|| to.begin(0)), &to, runs);
            }
        } else if runs < SMALL_PART
            && let Some(pace) = &mut self.ahead.pace
        {
            // It was cut short by what was run ahead.
            pace.stride = pace.stride.saturating_mul(2).min(MOST_STRIDE);
        }
    }
}

impl Part {
    /// Whether it is worth going on with. After a death it is left to the search itself, which may be over then.
    fn is_live(&self) -> bool {
        self.next.is_some() && self.results.iter().all(|(_, result)| result.death.is_none())
    }
}
