//! What `--support` is given for this crate: archives with the right checksum, and a store of them.

use archive_writer::written;
use support::{Archive, Store};

/// Three sizes that archives are made of.
const SIZES: [u16; 3] = [0, 7, 300];

/// An archive of two entries. There are fewer sizes than indices: what fails then is this file.
pub fn archive(first: usize, second: u16) -> Archive {
    Archive::read(&written(&[SIZES[first], second])).expect("it was just written")
}

/// An archive of entries that are not above a size.
pub fn limited(most: u16) -> Archive {
    let mut archive = archive(1, 9);
    archive.limit(most);
    archive
}

/// A store of archives that are written when they are asked for.
#[derive(Debug)]
pub struct Shelf {
    sizes: Vec<u16>,
}

impl Shelf {
    /// A shelf with entries of these sizes.
    pub fn new(first: u16, more: bool) -> Shelf {
        Shelf {
            sizes: if more { vec![first, 1] } else { vec![first] },
        }
    }
}

impl Store for Shelf {
    fn archive(&self) -> Archive {
        Archive::read(&written(&self.sizes)).expect("it was just written")
    }
}
