#[path = "../../common.rs"] mod common;
use common::*;
use textdistance::*;
#[derive(Clone, Debug)]
pub struct OddItems<T> { items: std::vec::IntoIter<T>, behind_none: Option<std::vec::IntoIter<T>>, most: Option<usize> }
impl<T> Iterator for OddItems<T> { type Item = T;
 fn next(&mut self) -> Option<T> { let item = self.items.next(); if item.is_none() { self.items = self.behind_none.take().unwrap_or_default(); } item }
 fn size_hint(&self) -> (usize, Option<usize>) { (0, self.most) } }
impl<T> OddItems<T> { fn pausing(items: Vec<T>, behind_none: Vec<T>) -> Self { OddItems { items: items.into_iter(), behind_none: Some(behind_none.into_iter()), most: None } } fn at_most(items: Vec<T>, most: Option<usize>) -> Self { OddItems { items: items.into_iter(), behind_none: None, most } } }
fn cost(r: &mut Rng) -> usize { match r.below(5) { 0 => r.below(3) as usize, 1 => usize::MAX - r.below(6) as usize, 2 => (1usize << 63) + r.below(3) as usize - 1, 3 => 0, _ => r.usize() } }
#[derive(Debug)] struct D { restricted: bool, del: usize, ins: usize, sub: usize, trans: usize, a: Vec<i32>, b: Vec<i32> }
fn d(r: &mut Rng) -> D { D { restricted: true, del: cost(r), ins: cost(r), sub: cost(r), trans: cost(r), a: r.vec_i32(5), b: r.vec_i32(5) } }
fn dl(a: &D) -> usize { DamerauLevenshtein { restricted: a.restricted, del_cost: a.del, ins_cost: a.ins, sub_cost: a.sub, trans_cost: a.trans }.for_vec(&a.a, &a.b).val() }
fn cond(a: &D) -> bool { !a.b.is_empty() && a.ins as u128 + a.a.len() as u128 >= 1 << 64 }
fn yb(d: usize, i: usize, s: usize) -> YujianBo { YujianBo { levenshtein: Levenshtein { del_cost: d, ins_cost: i, sub_cost: s } } }
fn main() { init(); let n = 40000;
 let ao = "attempt to add with overflow"; let so = "attempt to subtract with overflow"; let mo = "attempt to multiply with overflow";
 let dlf = "damerau_levenshtein.rs"; let t = "!s2.is_empty() && self.ins_cost + s1.len() >= 2^64";
 check("627cd54bb8ee restricted:true", t, (dlf,117,21), ao, n, d, cond, dl);
 check("627cd54bb8ee restricted:any", t, (dlf,117,21), ao, n, |r| { let mut x = d(r); x.restricted = r.b(); x }, cond, dl);
 check("627cd54bb8ee restricted, del=sub=trans=0", t, (dlf,117,21), ao, n, |r| { let mut x = d(r); x.del = 0; x.sub = 0; x.trans = 0; x }, cond, dl);
 // holes
 any("2a8a1067b637 i32", ("smith_waterman.rs",43,30), so, 3000, |r| (r.isize(), r.i32()), |a| SmithWaterman { gap_cost: isize::MIN, match_cost: 0, mismatch_cost: a.0 }.for_vec(&[a.1], &[a.1]).val());
 any("2a8a1067b637 String", ("smith_waterman.rs",43,30), so, 3000, |r| (r.isize(), r.string(3)), |a| SmithWaterman { gap_cost: isize::MIN, match_cost: 0, mismatch_cost: a.0 }.for_vec(&[a.1.clone()], &[a.1.clone()]).val());
 any("b11d59dea5b9", ("entropy_ncd.rs",34,9), "assertion failed: self.correction >= 0.", 3000, |r| (r.usize(), r.vec_i32(4), r.vec_i32(4)), |a| EntropyNCD { base: a.0, correction: -1.0 }.for_iter(a.1.clone().into_iter(), a.2.clone().into_iter()).nval());
 any("2a8e1067b63b", ("smith_waterman.rs",42,30), so, 3000, |r| (r.isize(), r.isize(), r.i32()), |a| SmithWaterman { gap_cost: a.1, match_cost: isize::MIN, mismatch_cost: a.0 }.for_vec(&[a.2], &[a.2]).val());
 any("b0e60256db89 i32", ("mlipns.rs",36,23), so, 3000, |r| (r.i32(), if r.b() { 0 } else { r.i32() }, r.b()), |a| MLIPNS::default().for_iter(OddItems::at_most(vec![a.0], None), OddItems::pausing(vec![], vec![if a.2 { a.0 } else { a.1 }])).val());
 any("b0e60256db89 String", ("mlipns.rs",36,23), so, 3000, |r| (r.string(3), r.string(3)), |a| MLIPNS::default().for_iter(OddItems::at_most(vec![a.0.clone()], None), OddItems::pausing(vec![], vec![a.1.clone()])).val());
 any("7c1ca3b1640f", ("yujian_bo.rs",27,33), ao, 3000, |r| (cost(r), cost(r), r.i32()), |a| yb(a.1, usize::MAX, a.0).for_iter(Vec::<i32>::new().into_iter(), vec![a.2].into_iter()).nval());
 any("7c1ca3b1640f String", ("yujian_bo.rs",27,33), ao, 3000, |r| (cost(r), r.string(3)), |a| yb(0, usize::MAX, a.0).for_iter(Vec::<String>::new().into_iter(), vec![a.1.clone()].into_iter()).nval());
 any("fb0c37bc351e", ("yujian_bo.rs",27,50), mo, 3000, |r| (cost(r), cost(r), r.i32(), r.i32()), |a| yb(a.1, usize::MAX, a.0).for_iter(Vec::<i32>::new().into_iter(), vec![a.2, a.3].into_iter()).nval());
 any("fb0237bc3516", ("yujian_bo.rs",27,34), mo, 3000, |r| (cost(r), cost(r), r.i32(), r.i32()), |a| yb(usize::MAX, a.1, a.0).for_iter(vec![a.2, a.3].into_iter(), Vec::<i32>::new().into_iter()).nval());
 any("d42ca3a2a950", ("algorithms/levenshtein.rs",69,21), ao, 3000, |r| (r.b(), cost(r), cost(r)), |a| { let v: Vec<String> = (0..20).map(|i: i32| i.to_string()).collect(); LIG3 { levenshtein: Levenshtein { del_cost: a.1, ins_cost: a.2, sub_cost: usize::MAX }, hamming: Hamming { truncate: a.0 } }.for_vec(&v, &v).nval() });
 // shapes
 any("shape 3fdc", ("jaro_winkler.rs",39,9), "assertion failed: self.prefix_weight * self.max_prefix as f64 <= 1.0", 3000, |r| r.vec_i32(4), |a| JaroWinkler { jaro: Jaro {}, prefix_weight: 1.0, max_prefix: 2 }.for_vec(a, a).nval());
 let one = |r: &mut Rng| (cost(r), cost(r), cost(r), r.i32());
 let g = |res: bool, d: usize, i: usize, s: usize, t: usize, e: i32| DamerauLevenshtein { restricted: res, del_cost: d, ins_cost: i, sub_cost: s, trans_cost: t }.for_vec(&[e], &[e]).val();
 any("shape 8b66", (dlf,79,21), ao, 3000, one, |a| g(false, 0, 0, a.0, usize::MAX, a.3));
 any("shape 8b60", (dlf,78,21), ao, 3000, one, |a| g(false, 0, usize::MAX, a.0, a.1, a.3));
 any("shape 8b5a", (dlf,77,21), ao, 3000, one, |a| g(false, usize::MAX, a.0, a.1, a.2, a.3));
 any("shape 627c", (dlf,117,21), ao, 3000, one, |a| g(true, 0, usize::MAX, a.0, a.1, a.3));
 any("shape 6276", (dlf,116,21), ao, 3000, one, |a| g(true, usize::MAX, a.0, a.1, a.2, a.3));
 any("shape 41e9", ("entropy_ncd.rs",41,9), "assertion failed: entropy >= 0.", 3000, |r| (r.vec_i32(4), r.i32()), |a| EntropyNCD { base: 1, correction: 0.0 }.for_iter(a.0.clone().into_iter(), vec![a.1].into_iter()).nval());
 any("shape 4a0e", ("yujian_bo.rs",27,13), mo, 3000, |r| cost(r), |a| yb(usize::MAX, *a, 1).for_iter(vec![1].into_iter(), vec![0].into_iter()).nval());
 any("shape 44cb", ("algorithms/levenshtein.rs",74,25), ao, 3000, |r| (cost(r), r.below(25) as i32 - 2), |a| yb(usize::MAX, a.0, 0).for_iter((0..20).collect::<Vec<i32>>().into_iter(), vec![a.1].into_iter()).nval());
 any("shape 624c", (dlf,118,21), ao, 3000, |r| (cost(r), r.below(25) as i32 - 2), |a| DamerauLevenshtein { restricted: true, del_cost: 0, ins_cost: 0, sub_cost: usize::MAX, trans_cost: a.0 }.for_vec(&(0..20).collect::<Vec<i32>>(), &[a.1]).val());
 // passing
 let e: Vec<i32> = vec![]; let z = vec![0];
 ret!("2a8a", SmithWaterman { gap_cost: isize::MIN, match_cost: 0, mismatch_cost: 0 }.for_vec(&e, &z)); ret!("2a8e", SmithWaterman { gap_cost: 0, match_cost: isize::MIN, mismatch_cost: 0 }.for_vec(&[-1], &[0]));
 ret!("b11d", EntropyNCD { base: 0, correction: 0.0 }.for_iter(e.clone().into_iter(), e.clone().into_iter()));
 ret!("627c", DamerauLevenshtein { restricted: true, del_cost: 0, ins_cost: usize::MAX, sub_cost: 0, trans_cost: 0 }.for_vec(&e, &z));
 ret!("8b66", DamerauLevenshtein { restricted: false, del_cost: 0, ins_cost: 0, sub_cost: 0, trans_cost: usize::MAX }.for_vec(&e, &z)); ret!("8b60", DamerauLevenshtein { restricted: false, del_cost: 0, ins_cost: usize::MAX, sub_cost: 0, trans_cost: 0 }.for_vec(&e, &z)); ret!("8b5a", DamerauLevenshtein { restricted: false, del_cost: usize::MAX, ins_cost: 0, sub_cost: 0, trans_cost: 0 }.for_vec(&e, &z));
 ret!("6276", DamerauLevenshtein { restricted: true, del_cost: usize::MAX, ins_cost: 0, sub_cost: 0, trans_cost: 0 }.for_vec(&e, &z));
 ret!("b0e6", MLIPNS::default().for_iter(OddItems::at_most(vec![], None), OddItems::pausing(vec![], vec![0])));
 ret!("7c1c", yb(0, usize::MAX, 0).for_iter(e.clone().into_iter(), e.clone().into_iter())); ret!("fb02", yb(usize::MAX, 0, 0).for_iter(e.clone().into_iter(), e.clone().into_iter()));
 ret!("d42c", { let v: Vec<String> = (0..20).map(|i: i32| i.to_string()).collect(); LIG3 { levenshtein: Levenshtein { del_cost: 0, ins_cost: 0, sub_cost: 0 }, hamming: Hamming { truncate: false } }.for_vec(&v, &v).nval() });
 ret!("3fdc", JaroWinkler { jaro: Jaro {}, prefix_weight: 0.0, max_prefix: 2 }.for_vec(&e, &e)); ret!("41e9", EntropyNCD { base: 1, correction: 0.0 }.for_iter(e.clone().into_iter(), e.clone().into_iter()));
 ret!("a92a", DamerauLevenshtein { restricted: false, del_cost: 0, ins_cost: 0, sub_cost: usize::MAX, trans_cost: 0 }.for_str("", "abc"));
 ret!("4a0e", yb(usize::MAX, 0, 1).for_iter(e.clone().into_iter(), z.clone().into_iter())); ret!("44cf", yb(1, usize::MAX, 1).for_iter(vec![1].into_iter(), e.clone().into_iter())); ret!("44cb", yb(usize::MAX, 0, 0).for_iter(e.clone().into_iter(), z.clone().into_iter()));
 ret!("624c", DamerauLevenshtein { restricted: true, del_cost: 0, ins_cost: 0, sub_cost: usize::MAX, trans_cost: 0 }.for_vec(&(0..20).collect::<Vec<i32>>(), &e));
 println!("mlipns odd via plain fused 1 vs 1 different: {:?}", run(|| MLIPNS::default().for_iter(vec![1].into_iter(), vec![2].into_iter()).val()));
}
