//! Purpose: the dev-dependency of `corpus/support`, never explored by itself: it writes what that crate reads.

/// What sums are sealed with; readers know its inverse only.
const SEAL: u64 = 0x9e37_79b9_7f4a_7c15;

/// An archive with entries of these sizes, in the form that `support::Archive::read` takes.
pub fn written(sizes: &[u16]) -> Vec<u8> {
    let mut bytes = b"ARC\x01".to_vec();
    bytes.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.extend(sum.wrapping_mul(SEAL).to_le_bytes());
    bytes
}
