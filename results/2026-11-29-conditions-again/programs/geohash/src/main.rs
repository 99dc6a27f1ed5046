#[path = "../../common.rs"] mod common;
use common::*;
fn main() { init();
 check("6bd63a2edfb9", "hash_str.is_empty()", ("src/core.rs",211,21), "attempt to shift left with overflow", 30000, |r| if r.below(5) == 0 { String::new() } else if r.b() { r.string(15) } else { let n = r.below(15); (0..n).map(|_| r.pick(b"0123456789bcdefghjkmnpqrstuvwxyz") as char).collect() }, |a| a.is_empty(), |a| geohash::decode(a).is_ok());
 check("6bd63a2edfb9 decode_bbox", "hash_str.is_empty()", ("src/core.rs",211,21), "attempt to shift left with overflow", 30000, |r| if r.below(5) == 0 { String::new() } else if r.b() { r.string(15) } else { let n = r.below(15); (0..n).map(|_| r.pick(b"0123456789bcdefghjkmnpqrstuvwxyz") as char).collect() }, |a| a.is_empty(), |a| geohash::decode_bbox(a).is_ok());
 ret!("6bd6", geohash::decode("a"));
}
