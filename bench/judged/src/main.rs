//! `bench judged`: explores crates whose findings were judged by hand, and says how far the report agrees: classes,
//! duplicates, the first ten, and defects that it loses. Prints each disagreement.

mod judged;
mod measure;
mod report;

use anyhow::Context;
use clap::Parser;
use measure::{Figures, Measured};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Reports of judged crates against the judgements.
#[derive(Debug, Parser)]
struct Arguments {
    /// The cargo-explore program
    #[arg(long, value_name = "PATH", default_value = "target/release/cargo-explore")]
    program: PathBuf,
    /// Lists of judged findings, NAME-VERSION.csv
    #[arg(long, value_name = "DIRECTORY", default_value = "bench/judged/lists")]
    lists: PathBuf,
    /// Where reports are kept, one file per crate; a crate that has one is not explored again
    #[arg(long, value_name = "DIRECTORY")]
    results: PathBuf,
    /// Where crates are built
    #[arg(long, value_name = "DIRECTORY", default_value = "target/judged")]
    target_dir: PathBuf,
    /// Time to explore each crate
    #[arg(long, value_name = "DURATION", default_value = "10s")]
    time_limit: String,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.results)?;
    let mut lists: Vec<PathBuf> = std::fs::read_dir(&arguments.lists)
        .with_context(|| format!("cannot list {}", arguments.lists.display()))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    lists.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    lists.sort();
    let mut all = Figures::default();
    for list in lists {
        let name = list
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let rows = judged::read(&list)?;
        let file = arguments.results.join(format!("{name}.json"));
        if !file.exists() {
            explore(&arguments, &name, &file)?;
        }
        let measured = Measured::of(&rows, &report::read(&file)?);
        println!("## {name}\n");
        for line in &measured.disagreements {
            println!("- {line}");
        }
        println!("\n{}\n", measured.figures);
        all.add(&measured.figures);
    }
    println!("## All\n\n{all}");
    Ok(())
}

/// `NAME-VERSION` in a process of its own; its exit code says whether it found bugs, and matters to nobody here.
fn explore(arguments: &Arguments, name: &str, file: &Path) -> anyhow::Result<()> {
    let (package, version) = name
        .rsplit_once('-')
        .context("a list is called NAME-VERSION.csv")?;
    let program = arguments.program.canonicalize()?;
    // What is measured belongs to no history.
    let status = Command::new(&program)
        .env(
            "CARGO_EXPLORE_STATE_DIR",
            std::env::temp_dir().join("cargo-explore-bench"),
        )
        .args([
            "explore",
            &format!("{package}@{version}"),
            "--no-coverage",
            "--quiet",
        ])
        .args([
            "--time-limit",
            &arguments.time_limit,
            "--format",
            "json",
            "--output",
        ])
        .arg(file)
        .arg("--target-dir")
        .arg(&arguments.target_dir)
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    anyhow::ensure!(file.exists(), "{name} was not explored: {status}");
    Ok(())
}
