//! Evaluates programs: a slot stack over the type and op tables, one `catch_unwind` around each run, on one thread.

use crate::abi::*;
use crate::arena::Arena;
use crate::in_place::InPlace;
use crate::lazy::{self, LazyConstants, LazyInt};
use crate::panics::{self, on_panic};
#[cfg(all(target_arch = "x86_64", not(feature = "fuzzing")))]
use crate::system_calls;
use crate::{alloc, answers, compares, edges, fingerprint, series, threads};
use std::alloc::Layout;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

pub use crate::arena::{put, rd, type_entry};

/// The harness over generated tables. The tables live as long as the dylib.
pub fn harness(types: &'static [TypeEntry], ops: &'static [OpEntry]) -> *const Harness {
    static HARNESS: Global<Option<Harness>> = Global(UnsafeCell::new(None));
    // SAFETY: called while the dylib is being loaded, by one thread.
    let harness = unsafe { &mut *HARNESS.0.get() };
    *harness = Some(Harness {
        abi_version: ABI_VERSION,
        type_count: types.len() as u32,
        op_count: ops.len() as u32,
        types: types.as_ptr(),
        ops: ops.as_ptr(),
        start,
        run,
        run_series: series::run_series,
        gate: edges::gate(),
        edges_left: edges::left(),
        edge_count: edges::count(),
        watch_edges: edges::watch,
        watch_compares: compares::watch,
        read_literal,
        read_debug_info: panics::read_debug_info,
    });
    // SAFETY: as above; reading the tables is all that follows.
    unsafe {
        let driver = &mut *DRIVER.0.get();
        driver.types = types.as_ptr();
        driver.ops = ops.as_ptr();
        driver.op_count = ops.len();
    }
    harness.as_ref().map_or(null(), |harness| harness)
}

/// The shared block; null before the start.
pub fn control() -> *mut Control {
    CONTROL.load(Relaxed)
}

/// Touches of watched pages are no demands from now on.
pub fn stop_recording() {
    let control = CONTROL.load(Relaxed);
    if !control.is_null() {
        // SAFETY: `start` stored the address of the shared block, which outlives the process.
        unsafe { (&raw mut (*control).recording).write_volatile(0) }
    }
}

/// State owned by the one thread that runs programs.
struct Global<T>(UnsafeCell<T>);

// SAFETY: only `harness`, `start` and `run` touch it, and the executor calls them from one thread at a time.
unsafe impl<T> Sync for Global<T> {}

static CONTROL: AtomicPtr<Control> = AtomicPtr::new(null_mut());
static DRIVER: Global<Driver> = Global(UnsafeCell::new(Driver::new()));

/// A value of the stack or an owner: where it lies and its type.
#[derive(Clone, Copy)]
pub struct Slot {
    pub address: *mut u8,
    pub ty: u32,
    /// Number of owners when the evaluation of this value began: where the owners of its arguments begin.
    owners_from: u32,
    /// `k + 1` if it lies in watched page `k`, or is a placeholder in place.
    pub watch: u16,
    /// It is a placeholder that will lie in the value that takes it.
    pub in_place: bool,
    /// Where its parts and vectors begin in those of the driver.
    pub parts_from: (u32, u32),
    /// For pointers: the value lent may come to hold other borrows (see [`KIND_BORROW_KEEPING`]).
    keeping: bool,
    /// For owners: it cannot hold a borrow.
    pub lasting: bool,
    /// It is shared by all runs: it may be read, and what may write gets a copy.
    pub shared: bool,
}

/// What runs programs.
pub struct Driver {
    pub types: *const TypeEntry,
    pub ops: *const OpEntry,
    op_count: usize,
    pub services: *const Services,
    pub in_place: InPlace,
    pub arena: Arena,
    /// The value of each [`KIND_CONSTANT`] op that a run has used, kept for good; null for the others.
    pub constants: Vec<*mut u8>,
    constants_arena: Arena,
    pub lazy_constants: LazyConstants,
    /// The constants at the beginning of the program run last, as far as there is nothing else between them.
    pub leading: Vec<*mut u8>,
    /// Behind which step of that program each of them ends.
    pub leading_ends: Vec<usize>,
    pub stack: Vec<Slot>,
    /// Borrowed values, in order of creation.
    pub owners: Vec<Slot>,
    arguments: Vec<*mut u8>,
    pub watches: bool,
    /// Watched pages this run handed out as boxes and elements of vectors.
    pub watched_boxes: usize,
}

/// Why evaluation ended without a panic.
pub enum Ended {
    /// With a value.
    Value(u32),
    /// An op built nothing.
    Reject,
}

/// What an arm's answer means.
#[inline]
pub fn ended_by(answer: i32) -> Ended {
    Ended::Value(match answer {
        ARM_REJECT => return Ended::Reject,
        ARM_PROPERTY_FAILED => STATUS_PROPERTY_FAILED,
        ARM_DISCARDED => STATUS_DISCARDED,
        _ => STATUS_OK,
    })
}

unsafe extern "C" fn start(services: *const Services) {
    // SAFETY: the executor passes a live table that outlives the process, once, before any run.
    let (services, driver) = unsafe { (&*services, &mut *DRIVER.0.get()) };
    driver.services = services;
    driver.stack.reserve(1024);
    driver.owners.reserve(1024);
    driver.arguments.reserve(64);
    driver.leading.reserve(64);
    driver.leading_ends.reserve(64);
    driver.lazy_constants.reserve(driver.op_count);
    driver.constants = vec![null_mut(); driver.op_count];
    CONTROL.store(services.control, Relaxed);
    let from = services.watch_alias as usize;
    let watched = from..from + services.watch_page * services.watch_count;
    #[cfg(all(target_arch = "x86_64", not(feature = "fuzzing")))]
    system_calls::configure(watched.clone(), services.looked_at, services.thread_begins);
    alloc::configure(watched, services.watch_page, services.memory_exceeded);
    alloc::before_end(|| {
        let _ = panics::note_stack();
    });
    edges::configure(services.edges_exceeded, services.edges, services.known_edges);
    compares::configure(services.compares);
    crate::registry::configure(services.misused);
    lazy::configure(services.demanded);
    threads::run_programs_here();
    std::panic::set_hook(Box::new(on_panic));
}

unsafe extern "C" fn read_literal(op: u32, kind: u32, scratch: *mut u8) -> LearnedSlot {
    // SAFETY: the executor calls from one thread, with a literal op of the tables, and promises the rest.
    unsafe {
        let driver = &*DRIVER.0.get();
        let op = &*driver.ops.add(op as usize);
        let size = (*driver.types.add(op.result as usize)).size;
        compares::read_literal(op, kind, size, scratch)
    }
}

unsafe extern "C" fn run(program: *const Instr, len: usize, same: usize) -> u32 {
    // SAFETY: the executor calls from one thread, after `start`, with a program that fits the tables.
    unsafe { run_program(std::slice::from_raw_parts(program, len), same) }
}

/// Whether no run may follow in this process: more than so many bytes are live, a watched box was kept, or a thread of the crate
/// unwinds for what is its caller's.
///
/// # Safety
/// Called from the one thread, between runs.
#[inline]
pub unsafe fn needs_fresh_process(live_limit: u64) -> bool {
    let control = CONTROL.load(Relaxed);
    // SAFETY: `start` stored the address of the shared block. Volatile, because of the threads.
    unsafe {
        (*control).live_bytes > live_limit
            || (*control).watched_kept != 0
            || (&raw const (*control).thread_unwound).read_volatile() != THREAD_NONE
    }
}

/// Evaluates one program: see [`Harness::run`].
///
/// # Safety
/// Called from the one thread, after `start`, with a program that fits the tables.
#[inline]
pub unsafe fn run_program(program: &[Instr], same: usize) -> u32 {
    // SAFETY: promised by the caller.
    unsafe {
        let driver = driver();
        let control = CONTROL.load(Relaxed);
        driver.begin(control);
        let ended = catch_unwind(AssertUnwindSafe(|| match driver.flat_call(program, same) {
            Some(call) => driver.evaluate_flat(&call, control),
            None => driver.evaluate(program, control),
        }));
        driver.conclude(control, ended)
    }
}

/// The state of the one thread.
///
/// # Safety
/// Called from that thread; no other reference to it is in use.
pub unsafe fn driver() -> &'static mut Driver {
    // SAFETY: promised by the caller.
    unsafe { &mut *DRIVER.0.get() }
}

impl Driver {
    /// Drops what a run made, and says what it came to.
    ///
    /// # Safety
    /// The run is over, and nothing of it was dropped yet.
    pub unsafe fn conclude(&mut self, control: *mut Control, ended: std::thread::Result<Ended>) -> u32 {
        // SAFETY: promised by the caller; `control` is the shared block.
        unsafe {
            (&raw mut (*control).recording).write_volatile(0);
            let status = match ended {
                Ok(Ended::Value(status)) => {
                    if fingerprint::is_on() {
                        (*control).value = self.fingerprint((*control).want_value);
                    }
                    if (*control).want_result != 0 {
                        self.tell_result(control);
                    }
                    self.finish(control, status)
                }
                Ok(Ended::Reject) => {
                    // What a rejected plan built is dropped, or the process would have to be recycled often; faults of
                    // that are not findings, because another plan shows them without the detour.
                    self.finish(control, STATUS_REJECT);
                    (*control).message_len = 0;
                    STATUS_REJECT
                }
                Err(payload) => self.finish_caught(payload, control),
            };
            let type_demands = &raw const (*control).type_demands;
            // After a panic what no arm had taken yet is leaked by us, where nobody can reach it.
            let returned = status != STATUS_PANIC && type_demands.read_volatile() == 0;
            let status = match status {
                STATUS_OK if returned && threads::settle(control) => STATUS_PANIC,
                status => status,
            };
            // A thread may look at one while it is waited for.
            let status = match type_demands.read_volatile() {
                0 => status,
                _ => STATUS_TYPE_DEMAND,
            };
            if (returned || self.has_dropped_all()) && alloc::watched_freed() != self.watched_boxes {
                (*control).watched_kept = 1;
            }
            fingerprint::end();
            self.hand_over_left(control, status);
            (
                (*control).live_bytes,
                (*control).held_bytes,
                (*control).asked_bytes,
            ) = alloc::end_run();
            (*control).edges = edges::end_run();
            // The executor reads the phase the run ended in, and sets it back to idle.
            status
        }
    }

    const fn new() -> Driver {
        Driver {
            types: null(),
            ops: null(),
            op_count: 0,
            services: null(),
            in_place: InPlace::new(),
            arena: Arena::new(),
            constants: Vec::new(),
            constants_arena: Arena::new(),
            lazy_constants: LazyConstants::new(),
            leading: Vec::new(),
            leading_ends: Vec::new(),
            stack: Vec::new(),
            owners: Vec::new(),
            arguments: Vec::new(),
            watches: false,
            watched_boxes: 0,
        }
    }

    /// A run begins.
    ///
    /// # Safety
    /// No run is in flight, and `control` is the shared block.
    pub unsafe fn begin(&mut self, control: *mut Control) {
        self.arena.reset();
        self.stack.clear();
        self.owners.clear();
        self.watches = false;
        self.watched_boxes = 0;
        self.in_place.begin_run();
        answers::begin_run();
        threads::begin_run();
        // SAFETY: `control` is the shared block, and nothing else writes these fields between runs.
        unsafe {
            (*control).instr = 0;
            (*control).panics = 0;
            (*control).type_demands = 0;
            (*control).has_others = u32::from(threads::are_there());
            ((*control).line, (*control).column) = (0, 0);
            (*control).file_len = 0;
            (*control).message_len = 0;
            (*control).backtrace_len = 0;
            (*control).stacks = 0;
            (*control).deep = DEEP_NOT;
            (*control).result_len = 0;
            alloc::begin_run((*control).memory_limit);
            edges::begin_run((*control).edge_limit);
            if (*control).want_value != 0 {
                (*control).value = 0;
                fingerprint::begin((*control).want_value);
            }
            self.note_left(control);
            (&raw mut (*control).phase).write_volatile(PHASE_EVAL);
            (&raw mut (*control).recording).write_volatile(1);
        }
    }

    /// # Safety
    /// The program is well typed for the tables.
    unsafe fn evaluate(&mut self, program: &[Instr], control: *mut Control) -> Ended {
        let mut status = STATUS_OK;
        for (position, instr) in program.iter().enumerate() {
            // SAFETY: ids of the program index the tables; a well-typed program keeps the stack deep enough.
            unsafe {
                (&raw mut (*control).instr).write_volatile(position as u32);
                let op = &*self.ops.add(instr.op as usize);
                // The step behind a value is what takes it, if that takes nothing else.
                let watch = instr.watch & !IN_PLACE;
                let in_place = watch != instr.watch;
                self.in_place.is_used |= in_place;
                let is_for_lazy = watch != 0
                    && program
                        .get(position + 1)
                        .is_some_and(|next| (*self.ops.add(next.op as usize)).kind == KIND_LAZY);
                let page = if is_for_lazy || in_place { 0 } else { watch };
                match op.kind {
                    KIND_CONSTANT if page == 0 && (*self.types.add(op.result as usize)).drop.is_none() => {
                        let mut address = self.constants[instr.op as usize];
                        if address.is_null() {
                            let Some(made) = self.make_constant(op) else {
                                return Ended::Reject;
                            };
                            self.constants[instr.op as usize] = made;
                            address = made;
                        }
                        self.stack.push(Slot {
                            address,
                            ty: op.result,
                            owners_from: self.owners.len() as u32,
                            watch: watch as u16,
                            in_place,
                            parts_from: self.in_place.here(),
                            keeping: false,
                            lasting: false,
                            shared: true,
                        });
                        status = STATUS_OK;
                    }
                    KIND_CALL | KIND_CONSTANT => {
                        let Some(arm) = op.arm else { return Ended::Reject };
                        let out = self.place(op.result, page);
                        let first = self.stack.len() - op.arity as usize;
                        self.arguments.clear();
                        self.arguments
                            .extend(self.stack[first..].iter().map(|slot| slot.address));
                        let owners_from = self
                            .stack
                            .get(first)
                            .map_or(self.owners.len() as u32, |slot| slot.owners_from);
                        self.order_owners(first);
                        if self.in_place.is_used {
                            self.in_place.note_arguments(&self.stack[first..]);
                        }
                        // The arguments belong to the arm from here on, even if it panics.
                        self.stack.truncate(first);
                        compares::begin_call(op.inner != 0);
                        status = match ended_by(arm(self.arguments.as_ptr(), out)) {
                            Ended::Reject => return Ended::Reject,
                            Ended::Value(status) => status,
                        };
                        let parts_from = match self.in_place.is_used {
                            true => self.keep_parts(op, out),
                            false => (0, 0),
                        };
                        self.push(out, op.result, watch, owners_from);
                        if let Some(slot) = self.stack.last_mut() {
                            slot.parts_from = parts_from;
                            slot.in_place = in_place;
                        }
                    }
                    KIND_LEARNED..=KIND_LEARNED_BYTES => {
                        let out = self.place(op.result, page);
                        compares::write_learned(op, (*self.services).learned, out);
                        self.push(out, op.result, watch, self.owners.len() as u32);
                        if let Some(slot) = self.stack.last_mut() {
                            slot.in_place = in_place;
                        }
                        status = STATUS_OK;
                    }
                    KIND_LAZY => {
                        let Some(argument) = self.stack.pop() else {
                            return Ended::Reject;
                        };
                        let out = self.place(op.result, watch);
                        let value = argument.address.cast::<i32>().read();
                        let watch = u32::from(argument.watch);
                        out.cast::<LazyInt>().write(LazyInt::watched(value, watch));
                        self.push(out, op.result, watch, argument.owners_from);
                        status = STATUS_OK;
                    }
                    kind => {
                        let Some(mut argument) = self.stack.pop() else {
                            return Ended::Reject;
                        };
                        if argument.shared && kind != KIND_BOX {
                            let size = (*self.types.add(argument.ty as usize)).size;
                            let own = self.place(argument.ty, 0);
                            std::ptr::copy_nonoverlapping(argument.address, own, size);
                            argument.address = own;
                            argument.shared = false;
                        }
                        if self.in_place.is_used {
                            argument = self.put_on_pages(argument);
                        }
                        let pointer = if argument.watch != 0 {
                            self.alias(u32::from(argument.watch))
                        } else if kind == KIND_BOX {
                            self.boxed(argument)
                        } else {
                            argument.address
                        };
                        self.watched_boxes += usize::from(kind == KIND_BOX && argument.watch != 0);
                        if kind != KIND_BOX {
                            let lasting = kind == KIND_BORROW_LASTING;
                            self.owners.push(Slot { lasting, ..argument });
                        }
                        let out = self.place(op.result, page);
                        out.cast::<*mut u8>().write(pointer);
                        self.push(out, op.result, watch, argument.owners_from);
                        if let Some(slot) = self.stack.last_mut() {
                            slot.in_place = in_place;
                            slot.keeping = kind == KIND_BORROW_KEEPING;
                        }
                        status = STATUS_OK;
                    }
                }
            }
        }
        Ended::Value(status)
    }

    /// Of the value that the run built.
    #[cold]
    unsafe fn fingerprint(&self, run: u32) -> u64 {
        let Some(slot) = self.stack.last() else { return 0 };
        // SAFETY: the slot holds a live value of the type it names.
        unsafe {
            let size = (*self.types.add(slot.ty as usize)).size;
            let is_elsewhere = |address| {
                self.arena.holds(address)
                    || self.constants_arena.holds(address)
                    || self.lazy_constants.holds(address)
            };
            fingerprint::of(run, slot.address, size, &is_elsewhere)
        }
    }

    /// The first bytes of the value that the run built, as they are.
    #[cold]
    unsafe fn tell_result(&self, control: *mut Control) {
        let Some(slot) = self.stack.last() else { return };
        // SAFETY: the slot holds a live value of the type it names, and `control` is the shared block.
        unsafe {
            let len = (*self.types.add(slot.ty as usize)).size.min(RESULT_MAX);
            std::ptr::copy_nonoverlapping(slot.address, (&raw mut (*control).result).cast::<u8>(), len);
            (*control).result_len = len as u32;
        }
    }

    /// Puts a value on the stack.
    pub fn push(&mut self, address: *mut u8, ty: u32, watch: u32, owners_from: u32) {
        self.stack.push(Slot {
            address,
            ty,
            owners_from,
            // There are no more pages than this can number.
            watch: watch as u16,
            in_place: false,
            parts_from: self.in_place.here(),
            keeping: false,
            lasting: false,
            shared: false,
        });
    }

    /// Makes the value of a [`KIND_CONSTANT`] op.
    #[cold]
    unsafe fn make_constant(&mut self, op: &OpEntry) -> Option<*mut u8> {
        // SAFETY: the result's id indexes the table; the arm takes no arguments and gets room for its result.
        unsafe {
            let arm = op.arm?;
            let entry = &*self.types.add(op.result as usize);
            let out = self.constants_arena.take(entry.size, entry.align);
            (arm(self.arguments.as_ptr(), out) == ARM_OK).then_some(out)
        }
    }

    /// A call may make one argument keep what another lends. Without lifetimes nobody knows which, so the one that was
    /// lent mutably, else the first (`self`), has its owners moved to the end of the list, where they are dropped
    /// first. Within one argument the order of creation is right: what was made later may borrow from what was there.
    fn order_owners(&mut self, first: usize) {
        let arguments = &self.stack[first..];
        if arguments.len() < 2 || self.owners.is_empty() {
            return;
        }
        let keeper = arguments.iter().position(|slot| slot.keeping).unwrap_or(0);
        let from = arguments[keeper].owners_from as usize;
        let to = arguments
            .get(keeper + 1)
            .map_or(self.owners.len(), |slot| slot.owners_from as usize);
        if from < to && to < self.owners.len() {
            self.owners[from..].rotate_left(to - from);
        }
    }

    /// Room for a value of type `ty`: its watched page if it has one, else in the arena.
    pub unsafe fn place(&mut self, ty: u32, watch: u32) -> *mut u8 {
        self.watches |= watch != 0;
        // SAFETY: `ty` indexes the table; the executor has at least `watch` pages, and no type larger than a page is
        // watched.
        unsafe {
            if watch != 0 {
                let services = &*self.services;
                return services
                    .watch_write
                    .add((watch as usize - 1) * services.watch_page);
            }
            let entry = &*self.types.add(ty as usize);
            let place = self.arena.take(entry.size, entry.align);
            if fingerprint::is_on() {
                fingerprint::fill(place, entry.size);
            }
            place
        }
    }

    pub unsafe fn alias(&self, watch: u32) -> *mut u8 {
        // SAFETY: the executor has at least `watch` pages.
        unsafe {
            let services = &*self.services;
            services
                .watch_alias
                .add((watch as usize - 1) * services.watch_page)
        }
    }

    /// Moves a value to memory that a `Box` may own.
    unsafe fn boxed(&self, value: Slot) -> *mut u8 {
        // SAFETY: the entry describes the value's layout, and the block is as large.
        unsafe {
            let entry = &*self.types.add(value.ty as usize);
            if entry.size == 0 {
                return std::ptr::without_provenance_mut(entry.align);
            }
            let layout = Layout::from_size_align_unchecked(entry.size, entry.align);
            let block = std::alloc::alloc(layout);
            if block.is_null() {
                std::alloc::handle_alloc_error(layout);
            }
            std::ptr::copy_nonoverlapping(value.address, block, entry.size);
            block
        }
    }
}
