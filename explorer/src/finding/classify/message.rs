//! What kind of refusal a panic's message speaks of: std's own messages are known by their words, everything else is the
//! author's.

/// Kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// What should be impossible happened.
    Internal,
    /// More memory than there can be.
    Capacity,
    /// A division by zero.
    ZeroDivision,
    /// Arithmetic overflowed.
    Overflow,
    /// An index, a range or a length does not fit.
    Bounds,
    /// A bare `unwrap`.
    Unwrap,
    /// A `RefCell` that is in use.
    Borrowed,
    /// A future that was polled after it was ready.
    Polled,
    /// An order or hash that contradicts itself.
    Order,
    /// The author's own words.
    Own,
}

/// True if the author has left out what was called: `todo!()` and `unimplemented!()`.
pub(super) fn is_left_out(message: &str) -> bool {
    ["not implemented", "not yet implemented"]
        .iter()
        .any(|words| message.starts_with(words))
}

/// What a panic's message speaks of.
pub fn says(message: &str) -> Says {
    const MARKS: [(Says, &[&str]); 9] = [
        (
            Says::Internal,
            &[
                "internal error",
                "unreachable",
                "is a bug",
                "should never",
                "invariant",
                "not implemented",
                "not yet implemented",
                "impossible",
            ],
        ),
        (
            Says::Capacity,
            &[
                "capacity overflow",
                "memory allocation of",
                "layouterror",
                "tryreserveerror",
                "allocerr",
                "out of memory",
            ],
        ),
        (Says::ZeroDivision, &["divide by zero", "divisor of zero"]),
        (Says::Order, &["total order"]),
        (Says::Borrowed, &["already borrowed", "already mutably borrowed"]),
        (Says::Polled, &["after completion", "polled after", "poll after"]),
        (
            Says::Bounds,
            &[
                "out of bounds",
                "mid > len",
                "slice index starts",
                "begin <= end",
                "begin > end",
                "when slicing",
                "char boundary",
                "index (is ",
                "does not match destination slice",
                "slices have different lengths",
            ],
        ),
        (
            Says::Unwrap,
            &["called `option::unwrap()`", "called `result::unwrap()`"],
        ),
        (Says::Overflow, &[]),
    ];
    let message = message.to_lowercase();
    if message.starts_with("attempt to ") && message.contains("overflow") {
        return Says::Overflow;
    }
    // A value may be out of range, too.
    let names_place = ["index", "indic", "slice", "position", "offset"]
        .iter()
        .any(|word| message.contains(word));
    if message.contains("out of range") && names_place {
        return Says::Bounds;
    }
    let found = MARKS
        .iter()
        .find(|(_, marks)| marks.iter().any(|mark| message.contains(mark)));
    found.map_or(Says::Own, |(says, _)| *says)
}

/// Words of refusals.
pub(super) const FAILED: &[&str] = &[
    "invalid",
    "not a valid",
    "not found",
    "out of",
    "too ",
    "unknown",
    "no such",
    "there is no ",
    "unsupported",
    "overflow",
    "capacity",
    "full",
];

/// Words of refusals, and of claims about what holds anyway.
pub(super) const CLAIMED: &[&str] = &[
    "must",
    "valid",
    "expected",
    "cannot",
    "can't",
    "exceed",
    "empty",
    "missing",
    "already",
    "at least",
    "at most",
    "not allowed",
    "only accept",
];

/// True if the message speaks of a place in something, in std's words or in the author's.
pub fn speaks_of_a_place(message: &str) -> bool {
    let lower = message.to_lowercase();
    says(message) == Says::Bounds
        || compares_places(message)
        || ["index", "bound", "offset", "position", " key"]
            .iter()
            .any(|word| lower.contains(word))
}

/// `assert!` of two things that have names, one of them that of a place: what is compared with a number need be no place, and a
/// difference of places is a count.
fn compares_places(message: &str) -> bool {
    let compared = message.strip_prefix("assertion failed: ");
    let sides = compared.and_then(|text| text.split_once('<').or(text.split_once('>')));
    let Some((left, right)) = sides else { return false };
    let has = |side: &str, is: &dyn Fn(&str) -> bool| side.split(|c: char| !c.is_alphabetic()).any(is);
    let is_place = |word: &str| ["start", "end", "begin", "pos", "idx", "at", "mid"].contains(&word);
    let is_named = |side: &str| has(side, &|word: &str| !word.is_empty());
    let names_place = |side: &str| !side.contains(" - ") && has(side, &is_place);
    is_named(left) && is_named(right) && (names_place(left) || names_place(right))
}

/// The whole numbers in a message.
pub fn numbers_in(message: &str) -> Vec<i128> {
    let digits = message.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// Why a panic may be the containment's doing and not the crate's: what the sandbox refuses comes back to the crate as
/// an error, and a crate that unwraps it panics.
pub fn blames_the_sandbox(message: &str) -> Option<&'static str> {
    const REFUSED: [&str; 8] = [
        "PermissionDenied",
        "Permission denied",
        "Operation not permitted",
        "ReadOnlyFilesystem",
        "Read-only file system",
        "Function not implemented",
        "Temporary failure in name resolution",
        "failed to lookup address information",
    ];
    // What its limits of files, memory and room lead to.
    const SCARCE: [&str; 9] = [
        "Too many open files",
        "FileTooLarge",
        "File too large",
        "StorageFull",
        "No space left on device",
        "Cannot allocate memory",
        "kind: OutOfMemory",
        "failed to spawn thread",
        "File size limit exceeded",
    ];
    let says = |marks: &[&str]| marks.iter().any(|mark| message.contains(mark));
    if says(&REFUSED) || has_error_number(message, &[1, 13, 30, 38]) {
        return Some("the sandbox may have refused what the crate asked the system for");
    }
    if says(&SCARCE) || has_error_number(message, &[11, 12, 24, 27, 28]) {
        return Some("the sandbox may have had no more of what the crate asked the system for");
    }
    (message.contains("NotPresent") || message.contains("environment variable not found"))
        .then_some("the environment is empty in the sandbox")
}

/// Whether std's words for an error of the system have one of these numbers: `(os error 24)`, `Os { code: 24, …`.
fn has_error_number(message: &str, numbers: &[u32]) -> bool {
    ["(os error ", "Os { code: "].iter().any(|before| {
        message.split(before).skip(1).any(|behind| {
            let digits = behind.split(|c: char| !c.is_ascii_digit()).next();
            digits
                .and_then(|digits| digits.parse().ok())
                .is_some_and(|number| numbers.contains(&number))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_std_are_known_by_their_words() {
        assert_eq!(says("attempt to subtract with overflow"), Says::Overflow);
        assert_eq!(
            says("attempt to calculate the remainder with a divisor of zero"),
            Says::ZeroDivision
        );
        assert_eq!(
            says("index out of bounds: the len is 0 but the index is 3"),
            Says::Bounds
        );
        assert_eq!(says("called `Option::unwrap()` on a `None` value"), Says::Unwrap);
        assert_eq!(says("internal error: entered unreachable code"), Says::Internal);
        assert_eq!(says("Hash table capacity overflow"), Says::Capacity);
        assert_eq!(says("assertion failed: n > 0"), Says::Own);
        assert_eq!(says("overflow"), Says::Own);
    }

    #[test]
    fn numbers_are_read_out_of_messages() {
        assert_eq!(numbers_in("the len is 0 but the index is 77"), [0, 77]);
        assert!(speaks_of_a_place("put at index 0 exceeds fixedbitset size 0"));
        for (message, is_it) in [
            ("assertion failed: n > 0", false),
            ("assertion failed: start > 0", false),
            ("assertion failed: start <= self.pos", true),
            ("assertion failed: range_end <= self.len()", true),
            ("assertion failed: count <= self.end - self.start", false),
            ("assertion failed: min <= max", false),
            ("assertion failed: start.is_sorted()", false),
        ] {
            assert_eq!(speaks_of_a_place(message), is_it, "{message}");
        }
    }

    #[test]
    fn refusals_of_the_sandbox_are_not_blamed_on_the_crate() {
        let refused = "called `Result::unwrap()` on an `Err` value: Os { code: 13, kind: PermissionDenied }";
        assert!(blames_the_sandbox(refused).is_some());
        assert!(blames_the_sandbox("called `Result::unwrap()` on an `Err` value: NotPresent").is_some());
        assert!(blames_the_sandbox("no permission to be zero").is_none());
        for scarce in [
            "cannot open: Too many open files (os error 24)",
            "Os { code: 27, kind: FileTooLarge, message: \"File too large\" }",
            "Os { code: 28, kind: StorageFull, message: \"No space left on device\" }",
            "cannot map (os error 12)",
            "failed to lookup address information: Temporary failure in name resolution",
            "failed to spawn thread: Os { code: 11, kind: WouldBlock }",
        ] {
            assert!(blames_the_sandbox(scarce).is_some(), "{scarce}");
        }
        assert!(blames_the_sandbox("cannot find it (os error 2)").is_none());
        assert!(blames_the_sandbox("Os { code: 22, kind: InvalidInput }").is_none());
    }
}
