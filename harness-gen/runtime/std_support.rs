//! How values of std types are built and taken apart. Read by the same pipeline as any crate (through rustdoc JSON)
//! and compiled into every harness.
//!
//! The first doc line of each function is its form in reproductions between backticks, then flags:
//! `total` (cannot fail, runs no foreign code), `statement` (the form is a statement on the first argument, which is
//! also the result), `part` (takes its argument apart; `None` means that the part is not there), `partial` (`None` means
//! that these arguments make no value), `bound` (the form is bound by a `let`, because others borrow from it).

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::hash::Hash;
use std::marker::PhantomData;
use std::num::Wrapping;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A reference that a signature wants for ever: `&'static T` and no text.
pub struct Static<T: 'static>(pub &'static T);

/// `Box::leak(Box::new({0}))` total
pub fn leaked<T>(value: T) -> Static<T> {
    Static(Box::leak(Box::new(value)))
}

/// `None` total
pub fn option_none<T>() -> Option<T> {
    None
}

/// `Some({0})` total
pub fn option_some<T>(value: T) -> Option<T> {
    Some(value)
}

/// `Ok({0})` total
pub fn result_ok<T, E>(value: T) -> Result<T, E> {
    Ok(value)
}

/// `Err({0})` total
pub fn result_err<T, E>(error: E) -> Result<T, E> {
    Err(error)
}

/// `Vec::new()` total
pub fn vec_new<T>() -> Vec<T> {
    Vec::new()
}

/// `{0}.push({1})` total statement
pub fn vec_push<T>(mut vec: Vec<T>, value: T) -> Vec<T> {
    vec.push(value);
    vec
}

/// `({0}).as_slice()` total
pub fn vec_slice<T>(vec: &Vec<T>) -> &[T] {
    vec.as_slice()
}

/// `({0}).as_mut_slice()` total
pub fn vec_slice_mut<T>(vec: &mut Vec<T>) -> &mut [T] {
    vec.as_mut_slice()
}

/// `{0}.into_boxed_slice()` total
pub fn vec_boxed_slice<T>(vec: Vec<T>) -> Box<[T]> {
    vec.into_boxed_slice()
}

/// `{0}.into_iter()` total
pub fn vec_into_iter<T>(vec: Vec<T>) -> std::vec::IntoIter<T> {
    vec.into_iter()
}

/// `{0}.iter()` total
pub fn slice_iter<T>(slice: &[T]) -> std::slice::Iter<'_, T> {
    slice.iter()
}

/// `{0}.to_string()` total
pub fn string_from(text: &'static str) -> String {
    text.to_owned()
}

/// `&format!("{}{}", {0}, {1})` total bound
///
/// Texts grow from the literals. The new text is leaked: it has to outlive the run's other values.
pub fn str_push(text: &'static str, last: char) -> &'static str {
    let mut longer = String::with_capacity(text.len() + last.len_utf8());
    longer.push_str(text);
    longer.push(last);
    longer.leak()
}

/// `{0}.split_at({0}.char_indices().next_back().unwrap().0).0` partial
pub fn str_without_last(text: &'static str) -> Option<&'static str> {
    let (at, _) = text.char_indices().next_back()?;
    Some(&text[..at])
}

/// `{0}.split_at({0}.chars().next().unwrap().len_utf8()).1` partial
pub fn str_without_first(text: &'static str) -> Option<&'static str> {
    let first = text.chars().next()?;
    Some(&text[first.len_utf8()..])
}

/// `[{0}, &[{1}]].concat().leak()` total
pub fn bytes_push(bytes: &'static [u8], last: u8) -> &'static [u8] {
    [bytes, &[last]].concat().leak()
}

/// `{0}.split_last().unwrap().1` partial
pub fn bytes_without_last(bytes: &'static [u8]) -> Option<&'static [u8]> {
    bytes.split_last().map(|(_, rest)| rest)
}

/// `({0}).as_mut_str()` total
pub fn string_as_mut_str(text: &mut String) -> &mut str {
    text.as_mut_str()
}

/// `Box::<str>::from({0})` total
pub fn boxed_str(text: &'static str) -> Box<str> {
    text.into()
}

/// `{0}.chars()` total
pub fn str_chars(text: &'static str) -> std::str::Chars<'static> {
    text.chars()
}

/// `std::borrow::Cow::Owned({0})` total
pub fn cow_owned(text: String) -> Cow<'static, str> {
    Cow::Owned(text)
}

/// `std::borrow::Cow::Borrowed({0})` total
pub fn cow_borrowed(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}

/// `std::borrow::Cow::Owned({0})` total
pub fn cow_bytes(bytes: Vec<u8>) -> Cow<'static, [u8]> {
    Cow::Owned(bytes)
}

/// `std::ffi::OsString::from({0})` total
pub fn os_string(text: &'static str) -> OsString {
    OsString::from(text)
}

/// `std::ffi::OsStr::new({0})` total
pub fn os_str(text: &'static str) -> &'static OsStr {
    OsStr::new(text)
}

/// `std::path::PathBuf::from({0})` total
pub fn path_buf(text: &'static str) -> PathBuf {
    PathBuf::from(text)
}

/// `std::path::Path::new({0})` total
pub fn path(text: &'static str) -> &'static Path {
    Path::new(text)
}

/// `std::rc::Rc::new({0})` total
pub fn rc_new<T>(value: T) -> Rc<T> {
    Rc::new(value)
}

/// `std::sync::Arc::new({0})` total
pub fn arc_new<T>(value: T) -> Arc<T> {
    Arc::new(value)
}

/// `std::rc::Rc::<str>::from({0})` total
pub fn rc_str(text: &'static str) -> Rc<str> {
    Rc::from(text)
}

/// `std::sync::Arc::<str>::from({0})` total
pub fn arc_str(text: &'static str) -> Arc<str> {
    Arc::from(text)
}

/// `std::cell::Cell::new({0})` total
pub fn cell_new<T>(value: T) -> Cell<T> {
    Cell::new(value)
}

/// `std::cell::RefCell::new({0})` total
pub fn ref_cell_new<T>(value: T) -> RefCell<T> {
    RefCell::new(value)
}

/// `std::sync::Mutex::new({0})` total
pub fn mutex_new<T>(value: T) -> Mutex<T> {
    Mutex::new(value)
}

/// `std::num::Wrapping({0})` total
pub fn wrapping<T>(value: T) -> Wrapping<T> {
    Wrapping(value)
}

/// `std::marker::PhantomData` total
pub fn phantom<T>() -> PhantomData<T> {
    PhantomData
}

/// `std::num::NonZero::<u8>::new({0}).unwrap()` partial
pub fn non_zero_u8(value: u8) -> Option<std::num::NonZero<u8>> {
    std::num::NonZero::new(value)
}

/// `std::num::NonZero::<u16>::new({0}).unwrap()` partial
pub fn non_zero_u16(value: u16) -> Option<std::num::NonZero<u16>> {
    std::num::NonZero::new(value)
}

/// `std::num::NonZero::<u32>::new({0}).unwrap()` partial
pub fn non_zero_u32(value: u32) -> Option<std::num::NonZero<u32>> {
    std::num::NonZero::new(value)
}

/// `std::num::NonZero::<u64>::new({0}).unwrap()` partial
pub fn non_zero_u64(value: u64) -> Option<std::num::NonZero<u64>> {
    std::num::NonZero::new(value)
}

/// `std::num::NonZero::<usize>::new({0}).unwrap()` partial
pub fn non_zero_usize(value: usize) -> Option<std::num::NonZero<usize>> {
    std::num::NonZero::new(value)
}

/// `std::collections::VecDeque::new()` total
pub fn vec_deque_new<T>() -> VecDeque<T> {
    VecDeque::new()
}

/// `{0}.push_back({1})` total statement
pub fn vec_deque_push<T>(mut deque: VecDeque<T>, value: T) -> VecDeque<T> {
    deque.push_back(value);
    deque
}

/// `std::collections::BinaryHeap::new()`
pub fn heap_new<T: Ord>() -> BinaryHeap<T> {
    BinaryHeap::new()
}

/// `{0}.push({1})` statement
pub fn heap_push<T: Ord>(mut heap: BinaryHeap<T>, value: T) -> BinaryHeap<T> {
    heap.push(value);
    heap
}

/// `std::collections::BTreeMap::new()` total
pub fn btree_map_new<K, V>() -> BTreeMap<K, V> {
    BTreeMap::new()
}

/// `{0}.insert({1}, {2})` statement
pub fn btree_map_insert<K: Ord, V>(mut map: BTreeMap<K, V>, key: K, value: V) -> BTreeMap<K, V> {
    map.insert(key, value);
    map
}

/// `std::collections::BTreeSet::new()` total
pub fn btree_set_new<T>() -> BTreeSet<T> {
    BTreeSet::new()
}

/// `{0}.insert({1})` statement
pub fn btree_set_insert<T: Ord>(mut set: BTreeSet<T>, value: T) -> BTreeSet<T> {
    set.insert(value);
    set
}

/// `std::collections::HashMap::new()`
pub fn hash_map_new<K, V>() -> HashMap<K, V> {
    HashMap::new()
}

/// `{0}.insert({1}, {2})` statement
pub fn hash_map_insert<K: Eq + Hash, V>(mut map: HashMap<K, V>, key: K, value: V) -> HashMap<K, V> {
    map.insert(key, value);
    map
}

/// `std::collections::HashSet::new()`
pub fn hash_set_new<T>() -> HashSet<T> {
    HashSet::new()
}

/// `{0}.insert({1})` statement
pub fn hash_set_insert<T: Eq + Hash>(mut set: HashSet<T>, value: T) -> HashSet<T> {
    set.insert(value);
    set
}

/// `std::hash::DefaultHasher::new()` total
pub fn default_hasher() -> std::hash::DefaultHasher {
    std::hash::DefaultHasher::new()
}

/// `std::hash::RandomState::new()`
pub fn random_state() -> std::hash::RandomState {
    std::hash::RandomState::new()
}

/// `std::time::Duration::new({0}, 0)` total
pub fn duration_seconds(seconds: u64) -> Duration {
    Duration::new(seconds, 0)
}

/// `std::time::Duration::from_nanos({0})` total
pub fn duration_nanos(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

/// `std::time::UNIX_EPOCH` total
pub fn unix_epoch() -> std::time::SystemTime {
    std::time::UNIX_EPOCH
}

/// `std::time::UNIX_EPOCH.checked_add({0}).unwrap()` partial
pub fn system_time(after: Duration) -> Option<std::time::SystemTime> {
    std::time::UNIX_EPOCH.checked_add(after)
}

/// `std::time::UNIX_EPOCH.checked_sub({0}).unwrap()` partial
pub fn system_time_before(before: Duration) -> Option<std::time::SystemTime> {
    std::time::UNIX_EPOCH.checked_sub(before)
}

/// `std::time::Instant::now()`
pub fn instant() -> std::time::Instant {
    std::time::Instant::now()
}

/// `{0}..{1}` total
pub fn range<T>(start: T, end: T) -> Range<T> {
    start..end
}

/// `({0}..={1})` total
pub fn range_inclusive<T>(start: T, end: T) -> RangeInclusive<T> {
    start..=end
}

/// `({0}..)` total
pub fn range_from<T>(start: T) -> RangeFrom<T> {
    start..
}

/// `..{0}` total
pub fn range_to<T>(end: T) -> RangeTo<T> {
    ..end
}

/// `..={0}` total
pub fn range_to_inclusive<T>(end: T) -> RangeToInclusive<T> {
    ..=end
}

/// `..` total
pub fn range_full() -> RangeFull {
    ..
}

/// `std::ops::Bound::Unbounded` total
pub fn bound_unbounded<T>() -> Bound<T> {
    Bound::Unbounded
}

/// `std::ops::Bound::Included({0})` total
pub fn bound_included<T>(value: T) -> Bound<T> {
    Bound::Included(value)
}

/// `std::ops::Bound::Excluded({0})` total
pub fn bound_excluded<T>(value: T) -> Bound<T> {
    Bound::Excluded(value)
}

/// `std::cmp::Ordering::Less` total
pub fn ordering_less() -> std::cmp::Ordering {
    std::cmp::Ordering::Less
}

/// `std::cmp::Ordering::Equal` total
pub fn ordering_equal() -> std::cmp::Ordering {
    std::cmp::Ordering::Equal
}

/// `std::cmp::Ordering::Greater` total
pub fn ordering_greater() -> std::cmp::Ordering {
    std::cmp::Ordering::Greater
}

/// `std::cmp::Reverse({0})` total
pub fn reverse<T>(value: T) -> std::cmp::Reverse<T> {
    std::cmp::Reverse(value)
}

/// `std::io::Cursor::new({0})` total
pub fn cursor<T>(inner: T) -> std::io::Cursor<T> {
    std::io::Cursor::new(inner)
}

/// `std::io::Error::from(std::io::ErrorKind::Other)` total
pub fn io_error() -> std::io::Error {
    std::io::Error::from(std::io::ErrorKind::Other)
}

/// `std::fmt::Error` total
pub fn fmt_error() -> std::fmt::Error {
    std::fmt::Error
}

/// `std::net::Ipv4Addr::from({0})` total
pub fn ipv4(bits: u32) -> std::net::Ipv4Addr {
    std::net::Ipv4Addr::from(bits)
}

/// `std::net::Ipv6Addr::from({0})` total
pub fn ipv6(bits: u128) -> std::net::Ipv6Addr {
    std::net::Ipv6Addr::from(bits)
}

/// `std::net::IpAddr::V4({0})` total
pub fn ip_v4(address: std::net::Ipv4Addr) -> std::net::IpAddr {
    std::net::IpAddr::V4(address)
}

/// `std::net::IpAddr::V6({0})` total
pub fn ip_v6(address: std::net::Ipv6Addr) -> std::net::IpAddr {
    std::net::IpAddr::V6(address)
}

/// `std::net::SocketAddr::new({0}, {1})` total
pub fn socket_addr(ip: std::net::IpAddr, port: u16) -> std::net::SocketAddr {
    std::net::SocketAddr::new(ip, port)
}

/// `std::alloc::Layout::from_size_align({0}, {1}).unwrap()` partial
pub fn layout(size: usize, align: usize) -> Option<std::alloc::Layout> {
    std::alloc::Layout::from_size_align(size, align).ok()
}

/// `std::alloc::Layout::from_size_align(0, 0).unwrap_err()` total
pub fn layout_error() -> std::alloc::LayoutError {
    std::alloc::Layout::from_size_align(0, 0).unwrap_err()
}

/// `std::pin::Pin::new({0})` total
pub fn pin_new<T: Unpin>(pointer: &mut T) -> std::pin::Pin<&mut T> {
    std::pin::Pin::new(pointer)
}

/// `"".parse::<i32>().unwrap_err()` total
pub fn parse_int_error() -> std::num::ParseIntError {
    "".parse::<i32>().unwrap_err()
}

/// `{0}.unwrap()` part
pub fn option_value<T>(option: Option<T>) -> Option<T> {
    option
}

/// `({0}).as_ref().unwrap()` part
pub fn option_as_ref<T>(option: &Option<T>) -> Option<&T> {
    option.as_ref()
}

/// `({0}).as_mut().unwrap()` part
pub fn option_as_mut<T>(option: &mut Option<T>) -> Option<&mut T> {
    option.as_mut()
}

/// `{0}.ok().unwrap()` part
pub fn result_value<T, E>(result: Result<T, E>) -> Option<T> {
    result.ok()
}

/// `{0}.err().unwrap()` part
pub fn result_error<T, E>(result: Result<T, E>) -> Option<E> {
    result.err()
}

/// `match {0} { std::task::Poll::Ready(value) => value, std::task::Poll::Pending => panic!("pending") }` part
pub fn poll_value<T>(poll: std::task::Poll<T>) -> Option<T> {
    match poll {
        std::task::Poll::Ready(value) => Some(value),
        std::task::Poll::Pending => None,
    }
}

/// `{0}.into_iter().next().unwrap()` part
pub fn vec_first<T>(vec: Vec<T>) -> Option<T> {
    vec.into_iter().next()
}

/// `{0}.into_iter().nth(1).unwrap()` part
pub fn vec_second<T>(vec: Vec<T>) -> Option<T> {
    vec.into_iter().nth(1)
}

/// `{0}.first().unwrap()` part
pub fn slice_first<T>(slice: &[T]) -> Option<&T> {
    slice.first()
}

/// `{0}.get(1).unwrap()` part
pub fn slice_second<T>(slice: &[T]) -> Option<&T> {
    slice.get(1)
}

/// `({0}).as_slice()` part
pub fn vec_as_slice<T>(vec: &Vec<T>) -> Option<&[T]> {
    Some(vec.as_slice())
}

/// `*{0}` part
pub fn box_value<T>(boxed: Box<T>) -> Option<T> {
    Some(*boxed)
}

/// `({0}).as_ref()` part
pub fn box_as_ref<T>(boxed: &Box<T>) -> Option<&T> {
    Some(boxed.as_ref())
}

/// `{0}.into_vec().into_iter().next().unwrap()` part
pub fn boxed_slice_first<T>(slice: Box<[T]>) -> Option<T> {
    slice.into_vec().into_iter().next()
}

/// `{0}.into_owned()` part
pub fn cow_value<T: ToOwned + ?Sized>(cow: Cow<'static, T>) -> Option<T::Owned> {
    Some(cow.into_owned())
}

/// `{0}.next().unwrap()` part
pub fn boxed_iterator_next<T>(mut iterator: Box<dyn Iterator<Item = T>>) -> Option<T> {
    iterator.next()
}

/// `std::rc::Rc::try_unwrap({0}).ok().unwrap()` part
pub fn rc_value<T>(rc: Rc<T>) -> Option<T> {
    Rc::try_unwrap(rc).ok()
}

/// `std::sync::Arc::try_unwrap({0}).ok().unwrap()` part
pub fn arc_value<T>(arc: Arc<T>) -> Option<T> {
    Arc::try_unwrap(arc).ok()
}

/// `{0}.pop_first().unwrap().1` part
pub fn btree_map_first<K: Ord, V>(mut map: BTreeMap<K, V>) -> Option<V> {
    map.pop_first().map(|(_, value)| value)
}
