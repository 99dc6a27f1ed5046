//! The types of a random crate: how they are written, and how many values they have within a bound.

use super::random::Random;
use std::fmt::Write;

/// The integers that the explorer is given and that a plain program enumerates, where the type has them.
pub(crate) const INTS: [i64; 5] = [0, 1, 2, 255, -1];
/// Constructors with fields within each other, as `--nesting` counts them.
pub(crate) const NESTING: u32 = 3;
/// Longest vector that a plain program enumerates.
pub(crate) const LONGEST: u32 = 2;

/// A type that values of a random crate have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    U8,
    I8,
    U32,
    Bool,
    Maybe(Box<Type>),
    Boxed(Box<Type>),
    List(Box<Type>),
    Pair(Box<Type>, Box<Type>),
    Twice(Box<Type>),
    /// A struct or an enum of the crate, by its number.
    Own(usize),
}

/// A struct, which has one variant of its own name, or an enum.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(crate) name: String,
    pub(crate) is_enum: bool,
    pub(crate) variants: Vec<Variant>,
    pub(crate) derives: &'static str,
}

/// A struct's fields, or those of one variant of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) has_names: bool,
    pub(crate) fields: Vec<Type>,
}

/// The structs and enums of a crate; each one is made of those before it, or of itself behind a box.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types(pub(crate) Vec<Own>);

const FIELDS: [&str; 4] = ["a", "b", "c", "d"];

impl Variant {
    /// The name of a field, or its position.
    pub(crate) fn field(&self, position: usize) -> String {
        if self.has_names {
            FIELDS[position].to_owned()
        } else {
            position.to_string()
        }
    }

    /// A constructor or a pattern, from what stands for each field.
    pub(crate) fn written(&self, fields: &[String]) -> String {
        let parts: Vec<String> = (fields.iter().enumerate())
            .map(|(position, text)| {
                if self.has_names {
                    format!("{}: {text}", FIELDS[position])
                } else {
                    text.clone()
                }
            })
            .collect();
        match (self.fields.is_empty(), self.has_names) {
            (true, _) => self.name.clone(),
            (false, true) => format!("{} {{ {} }}", self.name, parts.join(", ")),
            (false, false) => format!("{}({})", self.name, parts.join(", ")),
        }
    }
}

impl Types {
    /// So many random types.
    pub(crate) fn random(random: &mut Random, count: usize) -> Types {
        let mut types = Types::default();
        for number in 0..count {
            let own = types.random_own(random, number);
            types.0.push(own);
        }
        types
    }

    fn random_own(&self, random: &mut Random, number: usize) -> Own {
        let is_enum = random.chance(35);
        let count = if is_enum { 2 + random.below(3) } else { 1 };
        let mut variants = Vec::new();
        for index in 0..count {
            let most = if is_enum { 3 } else { 5 };
            let mut field_count = random.below(most);
            if !is_enum {
                field_count = field_count.max(1);
            }
            let mut fields: Vec<Type> = (0..field_count).map(|_| self.random_type(random, 2)).collect();
            // A list or a tree now and then; the first variant ends it.
            if is_enum && index == 0 {
                fields.retain(|field| !matches!(field, Type::Own(_)));
            }
            if is_enum && index > 0 && !fields.is_empty() && random.chance(15) {
                fields[0] = Type::Boxed(Box::new(Type::Own(number)));
            }
            variants.push(Variant {
                name: if is_enum {
                    format!("V{number}{}", ["A", "B", "C", "D"][index])
                } else {
                    format!("T{number}")
                },
                has_names: random.chance(65),
                fields,
            });
        }
        let mut own = Own {
            name: format!("T{number}"),
            is_enum,
            variants,
            derives: "",
        };
        own.derives = match random.below(10) {
            0 | 1 => "Clone, Debug, PartialEq",
            2 if (own.variants.iter().flat_map(|variant| &variant.fields))
                .all(|field| self.is_copy(field)) =>
            {
                "Clone, Copy"
            }
            _ => "",
        };
        let are_comparable =
            |field: &Type| self.has(field, "PartialEq") || *field == Type::Boxed(Box::new(Type::Own(number)));
        if own.derives.contains("PartialEq")
            && !(own.variants.iter().flat_map(|variant| &variant.fields)).all(are_comparable)
        {
            own.derives = "";
        }
        own
    }

    /// A type made of scalars and of the types so far.
    pub(crate) fn random_type(&self, random: &mut Random, budget: u32) -> Type {
        let scalar = |random: &mut Random| match random.weighted(&[6, 1, 1, 3]) {
            0 => Type::U8,
            1 => Type::I8,
            2 => Type::U32,
            _ => Type::Bool,
        };
        if budget == 0 {
            return scalar(random);
        }
        let inner = |random: &mut Random| Box::new(self.random_type(random, budget - 1));
        match random.weighted(&[50, 9, 8, 8, 5, 2, 18]) {
            1 => Type::Maybe(inner(random)),
            2 => Type::Boxed(inner(random)),
            3 => Type::List(inner(random)),
            4 => Type::Pair(inner(random), inner(random)),
            5 => Type::Twice(inner(random)),
            6 if !self.0.is_empty() => Type::Own(random.below(self.0.len())),
            _ => scalar(random),
        }
    }

    /// Rust text of a type.
    pub(crate) fn text(&self, ty: &Type) -> String {
        match ty {
            Type::U8 => "u8".to_owned(),
            Type::I8 => "i8".to_owned(),
            Type::U32 => "u32".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Maybe(inner) => format!("Option<{}>", self.text(inner)),
            Type::Boxed(inner) => format!("Box<{}>", self.text(inner)),
            Type::List(inner) => format!("Vec<{}>", self.text(inner)),
            Type::Pair(first, second) => format!("({}, {})", self.text(first), self.text(second)),
            Type::Twice(inner) => format!("[{}; 2]", self.text(inner)),
            Type::Own(number) => format!("T{number}"),
        }
    }

    /// The declarations of all types.
    pub(crate) fn declarations(&self) -> String {
        let mut text = String::new();
        for own in &self.0 {
            if !own.derives.is_empty() {
                let _ = writeln!(text, "#[derive({})]", own.derives);
            }
            if own.is_enum {
                let variants: Vec<String> = (own.variants.iter())
                    .map(|variant| self.fields(variant, ""))
                    .collect();
                let _ = writeln!(text, "pub enum {} {{ {} }}", own.name, variants.join(", "));
            } else {
                let end = if own.variants[0].has_names { "" } else { ";" };
                let _ = writeln!(text, "pub struct {}{end}", self.fields(&own.variants[0], "pub "));
            }
        }
        text
    }

    fn fields(&self, variant: &Variant, visibility: &str) -> String {
        if variant.fields.is_empty() {
            return variant.name.clone();
        }
        let fields: Vec<String> = (variant.fields.iter()).map(|field| self.text(field)).collect();
        if variant.has_names {
            let named: Vec<String> = (fields.iter().enumerate())
                .map(|(position, field)| format!("{visibility}{}: {field}", FIELDS[position]))
                .collect();
            return format!("{} {{ {} }}", variant.name, named.join(", "));
        }
        let fields: Vec<String> = (fields.iter())
            .map(|field| format!("{visibility}{field}"))
            .collect();
        format!("{}({})", variant.name, fields.join(", "))
    }

    pub(crate) fn is_copy(&self, ty: &Type) -> bool {
        match ty {
            Type::U8 | Type::I8 | Type::U32 | Type::Bool => true,
            Type::Maybe(inner) | Type::Twice(inner) => self.is_copy(inner),
            Type::Pair(first, second) => self.is_copy(first) && self.is_copy(second),
            Type::Boxed(_) | Type::List(_) => false,
            Type::Own(number) => self
                .0
                .get(*number)
                .is_some_and(|own| own.derives.contains("Copy")),
        }
    }

    /// Whether the type has a trait that its parts must have, too.
    pub(crate) fn has(&self, ty: &Type, name: &str) -> bool {
        match ty {
            Type::U8 | Type::I8 | Type::U32 | Type::Bool => true,
            Type::Maybe(inner) | Type::Twice(inner) | Type::Boxed(inner) | Type::List(inner) => {
                self.has(inner, name)
            }
            Type::Pair(first, second) => self.has(first, name) && self.has(second, name),
            Type::Own(number) => self.0.get(*number).is_some_and(|own| own.derives.contains(name)),
        }
    }

    /// How many values a plain program enumerates where so many constructors may still lie within each other.
    pub(crate) fn count(&self, ty: &Type, left: u32) -> u64 {
        let below = |ty: &Type| left.checked_sub(1).map_or(0, |left| self.count(ty, left));
        match ty {
            Type::U8 => 4,
            Type::I8 => 4,
            Type::U32 => 4,
            Type::Bool => 2,
            Type::Maybe(inner) => 1 + below(inner),
            Type::Boxed(inner) => below(inner),
            Type::Pair(first, second) => below(first).saturating_mul(below(second)),
            Type::Twice(inner) => below(inner).saturating_mul(below(inner)),
            Type::List(inner) => {
                let of_length = |length: u32| {
                    let left = left.checked_sub(length)?;
                    Some(self.count(inner, left).saturating_pow(length))
                };
                (0..=LONGEST).filter_map(of_length).fold(0, u64::saturating_add)
            }
            Type::Own(number) => {
                let of_variant = |variant: &Variant| match variant.fields.is_empty() {
                    true => 1,
                    false => variant.fields.iter().map(below).fold(1, u64::saturating_mul),
                };
                self.0[*number]
                    .variants
                    .iter()
                    .map(of_variant)
                    .fold(0, u64::saturating_add)
            }
        }
    }
}
