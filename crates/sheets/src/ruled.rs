//! Tables as the clients of databases print them (psql, mysql, sqlcmd, sqlite): a rule of dashes under the
//! names says where the columns are, and a line at the end how many rows there were.

use crate::format::FixedColumn;

/// Lines from the top among which the rule is looked for, and lines that are looked at.
const FROM_TOP: usize = 50;
const LINES: usize = 2_000;
/// Width of a last column that may go on: to the end of any line.
pub(crate) const TO_THE_END: u32 = 1 << 16;
/// What stands between two columns, in a row.
const BETWEEN: [char; 4] = ['|', '\u{2502}', '\u{2503}', '\u{2551}'];

/// A table with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruled {
    pub(crate) columns: Vec<FixedColumn>,
    /// The row of the rule.
    pub(crate) row: u32,
    /// Lines stand between the columns, with a blank on both sides of each value, in which psql says that a
    /// value goes on in the next line.
    pub(crate) has_margins: bool,
}

/// The table that a text is, if it is one.
pub(crate) fn of(text: &str) -> Option<Ruled> {
    let lines: Vec<(u32, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).take(LINES).collect();
    let from_top = lines.iter().enumerate().take(FROM_TOP);
    let mut rules = from_top.filter(|(_, (_, line))| is_rule(line));
    rules.find_map(|(at, (row, rule))| {
        let (_, names) = at.checked_sub(1).and_then(|above| lines.get(above))?;
        let rows = lines.get(at + 1..).unwrap_or_default().iter().map(|(_, line)| *line);
        let mut rows = rows.filter(|line| !is_rule(line) && !is_count(line)).peekable();
        let rule: Vec<char> = rule.trim_end().chars().collect();
        let gaps: Vec<usize> = (0..rule.len()).filter(|at| !is_dash(rule[*at])).collect();
        let has_margins = gaps.iter().any(|at| rule[*at] != ' ');
        let columns = columns(&rule, names, has_margins);
        let is_named = columns.iter().all(|column| column.name.chars().any(char::is_alphabetic));
        if columns.len() < 2 || !is_named || is_rule(names) || rows.peek().is_none() {
            return None;
        }
        let fits = |line: &str| {
            let line: Vec<char> = line.chars().collect();
            let is_free =
                |at: &usize| line.get(*at).is_none_or(|c| *c == ' ' || BETWEEN.contains(c));
            gaps.iter().all(is_free)
        };
        let (mut all, mut fitting) = (0_usize, 0_usize);
        rows.for_each(|line| (all, fitting) = (all + 1, fitting + usize::from(fits(line))));
        (fits(names) && fitting * 10 >= all * 9).then_some(Ruled {
            columns,
            row: *row,
            has_margins,
        })
    })
}

/// Where the dashes are, each column with its name above.
fn columns(rule: &[char], names: &str, has_margins: bool) -> Vec<FixedColumn> {
    let names: Vec<char> = names.chars().collect();
    let mut columns = Vec::new();
    let mut at = 0;
    for run in rule.chunk_by(|a, b| is_dash(*a) == is_dash(*b)) {
        let (from, end) = (at, at + run.len());
        at = end;
        if !run.first().is_some_and(|c| is_dash(*c)) {
            continue;
        }
        let is_open = end == rule.len() && !has_margins;
        let text = names.iter().skip(from).take(if is_open { names.len() } else { run.len() });
        let name = text.collect::<String>().trim().to_owned();
        let width = if is_open { TO_THE_END } else { run.len() as u32 };
        columns.push(FixedColumn { name, from: from as u32 + 1, width });
    }
    columns
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '=' | '\u{2500}' | '\u{2501}' | '\u{2550}')
}

/// Whether a line holds dashes, what crosses them, and blanks.
pub(crate) fn is_rule(line: &str) -> bool {
    let crosses =
        |c: char| matches!(c, '+' | ' ' | '\u{2500}'..='\u{257F}') || BETWEEN.contains(&c);
    let mut dashes = line.chars().filter(|c| is_dash(*c));
    dashes.nth(1).is_some() && line.trim().chars().all(|c| is_dash(c) || crosses(c))
}

/// Whether a line says how many rows there are, or how long it took: `(426 rows)`, `(1 row affected)`,
/// `426 rows in set (0.01 sec)`, `Time: 1.5 ms`.
pub(crate) fn is_count(line: &str) -> bool {
    let line = line.trim();
    let inner = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(line);
    let mut words = inner.split_ascii_whitespace();
    let count = words.next().unwrap_or_default();
    let of = (words.next(), words.next());
    let is_number = !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let is_count = matches!(of.0, Some("row" | "rows"))
        && matches!(of.1, None | Some("affected" | "selected" | "returned" | "in"));
    is_number && is_count || line.starts_with("Time: ") && line.ends_with(" ms")
}

/// Whether a text stands between two columns and is no value.
pub(crate) fn is_between(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    text.chars().all(|c| c == ' ' || BETWEEN.contains(&c))
}

/// What stands behind a value that goes on in the next line: what is between the two.
pub(crate) fn goes_on(margin: &[u8]) -> Option<&'static [u8]> {
    match std::str::from_utf8(margin).ok()? {
        "+" | "\u{21b5}" => Some(b"\n"),
        // Of one that was too long for its column: nothing was there.
        "." | "\u{2026}" => Some(b""),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Named = (String, u32, u32);

    fn found(text: &str) -> Option<(Vec<Named>, u32)> {
        let Ruled { columns, row, .. } = of(text)?;
        Some((columns.into_iter().map(|c| (c.name, c.from, c.width)).collect(), row))
    }

    #[test]
    fn the_columns_are_where_the_dashes_are() {
        let column = |name: &str, from, width| (name.to_owned(), from, width);
        let margins = vec![column("Rnd", 1, 5), column("Ante Bet", 7, 10)];
        for text in [
            " Rnd | Ante Bet \n-----+----------\n 1   |     5.00 \n 2   |          \n(2 rows)\n\n",
            " Rnd \u{2502} Ante Bet \n\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\n 1   \u{2502}     5.00 \n(1 row)\n",
        ] {
            assert_eq!(found(text), Some((margins.clone(), 2)), "{text}");
        }
        let framed = "+-----+----------+\n| Rnd | Ante Bet |\n+-----+----------+\n| 1   |     5.00 |\n+-----+----------+\n1 row in set (0.00 sec)\n";
        let one_further = vec![column("Rnd", 2, 5), column("Ante Bet", 8, 10)];
        assert_eq!(found(framed), Some((one_further, 3)));
        let blanks = "Changed context.\nRnd Ante Bet Note\n--- -------- ----\n1       5.00 a note\n\n(1 rows affected)\n";
        let columns =
            vec![column("Rnd", 1, 3), column("Ante Bet", 5, 8), column("Note", 14, TO_THE_END)];
        assert_eq!(found(blanks), Some((columns, 3)));
        for text in [
            "Rnd|Ante\n---|----\n1|5.00\n2|10.00\n12345|5.00\n",
            "a,b\n--,--\n1,2\n",
            "Rnd Ante\n1   5.00\n--- ----\n",
            "--- ---\n1   2\n",
            "Hands\n-----\n1 2 3\n",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn counts_are_no_rows() {
        for line in [
            "(426 rows)",
            "(1 row)",
            " (3 rows affected)",
            "426 rows in set (0.00 sec)",
            "Time: 1.5 ms",
        ] {
            assert!(is_count(line), "{line}");
        }
        for line in ["426", "1 row of cards", "(426)", "Time: 18:03", "rows"] {
            assert!(!is_count(line), "{line}");
        }
    }
}
