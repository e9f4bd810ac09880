//! The records of the journals, understood; and those that were not.

use crate::card::{Card, CardList};
use crate::engagement::{LinkId, TableId};
use crate::money::Money;
use crate::seat::{Seat, SeatSet};
use crate::time::Timestamp;
use crate::wager::WagerMap;
use crate::words::words;
use compact_str::CompactString;

/// What a seat did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stayed in the round with a Play wager.
    Play,
    /// Folded.
    Fold,
    /// The dealer's or banker's own row.
    Deal,
    /// The round was declared void.
    Void,
    /// The journal has no actions (cards only).
    Unrecorded,
}

/// What a row may say besides in a card room in which players keep the bank, and the house lives by fees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Of a player banker: whether the position was offered to the other players before this round.
    pub offered: Option<bool>,
    /// The collection fee that the seat paid for this round.
    pub fee: Option<Money>,
}

/// One record of a hands journal: one seat in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandRow {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// When the round was settled.
    pub time: Timestamp,
    /// Which position.
    pub seat: Seat,
    /// What it did.
    pub action: Action,
    /// Its cards, possibly none or a wrong number.
    pub cards: CardList,
    /// What a card room in which players keep the bank records besides.
    pub extras: Extras,
    /// Final stakes; zero where no wager was made.
    pub stake: WagerMap,
    /// What was handed back; envy payments stand under [`crate::Wager::Envy`].
    pub returned: WagerMap,
}

words! {
    /// What a controller event is. The closed list of `crates/intake/README.md`.
    pub enum ControllerKind {
        /// COIN IN or START GAME: the lit sensors are the progressive wagers.
        CoinIn = "coin_in",
        /// The hand button of a seat: pressed once selects, pressed again undoes.
        HandButton = "hand_button",
        /// The supervisor's key turned to JPH.
        KeyJph = "key_jph",
        /// The J-POT button.
        JPot = "j_pot",
        /// The key turned back to RUN (SHFL).
        KeyRun = "key_run",
        /// CONFIRM (Nexus).
        Confirm = "confirm",
        /// A Supervisor card swiped.
        SupervisorCard = "supervisor_card",
        /// An Executive card swiped.
        ExecutiveCard = "executive_card",
        /// GAME OVER or END GAME.
        EndGame = "end_game",
        /// The round was declared void.
        Void = "void",
        /// A communication, sensor or power fault.
        Fault = "fault",
        /// The shuffler was set to the mode in `value`, from this round on.
        ShufflerMode = "shuffler_mode",
    }
}

/// The hands that a hand button may select: those that the paytable of a progressive may name. The
/// closed list of `crates/intake/README.md`; `engine` tests that it is whole.
pub const HAND_BUTTONS: [&str; 16] = [
    "four_aces",
    "royal_flush",
    "straight_flush_or_higher",
    "four_of_a_kind",
    "straight_flush",
    "full_house",
    "three_aces",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pair",
    "pair_of_aces",
    "pair_of_kings_or_better",
    "pair_of_queens_or_better",
    "pair_of_jacks_or_better",
    "pair",
];

/// One record of a controller journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerEvent {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// The controller's own running number.
    pub seq: u64,
    /// When.
    pub time: Timestamp,
    /// Which table.
    pub table: TableId,
    /// Which round.
    pub round: u32,
    /// What.
    pub kind: ControllerKind,
    /// Whose seat, for hand buttons.
    pub seat: Option<Seat>,
    /// Lit sensors, for coin-ins; empty otherwise.
    pub lit: SeatSet,
    /// The hand selected, one of [`HAND_BUTTONS`], or free text.
    pub value: CompactString,
    /// Who.
    pub actor: CompactString,
}

words! {
    /// What a manager event is. The closed list of `crates/intake/README.md`.
    pub enum ManagerKind {
        /// The meters were read; nothing changed.
        Reading = "reading",
        /// The link was opened for play.
        Open = "open",
        /// The link was closed.
        Close = "close",
        /// Progressive wagers of one round; the amount is the money wagered.
        CoinIn = "coin_in",
        /// A share of the meter was won; the amount is the prize.
        Award = "award",
        /// A fixed prize was paid from the tray; the amount is the prize. The meter stays as it is.
        TrayPay = "tray_pay",
        /// The meter went back to its base; the amount is what was added.
        Reseed = "reseed",
        /// A manual adjustment of the meter; the amount has its sign.
        Adjustment = "adjustment",
        /// A manual adjustment of the reserve; the amount has its sign.
        ReserveAdjustment = "reserve_adjustment",
        /// What a full meter of another link passed on to this one; the amount is what was added.
        Overflow = "overflow",
        /// A setting was changed; `value` says `setting=new value`.
        Config = "config",
    }
}

impl ManagerKind {
    /// True for what is changed by hand.
    pub const fn is_adjustment(self) -> bool {
        matches!(self, Self::Adjustment | Self::ReserveAdjustment)
    }
}

/// One record of a manager journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagerEvent {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// The manager's own running number; it orders the tables of a link.
    pub seq: u64,
    /// When.
    pub time: Timestamp,
    /// Which link.
    pub link: LinkId,
    /// Of an award, the share level that it names, by its place among those of the link.
    pub share: Option<u8>,
    /// What.
    pub kind: ManagerKind,
    /// Which table, for coin-ins and awards.
    pub table: Option<TableId>,
    /// Which round, for coin-ins and awards.
    pub round: Option<u32>,
    /// Whose seat, for awards.
    pub seat: Option<Seat>,
    /// Amount of the event; zero where the event has none.
    pub amount: Money,
    /// Displayed meter after the event.
    pub display: Money,
    /// Reserve after the event.
    pub reserve: Money,
    /// Who.
    pub actor: CompactString,
    /// Reason code.
    pub reason: CompactString,
    /// Document number.
    pub document: CompactString,
    /// `setting=new value`, for configuration changes.
    pub value: CompactString,
    /// The in-meter after the event: the running count of all wagers of the link. `None` where it is not written.
    pub in_meter: Option<Money>,
}

words! {
    /// What a shuffler event is. The closed list of `crates/intake/README.md`.
    pub enum ShufflerKind {
        /// A whole deck, in the order in which it leaves the shuffler.
        Deck = "deck",
        /// One packet of a deck, in the order of dispensing.
        Packet = "packet",
        /// The shuffler was set to the mode in `value`.
        Mode = "mode",
        /// The shuffler reported the fault in `value`.
        Fault = "fault",
    }
}

/// The most cards that one record of a shuffler may hold: a dozen more than a deck has, so that a
/// deck with too many is still recorded as what it was.
pub const DECK_CARDS_MAX: usize = 64;

/// One record of a shuffler journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShufflerEvent {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// The shuffler system's own running number.
    pub seq: u64,
    /// When.
    pub time: Timestamp,
    /// Which table.
    pub table: TableId,
    /// For which round, where the record says so.
    pub round: Option<u32>,
    /// What.
    pub kind: ShufflerKind,
    /// Which packet of its deck, 1 the first; 0 for everything else.
    pub packet: u8,
    /// Its cards, the first to leave first; possibly a wrong number. Apart from the event, so that
    /// events without cards stay small.
    pub cards: Box<[Card]>,
    /// The mode or the fault.
    pub value: CompactString,
}

words! {
    /// What a record of a bank account is.
    pub enum BankKind {
        /// Money put in.
        Deposit = "deposit",
        /// Money taken out, for awards as a rule.
        Withdrawal = "withdrawal",
        /// Interest that the bank paid.
        Interest = "interest",
        /// A fee that the bank took.
        Fee = "fee",
        /// What the account held; nothing moved.
        Balance = "balance",
    }
}

/// One record of a bank journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankEvent {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// When the bank booked it.
    pub time: Timestamp,
    /// What.
    pub kind: BankKind,
    /// How much, without sign; zero for a balance.
    pub amount: Money,
    /// What the account held after it, where the record says so.
    pub balance: Option<Money>,
    /// Document number.
    pub document: CompactString,
    /// Free text.
    pub note: CompactString,
}

impl BankEvent {
    /// What it changed, with its sign.
    pub const fn change(&self) -> Money {
        match self.kind {
            BankKind::Deposit | BankKind::Interest => self.amount,
            BankKind::Withdrawal | BankKind::Fee => self.amount.negated(),
            BankKind::Balance => Money::ZERO,
        }
    }
}

/// A record that could not be understood. It is kept whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The journal, by its place in [`crate::Engagement::journals`].
    pub journal: u16,
    /// First line of the record.
    pub line: u32,
    /// The record as it stands in the file (bytes that are not text shown as `\xNN`).
    pub raw: String,
    /// Why it could not be understood: one sentence with the value and the remedy.
    pub reason: String,
    /// Its time is one that the clock was set forward past.
    pub is_skipped: bool,
}
