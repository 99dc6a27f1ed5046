//! A parser with a fault that sums decide.
/// A header.
pub struct Header { version: u8, names: Vec<String> }
impl Header {
    /// Empty.
    pub fn new(version: u8) -> Header { Header { version, names: Vec::new() } }
    /// Adds a name.
    pub fn add(&mut self, name: &str) { if name.len() < 200 { self.names.push(name.to_owned()) } }
    /// Reads a body.
    pub fn read(&self, body: &[u8]) -> u32 {
        let mut sum: u32 = 0;
        for (i, b) in body.iter().enumerate() { sum = sum.wrapping_mul(31).wrapping_add(u32::from(*b) ^ i as u32); }
        if body.len() > 5 && self.version > 3 && body.len() > 24 && sum % 128 == 77 { panic!("bad checksum state"); }
        sum
    }
}
/// Known at once.
pub fn first(v: &[u8]) -> u8 { v[0] }
