//! What `doctor` says: one line per check, with advice where something is wrong.

use super::json::{SCHEMA, TOOL, Tool};
use super::style::{self, styled};
use super::text::{harmless, wrapped};
use serde::Serialize;
use std::fmt::Write;

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// True if exploring can rely on it.
    pub ok: bool,
    /// What was found.
    pub found: String,
    /// What to do; none if it is ok.
    pub advice: Option<String>,
}

/// Lines for people.
pub fn lines(checks: &[Check]) -> String {
    let mut out = String::new();
    for check in checks {
        let verdict = if check.ok {
            styled(style::GOOD, "ok     ")
        } else {
            styled(style::BUG, "problem")
        };
        let found = harmless(&check.found, true);
        let mut found = found.lines();
        let _ = writeln!(
            out,
            "{verdict}  {:<16} {}",
            check.name,
            found.next().unwrap_or_default()
        );
        for rest in found {
            let _ = writeln!(out, "         {rest}");
        }
        if let Some(advice) = &check.advice {
            out.push_str(&wrapped(advice, 9));
        }
    }
    out
}

/// One JSON document on one line.
pub fn json(checks: &[Check]) -> anyhow::Result<String> {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: u32,
        tool: Tool,
        ok: bool,
        checks: &'a [Check],
    }
    let ok = checks.iter().all(|check| check.ok);
    let mut text = serde_json::to_string(&Document {
        schema: SCHEMA,
        tool: TOOL,
        ok,
        checks,
    })?;
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks() -> Vec<Check> {
        let good = Check {
            name: "rustc",
            ok: true,
            found: "rustc 1.95.0".into(),
            advice: None,
        };
        let bad = Check {
            name: "sandbox",
            ok: false,
            found: "no landlock".into(),
            advice: Some("use --sandbox degraded".into()),
        };
        vec![good, bad]
    }

    #[test]
    fn problems_come_with_advice() {
        let text = anstream::adapter::strip_str(&lines(&checks())).to_string();
        assert!(
            text.contains("ok       rustc            rustc 1.95.0\n"),
            "{text}"
        );
        assert!(
            text.contains("problem  sandbox          no landlock\n         use --sandbox degraded\n"),
            "{text}"
        );
    }

    #[test]
    fn the_json_is_ok_only_if_every_check_is() {
        let value =
            |checks: &[Check]| serde_json::from_str::<serde_json::Value>(&json(checks).unwrap()).unwrap();
        assert_eq!(value(&checks())["ok"], false);
        assert_eq!(value(&checks()[..1])["ok"], true);
        assert_eq!(value(&checks())["checks"][1]["advice"], "use --sandbox degraded");
    }
}
