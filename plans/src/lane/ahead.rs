//! Parts of a round that are run before it is known that the search comes there, so that several executors can work on
//! one item. They decide nothing: results are taken in when the search stands where a part begins, in the order of the
//! plans, and thrown away when it passes by. So the item ends up as if one executor had run unit after unit.

use super::instance::Instance;
use super::name::{LaneKind, UnitName};
use super::news::Tells;
use crate::cursor::Cursor;
use crate::grammar::Grammar;
use crate::ids::OpId;
use crate::request::{Bound, Start, UnitRequest};
use crate::search::Search;
use crate::tuning::{MOST_STRIDE, MOST_WAITING, SLICE_RUNS, SMALL_PART};
use crate::unit::UnitStop;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// A part that is run ahead.
#[derive(Debug)]
struct Part<R> {
    number: u64,
    /// Its first plan.
    begin: Cursor,
    /// How many decisions of that plan tell where the part before it ends.
    mark: usize,
    /// Its results with their names, in order.
    results: VecDeque<(UnitName, R)>,
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
#[derive(Debug)]
pub(super) struct Ahead<R> {
    /// In order of plans. The first one begins where the item's own unit ends.
    parts: VecDeque<Part<R>>,
    /// Where the last part ends; none: with the round.
    end: Option<(Cursor, usize)>,
    /// Results that are due.
    due: VecDeque<(UnitName, R)>,
    pace: Option<Pace>,
    numbers: u64,
}

impl<R> Default for Ahead<R> {
    fn default() -> Ahead<R> {
        Ahead {
            parts: VecDeque::new(),
            end: None,
            due: VecDeque::new(),
            pace: None,
            numbers: 0,
        }
    }
}

impl<R> Ahead<R> {
    /// The round is over: nothing of it is of use any more.
    pub(super) fn clear(&mut self) {
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

    /// Where the item's own unit ends: something was run ahead from there.
    pub(super) fn end_of_own_unit(&self) -> Option<Cursor> {
        match self.parts.is_empty() {
            true => None,
            false => self.end_before(0),
        }
    }

    /// Finds up to `most` more parts behind the last one, each worth about one slice, where the search of this unit's round
    /// stands in its instance.
    fn find_parts(&mut self, grammar: &Grammar, instance: &Instance, request: &UnitRequest, most: usize) {
        let Some(pace) = self.pace.filter(|_| most > 0) else {
            return;
        };
        let is_first = self.parts.is_empty();
        let from = match (&self.end, instance.course.place()) {
            (Some((end, _)), _) if !is_first => end,
            // The last part goes on to the end of the round.
            (None, _) if !is_first => return,
            (_, Some(place)) => place,
            (_, None) => return,
        };
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
            self.end = Some((search.cursor(), mark(&search)));
        }
        for _ in 0..most {
            let Some((begin, at)) = self.end.take() else {
                return;
            };
            self.numbers += 1;
            self.parts.push_back(Part {
                number: self.numbers,
                next: Some(Start::At(begin.clone())),
                begin,
                mark: at,
                results: VecDeque::new(),
            });
            if goes_on(&mut search) {
                self.end = Some((search.cursor(), mark(&search)));
            }
        }
    }

    /// After a result of so many runs was taken in that began at one place of a round, and after which the round stands at
    /// another.
    pub(super) fn follow(&mut self, from: Option<Cursor>, to: Option<Cursor>, runs: u64) {
        let front = self.parts.front().map(|part| &part.begin);
        if front.is_none() || front != to.as_ref() {
            if let Some(to) = to {
                self.note_pace(&from.unwrap_or_else(|| to.begin(0)), &to, runs);
            }
        } else if runs < SMALL_PART
            && let Some(pace) = &mut self.pace
        {
            // It was cut short by what was run ahead.
            pace.stride = pace.stride.saturating_mul(2).min(MOST_STRIDE);
        }
    }
}

impl<R: Tells> Ahead<R> {
    /// At most `most` units like the one that the search of an instance is to run next, but further on.
    pub(super) fn units(
        &mut self,
        grammar: &Grammar,
        instance: &Instance,
        (name, request): &(UnitName, UnitRequest),
        most: usize,
    ) -> Vec<(UnitName, UnitRequest)> {
        let live = self.parts.iter().filter(|part| part.is_live()).count();
        let waiting = self.parts.len() - live;
        let left = most.saturating_sub(live + waiting / MOST_WAITING);
        self.find_parts(grammar, instance, request, left);
        let parts = self.parts.iter().enumerate();
        let units = parts.filter(|(_, part)| part.is_live()).take(most);
        units
            .filter_map(|(index, part)| {
                let mut unit = request.clone();
                let round = unit.round_mut()?;
                round.start = part.next.clone()?;
                round.end = self.end_before(index + 1);
                let lane = LaneKind::Depth {
                    is_bare: false,
                    ahead: Some(part.number),
                };
                Some((UnitName { lane, ..*name }, unit))
            })
            .collect()
    }

    /// Keeps the result of one of these units until it is due.
    pub(super) fn absorb(&mut self, name: UnitName, result: R) {
        let is_of = |part: &Part<R>| Some(part.number) == name.ahead();
        let Some(index) = self.parts.iter().position(is_of) else {
            return;
        };
        let end = self.end_before(index + 1);
        let part = &mut self.parts[index];
        let news = result.news();
        part.next = match (news.death, &news.report.stop) {
            (Some(death), _) => Some(Start::After(death.fatal.clone())),
            (None, UnitStop::Exhausted { .. }) => None,
            (None, UnitStop::Budget { next, .. }) => {
                let is_over = end.is_some_and(|end| next.has_reached(&end));
                (!is_over).then(|| Start::At(next.clone()))
            }
        };
        part.results.push_back((name, result));
    }

    /// A result that is due where a round goes on from here.
    pub(super) fn due(&mut self, start: Option<&Start>) -> Option<(UnitName, R)> {
        if self.due.is_empty() {
            let Some(Start::At(at)) = start else {
                return None;
            };
            self.join(at);
        }
        self.due.pop_front()
    }
}

impl<R: Tells> Part<R> {
    /// Whether it is worth going on with. After a death it is left to the search itself, which may be over then.
    fn is_live(&self) -> bool {
        self.next.is_some()
            && self
                .results
                .iter()
                .all(|(_, result)| result.news().death.is_none())
    }
}
