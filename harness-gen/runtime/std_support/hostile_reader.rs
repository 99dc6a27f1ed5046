//! A reader that says once that it has read more than it was given room for, and writes nothing. What stands before the ways
//! to make one is declared by stand-alone tests, too.

use crate::registry;

pub struct HostileReader {
    claims: usize,
}

impl std::io::Read for HostileReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.claims == 0 {
            return Ok(0);
        }
        registry::turn();
        Ok(buffer.len().saturating_add(std::mem::take(&mut self.claims)))
    }
}

// Ways to make one.

/// `HostileReader { claims: 64 }` total
pub fn reader() -> HostileReader {
    HostileReader { claims: 64 }
}

/// `HostileReader { claims: usize::MAX / 2 }` total
pub fn endless_reader() -> HostileReader {
    HostileReader {
        claims: usize::MAX / 2,
    }
}
