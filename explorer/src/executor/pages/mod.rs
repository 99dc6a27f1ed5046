//! Watched pages: how it is noticed, without running anything again, which placeholders a run looks at.

pub(crate) mod mapping;
pub(crate) mod parts;
#[cfg(target_arch = "x86_64")]
mod redirect;
pub(crate) mod seen;
pub(crate) mod watch;

/// Maps the pages, and what else watching needs. Once per process, before it forks.
pub(crate) fn map() -> anyhow::Result<mapping::Mappings> {
    #[cfg(target_arch = "x86_64")]
    redirect::prepare();
    mapping::map()
}
