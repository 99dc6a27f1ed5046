//! Size-balanced maps, as in Haskell's `Data.Map`: neither subtree of a node has more than three times as many entries as
//! the other.
//!
//! To be found: a map that stays unbalanced after an entry came or went, because the subtree that is too large is so in the
//! middle. (The faulty version knows single rotations only.)
//!
//! Keys are of any ordered type and values of any type, as in the paper, whose map is Haskell's own: the properties leave
//! both open, and nothing looks at a value.

/// A map from keys to values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Map<K, V> {
    /// No entry.
    Tip,
    /// Number of entries, an entry, smaller keys, larger keys.
    Bin(u32, K, V, Box<Map<K, V>>, Box<Map<K, V>>),
}

use Map::{Bin, Tip};
use std::ops::RangeInclusive;

fn size<K, V>(map: &Map<K, V>) -> u32 {
    match map {
        Tip => 0,
        Bin(size, ..) => *size,
    }
}

fn bin<K, V>(key: K, value: V, left: Box<Map<K, V>>, right: Box<Map<K, V>>) -> Map<K, V> {
    let size = size(&left).saturating_add(size(&right)).saturating_add(1);
    Bin(size, key, value, left, right)
}

/// Whether subtrees of these sizes may be siblings.
fn is_balanced(left: u32, right: u32) -> bool {
    left.saturating_add(right) <= 1 || (left <= right.saturating_mul(3) && right <= left.saturating_mul(3))
}

/// A node of two maps that were siblings before one entry came or went. The faulty version never rotates twice.
fn balanced<const FAULTY: bool, K, V>(
    key: K,
    value: V,
    left: Box<Map<K, V>>,
    right: Box<Map<K, V>>,
) -> Map<K, V> {
    let (left_size, right_size) = (size(&left), size(&right));
    if is_balanced(left_size, right_size) {
        bin(key, value, left, right)
    } else if left_size < right_size {
        match *right {
            Bin(_, here, at_here, inner, outer) => {
                if FAULTY || size(&inner) < size(&outer).saturating_mul(2) {
                    bin(here, at_here, Box::new(bin(key, value, left, inner)), outer)
                } else {
                    match *inner {
                        Bin(_, top, at_top, low, high) => {
                            let smaller = bin(key, value, left, low);
                            let larger = bin(here, at_here, high, outer);
                            bin(top, at_top, Box::new(smaller), Box::new(larger))
                        }
                        // Ill-formed.
                        Tip => bin(here, at_here, Box::new(bin(key, value, left, inner)), outer),
                    }
                }
            }
            Tip => bin(key, value, left, right),
        }
    } else {
        match *left {
            Bin(_, here, at_here, outer, inner) => {
                if FAULTY || size(&inner) < size(&outer).saturating_mul(2) {
                    bin(here, at_here, outer, Box::new(bin(key, value, inner, right)))
                } else {
                    match *inner {
                        Bin(_, top, at_top, low, high) => {
                            let smaller = bin(here, at_here, outer, low);
                            let larger = bin(key, value, high, right);
                            bin(top, at_top, Box::new(smaller), Box::new(larger))
                        }
                        // Ill-formed.
                        Tip => bin(here, at_here, outer, Box::new(bin(key, value, inner, right))),
                    }
                }
            }
            Tip => bin(key, value, left, right),
        }
    }
}

/// Adds an entry, replacing one with the same key.
fn insert<const FAULTY: bool, K: Ord, V>(key: K, value: V, map: Map<K, V>) -> Map<K, V> {
    match map {
        Tip => Bin(1, key, value, Box::new(Tip), Box::new(Tip)),
        Bin(size, here, at_here, left, right) => {
            if key < here {
                balanced::<FAULTY, _, _>(
                    here,
                    at_here,
                    Box::new(insert::<FAULTY, _, _>(key, value, *left)),
                    right,
                )
            } else if key > here {
                balanced::<FAULTY, _, _>(
                    here,
                    at_here,
                    left,
                    Box::new(insert::<FAULTY, _, _>(key, value, *right)),
                )
            } else {
                Bin(size, key, value, left, right)
            }
        }
    }
}

/// Takes the entry with this key out, if there is one.
fn delete<const FAULTY: bool, K: Ord, V>(key: &K, map: Map<K, V>) -> Map<K, V> {
    match map {
        Tip => Tip,
        Bin(_, here, at_here, left, right) => {
            if *key < here {
                balanced::<FAULTY, _, _>(here, at_here, Box::new(delete::<FAULTY, _, _>(key, *left)), right)
            } else if *key > here {
                balanced::<FAULTY, _, _>(here, at_here, left, Box::new(delete::<FAULTY, _, _>(key, *right)))
            } else {
                glued::<FAULTY, _, _>(left, *right)
            }
        }
    }
}

/// One map of two that were siblings.
fn glued<const FAULTY: bool, K, V>(left: Box<Map<K, V>>, right: Map<K, V>) -> Map<K, V> {
    if matches!(*left, Tip) {
        return right;
    }
    match without_least::<FAULTY, _, _>(right) {
        None => *left,
        Some((key, value, right)) => balanced::<FAULTY, _, _>(key, value, left, Box::new(right)),
    }
}

fn without_least<const FAULTY: bool, K, V>(map: Map<K, V>) -> Option<(K, V, Map<K, V>)> {
    match map {
        Tip => None,
        Bin(_, here, at_here, left, right) => Some(match without_least::<FAULTY, _, _>(*left) {
            None => (here, at_here, *right),
            Some((key, value, left)) => (
                key,
                value,
                balanced::<FAULTY, _, _>(here, at_here, Box::new(left), right),
            ),
        }),
    }
}

/// The entries of `map` whose keys are not in `other`.
fn difference<const FAULTY: bool, K: Ord, V>(map: Map<K, V>, other: &Map<K, V>) -> Map<K, V> {
    match (map, other) {
        (Tip, _) => Tip,
        (map, Tip) => map,
        (map, Bin(_, key, _, smaller, larger)) => {
            let (left, right) = split::<FAULTY, _, _>(key, map);
            merged::<FAULTY, _, _>(
                difference::<FAULTY, _, _>(left, smaller),
                difference::<FAULTY, _, _>(right, larger),
            )
        }
    }
}

/// Entries with smaller and with larger keys.
fn split<const FAULTY: bool, K: Ord, V>(key: &K, map: Map<K, V>) -> (Map<K, V>, Map<K, V>) {
    match map {
        Tip => (Tip, Tip),
        Bin(_, here, at_here, left, right) => {
            if *key < here {
                let (smaller, larger) = split::<FAULTY, _, _>(key, *left);
                (smaller, linked::<FAULTY, _, _>(here, at_here, larger, *right))
            } else if *key > here {
                let (smaller, larger) = split::<FAULTY, _, _>(key, *right);
                (linked::<FAULTY, _, _>(here, at_here, *left, smaller), larger)
            } else {
                (*left, *right)
            }
        }
    }
}

/// One map of an entry and two maps of any sizes.
fn linked<const FAULTY: bool, K: Ord, V>(key: K, value: V, left: Map<K, V>, right: Map<K, V>) -> Map<K, V> {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => insert::<FAULTY, _, _>(key, value, right),
        (left, Tip) => insert::<FAULTY, _, _>(key, value, left),
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced::<FAULTY, _, _>(
                here,
                at_here,
                Box::new(linked::<FAULTY, _, _>(key, value, left, *inner)),
                outer,
            )
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced::<FAULTY, _, _>(
                here,
                at_here,
                outer,
                Box::new(linked::<FAULTY, _, _>(key, value, *inner, right)),
            )
        }
        (left, right) => bin(key, value, Box::new(left), Box::new(right)),
    }
}

/// One map of two of any sizes.
fn merged<const FAULTY: bool, K, V>(left: Map<K, V>, right: Map<K, V>) -> Map<K, V> {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => right,
        (left, Tip) => left,
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced::<FAULTY, _, _>(
                here,
                at_here,
                Box::new(merged::<FAULTY, _, _>(left, *inner)),
                outer,
            )
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced::<FAULTY, _, _>(
                here,
                at_here,
                outer,
                Box::new(merged::<FAULTY, _, _>(*inner, right)),
            )
        }
        (left, right) => glued::<FAULTY, _, _>(Box::new(left), right),
    }
}

/// The true size, if order, sizes and balance are those of a map with keys between `low` and `high`, and the size is among
/// the wanted ones.
fn checked_size<K: Ord, V>(
    map: &Map<K, V>,
    low: Option<&K>,
    high: Option<&K>,
    wanted: RangeInclusive<u32>,
) -> Option<u32> {
    match map {
        Tip => wanted.contains(&0).then_some(0),
        Bin(size, here, _, left, right) => {
            let is_outside = low.is_some_and(|low| here <= low) || high.is_some_and(|high| here >= high);
            if *size == 0 || !wanted.contains(size) || is_outside {
                return None;
            }
            let left = checked_size(left, low, Some(here), 0..=*size - 1)?;
            let others = (*size - 1).checked_sub(left)?;
            if !is_balanced(left, others) {
                return None;
            }
            checked_size(right, Some(here), high, others..=others)?;
            Some(*size)
        }
    }
}

fn is_map<K: Ord, V>(map: &Map<K, V>) -> bool {
    checked_size(map, None, None, 0..=u32::MAX).is_some()
}

fn insert_keeps_map<const FAULTY: bool, K: Ord + Clone, V: Clone>(
    key: &K,
    value: &V,
    map: &Map<K, V>,
) -> Option<bool> {
    is_map(map).then(|| is_map(&insert::<FAULTY, _, _>(key.clone(), value.clone(), map.clone())))
}

fn delete_keeps_map<const FAULTY: bool, K: Ord + Clone, V: Clone>(key: &K, map: &Map<K, V>) -> Option<bool> {
    is_map(map).then(|| is_map(&delete::<FAULTY, _, _>(key, map.clone())))
}

fn difference_is_map<const FAULTY: bool, K: Ord + Clone, V: Clone>(
    map: &Map<K, V>,
    other: &Map<K, V>,
) -> Option<bool> {
    (is_map(map) && is_map(other)).then(|| is_map(&difference::<FAULTY, _, _>(map.clone(), other)))
}

crate::versions! {
    /// Rotates once.
    faulty;
    /// Rotates once or twice.
    correct;
    /// Inserting keeps a map one.
    prop_insert<K: Ord + Clone, V: Clone>(key: &K, value: &V, map: &Map<K, V>) -> Option<bool> = insert_keeps_map;
    /// Deleting keeps a map one.
    prop_delete<K: Ord + Clone, V: Clone>(key: &K, map: &Map<K, V>) -> Option<bool> = delete_keeps_map;
    /// The difference of two maps is one.
    prop_difference<K: Ord + Clone, V: Clone>(map: &Map<K, V>, other: &Map<K, V>) -> Option<bool> = difference_is_map;
}
