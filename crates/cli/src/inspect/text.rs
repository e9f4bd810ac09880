//! What was found, for people: at most a hundred characters a line.

use super::Looked;
use crate::print::lines_of;
use feltproof_intake::{ColumnGuess, Guess, Word};
use feltproof_model::engagement::JournalKind;
use feltproof_printable::{TEXT_CHARS_MAX, cut, visible};
use feltproof_sheets::{Compression, SheetFound};
use feltproof_verdict::untested_without;
use textwrap::core::display_width;

const WIDTH: usize = 100;
/// Characters of an example that are shown.
const EXAMPLE_MAX: usize = 100;
/// Of the table of columns: letters, name, examples, values, canonical column.
const WIDTHS: [usize; 5] = [4, 22, 25, 23, 26];

pub(crate) fn text(looked: &Looked) -> String {
    let guess = &looked.guess;
    let mut out = format!("{}\n", visible(&looked.file));
    paragraph(&mut out, &what(looked), 2);
    looked.reasons.iter().chain(&looked.notes).for_each(|reason| paragraph(&mut out, reason, 4));
    if !looked.sheets.is_empty() {
        let shown = |s: &SheetFound| {
            let this = if Some(&s.name) == looked.sheet.as_ref() { " (looked at)" } else { "" };
            format!("{}{}{this}", s.name, if s.hidden { " (hidden)" } else { "" })
        };
        let sheets: Vec<String> = looked.sheets.iter().map(shown).collect();
        paragraph(&mut out, &format!("sheets: {}", sheets.join(", ")), 2);
    }
    paragraph(&mut out, &journal(guess), 2);
    guess.shape.iter().for_each(|shape| paragraph(&mut out, shape, 2));
    if !guess.left_out.is_empty() {
        let rows = guess.left_out.join("; ");
        paragraph(&mut out, &format!("rows that are no records: {rows}"), 2);
    }
    out.push('\n');
    row(&mut out, ["", "column", "examples", "values", "what it is"].map(str::to_owned));
    guess.columns.iter().for_each(|column| row(&mut out, cells(column)));
    list(&mut out, "Words", &guess.columns.iter().filter_map(words).collect::<Vec<_>>());
    let needed = guess.needed.iter().map(|c| missing(guess.kind, c, true));
    let optional = guess.optional.iter().map(|c| missing(guess.kind, c, false));
    list(&mut out, "Missing", &needed.chain(optional).collect::<Vec<_>>());
    list(&mut out, "Asked", &guess.requested);
    out
}

/// What a column that is missing comes to, in words.
fn missing(kind: Option<JournalKind>, column: &str, is_needed: bool) -> String {
    match untested_without(kind, column).join(" ").as_str() {
        _ if is_needed => format!("{column}: every record needs it; without it nothing is read"),
        "" => format!("{column}: it stays empty, and nothing is said by it"),
        codes => format!("{column}: without it these do not run: {codes}"),
    }
}

fn what(looked: &Looked) -> String {
    let kind = looked.kind_in_words();
    let compressed = match looked.compression {
        Compression::None => "",
        Compression::Gzip => ", compressed with gzip",
        Compression::Zstd => ", compressed with zstd",
    };
    format!("{kind}{compressed}; {} rows looked at, {}", looked.rows, looked.rows_in_words)
}

fn journal(guess: &Guess) -> String {
    let names: Vec<&str> = guess.may_be.iter().map(|kind| kind.name()).collect();
    match (guess.kind, &names[..]) {
        (Some(kind), [_]) => format!("it is a {} journal", kind.name()),
        (None, _) => "it is no journal that is known".to_owned(),
        (_, several) => format!("it may be several journals: {}", several.join(", ")),
    }
}

fn cells(column: &ColumnGuess) -> [String; 5] {
    let target = match (column.target, column.is_certain) {
        (Some(target), true) => format!("{target}: {}", column.why),
        (Some(target), false) => format!("{target}? {}", column.why),
        (None, _) => "not read".to_owned(),
    };
    let values = match (column.empty, column.filled) {
        (0, _) | (_, 0) => column.values.clone(),
        (empty, _) => format!("{}; {empty} empty", column.values),
    };
    let name = if column.name.is_empty() { "(no name)" } else { &column.name };
    let examples = column.examples.iter().map(|example| clipped(example)).collect::<Vec<_>>();
    [column.letters.clone(), name.to_owned(), examples.join(", "), values, target]
}

/// The beginning of a long text: a cell may hold a whole document.
fn clipped(text: &str) -> String {
    let end = text.char_indices().nth(EXAMPLE_MAX).map(|(end, _)| end);
    end.and_then(|end| text.get(..end))
        .map_or_else(|| text.to_owned(), |start| format!("{start}.."))
}

/// One row of the table; cells go on in the lines under it.
fn row(out: &mut String, cells: [String; 5]) {
    let cells = cells.iter().zip(WIDTHS);
    let cells =
        cells.map(|(cell, width)| (lines(&cut(visible(cell), TEXT_CHARS_MAX), width - 2), width));
    let cells: Vec<(Vec<String>, usize)> = cells.collect();
    let height = cells.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
    for at in 0..height {
        let mut line = "  ".to_owned();
        for (lines, width) in &cells {
            let text = lines.get(at).map_or("", String::as_str);
            line.push_str(text);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(display_width(text))));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The words of a column, if it has some, each with what is read for it.
fn words(column: &ColumnGuess) -> Option<String> {
    let word = |word: &Word| {
        let Word { written, count, .. } = word;
        let canonical = match (word.canonical, word.is_certain) {
            (Some(""), true) => "nothing".to_owned(),
            (Some(canonical), true) => canonical.to_owned(),
            (Some(canonical), false) => format!("{canonical}?"),
            (None, _) => "?".to_owned(),
        };
        format!("{written} ({count}) = {canonical}")
    };
    let words: Vec<String> = column.words.iter().filter(|word| word.count > 0).map(word).collect();
    let target = column.target.unwrap_or_default();
    (!words.is_empty()).then(|| format!("{target}: {}", words.join(", ")))
}

fn list(out: &mut String, title: &str, sentences: &[String]) {
    if !sentences.is_empty() {
        out.push_str(&format!("\n  {title}\n"));
        sentences.iter().for_each(|sentence| paragraph(out, sentence, 4));
    }
}

fn paragraph(out: &mut String, text: &str, indent: usize) {
    for (at, line) in lines(&visible(text), WIDTH - indent - 2).iter().enumerate() {
        let indent = if at == 0 { indent } else { indent + 2 };
        out.push_str(&format!("{:indent$}{line}\n", ""));
    }
}

/// The text in lines of at most so many columns.
fn lines(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, lines_of(width)).into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_to_their_width() {
        let mut out = String::new();
        paragraph(&mut out, &format!("one two three {}", "x".repeat(120)), 4);
        assert!(out.lines().all(|line| line.chars().count() <= WIDTH), "{out}");
        assert!(out.starts_with("    one two three\n      xxx"), "{out}");
        assert_eq!(visible("a\u{1b}[31m\tb"), "a\\x1b[31m b");
        let mut out = String::new();
        row(&mut out, ["A", "a name that is long", "x", "", "end"].map(str::to_owned));
        assert_eq!(out, format!("  A   {:22}{:48}end\n", "a name that is long", "x"));
        // Two blanks before the table, and two less behind it.
        assert_eq!(WIDTHS.iter().sum::<usize>(), WIDTH);
    }
}
