//! Random conditions on parts of what a function was given.

use super::places::{Place, is_scalar};
use super::random::Random;
use super::types::{Type, Types};

/// Writes conditions; numbers the names they bind.
pub(crate) struct Conditions<'a> {
    pub(crate) types: &'a Types,
    pub(crate) random: &'a mut Random,
    pub(crate) names: &'a mut u32,
}

const COMPARISONS: [&str; 8] = ["==", "==", "==", "==", "!=", "<", ">", ">="];

impl Conditions<'_> {
    /// A condition on places of the scope, with at most `budget` others within it.
    pub(crate) fn condition(&mut self, scope: &[Place], budget: u32) -> String {
        if budget > 0 && self.random.chance(40) {
            let first = self.condition(scope, budget - 1);
            let second = self.condition(scope, budget - 1);
            return match self.random.weighted(&[5, 3, 1, 1, 1]) {
                0 => format!("({first} && {second})"),
                1 => format!("({first} || {second})"),
                2 => format!("(({first}) & ({second}))"),
                3 => format!("(({first}) | ({second}))"),
                _ => format!("!({first} && {second})"),
            };
        }
        for _ in 0..8 {
            if let Some(condition) = self.simple(scope, budget) {
                return condition;
            }
        }
        "true".to_owned()
    }

    fn simple(&mut self, scope: &[Place], budget: u32) -> Option<String> {
        if scope.is_empty() {
            return None;
        }
        match self.random.weighted(&[70, 22, 8]) {
            1 => return self.sum(scope),
            2 => return self.whole(scope),
            _ => {}
        }
        let place = self.random.pick(scope).terminal(self.types, self.random);
        match place.ty.clone() {
            ty @ (Type::U8 | Type::I8 | Type::U32) => Some(self.number(scope, &place, &ty)),
            Type::Bool => Some(self.truth(scope, &place)),
            Type::Maybe(inner) => Some(self.maybe(scope, &place, &inner, budget)),
            Type::List(inner) => Some(self.list(scope, &place, &inner, budget)),
            Type::Own(number) if self.types.0[number].is_enum => {
                Some(self.choice(scope, &place, number, budget))
            }
            _ => None,
        }
    }

    /// A constant that values of the type may have.
    pub(crate) fn constant(&mut self, ty: &Type) -> String {
        let constants: &[&str] = match ty {
            Type::U8 | Type::U32 => &["0", "0", "1", "1", "2", "2", "255", "255", "3", "17", "100"],
            Type::I8 => &["0", "1", "2", "-1", "-1", "5", "-128"],
            _ => &["true", "false"],
        };
        (*self.random.pick(constants)).to_owned()
    }

    fn another(&mut self, scope: &[Place], than: &Place, is_fit: impl Fn(&Type) -> bool) -> Option<Place> {
        for _ in 0..6 {
            let place = self.random.pick(scope).terminal(self.types, self.random);
            if is_fit(&place.ty) && place.text != than.text {
                return Some(place);
            }
        }
        None
    }

    fn number(&mut self, scope: &[Place], place: &Place, ty: &Type) -> String {
        let text = &place.text;
        let comparison = *self.random.pick(&COMPARISONS);
        let constant = self.constant(ty);
        match self.random.weighted(&[60, 20, 12, 8]) {
            1 => {
                if let Some(other) = self.another(scope, place, |other| other == ty) {
                    return format!("{text} {comparison} {}", other.text);
                }
            }
            2 => {
                if let Some(other) = self.another(scope, place, |other| other == ty) {
                    let operation = *self.random.pick(&["wrapping_add", "wrapping_mul", "max", "min"]);
                    return format!("{text}.{operation}({}) {comparison} {constant}", other.text);
                }
            }
            3 => return format!("{text} & 1 == 1"),
            _ => {}
        }
        format!("{text} {comparison} {constant}")
    }

    fn truth(&mut self, scope: &[Place], place: &Place) -> String {
        if self.random.chance(25)
            && let Some(other) = self.another(scope, place, |other| *other == Type::Bool)
        {
            let operation = *self.random.pick(&["==", "!=", "&", "|", "^"]);
            return format!("({} {operation} {})", place.text, other.text);
        }
        let not = if self.random.chance(35) { "!" } else { "" };
        format!("{not}{}", place.text)
    }

    /// A sum of several parts, against a constant.
    fn sum(&mut self, scope: &[Place]) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        let wanted = 2 + self.random.below(3);
        for _ in 0..wanted * 3 {
            let place = self.random.pick(scope).terminal(self.types, self.random);
            let part = match &place.ty {
                ty if is_scalar(ty) => format!("i64::from({})", place.text),
                Type::List(inner) if is_scalar(inner) => {
                    format!("{}.iter().map(|x| i64::from(*x)).sum::<i64>()", place.text)
                }
                Type::List(_) => format!("{}.len() as i64", place.text),
                Type::Maybe(inner) if is_scalar(inner) => {
                    format!("{}.as_ref().map_or(0, |x| i64::from(*x))", place.text)
                }
                _ => continue,
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
            if parts.len() == wanted {
                break;
            }
        }
        if parts.len() < 2 {
            return None;
        }
        // `!=` holds almost always here, and hides what comes later.
        let comparison = *self.random.pick(&["==", "==", "==", "<", ">", ">="]);
        let constant = *self.random.pick(&[0, 0, 1, 2, 3, 4, 255, 256, 257]);
        Some(format!("({}) {comparison} {constant}", parts.join(" + ")))
    }

    /// Two whole values against each other, where they can be compared.
    fn whole(&mut self, scope: &[Place]) -> Option<String> {
        let first = self.random.pick(scope).clone();
        let second = self.random.pick(scope).clone();
        let (first, second) = (self.somewhere(&first), self.somewhere(&second));
        let is_fit = first.ty == second.ty
            && first.text != second.text
            && first.is_slice == second.is_slice
            && self.types.has(&first.ty, "PartialEq");
        is_fit.then(|| format!("({} == {})", first.text, second.text))
    }

    /// The place, or a part of it at any depth.
    pub(crate) fn somewhere(&mut self, place: &Place) -> Place {
        let mut place = place.clone();
        while self.random.chance(50)
            && let Some(parts) = place.parts(self.types)
        {
            place = self.random.pick(&parts).clone();
        }
        place
    }

    /// A name that is new.
    pub(crate) fn name(&mut self) -> String {
        *self.names += 1;
        format!("x{}", self.names)
    }

    /// A condition on what `name` refers to, and maybe on the rest.
    fn about(&mut self, scope: &[Place], bound: Vec<Place>, budget: u32) -> String {
        let mut inner = bound;
        if self.random.chance(35) {
            inner.extend(scope.iter().map(Place::to_read));
        }
        self.condition(&inner, budget.saturating_sub(1))
    }

    fn maybe(&mut self, scope: &[Place], place: &Place, inner: &Type, budget: u32) -> String {
        let text = &place.text;
        match self.random.weighted(&[25, 20, 55]) {
            0 => format!("{text}.is_some()"),
            1 => format!("{text}.is_none()"),
            _ => {
                let name = self.name();
                let bound = vec![Place::behind(&name, inner, place.root)];
                let condition = self.about(scope, bound, budget);
                format!("{text}.as_ref().is_some_and(|{name}| {condition})")
            }
        }
    }

    fn list(&mut self, scope: &[Place], place: &Place, inner: &Type, budget: u32) -> String {
        let text = &place.text;
        let form = self.random.weighted(&[25, 15, 20, 10, 10, 10, 10]);
        match form {
            0 => {
                let comparison = *self.random.pick(&COMPARISONS);
                return format!("{text}.len() {comparison} {}", self.random.below(4));
            }
            1 => return format!("{text}.is_empty()"),
            _ => {}
        }
        let name = self.name();
        let bound = vec![Place::behind(&name, inner, place.root)];
        let condition = self.about(scope, bound, budget);
        match form {
            2 => format!("{text}.first().is_some_and(|{name}| {condition})"),
            3 => format!("{text}.last().is_some_and(|{name}| {condition})"),
            4 => format!("{text}.get(1).is_some_and(|{name}| {condition})"),
            5 => format!("{text}.iter().any(|{name}| {condition})"),
            _ => format!("{text}.iter().all(|{name}| {condition})"),
        }
    }

    fn choice(&mut self, scope: &[Place], place: &Place, number: usize, budget: u32) -> String {
        let (pattern, bound) = self.pattern(place, number, None);
        if bound.is_empty() || self.random.chance(30) {
            return format!("matches!(&{}, {pattern})", place.text);
        }
        let condition = self.about(scope, bound, budget);
        format!("matches!(&{}, {pattern} if {condition})", place.text)
    }

    /// A pattern for one variant of an own type, and what it binds.
    pub(crate) fn pattern(
        &mut self,
        place: &Place,
        number: usize,
        variant: Option<usize>,
    ) -> (String, Vec<Place>) {
        let own = &self.types.0[number];
        let index = variant.unwrap_or_else(|| self.random.below(own.variants.len()));
        let variant = &own.variants[index];
        let mut bound = Vec::new();
        let mut fields = Vec::new();
        for ty in &variant.fields {
            if self.random.chance(70) {
                let name = self.name();
                bound.push(Place::behind(&name, ty, place.root));
                fields.push(name);
            } else {
                fields.push("_".to_owned());
            }
        }
        (format!("{}::{}", own.name, variant.written(&fields)), bound)
    }
}
