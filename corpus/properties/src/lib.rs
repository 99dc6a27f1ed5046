//! Purpose: property items, that is public functions called `prop_*` returning `bool`, `Option<bool>` or `Result<(), E>`.
//!
//! Expected:
//!
//! | item | comes to |
//! |---|---|
//! | `prop_reverse` | holds for every list |
//! | `prop_insert_keeps_sorted` | fails for `(0, [1])`, which becomes `[1, 0]`; discards lists that are not sorted |
//! | `prop_halves_add_up` | fails for odd numbers, with a reason |
//! | `prop_has_a_first_element` | fails for the empty list, by a panic |
//! | `insert` | is an ordinary function and completes without a finding |
//! | `is_even` | is one, too; with `--property 'is_*'` it is a property, which fails for 1 |

/// Reversing twice changes nothing. True.
pub fn prop_reverse(list: Vec<i64>) -> bool {
    let twice: Vec<i64> = list.iter().rev().rev().copied().collect();
    twice == list
}

/// Inserts `value` before the first element that is *smaller*: the comparison is the wrong way round.
pub fn insert(value: i64, mut list: Vec<i64>) -> Vec<i64> {
    let place = list
        .iter()
        .position(|element| *element < value)
        .unwrap_or(list.len());
    list.insert(place, value);
    list
}

/// Inserting into a sorted list gives a sorted list. False because [`insert`] is wrong; says nothing of lists that
/// are not sorted.
pub fn prop_insert_keeps_sorted(value: i64, list: Vec<i64>) -> Option<bool> {
    if !list.is_sorted() {
        return None;
    }
    Some(insert(value, list).is_sorted())
}

/// Two halves make a whole. False for odd numbers.
pub fn prop_halves_add_up(number: i64) -> Result<(), String> {
    let half = number / 2;
    if half.wrapping_add(half) == number {
        Ok(())
    } else {
        Err(format!("{half} + {half} is not {number}"))
    }
}

/// Every list has a first element. False: panics for the empty one.
pub fn prop_has_a_first_element(list: Vec<i64>) -> bool {
    let first = list[0];
    list.contains(&first)
}

/// Whether a number is even.
pub fn is_even(number: i64) -> bool {
    number % 2 == 0
}
