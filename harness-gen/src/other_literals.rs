//! Literals that no plan has been made of: what claims to hold for any value of a type is challenged with these, too.

use crate::call::LearnedKind;
use crate::render::Bindings;
use plans::TypeId;
use std::collections::BTreeMap;

/// Numbers neither small nor at the end of a range.
const NUMBERS: [i128; 4] = [77, 5, 128, 6];
const CHARS: [char; 3] = ['q', 'é', '\u{10ffff}'];
const TEXTS: [&str; 4] = ["q", "zz 7", "é\u{1f600}", "a long text of no particular meaning"];

impl Bindings {
    /// Bytes of such literals, by type, as [`plans::Term::Literal`] has them.
    pub fn other_literals(&self) -> BTreeMap<TypeId, Vec<Vec<u8>>> {
        let of_type = |(ty, kind): (&TypeId, &LearnedKind)| {
            let name = self.types.get(ty.index()).map_or("", |ty| ty.name.as_str());
            (*ty, of_kind(*kind, name))
        };
        self.literals.iter().map(of_type).collect()
    }
}

fn of_kind(kind: LearnedKind, ty: &str) -> Vec<Vec<u8>> {
    match kind {
        LearnedKind::Number { .. } => numbers(ty),
        LearnedKind::Char => CHARS.map(|c| u32::from(c).to_le_bytes().to_vec()).to_vec(),
        LearnedKind::Str | LearnedKind::Bytes => TEXTS.map(|text| text.as_bytes().to_vec()).to_vec(),
    }
}

/// As many bytes as the type has, least significant first.
fn numbers(ty: &str) -> Vec<Vec<u8>> {
    let bits: u32 = match ty.trim_start_matches(['i', 'u']) {
        "size" => 64,
        digits => digits.parse().unwrap_or(64),
    };
    let is_signed = ty.starts_with('i');
    let most = u128::MAX >> (128 - bits + u32::from(is_signed));
    let mut numbers: Vec<i128> = NUMBERS.to_vec();
    numbers.extend(i128::try_from(most - 1));
    numbers.extend(is_signed.then_some(-77));
    numbers.retain(|number| u128::try_from(*number).map_or(is_signed, |number| number <= most));
    let bytes = |number: i128| number.to_le_bytes()[..(bits / 8) as usize].to_vec();
    numbers.into_iter().map(bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_types() {
        assert_eq!(numbers("u8"), [[77], [5], [128], [6], [254]]);
        assert_eq!(numbers("i8"), [[77], [5], [6], [126], [179]]);
        assert_eq!(numbers("i32").last(), Some(&(-77_i32).to_le_bytes().to_vec()));
        assert_eq!(numbers("usize")[4], (u64::MAX - 1).to_le_bytes());
        assert_eq!(
            numbers("u128").len(),
            4,
            "what no number of ours can say is left out"
        );
    }
}
