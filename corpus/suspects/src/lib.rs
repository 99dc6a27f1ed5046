//! Purpose: faults that another line sets up than the one that fails, which calls that return reach, too. Lines with `SUSPECT` are
//! to be told of the function that is named there; of functions that are named nowhere nothing is to be told.

/// Made in one place, divided by in another.
pub struct Gauge {
    step: u32,
    total: u32,
}

impl Gauge {
    /// From a code of one byte.
    pub fn new(code: u8) -> Gauge {
        let mut gauge = Gauge { step: 3, total: 9 };
        if code % 4 == 1 {
            gauge.step = 0; // SUSPECT read
        } else {
            gauge.total += u32::from(code);
        }
        gauge
    }

    /// How many steps.
    pub fn read(&self) -> u32 {
        self.total / self.step
    }
}

fn slot(word: &str) -> usize {
    if word.contains('b') {
        return word.len() + 4; // SUSPECT pick
    }
    word.len() % 4
}

/// The slot is chosen in a function that has returned when it is used.
pub fn pick(word: &str) -> u8 {
    let slots = [1, 2, 3, 4];
    let at = slot(word);
    slots[at]
}

/// The branch is in the function that fails, before what fails.
pub fn scaled(number: i32, odd: bool) -> i32 {
    let mut divisor = 2;
    if odd && number > 1 {
        divisor -= 2; // SUSPECT scaled
    }
    let twice = number.wrapping_mul(2);
    twice / divisor
}

/// Only what fails reaches the line that fails.
pub fn near(number: u8) -> u8 {
    if number % 8 == 3 {
        panic!("an odd one");
    }
    number
}

fn deep(number: i16) -> i16 {
    100 / number
}

/// All that reach the line that fails take one way.
pub fn nothing_else(number: i16) -> i16 {
    deep(number.wrapping_sub(5))
}

fn helper(number: u16) -> u16 {
    let mut sum = 0;
    for at in 0..number % 5 {
        sum += 7 / (at + 1 - number % 3).max(0);
    }
    if sum > 3 {
        sum -= 1;
    }
    sum
}

/// It fails within a loop: what comes behind that was not reached by those that fail.
pub fn looping(number: u16) -> u16 {
    let sum = helper(number);
    if number > 3 {
        return sum / 2;
    }
    sum
}

fn table(size: usize) -> Vec<u8> {
    let mut table = vec![1; 4];
    match size % 3 {
        0 => table.push(2),
        1 => {
            // Whoever asks for one loses one.
            table.truncate(1); // SUSPECT third
        }
        _ => {}
    }
    table
}

/// The table is made by a function that has returned.
pub fn third(size: usize) -> u8 {
    let table = table(size);
    table[2]
}

/// A closure that has returned decides.
pub fn by_closure(numbers: Vec<u8>) -> u8 {
    let wanted = numbers.iter().position(|number| {
        if *number % 3 == 2 {
            return true; // SUSPECT by_closure
        }
        false
    });
    let at = match wanted {
        Some(_) => 9, // SUSPECT by_closure
        None => 1,
    };
    [1, 2, 3][at]
}

/// It fails by what an earlier call has left behind, and returns before the line that fails without that.
#[derive(Default)]
pub struct Queue {
    items: Vec<u8>,
    next: usize,
}

impl Queue {
    /// Nothing in it.
    pub fn new() -> Queue {
        Queue::default()
    }

    /// One more.
    pub fn push(&mut self, item: u8) {
        self.items.push(item);
    }

    /// Forgets the first.
    pub fn skip(&mut self) {
        if self.next < self.items.len() {
            self.next += 1;
        }
    }

    /// Leaves out the items and keeps the place.
    pub fn shrink_and_peek(&mut self) -> Option<u8> {
        self.items.clear();
        if self.next == 0 {
            return None;
        }
        Some(self.items[self.next - 1])
    }
}
