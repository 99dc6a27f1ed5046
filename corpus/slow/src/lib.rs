//! Purpose: time that grows out of proportion to the length of a text or of bytes.
//!
//! Expected:
//!
//! | item of `faulty` | grows with | class |
//! |---|---|---|
//! | `pairs` | the square | convention |
//! | `take_from_front` | the square | convention |
//! | `joined` | the square | convention |
//! | `is_closed` | the square | documented |
//! | `triples` | the third power | convention |
//! | `backtracking` | exponentially: exploring comes to the limit of time, and it is a `timeout` | bug |
//!
//! Of `sound` nothing is found.
//! All loops are written out here: those inside std are not instrumented, and nothing of them would be seen.

pub mod faulty;
pub mod sound;
