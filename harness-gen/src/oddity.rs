//! How far a plan is from what a person would show first: of two plans that are equally small, the plainer one is shown.

use crate::api::CallForm;
use crate::api::ty::{Arg, Ty};
use crate::call::{Call, Takes};
use crate::harness_types::{ANSWERS, HOLE, ITEMS, LAZY, RESPONDER, is_declared_as_it_is};
use crate::support_set::OpDef;
use plans::Term;

/// What makes a plan odd, what matters most first: the smaller, the plainer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oddity {
    /// Values that do what few do, and are shown only where no other ones are.
    rare: u32,
    /// Parts that are decided: no plainer plan is larger.
    parts: u32,
    /// Types and values that only a harness has.
    of_harness: u32,
    /// Calls, and values that two parameters share.
    calls: u32,
    /// Literals other than `0`, `1`, `""` and the like.
    values: u32,
    /// Values made by conversion.
    conversions: u32,
    /// Types that are seldom the first example.
    types: u32,
}

impl Oddity {
    /// Whether there is a value in it that does what few do.
    pub fn is_rare(&self) -> bool {
        self.rare > 0
    }

    fn add(&mut self, other: &Oddity) {
        self.rare += other.rare;
        self.parts += other.parts;
        self.of_harness += other.of_harness;
        self.calls += other.calls;
        self.values += other.values;
        self.conversions += other.conversions;
        self.types += other.types;
    }
}

/// What each op of a harness adds to the oddity of a plan.
#[derive(Clone, Debug, Default)]
pub struct Oddities(Vec<Oddity>);

impl Oddities {
    pub(crate) fn new(ops: &[OpDef]) -> Oddities {
        Oddities(ops.iter().map(of_op).collect())
    }

    /// The oddity of a plan; what stands in holes is not looked at, and unknown ops are plain.
    pub fn of(&self, plan: &Term) -> Oddity {
        let mut sum = Oddity::default();
        self.add(plan, &mut sum);
        sum
    }

    fn add(&self, term: &Term, sum: &mut Oddity) {
        match term {
            Term::Hole { .. } => {}
            Term::Literal { .. } => sum.add(&Oddity {
                parts: 1,
                values: 2,
                ..Oddity::default()
            }),
            Term::Apply { op, args } => {
                sum.add(self.0.get(op.index()).unwrap_or(&Oddity::default()));
                args.iter().for_each(|arg| self.add(arg, sum));
            }
        }
    }
}

fn of_op(op: &OpDef) -> Oddity {
    let is_rare = |part: &Ty| part.head().is_some_and(is_declared_as_it_is);
    let mut oddity = Oddity {
        rare: u32::from(op.result.ty.any(&is_rare)),
        parts: u32::from(op.steps > 0),
        calls: u32::from(op.call.runs_code()),
        of_harness: u32::from(is_of_harness(&op.result.ty)),
        ..Oddity::default()
    };
    match &op.call {
        Call::Literal(text) => oddity.values = of_literal(text),
        Call::Learned { .. } | Call::Counted(_) => oddity.values = 2,
        Call::Through(_) | Call::GivenBack(_) => oddity.calls += 1,
        Call::Item(call) => {
            oddity.calls += u32::from(matches!(call.takes, Takes::Shared(..)));
            oddity.conversions = u32::from(is_conversion(&call.form));
            for arg in call.subst.values() {
                if let Arg::Type(ty) = arg {
                    oddity.types += of_type(ty);
                    oddity.of_harness += u32::from(is_of_harness(ty));
                }
            }
        }
        _ => {}
    }
    oddity
}

fn is_of_harness(ty: &Ty) -> bool {
    ty.any(&|part| {
        matches!(part.head(), Some(HOLE | ANSWERS | RESPONDER | ITEMS))
            || part.head().is_some_and(is_declared_as_it_is)
    })
}

fn of_literal(text: &str) -> u32 {
    let is_edge = ["MAX", "MIN", "NAN", "INFINITY"]
        .iter()
        .any(|edge| text.contains(edge));
    let written = text
        .strip_suffix(".as_slice()")
        .map_or(text, |bytes| bytes.trim_start_matches('b'));
    match written.len() {
        _ if is_edge => 2,
        0..=3 => 0,
        4..=12 => 1,
        _ => 2,
    }
}

fn is_conversion(form: &CallForm) -> bool {
    match form {
        CallForm::TraitMethod { trait_, .. } => {
            matches!(
                trait_.name(),
                "From" | "TryFrom" | "Into" | "TryInto" | "FromIterator" | "FromStr"
            )
        }
        CallForm::Inherent { name, .. } => name.starts_with("from") || name.starts_with("try_from"),
        _ => false,
    }
}

/// 0 for the types of first examples, more for what needs a word of explanation.
fn of_type(ty: &Ty) -> u32 {
    let own = match ty {
        Ty::Prim(name) => u32::from(!matches!(
            name.as_str(),
            "i32" | "u8" | "u32" | "u64" | "usize" | "bool" | "char" | "str"
        )),
        Ty::Path { path, .. } => match path.as_str() {
            LAZY | "std::string::String" | "std::vec::Vec" | "std::option::Option" => 0,
            path if path.starts_with("std::") => 2,
            _ => 1,
        },
        Ty::Ref { mutable, .. } => 1 + u32::from(*mutable),
        Ty::Tuple(parts) => u32::from(!parts.is_empty()),
        _ => 2,
    };
    let mut all = own;
    ty.for_children(&mut |part| all += of_type(part));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Calling;
    use crate::api::ty::{Subst, TraitRef};
    use crate::call::{Gives, ItemCall};
    use crate::support_set::TypeKey;
    use plans::{OpId, TypeId};

    fn op(call: Call, ty: &str) -> OpDef {
        let result = TypeKey {
            ty: Ty::path(ty, vec![]),
            produced: false,
        };
        OpDef::building(Vec::new(), result, call)
    }

    fn item(form: CallForm, argument: Ty) -> Call {
        Call::Item(ItemCall {
            form,
            subst: Subst::from([("T".to_owned(), Arg::Type(argument))]),
            listed: Vec::new(),
            arity: 0,
            calling: Calling::default(),
            takes: Takes::Own,
            gives: Gives::Value,
        })
    }

    fn method(name: &str) -> CallForm {
        CallForm::Inherent {
            self_type: Ty::path("own::List", vec![]),
            name: name.to_owned(),
        }
    }

    fn converted() -> CallForm {
        CallForm::TraitMethod {
            self_type: Ty::path("own::List", vec![]),
            trait_: TraitRef::plain("std::convert::From"),
            name: "from".to_owned(),
        }
    }

    #[test]
    fn people_would_show_the_plainer_of_two() {
        let literal = |text: &str| Call::Literal(text.to_owned());
        let path = |path: &str| Ty::path(path, vec![]);
        let list = |form, argument| op(item(form, argument), "own::List");
        let new = || list(method("new"), Ty::prim("i32"));
        let pairs = [
            (op(literal("0"), "u8"), op(literal("usize::MAX"), "u8")),
            (op(literal("\"a\""), "u8"), op(literal("\"a long text\""), "u8")),
            (op(literal("b\"0\".as_slice()"), "u8"), op(literal("-100"), "u8")),
            (op(literal("7"), "u8"), new()),
            (new(), list(converted(), Ty::prim("i32"))),
            (new(), list(method("from_raw"), Ty::prim("i32"))),
            (new(), list(method("new"), path("std::num::Wrapping"))),
            (new(), list(method("new"), path(HOLE))),
            (
                list(method("new"), path("std::string::String")),
                list(method("new"), Ty::prim("i128")),
            ),
        ];
        for (plain, odd) in &pairs {
            assert!(of_op(plain) < of_op(odd), "{plain:?} is not before {odd:?}");
        }
    }

    #[test]
    fn a_larger_plan_is_never_plainer() {
        let ops = [
            op(Call::Literal("usize::MAX".to_owned()), "u8"),
            op(Call::Literal("0".to_owned()), "u8"),
            op(Call::Tuple, "own::Pair"),
        ];
        let oddities = Oddities::new(&ops);
        let apply = |op: u32, args: Vec<Term>| Term::Apply { op: OpId(op), args };
        let hole = || Term::Hole {
            number: 1,
            ty: TypeId(0),
            default: Box::new(apply(0, vec![])),
        };
        let odd = oddities.of(&apply(2, vec![apply(0, vec![]), hole()]));
        let plain = oddities.of(&apply(2, vec![apply(1, vec![]), apply(1, vec![])]));
        assert!(odd < plain, "{odd:?}, {plain:?}");
        assert!(oddities.of(&apply(2, vec![apply(1, vec![]), hole()])) < odd);
        assert_eq!(oddities.of(&hole()), Oddity::default());
    }
}
