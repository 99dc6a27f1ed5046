#[path = "../../common.rs"] mod common;
use common::*;
use geo_traits::CoordTrait;
use wkt::to_wkt::*;
use wkt::types::*;
use wkt::ToWkt;
fn o(r: &mut Rng) -> Option<usize> { if r.b() { None } else { Some(r.usize()) } }
fn main() { init(); let c = "types/coord.rs"; let m = "n out of range";
 check("6e17a5cabf7e", "self.z.is_none() && n == 3", (c,132,21), m, 20000, |r| (Coord { x: r.usize(), y: r.usize(), z: o(r), m: o(r) }, if r.b() { 3 } else { r.below(6) as usize }), |a| a.0.z.is_none() && a.1 == 3, |a| a.0.nth_or_panic(a.1));
 any("be2564c177c0", (c,174,21), m, 3000, |r| (r.usize(), r.usize()), |a| CoordTrait::nth_or_panic(&&Coord { x: a.0, y: a.1, z: None, m: None }, 3));
 any("be2164c177bc", (c,177,18), m, 3000, |r| (r.usize(), r.usize()), |a| CoordTrait::nth_or_panic(&&Coord { x: a.0, y: a.1, z: None, m: None }, usize::MAX));
 any("6e19a5cabf7e", (c,125,21), m, 3000, |r| (r.usize(), r.usize()), |a| Coord { x: a.0, y: a.1, z: None, m: None }.nth_or_panic(2));
 any("6e19a5cabf7e f64", (c,125,21), m, 3000, |r| (f64::from_bits(r.next()), f64::from_bits(r.next())), |a| Coord { x: a.0, y: a.1, z: None, m: None }.nth_or_panic(2));
 any("6e17a5cabf7e", (c,132,21), m, 3000, |r| (r.usize(), r.usize()), |a| Coord { x: a.0, y: a.1, z: None, m: None }.nth_or_panic(3));
 any("6e13a5cabf7a", (c,135,18), m, 3000, |r| (r.usize(), r.usize()), |a| Coord { x: a.0, y: a.1, z: None, m: None }.nth_or_panic(usize::MAX));
 any("6e13a5cabf7a i32", (c,135,18), m, 3000, |r| (r.i32(), r.i32()), |a| Coord { x: a.0, y: a.1, z: None, m: None }.nth_or_panic(usize::MAX));
 any("shape 6e17 z any", (c,132,21), m, 3000, |r| (r.usize(), o(r)), |a| Coord { x: a.0, y: 0, z: a.1, m: None }.nth_or_panic(3));
 let dims = [Dimension::XY, Dimension::XYZ, Dimension::XYM, Dimension::XYZM];
 any("shape b87a", ("geo_trait_impl.rs",161,45), "called `Option::unwrap()` on a `None` value", 500, |r| (r.string(5), r.pick(&dims)), |a| write_multi_point::<usize>(&mut a.0.clone(), &MultiPoint::new(vec![Point::default()], a.1)).is_ok());
 any("shape 6357", ("geo_trait_impl.rs",242,58), "called `Option::unwrap()` on a `None` value", 500, |r| (r.string(5), r.pick(&dims)), |a| write_multi_polygon::<u8>(&mut a.0.clone(), &MultiPolygon::new(vec![Polygon::default()], a.1)).is_ok());
 any("shape b113", ("types/coord.rs",167,21), m, 3000, |r| (r.string(5), [r.u8(), r.u8(), r.u8(), r.u8(), r.u8(), r.u8()]), |a| { let q = a.1; let t = geo_types::Triangle(geo_types::Coord { x: q[0], y: q[1] }, geo_types::Coord { x: q[2], y: q[3] }, geo_types::Coord { x: q[4], y: q[5] }); let p = match t.to_wkt() { wkt::Wkt::Polygon(x, ..) => x, _ => unreachable!() }; write_multi_polygon::<u8>(&mut a.0.clone(), &MultiPolygon::new(vec![p], Dimension::XYZ)).is_ok() });
 ret!("6e17", Coord { x: 1usize, y: 1, z: Some(0), m: Some(0) }.nth_or_panic(3)); ret!("b87a", write_multi_point::<usize>(&mut "".to_string(), &MultiPoint::default()).unwrap()); ret!("6357", write_multi_polygon::<u8>(&mut "".to_string(), &MultiPolygon::default()).unwrap());
}
