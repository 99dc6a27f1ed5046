//! What a child tells besides how far it is: pieces of bytes in shared memory, each with a counter in front of it, that are
//! there whatever becomes of the child.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Bytes for what a child has to tell: faults, samples, ends of units.
pub(crate) const NEWS_BYTES: usize = 16 << 20;

/// What the child has to tell, appended so that it survives the child's death.
#[repr(C)]
pub(crate) struct News {
    len: AtomicU64,
    words: [AtomicU64; NEWS_BYTES / 8],
}

impl News {
    /// From here on there are none.
    pub(crate) fn forget(&self) {
        self.len.store(0, Relaxed);
    }

    /// Bytes told so far.
    pub(crate) fn told(&self) -> usize {
        self.len.load(Acquire) as usize
    }

    /// Bytes left.
    pub(crate) fn room(&self) -> usize {
        NEWS_BYTES.saturating_sub(self.told())
    }

    /// Appends one piece with an owner-writable counter in front of it. Returns the counter, or `None` if there is
    /// no room.
    pub(crate) fn append(&self, body: &[u8]) -> Option<&AtomicU64> {
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
    pub(crate) fn read(&self) -> Vec<(u64, Vec<u8>)> {
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
