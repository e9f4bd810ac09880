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
        files: Vec<InspectedFile> = list(files) => "In the order given.",
    }
}

object! {
    /// A file.
    InspectedFile(
        looked: &Looked;
        guess = &looked.guess,
        missing = |is_needed| move |column: &&str| MissingColumn::new(column, is_needed, guess.kind),
        needed = guess.needed.iter().map(missing(true)),
        optional = guess.optional.iter().map(missing(false))
    ) {
        file: Text = (&looked.file).into() => "As named.",
        format: Text = looked.kind_in_words().into() => "What it is, in words.",
        /// Row of the column names; 0 where there are none, null where they are the format's.
        header_row: Option<u32> = looked.format.header_row,
        reasons: Vec<Text> = list(&looked.reasons) => "Why it is taken for that.",
        notes: Vec<Text> = list(&looked.notes) => "What is remarkable.",
        sheets: Vec<SheetOf> = list(&looked.sheets) => "Sheets of a workbook.",
        /// The sheet looked at; null where there are none.
        sheet: Option<String> = looked.sheet.clone(),
        rows_looked_at: usize = looked.rows => "Rows looked at.",
        which_rows: Text = looked.rows_in_words.into() => "Which they are.",
        kind: Option<JournalName> = guess.kind.map(JournalName::from) => "Which journal.",
        may_be: Vec<JournalName> = list(guess.may_be.iter().copied()) => "Journals that it may be.",
        shape: Vec<Text> = list(&guess.shape) => "How a row stands for more or less than a record.",
        rows_left_out: Vec<Text> = list(&guess.left_out) => "Rows that are no records.",
        columns: Vec<ColumnOf> = list(&guess.columns) => "Columns.",
        missing: Vec<MissingColumn> = needed.chain(optional).collect() => "Columns that it lacks.",
        #[serde(rename = "asked")]
        questions: Vec<Text> = list(&guess.requested) => "What only the user can say.",
        /// Whether there is no question and nothing is missing.
        certain: bool = guess.is_certain(),
    }

    /// A sheet.
    SheetOf(sheet: &SheetFound) {
        name: Text = (&sheet.name).into() => "Name.",
        hidden: bool = sheet.hidden => "Whether it is hidden.",
    }

    /// A column.
    ColumnOf(column: &ColumnGuess) {
        name: String = column.name.clone() => "Name.",
        letters: String = column.letters.clone() => "Letters of a sheet.",
        examples: Vec<String> = column.examples.clone() => "Cells.",
        filled: usize = column.filled => "Cells with something in them.",
        empty: usize = column.empty => "Empty cells.",
        values: String = column.values.clone() => "What its values are, in words.",
        /// The canonical column that it is; null where none.
        canonical: Option<String> = column.target.map(str::to_owned),
        certain: bool = column.is_certain => "Whether that is certain.",
        why: String = column.why.clone() => "Why.",
        words: Vec<WordOf> = list(&column.words) => "Words of a closed list.",
    }

    /// A word.
    WordOf(word: &Word) {
        written: String = word.written.clone() => "As written.",
        count: usize = word.count => "How often.",
        /// As we say; null where not known.
        canonical: Option<String> = word.canonical.map(str::to_owned),
        certain: bool = word.is_certain => "Whether that is certain.",
    }

    /// A column that is lacking.
    MissingColumn(column: &str, is_needed: bool, kind: Option<JournalKind>) {
        column: Text = column.into() => "Column.",
        needed: bool = is_needed => "Whether it cannot be read without.",
        /// Checks that would not run.
        checks: Vec<Code> = list(feltproof_verdict::untested_without(kind, column)),
    }
}
