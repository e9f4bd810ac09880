//! Crazy 4 Poker: five cards each, best four, against a dealer who qualifies with king high.
//! The rules are document 001's; its open points are read from the definition's rulings.

use crate::game::{Odds, Payout, Prize, Ruling};
use crate::rank::{Category, HandRank};
use crate::rules::TableRules;
use crate::settle::{RoundSettlement, SettledHand};
use crate::toml_reader::{At, Reader, Section};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Money, Rounding, Wager};
use std::cmp::Ordering;

/// Cards dealt to every hand.
pub(crate) const CARDS_PER_HAND: usize = 5;

/// The open points this code can read more than one way, with all the readings it knows. A
/// definition names every one of them and offers no other reading.
pub(crate) const RULINGS: &[(&str, &[&str])] = &[
    ("super_bonus_vs_unqualified", &["loses", "pushes"]),
    ("queens_up_on_fold", &["stands", "loses"]),
    ("progressive_on_fold", &["eligible", "not-eligible"]),
    ("play_multiples", &["1-2-3", "1-3"]),
    ("award_order", &["right-most-first"]),
    ("envy_per_unit", &["once", "times-wager"]),
    ("envy_reading", &["from-the-top", "from-the-second-row"]),
    ("envy_holder", &["any-player", "wagering-player"]),
    ("envy_to_folded", &["paid", "not-paid"]),
    ("payout_rounding", &["exact", "down-0.50", "up-0.50", "half-up-0.50"]),
    ("void_round", &["stakes-returned"]),
    ("progressive_hand", &["four-card"]),
];

/// Reports rulings that this family does not know and those it needs and does not find.
pub(crate) fn check_rulings(reader: &mut Reader<'_>, top: &Section<'_>, rulings: &[At<Ruling>]) {
    for ruling in rulings {
        let key = format!("ruling {}", ruling.value.id);
        match RULINGS.iter().find(|(id, _)| *id == ruling.value.id) {
            None => {
                let known: Vec<&str> = RULINGS.iter().map(|(id, _)| *id).collect();
                let message =
                    format!("is unknown to family crazy4; its rulings are {}", known.join(", "));
                reader.error(ruling.at, &key, message);
            }
            Some((_, known)) => {
                for value in ruling.value.values.iter().filter(|v| !known.contains(&v.as_str())) {
                    let message =
                        format!("offers {value}, but family crazy4 can apply {}", known.join(", "));
                    reader.error(ruling.at, &key, message);
                }
            }
        }
    }
    for (id, known) in RULINGS {
        if !rulings.iter().any(|r| r.value.id == *id) {
            let message =
                format!("is missing; family crazy4 needs it, with values of {}", known.join(", "));
            reader.error(top.at(), &format!("ruling {id}"), message);
        }
    }
}

/// The rulings of one table as the code needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Readings {
    pub super_bonus_pushes_unqualified: bool,
    pub queens_up_stands_on_fold: bool,
    pub progressive_on_fold: bool,
    pub twice_is_a_multiple: bool,
    pub envy_times_wager: bool,
    pub envy_from_second_row: bool,
    pub envy_holder_must_wager: bool,
    pub envy_to_folded: bool,
    pub rounding: Option<(Rounding, Money)>,
}

impl Readings {
    /// From the value applied for each ruling.
    pub(crate) fn new(applied: impl Fn(&str) -> String) -> Self {
        let is = |id: &str, value: &str| applied(id) == value;
        Self {
            super_bonus_pushes_unqualified: is("super_bonus_vs_unqualified", "pushes"),
            queens_up_stands_on_fold: is("queens_up_on_fold", "stands"),
            progressive_on_fold: is("progressive_on_fold", "eligible"),
            twice_is_a_multiple: is("play_multiples", "1-2-3"),
            envy_times_wager: is("envy_per_unit", "times-wager"),
            envy_from_second_row: is("envy_reading", "from-the-second-row"),
            envy_holder_must_wager: is("envy_holder", "wagering-player"),
            envy_to_folded: is("envy_to_folded", "paid"),
            rounding: rounding(&applied("payout_rounding")),
        }
    }
}

/// `half-up-0.50` is half-up to multiples of $0.50; `exact` is no rounding.
fn rounding(value: &str) -> Option<(Rounding, Money)> {
    let (name, unit) = value.rsplit_once('-')?;
    Some((Rounding::parse(name)?, Money::parse(unit.as_bytes()).ok()?))
}

/// How a row says the hand was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Stayed in.
    Played,
    /// Folded.
    Folded,
    /// Action and Play stake contradict one another.
    Unclear,
}

/// Without an action the stakes tell: an Ante without a Play wager is a fold, since staying in
/// *is* making the Play wager. An action that the Play stake contradicts proves nothing.
pub(crate) fn line_of(row: &HandRow) -> Line {
    let ante = !row.stake[Wager::Ante].is_zero();
    let play = !row.stake[Wager::Play].is_zero();
    match (row.action, ante, play) {
        (Action::Play, true, false) | (Action::Fold, _, true) => Line::Unclear,
        (Action::Fold, ..) | (Action::Unrecorded, true, false) => Line::Folded,
        _ => Line::Played,
    }
}

/// What the reference says of one wager: the amount to return, or that it cannot be told.
type Owed = Option<Money>;

/// Settles every wager of one player's row but envy, which needs the other hands.
pub(crate) fn settle_hand(
    rules: &TableRules,
    row: &HandRow,
    round: &RoundSettlement,
    hand: &mut SettledHand,
) {
    let line = line_of(row);
    let rank = hand.rank;
    let showdown = Showdown::new(rank, round);
    let mut decide = |wager: Wager, owed: &dyn Fn(Money) -> Owed| {
        let stake = row.stake[wager];
        let amount = match stake.cmp(&Money::ZERO) {
            Ordering::Less => None, // no wager is negative
            Ordering::Equal => Some(Money::ZERO),
            Ordering::Greater => owed(stake),
        };
        if let Some(amount) = amount {
            hand.owed[wager] = amount;
            hand.testable = hand.testable.with(wager);
        }
    };
    decide(Wager::Ante, &|stake| base(rules, line, showdown, Wager::Ante, stake));
    decide(Wager::Play, &|stake| base(rules, line, showdown, Wager::Play, stake));
    decide(Wager::SuperBonus, &|stake| super_bonus(rules, line, rank, showdown, stake));
    decide(Wager::QueensUp, &|stake| queens_up(rules, line, rank, stake));
    decide(Wager::Progressive, &|stake| progressive(rules, line, rank, stake));
    let staked = row.stake[Wager::Progressive] > Money::ZERO;
    if staked && hand.testable.contains(Wager::Progressive) && takes_part(rules, line) == Some(true)
    {
        hand.meter_share = rank.and_then(|r| rules.meter_share(r));
    }
}

/// The comparison with the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Showdown {
    /// Cards of one side are not on record.
    Unknown,
    /// Both are known.
    Known {
        /// Player against dealer.
        order: Ordering,
        /// King high or better.
        qualifies: bool,
    },
}

impl Showdown {
    pub(crate) fn new(rank: Option<HandRank>, round: &RoundSettlement) -> Self {
        match (rank, round.dealer) {
            (Some(rank), Some(dealer)) => {
                Self::Known { order: rank.cmp(&dealer), qualifies: round.dealer_qualifies }
            }
            _ => Self::Unknown,
        }
    }
}

/// Ante and Play (document 001, Playing vs. Dealer).
fn base(rules: &TableRules, line: Line, showdown: Showdown, wager: Wager, stake: Money) -> Owed {
    match (line, showdown) {
        (Line::Unclear, _) => None,
        (Line::Folded, _) => Some(Money::ZERO),
        (Line::Played, Showdown::Unknown) => None,
        (Line::Played, Showdown::Known { order, qualifies }) => match (qualifies, order) {
            (false, _) if wager == Wager::Ante => Some(stake),
            (false, _) | (true, Ordering::Greater) => rules.pay(stake, rules.base_payout(wager)),
            (true, Ordering::Equal) => Some(stake),
            (true, Ordering::Less) => Some(Money::ZERO),
        },
    }
}

/// Super Bonus: a straight or better is paid whatever the dealer holds; below, the bet pushes when
/// the player beats or ties the dealer.
fn super_bonus(
    rules: &TableRules,
    line: Line,
    rank: Option<HandRank>,
    showdown: Showdown,
    stake: Money,
) -> Owed {
    match line {
        Line::Unclear => return None,
        Line::Folded => return Some(Money::ZERO),
        Line::Played => {}
    }
    let rank = rank?;
    if rank.category() >= Category::Straight {
        return fixed(rules, rules.paytable(Wager::SuperBonus)?.row(rank)?.prize, stake);
    }
    let Showdown::Known { order, qualifies } = showdown else { return None };
    let pushes = order.is_ge() || (!qualifies && rules.readings.super_bonus_pushes_unqualified);
    Some(if pushes { stake } else { Money::ZERO })
}

/// Queens Up: the player's own cards alone.
fn queens_up(rules: &TableRules, line: Line, rank: Option<HandRank>, stake: Money) -> Owed {
    let table = rules.paytable(Wager::QueensUp)?;
    if !rules.readings.queens_up_stands_on_fold {
        match line {
            Line::Folded => return Some(Money::ZERO),
            Line::Unclear => return None,
            Line::Played => {}
        }
    }
    match table.row(rank?) {
        Some(row) => fixed(rules, row.prize, stake),
        None => Some(Money::ZERO),
    }
}

/// Progressive: the player's own cards alone; a meter award is told by its share, not here.
fn progressive(rules: &TableRules, line: Line, rank: Option<HandRank>, stake: Money) -> Owed {
    let table = rules.paytable(Wager::Progressive)?;
    if !takes_part(rules, line)? {
        return Some(Money::ZERO);
    }
    match table.row(rank?) {
        Some(row) => fixed(rules, row.prize, stake),
        None => Some(Money::ZERO),
    }
}

/// Whether a hand so played qualifies for the progressive; `None` when that cannot be told.
fn takes_part(rules: &TableRules, line: Line) -> Option<bool> {
    match (line, rules.readings.progressive_on_fold) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}

/// A fixed prize; nothing for a meter award, whose amount the manager knows.
fn fixed(rules: &TableRules, prize: Prize, stake: Money) -> Owed {
    match prize {
        Prize::Fixed(payout) => rules.pay(stake, payout),
        Prize::Meter(_) => Some(Money::ZERO),
    }
}

/// Whether the hand of this row brings the others envy if it is good enough, going by wager and
/// fold alone; `None` when its line is unclear and the ruling needs it.
pub(crate) fn may_bring_envy(rules: &TableRules, row: &HandRow) -> Option<bool> {
    let wagered = row.stake[Wager::Progressive] > Money::ZERO;
    if rules.readings.envy_holder_must_wager && !wagered {
        return Some(false);
    }
    takes_part(rules, line_of(row))
}

/// Whether this row may receive envy: `None` when its line is unclear and the ruling needs it.
pub(crate) fn may_receive_envy(rules: &TableRules, row: &HandRow) -> Option<bool> {
    if row.stake[Wager::Progressive] <= Money::ZERO {
        return Some(false);
    }
    match (line_of(row), rules.readings.envy_to_folded) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}

/// `stake` at `payout`, rounded as ruled; `None` when an exact payout has no such amount.
pub(crate) fn pay(
    stake: Money,
    payout: Payout,
    rounding: Option<(Rounding, Money)>,
) -> Option<Money> {
    let payment = match rounding {
        // Nearly every payout: no division, let alone one of 128 bits.
        None if payout.pays.denominator() == 1 => stake.checked_mul(payout.pays.numerator())?,
        // Without a smallest chip the payment must come out in whole micro-dollars.
        None => payout.pays.of(stake, Rounding::Exact)?,
        Some((rounding, unit)) => rounded(stake, payout, rounding, unit)?,
    };
    match payout.odds {
        Odds::To => stake.checked_add(payment),
        Odds::For => Some(payment),
    }
}

/// `stake` at `payout` in whole multiples of the smallest chip, in one division so that nothing is
/// rounded twice.
fn rounded(stake: Money, payout: Payout, rounding: Rounding, unit: Money) -> Option<Money> {
    let product = i128::from(stake.micros()) * i128::from(payout.pays.numerator());
    let step = i128::from(payout.pays.denominator()) * i128::from(unit.micros());
    let micros = rounding.divide(product, step)?.checked_mul(i128::from(unit.micros()))?;
    i64::try_from(micros).ok().map(Money::from_micros)
}
