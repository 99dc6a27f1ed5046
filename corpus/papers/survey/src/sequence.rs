//! A fault that needs three calls in sequence, none of which has an argument that matters: what Randoop ("Feedback-directed
//! random test generation", Pacheco, Lahiri, Ernst, Ball, ICSE 2007) makes by extending sequences that did not fail.
//!
//! To be found: `record`, `begin`, `clear` on a new journal, after which `roll_back` subtracts more than there is.

macro_rules! version {
    ($(#[$doc:meta])* $name:ident, $marks:literal) => {
        $(#[$doc])*
        pub mod $name {
            /// Entries, and marks to go back to.
            #[derive(Clone, Debug, Default)]
            pub struct Journal {
                entries: usize,
                marks: Vec<usize>,
            }

            impl Journal {
                /// A journal without entries.
                pub fn new() -> Self {
                    Self::default()
                }

                /// Adds an entry.
                pub fn record(&mut self) {
                    self.entries += 1;
                }

                /// Marks where to go back to.
                pub fn begin(&mut self) {
                    self.marks.push(self.entries);
                }

                /// Forgets all entries, and all marks among them.
                pub fn clear(&mut self) {
                    self.entries = 0;
                    self.marks.truncate($marks);
                }

                /// Goes back to the last mark, if there is one, and says how many entries were given up.
                pub fn roll_back(&mut self) -> usize {
                    let given_up = self.marks.pop().map_or(0, |mark| self.entries - mark);
                    self.entries -= given_up;
                    given_up
                }
            }
        }
    };
}

version! {
    /// Keeps the first mark, which may be of an entry that is gone.
    faulty, 1
}
version! {
    /// Keeps none.
    correct, 0
}
