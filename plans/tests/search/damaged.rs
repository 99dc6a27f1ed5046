//! Damaged messages and texts of plans: each is refused with a reason or read, and what is read is written as it was read.

use crate::damage::{Damage, copies};
use crate::encoding::messages;
use crate::plan_text::subjects;
use plans::*;

/// Whether it can be read: then what is written of it is read as the same.
fn again<T: PartialEq + std::fmt::Debug>(
    copy: &[u8],
    decode: fn(&[u8]) -> Result<T, DecodeError>,
    encode: fn(&T) -> Vec<u8>,
) -> bool {
    let Ok(read) = decode(copy) else { return false };
    assert_eq!(decode(&encode(&read)), Ok(read), "{copy:?}");
    true
}

#[test]
fn damaged_messages_are_refused_or_read_as_they_are_written() {
    let (mut read, mut refused) = (0u64, 0u64);
    for number in copies(40) {
        let good = messages(number % 1500);
        let mut damage = Damage::new(&good, &[], number);
        for _ in 0..500 {
            let copy = damage.copy();
            let seen = [
                again(&copy, decode_plan, encode_plan),
                again(&copy, decode_grammar, encode_grammar),
                again(&copy, decode_unit_request, encode_unit_request),
                again(&copy, decode_unit_report, encode_unit_report),
            ];
            read += seen.iter().filter(|is_read| **is_read).count() as u64;
            refused += seen.iter().filter(|is_read| !**is_read).count() as u64;
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn damaged_texts_of_plans_are_refused_or_read_as_they_are_written() {
    const WORDS: [&str; 12] = [
        "plan/1 ", "(", ")", "?", "=", "\"", "\\", ":", " ", "00", "é", "?(",
    ];
    let (mut read, mut refused) = (0u64, 0u64);
    let subjects: Vec<_> = subjects().take(200).collect();
    for number in copies(60) {
        let subject = &subjects[number as usize % subjects.len()];
        let keys = PlanKeys::new(subject.ops.clone(), subject.types.clone());
        let good: Vec<Vec<u8>> = (subject.plans.iter())
            .filter_map(|plan| Some(keys.write(plan)?.into_bytes()))
            .collect();
        if good.is_empty() {
            continue;
        }
        let mut damage = Damage::new(&good, &WORDS, number);
        for _ in 0..500 {
            let copy = damage.copy();
            let text = String::from_utf8_lossy(&copy);
            match keys.read(&subject.grammar, &text) {
                Ok(plan) => {
                    read += 1;
                    let written = keys.write(&plan).expect("each op and type has a name");
                    assert_eq!(
                        keys.read(&subject.grammar, &written),
                        Ok(plan),
                        "copy {number}: {text}"
                    );
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}
