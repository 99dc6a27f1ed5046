//! The cases of `corpus/papers/smartcheck`.

use super::Case;
use crate::{case, generate_enum, generate_struct, generate_tuple_struct};
use ::smartcheck::calculator::{self, Expression as Sum};
use ::smartcheck::heap::{self, Heap};
use ::smartcheck::lists::{self, Lists};
use ::smartcheck::parser::{self, Expression, Function, Module, Name, Program, Statement};
use ::smartcheck::reverse;
use ::smartcheck::stack_set::{self, Stack, StackSet, Workspace};

generate_tuple_struct!(Lists(0: Vec<i16>, 1: Vec<i16>, 2: Vec<i16>, 3: Vec<i16>, 4: Vec<i16>));
generate_enum!(Sum { Constant(i64); Add(Box<Sum>, Box<Sum>), Divide(Box<Sum>, Box<Sum>) });
generate_enum!(Heap { Nil; Node(i64, Box<Heap>, Box<Heap>) });
generate_struct!(Program { modules: Vec<Module>, functions: Vec<Function> });
generate_struct!(Module { imports: Vec<Name>, exports: Vec<Name> });
generate_struct!(Function { name: Name, arguments: Vec<Expression>, statements: Vec<Statement> });
generate_tuple_struct!(Name(0: u8));
generate_enum!(Statement { Assign(Name, Expression), Allocate(Name, Expression), Return(Expression) });
generate_enum!(Expression {
    Int(i64), Bool(bool);
    Add(Box<Expression>, Box<Expression>),
    Subtract(Box<Expression>, Box<Expression>),
    Multiply(Box<Expression>, Box<Expression>),
    Divide(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>)
});
generate_struct!(Stack { focus: u8, up: Vec<u8>, down: Vec<u8> });
generate_struct!(Workspace { tag: u8, stack: Option<Stack> });
generate_struct!(StackSet { current: Workspace, visible: Vec<Workspace>, hidden: Vec<Workspace> });

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!("smartcheck::lists::faulty::prop_small_sums", |lists: Lists| {
            lists::faulty::prop_small_sums(&lists)
        }),
        case!("smartcheck::reverse::faulty::prop_reverse", |list: Vec<i64>| {
            reverse::faulty::prop_reverse(&list)
        }),
        case!(
            "smartcheck::calculator::faulty::prop_has_value",
            |expression: Sum| { calculator::faulty::prop_has_value(&expression) }
        ),
        case!("smartcheck::heap::faulty::prop_lists_in_order", |heap: Heap| {
            heap::faulty::prop_lists_in_order(&heap)
        }),
        case!("smartcheck::parser::faulty::prop_parse", |program: Program| {
            parser::faulty::prop_parse(&program)
        }),
        case!(
            "smartcheck::stack_set::faulty::prop_delete",
            |window: u8, set: StackSet| { stack_set::faulty::prop_delete(&window, &set) }
        ),
    ]
}
