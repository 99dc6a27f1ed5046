//! How plans are written in Rust: expressions for people, reproductions for the compiler. Pure text.

use crate::support::answers::LIST;
use crate::support::placeholders::PLACEHOLDER;
use crate::support::{OpBody, Written, fill, literals, placeholders};
use plans::{Pattern, Term, TypeId, variable_name};
use std::collections::BTreeMap;

/// The Rust side of every op of a grammar.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// By op id.
    pub(crate) ops: Vec<OpBinding>,
    /// Rust text of each type, by type id.
    pub(crate) types: Vec<String>,
    /// Whether values of the type may hold a borrow, by type id.
    pub(crate) may_borrow: Vec<bool>,
    /// Dependencies that may be named: the name in Rust text, and the line of a manifest that brings it.
    pub(crate) dependencies: BTreeMap<String, String>,
}

/// The Rust side of one op.
#[derive(Clone, Debug)]
pub(crate) struct OpBinding {
    pub(crate) written: Written,
    pub(crate) body: OpBody,
    pub(crate) result: TypeId,
    /// How a property's verdict is asserted; `{0}` is the call.
    pub(crate) assertion: Option<&'static str>,
    /// What a test must implement for its placeholder type.
    pub(crate) placeholder_impls: Vec<String>,
}

/// What a reproduction has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReproductionKind {
    /// The call itself fails.
    Fault,
    /// A property does not hold.
    Property,
}

impl Bindings {
    /// A literal that is no op, as its type's own literals are written.
    fn literal(&self, ty: TypeId, value: &[u8]) -> String {
        let ty = self.types.get(ty.index()).map_or("", String::as_str);
        literals::learned_text(ty, value)
    }

    /// The plan with the values of placeholder types marked as placeholders too, all numbered in order of appearance.
    pub fn with_type_placeholders(&self, term: Term) -> Term {
        self.marked(term, &mut 0)
    }

    fn marked(&self, term: Term, count: &mut u32) -> Term {
        match term {
            Term::Hole { ty, default, .. } => {
                *count += 1;
                Term::Hole {
                    number: *count,
                    ty,
                    default,
                }
            }
            Term::Apply { op, args } => {
                let binding = &self.ops[op.index()];
                if binding.written.short == PLACEHOLDER {
                    *count += 1;
                    let default = Box::new(Term::Apply { op, args });
                    return Term::Hole {
                        number: *count,
                        ty: binding.result,
                        default,
                    };
                }
                let args = args.into_iter().map(|arg| self.marked(arg, count)).collect();
                Term::Apply { op, args }
            }
            literal @ Term::Literal { .. } => literal,
        }
    }

    /// The plan as one Rust expression, last path segments only, placeholders written `?1`.
    pub fn expression(&self, term: &Term) -> String {
        match term {
            Term::Hole { number, .. } => format!("?{number}"),
            Term::Literal { ty, value } => self.literal(*ty, value),
            Term::Apply { op, args } => {
                let op = &self.ops[op.index()];
                self.expression_of(
                    op,
                    args.first(),
                    args.iter().map(|arg| self.expression(arg)).collect(),
                )
            }
        }
    }

    /// A statement op over an expression that already ends in statements continues it.
    fn expression_of(&self, op: &OpBinding, first: Option<&Term>, args: Vec<String>) -> String {
        let first_is_statement = matches!(first, Some(Term::Apply { op, .. })
            if self.ops[op.index()].written.statement);
        compose(&op.written.short, op.written.statement, first_is_statement, args)
    }

    /// What several plans have in common, variables written `x`, `y`…
    pub fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Hole { number } => format!("?{number}"),
            Pattern::Var(number) => variable_name(*number),
            Pattern::Literal { ty, value } => self.literal(*ty, value),
            Pattern::Apply { op, args } => {
                let first_is_statement = matches!(args.first(), Some(Pattern::Apply { op, .. })
                    if self.ops[op.index()].written.statement);
                let op = &self.ops[op.index()];
                let args = args.iter().map(|arg| self.pattern(arg)).collect();
                compose(&op.written.short, op.written.statement, first_is_statement, args)
            }
        }
    }

    /// A stand-alone `#[test]` that uses the explored crate's public API only: one `let` per call in evaluation
    /// order, so that owners outlive what borrows from them. Placeholders get the value they had, with a comment.
    pub fn reproduction(&self, term: &Term, test_name: &str, kind: ReproductionKind) -> String {
        let mut writer = TestWriter {
            bindings: self,
            lines: Vec::new(),
            next: 1,
        };
        let last = match term {
            Term::Apply { op, args } => {
                let binding = &self.ops[op.index()];
                if binding.written.statement {
                    let text = writer.value(term);
                    format!("let _ = {text};")
                } else {
                    let args = writer.values(args);
                    let call = fill(&binding.written.full, &args);
                    match (kind, binding.assertion) {
                        (ReproductionKind::Property, Some(assertion)) => {
                            format!("{};", fill(assertion, &[call]))
                        }
                        _ => format!("let _result = {call};"),
                    }
                }
            }
            Term::Hole { .. } | Term::Literal { .. } => String::new(),
        };
        writer.lines.push(last);
        let mut body: String = writer.lines.iter().map(|line| format!("    {line}\n")).collect();
        body = placeholders::rename(&body);
        let mut declarations = Vec::new();
        self.placeholder_impls(term, &mut declarations);
        if body.contains(placeholders::NAME) {
            declarations.insert(0, placeholders::DECLARATION);
        } else {
            declarations.retain(|line| !line.contains(placeholders::NAME));
        }
        let declarations: String = declarations.iter().map(|line| format!("    {line}\n")).collect();
        body.insert_str(0, &declarations);
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

    fn placeholder_impls<'a>(&'a self, term: &Term, impls: &mut Vec<&'a str>) {
        match term {
            Term::Hole { default, .. } => self.placeholder_impls(default, impls),
            Term::Literal { .. } => {}
            Term::Apply { op, args } => {
                for line in &self.ops[op.index()].placeholder_impls {
                    if !impls.contains(&line.as_str()) {
                        impls.push(line);
                    }
                }
                args.iter().for_each(|arg| self.placeholder_impls(arg, impls));
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

/// Joins a template and its arguments; a run of statements on one value becomes one block, pushes onto a new vector
/// become `vec![…]`.
fn compose(template: &str, statement: bool, first_is_statement: bool, args: Vec<String>) -> String {
    if template == LIST && args[1].is_empty() {
        return args[0].clone();
    }
    if !statement {
        return fill(template, &args);
    }
    if template == "{0}.push({1})" {
        if args[0] == "Vec::new()" {
            return format!("vec![{}]", args[1]);
        }
        if let Some(elements) = args[0]
            .strip_prefix("vec![")
            .and_then(|rest| rest.strip_suffix(']'))
        {
            return format!("vec![{elements}, {}]", args[1]);
        }
    }
    let (open, mut rest) = (String::from("v"), args);
    let base = std::mem::replace(&mut rest[0], open);
    let statement = fill(template, &rest);
    match base.strip_suffix(" v }") {
        Some(before) if first_is_statement => format!("{before} {statement}; v }}"),
        _ => format!("{{ let mut v = {base}; {statement}; v }}"),
    }
}

struct TestWriter<'a> {
    bindings: &'a Bindings,
    lines: Vec<String>,
    next: u32,
}

impl TestWriter<'_> {
    /// An expression for the value of `term`; calls and borrowed values are bound by `let` first.
    fn value(&mut self, term: &Term) -> String {
        match term {
            Term::Hole { number, default, .. } => {
                let text = self.value(default);
                format!("/* ?{number}, any value */ {text}")
            }
            Term::Literal { ty, value } => self.bindings.literal(*ty, value),
            Term::Apply { op, args } => {
                let binding = &self.bindings.ops[op.index()];
                match &binding.body {
                    OpBody::Borrow { mutable } => {
                        let text = self.value(&args[0]);
                        let inner = self.result_of(&args[0]);
                        let name = self.variable(*mutable, &text, inner);
                        format!("&{}{name}", if *mutable { "mut " } else { "" })
                    }
                    OpBody::Box | OpBody::Lazy => fill(&binding.written.full, &[self.value(&args[0])]),
                    OpBody::Arm(_) | OpBody::Learned(_) if binding.written.statement => self.statements(term),
                    OpBody::Arm(_) | OpBody::Learned(_) => {
                        let args = self.values(args);
                        let text = compose(&binding.written.full, false, false, args);
                        if binding.written.call {
                            self.bind(false, &text, binding.result)
                        } else {
                            text
                        }
                    }
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
            texts[position] = self.value(&args[position]);
        }
        texts
    }

    /// The argument that may come to hold what its siblings lend: the first that is lent mutably, else the first one,
    /// if it can hold a borrow at all. Its owner is bound last, so that it is dropped first.
    fn keeper(&self, args: &[Term]) -> Option<usize> {
        let lent = |arg: &Term, only_mutable: bool| match arg {
            Term::Apply { op, args } => match self.bindings.ops[op.index()].body {
                OpBody::Borrow { mutable } => {
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
                matches!(self.bindings.ops[op.index()].body, OpBody::Borrow { .. })
                    && !self.may_borrow(self.result_of(&args[0]))
            }
        }
    }

    fn may_borrow(&self, ty: TypeId) -> bool {
        self.bindings.may_borrow.get(ty.index()).copied().unwrap_or(true)
    }

    fn result_of(&self, term: &Term) -> TypeId {
        match term {
            Term::Apply { op, .. } => self.bindings.ops[op.index()].result,
            Term::Hole { ty, .. } | Term::Literal { ty, .. } => *ty,
        }
    }

    /// A value with statements run on it, innermost first.
    fn statements(&mut self, term: &Term) -> String {
        let mut chain = Vec::new();
        let mut base = term;
        while let Term::Apply { op, args } = base {
            let binding = &self.bindings.ops[op.index()];
            if !binding.written.statement {
                break;
            }
            chain.push((binding, &args[1..]));
            base = &args[0];
        }
        chain.reverse();
        let ty = self.result_of(base);
        // What the statements lend has to be there before a value that keeps it.
        let mut lent: Vec<Option<Vec<String>>> = vec![None; chain.len()];
        if self.may_borrow(ty) {
            for (texts, (_, args)) in lent.iter_mut().zip(&chain) {
                *texts = Some(self.values(args));
            }
        }
        let start = self.value(base);
        if chain.iter().all(|(b, _)| b.written.full == "{0}.push({1})") && start == "Vec::new()" {
            let mut elements = Vec::new();
            for (texts, (_, args)) in lent.into_iter().zip(&chain) {
                elements.extend(texts.unwrap_or_else(|| self.values(args)));
            }
            return format!("vec![{}]", elements.join(", "));
        }
        let name = self.variable(true, &start, ty);
        for (before, (binding, args)) in lent.into_iter().zip(chain) {
            let mut texts = vec![name.clone()];
            texts.extend(before.unwrap_or_else(|| self.values(args)));
            let statement = fill(&binding.written.full, &texts);
            let ignore = if binding.written.call { "let _ = " } else { "" };
            self.lines.push(format!("{ignore}{statement};"));
        }
        name
    }

    /// The variable that holds `text`; one that was just bound is taken as it is.
    fn variable(&mut self, mutable: bool, text: &str, ty: TypeId) -> String {
        let is_variable = text
            .strip_prefix('v')
            .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()) && !n.is_empty());
        if !is_variable {
            return self.bind(mutable, text, ty);
        }
        if mutable {
            let plain = format!("let {text}");
            for line in &mut self.lines {
                if let Some(rest) = line.strip_prefix(&plain)
                    && rest.starts_with([':', ' '])
                {
                    *line = format!("let mut {text}{rest}");
                }
            }
        }
        text.to_owned()
    }

    fn bind(&mut self, mutable: bool, text: &str, ty: TypeId) -> String {
        let name = format!("v{}", self.next);
        self.next += 1;
        let mark = if mutable { "mut " } else { "" };
        let annotation = match self.bindings.types.get(ty.index()) {
            Some(ty) if ty.len() <= 60 && !ty.contains("fn(") && !ty.contains("dyn ") => format!(": {ty}"),
            _ => String::new(),
        };
        self.lines.push(format!("let {mark}{name}{annotation} = {text};"));
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plans::OpId;

    fn op(form: &str, statement: bool, call: bool) -> OpBinding {
        let written = Written {
            short: form.to_owned(),
            full: form.to_owned(),
            statement,
            call,
        };
        OpBinding {
            written,
            body: OpBody::Arm(String::new()),
            result: TypeId(0),
            assertion: None,
            placeholder_impls: Vec::new(),
        }
    }

    fn borrow() -> OpBinding {
        OpBinding {
            body: OpBody::Borrow { mutable: false },
            ..op("&{0}", false, false)
        }
    }

    fn apply(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    fn bindings() -> Bindings {
        Bindings {
            ops: vec![
                op("S::new()", false, true),
                op("{0}.push({1})", true, true),
                op("7", false, false),
                op("f({0})", false, true),
                borrow(),
            ],
            types: vec!["S".to_owned()],
            may_borrow: vec![false],
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
            bindings.ops.push(op(form, false, true));
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
