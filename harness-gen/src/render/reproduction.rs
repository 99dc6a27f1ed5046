//! Plans as stand-alone tests: one `let` per call, so that owners outlive what borrows from them.

use super::{Bindings, ReproductionKind, Shape};
use crate::harness_types::{HOLE_DECLARATION, HOLE_IN_TESTS};
use crate::write::fill;
use plans::{Term, TypeId};

impl Bindings {
    /// A stand-alone `#[test]` that uses the explored crate's public API only: one `let` per call in evaluation
    /// order, so that owners outlive what borrows from them. Placeholders get the value they had, with a comment.
    pub fn reproduction(&self, term: &Term, test_name: &str, kind: ReproductionKind) -> String {
        let mut writer = TestWriter {
            bindings: self,
            lines: Vec::new(),
            variables: 0,
        };
        if let Term::Apply { op, args } = term {
            let binding = &self.ops[op.index()];
            let last = if binding.shape.is_statement() {
                format!("let _ = {};", writer.value(term).text())
            } else {
                let call = fill(&binding.full, &writer.values(args));
                match (kind, binding.assertion) {
                    (ReproductionKind::Property, Some(assertion)) => format!("{};", fill(assertion, &[call])),
                    _ => format!("let _result = {call};"),
                }
            };
            writer.lines.push(Line::Statement(last));
        }
        let body: String = writer
            .lines
            .iter()
            .map(|line| format!("    {}\n", line.text()))
            .collect();
        let names_placeholder = body.contains(HOLE_IN_TESTS);
        let mut declared = Vec::new();
        self.declarations(term, &mut declared);
        let declarations: String = names_placeholder
            .then_some(HOLE_DECLARATION)
            .into_iter()
            .chain(
                (declared.iter())
                    .filter(|(_, is_of_placeholder)| names_placeholder || !is_of_placeholder)
                    .map(|(line, _)| line.as_str()),
            )
            .map(|line| format!("    {line}\n"))
            .collect();
        let body = declarations + &body;
        let needs = self.needs(&body);
        format!("{needs}#[test]\nfn {test_name}() {{\n{body}}}\n")
    }

    /// A comment line for each dependency that the text names: the test compiles where these are at hand.
    fn needs(&self, body: &str) -> String {
        self.dependencies
            .iter()
            .filter(|(name, _)| names_crate(body, name))
            .map(|(_, requirement)| format!("// needs: {requirement}\n"))
            .collect()
    }

    fn declarations<'a>(&'a self, term: &Term, declared: &mut Vec<&'a (String, bool)>) {
        match term {
            Term::Hole { default, .. } => self.declarations(default, declared),
            Term::Literal { .. } => {}
            Term::Apply { op, args } => {
                for declaration in &self.ops[op.index()].declarations {
                    if !declared.contains(&declaration) {
                        declared.push(declaration);
                    }
                }
                args.iter().for_each(|arg| self.declarations(arg, declared));
            }
        }
    }
}

/// True if a path in the text begins with the crate's name.
fn names_crate(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}::")).any(|(position, _)| {
        let before = &text[..position];
        let before = before.strip_suffix("::").unwrap_or(before);
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

/// A line of a test.
enum Line {
    /// A variable and its value.
    Let {
        number: usize,
        mutable: bool,
        annotation: Option<String>,
        value: String,
    },
    Statement(String),
}

impl Line {
    fn text(&self) -> String {
        match self {
            Line::Let {
                number,
                mutable,
                annotation,
                value,
            } => {
                let mark = if *mutable { "mut " } else { "" };
                let annotation = annotation
                    .as_ref()
                    .map_or_else(String::new, |ty| format!(": {ty}"));
                format!("let {mark}v{number}{annotation} = {value};")
            }
            Line::Statement(text) => text.clone(),
        }
    }
}

/// What stands for a value.
enum Value {
    /// The variable of this number.
    Variable(usize),
    Text(String),
}

impl Value {
    fn text(self) -> String {
        match self {
            Value::Variable(number) => format!("v{number}"),
            Value::Text(text) => text,
        }
    }
}

struct TestWriter<'a> {
    bindings: &'a Bindings,
    lines: Vec<Line>,
    /// Variables bound so far.
    variables: usize,
}

impl TestWriter<'_> {
    /// What stands for the value of `term`; calls and borrowed values are bound by `let` first.
    fn value(&mut self, term: &Term) -> Value {
        let (op, args) = match term {
            Term::Hole { number, default, .. } => {
                let text = self.value(default).text();
                return Value::Text(format!("/* ?{number}, any value */ {text}"));
            }
            Term::Literal { ty, value } => return Value::Text(self.bindings.literal(*ty, value)),
            Term::Apply { op, args } => (op, args),
        };
        let binding = &self.bindings.ops[op.index()];
        match binding.shape {
            Shape::Borrow { mutable } => {
                let value = self.value(&args[0]);
                let number = self.variable(mutable, value, self.result_of(&args[0]));
                Value::Text(format!("&{}v{number}", if mutable { "mut " } else { "" }))
            }
            Shape::Wrapper => Value::Text(fill(&binding.full, &[self.value(&args[0]).text()])),
            shape if shape.is_statement() => self.statements(term),
            shape => {
                let mut texts = self.values(args);
                let text = match shape {
                    Shape::ListThen if self.bindings.is_list_end(&args[1]) => texts.swap_remove(0),
                    _ => fill(&binding.full, &texts),
                };
                match shape {
                    Shape::Bound => Value::Variable(self.bind(false, text, binding.result)),
                    _ => Value::Text(text),
                }
            }
        }
    }

    /// The arguments of one call. An owner that cannot hold a borrow is bound before a sibling that may come to hold
    /// one of it, because it has to live longer.
    fn values(&mut self, args: &[Term]) -> Vec<String> {
        let mut texts = vec![String::new(); args.len()];
        let lasting: Vec<bool> = args.iter().map(|arg| self.is_lasting_borrow(arg)).collect();
        let keeper = self.keeper(args);
        let order = |position: &usize| match (lasting[*position], Some(*position) == keeper) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let mut positions: Vec<usize> = (0..args.len()).collect();
        positions.sort_by_key(order);
        for position in positions {
            texts[position] = self.value(&args[position]).text();
        }
        texts
    }

    /// The argument that may come to hold what its siblings lend: the first that is lent mutably, else the first one,
    /// if it can hold a borrow at all. Its owner is bound last, so that it is dropped first.
    fn keeper(&self, args: &[Term]) -> Option<usize> {
        let lent = |arg: &Term, only_mutable: bool| match arg {
            Term::Apply { op, args } => match self.bindings.shape(*op) {
                Shape::Borrow { mutable } => {
                    (mutable || !only_mutable) && self.may_borrow(self.result_of(&args[0]))
                }
                _ => false,
            },
            Term::Hole { .. } | Term::Literal { .. } => false,
        };
        let mutable = args.iter().position(|arg| lent(arg, true));
        mutable.or_else(|| args.first().filter(|arg| lent(arg, false)).map(|_| 0))
    }

    /// A borrow of a value that cannot itself hold one.
    fn is_lasting_borrow(&self, term: &Term) -> bool {
        match term {
            Term::Hole { default, .. } => self.is_lasting_borrow(default),
            Term::Literal { .. } => false,
            Term::Apply { op, args } => {
                matches!(self.bindings.shape(*op), Shape::Borrow { .. })
                    && !self.may_borrow(self.result_of(&args[0]))
            }
        }
    }

    fn may_borrow(&self, ty: TypeId) -> bool {
        self.bindings.types.get(ty.index()).is_none_or(|ty| ty.may_borrow)
    }

    fn result_of(&self, term: &Term) -> TypeId {
        match term {
            Term::Apply { op, .. } => self.bindings.ops[op.index()].result,
            Term::Hole { ty, .. } | Term::Literal { ty, .. } => *ty,
        }
    }

    /// A value with statements run on it, innermost first.
    fn statements(&mut self, term: &Term) -> Value {
        let bindings = self.bindings;
        let (base, chain) = bindings.statements_on(term);
        let ty = self.result_of(base);
        // What the statements lend has to be there before a value that keeps it.
        let mut lent: Vec<Option<Vec<String>>> = vec![None; chain.len()];
        if self.may_borrow(ty) {
            for (texts, (_, args)) in lent.iter_mut().zip(&chain) {
                *texts = Some(self.values(args));
            }
        }
        if bindings.elements_of(base, &chain) == chain.len() {
            let mut elements = Vec::new();
            for (texts, (_, args)) in lent.into_iter().zip(&chain) {
                elements.extend(texts.unwrap_or_else(|| self.values(args)));
            }
            return Value::Text(format!("vec![{}]", elements.join(", ")));
        }
        let start = self.value(base);
        let number = self.variable(true, start, ty);
        for (before, (binding, args)) in lent.into_iter().zip(chain) {
            let mut texts = vec![format!("v{number}")];
            texts.extend(before.unwrap_or_else(|| self.values(args)));
            let statement = fill(&binding.full, &texts);
            self.lines.push(Line::Statement(format!("let _ = {statement};")));
        }
        Value::Variable(number)
    }

    /// The variable that holds the value; one that was just bound is taken as it is.
    fn variable(&mut self, mutable: bool, value: Value, ty: TypeId) -> usize {
        let bound = match value {
            Value::Variable(bound) => bound,
            Value::Text(text) => self.bind(mutable, text, ty),
        };
        for line in &mut self.lines {
            if let Line::Let {
                number,
                mutable: mark,
                ..
            } = line
                && *number == bound
            {
                *mark |= mutable;
            }
        }
        bound
    }

    fn bind(&mut self, mutable: bool, value: String, ty: TypeId) -> usize {
        self.variables += 1;
        let ty = self.bindings.types.get(ty.index());
        self.lines.push(Line::Let {
            number: self.variables,
            mutable,
            annotation: ty.and_then(|ty| ty.annotation.clone()),
            value,
        });
        self.variables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{OpBinding, TypeBinding};
    use plans::OpId;
    use std::collections::BTreeMap;

    fn op(form: &str, shape: Shape) -> OpBinding {
        OpBinding {
            short: form.to_owned(),
            full: form.to_owned(),
            shape,
            result: TypeId(0),
            assertion: None,
            declarations: Vec::new(),
        }
    }

    fn apply(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    fn bindings() -> Bindings {
        Bindings {
            ops: vec![
                op("S::new()", Shape::Bound),
                op("{0}.push({1})", Shape::Statement),
                op("7", Shape::Expression),
                op("f({0})", Shape::Bound),
                op("&{0}", Shape::Borrow { mutable: false }),
            ],
            types: vec![TypeBinding {
                name: "S".to_owned(),
                annotation: Some("S".to_owned()),
                may_borrow: false,
            }],
            dependencies: BTreeMap::from([("gauge".to_owned(), "depth-gauge = \"=1.2.3\"".to_owned())]),
        }
    }

    #[test]
    fn runs_of_statements_become_one_block() {
        let one = apply(1, vec![apply(0, vec![]), apply(2, vec![])]);
        let two = apply(1, vec![one, apply(2, vec![])]);
        assert_eq!(
            bindings().expression(&two),
            "{ let mut v = S::new(); v.push(7); v.push(7); v }"
        );
    }

    #[test]
    fn reproductions_bind_owners_before_borrows() {
        let pushed = apply(1, vec![apply(0, vec![]), apply(2, vec![])]);
        let call = apply(3, vec![apply(4, vec![pushed])]);
        let text = bindings().reproduction(&call, "fails", ReproductionKind::Fault);
        assert_eq!(
            text,
            "#[test]\nfn fails() {\n    let mut v1: S = S::new();\n    let _ = v1.push(7);\n    let _result = f(&v1);\n}\n"
        );
    }

    #[test]
    fn a_test_says_which_dependencies_it_names() {
        let text = |form: &str| {
            let mut bindings = bindings();
            bindings.ops.push(op(form, Shape::Bound));
            bindings.reproduction(&apply(5, vec![]), "t", ReproductionKind::Fault)
        };
        let needs = "// needs: depth-gauge = \"=1.2.3\"\n#[test]";
        assert!(text("f(gauge::Gauge::new())").starts_with(needs));
        assert!(text("<S as gauge::Read>::read()").starts_with(needs));
        for other in ["f(my::gauge::Gauge)", "f(tide_gauge::new())", "f(gauge)"] {
            assert!(text(other).starts_with("#[test]"), "{other}");
        }
    }

    #[test]
    fn placeholders_keep_the_value_that_was_there() {
        let hole = Term::Hole {
            number: 1,
            ty: TypeId(0),
            default: Box::new(apply(2, vec![])),
        };
        let call = apply(3, vec![hole]);
        assert_eq!(bindings().expression(&call), "f(?1)");
        assert!(
            bindings()
                .reproduction(&call, "t", ReproductionKind::Fault)
                .contains("f(/* ?1, any value */ 7)")
        );
    }
}
