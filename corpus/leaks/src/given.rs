//! Memory that is given away on purpose: names, results or docs say so. Nothing here is a finding.

use std::mem::{ManuallyDrop, MaybeUninit};

/// Values that live as long as the program.
pub fn leak(value: u32) -> &'static mut u32 {
    Box::leak(Box::new(value))
}

/// An address that whoever calls this frees.
pub fn into_raw(value: String) -> *mut String {
    Box::into_raw(Box::new(value))
}

/// Keeps the value from being dropped.
pub fn forget_text(value: String) {
    std::mem::forget(value);
}

/// A text for the rest of the program, whatever it is called.
pub fn for_good(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// An address.
pub fn start_of(values: Vec<u8>) -> *const u8 {
    ManuallyDrop::new(values).as_ptr()
}

/// A value that is not dropped by itself.
pub fn undropped(text: String) -> ManuallyDrop<String> {
    ManuallyDrop::new(text)
}

/// Room with a value in it.
pub fn filled(text: String) -> MaybeUninit<String> {
    MaybeUninit::new(text)
}

/// The number of letters. The text is leaked, because a foreign function would go on using it.
pub fn handed_over(text: String) -> usize {
    text.leak().len()
}

/// What is put together again.
pub fn there_and_back(values: Vec<u8>) -> Vec<u8> {
    let mut values = ManuallyDrop::new(values);
    // SAFETY: the parts of a vector that is not dropped.
    unsafe { Vec::from_raw_parts(values.as_mut_ptr(), values.len(), values.capacity()) }
}
