//! A binary heap as a Braun tree: the left subtree has as many elements as the right one, or one more.
//!
//! To be found: a heap with an element above the inserted one, which is lost; a heap whose last element does not belong
//! on top. (The faulty insertion overwrites the old top, and the faulty deletion does not look at the right subtree if
//! the left one is in order.)

use std::mem::swap;

/// A heap of integers, the least on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heap {
    /// No element.
    Empty,
    /// A value and two heaps of larger ones.
    Node(Box<Heap>, i64, Box<Heap>),
}

/// Adds a value.
fn insert<const FAULTY: bool>(mut value: i64, heap: Heap) -> Heap {
    match heap {
        Heap::Empty => Heap::Node(Box::new(Heap::Empty), value, Box::new(Heap::Empty)),
        Heap::Node(left, mut top, right) => {
            if value < top {
                if FAULTY {
                    top = value;
                } else {
                    swap(&mut value, &mut top);
                }
            }
            // What grew becomes the left one, so that the other is the next to grow.
            Heap::Node(Box::new(insert::<FAULTY>(value, *right)), top, left)
        }
    }
}

/// Takes the least value out.
fn delete<const FAULTY: bool>(heap: Heap) -> Heap {
    match heap {
        Heap::Empty => Heap::Empty,
        Heap::Node(left, _, right) => match take_any(*left) {
            (None, _) => *right,
            (Some(value), left) => sift::<FAULTY>(*right, value, left),
        },
    }
}

/// Takes out the element whose place becomes free when the heap shrinks.
fn take_any(heap: Heap) -> (Option<i64>, Heap) {
    match heap {
        Heap::Empty => (None, Heap::Empty),
        Heap::Node(left, top, right) => match take_any(*left) {
            (None, _) => (Some(top), *right),
            (Some(value), left) => (Some(value), Heap::Node(right, top, Box::new(left))),
        },
    }
}

/// A heap of a value and two heaps, whose tops may be smaller.
fn sift<const FAULTY: bool>(left: Heap, value: i64, right: Heap) -> Heap {
    match (left, right) {
        (Heap::Node(ll, l, lr), Heap::Node(rl, r, rr)) => {
            if value <= l && (FAULTY || value <= r) {
                Heap::Node(
                    Box::new(Heap::Node(ll, l, lr)),
                    value,
                    Box::new(Heap::Node(rl, r, rr)),
                )
            } else if l <= r {
                Heap::Node(
                    Box::new(sift::<FAULTY>(*ll, value, *lr)),
                    l,
                    Box::new(Heap::Node(rl, r, rr)),
                )
            } else {
                Heap::Node(
                    Box::new(Heap::Node(ll, l, lr)),
                    r,
                    Box::new(sift::<FAULTY>(*rl, value, *rr)),
                )
            }
        }
        (Heap::Node(ll, l, lr), right) if l < value => {
            Heap::Node(Box::new(sift::<FAULTY>(*ll, value, *lr)), l, Box::new(right))
        }
        (left, right) => Heap::Node(Box::new(left), value, Box::new(right)),
    }
}

/// The number of elements, if the order and the form are those of a heap.
fn checked_size(heap: &Heap, least: i64) -> Option<u32> {
    match heap {
        Heap::Empty => Some(0),
        Heap::Node(left, top, right) => {
            if *top < least {
                return None;
            }
            let left = checked_size(left, *top)?;
            let right = checked_size(right, *top)?;
            (left == right || left == right + 1).then_some(left + right + 1)
        }
    }
}

/// The elements in order, if it is a heap.
fn sorted_elements(heap: &Heap) -> Option<Vec<i64>> {
    fn collect(heap: &Heap, into: &mut Vec<i64>) {
        if let Heap::Node(left, top, right) = heap {
            into.push(*top);
            collect(left, into);
            collect(right, into);
        }
    }
    checked_size(heap, i64::MIN)?;
    let mut elements = Vec::new();
    collect(heap, &mut elements);
    elements.sort_unstable();
    Some(elements)
}

fn insert_adds<const FAULTY: bool>(value: &i64, heap: &Heap) -> Option<bool> {
    let mut expected = sorted_elements(heap)?;
    let place = expected.partition_point(|element| element < value);
    expected.insert(place, *value);
    Some(sorted_elements(&insert::<FAULTY>(*value, heap.clone())) == Some(expected))
}

fn delete_takes_least<const FAULTY: bool>(heap: &Heap) -> Option<bool> {
    let elements = sorted_elements(heap)?;
    let expected = elements.get(1..).unwrap_or_default();
    Some(sorted_elements(&delete::<FAULTY>(heap.clone())).as_deref() == Some(expected))
}

crate::versions! {
    /// Loses an element, and the order.
    faulty;
    /// Keeps both.
    correct;
    /// Inserting adds the value to a heap, and nothing else changes.
    prop_insert(value: &i64, heap: &Heap) -> Option<bool> = insert_adds;
    /// Deleting takes the least value out of a heap, and nothing else changes.
    prop_delete(heap: &Heap) -> Option<bool> = delete_takes_least;
}
