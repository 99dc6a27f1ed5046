//! A small language with a printer and a parser: what is printed and parsed again is the same program.
//!
//! To be found: a program with a disjunction of two different expressions, which the parser swaps.

use std::fmt::{Display, Formatter, Result as Written};

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its modules.
    pub modules: Vec<Module>,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// What a module takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// What it takes.
    pub imports: Vec<Name>,
    /// What it gives.
    pub exports: Vec<Name>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// What it is called with.
    pub arguments: Vec<Expression>,
    /// What it does.
    pub statements: Vec<Statement>,
}

/// A name, of which there are many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(pub u8);

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Changes a variable.
    Assign(Name, Expression),
    /// Makes a variable.
    Allocate(Name, Expression),
    /// Ends the function.
    Return(Expression),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A difference.
    Subtract(Box<Expression>, Box<Expression>),
    /// A product.
    Multiply(Box<Expression>, Box<Expression>),
    /// A quotient.
    Divide(Box<Expression>, Box<Expression>),
    /// A negation.
    Not(Box<Expression>),
    /// A conjunction.
    And(Box<Expression>, Box<Expression>),
    /// A disjunction.
    Or(Box<Expression>, Box<Expression>),
}

use Expression::{Add, And, Bool, Divide, Int, Multiply, Not, Or, Subtract};

/// Every word is followed by a space.
impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        for module in &self.modules {
            write!(f, "module {}", Block(&module.imports))?;
            write!(f, "{}", Block(&module.exports))?;
        }
        self.functions
            .iter()
            .try_for_each(|function| write!(f, "function {function}"))
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(
            f,
            "{}{}{}",
            self.name,
            Block(&self.arguments),
            Block(&self.statements)
        )
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(f, "v{} ", self.0)
    }
}

/// A list in braces.
struct Block<'a, T>(&'a [T]);

impl<T: Display> Display for Block<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str("{ ")?;
        self.0.iter().try_for_each(|part| write!(f, "{part}"))?;
        f.write_str("} ")
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Statement::Assign(name, value) => write!(f, "set {name}{value}"),
            Statement::Allocate(name, value) => write!(f, "let {name}{value}"),
            Statement::Return(value) => write!(f, "return {value}"),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Int(number) => write!(f, "{number} "),
            Bool(value) => write!(f, "{value} "),
            Add(left, right) => write!(f, "( {left}+ {right}) "),
            Subtract(left, right) => write!(f, "( {left}- {right}) "),
            Multiply(left, right) => write!(f, "( {left}* {right}) "),
            Divide(left, right) => write!(f, "( {left}/ {right}) "),
            Not(value) => write!(f, "! {value}"),
            And(left, right) => write!(f, "( {left}&& {right}) "),
            Or(left, right) => write!(f, "( {left}|| {right}) "),
        }
    }
}

/// The words that were not parsed yet.
struct Parser<'a, const FAULTY: bool>(std::iter::Peekable<std::str::SplitWhitespace<'a>>);

impl<const FAULTY: bool> Parser<'_, FAULTY> {
    /// Nothing if the text is not that of a program.
    fn program(&mut self) -> Option<Program> {
        let mut program = Program {
            modules: Vec::new(),
            functions: Vec::new(),
        };
        while let Some(word) = self.0.next() {
            match word {
                "module" => program.modules.push(Module {
                    imports: self.block(Self::name)?,
                    exports: self.block(Self::name)?,
                }),
                "function" => program.functions.push(Function {
                    name: self.name()?,
                    arguments: self.block(Self::expression)?,
                    statements: self.block(Self::statement)?,
                }),
                _ => return None,
            }
        }
        Some(program)
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        (self.0.next()? == word).then_some(())
    }

    fn block<T>(&mut self, part: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.expect("{")?;
        let mut parts = Vec::new();
        while *self.0.peek()? != "}" {
            parts.push(part(self)?);
        }
        self.expect("}")?;
        Some(parts)
    }

    fn name(&mut self) -> Option<Name> {
        Some(Name(self.0.next()?.strip_prefix('v')?.parse().ok()?))
    }

    fn statement(&mut self) -> Option<Statement> {
        Some(match self.0.next()? {
            "set" => Statement::Assign(self.name()?, self.expression()?),
            "let" => Statement::Allocate(self.name()?, self.expression()?),
            "return" => Statement::Return(self.expression()?),
            _ => return None,
        })
    }

    fn expression(&mut self) -> Option<Expression> {
        Some(match self.0.next()? {
            "true" => Bool(true),
            "false" => Bool(false),
            "!" => Not(Box::new(self.expression()?)),
            "(" => {
                let left = Box::new(self.expression()?);
                let operator = self.0.next()?;
                let right = Box::new(self.expression()?);
                self.expect(")")?;
                match operator {
                    "+" => Add(left, right),
                    "-" => Subtract(left, right),
                    "*" => Multiply(left, right),
                    "/" => Divide(left, right),
                    "&&" => And(left, right),
                    "||" if FAULTY => Or(right, left),
                    "||" => Or(left, right),
                    _ => return None,
                }
            }
            number => Int(number.parse().ok()?),
        })
    }
}

fn survives<const FAULTY: bool>(program: &Program) -> bool {
    let text = program.to_string();
    let mut parser = Parser::<FAULTY>(text.split_whitespace().peekable());
    parser.program().as_ref() == Some(program)
}

crate::versions! {
    /// Swaps the sides of a disjunction.
    faulty;
    /// Swaps nothing.
    correct;
    /// What is printed and parsed again is the same.
    prop_parse(program: &Program) -> bool = survives;
}
