//! std's impls of iteration: sources first, then adapters; collecting; ranges and indices.

// Iterator: values
#[each(X: vec::IntoIter<T>, option::IntoIter<T>, array::IntoIter<T, N>, iter::Empty<T>, iter::Once<T>,
    vec_deque::IntoIter<T>, linked_list::IntoIter<T>, btree_set::IntoIter<T>, hash_set::IntoIter<T>,
    binary_heap::IntoIter<T>, result::IntoIter<T>, vec::Drain<'_, T>, vec_deque::Drain<'_, T>, hash_set::Drain<'_, T>,
    binary_heap::Drain<'_, T>, sync::mpsc::IntoIter<T>)]
impl<T, const N: usize> Iterator for X {
    type Item = T;
}
#[each(X: slice::Iter<'a, T>, option::Iter<'a, T>, vec_deque::Iter<'a, T>, linked_list::Iter<'a, T>,
    btree_set::Iter<'a, T>, hash_set::Iter<'a, T>, binary_heap::Iter<'a, T>, result::Iter<'a, T>,
    btree_set::Range<'a, T>)]
impl<'a, T> Iterator for X {
    type Item = &'a T;
}
#[each(X: slice::IterMut<'a, T>, option::IterMut<'a, T>, vec_deque::IterMut<'a, T>, linked_list::IterMut<'a, T>,
    result::IterMut<'a, T>)]
impl<'a, T> Iterator for X {
    type Item = &'a mut T;
}
#[each(X: Range<E>, RangeInclusive<E>, RangeFrom<E>)]
#[each(E: usize, i32, u8, u32, u64, i64, char, INTEGERS, Ipv4Addr)]
impl Iterator for X {
    type Item = E;
}
impl<T: Clone> Iterator for iter::Repeat<T> {
    type Item = T;
}
#[each(X, Y: [str::Chars<'_>, char], [str::CharIndices<'_>, (usize, char)], [str::Bytes<'_>, u8],
    [str::Lines<'a>, &'a str], [str::SplitWhitespace<'a>, &'a str], [str::SplitAsciiWhitespace<'a>, &'a str],
    [str::EncodeUtf16<'_>, u16], [string::Drain<'_>, char], [char::ToUppercase, char], [char::ToLowercase, char],
    [char::EscapeDebug, char], [char::EscapeDefault, char], [char::EscapeUnicode, char],
    [path::Components<'a>, path::Component<'a>], [path::Iter<'a>, &'a OsStr], [path::Ancestors<'a>, &'a Path],
    [std::env::ArgsOs, OsString], [std::env::Args, String])]
impl<'a> Iterator for X {
    type Item = Y;
}
#[each(X, Y: [slice::Chunks<'a, T>, &'a [T]], [slice::ChunksExact<'a, T>, &'a [T]], [slice::RChunks<'a, T>, &'a [T]],
    [slice::Windows<'a, T>, &'a [T]], [slice::ChunksMut<'a, T>, &'a mut [T]],
    [slice::ChunksExactMut<'a, T>, &'a mut [T]])]
impl<'a, T> Iterator for X {
    type Item = Y;
}
#[each(X, Y: [btree_map::IntoIter<K, V>, (K, V)], [hash_map::IntoIter<K, V>, (K, V)],
    [btree_map::Iter<'a, K, V>, (&'a K, &'a V)], [hash_map::Iter<'a, K, V>, (&'a K, &'a V)],
    [btree_map::Range<'a, K, V>, (&'a K, &'a V)],
    [btree_map::IterMut<'a, K, V>, (&'a K, &'a mut V)], [hash_map::IterMut<'a, K, V>, (&'a K, &'a mut V)],
    [btree_map::Keys<'a, K, V>, &'a K], [hash_map::Keys<'a, K, V>, &'a K], [btree_map::Values<'a, K, V>, &'a V],
    [hash_map::Values<'a, K, V>, &'a V], [btree_map::ValuesMut<'a, K, V>, &'a mut V],
    [hash_map::ValuesMut<'a, K, V>, &'a mut V], [btree_map::IntoKeys<K, V>, K], [hash_map::IntoKeys<K, V>, K],
    [btree_map::IntoValues<K, V>, V], [hash_map::IntoValues<K, V>, V], [hash_map::Drain<'a, K, V>, (K, V)])]
impl<'a, K, V> Iterator for X {
    type Item = Y;
}
impl<'a, T: Ord> Iterator for btree_set::Union<'a, T> {
    type Item = &'a T;
}

// Iterator: pointers and adapters
impl<I: ?Sized + Iterator> Iterator for &mut I {
    type Item = <I as Iterator>::Item;
}
impl<I: ?Sized + Iterator> Iterator for Box<I> {
    type Item = <I as Iterator>::Item;
}
#[each(X: iter::Peekable<I>, iter::Skip<I>, iter::Take<I>, iter::StepBy<I>, iter::Fuse<I>)]
impl<I: Iterator> Iterator for X {
    type Item = <I as Iterator>::Item;
}
impl<I: DoubleEndedIterator> Iterator for iter::Rev<I> {
    type Item = <I as Iterator>::Item;
}
impl<I: Clone + Iterator> Iterator for iter::Cycle<I> {
    type Item = <I as Iterator>::Item;
}
impl<I: Iterator> Iterator for iter::Enumerate<I> {
    type Item = (usize, <I as Iterator>::Item);
}
impl<A: Iterator, B: Iterator> Iterator for iter::Zip<A, B> {
    type Item = (<A as Iterator>::Item, <B as Iterator>::Item);
}
impl<A: Iterator, B: Iterator<Item = <A as Iterator>::Item>> Iterator for iter::Chain<A, B> {
    type Item = <A as Iterator>::Item;
}
impl<'a, T: 'a + Clone, I: Iterator<Item = &'a T>> Iterator for iter::Cloned<I> {
    type Item = T;
}
impl<'a, T: 'a + Copy, I: Iterator<Item = &'a T>> Iterator for iter::Copied<I> {
    type Item = T;
}
impl<B, I: Iterator, F: FnMut(<I as Iterator>::Item) -> B> Iterator for iter::Map<I, F> {
    type Item = B;
}
#[each(X: iter::Filter<I, P>, iter::TakeWhile<I, P>, iter::SkipWhile<I, P>)]
impl<I: Iterator, P: FnMut(&<I as Iterator>::Item) -> bool> Iterator for X {
    type Item = <I as Iterator>::Item;
}
impl<B, I: Iterator, F: FnMut(<I as Iterator>::Item) -> Option<B>> Iterator for iter::FilterMap<I, F> {
    type Item = B;
}
impl<I: Iterator, F: FnMut(&<I as Iterator>::Item)> Iterator for iter::Inspect<I, F> {
    type Item = <I as Iterator>::Item;
}
impl<I: Iterator, U: IntoIterator, F: FnMut(<I as Iterator>::Item) -> U> Iterator for iter::FlatMap<I, U, F> {
    type Item = <U as IntoIterator>::Item;
}
impl<T, F: FnMut() -> Option<T>> Iterator for iter::FromFn<F> {
    type Item = T;
}
impl<T, F: FnMut(&T) -> Option<T>> Iterator for iter::Successors<T, F> {
    type Item = T;
}
impl<A, F: FnMut() -> A> Iterator for iter::RepeatWith<F> {
    type Item = A;
}
impl<B: BufRead> Iterator for io::Lines<B> {
    type Item = Result<String, io::Error>;
}
impl<R: Read> Iterator for io::Bytes<R> {
    type Item = Result<u8, io::Error>;
}
impl<B: BufRead> Iterator for io::Split<B> {
    type Item = Result<Vec<u8>, io::Error>;
}

// DoubleEndedIterator, ExactSizeIterator, FusedIterator
type BOTH_ENDS_VALUES = (
    vec::IntoIter<T>, option::IntoIter<T>, slice::Iter<'_, T>, array::IntoIter<T, N>, slice::IterMut<'_, T>,
    iter::Empty<T>, iter::Once<T>, vec_deque::IntoIter<T>, linked_list::IntoIter<T>, btree_set::IntoIter<T>,
    result::IntoIter<T>, vec::Drain<'_, T>, vec_deque::Drain<'_, T>, option::Iter<'_, T>, vec_deque::Iter<'_, T>,
    linked_list::Iter<'_, T>, btree_set::Iter<'_, T>, vec_deque::IterMut<'_, T>, linked_list::IterMut<'_, T>,
    slice::Chunks<'_, T>, slice::Windows<'_, T>, slice::ChunksExact<'_, T>, slice::RChunks<'_, T>,
);
type SIZED_VALUES = (BOTH_ENDS_VALUES, hash_set::IntoIter<T>, hash_set::Iter<'_, T>, binary_heap::IntoIter<T>, binary_heap::Iter<'_, T>);
#[each(X: BOTH_ENDS_VALUES)]
impl<T, const N: usize> DoubleEndedIterator for X {}
#[each(X: SIZED_VALUES)]
impl<T, const N: usize> ExactSizeIterator for X {}
#[each(X: SIZED_VALUES)]
impl<T, const N: usize> FusedIterator for X {}
impl<T: Clone> DoubleEndedIterator for iter::Repeat<T> {}
impl<T: Clone> FusedIterator for iter::Repeat<T> {}
#[each(X: Range<E>, RangeInclusive<E>)]
#[each(E: usize, i32, INTEGERS, char)]
impl DoubleEndedIterator for X {}
#[each(X: Range<E>, RangeInclusive<E>, RangeFrom<E>)]
#[each(E: usize, i32, INTEGERS, char)]
impl FusedIterator for X {}
#[each(E: usize, i32, u8, u32, i8, i16, u16, isize)]
impl ExactSizeIterator for Range<E> {}
#[each(E: u8, i8, i16, u16)]
impl ExactSizeIterator for RangeInclusive<E> {}
#[each(X: str::Chars<'_>, str::CharIndices<'_>, str::Bytes<'_>, str::Lines<'_>, str::SplitWhitespace<'_>,
    str::SplitAsciiWhitespace<'_>, string::Drain<'_>, char::ToUppercase, char::ToLowercase, path::Components<'_>,
    path::Iter<'_>)]
impl DoubleEndedIterator for X {}
#[each(X: str::Bytes<'_>, char::ToUppercase, char::ToLowercase, char::EscapeDefault, char::EscapeUnicode,
    char::EscapeDebug)]
impl ExactSizeIterator for X {}
#[each(X: str::Chars<'_>, str::CharIndices<'_>, str::Bytes<'_>, str::Lines<'_>, str::SplitWhitespace<'_>,
    str::EncodeUtf16<'_>, string::Drain<'_>, char::ToUppercase, char::ToLowercase, char::EscapeDefault,
    char::EscapeUnicode, char::EscapeDebug, path::Components<'_>, path::Iter<'_>, path::Ancestors<'_>)]
impl FusedIterator for X {}
type BOTH_ENDS_MAPS = (
    btree_map::IntoIter<K, V>, btree_map::Iter<'_, K, V>, btree_map::IterMut<'_, K, V>, btree_map::Keys<'_, K, V>,
    btree_map::Values<'_, K, V>, btree_map::ValuesMut<'_, K, V>, btree_map::IntoKeys<K, V>, btree_map::IntoValues<K, V>,
);
type HASH_MAPS = (
    hash_map::IntoIter<K, V>, hash_map::Iter<'_, K, V>, hash_map::IterMut<'_, K, V>, hash_map::Keys<'_, K, V>,
    hash_map::Values<'_, K, V>, hash_map::ValuesMut<'_, K, V>, hash_map::IntoKeys<K, V>, hash_map::IntoValues<K, V>,
    hash_map::Drain<'_, K, V>,
);
#[each(X: BOTH_ENDS_MAPS, btree_map::Range<'_, K, V>)]
impl<K, V> DoubleEndedIterator for X {}
#[each(X: BOTH_ENDS_MAPS, HASH_MAPS)]
impl<K, V> ExactSizeIterator for X {}
#[each(X: BOTH_ENDS_MAPS, HASH_MAPS, btree_map::Range<'_, K, V>)]
impl<K, V> FusedIterator for X {}
#[each(X: &mut I, Box<I>)]
#[each(M: DoubleEndedIterator, ExactSizeIterator, FusedIterator)]
impl<I: ?Sized + M> M for X {}
#[each(X: iter::Peekable<I>, iter::Fuse<I>)]
#[each(M: DoubleEndedIterator, ExactSizeIterator)]
impl<I: M> M for X {}
#[each(X: iter::Peekable<I>, iter::Enumerate<I>, iter::Skip<I>, iter::Take<I>)]
impl<I: FusedIterator> FusedIterator for X {}
impl<I: Iterator> FusedIterator for iter::Fuse<I> {}
#[each(X: iter::Enumerate<I>, iter::Skip<I>, iter::StepBy<I>, iter::Take<I>)]
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for X {}
#[each(X: iter::Enumerate<I>, iter::Skip<I>, iter::StepBy<I>, iter::Take<I>)]
impl<I: ExactSizeIterator> ExactSizeIterator for X {}
impl<I: DoubleEndedIterator> DoubleEndedIterator for iter::Rev<I> {}
impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for iter::Rev<I> {}
impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for iter::Rev<I> {}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for iter::Zip<A, B> {}
impl<A: FusedIterator, B: FusedIterator> FusedIterator for iter::Zip<A, B> {}
impl<A, B> DoubleEndedIterator for iter::Zip<A, B>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator,
{
}
impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = <A as Iterator>::Item>> DoubleEndedIterator
    for iter::Chain<A, B>
{
}
#[each(M: DoubleEndedIterator, ExactSizeIterator)]
impl<'a, T: 'a + Clone, I: M<Item = &'a T>> M for iter::Cloned<I> {}
#[each(M: DoubleEndedIterator, ExactSizeIterator)]
impl<'a, T: 'a + Copy, I: M<Item = &'a T>> M for iter::Copied<I> {}
#[each(M: DoubleEndedIterator, ExactSizeIterator, FusedIterator)]
impl<B, I: M, F: FnMut(<I as Iterator>::Item) -> B> M for iter::Map<I, F> {}
#[each(M: DoubleEndedIterator, FusedIterator)]
impl<I: M, P: FnMut(&<I as Iterator>::Item) -> bool> M for iter::Filter<I, P> {}

// IntoIterator
#[each(X, Y: [Vec<T>, vec::IntoIter<T>], [Option<T>, option::IntoIter<T>], [[T; N], array::IntoIter<T, N>],
    [VecDeque<T>, vec_deque::IntoIter<T>], [BTreeSet<T>, btree_set::IntoIter<T>],
    [LinkedList<T>, linked_list::IntoIter<T>], [BinaryHeap<T>, binary_heap::IntoIter<T>], [Box<[T]>, vec::IntoIter<T>])]
impl<T, const N: usize> IntoIterator for X {
    type Item = T;
    type IntoIter = Y;
}
impl<I: Iterator> IntoIterator for I {
    type Item = <I as Iterator>::Item;
    type IntoIter = I;
}
#[each(X, Y: [&'a Vec<T>, slice::Iter<'a, T>], [&'a [T], slice::Iter<'a, T>], [&'a [T; N], slice::Iter<'a, T>],
    [&'a Option<T>, option::Iter<'a, T>], [&'a VecDeque<T>, vec_deque::Iter<'a, T>],
    [&'a BTreeSet<T>, btree_set::Iter<'a, T>], [&'a LinkedList<T>, linked_list::Iter<'a, T>],
    [&'a BinaryHeap<T>, binary_heap::Iter<'a, T>], [&'a Box<[T]>, slice::Iter<'a, T>])]
impl<'a, T, const N: usize> IntoIterator for X {
    type Item = &'a T;
    type IntoIter = Y;
}
#[each(X, Y: [&'a mut Vec<T>, slice::IterMut<'a, T>], [&'a mut [T], slice::IterMut<'a, T>],
    [&'a mut [T; N], slice::IterMut<'a, T>], [&'a mut Option<T>, option::IterMut<'a, T>],
    [&'a mut VecDeque<T>, vec_deque::IterMut<'a, T>], [&'a mut LinkedList<T>, linked_list::IterMut<'a, T>],
    [&'a mut Box<[T]>, slice::IterMut<'a, T>])]
impl<'a, T, const N: usize> IntoIterator for X {
    type Item = &'a mut T;
    type IntoIter = Y;
}
impl<K, V> IntoIterator for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = btree_map::IntoIter<K, V>;
}
impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = btree_map::Iter<'a, K, V>;
}
impl<'a, K, V> IntoIterator for &'a mut BTreeMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = btree_map::IterMut<'a, K, V>;
}
impl<K, V, S> IntoIterator for HashMap<K, V, S> {
    type Item = (K, V);
    type IntoIter = hash_map::IntoIter<K, V>;
}
impl<'a, K, V, S> IntoIterator for &'a HashMap<K, V, S> {
    type Item = (&'a K, &'a V);
    type IntoIter = hash_map::Iter<'a, K, V>;
}
impl<'a, K, V, S> IntoIterator for &'a mut HashMap<K, V, S> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = hash_map::IterMut<'a, K, V>;
}
impl<T, S> IntoIterator for HashSet<T, S> {
    type Item = T;
    type IntoIter = hash_set::IntoIter<T>;
}
impl<'a, T, S> IntoIterator for &'a HashSet<T, S> {
    type Item = &'a T;
    type IntoIter = hash_set::Iter<'a, T>;
}
impl<T, E> IntoIterator for Result<T, E> {
    type Item = T;
    type IntoIter = result::IntoIter<T>;
}
impl<'a, T, E> IntoIterator for &'a Result<T, E> {
    type Item = &'a T;
    type IntoIter = result::Iter<'a, T>;
}
impl<'a> IntoIterator for &'a Path {
    type Item = &'a OsStr;
    type IntoIter = path::Iter<'a>;
}
impl<'a> IntoIterator for &'a PathBuf {
    type Item = &'a OsStr;
    type IntoIter = path::Iter<'a>;
}

// FromIterator
#[each(X: Vec<T>, VecDeque<T>, LinkedList<T>, Box<[T]>, Rc<[T]>, Arc<[T]>)]
impl<T> FromIterator<T> for X {}
#[each(X: char, &str, String, &char, Box<str>, Cow<'_, str>)]
impl FromIterator<X> for String {}
#[each(X: BTreeSet<T>, BinaryHeap<T>)]
impl<T: Ord> FromIterator<T> for X {}
impl<T: Eq + Hash, S: BuildHasher + Default> FromIterator<T> for HashSet<T, S> {}
impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {}
impl<K: Eq + Hash, V, S: BuildHasher + Default> FromIterator<(K, V)> for HashMap<K, V, S> {}
impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {}
impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {}
impl<A, B, C, D> FromIterator<(C, D)> for (A, B)
where
    A: Default + Extend<C>,
    B: Default + Extend<D>,
{
}
impl FromIterator<()> for () {}
#[each(X: char, &str, String)]
impl FromIterator<X> for Box<str> {}
#[each(X: char, &str, String)]
impl FromIterator<X> for Cow<'_, str> {}
impl<T: Clone> FromIterator<T> for Cow<'_, [T]> {}
impl<P: AsRef<Path>> FromIterator<P> for PathBuf {}
#[each(X: OsString, &OsStr)]
impl FromIterator<X> for OsString {}

// Extend
#[each(X: Vec<T>, VecDeque<T>, LinkedList<T>)]
impl<T> Extend<T> for X {}
#[each(X: Vec<T>, VecDeque<T>, LinkedList<T>)]
impl<'a, T: 'a + Copy> Extend<&'a T> for X {}
#[each(X: char, &str, String, &char, Box<str>, Cow<'_, str>)]
impl Extend<X> for String {}
#[each(X: BTreeSet<T>, BinaryHeap<T>)]
impl<T: Ord> Extend<T> for X {}
#[each(X: BTreeSet<T>, BinaryHeap<T>)]
impl<'a, T: 'a + Ord + Copy> Extend<&'a T> for X {}
impl<T: Eq + Hash, S: BuildHasher> Extend<T> for HashSet<T, S> {}
impl<'a, T: 'a + Eq + Hash + Copy, S: BuildHasher> Extend<&'a T> for HashSet<T, S> {}
impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {}
impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for BTreeMap<K, V> {}
impl<K: Eq + Hash, V, S: BuildHasher> Extend<(K, V)> for HashMap<K, V, S> {}
impl<'a, K: Eq + Hash + Copy, V: Copy, S: BuildHasher> Extend<(&'a K, &'a V)> for HashMap<K, V, S> {}
impl<A, B, C: Extend<A>, D: Extend<B>> Extend<(A, B)> for (C, D) {}
impl Extend<()> for () {}
impl<P: AsRef<Path>> Extend<P> for PathBuf {}
#[each(X: OsString, &OsStr)]
impl Extend<X> for OsString {}

// Sum and Product
#[each(M: Sum, Product)]
#[each(X: i32, f64, NUMBERS, Wrapping<i32>, Wrapping<u8>, Wrapping<usize>)]
impl M for X {}
#[each(M: Sum, Product)]
#[each(X: i32, f64, NUMBERS, Wrapping<i32>, Wrapping<u8>, Wrapping<usize>)]
impl<'a> M<&'a X> for X {}
#[each(M: Sum, Product)]
impl<T, U> M<Option<U>> for Option<T> where T: M<U> {}
#[each(M: Sum, Product)]
impl<T, U, E> M<Result<U, E>> for Result<T, E> where T: M<U> {}
impl Sum for Duration {}
impl<'a> Sum<&'a Duration> for Duration {}

// RangeBounds
impl<T> RangeBounds<T> for Range<T> {}
impl<T> RangeBounds<T> for RangeInclusive<T> {}
impl<T: ?Sized> RangeBounds<T> for RangeFull {}
impl<T> RangeBounds<T> for RangeFrom<T> {}
impl<T> RangeBounds<T> for RangeTo<T> {}
impl<T> RangeBounds<T> for RangeToInclusive<T> {}
impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {}
#[each(X: Range<&T>, RangeInclusive<&T>, RangeFrom<&T>, RangeTo<&T>, RangeToInclusive<&T>)]
impl<T> RangeBounds<T> for X {}
impl<'a, T: ?Sized> RangeBounds<T> for (Bound<&'a T>, Bound<&'a T>) {}

// SliceIndex and Index
impl<T> SliceIndex<[T]> for usize {
    type Output = T;
}
type USIZE_RANGES = (
    Range<usize>, RangeInclusive<usize>, RangeFrom<usize>, RangeTo<usize>, RangeFull, RangeToInclusive<usize>,
    (Bound<usize>, Bound<usize>),
);
#[each(X: USIZE_RANGES)]
impl<T> SliceIndex<[T]> for X {
    type Output = [T];
}
#[each(X: USIZE_RANGES)]
impl SliceIndex<str> for X {
    type Output = str;
}
#[each(M: Index, IndexMut)]
impl<T, I: SliceIndex<[T]>> M<I> for Vec<T> {
    type Output = <I as SliceIndex<[T]>>::Output;
}
#[each(M: Index, IndexMut)]
impl<T, I: SliceIndex<[T]>> M<I> for [T] {
    type Output = <I as SliceIndex<[T]>>::Output;
}
#[each(M: Index, IndexMut)]
impl<T, I, const N: usize> M<I> for [T; N]
where
    [T]: M<I>,
{
    type Output = <[T] as Index<I>>::Output;
}
#[each(M: Index, IndexMut)]
#[each(X: str, String)]
impl<I: SliceIndex<str>> M<I> for X {
    type Output = <I as SliceIndex<str>>::Output;
}
#[each(M: Index, IndexMut)]
impl<T> M<usize> for VecDeque<T> {
    type Output = T;
}
impl<K: Borrow<Q> + Ord, Q: ?Sized + Ord, V> Index<&Q> for BTreeMap<K, V> {
    type Output = V;
}
impl<K: Eq + Hash + Borrow<Q>, Q: ?Sized + Eq + Hash, V, S: BuildHasher> Index<&Q> for HashMap<K, V, S> {
    type Output = V;
}
