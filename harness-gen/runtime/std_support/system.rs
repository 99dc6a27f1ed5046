//! Time, network, memory, input and output, hashers, tasks, and errors (each made the way it comes about).

use std::time::Duration;

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

/// `std::io::Cursor::new({0})` total
pub fn cursor<T>(inner: T) -> std::io::Cursor<T> {
    std::io::Cursor::new(inner)
}

/// `std::io::Error::from({0})` total
pub fn io_error(kind: std::io::ErrorKind) -> std::io::Error {
    std::io::Error::from(kind)
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

/// `"".parse::<i32>().unwrap_err()` total
pub fn parse_int_error() -> std::num::ParseIntError {
    "".parse::<i32>().unwrap_err()
}

/// `"".parse::<f64>().unwrap_err()` total
pub fn parse_float_error() -> std::num::ParseFloatError {
    "".parse::<f64>().unwrap_err()
}

/// `"".parse::<bool>().unwrap_err()` total
pub fn parse_bool_error() -> std::str::ParseBoolError {
    "".parse::<bool>().unwrap_err()
}

/// `"".parse::<char>().unwrap_err()` total
pub fn parse_char_error() -> std::char::ParseCharError {
    "".parse::<char>().unwrap_err()
}

/// `String::from_utf8(vec![255]).unwrap_err().utf8_error()` total
pub fn utf8_error() -> std::str::Utf8Error {
    String::from_utf8(vec![255]).unwrap_err().utf8_error()
}

/// `String::from_utf8(vec![255]).unwrap_err()` total
pub fn from_utf8_error() -> std::string::FromUtf8Error {
    String::from_utf8(vec![255]).unwrap_err()
}

/// `String::from_utf16(&[0xd800]).unwrap_err()` total
pub fn from_utf16_error() -> std::string::FromUtf16Error {
    String::from_utf16(&[0xd800]).unwrap_err()
}

/// `u8::try_from(256).unwrap_err()` total
pub fn try_from_int_error() -> std::num::TryFromIntError {
    u8::try_from(256).unwrap_err()
}

/// `char::try_from(0xd800_u32).unwrap_err()` total
pub fn char_try_from_error() -> std::char::CharTryFromError {
    char::try_from(0xd800_u32).unwrap_err()
}

/// `<[u8; 1]>::try_from([0_u8; 2].as_slice()).unwrap_err()` total
pub fn try_from_slice_error() -> std::array::TryFromSliceError {
    <[u8; 1]>::try_from([0_u8; 2].as_slice()).unwrap_err()
}

/// `"".parse::<std::net::IpAddr>().unwrap_err()` total
pub fn addr_parse_error() -> std::net::AddrParseError {
    "".parse::<std::net::IpAddr>().unwrap_err()
}

/// `std::ffi::CString::new("\0").unwrap_err()` total
pub fn nul_error() -> std::ffi::NulError {
    std::ffi::CString::new("\0").unwrap_err()
}

/// `std::ffi::CStr::from_bytes_with_nul(b"a").unwrap_err()` total
pub fn from_bytes_with_nul_error() -> std::ffi::FromBytesWithNulError {
    std::ffi::CStr::from_bytes_with_nul(b"a").unwrap_err()
}

/// `std::ffi::CStr::from_bytes_until_nul(b"a").unwrap_err()` total
pub fn from_bytes_until_nul_error() -> std::ffi::FromBytesUntilNulError {
    std::ffi::CStr::from_bytes_until_nul(b"a").unwrap_err()
}

/// `std::time::UNIX_EPOCH.duration_since(std::time::UNIX_EPOCH + std::time::Duration::new(1, 0)).unwrap_err()` total
pub fn system_time_error() -> std::time::SystemTimeError {
    std::time::UNIX_EPOCH
        .duration_since(std::time::UNIX_EPOCH + std::time::Duration::new(1, 0))
        .unwrap_err()
}

/// `std::env::VarError::NotPresent` total
pub fn var_error() -> std::env::VarError {
    std::env::VarError::NotPresent
}

/// `std::sync::mpsc::RecvError` total
pub fn recv_error() -> std::sync::mpsc::RecvError {
    std::sync::mpsc::RecvError
}

/// `Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err()` total
pub fn try_reserve_error() -> std::collections::TryReserveError {
    Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err()
}

/// `std::path::Path::new("a").strip_prefix("b").unwrap_err()` total
pub fn strip_prefix_error() -> std::path::StripPrefixError {
    std::path::Path::new("a").strip_prefix("b").unwrap_err()
}

/// `{ let cell = std::cell::RefCell::new(0); let _lent = cell.borrow_mut(); let error = cell.try_borrow().err().unwrap(); error }` total
pub fn borrow_error() -> std::cell::BorrowError {
    {
        let cell = std::cell::RefCell::new(0);
        let _lent = cell.borrow_mut();
        let error = cell.try_borrow().err().unwrap();
        error
    }
}

/// `{ let cell = std::cell::RefCell::new(0); let _lent = cell.borrow(); let error = cell.try_borrow_mut().err().unwrap(); error }` total
pub fn borrow_mut_error() -> std::cell::BorrowMutError {
    {
        let cell = std::cell::RefCell::new(0);
        let _lent = cell.borrow();
        let error = cell.try_borrow_mut().err().unwrap();
        error
    }
}

/// `std::io::ErrorKind::NotFound` total
pub fn error_kind_not_found() -> std::io::ErrorKind {
    std::io::ErrorKind::NotFound
}

/// `std::io::ErrorKind::Other` total
pub fn error_kind_other() -> std::io::ErrorKind {
    std::io::ErrorKind::Other
}

/// `std::io::ErrorKind::UnexpectedEof` total
pub fn error_kind_unexpected_eof() -> std::io::ErrorKind {
    std::io::ErrorKind::UnexpectedEof
}

/// `std::io::ErrorKind::Interrupted` total
pub fn error_kind_interrupted() -> std::io::ErrorKind {
    std::io::ErrorKind::Interrupted
}

/// `std::io::ErrorKind::InvalidData` total
pub fn error_kind_invalid_data() -> std::io::ErrorKind {
    std::io::ErrorKind::InvalidData
}

/// `std::io::ErrorKind::WouldBlock` total
pub fn error_kind_would_block() -> std::io::ErrorKind {
    std::io::ErrorKind::WouldBlock
}

/// `std::num::IntErrorKind::PosOverflow` total
pub fn int_error_kind_posoverflow() -> std::num::IntErrorKind {
    std::num::IntErrorKind::PosOverflow
}

/// `std::num::IntErrorKind::Empty` total
pub fn int_error_kind_empty() -> std::num::IntErrorKind {
    std::num::IntErrorKind::Empty
}

/// `std::io::SeekFrom::Start({0})` total
pub fn seek_from_start(offset: u64) -> std::io::SeekFrom {
    std::io::SeekFrom::Start(offset)
}

/// `std::io::SeekFrom::End({0})` total
pub fn seek_from_end(offset: i64) -> std::io::SeekFrom {
    std::io::SeekFrom::End(offset)
}

/// `std::io::SeekFrom::Current({0})` total
pub fn seek_from_current(offset: i64) -> std::io::SeekFrom {
    std::io::SeekFrom::Current(offset)
}

/// `std::sync::atomic::Ordering::Relaxed` total
pub fn atomic_ordering_relaxed() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::Relaxed
}

/// `std::sync::atomic::Ordering::SeqCst` total
pub fn atomic_ordering_seqcst() -> std::sync::atomic::Ordering {
    std::sync::atomic::Ordering::SeqCst
}

/// `std::net::Shutdown::Both` total
pub fn shutdown_both() -> std::net::Shutdown {
    std::net::Shutdown::Both
}

/// `std::num::FpCategory::Normal` total
pub fn fp_category_normal() -> std::num::FpCategory {
    std::num::FpCategory::Normal
}

/// `std::fmt::Alignment::Left` total
pub fn alignment_left() -> std::fmt::Alignment {
    std::fmt::Alignment::Left
}

/// `std::net::SocketAddrV4::new({0}, {1})` total
pub fn socket_addr_v4(ip: std::net::Ipv4Addr, port: u16) -> std::net::SocketAddrV4 {
    std::net::SocketAddrV4::new(ip, port)
}

/// `std::net::SocketAddrV6::new({0}, {1}, 0, 0)` total
pub fn socket_addr_v6(ip: std::net::Ipv6Addr, port: u16) -> std::net::SocketAddrV6 {
    std::net::SocketAddrV6::new(ip, port, 0, 0)
}

/// `std::io::empty()` total
pub fn io_empty() -> std::io::Empty {
    std::io::empty()
}

/// `std::io::sink()` total
pub fn io_sink() -> std::io::Sink {
    std::io::sink()
}

/// `std::io::BufReader::new({0})`
pub fn buf_reader<R: std::io::Read>(reader: R) -> std::io::BufReader<R> {
    std::io::BufReader::new(reader)
}

/// `std::io::BufWriter::new({0})`
pub fn buf_writer<W: std::io::Write>(writer: W) -> std::io::BufWriter<W> {
    std::io::BufWriter::new(writer)
}

/// `std::io::LineWriter::new({0})`
pub fn line_writer<W: std::io::Write>(writer: W) -> std::io::LineWriter<W> {
    std::io::LineWriter::new(writer)
}

/// `std::io::Read::take({0}, {1})`
pub fn io_take<R: std::io::Read>(reader: R, limit: u64) -> std::io::Take<R> {
    std::io::Read::take(reader, limit)
}

/// `std::hash::BuildHasherDefault::new()` total
pub fn build_hasher_default<H>() -> std::hash::BuildHasherDefault<H> {
    std::hash::BuildHasherDefault::new()
}

/// `std::task::Waker::noop().clone()` total
pub fn waker() -> std::task::Waker {
    std::task::Waker::noop().clone()
}

/// `std::task::Context::from_waker({0})` total
pub fn context(waker: &std::task::Waker) -> std::task::Context<'_> {
    std::task::Context::from_waker(waker)
}

/// `std::sync::mpsc::channel().0` total
pub fn sender<T>() -> std::sync::mpsc::Sender<T> {
    std::sync::mpsc::channel().0
}

/// `std::sync::mpsc::sync_channel(1).0` total
pub fn sync_sender<T>() -> std::sync::mpsc::SyncSender<T> {
    std::sync::mpsc::sync_channel(1).0
}

/// `std::sync::mpsc::channel().1` total
pub fn receiver<T>() -> std::sync::mpsc::Receiver<T> {
    std::sync::mpsc::channel().1
}

/// `Box::<dyn std::error::Error>::from({0})` total
pub fn boxed_error(text: &'static str) -> Box<dyn std::error::Error> {
    text.into()
}

/// `Box::<dyn std::error::Error + Send + Sync>::from({0})` total
pub fn boxed_shared_error(text: &'static str) -> Box<dyn std::error::Error + Send + Sync> {
    text.into()
}
