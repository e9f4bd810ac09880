//! MTR: what a meter was given beside the wagers of the rounds, the lit sensors and the award that emptied it.

use super::{AwardCase, Fill, RoundCase, Tally, has_stray, hundredfold, lacks_hand};
use feltproof_model::engagement::JournalKind::{self, Manager};
use feltproof_model::{
    CauseKey, ControllerEvent, ControllerKind, LinkId, ManagerEvent, ManagerKind, Money, Party,
    Rate, Seat, SeatSet, Sum, Wager,
};

/// What lit sensors stand for.
fn of_lit(lit: SeatSet, unit: Money) -> Sum {
    lit.iter().map(|_| unit).sum()
}

/// The progressive wagers of the round on record.
pub(super) fn staked(case: &RoundCase<'_>) -> Sum {
    case.players().map(|(_, row, _)| row.stake[Wager::Progressive]).sum()
}

/// The coin-ins of a round that a meter was given.
fn coin_ins_of<'a>(case: &'a RoundCase<'_>, link: LinkId) -> Vec<&'a ManagerEvent> {
    case.coin_ins().filter(|e| e.link == link).collect()
}

impl RoundCase<'_> {
    /// That one journal tells of other rounds than the others: of the wagers of this one the hands, the lit sensors and the
    /// coin-ins of a link say so, as far as each is on record. Which it is two that agree tell; else the one that follows.
    pub(super) fn apart(&self, link: LinkId, more: bool) -> Option<CauseKey> {
        let unit = self.rules.unit()?;
        let has_hands = self.scope.has_stake(Wager::Progressive) && !self.rows.is_empty();
        let hands = has_hands.then(|| staked(self));
        let lit = self.start().map(|start| of_lit(start.lit, unit));
        let own = coin_ins_of(self, link);
        let metered = (!own.is_empty()).then(|| sum(&own));
        let journal = match (hands, lit, metered) {
            (Some(hands), Some(lit), Some(metered)) if lit == metered && hands != lit => {
                JournalKind::Hands
            }
            (_, Some(lit), Some(metered)) if lit != metered && hands != Some(metered) => Manager,
            (_, None, Some(_)) => Manager,
            _ => JournalKind::Controller,
        };
        Some(CauseKey::Apart { link, journal, more })
    }

    /// That the row of a hand names another seat than its sensor and its award: but for these two all seats agree.
    pub(super) fn misnamed_hand(&self) -> Option<CauseKey> {
        let (wagered, lit) = (self.wagered_seats(), self.start()?.lit);
        let only = |of: SeatSet, without: SeatSet| {
            let mut rest = of.iter().filter(move |seat| !without.contains(*seat));
            rest.next().filter(|_| rest.next().is_none())
        };
        let (seat, _) = only(lit, wagered).zip(only(wagered, lit))?;
        let is_own = |e: &&ManagerEvent| e.seat.and_then(Seat::player) == Some(seat);
        let mut awards = self.manager.iter().filter(|e| e.kind == ManagerKind::Award);
        let (day, table, round) = (self.day, self.table_id, self.round);
        awards.any(|e| is_own(&e)).then_some(CauseKey::Award { day, table, round })
    }

    /// The seats with a progressive wager on record.
    fn wagered_seats(&self) -> SeatSet {
        let staked = self.players().filter(|(_, row, _)| !row.stake[Wager::Progressive].is_zero());
        staked.filter_map(|(_, row, _)| row.seat.player()).fold(SeatSet::EMPTY, SeatSet::with)
    }
}

fn sum(coin_ins: &[&ManagerEvent]) -> Sum {
    coin_ins.iter().map(|e| e.amount).sum()
}

/// Coin-in differs from the progressive wagers.
pub(super) fn mtr_003(case: &RoundCase<'_>, tally: &mut Tally) {
    // Events of a repeated round belong to its first instance.
    if case.repeated {
        return;
    }
    for event in case.coin_ins().filter(|e| !case.table.feeds(e.link)) {
        tally.tested += 1;
        let link = &case.scope.link(event.link).id;
        let found = case.at_manager(event).suspected(case.feeds_another());
        tally.push(found.money(Money::ZERO, event.amount, Party::Fund).because(format!(
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
        compare_with_wagers(case, *link, &coin_ins_of(case, *link), tally);
    }
}

/// The wagers of the round and what a meter that they feed was given.
fn compare_with_wagers(
    case: &RoundCase<'_>,
    link: LinkId,
    own: &[&ManagerEvent],
    tally: &mut Tally,
) {
    let (staked, metered) = (staked(case), sum(own));
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
        case.why(hole).map(|why| why.to_string()).or_else(|| has_stray(case))
    } else {
        let may_hide = !shows_every_wager(case, staked);
        let lacking = || lacks_hand(case).filter(|_| may_hide);
        lacking().or_else(|| lit_without_hand(case, metered - staked))
    };
    if let Some(why) = why {
        let what = || format!("Whether the wagers of {} reached the meter", case.name());
        return tally.left_open(why, what);
    }
    let apart = case.apart(link, metered > staked);
    let link = case.scope.link(link);
    let found = own.first().map_or_else(|| case.at_round(), |e| case.at_manager(e)).of_link(link);
    tally.push(found.money(staked, metered, Party::Fund).suspected(apart).because(format!(
        "Progressive wagers of {staked} were made in {}; the meter of link {} was given coin-in of {metered}.",
        case.name(),
        link.id
    )));
}

/// True where the sensors lit at COIN IN are those of the wagers on record: no hand that is missing had one.
fn shows_every_wager(case: &RoundCase<'_>, staked: Sum) -> bool {
    let unit = case.rules.unit().unwrap_or(Money::ZERO);
    let is_lit = |event: &ControllerEvent| {
        let has_row = |seat| case.players().any(|(_, row, _)| row.seat.player() == Some(seat));
        event.lit.iter().all(has_row) && of_lit(event.lit, unit) == staked
    };
    case.holes.sensors.is_none()
        && case.holes.controller.is_none()
        && case.start().is_some_and(is_lit)
}

/// Where other journals tell of seats of which there is no row, and their wagers are what the meter was
/// given more: the hands that are missing are MTR-004's.
fn lit_without_hand(case: &RoundCase<'_>, more: Sum) -> Option<String> {
    let wagers = of_lit(case.without_row, case.rules.unit().unwrap_or(Money::ZERO));
    case.lacks_a_hand().filter(|_| !case.without_row.is_empty() && wagers == more)
}

/// Where the hands journal has no row of a round, what was wagered in it is not known: no amount is claimed,
/// and nothing at all where the round is one of those that the journal is known to lack.
fn without_rows(case: &RoundCase<'_>, metered: Sum, tally: &mut Tally) {
    if let Some(why) = lacks_hand(case) {
        return tally.left_open(why, || {
            format!("Which wagers of {} the coin-in of {metered} stands for", case.name())
        });
    }
    let found = case.coin_ins().next().map_or_else(|| case.at_round(), |e| case.at_manager(e));
    tally.push(found.words("a round in the hands journal", "none").because(format!(
        "The meter was given coin-in of {metered} for {}, of which the hands journal has no row: what was \
         wagered in it is not on record.",
        case.name()
    )));
}

/// Lit sensors differ from the progressive wagers.
pub(super) fn mtr_004(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.table.links.is_empty() || case.rows.is_empty() || case.repeated {
        return;
    }
    let Some(event) = case.start() else { return };
    tally.tested += 1;
    let (wagered, lit) = (case.wagered_seats(), event.lit);
    // What a second COIN IN lit is RND-005's; when, MTR-014's.
    let again = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
    if again.fold(SeatSet::EMPTY, |all, e| e.lit.iter().fold(all, SeatSet::with)) == wagered {
        return;
    }
    // The wager of a lit seat may stand in a hole of the hands journal.
    let are_lit = wagered.iter().all(|seat| lit.contains(seat));
    if let Some(why) = lacks_hand(case).filter(|_| are_lit).or_else(|| has_stray(case)) {
        let what = || format!("Whether each lit sensor of {} has a wager", case.name());
        return tally.left_open(why, what);
    }
    if let Some(why) = case.why(case.holes.sensors) {
        return tally.left_open(why, || format!("Which sensors were lit in {}", case.name()));
    }
    let found = case.at_controller(event);
    let found = found.words(format_args!("sensors {wagered}"), format_args!("sensors {lit}"));
    let count = |seats: SeatSet| seats.iter().count();
    let apart = || case.table.link().and_then(|link| case.apart(link, count(lit) > count(wagered)));
    tally.push(found.suspected(case.misnamed_hand().or_else(apart)).because(format!(
        "Seats with a progressive wager in {}: {wagered}; lit sensors at COIN IN: {lit}. A seat lit without a \
         wager, or a wager not lit, makes the meter or the payout wrong.",
        case.name()
    )));
}

/// Emptied meter was not reseeded.
pub(super) fn mtr_007(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), link) = (&case.event, case.link()) else { return };
    let whole = case.hand.as_ref().is_some_and(|h| h.share == Some(Rate::ONE));
    let took_all = event.amount >= case.display_before;
    // A back-out puts the prize back, so nothing is left to reseed; a second award for one hand is
    // AWD-002's.
    // An award of nothing took nothing.
    // Nor does a fixed award call for a reseed, whatever it leaves.
    let fixed = case.hand.as_ref().is_some_and(|h| h.fixed.is_some());
    if event.amount.is_zero() || fixed || !(whole || took_all) || case.backed_out || case.repeats {
        return;
    }
    tally.tested += 1;
    // Nothing is left to reseed where an adjustment that does not say what it reverses was its back-out.
    let hole = case.before_reseed.or(case.unexplained);
    let hole = hole.filter(|_| case.played_on || case.reseed.is_none());
    if let Some(why) = case.why(hole) {
        let line = case.scope.line(Manager, event.line);
        return tally
            .left_open(why, || format!("Whether a reseed follows the award of line {line}"));
    }
    let (seed, took) = (link.running.seed, event.amount);
    // A hundredth of the amount would not have taken the whole meter: it may be in another unit.
    let hundredth = Money::from_micros(took.micros() / 100);
    let of_unit = !whole && hundredth < case.display_before;
    let cause = of_unit.then(|| hundredfold(case.link_id, hundredth, took)).flatten();
    let found = || case.exception().suspected(cause);
    if let Some(added) = case.reseed.map(|reseed| reseed.added).filter(|_| case.played_on) {
        let expected = format!("a reseed of at least {seed} before the link plays on");
        let found = found().words(expected, format_args!("a reseed of {added} after more rounds"));
        tally.push(found.because(format!(
            "The award of {took} took the whole meter of link {}, and wagers of further rounds were \
             taken before the reseed: those players wagered on an emptied meter.",
            link.id
        )));
    }
    if case.reseed.is_none() {
        let found = found().words(format_args!("a reseed of at least {seed}"), "none");
        tally.push(found.because(format!(
            "The award of {took} took the whole meter of link {} and no reseed follows on record; the next \
             winner would have met an empty meter.",
            link.id
        )));
    }
}

/// Second coin-in of one round.
pub(super) fn mtr_009(case: &RoundCase<'_>, tally: &mut Tally) {
    for link in &case.table.links {
        second_coin_in(case, *link, tally);
    }
}

fn second_coin_in(case: &RoundCase<'_>, link_id: LinkId, tally: &mut Tally) {
    let own: Vec<_> =
        case.coin_ins().filter(|e| e.link == link_id && !e.amount.is_zero()).collect();
    let [_, more @ ..] = own.as_slice() else { return };
    let link = case.scope.link(link_id);
    tally.tested += 1;
    let Some(second) = more.first() else { return };
    // COIN IN pressed twice is RND-005's.
    let mut starts = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
    let lit = starts.next().map(|e| e.lit);
    if starts.next().is_some() {
        return;
    }
    // Where the sum is wrong, MTR-003 or MTR-010 says by how much.
    let unit = case.rules.unit().unwrap_or(link.unit);
    let has_wagers = case.scope.has_stake(Wager::Progressive) && !case.rows.is_empty();
    let wagered = if has_wagers { Some(staked(case)) } else { lit.map(|lit| of_lit(lit, unit)) };
    if wagered.is_some_and(|wagered| wagered != sum(&own)) {
        return;
    }
    // A system that counts each sensor in by a record of its own has no second coin-in.
    if own.iter().all(|e| e.amount == unit) {
        return;
    }
    let count = own.len();
    let found = case.at_manager(second);
    let found = found.words("one coin-in of a round", format_args!("{count} of them"));
    let what = match wagered {
        Some(_) => "which together are the wagers of the round.".to_owned(),
        None => {
            format!("{} after the first. No other journal says what was wagered.", sum(more))
        }
    };
    tally.push(found.because(format!(
        "COIN IN registers all progressive wagers of {} at once; the meter of link {} was given {count} \
         coin-ins, {what}",
        case.name(),
        link.id
    )));
}

/// Coin-in differs from the lit sensors.
pub(super) fn mtr_010(case: &RoundCase<'_>, tally: &mut Tally) {
    for link in case.table.links.iter().filter(|_| !case.repeated) {
        compare_with_sensors(case, *link, tally);
    }
}

fn compare_with_sensors(case: &RoundCase<'_>, link_id: LinkId, tally: &mut Tally) {
    let link = case.scope.link(link_id);
    let (own, start) = (coin_ins_of(case, link_id), case.start());
    let lit = start.map_or(SeatSet::EMPTY, |e| e.lit);
    let unit = case.rules.unit().unwrap_or(link.unit);
    let (wagered, metered) = (of_lit(lit, unit), sum(&own));
    if wagered == Sum::ZERO && metered == Sum::ZERO {
        return;
    }
    tally.tested += 1;
    if wagered == metered || is_of_another(case, link_id) {
        return;
    }
    // What it was not given may stand in a hole of the manager's record; more, in the controller's.
    let hole = if wagered > metered {
        case.holes.of_coin_in(case.table.link() == Some(link_id), !own.is_empty())
    } else {
        case.holes.controller.or(case.holes.sensors)
    };
    if let Some(why) = case.why(hole) {
        return tally.left_open(why, || {
            format!("Whether the coin-in of {} is that of its lit seats", case.name())
        });
    }
    let found = match (own.first(), start) {
        (Some(event), _) => case.at_manager(event),
        (None, Some(event)) => case.at_controller(event),
        (None, None) => case.at_round(),
    };
    let found = found.of_link(link);
    let lit = match start {
        Some(_) if lit == SeatSet::EMPTY => "no sensor was lit at COIN IN".to_owned(),
        Some(_) => format!("the sensors {lit} were lit at COIN IN, {unit} for each"),
        None => "the controller has no COIN IN".to_owned(),
    };
    let cause = case.feeds_another().or_else(|| hundredfold(link_id, wagered, metered));
    let cause = cause.or_else(|| case.apart(link_id, metered > wagered));
    tally.push(found.money(wagered, metered, Party::Fund).suspected(cause).because(format!(
        "In {} {lit}, so that {wagered} was wagered; the meter of link {} was given coin-in of {metered}.",
        case.name(),
        link.id
    )));
}

/// Where another check says what is wrong: of wagers on record MTR-003, MTR-004 and WGR-005 do, of a round that the
/// hands journal lacks RND-004, of one played on a closed link RND-012, and of COIN IN pressed twice RND-005.
fn is_of_another(case: &RoundCase<'_>, link: LinkId) -> bool {
    let starts = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn).count();
    let is_closed = case.played_while_closed().is_some_and(|(closed, ..)| closed == link);
    case.scope.has_stake(Wager::Progressive) || is_closed || starts > 1
}
