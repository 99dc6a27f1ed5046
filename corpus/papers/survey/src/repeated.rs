//! Loops whose fault shows in a late iteration: what bounded search has to unfold.
//!
//! To be found: an argument that lets the loop come to its fifth iteration.

/// Fails in the fifth iteration: the table has four places.
pub fn counted(times: u32) -> u32 {
    let table = [1, 2, 4, 8];
    (0..times.min(100)).map(|index| table[index as usize]).sum()
}

/// To be found: it fails if the first five elements are above 0: each is looked at only if those before it were.
pub fn positive(list: &[i32]) -> usize {
    let length = list.iter().take_while(|element| **element > 0).count();
    assert!(length < 5, "five in a row");
    length
}

/// To be found: it fails if the text starts with five opening brackets: the stack of a parser that has four places.
pub fn nested(text: &[u8]) -> usize {
    let mut open = [0; 4];
    let mut depth = 0;
    for (position, byte) in text.iter().enumerate() {
        match byte {
            b'(' => {
                open[depth] = position;
                depth += 1;
            }
            b')' if depth > 0 => depth -= 1,
            _ => break,
        }
    }
    depth
}
