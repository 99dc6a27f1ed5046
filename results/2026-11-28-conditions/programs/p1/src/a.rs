use crate::h::*;
pub const W: i128 = 1 << 64;
pub fn all(t: &mut T) {
    // bytes
    use bytes12::{Buf, BufMut, Bytes, BytesMut};
    t.case("bytes|1.12.2|bytes::Buf::get_u8|!self.has_remaining()", "all", || { std::io::Cursor::new(String::new()).get_u8(); }, |r| {
        let s = r.text(3); let p = r.int(&[0, s.len() as i128], 0, u64::MAX as i128) as u64;
        let mut c = std::io::Cursor::new(s.clone()); c.set_position(p);
        tr(!c.has_remaining(), format!("Cursor({s:?} at {p}).get_u8()"), move || { c.get_u8(); })
    });
    for drawn in [false, true] {
        t.case("bytes|1.12.2|bytes::Buf::get_uint|nbytes >= 9", if drawn { "drawn" } else { "expr" }, || { std::io::Cursor::new(String::new()).get_uint(usize::MAX); }, move |r| {
            let s = if drawn { r.text(20) } else { String::new() }; let n = r.usz(&[9, 0, 8]);
            let mut c = std::io::Cursor::new(s.clone());
            tr(n >= 9, format!("Cursor({s:?}).get_uint({n})"), move || { c.get_uint(n); })
        });
    }
    t.case("bytes|1.12.2|<Bytes as Buf>::copy_to_bytes|len > self.len()", "all", || { Bytes::new().copy_to_bytes(1); }, |r| {
        let v = r.bytes(9); let n = r.usz(&[v.len() as i128]); let mut b = mk(r, v.clone());
        tr(n > b.len(), format!("{b:?}.copy_to_bytes({n})"), move || { b.copy_to_bytes(n); })
    });
    t.case("bytes|1.12.2|bytes::Bytes::split_off|at > self.len()", "all", || { Bytes::new().split_off(1); }, |r| {
        let v = r.bytes(9); let n = r.usz(&[v.len() as i128]); let mut b = mk(r, v.clone());
        tr(n > b.len(), format!("{b:?}.split_off({n})"), move || { b.split_off(n); })
    });
    t.case("bytes|1.12.2|bytes::Bytes::slice|range.start > range.end", "all", || { Bytes::new().slice(1..0); }, |r| {
        let v = r.bytes(9); let (a, e) = (r.usz(&[v.len() as i128]), r.usz(&[v.len() as i128])); let b = mk(r, v.clone());
        tr(a > e, format!("{b:?}.slice({a}..{e})"), move || { b.slice(a..e); })
    });
    fn mk(r: &mut Rng, v: Vec<u8>) -> Bytes {
        match r.below(3) { 0 => Bytes::from(v), 1 => Bytes::copy_from_slice(&v), _ => { let mut m = BytesMut::with_capacity(v.len() + 5); m.extend_from_slice(&v); m.freeze() } }
    }
    static S: &[u8] = b"hello world";
    for mode in ["expr", "drawn", "drawn: subset may be of self"] {
        t.case("bytes|1.12.2|bytes::Bytes::slice_ref|!subset.is_empty()", mode, || { Bytes::new().slice_ref(b"a".as_slice()); }, move |r| {
            let b = if mode == "expr" { Bytes::new() } else { let v = r.bytes(9); mk(r, v) };
            let n = r.us(6); let own = mode.len() > 5 && r.bool() && !b.is_empty();
            let a = r.us(n + 1).min(b.len()); let e = (a + r.us(4)).min(b.len());
            tr(if own { a < e } else { n > 0 }, if own { format!("b = {b:?}; b.slice_ref(&b[{a}..{e}])") } else { format!("{b:?}.slice_ref({:?})", &S[..n]) },
               move || { if own { let c = b.clone(); b.slice_ref(&c[a..e]); } else { b.slice_ref(&S[..n]); } })
        });
    }
    // reserve: never ask for more than 2^63 that is not an overflow, and never for what memory would not hold: small or > 2^62
    for drawn in [false, true] {
        t.case("bytes|1.12.2|bytes::BytesMut::reserve|additional >= 9223372036854775808", if drawn { "drawn" } else { "expr" }, || { BytesMut::new().reserve(usize::MAX); }, move |r| {
            let v = if drawn { r.bytes(9) } else { vec![] };
            let n = loop { let n = r.usz(&[1 << 63, W - 8, 64]); if n < 4096 || n >= 1 << 63 { break n } };
            let split = drawn && r.bool();
            let mut b = BytesMut::from(&v[..]);
            let rest = if split { Some(b.split_off(v.len() / 2)) } else { None };
            tr(n >= 1 << 63, format!("{b:?} split:{split} .reserve({n})"), move || { b.reserve(n); drop(rest); })
        });
    }
    t.case("bytes|1.12.2|bytes::BytesMut::split_off|at > self.capacity()", "all", || { BytesMut::new().split_off(1); }, |r| {
        let v = r.bytes(9); let c = v.len() + r.us(5); let n = r.usz(&[v.len() as i128, c as i128]);
        let mut b = BytesMut::with_capacity(c); b.extend_from_slice(&v);
        if r.bool() { b.truncate(v.len() / 2) } if r.below(3) == 0 { let at = b.len() / 2; let _ = b.split_to(at); }
        tr(n > b.capacity(), format!("{b:?} of capacity {} .split_off({n})", b.capacity()), move || { b.split_off(n); })
    });
    t.case("bytes|1.12.2|<UninitSlice as IndexMut<Range<usize>>>::index_mut|index.start > index.end", "all", || { let mut v = Vec::<u8>::new(); let _ = &mut v.chunk_mut()[1..0]; }, |r| {
        let c = r.us(3) * 7; let (a, e) = (r.usz(&[c as i128, 64]), r.usz(&[c as i128, 64]));
        tr(a > e, format!("Vec::with_capacity({c}).chunk_mut()[{a}..{e}]"), move || { let mut v = Vec::<u8>::with_capacity(c); let _ = &mut v.chunk_mut()[a..e]; })
    });
    // fixedbitset
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("fixedbitset|0.5.9|fixedbitset::FixedBitSet::grow_and_insert|bits == usize::MAX", m, || { fixedbitset::FixedBitSet::new().grow_and_insert(usize::MAX); }, move |r| {
            let n = loop { let n = r.usz(&[W - 1, 64, W - 64, 128]); if n < 1 << 20 || n == usize::MAX { break n } };
            let c = if drawn { r.us(200) } else { 0 };
            tr(n == usize::MAX, format!("FixedBitSet::with_capacity({c}).grow_and_insert({n})"), move || { let mut b = fixedbitset::FixedBitSet::with_capacity(c); b.grow_and_insert(n); })
        });
    }
    // array2d
    use array2d::Array2D;
    t.case("array2d|0.2.1|array2d::Array2D<T>::from_column_major|elements.len() + num_rows >= 1 && elements.len() + num_columns >= 1", "all", || { Array2D::from_column_major(Vec::<u8>::new().as_slice(), 1, 1); }, |r| {
        let v = r.bytes(6); let (a, b) = (r.us(4), r.us(4));
        tr(v.len() + a >= 1 && v.len() + b >= 1, format!("Array2D::from_column_major(&[u8; {}], {a}, {b})", v.len()), move || { Array2D::from_column_major(&v, a, b); })
    });
    t.case("array2d|0.2.1|array2d::Array2D<T>::from_row_major|elements.len() + num_rows >= 1 && elements.len() + num_columns >= 1", "all", || { Array2D::from_row_major(Vec::<u8>::new().as_slice(), 1, 1); }, |r| {
        let v = r.bytes(6); let (a, b) = (r.us(4), r.us(4));
        tr(v.len() + a >= 1 && v.len() + b >= 1, format!("Array2D::from_row_major(&[u8; {}], {a}, {b})", v.len()), move || { Array2D::from_row_major(&v, a, b); })
    });
    // arraydeque
    use arraydeque::{ArrayDeque, Saturating, Wrapping};
    t.case("arraydeque|0.4.5|arraydeque::ArrayDeque<A, B>::split_off|at >= 1", "expr", || { Box::leak(Box::new(ArrayDeque::<[i32; 0], Saturating>::new())).split_off(1); }, |r| {
        let n = r.usz(&[0, 1]).max(1); // 0 aborts, "in another way"
        tr(n >= 1, format!("ArrayDeque::<[i32; 0]>::new().split_off({n})"), move || { Box::leak(Box::new(ArrayDeque::<[i32; 0], Saturating>::new())).split_off(n); })
    });
    t.case("arraydeque|0.4.5|arraydeque::ArrayDeque<A, B>::split_off|at >= 1", "other type arguments", || { Box::leak(Box::new(ArrayDeque::<[i32; 0], Saturating>::new())).split_off(1); }, |r| {
        let n = r.usz(&[0, 1, 3]); let k = r.us(5);
        tr(n >= 1, format!("ArrayDeque::<[i32; 4]> with {k} elements .split_off({n})"), move || { let mut d = ArrayDeque::<[i32; 4], Wrapping>::new(); for i in 0..k { d.push_back(i as i32); } d.split_off(n); })
    });
    // arraystring, 3 bytes
    type A3 = arraystring::ArrayString<typenum::U3>;
    fn astr(r: &mut Rng) -> A3 { loop { let s = r.text(3); if s.len() <= 3 { let mut a = A3::new(); let _ = a.try_push_str(&s); return a } } }
    t.case("arraystring|0.3.0|arraystring::ArrayString<SIZE>::remove|idx + self.len() <= 0", "all", || { let _ = A3::new().remove(0); }, |r| {
        let mut s = astr(r); let i = r.u8(&[0, 1, 3]);
        tr(i as i128 + s.len() as i128 <= 0, format!("{:?}.remove({i})", s.as_str()), move || { let _ = s.remove(i); })
    });
    t.case("arraystring|0.3.0|<ArrayString as Index<RangeFrom<u8>>>::index|index.start > self.len()", "all", || { let _ = &A3::new()[1..]; }, |r| {
        let s = astr(r); let i = r.u8(&[0, 1, 3]);
        tr(i > s.len(), format!("{:?}[{i}..]", s.as_str()), move || { let _ = &s[i..]; })
    });
    t.case("arraystring|0.3.0|<ArrayString as Index<RangeTo<u8>>>::index|index.end > self.len()", "all", || { let _ = &A3::new()[..1]; }, |r| {
        let s = astr(r); let i = r.u8(&[0, 1, 3]);
        tr(i > s.len(), format!("{:?}[..{i}]", s.as_str()), move || { let _ = &s[..i]; })
    });
    t.case("arraystring|0.3.0|<ArrayString as Index<RangeToInclusive<u8>>>::index|index.end >= self.len()", "all", || { let _ = &A3::new()[..=0]; }, |r| {
        let s = astr(r); let i = r.u8(&[0, 1, 3]);
        tr(i >= s.len(), format!("{:?}[..={i}]", s.as_str()), move || { let _ = &s[..=i]; })
    });
    t.case("arraystring|0.3.0|<ArrayString as Index<Range<u8>>>::index|index.start > self.len() || index.end > self.len()", "all", || { let _ = &A3::new()[0..1]; }, |r| {
        let s = astr(r); let (i, j) = (r.u8(&[0, 1, 3]), r.u8(&[0, 1, 3]));
        tr(i > s.len() || j > s.len(), format!("{:?}[{i}..{j}]", s.as_str()), move || { let _ = &s[i..j]; })
    });
    t.case("arraystring|0.3.0|<ArrayString as Index<RangeInclusive<u8>>>::index|index.end() >= self.len()", "all", || { let _ = &A3::new()[0..=0]; }, |r| {
        let s = astr(r); let (i, j) = (r.u8(&[0, 1, 3]), r.u8(&[0, 1, 3]));
        tr(j >= s.len(), format!("{:?}[{i}..={j}]", s.as_str()), move || { let _ = &s[i..=j]; })
    });
    // arrayvec
    use arrayvec::ArrayVec;
    t.case("arrayvec|0.7.8|<ArrayVec<T, _> as FromIterator<T>>::from_iter|iter.len() >= 2", "expr (capacity 1)", || { ArrayVec::<_, 1>::from_iter(b"hello world".to_vec()); }, |r| {
        let v = r.bytes(6);
        tr(v.len() >= 2, format!("ArrayVec::<_, 1>::from_iter({v:?})"), move || { ArrayVec::<_, 1>::from_iter(v); })
    });
    // average
    use average::Histogram;
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("average|0.13.1|average::Moments4::central_moment|p >= 5", m, || { average::Moments4::new().central_moment(usize::MAX); }, move |r| {
            let p = r.usz(&[5]); let k = if drawn { r.us(6) } else { 0 };
            tr(p >= 5, format!("Moments4 of {k}.central_moment({p})"), move || { let mut a = average::Moments4::new(); for i in 0..k { a.add(i as f64 * 1.5) } a.central_moment(p); })
        });
        t.case("average|0.13.1|average::Histogram::variance|bin >= 10", m, || { average::Histogram10::with_const_width(0.0, 0.0).variance(usize::MAX); }, move |r| {
            let p = r.usz(&[10]); let k = if drawn { r.us(6) } else { 0 };
            tr(p >= 10, format!("Histogram10 of {k}.variance({p})"), move || { let mut a = average::Histogram10::with_const_width(0.0, if k > 0 { 9.0 } else { 0.0 }); for i in 0..k { let _ = a.add(i as f64 * 1.5); } a.variance(p); })
        });
    }
    // bit_field
    use bit_field::{BitArray, BitField};
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("bit_field|0.10.0|<u8 as BitField>::get_bit|bit >= 8", m, || { 0u8.get_bit(usize::MAX); }, move |r| {
            let (x, n) = (if drawn { r.u8(&[]) } else { 0 }, r.usz(&[8]));
            tr(n >= 8, format!("{x}.get_bit({n})"), move || { x.get_bit(n); })
        });
        t.case("bit_field|0.10.0|<u8 as BitField>::set_bit|bit >= 8", m, || { 0u8.set_bit(usize::MAX, false); }, move |r| {
            let (x, n, b) = (if drawn { r.u8(&[]) } else { 0 }, r.usz(&[8]), drawn && r.bool());
            tr(n >= 8, format!("{x}.set_bit({n}, {b})"), move || { let mut x = x; x.set_bit(n, b); })
        });
        t.case("bit_field|0.10.0|<u8 as BitField>::get_bits|range.start >= range.end", m, || { 0u8.get_bits(0..0); }, move |r| {
            let (x, a, b) = (if drawn { r.u8(&[]) } else { 0 }, r.usz(&[8, 4]), r.usz(&[8, 4]));
            tr(a >= b, format!("{x}.get_bits({a}..{b})"), move || { x.get_bits(a..b); })
        });
        t.case("bit_field|0.10.0|<[T] as BitArray<T>>::set_bits|self.is_empty()", m, || { Vec::<u8>::new().as_mut_slice().set_bits(.., 0); }, move |r| {
            let (mut v, x) = (r.bytes(4), if drawn { r.u8(&[]) } else { 0 });
            tr(v.is_empty(), format!("{v:?}.set_bits(.., {x})"), move || { v.as_mut_slice().set_bits(.., x); })
        });
    }
    t.case("bit_field|0.10.0|<[T] as BitArray<T>>::set_bits|self.is_empty()", "other type arguments: Range", || { Vec::<u8>::new().as_mut_slice().set_bits(.., 0); }, move |r| {
        let (mut v, x) = (r.bytes(4), r.u8(&[])); let a = r.us(40); let b = a + r.us(9);
        tr(v.is_empty(), format!("{v:?}.set_bits({a}..{b}, {x})"), move || { v.as_mut_slice().set_bits(a..b, x); })
    });
    // block-buffer
    use block_buffer::{BlockBuffer, Eager};
    t.case("block-buffer|0.12.1|block_buffer::BlockBuffer<BS, K>::new|!buf.is_empty()", "expr (block of 1)", || { BlockBuffer::<typenum::U1, Eager>::new(b"a"); }, |r| {
        let v = r.bytes(6);
        tr(!v.is_empty(), format!("BlockBuffer::<U1, Eager>::new({v:?})"), move || { BlockBuffer::<typenum::U1, Eager>::new(&v); })
    });
    t.case("block-buffer|0.12.1|block_buffer::BlockBuffer<BS, K>::new|!buf.is_empty()", "other type arguments (block of 4)", || { BlockBuffer::<typenum::U1, Eager>::new(b"a"); }, |r| {
        let v = r.bytes(6);
        tr(!v.is_empty(), format!("BlockBuffer::<U4, Eager>::new({v:?})"), move || { BlockBuffer::<typenum::U4, Eager>::new(&v); })
    });
    // bytesize
    use bytesize::ByteSize;
    macro_rules! bs { ($($f:ident $b:expr),*) => { $(
        t.case(concat!("bytesize|1.1.0|bytesize::ByteSize::", stringify!($f), "|size >= ", stringify!($b)), "all", || { ByteSize::$f(u64::MAX); }, |r| {
            let n = r.u64(&[$b]); tr(n as i128 >= $b, format!("ByteSize::{}({n})", stringify!($f)), move || { ByteSize::$f(n); })
        }); )* } }
    bs!(gb 18446744074, gib 17179869184, kb 18446744073709552, kib 18014398509481984, mb 18446744073710, mib 17592186044416, pb 18447, pib 16384, tb 18446745, tib 16777216);
    macro_rules! bf { ($($f:ident $b:expr),*) => { $(
        t.case(concat!("bytesize|1.1.0|bytesize::", stringify!($f), "|size >= ", stringify!($b)), "all", || { bytesize::$f(u32::MAX); }, |r| {
            let n = r.u32(&[$b]); tr(n as i128 >= $b, format!("{}({n}u32)", stringify!($f)), move || { bytesize::$f(n); })
        }); )* } }
    bf!(pb 18447, pib 16384, tb 18446745, tib 16777216);
    t.case("bytesize|1.1.0|<ByteSize as Add<T>>::add|self.0 + rhs >= 18446744073709551616", "all (u32)", || { let _ = ByteSize(u64::MAX) + 1u32; }, |r| {
        let b = r.u32(&[1]); let a = r.u64(&[W - 1, W - b as i128]);
        tr(a as i128 + b as i128 >= W, format!("ByteSize({a}) + {b}"), move || { let _ = ByteSize(a) + b; })
    });
    t.case("bytesize|1.1.0|<u64 as Add<ByteSize>>::add|self + rhs.0 >= 18446744073709551616", "all", || { let _ = 1u64 + ByteSize(u64::MAX); }, |r| {
        let b = r.u64(&[1, W - 1]); let a = r.u64(&[W - 1, W - b as i128]);
        tr(a as i128 + b as i128 >= W, format!("{a} + ByteSize({b})"), move || { let _ = a + ByteSize(b); })
    });
    t.case("bytesize|1.1.0|<ByteSize as Add>::add|self.0 + rhs.0 >= 18446744073709551616", "all", || { let _ = ByteSize(1) + ByteSize(u64::MAX); }, |r| {
        let b = r.u64(&[1, W - 1]); let a = r.u64(&[W - 1, W - b as i128]);
        tr(a as i128 + b as i128 >= W, format!("ByteSize({a}) + ByteSize({b})"), move || { let _ = ByteSize(a) + ByteSize(b); })
    });
    // byteorder
    use byteorder::{BigEndian as B, ByteOrder, LittleEndian as L, ReadBytesExt, WriteBytesExt};
    macro_rules! rd { ($($e:ident $f:ident $b:expr),*) => { $(
        t.case(concat!("byteorder|1.5.0|byteorder::ByteOrder::", stringify!($f), "|buf.len() <= ", stringify!($b)), "all", || { $e::$f(b""); }, |r| {
            let v = r.bytes(20); tr(v.len() <= $b, format!("{}({v:?})", stringify!($f)), move || { $e::$f(&v); })
        }); )* } }
    rd!(B read_i128 15, B read_i16 1, B read_i32 3, B read_i64 7, L read_u24 2);
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("byteorder|1.5.0|byteorder::WriteBytesExt::write_u24|n >= 16777216", m, || { let mut v = vec![]; let mut s: &mut [u8] = &mut v; let _ = WriteBytesExt::write_u24::<B>(&mut s, u32::MAX); }, move |r| {
            let n = r.u32(&[1 << 24]); let mut v = if drawn { r.bytes(6) } else { vec![] };
            tr(n >= 1 << 24, format!("write_u24(&mut [u8; {}], {n})", v.len()), move || { let mut s: &mut [u8] = &mut v; let _ = WriteBytesExt::write_u24::<B>(&mut s, n); })
        });
        t.case("byteorder|1.5.0|byteorder::ByteOrder::write_i16|buf.len() <= 1", m, || B::write_i16(&mut [], 0), move |r| {
            let n = if drawn { r.next() as i16 } else { 0 }; let mut v = r.bytes(6);
            tr(v.len() <= 1, format!("write_i16(&mut [u8; {}], {n})", v.len()), move || B::write_i16(&mut v, n))
        });
        t.case("byteorder|1.5.0|byteorder::ByteOrder::write_i32|buf.len() <= 3", m, || B::write_i32(&mut [], 0), move |r| {
            let n = if drawn { r.next() as i32 } else { 0 }; let mut v = r.bytes(8);
            tr(v.len() <= 3, format!("write_i32(&mut [u8; {}], {n})", v.len()), move || B::write_i32(&mut v, n))
        });
        t.case("byteorder|1.5.0|byteorder::ByteOrder::write_u24|buf.len() <= 2", m, || B::write_u24(&mut [], 0), move |r| {
            let n = if drawn { r.u32(&[1 << 24]) } else { 0 }; let mut v = r.bytes(8);
            tr(v.len() <= 2, format!("write_u24(&mut [u8; {}], {n})", v.len()), move || B::write_u24(&mut v, n))
        });
        t.case("byteorder|1.5.0|byteorder::WriteBytesExt::write_int|nbytes == 0", m, || { let mut v = vec![]; let mut s: &mut [u8] = &mut v; let _ = s.write_int::<B>(0, 0); }, move |r| {
            let n = r.usz(&[8, 0]); let x = if drawn { r.i64(&[128, 32768]) } else { 0 }; let mut v = if drawn { r.bytes(10) } else { vec![] };
            tr(n == 0, format!("write_int(&mut [u8; {}], {x}, {n})", v.len()), move || { let mut s: &mut [u8] = &mut v; let _ = s.write_int::<B>(x, n); })
        });
        t.case("byteorder|1.5.0|byteorder::WriteBytesExt::write_int128|nbytes == 0", m, || { let mut v = vec![]; let mut s: &mut [u8] = &mut v; let _ = s.write_int128::<B>(0, 0); }, move |r| {
            let n = r.usz(&[16, 0]); let x = if drawn { r.int(&[128], i128::MIN + 1, i128::MAX) } else { 0 }; let mut v = if drawn { r.bytes(20) } else { vec![] };
            tr(n == 0, format!("write_int128(&mut [u8; {}], {x}, {n})", v.len()), move || { let mut s: &mut [u8] = &mut v; let _ = s.write_int128::<B>(x, n); })
        });
        t.case("byteorder|1.5.0|byteorder::ByteOrder::write_int128|nbytes > buf.len()", m, || B::write_int128(&mut [], 0, 1), move |r| {
            let mut v = r.bytes(20); let n = r.usz(&[16, v.len() as i128]); let x = if drawn { r.int(&[128], i128::MIN + 1, i128::MAX) } else { 0 };
            tr(n > v.len(), format!("BigEndian::write_int128(&mut [u8; {}], {x}, {n})", v.len()), move || B::write_int128(&mut v, x, n))
        });
        macro_rules! ri { ($($f:ident $b:expr),*) => { $(
            t.case(concat!("byteorder|1.5.0|byteorder::ReadBytesExt::", stringify!($f), "|nbytes >= ", stringify!($b)), m, || { let _ = std::io::repeat(0).$f::<B>(usize::MAX); }, move |r| {
                let n = r.usz(&[$b, 0]); let v = if drawn { r.bytes(20) } else { vec![0; 40] };
                tr(n >= $b, format!("{:?}.{}({n})", v, stringify!($f)), move || { let _ = std::io::Cursor::new(v).$f::<B>(n); })
            }); )* } }
        ri!(read_int 9, read_uint 9, read_int128 17, read_uint128 17);
    }
    t.case("byteorder|1.5.0|byteorder::ByteOrder::write_i8_into|src.len() != dst.len()", "all", || B::write_i8_into(&[], &mut [1]), |r| {
        let v: Vec<i8> = r.bytes(5).into_iter().map(|b| b as i8).collect(); let mut d = r.bytes(5);
        tr(v.len() != d.len(), format!("write_i8_into({}, {})", v.len(), d.len()), move || B::write_i8_into(&v, &mut d))
    });
}
