//! How values of std types are built and taken apart. Read by the same pipeline as any crate (through rustdoc JSON)
//! and compiled into every harness.
//!
//! The first doc line of each function is its form in reproductions between backticks, then flags:
//! `total` (cannot fail, runs no foreign code), `statement` (the form is a statement on the first argument, which is
//! also the result), `part` (takes its argument apart; `None` means that the part is not there), `partial` (`None` means
//! that these arguments make no value), `bound` (the form is bound by a `let`, because others borrow from it), `pattern` (the
//! form matches the result, too, and its slots the parts of it), `empty` and `element` (an empty vector, and one more element
//! of it: together they are written as `vec![…]`).

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::{CStr, CString, OsStr, OsString};
use std::marker::PhantomData;
use std::num::{Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;

/// A reference that a signature wants for ever: `&'static T` and no text.
pub struct Static<T: ?Sized + 'static>(pub &'static T);

/// `Box::leak(Box::new({0}))` total
pub fn leaked<T>(value: T) -> Static<T> {
    Static(Box::leak(Box::new(value)))
}

/// `&*{0}.leak()` total
pub fn leaked_slice<T>(values: Vec<T>) -> Static<[T]> {
    Static(values.leak())
}

/// `None` total
pub fn option_none<T>() -> Option<T> {
    None
}

/// `Some({0})` total pattern
pub fn option_some<T>(value: T) -> Option<T> {
    Some(value)
}

/// `Ok({0})` total pattern
pub fn result_ok<T, E>(value: T) -> Result<T, E> {
    Ok(value)
}

/// `Err({0})` total pattern
pub fn result_err<T, E>(error: E) -> Result<T, E> {
    Err(error)
}

/// `Vec::new()` total empty
pub fn vec_new<T>() -> Vec<T> {
    Vec::new()
}

/// `{0}.push({1})` total statement element
pub fn vec_push<T>(mut vec: Vec<T>, value: T) -> Vec<T> {
    // As much room as `vec![…]` has, which tests have in its place: what hangs on that fails in both.
    vec.reserve_exact(1);
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

/// `&*[{0}, &[{1}]].concat().leak()` total
pub fn bytes_push(bytes: &'static [u8], last: u8) -> &'static [u8] {
    [bytes, &[last]].concat().leak()
}

/// `{0}.split_last().unwrap().1` partial
pub fn bytes_without_last(bytes: &'static [u8]) -> Option<&'static [u8]> {
    bytes.split_last().map(|(_, rest)| rest)
}

/// `{0}.to_vec()` total
///
/// Keys of maps and buffers are bytes that somebody owns; element by element they stay short.
pub fn vec_of_bytes(bytes: &'static [u8]) -> Vec<u8> {
    bytes.to_vec()
}

/// `({0}).as_mut_str()` total
pub fn string_as_mut_str(text: &mut String) -> &mut str {
    text.as_mut_str()
}

/// `Box::<str>::from({0})` total
pub fn boxed_str(text: &'static str) -> Box<str> {
    text.into()
}

/// `std::borrow::Cow::Owned({0})` total
pub fn cow_owned<'a, B: ToOwned + ?Sized>(value: B::Owned) -> Cow<'a, B> {
    Cow::Owned(value)
}

/// `std::borrow::Cow::Borrowed({0})` total
pub fn cow_borrowed<B: ToOwned + ?Sized>(value: &B) -> Cow<'_, B> {
    Cow::Borrowed(value)
}

/// `std::ffi::OsString::from({0})` total
pub fn os_string(text: &'static str) -> OsString {
    OsString::from(text)
}

/// `std::ffi::OsStr::new({0})` total
pub fn os_str(text: &'static str) -> &'static OsStr {
    OsStr::new(text)
}

/// `std::ffi::OsStr::new({0})` total
pub fn lasting_os_str(text: &'static str) -> Static<OsStr> {
    Static(OsStr::new(text))
}

/// `std::path::Path::new({0})` total
pub fn lasting_path(text: &'static str) -> Static<Path> {
    Static(Path::new(text))
}

/// `&*Box::leak({0}.into_boxed_c_str())` total
pub fn lasting_c_str(text: CString) -> Static<CStr> {
    Static(Box::leak(text.into_boxed_c_str()))
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

macro_rules! non_zero {
    ($($name:ident $number:ident)*) => {$(
        #[doc = concat!("`std::num::NonZero::<", stringify!($number), ">::new({0}).unwrap()` partial")]
        pub fn $name(value: $number) -> Option<std::num::NonZero<$number>> {
            std::num::NonZero::new(value)
        }
    )*};
}

non_zero! {
    non_zero_u8 u8 non_zero_u16 u16 non_zero_u32 u32 non_zero_u64 u64 non_zero_u128 u128 non_zero_usize usize
    non_zero_i8 i8 non_zero_i16 i16 non_zero_i32 i32 non_zero_i64 i64 non_zero_i128 i128 non_zero_isize isize
}

macro_rules! atomic {
    ($($name:ident $atomic:ident $value:ident)*) => {$(
        #[doc = concat!("`std::sync::atomic::", stringify!($atomic), "::new({0})` total")]
        pub fn $name(value: $value) -> std::sync::atomic::$atomic {
            std::sync::atomic::$atomic::new(value)
        }
    )*};
}

atomic! {
    atomic_bool AtomicBool bool atomic_u8 AtomicU8 u8 atomic_u16 AtomicU16 u16 atomic_u32 AtomicU32 u32
    atomic_u64 AtomicU64 u64 atomic_usize AtomicUsize usize atomic_i8 AtomicI8 i8 atomic_i16 AtomicI16 i16
    atomic_i32 AtomicI32 i32 atomic_i64 AtomicI64 i64 atomic_isize AtomicIsize isize
}

/// `({0}..{1})` total
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

/// `(..{0})` total
pub fn range_to<T>(end: T) -> RangeTo<T> {
    ..end
}

/// `(..={0})` total
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

/// `std::sync::atomic::Ordering::Relaxed` total
pub fn atomic_relaxed() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::Relaxed
}

/// `std::sync::atomic::Ordering::Release` total
pub fn atomic_release() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::Release
}

/// `std::sync::atomic::Ordering::Acquire` total
pub fn atomic_acquire() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::Acquire
}

/// `std::sync::atomic::Ordering::AcqRel` total
pub fn atomic_acqrel() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::AcqRel
}

/// `std::sync::atomic::Ordering::SeqCst` total
pub fn atomic_seqcst() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::SeqCst
}

/// `std::cmp::Reverse({0})` total
pub fn reverse<T>(value: T) -> std::cmp::Reverse<T> {
    std::cmp::Reverse(value)
}

/// `std::pin::Pin::new({0})` total
pub fn pin_new<T: Unpin>(pointer: &mut T) -> Pin<&mut T> {
    Pin::new(pointer)
}

/// `Box::pin({0})` total
pub fn pin_box<T>(value: T) -> Pin<Box<T>> {
    Box::pin(value)
}

/// `({0}).as_mut()` total
///
/// A value that must not move again is pinned in its box first.
pub fn pin_as_mut<T>(boxed: &mut Pin<Box<T>>) -> Pin<&mut T> {
    boxed.as_mut()
}

/// `({0}).as_ref()` total
pub fn pin_as_ref<T>(boxed: &Pin<Box<T>>) -> Pin<&T> {
    boxed.as_ref()
}

/// `std::ffi::CString::new({0}).unwrap()` partial
pub fn c_string(text: &'static str) -> Option<CString> {
    CString::new(text).ok()
}

/// `({0}).as_c_str()` total
pub fn c_str(text: &CString) -> &CStr {
    text.as_c_str()
}

/// `{0}.into_boxed_path()` total
pub fn boxed_path(path: PathBuf) -> Box<Path> {
    path.into_boxed_path()
}

/// `{0}.into_boxed_os_str()` total
pub fn boxed_os_str(text: OsString) -> Box<OsStr> {
    text.into_boxed_os_str()
}

/// `std::rc::Rc::<std::path::Path>::from({0})` total
pub fn rc_path(path: PathBuf) -> Rc<Path> {
    Rc::from(path)
}

/// `std::sync::Arc::<std::path::Path>::from({0})` total
pub fn arc_path(path: PathBuf) -> Arc<Path> {
    Arc::from(path)
}

/// `std::rc::Rc::from({0})` total
pub fn rc_slice<T>(elements: Vec<T>) -> Rc<[T]> {
    Rc::from(elements)
}

/// `std::sync::Arc::from({0})` total
pub fn arc_slice<T>(elements: Vec<T>) -> Arc<[T]> {
    Arc::from(elements)
}

/// `std::rc::Rc::downgrade({0})` total
pub fn rc_weak<T>(rc: &Rc<T>) -> std::rc::Weak<T> {
    Rc::downgrade(rc)
}

/// `std::rc::Weak::new()` total
pub fn rc_weak_new<T>() -> std::rc::Weak<T> {
    std::rc::Weak::new()
}

/// `std::sync::Arc::downgrade({0})` total
pub fn arc_weak<T>(arc: &Arc<T>) -> std::sync::Weak<T> {
    Arc::downgrade(arc)
}

/// `std::sync::Weak::new()` total
pub fn arc_weak_new<T>() -> std::sync::Weak<T> {
    std::sync::Weak::new()
}

/// `std::sync::RwLock::new({0})` total
pub fn rw_lock_new<T>(value: T) -> RwLock<T> {
    RwLock::new(value)
}

/// `std::cell::OnceCell::new()` total
pub fn once_cell_new<T>() -> OnceCell<T> {
    OnceCell::new()
}

/// `std::cell::OnceCell::from({0})` total
pub fn once_cell_from<T>(value: T) -> OnceCell<T> {
    OnceCell::from(value)
}

/// `std::sync::OnceLock::new()` total
pub fn once_lock_new<T>() -> OnceLock<T> {
    OnceLock::new()
}

/// `std::sync::OnceLock::from({0})` total
pub fn once_lock_from<T>(value: T) -> OnceLock<T> {
    OnceLock::from(value)
}

/// `({0}).try_borrow().unwrap()` partial
pub fn ref_cell_ref<T>(cell: &RefCell<T>) -> Option<std::cell::Ref<'_, T>> {
    cell.try_borrow().ok()
}

/// `({0}).try_borrow_mut().unwrap()` partial
pub fn ref_cell_ref_mut<T>(cell: &RefCell<T>) -> Option<std::cell::RefMut<'_, T>> {
    cell.try_borrow_mut().ok()
}

/// `({0}).try_lock().unwrap()` partial
pub fn mutex_guard<T>(mutex: &Mutex<T>) -> Option<std::sync::MutexGuard<'_, T>> {
    mutex.try_lock().ok()
}

/// `({0}).try_read().unwrap()` partial
pub fn read_guard<T>(lock: &RwLock<T>) -> Option<std::sync::RwLockReadGuard<'_, T>> {
    lock.try_read().ok()
}

/// `({0}).try_write().unwrap()` partial
pub fn write_guard<T>(lock: &RwLock<T>) -> Option<std::sync::RwLockWriteGuard<'_, T>> {
    lock.try_write().ok()
}

/// `std::num::Saturating({0})` total
pub fn saturating<T>(value: T) -> Saturating<T> {
    Saturating(value)
}

/// `std::mem::ManuallyDrop::new({0})` total
pub fn manually_drop<T>(value: T) -> std::mem::ManuallyDrop<T> {
    std::mem::ManuallyDrop::new(value)
}

/// `std::panic::AssertUnwindSafe({0})` total
pub fn assert_unwind_safe<T>(value: T) -> std::panic::AssertUnwindSafe<T> {
    std::panic::AssertUnwindSafe(value)
}

/// `std::marker::PhantomPinned` total
pub fn phantom_pinned() -> std::marker::PhantomPinned {
    std::marker::PhantomPinned
}

/// `std::mem::MaybeUninit::uninit()` total
pub fn maybe_uninit<T>() -> std::mem::MaybeUninit<T> {
    std::mem::MaybeUninit::uninit()
}

/// `std::task::Poll::Ready({0})` total
pub fn poll_ready<T>(value: T) -> Poll<T> {
    Poll::Ready(value)
}

/// `std::task::Poll::Pending` total
pub fn poll_pending<T>() -> Poll<T> {
    Poll::Pending
}

/// `std::ops::ControlFlow::Continue({0})` total
pub fn control_flow_continue<B, C>(value: C) -> ControlFlow<B, C> {
    ControlFlow::Continue(value)
}

/// `std::ops::ControlFlow::Break({0})` total
pub fn control_flow_break<B, C>(value: B) -> ControlFlow<B, C> {
    ControlFlow::Break(value)
}

/// `std::future::ready({0})` total
pub fn ready<T>(value: T) -> std::future::Ready<T> {
    std::future::ready(value)
}

/// `std::any::TypeId::of::<i32>()` total
pub fn type_id_of_number() -> std::any::TypeId {
    std::any::TypeId::of::<i32>()
}

/// `std::any::TypeId::of::<String>()` total
pub fn type_id_of_text() -> std::any::TypeId {
    std::any::TypeId::of::<String>()
}

/// `*std::panic::Location::caller()` total
pub fn location() -> std::panic::Location<'static> {
    *std::panic::Location::caller()
}
