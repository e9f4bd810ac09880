//! What `inspect` found out about a file, for programs: JSON.

use super::Looked;
use serde_json::{Value, json as value};

pub(crate) fn json(looked: &Looked) -> Value {
    let guess = &looked.guess;
    let columns = guess.columns.iter().map(|column| {
        let words = column.words.iter().map(|word| {
            value!({
                "written": word.written,
                "count": word.count,
                "canonical": word.canonical,
                "certain": word.is_certain,
            })
        });
        value!({
            "name": column.name,
            "letters": column.letters,
            "examples": column.examples,
            "filled": column.filled,
            "empty": column.empty,
            "values": column.values,
            "canonical": column.target,
            "certain": column.is_certain,
            "why": column.why,
            "words": words.collect::<Vec<_>>(),
        })
    });
    let lacking = |columns: &[&'static str], is_needed: bool| -> Vec<Value> {
        let one = |column: &&'static str| {
            value!({
                "column": column,
                "needed": is_needed,
                "checks": feltproof_verdict::untested_without(guess.kind, column),
            })
        };
        columns.iter().map(one).collect()
    };
    let mut missing = lacking(&guess.needed, true);
    missing.extend(lacking(&guess.optional, false));
    let sheets = looked.sheets.iter().map(|s| value!({ "name": s.name, "hidden": s.hidden }));
    value!({
        "file": looked.file,
        "format": looked.kind_in_words(),
        "header_row": looked.format.header_row,
        "reasons": looked.reasons,
        "notes": looked.notes,
        "sheets": sheets.collect::<Vec<_>>(),
        "sheet": looked.sheet,
        "rows_looked_at": looked.rows,
        "which_rows": looked.rows_in_words,
        "kind": guess.kind.map(|kind| kind.name()),
        "may_be": guess.may_be.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        "shape": guess.shape,
        "rows_left_out": guess.left_out,
        "columns": columns.collect::<Vec<_>>(),
        "missing": missing,
        "asked": guess.asked,
        "certain": guess.is_certain(),
    })
}
