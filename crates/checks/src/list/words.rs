//! Words and questions that checks of several series share: seconds, lines, accounts of a meter, hands.

use crate::case::{AwardCase, MeterCase, RecordCase, ReversalCase, RoundCase, at_event};
use crate::exception::Fill;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_engine::SettledHand;
use feltproof_model::engagement::JournalKind::Manager;
use feltproof_model::engagement::Link;
use feltproof_model::{
    AmountColumn, CauseKey, Exception, HandRow, LinkId, ManagerEvent, ManagerKind, Money, Party,
    Place, Rate, Seat, SeatSet, Sum,
};
use feltproof_record::{Copied, OutOfLine, Run, Turn};
use feltproof_regs::GameCount;

/// What becomes of numbers that begin again.
pub(super) const BEGIN_AGAIN_REMEDY: &str = "If they may, say when in the engagement's `numbers_begin_again`; else find out \
    why the system was started again.";

/// That a link's amounts are in another unit, where one is a hundredfold or a hundredth.
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

/// How many numbers are missing between two: of two that follow one another none is.
pub(super) fn missing_between(before: u64, after: u64) -> u64 {
    after.checked_sub(before).and_then(|step| step.checked_sub(1)).unwrap_or(0)
}

/// Seconds as a message shows them, exact: `120`, `120.5`.
pub(super) fn seconds_in_words(micros: i128) -> String {
    let magnitude = micros.unsigned_abs();
    let fraction = format!("{:06}", magnitude % 1_000_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", magnitude / 1_000_000)
}

/// By how much the clocks of two journals may differ at most, in micro-seconds: it is declared.
pub(super) fn clocks_may_differ(scope: &Scope) -> i64 {
    scope.engagement.journals.iter().map(|j| j.disorder_micros).max().unwrap_or(0)
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
    let (here, there, records) = (lines(copied.lines), lines(copied.of), copied.records);
    let recorded = format!("{records} that stand twice");
    case.exception().words("each record once", recorded).because(format!(
        "In the {} journal {here} repeat {there}: {records} record(s) with the same numbers and the same \
         content, exported or inserted twice. They are read once; export the journal again.",
        case.kind().name()
    ))
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

pub(super) fn is_adjustment(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment)
}

/// A change of a meter: `reserve adjustment of $5.00 on link L1`.
pub(super) fn change_in_words(event: &ManagerEvent, link: &Link) -> String {
    format!("{} of {} on link {}", event.kind.name().replace('_', " "), event.amount, link.id)
}

/// Names of what is lacking, as a record and as a sentence have them: `no table, no round`, `no table and no round`.
pub(super) fn lacking_in_words(parts: &[(&str, bool)]) -> [String; 2] {
    let lacking = parts.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| *name);
    let lacking: Vec<&str> = lacking.collect();
    [", no ", " and no "].map(|and| format!("no {}", lacking.join(and)))
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

/// What is wrong with each account, in words.
pub(super) fn in_each_account(
    wrong: &[(&str, Sum, Sum)],
    what: impl Fn(Sum, Sum) -> String,
) -> String {
    let each =
        wrong.iter().map(|(account, owed, is)| format!("the {account} {}", what(*owed, *is)));
    each.collect::<Vec<_>>().join("; ")
}

/// Reports a reversal of which meter or reserve does not stand as it should; `what` begins the sentence.
pub(super) fn compare_reversal(case: &ReversalCase<'_>, tally: &mut Tally, what: &str) {
    let wrong =
        departures((case.meter_owed, case.meter_made), (case.reserve_owed, case.reserve_made));
    if wrong.is_empty() {
        return;
    }
    if let Some(why) = case.why(case.hole) {
        let place = case.scope.place(Manager, case.event.line);
        return tally.left_open(why, || format!("Whether {place} is reversed as it should"));
    }
    let parts = in_each_account(&wrong, |owed, made| {
        format!("needs adjustments of {owed}; they come to {made}")
    });
    let cause = hundredfold(case.link_id, case.meter_owed, case.meter_made)
        .or_else(|| hundredfold(case.link_id, case.reserve_owed, case.reserve_made))
        .or(case.cause);
    let found = of_accounts(at_event(case.scope, &case.event), &wrong).suspected(cause);
    tally.push(found.because(format!("{what}, so {parts}.")));
}

/// Tests and reports a reversal that lacks its table or round, without an amount: it may be that of `what`, which is on
/// record, and nobody can tell of which.
pub(super) fn unnamed_reversal(case: &ReversalCase<'_>, tally: &mut Tally, what: &str) {
    tally.tested += 1;
    let e = &case.event;
    let parts = [("table", e.table.is_none()), ("round", e.round.is_none())];
    let [recorded, lacking] = lacking_in_words(&parts);
    let found = at_event(case.scope, e).words("table and round", recorded);
    tally.push(found.because(format!(
        "The {} has the reason {} and {lacking}. It may be that of {what} on record, and does not say of which.",
        change_in_words(e, case.scope.link(case.link_id)),
        e.reason
    )));
}

/// Why a hand of a round may not be on record: a hole in the journal, or a round that is not whole.
pub(super) fn lacks_hand(case: &RoundCase<'_>) -> Option<String> {
    case.why(case.holes.hands).map(|why| why.to_string()).or_else(|| {
        let is_whole = case.rows.is_empty() || case.opponent_row().is_some();
        (!is_whole).then(|| "the round is not whole on record (RND-003)".to_owned())
    })
}

/// Why a round counts as void undeclared: it may lack a card on record, and have been played out.
pub(super) fn void_by_count_alone(is_declared: bool) -> Option<&'static str> {
    (!is_declared).then_some(
        "nobody declared the round void, and a hand has a wrong number of cards (CRD-002)",
    )
}

/// A row whose time is not that of its round: it may belong to another one.
pub(super) fn stray_row<'a>(case: &'a RoundCase<'_>) -> Option<&'a HandRow> {
    let (last, window) = (case.rows.last()?, case.window_micros().unsigned_abs());
    case.rows.iter().find(|row| row.time.0.abs_diff(last.time.0) > window)
}

/// Why the rows of a round do not all speak of it: one of them may belong to another round.
pub(super) fn has_stray(case: &RoundCase<'_>) -> Option<String> {
    let has = case.other_dealer.is_some() || stray_row(case).is_some();
    has.then(|| "one of its rows may belong to another round (RND-007)".to_owned())
}

/// The seats of the players with a hand in the round.
pub(super) fn player_seats(case: &RoundCase<'_>) -> SeatSet {
    case.rows.iter().fold(SeatSet::EMPTY, |seats, row| match row.seat {
        Seat::Player(seat) => seats.with(seat),
        Seat::Dealer | Seat::Banker(_) => seats,
    })
}

/// `4 games`, or `3 to 4 games` where it is not known which wagers count as one.
pub(super) fn games_in_words(count: &GameCount) -> String {
    match count.min == count.max {
        true => format!("{} games", count.min),
        false => format!("{} to {} games", count.min, count.max),
    }
}

/// The wagers that a hand made, each with its stake.
pub(super) fn wagers_in_words(row: &HandRow, settled: &SettledHand) -> String {
    let made = settled.made.iter().map(|wager| format!("{wager} {}", row.stake[wager]));
    made.collect::<Vec<_>>().join(", ")
}

/// True where tables of different games feed the link.
pub(super) fn joins_games(scope: &Scope, link_id: LinkId) -> bool {
    let mut games = scope.tables_on(link_id).map(|(_, table)| &table.game);
    games.next().is_some_and(|first| games.any(|other| other != first))
}

/// The share of a standing award for a winning hand, and that share of what the meter should show.
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

/// How many wins of the round the manager journal has: awards of the meter, and tray pays.
pub(super) fn wins_in_manager(case: &RoundCase<'_>) -> usize {
    let tray = case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay).count();
    hands_awarded(case) + tray
}

/// How many hands of the round have awards: what one wins of several meters is released at once.
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
