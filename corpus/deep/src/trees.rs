//! Trees that are deep, and impls that go down to their leaves. What drops them does not recurse.

/// Trees whose impls recurse.
pub mod faulty {
    use crate::frame;
    use std::fmt;
    use std::hint::black_box;

    /// A tree with one branch in each level.
    pub struct Tree {
        label: u8,
        below: Option<Box<Tree>>,
    }

    /// Makes a tree with a level for each byte.
    pub fn nested(labels: &[u8]) -> Tree {
        let leaf = Tree {
            label: 0,
            below: None,
        };
        labels.iter().fold(leaf, |below, label| Tree {
            label: *label,
            below: Some(Box::new(below)),
        })
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            let mut below = self.below.take();
            while let Some(mut tree) = below {
                below = tree.below.take();
            }
        }
    }

    impl Clone for Tree {
        fn clone(&self) -> Tree {
            let frame = black_box(frame());
            let below = self.below.clone();
            Tree {
                label: self.label | black_box(frame)[0],
                below,
            }
        }
    }

    impl PartialEq for Tree {
        fn eq(&self, other: &Tree) -> bool {
            let frame = black_box(frame());
            let is_equal = self.label == other.label && self.below == other.below;
            is_equal && black_box(frame)[0] == 0
        }
    }

    impl fmt::Debug for Tree {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            let frame = black_box(frame());
            formatter
                .debug_tuple("Tree")
                .field(&self.label)
                .field(&self.below)
                .finish()?;
            black_box(frame);
            Ok(())
        }
    }

    impl fmt::Display for Tree {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            let frame = black_box(frame());
            write!(formatter, "{}", self.label)?;
            if let Some(below) = &self.below {
                write!(formatter, "/{below}")?;
            }
            black_box(frame);
            Ok(())
        }
    }
}

/// Trees of the same, level by level.
pub mod sound {
    use std::fmt;

    /// A tree with one branch in each level.
    #[derive(Clone, PartialEq)]
    pub struct Tree {
        labels: Vec<u8>,
    }

    /// Makes a tree with a level for each byte.
    pub fn nested(labels: &[u8]) -> Tree {
        Tree {
            labels: labels.to_vec(),
        }
    }

    impl fmt::Debug for Tree {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("Tree")?;
            formatter.debug_list().entries(&self.labels).finish()
        }
    }

    impl fmt::Display for Tree {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            for label in &self.labels {
                write!(formatter, "{label}/")?;
            }
            formatter.write_str("0")
        }
    }
}
