//! Names and sets of types that the tables of std's impls share; see `mod.rs` for how they are read.

use std::alloc::{Layout, LayoutError};
use std::any::{Any, TypeId};
use std::borrow::{Borrow, BorrowMut, Cow, ToOwned};
use std::boxed::Box;
use std::cell::{Cell, OnceCell, RefCell};
use std::clone::Clone;
use std::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd, Reverse};
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, binary_heap, btree_map, btree_set,
    hash_map, hash_set, linked_list, vec_deque,
};
use std::convert::{AsMut, AsRef, From, Infallible, Into, TryFrom, TryInto};
use std::default::Default;
use std::error::Error;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::fmt::{Debug, Display};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher, RandomState};
use std::io::{BufRead, Cursor, ErrorKind, Read, Seek};
use std::iter::{
    DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, FusedIterator, IntoIterator, Iterator, Product,
    Sum,
};
use std::marker::{Copy, PhantomData};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6, ToSocketAddrs};
use std::num::{
    NonZero, ParseFloatError, ParseIntError, Saturating, TryFromIntError, Wrapping,
};
use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Bound, ControlFlow, Deref,
    DerefMut, Div, DivAssign, Fn, FnMut, FnOnce, Index, IndexMut, Mul, MulAssign, Neg, Not, Range, RangeBounds,
    RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive, Rem, RemAssign, Shl, ShlAssign, Shr,
    ShrAssign, Sub, SubAssign,
};
use std::option::Option;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::result::Result;
use std::slice::SliceIndex;
use std::str::{FromStr, ParseBoolError, Utf8Error};
use std::string::{FromUtf8Error, String, ToString};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;
use std::time::{Duration, Instant, SystemTime};
use std::vec::Vec;
use std::{
    any, array, borrow, cell, char, cmp, convert, ffi, fmt, future, hash, io, iter, marker, net, num, ops, option,
    panic, path, pin, rc, result, slice, str, string, sync, task, time, vec,
};

type INTEGERS = (i32, u8, usize, u32, u64, i64, u16, i8, i16, isize, u128, i128);
type SIGNED = (i32, i64, i8, i16, isize, i128);
type UNSIGNED = (u8, usize, u32, u64, u16, u128);
type FLOATS = (f64, f32);
type NUMBERS = (INTEGERS, FLOATS);
type NON_ZEROS = (
    NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<usize>, NonZero<u128>, NonZero<i8>,
    NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<isize>, NonZero<i128>,
);
// Without parameters: Clone, Debug, PartialEq, Eq, Hash.
type PLAIN = (
    INTEGERS, bool, char, String, (), NON_ZEROS, Ordering, Duration, PathBuf, OsString, CString, Ipv4Addr, Ipv6Addr,
    IpAddr, SocketAddr, SocketAddrV4, SocketAddrV6, Instant, SystemTime, ErrorKind, TypeId, Layout, RangeFull,
    Infallible, fmt::Error,
);
type TEXTS = (str, Path, OsStr, CStr);
type ATOMIC_NUMBERS = (
    sync::atomic::AtomicU8, sync::atomic::AtomicU16, sync::atomic::AtomicU32, sync::atomic::AtomicU64,
    sync::atomic::AtomicUsize, sync::atomic::AtomicI8, sync::atomic::AtomicI16, sync::atomic::AtomicI32,
    sync::atomic::AtomicI64, sync::atomic::AtomicIsize,
);
type ERRORS = (
    fmt::Error, ParseIntError, ParseFloatError, ParseBoolError, char::ParseCharError, TryFromIntError, Utf8Error,
    FromUtf8Error, io::Error, Infallible, LayoutError, char::CharTryFromError, array::TryFromSliceError,
    cell::BorrowError, cell::BorrowMutError, time::SystemTimeError, net::AddrParseError,
    std::collections::TryReserveError, string::FromUtf16Error, char::DecodeUtf16Error, ffi::NulError,
    ffi::FromBytesWithNulError, ffi::IntoStringError, path::StripPrefixError, std::env::VarError,
    sync::mpsc::RecvError, char::TryFromCharError, ffi::FromBytesUntilNulError, ffi::FromVecWithNulError,
);
// One type parameter; the element's own trait is asked for.
type HOLDERS = (
    Vec<T>, Option<T>, Box<T>, VecDeque<T>, LinkedList<T>, BTreeSet<T>, [T; N], Range<T>, RangeInclusive<T>,
    RangeFrom<T>, RangeTo<T>, RangeToInclusive<T>, Bound<T>, Reverse<T>, Wrapping<T>, Saturating<T>, Poll<T>,
);
