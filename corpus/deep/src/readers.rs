//! Readers of texts and bytes in which something nests.

/// Readers that recurse as deep as what they read nests.
pub mod faulty {
    use crate::frame;
    use std::hint::black_box;

    /// The groups in parentheses of a text; none if one is not closed.
    pub fn groups(text: &str) -> Option<usize> {
        let mut rest = text.chars();
        let mut count = 0;
        while let Some(next) = rest.next() {
            if next == '(' {
                count += group(&mut rest)?;
            }
        }
        Some(count)
    }

    fn group(rest: &mut std::str::Chars<'_>) -> Option<usize> {
        let frame = black_box(frame());
        let mut count = 1;
        loop {
            match rest.next()? {
                ')' => return Some(count + usize::from(black_box(frame)[0])),
                '(' => count += group(rest)?,
                _ => {}
            }
        }
    }

    /// The lists in bencoded bytes; none if they end too early.
    pub fn lists(bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes.iter();
        match rest.next()? {
            b'l' => list(&mut rest),
            _ => None,
        }
    }

    fn list(rest: &mut std::slice::Iter<'_, u8>) -> Option<usize> {
        let frame = black_box(frame());
        let mut count = 1;
        loop {
            match rest.next()? {
                b'e' => return Some(count + usize::from(black_box(frame)[0])),
                b'l' => count += list(rest)?,
                _ => return None,
            }
        }
    }
}

/// Readers of the same that cannot overflow a stack.
pub mod sound {
    use crate::frame;
    use std::hint::black_box;

    /// The groups in parentheses of a text, counted with a stack of its own; none if one is not closed.
    pub fn groups(text: &str) -> Option<usize> {
        let (mut open, mut count) = (0_usize, 0);
        for next in text.chars() {
            match next {
                '(' => (open, count) = (open + 1, count + 1),
                ')' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        (open == 0).then_some(count)
    }

    /// The lists in bencoded bytes; none if they end too early, or nest deeper than a hundred levels.
    pub fn lists(bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes.iter();
        match rest.next()? {
            b'l' => list(&mut rest, 100),
            _ => None,
        }
    }

    fn list(rest: &mut std::slice::Iter<'_, u8>, levels: u32) -> Option<usize> {
        let frame = black_box(frame());
        let levels = levels.checked_sub(1)?;
        let mut count = 1;
        loop {
            match rest.next()? {
                b'e' => return Some(count + usize::from(black_box(frame)[0])),
                b'l' => count += list(rest, levels)?,
                _ => return None,
            }
        }
    }
}
