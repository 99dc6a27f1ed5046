//! The pipeline: from a request to a built harness. Each stage is one call.

use crate::api::foreign::Foreign;
use crate::api::properties::properties;
use crate::api::ty::Ty;
use crate::api::{self, Api, CallForm};
use crate::cargo::{
    BuiltDependencies, Definer, Earlier, ExtraDependency, ResolvedTarget, Workbench, give_up_examples,
};
use crate::dependencies;
use crate::emit::{HARNESS_TEXTS, std_support_crate};
use crate::error::Error;
use crate::example_items::ExampleItems;
use crate::keys::Keys;
use crate::prepared::{Effort, ItemUse, OpItems, Prepared, SupportOps, Tools};
use crate::prune::{Pruned, prune};
use crate::recipe::Recipe;
use crate::render::AroundTests;
use crate::request::{Constants, HiddenItems, Request, Source, StandIns};
use crate::support::{Part, build};
use crate::support_set::{OpDef, SupportSet};
use crate::verdicts::{Memory, memory_key};
use crate::vocabulary::{package_files, vocabulary};
use crate::{given, harness_types, lower, rustdoc_json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often a harness is built once more for what a feature brings: more than there are such features.
const MOST_MORE_BUILDS: usize = 8;

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Making rustdoc JSON.
    Rustdoc(String),
    /// Generating, checking and building the harness.
    Build(String),
    /// Nothing is being done: people should know this.
    Warning(String),
}

/// Makes a crate ready. The workbench stays open: reproductions are built there. Once `interrupt` is set, what cargo is doing ends.
/// What earlier runs have left and this one cannot use is set aside, with a warning, and made anew.
/// `first`, if there is one, is handed the first items of a large API, ready to be explored, while the others are chosen and compiled.
pub fn prepare(
    request: &mut Request,
    interrupt: &Arc<AtomicBool>,
    notify: &mut dyn FnMut(Progress),
    mut first: Option<&mut (dyn FnMut(Prepared) + '_)>,
) -> Result<(Prepared, Workbench), Error> {
    let (asked, mut earlier) = (request.clone(), Earlier::below(&request.work_dir));
    let mut taken = Taken::default();
    let mut prepared = prepare_with_what_is_there(request, interrupt, notify, again(&mut first), &mut taken);
    // Each time with one package more that is built with such a feature.
    for _ in 0..MOST_MORE_BUILDS {
        if !matches!(prepared, Err(Error::LeftUndefined { .. })) {
            break;
        }
        *request = asked.clone();
        taken = Taken::default();
        prepared = prepare_with_what_is_there(request, interrupt, notify, again(&mut first), &mut taken);
    }
    let mut error = match prepared {
        Err(error) => error,
        made => return made,
    };
    if let Some((lock_file, text)) = taken.for_tests.take()
        && !matches!(error, Error::Interrupted)
    {
        // They may be what does not compile, and the crate was explored without them before.
        notify(Progress::Warning(
            "this does not compile with types of the dev-dependencies or of examples; trying again without them".to_owned(),
        ));
        std::fs::write(&lock_file, text).ok();
        *request = asked.clone();
        taken.is_plain = true;
        match prepare_with_what_is_there(request, interrupt, notify, again(&mut first), &mut taken) {
            Err(without) => error = without,
            made => {
                if let Some(kept) = &taken.examples {
                    give_up_examples(kept);
                }
                return made;
            }
        }
    }
    if let Some(target_dir) = taken.target_dir
        && error.to_string().contains(&format!("{}/", target_dir.display()))
    {
        // They may be what is wrong.
        share(notify, || BuiltDependencies::keep(&asked.work_dir, 0).map(|()| 0));
        earlier = Earlier::below(&asked.work_dir);
    }
    let aside = earlier.set_aside(&error)?;
    if aside.is_empty() {
        return Err(error);
    }
    for directory in aside {
        notify(Progress::Warning(format!(
            "what an earlier run left in {0} cannot be used; it is in {0}/set-aside now, and all of it is made anew",
            directory.display()
        )));
    }
    *request = asked;
    prepare_with_what_is_there(request, interrupt, notify, first, &mut Taken::default())
}

/// What was taken from elsewhere, which may be what is wrong.
#[derive(Default)]
struct Taken {
    /// The target directory, if it has got dependencies that were compiled for other packages.
    target_dir: Option<PathBuf>,
    /// The lock file and what was in it before dev-dependencies or types of examples were taken, if any were.
    for_tests: Option<(PathBuf, String)>,
    /// Where it is kept which examples were taken, if any were.
    examples: Option<PathBuf>,
    /// None are to be taken.
    is_plain: bool,
}

impl Taken {
    /// Takes what was compiled for other packages.
    fn dependencies(&mut self, workbench: &mut Workbench, notify: &mut dyn FnMut(Progress)) {
        if share(notify, || workbench.take_dependencies()) > 0 {
            self.target_dir = Some(workbench.target_dir());
        }
    }
}

/// As `Option::as_deref_mut`, which cannot shorten the life of what is behind a reference.
fn again<'a>(
    first: &'a mut Option<&mut (dyn FnMut(Prepared) + '_)>,
) -> Option<&'a mut (dyn FnMut(Prepared) + 'a)> {
    match first {
        Some(first) => Some(&mut **first),
        None => None,
    }
}

fn prepare_with_what_is_there(
    request: &mut Request,
    interrupt: &Arc<AtomicBool>,
    notify: &mut dyn FnMut(Progress),
    first: Option<&mut (dyn FnMut(Prepared) + '_)>,
    taken: &mut Taken,
) -> Result<(Prepared, Workbench), Error> {
    let rustdoc_started = Instant::now();
    let mut say = |text: &str| notify(Progress::Rustdoc(text.to_owned()));
    let mut workbench = Workbench::open(request, interrupt, &mut say)?;
    let mut resolved = workbench.resolve(request, &mut say)?;
    taken.dependencies(&mut workbench, notify);
    let mut say = |text: &str| notify(Progress::Rustdoc(text.to_owned()));
    let json = workbench.rustdoc_json(&mut say)?;
    let mut support_json = workbench.support_file_json(&mut say)?;
    let std_json = workbench.support_json(&std_support_crate(), &mut say)?;
    let mut document = rustdoc_json::read(&json)?;
    if request.feeding.hidden_items == HiddenItems::Explored {
        document.show_hidden();
    }
    let documents = ((&document, json.as_path()), &mut support_json);
    let (mut api, extra) = read_api(
        request,
        (&mut workbench, taken),
        &mut resolved,
        documents,
        &mut say,
    )?;
    api.properties = properties(&api.items, &request.properties);
    let (format, mut std) = (document.format, read_std(&std_json, request.feeding.stand_ins)?);
    drop(document);
    std.impls.extend(crate::std_impls::std_impls());
    let around_tests = around_tests(&workbench, request, &extra);
    workbench.set_extra_dependencies(extra)?;
    let rustdoc_time = rustdoc_started.elapsed();

    tell_of_packages(&workbench, notify);
    let build_started = Instant::now();
    share(notify, || workbench.hand_on_dependencies());
    taken.dependencies(&mut workbench, notify);
    let mut say = |text: &str| notify(Progress::Build(text.to_owned()));
    say("generating the harness");
    let keep_results_whole = request.feeding.keep_results_whole;
    let generate = |banned: &BTreeSet<String>, part: Part| {
        build(&api, &std, &request.constants, keep_results_whole, banned, part)
    };
    let memory = Memory::new(
        workbench.directory().join("verdicts.json"),
        memory_key(
            &conditions(&workbench, request, &resolved, &api),
            &[Some(&*json), Some(&*std_json), support_json.as_deref()],
        )?,
    );
    let making = Making {
        request,
        resolved: &resolved,
        tools: Tools {
            rustc: workbench.toolchain().version.clone(),
            rustdoc_format: format,
        },
        around_tests: &around_tests,
        rustdoc_time,
        build_started,
    };
    let mut hand_on;
    let first: Option<&mut dyn FnMut(Pruned)> = match first {
        Some(first) => {
            hand_on = |harness| first(making.prepared(harness, api.clone()));
            Some(&mut hand_on)
        }
        None => None,
    };
    let harness = std::thread::scope(|scope| {
        scope.spawn(|| workbench.build_ahead_of_reproductions());
        prune(&workbench, &api, &generate, &memory, first, &mut say)
    })?;
    share(notify, || workbench.hand_on_dependencies());
    let prepared = making.prepared(harness, api);
    Ok((prepared, workbench))
}

/// The API with what it takes from its dependencies, and from dev-dependencies and examples of the documentation where these have
/// what is missing; then `resolved` is what cargo says of all of them, and `support` what rustdoc says of the examples.
fn read_api(
    request: &mut Request,
    (workbench, taken): (&mut Workbench, &mut Taken),
    resolved: &mut ResolvedTarget,
    ((document, json), support): ((&rustdoc_json::Document, &Path), &mut Option<PathBuf>),
    say: &mut dyn FnMut(&str),
) -> Result<(Api, Vec<ExtraDependency>), Error> {
    let documented = |support: &Option<PathBuf>| support.as_deref().map(rustdoc_json::read).transpose();
    let mut read = dependencies::read_api(workbench, resolved, document, documented(support)?, say);
    let wanting = read.wanting();
    if !wanting.is_empty()
        && !taken.is_plain
        && let Some(with_more) = workbench.take_dev_dependencies(request, resolved, &wanting, say)
    {
        *resolved = with_more.resolved;
        taken.for_tests = Some(with_more.lock_file);
        read = dependencies::read_api(workbench, resolved, document, documented(support)?, say);
    }
    if !read.unmet_own.is_empty() && !taken.is_plain && request.support.is_none() {
        let examples = ExampleItems::of(document, &read.unmet_own);
        if !examples.is_empty()
            && let key = key_of_examples(workbench, (request, resolved), &examples, json)?
            && let Some(examples) = workbench.take_examples(request, resolved, (examples, key), say)?
        {
            *resolved = examples.with_more.resolved;
            taken.for_tests.get_or_insert(examples.with_more.lock_file);
            taken.examples = Some(examples.kept);
            *support = Some(examples.json);
            read = dependencies::read_api(workbench, resolved, document, documented(support)?, say);
        }
    }
    expect_support(request, &read.api)?;
    Ok((read.api, read.extra))
}

/// Stands for what decides which examples compile. What packages in directories depend on, in directories too, is not looked at.
fn key_of_examples(
    workbench: &Workbench,
    (request, resolved): (&Request, &ResolvedTarget),
    examples: &ExampleItems,
    json: &Path,
) -> Result<String, Error> {
    let texts = [
        workbench.toolchain().version.clone(),
        format!("{resolved:?}"),
        format!("{examples:?}"),
    ];
    // Of a directory macros and dev-dependencies may change while its API stays.
    let sources = match request.source {
        Source::Registry => Vec::new(),
        _ => package_files(&resolved.crate_root),
    };
    let sources = sources.iter().map(|file| Some(&**file));
    memory_key(&texts, &sources.chain([Some(json)]).collect::<Vec<_>>())
}

fn tell_of_packages(workbench: &Workbench, notify: &mut dyn FnMut(Progress)) {
    for yanked in workbench.yanked() {
        notify(Progress::Warning(format!(
            "{yanked} is yanked: cargo takes it for no new lock file"
        )));
    }
    for Definer { name, version } in workbench.definers() {
        notify(Progress::Warning(format!(
            "built with the feature `std` of {name} {version}: without it functions are left to whoever builds a program, and no library of it can be loaded"
        )));
    }
}

/// Compiled dependencies that cannot be taken or handed on cost time, and nothing else. Returns the number of units.
fn share(notify: &mut dyn FnMut(Progress), copy: impl FnOnce() -> io::Result<usize>) -> usize {
    copy().unwrap_or_else(|error| {
        let text = format!("compiled dependencies cannot be shared with other packages: {error}");
        notify(Progress::Warning(text));
        0
    })
}

/// What is known of a crate besides its harness.
struct Making<'a> {
    request: &'a Request,
    resolved: &'a ResolvedTarget,
    tools: Tools,
    around_tests: &'a AroundTests,
    rustdoc_time: Duration,
    build_started: Instant,
}

impl Making<'_> {
    fn prepared(&self, harness: Pruned, api: Api) -> Prepared {
        let set = harness.set;
        let items = lower::items(&api, &set, &harness.grammar, &harness.verdicts);
        let explorable = items.iter().any(|item| matches!(item.use_, ItemUse::Explore(_)));
        let crate_root = &self.resolved.crate_root;
        Prepared {
            tools: self.tools.clone(),
            crate_root: crate_root.clone(),
            vocabulary: Arc::new(vocabulary(
                crate_root,
                &self.request.constants,
                &set,
                &harness.grammar,
            )),
            items,
            op_items: op_items(&set),
            support: SupportOps {
                ops: lower::dependency_ops(&set),
                unused: match self.request.given_support() {
                    Some(_) => given::unused(&api, &set, &harness.grammar),
                    // Of examples nobody expects that all are of use.
                    None => Vec::new(),
                },
            },
            grammar: harness.grammar,
            keys: Keys::new(&api, &set),
            bindings: lower::bindings(&api, &set, self.around_tests.clone()),
            recipe: Recipe::new(api, set, harness.impls, harness.gone),
            dylib: explorable.then_some(harness.dylib),
            effort: Effort {
                rustdoc_time: self.rustdoc_time,
                build_time: self.build_started.elapsed(),
                prune_rounds: harness.rounds,
            },
        }
    }
}

/// What decides, besides the crate and its dependencies, whether rustc accepts an arm and which arms are made.
fn conditions(workbench: &Workbench, request: &Request, resolved: &ResolvedTarget, api: &Api) -> Vec<String> {
    let toolchain = workbench.toolchain();
    // No arm has a word in it.
    let constants = Constants {
        words: Vec::new(),
        ..request.constants.clone()
    };
    let mut all = vec![
        toolchain.version.clone(),
        toolchain.host.clone(),
        format!("{:?} {:?} {:?}", constants, api.properties, request.feeding),
        format!("{resolved:?}"),
        // Which dependencies could be read decides what is known of their types.
        format!(
            "{:?} {} {}",
            api.types.keys(),
            api.impls.len(),
            api.support_items.len()
        ),
    ];
    all.extend(HARNESS_TEXTS.map(str::to_owned));
    all
}

/// A support file that offers nothing was not meant like that.
fn expect_support(request: &Request, api: &Api) -> Result<(), Error> {
    match request.given_support() {
        Some(file) if !dependencies::has_support(api) => Err(Error::SupportIsEmpty {
            path: file.path().to_owned(),
        }),
        _ => Ok(()),
    }
}

fn around_tests(workbench: &Workbench, request: &Request, extra: &[ExtraDependency]) -> AroundTests {
    AroundTests {
        dependencies: (requirements(workbench, extra).into_iter())
            // With the features that the file may need: of two lines the last is kept.
            .chain(workbench.needed_by_support())
            .collect(),
        to_link: workbench.needed_to_link(),
        support: request.support.clone(),
    }
}

/// What a stand-alone test that names a dependency needs in its manifest, by the name in its text.
fn requirements(workbench: &Workbench, extra: &[ExtraDependency]) -> BTreeMap<String, String> {
    extra
        .iter()
        .map(|dependency| {
            let package = &dependency.package;
            let taken = workbench.line_of_taken(&package.name);
            let line = taken.unwrap_or_else(|| format!("{} = \"={}\"", package.name, package.version));
            (dependency.extern_name.clone(), line)
        })
        .collect()
}

/// The support module, without what is hostile unless that is wanted.
fn read_std(json: &Path, stand_ins: StandIns) -> Result<Api, Error> {
    let document = rustdoc_json::read(json)?;
    let mut std = api::read57::read(
        &document.krate,
        "crate::std_support",
        Path::new(""),
        &Foreign::default(),
    );
    // Only functions say how they are written.
    std.items
        .retain(|item| matches!(&item.form, CallForm::Function { path } if path.starts_with("crate::")));
    if stand_ins != StandIns::Hostile {
        let is_hostile = |ty: &Ty| ty.head().is_some_and(harness_types::is_hostile);
        std.items.retain(|item| !is_hostile(&item.output));
        std.impls.retain(|known| !is_hostile(&known.self_type));
    }
    Ok(std)
}

/// The items that the ops of a support set call.
fn op_items(set: &SupportSet) -> OpItems {
    let first = (0..).map(plans::OpId).zip(&set.ops);
    OpItems {
        all: set.ops.iter().map(|op| op.item).collect(),
        whole: set.ops.iter().map(OpDef::item_of_call).collect(),
        first: first
            .filter_map(|(id, op)| Some((id, op.item_of_first_call()?)))
            .collect(),
    }
}
