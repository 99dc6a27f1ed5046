#[path = "../../common.rs"] mod common;
use common::*;
use qoi::*;
fn main() { init();
 any("95e334df18c0", ("src/header.rs",110,9), "attempt to multiply with overflow", 2000, |r| (r.b(), r.b()), |a| Header { width: u32::MAX, height: u32::MAX, channels: if a.0 { Channels::Rgb } else { Channels::Rgba }, colorspace: if a.1 { ColorSpace::Srgb } else { ColorSpace::Linear } }.n_bytes());
 ret!("95e3", Header { width: 0, height: u32::MAX, channels: Channels::Rgb, colorspace: ColorSpace::Srgb }.n_bytes()); ret!("b691", encode_max_len(u32::MAX, u32::MAX, 0)); println!("b691 {:?}", run(|| encode_max_len(u32::MAX, u32::MAX, 1)));
}
