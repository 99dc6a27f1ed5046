//! Constants as ops: boundary values first, then literals of doc examples, then the user's; or only the user's.

use crate::api::docs::DocLiterals;
use crate::api::ty::Ty;
use crate::call::LearnedKind;
use crate::request::Constants;
use crate::tuning::DOC_TEXTS_AS_BYTES;
use crate::write::person::byte_literal;

/// How learned values of a type are kept; none if comparing tells nothing about it.
pub(crate) fn learned_kind(ty: &Ty) -> Option<LearnedKind> {
    match ty {
        Ty::Prim(name) if name == "char" => Some(LearnedKind::Char),
        Ty::Prim(name) => integer_range(name).map(|(min, _)| LearnedKind::Number { signed: min < 0 }),
        Ty::Ref {
            mutable: false,
            inner,
        } => match &**inner {
            Ty::Prim(name) if name == "str" => Some(LearnedKind::Str),
            Ty::Slice(element) if **element == Ty::prim("u8") => Some(LearnedKind::Bytes),
            _ => None,
        },
        _ => None,
    }
}

/// How many bytes an integer has.
pub(crate) fn number_size(ty: &Ty) -> Option<u8> {
    let Ty::Prim(name) = ty else { return None };
    Some(match name.trim_start_matches(['i', 'u']) {
        "8" => 1,
        "16" => 2,
        "32" => 4,
        "64" | "size" => 8,
        "128" => 16,
        _ => return None,
    })
}

/// Small counts: numbers without sign are often sizes, and the size of something of four parts is hard to learn.
const COUNTS: [i128; 2] = [3, 4];

/// Values that are tried beside those of [`texts`], for a step more.
pub(super) fn rarer(ty: &Ty, constants: &Constants, docs: &DocLiterals) -> Vec<String> {
    let (Ty::Prim(name), false) = (ty, constants.only_given) else {
        return Vec::new();
    };
    if let "f32" | "f64" = name.as_str() {
        let smallest = if name == "f32" { "1e-45" } else { "5e-324" };
        return [smallest.to_owned(), format!("{name}::MIN"), "1e10".to_owned()].into();
    }
    let Some((0, max)) = integer_range(name) else {
        return Vec::new();
    };
    // What the signed type of the same width holds, and the first number that it does not.
    let half = max / 2;
    COUNTS
        .into_iter()
        // Those of `u128` are beyond what is kept here.
        .chain([half, half + 1].into_iter().filter(|_| max < i128::MAX))
        .filter(|value| *value <= max && !docs.ints.contains(value) && !constants.ints.contains(value))
        .map(|value| value.to_string())
        .collect()
}

/// The Rust texts of the values tried for a primitive type, smallest first; empty for other types.
pub(super) fn texts(ty: &Ty, constants: &Constants, docs: &DocLiterals) -> Vec<String> {
    match ty {
        Ty::Prim(name) => primitive(name, constants, docs),
        Ty::Ref {
            mutable: false,
            inner,
        } => match &**inner {
            Ty::Prim(name) if name == "str" => strings(constants, docs)
                .iter()
                .map(|s| format!("{s:?}"))
                .collect(),
            Ty::Slice(element) if **element == Ty::prim("u8") => byte_strings(constants, docs)
                .iter()
                .map(|b| byte_literal(b))
                .collect(),
            _ => Vec::new(),
        },
        // Without arguments it borrows nothing, so it can be a value like any other.
        Ty::Path { path, .. } if path == "std::fmt::Arguments" => strings(constants, docs)
            .iter()
            .map(|s| format!("format_args!({:?})", s.replace('{', "{{").replace('}', "}}")))
            .collect(),
        _ => Vec::new(),
    }
}

fn primitive(name: &str, constants: &Constants, docs: &DocLiterals) -> Vec<String> {
    match name {
        "bool" => vec!["false".to_owned(), "true".to_owned()],
        "char" => {
            let builtin: &[char] = if constants.only_given {
                &['\0']
            } else {
                &['a', '0', ' ', '\0', 'é', char::MAX]
            };
            pool(builtin, &docs.chars, &constants.chars, constants.only_given)
                .iter()
                .map(|c| format!("{c:?}"))
                .collect()
        }
        "f32" | "f64" => floats(name, constants),
        _ => match integer_range(name) {
            Some((min, max)) => integers(name, min, max, constants, docs),
            None => Vec::new(),
        },
    }
}

fn floats(name: &str, constants: &Constants) -> Vec<String> {
    let given = constants.floats.iter().map(|f| float_literal(*f, name));
    if constants.only_given {
        return given.collect();
    }
    let mut texts: Vec<String> = ["0.0", "1.0", "-1.0", "0.5"].map(str::to_owned).to_vec();
    texts.extend(["MAX", "MIN_POSITIVE", "INFINITY", "NAN"].map(|c| format!("{name}::{c}")));
    for text in given {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn float_literal(value: f64, name: &str) -> String {
    // A literal too large for `f32` is an error.
    let value = if name == "f32" {
        f64::from(value as f32)
    } else {
        value
    };
    if value.is_nan() {
        format!("{name}::NAN")
    } else if value.is_infinite() {
        format!(
            "{name}::{}",
            if value > 0.0 { "INFINITY" } else { "NEG_INFINITY" }
        )
    } else {
        match name {
            "f32" => format!("{:?}", value as f32),
            _ => format!("{value:?}"),
        }
    }
}

fn integers(name: &str, min: i128, max: i128, constants: &Constants, docs: &DocLiterals) -> Vec<String> {
    let builtin: Vec<i128> = if min < 0 {
        vec![0, 1, -1, 2, max, min]
    } else {
        vec![0, 1, 2, max]
    };
    let values = pool(&builtin, &docs.ints, &constants.ints, constants.only_given);
    values
        .into_iter()
        .filter(|v| (min..=max).contains(v))
        .map(|v| {
            if v == max && max > 255 {
                format!("{name}::MAX")
            } else if v == min && min < -128 {
                format!("{name}::MIN")
            } else {
                v.to_string()
            }
        })
        .collect()
}

/// Bounds as far as an `i128` reaches: `u128` is covered up to `i128::MAX`.
fn integer_range(name: &str) -> Option<(i128, i128)> {
    let signed = |bits: u32| (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let unsigned = |bits: u32| (0, (1i128 << bits) - 1);
    Some(match name {
        "i8" => signed(8),
        "i16" => signed(16),
        "i32" => signed(32),
        "i64" | "isize" => signed(64),
        "i128" => (i128::MIN, i128::MAX),
        "u8" => unsigned(8),
        "u16" => unsigned(16),
        "u32" => unsigned(32),
        "u64" | "usize" => unsigned(64),
        "u128" => (0, i128::MAX),
        _ => return None,
    })
}

fn strings(constants: &Constants, docs: &DocLiterals) -> Vec<String> {
    let builtin = ["", "a", "0", " ", "é", "\0"].map(str::to_owned);
    pool(&builtin, &docs.strs, &constants.strs, constants.only_given)
}

fn byte_strings(constants: &Constants, docs: &DocLiterals) -> Vec<Vec<u8>> {
    let builtin = [&b""[..], b"a", b"0", b"\xff"].map(<[u8]>::to_vec);
    let mut from_docs = docs.bytes.clone();
    from_docs.extend(
        docs.strs
            .iter()
            .take(DOC_TEXTS_AS_BYTES)
            .map(|s| s.as_bytes().to_vec()),
    );
    pool(&builtin, &from_docs, &constants.bytes, constants.only_given)
}

fn pool<T: Clone + PartialEq>(builtin: &[T], docs: &[T], given: &[T], only_given: bool) -> Vec<T> {
    let mut values: Vec<T> = Vec::new();
    let sources: &[&[T]] = if only_given && given.is_empty() {
        // What is compared is learned from some value: the simplest one.
        &[builtin.get(..1).unwrap_or_default()]
    } else if only_given {
        &[given]
    } else {
        &[builtin, docs, given]
    };
    for value in sources.iter().copied().flatten() {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_given_constants_replace_the_built_in_ones() {
        let constants = Constants {
            ints: vec![0, 1, 300],
            only_given: true,
            ..Constants::default()
        };
        let docs = DocLiterals {
            ints: vec![7],
            ..DocLiterals::default()
        };
        assert_eq!(texts(&Ty::prim("u8"), &constants, &docs), ["0", "1"]);
        assert_eq!(texts(&Ty::prim("i64"), &constants, &docs), ["0", "1", "300"]);
        // Of a kind that is not given at all there is one value, from which others are learned.
        assert_eq!(
            texts(&Ty::reference(Ty::prim("str")), &constants, &docs),
            ["\"\""]
        );
        assert_eq!(texts(&Ty::prim("char"), &constants, &docs), ["'\\0'"]);
    }

    #[test]
    fn built_in_constants_come_first_and_limits_are_named() {
        let texts = texts(&Ty::prim("i32"), &Constants::default(), &DocLiterals::default());
        assert_eq!(texts, ["0", "1", "-1", "2", "i32::MAX", "i32::MIN"]);
    }

    #[test]
    fn small_counts_are_among_numbers_without_sign() {
        let (mut constants, docs) = (Constants::default(), DocLiterals::default());
        assert_eq!(
            rarer(&Ty::prim("u16"), &constants, &docs),
            ["3", "4", "32767", "32768"]
        );
        assert!(rarer(&Ty::prim("i32"), &constants, &docs).is_empty());
        constants.ints = vec![4];
        assert_eq!(
            rarer(&Ty::prim("u8"), &constants, &docs),
            ["3", "127", "128"],
            "the other is given"
        );
        constants.only_given = true;
        assert!(rarer(&Ty::prim("u8"), &constants, &docs).is_empty());
    }

    #[test]
    fn every_primitive_type_has_literals() {
        let (constants, docs) = (Constants::default(), DocLiterals::default());
        for name in [
            "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
            "usize", "f32", "f64",
        ] {
            assert!(texts(&Ty::prim(name), &constants, &docs).len() > 1, "{name}");
        }
        assert!(!texts(&Ty::reference(Ty::prim("str")), &constants, &docs).is_empty());
        let bytes = Ty::reference(Ty::Slice(Box::new(Ty::prim("u8"))));
        assert!(!texts(&bytes, &constants, &docs).is_empty());
    }

    #[test]
    fn a_constant_too_large_for_a_type_is_infinite_in_it() {
        assert_eq!(float_literal(1e300, "f32"), "f32::INFINITY");
        assert_eq!(float_literal(1e300, "f64"), "1e300");
        assert_eq!(float_literal(0.1, "f32"), "0.1");
    }
}
