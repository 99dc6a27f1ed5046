//! How values of std are taken apart: `None` means that the part is not there.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;

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
pub fn poll_value<T>(poll: Poll<T>) -> Option<T> {
    match poll {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
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

/// `({0}).first().unwrap()` part
pub fn slice_first<T>(slice: &[T]) -> Option<&T> {
    slice.first()
}

/// `({0}).get(1).unwrap()` part
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

/// `({0}).first_mut().unwrap()` part
pub fn slice_first_mut<T>(slice: &mut [T]) -> Option<&mut T> {
    slice.first_mut()
}

/// `({0}).first_mut().unwrap()` part
pub fn vec_first_mut<T>(vec: &mut Vec<T>) -> Option<&mut T> {
    vec.first_mut()
}

/// `({0}).as_mut()` part
pub fn box_as_mut<T>(boxed: &mut Box<T>) -> Option<&mut T> {
    Some(boxed.as_mut())
}

/// `({0}).as_ref().ok().unwrap()` part
pub fn result_as_ref<T, E>(result: &Result<T, E>) -> Option<&T> {
    result.as_ref().ok()
}

/// `&**{0}` part
pub fn rc_as_ref<T>(rc: &Rc<T>) -> Option<&T> {
    Some(rc)
}

/// `&**{0}` part
pub fn arc_as_ref<T>(arc: &Arc<T>) -> Option<&T> {
    Some(arc)
}

/// `{0}.into_inner()` part
pub fn cell_value<T>(cell: Cell<T>) -> Option<T> {
    Some(cell.into_inner())
}

/// `{0}.into_inner()` part
pub fn ref_cell_value<T>(cell: RefCell<T>) -> Option<T> {
    Some(cell.into_inner())
}

/// `({0}).get_mut()` part
pub fn ref_cell_get_mut<T>(cell: &mut RefCell<T>) -> Option<&mut T> {
    Some(cell.get_mut())
}

/// `{0}.into_inner().unwrap()` part
pub fn mutex_value<T>(mutex: Mutex<T>) -> Option<T> {
    mutex.into_inner().ok()
}

/// `{0}.into_inner().unwrap()` part
pub fn rw_lock_value<T>(lock: RwLock<T>) -> Option<T> {
    lock.into_inner().ok()
}

/// `{0}.into_inner().unwrap()` part
pub fn once_cell_value<T>(cell: OnceCell<T>) -> Option<T> {
    cell.into_inner()
}

/// `({0}).get().unwrap()` part
pub fn once_lock_get<T>(lock: &OnceLock<T>) -> Option<&T> {
    lock.get()
}

/// `{0}.into_ref().get_ref()` part
pub fn pin_value<'a, T>(pin: Pin<&'a mut T>) -> Option<&'a T> {
    Some(pin.into_ref().get_ref())
}

/// `{0}.0` part
pub fn reverse_value<T>(reverse: std::cmp::Reverse<T>) -> Option<T> {
    Some(reverse.0)
}

/// `{0}.0` part
pub fn wrapping_value<T>(wrapping: std::num::Wrapping<T>) -> Option<T> {
    Some(wrapping.0)
}

/// `{0}.start` part
pub fn range_start<T>(range: std::ops::Range<T>) -> Option<T> {
    Some(range.start)
}

/// `{0}.end` part
pub fn range_end<T>(range: std::ops::Range<T>) -> Option<T> {
    Some(range.end)
}

/// `{0}.into_inner().0` part
pub fn range_inclusive_start<T>(range: std::ops::RangeInclusive<T>) -> Option<T> {
    Some(range.into_inner().0)
}

/// `match {0} { std::ops::Bound::Included(value) | std::ops::Bound::Excluded(value) => value, std::ops::Bound::Unbounded => panic!("unbounded") }` part
pub fn bound_value<T>(bound: std::ops::Bound<T>) -> Option<T> {
    match bound {
        std::ops::Bound::Included(value) | std::ops::Bound::Excluded(value) => Some(value),
        std::ops::Bound::Unbounded => None,
    }
}

/// `{0}.into_inner()` part
pub fn cursor_value<T>(cursor: std::io::Cursor<T>) -> Option<T> {
    Some(cursor.into_inner())
}

/// `{0}.into_inner()` part
pub fn buf_reader_value<R>(reader: std::io::BufReader<R>) -> Option<R> {
    Some(reader.into_inner())
}

/// `{0}.break_value().unwrap()` part
pub fn control_flow_break<B, C>(flow: ControlFlow<B, C>) -> Option<B> {
    flow.break_value()
}

/// `{0}.continue_value().unwrap()` part
pub fn control_flow_continue<B, C>(flow: ControlFlow<B, C>) -> Option<C> {
    flow.continue_value()
}

/// `{0}.pop_first().unwrap().0` part
pub fn btree_map_first_key<K: Ord, V>(mut map: BTreeMap<K, V>) -> Option<K> {
    map.pop_first().map(|(key, _)| key)
}

/// `{0}.into_iter().next().unwrap()` part
pub fn btree_set_first<T>(set: BTreeSet<T>) -> Option<T> {
    set.into_iter().next()
}

/// `{0}.into_iter().next().unwrap()` part
pub fn vec_deque_first<T>(deque: VecDeque<T>) -> Option<T> {
    deque.into_iter().next()
}

/// `{0}.into_iter().next().unwrap()` part
pub fn linked_list_first<T>(list: LinkedList<T>) -> Option<T> {
    list.into_iter().next()
}

/// `{0}.into_vec().into_iter().next().unwrap()` part
pub fn heap_first<T>(heap: BinaryHeap<T>) -> Option<T> {
    heap.into_vec().into_iter().next()
}

/// `({0}).values().next().unwrap()` part
pub fn btree_map_value_ref<K, V>(map: &BTreeMap<K, V>) -> Option<&V> {
    map.values().next()
}

/// `({0}).values_mut().next().unwrap()` part
pub fn btree_map_value_mut<K, V>(map: &mut BTreeMap<K, V>) -> Option<&mut V> {
    map.values_mut().next()
}

// The order of hashed elements differs from run to run: they are taken only where there is one.

/// `{0}.into_values().next().unwrap()` part
pub fn hash_map_value<K, V, S>(map: HashMap<K, V, S>) -> Option<V> {
    if map.len() == 1 {
        map.into_values().next()
    } else {
        None
    }
}

/// `{0}.into_keys().next().unwrap()` part
pub fn hash_map_key<K, V, S>(map: HashMap<K, V, S>) -> Option<K> {
    if map.len() == 1 {
        map.into_keys().next()
    } else {
        None
    }
}

/// `({0}).values().next().unwrap()` part
pub fn hash_map_value_ref<K, V, S>(map: &HashMap<K, V, S>) -> Option<&V> {
    if map.len() == 1 { map.values().next() } else { None }
}

/// `{0}.into_iter().next().unwrap()` part
pub fn hash_set_value<T, S>(set: HashSet<T, S>) -> Option<T> {
    if set.len() == 1 {
        set.into_iter().next()
    } else {
        None
    }
}

/// `{0}.into_values().next().unwrap()` part
pub fn hash_map_default_value<K, V>(map: HashMap<K, V>) -> Option<V> {
    if map.len() == 1 {
        map.into_values().next()
    } else {
        None
    }
}

/// `{0}.into_iter().next().unwrap()` part
pub fn hash_set_default_value<T>(set: HashSet<T>) -> Option<T> {
    if set.len() == 1 {
        set.into_iter().next()
    } else {
        None
    }
}

// Iterators of any kind: the next element.

/// `{0}.next().unwrap()` part
pub fn vec_into_iter_next<T>(mut iterator: std::vec::IntoIter<T>) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn array_into_iter_next<T, const N: usize>(mut iterator: std::array::IntoIter<T, N>) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn option_into_iter_next<T>(mut iterator: std::option::IntoIter<T>) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn vec_drain_next<T>(mut iterator: std::vec::Drain<'_, T>) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn slice_iter_next<'a, T>(mut iterator: std::slice::Iter<'a, T>) -> Option<&'a T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn slice_iter_mut_next<'a, T>(mut iterator: std::slice::IterMut<'a, T>) -> Option<&'a mut T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn vec_deque_iter_next<'a, T>(mut iterator: std::collections::vec_deque::Iter<'a, T>) -> Option<&'a T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_set_iter_next<'a, T>(mut iterator: std::collections::btree_set::Iter<'a, T>) -> Option<&'a T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn hash_set_iter_next<'a, T>(mut iterator: std::collections::hash_set::Iter<'a, T>) -> Option<&'a T> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn btree_map_into_iter_next<K, V>(
    mut iterator: std::collections::btree_map::IntoIter<K, V>,
) -> Option<(K, V)> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_into_values_next<K, V>(
    mut iterator: std::collections::btree_map::IntoValues<K, V>,
) -> Option<V> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_iter_next<'a, K, V>(
    mut iterator: std::collections::btree_map::Iter<'a, K, V>,
) -> Option<(&'a K, &'a V)> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_iter_mut_next<'a, K, V>(
    mut iterator: std::collections::btree_map::IterMut<'a, K, V>,
) -> Option<(&'a K, &'a mut V)> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_keys_next<'a, K, V>(
    mut iterator: std::collections::btree_map::Keys<'a, K, V>,
) -> Option<&'a K> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_values_next<'a, K, V>(
    mut iterator: std::collections::btree_map::Values<'a, K, V>,
) -> Option<&'a V> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn btree_map_values_mut_next<'a, K, V>(
    mut iterator: std::collections::btree_map::ValuesMut<'a, K, V>,
) -> Option<&'a mut V> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn hash_map_into_iter_next<K, V>(
    mut iterator: std::collections::hash_map::IntoIter<K, V>,
) -> Option<(K, V)> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_into_values_next<K, V>(
    mut iterator: std::collections::hash_map::IntoValues<K, V>,
) -> Option<V> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_iter_next<'a, K, V>(
    mut iterator: std::collections::hash_map::Iter<'a, K, V>,
) -> Option<(&'a K, &'a V)> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_iter_mut_next<'a, K, V>(
    mut iterator: std::collections::hash_map::IterMut<'a, K, V>,
) -> Option<(&'a K, &'a mut V)> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_keys_next<'a, K, V>(
    mut iterator: std::collections::hash_map::Keys<'a, K, V>,
) -> Option<&'a K> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_values_next<'a, K, V>(
    mut iterator: std::collections::hash_map::Values<'a, K, V>,
) -> Option<&'a V> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn hash_map_values_mut_next<'a, K, V>(
    mut iterator: std::collections::hash_map::ValuesMut<'a, K, V>,
) -> Option<&'a mut V> {
    (iterator.len() == 1).then(|| iterator.next())?
}

/// `{0}.next().unwrap()` part
pub fn iter_peekable_next<I: Iterator>(mut iterator: std::iter::Peekable<I>) -> Option<I::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_enumerate_next<I: Iterator>(mut iterator: std::iter::Enumerate<I>) -> Option<(usize, I::Item)> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_fuse_next<I: Iterator>(mut iterator: std::iter::Fuse<I>) -> Option<I::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_skip_next<I: Iterator>(mut iterator: std::iter::Skip<I>) -> Option<I::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_take_next<I: Iterator>(mut iterator: std::iter::Take<I>) -> Option<I::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_rev_next<I: DoubleEndedIterator>(mut iterator: std::iter::Rev<I>) -> Option<I::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_zip_next<A: Iterator, B: Iterator>(
    mut iterator: std::iter::Zip<A, B>,
) -> Option<(A::Item, B::Item)> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_chain_next<A: Iterator, B: Iterator<Item = A::Item>>(
    mut iterator: std::iter::Chain<A, B>,
) -> Option<A::Item> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_cloned_next<'a, T: Clone + 'a, I: Iterator<Item = &'a T>>(
    mut iterator: std::iter::Cloned<I>,
) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_copied_next<'a, T: Copy + 'a, I: Iterator<Item = &'a T>>(
    mut iterator: std::iter::Copied<I>,
) -> Option<T> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_map_next<B, I: Iterator, F: FnMut(I::Item) -> B>(
    mut iterator: std::iter::Map<I, F>,
) -> Option<B> {
    iterator.next()
}

/// `{0}.next().unwrap()` part
pub fn iter_filter_next<I: Iterator, P: FnMut(&I::Item) -> bool>(
    mut iterator: std::iter::Filter<I, P>,
) -> Option<I::Item> {
    iterator.next()
}
