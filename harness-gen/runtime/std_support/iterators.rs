//! Iterators over values of std.

use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, binary_heap, btree_map,
    btree_set, hash_map, hash_set, linked_list, vec_deque,
};

/// `{0}.into_iter()` total
pub fn vec_into_iter<T>(vec: Vec<T>) -> std::vec::IntoIter<T> {
    vec.into_iter()
}

/// `({0}).iter()` total
pub fn slice_iter<T>(slice: &[T]) -> std::slice::Iter<'_, T> {
    slice.iter()
}

/// `{0}.chars()` total
pub fn str_chars(text: &'static str) -> std::str::Chars<'static> {
    text.chars()
}

/// `({0}).iter_mut()` total
pub fn slice_iter_mut<T>(slice: &mut [T]) -> std::slice::IterMut<'_, T> {
    slice.iter_mut()
}

/// `({0}).chunks(2)` total
pub fn slice_chunks<T>(slice: &[T]) -> std::slice::Chunks<'_, T> {
    slice.chunks(2)
}

/// `({0}).windows(2)` total
pub fn slice_windows<T>(slice: &[T]) -> std::slice::Windows<'_, T> {
    slice.windows(2)
}

/// `({0}).drain(..)` total
pub fn vec_drain<T>(vec: &mut Vec<T>) -> std::vec::Drain<'_, T> {
    vec.drain(..)
}

/// `{0}.into_iter()` total
pub fn array_into_iter<T, const N: usize>(array: [T; N]) -> std::array::IntoIter<T, N> {
    array.into_iter()
}

/// `{0}.into_iter()` total
pub fn option_into_iter<T>(option: Option<T>) -> std::option::IntoIter<T> {
    option.into_iter()
}

/// `({0}).iter()` total
pub fn option_iter<T>(option: &Option<T>) -> std::option::Iter<'_, T> {
    option.iter()
}

/// `({0}).iter_mut()` total
pub fn option_iter_mut<T>(option: &mut Option<T>) -> std::option::IterMut<'_, T> {
    option.iter_mut()
}

/// `{0}.into_iter()` total
pub fn result_into_iter<T>(result: Result<T, ()>) -> std::result::IntoIter<T> {
    result.into_iter()
}

/// `({0}).iter()` total
pub fn result_iter<T>(result: &Result<T, ()>) -> std::result::Iter<'_, T> {
    result.iter()
}

/// `std::iter::empty()` total
pub fn iter_empty<T>() -> std::iter::Empty<T> {
    std::iter::empty()
}

/// `std::iter::once({0})` total
pub fn iter_once<T>(value: T) -> std::iter::Once<T> {
    std::iter::once(value)
}

/// `std::iter::repeat({0})` total
pub fn iter_repeat<T: Clone>(value: T) -> std::iter::Repeat<T> {
    std::iter::repeat(value)
}

/// `{0}.char_indices()` total
pub fn str_char_indices(text: &'static str) -> std::str::CharIndices<'static> {
    text.char_indices()
}

/// `{0}.bytes()` total
pub fn str_bytes(text: &'static str) -> std::str::Bytes<'static> {
    text.bytes()
}

/// `{0}.lines()` total
pub fn str_lines(text: &'static str) -> std::str::Lines<'static> {
    text.lines()
}

/// `{0}.split_whitespace()` total
pub fn str_split_whitespace(text: &'static str) -> std::str::SplitWhitespace<'static> {
    text.split_whitespace()
}

/// `{0}.split_ascii_whitespace()` total
pub fn str_split_ascii_whitespace(text: &'static str) -> std::str::SplitAsciiWhitespace<'static> {
    text.split_ascii_whitespace()
}

/// `{0}.encode_utf16()` total
pub fn str_encode_utf16(text: &'static str) -> std::str::EncodeUtf16<'static> {
    text.encode_utf16()
}

/// `({0}).drain(..)` total
pub fn string_drain(text: &mut String) -> std::string::Drain<'_> {
    text.drain(..)
}

/// `{0}.to_uppercase()` total
pub fn char_to_uppercase(character: char) -> std::char::ToUppercase {
    character.to_uppercase()
}

/// `{0}.to_lowercase()` total
pub fn char_to_lowercase(character: char) -> std::char::ToLowercase {
    character.to_lowercase()
}

/// `{0}.escape_debug()` total
pub fn char_escape_debug(character: char) -> std::char::EscapeDebug {
    character.escape_debug()
}

/// `{0}.escape_default()` total
pub fn char_escape_default(character: char) -> std::char::EscapeDefault {
    character.escape_default()
}

/// `({0}).components()` total
pub fn path_components(path: &std::path::Path) -> std::path::Components<'_> {
    path.components()
}

/// `{0}.into_iter()` total
pub fn vec_deque_into_iter<T>(values: VecDeque<T>) -> vec_deque::IntoIter<T> {
    values.into_iter()
}

/// `({0}).iter()` total
pub fn vec_deque_iter<T>(values: &VecDeque<T>) -> vec_deque::Iter<'_, T> {
    values.iter()
}

/// `({0}).iter_mut()` total
pub fn vec_deque_iter_mut<T>(values: &mut VecDeque<T>) -> vec_deque::IterMut<'_, T> {
    values.iter_mut()
}

/// `{0}.into_iter()` total
pub fn linked_list_into_iter<T>(values: LinkedList<T>) -> linked_list::IntoIter<T> {
    values.into_iter()
}

/// `({0}).iter()` total
pub fn linked_list_iter<T>(values: &LinkedList<T>) -> linked_list::Iter<'_, T> {
    values.iter()
}

/// `({0}).iter_mut()` total
pub fn linked_list_iter_mut<T>(values: &mut LinkedList<T>) -> linked_list::IterMut<'_, T> {
    values.iter_mut()
}

/// `{0}.into_iter()` total
pub fn binary_heap_into_iter<T>(values: BinaryHeap<T>) -> binary_heap::IntoIter<T> {
    values.into_iter()
}

/// `({0}).iter()` total
pub fn binary_heap_iter<T>(values: &BinaryHeap<T>) -> binary_heap::Iter<'_, T> {
    values.iter()
}

/// `{0}.into_iter()` total
pub fn btree_set_into_iter<T>(values: BTreeSet<T>) -> btree_set::IntoIter<T> {
    values.into_iter()
}

/// `({0}).iter()` total
pub fn btree_set_iter<T>(values: &BTreeSet<T>) -> btree_set::Iter<'_, T> {
    values.iter()
}

/// `{0}.into_iter()` total
pub fn hash_set_into_iter<T>(values: HashSet<T>) -> hash_set::IntoIter<T> {
    values.into_iter()
}

/// `({0}).iter()` total
pub fn hash_set_iter<T>(values: &HashSet<T>) -> hash_set::Iter<'_, T> {
    values.iter()
}

/// `({0}).drain(..)` total
pub fn vec_deque_drain<T>(values: &mut VecDeque<T>) -> vec_deque::Drain<'_, T> {
    values.drain(..)
}

/// `{0}.into_iter()` total
pub fn btree_map_into_iter<K, V>(map: BTreeMap<K, V>) -> btree_map::IntoIter<K, V> {
    map.into_iter()
}

/// `{0}.into_keys()` total
pub fn btree_map_into_keys<K, V>(map: BTreeMap<K, V>) -> btree_map::IntoKeys<K, V> {
    map.into_keys()
}

/// `{0}.into_values()` total
pub fn btree_map_into_values<K, V>(map: BTreeMap<K, V>) -> btree_map::IntoValues<K, V> {
    map.into_values()
}

/// `({0}).iter()` total
pub fn btree_map_iter<K, V>(map: &BTreeMap<K, V>) -> btree_map::Iter<'_, K, V> {
    map.iter()
}

/// `({0}).iter_mut()` total
pub fn btree_map_iter_mut<K, V>(map: &mut BTreeMap<K, V>) -> btree_map::IterMut<'_, K, V> {
    map.iter_mut()
}

/// `({0}).keys()` total
pub fn btree_map_keys<K, V>(map: &BTreeMap<K, V>) -> btree_map::Keys<'_, K, V> {
    map.keys()
}

/// `({0}).values()` total
pub fn btree_map_values<K, V>(map: &BTreeMap<K, V>) -> btree_map::Values<'_, K, V> {
    map.values()
}

/// `({0}).values_mut()` total
pub fn btree_map_values_mut<K, V>(map: &mut BTreeMap<K, V>) -> btree_map::ValuesMut<'_, K, V> {
    map.values_mut()
}

/// `{0}.into_iter()` total
pub fn hash_map_into_iter<K, V>(map: HashMap<K, V>) -> hash_map::IntoIter<K, V> {
    map.into_iter()
}

/// `{0}.into_keys()` total
pub fn hash_map_into_keys<K, V>(map: HashMap<K, V>) -> hash_map::IntoKeys<K, V> {
    map.into_keys()
}

/// `{0}.into_values()` total
pub fn hash_map_into_values<K, V>(map: HashMap<K, V>) -> hash_map::IntoValues<K, V> {
    map.into_values()
}

/// `({0}).iter()` total
pub fn hash_map_iter<K, V>(map: &HashMap<K, V>) -> hash_map::Iter<'_, K, V> {
    map.iter()
}

/// `({0}).iter_mut()` total
pub fn hash_map_iter_mut<K, V>(map: &mut HashMap<K, V>) -> hash_map::IterMut<'_, K, V> {
    map.iter_mut()
}

/// `({0}).keys()` total
pub fn hash_map_keys<K, V>(map: &HashMap<K, V>) -> hash_map::Keys<'_, K, V> {
    map.keys()
}

/// `({0}).values()` total
pub fn hash_map_values<K, V>(map: &HashMap<K, V>) -> hash_map::Values<'_, K, V> {
    map.values()
}

/// `({0}).values_mut()` total
pub fn hash_map_values_mut<K, V>(map: &mut HashMap<K, V>) -> hash_map::ValuesMut<'_, K, V> {
    map.values_mut()
}

/// `({0}).range(..)`
pub fn btree_map_range<K: Ord, V>(map: &BTreeMap<K, V>) -> btree_map::Range<'_, K, V> {
    map.range::<K, _>(..)
}

/// `({0}).drain()` total
pub fn hash_map_drain<K, V>(map: &mut HashMap<K, V>) -> hash_map::Drain<'_, K, V> {
    map.drain()
}

/// `{0}.peekable()`
pub fn iter_peekable<I: Iterator>(iterator: I) -> std::iter::Peekable<I> {
    iterator.peekable()
}

/// `{0}.enumerate()`
pub fn iter_enumerate<I: Iterator>(iterator: I) -> std::iter::Enumerate<I> {
    iterator.enumerate()
}

/// `{0}.fuse()`
pub fn iter_fuse<I: Iterator>(iterator: I) -> std::iter::Fuse<I> {
    iterator.fuse()
}

/// `{0}.rev()`
pub fn iter_rev<I: DoubleEndedIterator>(iterator: I) -> std::iter::Rev<I> {
    iterator.rev()
}

/// `{0}.skip({1})`
pub fn iter_skip<I: Iterator>(iterator: I, count: usize) -> std::iter::Skip<I> {
    iterator.skip(count)
}

/// `{0}.take({1})`
pub fn iter_take<I: Iterator>(iterator: I, count: usize) -> std::iter::Take<I> {
    iterator.take(count)
}

/// `{0}.cloned()`
pub fn iter_cloned<'a, T: Clone + 'a, I: Iterator<Item = &'a T>>(iterator: I) -> std::iter::Cloned<I> {
    iterator.cloned()
}

/// `{0}.copied()`
pub fn iter_copied<'a, T: Copy + 'a, I: Iterator<Item = &'a T>>(iterator: I) -> std::iter::Copied<I> {
    iterator.copied()
}

/// `{0}.chain({1})`
pub fn iter_chain<A: Iterator, B: Iterator<Item = A::Item>>(first: A, second: B) -> std::iter::Chain<A, B> {
    first.chain(second)
}

/// `{0}.zip({1})`
pub fn iter_zip<A: Iterator, B: Iterator>(first: A, second: B) -> std::iter::Zip<A, B> {
    first.zip(second)
}
