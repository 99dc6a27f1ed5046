//! `bench net`: crates of random functions are explored in several manners, and each claim of each report is tested by
//! plain programs.

mod net;

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use net::RandomCrate;
use net::report::Told;
use net::types::{INTS, NESTING};
use net::verdict::{Exploration, Verdict, judge};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    /// How the crates are explored, comma separated: nesting, depth, default, whole, eager
    #[arg(
        long,
        value_name = "MANNERS",
        value_delimiter = ',',
        default_value = "nesting,default"
    )]
    manners: Vec<String>,
    /// Exploration time of each
    #[arg(long, value_name = "DURATION", default_value = "60s")]
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

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.results)?;
    let mut claims = String::from("seed,function,site,form,placeholders,claim,verdict\n");
    let mut summary = String::from(
        "seed,manners,functions,calls,reachable,findings,found,lost,expressions,with_placeholders,placeholders,substitutions,refuted,unconfirmed,explored\n",
    );
    let mut complaints = String::new();
    for seed in arguments.seeds.clone() {
        let random_crate = RandomCrate::new(seed, arguments.functions);
        if arguments.write_only {
            random_crate.write(&arguments.work.join(&random_crate.name))?;
            continue;
        }
        let (verdict, explorations) = one(&arguments, &random_crate)?;
        let _ = writeln!(
            summary,
            "{}",
            row(&arguments, &random_crate, &verdict, &explorations)
        );
        println!("{}", summary.lines().last().unwrap_or_default());
        add_claims(&mut claims, seed, &verdict);
        let said = verdict.complaints(&random_crate);
        if !said.is_empty() {
            println!("{said}");
            let _ = writeln!(complaints, "seed {seed}\n\n{said}");
        }
        for exploration in &explorations {
            for unconfirmed in &exploration.told.unconfirmed {
                let _ = writeln!(
                    complaints,
                    "seed {seed}, {}: not confirmed: {unconfirmed}",
                    exploration.name
                );
            }
        }
        std::fs::write(arguments.results.join("claims.csv"), &claims)?;
        std::fs::write(arguments.results.join("seeds.csv"), &summary)?;
        std::fs::write(arguments.results.join("complaints.txt"), &complaints)?;
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
        let told = explore(arguments, manner, &random_crate.name, &package)?;
        explorations.push(Exploration {
            name: manner.clone(),
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

fn explore(arguments: &Arguments, manner: &str, name: &str, package: &Path) -> anyhow::Result<Told> {
    let ints: Vec<String> = INTS.iter().map(i64::to_string).collect();
    let nesting = NESTING.to_string();
    let options: Vec<&str> = match manner {
        "nesting" => vec!["--nesting", &nesting],
        "whole" => vec!["--nesting", &nesting, "--whole-values"],
        "eager" => vec!["--nesting", &nesting, "--eager"],
        "depth" => vec!["--depth", "9"],
        "default" => vec![],
        _ => bail!("`{manner}` is no manner"),
    };
    let output = Command::new(std::path::absolute(&arguments.explorer)?)
        .arg("explore")
        .arg(package)
        .args(["--item", &format!("{name}::f*"), "--ints", &ints.join(",")])
        .args([
            "--only-given-constants",
            "--format",
            "json",
            "--quiet",
            "--no-coverage",
        ])
        .args(["--time-limit", &arguments.time_limit])
        .args(options)
        .args(&arguments.more)
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", arguments.explorer.display()))?;
    let report = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok(Told::read(&report))
}

fn row(
    arguments: &Arguments,
    random_crate: &RandomCrate,
    verdict: &Verdict,
    explorations: &[Exploration],
) -> String {
    let seed = random_crate.name.trim_start_matches("net_");
    let findings: usize = explorations.iter().map(|one| one.told.findings).sum();
    let unconfirmed: usize = explorations.iter().map(|one| one.told.unconfirmed.len()).sum();
    let explored: Vec<String> = explorations
        .iter()
        .map(|Exploration { name, told }| {
            format!(
                "{name} {} {} expressions {} ms",
                told.stop, told.expressions, told.explore_ms
            )
        })
        .collect();
    let Verdict {
        calls,
        reachable,
        found,
        expressions,
        general,
        placeholders,
        substitutions,
        ..
    } = verdict;
    format!(
        "{seed},{},{},{calls},{reachable},{findings},{found},{},{expressions},{general},{placeholders},{substitutions},{},{unconfirmed},{}",
        arguments.manners.join("+"),
        random_crate.functions.len(),
        verdict.lost.len(),
        verdict.refuted.len(),
        explored.join("; ")
    )
}

fn add_claims(table: &mut String, seed: u64, verdict: &Verdict) {
    for (claim, refuted) in &verdict.rows {
        if claim.form != net::report::Form::Expression {
            continue;
        }
        let _ = writeln!(
            table,
            "{seed},{},{},{:?},{},\"{}\",{}",
            claim.function,
            claim.shape,
            claim.form,
            claim.holes,
            claim.text.replace('"', "\"\""),
            if *refuted > 0 { "refuted" } else { "held" }
        );
    }
    for lost in &verdict.lost {
        let _ = writeln!(
            table,
            "{seed},{},{},,,\"{}\",lost",
            lost.function, lost.shape, lost.call
        );
    }
}
