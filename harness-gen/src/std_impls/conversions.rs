//! std's conversions: From, Into, TryFrom, AsRef, Borrow, ToOwned, ToString, FromStr, Deref.

// From
// The next impl says this, too; here it comes first, so that a number is made of itself before it is made of others.
#[each(N: i32, u8, u16, u32, u64, u128, usize, i8, i16, i64, i128, isize, f32, f64)]
impl From<N> for N {}
impl<T> From<T> for T {}
#[each(T, S: [i32, i16], [i32, u8], [u8, bool], [i64, i32], [u64, u32], [u32, u8], [f64, i32], [f64, f32],
    [u32, char], [char, u8], [usize, u8], [usize, u16], [usize, bool], [isize, i16], [isize, u8], [isize, i8], [isize, bool],
    [u16, u8], [u32, u16], [u64, u8], [u64, u16], [u128, u8], [u128, u16], [u128, u32], [u128, u64], [i16, i8],
    [i32, i8], [i64, i8], [i64, i16], [i128, i8], [i128, i16], [i128, i32], [i128, i64], [i16, u8], [i32, u16],
    [i64, u8], [i64, u16], [i64, u32], [i128, u8], [i128, u16], [i128, u32], [i128, u64], [u16, bool],
    [u32, bool], [u64, bool], [u128, bool], [i8, bool], [i16, bool], [i32, bool], [i64, bool], [i128, bool],
    [u64, char], [u128, char], [f32, i8], [f32, u8], [f32, i16], [f32, u16], [f64, i8], [f64, u8], [f64, i16],
    [f64, u16], [f64, u32], [f32, bool], [f64, bool])]
impl From<S> for T {}
#[each(S: &str, char, &String, Box<str>, Cow<'_, str>, &mut str)]
impl From<S> for String {}
impl<T> From<T> for Option<T> {}
impl<T> From<T> for Box<T> {}
impl<T> From<T> for Rc<T> {}
impl<T> From<T> for Arc<T> {}
#[each(X: Cell<T>, RefCell<T>, Mutex<T>, RwLock<T>, OnceCell<T>, OnceLock<T>, Poll<T>)]
impl<T> From<T> for X {}
#[each(S: &[T], [T; N], &mut [T], &[T; N])]
impl<T: Clone, const N: usize> From<S> for Vec<T> {}
#[each(S: Box<[T]>, VecDeque<T>, BinaryHeap<T>)]
impl<T> From<S> for Vec<T> {}
#[each(S: String, &str, CString)]
impl From<S> for Vec<u8> {}
impl<'a, T: Clone> From<Cow<'a, [T]>> for Vec<T> {}
#[each(X: &'a str, String, &'a String)]
impl<'a> From<X> for Cow<'a, str> {}
#[each(X: &'a [T], Vec<T>, &'a Vec<T>, &'a [T; N])]
impl<'a, T: Clone, const N: usize> From<X> for Cow<'a, [T]> {}
#[each(X: &'a Path, PathBuf, &'a PathBuf)]
impl<'a> From<X> for Cow<'a, Path> {}
#[each(X: &'a OsStr, OsString, &'a OsString)]
impl<'a> From<X> for Cow<'a, OsStr> {}
#[each(X: &'a CStr, CString, &'a CString)]
impl<'a> From<X> for Cow<'a, CStr> {}
#[each(P: Box<str>, Rc<str>, Arc<str>)]
#[each(X: &str, String, &mut str)]
impl From<X> for P {}
impl From<Cow<'_, str>> for Box<str> {}
#[each(P: Box<[T]>, Rc<[T]>, Arc<[T]>)]
#[each(X: &[T], Vec<T>, [T; N], &mut [T])]
impl<T: Clone, const N: usize> From<X> for P {}
#[each(P: Rc<T>, Arc<T>)]
impl<T: ?Sized> From<Box<T>> for P {}
impl<T: ?Sized> From<Box<T>> for Pin<Box<T>> {}
#[each(P: Box<dyn Error>, Box<dyn Error + Send + Sync>)]
#[each(X: &str, String, Cow<'_, str>)]
impl From<X> for P {}
impl<'a, E: 'a + Error> From<E> for Box<dyn Error + 'a> {}
impl<'a, E: 'a + Error + Send + Sync> From<E> for Box<dyn Error + Send + Sync + 'a> {}
impl<'a, T: ?Sized + AsRef<OsStr>> From<&'a T> for PathBuf {}
#[each(X: String, OsString, Box<Path>, Cow<'_, Path>)]
impl From<X> for PathBuf {}
impl<'a, T: ?Sized + AsRef<OsStr>> From<&'a T> for OsString {}
#[each(X: String, PathBuf, Box<OsStr>)]
impl From<X> for OsString {}
#[each(P, X: [Box<Path>, &Path], [Box<Path>, PathBuf], [Rc<Path>, &Path], [Arc<Path>, &Path], [Rc<Path>, PathBuf],
    [Arc<Path>, PathBuf], [Box<OsStr>, &OsStr], [Box<OsStr>, OsString], [Arc<OsStr>, &OsStr], [Arc<OsStr>, OsString],
    [Box<CStr>, &CStr], [CString, &CStr], [CString, Box<CStr>], [Arc<CStr>, &CStr])]
impl From<X> for P {}
impl<'a, T> From<&'a Option<T>> for Option<&'a T> {}
impl<'a, T> From<&'a mut Option<T>> for Option<&'a mut T> {}
impl<T> From<Vec<T>> for VecDeque<T> {}
impl<T: Ord> From<Vec<T>> for BinaryHeap<T> {}
#[each(X: VecDeque<T>, LinkedList<T>)]
impl<T, const N: usize> From<[T; N]> for X {}
#[each(X: BTreeSet<T>, BinaryHeap<T>)]
impl<T: Ord, const N: usize> From<[T; N]> for X {}
impl<T: Eq + Hash, const N: usize> From<[T; N]> for HashSet<T> {}
impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {}
impl<K: Eq + Hash, V, const N: usize> From<[(K, V); N]> for HashMap<K, V> {}
impl<T> From<(T, T)> for [T; 2] {}
impl<T> From<(T, T, T)> for [T; 3] {}
impl<T> From<[T; 1]> for (T,) {}
impl<T> From<[T; 2]> for (T, T) {}
impl<T> From<[T; 3]> for (T, T, T) {}
impl<T> From<(T,)> for [T; 1] {}
#[each(T, S: [IpAddr, Ipv4Addr], [IpAddr, Ipv6Addr], [IpAddr, [u8; 4]], [IpAddr, [u8; 16]], [IpAddr, [u16; 8]],
    [Ipv4Addr, u32], [Ipv4Addr, [u8; 4]], [u32, Ipv4Addr], [Ipv6Addr, u128], [Ipv6Addr, [u8; 16]],
    [Ipv6Addr, [u16; 8]], [u128, Ipv6Addr], [SocketAddr, SocketAddrV4], [SocketAddr, SocketAddrV6])]
impl From<S> for T {}
impl<I: Into<IpAddr>> From<(I, u16)> for SocketAddr {}
#[each(T, S: [io::Error, ErrorKind], [io::Error, ffi::NulError], [TryFromIntError, Infallible],
    [sync::atomic::AtomicU8, u8], [sync::atomic::AtomicU32, u32], [sync::atomic::AtomicUsize, usize],
    [sync::atomic::AtomicU64, u64], [sync::atomic::AtomicI32, i32], [sync::atomic::AtomicI64, i64], [sync::atomic::AtomicBool, bool])]
impl From<S> for T {}
#[each(N: u8, u16, u32, u64, usize, u128, i8, i16, i32, i64, isize, i128)]
impl From<NonZero<N>> for N {}
#[each(T, S: [NonZero<u16>, NonZero<u8>], [NonZero<u32>, NonZero<u8>], [NonZero<u32>, NonZero<u16>],
    [NonZero<u64>, NonZero<u8>], [NonZero<u64>, NonZero<u32>], [NonZero<usize>, NonZero<u8>],
    [NonZero<i64>, NonZero<i32>], [NonZero<usize>, NonZero<u16>])]
impl From<S> for T {}

// Into, TryFrom, TryInto
impl<T, U: From<T>> Into<U> for T {}
#[each(T, S: [u8, i32], [i32, i64], [i32, u32], [u32, i32], [usize, i32], [usize, u64], [u8, usize], [u64, usize],
    [i8, i32], [i16, i32], [u16, i32], [u64, i32], [u128, i32], [isize, i32], [u8, u32], [u16, u32], [i8, u32],
    [i16, u32], [usize, u32], [isize, u32], [u8, u64], [u16, u64], [u32, u64], [i8, u64], [i16, u64], [i32, u64],
    [i64, u64], [isize, u64], [u8, i64], [u16, i64], [u32, i64], [u64, i64], [u128, i64], [i8, i64], [i16, i64],
    [usize, i64], [isize, i64], [u16, usize], [u32, usize], [u128, usize], [i8, usize], [i16, usize], [i32, usize],
    [i64, usize], [isize, usize], [i128, usize], [u8, u16], [i8, u16], [i16, u16], [isize, u16], [u8, i8], [u16, i8], [u32, i8],
    [u64, i8], [usize, i8], [i8, u8], [u8, i16], [i8, i16], [u16, i16], [u32, i16], [u64, i16], [usize, i16],
    [u8, u128], [u16, u128], [u32, u128], [u64, u128], [usize, u128], [i8, u128], [i16, u128], [i32, u128],
    [i64, u128], [i128, u128], [isize, u128], [u8, i128], [u16, i128], [u32, i128], [u64, i128], [u128, i128], [usize, i128],
    [i8, i128], [i16, i128], [i32, i128], [i64, i128], [isize, i128], [u8, isize], [u16, isize], [u32, isize],
    [u64, isize], [usize, isize], [i8, isize], [i16, isize], [i32, isize], [i64, isize], [u128, isize], [i128, isize])]
impl TryFrom<S> for T {
    type Error = TryFromIntError;
}
impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;
}
#[each(N: u8, u16, u32, u64, usize, u128, i8, i16, i32, i64, isize, i128)]
impl TryFrom<N> for NonZero<N> {
    type Error = TryFromIntError;
}
impl TryFrom<u32> for char {
    type Error = char::CharTryFromError;
}
#[each(N: u8, u16)]
impl TryFrom<char> for N {
    type Error = char::TryFromCharError;
}
impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = array::TryFromSliceError;
}
impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = array::TryFromSliceError;
}
impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
}
impl TryFrom<Vec<u8>> for String {
    type Error = FromUtf8Error;
}
impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = <U as TryFrom<T>>::Error;
}

// AsRef and AsMut
#[each(X: str, String)]
#[each(T: str, [u8], OsStr, Path)]
impl AsRef<T> for X {}
#[each(X: Vec<T>, [T], [T; N], Box<[T]>, slice::Iter<'_, T>, vec::IntoIter<T>)]
impl<T, const N: usize> AsRef<[T]> for X {}
impl<T: ?Sized, U: ?Sized> AsRef<U> for &T where T: AsRef<U> {}
impl<T: ?Sized, U: ?Sized> AsRef<U> for &mut T where T: AsRef<U> {}
impl<T> AsRef<Vec<T>> for Vec<T> {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized> AsRef<T> for X {}
impl<T: ?Sized + ToOwned> AsRef<T> for Cow<'_, T> {}
#[each(X: OsStr, OsString, Path, PathBuf, path::Component<'_>, path::Components<'_>, path::Iter<'_>)]
#[each(T: OsStr, Path)]
impl AsRef<T> for X {}
impl AsRef<Path> for Cow<'_, OsStr> {}
#[each(X: CStr, CString)]
impl AsRef<CStr> for X {}
impl AsRef<str> for string::Drain<'_> {}
#[each(X: Vec<T>, [T], [T; N], Box<[T]>)]
impl<T, const N: usize> AsMut<[T]> for X {}
impl<T> AsMut<Vec<T>> for Vec<T> {}
#[each(X: String, str)]
impl AsMut<str> for X {}
impl<T: ?Sized, U: ?Sized> AsMut<U> for &mut T where T: AsMut<U> {}
impl<T: ?Sized> AsMut<T> for Box<T> {}

// Borrow and BorrowMut
impl<T: ?Sized> Borrow<T> for T {}
impl<T: ?Sized> BorrowMut<T> for T {}
impl Borrow<str> for String {}
impl BorrowMut<str> for String {}
impl<T> Borrow<[T]> for Vec<T> {}
impl<T> BorrowMut<[T]> for Vec<T> {}
impl<T: ?Sized> Borrow<T> for &T {}
impl<T: ?Sized> Borrow<T> for &mut T {}
impl<T: ?Sized> BorrowMut<T> for &mut T {}
#[each(X: Box<T>, Rc<T>, Arc<T>)]
impl<T: ?Sized> Borrow<T> for X {}
impl<T: ?Sized> BorrowMut<T> for Box<T> {}
impl<T, const N: usize> Borrow<[T]> for [T; N] {}
impl<T, const N: usize> BorrowMut<[T]> for [T; N] {}
impl<'a, B: ?Sized + ToOwned> Borrow<B> for Cow<'a, B> {}
impl Borrow<Path> for PathBuf {}
impl Borrow<OsStr> for OsString {}
impl Borrow<CStr> for CString {}

// ToOwned, ToString, FromStr
impl ToOwned for str {
    type Owned = String;
}
impl<T: Clone> ToOwned for T {
    type Owned = T;
}
impl<T: Clone> ToOwned for [T] {
    type Owned = Vec<T>;
}
impl ToOwned for Path {
    type Owned = PathBuf;
}
impl ToOwned for OsStr {
    type Owned = OsString;
}
impl ToOwned for CStr {
    type Owned = CString;
}
impl<T: ?Sized + Display> ToString for T {}
#[each(X: i32, INTEGERS, NON_ZEROS)]
impl FromStr for X {
    type Err = ParseIntError;
}
#[each(X, E: [String, Infallible], [bool, ParseBoolError], [f64, ParseFloatError], [f32, ParseFloatError],
    [char, char::ParseCharError], [PathBuf, Infallible], [OsString, Infallible], [IpAddr, net::AddrParseError],
    [Ipv4Addr, net::AddrParseError], [Ipv6Addr, net::AddrParseError], [SocketAddr, net::AddrParseError],
    [SocketAddrV4, net::AddrParseError], [SocketAddrV6, net::AddrParseError])]
impl FromStr for X {
    type Err = E;
}

// Deref and DerefMut
impl<T: ?Sized> Deref for Box<T> {
    type Target = T;
}
impl Deref for String {
    type Target = str;
}
impl<T> Deref for Vec<T> {
    type Target = [T];
}
#[each(X: &T, &mut T, Rc<T>, Arc<T>, cell::Ref<'_, T>, cell::RefMut<'_, T>, sync::MutexGuard<'_, T>,
    sync::RwLockReadGuard<'_, T>, sync::RwLockWriteGuard<'_, T>, std::mem::ManuallyDrop<T>)]
impl<T: ?Sized> Deref for X {
    type Target = T;
}
impl<T> Deref for panic::AssertUnwindSafe<T> {
    type Target = T;
}
impl<B: ?Sized + ToOwned> Deref for Cow<'_, B> {
    type Target = B;
}
impl<P: Deref> Deref for Pin<P> {
    type Target = <P as Deref>::Target;
}
impl Deref for PathBuf {
    type Target = Path;
}
impl Deref for OsString {
    type Target = OsStr;
}
impl Deref for CString {
    type Target = CStr;
}
impl<T: ?Sized> DerefMut for Box<T> {}
impl DerefMut for String {}
impl<T> DerefMut for Vec<T> {}
#[each(X: &mut T, cell::RefMut<'_, T>, sync::MutexGuard<'_, T>, sync::RwLockWriteGuard<'_, T>)]
impl<T: ?Sized> DerefMut for X {}
impl DerefMut for PathBuf {}
impl DerefMut for OsString {}
