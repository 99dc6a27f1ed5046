//! Each test passes: it shows a call that contradicts a condition that a report states.

/// chrono 0.4.45, 726b832dbd85: "fails for `digits <= 8 && self.timestamp_micros() >= 8210266876799999901`".
#[test]
fn chrono_rounds_down_behind_the_bound() {
    use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
    let late = DateTime::<Utc>::MAX_UTC - TimeDelta::nanoseconds(50_999); // ….999949000
    assert!(late.timestamp_micros() >= 8210266876799999901);
    late.round_subsecs(8);
}
/// … and "not for `digits >= 9 || self.timestamp_micros() <= 8210266876799999900`".
#[test]
#[should_panic(expected = "`DateTime + TimeDelta` overflowed")]
fn chrono_rounds_up_before_the_bound() {
    use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
    let half = DateTime::<Utc>::MAX_UTC - TimeDelta::nanoseconds(499_999_999); // ….500000000
    assert!(half.timestamp_micros() <= 8210266876799999900);
    half.round_subsecs(0);
}

/// rustix 1.1.6, 08b5eef17e94: "fails for `v.is_empty()`".
#[test]
fn rustix_an_empty_vec_with_room() {
    rustix::buffer::spare_capacity(&mut Vec::<u8>::with_capacity(1));
}

/// syn 3.0.10, 178a8e60d65c, 924866f95c88: "fails for `!matches!(self, Meta::List(..))`"; 38231d790129: `!matches!(self.meta, Meta::List(..))`.
#[test]
fn syn_a_path_with_a_name_is_an_error_and_a_value_is_none() {
    let path: syn::Meta = syn::parse_str("a").unwrap();
    assert!(path.require_list().is_err());
    assert!(path.require_name_value().is_err());
    let value: syn::Meta = syn::parse_str("a = 1").unwrap();
    assert!(value.require_name_value().is_ok());
    let attribute = syn::Attribute { pound_token: Default::default(), style: syn::AttrStyle::Outer, bracket_token: Default::default(), meta: path };
    assert!(attribute.parse_args::<syn::Meta>().is_err());
}

/// darling_core 0.24.1, 82f34a8adfdd, cb8f602f26a9: "fails for `!nested.is_empty()`".
#[test]
fn darling_a_list_of_one_name() {
    use darling_core::{ast::NestedMeta, FromMeta};
    let nested = [NestedMeta::Meta(syn::parse_str("a").unwrap())];
    assert!(std::collections::HashSet::<syn::Ident>::from_list(&nested).is_ok());
    assert!(Vec::<syn::Ident>::from_list(&nested).is_ok());
}

/// darling_core 0.24.1, 39473801520c, dbe0c3c96d79: "fails for `!matches!(self, TypeParamBound::Trait(..))`".
#[test]
fn darling_a_lifetime_is_a_bound() {
    use darling_core::usage::{Purpose, UsesLifetimes, UsesTypeParams};
    let bound: syn::TypeParamBound = syn::parse_str("'a").unwrap();
    bound.uses_lifetimes(&Purpose::BoundImpl.into(), &Default::default());
    bound.uses_type_params(&Purpose::BoundImpl.into(), &Default::default());
}

/// gimli 0.34.0, 934be28212c4: "fails for `!matches!(self, LineString::String(..))`".
#[test]
fn gimli_a_reference_to_the_given_table() {
    let mut strings = gimli::write::StringTable::default();
    let string = gimli::write::LineString::StringRef(strings.add(&b"a"[..]));
    assert_eq!(string.get(&strings, &Default::default()), b"a");
}

/// gimli 0.34.0, 90293ff444f5: "fails for `!self.line_programs.is_empty()`".
#[test]
fn gimli_a_line_program_that_is_one() {
    use gimli::write::{Dwarf, EndianVec, LineProgram, LineString, Sections};
    let name = || LineString::String(b"a".to_vec());
    let encoding = gimli::Encoding { address_size: 8, format: gimli::Format::Dwarf32, version: 4 };
    let line_programs = vec![LineProgram::new(encoding, gimli::LineEncoding::default(), name(), None, name(), None)];
    let mut dwarf = Dwarf { line_programs, ..Default::default() };
    dwarf.write(&mut Sections::new(EndianVec::new(gimli::LittleEndian))).unwrap();
}

fn nth(section: &[u8], n: usize) {
    let bases = gimli::BaseAddresses::default();
    let header = gimli::EhFrameHdr::new(section, gimli::LittleEndian).parse(&bases, 1).unwrap();
    let _ = header.table().unwrap().iter(&bases).nth(n);
}
/// gimli 0.34.0, 91c3239d3c50: "not for `n <= 4611686018427387903`"; a table of four bytes a number, not two.
#[test]
#[should_panic(expected = "attempt to multiply with overflow")]
fn gimli_nth_of_wider_rows() {
    nth(b"\x01\x02\x02\x03aaaa", 1 << 61);
}

/// cc 1.11.3, 78df4f8c09b2: "fails for `from.contains(',')`".
#[test]
fn cc_a_comma_is_no_equals_sign() {
    cc::Build::new().remap_source_path(",", "");
}
/// … and "not for `!from.contains(',')`": the report lists this call as failing, two lines above.
#[test]
#[should_panic(expected = "source path remap `from` must not contain '='")]
fn cc_an_equals_sign_without_comma() {
    cc::Build::new().remap_source_path("=", "=");
}

/// url 2.5.8, 173e3d2cd186: "fails for `!self.has_authority() && !self.cannot_be_a_base()`".
#[test]
fn url_without_host() {
    assert!(url::Url::parse("a:/").unwrap().set_username("").is_err());
}

/// try-lock 0.2.5, 39e58877f267: "not for `!matches!(unlock_order, Ordering::Relaxed)`".
#[test]
#[should_panic(expected = "unlock ordering must be `Release` or `SeqCst`")]
fn try_lock_acquire_is_no_order_to_unlock() {
    use std::sync::atomic::Ordering::{Acquire, SeqCst};
    let _ = try_lock::TryLock::new(0).try_lock_explicit(SeqCst, Acquire);
}

/// linux-raw-sys 0.12.1, a7ac268890f8: "not for `bit_width <= 12`".
#[test]
#[should_panic(expected = "(bit_offset + (bit_width as usize)) / 8 <= self.storage.as_ref().len()")]
fn linux_raw_sys_nine_bits_from_the_seventh() {
    linux_raw_sys::general::__BindgenBitfieldUnit::<[u8; 1]>::default().get(7, 9);
}

/// ordered-float 5.5.1, e18944a11c72: "not for `!self.is_zero() || !other.is_zero()`".
#[test]
#[should_panic(expected = "Operation on two NotNan resulted in NaN")]
fn ordered_float_infinities() {
    let infinite = ordered_float::NotNan::new(f32::INFINITY).unwrap();
    let _ = infinite / infinite;
}

/// slice-deque 0.3.0, 38569076293c: "fails for `n >= 1`": nowhere but in the sandbox; the finding's own expression returns.
#[test]
fn slice_deque_with_capacity() {
    slice_deque::SliceDeque::<i32>::with_capacity(1);
}

/// lz4_flex 0.9.0, f46a6847a2dd: "fails for `amt >= 1`".
#[test]
fn lz4_flex_what_was_read_is_consumed() {
    use std::io::{BufRead, Write};
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(b"a").unwrap();
    let frame = encoder.finish().unwrap();
    let mut decoder = lz4_flex::frame::FrameDecoder::new(&frame[..]);
    decoder.fill_buf().unwrap();
    decoder.consume(1);
}

/// clap_builder 4.6.7, 9dfa7149dc90, ec1db464208d: "fails for `!id.is_empty()`".
#[test]
fn clap_a_defined_argument() {
    use clap_builder::{Arg, Command};
    let matches = Command::new("x").arg(Arg::new("a")).get_matches_from(["x", "1"]);
    matches.get_one::<String>("a");
    matches.index_of("a");
}

// Only with other type arguments than those of the finding, which the condition does not name.

/// flate2 1.1.11, 9adabe22b0f0: "fails for `amt >= 1`" of `<CrcReader<R> as BufRead>::consume`; its reader was `Empty`.
#[test]
fn flate2_what_is_there_is_consumed() {
    std::io::BufRead::consume(&mut flate2::CrcReader::new(&b"a"[..]), 1);
}
