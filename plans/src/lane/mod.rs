//! Lanes: each is one way to go on with the search of an item. A lane asks for units and takes in what became of them;
//! every result names the lane and the unit it answers.

mod name;

pub use name::{Draw, LaneKind, UnitName};
