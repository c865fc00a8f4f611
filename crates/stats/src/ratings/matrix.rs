//! Square matrices, no more of them than ratings need: tens of players, not thousands.

/// A square matrix, row by row.
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, entries: vec![0.0; size * size] }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    pub fn multiply(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for row in 0..self.size {
            for middle in 0..self.size {
                let factor = self.at(row, middle);
                for column in 0..self.size {
                    *product.at_mut(row, column) += factor * other.at(middle, column);
                }
            }
        }
        product
    }

    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| vector.iter().enumerate().map(|(column, x)| self.at(row, column) * x).sum()).collect()
    }

    /// The inverse of a symmetric, positive definite matrix, by Cholesky's decomposition; `None` if it is not positive
    /// definite.
    pub fn inverse(&self) -> Option<Matrix> {
        let lower = self.cholesky()?;
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut solution = vec![0.0; self.size];
            solution[column] = 1.0;
            for row in 0..self.size {
                let known: f64 = (0..row).map(|k| lower.at(row, k) * solution[k]).sum();
                solution[row] = (solution[row] - known) / lower.at(row, row);
            }
            for row in (0..self.size).rev() {
                let known: f64 = (row + 1..self.size).map(|k| lower.at(k, row) * solution[k]).sum();
                solution[row] = (solution[row] - known) / lower.at(row, row);
                *inverse.at_mut(row, column) = solution[row];
            }
        }
        Some(inverse)
    }

    /// The lower triangle whose product with its own mirror image is this matrix.
    fn cholesky(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - known;
                *lower.at_mut(row, column) = if row > column {
                    rest / lower.at(column, column)
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = Matrix { size: 3, entries: vec![4.0, -1.0, -2.0, -1.0, 5.0, -3.0, -2.0, -3.0, 6.0] };
        let one = matrix.multiply(&matrix.inverse().unwrap());
        for row in 0..3 {
            for column in 0..3 {
                assert!((one.at(row, column) - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert_eq!(matrix.times(&[1.0, 1.0, 1.0]), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn a_matrix_that_is_not_definite_has_none() {
        assert!(Matrix { size: 2, entries: vec![1.0, 2.0, 2.0, 1.0] }.inverse().is_none());
        assert!(Matrix::zero(1).inverse().is_none());
    }
}
