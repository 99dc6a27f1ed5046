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

/// A table of rows, all in one list: nothing but their product says how many there are.
pub fn shaped(cells: &[u8], rows: usize, columns: usize) -> u8 {
    assert_eq!(
        cells.len(),
        rows * columns,
        "the cells are not as many as the table has"
    );
    cells.first().copied().unwrap_or_default()
}

/// What a program does where it is given nothing is set by one of its makers alone, and the other takes what most callers give.
pub struct Program {
    lines: Option<u32>,
}

impl Program {
    /// One that cannot be written.
    pub fn none() -> Program {
        Program { lines: None }
    }

    /// One of so many lines.
    pub fn of(lines: u32) -> Program {
        Program { lines: Some(lines) }
    }
}

/// Writes all of them.
pub fn write(programs: &[Program]) -> u64 {
    let lines = programs
        .iter()
        .map(|program| u64::from(program.lines.expect("it has lines")));
    lines.sum()
}

/// Two marks that only together are refused; each alone is taken.
pub fn remap(from: &str) -> usize {
    let has = |mark: char| from.contains(mark);
    assert!(!(has('=') && has(',')), "the path has both marks");
    from.len()
}

/// Each of two orders is looked at by itself.
pub fn ordered(order: std::sync::atomic::Ordering) -> bool {
    use std::sync::atomic::Ordering::{Release, SeqCst};
    match order {
        Release | SeqCst => true,
        _ => panic!("unlocking wants `Release` or `SeqCst`"),
    }
}

/// A gate that only few can pass, until somebody says the word that stands in its code alone. It does not tell whether that was said.
pub struct Gate {
    said: Vec<u64>,
}

impl Gate {
    /// One to which nothing was said.
    pub fn closed() -> Gate {
        Gate { said: Vec::new() }
    }

    /// The gate after a word was said: it remembers the right one.
    pub fn told(mut self, word: u64) -> Gate {
        if word == 0x5eed_1234_0bad_cafe {
            self.said.push(word);
        }
        self
    }

    /// How many have passed.
    pub fn pass(&self, people: u8) -> u8 {
        if self.said.is_empty() {
            assert!(people < 10, "there is no room for so many");
        }
        people
    }
}
