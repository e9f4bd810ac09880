//! Columns of fixed-width text: where blanks stand under each other in all lines.

use super::value::is_value;
use super::{Sniffed, header};
use crate::format::{FixedColumn, Kind};
use crate::ruled::{self, TO_THE_END};

/// Lines that are looked at.
const LINES: usize = 2_000;

/// How many columns the lines have; none where they are too few to tell.
pub(super) fn columns(text: &str) -> usize {
    starts(text).0.len()
}

/// Finds what is not stated of fixed-width text.
pub(super) fn complete(text: &str, found: &mut Sniffed) -> Result<(), String> {
    let Sniffed { format, reasons, .. } = found;
    format.kind = Some(Kind::FixedWidth);
    let is_open = format.columns.is_empty();
    found.ruled = ruled::of(text);
    if let Some(ruled) = found.ruled.as_ref().filter(|_| is_open || format.header_row.is_none()) {
        let (row, count) = (ruled.row, ruled.columns.len());
        format.is_ruled = is_open;
        reasons
            .push(format!("row {row} is a rule of dashes, which says where {count} columns are"));
        if is_open {
            format.columns.clone_from(&ruled.columns);
        }
        // The names stand above it, and neither is a record.
        format.header_row = format.header_row.or(Some(row));
        return Ok(());
    }
    let mut above = 0;
    if is_open {
        let (starts, titles) = starts(text);
        above = titles;
        if starts.is_empty() {
            return Err(
                "no columns are found in it; state them as `columns` under [file]".to_owned()
            );
        }
        let ends = starts.iter().skip(1).map(|next| *next as u32);
        let ends = ends.chain([TO_THE_END]);
        let column = |((place, start), end): ((usize, &usize), u32)| FixedColumn {
            name: (place + 1).to_string(),
            from: *start as u32 + 1,
            width: end - *start as u32,
        };
        format.columns = starts.iter().enumerate().zip(ends).map(column).collect();
        reasons.push(format!(
            "fixed width: blanks stand under each other between {} columns in all lines",
            format.columns.len()
        ));
    }
    let cut = |columns: &[FixedColumn]| -> super::Table {
        lines(text).into_iter().map(|(number, line)| (number, cells(line, columns))).collect()
    };
    let mut rows = cut(&format.columns);
    let has_none = |rows: &super::Table| header::of(rows.get(above..).unwrap_or_default()).row == 0;
    if is_open && format.header_row.is_none() && has_none(&rows) {
        // Names may stand where blanks part the values under them: then they were taken for a title.
        for first in [above.checked_sub(1), Some(above)].into_iter().flatten() {
            let joined = under_names(&format.columns, &rows, first);
            let of_joined = cut(&joined);
            let header = header::of(of_joined.get(first..).unwrap_or_default());
            if of_joined.get(first).is_some_and(|(number, _)| *number == header.row) {
                (format.columns, rows, above) = (joined, of_joined, first);
                break;
            }
        }
    }
    if format.header_row.is_none() {
        let header = if is_open {
            header::of(rows.get(above..).unwrap_or_default())
        } else {
            let names: Vec<&str> = format.columns.iter().map(|c| c.name.as_str()).collect();
            header::stated(&rows, &names)
        };
        reasons.push(header.why);
        format.header_row = Some(header.row);
    }
    let names = rows.iter().position(|(number, _)| Some(*number) == format.header_row);
    if let Some(names) = names.filter(|_| is_open) {
        format.columns = under_names(&format.columns, &rows, names);
        part_the_last(&mut format.columns, lines(text).get(names..).unwrap_or_default());
    }
    Ok(())
}

/// Parts the last column where its name has gaps: columns that few lines reach are found by their names
/// alone. `rows` are the lines from that of the names on; all of them are blank at one place of each gap, and none
/// has one blank alone there but between two amounts: the words of a remark do not stand under names.
fn part_the_last(columns: &mut Vec<FixedColumn>, rows: &[(u32, &str)]) {
    let chars = |(_, line): &(u32, &str)| line.trim_end().chars().collect::<Vec<char>>();
    let rows: Vec<Vec<char>> = rows.iter().map(chars).collect();
    let (Some(names), Some(last)) = (rows.first(), columns.last()) else { return };
    let is_blank = |at: &usize| rows.iter().all(|row| row.get(*at).is_none_or(|c| *c == ' '));
    let (from, width) = (last.from, last.width);
    let mut starts = vec![from as usize - 1];
    let mut gap: Vec<usize> = Vec::new();
    for (at, c) in names.iter().enumerate().skip(from as usize - 1) {
        if *c == ' ' {
            gap.push(at);
            continue;
        }
        let blank: Vec<usize> = gap.iter().copied().filter(is_blank).collect();
        let is_apart = |cut: usize| {
            let apart = |row: &Vec<char>| {
                let text: String = row.iter().skip(from as usize - 1).collect();
                let at = text.char_indices().nth(cut + 1 - from as usize).map(|(at, _)| at);
                let Some((before, behind)) = at.and_then(|at| text.split_at_checked(at)) else {
                    return true;
                };
                let blanks = before.len() - before.trim_end().len() + behind.len()
                    - behind.trim_start().len();
                let is_one_empty = before.trim().is_empty() || behind.trim().is_empty();
                blanks > 1 || is_one_empty || is_value(before) && is_value(behind)
            };
            rows.iter().all(apart)
        };
        if gap.len() > 1
            && let (Some(first), Some(last)) = (blank.first(), blank.last())
            && last - first + 1 == blank.len()
            && is_apart(last + 1)
        {
            starts.push(last + 1);
        }
        gap.clear();
    }
    let ends = starts.iter().skip(1).copied().chain([from as usize - 1 + width as usize]);
    let part = |(start, end): (&usize, usize)| FixedColumn {
        name: names.iter().skip(*start).take(end - start).collect::<String>().trim().to_owned(),
        from: *start as u32 + 1,
        width: (end - start) as u32,
    };
    if starts.len() > 1 {
        let parts: Vec<FixedColumn> = starts.iter().zip(ends).map(part).collect();
        columns.pop();
        columns.extend(parts);
    }
}

/// The columns with the names that this row has above them. Where one blank alone parts a column from one without a
/// name, or without a value, both are one: five cards in a cell, or the words of a name, stand under each other.
fn under_names(found: &[FixedColumn], rows: &super::Table, names: usize) -> Vec<FixedColumn> {
    let Some((_, name_cells)) = rows.get(names) else { return found.to_vec() };
    let others = || rows.iter().enumerate().filter(|(at, _)| *at != names);
    let widest = |at: usize| {
        let widths = rows.iter().filter_map(|(_, cells)| cells.get(at));
        widths.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut columns: Vec<FixedColumn> = Vec::with_capacity(found.len());
    for ((at, column), name) in found.iter().enumerate().zip(name_cells) {
        let before = at.checked_sub(1).and_then(|before| found.get(before).map(|c| (before, c)));
        let is_near = before.is_some_and(|(before, c)| widest(before) + 1 >= c.width as usize);
        let is_empty = others().all(|(_, (_, cells))| cells.get(at).is_none_or(String::is_empty));
        // A name that goes up to the boundary goes on behind it.
        let is_cut = before.is_some_and(|(before, c)| {
            name_cells.get(before).is_some_and(|n| n.chars().count() == c.width as usize)
        });
        match columns.last_mut() {
            Some(last) if is_near && (is_cut || name.is_empty() || is_empty) => {
                last.width += column.width;
                let between = if is_cut || name.is_empty() { "" } else { " " };
                last.name = [&*last.name, name].join(between);
            }
            _ if name.is_empty() => columns.push(column.clone()),
            _ => columns.push(FixedColumn { name: name.clone(), ..*column }),
        }
    }
    columns
}

/// What stands in each column of a line; columns count in characters.
fn cells(line: &str, columns: &[FixedColumn]) -> Vec<String> {
    let places: Vec<usize> = line.char_indices().map(|(place, _)| place).collect();
    let place = |character: usize| places.get(character).copied().unwrap_or(line.len());
    let cell = |column: &FixedColumn| {
        let from = column.from as usize - 1;
        let text = line.get(place(from)..place(from + column.width as usize));
        text.unwrap_or_default().trim().to_owned()
    };
    columns.iter().map(cell).collect()
}

fn lines(text: &str) -> Vec<(u32, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty()).take(LINES).collect()
}

/// Titles above the rows, and totals under them.
const TITLES: usize = 10;
const TOTALS: usize = 2;

/// Where columns begin, the first 0, in the lines that are rows: without so few at the top and at
/// the end as make the columns most; and how many at the top.
fn starts(text: &str) -> (Vec<usize>, usize) {
    let lines: Vec<Vec<char>> =
        lines(text).into_iter().map(|(_, line)| line.trim_end().chars().collect()).collect();
    let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
    // Of the lines that are not blank at a place the first: enough that one stands below all titles.
    let filled = |at: usize| -> Vec<usize> {
        let is_filled = |line: &usize| lines[*line].get(at).is_some_and(|c| *c != ' ');
        (0..lines.len()).filter(is_filled).take(TITLES + 1).collect()
    };
    let filled: Vec<Vec<usize>> = (0..widest).map(filled).collect();
    let mut best = (Vec::new(), 0);
    for without in 0..=TITLES + TOTALS {
        for top in 0..=without.min(TITLES) {
            let end = lines.len().max(without - top) - (without - top);
            let rows = lines.get(top..end).unwrap_or_default();
            if without - top > TOTALS || rows.len() < 3 || rows.len() * 2 < lines.len() {
                continue;
            }
            let first_filled = |at: usize| filled[at].iter().find(|line| **line >= top);
            let found = starts_in(rows, |at| first_filled(at).is_none_or(|line| *line >= end));
            if found.len() > best.0.len() {
                best = (found, top);
            }
        }
    }
    best
}

/// After a place that is blank in all lines, where some are not. Behind the end of nine lines in ten there
/// are no columns: the words of one long remark do not stand under others.
fn starts_in(lines: &[Vec<char>], is_blank: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let longest = lengths.get(lengths.len() * 9 / 10).copied().unwrap_or(0);
    let blank: Vec<bool> = (0..longest).map(is_blank).collect();
    let begins = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| blank.get(before)).copied();
        blank.get(*at) == Some(&false) && before != Some(false)
    };
    let mut starts: Vec<usize> = (0..longest).filter(begins).collect();
    // What stands before the first column in some later line is part of it.
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_under_one_name_are_one_column() {
        let hands = ["As Kd 10h", "2c 3c 4c", "Qh Jh 9s", "5d 6d 7d"];
        let mut text = "Round  Cards      Note\n".to_owned();
        for (round, cards) in (1..).zip(hands) {
            let note = if round == 2 { "x" } else { "" };
            text.push_str(&format!("{round:<7}{cards:<11}{note}\n"));
        }
        let file = std::io::Cursor::new(text.into_bytes());
        let found = crate::sniff("f", Box::new(file), &crate::Format::default()).unwrap();
        let columns = found.format.columns.iter().map(|c| (c.name.as_str(), c.from));
        assert_eq!(columns.collect::<Vec<_>>(), [("Round", 1), ("Cards", 8), ("Note", 19)]);
    }

    /// What few lines reach has its places from the names: values from the left, amounts to the right. A remark that
    /// goes on under the next name leaves both in one column.
    #[test]
    fn columns_that_few_lines_fill_begin_where_their_names_do() {
        let found = |rare: &[&str]| {
            let mut text = "Round  Pay     Envy Pay  Actor  Reason\n".to_owned();
            for round in 0..40 {
                let rest = rare.get(round).copied().unwrap_or_default();
                text.push_str(&format!("{round:<7}{:>3}{rest}\n", round * 3 % 7));
            }
            let file = std::io::Cursor::new(text.into_bytes());
            let found = crate::sniff("f", Box::new(file), &crate::Format::default()).unwrap();
            assert_eq!(found.format.header_row, Some(1));
            let columns = found.format.columns.into_iter().skip(1);
            columns.map(|c| format!("{} {}", c.name, c.from)).collect::<Vec<_>>()
        };
        let left = ["     5.00      A01    void, by the floor", "     1,250.00  A01"];
        assert_eq!(found(&left), ["Pay 8", "Envy Pay 16", "Actor 26", "Reason 33"]);
        let right = ["         5.00     A01    void", "     1,250.00"];
        assert_eq!(found(&right), ["Pay 8", "Envy Pay 16", "Actor 26", "Reason 33"]);
        assert_eq!(found(&[]), ["Pay 8", "Envy Pay 16", "Actor 26", "Reason 33"]);
        let long = ["               A01 went home", "     1,250.00"];
        assert_eq!(found(&long), ["Pay 8", "Envy Pay 16", "Actor  Reason 26"]);
        // One blank between its words is where a column could begin, too.
        let remark = ["     1,250.00  by A01 and more"];
        assert_eq!(found(&remark), ["Pay 8", "Envy Pay 16", "Actor  Reason 26"]);
    }

    #[test]
    fn one_long_line_makes_no_columns() {
        let mut text = "1,coin_in,,D01\n".repeat(40);
        text.push_str("2,void,,\"six cards were dealt, the floor was called to the table\",D06\n");
        assert_eq!(columns(&text), 1);
        assert_eq!(columns(&"1  coin_in   D01\n".repeat(40)), 3);
    }
}
