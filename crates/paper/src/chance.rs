//! Money and chance: what seats are owed and what explains it, results of wagers beside what their PAR sheets expect,
//! trends.

use crate::cell::{Cell, Tone, Value};
use crate::column::Column;
use crate::outputs::{BOOK, Outputs};
use crate::section::Section;
use crate::table::Table;
use feltproof_model::analysis::{
    Analysis, DayFigures, HoldGroup, Holds, MoneyCause, Restitution, TrendLine,
};
use feltproof_model::workpaper::{Dimension, Workpaper};

mod said;

pub use said::restitution_said;
use said::{
    HOLDS, NOT_LOOKED_AT, TRENDS, answer, direction, distance, holds_said, in_words, kept, largest,
    line_of, probability, subject, trends_said, undecided_said, within_chance,
};

/// Rows of each table that are printed: the least likely, or the most money.
const PRINTED: usize = 6;
/// Rows that a page has: a browser is no workbook.
const LISTED: usize = 200;

/// All of it.
pub fn blocks(section: &mut Section, w: &Workpaper) {
    owed(section, &w.analysis.restitution);
    causes(section, &w.analysis.causes);
    results(section, &w.analysis);
    trends(section, &w.analysis);
}

/// What seats are owed, seat by seat.
fn owed(section: &mut Section, all: &Restitution) {
    let shown = Outputs::PRINT.and(Outputs::PAGE);
    section.part("What is owed, and what explains it").only(shown);
    section.say(restitution_said(all)).only(shown);
    if all.shown.is_empty() {
        return;
    }
    let table = Table::of("owed", "Seats that are owed money, the most first", &all.shown)
        .column(Column::day("Gaming day"), |of| of.day)
        .column(Column::name("Table"), |of| of.table.as_deref().map(str::to_owned))
        .column(Column::name("Round"), |of| of.round.map(|round| round.to_string()))
        .column(Column::name("Seat"), |of| of.seat.clone().unwrap_or_else(|| "all".to_owned()))
        .column(Column::name("Dealer"), |of| of.dealer.clone())
        .column(Column::money("Owed to the player"), |of| Cell::money(of.owed_micros))
        .column(Column::money("Paid too much"), |of| Cell::money(of.overpaid_micros))
        .column(Column::count("Exceptions"), |of| of.exceptions);
    let table = table.done().most(Outputs::PRINT, PRINTED).most(Outputs::PAGE, LISTED);
    section.table(table).only(shown);
}

/// What explains the money between players and house.
fn causes(section: &mut Section, causes: &[MoneyCause]) {
    let not_in_short =
        if causes.is_empty() { BOOK } else { Outputs::ALL.without(Outputs::TERMINAL) };
    section
        .say("Each cause, and each check as far as no cause explains its exceptions, the most first.")
        .only(not_in_short);
    let all: i128 = causes.iter().map(MoneyCause::money).sum();
    let largest_of = |part: &Option<(String, i128)>| part.as_ref().map(|(key, _)| key.clone());
    let amount_of =
        |part: &Option<(String, i128)>| part.as_ref().map(|(_, micros)| Value::Money(*micros));
    let table =
        Table::of("top-causes", "What explains the money between players and house", causes)
            .column(Column::code("Check"), |of| of.code)
            .column(Column::prose("What explains it").share(20).wide(50), |of| &of.title)
            .column(Column::count("Exceptions"), |of| of.exceptions)
            .column(Column::money("Paid too much").key("over").summed(), |of| {
                Cell::money(of.over_micros)
            })
            .column(Column::money("Paid too little").key("under").summed(), |of| {
                Cell::money(of.under_micros)
            })
            .sum(Column::money("Both").summed().only(BOOK), "over + under")
            .column(Column::rate("Share"), |of| Value::share(of.money(), all, 1))
            .column(Column::prose("Largest parts").share(20).not(BOOK), largest)
            .column(Column::name("Table with most").only(BOOK), |of| largest_of(&of.table))
            .column(Column::money("Of it").only(BOOK), |of| amount_of(&of.table))
            .column(Column::name("Dealer with most").only(BOOK), |of| largest_of(&of.dealer))
            .column(Column::money("Of it").only(BOOK), |of| amount_of(&of.dealer))
            .done()
            .most(Outputs::PRINT, PRINTED)
            .most(Outputs::PAGE, LISTED)
            .sheet(
                "What explains the money",
                "What explains most of the money between players and house",
            );
    section.table(table).only(not_in_short);
}

/// Results beside their expectation. On paper they are one sentence where nothing departs: the workbook has every group.
fn results(section: &mut Section, analysis: &Analysis) {
    let holds = &analysis.holds;
    let departs = holds.groups.iter().any(|group| group.departs() || group.undecided.is_some());
    let mut shown = Outputs::PAGE;
    if departs {
        shown = shown.and(Outputs::PRINT);
    } else {
        let said = format!("{} {}", within_chance(holds), trends_said(analysis));
        section.say(said).small().only(Outputs::PRINT);
    }
    section.part("Results and chance").only(shown);
    section.say(HOLDS).small().only(shown.and(BOOK));
    section.say(NOT_LOOKED_AT).small().only(shown.and(BOOK));
    kept(holds).into_iter().chain(holds_said(holds)).for_each(|said| {
        section.say(said).only(shown);
    });
    let in_table = if holds.groups.is_empty() { BOOK } else { shown.and(BOOK) };
    section.table(groups(holds)).only(in_table);
    in_short(section, holds);
}

/// Of all results the wagers at first, then tables and dealers, the least likely first.
fn groups(holds: &Holds) -> Table {
    let (all, mut others): (Vec<&HoldGroup>, Vec<&HoldGroup>) =
        holds.groups.iter().partition(|group| group.dimension == Dimension::Wager);
    others.sort_by_key(|group| (group.adjusted.is_none(), group.adjusted, group.p));
    // Where nothing departs the figures of each wager say enough.
    let is_named = others.iter().any(|group| group.departs());
    let printed = all.len() + if is_named { PRINTED } else { 0 };
    let kept = |of: &HoldGroup, returned: i64| {
        Value::share(
            i128::from(of.staked_micros) - i128::from(returned),
            of.staked_micros.into(),
            2,
        )
    };
    let groups = all.into_iter().chain(others);
    Table::of("chance-results", "Results and chance", groups)
        .column(Column::name("Wager").share(10).wide(16), |of| of.title())
        .column(Column::name("By").only(BOOK), |of| of.dimension.name())
        .column(Column::name("Which").only(BOOK), |of| &of.key)
        .column(Column::name("Of").share(10).not(BOOK), |of| subject(of))
        .column(Column::count("Rounds"), |of| of.rounds)
        .column(Column::money("Staked"), |of| Cell::money(of.staked_micros))
        .column(Column::money("Returned").key("returned").only(BOOK), |of| {
            Cell::money(of.returned_micros)
        })
        .column(Column::money("Of this overpaid").key("overpaid").only(BOOK), |of| {
            Cell::money(of.overpaid_micros)
        })
        .column(Column::money("Expected").key("expected").only(BOOK), |of| {
            Cell::money(of.expected_micros)
        })
        .column(Column::rate("Hold"), |of| kept(of, of.returned_micros))
        .column(Column::rate("Expected hold"), |of| kept(of, of.expected_micros))
        .sum(Column::signed("Excess for players").to_cents(), "returned - overpaid - expected")
        .column(Column::money("Standard error").to_cents().not(Outputs::PRINT), |of| {
            Cell::money(of.error_micros)
        })
        .column(Column::digits("Errors"), |of| distance(of))
        .column(Column::digits("Probability at most, adjusted").wide(24), |of| {
            of.adjusted.map(probability)
        })
        .column(Column::prose("Says").share(14).wide(26), |of| {
            let says = Cell::from(answer(of));
            if of.is_larger() { says.tone(Tone::Bad).strong() } else { says }
        })
        .column(Column::count("Seats set aside").only(BOOK), |of| of.seats_set_aside)
        .column(Column::money("Staked by them").only(BOOK), |of| Cell::money(of.set_aside_micros))
        .done()
        .most(Outputs::PRINT, printed)
        .most(Outputs::PAGE, LISTED)
        .sheet(
            "Results and chance",
            "Results of side bets and the base game beside what their PAR sheets expect, by wager, table and dealer",
        )
}

/// What departs, for a terminal: nothing where nothing does.
fn in_short(section: &mut Section, holds: &Holds) {
    let terminal = Outputs::TERMINAL;
    if holds.groups.iter().any(HoldGroup::departs) {
        section.part("Results and chance").only(terminal);
    }
    for group in holds.larger() {
        section.say(in_words(group, holds.tested)).tone(Tone::Open).only(terminal);
    }
    for said in undecided_said(holds) {
        section.say(said).only(terminal);
    }
}

/// What is paid beyond what is owed, from day to day.
fn trends(section: &mut Section, analysis: &Analysis) {
    let page = Outputs::PAGE;
    section.part("Trend of what is paid beyond what is owed").only(page);
    section.say(TRENDS).only(page.and(BOOK));
    let is_printed =
        analysis.holds.groups.iter().any(|group| group.departs() || group.undecided.is_some());
    let said = section.say(trends_said(analysis));
    said.only(if is_printed { page.and(Outputs::PRINT) } else { page });
    let tested: Vec<&TrendLine> = analysis.trends.iter().filter(|line| line.p.is_some()).collect();
    if !tested.is_empty() {
        let lines = Table::of("", "Trends", tested)
            .column(Column::name("Of"), |line| line_of(line))
            .column(Column::count("Gaming days"), |line| line.days.len() as u64)
            .column(Column::digits("Score"), |line| line.score.to_string())
            .column(Column::digits("Most"), |line| line.most.to_string())
            .column(Column::digits("Probability, adjusted"), |line| line.adjusted.map(probability))
            .column(Column::prose("Says"), |line| direction(line));
        section.table(lines.done()).only(page);
    }
    section.table(days(&analysis.trends)).only(BOOK);
}

/// Each line by gaming day. Its test stands once, beside the last day.
fn days(lines: &[TrendLine]) -> Table {
    let days = lines.iter().flat_map(|line| line.days.iter().map(move |day| (line, day)));
    let tested = |(line, day): &(&TrendLine, &DayFigures), said: String| {
        let is_last = line.days.last().is_some_and(|last| std::ptr::eq(last, *day));
        is_last.then_some(said)
    };
    Table::of("", "Trends", days)
        .column(Column::name("By"), |(line, _)| match &line.of {
            Some((dimension, _)) => dimension.name(),
            None => "house",
        })
        .column(Column::name("Which"), |(line, _)| line.of.as_ref().map(|(_, key)| key.clone()))
        .column(Column::name("Gaming day"), |(_, day)| &day.day)
        .column(Column::money("Staked"), |(_, day)| Cell::money(day.staked_micros))
        .column(Column::money("Owed").key("owed"), |(_, day)| Cell::money(day.owed_micros))
        .column(Column::money("Paid").key("paid"), |(_, day)| Cell::money(day.paid_micros))
        .sum(Column::signed("Paid minus owed"), "paid - owed")
        .column(Column::digits("Score"), |of| tested(of, of.0.score.to_string()))
        .column(Column::digits("Most"), |of| tested(of, of.0.most.to_string()))
        .column(Column::digits("Probability, adjusted").wide(20), |of| {
            tested(of, of.0.adjusted.map_or_else(String::new, probability))
        })
        .column(Column::name("Says"), |of| tested(of, direction(of.0).to_owned()))
        .done()
        .sheet("Trends", "Paid against owed from gaming day to gaming day, by table and dealer")
}
