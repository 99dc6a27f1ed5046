//! What is known of the value of an op without running anything: literals, constructors and what the support module does. What
//! a crate's own functions build is not known.

use crate::api::Api;
use crate::api::ty::Ty;
use crate::api::{CallForm, Fields};
use crate::call::{Call, ItemCall, Takes, VectorStep};
use crate::support_set::OpDef;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer that an `i128` holds.
    Int(i128, IntType),
    /// A `bool`.
    Bool(bool),
    /// A `char`.
    Char(char),
    /// A float.
    Float(f64),
    /// A text of whatever type.
    Text(String),
    /// An array, a slice, a vector.
    List(Vec<Value>),
    /// What a constructor makes.
    Made {
        /// How the constructor is written without its fields: `Some`, `Colour::Red`.
        name: String,
        /// Names of fields with their values.
        fields: Vec<(String, Value)>,
        /// No other constructor makes values of its type.
        is_only: bool,
    },
    /// Not known.
    Unknown,
}

impl Value {
    /// True if nothing in it is unknown.
    pub fn is_known(&self) -> bool {
        match self {
            Value::Unknown => false,
            Value::List(parts) => parts.iter().all(Value::is_known),
            Value::Made { fields, .. } => fields.iter().all(|(_, field)| field.is_known()),
            _ => true,
        }
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IntType {
    /// Width.
    pub bits: u32,
    /// It can be negative.
    pub signed: bool,
    /// As wide as a pointer, and called so.
    pub is_size: bool,
}

impl IntType {
    /// `u8`.
    pub const BYTE: IntType = IntType {
        bits: 8,
        signed: false,
        is_size: false,
    };

    pub(crate) fn named(name: &str) -> Option<IntType> {
        let digits = name.strip_prefix(['i', 'u'])?;
        let bits = match digits {
            "size" => usize::BITS,
            _ => digits.parse().ok()?,
        };
        let signed = name.starts_with('i');
        let is_size = digits == "size";
        Some(IntType {
            bits,
            signed,
            is_size,
        })
    }

    /// What it is called.
    pub fn name(self) -> String {
        let sign = if self.signed { 'i' } else { 'u' };
        match self.is_size {
            true => format!("{sign}size"),
            false => format!("{sign}{}", self.bits),
        }
    }

    /// Its least value.
    pub fn min(self) -> i128 {
        match self.signed {
            true => i128::MIN >> (128 - self.bits),
            false => 0,
        }
    }

    /// Its greatest value that an `i128` holds.
    pub fn max(self) -> i128 {
        let without_sign = self.bits - u32::from(self.signed);
        i128::MAX >> 127_u32.saturating_sub(without_sign)
    }
}

/// What the value of an op is, given those of its arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Reading {
    #[default]
    Unknown,
    /// Always this one.
    Literal(Value),
    /// That of its argument.
    Same,
    /// A list of its arguments.
    List,
    /// So many times its argument.
    Repeated(usize),
    /// Its first argument and one element more.
    Append,
    /// The argument without its last or first element.
    Without { last: bool },
    /// Made of its arguments.
    Made {
        name: String,
        fields: Vec<String>,
        is_only: bool,
    },
}

/// Forms of the support module that keep what the value is.
const SAME: [&str; 17] = [
    "{0}.to_vec()",
    "({0}).as_slice()",
    "({0}).as_mut_slice()",
    "{0}.into_boxed_slice()",
    "{0}.to_string()",
    "({0}).as_mut_str()",
    "Box::<str>::from({0})",
    "std::borrow::Cow::Owned({0})",
    "std::borrow::Cow::Borrowed({0})",
    "std::rc::Rc::<str>::from({0})",
    "std::sync::Arc::<str>::from({0})",
    "std::rc::Rc::new({0})",
    "std::sync::Arc::new({0})",
    "std::rc::Rc::from({0})",
    "std::sync::Arc::from({0})",
    "Box::leak(Box::new({0}))",
    "&*{0}.leak()",
];
/// Forms of ranges, with the names of their ends.
const RANGES: [(&str, &[&str]); 5] = [
    ("({0}..{1})", &["start", "end"]),
    ("({0}..={1})", &["start()", "end()"]),
    ("({0}..)", &["start"]),
    ("(..{0})", &["end"]),
    ("(..={0})", &["end"]),
];
const APPEND: [&str; 2] = ["&format!(\"{}{}\", {0}, {1})", "&*[{0}, &[{1}]].concat().leak()"];
const WITHOUT_LAST: [&str; 2] = [
    "{0}.split_at({0}.char_indices().next_back().unwrap().0).0",
    "{0}.split_last().unwrap().1",
];
const WITHOUT_FIRST: &str = "{0}.split_at({0}.chars().next().unwrap().len_utf8()).1";

impl Reading {
    pub(crate) fn of(api: &Api, op: &OpDef) -> Reading {
        let arity = op.inputs.len();
        match &op.call {
            Call::Borrow { .. } | Call::Box | Call::Lazy => Reading::Same,
            Call::Literal(text) => literal(text, &op.result.ty).map_or(Reading::Unknown, Reading::Literal),
            Call::Tuple => made(String::new(), (0..arity).map(|at| at.to_string()), true),
            Call::Array => Reading::List,
            Call::Repeated(count) => Reading::Repeated(*count),
            Call::Support(call) => match call.kind.vector {
                Some(VectorStep::Empty) => Reading::Literal(Value::List(Vec::new())),
                Some(VectorStep::Push) => Reading::Append,
                None => of_form(&call.form, arity),
            },
            Call::Item(ItemCall {
                form:
                    CallForm::Constructor {
                        type_path,
                        variant,
                        fields,
                    },
                ..
            }) => {
                let is_enum = api.types.get(type_path).is_none_or(|ty| ty.is_enum);
                let short = type_path.rsplit("::").next().unwrap_or(type_path);
                let name = match variant {
                    Some(variant) => format!("{short}::{variant}"),
                    None => short.to_owned(),
                };
                match fields {
                    Fields::Named(names) => made(name, names.iter().cloned(), !is_enum),
                    _ => made(name, (0..arity).map(|at| at.to_string()), !is_enum),
                }
            }
            _ => Reading::Unknown,
        }
    }
}

fn made(name: String, fields: impl Iterator<Item = String>, is_only: bool) -> Reading {
    let fields = fields.collect();
    Reading::Made {
        name,
        fields,
        is_only,
    }
}

fn of_form(form: &str, arity: usize) -> Reading {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    if let Some((_, names)) = RANGES.iter().find(|(range, _)| *range == form) {
        return made(String::new(), names.iter().map(|name| (*name).to_owned()), true);
    }
    match form {
        _ if SAME.contains(&form) => Reading::Same,
        _ if APPEND.contains(&form) => Reading::Append,
        WITHOUT_FIRST => Reading::Without { last: false },
        _ if WITHOUT_LAST.contains(&form) => Reading::Without { last: true },
        "Some({0})" | "Ok({0})" | "Err({0})" => {
            let name = form.trim_end_matches("({0})").to_owned();
            made(name, ["0".to_owned()].into_iter(), false)
        }
        _ if arity == 0 && form.chars().all(is_path) => made(form.to_owned(), std::iter::empty(), false),
        _ => Reading::Unknown,
    }
}

/// The value of a literal as it is written.
pub(crate) fn literal(text: &str, ty: &Ty) -> Option<Value> {
    let Ty::Prim(name) = ty else {
        return match syn::parse_str(text.trim_end_matches(".as_slice()")).ok()? {
            syn::Lit::Str(text) => Some(Value::Text(text.value())),
            syn::Lit::ByteStr(bytes) => Some(list_of_bytes(&bytes.value())),
            _ => None,
        };
    };
    let int = IntType::named(name);
    match (name.as_str(), int) {
        ("bool", _) => text.parse().ok().map(Value::Bool),
        ("char", _) => syn::parse_str::<syn::LitChar>(text)
            .ok()
            .map(|c| Value::Char(c.value())),
        ("f32" | "f64", _) => float(text, name == "f32").map(Value::Float),
        (_, Some(int)) => {
            let value = match text.rsplit("::").next()? {
                "MAX" => int.max(),
                "MIN" => int.min(),
                digits => digits.parse().ok()?,
            };
            Some(Value::Int(value, int))
        }
        _ => None,
    }
}

fn float(text: &str, is_single: bool) -> Option<f64> {
    let pick = |single: f32, double: f64| match is_single {
        true => f64::from(single),
        false => double,
    };
    Some(match text.rsplit("::").next()? {
        "MAX" => pick(f32::MAX, f64::MAX),
        "MIN_POSITIVE" => pick(f32::MIN_POSITIVE, f64::MIN_POSITIVE),
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        digits => digits.parse().ok()?,
    })
}

pub(crate) fn list_of_bytes(bytes: &[u8]) -> Value {
    let byte = IntType::BYTE;
    Value::List(
        bytes
            .iter()
            .map(|value| Value::Int((*value).into(), byte))
            .collect(),
    )
}

/// The positions of two parameters that get the same argument.
pub(crate) fn shared(op: &OpDef) -> Option<(usize, usize)> {
    match &op.call {
        Call::Item(call) => match call.takes {
            Takes::Shared(first, second) => Some((first, second)),
            _ => None,
        },
        _ => None,
    }
}

/// What the arguments of an op are called: as the parameters of the item that it calls.
pub(crate) fn parameters(api: &Api, op: &OpDef) -> Vec<String> {
    let (Some(item), Call::Item(call)) = (op.item.and_then(|item| api.items.get(item)), &op.call) else {
        return Vec::new();
    };
    let mut names = item.told.names.clone();
    if let Some(formatter) = call.calling.formatter
        && formatter < names.len()
    {
        names.remove(formatter);
    }
    if matches!(call.takes, Takes::Shared(..)) {
        // One argument has two names.
        return Vec::new();
    }
    if names.len() != op.inputs.len() {
        return Vec::new();
    }
    let is_name = |name: &str| syn::parse_str::<syn::Ident>(name).is_ok() || name == "self";
    for (at, name) in names.iter_mut().enumerate() {
        if !is_name(name) {
            *name = format!("arg{}", at + 1);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::STD_SUPPORT;

    #[test]
    fn every_form_is_one_of_the_support_module() {
        let forms = SAME.iter().chain(&APPEND).chain(&WITHOUT_LAST);
        let forms = forms.chain([&WITHOUT_FIRST]);
        for form in forms.chain(RANGES.iter().map(|(form, _)| form)) {
            assert!(STD_SUPPORT.contains(&format!("/// `{form}`")), "{form}");
        }
    }

    #[test]
    fn literals_are_read_as_they_are_written() {
        let named = |name| IntType::named(name).unwrap();
        let int = |text, name: &str| literal(text, &Ty::prim(name));
        assert_eq!(int("-7", "i8"), Some(Value::Int(-7, named("i8"))));
        assert_eq!(
            int("u64::MAX", "u64"),
            Some(Value::Int(u64::MAX.into(), named("u64")))
        );
        assert_eq!(int("'\\0'", "char"), Some(Value::Char('\0')));
        assert_eq!(int("f32::INFINITY", "f32"), Some(Value::Float(f64::INFINITY)));
        let text = |text| literal(text, &Ty::reference(Ty::prim("str")));
        assert_eq!(text("\"a\\n\""), Some(Value::Text("a\n".to_owned())));
        assert_eq!(text("b\"\\xff\".as_slice()"), Some(list_of_bytes(&[255])));
    }
}
