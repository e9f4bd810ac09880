//! The rows of a hands journal in a block, and which of them are of one round.

use super::key::Key;
use feltproof_model::{CompactString, HandRow, HandRows, TableId, Timestamp};
use std::borrow::BorrowMut;

/// The rows of a hands block, and which of them belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandsBlock {
    /// The rows, in file order.
    pub rows: HandRows,
    /// Runs of rows, in file order; together they cover all rows.
    pub fragments: Vec<Fragment>,
}

/// A longest run of consecutive rows with the same table, round and dealer. A round may go on in the
/// first fragment of the next block. Two runs of one round with different dealers stay apart, since
/// a row does not name its dealer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Table.
    pub table: TableId,
    /// Number of the round at its table in its gaming day.
    pub round: u32,
    /// Time of its first row.
    pub time: Timestamp,
    /// Dealer, possibly empty.
    pub dealer: CompactString,
    /// Its rows, as places in [`HandsBlock::rows`].
    pub rows: std::ops::Range<u32>,
}

/// The place of a row in a block: memory ends long before the numbers do.
pub(super) fn place_of(rows: usize) -> u32 {
    u32::try_from(rows).expect("a block has fewer rows than places")
}

impl HandsBlock {
    /// Hands `take` each row with the run that it is of.
    pub(super) fn each_row<E>(
        &self,
        mut take: impl FnMut(&Fragment, &HandRow) -> Result<(), E>,
    ) -> Result<(), E> {
        for run in &self.fragments {
            let rows = self.rows.as_rows().range(run.rows.start as usize..run.rows.end as usize);
            rows.iter().try_for_each(|row| take(run, &row))?;
        }
        Ok(())
    }

    pub(super) fn at_line(&self, line: u32) -> Self {
        let mut found = Self::default();
        let heads = self.rows.as_rows().heads();
        for fragment in &self.fragments {
            let start = place_of(found.rows.len());
            for at in fragment.rows.start as usize..fragment.rows.end as usize {
                if heads.get(at).is_some_and(|head| head.line == line) {
                    found.rows.extend(self.rows.as_rows().range(at..at + 1));
                }
            }
            let end = place_of(found.rows.len());
            if end > start {
                found.fragments.push(Fragment { rows: start..end, ..fragment.clone() });
            }
        }
        found
    }

    /// What each row is put in order by.
    pub(super) fn keys(&self) -> Vec<Key> {
        let heads = self.rows.as_rows().heads();
        let of_run = |run: &Fragment| {
            let (table, round) = (Some(run.table), Some(run.round));
            let rows = run.rows.start as usize..run.rows.end as usize;
            let rows = heads.get(rows).unwrap_or_default().iter();
            rows.map(move |row| Key {
                line: row.line,
                time: row.time,
                second: None,
                seq: 0,
                table,
                link: None,
                round,
                seat: Some(row.seat),
            })
        };
        self.fragments.iter().flat_map(of_run).collect()
    }

    /// The rows at these places, in this order.
    pub(super) fn picked(&self, places: &[usize]) -> Self {
        let mut found = Self::default();
        for at in places {
            let run = self.fragments.partition_point(|run| run.rows.end as usize <= *at);
            let (Some(run), Some(head)) =
                (self.fragments.get(run), self.rows.as_rows().heads().get(*at))
            else {
                continue;
            };
            let mut one = Self::default();
            one.rows.extend(self.rows.as_rows().range(*at..*at + 1));
            one.fragments.push(Fragment { rows: 0..1, time: head.time, ..run.clone() });
            found.append(one);
        }
        found
    }

    /// Appends what follows, joins a fragment that goes on, and leaves a lent block its memory.
    pub(super) fn append(&mut self, mut more: impl BorrowMut<Self>) {
        let more = more.borrow_mut();
        let shift = place_of(self.rows.len());
        self.rows.extend(more.rows.as_rows());
        more.rows.clear();
        for mut fragment in more.fragments.drain(..) {
            fragment.rows.start += shift;
            fragment.rows.end += shift;
            match self.fragments.last_mut() {
                Some(last)
                    if last.rows.end == fragment.rows.start
                        && last.table == fragment.table
                        && last.round == fragment.round
                        && last.dealer == fragment.dealer =>
                {
                    last.rows.end = fragment.rows.end;
                }
                _ => self.fragments.push(fragment),
            }
        }
    }

    /// Takes away the last fragment: its round may go on in the block after this one.
    pub(super) fn take_last(&mut self) -> Option<Self> {
        let mut fragment = self.fragments.pop()?;
        let rows = self.rows.split_off(fragment.rows.start as usize);
        fragment.rows = 0..fragment.rows.end - fragment.rows.start;
        Some(Self { rows, fragments: vec![fragment] })
    }

    /// Gives each fragment the time of its first row, after repeated times were decided.
    pub(super) fn settle_times(&mut self) {
        for fragment in &mut self.fragments {
            if let Some(row) = self.rows.as_rows().heads().get(fragment.rows.start as usize) {
                fragment.time = row.time;
            }
        }
    }
}
