//! std's impls of the traits of plain values: copying, comparing, hashing, formatting, defaults, errors.

// Clone
#[each(X: i32, u8, bool, char, String, NUMBERS, PLAIN)]
impl Clone for X {}
impl<T: ?Sized> Clone for &T {}
#[each(X: HOLDERS)]
impl<T: Clone, const N: usize> Clone for X {}
#[each(X: Box<[T]>, BinaryHeap<T>, RefCell<T>, OnceCell<T>, OnceLock<T>, Cursor<T>, vec::IntoIter<T>,
    option::IntoIter<T>, iter::Once<T>, iter::Repeat<T>, vec_deque::IntoIter<T>, linked_list::IntoIter<T>,
    array::IntoIter<T, N>, binary_heap::IntoIter<T>, result::IntoIter<T>, iter::Rev<T>,
    iter::Enumerate<T>, iter::Skip<T>, iter::Take<T>, iter::StepBy<T>, iter::Fuse<T>, iter::Cloned<T>,
    iter::Copied<T>, iter::Cycle<T>, std::mem::ManuallyDrop<T>)]
impl<T: Clone, const N: usize> Clone for X {}
impl Clone for Box<str> {}
impl<T: Copy> Clone for Cell<T> {}
impl<T, E> Clone for Result<T, E> where T: Clone, E: Clone {}
#[each(X: Rc<T>, Arc<T>, rc::Weak<T>, sync::Weak<T>, PhantomData<T>)]
impl<T: ?Sized> Clone for X {}
#[each(X: slice::Iter<'_, T>, iter::Empty<T>, option::Iter<'_, T>, result::Iter<'_, T>, slice::Chunks<'_, T>,
    slice::ChunksExact<'_, T>, slice::Windows<'_, T>, slice::RChunks<'_, T>, vec_deque::Iter<'_, T>, linked_list::Iter<'_, T>,
    binary_heap::Iter<'_, T>, btree_set::Iter<'_, T>, btree_set::Range<'_, T>, hash_set::Iter<'_, T>,
    BuildHasherDefault<T>)]
impl<T> Clone for X {}
impl<A: Clone, B: Clone> Clone for iter::Chain<A, B> {}
impl<A: Clone, B: Clone> Clone for iter::Zip<A, B> {}
impl<I: Clone, F: Clone> Clone for iter::Map<I, F> {}
impl<I: Clone, F: Clone> Clone for iter::Filter<I, F> {}
impl<I: Clone, F: Clone> Clone for iter::FilterMap<I, F> {}
impl<I: Iterator + Clone> Clone for iter::Peekable<I> where <I as Iterator>::Item: Clone {}
impl<B: ?Sized + ToOwned> Clone for Cow<'_, B> {}
impl<B: Clone, C: Clone> Clone for ControlFlow<B, C> {}
impl<P: Clone> Clone for Pin<P> {}
impl<K: Clone, V: Clone> Clone for BTreeMap<K, V> {}
impl<K: Clone, V: Clone, S: Clone> Clone for HashMap<K, V, S> {}
impl<T: Clone, S: Clone> Clone for HashSet<T, S> {}
#[each(X: btree_map::Iter<'_, K, V>, btree_map::Keys<'_, K, V>, btree_map::Values<'_, K, V>,
    btree_map::Range<'_, K, V>, hash_map::Iter<'_, K, V>, hash_map::Keys<'_, K, V>, hash_map::Values<'_, K, V>)]
impl<K, V> Clone for X {}
#[each(X: str::Chars<'_>, str::CharIndices<'_>, str::Bytes<'_>, str::Lines<'_>, str::SplitWhitespace<'_>,
    str::SplitAsciiWhitespace<'_>, str::EncodeUtf16<'_>, char::ToUppercase, char::ToLowercase, char::EscapeDebug,
    char::EscapeDefault, char::EscapeUnicode, path::Components<'_>, path::Iter<'_>, path::Ancestors<'_>, path::Component<'_>,
    path::Prefix<'_>, DefaultHasher, RandomState, fmt::Arguments<'_>, task::Waker, panic::Location<'_>,
    std::thread::ThreadId, std::process::ExitStatus, std::process::Output,
    Box<Path>, Box<OsStr>, Box<CStr>, io::SeekFrom, sync::atomic::Ordering, fmt::Alignment,
    ParseIntError, ParseFloatError, ParseBoolError, char::ParseCharError, TryFromIntError, Utf8Error, FromUtf8Error,
    LayoutError, char::CharTryFromError, net::AddrParseError, std::collections::TryReserveError,
    std::num::FpCategory, net::Shutdown, marker::PhantomPinned, io::Empty)]
impl Clone for X {}
impl<R> Clone for fn() -> R {}
impl<A, R> Clone for fn(A) -> R {}
impl<A, B, R> Clone for fn(A, B) -> R {}
impl<T: ?Sized> Clone for *const T {}
impl<T: ?Sized> Clone for *mut T {}

// Copy
#[each(X: i32, u8, bool, char, NUMBERS, (), NON_ZEROS, Ordering, Duration, Ipv4Addr, Ipv6Addr, IpAddr, SocketAddr,
    SocketAddrV4, SocketAddrV6, Instant, SystemTime, ErrorKind, TypeId, Layout, RangeFull, Infallible, fmt::Error,
    io::SeekFrom, sync::atomic::Ordering, fmt::Alignment, path::Component<'_>, path::Prefix<'_>, fmt::Arguments<'_>,
    Utf8Error, char::CharTryFromError, TryFromIntError, std::thread::ThreadId, panic::Location<'_>, num::FpCategory)]
impl Copy for X {}
impl<T: ?Sized> Copy for &T {}
#[each(X: Option<T>, [T; N], Bound<T>, Reverse<T>, Wrapping<T>, Saturating<T>, Poll<T>, RangeTo<T>,
    RangeToInclusive<T>)]
impl<T: Copy, const N: usize> Copy for X {}
impl<T: Copy, E: Copy> Copy for Result<T, E> {}
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<B: Copy, C: Copy> Copy for ControlFlow<B, C> {}
impl<P: Copy> Copy for Pin<P> {}
impl<R> Copy for fn() -> R {}
impl<A, R> Copy for fn(A) -> R {}
impl<A, B, R> Copy for fn(A, B) -> R {}
impl<T: ?Sized> Copy for *const T {}
impl<T: ?Sized> Copy for *mut T {}

// PartialEq
#[each(X: i32, u8, bool, char, String, NUMBERS, PLAIN, TEXTS)]
impl PartialEq for X {}
impl<A: ?Sized, B: ?Sized> PartialEq<&B> for &A where A: PartialEq<B> {}
impl<A: ?Sized, B: ?Sized> PartialEq<&mut B> for &mut A where A: PartialEq<B> {}
impl<A: ?Sized, B: ?Sized> PartialEq<&mut B> for &A where A: PartialEq<B> {}
impl<A: ?Sized, B: ?Sized> PartialEq<&B> for &mut A where A: PartialEq<B> {}
impl PartialEq<str> for String {}
impl PartialEq<&str> for String {}
impl PartialEq<String> for str {}
impl PartialEq<String> for &str {}
impl<'a> PartialEq<Cow<'a, str>> for str {}
impl<'a> PartialEq<Cow<'a, str>> for &str {}
impl<'a> PartialEq<Cow<'a, str>> for String {}
impl<'a> PartialEq<str> for Cow<'a, str> {}
impl<'a> PartialEq<&str> for Cow<'a, str> {}
impl<'a> PartialEq<String> for Cow<'a, str> {}
impl<T, U> PartialEq<Vec<U>> for Vec<T> where T: PartialEq<U> {}
impl<T, U> PartialEq<[U]> for [T] where T: PartialEq<U> {}
impl<T, U, const N: usize> PartialEq<[U; N]> for [T; N] where T: PartialEq<U> {}
#[each(X: [U], &[U], [U; N], &[U; N], &mut [U])]
impl<T, U, const N: usize> PartialEq<X> for Vec<T> where T: PartialEq<U> {}
#[each(X: [T], &[T], &mut [T])]
impl<T, U> PartialEq<Vec<U>> for X where T: PartialEq<U> {}
impl<T, U, const N: usize> PartialEq<[U]> for [T; N] where T: PartialEq<U> {}
impl<T, U, const N: usize> PartialEq<&[U]> for [T; N] where T: PartialEq<U> {}
impl<T, U, const N: usize> PartialEq<[U; N]> for [T] where T: PartialEq<U> {}
impl<T, U, const N: usize> PartialEq<[U; N]> for &[T] where T: PartialEq<U> {}
#[each(X: Option<T>, LinkedList<T>, BTreeSet<T>, VecDeque<T>, Range<T>, RangeInclusive<T>, RangeFrom<T>,
    RangeTo<T>, RangeToInclusive<T>, Bound<T>, Reverse<T>, Wrapping<T>, Saturating<T>, Poll<T>, RefCell<T>,
    OnceCell<T>, OnceLock<T>, Cursor<T>)]
impl<T: PartialEq> PartialEq for X {}
impl<T: PartialEq + Copy> PartialEq for Cell<T> {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized + PartialEq> PartialEq for X {}
impl<T: ?Sized> PartialEq for PhantomData<T> {}
impl<T: PartialEq, E: PartialEq> PartialEq for Result<T, E> {}
impl<B: PartialEq, C: PartialEq> PartialEq for ControlFlow<B, C> {}
impl<'a, 'b, B: ?Sized, C: ?Sized> PartialEq<Cow<'b, C>> for Cow<'a, B>
where
    B: PartialEq<C> + ToOwned,
    C: ToOwned,
{
}
impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> {}
impl<K: Eq + Hash, V: PartialEq, S: BuildHasher> PartialEq for HashMap<K, V, S> {}
impl<T: Eq + Hash, S: BuildHasher> PartialEq for HashSet<T, S> {}
#[each(X, Y: [Path, PathBuf], [PathBuf, Path], [OsStr, OsString], [OsString, OsStr], [str, OsStr], [str, OsString],
    [OsStr, str], [OsString, str], [Path, OsStr], [PathBuf, OsString], [IpAddr, Ipv4Addr], [Ipv4Addr, IpAddr],
    [IpAddr, Ipv6Addr], [Ipv6Addr, IpAddr])]
impl PartialEq<X> for Y {}
#[each(X: path::Components<'_>, path::Component<'_>, path::Prefix<'_>, std::thread::ThreadId, panic::Location<'_>,
    std::process::ExitStatus, std::process::Output, io::SeekFrom, sync::atomic::Ordering, fmt::Alignment, ParseIntError,
    ParseFloatError, ParseBoolError, char::ParseCharError, TryFromIntError, Utf8Error, FromUtf8Error, LayoutError,
    char::CharTryFromError, net::AddrParseError, std::collections::TryReserveError, num::FpCategory,
    marker::PhantomPinned)]
impl PartialEq for X {}
impl<T: ?Sized> PartialEq for *const T {}
impl<T: ?Sized> PartialEq for *mut T {}

// Eq
#[each(X: INTEGERS, PLAIN, TEXTS, path::Components<'_>, path::Component<'_>, std::thread::ThreadId, panic::Location<'_>, io::SeekFrom,
    sync::atomic::Ordering, fmt::Alignment, ParseIntError, ParseFloatError, ParseBoolError, char::ParseCharError, TryFromIntError,
    Utf8Error, FromUtf8Error, LayoutError, net::AddrParseError, num::FpCategory)]
impl Eq for X {}
impl<T: ?Sized + Eq> Eq for &T {}
impl<T: ?Sized + Eq> Eq for &mut T {}
#[each(X: HOLDERS, [T], RefCell<T>, OnceCell<T>, OnceLock<T>, Cursor<T>)]
impl<T: Eq, const N: usize> Eq for X {}
impl<T: Eq + Copy> Eq for Cell<T> {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized + Eq> Eq for X {}
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: Eq, E: Eq> Eq for Result<T, E> {}
impl<B: Eq, C: Eq> Eq for ControlFlow<B, C> {}
impl<'a, B: ?Sized + Eq + ToOwned> Eq for Cow<'a, B> {}
impl<K: Eq, V: Eq> Eq for BTreeMap<K, V> {}
impl<K: Eq + Hash, V: Eq, S: BuildHasher> Eq for HashMap<K, V, S> {}
impl<T: Eq + Hash, S: BuildHasher> Eq for HashSet<T, S> {}
impl<T: ?Sized> Eq for *const T {}
impl<T: ?Sized> Eq for *mut T {}

// PartialOrd and Ord
type ORDERED = (
    INTEGERS, bool, char, String, (), NON_ZEROS, Ordering, Duration, PathBuf, OsString, CString, Ipv4Addr, Ipv6Addr,
    IpAddr, SocketAddr, SocketAddrV4, SocketAddrV6, Instant, SystemTime, ErrorKind, TypeId, Infallible, fmt::Error, str, Path,
    OsStr, CStr, path::Components<'_>, path::Component<'_>, panic::Location<'_>,
);
#[each(X: i32, NUMBERS, ORDERED)]
impl PartialOrd for X {}
#[each(X: ORDERED)]
impl Ord for X {}
impl<A: ?Sized, B: ?Sized> PartialOrd<&B> for &A where A: PartialOrd<B> {}
impl<A: ?Sized, B: ?Sized> PartialOrd<&mut B> for &mut A where A: PartialOrd<B> {}
impl<A: ?Sized + Ord> Ord for &A {}
impl<A: ?Sized + Ord> Ord for &mut A {}
type ORDERED_HOLDERS = (
    Vec<T>, [T], Option<T>, VecDeque<T>, LinkedList<T>, BTreeSet<T>, [T; N], Reverse<T>, Wrapping<T>, Saturating<T>, Poll<T>,
    RefCell<T>,
);
#[each(X: ORDERED_HOLDERS)]
impl<T: PartialOrd, const N: usize> PartialOrd for X {}
#[each(X: ORDERED_HOLDERS)]
impl<T: Ord, const N: usize> Ord for X {}
impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {}
impl<T: Ord + Copy> Ord for Cell<T> {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized + PartialOrd> PartialOrd for X {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized + Ord> Ord for X {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {}
impl<T: ?Sized> Ord for PhantomData<T> {}
impl<T: PartialOrd, E: PartialOrd> PartialOrd for Result<T, E> {}
impl<T: Ord, E: Ord> Ord for Result<T, E> {}
impl<'a, B: ?Sized + PartialOrd + ToOwned> PartialOrd for Cow<'a, B> {}
impl<'a, B: ?Sized + Ord + ToOwned> Ord for Cow<'a, B> {}
impl<K: PartialOrd, V: PartialOrd> PartialOrd for BTreeMap<K, V> {}
impl<K: Ord, V: Ord> Ord for BTreeMap<K, V> {}
#[each(X, Y: [Path, PathBuf], [PathBuf, Path], [str, OsStr], [OsStr, OsString], [OsString, OsStr])]
impl PartialOrd<X> for Y {}

// Hash
#[each(X: INTEGERS, PLAIN, TEXTS, path::Component<'_>, path::PrefixComponent<'_>, std::thread::ThreadId, panic::Location<'_>,
    sync::atomic::Ordering)]
impl Hash for X {}
impl<T: ?Sized + Hash> Hash for &T {}
impl<T: ?Sized + Hash> Hash for &mut T {}
#[each(X: HOLDERS, [T])]
impl<T: Hash, const N: usize> Hash for X {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized + Hash> Hash for X {}
impl<T: ?Sized> Hash for PhantomData<T> {}
impl<T: Hash, E: Hash> Hash for Result<T, E> {}
impl<B: Hash, C: Hash> Hash for ControlFlow<B, C> {}
impl<'a, B: ?Sized + Hash + ToOwned> Hash for Cow<'a, B> {}
impl<K: Hash, V: Hash> Hash for BTreeMap<K, V> {}

// Debug
#[each(X: i32, u8, bool, char, String, NUMBERS, PLAIN, TEXTS, ERRORS)]
impl Debug for X {}
impl<T: ?Sized + Debug> Debug for &T {}
impl<T: ?Sized + Debug> Debug for &mut T {}
#[each(X: HOLDERS, [T], BinaryHeap<T>, OnceCell<T>, OnceLock<T>, Cursor<T>, vec::IntoIter<T>, slice::Iter<'_, T>,
    slice::IterMut<'_, T>, option::IntoIter<T>, iter::Rev<T>, iter::Enumerate<T>, iter::Once<T>, iter::Repeat<T>,
    array::IntoIter<T, N>, iter::Skip<T>, iter::Take<T>, iter::StepBy<T>, iter::Cloned<T>, iter::Copied<T>,
    iter::Fuse<T>)]
impl<T: Debug, const N: usize> Debug for X {}
impl<T: Debug + Copy> Debug for Cell<T> {}
#[each(X: Box<T>, Rc<T>, Arc<T>, RefCell<T>, Mutex<T>, RwLock<T>, cell::Ref<'_, T>, cell::RefMut<'_, T>,
    sync::MutexGuard<'_, T>)]
impl<T: ?Sized + Debug> Debug for X {}
#[each(X: rc::Weak<T>, sync::Weak<T>, PhantomData<T>)]
impl<T: ?Sized> Debug for X {}
impl<T> Debug for iter::Empty<T> {}
impl<T: Debug, E: Debug> Debug for Result<T, E> {}
impl<B: Debug, C: Debug> Debug for ControlFlow<B, C> {}
impl<'a, B: ?Sized + Debug + ToOwned> Debug for Cow<'a, B> where <B as ToOwned>::Owned: Debug {}
impl<K: Debug, V: Debug> Debug for BTreeMap<K, V> {}
impl<K: Debug, V: Debug, S> Debug for HashMap<K, V, S> {}
impl<T: Debug, S> Debug for HashSet<T, S> {}
impl<I: Iterator + Debug> Debug for iter::Peekable<I> where <I as Iterator>::Item: Debug {}
#[each(X: str::Chars<'_>, str::CharIndices<'_>, str::Bytes<'_>, str::Lines<'_>, str::SplitWhitespace<'_>,
    char::ToUppercase, char::ToLowercase, char::EscapeDebug, char::EscapeDefault, path::Components<'_>,
    path::Display<'_>, path::Component<'_>, DefaultHasher, RandomState, fmt::Arguments<'_>, task::Waker, task::Context<'_>,
    panic::Location<'_>, std::thread::ThreadId, io::SeekFrom, sync::atomic::Ordering, io::Empty, io::Sink,
    ATOMIC_NUMBERS, sync::atomic::AtomicBool, dyn Any, num::FpCategory, dyn Any + Send, io::Stdout, io::Stderr, io::Stdin)]
impl Debug for X {}
impl<H> Debug for BuildHasherDefault<H> {}
#[each(X: fn() -> R, fn(A) -> R, fn(A, B) -> R)]
impl<A, B, R> Debug for X {}
impl<T: ?Sized> Debug for *const T {}
impl<T: ?Sized> Debug for *mut T {}

// Display
#[each(X: i32, String, str, NUMBERS, bool, char, NON_ZEROS, Ipv4Addr, Ipv6Addr, IpAddr, SocketAddr, SocketAddrV4,
    SocketAddrV6, ErrorKind, ERRORS, path::Display<'_>, fmt::Arguments<'_>, panic::Location<'_>, char::ToUppercase,
    char::ToLowercase, char::EscapeDebug, char::EscapeDefault, char::EscapeUnicode)]
impl Display for X {}
impl<T: ?Sized + Display> Display for &T {}
impl<T: ?Sized + Display> Display for &mut T {}
#[each(X: Box<T>, Rc<T>, Arc<T>, cell::Ref<'_, T>, cell::RefMut<'_, T>, sync::MutexGuard<'_, T>)]
impl<T: ?Sized + Display> Display for X {}
#[each(X: Wrapping<T>, Saturating<T>)]
impl<T: Display> Display for X {}
impl<P: Display> Display for Pin<P> {}
impl<'a, B: ?Sized + Display + ToOwned> Display for Cow<'a, B> where <B as ToOwned>::Owned: Display {}

// Other formats
#[each(F: fmt::LowerHex, fmt::UpperHex, fmt::Octal, fmt::Binary)]
#[each(X: INTEGERS, NON_ZEROS)]
impl F for X {}
#[each(F: fmt::LowerHex, fmt::UpperHex, fmt::Octal, fmt::Binary, fmt::LowerExp, fmt::UpperExp)]
impl<T: ?Sized + F> F for &T {}
#[each(F: fmt::LowerHex, fmt::UpperHex, fmt::Octal, fmt::Binary, fmt::LowerExp, fmt::UpperExp)]
impl<T: ?Sized + F> F for &mut T {}
#[each(F: fmt::LowerHex, fmt::UpperHex, fmt::Octal, fmt::Binary)]
impl<T: F> F for Wrapping<T> {}
#[each(F: fmt::LowerExp, fmt::UpperExp)]
#[each(X: NUMBERS)]
impl F for X {}
#[each(X: &T, &mut T, *const T, *mut T, Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized> fmt::Pointer for X {}
#[each(X: fn() -> R, fn(A) -> R, fn(A, B) -> R)]
impl<A, B, R> fmt::Pointer for X {}

// Default
#[each(X: i32, u8, bool, String, char, NUMBERS, (), &str, &OsStr, &CStr, PathBuf, OsString, CString, Duration, Box<str>, RangeFull,
    DefaultHasher, RandomState, ATOMIC_NUMBERS, sync::atomic::AtomicBool, fmt::Error, io::Empty, io::Sink, Rc<str>,
    Arc<str>, Cow<'_, str>, Box<OsStr>)]
impl Default for X {}
#[each(X: Vec<T>, Option<T>, VecDeque<T>, LinkedList<T>, BTreeSet<T>, Box<[T]>, &[T], &mut [T], OnceCell<T>,
    OnceLock<T>, vec::IntoIter<T>, slice::Iter<'_, T>, iter::Empty<T>, rc::Weak<T>, sync::Weak<T>, PhantomData<T>, Rc<[T]>,
    Arc<[T]>, BuildHasherDefault<T>)]
impl<T> Default for X {}
#[each(X: Box<T>, Rc<T>, Arc<T>, Cell<T>, RefCell<T>, Mutex<T>, RwLock<T>, Wrapping<T>, Saturating<T>, Reverse<T>,
    Range<T>, Cursor<T>, panic::AssertUnwindSafe<T>)]
impl<T: Default> Default for X {}
impl<T: Ord> Default for BinaryHeap<T> {}
impl<K, V> Default for BTreeMap<K, V> {}
impl<K, V, S: Default> Default for HashMap<K, V, S> {}
impl<T, S: Default> Default for HashSet<T, S> {}
impl<'a, B: ?Sized + ToOwned> Default for Cow<'a, B> where <B as ToOwned>::Owned: Default {}
#[each(L: 0, 1, 2, 3, 4, 8, 16, 32)]
impl<T: Default> Default for [T; L] {}

// Tuples
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M> M for (A,) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M> M for (A, B) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M> M for (A, B, C) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M> M for (A, B, C, D) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M, E: M> M for (A, B, C, D, E) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M, E: M, F: M> M for (A, B, C, D, E, F) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M, E: M, F: M, G: M> M for (A, B, C, D, E, F, G) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M, E: M, F: M, G: M, H: M> M for (A, B, C, D, E, F, G, H) {}
#[each(M: Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
impl<A: M, B: M, C: M, D: M, E: M, F: M, G: M, H: M, I: M, J: M, K: M, L: M> M
    for (A, B, C, D, E, F, G, H, I, J, K, L)
{
}

// Error
#[each(X: ERRORS)]
impl Error for X {}
impl<T: ?Sized + Error> Error for &T {}
impl<T: Error> Error for Box<T> {}
impl<T: ?Sized + Error> Error for Arc<T> {}
#[each(X: sync::mpsc::SendError<T>, sync::PoisonError<T>, sync::TryLockError<T>)]
impl<T> Error for X {}

// Any
impl<T: ?Sized> Any for T {}
