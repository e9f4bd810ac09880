//! What an export is, by looking at it: which journal, which column is what, how its values are written,
//! and what only the user can say.
//!
//! Nothing is invented: what follows from names and values without a rival is certain, all else is asked.
//! Each file here states the rules by which it judges.
//!
//! | file | what it tells |
//! |---|---|
//! | `sample` | the rows that are looked at |
//! | `lines`, `split` | rows that are no records, or of another journal |
//! | `marks` | rows of a sheet that are marked |
//! | `nothing` | words that may stand for nothing |
//! | `blocks` | columns that only the first row of a block fills |
//! | `facts`, `amounts`, `moments`, `notations` | what the values of a column are, and how they are written |
//! | `names`, `bets`, `vocabulary` | what the names of columns, and words in them, mean |
//! | `wide`, `unfold` | columns for each seat, put together |
//! | `header`, `unnamed` | files without column names |
//! | `agree`, `fit`, `payments`, `backward` | which column is which canonical column |
//! | `kind` | which journal the file is |
//! | `order` | in which order the rows stand |
//! | `words`, `requested` | words to be translated, and all that is asked |
//! | `write`, `forms` | the mapping profile |

mod agree;
mod amounts;
mod backward;
mod bets;
mod blocks;
mod facts;
mod fit;
mod forms;
pub(crate) mod header;
mod kind;
mod lines;
mod marks;
pub(crate) mod moments;
mod names;
mod notations;
mod nothing;
mod order;
mod payments;
mod requested;
mod sample;
mod split;
mod unfold;
mod unnamed;
mod vocabulary;
mod wide;
mod words;
mod write;

pub use forms::quoted;
pub use sample::Sample;
pub use words::Word;

use crate::journal::Standing;
use crate::journal::kinds::{self, Presence, Value};
use amounts::Amounts;
use blocks::Block;
use facts::Facts;
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Format, Kind, letters};
use fit::{Column, Fit};
use kind::Kinds;
use lines::Lines;
use notations::Notation;
use nothing::Nothing;
use requested::Requested;
use sample::Row;
use unfold::Wide;

/// What a file or sheet is.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The journal that it is, or is most likely; `None`: none that is known.
    pub kind: Option<JournalKind>,
    /// All journals that it may be.
    pub may_be: Vec<JournalKind>,
    /// Its columns, in order; those of each seat as one.
    pub columns: Vec<ColumnGuess>,
    /// How its rows and columns are arranged, where it is not a header above a row for each record.
    pub shape: Vec<String>,
    /// Rows that are no records, in words.
    pub left_out: Vec<String>,
    /// What only the user can say, each a sentence.
    pub requested: Vec<String>,
    /// Canonical columns without a source: those that the journal needs.
    pub needed: Vec<&'static str>,
    /// Canonical columns without a source that may be missing, though something is not tested then.
    pub optional: Vec<&'static str>,
    found: Found,
}

/// What a column of a file is.
#[derive(Clone, Debug)]
pub struct ColumnGuess {
    /// Its name; its number where it has none.
    pub name: String,
    /// As spreadsheets call it.
    pub letters: String,
    /// Up to three different values.
    pub examples: Vec<String>,
    /// How many values are not empty, and how many are.
    pub filled: usize,
    /// See [`Self::filled`].
    pub empty: usize,
    /// What its values are.
    pub values: String,
    /// The canonical column that it is, certainly or perhaps.
    pub target: Option<&'static str>,
    /// There is no doubt about that.
    pub is_certain: bool,
    /// Why, or why not.
    pub why: String,
    /// Words that must be translated.
    pub words: Vec<Word>,
}

/// What the profile is written from.
#[derive(Clone, Debug)]
struct Found {
    names: Vec<String>,
    columns: Vec<Column>,
    wide: Option<Wide>,
    fit: Option<Fit>,
    /// The journal that it is nearest to, where it is none.
    nearest: Option<Fit>,
    format: Format,
    amounts: Option<Amounts>,
    notation: Option<Notation>,
    left_out: Vec<Ignored>,
    nothings: Vec<Nothing>,
    blocks: Vec<Block>,
    requested: Requested,
    header_row: Option<u64>,
    header_rows: usize,
    has_names: bool,
    next_header: Option<u64>,
    /// How the rows stand, where that can be told.
    standing: Option<Standing>,
    /// Its times are flagged as UTC.
    is_utc: bool,
}

/// Rows that a profile leaves out: by this value of this column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ignored {
    /// Its place in the file.
    column: usize,
    value: String,
    /// It cannot be a record: it lacks what every record has.
    is_certain: bool,
}

impl Ignored {
    fn has(&self, row: &Row) -> bool {
        row.cell(self.column) == self.value
    }
}

impl Guess {
    /// What a sample of a file of this format is; `stated` is the journal that the user says it is.
    pub fn of(sample: &Sample, stated: Option<JournalKind>, format: &Format) -> Self {
        let (nothings, sample) = &nothing::of(sample);
        let lines = Lines::of(sample);
        let mut records = lines.records.clone();
        let (mut columns, mut kinds) = looked_at(sample, &records, format);
        let others = |kind| split::others(kind, &kinds, &columns, &records);
        let foreign = stated.map(others).unwrap_or_default();
        if !foreign.is_empty() {
            records.retain(|row| !foreign.iter().any(|of| of.is_certain && of.has(row)));
            (columns, kinds) = looked_at(sample, &records, format);
        }
        let blocks = blocks::of((&kinds, stated), &columns, sample, &records);
        let filled = blocks::filled(&blocks, sample, &records);
        if blocks.iter().any(|block| block.is_certain) {
            records = filled.iter().collect();
            (columns, kinds) = looked_at(sample, &records, format);
        }
        let is_other = |kind: &JournalKind| *kind != JournalKind::Hands;
        let may_be = !stated.iter().chain(&kinds.may_be).any(is_other);
        let unfolded = may_be.then(|| unfold::of(sample, &records, &columns, format)).flatten();
        let (columns, kinds, own, wide) = match unfolded {
            Some(of) => (of.columns, of.kinds, Some(of.rows), Some(of.wide)),
            None => (columns, kinds, None, None),
        };
        let rows = own.as_ref().map_or_else(|| records.clone(), |rows| rows.iter().collect());
        let kind = stated.or_else(|| kinds.may_be.first().and(kinds.fits.first()).map(|f| f.kind));
        let (fit, others): (Vec<Fit>, Vec<Fit>) =
            kinds.fits.into_iter().partition(|fit| Some(fit.kind) == kind);
        let fit = fit.into_iter().next();
        let nearest = others.into_iter().next().filter(|_| fit.is_none());
        let may_be = stated.map_or(kinds.may_be, |kind| vec![kind]);
        let amounts = fit.as_ref().and_then(|fit| fit.amounts(&columns));
        let notation = fit.as_ref().and_then(|fit| fit.notation(&columns, &rows));
        let totals = fit.iter().flat_map(|fit| ignored(fit, &columns, &lines, &blocks));
        let left_out: Vec<Ignored> = totals.chain(foreign).collect();
        let standing = fit.as_ref().and_then(|fit| fit.standing(&rows));
        let is_utc = fit.as_ref().is_some_and(|fit| fit.is_flagged_utc(&rows));
        let mut found = Found {
            names: sample.names.clone(),
            columns,
            wide,
            fit,
            nearest,
            format: format.clone(),
            amounts,
            notation,
            left_out,
            nothings: nothings.clone(),
            blocks,
            requested: Requested::default(),
            header_row: sample.header_row,
            header_rows: sample.heading.len().max(1),
            has_names: sample.has_names(),
            next_header: sample.next_header,
            standing,
            is_utc,
        };
        let lacks = found.lacks();
        found.requested = Requested::of(&found, &may_be, &lines, &lacks.0);
        Self {
            kind,
            columns: found.columns(),
            shape: found.shape(sample),
            left_out: in_words(&lines, lines.records.len() - records.len()),
            requested: found.requested.0.clone(),
            needed: lacks.0,
            optional: lacks.1,
            may_be,
            found,
        }
    }

    /// True when nothing is asked and nothing that is looked for is missing.
    pub fn is_certain(&self) -> bool {
        self.requested.is_empty() && self.needed.is_empty() && self.optional.is_empty()
    }
}

/// The columns of a file as they stand, and which journal they make it.
fn looked_at(sample: &Sample, records: &[&Row], format: &Format) -> (Vec<Column>, Kinds) {
    let columns = columns_of(sample, records, format);
    let kinds = kind::of(&columns, records);
    (columns, kinds)
}

/// The columns of a file as they stand.
fn columns_of(sample: &Sample, records: &[&Row], format: &Format) -> Vec<Column> {
    let has_names = sample.has_names();
    let column = |(at, name): (usize, &String)| Column {
        name: name.clone(),
        title: if has_names { title(name, format.kind) } else { "" }.to_owned(),
        facts: Facts::of(at, records.iter().copied()),
        places: vec![at],
    };
    sample.names.iter().enumerate().map(column).collect()
}

/// Objects within objects have names of several parts, of which the last says what it is.
fn title(name: &str, kind: Option<Kind>) -> &str {
    match kind {
        Some(Kind::JsonLines | Kind::Parquet) => name.rsplit('.').next().unwrap_or(name),
        _ => name,
    }
}

impl Fit {
    /// Whether its times are flagged as of UTC.
    fn is_flagged_utc(&self, rows: &[&Row]) -> bool {
        let time = self.certain("time");
        time.is_some_and(|time| order::are_flagged_utc(&time.columns, rows))
    }

    /// Columns without a certain source that every record needs.
    fn needed(&self) -> impl Iterator<Item = &'static str> {
        let needed = kinds::columns(self.kind).iter().filter(|c| c.presence == Presence::Needed);
        needed.map(|column| column.name).filter(|target| self.certain(target).is_none())
    }

    fn amounts(&self, columns: &[Column]) -> Option<Amounts> {
        let is_money = |target| kinds::value(self.kind, target) == Value::Money;
        let money = self.sources.iter().filter(|s| s.agrees && is_money(s.target));
        let places = money.flat_map(|source| &source.columns).map(|at| &columns[*at]);
        // Which is which is not told, but how they are written is.
        let is_amounts = |facts: &Facts| {
            facts.amounts.is_some() && facts.whole.is_none() && facts.moments.is_none()
        };
        let are_unnamed = unnamed::are_unnamed(columns);
        let unnamed = columns.iter().filter(|column| are_unnamed && is_amounts(&column.facts));
        let values: Vec<&str> = places.chain(unnamed).flat_map(|c| c.facts.words()).collect();
        amounts::of(values.into_iter())
    }

    /// How the cards are written; cards in several columns are joined first.
    fn notation(&self, columns: &[Column], rows: &[&Row]) -> Option<Notation> {
        let places = &self.certain("cards")?.columns;
        if let [at] = places[..] {
            return columns.get(at)?.facts.cards.map(|(notation, _)| notation);
        }
        let joined = |row: &&Row| {
            let cells = places.iter().map(|at| row.cell(*at)).filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" ")
        };
        let hands: Vec<String> = rows.iter().map(joined).filter(|h| !h.is_empty()).collect();
        notations::of(&hands.iter().map(String::as_str).collect::<Vec<_>>()).map(|(n, _)| n)
    }
}

/// Characters of a remark; what is longer may be many rows that were not told apart.
const REMARK_CHARS_MAX: usize = 200;

/// Totals and remarks. One that has no value in a column that every record needs is certainly no record,
/// unless its word stands in that column in a record too. A remark has two words at least, where no record
/// has two in that column: a record that is cut off after its first cell stays a record.
fn ignored(fit: &Fit, columns: &[Column], lines: &Lines<'_>, blocks: &[Block]) -> Vec<Ignored> {
    let needed: Vec<usize> = ["round", "time", "seq", "seat", "event"]
        .into_iter()
        .filter(|target| fit.kind == JournalKind::Hands || !matches!(*target, "round" | "seat"))
        .filter_map(|target| fit.certain(target))
        .flat_map(|source| source.columns.iter().flat_map(|at| columns[*at].places.iter().copied()))
        .collect();
    let mut found: Vec<Ignored> = Vec::new();
    let has_words = |value: &str| value.contains(' ');
    let totals = lines.totals.iter().map(|total| (total, true));
    let remarks = lines.remarks.iter().map(|remark| (remark, false));
    for ((row, column), is_total) in totals.chain(remarks) {
        let value = row.cell(*column).to_owned();
        let lacks = needed.iter().any(|at| at == column || row.cell(*at).is_empty());
        let elsewhere = lines.records.iter().any(|record| record.cell(*column) == value);
        let is_indicated = is_total
            || has_words(&value)
                && value.chars().count() <= REMARK_CHARS_MAX
                && !lines.records.iter().any(|record| has_words(record.cell(*column)));
        let is_certain = lacks && is_indicated && !elsewhere;
        match found.iter_mut().find(|i| (i.column, &i.value) == (*column, &value)) {
            Some(known) => known.is_certain &= is_certain,
            None => found.push(Ignored { column: *column, value, is_certain }),
        }
    }
    found.extend(without_words(fit, columns, lines, blocks));
    found
}

/// The rule that leaves out rows without a word that sum others: by a column that all records fill and none of those does.
/// A record that lacks it would be left out too, so it is asked.
fn without_words(
    fit: &Fit,
    columns: &[Column],
    lines: &Lines<'_>,
    blocks: &[Block],
) -> Option<Ignored> {
    let is_filled = |at: &usize| {
        lines.records.iter().all(|row| !row.cell(*at).is_empty())
            && !blocks.iter().any(|block| block.columns.contains(at))
    };
    let targets = ["seat", "seq", "event", "round", "time"]
        .into_iter()
        .filter_map(|target| fit.certain(target));
    let places = targets.flat_map(|source| {
        source.columns.iter().flat_map(|at| columns[*at].places.iter().copied())
    });
    let mut places = places.filter(|at| {
        !lines.sums.is_empty() && lines.sums.iter().all(|row| row.cell(*at).is_empty())
    });
    let column = places.find(is_filled)?;
    Some(Ignored { column, value: String::new(), is_certain: false })
}

/// Rows that are no records of this journal; so many are of another.
fn in_words(lines: &Lines<'_>, of_another: usize) -> Vec<String> {
    let counted = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let lists = |list: &mut dyn ExactSizeIterator<Item = u64>, what: &str| {
        let count = list.len();
        let numbers: Vec<_> = list.take(5).map(|number| number.to_string()).collect();
        let more = if count > numbers.len() { ", ..." } else { "" };
        counted(count, &format!("{what}: row {}{more}", numbers.join(", ")))
    };
    let found = [
        counted(lines.blank, "blank"),
        counted(lines.headers, "with the column names once more"),
        lists(&mut lines.totals.iter().map(|(row, _)| row.number), "with totals"),
        lists(&mut lines.sums.iter().map(|row| row.number), "that sum the rows above them"),
        lists(&mut lines.remarks.iter().map(|(row, _)| row.number), "with a remark"),
        counted(of_another, "of another journal"),
    ];
    found.into_iter().flatten().collect()
}

impl Found {
    /// Canonical columns without a certain source: needed ones, and others that are missed.
    fn lacks(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let Some(fit) = &self.fit else { return (Vec::new(), Vec::new()) };
        let lacks = |target: &&'static str| fit.certain(target).is_none();
        let missed = kinds::columns(fit.kind).iter().filter(|column| column.is_missed);
        let mut optional: Vec<&'static str> = missed.map(|column| column.name).collect();
        if fit.kind == JournalKind::Hands {
            optional.extend(["ante", "ante_returned"]);
            let staked = Wager::ALL.into_iter().filter(|w| fit.certain(w.key()).is_some());
            for target in staked.map(Wager::key_returned) {
                if !optional.contains(&target) {
                    optional.push(target);
                }
            }
        }
        (fit.needed().collect(), optional.into_iter().filter(lacks).collect())
    }

    /// How rows and columns are arranged, where it is not as usual.
    fn shape(&self, sample: &Sample) -> Vec<String> {
        let names = self.names.len();
        let unnamed = || format!("the columns have no names; they are called 1 to {names}");
        let unnamed = (!self.has_names).then(unnamed);
        let wide = self.wide.as_ref().map(Wide::in_words);
        let heading = self.header_row.filter(|_| self.header_rows > 1).map(|from| {
            let to = from + self.header_rows as u64 - 1;
            format!("the column names stand in rows {from} to {to}; those above hold for the columns to their right")
        });
        let block = |block: &Block| {
            let names: Vec<String> =
                block.columns.iter().map(|at| format!("`{}`", self.shown_at(*at))).collect();
            format!(
                "only the first row of a block has {}: the rows under it repeat it",
                names.join(", ")
            )
        };
        let blocks = self.blocks.iter().filter(|block| block.is_certain).map(block);
        let standing = self.standing.as_ref().map(order::in_words);
        let utc = self.is_utc.then(|| {
            "its times are flagged as UTC; if they are those of a clock on the wall all the same, say zone = \"local\" in [time]".into()
        });
        let record = sample.record.clone().into_iter();
        record
            .chain(unnamed)
            .chain(heading)
            .chain(wide)
            .chain(blocks)
            .chain(standing)
            .chain(utc)
            .collect()
    }

    /// Columns without names that nothing is taken from, by their places.
    fn undetermined(&self) -> Vec<usize> {
        let Some(fit) = self.fit.as_ref().filter(|_| !self.has_names) else { return Vec::new() };
        let is_indicated = |at: &usize| {
            fit.sources.iter().any(|source| source.is_certain && source.columns.contains(at))
        };
        let filled = self.columns.iter().enumerate().filter(|(_, column)| column.facts.filled > 0);
        filled.map(|(at, _)| at).filter(|at| !is_indicated(at)).collect()
    }

    fn columns(&self) -> Vec<ColumnGuess> {
        let one = |(at, column): (usize, &Column)| {
            let fit = self.fit.as_ref().or(self.nearest.as_ref());
            let sources = fit.iter().flat_map(|fit| &fit.sources);
            let mut sources = sources.filter(|source| source.columns.contains(&at));
            let certain = sources.clone().find(|source| source.is_certain);
            let source = certain.or_else(|| sources.next());
            let words = match (&self.fit, certain) {
                (Some(fit), Some(source)) => words::of(fit, source.target, &self.columns),
                _ => Vec::new(),
            };
            ColumnGuess {
                name: column.name.clone(),
                letters: column.places.first().map(|at| letters(*at)).unwrap_or_default(),
                examples: column.facts.examples(),
                filled: column.facts.filled,
                empty: column.facts.empty,
                values: column.facts.in_words(),
                target: source.map(|source| source.target),
                is_certain: certain.is_some() && self.fit.is_some(),
                why: source.map_or_else(String::new, |source| source.why.clone()),
                words,
            }
        };
        let columns = self.columns.iter().enumerate();
        columns.filter(|(_, column)| !column.is_the_seat()).map(one).collect()
    }
}
