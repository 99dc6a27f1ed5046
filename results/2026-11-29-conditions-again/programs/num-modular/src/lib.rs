use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
thread_local!{ static CACHE: RefCell<BTreeMap<usize,Option<(String,u32)>>> = RefCell::new(BTreeMap::new()); pub static MAP: RefCell<std::collections::BTreeSet<(String,u32,String,u32)>> = RefCell::new(Default::default()); pub static LAST: RefCell<(String,String,u32)> = RefCell::new(Default::default()); }
pub fn hook(){ std::panic::set_hook(Box::new(|i|{
    let m = if let Some(s)=i.payload().downcast_ref::<&str>(){s.to_string()} else if let Some(s)=i.payload().downcast_ref::<String>(){s.clone()} else {"?".into()};
    let l=i.location().unwrap();
    let f=l.file(); let f = match f.rfind("src/"){Some(p)=>f[p..].to_string(),None=>f.to_string()};
    let mut at=None;
    backtrace::trace(|fr|{ let ip=fr.ip() as usize; 
       let got=CACHE.with(|c|c.borrow_mut().entry(ip).or_insert_with(||{ let mut r=None; backtrace::resolve_frame(fr,|sy|{ if r.is_none(){ if let (Some(n),Some(li))=(sy.filename(),sy.lineno()){ let n=n.to_string_lossy(); if let Some(p)=n.find("num-modular-0.7.0/"){ r=Some((n[p+18..].to_string(),li)); } } } }); r }).clone());
       if got.is_some(){ at=got; false } else { true } });
    let (bf,bl)=at.unwrap_or(("none".into(),0));
    MAP.with(|x|{x.borrow_mut().insert((f,l.line(),bf.clone(),bl));});
    LAST.with(|x|*x.borrow_mut()=(m,bf,bl));
}));}
pub fn run<R>(f: impl FnOnce()->R)->Result<(),(String,String,u32)>{
    match catch_unwind(AssertUnwindSafe(||{ std::hint::black_box(f()); })) { Ok(_)=>Ok(()), Err(_)=>Err(LAST.with(|x|x.borrow().clone())) }
}
pub struct Rng(pub u64);
impl Rng{ pub fn next(&mut self)->u64{ let mut x=self.0; x^=x<<13; x^=x>>7; x^=x<<17; self.0=x; x.wrapping_mul(0x2545F4914F6CDD1D)}
 pub fn u128(&mut self)->u128{ ((self.next() as u128)<<64)|self.next() as u128 }
 /// value of `bits` wide type as raw bits
 pub fn raw(&mut self,bits:u32,special:&[u128])->u128{
   let mask= if bits==128 {u128::MAX} else {(1u128<<bits)-1};
   let v = match self.next()%7 {
     0 => (self.next()%24) as u128,
     1|2 if !special.is_empty() => { let s=special[(self.next() as usize)%special.len()]; s.wrapping_add((self.next()%7) as u128).wrapping_sub(3) }
     3 => 0u128.wrapping_sub((self.next()%5) as u128),
     4 => (1u128<<(self.next() as u32 % bits)).wrapping_add((self.next()%3) as u128).wrapping_sub(1),
     5 => (self.u128()) >> (self.next()%128),
     6 => { let s=[0u128,1,mask,mask>>1,(mask>>1)+1,(mask>>1)-1, 2,3]; s[(self.next()%8) as usize] }
     _ => self.u128(),
   };
   v & mask }
}
#[derive(Default)]
pub struct S{ pub id:&'static str, pub hold:u64,pub ok1:u64,pub same:u64,pub other:BTreeMap<String,(u64,String)>,pub not:u64,pub ok2:u64,pub same2:u64,pub other2:BTreeMap<String,(u64,String)>,pub ex1:String,pub ex2:String}
impl S{ pub fn new(id:&'static str)->S{S{id,..Default::default()}}
 pub fn rec(&mut self, cond:bool, msg:&str, file:&str, line:u32, r:Result<(),(String,String,u32)>, args:impl Fn()->String){
  let same = matches!(&r, Err((m,f,l)) if m==msg && f==file && *l==line);
  if cond { self.hold+=1; match &r { Ok(_)=>{ self.ok1+=1; if self.ex1.is_empty(){self.ex1=args();} } Err(e)=> if same {self.same+=1} else { let x=self.other.entry(format!("{} @{}:{}",e.0,e.1,e.2)).or_insert((0,args())); x.0+=1; } } }
  else { self.not+=1; match &r { Ok(_)=>self.ok2+=1, Err(e)=> if same { self.same2+=1; if self.ex2.is_empty(){self.ex2=args();} } else { let x=self.other2.entry(format!("{} @{}:{}",e.0,e.1,e.2)).or_insert((0,args())); x.0+=1; } } }
 }
 pub fn show(&self){
  println!("{} {} HOLD {}: same {} RETURNED {} {:?} | NOT {}: ok {} SAMEPANIC {} {:?}", if self.ok1>0||self.same2>0 {"CONTRADICTED"} else {"fine"}, self.id,self.hold,self.same,self.ok1,self.ex1,self.not,self.ok2,self.same2,self.ex2);
  for (k,v) in &self.other { println!("      hold, other panic: {} x{} e.g. {}",k,v.0,v.1); }
  for (k,v) in &self.other2 { println!("      not-hold, other panic: {} x{} e.g. {}",k,v.0,v.1); }
 }}
