//! Quadratic forms in the inverse of a covariance.

/// x' A^-1 x of a positive definite A, by Cholesky's method; `None` where it is not.
pub(crate) fn inverse_form(mut a: Vec<Vec<f64>>, x: &[f64]) -> Option<f64> {
    let mut y = x.to_vec();
    let mut form = 0.0;
    for i in 0..y.len() {
        let (done, rest) = a.split_at_mut(i);
        let row = rest.first_mut()?;
        let largest = row[i];
        for (j, above) in done.iter().enumerate() {
            let inner: f64 = row[..j].iter().zip(&above[..j]).map(|(r, s)| r * s).sum();
            row[j] = (row[j] - inner) / above[j];
            y[i] -= row[j] * y[j];
        }
        let pivot = row[i] - row[..i].iter().map(|r| r * r).sum::<f64>();
        // What rounding leaves of nothing is no variance.
        if pivot <= largest * 1e-12 {
            return None;
        }
        row[i] = pivot.sqrt();
        y[i] /= row[i];
        form += y[i] * y[i];
    }
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x' A^-1 x worked by hand, and a matrix that is not positive definite.
    #[test]
    fn a_quadratic_form_worked_by_hand() {
        let a = vec![vec![2.0, 1.0], vec![1.0, 3.0]];
        // The inverse is (3 -1; -1 2) / 5: 3 - 2 * 2 + 2 * 4 = 7, over 5.
        let form = inverse_form(a, &[1.0, 2.0]).unwrap_or(f64::NAN);
        assert!((form - 1.4).abs() < 1e-12);
        assert_eq!(inverse_form(vec![vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 2.0]), None);
    }
}
