use crate::h::*;
use crate::a::W;
pub fn all(t: &mut T) {
    // num-integer, num-traits
    use num_integer::{Integer, Roots};
    macro_rules! zero { ($($ty:ident $f:ident $name:expr);*) => { $(
        t.case(concat!("num-integer|0.1.47|", $name, "|other == 0"), "all", || { let _ = <$ty as Integer>::$f(&0, &0); }, |r| {
            let z = r.below(4) == 0; let a = r.int(&[<$ty>::MIN as i128, <$ty>::MAX as i128], <$ty>::MIN as i128, <$ty>::MAX as i128) as $ty; let b = if z { 0 } else { r.int(&[0, -1, <$ty>::MIN as i128], <$ty>::MIN as i128, <$ty>::MAX as i128) as $ty };
            tr(b == 0, format!("<{}>::{}(&{a}, &{b})", stringify!($ty), stringify!($f)), move || { let _ = <$ty as Integer>::$f(&a, &b); })
        }); )* } }
    zero!(i8 mod_floor "<i8 as Integer>::mod_floor"; u32 div_floor "<u32 as Integer>::div_floor"; u64 mod_floor "<u64 as Integer>::mod_floor"; u8 div_ceil "<u8 as Integer>::div_ceil"; u8 div_rem "<u8 as Integer>::div_rem"; i8 div_ceil "num_integer::Integer::div_ceil (i8)");
    t.case("num-integer|0.1.47|num_integer::Integer::dec|self == -128", "all (i8)", || (-128i8).dec(), |r| { let mut a = r.i8(&[-128]); tr(a == -128, format!("{a}"), move || a.dec()) });
    t.case("num-integer|0.1.47|num_integer::Integer::inc|self == 127", "all (i8)", || 127i8.inc(), |r| { let mut a = r.i8(&[127]); tr(a == 127, format!("{a}"), move || a.inc()) });
    t.case("num-integer|0.1.47|num_integer::sqrt|x < 0", "all (i32)", || { num_integer::sqrt(-1); }, |r| { let a = r.i32(&[0]); tr(a < 0, format!("{a}"), move || { num_integer::sqrt(a); }) });
    for drawn in [false, true] {
        t.case("num-integer|0.1.47|<i64 as Roots>::nth_root|n == 0", if drawn { "drawn" } else { "expr" }, || { 0i64.nth_root(0); }, move |r| { let a = if drawn { r.i64(&[0, i64::MIN as i128]) } else { 0 }; let n = r.u32(&[0, 63]); tr(n == 0, format!("{a}.nth_root({n})"), move || { a.nth_root(n); }) });
    }
    macro_rules! two { ($($f:ident $name:expr, $cond:expr, $c:expr, $a:expr, $b:expr);*) => { $(
        t.case(concat!("num-integer|0.1.47|", $name, "|", $cond), "all (i8)", || { let _ = <i8 as Integer>::$f(&$a, &$b); }, |r| {
            let a = if r.below(5) == 0 { -128 } else { r.i8(&[-128, 64]) }; let b = if r.below(5) == 0 { r.pick(&[-128, -1]) } else { r.i8(&[-128, 64]) }; let c: fn(i8, i8) -> bool = $c;
            tr(c(a, b), format!("<i8>::{}(&{a}, &{b})", stringify!($f)), move || { let _ = <i8 as Integer>::$f(&a, &b); })
        }); )* } }
    two!(lcm "<i8 as Integer>::lcm", "self == -128 || other == -128", |a, b| a == -128 || b == -128, -128, 0;
         extended_gcd_lcm "num_integer::Integer::extended_gcd_lcm", "self == -128 || other == -128", |a, b| a == -128 || b == -128, 2, -128);
    t.case("num-integer|0.1.47|num_integer::lcm|x == -128 || y == -128", "all (i8)", || { num_integer::lcm::<i8>(1, -128); }, |r| {
        let a = if r.below(5) == 0 { -128 } else { r.i8(&[-128, 64]) }; let b = if r.below(5) == 0 { -128 } else { r.i8(&[-128, 64]) };
        tr(a == -128 || b == -128, format!("lcm::<i8>({a}, {b})"), move || { num_integer::lcm::<i8>(a, b); })
    });
    t.case("num-integer|0.1.47|num_integer::Integer::divides|self == -128 && other == -1", "all (i8)", || { <i8 as Integer>::divides(&-128, &-1); }, |r| {
        let a = if r.bool() { -128 } else { r.i8(&[-128]) }; let b = if r.bool() { -1 } else { r.i8(&[-1]) };
        tr(a == -128 && b == -1, format!("<i8>::divides(&{a}, &{b})"), move || { <i8 as Integer>::divides(&a, &b); })
    });
    use num_traits::{Euclid, Num, PrimInt};
    t.case("num-traits|0.2.19|<isize as Euclid>::rem_euclid|v == 0", "all", || { <isize as Euclid>::rem_euclid(&0, &0); }, |r| { let a = r.i64(&[i64::MIN as i128]) as isize; let b = if r.below(4) == 0 { 0 } else { r.i64(&[0, -1]) as isize }; tr(b == 0, format!("{a} {b}"), move || { <isize as Euclid>::rem_euclid(&a, &b); }) });
    t.case("num-traits|0.2.19|<usize as Euclid>::div_euclid|v == 0", "all", || { <usize as Euclid>::div_euclid(&0, &0); }, |r| { let a = r.usz(&[W - 1]); let b = if r.below(4) == 0 { 0 } else { r.usz(&[0]) }; tr(b == 0, format!("{a} {b}"), move || { <usize as Euclid>::div_euclid(&a, &b); }) });
    t.case("num-traits|0.2.19|num_traits::abs|value == -128", "all (i8)", || { num_traits::abs::<i8>(-128); }, |r| { let a = r.i8(&[-128]); tr(a == -128, format!("{a}"), move || { num_traits::abs::<i8>(a); }) });
    macro_rules! sh { ($($ty:ident $f:ident $x:expr, $n:expr);*) => { for drawn in [false, true] { $(
        t.case(concat!("num-traits|0.2.19|<", stringify!($ty), " as PrimInt>::", stringify!($f), "|n >= 8"), if drawn { "drawn" } else { "expr" }, || { <$ty as PrimInt>::$f(0, $n); }, move |r| { let a = if drawn { r.next() as $ty } else { 0 }; let n = r.u32(&[8]); tr(n >= 8, format!("{a} {n}"), move || { <$ty as PrimInt>::$f(a, n); }) }); )* } } }
    sh!(i8 signed_shl 0, u32::MAX; i8 signed_shr 0, u32::MAX; u8 unsigned_shl 0, 20; u8 unsigned_shr 0, 20);
    for drawn in [false, true] {
        t.case("num-traits|0.2.19|<Wrapping<T> as Num>::from_str_radix|radix <= 1 || radix >= 37", if drawn { "drawn" } else { "expr" }, || { let _ = <std::num::Wrapping<i32> as Num>::from_str_radix("", 0); }, move |r| { let s = if drawn { r.text(4) } else { String::new() }; let n = r.u32(&[1, 37]); tr(n <= 1 || n >= 37, format!("from_str_radix({s:?}, {n})"), move || { let _ = <std::num::Wrapping<i32> as Num>::from_str_radix(&s, n); }) });
        t.case("num-traits|0.2.19|num_traits::clamp|min > max", if drawn { "drawn" } else { "expr" }, || { num_traits::clamp(0, 1, 0); }, move |r| { let x = if drawn { r.i32(&[0]) } else { 0 }; let (a, b) = (r.i32(&[0]), r.i32(&[0])); tr(a > b, format!("clamp({x}, {a}, {b})"), move || { num_traits::clamp(x, a, b); }) });
    }
    // unicode-segmentation
    use unicode_segmentation::GraphemeCursor;
    fn cur(r: &mut Rng) -> (String, GraphemeCursor) {
        let (o, l, e) = (r.usz(&[1, 4]), r.usz(&[4]), r.bool()); let mut c = GraphemeCursor::new(o, l, e); let mut d = format!("GraphemeCursor::new({o}, {l}, {e})");
        if r.below(4) == 0 { let n = r.us(6); c.set_cursor(n); d += &format!(" set_cursor({n})"); }
        if r.below(4) == 0 { let s = r.text(5); let n = r.us(3); let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| { let _ = c.next_boundary(&s, n); })); d += &format!(" next_boundary({s:?}, {n})"); }
        (d, c)
    }
    t.case("unicode-segmentation|1.13.3|unicode_segmentation::GraphemeCursor::prev_boundary (byte index out of bounds)|chunk.len() + chunk_start < self.cur_cursor()", "all", || { let _ = GraphemeCursor::new(1, 0, false).prev_boundary("", 0); }, |r| {
        let (d, mut c) = cur(r); let s = r.text(5); let n = r.usz(&[c.cur_cursor() as i128, 2]);
        tr((s.len() as i128 + n as i128) < c.cur_cursor() as i128, format!("{d}.prev_boundary({s:?}, {n})"), move || { let _ = c.prev_boundary(&s, n); })
    });
    t.case("unicode-segmentation|1.13.3|unicode_segmentation::GraphemeCursor::prev_boundary (unwrap on None)|chunk_start > self.cur_cursor() && self.cur_cursor() >= 1", "all", || { let _ = GraphemeCursor::new(1, 0, false).prev_boundary("", 2); }, |r| {
        let (d, mut c) = cur(r); let s = r.text(5); let n = r.usz(&[c.cur_cursor() as i128, 2]);
        tr(n > c.cur_cursor() && c.cur_cursor() >= 1, format!("{d}.prev_boundary({s:?}, {n})"), move || { let _ = c.prev_boundary(&s, n); })
    });
    // unicode-bidi
    use unicode_bidi::{utf16, BidiClass, BidiInfo, Level, Paragraph, ParagraphBidiInfo, ParagraphInfo, LTR_LEVEL, RTL_LEVEL};
    fn lv(r: &mut Rng, most: u64) -> Vec<Level> { let n = r.len(most); (0..n).map(|_| r.pick(&[LTR_LEVEL, RTL_LEVEL, Level::new(2).unwrap()])).collect() }
    fn cl(r: &mut Rng, most: u64) -> Vec<BidiClass> { let n = r.len(most); (0..n).map(|_| r.pick(&[BidiClass::L, BidiClass::R, BidiClass::AL, BidiClass::WS, BidiClass::B, BidiClass::RLE, BidiClass::BN])).collect() }
    #[derive(Debug, Clone)]
    struct P { text: String, t16: Vec<u16>, classes: Vec<BidiClass>, levels: Vec<Level>, para: ParagraphInfo, line: std::ops::Range<usize>, level: Level, pure: bool }
    fn p(r: &mut Rng) -> P {
        let text = r.text(5); let full = r.bool();
        let t16: Vec<u16> = text.encode_utf16().collect();
        let n = if r.bool() { text.len() } else { t16.len() };
        let mut classes = cl(r, 6); let mut levels = lv(r, 6);
        if full { classes.resize(n, BidiClass::R); levels.resize(n, RTL_LEVEL); }
        let at = |r: &mut Rng, n: usize| if r.below(8) == 0 { r.usz(&[n as i128, W - 1]) } else { r.us(n + 2) };
        let a = at(r, n); let b = if r.below(4) == 0 { at(r, n) } else { a.saturating_add(r.us(3)) };
        let c = at(r, n); let d = if r.below(4) == 0 { at(r, n) } else { c.saturating_add(r.us(3)) };
        P { text, t16, classes, levels, para: ParagraphInfo { range: c..d, level: r.pick(&[LTR_LEVEL, RTL_LEVEL]) }, line: a..b, level: r.pick(&[LTR_LEVEL, RTL_LEVEL]), pure: r.bool() }
    }
    fn dd(p: &P) -> String { format!("text {:?} classes {:?} levels {:?} para {:?} line {:?}", p.text, p.classes, p.levels.iter().map(|l| l.number()).collect::<Vec<_>>(), p.para.range, p.line) }
    fn empty() -> P { P { text: String::new(), t16: vec![], classes: vec![], levels: vec![], para: ParagraphInfo { range: 0..0, level: LTR_LEVEL }, line: 0..0, level: LTR_LEVEL, pure: false } }
    fn b8(p: &P) -> BidiInfo<'_> { BidiInfo { text: &p.text, original_classes: p.classes.clone(), levels: p.levels.clone(), paragraphs: vec![p.para.clone()] } }
    fn b16(p: &P) -> utf16::BidiInfo<'_> { utf16::BidiInfo { text: &p.t16, original_classes: p.classes.clone(), levels: p.levels.clone(), paragraphs: vec![p.para.clone()] } }
    fn q8(p: &P) -> ParagraphBidiInfo<'_> { ParagraphBidiInfo { text: &p.text, original_classes: p.classes.clone(), levels: p.levels.clone(), paragraph_level: p.level, is_pure_ltr: p.pure } }
    fn q16(p: &P) -> utf16::ParagraphBidiInfo<'_> { utf16::ParagraphBidiInfo { text: &p.t16, original_classes: p.classes.clone(), levels: p.levels.clone(), paragraph_level: p.level, is_pure_ltr: p.pure } }
    fn is16(t: &[u16], i: usize) -> bool { i <= t.len() }
    let _ = is16;
    macro_rules! ub { ($($name:expr, $cond:expr, $find:expr, $c:expr, $call:expr);* $(;)?) => { $(
        t.case(concat!("unicode-bidi|0.3.18|unicode_bidi::", $name, "|", $cond), "all", || { let f: fn(&mut P) = $find; let mut x = empty(); f(&mut x); let g: fn(&P) = $call; g(&x); }, |r| {
            let x = p(r); let c: fn(&P) -> bool = $c; let g: fn(&P) = $call;
            tr(c(&x), format!("{} {}", $name, dd(&x)), move || g(&x))
        }); )* } }
    let pos = 0usize; let _ = pos;
    // the position of level_at is the start of the line here
    ub!(
        "Paragraph::level_at (index out of bounds)", "self.para.range.start + pos >= self.info.levels.len()", |_| (), |x| x.para.range.start as i128 + x.line.start as i128 >= x.levels.len() as i128, |x| { let i = b8(x); Paragraph::new(&i, &x.para).level_at(x.line.start); };
        "utf16::Paragraph::level_at (index out of bounds)", "self.para.range.start + pos >= self.info.levels.len()", |_| (), |x| x.para.range.start as i128 + x.line.start as i128 >= x.levels.len() as i128, |x| { let i = b16(x); utf16::Paragraph::new(&i, &x.para).level_at(x.line.start); };
        "ParagraphBidiInfo::reorder_line", "line.start > self.levels.len()", |x| x.line = 1..0, |x| x.line.start > x.levels.len(), |x| { q8(x).reorder_line(x.line.clone()); };
        "ParagraphBidiInfo::reordered_levels", "line.start > self.levels.len()", |x| x.line = 1..0, |x| x.line.start > x.levels.len(), |x| { q8(x).reordered_levels(x.line.clone()); };
        "ParagraphBidiInfo::visual_runs", "self.levels.is_empty()", |_| (), |x| x.levels.is_empty(), |x| { q8(x).visual_runs(x.line.clone()); };
        "utf16::ParagraphBidiInfo::reorder_line", "line.end > self.levels.len()", |x| x.line = 0..1, |x| x.line.end > x.levels.len(), |x| { q16(x).reorder_line(x.line.clone()); };
        "utf16::ParagraphBidiInfo::reordered_levels", "line.end > self.levels.len()", |x| x.line = 0..1, |x| x.line.end > x.levels.len(), |x| { q16(x).reordered_levels(x.line.clone()); };
        "ParagraphInfo::len", "self.range.start > self.range.end", |x| x.para.range = 1..0, |x| x.para.range.start > x.para.range.end, |x| { x.para.len(); };
        "deprecated::visual_runs (index out of bounds)", "line.start >= levels.len()", |_| (), |x| x.line.start >= x.levels.len(), |x| { unicode_bidi::deprecated::visual_runs(x.line.clone(), &x.levels); };
        "deprecated::visual_runs (assertion)", "line.end > levels.len()", |x| x.line = 0..1, |x| x.line.end > x.levels.len(), |x| { unicode_bidi::deprecated::visual_runs(x.line.clone(), &x.levels); };
        "utf16::BidiInfo::reorder_line", "line.start > self.levels.len()", |x| x.line = 1..0, |x| x.line.start > x.levels.len(), |x| { b16(x).reorder_line(&x.para, x.line.clone()); };
        "utf16::BidiInfo::visual_runs", "line.end > self.levels.len()", |x| x.line = 0..1, |x| x.line.end > x.levels.len(), |x| { b16(x).visual_runs(&x.para, x.line.clone()); };
        "Paragraph::level_at (add)", "self.para.range.start + pos >= 18446744073709551616", |x| { x.para.range = usize::MAX..0; x.line = 1..1 }, |x| x.para.range.start as i128 + x.line.start as i128 >= 1 << 64, |x| { let i = b8(x); Paragraph::new(&i, &x.para).level_at(x.line.start); };
        "utf16::Paragraph::level_at (add)", "self.para.range.start + pos >= 18446744073709551616", |x| { x.para.range = usize::MAX..0; x.line = 1..1 }, |x| x.para.range.start as i128 + x.line.start as i128 >= 1 << 64, |x| { let i = b16(x); utf16::Paragraph::new(&i, &x.para).level_at(x.line.start); };
        "Paragraph::direction", "self.para.range.end > self.info.levels.len()", |x| x.para.range = 0..1, |x| x.para.range.end > x.levels.len(), |x| { let i = b8(x); Paragraph::new(&i, &x.para).direction(); };
        "utf16::Paragraph::direction", "self.para.range.end > self.info.levels.len()", |x| x.para.range = 0..1, |x| x.para.range.end > x.levels.len(), |x| { let i = b16(x); utf16::Paragraph::new(&i, &x.para).direction(); };
        "BidiInfo::reorder_line", "!self.text.is_char_boundary(line.start)", |x| { x.levels = vec![LTR_LEVEL]; x.line = 1..1 }, |x| !x.text.is_char_boundary(x.line.start), |x| { b8(x).reorder_line(&x.para, x.line.clone()); };
        "utf16::BidiInfo::reordered_levels", "line.end > self.original_classes.len()", |x| { x.levels = vec![LTR_LEVEL]; x.line = 0..1 }, |x| x.line.end > x.classes.len(), |x| { b16(x).reordered_levels(&x.para, x.line.clone()); };
        "utf16::BidiInfo::reordered_levels_per_char", "self.text.len() > self.levels.len()", |x| x.t16 = vec![0], |x| x.t16.len() > x.levels.len(), |x| { b16(x).reordered_levels_per_char(&x.para, x.line.clone()); };
        "BidiInfo::reordered_levels", "line.start > self.levels.len()", |x| x.line = 1..0, |x| x.line.start > x.levels.len(), |x| { b8(x).reordered_levels(&x.para, x.line.clone()); };
        "ParagraphBidiInfo::reordered_levels_per_char", "line.start > line.end", |x| { x.classes = vec![BidiClass::AL]; x.levels = vec![LTR_LEVEL]; x.line = 1..0 }, |x| x.line.start > x.line.end, |x| { q8(x).reordered_levels_per_char(x.line.clone()); };
    );
}
