//! What the PDF keeps of PDF/A-3 (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), clause by clause: each test is named in
//! `CONFORMANCE.md`. The files are read with lopdf and with small readers of their own in `read.rs`, never with the
//! code that wrote them.

mod archive;
mod fonts;
mod read;
mod structure;

use std::collections::BTreeSet;

/// The sheet names every test that there is, and no other.
#[test]
fn the_sheet_names_every_test() {
    let sheet = include_str!("../../CONFORMANCE.md");
    let sources =
        [include_str!("archive.rs"), include_str!("fonts.rs"), include_str!("structure.rs")];
    let name = |line: &'static str| line.strip_prefix("fn ")?.split_once("() {").map(|(n, _)| n);
    let tests: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.split("#[test]\n").skip(1))
        .filter_map(|test| test.lines().next().and_then(name))
        .collect();
    let of_report = sheet.split("## In the signed file").next().unwrap();
    let named: BTreeSet<&str> = of_report
        .split('`')
        .filter(|word| word.contains('_') && !word.contains([' ', '.']))
        .collect();
    assert_eq!(named, tests);
    assert!(tests.len() > 20);
}
