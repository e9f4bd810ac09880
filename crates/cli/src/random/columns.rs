//! Columns with outcomes of their own, tested against each other.

use crate::random::left_out::Faults;
use crate::random::paper::Counted;
use crate::random::rows::Rows;
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::Weights;
use feltproof_stats::symbols::Columns;

/// Rows that are tested against each other at most: so many are kept in memory.
const ROWS_MAX: usize = 1 << 22;

/// The draws of one column, as long as every row has one.
pub(crate) struct Drawn {
    name: String,
    range: u32,
    symbols: Vec<u32>,
    /// A row had none, or several.
    is_uneven: bool,
}

impl Drawn {
    /// For a column of so many outcomes.
    pub(crate) fn new(column: &Weights, range: u32) -> Self {
        let name = format!("column `{}`", column.column.as_deref().unwrap_or_default());
        Self { name, range, symbols: Vec::new(), is_uneven: false }
    }

    /// Takes draws of rows that have one each, `is_even`, or not.
    pub(crate) fn take(&mut self, some: &[u32], is_even: bool) {
        self.is_uneven |= !is_even;
        let room = ROWS_MAX - self.symbols.len();
        self.symbols.extend(some.iter().take(room));
    }
}

/// Adds what the columns say of each other, where there are several: a source of its own.
pub(crate) fn beside_each_other(
    sources: &mut Vec<(Option<String>, Counted)>,
    drawn: &[Drawn],
) -> Result<(), String> {
    let [(_, first), _, ..] = sources.as_mut_slice() else { return Ok(()) };
    if let Some(uneven) = drawn.iter().find(|column| column.is_uneven) {
        first.notes.push(format!(
            "The columns are not tested against each other: {} has not one outcome in every row.",
            uneven.name
        ));
        return Ok(());
    }
    let named: Vec<(String, u32)> = drawn.iter().map(|one| (one.name.clone(), one.range)).collect();
    let mut columns = Columns::new(&named).map_err(|e| e.to_string())?;
    let rows = drawn.iter().map(|one| one.symbols.len()).min().unwrap_or_default();
    for at in 0..rows {
        columns.push(&drawn.iter().map(|one| one.symbols[at]).collect::<Vec<_>>());
    }
    let most =
        if rows == ROWS_MAX { format!(", the first {ROWS_MAX} of them") } else { String::new() };
    let note = format!(
        "Every column is tested against every other, of the same row and of the row before{most}."
    );
    let counted = Counted {
        input: first.input.clone(),
        battery: columns.battery(),
        kind: SampleKind::Draws,
        labels: Vec::new(),
        faults: Faults::default(),
        notes: vec![note],
        rows: Rows::default(),
    };
    sources.push((Some("the columns against each other".to_owned()), counted));
    Ok(())
}
