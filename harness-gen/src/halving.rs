//! Finds what makes a build fail where rustc does not say: some of it is built, half by half. Builds are bounded; what they
//! leave undecided counts as failing.

use crate::error::Error;

/// Why a harness with these alone fails to build; none if it does not. More of them never make a failing build succeed.
pub(crate) type Failure<'a> = &'a dyn Fn(&[usize]) -> Result<Option<String>, Error>;

/// A search that builds.
pub(crate) struct Halving<'a> {
    pub(crate) failure: Failure<'a>,
    /// Builds that it may still ask for.
    pub(crate) builds_left: u32,
    /// What fails, and why.
    pub(crate) found: Vec<(usize, String)>,
}

impl Halving<'_> {
    /// Looks for what fails among these.
    pub(crate) fn look(&mut self, among: &[usize]) -> Result<(), Error> {
        if among.is_empty() {
            return Ok(());
        }
        if self.builds_left == 0 {
            return self.look_where_it_fails(among, "not all could be built one by one");
        }
        self.builds_left -= 1;
        match (self.failure)(among)? {
            Some(why) => self.look_where_it_fails(among, &why),
            None => Ok(()),
        }
    }

    /// Looks for what fails among these, of which it is known that they do together, and why.
    pub(crate) fn look_where_it_fails(&mut self, among: &[usize], why: &str) -> Result<(), Error> {
        if among.len() < 2 || self.builds_left == 0 {
            self.found.extend(among.iter().map(|one| (*one, why.to_owned())));
            return Ok(());
        }
        let (first, second) = among.split_at(among.len() / 2);
        let found = self.found.len();
        self.look(first)?;
        if self.found.len() == found {
            return self.look_where_it_fails(second, why);
        }
        self.look(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// What is found among a hundred of which `bad` fail, and how often was built.
    fn found(bad: &[usize], builds: u32) -> (Vec<usize>, u32) {
        let all: Vec<usize> = (0..100).collect();
        let count = Cell::new(0);
        let failure = |some: &[usize]| {
            count.set(count.get() + 1);
            Ok(some.iter().find(|one| bad.contains(one)).map(usize::to_string))
        };
        let mut halving = Halving {
            failure: &failure,
            builds_left: builds,
            found: Vec::new(),
        };
        halving.look_where_it_fails(&all, &bad[0].to_string()).unwrap();
        let found = halving.found.iter();
        let is_told = |(one, why): &(usize, String)| *why == one.to_string();
        assert!(builds < 100 || found.clone().all(is_told));
        (found.map(|(one, _)| *one).collect(), count.get())
    }

    #[test]
    fn all_that_fail_are_found_and_nothing_else() {
        for bad in [&[0][..], &[99], &[17, 18, 19], &[3, 50, 51, 98]] {
            let (found, count) = found(bad, 100);
            assert_eq!(found, bad);
            assert!(count <= 14 * bad.len() as u32, "{count} builds for {bad:?}");
        }
    }

    #[test]
    fn what_cannot_be_decided_any_more_counts_as_failing() {
        let (found, count) = found(&[17, 80], 5);
        assert!(found.contains(&17) && found.contains(&80));
        assert_eq!(count, 5);
    }
}
