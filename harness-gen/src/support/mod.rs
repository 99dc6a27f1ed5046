//! Grows the support set: for each type the API mentions, the ops that build it (IRULAN, section 3.1), until it is closed.
//! It cannot fail: what cannot be supported is an exclusion with a code.

mod answers;
mod builder;
mod case_graph;
mod fed;
mod foreign;
mod functions;
mod given;
mod given_back;
mod growing;
mod instances;
pub(crate) mod literals;
mod makers;
mod own_types;
mod placeholders;
mod std_functions;
mod take_apart;
mod through;
mod uninhabited;
mod values;

pub(crate) use builder::{Part, build};
pub(crate) use uninhabited::uninhabited_part;
