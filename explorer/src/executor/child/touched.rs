//! What a child is going to touch, mapped before its first run: a fork leaves code, constants and shared memory to be mapped
//! page by page, which takes longer than a small round. Done for the first child, before it is said to be ready: it takes
//! half a millisecond of the processor, too. Whatever fails here is left to the faults.

use std::fs;
use std::ops::Range;

/// Bytes of code and constants up to which they are mapped ahead.
const MOST_BYTES: usize = 24 << 20;
/// Bytes of the stack below its top that ordinary runs use.
const STACK_BYTES: usize = 64 << 10;

/// Memory of the template that its children read.
pub(crate) struct Touched {
    read: Vec<Range<usize>>,
}

impl Touched {
    /// Code and constants of the calling process, as they are mapped now.
    pub(crate) fn find() -> Touched {
        let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let mut read: Vec<Range<usize>> = maps.lines().filter_map(read_only_file).collect();
        if read.iter().map(Range::len).sum::<usize>() > MOST_BYTES {
            read.clear();
        }
        Touched { read }
    }

    /// Maps it in this process, with these bytes that are going to be written and the upper end of the stack.
    pub(crate) fn map(&self, written: &[Range<usize>], stack: &Range<usize>) {
        for range in &self.read {
            advise(range, libc::MADV_POPULATE_READ);
        }
        for range in written {
            advise(range, libc::MADV_POPULATE_WRITE);
        }
        let top = stack.end.saturating_sub(STACK_BYTES).max(stack.start)..stack.end;
        advise(&top, libc::MADV_POPULATE_WRITE);
    }
}

fn advise(range: &Range<usize>, advice: i32) {
    const PAGE: usize = 4096;
    let start = range.start / PAGE * PAGE;
    // SAFETY: it changes no contents, and addresses that are not mapped are refused.
    unsafe { libc::madvise(start as *mut libc::c_void, range.end - start, advice) };
}

/// The addresses in a line of the list of mappings, if it is of a file and cannot be written.
fn read_only_file(line: &str) -> Option<Range<usize>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let is_read_only = matches!(fields.next()?, "r-xp" | "r--p");
    let is_file = fields.nth(3)?.starts_with('/');
    let number = |text| usize::from_str_radix(text, 16).ok();
    (is_read_only && is_file).then_some(number(start)?..number(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_constants_are_told_from_the_rest() {
        let line = |access: &str, of: &str| format!("7f00-7f10 {access} 00003000 08:01 1234   {of}");
        assert_eq!(read_only_file(&line("r-xp", "/lib/c.so")), Some(0x7f00..0x7f10));
        assert_eq!(read_only_file(&line("r--p", "/lib/c.so")), Some(0x7f00..0x7f10));
        assert_eq!(read_only_file(&line("rw-p", "/lib/c.so")), None);
        assert_eq!(read_only_file(&line("r-xp", "[vdso]")), None);
        assert_eq!(read_only_file("7f00-7f10 r--p 00000000 00:00 0"), None);
        assert_eq!(read_only_file(""), None);
    }
}
