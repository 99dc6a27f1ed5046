//! Purpose: type and const parameters in every position. Every item is completed, and nothing here can fail.

/// Parameters with one bound or a few.
pub mod bounds {
    use std::any::Any;
    use std::collections::HashMap;
    use std::fmt::Debug;
    use std::hash::Hash;
    use std::ops::BitXor;
    use std::sync::Arc;

    /// Any type.
    pub fn same<T>(value: T) -> T {
        value
    }

    /// Looks at its argument.
    pub fn twice<T: Clone>(value: &T) -> (T, T) {
        (value.clone(), value.clone())
    }

    /// Compares its arguments.
    pub fn larger<T: Ord>(left: T, right: T) -> T {
        left.max(right)
    }

    /// Types of unknown size.
    pub fn shown<T: Debug + ?Sized>(value: &T) -> usize {
        format!("{value:?}").len()
    }

    /// Text of any kind.
    pub fn length<S: AsRef<str> + ?Sized>(text: &S) -> usize {
        text.as_ref().len()
    }

    /// Conversion into text.
    pub fn owned(text: impl Into<String>) -> String {
        text.into()
    }

    /// Types without borrows.
    pub fn erased<T: 'static>(value: T) -> Box<dyn Any> {
        Box::new(value)
    }

    /// Types that threads may share.
    pub fn shared<T: Send + Sync + 'static>(value: T) -> Arc<T> {
        Arc::new(value)
    }

    /// Two parameters, one of which appears in the result only.
    pub fn entry<K: Hash + Eq, V: Default>(key: K) -> HashMap<K, V> {
        HashMap::from([(key, V::default())])
    }

    /// An operator whose result is bound.
    pub fn mixed<T: BitXor<Output = T> + Copy>(left: T, right: T) -> T {
        left ^ right ^ left
    }

    /// One parameter's bound mentions the other.
    pub fn equal<A: PartialEq<B>, B>(left: &A, right: &B) -> bool {
        left == right
    }

    /// A bound on a type made from the parameter.
    pub fn both<T>(left: T, right: T) -> String
    where
        (T, T): Debug,
        Vec<T>: Clone,
    {
        format!("{:?}", (left, right))
    }
}

/// Equalities of associated types.
pub mod equalities {
    /// Holds values under keys.
    pub trait Container {
        /// Of keys.
        type Key;
        /// Of values.
        type Value;
        /// Looks a key up.
        fn find(&self, key: &Self::Key) -> Option<&Self::Value>;
    }

    /// The only container.
    pub struct Single(pub u8, pub bool);

    impl Container for Single {
        type Key = u8;
        type Value = bool;
        fn find(&self, key: &u8) -> Option<&bool> {
            (*key == self.0).then_some(&self.1)
        }
    }

    /// Key and value are given.
    pub fn look<C: Container<Key = u8, Value = bool>>(container: &C, key: u8) -> bool {
        container.find(&key).copied().unwrap_or_default()
    }

    /// The argument's type is the container's.
    pub fn knows<C: Container>(container: &C, key: C::Key) -> bool {
        container.find(&key).is_some()
    }

    /// The result's type is the container's.
    pub fn copied<C>(container: &C, key: &C::Key) -> Option<C::Value>
    where
        C: Container,
        C::Value: Copy,
    {
        container.find(key).copied()
    }

    /// An iterator of bytes.
    pub fn head<I: IntoIterator<Item = u8>>(bytes: I) -> Vec<u8> {
        bytes.into_iter().take(3).collect()
    }

    /// An iterator of pairs of parameters.
    pub fn firsts<A, B, I: Iterator<Item = (A, B)>>(pairs: I) -> Vec<A> {
        pairs.take(3).map(|pair| pair.0).collect()
    }

    /// An iterator of iterators.
    pub fn flat<I>(lists: I) -> Vec<<I::Item as IntoIterator>::Item>
    where
        I: IntoIterator,
        I::Item: IntoIterator,
    {
        lists
            .into_iter()
            .take(3)
            .flat_map(|list| list.into_iter().take(3))
            .collect()
    }
}

/// Const parameters.
pub mod constants {
    /// Bytes, as many as the parameter says.
    pub struct Block<const N: usize>([u8; N]);

    impl<const N: usize> Block<N> {
        /// From an array.
        pub fn new(bytes: [u8; N]) -> Self {
            Self(bytes)
        }

        /// The number of bytes.
        pub fn len(&self) -> usize {
            self.0.len()
        }
    }

    impl Block<0> {
        /// Only the empty block has this.
        pub fn nothing(&self) -> [u8; 0] {
            self.0
        }
    }

    impl Block<8> {
        /// Only a block of eight has this.
        pub fn number(&self) -> u64 {
            u64::from_le_bytes(self.0)
        }
    }

    /// Most have room for four bytes.
    pub struct Room<const N: usize = 4>([u8; N]);

    impl Room {
        /// Room of the usual size.
        pub fn new() -> Self {
            Self([0; 4])
        }
    }

    /// Takes the usual size.
    pub fn size(room: &Room) -> usize {
        room.0.len()
    }

    /// A number between two others.
    pub struct Between<const LEAST: u8, const MOST: u8>(u8);

    impl<const LEAST: u8, const MOST: u8> Between<LEAST, MOST> {
        /// The least of them: there is none if the limits fall.
        pub fn least() -> Self {
            const { assert!(LEAST <= MOST) };
            Self(LEAST)
        }

        /// The number.
        pub fn get(&self) -> u8 {
            self.0
        }
    }

    /// The parameter is inferred from an argument.
    pub fn first<T, const N: usize>(array: [T; N]) -> Option<T> {
        array.into_iter().next()
    }

    /// The parameter is in the result only.
    pub fn filled<const N: usize>(byte: u8) -> [u8; N] {
        [byte; N]
    }

    /// A parameter that is no length.
    pub struct Switch<const ON: bool>;

    impl<const ON: bool> Switch<ON> {
        /// What the type says.
        pub fn is_on(&self) -> bool {
            ON
        }
    }
}

/// Receivers of every kind, in generic impls.
pub mod receivers {
    use std::pin::Pin;
    use std::rc::Rc;
    use std::sync::Arc;

    /// Holds one value.
    pub struct Holder<T> {
        value: T,
    }

    impl<T> Holder<T> {
        /// The only way to make one.
        pub fn new(value: T) -> Self {
            Self { value }
        }

        /// By value.
        pub fn into_inner(self) -> T {
            self.value
        }

        /// By reference.
        pub fn get(&self) -> &T {
            &self.value
        }

        /// By mutable reference.
        pub fn replace(&mut self, value: T) -> T {
            std::mem::replace(&mut self.value, value)
        }

        /// Boxed.
        pub fn unbox(self: Box<Self>) -> T {
            self.value
        }

        /// Counted.
        pub fn count(self: Rc<Self>) -> usize {
            Rc::strong_count(&self)
        }

        /// Counted by threads.
        pub fn shared(self: &Arc<Self>) -> bool {
            Arc::strong_count(self) > 1
        }

        /// Pinned.
        pub fn pinned(self: Pin<&mut Self>) -> usize {
            size_of_val(&*self)
        }
    }

    impl<T: Default + PartialEq> Holder<T> {
        /// Bounds of the impl.
        pub fn is_default(&self) -> bool {
            self.value == T::default()
        }

        /// Bounds of the method as well.
        pub fn or<U>(self, other: U) -> T
        where
            U: Into<T>,
        {
            if self.is_default() {
                other.into()
            } else {
                self.value
            }
        }
    }

    impl Holder<String> {
        /// Of one instance only.
        pub fn text(&self) -> &str {
            &self.value
        }
    }
}

/// Generic associated types.
pub mod lending {
    /// Lends one value after the other.
    pub trait Lend {
        /// What is lent.
        type Lent<'a>
        where
            Self: 'a;
        /// Lends the next.
        fn lend<'a>(&'a mut self) -> Option<Self::Lent<'a>>;
    }

    /// Lends ever shorter ends of a list.
    pub struct Ends {
        bytes: Vec<u8>,
        at: usize,
    }

    impl Ends {
        /// Of these bytes.
        pub fn new(bytes: Vec<u8>) -> Self {
            Self { bytes, at: 0 }
        }
    }

    impl Lend for Ends {
        type Lent<'a> = &'a mut [u8];
        fn lend<'a>(&'a mut self) -> Option<&'a mut [u8]> {
            let lent = self.bytes.get_mut(self.at..)?;
            self.at += 1;
            Some(lent)
        }
    }

    /// True if there is something to lend.
    pub fn lends<L: Lend>(lender: &mut L) -> bool {
        lender.lend().is_some()
    }
}

/// Generic associated types with parameters that are types: families of types.
pub mod families {
    /// Says what a list of some length is made of.
    pub trait Length {
        /// As many values of a type as the length says.
        type Array<T>;
    }

    /// A length.
    pub struct Two;

    impl Length for Two {
        type Array<T> = [T; 2];
    }

    /// A list whose length is a type.
    pub struct List<T, L: Length> {
        values: L::Array<T>,
    }

    impl<T, L: Length> List<T, L> {
        /// Of these values.
        pub fn new(values: L::Array<T>) -> Self {
            Self { values }
        }

        /// The values.
        pub fn into_inner(self) -> L::Array<T> {
            self.values
        }
    }

    impl<T, L: Length<Array<T> = [T; N]>, const N: usize> From<[T; N]> for List<T, L> {
        fn from(values: [T; N]) -> Self {
            Self { values }
        }
    }

    impl<T, L: Length<Array<T> = [T; N]>, const N: usize> List<T, L> {
        /// The first value.
        pub fn first(&self) -> Option<&T> {
            self.values.first()
        }
    }
}

/// Numbers that are types, which have names.
pub mod numbers {
    use std::marker::PhantomData;

    /// No digit.
    pub struct End;

    /// A number with a further binary digit.
    pub struct Digit<N, B>(PhantomData<(N, B)>);

    /// The digit 0.
    pub struct Zero;

    /// The digit 1.
    pub struct One;

    /// The number 0.
    pub type N0 = End;
    /// The number 1.
    pub type N1 = Digit<End, One>;
    /// The number 2.
    pub type N2 = Digit<N1, Zero>;
    /// The number 3.
    pub type N3 = Digit<N1, One>;

    /// A number.
    pub trait Number {
        /// How much it is.
        const VALUE: usize;
    }

    impl Number for End {
        const VALUE: usize = 0;
    }

    impl<N: Number> Number for Digit<N, Zero> {
        const VALUE: usize = 2 * N::VALUE;
    }

    impl<N: Number> Number for Digit<N, One> {
        const VALUE: usize = 2 * N::VALUE + 1;
    }

    /// The number before another one.
    pub trait Less {
        /// Which it is.
        type One: Number;
    }

    impl Less for Digit<End, One> {
        type One = End;
    }

    impl<N, B> Less for Digit<Digit<N, B>, One>
    where
        Digit<Digit<N, B>, Zero>: Number,
    {
        type One = Digit<Digit<N, B>, Zero>;
    }

    /// As many bytes as a type says, at most.
    pub struct Bytes<N: Number> {
        bytes: Vec<u8>,
        most: PhantomData<N>,
    }

    impl<N: Number> Bytes<N> {
        /// The first ones of these.
        pub fn new(mut bytes: Vec<u8>) -> Self {
            bytes.truncate(N::VALUE);
            Self {
                bytes,
                most: PhantomData,
            }
        }
    }

    impl<N: Number + Less> Bytes<N> {
        /// One may be less then.
        pub fn fewer(self) -> Bytes<N::One> {
            Bytes::new(self.bytes)
        }
    }
}

/// A bound whose implementors are a type without size, one with a destructor and one that cannot be copied.
pub mod kinds {
    /// Implemented by three kinds of types.
    pub trait Kind {
        /// A number for each.
        fn number(&self) -> u8;
    }

    /// Takes no room.
    pub struct Unit;

    /// Is dropped with some ado.
    pub struct Droppy(pub Vec<u8>);

    /// Cannot be copied.
    pub struct Named {
        /// The name.
        pub name: String,
    }

    impl Drop for Droppy {
        fn drop(&mut self) {
            self.0.clear();
        }
    }

    impl Kind for Unit {
        fn number(&self) -> u8 {
            0
        }
    }

    impl Kind for Droppy {
        fn number(&self) -> u8 {
            self.0.first().copied().unwrap_or(1)
        }
    }

    impl Kind for Named {
        fn number(&self) -> u8 {
            self.name.bytes().next().unwrap_or(2)
        }
    }

    /// Any of the three.
    pub fn numbered<K: Kind>(kind: K) -> (u8, K) {
        (kind.number(), kind)
    }

    /// Two parameters with the same bound, which types without a size satisfy, too.
    pub fn same_path<P: AsRef<std::path::Path>, Q: AsRef<std::path::Path>>(left: P, right: Q) -> bool {
        left.as_ref() == right.as_ref()
    }

    /// Two of the three, perhaps the same.
    pub fn compared<A: Kind, B: Kind>(left: &A, right: &B) -> bool {
        left.number() < right.number()
    }
}
