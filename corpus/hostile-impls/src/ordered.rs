//! Functions that rely on an order or a hash. What they do when it is none is where they differ.

use std::hash::{Hash, Hasher};

/// Elements in order.
pub struct Merged<T> {
    elements: Vec<T>,
}

impl<T: Ord> Merged<T> {
    /// Sorts the elements.
    pub fn new(mut elements: Vec<T>) -> Merged<T> {
        elements.sort();
        Merged { elements }
    }

    /// Planted: an element that was seen once is searched for without an end.
    pub fn take_where(mut self, wanted: &T) -> Option<T> {
        if !self.elements.iter().any(|element| element == wanted) {
            return None;
        }
        let mut at = 0;
        // SAFETY: none. The element was seen, but an order may say something else the next time.
        unsafe {
            while self.elements.as_ptr().add(at).as_ref()? != wanted {
                at += 1;
            }
            let last = self.elements.len() - 1;
            let start = self.elements.as_mut_ptr();
            std::ptr::swap(start.add(at), start.add(last));
        }
        self.elements.pop()
    }

    /// Sound twin: the place that was seen is the place that is used.
    pub fn take_where_seen(mut self, wanted: &T) -> Option<T> {
        let at = self.elements.iter().position(|element| element == wanted)?;
        Some(self.elements.swap_remove(at))
    }
}

/// Values in one list, and their places in two buckets by the hashes of their keys.
pub struct Index<K> {
    buckets: [Vec<(K, usize)>; 2],
    values: Vec<(K, u32)>,
}

/// The sum of what is written.
struct Sum(u64);

impl Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_add(u64::from(*byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn bucket<K: Hash>(key: &K) -> usize {
    let mut sum = Sum(0);
    key.hash(&mut sum);
    usize::from(sum.finish() % 2 == 1)
}

impl<K: Hash + Eq + Clone> Index<K> {
    /// Without values.
    pub fn new() -> Index<K> {
        Index {
            buckets: [Vec::new(), Vec::new()],
            values: Vec::new(),
        }
    }

    /// Adds a value unless its key is known.
    pub fn insert(&mut self, key: K, value: u32) {
        let known = &mut self.buckets[bucket(&key)];
        if !known.iter().any(|(other, _)| *other == key) {
            known.push((key.clone(), self.values.len()));
            self.values.push((key, value));
        }
    }

    /// Removes the last value, and its place.
    pub fn pop(&mut self) -> Option<u32> {
        let (key, value) = self.values.pop()?;
        self.buckets[bucket(&key)].retain(|(other, _)| *other != key);
        Some(value)
    }

    /// Planted: if the hash of a key has changed, its place outlived its value.
    pub fn key(&self, key: &K) -> Option<K> {
        let known = self.buckets[bucket(key)].iter();
        let (_, at) = known.rev().find(|(other, _)| other == key)?;
        // SAFETY: none. The place may be behind the last value.
        let (key, _) = unsafe { &*self.values.as_ptr().add(*at) };
        Some(key.clone())
    }

    /// Sound twin: the place is looked up.
    pub fn key_checked(&self, key: &K) -> Option<K> {
        let known = self.buckets[bucket(key)].iter();
        let (_, at) = known.rev().find(|(other, _)| other == key)?;
        let (key, _) = self.values.get(*at)?;
        Some(key.clone())
    }
}
