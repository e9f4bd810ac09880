//! Random rounds for comparing two implementations, from packs in which rare hands meet often.

use feltproof_model::{Action, Card, CardList, HandRow, Money, Seat, Wager};

use super::{Deck, GameKind, House};
use crate::games::script::dealt;

/// Half a dollar: the smallest chip.
const CHIP: i64 = 500_000;

impl Deck {
    /// A house of this game with paytables, readings and some aggregate limits chosen at random.
    pub fn house(&mut self, game: GameKind) -> House {
        let mut house = House::new(game);
        for wager in Wager::ALL {
            let tables = game.paytables(wager);
            if let Some(table) = self.one_of(&tables) {
                // Its own tables are never refused.
                let _ = house.offer(wager, table);
            }
        }
        for (name, values) in game.rulings() {
            if let Some(value) = self.one_of(values) {
                let _ = house.rule(name, value);
            }
        }
        let apart = |w: &Wager| matches!(w, Wager::Progressive);
        for wager in Wager::ALL.into_iter().filter(|w| w.is_side_bet() && !apart(w)) {
            if house.paytable(wager).is_some() && self.below(2) == 0 {
                house.aggregate.push((wager, self.chips(400)));
            }
        }
        house
    }

    /// A complete round at this house, sometimes void. Stakes keep to no limit and no proportion
    /// except that those who stay in have made the bet after the cards.
    pub fn round(&mut self, house: &House) -> Vec<HandRow> {
        let game = house.game;
        let (fewest, most) = game.players();
        let players = fewest + self.small(u32::from(most - fewest) + 1);
        let banker = 1 + self.small(6);
        let mut seats: Vec<Seat> = (1..=6)
            .filter(|n| !game.is_player_banked() || *n != banker)
            .map(Seat::Player)
            .collect();
        while seats.len() > usize::from(players) {
            let leaves = self.below(u32::try_from(seats.len()).unwrap_or(1)) as usize;
            seats.remove(leaves);
        }
        seats.push(match game.is_player_banked() {
            true if self.below(8) == 0 => Seat::Banker(0),
            true => Seat::Banker(banker),
            false => Seat::Dealer,
        });
        let sizes: Vec<usize> = seats.iter().map(|seat| game.cards_of(*seat)).collect();
        let hands = self.rich_hands(&sizes);
        let mut rows: Vec<HandRow> =
            seats.iter().zip(hands).map(|(seat, cards)| self.row(house, *seat, cards)).collect();
        self.spoil(&mut rows);
        rows
    }

    fn row(&mut self, house: &House, seat: Seat, cards: CardList) -> HandRow {
        let mut row = dealt(seat, cards, Action::Deal);
        let [ante, beside, after] = house.game.values().base;
        if seat.player().is_some() {
            row.action = if self.below(4) == 0 { Action::Fold } else { Action::Play };
            row.stake[ante] = self.chips(60);
            if beside.is_staked() {
                row.stake[beside] = self.chips(60);
            }
            if row.action == Action::Play {
                row.stake[after] = self.chips(180);
            }
            for wager in Wager::ALL.into_iter().filter(|wager| wager.is_side_bet()) {
                if house.paytable(wager).is_some() && self.below(4) > 0 {
                    row.stake[wager] = self.chips(60);
                }
            }
        } else if seat.is_banker() && self.below(4) > 0 {
            row.stake[Wager::Bank] = self.chips(800);
        }
        row
    }

    /// One round in sixteen is void: declared so, or with a card too few in one hand.
    fn spoil(&mut self, rows: &mut [HandRow]) {
        match self.below(32) {
            0 => rows.iter_mut().for_each(|row| row.action = Action::Void),
            1 => {
                let at = self.below(u32::try_from(rows.len()).unwrap_or(1)) as usize;
                let Some(row) = rows.get_mut(at) else { return };
                let short = row.cards.as_slice().split_last().and_then(|s| CardList::new(s.1));
                row.cards = short.unwrap_or_default();
            }
            2.. => {}
        }
    }

    /// Hands from a pack that is shuffled, or laid out by rank or suit and then disturbed a little.
    fn rich_hands(&mut self, sizes: &[usize]) -> Vec<CardList> {
        let key = match self.below(3) {
            0 => return self.deal(sizes),
            1 => Card::rank,
            _ => Card::suit,
        };
        let mut pack: Vec<Card> = self.shuffled();
        let shuffled = pack.clone();
        // Ranks, or suits, in the order in which the shuffled pack shows them first.
        pack.sort_by_key(|card| shuffled.iter().position(|other| key(*other) == key(*card)));
        for _ in 0..self.below(20) {
            let (a, b) = (self.below(52), self.below(52));
            pack.swap(a as usize, b as usize);
        }
        let mut hands = Vec::with_capacity(sizes.len());
        for size in sizes {
            let rest = pack.split_off((*size).min(pack.len()));
            hands.push(CardList::new(&pack).unwrap_or_default());
            pack = rest;
        }
        hands
    }

    /// A stake of one to `most` of the smallest chips.
    fn chips(&mut self, most: u32) -> Money {
        Money::from_micros(CHIP * (1 + i64::from(self.below(most))))
    }

    fn small(&mut self, n: u32) -> u8 {
        u8::try_from(self.below(n)).expect("a small number")
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(u32::try_from(list.len()).expect("a short list")) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::best_four;
    use crate::referee::settle_round;
    use feltproof_model::WagerMap;

    /// Every game: complete rounds from one pack, every kind of hand among them, every wager made
    /// and every wager decided.
    #[test]
    fn rounds_are_complete_and_meet_every_kind_of_hand() {
        for (stream, game) in (0..).zip(GameKind::ALL) {
            let mut deck = Deck::new(11, stream);
            let (mut kinds, mut made) = ([0_u32; 8], WagerMap::default());
            let mut sizes = [0_u32; 8];
            for _ in 0..3_000 {
                let house = deck.house(game);
                let rows = deck.round(&house);
                sizes[rows.len()] += 1;
                let mut cards: Vec<Card> =
                    rows.iter().flat_map(|row| row.cards.as_slice().to_vec()).collect();
                let dealt = cards.len();
                cards.sort_unstable();
                cards.dedup();
                assert_eq!(cards.len(), dealt);
                for row in &rows {
                    let best = best_four(row.cards.as_slice()).unwrap();
                    kinds[best.kind as usize] += 1;
                    for (wager, stake) in row.stake.iter() {
                        made[wager] = made[wager].checked_add(stake).unwrap();
                    }
                }
                let mut owed = Vec::new();
                settle_round(&house, &rows, &mut owed);
                if !rows.iter().any(|row| row.seat == Seat::Banker(0)) {
                    for owed in &owed {
                        assert!(Wager::ALL.into_iter().all(|wager| owed.is_decided(wager)));
                    }
                }
            }
            let (fewest, most) = game.players();
            for players in fewest..=most {
                assert!(sizes[usize::from(players) + 1] > 300, "{game:?} {sizes:?}");
            }
            assert!(kinds.iter().all(|n| *n > 40), "{game:?} {kinds:?}");
            for wager in Wager::ALL.into_iter().filter(|w| w.is_staked()) {
                let is_offered =
                    House::new(game).offers(wager) || !game.paytables(wager).is_empty();
                assert_eq!(!made[wager].is_zero(), is_offered, "{game:?} {wager}");
            }
        }
    }
}
