//! When two faults are the same finding: kind, panicking function, normalised message, normalised in-crate frames, and
//! which of several like places in that function it is. Line numbers take no part, so an edit elsewhere in the file keeps
//! the identity.

use crate::fnv::Fnv;
use crate::message::normalise_message;
use crate::outcome::FaultKind;
use std::collections::BTreeSet;

/// Which of several like places of a function a fault was raised at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// Like places before it in the source of the function.
    pub ordinal: u32,
    /// Number among findings of this run that nothing else tells apart.
    pub repeat: u32,
}

/// What makes two faults one finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    kind: FaultKind,
    function: String,
    message: String,
    frames: Vec<String>,
    site: Site,
}

impl Identity {
    /// The identity of a fault. `frames` are in-crate function names, innermost first; without any (a death leaves no
    /// backtrace) the called item stands for the function. It also does where debug info has only the bare name of an
    /// inlined function: there may be many a `new`.
    pub fn new(kind: FaultKind, item: &str, message: &str, frames: &[String], site: Site) -> Identity {
        let function = match frames.first() {
            Some(frame) if frame.contains("::") => frame.clone(),
            Some(frame) => format!("{item} {frame}"),
            None => item.to_owned(),
        };
        let message = match kind {
            // Our own description names the limit or lengths; there is one such finding per item, whatever they are.
            FaultKind::Timeout | FaultKind::Memory | FaultKind::Leak | FaultKind::Slow => String::new(),
            FaultKind::DoubleDrop | FaultKind::InvalidUse => String::new(),
            _ => normalise_message(message),
        };
        // Which of the two is up to what was in the memory before.
        let kind = match kind {
            FaultKind::DoubleDrop => FaultKind::InvalidUse,
            kind => kind,
        };
        Identity {
            kind,
            function,
            message,
            frames: without_repeats(frames),
            site,
        }
    }

    /// Twelve hex digits, the same on every machine and in every run.
    pub fn id(&self) -> String {
        let mut hash = Fnv::new();
        hash.field(self.kind.word());
        if let FaultKind::Signal(number) | FaultKind::Exit(number) = self.kind {
            hash.field(&number.to_string());
        }
        hash.field(&self.function);
        hash.field(&self.message);
        for frame in &self.frames {
            hash.field(frame);
        }
        // The first place of a function has the id that it would have alone.
        if self.site.ordinal > 0 {
            hash.field(&format!("site {}", self.site.ordinal));
        }
        if self.site.repeat > 0 {
            hash.field(&format!("repeat {}", self.site.repeat));
        }
        format!("{:012x}", hash.value() >> 16)
    }
}

/// Recursion shows the same function as often as the input is deep; its depth says nothing about the fault.
fn without_repeats(frames: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    frames
        .iter()
        .filter(|frame| seen.insert(frame.as_str()))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(message: &str, frames: &[&str]) -> Identity {
        let frames: Vec<String> = frames.iter().map(|&f| f.to_owned()).collect();
        Identity::new(
            FaultKind::Panic,
            "tree::insert",
            message,
            &frames,
            Site::default(),
        )
    }

    #[test]
    fn depth_of_recursion_and_input_do_not_change_the_identity() {
        let shallow = identity("duplicate 1", &["tree::insert"]);
        let deep = identity("duplicate 20", &["tree::insert", "tree::insert", "tree::insert"]);
        assert_eq!(shallow, deep);
        assert_eq!(shallow.id(), deep.id());
    }

    #[test]
    fn identity_tells_kind_message_and_frames_apart() {
        let base = identity("duplicate", &["tree::insert"]);
        assert_ne!(base.id(), identity("missing", &["tree::insert"]).id());
        assert_ne!(base.id(), identity("duplicate", &["tree::merge"]).id());
        assert_ne!(
            base.id(),
            identity("duplicate", &["tree::insert", "tree::merge"]).id()
        );
        let signal = |n| Identity::new(FaultKind::Signal(n), "tree::insert", "", &[], Site::default()).id();
        assert_ne!(signal(11), signal(7));
    }

    #[test]
    fn bare_names_of_inlined_functions_are_told_apart_by_item() {
        let of = |item| {
            Identity::new(
                FaultKind::Panic,
                item,
                "empty",
                &["new".to_owned()],
                Site::default(),
            )
        };
        assert_ne!(of("tree::A::new"), of("tree::B::new"));
    }

    #[test]
    fn later_places_of_a_function_are_told_apart() {
        let of = |ordinal, repeat| {
            let site = Site { ordinal, repeat };
            Identity::new(FaultKind::Panic, "tree::two", "none", &[], site).id()
        };
        assert_ne!(of(0, 0), of(1, 0));
        assert_ne!(of(1, 0), of(1, 1));
    }

    #[test]
    fn limits_are_no_part_of_the_identity() {
        let of = |kind, message| Identity::new(kind, "tree::A::new", message, &[], Site::default());
        assert_eq!(
            of(FaultKind::DoubleDrop, "a value was dropped twice"),
            of(FaultKind::InvalidUse, "a value was used that is not there")
        );
        assert_eq!(
            of(FaultKind::Timeout, "more than 1s"),
            of(FaultKind::Timeout, "blocked")
        );
        assert_ne!(
            of(FaultKind::Timeout, "more than 1s"),
            of(FaultKind::Memory, "more than 1s")
        );
        assert_ne!(of(FaultKind::Abort, "one"), of(FaultKind::Abort, "other"));
    }

    #[test]
    fn id_is_twelve_hex_digits_and_never_changes() {
        let id = identity("duplicate 1", &["tree::insert"]).id();
        assert_eq!(id.len(), 12);
        assert_eq!(id, "3dd623933271");
    }
}
