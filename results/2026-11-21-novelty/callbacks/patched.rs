//! As `guard.rs`; a callback makes its call site a `test` without effect when it is first called.

use std::hint::black_box;
use std::time::Instant;

fn fitting<T: TryFrom<u64>>(values: &[u64]) -> Vec<T> {
    values.iter().filter_map(|&value| value.try_into().ok()).collect()
}

fn main() {
    let values: Vec<u64> = std::env::args()
        .skip(1)
        .map(|value| value.parse().expect("a number"))
        .collect();
    let (u32s, i32s) = (fitting::<u32>(&values), fitting::<i32>(&values));
    let (u16s, u8s) = (fitting::<u16>(&values), fitting::<u8>(&values));
    let mut calls = 0_u64;
    let begin = Instant::now();
    for &first in &u32s {
        for &second in &u32s {
            for &third in &i32s {
                for &fourth in &i32s {
                    for &fifth in &u16s {
                        for &sixth in &u8s {
                            black_box(throughput::checksum(
                                black_box(first),
                                black_box(second),
                                black_box(third),
                                black_box(fourth),
                                black_box(fifth),
                                black_box(sixth),
                            ));
                            calls += 1;
                        }
                    }
                }
            }
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{calls} {seconds}");
}

#[cfg(edges)]
mod edges {

    std::arch::global_asm!(
        ".globl __sanitizer_cov_trace_pc_guard",
        ".hidden __sanitizer_cov_trace_pc_guard",
        ".p2align 4",
        "__sanitizer_cov_trace_pc_guard:",
        "cmpl $0, (%rdi)",
        "je 2f",
        "ret",
        "2:",
        "movl $1, (%rdi)",
        "movq (%rsp), %rax",
        "movslq -4(%rax),%rcx",
        "addq %rax,%rcx",
        "leaq __sanitizer_cov_trace_pc_guard(%rip),%rdx",
        "cmpq %rcx,%rdx",
        "jne 3f",
        "movb $0xa9, -5(%rax)",
        "3:",
        "ret",
        ".globl __sanitizer_cov_trace_pc_guard_init",
        ".hidden __sanitizer_cov_trace_pc_guard_init",
        "__sanitizer_cov_trace_pc_guard_init:",
        "leaq __sanitizer_cov_trace_pc_guard(%rip),%rdi",
        "andq $-4096,%rdi",
        "subq $0x4000,%rdi",
        "movl $0xa000,%esi",
        "movl $7,%edx",
        "movl $10,%eax",
        "syscall",
        "ret",
        ".globl __sanitizer_cov_trace_cmp1",
        "__sanitizer_cov_trace_cmp1:",
        ".globl __sanitizer_cov_trace_cmp2",
        "__sanitizer_cov_trace_cmp2:",
        ".globl __sanitizer_cov_trace_cmp4",
        "__sanitizer_cov_trace_cmp4:",
        ".globl __sanitizer_cov_trace_cmp8",
        "__sanitizer_cov_trace_cmp8:",
        ".globl __sanitizer_cov_trace_const_cmp1",
        "__sanitizer_cov_trace_const_cmp1:",
        ".globl __sanitizer_cov_trace_const_cmp2",
        "__sanitizer_cov_trace_const_cmp2:",
        ".globl __sanitizer_cov_trace_const_cmp4",
        "__sanitizer_cov_trace_const_cmp4:",
        ".globl __sanitizer_cov_trace_const_cmp8",
        "__sanitizer_cov_trace_const_cmp8:",
        ".globl __sanitizer_cov_trace_switch",
        "__sanitizer_cov_trace_switch:",
        "ret",
        ".globl __sanitizer_cov_bool_flag_init",
        "__sanitizer_cov_bool_flag_init:",
        ".globl __sanitizer_cov_8bit_counters_init",
        "__sanitizer_cov_8bit_counters_init:",
        "ret",
        options(att_syntax),
    );
}
