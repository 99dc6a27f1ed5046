use std::cell::RefCell;
use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};

thread_local! { static LAST: RefCell<Option<(String, String)>> = RefCell::new(None); }

pub struct Rng(pub u64);
impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545F4914F6CDD1D)
    }
    pub fn below(&mut self, n: u64) -> u64 { (self.next() >> 11) % n.max(1) }
    pub fn us(&mut self, n: usize) -> usize { self.below(n as u64) as usize }
    pub fn bool(&mut self) -> bool { self.below(2) == 0 }
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T { of[self.below(of.len() as u64) as usize].clone() }
    /// small, near one of the points, near an end, or of random width
    pub fn int(&mut self, points: &[i128], min: i128, max: i128) -> i128 {
        loop {
            let v = match self.below(10) {
                0 | 1 => self.below(12) as i128 - if min < 0 { 4 } else { 0 },
                2..=5 => match points.is_empty() {
                    true => self.below(40) as i128,
                    false => self.pick(points) + self.below(7) as i128 - 3,
                },
                6 => if self.bool() { min + self.below(3) as i128 } else { max - self.below(3) as i128 },
                _ => {
                    let bits = self.below(if max > u64::MAX as i128 { 127 } else { 65 });
                    let raw = ((self.next() as u128) << 64 | self.next() as u128) & ((1u128 << bits) - 1);
                    if min < 0 && self.bool() { -(raw as i128) } else { raw as i128 }
                }
            };
            if v >= min && v <= max { return v; }
        }
    }
    pub fn usz(&mut self, points: &[i128]) -> usize { self.int(points, 0, u64::MAX as i128) as usize }
    pub fn u64(&mut self, points: &[i128]) -> u64 { self.int(points, 0, u64::MAX as i128) as u64 }
    pub fn u32(&mut self, points: &[i128]) -> u32 { self.int(points, 0, u32::MAX as i128) as u32 }
    pub fn i64(&mut self, points: &[i128]) -> i64 { self.int(points, i64::MIN as i128, i64::MAX as i128) as i64 }
    pub fn i32(&mut self, points: &[i128]) -> i32 { self.int(points, i32::MIN as i128, i32::MAX as i128) as i32 }
    pub fn u8(&mut self, points: &[i128]) -> u8 { if self.bool() { self.next() as u8 } else { self.int(points, 0, 255) as u8 } }
    pub fn i8(&mut self, points: &[i128]) -> i8 { if self.bool() { self.next() as i8 } else { self.int(points, -128, 127) as i8 } }
    /// bytes of a small length
    pub fn bytes(&mut self, most: u64) -> Vec<u8> {
        let n = self.len(most);
        (0..n).map(|_| self.next() as u8).collect()
    }
    pub fn len(&mut self, most: u64) -> usize { if self.below(3) == 0 { self.us(3.min(most as usize + 1)) } else { self.us(most as usize + 1) } }
    pub fn text(&mut self, most: u64) -> String {
        let n = self.len(most);
        (0..n).map(|_| match self.below(8) {
            0 => self.pick(&['é', 'ß', '\u{5d0}', '\u{627}']),
            1 => self.pick(&['\n', '\r', ' ', '\'', '=', ',', '\0']),
            2 => self.pick(&['字', '🇷', '\u{301}', '😀', '\u{200d}']),
            _ => self.pick(&['a', 'b', 'z', '0', '7', '-', '.']),
        }).collect()
    }
}

pub struct Trial { pub holds: bool, pub desc: String, pub call: Box<dyn FnOnce()> }
pub fn tr(holds: bool, desc: String, call: impl FnOnce() + 'static) -> Trial { Trial { holds, desc, call: Box::new(call) } }

pub fn normal(message: &str) -> String {
    let mut message = message.to_owned();
    for cut in ["must not contain '=': ", "but is missing in", "` value: ", "\n  left: ", " of `", "when slicing `"] {
        if let Some(at) = message.find(cut) { message.truncate(at + cut.len()); }
    }
    let mut out = String::new();
    let b: Vec<char> = message.chars().collect();
    let mut i = 0;
    while i < b.len() {
        if b[i] == '0' && i + 1 < b.len() && b[i + 1] == 'x' {
            i += 2;
            while i < b.len() && b[i].is_ascii_hexdigit() { i += 1; }
            out.push('#');
        } else if b[i].is_ascii_digit() {
            while i < b.len() && b[i].is_ascii_digit() { i += 1; }
            if out.ends_with('-') { out.pop(); }
            out.push('#');
        } else { out.push(b[i]); i += 1; }
    }
    out.chars().take(120).collect()
}

fn run(call: Box<dyn FnOnce()>) -> Option<(String, String)> {
    LAST.with(|l| *l.borrow_mut() = None);
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(()) => None,
        Err(_) => {
            let (message, place) = LAST.with(|l| l.borrow_mut().take()).unwrap_or_default();
            Some((normal(&message), place))
        }
    }
}

pub struct T { file: std::fs::File, only: Option<String>, pub seed: u64 }
impl T {
    pub fn new(path: &str) -> T {
        std::panic::set_hook(Box::new(|info| {
            let message = info.payload().downcast_ref::<String>().cloned()
                .or_else(|| info.payload().downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            let place = info.location().map(|l| {
                let f = l.file();
                let own = f.starts_with("p1/") || f.starts_with("p2/") || f.starts_with("src/");
                if own { "own".to_string() } else {
                    let tail: Vec<&str> = f.rsplit('/').take(3).collect();
                    let tail: Vec<&str> = tail.into_iter().rev().collect();
                    format!("{}:{}", tail.join("/"), l.line())
                }
            }).unwrap_or_default();
            if std::env::var_os("SHOW").is_some() { eprintln!("{message} @ {place}"); }
            LAST.with(|l| *l.borrow_mut() = Some((message, place)));
        }));
        let new = !std::path::Path::new(path).exists();
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        if new {
            writeln!(file, "crate,version,item,condition,runs_where_it_holds,failed_of_these,runs_where_not,failed_of_these_with_this_message,verdict,counterexample,mode,other_panics_where_it_holds,other_panics_where_not,same_message_elsewhere_holds,same_message_elsewhere_not,message,place").unwrap();
        }
        T { file, only: std::env::args().nth(1), seed: 0x1D872B41A5F06E3D }
    }
    /// meta: crate|version|item|condition
    pub fn case(&mut self, meta: &str, mode: &str, finding: impl FnOnce() + 'static, mut f: impl FnMut(&mut Rng) -> Trial) {
        if let Some(only) = &self.only { if !meta.contains(only.as_str()) { return; } }
        let key = run(Box::new(finding));
        let mut r = Rng(self.seed ^ (meta.len() as u64) << 32 | 1);
        let (mut h, mut hs, mut ho, mut he) = (0u64, 0u64, 0u64, 0u64);
        let (mut n, mut ns, mut no, mut ne) = (0u64, 0u64, 0u64, 0u64);
        let mut ce: Option<String> = None;
        let mut i = 0;
        while i < 20000 || (i < 100000 && (h < 200 || n < 200)) {
            i += 1;
            let t = f(&mut r);
            let got = run(t.call);
            let same = got.is_some() && got == key;
            let elsewhere = !same && matches!((&got, &key), (Some(g), Some(k)) if g.0 == k.0);
            let mut bad = |what: String| {
                let text = format!("{}{}", t.desc, what);
                if ce.as_ref().is_none_or(|c| text.len() < c.len()) { ce = Some(text); }
            };
            if t.holds {
                h += 1;
                match &got { None => bad(" => returns".into()), Some(_) if same => hs += 1, Some(_) => { ho += 1; if elsewhere { he += 1 } } }
            } else {
                n += 1;
                match &got { Some(g) if same => { ns += 1; bad(format!(" => fails: {}", g.0)) } Some(_) => { no += 1; if elsewhere { ne += 1 } } None => {} }
            }
        }
        let verdict = match () {
            () if key.is_none() && ce.is_none() => "untestable",
            () if ce.is_some() => "contradicted",
            () if h < 100 || n < 100 => "holds(one side rare)",
            () => "holds",
        };
        let q = |s: &str| format!("\"{}\"", s.replace('"', "\"\"").replace('\n', "\\n"));
        let p: Vec<&str> = meta.splitn(4, '|').collect();
        let (message, place) = key.unwrap_or(("THE FINDING'S EXPRESSION RETURNS".into(), String::new()));
        writeln!(self.file, "{},{},{},{},{h},{},{n},{ns},{verdict},{},{},{ho},{no},{he},{ne},{},{}", q(p[0]), q(p[1]), q(p[2]), q(p[3]),
            hs, q(&ce.clone().unwrap_or_default()), q(mode), q(&message), q(&place)).unwrap();
        println!("{verdict:22} {:14} {:40} {:45} [{mode}] H {h}: same {hs} other {ho} ret {}; N {n}: same {ns} other {no} ret {} {}", p[0], p[2], p[3], h - hs - ho, n - ns - no,
            ce.unwrap_or_default().chars().take(200).collect::<String>());
    }
}
