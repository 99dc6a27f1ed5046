//! A plan as a value: an expression over ops, with literals inline and holes explicit. It is what leaves a search: it
//! says everything that is needed to run it again, in whatever manner, and means the same to everybody. Only ops and types
//! are numbers of one grammar; [`PlanKeys`](crate::PlanKeys) writes them down by name.

use crate::{Grammar, LearnedValue, OpId, TypeId};

/// An expression over ops.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// An op applied to as many arguments as the grammar gives it.
    Apply {
        /// The op.
        op: OpId,
        /// Its arguments, in order.
        args: Vec<Term>,
    },
    /// A literal that is no op of the grammar: its value was learned.
    Literal {
        /// Its type.
        ty: TypeId,
        /// Its bytes, which mean nothing here.
        value: Vec<u8>,
    },
    /// A placeholder `?number` about which the run decided nothing: it was not looked at.
    Hole {
        /// The number shown to people, from 1, in order of appearance.
        number: u32,
        /// The type it stands for.
        ty: TypeId,
        /// The valid value that was really there (any other value of the type gives the same outcome).
        default: Box<Term>,
    },
}

/// A whole expression: a root op with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    root: OpId,
    term: Term,
}

impl Plan {
    /// The plan of a term; none if it is no op with its arguments.
    pub fn new(term: Term) -> Option<Plan> {
        match term {
            Term::Apply { op, .. } => Some(Plan { root: op, term }),
            Term::Literal { .. } | Term::Hole { .. } => None,
        }
    }

    /// Its root op.
    pub fn root(&self) -> OpId {
        self.root
    }

    /// As an expression.
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// How many holes it has.
    pub fn holes(&self) -> u32 {
        self.term.holes()
    }

    /// How many of its holes are decided in `later`, which is this plan as a run saw it: as a whole or in part, the run has
    /// looked at these.
    pub fn holes_looked_at(&self, later: &Plan) -> u32 {
        self.term.holes_decided_in(&later.term)
    }

    /// The same plan in which the holes that `keep` refuses are decided, at what stood there. The others keep their numbers.
    pub fn with_holes(&self, keep: impl Fn(u32) -> bool) -> Plan {
        Plan {
            root: self.root,
            term: self
                .term
                .replace_holes(&|number, hole| match (keep(number), hole) {
                    (false, Term::Hole { default, .. }) => (**default).clone(),
                    _ => hole.clone(),
                }),
        }
    }

    /// The same plan with other values where holes were, as far as `value` has one for their number.
    pub fn with_values<'v>(&self, value: impl Fn(u32) -> Option<&'v Term>) -> Plan {
        Plan {
            root: self.root,
            term: (self.term).replace_holes(&|number, hole| value(number).unwrap_or(hole).clone()),
        }
    }

    /// All parts below the root with the way there, as positions of arguments. Holes have no parts.
    pub fn parts(&self) -> Vec<(Vec<usize>, &Term)> {
        let mut parts = Vec::new();
        self.term
            .visit_parts(&mut Vec::new(), &mut |way, part| parts.push((way.to_vec(), part)));
        parts
    }

    /// The same plan with another part at the end of a way; a way that leads nowhere changes nothing.
    pub fn with_part(&self, way: &[usize], part: &Term) -> Plan {
        match way {
            [] => self.clone(),
            way => Plan {
                root: self.root,
                term: self.term.with_part(way, part),
            },
        }
    }

    /// The same plan with its holes numbered from 1 in order of appearance.
    pub fn renumbered(mut self) -> Plan {
        self.term.renumber(&mut 0);
        self
    }

    /// The literals in it, each once, in order of appearance.
    pub fn literals(&self) -> Vec<(TypeId, &[u8])> {
        let mut literals = Vec::new();
        self.term.visit(&mut |part| {
            if let Term::Literal { ty, value } = part
                && !literals.contains(&(*ty, value.as_slice()))
            {
                literals.push((*ty, value.as_slice()));
            }
        });
        literals
    }

    /// The ops in it, what stands in holes included.
    pub fn ops(&self) -> Vec<OpId> {
        let mut ops = Vec::new();
        self.term.visit(&mut |part| {
            if let Term::Apply { op, .. } = part {
                ops.push(*op);
            }
        });
        ops
    }
}

impl Term {
    /// The number of the first placeholder that is decided in `later`, which is this plan with more decided.
    pub fn first_decided_in(&self, later: &Term) -> Option<u32> {
        match (self, later) {
            (Term::Hole { number, .. }, Term::Apply { .. } | Term::Literal { .. }) => Some(*number),
            (Term::Apply { args, .. }, Term::Apply { args: more, .. }) => args
                .iter()
                .zip(more)
                .find_map(|(arg, later)| arg.first_decided_in(later)),
            _ => None,
        }
    }

    /// Whether anything in it is open.
    pub fn has_holes(&self) -> bool {
        self.holes() > 0
    }

    /// Steps of the decided part: what its ops add to the depth of a plan. A literal counts as the cheapest learned one.
    pub fn steps(&self, grammar: &Grammar) -> u32 {
        match self {
            Term::Hole { .. } => 0,
            Term::Literal { ty, .. } => grammar.learned_of(*ty).first().map_or(1, |&op| grammar.steps(op)),
            Term::Apply { op, args } => {
                grammar.steps(*op) + args.iter().map(|arg| arg.steps(grammar)).sum::<u32>()
            }
        }
    }

    /// The type it builds; none if its op was pruned.
    pub fn result(&self, grammar: &Grammar) -> Option<TypeId> {
        match self {
            Term::Hole { ty, .. } | Term::Literal { ty, .. } => Some(*ty),
            Term::Apply { op, .. } => grammar.op(*op).map(|spec| spec.result),
        }
    }

    /// Calls `visit` with every part, the whole first, what stands in holes included.
    pub fn visit<'t>(&'t self, visit: &mut dyn FnMut(&'t Term)) {
        visit(self);
        match self {
            Term::Apply { args, .. } => args.iter().for_each(|arg| arg.visit(visit)),
            Term::Hole { default, .. } => default.visit(visit),
            Term::Literal { .. } => {}
        }
    }

    /// Calls `visit` with every part below the top and the way there. Holes have no parts.
    pub fn visit_parts<'t>(&'t self, way: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], &'t Term)) {
        let Term::Apply { args, .. } = self else {
            return;
        };
        for (index, arg) in args.iter().enumerate() {
            way.push(index);
            visit(way, arg);
            arg.visit_parts(way, visit);
            way.pop();
        }
    }

    /// The part at the end of this way.
    pub fn part(&self, way: &[usize]) -> Option<&Term> {
        match (way.split_first(), self) {
            (None, _) => Some(self),
            (Some((&index, rest)), Term::Apply { args, .. }) => args.get(index)?.part(rest),
            _ => None,
        }
    }

    /// The same expression with another part.
    pub fn with_part(&self, way: &[usize], part: &Term) -> Term {
        let (Some((&index, rest)), Term::Apply { op, args }) = (way.split_first(), self) else {
            return part.clone();
        };
        // What is exchanged is not copied before: in each level of a deep plan that would be all that lies below.
        let args = args.iter().enumerate().map(|(at, arg)| match at == index {
            true => arg.with_part(rest, part),
            false => arg.clone(),
        });
        Term::Apply {
            op: *op,
            args: args.collect(),
        }
    }

    /// The same with these values of learned ops written as literals.
    pub(crate) fn with_literals(self, grammar: &Grammar, learned: &[LearnedValue]) -> Term {
        match self {
            Term::Apply { op, args } => {
                let literal = learned.iter().find(|value| value.op == op).zip(grammar.op(op));
                match literal {
                    Some((literal, spec)) => Term::Literal {
                        ty: spec.result,
                        value: literal.value.clone(),
                    },
                    None => Term::Apply {
                        op,
                        args: (args.into_iter())
                            .map(|arg| arg.with_literals(grammar, learned))
                            .collect(),
                    },
                }
            }
            Term::Hole { number, ty, default } => Term::Hole {
                number,
                ty,
                default: Box::new(default.with_literals(grammar, learned)),
            },
            literal @ Term::Literal { .. } => literal,
        }
    }

    /// Without holes: what stood there is decided.
    pub fn decided(&self) -> Term {
        match self {
            Term::Hole { default, .. } => default.decided(),
            Term::Apply { op, args } => Term::Apply {
                op: *op,
                args: args.iter().map(Term::decided).collect(),
            },
            Term::Literal { .. } => self.clone(),
        }
    }

    fn holes_decided_in(&self, later: &Term) -> u32 {
        match (self, later) {
            (Term::Hole { .. }, Term::Apply { .. } | Term::Literal { .. }) => 1,
            (Term::Apply { args, .. }, Term::Apply { args: more, .. }) => args
                .iter()
                .zip(more)
                .map(|(arg, later)| arg.holes_decided_in(later))
                .sum(),
            _ => 0,
        }
    }

    fn holes(&self) -> u32 {
        match self {
            Term::Hole { .. } => 1,
            Term::Apply { args, .. } => args.iter().map(Term::holes).sum(),
            Term::Literal { .. } => 0,
        }
    }

    fn renumber(&mut self, count: &mut u32) {
        match self {
            Term::Hole { number, .. } => {
                *count += 1;
                *number = *count;
            }
            Term::Apply { args, .. } => args.iter_mut().for_each(|arg| arg.renumber(count)),
            Term::Literal { .. } => {}
        }
    }

    fn replace_holes(&self, replace: &dyn Fn(u32, &Term) -> Term) -> Term {
        match self {
            Term::Hole { number, .. } => replace(*number, self),
            Term::Apply { op, args } => Term::Apply {
                op: *op,
                args: args.iter().map(|arg| arg.replace_holes(replace)).collect(),
            },
            Term::Literal { .. } => self.clone(),
        }
    }
}
