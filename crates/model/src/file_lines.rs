//! The lines of a journal whose rows stand otherwise than they were recorded.

/// The lines of a file in the order in which its records are read. A record is called by its place in that order, so
/// that what stands later was recorded later, and is shown by its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileLines {
    /// The line at each place; 0 where there is none.
    lines: Vec<u32>,
    /// The place of each line; 0 where it has none.
    places: Vec<u32>,
}

/// The first place: the header has the one before it.
const FIRST: usize = 2;

impl FileLines {
    /// Of records in order: the first line of each, and how many lines it goes on for. One that stands in the line of the
    /// record before it has its place, too.
    pub fn of(records: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut lines = vec![0; FIRST];
        let mut before = None;
        for (line, more) in records {
            if before.replace(line) != Some(line) {
                lines.extend(line..=line + more);
            }
        }
        let last = lines.iter().max().map_or(0, |line| *line as usize);
        let mut places = vec![0; last + 1];
        for (place, line) in (0..).zip(&lines).filter(|(_, line)| **line > 0) {
            places[*line as usize] = place;
        }
        Self { lines, places }
    }

    /// The place of a line; 0 where no record stands in it.
    pub fn place(&self, line: u32) -> u32 {
        self.places.get(line as usize).copied().unwrap_or(0)
    }

    /// The line at a place; behind all of them the place itself, which stands for the end.
    pub fn line(&self, place: u32) -> u32 {
        self.lines.get(place as usize).copied().unwrap_or(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_place_and_a_place_its_line() {
        // A record of three lines, and two records of one row.
        let lines = FileLines::of([(9, 0), (4, 2), (3, 0), (3, 0)].into_iter());
        assert_eq!([9, 4, 5, 6, 3].map(|line| lines.place(line)), [2, 3, 4, 5, 6]);
        assert_eq!([2, 3, 4, 5, 6].map(|place| lines.line(place)), [9, 4, 5, 6, 3]);
        assert_eq!((lines.place(2), lines.place(100), lines.line(u32::MAX)), (0, 0, u32::MAX));
    }
}
