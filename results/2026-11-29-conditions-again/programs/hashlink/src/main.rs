#[path = "../../common.rs"] mod common;
use common::*;
use hashlink::*;
use std::hash::{BuildHasherDefault, DefaultHasher};
type M = LinkedHashMap<i32, i32, BuildHasherDefault<DefaultHasher>>;
fn main() { init();
 check("de49200d411f", "!self.contains_key(index)", ("main.rs+any",718,25), "no entry found for key", 20000, |r| { let mut m = M::default(); for _ in 0..r.below(12) { let k = if r.b() { r.below(8) as i32 } else { r.i32() }; if r.below(4) == 0 { m.remove(&k); } else { m.insert(k, r.i32()); } } let k = if r.b() { r.below(8) as i32 } else { r.i32() }; (m, k) }, |a| !a.0.contains_key(&a.1), |a| a.0[&a.1]);
 ret!("de49", LinkedHashMap::<i32,i32>::from_iter(vec![(0, 0)])[&0]);
 ret!("2395", LinkedHashMap::<i32,i32>::with_capacity(65537)); ret!("ce7d", LinkedHashMap::<i32,i32>::default().reserve(65537)); ret!("d7dc", LinkedHashMap::<i32,i32,_>::with_capacity_and_hasher(65537, std::hash::RandomState::new()));
 println!("why 32768: {:?}", run(|| { LinkedHashMap::<i32,i32>::with_capacity(32768); LinkedHashSet::<i32>::with_capacity(32768); let mut m = LinkedHashMap::<i32,i32>::default(); m.reserve(32768) }));
}
