//! Who judges, and which day it is. Reads git's settings of the user where they usually lie, and starts no git.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The name of whoever is at work; none if the machine does not know.
pub fn who() -> Option<String> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let config = config.or_else(|| Some(home.as_ref()?.join(".config")));
    let files = [
        home.map(|home| home.join(".gitconfig")),
        config.map(|config| config.join("git/config")),
    ];
    variable("GIT_AUTHOR_NAME")
        .or_else(|| files.into_iter().flatten().find_map(|file| name_in_file(&file)))
        .or_else(|| variable("USER"))
        .or_else(|| variable("LOGNAME"))
}

fn name_in_file(file: &Path) -> Option<String> {
    name_in(&std::fs::read_to_string(file).ok()?)
}

/// `name` of the section `user`.
fn name_in(text: &str) -> Option<String> {
    let mut is_user = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            is_user = line == "[user]";
        } else if let Some((key, value)) = line.split_once('=').filter(|_| is_user) {
            let value = value.trim().trim_matches('"');
            if key.trim() == "name" && !value.is_empty() {
                return Some(value.to_owned());
            }
        }
    }
    None
}

/// `2026-11-22`, in UTC.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_s_name_of_the_user_is_found() {
        let text = "[core]\n\tname = no\n[user]\n\temail = a@b\n\tname = \"Ada L\"\n[alias]\n";
        assert_eq!(name_in(text).as_deref(), Some("Ada L"));
        assert_eq!(name_in("[core]\nname = no\n"), None);
    }

    #[test]
    fn days_are_dates() {
        assert!(crate::known::entry::is_date(&today()), "{}", today());
    }
}
