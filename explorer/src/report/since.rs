//! What a run says of the commit that it was compared with.

use super::text::{counted, harmless};
use crate::git;
use crate::since::{Base, SinceReport};

/// Names of what has changed that are shown.
const SHOWN: usize = 5;

/// Of a package that nothing was done with.
pub fn nothing_differs(base: &Base) -> String {
    format!(
        "nothing that it is built from differs from {} ({}), so nothing is explored",
        harmless(&base.rev, false),
        git::short(&base.commit)
    )
}

/// In the summary of a report.
pub(super) fn text(since: &SinceReport) -> String {
    let commit = git::short(&since.commit);
    let mut lines = vec![match &since.everything {
        Some(why) => format!("all items, for {}", harmless(why, false)),
        None => {
            let shown: Vec<String> = (since.changed.iter().take(SHOWN))
                .map(|title| format!("`{}`", harmless(title, false)))
                .collect();
            let more = match since.changed.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = shown.join(", ");
            format!(
                "{} cannot come to run {names}{more}",
                counted(since.left_out, "item")
            )
        }
    }];
    if !since.there.is_empty() {
        let findings = counted(since.there.len(), "finding");
        lines.push(format!("{findings} left out that the code there has, too"));
    }
    if let Some(why) = &since.not_compared {
        lines.push(format!("findings not compared: {}", harmless(why, false)));
    }
    format!("{} ({commit}): {}", harmless(&since.rev, false), lines.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compared_is_told_in_a_line() {
        let mut since = SinceReport {
            rev: "main".into(),
            commit: "0123456789abcdef".into(),
            changed: ["a", "b", "c", "d", "e", "f"].map(str::to_owned).into(),
            left_out: 1,
            there: vec!["x".into(), "y".into()],
            ..SinceReport::default()
        };
        let expected = "main (012345678): 1 item cannot come to run `a`, `b`, `c`, `d`, `e` and 1 more; 2 findings left \
                        out that the code there has, too";
        assert_eq!(text(&since), expected);
        since.everything = Some("`Cargo.toml` builds something else".into());
        since.there.clear();
        assert_eq!(
            text(&since),
            "main (012345678): all items, for `Cargo.toml` builds something else"
        );
    }
}
