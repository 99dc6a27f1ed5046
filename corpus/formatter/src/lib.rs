//! Purpose: a generic function whose type parameter is decided by another argument. `Format<A>` is private inside
//! and only exists for `String` and `bool`, so only those two instances of `format` can be fed.
//!
//! Expected: `simple_string`, `simple_bool` and `format` completed, `format` with the instances `A = bool` and
//! `A = String`; no findings.

/// How to write an `A`.
pub struct Format<A> {
    write: fn(A) -> String,
}

/// Writes a string in quotation marks.
pub fn simple_string() -> Format<String> {
    Format {
        write: |text| format!("{text:?}"),
    }
}

/// Writes yes or no.
pub fn simple_bool() -> Format<bool> {
    Format {
        write: |value| String::from(if value { "yes" } else { "no" }),
    }
}

/// Writes `value` as `format` says.
pub fn format<A>(value: A, format: Format<A>) -> String {
    (format.write)(value)
}
