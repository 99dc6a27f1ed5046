//! What an op does, as data: what is called, how it takes its arguments and what it gives. `write` makes Rust of it.

use crate::api::macros::MacroCall;
use crate::api::properties::PropertyResult;
use crate::api::responders::Responder;
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{CallForm, Calling, Fields};
use crate::harness_types::{is_declared_as_it_is, is_hostile};
use serde::{Deserialize, Serialize};

/// What an op does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Call {
    /// `&x` or `&mut x`.
    Borrow {
        /// `&mut`.
        mutable: bool,
    },
    /// `Box::new(x)`.
    Box,
    /// The harness's own integer around an `i32`.
    Lazy,
    /// A literal whose value the explored code told, by comparing with it: one of several places of its type.
    Learned {
        /// How the value is kept.
        kind: LearnedKind,
        /// Which of the places.
        place: usize,
    },
    /// A literal as it is written.
    Literal(String),
    /// A value of a placeholder type.
    Placeholder,
    /// A function of so many arguments: calling it is a demand.
    Demand(usize),
    /// A function of so many arguments that answers without looking.
    Closure(usize, Answer),
    /// A function of so many arguments that answers from a list.
    Answering(usize, Ty),
    /// A list of answers without any.
    ListEnd,
    /// An answer and the rest of a list.
    ListThen,
    /// A list of answers at whose end the function panics, as hostile ones do.
    ListPanic,
    /// An iterator over a list of answers.
    Items,
    /// A responder with its lists of answers.
    Respond(Responder),
    /// A pointer to a value as a pointer to an object.
    Object,
    /// A tuple.
    Tuple,
    /// An array of its arguments.
    Array,
    /// An array of so many copies of its argument.
    Repeated(usize),
    /// A vector of so many elements, each of its number.
    Counted(u32),
    /// Something taken out of a value.
    Part(Part),
    /// An invocation of a macro.
    Macro(MacroUse),
    /// A call of an item, or of a dependency's item.
    Item(ItemCall),
    /// A call of what another call lends of a value, which is there afterwards.
    Through(Box<ThroughCall>),
    /// A call that gets what another call of the same value gives; the value is there afterwards.
    GivenBack(Box<GivenBackCall>),
    /// A call of a function of the support module.
    Support(SupportCall),
}

/// How the value of a learned literal is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum LearnedKind {
    /// The bytes of an integer.
    Number {
        /// It can be negative.
        signed: bool,
    },
    /// The bytes of a `char`.
    Char,
    /// UTF-8, behind a `&str`.
    Str,
    /// Bytes behind a `&[u8]`.
    Bytes,
}

/// What a function answers without looking.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// One of its arguments.
    Argument(usize),
    /// A value that needs nothing.
    Made(Box<Made>),
    /// What `Default` says for this type.
    Default(Ty),
    /// None: it panics, as hostile ones do.
    Panics,
}

/// A value with everything that it is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) call: Call,
    pub(crate) ty: Ty,
    pub(crate) parts: Vec<Made>,
}

impl Made {
    /// Whether code of the crate is run to make it.
    pub(crate) fn may_fail(&self) -> bool {
        self.call.runs_an_item() || self.parts.iter().any(Made::may_fail)
    }
}

/// Which part is taken out of a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Part {
    /// A field of a tuple or struct.
    Field {
        /// Name or number.
        name: String,
        /// What is taken is lent like this; none if it is moved out.
        lent: Option<bool>,
    },
    /// A field of an enum's variant; another variant rejects.
    Payload {
        /// Path of the enum.
        path: String,
        /// Name of the variant.
        variant: String,
        /// Shape of the variant.
        fields: Fields,
        /// Which of the fields.
        position: usize,
    },
}

/// One invocation of a macro.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MacroUse {
    /// Canonical path of the macro.
    pub(crate) path: String,
    /// What it is called with.
    pub(crate) call: MacroCall,
    /// What stands around it.
    pub(crate) around: Around,
}

/// What stands around an invocation of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Around {
    /// A statement: for expressions as well as for items.
    Block,
    /// A function that ends well: for macros that return an error from where they are used.
    Fallible,
}

/// One monomorphic call of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ItemCall {
    /// How the item is written, with parameters left in it.
    pub(crate) form: CallForm,
    /// What the parameters stand for.
    pub(crate) subst: Subst,
    /// The item's own type arguments that have to be listed.
    pub(crate) listed: Vec<Arg>,
    /// Number of parameters, a formatter not counted.
    pub(crate) arity: usize,
    /// What is special about calling it.
    pub(crate) calling: Calling,
    /// Arguments.
    pub(crate) takes: Takes,
    /// Result.
    pub(crate) gives: Gives,
}

/// Two calls, `x.entry(key).or_insert(value)`: the op takes and gives `x`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ThroughCall {
    /// Its first parameter is lent the value mutably. The op's first arguments are its own.
    pub(crate) lending: ItemCall,
    /// Its first parameter gets what the other returns, if it is a state as a reference. The op's last arguments are its own.
    pub(crate) call: ItemCall,
}

impl ThroughCall {
    /// The text with these texts for the op's arguments, of which the first is written as it is; `write` writes a call.
    pub(crate) fn text(&self, slots: &[String], write: &dyn Fn(&ItemCall, &[String]) -> String) -> String {
        let (first, later) = slots.split_at(self.lending.arity.min(slots.len()));
        let lent = write(&self.lending, first);
        let slots: Vec<String> = std::iter::once(lent).chain(later.iter().cloned()).collect();
        write(&self.call, &slots)
    }
}

/// What is between the two statements of calls of which one gets what the other gives, where people read them.
pub(crate) const BETWEEN_STATEMENTS: &str = ";\u{1e}";

/// What a variable is called that holds what is given back.
pub(crate) const GIVEN: &str = "given";

/// Two calls, `let given = x.insert(1); x.remove(&given);`: the op takes and gives `x`. Of handles that are good for the value alone that
/// gave them no other plan has one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GivenBackCall {
    /// Its first parameter is lent the value mutably. The op's first arguments are its own.
    pub(crate) giving: ItemCall,
    /// Index of its item.
    pub(crate) giver: Option<usize>,
    /// Its own arguments are the op's last ones.
    pub(crate) taking: ItemCall,
    /// What each parameter of the taking gets.
    pub(crate) parameters: Vec<Parameter>,
}

/// What a parameter gets of a call that is given something back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Parameter {
    /// The value, mutably lent or not.
    Value {
        /// `&mut`.
        mutable: bool,
    },
    /// What was given, as it is or lent.
    Given {
        /// How it is lent.
        lent: Option<bool>,
    },
    /// An argument of its own.
    Own,
}

impl GivenBackCall {
    /// The variable's statement and the other call, with these texts for the op's arguments, of which the first is a variable; `write`
    /// writes a call.
    pub(crate) fn text(
        &self,
        slots: &[String],
        write: &dyn Fn(&ItemCall, &[String]) -> String,
    ) -> (String, String) {
        let (first, own) = slots.split_at(self.giving.arity.min(slots.len()));
        let mut own = own.iter();
        let value = first.first().map_or("", String::as_str);
        let borrow = |mutable: bool| if mutable { "&mut " } else { "&" };
        let taken = self
            .parameters
            .iter()
            .enumerate()
            .map(|(position, parameter)| match parameter {
                // The call itself says that it is lent.
                Parameter::Value { .. } if position == 0 && self.taking.takes == Takes::State => {
                    value.to_owned()
                }
                Parameter::Value { mutable } => format!("{}{value}", borrow(*mutable)),
                Parameter::Given { lent } => format!("{}{GIVEN}", lent.map_or("", borrow)),
                Parameter::Own => own.next().cloned().unwrap_or_default(),
            });
        let taken: Vec<String> = taken.collect();
        let is_changed = self.parameters.contains(&Parameter::Given { lent: Some(true) });
        let mark = if is_changed { "mut " } else { "" };
        let bound = format!("let {mark}{GIVEN} = {}", write(&self.giving, first));
        (bound, write(&self.taking, &taken))
    }
}

/// How the parameters of a call get the op's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Takes {
    /// Each its own.
    Own,
    /// Two parameters at these positions get the same, all others their own.
    Shared(usize, usize),
    /// The first parameter is lent the value mutably that the op gives afterwards.
    State,
}

/// What of a call is the op's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Gives {
    /// What the call returns.
    Value,
    /// The same in a box, as an object.
    Boxed,
    /// Nothing: what it returns is dropped.
    Nothing,
    /// Nothing: what it returns is advanced as an iterator and asked how much is left, a few times.
    Asked,
    /// What it returns, which lasts for ever.
    Lasting,
    /// Whether a property holds.
    Verdict(PropertyResult),
    /// What is inside `Some`; nothing else is a value.
    InSome,
    /// What is inside `Ok`; nothing else is a value.
    InOk,
}

/// One monomorphic call of a function of the support module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SupportCall {
    /// Path of the function in a harness.
    pub(crate) path: String,
    /// Its type arguments.
    pub(crate) listed: Vec<Arg>,
    /// What is written in its place elsewhere; `{0}`, `{1}`… are the arguments.
    pub(crate) form: String,
    /// What it may say and how it is written.
    pub(crate) kind: SupportKind,
}

/// What the support module says of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SupportKind {
    /// It returns an `Option`, and `None` says that there is no such value.
    pub(crate) may_reject: bool,
    /// The form is a statement on the first argument, which is also the result.
    pub(crate) is_statement: bool,
    /// The form is bound by a `let` where order matters.
    pub(crate) is_bound: bool,
    /// The form can be read as a pattern, too.
    pub(crate) is_pattern: bool,
    /// How it makes a vector, if it does.
    pub(crate) vector: Option<VectorStep>,
}

/// How a vector is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum VectorStep {
    /// Without elements.
    Empty,
    /// With an element more.
    Push,
}

/// Where the arguments of an op come to lie in its result: what is watched there is watched part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// In fields of these names; the result may be packed.
    Fields(Vec<String>),
    /// Where the written form, read as a pattern, finds them.
    Pattern,
    /// In an array of them.
    Array,
    /// In a vector: an element more.
    Elements,
}

impl Call {
    /// The calls of items that it makes.
    pub(crate) fn items(&self) -> impl Iterator<Item = &ItemCall> {
        let (one, other) = match self {
            Call::Item(call) => (Some(call), None),
            Call::Through(through) => (Some(&through.lending), Some(&through.call)),
            Call::GivenBack(back) => (Some(&back.giving), Some(&back.taking)),
            _ => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// It runs an item, or a macro.
    pub(crate) fn runs_an_item(&self) -> bool {
        matches!(self, Call::Macro(_)) || self.items().next().is_some()
    }

    /// The call may come to nothing instead of a value: its arm returns 1 then, where the written form panics.
    pub(crate) fn may_reject(&self) -> bool {
        match self {
            Call::Answering(..) | Call::Items => true,
            Call::Respond(responder) => responder.has_answers(),
            Call::Part(part) => matches!(part, Part::Payload { .. }),
            Call::Item(call) => call.calling.awaited || matches!(call.gives, Gives::InSome | Gives::InOk),
            Call::Through(through) => matches!(through.lending.gives, Gives::InSome | Gives::InOk),
            Call::GivenBack(back) => matches!(back.giving.gives, Gives::InSome | Gives::InOk),
            Call::Support(call) => call.kind.may_reject,
            _ => false,
        }
    }

    /// It is written as a statement on its first argument, which is also its result.
    pub(crate) fn is_statement(&self) -> bool {
        match self {
            Call::Item(call) => call.takes == Takes::State,
            Call::Through(_) | Call::GivenBack(_) => true,
            Call::Support(call) => call.kind.is_statement,
            _ => false,
        }
    }

    /// It may run foreign code: it is bound by a `let` where order matters.
    pub(crate) fn runs_code(&self) -> bool {
        match self {
            Call::Answering(..) | Call::Items | Call::Part(_) | Call::Macro(_) => true,
            Call::Through(_) | Call::GivenBack(_) => true,
            Call::Respond(responder) => responder.has_answers(),
            Call::Item(call) => {
                call.takes == Takes::State
                    || !matches!(call.form, CallForm::Constructor { .. } | CallForm::Value { .. })
            }
            Call::Support(call) => call.kind.may_reject || call.kind.is_statement || call.kind.is_bound,
            _ => false,
        }
    }

    /// A stand-in that people see by a number.
    pub(crate) fn is_placeholder(&self) -> bool {
        matches!(self, Call::Placeholder | Call::Demand(_))
    }

    /// A test has to declare something for it.
    pub(crate) fn is_declared(&self) -> bool {
        let is_odd = matches!(self, Call::Support(call) if is_declared_as_it_is(&call.path));
        is_odd || matches!(self, Call::Items | Call::Respond(_)) || self.is_hostile()
    }

    /// It makes a value that misbehaves, or a function that panics.
    pub(crate) fn is_hostile(&self) -> bool {
        match self {
            Call::ListPanic | Call::Closure(_, Answer::Panics) => true,
            Call::Support(call) => is_hostile(&call.path),
            _ => false,
        }
    }

    /// A value behind a pointer, which is watched until it is looked at.
    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self, Call::Borrow { .. } | Call::Box | Call::Lazy)
    }

    /// Where so many arguments of the call lie in what it builds, if that can be told.
    pub(crate) fn parts(&self, arity: usize) -> Option<Parts> {
        let numbers = || (0..arity).map(|index| index.to_string()).collect();
        match self {
            Call::Tuple if arity > 0 => Some(Parts::Fields(numbers())),
            Call::Array if arity > 0 => Some(Parts::Array),
            Call::Support(call) if call.kind.vector == Some(VectorStep::Push) => Some(Parts::Elements),
            Call::Support(call) if call.kind.is_pattern => Some(Parts::Pattern),
            Call::Item(ItemCall {
                form: CallForm::Constructor { variant, fields, .. },
                takes: Takes::Own,
                ..
            }) if arity > 0 => match (variant, fields) {
                (_, Fields::Unit) => None,
                (Some(_), _) => Some(Parts::Pattern),
                (None, Fields::Tuple) => Some(Parts::Fields(numbers())),
                (None, Fields::Named(names)) => Some(Parts::Fields(names.clone())),
            },
            _ => None,
        }
    }
}

impl ItemCall {
    /// It can be written as a method, on a value that it changes.
    pub(crate) fn is_method(&self) -> bool {
        let Calling {
            has_receiver,
            awaited,
            formatter,
            ..
        } = self.calling;
        matches!(self.form, CallForm::Inherent { .. }) && has_receiver && !awaited && formatter.is_none()
    }

    /// The same call with other types in it.
    pub(crate) fn map_types(&self, change: &mut dyn FnMut(&Ty) -> Ty) -> ItemCall {
        let mut call = self.clone();
        if let CallForm::Inherent { self_type, .. }
        | CallForm::TraitMethod { self_type, .. }
        | CallForm::Value {
            self_type: Some(self_type),
            ..
        } = &mut call.form
        {
            *self_type = change(self_type);
        }
        if let CallForm::TraitMethod { trait_, .. }
        | CallForm::Value {
            trait_: Some(trait_), ..
        } = &mut call.form
        {
            *trait_ = trait_.map_parts(change);
        }
        for arg in call.subst.values_mut().chain(&mut call.listed) {
            if let Arg::Type(ty) = arg {
                *ty = change(ty);
            }
        }
        call
    }
}
