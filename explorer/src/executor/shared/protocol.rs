//! What supervisor and template say to each other: length-prefixed frames of little-endian fields over a socket. Both
//! ends are the same program, so there is no version; what the child leaves in shared memory is in `record`.

use super::moment::Moment;
use anyhow::{Context, bail};
use plans::{OpId, RedundantPlan};
use std::io::{Read, Write};
use std::time::Duration;

/// CPU time that a run over its limit has until the next edge, for a backtrace there: code that executes none for so long is
/// not the crate's.
pub(crate) const NEXT_EDGE_CPU: Duration = Duration::from_millis(250);
/// CPU time that a backtrace may take on top of the limit: reading debug information is ours, not the crate's.
pub(crate) const BACKTRACE_CPU: Duration = Duration::from_secs(20);
/// Largest frame accepted, in bytes.
const FRAME_MAX: usize = 64 << 20;

/// Appends fields to a buffer.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn u32(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn u64(&mut self, value: u64) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn bytes(&mut self, value: &[u8]) -> &mut Self {
        self.u32(value.len() as u32);
        self.0.extend(value);
        self
    }

    pub(crate) fn u32s(&mut self, values: impl ExactSizeIterator<Item = u32>) -> &mut Self {
        self.u32(values.len() as u32);
        for value in values {
            self.u32(value);
        }
        self
    }
}

/// Reads fields back. Every method fails on missing bytes instead of panicking: foreign code may have scribbled on
/// what is read.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> anyhow::Result<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(len).context("a message ends too early")?;
        self.0 = tail;
        Ok(head)
    }

    pub(crate) fn u32(&mut self) -> anyhow::Result<u32> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    pub(crate) fn u64(&mut self) -> anyhow::Result<u64> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into()?))
    }

    pub(crate) fn bytes(&mut self) -> anyhow::Result<&'a [u8]> {
        let len = self.u32()? as usize;
        self.take(len)
    }

    pub(crate) fn text(&mut self) -> anyhow::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    pub(crate) fn u32s(&mut self) -> anyhow::Result<Vec<u32>> {
        let len = self.u32()? as usize;
        if len > self.0.len() / 4 {
            bail!("a message ends too early");
        }
        (0..len).map(|_| self.u32()).collect()
    }
}

/// Sends one frame.
pub(crate) fn send(mut to: impl Write, body: &[u8]) -> std::io::Result<()> {
    let mut frame = Vec::with_capacity(body.len() + 4);
    frame.extend((body.len() as u32).to_le_bytes());
    frame.extend(body);
    to.write_all(&frame)
}

/// Receives one frame.
pub(crate) fn receive(mut from: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut len = [0; 4];
    from.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > FRAME_MAX {
        bail!("a message of {len} bytes is too long");
    }
    let mut body = vec![0; len];
    from.read_exact(&mut body)?;
    Ok(body)
}

/// The template's first message.
pub(crate) struct Handshake {
    pub(crate) level: String,
    pub(crate) layers: Vec<String>,
    pub(crate) unwatchable: Vec<u32>,
    pub(crate) edge_count: u32,
    /// When it is sent.
    pub(crate) ready: Moment,
}

/// Encodes the handshake, or why there is none.
pub(crate) fn encode_handshake(handshake: &Result<Handshake, String>) -> Vec<u8> {
    let mut out = Writer::default();
    match handshake {
        Ok(handshake) => {
            out.u32(0)
                .bytes(handshake.level.as_bytes())
                .u32(handshake.layers.len() as u32);
            for layer in &handshake.layers {
                out.bytes(layer.as_bytes());
            }
            out.u32s(handshake.unwatchable.iter().copied());
            out.u32(handshake.edge_count).u64(handshake.ready.to_bits());
        }
        Err(reason) => {
            out.u32(1).bytes(reason.as_bytes());
        }
    }
    out.0
}

/// Decodes the handshake; the template's own reason becomes the error.
pub(crate) fn decode_handshake(body: &[u8]) -> anyhow::Result<Handshake> {
    let mut body = Reader(body);
    if body.u32()? != 0 {
        bail!("{}", body.text()?);
    }
    let level = body.text()?;
    let layers = (0..body.u32()?)
        .map(|_| body.text())
        .collect::<anyhow::Result<_>>()?;
    Ok(Handshake {
        level,
        layers,
        unwatchable: body.u32s()?,
        edge_count: body.u32()?,
        ready: Moment::from_bits(body.u64()?),
    })
}

/// One child's work: encoded unit requests and how to run them. Without any no child is made: the template writes down
/// what was counted.
#[derive(Clone)]
pub(crate) struct Batch {
    /// The index of the first unit, as the supervisor counts.
    pub(crate) first_unit: u32,
    /// Multiplies the limits of CPU time and edges.
    pub(crate) timeout_factor: u32,
    /// Whether the panic hook records a backtrace.
    pub(crate) backtrace: bool,
    /// Whether every run is told, and not only faults.
    pub(crate) trace: bool,
    /// Whether it is a fault if what a run has allocated cannot be reached any more.
    pub(crate) leaks: bool,
    /// Whether the child that ran the batch before may run this one, too.
    pub(crate) goes_on: bool,
    /// Whether the child may wait for another batch afterwards.
    pub(crate) may_stay: bool,
    /// When exploring ends: from then on no unit is begun, and a run that goes on a while longer is not waited for.
    pub(crate) until: Option<Moment>,
    /// Redundant plans that the template is not known to know, see [`encode_redundant`].
    pub(crate) redundant: Vec<u8>,
    /// `plans` encodings.
    pub(crate) units: Vec<Vec<u8>>,
}

impl Batch {
    /// These units, as usual, in a process of their own.
    pub(crate) fn of(units: Vec<Vec<u8>>) -> Batch {
        Batch {
            first_unit: 0,
            timeout_factor: 1,
            backtrace: false,
            trace: false,
            leaks: false,
            goes_on: false,
            may_stay: false,
            until: None,
            redundant: Vec::new(),
            units,
        }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.u32(self.first_unit)
            .u32(self.timeout_factor)
            .u32(u32::from(self.backtrace))
            .u32(u32::from(self.trace))
            .u32(u32::from(self.leaks))
            .u32(u32::from(self.goes_on))
            .u32(u32::from(self.may_stay))
            .u64(self.until.map_or(0, Moment::to_bits))
            .bytes(&self.redundant);
        out.u32(self.units.len() as u32);
        for unit in &self.units {
            out.bytes(unit);
        }
        out.0
    }

    pub(crate) fn decode(body: &[u8]) -> anyhow::Result<Self> {
        let mut body = Reader(body);
        Ok(Self {
            first_unit: body.u32()?,
            timeout_factor: body.u32()?,
            backtrace: body.u32()? != 0,
            trace: body.u32()? != 0,
            leaks: body.u32()? != 0,
            goes_on: body.u32()? != 0,
            may_stay: body.u32()? != 0,
            until: Some(body.u64()?).filter(|bits| *bits > 0).map(Moment::from_bits),
            redundant: body.bytes()?.to_vec(),
            units: (0..body.u32()?)
                .map(|_| Ok(body.bytes()?.to_vec()))
                .collect::<anyhow::Result<_>>()?,
        })
    }
}

/// Bytes of redundant plans.
pub(crate) fn encode_redundant(plans: &[RedundantPlan]) -> Vec<u8> {
    let mut out = Writer::default();
    for plan in plans {
        out.u64(plan.shape).u32(plan.op.0).u32(plan.stage);
    }
    out.0
}

/// Redundant plans from their bytes.
pub(crate) fn decode_redundant(body: &[u8]) -> anyhow::Result<Vec<RedundantPlan>> {
    let mut body = Reader(body);
    let mut plans = Vec::new();
    while !body.0.is_empty() {
        plans.push(RedundantPlan {
            shape: body.u64()?,
            op: OpId(body.u32()?),
            stage: body.u32()?,
        });
    }
    Ok(plans)
}

/// How a child ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChildEnd {
    /// The secret the child was given: ends it reached are marked with it.
    pub(crate) token: u64,
    /// As `waitpid` gives it.
    pub(crate) status: i32,
    /// Why it was killed, if it was not for itself.
    pub(crate) killed: Option<Killed>,
    /// CPU time of the child, if it has ended.
    pub(crate) cpu_us: u64,
}

/// Why a child is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killed {
    /// It neither moved nor used CPU time.
    Blocked,
    /// It did not move and used far more CPU time than it may.
    Stalled,
    /// Its template did not answer.
    Lost,
    /// Exploring is over.
    Late,
}

impl Killed {
    const ALL: [Option<Killed>; 5] = [
        None,
        Some(Killed::Blocked),
        Some(Killed::Stalled),
        Some(Killed::Lost),
        Some(Killed::Late),
    ];
}

impl ChildEnd {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        let killed = Killed::ALL.iter().position(|known| *known == self.killed);
        out.u64(self.token)
            .u32(self.status.cast_unsigned())
            .u32(killed.unwrap_or(0) as u32)
            .u64(self.cpu_us);
        out.0
    }

    pub(crate) fn decode(body: &[u8]) -> anyhow::Result<Self> {
        let mut body = Reader(body);
        Ok(Self {
            token: body.u64()?,
            status: body.u32()?.cast_signed(),
            killed: Killed::ALL.get(body.u32()? as usize).copied().flatten(),
            cpu_us: body.u64()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_wire() {
        let batch = Batch {
            first_unit: 3,
            timeout_factor: 2,
            backtrace: true,
            trace: true,
            leaks: true,
            goes_on: true,
            may_stay: false,
            until: Some(Moment::from_bits(77)),
            redundant: vec![5; 3],
            units: vec![vec![1, 2], vec![], vec![9]],
        };
        let mut wire = Vec::new();
        send(&mut wire, &batch.encode()).unwrap();
        let back = Batch::decode(&receive(&wire[..]).unwrap()).unwrap();
        assert_eq!(
            (back.first_unit, back.timeout_factor, back.backtrace, back.trace),
            (3, 2, true, true)
        );
        assert_eq!((back.leaks, back.goes_on, back.may_stay), (true, true, false));
        assert_eq!((back.units, back.redundant), (batch.units, batch.redundant));
        let end = ChildEnd {
            token: u64::MAX,
            status: -1,
            killed: Some(Killed::Stalled),
            cpu_us: 7,
        };
        assert_eq!(ChildEnd::decode(&end.encode()).unwrap(), end);
    }

    #[test]
    fn cut_messages_are_errors() {
        let whole = Batch::of(vec![vec![1; 9]]).encode();
        for len in 0..whole.len() {
            assert!(Batch::decode(&whole[..len]).is_err(), "{len} bytes were accepted");
        }
    }
}
