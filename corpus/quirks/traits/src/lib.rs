//! Purpose: impls of std's traits and of one's own, bounds on both, objects, and traits that only users implement.
//! Every item is completed, and nothing here can fail.

/// Operators.
pub mod operators {
    use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Not, Sub};

    /// A point that wraps around.
    #[derive(Clone, Copy)]
    pub struct Point {
        /// To the right.
        pub x: i8,
        /// Up.
        pub y: i8,
    }

    /// A coordinate.
    pub enum Axis {
        /// To the right.
        X,
        /// Up.
        Y,
    }

    impl Add for Point {
        type Output = Point;
        fn add(self, other: Point) -> Point {
            Point {
                x: self.x.wrapping_add(other.x),
                y: self.y.wrapping_add(other.y),
            }
        }
    }

    impl Sub<&Point> for &Point {
        type Output = Point;
        fn sub(self, other: &Point) -> Point {
            Point {
                x: self.x.wrapping_sub(other.x),
                y: self.y.wrapping_sub(other.y),
            }
        }
    }

    impl Mul<Point> for i8 {
        type Output = Point;
        fn mul(self, point: Point) -> Point {
            Point {
                x: point.x.wrapping_mul(self),
                y: point.y.wrapping_mul(self),
            }
        }
    }

    impl AddAssign<i8> for Point {
        fn add_assign(&mut self, distance: i8) {
            self.x = self.x.wrapping_add(distance);
        }
    }

    impl Neg for Point {
        type Output = Point;
        fn neg(self) -> Point {
            Point {
                x: self.x.wrapping_neg(),
                y: self.y.wrapping_neg(),
            }
        }
    }

    impl Not for Axis {
        type Output = Axis;
        fn not(self) -> Axis {
            match self {
                Axis::X => Axis::Y,
                Axis::Y => Axis::X,
            }
        }
    }

    impl Index<Axis> for Point {
        type Output = i8;
        fn index(&self, axis: Axis) -> &i8 {
            match axis {
                Axis::X => &self.x,
                Axis::Y => &self.y,
            }
        }
    }

    impl IndexMut<Axis> for Point {
        fn index_mut(&mut self, axis: Axis) -> &mut i8 {
            match axis {
                Axis::X => &mut self.x,
                Axis::Y => &mut self.y,
            }
        }
    }
}

/// Conversions, text and comparison.
pub mod conversions {
    use std::borrow::Borrow;
    use std::cmp::Ordering;
    use std::fmt;
    use std::hash::{Hash, Hasher};
    use std::ops::Deref;
    use std::str::FromStr;

    /// A word that ignores case.
    #[derive(Debug, Default)]
    pub struct Word(String);

    /// Not a word.
    #[derive(Debug)]
    pub struct NoWord;

    impl FromStr for Word {
        type Err = NoWord;
        fn from_str(text: &str) -> Result<Self, NoWord> {
            if text.is_ascii() {
                Ok(Self(text.to_owned()))
            } else {
                Err(NoWord)
            }
        }
    }

    impl TryFrom<u8> for Word {
        type Error = NoWord;
        fn try_from(byte: u8) -> Result<Self, NoWord> {
            if byte.is_ascii() {
                Ok(Self(char::from(byte).into()))
            } else {
                Err(NoWord)
            }
        }
    }

    impl From<Word> for String {
        fn from(word: Word) -> String {
            word.0
        }
    }

    impl AsRef<str> for Word {
        fn as_ref(&self) -> &str {
            &self.0
        }
    }

    impl Borrow<str> for Word {
        fn borrow(&self) -> &str {
            &self.0
        }
    }

    impl Deref for Word {
        type Target = str;
        fn deref(&self) -> &str {
            &self.0
        }
    }

    impl PartialEq for Word {
        fn eq(&self, other: &Self) -> bool {
            self.0.eq_ignore_ascii_case(&other.0)
        }
    }

    impl PartialOrd<str> for Word {
        fn partial_cmp(&self, other: &str) -> Option<Ordering> {
            self.0.as_str().partial_cmp(other)
        }
    }

    impl PartialEq<str> for Word {
        fn eq(&self, other: &str) -> bool {
            self.0 == other
        }
    }

    impl Hash for Word {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.to_ascii_lowercase().hash(state);
        }
    }

    impl fmt::Display for Word {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.pad(&self.0)
        }
    }

    impl fmt::LowerHex for NoWord {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::LowerHex::fmt(&0, f)
        }
    }

    impl std::fmt::Display for NoWord {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("no word")
        }
    }

    impl std::error::Error for NoWord {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            None
        }
    }
}

/// A parameter that only a formatter is good for, as serde's is where there is no other serializer.
pub mod sinks {
    use std::fmt;

    mod sealed {
        pub trait Sealed {}
    }

    /// Where a number goes.
    pub trait Sink: sealed::Sealed {
        /// There.
        fn put(self, number: u8) -> fmt::Result;
    }

    impl sealed::Sealed for &mut fmt::Formatter<'_> {}

    impl Sink for &mut fmt::Formatter<'_> {
        fn put(self, number: u8) -> fmt::Result {
            write!(self, "{number}")
        }
    }

    /// Puts it there.
    pub fn written<S: Sink>(number: u8, sink: S) -> fmt::Result {
        sink.put(number)
    }
}

/// Collections and streams.
pub mod streams {
    use std::io::{self, BufRead, Read, Write};

    /// Counts down.
    pub struct Countdown(pub u8);

    impl Iterator for Countdown {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            self.0 = self.0.checked_sub(1)?;
            Some(self.0)
        }
    }

    impl ExactSizeIterator for Countdown {
        fn len(&self) -> usize {
            self.0.into()
        }
    }

    impl DoubleEndedIterator for Countdown {
        fn next_back(&mut self) -> Option<u8> {
            None
        }
    }

    /// Keeps a few bytes.
    pub struct Bag {
        bytes: Vec<u8>,
    }

    impl FromIterator<u8> for Bag {
        fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
            Self {
                bytes: bytes.into_iter().take(4).collect(),
            }
        }
    }

    impl<'a> Extend<&'a u8> for Bag {
        fn extend<I: IntoIterator<Item = &'a u8>>(&mut self, bytes: I) {
            self.bytes.extend(bytes.into_iter().take(4));
        }
    }

    impl IntoIterator for Bag {
        type Item = u8;
        type IntoIter = std::vec::IntoIter<u8>;
        fn into_iter(self) -> Self::IntoIter {
            self.bytes.into_iter()
        }
    }

    impl<'a> IntoIterator for &'a Bag {
        type Item = &'a u8;
        type IntoIter = std::slice::Iter<'a, u8>;
        fn into_iter(self) -> Self::IntoIter {
            self.bytes.iter()
        }
    }

    impl Read for Bag {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let mut rest = self.bytes.as_slice();
            rest.read(buffer)
        }
    }

    impl Write for Bag {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.bytes.write(&bytes[..bytes.len().min(4)])
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl std::fmt::Write for Bag {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.bytes.extend(text.bytes().take(4));
            Ok(())
        }
    }

    /// Reads from anything.
    pub fn first_byte<R: Read>(mut reader: R) -> io::Result<u8> {
        let mut byte = [0];
        reader.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    /// Reads lines.
    pub fn first_line(reader: &mut dyn BufRead) -> io::Result<String> {
        let mut line = String::new();
        reader.take(16).read_line(&mut line)?;
        Ok(line)
    }

    /// Writes to anything.
    pub fn greet<W: Write>(writer: &mut W) -> io::Result<()> {
        writer.write_all(b"hello")
    }
}

/// Traits of one's own.
pub mod own {
    /// With methods that have bodies.
    pub trait Speak {
        /// How often to say it.
        const TIMES: usize = 1;
        /// What to say.
        fn word(&self) -> &str;
        /// What it sounds like.
        fn speak(&self) -> String {
            self.word().repeat(Self::TIMES)
        }
        /// Without receiver.
        fn times() -> usize {
            Self::TIMES
        }
        /// Generic.
        fn with<T: ToString>(&self, other: T) -> String {
            self.word().to_owned() + &other.to_string()
        }
    }

    /// Says woof.
    pub struct Dog;

    /// Says what it was told.
    pub struct Parrot {
        /// The word.
        pub word: String,
    }

    impl Speak for Dog {
        const TIMES: usize = 2;
        fn word(&self) -> &str {
            "woof"
        }
    }

    impl Speak for Parrot {
        fn word(&self) -> &str {
            &self.word
        }
        fn speak(&self) -> String {
            self.word.clone()
        }
    }

    /// Extends all iterators.
    pub trait EveryOther: Iterator {
        /// Leaves out every other item.
        fn every_other(self) -> Skipping<Self>
        where
            Self: Sized,
        {
            Skipping { inner: self }
        }
        /// The first two.
        fn pair(&mut self) -> Option<(Self::Item, Self::Item)> {
            Some((self.next()?, self.next()?))
        }
    }

    impl<I: Iterator + ?Sized> EveryOther for I {}

    /// Leaves out every other item.
    pub struct Skipping<I> {
        inner: I,
    }

    impl<I: Iterator> Iterator for Skipping<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            self.inner.next()?;
            self.inner.next()
        }
    }

    /// Extends all that is bytes.
    pub trait Bytes {
        /// The first byte.
        fn first_byte(&self) -> Option<u8>;
    }

    impl<T: AsRef<[u8]> + ?Sized> Bytes for T {
        fn first_byte(&self) -> Option<u8> {
            self.as_ref().first().copied()
        }
    }

    /// A supertrait with a bound, an impl for a type of std.
    pub trait Doubled: Clone {
        /// Twice.
        fn doubled(&self) -> (Self, Self) {
            (self.clone(), self.clone())
        }
    }

    impl Doubled for u8 {}
    impl<T: Doubled> Doubled for Option<T> {}
}

/// Traits with arguments, whose associated types are named without them.
pub mod applied {
    /// How much there is for each of something.
    pub trait Per<T> {
        /// An amount.
        type Amount;
        /// Tells the amount.
        fn amount(&self, of: T) -> Self::Amount;
    }

    /// The implementor.
    pub struct Rate;

    impl Per<u16> for Rate {
        type Amount = u32;
        fn amount(&self, of: u16) -> u32 {
            u32::from(of)
        }
    }

    impl Per<u8> for Rate {
        type Amount = u16;
        fn amount(&self, of: u8) -> u16 {
            u16::from(of)
        }
    }

    /// Compares with what is expected.
    pub fn is_right<A: Per<u8>>(rate: A, of: u8, expected: A::Amount) -> bool
    where
        A::Amount: PartialEq,
    {
        rate.amount(of) == expected
    }
}

/// Objects and hidden types.
pub mod objects {
    /// Can be an object.
    pub trait Area {
        /// The area.
        fn area(&self) -> u16;
        /// Is it empty?
        fn is_empty(&self) -> bool {
            self.area() == 0
        }
    }

    /// The implementor.
    pub struct Square(pub u8);

    impl Area for Square {
        fn area(&self) -> u16 {
            u16::from(self.0) * u16::from(self.0)
        }
    }

    /// A borrowed object.
    pub fn area_of(area: &dyn Area) -> u16 {
        area.area()
    }

    /// Objects in a slice.
    pub fn largest(areas: &[Box<dyn Area>]) -> u16 {
        areas.iter().map(|area| area.area()).max().unwrap_or(0)
    }

    /// An object that is shared.
    pub fn shared(area: std::sync::Arc<dyn Area>) -> u16 {
        area.area()
    }

    /// An object that is pinned.
    pub fn pinned(area: std::pin::Pin<Box<dyn Area>>) -> u16 {
        area.area()
    }

    /// An object that is wanted for ever.
    pub fn for_ever(area: &'static dyn Area) -> u16 {
        area.area()
    }

    /// A path that is wanted for ever.
    pub fn parts(path: &'static std::path::Path) -> usize {
        path.components().count()
    }

    /// Returns an object.
    pub fn square(side: u8) -> Box<dyn Area> {
        Box::new(Square(side))
    }

    /// Takes and returns what cannot be named.
    pub fn lengths(words: impl IntoIterator<Item = impl AsRef<str>>) -> impl Iterator<Item = usize> {
        words.into_iter().map(|word| word.as_ref().len())
    }

    /// Objects of std's traits.
    pub fn shown(value: &dyn std::fmt::Debug) -> String {
        format!("{value:?}")
    }
}

/// Traits that nothing here implements, and one that nobody else can.
pub mod foreign {
    /// Users implement it.
    pub trait Visitor {
        /// Of the answer.
        type Answer: Default;
        /// Visits a number.
        fn visit(&mut self, number: u8) -> Self::Answer;
    }

    /// Users implement this one, too.
    pub trait Judge {
        /// Judges.
        fn judge(&self, number: u8) -> bool;
    }

    /// Perhaps never visits.
    pub fn visit_all<V: Visitor>(numbers: &[u8], visitor: &mut V) -> Vec<V::Answer> {
        numbers.iter().map(|number| visitor.visit(*number)).collect()
    }

    /// Always asks.
    pub fn ask<J: Judge>(judge: &J, number: u8) -> bool {
        judge.judge(number)
    }

    /// Always asks an object.
    pub fn ask_object(judge: &dyn Judge) -> bool {
        judge.judge(0)
    }

    mod sealed {
        pub trait Sealed {}
        impl Sealed for u8 {}
        impl Sealed for u16 {}
    }

    /// Only this crate implements it.
    pub trait Number: sealed::Sealed + Copy + Into<u32> {
        /// In bits.
        fn width(self) -> u32 {
            self.into().count_ones()
        }
    }

    impl Number for u8 {}
    impl Number for u16 {}

    /// Of a sealed trait.
    pub fn width<N: Number>(number: N) -> u32 {
        number.width()
    }
}

/// Traits above others, which only users implement, and an associated type that has one of them.
pub mod above {
    /// What went wrong.
    pub trait Problem: std::fmt::Debug {
        /// Of what kind it is.
        fn kind(&self) -> u8;
    }

    /// Whatever can go wrong.
    pub trait Fallible {
        /// How.
        type Error: Problem;
    }

    /// Blocks of bytes.
    pub trait Flash: Fallible {
        /// Reads one.
        fn read(&mut self, at: u8) -> Result<u8, Self::Error>;
        /// How many there are.
        fn size(&self) -> u8;
    }

    /// Looks at none.
    pub fn block_of<F: Flash>(_flash: &F, at: u8) -> u8 {
        at / 16
    }

    /// A flash and what is known of it.
    pub struct Known<F: Flash> {
        flash: F,
        last: Option<F::Error>,
    }

    impl<F: Flash> Known<F> {
        /// Of a flash.
        pub fn new(flash: F) -> Known<F> {
            Known { flash, last: None }
        }

        /// Of what kind the last problem was.
        pub fn last(&self) -> Option<u8> {
            self.last.as_ref().map(Problem::kind)
        }

        /// The flash itself.
        pub fn into_inner(self) -> F {
            self.flash
        }
    }
}
