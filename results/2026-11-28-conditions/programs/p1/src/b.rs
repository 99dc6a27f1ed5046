use crate::h::*;
use crate::a::W;
pub fn all(t: &mut T) {
    // either
    use either::Either::{self, Left, Right};
    fn ei(r: &mut Rng) -> Either<i32, i32> { let x = r.i32(&[0]); if r.bool() { Left(x) } else { Right(x) } }
    t.case("either|1.19.0|either::Either<L, R>::unwrap_left|!matches!(self, Either::Left(..))", "all", || { Right::<i32, i32>(0).unwrap_left(); }, |r| { let e = ei(r); tr(e.is_right(), format!("{e:?}"), move || { e.unwrap_left(); }) });
    t.case("either|1.19.0|either::Either<L, R>::unwrap_right|matches!(self, Either::Left(..))", "all", || { Left::<i32, i32>(0).unwrap_right(); }, |r| { let e = ei(r); tr(e.is_left(), format!("{e:?}"), move || { e.unwrap_right(); }) });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("either|1.19.0|either::Either<L, R>::expect_left|!matches!(self, Either::Left(..))", m, || { Right::<i32, i32>(0).expect_left(" "); }, move |r| { let e = ei(r); let s = if drawn { r.text(3) } else { " ".into() }; tr(e.is_right(), format!("{e:?} {s:?}"), move || { e.expect_left(&s); }) });
        t.case("either|1.19.0|either::Either<L, R>::expect_right|matches!(self, Either::Left(..))", m, || { Left::<i32, i32>(0).expect_right(" "); }, move |r| { let e = ei(r); let s = if drawn { r.text(3) } else { " ".into() }; tr(e.is_left(), format!("{e:?} {s:?}"), move || { e.expect_right(&s); }) });
    }
    // humansize
    use humansize::file_size_opts::{FileSizeOpts, BINARY, CONVENTIONAL, DECIMAL};
    use humansize::FileSize;
    t.case("humansize|1.1.0|<i8 as FileSize>::file_size|_opts.allow_negative && self == -128", "all", || { let _ = (-128i8).file_size(Box::new(FileSizeOpts { allow_negative: true, ..BINARY })); }, |r| {
        let base = r.pick(&[0, 1, 2]); let (a, b, c, d, f) = (r.us(4), r.us(4), r.bool(), r.bool(), r.bool());
        let x = if r.below(4) == 0 { -128 } else { r.i8(&[-128, 127]) };
        let o = match base { 0 => BINARY, 1 => CONVENTIONAL, _ => DECIMAL };
        tr(f && x == -128, format!("{x}i8.file_size(allow_negative: {f}, places {a}, zeroes {b})"), move || { let _ = x.file_size(Box::new(FileSizeOpts { decimal_places: a, decimal_zeroes: b, long_units: c, space: d, allow_negative: f, suffix: "x", ..o })); })
    });
    // linked-hash-map
    use linked_hash_map::LinkedHashMap;
    t.case("linked-hash-map|0.5.3|<LinkedHashMap<K, V, S> as Index<&Q>>::index|!self.contains_key(index)", "all", || { let m = LinkedHashMap::<i32, i32>::default(); let _ = m[&0]; }, |r| {
        let mut m = LinkedHashMap::<i32, i32>::default(); for _ in 0..r.us(6) { m.insert(r.us(8) as i32, 1); if r.below(5) == 0 { m.pop_front(); } }
        let k = r.us(8) as i32;
        tr(!m.contains_key(&k), format!("{m:?}[{k}]"), move || { let _ = m[&k]; })
    });
    // rangemap
    use rangemap::{RangeInclusiveMap, RangeMap, StepFns};
    t.case("rangemap|1.0.0|<T as StepFns<T>>::sub_one|start == 0", "all", || { <usize as StepFns<usize>>::sub_one(&0); }, |r| { let n = if r.below(5) == 0 { 0 } else { r.usz(&[0]) }; tr(n == 0, format!("{n}"), move || { <usize as StepFns<usize>>::sub_one(&n); }) });
    t.case("rangemap|1.0.0|rangemap::RangeMap<K, V>::remove|range.start >= range.end", "all", || { RangeMap::<i32, i32>::new().remove(0..0); }, |r| {
        let mut m = RangeMap::<i32, i32>::new(); for _ in 0..r.us(5) { let a = r.us(10) as i32; m.insert(a..a + 1 + r.us(6) as i32, r.us(3) as i32); }
        let (a, b) = (r.i32(&[3, 7]), r.i32(&[3, 7]));
        tr(a >= b, format!("{m:?}.remove({a}..{b})"), move || m.remove(a..b))
    });
    t.case("rangemap|1.0.0|rangemap::RangeInclusiveMap<K, V, StepFnsT>::remove|range.start() > range.end()", "all", || { RangeInclusiveMap::<usize, i32>::new().remove(1..=0); }, |r| {
        let mut m = RangeInclusiveMap::<usize, i32>::new(); for _ in 0..r.us(5) { let a = r.usz(&[0, W - 1]); let b = a.saturating_add(r.us(6)); if a < 20 || a > usize::MAX - 20 { m.insert(a..=b, r.us(3) as i32); } }
        let (a, b) = (r.usz(&[3, 7]), r.usz(&[3, 7]));
        tr(a > b, format!("{m:?}.remove({a}..={b})"), move || m.remove(a..=b))
    });
    // ropey
    use ropey::Rope;
    fn rope(r: &mut Rng) -> Rope {
        let mut x = match r.below(6) { 0 => Rope::new(), 1 => Rope::from_str(&r.text(8).repeat(300)), _ => Rope::from_str(&r.text(12)) };
        if r.below(3) == 0 { let at = r.us(x.len_chars() + 1); let s = r.text(3); x.insert(at, &s); }
        if r.below(4) == 0 { let a = r.us(x.len_chars() + 1); let b = a + r.us(x.len_chars() - a + 1); x.remove(a..b); }
        x
    }
    fn d(x: &Rope) -> String { let s = x.to_string(); if s.len() > 40 { format!("Rope of {} bytes {:?}...", s.len(), s.chars().take(8).collect::<String>()) } else { format!("Rope {s:?}") } }
    macro_rules! rp { ($($f:ident $len:ident $op:tt $find:expr),*) => { $(
        t.case(concat!("ropey|1.6.1|ropey::Rope::", stringify!($f), "|idx ", stringify!($op), " self.", stringify!($len), "()"), "all", || { let _ = Rope::new().$f($find); }, |r| {
            let mut x = rope(r); let n = r.usz(&[x.$len() as i128]);
            tr(n $op x.$len(), format!("{}.{}({n})", d(&x), stringify!($f)), move || { let _ = &mut x; let _ = x.$f(n); })
        }); )* } }
    rp!(byte len_bytes >= 0, bytes_at len_bytes > 1, char len_chars >= 0, char_to_byte len_chars > 1, chars_at len_chars > 1, line len_lines >= 1, line_to_char len_lines > 2, lines_at len_lines > 2, split_off len_chars > 1);
    for drawn in [false, true] {
        t.case("ropey|1.6.1|ropey::Rope::insert|char_idx > self.len_chars()", if drawn { "drawn" } else { "expr" }, || { Rope::new().insert(1, ""); }, move |r| {
            let mut x = rope(r); let n = r.usz(&[x.len_chars() as i128]); let s = if drawn { if r.below(8) == 0 { r.text(5).repeat(400) } else { r.text(3) } } else { String::new() };
            tr(n > x.len_chars(), format!("{}.insert({n}, {} bytes)", d(&x), s.len()), move || x.insert(n, &s))
        });
    }
    // sorted-vec
    macro_rules! sv { ($($name:expr, $ty:ty);*) => { $(
        for drawn in [false, true] {
        t.case(concat!("sorted-vec|0.5.1|", $name, "|range.start > range.end"), if drawn { "drawn" } else { "expr" }, || { <$ty>::new().drain(1..0); }, move |r| {
            let mut v = <$ty>::new(); let k = if drawn { r.us(7) } else { 0 }; for i in 0..k { let _ = v.insert((i as i32).into()); }
            let (a, b) = (r.usz(&[k as i128]), r.usz(&[k as i128]));
            tr(a > b, format!("of {k} .drain({a}..{b})"), move || { v.drain(a..b); })
        }); } )* } }
    sv!("sorted_vec::SortedVec<T>::drain", sorted_vec::SortedVec<i32>; "sorted_vec::partial::ReverseSortedVec<T>::drain", sorted_vec::partial::ReverseSortedVec<i32>; "sorted_vec::partial::SortedVec<T>::drain", sorted_vec::partial::SortedVec<i32>);
    // tinyvec
    use tinyvec::{ArrayVec, SliceVec};
    t.case("tinyvec|1.13.3|<ArrayVec<A> as FromIterator>::from_iter|iter.len() >= 3", "expr ([u8; 2])", || { ArrayVec::<[u8; 2]>::from_iter(b"one".to_vec()); }, |r| { let v = r.bytes(6); tr(v.len() >= 3, format!("{v:?}"), move || { ArrayVec::<[u8; 2]>::from_iter(v); }) });
    t.case("tinyvec|1.13.3|<ArrayVec<A> as FromIterator>::from_iter|iter.len() >= 3", "other type arguments ([u8; 4])", || { ArrayVec::<[u8; 2]>::from_iter(b"one".to_vec()); }, |r| { let v = r.bytes(6); tr(v.len() >= 3, format!("ArrayVec::<[u8; 4]>::from_iter({v:?})"), move || { ArrayVec::<[u8; 4]>::from_iter(v); }) });
    fn sl(r: &mut Rng) -> SliceVec<'static, i32> { let c = r.us(6); let n = r.us(c + 1); let data: &'static mut [i32] = Box::leak((0..c as i32).collect::<Vec<_>>().into_boxed_slice()); SliceVec::from_slice_len(data, n) }
    fn sd(s: &SliceVec<'static, i32>) -> String { format!("SliceVec of {} (capacity {})", s.len(), s.capacity()) }
    t.case("tinyvec|1.13.3|<SliceVec<T> as Index<I>>::index|index >= self.len()", "all", || { let _ = SliceVec::<i32>::default()[0]; }, |r| { let s = sl(r); let n = r.usz(&[s.len() as i128]); tr(n >= s.len(), format!("{}[{n}]", sd(&s)), move || { let _ = s[n]; }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::from_slice_len|len > data.len()", "all", || { SliceVec::from_slice_len(&mut Vec::<i32>::new(), 1); }, |r| { let mut v = r.bytes(6); let n = r.usz(&[v.len() as i128]); tr(n > v.len(), format!("from_slice_len({v:?}, {n})"), move || { SliceVec::from_slice_len(&mut v, n); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::remove|index > self.len()", "all", || { SliceVec::<i32>::default().remove(1); }, |r| { let mut s = sl(r); let n = r.usz(&[s.len() as i128]); tr(n > s.len(), format!("{}.remove({n})", sd(&s)), move || { s.remove(n); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::set_len|new_len > self.capacity()", "all", || { SliceVec::<i32>::default().set_len(1); }, |r| { let mut s = sl(r); let n = r.usz(&[s.capacity() as i128]); tr(n > s.capacity(), format!("{}.set_len({n})", sd(&s)), move || { s.set_len(n); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::swap_remove|index >= self.len()", "all", || { SliceVec::<i32>::default().swap_remove(0); }, |r| { let mut s = sl(r); let n = r.usz(&[s.len() as i128]); tr(n >= s.len(), format!("{}.swap_remove({n})", sd(&s)), move || { s.swap_remove(n); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::insert|index > self.len()", "all", || { SliceVec::<i32>::default().insert(1, 0); }, |r| { let mut s = sl(r); let n = r.usz(&[s.len() as i128]); tr(n > s.len(), format!("{}.insert({n}, 5)", sd(&s)), move || { s.insert(n, 5); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::resize|new_len > self.capacity()", "all", || { SliceVec::<i32>::default().resize(1, 0); }, |r| { let mut s = sl(r); let n = loop { let n = r.usz(&[s.capacity() as i128]); break n }; tr(n > s.capacity(), format!("{}.resize({n}, 5)", sd(&s)), move || { s.resize(n, 5); }) });
    t.case("tinyvec|1.13.3|tinyvec::ArrayVec<A>::from_array_len|len >= 3", "expr ([_; 2])", || { ArrayVec::from_array_len([1, 2], usize::MAX); }, |r| { let n = r.usz(&[2]); let (a, b) = (r.us(9), r.us(9)); tr(n >= 3, format!("from_array_len([{a}, {b}], {n})"), move || { ArrayVec::from_array_len([a, b], n); }) });
    t.case("tinyvec|1.13.3|tinyvec::ArrayVec<A>::from_array_len|len >= 3", "other type arguments ([_; 4])", || { ArrayVec::from_array_len([1, 2], usize::MAX); }, |r| { let n = r.usz(&[2]); tr(n >= 3, format!("from_array_len([0; 4], {n})"), move || { ArrayVec::from_array_len([0; 4], n); }) });
    t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::drain|range.end > self.len()", "all", || { SliceVec::<String>::default().drain(0..1); }, |r| { let mut s = sl(r); let (a, n) = (r.usz(&[s.len() as i128]), r.usz(&[s.len() as i128])); tr(n > s.len(), format!("{}.drain({a}..{n})", sd(&s)), move || { s.drain(a..n); }) });
    for drawn in [false, true] {
        t.case("tinyvec|1.13.3|tinyvec::SliceVec<T>::extend_from_slice|!sli.is_empty()", if drawn { "drawn" } else { "expr" }, || { SliceVec::<u8>::default().extend_from_slice(&[1]); }, move |r| {
            let mut s = if drawn { sl(r) } else { SliceVec::default() }; let v: Vec<i32> = r.bytes(3).into_iter().map(i32::from).collect();
            tr(!v.is_empty(), format!("{}.extend_from_slice({v:?})", sd(&s)), move || { s.extend_from_slice(&v); })
        });
    }
    // weezl
    use weezl::{decode::Decoder, encode::Encoder, BitOrder::{Lsb, Msb}};
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("weezl|0.1.3|weezl::decode::Decoder::new|size <= 1", m, || { Decoder::new(Msb, 0); }, move |r| { let o = if drawn && r.bool() { Lsb } else { Msb }; let n = r.u8(&[1, 12]); tr(n <= 1, format!("Decoder::new({o:?}, {n})"), move || { Decoder::new(o, n); }) });
        macro_rules! st { ($($what:expr, $ty:ident);*) => { $(
            t.case(concat!("weezl|0.1.3|weezl::", $what, "::IntoStream<W>::set_buffer|buffer.is_empty()"), m, || { let mut d = $ty::new(Msb, 2); let mut v: Vec<u8> = vec![]; d.into_stream(Vec::new()).set_buffer(&mut v); }, move |r| {
                let (o, k) = if drawn { (r.pick(&[Lsb, Msb]), 2 + r.us(7) as u8) } else { (Msb, 2) }; let mut v = r.bytes(4); let (w, pre) = if drawn { (r.bytes(3), r.bool()) } else { (vec![], false) };
                tr(v.is_empty(), format!("{}::new({o:?}, {k}).into_stream({w:?}).set_buffer({v:?})", $what), move || { let mut d = $ty::new(o, k); let mut s = d.into_stream(w); if pre { s.set_buffer_size(3); } s.set_buffer(&mut v); })
            });
            t.case(concat!("weezl|0.1.3|weezl::", $what, "::IntoStream<W>::set_buffer_size|size == 0"), m, || { let mut d = $ty::new(Msb, 2); d.into_stream(Vec::new()).set_buffer_size(0); }, move |r| {
                let (o, k) = if drawn { (r.pick(&[Lsb, Msb]), 2 + r.us(7) as u8) } else { (Msb, 2) }; let n = if r.below(5) == 0 { 0 } else { r.usz(&[0]) }; let (w, pre) = if drawn { (r.bytes(3), r.bool()) } else { (vec![], false) };
                tr(n == 0, format!("{}::new({o:?}, {k}).into_stream({w:?}).set_buffer_size({n})", $what), move || { let mut d = $ty::new(o, k); let mut v = vec![1u8; 3]; let mut s = d.into_stream(w); if pre { s.set_buffer(&mut v); } s.set_buffer_size(n); })
            }); )* } }
        st!("decode", Decoder; "encode", Encoder);
    }
    // vec_map: allocations over 2^20 are other ways
    for drawn in [false, true] {
        t.case("vec_map|0.8.2|vec_map::VecMap<V>::insert|key == usize::MAX", if drawn { "drawn" } else { "expr" }, || { vec_map::VecMap::new().insert(usize::MAX, 1); }, move |r| {
            let n = if r.below(4) == 0 { usize::MAX } else { loop { let n = r.usz(&[0]); if n < 4096 { break n } } }; let k = if drawn { r.us(5) } else { 0 };
            tr(n == usize::MAX, format!("VecMap of {k}.insert({n}, _)"), move || { let mut m = vec_map::VecMap::new(); for i in 0..k { m.insert(i * 3, 1); } m.insert(n, 1); })
        });
    }
    // generational-arena
    use generational_arena::{Arena, Index};
    t.case("generational-arena|0.2.8|<Arena<T> as Index<Index>>::index|!self.contains(index)", "all", || { let _ = Arena::<i32>::new()[Index::from_raw_parts(0, 0)]; }, |r| {
        let mut a = Arena::new(); let mut all = vec![]; for i in 0..r.us(6) { all.push(a.insert(i)); if r.below(3) == 0 { let x = r.pick(&all); a.remove(x); } }
        let i = if !all.is_empty() && r.bool() { r.pick(&all) } else { Index::from_raw_parts(r.us(6), r.below(4)) };
        tr(!a.contains(i), format!("arena of {}[{i:?}]", a.len()), move || { let _ = a[i]; })
    });
    // smawk
    use smawk::Matrix;
    fn mat(r: &mut Rng) -> Vec<Vec<i32>> { let (a, b) = (r.us(4), r.us(4)); let rag = r.below(4) == 0; (0..a).map(|_| { let n = if rag { r.us(4) } else { b }; (0..n).map(|_| r.i32(&[0])).collect() }).collect() }
    t.case("smawk|0.3.1|<Vec<Vec<T>> as Matrix<T>>::ncols|self.is_empty()", "all", || { Vec::<Vec<i32>>::new().ncols(); }, |r| { let m = mat(r); tr(m.is_empty(), format!("{m:?}"), move || { m.ncols(); }) });
    t.case("smawk|0.3.1|smawk::monge::is_monge|matrix.is_empty()", "all", || { smawk::monge::is_monge(&Vec::<Vec<i32>>::new()); }, |r| { let m = mat(r); tr(m.is_empty(), format!("is_monge({m:?})"), move || { smawk::monge::is_monge(&m); }) });
    for drawn in [false, true] {
        t.case("smawk|0.3.1|smawk::online_column_minima|size == 0", if drawn { "drawn" } else { "expr" }, || { smawk::online_column_minima(0, 0, |_, _, _| 0); }, move |r| {
            let n = if r.below(4) == 0 { 0 } else { r.us(20) }; let i = if drawn { r.i32(&[0]) } else { 0 }; let k = if drawn { r.us(5) as i32 - 2 } else { 0 };
            tr(n == 0, format!("online_column_minima({i}, {n}, j*{k}+i)"), move || { smawk::online_column_minima(i, n, |_, a, b| k.wrapping_mul(b as i32).wrapping_add(a as i32)); })
        });
    }
}
