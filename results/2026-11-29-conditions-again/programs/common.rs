#![allow(dead_code)]
use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{catch_unwind, AssertUnwindSafe};
thread_local!(static LAST: RefCell<Option<(String,u32,u32,String)>> = RefCell::new(None));
pub fn init() {
    std::panic::set_hook(Box::new(|i| {
        let m = i.payload().downcast_ref::<&str>().map(|s| s.to_string()).or_else(|| i.payload().downcast_ref::<String>().cloned()).unwrap_or_default();
        let l = i.location().unwrap();
        LAST.with(|x| *x.borrow_mut() = Some((l.file().to_string(), l.line(), l.column(), m)));
    }));
}
pub fn run<R>(f: impl FnOnce() -> R) -> Result<R, (String,u32,u32,String)> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|_| LAST.with(|x| x.borrow_mut().take().unwrap()))
}
#[derive(Clone)]
pub struct Rng(pub u64);
impl Rng {
    pub fn next(&mut self) -> u64 { self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15); let mut z = self.0; z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9); z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB); z ^ (z >> 31) }
    pub fn below(&mut self, n: u64) -> u64 { self.next() % n }
    pub fn b(&mut self) -> bool { self.next() & 1 == 1 }
    pub fn pick<T: Clone>(&mut self, v: &[T]) -> T { v[self.below(v.len() as u64) as usize].clone() }
    /// integer in lo..=hi; near = interesting numbers
    pub fn int(&mut self, lo: i128, hi: i128, near: &[i128]) -> i128 {
        let clamp = |x: i128| x.max(lo).min(hi);
        match self.below(6) {
            0 if !near.is_empty() => { let n = self.pick(near); clamp(n + self.below(7) as i128 - 3) }
            1 => clamp(self.below(40) as i128 - 10),
            2 => { let k = self.below(4) as i128; if self.b() { clamp(hi - k) } else { clamp(lo + k) } }
            3 => { let e = self.below(127); let v = (1i128 << e) + self.below(3) as i128 - 1; clamp(if self.b() { v } else { -v }) }
            _ => { let span = (hi as u128).wrapping_sub(lo as u128); let r = ((self.next() as u128) << 64) | self.next() as u128; if span == u128::MAX { r as i128 } else { (lo as u128).wrapping_add(r % (span + 1)) as i128 } }
        }
    }
    pub fn u8(&mut self) -> u8 { self.int(0, 255, &[128]) as u8 }
    pub fn i8(&mut self) -> i8 { self.int(-128, 127, &[0]) as i8 }
    pub fn i32(&mut self) -> i32 { self.int(i32::MIN as i128, i32::MAX as i128, &[]) as i32 }
    pub fn u32(&mut self) -> u32 { self.int(0, u32::MAX as i128, &[]) as u32 }
    pub fn usize(&mut self) -> usize { self.int(0, u64::MAX as i128, &[1 << 63]) as usize }
    pub fn isize(&mut self) -> isize { self.int(i64::MIN as i128, i64::MAX as i128, &[]) as isize }
    pub fn i128(&mut self) -> i128 { self.int(i128::MIN, i128::MAX, &[]) }
    pub fn u128(&mut self) -> u128 { match self.below(3) { 0 => self.below(5) as u128, 1 => u128::MAX - self.below(5) as u128, _ => self.i128() as u128 } }
    pub fn string(&mut self, max: u64) -> String { let n = self.below(max + 1); (0..n).map(|_| match self.below(3) { 0 => self.pick(&['a','b','z','0','9','(',' ']), 1 => (32 + self.below(95)) as u8 as char, _ => char::from_u32(self.below(0x3000) as u32).unwrap_or('x') }).collect() }
    pub fn vec_i32(&mut self, max: u64) -> Vec<i32> { let n = self.below(max + 1); (0..n).map(|_| if self.b() { self.below(4) as i32 } else { self.i32() }).collect() }
}
fn norm(s: &str) -> String { let mut o = String::new(); let mut d = false; for c in s.chars() { if c.is_ascii_digit() { if !d { o.push('N') } d = true } else { o.push(c); d = false } } o }
pub fn check<A: Debug, R>(id: &str, cond_text: &str, loc: (&str, u32, u32), msg: &str, n: usize, mut gen: impl FnMut(&mut Rng) -> A, cond: impl Fn(&A) -> bool, call: impl Fn(&A) -> R) {
    let mut rng = Rng(id.bytes().fold(7, |a, b| a.wrapping_mul(31).wrapping_add(b as u64) ));
    let mut c = [0usize; 7]; let mut ex: Vec<Option<String>> = vec![None; 7];
    for _ in 0..n {
        let a = gen(&mut rng);
        let h = cond(&a);
        let r = run(|| { call(&a); });
        let k = match &r {
            Ok(_) => 0,
            Err((f, l, col, m)) if loc.0.contains('+') && norm(m) == norm(msg) && { let (a, b) = loc.0.split_once('+').unwrap(); f.ends_with(a) && b.split('/').any(|x| x == "any" || x.parse() == Ok(*l)) } => { let _ = col; 1 }
            Err((f, l, col, m)) => if f.ends_with(loc.0) && *l == loc.1 && norm(m) == norm(msg) { if *col == loc.2 { 1 } else { 3 } } else { 2 },
        };
        let k = if h { k } else { match k { 0 => 4, 1 => 5, 3 => 6, _ => 7 } };
        if k == 7 { continue }
        c[k] += 1;
        if ex[k].is_none() || format!("{a:?}").len() < ex[k].as_ref().unwrap().find(" => ").unwrap() { ex[k] = Some(format!("{a:?} => {r:?}")); }
    }
    println!("{} {id} `{cond_text}` n={n} held: ret {} same {} same-other-col {} other {} | not held: ret {} SAME {} same-other-col {}", if c[0] > 0 || c[5] > 0 { "CONTRADICTED" } else if c[0]+c[1]+c[2]+c[3] == 0 || c[4] == 0 && !cond_text.starts_with("any") { "VACUOUS?" } else { "ok" }, c[0], c[1], c[3], c[2], c[4], c[5], c[6]);
    for (k, what) in [(0, "held & returned"), (2, "held & other failure"), (3, "held & other col"), (5, "not held & same failure"), (6, "not held & same line other col")] { if c[k] > 0 { println!("     {what} x{}: {}", c[k], ex[k].as_ref().unwrap().chars().take(400).collect::<String>()); } }
}
/// any value fails
pub fn any<A: Debug, R>(id: &str, loc: (&str, u32, u32), msg: &str, n: usize, gen: impl FnMut(&mut Rng) -> A, call: impl Fn(&A) -> R) { check(id, "any", loc, msg, n, gen, |_| true, call) }
#[macro_export] macro_rules! ret { ($id:expr, $e:expr) => {{ match common::run(|| { let _ = $e; }) { Ok(()) => println!("passing ok {}", $id), Err(e) => println!("PASSING FAILS {} {}: {:?}", $id, stringify!($e), e) } }} }
