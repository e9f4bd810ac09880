//! The statement of the account that holds the prizes: from the evening before the gaming day to ten days after it. What the
//! meters and reserves show is in it, awards are drawn and seed is paid in during the night, and what accrued is deposited
//! within the week.

use std::io;

use feltproof_model::{Money, Timestamp};

use crate::CENT;
use crate::calendar::{HOUR, MINUTE};
use crate::fault::Fault;
use crate::link::{Link, less};
use crate::meter::{Meter, more};
use crate::players::dollars;
use crate::round::Mark;

const DAY: i64 = 24 * HOUR;
/// What the bank pays on the account on the gaming day.
const INTEREST: Money = Money::from_micros(1_250_000);
/// What is drawn for no award, by a fault.
const DRAWN: i64 = 500;
/// By how much a balance is wrong, by a fault.
const SHORT: i64 = 20;

/// One record of the statement, without its balance.
struct Entry {
    at: i64,
    event: &'static str,
    amount: Money,
    document: &'static str,
}

fn whole_cents(amount: Money) -> Money {
    more(amount, less(CENT, Money::from_micros(1))).floor_to_cent()
}

/// The statement of the link's account, once its meter stands at the end of the day.
pub(crate) fn write(link: &mut Link<'_>) -> io::Result<()> {
    let (plan, hours) = (link.plan, link.hours);
    let before = Meter::new(plan.settings(), plan.opening_meter, plan.opening_reserve);
    let opening = whole_cents(before.with_reserve());
    let change = less(whole_cents(link.meter.with_reserve()), opening);
    let accrued = link.accrued.floor_to_cent();
    // Seed, corrections and what an award that was backed out had drawn are the house's to pay in.
    let by_house = less(more(change, link.drawn), accrued);
    let is_late = plan.has(Fault::AccruedNotDeposited);
    let deposited = hours.next_day + if is_late { 8 * DAY } else { 2 * DAY + 6 * HOUR };
    let entry = |at, event, amount, document| Entry { at, event, amount, document };
    let mut statement = vec![
        entry(hours.open - 16 * HOUR, "balance", Money::ZERO, ""),
        entry(hours.open - HOUR, "interest", INTEREST, ""),
        entry(hours.next_day - 90 * MINUTE, "deposit", by_house, "DH-0001"),
        entry(hours.next_day - HOUR, "withdrawal", link.drawn, "WA-0001"),
        entry(hours.next_day - 30 * MINUTE, "withdrawal", dollars(DRAWN), "WA-0002"),
        entry(deposited, "deposit", accrued, "DA-0001"),
        entry(hours.next_day + 9 * DAY, "balance", Money::ZERO, ""),
    ];
    let is_drawn = plan.has(Fault::AccountBelowMeter);
    statement.retain(|e| e.event == "balance" || e.amount > Money::ZERO);
    statement.retain(|e| e.document != "WA-0002" || is_drawn);
    // The last record that each fault is reported at: of the gaming day, and of the week after it.
    let last_before = |at: i64| statement.iter().rposition(|e| e.at < at);
    let (of_day, of_week) = (last_before(hours.next_day), last_before(hours.next_day + 7 * DAY));
    let mut balance = opening;
    for (place, entry) in (0..).map(Some).zip(&statement) {
        balance = match entry.event {
            "withdrawal" => less(balance, entry.amount),
            _ => more(balance, entry.amount),
        };
        let mut marks = Vec::new();
        if entry.event == "deposit" && entry.document == "DA-0001" && plan.has(Fault::BalanceWrong)
        {
            let recorded = less(balance, dollars(SHORT));
            marks.push(Mark::money(Fault::BalanceWrong, balance, recorded));
            balance = recorded;
        }
        if is_drawn && place == of_day {
            let shown = more(link.meter.display(), link.meter.reserve());
            marks.push(Mark::money(Fault::AccountBelowMeter, less(shown, accrued), balance));
        }
        if is_late && place == of_week {
            let owed = less(link.meter.with_reserve(), before.with_reserve());
            let beyond = less(opening, more(before.display(), before.reserve()));
            marks.push(Mark::money(Fault::AccruedNotDeposited, owed, beyond));
        }
        let amount = Some(entry.amount).filter(|amount| !amount.is_zero());
        let text = (entry.event, amount, entry.document);
        link.journals.bank(Timestamp(entry.at), text, balance, &marks)?;
    }
    Ok(())
}
