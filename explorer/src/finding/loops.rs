//! Which loop of a source file a run is in that does not end: where in it the run is stopped is up to the machine. Loops that
//! macros write, and recursion, have none.

use crate::outcome::{Frame, Location};
use harness_gen::nesting::nests_deeply;
use proc_macro2::{LineColumn, Span};
use std::collections::BTreeSet;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The beginning of the innermost loop around all of these places, if there is one.
pub fn around(crate_root: &Path, places: &[&Location]) -> Option<Location> {
    let file = places.first()?.file.clone();
    if places.iter().any(|at| at.file != file) {
        return None;
    }
    let text = std::fs::read_to_string(crate_root.join(&file)).ok()?;
    let places: Vec<(u32, u32)> = places.iter().map(|at| (at.line, at.column)).collect();
    let (line, column) = head(&text, &places)?;
    Some(Location { file, line, column })
}

/// The nearest caller of the innermost of these functions that calls from within a loop, and where that begins. A place is looked
/// at once, however often it recurs: files are read for it.
pub fn of_caller(crate_root: &Path, frames: &[Frame]) -> Option<(usize, Location)> {
    let mut seen = BTreeSet::new();
    frames.iter().enumerate().skip(1).find_map(|(at, caller)| {
        let place = caller.location.as_ref()?;
        let is_new = seen.insert((&place.file, place.line, place.column));
        Some((at, is_new.then(|| around(crate_root, &[place])).flatten()?))
    })
}

/// Where the innermost loop begins that all of these places are in: line and column, both from 1. None if there is no such loop,
/// or if this is no Rust.
fn head(source: &str, places: &[(u32, u32)]) -> Option<(u32, u32)> {
    let file = (!nests_deeply(source)).then(|| syn::parse_file(source))?.ok()?;
    let mut around = Around { places, head: None };
    around.visit_file(&file);
    around.head
}

struct Around<'a> {
    places: &'a [(u32, u32)],
    head: Option<(u32, u32)>,
}

impl Around<'_> {
    /// Loops are met from the outside to the inside.
    fn meet(&mut self, begin: Span, whole: Span) {
        let range = from_one(begin.start())..from_one(whole.end());
        if self.places.iter().all(|at| range.contains(at)) {
            self.head = Some(range.start);
        }
    }
}

fn from_one(at: LineColumn) -> (u32, u32) {
    (at.line as u32, at.column as u32 + 1)
}

impl<'ast> Visit<'ast> for Around<'_> {
    fn visit_expr_loop(&mut self, it: &'ast syn::ExprLoop) {
        self.meet(it.loop_token.span, it.span());
        visit::visit_expr_loop(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.meet(it.while_token.span, it.span());
        visit::visit_expr_while(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.meet(it.for_token.span, it.span());
        visit::visit_expr_for_loop(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::head;

    const SOURCE: &str = "\
fn run(mut n: u32) {
    for _ in 0..9 {
        'outer: while n > 0 {
            step(n);
            loop {
                n = step(n);
            }
        }
        step(1);
    }
    step(2);
}
";

    #[test]
    fn the_innermost_loop_around_all_places_is_meant() {
        let check =
            |places: &[(u32, u32)], expected| assert_eq!(head(SOURCE, places), expected, "{places:?}");
        check(&[(6, 21)], Some((5, 13)));
        check(&[(6, 21), (4, 13)], Some((3, 17)));
        check(&[(3, 23)], Some((3, 17)));
        check(&[(4, 13), (9, 9), (6, 21)], Some((2, 5)));
        check(&[(4, 13), (11, 5)], None);
        assert_eq!(head("fn {", &[(1, 1)]), None);
    }
}
