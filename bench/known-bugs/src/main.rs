//! `bench known-bugs`: explores each version of a list with one fixed command and says which of its bugs are among the
//! findings, after how long, at which rank and in which class. Rows go to `rows.csv`, sums to the terminal.

mod list;
mod report;

use anyhow::Context;
use clap::Parser;
use list::Bug;
use report::Report;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Published bugs against what is found of them.
#[derive(Debug, Parser)]
struct Arguments {
    /// The cargo-explore program
    #[arg(long, value_name = "PATH", default_value = "target/release/cargo-explore")]
    program: PathBuf,
    /// The list of bugs
    #[arg(
        long,
        value_name = "FILE",
        default_value = "bench/known-bugs/lists/known.toml"
    )]
    list: PathBuf,
    /// Where reports are kept, one file per crate and version; what has one is not explored again
    #[arg(long, value_name = "DIRECTORY")]
    results: PathBuf,
    /// Where crates are built
    #[arg(long, value_name = "DIRECTORY", default_value = "target/known-bugs")]
    target_dir: PathBuf,
    /// Time to explore each crate
    #[arg(long, value_name = "DURATION", default_value = "60s")]
    time_limit: String,
    /// Only bugs whose id contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.results)?;
    let mut bugs = list::read(&arguments.list)?;
    if let Some(only) = &arguments.only {
        bugs.retain(|bug| bug.id.contains(only));
    }
    let mut rows = csv::Writer::from_path(arguments.results.join("rows.csv"))?;
    rows.write_record([
        "id",
        "crate",
        "version",
        "kind",
        "documented",
        "found",
        "first_seen_ms",
        "expressions",
        "rank",
        "class",
        "item",
        "expression",
    ])?;
    let mut sums = Sums::default();
    for bug in &bugs {
        let outcome = outcome(&arguments, bug)?;
        sums.add(bug, &outcome);
        println!("{:32} {}", bug.id, outcome.words());
        rows.write_record(outcome.row(bug))?;
        rows.flush()?;
    }
    println!("\n{}", sums.words());
    Ok(())
}

/// What became of a bug.
enum Outcome {
    Found {
        time_ms: u64,
        expressions: u64,
        rank: Option<usize>,
        class: String,
        item: String,
        expression: String,
    },
    Missed,
    NotExplored,
}

fn outcome(arguments: &Arguments, bug: &Bug) -> anyhow::Result<Outcome> {
    let features = bug.features();
    let mut parts = vec![bug.package.as_str(), &bug.version];
    parts.extend(features.iter().map(String::as_str));
    parts.extend(bug.hidden.then_some("hidden"));
    let name = parts.join("-");
    let file = arguments.results.join(format!("{name}.json"));
    if !file.exists() {
        explore(arguments, bug, &features, &file)?;
    }
    let Ok(report) = Report::read(&file) else {
        return Ok(Outcome::NotExplored);
    };
    let Some((finding, _)) = report.find(bug) else {
        return Ok(Outcome::Missed);
    };
    Ok(Outcome::Found {
        time_ms: finding.first_seen.time_ms,
        expressions: finding.first_seen.expressions,
        rank: report.rank(finding),
        class: finding.class.clone(),
        item: finding.item.clone(),
        expression: finding.expression.clone(),
    })
}

/// In a process of its own; its exit code says whether it found bugs, and matters to nobody here.
fn explore(arguments: &Arguments, bug: &Bug, features: &[String], file: &Path) -> anyhow::Result<()> {
    let program = arguments.program.canonicalize()?;
    let mut command = Command::new(&program);
    // What is measured belongs to no history.
    command.env(
        "CARGO_EXPLORE_STATE_DIR",
        std::env::temp_dir().join("cargo-explore-bench"),
    );
    command.args([
        "explore",
        &bug.spec(),
        "--no-coverage",
        "--quiet",
        "--format",
        "json",
    ]);
    command.args(["--time-limit", &arguments.time_limit]);
    if !features.is_empty() {
        command.args(["--features", &features.join(",")]);
    }
    if bug.hidden {
        command.arg("--hidden");
    }
    command
        .arg("--output")
        .arg(file)
        .arg("--target-dir")
        .arg(&arguments.target_dir)
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    Ok(())
}

impl Outcome {
    fn words(&self) -> String {
        match self {
            Outcome::Found {
                time_ms,
                rank,
                class,
                expression,
                ..
            } => {
                let rank = rank.map_or("-".to_owned(), |rank| rank.to_string());
                let seconds = *time_ms as f64 / 1000.0;
                format!("found {seconds:6.1} s  rank {rank:>3}  {class:10} {expression}")
            }
            Outcome::Missed => "MISSED".to_owned(),
            Outcome::NotExplored => "NOT EXPLORED".to_owned(),
        }
    }

    fn row(&self, bug: &Bug) -> Vec<String> {
        let documented = bug.documented.to_string();
        let mut row = vec![
            bug.id.clone(),
            bug.package.clone(),
            bug.version.clone(),
            bug.kind.clone(),
            documented,
        ];
        match self {
            Outcome::Found {
                time_ms,
                expressions,
                rank,
                class,
                item,
                expression,
            } => row.extend([
                "yes".to_owned(),
                time_ms.to_string(),
                expressions.to_string(),
                rank.map_or_else(String::new, |rank| rank.to_string()),
                class.clone(),
                item.clone(),
                expression.clone(),
            ]),
            Outcome::Missed | Outcome::NotExplored => {
                let found = if matches!(self, Outcome::Missed) {
                    "no"
                } else {
                    "not explored"
                };
                row.push(found.to_owned());
                row.extend(std::iter::repeat_n(String::new(), 6));
            }
        }
        row
    }
}

/// Counts over the list.
#[derive(Default)]
struct Sums {
    undocumented: usize,
    undocumented_found: usize,
    documented: usize,
    documented_found: usize,
    not_explored: usize,
    times: Vec<u64>,
}

impl Sums {
    fn add(&mut self, bug: &Bug, outcome: &Outcome) {
        let (all, found) = match bug.documented {
            true => (&mut self.documented, &mut self.documented_found),
            false => (&mut self.undocumented, &mut self.undocumented_found),
        };
        *all += 1;
        match outcome {
            Outcome::Found { time_ms, .. } => {
                *found += 1;
                if !bug.documented {
                    self.times.push(*time_ms);
                }
            }
            Outcome::Missed => {}
            Outcome::NotExplored => self.not_explored += 1,
        }
    }

    fn words(&self) -> String {
        let mut times = self.times.clone();
        times.sort_unstable();
        let median = times
            .get(times.len() / 2)
            .map_or("-".to_owned(), |ms| format!("{:.1} s", *ms as f64 / 1000.0));
        format!(
            "undocumented: {} of {} found, median time {median}; documented: {} of {}; not explored: {}",
            self.undocumented_found,
            self.undocumented,
            self.documented_found,
            self.documented,
            self.not_explored
        )
    }
}
