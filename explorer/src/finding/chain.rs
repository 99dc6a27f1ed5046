//! The functions of the explored crate that a fault came through, as a replay tells them: by its backtrace, and where that has no
//! line of the innermost one, by what the panic says.

use super::frames::{CrateScope, last_segment};
use super::source::is_in_function;
use crate::executor::Replay;
use crate::outcome::{FaultKind, Frame};

/// The functions of the crate that a fault of this kind was raised in, innermost first. Where several panics of a function were
/// compiled to one, debug info has no line of it; then the innermost is where the panic says, if that is in the function.
pub fn frames_of(kind: FaultKind, replay: &Replay, scope: &CrateScope) -> Vec<Frame> {
    let backtrace = &replay.backtrace;
    let mut frames = match kind {
        FaultKind::Timeout => scope.frames_of_hang(backtrace),
        FaultKind::StackOverflow => scope.frames_of_recursion(backtrace),
        _ => scope.frames(backtrace),
    };
    let raised = replay.fault.as_ref().and_then(|fault| fault.location.as_ref());
    if let Some(innermost) = frames.first_mut().filter(|frame| frame.location.is_none())
        && let Some(at) = raised.and_then(|at| scope.localise(at))
        && is_in_function(
            &scope.root().join(&at.file),
            at.line,
            last_segment(innermost.without_closure()),
        )
    {
        innermost.location = Some(at);
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Fault, Location};

    #[test]
    fn the_innermost_function_is_where_the_panic_says_if_that_is_in_it() {
        let crate_root = tempfile::tempdir().unwrap();
        let file = crate_root.path().join("lib.rs");
        let text = "pub fn put() {\n    panic!()\n}\n\n// fn none\npub fn fill() {\n    put()\n}\n";
        std::fs::write(&file, text).unwrap();
        let scope = CrateScope::new("a", crate_root.path(), None);
        let raised = |line| Fault {
            kind: FaultKind::Panic,
            message: String::new(),
            location: Some(Location {
                file: file.to_string_lossy().into_owned(),
                line,
                column: 5,
            }),
            op: None,
        };
        let backtrace = format!(
            "   0: a::put\n   1: a::fill\n             at {}:7:5\n",
            file.display()
        );
        let innermost = |line, backtrace: &str| {
            let replay = Replay {
                fault: Some(raised(line)),
                backtrace: backtrace.to_owned(),
                ..Replay::default()
            };
            let frames = frames_of(FaultKind::Panic, &replay, &scope);
            assert_eq!(frames.len(), 2);
            frames[0].location.as_ref().map(|at| (at.file.clone(), at.line))
        };
        assert_eq!(innermost(2, &backtrace), Some(("lib.rs".to_owned(), 2)));
        // It is of another function, as where a caller is blamed.
        assert_eq!(innermost(7, &backtrace), None);
        let placed = backtrace.replacen(
            "put\n",
            &format!("put\n             at {}:1:1\n", file.display()),
            1,
        );
        assert_eq!(innermost(2, &placed), Some(("lib.rs".to_owned(), 1)));
    }
}
