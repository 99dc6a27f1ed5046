//! Indices and lengths that have to go together.

pub fn halves(list: &[u8], at: usize) -> (&[u8], &[u8]) {
    list.split_at(at)
}

pub fn fold_line(line: &str, at: usize) -> String {
    let (first, second) = line.split_at(at);
    [first, "\n ", second].concat()
}

/// The sum of `values[from..to]`.
pub fn sum_between(values: &[u8], from: usize, to: usize) -> u64 {
    assert!(from <= to, "the range ends before it begins");
    assert!(to <= values.len(), "the range ends behind the values");
    values[from..to].iter().map(|value| u64::from(*value)).sum()
}

pub fn read_at(file: &[u8], offset: u16, length: u16) -> Vec<u8> {
    let end = usize::from(offset) + usize::from(length);
    assert!(end <= file.len(), "read beyond the end");
    file[usize::from(offset)..end].to_vec()
}

pub fn mix(left: Vec<u8>, right: Vec<u8>) -> Vec<u8> {
    assert_eq!(left.len(), right.len());
    left.iter().zip(&right).map(|(left, right)| left ^ right).collect()
}
