//! Values that misbehave as safe code may: they panic when they are dropped, cloned or compared, or order and hash themselves
//! anew each time. Each is registered, so that it is known when one is dropped twice, or used when it is not there. What stands
//! before the ways to make one is declared by stand-alone tests, too.

use crate::registry;

pub struct Hostile {
    id: usize,
    mark: usize,
    key: u8,
    manner: Manner,
}

#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Orderly,
    PanicsWhenDropped,
    PanicsWhenCloned,
    PanicsWhenCompared,
    Lies,
}

impl Hostile {
    fn new(key: u8, manner: Manner) -> Hostile {
        let id = registry::made();
        // Memory that holds no value has no such mark.
        let mark = !id;
        Hostile {
            id,
            mark,
            key,
            manner,
        }
    }

    fn used(&self, panicking: Manner) -> bool {
        registry::used(self.id, self.mark);
        if self.manner == panicking {
            registry::panic()
        }
        self.manner == Manner::Lies
    }

    fn compared(&self, other: &Hostile) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let lies = self.used(Manner::PanicsWhenCompared) | other.used(Manner::PanicsWhenCompared);
        match lies {
            true => [Less, Greater, Equal][registry::turn() % 3],
            false => self.key.cmp(&other.key),
        }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        registry::dropped(self.id, self.mark);
        if self.manner == Manner::PanicsWhenDropped && !std::thread::panicking() {
            registry::panic()
        }
    }
}

impl Clone for Hostile {
    fn clone(&self) -> Hostile {
        self.used(Manner::PanicsWhenCloned);
        Hostile::new(self.key, self.manner)
    }
}

impl PartialEq for Hostile {
    fn eq(&self, other: &Hostile) -> bool {
        self.compared(other).is_eq()
    }
}

impl Eq for Hostile {}

impl PartialOrd for Hostile {
    fn partial_cmp(&self, other: &Hostile) -> Option<std::cmp::Ordering> {
        Some(self.compared(other))
    }
}

impl Ord for Hostile {
    fn cmp(&self, other: &Hostile) -> std::cmp::Ordering {
        self.compared(other)
    }
}

impl std::hash::Hash for Hostile {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let lies = self.used(Manner::PanicsWhenCompared);
        state.write_usize(match lies {
            true => registry::turn(),
            false => self.key.into(),
        });
    }
}

impl Default for Hostile {
    fn default() -> Hostile {
        Hostile::new(0, Manner::Orderly)
    }
}

impl std::fmt::Debug for Hostile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.used(Manner::PanicsWhenCompared);
        write!(f, "{}", self.key)
    }
}

impl std::fmt::Display for Hostile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

// Ways to make one.

/// `Hostile::new(0, Manner::Orderly)` total
pub fn least() -> Hostile {
    Hostile::new(0, Manner::Orderly)
}

/// `Hostile::new(1, Manner::Orderly)` total
pub fn greater() -> Hostile {
    Hostile::new(1, Manner::Orderly)
}

/// `Hostile::new(0, Manner::PanicsWhenDropped)` total
pub fn panics_when_dropped() -> Hostile {
    Hostile::new(0, Manner::PanicsWhenDropped)
}

/// `Hostile::new(0, Manner::PanicsWhenCloned)` total
pub fn panics_when_cloned() -> Hostile {
    Hostile::new(0, Manner::PanicsWhenCloned)
}

/// `Hostile::new(0, Manner::PanicsWhenCompared)` total
pub fn panics_when_compared() -> Hostile {
    Hostile::new(0, Manner::PanicsWhenCompared)
}

/// `Hostile::new(0, Manner::Lies)` total
pub fn lies() -> Hostile {
    Hostile::new(0, Manner::Lies)
}
