//! Plans as stand-alone tests: `use` lines, and one `#[test]` function of a few statements.

use super::statements::{Style, Writer};
use super::{Bindings, ReproductionKind, Shape};
use crate::harness_types::{HOLE_DECLARATION, HOLE_IN_TESTS};
use crate::support_file::SUPPORT_CRATE;
use crate::write::{fill, imports};
use plans::Term;

/// How a test is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestStyle {
    /// As people write it. rustc may refuse it, or take another function than the plan's where two have one name.
    #[default]
    Readable,
    /// With whole paths and one `let` per call: what says exactly what the plan says.
    Explicit,
    /// The same, built as the harness is: what broken memory leads to depends on where values lie.
    Optimised,
    /// The same, and a panic of another thread is one of the test.
    Threads,
}

/// What a test of a leak declares, each line as deep as the lines of the test.
pub(crate) fn counting() -> &'static str {
    let text = include_str!("../../runtime/counting.rs").split_once('\n');
    text.map_or("", |(_, text)| text)
}

/// What a test says that is to be built like that.
const OPTIMISED: &str = "// It fails with CARGO_PROFILE_TEST_OPT_LEVEL=1 cargo test";

/// The beginning of a closure whose panics are caught.
const CAUGHT: &str = "let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {";

/// How a test hears of panics that nobody else is told of.
const HEARING: [&str; 7] = [
    "// Another thread panics, which only the panic hook is told.",
    "let (own, (heard, panics)) = (std::thread::current().id(), std::sync::mpsc::channel());",
    "std::panic::set_hook(Box::new(move |panic| {",
    "    if std::thread::current().id() != own {",
    "        let _ = heard.send(panic.to_string());",
    "    }",
    "}));",
];
/// What it does about them. A second is more than a thread needs that is not to be waited for.
const HEARD: [&str; 3] = [
    "if let Ok(panic) = panics.recv_timeout(std::time::Duration::from_secs(1)) {",
    "    panic!(\"{panic}\");",
    "}",
];

/// Calls that are made before another one.
#[derive(Clone, Debug)]
pub struct EarlierTerm {
    /// What is called.
    pub term: Term,
    /// How often, one after another.
    pub times: u32,
    /// It panics.
    pub fails: bool,
}

impl Bindings {
    /// A stand-alone `#[test]` that uses the explored crate's public API only. Placeholders get the value they had, with a
    /// comment.
    pub fn reproduction(
        &self,
        term: &Term,
        test_name: &str,
        kind: ReproductionKind,
        style: TestStyle,
    ) -> String {
        self.reproduction_behind(&[], term, test_name, kind, style)
    }

    /// The same of a call that shows its fault only behind others.
    pub fn reproduction_behind(
        &self,
        earlier: &[EarlierTerm],
        term: &Term,
        test_name: &str,
        kind: ReproductionKind,
        style: TestStyle,
    ) -> String {
        let assertion = match (kind, term) {
            (ReproductionKind::Property, Term::Apply { op, .. }) => self.ops[op.index()].assertion,
            _ => None,
        };
        let mut lines = Vec::new();
        lines.extend((style == TestStyle::Optimised).then(|| OPTIMISED.to_owned()));
        let hears = style == TestStyle::Threads;
        lines.extend(HEARING.iter().filter(|_| hears).map(|line| (*line).to_owned()));
        if !earlier.is_empty() {
            lines.push("// Fails only after these calls in the same process:".to_owned());
            lines.extend(
                earlier
                    .iter()
                    .flat_map(|earlier| self.earlier_lines(earlier, style)),
            );
            lines.push("// This is the one that fails.".to_owned());
        }
        lines.extend(self.lines_of_test(term, assertion, style));
        lines.extend(HEARD.iter().filter(|_| hears).map(|line| (*line).to_owned()));
        let mut declared = Vec::new();
        for term in earlier.iter().map(|earlier| &earlier.term).chain([term]) {
            self.declarations(term, &mut declared);
        }
        let body = match kind {
            ReproductionKind::Death if self.has_hostile(term) => without_panics(&lines),
            ReproductionKind::Leak => again_and_again(&lines),
            _ => indented(&lines, 1),
        };
        // Where nothing is asked of a placeholder type but what can be derived, the usual type does as well.
        let (uses, body) = imports::imported(
            &body,
            declared.iter().any(|(_, is_of_placeholder)| *is_of_placeholder),
        );
        let names_placeholder = body.contains(HOLE_IN_TESTS);
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
        let counting = if kind == ReproductionKind::Leak {
            counting()
        } else {
            ""
        };
        let space = if uses.is_empty() { "" } else { "\n" };
        let mut test =
            format!("{uses}{space}#[test]\nfn {test_name}() {{\n{counting}{declarations}{body}}}\n");
        if let Some(module) = &self.around_tests.support
            && names_crate(&test, SUPPORT_CRATE)
        {
            test.push_str(module);
        }
        self.needs(&test) + &test
    }

    fn lines_of_test(&self, term: &Term, assertion: Option<&str>, style: TestStyle) -> Vec<String> {
        let mut writer = Writer::new(
            self,
            match style {
                TestStyle::Readable => Style::Readable,
                TestStyle::Explicit | TestStyle::Optimised | TestStyle::Threads => Style::Explicit,
            },
            term,
        );
        let call = writer.call(term);
        let mut lines = writer.lines();
        lines.extend(call.map(|call| match (assertion, style) {
            (Some(assertion), _) => format!("{};", fill(assertion, &[call])),
            // A statement that begins like a block is one.
            (None, TestStyle::Readable) if !call.starts_with('{') && !call.starts_with("match ") => {
                format!("{call};")
            }
            (None, _) => format!("let _result = {call};"),
        }));
        lines
    }

    /// Calls before the one that fails, in a block if there is more to them than a call.
    fn earlier_lines(&self, earlier: &EarlierTerm, style: TestStyle) -> Vec<String> {
        let mut lines = self.lines_of_test(&earlier.term, None, style);
        let in_block = |first: String, lines: Vec<String>, last: &str| {
            let inner = lines.into_iter().map(|line| format!("    {line}"));
            [first]
                .into_iter()
                .chain(inner)
                .chain([last.to_owned()])
                .collect()
        };
        if earlier.fails {
            lines = in_block(CAUGHT.to_owned(), lines, "}));");
        }
        match lines.len() {
            _ if earlier.times > 1 => in_block(format!("for _ in 0..{} {{", earlier.times), lines, "}"),
            1 => lines,
            _ if earlier.fails => lines,
            _ => in_block("{".to_owned(), lines, "}"),
        }
    }

    /// A comment line for each dependency that the text names: the test compiles where these are at hand.
    fn needs(&self, body: &str) -> String {
        self.around_tests
            .dependencies
            .iter()
            .filter(|(name, _)| names_crate(body, name))
            .map(|(_, requirement)| format!("// needs: {requirement}\n"))
            .collect()
    }

    /// Whether something in it may misbehave.
    fn has_hostile(&self, term: &Term) -> bool {
        match term {
            Term::Hole { default, .. } => self.has_hostile(default),
            Term::Literal { .. } => false,
            Term::Apply { op, args } => {
                self.shape(*op) == Shape::Hostile || args.iter().any(|arg| self.has_hostile(arg))
            }
        }
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

/// Lines that are so many blocks deep.
fn indented(lines: &[String], depth: usize) -> String {
    let indentation = "    ".repeat(depth);
    lines
        .iter()
        .map(|line| format!("{indentation}{line}\n"))
        .collect()
}

/// The lines in a closure whose panics are caught: a hostile value raised them.
fn without_panics(lines: &[String]) -> String {
    format!("    {CAUGHT}\n{}    }}));\n", indented(lines, 2))
}

/// The lines in a closure whose calls, but for the first, are to leave nothing.
fn again_and_again(lines: &[String]) -> String {
    let live = "LIVE.load(std::sync::atomic::Ordering::Relaxed)";
    format!(
        "    let call = || {{\n{}    }};\n    // What is kept for good is there after the first ones.\n    (0..4).for_each(|_| call());\n    \
         let before = {live};\n    (0..4).for_each(|_| call());\n    let left = {live} - before;\n    \
         assert!(left <= 0, \"{{left}} bytes of 4 calls are never freed\");\n",
        indented(lines, 2)
    )
}

/// True if a path in the text begins with the crate's name.
fn names_crate(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}::")).any(|(position, _)| {
        let before = &text[..position];
        let before = before.strip_suffix("::").unwrap_or(before);
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness_types::Names;
    use crate::oddity::Oddities;
    use crate::render::{AroundTests, OpBinding, Shape, TypeBinding};
    use plans::{OpId, TypeId};
    use std::collections::BTreeMap;

    fn op(form: &str, shape: Shape) -> OpBinding {
        OpBinding {
            explicit: form.replace("({0}).", "{0}."),
            ..OpBinding::of_form(form, shape)
        }
    }

    fn apply(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    /// Ops 0 to 6: a stack, an element on it, a number, a function of a stack, what is lent, and a number on two stacks.
    fn bindings() -> Bindings {
        let stack = Names::Imported.path("own::Stack");
        let on_both = OpBinding {
            shared: Some((0, 1)),
            ..op("both({0}, {0}, {1})", Shape::Bound)
        };
        let number = OpBinding {
            says_its_type: false,
            result: TypeId(1),
            ..op("7", Shape::Expression)
        };
        let ty = |name: &str, annotation: Option<&str>, variable: &str| TypeBinding {
            name: name.to_owned(),
            annotation: Some(name.to_owned()),
            readable_annotation: annotation.map(str::to_owned),
            variable: variable.to_owned(),
            may_borrow: false,
        };
        Bindings {
            variants: Vec::new(),
            ops: vec![
                OpBinding {
                    readable: format!("{stack}::new()"),
                    ..op("Stack::new()", Shape::Bound)
                },
                op("({0}).push({1})", Shape::Statement),
                number,
                op("f({0})", Shape::Bound),
                op("&{0}", Shape::Borrow { mutable: false }),
                on_both,
                op("({0}).a_method_with_a_very_long_name({1}, {2})", Shape::Bound),
            ],
            types: vec![ty("Stack", None, "stack"), ty("u8", Some("u8"), "number")],
            oddities: Oddities::default(),
            around_tests: AroundTests {
                dependencies: BTreeMap::from([("gauge".to_owned(), "depth-gauge = \"=1.2.3\"".to_owned())]),
                support: Some("\nmod explore_support {}\n".to_owned()),
            },
        }
    }

    fn pushed() -> Term {
        apply(1, vec![apply(0, vec![]), apply(2, vec![])])
    }

    fn test(term: &Term, style: TestStyle) -> String {
        bindings().reproduction(term, "fails", ReproductionKind::Fault, style)
    }

    #[test]
    fn runs_of_statements_become_one_block() {
        let two = apply(1, vec![pushed(), apply(2, vec![])]);
        assert_eq!(
            bindings().expression(&two),
            "{ let mut stack = Stack::new(); stack.push(7); stack.push(7); }"
        );
        let call = apply(3, vec![apply(4, vec![two])]);
        assert_eq!(
            bindings().statements(&call),
            [
                "let mut stack = Stack::new();",
                "stack.push(7);",
                "stack.push(7);",
                "f(&stack);"
            ]
        );
    }

    #[test]
    fn a_test_reads_as_people_write_it() {
        let fresh = apply(3, vec![apply(4, vec![apply(0, vec![])])]);
        assert_eq!(
            test(&fresh, TestStyle::Readable),
            "use own::Stack;\n\n#[test]\nfn fails() {\n    f(&Stack::new());\n}\n"
        );
        let call = apply(3, vec![apply(4, vec![pushed()])]);
        assert_eq!(
            test(&call, TestStyle::Readable),
            "use own::Stack;\n\n#[test]\nfn fails() {\n    let mut stack = Stack::new();\n    stack.push(7);\n    \
             f(&stack);\n}\n"
        );
    }

    #[test]
    fn calls_before_the_one_that_fails_stand_before_it() {
        let earlier = |term, times, fails| EarlierTerm { term, times, fails };
        let call = apply(3, vec![apply(4, vec![apply(0, vec![])])]);
        let text = bindings().reproduction_behind(
            &[
                earlier(call.clone(), 1, false),
                earlier(call.clone(), 3, true),
                earlier(pushed(), 1, false),
            ],
            &call,
            "fails",
            ReproductionKind::Fault,
            TestStyle::Readable,
        );
        let expected = "use own::Stack;\n\n#[test]\nfn fails() {\n    \
             // Fails only after these calls in the same process:\n    f(&Stack::new());\n    \
             for _ in 0..3 {\n        \
             let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {\n            f(&Stack::new());\n        }));\n    }\n    \
             {\n        let mut stack = Stack::new();\n        stack.push(7);\n    }\n    \
             // This is the one that fails.\n    f(&Stack::new());\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn explicit_tests_bind_owners_before_borrows() {
        let call = apply(3, vec![apply(4, vec![pushed()])]);
        assert_eq!(
            test(&call, TestStyle::Explicit),
            "#[test]\nfn fails() {\n    let mut v1: Stack = Stack::new();\n    let _ = v1.push(7);\n    \
             let _result = f(&v1);\n}\n"
        );
    }

    #[test]
    fn what_two_parameters_share_is_bound_unless_it_is_a_constant() {
        let lent = |inner| apply(4, vec![inner]);
        let call = apply(5, vec![lent(apply(0, vec![])), apply(2, vec![])]);
        assert_eq!(
            bindings().expression(&call),
            "{ let stack = Stack::new(); both(&stack, &stack, 7); }"
        );
        let of_constant = apply(5, vec![lent(apply(2, vec![])), apply(2, vec![])]);
        assert_eq!(bindings().expression(&of_constant), "both(&7, &7, 7)");
    }

    #[test]
    fn long_lines_are_cut_into_statements() {
        let part = || apply(3, vec![apply(0, vec![])]);
        let inner = apply(6, vec![part(), part(), apply(2, vec![])]);
        let call = apply(6, vec![inner, part(), part()]);
        let lines = bindings().statements(&call);
        assert_eq!(
            lines,
            [
                "let stack = f(Stack::new()).a_method_with_a_very_long_name(f(Stack::new()), 7);",
                "let stack2 = f(Stack::new());",
                "let stack3 = f(Stack::new());",
                "stack.a_method_with_a_very_long_name(stack2, stack3);"
            ]
        );
        assert!(
            bindings()
                .expression(&call)
                .starts_with("f(Stack::new()).a_method")
        );
    }

    #[test]
    fn a_test_says_which_dependencies_it_names() {
        let text = |form: &str| {
            let mut bindings = bindings();
            bindings.ops.push(op(form, Shape::Bound));
            bindings.reproduction(
                &apply(7, vec![]),
                "t",
                ReproductionKind::Fault,
                TestStyle::Readable,
            )
        };
        let needs = "// needs: depth-gauge = \"=1.2.3\"\n";
        assert!(text("f(gauge::Gauge::new())").starts_with(needs));
        assert!(text("<S as gauge::Read>::read()").starts_with(needs));
        let imported = text(&format!("f({}::new())", Names::Imported.path("gauge::Gauge")));
        assert!(
            imported.starts_with(&format!("{needs}use gauge::Gauge;\n\n#[test]")),
            "{imported}"
        );
        for other in ["f(my::gauge::Gauge)", "f(tide_gauge::new())", "f(gauge)"] {
            assert!(text(other).starts_with("#[test]"), "{other}");
        }
    }

    #[test]
    fn placeholders_keep_the_value_that_was_there() {
        let hole = |default| Term::Hole {
            number: 1,
            ty: TypeId(0),
            default: Box::new(default),
        };
        let call = apply(3, vec![hole(apply(2, vec![]))]);
        assert_eq!(bindings().expression(&call), "f(?1)");
        assert!(test(&call, TestStyle::Readable).contains("f(/* ?1, any value */ 7)"));
        let owner = apply(3, vec![apply(4, vec![hole(apply(0, vec![]))])]);
        assert!(
            test(&owner, TestStyle::Explicit).contains("let v1: Stack = /* ?1, any value */ Stack::new()")
                || test(&owner, TestStyle::Explicit).contains("/* ?1, any value */ v1")
        );
    }

    #[test]
    fn the_support_file_stands_behind_tests_that_name_it() {
        let mut bindings = bindings();
        bindings.ops.push(OpBinding {
            readable: format!("{}()", Names::Imported.path("explore_support::stack")),
            ..op("explore_support::stack()", Shape::Bound)
        });
        let test = |op: u32, style| {
            let term = apply(3, vec![apply(op, vec![])]);
            bindings.reproduction(&term, "t", ReproductionKind::Fault, style)
        };
        for style in [TestStyle::Readable, TestStyle::Explicit] {
            let with = test(7, style);
            assert!(with.ends_with("}\n\nmod explore_support {}\n"), "{with}");
            assert!(!test(0, style).contains("explore_support"));
        }
        assert!(test(7, TestStyle::Readable).starts_with("use explore_support::stack;\n"));
    }
}
