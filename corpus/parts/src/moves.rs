//! Nodes that are moved, dropped, leaked or kept.

use std::cell::RefCell;

/// A node of a list.
pub struct Node {
    pub weight: u8,
    pub label: u8,
    pub next: Option<Box<Node>>,
}

/// Moves the whole node out of its box.
pub fn unbox(node: Box<Node>) {
    let node = *node;
    assert!(node.label != 2, "unbox");
}

/// Moves one field out.
pub fn unbox_next(node: Box<Node>) {
    if let Some(next) = node.next {
        assert!(next.weight != 2, "unbox next");
    }
}

/// Matches by value.
pub fn match_by_value(node: Box<Node>) {
    match *node {
        Node { weight: 1, label, .. } => assert!(label != 1, "match by value"),
        Node { next: Some(next), .. } => assert!(next.label != 2, "match by value: next"),
        Node { .. } => {}
    }
}

/// Its drop looks at a field.
pub struct Bomb {
    pub fuse: u8,
    pub label: u8,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(self.fuse != 2, "the bomb went off");
    }
}

/// Drops it within the call.
pub fn drop_within(bomb: Box<Bomb>) {
    drop(bomb);
}

/// Drops it after the call.
pub fn drop_later(bomb: &Bomb) {
    assert!(bomb.label != 2, "drop later");
}

/// Drops the elements of a vector.
pub fn drop_some(bombs: &mut Vec<Bomb>) {
    bombs.truncate(1);
}

/// Replaces one, which drops what was there.
pub fn drop_replaced(bombs: &mut Vec<Bomb>) {
    if let Some(first) = bombs.first_mut() {
        *first = Bomb { fuse: 0, label: 0 };
    }
}

/// Never dropped.
pub fn leak(node: Box<Node>) {
    let node = Box::leak(node);
    assert!(node.label != 2, "leak");
}

/// Never dropped, and never looked at.
pub fn never_looks(node: Box<Node>) {
    std::mem::forget(node);
}

/// A vector that is never dropped.
pub fn forget_vector(numbers: &mut Vec<u8>) {
    let numbers = std::mem::take(numbers);
    let is_bad = numbers.first() == Some(&2);
    std::mem::forget(numbers);
    assert!(!is_bad, "forget vector");
}

thread_local! {
    static KEPT: RefCell<Option<Box<Node>>> = const { RefCell::new(None) };
    static FAILED: RefCell<Option<Box<Node>>> = const { RefCell::new(None) };
    static KEPT_NUMBERS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps it until the next call, and looks at what was kept in a call of itself.
pub fn keep(node: Box<Node>) {
    let label = node.label;
    KEPT.replace(Some(node));
    let kept = KEPT.take();
    assert!(kept.is_none_or(|node| node.label == label && label != 2), "keep");
}

/// Keeps it for good: the next run must not change it.
pub fn never_changes(node: Box<Node>) -> u8 {
    KEPT.with_borrow_mut(|kept| {
        let copy = node.label ^ node.weight;
        if let Some(before) = kept {
            assert!(before.weight ^ before.label ^ before.weight == before.label);
        }
        *kept = Some(node);
        copy
    })
}

/// Keeps it for good, and fails: the next run must not change it either.
pub fn keep_then_fail(node: Box<Node>) {
    let label = node.label;
    FAILED.with_borrow_mut(|failed| {
        if let Some(before) = failed {
            assert!(before.label == 1, "what was kept has changed");
        }
        if label == 1 {
            *failed = Some(node);
        }
    });
    assert!(label != 1, "keep then fail");
}

/// Keeps numbers for good.
pub fn never_changes_numbers(numbers: &mut Vec<u8>) {
    KEPT_NUMBERS.replace(std::mem::take(numbers));
}

/// Exchanges two nodes, then looks at one.
pub fn exchange(left: &mut Node, right: &mut Node) {
    std::mem::swap(left, right);
    assert!(left.label != 2, "exchange of nodes");
}

/// Exchanges what is in two boxes.
pub fn exchange_boxes(left: &mut Node, right: &mut Node) {
    std::mem::swap(&mut left.next, &mut right.next);
    if let Some(next) = &left.next {
        assert!(next.label != 1, "exchange of boxes");
    }
}

/// The deepest node's label, by recursion.
pub fn deepest(node: &Node) -> u8 {
    match &node.next {
        Some(next) => deepest(next),
        None => {
            assert!(node.label != 2, "deepest");
            node.label
        }
    }
}
