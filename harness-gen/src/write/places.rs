//! How arguments are put where they stand: with parentheses where Rust needs them, without the borrow that a method call
//! or an index makes by itself. In templates, `({0})` that is no call has parentheses that are only written where needed.

use super::imports::short;
use super::template::{Piece, pieces};
use crate::harness_types::{NAME, PLACEHOLDER};
use crate::nesting::nests_deeply;

use syn::Expr;

/// Fills a template with arguments that are expressions of Rust, or of people with `?1` for placeholders.
pub(crate) fn put(template: &str, args: &[String]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    loop {
        let (piece, later) = pieces(rest, args.len());
        match piece {
            Piece::End => return out,
            Piece::Text(text) => out.push_str(text),
            Piece::Slot(index) => {
                let is_grouped = later.starts_with(')') && opens_a_group(&out);
                let later = if is_grouped { &later[1..] } else { later };
                if is_grouped {
                    out.pop();
                }
                put_one(&mut out, &args[index], is_grouped, later);
                rest = later;
                continue;
            }
        }
        rest = later;
    }
}

/// What was written ends in a parenthesis that is not that of a call.
fn opens_a_group(out: &str) -> bool {
    let Some(before) = out.strip_suffix('(') else {
        return false;
    };
    !before
        .ends_with(|c: char| c.is_alphanumeric() || c == NAME.1 || c == PLACEHOLDER.1 || "_>!)]".contains(c))
}

fn put_one(out: &mut String, arg: &str, is_grouped: bool, later: &str) {
    let is_postfix = later.starts_with('[')
        || later
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    if later.starts_with(": impl ") {
        out.push_str(lent(arg).unwrap_or(arg));
    } else if is_postfix {
        // A method or an index borrows by itself, where its argument was lent.
        let arg = lent(arg).filter(|_| is_grouped).unwrap_or(arg);
        // Whoever replaces a placeholder's value in a test finds its end at a parenthesis.
        push(out, arg, rank(arg) == Rank::Whole && !arg.starts_with("/*"));
    } else if is_grouped && out.ends_with('*') {
        match lent(arg) {
            Some(inner) => {
                out.pop();
                push(out, inner, rank(inner) != Rank::Loose);
            }
            None => push(out, arg, rank(arg) != Rank::Loose),
        }
    } else if is_grouped && out.ends_with("match ") {
        push(out, arg, rank(arg) != Rank::Loose && !arg.contains('{'));
    } else if is_grouped {
        push(out, arg, matches!(rank(arg), Rank::Whole | Rank::Unary));
    } else if out.ends_with(['&', '*', '-', '!']) || out.ends_with("&mut ") {
        push(out, arg, rank(arg) != Rank::Loose);
    } else if (out.ends_with(['(', '[']) || out.ends_with(", ")) && later.starts_with([')', ']', ',']) {
        out.push_str(range_in_parentheses(arg).unwrap_or(arg));
    } else {
        out.push_str(arg);
    }
}

/// What is in the parentheses around a range: as an argument it needs none.
fn range_in_parentheses(arg: &str) -> Option<&str> {
    let inner = arg.strip_prefix('(')?.strip_suffix(')')?;
    let is_range = inner.contains("..")
        && !nests_deeply(inner)
        && matches!(syn::parse_str::<Expr>(&as_rust(inner)), Ok(Expr::Range(_)));
    is_range.then_some(inner)
}

fn push(out: &mut String, arg: &str, stands_alone: bool) {
    if stands_alone {
        out.push_str(arg);
    } else {
        out.extend(["(", arg, ")"]);
    }
}

/// What is lent, without the sign of it.
fn lent(arg: &str) -> Option<&str> {
    let inner = arg.strip_prefix('&')?;
    (rank(arg) == Rank::Unary && !inner.starts_with('&')).then(|| inner.strip_prefix("mut ").unwrap_or(inner))
}

/// How tightly an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Anything may follow it.
    Whole,
    /// A sign stands before it.
    Unary,
    /// It needs parentheses beside any operator.
    Loose,
    /// People read it, and it is no Rust.
    Unknown,
}

const PLACEHOLDER_OPEN: char = PLACEHOLDER.0;

/// A text in which what only people read is Rust.
fn as_rust(text: &str) -> String {
    let plain = |c: char| match c {
        '?' => '_',
        PLACEHOLDER_OPEN => 'P',
        control if control.is_control() => ' ',
        other => other,
    };
    let text = short(text).replace(": impl ", "+");
    text.chars().map(plain).collect()
}

fn rank(text: &str) -> Rank {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Rank::Whole;
    }
    // Calls within each other by the hundred are no parser's.
    if nests_deeply(text) {
        return Rank::Unknown;
    }
    match syn::parse_str::<Expr>(&as_rust(text)) {
        Ok(
            Expr::Path(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Lit(_)
            | Expr::Paren(_)
            | Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Repeat(_)
            | Expr::Macro(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Struct(_)
            | Expr::Await(_),
        ) => Rank::Whole,
        Ok(Expr::Reference(_) | Expr::Unary(_)) => Rank::Unary,
        Ok(_) => Rank::Loose,
        Err(_) => Rank::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness_types::IN_SCOPE;

    #[track_caller]
    fn puts(template: &str, args: &[&str], expected: &str) {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let text = put(template, &args);
        assert_eq!(text, expected);
        let rust = text.replace('?', "_").replace(": impl ", "+");
        assert!(syn::parse_str::<Expr>(&rust).is_ok(), "{text} is no Rust");
    }

    #[test]
    fn calls_within_each_other_by_the_thousand_are_put_where_they_stand() {
        let deep = format!("{}0{}", "next(".repeat(5_000), ")".repeat(5_000));
        assert!(rank(&deep) == Rank::Unknown);
        assert!(put("f({0})", &[deep]).starts_with("f("));
    }

    #[test]
    fn receivers_are_written_as_people_write_them() {
        puts("({0}).byte({1})", &["&Rope::new()", "0"], "Rope::new().byte(0)");
        puts("({0}).push({1})", &["&mut v", "-1"], "v.push(-1)");
        puts("({0}).len()", &["&S { a: 1 }"], "S { a: 1 }.len()");
        puts("({0}).len()", &["&&x"], "(&&x).len()");
        let marked = |(open, close): (char, char), text: &str| format!("{open}{text}{close}");
        let receiver =
            marked(IN_SCOPE, "own::Buf") + &marked(NAME, "own::S") + "::<" + &marked(PLACEHOLDER, "<0>");
        let receiver = format!("{receiver}>::new({})", marked(PLACEHOLDER, "::<0>(0)"));
        assert_eq!(
            put("({0}).len()", &[format!("&{receiver}")]),
            format!("{receiver}.len()")
        );
        puts("({0}).len()", &["-1"], "(-1).len()");
        puts("({0}).len()", &["?1"], "?1.len()");
        puts("({0}).len()", &["(0..1)"], "(0..1).len()");
        puts("({0}: impl Buf).take(0)", &["&mut ?1"], "(?1: impl Buf).take(0)");
        puts(
            "({0}).take(0)",
            &["&(?1: impl Buf).take(0)"],
            "(?1: impl Buf).take(0).take(0)",
        );
        puts("{0}.into_iter()", &["&v"], "(&v).into_iter()");
        puts("{0}.0", &["a + b"], "(a + b).0");
        let answering = ["Judge answering [?1]".to_owned()];
        assert_eq!(put("f(&{0})", &answering), "f(&Judge answering [?1])");
        assert_eq!(put("({0}).next()", &answering), "(Judge answering [?1]).next()");
        let hole = "/* ?1, any value */ &v";
        puts("({0}).len()", &[hole], &format!("({hole}).len()"));
        puts("&{0}", &["/* ?1, any value */ 0"], "&/* ?1, any value */ 0");
    }

    #[test]
    fn operators_get_parentheses_where_they_need_them() {
        puts("({0}) + ({1})", &["a", "b + c"], "a + (b + c)");
        puts("({0}) + ({1})", &["&a", "-1"], "&a + -1");
        puts(
            "*({0}) == *({1})",
            &["&A::new()", "&(a - b)"],
            "A::new() == (a - b)",
        );
        puts("*({0}) == *({1})", &["?1", "v.first()"], "*?1 == *v.first()");
        puts("&({0})[{1}]", &["&Slab::new()", "0"], "&Slab::new()[0]");
        puts("-({0})", &["a + b"], "-(a + b)");
        puts("&{0}", &["a..b"], "&(a..b)");
        puts("f({0})", &["a + b"], "f(a + b)");
        puts("f({0}, {1})", &["(0..1)", "(a, b)"], "f(0..1, (a, b))");
        puts("&({0})[{1}]", &["&v", "(..n)"], "&v[..n]");
        puts(
            "match ({0}) {{ x => x }}",
            &["&S { a: 1 }"],
            "match (&S { a: 1 }) { x => x }",
        );
        puts("match ({0}) {{ x => x }}", &["f(1)"], "match f(1) { x => x }");
    }
}
