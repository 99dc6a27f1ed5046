//! The one call into the front half: a request becomes a prepared crate and the workbench it was made on. Turns the
//! front half's progress into events.

use crate::event::{Event, Listener, Stage};
use harness_gen::cargo::Workbench;
use harness_gen::{Prepared, Progress, Request};
use std::time::Instant;

/// A crate ready for exploration.
#[derive(Debug)]
pub(super) struct Ready {
    /// What is explored.
    pub(super) prepared: Prepared,
    /// Where its stand-alone tests are built. Holds the directory's lock.
    pub(super) workbench: Workbench,
}

/// Makes a crate ready. Corrects the library's name in the request.
pub(super) fn make_ready(request: &mut Request, listener: &mut dyn Listener) -> anyhow::Result<Ready> {
    let name = format!("{} {}", request.name, request.version);
    let mut stage = Stage::Rustdoc;
    let mut began = Instant::now();
    listener.on(Event::StageStarted(stage, name.clone()));
    let mut notify = |progress: Progress| {
        let (now, detail) = match progress {
            Progress::Rustdoc(detail) => (Stage::Rustdoc, detail),
            Progress::Build(detail) => (Stage::Build, detail),
        };
        if now != stage {
            listener.on(Event::StageFinished(stage, began.elapsed()));
            listener.on(Event::StageStarted(now, name.clone()));
            (stage, began) = (now, Instant::now());
        }
        listener.on(Event::StageDetail(now, detail));
    };
    let (prepared, workbench) = harness_gen::prepare(request, &mut notify)?;
    listener.on(Event::StageFinished(stage, began.elapsed()));
    Ok(Ready { prepared, workbench })
}
