#[path = "../../common.rs"] mod common;
use common::*;
use interval::prelude::*;
use interval::{Interval, IntervalSet};
use interval::ops::*;
use interval::interval::ToInterval;
use gcollections::ops::*;
fn iu(r: &mut Rng) -> Interval<u8> { match r.below(7) { 0 => Interval::empty(), 1 => Interval::whole(), 2 => Interval::singleton(r.int(0,254,&[]) as u8), 3 => Interval::new(0, r.int(0,254,&[]) as u8), 4 => Interval::new(r.int(0,254,&[]) as u8, 254), _ => Interval::new(r.int(0,254,&[]) as u8, r.int(0,254,&[127]) as u8) } }
fn ii(r: &mut Rng) -> Interval<i8> { match r.below(7) { 0 => Interval::empty(), 1 => Interval::whole(), 2 => Interval::singleton(r.int(-127,127,&[]) as i8), 3 => Interval::new(-127, r.int(-127,127,&[]) as i8), 4 => Interval::new(r.int(-127,127,&[]) as i8, r.int(120,127,&[]) as i8), _ => Interval::new(r.int(-127,127,&[]) as i8, r.int(-127,127,&[126]) as i8) } }
fn si(r: &mut Rng) -> IntervalSet<i8> { if r.below(8) == 0 { return IntervalSet::whole() } let n = r.below(4); let mut s = IntervalSet::empty(); for _ in 0..n { let a = if r.b() { r.below(12) as i8 - 6 } else { r.int(-127,127,&[]) as i8 }; let b = if r.b() { a } else { (a as i32 + r.below(5) as i32).min(127) as i8 }; s = s.union(&IntervalSet::new(a, b)); } s }
fn main() { init(); let n = 20000; let o = "ops.rs+107/108"; let iv = "interval.rs";
 check("7c8f2503e120", "lower == -128", (o,91,9), "Width cannot be represented because the value exceeds the minimum value allowed.", n, |r| (if r.below(3)==0 { -128 } else { r.i8() }, r.i8()), |a| a.0 == -128, |a| <i8 as Width>::width(&a.0, &a.1));
 check("b1d582c2b21f", "upper == 255", (o,63,9), "Width cannot be represented because the value exceeds the maximum value allowed.", n, |r| (r.u8(), if r.below(3)==0 { 255 } else { r.u8() }), |a| a.1 == 255, |a| <u8 as Width>::width(&a.0, &a.1));
 check("57ab1bbc5753", "lower > upper", (o,93,9), "assertion failed: lower <= upper", n, |r| (r.i8(), r.i8()), |a| a.0 > a.1, |a| <i8 as Width>::width(&a.0, &a.1));
 check("7469e3e05270", "lower > upper", (o,65,9), "assertion failed: lower <= upper", n, |r| (r.u8(), r.u8()), |a| a.0 > a.1, |a| <u8 as Width>::width(&a.0, &a.1));
 let sz = |i: &Interval<u8>| i.size() as i32;
 check("0d093fe8538f", "other.lower() == 0 && other.size() >= 1", (iv,900,56), "attempt to subtract with overflow", n, |r| (iu(r), iu(r)), |a| sz(&a.1) >= 1 && a.1.lower() == 0, |a| a.0.difference(&a.1));
 check("1464968c7ff9", "other.upper() >= 126 && other.size() >= 1", (iv,901,57), "attempt to add with overflow", n, |r| (ii(r), ii(r)), |a| a.1.size() >= 1 && a.1.upper() >= 126, |a| a.0.difference(&a.1));
 check("734bbeef142c", "x == 255", (iv,249,9), "Upper bound exceeds the maximum value of a bound.", n, |r| r.u8(), |a| *a == 255, |a| Interval::<u8>::singleton(*a));
 check("e4cd38f96521", "other + self.size() >= 257", (iv,1098,57), "attempt to add with overflow", n, |r| (iu(r), r.u8()), |a| a.1 as i32 + sz(&a.0) >= 257, |a| a.0.clone() + a.1);
 check("e4cd38f96521 (whole()+x)", "other + self.size() >= 257", (iv,1098,57), "attempt to add with overflow", n, |r| r.u8(), |a| *a as i32 + 255 >= 257, |a| Interval::<u8>::whole() + *a);
 check("7369028ff2c9", "other > self.lower() && self.size() >= 1", (iv,1163,27), "attempt to subtract with overflow", n, |r| (iu(r), r.u8()), |a| sz(&a.0) >= 1 && a.1 > a.0.lower(), |a| a.0.clone() - a.1);
 check("ff7c829a287c", "lb > ub", ("interval_set.rs",436,9), "Cannot build empty interval set with an invalid range. use crate::IntervalSet::empty().", n, |r| (r.u8(), r.u8()), |a| a.0 > a.1, |a| IntervalSet::<u8>::new(a.0, a.1));
 check("a04464054e4e", "other < 0 && self.size() >= 2", ("interval_set.rs",229,9), "Cannot push empty interval.", n, |r| (si(r), r.i8()), |a| a.1 < 0 && a.0.size() >= 2, |a| a.0.clone() * a.1);
 check("a04464054e4e small", "other < 0 && self.size() >= 2", ("interval_set.rs",229,9), "Cannot push empty interval.", n, |r| { let mut s = IntervalSet::empty(); for _ in 0..r.below(4) { let a = r.below(30) as i8 - 15; let b = if r.below(4) > 0 { a } else { a + r.below(3) as i8 }; s = s.union(&IntervalSet::new(a, b)); } (s, r.below(7) as i8 - 4) }, |a| a.1 < 0 && a.0.size() >= 2, |a| a.0.clone() * a.1);
 println!("{:?}", run(|| [(1,1),(5,5)].to_interval_set() * -1));
 println!("{:?}", run(|| [(1i8,1),(5,5)].to_interval_set() * -1i8));
 println!("diff 126: {:?}", run(|| Interval::<i8>::new(-127, 127).difference(&Interval::new(0i8, 126))));
 println!("add: {:?} {:?} {:?}", run(|| Interval::<u8>::new(1, 254) + 2), run(|| Interval::<u8>::new(200, 210) + 50), run(|| Interval::<u8>::new(200, 200) + 100));
 println!("empty.lower(): {:?}", run(|| Interval::<u8>::empty().lower()));
 // passing
 ret!("7c8f", <i8 as Width>::width(&-127, &1)); ret!("b1d5", <u8 as Width>::width(&63, &122)); ret!("57ab", <i8 as Width>::width(&0,&0)); ret!("7469", <u8 as Width>::width(&0,&0));
 ret!("0d09", Interval::<u8>::whole().difference(&ToInterval::to_interval(()))); ret!("1464", Interval::<i8>::whole().difference(&ToInterval::to_interval(())));
 ret!("734b", Interval::<u8>::singleton(254)); ret!("b847", Interval::<u8>::whole().upper()); ret!("e1d3", IntervalSet::<u8>::whole().lower()); ret!("8582", IntervalSet::<u8>::whole().upper());
 ret!("2e4a", Interval::<u8>::whole().difference(&0u8)); ret!("e4cd", <() as ToInterval<u8>>::to_interval(()) + 2);
 ret!("a920", <() as ToInterval<i8>>::to_interval(()) + Interval::<i8>::whole()); ret!("8211", Interval::<u8>::whole() * 1);
 ret!("93a2", <() as ToInterval<i8>>::to_interval(()) * Interval::<i8>::whole()); ret!("a2c1", <() as ToInterval<u8>>::to_interval(()) * Interval::<u8>::whole());
 ret!("7369", Interval::<u8>::whole() - 0); ret!("d0fc", <() as ToInterval<u8>>::to_interval(()) - Interval::<u8>::whole()); ret!("ff7c", IntervalSet::<u8>::new(0,0)); ret!("a044", IntervalSet::<i8>::whole() * 0);
 ret!("4b75", Interval::<i8>::whole().difference(&127i8)); ret!("a2bb", <u8 as ToInterval<u8>>::to_interval(1) * Interval::<u8>::whole()); ret!("a2c5", <() as ToInterval<u8>>::to_interval(()) * <u8 as ToInterval<u8>>::to_interval(2));
 ret!("7868", { let mut s = IntervalSet::<u8>::whole(); s.extend([Interval::<u8>::whole(), Interval::<u8>::whole()]) });
}
