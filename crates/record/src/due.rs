//! What an award should have met, where that is not what its meter displayed.

use crate::hole::Hole;
use feltproof_model::{Money, Seat, TableId, Timestamp};
use smallvec::SmallVec;

/// What an award should have met, where that is not what its meter displayed.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// The coin-in of its own round stands after it.
    pub coin_in: Option<LateCoinIn>,
    /// The meter had been emptied, and what should have been put back stands after it.
    pub reseed: Option<LateReseed>,
    /// Where it was taken out of order, the awards of its round in the order of the procedure.
    pub in_order: Vec<Turn>,
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
