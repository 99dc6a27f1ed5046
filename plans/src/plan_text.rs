//! Plans as text of one line, by names that outlive the numbers of a grammar: the same text is the same plan after the
//! crate was built anew, and in another version of it as long as what it names is still there.
//!
//! ```text
//! plan/1 "demo::f({0}) …"("&{0} …"(?"demo::Rect …"("0" ="u8":2a)))
//! ```
//!
//! A name in quotes is an op, with its arguments in parentheses if it has any; `?` marks a hole, followed by the value that
//! stood there; `=` a literal: the name of its type and its bytes in hexadecimal. Quotes and backslashes in names are
//! escaped by a backslash, line breaks written `\n`.

use crate::{Grammar, OpId, Plan, Term, TypeId};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// First word of the text: raise the number with every change of its form.
const VERSION: &str = "plan/1";

/// Deepest nesting of a plan that is read.
const MAX_NESTING: usize = 2048;

/// The names of a grammar's ops and types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanKeys {
    ops: Vec<String>,
    types: Vec<String>,
    op_of: BTreeMap<String, OpId>,
    type_of: BTreeMap<String, TypeId>,
}

/// Why a text is no plan of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanTextError {
    /// It does not begin with a version that is known.
    Version,
    /// It cannot be read from this byte on.
    Syntax(usize),
    /// No longer reachable: nothing has this name any more.
    Gone(String),
    /// What has this name takes or builds something else now.
    Changed(String),
}

impl fmt::Display for PlanTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => write!(f, "the text does not begin with `{VERSION}`"),
            Self::Syntax(at) => write!(f, "the plan cannot be read from byte {at} on"),
            Self::Gone(key) => write!(f, "no longer reachable: there is no `{key}`"),
            Self::Changed(key) => write!(f, "no longer reachable: `{key}` takes or builds something else"),
        }
    }
}

impl std::error::Error for PlanTextError {}

impl PlanKeys {
    /// Names by number of op and type. Of equal ones the first counts.
    pub fn new(ops: Vec<String>, types: Vec<String>) -> PlanKeys {
        fn by_name<T>(names: &[String], id: impl Fn(u32) -> T) -> BTreeMap<String, T> {
            let mut by_name = BTreeMap::new();
            for (name, number) in names.iter().zip(0..) {
                by_name.entry(name.clone()).or_insert_with(|| id(number));
            }
            by_name
        }
        PlanKeys {
            op_of: by_name(&ops, OpId),
            type_of: by_name(&types, TypeId),
            ops,
            types,
        }
    }

    /// The plan as text. None if an op or type has no name.
    pub fn write(&self, plan: &Plan) -> Option<String> {
        let mut text = format!("{VERSION} ");
        self.write_term(plan.term(), &mut text)?;
        Some(text)
    }

    fn write_term(&self, term: &Term, into: &mut String) -> Option<()> {
        match term {
            Term::Apply { op, args } => {
                quote(self.ops.get(op.index())?, into);
                if args.is_empty() {
                    return Some(());
                }
                into.push('(');
                for (index, arg) in args.iter().enumerate() {
                    if index > 0 {
                        into.push(' ');
                    }
                    self.write_term(arg, into)?;
                }
                into.push(')');
            }
            Term::Literal { ty, value } => {
                into.push('=');
                quote(self.types.get(ty.index())?, into);
                into.push(':');
                for byte in value {
                    write!(into, "{byte:02x}").ok()?;
                }
            }
            Term::Hole { default, .. } => {
                into.push('?');
                self.write_term(default, into)?;
            }
        }
        Some(())
    }

    /// The plan that a text says, as a plan of this grammar, to which the names belong.
    pub fn read(&self, grammar: &Grammar, text: &str) -> Result<Plan, PlanTextError> {
        let body = text.strip_prefix(VERSION).and_then(|rest| rest.strip_prefix(' '));
        let body = body.ok_or(PlanTextError::Version)?;
        let mut reader = Reader {
            keys: self,
            grammar,
            rest: body,
            end: text.len(),
        };
        let term = reader.term()?;
        if !reader.rest.is_empty() {
            return Err(reader.syntax());
        }
        let plan = Plan::new(term).ok_or(PlanTextError::Syntax(VERSION.len() + 1))?;
        Ok(plan.renumbered())
    }
}

fn quote(name: &str, into: &mut String) {
    into.push('"');
    for c in name.chars() {
        match c {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            _ => into.push(c),
        }
    }
    into.push('"');
}

/// What a reader is within.
enum Open {
    Hole,
    Apply(String, Vec<Term>),
}

struct Reader<'a> {
    keys: &'a PlanKeys,
    grammar: &'a Grammar,
    rest: &'a str,
    /// Length of the whole text.
    end: usize,
}

impl Reader<'_> {
    fn syntax(&self) -> PlanTextError {
        PlanTextError::Syntax(self.end - self.rest.len())
    }

    fn eat(&mut self, mark: char) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, mark: char) -> Result<(), PlanTextError> {
        match self.eat(mark) {
            true => Ok(()),
            false => Err(self.syntax()),
        }
    }

    /// Reads a term without recursion: texts may be nested deeper than a stack is.
    fn term(&mut self) -> Result<Term, PlanTextError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            if open.len() > MAX_NESTING {
                return Err(self.syntax());
            }
            let mut term = if self.eat('?') {
                open.push(Open::Hole);
                continue;
            } else if self.eat('=') {
                self.literal()?
            } else {
                let name = self.name()?;
                if self.eat('(') {
                    // Told before what is gone of its arguments: whoever asks for the whole asks for this.
                    if !self.keys.op_of.contains_key(&name) {
                        return Err(PlanTextError::Gone(name));
                    }
                    open.push(Open::Apply(name, Vec::new()));
                    continue;
                }
                self.apply(name, Vec::new())?
            };
            loop {
                term = match open.pop() {
                    None => return Ok(term),
                    Some(Open::Hole) => self.hole(term)?,
                    Some(Open::Apply(name, mut args)) => {
                        args.push(term);
                        if self.eat(' ') {
                            open.push(Open::Apply(name, args));
                            break;
                        }
                        self.expect(')')?;
                        self.apply(name, args)?
                    }
                };
            }
        }
    }

    fn hole(&self, default: Term) -> Result<Term, PlanTextError> {
        let ty = match &default {
            Term::Hole { .. } => None,
            default => default.result(self.grammar),
        };
        Ok(Term::Hole {
            number: 0,
            ty: ty.ok_or_else(|| self.syntax())?,
            default: Box::new(default),
        })
    }

    fn literal(&mut self) -> Result<Term, PlanTextError> {
        let name = self.name()?;
        self.expect(':')?;
        let value = self.bytes()?;
        let ty = self.keys.type_of.get(&name).copied();
        let ty = ty.ok_or(PlanTextError::Gone(name))?;
        Ok(Term::Literal { ty, value })
    }

    fn apply(&self, name: String, args: Vec<Term>) -> Result<Term, PlanTextError> {
        let op = self.keys.op_of.get(&name).copied();
        let spec = op.and_then(|op| self.grammar.op(op));
        let Some((op, spec)) = op.zip(spec) else {
            return Err(PlanTextError::Gone(name));
        };
        let types = args.iter().map(|arg| arg.result(self.grammar));
        if !types.eq(spec.args.iter().map(|ty| Some(*ty))) {
            return Err(PlanTextError::Changed(name));
        }
        Ok(Term::Apply { op, args })
    }

    fn name(&mut self) -> Result<String, PlanTextError> {
        self.expect('"')?;
        let mut name = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(name);
                }
                '\\' => name.push(match chars.next() {
                    Some((_, 'n')) => '\n',
                    Some((_, 'r')) => '\r',
                    Some((_, c @ ('"' | '\\'))) => c,
                    _ => break,
                }),
                c => name.push(c),
            }
        }
        Err(self.syntax())
    }

    fn bytes(&mut self) -> Result<Vec<u8>, PlanTextError> {
        let digits = self.rest.len()
            - self
                .rest
                .trim_start_matches(|c: char| c.is_ascii_hexdigit())
                .len();
        let (hex, rest) = self.rest.split_at(digits);
        let pairs = hex.as_bytes().chunks(2);
        let value: Option<Vec<u8>> = pairs
            .map(|pair| {
                let text = std::str::from_utf8(pair).ok().filter(|_| pair.len() == 2)?;
                u8::from_str_radix(text, 16).ok()
            })
            .collect();
        let value = value.ok_or_else(|| self.syntax())?;
        self.rest = rest;
        Ok(value)
    }
}
