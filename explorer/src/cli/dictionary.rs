//! Dictionaries of fuzzers: a file with one word on each line, `name="value"` or `"value"`, as libFuzzer and AFL read it.

use std::str::FromStr;

/// The words of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary(pub Vec<Vec<u8>>);

impl FromStr for Dictionary {
    type Err = String;

    fn from_str(file: &str) -> Result<Self, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let mut words = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let word = word(line).ok_or_else(|| {
                format!("line {number} is no word: `{line}`\nwrite for instance key=\"\\xff\\\\value\"")
            })?;
            words.push(word);
        }
        Ok(Dictionary(words))
    }
}

/// What stands between the quotes, with `\xAB`, `\\` and `\"` read.
fn word(line: &str) -> Option<Vec<u8>> {
    let (_, quoted) = line.split_once('"')?;
    let mut rest = quoted.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte == b'"' {
            return None;
        }
        if byte != b'\\' {
            word.push(byte);
            continue;
        }
        let (&escaped, behind) = rest.split_first()?;
        rest = behind;
        match escaped {
            b'\\' | b'"' => word.push(escaped),
            b'n' => word.push(b'\n'),
            b'r' => word.push(b'\r'),
            b't' => word.push(b'\t'),
            b'x' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                word.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &rest[2..];
            }
            _ => return None,
        }
    }
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_fuzzers_read_them() {
        assert_eq!(word("\"plain\"").as_deref(), Some(&b"plain"[..]));
        assert_eq!(
            word(r#"kw1@2="a\x7F\xff\\\"\n""#).as_deref(),
            Some(&b"a\x7f\xff\\\"\n"[..])
        );
        for wrong in ["plain", "\"\"", r#""a\q""#, r#""a\x4""#, "\"a\"b\"", "\"open"] {
            assert_eq!(word(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_no_dictionary_is_said_with_its_line() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let path = file.path().to_str().expect("UTF-8");
        std::fs::write(path, "# words\n\nkey=\"a\"\n  \"b\"\n").expect("written");
        assert_eq!(
            Dictionary::from_str(path),
            Ok(Dictionary(vec![b"a".to_vec(), b"b".to_vec()]))
        );
        std::fs::write(path, "key=\"a\"\nno word\n").expect("written");
        let error = Dictionary::from_str(path).expect_err("line 2");
        assert!(error.starts_with("line 2 is no word: `no word`"), "{error}");
        assert!(Dictionary::from_str("/nowhere/at/all").is_err());
    }
}
