//! Purpose: an initialiser that says a word and never ends. The crate cannot be explored, and that is said in time, with the word.

extern "C" fn wait() {
    eprintln!("waiting for a lamp");
    let started = std::time::Instant::now();
    while started.elapsed().as_secs() < 600 {
        std::hint::spin_loop();
    }
}

#[used]
#[unsafe(link_section = ".init_array")]
static WAIT: extern "C" fn() = wait;

/// Adds one.
pub fn add_one(number: u8) -> u16 {
    u16::from(number) + 1
}
