//! What units tell of the values that their plans build, as it is written down.

use super::protocol::{Reader, Writer};
use anyhow::bail;
use plans::{OpId, SeenValue, ValueEnd};

pub(crate) fn write_value(value: &SeenValue, out: &mut Writer) {
    let (kind, op) = match value.end {
        ValueEnd::Built => (0, 0),
        ValueEnd::Rejected => (1, 0),
        ValueEnd::Failed(op) => (2, op.0),
        ValueEnd::Unclear => (3, 0),
    };
    out.u64(value.shape)
        .u64(value.value)
        .u32(kind)
        .u32(op)
        .u64(value.cost);
}

pub(crate) fn read_value(body: &mut Reader<'_>) -> anyhow::Result<SeenValue> {
    let (shape, value) = (body.u64()?, body.u64()?);
    let end = match (body.u32()?, OpId(body.u32()?)) {
        (0, _) => ValueEnd::Built,
        (1, _) => ValueEnd::Rejected,
        (2, op) => ValueEnd::Failed(op),
        (3, _) => ValueEnd::Unclear,
        (other, _) => bail!("unknown end of a value {other}"),
    };
    Ok(SeenValue {
        shape,
        value,
        end,
        cost: body.u64()?,
    })
}
