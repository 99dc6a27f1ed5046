//! Purpose: functions as arguments and results, and iterators in and out. Every item is completed, and nothing here can
//! fail.

/// Functions as arguments.
pub mod arguments {
    /// Called at most once.
    pub fn once<T>(make: impl FnOnce() -> T) -> T {
        make()
    }

    /// Called with a borrow of any lifetime.
    pub fn borrowed<F>(text: &str, judge: F) -> bool
    where
        F: for<'a> Fn(&'a str) -> bool,
    {
        judge(text)
    }

    /// Returns part of what it borrows.
    pub fn part<'t>(text: &'t str, choose: impl Fn(&'t str) -> &'t str) -> &'t str {
        choose(text)
    }

    /// Changes what it was lent.
    pub fn change<T, F: FnMut(&mut T)>(value: &mut T, mut change: F) {
        change(value);
        change(value);
    }

    /// Keeps a state.
    pub fn fold<T, B>(items: Vec<T>, start: B, mut step: impl FnMut(B, T) -> B) -> B {
        let mut result = start;
        for item in items.into_iter().take(3) {
            result = step(result, item);
        }
        result
    }

    /// Fails or not.
    pub fn attempt<T, E, F: FnOnce() -> Result<T, E>>(attempt: F) -> Option<T> {
        attempt().ok()
    }

    /// A function pointer.
    pub fn pointed(function: fn(u8) -> u8, value: u8) -> u8 {
        function(value)
    }

    /// A borrowed function of no known type.
    pub fn object(function: &dyn Fn(u8) -> bool) -> bool {
        function(0)
    }

    /// A boxed one that changes.
    pub fn boxed(mut function: Box<dyn FnMut(u8) -> u8 + Send>) -> u8 {
        function(1) ^ function(2)
    }

    /// Give texts that are there for ever.
    pub fn lasting(
        name: Box<dyn Fn() -> &'static str>,
        word: impl Fn() -> std::borrow::Cow<'static, str>,
    ) -> usize {
        name().len().max(word().len())
    }

    /// Finds a text that is none of what it borrows.
    pub fn known<'k>(words: &'k [String], mut find: impl FnMut(&str) -> Option<&'k str>) -> bool {
        words.iter().any(|word| find(word).is_some())
    }

    /// Two that must fit.
    pub fn compose<A, B, C>(first: impl Fn(A) -> B, second: impl Fn(B) -> C, value: A) -> C {
        second(first(value))
    }

    /// Compares.
    pub fn least<T, K: Ord>(left: T, right: T, key: impl Fn(&T) -> K) -> T {
        if key(&right) < key(&left) { right } else { left }
    }
}

/// Functions as results and in types.
pub mod results {
    /// Returns a function.
    pub fn adder(amount: u8) -> impl Fn(u8) -> u8 {
        move |value| value.wrapping_add(amount)
    }

    /// Returns a boxed one.
    pub fn constant(value: bool) -> Box<dyn Fn() -> bool> {
        Box::new(move || value)
    }

    /// Returns a pointer.
    pub fn negation() -> fn(bool) -> bool {
        |value| !value
    }

    /// Keeps a function.
    pub struct Rule<F> {
        judge: F,
    }

    impl<F: Fn(&u8) -> bool> Rule<F> {
        /// Of this function.
        pub fn new(judge: F) -> Self {
            Self { judge }
        }

        /// Calls it.
        pub fn holds(&self, value: u8) -> bool {
            (self.judge)(&value)
        }

        /// Wraps it.
        pub fn not(self) -> Rule<impl Fn(&u8) -> bool> {
            Rule {
                judge: move |value: &u8| !(self.judge)(value),
            }
        }
    }

    /// A trait that every function has.
    pub trait Predicate {
        /// Judges.
        fn test(&self, value: u8) -> bool;
    }

    impl<F: Fn(u8) -> bool> Predicate for F {
        fn test(&self, value: u8) -> bool {
            self(value)
        }
    }

    /// Takes what has that trait.
    pub fn tested<P: Predicate>(predicate: P) -> bool {
        predicate.test(7)
    }
}

/// Iterators.
pub mod iterators {
    /// Takes whatever can be walked through.
    pub fn some<T>(items: impl IntoIterator<Item = T>) -> Vec<T> {
        items.into_iter().take(3).collect()
    }

    /// Takes borrowed items.
    pub fn ones<'a, I: IntoIterator<Item = &'a u8>>(items: I) -> usize {
        items.into_iter().take(3).filter(|item| **item == 1).count()
    }

    /// Takes an iterator by mutable reference.
    pub fn second<I: Iterator>(items: &mut I) -> Option<I::Item> {
        items.next()?;
        items.next()
    }

    /// Takes one that ends on both sides.
    pub fn ends<I: DoubleEndedIterator + ExactSizeIterator>(mut items: I) -> (Option<I::Item>, usize) {
        let last = items.next_back();
        let rest = items.len();
        (last, rest)
    }

    /// Makes any collection.
    pub fn collected<C: FromIterator<u8>>(bytes: &[u8]) -> C {
        bytes.iter().copied().collect()
    }

    /// Fills any collection.
    pub fn filled<C: Default + Extend<char>>(text: &str) -> C {
        let mut all = C::default();
        all.extend(text.chars());
        all
    }

    /// Returns one that borrows.
    pub fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(' ')
    }

    /// Returns a boxed one.
    pub fn numbers(end: u8) -> Box<dyn Iterator<Item = u8>> {
        Box::new(0..end)
    }

    /// An adaptor.
    pub struct Pairs<I: Iterator> {
        inner: I,
        kept: Option<I::Item>,
    }

    /// Adapts.
    pub fn pairs<I: IntoIterator>(items: I) -> Pairs<I::IntoIter> {
        Pairs {
            inner: items.into_iter(),
            kept: None,
        }
    }

    impl<I: Iterator> Iterator for Pairs<I>
    where
        I::Item: Clone,
    {
        type Item = (I::Item, I::Item);
        fn next(&mut self) -> Option<Self::Item> {
            let first = match self.kept.take() {
                Some(kept) => kept,
                None => self.inner.next()?,
            };
            let second = self.inner.next()?;
            self.kept = Some(second.clone());
            Some((first, second))
        }
    }
}
