//! AWD: awards and the hands that they are for: one for each that wins the meter, none for any other.

use super::{
    AwardCase, Fill, RoundCase, Tally, hands_awarded, lacks_hand, open_award, void_by_count_alone,
};
use crate::need::Need;
use feltproof_engine::TableRules;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind::{Controller, Manager};
use feltproof_model::{
    CauseKey, LinkId, ManagerEvent, ManagerKind, Money, Party, Rate, Sum, Wager,
};
use feltproof_record::{Confirmed, Lack, confirmations};

/// Meter-winning hand has no award on record.
pub(super) fn awd_001(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(hand) = &case.hand else { return };
    let wins = match (hand.share, hand.fixed) {
        (Some(share), _) => format!("{} of the meter", share.percent()),
        (None, Some(fixed)) => format!("{fixed} from the meter"),
        (None, None) => return,
    };
    if hand.void || hand.stake.is_zero() {
        return;
    }
    tally.tested += 1;
    let (recorded, why, hole) = if case.event.is_none() {
        ("none", "the manager journal has no award for it", case.holes.manager)
    } else if case.backed_out && !case.replaced {
        let why = "its award was backed out and no other was recorded";
        ("an award that was backed out", why, case.after)
    } else {
        return;
    };
    if let Some(why) = case.why(hole) {
        let (seat, name) = (case.seat, case.name());
        return tally
            .left_open(why, || format!("Whether the hand of seat {seat} in {name} has an award"));
    }
    let (day, table, round) = (case.day, case.table, case.round);
    let found = case.exception().words(format_args!("an award of {wins}"), recorded);
    let found = found.suspected(Some(CauseKey::Award { day, table, round }));
    tally.push(found.because(format!(
        "{} is {} with a progressive wager of {}: it wins {wins} of link {}, and {why}.",
        hand.cards,
        hand.described,
        hand.stake,
        case.link().id
    )));
}

/// Why the hand behind an award may be one that the hands journal does not hold.
fn lost_hand(case: &AwardCase<'_>) -> Option<String> {
    if let Some(why) = case.why(case.holes.hands) {
        return Some(why.to_string());
    }
    let (seat, name) = (case.seat, case.name());
    Some(match case.lacks? {
        Lack::Round => {
            format!("the hands journal has no row of {name}, of which other records tell")
        }
        Lack::Seat => format!(
            "the hands journal has no row of seat {seat} in {name}, whose wager other records tell of"
        ),
    })
}

/// Award without a winning hand.
pub(super) fn awd_002(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    tally.tested += 1;
    if case.backed_out {
        return;
    }
    if case.is_open() {
        return tally.undecided(|| {
            format!("an award can be neither confirmed nor refuted: {}", open_award(case))
        });
    }
    let (feeds, link) = (case.is_fed(), &case.link().id);
    let recorded = match &case.hand {
        _ if case.repeats => "a second award for the same hand".to_owned(),
        _ if !feeds => {
            format!("table {}, which does not feed link {link}", case.scope.table(case.table).id)
        }
        None => "no hand at that seat in that round".to_owned(),
        Some(hand) if hand.void => "a void round".to_owned(),
        Some(hand) if hand.stake.is_zero() => {
            format!("a hand without a progressive wager ({})", hand.cards)
        }
        Some(hand) if !hand.wins() => format!("{} ({})", hand.cards, hand.described),
        Some(_) => return,
    };
    let in_words = |hole| case.why(hole).map(|why| why.to_string());
    let void = case.hand.as_ref().filter(|hand| hand.void && !case.repeats);
    let why = if case.repeats {
        in_words(case.since_repeated)
    } else if case.hand.is_none() && feeds {
        lost_hand(case)
    } else {
        void.and_then(|hand| void_by_count_alone(hand.is_declared)).map(str::to_owned)
    };
    // An adjustment that does not say what it reverses may be the back-out, and so may a record that is missing.
    if let Some(why) = why.or_else(|| in_words(case.unexplained.or(case.after))) {
        let place = || case.scope.place(Manager, event.line);
        return tally.left_open(why, || format!("Whether the award of {} was won", place()));
    }
    let mut found = case.exception();
    // Only a hand on record shows that the award was not won. Without one the record may be cut, or the
    // engagement may not know the table's link, or the award was that of another hand: then no amount is claimed.
    let meant = case.meant_for();
    if meant.is_none() && case.hand.is_some() && feeds {
        found = found.worth(event.amount, Party::Player);
    }
    let (table, link_id) = (case.table, case.link_id);
    let not_fed = (!feeds).then_some(CauseKey::Feeds { table, link: link_id });
    let found = found.suspected(meant.or(not_fed));
    let found = found.words("a meter-winning hand with a progressive wager", &recorded);
    tally.push(found.because(format!(
        "The manager journal takes an award of {} from the meter of link {link} for {}, seat {}; the record \
         shows {recorded}. A wrong award is reversed by a back-out through manual adjustments; none is on \
         record.",
        event.amount,
        case.name(),
        case.seat
    )));
}

/// Award confirmed on the controller is not in the manager journal.
pub(super) fn awd_007(case: &RoundCase<'_>, tally: &mut Tally) {
    let mut confirmed = confirmations(case.scope.procedure(case.table_id), &case.controller);
    // A hand that is paid out of the tray is confirmed as well, and nothing leaves the meter.
    confirmed.retain(|of| !is_of_tray(case, of));
    let awards = hands_awarded(case);
    let all = confirmed.clone();
    // Those that the manager journal itself has as tray pays, where no button says so.
    let unnamed = confirmed.iter().filter(|of| of.button.is_none()).count();
    let tray = case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay).count().min(unnamed);
    confirmed.truncate(confirmed.len() - tray);
    tally.tested += confirmed.len() as u64;
    if let Some(of) = confirmed.get(awards) {
        // Without hand buttons on record it may have been paid out of the tray.
        let is_named = confirmed.iter().any(|of| of.button.is_some());
        let unnamed = case.holes.no_button.filter(|_| !is_named);
        if let Some(why) = case.why(case.holes.manager.or(unnamed)) {
            return tally.left_open(why, || is_paid(case, of));
        }
        let counts = format!(
            "{} award(s) were confirmed on the controller, {awards} stand in the manager journal.",
            confirmed.len()
        );
        not_in_manager(case, of, ("an award in the manager journal", &counts), tally);
    } else if case.table.links.len() > 1 {
        of_each_meter(case, &all, tray, tally);
    }
}

/// A hand that wins of several meters has an award of each; which those are the hand button tells. `tray` of those
/// without one were paid out of the tray.
fn of_each_meter(case: &RoundCase<'_>, all: &[Confirmed<'_>], tray: usize, tally: &mut Tally) {
    let mut lacking: Vec<(&Confirmed<'_>, LinkId)> = Vec::new();
    let mut undetermined = None;
    for (link, rules) in case.scope.meters_at(case.table_id, case.wagered_at()) {
        let is_own = |e: &&ManagerEvent| e.kind == ManagerKind::Award && e.link == link;
        let awards = case.manager.iter().filter(is_own).count();
        let wins = |of: &&Confirmed<'_>| wins_of(case, (link, rules), of);
        let named: Vec<_> = all.iter().filter(|of| wins(of) == Some(true)).collect();
        let mut unnamed = all.iter().filter(|of| wins(of).is_none());
        if let Some(of) = named.get(awards) {
            lacking.push((of, link));
        } else if unnamed.clone().count() > awards - named.len() + tray {
            undetermined = undetermined.or(unnamed.next());
        }
    }
    if let Some((of, _)) = lacking.first() {
        if let Some(why) = case.why(case.holes.manager) {
            return tally.left_open(why, || is_paid(case, of));
        }
        let links = lacking.iter().map(|(_, link)| case.scope.link(*link).id.as_str());
        let links = links.collect::<Vec<_>>().join(" and ");
        let counts = format!(
            "Its hand button says what it won, which by the paytable is won of link {links}, too; of that the \
             manager journal has fewer awards than such hands were confirmed."
        );
        not_in_manager(case, of, (&format!("an award of link {links}"), &counts), tally);
    } else if let Some(of) =
        undetermined.filter(|_| case.rows.is_empty() || case.lacks_a_hand().is_some())
    {
        // A hand that is on record tells by itself: AWD-001.
        let hole = case.why(case.holes.manager.or(case.holes.no_button));
        let why = hole.map_or_else(
            || {
                "no hand button of it says which of the meters of its table the hand wins"
                    .to_owned()
            },
            |why| why.to_string(),
        );
        tally.left_open(why, || is_paid(case, of));
    }
}

/// What is left open.
fn is_paid(case: &RoundCase<'_>, of: &Confirmed<'_>) -> String {
    format!("Whether what {} confirms was paid", case.scope.place(Controller, of.event.line))
}

fn not_in_manager(
    case: &RoundCase<'_>,
    of: &Confirmed<'_>,
    (expected, counts): (&str, &str),
    tally: &mut Tally,
) {
    let (day, table, round) = (case.day, case.table_id, case.round);
    let found = case.at_controller(of.event).words(expected, "none");
    let found = found.suspected(Some(CauseKey::Award { day, table, round }));
    tally.push(found.because(format!(
        "{} of line {} completes an award in {}: from there the system records the win on the Game Manager. \
         {counts}",
        of.event.kind.name(),
        case.scope.line(Controller, of.event.line),
        case.name()
    )));
}

/// True where the button names a hand that the first meter pays out of the tray, and no other.
fn is_of_tray(case: &RoundCase<'_>, confirmed: &Confirmed<'_>) -> bool {
    let deducts = case.link().is_some_and(|link| link.awards.deducts_fixed);
    let prize = confirmed.button.and_then(|button| prize(case.rules, &button.value));
    let wins = |meter| wins_of(case, meter, confirmed) == Some(true);
    matches!(prize, Some(Prize::Fixed(_)))
        && !deducts
        && !case.scope.meters_at(case.table_id, case.wagered_at()).any(wins)
}

/// Whether a hand wins of a meter by its paytable, as the hand button names it; `None` where that does not tell: there is
/// none, or the paytable reads hands otherwise than that of the first meter, by which the buttons go.
fn wins_of(
    case: &RoundCase<'_>,
    (link, rules): (LinkId, &TableRules),
    confirmed: &Confirmed<'_>,
) -> Option<bool> {
    let button = confirmed.button?;
    let ranking = |rules: &TableRules| Some(rules.paytable(Wager::Progressive)?.ranking);
    if !std::ptr::eq(ranking(rules)?, ranking(case.rules)?) {
        return None;
    }
    Some(match prize(rules, &button.value) {
        Some(Prize::Meter(_)) => true,
        Some(Prize::Fixed(_)) => case.scope.link(link).awards.deducts_fixed,
        Some(Prize::ByHands(_)) | None => false,
    })
}

/// What the progressive's paytable pays for a hand.
fn prize(rules: &TableRules, hand: &str) -> Option<Prize> {
    let rows = &rules.paytable(Wager::Progressive)?.rows;
    rows.iter().find(|row| row.hand.key() == hand).map(|row| row.prize)
}

/// Tray pay in the manager journal is not what its hand wins.
pub(super) fn awd_014(case: &RoundCase<'_>, tally: &mut Tally) {
    let pays = || case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay);
    // The stakes of a void round are PAY-006's; a round that the hands journal lacks is RND-004's.
    if case.repeated || case.is_void() || case.rows.is_empty() {
        return;
    }
    for (at, event) in pays().enumerate() {
        // Several records of one seat are judged together, at the first.
        if pays().take(at).all(|before| before.seat != event.seat) {
            let paid: Sum = pays().filter(|e| e.seat == event.seat).map(|e| e.amount).sum();
            tray_pay(case, event, paid, tally);
        }
    }
}

fn tray_pay(case: &RoundCase<'_>, event: &ManagerEvent, paid: Sum, tally: &mut Tally) {
    tally.tested += 1;
    let in_question =
        || format!("Whether the tray pay of {} was won", case.scope.place(Manager, event.line));
    let of_seat = case.players().find(|(_, row, _)| Some(row.seat) == event.seat);
    let Some((at, row, _)) = of_seat else {
        if let Some(why) = lacks_hand(case).or_else(|| case.lacks_a_hand()) {
            return tally.left_open(why, in_question);
        }
        let found = case.at_manager(event).words("a hand that wins it", "no hand at that seat");
        return tally.push(found.because(format!(
            "The manager journal has a tray pay of {paid} in {}, and the round has no hand at its seat.",
            case.name()
        )));
    };
    let Some(owed) = case.owed(at, Wager::Progressive) else {
        return tally.left_open("what the hand wins is not decided", in_question);
    };
    // What was paid as recorded, and wrong, is PAY-005's.
    let returned = Sum::from(row.returned[Wager::Progressive]);
    let is_as_returned = case.scope.has_returned(Wager::Progressive) && returned == paid;
    if paid == Sum::from(owed) || is_as_returned {
        return;
    }
    let is_none = owed == Money::ZERO;
    let won = if is_none { "nothing from the tray".to_owned() } else { owed.to_string() };
    tally.push(case.at_manager(event).money(owed, paid, Party::Player).because(format!(
        "Seat {} in {} held {}, which wins {won} for its progressive wager; the manager journal has a tray pay \
         of {paid}.",
        row.seat,
        case.name(),
        row.cards.pretty()
    )));
}

/// Award is recorded at another level than was won.
pub(super) fn awd_015(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), link) = (&case.event, case.link()) else { return };
    if link.shares.is_empty() || case.backed_out || case.repeats || !case.is_fed() {
        return;
    }
    let named = event.share.and_then(|at| link.shares.get(usize::from(at)));
    let recorded = named.map_or(&link.level, |(level, _)| level);
    let Some((won, how)) = share_won(case, event) else { return };
    tally.tested += 1;
    let own = link.shares.iter().find(|(_, share)| *share == won);
    let expected = own.map_or(&link.level, |(level, _)| level);
    if expected == recorded {
        return;
    }
    let found = case.exception().words(expected, recorded).suspected(case.meant_for());
    tally.push(found.because(format!(
        "{how} is {} of the meter of link {}, which is its level {expected}. The award of {} in {}, seat {}, \
         is recorded at level {recorded}.",
        won.percent(),
        link.name,
        event.amount,
        case.name(),
        case.seat
    )));
}

/// The share that was won, by the hand; without hands on record by the amount, if one share fits.
fn share_won(case: &AwardCase<'_>, event: &ManagerEvent) -> Option<(Rate, String)> {
    let link = case.link();
    if let Some(hand) = &case.hand
        && hand.known
    {
        let share = hand.share.filter(|_| !hand.void && !hand.stake.is_zero())?;
        return Some((share, format!("What {} wins", hand.cards)));
    }
    // Without a hand where hands are recorded the award is AWD-002's.
    if case.hand.is_none() && case.scope.lacks(Need::Cards).is_none() {
        return None;
    }
    let shares = link.shares.iter().map(|(_, share)| *share).chain([Rate::ONE]);
    let owed = |share: &Rate| link.awards.owed(*share, case.display_before) == Some(event.amount);
    let mut fitting = shares.filter(owed);
    let share = fitting.next().filter(|_| fitting.next().is_none())?;
    let is_known = case.unknown_display(event.amount).is_none();
    is_known.then(|| (share, format!("{} of the {} displayed", event.amount, case.display_before)))
}
