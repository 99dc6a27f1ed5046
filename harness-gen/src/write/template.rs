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

/// Fills a template with argument texts as they are. `{{` and `}}` stand for braces.
pub(crate) fn fill(template: &str, args: &[String]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    loop {
        let (piece, later) = pieces(rest, args.len());
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Slot(index) => out.push_str(&args[index]),
            Piece::End => return out,
        }
        rest = later;
    }
}

/// A part of a template.
pub(super) enum Piece<'t> {
    /// As it is.
    Text(&'t str),
    /// The argument of this number.
    Slot(usize),
    /// Nothing is left.
    End,
}

/// The first part of a template with slots for so many arguments, and the rest.
pub(super) fn pieces(template: &str, args: usize) -> (Piece<'_>, &str) {
    let text = |length: usize, skipped: usize| (Piece::Text(&template[..length]), &template[skipped..]);
    match template.find(['{', '}']) {
        None if template.is_empty() => (Piece::End, template),
        None => text(template.len(), template.len()),
        Some(0) => {
            if template.starts_with("{{") || template.starts_with("}}") {
                return text(1, 2);
            }
            let digits = template[1..].bytes().take_while(u8::is_ascii_digit).count();
            let is_slot = template.starts_with('{') && template[1 + digits..].starts_with('}');
            match template[1..=digits].parse::<usize>() {
                Ok(index) if is_slot && index < args => (Piece::Slot(index), &template[digits + 2..]),
                _ => text(1, 1),
            }
        }
        Some(position) => text(position, position),
    }
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
