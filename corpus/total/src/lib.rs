//! Purpose: varied functions and types that cannot fail for any argument. Every finding here is a false positive.
//!
//! Expected: every item completed, no finding of any class, ever. Nothing here allocates more than a small multiple
//! of what it is given, recurses, or does arithmetic that could overflow.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Wrapping sum.
pub fn add(left: i64, right: i64) -> i64 {
    left.wrapping_add(right)
}

/// Quotient, or nothing where there is none.
pub fn divide(dividend: i32, divisor: i32) -> Option<i32> {
    dividend.checked_div(divisor)
}

/// The middle of two numbers, rounded towards negative infinity.
pub fn middle(left: i32, right: i32) -> i32 {
    let sum = i64::from(left) + i64::from(right);
    sum.div_euclid(2) as i32
}

/// The number of bits set.
pub fn bits(value: u128) -> u32 {
    value.count_ones()
}

/// Rotates by any amount.
pub fn rotate(value: u8, amount: u32) -> u8 {
    value.rotate_left(amount % 8)
}

/// Rounds to a whole number; not-a-number becomes zero, values out of range the nearest bound.
pub fn whole(value: f64) -> i64 {
    value.round() as i64
}

/// The first character and the rest.
pub fn split_first(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    Some((first, characters.as_str()))
}

/// At most `limit` characters.
pub fn truncate(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}

/// The characters in reverse order.
pub fn reverse(text: &str) -> String {
    text.chars().rev().collect()
}

/// The next character in code order, wrapping around, surrogates left out.
pub fn next_char(character: char) -> char {
    match character {
        '\u{D7FF}' => '\u{E000}',
        char::MAX => '\0',
        other => char::from_u32(u32::from(other) + 1).unwrap_or('\0'),
    }
}

/// Counts each byte.
pub fn histogram(bytes: &[u8]) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    for byte in bytes {
        let count: &mut usize = counts.entry(*byte).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// The element at `index`, if there is one.
pub fn element(list: &[i64], index: usize) -> Option<i64> {
    list.get(index).copied()
}

/// Sorted, without repetitions.
pub fn distinct(mut list: Vec<i64>) -> Vec<i64> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Swaps the parts.
pub fn swap<A, B>(pair: (A, B)) -> (B, A) {
    (pair.1, pair.0)
}

/// The larger of two values.
pub fn larger<T: Ord>(left: T, right: T) -> T {
    if right > left {
        right
    } else {
        left
    }
}

/// The first of several, or the default.
pub fn first_or_default<T: Default, I: IntoIterator<Item = T>>(items: I) -> T {
    items.into_iter().next().unwrap_or_default()
}

/// Flattens a nested option.
pub fn flatten<T>(value: Option<Option<T>>) -> Option<T> {
    value.flatten()
}

/// Applies a function to what is there.
pub fn map_both<F: Fn(u8) -> u8>(pair: (u8, u8), function: F) -> (u8, u8) {
    (function(pair.0), function(pair.1))
}

/// A figure with an area.
pub trait Shape {
    /// The area, saturating.
    fn area(&self) -> u64;
    /// Twice the area, saturating.
    fn double(&self) -> u64 {
        self.area().saturating_mul(2)
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Shape for Rectangle {
    fn area(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// The sum of the areas, saturating.
pub fn total_area(shapes: &[&dyn Shape]) -> u64 {
    shapes
        .iter()
        .fold(0, |sum, shape| sum.saturating_add(shape.area()))
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Direction {
    /// A quarter turn to the right.
    pub fn right(self) -> Direction {
        match self {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Direction::North => "north",
            Direction::East => "east",
            Direction::South => "south",
            Direction::West => "west",
        })
    }
}

/// The text is not a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotADirection;

impl FromStr for Direction {
    type Err = NotADirection;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "north" => Ok(Direction::North),
            "east" => Ok(Direction::East),
            "south" => Ok(Direction::South),
            "west" => Ok(Direction::West),
            _ => Err(NotADirection),
        }
    }
}

/// A bounded stack of numbers: an opaque type with state.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    values: Vec<i64>,
}

impl Stack {
    /// The most values a stack holds.
    pub const LIMIT: usize = 16;

    /// An empty stack.
    pub fn new() -> Stack {
        Stack::default()
    }

    /// Adds a value; false if the stack is full.
    pub fn push(&mut self, value: i64) -> bool {
        let fits = self.values.len() < Self::LIMIT;
        if fits {
            self.values.push(value);
        }
        fits
    }

    /// Takes the newest value.
    pub fn pop(&mut self) -> Option<i64> {
        self.values.pop()
    }

    /// The newest value.
    pub fn peek(&self) -> Option<&i64> {
        self.values.last()
    }

    /// The values, oldest first.
    pub fn iter(&self) -> std::slice::Iter<'_, i64> {
        self.values.iter()
    }
}

/// Counts down to zero, ten steps at most.
#[derive(Clone, Debug)]
pub struct Countdown {
    left: u8,
}

/// A countdown from `start`, or from ten if that is less.
pub fn countdown(start: u8) -> Countdown {
    Countdown { left: start.min(10) }
}

impl Iterator for Countdown {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }
}

/// Builds a greeting.
#[derive(Clone, Debug, Default)]
pub struct GreetingBuilder {
    name: Option<String>,
    loud: bool,
}

impl GreetingBuilder {
    /// Nobody in particular, quietly.
    pub fn new() -> Self {
        Self::default()
    }

    /// To whom.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Loudly or not.
    pub fn loud(mut self, loud: bool) -> Self {
        self.loud = loud;
        self
    }

    /// The greeting.
    pub fn build(&self) -> String {
        let mut text = String::from("hello");
        if let Some(name) = &self.name {
            text.push(' ');
            text.push_str(name);
        }
        if self.loud {
            text.push('!');
        }
        text
    }
}
