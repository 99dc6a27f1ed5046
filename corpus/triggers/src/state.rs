//! Objects that have to be in the right state.

/// A queue of limited length.
pub struct Ring {
    bytes: Vec<u8>,
    capacity: usize,
}

impl Ring {
    pub fn with_capacity(capacity: usize) -> Ring {
        Ring { bytes: Vec::new(), capacity }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn capacity(&self) -> usize {
        self.capacity
    }

    pub fn push(&mut self, byte: u8) {
        if self.bytes.len() == self.capacity {
            panic!("the ring is full");
        }
        self.bytes.push(byte);
    }

    /// The oldest byte.
    pub fn shift(&mut self) -> u8 {
        self.bytes.remove(0)
    }
}

/// Money.
#[derive(Default)]
pub struct Account {
    balance: u32,
}

impl Account {
    pub fn new() -> Account {
        Account::default()
    }

    pub fn balance(&self) -> u32 {
        self.balance
    }

    pub fn deposit(&mut self, amount: u32) {
        self.balance = self.balance.saturating_add(amount);
    }

    pub fn withdraw(&mut self, amount: u32) {
        self.balance = self.balance.checked_sub(amount).expect("not enough money");
    }
}

/// Numbers in rows.
pub struct Matrix {
    rows: usize,
    columns: usize,
}

impl Matrix {
    pub fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn times(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.columns, other.rows, "shapes differ");
        Matrix { rows: self.rows, columns: other.columns }
    }
}

/// Opens once it has been unlocked.
pub struct Door {
    locked: bool,
}

impl Door {
    pub fn new() -> Door {
        Door { locked: true }
    }

    pub fn unlock(&mut self) {
        self.locked = false;
    }

    pub fn is_locked(&self) -> bool {
        self.locked
    }

    pub fn open(&self, force: u8) -> u8 {
        assert!(!self.locked, "locked");
        force / 2
    }
}

/// How something is painted.
#[derive(Clone, Copy)]
pub enum Colour {
    Clear,
    Grey(u8),
    Red,
}

pub fn paint(colour: Colour, layers: u8) -> u16 {
    match colour {
        Colour::Clear => unimplemented!(),
        Colour::Grey(shade) => u16::from(shade) + u16::from(layers),
        Colour::Red => u16::from(layers),
    }
}

pub fn deadline(timeout: Option<u32>) -> u64 {
    u64::from(timeout.unwrap()) + 1
}
