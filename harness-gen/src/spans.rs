//! Where tokens are in the text that they were parsed from.

use proc_macro2::{Span, TokenStream, TokenTree};

/// The first and the last place; none of nothing.
pub(crate) fn ends(tokens: TokenStream) -> Option<(Span, Span)> {
    let mut tokens = tokens.into_iter();
    let first = tokens.next()?;
    let last = match tokens.last().unwrap_or_else(|| first.clone()) {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    };
    Some((first.span(), last))
}
