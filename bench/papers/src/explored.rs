//! Runs cargo-explore on cases and reads its report.

use crate::expected::{Expectation, Outcome};
use crate::tables::{Row, size_of};
use anyhow::Context;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How cargo-explore searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// At its default settings.
    Lazy,
    /// Every part of every argument is decided: plain exhaustive enumeration.
    Eager,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Lazy => "cargo-explore",
            Engine::Eager => "exhaustive",
        }
    }
}

/// Explores one item; a row for each fault that it must show.
pub fn explore(
    program: &Path,
    engine: Engine,
    wanted: &[&Expectation],
    limit: Duration,
) -> anyhow::Result<Vec<Row>> {
    let first = wanted[0];
    let mut options = vec!["--item".to_owned(), first.item.clone()];
    if engine == Engine::Eager {
        options.push("--eager".to_owned());
    }
    // Once as many faults were seen as there must be, the rest of the time would say nothing more; if they turn out to
    // be others, all of it is used.
    let enough = ["--max-findings".to_owned(), wanted.len().to_string()];
    let report = run(
        program,
        &first.directory,
        &[&options[..], &enough].concat(),
        limit,
    )?;
    let rows = rows_of(engine, wanted, &report);
    if rows.iter().all(|row| row.found.is_some()) || report["stop"] != "findings" {
        return Ok(rows);
    }
    Ok(rows_of(
        engine,
        wanted,
        &run(program, &first.directory, &options, limit)?,
    ))
}

fn rows_of(engine: Engine, wanted: &[&Expectation], report: &Value) -> Vec<Row> {
    let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let mut rows = Vec::new();
    for expectation in wanted {
        let Outcome::Found { kinds, message } = &expectation.outcome else {
            continue;
        };
        let finding = findings.iter().find(|finding| {
            finding["confirmed"] == true
                && kinds.iter().any(|kind| finding["kind"] == **kind)
                && finding["message"]
                    .as_str()
                    .is_some_and(|text| text.contains(message.as_str()))
        });
        let mut row = Row {
            paper: expectation.paper.clone(),
            item: expectation.item.clone(),
            expected: kinds.join("|"),
            tool: engine.name().to_owned(),
            found: None,
            executions: report["expressions"].as_u64(),
            time_ms: report["time_ms"]["explore"].as_f64().unwrap_or_default(),
            ready_ms: None,
            depth: report["depth_completed"].as_u64(),
            size: None,
            counterexample: String::new(),
        };
        if let Some(finding) = finding {
            let expression = finding["expression"].as_str().unwrap_or_default();
            row.found = finding["kind"].as_str().map(str::to_owned);
            row.executions = finding["first_seen"]["expressions"].as_u64();
            let first_seen = finding["first_seen"]["time_us"].as_f64().unwrap_or_default();
            row.time_ms = first_seen / 1e3;
            row.ready_ms = report["start_us"]
                .as_f64()
                .map(|start| (first_seen - start) / 1e3);
            row.depth = finding["depth"].as_u64();
            row.size = Some(size_of(expression));
            row.counterexample = expression.to_owned();
        }
        rows.push(row);
    }
    rows
}

/// Explores the items of one crate together that must show nothing; a row for each.
pub fn explore_clean(program: &Path, wanted: &[&Expectation], limit: Duration) -> anyhow::Result<Vec<Row>> {
    let options: Vec<String> = wanted
        .iter()
        .flat_map(|expectation| ["--item".to_owned(), expectation.item.clone()])
        .collect();
    let report = run(program, &wanted[0].directory, &options, limit)?;
    let row = |expectation: &&Expectation| {
        let finding = report["findings"].as_array().into_iter().flatten();
        let of_item = finding
            .into_iter()
            .find(|finding| finding["item"] == *expectation.item);
        let item = report["api"]["items"].as_array().into_iter().flatten();
        let calls = item.into_iter().find(|item| item["path"] == *expectation.item);
        Row {
            paper: expectation.paper.clone(),
            item: expectation.item.clone(),
            expected: "nothing".to_owned(),
            tool: "cargo-explore".to_owned(),
            found: of_item
                .and_then(|finding| finding["kind"].as_str())
                .map(str::to_owned),
            executions: calls.and_then(|item| item["calls"].as_u64()),
            time_ms: report["time_ms"]["explore"].as_f64().unwrap_or_default(),
            ready_ms: None,
            depth: calls.and_then(|item| item["depth"].as_u64()),
            size: None,
            counterexample: of_item
                .and_then(|finding| finding["expression"].as_str())
                .unwrap_or_default()
                .to_owned(),
        }
    };
    Ok(wanted.iter().map(row).collect())
}

fn run(program: &Path, directory: &Path, options: &[String], limit: Duration) -> anyhow::Result<Value> {
    // What is measured belongs to no history.
    let output = Command::new(program)
        .env(
            "CARGO_EXPLORE_STATE_DIR",
            std::env::temp_dir().join("cargo-explore-bench"),
        )
        .arg("explore")
        .arg(directory)
        .args(options)
        .args(["--format", "json", "--quiet", "--until"])
        .arg(format!("{}ms", limit.as_millis()))
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    serde_json::from_slice(&output.stdout).with_context(|| {
        format!(
            "{} {options:?}: {}",
            directory.display(),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}
