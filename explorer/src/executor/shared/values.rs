//! What units tell of the values that their plans build.

use super::protocol::{Reader, Writer};
use anyhow::bail;
use plans::OpId;

/// What one plan came to as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenValue {
    /// Of the plan.
    pub shape: u64,
    /// Values with the same number behave the same; 0 if nothing is known.
    pub value: u64,
    /// How it ended.
    pub end: ValueEnd,
}

/// How the evaluation of an argument ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueEnd {
    /// There is a value.
    Built,
    /// A destructor did not match.
    Rejected,
    /// This op failed.
    Failed(OpId),
    /// Nothing follows from it.
    Unclear,
}

impl SeenValue {
    pub(crate) fn write(&self, out: &mut Writer) {
        let (kind, op) = match self.end {
            ValueEnd::Built => (0, 0),
            ValueEnd::Rejected => (1, 0),
            ValueEnd::Failed(op) => (2, op.0),
            ValueEnd::Unclear => (3, 0),
        };
        out.u64(self.shape).u64(self.value).u32(kind).u32(op);
    }

    pub(crate) fn read(body: &mut Reader<'_>) -> anyhow::Result<SeenValue> {
        let (shape, value) = (body.u64()?, body.u64()?);
        let end = match (body.u32()?, OpId(body.u32()?)) {
            (0, _) => ValueEnd::Built,
            (1, _) => ValueEnd::Rejected,
            (2, op) => ValueEnd::Failed(op),
            (3, _) => ValueEnd::Unclear,
            (other, _) => bail!("unknown end of a value {other}"),
        };
        Ok(SeenValue { shape, value, end })
    }
}
