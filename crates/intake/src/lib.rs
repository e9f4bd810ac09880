//! Turns an engagement file and its journals into `model` values, and every unreadable record into
//! a problem.
//!
//! This crate never judges: whether a record is right is the business of `checks`. Reading never
//! fails on content; an `Err` is about the outside world (an input that cannot be read, a header
//! without a required column, an engagement that contradicts itself). No file is opened here: the
//! caller brings text and readers. The formats are described in this crate's `README.md`.
//!
//! | file | what it does |
//! |---|---|
//! | `engagement/` | the engagement file, all its errors at once |
//! | `zone` | local time to points in time and back |
//! | `journal/reader` | blocks of bytes in, blocks of records out, in order |
//! | `profile/` | exports of other programs: which column holds what, and how it writes values |
//! | `guess/` | what an export is, by looking at it, and a profile for it |
//! | `samples/` | decks, numbers and draws for the tests of randomness |
//! | `seen/` | what the records say of the engagement they belong to, before there is one |
//! | `journal/kinds/` | what each kind of journal is: its columns, a record into one `model` value, and back |
//! | `journal/header` | which column is what |
//! | `journal/readable` | whether enough of each journal could be read |

mod canonical;
pub mod engagement;
mod guess;
pub mod journal;
mod profile;
pub mod samples;
mod seen;
mod zone;

pub use canonical::{CanonicalForm, CanonicalWriter};
pub use engagement::{Defined, house_file, parse_engagement, parse_engagement_with};
pub use feltproof_toml::{BLANK, members, peek};
pub use guess::{ColumnGuess, Guess, Sample, Word, quoted};
pub use journal::{
    Block, ColumnNames, Columns, Content, EventHead, Evidence, Export, Fragment, HandsBlock,
    JournalReader, ReadError, Readable, Records,
};
pub use profile::Profile;
pub use seen::{Clock, LinkSeen, Quiet, Seen, Stakes, TableSeen};
pub use zone::Zone;
