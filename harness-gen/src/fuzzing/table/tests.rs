//! Bytes and plans say the same.

use super::*;
use plans::OpSpec;

const NUMBER: TypeId = TypeId(0);
const TEXT: TypeId = TypeId(1);
const BYTES: TypeId = TypeId(2);
const LIST: TypeId = TypeId(3);
const CHARACTER: TypeId = TypeId(4);
const RESULT: TypeId = TypeId(5);
const ROOTS: [OpId; 2] = [OpId(0), OpId(1)];

fn op(result: TypeId, args: &[TypeId]) -> Option<OpSpec> {
    Some(OpSpec {
        result,
        args: args.to_vec(),
        steps: 1,
        in_place: plans::InPlace::No,
        pointer: false,
        total: true,
        builds: true,
    })
}

/// Two roots, a number with so many ordinary values, texts, byte strings, characters, and lists of numbers.
fn table(numbers: usize) -> Table {
    let mut ops = vec![
        op(RESULT, &[TEXT, LIST, BYTES]),
        op(RESULT, &[LIST, CHARACTER, TEXT]),
        op(TEXT, &[]),
        op(TEXT, &[]),
        op(BYTES, &[]),
        op(LIST, &[]),
        op(LIST, &[NUMBER, LIST]),
        op(CHARACTER, &[]),
        op(TEXT, &[]),
        op(BYTES, &[]),
        op(CHARACTER, &[]),
        op(NUMBER, &[]),
        op(NUMBER, &[]),
    ];
    let learned = [3, 8, 9, 10, 11, 12].map(OpId).into();
    ops.extend((0..numbers).map(|_| op(NUMBER, &[])));
    let grammar = Grammar::with_learned(6, ops, learned).expect("a grammar");
    let vocabulary = Vocabulary {
        kinds: [(TEXT, TextKind::Utf8), (BYTES, TextKind::Bytes)].into(),
        scalars: [(NUMBER, TextKind::Integer(2)), (CHARACTER, TextKind::Character)].into(),
        ..Vocabulary::default()
    };
    Table::new(&grammar, &vocabulary, &[], ROOTS)
}

/// Bytes by chance, more of them such as mean something.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 24
    };
    let len = next() % 40;
    let byte = |number: u64| match number % 4 {
        0 => [0xff, 0x00, 0x01, 0x80][(number >> 8) as usize % 4],
        _ => (number >> 8) as u8,
    };
    (0..len).map(|_| byte(next())).collect()
}

#[test]
fn every_string_of_bytes_is_a_plan_whose_own_bytes_say_the_same() {
    for table in [table(1), table(100), table(200)] {
        let mut whole = 0;
        for seed in 0..20_000 {
            let data = bytes(seed);
            let plan = table.decode(&ROOTS, &data).expect("a plan");
            let again = table.encode(&ROOTS, &plan).expect("bytes");
            assert_eq!(table.decode(&ROOTS, &again), Some(plan), "{data:?} {again:?}");
            whole += usize::from(again == data);
        }
        // Most strings have bytes that nothing depends on.
        assert!(whole < 20_000);
    }
}

#[test]
fn texts_stand_in_the_bytes_as_they_are() {
    let table = table(3);
    let data = b"\x00\x00https://\xff\x80\x00GIF\xff\xff89a";
    let plan = table.decode(&ROOTS, data).expect("a plan");
    assert_eq!(
        plan.literals(),
        [(TEXT, &b"https://"[..]), (BYTES, &b"GIF\xff\xff89a"[..])]
    );
}

#[test]
fn no_bytes_are_the_cheapest_plan() {
    let table = table(3);
    let cheapest = table.decode(&ROOTS, &[]).expect("a plan");
    assert_eq!(cheapest.ops(), [0, 2, 5, 4].map(OpId));
    assert_eq!(table.decode(&[], &[1, 2, 3]), None);
}

#[test]
fn what_has_no_place_is_the_cheapest_value() {
    let table = table(1);
    // Three different numbers in a list, and two places for them.
    let data = b"\x01\x81\x00\x01\x00\x81\x00\x02\x00\x81\x00\x03\x00\x80";
    let plan = table.decode(&ROOTS, data).expect("a plan");
    assert_eq!(plan.literals().len(), 2);
    assert!(table.encode(&ROOTS, &plan).is_some());
}

#[test]
fn a_table_is_the_same_after_it_was_written_down() {
    let table = table(3);
    let text = serde_json::to_string(&table).expect("JSON");
    assert_eq!(serde_json::from_str::<Table>(&text).expect("a table"), table);
}
