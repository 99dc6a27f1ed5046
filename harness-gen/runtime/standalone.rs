//! Runs one stand-alone test by its name, on a thread as libtest does, and tells how it ended: on standard input, behind a word
//! that it has read from there before anything of the explored crate ran. What the crate prints, and the code with which it exits,
//! tell nothing.

use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

/// The test that the argument behind `--exact` names.
pub fn main(tests: &[(&str, fn())]) {
    let Ok(channel) = std::io::stdin().as_fd().try_clone_to_owned() else {
        return;
    };
    // A socket is read with `recv`: a crate may have a `read` of its own.
    let (mut channel, mut said) = (UnixStream::from(channel), Vec::new());
    // Nobody has a word where nobody wants to know.
    let _ = channel.read_to_end(&mut said);
    let wanted = std::env::args().skip_while(|argument| argument != "--exact").nth(1);
    let Some((name, test)) = tests.iter().find(|(name, _)| Some(*name) == wanted.as_deref()) else {
        std::process::exit(2);
    };
    let thread = std::thread::Builder::new().name((*name).to_owned()).spawn(*test);
    let Ok(thread) = thread else {
        std::process::exit(2);
    };
    let code = match thread.join() {
        Ok(()) => {
            said.push(b'P');
            0
        }
        Err(payload) => {
            let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
                (Some(text), _) => text,
                (_, Some(text)) => text.as_str(),
                _ => "Box<dyn Any>",
            };
            said.push(b'F');
            // More than this is not compared, and what is small is written at once.
            let text = text.as_bytes();
            said.extend(&text[..text.len().min(4096)]);
            // To drop it may run code of the crate.
            std::mem::forget(payload);
            101
        }
    };
    let _ = channel.write_all(&said);
    std::process::exit(code);
}
