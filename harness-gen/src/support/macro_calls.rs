//! Ops of exported macros: each invocation of the doc examples is a call without arguments, wrapped so that it
//! compiles by itself. Which of the wrappings do is rustc's decision.

use super::builder::Builder;
use super::forms::last;
use super::{OpBody, OpDef, Written};
use crate::api::macros::MacroCall;
use crate::api::ty::Ty;

/// What stands around an invocation.
#[derive(Clone, Copy)]
enum Around {
    /// A statement: for expressions as well as for items.
    Block,
    /// A function that ends well: for macros that return an error from where they are used.
    Fallible,
}

impl Builder<'_> {
    /// Adds the calls of a macro.
    pub(super) fn add_macro(&mut self, index: usize, path: &str, calls: &[MacroCall]) {
        for call in calls {
            for around in [Around::Block, Around::Fallible] {
                let result = self.want(&Ty::unit());
                let full = escaped(&expression(call, path, around, ""));
                let body = format!(
                    "let _ = {}; put::<()>(out, ()); 0",
                    expression(call, path, around, "::")
                );
                if call.is_guess {
                    // Nobody says that this call is a good one.
                    self.set.arms_without_findings.insert(body.clone());
                }
                self.add_op(OpDef {
                    item: Some(index),
                    is_root: true,
                    label: String::new(),
                    has_type_placeholder: false,
                    inputs: Vec::new(),
                    result,
                    steps: 1,
                    total: false,
                    builds: false,
                    body: OpBody::Arm(body),
                    written: Written {
                        short: escaped(&format!("{}!({})", last(path), call.arguments)),
                        full,
                        statement: false,
                        call: true,
                    },
                    placeholder_impls: Vec::new(),
                    parts: None,
                });
            }
        }
    }
}

fn expression(call: &MacroCall, path: &str, around: Around, root: &str) -> String {
    let krate = path.split("::").next().unwrap_or(path);
    let annotation = call
        .annotation
        .as_ref()
        .map_or_else(String::new, |ty| format!("let _: {ty} = "));
    let statement = format!("{annotation}{root}{path}!({});", call.arguments);
    let statement = match around {
        Around::Block => statement,
        Around::Fallible => format!("(|| {{ {statement} Ok(()) }})()"),
    };
    format!("{{ use {root}{krate}::*; {}{statement} }}", call.imports)
}

/// A text without slots as a template.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::fill;

    #[test]
    fn invocations_are_expressions_that_stand_alone() {
        let call = MacroCall {
            imports: "use std::rc::Rc; ".to_owned(),
            annotation: Some("Rc<u8>".to_owned()),
            arguments: "{ 0 }".to_owned(),
            is_guess: false,
        };
        let block = expression(&call, "adder::sum", Around::Block, "::");
        assert_eq!(
            block,
            "{ use ::adder::*; use std::rc::Rc; let _: Rc<u8> = ::adder::sum!({ 0 }); }"
        );
        assert_eq!(fill(&escaped(&block), &[]), block);
        let fallible = expression(&MacroCall::default(), "adder::sum", Around::Fallible, "");
        assert_eq!(fallible, "{ use adder::*; (|| { adder::sum!(); Ok(()) })() }");
    }
}
