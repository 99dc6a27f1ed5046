//! The one call into the front half: a request becomes a prepared crate and the workbench it was made on. Turns the
//! front half's progress into events. It has a thread of its own, so that nobody waits for it who wants to stop.

use crate::cli;
use crate::containment::{CONTAINED, OPEN, PARTLY_CONTAINED};
use crate::event::{Event, Listener, Stage};
use crate::executor::{BUILD_LAYERS, SandboxMode, launcher_of_builds, probe_builds};
use crate::settings::{BuildContainment, ContainedBuilds};
use crate::words::Word;
use anyhow::{Context, bail};
use harness_gen::cargo::Workbench;
use harness_gen::error::Error;
use harness_gen::{Code, ItemUse, Prepared, Progress, Request, Source};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often it is looked at whether to go on.
const LOOK: Duration = Duration::from_millis(50);
/// For so long the thread may tidy up once it is to stop.
const PATIENCE: Duration = Duration::from_secs(1);
/// As much as the main thread of a program has, and more: types nest.
const STACK: usize = 64 << 20;

const CANNOT_BE_CONTAINED: &str = "it is not built where its build scripts and macros cannot be kept in; `--sandbox \
     degraded` goes on with the layers that hold, `--sandbox off` builds as `cargo build` does";

/// A crate ready for exploration.
#[derive(Debug)]
pub(super) struct Ready {
    /// What is explored.
    pub(super) prepared: Prepared,
    /// Where its stand-alone tests are built. Holds the directory's lock.
    pub(super) workbench: Workbench,
    /// What contained its build, in a word.
    pub(super) builds: Word,
}

type Made = Result<(Request, Ready), Error>;

/// Explores the first items of a large crate until the flag is set.
pub(super) type ExploresFirst<'a> = dyn FnMut(Prepared, &Arc<AtomicBool>, &mut dyn Listener) + 'a;

/// Makes a crate ready, while the first items of a large one are explored, where somebody does. Corrects the library's name in the request. An error once `interrupt` is set, wherever it is then: what
/// cannot be ended at once is left to go on by itself until the process is over.
pub(super) fn make_ready(
    request: &mut Request,
    containment: BuildContainment,
    interrupt: &Arc<AtomicBool>,
    listener: &mut dyn Listener,
    mut explores_first: Option<&mut ExploresFirst<'_>>,
) -> anyhow::Result<Ready> {
    let builds = contain_builds(request, containment)?;
    let mut telling = Telling {
        name: format!("{} {}", request.name, request.version),
        stage: Stage::Rustdoc,
        began: Instant::now(),
        listener,
    };
    telling.start();
    let (say, said) = channel();
    let (hand_on, first) = channel();
    let is_wanted = explores_first.is_some();
    let (mut theirs, their_interrupt) = (request.clone(), Arc::clone(interrupt));
    let making = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut notify = |progress| {
            // Whoever has left does not want to know.
            let _ = say.send(progress);
        };
        let mut hand_on = |prepared| drop(hand_on.send(prepared));
        let first: Option<&mut dyn FnMut(Prepared)> = if is_wanted { Some(&mut hand_on) } else { None };
        let (prepared, workbench) = harness_gen::prepare(&mut theirs, &their_interrupt, &mut notify, first)?;
        let ready = Ready {
            prepared,
            workbench,
            builds,
        };
        Ok((theirs, ready))
    })?;
    let mut on_first = |prepared, listener: &mut dyn Listener| {
        if let Some(explore) = &mut explores_first {
            until_made(&making, interrupt, |over| explore(prepared, over, listener));
        }
    };
    follow(&making, (&said, &first), interrupt, &mut on_first, &mut telling)?;
    let (corrected, ready) = making.join().unwrap_or_else(|panic| resume_unwind(panic))?;
    *request = corrected;
    telling.finish();
    Ok(ready)
}

/// The executor's word for a level of containment.
pub(super) fn sandbox_mode(sandbox: cli::Sandbox) -> SandboxMode {
    match sandbox {
        cli::Sandbox::Strict => SandboxMode::Strict,
        cli::Sandbox::Degraded => SandboxMode::Degraded,
        cli::Sandbox::Off => SandboxMode::Off,
    }
}

/// What reports call a source.
pub(super) fn source_word(source: &Source) -> &'static str {
    match source {
        Source::Path(_) => "path",
        Source::Workspace(_) => "workspace",
        Source::Registry => "registry",
    }
}

/// Has items left out that were to be explored, told by position and path, and says how many. Whatever was excluded before keeps
/// its code, which says more.
pub(super) fn exclude(prepared: &mut Prepared, why: &str, is_meant: impl Fn(usize, &str) -> bool) -> usize {
    let mut count = 0;
    for (index, item) in prepared.items.iter_mut().enumerate() {
        if matches!(item.use_, ItemUse::Explore(_)) && is_meant(index, &item.path) {
            count += 1;
            item.use_ = ItemUse::Excluded {
                code: Code::User,
                reason: why.to_owned(),
            };
        }
    }
    count
}

/// Has builds of a package contained that are to be; says in a word whether they are.
fn contain_builds(request: &mut Request, containment: BuildContainment) -> anyhow::Result<Word> {
    let mode = sandbox_mode(containment.level);
    let is_meant = containment.of == ContainedBuilds::All || request.source == Source::Registry;
    if !is_meant || mode == SandboxMode::Off {
        return Ok(OPEN);
    }
    let layers = probe_builds(mode).context(CANNOT_BE_CONTAINED)?;
    request.access.launcher = launcher_of_builds(mode);
    let is_whole = BUILD_LAYERS
        .iter()
        .all(|layer| layers.iter().any(|held| held == layer));
    Ok(match is_whole {
        true => CONTAINED,
        false => PARTLY_CONTAINED,
    })
}

/// Has something done until the crate is ready or somebody wants to stop: then the flag is set.
fn until_made(making: &JoinHandle<Made>, interrupt: &AtomicBool, work: impl FnOnce(&Arc<AtomicBool>)) {
    let (over, has_ended) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let goes_on = || !making.is_finished() && !interrupt.load(Ordering::Relaxed);
            while goes_on() && !has_ended.load(Ordering::Relaxed) {
                std::thread::sleep(LOOK);
            }
            over.store(true, Ordering::Relaxed);
        });
        work(&over);
        has_ended.store(true, Ordering::Relaxed);
    });
}

/// Tells what is said, until nothing more is, and has the first items explored once they are there.
fn follow(
    making: &JoinHandle<Made>,
    (said, first): (&Receiver<Progress>, &Receiver<Prepared>),
    interrupt: &AtomicBool,
    on_first: &mut dyn FnMut(Prepared, &mut dyn Listener),
    telling: &mut Telling<'_>,
) -> anyhow::Result<()> {
    let mut stopped: Option<Instant> = None;
    loop {
        match said.recv_timeout(LOOK) {
            Ok(progress) => telling.tell(progress),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if let Ok(prepared) = first.try_recv() {
            on_first(prepared, telling.listener);
        }
        if interrupt.load(Ordering::Relaxed)
            && stopped.get_or_insert_with(Instant::now).elapsed() > PATIENCE
            && !making.is_finished()
        {
            bail!(Error::Interrupted);
        }
    }
}

/// Progress on its way to a listener.
struct Telling<'a> {
    name: String,
    stage: Stage,
    began: Instant,
    listener: &'a mut dyn Listener,
}

impl Telling<'_> {
    fn start(&mut self) {
        let started = Event::StageStarted(self.stage, self.name.clone());
        self.listener.on(started);
    }

    fn finish(&mut self) {
        self.listener
            .on(Event::StageFinished(self.stage, self.began.elapsed()));
    }

    fn tell(&mut self, progress: Progress) {
        let (now, detail) = match progress {
            Progress::Rustdoc(detail) => (Stage::Rustdoc, detail),
            Progress::Build(detail) => (Stage::Build, detail),
            Progress::Warning(text) => return self.listener.on(Event::Warning(text)),
        };
        if now != self.stage {
            self.finish();
            (self.stage, self.began) = (now, Instant::now());
            self.start();
        }
        self.listener.on(Event::StageDetail(now, detail));
    }
}
