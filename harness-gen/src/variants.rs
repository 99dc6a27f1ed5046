//! Which variant of which enum an op makes, and how many there are: of the crate's own enums, of dependencies' and of std's. An
//! enum of which not all variants can be seen has no number.

use crate::api::{Api, CallForm};
use crate::call::{Call, ItemCall};
use crate::support_set::OpDef;

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The last name of the enum.
    pub of: String,
    /// Its own name.
    pub name: String,
    /// How many variants the enum has, those included that nobody can make; none if that is not known.
    pub among: Option<usize>,
}

/// Enums of std whose variants the support module makes.
const OF_STD: [(&str, &[&str]); 6] = [
    ("Option", &["None", "Some({0})"]),
    ("Result", &["Ok({0})", "Err({0})"]),
    (
        "Ordering",
        &[
            "std::cmp::Ordering::Less",
            "std::cmp::Ordering::Equal",
            "std::cmp::Ordering::Greater",
        ],
    ),
    (
        "Bound",
        &[
            "std::ops::Bound::Unbounded",
            "std::ops::Bound::Included({0})",
            "std::ops::Bound::Excluded({0})",
        ],
    ),
    (
        "Poll",
        &["std::task::Poll::Ready({0})", "std::task::Poll::Pending"],
    ),
    (
        "ControlFlow",
        &[
            "std::ops::ControlFlow::Continue({0})",
            "std::ops::ControlFlow::Break({0})",
        ],
    ),
];

impl Variant {
    /// The variant that an op makes; none if it makes none, or not always the same.
    pub(crate) fn of(api: &Api, op: &OpDef) -> Option<Variant> {
        match &op.call {
            Call::Item(ItemCall {
                form:
                    CallForm::Constructor {
                        type_path,
                        variant: Some(name),
                        ..
                    },
                ..
            }) => {
                let all = api.types.get(type_path).and_then(|ty| ty.constructors.as_ref());
                Some(Variant {
                    of: last(type_path).to_owned(),
                    name: name.clone(),
                    among: all.map(Vec::len),
                })
            }
            Call::Support(call) => {
                let (of, forms) = OF_STD
                    .iter()
                    .find(|(_, forms)| forms.contains(&call.form.as_str()))?;
                Some(Variant {
                    of: (*of).to_owned(),
                    name: last(call.form.trim_end_matches("({0})")).to_owned(),
                    among: Some(forms.len()),
                })
            }
            _ => None,
        }
    }
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::STD_SUPPORT;

    #[test]
    fn every_variant_of_std_is_one_of_the_support_module() {
        for form in OF_STD.iter().flat_map(|(_, forms)| *forms) {
            assert!(STD_SUPPORT.contains(&format!("/// `{form}`")), "{form}");
        }
    }
}
