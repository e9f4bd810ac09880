//! Outcomes and their weights, of one column or of several.

use super::outcomes::Labels;
use csv::{ReaderBuilder, Trim};

/// Digits behind the point that a weight may have.
const DECIMALS_MAX: usize = 12;

/// The outcomes of one column, and how likely each is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The column, where the file names some.
    pub column: Option<String>,
    /// The outcomes, in the order of the file.
    pub labels: Labels,
    /// Weights in the order of the outcomes, whole numbers of 1 or more, as they stand to each other.
    pub weights: Vec<u64>,
}

/// Reads lines of `outcome,weight`, or of `column,outcome,weight`. A first line whose last word is no number names
/// the columns; `#` begins a remark.
///
/// # Errors
/// A line of other cells, a weight that is no number above 0, an outcome twice: file, line, value and remedy.
pub fn read_weights(text: &str, place: &str) -> Result<Vec<Weights>, String> {
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(Trim::All).comment(Some(b'#'));
    /// A column's name, and its outcomes with their weights as written.
    type OfColumn = (Option<String>, Vec<(String, String)>);
    let mut columns: Vec<OfColumn> = Vec::new();
    let mut cells = None;
    for (at, row) in reader.from_reader(text.as_bytes()).records().enumerate() {
        let row = row.map_err(|e| format!("{place}: {e}"))?;
        let line = row.position().map_or(0, csv::Position::line);
        let all: Vec<&str> = row.iter().collect();
        let (column, outcome, weight) = match all[..] {
            [outcome, weight] => (None, outcome, weight),
            [column, outcome, weight] => (Some(column.to_owned()), outcome, weight),
            _ => {
                let found = all.len();
                return Err(format!(
                    "{place}:{line}: {found} cells; write outcome,weight or column,outcome,weight"
                ));
            }
        };
        if *cells.get_or_insert(all.len()) != all.len() {
            return Err(format!(
                "{place}:{line}: {} cells, where the lines above have another number; give every line a column, or none",
                all.len()
            ));
        }
        if decimals(weight).is_none() {
            if at == 0 {
                continue;
            }
            return Err(format!(
                "{place}:{line}: `{weight}` is no weight; write a number above 0, and leave out what never comes"
            ));
        }
        if outcome.is_empty() {
            return Err(format!(
                "{place}:{line}: there is no outcome; write one before the weight"
            ));
        }
        let row = (outcome.to_owned(), weight.to_owned());
        match columns.iter_mut().find(|(known, _)| *known == column) {
            Some((_, rows)) => rows.push(row),
            None => columns.push((column, vec![row])),
        }
    }
    if columns.is_empty() {
        return Err(format!("{place} holds no weight; write lines of outcome,weight"));
    }
    columns.into_iter().map(|(column, rows)| of_column(column, &rows, place)).collect()
}

fn of_column(
    column: Option<String>,
    rows: &[(String, String)],
    place: &str,
) -> Result<Weights, String> {
    let named = column.as_ref().map_or_else(String::new, |column| format!("column `{column}`: "));
    let wrong = |what: &str| format!("{place}: {named}{what}");
    let places = rows.iter().filter_map(|(_, weight)| decimals(weight)).max().unwrap_or(0);
    let whole = |(_, weight): &(String, String)| {
        let (units, rest) = weight.split_once('.').unwrap_or((weight, ""));
        format!("{units}{rest:0<places$}").parse::<u64>().ok()
    };
    let weights: Option<Vec<u64>> = rows.iter().map(whole).collect();
    let weights = weights.ok_or_else(|| wrong("the weights have too many digits; write fewer"))?;
    let names = rows.iter().map(|(outcome, _)| outcome.clone()).collect();
    let labels = Labels::stated(names).map_err(|what| wrong(&what))?;
    Ok(Weights { column, labels, weights })
}

/// Digits behind the point of a number above 0; `None` of anything else.
fn decimals(weight: &str) -> Option<usize> {
    let (units, rest) = weight.split_once('.').unwrap_or((weight, ""));
    let is_number = !units.is_empty()
        && units.bytes().chain(rest.bytes()).all(|b| b.is_ascii_digit())
        && units.bytes().chain(rest.bytes()).any(|b| b != b'0');
    (is_number && rest.len() <= DECIMALS_MAX).then_some(rest.len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
    use super::*;

    #[test]
    fn weights_of_one_column_and_of_several() {
        let all =
            read_weights("outcome,weight\n$1,24\n$2, 15 # a remark\n\n# more\nJoker,1.25\n", "f");
        assert!(all.unwrap_err().contains("f:3: `15 # a remark` is no weight"));
        let all = read_weights("outcome,weight\n$1,24\n# more\nJoker,1.25\n", "f").unwrap();
        assert_eq!((all.len(), &all[0].weights), (1, &vec![2_400, 125]));
        assert_eq!(all[0].labels.names(), ["$1", "Joker"]);
        let reels =
            read_weights("reel,stop,weight\n1,7,2\n2,7,3\n1,BAR,20\n2,BAR,19\n", "f").unwrap();
        let of = |at: usize| (reels[at].column.as_deref(), reels[at].weights.clone());
        assert_eq!(of(0), (Some("1"), vec![2, 20]));
        assert_eq!(of(1), (Some("2"), vec![3, 19]));
    }

    #[test]
    fn what_is_no_weight_is_said_with_the_remedy() {
        for (text, said) in [
            ("a,1\nb,0\n", "f:2: `0` is no weight; write a number above 0"),
            ("a,1\nb,-1\n", "f:2: `-1` is no weight"),
            ("a,1\nb\n", "f:2: 1 cells; write outcome,weight"),
            ("a,1\nx,b,1\n", "f:2: 3 cells, where the lines above"),
            ("a,1\na,2\n", "f: outcome `a` stands twice"),
            ("a,1\n", "f: 1 outcomes; there must be 2"),
            ("", "f holds no weight"),
            ("a,1\n,2\n", "f:2: there is no outcome"),
            ("a,1\nb,99999999999999999999\n", "f: the weights have too many digits"),
        ] {
            let found = read_weights(text, "f").unwrap_err();
            assert!(found.starts_with(said), "{found}");
        }
    }
}
