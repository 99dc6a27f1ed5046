//! Plans as statements and a call: parts are bound by `let` where they have to last, where several statements are about one
//! value, and where a line would get long. Pure text.

use super::{Bindings, OpBinding, Shape};
use crate::call::{BETWEEN_STATEMENTS, GIVEN};
use crate::tuning::LONGEST_LINE;
use crate::write::{fill, imports, places};
use plans::{Term, TypeId};
use std::collections::BTreeSet;

/// For whom statements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// For rustc: every call and every owner is bound, so that owners outlive what borrows from them; or every owner is kept for good, so
    /// that what borrows from it may have to last for ever.
    Explicit { for_good: bool },
    /// For rustc and people, names marked.
    Readable,
    /// For people, who want one line, or lines that are not too long.
    Person { is_one_line: bool },
}

impl Style {
    fn is_explicit(self) -> bool {
        matches!(self, Style::Explicit { .. })
    }
}

/// A line before the call.
enum Line {
    /// A variable and its value.
    Let {
        name: String,
        mutable: bool,
        annotation: Option<String>,
        value: String,
        /// The value is kept for good, and the variable is a reference to it.
        for_good: bool,
    },
    Statement(String),
}

impl Line {
    fn text(&self) -> String {
        match self {
            Line::Let {
                name,
                mutable,
                annotation,
                value,
                for_good: true,
            } => {
                let mark = if *mutable { "mut " } else { "" };
                let ty = annotation.as_deref().unwrap_or("_");
                format!("let {mark}{name}: &'static mut {ty} = Box::leak(Box::new({value}));")
            }
            Line::Let {
                name,
                mutable,
                annotation,
                value,
                for_good: false,
            } => {
                let mark = if *mutable { "mut " } else { "" };
                let annotation = annotation
                    .as_ref()
                    .map_or_else(String::new, |ty| format!(": {ty}"));
                format!("let {mark}{name}{annotation} = {value};")
            }
            Line::Statement(text) => text.clone(),
        }
    }
}

/// What stands for a value.
enum Value {
    /// The variable of this name.
    Variable(String),
    Text(String),
}

impl Value {
    fn text(self) -> String {
        match self {
            Value::Variable(text) | Value::Text(text) => text,
        }
    }
}

/// What is asked of a value besides being there.
#[derive(Clone, Copy, Default)]
struct Need {
    /// It outlives its statement: what it borrows has to be a variable's.
    lasting: bool,
    /// It is bound, or what it borrows, unless it is as short as a name.
    apart: bool,
}

/// Writes the lines of one plan.
pub(super) struct Writer<'a> {
    bindings: &'a Bindings,
    style: Style,
    lines: Vec<Line>,
    /// Names that no further variable may have.
    taken: BTreeSet<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(bindings: &'a Bindings, style: Style, term: &Term) -> Writer<'a> {
        let mut taken = BTreeSet::from([GIVEN.to_owned()]);
        term.visit(&mut |part| {
            if let Term::Apply { op, .. } = part {
                taken.append(&mut imports::names(&bindings.ops[op.index()].readable));
            }
        });
        Writer {
            bindings,
            style,
            lines: Vec::new(),
            taken,
        }
    }

    /// What was written before the call.
    pub(super) fn lines(&self) -> Vec<String> {
        self.lines.iter().map(Line::text).collect()
    }

    /// The plan's own call, after what has to stand before it; none if that is all there is.
    pub(super) fn call(&mut self, term: &Term) -> Option<String> {
        let Term::Apply { op, args } = term else {
            return Some(self.value(term, Need::default()).text());
        };
        if self.bindings.shape(*op).is_statement() {
            let value = self.value(term, Need::default());
            let is_bound = matches!(value, Value::Variable(_)) && !self.style.is_explicit();
            return (!is_bound).then(|| value.text());
        }
        let binding = &self.bindings.ops[op.index()];
        let is_long = self.is_long(term);
        let texts = self.arguments(
            binding,
            args,
            Need {
                lasting: false,
                apart: is_long,
            },
        );
        Some(self.filled(binding, &texts))
    }

    fn filled(&self, binding: &OpBinding, texts: &[String]) -> String {
        match self.style {
            Style::Explicit { .. } => fill(&binding.explicit, texts),
            Style::Readable => places::put(&binding.readable, texts),
            Style::Person { .. } => binding.for_people(texts),
        }
    }

    fn is_long(&self, term: &Term) -> bool {
        let is_free = self.style.is_explicit() || self.style == Style::Person { is_one_line: true };
        !is_free && self.length(term) > LONGEST_LINE
    }

    /// About as many characters as the text of a term has on one line.
    fn length(&self, term: &Term) -> usize {
        match term {
            Term::Hole { default, .. } if self.style == Style::Readable => {
                "/* ?1, any value */ ".len() + self.length(default)
            }
            Term::Hole { .. } => "?1".len(),
            Term::Literal { ty, value } => self.bindings.literal(*ty, value).chars().count(),
            Term::Apply { op, args } => {
                let binding = &self.bindings.ops[op.index()];
                let form = match self.style {
                    Style::Readable => imports::short(&binding.readable),
                    _ => binding.short.usual.clone(),
                };
                let slots = args.len() * "{0}".len();
                let args: usize = args.iter().map(|arg| self.length(arg)).sum();
                form.chars().count().saturating_sub(slots) + args
            }
        }
    }

    /// As short as a name, and a constant: it needs no variable of its own.
    fn is_simple(&self, term: &Term) -> bool {
        match term {
            Term::Hole { default, .. } => self.is_simple(default),
            _ => !self.bindings.text(term).contains(['(', '{', '[']),
        }
    }

    /// What stands for the value of `term`.
    fn value(&mut self, term: &Term, need: Need) -> Value {
        let (op, args) = match term {
            Term::Hole { number, default, .. } => {
                return Value::Text(match self.style {
                    Style::Person { .. } => format!("?{number}"),
                    _ => format!("/* ?{number}, any value */ {}", self.value(default, need).text()),
                });
            }
            Term::Literal { ty, value } => return Value::Text(self.bindings.literal(*ty, value)),
            Term::Apply { op, args } => (op, args),
        };
        let binding = &self.bindings.ops[op.index()];
        match binding.shape {
            Shape::Borrow { mutable } => self.borrow(binding, mutable, &args[0], need),
            Shape::Wrapper => {
                let inner = self.value(&args[0], need).text();
                Value::Text(self.filled(binding, &[inner]))
            }
            shape if shape.is_statement() => self.statements(term, need),
            _ if need.apart && !self.style.is_explicit() && !self.is_simple(term) => {
                Value::Variable(self.variable(false, term))
            }
            shape => {
                let need = Need {
                    apart: self.is_long(term),
                    ..need
                };
                let mut texts = self.arguments(binding, args, need);
                let text = match shape {
                    Shape::ListThen if self.bindings.is_list_end(&args[1]) => texts.swap_remove(0),
                    _ => self.filled(binding, &texts),
                };
                match shape {
                    Shape::Bound if self.style.is_explicit() => Value::Variable(self.bind(false, text, term)),
                    _ => Value::Text(text),
                }
            }
        }
    }

    fn borrow(&mut self, binding: &OpBinding, mutable: bool, owner: &Term, need: Need) -> Value {
        let is_bound = match self.style {
            Style::Explicit { .. } => true,
            _ => (need.apart || need.lasting) && (mutable || !self.is_simple(owner)),
        };
        if is_bound && !matches!((owner, self.style), (Term::Hole { .. }, Style::Person { .. })) {
            let name = self.variable(mutable, owner);
            let sign = if mutable { "&mut " } else { "&" };
            let pointed_to = if self.keeps_for_good(&name) { "*" } else { "" };
            return Value::Text(format!("{sign}{pointed_to}{name}"));
        }
        let inner = self.value(owner, Need { apart: false, ..need });
        if let (Value::Variable(name), true) = (&inner, mutable) {
            self.mark_mutable(name);
        }
        Value::Text(self.filled(binding, &[inner.text()]))
    }

    /// The arguments of one call. An owner that cannot hold a borrow is bound before a sibling that may come to hold
    /// one of it, because it has to live longer.
    fn arguments(&mut self, binding: &OpBinding, args: &[Term], need: Need) -> Vec<String> {
        let is_for_rustc = self.style == Style::Readable;
        let needs: Vec<Need> = (args.iter().enumerate())
            .map(|(position, arg)| {
                // The type before a dot decides what is called.
                let is_vague =
                    is_for_rustc && position == 0 && binding.has_receiver && !self.says_its_type(arg);
                Need {
                    lasting: need.lasting && self.may_borrow(self.result_of(arg)),
                    apart: need.apart
                        || is_vague
                        || binding.shared.is_some_and(|(first, _)| first == position),
                }
            })
            .collect();
        self.values(args, &needs)
    }

    fn values(&mut self, args: &[Term], needs: &[Need]) -> Vec<String> {
        let mut texts = vec![String::new(); args.len()];
        let lasting: Vec<bool> = args.iter().map(|arg| self.is_lasting_borrow(arg)).collect();
        let keeper = self.keeper(args);
        let order = |position: &usize| match (lasting[*position], Some(*position) == keeper) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let mut positions: Vec<usize> = (0..args.len()).collect();
        positions.sort_by_key(order);
        for position in positions {
            texts[position] = self.value(&args[position], needs[position]).text();
        }
        texts
    }

    /// The argument that may come to hold what its siblings lend: the first that is lent mutably, else the first one,
    /// if it can hold a borrow at all. Its owner is bound last, so that it is dropped first.
    fn keeper(&self, args: &[Term]) -> Option<usize> {
        let lent = |arg: &Term, only_mutable: bool| match arg {
            Term::Apply { op, args } => match self.bindings.shape(*op) {
                Shape::Borrow { mutable } => {
                    (mutable || !only_mutable) && self.may_borrow(self.result_of(&args[0]))
                }
                _ => false,
            },
            Term::Hole { .. } | Term::Literal { .. } => false,
        };
        let mutable = args.iter().position(|arg| lent(arg, true));
        mutable.or_else(|| args.first().filter(|arg| lent(arg, false)).map(|_| 0))
    }

    /// A borrow of a value that cannot itself hold one.
    fn is_lasting_borrow(&self, term: &Term) -> bool {
        match term {
            Term::Hole { default, .. } => self.is_lasting_borrow(default),
            Term::Literal { .. } => false,
            Term::Apply { op, args } => {
                matches!(self.bindings.shape(*op), Shape::Borrow { .. })
                    && !self.may_borrow(self.result_of(&args[0]))
            }
        }
    }

    fn may_borrow(&self, ty: TypeId) -> bool {
        self.bindings.types.get(ty.index()).is_none_or(|ty| ty.may_borrow)
    }

    fn result_of(&self, term: &Term) -> TypeId {
        match term {
            Term::Apply { op, .. } => self.bindings.ops[op.index()].result,
            Term::Hole { ty, .. } | Term::Literal { ty, .. } => *ty,
        }
    }

    /// Of what type the value is follows from its text alone.
    fn says_its_type(&self, term: &Term) -> bool {
        let is_plain = |ty: TypeId| {
            let ty = self.bindings.types.get(ty.index());
            ty.is_some_and(|ty| ty.readable_annotation.is_none())
        };
        match term {
            Term::Hole { default, .. } => self.says_its_type(default),
            Term::Literal { .. } => false,
            Term::Apply { op, args } => match self.bindings.shape(*op) {
                Shape::Borrow { .. } | Shape::Wrapper => self.says_its_type(&args[0]),
                shape => {
                    let binding = &self.bindings.ops[op.index()];
                    shape.is_statement() || binding.says_its_type || is_plain(binding.result)
                }
            },
        }
    }

    /// A value with statements run on it, innermost first.
    fn statements(&mut self, term: &Term, need: Need) -> Value {
        let bindings = self.bindings;
        let (base, chain) = bindings.statements_on(term);
        let keeps_borrows = self.may_borrow(self.result_of(base));
        let is_list = bindings.elements_of(base, &chain) == chain.len();
        let need = Need {
            lasting: keeps_borrows && (need.lasting || !is_list),
            apart: false,
        };
        // What the statements lend has to be there before a value that keeps it.
        let mut lent: Vec<Option<Vec<String>>> = vec![None; chain.len()];
        if keeps_borrows {
            for (texts, (_, args)) in lent.iter_mut().zip(&chain) {
                *texts = Some(self.values(args, &vec![need; args.len()]));
            }
        }
        if is_list {
            let mut elements = Vec::new();
            for (texts, (_, args)) in lent.into_iter().zip(&chain) {
                elements.extend(texts.unwrap_or_else(|| self.values(args, &vec![need; args.len()])));
            }
            return Value::Text(format!("vec![{}]", elements.join(", ")));
        }
        let name = self.variable(true, base);
        for (before, (binding, args)) in lent.into_iter().zip(chain) {
            let mut texts = vec![name.clone()];
            texts.extend(before.unwrap_or_else(|| self.values(args, &vec![need; args.len()])));
            let statement = self.filled(binding, &texts);
            let dropped = if self.style.is_explicit() { "let _ = " } else { "" };
            // Explicit ones are never two.
            let statement = format!("{dropped}{statement}");
            let statements = statement.split(BETWEEN_STATEMENTS);
            self.lines
                .extend(statements.map(|one| Line::Statement(format!("{one};"))));
        }
        Value::Variable(name)
    }

    /// The variable that holds the value of a term; one that was just bound is taken as it is.
    fn variable(&mut self, mutable: bool, term: &Term) -> String {
        let need = Need {
            lasting: self.may_borrow(self.result_of(term)),
            apart: false,
        };
        match self.value(term, need) {
            Value::Variable(name) => {
                if mutable {
                    self.mark_mutable(&name);
                }
                name
            }
            Value::Text(text) => self.bind(mutable, text, term),
        }
    }

    /// Keeps what a variable owns for good, where that is the style. True if it is.
    fn keeps_for_good(&mut self, bound: &str) -> bool {
        let for_good = self.style == Style::Explicit { for_good: true };
        for line in self.lines.iter_mut().filter(|_| for_good) {
            if let Line::Let { name, for_good, .. } = line
                && name == bound
            {
                *for_good = true;
            }
        }
        for_good
    }

    fn mark_mutable(&mut self, bound: &str) {
        for line in &mut self.lines {
            if let Line::Let { name, mutable, .. } = line
                && name == bound
            {
                *mutable = true;
            }
        }
    }

    fn bind(&mut self, mutable: bool, value: String, term: &Term) -> String {
        let ty = self.bindings.types.get(self.result_of(term).index());
        let (wanted, annotation) = match (self.style, ty) {
            (Style::Explicit { .. }, ty) => ("v", ty.and_then(|ty| ty.annotation.clone())),
            (_, None) => ("value", None),
            (Style::Readable, Some(ty)) if !self.says_its_type(term) => {
                (ty.variable.as_str(), ty.readable_annotation.clone())
            }
            (_, Some(ty)) => (ty.variable.as_str(), None),
        };
        let first = if self.style.is_explicit() { 1 } else { 2 };
        let free = |name: &String| !self.taken.contains(name);
        let plain = Some(wanted.to_owned()).filter(|name| first == 2 && free(name));
        let name = plain.unwrap_or_else(|| {
            let mut numbered = (first..).map(|number| format!("{wanted}{number}"));
            numbered.find(free).unwrap_or_default()
        });
        self.taken.insert(name.clone());
        self.lines.push(Line::Let {
            name: name.clone(),
            mutable,
            annotation,
            value,
            for_good: false,
        });
        name
    }
}
