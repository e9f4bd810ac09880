//! The rows of the open rounds of one table, in the order of the journal. They come and go in nearly that
//! order, so they lie in one run: nothing is allocated for a round, and what is read next lies next.

use feltproof_model::{HandRows, Rows};
use std::ops::Range;

/// Places of rows, counted from the first row of the table; empty where there are none.
pub(crate) type Places = Range<usize>;

#[derive(Default)]
pub(crate) struct RowQueue {
    rows: HandRows,
    passed: usize,
}

impl RowQueue {
    pub(crate) fn get(&self, places: &Places) -> Rows<'_> {
        // A round without rows has no place among them.
        let own = if places.is_empty() { 0..0 } else { self.own(places) };
        self.rows.as_rows().range(own)
    }

    /// Adds rows to those at `places`, which then are the places of all of them.
    pub(crate) fn add(&mut self, places: &mut Places, rows: Rows<'_>) {
        let end = self.passed + self.rows.len();
        if places.start == places.end {
            *places = end..end;
        } else if places.end != end {
            // Rows of another round came between: a rare disorder of the journal.
            self.rows.extend_within(self.own(places));
            *places = end..end + places.len();
        }
        self.rows.extend(rows);
        places.end = self.passed + self.rows.len();
    }

    /// True when so many rows lie before this place that cutting them off is worth it.
    pub(crate) fn has_passed(&self, place: usize) -> bool {
        let before = self.own_place(place);
        before > 1024 && before > self.rows.len() / 2
    }

    /// Cuts off the rows before this place; nobody asks for them again.
    pub(crate) fn cut(&mut self, place: usize) {
        let count = self.own_place(place);
        self.rows.cut_first(count);
        self.passed += count;
    }

    fn own(&self, places: &Places) -> Places {
        self.own_place(places.start)..self.own_place(places.end)
    }

    /// A place among the rows that are still there.
    fn own_place(&self, place: usize) -> usize {
        place.checked_sub(self.passed).expect("rows that an open round has are not cut off")
    }

    pub(crate) fn end(&self) -> usize {
        self.passed + self.rows.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::{Action, CardList, NewAmounts, RowHead, Seat, Timestamp};

    fn rows(lines: Range<u32>) -> HandRows {
        let (mut rows, none) = (HandRows::default(), NewAmounts::default());
        for line in lines {
            let head =
                RowHead::new(line, Timestamp(0), Seat::Dealer, Action::Deal, CardList::EMPTY);
            rows.push(head, &none, &none);
        }
        rows
    }

    fn lines(queue: &RowQueue, places: &Places) -> Vec<u32> {
        queue.get(places).heads().iter().map(|head| head.line).collect()
    }

    /// Rows of two rounds that come by turns, beside what was cut off before them.
    #[test]
    fn places_stay_right_while_rows_are_cut_off() {
        let mut queue = RowQueue::default();
        let (mut old, mut first, mut second) = (0..0, 0..0, 0..0);
        queue.add(&mut old, rows(1..3_001).as_rows());
        assert!(!queue.has_passed(1_024) && queue.has_passed(queue.end()));
        queue.add(&mut first, rows(3_001..3_003).as_rows());
        queue.cut(first.start);
        assert_eq!((queue.end(), lines(&queue, &first)), (3_002, vec![3_001, 3_002]));
        queue.add(&mut second, rows(3_003..3_004).as_rows());
        // What comes between moves the rows of the first behind those of the second.
        queue.add(&mut first, rows(3_004..3_005).as_rows());
        assert_eq!(lines(&queue, &first), [3_001, 3_002, 3_004]);
        assert_eq!(lines(&queue, &second), [3_003]);
        queue.cut(second.start);
        assert_eq!(lines(&queue, &second), [3_003]);
        assert!(lines(&queue, &(0..0)).is_empty(), "a round without rows");
    }

    #[test]
    #[should_panic(expected = "rows that an open round has are not cut off")]
    fn rows_that_were_cut_off_are_not_given() {
        let mut queue = RowQueue::default();
        let mut places = 0..0;
        queue.add(&mut places, rows(1..4).as_rows());
        queue.cut(2);
        queue.get(&places);
    }
}
