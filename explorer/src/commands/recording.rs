//! Keeps a run while it goes on and when it is over, in the store, in the history and in the file of `--record`. A store or a
//! history that cannot be written costs one warning and no run; a file that was asked for is an error.

use crate::event::{Event, Listener};
use crate::exit_code::ExitCode;
use crate::fnv::short_hash;
use crate::history::{self, Circumstances, Commit, Filter, Journal, Occasion};
use crate::known::{self, KnownFile};
use crate::report::human::{self, Shown};
use crate::report::{Console, json};
use crate::run_report::RunReport;
use crate::store::{Facts, FeatureChoice, FedWith, HumanTexts, Origin, Record, Stamp, Store, StoredRun};
use harness_gen::{Constants, HiddenItems, Request, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::SystemTime;

/// What is the same for all runs of one command.
#[derive(Clone, Debug)]
pub(super) struct Keeping {
    /// Where runs are kept, if that is known before there is a package.
    pub(super) store: Option<Store>,
    /// The name of the command.
    pub(super) command: String,
    pub(super) console: Console,
}

/// Where the history of a package is, and what of a run its report does not say.
pub(super) struct Chronicle {
    /// The directory of the history; none if there is no place for one.
    pub(super) state_dir: Option<PathBuf>,
    /// The run is not to be in it.
    pub(super) is_left_out: bool,
    /// The commit of the package's code.
    pub(super) commit: Option<Commit>,
    /// Which items were asked for.
    pub(super) filter: Filter,
}

/// One run that is being kept.
pub(super) struct Recording {
    store: Store,
    chronicle: Chronicle,
    circumstances: Circumstances,
    console: Console,
    run: StoredRun,
    begun: Stamp,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Added,
    /// It was said why nothing more is kept.
    GivenUp,
}

impl Recording {
    /// Begins to keep the run of a package. Nothing is written yet.
    pub(super) fn begin(keeping: &Keeping, chronicle: Chronicle, request: &Request) -> Recording {
        let features = &request.features;
        let facts = Facts {
            format: Facts::FORMAT,
            name: String::new(),
            command: keeping.command.clone(),
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            package: request.name.clone(),
            version: request.version.clone(),
            origin: match &request.source {
                Source::Path(directory) | Source::Workspace(directory) => {
                    Origin::Directory(directory.clone())
                }
                Source::Registry => Origin::Registry,
            },
            features: FeatureChoice {
                named: features.named.clone(),
                all: features.all,
                default: features.default,
            },
            properties: request.properties.texts().to_vec(),
            fed_with: FedWith {
                support: request.given_support().cloned(),
                stand_ins: request.feeding.stand_ins,
                hidden_items: request.feeding.hidden_items,
            },
            is_complete: false,
            exit_code: ExitCode::Interrupted.number(),
        };
        let below = || Store::below(&request.work_dir);
        Recording {
            store: keeping.store.clone().unwrap_or_else(below),
            chronicle,
            circumstances: circumstances(request, &facts),
            console: keeping.console,
            run: StoredRun {
                facts,
                document: String::new(),
                human: HumanTexts::default(),
                report: None,
            },
            begun: Stamp::of(SystemTime::now()),
            state: State::New,
        }
    }

    /// Keeps what is known so far. Returns what has to be said.
    fn keep(&mut self, report: &RunReport) -> Option<String> {
        if self.state == State::GivenUp {
            return None;
        }
        let written = fill(&mut self.run, report).and_then(|()| match self.state {
            State::New => self.store.add(&mut self.run, self.begun),
            _ => self.store.replace(&self.run),
        });
        let Err(error) = written else {
            self.state = State::Added;
            return None;
        };
        self.state = State::GivenUp;
        Some(format!(
            "the run cannot be kept in `{}` ({error:#}), and `report` and `replay` will not know it\n\
             help: make room there or name another directory with --target-dir; --record FILE.zip keeps it in a file",
            self.store.directory().display()
        ))
    }

    /// Keeps the whole run, and has it written to the file that was asked for.
    pub(super) fn finish(mut self, report: &RunReport, record: Option<&mut Record>) -> anyhow::Result<()> {
        self.run.facts.is_complete = true;
        self.run.facts.exit_code = ExitCode::of_report(report).number();
        if let Some(warning) = self.keep(report) {
            self.console.warning(&warning);
        }
        self.add_to_history(report);
        // What cannot be removed takes some room, and the next run tries it again.
        let _ = self.store.prune(SystemTime::now());
        let Some(record) = record else { return Ok(()) };
        if self.state == State::GivenUp {
            fill(&mut self.run, report)?;
            self.run.facts.name = self.begun.name(&self.run.facts.package);
        }
        record.add(self.run)
    }
}

impl Recording {
    /// Adds the run to the history of its package.
    fn add_to_history(&self, report: &RunReport) {
        if self.chronicle.is_left_out {
            return;
        }
        let Some(state_dir) = &self.chronicle.state_dir else {
            self.console.warning(
                "there is no home directory, so the run is not in the history\n\
                 help: name a directory with --state-dir",
            );
            return;
        };
        let facts = &self.run.facts;
        let occasion = Occasion {
            run: history::RunName {
                time: self.begun.rfc3339(),
                // What is not in the store has the name that it would have there.
                name: match facts.name.is_empty() {
                    true => self.begun.name(&facts.package),
                    false => facts.name.clone(),
                },
                command: facts.command.clone(),
            },
            commit: self.chronicle.commit.clone(),
            filter: self.chronicle.filter.clone(),
            circumstances: self.circumstances.clone(),
        };
        match Journal::below(state_dir).append(history::Record::of(report, occasion)) {
            Ok(Some(warning)) => self.console.warning(&warning),
            Ok(None) => {}
            Err(error) => self.console.warning(&format!(
                "the run cannot be added to the history in `{}` ({error:#})\n\
                 help: make room there or name another directory with --state-dir",
                state_dir.display()
            )),
        }
    }
}

/// What calls are fed with, as far as the report does not say it.
fn circumstances(request: &Request, facts: &Facts) -> Circumstances {
    let constants = &request.constants;
    let is_given = *constants != Constants::default();
    let support = request.given_support();
    Circumstances {
        features: facts.features.clone(),
        properties: facts.properties.clone(),
        constants: is_given.then(|| short_hash(&format!("{constants:?}"))),
        support: support.map(|file| short_hash(&serde_json::to_string(file).unwrap_or_default())),
        is_hostile: false,
        has_hidden: request.feeding.hidden_items == HiddenItems::Explored,
        has_leaks: false,
    }
}

/// Puts a report into a run, in all forms in which it is kept.
pub(super) fn fill(run: &mut StoredRun, report: &RunReport) -> anyhow::Result<()> {
    run.document = json::render(report)?;
    run.human = HumanTexts {
        short: human::render(report, Shown::Bugs),
        all: human::render(report, Shown::All),
    };
    run.report = Some(report.clone());
    Ok(())
}

/// A run that goes on: what is kept of it, and what was shown.
pub(super) struct Running {
    pub(super) recording: Recording,
    /// What people have judged.
    pub(super) known: Option<KnownFile>,
    /// Ids of findings that were shown.
    told: BTreeSet<String>,
}

impl Running {
    pub(super) fn new(recording: Recording, known: Option<KnownFile>) -> Running {
        Running {
            recording,
            known,
            told: BTreeSet::new(),
        }
    }

    /// Holds a report against what people have judged. `spans`: where items stand, by their paths.
    pub(super) fn assess(&self, report: &mut RunReport, spans: &BTreeMap<&str, &(String, u32)>) {
        report.known = known::assess(report, spans, self.known.as_ref(), &known::today());
    }

    /// A listener before this one. `holds_back`: findings are shown once all of them are known, and not before.
    pub(super) fn listening<'a>(
        &'a mut self,
        listener: &'a mut dyn Listener,
        holds_back: bool,
    ) -> Listening<'a> {
        Listening {
            listener,
            running: self,
            holds_back,
        }
    }
}

/// Hands events on but for findings that people have judged or seen, and keeps the reports among them.
pub(super) struct Listening<'a> {
    listener: &'a mut dyn Listener,
    running: &'a mut Running,
    holds_back: bool,
}

impl Listener for Listening<'_> {
    fn on(&mut self, event: Event) {
        let running = &mut *self.running;
        if let Event::SoFar(report) = &event
            && let Some(warning) = running.recording.keep(report)
        {
            self.listener.on(Event::Warning(warning));
        }
        if let Event::Found(finding) = &event {
            let package = &running.recording.run.facts.package;
            let is_judged =
                (running.known.as_ref()).is_some_and(|known| known.entry(package, &finding.id).is_some());
            if self.holds_back || is_judged || !running.told.insert(finding.id.clone()) {
                return;
            }
        }
        self.listener.on(event);
    }
}
