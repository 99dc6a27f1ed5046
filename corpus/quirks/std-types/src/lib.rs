//! Purpose: a function for each type of the standard library that public signatures mention often. Every item is
//! completed, and nothing here can fail.

/// Numbers and characters.
pub mod numbers {
    use std::num::{NonZeroI32, NonZeroU8, NonZeroUsize, Saturating, Wrapping};
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Not zero.
    pub fn non_zero(byte: NonZeroU8, size: NonZeroUsize) -> bool {
        usize::from(byte.get()) == size.get()
    }

    /// Not zero, but perhaps negative.
    pub fn signed_non_zero(int: NonZeroI32) -> bool {
        int.get() < 0
    }

    /// Wraps around.
    pub fn wrapping(number: Wrapping<u8>) -> Wrapping<u8> {
        number + Wrapping(200)
    }

    /// Stops at the end.
    pub fn saturating(number: Saturating<i16>) -> i16 {
        number.0
    }

    /// The widest integers.
    pub fn wide(wide: u128, signed: i128, size: isize) -> bool {
        wide > signed.unsigned_abs() && size > 0
    }

    /// Both widths.
    pub fn floating(short: f32, long: f64) -> bool {
        short < 0.0 && long.is_nan()
    }

    /// A character.
    pub fn character(character: char) -> u32 {
        character.into()
    }

    /// Shared numbers.
    pub fn atomic(flag: &AtomicBool, count: AtomicUsize) -> usize {
        flag.store(true, Ordering::SeqCst);
        count.into_inner()
    }

    /// How to share them.
    pub fn loaded(count: &AtomicUsize) -> usize {
        count.load(Ordering::Relaxed)
    }
}

/// Text and paths.
pub mod text {
    use std::ffi::{CStr, CString, OsStr, OsString};
    use std::path::{Path, PathBuf};

    /// Borrowed texts of all kinds.
    pub fn borrowed(os: &OsStr, path: &Path) -> usize {
        os.len() + path.components().count()
    }

    /// Owned texts of all kinds.
    pub fn owned(os: OsString, path: PathBuf) -> usize {
        os.len() + path.components().count()
    }

    /// Text that ends with a zero byte.
    pub fn terminated(borrowed: &CStr, owned: CString) -> usize {
        borrowed.to_bytes().len() + owned.as_bytes().len()
    }

    /// Whatever can be a path.
    pub fn path(path: impl AsRef<Path>) -> bool {
        path.as_ref().is_absolute()
    }

    /// Whatever can be a text of the system.
    pub fn os(os: impl Into<OsString>) -> usize {
        os.into().len()
    }

    /// Boxed and counted.
    pub fn boxed(text: Box<str>, counted: std::rc::Rc<str>) -> usize {
        text.len() + counted.len()
    }

    /// No text, but the same in bytes.
    pub fn bytes(bytes: Box<[u8]>) -> usize {
        bytes.len()
    }
}

/// Collections.
pub mod collections {
    use std::collections::{
        BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, btree_map, hash_map,
    };

    /// In a row.
    pub fn rows(vec: Vec<u8>, deque: VecDeque<u8>) -> usize {
        vec.len() + deque.len()
    }

    /// In other shapes.
    pub fn shapes(list: LinkedList<u8>, heap: BinaryHeap<u8>) -> usize {
        list.len() + heap.len()
    }

    /// Sorted.
    pub fn sorted(map: BTreeMap<u8, String>, set: BTreeSet<char>) -> usize {
        map.len() + set.len()
    }

    /// Hashed.
    pub fn hashed(map: HashMap<String, u8>, set: HashSet<u8>) -> usize {
        map.len() + set.len()
    }

    /// Borrowed.
    pub fn borrowed(map: &BTreeMap<u8, u8>, set: &mut HashSet<u8>) -> bool {
        set.insert(map.keys().next().copied().unwrap_or_default())
    }

    /// With a hasher of any type.
    pub fn any_hasher<S: std::hash::BuildHasher>(map: &HashMap<u8, u8, S>) -> Option<u8> {
        map.get(&0).copied()
    }

    /// Iterators over lists.
    pub fn walked(mut bytes: std::slice::Iter<'_, u8>, mut owned: std::vec::IntoIter<u8>) -> bool {
        bytes.next().is_some() && owned.next().is_some()
    }

    /// Iterators over maps.
    pub fn mapped(mut keys: btree_map::Keys<'_, u8, u8>, mut all: hash_map::IntoIter<u8, u8>) -> bool {
        keys.next().is_some() && all.next().is_some()
    }

    /// Iterators over text.
    pub fn read(mut characters: std::str::Chars<'_>, mut lines: std::str::Lines<'_>) -> bool {
        characters.next().is_some() && lines.next().is_some()
    }

    /// An iterator that can look ahead.
    pub fn peek(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
        characters.peek().copied()
    }
}

/// Sharing.
pub mod sharing {
    use std::cell::{Cell, OnceCell, RefCell};
    use std::rc::{Rc, Weak};
    use std::sync::{Arc, Mutex, RwLock};

    /// Counted.
    pub fn counted(one: Rc<u8>, many: Arc<String>) -> usize {
        Rc::strong_count(&one) + Arc::strong_count(&many)
    }

    /// Counted, but not kept alive.
    pub fn weak(weak: Weak<u8>) -> usize {
        weak.strong_count()
    }

    /// Cells.
    pub fn cells(cell: &Cell<u8>, shared: &RefCell<Vec<u8>>, once: OnceCell<u8>) -> bool {
        cell.set(1);
        shared.try_borrow().is_ok_and(|bytes| bytes.is_empty()) && once.get().is_none()
    }

    /// Locks.
    pub fn locks(mutex: &Mutex<u8>, lock: RwLock<u8>) -> bool {
        mutex.try_lock().is_ok() && lock.try_read().is_ok()
    }

    /// Both at once.
    pub fn both(shared: Arc<Mutex<u8>>) -> usize {
        Arc::strong_count(&shared)
    }
}

/// Time, network and memory.
pub mod system {
    use std::alloc::Layout;
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    use std::panic::Location;
    use std::time::{Duration, Instant, SystemTime};

    /// Time.
    pub fn time(duration: Duration, instant: Instant, system: SystemTime) -> bool {
        instant.checked_add(duration).is_some() && system.checked_sub(duration).is_some()
    }

    /// Addresses.
    pub fn addresses(any: IpAddr, four: Ipv4Addr, six: &Ipv6Addr) -> bool {
        any.is_loopback() || four.is_private() || six.is_loopback()
    }

    /// An address with a port.
    pub fn socket(socket: SocketAddr) -> bool {
        socket.port() == 0
    }

    /// A layout.
    pub fn layout(layout: Layout) -> usize {
        layout.align()
    }

    /// A place in the source.
    pub fn location(location: &Location<'_>) -> u32 {
        location.line()
    }

    /// Whoever calls.
    #[track_caller]
    pub fn caller() -> &'static Location<'static> {
        Location::caller()
    }
}

/// Ranges and order.
pub mod ranges {
    use std::cmp::{Ordering, Reverse};
    use std::ops::{Bound, ControlFlow, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo};

    /// Ranges with two ends.
    pub fn closed(range: Range<u8>, closed: RangeInclusive<u8>) -> bool {
        range.contains(&1) || closed.contains(&1)
    }

    /// Ranges with one.
    pub fn open(open: RangeFrom<u8>, to: RangeTo<u8>) -> bool {
        open.contains(&1) || to.contains(&1)
    }

    /// Any range.
    pub fn any<R: RangeBounds<usize>>(range: R) -> bool {
        range.contains(&1)
    }

    /// Ends.
    pub fn bound(bound: Bound<u8>) -> bool {
        bound == Bound::Unbounded
    }

    /// Order.
    pub fn order(order: Ordering, reversed: Reverse<u8>) -> bool {
        order.is_lt() && reversed.0 > 0
    }

    /// Going on or not.
    pub fn flow(flow: ControlFlow<u8>) -> bool {
        flow.is_break()
    }
}

/// Input, output, text output, hashing.
pub mod streams {
    use std::collections::hash_map::{DefaultHasher, RandomState};
    use std::fmt;
    use std::hash::{BuildHasher, Hash, Hasher};
    use std::io::{self, BufReader, Cursor, ErrorKind, SeekFrom};

    /// A cursor.
    pub fn cursor(cursor: &mut Cursor<Vec<u8>>) -> u64 {
        cursor.position()
    }

    /// A buffered reader.
    pub fn buffered<R: io::Read>(reader: BufReader<R>) -> usize {
        reader.buffer().len()
    }

    /// Errors.
    pub fn error(error: io::Error, kind: ErrorKind) -> bool {
        error.kind() == kind
    }

    /// Errors of all kinds.
    pub fn any_error(error: &dyn std::error::Error, boxed: Box<dyn std::error::Error + Send + Sync>) -> bool {
        error.source().is_none() && boxed.source().is_none()
    }

    /// Where to go.
    pub fn seek(to: SeekFrom) -> bool {
        matches!(to, SeekFrom::Start(_))
    }

    /// A formatter, which only a macro makes.
    pub fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    /// Anything text can be written to.
    pub fn append(out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("text")
    }

    /// A hasher.
    pub fn hash<H: Hasher>(state: &mut H) {
        7_u8.hash(state);
    }

    /// What makes hashers.
    pub fn build<S: BuildHasher>(builder: &S) -> u64 {
        builder.hash_one(7)
    }

    /// Hashers by name.
    pub fn named(hasher: DefaultHasher, state: &RandomState) -> bool {
        hasher.finish() == state.hash_one(0)
    }
}

/// Types at run time.
pub mod reflection {
    use std::any::{Any, TypeId};
    use std::borrow::Cow;
    use std::marker::PhantomData;

    /// Anything.
    pub fn any(value: &dyn Any) -> bool {
        value.is::<u8>()
    }

    /// Anything, boxed.
    pub fn boxed(value: Box<dyn Any + Send>) -> Option<Box<u8>> {
        value.downcast().ok()
    }

    /// The identity of a type.
    pub fn id(id: TypeId) -> bool {
        id == TypeId::of::<u8>()
    }

    /// No value at all.
    pub fn phantom<T>(phantom: PhantomData<T>) -> usize {
        size_of_val(&phantom)
    }

    /// Borrowed or owned.
    pub fn cow(text: Cow<'static, str>, bytes: Cow<'_, [u8]>) -> usize {
        text.len() + bytes.len()
    }
}
