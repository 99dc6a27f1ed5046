//! A binary heap as a Braun tree: the left subtree has as many elements as the right one, or one more.

use std::mem::swap;

/// A heap of integers, the least on top.
#[derive(Clone)]
pub enum Heap {
    /// No element.
    Empty,
    /// A value and two heaps of larger ones.
    Node(Box<Heap>, i32, Box<Heap>),
}

/// Adds a value.
pub fn insert(mut value: i32, heap: Heap) -> Heap {
    match heap {
        Heap::Empty => Heap::Node(Box::new(Heap::Empty), value, Box::new(Heap::Empty)),
        Heap::Node(left, mut top, right) => {
            if value < top {
                swap(&mut value, &mut top);
            }
            // What grew becomes the left one, so that the other is the next to grow.
            Heap::Node(Box::new(insert(value, *right)), top, left)
        }
    }
}

/// Takes the least value out.
pub fn delete(heap: Heap) -> Heap {
    match heap {
        Heap::Empty => Heap::Empty,
        Heap::Node(left, _, right) => match take_any(*left) {
            (None, _) => *right,
            (Some(value), left) => sift(*right, value, left),
        },
    }
}

/// Takes out the element whose place becomes free when the heap shrinks.
fn take_any(heap: Heap) -> (Option<i32>, Heap) {
    match heap {
        Heap::Empty => (None, Heap::Empty),
        Heap::Node(left, top, right) => match take_any(*left) {
            (None, _) => (Some(top), *right),
            (Some(value), left) => (Some(value), Heap::Node(right, top, Box::new(left))),
        },
    }
}

/// A heap of a value and two heaps, whose tops may be smaller.
fn sift(left: Heap, value: i32, right: Heap) -> Heap {
    match (left, right) {
        (Heap::Node(ll, l, lr), Heap::Node(rl, r, rr)) => {
            if value <= l && value <= r {
                Heap::Node(
                    Box::new(Heap::Node(ll, l, lr)),
                    value,
                    Box::new(Heap::Node(rl, r, rr)),
                )
            } else if l <= r {
                Heap::Node(
                    Box::new(sift(*ll, value, *lr)),
                    l,
                    Box::new(Heap::Node(rl, r, rr)),
                )
            } else {
                Heap::Node(
                    Box::new(Heap::Node(ll, l, lr)),
                    r,
                    Box::new(sift(*rl, value, *rr)),
                )
            }
        }
        (Heap::Node(ll, l, lr), right) if l < value => {
            Heap::Node(Box::new(sift(*ll, value, *lr)), l, Box::new(right))
        }
        (left, right) => Heap::Node(Box::new(left), value, Box::new(right)),
    }
}

/// The number of elements, if the order and the form are those of a heap.
fn checked_size(heap: &Heap, least: i32) -> Option<u32> {
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

/// Inserting adds one element to a heap.
pub fn prop_insert(value: &i32, heap: &Heap) -> Option<bool> {
    let size = checked_size(heap, i32::MIN)?;
    Some(checked_size(&insert(*value, heap.clone()), i32::MIN) == Some(size + 1))
}

/// Deleting takes one element out of a heap that has some.
pub fn prop_delete(heap: &Heap) -> Option<bool> {
    let size = checked_size(heap, i32::MIN)?;
    Some(checked_size(&delete(heap.clone()), i32::MIN) == Some(size.saturating_sub(1)))
}
