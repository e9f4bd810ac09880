//! CAL: what California asks of games in which players keep the bank: its tenure, its fees, its bounds.

use super::{Fill, RoundCase, Scope, Tally, at_line, law_in_words, limit_in_words, listed};
use crate::standing::on_each_day;
use feltproof_engine::Game;
use feltproof_model::engagement::JournalKind::Hands;
use feltproof_model::engagement::{CalendarDay, Charge, CollectionRate, RulingChoice, Table};
use feltproof_model::{Exception, HandRow, Money, Party, Seat, Wager};
use feltproof_regs::{Quantity, Role, Verdict};

/// A player kept the bank for longer than allowed on one offer.
pub(super) fn cal_001(case: &RoundCase<'_>, tally: &mut Tally) {
    case.by_law_of(case.wagered_on, tally, |day, tally| kept_too_long(case, day, tally));
}

fn kept_too_long(case: &RoundCase<'_>, day: CalendarDay, tally: &mut Tally) {
    let date = case.scope.engagement.calendar_date(day);
    let (Some(tenure), Some(place)) = (case.tenure, case.banker()) else { return };
    if case.is_void() {
        return;
    }
    // Where every round needs an offer of its own, the first round of a player needs one, too: it is judged as one
    // more than a single offer gives.
    let fewest = if tenure.offered == Some(false) { tenure.fewest.max(2) } else { tenure.fewest };
    let at_least = if tenure.offered == Some(true) { 1 } else { 2 };
    let most = tenure.most.map(|most| most.max(at_least));
    let (mut is_in_force, mut open) = (false, None);
    for (limit, said) in case.scope.law.said_of(Role::RoundsWithTheBank, date) {
        is_in_force = true;
        match said.judge(Quantity::Rounds(fewest)) {
            Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
            Verdict::Holds => {
                let holds = |most| said.judge(Quantity::Rounds(most)) == Verdict::Holds;
                if !most.is_some_and(holds) {
                    open = open.or_else(|| Some(undetermined_tenure(case)));
                }
            }
            Verdict::Violates => {
                let row = &case.rows[place];
                let (seat, name) = (row.seat, case.name());
                let (expected, kept, how) = if tenure.fewest == 1 {
                    let how = format!("Seat {seat} kept the bank in {name}");
                    ("an offer before the round".to_owned(), "none".to_owned(), how)
                } else {
                    let kept = Quantity::Rounds(tenure.fewest).to_string();
                    let how = format!(
                        "With {name} seat {seat} kept the bank for {kept} (from {} on)",
                        case.scope.place(Hands, tenure.since)
                    );
                    (limit_in_words(&said), kept, how)
                };
                let found = case.at_row(row).under(&limit.pack).words(expected, kept);
                tally.push(found.because(format!(
                    "{how}, and by the record it was not offered to the other players before this round; {}.",
                    law_in_words(limit, &said, date)
                )));
            }
        }
    }
    tally.tested += u64::from(is_in_force);
    if let Some(reason) = open {
        tally.undecided(|| reason);
    }
}

/// Why it cannot be told whether the bank was kept for too long.
fn undetermined_tenure(case: &RoundCase<'_>) -> String {
    let why = match &case.scope.hands_columns {
        Some(columns) if !columns.has_offered => "the hands journal has no offered column",
        _ => "the record does not say who kept it before, or whether it was offered",
    };
    format!("For how long the bank was kept on one offer in {} cannot be told: {why}.", case.name())
}

/// What the schedule of collection fees says of a row.
enum Due {
    /// So much, for these wagers.
    Fee(Money, Vec<String>),
    /// A wager whose stake is not on record.
    Unrecorded(Wager),
    /// A share of a wager: whether that is lawful is another matter, and no amount is expected of it.
    Share,
}

/// Collection fee is not that of the posted schedule.
pub(super) fn cal_002(case: &RoundCase<'_>, tally: &mut Tally) {
    case.by_law_of(case.wagered_on, tally, |day, tally| another_fee(case, day, tally));
}

fn another_fee(case: &RoundCase<'_>, day: CalendarDay, tally: &mut Tally) {
    let date = case.scope.engagement.calendar_date(day);
    let schedule = &case.table.terms.collection;
    let asks = case.scope.law.that_ask_for(tally.code, date).next();
    let Some((pack, citation)) = asks.filter(|_| !schedule.is_empty() && !case.is_void()) else {
        return;
    };
    for row in case.rows {
        let Some(fee) = row.extras.fee.filter(|_| row.seat != Seat::Dealer) else { continue };
        let what = || {
            format!(
                "Whether the fee of seat {} in {} is that of the schedule",
                row.seat,
                case.name()
            )
        };
        let due = due(case, schedule, row);
        tally.tested += u64::from(!matches!(due, Due::Share));
        match due {
            Due::Share => {}
            Due::Unrecorded(wager) => {
                let why = format!("the hands journal has no {} column", wager.key());
                tally.left_open(why, what);
            }
            Due::Fee(owed, _) if fee == owed => {}
            // It may be waived, whole or in part.
            Due::Fee(owed, _) if fee < owed => {
                let why =
                    format!("{fee} is recorded where {owed} is posted, and a fee may be waived");
                tally.left_open(why, what);
            }
            Due::Fee(owed, by) => {
                let posted = match by.is_empty() {
                    true => "the posted schedule has no rate for what the seat wagered".to_owned(),
                    false => format!("the posted schedule has {owed} ({})", by.join(", ")),
                };
                let found = case.at_row(row).under(&pack.id).money(owed, fee, Party::House);
                tally.push(found.because(format!(
                    "A collection fee of {fee} was taken of seat {} in {}; {posted}. By {citation} a fee is \
                     fixed and told before the round.",
                    row.seat,
                    case.name()
                )));
            }
        }
    }
}

/// The sum of the rates that the schedule has for the stakes of a row.
fn due(case: &RoundCase<'_>, schedule: &[CollectionRate], row: &HandRow) -> Due {
    let (mut sum, mut by) = (Money::ZERO, Vec::new());
    for rate in schedule.iter().filter(|rate| (rate.wager == Wager::Bank) == row.seat.is_banker()) {
        if !case.scope.has_stake(rate.wager) {
            return Due::Unrecorded(rate.wager);
        }
        let stake = row.stake[rate.wager];
        if stake.is_zero() || !rate.covers(stake) {
            continue;
        }
        let Charge::Fee(fee) = rate.charge else { return Due::Share };
        let Some(more) = sum.checked_add(fee) else { return Due::Share };
        sum = more;
        by.push(format!("{fee} for {} of {stake}", rate.wager));
    }
    Due::Fee(sum, by)
}

/// Schedule of collection fees is not lawful.
pub(super) fn cal_003(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| !table.terms.collection.is_empty()) {
        on_each_day(tally, |standing, date| standing.judged(date));
        shares(scope, table, tally);
        rates(scope, table, tally);
    }
}

/// A fee that is a share of what is wagered, by each authority that forbids it on one of the days.
fn shares(scope: &Scope, table: &Table, tally: &mut Tally) {
    let mut rates = table.terms.collection.iter();
    let first = rates.find_map(|rate| match rate.charge {
        Charge::Share(share) => Some((rate.wager, share.percent())),
        Charge::Fee(_) => None,
    });
    let (Some((wager, share)), code) = (first, tally.code) else { return };
    on_each_day(tally, |standing, date| {
        for (pack, citation) in scope.law.that_ask_for(code, date) {
            standing.broken(format!("{} {citation}", pack.id), date, || {
                let found = at_line(table.line).of_table(table).under(&pack.id);
                found.words("a fixed fee", format_args!("{share} of the wager")).because(format!(
                    "Table {} posts a collection fee of {share} of {wager}; by {citation} no fee is a share of what \
                     is wagered or won ({date}).",
                    table.id
                ))
            });
        }
    });
}

/// More rates than the law allows at one table. What one rate is the law does not say here: at the fewest the
/// different fees for one wager, since a rate may hold a fee for each wager and one for the banker; at the most every
/// line of the schedule.
fn rates(scope: &Scope, table: &Table, tally: &mut Tally) {
    let schedule = &table.terms.collection;
    let of = |wager: Wager| {
        let mut fees: Vec<Charge> = Vec::new();
        for rate in schedule.iter().filter(|rate| rate.wager == wager) {
            if !fees.contains(&rate.charge) {
                fees.push(rate.charge);
            }
        }
        fees.len()
    };
    let count = |number: usize| Quantity::Rates(listed(number));
    let fewest = count(Wager::ALL.into_iter().map(of).max().unwrap_or(0));
    let most = count(schedule.len());
    on_each_day(tally, |standing, date| {
        for (limit, said) in scope.law.said_of(Role::CollectionRates, date) {
            let reason = match (said.judge(fewest), said.judge(most)) {
                (Verdict::Holds, Verdict::Holds) => continue,
                (Verdict::NotDecidable { reason }, _) => reason,
                (Verdict::Holds, _) => format!(
                    "Whether the schedule of collection fees of table {} has too many rates cannot be told: it has \
                     {fewest} for one wager and {most} in all, and the text that says what one rate is was not found.",
                    table.id
                ),
                (Verdict::Violates, _) => {
                    let allowed = limit_in_words(&said);
                    standing.broken(format!("{} {allowed}", limit.pack), date, || {
                        let law = law_in_words(limit, &said, date);
                        let found = at_line(table.line).of_table(table).under(&limit.pack);
                        found.words(&allowed, fewest).because(format!(
                            "The schedule of collection fees of table {} has {fewest} for one wager; {law}.",
                            table.id
                        ))
                    });
                    continue;
                }
            };
            standing.open(date, Some(&limit.pack), reason);
        }
    });
}

/// The ruling, and the reading of it that the section excludes.
const RULING: (&str, &str) = ("bank_limit", "unlimited");

/// A player's bank stands for more than was put up.
pub(super) fn cal_004(scope: &Scope, tally: &mut Tally) {
    let code = tally.code;
    for game in &scope.games {
        // How the bank of the game is read in this engagement; nothing for a game in which nobody keeps one.
        let mut tables = scope.tables().filter(|(table, _)| table.game == game.id);
        let reading = tables.next().map(|(_, rules)| rules.ruling(RULING.0));
        let Some(reading) = reading.filter(|reading| !reading.is_empty()) else { continue };
        // A reading is one matter by each law, however many days it is the house's.
        on_each_day(tally, |standing, date| {
            for (at, (pack, citation)) in scope.law.that_ask_for(code, date).enumerate() {
                if at == 0 {
                    standing.judged(date);
                }
                if reading == RULING.1 {
                    standing.broken(format!("{} {citation}", pack.id), date, || {
                        let law = format!(
                            "by {citation} whoever keeps the bank can win or lose a fixed and limited wager only ({date})"
                        );
                        unlimited(scope, game, &law).under(&pack.id)
                    });
                }
            }
        });
    }
}

/// At the line of the choice, or of the first table of a game that reads so by itself.
fn unlimited(scope: &Scope, game: &Game, law: &str) -> Exception {
    let engagement = &scope.engagement;
    let is_it = |choice: &&RulingChoice| choice.game == game.id && choice.ruling == RULING.0;
    let chosen = engagement.rulings.iter().find(is_it);
    let source = chosen.map(|choice| choice.source.as_str());
    let source = source.or_else(|| game.ruling(RULING.0).map(|ruling| ruling.source.as_str()));
    let table = engagement.tables.iter().find(|table| table.game == game.id);
    let line = chosen.map(|choice| choice.line).or_else(|| table.map(|table| table.line));
    let found = at_line(line.unwrap_or_default()).words("put-up", RULING.1);
    found.because(format!(
        "In {} the banker settles every wager whole and makes good what the bank lacks ({}); {law}. Document 000 names \
         no amount that a banker puts up, and nothing in it allows more. Rounds are settled by the reading chosen, so no \
         payment above the bank is found.",
        game.id,
        source.unwrap_or_default().trim_end_matches('.')
    ))
}
