//! Linked lists that are long, and what drops them.

/// Chains whose links are dropped one within the other.
pub mod faulty {
    use crate::frame;
    use std::hint::black_box;

    /// A chain with as many links as a text has characters.
    pub struct OfText {
        next: Option<Box<OfText>>,
    }

    /// Makes a chain with a link for each character.
    pub fn of_text(text: &str) -> OfText {
        text.chars().fold(OfText { next: None }, |next, _| OfText {
            next: Some(Box::new(next)),
        })
    }

    impl Drop for OfText {
        fn drop(&mut self) {
            let frame = black_box(frame());
            drop(self.next.take());
            black_box(frame);
        }
    }

    /// A chain of so many links.
    pub struct OfCount {
        next: Option<Box<OfCount>>,
    }

    /// Makes a chain of so many links.
    pub fn of_count(count: u16) -> OfCount {
        (0..count).fold(OfCount { next: None }, |next, _| OfCount {
            next: Some(Box::new(next)),
        })
    }

    impl Drop for OfCount {
        fn drop(&mut self) {
            let frame = black_box(frame());
            drop(self.next.take());
            black_box(frame);
        }
    }
}

/// Chains whose links are dropped one after the other.
pub mod sound {
    /// A chain of links.
    pub struct Chain {
        next: Option<Box<Chain>>,
    }

    fn longer(next: Chain) -> Chain {
        Chain {
            next: Some(Box::new(next)),
        }
    }

    /// Makes a chain with a link for each character.
    pub fn of_text(text: &str) -> Chain {
        text.chars().fold(Chain { next: None }, |next, _| longer(next))
    }

    /// Makes a chain of so many links.
    pub fn of_count(count: u16) -> Chain {
        (0..count).fold(Chain { next: None }, |next, _| longer(next))
    }

    impl Drop for Chain {
        fn drop(&mut self) {
            let mut next = self.next.take();
            while let Some(mut link) = next {
                next = link.next.take();
            }
        }
    }
}
