#![allow(deprecated, unused_must_use, clippy::all)]
#[path = "../../common/src/h.rs"]
mod h;
use h::*;
mod d; mod e;
fn main() {
    let mut t = T::new("conditions.csv");
    d::all(&mut t);
    e::all(&mut t);
}
