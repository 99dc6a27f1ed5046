//! What the bytes of a fuzzer choose from: of a grammar what plans of some roots can have. The same table stands in a target and in
//! the description beside it, so that bytes mean the same to both.

use super::bytes::{Choices, Literal, Step, decode, encode_choice, encode_literal};
use plans::{Grammar, OpId, Plan, Term, TextKind, TypeId, Vocabulary};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Choices by number of type and op; those that no plan of the roots can have are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub(super) types: BTreeMap<u32, TypeRow>,
    /// Types of arguments.
    pub(super) ops: BTreeMap<u32, Vec<u32>>,
}

/// How the values of a type are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TypeRow {
    pub(super) alternatives: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) places: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) literal: Option<LiteralRow>,
}

/// What a literal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LiteralRow {
    Number(u8),
    Character,
    Text,
    Bytes,
}

impl LiteralRow {
    pub(super) fn as_literal(self) -> Literal {
        match self {
            LiteralRow::Number(size) => Literal::Number(size.into()),
            LiteralRow::Character => Literal::Character,
            LiteralRow::Text => Literal::Text,
            LiteralRow::Bytes => Literal::Bytes,
        }
    }
}

impl From<TextKind> for LiteralRow {
    fn from(kind: TextKind) -> Self {
        match kind {
            TextKind::Utf8 => LiteralRow::Text,
            TextKind::Bytes => LiteralRow::Bytes,
            TextKind::Integer(size) => LiteralRow::Number(size),
            TextKind::Character => LiteralRow::Character,
        }
    }
}

impl Table {
    /// What plans of these roots can have. `op_items` gives for each op the item it calls.
    pub fn new(
        grammar: &Grammar,
        vocabulary: &Vocabulary,
        op_items: &[Option<usize>],
        roots: impl IntoIterator<Item = OpId>,
    ) -> Table {
        let is_of_item = |op: OpId| op_items.get(op.index()).is_some_and(Option::is_some);
        let mut table = Table::default();
        let mut ops: Vec<OpId> = roots.into_iter().collect();
        while let Some(op) = ops.pop() {
            let Some(spec) = grammar.op(op) else { continue };
            let arguments = spec.args.iter().map(|ty| ty.0).collect();
            if table.ops.insert(op.0, arguments).is_some() {
                continue;
            }
            for ty in &spec.args {
                if let Entry::Vacant(entry) = table.types.entry(ty.0) {
                    let row = entry.insert(type_row(grammar, vocabulary, &is_of_item, *ty));
                    ops.extend(row.alternatives.iter().chain(&row.places).copied().map(OpId));
                }
            }
        }
        table
    }

    /// The ops in it.
    pub fn ops(&self) -> BTreeSet<OpId> {
        self.ops.keys().copied().map(OpId).collect()
    }

    /// The types in it.
    pub fn types(&self) -> BTreeSet<TypeId> {
        self.types.keys().copied().map(TypeId).collect()
    }

    /// The plan that bytes say, of one of these roots; none if there is no root.
    pub fn decode(&self, roots: &[OpId], data: &[u8]) -> Option<Plan> {
        let roots: Vec<u32> = roots.iter().map(|root| root.0).collect();
        let mut terms: Vec<Term> = Vec::new();
        for Step { op, literal } in decode(self, &roots, data) {
            let term = match literal {
                Some((ty, value)) => Term::Literal {
                    ty: TypeId(ty),
                    value,
                },
                None => Term::Apply {
                    op: OpId(op),
                    args: terms.split_off(terms.len().checked_sub(self.arguments(op).len())?),
                },
            };
            terms.push(term);
        }
        Plan::new(terms.pop()?)
    }

    /// Bytes that say a plan, with its holes decided as they are; none if there are no such bytes.
    pub fn encode(&self, roots: &[OpId], plan: &Plan) -> Option<Vec<u8>> {
        let plan = plan.with_holes(|_| false);
        let root = roots.iter().position(|root| *root == plan.root())?;
        let mut data = encode_choice(Some(root), roots.len(), false);
        if let Term::Apply { op, args } = plan.term() {
            self.encode_arguments(*op, args, &mut data)?;
        }
        (self.decode(roots, &data).as_ref() == Some(&plan)).then_some(data)
    }

    fn encode_arguments(&self, op: OpId, args: &[Term], data: &mut Vec<u8>) -> Option<()> {
        let types = self.ops.get(&op.0)?;
        for (ty, arg) in types.iter().zip(args) {
            let row = self.types.get(ty)?;
            let choice = |index| encode_choice(index, row.alternatives.len(), !row.places.is_empty());
            match arg {
                Term::Apply { op, args } => {
                    let index = row.alternatives.iter().position(|other| *other == op.0)?;
                    data.extend(choice(Some(index)));
                    self.encode_arguments(*op, args, data)?;
                }
                Term::Literal { value, .. } => {
                    data.extend(choice(None));
                    data.extend(encode_literal(row.literal?.as_literal(), value));
                }
                Term::Hole { .. } => return None,
            }
        }
        Some(())
    }
}

fn type_row(
    grammar: &Grammar,
    vocabulary: &Vocabulary,
    is_of_item: &dyn Fn(OpId) -> bool,
    ty: TypeId,
) -> TypeRow {
    let literal = (vocabulary.kinds.get(&ty)).or_else(|| vocabulary.scalars.get(&ty));
    let numbers = |ops: &[OpId]| ops.iter().map(|op| op.0).collect();
    let learned = grammar.learned_of(ty);
    let ordinary = &grammar.alternatives(ty)[..grammar.alternatives(ty).len() - learned.len()];
    // Bytes say a longer text at once, and what makes one of a shorter one keeps both for good.
    let is_growing = |op: OpId| {
        literal.is_some() && !is_of_item(op) && grammar.op(op).is_some_and(|spec| spec.args.contains(&ty))
    };
    let ordinary: Vec<OpId> = ordinary.iter().copied().filter(|op| !is_growing(*op)).collect();
    TypeRow {
        alternatives: numbers(&ordinary),
        places: literal.map_or_else(Vec::new, |_| numbers(learned)),
        literal: literal.map(|kind| LiteralRow::from(*kind)),
    }
}

impl Choices for Table {
    fn alternatives(&self, ty: u32) -> &[u32] {
        self.types.get(&ty).map_or(&[], |row| &row.alternatives)
    }

    fn places(&self, ty: u32) -> &[u32] {
        self.types.get(&ty).map_or(&[], |row| &row.places)
    }

    fn literal(&self, ty: u32) -> Literal {
        let literal = self.types.get(&ty).and_then(|row| row.literal);
        literal.map_or(Literal::Bytes, LiteralRow::as_literal)
    }

    fn arguments(&self, op: u32) -> &[u32] {
        self.ops.get(&op).map_or(&[], |arguments| arguments)
    }
}

#[cfg(test)]
mod tests;
