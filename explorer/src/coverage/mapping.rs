//! Reads what rustc wrote about source regions into the object files of an instrumented build, and a profile of their
//! counters. Of the explored crate's own library the linker takes what is called only, so its object files are read, too:
//! functions that nothing calls are part of the whole.

use super::covered::{Coverage, FileCoverage};
use super::region::Region;
use anyhow::{Context, anyhow, ensure};
use llvm_profparser::coverage_mapping::read_object_file;
use llvm_profparser::instrumentation_profile::types::InstrumentationProfile;
use llvm_profparser::{Counter, CounterType, CoverageMappingInfo, ExprKind, Expression, RegionKind};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The sections of an object file that speak of source: files, then functions.
const SECTIONS: [&str; 2] = ["__llvm_covmap", "__llvm_covfun"];
/// What the linker aligns their parts to.
const ALIGNMENT: u64 = 8;

/// What rustc wrote about an instrumented build.
pub struct Mapping {
    parts: Vec<CoverageMappingInfo>,
}

/// A function of the explored crate with what of it is counted.
pub(super) struct Counted<'m> {
    /// Its name and its structure, as profiles name it.
    pub(super) key: (u64, u64),
    /// Files relative to the crate's root, and how often their regions were run. That of the whole body comes first.
    pub(super) regions: Vec<(String, Region, Counter)>,
    /// What counters are computed from.
    pub(super) expressions: &'m [Expression],
}

impl Mapping {
    /// Reads the files of a build, of which this profile was made, and what the profile says about the crate's source files.
    /// `relative` names a file relative to the crate's root if it belongs to the crate.
    pub fn read(
        (dylib, explored): (&Path, Option<&Path>),
        profile: &[u8],
        crate_root: &Path,
        relative: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<(Mapping, Coverage)> {
        guarded(|| {
            let profile = parsed(profile)?;
            let version = profile.version().context("the profile has no version")?;
            let of = |file: &Path, named: &Path| {
                read_object_file(file, version)
                    .with_context(|| format!("cannot read the coverage mapping of {}", named.display()))
            };
            let mut parts = vec![of(dylib, dylib)?];
            if let Some(explored) = explored
                && let Some(object) = joined(explored)?
            {
                parts.push(of(object.path(), explored)?);
            }
            let mapping = Mapping { parts };
            let coverage = mapping.coverage(&profile, crate_root, relative)?;
            Ok((mapping, coverage))
        })
    }

    fn coverage(
        &self,
        profile: &InstrumentationProfile,
        crate_root: &Path,
        relative: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Coverage> {
        let mut all: BTreeMap<String, BTreeMap<Region, u64>> = BTreeMap::new();
        self.visit(relative, &mut |function| {
            let mut values = Values::new(counts_of(profile, function.key), function.expressions);
            for (file, region, counter) in function.regions {
                let sum = all.entry(file).or_default().entry(region).or_insert(0);
                *sum = sum.saturating_add(values.of(counter));
            }
        });
        ensure!(
            !all.is_empty(),
            "no source file of the crate is in the coverage mapping"
        );
        let files = all.into_iter().map(|(file, regions)| FileCoverage {
            text: std::fs::read_to_string(crate_root.join(&file)).unwrap_or_default(),
            file,
            regions,
        });
        Ok(Coverage::new(files.collect()))
    }

    /// Shows all functions of the explored crate.
    pub(super) fn visit(
        &self,
        relative: &dyn Fn(&str) -> Option<String>,
        visit: &mut dyn FnMut(Counted<'_>),
    ) {
        // Functions are told by name and structure; one may stand in several object files.
        let mut seen = BTreeSet::new();
        for mapping in &self.parts {
            let mut names: BTreeMap<u64, Vec<Option<String>>> = BTreeMap::new();
            for function in &mapping.cov_fun {
                let header = &function.header;
                let key = (header.name_hash, header.fn_hash);
                // A function without code of its own has no structure, and no counts: it does no harm twice.
                if header.fn_hash != 0 && !seen.insert(key) {
                    continue;
                }
                let files = names.entry(header.filenames_ref).or_insert_with(|| {
                    let paths = mapping.get_files_from_id(header.filenames_ref);
                    let named = |path: &PathBuf| path.to_str().and_then(relative);
                    paths.iter().map(named).collect()
                });
                let regions = function.regions.iter().filter_map(|region| {
                    let file = files.get(region.file_id)?.clone()?;
                    let at = &region.loc;
                    let place = Region::new((at.line_start, at.column_start), (at.line_end, at.column_end));
                    (region.kind == RegionKind::Code).then_some((file, place, region.count))
                });
                let regions: Vec<(String, Region, Counter)> = regions.collect();
                if !regions.is_empty() {
                    visit(Counted {
                        key,
                        regions,
                        expressions: &function.expressions,
                    });
                }
            }
        }
    }
}

/// The library takes its input for granted; what it cannot read must not end the run.
fn guarded<T>(read: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(anyhow!("the coverage mapping is malformed")))
}

pub(super) fn parsed(profile: &[u8]) -> anyhow::Result<InstrumentationProfile> {
    llvm_profparser::parse_bytes(profile).context("cannot read the profile")
}

/// The sections of all members of a library one after the other, as a linker joins them. None if it has none.
fn joined(library: &Path) -> anyhow::Result<Option<tempfile::NamedTempFile>> {
    let named = || format!("cannot read {}", library.display());
    let data = std::fs::read(library).with_context(named)?;
    let archive = ArchiveFile::parse(&*data).with_context(named)?;
    let mut parts = SECTIONS.map(|_| Vec::new());
    for member in archive.members() {
        let content = member
            .and_then(|member| member.data(&*data))
            .with_context(named)?;
        // Metadata is no object file.
        let Ok(object) = object::File::parse(content) else {
            continue;
        };
        for section in object.sections() {
            let position = SECTIONS.iter().position(|name| section.name() == Ok(name));
            if let Some(position) = position {
                let part: &mut Vec<u8> = &mut parts[position];
                part.resize(part.len().next_multiple_of(ALIGNMENT as usize), 0);
                part.extend(section.data().with_context(named)?);
            }
        }
    }
    if parts.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    let mut joined = object::write::Object::new(
        object::BinaryFormat::Elf,
        object::Architecture::X86_64,
        object::Endianness::Little,
    );
    for (name, part) in SECTIONS.iter().zip(parts) {
        let section = joined.add_section(
            Vec::new(),
            name.as_bytes().to_vec(),
            object::SectionKind::Metadata,
        );
        joined.append_section_data(section, &part, ALIGNMENT);
    }
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(&joined.write()?)?;
    Ok(Some(file))
}

/// What the counters of a function stood at; nothing for one without code of its own.
fn counts_of(profile: &InstrumentationProfile, (name, structure): (u64, u64)) -> &[u64] {
    let record = profile.find_record_by_hash(name);
    record
        .filter(|record| record.hash == Some(structure))
        .map_or(&[], |record| record.counts())
}

/// The counters of one function and what is computed from them.
pub(super) struct Values<'a> {
    counts: &'a [u64],
    expressions: &'a [Expression],
    known: Vec<Option<i128>>,
}

impl Values<'_> {
    pub(super) fn new<'a>(counts: &'a [u64], expressions: &'a [Expression]) -> Values<'a> {
        Values {
            counts,
            expressions,
            known: vec![None; expressions.len()],
        }
    }

    /// Never negative: a run that died may have counted the one operand of a difference and not the other.
    pub(super) fn of(&mut self, counter: Counter) -> u64 {
        u64::try_from(self.value(counter).max(0)).unwrap_or(u64::MAX)
    }

    fn value(&mut self, counter: Counter) -> i128 {
        let id = counter.id as usize;
        match counter.kind {
            CounterType::Zero => 0,
            CounterType::ProfileInstrumentation => self.counts.get(id).map_or(0, |count| i128::from(*count)),
            CounterType::Expression(_) => {
                let Some(expression) = self.expressions.get(id) else {
                    return 0;
                };
                if let Some(known) = self.known[id] {
                    return known;
                }
                // Whatever refers to itself is 0.
                self.known[id] = Some(0);
                let (left, right) = (self.value(expression.lhs), self.value(expression.rhs));
                let value = match expression.kind {
                    ExprKind::Add => left.saturating_add(right),
                    ExprKind::Subtract => left.saturating_sub(right),
                };
                self.known[id] = Some(value);
                value
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::coverage) fn expression(id: u64) -> Counter {
        Counter {
            kind: CounterType::Expression(ExprKind::Subtract),
            id,
        }
    }

    /// What the first counter has more than the second, that and the second, and one that refers to itself.
    pub(in crate::coverage) fn expressions() -> [Expression; 3] {
        let counter = Counter::instrumentation;
        let mut difference = Expression::new(counter(0), counter(1));
        let mut sum = Expression::new(expression(0), counter(1));
        sum.set_kind(ExprKind::Add);
        difference.set_kind(ExprKind::Subtract);
        let endless = Expression::new(expression(2), counter(0));
        [difference, sum, endless]
    }

    #[test]
    fn expressions_are_computed_and_never_negative() {
        let expressions = expressions();
        let mut values = Values::new(&[2, 5], &expressions);
        assert_eq!(values.of(expression(0)), 0);
        assert_eq!(values.of(expression(1)), 2);
        assert_eq!(values.of(expression(2)), 0);
        assert_eq!(values.of(Counter::default()), 0);
        assert_eq!(values.of(expression(9)), 0);
    }
}
