//! Size-balanced maps, as in Haskell's `Data.Map`: neither subtree of a node has more than three times as many entries as
//! the other.
//!
//! To be found: a map that stays unbalanced after an entry came or went, because the subtree that is too large is so in the
//! middle. (The faulty version knows single rotations only.)

/// A map from integers to characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Map {
    /// No entry.
    Tip,
    /// Number of entries, an entry, smaller keys, larger keys.
    Bin(u32, i64, char, Box<Map>, Box<Map>),
}

use Map::{Bin, Tip};
use std::ops::RangeInclusive;

fn size(map: &Map) -> u32 {
    match map {
        Tip => 0,
        Bin(size, ..) => *size,
    }
}

fn bin(key: i64, value: char, left: Box<Map>, right: Box<Map>) -> Map {
    let size = size(&left).saturating_add(size(&right)).saturating_add(1);
    Bin(size, key, value, left, right)
}

/// Whether subtrees of these sizes may be siblings.
fn is_balanced(left: u32, right: u32) -> bool {
    left.saturating_add(right) <= 1 || (left <= right.saturating_mul(3) && right <= left.saturating_mul(3))
}

/// A node of two maps that were siblings before one entry came or went. The faulty version never rotates twice.
fn balanced<const FAULTY: bool>(key: i64, value: char, left: Box<Map>, right: Box<Map>) -> Map {
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
fn insert<const FAULTY: bool>(key: i64, value: char, map: Map) -> Map {
    match map {
        Tip => Bin(1, key, value, Box::new(Tip), Box::new(Tip)),
        Bin(size, here, at_here, left, right) => {
            if key < here {
                balanced::<FAULTY>(
                    here,
                    at_here,
                    Box::new(insert::<FAULTY>(key, value, *left)),
                    right,
                )
            } else if key > here {
                balanced::<FAULTY>(
                    here,
                    at_here,
                    left,
                    Box::new(insert::<FAULTY>(key, value, *right)),
                )
            } else {
                Bin(size, key, value, left, right)
            }
        }
    }
}

/// Takes the entry with this key out, if there is one.
fn delete<const FAULTY: bool>(key: i64, map: Map) -> Map {
    match map {
        Tip => Tip,
        Bin(_, here, at_here, left, right) => {
            if key < here {
                balanced::<FAULTY>(here, at_here, Box::new(delete::<FAULTY>(key, *left)), right)
            } else if key > here {
                balanced::<FAULTY>(here, at_here, left, Box::new(delete::<FAULTY>(key, *right)))
            } else {
                glued::<FAULTY>(left, *right)
            }
        }
    }
}

/// One map of two that were siblings.
fn glued<const FAULTY: bool>(left: Box<Map>, right: Map) -> Map {
    if matches!(*left, Tip) {
        return right;
    }
    match without_least::<FAULTY>(right) {
        None => *left,
        Some((key, value, right)) => balanced::<FAULTY>(key, value, left, Box::new(right)),
    }
}

fn without_least<const FAULTY: bool>(map: Map) -> Option<(i64, char, Map)> {
    match map {
        Tip => None,
        Bin(_, here, at_here, left, right) => Some(match without_least::<FAULTY>(*left) {
            None => (here, at_here, *right),
            Some((key, value, left)) => (
                key,
                value,
                balanced::<FAULTY>(here, at_here, Box::new(left), right),
            ),
        }),
    }
}

/// The entries of `map` whose keys are not in `other`.
fn difference<const FAULTY: bool>(map: Map, other: &Map) -> Map {
    match (map, other) {
        (Tip, _) => Tip,
        (map, Tip) => map,
        (map, Bin(_, key, _, smaller, larger)) => {
            let (left, right) = split::<FAULTY>(*key, map);
            merged::<FAULTY>(
                difference::<FAULTY>(left, smaller),
                difference::<FAULTY>(right, larger),
            )
        }
    }
}

/// Entries with smaller and with larger keys.
fn split<const FAULTY: bool>(key: i64, map: Map) -> (Map, Map) {
    match map {
        Tip => (Tip, Tip),
        Bin(_, here, at_here, left, right) => {
            if key < here {
                let (smaller, larger) = split::<FAULTY>(key, *left);
                (smaller, linked::<FAULTY>(here, at_here, larger, *right))
            } else if key > here {
                let (smaller, larger) = split::<FAULTY>(key, *right);
                (linked::<FAULTY>(here, at_here, *left, smaller), larger)
            } else {
                (*left, *right)
            }
        }
    }
}

/// One map of an entry and two maps of any sizes.
fn linked<const FAULTY: bool>(key: i64, value: char, left: Map, right: Map) -> Map {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => insert::<FAULTY>(key, value, right),
        (left, Tip) => insert::<FAULTY>(key, value, left),
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced::<FAULTY>(
                here,
                at_here,
                Box::new(linked::<FAULTY>(key, value, left, *inner)),
                outer,
            )
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced::<FAULTY>(
                here,
                at_here,
                outer,
                Box::new(linked::<FAULTY>(key, value, *inner, right)),
            )
        }
        (left, right) => bin(key, value, Box::new(left), Box::new(right)),
    }
}

/// One map of two of any sizes.
fn merged<const FAULTY: bool>(left: Map, right: Map) -> Map {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => right,
        (left, Tip) => left,
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced::<FAULTY>(here, at_here, Box::new(merged::<FAULTY>(left, *inner)), outer)
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced::<FAULTY>(here, at_here, outer, Box::new(merged::<FAULTY>(*inner, right)))
        }
        (left, right) => glued::<FAULTY>(Box::new(left), right),
    }
}

/// The true size, if order, sizes and balance are those of a map with keys between `low` and `high`, and the size is among
/// the wanted ones.
fn checked_size(map: &Map, low: i128, high: i128, wanted: RangeInclusive<u32>) -> Option<u32> {
    match map {
        Tip => wanted.contains(&0).then_some(0),
        Bin(size, key, _, left, right) => {
            let here = i128::from(*key);
            if *size == 0 || !wanted.contains(size) || here <= low || here >= high {
                return None;
            }
            let left = checked_size(left, low, here, 0..=*size - 1)?;
            let others = (*size - 1).checked_sub(left)?;
            if !is_balanced(left, others) {
                return None;
            }
            checked_size(right, here, high, others..=others)?;
            Some(*size)
        }
    }
}

fn is_map(map: &Map) -> bool {
    checked_size(map, i128::MIN, i128::MAX, 0..=u32::MAX).is_some()
}

fn insert_keeps_map<const FAULTY: bool>(key: &i64, map: &Map) -> Option<bool> {
    is_map(map).then(|| is_map(&insert::<FAULTY>(*key, 'x', map.clone())))
}

fn delete_keeps_map<const FAULTY: bool>(key: &i64, map: &Map) -> Option<bool> {
    is_map(map).then(|| is_map(&delete::<FAULTY>(*key, map.clone())))
}

fn difference_is_map<const FAULTY: bool>(map: &Map, other: &Map) -> Option<bool> {
    (is_map(map) && is_map(other)).then(|| is_map(&difference::<FAULTY>(map.clone(), other)))
}

crate::versions! {
    /// Rotates once.
    faulty;
    /// Rotates once or twice.
    correct;
    /// Inserting keeps a map one.
    prop_insert(key: &i64, map: &Map) -> Option<bool> = insert_keeps_map;
    /// Deleting keeps a map one.
    prop_delete(key: &i64, map: &Map) -> Option<bool> = delete_keeps_map;
    /// The difference of two maps is one.
    prop_difference(map: &Map, other: &Map) -> Option<bool> = difference_is_map;
}
