//! Names as the harness must write them: a name that was free in the crate's edition may be a keyword in ours.

/// Keywords of edition 2024 that can be raw identifiers.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The name, with `r#` where it is needed.
pub(crate) fn ident(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::ident;

    #[test]
    fn keywords_become_raw_identifiers() {
        assert_eq!(ident("gen"), "r#gen");
        assert_eq!(ident("generate"), "generate");
    }
}
