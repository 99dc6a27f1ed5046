//! Compares what explorations of a random crate told with what its plain program says.

use super::RandomCrate;
use super::manner::Manner;
use super::program;
use super::report::{Claim, Form, Told};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// An exploration of the crate.
pub(crate) struct Exploration {
    pub(crate) manner: Manner,
    pub(crate) told: Told,
}

/// An expression that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Refuted {
    pub(crate) claim: Claim,
    /// The exploration that told it first.
    pub(crate) exploration: String,
    /// What the call came to instead, and the placeholders' values then.
    pub(crate) instead: String,
}

/// A fault that enumeration reaches and an exploration did not report.
#[derive(Clone, Debug)]
pub(crate) struct Lost {
    pub(crate) function: String,
    pub(crate) shape: String,
    /// The smallest call that shows it, and its size.
    pub(crate) call: String,
    pub(crate) size: u64,
    pub(crate) exploration: String,
}

/// What a plain program says about the explorations of a crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// Calls of enumeration.
    pub(crate) calls: u64,
    /// Sites that enumeration reaches.
    pub(crate) reachable: usize,
    /// Those of them that were looked for, once for each exploration, and were found.
    pub(crate) found: usize,
    /// Expressions that were tested, and placeholders in them.
    pub(crate) expressions: usize,
    pub(crate) placeholders: usize,
    /// Expressions with at least one placeholder.
    pub(crate) general: usize,
    /// Findings with a placeholder in some expression, and those of them with one that does not hold.
    pub(crate) general_findings: usize,
    pub(crate) refuted_findings: usize,
    /// Calls for expressions.
    pub(crate) substitutions: u64,
    pub(crate) refuted: Vec<Refuted>,
    pub(crate) lost: Vec<Lost>,
    /// Each claim with the number of calls that did not hold.
    pub(crate) rows: Vec<(Claim, u64)>,
}

/// Compiles and runs the plain program of a crate in `directory`, where its package is `library`.
pub(crate) fn judge(
    random_crate: &RandomCrate,
    explorations: &[Exploration],
    library: &Path,
    directory: &Path,
) -> Result<Verdict, String> {
    let all: BTreeSet<&Claim> = explorations.iter().flat_map(|one| &one.told.claims).collect();
    let claims: Vec<Claim> = all.into_iter().cloned().collect();
    let source = library.join("src/lib.rs");
    let text = program::text(random_crate, &source.display().to_string(), &claims);
    let printed = run(&text, directory)?;
    let mut verdict = Verdict::default();
    let mut enumerated: BTreeMap<(String, String), (u64, String)> = BTreeMap::new();
    for line in printed.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let number = |index: usize| {
            words
                .get(index)
                .and_then(|word| word.parse::<u64>().ok())
                .unwrap_or_default()
        };
        match words.as_slice() {
            ["called", ..] => verdict.calls += number(2),
            ["site", function, shape, _, call] => {
                enumerated.insert(
                    ((*function).to_owned(), (*shape).to_owned()),
                    (number(3), (*call).to_owned()),
                );
            }
            ["held", _, _, _, instead @ ..] => {
                let claim = claims[number(1) as usize].clone();
                verdict.substitutions += number(2);
                verdict.expressions += 1;
                if claim.form == Form::Expression {
                    verdict.placeholders += claim.holes;
                    verdict.general += usize::from(claim.holes > 0);
                }
                if number(3) > 0 {
                    let told = explorations.iter().find(|one| one.told.claims.contains(&claim));
                    verdict.refuted.push(Refuted {
                        claim: claim.clone(),
                        exploration: told.map(|one| one.manner.name()).unwrap_or_default(),
                        instead: instead.join(" with "),
                    });
                }
                verdict.rows.push((claim, number(3)));
            }
            _ => return Err(format!("the plain program said: {line}")),
        }
    }
    if verdict.expressions != claims.len() {
        return Err("the plain program did not come to its end".to_owned());
    }
    verdict.reachable = enumerated.len();
    let finding = |claim: &Claim| (claim.function.clone(), claim.shape.clone());
    let general = claims.iter().filter(|claim| claim.holes > 0).map(finding);
    verdict.general_findings = general.collect::<BTreeSet<_>>().len();
    let refuted = verdict.refuted.iter().map(|one| finding(&one.claim));
    verdict.refuted_findings = refuted.collect::<BTreeSet<_>>().len();
    for exploration in explorations {
        find_lost(exploration, &enumerated, &mut verdict);
    }
    Ok(verdict)
}

/// Sites that an exploration must have found: all of an exhausted search, else those within the depth it completed.
fn find_lost(
    Exploration { manner, told }: &Exploration,
    enumerated: &BTreeMap<(String, String), (u64, String)>,
    verdict: &mut Verdict,
) {
    for ((function, shape), (size, call)) in enumerated {
        let depth = told.depths.get(function).copied().unwrap_or_default();
        if !told.is_exhausted && *size > depth {
            continue;
        }
        if told.sites.contains(&(function.clone(), shape.clone())) {
            verdict.found += 1;
        } else {
            verdict.lost.push(Lost {
                function: function.clone(),
                shape: shape.clone(),
                call: call.clone(),
                size: *size,
                exploration: manner.name(),
            });
        }
    }
}

fn run(text: &str, directory: &Path) -> Result<String, String> {
    let file = directory.join("plain.rs");
    let program = directory.join("plain");
    std::fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let mut rustc = Command::new("rustc");
    rustc.args([
        "--edition",
        "2024",
        "-C",
        "opt-level=0",
        "-C",
        "debuginfo=0",
        "-C",
        "overflow-checks=on",
    ]);
    rustc
        .args(["-C", "debug-assertions=on", "-C", "codegen-units=16", "-o"])
        .arg(&program)
        .arg(&file);
    let compiled = rustc.output().map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        let said = String::from_utf8_lossy(&compiled.stderr);
        return Err(said.lines().take(60).collect::<Vec<_>>().join("\n"));
    }
    let ran = Command::new(&program)
        .output()
        .map_err(|error| error.to_string())?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("the plain program ended with {}: {said}", ran.status));
    }
    String::from_utf8(ran.stdout).map_err(|error| error.to_string())
}

impl Verdict {
    /// Every expression that does not hold and every lost site, with the function's text.
    pub(crate) fn complaints(&self, random_crate: &RandomCrate) -> String {
        let mut text = String::new();
        let source = |name: &str| {
            let function = random_crate
                .functions
                .iter()
                .find(|function| function.name == name);
            function
                .map(|function| function.text.as_str())
                .unwrap_or_default()
        };
        for Refuted {
            claim,
            exploration,
            instead,
        } in &self.refuted
        {
            let Claim {
                form,
                text: told,
                function,
                shape,
                ..
            } = claim;
            let _ = writeln!(
                text,
                "refuted ({exploration}, {form:?}): {told}\n  is to panic: {shape}\n  but {instead}\n{}",
                source(function)
            );
        }
        for Lost {
            function,
            shape,
            call,
            size,
            exploration,
        } in &self.lost
        {
            let _ = writeln!(
                text,
                "lost ({exploration}): {shape}, of {call} (size {size})\n{}",
                source(function)
            );
        }
        text
    }
}
