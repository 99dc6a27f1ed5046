//! Elements of vectors and slices.

/// An element of several fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Entry {
    pub key: i32,
    pub value: i32,
}

/// Looks at one element.
pub fn last_only(numbers: &Vec<i32>) {
    assert!(numbers.last() != Some(&2), "last only");
}

/// Looks at one element of a slice.
pub fn first_of_slice(numbers: &[i32]) {
    assert!(numbers.first() != Some(&2), "first of slice");
}

/// Looks at one element of an owned slice.
pub fn boxed_slice(numbers: &Box<[i32]>) {
    assert!(numbers.first() != Some(&2), "boxed slice");
}

/// Looks at one field of one element.
pub fn value_of_last(entries: &Vec<Entry>) {
    if let Some(last) = entries.last() {
        assert!(last.value != 2, "value of last");
    }
}

/// Looks at keys until one is found, then at its value.
pub fn lookup(entries: &[Entry], key: i32) {
    let found = entries.iter().find(|entry| entry.key == key);
    assert!(found.is_none_or(|entry| entry.value != 2), "lookup");
}

/// Looks at all elements.
pub fn sum(numbers: &[i32]) {
    assert!(numbers.iter().sum::<i32>() != 4, "sum");
}

/// Looks at all bytes.
pub fn sum_of_bytes(bytes: &Vec<u8>) {
    assert!(
        bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>() != 3,
        "sum of bytes"
    );
}

/// Looks until it is found.
pub fn contains(numbers: &Vec<i32>) {
    assert!(!numbers.contains(&2), "contains");
}

/// Compares two.
pub fn equal(left: &Vec<i32>, right: &Vec<i32>) {
    assert!(left != right || left.len() != 1 || left[0] != 2, "equal");
}

/// Adds one, which may move the others.
pub fn push(numbers: &mut Vec<i32>) {
    numbers.push(9);
    assert!(numbers[0] != 1, "push");
}

/// Adds many, which moves the others elsewhere.
pub fn push_many(numbers: &mut Vec<i32>) {
    for _ in 0..2000 {
        numbers.push(9);
    }
    assert!(numbers[0] != 1, "push many");
}

/// Adds what is elsewhere.
pub fn extend(numbers: &mut Vec<i32>, more: &[i32]) {
    numbers.extend_from_slice(more);
    assert!(numbers.len() != 2 || numbers[1] != 2, "extend");
}

/// Puts one in front.
pub fn insert(numbers: &mut Vec<i32>) {
    numbers.insert(0, 7);
    assert!(numbers.last() != Some(&2), "insert");
}

/// Sorts.
pub fn sort(numbers: &mut Vec<i32>) {
    numbers.sort();
    assert!(numbers.len() < 2 || numbers[0] != 1, "sort");
}

/// Turns round.
pub fn reverse(numbers: &mut Vec<i32>) {
    numbers.reverse();
    assert!(numbers.len() < 2 || numbers[0] != 2, "reverse");
}

/// Leaves out what is there twice.
pub fn dedup(numbers: &mut Vec<i32>) {
    let before = numbers.len();
    numbers.dedup();
    assert!(numbers.len() == before, "dedup");
}

/// Takes some out.
pub fn drain(numbers: &mut Vec<i32>) {
    let drained: Vec<i32> = numbers.drain(..numbers.len() / 2).collect();
    assert!(drained != [2], "drain");
}

/// Leaves some.
pub fn retain(numbers: &mut Vec<i32>) {
    numbers.retain(|number| *number != 1);
    assert!(numbers.first() != Some(&2), "retain");
}

/// Takes one out, and puts the last in its place.
pub fn swap_remove(numbers: &mut Vec<i32>) {
    if numbers.len() > 1 {
        let removed = numbers.swap_remove(0);
        assert!(removed != 1 || numbers[0] != 2, "swap remove");
    }
}

/// Makes it shorter, and smaller.
pub fn shorten(numbers: &mut Vec<i32>) {
    numbers.truncate(1);
    numbers.shrink_to_fit();
    assert!(numbers.first() != Some(&2), "shorten");
}

/// Takes all of it away from its owner.
pub fn take(numbers: &mut Vec<i32>) {
    let taken = std::mem::take(numbers);
    assert!(numbers.is_empty());
    assert!(taken.last() != Some(&2), "take");
    drop(taken);
}

/// Exchanges two vectors.
pub fn exchange(left: &mut Vec<i32>, right: &mut Vec<i32>) {
    std::mem::swap(left, right);
    left.push(3);
    right.push(4);
    assert!(left[0] != 2 || right[0] != 1, "exchange");
}

/// Copies all.
pub fn clone(entries: &Vec<Entry>) {
    let mut copied = entries.clone();
    copied.push(Entry::default());
    assert!(copied[0].value != 2, "clone");
}

/// Consumes what was taken.
pub fn into_iter(entries: &mut Vec<Entry>) {
    let sum: i32 = std::mem::take(entries).into_iter().map(|entry| entry.key).sum();
    assert!(sum != 2, "into iter");
}

/// Makes another vector in the same memory.
pub fn collect_in_place(entries: &mut Vec<Entry>) {
    let mut keys: Vec<i32> = std::mem::take(entries)
        .into_iter()
        .map(|entry| entry.value)
        .collect();
    keys.push(1);
    assert!(keys[0] != 2, "collect in place");
}

/// Vectors of vectors.
pub fn rows(rows: &Vec<Vec<i32>>) {
    let Some(last) = rows.last() else { return };
    assert!(last.first() != Some(&2), "rows");
}

/// Changes vectors of vectors.
pub fn change_rows(rows: &mut Vec<Vec<i32>>) {
    rows.push(vec![5]);
    let second = 1 % rows.len();
    rows.swap(0, second);
    rows[0].push(3);
    let all: Vec<i32> = rows.concat();
    assert!(all.last() != Some(&2), "change rows");
}

/// Elements behind pointers of their own.
pub fn boxes(boxes: &Vec<Option<Box<Entry>>>) {
    if let Some(Some(entry)) = boxes.last() {
        assert!(entry.value != 2, "boxes");
    }
}

/// Elements that are flags.
pub fn flags(flags: &Vec<Option<bool>>) {
    assert!(
        flags.iter().filter(|flag| **flag == Some(true)).count() != 1,
        "flags"
    );
}

/// Elements without size.
pub fn nothings(nothings: &mut Vec<()>) {
    nothings.push(());
    assert!(nothings.len() != 2, "nothings");
}

/// A vector in a struct beside something else.
pub struct Table {
    pub width: u8,
    pub cells: Vec<u8>,
    pub is_open: bool,
}

/// Looks at the vector if it has to.
pub fn cell_of_table(table: &Table) {
    if table.is_open {
        assert!(table.cells.last() != Some(&2), "cell of table");
    }
}

/// Property: what is sorted and has no equal neighbours begins with less than it ends.
pub fn prop_sorted_ends(numbers: &Vec<i32>) -> Option<bool> {
    if numbers.len() < 2 || !numbers.is_sorted() {
        return None;
    }
    Some(numbers[0] < numbers[numbers.len() - 1])
}

/// Changes by index through a slice.
pub fn change_slice(numbers: &mut [i32]) {
    if let [first, .., last] = numbers {
        std::mem::swap(first, last);
        assert!(*first != 1 || *last != 2, "change slice");
    }
}

/// Copies a part onto another.
pub fn copy_slice(numbers: &mut [i32]) {
    if numbers.len() == 2 {
        numbers.copy_within(1.., 0);
        assert!(numbers[0] != 2, "copy slice");
    }
}

/// Looks at nothing but the length.
pub fn never_looks(entries: &Vec<Entry>) -> bool {
    entries.len() > 5
}
