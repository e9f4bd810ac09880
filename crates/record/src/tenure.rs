//! How long one player keeps the bank of a table, and whether it was offered meanwhile, round by round.

use feltproof_model::{Action, RowHead, Seat};

/// In how many rounds up to this one the same player, for whom the seat stands, kept the bank on one
/// offer; a range where the journal does not say whether it was offered, or who keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenure {
    /// So many certainly, this round among them.
    pub fewest: u32,
    /// So many at the most; `None` where who kept it before is not on record.
    pub most: Option<u32>,
    /// Whether the bank was offered to the other players before this round, where the journal says.
    pub offered: Option<bool>,
    /// Line of the banker's row in the first of the certain rounds.
    pub since: u32,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keeper {
    latest: Option<Latest>,
    /// The gaming day in which it is no longer known who kept the bank.
    lost: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Latest {
    day: u16,
    round: u32,
    /// Seat of the banker; 0 where it is not known.
    seat: u8,
    tenure: Tenure,
}

impl Keeper {
    /// The bank in the next round of the table. A void round ends nothing and counts for nothing; one out
    /// of line, or without a banker, ends what is known.
    pub(crate) fn next(
        &mut self,
        day: u16,
        number: u32,
        is_out_of_line: bool,
        rows: &[RowHead],
    ) -> Option<Tenure> {
        let banker = rows.iter().find_map(|row| match row.seat {
            Seat::Banker(seat) => Some((seat, row)),
            Seat::Player(_) | Seat::Dealer => None,
        });
        let Some((seat, row)) = banker.filter(|_| !is_out_of_line) else {
            *self = Self { latest: None, lost: Some(day) };
            return None;
        };
        if is_void(rows) {
            if let Some(latest) = &mut self.latest {
                latest.round = number;
            }
            return None;
        }
        let tenure = self.tenure(day, number, seat, row);
        let latest = Some(Latest { day, round: number, seat, tenure });
        *self = Self { latest, lost: None };
        Some(tenure)
    }

    fn tenure(&self, day: u16, round: u32, seat: u8, row: &RowHead) -> Tenure {
        let offered = row.extras.offered;
        let anew = Tenure { fewest: 1, most: Some(1), offered, since: row.line };
        // Who kept the bank in the rounds before is not on record.
        let unknown = Tenure { most: None, ..anew };
        let latest = self.latest.filter(|latest| latest.day == day);
        let Latest { round: last, seat: before, tenure, .. } = match latest {
            _ if offered == Some(true) => return anew,
            Some(latest) => latest,
            None if self.lost == Some(day) => return unknown,
            // A table that opens for the day begins with an offer.
            None => return anew,
        };
        if last.checked_add(1) != Some(round) {
            return unknown;
        }
        let is_known = seat != 0 && before != 0;
        if is_known && seat != before {
            return anew;
        }
        // Each number is a round's, and the next one's is one more: neither passes 32 bits.
        let most = tenure.most.map(|most| most + 1);
        match offered {
            Some(false) if is_known => {
                Tenure { fewest: tenure.fewest + 1, most, offered, since: tenure.since }
            }
            _ => Tenure { most, ..anew },
        }
    }
}

/// Declared void, or dealt so that it is: hands of different numbers of cards.
fn is_void(rows: &[RowHead]) -> bool {
    let mut dealt = rows.iter().map(|row| row.cards.len()).filter(|cards| *cards > 0);
    let first = dealt.next();
    rows.iter().any(|row| row.action == Action::Void) || dealt.any(|cards| Some(cards) != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::{CardList, Timestamp};

    /// One round after the other: number, seat of the banker, what the journal says of an offer, void.
    fn followed(rounds: &[(u32, u8, Option<bool>, bool)]) -> Vec<Option<(u32, Option<u32>)>> {
        let mut bank = Keeper::default();
        let each = rounds.iter().map(|(number, seat, offered, void)| {
            let action = if *void { Action::Void } else { Action::Deal };
            let (line, time) = (*number, Timestamp(0));
            let seat = Seat::Banker(*seat);
            let mut row = RowHead::new(line, time, seat, action, CardList::EMPTY);
            row.extras.offered = *offered;
            bank.next(0, *number, false, &[row]).map(|tenure| (tenure.fewest, tenure.most))
        });
        each.collect()
    }

    #[test]
    fn rounds_on_one_offer_are_counted() {
        let (yes, no) = (Some(true), Some(false));
        // The same seat without an offer, then with one.
        assert_eq!(
            followed(&[
                (1, 4, no, false),
                (2, 4, no, false),
                (3, 4, no, false),
                (4, 4, yes, false),
                (5, 4, no, false)
            ]),
            [
                Some((1, Some(1))),
                Some((2, Some(2))),
                Some((3, Some(3))),
                Some((1, Some(1))),
                Some((2, Some(2)))
            ]
        );
        // Another seat begins anew.
        assert_eq!(
            followed(&[(1, 4, no, false), (2, 4, no, false), (3, 5, no, false)]),
            [Some((1, Some(1))), Some((2, Some(2))), Some((1, Some(1)))]
        );
        // Nothing said of the third: it may have been offered then, and the two after it are certain again.
        assert_eq!(
            followed(&[
                (1, 4, no, false),
                (2, 4, None, false),
                (3, 4, no, false),
                (4, 4, no, false)
            ]),
            [Some((1, Some(1))), Some((1, Some(2))), Some((2, Some(3))), Some((3, Some(4)))]
        );
    }

    #[test]
    fn what_is_not_on_record_widens_the_range() {
        let no = Some(false);
        // A void round neither counts nor ends anything.
        assert_eq!(
            followed(&[(1, 4, no, false), (2, 4, no, true), (3, 4, no, false)]),
            [Some((1, Some(1))), None, Some((2, Some(2)))]
        );
        // A round without a banker's row ends what is known until the next offer, or another gaming day.
        let mut bank = Keeper::default();
        let mut next = |number, day, seat, offered| {
            let mut row = RowHead::new(number, Timestamp(0), seat, Action::Deal, CardList::EMPTY);
            row.extras.offered = offered;
            bank.next(day, number, false, &[row]).map(|tenure| (tenure.fewest, tenure.most))
        };
        assert_eq!(next(1, 0, Seat::Banker(4), no), Some((1, Some(1))));
        assert_eq!(next(2, 0, Seat::Dealer, None), None);
        assert_eq!(next(3, 0, Seat::Banker(4), no), Some((1, None)));
        assert_eq!(next(4, 0, Seat::Banker(4), Some(true)), Some((1, Some(1))));
        assert_eq!(next(5, 0, Seat::Dealer, None), None);
        assert_eq!(next(1, 1, Seat::Banker(4), no), Some((1, Some(1))));
        // A round out of line, too.
        let mut bank = Keeper::default();
        let row = RowHead::new(1, Timestamp(0), Seat::Banker(4), Action::Deal, CardList::EMPTY);
        assert!(bank.next(0, 1, false, &[row]).is_some());
        assert_eq!(bank.next(0, 2, true, &[row]), None);
        assert_eq!(bank.next(0, 3, false, &[row]).map(|tenure| tenure.most), Some(None));
        // A round that is missing, and a seat that is not recorded.
        assert_eq!(
            followed(&[(1, 4, no, false), (3, 4, no, false), (4, 4, no, false)]),
            [Some((1, Some(1))), Some((1, None)), Some((2, None))]
        );
        assert_eq!(
            followed(&[(1, 4, no, false), (2, 0, no, false), (3, 4, no, false)]),
            [Some((1, Some(1))), Some((1, Some(2))), Some((1, Some(3)))]
        );
    }
}
