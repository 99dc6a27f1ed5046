//! Iterators over the values of a vector that lie about how many there are, or panic at their end. What stands before the ways
//! to make one is declared by stand-alone tests, too.

use crate::registry;

pub struct HostileItems<T> {
    items: std::vec::IntoIter<T>,
    ending: Ending,
}

#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Early,
    Late,
    Never,
    Panics,
}

impl<T> HostileItems<T> {
    fn new(items: Vec<T>, ending: Ending) -> HostileItems<T> {
        HostileItems {
            items: items.into_iter(),
            ending,
        }
    }

    fn claimed(&self) -> usize {
        let left = self.items.len();
        if self.ending != Ending::Panics {
            registry::turn();
        }
        match self.ending {
            Ending::Early => left + 2,
            Ending::Late => 0,
            Ending::Never => usize::MAX,
            // It panics in the place of this one.
            Ending::Panics => left + 1,
        }
    }
}

impl<T> Iterator for HostileItems<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.items.next();
        if item.is_none() && self.ending == Ending::Panics {
            registry::panic()
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.claimed(), Some(self.claimed()))
    }
}

impl<T> DoubleEndedIterator for HostileItems<T> {
    fn next_back(&mut self) -> Option<T> {
        self.items.next_back()
    }
}

impl<T> ExactSizeIterator for HostileItems<T> {
    fn len(&self) -> usize {
        self.claimed()
    }
}

// Ways to make one.

/// `HostileItems::new({0}, Ending::Early)` total
pub fn early<T>(items: Vec<T>) -> HostileItems<T> {
    HostileItems::new(items, Ending::Early)
}

/// `HostileItems::new({0}, Ending::Late)` total
pub fn late<T>(items: Vec<T>) -> HostileItems<T> {
    HostileItems::new(items, Ending::Late)
}

/// `HostileItems::new({0}, Ending::Never)` total
pub fn never<T>(items: Vec<T>) -> HostileItems<T> {
    HostileItems::new(items, Ending::Never)
}

/// `HostileItems::new({0}, Ending::Panics)` total
pub fn panics<T>(items: Vec<T>) -> HostileItems<T> {
    HostileItems::new(items, Ending::Panics)
}
