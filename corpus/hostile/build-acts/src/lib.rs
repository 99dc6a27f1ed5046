//! Purpose: the procedural macro of `builds`; it tries the acts while rustc compiles.

mod acts;

use proc_macro::TokenStream;

/// A text that names the acts that were not refused.
#[proc_macro]
pub fn acts_that_were_not_refused(_: TokenStream) -> TokenStream {
    let told = format!("{:?}", acts::not_refused());
    told.parse().expect("a text is an expression")
}
