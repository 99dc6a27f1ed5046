//! Texts in the plans of an item: each plan that was kept and has a text in it is run again with other texts, which an author
//! makes. It takes turns with the rounds, of about as many runs, and goes on when they are over. Nothing of it is in a round
//! by depth.

mod drawn;
mod seeds;
mod sequences;
mod spent;
mod subject;
mod turn;
mod under_way;

use super::instance::Instance;
use super::news::{DeathKind, UnitNews};
use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::learned::Learning;
use crate::plan::{Plan, Term};
use crate::request::{UnitRequest, Work};
use crate::sample::Numbers;
use crate::text::{Author, Reader, TextKind, Vocabulary};
use crate::tuning::{
    LEAST_SUBJECTS_OF_AN_INSTANCE, LONGEST_KEPT_TEXT, MOST_DEATHS_OF_TEXTS, MOST_SCALAR_SUBJECTS,
    MOST_SHARED_TEXTS, MOST_SUBJECTS, MOST_SUBJECTS_WITH_TWINS, RUNS_OF_A_TEXT, SCALAR_SUBJECTS_AT_A_TIME,
};
use crate::unit::Tallies;
use seeds::{Seeds, Sown};
use spent::Spent;
use std::collections::BTreeSet;
use std::sync::Arc;
use subject::{Record, Subject, has_shape_of};
use turn::Turn;
use under_way::UnderWay;

/// The texts of one item.
#[derive(Debug)]
pub(super) struct Texts {
    vocabulary: Arc<Vocabulary>,
    /// By kind of texts.
    authors: Vec<Author>,
    seeds: Seeds,
    subjects: Vec<Subject>,
    /// By instance: so many of its kept runs were looked at.
    looked_at: Vec<usize>,
    turn: Turn,
    under_way: Option<UnderWay>,
    /// Of its runs, those that count as less than others.
    light: Tallies,
    deaths: u32,
    /// How many units came back.
    units: u32,
    numbers: Numbers,
    exchange: Exchange,
}

/// What items show each other.
#[derive(Debug, Default)]
struct Exchange {
    /// Texts that showed something that no item had shown.
    found: Vec<Vec<u8>>,
    /// So many of those that all items share were looked at.
    shared: usize,
}

/// A place of a plan with a text, a number or a character.
struct Place {
    way: Vec<usize>,
    ty: Option<TypeId>,
    kind: TextKind,
    /// None for a value of the grammar that is no text.
    value: Option<Vec<u8>>,
}

impl Texts {
    pub(super) fn new(vocabulary: Arc<Vocabulary>, instances: &[Instance]) -> Texts {
        let mut seeds = Vec::new();
        for (index, instance) in instances.iter().enumerate() {
            let of_root = |plan: &&Plan| plan.root() == instance.rooted.root;
            let plans: Vec<Plan> = vocabulary.seeds.iter().filter(of_root).cloned().collect();
            seeds.extend((!plans.is_empty()).then_some((index, plans)));
        }
        Texts {
            vocabulary,
            authors: Vec::new(),
            seeds: Seeds::of_examples(seeds),
            subjects: Vec::new(),
            looked_at: vec![0; instances.len()],
            turn: Turn::default(),
            under_way: None,
            light: Tallies::default(),
            deaths: 0,
            units: 0,
            numbers: Numbers(0),
            exchange: Exchange::default(),
        }
    }

    /// Gives all items what it found, and takes what others did.
    pub(super) fn share(&mut self, all: &mut Vec<Vec<u8>>) {
        for text in std::mem::take(&mut self.exchange.found) {
            if all.len() < MOST_SHARED_TEXTS && !all.contains(&text) {
                all.push(text);
            }
        }
        if self.authors.is_empty() {
            return;
        }
        for text in &all[self.exchange.shared.min(all.len())..] {
            for author in self.authors.iter_mut().filter(|author| author.kind().is_text()) {
                author.suggest(text);
            }
        }
        self.exchange.shared = all.len();
    }

    /// What those of its runs came to that count as less than others.
    pub(super) fn light(&self) -> &Tallies {
        &self.light
    }

    /// How many units came back.
    pub(super) fn units(&self) -> u32 {
        self.units
    }

    /// What came back since rounds had their last turn, as slices of a round where items wait for each other.
    pub(super) fn slices(&self) -> u32 {
        self.turn.slices()
    }

    /// Whether there is anything to run.
    fn is_open(&self) -> bool {
        !self.has_died_too_often() && (self.seeds.are_left() || self.has_subjects())
    }

    /// No more texts are tried.
    fn has_died_too_often(&self) -> bool {
        self.deaths >= MOST_DEATHS_OF_TEXTS
    }

    /// Whether it is its turn, where rounds may be left or not.
    pub(super) fn has_turn(&self, has_rounds: bool) -> bool {
        self.goes_early(has_rounds) || self.draws(has_rounds)
    }

    /// Whether its turn comes before those of other items that are as deep: what is drawn waits for the item's own turn.
    pub(super) fn goes_early(&self, has_rounds: bool) -> bool {
        let is_granted = self.turn.is_left() || !has_rounds;
        self.is_open() && is_granted
    }

    fn has_texts(&self) -> bool {
        self.subjects.iter().any(|subject| subject.kind.is_text())
    }

    fn has_subjects(&self) -> bool {
        self.subjects.iter().any(|subject| !subject.is_over)
    }

    /// Whether plans are to be drawn now.
    fn draws(&self, has_rounds: bool) -> bool {
        self.seeds.draws(!has_rounds && !self.is_open())
    }

    /// Rounds had so many runs: it is its turn for about as many.
    pub(super) fn grant(&mut self, instances: &[Instance], runs: u64) {
        self.look_for_subjects(instances);
        self.seeds.grant(runs);
        self.turn = self.turn.after(runs);
    }

    fn look_for_subjects(&mut self, instances: &[Instance]) {
        for (index, instance) in instances.iter().enumerate() {
            self.look_at(index, instance);
        }
    }

    /// Plans of kept runs that have a text which was looked at, or a number.
    fn look_at(&mut self, index: usize, instance: &Instance) {
        let kept = instance.kept.runs();
        let Some(looked_at) = self.looked_at.get_mut(index) else {
            return;
        };
        let new = &kept[(*looked_at).min(kept.len())..];
        *looked_at = kept.len();
        for run in new {
            self.add_subjects(index, &run.sample.plan);
            self.seeds.note(index, &run.sample.plan);
        }
    }

    fn add_subjects(&mut self, instance: usize, plan: &Plan) {
        let mut places: Vec<Place> = Vec::new();
        plan.term().visit_parts(&mut Vec::new(), &mut |way, part| {
            let text = self
                .vocabulary
                .text(part)
                .map(|(kind, value)| (kind, Some(value)));
            if let Some((kind, value)) = text.or_else(|| self.vocabulary.scalar(part)) {
                places.push(Place {
                    way: way.to_vec(),
                    ty: self.vocabulary.type_of(part),
                    kind,
                    value: value.map(<[u8]>::to_vec),
                });
            }
        });
        for place in &places {
            let author = self.author(place.kind);
            place.value.iter().for_each(|value| author.keep(value));
            self.add_subject(instance, plan, place, Vec::new());
        }
        for (at, place) in places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.kind.is_text())
        {
            let is_twin = |other: &&Place| other.ty == place.ty;
            if !places[..at].iter().any(|earlier| is_twin(&earlier)) {
                let twins = places[at + 1..].iter().filter(is_twin);
                let twins: Vec<Vec<usize>> = twins.map(|twin| twin.way.clone()).collect();
                if !twins.is_empty() {
                    self.add_subject(instance, plan, place, twins);
                }
            }
        }
    }

    fn add_subject(&mut self, instance: usize, plan: &Plan, place: &Place, twins: Vec<Vec<usize>>) {
        let (way, kind) = (&place.way, place.kind);
        // What is not exchanged: two plans that differ in their texts only are the same.
        let rest_of = |of: &Plan| {
            let text = plan.term().part(way).unwrap_or(plan.term());
            let ways = std::iter::once(way).chain(&twins);
            ways.fold(of.term().clone(), |term, way| term.with_part(way, text))
        };
        let rest = rest_of(plan);
        let is_same = |subject: &Subject| {
            subject.instance == instance
                && subject.way == *way
                && subject.twins == twins
                && rest_of(&subject.plan) == rest
        };
        let most = match (kind.is_text(), twins.is_empty()) {
            (true, true) => MOST_SUBJECTS,
            (true, false) => MOST_SUBJECTS_WITH_TWINS,
            (false, _) => MOST_SCALAR_SUBJECTS,
        };
        let of_its_kind = || {
            self.subjects.iter().filter(|subject| {
                subject.kind.is_text() == kind.is_text() && subject.twins.is_empty() == twins.is_empty()
            })
        };
        let of_its_instance = || of_its_kind().filter(|subject| subject.instance == instance);
        // What one instance shows in its texts says little of what another one does.
        let has_room =
            of_its_kind().count() < most || of_its_instance().count() < LEAST_SUBJECTS_OF_AN_INSTANCE;
        // Of numbers in one place of one shape two are enough: other values in other places are tried anyhow.
        let is_like = |subject: &&Subject| {
            subject.instance == instance
                && subject.way == *way
                && has_shape_of(subject.plan.term(), plan.term())
        };
        let has_enough = !kind.is_text() && self.subjects.iter().filter(is_like).count() >= 2;
        if has_room && !has_enough && !self.subjects.iter().any(is_same) {
            self.subjects.push(Subject {
                instance,
                plan: plan.clone(),
                way: way.clone(),
                twins,
                kind,
                reader: Reader::default(),
                unwatched: place.value.iter().cloned().collect(),
                is_of_example: false,
                record: Record::default(),
                set_aside: None,
                is_over: false,
            });
        }
    }

    fn author(&mut self, kind: TextKind) -> &mut Author {
        let known = self.authors.iter().position(|author| author.kind() == kind);
        let at = known.unwrap_or_else(|| {
            self.authors
                .push(Author::new(kind, &self.vocabulary, self.authors.len() as u64));
            self.authors.len() - 1
        });
        &mut self.authors[at]
    }

    /// Makes the unit of this turn if there is none under way. The subject that had the fewest runs for what it found goes
    /// first.
    pub(super) fn make(&mut self, grammar: &Grammar, has_rounds: bool) {
        if self.under_way.is_none() {
            self.seeds.sow_examples(grammar);
        }
        // Sequences and texts take turns.
        let is_idle = self.seeds.sown.is_none() && self.under_way.is_none();
        if is_idle && self.draws(has_rounds) {
            self.seeds.sow_drawn(grammar);
        } else if is_idle && (self.units.is_multiple_of(2) || !self.has_subjects()) {
            self.seeds.sow_sequences(grammar);
        }
        while self.seeds.sown.is_none() && self.under_way.is_none() && self.is_open() {
            let open = |is_text: bool| {
                let all = self.subjects.iter().enumerate();
                all.filter(move |(_, subject)| !subject.is_over && subject.kind.is_text() == is_text)
            };
            // Those of numbers are soon over, and make room. Rounds have tried more of what was kept first.
            let others = open(false)
                .rev()
                .filter(|(_, subject)| subject.set_aside.is_none());
            let due = open(true)
                .chain(
                    open(false).filter(|(_, subject)| subject.is_of_example || subject.set_aside.is_some()),
                )
                .chain(others.take(SCALAR_SUBJECTS_AT_A_TIME));
            let due = due.min_by_key(|(at, subject)| (subject.price(grammar), !subject.is_of_example, *at));
            let Some((at, _)) = due else {
                self.seeds.sow_sequences(grammar);
                break;
            };
            self.under_way = match self.subjects[at].set_aside.take() {
                Some(rest) => Some(rest),
                None => self.unit_of(grammar, at),
            };
            if self.under_way.is_none() {
                self.subjects[at].is_over = true;
            }
        }
        // What seemed to be left may have come to nothing.
        let is_idle = self.seeds.sown.is_none() && self.under_way.is_none();
        if is_idle && self.draws(has_rounds) {
            self.seeds.sow_drawn(grammar);
        }
    }

    fn unit_of(&mut self, grammar: &Grammar, at: usize) -> Option<UnderWay> {
        // Deep texts are dear: one place has them, and one with its twins.
        let has_twins = !self.subjects[at].twins.is_empty();
        let has_text = |earlier: &Subject| earlier.kind.is_text() && earlier.twins.is_empty() != has_twins;
        let takes_deep = !self.subjects[..at].iter().any(has_text);
        let subject = &mut self.subjects[at];
        let mut texts = std::mem::take(&mut subject.unwatched);
        let watched = texts.len() as u64;
        let kind = subject.kind;
        let author = self.authors.iter_mut().find(|author| author.kind() == kind)?;
        let (count, period) = subject.next_unit()?;
        // What showed something is watched as it was.
        let is_varied = watched == 0 && !subject.record.units.is_multiple_of(period);
        texts.extend(match is_varied {
            false => author.next(&mut subject.reader, count, takes_deep),
            true => author.for_variation(count),
        });
        let plan = match is_varied {
            false => subject.plan.clone(),
            true => self.varied(grammar, at),
        };
        if texts.is_empty() {
            // Nothing is left to try, and a unit of nothing would be asked for again.
            return None;
        }
        let subject = &mut self.subjects[at];
        subject.record.units += 1;
        let mut request = UnitRequest::texts(grammar, &plan, (&subject.way, &subject.twins), texts)?;
        if let Work::Texts(work) = &mut request.work {
            // Most texts are no texts of the language that a function reads; any number is a number.
            work.count_in_full = !kind.is_text() || subject.record.units > 1 && !subject.record.shows_more;
        }
        Some(UnderWay {
            subject: at,
            request,
            watched,
            compared: Vec::new(),
            candidates: BTreeSet::new(),
            found: Vec::new(),
            is_new: false,
            // A text is long where something is to be seen of long ones; a large number is one of many.
            spent: match kind.is_text() {
                true => Spent::unlimited(),
                false => Spent::limited(),
            },
        })
    }

    /// The plan of a subject with other values without parts in some of its other places.
    fn varied(&mut self, grammar: &Grammar, at: usize) -> Plan {
        let subject = &self.subjects[at];
        let mut places: Vec<Vec<usize>> = Vec::new();
        subject
            .plan
            .term()
            .visit_parts(&mut Vec::new(), &mut |way, part| {
                let is_leaf = match part {
                    Term::Apply { args, .. } => args.is_empty(),
                    Term::Literal { .. } => true,
                    Term::Hole { .. } => false,
                };
                if is_leaf && way != subject.way {
                    places.push(way.to_vec());
                }
            });
        let mut term = subject.plan.term().clone();
        for way in places {
            let ty = term.part(&way).and_then(|part| part.result(grammar));
            let values: Vec<OpId> = ty.map_or(&[][..], |ty| grammar.alternatives(ty)).to_vec();
            let is_value = |op: &&OpId| grammar.arity(**op) == 0 && !grammar.is_learned(**op);
            let values: Vec<OpId> = values.iter().filter(is_value).copied().collect();
            if values.len() > 1 && self.numbers.below(2) == 0 {
                // The first ones more often.
                let at = self
                    .numbers
                    .below(values.len())
                    .min(self.numbers.below(values.len()));
                let args = Vec::new();
                term = term.with_part(&way, &Term::Apply { op: values[at], args });
            }
        }
        Plan::new(term).unwrap_or_else(|| self.subjects[at].plan.clone())
    }

    /// The unit to run next, with the index of its instance: of at most so many runs, each counted as what it counts as.
    pub(super) fn next(&self, instances: &[Instance], budget: u64) -> Option<(usize, UnitRequest)> {
        let (instance, watched, spent) = match (&self.seeds.sown, &self.under_way) {
            (Some(sown), _) => (sown.instance, sown.watched(), sown.spent),
            (None, Some(under_way)) => {
                let instance = self.subjects[under_way.subject].instance;
                (instance, under_way.watched, under_way.spent)
            }
            (None, None) => return None,
        };
        let mut request = self.unit()?.clone();
        request.cost_budget = spent.left();
        let budget = match request.work.counts_in_full() {
            true => budget,
            false => budget.saturating_mul(RUNS_OF_A_TEXT),
        };
        request.budget = request.budget.min(budget);
        request.learning = Learning {
            watched_plans: watched,
            known_edges: instances[instance].kept.known().clone(),
            ..request.learning
        };
        Some((instance, request))
    }

    /// The unit of this turn.
    fn unit(&self) -> Option<&UnitRequest> {
        let sown = self.seeds.sown.as_ref().map(|sown| &sown.request);
        sown.or(self.under_way.as_ref().map(|under_way| &under_way.request))
    }

    /// Takes in what became of its unit. The instance has taken it in, and has kept what showed something from `kept_before`
    /// on; `is_new` says whether something of it is new to all items.
    pub(super) fn absorb(
        &mut self,
        instance: &Instance,
        kept_before: usize,
        news: &UnitNews<'_>,
        is_new: bool,
    ) {
        let tallies = &news.report.tallies;
        let runs = tallies.executions;
        let sown = self.seeds.sown.as_mut().map(|sown| &mut sown.spent);
        let spent = sown.or(self.under_way.as_mut().map(|under_way| &mut under_way.spent));
        let dear = spent.and_then(|spent| spent.spend(tallies));
        let is_dear = dear.is_some();
        self.units += 1;
        // What is drawn is short, and has its share of the item's runs already.
        if !self.seeds.sown.as_ref().is_some_and(Sown::are_drawn) {
            self.turn.count(runs, is_new);
            // What rounds show of a function of a text is little beside what texts do, which would wait, too.
            if let Some(cost) = dear.filter(|_| !self.has_texts()) {
                self.turn.end_owing(cost);
            }
        }
        if self.unit().is_some_and(|unit| !unit.work.counts_in_full()) {
            self.light.absorb(tallies);
        }
        if let Some(sown) = self.seeds.sown.take() {
            let known = self.subjects.len();
            self.look_at(sown.instance, instance);
            let new = self.subjects.iter_mut().skip(known);
            new.for_each(|subject| subject.is_of_example = sown.are_of_examples());
            // Nobody knows which of the plans that are drawn wrote over what the unit is observed by.
            let done = match news.stalled && sown.are_drawn() {
                true => usize::MAX,
                false => usize::try_from(runs.max(1)).unwrap_or(usize::MAX),
            };
            let weight = news.death.map_or(0, |death| death.kind.weight());
            self.seeds.absorb(sown, done, weight, is_new, is_dear);
            return;
        }
        let Some(mut under_way) = self.under_way.take() else {
            return;
        };
        self.seeds.grant(runs);
        let subject = &mut self.subjects[under_way.subject];
        subject.record.runs += if is_dear { runs + tallies.surcharge } else { runs };
        subject.record.reached += tallies.reached_root;
        subject.is_over |= news.stalled;
        if let Some(looked_at) = self.looked_at.get_mut(subject.instance) {
            *looked_at = instance.kept.runs().len();
        }
        let fatal = under_way.take_in(&subject.way, instance, kept_before, news);
        under_way.is_new |= is_new;
        if let (Some(death), Some(fatal)) = (news.death, fatal) {
            let kind = subject.kind;
            let author = self.author(kind);
            author.note_death(
                &fatal,
                matches!(death.kind, DeathKind::Timeout | DeathKind::GivenUp),
            );
            under_way.leave_out(|text| author.is_too_long(text.len()));
            self.deaths += death.kind.weight();
        }
        // What is drawn has turns behind the last death, and would wait for what is left of the unit.
        match self.has_died_too_often() || news.stalled || under_way.is_over() {
            true => self.finish(under_way),
            false if is_dear => {
                let subject = under_way.subject;
                self.subjects[subject].set_aside = Some(under_way);
            }
            false => self.under_way = Some(under_way),
        }
    }

    /// All texts of a unit were run.
    fn finish(&mut self, under_way: UnderWay) {
        let UnderWay {
            subject,
            compared,
            candidates,
            found,
            is_new,
            ..
        } = under_way;
        let subject = &mut self.subjects[subject];
        subject.record.found += found.len() as u64;
        subject.record.shows_more = !found.is_empty();
        let short = found.iter().filter(|text| text.len() <= LONGEST_KEPT_TEXT);
        subject.unwatched.extend(short.cloned());
        subject.is_over |= subject.next_unit().is_none();
        self.turn.prolong(found.len());
        let kind = subject.kind;
        let author = self.author(kind);
        author.learn(&candidates, &compared);
        for text in &found {
            author.keep(text);
        }
        if is_new && kind.is_text() {
            self.exchange.found.extend(found);
        }
    }
}
