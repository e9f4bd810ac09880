//! Awards matched with the hands that won them, at the end: accounting may back one out hours later.

use crate::award::{Award, AwardHand, HandKey, Lack};
use crate::documents::documents;
use crate::hole::RoundHoles;
use crate::holes::Holes;
use crate::listener::Listener;
use crate::lowered::uncounted;
use crate::meter::LinkMeters;
use crate::misnamed::mark_misnamed;
use crate::owed::mark_due;
use crate::period::Period;
use crate::reductions::{Owed, Signs, Win, reductions};
use crate::registers::Settled;
use crate::reversals::{EndOfLink, Reversal, VoidRound, mark_backed_out};
use crate::settled::SettledRound;
use crate::subject::Subject;
use crate::tie_out::TableWins;
use feltproof_engine::SettledHand;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerEvent, ControllerKind, HandRow, LinkId, ManagerEvent, ManagerKind, Money, Seat, Sum,
    TableId, Wager,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::Range;

/// A hand that won a share of the meter, or was given an award; or an award at a seat without a hand.
struct HandFacts {
    key: HandKey,
    day: u16,
    /// Whose meter; none at a table that feeds no link.
    link: Option<LinkId>,
    hand: Option<AwardHand>,
    controller: SmallVec<[ControllerEvent; 4]>,
    holes: RoundHoles,
    /// See [`Award::skew_micros`].
    skew: Option<i64>,
    /// The running number of the coin-in of the round.
    counted_in: u64,
    lacks: Option<Lack>,
}

/// The round of an award: its gaming day and period, its number, and the running numbers of its coin-ins on the award's
/// link.
type RoundOfAward = ((u16, Period), u32, SmallVec<[u64; 2]>);

/// What rounds leave behind for the end.
#[derive(Default)]
pub struct Register {
    hands: Vec<HandFacts>,
    /// The round that each award on record was put to, by its line.
    rounds: BTreeMap<u32, RoundOfAward>,
    voids: Vec<VoidRound>,
    signs: Signs,
    /// Of each table the least skews of its rounds, in order: three show that its clocks do vary by that.
    skews: BTreeMap<TableId, SmallVec<[i64; 3]>>,
    /// What tables won, where a daily record tells of it.
    pub(crate) wins: TableWins,
}

impl Register {
    /// Notes the wagers of a void round that were counted in, of each link together: some systems count
    /// each sensor by itself.
    fn note_void(&mut self, round: &SettledRound<'_>) {
        let from = self.voids.len();
        let counted = |e: &&ManagerEvent| e.kind == ManagerKind::CoinIn && !e.amount.is_zero();
        for event in round.manager.iter().filter(counted) {
            // Sums beyond the range of money stay apart.
            let own = self.voids[from..].iter_mut().find_map(|void| {
                let sum = void.coin_in.amount.checked_add(event.amount);
                sum.filter(|_| void.coin_in.link == event.link).map(|sum| (void, sum))
            });
            if let Some((void, sum)) = own {
                void.coin_ins.push((event.seq, event.amount));
                void.coin_in.amount = sum;
                continue;
            }
            self.voids.push(VoidRound {
                period: round.period,
                table: round.table_id,
                round: round.round,
                coin_in: event.clone(),
                coin_ins: SmallVec::from_elem((event.seq, event.amount), 1),
                is_declared: round.is_declared_void(),
                stands: round.progressive_stands(),
                is_from_meter: round.rules.ruling("reserve_of_void_round") == "from-meter",
            });
        }
    }

    /// Takes in what another part of the record left.
    pub fn merge(&mut self, other: Self) {
        self.hands.extend(other.hands);
        self.rounds.extend(other.rounds);
        self.voids.extend(other.voids);
        self.signs.merge(other.signs);
        for (table, skews) in other.skews {
            skews.into_iter().for_each(|skew| self.note_skew(table, skew));
        }
        self.wins.merge(other.wins);
    }

    /// Notes what awards and reversals will be matched with; only a round of a link, or one named, has it.
    pub fn note(&mut self, round: &SettledRound<'_>) {
        self.wins.note(round);
        if round.table.links.is_empty() && round.manager.is_empty() {
            return;
        }
        self.tell(round);
        if let Some(skew) = skew(round) {
            self.note_skew(round.table_id, skew);
        }
        if round.is_void() {
            self.note_void(round);
        }
        let coin_ins = |link: LinkId| {
            let of_link = move |e: &&ManagerEvent| e.kind == ManagerKind::CoinIn && e.link == link;
            round.manager.iter().filter(of_link).map(|e| e.seq).collect()
        };
        let awards = round.manager.iter().filter(|e| e.kind == ManagerKind::Award);
        let of =
            |e: &ManagerEvent| (e.line, ((round.day, round.period), round.round, coin_ins(e.link)));
        self.rounds.extend(awards.map(of));
        for (link, settled) in round.meters() {
            self.note_hands(round, Some(link), settled);
        }
        if round.table.links.is_empty() {
            self.note_hands(round, None, round.settled);
        }
    }

    fn note_skew(&mut self, table: TableId, skew: i64) {
        let least = self.skews.entry(table).or_default();
        let at = least.partition_point(|of| *of <= skew);
        if at < least.inline_size() {
            least.insert(at, skew);
            least.truncate(least.inline_size());
        }
    }

    /// Notes the hands that win of a meter, by the settlement of it, and those that were given an award.
    fn note_hands(
        &mut self,
        round: &SettledRound<'_>,
        link: Option<LinkId>,
        settled: &[SettledHand],
    ) {
        let is_own = |e: &&ManagerEvent| Some(e.link) == link || !round.table.feeds(e.link);
        let own = || round.manager.iter().filter(is_own);
        let awards = own().filter(|e| e.kind == ManagerKind::Award);
        let mut awarded: SmallVec<[Seat; 2]> = awards.filter_map(|e| e.seat).collect();
        let skew = skew(round);
        let counted_in = own().find(|e| e.kind == ManagerKind::CoinIn).map_or(0, |e| e.seq);
        let at = round.wagered_at();
        let rules =
            link.map_or(round.rules, |link| round.subject.rules_of_at(round.table_id, link, at));
        let facts = |seat: Seat, hand: Option<AwardHand>| HandFacts {
            skew,
            counted_in,
            key: (round.period, round.table_id, round.round, seat),
            day: round.day,
            link,
            controller: round.controller.iter().cloned().collect(),
            holes: round.holes,
            lacks: if hand.is_none() { lacking(round, seat) } else { None },
            hand,
        };
        for (at, row, _) in round.players() {
            let settled = &settled[at];
            let is_awarded = awarded.contains(&row.seat);
            awarded.retain(|seat| *seat != row.seat);
            let fixed = fixed_award(round, link, row, settled);
            if !is_awarded && settled.meter_share.is_none() && fixed.is_none() {
                continue;
            }
            let cards = row.cards.as_slice();
            let in_words = |rank| rules.progressive_hand_in_words(rank, cards);
            let described = settled.rank.map_or_else(String::new, in_words);
            let hand = AwardHand {
                line: row.line,
                time: row.time,
                cards: row.cards.pretty(),
                described,
                share: settled.meter_share,
                fixed,
                stake: row.stake[Wager::Progressive],
                void: round.is_void(),
                is_declared: round.is_declared_void(),
                // Also a wager that was not made is known to win nothing.
                known: settled.testable.contains(Wager::Progressive),
            };
            self.hands.push(facts(row.seat, Some(hand)));
        }
        // An award at a seat without a hand still has its events on the controller.
        awarded.dedup();
        for seat in awarded {
            self.hands.push(facts(seat, None));
        }
    }

    /// Notes what reductions may claim: faults, and wagers of which the record does not decide what they win.
    fn tell(&mut self, round: &SettledRound<'_>) {
        for (link, settled) in round.meters() {
            for fault in round.controller.iter().filter(|e| e.kind == ControllerKind::Fault) {
                self.signs.fault(link, round.day, fault);
            }
            let mut staked = Sum::ZERO;
            for (at, row, _) in round.players() {
                let stake = row.stake[Wager::Progressive];
                staked = staked + stake;
                let is_indicated = settled[at].testable.contains(Wager::Progressive);
                if !is_indicated && !stake.is_zero() && !round.is_void() {
                    self.signs.undetermined(link, row.time, row.line);
                }
            }
            if let Some(hole) = uncounted(round, link, staked) {
                self.signs.uncounted(link, round.time, hole);
            }
        }
    }

    /// Matches everything; `listener` hears of each award, of hands without one, and of each reversal.
    pub(crate) fn settle_up(
        mut self,
        subject: &Subject,
        links: &mut [LinkMeters],
        holes: &Holes,
        listener: &mut impl Listener,
    ) -> Settled {
        let mut settled = Settled::default();
        self.hands.sort_by_key(|h| (h.key, h.link));
        self.voids.sort_by_key(|v| (v.period, v.table, v.round));
        for (link_id, meters) in (0_u16..).map(LinkId).zip(links.iter_mut()) {
            self.place_awards(meters);
            self.attach_hands(subject, meters);
            mark_backed_out(subject, meters);
            mark_repeated(meters, holes);
            mark_holes(meters, holes);
            let unpaid = self.unpaid(link_id).filter_map(|unpaid| {
                let hand = unpaid.hand.as_ref().filter(|h| !h.void && !h.stake.is_zero())?;
                Some((unpaid.key, hand.time, hand.share))
            });
            mark_misnamed(subject, link_id, meters, unpaid.collect());
            mark_due(subject, link_id, meters, holes);
        }
        // What no audited day has a part of is not tested.
        let is_audited = |event: &ManagerEvent| subject.engagement.day_of(event.time).is_some();
        let mut left = Vec::new();
        for (link_id, meters) in (0_u16..).map(LinkId).zip(links.iter()) {
            for award in meters.awards.all.iter().filter(|award| !award.is_aside) {
                listener.award(award);
            }
            for unpaid in self.unpaid(link_id) {
                let (hand, controller) = (unpaid.hand.clone(), unpaid.controller.clone());
                let unknown =
                    Award { holes: unpaid.holes, ..Award::new(link_id, unpaid.day, unpaid.key) };
                listener.award(&Award { hand, controller, ..unknown });
            }
            let mut reversed = Vec::new();
            let mut hear = |reversal: Reversal| {
                if is_audited(&reversal.event) {
                    let hole = reversal.hole.or(meters.unordered);
                    listener.reversal(&Reversal { hole, ..reversal.clone() });
                    reversed.push(reversal);
                }
            };
            let of = EndOfLink { subject, link_id, meters, holes };
            of.back_outs(&mut hear);
            of.void_rounds(&self.voids, &mut hear);
            left.push(reductions(&of, &self.signs, &reversed, self.wins(link_id), |change| {
                if is_audited(change.event) {
                    settled.reasoned_change(change);
                    listener.reasoned_change(change);
                }
            }));
            settled.reversals.extend(reversed);
        }
        for (meters, left) in links.iter_mut().zip(left) {
            meters.claims.left = left;
        }
        for lag in links.iter().flat_map(|meters| meters.lags(subject)) {
            if is_audited(lag.coin_in) {
                listener.lag(&lag);
            }
        }
        for overflow in links.iter().filter_map(|meters| meters.overflowed(subject, links)) {
            if is_audited(overflow.event) {
                listener.overflow(&overflow);
            }
        }
        documents(links, holes, |document| {
            if is_audited(document.event) {
                listener.document(document);
            }
        });
        settled
    }

    /// Gives each award the round that its event was put to, whatever it names.
    fn place_awards(&self, meters: &mut LinkMeters) {
        for award in &mut meters.awards.all {
            if let Some((on, round, coin_ins)) = self.rounds.get(&award.line()) {
                ((award.day, award.period), award.round) = (*on, *round);
                award.due.coin_ins.clone_from(coin_ins);
                award.is_aside = false;
            }
        }
    }

    /// Gives each award the hand at its seat, of its own link, and takes that off the list.
    fn attach_hands(&mut self, subject: &Subject, meters: &mut LinkMeters) {
        let mut claimed = vec![false; self.hands.len()];
        for award in meters.awards.all.iter_mut().filter(|award| !award.is_aside) {
            let table = subject.table(award.table);
            // An award of a link that the table does not feed is put beside the hands of the first that it does.
            let link = if table.feeds(award.link_id) { Some(award.link_id) } else { table.link() };
            let all = self.at(award.key(), link);
            let facts = &self.hands[all.clone()];
            // Manager events belong to the first instance of a round; where it has no hand, that may stand late.
            let Some(at) = facts.iter().position(|f| f.hand.is_some()).or(facts.first().map(|_| 0))
            else {
                continue;
            };
            let with_events = facts.iter().find(|f| !f.controller.is_empty());
            let with_events = with_events.unwrap_or(&facts[at]);
            award.controller.clone_from(&with_events.controller);
            (award.holes, award.lacks) = (facts[at].holes, facts[at].lacks);
            award.skew_micros = with_events.skew;
            let skews = self.skews.get(&award.table);
            award.least_skew_micros = skews.and_then(|least| least.get(2)).copied();
            if table.feeds(award.link_id) {
                award.hand.clone_from(&facts[at].hand);
                claimed[all.start + at] = true;
            }
        }
        let mut claimed = claimed.into_iter();
        self.hands.retain(|_| !claimed.next().unwrap_or(false));
    }

    /// The hands that won a share of a link's meter and that no award names.
    fn unpaid(&self, link: LinkId) -> impl Iterator<Item = &HandFacts> {
        self.hands
            .iter()
            .filter(move |h| h.link == Some(link) && h.hand.as_ref().is_some_and(AwardHand::wins))
    }

    fn wins(&self, link: LinkId) -> Vec<Win> {
        let win = |unpaid: &HandFacts| {
            let (period, table, round, seat) = unpaid.key;
            let hand = unpaid.hand.as_ref()?;
            let share = hand.share.filter(|_| !hand.void && hand.known && !hand.stake.is_zero())?;
            let (time, after) = (hand.time, unpaid.counted_in);
            let owed = Owed::Share(share);
            Some(Win { period, table, round, seat, time, after, owed })
        };
        self.unpaid(link).filter_map(win).collect()
    }

    fn at(&self, key: HandKey, link: Option<LinkId>) -> Range<usize> {
        let of = |h: &HandFacts| (h.key, h.link);
        let from = self.hands.partition_point(|h| of(h) < (key, link));
        from..from + self.hands[from..].iter().take_while(|h| of(h) == (key, link)).count()
    }
}

/// What a hand wins of a meter from which fixed awards come, too, and not out of the tray.
fn fixed_award(
    round: &SettledRound<'_>,
    link: Option<LinkId>,
    row: &HandRow,
    settled: &SettledHand,
) -> Option<Money> {
    let deducts = link.is_some_and(|link| round.subject.link(link).awards.deducts_fixed);
    let is_known = settled.testable.contains(Wager::Progressive) && !round.is_void();
    let owed = settled.owed[Wager::Progressive];
    let wins = settled.meter_share.is_none() && !row.stake[Wager::Progressive].is_zero();
    (deducts && is_known && wins && owed > Money::ZERO).then_some(owed)
}

/// What the hands journal lacks of a round, where it has no row of a seat that was given an award.
fn lacking(round: &SettledRound<'_>, seat: Seat) -> Option<Lack> {
    let mut coin_ins = round.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    if round.rows.is_empty() {
        let is_indicated = !round.controller.is_empty() || coin_ins.next().is_some();
        return is_indicated.then_some(Lack::Round);
    }
    let seat = seat.player().filter(|seat| round.without_row.contains(*seat))?;
    let is_counted_in = || {
        let staked: Sum = round.players().map(|(_, row, _)| row.stake[Wager::Progressive]).sum();
        coin_ins.map(|e| e.amount).sum::<Sum>() > staked
    };
    let started = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    started.map_or_else(is_counted_in, |event| event.lit.contains(seat)).then_some(Lack::Seat)
}

/// Marks awards for a hand that another award was recorded for, before or after.
fn mark_repeated(meters: &mut LinkMeters, holes: &Holes) {
    let all = &mut meters.awards.all;
    let mut seen = BTreeMap::<HandKey, (usize, bool)>::new();
    for at in 0..all.len() {
        let (key, stands) = (all[at].key(), !all[at].backed_out);
        let Some((earlier, one_stands)) = seen.get_mut(&key) else {
            seen.insert(key, (at, stands));
            continue;
        };
        let before = &mut all[*earlier];
        before.replaced = true;
        let (line, unexplained) = (before.line(), before.unexplained);
        let made = before.event.as_ref().map(|e| e.time);
        let award = &mut all[at];
        award.repeats = *one_stands;
        award.since_repeated = holes.in_manager(line, award.line()).or(unexplained);
        award.anew_after = made.filter(|_| !*one_stands);
        *earlier = at;
        *one_stands |= stands;
    }
}

/// What the clocks of manager and controller differ by, as a coin-in before the round's awards shows.
fn skew(round: &SettledRound<'_>) -> Option<i64> {
    let indicated =
        round.manager.iter().find(|e| matches!(e.kind, ManagerKind::CoinIn | ManagerKind::Award));
    let manager = indicated.filter(|e| e.kind == ManagerKind::CoinIn).map(|e| e.time);
    let controller = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let times = manager.zip(controller.map(|e| e.time));
    times.map(|(manager, controller)| {
        let skew = manager.micros_since(controller);
        i64::try_from(skew).expect("times of a calendar are less than 20,000 years apart")
    })
}

/// So soon after an award that empties the meter its reseed may stand beyond the record: the key of an SHFL link is back at RUN
/// within 120 seconds.
const RESEED_MICROS: i64 = 120 * 1_000_000;

/// So soon after an award that was a mistake its back-out may stand beyond the record, where that ends while the link is open.
const HOUR_MICROS: i64 = 3_600 * 1_000_000;

/// Marks where the events may be missing that should follow an award, and whose times are out of line.
fn mark_holes(meters: &mut LinkMeters, holes: &Holes) {
    let (unordered, is_cut) = (meters.unordered, meters.is_cut());
    for award in &mut meters.awards.all {
        let own = holes.out_of_line(JournalKind::Manager, award.line());
        let of_step = |e: &ControllerEvent| holes.out_of_line(JournalKind::Controller, e.line);
        award.clock = own.or_else(|| award.controller.iter().find_map(of_step));
        award.after = holes.manager_after(award.line()).or(unordered);
        let Some(event) = &award.event else { continue };
        if award.reseed.is_none() && !award.played_on {
            let beyond = || holes.ends_within(RESEED_MICROS, event);
            award.before_reseed = award.before_reseed.or(award.after).or_else(beyond);
        }
        if is_cut {
            award.after = award.after.or_else(|| holes.ends_within(HOUR_MICROS, event));
        }
    }
}
