//! Why a record is not understood: every reason there is, its values apart, and the one sentence of each.

use super::text::{NotText, printable};
use crate::zone::TimeFault;
use feltproof_model::engagement::TextEncoding;
use feltproof_model::money::MoneyError;
use feltproof_sheets::{QUOTED_BYTES_MAX, QuoteFault};
use std::fmt::{self, Display, Formatter};

/// A value as a sentence shows it. All are equal: two faults are when they are one reason, whatever their values.
#[derive(Clone, Debug)]
pub(crate) struct Shown(String);

impl Shown {
    /// A field on one line, cut to a readable length.
    pub(crate) fn of(field: &[u8]) -> Self {
        Self(printable(field))
    }

    /// What is short already.
    pub(crate) fn as_is(value: impl Display) -> Self {
        Self(value.to_string())
    }
}

impl PartialEq for Shown {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Shown {}

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is read of a record, or why it is not understood.
pub(crate) type Understood<T> = Result<T, Box<Fault>>;

/// What an amount does wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AmountFault {
    #[error("is empty, and this record needs it; add the dollar amount")]
    Empty,
    #[error("is `{0}`, and an amount here has no sign; correct the record")]
    Signed(Shown),
    #[error("is `{0}`, which {1}; write decimal dollars without separators")]
    NotMoney(Shown, MoneyError),
}

/// Why a record is not understood; two are equal when they are one reason, whatever their values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    // The record as a whole.
    #[error(
        "the quote opened on line {opened} {}; close it at the end of its field and double quotes within \
         (reading goes on at line {next})",
        not_closed(*.how)
    )]
    Quote { opened: Shown, how: QuoteFault, next: Shown },
    #[error(
        "byte {byte} of the record is NUL, so the file was damaged or is not UTF-8 or Windows-1252; export \
         it again"
    )]
    Nul { byte: Shown },
    #[error(
        "the record has {fields} fields, but the header has {columns} columns; the file ends here without a \
         line end and may be cut off, export it again"
    )]
    CutOff { fields: Shown, columns: Shown },
    #[error(
        "the record has {fields} fields, but the header has {columns} columns; quote fields that hold \
         commas, and give every column its field"
    )]
    Width { fields: Shown, columns: Shown },

    // A text.
    #[error(
        "column `{column}` has the byte \\x{byte} as number {place}, which is not UTF-8; declare encoding = \
         \"windows-1252\" for this journal or export it as UTF-8"
    )]
    NotUtf8 { column: &'static str, byte: Shown, place: Shown },
    #[error(
        "column `{column}` has the byte \\x{byte} as number {place}, which is not a character of \
         Windows-1252; declare encoding = \"utf-8\" for this journal or correct the record"
    )]
    NotWindows1252 { column: &'static str, byte: Shown, place: Shown },

    #[error(
        "{column} is `{value}`, which {why}; leave the field empty if it stands for nothing, or read the file by \
         a profile (feltproof inspect FILE --write-profile) with null_values = [{quoted}] under [file] if it \
         stands for nothing, and {quoted} = {quoted} under [words.{column}] if it is the value"
    )]
    NoText { column: &'static str, value: Shown, why: &'static str, quoted: Shown },

    // A value of any journal.
    #[error(
        "round is `{0}`, not a whole number from 1 to 4294967295; give the number of the round at its table"
    )]
    Round(Shown),
    #[error(
        "seq is `{0}`, not a whole number from 0 to 18446744073709551615; give the source's own running \
         number"
    )]
    Seq(Shown),
    #[error(
        "seat is `{0}`, which is none of 1 to 9, D (dealer), B1 to B9 (player banker at a seat) or B \
         (player banker); correct the record"
    )]
    Seat(Shown),
    #[error("event `{event}` needs the seat of a player, and seat is empty; add it")]
    NoSeat { event: &'static str },
    #[error(
        "event `{event}` needs the seat of a player, 1 to 9, and seat is `{seat}`; correct the record"
    )]
    NoPlayer { event: &'static str, seat: Shown },
    #[error(
        "table is `{table}`, but the tables of the engagement are {known}; correct the record or declare the \
         table"
    )]
    Table { table: Shown, known: Shown },
    #[error("{column} {fault}")]
    Amount { column: &'static str, fault: AmountFault },
    #[error("time `{time}` {fault}; correct the record or the journal's zone")]
    Time { time: Shown, fault: TimeFault },
    #[error(
        "time `{0}` happened twice, since the clock was set back; export times with an offset or declare \
         repeated_hour for this journal"
    )]
    TimeTwice(Shown),
    #[error(
        "event is `{event}`, but the events of a {of} are {}; correct the record",
        .known.join(", ")
    )]
    Event { event: Shown, of: &'static str, known: &'static [&'static str] },

    // A row of hands.
    #[error(
        "action of seat {0} is `{1}`, but a dealer or banker has `deal` or `void`; correct the seat or the \
         action"
    )]
    ActionOfHouse(Shown, Shown),
    #[error(
        "action of seat {0} is `{1}`, which is none of `play`, `fold` and `void`; correct the record"
    )]
    ActionOfPlayer(Shown, Shown),
    #[error(
        "offered of seat {0} is `{1}`, which is neither `yes` nor `no`; correct the record, or leave the \
         field empty where it is not known"
    )]
    Offered(Shown, Shown),
    #[error(
        "offered of seat {0} is `{1}`, but only the row of a player banker says whether the bank was \
         offered; correct the seat or empty the field"
    )]
    OfferedToPlayer(Shown, Shown),
    #[error("cards `{cards}` {what}; write cards as in As Ks Qs Js 2d")]
    Cards { cards: Shown, what: Shown },
    #[error(
        "{column} of seat {seat} is `{amount}`, but {why}; correct the seat or empty the field"
    )]
    MoneyOfSeat { column: &'static str, seat: Shown, amount: Shown, why: &'static str },

    // An event of a controller.
    #[error(
        "value of hand_button is empty, so the hand selected is not known; write which of {known}"
    )]
    NoHand { known: Shown },
    #[error(
        "value of hand_button is `{hand}`{near}, but the hands that a progressive pays are {known}; correct \
         the record"
    )]
    Hand { hand: Shown, near: Shown, known: Shown },
    #[error(
        "value of coin_in is `{0}`, which is not a list of seats 1 to 9, each once, with spaces between; \
         write the lit sensors as in 1 3 6"
    )]
    Lit(Shown),
    #[error(
        "value of shuffler_mode is empty, so the mode set is not known; write it as the engagement does, as \
         in Four Card Poker"
    )]
    NoMode,

    // A record of a manager or of a bank.
    #[error(
        "value of config is `{0}`, which does not say setting=new value; write it as in seed=3000.00"
    )]
    Config(Shown),
    #[error(
        "link is `{link}`, but the links of the engagement are {known}; correct the record or declare the \
         link"
    )]
    Link { link: Shown, known: Shown },
    #[error(
        "level is `{level}`, which is a share of a meter of link {link}: event `{event}` is of the meter; \
         name the meter's level or correct the event"
    )]
    LevelOfShare { level: Shown, link: Shown, event: &'static str },
    #[error(
        "level is `{level}`, but the level of link {link} is {known}; correct the record or the engagement"
    )]
    OneLevel { level: Shown, link: Shown, known: Shown },
    #[error(
        "level is `{level}`, but the levels of link {link} are {known}; correct the record or the engagement"
    )]
    Level { level: Shown, link: Shown, known: Shown },
    #[error("event `{event}` needs a {column}, and {column} is empty; add it")]
    NotNamed { event: &'static str, column: &'static str },
    #[error(
        "amount is `{amount}`, but event `{event}` moves no money; empty the field or correct the event"
    )]
    MovesNoMoney { event: &'static str, amount: Shown },
    #[error("amount is empty, and event `{event}` needs it; add the dollar amount")]
    NoAmount { event: &'static str },
    #[error("balance is empty, and event `balance` says nothing else; add the dollar amount")]
    NoBalance,

    // An event of a shuffler.
    #[error(
        "packet is `{packet}`, but event `{event}` is of no packet; empty the field or correct the event"
    )]
    OfNoPacket { event: &'static str, packet: Shown },
    #[error(
        "packet is `{packet}`, not a whole number from 1 to {most}; give the place of the packet in its \
         deck, 1 for the first dispensed"
    )]
    Packet { packet: Shown, most: u8 },
    #[error(
        "cards are `{cards}`, but event `{event}` has none; empty the field or correct the event"
    )]
    OfNoCards { event: &'static str, cards: Shown },
    #[error(
        "cards of the {event} have `{word}`, which is not a card such as As or Td; write cards as in As Ks \
         Qs Js 2d"
    )]
    NoCard { event: &'static str, word: Shown },
    #[error("cards of the {event} are empty, so what left the shuffler is not known; add them")]
    NoCards { event: &'static str },
    #[error(
        "the {event} has {count} cards, and a record of one has at most {most}; write one {event} a record"
    )]
    ManyCards { event: &'static str, count: Shown, most: usize },
    #[error("value of {event} is empty, so it is not known which; write it as in {such_as}")]
    Unsaid { event: &'static str, such_as: &'static str },

    // A row of an export, by its profile.
    #[error(
        "the row has {cells} cells, but the header has {columns} columns, and the file ends in it without a \
         line end: it may be cut off, export it again"
    )]
    RowCutOff { cells: Shown, columns: Shown },
    #[error(
        "the row has `{cell}` as cell {place}, but the header has {columns} columns; quote cells that hold \
         the delimiter, or correct [file] of {profile} (trailing_delimiter = true, if one ends every row)"
    )]
    CellBeyond { cell: Shown, place: Shown, columns: Shown, profile: String },
    #[error(
        "the row has {cells} cells, the last `{last}`, but by trailing_delimiter of {profile} it has the \
         {columns} of the header and an empty one; correct the row, or [file]"
    )]
    TrailingCell { cells: Shown, last: Shown, columns: Shown, profile: String },
    #[error(
        "{from} is empty, and no row above it says what [fill] of {profile} could repeat: it is the first row, or \
         stands under a blank row, a header, a row left out or one that cannot be read; write the value in the cell"
    )]
    NothingAbove { from: Origin, profile: String },
    #[error(
        "{from} is empty, and other columns of its group in [fill] of {profile} are not, so nobody can say whether \
         a block begins here; write the value in the cell, or give each column that goes on by itself a list of \
         its own: down = [[\"...\"], [\"...\"]]"
    )]
    FilledInPart { from: Origin, profile: String },
    #[error(
        "column `{present}` is empty, so the seat took no part, but its `{target}` is `{value}`; correct \
         `present` of {profile}, or the record"
    )]
    TookNoPart { present: String, target: &'static str, value: Shown, profile: String },
    #[error(
        "the row is marked, its `{mark}` is `{value}`, and {profile} does not say what that means: if such rows \
         are no records, add ignore = [{{ column = \"{mark}\", is = [{quoted}] }}] under [rows]; if a word of \
         action with it means void, name both columns there, as in action = [\"Action\", \"{mark}\"], and the \
         words of both under [words.action]; if it means nothing, add marked = \"as-others\" under [rows]"
    )]
    Marked { mark: String, value: Shown, quoted: Shown, profile: String },
    #[error(
        "{from} is `{value}`, which {why}; correct {by}, by which it is `{target}`, or the record"
    )]
    Cell { from: Origin, value: Shown, why: String, by: Line, target: &'static str },
    #[error(
        "{from} is `{value}`, which {why}: if it stands for nothing, list it under [file] of {profile} \
         (null_values = [{quoted}]){otherwise}"
    )]
    NoValue {
        from: Origin,
        value: Shown,
        why: &'static str,
        quoted: Shown,
        profile: String,
        otherwise: Otherwise,
    },
    #[error("{fault} (`{target}` comes from {from} by {by})")]
    Translated { fault: Box<Self>, target: &'static str, from: Origin, by: Line },
}

/// What else mends a cell that may stand for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// It is the value of this column.
    Value { target: &'static str, quoted: Shown },
    /// It can be none of this column.
    NoValueOf(&'static str),
    /// It says whether a row, or a seat of it, is a record.
    Decides { key: &'static str, by: Line },
}

impl Display for Otherwise {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { target, quoted } => write!(
                f,
                "; if it is what `{target}` says, add {quoted} = {quoted} under [words.{target}]"
            ),
            Self::NoValueOf(target) => write!(f, "; else correct the record (it is `{target}`)"),
            Self::Decides { key, by } => {
                write!(f, "; else correct the record ({by} decides by it: `{key}`)")
            }
        }
    }
}

const fn not_closed(how: QuoteFault) -> &'static str {
    const {
        assert!(QUOTED_BYTES_MAX == 65536, "the sentence below states it");
    }
    match how {
        QuoteFault::NotClosed => "is not closed before the end of the file",
        QuoteFault::TooLong => "is not closed within 65536 bytes",
        QuoteFault::TextAfter => {
            "is closed in the middle of its field, with more text after it (where a backslash stands before \
             quotes, state `escape` under [file] of a profile)"
        }
    }
}

/// Where a value of an export comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Column {
        number: usize,
        letters: String,
        name: String,
    },
    /// The profile itself says it.
    Constant,
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column { number, letters, name } => {
                write!(f, "column {number} ({letters}) `{name}`")
            }
            Self::Constant => f.write_str("the constant"),
        }
    }
}

/// A line of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) line: u32,
    pub(crate) profile: String,
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of {}", self.line, self.profile)
    }
}

impl From<NotText> for Box<Fault> {
    fn from(NotText { column, byte, place, encoding }: NotText) -> Self {
        let (byte, place) = (Shown(format!("{byte:02X}")), Shown::as_is(place));
        Self::new(match encoding {
            TextEncoding::Utf8 => Fault::NotUtf8 { column, byte, place },
            TextEncoding::Windows1252 => Fault::NotWindows1252 { column, byte, place },
        })
    }
}

impl Fault {
    /// The canonical column whose value is at fault, where one alone is.
    pub(crate) const fn column(&self) -> Option<&'static str> {
        Some(match self {
            Self::Round(_) => "round",
            Self::Seq(_) => "seq",
            Self::Seat(_) => "seat",
            Self::Table { .. } => "table",
            Self::Amount { column, .. }
            | Self::MoneyOfSeat { column, .. }
            | Self::NoText { column, .. } => column,
            Self::Time { .. } | Self::TimeTwice(_) => "time",
            Self::Event { .. }
            | Self::NoSeat { .. }
            | Self::NoPlayer { .. }
            | Self::NotNamed { .. } => "event",
            Self::ActionOfHouse(..) | Self::ActionOfPlayer(..) => "action",
            Self::Offered(..) | Self::OfferedToPlayer(..) => "offered",
            Self::Cards { .. }
            | Self::OfNoCards { .. }
            | Self::NoCard { .. }
            | Self::NoCards { .. } => "cards",
            Self::NoHand { .. }
            | Self::Hand { .. }
            | Self::Lit(_)
            | Self::NoMode
            | Self::Config(_)
            | Self::Unsaid { .. } => "value",
            Self::Link { .. } => "link",
            Self::LevelOfShare { .. } | Self::OneLevel { .. } | Self::Level { .. } => "level",
            Self::MovesNoMoney { .. } | Self::NoAmount { .. } => "amount",
            Self::NoBalance => "balance",
            Self::OfNoPacket { .. } | Self::Packet { .. } => "packet",
            Self::Quote { .. }
            | Self::Nul { .. }
            | Self::CutOff { .. }
            | Self::Width { .. }
            | Self::NotUtf8 { .. }
            | Self::NotWindows1252 { .. }
            | Self::ManyCards { .. }
            | Self::RowCutOff { .. }
            | Self::CellBeyond { .. }
            | Self::TrailingCell { .. }
            | Self::NothingAbove { .. }
            | Self::FilledInPart { .. }
            | Self::TookNoPart { .. }
            | Self::Marked { .. }
            | Self::Cell { .. }
            | Self::NoValue { .. }
            | Self::Translated { .. } => return None,
        })
    }
}
