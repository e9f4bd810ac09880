//! MTR: each event of a meter: its display, reserve and in-meter beside those that were re-kept.

use super::{
    Fill, MeterCase, OverflowCase, Tally, at_event, departures, hundredfold, in_each_account,
    of_accounts,
};
use feltproof_model::engagement::JournalKind::Manager;
use feltproof_model::{ManagerKind, Money, Party, Rounding, Sum};
use feltproof_record::meter::{Counted, ReseedOwed, Still};

/// True for events that only state the meter.
fn is_reading(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close)
}

/// Whether a reseed added seed and whole reserve, which may be recorded rounded as displayed.
fn reseed_is_as_owed(case: &MeterCase<'_>, owed: ReseedOwed) -> bool {
    let added = case.event.amount;
    let displayed = case.settings.seed.checked_add(case.before.reserve);
    (owed.least..=owed.most).contains(&added) || Some(added) == displayed
}

/// What is left open where an event does not go on from the record before a hole.
fn after_a_hole(case: &MeterCase<'_>) -> String {
    let place = case.scope.place(Manager, case.event.line);
    format!("Whether {place} goes on from the record before it")
}

fn event_in_words(case: &MeterCase<'_>) -> String {
    let (amount, running) = (case.event.amount, &case.settings);
    match case.event.kind {
        ManagerKind::CoinIn => format!(
            "wagers of {amount} add {} of them to the meter and {} to the reserve",
            running.contribution.percent(),
            running.reserve.percent()
        ),
        ManagerKind::Award => format!("an award of {amount} leaves the meter"),
        ManagerKind::TrayPay => format!("a tray pay of {amount} leaves the meter as it is"),
        ManagerKind::Reseed => format!("a reseed adds {amount}"),
        ManagerKind::Adjustment => format!("an adjustment of {amount} is made to the meter"),
        ManagerKind::ReserveAdjustment => {
            format!("an adjustment of {amount} is made to the reserve")
        }
        ManagerKind::Overflow => {
            format!("an overflow of {amount} from the full meter of another link is added")
        }
        ManagerKind::Config => "a change of settings leaves the meter as it is".to_owned(),
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {
            format!("a {} leaves the meter as it is", case.event.kind.name())
        }
    }
}

/// What the display should show after the recorded amount was added to what it showed. Where that
/// leaves a fraction, the one behind the display before may have lifted the display by one more unit.
fn after_adding(case: &MeterCase<'_>) -> Money {
    let unit = case.settings.display_unit;
    let sum = case.before.display.checked_add(case.event.amount);
    let low = sum.and_then(|sum| Rounding::Down.to_multiple_of(sum, unit));
    let Some((sum, low)) = sum.zip(low) else { return case.after.display };
    match low.checked_add(unit) {
        Some(high) if sum != low && case.event.display == high => high,
        _ => low,
    }
}

/// Displayed meter differs from the re-kept meter.
pub(super) fn mtr_001(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.first || is_reading(case) {
        return;
    }
    tally.tested += 1;
    let expected = match (case.event.kind, case.reseed_owed) {
        // A reseed of a wrong amount is MTR-006's; here the display must follow what was added.
        (ManagerKind::Reseed, Some(owed)) if !reseed_is_as_owed(case, owed) => after_adding(case),
        _ => case.after.display,
    };
    let displayed = case.event.display;
    if displayed == expected {
        return;
    }
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, || after_a_hole(case));
    }
    let found = at_event(case.scope, case.event).money(expected, displayed, Party::Fund);
    tally.push(found.suspected(case.causes[0]).because(format!(
        "The meter of link {} stood at {}; {}; it should show {expected}, and {displayed} is recorded.",
        case.link.id,
        case.before.display,
        event_in_words(case)
    )));
}

/// Reserve differs from the re-kept reserve.
pub(super) fn mtr_002(case: &MeterCase<'_>, tally: &mut Tally) {
    let (expected, recorded) = (case.after.reserve, case.event.reserve);
    if case.turns_whole {
        tally.tested += 1;
        return in_whole_dollars(case, tally);
    }
    if case.first || is_reading(case) || case.event.kind == ManagerKind::Reseed {
        return;
    }
    tally.tested += 1;
    if recorded == expected {
        return;
    }
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, || after_a_hole(case));
    }
    let found = at_event(case.scope, case.event).money(expected, recorded, Party::Fund);
    tally.push(found.suspected(case.causes[1]).because(format!(
        "The reserve of link {} stood at {}; {}; it should be {expected}, and {recorded} is recorded.",
        case.link.id,
        case.before.reserve,
        event_in_words(case)
    )));
}

/// Said once: what is less than a dollar is not known to be missing.
fn in_whole_dollars(case: &MeterCase<'_>, tally: &mut Tally) {
    let (expected, recorded) = ("the unit that the reserve is shown in", "whole dollars alone");
    let found = at_event(case.scope, case.event).words(expected, recorded);
    tally.push(found.because(format!(
        "Every reserve of link {} on record is whole dollars up to here, and the re-kept one is not: {} is recorded \
         after {}. Either the manager shows its reserve in whole dollars, then write reserve_unit = \"1.00\" into its \
         [[link]]; or up to a dollar is missing here. From here on only what no fraction of a dollar explains is \
         reported.",
        case.link.id,
        case.event.reserve,
        event_in_words(case),
    )));
}

/// Reading does not join up with the record before it.
pub(super) fn mtr_005(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.first || !is_reading(case) {
        return;
    }
    tally.tested += 1;
    if let Some(still) = case.still {
        return stands_still(case, still, tally);
    }
    let (after, event) = (case.after, case.event);
    let wrong = departures((after.display, event.display), (after.reserve, event.reserve));
    if wrong.is_empty() {
        return;
    }
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, || after_a_hole(case));
    }
    let found = of_accounts(at_event(case.scope, event), &wrong);
    tally.push(found.suspected(case.causes[0].or(case.causes[1])).because(format!(
        "Link {}, after the event before this {}: {}. Something changed without an event.",
        case.link.id,
        event.kind.name(),
        in_each_account(&wrong, |expected, read| format!(
            "stood at {expected} and {read} was read"
        ))
    )));
}

/// Said once of a link: wagers are on record, none is counted in, and nothing moves.
fn stands_still(case: &MeterCase<'_>, still: Still, tally: &mut Tally) {
    let (owed, event) = (still.owed, case.event);
    let wrong = departures((owed.display, event.display), (owed.reserve, event.reserve));
    let found = of_accounts(at_event(case.scope, event), &wrong);
    tally.push(found.because(format!(
        "Link {} has no coin-in on record. {} were wagered in {} rounds at its tables, and its meter stands at {} with a \
         reserve of {}, as it did before them: none of it reached them. They should stand at {} and {} at least. What \
         follows is not said again.",
        case.link.id, still.staked, still.rounds, event.display, event.reserve, owed.display, owed.reserve
    )));
}

/// Reseed is not the seed plus the whole reserve.
pub(super) fn mtr_006(case: &MeterCase<'_>, tally: &mut Tally) {
    let Some(owed) = case.reseed_owed else { return };
    tally.tested += 1;
    let (link, added, left) = (case.link, case.event.amount, case.event.reserve);
    let (is_due, is_as_owed) = (case.reseed_due, reseed_is_as_owed(case, owed));
    let hole = case.before_reseed.or(case.hole).filter(|_| !is_due || !is_as_owed);
    if let Some(why) = case.why(hole) {
        let line = case.scope.line(Manager, case.event.line);
        let what = || format!("What the reseed of line {line} should have added");
        return tally.left_open(why, what);
    }
    // One reseed is one exception, though a reserve left where it was shows in two columns.
    let found = || at_event(case.scope, case.event);
    if !is_due {
        tally.push(found().money(Money::ZERO, added, Party::Fund).because(format!(
            "The meter of link {} stood at {} and no award was waiting for a reseed; {added} was added \
             all the same.",
            link.id, case.before.display
        )));
    } else if !is_as_owed {
        let (owed, seed, reserve) = (owed.least, case.settings.seed, case.before.reserve);
        // Seed and reserve in cents, where the seed of the settings is in dollars.
        let cents = seed.checked_mul(100);
        let is_in_cents = cents.and_then(|seed| seed.checked_add(reserve)) == Some(added);
        let in_cents = cents.filter(|_| is_in_cents);
        let in_cents = in_cents.and_then(|cents| hundredfold(case.link_id, seed, cents));
        let found = found().suspected(in_cents.or(hundredfold(case.link_id, owed, added)));
        tally.push(found.money(owed, added, Party::Fund).because(format!(
            "A 100 % award reseeds the meter of link {} with its seed of {seed} and the whole reserve of \
             {reserve}: {owed}; {added} was added and {left} is left in the reserve.",
            link.id
        )));
    } else if !left.is_zero() {
        tally.push(found().money(Money::ZERO, left, Party::Fund).because(format!(
            "A reseed uses the whole reserve of link {}, so {} should remain; {left} is recorded.",
            link.id,
            Money::ZERO
        )));
    }
}

/// Wagers were counted in while the link was closed.
pub(super) fn mtr_008(case: &MeterCase<'_>, tally: &mut Tally) {
    tally.tested += u64::from(case.event.kind == ManagerKind::CoinIn);
    let Some(shut) = case.shut else { return };
    let line = |line| case.scope.line(Manager, line);
    let hole = case.why(shut.hole).map(|why| why.to_string());
    let silent =
        (!shut.has_openings).then(|| "the record tells of no opening of the link".to_owned());
    let near = shut.is_near.then(|| {
        "an operator's event and a table's that are so near may have been taken down in either order"
            .to_owned()
    });
    if let Some(why) = hole.or(silent).or(near) {
        let what = || format!("Whether the link was open at line {}", line(shut.coin_in.line));
        return tally.left_open(why, what);
    }
    let (recorded, when) = match shut.closed {
        Some(closed) => {
            ("after its closing", format!("after its closing at line {}", line(closed)))
        }
        None => {
            let opening = line(case.event.line);
            let when = format!("before its opening at line {opening}, and no closing between");
            ("before its opening", when)
        }
    };
    let found = at_event(case.scope, shut.coin_in).words("an open link", recorded);
    tally.push(found.because(format!(
        "From {} on wagers were counted in on link {} {when}: whoever played then played on a progressive that \
         was not open.",
        case.scope.place(Manager, shut.coin_in.line),
        case.link.id
    )));
}

/// Meter does not begin where the engagement before ended.
pub(super) fn mtr_011(case: &MeterCase<'_>, tally: &mut Tally) {
    let (Some(carried), event) = (case.carried, case.event) else { return };
    tally.tested += 1;
    let wrong = departures((carried.display, event.display), (carried.reserve, event.reserve));
    if wrong.is_empty() {
        return;
    }
    // Running numbers that go on from the engagement before show nothing missing.
    if let Some(why) = case.why(case.hole.or(case.unread)) {
        let place = case.scope.place(Manager, event.line);
        let what = || format!("Whether {place} goes on from the engagement before");
        return tally.left_open(why, what);
    }
    let parts = in_each_account(&wrong, |owed, recorded| {
        format!("should stand at {owed} and is recorded as {recorded}")
    });
    tally.push(of_accounts(at_event(case.scope, event), &wrong).because(format!(
        "The report of the engagement before says where the meter of link {} stood at its end. Line {} is \
         the first event since: {parts}.",
        case.link.id,
        case.scope.line(Manager, event.line)
    )));
}

/// Overflow of a full meter is not in the meter that should take it in.
pub(super) fn mtr_012(case: &OverflowCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if (case.least..=case.most).contains(&case.taken) {
        return;
    }
    let (to, from) = (&case.scope.link(case.link_id).id, &case.scope.link(case.from).id);
    let what = || format!("Whether link {to} took in what the limits of other links cut off");
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, what);
    }
    if case.is_at_edge {
        let why = "a part of it may be recorded before the journal begins or after it ends";
        return tally.left_open(why, what);
    }
    let is_short = case.taken < case.least;
    let owed = if is_short { case.least } else { case.most };
    let found = at_event(case.scope, case.event).money(owed, case.taken, Party::Fund);
    tally.push(found.because(format!(
        "What the limit of link {from} cuts off goes to the meter of link {to}: {owed} over the record; events \
         `overflow` of link {to} add {}.",
        case.taken
    )));
}

/// Why no in-meter was looked at.
const NONE: &str =
    "the manager journal has no in_meter column, or no link of which it is written twice";

/// Why an in-meter accuses nobody that departs again and again.
const STRANGE: &str = "it departs from them again and again: it may count in another unit (cents, numbers of wagers) \
                       or something else; give in_meter in dollars by the profile of the journal, or leave it out";

/// What the departure shows, a sentence.
fn shown(counted: &Counted) -> String {
    let (expected, now) = (counted.expected(), Sum::from(counted.now));
    if counted.now < counted.before {
        "A count of wagers does not go back: it was cleared, replaced or changed, and no record of it says so."
            .to_owned()
    } else if now > expected {
        format!("It counted {} more than the coin-ins on record.", now - expected)
    } else {
        format!("{} of the coin-ins on record is not counted.", expected - now)
    }
}

/// In-meter does not count what was wagered.
pub(super) fn mtr_013(case: &MeterCase<'_>, tally: &mut Tally) {
    let Some(counted) = &case.in_meter else {
        if tally.untested.is_empty() {
            tally.untested.push(NONE.to_owned());
        }
        return;
    };
    tally.tested += 1;
    if counted.fits {
        return;
    }
    let link = &case.link.id;
    let what = || format!("Whether the in-meter of link {link} counts the coin-ins");
    if let Some(why) = case.why(counted.hole) {
        return tally.left_open(why, what);
    }
    if counted.is_strange {
        return tally.left_open(STRANGE, what);
    }
    let (before, wagered, expected) = (counted.before, counted.wagered, counted.expected());
    let found = at_event(case.scope, case.event).words(expected, counted.now);
    tally.push(found.because(format!(
        "The in-meter of link {link} counted {before} when it was written last, and coin-ins of {wagered} are on record \
         since; it should count {expected}, and {} is recorded. {}",
        counted.now,
        shown(counted)
    )));
}
