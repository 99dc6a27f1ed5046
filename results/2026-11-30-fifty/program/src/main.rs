//! Runs each condition's call with arguments drawn at random: `cargo run > conditions.csv`. A condition is contradicted if a call for
//! which it holds returns, or one for which it does not fails at the line that the report names, in the words that it quotes.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use ropey::{Rope, RopeSlice};
use std::cell::RefCell;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! { static PLACE: RefCell<Option<(String, u32, String)>> = const { RefCell::new(None) }; }

/// Runs for which a condition holds, and for which it does not, where there are as many.
const RUNS: u32 = 1000;

struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545F4914F6CDD1D) >> 8
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    /// Near a number, small, near an end, or of any width.
    fn near(&mut self, points: &[usize]) -> usize {
        match self.below(8) {
            0..=3 => {
                let point = points[self.below(points.len())];
                point.wrapping_add(self.below(7)).wrapping_sub(3)
            }
            4 | 5 => self.below(20),
            6 => usize::MAX - self.below(3),
            _ => (self.next() as usize) << self.below(9) >> self.below(60),
        }
    }
    fn text(&mut self) -> String {
        let parts = ["a", "é", "字", "😀", "\n", "\r\n", "\r", "\u{301}", "b", " ", "\u{2028}", "\u{b}", "0"];
        let n = [0, 1, 3, 12, 40, 700][self.below(6)];
        let n = self.below(n + 1);
        (0..n).map(|_| parts[self.below(parts.len())]).collect()
    }
    fn rope(&mut self) -> Rope {
        let mut rope = match self.below(3) {
            0 => Rope::new(),
            1 => Rope::from_str(&self.text()),
            _ => {
                let mut builder = ropey::RopeBuilder::new();
                for _ in 0..self.below(4) {
                    builder.append(&self.text());
                }
                builder.finish()
            }
        };
        for _ in 0..self.below(3) {
            let len = rope.len_chars();
            match self.below(4) {
                0 => rope.insert(self.below(len + 1), &self.text()),
                1 => {
                    let end = self.below(len + 1);
                    rope.remove(self.below(end + 1)..end)
                }
                2 => rope.append(Rope::from_str(&self.text())),
                _ => drop(rope.split_off(self.below(len + 1))),
            }
        }
        rope
    }
    fn bytes(&mut self) -> Bytes {
        let text = self.text();
        let whole = match self.below(4) {
            0 => Bytes::from(text),
            1 => Bytes::copy_from_slice(text.as_bytes()),
            2 => Bytes::from_static(b"hello world"),
            _ => self.bytes_mut().freeze(),
        };
        let end = self.below(whole.len() + 1);
        match self.below(2) {
            0 => whole,
            _ => whole.slice(self.below(end + 1)..end),
        }
    }
    fn bytes_mut(&mut self) -> BytesMut {
        let mut bytes = BytesMut::with_capacity(self.below(80));
        bytes.extend_from_slice(self.text().as_bytes());
        if self.below(2) == 0 {
            let at = self.below(bytes.len() + 1);
            let other = if self.below(2) == 0 { bytes.split_to(at) } else { bytes.split_off(at) };
            drop(other);
        }
        bytes
    }
}

#[derive(Default)]
struct Counts {
    holds: u32,
    failed: u32,
    others: u32,
    failed_too: u32,
    counterexample: String,
}

/// Of places that raise several messages, what the finding's one has.
fn words(item: &str) -> &'static str {
    match item {
        "Rope::byte_slice" => "out of bounds",
        "RopeSlice::byte_slice" => "Invalid byte range",
        "Bytes::slice" => "must not be greater",
        _ => "",
    }
}

/// `draw` makes a call: whether the condition holds, what it reads like, and what it does.
type Drawn<'a> = (bool, String, Box<dyn FnOnce() + 'a>);

fn case(crate_name: &str, item: &str, condition: &str, line: u32, mut draw: impl FnMut(&mut Chance) -> Drawn<'static>) {
    let mut chance = Chance(0x9E3779B97F4A7C15 ^ (line as u64) << 20 ^ item.len() as u64);
    let mut counts = Counts::default();
    for _ in 0..60_000 {
        if counts.holds >= RUNS && counts.others >= RUNS {
            break;
        }
        let (holds, text, call) = draw(&mut chance);
        if if holds { counts.holds } else { counts.others } >= 5 * RUNS {
            continue;
        }
        PLACE.set(None);
        let failed = catch_unwind(AssertUnwindSafe(call)).is_err();
        let place = PLACE.take();
        let at_line = failed && place.as_ref().is_some_and(|(file, at, message)| *at == line && !file.starts_with("src/") && message.contains(words(item)));
        let contradicts = if holds {
            counts.holds += 1;
            counts.failed += u32::from(failed);
            !failed
        } else {
            counts.others += 1;
            counts.failed_too += u32::from(at_line);
            at_line
        };
        if contradicts && counts.counterexample.is_empty() {
            counts.counterexample = text;
        }
    }
    let verdict = if counts.counterexample.is_empty() { "holds" } else { "contradicted" };
    println!(
        "{crate_name},{item},{condition},{line},{},{},{},{},{verdict},{:?}",
        counts.holds, counts.failed, counts.others, counts.failed_too, counts.counterexample.chars().take(100).collect::<String>()
    );
}

/// One index of a rope, and of a slice of one.
macro_rules! rope_index {
    ($($name:ident $len:ident $op:tt $param:literal $rope:literal $slice:literal;)*) => {$(
        if $rope > 0 {
            case("ropey", concat!("Rope::", stringify!($name)), concat!($param, " ", stringify!($op), " self.", stringify!($len), "()"), $rope, |c| {
                let rope = c.rope();
                let at = c.near(&[0, rope.$len(), rope.len_chars()]);
                (at $op rope.$len(), format!("{rope:?} {at}"), Box::new(move || { let _ = rope.$name(at); }))
            });
        }
        if $slice > 0 {
            case("ropey", concat!("RopeSlice::", stringify!($name)), concat!($param, " ", stringify!($op), " self.", stringify!($len), "()"), $slice, |c| {
                let rope = c.rope();
                let text = c.text();
                let is_text = c.below(3) == 0;
                let end = c.below(rope.len_chars() + 1);
                let begin = c.below(end + 1);
                let len = if is_text { RopeSlice::from(&text[..]).$len() } else { rope.slice(begin..end).$len() };
                let at = c.near(&[0, len, end]);
                (at $op len, format!("{rope:?}[{begin}..{end}] or {is_text} {text:?} {at}"), Box::new(move || {
                    if is_text { let _ = RopeSlice::from(&text[..]).$name(at); } else { let _ = rope.slice(begin..end).$name(at); }
                }))
            });
        }
    )*};
}

fn ropes() {
    rope_index! {
        line len_lines >= "line_idx" 826 0;
        char len_chars >= "char_idx" 803 492;
        byte len_bytes >= "byte_idx" 783 472;
        lines_at len_lines > "line_idx" 1068 0;
        bytes_at len_bytes > "byte_idx" 1004 749;
        chars_at len_chars > "char_idx" 1036 796;
        char_to_byte len_chars > "char_idx" 671 360;
        line_to_char len_lines > "line_idx" 764 0;
        byte_to_line len_bytes > "byte_idx" 654 343;
        char_to_line len_chars > "char_idx" 690 379;
        byte_to_char len_bytes > "byte_idx" 635 324;
        line_to_byte len_lines > "line_idx" 746 0;
        chunk_at_byte len_bytes > "byte_idx" 855 539;
        chunk_at_char len_chars > "char_idx" 884 562;
        chunks_at_byte len_bytes > "byte_idx" 1106 899;
        chunks_at_char len_chars > "char_idx" 1136 929;
        utf16_cu_to_char len_utf16_cu > "utf16_cu_idx" 728 417;
        char_to_utf16_cu len_chars > "char_idx" 707 396;
        chunk_at_line_break len_lines > "line_break_idx" 916 0;
        chunks_at_line_break len_lines > "line_break_idx" 1170 0;
    }
    case("ropey", "Rope::insert", "char_idx > self.len_chars()", 345, |c| {
        let (mut rope, text) = (c.rope(), c.text());
        let at = c.near(&[0, rope.len_chars()]);
        (at > rope.len_chars(), format!("{rope:?} {at} {text:?}"), Box::new(move || rope.insert(at, &text)))
    });
    case("ropey", "Rope::insert_char", "char_idx > self.len_chars()", 357, |c| {
        let mut rope = c.rope();
        let at = c.near(&[0, rope.len_chars()]);
        let one = ['a', '\n', '字', '\0'][c.below(4)];
        (at > rope.len_chars(), format!("{rope:?} {at} {one:?}"), Box::new(move || rope.insert_char(at, one)))
    });
    case("ropey", "Rope::split_off", "char_idx > self.len_chars()", 558, |c| {
        let mut rope = c.rope();
        let at = c.near(&[0, rope.len_chars()]);
        (at > rope.len_chars(), format!("{rope:?} {at}"), Box::new(move || drop(rope.split_off(at))))
    });
    case("ropey", "Rope::try_remove", "char_range.end() == usize::MAX", 415, |c| {
        let mut rope = c.rope();
        let (begin, end) = (c.near(&[0, rope.len_chars()]), c.near(&[0, rope.len_chars(), usize::MAX]));
        (end == usize::MAX, format!("{rope:?} {begin}..={end}"), Box::new(move || { let _ = rope.try_remove(begin..=end); }))
    });
    case("ropey", "Rope::slice", "char_range.start > char_range.end || char_range.end > self.len_chars()", 952, |c| {
        let rope = c.rope();
        let (begin, end) = (c.near(&[0, rope.len_chars()]), c.near(&[0, rope.len_chars()]));
        (begin > end || end > rope.len_chars(), format!("{rope:?} {begin}..{end}"), Box::new(move || { let _ = rope.slice(begin..end); }))
    });
    case("ropey", "Rope::remove", "char_range.start > char_range.end || char_range.end > self.len_chars()", 546, |c| {
        let mut rope = c.rope();
        let (begin, end) = (c.near(&[0, rope.len_chars()]), c.near(&[0, rope.len_chars()]));
        (begin > end || end > rope.len_chars(), format!("{rope:?} {begin}..{end}"), Box::new(move || rope.remove(begin..end)))
    });
    case("ropey", "Rope::byte_slice", "byte_range.end > self.len_bytes()", 973, |c| {
        let rope = c.rope();
        let (begin, end) = (c.near(&[0, rope.len_bytes()]), c.near(&[0, rope.len_bytes()]));
        (end > rope.len_bytes(), format!("{rope:?} {begin}..{end}"), Box::new(move || { let _ = rope.byte_slice(begin..end); }))
    });
    case("ropey", "RopeSlice::byte_slice", "byte_range.start > byte_range.end", 703, |c| {
        let rope = c.rope();
        let (begin, end) = (c.near(&[0, rope.len_bytes()]), c.near(&[0, rope.len_bytes()]));
        (begin > end, format!("{rope:?} {begin}..{end}"), Box::new(move || { let _ = rope.slice(..).byte_slice(begin..end); }))
    });
}

fn others() {
    let cursor = |c: &mut Chance| {
        let text = c.text();
        let mut cursor = Cursor::new(text.clone());
        cursor.set_position(c.near(&[0, text.len()]) as u64);
        cursor
    };
    case("bytes", "Buf::get_i8", "!self.has_remaining()", 350, |c| {
        let mut of = cursor(c);
        (!of.has_remaining(), format!("{of:?}"), Box::new(move || { of.get_i8(); }))
    });
    case("bytes", "Buf::get_u8", "!self.has_remaining()", 322, |c| {
        let mut of = cursor(c);
        (!of.has_remaining(), format!("{of:?}"), Box::new(move || { of.get_u8(); }))
    });
    case("bytes", "Buf::get_uint_le", "nbytes >= 9", 52, |c| {
        let mut of = cursor(c);
        let n = c.near(&[0, 8]);
        (n >= 9, format!("{of:?} {n}"), Box::new(move || { of.get_uint_le(n); }))
    });
    case("bytes", "Bytes::copy_to_bytes", "len > self.len()", 533, |c| {
        let mut of = c.bytes();
        let n = c.near(&[0, of.len()]);
        (n > of.len(), format!("{of:?} {n}"), Box::new(move || { Buf::copy_to_bytes(&mut of, n); }))
    });
    case("bytes", "BufMut::put_int", "nbytes >= 9", 1053, |c| {
        let (n, value) = (c.near(&[0, 8]), c.next() as i64 - c.next() as i64);
        (n >= 9, format!("{value} {n}"), Box::new(move || Vec::new().put_int(value, n)))
    });
    case("bytes", "BufMut::put_uint", "nbytes >= 9", 965, |c| {
        let (n, value) = (c.near(&[0, 8]), c.next());
        (n >= 9, format!("{value} {n}"), Box::new(move || Vec::new().put_uint(value, n)))
    });
    case("bytes", "Bytes::split_off", "at > self.len()", 481, |c| {
        let mut of = c.bytes();
        let n = c.near(&[0, of.len()]);
        (n > of.len(), format!("{of:?} {n}"), Box::new(move || { of.split_off(n); }))
    });
    case("bytes", "BytesMut::split_off", "at > self.capacity()", 329, |c| {
        let mut of = c.bytes_mut();
        let n = c.near(&[0, of.len(), of.capacity()]);
        (n > of.capacity(), format!("{of:?} {} {n}", of.capacity()), Box::new(move || { of.split_off(n); }))
    });
    case("bytes", "Bytes::slice", "range.start > range.end", 374, |c| {
        let of = c.bytes();
        let (begin, end) = (c.near(&[0, of.len()]), c.near(&[0, of.len()]));
        (begin > end, format!("{of:?} {begin}..{end}"), Box::new(move || { of.slice(begin..end); }))
    });
    case("bytes", "UninitSlice::index_mut", "index.start > index.end", 243, |c| {
        let mut of = vec![0u8; c.below(9)];
        let (begin, end) = (c.near(&[0, of.len()]), c.near(&[0, of.len()]));
        (begin > end, format!("{of:?} {begin}..{end}"), Box::new(move || { let _ = &mut bytes::buf::UninitSlice::new(&mut of)[begin..end]; }))
    });
    case("fixedbitset", "Ones::last_positive_bit_and_unset", "n == 0", 1306, |c| {
        let n = c.near(&[0, 1, 1 << 63]);
        (n == 0, format!("{n}"), Box::new(move || { let mut n = n; fixedbitset::Ones::last_positive_bit_and_unset(&mut n); }))
    });
    case("fixedbitset", "IntoOnes::last_positive_bit_and_unset", "n == 0", 1528, |c| {
        let n = c.near(&[0, 1, 1 << 63]);
        (n == 0, format!("{n}"), Box::new(move || { let mut n = n; fixedbitset::IntoOnes::last_positive_bit_and_unset(&mut n); }))
    });
}

fn main() {
    std::panic::set_hook(Box::new(|info| {
        let at = info.location();
        let message = info.payload_as_str().unwrap_or_default().to_owned();
        PLACE.set(at.map(|at| (at.file().to_owned(), at.line(), message)));
    }));
    println!("crate,item,condition,line,runs_where_it_holds,failed_of_these,runs_where_not,failed_of_these_at_the_line,verdict,counterexample");
    ropes();
    others();
}
