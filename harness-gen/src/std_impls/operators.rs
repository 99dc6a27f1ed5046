//! std's impls of operators, input and output, hashers and futures.

// Add … Rem
#[each(M: Add, Sub, Mul, Div, Rem)]
#[each(X: i32, f64, NUMBERS)]
impl M for X {
    type Output = X;
}
#[each(M: Add, Sub, Mul, Div, Rem)]
#[each(X: i32, f64, NUMBERS)]
impl M<&X> for X {
    type Output = X;
}
#[each(M: Add, Sub, Mul, Div, Rem)]
#[each(X: i32, f64, NUMBERS)]
impl M<X> for &X {
    type Output = X;
}
#[each(M: Add, Sub, Mul, Div, Rem)]
#[each(X: i32, f64, NUMBERS)]
impl<'a> M<&X> for &'a X {
    type Output = X;
}
#[each(M: AddAssign, SubAssign, MulAssign, DivAssign, RemAssign)]
#[each(X: i32, f64, NUMBERS)]
impl M for X {}
#[each(M: AddAssign, SubAssign, MulAssign, DivAssign, RemAssign)]
#[each(X: i32, f64, NUMBERS)]
impl M<&X> for X {}

// BitAnd … BitXor
#[each(M: BitAnd, BitOr, BitXor)]
#[each(X: i32, bool, INTEGERS)]
impl M for X {
    type Output = X;
}
#[each(M: BitAnd, BitOr, BitXor)]
#[each(X: i32, bool, INTEGERS)]
impl M<&X> for X {
    type Output = X;
}
#[each(M: BitAnd, BitOr, BitXor)]
#[each(X: i32, bool, INTEGERS)]
impl M<X> for &X {
    type Output = X;
}
#[each(M: BitAnd, BitOr, BitXor)]
#[each(X: i32, bool, INTEGERS)]
impl M<&X> for &X {
    type Output = X;
}
#[each(M: BitAndAssign, BitOrAssign, BitXorAssign)]
#[each(X: i32, bool, INTEGERS)]
impl M for X {}
#[each(M: BitAndAssign, BitOrAssign, BitXorAssign)]
#[each(X: i32, bool, INTEGERS)]
impl M<&X> for X {}

// Shl and Shr
#[each(M: Shl, Shr)]
#[each(X: i32, INTEGERS)]
impl M for X {
    type Output = X;
}
#[each(M: Shl, Shr)]
#[each(R: usize, u32, i32, u8)]
#[each(X: i32, INTEGERS)]
impl M<R> for X {
    type Output = X;
}
#[each(M: Shl, Shr)]
#[each(R: usize, u32, i32, u8)]
#[each(X: i32, INTEGERS)]
impl M<R> for &X {
    type Output = X;
}
#[each(M: Shl, Shr)]
#[each(X: i32, INTEGERS)]
impl M<&X> for X {
    type Output = X;
}
#[each(M: Shl, Shr)]
#[each(X: i32, INTEGERS)]
impl M<&X> for &X {
    type Output = X;
}
#[each(M: ShlAssign, ShrAssign)]
#[each(X: i32, INTEGERS)]
impl M for X {}
#[each(M: ShlAssign, ShrAssign)]
#[each(R: usize, u32, i32, u8)]
#[each(X: i32, INTEGERS)]
impl M<R> for X {}

// Neg and Not
#[each(X: SIGNED, FLOATS)]
impl Neg for X {
    type Output = X;
}
#[each(X: SIGNED, FLOATS)]
impl Neg for &X {
    type Output = X;
}
#[each(X: bool, INTEGERS)]
impl Not for X {
    type Output = X;
}
#[each(X: bool, INTEGERS)]
impl Not for &X {
    type Output = X;
}

// Wrapping and Saturating
#[each(W: Wrapping<N>, Saturating<N>)]
#[each(M: Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor)]
#[each(N: i32, u8, u32, u64, usize, i64)]
impl M for W {
    type Output = W;
}
#[each(W: Wrapping<N>, Saturating<N>)]
#[each(M: Add, Sub, Mul, Div, Rem)]
#[each(N: i32, u8, u32, u64, usize, i64)]
impl M<&W> for W {
    type Output = W;
}
#[each(W: Wrapping<N>, Saturating<N>)]
#[each(M: AddAssign, SubAssign, MulAssign, DivAssign, RemAssign)]
#[each(N: i32, u8, u32, u64, usize, i64)]
impl M for W {}
#[each(N: i32, u8, u32, u64, usize, i64)]
impl Neg for Wrapping<N> {
    type Output = Wrapping<N>;
}
#[each(W: Wrapping<N>, Saturating<N>)]
#[each(N: i32, u8, u32, u64, usize, i64)]
impl Not for W {
    type Output = W;
}
#[each(N: i32, u8, u32, u64, usize, i64)]
#[each(M: Shl, Shr)]
impl M<usize> for Wrapping<N> {
    type Output = Wrapping<N>;
}

// Other types with operators
impl Add<&str> for String {
    type Output = String;
}
impl AddAssign<&str> for String {}
#[each(M: Add, Sub)]
#[each(X, Y: [Duration, Duration], [Instant, Duration], [SystemTime, Duration])]
impl M<Y> for X {
    type Output = X;
}
impl Sub for Instant {
    type Output = Duration;
}
#[each(M: Mul, Div)]
impl M<u32> for Duration {
    type Output = Duration;
}
impl Mul<Duration> for u32 {
    type Output = Duration;
}
#[each(M: AddAssign, SubAssign)]
#[each(X: Duration, Instant, SystemTime)]
impl M<Duration> for X {}
#[each(M: MulAssign, DivAssign)]
impl M<u32> for Duration {}
#[each(M: BitAnd, BitOr, BitXor, Sub)]
impl<'a, 'b, T: Ord + Clone> M<&'b BTreeSet<T>> for &'a BTreeSet<T> {
    type Output = BTreeSet<T>;
}
#[each(M: BitAnd, BitOr, BitXor, Sub)]
impl<T: Eq + Hash + Clone, S: BuildHasher + Default> M<&HashSet<T, S>> for &HashSet<T, S> {
    type Output = HashSet<T, S>;
}
impl<'a> Add<&'a str> for Cow<'a, str> {
    type Output = Cow<'a, str>;
}
impl<'a> AddAssign<&'a str> for Cow<'a, str> {}
#[each(X: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<usize>)]
impl BitOr for X {
    type Output = X;
}
#[each(M: BitAnd, BitOr)]
#[each(X: Ipv4Addr, Ipv6Addr)]
impl M for X {
    type Output = X;
}

// Read, BufRead, Seek, Write
#[each(M: Read, BufRead)]
impl M for &[u8] {}
#[each(M: Read, BufRead)]
impl<T: AsRef<[u8]>> M for Cursor<T> {}
#[each(M: Read, BufRead, Seek)]
impl M for io::Empty {}
#[each(M: Read, BufRead)]
impl M for VecDeque<u8> {}
impl Read for io::Repeat {}
impl Read for io::Stdin {}
impl Read for std::fs::File {}
#[each(M: Read, BufRead, Seek, io::Write)]
impl<T: ?Sized + M> M for &mut T {}
#[each(M: Read, BufRead, Seek, io::Write)]
impl<T: ?Sized + M> M for Box<T> {}
impl<R: ?Sized + Read> Read for io::BufReader<R> {}
impl<R: ?Sized + Read> BufRead for io::BufReader<R> {}
impl<R: ?Sized + Seek> Seek for io::BufReader<R> {}
impl<T: Read> Read for io::Take<T> {}
impl<T: BufRead> BufRead for io::Take<T> {}
impl<T: Read, U: Read> Read for io::Chain<T, U> {}
impl<T: AsRef<[u8]>> Seek for Cursor<T> {}
impl Seek for std::fs::File {}
impl<W: io::Write + Seek> Seek for io::BufWriter<W> {}
#[each(X: Vec<u8>, &mut [u8], io::Sink, Cursor<Vec<u8>>, Cursor<&mut Vec<u8>>, Cursor<&mut [u8]>, Cursor<Box<[u8]>>, VecDeque<u8>, io::Stdout,
    io::Stderr, io::Empty, &io::Sink, std::fs::File, &std::fs::File)]
impl io::Write for X {}
impl<const N: usize> io::Write for Cursor<[u8; N]> {}
impl<W: ?Sized + io::Write> io::Write for io::BufWriter<W> {}
impl<W: ?Sized + io::Write> io::Write for io::LineWriter<W> {}
#[each(X: String, fmt::Formatter<'_>, OsString)]
impl fmt::Write for X {}
impl<W: ?Sized + fmt::Write> fmt::Write for &mut W {}

// Hasher and BuildHasher
impl Hasher for DefaultHasher {}
impl<H: ?Sized + Hasher> Hasher for &mut H {}
impl<H: ?Sized + Hasher> Hasher for Box<H> {}
impl BuildHasher for RandomState {
    type Hasher = DefaultHasher;
}
impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
    type Hasher = H;
}

// ToSocketAddrs
#[each(X, Y: [SocketAddr, option::IntoIter<SocketAddr>], [SocketAddrV4, option::IntoIter<SocketAddr>],
    [SocketAddrV6, option::IntoIter<SocketAddr>], [(IpAddr, u16), option::IntoIter<SocketAddr>],
    [(Ipv4Addr, u16), option::IntoIter<SocketAddr>], [str, vec::IntoIter<SocketAddr>],
    [String, vec::IntoIter<SocketAddr>], [(&str, u16), vec::IntoIter<SocketAddr>])]
impl ToSocketAddrs for X {
    type Iter = Y;
}

// Future, IntoFuture, Wake
impl<T> future::Future for future::Ready<T> {
    type Output = T;
}
impl<T> future::Future for future::Pending<T> {
    type Output = T;
}
impl<F: ?Sized + future::Future + Unpin> future::Future for Box<F> {
    type Output = <F as future::Future>::Output;
}
impl<F: ?Sized + future::Future + Unpin> future::Future for &mut F {
    type Output = <F as future::Future>::Output;
}
impl<P: DerefMut> future::Future for Pin<P>
where
    <P as Deref>::Target: future::Future,
{
    type Output = <<P as Deref>::Target as future::Future>::Output;
}
impl<F: future::Future> future::IntoFuture for F {
    type Output = <F as future::Future>::Output;
    type IntoFuture = F;
}
