//! The cases of `corpus/papers/survey`.

use super::Case;
use crate::{case, generate_enum, generate_struct};
use ::survey::pointers::{self, Cell, Linked};
use ::survey::sequence::faulty::Journal;
use ::survey::{checks, nested, products, repeated};

/// A call on a cell that may run in a circle.
#[derive(Clone, Debug)]
enum Link {
    /// Makes a new cell, with this value, the successor.
    To(i32),
    /// Makes the cell its own successor.
    Close,
}

/// A call on a journal.
#[derive(Clone, Debug)]
enum Call {
    Record,
    Begin,
    Clear,
    RollBack,
}

generate_struct!(Cell { value: i32, next: Option<Box<Cell>> });
generate_enum!(Link { To(i32), Close });
generate_enum!(Call {
    Record,
    Begin,
    Clear,
    RollBack
});

fn testme(cell: Option<(i32, Vec<Link>)>, number: i32) {
    // Successors are held weakly.
    let mut others = Vec::new();
    let cell = cell.map(|(value, links)| {
        let mut cell = Linked::new(value);
        for link in links {
            match link {
                Link::To(value) => {
                    let other = Linked::new(value);
                    cell.link(&other);
                    others.push(other);
                }
                Link::Close => cell.close(),
            }
        }
        cell
    });
    pointers::testme(cell.as_ref(), number);
}

fn keep_journal(calls: &[Call]) {
    let mut journal = Journal::new();
    for call in calls {
        match call {
            Call::Record => journal.record(),
            Call::Begin => journal.begin(),
            Call::Clear => journal.clear(),
            Call::RollBack => {
                journal.roll_back();
            }
        }
    }
}

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!(
            "survey::nested::faulty::unlock",
            |first: u32, second: u32, third: u32| {
                let _ = nested::faulty::unlock(first, second, third);
            }
        ),
        case!("survey::products::different", |first: i32, second: i32| {
            products::different(first, second);
        }),
        case!("survey::products::twice", |x: i32, y: i32| products::twice(x, y)),
        // Who does not know the fault makes two cells; a test that may pass the same one twice is what a person writes who
        // does.
        case!(
            "survey::pointers::exchange",
            |left: Cell, right: Cell, is_same: bool| {
                let _ = pointers::exchange(&left, if is_same { &left } else { &right });
            }
        ),
        case!(
            "survey::pointers::exchange_unlike",
            |left: Cell, right: Cell, is_same: bool| {
                let _ = pointers::exchange_unlike(&left, if is_same { &left } else { &right });
            }
        ),
        case!(
            "survey::pointers::testme",
            |cell: Option<(i32, Vec<Link>)>, number: i32| {
                testme(cell, number);
            }
        ),
        case!("survey::repeated::counted", |times: u32| {
            let _ = repeated::counted(times);
        }),
        case!("survey::repeated::positive", |list: Vec<i32>| {
            let _ = repeated::positive(&list);
        }),
        case!("survey::repeated::nested", |text: Vec<u8>| {
            let _ = repeated::nested(&text);
        }),
        case!("survey::checks::checked_here", |percent: u8| {
            let _ = checks::checked_here(percent);
        }),
        case!("survey::checks::checked_below", |percent: u8| {
            let _ = checks::checked_below(percent);
        }),
        case!("survey::sequence::faulty::Journal::roll_back", |calls: Vec<
            Call,
        >| {
            keep_journal(&calls)
        }),
    ]
}
