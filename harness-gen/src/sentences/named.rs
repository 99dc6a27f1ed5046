//! What a sentence names in code.

/// True if code between backticks in `text` has `name` as one of its words.
pub fn names_in_code(text: &str, name: &str) -> bool {
    let code = text.split('`').skip(1).step_by(2);
    let mut words = code.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.any(|word| word == name)
}

/// True if some code in `text` may be the name of a function.
pub(crate) fn names_functions(text: &str) -> bool {
    let mut code = text.split('`').skip(1).step_by(2);
    let is_name = |code: &str| {
        code.chars()
            .all(|c| c.is_lowercase() || c.is_numeric() || c == '_')
    };
    code.any(|code| code.contains('(') || code.contains("::") || is_name(code))
}

/// The types that a sentence says it is about: "For primitive integers, …".
pub(crate) fn primitives_spoken_of(text: &str) -> Option<&str> {
    const PRIMITIVES: [&str; 5] = [
        "primitive",
        "integers",
        "integer types",
        "floats",
        "floating-point",
    ];
    let lead = text.strip_prefix("For ").or(text.strip_prefix("On "))?;
    let (types, _) = lead.split_once(", ")?;
    PRIMITIVES.iter().any(|of| types.contains(of)).then_some(types)
}

/// "Note that all functions will panic if the modulus is zero": true if a sentence is about whatever may be called of what it
/// describes.
pub(crate) fn speaks_of_all_functions(text: &str) -> bool {
    const CALLED: [&str; 6] = [
        "method",
        "methods",
        "function",
        "functions",
        "operation",
        "operations",
    ];
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    const OF_SOME: [&str; 9] = [
        "except", "some", "other", "not", "almost", "nearly", "but", "apart", "besides",
    ];
    const CONDITIONS: [&str; 5] = ["if", "when", "whenever", "unless", "where"];
    let is_each = |at: usize| match (&words[..at], &words[at + 1..]) {
        ([.., "a"], ["on" | "of", "this", ..]) => true,
        (before, _) if before.iter().any(|word| CONDITIONS.contains(word)) => false,
        ([.., "all" | "any" | "every" | "each"], _) => true,
        ([.., "all" | "any" | "each", "of", "the" | "its" | "these"] | [.., "all", "the" | "its"], _) => true,
        _ => false,
    };
    let mut called = (0..words.len()).filter(|&at| CALLED.contains(&words[at]));
    called.any(is_each) && !words.iter().any(|word| OF_SOME.contains(word)) && !names_functions(text)
}

/// "Before calling `compress` you need to set the source": what has to be done before something else is called, by its path.
pub(super) fn called_after(text: &str) -> Option<&str> {
    const LEADS: [&str; 4] = [
        "Before calling ",
        "before calling ",
        "Before you call ",
        "before you call ",
    ];
    const ORDERS: [&str; 4] = [" need to ", " must ", " have to ", " has to "];
    const DENIED: [&str; 6] = [
        "no need",
        "not need",
        "n't need",
        "must not",
        "not have to",
        "n't have to",
    ];
    let rest = LEADS.iter().find_map(|lead| Some(text.split_once(lead)?.1))?;
    let path = rest
        .trim_start_matches('`')
        .split(['`', '(', '<', ' ', ','])
        .next()?;
    // The name of a link is not always code.
    let is_path = rest.starts_with('`') || path.contains("::");
    let has = |known: &[&str]| known.iter().any(|words| text.contains(words));
    (is_path && has(&ORDERS) && !has(&DENIED)).then_some(path)
}
