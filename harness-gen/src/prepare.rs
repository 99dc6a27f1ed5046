//! The pipeline: from a request to a built harness. Each stage is one call; the loop in the middle lets rustc decide
//! which arms stay.

use crate::api::{self, Api};
use crate::cargo::{Diagnostic, ExtraDependency, ResolvedTarget, Workbench};
use crate::emit::{HarnessSource, Owner, Pruned, STD_SUPPORT, emit};
use crate::error::Error;
use crate::prepared::{ItemUse, Prepared};
use crate::request::Request;
use crate::support::borrows::may_borrow;
use crate::support::{SupportSet, build};
use crate::{lower, rustdoc_json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Most rounds of `cargo check`; every round but the last removes at least one arm.
const MOST_ROUNDS: u32 = 20;

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Making rustdoc JSON.
    Rustdoc(String),
    /// Generating, checking and building the harness.
    Build(String),
}

/// Makes a crate ready. The workbench stays open: reproductions are built there.
pub fn prepare(
    request: &mut Request,
    notify: &mut dyn FnMut(Progress),
) -> Result<(Prepared, Workbench), Error> {
    let rustdoc_started = Instant::now();
    let mut say = |text: &str| notify(Progress::Rustdoc(text.to_owned()));
    let mut workbench = Workbench::open(request, &mut say)?;
    let resolved = workbench.resolve(request, &mut say)?;
    let json = workbench.rustdoc_json(&mut say)?;
    let std_json = workbench.support_json(STD_SUPPORT, &mut say)?;
    let (api, format) = read_api(&json, &resolved.lib_name, &resolved.crate_root)?;
    let (std, _) = read_api(&std_json, "crate::std_support", Path::new(""))?;
    workbench.set_extra_dependencies(dependencies_in(&api, &resolved))?;
    let rustdoc_time = rustdoc_started.elapsed();

    let build_started = Instant::now();
    let mut say = |text: &str| notify(Progress::Build(text.to_owned()));
    say("generating the harness");
    let set = build(&api, &std, &request.constants);
    let harness = match prune(&workbench, &api, &set, &mut say) {
        Err(Error::HarnessBroken { rendered, .. }) if rendered.contains("global_allocator") => {
            return Err(Error::OwnAllocator {
                name: request.name.clone(),
            });
        }
        other => other?,
    };
    let items = lower::items(&api, &set, &harness.grammar, &harness.refusals);
    let explorable = items.iter().any(|item| matches!(item.use_, ItemUse::Explore(_)));
    let prepared = Prepared {
        rustc: workbench.toolchain().version.clone(),
        rustdoc_format: format,
        crate_root: resolved.crate_root.clone(),
        grammar: harness.grammar,
        items,
        op_items: set.ops.iter().map(|op| op.item).collect(),
        bindings: lower::bindings(&api, &set),
        dylib: harness.dylib.filter(|_| explorable),
        rustdoc_time,
        build_time: build_started.elapsed(),
        prune_rounds: harness.rounds,
    };
    Ok((prepared, workbench))
}

/// The dependencies whose types or traits the signatures mention by a path of their own: arms have to name them. The
/// explored crate's direct dependency wins where two packages have the same library name.
fn dependencies_in(api: &Api, resolved: &ResolvedTarget) -> Vec<ExtraDependency> {
    let mentioned = api.crates_mentioned();
    let mut found: BTreeMap<String, ExtraDependency> = BTreeMap::new();
    for package in &resolved.dependencies {
        if mentioned.contains(&package.lib_name) && (package.direct || !found.contains_key(&package.lib_name))
        {
            let extern_name = package.lib_name.clone();
            found.insert(
                extern_name.clone(),
                ExtraDependency {
                    extern_name,
                    package: package.clone(),
                },
            );
        }
    }
    found.into_values().collect()
}

fn read_api(json: &Path, lib_name: &str, root: &Path) -> Result<(Api, u32), Error> {
    let document = rustdoc_json::read(json)?;
    Ok((
        api::read57::read(&document.krate, lib_name, root),
        document.format,
    ))
}

struct Checked {
    grammar: plans::Grammar,
    refusals: BTreeMap<usize, String>,
    rounds: u32,
    dylib: Option<PathBuf>,
}

/// Renders all arms, lets rustc check them, drops what it refuses, until it refuses nothing; then builds. What only
/// code generation refuses (evaluated constants) goes the same way.
fn prune(
    workbench: &Workbench,
    api: &Api,
    set: &SupportSet,
    say: &mut dyn FnMut(&str),
) -> Result<Checked, Error> {
    let impls: Vec<String> = api.traits.values().filter_map(|t| t.hole_impl.clone()).collect();
    let ids = lower::type_ids(set);
    let mut pruned = Pruned::default();
    let mut refusals = BTreeMap::new();
    for round in 1..=MOST_ROUNDS {
        let gone = pruned.with_ops_of_types(set, &ids);
        let source = emit(
            set,
            &impls,
            &|key| ids[key],
            &|key| may_borrow(api, &key.ty),
            &gone,
        );
        workbench.write_sources(&source.files)?;
        say(&format!(
            "checking {} arms, round {round}",
            set.ops.len() - pruned.ops.len()
        ));
        let mut diagnostics = workbench.check(say)?;
        if diagnostics.is_empty() {
            match workbench.build(say) {
                Ok(dylib) => {
                    return Ok(Checked {
                        grammar: lower::grammar(set, &gone).map_err(|e| broken(&e.to_string()))?,
                        refusals,
                        rounds: round,
                        dylib: Some(dylib),
                    });
                }
                Err(Error::HarnessBroken {
                    diagnostics: found, ..
                }) if !found.is_empty() => diagnostics = found,
                Err(error) => return Err(error),
            }
        }
        let before = pruned.clone();
        for diagnostic in &diagnostics {
            refuse(diagnostic, &source, &mut pruned, &mut refusals)?;
        }
        if pruned == before {
            return Err(broken(&diagnostics[0].rendered));
        }
    }
    Err(broken(
        "the generated harness still did not compile after the last round",
    ))
}

fn refuse(
    diagnostic: &Diagnostic,
    source: &HarnessSource,
    pruned: &mut Pruned,
    refusals: &mut BTreeMap<usize, String>,
) -> Result<(), Error> {
    let mut owned = false;
    for line in diagnostic.line_start..=diagnostic.line_end {
        match source.owner(&diagnostic.file, line) {
            Some(Owner::Op(op)) => {
                pruned.ops.insert(op);
                let code = diagnostic
                    .code
                    .as_ref()
                    .map(|c| format!("{c}: "))
                    .unwrap_or_default();
                refusals
                    .entry(op)
                    .or_insert_with(|| format!("{code}{}", diagnostic.message));
                owned = true;
            }
            Some(Owner::Type(ty)) => {
                pruned.types.insert(ty);
                owned = true;
            }
            Some(Owner::Impl(index)) => {
                pruned.impls.insert(index);
                owned = true;
            }
            None => {}
        }
    }
    if owned {
        Ok(())
    } else {
        Err(broken(&diagnostic.rendered))
    }
}

fn broken(text: &str) -> Error {
    Error::HarnessBroken {
        rendered: text.to_owned(),
        diagnostics: Vec::new(),
    }
}
