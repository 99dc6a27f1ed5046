//! How deep a text of Rust nests, told without a parser: parsers go as deep as a text does, on a stack that does not.

use crate::tuning::DEEPEST_SOURCE;

/// True for what no parser should be given: brackets within each other, or signs before an expression, in a number that nobody
/// writes by hand. Brackets in comments and texts count, too.
pub fn nests_deeply(text: &str) -> bool {
    let mut open = 0_usize;
    text.lines().any(|line| {
        let line = line.trim_start();
        let is_comment = ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
        let mut signs = 0_usize;
        !is_comment
            && line.bytes().any(|byte| {
                match byte {
                    b'(' | b'[' | b'{' => open += 1,
                    b')' | b']' | b'}' => open = open.saturating_sub(1),
                    b'!' | b'-' | b'*' | b'&' | b'<' | b'|' | b'=' => signs += 1,
                    b';' | b',' => signs = 0,
                    _ => {}
                }
                open.max(signs) > DEEPEST_SOURCE
            })
    })
}

#[cfg(test)]
mod tests {
    use super::nests_deeply;

    #[test]
    fn what_people_write_is_parsed_and_what_goes_on_and_on_is_not() {
        for source in [
            include_str!("nesting.rs"),
            include_str!("lib.rs"),
            include_str!("prune.rs"),
        ] {
            assert!(!nests_deeply(source));
        }
        assert!(!nests_deeply(&format!("// {}\nfn f() {{}}", "-".repeat(500))));
        assert!(!nests_deeply(&format!(
            "const T: &[i8] = &[{}];",
            "-1, ".repeat(5000)
        )));
        for deep in ["(", "[{", "!", "&", "- "] {
            assert!(nests_deeply(&deep.repeat(5000)), "{deep}");
        }
    }
}
