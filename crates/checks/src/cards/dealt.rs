//! The cards of one round as the tests of randomness take them, or why they do not.

use crate::case::RoundCase;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Action, ControllerKind, HandRow, Timestamp, Wager};
use feltproof_stats::deal::{Layout, NO_CATEGORY, PACKETS_MAX};
use smallvec::SmallVec;

pub(super) const PACK: usize = feltproof_model::Card::PACK as usize;
/// Cards of a hand whose categories are known ([`super::CATEGORIES_OF_FIVE`]).
const HAND: usize = 5;

/// Why a round is left out of the tests of randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LeftOut {
    /// It was void: some of its cards were dealt wrongly.
    Void,
    /// Its number was there before.
    Repeated,
    /// A record beside its rows could not be understood.
    Unreadable,
    /// A hand that was dealt has no cards on record.
    Withheld,
    /// A hand has a wrong number of cards, or the round has too many hands.
    WrongCount,
    /// A card or a seat stands in it twice.
    Twice,
}

impl LeftOut {
    /// Each in words after "rounds", in the order of the list, in which they are looked for.
    pub(crate) const WORDS: [&'static str; 6] = [
        "that were void",
        "whose number was there before",
        "beside a record that could not be understood",
        "that lack the cards of a hand that was dealt",
        "with a wrong number of cards in a hand",
        "with a card or a seat twice",
    ];
}

/// One round for the tests of randomness.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    pub(super) table: u16,
    pub(super) day: u16,
    pub(super) round: u32,
    pub(super) time: Timestamp,
    /// The mode of the shuffler was set in the round.
    pub(super) sets_mode: bool,
    /// Hands of players whose action is on record, and how many of them folded.
    pub(super) acted: u8,
    pub(super) folded: u8,
    /// Hands of players with an Ante whose return is on record, and how many of them lost it.
    pub(super) staked: u8,
    pub(super) lost: u8,
    pub(super) left_out: Option<LeftOut>,
    pub(super) layout: Layout,
    /// Its cards hand by hand; the rest is nothing.
    pub(super) cards: [u8; PACK],
    pub(super) categories: [u8; PACKETS_MAX as usize],
}

/// Places of the rows as packets are handed out: seats from the lowest, the opponent's hand last.
pub(crate) fn dealing_order(case: &RoundCase<'_>) -> SmallVec<[usize; 10]> {
    let mut places: SmallVec<[usize; 10]> = (0..case.rows.len()).collect();
    let last = |row: &HandRow| case.rules.is_opponent(row.seat);
    places.sort_by_key(|at| (last(&case.rows[*at]), case.rows[*at].seat));
    places
}

impl Dealt {
    pub(crate) fn of(case: &RoundCase<'_>) -> Self {
        let mut dealt = Self {
            table: case.table_id.0,
            day: case.day,
            round: case.round,
            time: case.time,
            sets_mode: case.controller.iter().any(|e| e.kind == ControllerKind::ShufflerMode),
            acted: 0,
            folded: 0,
            staked: 0,
            lost: 0,
            left_out: None,
            layout: Layout::Ordered { dealt: 1 },
            cards: [0; PACK],
            categories: [NO_CATEGORY; PACKETS_MAX as usize],
        };
        if !case.is_void() {
            dealt.note_outcomes(case);
        }
        dealt.left_out = dealt.take(case).err();
        dealt
    }

    fn note_outcomes(&mut self, case: &RoundCase<'_>) {
        let returned = case.scope.has_returned(Wager::Ante);
        for (_, row, _) in case.players() {
            self.acted += u8::from(row.action != Action::Unrecorded);
            self.folded += u8::from(row.action == Action::Fold);
            if returned && !row.stake[Wager::Ante].is_zero() {
                self.staked += 1;
                self.lost += u8::from(row.returned[Wager::Ante].is_zero());
            }
        }
    }

    fn take(&mut self, case: &RoundCase<'_>) -> Result<(), LeftOut> {
        if case.is_void() {
            return Err(LeftOut::Void);
        }
        if case.repeated {
            return Err(LeftOut::Repeated);
        }
        if case.may_lack_a_hand() {
            return Err(LeftOut::Unreadable);
        }
        let has_opponent = case.opponent_row().is_some();
        if !has_opponent || case.rows.iter().any(|row| row.cards.is_empty()) {
            return Err(LeftOut::Withheld);
        }
        let order = dealing_order(case);
        let sound = |row: &HandRow| row.cards.len() == case.rules.cards_for(row.seat);
        if !case.rows.iter().all(sound) || order.len() > self.categories.len() {
            return Err(LeftOut::WrongCount);
        }
        let (mut seen, mut count, mut before) = (0_u64, 0, None);
        for (zone, at) in order.iter().enumerate() {
            let row = &case.rows[*at];
            if before.replace(row.seat) == Some(row.seat) {
                return Err(LeftOut::Twice);
            }
            for card in row.cards.as_slice() {
                let number = card.number();
                if seen & 1 << number != 0 {
                    return Err(LeftOut::Twice);
                }
                seen |= 1 << number;
                // So many different cards fit.
                self.cards[count] = number;
                count += 1;
            }
            if row.cards.len() == HAND
                && let Some(rank) = case.settled[*at].rank
            {
                self.categories[zone] = rank.category() as u8;
            }
        }
        self.layout = layout(case, &order).ok_or(LeftOut::WrongCount)?;
        Ok(())
    }
}

/// The packets of the round: all of one size, but for the last.
fn layout(case: &RoundCase<'_>, order: &[usize]) -> Option<Layout> {
    let size = |at: &usize| u8::try_from(case.rows[*at].cards.len()).ok();
    let (first, last) = (size(order.first()?)?, size(order.last()?)?);
    let packets = u8::try_from(order.len()).ok()?;
    let even = order[..order.len() - 1].iter().all(|at| size(at) == Some(first));
    let layout = Layout::packets(packets, first).with_last(last);
    let in_order = case.scope.cards_in_order(JournalKind::Hands);
    even.then(|| if in_order { layout.in_order() } else { layout })
}
