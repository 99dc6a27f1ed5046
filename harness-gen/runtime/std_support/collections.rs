//! Collections and how they grow.

use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, btree_map, hash_map,
};
use std::hash::{BuildHasher, Hash};

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

/// `std::collections::HashMap::with_hasher({0})` total
pub fn hash_map_with_hasher<K, V, S>(hasher: S) -> HashMap<K, V, S> {
    HashMap::with_hasher(hasher)
}

/// `{0}.insert({1}, {2})` statement
pub fn hash_map_with_hasher_insert<K: Eq + Hash, V, S: BuildHasher>(
    mut map: HashMap<K, V, S>,
    key: K,
    value: V,
) -> HashMap<K, V, S> {
    map.insert(key, value);
    map
}

/// `std::collections::HashSet::with_hasher({0})` total
pub fn hash_set_with_hasher<T, S>(hasher: S) -> HashSet<T, S> {
    HashSet::with_hasher(hasher)
}

/// `{0}.insert({1})` statement
pub fn hash_set_with_hasher_insert<T: Eq + Hash, S: BuildHasher>(
    mut set: HashSet<T, S>,
    value: T,
) -> HashSet<T, S> {
    set.insert(value);
    set
}

/// `std::collections::LinkedList::new()` total
pub fn linked_list_new<T>() -> LinkedList<T> {
    LinkedList::new()
}

/// `{0}.push_back({1})` total statement
pub fn linked_list_push<T>(mut list: LinkedList<T>, value: T) -> LinkedList<T> {
    list.push_back(value);
    list
}

/// `({0}).entry({1})`
pub fn btree_map_entry<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K) -> btree_map::Entry<'_, K, V> {
    map.entry(key)
}

/// `({0}).entry({1})`
pub fn hash_map_entry<K: Eq + Hash, V>(map: &mut HashMap<K, V>, key: K) -> hash_map::Entry<'_, K, V> {
    map.entry(key)
}
