//! Memory and files beyond what one run may have.

use crate::acts;
use std::fs;

const MIB: i64 = 1 << 20;
const PRIVATE: i64 = 0x22;
const SHARED: i64 = 0x21;

acts! { ROOM:
    holds_files_of_memory => files_of_memory() < 16;
    holds_pipes => pipes() < 64 << 20;
    maps_a_gibibyte => is_bounded(PRIVATE);
    maps_a_shared_gibibyte => is_bounded(SHARED);
}

/// Maps 64 MiB sixteen times over.
fn is_bounded(kind: i64) -> bool {
    let mut mapped = Vec::new();
    for _ in 0..16 {
        // SAFETY: a new mapping, which is touched here and there.
        unsafe {
            let address = crate::syscall(9, 0_i64, 64 * MIB, 3_i64, kind, -1_i64, 0_i64);
            if address < 0 {
                break;
            }
            for byte in (0..64 * MIB).step_by(1 << 20) {
                *((address + byte) as *mut u8) = 1;
            }
            mapped.push(address);
        }
    }
    for address in &mapped {
        // SAFETY: mapped above, and nothing refers to it.
        unsafe { crate::syscall(11, *address, 64 * MIB) };
    }
    mapped.len() < 16
}

/// Files of 16 MiB that are nowhere in a directory, with something in them, up to sixteen.
fn files_of_memory() -> usize {
    let mut open = Vec::new();
    while open.len() < 16 {
        // SAFETY: a text that lives as long as the program.
        let file = unsafe { crate::syscall(319, c"held".as_ptr(), 1_i64) };
        let Ok(file) = i32::try_from(file).map_err(drop).and_then(|file| (file >= 0).then_some(file).ok_or(())) else {
            break;
        };
        // SAFETY: it was made above, for us alone.
        let file = unsafe { <fs::File as std::os::fd::FromRawFd>::from_raw_fd(file) };
        if std::io::Write::write_all(&mut &file, &vec![1; 15 << 20]).is_err() {
            break;
        }
        open.push(file);
    }
    open.len()
}

/// Bytes that are in pipes which nobody reads.
fn pipes() -> usize {
    let mut open = Vec::new();
    let mut bytes = 0;
    while let Ok((reader, writer)) = std::io::pipe() {
        let fd = std::os::fd::AsRawFd::as_raw_fd(&writer);
        // SAFETY: plain system calls on a descriptor of ours; the buffer is as long as is said, and it is not waited.
        unsafe {
            crate::syscall(72, i64::from(fd), 1031_i64, MIB);
            crate::syscall(72, i64::from(fd), 4_i64, 0o4000_i64);
            let full = vec![1_u8; 1 << 20];
            bytes += crate::syscall(1, i64::from(fd), full.as_ptr(), full.len()).max(0) as usize;
        }
        open.push((reader, writer));
    }
    bytes
}

/// Writes files that have no name any more, of 8 MiB each, and panics if there is room for 320 MiB.
pub fn fills_deleted_files() {
    let path = std::env::temp_dir().join("deleted");
    let bytes = vec![1; 8 << 20];
    let mut open = Vec::new();
    while open.len() < 40 {
        let Ok(file) = fs::File::create(&path) else { break };
        let is_written = std::io::Write::write_all(&mut &file, &bytes).is_ok();
        let _ = fs::remove_file(&path);
        if !is_written {
            break;
        }
        open.push(file);
    }
    assert!(open.len() < 40, "so much is written");
}

/// Writes files of 8 MiB until it fails, or 1 GiB is written, and panics if half of that is there.
pub fn fills_the_directory() {
    let directory = std::env::temp_dir().join("filled");
    let _ = fs::create_dir(&directory);
    let bytes = vec![1; 8 << 20];
    let held = || -> u64 {
        let names = fs::read_dir(&directory).into_iter().flatten().flatten();
        names.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
    };
    let mut is_bounded = false;
    for number in 0..128 {
        is_bounded |= fs::write(directory.join(number.to_string()), &bytes).is_err();
        if is_bounded {
            break;
        }
    }
    is_bounded |= held() < 512 << 20;
    let _ = fs::remove_dir_all(&directory);
    assert!(is_bounded, "so much is written");
}

/// Starts threads that wait until it cannot, or has 3,000, and panics if it has. Their stacks are small.
pub fn starts_many_threads() {
    let all = std::sync::Arc::new(std::sync::Mutex::new(()));
    let wait = all.lock().expect("nobody else has it");
    let threads: Vec<_> = (0..3000)
        .map_while(|_| {
            let all = std::sync::Arc::clone(&all);
            let small = std::thread::Builder::new().stack_size(16 << 10);
            small.spawn(move || drop(all.lock())).ok()
        })
        .collect();
    drop(wait);
    let started = threads.len();
    threads.into_iter().for_each(|thread| thread.join().expect("it only waits"));
    assert!(started < 3000, "so many threads are started");
}

/// Opens files until it cannot, and takes that ill: no fault of its own.
pub fn opens_many_files() -> usize {
    let mut open = Vec::new();
    for _ in 0..2000 {
        open.push(fs::File::open("/dev/null").unwrap());
    }
    open.len()
}

/// Writes a file of 20 MiB, and takes it ill that it cannot.
pub fn writes_a_large_file() {
    fs::write("large", vec![1; 20 << 20]).unwrap();
}

/// Asks for an address, and takes it ill that nobody answers.
pub fn asks_for_a_name() -> usize {
    std::net::ToSocketAddrs::to_socket_addrs("example.org:80").unwrap().count()
}

/// Starts a program, and takes it ill that it cannot.
pub fn starts_a_program() {
    std::process::Command::new("/bin/true").spawn().unwrap();
}
