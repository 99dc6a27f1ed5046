//! How deep types are, which ends the growth of instances: levels of type constructors, with numbers that are types as one.

use super::ty::{Arg, Ty};

/// Most digits of a number that is a type: what has more is a type that grows.
const MOST_DIGITS: usize = 64;

impl Ty {
    /// Number of type constructors on the longest way down.
    pub(crate) fn levels(&self) -> usize {
        let mut deepest = 0;
        self.for_children(&mut |child| deepest = deepest.max(child.levels()));
        deepest + 1
    }

    /// The same, to guard against ever growing instances: a number that is a type counts as one.
    pub(crate) fn nesting(&self) -> usize {
        if self.is_number() {
            return 1;
        }
        let mut deepest = 0;
        self.for_children(&mut |child| deepest = deepest.max(child.nesting()));
        deepest + 1
    }

    /// Whether it is a number as `UInt<UInt<UTerm, B1>, B0>` is: one of two digits after the other behind what they begin with, all
    /// of one crate.
    fn is_number(&self) -> bool {
        let (mut front, mut digits) = (self, Vec::new());
        let Ty::Path { path: first, .. } = self else {
            return false;
        };
        while let Ty::Path { path, args } = front
            && path == first
            && let [Arg::Type(rest), Arg::Type(Ty::Path { path: digit, args })] = &args[..]
            && args.is_empty()
            && digits.len() <= MOST_DIGITS
        {
            digits.push(digit);
            front = rest;
        }
        let Ty::Path { path: begin, args } = front else {
            return false;
        };
        let count = digits.len();
        // Most types have none, and each is asked.
        if !(1..=MOST_DIGITS).contains(&count) {
            return false;
        }
        let of_crate = first.split_once("::").map(|(name, _)| name);
        let is_of_crate = |path: &String| path.split_once("::").map(|(name, _)| name) == of_crate;
        let are_of_crate = digits.iter().all(|digit| is_of_crate(digit)) && is_of_crate(begin);
        digits.sort();
        digits.dedup();
        let are_digits = digits.len() <= 2 && !digits.contains(&begin);
        args.is_empty() && are_of_crate && are_digits && !first.starts_with("std::")
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
        assert_eq!(pair(pair(number(0))).nesting(), 3);
        let list = |front, of: &str| path("lists::List", vec![front, path(of, vec![])]);
        let nil = || path("lists::Nil", vec![]);
        assert_eq!(
            list(list(nil(), "std::string::String"), "std::string::String").nesting(),
            3
        );
        assert_eq!(list(list(nil(), "lists::One"), "lists::One").nesting(), 1);
    }
}
