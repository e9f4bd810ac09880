//! How the players of the other games than the standard day's wager, and who keeps the bank.

use feltproof_model::{Action, Card, CardList, Money, Seat, Wager};

use crate::UNIT;
use crate::chance::Chance;
use crate::players::{Player, Table};
use crate::rank::{Kind, Strength, best_four};
use crate::referee::{GameKind, House};
use crate::round::Row;

/// Banks in dollars: some too small for a lucky round.
const BANKS: [i64; 8] = [100, 200, 500, 500, 1_000, 1_000, 2_000, 5_000];
/// The bank stays for so many rounds before it goes to the next player.
const ROUNDS_OF_A_BANK: u32 = 2;
/// The most games a player may wager on with one hand (document 001).
const GAMES_MAX: usize = 4;

impl Table {
    /// Deals and plays one round by the rules of a house, from a freshly shuffled pack.
    pub(crate) fn deal_at(&self, house: &House, pack: &[Card], chance: &mut Chance) -> Vec<Row> {
        let seated: Vec<(u8, Player)> =
            (1..).zip(self.players).filter_map(|(seat, player)| Some((seat, player?))).collect();
        // The bank goes round the players; at least two sit at every table.
        let turn = (self.rounds / ROUNDS_OF_A_BANK) as usize;
        let banker = house
            .game
            .is_player_banked()
            .then(|| turn.checked_rem(seated.len()).and_then(|at| seated.get(at)).map(|s| s.0))
            .flatten();
        let mut pack = pack.iter().copied();
        let mut hand = |seat: Seat| {
            let cards: Vec<_> = pack.by_ref().take(house.game.cards_of(seat)).collect();
            CardList::new(&cards).unwrap_or_default()
        };
        let mut rows = Vec::with_capacity(seated.len() + 1);
        for (seat, player) in seated.iter().filter(|(seat, _)| Some(*seat) != banker) {
            let seat = Seat::Player(*seat);
            rows.push(play(house, seat, *player, hand(seat), chance));
        }
        let seat = banker.map_or(Seat::Dealer, Seat::Banker);
        let mut row = Row::new(seat, hand(seat), Action::Deal);
        if banker.is_some() {
            row.stake[Wager::Bank] = dollars(chance.pick(&BANKS, 1_000));
        }
        rows.push(row);
        rows
    }
}

fn dollars(n: i64) -> Money {
    Money::from_dollars(n).unwrap_or(Money::ZERO)
}

fn play(house: &House, seat: Seat, player: Player, cards: CardList, chance: &mut Chance) -> Row {
    let times = best_four(cards.as_slice()).map_or(0, |hand| times(house.game, hand, chance));
    let action = if times == 0 { Action::Fold } else { Action::Play };
    let mut row = Row::new(seat, cards, action);
    row.stake[Wager::Ante] = dollars(player.ante);
    let layout = house.game.layout();
    if let Some(second) = layout.second.filter(|wager| house.offers(*wager)) {
        row.stake[second] = dollars(player.ante);
    }
    let after = layout.after;
    row.stake[after] = dollars(player.ante * times);
    let habits = [player.queens_up_per_mille, player.progressive_per_mille];
    let offered = Wager::ALL
        .into_iter()
        .filter(|w| w.is_side_bet() && *w != Wager::Progressive && house.offers(*w));
    for (wager, per_mille) in offered.zip(habits.into_iter().cycle()) {
        if chance.per_mille(per_mille) {
            row.stake[wager] = dollars(player.queens_up);
        }
    }
    // The Super Bonus may count as a game of its own; the Play belongs to the Ante.
    let games = row.stake.iter().filter(|(w, s)| !s.is_zero() && *w != after).count();
    if house.offers(Wager::Progressive)
        && games < GAMES_MAX
        && chance.per_mille(player.progressive_per_mille)
    {
        row.stake[Wager::Progressive] = UNIT;
    }
    row
}

/// How many times the Ante a hand is worth to its player; 0 is a fold.
fn times(game: GameKind, hand: Strength, chance: &mut Chance) -> i64 {
    match game {
        GameKind::FourCardPoker if hand.is_aces_or_better() => chance.pick(&[3, 3, 3, 3, 2, 1], 3),
        GameKind::FourCardPoker if hand.kind >= Kind::Pair => chance.pick(&[1, 1, 1, 1, 2, 3], 1),
        GameKind::FourCardPoker => 0,
        GameKind::Crazy4Version2 if hand.may_triple() => chance.pick(&[3, 3, 3, 3, 3, 1], 3),
        _ if hand.may_triple() => chance.pick(&[3, 3, 3, 3, 3, 3, 3, 3, 2, 1], 3),
        _ => i64::from(hand.is_worth_playing()),
    }
}
