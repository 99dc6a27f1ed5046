//! Hashers that give every value the same hash, or each time another. What stands before the ways to make one is declared by
//! stand-alone tests, too.

use crate::registry;

#[derive(Clone, Default)]
pub struct HostileHashes {
    changes: bool,
}

impl std::hash::BuildHasher for HostileHashes {
    type Hasher = HostileHashes;

    fn build_hasher(&self) -> HostileHashes {
        self.clone()
    }
}

impl std::hash::Hasher for HostileHashes {
    fn finish(&self) -> u64 {
        match self.changes {
            true => registry::turn() as u64,
            false => 0,
        }
    }

    fn write(&mut self, _: &[u8]) {}
}

// Ways to make one.

/// `HostileHashes { changes: false }` total
pub fn constant() -> HostileHashes {
    HostileHashes { changes: false }
}

/// `HostileHashes { changes: true }` total
pub fn changing() -> HostileHashes {
    HostileHashes { changes: true }
}
