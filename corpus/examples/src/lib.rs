//! Purpose: faults behind pairs of keys that nobody guesses and that the code does not compare with: only the calls of the examples
//! and of a test have both. Found are the faults of `Gate::open`, `Gate::unlock`, `share` and `List::get`; `Gate::unknown` has
//! keys that no example has.
//!
//! ```
//! // The example of a crate is one, too.
//! let mut gate = examples::Gate::new();
//! gate.open("of the", "crate");
//! ```

/// Nobody inverts it, and no comparison tells what comes close.
fn checksum(key: &str, other: &str) -> u64 {
    let bytes = key.bytes().chain([0]).chain(other.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

const OF_THE_CRATE: u64 = 0x28ed_8c86_6cd8_a0fc;
const OF_A_METHOD: u64 = 0x98b5_8c22_e7ea_7ec8;
const OF_A_TEST: u64 = 0xbf46_bf0d_a7d7_085d;
const OF_A_LIST: u64 = 0xcce2_2f79_ae2f_2f7e;

/// Opens for who knows the keys.
#[derive(Debug, Default)]
pub struct Gate {
    visitors: Vec<u32>,
    is_open: bool,
}

impl Gate {
    /// A closed one.
    pub fn new() -> Gate {
        Gate::default()
    }

    /// Somebody waits before it.
    pub fn wait(&mut self, visitor: u32) {
        self.visitors.push(visitor);
    }

    /// Opens it, and says how many come in besides the first: nobody is first where nobody waits.
    pub fn open(&mut self, key: &str, other: &str) -> usize {
        if checksum(key, other) != OF_THE_CRATE {
            return 0;
        }
        self.is_open = true;
        self.visitors.len() - 1
    }

    /// Whether it is open.
    ///
    /// ```
    /// # use examples::Gate;
    /// let mut gate = Gate::new();
    /// gate.wait(3);
    /// let keys = "a key";
    /// assert!(!gate.is_open());
    /// # gate.wait(4);
    /// assert_eq!(gate.unlock(keys, "of a method")?, 3);
    /// # Ok::<(), ()>(())
    /// ```
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The third visitor, for who knows the keys, which have an example above only.
    pub fn unlock(&mut self, key: &str, other: &str) -> Result<u32, ()> {
        match checksum(key, other) == OF_A_METHOD {
            true => Ok(self.visitors[2]),
            false => Err(()),
        }
    }

    /// Nobody says its keys.
    pub fn unknown(&self, key: &str, other: &str) {
        assert_ne!(checksum(key, other), 0x0123_4567_89ab_cdef);
    }
}

/// Divides by what the keys stand for, which a test has.
pub fn share(total: u32, keys: (&str, &str)) -> u32 {
    match checksum(keys.0, keys.1) == OF_A_TEST {
        true => total / (keys.0.len() as u32 - 7),
        false => total,
    }
}

/// A list.
///
/// ```
/// let list = examples::List::of(vec![7, 8, 9]);
/// for at in 0..list.len() {
///     assert!(list.get("the keys", "of a list", at + 3) > 6);
/// }
/// ```
pub struct List(Vec<u32>);

impl List {
    /// With these elements.
    pub fn of(elements: Vec<u32>) -> List {
        List(elements)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The element at a place, for who knows the keys.
    pub fn get(&self, key: &str, other: &str, at: usize) -> u32 {
        match checksum(key, other) == OF_A_LIST {
            true => self.0[at % 4],
            false => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn shares() {
        let (total, key) = (12, "the key");
        assert_eq!(super::share(total, (key, "of nothing")), total);
        super::share(12, ("the key", "of a test"));
    }
}
