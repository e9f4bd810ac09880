//! What the evidence holds around an exception, as the caller tells it.

use crate::error::JsonError;
use crate::json::inert;
use crate::words::Places;
use feltproof_model::Locus;
use serde_json::{Value, json};

/// One place of the evidence told: the round or meter around it, and its record with the neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Which place.
    pub place: Locus,
    /// What is around it, in lines.
    pub text: String,
    /// Records with their line numbers, as they stand in the file; cells with tabs between them where
    /// that is no text.
    pub records: Vec<(u32, String)>,
}

/// All of them as data inside the page.
pub(super) fn encoded(tellings: &[Telling], places: &Places) -> Result<String, JsonError> {
    let telling = |of: &Telling| {
        let (file, line) = places.file_and_line(of.place);
        let record = |(line, text): &(u32, String)| json!({ "line": line, "text": text });
        let records: Value = of.records.iter().map(record).collect();
        json!({ "file": file, "line": line, "text": of.text, "records": records })
    };
    let all: Value = tellings.iter().map(telling).collect();
    Ok(inert(&serde_json::to_string(&all).map_err(JsonError::Encode)?))
}
