//! Makes the texts of one item. First come those of a script: what every language knows, the crate's words, and what follows
//! step by step from each text that showed something new; then changes that are drawn, and all along short texts of each class of
//! characters. What runs compared with parts of texts are tokens, and whatever follows from those joins the script. What is as long as a
//! text that took too long is not made.

use super::change::{Parts, changed};
use super::deepened::deepened;
use super::first_texts::{
    DIGITS, Idea, NUMBERS, REPEATS, closing, first_characters, first_texts, later_texts, most_repeats,
};
use super::numbers;
use super::reader::Reader;
use super::runs::{borders, digit_runs, runs, shape};
use super::vocabulary::{TextKind, Vocabulary};
use crate::lane::LearnCandidate;
use crate::sample::Numbers;
use crate::tuning::{
    EXTENDED_TEXT, LONGEST_KEPT_TEXT, LONGEST_OPENING, LONGEST_TOKEN, MOST_KEPT_TEXTS, MOST_TOKENS,
    MOST_URGENT_TEXTS, TEXTS_OF_A_DEEP_ONE, TEXTS_OF_ONE_CANDIDATE_UNIT, TOKENS_OF_AN_EXTENSION,
};
use std::collections::BTreeSet;

/// Characters that a text that showed something is extended with, besides what was learned.
const USUAL: [&str; 38] = [
    "a", "0", " ", "\n", "\t", "é", "\"", "'", ".", ",", ":", ";", "-", "/", "(", ")", "[", "]", "{", "}",
    "<", ">", "=", "\\", "#", "*", "+", "!", "?", "&", "%", "$", "@", "^", "_", "`", "|", "~",
];

/// A shorter text that takes longer than a run may, in bytes, does not for its length.
const LEAST_TOO_LONG: usize = 256;
/// Longest text in bytes that one token more is put behind before the script is read to its end.
const LONGEST_GROWN: usize = 12;
/// Numbers in a text that are exchanged at once.
const NUMBERS_EXCHANGED_AT_ONCE: usize = 4;
/// One in so many texts is one of all short ones of a character of each class, until the last of them.
const CLASS_SHARE: usize = 8;
/// Shapes of texts whose names are exchanged for words, names of one text, and the longest word in bytes.
const MOST_SHAPES: usize = 16;
const NAMES_EXCHANGED: usize = 2;
const LONGEST_NAME: usize = 32;

/// The texts of one item.
#[derive(Debug)]
pub(crate) struct Author {
    kind: TextKind,
    words: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
    /// Those that showed something new, in order.
    kept: Vec<Kept>,
    /// What runs compared, and what others found: read before the script.
    urgent: Vec<Vec<u8>>,
    script: Vec<Idea>,
    /// Short texts that showed something, with another number or one token more: read beside the script, so that what opens something
    /// is built up token by token before the script has told all that every language knows.
    grown: Vec<Idea>,
    deep: Deep,
    numbers: Numbers,
    /// Parts are repeated so often at most: a text in which one was repeated more often has ended its process.
    most_repeats: u32,
    /// What is as long takes longer than a run may.
    too_long: usize,
    /// Shapes of texts in which names were exchanged for words.
    shapes: BTreeSet<Vec<u8>>,
}

/// Texts in which a part is repeated so often that the stack may not bear it: each costs as much as hundreds of others.
#[derive(Debug, Default)]
struct Deep {
    /// Of what opens something in many languages.
    usual: Vec<Idea>,
    /// Those that follow from texts that showed something, in which a part is repeated already: read before the others.
    promising: Vec<Idea>,
}

/// A text that showed something new.
#[derive(Debug)]
struct Kept {
    text: Vec<u8>,
    /// How often others were made of it.
    picks: u64,
}

impl Author {
    /// Texts of this kind, where the numbers that are drawn begin with `seed`.
    pub(crate) fn new(kind: TextKind, vocabulary: &Vocabulary, seed: u64) -> Author {
        let words: Vec<Vec<u8>> = (vocabulary.words.iter())
            .filter(|word| kind.admits(word))
            .cloned()
            .collect();
        let scalars = match kind {
            TextKind::Utf8 | TextKind::Bytes => None,
            TextKind::Integer(size) => Some(numbers::integers(usize::from(size), &vocabulary.numbers)),
            TextKind::Character => Some(first_characters()),
        };
        if let Some(values) = scalars {
            return Author::of_scalars(kind, values, seed);
        }
        let mut script = first_texts(kind);
        script.extend(words.iter().cloned().map(Idea::Text));
        let (usual, later): (Vec<Idea>, Vec<Idea>) = later_texts().into_iter().partition(Idea::is_deep);
        script.extend(later);
        Author {
            words,
            script,
            deep: Deep {
                usual,
                ..Deep::default()
            },
            ..Author::without_texts(kind, seed)
        }
    }

    /// Single numbers or characters: these first.
    fn of_scalars(kind: TextKind, values: Vec<Vec<u8>>, seed: u64) -> Author {
        Author {
            script: values.iter().cloned().map(Idea::Text).collect(),
            words: values,
            ..Author::without_texts(kind, seed)
        }
    }

    fn without_texts(kind: TextKind, seed: u64) -> Author {
        Author {
            kind,
            words: Vec::new(),
            tokens: Vec::new(),
            kept: Vec::new(),
            urgent: Vec::new(),
            script: Vec::new(),
            grown: Vec::new(),
            deep: Deep::default(),
            numbers: Numbers(seed),
            most_repeats: u32::MAX,
            too_long: usize::MAX,
            shapes: BTreeSet::new(),
        }
    }

    pub(crate) fn kind(&self) -> TextKind {
        self.kind
    }

    /// At most `count` texts that this reader has not had: one in eight of all short ones of a character of each class, as long as there
    /// are some, with the script three in four, and a few deep ones if it `takes_deep`.
    pub(crate) fn next(&mut self, reader: &mut Reader, count: usize, takes_deep: bool) -> Vec<Vec<u8>> {
        let mut texts = Vec::with_capacity(count);
        if takes_deep && self.most_repeats > REPEATS[0] {
            let is_wanted =
                |idea: &&Idea| idea.repeats() <= self.most_repeats && !self.is_too_long(idea.len());
            let most = count / TEXTS_OF_A_DEEP_ONE;
            let promising = self.deep.promising.iter().skip(reader.at_promising).take(most);
            reader.at_promising += promising.len();
            texts.extend(promising.filter(is_wanted).map(Idea::text));
            let deep = self
                .deep
                .usual
                .iter()
                .skip(reader.at_deep)
                .take(most - texts.len());
            reader.at_deep += deep.len();
            texts.extend(deep.filter(is_wanted).map(Idea::text));
        }
        if self.kind.is_text() {
            let of_classes = (count / CLASS_SHARE).min(count - texts.len());
            texts.extend(reader.class_texts(of_classes));
        }
        let of_script = if self.kept.is_empty() {
            count
        } else {
            count - count / 4
        };
        while texts.len() < of_script
            && let Some(text) = self.urgent.get(reader.at_urgent)
        {
            reader.at_urgent += 1;
            if !self.is_too_long(text.len()) && reader.is_new(text) {
                texts.push(text.clone());
            }
        }
        let half = texts.len() + (of_script.saturating_sub(texts.len())) / 2;
        self.read(
            &self.grown,
            half,
            &mut texts,
            (reader, |reader| &mut reader.at_grown),
        );
        self.read(
            &self.script,
            of_script,
            &mut texts,
            (reader, |reader| &mut reader.at),
        );
        self.draw(&mut texts, count, |text| reader.is_new(text));
        texts
    }

    /// Adds what a reader has not had of these until there are so many texts; `at` is how far it has come.
    fn read(
        &self,
        ideas: &[Idea],
        most: usize,
        texts: &mut Vec<Vec<u8>>,
        (reader, at): (&mut Reader, fn(&mut Reader) -> &mut usize),
    ) {
        while texts.len() < most
            && let Some(idea) = ideas.get(*at(reader))
        {
            *at(reader) += 1;
            if self.is_too_long(idea.len()) {
                continue;
            }
            let text = idea.text();
            if self.kind.admits(&text) && reader.is_new(&text) {
                texts.push(text);
            }
        }
    }

    /// At most `count` texts for a plan that differs elsewhere: those that showed something, the first and the last ones, and what
    /// is drawn.
    pub(crate) fn for_variation(&mut self, count: usize) -> Vec<Vec<u8>> {
        let half = count / 4;
        let late = self.kept.len().saturating_sub(half).max(half);
        let old = self.kept.iter().take(half).chain(self.kept.iter().skip(late));
        let mut texts: Vec<Vec<u8>> = old.map(|kept| kept.text.clone()).collect();
        texts.retain(|text| !self.is_too_long(text.len()));
        self.draw(&mut texts, count, |_| true);
        texts
    }

    /// Adds texts that are drawn and wanted until there are so many, unless most of those that are drawn cannot be had.
    fn draw(&mut self, texts: &mut Vec<Vec<u8>>, count: usize, mut is_wanted: impl FnMut(&[u8]) -> bool) {
        for _ in 0..count.saturating_mul(4) {
            if texts.len() >= count {
                break;
            }
            let text = self.drawn();
            if !self.is_too_long(text.len()) && self.kind.admits(&text) && is_wanted(&text) {
                texts.push(text);
            }
        }
    }

    /// A text showed something new: others follow from it.
    pub(crate) fn keep(&mut self, text: &[u8]) {
        let is_old = self.kept.iter().any(|kept| kept.text == text);
        let is_too_long = text.len() > LONGEST_KEPT_TEXT || self.kept.len() >= MOST_KEPT_TEXTS;
        if is_old || is_too_long || !self.kind.admits(text) {
            return;
        }
        self.kept.push(Kept {
            text: text.to_vec(),
            picks: 0,
        });
        if !self.kind.is_text() {
            numbers::neighbours(text)
                .iter()
                .for_each(|near| self.suggest(near));
            return;
        }
        self.extend(text);
        self.exchange_names(text);
        self.deep.promising.extend(deepened(text));
    }

    /// Adds what runs compared with parts of these texts.
    pub(crate) fn learn(&mut self, candidates: &BTreeSet<LearnCandidate>, texts: &[Vec<u8>]) {
        let mut nearest: Vec<&LearnCandidate> = candidates.iter().collect();
        nearest.sort_by_key(|candidate| candidate.distance);
        for candidate in nearest.into_iter().take(TEXTS_OF_ONE_CANDIDATE_UNIT) {
            let value = &candidate.value;
            if !self.kind.is_text() {
                self.suggest(value);
                continue;
            }
            let differences = texts.iter().map(|text| difference(text, value));
            let Some(token) = differences.min_by_key(|token| token.len()) else {
                continue;
            };
            let token = token.to_vec();
            if !token.is_empty() && token.len() <= LONGEST_TOKEN && self.is_unknown(&token) {
                self.tokens.push(token.clone());
                self.suggest(&token);
            }
            self.suggest(value);
        }
    }

    /// A text that may show something.
    pub(crate) fn suggest(&mut self, text: &[u8]) {
        if self.kind.admits(text) && self.urgent.len() < MOST_URGENT_TEXTS {
            self.urgent.push(text.to_vec());
        }
    }

    /// Whether a text of so many bytes is as long as one that has taken longer than a run may. How deep texts nest is another question.
    pub(crate) fn is_too_long(&self, bytes: usize) -> bool {
        (self.too_long..REPEATS[1] as usize).contains(&bytes)
    }

    /// This text has ended its process, because it took longer than it might or otherwise.
    pub(crate) fn note_death(&mut self, text: &[u8], took_long: bool) {
        if took_long && text.len() >= LEAST_TOO_LONG {
            self.too_long = self.too_long.min(text.len());
        }
        let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
        if digits >= DIGITS as usize {
            self.most_repeats = self.most_repeats.min(REPEATS[1]);
        } else if text.len() >= REPEATS[1] as usize {
            self.most_repeats = REPEATS[0];
        }
    }

    fn is_unknown(&self, token: &[u8]) -> bool {
        self.tokens.len() < MOST_TOKENS && !self.tokens.iter().any(|known| known == token)
    }

    /// What follows from a text step by step: longer by one token, cut at each place, with one character exchanged or repeated.
    fn extend(&mut self, text: &[u8]) {
        if text.len() > EXTENDED_TEXT {
            return;
        }
        let is_short = text.len() <= LONGEST_GROWN;
        let mut ideas: Vec<Idea> = Vec::new();
        let learned = self.tokens.iter().rev().take(TOKENS_OF_AN_EXTENSION);
        let usual = USUAL.iter().map(|text| text.as_bytes());
        let tokens: Vec<&[u8]> = learned.map(Vec::as_slice).chain(usual).collect();
        let longer = tokens.iter().map(|token| Idea::Text([text, token].concat()));
        let exchanged = exchanged_numbers(text).map(Idea::Text);
        match is_short {
            true => self.grown.extend(exchanged.chain(longer)),
            false => ideas.extend(longer),
        }
        let mut add = |parts: &[&[u8]]| ideas.push(Idea::Text(parts.concat()));
        let borders = borders(self.kind, text);
        for pair in borders.windows(2) {
            let (front, part, rest) = (&text[..pair[0]], &text[pair[0]..pair[1]], &text[pair[1]..]);
            add(&[front]);
            add(&[front, rest]);
            add(&[front, part, part, rest]);
            for other in ["é", "0", " ", "\""] {
                add(&[front, other.as_bytes(), rest]);
            }
        }
        for border in &borders {
            for part in ["18446744073709551616", "4294967296", "-1", "é"] {
                add(&[&text[..*border], part.as_bytes(), &text[*border..]]);
            }
        }
        for token in &tokens {
            add(&[token, text]);
        }
        if !is_short {
            ideas.extend(exchanged_numbers(text).map(Idea::Text));
        }
        self.script.extend(ideas);
        // A number of many is one that nobody may divide by or add to, or that no type holds: that shows at once.
        for (from, to) in digit_runs(text).take(NUMBERS_EXCHANGED_AT_ONCE) {
            for number in ["0", "18446744073709551615", "18446744073709551616"] {
                if text[from..to] != *number.as_bytes() {
                    let exchanged = [&text[..from], number.as_bytes(), &text[to..]].concat();
                    self.suggest(&exchanged);
                }
            }
        }
        // Whatever opens something does so in a short text.
        if borders.len() > LONGEST_OPENING + 1 {
            return;
        }
        let mut parts: Vec<(usize, usize)> = borders.windows(2).map(|pair| (pair[0], pair[1])).collect();
        if let [from, _, .., to] = borders[..] {
            parts.push((from, to));
        }
        for (from, to) in parts {
            for times in [REPEATS[0], most_repeats(&text[from..to])] {
                let repeated = |closing| Idea::Repeated {
                    text: text.to_vec(),
                    from,
                    to,
                    times,
                    closing,
                };
                let ideas = std::iter::once(Vec::new())
                    .chain(closing(&text[from..to]))
                    .map(repeated);
                if times > REPEATS[0] {
                    self.deep.usual.extend(ideas);
                } else {
                    // Which of them are worth more shows at once.
                    self.urgent.extend(ideas.map(|idea| idea.text()));
                }
            }
        }
    }

    /// What is told apart by its name is where a name may stand: `Received:`, `<script>` and `max(1)` come of `a:`, `<a>` and `a(1)`. Of
    /// each shape one text is enough, and of a name alone the words are tried anyhow.
    fn exchange_names(&mut self, text: &[u8]) {
        let names: Vec<(usize, usize)> = runs(text, u8::is_ascii_alphabetic).collect();
        let is_alone = names.first() == Some(&(0, text.len()));
        let is_long = text.len() > EXTENDED_TEXT || self.shapes.len() >= MOST_SHAPES;
        if names.is_empty() || is_alone || is_long || !self.shapes.insert(shape(text)) {
            return;
        }
        let is_name = |word: &&Vec<u8>| {
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            (2..=LONGEST_NAME).contains(&word.len()) && word.iter().all(is_part)
        };
        for (from, to) in names.into_iter().take(NAMES_EXCHANGED) {
            let exchanged = (self.words.iter())
                .filter(is_name)
                .map(|word| Idea::Text([&text[..from], word, &text[to..]].concat()));
            self.script.extend(exchanged);
        }
    }

    /// A text made of one that was kept: of two, the one of which less was made for its length.
    fn drawn(&mut self) -> Vec<u8> {
        let Author {
            kind,
            kept,
            numbers,
            words,
            tokens,
            ..
        } = self;
        if !kind.is_text() {
            return super::numbers::near(words, numbers);
        }
        let Some(picked) = pick(kept, numbers) else {
            return token(words, tokens, numbers);
        };
        kept[picked].picks += 1;
        changed(
            &kept[picked].text,
            numbers,
            &mut Parts {
                token: &mut |numbers| token(words, tokens, numbers),
                other: &mut |numbers| kept[numbers.below(kept.len())].text.clone(),
            },
        )
    }
}

fn pick(kept: &[Kept], numbers: &mut Numbers) -> Option<usize> {
    if kept.is_empty() {
        return None;
    }
    let cost = |at: usize| (kept[at].picks + 1) * (16 + kept[at].text.len() as u64);
    let (one, other) = (numbers.below(kept.len()), numbers.below(kept.len()));
    Some(if cost(other) < cost(one) { other } else { one })
}

/// Half of what is learned, a quarter of words, and else a character.
fn token(words: &[Vec<u8>], tokens: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let choice = numbers.below(8);
    if choice < 4 && !tokens.is_empty() {
        return tokens[numbers.below(tokens.len())].clone();
    }
    if choice < 6 && !words.is_empty() {
        // The nearer ones more often.
        let at = numbers.below(words.len()).min(numbers.below(words.len()));
        return words[at].clone();
    }
    match numbers.below(4) {
        0 => vec![numbers.below(0x80) as u8],
        1 => NUMBERS[numbers.below(NUMBERS.len())].as_bytes().to_vec(),
        _ => USUAL[numbers.below(USUAL.len())].as_bytes().to_vec(),
    }
}

/// The text with its first number exchanged for others.
fn exchanged_numbers(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let first = digit_runs(text).next();
    first.into_iter().flat_map(move |(from, to)| {
        let exchanged = move |number: &str| [&text[..from], number.as_bytes(), &text[to..]].concat();
        NUMBERS.into_iter().map(exchanged)
    })
}

/// What `value` has between what it begins and ends with as `text` does.
fn difference<'v>(text: &[u8], value: &'v [u8]) -> &'v [u8] {
    let front = text
        .iter()
        .zip(value)
        .take_while(|(one, other)| one == other)
        .count();
    let most = text.len().min(value.len()) - front;
    let back = (text.iter().rev().zip(value.iter().rev()))
        .take(most)
        .take_while(|(one, other)| one == other)
        .count();
    &value[front..value.len() - back]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_long_as_a_text_that_took_too_long_is_not_made() {
        let longest = |deaths: &[(usize, bool)], takes_deep: bool| {
            let mut author = Author::new(TextKind::Utf8, &Vocabulary::default(), 0);
            author.suggest(&[b'a'; 300]);
            for (length, took_long) in deaths {
                author.note_death(&vec![b'a'; *length], *took_long);
            }
            let texts = author.next(&mut Reader::default(), 512, takes_deep);
            texts.iter().map(Vec::len).max()
        };
        assert_eq!(longest(&[], false), Some(300));
        assert_eq!(
            longest(&[(300, false)], false),
            Some(300),
            "it may have overflowed the stack"
        );
        assert_eq!(
            longest(&[(20, true)], false),
            Some(300),
            "its length is no reason"
        );
        assert_eq!(longest(&[(301, true)], false), Some(300));
        assert!(longest(&[(301, true), (300, true)], false) < Some(300));
        assert!(longest(&[], true) >= Some(10_000));
        assert_eq!(
            longest(&[(300, true)], true),
            longest(&[], true),
            "how deep it nests is another question"
        );
    }

    #[test]
    fn what_opens_something_is_built_up_beside_the_script() {
        let mut author = Author::new(TextKind::Utf8, &Vocabulary::default(), 0);
        let mut reader = Reader::default();
        let mut unit = |author: &mut Author| author.next(&mut reader, 256, false);
        assert!(unit(&mut author).contains(&b"a".to_vec()));
        for (kept, follows) in [("a", "a="), ("a=", "a=["), ("#0", "#4294967295")] {
            author.keep(kept.as_bytes());
            let texts = unit(&mut author);
            assert!(texts.contains(&follows.as_bytes().to_vec()), "{follows}");
            assert!(texts.len() > 200, "the script goes on");
        }
    }

    #[test]
    fn all_short_texts_of_a_character_of_each_class_are_among_the_first() {
        let mut author = Author::new(TextKind::Utf8, &Vocabulary::default(), 0);
        let mut reader = Reader::default();
        let texts: BTreeSet<Vec<u8>> = (0..13)
            .flat_map(|_| author.next(&mut reader, 512, false))
            .collect();
        for text in ["a0", "é-", " a ", "  é", " é a", "éééé"] {
            assert!(texts.contains(text.as_bytes()), "{text}");
        }
        let classes = ["a", "0", " ", "-", "é"];
        let is_short = |text: &&Vec<u8>| {
            let text = String::from_utf8_lossy(text);
            (2..=4).contains(&text.chars().count())
                && text
                    .chars()
                    .all(|character| classes.contains(&character.to_string().as_str()))
        };
        assert_eq!(texts.iter().filter(is_short).count(), 25 + 125 + 625);
    }

    #[test]
    fn words_stand_where_names_do_once_for_each_shape() {
        let vocabulary = Vocabulary {
            words: ["Received", "no name", "x-y"]
                .map(|word| word.as_bytes().to_vec())
                .into(),
            ..Vocabulary::default()
        };
        let mut author = Author::new(TextKind::Utf8, &vocabulary, 0);
        let mut exchanged = |text: &str| -> Vec<String> {
            let before = author.script.len();
            author.exchange_names(text.as_bytes());
            let ideas = author.script[before..].iter();
            ideas
                .map(|idea| String::from_utf8(idea.text()).unwrap())
                .collect()
        };
        assert_eq!(
            exchanged("a:b1"),
            ["Received:b1", "x-y:b1", "a:Received1", "a:x-y1"]
        );
        assert!(exchanged("bc:d22").is_empty(), "it has the same shape");
        assert!(exchanged("abc").is_empty(), "words are tried alone");
        assert!(exchanged("1:").is_empty());
    }
}
