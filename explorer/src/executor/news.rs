//! What a child tells besides how far it is: pieces of bytes in shared memory, each with a counter in front of it, that are
//! there whatever becomes of the child.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Bytes for what a child has to tell: faults, samples, ends of units.
pub(super) const NEWS_BYTES: usize = 16 << 20;

/// What the child has to tell, appended so that it survives the child's death.
#[repr(C)]
pub(super) struct News {
    len: AtomicU64,
    words: [AtomicU64; NEWS_BYTES / 8],
}

impl News {
    /// From here on there are none.
    pub(super) fn forget(&self) {
        self.len.store(0, Relaxed);
    }

    /// Bytes left.
    pub(super) fn room(&self) -> usize {
        NEWS_BYTES.saturating_sub(self.len.load(Relaxed) as usize)
    }

    /// Appends one piece with an owner-writable counter in front of it. Returns the counter, or `None` if there is
    /// no room.
    pub(super) fn append(&self, body: &[u8]) -> Option<&AtomicU64> {
        let start = self.len.load(Relaxed) as usize / 8;
        let words = body.len().div_ceil(8);
        let slots = self.words.get(start..start + 2 + words)?;
        slots[0].store(0, Relaxed);
        slots[1].store(body.len() as u64, Relaxed);
        for (slot, chunk) in slots[2..].iter().zip(body.chunks(8)) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            slot.store(u64::from_le_bytes(word), Relaxed);
        }
        self.len.store(((start + 2 + words) * 8) as u64, Release);
        Some(&slots[0])
    }

    /// All pieces with their counters, in order.
    pub(super) fn read(&self) -> Vec<(u64, Vec<u8>)> {
        let end = (self.len.load(Acquire) as usize / 8).min(self.words.len());
        let mut words = self.words[..end].iter().map(|word| word.load(Relaxed));
        let mut pieces = Vec::new();
        while let (Some(count), Some(len)) = (words.next(), words.next()) {
            let len = len as usize;
            if len.div_ceil(8) > words.len() {
                break;
            }
            let mut body: Vec<u8> = words
                .by_ref()
                .take(len.div_ceil(8))
                .flat_map(u64::to_le_bytes)
                .collect();
            body.truncate(len);
            pieces.push((count, body));
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::SharedMemory;
    use super::*;

    #[test]
    fn news_comes_back_in_order_with_counts() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        let first = memory.news().append(b"one").unwrap();
        memory.news().append(b"").unwrap();
        memory.news().append(&[7; 100]).unwrap();
        first.fetch_add(5, Relaxed);
        let pieces = memory.news().read();
        assert_eq!(pieces, [(5, b"one".to_vec()), (0, Vec::new()), (0, vec![7; 100])]);
        memory.reset(true);
        assert!(memory.news().read().is_empty());
    }

    #[test]
    fn news_has_an_end() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        let piece = vec![1; NEWS_BYTES / 3];
        assert!(memory.news().append(&piece).is_some());
        assert!(memory.news().append(&piece).is_some());
        assert!(memory.news().append(&piece).is_none());
    }
}
