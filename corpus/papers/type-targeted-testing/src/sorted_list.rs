//! Inserting into a sorted list.
//!
//! To be found: a value that belongs behind the second element. (The faulty version inserts behind the first smaller one.)

/// A list of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// No element.
    Nil,
    /// The first element and the others.
    Cons(i64, Box<List>),
}

use List::{Cons, Nil};

fn insert<const FAULTY: bool>(value: i64, list: List) -> List {
    match list {
        Cons(first, rest) if first < value => {
            let rest = if FAULTY {
                Cons(value, rest)
            } else {
                insert::<FAULTY>(value, *rest)
            };
            Cons(first, Box::new(rest))
        }
        rest => Cons(value, Box::new(rest)),
    }
}

fn is_sorted(list: &List) -> bool {
    let mut last = i64::MIN;
    let mut rest = list;
    while let Cons(first, next) = rest {
        if *first < last {
            return false;
        }
        (last, rest) = (*first, next);
    }
    *rest == Nil
}

fn stays_sorted<const FAULTY: bool>(value: &i64, list: &List) -> Option<bool> {
    is_sorted(list).then(|| is_sorted(&insert::<FAULTY>(*value, list.clone())))
}

crate::versions! {
    /// Inserts behind the first smaller element.
    faulty;
    /// Inserts behind the last smaller element.
    correct;
    /// Inserting into a sorted list gives a sorted list.
    prop_insert(value: &i64, list: &List) -> Option<bool> = stays_sorted;
}
