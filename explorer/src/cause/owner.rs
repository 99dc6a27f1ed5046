//! Which public item a frame is in, as far as paths and lines tell.

use crate::finding::frames::last_segment;
use crate::outcome::Frame;
use harness_gen::Item;

/// The public item whose body a frame is in: the method of that trait and type, else the last definition of that name before
/// its line.
pub(super) fn owner<'a>(items: &'a [Item], frame: &Frame) -> Option<&'a Item> {
    let function = frame.function.trim_end_matches("::{closure}");
    if function.starts_with('<') {
        // A number keeps to no terms: whoever calls the crate's method of it has the method's fault.
        let of_primitive =
            qualified(function).is_some_and(|(ty, ..)| ty.starts_with(|c: char| c.is_lowercase()));
        if of_primitive {
            return None;
        }
        return items
            .iter()
            .find(|item| qualified(&item.path) == qualified(function));
    }
    let at = frame.location.as_ref()?;
    let name = last_segment(function);
    let defined = |item: &&Item| match &item.span {
        Some((file, line)) => *file == at.file && *line <= at.line && last_segment(&item.path) == name,
        None => false,
    };
    items
        .iter()
        .filter(defined)
        .max_by_key(|item| item.span.as_ref().map(|(_, line)| *line))
}

/// Type, trait and method of `<a::T<U> as b::Trait<V>>::method`, without paths and type arguments; none for other paths.
fn qualified(path: &str) -> Option<(&str, &str, &str)> {
    let (type_, trait_) = path.strip_prefix('<')?.split_once(" as ")?;
    Some((short(type_), short(trait_), last_segment(path)))
}

/// `T` of `&a::T<U>`.
fn short(path: &str) -> &str {
    let end = path.find(['<', '>']).unwrap_or(path.len());
    last_segment(&path[..end]).trim_start_matches('&')
}
