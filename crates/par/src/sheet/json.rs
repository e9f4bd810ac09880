//! Sheets as JSON: counts as strings of digits, ratios as fractions with a decimal beside them.

use super::base::BaseSheet;
use super::distribution::{Distribution, Line};
use super::exact::{Ratio, decimal, fraction, square_root};
use super::progressive::{BreakEven, ProgressiveRow, ProgressiveSheet, dollars};
use super::tally::Decisions;
use super::text::{Displayed, prize};
use super::{GameSheets, SideSheet};
use feltproof_engine::{AppliedRuling, HandRank};
use feltproof_model::{Money, Wager};
use feltproof_wire::{Dollars, Fraction, Sha256Hex, Text, form, list, object};
use schemars::JsonSchema;
use serde::Serialize;

/// Decimal places beside a fraction.
const PLACES: u32 = 12;

/// A whole number as a string of digits, since it may be beyond 64 bits.
#[derive(Serialize, JsonSchema)]
struct WholeNumber(#[schemars(regex(pattern = "^[0-9]+$"))] String);

/// A decimal of twelve places.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct Decimal(#[schemars(regex(pattern = r"^[0-9]+\.[0-9]{12}$"))] String);

form! {
    /// `feltproof par --format json`: exact odds; every deal is counted.
    #[schemars(title = "Feltproof PAR sheets")]
    pub ParSheets as "feltproof-par/1"(all: &[GameSheets], displayed: &Displayed) {
        /// The sheets of each game.
        games: Vec<GameOdds> = all.iter().map(|sheets| GameOdds::new(sheets, displayed)).collect(),
    }
}

object! {
    /// An exact ratio with a decimal beside it.
    pub(crate) ExactRatio(value: &Ratio) {
        /// A fraction in lowest terms.
        #[schemars(regex(pattern = "^-?[0-9]+/[1-9][0-9]*$"))]
        exact: String = fraction(value),
        /// The same, rounded to twelve places.
        #[schemars(regex(pattern = r"^-?[0-9]+\.[0-9]{12}$"))]
        decimal: String = decimal(value, PLACES),
    }

    /// A game.
    GameOdds(sheets: &GameSheets, displayed: &Displayed) {
        /// Id.
        game: Text = (&sheets.game).into(),
        /// Title.
        title: Text = (&sheets.title).into(),
        /// Source document.
        source: Text = (&sheets.source).into(),
        /// Digest of its definition.
        definition_sha256: Sha256Hex = (&sheets.sha256).into(),
        /// Readings of open points.
        rulings: Vec<Reading> = list(sheets.readings.all()),
        /// The base game, by paytable and strategy.
        base_games: Vec<BaseOdds> = list(&sheets.bases),
        /// Side bets.
        side_bets: Vec<SideOdds> = list(&sheets.sides),
        /// Progressive wagers.
        progressives: Vec<ProgressiveOdds> =
            sheets.progressives.iter().map(|sheet| ProgressiveOdds::new(sheet, displayed)).collect(),
    }

    /// A reading of an open point.
    Reading(r: &AppliedRuling) {
        /// Which.
        ruling: Text = (&r.id).into(),
        /// Reading.
        value: Text = (&r.applied).into(),
        /// Whether it was chosen in place of the default.
        chosen: bool = r.chosen,
    }

    /// An outcome of a wager.
    OutcomeOdds(distribution: &Distribution, line: &Line) {
        /// Its name for programs.
        event: Text = (&line.event).into(),
        /// In words.
        title: Text = (&line.title).into(),
        /// Won for one unit wagered; negative when lost.
        net: ExactRatio = (&line.net).into(),
        /// Deals with this outcome.
        combinations: WholeNumber = WholeNumber(line.combinations.to_string()),
        /// Of all deals.
        probability: ExactRatio = (&distribution.probability(line)).into(),
        /// Net times probability.
        r#return: ExactRatio = (&distribution.part(line)).into(),
    }

    /// A base game under one paytable and strategy.
    BaseOdds(base: &BaseSheet; variance = base.result.variance()) {
        /// The second wager.
        wager: Text = base.second.key().into(),
        /// Its paytable.
        paytable: Text = (&base.paytable).into(),
        /// The strategy.
        decisions: StrategyOf = (&base.decisions).into(),
        /// Deals counted.
        total: WholeNumber = WholeNumber(base.result.total().to_string()),
        /// Each wager.
        wagers: Vec<WagerOdds> = base.wagers.iter().map(|(wager, of)| WagerOdds::new(*wager, of)).collect(),
        /// All wagers together.
        result: Vec<OutcomeOdds> = lines(&base.result),
        /// Loss for one unit of the Ante.
        house_edge: ExactRatio = (&base.house_edge()).into(),
        /// Wagered on average, in units of the Ante.
        average_wagered: ExactRatio = (&base.average_wagered).into(),
        /// Loss for each unit wagered.
        element_of_risk: ExactRatio = (&base.element_of_risk()).into(),
        /// Share of deals with a net win.
        hit_frequency: ExactRatio = (&base.hit_frequency()).into(),
        /// Share of deals in which any wager wins.
        any_wager_wins: ExactRatio = (&base.any_wager_wins).into(),
        /// Share of deals folded.
        folded: ExactRatio = (&base.folded).into(),
        /// In squared units of the Ante.
        variance: ExactRatio = (&variance).into(),
        /// Square root of the variance, in units of the wager, twelve places.
        standard_deviation: Decimal = Decimal(square_root(&variance, PLACES)),
        /// Highest hand folded; null where none is.
        best_hand_folded: Option<String> = base.border.highest_folded.map(HandRank::describe),
        /// Lowest hand played.
        worst_hand_played: Option<String> = base.border.lowest_played.map(HandRank::describe),
        /// Lowest hand raised to the full.
        worst_hand_raised: Option<String> = base.border.lowest_raised.map(HandRank::describe),
    }

    /// A strategy.
    StrategyOf(decisions: &Decisions) {
        /// Id.
        id: Text = decisions.id().into(),
        /// In words.
        title: Text = decisions.title().into(),
    }

    /// A wager of the base game.
    WagerOdds(wager: Wager, distribution: &Distribution) {
        /// Which.
        wager: Text = wager.key().into(),
        /// Outcomes.
        lines: Vec<OutcomeOdds> = lines(distribution),
        /// Expected net for one unit of the Ante.
        r#return: ExactRatio = (&distribution.expectation()).into(),
        /// Share of deals that win something.
        hit_frequency: ExactRatio = (&distribution.hit_frequency()).into(),
    }

    /// A side bet.
    SideOdds(side: &SideSheet; (distribution, variance) = (&side.distribution, side.distribution.variance())) {
        /// Wager.
        wager: Text = side.wager.key().into(),
        /// Paytable.
        paytable: Text = (&side.paytable).into(),
        /// Hands of Cover All; null elsewhere.
        hands: Option<u8> = side.hands,
        /// Strategy whose folds lose it; null where none does.
        lost_with_fold: Option<String> = side.lost_with_fold.as_ref().map(|of| of.id().to_owned()),
        /// Deals counted.
        total: WholeNumber = WholeNumber(distribution.total().to_string()),
        /// Outcomes.
        lines: Vec<OutcomeOdds> = lines(distribution),
        /// Loss for one unit.
        house_edge: ExactRatio = (&distribution.house_edge()).into(),
        /// Share of deals that win.
        hit_frequency: ExactRatio = (&distribution.hit_frequency()).into(),
        /// In squared units.
        variance: ExactRatio = (&variance).into(),
        /// Square root of the variance, in units of the wager, twelve places.
        standard_deviation: Decimal = Decimal(square_root(&variance, PLACES)),
    }

    /// A progressive wager.
    ProgressiveOdds(sheet: &ProgressiveSheet, displayed: &Displayed) {
        /// Paytable.
        paytable: Text = (&sheet.paytable).into(),
        /// Hands counted.
        total: WholeNumber = WholeNumber(sheet.total.to_string()),
        /// Hands that are paid.
        rows: Vec<PaidHand> = sheet.rows.iter().map(|row| PaidHand::new(sheet, row)).collect(),
        /// Hands that are paid nothing.
        unpaid: WholeNumber = WholeNumber(sheet.unpaid.to_string()),
        /// Return of fixed awards for one unit.
        fixed_return: ExactRatio = (&sheet.fixed_return()).into(),
        /// Share of the meter won on average.
        meter_value: ExactRatio = (&sheet.meter_value()).into(),
        /// Share of hands paid.
        hit_frequency: ExactRatio = (&sheet.hit_frequency()).into(),
        /// Whether envy is multiplied by the wager.
        envy_times_wager: bool = sheet.envy_times_wager,
        /// Share of a wager that goes to the reserve; null where not stated.
        reserve: Option<Fraction> = sheet.reserve.map(|rate| rate.to_string().into()),
        /// For each wager in dollars.
        units: Vec<UnitOdds> =
            displayed.units.iter().map(|unit| UnitOdds::new(sheet, *unit, displayed)).collect(),
    }

    /// A hand that is paid.
    PaidHand(sheet: &ProgressiveSheet, row: &ProgressiveRow) {
        /// Hand.
        hand: Text = row.hand.key().into(),
        /// What it pays.
        pays: Text = prize(row.prize).into(),
        /// Envy to each other player; null where none.
        envy_dollars: Option<Dollars> = row.envy.map(Dollars::from),
        /// Hands.
        combinations: WholeNumber = WholeNumber(row.combinations.to_string()),
        /// Of all hands.
        probability: ExactRatio = (&sheet.probability(row)).into(),
    }

    /// A wager in dollars.
    UnitOdds(sheet: &ProgressiveSheet, unit: Money, displayed: &Displayed) {
        /// The wager.
        unit_dollars: Dollars = unit.into(),
        /// For each number of other players.
        beside: Vec<EvenAt> =
            displayed.others().map(|others| (&sheet.break_even(unit, others)).into()).collect(),
    }

    /// Where a wager is even beside a number of other players.
    EvenAt(at: &BreakEven; meter = at.meter.as_ref()) {
        /// Other players.
        others: u8 = at.others,
        /// Expected from envy, in dollars.
        envy_dollars: ExactRatio = (&at.envy).into(),
        /// Meter at which the wager is even, in dollars; null where none is.
        break_even_dollars: Option<ExactRatio> = meter.map(ExactRatio::from),
        /// The same in wagers.
        break_even_units: Option<ExactRatio> = meter.map(|meter| (&(meter / dollars(at.unit))).into()),
    }
}

fn lines(distribution: &Distribution) -> Vec<OutcomeOdds> {
    distribution.lines.iter().map(|line| OutcomeOdds::new(distribution, line)).collect()
}
