//! MTR: when the wagers of a round were registered, beside its settlement and what it won.

use super::{Fill, RoundCase, Tally, clocks_may_differ, has_stray, seconds_in_words, staked};
use feltproof_model::engagement::JournalKind::{self, Manager};
use feltproof_model::{
    ControllerKind, Exception, ManagerEvent, ManagerKind, SeatSet, ShufflerEvent, ShufflerKind,
    Sum, Wager,
};
use feltproof_record::LateWagers;

/// Wagers were registered after their round was settled.
pub(super) fn mtr_014(case: &RoundCase<'_>, tally: &mut Tally) {
    let is_registered = case.start().is_some() || case.coin_ins().next().is_some();
    if case.link().is_none() || case.rows.is_empty() || case.repeated || !is_registered {
        return;
    }
    tally.tested += 1;
    let Some(late) = case.late_wagers.as_deref().filter(|late| !is_late_elsewhere(case, late))
    else {
        return dealt_before(case, tally);
    };
    // Where the controller has them in time, a manager that hears of it within the declared disorder is no question.
    let behind = late.registered.micros_since(case.time);
    if late.is_only_counted_in && behind <= clocks_may_differ(case.scope).into() {
        return;
    }
    if let Some(why) = may_be_in_time(case, late) {
        let place = case.scope.place(late.journal, late.line);
        return tally.left_open(why, || {
            format!("Whether the wagers that {place} registers were made before the cards of their round")
        });
    }
    let settled = case.rows.last().map_or(0, |row| row.line);
    let after = seconds_in_words(late.registered.micros_since(case.time));
    let usually = late.usually.map_or(0, i128::from);
    let beyond = seconds_in_words(late.beyond.map_or(0, i128::from));
    let found = match late.journal {
        Manager => case.coin_ins().find(|e| e.line == late.line).map(|e| case.at_manager(e)),
        _ => case.start().map(|e| case.at_controller(e)),
    };
    let found = found.unwrap_or_else(|| case.at_round());
    let found = Exception {
        locus: case.scope.locus(late.journal, late.line),
        time: Some(late.registered),
        ..found
    };
    let recorded = in_words(case.time.micros_since(late.registered));
    let found = found.words("wagers registered before the cards", recorded);
    tally.push(found.because(format!(
        "The progressive wagers of {} ({}) are registered by {} {after} s after the settlement of {}. In the rounds beside it \
         they are registered {}, so that the clocks explain all but {beyond} s. Progressive wagers are made and \
         registered before the cards are dealt{}. Either these were not, or one of the two times is wrong.",
        case.name(),
        staked(case),
        case.scope.place(late.journal, late.line),
        case.scope.place(JournalKind::Hands, settled),
        in_words(usually),
        won_in_words(case)
    )));
}

/// The shuffler may have dispensed the cards before the wagers were registered: no document says whether its time is that
/// of the shuffle, which the round before begins.
fn dealt_before(case: &RoundCase<'_>, tally: &mut Tally) {
    // A whole deck is shuffled while the round before is played, or in a break: that tells of no deal.
    let is_packet = |e: &&ShufflerEvent| e.kind == ShufflerKind::Packet;
    let Some(first) = case.dispensed.iter().filter(is_packet).min_by_key(|e| e.time) else {
        return;
    };
    let ahead = case.wagered_at().micros_since(first.time);
    if ahead <= clocks_may_differ(case.scope).into() || staked(case) == Sum::ZERO {
        return;
    }
    let what = || {
        let place = case.scope.place(JournalKind::Shuffler, first.line);
        let ahead = seconds_in_words(ahead);
        format!(
            "Whether the cards of {place} were dealt {ahead} s before the wagers of {} were registered",
            case.name()
        )
    };
    let why = "no document says whether a shuffler's time is that of the deal or of the shuffle, which the round before \
               begins";
    tally.left_open(why, what);
}

/// So long before or after the settlement.
fn in_words(before: i128) -> String {
    let side = if before < 0 { "after" } else { "before" };
    format!("{} s {side} the settlement", seconds_in_words(before))
}

/// What the round took of the meters and from the tray.
fn won_in_words(case: &RoundCase<'_>) -> String {
    let awards = case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    let awarded: Sum = awards.map(|e| e.amount).sum();
    let of_progressive = [Wager::Progressive, Wager::Envy];
    let paid = case.players().flat_map(|(_, row, _)| of_progressive.map(|w| row.returned[w]));
    let paid: Sum = paid.sum();
    let won = awarded + paid;
    match won == Sum::ZERO {
        true => String::new(),
        false => format!("; these won {won}"),
    }
}

/// Where another check says what is wrong: of events out of order on the controller RND-005, of a coin-in that
/// stands behind the award AWD-012. Where nothing was wagered there is nothing to say.
fn is_late_elsewhere(case: &RoundCase<'_>, late: &LateWagers) -> bool {
    let is_lit =
        case.controller.iter().any(|e| e.kind == ControllerKind::CoinIn && e.lit != SeatSet::EMPTY);
    let is_wagered =
        is_lit || staked(case) != Sum::ZERO || case.coin_ins().any(|e| !e.amount.is_zero());
    let is_out_of_order = case.departure.as_ref().is_some_and(|departure| {
        let until = case.controller.iter().take(departure.at + 1);
        late.journal == JournalKind::Controller
            && (departure.at == 0 || until.into_iter().any(|e| e.line == late.line))
    });
    let is_behind = |e: &ManagerEvent| e.kind == ManagerKind::Award && e.line < late.line;
    !is_wagered || is_out_of_order || late.is_only_counted_in && case.manager.iter().any(is_behind)
}

/// Why wagers that seem late may have been made in time; `None` where they were not.
fn may_be_in_time(case: &RoundCase<'_>, late: &LateWagers) -> Option<String> {
    if let Some(why) = case.why(late.clock) {
        return Some(why.to_string());
    }
    if let Some(fault) = case.controller.iter().find(|e| e.kind == ControllerKind::Fault) {
        let place = case.scope.place(JournalKind::Controller, fault.line);
        return Some(format!("no document says what a controller does after the fault of {place}"));
    }
    if late.is_only_counted_in {
        return Some("the controller has their COIN IN before the settlement".to_owned());
    }
    let why = has_stray(case).or_else(|| {
        (case.moved || case.repeated)
            .then(|| "a record of the round bears another number".to_owned())
    });
    let Some(beyond) = late.beyond else {
        return why.or_else(|| {
            Some("no rounds before and after it show by how much the clocks differ".to_owned())
        });
    };
    let window = clocks_may_differ(case.scope);
    why.or_else(|| {
        (beyond <= window).then(|| {
            format!(
                "it stands {}, which what the rounds beside it show of the clocks explains, with the {} s declared",
                in_words(case.time.micros_since(late.registered)),
                window / 1_000_000
            )
        })
    })
}
