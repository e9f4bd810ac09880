//! Whether what was paid on a wager has the stake in it, by the amounts.
//!
//! A canonical journal records what came back with the stake in it. A name such as `Ante Pay` does not
//! say whether it has; amounts below zero say that a column is a net result. The Ante decides where it
//! can: it is paid even money, so with its stake it comes back as nothing, the stake or twice the stake.
//! Nothing else, and twice the stake more often than the stake alone, shows that the stake is in it: without
//! it twice the stake would be a bonus, which is rarer than a win. The other columns of the file that end
//! in the same word (`Ante Pay`, `Play Pay`) are then taken to be written the same way. Where nothing
//! decides, it is a guess.

use super::amounts::{Amounts, is_none};
use super::sample::Row;

/// Whether a column of payments has the stakes in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paid {
    WithStake,
    Net,
    NotIndicated,
}

/// What the payments of the Ante say: `stake` and `paid` are its columns.
pub(super) fn of_ante(rows: &[&Row], [stake, paid]: [(usize, &Amounts); 2]) -> Paid {
    if paid.1.has_negative {
        return Paid::Net;
    }
    let (mut doubled, mut alone) = (0, 0);
    for row in rows {
        match (amount(row, stake), amount(row, paid)) {
            (Some(staked), Some(back)) if back == 0 || back == staked || back == 2 * staked => {
                doubled += usize::from(staked > 0 && back == 2 * staked);
                alone += usize::from(staked > 0 && back == staked);
            }
            _ => return Paid::NotIndicated,
        }
    }
    if doubled > alone { Paid::WithStake } else { Paid::NotIndicated }
}

/// Wins that would show the stake in what came back: so many alone are no accident.
const ALONE_MIN: usize = 5;

/// The stake is not in them: the Ante often comes back as the stake alone, never as twice it.
pub(super) fn deny(rows: &[&Row], [stake, paid]: [(usize, &Amounts); 2]) -> bool {
    let (mut doubled, mut alone) = (0, 0);
    for row in rows {
        let (staked, back) = (amount(row, stake), amount(row, paid));
        doubled += usize::from(staked > Some(0) && back == staked.map(|staked| 2 * staked));
        alone += usize::from(staked > Some(0) && back == staked);
    }
    doubled == 0 && alone >= ALONE_MIN
}

/// An amount in micro-dollars; nothing where the cell is empty or a word for nothing.
fn amount(row: &Row, (at, amounts): (usize, &Amounts)) -> Option<i64> {
    let cell = row.cell(at);
    if cell.is_empty() || is_none(cell) {
        return Some(0);
    }
    amounts.form.read(cell.as_bytes()).ok().map(|money| money.micros())
}

#[cfg(test)]
mod tests {
    use super::super::facts::Facts;
    use super::super::sample::tests::of_text;
    use super::*;

    fn indicated(rows: &str) -> Paid {
        let sample = of_text(&format!("Ante,Pay\n{rows}"));
        let facts = [0, 1].map(|at| Facts::of(at, sample.rows.iter()).amounts.unwrap());
        let rows: Vec<&Row> = sample.rows.iter().collect();
        of_ante(&rows, [(0, &facts[0]), (1, &facts[1])])
    }

    fn denied(rows: &str) -> bool {
        let sample = of_text(&format!("Ante,Return\n{rows}"));
        let facts = [0, 1].map(|at| Facts::of(at, sample.rows.iter()).amounts.unwrap());
        let rows: Vec<&Row> = sample.rows.iter().collect();
        deny(&rows, [(0, &facts[0]), (1, &facts[1])])
    }

    #[test]
    fn the_ante_tells_where_it_can() {
        assert_eq!(indicated("5.00,10.00\n5.00,0.00\n10.00,20.00\n10.00,10.00\n"), Paid::WithStake);
        assert_eq!(indicated("5.00,5.00\n5.00,0.00\n"), Paid::NotIndicated);
        // A bonus of twice the stake, here and there.
        assert_eq!(indicated("5.00,5.00\n5.00,5.00\n5.00,10.00\n"), Paid::NotIndicated);
        assert_eq!(indicated("5.00,-5.00\n5.00,5.00\n"), Paid::Net);
        assert_eq!(indicated("5.00,10.00\n5.00,35.00\n"), Paid::NotIndicated);
        assert!(denied(&"5.00,5.00\n5.00,0.00\n".repeat(5)));
        assert!(!denied(&"5.00,5.00\n5.00,0.00\n".repeat(4)));
        assert!(!denied(&("5.00,5.00\n".repeat(9) + "5.00,10.00\n")));
    }
}
