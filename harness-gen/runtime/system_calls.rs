//! Buffers of watched memory that are given to the kernel. The kernel does not fault on a page that is closed, it
//! refuses with `EFAULT`, and a crate that swallows the error would seem not to have looked. So the functions of the C
//! library by which std hands buffers to the kernel are defined here, for this dylib alone: they touch what lies in
//! watched memory, which is a demand like any other, and then make the same system call. Buffers that reach the kernel by
//! another way (`io_uring`, C code that is linked in, `asm!`) are not seen. The start of a thread is told in the same way, and
//! who asks how large a thread's stack is gets an answer from here.

use crate::abi::STACK_OF_A_TEST;
use crate::waiters::{NO_TIME, Waiter};
use crate::{threads, waiting};
use std::ffi::{CStr, c_char, c_int, c_long, c_void};
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

static WATCHED_FROM: AtomicUsize = AtomicUsize::new(0);
static WATCHED_TO: AtomicUsize = AtomicUsize::new(0);
static LOOKED_AT: AtomicPtr<()> = AtomicPtr::new(null_mut());
static THREAD_BEGINS: AtomicPtr<()> = AtomicPtr::new(null_mut());

/// Tells which addresses are watched, and whom to tell of a look at some of them and of a thread.
pub fn configure(
    watched: Range<usize>,
    looked_at: unsafe extern "C" fn(*const u8, usize),
    thread_begins: unsafe extern "C" fn(),
) {
    WATCHED_FROM.store(watched.start, Relaxed);
    WATCHED_TO.store(watched.end, Relaxed);
    LOOKED_AT.store(looked_at as *mut (), Relaxed);
    THREAD_BEGINS.store(thread_begins as *mut (), Relaxed);
    waiting::begin();
}

/// The kernel is about to look at the part of a buffer that is watched.
fn touch(buffer: *const c_void, len: usize) {
    let (from, to) = (WATCHED_FROM.load(Relaxed), WATCHED_TO.load(Relaxed));
    let start = (buffer as usize).max(from);
    let end = (buffer as usize).saturating_add(len).min(to);
    let looked_at = LOOKED_AT.load(Relaxed);
    if start >= end || looked_at.is_null() {
        return;
    }
    // SAFETY: `configure` stored such a function, and the bytes are watched.
    unsafe {
        std::mem::transmute::<*mut (), unsafe extern "C" fn(*const u8, usize)>(looked_at)(
            start as *const u8,
            end - start,
        );
    }
}

#[repr(C)]
struct Buffer {
    base: *const c_void,
    len: usize,
}

#[repr(C)]
struct Message {
    name: *const c_void,
    name_len: u32,
    buffers: *const Buffer,
    count: usize,
}

unsafe fn touch_all(buffers: *const Buffer, count: usize) {
    touch(buffers.cast(), count.saturating_mul(size_of::<Buffer>()));
    for index in 0..count {
        // SAFETY: the caller gives the kernel `count` buffers from here on.
        let Buffer { base, len } = unsafe { buffers.add(index).read() };
        touch(base, len);
    }
}

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn dlsym(handle: *mut u8, name: *const c_char) -> *mut u8;
    fn pthread_attr_getstack(attributes: *const c_void, lowest: *mut *mut c_void, len: *mut usize) -> c_int;
    fn pthread_attr_setstack(attributes: *mut c_void, lowest: *mut c_void, len: usize) -> c_int;
}

/// The C library's own function of this name: the ones here are hidden, so looking for the name does not find them.
pub(crate) fn of_the_c_library(name: &CStr) -> *mut u8 {
    // SAFETY: a name that ends with a zero.
    unsafe { dlsym(null_mut(), name.as_ptr()) }
}

macro_rules! with_buffer {
    ($($name:ident = $number:literal ($($before:ident: $before_ty:ty),*; buffer, len; $($after:ident: $after_ty:ty),*);)*) => {
        $(unsafe extern "C" fn $name(
            $($before: $before_ty,)* buffer: *const c_void, len: usize, $($after: $after_ty),*
        ) -> isize {
            touch(buffer, len);
            // SAFETY: the arguments of the C function are those of the system call.
            unsafe { syscall($number, $($before,)* buffer, len, $($after),*) as isize }
        })*
    };
}

macro_rules! with_buffers {
    ($($name:ident = $number:literal ($($after:ident: $after_ty:ty),*);)*) => {
        $(unsafe extern "C" fn $name(fd: c_int, buffers: *const Buffer, count: c_int, $($after: $after_ty),*) -> isize {
            // SAFETY: as above.
            unsafe {
                touch_all(buffers, usize::try_from(count).unwrap_or(0));
                syscall($number, fd, buffers, count, $($after),*) as isize
            }
        })*
    };
}

macro_rules! with_message {
    ($($name:ident = $number:literal;)*) => {
        $(unsafe extern "C" fn $name(fd: c_int, message: *const Message, flags: c_int) -> isize {
            // SAFETY: as above.
            unsafe {
                touch((*message).name, (*message).name_len as usize);
                touch_all((*message).buffers, (*message).count);
                syscall($number, fd, message, flags) as isize
            }
        })*
    };
}

with_buffer! {
    read_seen = 0 (fd: c_int; buffer, len;);
    write_seen = 1 (fd: c_int; buffer, len;);
    pread_seen = 17 (fd: c_int; buffer, len; offset: i64);
    pwrite_seen = 18 (fd: c_int; buffer, len; offset: i64);
    getrandom_seen = 318 (; buffer, len; flags: c_int);
    sendto_seen = 44 (fd: c_int; buffer, len; flags: c_int, address: *const c_void, address_len: u32);
    recvfrom_seen = 45 (fd: c_int; buffer, len; flags: c_int, address: *mut c_void, address_len: *mut u32);
}

with_buffers! {
    readv_seen = 19 ();
    writev_seen = 20 ();
}

with_message! {
    sendmsg_seen = 46;
    recvmsg_seen = 47;
}

/// `send` is `sendto` without an address.
unsafe extern "C" fn send_seen(fd: c_int, buffer: *const c_void, len: usize, flags: c_int) -> isize {
    // SAFETY: as for `sendto`.
    unsafe { sendto_seen(fd, buffer, len, flags, std::ptr::null(), 0) }
}

/// `recv` is `recvfrom` without an address.
unsafe extern "C" fn recv_seen(fd: c_int, buffer: *const c_void, len: usize, flags: c_int) -> isize {
    // SAFETY: as for `recvfrom`.
    unsafe { recvfrom_seen(fd, buffer, len, flags, std::ptr::null_mut(), std::ptr::null_mut()) }
}

type ThreadCreate = unsafe extern "C" fn(
    *mut c_void,
    *const c_void,
    extern "C" fn(*mut c_void) -> *mut c_void,
    *mut c_void,
) -> c_int;

/// Tells of the thread, and then starts it.
unsafe extern "C" fn pthread_create_seen(
    thread: *mut c_void,
    attributes: *const c_void,
    body: extern "C" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    /// What the C library answers when it lacks what a thread needs.
    const EAGAIN: c_int = 11;
    let thread_begins = THREAD_BEGINS.load(Relaxed);
    // SAFETY: `configure` stored such a function; the C library's has this type, and gets what its caller passed.
    unsafe {
        if !thread_begins.is_null() {
            std::mem::transmute::<*mut (), unsafe extern "C" fn()>(thread_begins)();
        }
        let real = of_the_c_library(c"pthread_create");
        if real.is_null() {
            return EAGAIN;
        }
        let (body, argument) = threads::begin(body, argument);
        let created = std::mem::transmute::<*mut u8, ThreadCreate>(real)(thread, attributes, body, argument);
        if created != 0 {
            threads::give_up(argument);
        }
        created
    }
}

type ThreadJoin = unsafe extern "C" fn(usize, *mut *mut c_void) -> c_int;

/// Waits for the end of a thread, and is seen to.
unsafe extern "C" fn pthread_join_seen(thread: usize, result: *mut *mut c_void) -> c_int {
    /// What the C library answers if there is no such thread.
    const ESRCH: c_int = 3;
    let _waiter = Waiter::at(thread, NO_TIME);
    // SAFETY: as for `pthread_create`.
    unsafe {
        let real = of_the_c_library(c"pthread_join");
        if real.is_null() {
            return ESRCH;
        }
        std::mem::transmute::<*mut u8, ThreadJoin>(real)(thread, result)
    }
}

type AttributesOf = unsafe extern "C" fn(usize, *mut c_void) -> c_int;

/// What the thread that runs programs is told of its stack is what that of a test would be: whoever takes another stack where there
/// is not much left of it does so here, too.
unsafe extern "C" fn pthread_getattr_np_seen(thread: usize, attributes: *mut c_void) -> c_int {
    /// What the C library answers if there is no such thread.
    const ESRCH: c_int = 3;
    // SAFETY: the C library's functions have these types, and get what the caller passed or pointers to locals.
    unsafe {
        let real = of_the_c_library(c"pthread_getattr_np");
        if real.is_null() {
            return ESRCH;
        }
        let answer = std::mem::transmute::<*mut u8, AttributesOf>(real)(thread, attributes);
        let (mut lowest, mut len) = (null_mut(), 0);
        if answer == 0
            && threads::runs_on(thread)
            && pthread_attr_getstack(attributes, &raw mut lowest, &raw mut len) == 0
            && len > STACK_OF_A_TEST
        {
            let lowest = lowest.wrapping_byte_add(len - STACK_OF_A_TEST);
            // Refused, it is told of all.
            pthread_attr_setstack(attributes, lowest, STACK_OF_A_TEST);
        }
        answer
    }
}

// Hidden, so that the calls of this dylib are bound to them, and those of the executor and of the C library are not.
macro_rules! instead_of {
    ($($name:literal => $seen:ident,)*) => {
        $(std::arch::global_asm!(
            ".pushsection .text.cargo_explore_system_calls,\"ax\",@progbits",
            concat!(".weak ", $name),
            concat!(".hidden ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            "jmp {seen}",
            concat!(".size ", $name, ", .-", $name),
            ".popsection",
            seen = sym $seen,
        );)*
    };
}

pub(crate) use instead_of;

instead_of! {
    "read" => read_seen,
    "write" => write_seen,
    "pread" => pread_seen,
    "pread64" => pread_seen,
    "pwrite" => pwrite_seen,
    "pwrite64" => pwrite_seen,
    "readv" => readv_seen,
    "writev" => writev_seen,
    "send" => send_seen,
    "sendto" => sendto_seen,
    "sendmsg" => sendmsg_seen,
    "recv" => recv_seen,
    "recvfrom" => recvfrom_seen,
    "recvmsg" => recvmsg_seen,
    "getrandom" => getrandom_seen,
    "pthread_create" => pthread_create_seen,
    "pthread_join" => pthread_join_seen,
    "pthread_getattr_np" => pthread_getattr_np_seen,
}
