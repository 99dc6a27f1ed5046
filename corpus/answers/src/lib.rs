//! Purpose: faults that only certain sequences of answers show. A function as argument has to answer call by call, an
//! iterator item by item.
//! Promise: each function fails in one place, `rise`, `growth`, `pair` and `collected` with a bug.

/// To be found: it fails if the answers are true, false, true, as a vector does that forgets where it has to write.
pub fn retain_like(mut keep: impl FnMut(u8) -> bool) -> usize {
    let mut kept = 0;
    let mut gap = false;
    for item in 0..3 {
        if keep(item) {
            assert!(!gap, "item {item} would be written over");
            kept += 1;
        } else if kept > 0 {
            gap = true;
        }
    }
    kept
}

/// To be found: it fails if the one answer it asks for is true: no plan has a second one.
pub fn once(judge: impl FnOnce(u8) -> bool) {
    assert!(!judge(1), "it should not be");
}

/// To be found: it fails if the second size is smaller than the first.
pub fn growth(size: &dyn Fn() -> u8) -> u8 {
    let before = size();
    size() - before
}

/// To be found: it fails if the two disagree, in this order, after having agreed.
pub fn agree(left: fn() -> Option<bool>, right: Box<dyn Fn(&str) -> bool>) -> bool {
    if left() == Some(right("first")) {
        assert_ne!((left(), right("second")), (Some(true), false), "no more");
    }
    true
}

/// Users implement it.
pub trait Meter {
    /// Of what it says.
    type Note: Default;
    /// How much it shows.
    fn level(&mut self) -> u8;
    /// Whether it can be read.
    fn is_ready(&self, attempt: u8) -> bool;
    /// Something about it.
    fn note(&self) -> Self::Note;
    /// Is told what was read.
    fn told(&mut self, level: u8);
    /// What it is called.
    fn name(&self) -> &str;
}

/// To be found: it fails if the meter is ready at the second attempt, and shows less than before.
pub fn rise<M: Meter>(meter: &mut M) -> u8 {
    if meter.is_ready(0) || !meter.is_ready(1) {
        return 0;
    }
    let before = meter.level();
    meter.told(before);
    meter.level() - before
}

/// Users implement this one, too.
pub trait Judge {
    /// Judges.
    fn judge(&self, number: u8) -> bool;
}

/// To be found: it fails if the two judges disagree.
pub fn unanimous(judges: &[Box<dyn Judge>; 2]) -> bool {
    assert_eq!(judges[0].judge(1), judges[1].judge(1), "the judges disagree");
    true
}

/// To be found: it fails if the reader gives the two bytes one by one, or is interrupted.
pub fn pair<R: std::io::Read>(mut reader: R) -> u16 {
    let mut bytes = vec![0; 2];
    let Ok(length) = reader.read(&mut bytes) else { return 0 };
    if length == 0 {
        return 0;
    }
    bytes.truncate(length);
    match reader.read(&mut [0]) {
        Ok(0) => 0,
        _ => u16::from_be_bytes([bytes[0], bytes[1]]),
    }
}

/// To be found: it fails if there are more items than the iterator knew to be there at least.
pub fn collected(items: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut room = vec![0; items.size_hint().0];
    for (position, item) in items.enumerate() {
        room[position] = item;
    }
    room
}

/// To be found: it fails if the third item of an iterator that does not know its length is the default one.
pub fn third<T: Default + PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    if items.size_hint().1.is_some() {
        return false;
    }
    assert!(items.nth(2) != Some(T::default()), "the third is nothing special");
    true
}

/// To be found: it fails if each of the four is full. No constant answer is.
pub fn four(a: fn() -> u8, b: fn() -> u8, c: fn() -> u8, d: fn() -> u8) -> bool {
    let is_full = |level: fn() -> u8| level() == u8::MAX;
    assert!(!(is_full(a) && is_full(b) && is_full(c) && is_full(d)), "too much");
    true
}
