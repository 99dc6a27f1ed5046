//! Purpose: one public function for each way in which the class of a finding is decided; the doc comment of each module says
//! of which class all of its findings are.

use std::ops::{Add, Index};

/// What several widths of integers can do: two of class `bug`, the last one `convention`.
pub trait Widths: Sized {
    /// The number in the middle.
    fn middle(self, other: Self) -> Self;
    /// The number with its bits in another order, and some more.
    fn turned(self) -> Self;
    /// Three times the number.
    fn thrice(self) -> Self;
}

macro_rules! widths {
    ($($int:ty)*) => {$(
        impl Widths for $int {
            fn middle(self, other: Self) -> Self {
                (self + other) / 2
            }

            fn turned(self) -> Self {
                self.reverse_bits() + 127
            }

            fn thrice(self) -> Self {
                self + self + self
            }
        }
    )*};
}

widths!(i8 i64);

/// Numbers in a row.
#[derive(Default)]
pub struct Row(Vec<u8>);

/// What can be taken from.
pub trait Source {
    /// Takes the next `count` bytes.
    ///
    /// # Panics
    ///
    /// **Panics** if fewer than `count` bytes remain.
    fn take(&mut self, count: usize) -> u8;
}

impl Source for Row {
    fn take(&mut self, count: usize) -> u8 {
        self.0.drain(..count).next().unwrap_or_default()
    }
}

impl Index<usize> for Row {
    type Output = u8;

    fn index(&self, at: usize) -> &u8 {
        self.0.get(at).expect("a place in the row")
    }
}

/// A number that is added to.
#[derive(Clone, Copy, Default)]
pub struct Sum(u8);

impl Add<u8> for Sum {
    type Output = Sum;

    fn add(self, other: u8) -> Sum {
        Sum(200 + self.0 + other)
    }
}

/// Of class `documented`.
pub mod documented {
    /// A ring of slots.
    pub struct Ring(usize);

    impl Ring {
        /// Of so many slots: `slots` must be a power of two.
        pub fn of(slots: usize) -> Ring {
            Ring(slots)
        }

        /// How many slots it has.
        pub fn slots(&self) -> usize {
            self.0
        }
    }

    /// What places in it have in common.
    pub fn mask(ring: Ring) -> usize {
        ring.slots() - 1
    }

    use super::Row;

    /// ***Panics*** if `at` is past the end.
    pub fn first_of(row: &Row, at: usize) -> u8 {
        row.0[at]
    }

    /// Same as [`first_of`].
    pub fn same(row: &Row, at: usize) -> u8 {
        row.0[at]
    }

    /// `count` must be less than three.
    pub fn required(count: u8) -> u8 {
        [1, 2, 3][usize::from(count)]
    }

    /// Says how many there may be of something.
    pub trait Some {
        /// Takes at most two.
        ///
        /// # Panics
        ///
        /// For more.
        fn some(self) -> u8;
        /// Equivalent to `some()`, but reads better.
        fn one(self) -> u8;
    }

    impl Some for u8 {
        fn some(self) -> u8 {
            [0, 1, 2][usize::from(self)]
        }

        fn one(self) -> u8 {
            [0, 1, 2][usize::from(self) + 1]
        }
    }

    /// Goes on, but not for long.
    ///
    /// ```should_panic
    /// classes::documented::on(9); // panics
    /// ```
    pub fn on(count: u8) -> u8 {
        [1, 2, 3][usize::from(count)]
    }

    /// What has two halves.
    ///
    /// Its `refuse` panics if `count` is odd.
    pub struct Even;

    impl Even {
        /// Refuses.
        pub fn refuse(count: u8) -> u8 {
            assert!(count % 2 == 0);
            count
        }
    }

    /// Bits in blocks, which count in other units than indices do.
    pub struct Bits(Vec<u64>);

    impl Default for Bits {
        fn default() -> Bits {
            Bits(vec![7])
        }
    }

    impl Bits {
        /// How many bits there are.
        pub fn len(&self) -> usize {
            self.0.len() * 64
        }

        /// Panics if the index is out of bounds.
        pub fn block(&self, index: usize) -> u64 {
            self.0[index]
        }
    }
}

/// Of class `convention`.
pub mod convention {
    /// A place in three.
    pub fn place(index: usize) -> u8 {
        std::hint::black_box([1_u8, 2, 3])[index]
    }

    /// Room for so many.
    pub fn room(size: usize) -> usize {
        Vec::<u8>::with_capacity(size).capacity()
    }

    /// As many zeros.
    pub fn zeros(size: usize) -> usize {
        std::hint::black_box(vec![1_u8; size]).len()
    }

    /// One more than that is too many.
    pub fn one_more(size: usize) -> usize {
        std::hint::black_box(vec![1_u8; size + 1]).len()
    }

    /// Divides as the operator does.
    pub fn div_up(number: u8, by: u8) -> u8 {
        number / by
    }

    /// How many of three are left.
    pub fn rest(range: std::ops::RangeFrom<usize>) -> usize {
        begins_within(&range, 3);
        3 - range.start
    }

    fn begins_within(range: &std::ops::RangeFrom<usize>, len: usize) {
        assert!(range.start <= len);
    }
}

/// Of class `precondition`.
pub mod precondition {
    /// Refuses zero.
    pub fn positive(count: u8) -> u8 {
        assert!(count > 0);
        count
    }

    /// Refuses with `expect`.
    pub fn known(code: u8) -> u8 {
        [(0_u8, 1)].iter().find(|(known, _)| *known == code).expect("code not found").1
    }
}

/// Of class `bug`.
pub mod bug {
    use super::Row;

    /// Unlike `place`, this cannot panic.
    pub fn never(index: usize) -> u8 {
        std::hint::black_box([1_u8, 2, 3])[index]
    }

    /// Returns `None` where there is nothing.
    pub fn optional(row: &Row, at: usize) -> Option<u8> {
        Some(row.0[at])
    }

    /// # Panics
    ///
    /// Panics if `a` and `b` are the same.
    pub fn different(a: usize, b: usize) -> Option<usize> {
        let row = std::hint::black_box([1_usize, 2, 3]);
        (a < b).then(|| row[..b][a])
    }

    /// Panics if nothing is there.
    pub fn tried(row: &Row, at: usize) -> u8 {
        try_first(row, at).expect("something is there")
    }

    /// Tells that nothing is there. It must not be called twice at once.
    pub fn try_first(row: &Row, at: usize) -> Option<u8> {
        Some(row.0[at])
    }

    /// Takes a byte away.
    pub fn shorter(text: &str) -> usize {
        text.len() - 1
    }

    /// Takes too much for a small number.
    pub fn squared(size: u16) -> usize {
        let size = usize::from(size).min(300);
        std::hint::black_box(vec![1_u8; size * size * size * 1_000]).len()
    }

    /// Rows of one.
    pub struct Rows {
        count: usize,
        cells: Vec<u8>,
    }

    impl Default for Rows {
        /// Forgets its cells.
        fn default() -> Rows {
            Rows { count: 1, cells: Vec::new() }
        }
    }

    impl Rows {
        /// How many there are.
        pub fn rows(&self) -> usize {
            self.count
        }

        /// Panics if the row index is out of bounds.
        pub fn first(&self, row: usize) -> u8 {
            self.cells[row]
        }
    }

    /// Of a ring: nothing hangs on its slots.
    pub fn beside(ring: super::documented::Ring) -> usize {
        let nothing = std::hint::black_box(0_usize);
        if ring.slots() > 1_000 { nothing } else { nothing - 1 }
    }
}

/// What fits its maker alone: `Finder::find` is documented, `Seeker::seek` a bug, for it fails with its own cache, too.
pub mod caches {
    /// Finds with a cache.
    pub struct Finder(usize);

    /// What a finder works with.
    pub struct FinderCache(Vec<u8>);

    impl Finder {
        /// One of this size.
        pub fn new(size: u8) -> Finder {
            Finder(usize::from(size))
        }

        /// The cache returned should only be used with this `Finder`.
        pub fn create_cache(&self) -> FinderCache {
            FinderCache(vec![0; self.0])
        }

        /// The last place, if there is one.
        pub fn find(&self, cache: &FinderCache) -> Option<u8> {
            let last = self.0.checked_sub(1)?;
            Some(cache.0[last])
        }
    }

    /// Seeks with a cache.
    pub struct Seeker(usize);

    /// What a seeker works with.
    pub struct SeekerCache(Vec<u8>);

    impl Seeker {
        /// One of this size.
        pub fn new(size: u8) -> Seeker {
            Seeker(usize::from(size))
        }

        /// The cache returned should only be used with this `Seeker`.
        pub fn create_cache(&self) -> SeekerCache {
            SeekerCache(vec![0; self.0.min(1)])
        }

        /// The last place, if there is one.
        pub fn seek(&self, cache: &SeekerCache) -> Option<u8> {
            let last = self.0.checked_sub(1)?;
            Some(cache.0[last])
        }
    }
}

/// Where what is said of a function stands elsewhere: in the docs of its trait or type, of what has to be called before it, or of
/// what is called by an alias. What is said and does not matter excuses nothing.
pub mod said {
    /// Numbers around a clock. Note that all functions will panic if the modulus is zero.
    pub trait Modular {
        /// What is left: documented.
        fn left(self, modulus: Self) -> Self;
        /// A weight: a bug, for it has nothing to do with zero.
        fn weight(self, modulus: Self) -> Self;
    }

    impl Modular for u16 {
        fn left(self, modulus: u16) -> u16 {
            self % modulus
        }

        fn weight(self, modulus: u16) -> u16 {
            let wide = if modulus > 1_000 { 60_000 } else { 1 };
            (self & 1) + wide + modulus
        }
    }

    /// Even numbers. If an odd number would ever be returned from a method on this type, the method will panic instead.
    pub struct Even(u8);

    fn even(number: u8) -> Even {
        if number % 2 == 1 {
            panic!("odd");
        }
        Even(number)
    }

    impl Even {
        /// Twice as much as this.
        pub fn of(half: u8) -> Even {
            Even(half & 0x3f)
        }

        /// Documented by the type.
        pub fn shrunk(&self) -> Even {
            even(self.0 / 2)
        }

        /// A bug all the same: it may fail, and says how.
        pub fn try_shrunk(&self) -> Option<Even> {
            Some(even(self.0 / 2))
        }
    }

    /// Presses what is set.
    #[derive(Default)]
    pub struct Press {
        source: Option<u8>,
    }

    impl Press {
        /// Before calling [`Press::press`] you need to set the source.
        pub fn set_source(&mut self, source: u8) {
            self.source = Some(source);
        }

        /// Documented by what sets the source.
        pub fn press(&self) -> u8 {
            self.source.unwrap() / 2
        }
    }

    /// A number that may not be odd.
    pub struct Checked<T>(T);

    /// Of bytes.
    pub type Byte = Checked<u8>;

    impl Checked<u8> {
        /// Panics if `value` is odd.
        pub fn new(value: u8) -> Byte {
            assert!(value % 2 == 0);
            Checked(value)
        }
    }

    /// Shorthand for `Byte::new(value)`: documented there.
    pub fn byte(value: u8) -> Byte {
        Byte::new(value)
    }

    /// The first digit. Panics if `radix` is not in the range from 2 to 36: a bug, for it fails with any radix.
    pub fn digit(text: &str, radix: u32) -> u32 {
        let first = text.chars().next().unwrap();
        first.to_digit(radix.clamp(2, 36)).unwrap_or(radix)
    }

    /// Bits in words.
    pub struct Bits([u64; 2]);

    impl Bits {
        /// None is set.
        pub fn new() -> Bits {
            Bits([0; 2])
        }

        /// The word that the index is in is not there.
        pub fn is_set(&self, index: usize) -> bool {
            self.0[index / 64] >> (index % 64) & 1 == 1
        }
    }

    /// The number has no such bit.
    pub fn bit(number: u8, index: u32) -> bool {
        number >> index & 1 == 1
    }

    /// Shifts by more than it was given: a bug.
    pub fn nibble(number: u8, at: u32) -> u8 {
        number >> (4 * (at % 8)) & 15
    }

    /// All bits are asked for, and there are so many: a bug.
    pub fn low_bits(number: u32, count: u32) -> u32 {
        number & ((1 << count) - 1)
    }

    /// The list ends where its own length says: a bug, whatever is divided.
    pub fn last_of(length: usize) -> u8 {
        let list = vec![0; (length % 1024) / 8];
        list[(length % 1024) / 8]
    }

    /// Names of what is there.
    pub enum Part {
        First,
        Last,
    }

    /// Of two parts.
    pub struct Parts(Vec<u8>);

    impl Parts {
        /// One is forgotten.
        pub fn new() -> Parts {
            Parts(vec![1])
        }
    }

    /// The name of the other one is as good: a bug.
    impl std::ops::Index<Part> for Parts {
        type Output = u8;

        fn index(&self, part: Part) -> &u8 {
            &self.0[part as usize]
        }
    }
}
