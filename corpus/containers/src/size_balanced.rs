//! Size-balanced maps, as in Haskell's `Data.Map`: neither subtree of a node has more than three times as many entries as
//! the other.

/// A map from integers to characters.
#[derive(Clone)]
pub enum Map {
    /// No entry.
    Tip,
    /// Number of entries, an entry, smaller keys, larger keys.
    Bin(u32, i32, char, Box<Map>, Box<Map>),
}

use Map::{Bin, Tip};
use std::ops::RangeInclusive;

fn size(map: &Map) -> u32 {
    match map {
        Tip => 0,
        Bin(size, ..) => *size,
    }
}

fn bin(key: i32, value: char, left: Box<Map>, right: Box<Map>) -> Map {
    let size = size(&left).saturating_add(size(&right)).saturating_add(1);
    Bin(size, key, value, left, right)
}

/// Whether subtrees of these sizes may be siblings.
fn is_balanced(left: u32, right: u32) -> bool {
    left.saturating_add(right) <= 1 || (left <= right.saturating_mul(3) && right <= left.saturating_mul(3))
}

/// A node of two maps that were siblings before one entry came or went.
fn balanced(key: i32, value: char, left: Box<Map>, right: Box<Map>) -> Map {
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
pub fn insert(key: i32, value: char, map: Map) -> Map {
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
pub fn delete(key: i32, map: Map) -> Map {
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
fn glued(left: Box<Map>, right: Box<Map>) -> Map {
    if matches!(*left, Tip) {
        return *right;
    }
    match without_least(*right) {
        None => *left,
        Some((key, value, right)) => balanced(key, value, left, Box::new(right)),
    }
}

fn without_least(map: Map) -> Option<(i32, char, Map)> {
    match map {
        Tip => None,
        Bin(_, here, at_here, left, right) => Some(match without_least(*left) {
            None => (here, at_here, *right),
            Some((key, value, left)) => (key, value, balanced(here, at_here, Box::new(left), right)),
        }),
    }
}

/// The entries of `map` whose keys are not in `other`.
pub fn difference(map: Map, other: &Map) -> Map {
    match (map, other) {
        (Tip, _) => Tip,
        (map, Tip) => map,
        (map, Bin(_, key, _, smaller, larger)) => {
            let (left, right) = split(*key, map);
            merged(difference(left, smaller), difference(right, larger))
        }
    }
}

/// Entries with smaller and with larger keys.
fn split(key: i32, map: Map) -> (Map, Map) {
    match map {
        Tip => (Tip, Tip),
        Bin(_, here, at_here, left, right) => {
            if key < here {
                let (smaller, larger) = split(key, *left);
                (smaller, linked(here, at_here, larger, *right))
            } else if key > here {
                let (smaller, larger) = split(key, *right);
                (linked(here, at_here, *left, smaller), larger)
            } else {
                (*left, *right)
            }
        }
    }
}

/// One map of an entry and two maps of any sizes.
fn linked(key: i32, value: char, left: Map, right: Map) -> Map {
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
fn merged(left: Map, right: Map) -> Map {
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

/// The true size, if order, sizes and balance are those of a map with keys between `low` and `high`, and the size is among
/// the wanted ones.
fn checked_size(map: &Map, low: i64, high: i64, wanted: RangeInclusive<u32>) -> Option<u32> {
    match map {
        Tip => wanted.contains(&0).then_some(0),
        Bin(size, key, _, left, right) => {
            let here = i64::from(*key);
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
    checked_size(map, i64::MIN, i64::MAX, 0..=u32::MAX).is_some()
}

/// Inserting keeps a map one.
pub fn prop_insert(key: &i32, map: &Map) -> Option<bool> {
    is_map(map).then(|| is_map(&insert(*key, 'x', map.clone())))
}

/// Deleting keeps a map one.
pub fn prop_delete(key: &i32, map: &Map) -> Option<bool> {
    is_map(map).then(|| is_map(&delete(*key, map.clone())))
}

/// The difference of two maps is one.
pub fn prop_difference(map: &Map, other: &Map) -> Option<bool> {
    (is_map(map) && is_map(other)).then(|| is_map(&difference(map.clone(), other)))
}

/// Entries of the smallest map of this depth.
fn least_size(depth: u32) -> u32 {
    match depth {
        0..=2 => depth,
        _ => {
            let higher = least_size(depth - 1);
            1 + higher + higher.div_ceil(3)
        }
    }
}

/// What the nodes above a map ask of it.
#[derive(Clone, Copy)]
struct Frame {
    /// Most nodes on a way down; exactly so many on the leftmost one if `is_leftmost`.
    depth: u32,
    is_leftmost: bool,
    /// Its number of entries, if they know.
    size: Option<u32>,
    /// Its keys lie between these.
    low: i32,
    high: i32,
}

impl Frame {
    fn least_size(&self) -> u32 {
        if self.is_leftmost {
            least_size(self.depth)
        } else {
            0
        }
    }

    fn has_room_for(&self, size: u32) -> bool {
        i64::from(self.high) - i64::from(self.low) > i64::from(size)
    }
}

/// Everything is asked of a node before the nodes below it are looked at, also whether enough integers are left for them.
fn fits(map: &Map, frame: Frame) -> bool {
    match map {
        Tip => frame.size.unwrap_or(0) == 0 && !(frame.is_leftmost && frame.depth > 0),
        Bin(whole, key, _, left, right) => {
            let whole = *whole;
            if frame.size.unwrap_or(whole) != whole {
                return false;
            }
            if frame.depth == 0 || whole == 0 || whole < frame.least_size() || !frame.has_room_for(whole) {
                return false;
            }
            if *key <= frame.low || *key >= frame.high {
                return false;
            }
            let below = Frame {
                depth: frame.depth - 1,
                size: None,
                ..frame
            };
            let left_frame = Frame { high: *key, ..below };
            let right_frame = Frame {
                low: *key,
                is_leftmost: false,
                ..below
            };
            let least = if whole > 2 {
                whole.div_ceil(4).saturating_sub(1).max(1)
            } else {
                0
            };
            if !left_frame.has_room_for(least.max(left_frame.least_size()))
                || !right_frame.has_room_for(least)
            {
                return false;
            }
            let left_size = size(left);
            if left_size >= whole {
                return false;
            }
            let right_size = whole - 1 - left_size;
            is_balanced(left_size, right_size)
                && left_size >= left_frame.least_size()
                && left_frame.has_room_for(left_size)
                && right_frame.has_room_for(right_size)
                && fits(left, left_frame)
                && fits(
                    right,
                    Frame {
                        size: Some(right_size),
                        ..right_frame
                    },
                )
        }
    }
}

fn delete_at_depth(depth: u32, key: &i32, map: &Map) -> Option<bool> {
    let high = i32::try_from(least_size(depth)).unwrap_or(i32::MAX - 2) + 2;
    let frame = Frame {
        depth,
        is_leftmost: true,
        size: None,
        low: -1,
        high,
    };
    fits(map, frame).then(|| is_map(&delete(*key, map.clone())))
}

crate::at_depths! {
    /// Of depth 4.
    prop_delete_at_depth_4 = 4,
    /// Of depth 6.
    prop_delete_at_depth_6 = 6,
    /// Of depth 8.
    prop_delete_at_depth_8 = 8,
    /// Of depth 10.
    prop_delete_at_depth_10 = 10,
    /// Of depth 11.
    prop_delete_at_depth_11 = 11,
    /// Of depth 12.
    prop_delete_at_depth_12 = 12,
    => |key: &i32, map: &Map| delete_at_depth
}
