//! Implementors of traits that only users implement: each required method gives the next answer of a list that the plan
//! chose. The impls themselves are generated, one line each. An iterator that answers the same way is written here.

use crate::answers;
use std::iter::FusedIterator;
use std::marker::PhantomData;

/// Implements trait number `K`. Holds the place of its first list of answers; those of further methods follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Responder<const K: usize>(pub usize);

/// An iterator whose items the plan chose. Its answers cannot be had twice, so it is no `Clone`.
pub struct Items<T> {
    place: usize,
    is_over: bool,
    items: PhantomData<fn() -> T>,
}

impl<T> Items<T> {
    /// With the list of answers at this place.
    pub fn at(place: usize) -> Items<T> {
        Items {
            place,
            is_over: false,
            items: PhantomData,
        }
    }
}

impl<T: 'static> Iterator for Items<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.is_over {
            return None;
        }
        let item = answers::next::<Option<T>>(self.place);
        self.is_over = item.is_none();
        item
    }
}

impl<T: 'static> DoubleEndedIterator for Items<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}

impl<T: 'static> FusedIterator for Items<T> {}
