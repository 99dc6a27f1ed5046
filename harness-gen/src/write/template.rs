//! Texts with slots: `{0}`, `{1}`… stand for arguments, `{{` and `}}` for braces.

/// A slot for each of `count` arguments.
pub(super) fn slots(count: usize) -> Vec<String> {
    (0..count).map(|position| format!("{{{position}}}")).collect()
}

/// A text without slots as a template.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Last segment of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// `{name}0, {name}1, …`.
pub(super) fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{name}{number}")).collect()
}

/// Fills a template with argument texts. `{{` and `}}` stand for braces.
pub(crate) fn fill(template: &str, args: &[String]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(position) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(position);
        out.push_str(before);
        if from.starts_with("{{") || from.starts_with("}}") {
            out.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        let digits: String = from[1..].chars().take_while(char::is_ascii_digit).collect();
        let closed = from[1 + digits.len()..].starts_with('}');
        match digits.parse::<usize>().ok().and_then(|i| args.get(i)) {
            Some(arg) if closed && from.starts_with('{') => {
                out.push_str(arg);
                rest = &from[digits.len() + 2..];
            }
            _ => {
                out.push_str(&from[..1]);
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_keep_braces_and_fill_arguments() {
        assert_eq!(fill("Point {{ x: {0} }}", &["1".to_owned()]), "Point { x: 1 }");
        assert_eq!(
            fill("format!(\"{}\", {0})", &["a".to_owned()]),
            "format!(\"{}\", a)"
        );
        assert_eq!(
            fill("{ let mut v = {0}; v }", &["f()".to_owned()]),
            "{ let mut v = f(); v }"
        );
        let text = "match x { _ => 1 }";
        assert_eq!(fill(&escaped(text), &[]), text);
    }
}
