//! Purpose: memory that calls leak, beside memory that they keep or give away. With `--leaks` exploring finds each function of
//! [`leaking`], and the destructor behind one; nothing in [`kept`] and [`given`] is a finding. Without it there is none.

pub mod given;
pub mod kept;
pub mod leaking;
