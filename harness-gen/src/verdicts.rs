//! What rustc has said about generated text: which arms, types and placeholder impls it refuses. Kept by text, so that
//! it holds for a support set that is generated anew; and kept, with the support set it was said about, for a later run
//! on the same crate. Whether the crate is still
//! the same is decided here by a key and by the caller, who knows whether cargo compiled anything anew.

use crate::emit::{Owner, Pruned};
use crate::error::Error;
use crate::harness_types::Names;
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::write::arm;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// rustc's verdicts on the texts of one crate's harness.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdicts {
    /// Body of each refused arm → why.
    arms: BTreeMap<String, String>,
    /// Refused types, as the harness writes them.
    types: BTreeSet<String>,
    /// Refused placeholder impls.
    impls: BTreeSet<String>,
    /// Bodies of arms and placeholder impls that the support set is built without, so that other instances are chosen.
    banned: BTreeSet<String>,
    /// Index of an item → why its first refused arm was refused.
    items: BTreeMap<usize, String>,
}

impl Verdicts {
    /// The arm bodies not to be made any more, and the placeholder impls not to be believed.
    pub(crate) fn banned(&self) -> &BTreeSet<String> {
        &self.banned
    }

    /// Why the first refused arm of an item was refused.
    pub(crate) fn first_refusal(&self, item: usize) -> Option<&str> {
        self.items.get(&item).map(String::as_str)
    }

    /// Asks for a support set without the arms refused so far; false if that would be the one there is.
    pub(crate) fn ban_refused(&mut self) -> bool {
        let before = self.banned.len();
        self.banned.extend(self.arms.keys().chain(&self.impls).cloned());
        self.banned.len() > before
    }

    /// Takes down a refusal; false if it was known.
    pub(crate) fn refuse(
        &mut self,
        owner: Owner,
        set: &SupportSet,
        impls: &[String],
        reason: &dyn Fn() -> String,
    ) -> bool {
        match owner {
            Owner::Op(index) => {
                let op = &set.ops[index];
                let Some(body) = arm::body(op) else { return false };
                if self.arms.contains_key(&body) {
                    return false;
                }
                let reason = reason();
                if let Some(item) = op.item {
                    self.items.entry(item).or_insert_with(|| reason.clone());
                }
                self.arms.insert(body, reason);
                true
            }
            Owner::Type(index) => self.types.insert(written(&set.types[index])),
            Owner::Impl(index) => self.impls.insert(impls[index].clone()),
        }
    }

    /// What of a support set rustc is known to refuse.
    pub(crate) fn pruned(&self, set: &SupportSet, impls: &[String]) -> Pruned {
        let is_refused = |op: &OpDef| arm::body(op).is_some_and(|body| self.arms.contains_key(&body));
        Pruned {
            ops: if self.arms.is_empty() {
                BTreeSet::new()
            } else {
                positions(set.ops.iter().map(is_refused))
            },
            types: if self.types.is_empty() {
                BTreeSet::new()
            } else {
                positions(set.types.iter().map(|key| self.types.contains(&written(key))))
            },
            impls: positions(impls.iter().map(|text| self.impls.contains(text))),
        }
    }
}

fn written(key: &TypeKey) -> String {
    key.ty.render(Names::Harness)
}

fn positions(refused: impl Iterator<Item = bool>) -> BTreeSet<usize> {
    refused
        .enumerate()
        .filter_map(|(index, refused)| refused.then_some(index))
        .collect()
}

/// Where the verdicts and the support set of the last run on a crate are kept, and under which conditions they hold.
pub(crate) struct Memory {
    file: PathBuf,
    key: String,
}

#[derive(Serialize, Deserialize)]
struct Kept<V, S> {
    key: String,
    verdicts: V,
    /// Generated without what `verdicts` bans: finding it again would take longer than reading it.
    set: S,
}

impl Memory {
    /// `file` is the crate's; `key` says what the verdicts depend on besides the compiled packages.
    pub(crate) fn new(file: PathBuf, key: String) -> Memory {
        Memory { file, key }
    }

    /// Those of the last run, if they were made under the same key. They are removed, and come back with
    /// [`Memory::keep`] only: a run that finds them outdated and is interrupted must not leave them behind.
    pub(crate) fn take(&self) -> Option<(Verdicts, SupportSet)> {
        let text = std::fs::read_to_string(&self.file).ok()?;
        // A file that stays although it should go is worse than none.
        std::fs::remove_file(&self.file).ok()?;
        let kept: Kept<Verdicts, SupportSet> = serde_json::from_str(&text).ok()?;
        (kept.key == self.key).then_some((kept.verdicts, kept.set))
    }

    /// Keeps both for the next run.
    pub(crate) fn keep(&self, verdicts: &Verdicts, set: &SupportSet) -> Result<(), Error> {
        let kept = Kept {
            key: self.key.clone(),
            verdicts,
            set,
        };
        let failed = |source| Error::WorkDir {
            path: self.file.clone(),
            source,
        };
        let text = serde_json::to_string(&kept).map_err(|error| failed(error.into()))?;
        // Renamed into place: a file half written would be valid JSON of the wrong content at worst, and no one asks.
        let half = self.file.with_extension("new");
        std::fs::write(&half, text).map_err(failed)?;
        std::fs::rename(&half, &self.file).map_err(failed)
    }
}

/// A key for [`Memory`]: changes when one of the texts, one of the files' contents or this program changes.
pub(crate) fn memory_key(texts: &[String], files: &[Option<&Path>]) -> Result<String, Error> {
    let mut hash = Fnv::default();
    for text in texts {
        hash.add(text.as_bytes());
    }
    for file in files.iter().flatten() {
        let content = std::fs::read(file).map_err(|source| Error::WorkDir {
            path: (*file).to_owned(),
            source,
        })?;
        hash.add(&content);
    }
    // What a support set becomes depends on the program that generates it. Its size and date tell two builds apart.
    if let Some(program) = std::env::current_exe().ok().and_then(|exe| exe.metadata().ok()) {
        hash.add(format!("{} {:?}", program.len(), program.modified().ok()).as_bytes());
    }
    Ok(format!("{:016x}", hash.0))
}

/// FNV-1a over parts, each with its length.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&bytes.len().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ty::Ty;
    use crate::call::Call;

    fn op(item: Option<usize>, text: &str) -> OpDef {
        let result = TypeKey {
            ty: Ty::prim("u8"),
            produced: true,
        };
        OpDef {
            item,
            is_root: true,
            builds: false,
            ..OpDef::building(Vec::new(), result, Call::Literal(text.to_owned()))
        }
    }

    fn body(text: &str) -> String {
        arm::body(&op(None, text)).unwrap()
    }

    fn set(bodies: &[&str]) -> SupportSet {
        SupportSet {
            types: vec![TypeKey {
                ty: Ty::prim("u8"),
                produced: true,
            }],
            ops: bodies.iter().map(|body| op(Some(7), body)).collect(),
            exclusions: Vec::new(),
        }
    }

    fn refusing(body: &str) -> Verdicts {
        let mut verdicts = Verdicts::default();
        assert!(verdicts.refuse(Owner::Op(0), &set(&[body]), &[], &|| format!("no {body}")));
        verdicts
    }

    #[test]
    fn a_refused_arm_is_found_again_wherever_it_stands() {
        let verdicts = refusing("f()");
        let other = set(&["g()", "f()"]);
        assert_eq!(verdicts.pruned(&other, &[]).ops, BTreeSet::from([1]));
        assert_eq!(verdicts.first_refusal(7), Some("no f()"));
    }

    #[test]
    fn types_and_impls_are_refused_by_their_text() {
        let mut verdicts = Verdicts::default();
        let impls = ["impl A".to_owned(), "impl B".to_owned()];
        assert!(verdicts.refuse(Owner::Type(0), &set(&[]), &impls, &String::new));
        assert!(verdicts.refuse(Owner::Impl(1), &set(&[]), &impls, &String::new));
        assert!(!verdicts.refuse(Owner::Impl(1), &set(&[]), &impls, &String::new));
        let pruned = verdicts.pruned(&set(&[]), &impls);
        assert_eq!(
            (pruned.types, pruned.impls),
            (BTreeSet::from([0]), BTreeSet::from([1]))
        );
    }

    #[test]
    fn the_first_reason_of_an_item_stays() {
        let mut verdicts = refusing("f()");
        verdicts.refuse(Owner::Op(0), &set(&["g()"]), &[], &|| "later".to_owned());
        assert_eq!(verdicts.first_refusal(7), Some("no f()"));
        assert!(verdicts.ban_refused());
        assert!(!verdicts.ban_refused(), "nothing new was refused since");
        assert_eq!(verdicts.banned(), &BTreeSet::from([body("f()"), body("g()")]));
    }

    #[test]
    fn memory_holds_for_one_key_and_is_gone_until_it_is_kept_again() {
        let directory = tempfile::tempdir().unwrap();
        let memory = |key: &str| Memory::new(directory.path().join("verdicts.json"), key.to_owned());
        let verdicts = refusing("f()");
        assert_eq!(memory("a").take(), None);
        let support = set(&["f()", "g()"]);
        memory("a").keep(&verdicts, &support).unwrap();
        assert_eq!(memory("a").take(), Some((verdicts.clone(), support.clone())));
        assert_eq!(memory("a").take(), None, "taken before");
        memory("a").keep(&verdicts, &support).unwrap();
        assert_eq!(memory("b").take(), None, "another key");
    }

    #[test]
    fn keys_differ_by_text_and_by_content() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("json");
        std::fs::write(&file, "1").unwrap();
        let key = |texts: [&str; 2]| memory_key(&texts.map(str::to_owned), &[Some(&file), None]).unwrap();
        let first = key(["a", "b"]);
        assert_eq!(key(["a", "b"]), first);
        assert_ne!(key(["ab", ""]), first);
        std::fs::write(&file, "2").unwrap();
        assert_ne!(key(["a", "b"]), first);
    }
}
