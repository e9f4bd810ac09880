//! The files that were audited, each once, with its digest.

use feltproof_model::engagement::JournalEntry;
use feltproof_model::workpaper::{FileDigest, Workpaper};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) const BASE: &str = "ENGAGEMENT";

/// The files, and where each name that exceptions use stands among them.
pub(super) struct Artifacts {
    files: Vec<(FileDigest, &'static str)>,
    /// By the name that an exception has: the file, and the sheet of it.
    named: BTreeMap<String, (usize, Option<String>)>,
}

impl Artifacts {
    pub(super) fn new(w: &Workpaper) -> Self {
        let mut all = Self { files: Vec::new(), named: BTreeMap::new() };
        for file in [&w.engagement_file].into_iter().chain(&w.house_file) {
            let at = all.place(file, "userSpecifiedConfiguration");
            all.named.insert(file.file.clone(), (at, None));
        }
        for (input, journal) in w.inputs.iter().zip(&w.engagement.journals) {
            let at = all.place(&input.digest, "analysisTarget");
            let JournalEntry { sheet, .. } = journal;
            all.named.insert(journal.file_and_sheet(), (at, sheet.clone()));
            if let Some(export) = &input.export {
                all.place(&export.profile, "userSpecifiedConfiguration");
            }
        }
        all
    }

    /// Where a file stands; several sheets of a workbook are one file.
    fn place(&mut self, file: &FileDigest, role: &'static str) -> usize {
        let is_it = |(other, _): &(FileDigest, &str)| other.file == file.file;
        self.files.iter().position(is_it).unwrap_or_else(|| {
            self.files.push((file.clone(), role));
            self.files.len() - 1
        })
    }

    pub(super) fn wire(&self) -> Value {
        let file = |(file, role): &(FileDigest, &str)| {
            json!({
                "location": location(&file.file, None),
                "length": file.size_bytes,
                "hashes": { "sha-256": file.sha256 },
                "roles": [role],
            })
        };
        self.files.iter().map(file).collect()
    }

    /// A line of a file, and the sheet where it is one of a workbook.
    pub(super) fn at(&self, name: &str, line: u32) -> (Value, Option<&str>) {
        let named = self.named.get(name);
        let file = named.and_then(|(at, _)| self.files.get(*at));
        let path = file.map_or(name, |(file, _)| file.file.as_str());
        let mut physical = json!({ "artifactLocation": location(path, named.map(|(at, _)| *at)) });
        if line > 0 {
            physical["region"] = json!({ "startLine": line });
        }
        (physical, named.and_then(|(_, sheet)| sheet.as_deref()))
    }
}

fn location(path: &str, index: Option<usize>) -> Value {
    let mut location = match path.starts_with('/') {
        true => json!({ "uri": format!("file://{}", uri(path)) }),
        false => json!({ "uri": uri(path), "uriBaseId": BASE }),
    };
    if let Some(index) = index {
        location["index"] = json!(index);
    }
    location
}

/// A path as RFC 3986 has it: what may stand for itself does, and any other byte as `%XX`.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn a_path_becomes_an_address() {
        assert_eq!(uri("canonical/hands.csv"), "canonical/hands.csv");
        assert_eq!(uri("Händel 12%.csv"), "H%C3%A4ndel%2012%25.csv");
        assert_eq!(uri("http://a?b#c"), "http%3A//a%3Fb%23c");
    }
}
