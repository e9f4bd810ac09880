//! Who sits at a table, what they like to wager, and when they stay in; and which dealer deals.

use std::collections::VecDeque;

use feltproof_model::{Action, Card, CardList, Money, Seat, Wager};

use crate::chance::Chance;
use crate::rank::strength;
use crate::round::Row;

/// Seats for players at every table.
pub(crate) const SEATS: u8 = 6;
const SEATED_MIN: usize = 2;

/// Antes in dollars, small ones more often.
const ANTES: [i64; 16] = [5, 5, 5, 5, 10, 10, 10, 10, 15, 15, 20, 25, 25, 40, 75, 100];
const SIDE_BETS: [i64; 6] = [5, 5, 5, 10, 15, 25];

/// One player's habits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) ante: i64,
    pub(crate) queens_up: i64,
    /// How often, in a thousand rounds.
    pub(crate) queens_up_per_mille: u32,
    pub(crate) progressive_per_mille: u32,
}

/// One table with its players and its dealer.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) is_linked: bool,
    /// Number of its last round.
    pub(crate) rounds: u32,
    pub(crate) players: [Option<Player>; SEATS as usize],
    pub(crate) dealer: u32,
    relief_at: i64,
    /// Its latest round without a fault, kept where one is to be recorded again.
    pub(crate) latest: Option<(u32, Vec<Row>)>,
}

impl Table {
    pub(crate) fn new(name: String, is_linked: bool, dealer: u32) -> Self {
        let players = [None; SEATS as usize];
        let relief_at = i64::MIN;
        Self { name, is_linked, rounds: 0, players, dealer, relief_at, latest: None }
    }

    /// Players leave and join; at least two stay.
    pub(crate) fn come_and_go(&mut self, chance: &mut Chance) {
        let mut seated = self.players.iter().flatten().count();
        for slot in &mut self.players {
            let is_wanted = seated < SEATED_MIN;
            match slot {
                Some(_) if seated > SEATED_MIN && chance.per_mille(15) => {
                    *slot = None;
                    seated -= 1;
                }
                None if is_wanted || chance.per_mille(40) => {
                    *slot = Some(new_player(chance));
                    seated += 1;
                }
                _ => {}
            }
        }
    }

    /// A fresh dealer every 30 to 60 minutes, the one who has waited longest.
    pub(crate) fn relieve(&mut self, now: i64, waiting: &mut VecDeque<u32>, chance: &mut Chance) {
        if now < self.relief_at {
            return;
        }
        // The first relief of the day only sets the clock, so that the tables do not change
        // dealers all at once.
        let is_first = self.relief_at == i64::MIN;
        self.relief_at = now + i64::from(30 * 60 + chance.below(30 * 60)) * 1_000_000;
        if is_first {
            return;
        }
        if let Some(fresh) = waiting.pop_front() {
            waiting.push_back(self.dealer);
            self.dealer = fresh;
        }
    }

    /// Deals and plays one round from a shuffled pack.
    pub(crate) fn deal(&self, pack: &[Card], unit: Money, chance: &mut Chance) -> Vec<Row> {
        let mut hands = pack.chunks_exact(5).filter_map(CardList::new);
        let mut rows = Vec::with_capacity(self.players.len() + 1);
        for (seat, player) in (1..).zip(self.players) {
            let Some(player) = player else { continue };
            let cards = hands.next().unwrap_or_default();
            rows.push(self.play(seat, player, cards, unit, chance));
        }
        rows.push(Row::new(Seat::Dealer, hands.next().unwrap_or_default(), Action::Deal));
        rows
    }

    fn play(
        &self,
        seat: u8,
        player: Player,
        cards: CardList,
        unit: Money,
        chance: &mut Chance,
    ) -> Row {
        let hand = strength(&cards);
        let times = match hand {
            Some(hand) if hand.may_triple() => chance.pick(&[3, 3, 3, 3, 3, 3, 3, 3, 2, 1], 3),
            Some(hand) if hand.is_worth_playing() => 1,
            _ => 0,
        };
        let action = if times == 0 { Action::Fold } else { Action::Play };
        let mut row = Row::new(Seat::Player(seat), cards, action);
        let dollars = |n: i64| Money::from_dollars(n).unwrap_or(Money::ZERO);
        row.stake[Wager::Ante] = dollars(player.ante);
        row.stake[Wager::SuperBonus] = dollars(player.ante);
        row.stake[Wager::Play] = dollars(player.ante * times);
        if chance.per_mille(player.queens_up_per_mille) {
            row.stake[Wager::QueensUp] = dollars(player.queens_up);
        }
        if self.is_linked && chance.per_mille(player.progressive_per_mille) {
            row.stake[Wager::Progressive] = unit;
        }
        row
    }
}

fn new_player(chance: &mut Chance) -> Player {
    Player {
        ante: chance.pick(&ANTES, 5),
        queens_up: chance.pick(&SIDE_BETS, 5),
        queens_up_per_mille: chance.pick(&[0, 100, 500, 950], 100),
        progressive_per_mille: chance.pick(&[0, 600, 900, 1_000], 600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_to_six_players_by_the_posted_limits_from_one_pack() {
        let mut chance = Chance::new(3, 1);
        let mut table = Table::new("C4P-1".to_owned(), true, 1);
        let unit = Money::from_dollars(5).unwrap();
        let mut sizes = [0_u32; 8];
        for _ in 0..5_000 {
            table.come_and_go(&mut chance);
            let pack = chance.shuffled_rest(&[]);
            let rows = table.deal(&pack, unit, &mut chance);
            sizes[rows.len()] += 1;
            let mut cards: Vec<_> = rows.iter().flat_map(|r| r.cards.as_slice().to_vec()).collect();
            assert_eq!(cards.len(), rows.len() * 5);
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), rows.len() * 5);
            for row in &rows {
                assert!(row.stake.iter().all(|(_, s)| s.micros() <= 300_000_000));
            }
        }
        assert_eq!(sizes[..3], [0; 3]);
        assert!(sizes[3..].iter().all(|n| *n > 50), "{sizes:?}");
    }

    #[test]
    fn dealers_change_and_nobody_deals_twice_at_once() {
        let mut chance = Chance::new(3, 2);
        let mut waiting = VecDeque::from([3, 4]);
        let mut tables = [Table::new("A".into(), true, 1), Table::new("B".into(), true, 2)];
        let mut changes = 0;
        for minute in 0..600 {
            for table in &mut tables {
                let before = table.dealer;
                table.relieve(minute * 60_000_000, &mut waiting, &mut chance);
                changes += u32::from(table.dealer != before);
            }
            assert_ne!(tables[0].dealer, tables[1].dealer);
        }
        assert!((18..=40).contains(&changes), "{changes}");
    }
}
