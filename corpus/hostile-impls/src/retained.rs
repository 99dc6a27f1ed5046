//! A list whose functions call code of others half-way: closures, `Clone`, `Drop`. What they leave behind when that code panics is
//! where they differ.

use std::ptr;

/// Elements in the order in which they were added.
pub struct List<T> {
    elements: Vec<T>,
}

impl<T> List<T> {
    /// Without elements.
    pub fn new() -> List<T> {
        List { elements: Vec::new() }
    }

    /// Adds an element.
    pub fn push(&mut self, element: T) {
        self.elements.push(element);
    }

    /// Planted: while `keeps` runs, elements that were dropped or moved still count.
    pub fn retain(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        let start = self.elements.as_mut_ptr();
        let mut kept = 0;
        for at in 0..self.elements.len() {
            // SAFETY: none. If `keeps` panics, elements between `kept` and `at` are there twice, or were dropped.
            unsafe {
                let element = start.add(at);
                if keeps(&*element) {
                    if kept < at {
                        ptr::copy_nonoverlapping(element, start.add(kept), 1);
                    }
                    kept += 1;
                } else {
                    ptr::drop_in_place(element);
                }
            }
        }
        // SAFETY: the first `kept` elements are live.
        unsafe { self.elements.set_len(kept) }
    }

    /// Sound twin: nothing counts while `keeps` runs.
    pub fn retain_guarded(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        let all = std::mem::take(&mut self.elements);
        for element in all {
            if keeps(&element) {
                self.elements.push(element);
            }
        }
    }

    /// Planted: each element is moved out and back in around a call that may panic.
    pub fn replace_each(&mut self, mut with: impl FnMut(T) -> T) {
        for element in &mut self.elements {
            // SAFETY: none. If `with` panics, the element is dropped by it and by the list.
            unsafe {
                let old = ptr::read(element);
                ptr::write(element, with(old));
            }
        }
    }

    /// Sound twin: what is left of the elements leaves the list first.
    pub fn replace_each_guarded(&mut self, with: impl FnMut(T) -> T) {
        let all = std::mem::take(&mut self.elements);
        self.elements = all.into_iter().map(with).collect();
    }

    /// Planted: a drop that panics leaves dropped elements in the list.
    pub fn clear(&mut self) {
        for at in 0..self.elements.len() {
            // SAFETY: none. If this drop panics, all elements are dropped again with the list.
            unsafe { ptr::drop_in_place(&mut self.elements[at]) }
        }
        // SAFETY: nothing is left.
        unsafe { self.elements.set_len(0) }
    }

    /// Sound twin: the list is empty before anything is dropped.
    pub fn clear_guarded(&mut self) {
        drop(std::mem::take(&mut self.elements));
    }
}

impl<T: Clone> List<T> {
    /// Planted: copies count before they are made.
    pub fn push_copies(&mut self, element: &T) {
        let len = self.elements.len();
        self.elements.reserve(2);
        // SAFETY: none. If `clone` panics, the list has elements that nobody has written.
        unsafe {
            self.elements.set_len(len + 2);
            for at in len..len + 2 {
                ptr::write(self.elements.as_mut_ptr().add(at), element.clone());
            }
        }
    }

    /// Sound twin: each copy counts once it is made.
    pub fn push_copies_guarded(&mut self, element: &T) {
        for _ in 0..2 {
            self.elements.push(element.clone());
        }
    }
}
