//! The guide, chapter by chapter, as the terminal shows it.

use super::style::{self, styled};

/// A chapter: its name, and its text in Markdown.
struct Chapter {
    name: &'static str,
    text: &'static str,
}

/// In the order of the book; `docs/guide/SUMMARY.md` names the same.
const CHAPTERS: [Chapter; 12] = [
    chapter("first-run", include_str!("../../guide/first-run.md")),
    chapter("reading", include_str!("../../guide/reading.md")),
    chapter("reviewing", include_str!("../../guide/reviewing.md")),
    chapter("ci", include_str!("../../guide/ci.md")),
    chapter("configuration", include_str!("../../guide/configuration.md")),
    chapter("sweeps", include_str!("../../guide/sweeps.md")),
    chapter("history", include_str!("../../guide/history.md")),
    chapter("fuzzing", include_str!("../../guide/fuzzing.md")),
    chapter("support-files", include_str!("../../guide/support-files.md")),
    chapter("limits", include_str!("../../guide/limits.md")),
    chapter("comparison", include_str!("../../guide/comparison.md")),
    chapter("troubleshooting", include_str!("../../guide/troubleshooting.md")),
];

const fn chapter(name: &'static str, text: &'static str) -> Chapter {
    Chapter { name, text }
}

/// What chapters there are.
pub fn overview() -> String {
    let mut out = String::from("`cargo explore help TOPIC` shows a chapter of the guide:\n");
    for Chapter { name, text } in &CHAPTERS {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        out.push_str(&format!("  {name:<16} {title}\n"));
    }
    out.push_str("`cargo explore --help` lists options and subcommands, `cargo explore help SUBCOMMAND` those of a subcommand.\n");
    out
}

/// Names of chapters.
pub fn names() -> impl Iterator<Item = &'static str> {
    CHAPTERS.iter().map(|chapter| chapter.name)
}

/// A chapter, its headings and commands with styles. None: there is none of this name.
pub fn shown(name: &str) -> Option<String> {
    let chapter = CHAPTERS.iter().find(|chapter| chapter.name == name)?;
    let mut out = String::new();
    let mut is_code = false;
    for line in chapter.text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let text = match line.trim_start_matches('#') {
            code if is_code && code.starts_with("$ ") => styled(style::CODE, &format!("    {code}")),
            _ if is_code => format!("    {line}"),
            heading if line.starts_with('#') => styled(style::HEADING, heading.trim_start()),
            text => text.to_owned(),
        };
        out.push_str(text.trim_end());
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_of_the_book_is_shown_and_no_other() {
        let summary = include_str!("../../guide/SUMMARY.md");
        let named: Vec<&str> = (summary.lines())
            .filter_map(|line| line.rsplit_once('(')?.1.strip_suffix(".md)"))
            .collect();
        assert_eq!(named, names().collect::<Vec<_>>());
        for name in named {
            let text = shown(name).expect("it is there");
            assert!(
                !text.contains("```") && text.lines().count() > 10,
                "{name}: {text}"
            );
        }
    }
}
