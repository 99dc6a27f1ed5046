//! How deep types are, which ends the growth of instances: levels of type constructors, with numbers that are types as one.

use super::ty::{Arg, Ty};

/// Digits of a number that is a type which count as one more level of nesting: numbers have fewer in all.
const DIGITS_OF_A_LEVEL: usize = 65;

impl Ty {
    /// Number of type constructors on the longest way down.
    pub(crate) fn levels(&self) -> usize {
        let mut deepest = 0;
        self.for_children(&mut |child| deepest = deepest.max(child.levels()));
        deepest + 1
    }

    /// The same, to guard against ever growing instances: a number that is a type counts as one, unless it has more digits than any
    /// number.
    pub(crate) fn nesting(&self) -> usize {
        if let Some(digits) = self.digits() {
            return 1 + digits / DIGITS_OF_A_LEVEL;
        }
        let mut deepest = 0;
        self.for_children(&mut |child| deepest = deepest.max(child.nesting()));
        deepest + 1
    }

    /// How many digits it has, if it is a number as `UInt<UInt<UTerm, B1>, B0>` is: one digit after the other behind what they
    /// begin with.
    fn digits(&self) -> Option<usize> {
        let crate_of = |path: &str| path.split("::").next().map(str::to_owned);
        let Ty::Path { path, args } = self else {
            return None;
        };
        let is_part = |part: &Ty| matches!(part, Ty::Path { path: of, args } if args.is_empty() && crate_of(of) == crate_of(path));
        match &args[..] {
            [Arg::Type(front), Arg::Type(digit)] if is_part(digit) => match front {
                front if is_part(front) => Some(1),
                Ty::Path { path: of, .. } if of == path => Some(front.digits()? + 1),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_deep_types() {
        let path = |path: &str, args: Vec<Ty>| Ty::Path {
            path: path.to_owned(),
            args: args.into_iter().map(Arg::Type).collect(),
        };
        let number = |digits: usize| {
            let one = |front, digit: usize| {
                let digit = path(&format!("numbers::B{}", digit % 2), vec![]);
                path("numbers::UInt", vec![front, digit])
            };
            (0..digits).fold(path("numbers::UTerm", vec![]), one)
        };
        assert_eq!(
            [0, 1, 64, 65].map(|digits| number(digits).nesting()),
            [1, 1, 1, 2]
        );
        assert_eq!(number(7).levels(), 8);
        let array = path("arrays::Array", vec![Ty::prim("u8"), number(7)]);
        assert_eq!(array.nesting(), 2);
        // What is no digit, or of another crate.
        let pair = |of: Ty| path("numbers::UInt", vec![of.clone(), of]);
        assert_eq!(pair(pair(pair(number(0)))).nesting(), 3);
        let list = |front, of: &str| path("lists::List", vec![front, path(of, vec![])]);
        let nil = || path("lists::Nil", vec![]);
        assert_eq!(
            list(list(nil(), "std::string::String"), "std::string::String").nesting(),
            3
        );
        assert_eq!(list(list(nil(), "lists::One"), "lists::One").nesting(), 1);
    }
}
