//! What a finding is held against: the place, and whether the called item raised it in its own code or by handing something
//! to another public item.

use super::evidence::Evidence;
use crate::finding::frames::last_segment;
use crate::message::normalise_message;
use crate::outcome::{AFTER_A_PANIC, FaultKind, Frame, Location};
use crate::run_report::Finding;
use harness_gen::Item;

/// Who is to blame for a finding.
pub(super) struct Blame<'a> {
    /// The finding.
    pub(super) finding: &'a Finding,
    /// The called item.
    pub(super) item: Option<&'a Item>,
    /// Its kind: that of the panic if the process aborts because of one.
    pub(super) ends_in: FaultKind,
    /// Its message without data; empty for what describes a limit of ours.
    pub(super) message: String,
    /// The innermost place in the crate, if the kind of fault has one.
    pub(super) site: Option<&'a Location>,
    /// File and name of the function in which a run came to a limit: where in there it was stopped says nothing.
    pub(super) stays_in: Option<(&'a str, &'a str)>,
    /// The same of all functions that call each other until the stack overflows.
    pub(super) recurs_in: Vec<(&'a str, &'a str)>,
    /// The line of source at the fault.
    pub(super) code: Option<String>,
    /// The public item, other than the called one, whose code raised it.
    pub(super) through: Option<Through<'a>>,
    /// The fault lies in code that a derive wrote.
    pub(super) is_derived: bool,
}

/// A public item on the way from the called item to the fault.
pub(super) struct Through<'a> {
    /// The item that raised it.
    pub(super) item: &'a Item,
    /// Where it was called.
    pub(super) caller: Option<&'a Frame>,
}

impl<'a> Blame<'a> {
    pub(super) fn of(evidence: &'a Evidence<'_>, index: usize) -> Blame<'a> {
        let finding = &evidence.findings[index];
        let has_place = match finding.kind {
            FaultKind::Panic | FaultKind::Property => true,
            // After a panic it has one.
            FaultKind::Abort => finding.location.is_some(),
            _ => false,
        };
        let frames = evidence.frames_at_fault(finding);
        let innermost = frames.first().and_then(|frame| frame.location.as_ref());
        let site = innermost.or(finding.location.as_ref()).filter(|_| has_place);
        let has_limit = matches!(finding.kind, FaultKind::Timeout | FaultKind::Memory);
        let line = finding
            .location
            .as_ref()
            .and_then(|at| (evidence.source_line)(at));
        let innermost_line = innermost.and_then(|at| (evidence.source_line)(at));
        let of_panic = finding.message.split_once(AFTER_A_PANIC);
        let of_panic = of_panic
            .filter(|_| finding.kind == FaultKind::Abort)
            .map(|(_, of_panic)| of_panic);
        Blame {
            finding,
            ends_in: of_panic.map_or(finding.kind, |_| FaultKind::Panic),
            code: innermost_line
                .or_else(|| line.clone())
                .map(|line| line.trim().to_owned()),
            item: evidence.item(finding),
            message: match finding.kind {
                FaultKind::Timeout | FaultKind::Memory | FaultKind::Leak | FaultKind::Slow => String::new(),
                // Whichever of two twins of std a message names, before it is cut: `slice::from_raw_parts_mut`.
                _ => normalise_message(&of_panic.unwrap_or(&finding.message).replace("_mut", "")),
            },
            site,
            stays_in: finding.frames.first().and_then(place_of).filter(|_| has_limit),
            recurs_in: match finding.kind {
                FaultKind::StackOverflow => finding.frames.iter().filter_map(place_of).collect(),
                _ => Vec::new(),
            },
            through: through(evidence.items, finding, frames),
            // What recurs there is a type of its own.
            is_derived: finding.kind != FaultKind::StackOverflow
                && line.is_some_and(|line| line.trim_start().starts_with("#[derive")),
        }
    }
}

/// File and name of a function. Bare names of inlined functions are too common to stand for one.
fn place_of(frame: &Frame) -> Option<(&str, &str)> {
    let file = frame.location.as_ref().map_or("", |at| &at.file);
    frame
        .function
        .contains("::")
        .then_some((file, frame.function.as_str()))
}

/// The item is one of those that the finding was made with.
pub(super) fn is_of(finding: &Finding, item: &Item) -> bool {
    finding.item == item.path || finding.examples.also_in.contains(&item.path)
}

fn through<'a>(items: &'a [Item], finding: &Finding, frames: &'a [Frame]) -> Option<Through<'a>> {
    let innermost = owner(items, frames.first()?)?;
    if is_of(finding, innermost) {
        return None;
    }
    let mut callers = frames.iter();
    Some(Through {
        item: innermost,
        caller: callers.find(|frame| owner(items, frame).is_none_or(|item| item.path != innermost.path)),
    })
}

/// The public item whose body a frame is in: the method of that trait and type, else the last definition of that name before
/// its line.
fn owner<'a>(items: &'a [Item], frame: &Frame) -> Option<&'a Item> {
    let function = frame.function.trim_end_matches("::{closure}");
    if function.starts_with('<') {
        // A number keeps to no terms: whoever calls the crate's method of it has the method's fault.
        let of_primitive =
            qualified(function).is_some_and(|(ty, ..)| ty.starts_with(|c: char| c.is_lowercase()));
        if of_primitive {
            return None;
        }
        return items
            .iter()
            .find(|item| qualified(&item.path) == qualified(function));
    }
    let at = frame.location.as_ref()?;
    let name = last_segment(function);
    let defined = |item: &&Item| match &item.span {
        Some((file, line)) => *file == at.file && *line <= at.line && last_segment(&item.path) == name,
        None => false,
    };
    items
        .iter()
        .filter(defined)
        .max_by_key(|item| item.span.as_ref().map(|(_, line)| *line))
}

/// Type, trait and method of `<a::T<U> as b::Trait<V>>::method`, without paths and type arguments; none for other paths.
fn qualified(path: &str) -> Option<(&str, &str, &str)> {
    let (type_, trait_) = path.strip_prefix('<')?.split_once(" as ")?;
    Some((short(type_), short(trait_), last_segment(path)))
}

/// `T` of `&a::T<U>`.
fn short(path: &str) -> &str {
    let end = path.find(['<', '>']).unwrap_or(path.len());
    last_segment(&path[..end]).trim_start_matches('&')
}
