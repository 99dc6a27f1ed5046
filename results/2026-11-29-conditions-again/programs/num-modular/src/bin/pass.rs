#![allow(unused)]
use a::*; use num_modular::*; use std::ops::*;
macro_rules! p{($i:expr,$e:expr)=>{{ if let Err(e)=run(||$e){println!("PASSING {} FAILS {:?}",$i,e)} unsafe{N+=1} }}}
static mut N:usize=0;
type M8=Montgomery<u8>;
fn main(){ hook();
p!(0,(&0u128).dblm(&1)); p!(1,(&0u128).sqm(&1)); p!(2,(&0u8).dblm(&1)); p!(3,(&0u8).invm(&1)); p!(4,(&0u8).negm(&1)); p!(5,(&0u8).sqm(&1));
p!(7,FixedMersenne64::<2,1>::new(&3)); p!(8,FixedMersenne::<2,1>::new(&3)); p!(11,FixedProth32::<2,1>::new(&5)); p!(12,FixedProth64::<2,1>::new(&5)); p!(13,FixedProth::<2,1>::new(&5));
p!(19,<Montgomery<u32> as Reducer<u32>>::new(&1)); p!(27,<PreMulInv2by1<usize> as Reducer<usize>>::new(&1)); p!(29,<PreMulInv3by2<u32,u64> as Reducer<u64>>::new(&4294967296)); p!(37,<Vanilla<u8> as Reducer<u8>>::new(&1));
p!(39,0u8.jacobi(&1)); p!(40,<u8 as ModularSymbols<&u8>>::legendre(&0,&1)); p!(41,(&0u128).subm(&0u128,&1)); p!(42,(&0u8).subm(&0u8,&1)); p!(43,(-128i8).kronecker(&-127)); p!(52,PreModInv::<u8>::from(1));
p!(58,FixedTrinomialSolinas64::<1,2,8>::reduce_single(1)); p!(59,FixedTrinomialSolinas::<1,2,8>::reduce_single(1)); p!(63,Normalized2by1Divisor::<u32>::invert_word(2147483648)); p!(70,Normalized2by1Divisor::<u8>::invert_word(128)); p!(71,Normalized2by1Divisor::<u8>::new(128));
p!(77,Normalized3by2Divisor::<u64,u128>::new(u128::MAX)); p!(83,PreMulInv1by1::<u8>::new(2)); p!(89,PreMulInv3by2::<usize,u128>::new(1)); p!(90,(&u128::MAX).addm(&u128::MAX,&1)); p!(92,(&0usize).subm(1usize,&1)); p!(93,(-127i8).absm(&8u8)); p!(94,0i8.absm(&1u8));
let z=udouble{hi:0,lo:0};
p!(98,{let mut u=z;u.shl_assign(255u16)}); p!(99,{let mut u=z;u.shr_assign(255u16)}); p!(100,{let mut u=z;u.sub_assign(0u128)});
let f:FixedMersenne32<2,1>=FixedMersenne32(); p!(101,f.add(&3,&u32::MAX)); p!(102,f.mul(&1,&u32::MAX)); p!(103,f.neg(3));
let f:FixedMersenne<2,1>=FixedMersenne(); p!(108,f.sqr(18446744073709551615));
let f:FixedTrinomialSolinas<2,1,0>=FixedTrinomialSolinas(); p!(113,f.mul(&1,&u128::MAX)); p!(114,f.sqr(18446744073709551615));
p!(115,<PreMulInv3by2<u16,u32> as Reducer<u32>>::check(&PreMulInv3by2::<u16,u32>::new(u32::MAX),&0)); p!(120,FixedMersenne::<2,1>::reduce_double(udouble{hi:0,lo:1})); p!(121,1u8.legendre(&255));
let f:FixedProth<2,1>=FixedProth; p!(122,f.mul(&12,&340282366920938463463374607431768211454));
p!(127,<M8 as Reducer<u8>>::new(&255).mul(&255,&255)); p!(132,<PreMulInv3by2<u8,u16> as Reducer<u16>>::transform(&PreMulInv3by2::<u8,u16>::new(u16::MAX),u16::MAX));
p!(134,{let mut x=0u8;x.div_exact_assign(1u8,&())}); p!(138,<PreMulInv2by1<u8> as Reducer<u8>>::new(&1).mul(&255,&255));
p!(140,udouble{hi:u128::MAX,lo:1}+170141183460469231731687303715884105726u128); p!(142,z/1); p!(143,udouble{hi:1,lo:2}*170141183460469231731687303715884105726u128);
p!(151,{let mut x=0u16;x.div_exact_assign(1u8,&PreModInv::<u8>::from(1))}); p!(155,{let mut x=0u8;x.div_exact_assign(1u8,&PreModInv::<u8>::from(1))}); p!(157,z.div_rem_2by1(1)); p!(158,udouble{hi:1,lo:2}.div_rem_2by1(2)); p!(160,z.shl_u32(255)); p!(161,z.shr_u32(255));
p!(174,1u8.div_exact(255u8,&PreMulInv1by1::<u8>::new(2))); p!(175,255u8.div_exact(255u8,&PreMulInv1by1::<u8>::new(255))); p!(176,{let mut x=0u8;x.div_exact_assign(1u8,&PreModInv::<u8>::from(1))}); p!(177,{let mut x=0u8;x.div_exact_assign(255u8,&PreModInv::<u8>::new(255,1))}); p!(180,{let mut x=0usize;x.div_exact_assign(1usize,&PreModInv::<usize>::from(1))});
type R=ReducedInt<u8,PreMulInv2by1<u8>>;
p!(184,R::new(0,&2)==R::new(0,&2)); p!(186,R::new(0,&2)/R::new(1,&2)); p!(187,{let mut u=udouble{hi:0,lo:u128::MAX};u.add_assign(udouble{hi:0,lo:1})}); p!(188,udouble{hi:1,lo:0}-udouble{hi:0,lo:1});
println!("passing run {}",unsafe{N});
// other instances
let g:FixedMersenne32<13,1>=FixedMersenne32(); println!("13,1 add {:?} neg {:?}",run(||g.add(&u32::MAX,&4)),run(||g.neg(5)));
println!("mersenne32<2,1> new(3): {:?}", run(||FixedMersenne32::<2,1>::new(&3)));
println!("solinas32<2,1,0> new(2): {:?}", run(||FixedTrinomialSolinas32::<2,1,0>::new(&2)));
println!("legendre composite: {:?}", run(||2u8.legendre(&255)));
println!("u64 line24: {:?}", run(||0u64.subm(1,&0)));
println!("mul in range any panics (2by1 u8 valid)? {:?}", run(||{ for m in 1..=255u8{ let r=<PreMulInv2by1<u8> as Reducer<u8>>::new(&m); for a in 0..=255u8 { for b in (0..=255u8).step_by(5){ let x=r.transform(a); let y=r.transform(b); std::hint::black_box((r.mul(&x,&y),r.add(&x,&y),r.sub(&x,&y),r.neg(x))); }}}}));
println!("div_exact u8 correct d: {:?}", run(||{ for d in 2..=255u8{ let p=PreMulInv1by1::<u8>::new(d); for a in 0..=255u8 { std::hint::black_box(a.div_exact(d,&p)); }}}));
}
