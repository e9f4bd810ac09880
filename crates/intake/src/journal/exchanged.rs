//! Whether two columns of money have changed places from a row of a hands journal on: exports that were joined without
//! their headers read all the same, and every amount of the two is another wager's.
//!
//! What every row of a table obeyed says so. Nothing comes back of a wager that was not made, and not less than its stake
//! where something does; a Super Bonus is the Ante, a play one to three times that and none of a hand that folds; a
//! progressive wager is the unit of its table. Where rows break with that from one on, and the same rows keep it with two
//! columns in each other's place, those have changed places. No limit that changes, no game and no player does that: the
//! stakes of either column must have stood there before, too. Of a long file one player of each round is looked at, so
//! that it costs next to nothing.

use super::HandsBlock;
use feltproof_model::{Action, HandRow, Money, Rows, Seat, TableId, Wager, WagerMap};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

/// Rows of a file that must have kept to what is looked at before.
const BEFORE_MIN: u64 = 30;
/// Rows of a table that show what it keeps to.
const TABLE_ROWS_MIN: u64 = 8;
/// Rows of a table behind which what it keeps to is known.
const TABLE_ROWS_MAX: u64 = 256;
/// A play is so many Antes at most.
const PLAY_MAX: i64 = 3;
/// Rows that break with it, from the first on.
const BROKEN_MIN: usize = 30;
/// Rows from the first on among which they must be, one in eight at least.
const LOOKED_AT: usize = 240;
const BROKEN_ONE_IN: usize = 8;
/// Rows that break with it for other reasons are looked through so often.
const TRIES_MAX: u32 = 8;
/// Rows of which all are looked at; then one of each round, and no further amounts are kept.
const ALL_ROWS: u64 = 1_000;
/// Of the rows one in so many may break with it otherwise.
const STRAY_ONE_IN: usize = 20;
/// Of the stakes of a column one in so many may be new.
const NEW_ONE_IN: usize = 3;
/// Rows kept from before the first that breaks.
const KEPT: usize = 16;
/// Different amounts of a column that are kept; a column with more says nothing by them.
const AMOUNTS_MAX: usize = 64;

/// A column of money of a wager: what was staked, or what came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Stake(Wager),
    Returned(Wager),
}

/// Two columns that have changed places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    /// The first row that shows it, and the last before it that shows the contrary.
    pub(super) from: u32,
    pub(super) after: u32,
    /// Canonical names.
    pub(super) columns: [&'static str; 2],
    /// So many rows show it, of so many.
    pub(super) rows: (usize, usize),
}

/// What rows of a table keep to.
#[derive(Clone, Copy, Debug, Default)]
struct Usual {
    rows: u64,
    /// The progressive wager of the table.
    unit: Option<Money>,
    /// A Super Bonus, and a payment that is less than its stake, stood there otherwise.
    has_other_bonus: bool,
    has_part: bool,
    has_other_play: bool,
}

/// One player's row of a round.
type Looked = (TableId, HandRow);

#[derive(Debug, Default)]
pub(super) struct Exchanged {
    tables: BTreeMap<TableId, Usual>,
    amounts: BTreeMap<Column, BTreeSet<Money>>,
    before: VecDeque<Looked>,
    /// From the first row on that breaks with what is usual.
    since: Vec<Looked>,
    found: Option<Exchange>,
    rows: u64,
    tries: u32,
    /// Wagers of which something came back without a stake among the first rows: their column is missing.
    unstaked: BTreeSet<Wager>,
}

impl Exchanged {
    pub(super) fn count(&mut self, hands: &HandsBlock) {
        let rows = hands.rows.as_rows();
        // Fragments behind the last row that was kept, each with one row that is as usual.
        let mut usual = 0..0;
        for (place, run) in hands.fragments.iter().enumerate() {
            if self.found.is_some() || self.tries == TRIES_MAX {
                return;
            }
            let of_run = rows.range(run.rows.start as usize..run.rows.end as usize);
            let first = first_player(of_run);
            let is_usual = |at: usize| self.is_usual(run.table, of_run, at);
            if self.is_known(run.table) && first.is_none_or(is_usual) {
                usual.end = place + 1;
                continue;
            }
            self.keep(hands, usual);
            usual = place + 1..place + 1;
            let is_player = |at: &usize| matches!(of_run.heads()[*at].seat, Seat::Player(_));
            let most = if self.rows < ALL_ROWS { of_run.len() } else { 1 };
            for at in (0..of_run.len()).filter(is_player).take(most) {
                of_run.range(at..at + 1).iter().for_each(|row| self.take((run.table, row)));
            }
        }
        self.keep(hands, usual);
    }

    /// Whether nothing more is learned of a table by a row that is as usual.
    fn is_known(&self, table: TableId) -> bool {
        self.rows >= ALL_ROWS
            && self.since.is_empty()
            && self.tables.get(&table).is_some_and(|usual| usual.rows > TABLE_ROWS_MAX)
    }

    /// Whether a row is seen at a glance to keep to what its table kept to, without the room of a whole row.
    fn is_usual(&self, table: TableId, rows: Rows<'_>, at: usize) -> bool {
        let (Some(usual), Some(head)) = (self.tables.get(&table), rows.heads().get(at)) else {
            return false;
        };
        let (staked, returned, amounts) = rows.amounts(head);
        let (stakes, returns) = amounts.split_at(staked.len());
        let mut stake = WagerMap::default();
        staked.iter().zip(stakes).for_each(|(wager, amount)| stake[wager] = *amount);
        let progressive = stake[Wager::Progressive];
        returned.without_all(staked).is_empty()
            && returned.iter().zip(returns).all(|(wager, amount)| *amount >= stake[wager])
            && !has_other_play(head.action, &stake)
            && !has_other_bonus(&stake)
            && (progressive.is_zero() || usual.unit == Some(progressive))
    }

    /// Keeps the last rows of those that are as usual.
    fn keep(&mut self, hands: &HandsBlock, usual: Range<usize>) {
        let fragments = hands.fragments.get(usual).unwrap_or_default();
        for run in fragments.iter().skip(fragments.len().max(KEPT) - KEPT) {
            let of_run = hands.rows.as_rows().range(run.rows.start as usize..run.rows.end as usize);
            let first = first_player(of_run).map(|at| of_run.range(at..at + 1).iter());
            first.into_iter().flatten().for_each(|row| self.push_before((run.table, row)));
        }
    }

    fn push_before(&mut self, looked: Looked) {
        self.before.push_back(looked);
        if self.before.len() > KEPT {
            self.before.pop_front();
        }
    }

    /// What was found, at the end of the file.
    pub(super) fn found(&self) -> Option<Exchange> {
        self.found.clone().or_else(|| self.exchange())
    }

    fn take(&mut self, looked: Looked) {
        if !self.since.is_empty() || self.is_broken(looked.0, &looked.1) {
            self.since.push(looked);
            if self.since.len() == LOOKED_AT {
                self.found = self.exchange();
                self.tries += u32::from(self.broken() >= BROKEN_MIN);
                self.go_on();
            }
            return;
        }
        self.note(looked);
    }

    /// Where nothing was found, the first that breaks is a record that is wrong, and the next one is looked for.
    fn go_on(&mut self) {
        let rest = std::mem::take(&mut self.since);
        let mut rest = rest.into_iter();
        if let Some(first) = rest.next() {
            self.note(first);
        }
        if self.found.is_none() {
            rest.for_each(|looked| self.take(looked));
        }
    }

    fn note(&mut self, looked: Looked) {
        self.rows += 1;
        let (table, row) = &looked;
        if self.rows <= BEFORE_MIN {
            self.unstaked.extend(unstaked(row));
        }
        let usual = self.tables.entry(*table).or_default();
        usual.rows += 1;
        if usual.rows <= TABLE_ROWS_MAX {
            let unit = Some(row.stake[Wager::Progressive]).filter(|unit| !unit.is_zero());
            usual.unit = usual.unit.or(unit);
            usual.has_other_bonus |= has_other_bonus(&row.stake);
            usual.has_part |= has_part(row);
            usual.has_other_play |= has_other_play(row.action, &row.stake);
        }
        if self.rows < ALL_ROWS {
            for column in columns() {
                let amount = column.of(row);
                if amount.is_zero() {
                    continue;
                }
                let known = self.amounts.entry(column).or_default();
                if known.len() < AMOUNTS_MAX {
                    known.insert(amount);
                }
            }
        }
        self.push_before(looked);
    }

    /// Whether a row breaks with what those of its table kept to.
    fn is_broken(&self, table: TableId, row: &HandRow) -> bool {
        if self.rows < BEFORE_MIN {
            return false;
        }
        let Some(usual) = self.tables.get(&table).filter(|usual| usual.rows >= TABLE_ROWS_MIN)
        else {
            return self.has_unstaked(row);
        };
        let progressive = row.stake[Wager::Progressive];
        self.has_unstaked(row)
            || !usual.has_other_play && has_other_play(row.action, &row.stake)
            || !usual.has_other_bonus && has_other_bonus(&row.stake)
            || !usual.has_part && has_part(row)
            || !progressive.is_zero() && usual.unit.is_some_and(|unit| unit != progressive)
    }

    fn has_unstaked(&self, row: &HandRow) -> bool {
        // A wager of which no stake was ever seen has no column of stakes, or is not offered.
        let is_staked = |wager: &Wager| self.amounts.contains_key(&Column::Stake(*wager));
        unstaked(row).filter(is_staked).any(|wager| !self.unstaked.contains(&wager))
    }

    /// How many of the rows break with it since the first.
    fn broken(&self) -> usize {
        self.since.iter().filter(|(table, row)| self.is_broken(*table, row)).count()
    }

    /// The two columns that explain the rows since the first that breaks; of several those that explain the most.
    fn exchange(&self) -> Option<Exchange> {
        let (broken, all) = (self.broken(), self.since.len());
        if broken < BROKEN_MIN || broken * BROKEN_ONE_IN < all {
            return None;
        }
        // One that was empty is another game's, or another unit's.
        let all_columns: Vec<Column> = self.amounts.keys().copied().collect();
        let pairs = all_columns
            .iter()
            .enumerate()
            .flat_map(|(at, one)| all_columns.iter().skip(at + 1).map(move |other| (*one, *other)));
        let strays = |pair: (Column, Column)| {
            let rows: Vec<Looked> =
                self.since.iter().map(|looked| exchanged(looked, pair)).collect();
            let have_stood = [pair.0, pair.1].iter().all(|column| self.have_stood(*column, &rows));
            have_stood
                .then(|| rows.iter().filter(|(table, row)| self.is_broken(*table, row)).count())
        };
        let (strays, (one, other)) = pairs.filter_map(|pair| Some((strays(pair)?, pair))).min()?;
        if strays * STRAY_ONE_IN > all {
            return None;
        }
        let from = self.since.first()?.1.line;
        // A row before it that is broken with the two in each other's place is laid out as those above.
        let shows_contrary = |looked: &&Looked| {
            let (table, row) = exchanged(looked, (one, other));
            self.is_broken(table, &row)
        };
        let contrary = self.before.iter().rev().find(shows_contrary);
        let after = contrary.or(self.before.front()).map_or(1, |(_, row)| row.line);
        Some(Exchange { from, after, columns: [one.name(), other.name()], rows: (broken, all) })
    }

    /// Whether most stakes of a column stood in it before; what comes back has too many amounts.
    fn have_stood(&self, column: Column, rows: &[Looked]) -> bool {
        let Some(known) = self.amounts.get(&column) else { return false };
        let amounts = || rows.iter().map(|(_, row)| column.of(row)).filter(|of| !of.is_zero());
        let new = amounts().filter(|amount| !known.contains(amount)).count();
        matches!(column, Column::Returned(_))
            || known.len() == AMOUNTS_MAX
            || new * NEW_ONE_IN <= amounts().count()
    }
}

impl Column {
    fn of(self, row: &HandRow) -> Money {
        match self {
            Self::Stake(wager) => row.stake[wager],
            Self::Returned(wager) => row.returned[wager],
        }
    }

    fn place(self, row: &mut HandRow) -> &mut Money {
        match self {
            Self::Stake(wager) => &mut row.stake[wager],
            Self::Returned(wager) => &mut row.returned[wager],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Stake(wager) => wager.key(),
            Self::Returned(wager) => wager.key_returned(),
        }
    }
}

/// The place of the first player's row among these.
fn first_player(rows: Rows<'_>) -> Option<usize> {
    rows.heads().iter().position(|head| matches!(head.seat, Seat::Player(_)))
}

/// The columns of a player's row.
fn columns() -> impl Iterator<Item = Column> {
    let wagers = || Wager::ALL.into_iter().filter(|wager| *wager != Wager::Bank);
    wagers().map(Column::Stake).chain(wagers().map(Column::Returned))
}

/// The row with two columns in each other's place.
fn exchanged((table, row): &Looked, (one, other): (Column, Column)) -> Looked {
    let mut row = *row;
    let amounts = (one.of(&row), other.of(&row));
    (*other.place(&mut row), *one.place(&mut row)) = amounts;
    (*table, row)
}

/// Wagers of which something came back though nothing was staked.
fn unstaked(row: &HandRow) -> impl Iterator<Item = Wager> {
    let is_unstaked =
        move |wager: &Wager| row.stake[*wager].is_zero() && !row.returned[*wager].is_zero();
    Wager::ALL.into_iter().filter(|wager| wager.is_staked()).filter(is_unstaked)
}

fn has_part(row: &HandRow) -> bool {
    Wager::ALL
        .into_iter()
        .any(|wager| !row.returned[wager].is_zero() && row.returned[wager] < row.stake[wager])
}

fn has_other_play(action: Action, stake: &WagerMap) -> bool {
    let (play, ante) = (stake[Wager::Play], stake[Wager::Ante]);
    let is_multiple = || (1..=PLAY_MAX).any(|times| ante.micros() * times == play.micros());
    !play.is_zero() && (action == Action::Fold || !is_multiple())
}

fn has_other_bonus(stake: &WagerMap) -> bool {
    let bonus = stake[Wager::SuperBonus];
    !bonus.is_zero() && bonus != stake[Wager::Ante]
}
