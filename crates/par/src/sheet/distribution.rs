//! What can become of a bet, with the exact number of deals in which it does, and the figures that
//! follow from that list alone.

use super::exact::{Ratio, ratio, whole};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

/// One thing that can become of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its name in data: `four_aces`, `push`, `fold`.
    pub event: String,
    /// Its name in tables: `four aces`, `push`.
    pub title: String,
    /// Units won (above zero) or lost (below): stakes of a side bet, Antes in the base game.
    pub net: Ratio,
    /// The deals in which it comes to this.
    pub combinations: BigUint,
}

/// Everything that can become of a bet; no deal is in two lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// The lines, in the order of the paytable.
    pub lines: Vec<Line>,
}

impl Distribution {
    /// A line more; one that cannot happen is kept, since it was requested.
    pub(crate) fn push(
        &mut self,
        (event, title): (&str, &str),
        net: Ratio,
        combinations: impl Into<BigUint>,
    ) {
        let (event, title) = (event.to_owned(), title.to_owned());
        self.lines.push(Line { event, title, net, combinations: combinations.into() });
    }

    /// All deals.
    pub fn total(&self) -> BigUint {
        self.lines.iter().map(|l| &l.combinations).sum()
    }

    /// Share of the deals that a line takes.
    pub fn probability(&self, line: &Line) -> Ratio {
        self.share_of(&line.combinations)
    }

    fn share_of(&self, combinations: &BigUint) -> Ratio {
        ratio(BigInt::from(combinations.clone()), BigInt::from(self.total()))
    }

    /// What a line brings on average: probability times net.
    pub fn part(&self, line: &Line) -> Ratio {
        self.probability(line) * &line.net
    }

    /// The average result in units; the house edge is its opposite.
    pub fn expectation(&self) -> Ratio {
        let sum: Ratio = self.lines.iter().map(|l| whole(&l.combinations) * &l.net).sum();
        self.per_deal(&sum)
    }

    /// Average loss in units: what the house keeps.
    pub fn house_edge(&self) -> Ratio {
        -self.expectation()
    }

    /// Share of the deals with a result above zero.
    pub fn hit_frequency(&self) -> Ratio {
        let won = self.lines.iter().filter(|l| l.net.is_positive());
        self.share_of(&won.map(|l| &l.combinations).sum())
    }

    /// Variance of the result of one deal, in squared units.
    pub fn variance(&self) -> Ratio {
        let squares: Ratio =
            self.lines.iter().map(|l| whole(&l.combinations) * &l.net * &l.net).sum();
        let mean = self.expectation();
        self.per_deal(&squares) - &mean * &mean
    }

    /// The line of an event.
    pub fn line(&self, event: &str) -> Option<&Line> {
        self.lines.iter().find(|l| l.event == event)
    }

    fn per_deal(&self, sum: &Ratio) -> Ratio {
        let total = whole(&self.total());
        if total.is_zero() { Ratio::zero() } else { sum / total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A die: a six pays 4 to 1, a five pushes, the rest loses.
    #[test]
    fn a_die_by_hand() {
        let mut die = Distribution::default();
        die.push(("six", "six"), ratio(4, 1), 1_u32);
        die.push(("push", "five"), ratio(0, 1), 1_u32);
        die.push(("loss", "loss"), ratio(-1, 1), 4_u32);
        assert_eq!(die.total(), BigUint::from(6_u32));
        assert_eq!(die.expectation(), ratio(0, 1));
        assert_eq!(die.hit_frequency(), ratio(1, 6));
        assert_eq!(die.variance(), ratio(20, 6));
        assert_eq!(die.part(die.line("six").unwrap()), ratio(4, 6));
        assert_eq!(Distribution::default().expectation(), ratio(0, 1));
    }
}
