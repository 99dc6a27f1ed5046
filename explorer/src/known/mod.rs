//! `.config/explore/known.toml`: what people have judged of findings, in the repository of the explored package. Reads and
//! writes that file, finds the findings that are to be judged, and says what the rulings mean for a run. One suppresses by
//! id only; a ruling on a finding that is not there any more is told, never dropped.

mod assess;
mod entry;
mod file;
mod ids;
mod reported;
mod text;
mod who;

pub use assess::{assess, reassess, rulings};
pub use entry::{Entry, Subject, is_date};
pub use file::{FILE, KnownFile};
pub use ids::{Unknown, named};
pub use reported::{Reported, read};
pub use who::{today, who};
