//! How the other tools make values of the corpus's types: one definition per type, from which proptest gets a strategy
//! and quickcheck a generator and a shrinker. Sizes are those that people get who write them by hand: recursion
//! ends at [`DEPTH`], collections are as long as the tool makes them.

use proptest::prelude::*;
use quickcheck::Gen;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// Constructors within each other at which generated trees end.
pub const DEPTH: u32 = 6;

/// A type that proptest and quickcheck can make values of.
pub trait Generate: Clone + Debug + 'static {
    /// For proptest. At depth 0 only constructors without parts of the same type.
    fn strategy(depth: u32) -> BoxedStrategy<Self>;
    /// For quickcheck.
    fn generate(source: &mut Gen, depth: u32) -> Self;
    /// For quickcheck: smaller values to try.
    fn shrink(&self) -> Smaller<Self>;
}

/// Smaller values, each made when it is asked for: a large value has too many.
pub type Smaller<T> = Box<dyn Iterator<Item = T>>;

macro_rules! of_the_tools {
    ($($ty:ty),+ $(,)?) => {$(
        impl Generate for $ty {
            fn strategy(_: u32) -> BoxedStrategy<Self> {
                any::<$ty>().boxed()
            }
            fn generate(source: &mut Gen, _: u32) -> Self {
                <$ty as quickcheck::Arbitrary>::arbitrary(source)
            }
            fn shrink(&self) -> Smaller<Self> {
                quickcheck::Arbitrary::shrink(self)
            }
        }
    )+};
}

of_the_tools!(
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64, bool, char, String
);

/// Collections are shrunk by halves, by single elements, and element by element.
const SHRUNK_ELEMENTS: usize = 64;

impl<T: Generate> Generate for Vec<T> {
    fn strategy(depth: u32) -> BoxedStrategy<Self> {
        // proptest's own default for `any::<Vec<_>>()`.
        prop::collection::vec(T::strategy(depth.saturating_sub(1)), 0..100).boxed()
    }
    fn generate(source: &mut Gen, depth: u32) -> Self {
        let len = <usize as quickcheck::Arbitrary>::arbitrary(source) % source.size().max(1);
        (0..len)
            .map(|_| T::generate(source, depth.saturating_sub(1)))
            .collect()
    }
    fn shrink(&self) -> Smaller<Self> {
        let len = self.len();
        if len == 0 {
            return Box::new(std::iter::empty());
        }
        let mut parts = vec![Vec::new()];
        if len > 1 {
            parts.push(self[..len / 2].to_vec());
            parts.push(self[len / 2..].to_vec());
        }
        let whole = Rc::new(self.clone());
        let same = Rc::clone(&whole);
        let without = (0..len.min(SHRUNK_ELEMENTS)).map(move |index| {
            let mut without = (*same).clone();
            without.remove(index);
            without
        });
        let with = (0..len.min(SHRUNK_ELEMENTS)).flat_map(move |index| {
            let whole = Rc::clone(&whole);
            whole[index].shrink().map(move |smaller| {
                let mut with = (*whole).clone();
                with[index] = smaller;
                with
            })
        });
        Box::new(parts.into_iter().chain(without).chain(with))
    }
}

impl<T: Generate> Generate for Box<T> {
    fn strategy(depth: u32) -> BoxedStrategy<Self> {
        T::strategy(depth).prop_map(Box::new).boxed()
    }
    fn generate(source: &mut Gen, depth: u32) -> Self {
        Box::new(T::generate(source, depth))
    }
    fn shrink(&self) -> Smaller<Self> {
        Box::new((**self).shrink().map(Box::new))
    }
}

impl<T: Generate> Generate for Option<T> {
    fn strategy(depth: u32) -> BoxedStrategy<Self> {
        // What is optional in a struct may be another one of the same type.
        match depth.checked_sub(1) {
            Some(depth) => prop::option::of(T::strategy(depth)).boxed(),
            None => Just(None).boxed(),
        }
    }
    fn generate(source: &mut Gen, depth: u32) -> Self {
        let depth = depth.checked_sub(1)?;
        <bool as quickcheck::Arbitrary>::arbitrary(source).then(|| T::generate(source, depth))
    }
    fn shrink(&self) -> Smaller<Self> {
        match self {
            Some(value) => Box::new(std::iter::once(None).chain(value.shrink().map(Some))),
            None => Box::new(std::iter::empty()),
        }
    }
}

impl<T: Generate + Copy, const N: usize> Generate for [T; N] {
    fn strategy(depth: u32) -> BoxedStrategy<Self> {
        prop::collection::vec(T::strategy(depth), N)
            .prop_map(|all| std::array::from_fn(|index| all[index]))
            .boxed()
    }
    fn generate(source: &mut Gen, depth: u32) -> Self {
        std::array::from_fn(|_| T::generate(source, depth))
    }
    fn shrink(&self) -> Smaller<Self> {
        let whole = *self;
        Box::new((0..N).flat_map(move |index| {
            whole[index].shrink().map(move |smaller| {
                let mut with = whole;
                with[index] = smaller;
                with
            })
        }))
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))+) => {$(
        #[allow(unused_variables, unused_mut)]
        impl<$($name: Generate),*> Generate for ($($name,)*) {
            fn strategy(depth: u32) -> BoxedStrategy<Self> {
                ($($name::strategy(depth),)*).boxed()
            }
            fn generate(source: &mut Gen, depth: u32) -> Self {
                ($($name::generate(source, depth),)*)
            }
            fn shrink(&self) -> $crate::generate::Smaller<Self> {
                let all: $crate::generate::Smaller<Self> = Box::new(std::iter::empty());
                $(let whole = self.clone();
                let all: $crate::generate::Smaller<Self> = Box::new(all.chain(self.$index.shrink().map(move |smaller| {
                    let mut with = whole.clone();
                    with.$index = smaller;
                    with
                })));)*
                all
            }
        }
    )+};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// `part` as a whole value of type `T`, if it is one or a box of one.
pub fn as_whole<T: Clone + 'static>(part: &dyn Any) -> Option<T> {
    part.downcast_ref::<T>()
        .or_else(|| part.downcast_ref::<Box<T>>().map(|boxed| &**boxed))
        .cloned()
}

/// A struct without names by its fields.
#[macro_export]
macro_rules! generate_tuple_struct {
    ($ty:ident($($index:tt: $field_ty:ty),+ $(,)?)) => {
        impl $crate::generate::Generate for $ty {
            fn strategy(depth: u32) -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy as _;
                <($($field_ty,)+) as $crate::generate::Generate>::strategy(depth)
                    .prop_map(|fields| $ty { $($index: fields.$index),+ })
                    .boxed()
            }
            fn generate(source: &mut quickcheck::Gen, depth: u32) -> Self {
                $ty { $($index: <$field_ty as $crate::generate::Generate>::generate(source, depth)),+ }
            }
            fn shrink(&self) -> $crate::generate::Smaller<Self> {
                let all: $crate::generate::Smaller<Self> = Box::new(std::iter::empty());
                $(let whole = self.clone();
                let all: $crate::generate::Smaller<Self> = Box::new(all.chain($crate::generate::Generate::shrink(&self.$index).map(move |smaller| {
                    let mut with = whole.clone();
                    with.$index = smaller;
                    with
                })));)+
                all
            }
        }
    };
}

/// A struct by its fields.
#[macro_export]
macro_rules! generate_struct {
    ($ty:ident { $($field:ident: $field_ty:ty),* $(,)? }) => {
        impl $crate::generate::Generate for $ty {
            fn strategy(depth: u32) -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy as _;
                // One by one: there are no tuples of more than twelve strategies.
                let whole = proptest::strategy::Just(()).boxed();
                $crate::fields_strategy!(whole, depth, $ty, (), $($field: $field_ty),*)
            }
            fn generate(source: &mut quickcheck::Gen, depth: u32) -> Self {
                $ty { $($field: <$field_ty as $crate::generate::Generate>::generate(source, depth)),* }
            }
            fn shrink(&self) -> $crate::generate::Smaller<Self> {
                let all: $crate::generate::Smaller<Self> = Box::new(std::iter::empty());
                $(let whole = self.clone();
                let all: $crate::generate::Smaller<Self> = Box::new(all.chain($crate::generate::Generate::shrink(&self.$field).map(move |smaller| {
                    let mut with = whole.clone();
                    with.$field = smaller;
                    with
                })));)*
                all
            }
        }
    };
}

/// Pairs of pairs of strategies, then the struct.
#[doc(hidden)]
#[macro_export]
macro_rules! fields_strategy {
    ($whole:ident, $depth:ident, $ty:ident, ($($known:ident)*), $field:ident: $field_ty:ty $(, $rest:ident: $rest_ty:ty)*) => {{
        let $field = <$field_ty as $crate::generate::Generate>::strategy($depth);
        $crate::fields_strategy!($whole, $depth, $ty, ($($known)* $field), $($rest: $rest_ty),*)
    }};
    ($whole:ident, $depth:ident, $ty:ident, ($($known:ident)*),) => {
        $crate::nested_pairs!($whole, $ty, (), ($($known)*), ($($known)*))
    };
}

/// `((((), a), b), c)` as a strategy, mapped to the struct.
#[doc(hidden)]
#[macro_export]
macro_rules! nested_pairs {
    ($whole:expr, $ty:ident, $pattern:pat, ($first:ident $($rest:ident)*), $all:tt) => {
        $crate::nested_pairs!(($whole, $first), $ty, ($pattern, $first), ($($rest)*), $all)
    };
    ($whole:expr, $ty:ident, $pattern:pat, (), ($($all:ident)*)) => {
        $whole.prop_map(|$pattern| $ty { $($all),* }).boxed()
    };
}

/// An enum by its constructors: first those without parts of the same type, after a semicolon those with.
#[macro_export]
macro_rules! generate_enum {
    ($ty:ident { $($leaf:ident $(($($leaf_ty:ty),*))?),* $(; $($deep:ident($($deep_ty:ty),*)),*)? $(,)? }) => {
        impl $crate::generate::Generate for $ty {
            fn strategy(depth: u32) -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy as _;
                #[allow(unused_mut)]
                let mut all: Vec<proptest::strategy::BoxedStrategy<Self>> = vec![
                    $($crate::variant_strategy!($ty::$leaf, depth $(, $($leaf_ty),*)?)),*
                ];
                $(if let Some(depth) = depth.checked_sub(1) {
                    $(all.push($crate::variant_strategy!($ty::$deep, depth, $($deep_ty),*));)*
                })?
                proptest::strategy::Union::new(all).boxed()
            }
            fn generate(source: &mut quickcheck::Gen, depth: u32) -> Self {
                #[allow(unused_mut)]
                let mut all: Vec<fn(&mut quickcheck::Gen, u32) -> Self> = vec![
                    $(|_source, _depth| $ty::$leaf $(($(<$leaf_ty as $crate::generate::Generate>::generate(_source, _depth)),*))?),*
                ];
                $(if depth > 0 {
                    $(all.push(|source, depth| $ty::$deep($(<$deep_ty as $crate::generate::Generate>::generate(source, depth - 1)),*));)*
                })?
                let make = *source.choose(&all).expect("there is a constructor");
                make(source, depth)
            }
            fn shrink(&self) -> $crate::generate::Smaller<Self> {
                #[allow(unused_mut)]
                let mut all: $crate::generate::Smaller<Self> = Box::new(std::iter::empty());
                $crate::shrink_variants!(self, all, $ty, $($leaf $(($($leaf_ty),*))?,)* $($($deep($($deep_ty),*),)*)?);
                all
            }
        }
    };
}

/// The strategy of one constructor.
#[doc(hidden)]
#[macro_export]
macro_rules! variant_strategy {
    ($make:expr, $depth:ident) => {{
        let _ = $depth;
        proptest::strategy::Just($make).boxed()
    }};
    ($make:expr, $depth:ident, $a:ty) => {
        <$a as $crate::generate::Generate>::strategy($depth)
            .prop_map(|a| $make(a))
            .boxed()
    };
    ($make:expr, $depth:ident, $a:ty, $b:ty) => {
        <($a, $b) as $crate::generate::Generate>::strategy($depth)
            .prop_map(|(a, b)| $make(a, b))
            .boxed()
    };
    ($make:expr, $depth:ident, $a:ty, $b:ty, $c:ty) => {
        <($a, $b, $c) as $crate::generate::Generate>::strategy($depth)
            .prop_map(|(a, b, c)| $make(a, b, c))
            .boxed()
    };
    ($make:expr, $depth:ident, $a:ty, $b:ty, $c:ty, $d:ty) => {
        <($a, $b, $c, $d) as $crate::generate::Generate>::strategy($depth)
            .prop_map(|(a, b, c, d)| $make(a, b, c, d))
            .boxed()
    };
    ($make:expr, $depth:ident, $a:ty, $b:ty, $c:ty, $d:ty, $e:ty) => {
        <($a, $b, $c, $d, $e) as $crate::generate::Generate>::strategy($depth)
            .prop_map(|(a, b, c, d, e)| $make(a, b, c, d, e))
            .boxed()
    };
}

/// Parts of the same type, then each constructor with one part smaller.
#[doc(hidden)]
#[macro_export]
macro_rules! shrink_variants {
    ($self:ident, $all:ident, $ty:ident,) => {};
    ($self:ident, $all:ident, $ty:ident, $variant:ident, $($rest:tt)*) => {
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
    ($self:ident, $all:ident, $ty:ident, $variant:ident($a:ty), $($rest:tt)*) => {
        if let $ty::$variant(a) = $self {
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(a)));
            $all = Box::new($all.chain($crate::generate::Generate::shrink(&(a.clone(),)).map(|(a,)| $ty::$variant(a))));
        }
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
    ($self:ident, $all:ident, $ty:ident, $variant:ident($a:ty, $b:ty), $($rest:tt)*) => {
        if let $ty::$variant(a, b) = $self {
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(a)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(b)));
            $all = Box::new($all.chain(
                $crate::generate::Generate::shrink(&(a.clone(), b.clone()))
                    .map(|(a, b)| $ty::$variant(a, b)),
            ));
        }
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
    ($self:ident, $all:ident, $ty:ident, $variant:ident($a:ty, $b:ty, $c:ty), $($rest:tt)*) => {
        if let $ty::$variant(a, b, c) = $self {
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(a)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(b)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(c)));
            $all = Box::new($all.chain(
                $crate::generate::Generate::shrink(&(a.clone(), b.clone(), c.clone()))
                    .map(|(a, b, c)| $ty::$variant(a, b, c)),
            ));
        }
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
    ($self:ident, $all:ident, $ty:ident, $variant:ident($a:ty, $b:ty, $c:ty, $d:ty), $($rest:tt)*) => {
        if let $ty::$variant(a, b, c, d) = $self {
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(a)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(b)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(c)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(d)));
            $all = Box::new($all.chain(
                $crate::generate::Generate::shrink(&(a.clone(), b.clone(), c.clone(), d.clone()))
                    .map(|(a, b, c, d)| $ty::$variant(a, b, c, d)),
            ));
        }
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
    ($self:ident, $all:ident, $ty:ident, $variant:ident($a:ty, $b:ty, $c:ty, $d:ty, $e:ty), $($rest:tt)*) => {
        if let $ty::$variant(a, b, c, d, e) = $self {
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(a)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(b)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(c)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(d)));
            $all = Box::new($all.chain($crate::generate::as_whole::<$ty>(e)));
            $all = Box::new($all.chain(
                $crate::generate::Generate::shrink(&(a.clone(), b.clone(), c.clone(), d.clone(), e.clone()))
                    .map(|(a, b, c, d, e)| $ty::$variant(a, b, c, d, e)),
            ));
        }
        $crate::shrink_variants!($self, $all, $ty, $($rest)*)
    };
}
