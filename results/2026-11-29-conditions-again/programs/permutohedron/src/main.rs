#[path = "../../common.rs"] mod common;
use common::*;
use permutohedron::*;
fn main() { init();
 check("d98fc53f9e2a", "n >= 21", ("src/lib.rs",221,31), "attempt to multiply with overflow", 20000, |r| if r.b() { r.below(44) as usize } else { r.usize() }, |a| *a >= 21, |a| factorial(*a));
 ret!("d98f", factorial(17)); ret!("dbef", factorial(17)); ret!("9a0c", { let mut v: Vec<i32> = Vec::new(); Heap::new(&mut v); });
}
