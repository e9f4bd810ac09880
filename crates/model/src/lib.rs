//! The vocabulary of Feltproof as types. One word, one meaning.
//!
//! This crate holds what every other crate talks about and nothing that acts: no files, no clock,
//! no rules of a game, no regulation, no wire format. Each reader and writer owns its own format.
//!
//! # Glossary
//!
//! | word | meaning here |
//! |---|---|
//! | **round** | one cycle at one table, from first wager to settlement; the unit of replay |
//! | **hand** | the cards of one position in a round |
//! | **seat** | a betting position; the house dealer and the player banker have their own |
//! | **wager / stake** | a named bet (`ante`, `super_bonus`, `play`, `queens_up` ...) / the money on it |
//! | **returned** | chips handed back for a wager: stake plus winnings, the stake alone on a push, nothing on a loss |
//! | **to / for** | odds "3 to 1" leave the stake with the player, "3 for 1" include it |
//! | **paytable** | approved list of outcome -> odds, fixed amount, or share of a meter |
//! | **settlement** | what the reference says each wager is owed |
//! | **recorded / expected** | what the log says / what the reference says |
//! | **link** | the tables that feed one progressive; **level**: one of its prizes with its own meter |
//! | **meter** | the displayed prize money of a level |
//! | **seed** | the base amount a meter starts from (the word is the progressive's alone; a generator has an `rng_seed`) |
//! | **reseed** | the return of a meter to its base, plus the whole reserve, after a 100 % award |
//! | **contribution** | the share of each progressive wager that goes to the meter |
//! | **reserve** | the pool, fed by its own share of each wager, that is added at the next reseed |
//! | **overflow, limit** | contributions above the limit of a meter, and that limit |
//! | **coin-in** | the progressive wagers registered at the start of a round |
//! | **award** | a win of a level, whole or share; **tray pay**: a fixed award paid by the dealer |
//! | **envy** | fixed payment to the others at the table who made the progressive wager, when someone's hand qualifies |
//! | **back-out** | reversal of a confirmed award by manual adjustments; meter and reserve then stand where they stood before the award, plus the contributions since |
//! | **manual adjustment** | a meter change not caused by a wager, award, reseed or back-out; needs a reason and a document |
//! | **journal** | one log file of one source; **event**: one record in it; **locus**: file and line |
//! | **problem** | a record that could not be understood |
//! | **check** | one automated audit procedure with a code; **exception**: one departure it found, with a locus |
//! | **control** | one demand of a regulation, with citation, status and the checks that answer it; **rule pack**: all controls of one authority, dated |
//! | **cause** | what explains many exceptions at once: a meter at another rate, a column in cents; each is one finding |
//! | **finding** | all exceptions of one check under one control, or of one cause: condition, criteria, effect, count tested |
//! | **engagement** | the scope of one audit: property, period, tables, games, links, packs, journals |
//! | **workpaper** | the whole ordered evidence behind a report |
//! | **house file** | what never changes from day to day, in one file that the engagements of single days extend |
//! | **ruling** | the reading chosen where a source document leaves a point open, with its default and source |
//! | **gaming day** | the property's accounting day; not midnight to midnight |
//!
//! Units stand last in a name (`amount_micros`, `latency_ms_max`).

pub mod analysis;
pub mod card;
mod cause;
mod cause_key;
mod check_family;
mod control;
mod daily_figure;
mod departures;
pub mod engagement;
mod engagement_line;
pub mod event;
pub mod exception;
mod file_lines;
mod hand_rows;
mod journal;
mod law_stated;
mod link;
pub mod money;
mod previous;
mod rate;
mod register;
mod response;
pub mod seat;
mod table_terms;
pub mod time;
mod untested;
pub mod wager;
pub mod waiver;
mod words;
pub mod workpaper;

pub use card::{Card, CardList, write_pretty};
pub use cause::{Cause, Explained};
pub use cause_key::{AmountColumn, CauseKey, Place};
pub use check_family::CheckFamily;
pub use compact_str::CompactString;
pub use daily_figure::{DailyFigure, FigureOf};
pub use departures::{Departure, Departures};
pub use engagement::{Engagement, LinkId, TableId};
pub use engagement_line::{EngagementLine, beside};
pub use event::{
    Action, BankEvent, BankKind, ControllerEvent, ControllerKind, Extras, HAND_BUTTONS, HandRow,
    ManagerEvent, ManagerKind, Problem, ShufflerEvent, ShufflerKind,
};
pub use exception::{Exception, Extent, FallsUnder, ListedException, Locus, Party};
pub use file_lines::FileLines;
pub use hand_rows::{HandRows, NewAmounts, RowHead, Rows};
pub use law_stated::{Answer, COUNTED, Confirmed, ConfirmedPart, ConfirmedValue, Inspected, Means};
pub use money::{Money, Sum};
pub use previous::{CarriedLink, FindingKey, Previous, StandingAward};
pub use rate::{Rate, Rounding};
pub use register::{
    MeterDay, RegisterEntry, RegisteredAdjustment, RegisteredAward, RegisteredBackOut,
    RegisteredReseed, Registers, Wagered,
};
pub use response::Response;
pub use seat::{SEAT_MAX, Seat, SeatSet};
pub use time::{Date, Timestamp};
pub use untested::{Recorded, UntestedPayment, UntestedPayments};
pub use wager::{Wager, WagerMap, WagerSet};
