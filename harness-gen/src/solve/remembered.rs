//! What searches have found before: the items of a crate that macros write have the same few bounds, thousands of times.

use super::goal::{KnownInstances, Preference};
use crate::api::Generics;
use crate::api::ty::{Subst, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// What a search is asked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Question {
    pub(super) generics: Generics,
    pub(super) fixed: Subst,
    pub(super) preference: Preference,
    pub(super) most: usize,
    /// It is one way of many: few steps answer it, which count for nothing if they were in vain.
    pub(super) is_aside: bool,
}

impl Question {
    pub(super) fn new(generics: &Generics, fixed: &Subst, preference: Preference, most: usize) -> Question {
        Question {
            generics: generics.clone(),
            fixed: fixed.clone(),
            preference,
            most,
            is_aside: false,
        }
    }
}

/// Answers of searches, each with what it depends on besides its question.
#[derive(Default)]
pub(super) struct Remembered {
    answers: BTreeMap<Question, Answer>,
}

struct Answer {
    /// The known instances of the types that the search looked up.
    known: BTreeMap<String, Option<Vec<Ty>>>,
    found: Vec<Subst>,
}

impl Remembered {
    /// What the search would find, if that is known.
    pub(super) fn answer(&self, question: &Question, known: &KnownInstances) -> Option<Vec<Subst>> {
        let answer = self.answers.get(question)?;
        let mut same = (answer.known.iter()).map(|(path, instances)| known.get(path) == instances.as_ref());
        same.all(|same| same).then(|| answer.found.clone())
    }

    /// Takes down what a search found, which has looked up the known instances of these types.
    pub(super) fn keep(
        &mut self,
        question: Question,
        known: &KnownInstances,
        looked_up: BTreeSet<String>,
        found: Vec<Subst>,
    ) {
        let looked_up = looked_up.into_iter();
        let known = looked_up
            .map(|path| {
                let instances = known.get(&path).cloned();
                (path, instances)
            })
            .collect();
        self.answers.insert(question, Answer { known, found });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_while_the_instances_that_it_looked_up_are_the_same() {
        let (generics, fixed) = (Generics::default(), Subst::new());
        let question = |most| Question::new(&generics, &fixed, Preference::Placeholders, most);
        let known = |paths: &[&str]| -> KnownInstances {
            let instances = |path: &&str| ((*path).to_owned(), vec![Ty::path(path, vec![])]);
            paths.iter().map(instances).collect()
        };
        let found = vec![Subst::new()];
        let mut remembered = Remembered::default();
        let looked_up = ["a::A", "a::Unknown"].map(str::to_owned).into();
        remembered.keep(question(1), &known(&["a::A"]), looked_up, found.clone());
        let answer = |most, paths: &[&str]| remembered.answer(&question(most), &known(paths));
        assert_eq!(answer(1, &["a::A"]), Some(found.clone()));
        assert_eq!(
            answer(1, &["a::A", "a::Other"]),
            Some(found),
            "nobody asked for it"
        );
        assert_eq!(answer(1, &[]), None);
        assert_eq!(answer(1, &["a::A", "a::Unknown"]), None, "it is known by now");
        assert_eq!(answer(2, &["a::A"]), None, "another question");
    }
}
