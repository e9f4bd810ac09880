//! What the record says: journals put together into rounds, meters and awards, each as the facts that
//! checks judge.
//!
//! Nothing here judges, and nothing here knows a law. The journals are followed once, in order
//! ([`Follower`]); rounds come back and are settled ([`settled_round`]); everything else is heard by a
//! [`Listener`] as it comes, or at the end. What stands where: `README.md`.

mod aside;
mod assemble;
mod award;
mod award_order;
mod bank;
mod clocks;
mod copies;
mod coverage;
mod cuts;
mod documents;
mod follow;
mod held;
mod hole;
mod holes;
mod line;
mod listener;
mod lowered;
mod matching;
pub mod meter;
mod misnamed;
mod numbered;
mod offset;
mod open_rounds;
mod owed;
mod pace;
mod parts;
mod period;
mod procedure;
mod reductions;
mod registers;
mod resolve;
mod reversals;
mod round;
mod round_line;
mod row_queue;
mod sequence;
mod settled;
mod staked;
mod subject;
mod tenure;
mod tie_out;
mod turn;
mod unexplained;

pub use assemble::is_of_round;
pub use award::{
    Award, AwardHand, Due, InRound, Lack, LateCoinIn, LateReseed, Overtaken, Reseed, Turn,
};
pub use bank::{BankBalance, BankDays, BankFact};
pub use clocks::clocks_beside;
pub use copies::Copied;
pub use cuts::Cuts;
pub use documents::DocumentUse;
pub use follow::Follower;
pub use hole::{Hole, HoleOf, RoundHoles};
pub use line::{OutOfLine, Run};
pub use listener::{Listener, ShufflerRecord};
pub use matching::Register;
pub use meter::{Lag, MeterEvent, Overflowed};
pub use procedure::{Confirmed, Departure, confirmations};
pub use reductions::{Claimed, ReasonedChange};
pub use reversals::{Matter, Reversal};
pub use round::{ClosedRounds, LateWagers, LinkHours, Round, ShufflerMode};
pub use sequence::{JournalRecord, RecordFact};
pub use settled::{SettledRound, settled_round};
pub use subject::{SettleFn, Subject, SubjectError};
pub use tenure::Tenure;
pub use tie_out::TieOut;
