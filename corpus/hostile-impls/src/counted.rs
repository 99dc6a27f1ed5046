//! Functions that ask an iterator how many elements it has, or a reader how many bytes it has read. Whether they believe the answer
//! is where they differ.

use std::io::Read;
use std::ptr;

/// At most eight elements.
pub struct Few<T> {
    elements: Vec<T>,
}

impl<T> Few<T> {
    /// Planted: the length is set to what the iterator says.
    pub fn from_exact(elements: impl ExactSizeIterator<Item = T>) -> Few<T> {
        let len = elements.len().min(8);
        let mut all = Vec::with_capacity(8);
        let start: *mut T = all.as_mut_ptr();
        for (at, element) in elements.take(len).enumerate() {
            // SAFETY: there is room for eight.
            unsafe { start.add(at).write(element) }
        }
        // SAFETY: none. An iterator may give fewer elements than it says.
        unsafe { all.set_len(len) }
        Few { elements: all }
    }

    /// Sound twin: what was written counts.
    pub fn from_exact_counted(elements: impl ExactSizeIterator<Item = T>) -> Few<T> {
        Few {
            elements: elements.take(8).collect(),
        }
    }

    /// Sound, whatever others say: what is broken before is not its fault.
    pub fn reversed(mut self) -> Few<T> {
        self.elements.reverse();
        self
    }
}

/// Planted: the gap is as large as the hint says.
pub fn insert_many<T>(all: &mut Vec<T>, elements: impl Iterator<Item = T>) {
    let (least, _) = elements.size_hint();
    let gap = least.min(8);
    let len = all.len();
    all.reserve(gap);
    // SAFETY: none. The gap is not filled if the iterator gives fewer elements.
    unsafe {
        let start = all.as_mut_ptr();
        ptr::copy(start, start.add(gap), len);
        all.set_len(len + gap);
        for (at, element) in elements.take(gap).enumerate() {
            ptr::write(start.add(at), element);
        }
    }
}

/// Sound twin: the elements are counted before there is a gap.
pub fn insert_many_counted<T>(all: &mut Vec<T>, elements: impl Iterator<Item = T>) {
    let few: Vec<T> = elements.take(8).collect();
    all.splice(0..0, few);
}

/// Planted: as many bytes as the reader says are shown to be there.
pub fn last_byte_read(mut reader: impl Read) -> Option<u8> {
    let mut buffer = vec![0_u8; 16].into_boxed_slice();
    let read = reader.read(&mut buffer).ok()?;
    let last = read.checked_sub(1)?;
    // SAFETY: none. A reader may say that it has read more than there is room for.
    let byte = unsafe { *buffer.as_ptr().add(last) };
    Some(byte)
}

/// Sound twin: the answer is looked up.
pub fn last_byte_read_checked(mut reader: impl Read) -> Option<u8> {
    let mut buffer = [0; 16];
    let read = reader.read(&mut buffer).ok()?;
    buffer.get(read.checked_sub(1)?).copied()
}
