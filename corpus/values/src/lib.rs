//! Purpose: values that several plans build: what is printed the same may behave differently, and an argument that fails
//! is of no use.
//!
//! Expected: five bugs, whether arguments are left out or not.

use std::fmt;

/// Things in a row. Two that are printed the same may have different room.
#[derive(Clone, Default)]
pub struct Shelf {
    things: Vec<u8>,
    label: Option<Box<u8>>,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.things).finish()
    }
}

impl Shelf {
    /// Empty and without room.
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// Empty, with room.
    pub fn with_room(things: u8) -> Shelf {
        let room = match things {
            3 => unreachable!("nobody has asked for three so far"),
            _ => usize::from(things),
        };
        Shelf {
            things: Vec::with_capacity(room),
            label: None,
        }
    }

    /// Nothing stays.
    pub fn clear(&mut self) {
        self.things.clear();
        self.label = None;
    }

    /// One more.
    pub fn put(&mut self, thing: u8) {
        self.things.push(thing);
    }

    /// Says what it is for.
    pub fn label(&mut self, label: u8) {
        self.label = Some(Box::new(label));
    }

    /// The last one.
    pub fn last(&self) -> u8 {
        self.things[self.things.len() - 1]
    }

    /// Things for which there is room.
    pub fn room(&self) -> usize {
        let room = self.things.capacity() - self.things.len();
        if room == 2 {
            unreachable!("there is always room for more or for less");
        }
        room
    }

    /// The label, which only some have.
    pub fn label_of(&self) -> u8 {
        100 / self.label.as_ref().map_or(1, |label| **label)
    }
}

/// Puts the things of one behind those of another.
pub fn join(first: Shelf, second: &Shelf) -> Shelf {
    let mut joined = first;
    joined.things.extend_from_slice(&second.things);
    if joined.things == [1] {
        unreachable!("a one is never alone");
    }
    joined
}
