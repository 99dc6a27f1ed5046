//! Names of runs: when they began, to the millisecond of universal time, and the package. Sorted by name, they are sorted by
//! age.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Characters of a time in a name: `20261122-141945-123`.
const TIME: usize = 19;

/// The beginning of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(SystemTime);

impl Stamp {
    /// A moment. Those that names cannot tell (before 1970, after 9999) count as the first one.
    pub fn of(time: SystemTime) -> Stamp {
        let last = Duration::from_secs(253_402_300_799);
        match time.duration_since(UNIX_EPOCH) {
            Ok(since) if since < last => Stamp(time),
            _ => Stamp(UNIX_EPOCH),
        }
    }

    /// The one after it.
    pub(super) fn next(self) -> Stamp {
        Stamp(self.0 + Duration::from_millis(1))
    }

    /// The name of a run of a package that began then.
    pub fn name(self, package: &str) -> String {
        format!("{}-{}", self.text(), plain(package))
    }

    /// In universal time, to the millisecond: `2026-11-23T17:42:06.123Z`.
    pub fn rfc3339(self) -> String {
        humantime::format_rfc3339_millis(self.0).to_string()
    }

    /// True if a run of this name began before.
    pub(super) fn is_after(self, name: &str) -> bool {
        name < self.text().as_str()
    }

    fn text(self) -> String {
        let text = humantime::format_rfc3339_millis(self.0).to_string();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        format!("{}-{}-{}", &digits[..8], &digits[8..14], &digits[14..])
    }
}

/// A package's name as a part of a file's: nothing in it leads anywhere.
pub fn plain(package: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (package.chars())
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect()
}

/// The name of a command that begins now, and explores one package or several.
pub fn command_name(begun: Stamp, process: u32) -> String {
    format!("{}-{process}", begun.text())
}

/// The package that a run is of. None: it is no name of a run.
pub(super) fn package_of(name: &str) -> Option<&str> {
    let (time, rest) = name.split_at_checked(TIME)?;
    let is_time = time.bytes().enumerate().all(|(at, byte)| match at {
        8 | 15 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    rest.strip_prefix('-').filter(|_| is_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_age_and_tell_the_package() {
        let first = Stamp::of(UNIX_EPOCH + Duration::from_millis(1_795_357_185_999));
        let name = first.name("int-tree");
        assert_eq!(package_of(&name), Some("int-tree"), "{name}");
        assert!(name < first.next().name("a"));
        assert!(first.next().is_after(&name) && !first.is_after(&name));
        assert_eq!(package_of("notes"), None);
        assert_eq!(package_of("20261122-141945_123-a"), None);
        assert!(!first.name("../a/b").contains(['/', '.']));
    }

    #[test]
    fn no_clock_is_too_wrong_for_a_name() {
        for seconds in [0, 253_402_300_798, 253_402_300_799, u32::MAX.into()] {
            let stamp = Stamp::of(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(package_of(&stamp.next().name("a")), Some("a"));
        }
        assert_eq!(Stamp::of(UNIX_EPOCH - Duration::from_secs(1)), Stamp(UNIX_EPOCH));
    }
}
