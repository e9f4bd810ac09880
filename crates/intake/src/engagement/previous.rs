//! `[previous]`: the report of the engagement before, from which meters are carried over.

use super::{line, refuse_in_house};
use feltproof_model::Previous;
use feltproof_toml::Section;

pub(super) fn read(s: Section<'_>) -> Option<Previous> {
    let report = s.text("report");
    report.iter().for_each(refuse_in_house);
    let sha256 = s.text("sha256").and_then(|found| {
        let is_hex = |b: u8| b.is_ascii_digit() || matches!(b, b'a'..=b'f');
        let is_digest = found.value.len() == 64 && found.value.bytes().all(is_hex);
        found.only_if(is_digest, |text| {
            let remedy = "give that of the report";
            format!("is `{text}`, not a SHA-256 of 64 lower-case hexadecimal digits; {remedy}")
        })
    });
    Some(Previous {
        report: report?.owned(),
        sha256: sha256?.owned(),
        line: line(&s),
        links: Vec::new(),
        report_id: String::new(),
        findings: Vec::new(),
    })
}
