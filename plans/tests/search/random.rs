//! Small random grammars from a seed.

use std::collections::BTreeSet;

use plans::{Grammar, InPlace, OpId, OpSpec, Rooted, TypeId};

/// SplitMix64: the same seed gives the same numbers everywhere.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0, 0)
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit)) as u32
    }

    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

pub(crate) fn mix(hash: u64, part: u64) -> u64 {
    let mut z = hash ^ part.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A constructor, literal or call of one step.
pub(crate) fn op(result: u32, args: &[u32]) -> OpSpec {
    OpSpec {
        result: TypeId(result),
        args: args.iter().map(|&ty| TypeId(ty)).collect(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    }
}

/// An instance without placeholders.
pub(crate) fn rooted(root: OpId) -> Rooted {
    Rooted {
        root,
        has_type_placeholder: false,
        stands_alone: false,
    }
}

/// A borrow or box.
pub(crate) fn pointer(result: u32, pointee: u32) -> OpSpec {
    OpSpec {
        steps: 0,
        pointer: true,
        ..op(result, &[pointee])
    }
}

/// An item under test.
pub(crate) fn root(args: &[u32]) -> OpSpec {
    OpSpec {
        total: false,
        builds: false,
        ..op(0, args)
    }
}

pub(crate) fn grammar(types: usize, ops: Vec<OpSpec>) -> Grammar {
    Grammar::new(types, ops.into_iter().map(Some).collect()).expect("well-formed")
}

/// A grammar of two to six types with a root that can be fed, or None.
pub(crate) fn random_grammar(rng: &mut Rng) -> Option<(Grammar, OpId)> {
    let types = 2 + rng.below(5);
    let has_parts = rng.percent(50);
    let mut ops = Vec::new();
    for ty in 0..types {
        let is_pointer = ty > 0 && rng.percent(45);
        if is_pointer {
            // Pointees have smaller ids, so that no type is built from itself for nothing.
            ops.push(Some(pointer(ty, rng.below(ty))));
        }
        let constructors = if is_pointer {
            u32::from(rng.percent(20))
        } else {
            1 + rng.below(3)
        };
        for _ in 0..constructors {
            let arity = [0, 0, 1, 1, 2, 3][rng.below(6) as usize];
            let args: Vec<u32> = (0..arity).map(|_| rng.below(types)).collect();
            let total = rng.percent(80);
            let spec = OpSpec {
                total,
                in_place: match total && has_parts {
                    true => [InPlace::No, InPlace::Fields, InPlace::Fields, InPlace::Elements]
                        [rng.below(4) as usize],
                    false => InPlace::No,
                },
                ..op(ty, &args)
            };
            ops.push(rng.percent(95).then_some(spec));
        }
    }
    let arity = 1 + rng.below(3);
    let args: Vec<u32> = (0..arity).map(|_| rng.below(types)).collect();
    ops.push(Some(root(&args)));
    let root = OpId(ops.len() as u32 - 1);
    let mut grammar = Grammar::new(types as usize, ops).expect("well-formed by construction");
    let unwatchable: Vec<TypeId> = (0..types).filter(|_| rng.percent(15)).map(TypeId).collect();
    grammar.mark_unwatchable(&unwatchable);
    grammar.root_steps(root)?;
    Some((grammar, root))
}

/// The grammar with some of its literals as learned ops, and these. Every type keeps a literal that is none.
pub(crate) fn some_learned(rng: &mut Rng, grammar: &Grammar) -> (Grammar, Vec<OpId>) {
    let mut learned = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for (op, spec) in (0..).map(OpId).zip(grammar.ops()) {
        let Some(spec) = spec.as_ref().filter(|spec| spec.builds && spec.args.is_empty()) else {
            continue;
        };
        // A default plan that is total must not be the learned one.
        if !kept.insert((spec.result, spec.total)) && rng.percent(70) {
            learned.insert(op);
        }
    }
    let mut with = Grammar::with_learned(grammar.type_count(), grammar.ops().to_vec(), learned.clone())
        .expect("literals of the grammar");
    with.mark_unwatchable(&grammar.unwatchable());
    (with, learned.into_iter().collect())
}
