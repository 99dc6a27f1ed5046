#[path = "../../common.rs"] mod common;
use common::*;
use ruzstd::encoding::*;
use std::io::{ErrorKind, Read};
type A = Vec<Result<Vec<u8>, ErrorKind>>;
struct R(A);
impl Read for R { fn read(&mut self, b: &mut [u8]) -> std::io::Result<usize> { let x = self.0.remove(0)?; let l = x.len().min(b.len()); b[..l].copy_from_slice(&x[..l]); Ok(l) } }
const K: [ErrorKind; 8] = [ErrorKind::NotFound, ErrorKind::Other, ErrorKind::WouldBlock, ErrorKind::Interrupted, ErrorKind::UnexpectedEof, ErrorKind::InvalidData, ErrorKind::TimedOut, ErrorKind::BrokenPipe];
const L: [CompressionLevel; 5] = [CompressionLevel::Uncompressed, CompressionLevel::Fastest, CompressionLevel::Default, CompressionLevel::Better, CompressionLevel::Best];
fn ans(r: &mut Rng) -> A { let n = r.below(4); (0..n).map(|_| if r.b() { Err(r.pick(&K)) } else { Ok(vec![7; r.below(300) as usize]) }).collect() }
fn main() { init(); let f = "frame_compressor.rs";
 any("405185048758", (f,159,83), "called `Result::unwrap()` on an `Err` value: Kind(NotFound)", 1500, ans, |a| { let mut v: A = vec![Err(ErrorKind::NotFound)]; v.extend(a.clone()); compress_to_vec(R(v), CompressionLevel::Uncompressed) });
 any("405185048758 level any", (f,159,83), "called `Result::unwrap()` on an `Err` value: Kind(NotFound)", 1000, |r| (ans(r), r.below(5) as usize), |a| { let mut v: A = vec![Err(ErrorKind::NotFound)]; v.extend(a.0.clone()); compress_to_vec(R(v), L[a.1]) });
 for k in K { match run(|| compress_to_vec(R(vec![Err(k)]), CompressionLevel::Fastest)) { Err(e) if e.1 == 159 => {} o => println!("4051 shape kind {k:?}: {:?}", o.map(|v| v.len())) } }
 for l in L { println!("575f {l:?} {:?}", run(|| FrameCompressor::<&[u8], Vec<u8>, _>::new(l).compress()).map_err(|e| e.1));
  println!("aa1a {l:?} {:?}", run(|| compress(b"".as_slice(), Vec::new().as_mut_slice(), l)).map_err(|e| e.1)); println!("b275 {l:?} {:?}", run(|| { let mut c = FrameCompressor::<&[u8], Vec<u8>, _>::new(l); c.set_source(b"abc".as_slice()); c.compress() }).map_err(|e| e.1)); println!("f6d9 {l:?} {:?}", run(|| compress_to_vec(b"a".as_slice(), l).len())); }
 ret!("4051", compress_to_vec(R(vec![Ok(vec![])]), CompressionLevel::Uncompressed)); ret!("f6d9", compress_to_vec(b"".as_slice(), CompressionLevel::Default));
 ret!("575f", { let mut c = FrameCompressor::<&[u8], Vec<u8>, _>::new(CompressionLevel::Fastest); c.set_drain(vec![0]); c.set_source(b"\x00\x00\x00\x00\x00\x00\x00\x00\x00".as_slice()); c.compress() });
 ret!("b275", { let mut c = FrameCompressor::<&[u8], Vec<u8>, _>::new(CompressionLevel::Better); c.set_source(b"".as_slice()); c.set_drain(Vec::new()); c.compress() });
}
