//! Functions whose answers the plan chooses call by call. Their list of answers is a value like any other, so the search
//! needs no rule for it: the tail behind its box is a placeholder until another call looks at it. Answers that may hold
//! a borrow are left to the functions that answer without looking.

use super::borrows::may_borrow;
use super::builder::Builder;
use super::functions::reads;
use super::values::as_function;
use super::{HOLE, OpBody, OpDef, TypeKey, Written};
use crate::api::Api;
use crate::api::ty::{Arg, Ty};

/// Path of the list type in a harness.
pub(crate) const ANSWERS: &str = "crate::answers::Answers";
/// How a list is written: an answer and the rest, which may be nothing.
pub(crate) const LIST: &str = "{0}, {1}";
/// Functions with chosen answers in one run. Each needs a closure of its own in every arm.
const MOST_FUNCTIONS: usize = 8;

/// True for a list of answers.
pub(super) fn is_list(ty: &Ty) -> bool {
    ty.head() == Some(ANSWERS)
}

/// The boxed list of answers of a type.
fn boxed_list(answer: &Ty) -> Ty {
    Ty::path("std::boxed::Box", vec![Ty::path(ANSWERS, vec![answer.clone()])])
}

/// The boxed lists of several types.
pub(super) fn answer_lists<'t>(answers: impl Iterator<Item = &'t Ty>) -> Vec<Ty> {
    answers.map(boxed_list).collect()
}

/// Whether the plan can choose values of this type call by call.
pub(super) fn can_be_chosen(api: &Api, answer: &Ty) -> bool {
    *answer != Ty::unit()
        && *answer != Ty::prim("!")
        && answer.head() != Some(HOLE)
        && !may_borrow(api, answer)
}

impl Builder<'_> {
    /// The two ways to make a list.
    pub(super) fn support_answers(&mut self, key: &TypeKey, args: &[Arg]) {
        let [Arg::Type(answer)] = args else { return };
        let list = key.ty.render("::");
        let end = format!("put::<{list}>(out, crate::answers::Answers::End); 0");
        self.add_total(Vec::new(), key.clone(), OpBody::Arm(end), 1, "");
        let inputs = [answer.clone(), boxed_list(answer)];
        let then = format!(
            "{}put::<{list}>(out, crate::answers::Answers::Then(a0, a1)); 0",
            reads(&inputs)
        );
        let keys = inputs.iter().map(|ty| self.want(ty)).collect();
        self.add_total(keys, key.clone(), OpBody::Arm(then), 1, LIST);
    }

    /// A closure for each place that a list may have.
    pub(super) fn add_answering(&mut self, key: &TypeKey, arity: usize, output: &Ty) {
        if !can_be_chosen(self.api, output) {
            return;
        }
        let list = boxed_list(output);
        let params = (0..arity)
            .map(|i| format!("_x{i}"))
            .collect::<Vec<_>>()
            .join(", ");
        let arms: String = (0..MOST_FUNCTIONS)
            .map(|place| format!("Some({place}) => |{params}| crate::answers::next({place}), "))
            .collect();
        let rendered = key.ty.render("::");
        let body = format!(
            "{}let r: {rendered} = match crate::answers::keep(a0) {{ {arms}_ => return 1 }}; put::<{rendered}>(out, r); 0",
            reads(std::slice::from_ref(&list))
        );
        let answer = output.render("");
        let function = as_function(
            &format!("|{params}| ANSWERS.with_borrow_mut(|answers| answers.remove(0))"),
            &key.ty,
        );
        let full = format!(
            "{{{{\n        thread_local!(static ANSWERS: std::cell::RefCell<Vec<{answer}>> = std::cell::RefCell::default());\n        \
             ANSWERS.set(vec![{{0}}]);\n        {function}\n    }}}}"
        );
        let inputs = vec![self.want(&list)];
        let written = Written {
            short: "answering [{0}]".to_owned(),
            full,
            statement: false,
            call: true,
        };
        self.add_op(OpDef {
            total: false,
            ..OpDef::building(inputs, key.clone(), OpBody::Arm(body), written)
        });
    }
}
