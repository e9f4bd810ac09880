//! A game resolved for one table: its paytables chosen, its rulings applied, its unit known.

use crate::crazy4::{self, Readings};
use crate::game::{Game, Payout, Paytable, Prize};
use crate::rank::HandRank;
use feltproof_model::engagement::{Link, RulingChoice, Table};
use feltproof_model::event::HandRow;
use feltproof_model::{Money, Rate, Wager};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRules {
    game: String,
    rulings: Vec<AppliedRuling>,
    ante: Payout,
    play: Payout,
    super_bonus: Paytable,
    queens_up: Option<Paytable>,
    progressive: Option<Paytable>,
    unit: Option<Money>,
    pub(crate) readings: Readings,
}

impl TableRules {
    /// Resolves a game for a table. Choices that concern another game are passed over.
    ///
    /// # Errors
    /// One sentence naming what does not exist and what does.
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
        for (wager, id) in &table.paytables {
            if !matches!(wager, Wager::SuperBonus | Wager::QueensUp) {
                return Err(format!(
                    "table {} names paytable {id} for {}, but a table names paytables for super_bonus and queens_up; the progressive's is its link's",
                    table.id,
                    wager.key()
                ));
            }
        }
        let rulings = apply(game, choices)?;
        let applied = |id: &str| {
            rulings.iter().find(|r| r.id == id).map_or_else(String::new, |r| r.applied.clone())
        };
        let readings = Readings::new(applied);
        let who = format!("table {}", table.id);
        let super_bonus = table.paytable(Wager::SuperBonus).ok_or_else(|| {
            format!(
                "{who} names no paytable for super_bonus, which every hand of {} must wager; the paytables are {}",
                game.id, listed(game, Wager::SuperBonus)
            )
        })?;
        let queens_up = table.paytable(Wager::QueensUp);
        let progressive = match link {
            Some(link) => {
                let table =
                    find(game, Wager::Progressive, &link.paytable, &format!("link {}", link.id))?;
                Some(if readings.envy_from_second_row { envy_one_row_down(table) } else { table })
            }
            None => None,
        };
        Ok(Self {
            game: game.id.clone(),
            ante: game.ante,
            play: game.play,
            super_bonus: find(game, Wager::SuperBonus, super_bonus, &who)?,
            queens_up: queens_up.map(|id| find(game, Wager::QueensUp, id, &who)).transpose()?,
            progressive,
            unit: link.map(|l| l.unit),
            readings,
            rulings,
        })
    }

    /// Id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The reading applied for a ruling; empty for a ruling the game does not have.
    pub fn ruling(&self, id: &str) -> &str {
        self.rulings.iter().find(|r| r.id == id).map_or("", |r| &r.applied)
    }

    /// Every ruling as applied, in the order of the definition.
    pub fn rulings(&self) -> &[AppliedRuling] {
        &self.rulings
    }

    /// The largest fixed progressive award at the link's unit (300 for 1 on $5: $1,500); envy and
    /// shares of the meter are not among them. `None` without a link.
    pub fn largest_fixed_award(&self) -> Option<Money> {
        let unit = self.unit?;
        let fixed = self.progressive.as_ref()?.rows.iter().filter_map(|row| match row.prize {
            Prize::Fixed(payout) => self.pay(unit, payout),
            Prize::Meter(_) => None,
        });
        fixed.max()
    }

    /// The multiples of the Ante that a Play may be with a pair of aces or better, ascending;
    /// every other hand may play the first alone.
    pub const fn play_multiples(&self) -> &[i64] {
        if self.readings.twice_is_a_multiple { &[1, 2, 3] } else { &[1, 3] }
    }

    /// The multiples of the Ante that a Play may be with this hand.
    pub fn play_multiples_for(&self, rank: HandRank) -> &[i64] {
        if rank.is_pair_of_aces_or_better() { self.play_multiples() } else { &[1] }
    }

    /// Share of the displayed meter that a hand with a progressive wager wins.
    pub fn meter_share(&self, rank: HandRank) -> Option<Rate> {
        match self.progressive.as_ref()?.row(rank)?.prize {
            Prize::Meter(share) => Some(share),
            Prize::Fixed(_) => None,
        }
    }

    /// Envy that a hand brings to one other player whose progressive wager is `unit`.
    pub fn envy_amount(&self, rank: HandRank, unit: Money) -> Option<Money> {
        let amount = self.progressive.as_ref()?.row(rank)?.envy?;
        if !self.readings.envy_times_wager {
            return Some(amount);
        }
        Rate::new(unit.micros(), feltproof_model::money::MICROS_PER_DOLLAR)?
            .of(amount, feltproof_model::Rounding::Exact)
    }

    /// Share of each progressive wager that the paytable itself prescribes for the reserve.
    pub fn paytable_reserve(&self) -> Option<Rate> {
        self.progressive.as_ref()?.reserve
    }

    /// The fixed progressive wager of the table's link.
    pub const fn unit(&self) -> Option<Money> {
        self.unit
    }

    /// True when the table offers this wager; envy where the progressive pays any.
    pub fn offers(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante | Wager::SuperBonus | Wager::Play => true,
            Wager::QueensUp => self.queens_up.is_some(),
            Wager::Progressive => self.progressive.is_some(),
            Wager::Envy => {
                self.progressive.as_ref().is_some_and(|p| p.rows.iter().any(|r| r.envy.is_some()))
            }
        }
    }

    /// Cards dealt to every hand.
    pub const fn cards_per_hand(&self) -> usize {
        crazy4::CARDS_PER_HAND
    }

    /// The paytable of a side bet, if the table offers it.
    pub fn paytable(&self, wager: Wager) -> Option<&Paytable> {
        match wager {
            Wager::SuperBonus => Some(&self.super_bonus),
            Wager::QueensUp => self.queens_up.as_ref(),
            Wager::Progressive => self.progressive.as_ref(),
            Wager::Ante | Wager::Play | Wager::Envy => None,
        }
    }

    pub(crate) fn base_payout(&self, wager: Wager) -> Payout {
        if wager == Wager::Ante { self.ante } else { self.play }
    }

    pub(crate) fn pay(&self, stake: Money, payout: Payout) -> Option<Money> {
        crazy4::pay(stake, payout, self.readings.rounding)
    }

    pub(crate) fn brings_envy(&self, rank: HandRank) -> bool {
        self.progressive.as_ref().and_then(|p| p.row(rank)).is_some_and(|r| r.envy.is_some())
    }

    pub(crate) fn brings_envy_when(&self, row: &HandRow) -> Option<bool> {
        self.progressive.as_ref().map_or(Some(false), |_| crazy4::may_bring_envy(self, row))
    }

    pub(crate) fn receives_envy(&self, row: &HandRow) -> Option<bool> {
        self.progressive.as_ref().map_or(Some(false), |_| crazy4::may_receive_envy(self, row))
    }
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

/// Each printed envy amount belongs to the row below the one it stands at.
fn envy_one_row_down(mut table: Paytable) -> Paytable {
    let mut above = None;
    for row in &mut table.rows {
        above = std::mem::replace(&mut row.envy, above);
    }
    table
}

fn apply(game: &Game, choices: &[RulingChoice]) -> Result<Vec<AppliedRuling>, String> {
    let mut rulings: Vec<AppliedRuling> = game
        .rulings
        .iter()
        .map(|r| AppliedRuling {
            id: r.id.clone(),
            question: r.question.clone(),
            applied: r.default.clone(),
            chosen: false,
            source: r.source.clone(),
        })
        .collect();
    for choice in choices.iter().filter(|c| c.game == game.id) {
        let Some(known) = game.ruling(&choice.ruling) else {
            let ids: Vec<&str> = game.rulings.iter().map(|r| r.id.as_str()).collect();
            return Err(format!(
                "ruling {} of game {} does not exist; its rulings are {}",
                choice.ruling,
                game.id,
                ids.join(", ")
            ));
        };
        if !known.values.contains(&choice.value) {
            return Err(format!(
                "ruling {} of game {} cannot be {}; its values are {}",
                choice.ruling,
                game.id,
                choice.value,
                known.values.join(", ")
            ));
        }
        let Some(ruling) = rulings.iter_mut().find(|r| r.id == choice.ruling) else { continue };
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
