//! Side bets and the base game added up round by round; memory grows with different stakes alone.

use feltproof_model::{Money, TableId, Wager};
use std::collections::BTreeMap;

/// Which ways to lose a wager are on record. A record that keeps silent about one of them shows players who got too much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostOnRecord {
    /// A seat that folded, with no wager but those of the base game and nothing back; of a side bet a lost one on a row on
    /// which nothing came back.
    pub folded: bool,
    /// A seat that raised, with no wager but those of the base game and nothing back; of a side bet as before.
    pub beaten: bool,
}

/// The wagers of one side bet in one round, or those of the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// Which side bet; the Ante stands for the base game.
    pub wager: Wager,
    /// Hands dealt, the dealer's among them, where the bet pays by that; else 0.
    pub hands: u8,
    /// What gains are counted in: the stakes of a side bet, the Antes of the base game, of all seats together.
    pub unit: Money,
    /// Staked by all seats together.
    pub staked: Money,
    /// Returned to them in the record.
    pub returned: Money,
    /// Of this, what a check found above what is owed.
    pub overpaid: Money,
    /// Which ways to lose it are on record in this round.
    pub lost: LostOnRecord,
    /// Seats that are in none of these sums.
    pub aside: SetAside,
}

/// Seats of a round of which nothing bounds what they may have gained: their base wagers on record do not fit the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetAside {
    /// How many.
    pub seats: u64,
    unit: i128,
    staked: i128,
    lost: i128,
}

impl SetAside {
    /// A seat with the largest of its base wagers, what it staked on them, and what it could have staked at most on any
    /// Ante up to that, all in micro-dollars.
    pub fn add(&mut self, unit: i64, staked: i64, lost: i64) {
        self.seats += 1;
        self.unit += i128::from(unit);
        self.staked += i128::from(staked);
        self.lost += i128::from(lost);
    }
}

/// What of a round sums are of. A round with seats set aside stands in two: without them, and with them as seats that lost
/// all they could have staked. Whatever they gained in truth, the second gained no more than the round did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// All of it: no seat is set aside.
    #[default]
    Whole,
    /// The seats that are not set aside.
    Without,
    /// All seats, those set aside as lost.
    With,
}

impl Part {
    pub(crate) const ALL: [Self; 3] = [Self::Whole, Self::Without, Self::With];
}

/// Rounds of which the stakes are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlayedKey {
    pub(crate) wager: Wager,
    pub(crate) hands: u8,
    pub(crate) part: Part,
    /// What the units of the round add up to, rounded up to four digits.
    pub(crate) scale: i64,
}

/// Their sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayedSums {
    pub(crate) rounds: u64,
    pub(crate) unit: i128,
    pub(crate) staked: i128,
    pub(crate) returned: i128,
    pub(crate) overpaid: i128,
    /// Rounds with a seat that folded and lost all on record, and with one that was beaten.
    pub(crate) folded: u64,
    pub(crate) beaten: u64,
    /// Seats set aside, and what they staked.
    pub(crate) seats_aside: u64,
    pub(crate) staked_aside: i128,
}

impl PlayedSums {
    pub(crate) fn merge(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.unit += other.unit;
        self.staked += other.staked;
        self.returned += other.returned;
        self.overpaid += other.overpaid;
        self.folded += other.folded;
        self.beaten += other.beaten;
        self.seats_aside += other.seats_aside;
        self.staked_aside += other.staked_aside;
    }
}

/// Sums by stake, and the rounds that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) sums: BTreeMap<PlayedKey, PlayedSums>,
    pub(crate) left_out: u64,
}

impl Played {
    pub(crate) fn add(&mut self, round: &PlayedRound) {
        let (wager, hands, aside) = (round.wager, round.hands, round.aside);
        let mut put = |part: Part, unit: i128, sums: PlayedSums| {
            let key = PlayedKey { wager, hands, part, scale: up_to_four_digits(unit) };
            self.sums.entry(key).or_default().merge(&PlayedSums { unit, ..sums });
        };
        let [unit, staked] = [round.unit, round.staked].map(|sum| i128::from(sum.micros()));
        let sums = PlayedSums {
            rounds: 1,
            staked,
            returned: round.returned.micros().into(),
            overpaid: round.overpaid.micros().into(),
            folded: round.lost.folded.into(),
            beaten: round.lost.beaten.into(),
            ..PlayedSums::default()
        };
        if aside.seats == 0 {
            return put(Part::Whole, unit, sums);
        }
        if unit > 0 {
            put(Part::Without, unit, sums);
        }
        let with = PlayedSums {
            staked: staked + aside.lost,
            seats_aside: aside.seats,
            staked_aside: aside.staked,
            ..sums
        };
        put(Part::With, unit + aside.unit, with);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.left_out += other.left_out;
        for (key, sums) in &other.sums {
            self.sums.entry(*key).or_default().merge(sums);
        }
    }
}

/// Rounds of one dealer at one table whose stakes are alike, with their sums.
#[derive(Clone, Copy)]
pub(crate) struct PlayedCell<'a> {
    pub(crate) table: TableId,
    pub(crate) dealer: &'a str,
    pub(crate) key: PlayedKey,
    pub(crate) sums: PlayedSums,
}

/// One row of a group: a law, a scale and how many rounds have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GroupRow {
    pub(crate) table: u32,
    pub(crate) hands: u32,
    pub(crate) part: Part,
    pub(crate) scale: i64,
    pub(crate) rounds: i64,
    pub(crate) unit: i64,
    pub(crate) staked: i64,
    pub(crate) returned: i64,
    pub(crate) overpaid: i64,
    pub(crate) seats_aside: i64,
    pub(crate) staked_aside: i64,
}

/// The next amount of which only the first four digits are not zero. A larger stake than the true one only ever
/// raises the bound on what chance explains, and there are no more than 9,000 of them to each power of ten.
fn up_to_four_digits(micros: i128) -> i64 {
    let mut step = 1_i128;
    while micros / step >= 10_000 {
        step *= 10;
    }
    let above = i128::from(micros % step != 0);
    let up = (micros / step + above) * step;
    // Units beyond 64 bits are refused with their sum, before anything is computed of them.
    i64::try_from(up.min(i64::MAX.into())).expect("at most the largest number of 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_dollars_stay_and_no_stake_shrinks() {
        for dollars in [1, 5, 15, 125, 300, 9_999] {
            assert_eq!(up_to_four_digits((dollars * 1_000_000).into()), dollars * 1_000_000);
        }
        for (micros, up) in
            [(123_456, 123_500), (99_999_999, 100_000_000), (7, 7), (0, 0), (i64::MAX, i64::MAX)]
        {
            assert_eq!(up_to_four_digits(micros.into()), up, "{micros}");
        }
    }
}
