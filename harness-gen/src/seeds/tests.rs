//! Which calls of an example there are, in which order, and on what. What becomes of them is tested end to end.

use super::examples::{Bindings, Examples, Step, steps, variable};
use quote::ToTokens;
use syn::Expr;

/// The calls of a block, with the value of the variable that each is on and how many calls were on it before.
fn told(code: &str) -> Vec<String> {
    let mut examples = Examples::default();
    examples.add_docs(&format!("```\n{code}\n```"));
    let block = examples.blocks().next().expect("a block");
    let mut bindings = Bindings::default();
    let mut calls = Vec::new();
    for step in steps(block) {
        match step {
            Step::Bind(name, value) => bindings.bind(name, value),
            Step::Call(call) => {
                let on = match call {
                    Expr::MethodCall(method) => variable(&method.receiver),
                    _ => None,
                };
                let bound = on.and_then(|name| bindings.scope().get(&name).cloned());
                let of = bound.map(|bound| format!(" of {} after {}", text(bound.value), bound.calls.len()));
                calls.push(format!("{}{}", text(call), of.unwrap_or_default()));
                bindings.change(call);
            }
        }
    }
    calls
}

fn text(expr: &Expr) -> String {
    expr.to_token_stream().to_string().replace(' ', "")
}

#[test]
fn calls_come_in_the_order_in_which_they_happen() {
    let calls = told(
        "# use x::List;\nlet mut list = List::new();\nlist.push(one());\nfor x in list.iter() { assert_eq!(list.get(x)?, 1); }\nlet list = \
         other(&list);\nlist.len();",
    );
    let expected = [
        "List::new()",
        "one()",
        "list.push(one()) of List::new() after 0",
        "list.iter() of List::new() after 1",
        "list.get(x) of List::new() after 2",
        "other(&list)",
        "list.len() of other(&list) after 0",
    ];
    assert_eq!(calls, expected);
}

#[test]
fn what_does_not_parse_and_what_shall_fail_are_no_examples() {
    let mut examples = Examples::default();
    examples.add_docs("```\nlet x = ;\n```\n\n```compile_fail\nf();\n```\n\n```text\nf();\n```");
    examples.add_file("fn f( {");
    assert_eq!(examples.blocks().count(), 0);
}

#[test]
fn tests_and_the_docs_of_items_are_examples() {
    let mut examples = Examples::default();
    examples.add_file(
        "//! ```\n//! a();\n//! ```\nmod m { impl X { /// ```\n/// b();\n/// ```\nfn f() {} } }\n#[cfg(test)] mod tests { #[test] fn t() { c() } \
         fn no() { d() } }",
    );
    let calls: Vec<String> = (examples.blocks().flat_map(steps))
        .filter_map(|step| match step {
            Step::Call(call) => Some(text(call)),
            Step::Bind(..) => None,
        })
        .collect();
    assert_eq!(calls, ["a()", "b()", "c()"]);
}
