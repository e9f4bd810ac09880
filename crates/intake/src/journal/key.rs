//! What records are put in order by, where a file has them in another.

use feltproof_model::{LinkId, Seat, TableId, Timestamp};

/// Of one record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) line: u32,
    pub(super) time: Timestamp,
    /// Its second reading, where the order of the records must tell.
    pub(super) second: Option<Timestamp>,
    /// Of events; 0 where they have none.
    pub(super) seq: u64,
    pub(super) table: Option<TableId>,
    pub(super) link: Option<LinkId>,
    pub(super) round: Option<u32>,
    /// Of rows of hands.
    pub(super) seat: Option<Seat>,
}
