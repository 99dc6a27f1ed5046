//! Purpose: faults behind several calls on one value that share an argument, or that go through what a call lends, faults of what
//! is given as it is and not made from a list, faults of a handle that is good for the value alone that gave it, faults that only
//! many elements show, and faults that only iterators and ranges show which are legal and odd.
//! Promise: each of `Tally::remove`, `Shelf::put`, `Shelf::after`, `Handle::taken`, `Queue::pop`, `Taken::take`, `repeated`,
//! `smallest`, the `size_hint` of `Joined`, `Row::count_in`, `Sheet::width`, `Sheet::shown`, `Blocks::height` and `Kept::read` fails
//! in one place with a bug, and nothing else does.

use std::collections::{BTreeMap, HashSet};
use std::ops::{Bound, RangeBounds};
use std::rc::Rc;

/// Counts what it holds, but for what an entry puts in.
#[derive(Default)]
pub struct Tally {
    values: BTreeMap<u16, u8>,
    count: usize,
}

/// The place of a key.
pub struct Place<'t> {
    key: u16,
    tally: &'t mut Tally,
}

impl Tally {
    /// Nothing.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Puts in a value.
    pub fn insert(&mut self, key: u16, value: u8) {
        self.count += usize::from(self.values.insert(key, value).is_none());
    }

    /// The place of a key.
    pub fn entry(&mut self, key: u16) -> Place<'_> {
        Place { key, tally: self }
    }

    /// To be found: it fails if the only value came by an entry.
    pub fn remove(&mut self, key: u16) -> Option<u8> {
        let value = self.values.remove(&key);
        self.count -= usize::from(value.is_some());
        value
    }
}

impl<'t> Place<'t> {
    /// The value there, or this one.
    pub fn or_insert(self, value: u8) -> &'t mut u8 {
        self.tally.values.entry(self.key).or_insert(value)
    }
}

/// Knows how many values it has, but for those that were drained one by one.
#[derive(Default)]
pub struct Queue {
    values: Vec<u8>,
    len: usize,
}

/// Values on their way out.
pub struct Draining<'q> {
    queue: &'q mut Queue,
}

impl Queue {
    /// Nothing.
    pub fn new() -> Queue {
        Queue::default()
    }

    /// Puts a value at the end.
    pub fn push(&mut self, value: u8) {
        self.values.push(value);
        self.len += 1;
    }

    /// All values.
    pub fn drain(&mut self) -> Draining<'_> {
        Draining { queue: self }
    }

    /// To be found: it fails if the last value was drained.
    pub fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        Some(self.values.pop().expect("it has as many as it knows"))
    }
}

impl Iterator for Draining<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.queue.values.pop()
    }
}

/// Values by the names of what has them; each name may have several.
#[derive(Default)]
pub struct Register {
    values: Vec<(String, u8)>,
}

/// What is there of a name.
pub enum Slot<'r> {
    /// Nothing.
    Free(Free<'r>),
    /// Something.
    Taken(Taken<'r>),
}

/// A name without a value.
pub struct Free<'r> {
    name: String,
    register: &'r mut Register,
}

/// A name with values.
pub struct Taken<'r> {
    name: String,
    register: &'r mut Register,
}

impl Register {
    /// Nothing.
    pub fn new() -> Register {
        Register::default()
    }

    /// Adds a value of a name.
    pub fn append(&mut self, name: &str, value: u8) {
        self.values.push((name.to_owned(), value));
    }

    /// What is there of a name.
    pub fn slot(&mut self, name: &str) -> Slot<'_> {
        let (name, is_there) = (name.to_owned(), self.values.iter().any(|(known, _)| known == name));
        match is_there {
            true => Slot::Taken(Taken { name, register: self }),
            false => Slot::Free(Free { name, register: self }),
        }
    }
}

impl Free<'_> {
    /// Adds a value.
    pub fn fill(self, value: u8) {
        self.register.values.push((self.name, value));
    }
}

impl Taken<'_> {
    /// To be found: it fails if the name has two values and there is no other.
    pub fn take(self) -> u8 {
        let values = &mut self.register.values;
        let first = values.iter().position(|(known, _)| *known == self.name).unwrap_or(0);
        let (_, value) = values.swap_remove(first);
        let others = values.iter().filter(|(known, _)| *known == self.name).count();
        values.retain(|(known, _)| *known != self.name);
        if others > 0 {
            return values[others - 1].1;
        }
        value
    }
}

mod hidden {
    use std::collections::HashSet;

    /// Values that were there before.
    pub struct Repeated<I> {
        pub(crate) values: I,
        pub(crate) seen: HashSet<u8>,
        pub(crate) left: usize,
    }

    impl<I: Iterator<Item = u8>> Iterator for Repeated<I> {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.values.find(|value| !self.seen.insert(*value))
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (0, Some(self.left - self.seen.len()))
        }
    }
}

/// To be found: it fails if what it returns is advanced over more values than there are slots, and asked how many are left.
pub fn repeated(values: Vec<u8>) -> hidden::Repeated<std::vec::IntoIter<u8>> {
    let left = values.len().min(1);
    hidden::Repeated { values: values.into_iter(), seen: HashSet::new(), left }
}

/// To be found: it fails if there are values behind `None`.
pub fn smallest<I: Iterator<Item = u8>>(mut values: I) -> Option<u8> {
    let first: Vec<u8> = values.by_ref().take(2).collect();
    values.for_each(|_| assert_eq!(first.len(), 2, "nothing comes behind the end"));
    first.into_iter().min()
}

/// One iterator behind the other.
pub struct Joined<A, B> {
    first: A,
    second: B,
}

/// Joins them.
pub fn joined<A: Iterator<Item = u8>, B: Iterator<Item = u8>>(first: A, second: B) -> Joined<A, B> {
    Joined { first, second }
}

impl<A: Iterator<Item = u8>, B: Iterator<Item = u8>> Iterator for Joined<A, B> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.first.next().or_else(|| self.second.next())
    }

    /// To be found: it fails if both may have more than half of all numbers.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (first, second) = (self.first.size_hint(), self.second.size_hint());
        let most = first.1.zip(second.1).map(|(first, second)| first + second);
        (first.0.saturating_add(second.0), most)
    }
}

/// Values one behind the other.
pub struct Row<T> {
    values: Vec<T>,
}

impl<T> Row<T> {
    /// These.
    pub fn new(values: Vec<T>) -> Row<T> {
        Row { values }
    }

    /// How many values are in a range. To be found: it fails if it ends at the largest number.
    pub fn count_in<R: RangeBounds<usize>>(&self, range: R) -> usize {
        let end = match range.end_bound() {
            Bound::Included(last) => last + 1,
            Bound::Excluded(end) => *end,
            Bound::Unbounded => self.values.len(),
        };
        self.values.iter().take(end).count()
    }
}

/// Lines of numbers over columns.
#[derive(Default)]
pub struct Sheet {
    lines: Vec<Line>,
    columns: Vec<Column>,
}

/// One column of a sheet.
pub struct Column {
    width: u8,
}

/// Numbers, of which some are shown.
pub struct Line {
    values: Vec<u8>,
    most: usize,
}

impl Line {
    /// All of these are shown.
    pub fn new(values: Vec<u8>) -> Line {
        Line { most: values.len().max(1), values }
    }

    /// Shows so many at most.
    pub fn most(&mut self, most: usize) -> &mut Line {
        self.most = most;
        self
    }
}

impl From<Vec<u8>> for Line {
    fn from(values: Vec<u8>) -> Line {
        Line::new(values)
    }
}

impl Sheet {
    /// Nothing.
    pub fn new() -> Sheet {
        Sheet::default()
    }

    /// One more line.
    pub fn add<L: Into<Line>>(&mut self, line: L) -> &mut Sheet {
        let line = line.into();
        while self.columns.len() < line.values.len() {
            self.columns.push(Column { width: 1 });
        }
        self.lines.push(line);
        self
    }

    /// A column, if there is one.
    pub fn column_mut(&mut self, at: usize) -> Option<&mut Column> {
        self.columns.get_mut(at)
    }

    /// To be found: it fails if a column was made too wide.
    pub fn width(&self) -> u8 {
        self.columns.iter().map(|column| column.width.saturating_add(1)).max().unwrap_or(1) - 1 + self.edges()
    }

    fn edges(&self) -> u8 {
        2 * u8::from(!self.columns.is_empty())
    }

    /// To be found: it fails if a line shows nothing.
    pub fn shown(&self) -> usize {
        self.lines.iter().map(|line| line.values.len().min(line.most - 1)).max().unwrap_or(0)
    }
}

impl Column {
    /// Makes it so wide.
    pub fn set_width(&mut self, width: u8) {
        self.width = width;
    }
}

/// Different numbers in blocks of sixteen.
pub struct Blocks {
    blocks: Vec<Vec<i32>>,
}

impl FromIterator<i32> for Blocks {
    fn from_iter<I: IntoIterator<Item = i32>>(numbers: I) -> Blocks {
        let numbers: HashSet<i32> = numbers.into_iter().collect();
        let mut numbers: Vec<i32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        Blocks { blocks: numbers.chunks(16).map(<[i32]>::to_vec).collect() }
    }
}

impl Blocks {
    /// How high a tree of them would be. To be found: it fails for more than seven blocks.
    pub fn height(&self) -> u8 {
        [1, 2, 3][self.blocks.len().max(1).ilog2() as usize]
    }
}

/// A mark.
pub struct Mark(u8);

/// Looks at a mark.
pub struct Kept<'m>(&'m Mark);

impl Mark {
    /// This one.
    pub fn new(mark: u8) -> Mark {
        Mark(mark)
    }
}

impl<'m> Kept<'m> {
    /// Looks at this one.
    pub fn new(mark: &'m Mark) -> Kept<'m> {
        Kept(mark)
    }
}

impl Kept<'static> {
    /// To be found: it fails for the largest mark, which has to last for ever.
    pub fn read(self) -> u8 {
        u8::MAX / (u8::MAX - self.0.0)
    }
}

/// Numbers with handles that are good for this shelf alone.
#[derive(Default)]
pub struct Shelf {
    own: Rc<()>,
    numbers: Vec<u8>,
}

/// A place on a shelf.
pub struct Handle {
    shelf: Rc<()>,
    place: usize,
}

impl Shelf {
    /// Nothing.
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// Puts a number at the end. To be found: it fails for the largest one, and it alone is to be blamed for that.
    pub fn put(&mut self, number: u8) -> Handle {
        self.numbers.push(number / (u8::MAX - number).min(1));
        Handle { shelf: Rc::clone(&self.own), place: self.numbers.len() - 1 }
    }

    /// The number that follows; none of another shelf. To be found: it fails for the last place.
    pub fn after(&self, handle: &Handle) -> Option<u8> {
        Rc::ptr_eq(&self.own, &handle.shelf).then(|| self.numbers[handle.place + 1])
    }
}

impl Handle {
    /// Puts a number into that place of its own shelf; of another one it leaves all as it was. To be found: it fails for the first
    /// place.
    pub fn taken(self, number: u8, shelf: &mut Shelf) {
        if Rc::ptr_eq(&shelf.own, &self.shelf) {
            shelf.numbers[self.place] = number;
            shelf.numbers.swap(self.place - 1, self.place);
        }
    }
}
