//! `bench papers`: every case of `corpus/papers`, explored by cargo-explore at its default settings and tested by other
//! tools in the same run; prints what each found and writes tables. Times are those of running inputs: building is in none
//! of them.

mod cases;
mod expected;
mod explored;
mod generate;
mod tables;
mod trial;

use anyhow::Context;
use clap::Parser;
use expected::{Expectation, Outcome};
use explored::Engine;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tables::Row;
use trial::{Goal, Tool, Trial};

/// All cases of the five papers, with cargo-explore and with other tools.
#[derive(Debug, Parser)]
struct Arguments {
    /// The cargo-explore program
    #[arg(long, value_name = "PATH", default_value = "target/release/cargo-explore")]
    program: PathBuf,
    /// Where the papers' crates are
    #[arg(long, value_name = "DIRECTORY", default_value = "corpus/papers")]
    corpus: PathBuf,
    /// Where tables are written
    #[arg(long, value_name = "DIRECTORY")]
    results: PathBuf,
    /// Time for each case and tool, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    time_limit: f64,
    /// Only cases whose item contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only cargo-explore, without the comparison
    #[arg(long)]
    alone: bool,
    /// One case under one tool, in this process: what the program calls itself with
    #[arg(long, hide = true, num_args = 2, value_names = ["TOOL", "ITEM"])]
    trial: Vec<String>,
    /// Part of the message of the panic that the case is to fail with
    #[arg(long, hide = true, value_name = "TEXT", default_value = "")]
    message: String,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let limit = Duration::from_secs_f64(arguments.time_limit);
    if let [tool, item] = arguments.trial.as_slice() {
        let tool = match tool.as_str() {
            "proptest" => Tool::Proptest,
            _ => Tool::Quickcheck,
        };
        let case = cases::all().into_iter().find(|case| case.item == item);
        let case = case.with_context(|| format!("there is no case `{item}`"))?;
        (case.run)(&Goal {
            tool,
            limit,
            message: arguments.message,
        })
    }

    let expectations = expected::read(&arguments.corpus)?;
    let written: BTreeSet<&str> = cases::all().into_iter().map(|case| case.item).collect();
    let mut rows: Vec<Row> = Vec::new();
    let wanted = |expectation: &&Expectation| expectation.item.contains(&arguments.only);
    let found_items: BTreeSet<(&str, &str)> = expectations
        .iter()
        .filter(wanted)
        .filter(|expectation| matches!(expectation.outcome, Outcome::Found { .. }))
        .map(|expectation| (expectation.paper.as_str(), expectation.item.as_str()))
        .collect();
    for (paper, item) in found_items {
        let of_item: Vec<&Expectation> = expectations
            .iter()
            .filter(|expectation| expectation.paper == paper && expectation.item == item)
            .collect();
        let mut engines = vec![Engine::Lazy];
        if !arguments.alone {
            engines.push(Engine::Eager);
        }
        for engine in engines {
            for row in explored::explore(&arguments.program, engine, &of_item, limit)? {
                println!("{row}");
                rows.push(row);
            }
        }
        if arguments.alone {
            continue;
        }
        for tool in [Tool::Proptest, Tool::Quickcheck] {
            if !written.contains(item) {
                println!("{item}: there is no test for {tool:?}");
                continue;
            }
            for expectation in &of_item {
                let row = Row::of_trial(expectation, tool, trial_in_child(tool, expectation, &arguments)?);
                println!("{row}");
                rows.push(row);
            }
        }
    }

    let clean: Vec<&Expectation> = expectations
        .iter()
        .filter(wanted)
        .filter(|expectation| matches!(expectation.outcome, Outcome::Clean))
        .collect();
    let mut directories: Vec<&PathBuf> = clean.iter().map(|expectation| &expectation.directory).collect();
    directories.dedup();
    for directory in directories {
        let together: Vec<&Expectation> = clean
            .iter()
            .copied()
            .filter(|expectation| expectation.directory == *directory)
            .collect();
        for row in explored::explore_clean(&arguments.program, &together, limit)? {
            println!("{row}");
            rows.push(row);
        }
    }
    tables::write(&arguments.results, &rows)?;
    println!("{}", tables::summary(&rows));
    Ok(())
}

/// A trial in a process of its own, with 4 GiB at most: what hangs or dies there is a result.
fn trial_in_child(tool: Tool, expectation: &Expectation, arguments: &Arguments) -> anyhow::Result<Trial> {
    let item = &expectation.item;
    let message = match &expectation.outcome {
        Outcome::Found { message, .. } => message,
        Outcome::Clean => "",
    };
    let word = format!("{tool:?}").to_lowercase();
    let began = Instant::now();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 4194304; exec \"$@\"", "sh"])
        .arg(std::env::current_exe()?)
        .args(["--results", "-", "--time-limit"])
        .arg(arguments.time_limit.to_string())
        .args(["--message", message, "--trial", &word, item])
        .stdin(Stdio::null())
        .output()?;
    if output.status.success() {
        return serde_json::from_slice(&output.stdout).with_context(|| format!("{item}: no answer"));
    }
    // It died making a counterexample smaller.
    let said = String::from_utf8_lossy(&output.stderr);
    if let Some(first) = said.lines().find_map(|line| serde_json::from_str(line).ok()) {
        return Ok(first);
    }
    // It took its process with it: no tool that runs inputs in its own process can say which input it was.
    Ok(Trial {
        found: Some("died".to_owned()),
        executions: None,
        time_ms: began.elapsed().as_secs_f64() * 1e3,
        counterexample: None,
        calls: 0,
    })
}
