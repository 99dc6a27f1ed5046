//! What ordinary crates do, and has to go on working. Each panics if it does not.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write, pipe};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// Makes, copies, links, renames and removes files in the private directory.
pub fn uses_files() {
    let directory = std::env::temp_dir().join("ordinary");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(directory.join("inner")).expect("makes directories");
    let path = |name: &str| directory.join(name);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(path("a"))
        .expect("opens a file");
    file.write_all(b"some bytes").expect("writes");
    file.sync_all().expect("syncs");
    file.seek(SeekFrom::Start(5)).expect("seeks");
    let mut end = String::new();
    file.read_to_string(&mut end).expect("reads");
    assert_eq!(end, "bytes");
    file.set_len(4).expect("cuts a file");
    assert_eq!(file.metadata().expect("knows the file").len(), 4);
    file.lock().expect("locks");
    file.unlock().expect("unlocks");
    let clone = file.try_clone().expect("clones the descriptor");
    drop(clone);
    std::os::unix::fs::symlink("a", path("symbolic")).expect("links symbolically");
    fs::hard_link(path("a"), path("hard")).expect("links");
    fs::rename(path("hard"), path("inner/b")).expect("renames");
    assert_eq!(fs::read(path("symbolic")).expect("reads behind links"), b"some");
    assert_eq!(fs::read_dir(&directory).expect("lists").count(), 3);
    let mut copy = File::create(path("copy")).expect("makes a file");
    let copied = std::io::copy(&mut File::open(path("a")).expect("opens"), &mut copy);
    assert_eq!(copied.expect("copies"), 4);
    fs::remove_dir_all(&directory).expect("removes all");
}

/// Threads with locks, conditions and channels; they sleep and wait.
pub fn uses_threads() {
    let shared = Arc::new((Mutex::new(0), Condvar::new()));
    let (send, receive) = mpsc::channel();
    let threads: Vec<_> = (0..4)
        .map(|number| {
            let (shared, send) = (Arc::clone(&shared), send.clone());
            let named = thread::Builder::new().name(format!("ordinary-{number}"));
            named.spawn(move || {
                thread::sleep(Duration::from_micros(10));
                *shared.0.lock().expect("locks") += 1;
                shared.1.notify_all();
                send.send(number).expect("sends");
            })
        })
        .collect::<Result<_, _>>()
        .expect("starts threads");
    let mut done = shared.0.lock().expect("locks");
    while *done < 4 {
        done = shared.1.wait(done).expect("waits");
    }
    drop(done);
    for started in threads {
        started.join().expect("joins");
    }
    assert_eq!(receive.try_iter().sum::<i32>(), 6);
    assert!(thread::available_parallelism().is_ok());
}

/// Clocks, chance and environment.
pub fn asks_the_system() {
    assert!(Instant::now().elapsed() < Duration::from_secs(60));
    assert!(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).is_ok());
    let map: std::collections::HashMap<u8, u8> = [(1, 2)].into();
    assert_eq!(map[&1], 2);
    assert!(std::env::vars().count() <= 8);
    assert!(std::env::current_dir().is_ok());
    assert!(fs::metadata("/proc/self/exe").is_ok());
}

/// Pipes and connected pairs.
pub fn uses_pipes() {
    let (mut reader, mut writer) = pipe().expect("makes a pipe");
    writer.write_all(b"ab").expect("writes");
    let mut both = [0; 2];
    reader.read_exact(&mut both).expect("reads");
    let (mut one, mut other) = UnixStream::pair().expect("makes a pair");
    one.set_read_timeout(Some(Duration::from_secs(1))).expect("sets a timeout");
    other.write_all(&both).expect("writes");
    one.read_exact(&mut both).expect("reads");
    assert_eq!(&both, b"ab");
}

/// Descriptors of events and of a file, and mapped memory.
pub fn uses_descriptors() {
    const NO_FILE: i64 = -1;
    // SAFETY: the calls take numbers and a text that lives as long as the program; the mapping is not touched behind its end.
    unsafe {
        let event = crate::syscall(290, 0_i64, 0_i64);
        let polled = crate::syscall(291, 0_i64);
        let memory = crate::syscall(2, c"mapped".as_ptr(), 0o102_i64, 0o600_i64);
        let timer = crate::syscall(283, 1_i64, 0_i64);
        assert!(event >= 0 && polled >= 0 && memory >= 0 && timer >= 0);
        assert_eq!(crate::syscall(77, memory, 4096_i64), 0);
        let mapped = crate::syscall(9, 0_i64, 4096_i64, 3_i64, 1_i64, memory, 0_i64);
        assert!(mapped > 0);
        *(mapped as *mut u8) = 1;
        assert_eq!(crate::syscall(11, mapped, 4096_i64), 0);
        let anonymous = crate::syscall(9, 0_i64, 4096_i64, 3_i64, 0x22_i64, NO_FILE, 0_i64);
        assert_eq!(crate::syscall(10, anonymous, 4096_i64, 5_i64), 0);
        for open in [event, polled, memory, timer] {
            assert_eq!(crate::syscall(3, open), 0);
        }
    }
}

/// Signals, limits and processors of the own process.
pub fn asks_of_itself() {
    let own = i64::from(std::process::id());
    let mut limit = [0_u64; 2];
    let mut processors = [0_u64; 128];
    // SAFETY: the two locals are as large as is said.
    unsafe {
        // Whether it could be told, without a signal.
        assert_eq!(crate::syscall(62, own, 0_i64), 0);
        assert_eq!(crate::syscall(234, own, crate::syscall(186), 0_i64), 0);
        for process in [0, own] {
            assert_eq!(crate::syscall(302, process, 7_i64, 0_i64, limit.as_mut_ptr()), 0);
        }
        assert!(crate::syscall(204, 0_i64, 1024_i64, processors.as_mut_ptr()) > 0);
        assert_eq!(crate::syscall(203, 0_i64, 1024_i64, processors.as_ptr()), 0);
    }
    assert!(limit[0] > 0);
}
