//! Causes whose conditions no short statement over the arguments tells.

pub fn bucket(key: u32) -> u8 {
    let hash = key.wrapping_mul(2_654_435_761) >> 29;
    [1, 2, 3, 4, 5, 6, 7][hash as usize]
}

pub fn lottery(number: u32) -> u32 {
    let mut left = number;
    let mut sum = 0;
    while left > 0 {
        sum += left % 10;
        left /= 10;
    }
    assert!(sum % 7 != 3, "an unlucky number");
    sum
}

pub fn parenthesised(text: &str) -> usize {
    let mut depth = 0usize;
    let mut deepest = 0;
    for symbol in text.chars() {
        match symbol {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Nobody can see how often it was turned.
pub struct Lock {
    turns: u8,
}

impl Lock {
    pub fn new() -> Lock {
        Lock { turns: 0 }
    }

    pub fn turn(&mut self) {
        self.turns += 1;
        if self.turns > 2 {
            panic!("broken");
        }
    }
}

pub fn rank(scores: &[u8], score: u8) -> usize {
    assert!(scores.is_sorted(), "scores are in order");
    scores.partition_point(|other| *other < score)
}
