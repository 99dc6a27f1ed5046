//! What is known of runs, as a table of numbers and truths: one row for each run, one column for each thing that can be said of
//! its arguments. Pure.

use super::condition::{Atom, Condition, Form, Names, Unit};
use harness_gen::reading::{IntType, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The fault in question.
    Fails,
    /// It returned.
    Passes,
    /// It failed in another way: nothing is learned of it.
    Other,
}

/// What is known of a run: for each argument, or part of it, its value, by the name that it is written with.
pub(super) type Known = Vec<(String, Value)>;

/// A method of `char`.
type CharQuestion = (&'static str, fn(char) -> bool);
/// What is asked of a float, and how its opposite begins.
type FloatQuestion = (&'static str, &'static str, fn(f64) -> bool);

/// Characters that are asked for in texts.
const MOST_CHARS: usize = 128;
/// Numbers of which sums are made.
pub(super) const MOST_NUMBERS: usize = 8;

/// Runs with what is known of them.
pub(super) struct Table {
    pub names: Names,
    /// By column.
    numbers: Vec<Vec<Option<i128>>>,
    truths: Vec<Vec<Option<bool>>>,
    /// By truth column: what makes a condition with it less simple.
    pub truth_costs: Vec<u32>,
    pub verdicts: Vec<Verdict>,
}

impl Table {
    pub(super) fn of(rows: &[(Known, Verdict)]) -> Table {
        let mut table = Table {
            names: Names::default(),
            numbers: Vec::new(),
            truths: Vec::new(),
            truth_costs: Vec::new(),
            verdicts: rows.iter().map(|(_, verdict)| *verdict).collect(),
        };
        let mut names: Vec<&String> = Vec::new();
        for (name, _) in rows.iter().flat_map(|(known, _)| known) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let columns: Vec<(&str, Vec<Option<&Value>>)> = (names.iter())
            .map(|name| {
                let values = rows.iter().map(|(known, _)| value_of(known, name));
                (name.as_str(), values.collect())
            })
            .collect();
        for (name, values) in &columns {
            table.add_numbers(name, values);
        }
        for (name, values) in &columns {
            table.add_truths(name, values);
        }
        for (first, (name, values)) in columns.iter().enumerate() {
            for (other, others) in &columns[first + 1..] {
                table.add_pair(name, values, other, others);
                table.add_pair(other, others, name, values);
            }
        }
        table
    }

    pub(super) fn rows(&self) -> usize {
        self.verdicts.len()
    }

    pub(super) fn number(&self, row: usize, column: usize) -> Option<i128> {
        self.numbers[column][row]
    }

    pub(super) fn truth(&self, row: usize, column: usize) -> Option<bool> {
        self.truths[column][row]
    }

    pub(super) fn number_columns(&self) -> usize {
        self.numbers.len().min(MOST_NUMBERS)
    }

    pub(super) fn truth_columns(&self) -> usize {
        self.truths.len()
    }

    /// Whether a condition holds of a run.
    pub(super) fn holds(&self, condition: &Condition, row: usize) -> Option<bool> {
        condition.holds(
            |column| self.number(row, column),
            |column| self.truth(row, column),
        )
    }

    /// A condition on columns of these names, on those of this table.
    pub(super) fn translated(&self, condition: &Condition, names: &Names) -> Option<Condition> {
        let number = |column: &usize| {
            let wanted = &names.numbers[*column].0;
            self.names.numbers.iter().position(|(name, _)| name == wanted)
        };
        let truth = |column: usize| {
            let wanted = &names.truths[column];
            self.names.truths.iter().position(|name| name == wanted)
        };
        let form = |form: &Form| {
            Some(Form {
                plus: form.plus.iter().map(number).collect::<Option<_>>()?,
                minus: form.minus.iter().map(number).collect::<Option<_>>()?,
            })
        };
        let atom = |atom: &Atom| {
            Some(match atom.clone() {
                Atom::Is { column, wanted } => Atom::Is {
                    column: truth(column)?,
                    wanted,
                },
                Atom::Linear { form: of, is, bound } => Atom::Linear {
                    form: form(&of)?,
                    is,
                    bound,
                },
                Atom::Remainder {
                    column,
                    by,
                    rest,
                    wanted,
                } => Atom::Remainder {
                    column: number(&column)?,
                    by,
                    rest,
                    wanted,
                },
            })
        };
        Some(Condition {
            atoms: condition.atoms.iter().map(atom).collect::<Option<_>>()?,
            all: condition.all,
        })
    }

    /// Rows with this verdict.
    pub(super) fn of_verdict(&self, verdict: Verdict) -> Vec<usize> {
        (0..self.rows())
            .filter(|row| self.verdicts[*row] == verdict)
            .collect()
    }

    fn number_column(&mut self, name: String, unit: Unit, cells: Vec<Option<i128>>) {
        self.names.numbers.push((name, unit));
        self.numbers.push(cells);
    }

    fn truth_column(&mut self, (yes, no): (String, String), cost: u32, cells: Vec<Option<bool>>) {
        let decides = cells.contains(&Some(true)) && cells.contains(&Some(false));
        if decides {
            self.names.truths.push((yes, no));
            self.truths.push(cells);
            self.truth_costs.push(cost);
        }
    }

    fn add_numbers(&mut self, name: &str, values: &[Option<&Value>]) {
        let unit = values.iter().flatten().find_map(|value| match value {
            Value::Int(_, int) => Some(Unit::Number(*int)),
            Value::Char(_) => Some(Unit::Char),
            Value::Text(_) | Value::List(_) => Some(Unit::Length),
            _ => None,
        });
        let Some(unit) = unit else { return };
        let cells = values.iter().map(|value| number_in(value.as_ref()?)).collect();
        let name = match unit {
            Unit::Length => format!("{name}.len()"),
            _ => name.to_owned(),
        };
        self.number_column(name, unit, cells);
    }

    /// A column of what `ask` says of values.
    fn asked(
        &mut self,
        text: (String, String),
        cost: u32,
        values: &[Option<&Value>],
        ask: impl Fn(&Value) -> Option<bool>,
    ) {
        let cells = values.iter().map(|value| ask(value.as_ref()?)).collect();
        self.truth_column(text, cost, cells);
    }

    fn add_truths(&mut self, name: &str, values: &[Option<&Value>]) {
        let is = |question: String| (question.clone(), format!("!{question}"));
        self.asked(is(name.to_owned()), 2, values, |value| match value {
            Value::Bool(value) => Some(*value),
            _ => None,
        });
        let is_unsigned = |value: &Value| matches!(value, Value::Int(_, IntType { signed: false, .. }));
        if values.iter().flatten().any(|value| is_unsigned(value)) {
            self.asked(
                is(format!("{name}.is_power_of_two()")),
                4,
                values,
                |value| match value {
                    Value::Int(value, _) => Some(u128::try_from(*value).is_ok_and(u128::is_power_of_two)),
                    _ => None,
                },
            );
        }
        self.add_char_truths(name, values);
        self.add_float_truths(name, values);
        self.add_text_truths(name, values);
        let is_empty = |value: &Value| match value {
            Value::Text(text) => Some(text.is_empty()),
            Value::List(list) => Some(list.is_empty()),
            _ => None,
        };
        self.asked(is(format!("{name}.is_empty()")), 2, values, is_empty);
        let made: BTreeSet<&str> = (values.iter().flatten())
            .filter_map(|value| match value {
                Value::Made {
                    name, is_only: false, ..
                } => Some(name.as_str()),
                _ => None,
            })
            .collect();
        for constructor in made {
            let fields = values.iter().flatten().find_map(|value| match value {
                Value::Made { name, fields, .. } if name == constructor => Some(fields),
                _ => None,
            });
            let pattern = match fields.and_then(|fields| fields.first()) {
                None => constructor.to_owned(),
                Some((field, _)) if field.starts_with(|c: char| c.is_ascii_digit()) => {
                    format!("{constructor}(..)")
                }
                Some(_) => format!("{constructor} {{ .. }}"),
            };
            let text = match constructor {
                "None" => (format!("{name}.is_none()"), format!("{name}.is_some()")),
                "Some" => (format!("{name}.is_some()"), format!("{name}.is_none()")),
                "Ok" => (format!("{name}.is_ok()"), format!("{name}.is_err()")),
                "Err" => (format!("{name}.is_err()"), format!("{name}.is_ok()")),
                _ => is(format!("matches!({name}, {pattern})")),
            };
            self.asked(text, 3, values, |value| match value {
                Value::Made { name, .. } => Some(name == constructor),
                _ => None,
            });
        }
    }

    fn add_char_truths(&mut self, name: &str, values: &[Option<&Value>]) {
        let questions: [CharQuestion; 8] = [
            ("is_ascii", |c| c.is_ascii()),
            ("is_ascii_digit", |c| c.is_ascii_digit()),
            ("is_ascii_hexdigit", |c| c.is_ascii_hexdigit()),
            ("is_alphabetic", char::is_alphabetic),
            ("is_ascii_alphabetic", |c| c.is_ascii_alphabetic()),
            ("is_ascii_alphanumeric", |c| c.is_ascii_alphanumeric()),
            ("is_whitespace", char::is_whitespace),
            ("is_control", char::is_control),
        ];
        for (question, ask) in questions {
            let text = format!("{name}.{question}()");
            self.asked(
                (text.clone(), format!("!{text}")),
                3,
                values,
                |value| match value {
                    Value::Char(value) => Some(ask(*value)),
                    _ => None,
                },
            );
        }
    }

    fn add_float_truths(&mut self, name: &str, values: &[Option<&Value>]) {
        let questions: [FloatQuestion; 5] = [
            (".is_nan()", "!", f64::is_nan),
            (".is_infinite()", "!", f64::is_infinite),
            (".is_finite()", "!", f64::is_finite),
            (" == 0.0", " != 0.0", |x| x == 0.0),
            (" < 0.0", "!(", |x| x < 0.0),
        ];
        for (question, opposite, ask) in questions {
            let text = format!("{name}{question}");
            let no = match opposite {
                "!" => format!("!{text}"),
                "!(" => format!("!({text})"),
                _ => format!("{name}{opposite}"),
            };
            self.asked((text, no), 3, values, |value| match value {
                Value::Float(value) => Some(ask(*value)),
                _ => None,
            });
        }
    }

    fn add_text_truths(&mut self, name: &str, values: &[Option<&Value>]) {
        let texts = || {
            values.iter().flatten().filter_map(|value| match value {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            })
        };
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for text in texts() {
            for c in text.chars().collect::<BTreeSet<char>>() {
                *counts.entry(c).or_default() += 1;
            }
        }
        let of_text = |ask: &dyn Fn(&str) -> bool, value: &Value| match value {
            Value::Text(text) => Some(ask(text)),
            _ => None,
        };
        let is = |question: String| (question.clone(), format!("!{question}"));
        let ascii = is(format!("{name}.is_ascii()"));
        self.asked(ascii, 3, values, |value| of_text(&str::is_ascii, value));
        for &c in counts.keys().take(MOST_CHARS) {
            let contains = is(format!("{name}.contains({c:?})"));
            self.asked(contains, 4, values, |value| {
                of_text(&|text| text.contains(c), value)
            });
            let starts = is(format!("{name}.starts_with({c:?})"));
            self.asked(starts, 4, values, |value| {
                of_text(&|text| text.starts_with(c), value)
            });
            let ends = is(format!("{name}.ends_with({c:?})"));
            self.asked(ends, 4, values, |value| of_text(&|text| text.ends_with(c), value));
        }
    }

    fn add_pair(&mut self, text: &str, texts: &[Option<&Value>], at: &str, positions: &[Option<&Value>]) {
        let question = format!("{text}.is_char_boundary({at})");
        let cells = texts.iter().zip(positions).map(|(text, at)| match (text, at) {
            (Some(Value::Text(text)), Some(Value::Int(at, int))) if int.bits == usize::BITS => {
                Some(usize::try_from(*at).is_ok_and(|at| text.is_char_boundary(at)))
            }
            _ => None,
        });
        let cells = cells.collect();
        self.truth_column((question.clone(), format!("!{question}")), 4, cells);
        if text < at {
            let cells = texts
                .iter()
                .zip(positions)
                .map(|(one, other)| match (one, other) {
                    (Some(Value::Text(one)), Some(Value::Text(other))) => Some(one == other),
                    (Some(Value::Char(one)), Some(Value::Char(other))) => Some(one == other),
                    _ => None,
                });
            let cells = cells.collect();
            self.truth_column((format!("{text} == {at}"), format!("{text} != {at}")), 4, cells);
        }
    }
}

fn value_of<'k>(known: &'k Known, name: &str) -> Option<&'k Value> {
    let found = known.iter().find(|(of, _)| of == name);
    found.map(|(_, value)| value)
}

/// The number that stands for a value.
pub(super) fn number_in(value: &Value) -> Option<i128> {
    Some(match value {
        Value::Int(value, _) => *value,
        Value::Char(value) => u32::from(*value).into(),
        Value::Text(text) => text.len() as i128,
        Value::List(list) => list.len() as i128,
        _ => return None,
    })
}
