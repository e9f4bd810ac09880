//! WAC: the law of Washington on each round and each event of a meter.

use super::{
    Fill, MeterCase, RoundCase, Tally, at_event, change_in_words, games_in_words, is_adjustment,
    law_in_words, limit_in_words, player_seats, wagers_in_words,
};
use feltproof_model::engagement::CalendarDay;
use feltproof_model::{ManagerKind, Money, Wager};
use feltproof_record::meter::settings::changed;
use feltproof_regs::{Permits, Quantity, Role, Verdict};

/// Wager above the single-wager cap.
pub(super) fn wac_001(case: &RoundCase<'_>, tally: &mut Tally) {
    let (wagered, raised) = (case.wagered_on, case.raised_on);
    if wagered == raised {
        return case.by_law_of(wagered, tally, |day, tally| above_cap(case, day, tally, |_| true));
    }
    // That after the cards may have been made on another day than those before them.
    case.by_law_of(wagered, tally, |day, tally| above_cap(case, day, tally, |of| !of.is_raise()));
    case.by_law_of(raised, tally, |day, tally| above_cap(case, day, tally, Wager::is_raise));
}

/// Compares wagers of a round with the cap of a day.
fn above_cap(
    case: &RoundCase<'_>,
    day: CalendarDay,
    tally: &mut Tally,
    is_of: impl Fn(Wager) -> bool,
) {
    let Some(cap) = case.scope.law.cap(day, &case.table.terms) else { return };
    for (row, wager, stake) in case.wagers_made().filter(|(_, wager, _)| is_of(*wager)) {
        tally.tested += 1;
        // Nearly every wager; the rest is judged limit by limit.
        if stake <= cap.certain {
            continue;
        }
        let mut open = None;
        for (limit, said) in &cap.limits {
            match said.judge(stake) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some((limit, reason))),
                Verdict::Violates => {
                    let date = case.scope.engagement.calendar_date(day);
                    let law = law_in_words(limit, said, date);
                    let found = case.at_row(row).under(&limit.pack);
                    let found = found.words(limit_in_words(said), stake);
                    tally.push(found.because(format!("{wager} of {stake} was accepted; {law}.")));
                }
            }
        }
        if let Some((limit, reason)) = open {
            tally.undecided_by(&limit.pack, || reason);
        }
    }
}

/// More games on one hand than allowed.
pub(super) fn wac_002(case: &RoundCase<'_>, tally: &mut Tally) {
    case.by_law_of(case.wagered_on, tally, |day, tally| too_many_games(case, day, tally));
}

fn too_many_games(case: &RoundCase<'_>, day: CalendarDay, tally: &mut Tally) {
    let law = &case.scope.law;
    if law.games(day).next().is_none() {
        return;
    }
    for (_, row, settled) in case.players() {
        if settled.made.is_empty() {
            continue;
        }
        tally.tested += 1;
        let mut open = None;
        for (limit, judge) in law.games(day) {
            let count = judge.count(settled.made, &row.stake);
            match judge.verdict(&count) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some((limit, reason))),
                Verdict::Violates => {
                    let date = case.scope.engagement.calendar_date(day);
                    let games = games_in_words(&count);
                    let citation = limit.citation_on(date);
                    let expected = format!("no more games than {citation} allows");
                    let found = case.at_row(row).under(&limit.pack).words(expected, &games);
                    tally.push(found.because(format!(
                        "Seat {} wagered on {games} on one hand ({}); {citation} allows fewer on {date}.",
                        row.seat,
                        wagers_in_words(row, settled)
                    )));
                }
            }
        }
        if let Some((limit, reason)) = open {
            tally.undecided_by(&limit.pack, || reason.clone());
        }
    }
}

/// Meter was reduced without a permitted reason.
pub(super) fn wac_003(case: &MeterCase<'_>, tally: &mut Tally) {
    let e = case.event;
    // A missing reason is ADJ-001's.
    if !is_adjustment(case) || e.amount >= Money::ZERO || e.reason.trim().is_empty() {
        return;
    }
    tally.tested += 1;
    let date = case.date();
    let what = || change_in_words(e, case.link);
    for (pack, citation) in case.scope.law.that_ask_for(tally.code, date) {
        match pack.reason(&e.reason).map_or(Permits::No, |reason| reason.permits(date)) {
            Permits::Yes => {}
            Permits::NotDecidable { reason } => tally.undecided_by(&pack.id, || {
                format!("Whether the {} was lawful cannot be told: {reason}.", what())
            }),
            Permits::No => {
                let found = at_event(case.scope, e).under(&pack.id);
                let found =
                    found.words(format_args!("a reason that {citation} permits"), &e.reason);
                tally.push(found.because(format!(
                    "The {} gives the reason {}; {citation} permits reductions for a closed list of reasons \
                     only, and on {date} this is none of them.",
                    what(),
                    e.reason
                )));
            }
        }
    }
}

/// Beginning amount of a progressive is not on record.
pub(super) fn wac_004(case: &MeterCase<'_>, tally: &mut Tally) {
    if !case.opens {
        return;
    }
    tally.tested += 1;
    // What stands before the audited days tells where it begins.
    if case.event.kind == ManagerKind::Reading || !case.first {
        return tally.holds_from_now();
    }
    let link = &case.link.id;
    if let Some(why) = case.why(case.hole.or(case.before_first)) {
        return tally.left_open(why, || format!("The beginning amount of link {link}"));
    }
    let asking = case.scope.law.that_ask_for(tally.code, case.date());
    let citations: Vec<&str> = asking.map(|(_, citation)| citation).collect();
    let first = case.event.kind.name();
    tally.push(at_event(case.scope, case.event).words("a reading first", first).because(format!(
        "{} asks for the beginning amount of each progressive; the record of link {link} begins with {first} and has no \
         reading before it, so the meter was re-kept from there.",
        citations.join(" and "),
    )));
}

/// More players at a table than allowed.
pub(super) fn wac_010(case: &RoundCase<'_>, tally: &mut Tally) {
    case.by_law_of(case.wagered_on, tally, |day, tally| too_many_players(case, day, tally));
}

fn too_many_players(case: &RoundCase<'_>, day: CalendarDay, tally: &mut Tally) {
    let (seats, law) = (player_seats(case), &case.scope.law);
    let date = case.scope.engagement.calendar_date(day);
    let certain = law.certain_players(day).filter(|_| !seats.is_empty());
    let Some(certain) = certain else { return };
    tally.tested += 1;
    let players = seats.len() + u32::from(case.banker().is_some());
    // A hand that is not on record may be one more, where the table has a seat for it.
    let hole = case.lacks_a_hand().filter(|_| u32::from(case.table.seats) > certain);
    if players <= certain && hole.is_none() {
        return;
    }
    let mut open = hole;
    let players = Quantity::Players(players);
    for (limit, said) in law.said_of(Role::PlayersAtTable, date) {
        match said.judge(players) {
            Verdict::Holds => {}
            Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
            Verdict::Violates => {
                let found = case.at_round().under(&limit.pack);
                return tally.push(found.words(limit_in_words(&said), players).because(format!(
                    "Round {} of table {} was dealt to {players}; {}.",
                    case.round,
                    case.table.id,
                    law_in_words(limit, &said, date)
                )));
            }
        }
    }
    if let Some(reason) = open {
        tally.left_open(reason, || format!("Whether {} had too many players", case.name()));
    }
}

/// Maximum of a progressive is below the jackpot when it is imposed.
pub(super) fn wac_012(case: &MeterCase<'_>, tally: &mut Tally) {
    // Of the millions of events of a meter hardly any is one of the two.
    let begins = case.opens && case.event.kind == ManagerKind::Reading;
    if !begins && case.event.kind != ManagerKind::Config {
        return;
    }
    let Some((pack, citation)) = case.scope.law.that_ask_for(tally.code, case.date()).next() else {
        return;
    };
    let (jackpot, link) = (case.event.display, &case.link.id);
    if begins {
        // A maximum with which the record begins was imposed before it.
        let Some(limit) = case.settings.limit else { return };
        tally.tested += 1;
        if jackpot > limit {
            let why = format!(
                "{jackpot} is displayed as the record begins, and the maximum was imposed before"
            );
            tally.left_open(why, || {
                format!(
                    "Whether the maximum of {limit} of link {link} was below the jackpot when it was imposed"
                )
            });
        }
        return;
    }
    // A change that cannot be read is CFG-006's.
    let Ok(after) = changed(&case.settings, &case.event.value) else { return };
    let Some(limit) = after.limit.filter(|_| after.limit != case.settings.limit) else { return };
    tally.tested += 1;
    if jackpot > limit {
        let found = at_event(case.scope, case.event).under(&pack.id);
        tally.push(found.words(format_args!("at least {jackpot}"), limit).because(format!(
            "A maximum of {limit} was imposed on link {link} while {jackpot} was displayed; by {citation} a maximum is at \
             least the jackpot at the time it is imposed."
        )));
    }
}
