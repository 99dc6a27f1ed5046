//! Each public function but constructors and [`List::len`] leaks.

use std::alloc::{Layout, alloc};
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// A node that may point to another, and so to itself.
#[derive(Clone, Default)]
pub struct Node(Rc<RefCell<Option<Node>>>);

impl Node {
    /// A node that points nowhere.
    pub fn new() -> Node {
        Node::default()
    }

    /// Makes it point to itself: nobody ever frees it.
    pub fn close(&self) {
        *self.0.borrow_mut() = Some(self.clone());
    }

    /// Makes both point to each other.
    pub fn marry(&self, other: &Node) {
        *self.0.borrow_mut() = Some(other.clone());
        *other.0.borrow_mut() = Some(self.clone());
    }
}

/// A list that is linked by hand. Its destructor frees all nodes but the last.
#[derive(Default)]
pub struct List {
    first: Option<Box<Link>>,
    len: usize,
}

struct Link {
    value: u64,
    next: Option<Box<Link>>,
}

impl List {
    /// An empty one.
    pub fn new() -> List {
        List::default()
    }

    /// Puts a value in front, of which the destructor forgets the last.
    pub fn push(&mut self, value: u64) {
        let next = self.first.take();
        self.first = Some(Box::new(Link { value, next }));
        self.len += 1;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value in front.
    pub fn first(&self) -> Option<u64> {
        self.first.as_ref().map(|link| link.value)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        let mut link = self.first.take();
        let mut left = self.len;
        while let Some(mut box_) = link {
            link = box_.next.take();
            left -= 1;
            if left == 0 {
                std::mem::forget(box_);
            }
        }
    }
}

/// Puts its argument where nobody finds it.
pub fn store(value: u32) -> u32 {
    let boxed = Box::new(value);
    let copy = **black_box(&boxed);
    std::mem::forget(boxed);
    copy
}

/// Asks the allocator for room and never gives it back.
pub fn sum_in_room(values: &[u8]) -> u64 {
    let Ok(layout) = Layout::array::<u8>(values.len()) else {
        return 0;
    };
    if values.is_empty() {
        return 0;
    }
    // SAFETY: the layout is not empty, and the room is as large as the values.
    unsafe {
        let room = alloc(layout);
        room.copy_from_nonoverlapping(values.as_ptr(), values.len());
        (0..values.len()).map(|at| u64::from(*room.add(at))).sum()
    }
}

/// Takes a vector apart and never puts it together again.
pub fn longest(values: Vec<String>) -> usize {
    let mut values = std::mem::ManuallyDrop::new(values);
    let (first, len) = (values.as_mut_ptr(), values.len());
    // SAFETY: so many values are there.
    (0..len).map(|at| unsafe { &*first.add(at) }.len()).max().unwrap_or(0)
}

/// Two blocks of which one has the address of the other, both lost.
pub fn depth_of_two(value: u8) -> u8 {
    let inner = Box::into_raw(Box::new(value));
    let outer = Box::into_raw(Box::new(inner));
    // SAFETY: both were just made.
    unsafe { **black_box(outer) / 2 }
}
