//! The line that says which version of a crate is explored where nobody named one. What it is a line about is in the report, too.

use crate::spec::Newest;

/// The line.
pub fn told(newest: &Newest) -> String {
    let Newest {
        spec, name, version, ..
    } = newest;
    let what = match spec == name {
        true => version.clone(),
        false => format!("{name} {version}"),
    };
    let mut line = format!("`{spec}` is not here: exploring {what}, the newest of the registry");
    if let Some(newer) = &newest.passed_over {
        line.push_str(&format!(
            " that this toolchain compiles ({newer} needs a newer one)"
        ));
    }
    if !newest.similar.is_empty() {
        let quoted: Vec<String> = newest.similar.iter().map(|name| format!("`{name}`")).collect();
        line.push_str(&format!("; the lock file has {}", quoted.join(" and ")));
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_known_of_the_choice_is_told() {
        let mut newest = Newest {
            spec: "serda-json".into(),
            name: "serda-json".into(),
            version: "1.0.5".into(),
            passed_over: None,
            similar: Vec::new(),
        };
        assert_eq!(
            told(&newest),
            "`serda-json` is not here: exploring 1.0.5, the newest of the registry\n"
        );
        newest.name = "serda_json".into();
        newest.passed_over = Some("2.0.0".into());
        newest.similar = vec!["serde_json".into()];
        assert_eq!(
            told(&newest),
            "`serda-json` is not here: exploring serda_json 1.0.5, the newest of the registry that this toolchain compiles \
             (2.0.0 needs a newer one); the lock file has `serde_json`\n"
        );
    }
}
