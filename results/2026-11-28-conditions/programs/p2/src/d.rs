use crate::h::*;
pub const W: i128 = 1 << 64;
pub fn all(t: &mut T) {
    // chrono
    use chrono::{DateTime, Datelike, DurationRound, FixedOffset, NaiveDateTime, SubsecRound, TimeDelta, TimeZone, Timelike, Utc};
    t.case("chrono|0.4.45|chrono::FixedOffset::east|secs <= -86400 || secs >= 86400", "all", || { FixedOffset::east(i32::MAX); }, |r| { let n = r.i32(&[86400, -86400]); tr(n <= -86400 || n >= 86400, format!("{n}"), move || { FixedOffset::east(n); }) });
    t.case("chrono|0.4.45|chrono::FixedOffset::west|secs <= -86400 || secs >= 86400", "all", || { FixedOffset::west(i32::MAX); }, |r| { let n = r.i32(&[86400, -86400]); tr(n <= -86400 || n >= 86400, format!("{n}"), move || { FixedOffset::west(n); }) });
    t.case("chrono|0.4.45|chrono::offset::LocalResult<T>::unwrap|matches!(self, LocalResult::None)", "all", || { chrono::LocalResult::<FixedOffset>::None.unwrap(); }, |r| {
        let x = match r.below(3) { 0 => chrono::LocalResult::None, 1 => chrono::LocalResult::Single(r.i32(&[])), _ => chrono::LocalResult::Ambiguous(r.i32(&[]), r.i32(&[])) };
        tr(matches!(x, chrono::LocalResult::None), format!("{x:?}"), move || { x.unwrap(); })
    });
    t.case("chrono|0.4.45|<T as SubsecRound>::round_subsecs|digits <= 8 && self.timestamp_micros() >= 8210266876799999901", "all", || { DateTime::<Utc>::MAX_UTC.round_subsecs(0); }, |r| {
        let g = r.below(4); let d = match g { 0 => DateTime::<Utc>::MAX_UTC, 1 => DateTime::<Utc>::MAX_UTC - TimeDelta::nanoseconds(r.int(&[100, 100_000, 500_000_000], 0, 2_000_000_000) as i64), 2 => DateTime::<Utc>::MIN_UTC + TimeDelta::nanoseconds(r.int(&[500_000_000], 0, 2_000_000_000) as i64), _ => DateTime::from_timestamp(r.i32(&[0]) as i64, r.us(1_000_000_000) as u32).unwrap() };
        let n = if r.below(4) == 0 { r.next() as u16 } else { r.us(12) as u16 };
        tr(n <= 8 && d.timestamp_micros() >= 8210266876799999901, format!("{d:?}.round_subsecs({n})"), move || { d.round_subsecs(n); })
    });
    for drawn in [false, true] {
        t.case("chrono|0.4.45|<TimeDelta as Div<i32>>::div|rhs == 0", if drawn { "drawn" } else { "expr" }, || { let _ = TimeDelta::MIN / 0; }, move |r| { let a = if drawn { TimeDelta::milliseconds(r.int(&[0], -i64::MAX as i128, i64::MAX as i128) as i64) } else { TimeDelta::MIN }; let b = if r.below(4) == 0 { 0 } else { r.i32(&[0, -1, 1]) }; tr(b == 0, format!("{a:?} / {b}"), move || { let _ = a / b; }) });
    }
    t.case("chrono|0.4.45|chrono::TimeZone::timestamp_millis|millis <= -8334601228800001 || millis >= 8210266876800000", "all", || { Utc.timestamp_millis(i64::MAX); }, |r| { let n = r.i64(&[-8334601228800001, 8210266876800000]); tr(n <= -8334601228800001 || n >= 8210266876800000, format!("{n}"), move || { Utc.timestamp_millis(n); }) });
    fn dto(r: &mut Rng) -> DateTime<FixedOffset> {
        let o = FixedOffset::east_opt(r.int(&[1, 86399, -86399], -86399, 86399) as i32).unwrap();
        let s = r.int(&[0, 3600, 86400], 0, 400_000_000) as i64;
        let n = match r.below(5) { 0 | 1 => NaiveDateTime::MAX - TimeDelta::seconds(s), 2 | 3 => NaiveDateTime::MIN + TimeDelta::seconds(s), _ => DateTime::from_timestamp(r.i32(&[0]) as i64, 5).unwrap().naive_utc() };
        o.from_utc_datetime(&n)
    }
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        let td = move |r: &mut Rng| if drawn { match r.below(3) { 0 => TimeDelta::MAX, 1 => TimeDelta::nanoseconds(r.i64(&[1, 1000])), _ => TimeDelta::seconds(r.i32(&[1]) as i64) } } else { TimeDelta::MIN };
        t.case("chrono|0.4.45|<DateTime<Tz> as DurationRound>::duration_round_up|self.year() <= -262144 || self.year() >= 262143", m, || { let _ = FixedOffset::east_opt(1).unwrap().from_utc_datetime(&NaiveDateTime::MAX).duration_round_up(TimeDelta::MIN); }, move |r| {
            let d = dto(r); let x = td(r); let y = d.year();
            tr(y <= -262144 || y >= 262143, format!("utc {:?} offset {} .duration_round_up({x:?})", d.naive_utc(), d.offset()), move || { let _ = d.duration_round_up(x); })
        });
        t.case("chrono|0.4.45|<DateTime<Tz> as DurationRound>::duration_round|self.year() <= -262144 || self.year() >= 262143", m, || { let _ = FixedOffset::east_opt(1).unwrap().from_utc_datetime(&NaiveDateTime::MAX).duration_round(TimeDelta::MIN); }, move |r| {
            let d = dto(r); let x = td(r); let y = d.year();
            tr(y <= -262144 || y >= 262143, format!("utc {:?} offset {} .duration_round({x:?})", d.naive_utc(), d.offset()), move || { let _ = d.duration_round(x); })
        });
    }
    let _ = Utc::now().nanosecond();
    // rustix
    t.case("rustix|1.1.6|rustix::buffer::spare_capacity|v.is_empty()", "all", || { rustix::buffer::spare_capacity(&mut Vec::<u8>::new()); }, |r| {
        let c = r.us(5); let mut v = Vec::<u8>::with_capacity(c); for _ in 0..r.us(4) { v.push(1); } if r.below(3) == 0 { v.clear(); }
        tr(v.is_empty(), format!("Vec of {} (capacity {})", v.len(), v.capacity()), move || { rustix::buffer::spare_capacity(&mut v); })
    });
    // syn
    use syn::punctuated::Punctuated;
    use syn::Meta;
    t.case("syn|3.0.10|<syn::Index as From<usize>>::from|index >= 4294967295", "all", || { syn::Index::from(usize::MAX); }, |r| { let n = r.usz(&[1 << 32]); tr(n >= 4294967295, format!("{n}"), move || { syn::Index::from(n); }) });
    fn pu(r: &mut Rng) -> Punctuated<i32, u8> { let mut p = Punctuated::new(); for i in 0..r.us(4) { p.push(i as i32); } if !p.empty_or_trailing() && r.bool() { p.push_punct(1); } if r.below(4) == 0 { p.pop(); } p }
    fn pd(p: &Punctuated<i32, u8>) -> String { format!("Punctuated of {}{}", p.len(), if p.trailing_punct() { " trailing" } else { "" }) }
    t.case("syn|3.0.10|syn::punctuated::Punctuated<T, P>::push_punct|self.empty_or_trailing()", "all", || { Punctuated::<i32, u8>::new().push_punct(1); }, |r| { let mut p = pu(r); tr(p.empty_or_trailing(), format!("{}.push_punct(_)", pd(&p)), move || p.push_punct(1)) });
    t.case("syn|3.0.10|syn::punctuated::Punctuated<T, P>::push_value|!self.empty_or_trailing()", "all", || { let mut p = Punctuated::<i32, u8>::new(); p.push_value(1); p.push_value(2); }, |r| { let mut p = pu(r); tr(!p.empty_or_trailing(), format!("{}.push_value(_)", pd(&p)), move || p.push_value(1)) });
    t.case("syn|3.0.10|<Punctuated<T, P> as Index<usize>>::index|index >= self.len()", "all", || { let _ = Punctuated::<i32, u8>::new()[0]; }, |r| { let p = pu(r); let n = r.usz(&[p.len() as i128]); tr(n >= p.len(), format!("{}[{n}]", pd(&p)), move || { let _ = p[n]; }) });
    t.case("syn|3.0.10|syn::Lifetime::new|!symbol.starts_with('\\'')", "all", || { syn::Lifetime::new("", syn::buffer::Cursor::empty().span()); }, |r| { let s = if r.bool() { format!("'{}", r.text(3)) } else { r.text(4) }; tr(!s.starts_with('\''), format!("{s:?}"), move || { syn::Lifetime::new(&s, syn::buffer::Cursor::empty().span()); }) });
    fn meta(r: &mut Rng) -> (String, Box<dyn Fn() -> Meta>) {
        let s = r.pick(&["a", "a::b", "a(x)", "a[x, y]", "a::b{}", "a = 1", "a::c = \"x\"", "", "()"]);
        (s.into(), Box::new(move || match s {
            "" => Meta::Path(syn::Path { leading_colon: None, segments: Punctuated::new() }),
            "()" => Meta::List(syn::MetaList { path: syn::Path { leading_colon: None, segments: Punctuated::new() }, delimiter: syn::MacroDelimiter::Paren(Default::default()), tokens: Default::default() }),
            s => syn::parse_str(s).unwrap() }))
    }
    fn nopath() -> Meta { Meta::Path(syn::Path { leading_colon: None, segments: Punctuated::new() }) }
    t.case("syn|3.0.10|syn::Meta::require_list|!matches!(self, Meta::List(..))", "all", || { let _ = nopath().require_list(); }, |r| { let (s, m) = meta(r); tr(!matches!(m(), Meta::List(_)), format!("Meta `{s}`.require_list()"), move || { let _ = m().require_list(); }) });
    t.case("syn|3.0.10|syn::Meta::require_name_value|!matches!(self, Meta::List(..))", "all", || { let _ = nopath().require_name_value(); }, |r| { let (s, m) = meta(r); tr(!matches!(m(), Meta::List(_)), format!("Meta `{s}`.require_name_value()"), move || { let _ = m().require_name_value(); }) });
    fn attr(m: Meta) -> syn::Attribute { syn::Attribute { pound_token: Default::default(), style: syn::AttrStyle::Outer, bracket_token: Default::default(), meta: m } }
    t.case("syn|3.0.10|syn::Attribute::parse_args|!matches!(self.meta, Meta::List(..))", "all", || { let _ = attr(nopath()).parse_args::<Meta>(); }, |r| { let (s, m) = meta(r); tr(!matches!(m(), Meta::List(_)), format!("Attribute with Meta `{s}`.parse_args::<Meta>()"), move || { let _ = attr(m()).parse_args::<Meta>(); }) });
    // darling_core
    use darling_core::{ast::NestedMeta, FromMeta};
    t.case("darling_core|0.24.1|darling_core::Error::multiple|errors.is_empty()", "all", || { darling_core::Error::multiple(vec![]); }, |r| { let n = if r.below(4) == 0 { 0 } else { r.us(4) }; tr(n == 0, format!("{n} errors"), move || { darling_core::Error::multiple((0..n).map(|i| darling_core::Error::custom(i)).collect()); }) });
    fn nested(r: &mut Rng) -> (String, Box<dyn Fn() -> Vec<NestedMeta>>) {
        let v: Vec<&'static str> = (0..r.us(3)).map(|_| r.pick(&["a", "b", "\"x\"", "", "a(b)"])).collect();
        (format!("{v:?}"), Box::new(move || v.iter().map(|s| match *s { "" => NestedMeta::Meta(nopath()), s => match syn::parse_str(s) { Ok(m) => NestedMeta::Meta(m), Err(_) => NestedMeta::Lit(syn::parse_str(s).unwrap()) } }).collect()))
    }
    t.case("darling_core|0.24.1|<HashSet<Ident> as FromMeta>::from_list|!nested.is_empty()", "all", || { let _ = std::collections::HashSet::<syn::Ident>::from_list(&[NestedMeta::Meta(nopath())]); }, |r| { let (s, n) = nested(r); tr(!n().is_empty(), format!("from_list({s})"), move || { let _ = std::collections::HashSet::<syn::Ident>::from_list(&n()); }) });
    t.case("darling_core|0.24.1|<Vec<Ident> as FromMeta>::from_list|!nested.is_empty()", "all", || { let _ = Vec::<syn::Ident>::from_list(&[NestedMeta::Meta(nopath())]); }, |r| { let (s, n) = nested(r); tr(!n().is_empty(), format!("from_list({s})"), move || { let _ = Vec::<syn::Ident>::from_list(&n()); }) });
    use darling_core::usage::{Purpose, UsesLifetimes, UsesTypeParams};
    fn bound(s: &str) -> syn::TypeParamBound { match s { "" => syn::TypeParamBound::Verbatim(Default::default()), s => syn::parse_str(s).unwrap() } }
    t.case("darling_core|0.24.1|<syn::TypeParamBound as UsesLifetimes>::uses_lifetimes|!matches!(self, TypeParamBound::Trait(..))", "all", || { bound("").uses_lifetimes(&Purpose::BoundImpl.into(), &Default::default()); }, |r| { let s = r.pick(&["Clone", "a::B<'a>", "'a", "'static", "", "?Sized"]); let declare = r.bool(); tr(!matches!(bound(s), syn::TypeParamBound::Trait(_)), format!("TypeParamBound `{s}`"), move || { bound(s).uses_lifetimes(&if declare { Purpose::Declare } else { Purpose::BoundImpl }.into(), &Default::default()); }) });
    t.case("darling_core|0.24.1|<syn::TypeParamBound as UsesTypeParams>::uses_type_params|!matches!(self, TypeParamBound::Trait(..))", "all", || { bound("").uses_type_params(&Purpose::BoundImpl.into(), &Default::default()); }, |r| { let s = r.pick(&["Clone", "a::B<'a>", "'a", "'static", "", "?Sized"]); let declare = r.bool(); tr(!matches!(bound(s), syn::TypeParamBound::Trait(_)), format!("TypeParamBound `{s}`"), move || { bound(s).uses_type_params(&if declare { Purpose::Declare } else { Purpose::BoundImpl }.into(), &Default::default()); }) });
    // gimli
    use gimli::{Endianity, RunTimeEndian::{self, Big, Little}};
    macro_rules! gr { ($($f:ident $b:expr);*) => { for drawn in [false, true] { $( t.case(concat!("gimli|0.34.0|gimli::Endianity::", stringify!($f), "|buf.len() <= ", stringify!($b)), if drawn { "drawn" } else { "expr" }, || { Little.$f(b""); }, move |r| { let v = r.bytes(20); let e = if drawn && r.bool() { Big } else { Little }; tr(v.len() <= $b, format!("{e:?}.{}({v:?})", stringify!($f)), move || { e.$f(&v); }) }); )* } } }
    gr!(read_u16 1; read_u32 3; read_u64 7; read_u128 15);
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("gimli|0.34.0|gimli::Endianity::read_uint|buf.len() >= 9", m, || { Big.read_uint(b" A type that represents an `mmap`ed file."); }, move |r| { let mut r2 = Rng(r.next() | 1); let v = r2.bytes(20); let mut e = if drawn && r.bool() { Little } else { Big }; tr(v.len() >= 9, format!("{e:?}.read_uint({} bytes)", v.len()), move || { e.read_uint(&v); }) });
        t.case("gimli|0.34.0|gimli::Endianity::write_u16|buf.len() <= 1", m, || { Little.write_u16(&mut [], 0); }, move |r| { let mut v = r.bytes(6); let (e, x) = if drawn { (r.pick(&[Little, Big]), r.next() as u16) } else { (Little, 0) }; tr(v.len() <= 1, format!("{e:?}.write_u16({v:?}, {x})"), move || { e.write_u16(&mut v, x); }) });
        t.case("gimli|0.34.0|gimli::Endianity::write_u32|buf.len() <= 3", m, || { Little.write_u32(&mut [], 0); }, move |r| { let mut v = r.bytes(8); let (e, x) = if drawn { (r.pick(&[Little, Big]), r.next() as u32) } else { (Little, 0) }; tr(v.len() <= 3, format!("{e:?}.write_u32({v:?}, {x})"), move || { e.write_u32(&mut v, x); }) });
    }
    t.case("gimli|0.34.0|<EndianReader as Index<RangeFrom<usize>>>::index|idx.start > self.len()", "all", || { let _ = &gimli::EndianReader::<RunTimeEndian, std::rc::Rc<[u8]>>::new(std::rc::Rc::from(vec![]), Little)[1..]; }, |r| { use gimli::Reader; let v = r.bytes(8); let mut e = gimli::EndianReader::<RunTimeEndian, std::rc::Rc<[u8]>>::new(std::rc::Rc::from(v.clone()), Little); if r.bool() { let _ = e.skip(1); } let l = Reader::len(&e); let n = r.usz(&[l as i128]); tr(n > l, format!("EndianReader of {l}[{n}..]"), move || { let _ = &e[n..]; }) });
    use gimli::write::{LineString, LineStringTable, StringTable};
    for drawn in [false, true] {
        t.case("gimli|0.34.0|gimli::write::LineString::get|!matches!(self, LineString::String(..))", if drawn { "drawn" } else { "expr" }, || { LineString::StringRef(StringTable::default().add(&b""[..])).get(&StringTable::default(), &LineStringTable::default()); }, move |r| {
            let kind = r.below(3); let own = drawn && r.bool(); let v = r.bytes(4).into_iter().filter(|b| *b != 0).collect::<Vec<_>>();
            tr(kind > 0, format!("LineString {} of {} table .get", ["String", "StringRef", "LineStringRef"][kind as usize], if own { "the given" } else { "another" }), move || {
                let (mut s, mut l) = (StringTable::default(), LineStringTable::default());
                let (mut s2, mut l2) = (StringTable::default(), LineStringTable::default());
                let (fs, fl) = if own { (&mut s, &mut l) } else { (&mut s2, &mut l2) };
                let x = match kind { 0 => LineString::String(v), 1 => LineString::StringRef(fs.add(v)), _ => LineString::LineStringRef(fl.add(v)) };
                x.get(&s, &l);
            })
        });
    }
    use gimli::write::{Dwarf, EndianVec, LineProgram, Sections};
    fn lp() -> LineProgram { LineProgram::new(gimli::Encoding { address_size: 8, format: gimli::Format::Dwarf32, version: 4 }, gimli::LineEncoding::default(), LineString::String(b"d".to_vec()), None, LineString::String(b"f".to_vec()), None) }
    t.case("gimli|0.34.0|gimli::write::Dwarf::write|!self.line_programs.is_empty()", "all", || { let _ = Dwarf { line_programs: vec![LineProgram::none()], ..Default::default() }.write(&mut Sections::new(EndianVec::new(Little))); }, |r| {
        let v: Vec<bool> = (0..r.us(3)).map(|_| r.bool()).collect();
        tr(!v.is_empty(), format!("Dwarf with line_programs {:?}", v.iter().map(|b| if *b { "LineProgram::new(..)" } else { "LineProgram::none()" }).collect::<Vec<_>>()), move || { let _ = Dwarf { line_programs: v.iter().map(|b| if *b { lp() } else { LineProgram::none() }).collect(), ..Default::default() }.write(&mut Sections::new(EndianVec::new(Little))); })
    });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("gimli|0.34.0|gimli::EntriesRaw<R>::new|offset.0 + input.len() >= 18446744073709551616", m, || { gimli::EntriesRaw::new(gimli::EndianSlice::new(b"a", Little), gimli::Encoding { address_size: 0, format: gimli::Format::Dwarf64, version: 0 }, &Default::default(), gimli::UnitOffset(usize::MAX)); }, move |r| {
            let v = r.bytes(6); let o = r.usz(&[W - v.len() as i128]); let (a, ver) = if drawn { (r.next() as u8, r.us(6) as u16) } else { (0, 0) };
            tr(v.len() as i128 + o as i128 >= W, format!("{} {o}", v.len()), move || { gimli::EntriesRaw::new(gimli::EndianSlice::new(&v, Little), gimli::Encoding { address_size: a, format: gimli::Format::Dwarf64, version: ver }, &Default::default(), gimli::UnitOffset(o)); })
        });
        t.case("gimli|0.34.0|gimli::write::LineProgram::new|line_encoding.line_base >= 1", m, || { LineProgram::new(gimli::Encoding { address_size: 0, format: gimli::Format::Dwarf64, version: 0 }, gimli::LineEncoding { minimum_instruction_length: 0, maximum_operations_per_instruction: 0, default_is_stmt: false, line_base: 1, line_range: 0 }, LineString::String(vec![]), None, LineString::String(vec![]), None); }, move |r| {
            let b = r.i8(&[0]); let (lr, ver, n) = if drawn { (r.next() as u8, r.us(6) as u16, r.us(3)) } else { (0, 0, 0) };
            tr(b >= 1, format!("line_base {b} line_range {lr} version {ver}"), move || { LineProgram::new(gimli::Encoding { address_size: 0, format: gimli::Format::Dwarf64, version: ver }, gimli::LineEncoding { minimum_instruction_length: 0, maximum_operations_per_instruction: 0, default_is_stmt: false, line_base: b, line_range: lr }, LineString::String(vec![1; n]), None, LineString::String(vec![1; n]), None); })
        });
        t.case("gimli|0.34.0|gimli::EhHdrTableIter<R>::nth|n >= 4611686018427387904", m, || nth(b"\x01\x02\x02\x02aaaa", usize::MAX), move |r| {
            let n = r.usz(&[1 << 62, 1 << 61, 1 << 60]); let enc = if drawn { r.pick(&[2u8, 3, 4, 10, 11, 12]) } else { 2 };
            let mut v = vec![1, 2, if drawn && r.bool() { 3 } else { 2 }, enc]; v.extend(vec![b'a'; if drawn { 4 + r.us(40) } else { 4 }]);
            tr(n as i128 >= 1 << 62, format!("eh_frame_hdr {v:?}, nth({n})"), move || nth(&v, n))
        });
    }
    fn nth(v: &[u8], n: usize) {
        let b = gimli::BaseAddresses::default(); let h = gimli::EhFrameHdr::new(v, Little);
        let Ok(p) = h.parse(&b, 1) else { return }; let Some(t) = p.table() else { return };
        let mut i = t.iter(&b); let _ = i.nth(n);
    }
    // cc
    for drawn in [false, true] {
        t.case("cc|1.11.3|cc::Build::remap_source_path|from.contains(',')", if drawn { "drawn" } else { "expr" }, || { cc::Build::new().remap_source_path("arch=compute_60,code=sm_60", ""); }, move |r| { let mut s = r.text(6); if r.below(3) == 0 { s = r.pick(&["arch=a,b", "a=b,c=d", "=,"]).into() } let q = if drawn { r.text(3) } else { String::new() }; tr(s.contains(','), format!("remap_source_path({s:?}, {q:?})"), move || { cc::Build::new().remap_source_path(&s, &q); }) });
    }
    // url
    for drawn in [false, true] {
        t.case("url|2.5.8|url::Url::set_username|!self.has_authority() && !self.cannot_be_a_base()", if drawn { "drawn" } else { "expr" }, || { let mut u = url::Url::parse("a:/a").unwrap(); let _ = u.set_ip_host("0.0.0.0".parse().unwrap()); let _ = u.set_host(None); let _ = u.set_username(""); }, move |r| {
            let s = r.pick(&["a:/a", "a:b", "http://h/a", "a://h/x", "a:/", "file:///x", "a://h:1", "mailto:x@y", "foo:/a/b?c", "a:/a#b"]);
            let mut u = url::Url::parse(s).unwrap(); let mut d = format!("Url::parse({s:?})");
            if r.bool() { let _ = u.set_ip_host("0.0.0.0".parse().unwrap()); d += " set_ip_host(0.0.0.0)"; }
            if r.bool() { let _ = u.set_host(None); d += " set_host(None)"; }
            if r.below(5) == 0 { let _ = u.set_path("b"); d += " set_path(b)"; }
            let n = if drawn { r.text(3) } else { String::new() };
            tr(!u.has_authority() && !u.cannot_be_a_base(), format!("{d}.set_username({n:?})"), move || { let _ = u.set_username(&n); })
        });
    }
    // rand
    use rand::SeedableRng;
    for mode in ["expr", "drawn", "drawn: length over u32::MAX"] {
        t.case("rand|0.10.4|rand::seq::index::sample_weighted|amount >= 4294967296", mode, || { let mut g = rand::rngs::SmallRng::seed_from_u64(1); let _ = rand::seq::index::sample_weighted(&mut g, 0, |_| 0i32, usize::MAX); }, move |r| {
            let l = match mode { "expr" => 0, "drawn" => r.us(20), _ => if r.bool() { (1usize << 32) + r.us(3) } else { r.us(20) } };
            let a = loop { let a = r.usz(&[1 << 32]); if a < 1000 || a >= 1 << 32 { break a } }; let w = if l > 100 { -1 } else if mode == "expr" { 0 } else { r.us(4) as i32 - 1 };
            tr(a >= 1 << 32, format!("sample_weighted(_, {l}, |_| {w}, {a})"), move || { let mut g = rand::rngs::SmallRng::seed_from_u64(1); if l < 100 || a >= 1 << 60 || a < 1000 { let _ = rand::seq::index::sample_weighted(&mut g, l, |_| w, a); } else { panic!("not run") } })
        });
    }
    // try-lock
    use std::sync::atomic::Ordering::{self, *};
    fn ord(r: &mut Rng) -> Ordering { r.pick(&[Relaxed, Acquire, Release, AcqRel, SeqCst]) }
    for drawn in [false, true] {
        t.case("try-lock|0.2.5|try_lock::TryLock<T>::try_lock_explicit|matches!(unlock_order, Ordering::Relaxed)", if drawn { "drawn" } else { "expr" }, || { let _ = try_lock::TryLock::new(0).try_lock_explicit(SeqCst, Relaxed); }, move |r| { let a = if drawn { ord(r) } else { SeqCst }; let b = ord(r); let k = drawn && r.bool(); tr(b == Relaxed, format!("TryLock::new(0).try_lock_explicit({a:?}, {b:?})"), move || { let l = try_lock::TryLock::new(0); let h = if k { l.try_lock() } else { None }; let _ = l.try_lock_explicit(a, b); drop(h); }) });
    }
    // linux-raw-sys, one byte
    type BF = linux_raw_sys::general::__BindgenBitfieldUnit<[u8; 1]>;
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        macro_rules! lg { ($w:expr, $b:expr, $cond:expr) => {
            t.case(concat!("linux-raw-sys|0.12.1|__BindgenBitfieldUnit<Storage>::get|", $cond), m, || { BF::default().get(0, $w); }, move |r| { let o = if drawn { if r.below(8) == 0 { r.usz(&[8]) } else { r.us(8) } } else { 0 }; let w = r.u8(&[$b, 8, 16]); tr(w >= $b, format!("__BindgenBitfieldUnit::<[u8; 1]>::default().get({o}, {w})"), move || { BF::default().get(o, w); }) });
        } }
        lg!(255, 65, "bit_width >= 65"); lg!(16, 13, "bit_width >= 13");
        macro_rules! ls { ($w:expr, $b:expr, $cond:expr) => {
            t.case(concat!("linux-raw-sys|0.12.1|__BindgenBitfieldUnit<Storage>::set|", $cond), m, || { BF::default().set(0, $w, 0); }, move |r| { let (o, x) = if drawn { (if r.below(8) == 0 { r.usz(&[8]) } else { r.us(8) }, r.next()) } else { (0, 0) }; let w = r.u8(&[$b, 8, 16]); tr(w >= $b, format!("__BindgenBitfieldUnit::<[u8; 1]>::default().set({o}, {w}, {x})"), move || { BF::default().set(o, w, x); }) });
        } }
        ls!(255, 65, "bit_width >= 65"); ls!(16, 9, "bit_width >= 9");
    }
    // ordered-float
    use num_traits::real::Real;
    use ordered_float::NotNan;
    fn nn(r: &mut Rng) -> NotNan<f32> { let x = match r.below(5) { 0 => r.pick(&[0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE, f32::MAX, f32::MIN, 1e-45, -1e-45]), 1 => r.pick(&[0.0, 0.0, -0.0, 5.0]), _ => { let x = f32::from_bits(r.next() as u32); if x.is_nan() { 2.5 } else { x } } }; NotNan::new(x).unwrap() }
    macro_rules! of { ($($f:ident)*) => { $( t.case(concat!("ordered-float|5.5.1|<NotNan<T> as Real>::", stringify!($f), "|!self.is_zero() && !self.is_positive()"), "all (f32)", || { Real::$f(NotNan::new(-1f32).unwrap()); }, |r| { let x = nn(r); let z = num_traits::Zero::is_zero(&x); let p = num_traits::Signed::is_positive(&x); tr(!z && !p, format!("NotNan({x:?}).{}()", stringify!($f)), move || { Real::$f(x); }) }); )* } }
    of!(ln log10 log2 sqrt);
    t.case("ordered-float|5.5.1|<NotNan<T> as Div>::div|self.is_zero() && other.is_zero()", "all (f32)", || { let _ = NotNan::<f32>::default() / NotNan::<f32>::default(); }, |r| { let (a, b) = (nn(r), nn(r)); tr(*a == 0.0 && *b == 0.0, format!("NotNan({a:?}) / NotNan({b:?})"), move || { let _ = a / b; }) });
}
