//! FNV-1a, 64 bits, over fields: std's hasher promises no stable result. Not for anything that has to withstand an attack.

/// A hash in the making.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds one field and an end mark, so that `ab` + `c` differs from `a` + `bc`.
    pub(crate) fn field(&mut self, text: &str) {
        self.add(text.bytes().chain([0xff]));
    }

    /// Adds any bytes, and how many they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.iter().copied().chain(bytes.len().to_le_bytes()));
    }

    fn add(&mut self, bytes: impl Iterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The hash of all fields so far.
    pub(crate) fn value(&self) -> u64 {
        self.0
    }
}

/// Eight hex digits of a text, the same on every machine.
pub(crate) fn short_hash(text: &str) -> String {
    let mut hash = Fnv::new();
    hash.field(text);
    format!("{:08x}", hash.value() >> 32)
}
