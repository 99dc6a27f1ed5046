//! What is going on, live: a spinner or bar on a terminal, one plain line per stage elsewhere, nothing if quiet.

use super::console::Console;
use super::human::headline;
use super::style::{self, styled};
use super::text::{LONGEST_MESSAGE, counted, grouped, harmless, seconds, shortened};
use crate::event::{Event, Listener, Stage};
use crate::run_report::Finding;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Resolution of the bars.
const TICKS: u64 = 1000;
/// Room for a crate's name and version.
const NAME_WIDTH: usize = 30;
/// Characters shown of what a stage is doing.
const LONGEST_DETAIL: usize = 240;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loudness {
    /// Warnings only.
    Quiet,
    /// Stages.
    Normal,
    /// Stages and what they are doing.
    Verbose,
}

impl Loudness {
    /// What `--quiet` and `--verbose` mean.
    pub fn of(quiet: bool, verbose: bool) -> Loudness {
        match (quiet, verbose) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Verbose,
            (false, false) => Self::Normal,
        }
    }
}

/// A listener that shows progress on standard error.
#[derive(Debug)]
pub struct Progress {
    console: Console,
    loudness: Loudness,
    /// Shown on a terminal only; hidden otherwise.
    bar: ProgressBar,
    is_live: bool,
    krate: String,
}

impl Progress {
    /// Progress for one crate.
    pub fn new(console: Console, loudness: Loudness) -> Self {
        let is_live = Console::is_terminal() && loudness != Loudness::Quiet;
        Self {
            console,
            loudness,
            bar: ProgressBar::hidden(),
            is_live,
            krate: String::new(),
        }
    }

    fn start(&mut self, stage: Stage) {
        self.bar.finish_and_clear();
        if !self.is_live {
            return;
        }
        let template = match stage {
            Stage::Rustdoc | Stage::Build | Stage::Coverage => "{spinner} {prefix} {wide_msg}",
            Stage::Explore | Stage::Confirm | Stage::Replay => "{spinner} {prefix} [{bar:20}] {wide_msg}",
        };
        let shape = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_spinner())
            .progress_chars("=> ");
        self.bar = ProgressBar::with_draw_target(Some(TICKS), ProgressDrawTarget::stderr()).with_style(shape);
        self.bar.set_prefix(stage_words(stage));
        self.bar.set_message(self.krate.clone());
        self.bar.enable_steady_tick(Duration::from_millis(120));
    }

    /// Writes a line above the bar.
    fn line(&self, text: &str) {
        self.bar.suspend(|| self.console.say(&format!("{text}\n")));
    }

    fn says(&self, least: Loudness) -> bool {
        match least {
            Loudness::Quiet => true,
            Loudness::Normal => self.loudness != Loudness::Quiet,
            Loudness::Verbose => self.loudness == Loudness::Verbose,
        }
    }
}

impl Listener for Progress {
    fn on(&mut self, event: Event) {
        match event {
            Event::StageStarted(stage, krate) => {
                self.krate = shortened(&krate, NAME_WIDTH);
                self.start(stage);
                if !self.is_live && self.says(Loudness::Normal) {
                    self.line(&format!(
                        "{} {}",
                        styled(style::GOOD, stage_words(stage)),
                        self.krate
                    ));
                }
            }
            Event::StageDetail(stage, detail) => {
                if self.says(Loudness::Verbose) {
                    self.line(&format!(
                        "  {}: {}",
                        stage_words(stage),
                        shortened(&detail, LONGEST_DETAIL)
                    ));
                }
                // The bar cuts off what does not fit on the line.
                self.bar
                    .set_message(format!("{}: {}", self.krate, shortened(&detail, LONGEST_DETAIL)));
            }
            Event::StageFinished(stage, time) => {
                self.bar.finish_and_clear();
                if self.says(Loudness::Verbose) {
                    self.line(&format!("  {}: {}", stage_words(stage), seconds(time)));
                }
            }
            Event::Progress {
                expressions,
                depth,
                faults,
                runs,
                items_left,
                elapsed,
                fraction,
            } => {
                // The cast saturates: a fraction is between 0 and 1, and what is not counts as either.
                self.bar
                    .set_position(((fraction * TICKS as f64) as u64).min(TICKS));
                // What matters most first: the bar cuts off what does not fit on the line.
                self.bar.set_message(format!(
                    "{}: {} s, {}, {} left, depth {depth}, {} runs/s, {} expressions",
                    self.krate,
                    elapsed.as_secs(),
                    counted(faults, "fault"),
                    counted(items_left, "item"),
                    grouped(per_second(runs, elapsed)),
                    grouped(expressions)
                ));
            }
            Event::FaultSeen(fault) => {
                if self.says(Loudness::Verbose) {
                    self.line(&format!("  fault: {}", shortened(&fault, LONGEST_DETAIL)));
                }
            }
            Event::Found(finding) => {
                if self.says(Loudness::Normal) {
                    self.line(&found_line(&finding));
                }
            }
            // That is for whoever keeps it.
            Event::SoFar(_) => {}
            Event::Confirmed(done, of) => {
                self.bar.set_position(TICKS * done as u64 / (of.max(1) as u64));
                self.bar
                    .set_message(format!("{}: {done} of {of} findings", self.krate));
            }
            Event::Warning(text) => self.bar.suspend(|| self.console.warning(&text)),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What seems to be a bug, in one line.
fn found_line(finding: &Finding) -> String {
    let place = finding.location.as_ref().map_or(String::new(), |at| {
        format!(" at {}:{}", harmless(&at.file, false), at.line)
    });
    let message = finding.message.lines().next().unwrap_or_default();
    let message = match message.is_empty() {
        true => String::new(),
        false => format!(": {}", harmless(&shortened(message, LONGEST_MESSAGE), false)),
    };
    format!(
        "  {} {}{place}{message}",
        styled(style::BUG, "found"),
        headline(finding)
    )
}

/// How many of so many there are in a second of this time.
fn per_second(runs: u64, elapsed: Duration) -> u64 {
    // The cast saturates: nothing runs as often as it has room for.
    (runs as f64 / elapsed.as_secs_f64().max(0.001)) as u64
}

fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Rustdoc => "reading the API of",
        Stage::Build => "building the harness for",
        Stage::Explore => "exploring",
        Stage::Confirm => "confirming",
        Stage::Coverage => "measuring coverage of",
        Stage::Replay => "replaying findings of",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Color;

    #[test]
    fn loudness_is_ordered() {
        let says = |loudness, least| Progress::new(Console::new(Color::Never), loudness).says(least);
        assert!(says(Loudness::Quiet, Loudness::Quiet) && !says(Loudness::Quiet, Loudness::Normal));
        assert!(says(Loudness::Normal, Loudness::Normal) && !says(Loudness::Normal, Loudness::Verbose));
        assert!(says(Loudness::Verbose, Loudness::Verbose));
    }

    #[test]
    fn a_full_confirmation_without_findings_is_no_division_by_zero() {
        let mut progress = Progress::new(Console::new(Color::Never), Loudness::Quiet);
        progress.on(Event::Confirmed(0, 0));
        progress.on(Event::Progress {
            expressions: 1,
            depth: 1,
            faults: 0,
            runs: 1,
            items_left: 1,
            elapsed: Duration::ZERO,
            fraction: f64::NAN,
        });
    }
}
