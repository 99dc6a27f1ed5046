//! Bodies of random functions: straight code of conditions on parts of the arguments, with several places that panic.

use super::conditions::Conditions;
use super::places::{Place, is_scalar};
use super::random::Random;
use super::types::{Type, Types};

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Result {
    Nothing,
    Number,
    Truth,
    /// A part of an argument.
    Moved,
}

/// Writes one body, one statement after the other.
pub(crate) struct Body<'a> {
    types: &'a Types,
    random: &'a mut Random,
    /// Sites of the crate so far.
    sites: &'a mut u32,
    function: &'a str,
    names: u32,
    lines: Vec<String>,
    indent: usize,
    helpers: Vec<String>,
    result: Result,
}

/// A word for a number. Findings are the same where messages differ in digits only.
fn word(number: u32) -> String {
    let mut left = number;
    let mut word = String::new();
    loop {
        word.insert(0, char::from(b'a' + (left % 26) as u8));
        left /= 26;
        if left == 0 {
            return word;
        }
    }
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        types: &'a Types,
        random: &'a mut Random,
        sites: &'a mut u32,
        function: &'a str,
        result: Result,
    ) -> Self {
        Body {
            types,
            random,
            sites,
            function,
            names: 0,
            lines: Vec::new(),
            indent: 1,
            helpers: Vec::new(),
            result,
        }
    }

    /// So many statements, at least one of which may panic.
    pub(crate) fn statements(&mut self, scope: &mut Vec<Place>, count: usize) {
        let before = *self.sites;
        for _ in 0..count {
            self.statement(scope);
        }
        if *self.sites == before {
            self.check(scope);
        }
    }

    /// The lines of the body, and the private functions that it calls.
    pub(crate) fn written(self) -> (String, String) {
        (self.lines.concat(), self.helpers.concat())
    }

    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}\n", "    ".repeat(self.indent)));
    }

    fn conditions(&mut self) -> Conditions<'_> {
        Conditions {
            types: self.types,
            random: self.random,
            names: &mut self.names,
        }
    }

    fn condition(&mut self, scope: &[Place]) -> String {
        self.conditions().condition(scope, 2)
    }

    fn site(&mut self) -> String {
        *self.sites += 1;
        format!("site {}", word(*self.sites))
    }

    fn statement(&mut self, scope: &mut Vec<Place>) {
        match self.random.weighted(&[34, 7, 14, 9, 9, 8, 6, 4, 5, 4]) {
            0 => self.check(scope),
            1 => self.leave(scope),
            2 => self.take_apart(scope, 1),
            3 => self.call_helper(scope),
            4 => self.write(scope),
            5 => self.bind(scope),
            6 => self.move_out(scope),
            7 => self.partial(scope),
            8 => self.walk(scope),
            _ => self.exchange(scope),
        }
    }

    /// Statements within a block, where everything is only read.
    fn reading(&mut self, scope: &[Place], budget: u32) {
        let scope: Vec<Place> = scope.iter().map(Place::to_read).collect();
        match self.random.weighted(&[60, 10, 20, 10]) {
            1 => self.leave(&scope),
            2 if budget > 0 => self.take_apart(&scope, budget - 1),
            3 => self.partial(&scope),
            _ => self.check(&scope),
        }
    }

    /// A place that panics on a condition.
    fn check(&mut self, scope: &[Place]) {
        let condition = self.condition(scope);
        let site = self.site();
        match self.random.weighted(&[75, 12, 13]) {
            0 => {
                self.line(&format!("if {condition} {{"));
                self.line(&format!("    panic!(\"{site}\");"));
                self.line("}");
            }
            1 => {
                self.line(&format!("if {condition} {{"));
                self.line(&format!("    unreachable!(\"{site}\");"));
                self.line("}");
            }
            _ => self.line(&format!("assert!(!({condition}), \"{site}\");")),
        }
    }

    fn leave(&mut self, scope: &[Place]) {
        let value = match self.result {
            Result::Nothing => "",
            Result::Number => " 0",
            Result::Truth => " false",
            Result::Moved => return self.check(scope),
        };
        let condition = self.condition(scope);
        self.line(&format!("if {condition} {{"));
        self.line(&format!("    return{value};"));
        self.line("}");
    }

    /// `if let` or `match` on a part.
    fn take_apart(&mut self, scope: &[Place], budget: u32) {
        for _ in 0..6 {
            let Some(place) = self.terminal(scope) else { break };
            match place.ty.clone() {
                Type::Maybe(inner) => {
                    let name = self.conditions().name();
                    self.line(&format!("if let Some({name}) = &{} {{", place.text));
                    self.block(scope, vec![Place::behind(&name, &inner, place.root)], budget);
                    if self.random.chance(40) {
                        self.line("} else {");
                        self.block(scope, Vec::new(), budget);
                    }
                    return self.line("}");
                }
                Type::List(inner) => {
                    let (first, second) = (self.conditions().name(), self.conditions().name());
                    let (pattern, names) = match self.random.below(4) {
                        0 => (format!("[{first}]"), vec![first]),
                        1 => (format!("[{first}, {second}]"), vec![first, second]),
                        2 => (format!("[{first}, ..]"), vec![first]),
                        _ => (format!("[.., {first}]"), vec![first]),
                    };
                    self.line(&format!("if let {pattern} = &{}[..] {{", place.text));
                    let bound = names.iter().map(|name| Place::behind(name, &inner, place.root));
                    self.block(scope, bound.collect(), budget);
                    return self.line("}");
                }
                Type::Own(number) if self.types.0[number].is_enum => {
                    self.line(&format!("match &{} {{", place.text));
                    self.indent += 1;
                    for variant in 0..self.types.0[number].variants.len() {
                        if self.random.chance(60) {
                            let (pattern, bound) = self.conditions().pattern(&place, number, Some(variant));
                            self.line(&format!("{pattern} => {{"));
                            self.block(scope, bound, budget);
                            self.line("}");
                        }
                    }
                    self.line("_ => {}");
                    self.indent -= 1;
                    return self.line("}");
                }
                _ => {}
            }
        }
        self.check(scope);
    }

    fn block(&mut self, scope: &[Place], mut bound: Vec<Place>, budget: u32) {
        self.indent += 1;
        if bound.is_empty() || self.random.chance(60) {
            bound.extend(scope.iter().cloned());
        }
        for _ in 0..1 + self.random.below(2) {
            self.reading(&bound, budget);
        }
        self.indent -= 1;
    }

    /// A private function that panics or answers.
    fn call_helper(&mut self, scope: &[Place]) {
        if scope.is_empty() {
            return;
        }
        let place = self.random.pick(scope).clone();
        let place = self.conditions().somewhere(&place);
        let name = format!("{}_helper_{}", self.function, self.helpers.len());
        let text = match (&place.ty, place.is_slice) {
            (Type::List(inner), true) => format!("[{}]", self.types.text(inner)),
            (ty, _) => self.types.text(ty),
        };
        let mut inner = Place::behind("h", &place.ty, 0);
        inner.is_slice = place.is_slice;
        let inner = [inner];
        let attribute = *self.random.pick(&["", "", "#[inline(never)]\n"]);
        if self.random.chance(50) {
            let condition = self.condition(&inner);
            self.helpers.push(format!(
                "{attribute}fn {name}(h: &{text}) -> bool {{\n    {condition}\n}}\n"
            ));
            let rest = self.condition(scope);
            let site = self.site();
            let operation = *self.random.pick(&["&&", "||"]);
            self.line(&format!("if {name}(&{}) {operation} {rest} {{", place.text));
            self.line(&format!("    panic!(\"{site}\");"));
            return self.line("}");
        }
        let outside = (std::mem::take(&mut self.lines), self.indent, self.result);
        self.indent = 1;
        self.result = Result::Nothing;
        for _ in 0..1 + self.random.below(2) {
            self.reading(&inner, 1);
        }
        let lines = std::mem::replace(&mut self.lines, outside.0).concat();
        (self.indent, self.result) = (outside.1, outside.2);
        self.helpers
            .push(format!("{attribute}fn {name}(h: &{text}) {{\n{lines}}}\n"));
        self.line(&format!("{name}(&{});", place.text));
    }

    fn terminal(&mut self, scope: &[Place]) -> Option<Place> {
        if scope.is_empty() {
            return None;
        }
        Some(self.random.pick(scope).terminal(self.types, self.random))
    }

    /// Changes a part.
    fn write(&mut self, scope: &mut Vec<Place>) {
        for _ in 0..8 {
            let Some(place) = self.terminal(scope).filter(|place| place.is_writable) else {
                continue;
            };
            let text = &place.text;
            match &place.ty {
                ty if is_scalar(ty) => {
                    let constant = self.conditions().constant(ty);
                    return self.line(&format!("{text} = {constant};"));
                }
                Type::Maybe(inner) if self.random.chance(50) => {
                    let name = self.conditions().name();
                    let taken = Place::local(&name, &Type::Maybe(inner.clone()), 100 + self.names);
                    self.line(&format!("let mut {name} = {text}.take();"));
                    return scope.push(taken);
                }
                Type::Maybe(_) => return self.line(&format!("{text} = None;")),
                Type::List(inner) if is_scalar(inner) && self.random.chance(40) => {
                    let constant = self.conditions().constant(inner);
                    return self.line(&format!("{text}.push({constant});"));
                }
                Type::List(inner) => {
                    if self.random.chance(50) {
                        let change = *self.random.pick(&["clear()", "truncate(1)"]);
                        return self.line(&format!("{text}.{change};"));
                    }
                    let name = self.conditions().name();
                    let popped = Place::local(&name, &Type::Maybe(inner.clone()), 100 + self.names);
                    self.line(&format!("let mut {name} = {text}.pop();"));
                    return scope.push(popped);
                }
                _ => {}
            }
        }
    }

    /// A local copy of a number, or a clone of a whole value.
    fn bind(&mut self, scope: &mut Vec<Place>) {
        let Some(first) = scope.get(self.random.below(scope.len())).cloned() else {
            return;
        };
        let place = self.conditions().somewhere(&first);
        if place.is_slice {
            return;
        }
        let name = self.conditions().name();
        let local = Place::local(&name, &place.ty, 100 + self.names);
        if self.types.is_copy(&place.ty) {
            self.line(&format!("let mut {name} = {};", place.text));
        } else if self.types.has(&place.ty, "Clone") {
            self.line(&format!("let mut {name} = {}.clone();", place.text));
        } else {
            self.line(&format!("let {name} = &{};", place.text));
            let behind = Place::behind(&name, &place.ty, place.root);
            // The borrow must not live as long as something is written.
            return self.check(&[behind]);
        }
        scope.push(local);
    }

    /// Takes an owned part out of the scope; what lies beside it stays.
    fn owned(&mut self, scope: &mut Vec<Place>) -> Option<Place> {
        let candidates: Vec<usize> = (0..scope.len()).filter(|index| scope[*index].is_owned).collect();
        if candidates.is_empty() {
            return None;
        }
        let index = *self.random.pick(&candidates);
        let mut place = scope.remove(index);
        while self.random.chance(60)
            && let Some(mut parts) = place.parts(self.types)
        {
            if parts.iter().any(|part| !part.is_owned) {
                break;
            }
            place = parts.remove(self.random.below(parts.len()));
            scope.extend(parts);
        }
        Some(place)
    }

    /// Moves a part of an argument that was passed by value.
    fn move_out(&mut self, scope: &mut Vec<Place>) {
        let Some(place) = self.owned(scope) else {
            return self.check(scope);
        };
        let name = self.conditions().name();
        match (self.random.below(3), &place.ty) {
            (0, _) => self.line(&format!("drop({});", place.text)),
            (1, Type::Maybe(inner)) => {
                self.line(&format!("if let Some({name}) = {} {{", place.text));
                self.indent += 1;
                let root = 100 + self.names;
                self.reading(&[Place::local(&name, inner, root).to_read()], 1);
                self.indent -= 1;
                self.line("}");
            }
            _ => {
                self.line(&format!("let mut {name} = {};", place.text));
                let root = 100 + self.names;
                scope.push(Place::local(&name, &place.ty, root));
            }
        }
    }

    /// What panics by itself: an index, a sum, something expected.
    fn partial(&mut self, scope: &[Place]) {
        for _ in 0..8 {
            let Some(place) = self.terminal(scope) else { return };
            let text = &place.text;
            let name = self.conditions().name();
            let root = 100 + self.names;
            match &place.ty {
                Type::U8 => {
                    let operation = *self.random.pick(&["+", "-", "*"]);
                    let Some(other) = self.terminal(scope).filter(|other| other.ty == Type::U8) else {
                        continue;
                    };
                    self.line(&format!("let {name} = {text} {operation} {};", other.text));
                    let sum = Place::local(&name, &Type::U8, root).to_read();
                    return self.check(&[sum]);
                }
                Type::List(inner) if is_scalar(inner) => {
                    let index = match self.terminal(scope).filter(|other| other.ty == Type::U8) {
                        Some(other) => format!("usize::from({})", other.text),
                        None => self.random.below(2).to_string(),
                    };
                    self.line(&format!("let {name} = {text}[{index}];"));
                    let element = Place::local(&name, inner, root).to_read();
                    return self.check(&[element]);
                }
                Type::Maybe(inner) => {
                    let site = self.site();
                    self.line(&format!("let {name} = {text}.as_ref().expect(\"{site}\");"));
                    return self.check(&[Place::behind(&name, inner, root)]);
                }
                _ => {}
            }
        }
    }

    /// A loop over a vector.
    fn walk(&mut self, scope: &[Place]) {
        for _ in 0..8 {
            let Some(place) = self.terminal(scope) else { return };
            if let Type::List(inner) = &place.ty {
                let name = self.conditions().name();
                self.line(&format!("for {name} in {}.iter() {{", place.text));
                self.block(scope, vec![Place::behind(&name, inner, place.root)], 1);
                return self.line("}");
            }
        }
        self.check(scope);
    }

    /// Swaps two values of the same type, or replaces one.
    fn exchange(&mut self, scope: &mut Vec<Place>) {
        for _ in 0..12 {
            let (first, second) = (
                self.random.below(scope.len().max(1)),
                self.random.below(scope.len().max(1)),
            );
            let (Some(first), Some(second)) = (scope.get(first).cloned(), scope.get(second).cloned()) else {
                return;
            };
            let (first, second) = (
                self.conditions().somewhere(&first),
                self.conditions().somewhere(&second),
            );
            let is_fit = first.ty == second.ty
                && first.is_writable
                && second.is_writable
                && first.root != second.root
                && !first.is_slice
                && !second.is_slice;
            if is_fit {
                return self.line(&format!(
                    "std::mem::swap(&mut {}, &mut {});",
                    first.text, second.text
                ));
            }
        }
        self.write(scope);
    }

    /// The last expression; returns how the result is declared.
    pub(crate) fn end(&mut self, scope: &mut Vec<Place>) -> String {
        match self.result {
            Result::Nothing => String::new(),
            Result::Truth => {
                let condition = self.condition(scope);
                self.line(&condition);
                " -> bool".to_owned()
            }
            Result::Number => {
                let numbers: Vec<String> = (0..3)
                    .filter_map(|_| self.terminal(scope))
                    .filter(|place| is_scalar(&place.ty))
                    .map(|place| format!("i64::from({})", place.text))
                    .collect();
                let sum = if numbers.is_empty() {
                    "0".to_owned()
                } else {
                    numbers.join(" + ")
                };
                self.line(&sum);
                " -> i64".to_owned()
            }
            Result::Moved => match self.owned(scope) {
                Some(place) => {
                    self.line(&place.text);
                    format!(" -> {}", self.types.text(&place.ty))
                }
                None => String::new(),
            },
        }
    }
}
