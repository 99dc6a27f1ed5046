#![allow(deprecated, unused_must_use, clippy::all)]
#[path = "../../common/src/h.rs"]
mod h;
use h::*;
mod a; mod b; mod c;

fn main() {
    let mut t = T::new("conditions.csv");
    a::all(&mut t);
    b::all(&mut t);
    c::all(&mut t);
}
