//! Random functions: their parameters, and a body that says something about them.

use super::body::{Body, Result};
use super::places::Place;
use super::random::Random;
use super::types::{NESTING, Type, Types};

/// Most argument lists of one function that a plain program has to enumerate.
const MOST_ARGUMENTS: u64 = 12_000;

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Value,
    Shared,
    Mutable,
    Slice,
    MutableSlice,
}

/// A parameter of a random function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) passing: Passing,
    /// What the caller makes.
    pub(crate) ty: Type,
}

/// A public function of a random crate.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    /// The function and its private helpers, one statement per line.
    pub(crate) text: String,
}

/// A function of one to three parameters. `sites` counts the sites of the crate.
pub(crate) fn random_function(types: &Types, random: &mut Random, sites: &mut u32, name: String) -> Function {
    let parameters = random_parameters(types, random);
    let mut declared = Vec::new();
    let mut scope = Vec::new();
    for (number, parameter) in parameters.iter().enumerate() {
        let (declaration, place) = parameter.declared(types, number as u32);
        declared.push(declaration);
        scope.push(place);
    }
    let result = match random.weighted(&[60, 15, 10, 15]) {
        0 => Result::Nothing,
        1 => Result::Number,
        2 => Result::Truth,
        _ => Result::Moved,
    };
    let count = 2 + random.below(5);
    let mut body = Body::new(types, random, sites, &name, result);
    body.statements(&mut scope, count);
    let result = body.end(&mut scope);
    let (lines, helpers) = body.written();
    let text = format!(
        "pub fn {name}({}){result} {{\n{lines}}}\n{helpers}",
        declared.join(", ")
    );
    Function {
        name,
        parameters,
        text,
    }
}

impl Parameter {
    /// How the parameter is declared, and the place that it names.
    fn declared(&self, types: &Types, number: u32) -> (String, Place) {
        let Parameter { passing, ty } = self;
        let name = format!("a{number}");
        let text = types.text(ty);
        let element = match ty {
            Type::List(inner) => types.text(inner),
            _ => String::new(),
        };
        let behind = Place::behind(&name, ty, number);
        let slice = Place {
            is_slice: true,
            ..behind.clone()
        };
        match passing {
            Passing::Value => (format!("mut {name}: {text}"), Place::local(&name, ty, number)),
            Passing::Shared => (format!("{name}: &{text}"), behind),
            Passing::Mutable => {
                let is_writable = true;
                (
                    format!("{name}: &mut {text}"),
                    Place {
                        is_writable,
                        ..behind
                    },
                )
            }
            Passing::Slice => (format!("{name}: &[{element}]"), slice),
            Passing::MutableSlice => (format!("{name}: &mut [{element}]"), slice),
        }
    }

    fn random(types: &Types, random: &mut Random) -> Parameter {
        let ty = match random.chance(75) {
            true => Type::Own(random.below(types.0.len())),
            false => types.random_type(random, 2),
        };
        let ty = match random.weighted(&[72, 12, 8, 8]) {
            0 => ty,
            1 => Type::Boxed(Box::new(ty)),
            2 => Type::Maybe(Box::new(ty)),
            _ => Type::List(Box::new(ty)),
        };
        let is_list = matches!(ty, Type::List(_));
        let passing = match random.weighted(&[25, 40, 35]) {
            0 => Passing::Value,
            1 if is_list && random.chance(50) => Passing::Slice,
            1 => Passing::Shared,
            _ if is_list && random.chance(30) => Passing::MutableSlice,
            _ => Passing::Mutable,
        };
        Parameter { passing, ty }
    }

    /// How many values a plain program enumerates.
    fn count(&self, types: &Types) -> u64 {
        let is_slice = matches!(self.passing, Passing::Slice | Passing::MutableSlice);
        types.count(&self.ty, NESTING - u32::from(is_slice))
    }
}

/// Parameters with few enough values, and more than a handful.
fn random_parameters(types: &Types, random: &mut Random) -> Vec<Parameter> {
    let mut tries = 0;
    loop {
        tries += 1;
        let count = 1 + random.weighted(&[4, 4, 2]);
        let parameters: Vec<Parameter> = (0..count).map(|_| Parameter::random(types, random)).collect();
        let counts = parameters.iter().map(|parameter| parameter.count(types));
        let all = counts.fold(1, u64::saturating_mul);
        let fewest = if tries > 200 { 2 } else { 12 };
        if (fewest..=MOST_ARGUMENTS).contains(&all) {
            return parameters;
        }
    }
}
