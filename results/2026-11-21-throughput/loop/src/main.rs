//! Calls `throughput::checksum` on all combinations of the values given as arguments, and prints how many calls there
//! were and how long they took. With `--cfg edges` it has the callback that the harness has for every executed edge.

use std::hint::black_box;
use std::time::Instant;

fn main() {
    let values: Vec<u8> = std::env::args()
        .skip(1)
        .map(|value| value.parse().expect("a number of 8 bits"))
        .collect();
    let mut calls = 0_u64;
    let begin = Instant::now();
    for &first in &values {
        for &second in &values {
            for &third in &values {
                for &fourth in &values {
                    for &fifth in &values {
                        for &sixth in &values {
                            black_box(throughput::checksum(
                                black_box(u32::from(first)),
                                black_box(u32::from(second)),
                                black_box(i32::from(third)),
                                black_box(i32::from(fourth)),
                                black_box(u16::from(fifth)),
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
    static LEFT: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(i64::MAX);

    std::arch::global_asm!(
        ".globl __sanitizer_cov_trace_pc_guard",
        ".hidden __sanitizer_cov_trace_pc_guard",
        ".p2align 4",
        "__sanitizer_cov_trace_pc_guard:",
        "subq $1, {left}(%rip)",
        "js 2f",
        "ret",
        "2:",
        "ud2",
        ".globl __sanitizer_cov_trace_pc_guard_init",
        ".hidden __sanitizer_cov_trace_pc_guard_init",
        "__sanitizer_cov_trace_pc_guard_init:",
        "ret",
        left = sym LEFT,
        options(att_syntax),
    );
}
