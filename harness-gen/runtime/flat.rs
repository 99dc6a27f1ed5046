//! Calls with constants for arguments: most runs are of these, so they are evaluated without a stack, and a series of them
//! without all that is the same in each.

use crate::abi::*;
use crate::driver::{self, Driver, Ended, ended_by};
use crate::series::{go_on, next_step};
use crate::{alloc, answers, compares, edges, threads, waiters};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::from_raw_parts;

/// A call whose arguments are constants.
pub struct FlatCall {
    /// Takes the addresses in `leading`.
    pub arm: Arm,
    /// Where the result goes.
    pub out: *mut u8,
    /// Its type.
    pub result: u32,
    /// The result is to be dropped.
    pub needs_drop: bool,
    /// The call is one of the explored crate.
    pub is_of_crate: bool,
    /// Some of the arguments are two steps of the program: an integer, and what makes it a lazy one.
    pub has_lazy: bool,
}

impl Driver {
    /// Prepares a program that is one call with constants for arguments: what most runs are of. Their addresses are in
    /// `leading` then. None: it is another one.
    ///
    /// # Safety
    /// The program is well typed for the tables, and its first `same` steps are those of the program given before.
    #[inline]
    pub unsafe fn flat_call(&mut self, program: &[Instr], same: usize) -> Option<FlatCall> {
        let (last, arguments) = program.split_last()?;
        let same = same.min(arguments.len());
        while self.leading_ends.pop_if(|end| *end > same).is_some() {
            self.leading.pop();
        }
        let mut next = self.leading_ends.last().copied().unwrap_or(0);
        while let Some(instr) = arguments.get(next) {
            let mut address = *self.constants.get(instr.op as usize)?;
            if address.is_null() || instr.watch != 0 {
                return None;
            }
            next += 1;
            let around = arguments.get(next).map(|around| around.op as usize);
            // SAFETY: ids of the program index the table.
            if around.is_some_and(|op| unsafe { (*self.ops.add(op)).kind } == KIND_LAZY) {
                // SAFETY: the constant is live, and an `i32` because that is what this op takes.
                address = unsafe { self.lazy_constants.around(instr.op, address) };
                next += 1;
            }
            self.leading.push(address);
            self.leading_ends.push(next);
        }
        // SAFETY: ids of the program index the tables.
        unsafe {
            let op = &*self.ops.add(last.op as usize);
            let arm = op.arm?;
            if op.kind != KIND_CALL || op.arity as usize != self.leading.len() || last.watch != 0 {
                return None;
            }
            Some(FlatCall {
                arm,
                out: self.place(op.result, 0),
                result: op.result,
                needs_drop: (*self.types.add(op.result as usize)).drop.is_some(),
                is_of_crate: op.inner != 0,
                has_lazy: self.leading.len() != arguments.len(),
            })
        }
    }

    /// # Safety
    /// The call was prepared last, in this run.
    #[inline]
    pub unsafe fn evaluate_flat(&mut self, call: &FlatCall, control: *mut Control) -> Ended {
        // SAFETY: the arguments are live, and of types that are never dropped.
        unsafe {
            let steps = self.leading_ends.last().map_or(0, |end| *end);
            (&raw mut (*control).instr).write_volatile(steps as u32);
            compares::begin_call(call.is_of_crate);
            let ended = ended_by((call.arm)(self.leading.as_ptr(), call.out));
            if matches!(ended, Ended::Value(_)) {
                self.push(call.out, call.result, 0, 0);
            }
            ended
        }
    }
}

/// Calls with constants for arguments, whose result needs no drop glue: there is nothing to do between runs as long as each
/// returns and does nothing unusual. None: the first program is another one, and nothing was run.
///
/// # Safety
/// As [`Harness::run_series`].
pub unsafe fn run_flat(series: &mut Series) -> Option<u32> {
    // SAFETY: promised by the caller; the arguments are live, and of types that are never dropped.
    unsafe {
        let program = from_raw_parts(series.program, series.len);
        let mut changes = from_raw_parts(series.changes, series.change_count).iter();
        let driver = driver::driver();
        let control = driver::control();
        driver.begin(control);
        let call = driver
            .flat_call(program, series.same)
            .filter(|call| !call.needs_drop && !call.has_lazy)?;
        compares::begin_call(call.is_of_crate);
        let (memory_limit, edge_limit) = ((*control).memory_limit, (*control).edge_limit);
        (&raw mut (*control).instr).write_volatile(driver.leading.len() as u32);
        let (constants, leading, leading_ends) =
            (&driver.constants, &mut driver.leading, &mut driver.leading_ends);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            loop {
                let answer = (call.arm)(leading.as_ptr(), call.out);
                // Panics that the crate caught, lists of answers, leaks: the end of the run is for the driver then. So is the
                // beginning of the next one behind whatever is counted per run and otherwise left as it is.
                let is_unusual = (&raw const (*control).panics).read_volatile() != 0
                    || (&raw const (*control).type_demands).read_volatile() != 0
                    || (&raw const (*control).misbehaved).read_volatile() != 0
                    || answers::any()
                    || threads::any()
                    || waiters::has_skipped(threads::run())
                    || alloc::watched_freed() != 0
                    || alloc::live() > series.live_limit;
                if answer != ARM_OK || is_unusual || changes.len() == 0 {
                    return ended_by(answer);
                }
                for change in next_step(&mut changes) {
                    let address = constants[change.op as usize];
                    if address.is_null() {
                        // Not made yet, or no constant.
                        leading.clear();
                        leading_ends.clear();
                        return Ended::Value(STATUS_OK);
                    }
                    leading[change.instruction as usize] = address;
                }
                go_on(series);
                alloc::begin_run(memory_limit);
                edges::begin_run(edge_limit);
            }
        }));
        Some(driver.conclude(control, ended))
    }
}
