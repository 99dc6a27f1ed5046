//! Lists of numbered elements, `(0..200).map(|i| (i, i)).collect()`: what keeps its elements in blocks or trees does something else
//! with many different ones, of which no plan of a few steps has more than a few.

use crate::api::ty::{Arg, Ty};
use crate::harness_types::{LAZY, LAZY_STANDS_FOR, Names};

/// The list of so many elements, for a vector of these; none if there is no usual element for each number.
pub(crate) fn counted(ty: &Ty, count: u32, names: Names) -> Option<String> {
    let Ty::Path { path, args } = ty else { return None };
    let ("std::vec::Vec", [Arg::Type(element)]) = (path.as_str(), &args[..]) else {
        return None;
    };
    let (value, named) = of_number(element, names)?;
    let elements = match value.as_str() {
        "i" => format!("(0..{count})"),
        _ => format!("(0..{count}).map(|i: i32| {value})"),
    };
    Some(format!("{elements}.collect::<Vec<{named}>>()"))
}

/// The element of number `i`, and its type as it is written.
fn of_number(element: &Ty, names: Names) -> Option<(String, String)> {
    match element {
        Ty::Prim(name) => {
            let value = match name.as_str() {
                "i32" => "i".to_owned(),
                "bool" | "char" | "str" | "!" => return None,
                other => format!("i as {other}"),
            };
            Some((value, name.clone()))
        }
        Ty::Path { path, .. } if path == LAZY && names == Names::Harness => {
            Some((format!("{LAZY}::of(i)"), LAZY.to_owned()))
        }
        Ty::Path { path, .. } if path == LAZY => Some(("i".to_owned(), LAZY_STANDS_FOR.to_owned())),
        Ty::Path { path, .. } if path == "std::string::String" => {
            Some(("i.to_string()".to_owned(), "String".to_owned()))
        }
        Ty::Tuple(parts) if !parts.is_empty() => {
            let parts: Option<Vec<(String, String)>> =
                parts.iter().map(|part| of_number(part, names)).collect();
            let (values, types): (Vec<String>, Vec<String>) = parts?.into_iter().unzip();
            let tuple = |parts: Vec<String>| match &parts[..] {
                [one] => format!("({one},)"),
                _ => format!("({})", parts.join(", ")),
            };
            Some((tuple(values), tuple(types)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_an_element() {
        let vector = |element: Ty| Ty::path("std::vec::Vec", vec![element]);
        let text = |ty: &Ty, names| counted(ty, 20, names);
        let numbers = vector(Ty::lazy());
        assert_eq!(
            text(&numbers, Names::Test).as_deref(),
            Some("(0..20).collect::<Vec<i32>>()")
        );
        assert_eq!(
            text(&numbers, Names::Harness).as_deref(),
            Some("(0..20).map(|i: i32| crate::lazy::LazyInt::of(i)).collect::<Vec<crate::lazy::LazyInt>>()")
        );
        let pairs = vector(Ty::Tuple(vec![
            Ty::prim("u8"),
            Ty::path("std::string::String", vec![]),
        ]));
        assert_eq!(
            text(&pairs, Names::Test).as_deref(),
            Some("(0..20).map(|i: i32| (i as u8, i.to_string())).collect::<Vec<(u8, String)>>()")
        );
        assert_eq!(text(&vector(Ty::prim("bool")), Names::Test), None);
        assert_eq!(text(&Ty::prim("u8"), Names::Test), None);
    }
}
