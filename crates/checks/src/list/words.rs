//! Words and questions that several checks share: seconds, accounts of a meter, its events.

use crate::case::{AwardCase, MeterCase, RecordCase, ReversalCase, RoundCase};
use crate::exception::Fill;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    AmountColumn, CauseKey, ControllerEvent, ControllerKind, Exception, HandRow, LinkId,
    ManagerKind, Money, Party, Place, Rate, Seat, Sum,
};
use feltproof_record::meter::ReseedOwed;
use feltproof_record::{Copied, OutOfLine, Run, Turn};

/// That the amounts of a link are in another unit, where one is a hundred times what is expected, or a
/// hundredth.
pub(super) fn hundredfold(
    link: LinkId,
    expected: impl Into<Sum>,
    recorded: impl Into<Sum>,
) -> Option<CauseKey> {
    let (expected, recorded) = (expected.into().micros(), recorded.into().micros());
    let larger = recorded != 0 && expected.checked_mul(100) == Some(recorded);
    let smaller = recorded != 0 && recorded.checked_mul(100) == Some(expected);
    let place = Place::Link(link);
    (larger || smaller).then_some(CauseKey::Unit { place, column: AmountColumn::Amount, larger })
}

/// How many there are of what an engagement lists.
pub(super) fn listed(count: usize) -> u32 {
    u32::try_from(count).expect("an engagement lists fewer than 2^32 entries")
}

/// Seconds as a message shows them, exact: `120`, `120.5`.
pub(super) fn seconds_in_words(micros: i128) -> String {
    let magnitude = micros.unsigned_abs();
    let fraction = format!("{:06}", magnitude % 1_000_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", magnitude / 1_000_000)
}

/// Where the records of a run stand, as a sentence begins: `Line 7 stands`.
pub(super) fn lines_in_words<V>(case: &RecordCase<'_>, run: &Run<V>) -> String {
    let (is_one, records) = (run.line == run.last_line, run.records);
    let [line, last] = [run.line, run.last_line].map(|line| case.scope.line(case.kind(), line));
    match (records, is_one) {
        (1, _) => format!("Line {line} stands"),
        (_, true) => format!("The {records} records from line {line} on stand"),
        (_, false) => format!("Lines {line} to {last} ({records} records) stand"),
    }
}

/// An exception for records that repeat earlier ones.
pub(super) fn copied_in_words(case: &RecordCase<'_>, copied: &Copied) -> Exception {
    let line = |line| case.scope.line(case.kind(), line);
    let lines = |(first, last): (u32, u32)| match first == last {
        true => format!("line {}", line(first)),
        false => format!("lines {} to {}", line(first), line(last)),
    };
    let (here, there) = (lines(copied.lines), lines(copied.of));
    case.exception().words("each record once", format!("{} that stand twice", copied.records)).because(
        format!(
            "In the {} journal {here} repeat {there}: {} record(s) with the same numbers and the same \
             content, exported or inserted twice. They are read once; export the journal again.",
            case.kind().name(),
            copied.records
        ),
    )
}

/// What stands on both sides of records out of line: `between number 7 and number 9`.
pub(super) fn neighbours_in_words<V: Copy>(
    of: &OutOfLine<V>,
    in_words: impl Fn(V) -> String,
) -> String {
    match (of.before.map(&in_words), of.after.map(&in_words)) {
        (Some(before), Some(after)) => format!("between {before} and {after}"),
        (Some(before), None) => format!("after {before}"),
        (None, Some(after)) => format!("before {after}"),
        (None, None) => "alone".to_owned(),
    }
}

/// True for events that only state the meter.
pub(super) fn is_reading(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close)
}

/// True for manual adjustments.
pub(super) fn is_adjustment(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment)
}

/// Of a meter and its reserve: the accounts that do not stand as they should.
pub(super) fn departures<T: Into<Sum>>(
    meter: (T, T),
    reserve: (T, T),
) -> Vec<(&'static str, Sum, Sum)> {
    [("meter", meter), ("reserve", reserve)]
        .into_iter()
        .map(|(account, (owed, recorded))| (account, owed.into(), recorded.into()))
        .filter(|(_, owed, recorded)| owed != recorded)
        .collect()
}

/// Fills in one exception for one or both accounts; with both the difference is that of their sum.
pub(super) fn of_accounts(found: Exception, wrong: &[(&str, Sum, Sum)]) -> Exception {
    let sum = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(pick).fold(Sum::ZERO, |sum, more| sum + more)
    };
    let in_words = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(|w| format!("{} {}", w.0, pick(w))).collect::<Vec<_>>().join(", ")
    };
    let found = found.money(sum(|w| w.1), sum(|w| w.2), Party::Fund);
    if wrong.len() < 2 {
        return found;
    }
    found.words(in_words(|w| w.1), in_words(|w| w.2))
}

/// Reports a reversal of which meter or reserve does not stand as it should; `what` begins the sentence.
pub(super) fn compare_reversal(case: &ReversalCase<'_>, tally: &mut Tally, what: &str) {
    let wrong =
        departures((case.meter_owed, case.meter_made), (case.reserve_owed, case.reserve_made));
    if wrong.is_empty() {
        return;
    }
    if let Some(hole) = case.hole {
        let line = case.scope.line(JournalKind::Manager, case.event.line);
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether line {line} of the manager journal is reversed as it should")
        });
    }
    let parts = wrong.iter().map(|(account, owed, made)| {
        format!("the {account} needs adjustments of {owed}; they come to {made}")
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    let cause = hundredfold(case.link_id, case.meter_owed, case.meter_made)
        .or_else(|| hundredfold(case.link_id, case.reserve_owed, case.reserve_made))
        .or(case.cause);
    let found = of_accounts(case.exception(), &wrong).suspected(cause);
    tally.push(found.because(format!("{what}, so {parts}.")));
}

/// Reports a reversal that lacks its table or round, without an amount: it may be that of `what`, which is on
/// record, and nobody can tell of which.
pub(super) fn unnamed_reversal(case: &ReversalCase<'_>, tally: &mut Tally, what: &str) {
    let e = case.event;
    let parts = [("table", e.table.is_none()), ("round", e.round.is_none())];
    let missing: Vec<&str> =
        parts.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| *name).collect();
    let found = case.exception().words("table and round", format!("no {}", missing.join(", no ")));
    tally.push(found.because(format!(
        "The {} of {} on link {} has the reason {} and no {}. It may be that of {what} on record, and does \
         not say of which.",
        e.kind.name().replace('_', " "),
        e.amount,
        case.link().id,
        e.reason,
        missing.join(" and no ")
    )));
}

/// Whether a reseed added the seed and the whole reserve. A manager that shows its reserve rounded
/// down may record the reseed as it is displayed.
pub(super) fn reseed_is_as_owed(case: &MeterCase<'_>, owed: ReseedOwed) -> bool {
    let added = case.event.amount;
    let displayed = case.settings.seed.checked_add(case.before.reserve);
    (owed.least..=owed.most).contains(&added) || Some(added) == displayed
}

/// Why a hand of a round may not be on record: a hole in the journal, or a round that is not whole.
pub(super) fn lacks_hand(case: &RoundCase<'_>) -> Option<String> {
    case.holes.hands.map(|hole| hole.of(case.scope).to_string()).or_else(|| {
        let is_whole = case.rows.is_empty() || case.opponent_row().is_some();
        (!is_whole).then(|| "the round is not whole on record (RND-003)".to_owned())
    })
}

/// A hand of which no cards are on record: a player's, or the one to play against.
pub(super) fn hand_without_cards<'a>(case: &'a RoundCase<'_>) -> Option<&'a HandRow> {
    let lacks = |row: &&HandRow| {
        row.cards.is_empty() && (row.seat.player().is_some() || case.rules.is_opponent(row.seat))
    };
    case.rows.iter().find(lacks)
}

/// Why a round counts as void though nobody declared it: then a card may be missing from the record, and
/// the round have been played out.
pub(super) fn void_by_count_alone(is_declared: bool) -> Option<&'static str> {
    (!is_declared).then_some(
        "nobody declared the round void, and a hand has a wrong number of cards (CRD-002)",
    )
}

/// A row whose time is not that of its round: it may belong to another one.
pub(super) fn stray_row<'a>(case: &'a RoundCase<'_>) -> Option<&'a HandRow> {
    let last = case.rows.last()?;
    let window =
        case.scope.journal(JournalKind::Hands).map_or(0, |journal| journal.disorder_micros);
    let apart = |row: &&HandRow| row.time.0.abs_diff(last.time.0) > window.unsigned_abs();
    case.rows.iter().find(apart)
}

/// Why the rows of a round do not all speak of it: one of them may belong to another round.
pub(super) fn has_stray(case: &RoundCase<'_>) -> Option<String> {
    let has = case.other_dealer.is_some() || stray_row(case).is_some();
    has.then(|| "one of its rows may belong to another round (RND-007)".to_owned())
}

/// What is left open where an event does not go on from the record before a hole.
pub(super) fn after_a_hole(case: &MeterCase<'_>) -> String {
    let line = case.scope.line(JournalKind::Manager, case.event.line);
    format!("Whether line {line} of the manager journal goes on from the record before it")
}

/// The share of a standing award for a hand that won one, and what that share is of what its meter should
/// have shown.
pub(super) fn owed_of_met(case: &AwardCase<'_>) -> Option<(Rate, Money)> {
    let hand = case.hand.as_ref().filter(|hand| hand.known && !hand.void && !hand.stake.is_zero());
    let share = hand.filter(|_| !case.backed_out && !case.repeats)?.share?;
    Some((share, case.link().awards.owed(share, case.met()?)?))
}

/// What each of several awards is owed in the order in which they stand, and what it was.
pub(super) fn turns_in_words(scope: &Scope, turns: &[Turn]) -> String {
    let each = turns.iter().map(|turn| {
        let (table, seat, paid) = (&scope.table(turn.table).id, turn.seat, turn.paid);
        let owed = turn.owed.map_or_else(
            || "what is left after wagers of other tables".to_owned(),
            |owed| owed.to_string(),
        );
        format!("seat {seat} of table {table} is owed {owed} and was awarded {paid}")
    });
    each.collect::<Vec<_>>().join(", then ")
}

/// What happened at an event, in words.
pub(super) fn event_in_words(case: &MeterCase<'_>) -> String {
    let e = case.event;
    let running = &case.settings;
    match e.kind {
        ManagerKind::CoinIn => format!(
            "wagers of {} add {} of them to the meter and {} to the reserve",
            e.amount,
            running.contribution.percent(),
            running.reserve.percent()
        ),
        ManagerKind::Award => format!("an award of {} leaves the meter", e.amount),
        ManagerKind::TrayPay => format!("a tray pay of {} leaves the meter as it is", e.amount),
        ManagerKind::Reseed => format!("a reseed adds {}", e.amount),
        ManagerKind::Adjustment => format!("an adjustment of {} is made to the meter", e.amount),
        ManagerKind::ReserveAdjustment => {
            format!("an adjustment of {} is made to the reserve", e.amount)
        }
        ManagerKind::Overflow => {
            format!("an overflow of {} from the full meter of another link is added", e.amount)
        }
        ManagerKind::Config => "a change of settings leaves the meter as it is".to_owned(),
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {
            format!("a {} leaves the meter as it is", e.kind.name())
        }
    }
}

/// The last press of each hand button that is on at the end of a round: pressed again it is off. One that is out of
/// order is RND-005's, one that names another round RND-001's.
pub(super) fn buttons_on<'a>(case: &RoundCase<'a>) -> Vec<&'a ControllerEvent> {
    let in_order = case.departure.map_or(case.controller.len(), |departure| departure.at);
    let mut on: Vec<(usize, &ControllerEvent)> = Vec::new();
    for (at, event) in case.controller.iter().enumerate() {
        if event.kind != ControllerKind::HandButton {
            continue;
        }
        let same =
            |e: &(usize, &ControllerEvent)| (e.1.seat, &e.1.value) == (event.seat, &event.value);
        match on.iter().position(same) {
            Some(at) => drop(on.remove(at)),
            None => on.push((at, event)),
        }
    }
    on.retain(|(at, event)| *at < in_order && event.round == case.round);
    on.into_iter().map(|(_, event)| event).collect()
}

/// How many wins of the round the manager journal has: awards of the meter, and tray pays.
pub(super) fn wins_in_manager(case: &RoundCase<'_>) -> usize {
    let tray = case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay).count();
    hands_awarded(case) + tray
}

/// How many hands of the round the manager journal has awards for: what one hand wins of several meters is
/// released at once.
pub(super) fn hands_awarded(case: &RoundCase<'_>) -> usize {
    let awards = || case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    let mut each: Vec<_> = awards().map(|e| (e.seat, e.link)).collect();
    each.sort_unstable();
    let mut most: Vec<(Option<Seat>, usize)> = Vec::new();
    for of in each.chunk_by(|one, other| one == other) {
        match most.last_mut().filter(|(seat, _)| of.first().is_some_and(|(own, _)| own == seat)) {
            Some((_, count)) => *count = of.len().max(*count),
            None => most.extend(of.first().map(|(seat, _)| (*seat, of.len()))),
        }
    }
    most.iter().map(|(_, count)| count).sum()
}
