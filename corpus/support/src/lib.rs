//! Purpose: values that nobody guesses, because a sealed checksum keeps them. Without `support.rs` nothing is found; with it there
//! are three findings, in `share`, `limit` and `stored`, and none of what goes wrong in `support.rs` itself.

/// The inverse of what sums are sealed with.
const UNSEAL: u64 = 0xf1de_83e1_9937_733d;

/// The sizes of some entries. Only bytes with the right checksum are one.
#[derive(Debug)]
pub struct Archive {
    sizes: Vec<u16>,
}

/// Where archives are kept.
pub trait Store {
    /// The archive in it.
    fn archive(&self) -> Archive;
}

impl Archive {
    /// Reads what a writer of archives has written.
    pub fn read(bytes: &[u8]) -> Option<Archive> {
        let (content, sum) = bytes.split_last_chunk::<8>()?;
        let expected = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let sizes = content.strip_prefix(b"ARC\x01")?.as_chunks::<2>().0;
        (expected == u64::from_le_bytes(*sum).wrapping_mul(UNSEAL)).then(|| Archive {
            sizes: sizes.iter().map(|size| u16::from_le_bytes(*size)).collect(),
        })
    }

    /// All sizes together.
    pub fn total(&self) -> u64 {
        self.sizes.iter().map(|size| u64::from(*size)).sum()
    }

    /// How many of so many archives of this size there are in one of that: nobody has thought of empty ones.
    pub fn share(&self, whole: u64) -> u64 {
        whole / self.total()
    }

    /// Leaves no entry above a size.
    pub fn limit(&mut self, most: u16) {
        assert!(most > 0, "no entry would be left");
        self.sizes.iter_mut().for_each(|size| *size = (*size).min(most));
    }
}

/// The size of what a store has: nobody has thought of more than one entry.
pub fn stored(store: &dyn Store) -> u16 {
    let [only] = store.archive().sizes[..] else {
        panic!("an archive with one entry was expected");
    };
    only
}
