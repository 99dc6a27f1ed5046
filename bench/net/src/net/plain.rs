//! The part of a plain program that is the same for all crates: values are built choice by choice, which enumerates them
//! or draws them; calls are run, and what they panic with is compared. Written into each program as it stands.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic;

/// Where a value's choices come from.
pub struct Chooser {
    /// Each choice of the value at hand, and among how many.
    choices: Vec<(u32, u32)>,
    at: usize,
    /// State of the random numbers, if choices are drawn and not enumerated.
    random: Option<u64>,
    /// Whether numbers beyond the given constants are chosen, too.
    is_wide: bool,
    /// Constructors with fields that may lie within each other, and how many of them still may.
    nesting: u32,
    left: u32,
    /// The value has more of them: it is none of those that are enumerated.
    pub is_too_deep: bool,
    /// Constructors and numbers of the value: no plan for it has more steps.
    pub size: u32,
    text: Option<String>,
}

impl Chooser {
    pub fn enumerating(nesting: u32) -> Chooser {
        Chooser {
            choices: Vec::new(),
            at: 0,
            random: None,
            is_wide: false,
            nesting,
            left: nesting,
            is_too_deep: false,
            size: 0,
            text: None,
        }
    }

    fn wide() -> Chooser {
        Chooser { is_wide: true, text: Some(String::new()), ..Chooser::enumerating(WIDE_NESTING) }
    }

    fn restart(&mut self) {
        self.at = 0;
        self.left = self.nesting;
        self.is_too_deep = false;
        self.size = 0;
        if self.random.is_some() {
            self.choices.clear();
        }
        if let Some(text) = &mut self.text {
            text.clear();
        }
    }

    /// To the next value; false after the last.
    fn advance(&mut self) -> bool {
        self.choices.truncate(self.at);
        while let Some((choice, of)) = self.choices.pop() {
            if choice + 1 < of {
                self.choices.push((choice + 1, of));
                return true;
            }
        }
        false
    }

    fn next_random(&mut self) -> Option<u64> {
        let state = self.random.as_mut()?;
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(mixed ^ (mixed >> 31))
    }

    /// A number below `of`.
    pub fn choose(&mut self, of: u32) -> u32 {
        if self.is_too_deep {
            return 0;
        }
        let drawn = self.next_random().map(|number| (number % u64::from(of)) as u32);
        if self.at == self.choices.len() {
            self.choices.push((drawn.unwrap_or(0), of));
        }
        self.at += 1;
        self.choices[self.at - 1].0
    }

    /// One step of a plan.
    pub fn step(&mut self, text: &str) {
        self.size += 1;
        self.say(text);
    }

    pub fn say(&mut self, text: &str) {
        if let Some(said) = &mut self.text {
            said.push_str(text);
        }
    }

    /// What lies within so many more constructors.
    pub fn within<T>(&mut self, constructors: u32, build: impl FnOnce(&mut Chooser) -> T) -> T {
        let before = self.left;
        self.left = before.checked_sub(constructors).unwrap_or_else(|| {
            self.is_too_deep = true;
            0
        });
        let value = build(self);
        self.left = before;
        value
    }
}

/// A type whose values can be chosen. The first choice everywhere ends, however deep it lies.
pub trait Build: Sized {
    fn build(c: &mut Chooser) -> Self;
}

fn number<T: Copy + std::fmt::Display>(c: &mut Chooser, given: &[T], extremes: &[T], any: impl Fn(u32) -> T, all: u32) -> T {
    let value = if !c.is_wide {
        given[c.choose(given.len() as u32) as usize]
    } else if c.random.is_some() && c.choose(2) == 0 {
        extremes[c.choose(extremes.len() as u32) as usize]
    } else {
        any(c.choose(all))
    };
    c.step(&value.to_string());
    value
}

impl Build for u8 {
    fn build(c: &mut Chooser) -> u8 {
        number(c, &[0, 1, 2, 255], &[0, 1, 2, 3, 5, 17, 127, 128, 200, 254, 255], |choice| choice as u8, 256)
    }
}

impl Build for i8 {
    fn build(c: &mut Chooser) -> i8 {
        number(c, &[0, 1, 2, -1], &[0, 1, 2, 3, 5, -1, -2, -5, 127, -127, -128], |choice| choice as u8 as i8, 256)
    }
}

impl Build for u32 {
    fn build(c: &mut Chooser) -> u32 {
        const EXTREMES: [u32; 14] =
            [0, 1, 2, 3, 7, 17, 100, 254, 255, 256, 65_535, 65_536, 0x8000_0000, u32::MAX];
        number(c, &[0, 1, 2, 255], &EXTREMES, |choice| EXTREMES[choice as usize], 14)
    }
}

impl Build for bool {
    fn build(c: &mut Chooser) -> bool {
        let value = c.choose(2) == 1;
        c.step(if value { "true" } else { "false" });
        value
    }
}

impl<T: Build> Build for Option<T> {
    fn build(c: &mut Chooser) -> Self {
        if c.choose(2) == 0 {
            c.step("None");
            return None;
        }
        c.step("Some(");
        let value = c.within(1, T::build);
        c.say(")");
        Some(value)
    }
}

impl<T: Build> Build for Box<T> {
    fn build(c: &mut Chooser) -> Self {
        c.step("Box::new(");
        let value = c.within(1, T::build);
        c.say(")");
        Box::new(value)
    }
}

impl<T: Build> Build for Vec<T> {
    fn build(c: &mut Chooser) -> Self {
        let longest = if c.is_wide { 4 } else { LONGEST };
        let length = c.choose(longest + 1);
        c.step("vec![");
        let mut values = Vec::new();
        c.within(length, |c| {
            for _ in 0..length {
                c.step("");
                values.push(T::build(c));
                c.say(", ");
            }
        });
        c.say("]");
        values
    }
}

impl<T: Build, U: Build> Build for (T, U) {
    fn build(c: &mut Chooser) -> Self {
        c.step("(");
        let value = c.within(1, |c| {
            let first = T::build(c);
            c.say(", ");
            (first, U::build(c))
        });
        c.say(")");
        value
    }
}

impl<T: Build> Build for [T; 2] {
    fn build(c: &mut Chooser) -> Self {
        c.step("[");
        let value = c.within(1, |c| {
            let first = T::build(c);
            c.say(", ");
            [first, T::build(c)]
        });
        c.say("]");
        value
    }
}

// What a placeholder may stand for beside whole values.

impl<T: Build> Build for &'static T {
    fn build(c: &mut Chooser) -> Self {
        c.step("&");
        Box::leak(Box::new(T::build(c)))
    }
}

impl<T: Build> Build for &'static mut T {
    fn build(c: &mut Chooser) -> Self {
        c.step("&mut ");
        Box::leak(Box::new(T::build(c)))
    }
}

impl<T: Build> Build for &'static [T] {
    fn build(c: &mut Chooser) -> Self {
        c.step("&");
        Vec::<T>::build(c).leak()
    }
}

impl<T: Build> Build for &'static mut [T] {
    fn build(c: &mut Chooser) -> Self {
        c.step("&mut ");
        Vec::<T>::build(c).leak()
    }
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
    static HOLES: RefCell<Vec<Chooser>> = const { RefCell::new(Vec::new()) };
}

/// Keeps what panics say, instead of printing it.
pub fn listen() {
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        PANIC.with(|panic| *panic.borrow_mut() = text);
    }));
}

/// The first line of a message without its numbers.
pub fn shape(message: &str) -> String {
    let mut shape = String::new();
    for letter in message.lines().next().unwrap_or_default().chars() {
        match letter {
            '0'..='9' if shape.ends_with('#') => {}
            '0'..='9' => shape.push('#'),
            letter => shape.push(letter),
        }
    }
    shape
}

/// What a call panics with.
pub fn panic_of(call: impl FnOnce()) -> Option<String> {
    let ended = panic::catch_unwind(panic::AssertUnwindSafe(call));
    ended.is_err().then(|| PANIC.with(|panic| panic.borrow().clone()))
}

/// Calls a function with all arguments that are enumerated, and prints each distinct panic with the smallest of them.
/// `call` builds arguments, and calls unless they are too deep.
pub fn enumerate(name: &str, call: fn(&mut Chooser) -> Option<String>) {
    let mut c = Chooser::enumerating(NESTING);
    let mut sites: BTreeMap<String, (u32, String)> = BTreeMap::new();
    let mut calls = 0u64;
    loop {
        c.restart();
        let said = call(&mut c);
        if !c.is_too_deep {
            calls += 1;
        }
        if let Some(said) = said {
            let shape = shape(&said);
            if sites.get(&shape).is_none_or(|(size, _)| c.size < *size) {
                let mut again = Chooser { choices: c.choices.clone(), text: Some(String::new()), ..Chooser::enumerating(NESTING) };
                call(&mut again);
                sites.insert(shape, (again.size, again.text.unwrap_or_default()));
            }
        }
        if !c.advance() {
            break;
        }
    }
    println!("called\t{name}\t{calls}");
    for (shape, (size, text)) in sites {
        println!("site\t{name}\t{shape}\t{size}\t{text}");
    }
}

/// The value of a placeholder, by its number.
pub fn any<T: Build>(number: usize) -> T {
    HOLES.with(|holes| {
        let mut holes = holes.borrow_mut();
        let c = &mut holes[number - 1];
        c.restart();
        T::build(c)
    })
}

/// Most values tried of one placeholder alone, and of all at once.
const ALONE: u32 = 300;
const TOGETHER: u32 = 150;

/// Runs a call whose placeholders are decided by `any` with many values of them, and prints whether all panics have the
/// shape that was reported.
pub fn hold(number: u32, expected: &str, holes: usize, call: fn()) {
    let mut runs = 0u64;
    let mut refuted = 0u64;
    let mut first = None;
    let mut run = |choosers: Vec<Chooser>| {
        HOLES.with(|holes| *holes.borrow_mut() = choosers);
        let said = panic_of(call);
        runs += 1;
        if said.as_deref().is_none_or(|said| shape(said) != expected) {
            refuted += 1;
            first.get_or_insert_with(|| {
                let values = HOLES.with(|holes| {
                    let holes = holes.borrow();
                    let texts = holes.iter().enumerate();
                    let texts = texts.map(|(index, c)| format!("?{} = {}", index + 1, c.text.as_deref().unwrap_or("")));
                    texts.collect::<Vec<_>>().join("; ")
                });
                let said = said.map_or_else(|| "returns".to_owned(), |said| format!("panics: {}", shape(&said)));
                format!("{said}\t{values}")
            });
        }
        HOLES.with(|holes| std::mem::take(&mut *holes.borrow_mut()))
    };
    let plain = || (0..holes).map(|_| Chooser::wide()).collect::<Vec<_>>();
    run(plain());
    let mut seed = u64::from(number) << 32;
    let mut drawn = || {
        seed += 1;
        Chooser { random: Some(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)), ..Chooser::wide() }
    };
    for hole in 0..holes {
        // All of the first values, in case they are all there are, then drawn ones.
        let mut choosers = plain();
        for _ in 0..ALONE {
            choosers = run(choosers);
            if !choosers[hole].advance() {
                break;
            }
        }
        for _ in 0..ALONE / 3 {
            let mut choosers = plain();
            choosers[hole] = drawn();
            run(choosers);
        }
    }
    if holes > 1 {
        for _ in 0..TOGETHER {
            run((0..holes).map(|_| drawn()).collect());
        }
    }
    println!("held\t{number}\t{runs}\t{refuted}\t{}", first.unwrap_or_default());
}
