//! Purpose: nothing public returns an `Engine`, so `run` cannot be fed.

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
