//! Reads the text of a std backtrace and finds the functions of the explored crate in it. Works on text alone, so
//! stored backtraces test it; symbols that no debug info names are lost. Only the place of a hang is looked up in the source.

use super::loops;
use crate::outcome::{Frame, Location};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most frames kept for a finding.
pub const MAX_FRAMES: usize = 16;

/// What is on the stack as often recurs.
const TURNS: u32 = 4;

/// What belongs to the explored crate: its library name and its source directory.
#[derive(Clone, Debug)]
pub struct CrateScope {
    lib_name: String,
    roots: Vec<PathBuf>,
    generated: Option<PathBuf>,
}

impl CrateScope {
    /// `generated` is the directory of everything we make; it may lie inside the crate's own target directory and
    /// never counts as the crate.
    pub fn new(lib_name: &str, crate_root: &Path, generated: Option<&Path>) -> CrateScope {
        let mut roots = vec![crate_root.to_owned()];
        if let Ok(real) = crate_root.canonicalize()
            && real != crate_root
        {
            roots.push(real);
        }
        CrateScope {
            lib_name: lib_name.to_owned(),
            roots,
            generated: generated.map(Path::to_owned),
        }
    }

    /// The crate's root directory.
    pub fn root(&self) -> &Path {
        &self.roots[0]
    }

    /// The file relative to the crate's root, if it is a source file of the crate.
    pub fn relative(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        if path.is_relative() {
            return self.relative_to_some_directory(path.strip_prefix(".").unwrap_or(path));
        }
        if self
            .generated
            .as_ref()
            .is_some_and(|generated| path.starts_with(generated))
        {
            return None;
        }
        let inside = self.roots.iter().find_map(|root| path.strip_prefix(root).ok())?;
        Some(inside.to_string_lossy().into_owned())
    }

    /// A relative path is one from the crate's root, or from a directory above it: compilers and std's backtraces
    /// shorten paths below the directory they were started in.
    fn relative_to_some_directory(&self, path: &Path) -> Option<String> {
        for root in &self.roots {
            for above in root.ancestors() {
                let Ok(inside) = above.join(path).strip_prefix(root).map(Path::to_owned) else {
                    continue;
                };
                let file = root.join(&inside);
                if file.is_file() && !self.generated.as_ref().is_some_and(|made| file.starts_with(made)) {
                    return Some(inside.to_string_lossy().into_owned());
                }
            }
        }
        None
    }

    /// The location relative to the crate's root, if it lies in the crate.
    pub fn localise(&self, location: &Location) -> Option<Location> {
        self.relative(&location.file).map(|file| Location {
            file,
            ..location.clone()
        })
    }

    /// The functions of the crate in a backtrace, innermost first, with locations relative to the crate's root. Of several
    /// backtraces of one run what they share: the innermost function is the one that the run does not leave.
    pub fn frames(&self, backtraces: &str) -> Vec<Frame> {
        let mut shared = shared_by_all(&self.stacks(backtraces));
        shared.truncate(MAX_FRAMES);
        shared
    }

    /// The same of a run that does not end. Its innermost place is the loop that it is in, or the first of the places seen. Who is
    /// seen at several places outside of loops is called again and again: the loop is that of a caller.
    pub fn frames_of_hang(&self, backtraces: &str) -> Vec<Frame> {
        let stacks = self.stacks(backtraces);
        let mut shared = shared_by_all(&stacks);
        let outer = shared.len().saturating_sub(1);
        let frames = stacks.iter().filter_map(|stack| stack.iter().rev().nth(outer));
        let places: Vec<&Location> = frames.filter_map(|frame| frame.location.as_ref()).collect();
        let is_called_again = places.windows(2).any(|pair| pair[0] != pair[1]);
        let of_caller = || {
            is_called_again
                .then(|| loops::of_caller(self.root(), &shared))
                .flatten()
        };
        let in_loop = loops::around(self.root(), &places).map(|head| (0, head));
        let first = || places.iter().min_by_key(|at| (&at.file, at.line, at.column));
        let place = in_loop
            .or_else(of_caller)
            .or_else(|| Some((0, (*first()?).clone())));
        if let Some((at, place)) = place.filter(|_| !shared.is_empty()) {
            shared.drain(..at);
            shared[0].location = Some(place);
        }
        shared.truncate(MAX_FRAMES);
        shared
    }

    /// The functions that call each other again and again, each once, of a run that was noted deep in a recursion. They do not begin
    /// with the one that was innermost then, but with the one whose name is the first. None if no function of the crate recurs.
    pub fn frames_of_recursion(&self, backtrace: &str) -> Vec<Frame> {
        let all = parse_named(backtrace, with_drop_glue).into_iter();
        let placed = all.map(|frame| Frame {
            location: frame.location.filter(|_| !frame.function.ends_with(DROP_GLUE)),
            ..frame
        });
        let own: Vec<Frame> = placed.filter_map(|frame| self.own_frame(frame)).collect();
        let mut times: BTreeMap<&str, u32> = BTreeMap::new();
        for frame in &own {
            *times.entry(&frame.function).or_default() += 1;
        }
        times.retain(|_, times| *times >= TURNS);
        let recurs = |frame: &Frame| times.contains_key(frame.function.as_str());
        let first = times.keys().next();
        // A frame that called none of them is where it was stopped, or the way there.
        let calls = own.windows(2).filter(|pair| recurs(&pair[0]) && recurs(&pair[1]));
        let mut turn: Vec<Frame> = Vec::new();
        for frame in calls
            .map(|pair| &pair[1])
            .skip_while(|frame| Some(&frame.function.as_str()) != first)
        {
            if turn.iter().all(|other| other.function != frame.function) {
                turn.push(frame.clone());
            }
        }
        turn.truncate(MAX_FRAMES);
        turn
    }

    /// The functions of the crate in each of several backtraces that have some.
    fn stacks(&self, backtraces: &str) -> Vec<Vec<Frame>> {
        let stacks = one_by_one(backtraces).into_iter().map(|stack| {
            let frames = parse_backtrace(stack).into_iter();
            frames.filter_map(|frame| self.own_frame(frame)).collect()
        });
        stacks.filter(|frames: &Vec<Frame>| !frames.is_empty()).collect()
    }

    /// The functions of dependencies that the innermost function of the crate was in, innermost first.
    pub fn frames_below(&self, backtrace: &str) -> Vec<Frame> {
        let all = parse_backtrace(backtrace).into_iter();
        let below = all.take_while(|frame| self.own_frame(frame.clone()).is_none());
        below
            .filter(|frame| {
                let is_foreign = |at: &Location| at.file.starts_with('/') && !at.file.starts_with("/rustc/");
                let of_std = ["std::", "core::", "alloc::", "__rust", "rust_"];
                frame.location.as_ref().is_some_and(is_foreign)
                    && !self.is_generated(frame)
                    && !of_std
                        .iter()
                        .any(|std| frame.function.trim_start_matches('<').starts_with(std))
            })
            .take(MAX_FRAMES)
            .collect()
    }

    fn is_generated(&self, frame: &Frame) -> bool {
        let at = frame.location.as_ref().map(|at| Path::new(&at.file));
        let generated = self.generated.as_ref();
        at.zip(generated)
            .is_some_and(|(file, generated)| file.starts_with(generated))
    }

    fn own_frame(&self, frame: Frame) -> Option<Frame> {
        let local = frame.location.as_ref().and_then(|at| self.localise(at));
        // A closure of std's that is instantiated with a type of the crate lies in std's files; a function of the
        // crate without debug info has a name only.
        let named = frame.location.is_none() && starts_in_crate(&frame.function, &self.lib_name);
        (local.is_some() || named).then_some(Frame {
            location: local,
            ..frame
        })
    }
}

/// The texts of backtraces that follow one another: each counts its frames from 0.
fn one_by_one(text: &str) -> Vec<&str> {
    let begins = |at: usize| {
        let line = text[..at].rsplit('\n').next();
        line.is_none_or(|before| before.trim().is_empty())
    };
    let zeros = text.match_indices("0: ").map(|(at, _)| at);
    let mut starts: Vec<usize> = zeros.filter(|at| begins(*at)).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(from, to)| &text[*from..to])
        .collect()
}

fn shared_by_all(stacks: &[Vec<Frame>]) -> Vec<Frame> {
    let shared = stacks.iter().cloned().reduce(|a, b| shared_from_outside(&a, &b));
    shared.unwrap_or_default()
}

/// The outermost functions that two stacks share, innermost first: all that are at the same place, and the one in which they
/// part.
fn shared_from_outside(a: &[Frame], b: &[Frame]) -> Vec<Frame> {
    let mut shared: Vec<Frame> = Vec::new();
    for (one, other) in a.iter().rev().zip(b.iter().rev()) {
        if one.function != other.function {
            break;
        }
        shared.push(one.clone());
        if one.location != other.location {
            break;
        }
    }
    shared.reverse();
    shared
}

/// True if the path of the function, the self type of the impl it belongs to, or the trait that a primitive type implements
/// starts with the crate's name.
fn starts_in_crate(function: &str, lib_name: &str) -> bool {
    let path = function.trim_start_matches(['<', '&', '(', '[']);
    let path = path
        .strip_prefix("mut ")
        .or_else(|| path.strip_prefix("dyn "))
        .unwrap_or(path);
    let path = match path.split_once(" as ") {
        Some((type_, trait_)) if function.starts_with('<') && !type_.contains("::") => trait_,
        _ => path,
    };
    path.strip_prefix(lib_name)
        .is_some_and(|rest| rest.starts_with("::"))
}

/// A path up to its first type arguments.
pub fn without_arguments(path: &str) -> &str {
    path.split('<').next().unwrap_or(path)
}

/// The last segment of a path: the name of what it leads to.
pub fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// All frames of a backtrace as std prints it, innermost first.
pub fn parse_backtrace(text: &str) -> Vec<Frame> {
    parse_named(text, shorten)
}

/// The same, with what `name` makes of each symbol.
fn parse_named(text: &str, name: fn(&str) -> String) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            if let Some(frame) = frames.last_mut() {
                frame.location = parse_place(place);
            }
        } else if let Some(symbol) = function_of(line) {
            frames.push(Frame {
                function: name(symbol),
                location: None,
            });
        }
    }
    frames
}

/// The symbol of a line such as `12: name`, `12: 0x7f… - name`, or a bare name (an inlined caller).
fn function_of(line: &str) -> Option<&str> {
    if line.is_empty() || line == "stack backtrace:" || line.starts_with("note:") {
        return None;
    }
    let name = match line.split_once(": ") {
        Some((number, name)) if number.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => line,
    };
    match name.split_once(" - ") {
        Some((address, name)) if address.starts_with("0x") => Some(name),
        _ => Some(name),
    }
}

/// `file:line:column` or `file:line`; the file may contain colons.
fn parse_place(place: &str) -> Option<Location> {
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest
        .rsplit_once(':')
        .and_then(|(file, line)| Some((file, line.parse().ok()?)))
    {
        Some((file, line)) => Some(Location {
            file: file.to_owned(),
            line,
            column: last,
        }),
        None => Some(Location {
            file: rest.to_owned(),
            line: last,
            column: 1,
        }),
    }
}

/// Removes the hash of legacy symbols, the disambiguators and numbered closures of v0 symbols, and type arguments.
fn shorten(symbol: &str) -> String {
    let symbol = without_hash(symbol);
    let symbol = without_disambiguators(symbol);
    let symbol = without_type_arguments(&symbol);
    let symbol = symbol.replace("{{closure}}", "{closure}");
    let mut short = String::new();
    let mut rest = symbol.as_str();
    while let Some(at) = rest.find("{closure#") {
        let end = rest[at..].find('}').map_or(rest.len(), |length| at + length + 1);
        short.push_str(&rest[..at]);
        short.push_str("{closure}");
        rest = &rest[end..];
    }
    short.push_str(rest);
    short
}

/// Stands behind the type whose fields are dropped.
const DROP_GLUE: &str = "::{drop glue}";

/// As `shorten`, but what drops the fields of a type keeps it: `core::ptr::drop_in_place<a::T>` → `a::T::{drop glue}`.
fn with_drop_glue(symbol: &str) -> String {
    let glue = without_hash(symbol).strip_prefix("core::ptr::drop_in_place");
    let dropped = glue.and_then(|glue| glue.trim_start_matches(':').strip_prefix('<')?.strip_suffix('>'));
    match dropped {
        Some(dropped) => shorten(dropped) + DROP_GLUE,
        None => shorten(symbol),
    }
}

fn without_hash(symbol: &str) -> &str {
    match symbol.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => path,
        _ => symbol,
    }
}

/// `core[1f2e3d4c5b6a7988]::fmt` → `core::fmt`.
fn without_disambiguators(symbol: &str) -> String {
    let mut plain = String::new();
    let mut rest = symbol;
    while let Some(at) = rest.find('[') {
        let inside = &rest[at + 1..];
        let digits = inside.bytes().take_while(u8::is_ascii_hexdigit).count();
        plain.push_str(&rest[..at]);
        if digits >= 8 && inside[digits..].starts_with(']') {
            rest = &inside[digits + 1..];
        } else {
            plain.push('[');
            rest = inside;
        }
    }
    plain.push_str(rest);
    plain
}

/// Drops every `<…>` that follows a name (`Vec<T>`, `map::<T>`), keeping those that open a path (`<T as Trait>`).
pub fn without_type_arguments(symbol: &str) -> String {
    let mut plain = String::new();
    let mut skipped = 0u32;
    let mut before = ' ';
    for c in symbol.chars() {
        let arrow = before == '-' && c == '>';
        match c {
            '<' if skipped > 0 => skipped += 1,
            '<' if plain.ends_with("::") => {
                plain.truncate(plain.len() - 2);
                skipped = 1;
            }
            '<' if plain.ends_with(|p: char| p.is_alphanumeric() || p == '_') => skipped = 1,
            '>' if skipped > 0 && !arrow => skipped -= 1,
            _ if skipped > 0 => {}
            _ => plain.push(c),
        }
        before = c;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGACY: &str = "\
   0: std::backtrace_rs::backtrace::libunwind::trace
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/../../backtrace/src/backtrace/libunwind.rs:117:9
   1: std::backtrace::Backtrace::create
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/backtrace.rs:331:13
   2: harness::driver::start::{{closure}}
             at /w/tree/target/explore/int-tree-0.1.0/harness/src/driver.rs:40:9
   3: std::panicking::begin_panic_handler
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:697:5
   4: core::panicking::panic_fmt
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:75:14
   5: int_tree::insert::h0123456789abcdef
             at /w/tree/src/lib.rs:20:30
   6: int_tree::insert::{{closure}}
             at /w/tree/src/lib.rs:18:30
      core::option::Option<T>::map
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/option.rs:1160:29
   7: <int_tree::Tree as core::fmt::Display>::fmt
   8: harness::arms::arm_12
             at /w/tree/target/explore/int-tree-0.1.0/harness/src/arms.rs:99:5
";

    fn scope() -> CrateScope {
        CrateScope::new(
            "int_tree",
            Path::new("/w/tree"),
            Some(Path::new("/w/tree/target/explore")),
        )
    }

    #[test]
    fn of_several_stacks_the_function_in_which_they_part_is_the_innermost() {
        let stack = |inner: &str, line: u32| {
            format!(
                "   0: {inner}\n at /w/tree/src/lib.rs:3:1\n   1: int_tree::turn\n at \
                 /w/tree/src/lib.rs:{line}:9\n  10: int_tree::run\n at /w/tree/src/lib.rs:80:5\n"
            )
        };
        let functions = |text: String| -> Vec<String> {
            let frames = scope().frames(&text).into_iter();
            frames.map(|frame| frame.function).collect()
        };
        let one = stack("int_tree::left", 40);
        assert_eq!(
            functions(one.clone()),
            ["int_tree::left", "int_tree::turn", "int_tree::run"]
        );
        let all = one + &stack("int_tree::right", 40) + &stack("int_tree::left", 44);
        assert_eq!(functions(all), ["int_tree::turn", "int_tree::run"]);
    }

    #[test]
    fn a_run_that_goes_back_and_forth_outside_of_loops_is_in_that_of_a_caller() {
        let root = tempfile::tempdir().expect("a directory");
        let source =
            "fn step() {\n    a();\n    b();\n}\nfn run() {\n    loop {\n        step();\n    }\n}\n";
        std::fs::write(root.path().join("lib.rs"), source).expect("written");
        let scope = CrateScope::new("int_tree", root.path(), None);
        let file = root.path().join("lib.rs").display().to_string();
        let stack = |line: u32| {
            format!(
                "   0: int_tree::step\n at {file}:{line}:5\n   1: int_tree::run\n at {file}:7:9\n   2: \
                 int_tree::whole\n at {file}:99:5\n"
            )
        };
        let of = |lines: &[u32]| {
            let text: String = lines.iter().map(|line| stack(*line)).collect();
            let frames = scope.frames_of_hang(&text);
            let at = frames[0].location.clone().expect("a place");
            (frames[0].function.clone(), at.line, at.column)
        };
        assert_eq!(of(&[3, 2, 3]), ("int_tree::run".to_owned(), 6, 5));
        // What stays at one place may be what does not end.
        assert_eq!(of(&[3, 3]), ("int_tree::step".to_owned(), 3, 5));
    }

    #[test]
    fn a_recursion_is_one_turn_of_it_wherever_it_was_noted_and_drop_glue_is_named_by_its_type() {
        let frame = |symbol: &str, line: u32| format!("   1: {symbol}\n at /w/tree/src/lib.rs:{line}:9\n");
        let (even, odd) = (frame("int_tree::even", 4), frame("int_tree::odd", 7));
        let turns = |inner: &str| inner.to_owned() + &format!("{odd}{even}").repeat(5);
        let found = |text: &str| -> Vec<(String, Option<u32>)> {
            let frames = scope().frames_of_recursion(text).into_iter();
            frames
                .map(|frame| (frame.function, frame.location.map(|at| at.line)))
                .collect()
        };
        let both = [
            ("int_tree::even".to_owned(), Some(4)),
            ("int_tree::odd".to_owned(), Some(7)),
        ];
        let asked = frame("int_tree::leaf", 90) + &frame("int_tree::even", 3);
        assert_eq!(found(&(asked + &turns("") + &frame("int_tree::run", 80))), both);
        assert_eq!(found(&(frame("int_tree::odd", 6) + &even + &turns(""))), both);
        assert_eq!(found(&(frame("int_tree::run", 80) + &odd)), []);
        let std = " at /rustc/0123/library/core/src/ptr/mod.rs:805:1\n";
        let glue = "   1: core::ptr::drop_in_place<int_tree::Node<u8>>\n".to_owned()
            + std
            + "   2: core::ptr::drop_in_place<alloc::boxed::Box<int_tree::Node<u8>>>\n"
            + std;
        assert_eq!(
            found(&glue.repeat(9)),
            [("int_tree::Node::{drop glue}".to_owned(), None)]
        );
    }

    #[test]
    fn frames_are_those_of_the_crate_innermost_first() {
        let frames = scope().frames(LEGACY);
        let names: Vec<&str> = frames.iter().map(|frame| frame.function.as_str()).collect();
        assert_eq!(
            names,
            [
                "int_tree::insert",
                "int_tree::insert::{closure}",
                "<int_tree::Tree as core::fmt::Display>::fmt"
            ]
        );
        let at = frames[0].location.as_ref().expect("has debug info");
        assert_eq!((at.file.as_str(), at.line, at.column), ("src/lib.rs", 20, 30));
        assert_eq!(frames[2].location, None);
    }

    #[test]
    fn inlined_callers_without_number_are_frames() {
        let all = parse_backtrace(LEGACY);
        assert_eq!(all.len(), 10);
        assert_eq!(all[7].function, "core::option::Option::map");
    }

    #[test]
    fn v0_symbols_lose_disambiguators_and_type_arguments() {
        let text = "   3: 0x55d0c0de - semver[1f2e3d4c5b6a7988]::parse::<alloc[0011223344556677]::vec::Vec<u8>>::{closure#0}\n\
                    at /r/semver-1.0.0/src/parse.rs:7:1\n";
        let frames = parse_backtrace(text);
        assert_eq!(frames[0].function, "semver::parse::{closure}");
        let at = frames[0].location.as_ref().expect("a place");
        assert_eq!((at.line, at.column), (7, 1));
    }

    #[test]
    fn shortened_names_keep_impl_headers_and_arrays() {
        assert_eq!(
            shorten("<a::B<T> as core::ops::Add<u8>>::add"),
            "<a::B as core::ops::Add>::add"
        );
        assert_eq!(shorten("<[u8] as a::Ext>::ext"), "<[u8] as a::Ext>::ext");
        assert_eq!(shorten("a::apply<fn(u8) -> u8>"), "a::apply");
    }

    #[test]
    fn at_most_sixteen_frames_are_kept() {
        let text: String = (0..40).map(|i| format!("{i}: int_tree::f{i}\n")).collect();
        assert_eq!(scope().frames(&text).len(), MAX_FRAMES);
    }

    #[test]
    fn relative_paths_are_taken_from_the_root_or_above_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let name = root.file_name().expect("a directory").to_string_lossy();
        let scope = CrateScope::new("explorer", root, Some(&root.join("src")));
        assert_eq!(scope.relative("./Cargo.toml").as_deref(), Some("Cargo.toml"));
        assert_eq!(
            scope.relative(&format!("{name}/Cargo.toml")).as_deref(),
            Some("Cargo.toml")
        );
        assert_eq!(scope.relative("src/lib.rs"), None, "generated");
        assert_eq!(scope.relative("no/such/file.rs"), None);
    }

    #[test]
    fn generated_files_and_strangers_are_not_the_crate() {
        assert_eq!(
            scope().relative("/w/tree/target/explore/x/harness/src/lib.rs"),
            None
        );
        assert_eq!(scope().relative("/w/other/src/lib.rs"), None);
        assert_eq!(scope().relative("/w/tree/src/a.rs").as_deref(), Some("src/a.rs"));
        assert!(!starts_in_crate("int_tree_extra::f", "int_tree"));
        assert!(starts_in_crate("<&mut int_tree::T as X>::f", "int_tree"));
        assert!(starts_in_crate("<i8 as int_tree::Size>::size", "int_tree"));
        assert!(!starts_in_crate(
            "<harness::Hole as int_tree::Size>::size",
            "int_tree"
        ));
    }
}
