//! Purpose: types generic over a storage of which only what constructors make can be had, traits with parameters that only users implement,
//! and successes whose error cannot be named. It cannot fail.

use std::ops::Deref;

/// What a place in a vector is counted with.
pub trait Place: Copy {
    fn number(self) -> usize;
}

impl Place for usize {
    fn number(self) -> usize {
        self
    }
}

impl Place for u16 {
    fn number(self) -> usize {
        usize::from(self)
    }
}

/// Numbers at places, in any two storages.
pub struct Sparse<IS, NS, N, I: Place = usize>
where
    IS: Deref<Target = [I]>,
    NS: Deref<Target = [N]>,
{
    places: IS,
    numbers: NS,
}

/// The same, lent.
pub type View<'a, N, I = usize> = Sparse<&'a [I], &'a [N], N, I>;

impl<N, I: Place> Sparse<Vec<I>, Vec<N>, N, I> {
    pub fn of_vectors(places: Vec<I>, numbers: Vec<N>) -> Self {
        Sparse { places, numbers }
    }
}

impl<N, I: Place, IS, NS> Sparse<IS, NS, N, I>
where
    IS: Deref<Target = [I]>,
    NS: Deref<Target = [N]>,
{
    pub fn view(&self) -> View<'_, N, I> {
        Sparse {
            places: &self.places,
            numbers: &self.numbers,
        }
    }

    pub fn len(&self) -> usize {
        self.places.len().min(self.numbers.len())
    }
}

/// Takes views of one kind of numbers only.
pub struct Mean<'a, I: Place>(View<'a, f64, I>);

impl<'a, I: Place> Mean<'a, I> {
    pub fn of(numbers: View<'a, f64, I>) -> Self {
        Mean(numbers)
    }

    pub fn mean(&self) -> f64 {
        self.0.numbers.iter().sum::<f64>() / self.0.len().max(1) as f64
    }
}

/// Of a trait with an unusual storage, which only `Table::new` makes.
pub struct Table<S, T>
where
    S: AsRef<[T]>,
{
    rows: S,
    first: Option<T>,
}

impl<T: Copy> Table<Box<[T]>, T> {
    pub fn new(rows: Vec<T>) -> Self {
        let first = rows.first().copied();
        Table {
            rows: rows.into_boxed_slice(),
            first,
        }
    }
}

impl<S: AsRef<[T]>, T: Copy> Table<S, T> {
    pub fn first(&self) -> Option<T> {
        self.first
    }

    pub fn count(&self) -> usize {
        self.rows.as_ref().len()
    }
}

/// How something is written.
pub trait Format {
    const WIDTH: usize;
}

pub struct Plain;

impl Format for Plain {
    const WIDTH: usize = 1;
}

/// Takes what is written, and only users implement it.
pub trait Sink<F: Format, N = u8>
where
    N: Copy,
{
    fn take(&mut self, written: N);
    fn end(&mut self) -> bool;
}

pub fn write<S: Sink<Plain, u16>>(mut sink: S, times: u8) -> bool {
    for number in 0..u16::from(times.min(8)) {
        sink.take(number);
    }
    sink.end()
}

/// Passes on to another one: that it implements the trait is of no use without one.
pub struct Doubled<S>(S);

impl<S> Doubled<S> {
    pub fn new(sink: S) -> Self {
        Doubled(sink)
    }
}

impl<S: Sink<Plain, u16>> Sink<Plain, u16> for Doubled<S> {
    fn take(&mut self, written: u16) {
        self.0.take(written);
        self.0.take(written);
    }

    fn end(&mut self) -> bool {
        self.0.end()
    }
}

mod refused {
    #[derive(Debug)]
    pub struct Refused;
}

pub struct Settings {
    size: u8,
}

impl Settings {
    /// The type of the error has no name outside.
    pub fn of_size(size: u8) -> Result<Settings, refused::Refused> {
        match size {
            0 => Err(refused::Refused),
            size => Ok(Settings { size }),
        }
    }

    pub fn size(&self) -> u8 {
        self.size
    }
}

/// Numbers of one kind in two storages that are open.
pub struct Grid<R, C, N>
where
    R: Deref<Target = [u8]>,
    C: Deref<Target = [N]>,
{
    rows: R,
    cells: C,
}

impl<N> Grid<Vec<u8>, Vec<N>, N> {
    pub fn new(rows: Vec<u8>, cells: Vec<N>) -> Self {
        Grid { rows, cells }
    }
}

impl<R, C> Grid<R, C, f64>
where
    R: Deref<Target = [u8]>,
    C: Deref<Target = [f64]>,
{
    pub fn total(&self) -> f64 {
        self.cells.iter().take(self.rows.len()).sum()
    }
}
