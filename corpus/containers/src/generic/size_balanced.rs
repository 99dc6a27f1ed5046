//! The size-balanced maps beside this module, for any ordered keys.

/// A map to characters.
#[derive(Clone)]
pub enum Map<K> {
    /// No entry.
    Tip,
    /// Number of entries, an entry, smaller keys, larger keys.
    Bin(u32, K, char, Box<Map<K>>, Box<Map<K>>),
}

use Map::{Bin, Tip};

fn size<K: Copy + Ord>(map: &Map<K>) -> u32 {
    match map {
        Tip => 0,
        Bin(size, ..) => *size,
    }
}

fn bin<K: Copy + Ord>(key: K, value: char, left: Box<Map<K>>, right: Box<Map<K>>) -> Map<K> {
    let size = size(&left).saturating_add(size(&right)).saturating_add(1);
    Bin(size, key, value, left, right)
}

/// Whether subtrees of these sizes may be siblings.
fn is_balanced(left: u32, right: u32) -> bool {
    left.saturating_add(right) <= 1 || (left <= right.saturating_mul(3) && right <= left.saturating_mul(3))
}

/// A node of two maps that were siblings before one entry came or went.
fn balanced<K: Copy + Ord>(key: K, value: char, left: Box<Map<K>>, right: Box<Map<K>>) -> Map<K> {
    let (left_size, right_size) = (size(&left), size(&right));
    if is_balanced(left_size, right_size) {
        bin(key, value, left, right)
    } else if left_size < right_size {
        match *right {
            Bin(_, here, at_here, inner, outer) => {
                if size(&inner) < size(&outer).saturating_mul(2) {
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
                if size(&inner) < size(&outer).saturating_mul(2) {
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
pub fn insert<K: Copy + Ord>(key: K, value: char, map: Map<K>) -> Map<K> {
    match map {
        Tip => Bin(1, key, value, Box::new(Tip), Box::new(Tip)),
        Bin(size, here, at_here, left, right) => {
            if key < here {
                balanced(here, at_here, Box::new(insert(key, value, *left)), right)
            } else if key > here {
                balanced(here, at_here, left, Box::new(insert(key, value, *right)))
            } else {
                Bin(size, key, value, left, right)
            }
        }
    }
}

/// Takes the entry with this key out, if there is one.
pub fn delete<K: Copy + Ord>(key: K, map: Map<K>) -> Map<K> {
    match map {
        Tip => Tip,
        Bin(_, here, at_here, left, right) => {
            if key < here {
                balanced(here, at_here, Box::new(delete(key, *left)), right)
            } else if key > here {
                balanced(here, at_here, left, Box::new(delete(key, *right)))
            } else {
                glued(left, right)
            }
        }
    }
}

/// One map of two that were siblings.
fn glued<K: Copy + Ord>(left: Box<Map<K>>, right: Box<Map<K>>) -> Map<K> {
    if matches!(*left, Tip) {
        return *right;
    }
    match without_least(*right) {
        None => *left,
        Some((key, value, right)) => balanced(key, value, left, Box::new(right)),
    }
}

fn without_least<K: Copy + Ord>(map: Map<K>) -> Option<(K, char, Map<K>)> {
    match map {
        Tip => None,
        Bin(_, here, at_here, left, right) => Some(match without_least(*left) {
            None => (here, at_here, *right),
            Some((key, value, left)) => (key, value, balanced(here, at_here, Box::new(left), right)),
        }),
    }
}

/// The entries of `map` whose keys are not in `other`.
pub fn difference<K: Copy + Ord>(map: Map<K>, other: &Map<K>) -> Map<K> {
    match (map, other) {
        (Tip, _) => Tip,
        (map, Tip) => map,
        (map, Bin(_, key, _, smaller, larger)) => {
            let (left, right) = split(key, map);
            merged(difference(left, smaller), difference(right, larger))
        }
    }
}

/// Entries with smaller and with larger keys.
fn split<K: Copy + Ord>(key: &K, map: Map<K>) -> (Map<K>, Map<K>) {
    match map {
        Tip => (Tip, Tip),
        Bin(_, here, at_here, left, right) => {
            if *key < here {
                let (smaller, larger) = split(key, *left);
                (smaller, linked(here, at_here, larger, *right))
            } else if *key > here {
                let (smaller, larger) = split(key, *right);
                (linked(here, at_here, *left, smaller), larger)
            } else {
                (*left, *right)
            }
        }
    }
}

/// One map of an entry and two maps of any sizes.
fn linked<K: Copy + Ord>(key: K, value: char, left: Map<K>, right: Map<K>) -> Map<K> {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => insert(key, value, right),
        (left, Tip) => insert(key, value, left),
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced(here, at_here, Box::new(linked(key, value, left, *inner)), outer)
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced(here, at_here, outer, Box::new(linked(key, value, *inner, right)))
        }
        (left, right) => bin(key, value, Box::new(left), Box::new(right)),
    }
}

/// One map of two of any sizes.
fn merged<K: Copy + Ord>(left: Map<K>, right: Map<K>) -> Map<K> {
    let (left_size, right_size) = (size(&left), size(&right));
    match (left, right) {
        (Tip, right) => right,
        (left, Tip) => left,
        (left, Bin(_, here, at_here, inner, outer)) if left_size.saturating_mul(3) < right_size => {
            balanced(here, at_here, Box::new(merged(left, *inner)), outer)
        }
        (Bin(_, here, at_here, outer, inner), right) if right_size.saturating_mul(3) < left_size => {
            balanced(here, at_here, outer, Box::new(merged(*inner, right)))
        }
        (left, right) => glued(Box::new(left), Box::new(right)),
    }
}

/// The true size, if order, sizes and balance are those of a map with keys between `low` and `high`.
fn checked_size<K: Copy + Ord>(map: &Map<K>, low: Option<&K>, high: Option<&K>) -> Option<u32> {
    match map {
        Tip => Some(0),
        Bin(size, key, _, left, right) => {
            if low.is_some_and(|low| key <= low) || high.is_some_and(|high| key >= high) {
                return None;
            }
            let left = checked_size(left, low, Some(key))?;
            let right = checked_size(right, Some(key), high)?;
            (*size == left + right + 1 && is_balanced(left, right)).then_some(*size)
        }
    }
}

fn is_map<K: Copy + Ord>(map: &Map<K>) -> bool {
    checked_size(map, None, None).is_some()
}

/// Inserting keeps a map one.
pub fn prop_insert<K: Copy + Ord>(key: &K, map: &Map<K>) -> Option<bool> {
    is_map(map).then(|| is_map(&insert(*key, 'x', map.clone())))
}

/// Deleting keeps a map one.
pub fn prop_delete<K: Copy + Ord>(key: &K, map: &Map<K>) -> Option<bool> {
    is_map(map).then(|| is_map(&delete(*key, map.clone())))
}

/// The difference of two maps is one.
pub fn prop_difference<K: Copy + Ord>(map: &Map<K>, other: &Map<K>) -> Option<bool> {
    (is_map(map) && is_map(other)).then(|| is_map(&difference(map.clone(), other)))
}
