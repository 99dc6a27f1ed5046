//! Purpose: borrows in arguments, results, types and chains of them. Every item is completed, and nothing here can fail.

/// Borrowed results and arguments.
pub mod borrows {
    /// Returns a borrow.
    pub fn head(text: &str) -> &str {
        text.split(' ').next().unwrap_or(text)
    }

    /// Returns one of two.
    pub fn longer<'a>(left: &'a str, right: &'a str) -> &'a str {
        if left.len() < right.len() { right } else { left }
    }

    /// Returns a mutable borrow.
    pub fn last(bytes: &mut Vec<u8>) -> Option<&mut u8> {
        bytes.last_mut()
    }

    /// Takes a mutable slice.
    pub fn swap(bytes: &mut [u8]) {
        bytes.reverse();
    }

    /// Takes mutable text.
    pub fn upper(text: &mut str) {
        text.make_ascii_uppercase();
    }

    /// Takes tuples and arrays of borrows.
    pub fn all(pair: (&u8, &str), three: [&u8; 3]) -> usize {
        pair.1.len() + three.iter().filter(|byte| *byte == &pair.0).count()
    }

    /// Takes an array by reference.
    pub fn second(array: &[u8; 2]) -> &u8 {
        &array[1]
    }

    /// Takes a slice of texts.
    pub fn joined(texts: &[&str]) -> String {
        texts.iter().take(4).copied().collect()
    }

    /// Takes an optional mutable borrow.
    pub fn perhaps(byte: Option<&mut u8>) -> bool {
        byte.map(|byte| *byte = 0).is_some()
    }

    /// Splits a slice.
    pub fn halves(bytes: &mut [u8]) -> (&mut [u8], &mut [u8]) {
        let middle = bytes.len() / 2;
        bytes.split_at_mut(middle)
    }

    /// Takes what lives for ever.
    pub fn eternal(text: &'static str) -> &'static [u8] {
        text.as_bytes()
    }
}

/// Types with lifetime parameters.
pub mod views {
    use std::borrow::Cow;
    use std::pin::Pin;

    /// Looks at a text.
    #[derive(Clone, Copy)]
    pub struct View<'a> {
        text: &'a str,
    }

    impl<'a> View<'a> {
        /// Of a text.
        pub fn new(text: &'a str) -> Self {
            Self { text }
        }

        /// Lives as long as the text.
        pub fn text(&self) -> &'a str {
            self.text
        }

        /// A shorter view.
        pub fn rest(self) -> Option<View<'a>> {
            let mut characters = self.text.chars();
            characters.next()?;
            Some(View {
                text: characters.as_str(),
            })
        }
    }

    /// Two lifetimes and a parameter.
    pub struct Both<'a, 'b, T: 'a + ?Sized> {
        /// The first.
        pub left: &'a T,
        /// The second.
        pub right: View<'b>,
    }

    impl<'a, 'b, T: ?Sized> Both<'a, 'b, T> {
        /// Takes it apart.
        pub fn parts(self) -> (&'a T, View<'b>) {
            (self.left, self.right)
        }
    }

    /// Borrowed or owned.
    pub fn spaced(text: Cow<'_, str>) -> Cow<'_, str> {
        if text.is_empty() { Cow::Borrowed(" ") } else { text }
    }

    /// Borrowed or owned, in lists.
    pub fn listed<'a>(bytes: &'a [u8], cow: &mut Cow<'a, [u8]>) {
        if cow.is_empty() {
            *cow = Cow::Borrowed(bytes);
        }
    }

    /// Pinned.
    pub fn pinned(byte: Pin<&mut u8>) -> u8 {
        *byte
    }
}

/// Builders.
pub mod builders {
    /// What is built.
    pub struct Thing {
        name: String,
        size: u8,
    }

    /// Is handed on by value.
    pub struct ByValue {
        name: String,
    }

    /// Is handed on by reference.
    pub struct ByReference {
        size: u8,
    }

    impl Thing {
        /// The only way to the first builder.
        pub fn named(name: &str) -> ByValue {
            ByValue {
                name: name.to_owned(),
            }
        }

        /// The only way to the second.
        pub fn sized() -> ByReference {
            ByReference { size: 0 }
        }

        /// Needs a thing.
        pub fn describe(&self) -> String {
            format!("{} {}", self.name, self.size)
        }
    }

    impl ByValue {
        /// Changes the name.
        pub fn suffix(mut self, suffix: char) -> Self {
            self.name.push(suffix);
            self
        }

        /// Builds.
        pub fn build(self) -> Thing {
            Thing {
                name: self.name,
                size: 0,
            }
        }
    }

    impl ByReference {
        /// Changes the size.
        pub fn size(&mut self, size: u8) -> &mut Self {
            self.size = size;
            self
        }

        /// Builds, or not.
        pub fn build(&mut self) -> Result<Thing, ()> {
            if self.size == 0 {
                Err(())
            } else {
                Ok(Thing {
                    name: String::new(),
                    size: self.size,
                })
            }
        }
    }
}

/// Guards, entries and chains of borrows.
pub mod guards {
    use std::cell::{Ref, RefCell, RefMut};
    use std::ops::{Deref, DerefMut};

    /// Keeps numbers.
    #[derive(Default)]
    pub struct Store {
        numbers: Vec<u8>,
        shared: RefCell<u8>,
    }

    impl Store {
        /// Empty.
        pub fn new() -> Self {
            Self::default()
        }

        /// Adds one.
        pub fn push(&mut self, number: u8) -> &mut u8 {
            self.numbers.push(number);
            let last = self.numbers.len() - 1;
            &mut self.numbers[last]
        }

        /// A place, taken or not.
        pub fn entry(&mut self, at: usize) -> Entry<'_> {
            if at < self.numbers.len() {
                Entry::Taken(Taken { store: self, at })
            } else {
                Entry::Free(Free { store: self })
            }
        }

        /// Empties it bit by bit.
        pub fn drain(&mut self) -> Drain<'_> {
            Drain {
                inner: self.numbers.drain(..),
            }
        }

        /// Lends it out.
        pub fn guard(&mut self) -> Guard<'_> {
            Guard { store: self }
        }

        /// Borrows at run time.
        pub fn shared(&self) -> Ref<'_, u8> {
            self.shared.borrow()
        }

        /// Borrows at run time, mutably.
        pub fn shared_mut(&self) -> Option<RefMut<'_, u8>> {
            self.shared.try_borrow_mut().ok()
        }

        /// Walks through it.
        pub fn iter(&self) -> Iter<'_> {
            Iter { store: self, at: 0 }
        }
    }

    /// A place in a store.
    pub enum Entry<'a> {
        /// There is something.
        Taken(Taken<'a>),
        /// There is nothing.
        Free(Free<'a>),
    }

    /// A place with a number.
    pub struct Taken<'a> {
        store: &'a mut Store,
        at: usize,
    }

    /// A place without.
    pub struct Free<'a> {
        store: &'a mut Store,
    }

    impl<'a> Entry<'a> {
        /// The number, made if need be.
        pub fn or_insert(self, number: u8) -> &'a mut u8 {
            match self {
                Entry::Taken(taken) => taken.into_mut(),
                Entry::Free(free) => free.insert(number),
            }
        }
    }

    impl<'a> Taken<'a> {
        /// The number.
        pub fn get(&self) -> &u8 {
            &self.store.numbers[self.at]
        }

        /// The number for as long as the store is borrowed.
        pub fn into_mut(self) -> &'a mut u8 {
            &mut self.store.numbers[self.at]
        }
    }

    impl<'a> Free<'a> {
        /// Puts a number there.
        pub fn insert(self, number: u8) -> &'a mut u8 {
            self.store.push(number)
        }
    }

    /// Takes numbers out.
    pub struct Drain<'a> {
        inner: std::vec::Drain<'a, u8>,
    }

    impl Iterator for Drain<'_> {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            self.inner.next()
        }
    }

    /// Sorts when it is dropped.
    pub struct Guard<'a> {
        store: &'a mut Store,
    }

    impl Deref for Guard<'_> {
        type Target = [u8];
        fn deref(&self) -> &[u8] {
            &self.store.numbers
        }
    }

    impl DerefMut for Guard<'_> {
        fn deref_mut(&mut self) -> &mut [u8] {
            &mut self.store.numbers
        }
    }

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            self.store.numbers.sort_unstable();
        }
    }

    /// Walks through a store.
    pub struct Iter<'a> {
        store: &'a Store,
        at: usize,
    }

    impl<'a> Iterator for Iter<'a> {
        type Item = &'a u8;
        fn next(&mut self) -> Option<&'a u8> {
            let item = self.store.numbers.get(self.at)?;
            self.at += 1;
            Some(item)
        }
    }

    impl<'a> IntoIterator for &'a Store {
        type Item = &'a u8;
        type IntoIter = Iter<'a>;
        fn into_iter(self) -> Iter<'a> {
            self.iter()
        }
    }
}

/// References that live for ever, of values that nobody else can make.
pub mod lasting {
    /// One of a fixed set.
    pub struct Codec {
        name: &'static str,
    }

    static PLAIN_CODEC: Codec = Codec { name: "plain" };
    static OTHER_CODEC: Codec = Codec { name: "other" };

    /// The first of the set.
    pub static PLAIN: &'static Codec = &PLAIN_CODEC;

    /// The other one.
    pub fn other() -> &'static Codec {
        &OTHER_CODEC
    }

    impl Codec {
        /// Wants itself for ever.
        pub fn name(&'static self) -> &'static str {
            self.name
        }

        /// Is content with less.
        pub fn is_plain(&self) -> bool {
            self.name == "plain"
        }
    }
}

/// What only a static has.
pub mod statics {
    /// One of a fixed set.
    #[derive(Clone, Copy)]
    pub struct Unit(u8);

    /// The first of the set.
    pub static FIRST: Unit = Unit(1);

    /// Wants one for ever.
    pub fn for_ever(unit: &'static Unit) -> u8 {
        unit.0
    }

    /// Wants one of its own.
    pub fn whole(unit: Unit) -> u8 {
        unit.0
    }
}
