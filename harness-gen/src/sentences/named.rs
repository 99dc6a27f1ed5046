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
