//! Statements about the arguments of a call and what can be seen of them, and how they are written. Pure.

use harness_gen::reading::IntType;

/// What the numbers of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    /// Values of an integer type.
    Number(IntType),
    /// Lengths.
    Length,
    /// Characters by their code.
    Char,
}

impl Unit {
    /// No number of this kind is beyond this one.
    pub(super) fn is_end(self, number: i128) -> bool {
        match self {
            Unit::Number(int) => [int.min(), int.max()].contains(&number),
            Unit::Length => number == 0,
            Unit::Char => false,
        }
    }
}

/// A statement about one call; columns are those of a [`Table`](super::table::Table).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// A truth column says so.
    Is { column: usize, wanted: bool },
    /// The sum of number columns compares like this with a bound.
    Linear { form: Form, is: Compared, bound: i128 },
    /// A number leaves this remainder.
    Remainder {
        column: usize,
        by: i128,
        rest: i128,
        wanted: bool,
    },
}

/// How a number compares with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Compared {
    AtLeast,
    AtMost,
    Equal,
    Unequal,
}

/// A sum of number columns, some of which are subtracted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    pub plus: Vec<usize>,
    pub minus: Vec<usize>,
}

/// One atom, or two of which either (or both, with `all`) must hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    pub atoms: Vec<Atom>,
    pub all: bool,
}

/// What columns are called.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Of numbers.
    pub numbers: Vec<(String, Unit)>,
    /// Of truths, and how their opposite is written.
    pub truths: Vec<(String, String)>,
}

impl Form {
    /// Columns with their signs.
    pub(super) fn signed(&self) -> impl Iterator<Item = (usize, i128)> + '_ {
        let plus = self.plus.iter().map(|column| (*column, 1));
        plus.chain(self.minus.iter().map(|column| (*column, -1)))
    }

    /// How many columns it has.
    pub(super) fn len(&self) -> usize {
        self.plus.len() + self.minus.len()
    }

    /// Its value where all columns have one.
    pub(super) fn value(&self, number: impl Fn(usize) -> Option<i128>) -> Option<i128> {
        self.signed().try_fold(0i128, |sum, (column, sign)| {
            sum.checked_add(number(column)?.checked_mul(sign)?)
        })
    }
}

impl Atom {
    /// Whether it holds, where it says something.
    pub(super) fn holds(
        &self,
        number: impl Fn(usize) -> Option<i128>,
        truth: impl Fn(usize) -> Option<bool>,
    ) -> Option<bool> {
        Some(match self {
            Atom::Is { column, wanted } => truth(*column)? == *wanted,
            Atom::Linear { form, is, bound } => {
                let value = form.value(number)?;
                match is {
                    Compared::AtLeast => value >= *bound,
                    Compared::AtMost => value <= *bound,
                    Compared::Equal => value == *bound,
                    Compared::Unequal => value != *bound,
                }
            }
            Atom::Remainder {
                column,
                by,
                rest,
                wanted,
            } => (number(*column)?.rem_euclid(*by) == *rest) == *wanted,
        })
    }

    fn negated(&self) -> Atom {
        match self.clone() {
            Atom::Is { column, wanted } => Atom::Is {
                column,
                wanted: !wanted,
            },
            Atom::Linear { form, is, bound } => {
                let (is, bound) = match is {
                    Compared::AtLeast => (Compared::AtMost, bound.saturating_sub(1)),
                    Compared::AtMost => (Compared::AtLeast, bound.saturating_add(1)),
                    Compared::Equal => (Compared::Unequal, bound),
                    Compared::Unequal => (Compared::Equal, bound),
                };
                Atom::Linear { form, is, bound }
            }
            Atom::Remainder {
                column,
                by,
                rest,
                wanted,
            } => match by {
                2 => Atom::Remainder {
                    column,
                    by,
                    rest: 1 - rest,
                    wanted,
                },
                _ => Atom::Remainder {
                    column,
                    by,
                    rest,
                    wanted: !wanted,
                },
            },
        }
    }

    /// In Rust.
    pub(super) fn text(&self, names: &Names) -> String {
        match self {
            Atom::Is { column, wanted } => {
                let (yes, no) = &names.truths[*column];
                if *wanted { yes.clone() } else { no.clone() }
            }
            Atom::Linear { form, is, bound } => linear(form, *is, *bound, names),
            Atom::Remainder {
                column,
                by,
                rest,
                wanted,
            } => {
                let sign = if *wanted { "==" } else { "!=" };
                format!("{} % {by} {sign} {rest}", names.numbers[*column].0)
            }
        }
    }

    /// What makes one simpler than another: fewer names, and fewer numbers.
    pub(super) fn cost(&self, truth_costs: &[u32]) -> u32 {
        match self {
            Atom::Is { column, .. } => truth_costs[*column],
            Atom::Linear { form, bound, .. } => {
                let constant = u32::from(form.len() == 1 || !(-1..=1).contains(bound));
                2 * form.len() as u32 + constant
            }
            Atom::Remainder { .. } => 5,
        }
    }
}

impl Condition {
    /// Of one atom.
    pub(super) fn one(atom: Atom) -> Condition {
        Condition {
            atoms: vec![atom],
            all: true,
        }
    }

    /// It names single values: there are not many runs that meet it.
    pub(super) fn pins(&self, names: &Names) -> bool {
        self.atoms.iter().all(|atom| match atom {
            Atom::Is { .. } => true,
            Atom::Linear { form, is, bound } => {
                let ([column], []) = (&form.plus[..], &form.minus[..]) else {
                    return false;
                };
                let (name, unit) = &names.numbers[*column];
                !name.ends_with(')') && (*is == Compared::Equal || unit.is_end(*bound))
            }
            Atom::Remainder { .. } => false,
        })
    }

    /// Whether it holds; what an atom says nothing about makes the whole say nothing.
    pub(super) fn holds(
        &self,
        number: impl Fn(usize) -> Option<i128> + Copy,
        truth: impl Fn(usize) -> Option<bool> + Copy,
    ) -> Option<bool> {
        let mut each = self.atoms.iter().map(|atom| atom.holds(number, truth));
        match self.all {
            true => each.try_fold(true, |all, atom| Some(all & atom?)),
            false => each.try_fold(false, |any, atom| Some(any | atom?)),
        }
    }

    /// What holds where it does not.
    pub(super) fn negated(&self) -> Condition {
        Condition {
            atoms: self.atoms.iter().map(Atom::negated).collect(),
            all: !self.all,
        }
    }

    /// Whether it tells apart numbers that are read alike: of those of a `u128` that no `i128` holds only the greatest is known,
    /// and it is read as the greatest `i128`.
    pub(super) fn tells_apart_what_is_read_alike(&self, names: &Names) -> bool {
        let is_widest = |column: &usize| match names.numbers[*column].1 {
            Unit::Number(int) => int.bits == 128 && !int.signed,
            Unit::Length | Unit::Char => false,
        };
        self.atoms.iter().any(|atom| match atom {
            Atom::Linear { form, bound, .. } => {
                *bound >= i128::MAX - 1 && form.plus.iter().chain(&form.minus).any(is_widest)
            }
            Atom::Is { .. } | Atom::Remainder { .. } => false,
        })
    }

    /// In Rust.
    pub(super) fn text(&self, names: &Names) -> String {
        let atoms: Vec<String> = self.atoms.iter().map(|atom| atom.text(names)).collect();
        atoms.join(if self.all { " && " } else { " || " })
    }
}

fn linear(form: &Form, is: Compared, bound: i128, names: &Names) -> String {
    let sum = |columns: &[usize], constant: i128| {
        let mut parts: Vec<String> = (columns.iter())
            .map(|column| names.numbers[*column].0.clone())
            .collect();
        if constant > 0 || parts.is_empty() {
            parts.push(constant.to_string());
        }
        parts.join(" + ")
    };
    if let ([column], []) = (&form.plus[..], &form.minus[..]) {
        let (name, unit) = &names.numbers[*column];
        let (sign, bound) = against_constant(is, bound, *unit);
        return format!("{name} {sign} {}", constant(bound, *unit));
    }
    // What is told about an argument stands behind the argument that is held against it.
    let is_told = |column: &usize| names.numbers[*column].0.ends_with(')');
    if let ([told], [given]) = (&form.plus[..], &form.minus[..])
        && is_told(told)
        && !is_told(given)
    {
        let turned = Form {
            plus: form.minus.clone(),
            minus: form.plus.clone(),
        };
        let is = match is {
            Compared::AtLeast => Compared::AtMost,
            Compared::AtMost => Compared::AtLeast,
            other => other,
        };
        return linear(&turned, is, bound.saturating_neg(), names);
    }
    let (sign, bound) = match (is, bound) {
        (Compared::AtLeast, 1) if !form.minus.is_empty() => (">", 0),
        (Compared::AtMost, -1) if !form.minus.is_empty() => ("<", 0),
        (Compared::AtLeast, bound) => (">=", bound),
        (Compared::AtMost, bound) => ("<=", bound),
        (Compared::Equal, bound) => ("==", bound),
        (Compared::Unequal, bound) => ("!=", bound),
    };
    match bound < 0 && !form.minus.is_empty() {
        true => format!(
            "{} {sign} {}",
            sum(&form.plus, bound.saturating_neg()),
            sum(&form.minus, 0)
        ),
        false => format!("{} {sign} {}", sum(&form.plus, 0), sum(&form.minus, bound)),
    }
}

/// At the ends of a type nothing is less or greater; below zero is what people say of negative numbers.
fn against_constant(is: Compared, bound: i128, unit: Unit) -> (&'static str, i128) {
    let (min, max) = match unit {
        Unit::Number(int) => (int.min(), int.max()),
        Unit::Length => (0, i128::MAX),
        Unit::Char => (0, char::MAX as i128),
    };
    match is {
        Compared::AtMost if bound == min => ("==", bound),
        Compared::AtLeast if bound == max => ("==", bound),
        Compared::AtMost if bound == max - 1 => ("!=", max),
        Compared::AtLeast if bound == min + 1 && min < 0 => ("!=", min),
        Compared::AtMost if bound == -1 => ("<", 0),
        Compared::AtLeast => (">=", bound),
        Compared::AtMost => ("<=", bound),
        Compared::Equal => ("==", bound),
        Compared::Unequal => ("!=", bound),
    }
}

fn constant(value: i128, unit: Unit) -> String {
    match unit {
        Unit::Char => {
            let found = u32::try_from(value).ok().and_then(char::from_u32);
            found.map_or_else(|| value.to_string(), |found| format!("{found:?}"))
        }
        Unit::Number(int) => {
            let name = int.name();
            match value {
                _ if int.bits > 8 && value == int.max() => format!("{name}::MAX"),
                _ if int.bits > 8 && int.signed && value == int.min() => format!("{name}::MIN"),
                _ => value.to_string(),
            }
        }
        Unit::Length => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let byte = Unit::Number(IntType {
            signed: true,
            ..IntType::BYTE
        });
        let numbers = [("a", byte), ("b", byte), ("s.len()", Unit::Length)];
        Names {
            numbers: numbers.map(|(name, unit)| (name.to_owned(), unit)).to_vec(),
            truths: vec![("o.is_none()".to_owned(), "o.is_some()".to_owned())],
        }
    }

    fn atom(plus: &[usize], minus: &[usize], is: Compared, bound: i128) -> Atom {
        let form = Form {
            plus: plus.to_vec(),
            minus: minus.to_vec(),
        };
        Atom::Linear { form, is, bound }
    }

    #[test]
    fn conditions_and_their_opposites_read_as_rust() {
        let both = |atom: Atom| {
            let condition = Condition::one(atom);
            (condition.text(&names()), condition.negated().text(&names()))
        };
        let said = |yes: &str, no: &str| (yes.to_owned(), no.to_owned());
        assert_eq!(
            both(atom(&[0], &[], Compared::AtLeast, 10)),
            said("a >= 10", "a <= 9")
        );
        assert_eq!(
            both(atom(&[0], &[], Compared::AtMost, -1)),
            said("a < 0", "a >= 0")
        );
        assert_eq!(
            both(atom(&[0], &[], Compared::AtMost, -128)),
            said("a == -128", "a != -128")
        );
        assert_eq!(
            both(atom(&[0], &[1], Compared::AtLeast, 1)),
            said("a > b", "a <= b")
        );
        assert_eq!(
            both(atom(&[0], &[1], Compared::AtLeast, 3)),
            said("a >= b + 3", "a <= b + 2")
        );
        assert_eq!(
            both(atom(&[0, 1], &[2], Compared::AtLeast, 1)),
            said("a + b > s.len()", "a + b <= s.len()")
        );
        assert_eq!(
            both(atom(&[0], &[1], Compared::AtMost, -2)),
            said("a + 2 <= b", "a + 1 >= b")
        );
        let odd = Atom::Remainder {
            column: 2,
            by: 2,
            rest: 1,
            wanted: true,
        };
        assert_eq!(both(odd), said("s.len() % 2 == 1", "s.len() % 2 == 0"));
        let any = Condition {
            atoms: vec![
                Atom::Is {
                    column: 0,
                    wanted: true,
                },
                atom(&[0], &[], Compared::Equal, 0),
            ],
            all: false,
        };
        assert_eq!(any.text(&names()), "o.is_none() || a == 0");
        assert_eq!(any.negated().text(&names()), "o.is_some() && a != 0");
    }

    #[test]
    fn bounds_at_the_ends_of_the_widest_numbers_are_written_without_overflow() {
        let mut names = names();
        names.numbers.push(("o.len()".to_owned(), Unit::Length));
        for bound in [i128::MIN, i128::MAX] {
            for is in [
                Compared::AtLeast,
                Compared::AtMost,
                Compared::Equal,
                Compared::Unequal,
            ] {
                for (plus, minus) in [(vec![0], vec![]), (vec![0], vec![1]), (vec![3], vec![0])] {
                    let condition = Condition::one(atom(&plus, &minus, is, bound));
                    assert!(!condition.text(&names).is_empty());
                    assert!(!condition.negated().text(&names).is_empty());
                }
            }
        }
    }

    #[test]
    fn nothing_is_said_of_a_bound_that_stands_for_many_numbers() {
        let wide = |signed| {
            Unit::Number(IntType {
                signed,
                bits: 128,
                is_size: false,
            })
        };
        let names = Names {
            numbers: vec![("n".to_owned(), wide(false)), ("i".to_owned(), wide(true))],
            truths: Vec::new(),
        };
        let says = |column: usize, is, bound| {
            Condition::one(atom(&[column], &[], is, bound)).tells_apart_what_is_read_alike(&names)
        };
        for (is, bound) in [
            (Compared::AtLeast, i128::MAX),
            (Compared::AtMost, i128::MAX - 1),
            (Compared::Equal, i128::MAX),
        ] {
            assert!(says(0, is, bound));
            assert!(!says(1, is, bound));
        }
        assert!(!says(0, Compared::AtLeast, 1 << 64));
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let condition = Condition::one(atom(&[0], &[1], Compared::AtLeast, 0));
        let number = |column| (column == 0).then_some(3);
        assert_eq!(condition.holds(number, |_| None), None);
        assert_eq!(condition.holds(|_| Some(3), |_| None), Some(true));
    }
}
