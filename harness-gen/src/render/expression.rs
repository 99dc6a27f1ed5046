//! Plans and patterns as one Rust expression for people.

use super::statements::{Style, Writer};
use super::{Bindings, Node, Plan, Shape};
use crate::call::BETWEEN_STATEMENTS;
use plans::{Pattern, Term, variable_name};

impl Plan for Term {
    fn node(&self) -> Node<'_, Term> {
        match self {
            Term::Hole { number, .. } => Node::Hole(*number),
            Term::Literal { ty, value } => Node::Literal(*ty, value),
            Term::Apply { op, args } => Node::Apply(*op, args),
        }
    }
}

impl Plan for Pattern {
    fn node(&self) -> Node<'_, Pattern> {
        match self {
            Pattern::Hole { number } => Node::Hole(*number),
            Pattern::Literal { ty, value } => Node::Literal(*ty, value),
            Pattern::Var(number) => Node::Var(*number),
            Pattern::Apply { op, args } => Node::Apply(*op, args),
        }
    }
}

impl Bindings {
    /// The plan as one Rust expression, last path segments only, placeholders written `?1`.
    pub fn expression(&self, term: &Term) -> String {
        match &self.statements_of(term, true)[..] {
            [one] => one.strip_suffix(';').unwrap_or(one).to_owned(),
            several => format!("{{ {} }}", several.join(" ")),
        }
    }

    /// The plan as lines of statements, where an expression is longer than a line or has several statements in it.
    pub fn statements(&self, term: &Term) -> Vec<String> {
        self.statements_of(term, false)
    }

    fn statements_of(&self, term: &Term, is_one_line: bool) -> Vec<String> {
        let mut writer = Writer::new(self, Style::Person { is_one_line }, term);
        let call = writer.call(term);
        let mut lines = writer.lines();
        // Nobody asks for the borrow that an index gives.
        lines.extend(call.map(|call| match call.strip_prefix('&') {
            Some(place)
                if place.ends_with(']') && !place.starts_with(['[', '&']) && !place.starts_with("mut ") =>
            {
                format!("{place};")
            }
            _ => format!("{call};"),
        }));
        lines
    }

    /// What several plans have in common, variables written `x`, `y`…
    pub fn pattern(&self, pattern: &Pattern) -> String {
        self.text(pattern)
    }

    pub(super) fn text<P: Plan>(&self, plan: &P) -> String {
        match plan.node() {
            Node::Hole(number) => format!("?{number}"),
            Node::Literal(ty, value) => self.literal(ty, value),
            Node::Var(number) => variable_name(number),
            Node::Apply(op, args) => match self.shape(op) {
                shape if shape.is_statement() => self.block(plan),
                Shape::ListThen if self.is_list_end(&args[1]) => self.text(&args[0]),
                _ => self.ops[op.index()].for_people(&self.texts(args)),
            },
        }
    }

    fn texts<P: Plan>(&self, plans: &[P]) -> Vec<String> {
        plans.iter().map(|plan| self.text(plan)).collect()
    }

    /// Statements on one value as one block; elements pushed onto a new vector as `vec![…]`.
    fn block<P: Plan>(&self, plan: &P) -> String {
        let (base, statements) = self.statements_on(plan);
        let (elements, rest) = statements.split_at(self.elements_of(base, &statements));
        let value = if elements.is_empty() {
            self.text(base)
        } else {
            let texts: Vec<String> = elements.iter().flat_map(|(_, args)| self.texts(args)).collect();
            format!("vec![{}]", texts.join(", "))
        };
        if rest.is_empty() {
            return value;
        }
        let rest: String = rest
            .iter()
            .map(|(op, args)| {
                let mut texts = vec!["v".to_owned()];
                texts.extend(self.texts(args));
                format!("{}; ", op.for_people(&texts).replace(BETWEEN_STATEMENTS, "; "))
            })
            .collect();
        format!("{{ let mut v = {value}; {rest}v }}")
    }
}
