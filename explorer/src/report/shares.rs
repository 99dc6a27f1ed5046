//! How much of an API was reached, in words: shares of eligible items and counts of exclusion codes. Pure.

use harness_gen::Code;
use std::collections::BTreeMap;

/// Counts of excluded items by code.
#[derive(Debug, Default)]
pub(super) struct Excluded(BTreeMap<Code, usize>);

impl Excluded {
    /// Counts codes.
    pub(super) fn of(codes: impl IntoIterator<Item = Code>) -> Self {
        let mut counts = BTreeMap::new();
        for code in codes {
            *counts.entry(code).or_default() += 1;
        }
        Self(counts)
    }

    /// Excluded items that count as eligible: these are limits of this program.
    pub(super) fn eligible(&self) -> usize {
        self.sum(false)
    }

    /// Excluded items that no program could call, or that the user left out.
    pub(super) fn ineligible(&self) -> usize {
        self.sum(true)
    }

    fn sum(&self, is_ineligible: bool) -> usize {
        let of_kind = self
            .0
            .iter()
            .filter(|(code, _)| code.is_ineligible() == is_ineligible);
        of_kind.map(|(_, number)| number).sum()
    }

    /// `excluded: E-GENERIC 7, E-TYPE 1`, most frequent first; none if there is no such item.
    pub(super) fn eligible_text(&self) -> Option<String> {
        self.text(false).map(|codes| format!("excluded: {codes}"))
    }

    /// `not eligible: E-UNSAFE 3`, most frequent first; none if there is no such item.
    pub(super) fn ineligible_text(&self) -> Option<String> {
        self.text(true).map(|codes| format!("not eligible: {codes}"))
    }

    fn text(&self, is_ineligible: bool) -> Option<String> {
        let mut codes: Vec<(&Code, &usize)> = self
            .0
            .iter()
            .filter(|(code, _)| code.is_ineligible() == is_ineligible)
            .collect();
        // The sort is stable: equally frequent codes keep the order of the documentation.
        codes.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
        let words: Vec<String> = codes
            .iter()
            .map(|(code, number)| format!("{code} {number}"))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// `97.1 %`, never rounded up: only all of them are `100.0 %`.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_of_them_are_a_hundred_percent() {
        assert_eq!(percent(9999, 10000), "99.9 %");
        assert_eq!(percent(3, 3), "100.0 %");
        assert_eq!(percent(0, 7), "0.0 %");
        assert_eq!(percent(0, 0), "100.0 %");
    }

    #[test]
    fn codes_are_sorted_by_frequency_and_parted_by_eligibility() {
        let excluded = Excluded::of([Code::Unsafe, Code::Type, Code::NoValue, Code::Type, Code::Generic]);
        assert_eq!(
            excluded.eligible_text().unwrap(),
            "excluded: E-TYPE 2, E-NO-VALUE 1, E-GENERIC 1"
        );
        assert_eq!(excluded.ineligible_text().unwrap(), "not eligible: E-UNSAFE 1");
        assert_eq!((excluded.eligible(), excluded.ineligible()), (4, 1));
        assert_eq!(Excluded::of([]).eligible_text(), None);
    }
}
