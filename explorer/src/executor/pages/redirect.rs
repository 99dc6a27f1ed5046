//! Carries out one instruction on the other mapping of the watched pages: the page stays closed, nothing has to be told to
//! the kernel, and the processor is not asked to stop after the instruction, which takes far longer in a virtual machine
//! than all the rest.
//!
//! Each place in the code that touches a page with parts gets a copy of its instruction, made once: the handler moves the
//! register that the address begins with to the other mapping and continues at the copy, which puts the register back and
//! returns behind the original. Instructions for which that would not do the same (jumps, string instructions, those that
//! use the register otherwise) are left to single stepping. x86-64 only.

use super::mapping;
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind, Register};
use libc::c_void;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicUsize};

/// Places in the code that are remembered; those beyond are decoded every time, and stepped.
const MOST_PLACES: usize = 1024;
/// Bytes of a copy: the instruction, putting the register back, the jump.
const COPY: usize = 64;
/// Longest instruction.
const LONGEST: usize = 15;

/// By slot of the table, which is searched from the hash of a place on: the place, or 0.
static PLACES: [AtomicUsize; MOST_PLACES] = [const { AtomicUsize::new(0) }; MOST_PLACES];
/// Bytes that the instruction touches; 0 if that cannot be told.
static SIZES: [AtomicU16; MOST_PLACES] = [const { AtomicU16::new(0) }; MOST_PLACES];
/// Which saved register the address begins with, as the kernel counts them; [`STEPS`] if there is no copy.
static REGISTERS: [AtomicU8; MOST_PLACES] = [const { AtomicU8::new(STEPS) }; MOST_PLACES];
/// Slots used.
static USED: AtomicUsize = AtomicUsize::new(0);
/// Where the copies are, and what the copies put back; 0 if there is no such memory.
static COPIES: AtomicUsize = AtomicUsize::new(0);
static SAVED: AtomicUsize = AtomicUsize::new(0);

const STEPS: u8 = u8::MAX;

/// What is known of an instruction.
pub(crate) struct Place {
    slot: Option<usize>,
    /// Bytes of memory that it touches at once, if that can be told.
    pub(crate) size: Option<usize>,
}

/// Maps memory for the copies. Without it everything is stepped.
pub(crate) fn prepare() {
    let saved = MOST_PLACES * size_of::<u64>();
    // SAFETY: new private memory; code and data on pages of their own, or each write would flush the code.
    unsafe {
        let all = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let memory = libc::mmap(null_mut(), MOST_PLACES * COPY + saved, all, flags, -1, 0);
        if memory != libc::MAP_FAILED {
            COPIES.store(memory as usize, Relaxed);
            SAVED.store(memory as usize + MOST_PLACES * COPY, Relaxed);
        }
    }
    // Makes the decoder's tables, which allocates.
    decode(&[0x8b, 0x07]);
}

/// The instruction at this address.
pub(crate) fn place(at: usize) -> Place {
    let mut slot = (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % MOST_PLACES;
    loop {
        let here = PLACES[slot].load(Relaxed);
        if here == at {
            let size = usize::from(SIZES[slot].load(Relaxed));
            return Place {
                slot: (REGISTERS[slot].load(Relaxed) != STEPS).then_some(slot),
                size: (size > 0).then_some(size),
            };
        }
        if here == 0 {
            break;
        }
        slot = (slot + 1) % MOST_PLACES;
    }
    let Some((instruction, code)) = decode_at(at) else {
        return Place {
            slot: None,
            size: None,
        };
    };
    let size = size(&instruction);
    // Half of the table stays empty, so that searches end.
    if USED.load(Relaxed) >= MOST_PLACES / 2 {
        return Place { slot: None, size };
    }
    USED.fetch_add(1, Relaxed);
    PLACES[slot].store(at, Relaxed);
    SIZES[slot].store(size.unwrap_or(0) as u16, Relaxed);
    let copied = copy(slot, at, &instruction, code);
    REGISTERS[slot].store(copied.unwrap_or(STEPS), Relaxed);
    Place {
        slot: copied.map(|_| slot),
        size,
    }
}

impl Place {
    /// Continues at the copy. False if there is none: nothing was changed.
    pub(crate) fn redirect(&self, context: *mut c_void) -> bool {
        let Some(slot) = self.slot else { return false };
        let register = usize::from(REGISTERS[slot].load(Relaxed));
        // SAFETY: the kernel passes the context of the interrupted thread; the memory for what is put back was mapped, or
        // there would be no copy.
        unsafe {
            let registers = &raw mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
            let was = (*registers)[register];
            (SAVED.load(Relaxed) as *mut i64).add(slot).write(was);
            (*registers)[register] = was.wrapping_add(mapping::to_the_other_mapping());
            (*registers)[libc::REG_RIP as usize] = (COPIES.load(Relaxed) + slot * COPY) as i64;
        }
        true
    }
}

/// Writes the copy, and returns which saved register is to be moved. None: the instruction has to be stepped.
fn copy(slot: usize, at: usize, instruction: &Instruction, code: &[u8]) -> Option<u8> {
    let copies = COPIES.load(Relaxed);
    let (base, is_put_back) = movable(instruction)?;
    if copies == 0 {
        return None;
    }
    let number = base.number() as u8;
    let mut bytes = [0x90_u8; COPY];
    let mut len = code.len();
    bytes[..len].copy_from_slice(code);
    if is_put_back {
        // mov base, [rip + distance]
        let rex = 0x48 | (number >> 3) << 2;
        let end = copies + slot * COPY + len + 7;
        let saved = SAVED.load(Relaxed) + slot * size_of::<u64>();
        let distance = i32::try_from(saved as i64 - end as i64).ok()?;
        bytes[len..len + 3].copy_from_slice(&[rex, 0x8b, (number & 7) << 3 | 5]);
        bytes[len + 3..len + 7].copy_from_slice(&distance.to_le_bytes());
        len += 7;
    }
    // jmp [rip + 0]; the address follows
    bytes[len..len + 6].copy_from_slice(&[0xff, 0x25, 0, 0, 0, 0]);
    bytes[len + 6..len + 14].copy_from_slice(&((at + code.len()) as u64).to_le_bytes());
    // SAFETY: the copy's own place, which nothing has executed yet.
    unsafe { ((copies + slot * COPY) as *mut [u8; COPY]).write(bytes) };
    saved_register(base)
}

/// Bytes of memory that an instruction touches from the first address on, if that can be told: one that gathers touches
/// some at several addresses.
fn size(instruction: &Instruction) -> Option<usize> {
    Some(instruction.memory_size().size()).filter(|size| *size > 0 && !instruction.is_vsib())
}

/// The register that the address of the memory operand begins with, if moving it changes nothing else, and whether it has
/// to be put back: not if the instruction overwrites it.
fn movable(instruction: &Instruction) -> Option<(Register, bool)> {
    use Mnemonic::{
        Cmpxchg, Cmpxchg8b, Cmpxchg16b, Div, Idiv, Imul, Mov, Movsx, Movsxd, Movzx, Mul, Mulx, Pcmpestri,
        Pcmpestrm, Vpcmpestri, Vpcmpestrm, Xchg, Xlatb,
    };
    let base = instruction.memory_base();
    let operands = 0..instruction.op_count();
    let in_memory = operands
        .clone()
        .filter(|&operand| instruction.op_kind(operand) == OpKind::Memory);
    let has_hidden_operands = match instruction.mnemonic() {
        Cmpxchg | Cmpxchg8b | Cmpxchg16b | Mulx | Pcmpestri | Pcmpestrm | Vpcmpestri | Vpcmpestrm | Xchg
        | Xlatb => true,
        Div | Idiv | Imul | Mul => instruction.op_count() == 1,
        _ => false,
    };
    if instruction.flow_control() != FlowControl::Next
        || instruction.is_string_instruction()
        || instruction.is_stack_instruction()
        || instruction.segment_prefix() != Register::None
        || instruction.is_ip_rel_memory_operand()
        || instruction.is_vsib()
        || has_hidden_operands
        || in_memory.count() != 1
        || !base.is_gpr64()
        || base == Register::RSP
        || instruction.memory_index().full_register() == base
    {
        return None;
    }
    let mut is_put_back = true;
    for operand in operands {
        if instruction.op_kind(operand) != OpKind::Register {
            continue;
        }
        let register = instruction.op_register(operand);
        if register.full_register() != base {
            continue;
        }
        let is_overwritten = operand == 0
            && register.size() >= 4
            && matches!(instruction.mnemonic(), Mov | Movzx | Movsx | Movsxd);
        if !is_overwritten {
            return None;
        }
        is_put_back = false;
    }
    Some((base, is_put_back))
}

fn saved_register(register: Register) -> Option<u8> {
    let number = match register {
        Register::RAX => libc::REG_RAX,
        Register::RCX => libc::REG_RCX,
        Register::RDX => libc::REG_RDX,
        Register::RBX => libc::REG_RBX,
        Register::RBP => libc::REG_RBP,
        Register::RSI => libc::REG_RSI,
        Register::RDI => libc::REG_RDI,
        Register::R8 => libc::REG_R8,
        Register::R9 => libc::REG_R9,
        Register::R10 => libc::REG_R10,
        Register::R11 => libc::REG_R11,
        Register::R12 => libc::REG_R12,
        Register::R13 => libc::REG_R13,
        Register::R14 => libc::REG_R14,
        Register::R15 => libc::REG_R15,
        _ => return None,
    };
    u8::try_from(number).ok()
}

/// The instruction at this address, and its bytes.
fn decode_at(at: usize) -> Option<(Instruction, &'static [u8])> {
    // Code may end where its page does.
    let short = LONGEST.min(mapping::PAGE - at % mapping::PAGE);
    // SAFETY: the processor has just read the instruction from there, and what was read stays code.
    let code = unsafe { std::slice::from_raw_parts(at as *const u8, short) };
    let decoded = decode(code).or_else(|| {
        let goes_on = short < LONGEST;
        // SAFETY: as above; the instruction goes on behind the end of the page.
        goes_on.then(|| decode(unsafe { std::slice::from_raw_parts(at as *const u8, LONGEST) }))?
    })?;
    // SAFETY: as above.
    Some((decoded, unsafe {
        std::slice::from_raw_parts(at as *const u8, decoded.len())
    }))
}

fn decode(code: &[u8]) -> Option<Instruction> {
    let instruction = Decoder::new(64, code, DecoderOptions::NONE).decode();
    (!instruction.is_invalid()).then_some(instruction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(code: &[u8]) -> Option<usize> {
        super::size(&decode(code)?)
    }

    /// vpgatherdd xmm0, [rdi + 4 * xmm1], xmm2
    const GATHER: [u8; 6] = [0xc4, 0xe2, 0x69, 0x90, 0x04, 0x8f];

    #[test]
    fn sizes_are_those_of_the_memory_operand() {
        assert_eq!(size(&[0x8b, 0x07]), Some(4), "mov eax, [rdi]");
        assert_eq!(size(&[0x48, 0x8b, 0x07]), Some(8), "mov rax, [rdi]");
        assert_eq!(
            size(&[0x0f, 0xb6, 0x47, 0x08]),
            Some(1),
            "movzx eax, byte ptr [rdi + 8]"
        );
        assert_eq!(size(&[0x66, 0x83, 0x3f, 0x05]), Some(2), "cmp word ptr [rdi], 5");
        assert_eq!(size(&[0x0f, 0x10, 0x07]), Some(16), "movups xmm0, [rdi]");
        assert_eq!(size(&[0xc5, 0xfe, 0x6f, 0x07]), Some(32), "vmovdqu ymm0, [rdi]");
        assert_eq!(size(&[0x48, 0x8b]), None, "cut off");
        assert_eq!(size(&GATHER), None, "several addresses");
    }

    #[test]
    fn only_the_address_may_use_the_register_that_is_moved() {
        let movable = |code: &[u8]| movable(&decode(code).expect("an instruction"));
        assert_eq!(
            movable(&[0x8b, 0x07]),
            Some((Register::RDI, true)),
            "mov eax, [rdi]"
        );
        assert_eq!(
            movable(&[0x48, 0x8b, 0x3f]),
            Some((Register::RDI, false)),
            "mov rdi, [rdi]"
        );
        assert_eq!(
            movable(&[0x8b, 0x3f]),
            Some((Register::RDI, false)),
            "mov edi, [rdi]"
        );
        assert_eq!(
            movable(&[0x40, 0x8a, 0x3f]),
            None,
            "mov dil, [rdi] keeps the rest of the register"
        );
        assert_eq!(movable(&[0x48, 0x89, 0x3f]), None, "mov [rdi], rdi");
        assert_eq!(movable(&[0x48, 0x03, 0x3f]), None, "add rdi, [rdi]");
        assert_eq!(movable(&[0x48, 0x8b, 0x04, 0x3f]), None, "mov rax, [rdi + rdi]");
        assert_eq!(
            movable(&[0x48, 0x8b, 0x04, 0x37]),
            Some((Register::RDI, true)),
            "mov rax, [rdi + rsi]"
        );
        assert_eq!(movable(&[0xa4]), None, "movsb");
        assert_eq!(movable(&GATHER), None, "some may be elsewhere");
        assert_eq!(movable(&[0xff, 0x17]), None, "call [rdi]");
        assert_eq!(movable(&[0xff, 0x37]), None, "push [rdi]");
        assert_eq!(movable(&[0x48, 0xf7, 0x20]), None, "mul qword ptr [rax]");
        assert_eq!(movable(&[0x64, 0x8b, 0x07]), None, "mov eax, fs:[rdi]");
        assert_eq!(movable(&[0x8b, 0x05, 0, 0, 0, 0]), None, "mov eax, [rip]");
        assert_eq!(movable(&[0x8b, 0x04, 0x24]), None, "mov eax, [rsp]");
    }
}
