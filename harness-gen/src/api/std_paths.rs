//! Public paths of std's types and traits: rustdoc names where something is defined, often in a private module.

/// The path under `std` by which users reach what rustdoc calls `core::a::b::Name`.
///
/// std re-exports nearly everything one module deep; the exceptions are listed. A wrong guess costs the arms that
/// mention it, never the run.
pub(crate) fn canonical(segments: &[String]) -> String {
    let names: Vec<&str> = segments.iter().map(String::as_str).collect();
    let Some((last, modules)) = names.split_last() else {
        return String::new();
    };
    let modules = &modules[1..];
    // A deprecated alias that signatures still use.
    let last = if *last == "LayoutErr" {
        &"LayoutError"
    } else {
        last
    };
    match modules {
        [] => format!("std::{last}"),
        ["collections", inner @ ..] => collection(inner, last),
        ["sync", "atomic", ..] => format!("std::sync::atomic::{last}"),
        ["core_arch", ..] => format!("std::arch::x86_64::{last}"),
        ["sync", "mpsc", ..] => format!("std::sync::mpsc::{last}"),
        // Their own modules are private.
        ["os", "fd", ..] => format!("std::os::fd::{last}"),
        ["os", "unix", "net", ..] => format!("std::os::unix::net::{last}"),
        ["os", ..] | ["arch", ..] | ["backtrace", ..] => format!("std::{}::{last}", modules.join("::")),
        ["str", "pattern", ..] => format!("std::str::pattern::{last}"),
        [top, ..] => format!("std::{top}::{last}"),
    }
}

/// True for the crates whose items are reached through `std`.
pub(crate) fn is_std(crate_name: &str) -> bool {
    matches!(crate_name, "core" | "alloc" | "std")
}

fn collection(inner: &[&str], last: &str) -> String {
    const TOP: [&str; 8] = [
        "BTreeMap",
        "BTreeSet",
        "BinaryHeap",
        "HashMap",
        "HashSet",
        "LinkedList",
        "VecDeque",
        "TryReserveError",
    ];
    if TOP.contains(&last) {
        return format!("std::collections::{last}");
    }
    let module = match inner {
        ["btree", "map", ..] => "btree_map",
        ["btree", "set", ..] => "btree_set",
        ["hash", "map", ..] => "hash_map",
        ["hash", "set", ..] => "hash_set",
        [other, ..] => other,
        [] => return format!("std::collections::{last}"),
    };
    format!("std::collections::{module}::{last}")
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn definition_paths_become_public_paths() {
        let check = |from: &str, to: &str| {
            let segments: Vec<String> = from.split("::").map(str::to_owned).collect();
            assert_eq!(canonical(&segments), to);
        };
        check("alloc::vec::Vec", "std::vec::Vec");
        check("core::iter::adapters::rev::Rev", "std::iter::Rev");
        check("core::ops::function::FnMut", "std::ops::FnMut");
        check(
            "std::collections::hash::map::HashMap",
            "std::collections::HashMap",
        );
        check(
            "alloc::collections::btree::map::Iter",
            "std::collections::btree_map::Iter",
        );
        check("core::sync::atomic::AtomicBool", "std::sync::atomic::AtomicBool");
        check("std::os::fd::owned::OwnedFd", "std::os::fd::OwnedFd");
        check(
            "std::os::unix::net::stream::UnixStream",
            "std::os::unix::net::UnixStream",
        );
        check("std::os::unix::fs::FileExt", "std::os::unix::fs::FileExt");
        check("core::num::error::ParseIntError", "std::num::ParseIntError");
    }
}
