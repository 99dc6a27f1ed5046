//! The tables of a run: one line per seed, one per claim, and the text of every complaint.

use crate::net::RandomCrate;
use crate::net::report::Form;
use crate::net::verdict::{Exploration, Verdict};
use std::fmt::Write;
use std::io;
use std::path::Path;

/// What is written, after each seed anew.
pub(crate) struct Tables {
    seeds: String,
    claims: String,
    complaints: String,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        let seeds = "seed,manners,functions,calls,reachable,findings,found,lost,expressions,with_placeholders,\
            placeholders,substitutions,refuted,findings_with_placeholders,refuted_findings,unconfirmed,explored\n";
        Tables {
            seeds: seeds.to_owned(),
            claims: "seed,function,site,placeholders,claim,verdict\n".to_owned(),
            complaints: String::new(),
        }
    }

    /// Adds a crate's figures; returns its line and all complaints.
    pub(crate) fn add(
        &mut self,
        seed: u64,
        random_crate: &RandomCrate,
        verdict: &Verdict,
        explorations: &[Exploration],
    ) -> (String, String) {
        let line = line(seed, random_crate, verdict, explorations);
        self.seeds += &line;
        self.seeds.push('\n');
        self.add_claims(seed, verdict);
        let mut complaints = verdict.complaints(random_crate);
        for Exploration { manner, told } in explorations {
            for unconfirmed in &told.unconfirmed {
                let _ = writeln!(complaints, "not confirmed ({}): {unconfirmed}", manner.name());
            }
        }
        if !complaints.is_empty() {
            let _ = writeln!(self.complaints, "seed {seed}\n\n{complaints}");
        }
        (line, complaints)
    }

    fn add_claims(&mut self, seed: u64, verdict: &Verdict) {
        for (claim, refuted) in verdict
            .rows
            .iter()
            .filter(|(claim, _)| claim.form == Form::Expression)
        {
            let holds = if *refuted > 0 { "refuted" } else { "held" };
            let (function, shape, holes) = (&claim.function, &claim.shape, claim.holes);
            let text = claim.text.replace('"', "\"\"");
            let _ = writeln!(
                self.claims,
                "{seed},{function},{shape},{holes},\"{text}\",{holds}"
            );
        }
        for lost in &verdict.lost {
            let (function, shape, call) = (&lost.function, &lost.shape, &lost.call);
            let _ = writeln!(self.claims, "{seed},{function},{shape},,\"{call}\",lost");
        }
    }

    pub(crate) fn write(&self, directory: &Path) -> io::Result<()> {
        std::fs::write(directory.join("seeds.csv"), &self.seeds)?;
        std::fs::write(directory.join("claims.csv"), &self.claims)?;
        std::fs::write(directory.join("complaints.txt"), &self.complaints)
    }
}

fn line(seed: u64, random_crate: &RandomCrate, verdict: &Verdict, explorations: &[Exploration]) -> String {
    let told = |count: fn(&Exploration) -> usize| explorations.iter().map(count).sum::<usize>();
    let manners: Vec<String> = explorations.iter().map(|one| one.manner.name()).collect();
    let explored = explorations.iter().map(|Exploration { manner, told }| {
        let (manner, stop) = (manner.name(), &told.stop);
        format!(
            "{manner} {stop} {} expressions {} ms",
            told.expressions, told.explore_ms
        )
    });
    let numbers = [
        random_crate.functions.len(),
        verdict.calls as usize,
        verdict.reachable,
        told(|one| one.told.findings),
        verdict.found,
        verdict.lost.len(),
        verdict.expressions,
        verdict.general,
        verdict.placeholders,
        verdict.substitutions as usize,
        verdict.refuted.len(),
        verdict.general_findings,
        verdict.refuted_findings,
        told(|one| one.told.unconfirmed.len()),
    ];
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let explored = explored.collect::<Vec<_>>().join("; ");
    format!("{seed},{},{},{explored}", manners.join("+"), numbers.join(","))
}
