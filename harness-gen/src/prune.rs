//! Lets rustc decide which arms stay: the harness is built, what rustc refuses is dropped, until it refuses nothing.
//! An item that loses its last arm gets a second choice: the support set is generated anew without the refused arms.

use crate::api::Api;
use crate::api::borrows::may_borrow;
use crate::api::responders::responders;
use crate::api::ty::{Arg, Ty};
use crate::call::Call;
use crate::cargo::{BuildAttempt, Workbench};
use crate::diagnostic::Diagnostic;
use crate::emit::{HarnessSource, Owner, emit};
use crate::error::Error;
use crate::halving::Halving;
use crate::harness_types::Names;
use crate::lower;
use crate::support::Part;
use crate::support_file::has_word;
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::tuning::{
    BUILD_AT_LEAST, BUILD_OF_AN_ARM, FIRST_ITEMS, GENERATING_STACK, MANY_ITEMS, MOST_BUILDS, MOST_HALVINGS,
    MOST_SECOND_CHOICES, PART_AT_LEAST,
};
use crate::verdicts::{Memory, Verdicts};
use crate::write::arm;
use plans::{Grammar, OpId};
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::time::Duration;

/// A harness that compiles.
pub(crate) struct Pruned {
    /// What it was generated from; the refused ops are still in it.
    pub(crate) set: SupportSet,
    /// Without the refused ops.
    pub(crate) grammar: Grammar,
    /// Everything that rustc refused.
    pub(crate) verdicts: Verdicts,
    /// Attempts to build.
    pub(crate) rounds: u32,
    pub(crate) dylib: PathBuf,
    /// The placeholder impls, the refused ones included.
    pub(crate) impls: Vec<String>,
    /// What of `set` and `impls` is not in the dylib.
    pub(crate) gone: crate::emit::Pruned,
}

/// Prunes with what was learned in an earlier run, if that still holds, and keeps what was learned for the next.
/// `generate` makes the support set of a part of the API without the given arm bodies. `first`, if there is one, is handed a harness of the first
/// items of a large API as soon as there is one.
pub(crate) fn prune(
    workbench: &Workbench,
    api: &Api,
    generate: &Generate<'_>,
    memory: &Memory,
    first: Option<&mut dyn FnMut(Pruned)>,
    say: &mut dyn FnMut(&str),
) -> Result<Pruned, Error> {
    let loop_ = Loop {
        workbench,
        api,
        impls: api
            .traits
            .values()
            .filter_map(|t| Some(arm::placeholder_impl(&t.path, t.required.as_ref()?)))
            .chain(responders(api).iter().map(arm::responder_impl))
            .collect(),
        generate: &|banned| generate(banned, Part::All),
    };
    let remembered = match memory.take() {
        Some((verdicts, set)) => loop_.run(verdicts, set, Trust::UnlessRebuilt, say)?,
        None => None,
    };
    let pruned = match remembered {
        Some(pruned) => pruned,
        None => {
            let (verdicts, set) = loop_.begin(generate, first, say)?;
            loop_
                .run(verdicts, set, Trust::Always, say)?
                .ok_or_else(|| broken("the first attempt was given up"))?
        }
    };
    memory.keep(&pruned.verdicts, &pruned.set)?;
    Ok(pruned)
}

/// Makes the support set of a part of the API without the given arm bodies.
pub(crate) type Generate<'a> = dyn Fn(&BTreeSet<String>, Part) -> SupportSet + Sync + 'a;

/// Whether the verdicts to start with hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Always,
    /// They are from an earlier run: not if cargo compiles the crate or a dependency anew.
    UnlessRebuilt,
}

struct Loop<'a> {
    workbench: &'a Workbench,
    api: &'a Api,
    impls: Vec<String>,
    generate: &'a (dyn Fn(&BTreeSet<String>) -> SupportSet + Sync),
}

impl Loop<'_> {
    /// What is known of an API before the first attempt, and the support set for it. Of a large one rustc says which placeholder
    /// impls it refuses, in a harness without arms: thousands of arms may rest on one. What any harness depends on is compiled
    /// with that while the support set of the first items is generated. These are built, and handed on, while that of all is.
    fn begin(
        &self,
        generate: &Generate<'_>,
        first: Option<&mut dyn FnMut(Pruned)>,
        say: &mut dyn FnMut(&str),
    ) -> Result<(Verdicts, SupportSet), Error> {
        let none = BTreeSet::new();
        if self.api.items.len() < MANY_ITEMS {
            return Ok((Verdicts::default(), generate(&none, Part::All)));
        }
        let most = if first.is_some() { FIRST_ITEMS } else { 0 };
        let of_first = |banned: &BTreeSet<String>| generate(banned, Part::First(most));
        let (mut set, judged) = std::thread::scope(|scope| {
            let without_arms = self.with(&|_| SupportSet::default());
            let judging = scope.spawn(move || {
                let (verdicts, set) = (Verdicts::default(), SupportSet::default());
                without_arms.run(verdicts, set, Trust::Always, &mut |_| {})
            });
            (of_first(&none), judging.join())
        });
        let judged = match judged {
            Ok(Err(error @ Error::LeftUndefined { .. })) => return Err(error),
            Ok(Ok(judged)) => judged,
            // What went wrong shows itself again in the first attempt.
            Ok(Err(_)) | Err(_) => None,
        };
        let mut verdicts = judged.map(|pruned| pruned.verdicts).unwrap_or_default();
        if verdicts.ban_refused() {
            set = of_first(verdicts.banned());
        }
        let banned = verdicts.banned().clone();
        std::thread::scope(|scope| {
            let generate_all = || generate(&banned, Part::All);
            let all = (std::thread::Builder::new().stack_size(GENERATING_STACK))
                .spawn_scoped(scope, generate_all)
                .ok();
            let of_first = self.with(&of_first);
            if let Some(first) = first {
                match of_first.run(verdicts.clone(), set, Trust::Always, say) {
                    Err(error @ Error::LeftUndefined { .. }) => return Err(error),
                    Ok(Some(pruned)) => {
                        if let Ok(pruned) = self.put_aside(pruned) {
                            first(pruned);
                        }
                    }
                    // The same again: what fails there fails below.
                    Ok(None) | Err(_) => {}
                }
            }
            let set = match all {
                Some(all) => all.join().unwrap_or_else(|panic| resume_unwind(panic)),
                None => generate_all(),
            };
            Ok((verdicts, set))
        })
    }

    fn with<'b>(&'b self, generate: &'b (dyn Fn(&BTreeSet<String>) -> SupportSet + Sync)) -> Loop<'b> {
        Loop {
            workbench: self.workbench,
            api: self.api,
            impls: self.impls.clone(),
            generate,
        }
    }

    /// A harness that the next build leaves as it is.
    fn put_aside(&self, pruned: Pruned) -> Result<Pruned, Error> {
        let aside = self.workbench.directory().join("first-items");
        let dylib = aside.join(pruned.dylib.file_name().unwrap_or_default());
        // Whoever explores what an earlier attempt has put there goes on with that.
        std::fs::remove_file(&dylib).ok();
        std::fs::create_dir_all(&aside)
            .and_then(|()| std::fs::copy(&pruned.dylib, &dylib))
            .map_err(|error| broken(&format!("cannot write {}: {error}", dylib.display())))?;
        Ok(Pruned { dylib, ..pruned })
    }

    /// `set` was generated without what `verdicts` bans. None if these turned out to be outdated.
    fn run(
        &self,
        mut verdicts: Verdicts,
        mut set: SupportSet,
        trust: Trust,
        say: &mut dyn FnMut(&str),
    ) -> Result<Option<Pruned>, Error> {
        let mut second_choices = 0;
        for round in 1..=MOST_BUILDS {
            let gone = verdicts
                .pruned(&set, &self.impls)
                .with_ops_of_types(&set, &set.type_ids());
            let source = self.write(&set, &gone)?;
            let arms = set.ops.len() - gone.ops.len();
            say(&format!("compiling {arms} arms, round {round}"));
            let BuildAttempt {
                outcome,
                rebuilt_dependencies,
            } = self
                .workbench
                .attempt_build(time_for(arms, BUILD_AT_LEAST), say)?;
            if rebuilt_dependencies && trust == Trust::UnlessRebuilt {
                return Ok(None);
            }
            let diagnostics = match outcome {
                Ok(dylib) => {
                    let grammar = lower::grammar(&set, &gone).map_err(|error| broken(&error.to_string()))?;
                    return Ok(Some(Pruned {
                        grammar,
                        set,
                        verdicts,
                        rounds: round,
                        dylib,
                        impls: self.impls.clone(),
                        gone,
                    }));
                }
                Err(diagnostics) => diagnostics,
            };
            let mut of_round = BTreeSet::new();
            let mut news = false;
            for diagnostic in &diagnostics {
                news |= self.refuse(diagnostic, (&source, &set), &mut of_round, &mut verdicts);
            }
            if !news && !self.refuse_by_halves(&diagnostics, &gone, &set, &mut verdicts, say)? {
                let mut texts = diagnostics.iter().map(|d| d.rendered.as_str());
                let first = texts.find(|text| !text.is_empty());
                return Err(broken(first.unwrap_or("rustc failed without an error")));
            }
            if second_choices < MOST_SECOND_CHOICES
                && self.some_item_lost_everything(&set, &verdicts)?
                && verdicts.ban_refused()
            {
                second_choices += 1;
                say("choosing other instances");
                set = (self.generate)(verdicts.banned());
            }
        }
        Err(broken(
            "the generated harness still did not compile after the last round",
        ))
    }

    fn write(&self, set: &SupportSet, gone: &crate::emit::Pruned) -> Result<HarnessSource, Error> {
        let ids = set.type_ids();
        let may_borrow = |key: &TypeKey| may_borrow(self.api, &key.ty);
        let source = emit(set, &self.impls, &|key| ids[key], &may_borrow, gone);
        self.workbench.write_sources(&source.files)?;
        Ok(source)
    }

    /// Takes down whose lines an error covers; false if all of that was known, or it covers nobody's.
    fn refuse(
        &self,
        diagnostic: &Diagnostic,
        (source, set): (&HarnessSource, &SupportSet),
        of_round: &mut BTreeSet<usize>,
        verdicts: &mut Verdicts,
    ) -> bool {
        let reason = || reason(diagnostic);
        let (mut owned, mut news) = (false, false);
        for line in diagnostic.line_start..=diagnostic.line_end {
            if let Some(owner) = source.owner(&diagnostic.file, line) {
                owned = true;
                news |= verdicts.refuse(owner, set, &self.impls, &reason);
            }
        }
        if owned {
            return news;
        }
        // The error lies in the generic code of another crate: whatever uses the instance it names has to go.
        // If it may be about constants, what has one of them goes before, and before that what calls the function, or one with a name
        // like that.
        let part = instance_part(&diagnostic.rendered);
        let constants = blamed_constants(part);
        let all = ops_that_use_an_instance_in(part, self.api, set);
        let of = |ops: &[usize], is_to_blame: &dyn Fn(&OpDef) -> bool| -> Vec<usize> {
            let blamed = ops.iter().copied();
            blamed.filter(|op| is_to_blame(&set.ops[*op])).collect()
        };
        let with_constant = of(&all, &|op| mentions_constant(op, &constants));
        let of_function = of(&with_constant, &|op| may_call(op, part));
        for blamed in [of_function, with_constant, all] {
            // Another error of this round has cost them: whether more has to go shows in the next.
            if blamed.iter().any(|op| of_round.contains(op)) {
                break;
            }
            for op in blamed {
                if verdicts.refuse(Owner::Op(op), set, &self.impls, &reason) {
                    of_round.insert(op);
                    news = true;
                }
            }
            if news {
                break;
            }
        }
        news
    }

    /// Errors of code generation name none of our lines where the code that fails is called by other generic code: finds the arms,
    /// or the types, with which the harness does not build. First among the items that the errors name. False if there are none.
    fn refuse_by_halves(
        &self,
        diagnostics: &[Diagnostic],
        gone: &crate::emit::Pruned,
        set: &SupportSet,
        verdicts: &mut Verdicts,
        say: &mut dyn FnMut(&str),
    ) -> Result<bool, Error> {
        say("looking for what fails in code generation");
        let ids = set.type_ids();
        let all_ops: BTreeSet<usize> = (0..set.ops.len()).collect();
        let all_types: BTreeSet<usize> = (0..set.types.len()).collect();
        let left_out = |all: &BTreeSet<usize>, kept: &[usize]| -> BTreeSet<usize> {
            let kept: BTreeSet<usize> = kept.iter().copied().collect();
            all.difference(&kept).copied().collect()
        };
        let failure = |ops: &[usize], types: Option<&[usize]>| -> Result<Option<String>, Error> {
            let mut gone = gone.clone();
            gone.ops.extend(left_out(&all_ops, ops));
            if let Some(types) = types {
                gone.types.extend(left_out(&all_types, types));
            }
            self.write(set, &gone.with_ops_of_types(set, &ids))?;
            let time = time_for(ops.len(), PART_AT_LEAST);
            let failed = self.workbench.attempt_build(time, &mut |_| {})?.outcome.err();
            Ok(failed.map(|diagnostics| first_reason(&diagnostics)))
        };
        let of_ops = |ops: &[usize]| failure(ops, None);
        let of_types = |types: &[usize]| failure(&[], Some(types));
        let live = |op: &usize| !gone.ops.contains(op) && arm::body(&set.ops[*op]).is_some();
        let (named, others): (Vec<usize>, Vec<usize>) = (0..set.ops.len())
            .filter(live)
            .partition(|op| is_suspect(diagnostics, &set.ops[*op], self.api));
        let mut halving = Halving {
            failure: &of_ops,
            builds_left: MOST_HALVINGS,
            found: Vec::new(),
        };
        let owner: fn(usize) -> Owner = match of_ops(&[])? {
            Some(why) => {
                halving.failure = &of_types;
                let types: Vec<usize> = all_types.difference(&gone.types).copied().collect();
                halving.look_where_it_fails(&types, &why)?;
                Owner::Type
            }
            None => {
                halving.look(&named)?;
                if halving.found.is_empty() {
                    halving.look_where_it_fails(&others, &first_reason(diagnostics))?;
                }
                Owner::Op
            }
        };
        let mut news = false;
        for (at, why) in halving.found {
            news |= verdicts.refuse(owner(at), set, &self.impls, &|| why.clone());
        }
        Ok(news)
    }

    /// True if an item that could be explored before rustc refused anything cannot be explored without what it
    /// refused: its arms are gone, or what made its arguments.
    fn some_item_lost_everything(&self, set: &SupportSet, verdicts: &Verdicts) -> Result<bool, Error> {
        let ids = set.type_ids();
        let nothing = crate::emit::Pruned::default();
        let gone = verdicts.pruned(set, &self.impls).with_ops_of_types(set, &ids);
        let grammar = |gone| lower::grammar(set, gone).map_err(|error| broken(&error.to_string()));
        let before = explorable_items(set, &grammar(&nothing)?);
        let after = explorable_items(set, &grammar(&gone)?);
        Ok(!before.is_subset(&after))
    }
}

/// How long a build with so many arms is waited for.
fn time_for(arms: usize, at_least: Duration) -> Duration {
    at_least + BUILD_OF_AN_ARM * u32::try_from(arms).unwrap_or(u32::MAX)
}

/// Whether an error has the last word of the path of an op's item in it; where rustc said nothing, whether it is an instance.
fn is_suspect(diagnostics: &[Diagnostic], op: &OpDef, api: &Api) -> bool {
    if diagnostics
        .iter()
        .all(|diagnostic| diagnostic.rendered.is_empty())
    {
        return !op.label.is_empty();
    }
    let Some(item) = op.item.and_then(|item| api.items.get(item)) else {
        return false;
    };
    let name = last_segment(&item.path);
    diagnostics
        .iter()
        .any(|diagnostic| has_word(&diagnostic.rendered, name))
}

fn first_reason(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map(reason).unwrap_or_default()
}

/// What is told of an error.
fn reason(diagnostic: &Diagnostic) -> String {
    let code = diagnostic.code.as_ref();
    let code = code.map(|code| format!("{code}: ")).unwrap_or_default();
    format!("{code}{}", diagnostic.message)
}

/// Ops with an argument or result that has in it an instance of an own generic type which the text names.
fn ops_that_use_an_instance_in(text: &str, api: &Api, set: &SupportSet) -> Vec<usize> {
    let text = with_last_segments(text);
    let ops_with = |is_meant: &dyn Fn(&Ty, &[Arg]) -> bool| -> Vec<usize> {
        let means = |ty: &Ty| match ty {
            Ty::Path { path, args } if api.types.contains_key(path) => is_meant(ty, args),
            _ => false,
        };
        let is_among = |arg: &Arg| matches!(arg, Arg::Type(ty) if ty.any(&means));
        let uses = |op: &OpDef| {
            let types = op.inputs.iter().chain([&op.result]);
            let has_two = matches!(op.call, Call::GivenBack(_));
            let mut args = op.call.items().flat_map(|call| call.subst.values());
            types.into_iter().any(|key| key.ty.any(&means)) || has_two && args.any(is_among)
        };
        (0..set.ops.len())
            .filter(|index| uses(&set.ops[*index]))
            .collect()
    };
    let named = ops_with(&|ty, args| {
        !args.is_empty() && text.contains(&with_last_segments(&ty.render(Names::Harness)))
    });
    if !named.is_empty() {
        return named;
    }
    // It is a part of a type that we name: what such errors are about is a constant that the whole hands on.
    let constants: Vec<&str> = text
        .split(['<', '>', ',', ' '])
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()))
        .collect();
    ops_with(&|_, args| {
        args.iter()
            .any(|arg| matches!(arg, Arg::Const(value) if constants.contains(&value.as_str())))
    })
}

/// The first quoted part that looks like an instance: `evaluation of `<Type<A> as Trait>::f` failed here`.
fn instance_part(text: &str) -> &str {
    text.split('`')
        .skip(1)
        .step_by(2)
        .find(|part| part.contains('<'))
        .unwrap_or(text)
}

/// Numbers among the arguments of the function that a text names, or of its type, `<Type<1> as Trait>::f::<2>`; what stands in
/// closures that it has been given is about others.
fn blamed_constants(text: &str) -> Vec<&str> {
    let own = text.split("{closure").next().unwrap_or(text);
    let words = own.split(['<', '>', ',', ' ', ';', ']']);
    words
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()))
        .collect()
}

/// Whether an op calls a function that a text names, `…>::pop_unary::<2>::{constant#0}`, or one that has a word of its name: that may
/// call it.
fn may_call(op: &OpDef, text: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> {
        let words = name.split(|c: char| !c.is_alphanumeric()).map(str::to_owned);
        words
            .filter(|word| !USUAL_WORDS.contains(&word.as_str()))
            .collect()
    };
    let of_function = words(function_of(text));
    op.call
        .items()
        .any(|call| !of_function.is_disjoint(&words(last_segment(call.form.name()))))
}

/// The name of the function that a text names.
fn function_of(text: &str) -> &str {
    let own = text.split("{c").next().unwrap_or(text).trim_end_matches("::");
    let rest = own.rsplit(">::").next().unwrap_or(own);
    last_segment(rest.split("::<").next().unwrap_or(rest))
}

/// Words that say little of what a function is about.
const USUAL_WORDS: [&str; 8] = ["", "read", "write", "from", "into", "with", "to", "as"];

/// Whether one of these is among the arguments of an op's item or of its types.
fn mentions_constant(op: &OpDef, constants: &[&str]) -> bool {
    let is_one = |arg: &Arg| matches!(arg, Arg::Const(text) if constants.contains(&text.as_str()));
    let has_one = |ty: &Ty| ty.any(&|part| matches!(part, Ty::Path { args, .. } if args.iter().any(is_one)));
    let is_listed = op.call.items().any(|call| {
        call.subst.values().any(|arg| match arg {
            Arg::Type(ty) => has_one(ty),
            arg => is_one(arg),
        })
    });
    is_listed || op.inputs.iter().chain([&op.result]).any(|key| has_one(&key.ty))
}

/// Every path in a text by its last segment: rustc and we name items by different paths. Turbofish is no difference.
fn with_last_segments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' || c == ':' {
            word.push(c);
        } else {
            out.push_str(last_segment(&word));
            word.clear();
            out.push(c);
        }
    }
    out.push_str(last_segment(&word));
    out
}

fn last_segment(word: &str) -> &str {
    word.trim_end_matches(':').rsplit("::").next().unwrap_or(word)
}

fn explorable_items(set: &SupportSet, grammar: &Grammar) -> BTreeSet<usize> {
    let roots = set.ops.iter().enumerate().filter(|(_, op)| op.is_root);
    roots
        .filter(|(index, _)| {
            let op = OpId(u32::try_from(*index).unwrap_or(u32::MAX));
            grammar.root_steps(op).is_some()
        })
        .filter_map(|(_, op)| op.item)
        .collect()
}

fn broken(text: &str) -> Error {
    Error::HarnessBroken {
        rendered: text.to_owned(),
        diagnostics: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{blamed_constants, function_of, with_last_segments};

    #[test]
    fn an_error_may_be_about_the_constants_of_its_function() {
        let of_function = "<k::Bits<&[u8], u16> as k::Read>::unary::<2>::{constant#0}";
        assert_eq!(blamed_constants(of_function), ["2"]);
        let others = [
            "<k::B as k::Read>::unary::<2>",
            "k::m::unary::<2>",
            "k::Set::<u8>::unary::{constant#0}",
        ];
        for text in others.into_iter().chain([of_function]) {
            assert_eq!(function_of(text), "unary", "{text}");
        }
        let of_type = "<k::Tree<2, 1> as k::From>::bits::<{closure@<k::Bits<7> as k::Read>::f}, Error>";
        assert_eq!(blamed_constants(of_type), ["2", "1"]);
        assert!(blamed_constants("<k::Bits<u8> as k::Read>::f").is_empty());
    }

    #[test]
    fn instances_are_found_by_whatever_path_they_are_named() {
        let said =
            "evaluation of `<heapless::IndexMap<std::string::String, u8, 1> as Default>::default` failed";
        let ours = "heapless::index_map::IndexMap<alloc::string::String, u8, 1>";
        assert!(with_last_segments(said).contains(&with_last_segments(ours)));
        assert_eq!(with_last_segments("heapless::Vec::<u8, 0>::new"), "Vec<u8, 0>new");
    }
}
