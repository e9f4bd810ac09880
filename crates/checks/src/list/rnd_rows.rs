//! RND: rounds as their journals have them: numbered, whole, in every journal, with proper seats and players.

use super::{
    BEGIN_AGAIN_REMEDY, Fill, RecordCase, RecordFact, RoundCase, Tally, copied_in_words, has_stray,
    lines_in_words, missing_between, neighbours_in_words, player_seats, stray_row,
};
use feltproof_engine::Banked;
use feltproof_model::engagement::JournalKind::{self, Hands};
use feltproof_model::engagement::Table;
use feltproof_model::{ControllerKind, Exception, HandRow, Seat, Timestamp};
use feltproof_record::Hole;

/// An exception of a round that has a number and a time.
fn numbered(found: Exception, round: u32, time: Timestamp) -> Exception {
    Exception { round: Some(round), ..found.at(time) }
}

/// Round number is repeated or descends at its table.
pub(super) fn rnd_001(case: &RecordCase<'_>, tally: &mut Tally) {
    let (table, of, taken_as, time) = match case.fact {
        RecordFact::RoundStart { .. } => {
            tally.tested += 1;
            return;
        }
        // Rounds outside the audited days are not tested.
        RecordFact::RoundsOutOfLine { table, of, taken_as, time }
            if case.scope.engagement.day_of(time).is_some() =>
        {
            (case.scope.table(table), of, taken_as, time)
        }
        RecordFact::RoundsBeginAgain { table, previous, time } => {
            let tells = case.kind() == JournalKind::Hands
                || case.scope.journal(JournalKind::Hands).is_none()
                    && case.kind() == JournalKind::Controller;
            if tells {
                tally.push(begun_again(case, case.scope.table(table), previous, time));
            }
            return;
        }
        RecordFact::Copied(copied) if case.kind() == JournalKind::Hands => {
            return tally.push(copied_in_words(case, &copied));
        }
        _ => return,
    };
    let (first, last) = (of.run.first, of.run.last);
    let rounds = match first == last {
        true => format!("round {first}"),
        false => format!("rounds {first} to {last}"),
    };
    let expected = match (taken_as, of.before, of.after) {
        (Some(number), ..) => format!("round {number}"),
        (None, Some(before), _) => format!("a round above {before}"),
        (None, None, Some(after)) => format!("a round below {after}"),
        (None, None, None) => "another round".to_owned(),
    };
    let neighbours = neighbours_in_words(&of, |number| format!("round {number}"));
    let taken = taken_as.map_or_else(
        || "a round copied, or one recorded late".to_owned(),
        |number| format!("by its place it is of round {number}, and is tested as such"),
    );
    let found = numbered(case.exception().of_table(table), first, time);
    tally.push(found.words(expected, &rounds).because(format!(
        "{} with {rounds} of table {} {neighbours} in the {} journal: {taken}.",
        lines_in_words(case, &of.run),
        table.id,
        case.kind().name()
    )));
}

/// Round numbers of a table that begin again within a gaming day.
fn begun_again(case: &RecordCase<'_>, table: &Table, previous: u32, time: Timestamp) -> Exception {
    let found = numbered(case.exception().of_table(table), 1, time);
    let (line, kind) = (case.scope.line(case.kind(), case.line), case.kind().name());
    found.words(format!("a round above {previous}"), "round 1").because(format!(
        "From line {line} of the {kind} journal on the rounds of table {} begin again with number 1 after round {previous}, \
         as they do where a shift begins or a system is started again; they are tested as other rounds than those of the \
         same numbers before. {BEGIN_AGAIN_REMEDY}",
        table.id
    ))
}

/// Round numbers are missing at a table.
pub(super) fn rnd_002(case: &RecordCase<'_>, tally: &mut Tally) {
    let (table, round, previous, time) = match case.fact {
        RecordFact::RoundStart { .. } => {
            tally.tested += 1;
            return;
        }
        RecordFact::RoundsMissing { table, round, previous, time, .. } => {
            (case.scope.table(table), round, previous, time)
        }
        _ => return,
    };
    let missing = missing_between(previous.into(), round.into());
    if missing > 0 {
        let found = numbered(case.exception().of_table(table), round, time);
        let expected = format!("round {}", previous + 1);
        tally.push(found.words(expected, format_args!("round {round}")).because(format!(
            "Table {} goes from round {previous} to round {round}: {missing} round(s) do \
             not stand between them; where they stand nowhere else in the record, neither their wagers \
             nor their payouts were tested.",
            table.id
        )));
    }
}

/// True when two rows cannot stand in one round: one seat, dealer or banker, who plays no hand.
fn are_one(a: Seat, b: Seat) -> bool {
    match (a, b) {
        (Seat::Banker(_), Seat::Banker(_)) => true,
        (Seat::Banker(n), Seat::Player(m)) | (Seat::Player(m), Seat::Banker(n)) => n == m,
        _ => a == b,
    }
}

/// Round is not whole.
pub(super) fn rnd_003(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.rows.is_empty() {
        return;
    }
    tally.tested += 1;
    for (i, row) in case.rows.iter().enumerate() {
        let Some(first) = case.rows[..i].iter().find(|r| are_one(r.seat, row.seat)) else {
            continue;
        };
        if let Some(why) = has_stray(case) {
            let line = case.scope.line(Hands, row.line);
            tally.left_open(why, || format!("Whether the seat of line {line} was held twice"));
            continue;
        }
        let why = if first.seat == row.seat {
            format!("Seat {} is recorded twice", row.seat)
        } else {
            format!("Seats {} and {} are both recorded", first.seat, row.seat)
        };
        let again = format!("seat {} again", row.seat);
        let why = format!("{why} in {}; only one of the two hands can be right.", case.name());
        tally.push(case.at_row(row).words("each seat once", again).because(why));
    }
    let (no_opponent, no_player) = (case.opponent_row().is_none(), case.players().next().is_none());
    if let Some(why) = case.why(case.holes.hands.filter(|_| no_opponent || no_player)) {
        return tally.left_open(why, || format!("Which hands {} had", case.name()));
    }
    if no_opponent {
        let whom = match case.rules.banked() {
            Banked::House => "dealer",
            Banked::Player => "player banker",
        };
        let found = case.at_round().words(format_args!("a {whom}'s hand"), "none");
        tally.push(found.because(format!(
            "Round {} of table {} has no {whom}'s row, so nothing that depends on the {whom}'s \
             hand can be settled.",
            case.round, case.table.id
        )));
    }
    if no_player {
        let found = case.at_round().words("at least one player's hand", "none");
        let (round, table) = (case.round, &case.table.id);
        tally.push(found.because(format!("Round {round} of table {table} has no player.")));
    }
}

/// What the round lacks, what that means, and in which hole it may be; `None` if both have it.
fn missing(case: &RoundCase<'_>) -> Option<(&'static str, &'static str, Option<Hole>)> {
    let has = |kind: ControllerKind| case.controller.iter().any(|e| e.kind == kind);
    if case.rows.is_empty() {
        let why = if case.controller.is_empty() {
            "The manager journal tells of this round, the hands and controller journals do not"
        } else {
            "The controller played this round, but the hands journal has no row of it, so its \
             wagers and payouts were not tested"
        };
        Some(("a round in the hands journal", why, case.holes.hands))
    } else if !has(ControllerKind::CoinIn) {
        Some((
            "COIN IN / START GAME on the controller",
            "The hands journal has this round, but the controller was not started for it, so its \
             progressive wagers were not registered",
            case.holes.controller,
        ))
    } else if !has(ControllerKind::EndGame) && !has(ControllerKind::Void) {
        Some((
            "GAME OVER / END GAME on the controller",
            "The controller started this round and never ended it",
            case.holes.controller.or(case.holes.unended),
        ))
    } else {
        None
    }
}

/// Round is missing in one of the journals.
pub(super) fn rnd_004(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.table.links.is_empty() || case.repeated || case.is_mode_alone() {
        return;
    }
    tally.tested += 1;
    if case.is_fault_alone() {
        let why = "the controller has a fault of it and nothing else, and no journal has its hands";
        return tally.left_open(why, || format!("Whether {} was played", case.name()));
    }
    let Some((expected, means, hole)) = missing(case) else { return };
    if let Some(why) = case.why(hole) {
        return tally.left_open(why, || format!("Whether {} has {expected}", case.name()));
    }
    let found = case.at_round().words(expected, "none");
    tally.push(found.because(format!("{means} ({}).", case.name())));
}

/// Why a row cannot stand where it does; `None` when it can.
fn seat_fault(case: &RoundCase<'_>, row: &HandRow) -> Option<&'static str> {
    let banked = case.rules.banked();
    match row.seat {
        Seat::Player(seat) if seat > case.table.seats => {
            Some("a hand was recorded at a seat beyond them")
        }
        Seat::Banker(_) if banked == Banked::House => Some(
            "the house banks its game, yet a player banker's hand was recorded, so the round cannot \
             be settled",
        ),
        Seat::Banker(seat) if seat > case.table.seats => {
            Some("the player banker was recorded at a seat beyond them")
        }
        Seat::Dealer if banked == Banked::Player && !row.cards.is_empty() => Some(
            "a player keeps the bank of its game, yet a house dealer's hand was recorded, so the \
             round cannot be settled",
        ),
        Seat::Player(_) | Seat::Banker(_) | Seat::Dealer => None,
    }
}

/// Seat does not exist at the table.
pub(super) fn rnd_006(case: &RoundCase<'_>, tally: &mut Tally) {
    for row in case.rows {
        let why = seat_fault(case, row);
        // The house dealer's row is tested only where it should have no hand.
        if row.seat == Seat::Dealer && why.is_none() {
            continue;
        }
        tally.tested += 1;
        let Some(why) = why else { continue };
        let (seat, seats) = (row.seat, case.table.seats);
        let expected = format!("a seat from 1 to {seats}");
        tally.push(case.at_row(row).words(expected, format_args!("seat {seat}")).because(format!(
            "Table {} has seats 1 to {seats}; {why} (seat {seat}). Correct the record or the engagement's seats.",
            case.table.id
        )));
    }
}

/// Rows of a round do not belong together.
pub(super) fn rnd_007(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(last) = case.rows.last() else { return };
    tally.tested += 1;
    if let Some(row) = stray_row(case) {
        let allowed = case.window_micros() / 1_000_000;
        let seconds = row.time.0.abs_diff(last.time.0) / 1_000_000;
        let expected = format!("at most {allowed} s from the last row");
        let found = case.at_row(row).words(expected, format_args!("{seconds} s from it"));
        return tally.push(found.because(format!(
            "All rows of round {} at table {} tell of one settlement; the row of seat {} is {seconds} s \
             from the round's last row. It may belong to another round.",
            case.round, case.table.id, row.seat
        )));
    }
    let Some((line, other)) = &case.other_dealer else { return };
    if let Some(row) = case.rows.iter().find(|r| r.line == *line) {
        let (seat, dealer) = (row.seat, &case.dealer);
        let found = case.at_row(row);
        let found = found.words(format_args!("dealer {dealer}"), format_args!("dealer {other}"));
        tally.push(found.because(format!(
            "Round {} of table {} was dealt by {dealer}; the row of seat {seat} names {other}. It may belong to \
             another round.",
            case.round, case.table.id
        )));
    }
}

/// Fewer or more players than the game allows.
pub(super) fn rnd_008(case: &RoundCase<'_>, tally: &mut Tally) {
    let seats = player_seats(case);
    let banked = case.rules.banked() == Banked::Player;
    // A round without any player, or without the player banker, is RND-003's.
    if seats.is_empty() || (banked && case.opponent_row().is_none()) {
        return;
    }
    tally.tested += 1;
    let players = seats.len() + u32::from(banked);
    let (fewest, most) = case.rules.players();
    if (u32::from(fewest)..=u32::from(most)).contains(&players) {
        return;
    }
    if let Some(why) = case.lacks_a_hand().filter(|_| players < u32::from(fewest)) {
        return tally.left_open(why, || format!("How many played in {}", case.name()));
    }
    let allowed = format!("{fewest} to {most} players");
    tally.push(case.at_round().words(&allowed, players).because(format!(
        "{} is played by {allowed}{}; {} has {players}.",
        case.scope.game(case.table).map_or("The game", |game| game.title.as_str()),
        if banked { ", the player banker among them" } else { "" },
        case.name()
    )));
}
