//! Who sits at a table, what they like to wager, and when they stay in; and which dealer deals.

use std::collections::VecDeque;

use feltproof_model::{Action, Card, CardList, HandRow, Money, Seat, Wager};

use crate::UNIT;
use crate::chance::Chance;
use crate::games::script::dealt;
use crate::rank::best_four;
use crate::referee::House;
use crate::round::Row;

pub(crate) const SEATS: u8 = 6;
const SEATED_MIN: usize = 2;

/// Antes in dollars, small ones more often.
const ANTES: [i64; 16] = [5, 5, 5, 5, 10, 10, 10, 10, 15, 15, 20, 25, 25, 40, 75, 100];
const SIDE_BETS: [i64; 6] = [5, 5, 5, 10, 15, 25];
/// Banks in dollars: some too small for a lucky round.
const BANKS: [i64; 8] = [100, 200, 500, 500, 1_000, 1_000, 2_000, 5_000];
/// The bank stays for so many rounds before it goes to the next player.
const ROUNDS_OF_A_BANK: u32 = 2;
/// The most games a player may wager on with one hand (document 001).
const GAMES_MAX: usize = 4;

/// One player's habits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) ante: i64,
    pub(crate) side_bet: i64,
    /// How often, in a thousand rounds.
    pub(crate) side_bet_per_mille: u32,
    pub(crate) progressive_per_mille: u32,
}

/// One table with its players and its dealer.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) is_linked: bool,
    pub(crate) rounds: u32,
    pub(crate) players: [Option<Player>; SEATS as usize],
    pub(crate) dealer: u32,
    relief_at: i64,
    /// For so many rounds more a player keeps the bank, and nobody is offered it.
    pub(crate) kept: Option<(u8, u32)>,
    /// Its latest round without a fault, kept where one is to be recorded again.
    pub(crate) latest: Option<(u32, Vec<Row>)>,
}

impl Table {
    pub(crate) fn new(name: String, is_linked: bool, dealer: u32) -> Self {
        let players = [None; SEATS as usize];
        let relief_at = i64::MIN;
        Self { name, is_linked, rounds: 0, players, dealer, relief_at, kept: None, latest: None }
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
                // Nobody leaves, or nobody joins.
                Some(_) | None => {}
            }
        }
    }

    /// A fresh dealer every 30 to 60 minutes, the one who has waited longest.
    pub(crate) fn relieve(&mut self, now: i64, waiting: &mut VecDeque<u32>, chance: &mut Chance) {
        if now < self.relief_at {
            return;
        }
        // The first relief of the day only sets the clock: not all tables change dealers at once.
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

    /// Deals and plays one round by a house's rules from a shuffled pack, the opponent last.
    pub(crate) fn deal(&self, house: &House, pack: &[Card], chance: &mut Chance) -> Vec<Row> {
        let seated: Vec<(u8, Player)> =
            (1..).zip(self.players).filter_map(|(seat, player)| Some((seat, player?))).collect();
        // The bank goes round the players; at least two sit at every table.
        let turn = (self.rounds / ROUNDS_OF_A_BANK) as usize;
        let next = turn.checked_rem(seated.len()).and_then(|at| seated.get(at));
        let kept = self.kept.map(|(seat, _)| seat);
        let banker =
            kept.or_else(|| next.map(|next| next.0)).filter(|_| house.game.is_player_banked());
        let mut pack = pack.iter().copied();
        let mut hand = |seat: Seat| {
            let cards: Vec<_> = pack.by_ref().take(house.game.cards_of(seat)).collect();
            CardList::new(&cards).unwrap_or_default()
        };
        let mut rows = Vec::with_capacity(seated.len() + 1);
        for (seat, player) in seated.iter().filter(|(seat, _)| Some(*seat) != banker) {
            let seat = Seat::Player(*seat);
            rows.push(self.play(house, seat, *player, hand(seat), chance).into());
        }
        let seat = banker.map_or(Seat::Dealer, Seat::Banker);
        let mut row = dealt(seat, hand(seat), Action::Deal);
        if banker.is_some() {
            row.stake[Wager::Bank] = dollars(chance.pick(&BANKS, 1_000));
        }
        rows.push(row.into());
        rows
    }

    fn play(
        &self,
        house: &House,
        seat: Seat,
        player: Player,
        cards: CardList,
        chance: &mut Chance,
    ) -> HandRow {
        let game = house.game.values();
        let times = best_four(cards.as_slice()).map_or(0, |hand| (game.times)(hand, chance));
        let action = if times == 0 { Action::Fold } else { Action::Play };
        let mut row = dealt(seat, cards, action);
        let [ante, beside, after] = game.base;
        row.stake[ante] = dollars(player.ante);
        if beside.is_staked() && house.offers(beside) {
            row.stake[beside] = dollars(player.ante);
        }
        row.stake[after] = dollars(player.ante * times);
        let habits = [player.side_bet_per_mille, player.progressive_per_mille];
        let offered = Wager::ALL
            .into_iter()
            .filter(|w| w.is_side_bet() && *w != Wager::Progressive && house.offers(*w));
        for (wager, per_mille) in offered.zip(habits.into_iter().cycle()) {
            if chance.per_mille(per_mille) {
                row.stake[wager] = dollars(player.side_bet);
            }
        }
        // The Super Bonus may count as a game of its own; the Play belongs to the Ante.
        let games = row.stake.iter().filter(|(w, s)| !s.is_zero() && *w != after).count();
        if self.is_linked && games < GAMES_MAX && chance.per_mille(player.progressive_per_mille) {
            row.stake[Wager::Progressive] = UNIT;
        }
        row
    }
}

pub(crate) fn dollars(n: i64) -> Money {
    Money::from_dollars(n).unwrap_or(Money::ZERO)
}

fn new_player(chance: &mut Chance) -> Player {
    Player {
        ante: chance.pick(&ANTES, 5),
        side_bet: chance.pick(&SIDE_BETS, 5),
        side_bet_per_mille: chance.pick(&[0, 100, 500, 950], 100),
        progressive_per_mille: chance.pick(&[0, 600, 900, 1_000], 600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::GameKind;

    #[test]
    fn two_to_six_players_by_the_posted_limits_from_one_pack() {
        let mut chance = Chance::new(3, 1);
        let mut table = Table::new("C4P-1".to_owned(), true, 1);
        let mut house = House::new(GameKind::Crazy4Washington);
        house.offer(Wager::QueensUp, "C4P-09").unwrap();
        let mut sizes = [0_u32; 8];
        for _ in 0..5_000 {
            table.come_and_go(&mut chance);
            let pack = chance.shuffled_rest(&[]);
            let rows = table.deal(&house, &pack, &mut chance);
            sizes[rows.len()] += 1;
            let mut cards: Vec<_> =
                rows.iter().flat_map(|r| r.hand.cards.as_slice().to_vec()).collect();
            assert_eq!(cards.len(), rows.len() * 5);
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), rows.len() * 5);
            for row in &rows {
                assert!(row.hand.stake.iter().all(|(_, s)| s.micros() <= 300_000_000));
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
