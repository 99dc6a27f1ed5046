//! Values whose answers the plan chooses call by call: functions, responders, and iterators for parameters that any iterator
//! fits. Their list of answers is a value like any other, so the search needs no rule for it: the tail behind its box is a
//! placeholder until another call looks at it. Answers that may hold a borrow are left to the functions that answer
//! without looking.

use super::builder::Builder;
use crate::api::responders::{can_be_chosen, responders};
use crate::api::ty::{Arg, Ty};
use crate::call::{Answer, Call};
use crate::harness_types::{ANSWERS, HOSTILE};
use crate::support_set::{OpDef, TypeKey};

/// The boxed list of answers of a type.
fn boxed_list(answer: &Ty) -> Ty {
    Ty::path("std::boxed::Box", vec![Ty::path(ANSWERS, vec![answer.clone()])])
}

impl Builder<'_> {
    /// The two ways to make a list.
    pub(super) fn support_answers(&mut self, key: &TypeKey, args: &[Arg]) {
        let [Arg::Type(answer)] = args else { return };
        self.add_total(Vec::new(), key, Call::ListEnd, 1);
        if self.has_hostile() {
            self.add_total(Vec::new(), key, Call::ListPanic, 1);
        }
        let inputs = vec![self.want(answer), self.want(&boxed_list(answer))];
        self.add_total(inputs, key, Call::ListThen, 1);
    }

    /// A closure for each place that a list may have.
    pub(super) fn add_answering(&mut self, key: &TypeKey, arity: usize, output: &Ty) {
        if can_be_chosen(self.api, output) {
            let call = Call::Answering(arity, output.clone());
            self.add_from_lists(key, &[output], call);
        } else if self.has_hostile() {
            let call = Call::Closure(arity, Answer::Panics);
            self.add_total(Vec::new(), key, call, 1);
        }
    }

    /// Whether functions and values may misbehave.
    fn has_hostile(&self) -> bool {
        self.std
            .items
            .iter()
            .any(|item| item.output.head() == Some(HOSTILE))
    }

    /// The responder with one list of answers for each method that has some.
    pub(super) fn support_responder(&mut self, key: &TypeKey) {
        let all = responders(self.api);
        let Some(responder) = all.iter().find(|responder| responder.ty() == key.ty) else {
            return;
        };
        let answers: Vec<&Ty> = responder.chosen.iter().map(|(_, ty)| ty).collect();
        self.add_from_lists(key, &answers, Call::Respond(responder.clone()));
    }

    /// The one way to make an iterator with chosen items. How many there are is decided by when the plan answers `None`, if
    /// the code asks so far. It keeps std's promises: after `None` it gives nothing more, and its size hint says nothing.
    pub(super) fn support_items(&mut self, key: &TypeKey, args: &[Arg]) {
        let [Arg::Type(item)] = args else { return };
        let answer = Ty::path("std::option::Option", vec![item.clone()]);
        if !item.mentions_hole() && can_be_chosen(self.api, &answer) {
            self.add_from_lists(key, &[&answer], Call::Items);
        }
    }

    /// An op that takes a list of answers of each of these types.
    fn add_from_lists(&mut self, key: &TypeKey, answers: &[&Ty], call: Call) {
        let inputs = answers
            .iter()
            .map(|answer| self.want(&boxed_list(answer)))
            .collect();
        self.add_op(OpDef {
            total: answers.is_empty(),
            ..OpDef::building(inputs, key.clone(), call)
        });
    }
}
