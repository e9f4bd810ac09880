//! Why a wager ends as it does: the rule, the ruling and the row of the paytable that decide it,
//! and what follows from them.
//!
//! A decision is made once, by the family's function, from facts without money (`hand::decide`).
//! Settlement turns it into an amount, `Explainer` into words, PAR sheets into counts.

use crate::pay::{pay, winnings};
use crate::paytable::{Odds, Payout, Paytable, Prize, Row, Steps};
use crate::rank::HandRank;
use crate::readings::{OpenPoint, Readings};
use feltproof_model::{Card, Money, Rate, Wager};
use std::cmp::Ordering;

/// How the record says a hand was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Stayed in.
    Played,
    /// Folded.
    Folded,
    /// Action and Play (Raise) stake contradict one another.
    Unclear,
}

/// The comparison with the hand that is played against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// The player's hand against it.
    pub order: Ordering,
    /// It is king high or better; always true where the game asks for nothing.
    pub qualifies: bool,
}

impl Showdown {
    /// All: first those in which the hand played against does not qualify; lower, equal, higher.
    pub const ALL: [Self; 6] = {
        use Ordering::{Equal, Greater, Less};
        let mut all = [Self { order: Less, qualifies: false }; 6];
        let mut place = 0;
        while place < all.len() {
            all[place].order = [Less, Equal, Greater][place % 3];
            all[place].qualifies = place >= 3;
            place += 1;
        }
        all
    };

    /// Its place in [`Self::ALL`].
    #[inline]
    pub(crate) fn place(self) -> usize {
        usize::from(self.qualifies) * 3 + (self.order as i8 + 1) as usize
    }
}

/// The place, from the top, of the row of a paytable that pays a hand; `None` below the last row.
pub type Place = Option<u8>;

/// All that decides a wager of one hand.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How the hand was played.
    pub line: Line,
    /// The row for the player's own hand; `None` without its cards.
    pub own: Option<Place>,
    /// The row for the hand that is played against.
    pub dealers: Place,
    /// `None` without the cards of either side.
    pub showdown: Option<Showdown>,
}

/// How many combinations of showdown and play there are.
const COLUMNS: usize = 12;

impl Facts {
    /// The place of what is known beside the row: how the hand was played, how the showdown ends.
    pub(crate) fn column(line: Line, showdown: Option<Showdown>) -> Option<usize> {
        let showdown = showdown?.place();
        match line {
            Line::Played => Some(showdown),
            Line::Folded => Some(Showdown::ALL.len() + showdown),
            Line::Unclear => None,
        }
    }

    fn of_column(column: usize, own: Place) -> Self {
        let folded = column >= Showdown::ALL.len();
        let line = if folded { Line::Folded } else { Line::Played };
        let showdown = Showdown::ALL.get(column % Showdown::ALL.len()).copied();
        Self { line, own: Some(own), dealers: None, showdown }
    }

    pub(crate) const fn folded(&self) -> Result<bool, Missing> {
        match self.line {
            Line::Played => Ok(false),
            Line::Folded => Ok(true),
            Line::Unclear => Err(Missing::Line),
        }
    }

    pub(crate) fn own(&self) -> Result<Place, Missing> {
        self.own.ok_or(Missing::OwnCards)
    }

    pub(crate) fn showdown(&self) -> Result<Showdown, Missing> {
        self.own()?;
        self.showdown.ok_or(Missing::DealersCards)
    }
}

/// How a wager of a family is decided, from facts without money.
pub(crate) type Decide = for<'a> fn(&'a Terms, &Facts) -> Decided<'a>;

/// What a wager is settled by, put together once for a table.
#[derive(Clone, Debug)]
pub struct Terms {
    pub(crate) wager: Wager,
    /// The open points as read.
    pub(crate) readings: Readings,
    /// The open point by which it goes with a folded hand; `None` for one that stands.
    pub(crate) lost_with_fold: Option<OpenPoint>,
    /// What the wager pays when it wins without a paytable: Ante, Play (Raise).
    payout: Payout,
    pub(crate) table: Option<Paytable>,
    decide: Decide,
    /// See [`Paytable::steps`]; zero without a paytable.
    steps: Steps,
    /// By place in the paytable (the last for no row) and by [`Facts::column`]: how many times the stake
    /// comes back, as decided; [`UNSETTLED`] where that is no whole number or something is missing.
    times: Vec<[i32; COLUMNS]>,
}

impl Terms {
    pub(crate) fn new(
        wager: Wager,
        readings: &Readings,
        payout: Payout,
        table: Option<Paytable>,
        decide: Decide,
    ) -> Self {
        let steps = table.as_ref().map_or(Some(Default::default()), Paytable::steps);
        let mut terms = Self {
            wager,
            readings: *readings,
            lost_with_fold: readings.lost_with_fold(wager),
            payout,
            table,
            decide,
            steps: steps.unwrap_or_default(),
            times: Vec::new(),
        };
        if steps.is_some() && !terms.reads_dealers() {
            terms.times = terms.settled_ahead();
        }
        terms
    }

    /// See [`Paytable::place`].
    pub fn place(&self, rank: HandRank, cards: &[Card]) -> Place {
        let table = self.table.as_ref()?;
        if self.times.is_empty() {
            return table.place(rank, cards);
        }
        let place = self.stepped(rank);
        u8::try_from(place).ok().filter(|_| place < table.rows.len())
    }

    /// The row that pays a hand.
    #[inline]
    pub(crate) fn row(&self, rank: HandRank, cards: &[Card]) -> Option<&Row> {
        self.row_at(self.place(rank, cards)?)
    }

    /// The place of a hand where the steps are known, the number of rows for none.
    #[inline]
    fn stepped(&self, rank: HandRank) -> usize {
        let step = &self.steps[usize::from(rank.number() >> 13)];
        usize::from(step.places[usize::from(rank.number() >= step.from)])
    }

    /// Whether the row for the hand that is played against decides too.
    pub(crate) fn reads_dealers(&self) -> bool {
        self.wager == Wager::BadBeat
    }

    /// [`Self::times`]: every decision that facts without money can bring.
    fn settled_ahead(&self) -> Vec<[i32; COLUMNS]> {
        let rows = self.table.as_ref().map_or(0, |table| table.rows.len());
        let places = (0..rows).map(|place| u8::try_from(place).ok()).chain([None]);
        let times = |own: Place| {
            let mut times = [UNSETTLED; COLUMNS];
            for (column, times) in times.iter_mut().enumerate() {
                let decided = self.decide(&Facts::of_column(column, own));
                *times = decided.ok().and_then(|d| self.whole(&d)).unwrap_or(UNSETTLED);
            }
            times
        };
        places.map(times).collect()
    }

    /// How many times the stake comes back, where that is a whole number and no share of a meter.
    fn whole(&self, decision: &Decision<'_>) -> Option<i32> {
        let pays = |payout: &Payout| {
            let whole = payout.pays.denominator() == 1 && self.readings.rounding.is_none();
            i32::try_from(payout.pays.numerator()).ok().filter(|_| whole)
        };
        match decision.effect {
            Effect::Pays(payout) => pays(payout)?.checked_add(i32::from(payout.odds == Odds::To)),
            Effect::PaysBeside(payout) => pays(payout),
            Effect::Pushes => Some(1),
            Effect::Loses | Effect::Nothing => Some(0),
            Effect::Meter(_) | Effect::Owes(_) => None,
        }
    }

    /// What must be returned of a stake to a hand of this rank, where it is settled ahead.
    #[inline(always)]
    pub(crate) fn settled(&self, rank: HandRank, column: usize, stake: Money) -> Option<Money> {
        let times = *self.times.get(self.stepped(rank))?.get(column)?;
        if times < 0 || stake < Money::ZERO { None } else { stake.checked_mul(i64::from(times)) }
    }

    /// What becomes of the wager, by facts without money. `Err`: what is missing to decide it.
    /// Cover All, envy and a bank depend on all hands and are not decided here.
    #[inline(always)]
    pub fn decide(&self, facts: &Facts) -> Decided<'_> {
        (self.decide)(self, facts)
    }

    /// Whether it goes with a folded hand.
    pub const fn is_lost_with_fold(&self) -> bool {
        self.lost_with_fold.is_some()
    }

    /// It wins what it pays without a paytable.
    pub(crate) const fn wins(&self, rule: Rule) -> Decision<'_> {
        Decision::new(rule, Effect::Pays(&self.payout))
    }

    /// What a row of the paytable gives by this rule.
    pub(crate) fn by_row(&self, rule: Rule, place: u8) -> Decided<'_> {
        let effect = match self.row_at(place).map(|row| &row.prize) {
            Some(Prize::Fixed(payout)) => Effect::Pays(payout),
            Some(Prize::Meter(share)) => Effect::Meter(share),
            // Depends on the number of hands, which one hand does not know.
            Some(Prize::ByHands(_)) | None => return Err(Missing::Payout),
        };
        Ok(Decision { row: Some(place), ..Decision::new(rule, effect) })
    }

    /// A row of the paytable by its place.
    pub(crate) fn row_at(&self, place: u8) -> Option<&Row> {
        self.table.as_ref()?.rows.get(usize::from(place))
    }

    /// What must be returned of a stake so decided; `None` below nothing or without exact amount.
    #[inline(always)]
    pub(crate) fn amount(&self, decision: &Decision<'_>, stake: Money) -> Option<Money> {
        if stake < Money::ZERO {
            return None;
        }
        match decision.effect {
            Effect::Pays(payout) => pay(stake, *payout, self.readings.rounding),
            Effect::PaysBeside(payout) => winnings(stake, *payout, self.readings.rounding),
            Effect::Owes(sum) => Some(sum),
            Effect::Pushes => Some(stake),
            // A meter award is the manager's, not the table's.
            Effect::Meter(_) | Effect::Loses | Effect::Nothing => Some(Money::ZERO),
        }
    }
}

/// Stands for a decision that is not settled ahead.
const UNSETTLED: i32 = -1;

/// A wager that the table does not offer.
pub(crate) fn not_offered<'a>(_: &'a Terms, _: &Facts) -> Decided<'a> {
    Err(Missing::Offer)
}

/// A wager decided, or what is missing.
pub type Decided<'a> = Result<Decision<'a>, Missing>;

/// What decided a wager and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<'a> {
    /// What decided it.
    pub rule: Rule,
    /// The open point whose reading decided it; the reading is the table's.
    pub ruling: Option<OpenPoint>,
    /// The row of its paytable.
    pub row: Place,
    /// What follows.
    pub effect: Effect<'a>,
}

impl<'a> Decision<'a> {
    pub(crate) const fn new(rule: Rule, effect: Effect<'a>) -> Self {
        Self { rule, ruling: None, row: None, effect }
    }

    /// The same, by the reading of an open point.
    pub(crate) const fn by(self, ruling: OpenPoint) -> Self {
        Self { ruling: Some(ruling), ..self }
    }

    /// A wager that goes with a folded hand.
    pub(crate) const FOLDED: Self = Self::new(Rule::Folded, Effect::Loses);
}

/// What decides a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The round is void.
    Void,
    /// The hand was folded.
    Folded,
    /// The dealer's hand does not qualify.
    NotQualified,
    /// The two hands are compared.
    Showdown,
    /// The two hands are equal.
    Tie,
    /// The beaten hand, the player's or the dealer's, goes by the paytable.
    Beaten,
    /// The player's own hand goes by the paytable.
    OwnHand,
    /// The highest hand of the round goes by the paytable.
    HighestHand,
    /// The hands of the others bring it.
    OtherHands,
    /// The wager that it goes with was not made.
    NoWager,
}

/// What follows for the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<'a> {
    /// It wins.
    Pays(&'a Payout),
    /// A payment beside the stake of another wager, which is settled by itself.
    PaysBeside(&'a Payout),
    /// It wins a share of the displayed meter; the stake is gone.
    Meter(&'a Rate),
    /// It comes back.
    Pushes,
    /// It is lost.
    Loses,
    /// A sum that no stake is a part of.
    Owes(Money),
    /// There is no stake to settle and nothing is paid.
    Nothing,
}

/// Why a wager is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The stake is below nothing.
    Stake,
    /// The table does not offer the wager.
    Offer,
    /// The record contradicts itself on how the hand was played.
    Line,
    /// The player's cards are not on record.
    OwnCards,
    /// The cards of the hand that is played against are not on record.
    DealersCards,
    /// A hand that might be the highest of the round is not on record.
    HighestHand,
    /// The hand of another player that might bring it is not on record.
    OtherHands,
    /// The paytable has no column for the number of hands dealt.
    Column,
    /// Nothing says what a row pays, or it has no exact amount on this stake.
    Payout,
    /// A limit was reached, and the record does not tell what it leaves of the wager.
    Limit,
}
