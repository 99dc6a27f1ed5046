//! Fields that are read one by one.

/// Numbers only.
pub struct Five {
    pub a: i32,
    pub b: i32,
    pub c: i32,
    pub d: i32,
    pub e: i32,
}

/// Looks at one field.
pub fn one_of_five(five: &Five) {
    assert!(five.c != 2, "one of five");
}

/// Looks at two fields, at the second only if the first is 1.
pub fn two_of_five(five: &Five) {
    if five.e == 1 {
        assert!(five.a != 2, "two of five");
    }
}

/// Looks at the last field in two of three cases.
pub fn late_of_five(five: &Five) -> i32 {
    match five.b {
        0 => 0,
        1 => 10 / (five.d - 1),
        _ => 10 / five.e,
    }
}

/// Fields of other types.
pub struct Mixed {
    pub flag: bool,
    pub letter: char,
    pub maybe: Option<bool>,
    pub ratio: f64,
    pub huge: u128,
    pub answer: Result<u8, bool>,
}

/// A bool.
pub fn mixed_flag(mixed: &Mixed) {
    assert!(!mixed.flag, "mixed flag");
}

/// A character, by value.
pub fn mixed_letter(mixed: &Mixed) {
    assert!(mixed.letter != 'a', "mixed letter");
}

/// An option whose niche is in the bool.
pub fn mixed_maybe(mixed: &Mixed) {
    if mixed.maybe.is_some() {
        assert!(mixed.maybe == Some(false), "mixed maybe");
    }
}

/// A float.
pub fn mixed_ratio(mixed: &Mixed) {
    assert!(mixed.ratio < 1.0, "mixed ratio");
}

/// Sixteen bytes.
pub fn mixed_huge(mixed: &Mixed) {
    assert!(mixed.huge != 1, "mixed huge");
}

/// A result's contents.
pub fn mixed_answer(mixed: &Mixed) {
    match mixed.answer {
        Ok(number) => assert!(number != 2, "mixed answer: a number"),
        Err(flag) => assert!(!flag, "mixed answer: an error"),
    }
}

/// A struct in a struct in a struct.
pub struct Outer {
    pub before: u8,
    pub middle: Middle,
    pub after: (u8, u16),
}

/// See [`Outer`].
pub struct Middle {
    pub inner: Inner,
    pub other: i64,
}

/// See [`Outer`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inner {
    pub left: i16,
    pub right: i16,
}

/// Deep within.
pub fn nested_right(outer: &Outer) {
    assert!(outer.middle.inner.right != 2, "nested right");
}

/// In a tuple.
pub fn nested_tuple(outer: &Outer) {
    assert!(outer.after.1 != 1 || outer.after.0 != 1, "nested tuple");
}

/// A reference to a part, handed on.
pub fn nested_reference(outer: &Outer) {
    fn is_two(inner: &Inner) -> bool {
        std::hint::black_box(inner).left == 2
    }
    assert!(!is_two(&outer.middle.inner), "nested reference");
}

/// A tree whose nodes say how they look.
pub enum Tree {
    Leaf,
    Node(Look, i32, Option<Box<Tree>>, Option<Box<Tree>>),
}

/// See [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Look {
    Red = 3,
    Green,
    Blue = 200,
}

/// Follows the right children.
pub fn rightmost(tree: &Tree) -> i32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(_, number, _, None) => {
            assert!(*number != 2, "rightmost");
            *number
        }
        Tree::Node(_, _, _, Some(right)) => rightmost(right),
    }
}

/// Looks at colors only.
pub fn blue_below_red(tree: &Tree) {
    if let Tree::Node(Look::Red, _, Some(left), _) = tree
        && let Tree::Node(look, ..) = &**left
    {
        assert!(*look != Look::Blue, "blue below red");
    }
}

/// Compares all fields, by what is derived, as far as they are equal.
pub fn derived_equality(left: &Inner, right: &Inner) {
    if left != right {
        assert!(left < right || right.left == left.left, "derived equality");
    }
}

/// Prints all fields.
pub fn derived_text(inner: &Inner) {
    assert!(
        format!("{inner:?}") != "Inner { left: 1, right: 2 }",
        "derived text"
    );
}

/// Hashes all fields.
pub fn derived_hash(inner: &Inner) {
    use std::hash::{Hash, Hasher};
    struct Sum(u64);
    impl Hasher for Sum {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            self.0 += bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        }
    }
    let mut sum = Sum(0);
    inner.hash(&mut sum);
    assert!(sum.finish() != 4, "derived hash");
}

/// Texts beside each other.
pub struct Named {
    pub name: String,
    pub title: String,
    pub count: u8,
}

/// Looks at the second text only.
pub fn titled(named: &Named) {
    assert!(named.title.is_empty(), "titled");
}

/// Looks at nothing.
pub fn never_looks(five: &Five, mixed: &Mixed) -> [usize; 2] {
    [
        std::ptr::from_ref(five).addr() & 1,
        std::ptr::from_ref(mixed).addr() & 1,
    ]
}
