//! Line charts as SVG in a page: one number over the runs of a package. Colors come from the page's style.

use super::{code, minute};
use crate::history::RunSummary;
use crate::report::text::harmless;
use crate::run_report::Class;
use maud::{Markup, html};

/// Units of the picture, and what is left free around the line.
const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 90.0;
const MARGIN: f64 = 8.0;

/// One number of each run that has it.
struct Series {
    title: &'static str,
    unit: &'static str,
    /// The highest that there can be, if there is one.
    most: Option<f64>,
    points: Vec<(usize, f64)>,
}

/// Bugs, completed items, depth and lines of a package.
pub(super) fn of(runs: &[RunSummary]) -> Markup {
    let series = |title, unit, most, value: &dyn Fn(&RunSummary) -> Option<f64>| Series {
        title,
        unit,
        most,
        points: (runs.iter().enumerate())
            .filter_map(|(at, run)| Some((at, value(run)?)))
            .collect(),
    };
    let all = [
        series("Bugs", "", None, &|run| {
            Some(f64::from(run.causes_of(Class::Bug)))
        }),
        series("Completed items", " %", Some(100.0), &|run| {
            share(run.items.0.into(), run.items.1.into())
        }),
        series("Depth completed", "", None, &|run| Some(f64::from(run.depth))),
        series("Lines reached", " %", Some(100.0), &|run| {
            let (covered, total) = run.lines?;
            share(covered, total)
        }),
    ];
    html! {
        div class="charts" {
            @for series in all.iter().filter(|series| !series.points.is_empty()) { (chart(series, runs)) }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a picture has far fewer points than a number has digits"
)]
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a picture has far fewer points than a number has digits"
)]
fn chart(series: &Series, runs: &[RunSummary]) -> Markup {
    let highest = series.points.iter().map(|(_, value)| *value);
    let highest = series
        .most
        .unwrap_or_else(|| highest.fold(1.0, |a: f64, b| a.max(b)));
    let steps = runs.len().saturating_sub(1).max(1) as f64;
    let x = |at: usize| MARGIN + at as f64 / steps * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - value / highest * (HEIGHT - 2.0 * MARGIN);
    let line: Vec<String> = (series.points.iter())
        .map(|(at, value)| format!("{:.1},{:.1}", x(*at), y(*value)))
        .collect();
    let number = |value: f64| match series.unit.is_empty() {
        true => format!("{value:.0}"),
        false => format!("{value:.1}{}", series.unit),
    };
    let newest = series.points.last().map_or(0.0, |(_, value)| *value);
    let label = format!("{}: {} in the newest run", series.title, number(newest));
    html! {
        figure {
            figcaption { (series.title) ": " b { (number(newest)) } span class="soft" { " of at most " (number(highest)) } }
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(label) {
                line class="axis" x1=(MARGIN) y1=(y(0.0)) x2=(WIDTH - MARGIN) y2=(y(0.0)) {}
                polyline points=(line.join(" ")) {}
                @for (at, value) in &series.points {
                    circle cx=(format!("{:.1}", x(*at))) cy=(format!("{:.1}", y(*value))) r="3" {
                        title { (harmless(&point(&runs[*at], &number(*value)), false)) }
                    }
                }
            }
        }
    }
}

fn point(run: &RunSummary, value: &str) -> String {
    format!("{value} on {} at {}", minute(&run.moment), code(&run.moment))
}
