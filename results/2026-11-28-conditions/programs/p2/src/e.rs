use crate::d::W;
use crate::h::*;
use std::io::{BufRead, Read, Write};
pub fn all(t: &mut T) {
    // slice-deque
    t.case("slice-deque|0.3.0|slice_deque::SliceDeque<T>::with_capacity|n >= 1", "all", || { slice_deque::SliceDeque::<i32>::with_capacity(1); }, |r| { let n = r.us(9); tr(n >= 1, format!("SliceDeque::<i32>::with_capacity({n})"), move || { slice_deque::SliceDeque::<i32>::with_capacity(n); }) });
    // http
    use http::HeaderMap;
    t.case("http|1.5.0|http::HeaderMap<T>::with_capacity|capacity >= 24577", "all", || { HeaderMap::<i32>::with_capacity(usize::MAX); }, |r| { let n = r.usz(&[24577, 32768]); tr(n >= 24577, format!("HeaderMap::with_capacity({n})"), move || { HeaderMap::<i32>::with_capacity(n); }) });
    t.case("http|1.5.0|http::HeaderMap<T>::reserve|additional + self.keys_len() >= 24577", "all", || { HeaderMap::<i32>::default().reserve(usize::MAX); }, |r| {
        let c = if r.below(4) == 0 { r.us(300) } else { 0 }; let mut m = HeaderMap::<i32>::with_capacity(c); for _ in 0..r.us(6) { let k: http::HeaderName = r.pick(&["a", "b", "c", "host"]).parse().unwrap(); if r.bool() { m.append(k, 1); } else { m.insert(k, 1); } if r.below(5) == 0 { m.remove("a"); } }
        let n = r.usz(&[24577 - m.keys_len() as i128, 24576]);
        tr(n as i128 + m.keys_len() as i128 >= 24577, format!("{m:?} (capacity {}).reserve({n})", m.capacity()), move || m.reserve(n))
    });
    // http-body
    use http_body::SizeHint;
    fn sh(r: &mut Rng) -> (SizeHint, String) { let mut s = SizeHint::new(); let l = r.u64(&[0, W - 1, 1 << 63]); s.set_lower(l); let mut d = format!("lower {l}"); if r.bool() { let u = r.u64(&[l as i128, W - 1]); if u >= l { s.set_upper(u); d += &format!(" upper {u}"); } } (s, d) }
    t.case("http-body|1.1.0|http_body::SizeHint::set_upper|value < self.lower()", "all", || { let mut s = SizeHint::new(); s.set_lower(1); s.set_upper(0); }, |r| { let (mut s, d) = sh(r); let n = r.u64(&[s.lower() as i128]); tr(n < s.lower(), format!("{d}.set_upper({n})"), move || s.set_upper(n)) });
    t.case("http-body|1.1.0|<SizeHint as Add>::add|self.lower() + rhs.lower() >= 18446744073709551616", "all", || { let _ = SizeHint::with_exact(u64::MAX) + SizeHint::with_exact(1); }, |r| { let ((a, d), (b, e)) = (sh(r), sh(r)); tr(a.lower() as i128 + b.lower() as i128 >= W, format!("{d} + {e}"), move || { let _ = a + b; }) });
    // lz4_flex, flate2
    use lz4_flex::frame::{FrameDecoder, FrameEncoder};
    let packed: &'static [u8] = { let mut e = FrameEncoder::new(Vec::new()); e.write_all(b"hello world hello world").unwrap(); Box::leak(e.finish().unwrap().into_boxed_slice()) };
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("lz4_flex|0.9.0|<FrameDecoder<R> as BufRead>::consume|amt >= 1", m, || FrameDecoder::new(&b""[..]).consume(1), move |r| { let n = r.usz(&[0, 23]); let s: &'static [u8] = if drawn && r.bool() { packed } else { b"" }; let fill = drawn && r.bool(); tr(n >= 1, format!("FrameDecoder::new({}){}.consume({n})", if s.is_empty() { "b\"\"" } else { "a frame of 23 bytes" }, if fill { " fill_buf()" } else { "" }), move || { let mut d = FrameDecoder::new(s); if fill { let _ = d.fill_buf(); } d.consume(n); }) });
        t.case("flate2|1.1.11|<CrcReader<R> as BufRead>::consume|amt >= 1", m, || flate2::CrcReader::new(std::io::empty()).consume(1), move |r| { let n = r.usz(&[0]); let read = drawn && r.bool(); tr(n >= 1, format!("CrcReader::new(empty()).consume({n})"), move || { let mut c = flate2::CrcReader::new(std::io::empty()); if read { let _ = c.read(&mut [0; 4]); } c.consume(n); }) });
        t.case("lz4_flex|0.9.0|lz4_flex::block::get_maximum_output_size|input_len >= 16769767339735954433", m, || { lz4_flex::block::get_maximum_output_size(usize::MAX); }, |r| { let n = r.usz(&[16769767339735954433]); tr(n >= 16769767339735954433, format!("{n}"), move || { lz4_flex::block::get_maximum_output_size(n); }) });
    }
    t.case("flate2|1.1.11|<CrcReader<R> as BufRead>::consume|amt >= 1", "other type arguments (&[u8])", || flate2::CrcReader::new(std::io::empty()).consume(1), move |r| { let n = r.usz(&[0, 3]); let v = r.bytes(5); tr(n >= 1, format!("CrcReader::new({v:?}.as_slice()).consume({n})"), move || { let mut c = flate2::CrcReader::new(v.as_slice()); c.consume(n); }) });
    // clap
    use clap_builder::{Arg, ArgMatches, Command};
    t.case("clap_builder|4.6.7|<ValueRange as From<Range<usize>>>::from|range.start >= range.end && range.start >= 1", "all", || { clap_builder::builder::ValueRange::from(1..0); }, |r| { let (a, b) = (r.usz(&[3]), r.usz(&[3])); tr(a >= b && a >= 1, format!("{a}..{b}"), move || { clap_builder::builder::ValueRange::from(a..b); }) });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        fn am(drawn: bool) -> ArgMatches { if drawn { Command::new("x").arg(Arg::new("a")).arg(Arg::new("b")).get_matches_from(["x", "1"]) } else { ArgMatches::default() } }
        t.case("clap_builder|4.6.7|clap_builder::ArgMatches::get_one|!id.is_empty()", m, || { ArgMatches::default().get_one::<String>("a"); }, move |r| { let s = r.pick(&["a", "b", "", "c", "é"]); let d = drawn && r.bool(); tr(!s.is_empty(), format!("{}.get_one::<String>({s:?})", if d { "Command::new(\"x\").arg(Arg::new(\"a\")).arg(Arg::new(\"b\")).get_matches_from([\"x\", \"1\"])" } else { "ArgMatches::default()" }), move || { am(d).get_one::<String>(s); }) });
        t.case("clap_builder|4.6.7|clap_builder::ArgMatches::index_of|!id.is_empty()", m, || { ArgMatches::default().index_of("a"); }, move |r| { let s = r.pick(&["a", "b", "", "c", "é"]); let d = drawn && r.bool(); tr(!s.is_empty(), format!("{}.index_of({s:?})", if d { "Command::new(\"x\").arg(Arg::new(\"a\")).arg(Arg::new(\"b\")).get_matches_from([\"x\", \"1\"])" } else { "ArgMatches::default()" }), move || { am(d).index_of(s); }) });
    }
    // itertools
    use itertools::Itertools;
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("itertools|0.15.0|itertools::Itertools::chunks|size == 0", m, || { std::iter::empty::<i32>().chunks(0); }, move |r| { let n = if r.below(4) == 0 { 0 } else { r.usz(&[0]) }; let k = if drawn { r.us(5) } else { 0 }; tr(n == 0, format!("(0..{k}).chunks({n})"), move || { (0..k).chunks(n); }) });
        t.case("itertools|0.15.0|<RangeToInclusive<usize> as IteratorIndex<I>>::index|self.end == usize::MAX", m, || { std::iter::empty::<i32>().get(..=usize::MAX); }, move |r| { let n = r.usz(&[W - 1]); let k = if drawn { r.us(5) } else { 0 }; tr(n == usize::MAX, format!("(0..{k}).get(..={n})"), move || { (0..k).get(..=n); }) });
        t.case("itertools|0.15.0|itertools::PeekNth<I>::peek_nth|n == usize::MAX", m, || { itertools::peek_nth(Vec::<i32>::new()).peek_nth(usize::MAX); }, move |r| { let n = loop { let n = r.usz(&[W - 1]); if n < 1 << 20 || n > usize::MAX - 9 { break n } }; let k = if drawn { r.us(5) } else { 0 }; let pre = r.bool(); tr(n == usize::MAX, format!("peek_nth(vec of {k}).peek_nth({n})"), move || { let mut p = itertools::peek_nth(vec![0; k]); if pre { p.peek(); } p.peek_nth(n); }) });
    }
    t.case("itertools|0.15.0|itertools::assert_equal|a.len() > b.len()", "all", || itertools::assert_equal(vec![0], Vec::<i32>::new()), |r| { let a: Vec<i32> = (0..r.us(4)).map(|_| r.us(2) as i32).collect(); let b: Vec<i32> = if r.bool() { a[..r.us(a.len() + 1)].to_vec() } else { (0..r.us(4)).map(|_| r.us(2) as i32).collect() }; tr(a.len() > b.len(), format!("assert_equal({a:?}, {b:?})"), move || itertools::assert_equal(a, b)) });
    // jiff
    use jiff::ToSpan;
    macro_rules! jf { ($($ty:ident $f:ident $b:expr);*) => { $( t.case(concat!("jiff|0.1.0|<", stringify!($ty), " as ToSpan>::", stringify!($f), "|self <= -", stringify!($b), " || self >= ", stringify!($b)), "all", || { $ty::MAX.$f(); }, |r| { let n = r.int(&[$b, -$b], $ty::MIN as i128, $ty::MAX as i128); tr(n <= -$b || n >= $b, format!("{n}{}.{}()", stringify!($ty), stringify!($f)), move || { (n as $ty).$f(); }) }); )* } }
    jf!(i16 years 19999; i32 days 7304485; i32 hours 175307617; i32 months 239977; i32 weeks 1043498; i64 microseconds 631107417600000001; i64 milliseconds 631107417600001; i64 minutes 10518456961; i64 seconds 631107417601);
    t.case("jiff|0.1.0|<i64 as ToSpan>::nanoseconds|self == i64::MIN", "all", || { i64::MIN.nanoseconds(); }, |r| { let n = r.i64(&[i64::MIN as i128]); tr(n == i64::MIN, format!("{n}"), move || { n.nanoseconds(); }) });
    t.case("jiff|0.1.0|jiff::tz::TimeZone::posix|posix_tz_string.is_empty()", "all", || { let _ = jiff::tz::TimeZone::posix(""); }, |r| {
        let mut s = if r.below(3) == 0 { String::new() } else { r.pick(&["EST5EDT,M3.2.0,M11.1.0", "EST5", "EST", "<-03>3", "<+0330>-3:30", "EST5EDT,J1,J365/2", "CET-1CEST,M3.5.0/2,M10.5.0/3", "<", "A", "ABC+5:00:00DEF"]).to_string() };
        if !s.is_empty() { if r.bool() { s.truncate(1 + r.us(s.len())); } if r.below(3) == 0 { let i = r.us(s.len() + 1); s.insert(i, r.pick(&['<', '>', ',', '0', '5', 'M', '.', '/', ':', '-', '+', 'J', 'x'])); } if r.below(4) == 0 && !s.is_empty() { let i = r.us(s.len()); s.remove(i); } }
        tr(s.is_empty(), format!("TimeZone::posix({s:?})"), move || { let _ = jiff::tz::TimeZone::posix(&s); })
    });
    t.case("jiff|0.1.0|jiff::tz::offset|hours <= -26 || hours >= 26", "all", || { jiff::tz::offset(127); }, |r| { let n = r.i8(&[26, -26]); tr(n <= -26 || n >= 26, format!("{n}"), move || { jiff::tz::offset(n); }) });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("jiff|0.1.0|<Weekday as SubAssign<i64>>::sub_assign|rhs == i64::MIN", m, || { let mut w = jiff::civil::Weekday::Sunday; w -= i64::MIN; }, move |r| { use jiff::civil::Weekday::*; let w = if drawn { r.pick(&[Monday, Tuesday, Friday, Sunday]) } else { Sunday }; let n = if r.below(4) == 0 { i64::MIN } else { r.i64(&[i64::MIN as i128]) }; tr(n == i64::MIN, format!("{w:?} -= {n}"), move || { let mut w = w; w -= n; }) });
        t.case("jiff|0.1.0|jiff::civil::date|year <= -10000 || year >= 10000", m, || { jiff::civil::date(i16::MAX, 0, 0); }, move |r| { let y = r.int(&[-10000, 10000], -32768, 32767) as i16; let (a, b) = if drawn { (r.i8(&[0, 13]), r.i8(&[0, 32])) } else { (0, 0) }; tr(y <= -10000 || y >= 10000, format!("date({y}, {a}, {b})"), move || { jiff::civil::date(y, a, b); }) });
        t.case("jiff|0.1.0|jiff::civil::Time::on|month <= 0 || month >= 13", m, || { jiff::civil::Time::MIN.on(0, 0, 0); }, move |r| { let (y, d) = if drawn { (r.int(&[-10000, 10000], -32768, 32767) as i16, r.i8(&[0, 32])) } else { (0, 0) }; let n = r.i8(&[0, 13]); tr(n <= 0 || n >= 13, format!("Time::MIN.on({y}, {n}, {d})"), move || { jiff::civil::Time::MIN.on(y, n, d); }) });
        t.case("jiff|0.1.0|jiff::civil::time|minute < 0 || minute >= 60", m, || { jiff::civil::time(0, -1, 0, 0); }, move |r| { let (h, s, x) = if drawn { (r.i8(&[0, 24]), r.i8(&[0, 60]), r.i32(&[0, 1_000_000_000])) } else { (0, 0, 0) }; let n = r.i8(&[0, 60]); tr(n < 0 || n >= 60, format!("time({h}, {n}, {s}, {x})"), move || { jiff::civil::time(h, n, s, x); }) });
        t.case("jiff|0.1.0|jiff::civil::Date::at|second < 0 || second >= 60", m, || { jiff::civil::Date::MIN.at(0, 0, -1, 0); }, move |r| { let (h, s, x) = if drawn { (r.i8(&[0, 24]), r.i8(&[0, 60]), r.i32(&[0, 1_000_000_000])) } else { (0, 0, 0) }; let n = r.i8(&[0, 60]); tr(n < 0 || n >= 60, format!("at({h}, {s}, {n}, {x})"), move || { jiff::civil::Date::MIN.at(h, s, n, x); }) });
    }
    t.case("jiff|0.1.0|jiff::fmt::temporal::DateTimePrinter::separator|ascii_char >= 128", "all", || { jiff::fmt::temporal::DateTimePrinter::new().separator(255); }, |r| { let n = r.u8(&[128]); tr(n >= 128, format!("{n}"), move || { jiff::fmt::temporal::DateTimePrinter::new().separator(n); }) });
    // encoding_rs
    use encoding_rs::mem;
    macro_rules! en { ($($f:ident $op:tt $a:expr);*) => { $( t.case(concat!("encoding_rs|0.8.44|encoding_rs::mem::", stringify!($f), "|src.len() ", stringify!($op), " dst.len()"), "all", || { mem::$f($a, &mut []); }, |r| { let v: Vec<u8> = if r.below(3) == 0 { r.text(6).into_bytes() } else { r.bytes(8).iter().map(|b| b & 127).collect() }; let n = match r.below(3) { 0 => v.len(), 1 => v.len() + 1, _ => r.us(9) }; let mut d = vec![Default::default(); n]; tr(v.len() $op d.len(), format!("{}({v:?}, {n})", stringify!($f)), move || { mem::$f(&v, &mut d); }) }); )* } }
    en!(convert_latin1_to_utf16 > b"a"; convert_utf8_to_latin1_lossy > b"a"; convert_utf8_to_utf16 >= b""; convert_utf8_to_utf16_without_replacement > b"a"; copy_ascii_to_ascii > b"a"; copy_ascii_to_basic_latin > b"a");
    t.case("encoding_rs|0.8.44|encoding_rs::mem::convert_str_to_utf16|src.len() > dst.len()", "all", || { mem::convert_str_to_utf16("a", &mut []); }, |r| { let s = r.text(6); let n = if r.bool() { s.len() } else { r.us(9) }; let mut d = vec![0u16; n]; tr(s.len() > n, format!("{s:?} {n}"), move || { mem::convert_str_to_utf16(&s, &mut d); }) });
    t.case("encoding_rs|0.8.44|encoding_rs::mem::convert_utf16_to_latin1_lossy|src.len() > dst.len()", "all", || { mem::convert_utf16_to_latin1_lossy(&[0], &mut []); }, |r| { let s: Vec<u16> = r.bytes(6).into_iter().map(u16::from).collect(); let mut d = vec![0u8; r.us(8)]; tr(s.len() > d.len(), format!("{s:?} {}", d.len()), move || { mem::convert_utf16_to_latin1_lossy(&s, &mut d); }) });
    t.case("encoding_rs|0.8.44|encoding_rs::mem::copy_basic_latin_to_ascii|src.len() > dst.len()", "all", || { mem::copy_basic_latin_to_ascii(&[0], &mut []); }, |r| { let s: Vec<u16> = r.bytes(6).into_iter().map(|b| b as u16 * 2).collect(); let mut d = vec![0u8; r.us(8)]; tr(s.len() > d.len(), format!("{s:?} {}", d.len()), move || { mem::copy_basic_latin_to_ascii(&s, &mut d); }) });
    // csv, tokio
    t.case("csv|1.4.0|<StringRecord as Index<usize>>::index|i >= self.len()", "all", || { let _ = csv::StringRecord::new()[0]; }, |r| { let v: Vec<String> = (0..r.us(4)).map(|_| r.text(3)).collect(); let mut s = csv::StringRecord::from(v); if r.below(3) == 0 { let k = r.us(3); s.truncate(k); } let n = r.usz(&[s.len() as i128]); tr(n >= s.len(), format!("{s:?}[{n}]"), move || { let _ = s[n]; }) });
    t.case("csv|1.4.0|csv::Position::set_line|line == 0", "all", || { csv::Position::new().set_line(0); }, |r| { let n = if r.below(4) == 0 { 0 } else { r.u64(&[0]) }; tr(n == 0, format!("{n}"), move || { csv::Position::new().set_line(n); }) });
    use tokio::io::ReadBuf;
    fn rb(r: &mut Rng) -> (Vec<u8>, usize, bool) { let v = vec![1u8; r.us(6)]; let n = r.us(v.len() + 1); (v, n, r.bool()) }
    t.case("tokio|1.54.1|tokio::io::ReadBuf::initialize_unfilled_to|n > self.remaining()", "all", || { ReadBuf::new(&mut []).initialize_unfilled_to(1); }, |r| { let (mut v, k, c) = rb(r); let rem = v.len() - if c { 0 } else { k }; let n = r.usz(&[rem as i128]); tr(n > rem, format!("ReadBuf of {} filled {k} cleared {c}, {n}", v.len()), move || { let mut b = ReadBuf::new(&mut v); b.set_filled(k); if c { b.clear(); } assert!(b.remaining() == rem); b.initialize_unfilled_to(n); }) });
    t.case("tokio|1.54.1|tokio::io::ReadBuf::put_slice|buf.len() > self.remaining()", "all", || ReadBuf::new(&mut []).put_slice(b"a"), |r| { let (mut v, k, c) = rb(r); let rem = v.len() - if c { 0 } else { k }; let s = r.bytes(7); tr(s.len() > rem, format!("ReadBuf of {} filled {k} cleared {c}, {}", v.len(), s.len()), move || { let mut b = ReadBuf::new(&mut v); b.set_filled(k); if c { b.clear(); } b.put_slice(&s); }) });
    // data-encoding
    for drawn in [false, true] {
        t.case("data-encoding|2.3.0|data_encoding::Encoding::encode_len|len >= 18446744073709551611", if drawn { "drawn" } else { "expr" }, || { data_encoding::BASE32.encode_len(usize::MAX); }, move |r| { let n = r.usz(&[18446744073709551611, W / 2, W / 8, W - 2]); let k = if drawn { r.us(6) } else { 0 }; tr(n as i128 >= 18446744073709551611, format!("{}.encode_len({n})", ["BASE32", "BASE64", "HEXLOWER", "BASE64_MIME", "BASE32_NOPAD", "BASE64URL_NOPAD"][k]), move || { use data_encoding::*; [&BASE32, &BASE64, &HEXLOWER, &BASE64_MIME, &BASE32_NOPAD, &BASE64URL_NOPAD][k].encode_len(n); }) });
    }
    // phf_shared
    for drawn in [false, true] {
        t.case("phf_shared|0.14.0|phf_shared::get_index|disps.is_empty()", if drawn { "drawn" } else { "expr" }, || { phf_shared::get_index(&phf_shared::hash("", &0), &[], 0); }, move |r| { let d: Vec<(u32, u32)> = (0..r.us(3)).map(|_| (r.next() as u32, r.next() as u32)).collect(); let (k, n, s) = if drawn { (r.next(), r.usz(&[0, 1 << 32]), r.text(3)) } else { (0, 0, String::new()) }; tr(d.is_empty(), format!("get_index(hash({s:?}, {k}), {d:?}, {n})"), move || { phf_shared::get_index(&phf_shared::hash(&*s, &k), &d, n); }) });
    }
    // bstr
    use bstr::{ByteSlice, ByteVec};
    t.case("bstr|1.14.0|bstr::ByteVec::remove_char|at > self.len()", "all", || { Vec::<u8>::new().remove_char(1); }, |r| { let mut v = if r.bool() { r.text(4).into_bytes() } else { r.bytes(5) }; let n = r.usz(&[v.len() as i128]); tr(n > v.len(), format!("{v:?}.remove_char({n})"), move || { v.remove_char(n); }) });
    t.case("bstr|1.14.0|bstr::ByteVec::drain_bytes|range.start > self.len()", "all", || { Vec::<u8>::new().drain_bytes(1..0); }, |r| { let mut v = r.bytes(5); let (a, b) = (r.usz(&[v.len() as i128]), r.usz(&[v.len() as i128])); tr(a > v.len(), format!("{v:?}.drain_bytes({a}..{b})"), move || { v.drain_bytes(a..b); }) });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("bstr|1.14.0|bstr::ByteVec::insert_char|at > self.len()", m, || { Vec::<u8>::new().insert_char(1, 'a'); }, move |r| { let mut v = r.bytes(5); let n = r.usz(&[v.len() as i128]); let c = if drawn { r.pick(&['a', 'é', '字', '😀']) } else { 'a' }; tr(n > v.len(), format!("{v:?}.insert_char({n}, {c:?})"), move || { v.insert_char(n, c); }) });
        t.case("bstr|1.14.0|bstr::ByteVec::replace_range|range.end > self.len()", m, || { Vec::<u8>::new().replace_range(0..1, Vec::<u8>::new()); }, move |r| { let mut v = r.bytes(5); let (a, b) = (r.usz(&[v.len() as i128]), r.usz(&[v.len() as i128])); let w = if drawn { r.bytes(3) } else { vec![] }; tr(b > v.len(), format!("{v:?}.replace_range({a}..{b}, {w:?})"), move || { v.replace_range(a..b, w); }) });
        t.case("bstr|1.14.0|bstr::ByteSlice::repeatn|n >= 9223372036854775808", m, || { ByteSlice::repeatn(&[0u8, 0][..], usize::MAX); }, move |r| { let n = loop { let n = r.usz(&[1 << 63]); if n < 5000 || n >= 1 << 63 { break n } }; let v = if drawn { [r.next() as u8, 1] } else { [0, 0] }; tr(n >= 1 << 63, format!("{v:?}.repeatn({n})"), move || { ByteSlice::repeatn(&v[..], n); }) });
    }
    // regex-automata
    use regex_automata::util::look::LookMatcher;
    macro_rules! lk { ($($f:ident)*) => { for drawn in [false, true] { $( t.case(concat!("regex-automata|0.4.19|LookMatcher::", stringify!($f), "|at > haystack.len()"), if drawn { "drawn" } else { "expr" }, || { lk1!($f LookMatcher::new() b"" 1); }, move |r| { let v = if r.bool() { r.text(4).into_bytes() } else { r.bytes(5) }; let n = r.usz(&[v.len() as i128]); let t = if drawn { r.next() as u8 } else { b'\n' }; tr(n > v.len(), format!("LookMatcher (line terminator {t}).{}({v:?}, {n})", stringify!($f)), move || { let mut l = LookMatcher::new(); l.set_line_terminator(t); let v: &[u8] = &v; lk1!($f l v n); }) }); )* } } }
    macro_rules! lk1 { (is_word_start_half_unicode $l:ident $v:ident $n:ident) => { let _ = $l.is_word_start_half_unicode($v, $n); }; (is_word_unicode $l:ident $v:ident $n:ident) => { let _ = $l.is_word_unicode($v, $n); }; (is_word_unicode_negate $l:ident $v:ident $n:ident) => { let _ = $l.is_word_unicode_negate($v, $n); };
        ($f:ident LookMatcher::new() b"" 1) => { let _ = LookMatcher::new().$f(b"", 1); }; ($f:ident $l:ident $v:ident $n:ident) => { let _ = $l.$f($v, $n); } }
    lk!(is_end_crlf is_end_lf is_start_crlf is_start_lf is_word_ascii is_word_end_ascii is_word_start_ascii is_word_start_half_ascii is_word_start_half_unicode is_word_unicode is_word_unicode_negate);
    // winnow
    use winnow::stream::{Accumulate, BStr, Stream};
    use winnow::binary::bits::Bits;
    t.case("winnow|1.0.5|<&[T] as Stream>::peek_slice|offset > self.len()", "all", || { let v: &[u8] = &[]; Stream::peek_slice(&v, 1); }, |r| { let v = r.bytes(5); let n = r.usz(&[v.len() as i128]); tr(n > v.len(), format!("{v:?} {n}"), move || { let v: &[u8] = &v; Stream::peek_slice(&v, n); }) });
    t.case("winnow|1.0.5|<&str as Stream>::next_slice|offset > self.len()", "all", || { let mut v = ""; v.next_slice(1); }, |r| { let v = r.text(5); let n = r.usz(&[v.len() as i128]); tr(n > v.len(), format!("{v:?} {n}"), move || { let mut v: &str = &v; v.next_slice(n); }) });
    t.case("winnow|1.0.5|<&str as Stream>::peek_slice|offset > self.len()", "all", || { Stream::peek_slice(&"", 1); }, |r| { let v = r.text(5); let n = r.usz(&[v.len() as i128]); tr(n > v.len(), format!("{v:?} {n}"), move || { let v: &str = &v; Stream::peek_slice(&v, n); }) });
    for drawn in [false, true] {
        t.case("winnow|1.0.5|<usize as Accumulate<T>>::accumulate|self == usize::MAX", if drawn { "drawn" } else { "expr" }, || { Accumulate::accumulate(&mut { usize::MAX }, 1); }, move |r| { let n = r.usz(&[W - 1]); let x = if drawn { r.i32(&[]) } else { 1 }; tr(n == usize::MAX, format!("{n}"), move || { let mut n = n; Accumulate::accumulate(&mut n, x); }) });
        t.case("winnow|1.0.5|winnow::binary::bits::bool|input.1 == usize::MAX", if drawn { "drawn" } else { "expr" }, || { let _ = winnow::binary::bits::bool::<&[u8], winnow::error::InputError<_>>(&mut Bits(&b""[..], usize::MAX)); }, move |r| { let v = if drawn { r.bytes(4) } else { vec![] }; let n = r.usz(&[W - 1, 8]); tr(n == usize::MAX, format!("bool(&mut Bits({v:?}, {n}))"), move || { let _ = winnow::binary::bits::bool::<&[u8], winnow::error::InputError<_>>(&mut Bits(&v[..], n)); }) });
    }
    t.case("winnow|1.0.5|<Bits<I> as Stream>::peek_slice|self.1 + offset >= 18446744073709551616", "all", || { Bits(&b""[..], 1).peek_slice(usize::MAX); }, |r| { let v = r.bytes(4); let a = r.usz(&[8, W - 1]); let b = r.usz(&[8, W - a as i128]); tr(a as i128 + b as i128 >= W, format!("Bits({v:?}, {a}).peek_slice({b})"), move || { Bits(&v[..], a).peek_slice(b); }) });
    macro_rules! bi { ($($name:expr, $cond:expr, $f:expr, $c:expr);*) => { $( t.case(concat!("winnow|1.0.5|", $name, "|", $cond), "all", || { let f: fn(&BStr, usize, usize) = $f; f(BStr::new(b""), 1, if $name.contains("Inclusive") { 0 } else { 1 }); }, |r| { let v = r.bytes(5); let (a, b) = (r.usz(&[v.len() as i128]), r.usz(&[v.len() as i128])); let c: fn(usize, usize, usize) -> bool = $c; let f: fn(&BStr, usize, usize) = $f; tr(c(v.len(), a, b), format!("{} {v:?} {a} {b}", $name), move || f(BStr::new(&v), a, b)) }); )* } }
    bi!("<BStr as Index<usize>>::index", "idx >= self.slice_len()", |s, a, _| { let _ = s[a]; }, |l, a, _| a >= l;
        "<BStr as Index<RangeFrom<usize>>>::index", "r.start > self.slice_len()", |s, a, _| { let _ = &s[a..]; }, |l, a, _| a > l;
        "<BStr as Index<RangeTo<usize>>>::index", "r.end > self.slice_len()", |s, a, _| { let _ = &s[..a]; }, |l, a, _| a > l;
        "<BStr as Index<RangeToInclusive<usize>>>::index", "r.end >= self.slice_len()", |s, _, b| { let _ = &s[..=b]; }, |l, _, b| b >= l;
        "<BStr as Index<RangeInclusive<usize>>>::index", "r.start() > self.slice_len()", |s, a, b| { let _ = &s[a..=b]; }, |l, a, _| a > l);
    t.case("winnow|1.0.5|<BStr as Index<Range<usize>>>::index|r.end > self.slice_len()", "all", || { let _ = &BStr::new(b"")[0..1]; }, |r| { let v = r.bytes(5); let (a, b) = (r.usz(&[v.len() as i128]), r.usz(&[v.len() as i128])); tr(b > v.len(), format!("{v:?}[{a}..{b}]"), move || { let _ = &BStr::new(&v)[a..b]; }) });
    // crc32fast, percent-encoding, form_urlencoded, compact_str, rayon, smallvec
    use crc32fast::Hasher;
    t.case("crc32fast|1.5.5|crc32fast::Hasher::update|buf.len() + self.total_len() >= 18446744073709551616", "all", || Hasher::new_with_initial_len(0, u64::MAX).update(b"a"), |r| { let v = r.bytes(20); let n = r.u64(&[W - 1, W - v.len() as i128]); let i = r.next() as u32; let h = Hasher::new_with_initial_len(i, n); tr(h.total_len() as i128 + v.len() as i128 >= W, format!("new_with_initial_len({i}, {n}).update({} bytes)", v.len()), move || { let mut h = h; h.update(&v); }) });
    t.case("crc32fast|1.5.5|crc32fast::Hasher::combine|self.total_len() + other.total_len() >= 18446744073709551616", "all", || Hasher::new_with_initial_len(0, u64::MAX).combine(&Hasher::new_with_initial_len(0, 1)), |r| { let a = r.u64(&[W - 1]); let b = r.u64(&[1, W - a as i128]); let (h, g) = (Hasher::new_with_initial_len(r.next() as u32, a), Hasher::new_with_initial_len(r.next() as u32, b)); tr(a as i128 + b as i128 >= W, format!("{a} combine {b}"), move || { let mut h = h; h.combine(&g); }) });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        fn set(drawn: bool, r: &mut Rng) -> percent_encoding::AsciiSet { let s = if drawn && r.bool() { percent_encoding::NON_ALPHANUMERIC.add(0) } else { percent_encoding::CONTROLS.add(0) }; if drawn { s.add(r.us(128) as u8).remove(r.us(128) as u8) } else { s } }
        t.case("percent-encoding|2.3.2|percent_encoding::AsciiSet::add|byte >= 128", m, || { percent_encoding::CONTROLS.add(255); }, move |r| { let s = set(drawn, r); let n = r.u8(&[128]); tr(n >= 128, format!("{n}"), move || { s.add(n); }) });
        t.case("percent-encoding|2.3.2|percent_encoding::AsciiSet::remove|byte >= 128", m, || { percent_encoding::CONTROLS.remove(255); }, move |r| { let s = set(drawn, r); let n = r.u8(&[128]); tr(n >= 128, format!("{n}"), move || { s.remove(n); }) });
    }
    t.case("form_urlencoded|1.2.2|form_urlencoded::Serializer<T>::for_suffix|start_position > target.len()", "all", || { form_urlencoded::Serializer::for_suffix(&mut String::new(), 1); }, |r| { let mut s = r.text(4); let n = r.usz(&[s.len() as i128]); tr(n > s.len(), format!("for_suffix({s:?}, {n})"), move || { form_urlencoded::Serializer::for_suffix(&mut s, n); }) });
    t.case("compact_str|0.4.0|compact_str::CompactString::reserve|additional + self.len() >= 18446744073709551616", "all", || { compact_str::CompactString::new("0").reserve(usize::MAX); }, |r| { let s = compact_str::CompactString::new(r.text(16)); let n = loop { let n = r.usz(&[W - s.len() as i128, W - 1, 24]); if n < 5000 || n as i128 + s.len() as i128 >= W { break n } }; tr(n as i128 + s.len() as i128 >= W, format!("{s:?}.reserve({n})"), move || { let mut s = s; s.reserve(n); }) });
    use rayon::prelude::*;
    t.case("rayon|1.12.0|<&mut String as ParallelDrainRange>::par_drain|range.start > range.end", "all", || { let mut s = "a".to_string(); (&mut s).par_drain(1..0); }, |r| { let mut s = r.text(4); let (a, b) = (r.usz(&[s.len() as i128]), r.usz(&[s.len() as i128])); tr(a > b, format!("{s:?}.par_drain({a}..{b})"), move || { (&mut s).par_drain(a..b); }) });
    for drawn in [false, true] {
        macro_rules! ra { ($($f:ident)*) => { $( t.case(concat!("rayon|1.12.0|rayon::slice::ParallelSlice(Mut)::", stringify!($f), "|chunk_size == 0"), if drawn { "drawn" } else { "expr" }, || { let _ = Vec::<u8>::new().as_mut_slice().$f(0); }, move |r| { let mut v = if drawn { r.bytes(5) } else { vec![] }; let n = if r.below(4) == 0 { 0 } else { r.usz(&[0]) }; tr(n == 0, format!("{v:?}.{}({n})", stringify!($f)), move || { let _ = v.as_mut_slice().$f(n); }) }); )* } }
        ra!(par_chunks par_chunks_exact par_rchunks par_rchunks_exact par_chunks_exact_mut par_chunks_mut par_rchunks_exact_mut par_rchunks_mut);
    }
    t.case("smallvec|1.16.6|smallvec::SmallVec<A>::from_buf_and_len|len >= 1", "expr ([_; 0])", || { smallvec::SmallVec::<[i32; 0]>::from_buf_and_len([], 1); }, |r| { let n = if r.below(4) == 0 { 0 } else { r.usz(&[0]) }; tr(n >= 1, format!("{n}"), move || { smallvec::SmallVec::<[i32; 0]>::from_buf_and_len([], n); }) });
}
