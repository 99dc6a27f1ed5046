//! Memory that is laid out in other ways.

/// Without padding.
#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct Packed {
    pub first: u8,
    pub number: u32,
    pub last: u16,
}

/// An unaligned field.
pub fn packed(packed: &Packed) {
    let number = packed.number;
    assert!(number != 2, "packed");
}

/// On a line of the cache.
#[repr(align(64))]
pub struct Aligned {
    pub first: u8,
    pub second: u8,
}

/// A field of something aligned.
pub fn aligned(aligned: &Aligned) {
    assert!(std::ptr::from_ref(aligned).addr() % 64 == 0, "it is not aligned");
    assert!(aligned.second != 2, "aligned");
}

/// Elements that are aligned.
pub fn aligned_elements(all: &mut Vec<Aligned>) {
    all.reserve(1);
    assert!(all.as_ptr().addr() % 64 == 0, "they are not aligned");
    assert!(all.last().is_none_or(|last| last.second != 2), "aligned elements");
}

/// Small arrays of bytes and of structs.
pub struct Arrays {
    pub bytes: [u8; 3],
    pub pairs: [(u8, bool); 2],
}

/// One byte of an array.
pub fn array_byte(arrays: &Arrays) {
    assert!(arrays.bytes[1] != 2, "array byte");
}

/// One part of a pair in an array, at a place that depends on another.
pub fn array_pair(arrays: &Arrays) {
    let index = usize::from(arrays.bytes[0] == 1);
    assert!(!arrays.pairs[index].1 || arrays.pairs[index].0 != 1, "array pair");
}

/// A whole array.
pub fn array_sum(arrays: &Arrays) {
    assert!(arrays.bytes.iter().sum::<u8>() != 5, "array sum");
}

/// Without size.
#[derive(Clone, Copy)]
pub struct Nothing;

/// Has a field without size.
pub struct WithNothing {
    pub nothing: Nothing,
    pub unit: (),
    pub number: u8,
}

/// Looks at nothing and something.
pub fn with_nothing(with: &WithNothing) {
    let Nothing = with.nothing;
    assert!(with.number != 2, "with nothing");
}

/// Of alternatives that overlap.
pub enum Shape {
    Dot,
    Line(u8, u32),
    Area {
        width: u32,
        height: u8,
        color: Option<char>,
    },
}

/// One field of each alternative.
pub fn shape(shape: &Shape) {
    match shape {
        Shape::Dot => {}
        Shape::Line(_, length) => assert!(*length != 2, "shape: line"),
        Shape::Area { height, color, .. } => {
            assert!(*height != 1 || color.is_none(), "shape: area");
        }
    }
}

/// A large element, few of which fit on a page.
#[derive(Clone)]
pub struct Large {
    pub head: u8,
    pub body: Body,
    pub tail: u8,
}

/// Always the same, and much of it.
#[derive(Clone, Copy)]
pub struct Body([u64; 100]);

impl Body {
    /// The only one.
    pub const ONE: Body = Body([7; 100]);
}

impl Default for Body {
    fn default() -> Body {
        Body::ONE
    }
}

/// Copies a large value from behind its pointer, and looks at the copy.
pub fn copy_large(large: &Large) {
    let copy = std::hint::black_box(large.clone());
    assert!(copy.tail != 2 || copy.body.0[99] != 7, "copy large");
}

/// Elements that are soon too many for a page.
pub fn many_large(all: &mut Vec<Large>) {
    let more = all.clone();
    all.extend(more);
    assert!(
        all.last()
            .is_none_or(|last| last.tail != 2 || last.body.0[50] != 7),
        "many large"
    );
}

/// One of its fields is larger than what is copied by hand.
pub struct Wide {
    pub front: u8,
    pub bytes: [[u8; 3]; 3],
    pub back: u8,
}

/// Looks at both ends.
pub fn wide_ends(wide: &Wide) {
    assert!(wide.front != 1 || wide.back != 2, "wide ends");
}

/// Few bytes around many.
#[derive(Clone)]
pub struct Huge {
    pub head: u8,
    pub body: HugeBody,
    pub tail: u8,
}

/// Nearly a page, always the same.
#[derive(Clone, Copy)]
pub struct HugeBody([u8; 3000]);

impl Default for HugeBody {
    fn default() -> HugeBody {
        HugeBody([7; 3000])
    }
}

/// Copies so much that the processor is asked to do it byte by byte.
pub fn copy_huge(huge: &Huge) {
    let body = std::hint::black_box(huge.body);
    assert!(huge.tail != 2 || body.0[2999] != 7, "copy huge");
}

/// Moves all of it from one place to the other.
pub fn swap_huge(left: &mut Huge, right: &mut Huge) {
    std::mem::swap(left, right);
    assert!(left.tail != 2 || right.head != 1, "swap huge");
}

/// Larger than a page.
pub struct Giant {
    pub head: u8,
    pub bodies: [HugeBody; 2],
    pub tail: u8,
}

/// One field of something that has no page.
pub fn giant(giant: &Giant) {
    assert!(giant.tail != 2 || giant.bodies[1].0[5] != 7, "giant");
}
