//! Reads a rustdoc JSON file: the format number first, then the document in the types of that format.

use crate::error::Error;
use rustdoc_types_57 as rustdoc;
use serde::Deserialize;
use std::path::Path;

/// The formats that can be read.
pub const SUPPORTED_FORMATS: &[u32] = &[57];

pub(crate) struct Document {
    pub(crate) format: u32,
    pub(crate) krate: rustdoc::Crate,
}

#[derive(Deserialize)]
struct Header {
    format_version: u32,
}

pub(crate) fn read(path: &Path) -> Result<Document, Error> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::WorkDir {
        path: path.to_owned(),
        source,
    })?;
    parse(&text).map_err(|problem| match problem {
        Problem::Format(found) => Error::UnsupportedFormat {
            found,
            supported: SUPPORTED_FORMATS,
        },
        Problem::Json(text) => Error::Rustdoc {
            package: path.display().to_string(),
            rendered: format!("its JSON cannot be read: {text}"),
        },
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Problem {
    Format(u32),
    Json(String),
}

fn parse(text: &str) -> Result<Document, Problem> {
    let json = |e: serde_json::Error| Problem::Json(e.to_string());
    let header: Header = serde_json::from_str(text).map_err(json)?;
    if !SUPPORTED_FORMATS.contains(&header.format_version) {
        return Err(Problem::Format(header.format_version));
    }
    let krate = serde_json::from_str(text).map_err(json)?;
    Ok(Document {
        format: header.format_version,
        krate,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_format_is_named_before_the_document_is_read() {
        assert_eq!(
            parse("{\"format_version\": 9000, \"index\": 3}").err(),
            Some(Problem::Format(9000))
        );
        assert!(matches!(parse("[]").err(), Some(Problem::Json(_))));
    }
}
