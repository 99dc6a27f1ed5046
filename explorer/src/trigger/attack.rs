//! Runs that could contradict a condition: next to its bounds, between what is known on either side of them, and by chance.

use super::chance::Chance;
use super::condition::{Atom, Compared, Condition, Form};
use super::pool::Pool;
use super::runs::Runs;
use super::table::{Table, Verdict};
use crate::tuning::{FAR_ATTACKS, POINTS_OF_A_BISECTION, PRODUCTS_ATTACKED, RANDOM_ATTACKS, STATES_ATTACKED};
use harness_gen::reading::Value;
use plans::{Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Runs whose numbers are next to the bounds of a condition, in front of different backgrounds.
pub(super) fn near_bounds(
    runs: &Runs<'_>,
    table: &Table,
    condition: &Condition,
    chance: &mut Chance,
) -> Vec<Vec<Term>> {
    let mut backgrounds: Vec<usize> = vec![0];
    for verdict in [Verdict::Fails, Verdict::Passes] {
        let of_verdict = runs.of_verdict(verdict);
        let drawn = (0..4).filter_map(|_| of_verdict.get(chance.below(of_verdict.len())).copied());
        backgrounds.extend(drawn);
    }
    let mut wanted = elsewhere(runs, table, condition, &backgrounds);
    backgrounds.extend(different_states(runs, table));
    for atom in &condition.atoms {
        let (form, bound) = match atom {
            Atom::Linear { form, bound, .. } => (form.clone(), *bound),
            Atom::Remainder { column, .. } => {
                let form = Form {
                    plus: vec![*column],
                    minus: Vec::new(),
                };
                (form, chance.below(40) as i128)
            }
            Atom::Is { .. } => continue,
        };
        for row in &backgrounds {
            for target in (-2..=2).filter_map(|distance| bound.checked_add(distance)) {
                wanted.extend(moved(runs, table, &form, *row, target));
            }
        }
    }
    wanted
}

/// Runs in which the bounds of a condition are the values of other numbers: the same may hold of several fields, of which all
/// runs so far had one.
fn elsewhere(runs: &Runs<'_>, table: &Table, condition: &Condition, rows: &[usize]) -> Vec<Vec<Term>> {
    let mut wanted = Vec::new();
    for atom in &condition.atoms {
        let Atom::Linear { form, bound, .. } = atom else {
            continue;
        };
        let others = (0..table.names.numbers.len())
            .filter(|column| !form.plus.contains(column) && !form.minus.contains(column));
        for (name, _) in others.map(|column| &table.names.numbers[column]) {
            for row in rows {
                wanted.extend(with_number(runs, &runs.rows[*row].args, name, *bound));
            }
        }
    }
    wanted
}

/// Runs each of whose objects tells other numbers about itself: what is equal in some of them differs in others.
fn different_states(runs: &Runs<'_>, table: &Table) -> Vec<usize> {
    let told: Vec<usize> = (0..table.names.numbers.len())
        .filter(|column| runs.tells(table, *column))
        .collect();
    let mut seen = BTreeSet::new();
    let mut rows: Vec<usize> = (0..table.rows()).collect();
    rows.retain(|row| {
        let state: Vec<Option<i128>> = told.iter().map(|column| table.number(*row, *column)).collect();
        !told.is_empty() && seen.insert(state)
    });
    rows.truncate(STATES_ATTACKED);
    rows
}

/// Points between the bound of an atom and the nearest run on the other side of it; nothing if these are neighbours.
pub(super) fn between(runs: &Runs<'_>, table: &Table, atom: &Atom) -> Vec<Vec<Term>> {
    let Some((form, inside, outside)) = gap(table, atom) else {
        return Vec::new();
    };
    let value = |row: usize| form.value(|column| table.number(row, column));
    let rows = (0..table.rows()).filter(|row| table.verdicts[*row] == Verdict::Fails);
    let Some(row) = rows.into_iter().find(|row| value(*row) == Some(inside)) else {
        return Vec::new();
    };
    let moved = points(inside, outside)
        .into_iter()
        .flat_map(|point| moved(runs, table, form, row, point));
    moved.collect()
}

/// Numbers between two others, equally far apart; one of them if nobody can say how far that is.
fn points(inside: i128, outside: i128) -> Vec<i128> {
    let Some(width) = outside.checked_sub(inside) else {
        return vec![inside / 2 + outside / 2];
    };
    let mut points: Vec<i128> = (1..=POINTS_OF_A_BISECTION)
        .map(|point| {
            let part = width / (POINTS_OF_A_BISECTION + 1);
            inside + part * point + width % (POINTS_OF_A_BISECTION + 1) * point / (POINTS_OF_A_BISECTION + 1)
        })
        .filter(|point| *point != inside && *point != outside)
        .collect();
    points.dedup();
    points
}

/// The bound of an atom, and the nearest value on its other side that a run had which does not fail, unless they are
/// neighbours.
fn gap<'a>(table: &Table, atom: &'a Atom) -> Option<(&'a Form, i128, i128)> {
    let Atom::Linear { form, is, bound } = atom else {
        return None;
    };
    let others = (0..table.rows())
        .filter(|row| table.verdicts[*row] != Verdict::Fails)
        .filter_map(|row| form.value(|column| table.number(row, column)));
    let outside = match is {
        Compared::AtLeast => others.filter(|value| value < bound).max()?,
        Compared::AtMost => others.filter(|value| value > bound).min()?,
        Compared::Equal | Compared::Unequal => return None,
    };
    (outside.abs_diff(*bound) > 1).then_some((form, *bound, outside))
}

/// Next to each of its bounds there is a run on the other side.
pub(super) fn is_tight(table: &Table, condition: &Condition) -> bool {
    condition.atoms.iter().all(|atom| gap(table, atom).is_none())
}

/// The arguments of a run with one number changed, so that the form has this value: one result for each number that can be.
fn moved(runs: &Runs<'_>, table: &Table, form: &Form, row: usize, target: i128) -> Vec<Vec<Term>> {
    let number = |column: usize| table.number(row, column);
    let Some(value) = form.value(number) else {
        return Vec::new();
    };
    let moved = form.signed().filter_map(|(column, sign)| {
        let wanted = number(column)?.checked_add(target.checked_sub(value)?.checked_mul(sign)?)?;
        with_number(runs, &runs.rows[row].args, &table.names.numbers[column].0, wanted)
    });
    moved.collect()
}

/// The arguments with another number under this name.
pub(super) fn with_number(runs: &Runs<'_>, args: &[Term], name: &str, number: i128) -> Option<Vec<Term>> {
    let names = runs.call.names.iter().enumerate();
    let (at, rest) = names
        .filter_map(|(at, arg)| Some((at, name.strip_prefix(arg.as_str())?)))
        .find(|(_, rest)| rest.is_empty() || rest.starts_with('.'))?;
    let rest = rest.strip_suffix(".len()").unwrap_or(rest);
    let fields: Vec<&str> = rest.split('.').filter(|field| !field.is_empty()).collect();
    let mut args = args.to_vec();
    args[at] = runs.pool.with_number(&args[at], &fields, number)?;
    Some(args)
}

/// Runs by chance: arguments of other runs put together anew, some of them with literals that no run had.
pub(super) fn by_chance(runs: &Runs<'_>, pools: &[Vec<Term>], chance: &mut Chance) -> Vec<Vec<Term>> {
    (0..RANDOM_ATTACKS).map(|_| drawn(runs, pools, chance)).collect()
}

/// One of them.
pub(super) fn drawn(runs: &Runs<'_>, pools: &[Vec<Term>], chance: &mut Chance) -> Vec<Term> {
    // As often from what fails as from what passes, however few there are.
    let verdict = match chance.below(2) {
        0 => Verdict::Passes,
        _ => Verdict::Fails,
    };
    let of_verdict = runs.of_verdict(verdict);
    let row = match of_verdict.is_empty() {
        true => chance.below(runs.rows.len()),
        false => of_verdict[chance.below(of_verdict.len())],
    };
    let mut args = runs.rows[row].args.clone();
    let all = chance.below(3) == 0;
    let one = chance.below(args.len());
    for (at, arg) in args.iter_mut().enumerate() {
        if all || (at == one && chance.below(2) == 0) {
            *arg = pools[at][chance.below(pools[at].len())].clone();
        }
        if chance.below(2) == 0 {
            *arg = with_drawn_leaf(&runs.pool, arg, chance);
        } else if let (0, Some(grown)) = (chance.below(2), runs.pool.grown(arg, chance)) {
            *arg = grown;
        }
    }
    args
}

/// Runs that have nothing to do with those that are known: each argument any of its values, or a small one, at times that of another
/// one; each value for all arguments of its type; characters of texts that fail, each alone and all without it; and numbers that are
/// products of others.
pub(super) fn far(
    runs: &Runs<'_>,
    pools: &[Vec<Term>],
    table: &Table,
    chance: &mut Chance,
) -> Vec<Vec<Term>> {
    let mut wanted = apart(runs);
    wanted.extend(alike(runs, pools));
    wanted.extend((0..PRODUCTS_ATTACKED).filter_map(|_| product(runs, table, chance)));
    wanted.extend((0..FAR_ATTACKS).map(|_| {
        let any = pools.iter().map(|pool| pool[chance.below(pool.len())].clone());
        let any: Vec<Term> = any.collect();
        let small = |arg: Term| match chance.below(2) {
            0 => runs.pool.small(&arg, chance).unwrap_or(arg),
            _ => arg,
        };
        let mut args: Vec<Term> = any.into_iter().map(small).collect();
        if chance.below(4) == 0 {
            share_values(runs, &mut args);
        }
        args
    }));
    wanted
}

/// Runs in which all arguments of one type are the same value, which is each of the first one's once: `inf / inf` is like no other
/// quotient with `inf`.
fn alike(runs: &Runs<'_>, pools: &[Vec<Term>]) -> Vec<Vec<Term>> {
    let base = &runs.call.args;
    let mut places: BTreeMap<Option<TypeId>, Vec<usize>> = BTreeMap::new();
    for (at, arg) in base.iter().enumerate() {
        places.entry(arg.result(runs.pool.grammar)).or_default().push(at);
    }
    let mut wanted = Vec::new();
    for places in places.into_values().filter(|places| places.len() > 1) {
        for value in &pools[places[0]] {
            let mut args = base.clone();
            places.iter().for_each(|at| args[*at] = value.clone());
            wanted.push(args);
        }
    }
    wanted
}

/// Arguments of one type are one value.
fn share_values(runs: &Runs<'_>, args: &mut [Term]) {
    let types: Vec<_> = args.iter().map(|arg| arg.result(runs.pool.grammar)).collect();
    for at in 1..args.len() {
        if let Some(first) = (0..at).find(|first| types[*first] == types[at]) {
            args[at] = args[first].clone();
        }
    }
}

/// The texts of the finding in parts.
fn apart(runs: &Runs<'_>) -> Vec<Vec<Term>> {
    const MOST_CHARS: usize = 16;
    let base = &runs.call.args;
    let mut wanted = Vec::new();
    for (at, arg) in base.iter().enumerate() {
        let (Value::Text(text), Some(ty)) = (runs.pool.bindings.value(arg), arg.result(runs.pool.grammar))
        else {
            continue;
        };
        let chars: BTreeSet<char> = text.chars().take(MOST_CHARS).collect();
        let parts = chars.iter().flat_map(|c| [c.to_string(), text.replace(*c, "")]);
        wanted.extend(parts.filter_map(|part| {
            let mut args = base.clone();
            args[at] = runs.pool.term(ty, &Value::Text(part))?;
            Some(args)
        }));
    }
    wanted
}

/// A run in which one number is the product of two others.
fn product(runs: &Runs<'_>, table: &Table, chance: &mut Chance) -> Option<Vec<Term>> {
    const LARGEST: usize = 4;
    let mut names: Vec<&str> = table
        .names
        .numbers
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    if names.len() < 3 {
        return None;
    }
    let mut any = || names.remove(chance.below(names.len()));
    let (one, other, product) = (any(), any(), any());
    let (first, second) = (
        chance.below(LARGEST) as i128 + 1,
        chance.below(LARGEST) as i128 + 1,
    );
    let args = &runs.rows[chance.below(runs.rows.len())].args;
    let args = with_number(runs, args, one, first)?;
    let args = with_number(runs, &args, other, second)?;
    with_number(runs, &args, product, first * second)
}

/// The argument with one of its literals drawn.
fn with_drawn_leaf(pool: &Pool<'_>, arg: &Term, chance: &mut Chance) -> Term {
    let mut leaves: Vec<(Vec<usize>, &Term)> = Vec::new();
    if is_leaf(arg) {
        leaves.push((Vec::new(), arg));
    }
    arg.visit_parts(&mut Vec::new(), &mut |way, part| {
        if is_leaf(part) {
            leaves.push((way.to_vec(), part));
        }
    });
    if leaves.is_empty() {
        return arg.clone();
    }
    let (way, leaf) = &leaves[chance.below(leaves.len())];
    match pool.drawn_literal(leaf, chance) {
        Some(other) => arg.with_part(way, &other),
        None => arg.clone(),
    }
}

fn is_leaf(term: &Term) -> bool {
    match term {
        Term::Apply { args, .. } => args.is_empty(),
        Term::Literal { .. } => true,
        Term::Hole { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Known;
    use super::*;
    use harness_gen::reading::{IntType, Value};

    #[test]
    fn bisecting_does_not_overflow_at_the_ends_of_the_widest_numbers() {
        for (inside, outside) in [(i128::MIN, i128::MAX), (i128::MAX, i128::MIN), (i128::MAX, -2)] {
            assert_eq!(points(inside, outside), [inside / 2 + outside / 2]);
        }
        let near = points(0, 100);
        assert_eq!(near.len() as i128, POINTS_OF_A_BISECTION);
        assert!(near.iter().all(|point| (1..100).contains(point)));
        assert!(points(i128::MAX - 1, i128::MAX).is_empty());

        let wide = IntType {
            signed: true,
            bits: 128,
            is_size: false,
        };
        let row = |number, verdict| -> (Known, Verdict) {
            (vec![("n".to_owned(), Value::Int(number, wide))], verdict)
        };
        let table = Table::of(&[row(i128::MAX, Verdict::Fails), row(i128::MIN, Verdict::Passes)]);
        let atom = Atom::Linear {
            form: Form {
                plus: vec![0],
                minus: Vec::new(),
            },
            is: Compared::AtLeast,
            bound: i128::MAX,
        };
        let between = gap(&table, &atom).map(|(_, inside, outside)| (inside, outside));
        assert_eq!(between, Some((i128::MAX, i128::MIN)));
    }
}
