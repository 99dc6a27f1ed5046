//! The std support functions against the compiler: the form that reproductions print has to compile and to give what
//! the function gives. Whether the values are equal is for runs to show.

use quote::ToTokens;
use std::fmt::Write as _;
use std::process::Command;

const FILES: [(&str, &str); 5] = [
    ("", include_str!("../runtime/std_support.rs")),
    (
        "collections",
        include_str!("../runtime/std_support/collections.rs"),
    ),
    ("iterators", include_str!("../runtime/std_support/iterators.rs")),
    ("system", include_str!("../runtime/std_support/system.rs")),
    ("parts", include_str!("../runtime/std_support/parts.rs")),
];

/// Modules that only stand in the place of type parameters, with their text.
const HOSTILE: [(&str, &str); 4] = [
    ("hostile", include_str!("../runtime/std_support/hostile.rs")),
    (
        "hostile_items",
        include_str!("../runtime/std_support/hostile_items.rs"),
    ),
    (
        "hostile_reader",
        include_str!("../runtime/std_support/hostile_reader.rs"),
    ),
    (
        "hostile_hashes",
        include_str!("../runtime/std_support/hostile_hashes.rs"),
    ),
];

/// A function with its documented form.
struct Support {
    signature: syn::Signature,
    form: String,
    flags: Vec<String>,
}

fn functions(text: &str) -> Vec<Support> {
    let file = syn::parse_file(text).unwrap();
    let mut found = Vec::new();
    for item in file.items {
        let syn::Item::Fn(function) = item else { continue };
        let doc = function.attrs.iter().find_map(doc_line).unwrap();
        let doc = doc.trim();
        let (form, flags) = doc.strip_prefix('`').unwrap().rsplit_once('`').unwrap();
        found.push(Support {
            signature: function.sig,
            form: form.to_owned(),
            flags: flags.split_whitespace().map(str::to_owned).collect(),
        });
    }
    found
}

fn doc_line(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(meta) = &attribute.meta else {
        return None;
    };
    match &meta.value {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn flags_are_known_and_names_are_unique() {
    let known = [
        "total",
        "statement",
        "part",
        "partial",
        "bound",
        "pattern",
        "empty",
        "element",
    ];
    let mut names = Vec::new();
    for (module, text) in FILES {
        for function in functions(text) {
            for flag in &function.flags {
                assert!(known.contains(&flag.as_str()), "{flag}: {}", function.form);
            }
            let name = format!("{module}::{}", function.signature.ident);
            let gives_option = matches!(&function.signature.output, syn::ReturnType::Type(_, ty)
                if ty.to_token_stream().to_string().starts_with("Option"));
            if function.flags.iter().any(|f| f == "part" || f == "partial") {
                assert!(gives_option, "{name}");
            }
            names.push(name);
        }
    }
    assert!(names.len() > 250, "{}", names.len());
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn written_forms_compile_and_have_the_type_of_the_function() {
    let mut source = String::from("#![allow(warnings)]\n");
    for (module, text) in FILES {
        let uses: String = text
            .split_inclusive(";\n")
            .filter_map(|part| part.find("use std::").map(|at| &part[at..]))
            .filter(|part| part.starts_with("use std::"))
            .collect();
        writeln!(source, "mod checks_{module} {{ use super::*;\n{uses}").unwrap();
        for item in syn::parse_file(text).unwrap().items {
            if let syn::Item::Struct(item) = item {
                writeln!(source, "{}", item.to_token_stream()).unwrap();
            }
        }
        for function in functions(text) {
            writeln!(source, "{}", written_out(&function)).unwrap();
        }
        source.push_str("}\n");
    }
    compile(&source);
}

#[test]
fn hostile_values_are_made_as_is_written() {
    let registry = include_str!("../runtime/plain_registry.rs");
    let mut source = format!("#![allow(warnings)]\nmod registry {{ {registry} }}\n");
    for (module, text) in HOSTILE {
        let text_of = functions(text);
        assert!(!text_of.is_empty(), "{module}");
        // What a test declares has private fields: the forms are of the same module.
        let written: String = text_of.iter().map(written_out).collect();
        writeln!(
            source,
            "mod {module} {{ {text}\nmod checks {{ use super::*; {written} }} }}"
        )
        .unwrap();
    }
    compile(&source);
}

/// The text is a library without errors.
fn compile(source: &str) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("forms.rs");
    std::fs::write(&file, source).unwrap();
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args([
            "--edition",
            "2021",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "-o",
        ])
        .arg(directory.path().join("forms.rmeta"))
        .arg(&file)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A function with the same signature whose body is the written form.
fn written_out(function: &Support) -> String {
    let signature = &function.signature;
    let has = |flag: &str| function.flags.iter().any(|f| f == flag);
    let mut inputs = Vec::new();
    let mut form = function.form.clone();
    for (position, input) in signature.inputs.iter().enumerate() {
        let syn::FnArg::Typed(input) = input else {
            panic!("a receiver")
        };
        inputs.push(format!("mut a{position}: {}", input.ty.to_token_stream()));
        // Reproductions write borrows as `&name`: forms have to put them into parentheses where that matters.
        let is_text = input.ty.to_token_stream().to_string().contains("'static");
        let text = match &*input.ty {
            syn::Type::Reference(_) if is_text => format!("a{position}"),
            syn::Type::Reference(r) if r.mutability.is_some() => format!("&mut *a{position}"),
            syn::Type::Reference(_) => format!("&*a{position}"),
            _ if has("statement") && position == 0 => "v".to_owned(),
            _ => format!("a{position}"),
        };
        form = form.replace(&format!("{{{position}}}"), &text);
    }
    let output = match &signature.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream().to_string(),
        syn::ReturnType::Default => "()".to_owned(),
    };
    let output = if has("part") || has("partial") {
        output
            .strip_prefix("Option <")
            .and_then(|rest| rest.strip_suffix('>'))
            .unwrap()
            .to_owned()
    } else {
        output
    };
    let body = if has("statement") {
        format!("let mut v = a0; {form}; v")
    } else if output.starts_with("Static") {
        format!("Static({form})")
    } else if has("bound") {
        // Others borrow from what a `let` keeps: it lives as long as the test, not for ever.
        format!("let r = {form}; unreachable!()")
    } else {
        format!("let r: {output} = {form}; r")
    };
    let (_, _, wheres) = signature.generics.split_for_impl();
    format!(
        "pub fn {}{}({}) -> {output} {} {{ {body} }}",
        signature.ident,
        signature.generics.to_token_stream(),
        inputs.join(", "),
        wheres.to_token_stream(),
    )
}
