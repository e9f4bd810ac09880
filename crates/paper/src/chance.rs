//! Money and chance: what seats are owed and what explains it, results of wagers beside what their PAR sheets expect,
//! trends.

use crate::cell::{Cell, Tone, Value, percent};
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::{Column, Table, to_cents};
use crate::words::{dollars, grouped, plural};
use feltproof_model::Wager;
use feltproof_model::analysis::{
    Analysis, DayFigures, HoldGroup, Holds, MoneyCause, Restitution, TrendLine, Undecided,
};
use feltproof_model::workpaper::{Dimension, Workpaper};

/// Rows of each table that are printed: the least likely, or the most money.
const PRINTED: usize = 6;
/// Rows that a page has: a browser is no workbook.
const LISTED: usize = 200;
const BOOK: Outputs = Outputs::BOOK;

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

/// What is looked at and what it assumes.
const HOLDS: &str = "Side bets that the cards alone decide, and the base game, beside what the exact PAR sheet \
     of the table's own paytable expects; of the base game at best play, which players mostly fall short of. Assumed: fair \
     cards, stakes made before any card is seen, decisions by the player's own hand and the dealer's card face up, a record \
     from which nothing was picked. The wagers of a round count as one of their sum, the worst that dependence can do to \
     the standard error, which in the base game is that of best play. The probability of as much or more by chance is an \
     upper bound (Chernoff), which rare high awards cannot break; of the base game one that holds however it is played. \
     What was paid above what is owed is an exception already and is left out. A seat whose base wagers on record do not \
     fit the rules is in no figure, and in the test it counts as one that lost all it could have staked. A record that \
     lacks lost wagers shows the same excess, so nobody is named where no lost wager is on record or where the others \
     depart as well.";

/// What is not looked at.
const NOT_LOOKED_AT: &str = "The progressive is not tested: its meter bears on what it returns. Of the base game \
     Ante, Super Bonus, Odds or automatic bonus, and Play (Raise) are tested together, not one by one: what a player decides \
     moves money from one to the other.";

/// How trends are tested.
const TRENDS: &str = "Paid minus owed for each dollar staked, from gaming day to gaming day: Mann's test by \
     Kendall's score, every order of the days as likely; either direction.";

/// A probability in trillionths.
fn probability(trillionths: u64) -> String {
    const ONE: u64 = 1_000_000_000_000;
    if trillionths <= 1 {
        return "below 1 in 1,000,000,000,000".to_owned();
    }
    if trillionths <= ONE / 1_000 {
        // The number of times it would be waited for, rounded down: the probability is no higher.
        return format!("1 in {}", grouped(ONE / trillionths));
    }
    let thousandths = trillionths.div_ceil(ONE / 1_000);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// Seats that are in no figure, in a sentence.
fn set_aside_said(holds: &Holds) -> Option<String> {
    let all = holds.groups.iter().filter(|group| group.dimension == Dimension::Wager);
    let (seats, micros) = all.fold((0, 0), |(seats, micros), group| {
        (seats + group.seats_set_aside, micros + i128::from(group.set_aside_micros))
    });
    (seats > 0).then(|| {
        format!(
            "Set aside: {} of a round whose base wagers on record do not fit the rules ({} staked), in no figure of the base \
             game; the test counts each as lost whole.",
            plural(seats, "seat"),
            dollars(micros)
        )
    })
}

/// What each side bet and the base game kept beside what was expected.
fn kept(holds: &Holds) -> Option<String> {
    let all = holds.groups.iter().filter(|g| g.dimension == Dimension::Wager && g.rounds > 0);
    let kept = all.map(|group| {
        let hold = |returned: i64| {
            let staked = i128::from(group.staked_micros);
            percent(staked - i128::from(returned), staked, 2)
        };
        let (found, expected) = (hold(group.returned_micros), hold(group.expected_micros));
        let play = if group.wager == Wager::Ante { " at best play" } else { "" };
        format!("{} kept {found} where {expected} is expected{play}", group.title())
    });
    let kept: Vec<String> = kept.collect();
    (!kept.is_empty()).then(|| format!("By the exact PAR sheets: {}.", kept.join(", ")))
}

/// How many standard errors the excess is, to one place, towards zero: positive where players got more.
fn distance(group: &HoldGroup) -> String {
    let error = i128::from(group.error_micros);
    if error <= 0 {
        return "-".to_owned();
    }
    let tenths = group.excess_micros() * 10 / error;
    let sign = if tenths < 0 { "-" } else { "+" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Which groups it is of.
fn subject(group: &HoldGroup) -> String {
    match group.dimension {
        Dimension::Table => format!("table {}", group.key),
        Dimension::Dealer => {
            format!("dealer {}", if group.key.is_empty() { "not named" } else { &group.key })
        }
        _ => "all".to_owned(),
    }
}

/// What the test says of a group.
fn answer(group: &HoldGroup) -> &'static str {
    match (group.adjusted, group.undecided) {
        (None, _) => "too few rounds",
        (Some(_), Some(Undecided::NoLostWagers)) => "cannot be told: lost wagers not on record",
        (Some(_), Some(Undecided::SetAside)) => "cannot be told: seats set aside",
        (Some(_), Some(Undecided::NotAlone)) => "cannot be told: not it alone",
        (Some(_), None) if group.is_larger() => "larger than chance explains",
        (Some(_), None) => "within chance",
    }
}

/// A result that is larger than chance explains, in a sentence.
fn in_words(group: &HoldGroup, tested: u64) -> String {
    let p = group.adjusted.map_or_else(String::new, probability);
    format!(
        "{}, {}: {} more than expected in {}, larger than chance explains ({p} at most, adjusted for {} looked at).",
        group.title(),
        subject(group),
        dollars(to_cents(group.excess_micros())),
        plural(group.rounds, "round"),
        plural(tested, "group")
    )
}

/// What the tests of results come to where none departs, in short.
fn within_chance(holds: &Holds) -> String {
    let said = match (kept(holds), holds.tested) {
        (None, _) => "No wager with an expectation was made.".to_owned(),
        (Some(kept), 0) => {
            format!("{kept} No group has the {} rounds that a test needs.", Holds::ROUNDS_MIN)
        }
        (Some(kept), tested) => format!(
            "{kept} None of {} departs from chance in favour of players (Chernoff's bound, Holm's method, 1 in 100).",
            plural(tested, "group")
        ),
    };
    set_aside_said(holds).map_or_else(|| said.clone(), |aside| format!("{said} {aside}"))
}

/// What the tests of results come to.
fn holds_said(holds: &Holds) -> Vec<String> {
    let mut said = Vec::new();
    if holds.groups.is_empty() {
        said.push("No wager with an expectation was made.".to_owned());
    } else {
        let larger = holds.larger().count() as u64;
        let verdict = match larger {
            0 if holds.undecided().next().is_some() => {
                "none can be said to have got more than chance explains".to_owned()
            }
            0 => "none departs from chance in favour of players".to_owned(),
            n => format!(
                "{} more than chance explains; what explains it this test cannot tell",
                if n == 1 { "one got".to_owned() } else { format!("{} got", grouped(n)) }
            ),
        };
        said.push(format!(
            "{} looked at (a group has {} rounds or more), and Holm's method adjusts for all of them: at 1 in 100 {verdict}.",
            plural(holds.tested, "group"),
            Holds::ROUNDS_MIN
        ));
        said.extend(undecided_said(holds));
        said.extend(set_aside_said(holds));
    }
    if holds.rounds_left_out > 0 {
        said.push(format!(
            "Left out: {} with a void or contradictory record, or a gap where a hand may be missing.",
            plural(holds.rounds_left_out, "round")
        ));
    }
    said.extend(holds.without.iter().map(|why| format!("No expectation of {why}.")));
    said
}

/// Groups that depart without it being theirs, a sentence for each reason.
fn undecided_said(holds: &Holds) -> Vec<String> {
    let why = |of: Undecided| match of {
        Undecided::NoLostWagers => {
            "their excess is of rounds of dealers at tables without lost wagers of that kind on record (of the base game: \
             none folded or none beaten, with no other wager and nothing back); ask whether lost wagers are written down"
        }
        Undecided::SetAside => {
            "they depart only if seats whose base wagers on record do not fit the rules are not counted as lost; look at those \
             seats first"
        }
        Undecided::NotAlone => {
            "the other tables or dealers depart as well or have too few rounds to compare with; look for what they \
             share: cards, stakes made late, wagers left out of the record"
        }
    };
    let all = [Undecided::NoLostWagers, Undecided::NotAlone, Undecided::SetAside].into_iter();
    all.filter_map(|of| {
        let groups = holds.undecided().filter(|(_, undecided)| *undecided == of);
        let groups: Vec<String> =
            groups.map(|(group, _)| format!("{} {}", group.title(), subject(group))).collect();
        let count = groups.len() as u64;
        (count > 0).then(|| {
            let listed = groups.iter().take(UNDECIDED_LISTED).cloned().collect::<Vec<_>>();
            let more = groups.len().saturating_sub(UNDECIDED_LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!(
                "Of {} it cannot be told whether players got too much ({}{more}): {}.",
                plural(count, "group"),
                listed.join(", "),
                why(of)
            )
        })
    })
    .collect()
}

/// Groups named in the sentence about those that cannot be told: the workbook has all.
const UNDECIDED_LISTED: usize = 8;

/// What the tests of trends come to.
fn trends_said(analysis: &Analysis) -> String {
    let all = &analysis.trends;
    if all.is_empty() {
        return "No trend: that takes settled wagers on more than one gaming day.".to_owned();
    }
    let tested = all.iter().filter(|line| line.p.is_some()).count() as u64;
    if tested == 0 {
        return format!("Too few gaming days for a trend: {} are needed.", TrendLine::DAYS_MIN);
    }
    let found: Vec<String> =
        all.iter().filter(|line| line.is_trend()).map(trend_in_words).collect();
    let verdict =
        if found.is_empty() { "none rises or falls".to_owned() } else { found.join("; ") };
    format!(
        "{} of {} gaming days or more, adjusted for all of them by Holm's method: at 1 in 20 {verdict}.",
        plural(tested, "line"),
        TrendLine::DAYS_MIN
    )
}

/// Of whom a line is.
fn line_of(line: &TrendLine) -> String {
    match &line.of {
        Some((dimension, key)) => format!("{} {key}", dimension.name()),
        None => "the house".to_owned(),
    }
}

/// Which way it goes.
fn direction(line: &TrendLine) -> &'static str {
    match line.adjusted {
        None => "too few days",
        Some(_) if !line.is_trend() => "no trend",
        Some(_) if line.score > 0 => "rises",
        Some(_) => "falls",
    }
}

fn trend_in_words(line: &TrendLine) -> String {
    let p = line.adjusted.map_or_else(String::new, probability);
    format!("{} {} (p {p})", line_of(line), direction(line))
}

/// What seats of rounds are owed, in a sentence.
pub fn restitution_said(all: &Restitution) -> String {
    if all.owed_micros == 0 && all.overpaid_micros == 0 {
        return "By no exception found is a seat owed money, or was one paid too much.".to_owned();
    }
    let seats = |n: u64| format!("{} of a round", plural(n, "seat"));
    let mut said = format!(
        "By the exceptions found, {} owed to {}; {} paid too much to {}.",
        dollars(all.owed_micros),
        seats(all.seats_owed),
        dollars(all.overpaid_micros),
        seats(all.seats_overpaid)
    );
    if all.exceptions_beyond > 0 {
        let beyond = plural(all.exceptions_beyond, "exception");
        said.push_str(&format!(
            " The money of {beyond} more is in it, whose seats are not counted."
        ));
    }
    said
}

/// The table and the dealer with the largest parts of what a cause explains.
fn largest(cause: &&MoneyCause) -> String {
    let part = |what: &str, part: &Option<(String, i128)>| {
        part.as_ref().map(|(key, micros)| format!("{what} {key} {}", dollars(*micros)))
    };
    let parts = [part("table", &cause.table), part("dealer", &cause.dealer)];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_never_printed_smaller_than_they_are() {
        for (p, text) in [
            (1_000_000_000_000, "1.000"),
            (500_000_000_001, "0.501"),
            (1_000_000_001, "0.002"),
            (1_000_000_000, "1 in 1,000"),
            (3_000_000, "1 in 333,333"),
            (1, "below 1 in 1,000,000,000,000"),
        ] {
            assert_eq!(probability(p), text, "{p}");
        }
    }
}
