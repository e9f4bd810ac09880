//! The header line of a journal: which of its columns holds what.

use super::error::ReadError;
use super::text;
use feltproof_model::Wager;
use feltproof_model::engagement::{JournalKind, TextEncoding};
use std::ops::RangeInclusive;

/// Which columns a journal has. Columns of money and cards belong to hands journals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// It says what each seat did.
    pub has_action: bool,
    /// It has the cards.
    pub has_cards: bool,
    /// It says whether a player's bank was offered to others.
    pub has_offered: bool,
    /// It has the collection fee of each seat.
    pub has_fee: bool,
    /// It has the stake of each wager, in the order of [`Wager::ALL`].
    pub stake: [bool; Wager::COUNT],
    /// It has what was returned for each wager, in the order of [`Wager::ALL`].
    pub returned: [bool; Wager::COUNT],
    /// Columns the canonical form does not know, in file order; not read.
    pub unmapped: Vec<String>,
    /// Columns that only some of the files of the journal have, each with the first file that lacks it: they
    /// count as missing.
    pub partial: Vec<(String, String)>,
}

impl Columns {
    /// The columns of a journal of several files, each with its name: those that all of them have. `None`
    /// without any file.
    pub fn of_all<'a>(files: impl IntoIterator<Item = (&'a str, &'a Self)>) -> Option<Self> {
        let files: Vec<(&str, &Self)> = files.into_iter().collect();
        let mut all = (*files.first()?.1).clone();
        let mut keep = |name: &str, has: fn(&mut Self, usize) -> &mut bool, at: usize| {
            let is_there = |of: &Self| *has(&mut of.clone(), at);
            let lacking = files.iter().find(|(_, of)| !is_there(of));
            if let Some((file, _)) = lacking.filter(|_| files.iter().any(|(_, of)| is_there(of))) {
                all.partial.push((name.to_owned(), (*file).to_owned()));
            }
            *has(&mut all, at) &= lacking.is_none();
        };
        keep("cards", |of, _| &mut of.has_cards, 0);
        keep("action", |of, _| &mut of.has_action, 0);
        keep("offered", |of, _| &mut of.has_offered, 0);
        keep("fee", |of, _| &mut of.has_fee, 0);
        for (at, wager) in Wager::ALL.into_iter().enumerate() {
            keep(wager.key(), |of, at| &mut of.stake[at], at);
            keep(wager.key_returned(), |of, at| &mut of.returned[at], at);
        }
        for (_, of) in files.iter().skip(1) {
            let new = of.unmapped.iter().filter(|name| !all.unmapped.contains(name));
            let new: Vec<String> = new.cloned().collect();
            all.unmapped.extend(new);
        }
        Some(all)
    }
}

/// Places of the columns of a hands journal, 0 the first.
#[derive(Clone, Debug)]
pub(super) struct HandsColumns {
    pub(super) round: usize,
    pub(super) time: usize,
    pub(super) table: usize,
    pub(super) dealer: usize,
    pub(super) seat: usize,
    pub(super) cards: Option<usize>,
    pub(super) action: Option<usize>,
    pub(super) offered: Option<usize>,
    pub(super) fee: Option<usize>,
    pub(super) stakes: Vec<(Wager, usize)>,
    pub(super) returned: Vec<(Wager, usize)>,
    /// The columns that all rows of a round repeat, where they are neighbours: round, time, table
    /// and dealer in any order.
    pub(super) repeated: Option<RangeInclusive<usize>>,
    /// What the columns after those hold, where these come first and every column is read.
    pub(super) after_repeated: Option<Vec<Cell>>,
}

/// What one field of a row holds beside the repeated columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Seat,
    Cards,
    Action,
    Offered,
    Fee,
    Stake(Wager),
    Returned(Wager),
}

/// Places of the columns of an event journal, 0 the first: a field for each column, by its name.
macro_rules! event_columns {
    ($columns:ident: $($required:ident)* $(, optional $($optional:ident)*)?) => {
        #[derive(Clone, Debug)]
        pub(super) struct $columns {
            $(pub(super) $required: usize,)*
            $($(pub(super) $optional: Option<usize>,)*)?
        }

        impl $columns {
            const REQUIRED: &[&str] = &[$(stringify!($required)),*];

            fn of(names: &mut Names) -> Self {
                Self {
                    $($required: names.required(stringify!($required)),)*
                    $($($optional: names.optional(stringify!($optional)),)*)?
                }
            }
        }
    };
}

event_columns!(ControllerColumns: seq time table round event seat value actor);
event_columns!(ManagerColumns:
    seq time link level event table round seat amount display reserve actor reason document,
    optional value in_meter
);
event_columns!(ShufflerColumns: seq time table round event packet cards value);
event_columns!(BankColumns: time event amount balance, optional document note);

/// The places by kind of journal.
#[derive(Clone, Debug)]
pub(super) enum Places {
    Hands(HandsColumns),
    Controller(ControllerColumns),
    Manager(ManagerColumns),
    Shuffler(ShufflerColumns),
    Bank(BankColumns),
}

/// A header understood.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// Number of columns, unmapped ones included.
    pub(super) width: usize,
    pub(super) places: Places,
    pub(super) columns: Columns,
}

/// Where the header stands, for messages.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) line: u64,
    pub(super) kind: JournalKind,
    pub(super) encoding: TextEncoding,
    /// Its records have running numbers.
    pub(super) is_numbered: bool,
}

/// The column of running numbers, and what to say of a journal that has none.
const NO_NUMBERS: &str =
    "seq (where records have no running numbers, say sequence = \"none\" in [[journal]])";

const HANDS: &[&str] = &["round", "time", "table", "dealer", "seat"];

/// Names of columns, each looked up once; what nobody asked for is unmapped.
struct Names {
    found: Vec<String>,
    known: Vec<bool>,
}

impl Names {
    fn optional(&mut self, name: &str) -> Option<usize> {
        let at = self.found.iter().position(|n| n == name)?;
        if let Some(known) = self.known.get_mut(at) {
            *known = true;
        }
        Some(at)
    }

    /// The place of a column that is there: the caller has asked for missing ones before.
    fn required(&mut self, name: &str) -> usize {
        self.optional(name).unwrap_or(usize::MAX)
    }

    /// Leaves a column unread that was looked up.
    fn forget(&mut self, name: &str) {
        for (found, known) in self.found.iter().zip(&mut self.known) {
            *known &= found != name;
        }
    }

    fn unmapped(&self) -> Vec<String> {
        let pairs = self.found.iter().zip(&self.known).enumerate();
        pairs
            .filter(|(_, (_, known))| !**known)
            .map(|(at, (name, _))| {
                if name.is_empty() { format!("column {} (no name)", at + 1) } else { name.clone() }
            })
            .collect()
    }
}

/// Reads the header record (without its line ending).
///
/// # Errors
/// When a column is missing or named twice, or the record is not text.
pub(super) fn read(record: &[u8], source: Source<'_>) -> Result<Header, ReadError> {
    let mut names = names(record, source)?;
    refuse_other_kind(&names, source)?;
    let needed = needed(source.kind);
    let is_needed = |name: &&str| source.is_numbered || *name != "seq";
    let missing = needed.iter().copied().filter(is_needed);
    let missing: Vec<&str> = missing.filter(|n| !names.found.iter().any(|f| f == n)).collect();
    if !missing.is_empty() {
        return Err(ReadError::MissingColumns {
            file: source.file.to_owned(),
            line: source.line,
            kind: source.kind.name(),
            needed: needed.join(", "),
            missing: match missing.as_slice() {
                ["seq"] => NO_NUMBERS.to_owned(),
                _ => missing.join(", "),
            },
            found: text::printable_list(&names.found),
        });
    }
    let mut columns = Columns::default();
    let places = match source.kind {
        JournalKind::Hands => Places::Hands(hands(&mut names, &mut columns)),
        JournalKind::Controller => Places::Controller(ControllerColumns::of(&mut names)),
        JournalKind::Manager => Places::Manager(ManagerColumns::of(&mut names)),
        JournalKind::Shuffler => Places::Shuffler(ShufflerColumns::of(&mut names)),
        JournalKind::Bank => Places::Bank(BankColumns::of(&mut names)),
    };
    columns.has_cards |= source.kind == JournalKind::Shuffler;
    if !source.is_numbered {
        names.forget("seq");
    }
    columns.unmapped = names.unmapped();
    refuse_duplicates(&names, source)?;
    Ok(Header { width: names.found.len(), places, columns })
}

/// The columns without which a journal of this kind cannot be read.
pub(crate) const fn needed(kind: JournalKind) -> &'static [&'static str] {
    match kind {
        JournalKind::Hands => HANDS,
        JournalKind::Controller => ControllerColumns::REQUIRED,
        JournalKind::Manager => ManagerColumns::REQUIRED,
        JournalKind::Shuffler => ShufflerColumns::REQUIRED,
        JournalKind::Bank => BankColumns::REQUIRED,
    }
}

/// All columns of a journal of this kind, in the order in which a row is read fastest.
pub(crate) fn canonical_columns(kind: JournalKind) -> Vec<&'static str> {
    match kind {
        JournalKind::Hands => {
            let stakes = Wager::ALL.into_iter().filter(|w| w.is_staked() || *w == Wager::Bank);
            let stakes = stakes.map(Wager::key);
            let returned = Wager::ALL.into_iter().map(Wager::key_returned);
            let first = HANDS.iter().copied().chain(["cards", "action"]);
            first.chain(stakes).chain(returned).chain(["offered", "fee"]).collect()
        }
        JournalKind::Manager => {
            ManagerColumns::REQUIRED.iter().copied().chain(["value", "in_meter"]).collect()
        }
        JournalKind::Bank => {
            BankColumns::REQUIRED.iter().copied().chain(["document", "note"]).collect()
        }
        _ => needed(kind).to_vec(),
    }
}

/// A header that is whole, but that of another kind of journal: two files stand under each other's
/// name. Where it has the columns of both, it is the one that needs more of them: a manager journal
/// may have all that a controller journal needs.
fn refuse_other_kind(names: &Names, source: Source<'_>) -> Result<(), ReadError> {
    let fits = |kind: &JournalKind| {
        needed(*kind).iter().all(|column| names.found.iter().any(|found| found == column))
    };
    let own = if fits(&source.kind) { needed(source.kind).len() } else { 0 };
    let other = JournalKind::ALL.into_iter().filter(|kind| *kind != source.kind && fits(kind));
    match other.max_by_key(|kind| needed(*kind).len()) {
        Some(other) if needed(other).len() > own => Err(ReadError::OtherKind {
            file: source.file.to_owned(),
            line: source.line,
            kind: source.kind.name(),
            other: other.name(),
        }),
        _ => Ok(()),
    }
}

fn names(record: &[u8], source: Source<'_>) -> Result<Names, ReadError> {
    let not_text = |what: &str| ReadError::NotText {
        file: source.file.to_owned(),
        line: source.line,
        what: what.to_owned(),
    };
    let mut machine = csv::ReaderBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(record);
    let mut fields = csv::ByteRecord::new();
    machine
        .read_byte_record(&mut fields)
        .map_err(|_| not_text("the header cannot be read as CSV; save the file as CSV again"))?;
    let found: Vec<String> = fields.iter().map(|f| text::raw(f, source.encoding)).collect();
    let known = vec![false; found.len()];
    Ok(Names { found, known })
}

/// A column that is read must not stand twice: which of the two counts would be luck.
fn refuse_duplicates(names: &Names, source: Source<'_>) -> Result<(), ReadError> {
    for (first, name) in names.found.iter().enumerate() {
        if names.known.get(first) != Some(&true) {
            continue;
        }
        if let Some(more) = names.found.iter().skip(first + 1).position(|n| n == name) {
            return Err(ReadError::DuplicateColumn {
                file: source.file.to_owned(),
                line: source.line,
                column: name.clone(),
                first: first + 1,
                second: first + more + 2,
            });
        }
    }
    Ok(())
}

fn hands(names: &mut Names, columns: &mut Columns) -> HandsColumns {
    let (mut stakes, mut returned) = (Vec::new(), Vec::new());
    for (place, wager) in Wager::ALL.into_iter().enumerate() {
        // Envy and the automatic bonus are payments without a stake of their own.
        if (wager.is_staked() || wager == Wager::Bank)
            && let Some(at) = names.optional(wager.key())
        {
            stakes.push((wager, at));
            columns.stake[place] = true;
        }
        if let Some(at) = names.optional(wager.key_returned()) {
            returned.push((wager, at));
            columns.returned[place] = true;
        }
    }
    let (round, time) = (names.required("round"), names.required("time"));
    let (table, dealer) = (names.required("table"), names.required("dealer"));
    let mut places = HandsColumns {
        round,
        time,
        table,
        dealer,
        repeated: neighbours([round, time, table, dealer]),
        after_repeated: None,
        seat: names.required("seat"),
        cards: names.optional("cards"),
        action: names.optional("action"),
        offered: names.optional("offered"),
        fee: names.optional("fee"),
        stakes,
        returned,
    };
    places.after_repeated = places.cells(names.found.len());
    columns.has_cards = places.cards.is_some();
    columns.has_action = places.action.is_some();
    columns.has_offered = places.offered.is_some();
    columns.has_fee = places.fee.is_some();
    places
}

impl HandsColumns {
    /// What every column after the repeated ones holds, if these come first and there is none that is
    /// not read.
    fn cells(&self, width: usize) -> Option<Vec<Cell>> {
        let first = self.repeated.clone().filter(|run| *run.start() == 0)?.end() + 1;
        let cell = |at: usize| -> Option<Cell> {
            let of = |list: &[(Wager, usize)]| list.iter().find(|(_, c)| *c == at).map(|(w, _)| *w);
            match at {
                _ if at == self.seat => Some(Cell::Seat),
                _ if Some(at) == self.cards => Some(Cell::Cards),
                _ if Some(at) == self.action => Some(Cell::Action),
                _ if Some(at) == self.offered => Some(Cell::Offered),
                _ if Some(at) == self.fee => Some(Cell::Fee),
                _ => (of(&self.stakes).map(Cell::Stake))
                    .or_else(|| of(&self.returned).map(Cell::Returned)),
            }
        };
        (first..width).map(cell).collect()
    }
}

/// First and last of these different columns, when there is no other between them.
fn neighbours<const N: usize>(mut columns: [usize; N]) -> Option<RangeInclusive<usize>> {
    columns.sort_unstable();
    let (first, last) = (*columns.first()?, *columns.last()?);
    (last - first == N - 1).then_some(first..=last)
}
