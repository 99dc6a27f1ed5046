//! Plans as the values that they are made of: a row for each call, constructor, literal and placeholder, what it is made of
//! below it. A flat list, so that no depth of nesting is too much for whoever keeps it.

use super::{Bindings, Shape};
use crate::call::BETWEEN_STATEMENTS;
use crate::reading::Reading;
use plans::{OpId, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Stands for a part while a form is filled in: a name holds together in all places.
const PART: &str = "__a_part_of_it__";

/// One value, whose parts are the next rows that lie one deeper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRow {
    /// How many other values it is a part of.
    pub depth: u32,
    /// The parameter or field that it is given for.
    pub name: Option<String>,
    /// Rust, with `…` for each part.
    pub text: String,
    /// What makes it.
    pub part: ValuePart,
    /// Its letter in the shape of the plan: every other value that was tried does as well.
    pub letter: Option<String>,
}

/// What makes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValuePart {
    /// A call.
    Call,
    /// A constructor, or what is as plain as one.
    Constructor,
    /// It is written as it is.
    Literal,
    /// A placeholder: nothing has looked at it.
    Unread,
}

impl ValuePart {
    /// As reports name it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Constructor => "constructor",
            Self::Literal => "literal",
            Self::Unread => "unread",
        }
    }
}

/// Where a row stands.
struct Spot<'a> {
    way: Vec<usize>,
    name: Option<&'a str>,
    depth: u32,
}

impl Spot<'_> {
    /// The same place, one argument further in.
    fn inside(&self, way: &[usize]) -> Spot<'_> {
        Spot {
            way: [&self.way, way].concat(),
            ..*self
        }
    }
}

impl Bindings {
    /// The rows of a plan. `letters` are those of its shape, by the way to their places.
    pub fn values_of(&self, term: &Term, letters: &BTreeMap<Vec<usize>, String>) -> Vec<ValueRow> {
        let mut rows = Vec::new();
        let spot = Spot {
            way: Vec::new(),
            name: None,
            depth: 0,
        };
        self.add_rows(term, &spot, letters, &mut rows);
        rows
    }

    fn add_rows(
        &self,
        term: &Term,
        spot: &Spot<'_>,
        letters: &BTreeMap<Vec<usize>, String>,
        rows: &mut Vec<ValueRow>,
    ) {
        let at = rows.len();
        let mut add = |text: String, part| {
            rows.push(ValueRow {
                depth: spot.depth,
                name: spot.name.map(str::to_owned),
                text,
                part,
                letter: None,
            });
        };
        match term {
            Term::Hole { number, .. } => add(format!("?{number}"), ValuePart::Unread),
            Term::Literal { ty, value } => add(self.literal(*ty, value), ValuePart::Literal),
            Term::Apply { op, args } => match self.shape(*op) {
                // Written around a value, and no value of its own.
                Shape::Borrow { .. } | Shape::Wrapper => {
                    self.add_rows(&args[0], &spot.inside(&[0]), letters, rows);
                    rows[at].text = self.ops[op.index()].for_people(&[rows[at].text.clone()]);
                }
                Shape::ListThen if self.is_list_end(&args[1]) => {
                    self.add_rows(&args[0], &spot.inside(&[0]), letters, rows);
                }
                _ => {
                    let (text, part, parts) = self.taken_apart(term, *op, args);
                    add(text, part);
                    for (way, name, part) in parts {
                        let inner = Spot {
                            name,
                            depth: spot.depth + 1,
                            ..spot.inside(&way)
                        };
                        self.add_rows(part, &inner, letters, rows);
                    }
                }
            },
        }
        if let Some(letter) = letters.get(&spot.way) {
            rows[at].letter = Some(letter.clone());
        }
    }

    /// A value that is made of others: its text, and these with the way to each and what it is called.
    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn taken_apart<'t>(
        &'t self,
        term: &'t Term,
        op: OpId,
        args: &'t [Term],
    ) -> (String, ValuePart, Vec<(Vec<usize>, Option<&'t str>, &'t Term)>) {
        let (base, statements) = self.statements_on(term);
        if !statements.is_empty() && self.elements_of(base, &statements) == statements.len() {
            let count = statements.len();
            let elements = statements.iter().enumerate().map(|(at, (_, element))| {
                // The last statement is the outermost.
                let mut way = vec![0; count - 1 - at];
                way.push(1);
                (way, None, &element[0])
            });
            let text = format!("vec![{}]", vec!["…"; count].join(", "));
            return (text, ValuePart::Constructor, elements.collect());
        }
        let binding = &self.ops[op.index()];
        let text = binding
            .for_people(&vec![PART.to_owned(); args.len()])
            .replace(PART, "…")
            .replace(BETWEEN_STATEMENTS, "; ");
        let part = match (&binding.reading, binding.shape) {
            (Reading::Literal(_), _) if args.is_empty() => ValuePart::Literal,
            (Reading::Unknown, Shape::Bound | Shape::Statement) => ValuePart::Call,
            _ => ValuePart::Constructor,
        };
        let names: &[String] = match &binding.reading {
            Reading::Made { fields, .. } => fields,
            _ => &binding.parameters,
        };
        let is_name = |name: &&str| !name.starts_with(|c: char| c.is_ascii_digit());
        let parts = args.iter().enumerate().map(|(at, arg)| {
            let name = names.get(at).map(String::as_str).filter(is_name);
            (vec![at], name, arg)
        });
        (text, part, parts.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::VectorStep;
    use crate::reading::Value;
    use crate::render::OpBinding;
    use plans::TypeId;

    fn apply(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    /// Ops 0 to 4: `insert(value, tree)`, `Branch(…)`, `&`, `vec![]` and its elements, 5: the number 7.
    fn bindings() -> Bindings {
        let named = |form: &str, reading: Reading, names: &[&str]| OpBinding {
            reading,
            parameters: names.iter().map(|name| (*name).to_owned()).collect(),
            ..OpBinding::of_form(form, Shape::Bound)
        };
        let made = |name: &str, fields: &[&str]| Reading::Made {
            name: name.to_owned(),
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            is_only: false,
        };
        Bindings {
            ops: vec![
                named("({1}).insert({0})", Reading::Unknown, &["value", "self"]),
                named(
                    "Branch {{ left: {0}, keys: {1} }}",
                    made("Branch", &["left", "keys"]),
                    &[],
                ),
                OpBinding::of_form("&{0}", Shape::Borrow { mutable: false }),
                OpBinding::of_form("Vec::new()", Shape::Vector(VectorStep::Empty)),
                OpBinding::of_form("({0}).push({1})", Shape::Vector(VectorStep::Push)),
                named("7", Reading::Literal(Value::Bool(true)), &[]),
            ],
            ..Bindings::default()
        }
    }

    #[test]
    fn each_value_is_a_row_above_its_parts() {
        let number = || apply(5, vec![]);
        let keys = apply(4, vec![apply(4, vec![apply(3, vec![]), number()]), number()]);
        let hole = Term::Hole {
            number: 1,
            ty: TypeId(0),
            default: Box::new(number()),
        };
        let tree = apply(1, vec![apply(2, vec![hole]), keys]);
        let term = apply(0, vec![number(), apply(2, vec![tree])]);
        let letters = BTreeMap::from([(vec![1, 0, 1, 0, 1], "x".to_owned()), (vec![1], "y".to_owned())]);
        let shown = |row: &ValueRow| {
            let indent = "  ".repeat(row.depth as usize);
            let [name, letter] = [&row.name, &row.letter].map(|text| text.as_deref().unwrap_or("-"));
            format!("{indent}{name}: {} {} {letter}", row.text, row.part.word())
        };
        let rows: Vec<String> = bindings().values_of(&term, &letters).iter().map(shown).collect();
        assert_eq!(
            rows,
            [
                "-: ….insert(…) call -",
                "  value: 7 literal -",
                "  self: &Branch { left: …, keys: … } constructor y",
                "    left: &?1 unread -",
                "    keys: vec![…, …] constructor -",
                "      -: 7 literal x",
                "      -: 7 literal -",
            ]
        );
    }
}
