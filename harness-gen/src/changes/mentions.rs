//! What a piece of source says, without comments and documentation, and which names it mentions, each with what stands before
//! it. Nothing is resolved here, and macros are not expanded: what a macro is given may become any name of a function.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Macros of std, which make no function's name of what they are given.
const OF_STD: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// A name, and how it is used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mention {
    pub(super) name: String,
    pub(super) how: How,
}

/// How a name is used, which says what it may be the name of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// By itself: a function of a module, a type, a constant, or something local.
    Bare,
    /// After a dot.
    Method,
    /// After this name and `::`.
    Of(String),
    /// Before `!`.
    Macro,
    /// It may be the name of anything.
    Any,
}

/// A piece of source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its tokens.
    pub(super) text: String,
    pub(super) mentions: BTreeSet<Mention>,
    /// Names that it gives to what has others: after `as` and `type`.
    pub(super) aliases: BTreeSet<String>,
    /// Text literals, as written.
    pub(super) literals: BTreeSet<String>,
}

impl Piece {
    /// Reads tokens.
    pub(super) fn of(tokens: TokenStream) -> Piece {
        let mut piece = Piece::default();
        piece.read(tokens, Within::Code);
        piece
    }

    /// True for a macro of std, whose arguments are code as any other.
    pub(super) fn is_of_std(name: &str) -> bool {
        OF_STD.binary_search(&name).is_ok()
    }

    fn read(&mut self, tokens: TokenStream, within: Within) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let (before, after) = (&tokens[..index], &tokens[index + 1..]);
            index += 1;
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    if let Some((length, attribute)) = attribute(after) {
                        index += length;
                        self.attribute(&attribute);
                        continue;
                    }
                    self.text.push('#');
                }
                TokenTree::Punct(punct) => self.text.push(punct.as_char()),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    self.literal(&text);
                    self.say(&text);
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let name = name.strip_prefix("r#").unwrap_or(&name);
                    self.say(name);
                    self.name(name, before, after, within);
                }
                TokenTree::Group(group) => {
                    self.group(group, within_group(before, within));
                }
            }
        }
    }

    fn group(&mut self, group: &Group, within: Within) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ('(', ')'),
            Delimiter::Brace => ('{', '}'),
            Delimiter::Bracket => ('[', ']'),
            Delimiter::None => (' ', ' '),
        };
        self.text.push(open);
        self.read(group.stream(), within);
        self.text.push(close);
    }

    fn say(&mut self, word: &str) {
        self.text.push(' ');
        self.text.push_str(word);
    }

    fn name(&mut self, name: &str, before: &[TokenTree], after: &[TokenTree], within: Within) {
        let how = match before {
            // A lifetime, or what a macro puts in.
            [.., TokenTree::Punct(mark)] if ['\'', '$'].contains(&mark.as_char()) => return,
            _ if is_called_as_macro(after) => How::Macro,
            [.., TokenTree::Punct(first), TokenTree::Punct(second)]
                if (first.as_char(), second.as_char()) == (':', ':') =>
            {
                qualified(&before[..before.len() - 2], within)
            }
            [.., TokenTree::Punct(first), TokenTree::Punct(second)]
                if (first.as_char(), second.as_char()) == ('.', '.') =>
            {
                within.bare()
            }
            [.., TokenTree::Punct(dot)] if dot.as_char() == '.' => How::Method,
            [.., TokenTree::Ident(word)] if word == "as" || word == "type" => {
                self.aliases.insert(name.to_owned());
                within.bare()
            }
            _ => within.bare(),
        };
        self.mention(name, how);
    }

    fn mention(&mut self, name: &str, how: How) {
        self.mentions.insert(Mention {
            name: name.to_owned(),
            how,
        });
    }

    /// Format strings name constants.
    fn literal(&mut self, text: &str) {
        if !text.contains('"') {
            return;
        }
        for part in text.split('{').skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            if name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                self.mention(&name, How::Bare);
            }
        }
        self.literals.insert(text.to_owned());
    }

    /// What is derived calls what belongs to the types of fields, which are mentioned anyhow. Other attributes name functions also
    /// in texts.
    fn attribute(&mut self, attribute: &Group) {
        let stream = attribute.stream();
        let Some(TokenTree::Ident(kind)) = stream.clone().into_iter().next() else {
            return self.group(attribute, Within::Macro);
        };
        if kind == "doc" {
            return;
        }
        self.text.push('#');
        if kind == "derive" {
            self.say(&stream.to_string());
            return;
        }
        self.group(attribute, Within::Macro);
        let text = stream.to_string();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|word| !word.is_empty()) {
            self.mention(word, How::Any);
        }
    }
}

/// Where tokens stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// Where they mean what they say.
    Code,
    /// Where they are given to a macro that may do anything with them.
    Macro,
}

impl Within {
    fn bare(self) -> How {
        match self {
            Self::Code => How::Bare,
            Self::Macro => How::Any,
        }
    }
}

/// What an attribute takes after `#`, in tokens, and what is in its brackets.
fn attribute(after: &[TokenTree]) -> Option<(usize, Group)> {
    match after {
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Bracket => Some((1, group.clone())),
        [TokenTree::Punct(mark), TokenTree::Group(group), ..]
            if mark.as_char() == '!' && group.delimiter() == Delimiter::Bracket =>
        {
            Some((2, group.clone()))
        }
        _ => None,
    }
}

fn is_called_as_macro(after: &[TokenTree]) -> bool {
    matches!(after, [TokenTree::Punct(mark), TokenTree::Group(_) | TokenTree::Ident(_), ..] if mark.as_char() == '!')
}

/// What stands before a group tells whether it is given to a macro.
fn within_group(before: &[TokenTree], within: Within) -> Within {
    let name = match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '!' => name,
        // `macro_rules! name { … }`
        [
            ..,
            TokenTree::Ident(_),
            TokenTree::Punct(mark),
            TokenTree::Ident(_),
        ] if mark.as_char() == '!' => {
            return Within::Macro;
        }
        _ => return within,
    };
    match Piece::is_of_std(&name.to_string()) {
        true => within,
        false => Within::Macro,
    }
}

/// How a name is used that stands after these tokens and `::`.
fn qualified(before: &[TokenTree], within: Within) -> How {
    let [earlier @ .., TokenTree::Ident(of)] = before else {
        // After a type in angle brackets, or at the root of all paths.
        return How::Any;
    };
    let starts_as_type = |name: &str| name.starts_with(char::is_uppercase);
    let of = of.to_string();
    let is_part_of_type = match earlier {
        [.., TokenTree::Punct(mark)] if mark.as_char() == '$' => true,
        [
            ..,
            TokenTree::Ident(outer),
            TokenTree::Punct(first),
            TokenTree::Punct(second),
        ] => (first.as_char(), second.as_char()) == (':', ':') && starts_as_type(&outer.to_string()),
        [
            ..,
            TokenTree::Punct(angle),
            TokenTree::Punct(first),
            TokenTree::Punct(second),
        ] => (angle.as_char(), first.as_char(), second.as_char()) == ('>', ':', ':'),
        _ => false,
    };
    // Given to a macro, the first name may be taken alone.
    match is_part_of_type || within == Within::Macro {
        true => How::Any,
        false => How::Of(of),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentions(source: &str) -> Vec<(String, How)> {
        let piece = Piece::of(source.parse().unwrap());
        let named = |mention: Mention| (mention.name, mention.how);
        piece.mentions.into_iter().map(named).collect()
    }

    fn how(source: &str, name: &str) -> Vec<How> {
        let all = mentions(source).into_iter();
        all.filter(|(other, _)| other == name)
            .map(|(_, how)| how)
            .collect()
    }

    #[test]
    fn what_stands_before_a_name_says_what_it_may_be() {
        assert_eq!(how("Foo::new(a)", "new"), [How::Of("Foo".into())]);
        assert_eq!(how("module::Foo::new(a)", "new"), [How::Of("Foo".into())]);
        assert_eq!(how("Self::Item::new(a)", "new"), [How::Any]);
        assert_eq!(how("<Foo as Bar>::new(a)", "new"), [How::Any]);
        assert_eq!(how("Vec::<u8>::new(a)", "new"), [How::Any]);
        assert_eq!(how("a.go()", "go"), [How::Method]);
        assert_eq!(how("&a[1..go]", "go"), [How::Bare]);
        assert_eq!(how("go(1)", "go"), [How::Bare]);
        assert_eq!(how("fn f<'go>(a: &'go u8) {}", "go"), []);
        assert_eq!(how("vec![go(1)]", "go"), [How::Bare]);
        assert_eq!(how("each!(go)", "go"), [How::Any]);
        assert_eq!(how("each!(go)", "each"), [How::Macro]);
        assert_eq!(how("$t::go()", "go"), [How::Any]);
        assert_eq!(how("format!(\"{GO:?}\")", "GO"), [How::Bare]);
    }

    #[test]
    fn documentation_and_layout_say_nothing() {
        let text = |source: &str| Piece::of(source.parse().unwrap()).text;
        let plain = text("fn f(a: u8) -> u8 { a + 1 }");
        assert_eq!(
            text("/// Text.\n#[doc(hidden)]\nfn f(a: u8)\n -> u8 { /* a */ a + 1 }"),
            plain
        );
        assert_ne!(text("fn f(a: u8) -> u8 { a + 2 }"), plain);
        assert_ne!(text("#[inline]\nfn f(a: u8) -> u8 { a + 1 }"), plain);
        assert_ne!(text("fn f() { ab }"), text("fn f() { a b }"));
    }

    #[test]
    fn macros_of_std_are_in_order() {
        assert!(OF_STD.is_sorted());
    }

    #[test]
    fn attributes_name_functions_in_texts_and_derives_name_nothing() {
        assert_eq!(how("#[serde(with = \"inner::go\")] struct S;", "go"), [How::Any]);
        assert_eq!(how("#[derive(Clone)] struct S;", "Clone"), []);
    }
}
