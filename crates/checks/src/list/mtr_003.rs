//! MTR-003: coin-in differs from the progressive wagers. The procedure is described in `mtr_003.md`.

use super::{Fill, RoundCase, Tally, has_stray, lacks_hand};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, Money, Party, Sum, Wager};

/// Where other journals tell of seats of which there is no row, and their wagers are what the meter was
/// given more: the hands that are missing are MTR-004's.
fn lit_without_hand(case: &RoundCase<'_>, more: Sum) -> Option<String> {
    let unit = case.rules.unit().unwrap_or(Money::ZERO);
    let wagers: Sum = case.without_row.iter().map(|_| unit).sum();
    case.lacks_a_hand().filter(|_| !case.without_row.is_empty() && wagers == more)
}

/// Where the hands journal has no row of a round, what was wagered in it is not known: no amount is claimed,
/// and nothing at all where the round is one of those that the journal is known to lack.
fn without_rows(case: &RoundCase<'_>, metered: Sum, tally: &mut Tally) {
    let (round, table) = (case.round, &case.table.id);
    if let Some(why) = lacks_hand(case) {
        return tally.left_open(why, || {
            format!(
                "Which wagers of round {round} of table {table} the coin-in of {metered} stands for"
            )
        });
    }
    let mut coin_ins = case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    let found = coin_ins.next().map_or_else(|| case.at_round(), |e| case.at_manager(e));
    tally.push(found.words("a round in the hands journal", "none").because(format!(
        "The meter was given coin-in of {metered} for round {round} of table {table}, of which the hands \
         journal has no row: what was wagered in it is not on record."
    )));
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // Events of a repeated round belong to its first instance.
    if case.repeated {
        return;
    }
    let coin_ins = || case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    for event in coin_ins().filter(|e| !case.table.feeds(e.link)) {
        tally.tested += 1;
        let link = &case.scope.link(event.link).id;
        let exception = case.at_manager(event).suspected(case.feeds_another());
        tally.push(exception.money(Money::ZERO, event.amount, Party::Fund).because(format!(
            "Table {} does not feed link {link}, but the meter of {link} was given coin-in of {} \
                 for its round {}.",
            case.table.id, event.amount, case.round
        )));
    }
    // Where there is a controller journal, a round that only other journals have is RND-004's.
    if case.rows.is_empty() && case.scope.journal(JournalKind::Controller).is_some() {
        return;
    }
    for link in &case.table.links {
        let own: Vec<&ManagerEvent> = coin_ins().filter(|e| e.link == *link).collect();
        compare(case, *link, &own, tally);
    }
}

/// The wagers of the round and what a meter that they feed was given.
fn compare(case: &RoundCase<'_>, link: LinkId, own: &[&ManagerEvent], tally: &mut Tally) {
    let staked: Sum = case.players().map(|(_, row, _)| row.stake[Wager::Progressive]).sum();
    let metered: Sum = own.iter().map(|e| e.amount).sum();
    if staked == Sum::ZERO && metered == Sum::ZERO {
        return;
    }
    tally.tested += 1;
    if case.rows.is_empty() {
        return without_rows(case, metered, tally);
    }
    // Wagers that a closed link did not take are RND-012's.
    if staked == metered || case.played_while_closed().is_some_and(|(closed, ..)| closed == link) {
        return;
    }
    // What the meter was not given may stand in a hole of the manager's record; a wager that it was
    // given, in one of the hands.
    let why = if staked > metered {
        let hole = case.holes.of_coin_in(case.table.link() == Some(link), !own.is_empty());
        hole.map(|hole| hole.of(case.scope).to_string()).or_else(|| has_stray(case))
    } else {
        lacks_hand(case).or_else(|| lit_without_hand(case, metered - staked))
    };
    if let Some(why) = why {
        return tally.left_open(why, || {
            let table = &case.table.id;
            format!("Whether the wagers of round {} of table {table} reached the meter", case.round)
        });
    }
    let link = case.scope.link(link);
    let found = own.first().map_or_else(|| case.at_round(), |e| case.at_manager(e)).of_link(link);
    tally.push(found.money(staked, metered, Party::Fund).because(format!(
        "Progressive wagers of {staked} were made in round {} of table {}; the meter of link {} \
         was given coin-in of {metered}.",
        case.round, case.table.id, link.id
    )));
}
