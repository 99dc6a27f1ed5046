//! What a child sets up once and keeps from batch to batch.

use super::edges::EdgeWatch;
use super::leaks;
use super::learn::Learner;
use super::loaded::Loaded;
use super::series::SeriesRunner;
use super::signals::{self, Watchpost};
use crate::executor::pages::{mapping, parts, seen, watch};
use crate::executor::shared::abi::{Control, PHASE_IDLE, Services};
use crate::executor::shared::protocol::Batch;
use crate::executor::shared::record::{PAGES, Record};

/// What the child keeps from batch to batch.
pub(crate) struct Tools {
    pub(crate) control: *mut Control,
    /// Limits of CPU time and edges are multiplied by this.
    pub(crate) timeout_factor: u32,
    has_stack_of_a_test: bool,
    pub(crate) learner: Learner<'static>,
    pub(crate) edges: EdgeWatch,
    pub(crate) series: SeriesRunner,
}

impl Tools {
    /// Sets everything up that is the same for all batches. What the supervisor reads of an earlier child stays as it is.
    pub(crate) fn start(loaded: &Loaded) -> Tools {
        let control = loaded.memory.control();
        // SAFETY: a child never removes the mapping.
        let record: &'static Record = unsafe { &*std::ptr::from_ref(loaded.memory.record()) };
        install_signals(loaded, control, record, 1);
        seen::note_in(control, record);
        parts::begin_thread();
        let mut learner = Learner::new(loaded.harness, &loaded.grammar);
        let mut edges = EdgeWatch::new(loaded.harness, loaded.memory.edges());
        let services: &'static Services = Box::leak(Box::new(Services {
            watch_write: loaded.watched.write,
            watch_alias: loaded.watched.alias,
            watch_page: mapping::PAGE,
            watch_count: PAGES,
            control,
            open_watched: watch::open_all,
            memory_exceeded: signals::memory_exceeded,
            edges_exceeded: signals::edges_exceeded,
            misused: signals::misused,
            compares: learner.log(),
            learned: learner.slots(),
            demanded: seen::demanded,
            watch_parts: parts::watch_parts,
            looked_at: watch::looked_at,
            thread_begins: parts::thread_begins,
            edges: loaded.memory.edges(),
            known_edges: edges.known(),
            left: leaks::left,
        }));
        // SAFETY: the services live as long as the process; this is the first call.
        unsafe { (loaded.harness.start)(services) };
        learner.look_at_literals(&loaded.grammar);
        if let Some(touched) = &loaded.touched {
            touched.map(&[loaded.memory.written()], &loaded.stack.usable);
        }
        Tools {
            control,
            timeout_factor: 1,
            has_stack_of_a_test: false,
            learner,
            edges,
            series: SeriesRunner::new(),
        }
    }

    /// The next runs have the stack of a test, or all of it.
    pub(crate) fn limit_stack(&mut self, loaded: &Loaded, is_of_a_test: bool) {
        if self.has_stack_of_a_test != is_of_a_test {
            self.has_stack_of_a_test = is_of_a_test;
            signals::guard_also(&loaded.stack.limit(is_of_a_test));
        }
    }

    /// The next run notes where it is when it comes deep into its stack, if it notes backtraces.
    pub(crate) fn note_deep(&self, loaded: &Loaded) {
        // SAFETY: no run is in flight.
        let is_wanted = unsafe { (*self.control).want_backtrace == 1 };
        signals::note_deep(is_wanted, &loaded.stack);
    }

    /// What a batch asks for.
    pub(crate) fn set_limits(&mut self, loaded: &Loaded, batch: &Batch) {
        // SAFETY: no run is in flight; nobody else writes.
        unsafe {
            let control = &mut *self.control;
            control.phase = PHASE_IDLE;
            control.want_backtrace = u32::from(batch.backtrace);
            control.want_result = u32::from(batch.trace);
            control.want_left = u32::from(batch.leaks);
            control.memory_limit = loaded.case_memory;
        }
        if self.timeout_factor != batch.timeout_factor {
            self.timeout_factor = batch.timeout_factor;
            install_signals(loaded, self.control, loaded.memory.record(), batch.timeout_factor);
        }
    }
}

fn install_signals(loaded: &Loaded, control: *mut Control, record: &Record, timeout_factor: u32) {
    signals::install(&Watchpost {
        control,
        record,
        shared: loaded.memory.addresses(),
        guard: loaded.stack.guard.clone(),
        limit: loaded.case_timeout * timeout_factor,
        gate: loaded.harness.gate,
        edges_left: loaded.harness.edges_left,
    });
}
