//! What `explain` says about exclusion codes.

use super::style::{self, styled};
use super::text::{indented, wrapped};
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
    out.push_str(&wrapped(code.rule(), 0));
    out.push_str(&wrapped(counts, 0));
    let _ = write!(out, "\nExample:\n{}", indented(code.example(), 4));
    let _ = write!(out, "\nRemedy:\n{}", wrapped(code.remedy(), 4));
    out
}

/// One paragraph per code.
pub fn overview() -> String {
    let mut out = String::new();
    for code in Code::ALL {
        let _ = writeln!(out, "{}", styled(style::HEADING, code.as_str()));
        out.push_str(&wrapped(code.rule(), 4));
    }
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
}
