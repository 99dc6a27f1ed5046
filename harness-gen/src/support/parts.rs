//! Where the arguments of an op come to lie in its result, as text for the harness: what is watched there is watched part by
//! part.

use super::forms::fill;
use crate::api::Fields;
use serde::{Deserialize, Serialize};

/// How an op keeps its arguments in the memory of its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Parts {
    /// Each somewhere: the body of a function that writes the addresses of all of them, in order, to `parts`, given a
    /// `value` that the op has just built.
    Fields(String),
    /// A vector with elements of this type, and another element.
    Elements(String),
}

/// Of a constructor whose expression is `template`; `result` is its type.
pub(super) fn of_constructor(
    result: &str,
    template: &str,
    fields: &Fields,
    is_variant: bool,
    count: usize,
) -> Option<Parts> {
    let names: Vec<String> = match fields {
        Fields::Unit => return None,
        Fields::Tuple => (0..count).map(|index| index.to_string()).collect(),
        Fields::Named(names) => names.clone(),
    };
    if names.is_empty() || names.len() != count {
        return None;
    }
    match is_variant {
        true => Some(of_pattern(result, template, count)),
        false => Some(of_struct(result, &names)),
    }
}

/// Of a struct or tuple with these fields, which may be packed.
pub(super) fn of_struct(result: &str, names: &[String]) -> Parts {
    let addresses = (0..).zip(names).map(|(index, name): (usize, _)| {
        format!("*parts.add({index}) = (&raw const (*value).{name}) as usize; ")
    });
    Parts::Fields(format!(
        "let value = value.cast::<{result}>(); {}",
        addresses.collect::<String>()
    ))
}

/// Of what is written as `template` when it is built, and so as a pattern, too.
pub(super) fn of_pattern(result: &str, template: &str, count: usize) -> Parts {
    let names: Vec<String> = (0..count).map(|index| format!("p{index}")).collect();
    let addresses = (0..)
        .zip(&names)
        .map(|(index, name): (usize, _)| format!("*parts.add({index}) = {name} as *const _ as usize; "));
    Parts::Fields(format!(
        "if let {} = &*value.cast::<{result}>() {{ {}}}",
        fill(template, &names),
        addresses.collect::<String>()
    ))
}

/// Of an array.
pub(super) fn of_array(element: &str, count: usize) -> Parts {
    let address =
        |index: usize| format!("*parts.add({index}) = value as usize + {index} * size_of::<{element}>(); ");
    Parts::Fields((0..count).map(address).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_are_asked_by_field_and_variants_by_pattern() {
        let named = Fields::Named(vec!["x".to_owned(), "y".to_owned()]);
        assert_eq!(
            of_constructor("own::Point", "own::Point {{ x: {0}, y: {1} }}", &named, false, 2),
            Some(Parts::Fields(
                "let value = value.cast::<own::Point>(); *parts.add(0) = (&raw const (*value).x) as usize; \
                 *parts.add(1) = (&raw const (*value).y) as usize; "
                    .to_owned()
            ))
        );
        assert_eq!(
            of_constructor(
                "own::Tree",
                "own::Tree::Node {{ x: {0}, y: {1} }}",
                &named,
                true,
                2
            ),
            Some(Parts::Fields(
                "if let own::Tree::Node { x: p0, y: p1 } = &*value.cast::<own::Tree>() \
                 { *parts.add(0) = p0 as *const _ as usize; *parts.add(1) = p1 as *const _ as usize; }"
                    .to_owned()
            ))
        );
        assert_eq!(
            of_constructor("own::Unit", "own::Unit", &Fields::Unit, false, 0),
            None
        );
        assert_eq!(
            of_constructor("own::Empty", "own::Empty()", &Fields::Tuple, false, 0),
            None
        );
    }
}
