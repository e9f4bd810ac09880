//! AWD: what awards come to: shares of what the meter displayed, or should have displayed.

use super::{
    AwardCase, Fill, Tally, clocks_may_differ, hundredfold, open_award, owed_of_met,
    seconds_in_words, turns_in_words,
};
use crate::need::Need;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind::Manager;
use feltproof_model::{
    AmountColumn, CauseKey, ControllerKind, ManagerEvent, Money, Party, Place, Wager,
};
use feltproof_record::{AwardHand, InRound};

/// Why nothing was compared where there are awards: what is said then is not that there is none.
const NO_SHARE: &str = "no award on record was left standing with a winning hand on record beside it, so there \
                        is no share of the meter to compare it with";

/// That the display is a hundred times too large, or the amount of the award in another unit. An award is
/// rounded down to the cent, so what a display in cents would owe is less than a dollar more.
fn in_cents(case: &AwardCase<'_>, owed: Money, amount: Money) -> Option<CauseKey> {
    let hundred = amount.checked_mul(100).unwrap_or(owed);
    let over = owed.checked_sub(hundred).unwrap_or(owed);
    let of_display =
        !amount.is_zero() && over >= Money::ZERO && Money::from_dollars(1) > Some(over);
    let (place, column) = (Place::Link(case.link_id), AmountColumn::Display);
    let display = of_display.then_some(CauseKey::Unit { place, column, larger: true });
    display.or_else(|| hundredfold(case.link_id, owed, amount))
}

/// What is left open where it is not known what the meter showed.
fn shown_before(case: &AwardCase<'_>, event: &ManagerEvent) -> String {
    let line = case.scope.line(Manager, event.line);
    format!("What the meter showed before the award of line {line}")
}

/// Award is not the share of the displayed meter.
pub(super) fn awd_003(case: &AwardCase<'_>, tally: &mut Tally) {
    let before = tally.tested;
    compare_with_display(case, tally);
    if case.event.is_some() && tally.tested == before && tally.untested.is_empty() {
        tally.untested.push(NO_SHARE.to_owned());
    }
}

/// What a hand wins of the meter, in words and in money: of a fixed award no more than the meter shows.
fn owed(case: &AwardCase<'_>, hand: &AwardHand) -> Option<(String, Money)> {
    match (hand.share, hand.fixed) {
        (Some(share), _) => {
            let owed = case.link().awards.owed(share, case.display_before)?;
            Some((share.percent(), owed))
        }
        (None, Some(fixed)) => Some((fixed.to_string(), fixed.min(case.display_before))),
        (None, None) => None,
    }
}

fn compare_with_display(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some(hand)) = (&case.event, &case.hand) else { return };
    // A reversed award pays nobody; a second award for one hand is AWD-002's.
    if case.backed_out || case.repeats {
        return;
    }
    if case.is_open() {
        tally.tested += 1;
        let why = || format!("what an award should be is not known: {}", open_award(case));
        return tally.undecided(why);
    }
    let Some((wins, owed)) = owed(case, hand) else { return };
    tally.tested += 1;
    // What it met was not what it should have met: AWD-011 and AWD-012.
    if case.due.reseed.is_some() || case.due.coin_in.is_some() || event.amount == owed {
        return;
    }
    if let Some(why) = case.why(case.unknown_display(owed)) {
        return tally.left_open(why, || shown_before(case, event));
    }
    let found = case.exception().money(owed, event.amount, Party::Player);
    tally.push(found.suspected(in_cents(case, owed, event.amount)).because(format!(
        "{} is {}: it wins {wins} of the meter. The meter of link {} showed {} just before, so \
         {owed} is owed; the award recorded is {}.",
        hand.cards,
        hand.described,
        case.link().id,
        case.display_before,
        event.amount
    )));
}

/// Awards of one round are out of order.
pub(super) fn awd_006(case: &AwardCase<'_>, tally: &mut Tally) {
    let (seat, order) = (case.seat, case.scope.rules(case.table).ruling("award_order"));
    let (previous, turns) = match &case.due.in_round {
        InRound::First => return,
        InRound::InTurn => {
            tally.tested += 1;
            return;
        }
        InRound::Undetermined { after } => {
            tally.tested += 1;
            let why = format!("the record does not say which of them comes first ({order})");
            let (after, name) = (*after, case.name());
            return tally.left_open(why, || {
                format!("Whether the award of seat {seat} in {name} rightly follows that of seat {after}")
            });
        }
        InRound::Behind { after, turns } => (*after, turns),
    };
    tally.tested += 1;
    let own = turns.iter().find(|turn| turn.seat == seat);
    let owed = own.and_then(|turn| Some((turn.owed?, turn.paid)));
    let paid_in_order = match turns.is_empty() {
        true => "what each is owed in that order is not on record".to_owned(),
        false => turns_in_words(case.scope, turns),
    };
    let found = match owed {
        Some((owed, paid)) => case.exception().money(owed, paid, Party::Player),
        None => case.exception(),
    };
    let short = owed.and_then(|(owed, paid)| owed.checked_sub(paid));
    let short = short.filter(|short| *short > Money::ZERO);
    let short = short.map_or(String::new(), |short| format!(", {short} short"));
    let expected = format!("seat {seat} before seat {previous}");
    let found = found.words(expected, format_args!("seat {previous} first; seat {seat}{short}"));
    let rule = match order {
        "right-most-first" => {
            "When several meter awards fall in one round, the player farthest on the right is \
                               paid first and the others counter-clockwise"
                .to_owned()
        }
        order => format!(
            "The order of several meter awards of one round is {order} here (ruling award_order)"
        ),
    };
    tally.push(found.because(format!(
        "{rule}; the first takes its share of the full meter, the next meets what is left, reseeded where nothing \
         is. Round {} of table {} paid seat {previous} before seat {seat}. In the right order: {paid_in_order}.",
        case.round,
        case.scope.table(case.table).id
    )));
}

/// Award is no share of the displayed meter that the paytable has.
pub(super) fn awd_009(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    // With a hand on record it is AWD-003's; an award without one where hands are recorded is AWD-002's.
    let is_known = case.hand.as_ref().is_some_and(|hand| hand.known || hand.void);
    let is_without = case.hand.is_none() && case.scope.lacks(Need::Cards).is_none();
    if is_known || is_without || case.backed_out || !case.is_fed() {
        return;
    }
    let rules = case.scope.rules_of_at(case.table, case.link_id, case.wagered_at());
    let Some(paytable) = rules.paytable(Wager::Progressive) else { return };
    let (displayed, terms) = (case.display_before, &case.link().awards);
    let mut shares: Vec<Money> = Vec::new();
    for row in &paytable.rows {
        let Prize::Meter(share) = row.prize else { continue };
        let Some(owed) = terms.owed(share, displayed) else { return };
        shares.push(owed);
    }
    if terms.deducts_fixed {
        // Of a fixed award no more than the meter shows.
        shares.extend(rules.fixed_awards().map(|fixed| fixed.min(displayed)));
    }
    shares.sort_unstable_by(|a, b| b.cmp(a));
    shares.dedup();
    tally.tested += 1;
    if shares.contains(&event.amount) {
        return;
    }
    let least = shares.last().copied().unwrap_or(displayed);
    if let Some(why) = case.why(case.unknown_display(least)) {
        return tally.left_open(why, || shown_before(case, event));
    }
    let listed = shares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    let found = case.exception();
    // Which of several shares was won is not known, so nobody can say what was owed.
    let found = match shares.as_slice() {
        [owed] => found.money(*owed, event.amount, Party::Player).suspected(in_cents(
            case,
            *owed,
            event.amount,
        )),
        _ => found.words(&listed, event.amount),
    };
    tally.push(found.because(format!(
        "The hand behind the award is not on record. Whatever it was, the paytable {} awards shares of the \
         displayed meter; that of link {} showed {displayed} just before, so {listed} could be owed. The award \
         recorded is {}.",
        paytable.id,
        case.link().id,
        event.amount
    )));
}

/// Award met a meter that had not been reseeded.
pub(super) fn awd_011(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some((share, owed))) = (&case.event, owed_of_met(case)) else { return };
    tally.tested += 1;
    let Some(late) = case.due.reseed.filter(|_| event.amount != owed) else { return };
    let line = |line| case.scope.line(Manager, line);
    if let Some(why) = case.why(case.before.or(late.hole)) {
        let line = line(event.line);
        return tally.left_open(why, || {
            format!("Whether the meter had been reseeded before the award of line {line}")
        });
    }
    let (adds, link) = (late.adds, &case.link().id);
    let put_back = if late.is_back_out {
        format!("was a mistake and was backed out only later: {adds} belonged in the meter")
    } else {
        format!(
            "took the whole meter of link {link}, and the reseed of {adds} does not stand before this one"
        )
    };
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "The award of line {} {put_back}. With it the meter would have shown {}; {} of it is {owed}, \
         and the award recorded is {}.",
        line(late.of),
        case.met().unwrap_or_default(),
        share.percent(),
        event.amount
    )));
}

/// Award was taken before the wagers of its round were counted in.
pub(super) fn awd_012(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some((share, owed))) = (&case.event, owed_of_met(case)) else { return };
    tally.tested += 1;
    // A meter that was not reseeded either is AWD-011's.
    let late = case.due.coin_in.filter(|_| case.due.reseed.is_none() && event.amount != owed);
    let Some(late) = late else { return };
    // Wagers that the controller registered after the award, too, came after the cards: MTR-014's.
    let window = clocks_may_differ(case.scope);
    let starts = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
    if starts.min_by_key(|e| e.time).is_some_and(|e| event.time.plus_micros(window) < e.time) {
        return;
    }
    if let Some(why) = case.why(case.before.or(late.hole)) {
        return tally.left_open(why, || shown_before(case, event));
    }
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "The wagers of {} were made before its cards were dealt, and line {} counts them in after the award. \
         With them the meter of link {} would have shown {}; {} of it is {owed}, and the award recorded is {}.",
        case.name(),
        case.scope.line(Manager, late.line),
        case.link().id,
        late.display,
        share.percent(),
        event.amount
    )));
}

/// Award of another table was taken first though it was completed later.
pub(super) fn awd_013(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let is_shared = case.scope.tables_on(case.link_id).nth(1).is_some();
    if !is_shared || case.controller.is_empty() {
        return;
    }
    tally.tested += 1;
    let Some(overtaken) = &case.due.overtaken else { return };
    let by = case.scope.line(Manager, overtaken.by);
    let own = overtaken.turns.iter().find(|turn| turn.table == case.table);
    let Some(owed) = own.and_then(|turn| turn.owed) else {
        return tally.undecided(|| {
            format!(
                "the award of line {} was completed before that of line {by}, and the record does not say what \
                 each would have met in that order",
                case.scope.line(Manager, event.line)
            )
        });
    };
    // Whoever met no less than in the other order is owed nothing.
    if owed == event.amount {
        return;
    }
    let (first, second) = overtaken.completed;
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "On its controller the award of table {} was completed {} second(s) before that of line {by}; the \
         manager took that of line {by} first. In the order in which they were completed: {}.",
        case.scope.table(case.table).id,
        seconds_in_words(second.micros_since(first)),
        turns_in_words(case.scope, &overtaken.turns)
    )));
}
