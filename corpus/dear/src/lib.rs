//! Purpose: bit sets of 65,536 blocks, one of which is as cheap to make as an empty list and the other one full. Two faults need the
//! full one or an argument of another length, one is in a call that fills all memory there is, and one in a call of an empty shelf.

/// A set of numbers.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    blocks: Vec<Box<[u64; 4]>>,
}

impl Blocks {
    /// Nothing is in it.
    pub fn new() -> Blocks {
        Blocks::default()
    }

    /// Everything is in it.
    pub fn full() -> Blocks {
        let mut blocks = Blocks::new();
        for _ in 0..1 << 16 {
            blocks.blocks.push(Box::new([u64::MAX; 4]));
        }
        blocks
    }

    /// How many blocks there are. Fault: of the full one there are as many as fit in no `u16`.
    pub fn count(&self) -> u16 {
        u16::try_from(self.blocks.len()).unwrap()
    }

    /// Another block.
    pub fn push(&mut self, block: [u64; 4]) {
        self.blocks.push(Box::new(block));
    }

    /// Whether the number is in it.
    pub fn contains(&self, number: u32) -> bool {
        let block = self.blocks.get(number as usize / 256);
        block.is_some_and(|block| block[number as usize % 256 / 64] >> (number % 64) & 1 == 1)
    }

    /// What is in both, block by block. Fault: it takes for granted that the other one is as long.
    pub fn and(&self, other: &Blocks) -> Blocks {
        let both = |at: usize| std::array::from_fn(|word| self.blocks[at][word] & other.blocks[at][word]);
        Blocks {
            blocks: (0..self.blocks.len()).map(|at| Box::new(both(at))).collect(),
        }
    }
}

/// Many sets.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    sets: Vec<Blocks>,
}

impl Shelf {
    /// None.
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// As many full ones as there can be. Fault: no machine holds them.
    pub fn full() -> Shelf {
        Shelf {
            sets: (0..u32::MAX).map(|_| Blocks::full()).collect(),
        }
    }

    /// Another one.
    pub fn put(&mut self, set: Blocks) {
        self.sets.push(set);
    }

    /// The longest of its sets. Fault: a shelf may be empty.
    pub fn longest(&self) -> usize {
        self.sets.iter().map(|set| set.blocks.len()).max().unwrap()
    }
}
