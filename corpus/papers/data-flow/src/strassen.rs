//! Strassen's multiplication of square matrices, which multiplies small ones as one does at school. The size from which on
//! it is fast is a parameter: with a large one, as in practice, the fast part is out of reach for small arguments.
//!
//! To be found: two matrices of size 2, if the fast part starts there. (The faulty version has the wrong sign in one of
//! the four sums.) If it starts as late as at size 16, nothing can be expected to be found: `prop_large_product` is true
//! of all smaller matrices. (16 stands for a constant of practice; it is not the paper's.)

/// A matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix(pub Vec<Vec<i64>>);

/// The size from which on large products are fast.
const LARGE: usize = 16;

impl Matrix {
    fn new(size: usize, at: impl Fn(usize, usize) -> i64) -> Self {
        Self(
            (0..size)
                .map(|row| (0..size).map(|column| at(row, column)).collect())
                .collect(),
        )
    }

    fn size(&self) -> usize {
        self.0.len()
    }

    /// Whether it is square, of this size.
    fn is_of_size(&self, size: usize) -> bool {
        self.size() == size && self.0.iter().all(|row| row.len() == size)
    }

    fn combined(&self, other: &Matrix, with: impl Fn(i64, i64) -> i64) -> Matrix {
        Matrix::new(self.size(), |row, column| {
            with(self.0[row][column], other.0[row][column])
        })
    }

    fn plus(&self, other: &Matrix) -> Matrix {
        self.combined(other, i64::wrapping_add)
    }

    fn minus(&self, other: &Matrix) -> Matrix {
        self.combined(other, i64::wrapping_sub)
    }

    /// One of the four quarters.
    fn quarter(&self, top: usize, left: usize) -> Matrix {
        let half = self.size() / 2;
        Matrix::new(half, |row, column| self.0[top * half + row][left * half + column])
    }

    /// As one does at school.
    fn product(&self, other: &Matrix) -> Matrix {
        Matrix::new(self.size(), |row, column| {
            (0..self.size()).fold(0, |sum: i64, at| {
                sum.wrapping_add(self.0[row][at].wrapping_mul(other.0[at][column]))
            })
        })
    }
}

fn fast_product<const FAULTY: bool>(left: &Matrix, right: &Matrix, fast_from: usize) -> Matrix {
    let size = left.size();
    if size < fast_from.max(2) || !size.is_multiple_of(2) {
        return left.product(right);
    }
    let [a11, a12, a21, a22] =
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, column)| left.quarter(row, column));
    let [b11, b12, b21, b22] =
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, column)| right.quarter(row, column));
    let times = |left: &Matrix, right: &Matrix| fast_product::<FAULTY>(left, right, fast_from);
    let m1 = times(&a11.plus(&a22), &b11.plus(&b22));
    let m2 = times(&a21.plus(&a22), &b11);
    let m3 = times(&a11, &b12.minus(&b22));
    let m4 = times(&a22, &b21.minus(&b11));
    let m5 = times(&a11.plus(&a12), &b22);
    let m6 = times(&a21.minus(&a11), &b11.plus(&b12));
    let m7 = times(&a12.minus(&a22), &b21.plus(&b22));
    let last = if FAULTY { m6.minus(&m3) } else { m6.plus(&m3) };
    let quarters = [
        [m1.plus(&m4).minus(&m5).plus(&m7), m3.plus(&m5)],
        [m2.plus(&m4), m1.minus(&m2).plus(&last)],
    ];
    let half = size / 2;
    Matrix::new(size, |row, column| {
        quarters[row / half][column / half].0[row % half][column % half]
    })
}

fn multiplies<const FAULTY: bool>(left: &Matrix, right: &Matrix, fast_from: usize) -> Option<bool> {
    let size = left.size();
    let applies = size.is_power_of_two() && left.is_of_size(size) && right.is_of_size(size);
    applies.then(|| fast_product::<FAULTY>(left, right, fast_from) == left.product(right))
}

fn multiplies_small<const FAULTY: bool>(left: &Matrix, right: &Matrix) -> Option<bool> {
    multiplies::<FAULTY>(left, right, 2)
}

fn multiplies_large<const FAULTY: bool>(left: &Matrix, right: &Matrix) -> Option<bool> {
    multiplies::<FAULTY>(left, right, LARGE)
}

crate::versions! {
    /// Subtracts where it should add.
    faulty;
    /// Adds.
    correct;
    /// The fast product, of all matrices that have quarters, is the product.
    prop_product(left: &Matrix, right: &Matrix) -> Option<bool> = multiplies_small;
    /// The product, fast for large matrices, is the product.
    prop_large_product(left: &Matrix, right: &Matrix) -> Option<bool> = multiplies_large;
}
