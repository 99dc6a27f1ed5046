//! A singly linked list of integers in ascending order.

/// A list of integers.
#[derive(Clone)]
pub enum List {
    /// No element.
    Nil,
    /// The first element and the others.
    Cons(i32, Box<List>),
}

/// Inserts `value` before the first element that is not smaller.
pub fn insert(value: i32, list: List) -> List {
    match list {
        List::Cons(first, rest) if first < value => List::Cons(first, Box::new(insert(value, *rest))),
        rest => List::Cons(value, Box::new(rest)),
    }
}

fn is_sorted(list: &List) -> bool {
    let mut last = i32::MIN;
    let mut rest = list;
    while let List::Cons(first, next) = rest {
        if *first < last {
            return false;
        }
        last = *first;
        rest = next;
    }
    true
}

/// Inserting into a sorted list gives a sorted list.
pub fn prop_insert(value: &i32, list: &List) -> Option<bool> {
    is_sorted(list).then(|| is_sorted(&insert(*value, list.clone())))
}

fn is_sorted_of_length(length: u32, list: &List) -> bool {
    let mut last = i32::MIN;
    let mut rest = list;
    for _ in 0..length {
        match rest {
            List::Cons(first, next) if *first >= last => (last, rest) = (*first, next),
            _ => return false,
        }
    }
    matches!(rest, List::Nil)
}

fn insert_at_depth(depth: u32, value: &i32, list: &List) -> Option<bool> {
    is_sorted_of_length(depth, list).then(|| is_sorted(&insert(*value, list.clone())))
}

crate::at_depths! {
    /// Of depth 10.
    prop_insert_at_depth_10 = 10,
    /// Of depth 20.
    prop_insert_at_depth_20 = 20,
    /// Of depth 21.
    prop_insert_at_depth_21 = 21,
    /// Of depth 25.
    prop_insert_at_depth_25 = 25,
    /// Of depth 30.
    prop_insert_at_depth_30 = 30,
    /// Of depth 40.
    prop_insert_at_depth_40 = 40,
    /// Of depth 80.
    prop_insert_at_depth_80 = 80,
    => |value: &i32, list: &List| insert_at_depth
}
