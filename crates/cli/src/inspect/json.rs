//! What `inspect` found out about a file, for programs: JSON.

use super::Looked;
use feltproof_intake::{ColumnGuess, Word};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::SheetFound;
use feltproof_wire::{Code, JournalName, Text, form, list, object};

form! {
    /// `feltproof inspect --format json`: what each file is, column by column.
    #[schemars(title = "Feltproof inspection of exports")]
    pub(crate) Inspection as "feltproof-inspection/1"(files: &[Looked]) {
        /// In the order given.
        files: Vec<InspectedFile> = list(files),
    }
}

object! {
    /// A file.
    InspectedFile(looked: &Looked; guess = &looked.guess) {
        /// As named.
        file: Text = (&looked.file).into(),
        /// What it is, in words.
        format: Text = looked.kind_in_words().into(),
        /// Row of the column names; 0 where there are none, null where they are the format's.
        header_row: Option<u32> = looked.format.header_row,
        /// Why it is taken for that.
        reasons: Vec<Text> = list(&looked.reasons),
        /// What is remarkable.
        notes: Vec<Text> = list(&looked.notes),
        /// Sheets of a workbook.
        sheets: Vec<SheetOf> = list(&looked.sheets),
        /// The sheet looked at; null where there are none.
        sheet: Option<String> = looked.sheet.clone(),
        /// Rows looked at.
        rows_looked_at: usize = looked.rows,
        /// Which they are.
        which_rows: Text = looked.rows_in_words.into(),
        /// Which journal.
        kind: Option<JournalName> = guess.kind.map(JournalName::from),
        /// Journals that it may be.
        may_be: Vec<JournalName> = list(guess.may_be.iter().copied()),
        /// How a row stands for more or less than a record.
        shape: Vec<Text> = list(&guess.shape),
        /// Rows that are no records.
        rows_left_out: Vec<Text> = list(&guess.left_out),
        /// Columns.
        columns: Vec<ColumnOf> = list(&guess.columns),
        /// Columns that it lacks.
        missing: Vec<MissingColumn> = guess
            .needed
            .iter()
            .map(|column| MissingColumn::new(column, true, guess.kind))
            .chain(guess.optional.iter().map(|column| MissingColumn::new(column, false, guess.kind)))
            .collect(),
        /// What only the user can say.
        #[serde(rename = "asked")]
        questions: Vec<Text> = list(&guess.requested),
        /// Whether there is no question and nothing is missing.
        certain: bool = guess.is_certain(),
    }

    /// A sheet.
    SheetOf(sheet: &SheetFound) {
        /// Name.
        name: Text = (&sheet.name).into(),
        /// Whether it is hidden.
        hidden: bool = sheet.hidden,
    }

    /// A column.
    ColumnOf(column: &ColumnGuess) {
        /// Name.
        name: String = column.name.clone(),
        /// Letters of a sheet.
        letters: String = column.letters.clone(),
        /// Cells.
        examples: Vec<String> = column.examples.clone(),
        /// Cells with something in them.
        filled: usize = column.filled,
        /// Empty cells.
        empty: usize = column.empty,
        /// What its values are, in words.
        values: String = column.values.clone(),
        /// The canonical column that it is; null where none.
        canonical: Option<String> = column.target.map(str::to_owned),
        /// Whether that is certain.
        certain: bool = column.is_certain,
        /// Why.
        why: String = column.why.clone(),
        /// Words of a closed list.
        words: Vec<WordOf> = list(&column.words),
    }

    /// A word.
    WordOf(word: &Word) {
        /// As written.
        written: String = word.written.clone(),
        /// How often.
        count: usize = word.count,
        /// As we say; null where not known.
        canonical: Option<String> = word.canonical.map(str::to_owned),
        /// Whether that is certain.
        certain: bool = word.is_certain,
    }

    /// A column that is lacking.
    MissingColumn(column: &str, is_needed: bool, kind: Option<JournalKind>) {
        /// Column.
        column: Text = column.into(),
        /// Whether it cannot be read without.
        needed: bool = is_needed,
        /// Checks that would not run.
        checks: Vec<Code> = list(feltproof_verdict::untested_without(kind, column)),
    }
}
