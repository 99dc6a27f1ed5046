//! What makes a table of ops a grammar.

use super::spec::{GrammarError, OpSpec};
use crate::{OpId, TypeId};
use std::collections::BTreeSet;

pub(super) fn check_shapes(type_count: usize, ops: &[Option<OpSpec>]) -> Result<(), GrammarError> {
    for (op, spec) in ops.iter().enumerate() {
        let Some(spec) = spec else { continue };
        let id = OpId(op as u32);
        if spec
            .args
            .iter()
            .chain([&spec.result])
            .any(|ty| ty.index() >= type_count)
        {
            return Err(GrammarError::DanglingType(id));
        }
        if spec.pointer && spec.args.len() != 1 {
            return Err(GrammarError::PointerArity(id));
        }
        if spec.builds && spec.steps == 0 && spec.args.len() > 1 {
            return Err(GrammarError::FreeArity(id));
        }
    }
    Ok(())
}

pub(super) fn check_learned(ops: &[Option<OpSpec>], learned: &BTreeSet<OpId>) -> Result<(), GrammarError> {
    for &op in learned {
        let is_literal = match ops.get(op.index()) {
            Some(Some(spec)) => spec.builds && spec.args.is_empty() && spec.steps > 0,
            Some(None) => true,
            None => false,
        };
        if !is_literal {
            return Err(GrammarError::Learned(op));
        }
    }
    Ok(())
}

pub(super) fn check_free_cycles(type_count: usize, ops: &[Option<OpSpec>]) -> Result<(), GrammarError> {
    let mut free: Vec<Vec<TypeId>> = vec![Vec::new(); type_count];
    for spec in ops.iter().flatten().filter(|spec| spec.builds && spec.steps == 0) {
        free[spec.result.index()].extend(&spec.args);
    }
    let mut grounded = vec![false; type_count];
    let mut changed = true;
    while changed {
        changed = false;
        for ty in 0..type_count {
            if !grounded[ty] && free[ty].iter().all(|source| grounded[source.index()]) {
                grounded[ty] = true;
                changed = true;
            }
        }
    }
    match grounded.iter().position(|grounded| !grounded) {
        Some(ty) => Err(GrammarError::FreeCycle(TypeId(ty as u32))),
        None => Ok(()),
    }
}
