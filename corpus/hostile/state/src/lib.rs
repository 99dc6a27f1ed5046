//! Purpose: calls that fail only because of what earlier calls have left in the process. Each function of `left` that is named
//! `fails_…` has one finding that is confirmed with the fewest calls before it; `by_itself` needs none, and what `chance` does is
//! never confirmed.

/// State that calls leave behind.
pub mod left {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::sync::{LazyLock, Mutex, OnceLock};

    /// The second call finds the work done.
    pub fn fails_at_the_second_call() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        assert!(CALLS.fetch_add(1, Ordering::Relaxed) != 1, "called twice");
    }

    /// There is room for so many.
    pub fn fails_when_full(name: u8) {
        static NAMES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
        let mut names = NAMES.lock().unwrap();
        let is_full = names.len() == 37;
        names.push(name);
        drop(names);
        assert!(!is_full, "too many names");
    }

    static STARTED: OnceLock<u8> = OnceLock::new();

    /// Sets what is there once.
    pub fn start(level: u8) {
        let _ = STARTED.set(level);
    }

    /// Has to be called before [`start`].
    pub fn fails_once_started() {
        assert!(STARTED.get().is_none(), "has been started");
    }

    thread_local!(static MODE: Cell<u8> = const { Cell::new(0) });

    /// Leaves a mode.
    pub fn set_mode(mode: u8) {
        MODE.set(mode);
    }

    /// A table that has entries for two modes.
    pub fn fails_in_mode() -> u8 {
        [1, 2][usize::from(MODE.get())]
    }

    /// Says in the environment where it is.
    pub fn enter_place() {
        // SAFETY: nobody else reads it meanwhile.
        unsafe { std::env::set_var("STATE_PLACE", "nowhere") }
    }

    /// Wants to know.
    pub fn fails_in_place() -> u8 {
        let place = std::env::var("STATE_PLACE").unwrap_or_else(|_| "0".to_owned());
        place.parse().expect("a place is a number")
    }

    static TABLE: Mutex<u8> = Mutex::new(0);

    /// Fails by itself, holding the lock.
    pub fn by_itself(number: u8) {
        let mut table = TABLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *table = number;
        assert!(number < 2, "a number too large");
    }

    /// Does not expect that.
    pub fn fails_when_poisoned() -> u8 {
        *TABLE.lock().unwrap()
    }

    static OPENED: AtomicBool = AtomicBool::new(false);
    static LOADED: AtomicBool = AtomicBool::new(false);

    /// The first of two.
    pub fn open() {
        OPENED.store(true, Ordering::Relaxed);
    }

    /// The second, which needs the first.
    pub fn load() {
        if OPENED.load(Ordering::Relaxed) {
            LOADED.store(true, Ordering::Relaxed);
        }
    }

    /// Both were called, in this order.
    pub fn fails_when_loaded() {
        assert!(!LOADED.load(Ordering::Relaxed), "loaded already");
    }

    /// Moves to where there is no such place.
    pub fn move_away() {
        let _ = std::env::set_current_dir("/proc");
    }

    /// Wants to know where it is, and to be where it began.
    pub fn fails_elsewhere() {
        let here = std::env::current_dir().unwrap_or_default();
        assert!(here != std::path::Path::new("/proc"), "somewhere else");
    }

    static LEVELS: LazyLock<Mutex<Vec<u8>>> = LazyLock::new(Mutex::default);

    /// Looks at its argument only once [`open`] was called.
    pub fn fails_when_opened(number: u8) -> u8 {
        match OPENED.load(Ordering::Relaxed) {
            true => number.checked_sub(3).expect("at least three"),
            false => 0,
        }
    }

    /// Grows by one.
    pub fn deepen(by: u8) {
        LEVELS.lock().unwrap().push(by);
    }

    /// Ends the process when there is something.
    pub fn fails_when_deep() {
        if !LEVELS.lock().unwrap().is_empty() {
            std::process::abort();
        }
    }
}

/// What no sequence of calls shows again.
pub mod chance {
    use std::collections::hash_map::RandomState;
    use std::hash::BuildHasher;
    use std::time::SystemTime;

    /// One of 256 moments.
    pub fn moment() {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_micros();
        assert!(!now.is_multiple_of(256), "at this moment");
    }

    /// One of 256 keys.
    pub fn key() {
        let key = RandomState::new().hash_one(0);
        assert!(!key.is_multiple_of(256), "with this key");
    }

    /// One of 256 processes.
    pub fn process() {
        assert!(!std::process::id().is_multiple_of(256), "in this process");
    }
}
