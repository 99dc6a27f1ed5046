//! What comes from processes that foreign code runs in may be anything: messages, pieces of news and the record are refused
//! or read, never taken at their word.

#[path = "../../../../plans/tests/search/damage.rs"]
mod damage;

use super::memory::SharedMemory;
use super::moment::Moment;
use super::pieces::{Piece, TracedRun};
use super::protocol::{self, Batch, ChildEnd, Handshake};
use super::record::Counted;
use crate::outcome::{Fault, FaultKind, Location};
use damage::{Damage, copies};
use plans::{
    KeptRun, LearnCandidate, OpId, Outcome, Plan, RedundantPlan, Sample, SeenValue, Term, TypeId, ValueEnd,
};

fn plan() -> Plan {
    let hole = Term::Hole {
        number: 0,
        ty: TypeId(3),
        default: Box::new(Term::Literal {
            ty: TypeId(3),
            value: vec![1, 2],
        }),
    };
    Plan::new(Term::Apply {
        op: OpId(7),
        args: vec![hole],
    })
    .expect("an op with its argument")
}

fn fault() -> Fault {
    Fault {
        kind: FaultKind::Panic,
        message: "index out of bounds: \u{e9}".to_owned(),
        location: Some(Location {
            file: "src/lib.rs".to_owned(),
            line: 3,
            column: 9,
        }),
        op: Some(OpId(7)),
    }
}

fn sample() -> Sample {
    Sample {
        plan: plan(),
        base_steps: 2,
        nth: 5,
    }
}

/// One of each kind.
fn pieces() -> Vec<Vec<u8>> {
    let all = [
        Piece::Fault {
            unit: 1,
            at: Moment::from_bits(5),
            fault: fault(),
        },
        Piece::Sample {
            fault: 0,
            sample: sample(),
        },
        Piece::UnitEnd {
            unit: 1,
            report: vec![8, 4, 0, 1],
        },
        Piece::Candidate {
            unit: 2,
            candidate: LearnCandidate {
                ty: TypeId(3),
                distance: 1,
                witness: 0,
                value: vec![9; 4],
            },
        },
        Piece::Kept {
            unit: 3,
            run: KeptRun {
                edges: vec![1, 2, 300],
                sample: sample(),
            },
        },
        Piece::Run(TracedRun {
            bound: 3,
            steps: vec![plan(), plan()],
            outcome: Outcome::Fault,
            fault: Some(fault()),
            result: vec![1, 2, 3],
            edges: 77,
        }),
        Piece::Value {
            unit: 1,
            value: SeenValue {
                shape: 1,
                value: 2,
                end: ValueEnd::Failed(OpId(7)),
                cost: 3,
            },
        },
    ];
    all.iter().map(Piece::encode).collect()
}

#[test]
fn damaged_messages_and_news_are_refused_or_read() {
    let handshake = Handshake {
        level: "strict".to_owned(),
        layers: vec!["landlock".to_owned(), "seccomp".to_owned()],
        unwatchable: vec![3, 5],
        edge_count: 77,
        ready: Moment::from_bits(9),
    };
    let redundant = [RedundantPlan {
        shape: 1,
        op: OpId(2),
        stage: 3,
    }];
    let batch = Batch {
        redundant: protocol::encode_redundant(&redundant),
        ..Batch::of(vec![vec![1; 9], Vec::new(), vec![2]])
    };
    let mut good = pieces();
    good.extend([
        protocol::encode_handshake(&Ok(handshake)),
        protocol::encode_handshake(&Err("no memory".to_owned())),
        batch.encode(),
        protocol::encode_redundant(&redundant),
        ChildEnd::default().encode(),
    ]);
    for piece in pieces() {
        assert_eq!(Piece::decode(&piece).expect("it is whole").encode(), piece);
    }
    let (mut read, mut refused) = (0u64, 0u64);
    for number in copies(20_000) {
        let copy = Damage::new(&good, &[], number).copy();
        let seen = [
            Piece::decode(&copy).is_ok(),
            protocol::decode_handshake(&copy).is_ok(),
            Batch::decode(&copy).is_ok(),
            protocol::decode_redundant(&copy).is_ok(),
            ChildEnd::decode(&copy).is_ok(),
        ];
        let is_read = seen.iter().filter(|is_read| **is_read).count() as u64;
        read += is_read;
        refused += seen.len() as u64 - is_read;
        let _ = protocol::receive(&copy[..]);
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}

/// Words of the record and of the news are anything; seals need not have been hit.
#[test]
fn a_record_that_was_written_over_is_read_in_no_time_and_memory_to_speak_of() {
    const WORDS: [u64; 9] = [
        0,
        1,
        7,
        255,
        1 << 31,
        u32::MAX as u64,
        1 << 32,
        i64::MAX as u64,
        u64::MAX,
    ];
    let (memory, _descriptor) = SharedMemory::create().expect("there is memory");
    let good = [vec![0]];
    let mut told = 0;
    for number in copies(150) {
        let mut damage = Damage::new(&good, &[], number);
        memory.reset(true);
        for piece in pieces() {
            memory.news().append(&piece);
        }
        let written = memory.written();
        let words = written.len() / 8;
        let everywhere = damage.below(4) == 0;
        let hits = [1, 8, 1000][damage.below(3)];
        for hit in 0..if everywhere { words } else { hits } {
            let at = if everywhere { hit } else { damage.below(words) };
            let word = match damage.below(3) {
                0 => WORDS[damage.below(WORDS.len())],
                1 => WORDS[damage.below(WORDS.len())] << 32 | WORDS[damage.below(WORDS.len())],
                _ => damage.below(usize::MAX) as u64,
            };
            // SAFETY: within the mapping, which every bit pattern is valid for and nobody else uses.
            unsafe { ((written.start + 8 * at) as *mut u64).write_volatile(word) };
        }
        told += read_all(&memory);
    }
    assert!(told > 0);
}

fn read_all(memory: &SharedMemory) -> usize {
    let record = memory.record();
    let mut demands = Vec::new();
    for counted in [Counted::UntilUnwinding, Counted::Everything] {
        record.demands(counted, &mut demands);
    }
    let _ = (
        record.tallies(),
        record.vector(),
        record.end(),
        record.is_new(),
        record.base_steps(),
    );
    let program = record.program_len();
    for position in [0, program / 2, program.wrapping_sub(1)] {
        let _ = record.op(position);
    }
    let _ = (
        memory.said(),
        memory.edges_left(),
        memory.sealed(7),
        memory.news().room(),
    );
    let news = memory.news().read();
    news.iter()
        .filter(|(_, body)| Piece::decode(body).is_ok())
        .count()
}
