//! Awards of a meter, each with the hand that won it; either of the two may be missing.

use crate::hole::{Hole, RoundHoles};
use crate::meter::Drawn;
use crate::period::Period;
use feltproof_model::{
    CauseKey, ControllerEvent, ControllerKind, LinkId, ManagerEvent, Money, Rate, Seat, TableId,
    Timestamp,
};
use smallvec::SmallVec;

/// What is known of one award, or of a hand that should have one.
#[derive(Clone, Debug)]
pub struct Award {
    /// Which link.
    pub link_id: LinkId,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    pub(crate) period: Period,
    /// It is of no round of the audited days: it is known for what was reversed of it, and not tested.
    pub(crate) is_aside: bool,
    /// Which table.
    pub table: TableId,
    /// Which round.
    pub round: u32,
    /// Which seat.
    pub seat: Seat,
    /// The award in the manager journal.
    pub event: Option<ManagerEvent>,
    /// The displayed meter just before the award; where all awards of a round are taken of one reading, before the
    /// first of them.
    pub display_before: Money,
    /// The reseed after it, if one followed.
    pub reseed: Option<Reseed>,
    /// True when the link played on before that reseed, or without one.
    pub played_on: bool,
    /// Where records of its round may be missing.
    pub holes: RoundHoles,
    /// Where an event of its meter may be missing just before it, so that what was displayed is not known.
    pub before: Option<Hole>,
    /// Wagers may not be recorded at all: none of its link was counted in before it, and its meter gained some.
    pub(crate) uncounted: Option<Hole>,
    /// Where events of its meter may be missing after it, and with them its back-out.
    pub after: Option<Hole>,
    /// Where its reseed may be missing: after it, and before anything shows that the link played on.
    pub before_reseed: Option<Hole>,
    /// An adjustment that may be its back-out and does not say so.
    pub unexplained: Option<Hole>,
    /// Where the back-out of the award that it repeats may be missing.
    pub since_repeated: Option<Hole>,
    /// Its time, or that of a controller event of its round, is out of line.
    pub clock: Option<Hole>,
    /// By how many micro-seconds the manager told of the round's coin-in later than the controller,
    /// which is what their clocks differ by; `None` where either does not tell of it.
    pub skew_micros: Option<i64>,
    /// The third least of what it is at the rounds of the table: clocks that vary show by how much.
    pub least_skew_micros: Option<i64>,
    /// What the hands journal lacks of the round, so that no hand can be told for it.
    pub lacks: Option<Lack>,
    /// The hand that it was made for, where it names another: the two differ in table, round or seat alone.
    pub(crate) meant: Option<HandKey>,
    /// The hand at the seat, when the hands journal has the round.
    pub hand: Option<AwardHand>,
    /// True when it took a share of the meter, after which nothing is reseeded.
    pub partial: bool,
    /// Controller events of the round, in order.
    pub controller: SmallVec<[ControllerEvent; 4]>,
    /// True when accounting backed the award out.
    pub backed_out: bool,
    /// It did so after the audited days: it stands when they end.
    pub(crate) backed_out_later: bool,
    /// True when an earlier award for the same hand stands.
    pub repeats: bool,
    /// When the award before it for the same hand was made, if all before were backed out.
    pub anew_after: Option<Timestamp>,
    /// True when a later award was recorded for the same hand.
    pub replaced: bool,
    /// What it should have met, where that is not what its meter displayed.
    pub due: Due,
}

/// The reseed that followed an award.
#[derive(Clone, Copy, Debug)]
pub struct Reseed {
    /// What it added.
    pub added: Money,
    /// When it was recorded.
    pub at: Timestamp,
    pub(crate) seq: u64,
    /// By how much the recorded reserve went down with it.
    pub(crate) taken: Money,
    /// What it drew from the reserve.
    pub(crate) drawn: Drawn,
}

/// What the hands journal lacks of the round of an award, as other records of that round tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Every row of it: it was started, or its wagers were counted in.
    Round,
    /// The row of the seat: it is lit at COIN IN, or more was counted in than the other hands wagered.
    Seat,
}

/// The hand behind an award.
#[derive(Clone, Debug, Default)]
pub struct AwardHand {
    /// Line in the hands journal.
    pub line: u32,
    /// When.
    pub time: Timestamp,
    /// The cards, for the explanation.
    pub cards: String,
    /// What they are worth, in words.
    pub described: String,
    /// The share of the meter the hand wins with a progressive wager.
    pub share: Option<Rate>,
    /// The fixed amount that it wins of a meter from which fixed awards come, too.
    pub fixed: Option<Money>,
    /// The progressive wager.
    pub stake: Money,
    /// True when the round was void.
    pub void: bool,
    /// True when somebody declared it void.
    pub is_declared: bool,
    /// True when the record decides what the progressive wager wins.
    pub known: bool,
}

impl AwardHand {
    /// True where it wins a share of the meter, or a fixed amount that comes off it.
    pub fn wins(&self) -> bool {
        self.share.is_some() || self.fixed.is_some()
    }
}

impl Award {
    /// An award as the manager journal has it, or the hand that should have one; nothing else is known.
    pub(crate) fn new(link_id: LinkId, day: u16, (period, table, round, seat): HandKey) -> Self {
        Self {
            link_id,
            day,
            period,
            is_aside: false,
            table,
            round,
            seat,
            event: None,
            display_before: Money::ZERO,
            reseed: None,
            played_on: false,
            holes: RoundHoles::default(),
            before: None,
            uncounted: None,
            after: None,
            before_reseed: None,
            unexplained: None,
            since_repeated: None,
            clock: None,
            skew_micros: None,
            least_skew_micros: None,
            lacks: None,
            meant: None,
            hand: None,
            partial: false,
            controller: SmallVec::new(),
            backed_out: false,
            backed_out_later: false,
            repeats: false,
            anew_after: None,
            replaced: false,
            due: Due::default(),
        }
    }

    /// When the wagers of its round were registered; where no COIN IN is on record, when it was taken or its hand settled.
    pub fn wagered_at(&self) -> Timestamp {
        let start = self.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
        let taken = self.event.as_ref().map(|event| event.time);
        let settled = self.hand.as_ref().map(|hand| hand.time);
        start.map(|e| e.time).or(taken).or(settled).unwrap_or(Timestamp(0))
    }

    /// What the reseed after it added; nothing where none followed.
    pub(crate) fn added(&self) -> Money {
        self.reseed.map_or(Money::ZERO, |reseed| reseed.added)
    }

    /// What that reseed drew from the reserve; nothing where none followed.
    pub(crate) fn drawn(&self) -> Drawn {
        self.reseed.map_or_else(Drawn::default, |reseed| reseed.drawn)
    }

    /// What its meter should have displayed before it.
    pub fn met(&self) -> Option<Money> {
        let display = self.due.coin_in.map_or(self.display_before, |late| late.display);
        display.checked_add(self.due.reseed.map_or(Money::ZERO, |late| late.adds))
    }

    /// Where an event may be missing that would explain an award of another amount than is owed; wagers
    /// that are not recorded explain one that is higher.
    pub fn unknown_display(&self, owed: Money) -> Option<Hole> {
        self.before.or(self.uncounted.filter(|_| self.amount() > owed))
    }

    /// The share that it is owed of the meter, where its hand is known and the award stands.
    pub(crate) fn standing_share(&self) -> Option<Rate> {
        let hand = self.hand.as_ref()?;
        let stands = !self.backed_out && !self.repeats && !hand.void && hand.known;
        hand.share.filter(|_| stands && !hand.stake.is_zero())
    }

    pub(crate) fn line(&self) -> u32 {
        self.event.as_ref().map_or(0, |event| event.line)
    }

    pub(crate) fn seq(&self) -> u64 {
        self.event.as_ref().map_or(0, |event| event.seq)
    }

    /// What it took from the meter; nothing where it is not on record.
    pub fn amount(&self) -> Money {
        self.event.as_ref().map_or(Money::ZERO, |event| event.amount)
    }

    /// That its record names another hand than the one it was made for.
    pub fn meant_for(&self) -> Option<CauseKey> {
        let day = self.day;
        self.meant.map(|(_, table, round, _)| CauseKey::Award { day, table, round })
    }

    pub(crate) const fn key(&self) -> HandKey {
        (self.period, self.table, self.round, self.seat)
    }
}

/// Period, table, round, seat.
pub(crate) type HandKey = (Period, TableId, u32, Seat);

/// What an award should have met, where that is not what its meter displayed.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// The coin-in of its own round stands after it.
    pub coin_in: Option<LateCoinIn>,
    /// The meter had been emptied, and what should have been put back stands after it.
    pub reseed: Option<LateReseed>,
    /// Where it stands among the awards of its round.
    pub in_round: InRound,
    /// The award of another table of the link that was taken before it though it was completed later.
    pub overtaken: Option<Overtaken>,
    /// The running numbers of the coin-ins of its round.
    pub(crate) coin_ins: SmallVec<[u64; 2]>,
    /// When the event before it on its meter was recorded.
    pub(crate) met_since: Option<Timestamp>,
}

/// The coin-in of the own round of an award, recorded after it.
#[derive(Clone, Copy, Debug)]
pub struct LateCoinIn {
    /// Its line.
    pub line: u32,
    /// What the meter would have shown with it, before the award.
    pub display: Money,
    /// Where a coin-in of the round may stand before the award, or the award's own place is not known.
    pub hole: Option<Hole>,
    pub(crate) seq: u64,
}

/// What was to be put back before an award.
#[derive(Clone, Copy, Debug)]
pub struct LateReseed {
    /// Line of the award that emptied the meter.
    pub of: u32,
    /// What was put back afterwards; where nothing was, seed and reserve.
    pub adds: Money,
    /// Why `adds` was put back: the award before was a mistake and was backed out later.
    pub is_back_out: bool,
    /// Where the reseed may stand before the award.
    pub hole: Option<Hole>,
}

/// Where an award stands among those of its round that were not backed out.
#[derive(Clone, Debug, Default)]
pub enum InRound {
    /// It is the first of them, or the only one; also one that was backed out or repeats another.
    #[default]
    First,
    /// It follows another rightly.
    InTurn,
    /// It follows that of a seat which comes after it.
    Behind {
        /// That seat.
        after: Seat,
        /// The awards of the round in the right order; empty where the record does not say what each is owed.
        turns: Vec<Turn>,
    },
    /// It follows that of a seat, and the record does not say which of the two comes first.
    Undetermined {
        /// That seat.
        after: Seat,
    },
}

/// One award in the order of the procedure.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Where the winner plays.
    pub table: TableId,
    /// The winner.
    pub seat: Seat,
    /// What is owed in that order; `None` where wagers counted in between leave it open.
    pub owed: Option<Money>,
    /// What was awarded.
    pub paid: Money,
}

/// An award that was taken before another though it was completed later.
#[derive(Clone, Debug)]
pub struct Overtaken {
    /// Line of the award that was taken first.
    pub by: u32,
    /// When each was completed on its controller: the one overtaken, and the one taken first.
    pub completed: (Timestamp, Timestamp),
    /// Both in the order in which they were completed; empty where the record does not say what each is owed.
    pub turns: Vec<Turn>,
}
