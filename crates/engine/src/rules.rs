//! A game resolved for one table: its paytables chosen, its rulings applied, its unit known.

use crate::decision::{Facts, Line, Rule, Terms};
use crate::family::Family;
use crate::game::{Banked, Game, Payout, Paytable, Prize, Row, Ruling};
use crate::pay::pay;
use crate::rank::HandRank;
use crate::readings::Readings;
use crate::rulings::envy_as_ruled;
use feltproof_model::engagement::{Link, RulingChoice, Table};
use feltproof_model::{Card, Money, Rate, Seat, Wager, WagerSet};

/// A ruling as applied at a table, for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedRuling {
    /// Name.
    pub id: String,
    /// The open point, as a question.
    pub question: String,
    /// The reading applied.
    pub applied: String,
    /// True when the engagement chose it in place of the default.
    pub chosen: bool,
    /// Who or what says so: the engagement's source when chosen, else the definition's.
    pub source: String,
}

/// Everything needed to settle rounds of one table.
#[derive(Clone, Debug)]
pub struct TableRules {
    game: String,
    family: &'static Family,
    banked: Banked,
    players: (u8, u8),
    /// Seats for players at the table, a player banker's among them.
    pub(crate) seats: u8,
    rulings: Vec<AppliedRuling>,
    /// What each wager is settled by, by `Wager as usize`.
    terms: [Terms; Wager::COUNT],
    aggregate: Vec<(Wager, Money)>,
    unit: Option<Money>,
    /// The record has the stakes of the Ante, and of the Play (Raise).
    pub(crate) staked: [bool; 2],
    /// What goes with a folded hand, whatever its cards.
    pub(crate) forfeited: WagerSet,
    pub(crate) readings: Readings,
}

impl TableRules {
    /// Resolves a game for a table. Choices that concern another game are passed over. `Err`: one
    /// sentence naming what does not exist and what does.
    pub fn resolve(
        game: &Game,
        table: &Table,
        link: Option<&Link>,
        choices: &[RulingChoice],
    ) -> Result<Self, String> {
        if table.game != game.id {
            return Err(format!(
                "table {} plays {}, but the game given is {}; give the table's own game",
                table.id, table.game, game.id
            ));
        }
        let who = format!("table {}", table.id);
        let rulings = applied_rulings(game, choices)?;
        let readings = readings_of(&rulings);
        let mut paytables = chosen(game, table, &who)?;
        if let Some(link) = link {
            let found =
                find(game, Wager::Progressive, &link.paytable, &format!("link {}", link.id))?;
            paytables[Wager::Progressive as usize] = Some(envy_as_ruled(found, &readings));
        }
        for (wager, _) in &table.aggregate {
            if paytables[*wager as usize].is_none() {
                return Err(format!(
                    "{who} posts an aggregate limit for {}, but names no paytable for it; remove \
                     the limit or add the paytable",
                    wager.key()
                ));
            }
        }
        let mut rules = Self {
            game: game.id.clone(),
            family: game.family,
            banked: game.banked,
            players: game.players,
            seats: table.seats,
            terms: Wager::ALL.map(|wager| {
                let payout = if wager == Wager::Ante { game.ante } else { game.raise };
                let table = paytables[wager as usize].take();
                game.family.terms(wager, &readings, payout, table)
            }),
            aggregate: table.aggregate.clone(),
            unit: link.map(|l| table.unit.unwrap_or(l.unit)),
            staked: [true; 2],
            forfeited: WagerSet::EMPTY,
            readings,
            rulings,
        };
        let folded = Facts { line: Line::Folded, own: None, dealers: None, showdown: None };
        let goes = |wager: &Wager| {
            rules.terms(*wager).decide(&folded).is_ok_and(|decision| decision.rule == Rule::Folded)
        };
        rules.forfeited = Wager::ALL.into_iter().filter(goes).fold(WagerSet::EMPTY, WagerSet::with);
        Ok(rules)
    }

    /// Id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The family of the game.
    pub const fn family(&self) -> &'static Family {
        self.family
    }

    /// Who pays the winners.
    pub const fn banked(&self) -> Banked {
        self.banked
    }

    /// Fewest and most players of a round, a player banker among them.
    pub const fn players(&self) -> (u8, u8) {
        self.players
    }

    /// The rules for a record that may lack stakes of Ante or raise: they do not tell who folded.
    #[must_use]
    pub const fn for_record(mut self, has_ante: bool, has_raise: bool) -> Self {
        self.staked = [has_ante, has_raise];
        self
    }

    /// The wager made after seeing the cards: Play or Raise.
    pub const fn raise(&self) -> Wager {
        self.family.raise
    }

    /// The reading applied for a ruling; empty for a ruling the game does not have.
    pub fn ruling(&self, id: &str) -> &str {
        self.rulings.iter().find(|r| r.id == id).map_or("", |r| &r.applied)
    }

    /// Every ruling as applied, in the order of the definition.
    pub fn rulings(&self) -> &[AppliedRuling] {
        &self.rulings
    }

    /// Whether by ruling the progressive wagers of a void round stay, contributed, for the redeal.
    pub const fn progressive_stands_when_void(&self) -> bool {
        self.readings.progressive_stands_when_void
    }

    /// The largest fixed progressive award at the link's unit (300 for 1 on $5: $1,500); envy and
    /// shares of the meter are not among them. `None` without a link.
    pub fn largest_fixed_award(&self) -> Option<Money> {
        self.fixed_awards().max()
    }

    /// What each row of the progressive's paytable with a fixed prize pays on the fixed wager.
    pub fn fixed_awards(&self) -> impl Iterator<Item = Money> {
        self.progressive_rows().iter().filter_map(|row| match row.prize {
            Prize::Fixed(payout) => self.pay(self.unit?, payout),
            Prize::Meter(_) | Prize::ByHands(_) => None,
        })
    }

    fn progressive_rows(&self) -> &[Row] {
        self.paytable(Wager::Progressive).map_or(&[], |paytable| &paytable.rows)
    }

    /// The multiples of the Ante that a Play (Raise) may be, ascending; where some hands may play
    /// the first alone, with a pair of aces or better.
    pub const fn play_multiples(&self) -> &'static [i64] {
        self.readings.play_multiples()
    }

    /// The multiples of the Ante that a Play (Raise) may be with this hand.
    pub fn play_multiples_for(&self, rank: HandRank) -> &'static [i64] {
        self.family.play_multiples(&self.readings, rank)
    }

    /// Whether a Play (Raise) is a multiple of the Ante that the hand allows; of a hand that is not known, that some hand does.
    pub fn allows_play(&self, ante: Money, play: Money, rank: Option<HandRank>) -> bool {
        let allowed = rank.map_or(self.play_multiples(), |rank| self.play_multiples_for(rank));
        allowed.iter().any(|multiple| ante.checked_mul(*multiple) == Some(play))
    }

    /// The hand that the progressive goes by, in words: of the best four, or of all five cards.
    pub fn progressive_hand_in_words(&self, rank: HandRank, cards: &[Card]) -> String {
        let ranking = self.paytable(Wager::Progressive).map_or(self.family.ranking, |p| p.ranking);
        (ranking.name)(rank, cards)
    }

    /// Whether a hand of the progressive's paytable, by its key, is paid from the tray: not from the meter.
    pub fn is_paid_from_the_tray(&self, hand: &str) -> bool {
        let row = self.progressive_rows().iter().find(|row| row.hand.key() == hand);
        row.is_some_and(|row| !matches!(row.prize, Prize::Meter(_)))
    }

    /// The hand at the showdown in words.
    pub fn in_words(&self, rank: HandRank) -> String {
        (self.family.ranking.name)(rank, &[])
    }

    /// Envy that a hand brings to one other player whose progressive wager is `unit`.
    pub(crate) fn envy_amount(&self, rank: HandRank, cards: &[Card], unit: Money) -> Option<Money> {
        let table = self.paytable(Wager::Progressive)?;
        let amount = table.row(rank, cards)?.envy?;
        if !self.readings.envy_times_wager && !table.envy_times_wager {
            return Some(amount);
        }
        Rate::new(unit.micros(), feltproof_model::money::MICROS_PER_DOLLAR)?
            .of(amount, feltproof_model::Rounding::Exact)
    }

    /// Share of each progressive wager that the paytable itself prescribes for the reserve.
    pub fn paytable_reserve(&self) -> Option<Rate> {
        self.paytable(Wager::Progressive)?.reserve
    }

    /// The fixed progressive wager at the table.
    pub const fn unit(&self) -> Option<Money> {
        self.unit
    }

    /// The posted aggregate limit of a side bet.
    pub fn aggregate(&self, wager: Wager) -> Option<Money> {
        self.aggregate.iter().find(|(w, _)| *w == wager).map(|(_, limit)| *limit)
    }

    /// The rules without the aggregate limits of these side bets.
    #[must_use]
    pub fn without_aggregate(mut self, wagers: WagerSet) -> Self {
        self.aggregate.retain(|(wager, _)| !wagers.contains(*wager));
        self
    }

    /// True when any side bet has an aggregate limit.
    pub const fn has_aggregate(&self) -> bool {
        !self.aggregate.is_empty()
    }

    /// True when the table offers this wager; envy where the progressive pays any.
    pub fn offers(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante => true,
            _ if wager.is_raise() => wager == self.raise(),
            Wager::Envy => self.progressive_rows().iter().any(|row| row.envy.is_some()),
            Wager::Bank => self.banked == Banked::Player,
            _ => self.paytable(wager).is_some(),
        }
    }

    /// Cards dealt to a seat.
    pub fn cards_for(&self, seat: Seat) -> usize {
        if self.is_opponent(seat) { self.family.opponent_cards } else { self.family.player_cards }
    }

    /// True for the seat whose hand the players play against: the house dealer or the banker.
    pub const fn is_opponent(&self, seat: Seat) -> bool {
        match self.banked {
            Banked::House => matches!(seat, Seat::Dealer),
            Banked::Player => matches!(seat, Seat::Banker(_)),
        }
    }

    /// The paytable of a wager, if the table offers it.
    pub fn paytable(&self, wager: Wager) -> Option<&Paytable> {
        self.terms(wager).table.as_ref()
    }

    /// Every paytable in use here, in report order.
    pub fn paytables(&self) -> impl Iterator<Item = &Paytable> {
        self.terms.iter().filter_map(|terms| terms.table.as_ref())
    }

    pub(crate) fn pay(&self, stake: Money, payout: Payout) -> Option<Money> {
        pay(stake, payout, self.readings.rounding)
    }

    /// What a wager is settled by here.
    #[inline]
    pub(crate) const fn terms(&self, wager: Wager) -> &Terms {
        &self.terms[wager as usize]
    }
}

/// The paytables that the table names.
fn chosen(
    game: &Game,
    table: &Table,
    who: &str,
) -> Result<[Option<Paytable>; Wager::COUNT], String> {
    let mut paytables = [const { None }; Wager::COUNT];
    let family = game.family;
    for (wager, id) in &table.paytables {
        let known = family.paytable_wagers();
        if !known.contains(wager) || *wager == Wager::Progressive {
            let names: Vec<&str> =
                known.iter().filter(|w| **w != Wager::Progressive).map(|w| w.key()).collect();
            return Err(format!(
                "{who} names paytable {id} for {}, but a table of {} names paytables for {}; the progressive's is its link's",
                wager.key(),
                game.id,
                names.join(", ")
            ));
        }
        paytables[*wager as usize] = Some(find(game, *wager, id, who)?);
    }
    let needed = family.needs_paytable;
    if paytables[needed as usize].is_none() {
        return Err(format!(
            "{who} names no paytable for {}, which every hand of {} needs; the paytables are {}",
            needed.key(),
            game.id,
            listed(game, needed)
        ));
    }
    Ok(paytables)
}

fn listed(game: &Game, wager: Wager) -> String {
    let ids: Vec<&str> =
        game.paytables.iter().filter(|p| p.wager == wager).map(|p| p.id.as_str()).collect();
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}

fn find(game: &Game, wager: Wager, id: &str, who: &str) -> Result<Paytable, String> {
    game.paytable(wager, id).cloned().ok_or_else(|| {
        format!(
            "{who} names paytable {id} for {}, but the paytables of {} for it are {}",
            wager.key(),
            game.id,
            listed(game, wager)
        )
    })
}

/// The rulings of a game, with these choices in place of the defaults. Choices that concern another
/// game are passed over. `Err`: one sentence naming what does not exist and what does.
pub fn applied_rulings(
    game: &Game,
    choices: &[RulingChoice],
) -> Result<Vec<AppliedRuling>, String> {
    let default = |r: &Ruling| AppliedRuling {
        id: r.id.clone(),
        question: r.question.clone(),
        applied: r.default.clone(),
        chosen: false,
        source: r.source.clone(),
    };
    let mut rulings: Vec<AppliedRuling> = game.rulings.iter().map(default).collect();
    for choice in choices.iter().filter(|c| c.game == game.id) {
        let mut all = game.rulings.iter().zip(&mut rulings);
        let Some((known, ruling)) = all.find(|(known, _)| known.id == choice.ruling) else {
            let ids: Vec<&str> = game.rulings.iter().map(|r| r.id.as_str()).collect();
            return Err(format!(
                "ruling {} of game {} does not exist; its rulings are {}",
                choice.ruling,
                game.id,
                ids.join(", ")
            ));
        };
        if !known.allows(&choice.value) {
            return Err(format!(
                "ruling {} of game {} cannot be {}; its values are {}{}",
                choice.ruling,
                game.id,
                choice.value,
                known.values.join(", "),
                known.list_in_words()
            ));
        }
        if ruling.chosen {
            return Err(format!(
                "ruling {} of game {} is chosen twice, as {} and as {}; keep one",
                choice.ruling, game.id, ruling.applied, choice.value
            ));
        }
        ruling.applied.clone_from(&choice.value);
        ruling.chosen = true;
        ruling.source.clone_from(&choice.source);
    }
    Ok(rulings)
}

/// The readings that the rulings of a game choose.
pub fn readings_of(rulings: &[AppliedRuling]) -> Readings {
    Readings::new(|id| {
        rulings.iter().find(|r| r.id == id).map_or_else(String::new, |r| r.applied.clone())
    })
}
