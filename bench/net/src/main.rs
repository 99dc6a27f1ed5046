//! `bench net`: crates of random functions are explored in several manners, and each claim of each report is tested by
//! plain programs.

mod net;
mod tables;

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use net::RandomCrate;
use net::manner::Manner;
use net::report::Told;
use net::verdict::{Exploration, Verdict, judge};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tables::Tables;

/// Explores crates of random functions, and tests all that is told about them.
#[derive(Debug, Parser)]
struct Arguments {
    /// The cargo-explore program
    #[arg(long, value_name = "PATH", default_value = "target/release/cargo-explore")]
    explorer: PathBuf,
    /// The first seed and the one after the last
    #[arg(long, value_name = "FROM..TO", value_parser = seeds)]
    seeds: std::ops::Range<u64>,
    /// Functions of each seed's crate
    #[arg(long, value_name = "N", default_value_t = 250)]
    functions: usize,
    /// How the crates are explored, comma separated: nesting, whole, eager, usual, depth9
    #[arg(
        long,
        value_name = "MANNERS",
        value_delimiter = ',',
        default_value = "nesting,usual",
        value_parser = manner
    )]
    manners: Vec<Manner>,
    /// Exploration time of each in the usual manner; the others come to an end by themselves
    #[arg(long, value_name = "DURATION", default_value = "20s")]
    time_limit: String,
    /// Where figures and complaints are written
    #[arg(long, value_name = "DIRECTORY")]
    results: PathBuf,
    /// Where crates and programs are built
    #[arg(long, value_name = "DIRECTORY", default_value = "target/net")]
    work: PathBuf,
    /// Only write the crates
    #[arg(long)]
    write_only: bool,
    /// Judge reports anew that an earlier run kept or broke off with
    #[arg(long)]
    again: bool,
    /// Keep what was built
    #[arg(long)]
    keep: bool,
    /// Options for every exploration, after `--`
    #[arg(last = true)]
    more: Vec<String>,
}

fn seeds(text: &str) -> Result<std::ops::Range<u64>, String> {
    let (from, to) = text
        .split_once("..")
        .ok_or("two numbers with `..` between them")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    Ok(number(from)?..number(to)?)
}

fn manner(name: &str) -> Result<Manner, String> {
    Manner::named(name).ok_or_else(|| format!("`{name}` is no manner"))
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.results)?;
    let mut tables = Tables::new();
    for seed in arguments.seeds.clone() {
        let random_crate = RandomCrate::new(seed, arguments.functions);
        if arguments.write_only {
            random_crate.write(&arguments.work.join(&random_crate.name))?;
            continue;
        }
        let (verdict, explorations) = one(&arguments, &random_crate)?;
        let (line, complaints) = tables.add(seed, &random_crate, &verdict, &explorations);
        println!("{line}\n{complaints}");
        tables.write(&arguments.results)?;
    }
    Ok(())
}

/// Explores a crate in all manners and has its plain program judge.
fn one(arguments: &Arguments, random_crate: &RandomCrate) -> anyhow::Result<(Verdict, Vec<Exploration>)> {
    let directory = std::path::absolute(&arguments.work)?.join(&random_crate.name);
    let package = directory.join("package");
    random_crate.write(&package)?;
    let mut explorations = Vec::new();
    for manner in &arguments.manners {
        let report = directory.join(format!("{}.json", manner.name()));
        if !(arguments.again && report.exists()) {
            std::fs::write(
                &report,
                explore(arguments, *manner, &random_crate.name, &package)?,
            )?;
        }
        let report = std::fs::read(&report)?;
        let report = serde_json::from_slice(&report).context("the explorer wrote no report")?;
        let told = Told::read(&report);
        explorations.push(Exploration {
            manner: *manner,
            told,
        });
    }
    let verdict = judge(random_crate, &explorations, &package, &directory)
        .map_err(|error| anyhow!("{}: {error}", random_crate.name))?;
    if !arguments.keep {
        std::fs::remove_dir_all(&directory)?;
    }
    Ok((verdict, explorations))
}

/// The report of an exploration.
fn explore(arguments: &Arguments, manner: Manner, name: &str, package: &Path) -> anyhow::Result<Vec<u8>> {
    let output = Command::new(std::path::absolute(&arguments.explorer)?)
        .arg("explore")
        .arg(package)
        .args(manner.arguments(name, &arguments.time_limit))
        .args(&arguments.more)
        .env_remove("CARGO_TARGET_DIR")
        // What is measured belongs to no history.
        .env(
            "CARGO_EXPLORE_STATE_DIR",
            std::env::temp_dir().join("cargo-explore-bench"),
        )
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", arguments.explorer.display()))?;
    // Bugs, or nothing but preconditions.
    if !matches!(output.status.code(), Some(0 | 100)) {
        bail!(
            "{name}: {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(output.stdout)
}
