//! Placeholders that are parts of other values, such as the fields of a node and the elements of a vector: where each lies,
//! from the op that puts it into a value up to the pointer behind which that value is put on watched pages.

use crate::abi::*;
use crate::driver::{Driver, Slot};
use std::alloc::Layout;
use std::ptr::null_mut;

/// A placeholder within a value on the stack.
struct Part {
    placeholder: u32,
    /// Bytes from the beginning of the value, or of the elements of the vector it is in.
    offset: usize,
    size: usize,
    inside: Inside,
}

/// A vector within a value on the stack, some of whose elements are placeholders or have such.
struct Elements {
    /// Where the vector itself lies, as for a part.
    offset: usize,
    inside: Inside,
    buffer: BufferFn,
    /// Where its elements can be written, once it is behind a pointer.
    address: *mut u8,
    /// The watched page they are on.
    page: Option<u32>,
}

/// What an offset is counted from: none is the value on the stack, else a vector's elements, by index.
type Inside = Option<u32>;

/// What is remembered of a slot whose value went into another one.
struct Argument {
    placeholder: Option<u32>,
    ty: u32,
    parts_from: usize,
    vectors_from: usize,
}

/// All placeholders that are parts of values which are not yet behind a pointer.
pub struct InPlace {
    /// The run has any.
    pub is_used: bool,
    parts: Vec<Part>,
    vectors: Vec<Elements>,
    arguments: Vec<Argument>,
    addresses: Vec<usize>,
    placed: Vec<WatchedPart>,
}

impl InPlace {
    /// None.
    pub const fn new() -> InPlace {
        InPlace {
            is_used: false,
            parts: Vec::new(),
            vectors: Vec::new(),
            arguments: Vec::new(),
            addresses: Vec::new(),
            placed: Vec::new(),
        }
    }

    /// A run begins.
    #[inline]
    pub fn begin_run(&mut self) {
        if self.is_used {
            self.is_used = false;
            self.parts.clear();
            self.vectors.clear();
        }
    }

    /// Where the parts and vectors of a value that is made now begin.
    #[inline]
    pub fn here(&self) -> (u32, u32) {
        (self.parts.len() as u32, self.vectors.len() as u32)
    }

    /// These slots are about to become arguments of one op.
    #[cold]
    pub fn note_arguments(&mut self, slots: &[Slot]) {
        self.arguments.clear();
        self.arguments.extend(slots.iter().map(|slot| Argument {
            placeholder: slot.in_place.then(|| u32::from(slot.watch) - 1),
            ty: slot.ty,
            parts_from: slot.parts_from.0 as usize,
            vectors_from: slot.parts_from.1 as usize,
        }));
    }

    fn vector(&self, index: u32) -> &Elements {
        &self.vectors[index as usize]
    }
}

impl Driver {
    /// The op put the arguments that were noted together, and its result is at `out`: their parts are parts of it. Returns
    /// where its parts and vectors begin.
    ///
    /// # Safety
    /// The value is live, and the op is the one that made it.
    #[cold]
    pub unsafe fn keep_parts(&mut self, op: &OpEntry, out: *mut u8) -> (u32, u32) {
        let state = &mut self.in_place;
        let Some(first) = state.arguments.first() else {
            return state.here();
        };
        let from = (first.parts_from as u32, first.vectors_from as u32);
        let (parts_end, vectors_end) = (state.parts.len(), state.vectors.len());
        let count = state.arguments.len();
        state.addresses.clear();
        state.addresses.resize(count, 0);
        let mut grown = None;
        // SAFETY: the value is live, and there is room for as many addresses as the op has arguments.
        unsafe {
            if let Some(parts) = op.parts {
                parts(out, state.addresses.as_mut_ptr());
            } else if let Some(buffer) = op.buffer
                && count == 2
            {
                let elements = buffer(out, null_mut());
                state.addresses[0] = out as usize;
                state.addresses[1] = elements.address as usize + (elements.len - 1) * elements.stride;
                grown = Some((buffer, elements));
            }
        }
        let has_parts = |argument: &Argument, next: Option<&Argument>| {
            let (parts_to, vectors_to) = next.map_or((parts_end, vectors_end), |next| {
                (next.parts_from, next.vectors_from)
            });
            (argument.parts_from..parts_to, argument.vectors_from..vectors_to)
        };
        for index in 0..count {
            let argument = &state.arguments[index];
            let (parts, vectors) = has_parts(argument, state.arguments.get(index + 1));
            let placeholder = argument.placeholder;
            let ty = argument.ty;
            if placeholder.is_none() && parts.is_empty() && vectors.is_empty() {
                continue;
            }
            let address = state.addresses[index];
            if address == 0 {
                // Code has it now.
                let gone: Vec<u32> = placeholder
                    .into_iter()
                    .chain(state.parts[parts.clone()].iter().map(|part| part.placeholder))
                    .collect();
                for part in &mut state.parts[parts] {
                    part.size = 0;
                }
                for placeholder in gone {
                    // SAFETY: the services live as long as the process; any number may be given.
                    unsafe { ((*self.services).demanded)(placeholder) };
                }
                continue;
            }
            let (inside, base) = match grown {
                Some((buffer, elements)) if index == 1 => {
                    let vectors = &mut state.vectors;
                    // The element may be a vector, too.
                    let known = (from.1 as usize..argument.vectors_from)
                        .find(|&index| vectors[index].inside.is_none() && vectors[index].offset == 0);
                    let known = known.unwrap_or_else(|| {
                        vectors.push(Elements {
                            offset: 0,
                            inside: None,
                            buffer,
                            address: null_mut(),
                            page: None,
                        });
                        vectors.len() - 1
                    });
                    (Some(known as u32), elements.address as usize)
                }
                _ => (None, out as usize),
            };
            let offset = address - base;
            for part in state.parts[parts].iter_mut().filter(|part| part.inside.is_none()) {
                part.offset += offset;
                part.inside = inside;
            }
            for vector in state.vectors[vectors]
                .iter_mut()
                .filter(|vector| vector.inside.is_none())
            {
                vector.offset += offset;
                vector.inside = inside;
            }
            if let Some(placeholder) = placeholder {
                // SAFETY: `ty` indexes the table.
                let size = unsafe { (*self.types.add(ty as usize)).size };
                state.parts.push(Part {
                    placeholder,
                    offset,
                    size,
                    inside,
                });
            }
        }
        from
    }

    /// The value of this slot goes behind a pointer: what has placeholders in it goes to watched pages, and what it is now is
    /// returned.
    ///
    /// # Safety
    /// The slot was the topmost one and holds a live value.
    #[cold]
    pub unsafe fn put_on_pages(&mut self, mut slot: Slot) -> Slot {
        let (parts_from, vectors_from) = (slot.parts_from.0 as usize, slot.parts_from.1 as usize);
        if parts_from == self.in_place.parts.len() && vectors_from == self.in_place.vectors.len() {
            return slot;
        }
        // SAFETY: promised by the caller; the services live as long as the process.
        unsafe {
            let page_size = (*self.services).watch_page;
            let size = (*self.types.add(slot.ty as usize)).size;
            let own = |part: &Part| part.inside.is_none() && part.size > 0;
            let first = self.in_place.parts[parts_from..].iter().find(|part| own(part));
            let first = first.map(|part| part.placeholder);
            let has_own = first.is_some();
            let is_whole = slot.watch != 0;
            let mut page = None;
            if slot.watch != 0 {
                page = Some(u32::from(slot.watch) - 1);
            } else if let Some(first) = first.filter(|_| size <= page_size) {
                page = Some(first);
                let place = self.place(slot.ty, first + 1);
                std::ptr::copy_nonoverlapping(slot.address, place, size);
                slot.address = place;
                slot.shared = false;
                slot.watch = (first + 1) as u16;
            }
            for index in vectors_from..self.in_place.vectors.len() {
                self.move_elements(index as u32, slot.address, parts_from);
            }
            let state = &mut self.in_place;
            state.placed.clear();
            if let Some(page) = page.filter(|_| has_own && is_whole) {
                state.placed.push(WatchedPart {
                    page,
                    placeholder: page,
                    from: 0,
                    to: page_size as u32,
                    is_whole: 1,
                });
            }
            for part in state.parts[parts_from..].iter().filter(|part| part.size > 0) {
                let page = match part.inside {
                    None => page,
                    Some(index) => state.vector(index).page,
                };
                match page {
                    Some(page) => state.placed.push(WatchedPart {
                        page,
                        placeholder: part.placeholder,
                        from: part.offset as u32,
                        to: (part.offset + part.size) as u32,
                        is_whole: 0,
                    }),
                    // Too large for a page.
                    None => ((*self.services).demanded)(part.placeholder),
                }
            }
            if !state.placed.is_empty() {
                ((*self.services).watch_parts)(state.placed.as_ptr(), state.placed.len());
            }
            state.parts.truncate(parts_from);
            state.vectors.truncate(vectors_from);
        }
        slot
    }

    /// Moves the elements of a vector to a watched page if some of them are placeholders, or have such.
    ///
    /// # Safety
    /// The vector is live; it is in the value at `value` or in an element of another vector.
    unsafe fn move_elements(&mut self, index: u32, value: *mut u8, parts_from: usize) {
        let Elements {
            offset,
            inside,
            buffer,
            address,
            ..
        } = *self.in_place.vector(index);
        if !address.is_null() {
            return;
        }
        // SAFETY: promised by the caller; a vector's buffer is large enough for its capacity, and nobody else knows of it.
        unsafe {
            let base = match inside {
                None => value,
                Some(outer) => {
                    self.move_elements(outer, value, parts_from);
                    self.in_place.vector(outer).address
                }
            };
            let vector = base.add(offset);
            let elements = buffer(vector, null_mut());
            let bytes = elements.capacity * elements.stride;
            let part = self.in_place.parts[parts_from..]
                .iter()
                .find(|part| part.inside == Some(index) && part.size > 0);
            let page_size = (*self.services).watch_page;
            let page = part
                .map(|part| part.placeholder)
                .filter(|_| bytes > 0 && bytes <= page_size);
            let mut address = elements.address;
            if let Some(page) = page {
                self.watches = true;
                address = (*self.services).watch_write.add(page as usize * page_size);
                std::ptr::copy_nonoverlapping(elements.address, address, elements.len * elements.stride);
                buffer(vector, self.alias(page + 1));
                let layout = Layout::from_size_align_unchecked(bytes, elements.align);
                std::alloc::dealloc(elements.address, layout);
                self.watched_boxes += 1;
            }
            let moved = &mut self.in_place.vectors[index as usize];
            moved.address = address;
            moved.page = page;
        }
    }
}

/// See [`BufferFn`].
///
/// # Safety
/// A live vector of this type is at `vector`. Its elements are at `moved_to`, if that is not null, with room for as many.
pub unsafe extern "C" fn vec_buffer<T>(vector: *mut u8, moved_to: *mut u8) -> Buffer {
    // SAFETY: promised by the caller. The vector that is read is written back or never dropped.
    unsafe {
        let vector = vector.cast::<Vec<T>>();
        let mut held = std::mem::ManuallyDrop::new(vector.read());
        let buffer = Buffer {
            address: held.as_mut_ptr().cast(),
            stride: size_of::<T>(),
            len: held.len(),
            capacity: held.capacity(),
            align: align_of::<T>(),
        };
        if !moved_to.is_null() {
            vector.write(Vec::from_raw_parts(moved_to.cast(), buffer.len, buffer.capacity));
        }
        buffer
    }
}
