//! Heaps with a function that lists their elements in order, from the tests of QuickCheck: the wrong one takes the least
//! element out and lists what remains as it lies.
//!
//! To be found: a heap whose remaining elements do not lie in order.

/// A heap of integers, the least on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heap {
    /// No element.
    Nil,
    /// A value and two heaps of values that are not smaller.
    Node(i64, Box<Heap>, Box<Heap>),
}

use Heap::{Nil, Node};

fn is_heap(heap: &Heap) -> bool {
    let is_below = |top: i64, heap: &Heap| match heap {
        Nil => true,
        Node(value, ..) => top <= *value,
    };
    match heap {
        Nil => true,
        Node(top, left, right) => {
            is_below(*top, left) && is_below(*top, right) && is_heap(left) && is_heap(right)
        }
    }
}

/// The elements as they lie, from top to bottom and from left to right.
fn elements(heap: &Heap) -> Vec<i64> {
    match heap {
        Nil => Vec::new(),
        Node(top, left, right) => [vec![*top], elements(left), elements(right)].concat(),
    }
}

fn merged(left: Heap, right: Heap) -> Heap {
    match (left, right) {
        (heap, Nil) | (Nil, heap) => heap,
        (Node(left, inner, outer), Node(right, first, second)) => {
            if left <= right {
                let rest = merged(*outer, Node(right, first, second));
                Node(left, Box::new(rest), inner)
            } else {
                let rest = merged(*second, Node(left, inner, outer));
                Node(right, Box::new(rest), first)
            }
        }
    }
}

fn sorted<const FAULTY: bool>(heap: Heap) -> Vec<i64> {
    match heap {
        Nil => Vec::new(),
        Node(top, left, right) => {
            let rest = merged(*left, *right);
            let rest = if FAULTY {
                elements(&rest)
            } else {
                sorted::<FAULTY>(rest)
            };
            [vec![top], rest].concat()
        }
    }
}

fn lists_in_order<const FAULTY: bool>(heap: &Heap) -> Option<bool> {
    if !is_heap(heap) {
        return None;
    }
    let listed = sorted::<FAULTY>(heap.clone());
    let mut expected = elements(heap);
    expected.sort_unstable();
    Some(listed == expected)
}

crate::versions! {
    /// Lists the rest as it lies.
    faulty;
    /// Lists the rest in order.
    correct;
    /// The elements are listed in order, and none is lost.
    prop_lists_in_order(heap: &Heap) -> Option<bool> = lists_in_order;
}
