//! Which part of a sweep is whose: a stable hash over names, so that a package is in the same part on every machine, today and
//! after others came.

use crate::fnv::Fnv;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// One of several parts, `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    pub number: NonZeroU32,
    /// How many there are.
    pub of: NonZeroU32,
}

impl Shard {
    /// True if what has this name is in this part.
    pub fn has(self, name: &str) -> bool {
        let mut hash = Fnv::new();
        hash.field(name);
        // The high bits are the well mixed ones.
        (hash.value() >> 32) % u64::from(self.of.get()) == u64::from(self.number.get()) - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parsed = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if number <= of => Ok(Shard { number, of }),
            Some((number, of)) => Err(format!(
                "there is no shard {number} of {of}; count from 1 to {of}"
            )),
            None => Err("write the shard's number and how many there are, for instance `1/3`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_in_one_shard_and_no_shard_has_most() {
        let names: Vec<String> = (0..300).map(|number| format!("crate-{number}")).collect();
        let mut sizes = [0; 3];
        for name in &names {
            let of: Vec<usize> = (1..=3)
                .filter(|number| format!("{number}/3").parse::<Shard>().unwrap().has(name))
                .collect();
            assert_eq!(of.len(), 1, "{name} is in {of:?}");
            sizes[of[0] - 1] += 1;
        }
        assert!(sizes.iter().all(|size| (60..=140).contains(size)), "{sizes:?}");
    }

    #[test]
    fn what_is_no_shard_is_refused_with_what_to_write() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/3/5"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
