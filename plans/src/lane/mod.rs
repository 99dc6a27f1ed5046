//! Lanes: each is one way to go on with the search of an item. A lane asks for units with `next` and takes in what became of
//! them with `absorb`; every result names the lane and the unit it answers. All of it is pure: the same results in the same
//! order lead to the same state.

mod ahead;
mod costs;
mod course;
mod dear;
mod deaths;
mod depth;
mod drawn;
mod first_rounds;
mod height;
mod instance;
mod item;
mod kept;
mod learning;
mod mutants;
mod name;
mod news;
mod quiet;
pub(crate) mod rounds;
mod sharing;
mod texts;
mod values;

pub use costs::Costs;
pub use course::{InstanceEnd, Rounds};
pub use dear::DearPlan;
pub use instance::{Instance, Rooted};
pub use item::{ItemDepth, ItemSearch};
pub use name::{Draw, LaneKind, UnitName};
pub use news::{
    DeathKind, DeathNews, EXACT, KeptRun, LearnCandidate, Sample, SeenValue, Tells, UnitNews, ValueEnd,
};
pub use rounds::{Round, RoundEnd};
pub use sharing::Sharing;
pub use values::{BuilderName, ValueStreams};
