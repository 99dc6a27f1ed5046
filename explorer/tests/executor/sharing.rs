//! Which batches share a process, told by the child that waits for the next one.

use super::sample::{BOX_KEPT, PANIC, TRIVIAL, executor, runs, timeless, unit};
use super::{children_of, own_templates, wait_until};
use explorer::executor::Executor;
use plans::OpId;

/// The process that runs what comes next, after a batch that may have company if `goes_on` says something.
fn waiting_after(executor: &mut Executor, root: OpId, goes_on: Option<bool>) -> u32 {
    let units = [unit(root)];
    let results = match goes_on {
        Some(goes_on) => executor.run_next(&units, goes_on),
        None => executor.run_batch(&units),
    };
    assert_eq!(results.unwrap().len(), 1);
    let waiting = || -> Vec<u32> { own_templates().into_iter().flat_map(children_of).collect() };
    // A fresh one is made after the answer was sent.
    wait_until("one child waits", || waiting().len() == 1);
    waiting()[0]
}

#[test]
fn batches_share_a_process_if_they_may_and_nothing_went_wrong() {
    let mut executor = executor();
    let first = waiting_after(&mut executor, TRIVIAL, Some(false));
    assert_eq!(waiting_after(&mut executor, TRIVIAL, Some(true)), first);
    assert_eq!(waiting_after(&mut executor, TRIVIAL, Some(true)), first);
    let second = waiting_after(&mut executor, TRIVIAL, Some(false));
    assert_ne!(second, first, "it was not to go on");
    let third = waiting_after(&mut executor, TRIVIAL, None);
    assert_ne!(third, second, "it was to be alone");
    let fourth = waiting_after(&mut executor, PANIC, Some(true));
    assert_ne!(fourth, third, "it has panicked");
    let fifth = waiting_after(&mut executor, BOX_KEPT, Some(true));
    assert_ne!(fifth, fourth, "a watched box was kept");
}

#[test]
fn what_a_batch_tells_does_not_depend_on_its_company() {
    for root in [TRIVIAL, PANIC, BOX_KEPT] {
        let alone = timeless(executor().run_batch(&[unit(root)]).unwrap());
        let mut executor = executor();
        executor.run_next(&[unit(TRIVIAL)], false).unwrap();
        let among_others = timeless(executor.run_next(&[unit(root)], true).unwrap());
        assert_eq!(alone, among_others);
        assert_eq!(runs(&alone), runs(&among_others));
    }
}
