#[path = "../../common.rs"] mod common;
use common::*;
use cpp_demangle::*;
fn main() { init();
 check("6066a152e32b", "limit == 0", ("src/lib.rs",122,60), "Recursion limit must be > 0", 20000, |r| (r.below(32), if r.below(4)==0 {0} else {r.u32()}, r.u32().max(1)), |a| a.1 == 0, |a| { let mut d = DemangleOptions::new(); if a.0 & 1 > 0 { d = d.no_params() } if a.0 & 2 > 0 { d = d.no_return_type() } if a.0 & 4 > 0 { d = d.hide_expression_literal_types() } if a.0 & 8 > 0 { d = d.recursion_limit(a.2) } d.recursion_limit(a.1) });
 check("12f398060dfe", "limit == 0", ("src/lib.rs",75,60), "Recursion limit must be > 0", 20000, |r| (r.below(2), if r.below(4)==0 {0} else {r.u32()}, r.u32().max(1)), |a| a.1 == 0, |a| { let mut d = ParseOptions::default(); if a.0 == 1 { d = d.recursion_limit(a.2) } d.recursion_limit(a.1) });
 ret!("6066", DemangleOptions::new().recursion_limit(1)); ret!("12f3", ParseOptions::default().recursion_limit(1));
 ret!("cf9d", Symbol::new(b"\x009223372036854775807".as_slice()).is_ok());
 println!("cf9d {:?}", run(|| Symbol::new(b"T9223372036854775807".as_slice()).is_ok()));
}
