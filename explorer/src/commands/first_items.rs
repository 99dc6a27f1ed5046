//! Has the first items of a large package explored while all of them are compiled: what is found is kept and shown as ever.

use super::prepare::exclude;
use super::recording::Running;
use crate::engine::{self, EngineSettings, FirstItems};
use crate::event::Listener;
use crate::settings::ItemFilter;
use harness_gen::{Code, Prepared};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Somebody who explores them.
pub(super) struct ExploringFirst<'a> {
    pub(super) engine: EngineSettings,
    pub(super) items: &'a ItemFilter,
    pub(super) running: &'a mut Running,
    /// What it has come to.
    pub(super) explored: Option<FirstItems>,
}

impl ExploringFirst<'_> {
    /// Explores until the flag is set. What is compiled meanwhile needs cores, too.
    pub(super) fn explore(
        &mut self,
        mut prepared: Prepared,
        over: &Arc<AtomicBool>,
        listener: &mut dyn Listener,
    ) {
        exclude_unwanted(&mut prepared, self.items);
        let mut engine = EngineSettings {
            interrupt: Arc::clone(over),
            ..self.engine.clone()
        };
        engine.run.jobs = (engine.run.jobs / 2).max(1);
        let mut listening = self.running.listening(listener, false);
        let explored = engine::explore_first_items(&prepared, &engine, &mut listening);
        // What went wrong shows itself again once all are there.
        self.explored = explored.ok().flatten();
    }
}

/// Has items left out that nobody asked for.
pub(super) fn exclude_unwanted(prepared: &mut Prepared, wanted: &ItemFilter) {
    exclude(prepared, Code::User.rule(), |_, path| !wanted.includes(path));
}
