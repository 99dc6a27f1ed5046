//! When the harness that measures coverage may be compiled while exploring goes on, where there is none of an earlier run: behind the
//! search tests of findings would wait for it, since cargo does one thing at a time in a target directory.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// From so much exploring on nothing that is found at first has to be waited for.
pub(super) const WITHOUT_FINDINGS: Duration = Duration::from_secs(2);

/// Says when compiling may begin, at most once.
#[derive(Debug, Default)]
pub(super) struct CoverageAhead {
    begin: Mutex<Option<Sender<()>>>,
}

impl CoverageAhead {
    /// With what hears of it.
    pub(super) fn new() -> (CoverageAhead, Receiver<()>) {
        let (begin, may_begin) = channel();
        let begin = Mutex::new(Some(begin));
        (CoverageAhead { begin }, may_begin)
    }

    /// What was found at first has been told: cores may do something else, too.
    pub(super) fn begin(&self) {
        if let Some(begin) = self.take() {
            // Whoever would compile has nothing to do then.
            let _ = begin.send(());
        }
    }

    /// Exploring is over: what was not begun is not begun any more.
    pub(super) fn end(&self) {
        self.take();
    }

    fn take(&self) -> Option<Sender<()>> {
        self.begin.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_once_and_not_behind_the_search() {
        let (ahead, may_begin) = CoverageAhead::new();
        ahead.begin();
        ahead.begin();
        ahead.end();
        assert_eq!(
            (may_begin.recv().is_ok(), may_begin.recv().is_ok()),
            (true, false)
        );
        let (ahead, may_begin) = CoverageAhead::new();
        ahead.end();
        ahead.begin();
        assert!(may_begin.recv().is_err());
        CoverageAhead::default().begin();
    }
}
