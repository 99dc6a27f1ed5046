//! Iterators over the values of vectors that keep every promise of a safe iterator, and none that most iterators keep
//! besides: they go on after `None`, or know little of how many values there are. What stands before the ways to make one is
//! declared by stand-alone tests, too.

#[derive(Clone, Debug)]
pub struct OddItems<T> {
    items: std::vec::IntoIter<T>,
    behind_none: Option<std::vec::IntoIter<T>>,
    most: Option<usize>,
}

impl<T> Iterator for OddItems<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.items.next();
        if item.is_none() {
            self.items = self.behind_none.take().unwrap_or_default();
        }
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.most)
    }
}

impl<T> DoubleEndedIterator for OddItems<T> {
    fn next_back(&mut self) -> Option<T> {
        let Some(more) = &mut self.behind_none else {
            return self.items.next_back();
        };
        let item = more.next_back();
        if item.is_none() {
            self.behind_none = None;
        }
        item
    }
}

impl<T> OddItems<T> {
    fn pausing(items: Vec<T>, behind_none: Vec<T>) -> OddItems<T> {
        OddItems {
            items: items.into_iter(),
            behind_none: Some(behind_none.into_iter()),
            most: None,
        }
    }

    fn at_most(items: Vec<T>, most: Option<usize>) -> OddItems<T> {
        OddItems {
            items: items.into_iter(),
            behind_none: None,
            most,
        }
    }
}

// Ways to make one.

/// `OddItems::at_most({0}, None)` total
pub fn of_unknown_number<T>(items: Vec<T>) -> OddItems<T> {
    OddItems::at_most(items, None)
}

/// `OddItems::at_most({0}, Some(usize::MAX))` total
pub fn of_any_number<T>(items: Vec<T>) -> OddItems<T> {
    OddItems::at_most(items, Some(usize::MAX))
}

/// `OddItems::pausing({0}, {1})` total
pub fn pausing<T>(items: Vec<T>, behind_none: Vec<T>) -> OddItems<T> {
    OddItems::pausing(items, behind_none)
}
