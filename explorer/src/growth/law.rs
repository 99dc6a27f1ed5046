//! The law that counts of edges follow. Pure arithmetic over points whose lengths double.

use crate::tuning::FEWEST_EDGES;

/// Doublings that have to agree.
const DOUBLINGS: usize = 3;

/// What a run with one length executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// How often a part is repeated.
    pub(super) times: usize,
    /// Bytes of the text.
    pub(super) bytes: usize,
    /// Edges.
    pub(super) edges: u64,
}

/// How fast it grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    Quadratic,
    Cubic,
    Steeper,
}

impl Law {
    /// Of what the last doubling multiplies.
    fn of(before: u64, after: u64) -> Law {
        // Between two powers: the root of what they multiply.
        match after * 1000 / before.max(1) {
            0..5657 => Law::Quadratic,
            5657..11_314 => Law::Cubic,
            _ => Law::Steeper,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Law::Quadratic => "time grows with the square of a length",
            Law::Cubic => "time grows with the third power of a length",
            Law::Steeper => "time grows faster than the third power of a length",
        }
    }
}

/// A law that is worse than n log n, and the smallest pair of points, one of four times the length of the other, that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steep {
    pub(super) law: Law,
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The law of points whose lengths double, where `least` edges are executed whatever the length. None unless each of the last
/// doublings more than triples them: what is only linear from some length on is in proportion, and so is what jumps once.
pub(super) fn steep(points: &[Point], least: u64) -> Option<Steep> {
    let above = |point: &Point| point.edges.saturating_sub(least);
    let is_steep = |pair: &[Point]| above(&pair[0]) >= FEWEST_EDGES && above(&pair[1]) > 3 * above(&pair[0]);
    let agreeing = points.windows(2).rev().take_while(|pair| is_steep(pair)).count();
    if agreeing < DOUBLINGS {
        return None;
    }
    let first = points.len() - 1 - agreeing;
    let [.., before, last] = points else { return None };
    Some(Steep {
        law: Law::of(above(before), above(last)),
        from: points[first],
        to: points[first + 2],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(edges: impl Fn(u64) -> u64) -> Option<(Law, usize, usize)> {
        let points: Vec<Point> = (5..12)
            .map(|power| Point {
                times: 1 << power,
                bytes: 1 << power,
                edges: edges(1 << power),
            })
            .collect();
        steep(&points, edges(1)).map(|steep| (steep.law, steep.from.times, steep.to.times))
    }

    #[test]
    fn powers_are_told_apart_with_the_smallest_pair() {
        assert_eq!(law(|n| n * n / 2), Some((Law::Quadratic, 64, 256)));
        assert_eq!(law(|n| 50_000 + 7 * n + n * n), Some((Law::Quadratic, 32, 128)));
        assert_eq!(law(|n| n * n * n / 6), Some((Law::Cubic, 32, 128)));
        assert_eq!(law(|n| n * n * n * n), Some((Law::Steeper, 32, 128)));
    }

    #[test]
    fn what_is_in_proportion_has_no_law() {
        assert_eq!(law(|n| 900 * n), None);
        assert_eq!(law(|n| 40 * n * u64::from(n.ilog2())), None);
        assert_eq!(
            law(|n| 20 * n + if n > 500 { 1_000_000 } else { 0 }),
            None,
            "a jump"
        );
        assert_eq!(law(|n| n * n.min(512)), None, "linear behind a bound");
        assert_eq!(law(|n| n * n / 40_000), None, "too little to tell");
    }
}
