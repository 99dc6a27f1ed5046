//! How plans are written in Rust: expressions for people, reproductions for the compiler. Pure text.

mod expression;
mod reproduction;
mod statements;
mod tree;

pub(crate) use reproduction::counting;
pub use reproduction::{EarlierTerm, TestStyle};
pub use tree::{ValuePart, ValueRow};

use crate::call::{LearnedKind, VectorStep};
use crate::oddity::Oddities;
use crate::reading::Reading;
use crate::support_file::SupportFile;
use crate::variants::Variant;
use crate::write::{person, places};
use plans::{Term, TypeId};
use std::collections::BTreeMap;

/// The Rust side of every op of a grammar.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// By op id.
    pub(crate) ops: Vec<OpBinding>,
    /// By type id.
    pub(crate) types: Vec<TypeBinding>,
    /// The types that literals of plans may have, and how their values are kept.
    pub(crate) literals: BTreeMap<TypeId, LearnedKind>,
    /// What stand-alone tests have besides calls.
    pub(crate) around_tests: AroundTests,
    /// The variants that ops make, by op id.
    pub(crate) variants: Vec<Option<Variant>>,
    /// Which of several plans people would show first.
    pub oddities: Oddities,
}

/// What stand-alone tests have around the calls that need it.
#[derive(Clone, Debug, Default)]
pub(crate) struct AroundTests {
    /// Dependencies that may be named: the name in Rust text, and the line of a manifest that brings it.
    pub(crate) dependencies: BTreeMap<String, String>,
    /// Lines that any test needs to be linked.
    pub(crate) to_link: Vec<String>,
    /// The support file.
    pub(crate) support: Option<SupportFile>,
}

/// The Rust side of one op. In forms, `{0}`, `{1}`… are the arguments.
#[derive(Clone, Debug)]
pub(crate) struct OpBinding {
    /// Form for people, with last path segments.
    pub(crate) short: Short,
    /// The same for a test: it says more about types, and its names are marked.
    pub(crate) readable: String,
    /// Form that says exactly what is called, with whole paths.
    pub(crate) explicit: String,
    pub(crate) shape: Shape,
    pub(crate) result: TypeId,
    /// How a property's verdict is asserted; `{0}` is the call.
    pub(crate) assertion: Option<&'static str>,
    /// What a test must declare for it, and whether that is about the placeholder type.
    pub(crate) declarations: Vec<(String, bool)>,
    /// The first argument stands before a dot or an operator.
    pub(crate) has_receiver: bool,
    /// Of what type its result is follows from its text.
    pub(crate) says_its_type: bool,
    /// What its value is.
    pub(crate) reading: Reading,
    /// What its arguments are called.
    pub(crate) parameters: Vec<String>,
    /// The positions of two parameters that get the same argument.
    pub(crate) shared: Option<(usize, usize)>,
}

/// A form for people.
#[derive(Clone, Debug)]
pub(crate) struct Short {
    /// With last path segments.
    pub(crate) usual: String,
    /// The same where the first argument is a placeholder, if that is another.
    pub(crate) on_placeholder: Option<String>,
}

impl OpBinding {
    /// One whose text is the same for everybody.
    #[cfg(test)]
    pub(crate) fn of_form(form: &str, shape: Shape) -> OpBinding {
        OpBinding {
            short: Short {
                usual: form.to_owned(),
                on_placeholder: None,
            },
            readable: form.to_owned(),
            explicit: form.to_owned(),
            shape,
            result: TypeId(0),
            assertion: None,
            declarations: Vec::new(),
            has_receiver: false,
            says_its_type: true,
            reading: Reading::Unknown,
            parameters: Vec::new(),
            shared: None,
        }
    }

    /// With these arguments, for people.
    fn for_people(&self, args: &[String]) -> String {
        let on_placeholder = self.short.on_placeholder.as_ref().filter(|_| {
            let receiver = args.first().map_or("", |arg| arg.trim_start_matches('&'));
            let number = receiver
                .strip_prefix("mut ")
                .unwrap_or(receiver)
                .strip_prefix('?');
            number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
        });
        places::put(on_placeholder.unwrap_or(&self.short.usual), args)
    }
}

/// The Rust side of one type.
#[derive(Clone, Debug)]
pub(crate) struct TypeBinding {
    /// As tests write it.
    pub(crate) name: String,
    /// How a variable of the type is annotated, if it is.
    pub(crate) annotation: Option<String>,
    /// The same where values say what they can, names marked.
    pub(crate) readable_annotation: Option<String>,
    /// What a variable of the type is called.
    pub(crate) variable: String,
    /// Whether values of the type may hold a borrow.
    pub(crate) may_borrow: bool,
}

/// What an op's forms are, for whoever puts them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An expression that runs no foreign code.
    Expression,
    /// An expression that may run foreign code: it is bound by a `let` where order matters.
    Bound,
    /// A statement on the first argument, which is also the result.
    Statement,
    /// A step in making a vector; more elements are statements where they are no `vec![…]`.
    Vector(VectorStep),
    /// A borrow.
    Borrow {
        /// `&mut`.
        mutable: bool,
    },
    /// Something around another value.
    Wrapper,
    /// The end of a list of answers, of which nothing is written.
    ListEnd,
    /// An answer and the rest of the list.
    ListThen,
    /// An expression that runs no foreign code, whose value misbehaves.
    Hostile,
    /// A value of a placeholder type, or a function that demands.
    Placeholder,
}

impl Shape {
    fn is_statement(self) -> bool {
        matches!(self, Shape::Statement | Shape::Vector(VectorStep::Push))
    }
}

/// What a reproduction has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReproductionKind {
    /// The call itself fails.
    Fault,
    /// A property does not hold.
    Property,
    /// It returns, and leaves memory that nobody frees.
    Leak,
    /// The process ends, which hostile values may have led to: their panics show nothing.
    Death,
}

impl Bindings {
    /// A literal that is no op, as the learned ones of its type are written.
    fn literal(&self, ty: TypeId, value: &[u8]) -> String {
        let kind = self.literals.get(&ty);
        kind.map_or(String::new(), |kind| person::learned_text(*kind, value))
    }

    /// The plan with the values of placeholder types marked as placeholders too, all numbered in order of appearance.
    pub fn with_type_placeholders(&self, term: Term) -> Term {
        self.marked(term, &mut 0)
    }

    fn marked(&self, term: Term, count: &mut u32) -> Term {
        match term {
            Term::Hole { ty, default, .. } => {
                *count += 1;
                Term::Hole {
                    number: *count,
                    ty,
                    default,
                }
            }
            Term::Apply { op, args } => {
                let binding = &self.ops[op.index()];
                if binding.shape == Shape::Placeholder {
                    *count += 1;
                    let default = Box::new(Term::Apply { op, args });
                    return Term::Hole {
                        number: *count,
                        ty: binding.result,
                        default,
                    };
                }
                let args = args.into_iter().map(|arg| self.marked(arg, count)).collect();
                Term::Apply { op, args }
            }
            literal @ Term::Literal { .. } => literal,
        }
    }

    fn shape(&self, op: plans::OpId) -> Shape {
        self.ops[op.index()].shape
    }

    /// True for the end of a list of answers, boxed or not.
    fn is_list_end<P: Plan>(&self, plan: &P) -> bool {
        match plan.node() {
            Node::Apply(op, args) => match self.shape(op) {
                Shape::ListEnd => true,
                Shape::Wrapper => self.is_list_end(&args[0]),
                _ => false,
            },
            Node::Hole(_) | Node::Literal(..) | Node::Var(_) => false,
        }
    }

    /// The plan without the statements that are run on its value, and these, innermost first: ops with their arguments but
    /// the first.
    fn statements_on<'p, P: Plan>(&self, plan: &'p P) -> (&'p P, Vec<(&OpBinding, &'p [P])>) {
        let (mut base, mut statements) = (plan, Vec::new());
        while let Node::Apply(op, args) = base.node()
            && self.shape(op).is_statement()
        {
            statements.push((&self.ops[op.index()], &args[1..]));
            base = &args[0];
        }
        statements.reverse();
        (base, statements)
    }

    /// How many of the first statements only add elements to a vector that is written as a list of them.
    fn elements_of<P: Plan>(&self, base: &P, statements: &[(&OpBinding, &[P])]) -> usize {
        let is_empty =
            matches!(base.node(), Node::Apply(op, _) if self.shape(op) == Shape::Vector(VectorStep::Empty));
        let pushes = statements
            .iter()
            .take_while(|(op, _)| is_empty && op.shape == Shape::Vector(VectorStep::Push));
        pushes.count()
    }
}

/// What plans and patterns have in common.
trait Plan: Sized {
    fn node(&self) -> Node<'_, Self>;
}

/// The outermost part of a plan or pattern.
enum Node<'p, P> {
    Hole(u32),
    Literal(TypeId, &'p [u8]),
    Var(u32),
    Apply(plans::OpId, &'p [P]),
}
