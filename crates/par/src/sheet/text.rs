//! PAR sheets as text on the terminal: outcomes, combinations, return, edge.

use super::base::BaseSheet;
use super::distribution::Distribution;
use super::exact::{decimal, grouped, percent, square_root};
use super::progressive::{OTHERS_MAX, ProgressiveSheet};
use super::{Decisions, GameSheets, SideSheet};
use feltproof_engine::game::{Odds, Prize};
use feltproof_model::Money;
use std::fmt::Write as _;

/// Decimal places of probabilities and returns: as many as document 004 prints.
const PLACES: u32 = 6;

/// What is displayed of the progressive wagers: for which wagers and how many other hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displayed {
    /// Sizes of the progressive wager.
    pub units: Vec<Money>,
    /// One number of other players alone; none for all from 0 to [`OTHERS_MAX`].
    pub others: Option<u8>,
}

impl Displayed {
    /// The numbers of other players to show.
    pub(crate) fn others(&self) -> impl Iterator<Item = u8> {
        match self.others {
            Some(one) => one..=one,
            None => 0..=OTHERS_MAX,
        }
    }
}

/// The sheets of one game.
pub fn text(sheets: &GameSheets, displayed: &Displayed) -> String {
    let mut out = format!("{}  {}\nSource: {}\n", sheets.game, sheets.title, sheets.source);
    let _ = writeln!(out, "Definition: sha256 {}", sheets.sha256);
    let all = sheets.readings.all().iter();
    let chosen: Vec<String> =
        all.filter(|r| r.chosen).map(|r| format!("{} = {}", r.id, r.applied)).collect();
    if !chosen.is_empty() {
        let _ = writeln!(out, "Chosen in place of the game's defaults: {}", chosen.join(", "));
    }
    out.push_str(
        "Every figure is exact: counted over every deal, rounded half to even in print.\n",
    );
    for base in &sheets.bases {
        base_text(&mut out, base);
    }
    for side in &sheets.sides {
        side_text(&mut out, side);
    }
    for progressive in &sheets.progressives {
        progressive_text(&mut out, progressive, displayed);
    }
    out
}

fn base_text(out: &mut String, base: &BaseSheet) {
    let _ = writeln!(
        out,
        "\nBase game with {} {} ({}: {})",
        base.second,
        base.paytable,
        base.decisions.id(),
        base.decisions.title()
    );
    for (wager, distribution) in &base.wagers {
        let _ = writeln!(out, "\n  {wager}, in Antes");
        lines(out, distribution);
    }
    let result = &base.result;
    let figures = [
        ("house edge, of the Ante", percent(&base.house_edge(), PLACES)),
        ("average total wagered, in Antes", decimal(&base.average_wagered, PLACES)),
        ("element of risk, of all money wagered", percent(&base.element_of_risk(), PLACES)),
        ("hit frequency: all wagers together above zero", percent(&base.hit_frequency(), PLACES)),
        ("at least one wager wins", percent(&base.any_wager_wins, PLACES)),
        ("folded", percent(&base.folded, PLACES)),
        ("variance, in squared Antes", decimal(&result.variance(), PLACES)),
        ("standard deviation, in Antes", square_root(&result.variance(), PLACES)),
    ];
    out.push_str("\n  All wagers together\n");
    figures_text(out, &figures);
    let border = [
        ("best hand folded", base.border.highest_folded),
        ("worst hand that stays in", base.border.lowest_played),
        ("worst hand that plays more than one Ante", base.border.lowest_raised),
    ];
    for (name, rank) in border {
        let hand = rank.map_or_else(|| "none".to_owned(), |rank| rank.describe());
        let _ = writeln!(out, "    {name:<48} {hand}");
    }
}

/// A table of figures: name, value.
fn figures_text(out: &mut String, figures: &[(&str, String)]) {
    for (name, value) in figures {
        let _ = writeln!(out, "    {name:<48} {value:>16}");
    }
}

fn lines(out: &mut String, distribution: &Distribution) {
    let total = grouped(&distribution.total());
    let width = total.len();
    let mut row = |[event, net, combinations, probability, part]: [&str; 5]| {
        let _ = writeln!(
            out,
            "    {event:<40} {net:>7}  {combinations:>width$}  {probability:>11}  {part:>10}"
        );
    };
    row(["event", "net", "combinations", "probability", "return"]);
    for line in &distribution.lines {
        let (net, combinations) = (line.net.to_string(), grouped(&line.combinations));
        let probability = decimal(&distribution.probability(line), PLACES);
        let part = decimal(&distribution.part(line), PLACES);
        row([&line.title, &net, &combinations, &probability, &part]);
    }
    let part = decimal(&distribution.expectation(), PLACES);
    row(["total", "", &total, &decimal(&super::ratio(1, 1), PLACES), &part]);
}

fn side_text(out: &mut String, side: &SideSheet) {
    let hands = side.hands.map_or_else(String::new, |n| format!(", {n} hands dealt"));
    let fold = side.lost_with_fold.as_ref().map_or_else(String::new, |decisions| {
        let id = decisions.id();
        format!(", lost with a folded hand ({id} decisions)")
    });
    let _ = writeln!(out, "\n{} {}{hands}{fold}", side.wager, side.paytable);
    lines(out, &side.distribution);
    let variance = side.distribution.variance();
    let figures = [
        ("house edge", percent(&side.distribution.house_edge(), PLACES)),
        ("hit frequency", percent(&side.distribution.hit_frequency(), PLACES)),
        ("variance", decimal(&variance, PLACES)),
        ("standard deviation", square_root(&variance, PLACES)),
    ];
    figures_text(out, &figures);
}

fn progressive_text(out: &mut String, sheet: &ProgressiveSheet, displayed: &Displayed) {
    let _ = writeln!(out, "\nProgressive {}", sheet.paytable);
    let mut row = |[hand, pays, envy, combinations]: [&str; 4], probability: &str| {
        let line = format!("    {hand:<20} {pays:>14} {envy:>10}  {combinations:>12}");
        let _ = writeln!(out, "{line}{probability}");
    };
    row(["hand", "pays", "envy", "combinations"], &format!("  {:>12}", "probability"));
    for paid in &sheet.rows {
        let envy = paid.envy.map_or_else(String::new, |envy| envy.to_string());
        let (pays, combinations) = (prize(paid.prize), grouped(&paid.combinations.into()));
        let probability = format!("  {:>12}", decimal(&sheet.probability(paid), PLACES + 2));
        row([paid.hand.title(), &pays, &envy, &combinations], &probability);
    }
    row(["nothing", "", "", &grouped(&sheet.unpaid.into())], "");
    let mut figures = vec![
        ("returned by the fixed prizes", percent(&sheet.fixed_return(), PLACES)),
        ("worth of each dollar on the meter", decimal(&sheet.meter_value(), PLACES + 4)),
        ("hit frequency", percent(&sheet.hit_frequency(), PLACES)),
    ];
    let reserve = sheet.reserve.map(|reserve| ("to the reserve, of each wager", reserve.percent()));
    figures.extend(reserve);
    figures_text(out, &figures);
    for unit in &displayed.units {
        let _ = writeln!(out, "    The meter at which a wager of {unit} breaks even");
        for others in displayed.others() {
            let at = sheet.break_even(*unit, others);
            let meter = at.meter.map_or_else(
                || "no row pays from the meter".to_owned(),
                |meter| {
                    let times = &meter / super::progressive::dollars(*unit);
                    format!("${} ({} times the wager)", decimal(&meter, 2), decimal(&times, 2))
                },
            );
            let envy = decimal(&at.envy, PLACES);
            let _ = writeln!(out, "      {others} other players, envy ${envy} a round: {meter}");
        }
    }
}

/// `15 to 1`, `10% of the meter`.
pub(crate) fn prize(prize: Prize) -> String {
    match prize {
        Prize::Fixed(payout) => payout.to_string(),
        Prize::Meter(share) => format!("{} of meter", share.percent()),
        Prize::ByHands(columns) => {
            let word = if columns[0].odds == Odds::For { "for" } else { "to" };
            format!("by hands, {word} 1")
        }
    }
}

/// Every game with its paytables and their house edges, one line each.
pub fn overview_text(all: &[GameSheets]) -> String {
    let mut out = String::new();
    for sheets in all {
        let _ = writeln!(out, "{}  {}", sheets.game, sheets.title);
        let mut line = |wager: String, paytable: &str, value: String| {
            let _ = writeln!(out, "  {wager:<24} {paytable:<10} {value}");
        };
        for base in sheets.bases.iter().filter(|b| b.decisions == Decisions::Optimal) {
            let edge = percent(&base.house_edge(), 4);
            let risk = percent(&base.element_of_risk(), 4);
            let wager = format!("base game, {}", base.second);
            line(wager, &base.paytable, format!("{edge} of the Ante, {risk} of all wagers"));
        }
        for side in &sheets.sides {
            let hands = side.hands.map_or_else(String::new, |n| format!(", {n} hands"));
            let edge = percent(&side.distribution.house_edge(), 4);
            line(format!("{}{hands}", side.wager), &side.paytable, edge);
        }
        for progressive in &sheets.progressives {
            let fixed = percent(&progressive.fixed_return(), 4);
            line(
                "Progressive".to_owned(),
                &progressive.paytable,
                format!("{fixed} returned beside the meter"),
            );
        }
        out.push('\n');
    }
    out
}
