#[path = "../../common.rs"] mod common;
use common::*;
use range_set_blaze::*;
use range_set_blaze::Integer;
use std::net::*;
use std::ops::*;
type U8 = UIntPlusOne<u8>;
fn up(r: &mut Rng) -> U8 { if r.below(3) == 0 { UIntPlusOne::MaxPlusOne } else { UIntPlusOne::UInt(r.u8()) } }
fn up128(r: &mut Rng) -> UIntPlusOne<u128> { if r.b() { UIntPlusOne::MaxPlusOne } else { UIntPlusOne::UInt(r.u128()) } }
fn ch(r: &mut Rng) -> char { loop { if let Some(c) = char::from_u32(match r.below(4) { 0 => r.below(200) as u32, 1 => 0xD7F0 + r.below(0x820) as u32, 2 => 0x10FFFF - r.below(5) as u32, _ => r.below(0x110000) as u32 }) { return c } } }
fn f(r: &mut Rng) -> f64 { match r.below(4) { 0 => r.below(6) as f64 - 3.0, 1 => r.pick(&[f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 1.5]), 2 => f64::from_bits(r.next()), _ => f64::from_bits(r.pick(&[0u64, u64::MAX, i64::MAX as u64, 1 << 63, 1]).wrapping_add(r.below(3))) } }
fn tot(r: &mut Rng) -> Total<f64> { Total::new(f(r)) }
fn map(r: &mut Rng) -> RangeMapBlaze<Total<f64>, String> { let n = r.below(5); (0..n).map(|_| { let (a, b) = (tot(r), tot(r)); let (a, b) = if r.below(3) == 0 { (a, a) } else if a <= b { (a, b) } else { (b, a) }; (a..=b, r.string(2)) }).collect() }
fn seti8(r: &mut Rng) -> RangeSetBlaze<i8> { if r.below(4) == 0 { return RangeSetBlaze::universe() } let n = r.below(5); (0..n).map(|_| { let (a, b) = (r.i8(), r.i8()); a.min(b)..=a.max(b) }).collect() }
fn main() { init();
 let i = "integer.rs"; let so = "attempt to subtract with overflow"; let n = 20000;
 check("69796b923214", "self == 0", (i,479,9), so, n, |r| r.u128(), |a| *a == 0, |a| { let mut a = *a; <u128 as Integer>::assign_sub_one(&mut a) });
 check("2efffdb3d811", "self == 0", ("integer.rs+288/293",197,13), so, n, |r| r.u8(), |a| *a == 0, |a| { let mut a = *a; <u8 as Integer>::assign_sub_one(&mut a) });
 check("838a3a3196a6", "self == i128::MIN", (i,340,9), so, n, |r| r.i128(), |a| *a == i128::MIN, |a| { let mut a = *a; <i128 as Integer>::assign_sub_one(&mut a) });
 check("472456a36f4d", "self == 255", ("integer.rs+288/293",187,13), "attempt to add with overflow", n, |r| r.u8(), |a| *a == 255, |a| <u8 as Integer>::add_one(*a));
 check("b99ce6e61077", "self == 0", ("integer.rs+288/293",192,13), so, n, |r| r.u8(), |a| *a == 0, |a| <u8 as Integer>::sub_one(*a));
 check("4ba6a7e7eaa9", "self.is_empty()", ("multiway_map.rs",410,14), "The intersection of 0 maps is undefined.", 3000, |r| { let n = r.below(5).saturating_sub(1); (0..n).map(|_| map(r)).collect::<Vec<_>>() }, |a| a.is_empty(), |a| <Vec<RangeMapBlaze<Total<f64>, String>> as MultiwayRangeMapBlaze<_, _>>::intersection(a.clone()));
 check("4ba6a7e7eaa9(ref)", "self.is_empty()", ("multiway_map.rs",410,14), "The intersection of 0 maps is undefined.", 2000, |r| { let n = r.below(5).saturating_sub(1); (0..n).map(|_| map(r)).collect::<Vec<_>>() }, |a| a.is_empty(), |a| MultiwayRangeMapBlazeRef::intersection(a.iter().collect::<Vec<&RangeMapBlaze<Total<f64>,String>>>()));
 let mx = |a: &U8| matches!(a, UIntPlusOne::MaxPlusOne);
 check("c77c0db7c6c3", "both MaxPlusOne", ("uint_plus_one.rs",111,17), "arithmetic operation overflowed: (u128::MAX + 1) + (u128::MAX + 1)", n, |r| (up(r), up(r)), |a| mx(&a.0) && mx(&a.1), |a| { let mut x = a.0; x.add_assign(a.1) });
 check("37ba5161c08a", "both MaxPlusOne", ("uint_plus_one.rs",176,17), "arithmetic operation overflowed: (u128::MAX + 1) * (u128::MAX + 1)", n, |r| (up(r), up(r)), |a| mx(&a.0) && mx(&a.1), |a| a.0 * a.1);
 check("989d57330b21", "!Max && Max", ("uint_plus_one.rs",132,17), "underflow: UIntPlusOne::UInt - UIntPlusOne::Max", n, |r| (up(r), up(r)), |a| !mx(&a.0) && mx(&a.1), |a| { let mut x = a.0; x.sub_assign(a.1) });
 check("af9c2012eb3c", "r.start() > r.end()", (i,938,23), so, n, |r| (ch(r)..=ch(r), r.below(3)), |a| a.0.start() > a.0.end(), |a| { let x = a.0.clone(); <char as Integer>::safe_len(&x) });
 check("2721b7e6027b", "r.start() > r.end()", ("integer.rs+229/288/293",229,13), "start ≤ end required", n, |r| { let x = r.u8(); if r.b() { x..=r.u8() } else { let y = x.saturating_add(r.below(3) as u8); x..=y } }, |a| a.start() > a.end(), |a| <u8 as Integer>::safe_len(a));
 check("2721b7e6027b(exhausted)", "r.start() > r.end()", ("integer.rs+229/288/293",229,13), "start ≤ end required", n, |r| { let mut x = r.u8()..=r.u8(); let k = r.below(4); for _ in 0..k { if r.b() { x.next(); } else { x.next_back(); } } if r.below(4)==0 { x.by_ref().for_each(drop) } x }, |a| a.start() > a.end(), |a| <u8 as Integer>::safe_len(a));
 let m128 = |a: &UIntPlusOne<u128>| matches!(a, UIntPlusOne::MaxPlusOne);
 check("4bfd42abcb5d", "b Max && self != MIN", (i,409,13), "b must be in range 1..=max_len (b = (u128::MAX + 1), max_len = 170141183460469231731687303715884105728)", n, |r| (if r.below(4)==0 { i128::MIN } else { r.i128() }, up128(r)), |a| m128(&a.1) && a.0 != i128::MIN, |a| <i128 as Integer>::inclusive_end_from_start(a.0, a.1));
 check("d473552e6ca2", "b Max && self != MAX", (i,439,13), "b must be in range 1..=max_len (b = (u128::MAX + 1), max_len = 170141183460469231731687303715884105729)", n, |r| (if r.below(4)==0 { i128::MAX } else { r.i128() }, up128(r)), |a| m128(&a.1) && a.0 != i128::MAX, |a| <i128 as Integer>::start_from_inclusive_end(a.0, a.1));
 check("5ab0c782b4e3", "b Max && self >= 1", (i,542,13), "b must be in range 1..=max_len (b = (u128::MAX + 1), max_len = 34)", n, |r| (r.u128(), up128(r)), |a| m128(&a.1) && a.0 >= 1, |a| <u128 as Integer>::inclusive_end_from_start(a.0, a.1));
 check("7d35ec5ae9e8", "self + b >= 129 || b == 0", ("integer.rs+260/288",260,17), "b must be in range 1..=max_len (b = 0, max_len = 128)", 60000, |r| { let s = r.i8(); let b = if r.b() { (129 - s as i32 + r.below(5) as i32 - 2).max(0) as u16 } else { r.int(0, 65535, &[128, 256]) as u16 }; (s, b) }, |a| a.0 as i32 + a.1 as i32 >= 129 || a.1 == 0, |a| <i8 as Integer>::inclusive_end_from_start(a.0, a.1));
 check("bf4461e79c88", "!self.contains_key(index)", ("src/map.rs",3339,13), "no entry found for key", 5000, |r| { let m = map(r); let k = if r.b() && !m.is_empty() { let k = r.below(m.ranges_len() as u64) as usize; let q = m.range_values().nth(k).map(|x| if r.b() { *x.0.start() } else { *x.0.end() }).unwrap(); q } else { tot(r) }; (m, k) }, |a| !a.0.contains_key(a.1), |a| a.0[a.1].len());
 check("bbc073a9644a", "range.start >= range.end", ("src/set.rs",937,9), "start (inclusive) must be less than or equal to end (inclusive)", n, |r| { let s = seti8(r); let a = r.i8(); let b = if r.b() { a.wrapping_add(r.below(5) as i8 - 2) } else { r.i8() }; (s, a..b) }, |a| a.1.start >= a.1.end, |a| a.0.range(a.1.clone()).count());
 // shapes / holes
 any("shape 7d35", ("integer.rs+260/288",260,17), "b must be in range 1..=max_len (b = 0, max_len = 128)", 2000, |r| r.i8(), |a| <i8 as Integer>::inclusive_end_from_start(*a, 0));
 any("shape 084e", ("integer.rs+276/288",274,17), "b must be in range 1..=max_len (b = 0, max_len = 128)", 2000, |r| r.i8(), |a| <i8 as Integer>::start_from_inclusive_end(*a, 0));
 any("shape 9f85", ("set.rs",2334,13), "inclusive end must be >= T::min_value()", 2000, |r| tot(r), |a| RangeSetBlaze::<Total<f64>>::universe().ranges_insert(*a..Total::<f64>::MIN));
 any("hole 55c2 i32", ("sorted_disjoint_map.rs",1115,13), "start must be <= end", 2000, |r| r.i32(), |a| CheckSortedDisjointMap::new(vec![(Total::<f64>::MAX..=Total::<f64>::MIN, Owned(*a))]).take(1000).for_each(drop));
 any("hole 55c2 String", ("sorted_disjoint_map.rs",1115,13), "start must be <= end", 2000, |r| r.string(4), |a| CheckSortedDisjointMap::new(vec![(Total::<f64>::MAX..=Total::<f64>::MIN, Owned(a.clone()))]).take(1000).for_each(drop));
 any("shape 55c2 x..=y", ("sorted_disjoint_map.rs",1115,13), "start must be <= end", 2000, |r| (tot(r), tot(r)), |a| CheckSortedDisjointMap::new(vec![(a.0..=a.1, Owned(0))]).take(1000).for_each(drop));
 let p = |e: Result<(), (String,u32,u32,String)>| println!("   {:?}", e.map_err(|e| (e.1, e.2, e.3)));
 p(run(|| { let _ = <i128 as Integer>::inclusive_end_from_start(0, UIntPlusOne::UInt(0)); })); p(run(|| { let _ = <i128 as Integer>::start_from_inclusive_end(0, UIntPlusOne::UInt(0)); })); p(run(|| { let _ = <u128 as Integer>::inclusive_end_from_start(1, UIntPlusOne::UInt(0)); }));
 p(run(|| { let _ = U8::UInt(1) + U8::MaxPlusOne; })); p(run(|| { let _ = U8::UInt(2) * U8::MaxPlusOne; }));
 p(run(|| { let mut s = RangeSetBlaze::<i8>::new(); s.ranges_insert(5..3i8); s.ranges_insert(-5..-127i8); println!("inverted ok {s}"); })); p(run(|| { let mut s = RangeSetBlaze::<i8>::new(); s.ranges_insert(5..-128i8); }));
 p(run(|| { let mut s = std::collections::BTreeSet::<i8>::new(); s.insert(1); println!("btree 0..0 {}", s.range(0..0).count()); }));
 // passing
 ret!("586c", { let mut x = NotNan::<f64>::max_value(); x.assign_sub_one() });
 ret!("611c", { let mut x = Total::<f64>::max_value(); x.assign_sub_one() });
 ret!("da17", { let mut x = Ipv4Addr::from(1); x.assign_sub_one() });
 ret!("8e22", { let mut x = Ipv6Addr::from(1); x.assign_sub_one() });
 ret!("6979", { let mut x = 1u128; <u128 as Integer>::assign_sub_one(&mut x) });
 ret!("838a", { let mut x = -170141183460469231731687303715884105727i128; <i128 as Integer>::assign_sub_one(&mut x) });
 ret!("5ace", { let mut x = '\t'; <char as Integer>::assign_sub_one(&mut x) });
 ret!("4ba6", <Vec<RangeMapBlaze<Total<f64>, String>> as MultiwayRangeMapBlaze<_, _>>::intersection(vec![RangeMapBlaze::new()]));
 ret!("c77c", { let mut x: U8 = UIntPlusOne::UInt(0); x.add_assign(UIntPlusOne::MaxPlusOne) });
 ret!("c79a", NotNan::<f64>::new(0.0)); ret!("0998", not_nan::nnf64(0.0));
 ret!("af9c", <char as Integer>::safe_len(&(' '..='0')));
 ret!("4bfd", <i128 as Integer>::inclusive_end_from_start(0, UIntPlusOne::UInt(1)));
 ret!("d473", <i128 as Integer>::start_from_inclusive_end(0, UIntPlusOne::UInt(1)));
 ret!("d0f0", <i128 as Integer>::safe_len(&(-1..=-1)));
 ret!("7d35", <i8 as Integer>::inclusive_end_from_start(0, 1)); ret!("084e", <i8 as Integer>::start_from_inclusive_end(0, 1));
 ret!("21ef", <NotNan<f64> as Integer>::safe_len(&(NotNan::<f64>::MIN..=NotNan::<f64>::MIN)));
 ret!("1554", <Total<f64> as Integer>::safe_len(&(Total::<f64>::MIN..=Total::<f64>::MIN)));
 ret!("bf44", { let s = (Total::<f64>::MIN..=Total::<f64>::MIN, "".to_string()); let m = RangeMapBlaze::from_iter(vec![&s, &s, &s]); let l = m[Total::<f64>::MIN].len(); l });
 ret!("37ba", UIntPlusOne::<u8>::UInt(0) * UIntPlusOne::MaxPlusOne);
 ret!("5ab0", <u128 as Integer>::inclusive_end_from_start(0, UIntPlusOne::MaxPlusOne));
 ret!("0cd3", <u128 as Integer>::safe_len(&(0..=0))); ret!("af14", <u128 as Integer>::start_from_inclusive_end(0, UIntPlusOne::UInt(1)));
 ret!("2721", <u8 as Integer>::safe_len(&(0..=0)));
 ret!("989d", { let mut x: U8 = UIntPlusOne::MaxPlusOne; x.sub_assign(UIntPlusOne::MaxPlusOne) });
 ret!("1fab", { let mut x: U8 = UIntPlusOne::MaxPlusOne; x.sub_assign(UIntPlusOne::UInt(1)) });
 ret!("a65b", Ipv6Addr::from(0).inclusive_end_from_start(UIntPlusOne::MaxPlusOne)); ret!("1ddd", Ipv6Addr::from(u128::MAX).start_from_inclusive_end(UIntPlusOne::MaxPlusOne));
 ret!("0dea", Ipv4Addr::safe_len(&(Ipv4Addr::from(0)..=Ipv4Addr::from(0)))); ret!("3b77", Ipv6Addr::safe_len(&(Ipv6Addr::from(0)..=Ipv6Addr::from(0))));
 ret!("31f7", NotNan::<f64>::from_primitive_slice(vec![0.0].as_slice()).len());
 ret!("58fa", RangeMapBlaze::<Total<f64>, String>::new().range(Total::<f64>::MIN..Total::<f64>::MAX.sub_one().after()).count());
 ret!("bbc0", RangeSetBlaze::<i8>::universe().range(-1..0).count());
 ret!("9f85", RangeSetBlaze::<Total<f64>>::universe().ranges_insert(Total::<f64>::MAX..Total::<f64>::MAX));
 ret!("1cd6", CheckSortedDisjoint::new(Vec::<RangeInclusive<Total<f64>>>::new()).next());
}
