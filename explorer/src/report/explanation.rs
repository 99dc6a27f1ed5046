//! What `explain` says about exclusion codes.

use super::style::{self, styled};
use super::text::{indented, paragraph};
use harness_gen::Code;
use std::fmt::Write;

/// Everything about one code.
pub fn one(code: Code) -> String {
    let counts = if code.is_ineligible() {
        "Such items are not eligible: they do not count against the share of completed items."
    } else {
        "Such items are eligible: they count against the share of completed items."
    };
    let mut out = String::new();
    let _ = writeln!(out, "{}", styled(style::HEADING, code.as_str()));
    out.push_str(&paragraph(code.rule(), 0));
    out.push('\n');
    out.push_str(&paragraph(counts, 0));
    let _ = write!(out, "\nExample:\n{}", indented(code.example(), 4));
    let _ = write!(out, "\nRemedy:\n{}", paragraph(code.remedy(), 4));
    out
}

/// One paragraph per code: first those that are limits of this program, then those that cost nothing.
pub fn overview() -> String {
    let mut out = String::new();
    for (is_ineligible, title) in [
        (false, "These count against the share of completed items:"),
        (true, "These do not, for such items are not eligible:"),
    ] {
        out.push_str(title);
        out.push('\n');
        for code in Code::ALL
            .into_iter()
            .filter(|c| c.is_ineligible() == is_ineligible)
        {
            let _ = write!(
                out,
                "\n{}\n{}",
                styled(style::HEADING, code.as_str()),
                paragraph(code.rule(), 4)
            );
        }
        out.push('\n');
    }
    out.push_str("`cargo explore explain CODE` has an example and what can be done.\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_with_rule_example_and_remedy() {
        for code in Code::ALL {
            let text = anstream::adapter::strip_str(&one(code)).to_string();
            for part in [code.as_str(), "Example:", "Remedy:"] {
                assert!(text.contains(part), "{code}: {text}");
            }
            assert!(!code.rule().is_empty() && !code.example().is_empty() && !code.remedy().is_empty());
            assert!(overview().contains(code.as_str()));
        }
    }

    #[test]
    fn remedies_name_only_options_that_there_are() {
        let definition = crate::cli::Cli::definition();
        let known: Vec<&str> = definition.get_arguments().filter_map(|a| a.get_long()).collect();
        let mut named = 0;
        for code in Code::ALL {
            for text in [code.rule(), code.example(), code.remedy()] {
                for option in text
                    .split(|c: char| c != '-' && !c.is_ascii_alphabetic())
                    .filter_map(|word| word.strip_prefix("--"))
                {
                    assert!(
                        known.contains(&option),
                        "{code} names --{option}, which does not exist"
                    );
                    named += 1;
                }
            }
        }
        assert!(named > 4, "only {named} options are named");
    }
}
