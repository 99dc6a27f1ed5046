//! Purpose: faults that hide how they end, and prints that pretend to be an end. Each function of a module that is named after a
//! kind has one confirmed finding of this kind.

/// Panics that nobody is told of.
pub mod panic {
    use std::panic::{catch_unwind, panic_any, resume_unwind, set_hook};

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
