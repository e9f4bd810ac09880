//! Columns of fixed-width text: where blanks stand under each other in all lines.

use super::header;
use crate::format::{FixedColumn, Format, Kind};

/// Lines that are looked at.
const LINES: usize = 2_000;
/// Width of the last column: to the end of any line.
const TO_THE_END: u32 = 1 << 16;

/// How many columns the lines have; none where they are too few to tell.
pub(super) fn columns(text: &str) -> usize {
    if lines(text).len() < 3 { 0 } else { starts(&table(text)).len() }
}

/// Finds what is not stated of fixed-width text.
pub(super) fn complete(
    text: &str,
    format: &mut Format,
    reasons: &mut Vec<String>,
) -> Result<(), String> {
    format.kind = Some(Kind::FixedWidth);
    let found = format.columns.is_empty();
    if found {
        let starts = starts(&table(text));
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
    let rows: super::Table = lines(text)
        .into_iter()
        .map(|(number, line)| (number, format.columns.iter().map(|c| cut(line, c)).collect()))
        .collect();
    if format.header_row.is_none() {
        let header = header::of(&rows);
        reasons.push(header.why);
        format.header_row = Some(header.row);
    }
    let names = rows.iter().find(|(number, _)| Some(*number) == format.header_row);
    if let Some((_, names)) = names.filter(|_| found) {
        for (column, name) in format.columns.iter_mut().zip(names) {
            if !name.is_empty() {
                column.name.clone_from(name);
            }
        }
    }
    Ok(())
}

fn cut(line: &str, column: &FixedColumn) -> String {
    let cut = line.chars().skip(column.from as usize - 1).take(column.width as usize);
    cut.collect::<String>().trim().to_owned()
}

fn lines(text: &str) -> Vec<(u32, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty()).take(LINES).collect()
}

/// The lines that are rows: titles above them and totals under them are mostly shorter, or have
/// their own columns. Those of the length that most lines have at least.
fn table(text: &str) -> Vec<Vec<char>> {
    let lines: Vec<Vec<char>> =
        lines(text).into_iter().map(|(_, line)| line.trim_end().chars().collect()).collect();
    let mut lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    // Half of the median: lines whose last columns are empty are rows too.
    let least = lengths.get(lengths.len() / 2).map_or(0, |median| median / 2);
    lines.into_iter().filter(|line| line.len() > least).collect()
}

/// Where columns begin, the first 0: after a place that is blank in all lines, where some are not.
fn starts(lines: &[Vec<char>]) -> Vec<usize> {
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank = |at: usize| lines.iter().all(|line| line.get(at).is_none_or(|c| *c == ' '));
    let blank: Vec<bool> = (0..longest).map(is_blank).collect();
    let begins = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| blank.get(before)).copied();
        blank.get(*at) == Some(&false) && before != Some(false)
    };
    (0..longest).filter(begins).collect()
}
