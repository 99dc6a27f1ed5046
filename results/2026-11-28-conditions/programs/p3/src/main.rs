#[path = "../../common/src/h.rs"]
mod h;
use h::*;
pub const W: i128 = 1 << 64;
fn main() {
    let mut t = T::new("conditions.csv");
    let t = &mut t;
    static S: &[u8] = b"hello world";
    for mode in ["expr", "drawn", "drawn: subset may be of self"] {
        t.case("bytes|1.12.1|bytes::Bytes::slice_ref|!subset.is_empty()", mode, || { bytes121::Bytes::new().slice_ref(b"a".as_slice()); }, move |r| {
            let b = if mode == "expr" { bytes121::Bytes::new() } else { bytes121::Bytes::from(r.bytes(9)) };
            let n = r.us(6); let own = mode.len() > 5 && r.bool() && !b.is_empty();
            let a = r.us(n + 1).min(b.len()); let e = (a + r.us(4)).min(b.len());
            tr(if own { a < e } else { n > 0 }, if own { format!("b = {b:?}; b.slice_ref(&b[{a}..{e}])") } else { format!("{b:?}.slice_ref({:?})", &S[..n]) },
               move || { if own { let c = b.clone(); b.slice_ref(&c[a..e]); } else { b.slice_ref(&S[..n]); } })
        });
    }
    t.case("fixedbitset|0.5.7|fixedbitset::Ones::last_positive_bit_and_unset|n == 0", "all", || { fixedbitset57::Ones::last_positive_bit_and_unset(&mut 0); }, |r| {
        let n = if r.below(5) == 0 { 0 } else { r.usz(&[0, 1 << 63]) };
        tr(n == 0, format!("{n}"), move || { let mut n = n; fixedbitset57::Ones::last_positive_bit_and_unset(&mut n); })
    });
    t.case("fixedbitset|0.5.7|fixedbitset::IntoOnes::last_positive_bit_and_unset|n == 0", "all", || { fixedbitset57::IntoOnes::last_positive_bit_and_unset(&mut 0); }, |r| {
        let n = if r.below(5) == 0 { 0 } else { r.usz(&[0, 1 << 63]) };
        tr(n == 0, format!("{n}"), move || { let mut n = n; fixedbitset57::IntoOnes::last_positive_bit_and_unset(&mut n); })
    });
    for drawn in [false, true] {
        let m = if drawn { "drawn" } else { "expr" };
        t.case("fixedbitset|0.5.7|fixedbitset::FixedBitSet::grow_and_insert|bits == usize::MAX", m, || { fixedbitset57::FixedBitSet::new().grow_and_insert(usize::MAX); }, move |r| {
            let n = loop { let n = r.usz(&[W - 1, 64, W - 64, 128]); if n < 1 << 20 || n == usize::MAX { break n } };
            let c = if drawn { r.us(200) } else { 0 };
            tr(n == usize::MAX, format!("FixedBitSet::with_capacity({c}).grow_and_insert({n})"), move || { let mut b = fixedbitset57::FixedBitSet::with_capacity(c); b.grow_and_insert(n); })
        });
    }
}
