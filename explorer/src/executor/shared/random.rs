//! Numbers that nobody can guess: by them one process knows another's words from those of foreign code.

/// So many bytes of the system's. None: it has none.
pub(crate) fn random<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    // SAFETY: a local buffer of the given length.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), BYTES, 0) };
    (usize::try_from(got) == Ok(BYTES)).then_some(bytes)
}
