//! Building a heap from a list in two versions, of which the second is unbalanced: it always inserts on the same side.
//!
//! To be found: a list of two or more elements. The order is kept by both versions.

/// A heap of integers, the least on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heap {
    /// No element.
    Empty,
    /// A value and two heaps of larger ones.
    Node(i64, Box<Heap>, Box<Heap>),
}

use Heap::{Empty, Node};

fn insert<const FAULTY: bool>(value: i64, heap: Heap) -> Heap {
    match heap {
        Empty => Node(value, Box::new(Empty), Box::new(Empty)),
        Node(top, left, right) => {
            let (least, other) = (value.min(top), value.max(top));
            if FAULTY {
                Node(least, left, Box::new(insert::<FAULTY>(other, *right)))
            } else {
                // What grew becomes the left one, so that the other is the next to grow.
                Node(least, Box::new(insert::<FAULTY>(other, *right)), left)
            }
        }
    }
}

fn from_list<const FAULTY: bool>(list: &[i64]) -> Heap {
    list.iter()
        .fold(Empty, |heap, value| insert::<FAULTY>(*value, heap))
}

fn is_ordered(heap: &Heap, least: i64) -> bool {
    match heap {
        Empty => true,
        Node(top, left, right) => *top >= least && is_ordered(left, *top) && is_ordered(right, *top),
    }
}

/// The number of elements, if nowhere the left side has fewer than the right one, or more than one more.
fn balanced_size(heap: &Heap) -> Option<usize> {
    match heap {
        Empty => Some(0),
        Node(_, left, right) => {
            let (left, right) = (balanced_size(left)?, balanced_size(right)?);
            (left == right || left == right + 1).then_some(left + right + 1)
        }
    }
}

fn is_balanced<const FAULTY: bool>(list: &[i64]) -> bool {
    balanced_size(&from_list::<FAULTY>(list)) == Some(list.len())
}

/// Grows on one side.
pub mod faulty {
    /// A heap of these elements is balanced.
    pub fn prop_from_list_is_balanced(list: &[i64]) -> bool {
        super::is_balanced::<true>(list)
    }

    /// A heap of these elements is ordered: true of this version, too.
    pub fn prop_from_list_is_ordered(list: &[i64]) -> bool {
        super::is_ordered(&super::from_list::<true>(list), i64::MIN)
    }
}

/// Grows on both sides in turn.
pub mod correct {
    /// A heap of these elements is balanced.
    pub fn prop_from_list_is_balanced(list: &[i64]) -> bool {
        super::is_balanced::<false>(list)
    }

    /// A heap of these elements is ordered.
    pub fn prop_from_list_is_ordered(list: &[i64]) -> bool {
        super::is_ordered(&super::from_list::<false>(list), i64::MIN)
    }
}
