//! The simplest conditions that hold for all failing and no passing run of a table. Pure: other runs may refute them.

use super::condition::{Atom, Compared, Condition, Form, Unit};
use super::table::{Table, Verdict};

/// Divisors of remainders.
const DIVISORS: [i128; 5] = [2, 3, 4, 8, 16];
/// Forms of which conditions of two atoms are made.
const MOST_FORMS_OF_TWO: usize = 48;
/// Truths likewise.
const MOST_TRUTHS_OF_TWO: usize = 24;
/// Cost of truths up to which conditions of two atoms are made of them: what is asked of characters fits too much.
const COST_OF_TRUTHS_OF_TWO: u32 = 3;

/// The simplest condition that no run contradicts. One that keeps other faults out is preferred, where that takes no second
/// atom.
pub(super) fn learn(table: &Table) -> Option<Condition> {
    let (fails, passes) = (
        table.of_verdict(Verdict::Fails),
        table.of_verdict(Verdict::Passes),
    );
    let mut others = passes.clone();
    others.extend(table.of_verdict(Verdict::Other));
    if fails.is_empty() || others.is_empty() {
        return None;
    }
    let learner = Learner {
        table,
        forms: forms(table),
    };
    let single = |no: &[usize]| learner.simplest(&mut learner.separating(&fails, no, usize::MAX));
    let among_passes = || (!passes.is_empty()).then(|| single(&passes)).flatten();
    if let Some(atom) = single(&others).or_else(among_passes) {
        return Some(Condition::one(atom));
    }
    if passes.is_empty() {
        return None;
    }
    let two = |no: &[usize]| {
        let either = learner.two(&fails, no).map(|atoms| (atoms, false));
        let neither = learner.two(no, &fails);
        // What two atoms say of the passing runs, their opposites say of the failing ones.
        let both = neither.and_then(|atoms| {
            let opposite = Condition { atoms, all: false }.negated().atoms;
            let told = |atom: &Atom| Some(learner.as_tight_as(atom, &fails)).filter(is_plausible);
            Some((opposite.iter().map(told).collect::<Option<Vec<Atom>>>()?, true))
        });
        let cost = |(atoms, _): &(Vec<Atom>, bool)| learner.cost(atoms);
        let best = [both, either].into_iter().flatten().min_by_key(cost);
        best.map(|(atoms, all)| Condition { atoms, all })
    };
    two(&others).or_else(|| two(&passes))
}

struct Learner<'t> {
    table: &'t Table,
    forms: Vec<Form>,
}

/// Numbers, differences, sums, and sums compared with a third number, simplest first.
fn forms(table: &Table) -> Vec<Form> {
    let count = table.number_columns();
    let unit = |column: usize| table.names.numbers[column].1;
    let is_char = |column: usize| unit(column) == Unit::Char;
    let form = |plus: &[usize], minus: &[usize]| Form {
        plus: plus.to_vec(),
        minus: minus.to_vec(),
    };
    let mut forms: Vec<Form> = (0..count).map(|column| form(&[column], &[])).collect();
    let pairs = || (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)));
    forms.extend(
        pairs()
            .filter(|(first, second)| is_char(*first) == is_char(*second))
            .map(|(first, second)| form(&[first], &[second])),
    );
    let of_numbers = || pairs().filter(|(first, second)| !is_char(*first) && !is_char(*second));
    forms.extend(of_numbers().map(|(first, second)| form(&[first, second], &[])));
    for (first, second) in of_numbers() {
        let others = (0..count).filter(|third| *third != first && *third != second && !is_char(*third));
        forms.extend(others.map(|third| form(&[first, second], &[third])));
    }
    forms
}

impl Learner<'_> {
    fn simplest(&self, atoms: &mut [Atom]) -> Option<Atom> {
        atoms.sort_by_key(|atom| atom.cost(&self.table.truth_costs));
        atoms.first().cloned()
    }

    fn cost(&self, atoms: &[Atom]) -> u32 {
        atoms.iter().map(|atom| atom.cost(&self.table.truth_costs)).sum()
    }

    /// Atoms that hold for all of these rows and none of those, from the first forms.
    fn separating(&self, yes: &[usize], no: &[usize], most_forms: usize) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for column in 0..self.table.truth_columns() {
            if most_forms != usize::MAX && self.table.truth_costs[column] > COST_OF_TRUTHS_OF_TWO {
                continue;
            }
            let truth = |row: &usize| self.table.truth(*row, column);
            for wanted in [true, false] {
                let holds = yes.iter().all(|row| truth(row) == Some(wanted));
                if holds && no.iter().all(|row| truth(row) == Some(!wanted)) {
                    atoms.push(Atom::Is { column, wanted });
                }
            }
        }
        for form in self.forms.iter().take(most_forms) {
            let values = |rows: &[usize]| {
                let value = |row: &usize| form.value(|column| self.table.number(*row, column));
                rows.iter().map(value).collect::<Option<Vec<i128>>>()
            };
            let (Some(yes), Some(no)) = (values(yes), values(no)) else {
                continue;
            };
            atoms.extend(linear_atoms(form, &yes, &no));
            if let ([column], []) = (&form.plus[..], &form.minus[..]) {
                atoms.extend(remainders(*column, &yes, &no));
            }
        }
        atoms
    }

    /// An atom that holds for all of these rows, and no further: what lies between them and others is open.
    fn as_tight_as(&self, atom: &Atom, rows: &[usize]) -> Atom {
        let mut atom = atom.clone();
        if let Atom::Linear { form, is, bound } = &mut atom {
            let value = |row: &usize| form.value(|column| self.table.number(*row, column));
            let values = rows.iter().filter_map(value);
            *bound = match is {
                Compared::AtLeast => values.min().unwrap_or(*bound),
                Compared::AtMost => values.max().unwrap_or(*bound),
                Compared::Equal | Compared::Unequal => *bound,
            };
        }
        atom
    }

    /// Two atoms one of which holds for each of these rows, and neither for any of those.
    fn two(&self, yes: &[usize], no: &[usize]) -> Option<Vec<Atom>> {
        let mut best: Option<(u32, Vec<Atom>)> = None;
        for first in self.partial(yes, no) {
            let holds = |row: &usize| {
                first.holds(
                    |column| self.table.number(*row, column),
                    |column| self.table.truth(*row, column),
                )
            };
            let left: Vec<usize> = yes
                .iter()
                .copied()
                .filter(|row| holds(row) != Some(true))
                .collect();
            if left.is_empty() || left.len() == yes.len() {
                continue;
            }
            let mut others = self.separating(&left, no, MOST_FORMS_OF_TWO);
            let Some(second) = self.simplest(&mut others) else {
                continue;
            };
            let atoms = vec![first, second];
            // Two sums fit nearly everything.
            let is_sum = |atom: &&Atom| matches!(atom, Atom::Linear { form, .. } if form.plus.len() > 1);
            if atoms.iter().filter(is_sum).count() > 1 {
                continue;
            }
            let cost = self.cost(&atoms);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, atoms));
            }
        }
        best.map(|(_, mut atoms)| {
            atoms.sort_by_key(|atom| match atom {
                Atom::Is { .. } => (0, 0, 0),
                Atom::Linear { form, bound, .. } => (1, form.plus[0], *bound),
                Atom::Remainder { column, .. } => (1, *column, 0),
            });
            atoms
        })
    }

    /// Atoms that hold for some of these rows and none of those.
    fn partial(&self, yes: &[usize], no: &[usize]) -> Vec<Atom> {
        let mut atoms = Vec::new();
        let simple = (0..self.table.truth_columns())
            .filter(|column| self.table.truth_costs[*column] <= COST_OF_TRUTHS_OF_TWO);
        for column in simple.take(MOST_TRUTHS_OF_TWO) {
            for wanted in [true, false] {
                if no
                    .iter()
                    .all(|row| self.table.truth(*row, column) == Some(!wanted))
                {
                    atoms.push(Atom::Is { column, wanted });
                }
            }
        }
        for form in self.forms.iter().take(MOST_FORMS_OF_TWO) {
            let value = |row: &usize| form.value(|column| self.table.number(*row, column));
            let others: Option<Vec<i128>> = no.iter().map(value).collect();
            let values: Option<Vec<i128>> = yes.iter().map(value).collect();
            let (Some(others), Some(values)) = (others, values) else {
                continue;
            };
            let (Some(least), Some(most)) = (others.iter().min(), others.iter().max()) else {
                continue;
            };
            let linear = |is, bound| Atom::Linear {
                form: form.clone(),
                is,
                bound,
            };
            if let Some(bound) = values.iter().filter(|value| *value > most).min() {
                atoms.push(linear(Compared::AtLeast, *bound));
            }
            if let Some(bound) = values.iter().filter(|value| *value < least).max() {
                atoms.push(linear(Compared::AtMost, *bound));
            }
            let mut alone: Vec<i128> = (values.iter().copied())
                .filter(|value| (least..=most).contains(&value) && !others.contains(value))
                .collect();
            alone.sort_unstable();
            alone.dedup();
            if alone.len() <= 2 {
                atoms.extend(alone.into_iter().map(|bound| linear(Compared::Equal, bound)));
            }
        }
        atoms.retain(is_plausible);
        atoms
    }
}

/// What holds between several numbers is a comparison, seldom one that is off by more than one; what is fits by accident.
fn is_plausible(atom: &Atom) -> bool {
    let Atom::Linear { form, is, bound } = atom else {
        return true;
    };
    match is {
        _ if form.len() == 1 => true,
        Compared::Equal | Compared::Unequal => *bound == 0,
        _ => form.minus.is_empty() || (-1..=1).contains(bound),
    }
}

fn linear_atoms(form: &Form, yes: &[i128], no: &[i128]) -> Vec<Atom> {
    let least = |values: &[i128]| values.iter().copied().min();
    let most = |values: &[i128]| values.iter().copied().max();
    let bounds = (least(yes), most(yes), least(no), most(no));
    let (Some(least_yes), Some(most_yes), Some(least_no), Some(most_no)) = bounds else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if least_yes > most_no {
        found.push((Compared::AtLeast, least_yes));
    }
    if most_yes < least_no {
        found.push((Compared::AtMost, most_yes));
    }
    if found.is_empty() && least_yes == most_yes && !no.contains(&least_yes) {
        found.push((Compared::Equal, least_yes));
    }
    if found.is_empty() && least_no == most_no && !yes.contains(&least_no) {
        found.push((Compared::Unequal, least_no));
    }
    let atom = |(is, bound)| Atom::Linear {
        form: form.clone(),
        is,
        bound,
    };
    found.into_iter().map(atom).filter(is_plausible).collect()
}

fn remainders(column: usize, yes: &[i128], no: &[i128]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for by in DIVISORS {
        for (wanted, holds, fails) in [(true, yes, no), (false, no, yes)] {
            // Nobody tells a number where every run has none.
            let Some(rest) = holds.first().map(|first| first.rem_euclid(by)) else {
                continue;
            };
            let alike = |value: &i128| value.rem_euclid(by) == rest;
            if holds.iter().all(alike) && !fails.iter().any(alike) {
                atoms.push(Atom::Remainder {
                    column,
                    by,
                    rest,
                    wanted,
                });
            }
        }
        if !atoms.is_empty() {
            break;
        }
    }
    atoms
}

#[cfg(test)]
mod tests {
    use super::super::table::Known;
    use super::*;
    use harness_gen::reading::{IntType, Value};

    fn int(value: i128) -> Value {
        let byte = IntType::BYTE;
        Value::Int(value, byte)
    }

    /// What is learned of a function of two numbers, if those that are asked are all up to `most`.
    fn learned(most: i128, judge: impl Fn(i128, i128) -> Verdict) -> Option<String> {
        let all = (0..=most).flat_map(|a| (0..=most).map(move |b| (a, b)));
        let rows: Vec<(Known, Verdict)> = all
            .map(|(a, b)| {
                (
                    vec![("a".to_owned(), int(a)), ("b".to_owned(), int(b))],
                    judge(a, b),
                )
            })
            .collect();
        let table = Table::of(&rows);
        learn(&table).map(|condition| condition.text(&table.names))
    }

    fn fails_if(fails: bool) -> Verdict {
        if fails { Verdict::Fails } else { Verdict::Passes }
    }

    #[test]
    fn the_simplest_of_all_that_hold_is_learned() {
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(learned(9, |a, _| fails_if(a >= 3)), said("a >= 3"));
        assert_eq!(learned(9, |a, b| fails_if(a > b)), said("a > b"));
        assert_eq!(learned(9, |a, b| fails_if(a == b)), said("a == b"));
        assert_eq!(
            learned(9, |a, b| fails_if(a == b + 2)),
            None,
            "that fits by accident"
        );
        assert_eq!(learned(9, |a, b| fails_if(a + b > 7)), said("a + b >= 8"));
        assert_eq!(learned(9, |_, b| fails_if(b % 3 == 1)), said("b % 3 == 1"));
        assert_eq!(
            learned(9, |a, b| fails_if(a == 0 || b > 6)),
            said("a == 0 || b >= 7")
        );
        assert_eq!(
            learned(9, |a, b| fails_if(a > 2 && b == 4)),
            said("a >= 3 && b == 4")
        );
        assert_eq!(learned(9, |a, b| fails_if((a * 7 + b * 5) % 11 == 3)), None);
        assert_eq!(learned(9, |_, _| Verdict::Fails), None);
    }

    #[test]
    fn nothing_is_said_of_what_lies_between_failing_and_passing_runs() {
        // Nothing was run with `a` from 3 to 5.
        let rows: Vec<(Known, Verdict)> = (0..10)
            .flat_map(|a| (0..10).map(move |b| (a, b)))
            .filter(|(a, _)| !(3..=5).contains(a))
            .map(|(a, b)| {
                let known = vec![("a".to_owned(), int(a)), ("b".to_owned(), int(b))];
                (known, fails_if(a > 4 && b > 0))
            })
            .collect();
        let table = Table::of(&rows);
        let said = learn(&table).map(|condition| condition.text(&table.names));
        assert_eq!(said.as_deref(), Some("a >= 6 && b >= 1"));
    }

    #[test]
    fn other_faults_are_kept_out_where_that_is_as_simple() {
        let judge = |a: i128, b: i128| match (a > b, a > 5) {
            (true, _) => Verdict::Other,
            (false, true) => Verdict::Fails,
            (false, false) => Verdict::Passes,
        };
        assert_eq!(
            learned(9, judge),
            Some("a >= 6".to_owned()),
            "what else fails is left open"
        );
        let exact = |a: i128, b: i128| match (a, b) {
            (0..3, _) => Verdict::Passes,
            (3, _) => Verdict::Fails,
            _ => Verdict::Other,
        };
        assert_eq!(learned(9, exact), Some("a == 3".to_owned()));
        let never_passes = |a: i128, b: i128| match a == b {
            true => Verdict::Fails,
            false => Verdict::Other,
        };
        assert_eq!(learned(9, never_passes), Some("a == b".to_owned()));
        let neither_passes_nor_is_told = |a: i128, b: i128| match (a * 7 + b * 5) % 11 == 3 {
            true => Verdict::Fails,
            false => Verdict::Other,
        };
        assert_eq!(learned(9, neither_passes_nor_is_told), None);
    }
}
