//! Functions of which every call ends the process, a module for each way to do so. Each takes so many values that
//! the limit of deaths per item is reached before they are used up.
#![allow(clippy::all)]

#[allow(unconditional_recursion)]
fn deeper(number: u64) -> u64 {
    let frame = std::hint::black_box([number; 16]);
    deeper(frame[3] + 1) + frame[5]
}

struct Again;

impl Drop for Again {
    fn drop(&mut self) {
        panic!("again");
    }
}

fn panics_twice(number: u16) -> u16 {
    let _again = Again;
    assert!(number > u16::MAX - 1 && number == 0, "once");
    number
}

/// Each call ends with this: abort.
pub mod abort {
    /// Never returns.
    pub fn f0(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f1(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f2(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f3(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f4(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f5(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f6(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
    /// Never returns.
    pub fn f7(number: u16, _unused: u16) -> u16 {
        std::process::abort()
    }
}

/// Each call ends with this: exit.
pub mod exit {
    /// Never returns.
    pub fn f0(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f1(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f2(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f3(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f4(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f5(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f6(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
    /// Never returns.
    pub fn f7(number: u16, _unused: u16) -> u16 {
        std::process::exit(i32::from(number))
    }
}

/// Each call ends with this: signal.
pub mod signal {
    /// Never returns.
    pub fn f0(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f1(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f2(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f3(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f4(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f5(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f6(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
    /// Never returns.
    pub fn f7(number: u16, _unused: u16) -> u16 {
        // SAFETY: none, that is the point.
        unsafe { std::ptr::null_mut::<u32>().write_volatile(u32::from(number)) };
        number
    }
}

/// Each call ends with this: overflow.
pub mod overflow {
    use super::*;
    /// Never returns.
    pub fn f0(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f1(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f2(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f3(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f4(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f5(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f6(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
    /// Never returns.
    pub fn f7(number: u16, _unused: u16) -> u16 {
        deeper(u64::from(number)) as u16
    }
}

/// Each call ends with this: double.
pub mod double {
    use super::*;
    /// Never returns.
    pub fn f0(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f1(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f2(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f3(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f4(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f5(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f6(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
    /// Never returns.
    pub fn f7(number: u16, _unused: u16) -> u16 {
        panics_twice(number)
    }
}
