//! Purpose: functions that sleep, wait for a time, and read clocks: time in which nothing happens goes by at once. Two of them fail: one after a moment, and one that never wakes.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

const HOUR: Duration = Duration::from_secs(3600);

/// Fails after a moment.
pub fn late(n: u8) -> u8 {
    thread::sleep(Duration::from_millis(20));
    100 / n
}

/// Never wakes.
pub fn sleeper(n: bool) -> u8 {
    while n {
        thread::sleep(HOUR);
    }
    0
}

/// The clocks agree that it has slept.
pub fn slept(hours: u8) {
    let (steady, wall) = (Instant::now(), SystemTime::now());
    thread::sleep(HOUR * u32::from(hours));
    assert!(steady.elapsed() >= HOUR * u32::from(hours));
    assert!(wall.elapsed().expect("later") >= HOUR * u32::from(hours));
}

/// Nobody sends anything.
pub fn deaf(hours: u8) {
    let (sender, receiver) = mpsc::channel::<u8>();
    let time = HOUR * u32::from(hours);
    let before = Instant::now();
    assert_eq!(receiver.recv_timeout(time), Err(RecvTimeoutError::Timeout));
    assert!(before.elapsed() >= time);
    drop(sender);
    assert_eq!(receiver.recv_timeout(time), Err(RecvTimeoutError::Disconnected));
}

/// Who is at work is waited for.
pub fn patient(n: u8) -> u64 {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        let sum = (0..2_000_000_u64).fold(u64::from(n), |sum, i| std::hint::black_box(sum ^ i));
        sender.send(sum).expect("somebody waits");
    });
    let sum = receiver.recv_timeout(HOUR).expect("it is at work");
    worker.join().expect("it does not fail");
    sum
}

/// Who sleeps meanwhile wakes before those that sleep for longer.
pub fn in_order(n: u8) {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        thread::sleep(Duration::from_millis(u64::from(n)));
        sender.send(()).expect("somebody waits");
    });
    receiver.recv_timeout(HOUR).expect("it wakes first");
    worker.join().expect("it does not fail");
}

/// Nobody notifies.
pub fn unnotified(n: u8) {
    let (lock, condition) = (Mutex::new(n), Condvar::new());
    let guard = lock.lock().expect("nobody fails");
    let (guard, waited) = condition.wait_timeout(guard, HOUR).expect("nobody fails");
    assert!(waited.timed_out());
    drop(guard);
    thread::park_timeout(HOUR);
}

/// Nothing happens.
pub fn polled(hours: u8) {
    unsafe extern "C" {
        fn poll(events: *mut u8, count: u64, milliseconds: i32) -> i32;
    }
    let (time, before) = (HOUR * u32::from(hours), Instant::now());
    // SAFETY: of no events none is looked at.
    assert_eq!(unsafe { poll(std::ptr::null_mut(), 0, time.as_millis() as i32) }, 0);
    assert!(before.elapsed() >= time);
}
