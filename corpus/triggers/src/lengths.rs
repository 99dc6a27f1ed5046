//! What is asked of texts and lists.

pub fn checksum(words: &[u8]) -> u16 {
    let mut sum = 0u16;
    let mut at = 0;
    while at < words.len() {
        sum = sum.wrapping_add(u16::from_le_bytes([words[at], words[at + 1]]));
        at += 2;
    }
    sum
}

pub fn initial(name: &str) -> char {
    name.chars().next().unwrap()
}

pub fn header_value(value: &str) -> Vec<u8> {
    assert!(value.is_ascii());
    value.bytes().map(|byte| byte.to_ascii_lowercase()).collect()
}

pub fn quoted(text: &str) -> String {
    if text.contains('"') {
        panic!("quotes are not escaped");
    }
    ["\"", text, "\""].concat()
}

pub fn version(tag: &str) -> &str {
    tag.strip_prefix('v').expect("tags begin with a v")
}

pub fn magic(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().unwrap())
}
