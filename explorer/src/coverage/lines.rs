//! From regions to lines, as LLVM's own tools count: a line was run as often as the most frequent region that begins on
//! it, or as the innermost one that goes on from the line before.

use super::region::Region;
use std::collections::BTreeMap;

/// How often each line with code was run.
pub(super) fn counts(regions: &BTreeMap<Region, u64>) -> BTreeMap<usize, u64> {
    let mut going_on: BTreeMap<usize, u64> = BTreeMap::new();
    let mut lines: BTreeMap<usize, u64> = BTreeMap::new();
    // Inner regions come after those around them and take their place.
    for (region, count) in regions {
        let first = region.from.0;
        let begun = lines.entry(first).or_insert(0);
        *begun = (*begun).max(*count);
        for line in first + 1..=region.to().0 {
            going_on.insert(line, *count);
        }
    }
    for (line, count) in going_on {
        let begun = lines.entry(line).or_insert(0);
        *begun = (*begun).max(count);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_what_begins_on_it_and_the_innermost_that_goes_on() {
        let regions = BTreeMap::from([
            (Region::new((1, 1), (6, 2)), 3),
            (Region::new((2, 10), (4, 3)), 0),
            (Region::new((5, 1), (5, 4)), 0),
            (Region::new((5, 5), (5, 9)), 7),
            (Region::new((9, 1), (9, 2)), 0),
        ]);
        // Line 2: the outer region goes on where the inner one begins. Line 4: the inner one ends there.
        let expected = [(1, 3), (2, 3), (3, 0), (4, 0), (5, 7), (6, 3), (9, 0)];
        assert_eq!(counts(&regions), BTreeMap::from(expected));
    }
}
