//! Gathers what decides the class of a finding: from the crate's items, from source at the places of its backtrace, and from
//! the trials of its plan.

use crate::confirm::Candidate;
use crate::finding::classify::{
    Arguments, Evidence, Judgement, Raise, Raised, classify, has_word, is_broken, is_indexing,
    promises_another_result,
};
use crate::finding::frames::last_segment;
use crate::finding::site;
use crate::finding::source::{self, FunctionText};
use crate::outcome::{FaultKind, Frame, Location};
use harness_gen::reading::Value;
use harness_gen::sentences::{DocKind, DocSentence, sentences};
use harness_gen::std_docs::std_docs;
use harness_gen::{Item, Prepared};
use plans::{Plan, Term};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The class of a candidate, and what decided it. `doubt` says why it is not confirmed.
pub(super) fn judge(
    prepared: &Prepared,
    candidate: &Candidate,
    location: Option<&Location>,
    doubt: Option<String>,
) -> Judgement {
    let item = &prepared.items[candidate.item];
    let stack = Stack::of(prepared, candidate, item);
    let observed = &candidate.sample().observed;
    let is_panic = candidate.kind == FaultKind::Panic;
    classify(&Evidence {
        kind: candidate.kind,
        message: &observed.message,
        doubt,
        item,
        arguments: arguments(prepared, candidate, item),
        receiver_is_made: receiver_is_made(prepared, candidate, item),
        raised: match location {
            Some(at) if is_panic => stack.raised(at),
            _ => Raised::default(),
        },
        failing_promise: stack.failing_promise(),
        beneath: stack
            .frames
            .iter()
            .map(|frame| short_path(&frame.frame.function))
            .collect(),
        passed_on: stack.passed_on(),
        passed_out: stack.passed_out(candidate),
        trials: &candidate.described.trials,
    })
}

/// What the item was called with in the plan that is shown.
fn arguments<'a>(prepared: &'a Prepared, candidate: &Candidate, item: &'a Item) -> Arguments<'a> {
    let Some(args) = candidate.call(&prepared.op_items) else {
        return Arguments::default();
    };
    Arguments {
        broken_terms: broken_terms(prepared, candidate),
        made_by: makers(prepared, candidate),
        ..given(prepared, item, args)
    }
}

fn given<'a>(prepared: &Prepared, item: &'a Item, args: &[Term]) -> Arguments<'a> {
    let value = |arg: &Term| (!arg.has_holes()).then(|| prepared.bindings.expression(arg));
    Arguments {
        params: &item.params,
        numbers: args.iter().map(|arg| prepared.bindings.number(arg)).collect(),
        values: args.iter().map(value).collect(),
        broken_terms: None,
        made_by: Vec::new(),
    }
}

/// The functions, the item apart, that are called in each plan of a candidate, that which is shown first. Where the nearest plan that returns makes the same call
/// of one, the fault does not hang on what that gives.
fn makers<'a>(prepared: &'a Prepared, candidate: &Candidate) -> Vec<Vec<&'a Item>> {
    let calls = |plan: &Plan| -> Vec<(usize, Term)> {
        let parts = plan.parts().into_iter().map(|(_, part)| part);
        let calls = std::iter::once(plan.term()).chain(parts).filter_map(|part| {
            let Term::Apply { op, .. } = part else { return None };
            let item = prepared.op_items.item(*op)?;
            (item != candidate.item).then(|| (item, part.clone()))
        });
        calls.collect()
    };
    let passing = candidate.described.passing.as_ref();
    let of_passing = passing.map(calls).unwrap_or_default();
    let of_shown = calls(&candidate.sample().plan).into_iter();
    let shared = of_shown.filter(|call| of_passing.contains(call));
    let innocent: BTreeSet<usize> = shared.map(|(item, _)| item).collect();
    let shown = candidate.sample();
    let others = candidate.samples.iter().filter(|sample| *sample != shown);
    let of_each = std::iter::once(shown).chain(others).map(|sample| {
        let called = calls(&sample.plan).into_iter().map(|(item, _)| item);
        let called: BTreeSet<usize> = called.filter(|item| !innocent.contains(item)).collect();
        called.into_iter().map(|item| &prepared.items[item]).collect()
    });
    of_each.collect()
}

/// What the docs of a function require of a number that an argument was made with, and that the fault hangs on, where it is not so.
fn broken_terms(prepared: &Prepared, candidate: &Candidate) -> Option<DocSentence> {
    let (call, _) = candidate.way_to_call(&prepared.op_items)?;
    let made_with = candidate.described.trials.made_with.iter();
    let mut makers = made_with.filter_map(|way| way.split_last().map(|(_, maker)| maker));
    makers.find_map(|maker| {
        let way = [&call, maker].concat();
        let Term::Apply { op, args } = candidate.sample().plan.term().part(&way)? else {
            return None;
        };
        let item = &prepared.items[prepared.op_items.item_of_call(*op)?];
        let mut required = item.docs.iter().filter(|said| said.kind == DocKind::Requires);
        let said = required.find(|said| is_broken(said, &given(prepared, item, args)));
        said.cloned()
    })
}

/// The caller wrote the receiver's fields.
fn receiver_is_made(prepared: &Prepared, candidate: &Candidate, item: &Item) -> bool {
    let receiver = candidate.call(&prepared.op_items).and_then(|args| args.first());
    let is_method = item.params.first().is_some_and(|param| param.name == "self");
    let is_made = |arg: &Term| matches!(prepared.bindings.value(arg), Value::Made { .. });
    is_method && receiver.is_some_and(is_made)
}

/// The functions of the crate between the item and the fault, innermost first, the item last.
struct Stack<'a> {
    prepared: &'a Prepared,
    item: &'a Item,
    frames: Vec<StackFrame<'a>>,
}

struct StackFrame<'a> {
    frame: &'a Frame,
    name: &'a str,
    /// The public function that it is.
    item: Option<&'a Item>,
    text: Option<FunctionText>,
}

impl<'a> Stack<'a> {
    fn of(prepared: &'a Prepared, candidate: &'a Candidate, item: &'a Item) -> Stack<'a> {
        let mut frames: Vec<StackFrame<'a>> = Vec::new();
        for frame in &candidate.frames {
            let name = last_segment(frame.without_closure());
            let at = frame.location.as_ref();
            frames.push(StackFrame {
                frame,
                name,
                item: item_around(prepared, frame, name),
                text: at.and_then(|at| {
                    source::function_around(&prepared.crate_root.join(&at.file), at.line, name)
                }),
            });
        }
        let own = last_segment(&item.path);
        let end = frames.iter().rposition(|frame| frame.name == own);
        frames.truncate(end.map_or(frames.len(), |end| end + 1));
        Stack {
            prepared,
            item,
            frames,
        }
    }

    /// The code at which a frame stands: the call of the next inner one, or what panics.
    fn code(&self, frame: &StackFrame<'_>) -> Option<String> {
        let at = frame.frame.location.as_ref()?;
        source::code_at(&self.prepared.crate_root.join(&at.file), at.line, at.column)
    }

    /// The same with the names of the arguments of the function that it is in.
    fn code_and_params<'f>(&self, frame: &'f StackFrame<'_>) -> (String, Vec<&'f str>) {
        let params = frame.text.as_ref().map(FunctionText::params);
        (self.code(frame).unwrap_or_default(), params.unwrap_or_default())
    }

    /// How many frames from the outside in get the caller's own arguments, the item included: whoever has the same name
    /// forwards, whatever macro wrote it.
    fn handed_through(&self) -> usize {
        let mut count = usize::from(!self.frames.is_empty());
        for inner in (0..self.frames.len().saturating_sub(1)).rev() {
            let (callee, caller) = (&self.frames[inner], &self.frames[inner + 1]);
            let is_handed = callee.name == caller.name || self.hands_on(caller, callee.name);
            if !is_handed {
                break;
            }
            count += 1;
        }
        count
    }

    fn hands_on(&self, caller: &StackFrame<'_>, callee: &str) -> bool {
        let Some(text) = &caller.text else { return false };
        self.code(caller)
            .is_some_and(|code| source::hands_on(&code, callee, &text.params_and_elements()))
    }

    fn raised(&self, at: &Location) -> Raised {
        let code_at = |at: &Location| {
            let file = self.prepared.crate_root.join(&at.file);
            source::code_at(&file, at.line, at.column).unwrap_or_default()
        };
        let (mut at, mut code) = (at, code_at(at));
        // What passes blame on to its caller says why in its own text.
        let inside = self
            .frames
            .first()
            .and_then(|frame| frame.frame.location.as_ref());
        if let Some(inside) = inside.filter(|_| source::raise_of(&code) == Raise::Other) {
            (at, code) = (inside, code_at(inside));
        }
        // A function that only says what is wrong stands for the one that calls it.
        let says_only = |frame: &&StackFrame<'_>| {
            let at = frame.frame.location.as_ref();
            at.is_some_and(|at| site::speaks_for_its_caller(&self.prepared.crate_root, at))
        };
        let speaking = self.frames.iter().take_while(says_only).count();
        let innermost = self.frames.len().saturating_sub(self.handed_through());
        let raises = self.frames.get(speaking);
        let own = last_segment(&self.item.path);
        let is_item = raises.is_some_and(|frame| speaking + 1 == self.frames.len() && frame.name == own);
        let is_public =
            raises.is_some_and(|frame| is_item || (frame.item.is_some() && speaking >= innermost));
        let how = source::raise_of(&code);
        Raised {
            how,
            text: source::shown(&code),
            place: format!("{}:{}", at.file, at.line),
            in_public: is_public,
            by_argument: self.asks_by_argument(),
            names_argument: how == Raise::Expect && self.names_argument(at),
        }
    }

    /// What is before an `expect` in its line names an argument of the function that it is in.
    fn names_argument(&self, at: &Location) -> bool {
        let is_there = |frame: &&StackFrame<'_>| {
            let place = frame.frame.location.as_ref();
            place.is_some_and(|place| (&place.file, place.line) == (&at.file, at.line))
        };
        let text = self
            .frames
            .iter()
            .find(is_there)
            .and_then(|frame| frame.text.as_ref());
        let line = source::line(&self.prepared.crate_root.join(&at.file), at.line).unwrap_or_default();
        let asked = line.split(".expect(").next().unwrap_or_default();
        let params = text.map(FunctionText::params).unwrap_or_default();
        params
            .into_iter()
            .any(|name| name != "self" && has_word(asked, name))
    }

    /// The crate's own `Index` is the innermost function, and what it was asked by is an argument of the item as it was given, not
    /// something that was found in one.
    fn asks_by_argument(&self) -> bool {
        let Some((index, [asking, ..])) = self.frames.split_first() else {
            return false;
        };
        let asks = || {
            let (code, params) = self.code_and_params(asking);
            source::asks_by(&code, &params)
        };
        let is_handed = |pair: &[StackFrame<'_>]| {
            let (code, params) = self.code_and_params(&pair[1]);
            source::hands_whole(&code, pair[0].name, &params)
        };
        // Source is read for what this is about alone.
        is_indexing(&index.frame.function) && asks() && self.frames[1..].windows(2).all(is_handed)
    }

    /// A function between the item and the fault whose name and signature promise that it fails otherwise.
    fn failing_promise(&self) -> Option<String> {
        let between = self.frames.split_last().map_or(&[][..], |(_, between)| between);
        let promises = |frame: &&StackFrame<'_>| {
            let says = frame.item.map_or(&[][..], |item| &item.docs);
            let reports = frame.item.is_some_and(|item| item.reports_failure);
            let reports_failure =
                (frame.name.starts_with("try_") || frame.name.starts_with("checked_")) && reports;
            let gives_another_result = promises_another_result(frame.name) && frame.item.is_some();
            (reports_failure || gives_another_result) && !says.iter().any(|said| said.kind == DocKind::Panics)
        };
        between.iter().find(promises).map(|frame| frame.name.to_owned())
    }

    /// What is said of the public functions that are handed the caller's arguments, the outermost first.
    fn passed_on(&self) -> Vec<DocSentence> {
        let innermost = self.frames.len() - self.handed_through();
        let public = self.frames[innermost..]
            .iter()
            .rev()
            .filter_map(|frame| frame.item);
        let others = public.filter(|item| item.path != self.item.path);
        others.flat_map(|item| item.docs.iter().cloned()).collect()
    }

    /// What a dependency or std says of its function that panicked, if the caller's arguments came as far.
    fn passed_out(&self, candidate: &Candidate) -> Vec<DocSentence> {
        let Some(innermost) = self.frames.first() else {
            return Vec::new();
        };
        if self.handed_through() < self.frames.len() {
            return Vec::new();
        }
        let Some(outside) = candidate.described.trials.below.last() else {
            let code = self.code(innermost).unwrap_or_default();
            let callee = source::called(&code);
            let is_handed = innermost
                .text
                .as_ref()
                .is_some_and(|text| source::hands_on(&code, callee, &text.params()));
            return std_docs(callee).filter(|_| is_handed).into_iter().collect();
        };
        let name = last_segment(&outside.function);
        if name != innermost.name && !self.hands_on(innermost, name) {
            return Vec::new();
        }
        let at = outside.location.as_ref();
        let text = at.and_then(|at| source::function_around(&PathBuf::from(&at.file), at.line, name));
        let Some(text) = text.filter(|text| text.is_public) else {
            return Vec::new();
        };
        let place = format!("docs of `{}`", outside.function);
        let said = sentences(&text.docs).into_iter();
        said.map(|(kind, text)| DocSentence {
            kind,
            text,
            place: place.clone(),
        })
        .collect()
    }
}

/// The item that a frame is: one of its name and type, or, where debug info has the bare name only, one whose source holds
/// it. Of several the nearest one above it.
fn item_around<'a>(prepared: &'a Prepared, frame: &Frame, name: &str) -> Option<&'a Item> {
    let at = frame.location.as_ref()?;
    let short = short_path(frame.without_closure());
    let mut best: Option<((bool, u32), &Item)> = None;
    for item in prepared
        .items
        .iter()
        .filter(|item| last_segment(&item.path) == name)
    {
        let above = item
            .span
            .as_ref()
            .filter(|(file, line)| *file == at.file && *line <= at.line);
        let is_same = short_path(&item.path) == short;
        let fit = (is_same, above.map_or(0, |(_, line)| *line));
        if (is_same || above.is_some()) && best.is_none_or(|(other, _)| fit > other) {
            best = Some((fit, item));
        }
    }
    best.map(|(_, item)| item)
}

/// `<i8 as Roots>::sqrt` of `<i8 as a::b::Roots<T>>::sqrt`, `Map::get` of `a::Map<K, V>::get`.
fn short_path(path: &str) -> String {
    let (mut plain, mut depth) = (String::new(), 0u32);
    for c in path.chars() {
        match c {
            // What follows a name are its arguments; a path may begin with a type.
            '<' if depth > 0 || plain.ends_with(char::is_alphanumeric) => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => plain.push(c),
        }
    }
    let of_trait = plain.strip_prefix('<').and_then(|path| path.split_once(" as "));
    if let Some((self_type, rest)) = of_trait
        && let Some((trait_, name)) = rest.split_once(">::")
    {
        return format!(
            "<{} as {}>::{name}",
            last_segment(self_type),
            last_segment(trait_)
        );
    }
    match plain.rsplit_once("::") {
        Some((owner, name)) => format!("{}::{name}", last_segment(owner)),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_paths_are_equal_for_items_and_frames() {
        assert_eq!(short_path("<i8 as a::b::Roots<T>>::sqrt"), "<i8 as Roots>::sqrt");
        assert_eq!(
            short_path("<a::V<T> as std::ops::Index<usize>>::index"),
            "<V as Index>::index"
        );
        assert_eq!(short_path("a::b::Map<K, V>::get"), "Map::get");
        assert_eq!(short_path("a::get"), "a::get");
    }
}
