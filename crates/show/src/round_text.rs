//! A round in words: who dealt it, what each journal says of it, and its settlement wager by wager.

use crate::event_text::{Clock, left_out, list, near};
use crate::found::Beside;
use crate::wager_text::{void_hand, wager};
use feltproof_checks::RoundCase;
use feltproof_engine::{Banked, RoundState, TableRules};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, Locus, ManagerEvent, Seat, Wager};
use feltproof_printable::visible;
use std::ops::Range;

/// A round with the records that name it, of which that at `place` is explained; `found` gives the exceptions at a line
/// of its hands.
pub(crate) fn round<'a>(
    case: &RoundCase<'_>,
    place: Locus,
    beside: Option<&Beside>,
    found: impl Fn(u32) -> &'a [Exception],
) -> String {
    let clock = Clock::of(&case.scope.subject);
    let is_place = |kind, line| case.scope.locus(kind, line) == place;
    let [controller, manager, shuffler] =
        [JournalKind::Controller, JournalKind::Manager, JournalKind::Shuffler];
    let (number, table, date) = (case.round, &case.table.id, case.scope.date(case.day));
    let mut text = format!("Round {number} of table {table}, gaming day {date}");
    if !case.dealer.is_empty() {
        text.push_str(&format!(", dealer {}", visible(&case.dealer)));
    }
    text.push('\n');
    text.push_str(&list(
        "Shuffler",
        &case.dispensed,
        |e| is_place(shuffler, e.line),
        |e| clock.shuffler(e),
    ));
    text.push_str(&list(
        "Table controller",
        &case.controller,
        |e| is_place(controller, e.line),
        |e| clock.controller(e),
    ));
    if !case.rows.is_empty() {
        let shown = near(case.rows, |row| is_place(JournalKind::Hands, row.line));
        text.push_str(&hands(case, &shown));
        text.push_str(&settlement(case, &shown, found));
    }
    let mut events: Vec<_> = case.manager.iter().collect();
    if !case.repeated {
        events.extend(beside.iter().flat_map(|beside| &beside.manager));
    }
    events.sort_by_key(|e| e.line);
    let is_explained = |e: &&ManagerEvent| is_place(manager, e.line);
    text.push_str(&list("Game Manager", &events, is_explained, |e| clock.manager(e)));
    text
}

/// The hands with what they are worth, and the state of the round.
fn hands(case: &RoundCase<'_>, shown: &Range<usize>) -> String {
    let mut text = String::from("\nHands\n");
    for (row, hand) in case.rows.iter().zip(case.settled).skip(shown.start).take(shown.len()) {
        let worth = hand.rank.map_or_else(String::new, |r| format!(": {}", case.rules.in_words(r)));
        let who = match row.seat {
            Seat::Dealer => "dealer".to_owned(),
            Seat::Banker(0) => "banker".to_owned(),
            Seat::Banker(n) => format!("banker at seat {n}"),
            Seat::Player(n) => format!("seat {n}"),
        };
        let line = case.scope.line(JournalKind::Hands, row.line);
        text.push_str(&format!("  line {line:<7} {who:<7} {}{worth}\n", row.cards.pretty()));
    }
    text.push_str(&left_out(shown, case.rows.len()));
    text.push_str(&match case.outcome.state {
        RoundState::Settled => qualification(case.rules, case.outcome.dealer_qualifies),
        RoundState::Void => "\nThe round is void: all stakes go back.\n".to_owned(),
        RoundState::Unsettleable(why) => {
            format!("\nThe round cannot be settled: {}.\n", why.describe())
        }
    });
    if let Some(why) = case.lacks_a_hand() {
        text.push_str(&format!("\nA hand of the round may not be on record: {why}.\n"));
    }
    text
}

/// Whether the hand to beat plays, in the word of the game; nothing where any hand does.
fn qualification(rules: &TableRules, qualifies: bool) -> String {
    let who = if rules.banked() == Banked::Player { "banker" } else { "dealer" };
    let Some(does) = rules.family().qualification(qualifies) else { return String::new() };
    format!("\nThe {who} {does}.\n")
}

/// The settlement of the round as the reference sees it, wager by wager.
fn settlement<'a>(
    case: &RoundCase<'_>,
    shown: &Range<usize>,
    found: impl Fn(u32) -> &'a [Exception],
) -> String {
    let mut text = String::new();
    for (at, row) in case.rows.iter().enumerate().skip(shown.start).take(shown.len()) {
        if row.seat == Seat::Dealer {
            continue;
        }
        let found = found(row.line);
        let line = case.scope.line(JournalKind::Hands, row.line);
        text.push_str(&format!("\nSeat {} ({:?}, line {line})\n", row.seat, row.action));
        text.extend(Wager::ALL.map(|each| wager(case, (at, row), each, found)));
        if case.is_void() {
            text.push_str(&void_hand(case, found));
        }
        for (link, settled) in case.meters() {
            let Some(share) = settled.get(at).and_then(|hand| hand.meter_share) else { continue };
            let whose = match case.table.links.as_slice() {
                [_] => String::new(),
                _ => format!(" of {}", case.scope.link(link).id),
            };
            text.push_str(&format!("  wins {} of the meter{whose}\n", share.percent()));
        }
    }
    text
}
