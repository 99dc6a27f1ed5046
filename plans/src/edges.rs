//! Edges of the explored code, by number: which ones runs have executed, and which runs are watched for new ones. What an
//! edge is means nothing here.

/// A set of edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeSet {
    words: Vec<u64>,
}

impl EdgeSet {
    /// Largest number of an edge, plus one: others are not taken in.
    pub const MOST: u32 = 1 << 22;

    /// The set with these bits, 64 edges to a word. Words beyond [`EdgeSet::MOST`] are left out.
    pub fn from_words(mut words: Vec<u64>) -> EdgeSet {
        words.truncate(Self::MOST as usize / 64);
        while words.last() == Some(&0) {
            words.pop();
        }
        EdgeSet { words }
    }

    /// Its bits, 64 edges to a word; edges beyond the last word are not in the set.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds an edge. True if it was not in the set (and can be).
    pub fn insert(&mut self, edge: u32) -> bool {
        if edge >= Self::MOST {
            return false;
        }
        let (word, bit) = (edge as usize / 64, 1_u64 << (edge % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether the edge is in the set.
    pub fn contains(&self, edge: u32) -> bool {
        self.words
            .get(edge as usize / 64)
            .is_some_and(|word| word >> (edge % 64) & 1 == 1)
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Number of those below an edge.
    pub fn len_below(&self, end: u64) -> usize {
        (0..)
            .zip(&self.words)
            .map(|(word, bits)| match end.saturating_sub(word * 64) {
                64.. => bits.count_ones() as usize,
                left => (bits & ((1_u64 << left) - 1)).count_ones() as usize,
            })
            .sum()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_new_once() {
        let mut edges = EdgeSet::default();
        assert!(edges.is_empty() && !edges.contains(70));
        assert!(edges.insert(70) && edges.insert(0) && !edges.insert(70));
        assert!(!edges.insert(EdgeSet::MOST), "no memory for what cannot be");
        assert_eq!(
            (edges.len(), edges.contains(70), edges.contains(71)),
            (2, true, false)
        );
        assert_eq!(EdgeSet::from_words(edges.words().to_vec()), edges);
        assert_eq!(EdgeSet::from_words(vec![0, 0]), EdgeSet::default());
    }
}
