//! Purpose: nothing public returns an `Engine`, so `run` cannot be fed, and no iterator over tickets has one in it.

/// An engine that only this crate could make.
pub struct Engine {
    speed: u8,
}

/// Runs an engine.
pub fn run(engine: &Engine) -> u8 {
    engine.speed
}

/// Needs no engine.
pub fn idle() -> u8 {
    0
}

/// What only this crate makes, and gives to nobody.
pub struct Ticket(());

/// How many there are: none, and there is a way to say so.
pub fn tickets(all: std::vec::IntoIter<Ticket>) -> usize {
    all.count()
}

/// An iterator over tickets is no way to have one, as there is none in it.
pub fn show(ticket: &Ticket) -> usize {
    std::mem::size_of_val(ticket)
}
