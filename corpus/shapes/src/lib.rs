//! Purpose: faults that depend on variants of enums, as SmartCheck (Pike, Haskell 2014) generalises them.
//!
//! Expected: each function has one finding; its comment says what holds in general of the plan that is shown, and what must not be
//! said since some run contradicts it.

pub mod published;

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Nothing.
    Empty,
    /// A circle.
    Circle(u32),
    /// A rectangle.
    Rectangle(u32, u32),
}

/// An enum with a variant that nobody else can write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guarded {
    /// Anybody's.
    Open(u8),
    /// Anybody's, too.
    Closed,
    /// Only its crate's.
    #[non_exhaustive]
    Secret,
}

/// Only `Empty` fails.
pub fn perimeter(figure: &Figure, unit: u32) -> u64 {
    let sides = match figure {
        Figure::Empty => panic!("no perimeter in units of {unit}"),
        Figure::Circle(radius) => radius.saturating_mul(6),
        Figure::Rectangle(width, height) => width.saturating_add(*height).saturating_mul(2),
    };
    u64::from(sides) * u64::from(unit)
}

/// Some value of each variant of the second figure fails, and neither all values nor just one variant's.
pub fn fits(outer: &Figure, inner: &Figure) -> bool {
    let size = |figure: &Figure| match figure {
        Figure::Empty => 0,
        Figure::Circle(radius) => u64::from(*radius),
        Figure::Rectangle(width, height) => u64::from(*width).max(u64::from(*height)),
    };
    let (outer, inner) = (size(outer), size(inner));
    if outer == inner && outer < 3 {
        panic!("just as large");
    }
    outer > inner
}

/// Any `Option` fails that is not `None`; the first argument is looked at and does not matter.
pub fn take(count: u8, from: Option<u8>) -> u8 {
    let looked_at = if count > 100 { 1 } else { 2 };
    match from {
        Some(_) if looked_at > 0 => panic!("taken"),
        _ => count,
    }
}

/// No circle has an odd radius, and no rectangle fails: some value of one other variant fails and none of the other, so nothing is
/// said of all variants and nothing of this one alone.
pub fn half(figure: &Figure) -> u32 {
    let half = match figure {
        Figure::Empty => None,
        Figure::Circle(radius) => (radius % 2 == 0).then_some(radius / 2),
        Figure::Rectangle(width, height) => Some(width / 2 + height / 2),
    };
    half.expect("it can be halved")
}

/// Other variants fail in another way: these are other findings, and none is a case of the other.
pub fn corners(figure: &Figure) -> u32 {
    match figure {
        Figure::Empty => panic!("nothing has no corners"),
        Figure::Circle(_) => panic!("a circle has no corners"),
        Figure::Rectangle(..) => 4,
    }
}

/// Every variant that anybody can write fails, but there is another one: of all variants nothing is said.
pub fn weight(guarded: &Guarded) -> u8 {
    let lightest: u8 = match guarded {
        Guarded::Open(number) => number % 2,
        Guarded::Closed => 1,
        Guarded::Secret => 2,
    };
    lightest.checked_sub(2).expect("it weighs two")
}

/// A queue that only functions build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    entries: usize,
}

impl Queue {
    /// An empty one.
    pub fn new() -> Queue {
        Queue { entries: 0 }
    }

    /// One with an entry more.
    pub fn and_one(&self) -> Queue {
        Queue {
            entries: self.entries.saturating_add(1),
        }
    }
}

impl Default for Queue {
    fn default() -> Queue {
        Queue::new()
    }
}

/// Any rank fails for a queue that is short, and all queues that are built at first are: of any queue nothing is said.
pub fn served(queue: &Queue, rank: u8) -> usize {
    let looked_at = if rank > 100 { 7 } else { 6 };
    queue.entries.checked_sub(looked_at).unwrap()
}
