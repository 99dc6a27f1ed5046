//! Filters as programs of the kernel's packet filter: a search by number, then a look at the arguments. Short, because
//! every child enters one.

use std::collections::BTreeMap;

/// What has to hold of an argument, given by its place. Whole numbers of 32 bits, which is what the kernel looks at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test {
    OneOf(u8, &'static [u32]),
    /// No other bits than the first, and of these all of the second.
    Within(u8, u32, u32),
    /// A null pointer.
    Null(u8),
    /// The number of the own process.
    OwnProcess(u8),
    /// That or 0, where this means the caller.
    OwnOrNone(u8),
    /// The address of the one program that may be executed.
    Image(u8),
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    Refuse(i32),
    /// If all of this holds; otherwise `EPERM`.
    AllowIf(&'static [Test]),
}

/// A filter that still has to be told whose process it is for.
#[derive(Clone)]
pub(crate) struct Program {
    instructions: Vec<libc::sock_filter>,
    /// Where the number of the own process stands.
    own: Vec<usize>,
}

#[cfg(target_arch = "x86_64")]
const NATIVE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const NATIVE: u32 = 0xc000_00b7;

/// Places in what the kernel shows of a call.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

const fn plain(code: u32, k: u32) -> libc::sock_filter {
    branch(code, k, 0, 0)
}

const fn branch(code: u32, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

const fn load(offset: u32) -> libc::sock_filter {
    plain(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset)
}

const fn load_low(argument: u8) -> libc::sock_filter {
    load(ARGUMENTS + 8 * argument as u32)
}

const fn load_high(argument: u8) -> libc::sock_filter {
    load(ARGUMENTS + 8 * argument as u32 + 4)
}

/// Goes on so many instructions later if equal, or if not.
const fn if_equal(value: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    branch(
        libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
        value,
        then,
        otherwise,
    )
}

const fn allow() -> libc::sock_filter {
    plain(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW)
}

const fn refuse(errno: i32) -> libc::sock_filter {
    plain(
        libc::BPF_RET | libc::BPF_K,
        libc::SECCOMP_RET_ERRNO | errno.cast_unsigned(),
    )
}

impl Program {
    /// `answers` by number; each holds up to the next one. `image` is what [`Test::Image`] asks for.
    pub(super) fn new(answers: &BTreeMap<u32, Answer>, image: u64) -> Program {
        let ranges: Vec<(u32, Answer)> = answers
            .iter()
            .map(|(number, answer)| (*number, *answer))
            .collect();
        let mut program = Program {
            instructions: vec![
                load(ARCHITECTURE),
                if_equal(NATIVE, 1, 0),
                refuse(libc::EPERM),
                load(NUMBER),
            ],
            own: Vec::new(),
        };
        program.search(&ranges, image);
        program
    }

    /// For the process with this number.
    pub(crate) fn set_own(&mut self, own: u32) {
        for &at in &self.own {
            self.instructions[at].k = own;
        }
    }

    pub(super) fn instructions(&self) -> &[libc::sock_filter] {
        &self.instructions
    }

    fn search(&mut self, ranges: &[(u32, Answer)], image: u64) {
        if let [(_, answer)] = ranges {
            self.answer(*answer, image);
            return;
        }
        let (low, high) = ranges.split_at(ranges.len() / 2);
        let first_high = high.first().map_or(0, |(number, _)| *number);
        self.instructions.push(branch(
            libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K,
            first_high,
            0,
            1,
        ));
        let leap = self.instructions.len();
        self.instructions.push(plain(libc::BPF_JMP | libc::BPF_JA, 0));
        self.search(low, image);
        self.instructions[leap].k = (self.instructions.len() - leap - 1) as u32;
        self.search(high, image);
    }

    fn answer(&mut self, answer: Answer, image: u64) {
        match answer {
            Answer::Refuse(errno) => self.instructions.push(refuse(errno)),
            Answer::AllowIf(tests) => {
                for test in tests {
                    self.test(*test, image);
                }
                self.instructions.push(allow());
            }
        }
    }

    /// Goes on behind it if it holds.
    fn test(&mut self, test: Test, image: u64) {
        match test {
            Test::OneOf(argument, values) => self.one_of(argument, values),
            Test::Within(argument, allowed, required) => {
                self.instructions.extend([
                    load_low(argument),
                    branch(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, !allowed, 0, 1),
                    refuse(libc::EPERM),
                    plain(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, required),
                    if_equal(required, 1, 0),
                    refuse(libc::EPERM),
                ]);
            }
            Test::Null(argument) => self.address(argument, 0),
            Test::Image(argument) => self.address(argument, image),
            Test::OwnProcess(argument) => {
                self.own.push(self.instructions.len() + 1);
                self.one_of(argument, &[u32::MAX]);
            }
            Test::OwnOrNone(argument) => {
                self.own.push(self.instructions.len() + 1);
                self.one_of(argument, &[u32::MAX, 0]);
            }
        }
    }

    fn one_of(&mut self, argument: u8, values: &[u32]) {
        self.instructions.push(load_low(argument));
        for (value, left) in values.iter().zip((0..values.len() as u8).rev()) {
            self.instructions.push(if_equal(*value, left + 1, 0));
        }
        self.instructions.push(refuse(libc::EPERM));
    }

    fn address(&mut self, argument: u8, address: u64) {
        self.instructions.extend([
            load_low(argument),
            if_equal(address as u32, 1, 0),
            refuse(libc::EPERM),
            load_high(argument),
            if_equal((address >> 32) as u32, 1, 0),
            refuse(libc::EPERM),
        ]);
    }
}
