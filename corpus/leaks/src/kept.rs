//! Memory that is kept where it can be reached. Nothing leaks.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, RwLock};

static NAMES: OnceLock<Vec<String>> = OnceLock::new();
static SQUARES: LazyLock<Vec<u64>> = LazyLock::new(|| (0..64).map(|n| n * n).collect());
static INTERNED: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
static SEEN: LazyLock<RwLock<HashSet<String>>> = LazyLock::new(RwLock::default);
static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());
static REGISTRY: Mutex<BTreeMap<usize, Arc<str>>> = Mutex::new(BTreeMap::new());
static STACK: AtomicPtr<Entry> = AtomicPtr::new(std::ptr::null_mut());
static TAGGED: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static CACHE: RefCell<HashMap<u32, Box<u64>>> = RefCell::new(HashMap::new());
}

struct Entry {
    value: u32,
    next: *mut Entry,
}

/// A name out of a list that is made once.
pub fn name(at: usize) -> String {
    let names = NAMES.get_or_init(|| vec!["one".to_owned(), "two".to_owned()]);
    names.get(at).cloned().unwrap_or_default()
}

/// A square out of a table.
pub fn square(of: u8) -> u64 {
    SQUARES[usize::from(of) % 64]
}

/// The one copy of a text.
pub fn intern(text: &str) -> usize {
    let mut interned = INTERNED.lock().unwrap();
    if let Some(at) = interned.iter().position(|known| *known == text) {
        return at;
    }
    interned.push(Box::leak(text.to_owned().into_boxed_str()));
    interned.len() - 1
}

/// Whether a text is new.
pub fn is_new(text: String) -> bool {
    SEEN.write().unwrap().insert(text)
}

/// Adds a line each time it is called.
pub fn log(line: &str) -> usize {
    let mut log = LOG.lock().unwrap();
    log.push(line.to_owned());
    log.len()
}

/// Keeps a share of a text for ever, under a new number each time.
pub fn register(text: Arc<str>) -> usize {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    REGISTRY.lock().unwrap().insert(number, text);
    number
}

/// What a thread remembers, of each number one box.
pub fn remembered(key: u32) -> u64 {
    CACHE.with_borrow_mut(|cache| **cache.entry(key).or_insert_with(|| Box::new(u64::from(key) + 1)))
}

/// Pushes an entry on a list without locks, each time.
pub fn push(value: u32) -> u32 {
    let entry = Box::into_raw(Box::new(Entry {
        value,
        next: STACK.load(Ordering::Relaxed),
    }));
    STACK.store(entry, Ordering::Relaxed);
    // SAFETY: entries are never freed.
    unsafe { if (*entry).next.is_null() { 0 } else { (*(*entry).next).value } }
}

/// Keeps addresses with a bit set in them, each time another.
pub fn tag(value: u64) -> usize {
    let mut tagged = TAGGED.lock().unwrap();
    tagged.push(Box::into_raw(Box::new(value)) as usize | 1 | (7 << 60));
    tagged.len()
}

/// A thread that goes on and keeps what it was given.
pub fn watch(values: Vec<u16>) -> usize {
    let len = values.len();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let kept = Box::new(values);
        let _ = sender.send(());
        loop {
            std::thread::park();
            if kept.len() > 1 << 20 {
                break;
            }
        }
    });
    let _ = receiver.recv();
    len
}

/// Values with a cycle that is opened again when they are dropped.
#[derive(Default)]
pub struct Ring(std::rc::Rc<RefCell<Option<Ring>>>);

impl Ring {
    /// An open one.
    pub fn new() -> Ring {
        Ring::default()
    }

    /// Closes it.
    pub fn close(&self) {
        *self.0.borrow_mut() = Some(Ring(self.0.clone()));
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        if std::rc::Rc::strong_count(&self.0) == 2 {
            let own = self.0.borrow_mut().take();
            drop(own);
        }
    }
}

/// Prints, which makes std keep a buffer.
pub fn print(value: i8) {
    println!("{value}");
}

/// Panics within, and catches it.
pub fn caught(value: u16) -> bool {
    std::panic::catch_unwind(|| assert!(value > 7, "{value}")).is_err()
}
