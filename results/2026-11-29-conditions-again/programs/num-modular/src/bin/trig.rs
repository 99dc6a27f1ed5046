use a::*; use num_modular::*; use std::ops::*;
const REM:&str="attempt to calculate the remainder with a divisor of zero";
macro_rules! t { ($id:expr, $n:expr, $msg:expr, $file:expr, $line:expr, [$($v:ident : $t:ty = $sp:expr),*], $cond:expr, $call:expr) => {{
  let mut s=S::new($id); let mut g=Rng(0x9E3779B97F4A7C15 ^ ($line as u64) << 20 ^ $id.len() as u64 ^ ($id.as_bytes()[0] as u64)<<40 ^ ($id.as_bytes()[2] as u64)<<33);
  for _ in 0..$n { $( let $v = g.raw(<$t>::BITS, &$sp) as $t; )*
    let c:bool = $cond; let r = run(|| $call);
    s.rec(c,$msg,$file,$line,r,||format!(concat!($(stringify!($v),"={} "),*),$($v),*)); }
  s.show(); }} }
const E:[u128;0]=[]; const N:usize=20000;
fn main(){ hook();
 t!("0 da05a57b9c4a",N,REM,"src/prim.rs",49,[x:u128=E,m:u128=[0]], m==0, <&u128 as ModularUnaryOps<&u128>>::dblm(&x,&m));
 t!("1 a6a0090b7be4",N,REM,"src/prim.rs",67,[x:u128=E,m:u128=[0]], m==0, <&u128 as ModularUnaryOps<&u128>>::sqm(&x,&m));
 t!("2 2452a1a84de6",N,REM,"src/prim.rs",17,[x:u8=E,m:u8=[0]], m==0, <&u8 as ModularUnaryOps<&u8>>::dblm(&x,&m));
 t!("3 31c7e2b19fbe",N,REM,"src/prim.rs",251,[x:u8=E,m:u8=[0]], m==0, <&u8 as ModularUnaryOps<&u8>>::invm(&x,&m));
 t!("4 b1f44ec7637a",N,REM,"src/prim.rs",240,[x:u8=E,m:u8=[0]], m==0, <&u8 as ModularUnaryOps<&u8>>::negm(&x,&m));
 t!("5 3dc3e0cf8e5a",N,REM,"src/prim.rs",29,[x:u8=E,m:u8=[0]], m==0, <&u8 as ModularUnaryOps<&u8>>::sqm(&x,&m));
 let gp="the given modulus doesn't match with the generic params";
 t!("7 2fbc84f5d830",N,gp,"src/mersenne.rs",70,[m:u64=[3]], m!=3, FixedMersenne64::<2,1>::new(&m));
 t!("8 5697e362169d",N,gp,"src/mersenne.rs",70,[m:u128=[3]], m!=3, FixedMersenne::<2,1>::new(&m));
 let mm="modulus does not match const generic parameter";
 t!("9 3cf5aaea8522",N,mm,"src/monty.rs",360,[m:u32=[2]], m!=2, FixedMontgomery32::<2>::new(&m));
 t!("10 1df0ad7ad6bc",N,mm,"src/monty.rs",399,[m:u64=[2]], m!=2, FixedMontgomery64::<2>::new(&m));
 t!("11 67f384eb38c7",N,gp,"src/proth.rs",118,[m:u32=[5]], m!=5, FixedProth32::<2,1>::new(&m));
 t!("12 dac8f2238cdb",N,gp,"src/proth.rs",169,[m:u64=[5]], m!=5, FixedProth64::<2,1>::new(&m));
 t!("13 be3be139c042",N,gp,"src/proth.rs",260,[m:u128=[5]], m!=5, FixedProth::<2,1>::new(&m));
 t!("15 11bce7fa1f6b",N,gp,"src/solinas.rs",59,[m:u64=[2]], m!=2, FixedTrinomialSolinas64::<2,1,0>::new(&m));
 t!("16 29a4505c19d7",N,gp,"src/solinas.rs",59,[m:u128=[2]], m!=2, FixedTrinomialSolinas::<2,1,0>::new(&m));
 t!("19 11feec54281a",N,"Only odd moduli are supported by the Montgomery form","src/monty.rs",105,[m:u32=E], m%2==0, <Montgomery<u32> as Reducer<u32>>::new(&m));
 t!("27 04910ea92013",N,"attempt to shift left with overflow","src/barrett.rs",281,[m:usize=[0]], m==0, <PreMulInv2by1<usize> as Reducer<usize>>::new(&m));
 t!("29 3767a365e67a",N,"assertion failed: *m > <Word>::MAX as DoubleWord","src/barrett.rs",516,[m:u64=[4294967295]], m<=4294967295, <PreMulInv3by2<u32,u64> as Reducer<u64>>::new(&m));
 t!("37 0ede6ab2b7a3",N,"assertion failed: m > &0","src/reduced.rs",479,[m:u8=[0]], m==0, <Vanilla<u8> as Reducer<u8>>::new(&m));
 t!("39 16f06f99911d",N,"the Jacobi symbol is only defined for non-negative odd integers","src/lib.rs",126,[x:u8=E,n:u8=E], n%2==0, <u8 as ModularSymbols<&u8>>::jacobi(&x,&n));
 t!("40 ed825da6743d",N,"attempt to subtract with overflow","src/prim.rs",92,[x:u8=E,n:u8=[0]], n==0, <u8 as ModularSymbols<&u8>>::legendre(&x,&n));
 t!("41 d807aa230393",N,REM,"src/prim.rs",58,[x:u128=E,y:u128=E,m:u128=[0]], m==0, <&u128 as ModularCoreOps<&u128,&u128>>::subm(&x,&y,&m));
 t!("42 8637e8c32b4a",N,REM,"src/prim.rs",22,[x:u8=E,y:u8=E,m:u8=[0]], m==0, <&u8 as ModularCoreOps<&u8,&u8>>::subm(&x,&y,&m));
 t!("41h ?1,?1,0 same value",N,REM,"src/prim.rs",58,[x:u128=E], true, <&u128 as ModularCoreOps<&u128,&u128>>::subm(&x,&x,&0));
 t!("42h ?1,?1,0 same value",N,REM,"src/prim.rs",22,[x:u8=E], true, <&u8 as ModularCoreOps<&u8,&u8>>::subm(&x,&x,&0));
 t!("41h2 ?1,?1',0 different values",N,REM,"src/prim.rs",58,[x:u128=E,y:u128=E], true, <&u128 as ModularCoreOps<&u128,&u128>>::subm(&x,&y,&0));
 t!("42h2 ?1,?1',0 different values",N,REM,"src/prim.rs",22,[x:u8=E,y:u8=E], true, <&u8 as ModularCoreOps<&u8,&u8>>::subm(&x,&y,&0));
 t!("43 287fc618bfec",N,"attempt to negate with overflow","src/prim.rs",219,[x:i8=[128],n:i8=[128]], n== -128, <i8 as ModularSymbols<&i8>>::kronecker(&x,&n));
 t!("52 157d461c4667",N,"only odd divisors are supported","src/preinv.rs",44,[v:u8=E], v%2==0, <PreModInv<u8> as From<u8>>::from(v));
 t!("70 28f98557a267",N,"assertion failed: _hi == 1","src/barrett.rs",163,[d:u8=[127]], d<=127, Normalized2by1Divisor::<u8>::invert_word(d));
 t!("71 2ee6c0b281f9",N,"assertion failed: divisor.leading_zeros() == 0","src/barrett.rs",172,[d:u8=[127]], d<=127, Normalized2by1Divisor::<u8>::new(d));
 t!("89 40faecf1d64f",N,"attempt to shift left with overflow","src/barrett.rs",502,[d:u128=[0]], d==0, PreMulInv3by2::<usize,u128>::new(d));
 t!("90 0842d8463ba8",2*N,REM,"src/double.rs",593,[x:u128=[u128::MAX],y:u128=[u128::MAX],m:u128=[0]], m==0, <&u128 as ModularCoreOps<&u128,&u128>>::addm(&x,&y,&m));
 t!("92 c389bffe635d",2*N,REM,"src/prim.rs",24,[x:usize=E,y:usize=E,m:usize=[0]], m==0, <&usize as ModularCoreOps<usize,&usize>>::subm(&x,y,&m));
 t!("92s shape subm(&0,x,&0)",N,REM,"src/prim.rs",24,[y:usize=E], true, <&usize as ModularCoreOps<usize,&usize>>::subm(&0,y,&0));
 t!("93 1062da993650",N,"attempt to negate with overflow","src/prim.rs",416,[x:i8=[128],m:u8=[0]], x== -128, <i8 as ModularAbs<u8>>::absm(x,&m));
 t!("93h absm(-128,?1)",N,"attempt to negate with overflow","src/prim.rs",416,[m:u8=[0]], true, <i8 as ModularAbs<u8>>::absm(-128,&m));
 t!("94 d17a423c51a6",N,REM,"src/prim.rs",414,[x:i8=[128],m:u8=[0]], m==0, <i8 as ModularAbs<u8>>::absm(x,&m));
 t!("98 18732f3af23a",N,"attempt to shift left with overflow","src/double.rs",328,[h:u128=E,l:u128=E,r:u16=[256,128]], r>=256, {let mut u=udouble{hi:h,lo:l}; <udouble as ShlAssign<u16>>::shl_assign(&mut u,r);u});
 t!("99 c832eeea8fed",N,"attempt to shift right with overflow","src/double.rs",364,[h:u128=E,l:u128=E,r:u16=[256,128]], r>=256, {let mut u=udouble{hi:h,lo:l}; <udouble as ShrAssign<u16>>::shr_assign(&mut u,r);u});
 t!("98h",N,"attempt to shift left with overflow","src/double.rs",328,[h:u128=E,l:u128=E], true, {let mut u=udouble{hi:h,lo:l}; <udouble as ShlAssign<u16>>::shl_assign(&mut u,u16::MAX);u});
 t!("99h",N,"attempt to shift right with overflow","src/double.rs",364,[h:u128=E,l:u128=E], true, {let mut u=udouble{hi:h,lo:l}; <udouble as ShrAssign<u16>>::shr_assign(&mut u,u16::MAX);u});
 t!("100 216f1574a64e",2*N,"attempt to subtract with overflow","src/double.rs",296,[h:u128=[0],l:u128=E,r:u128=E], h==0&&l<r, {let mut u=udouble{hi:h,lo:l}; u.sub_assign(r);u});
 { // 100 with lo near rhs
 t!("100b 216f1574a64e near",N,"attempt to subtract with overflow","src/double.rs",296,[h:u128=[0],l:u128=E,d:u8=[128]], h==0&&l<l.wrapping_add(d as i8 as i128 as u128), {let r=l.wrapping_add(d as i8 as i128 as u128); let mut u=udouble{hi:h,lo:l}; u.sub_assign(r);u}); }
 let fm: FixedMersenne32<2,1> = FixedMersenne32();
 t!("101 2c691056c4be",2*N,"assertion failed: overflow == overflow2","src/reduced.rs",377,[x:u32=[3,u32::MAX as u128],y:u32=[3,u32::MAX as u128]], x as u64+y as u64>=4294967299, fm.add(&x,&y));
 t!("101b near",2*N,"assertion failed: overflow == overflow2","src/reduced.rs",377,[x:u32=[3,u32::MAX as u128],d:u8=[3]], x as u64+(d as u32).wrapping_sub(x) as u64>=4294967299, fm.add(&x,&(d as u32).wrapping_sub(x)));
 t!("101w (sum read as wrapping u32)",N,"assertion failed: overflow == overflow2","src/reduced.rs",377,[x:u32=[3,u32::MAX as u128],y:u32=[3,u32::MAX as u128]], x.wrapping_add(y) as u64>=4294967299, fm.add(&x,&y));
 t!("103 bde4f891e445",N,"attempt to subtract with overflow","src/reduced.rs",403,[x:u32=[4]], x>=4, fm.neg(x));
 t!("134 aa44b9a46cf8",N,"attempt to divide by zero","src/prim.rs",433,[x:u8=E,d:u8=[0]], d==0, {let mut x=x; <u8 as DivExactAssign<u8,()>>::div_exact_assign(&mut x,d,&())});
 t!("142 faa33a024b8c",2*N,"attempt to divide by zero","src/double.rs",24,[h:u128=E,l:u128=E,r:u128=[0]], r==0, udouble{hi:h,lo:l}/r);
 t!("155 from(odd v)",2*N,"only odd divisors are supported","src/preinv.rs",33,[x:u8=E,d:u8=E,v:u8=E], d%2==0, {let mut x=x; let p=<PreModInv<u8> as From<u8>>::from(v|1); <u8 as DivExactAssign<u8,PreModInv<u8>>>::div_exact_assign(&mut x,d,&p)});
 t!("155 from(d^k)",2*N,"only odd divisors are supported","src/preinv.rs",33,[x:u8=E,d:u8=E], d%2==0, {let mut x=x; let p=<PreModInv<u8> as From<u8>>::from(d|1); <u8 as DivExactAssign<u8,PreModInv<u8>>>::div_exact_assign(&mut x,d,&p)});
 t!("155 new(a,b)",2*N,"only odd divisors are supported","src/preinv.rs",33,[x:u8=E,d:u8=E,i:u8=E,q:u8=E], d%2==0, {let mut x=x; let p=PreModInv::<u8>::new(i,q); <u8 as DivExactAssign<u8,PreModInv<u8>>>::div_exact_assign(&mut x,d,&p)});
 t!("157 371b07650947",2*N,"attempt to shift left with overflow","src/double.rs",510,[h:u128=E,l:u128=E,o:u128=[0]], o==0, udouble{hi:h,lo:l}.div_rem_2by1(o));
 t!("160 8cc9d924971b",N,"attempt to shift left with overflow","src/double.rs",164,[h:u128=E,l:u128=E,r:u32=[256,128]], r>=256, udouble{hi:h,lo:l}.shl_u32(r));
 t!("161 6d8ab7f0e37b",N,"attempt to shift right with overflow","src/double.rs",180,[h:u128=E,l:u128=E,r:u32=[256,128]], r>=256, udouble{hi:h,lo:l}.shr_u32(r));
 // u8/i8 exhaustive
 macro_rules! ex2{($id:expr,$msg:expr,$f:expr,$l:expr,$A:ty,$B:ty,$c:expr,$call:expr)=>{{let mut s=S::new($id); for x in <$A>::MIN..=<$A>::MAX { for m in <$B>::MIN..=<$B>::MAX { let c:fn($A,$B)->bool=$c; let f:fn($A,$B)=$call; s.rec(c(x,m),$msg,$f,$l,run(||f(x,m)),||format!("{x} {m}")); }} s.show();}}}
 ex2!("2x",REM,"src/prim.rs",17,u8,u8,|_,m|m==0,|x,m|{std::hint::black_box((&x).dblm(&m));});
 ex2!("3x",REM,"src/prim.rs",251,u8,u8,|_,m|m==0,|x,m|{std::hint::black_box((&x).invm(&m));});
 ex2!("4x",REM,"src/prim.rs",240,u8,u8,|_,m|m==0,|x,m|{std::hint::black_box((&x).negm(&m));});
 ex2!("5x",REM,"src/prim.rs",29,u8,u8,|_,m|m==0,|x,m|{std::hint::black_box((&x).sqm(&m));});
 ex2!("39x","the Jacobi symbol is only defined for non-negative odd integers","src/lib.rs",126,u8,u8,|_,m|m%2==0,|x,m|{std::hint::black_box(x.jacobi(&m));});
 ex2!("40x","attempt to subtract with overflow","src/prim.rs",92,u8,u8,|_,m|m==0,|x,m|{std::hint::black_box(x.legendre(&m));});
 ex2!("43x","attempt to negate with overflow","src/prim.rs",219,i8,i8,|_,m|m== -128,|x,m|{std::hint::black_box(x.kronecker(&m));});
 ex2!("93x","attempt to negate with overflow","src/prim.rs",416,i8,u8,|x,_|x== -128,|x,m|{std::hint::black_box(x.absm(&m));});
 ex2!("94x",REM,"src/prim.rs",414,i8,u8,|_,m|m==0,|x,m|{std::hint::black_box(x.absm(&m));});
 ex2!("134x","attempt to divide by zero","src/prim.rs",433,u8,u8,|_,m|m==0,|mut x,m|{std::hint::black_box(x.div_exact_assign(m,&()));});
 // shapes
 t!("151s",N,"assertion failed: d.wrapping_mul(self.d_inv) == 1","src/preinv.rs",34,[x:u16=E], true, {let mut x=x; x.div_exact_assign(1u8,&PreModInv::<u8>::from(255))});
 t!("176s",N,"assertion failed: self.q_lim * d > (<u8>::MAX - d)","src/preinv.rs",35,[x:u8=E], true, {let mut x=x; x.div_exact_assign(1u8,&PreModInv::<u8>::new(1,0))});
 t!("177s",N,"attempt to multiply with overflow","src/preinv.rs",35,[x:u8=E], true, {let mut x=x; x.div_exact_assign(255u8,&PreModInv::<u8>::new(255,2))});
 t!("180s",N,"assertion failed: self.q_lim * d > (<usize>::MAX - d)","src/preinv.rs",35,[x:usize=E], true, {let mut x=x; x.div_exact_assign(1usize,&PreModInv::<usize>::new(1,0))});
 t!("184s",N,"The modulus of two operators should be the same!","src/reduced.rs",32,[x:u8=E,y:u8=E], true, ReducedInt::<u8,PreMulInv2by1<u8>>::new(x,&1)==ReducedInt::<u8,PreMulInv2by1<u8>>::new(y,&2));
 t!("186s",N,"the modular inverse doesn't exist!","src/reduced.rs",259,[x:u8=E], true, ReducedInt::<u8,PreMulInv2by1<u8>>::new(x,&2)/ReducedInt::<u8,PreMulInv2by1<u8>>::new(0,&2));
 t!("187s",N,"udouble addition overflowed 256-bit width","src/double.rs",230,[x:u128=E], true, {let mut u=udouble{hi:u128::MAX,lo:u128::MAX}; u.add_assign(udouble{hi:x,lo:1});u});
 t!("188s",N,"udouble subtraction underflowed 256-bit width","src/double.rs",258,[x:u128=E], true, udouble{hi:0,lo:0}-udouble{hi:x,lo:1});
 t!("142s",N,"attempt to divide by zero","src/double.rs",24,[h:u128=E,l:u128=E], true, udouble{hi:h,lo:l}/0);
 t!("134s",N,"attempt to divide by zero","src/prim.rs",433,[x:u8=E], true, {let mut x=x; x.div_exact_assign(0,&())});
 t!("155s",N,"only odd divisors are supported","src/preinv.rs",33,[x:u8=E], true, {let mut x=x; x.div_exact_assign(0u8,&PreModInv::<u8>::from(1))});
 // other instances named by 98/99 also_in
 t!("98 u32",N,"attempt to shift left with overflow","src/double.rs",328,[h:u128=E,l:u128=E,r:u32=[256,128]], r>=256, {let mut u=udouble{hi:h,lo:l}; u.shl_assign(r);u});
 t!("98 u8",N,"attempt to shift left with overflow","src/double.rs",328,[h:u128=E,l:u128=E,r:u8=[255,128]], false, {let mut u=udouble{hi:h,lo:l}; u.shl_assign(r);u});
 MAP.with(|m|for x in m.borrow().iter(){ if (x.0.as_str(),x.1)!=(x.2.as_str(),x.3) {println!("std says {}:{}, debuginfo says {}:{}",x.0,x.1,x.2,x.3);} });
 // smallest holes of 2: addm(&0,?1,&0), addm(?1,&0,&0)
 t!("2h addm(&0,?,&0)",N,REM,"src/prim.rs",17,[x:usize=E], true, <&usize as ModularCoreOps<&usize,&usize>>::addm(&0,&x,&0));
}
