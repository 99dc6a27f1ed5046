//! The narrowing search of one item as text: one line per step, as in figure 3 of the IRULAN paper.

use super::style::{self, styled};
use super::text::harmless;
use crate::engine::trace::{PlanStep, PlanTrace, Seen, TraceEnd};
use crate::outcome::FaultKind;
use std::fmt::Write;

/// All steps, rounds told apart by their depth.
pub fn render(trace: &PlanTrace) -> String {
    let mut out = String::new();
    let mut round = None;
    for step in &trace.steps {
        let this = (step.depth, &step.instance);
        if round != Some(this) {
            let instance = match step.instance.as_str() {
                "" => String::new(),
                named => format!(" with {}", harmless(named, false)),
            };
            let heading = format!("{}{instance}, depth {}", harmless(&trace.item, false), step.depth);
            let _ = writeln!(out, "{}", styled(style::HEADING, &heading));
            round = Some(this);
        }
        let _ = writeln!(out, "    {}", line(step));
    }
    out.push_str(match trace.end {
        TraceEnd::Length => "… and more: --show-plans=LINES shows another number of them\n",
        TraceEnd::Stopped => "… and more, had there been time\n",
        TraceEnd::Over => "",
    });
    out
}

fn line(step: &PlanStep) -> String {
    let seen = match &step.seen {
        Seen::LooksAt(number) => format!("?{number}"),
        Seen::LooksAtType => "a placeholder type".to_owned(),
        Seen::Returned => "ok".to_owned(),
        Seen::Discarded => "discarded".to_owned(),
        Seen::Rejected => "nothing is built".to_owned(),
        Seen::Failed(FaultKind::Panic, message) => format!("panic: {message}"),
        Seen::Failed(_, message) => message.clone(),
    };
    harmless(&format!("{} ==> {seen}", step.expression), false)
}
