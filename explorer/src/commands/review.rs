//! `review`: goes through the causes that nobody has judged, most telling first, with one key for each. Every key that judges
//! writes the file at once, so nothing is lost whenever it ends.

use super::judge::{known_path, reported, ruling};
use crate::cli::{FromArgs, ReviewArgs};
use crate::exit_code::ExitCode;
use crate::judged::{Judged, Ruling, Verdict};
use crate::known::{self, Entry, FILE, KnownFile, Reported};
use crate::report::review::{Reviewer, Screen};
use crate::report::{Console, known as known_words, review as words};
use crate::run_report::Cause;
use crate::spec;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Goes through a report.
pub(super) fn run(arguments: &ReviewArgs, console: Console) -> anyhow::Result<ExitCode> {
    let Some(mut screen) = Screen::open(console) else {
        console.error(&anyhow::anyhow!(
            "`review` needs a terminal\nhelp: use `cargo explore accept`, `reject` and `reopen` with `ID --reason TEXT`"
        ));
        return Ok(ExitCode::Usage);
    };
    let reported = reported(&arguments.from, console)?;
    let (mut judged, mut left) = (0, 0);
    for reported in &reported {
        let path = known_path(Some(reported), &arguments.from)?;
        let root = path.ancestors().nth(Path::new(FILE).components().count());
        let source = root.and_then(|root| spec::member_directory(root, &reported.package));
        let mut review = Review {
            reported,
            path,
            // Below it there is no file.
            crate_root: source.unwrap_or_else(|| PathBuf::from("/dev/null")),
            from: &arguments.from,
            done: Vec::new(),
        };
        let queue = review.queue(arguments.all)?;
        let goes_on = review.go_through(&queue, &mut screen)?;
        judged += review.done.len();
        left += queue.len() - review.done.len();
        if !goes_on {
            break;
        }
    }
    console.answer(&words::ending(judged, left))?;
    Ok(ExitCode::Clean)
}

/// The review of one crate.
struct Review<'a> {
    reported: &'a Reported,
    path: PathBuf,
    /// Where the sources are not at hand, a place without any: then no excerpts are shown.
    crate_root: PathBuf,
    from: &'a FromArgs,
    /// What was judged, last one last: the entries that were there before.
    done: Vec<Vec<(String, Option<Entry>)>>,
}

/// What a key comes to.
enum Step {
    /// To the next cause.
    Next,
    /// The same cause, as it stands on the screen.
    Stay,
    /// To the cause before.
    Back,
    Quit,
}

impl<'a> Review<'a> {
    /// Rulings that there are on findings of this report, by id.
    fn judged(&self) -> anyhow::Result<BTreeMap<String, Judged>> {
        let file = KnownFile::load(&self.path)?;
        let reported = self.reported;
        let ids = reported.findings.iter().map(|finding| finding.id.as_str());
        Ok(known::rulings(
            &file,
            &reported.package,
            ids,
            &reported.hashes,
            &known::today(),
        ))
    }

    /// Causes with a finding that nobody has judged, or whose ruling has to be looked at again.
    fn queue(&self, is_all: bool) -> anyhow::Result<Vec<&'a Cause>> {
        let judged = self.judged()?;
        let is_open = |&index: &usize| {
            let ruling = judged.get(&self.reported.findings[index].id);
            ruling.is_none_or(|judged| judged.is_expired || judged.stale.is_some())
        };
        let reported = self.reported;
        let causes = reported.causes.iter();
        let open = causes.filter(|cause| cause.findings.iter().any(is_open));
        Ok(open.filter(|cause| is_all || !cause.class.is_silent()).collect())
    }

    /// False if the person has had enough.
    fn go_through(&mut self, queue: &[&Cause], reviewer: &mut dyn Reviewer) -> anyhow::Result<bool> {
        let mut at = 0;
        while let Some(cause) = queue.get(at) {
            let judged = self.judged()?;
            let findings = &self.reported.findings;
            reviewer.show(&words::cause(
                findings,
                &self.crate_root,
                &judged,
                cause,
                (at + 1, queue.len()),
                self.reported
                    .docs
                    .get(&findings[cause.findings[0]].id)
                    .map(String::as_str),
            ));
            loop {
                reviewer.show(&words::keys());
                let key = reviewer.key().unwrap_or('q');
                reviewer.show(&words::echo(key));
                match self.step(key, cause, reviewer)? {
                    Step::Next => at += 1,
                    Step::Back => at = at.saturating_sub(1),
                    Step::Stay => continue,
                    Step::Quit => return Ok(false),
                }
                break;
            }
        }
        Ok(true)
    }

    fn step(&mut self, key: char, cause: &Cause, reviewer: &mut dyn Reviewer) -> anyhow::Result<Step> {
        let verdict = match key {
            'a' => Verdict::Expected,
            'b' => Verdict::Bug,
            'd' => Verdict::Duplicate,
            'n' => Verdict::NotOurs,
            'l' => Verdict::Later,
            'u' => return self.undo(reviewer),
            'q' => return Ok(Step::Quit),
            't' => {
                reviewer.show(&words::test(&self.reported.findings, cause));
                return Ok(Step::Stay);
            }
            '?' => {
                reviewer.show(&words::help());
                return Ok(Step::Stay);
            }
            _ => return Ok(Step::Stay),
        };
        let of = match verdict {
            Verdict::Duplicate => match self.original(cause, reviewer)? {
                Some(of) => Some(of),
                None => return Ok(Step::Stay),
            },
            _ => None,
        };
        let Some(reason) = reviewer.line("  why? ") else {
            return Ok(Step::Quit);
        };
        let needs_reason = !matches!(verdict, Verdict::Later | Verdict::Duplicate);
        if needs_reason && reason.trim().is_empty() {
            reviewer.show(&words::note(
                "nothing is judged: whoever reads this later wants to know why",
            ));
            return Ok(Step::Stay);
        }
        let ruling = Ruling {
            of,
            ..ruling(verdict, &reason, self.from)
        };
        self.write(cause, &ruling)?;
        Ok(Step::Next)
    }

    /// The finding that this one is once more; none if there is no such one.
    fn original(&self, cause: &Cause, reviewer: &mut dyn Reviewer) -> anyhow::Result<Option<String>> {
        let Some(typed) = reviewer.line("  of which finding? ") else {
            return Ok(None);
        };
        let findings = &self.reported.findings;
        let mistake = match known::named(typed.trim(), findings.iter().map(|finding| finding.id.as_str())) {
            Ok(at) if !cause.findings.contains(&at) => return Ok(Some(findings[at].id.clone())),
            Ok(_) => "it is not a duplicate of itself".to_owned(),
            Err(unknown) => known_words::unknown(&unknown, "the report"),
        };
        reviewer.show(&words::note(&mistake));
        Ok(None)
    }

    /// Writes a ruling on all findings of a cause. The file is read anew: somebody may have it open in an editor.
    fn write(&mut self, cause: &Cause, ruling: &Ruling) -> anyhow::Result<()> {
        let mut file = KnownFile::load(&self.path)?;
        let mut before = Vec::new();
        for &index in &cause.findings {
            let finding = &self.reported.findings[index];
            let known = file.entry(&self.reported.package, &finding.id).cloned();
            before.push((finding.id.clone(), known));
            file.put(self.reported.entry(finding, ruling.clone()));
        }
        file.save()?;
        self.done.push(before);
        Ok(())
    }

    fn undo(&mut self, reviewer: &mut dyn Reviewer) -> anyhow::Result<Step> {
        let Some(before) = self.done.pop() else {
            reviewer.show(&words::note("there is nothing to undo"));
            return Ok(Step::Stay);
        };
        let mut file = KnownFile::load(&self.path)?;
        for (id, entry) in before {
            match entry {
                Some(entry) => file.put(entry),
                None => {
                    file.remove(&self.reported.package, &id);
                }
            }
        }
        file.save()?;
        Ok(Step::Back)
    }
}

#[cfg(test)]
mod tests;
