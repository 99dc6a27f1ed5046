//! Findings as people name them: by the first digits of an id, as long as these are those of one finding only.

/// No finding, or more than one, has an id that begins so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What was typed.
    pub typed: String,
    /// Ids that begin so, if there is more than one; else those that are nearest.
    pub near: Vec<String>,
    /// More than one id begins so.
    pub is_ambiguous: bool,
}

/// Ids shown of those that are near.
const SHOWN: usize = 5;

/// The position of the one id that is, or begins, as typed.
pub fn named<'a>(typed: &str, ids: impl Iterator<Item = &'a str> + Clone) -> Result<usize, Unknown> {
    let wanted = typed.to_ascii_lowercase();
    if let Some(at) = ids.clone().position(|id| id == wanted) {
        return Ok(at);
    }
    let mut found: Vec<(usize, &str)> = ids.clone().enumerate().collect();
    found.retain(|(_, id)| id.starts_with(&wanted) && !wanted.is_empty());
    if let [(at, _)] = found[..] {
        return Ok(at);
    }
    let is_ambiguous = !found.is_empty();
    let mut near: Vec<&str> = match is_ambiguous {
        true => found.iter().map(|(_, id)| *id).collect(),
        false => ids.collect(),
    };
    if !is_ambiguous {
        let beginning = |id: &str| id.chars().take(wanted.chars().count()).collect::<String>();
        near.sort_by_key(|id| strsim::damerau_levenshtein(&beginning(id), &wanted));
    }
    near.truncate(SHOWN);
    Err(Unknown {
        typed: typed.to_owned(),
        near: near.into_iter().map(str::to_owned).collect(),
        is_ambiguous,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 3] = ["3dd623933271", "3dd700000000", "e282f6134089"];

    #[test]
    fn ids_may_be_cut_short_as_long_as_they_are_of_one_finding() {
        for (typed, expected) in [("e", 2), ("3dd6", 0), ("3DD7", 1), ("3dd700000000", 1)] {
            assert_eq!(named(typed, IDS.into_iter()), Ok(expected), "{typed}");
        }
        let unknown = named("3dd", IDS.into_iter()).expect_err("two begin so");
        assert!(unknown.is_ambiguous && unknown.near == IDS[..2]);
    }

    #[test]
    fn the_nearest_ids_are_told_of_one_that_is_not_there() {
        let unknown = named("e228", IDS.into_iter()).expect_err("none begins so");
        assert_eq!(
            (unknown.is_ambiguous, unknown.near[0].as_str()),
            (false, "e282f6134089")
        );
        assert!(named("", IDS.into_iter()).is_err());
        assert!(
            named("a", [].into_iter())
                .expect_err("there is none")
                .near
                .is_empty()
        );
    }
}
