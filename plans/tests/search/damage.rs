//! Damaged copies of good inputs, for tests of readers of what may have been written over, cut short or made up. Other
//! crates' tests include this file, so it stands alone. The same number gives the same copies everywhere.

/// How many copies a reader is given: `usual` in an ordinary run, `DAMAGE` times as many where that variable is a number.
pub(crate) fn copies(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str, otherwise: u64| match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => otherwise,
    };
    let begin = number("DAMAGE_FROM", 0);
    begin..begin + usual * number("DAMAGE", 1)
}

/// Makes copies of some good inputs.
pub(crate) struct Damage<'a> {
    good: &'a [Vec<u8>],
    /// What readers look for.
    words: &'a [&'a str],
    state: u64,
}

impl<'a> Damage<'a> {
    pub(crate) fn new(good: &'a [Vec<u8>], words: &'a [&'a str], number: u64) -> Damage<'a> {
        assert!(
            good.iter().all(|good| !good.is_empty()),
            "there is nothing to damage"
        );
        let state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ good.len() as u64;
        Damage { good, words, state }
    }

    /// A number below `limit`, which is not zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn stretch(&mut self, of: &[u8]) -> std::ops::Range<usize> {
        let begin = self.below(of.len() + 1);
        let longest = [4, 64, of.len()][self.below(3)].max(1);
        begin..(begin + self.below(longest + 1)).min(of.len())
    }

    /// One of the inputs with one to four damages.
    pub(crate) fn copy(&mut self) -> Vec<u8> {
        let mut copy = self.good[self.below(self.good.len())].clone();
        for _ in 0..=self.below(4) {
            self.damage(&mut copy);
        }
        copy
    }

    fn damage(&mut self, copy: &mut Vec<u8>) {
        const BYTES: [u8; 12] = *b"\0\x01\x7f\x80\xff\n\"'\\0{9";
        const NUMBERS: [u64; 8] = [
            0,
            1,
            255,
            1 << 31,
            u32::MAX as u64,
            1 << 32,
            i64::MAX as u64,
            u64::MAX,
        ];
        let stretch = self.stretch(copy);
        let at = stretch.start;
        match self.below(10) {
            0 if at < copy.len() => copy[at] ^= 1 << self.below(8),
            1 if at < copy.len() => copy[at] = BYTES[self.below(BYTES.len())],
            2 => drop(copy.drain(stretch)),
            3 => copy.truncate(at),
            4 => {
                let again = copy[stretch].to_vec();
                copy.splice(at..at, again);
            }
            5 => {
                let other = &self.good[self.below(self.good.len())];
                let part = other[self.stretch(other)].to_vec();
                copy.splice(stretch, part);
            }
            6 => {
                let number = NUMBERS[self.below(NUMBERS.len())].to_le_bytes();
                let end = (at + [4, 8][self.below(2)]).min(copy.len());
                copy[at..end].copy_from_slice(&number[..end - at]);
            }
            7 => {
                let number = NUMBERS[self.below(NUMBERS.len())].to_string();
                copy.splice(stretch, number.into_bytes());
            }
            8 if !self.words.is_empty() => {
                let word = self.words[self.below(self.words.len())];
                let times = [1, 1, 1, 2, 40, 3000][self.below(6)];
                copy.splice(at..at, word.repeat(times).into_bytes());
            }
            _ => copy.insert(at, BYTES[self.below(BYTES.len())]),
        }
    }
}
