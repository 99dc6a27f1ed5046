//! Purpose: faults that hide how they end, and prints that pretend to be an end. Each function of a module that is named after a
//! kind has one confirmed finding of this kind.

/// Panics that nobody is told of.
pub mod panic {
    use std::panic::{catch_unwind, panic_any, resume_unwind, set_hook};
    use std::thread;

    /// A hook that is silent.
    pub fn silent_hook() {
        set_hook(Box::new(|_| {}));
        panic!("behind a silent hook");
    }

    /// No hook at all is called.
    pub fn resumed() {
        resume_unwind(Box::new("resumed"));
    }

    /// The same with what is no text.
    pub fn resumed_number() {
        resume_unwind(Box::new(7_u8));
    }

    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("in a payload's drop");
        }
    }

    /// To drop the payload is another panic.
    pub fn payload_with_a_bomb() {
        panic_any(Bomb);
    }

    /// The message comes after more than anybody keeps.
    pub fn after_a_flood() {
        let line = "flood ".repeat(1 << 10);
        for _ in 0..100 {
            eprintln!("{line}");
            println!("{line}");
        }
        panic!("behind the flood");
    }

    /// Another hook was set by a run before.
    pub fn by_another_hook() {
        let caught = catch_unwind(|| set_hook(Box::new(|_| eprintln!("mine"))));
        assert!(caught.is_err(), "with a hook of its own");
    }

    /// Says that all is well.
    pub fn after_success() {
        println!("running 1 test\ntest it ... ok\n\ntest result: ok. 1 passed; 0 failed");
        panic!("behind the summary");
    }

    /// On a thread whose end nobody looks at.
    pub fn on_thread_that_is_ignored(number: u8) {
        let thread = thread::spawn(move || {
            if number == 3 {
                panic!("on a thread");
            }
        });
        let _ = thread.join();
    }

    /// On a thread that nobody waits for.
    pub fn on_thread_that_is_detached(number: u8) {
        thread::spawn(move || {
            if number == 5 {
                panic!("on a lonely thread");
            }
        });
    }

    /// On a thread of a thread.
    pub fn on_thread_of_thread() {
        let outer = thread::spawn(|| thread::spawn(|| panic!("two threads away")).join().is_err());
        let _ = outer.join();
    }

    /// Resumed on the thread that asked.
    pub fn on_thread_that_is_asked() {
        if let Err(payload) = thread::spawn(|| panic!("handed on")).join() {
            resume_unwind(payload);
        }
    }
}

/// What is caught, or nobody's fault.
pub mod none {
    use std::panic::catch_unwind;
    use std::thread;

    /// A thread catches its own panic.
    pub fn caught_on_thread() -> bool {
        let thread = thread::spawn(|| catch_unwind(|| panic!("caught")).is_err());
        thread.join().is_ok_and(|is_caught| is_caught)
    }

    /// A thread stays.
    pub fn kept() {
        thread::spawn(|| loop {
            thread::park();
        });
    }
}

/// Ends of the process.
pub mod exit {
    use std::process::exit;

    /// Says that the test has passed.
    pub fn after_success() {
        println!("running 1 test\ntest it ... ok\n\ntest result: ok. 1 passed; 0 failed");
        exit(0);
    }

    /// Says that it has failed.
    pub fn after_failure() {
        eprintln!("thread 'it' panicked at src/lib.rs:1:1:\nboom\ntest result: FAILED. 0 passed; 1 failed");
        exit(101);
    }
}

/// Aborts.
pub mod abort {
    use std::process::abort;

    /// Says that the stack is at its end.
    pub fn after_overflow() {
        eprintln!("\nthread 'it' has overflowed its stack\nfatal runtime error: stack overflow, aborting");
        abort();
    }
}
