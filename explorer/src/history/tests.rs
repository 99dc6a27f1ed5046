//! Records made by hand, for tests.

use super::record::{Circumstances, Filter, Items, Options, Outcome, Package, Record, RunName, Sighting};
use crate::run_report::{Class, Stop};
use plans::Strategy;
use std::collections::BTreeMap;

/// A run of two items that has these findings, ended by time.
pub(super) fn record(name: &str, ids: &[&str]) -> Record {
    Record {
        format: Record::FORMAT,
        run: RunName {
            time: format!("2026-11-23T17:42:06.{name:0>3}Z"),
            name: name.to_owned(),
            command: name.to_owned(),
        },
        tool: "0.1.0".to_owned(),
        package: Package {
            name: "own".to_owned(),
            version: "0.1.0".to_owned(),
            source: "path".to_owned(),
        },
        commit: None,
        options: Options {
            depth: None,
            max_findings: None,
            time_limit_ms: 60_000,
            strategy: Strategy::Deepening,
            seed: 0,
            filter: Filter::default(),
        },
        circumstances: Circumstances::default(),
        outcome: Outcome {
            stop: Stop::Time,
            depth: 5,
            completed: 2,
            eligible: 2,
            expressions: 2000,
            lines: Some((9, 12)),
            explored_ms: 60_000,
        },
        causes: BTreeMap::from([(Class::Bug, u32::try_from(ids.len()).unwrap())]),
        findings: ids.iter().map(|id| seen(id, Class::Bug)).collect(),
        items: Items {
            hash: "00".to_owned(),
            paths: Some(vec!["own::f".to_owned(), "own::g".to_owned()]),
            standings: "cc".to_owned(),
            depths: vec![5, 5],
            calls: vec![1000, 1000],
        },
    }
}

/// A finding of the first of them.
pub(super) fn seen(id: &str, class: Class) -> Sighting {
    Sighting {
        id: id.to_owned(),
        class,
        kind: "panic".to_owned(),
        item: "own::f".to_owned(),
        message: "too few".to_owned(),
        place: Some("src/lib.rs:3".to_owned()),
        is_confirmed: class != Class::Unreliable,
        known: None,
        depth: 2,
        after: 10,
    }
}
