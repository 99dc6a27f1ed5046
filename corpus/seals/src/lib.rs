//! Purpose: a fault that several functions share, of which one alone can be found by looking at what it compares.
//! Promise: `Seal::open` fails for one number, and `Seal::weigh` and `break_open` for the same; `Seal::number` does not.

/// A number.
pub struct Seal(u64);

impl Seal {
    /// Of this number.
    pub fn new(number: u64) -> Seal {
        Seal(number)
    }

    /// The number.
    pub fn number(&self) -> u64 {
        self.0
    }

    /// To be found: one number breaks it.
    pub fn open(&self) -> bool {
        if self.0 == FACTORS.iter().product() {
            broken();
        }
        self.0 > 0
    }

    /// To be found: the same number breaks it, and no comparison tells which.
    pub fn weigh(&mut self) -> u64 {
        if mixed(self.0) == MIXED {
            broken();
        }
        self.0
    }
}

/// To be found: the same number breaks it.
pub fn break_open(seal: Seal, times: u8) -> u64 {
    if mixed(seal.0) == MIXED {
        broken();
    }
    seal.0 / (u64::from(times) + 1)
}

const FACTORS: [u64; 3] = [7_919, 104_729, 1_299_709];
/// Of their product.
const MIXED: u64 = 0xfebb4d7e3a36fb6e;

fn mixed(number: u64) -> u64 {
    (number ^ 0xcbf2_9ce4_8422_2325).wrapping_mul(0x0100_0000_01b3).rotate_left(17).wrapping_mul(0x0100_0000_01b3)
}

fn broken() -> ! {
    unreachable!("a seal is broken")
}
