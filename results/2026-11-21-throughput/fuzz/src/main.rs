//! A fuzz target for `throughput::checksum` whose arguments are made by `arbitrary`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::hint::black_box;

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    first: u32,
    second: u32,
    third: i32,
    fourth: i32,
    fifth: u16,
    sixth: u8,
}

fuzz_target!(|input: Input| {
    black_box(throughput::checksum(
        input.first,
        input.second,
        input.third,
        input.fourth,
        input.fifth,
        input.sixth,
    ));
});
