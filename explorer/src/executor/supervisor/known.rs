//! The redundant plans that all executors of a run know.

use plans::RedundantPlan;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// Redundant plans known to everybody who has a copy of this handle. Only ever grows.
#[derive(Clone, Debug, Default)]
pub struct Known(Arc<RwLock<Vec<RedundantPlan>>>);

impl Known {
    /// In the order in which they became known.
    pub fn read(&self) -> RwLockReadGuard<'_, Vec<RedundantPlan>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds plans; not while units run.
    pub fn extend(&self, plans: impl IntoIterator<Item = RedundantPlan>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(plans);
    }
}
