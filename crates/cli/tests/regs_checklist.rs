//! `regs checklist`: what it asks after on a day, as blocks that can be pasted and as PDF.

use crate::common::rules::{OURS, applies, files, list, narrow, ours, regs, text, versions, words};
use crate::common::{feltproof, run};
use std::fs;

/// The values of the blocks, read as TOML: none is filled in.
fn inspected(form: &str) -> Vec<toml::Table> {
    let table: toml::Table = form.parse().unwrap_or_else(|e| panic!("{e}\n{form}"));
    let blocks = list(&table, "inspected");
    assert_eq!(table.len(), usize::from(!blocks.is_empty()));
    for block in &blocks {
        for key in ["answer", "by", "initials", "date"] {
            assert!(text(block, key).starts_with("FILL IN"), "{key} of {block:?}");
        }
    }
    blocks
}

#[test]
fn the_checklist_asks_after_what_no_log_answers_alone_on_the_day() {
    for day in ["2010-06-15", "2021-06-13", "2026-10-31"] {
        for (id, file) in files() {
            let (form, _) = regs(&["checklist", &id, "--on", day], 0);
            let mut expected = Vec::new();
            for control in list(&file, "control") {
                let versions = versions(&control);
                let is_requested = |at: usize| {
                    applies(&versions, at, day).is_some()
                        && text(&versions[at], "status") != "automated"
                };
                if (0..versions.len()).any(is_requested) {
                    expected.push(text(&control, "id").to_owned());
                }
                let said = words(&form.replace("\n# ", " "));
                for version in
                    (0..versions.len()).filter(|at| is_requested(*at)).map(|at| &versions[at])
                {
                    for key in ["citation", "title", "demand", "note", "address"] {
                        assert!(said.contains(&words(text(version, key))), "{key}\n{form}");
                    }
                }
            }
            let blocks = inspected(&form);
            let found: Vec<&str> = blocks.iter().map(|block| text(block, "control")).collect();
            assert_eq!(found, expected, "{id} on {day}");
            assert_eq!(form.matches("[ ] yes   [ ] no   [ ] not applicable").count(), found.len());
            assert_eq!(
                form.matches("[ ] examination   [ ] inquiry   [ ] observation").count(),
                found.len()
            );
            narrow(&form.replace("# ", ""));
        }
    }
}

#[test]
fn the_checklist_of_a_pack_file() {
    let (folder, file) = ours(OURS);
    let file_is = file.to_str().unwrap();
    let (form, _) = regs(&["checklist", file_is, "--on", "2024-07-01"], 0);
    let blocks = inspected(&form);
    let ids: Vec<&str> = blocks.iter().map(|block| text(block, "control")).collect();
    assert_eq!(ids, ["count", "largest-wager"]);
    assert!(form.contains("Three persons") && !form.contains("Two persons"), "{form}");
    assert!(form.contains("2 checks of the log answer it in part"), "{form}");
    // The second was repealed at the end of the year.
    let (form, _) = regs(&["checklist", file_is, "--on", "2025-01-01"], 0);
    assert_eq!(inspected(&form).len(), 1);
    // Before everything there is nothing to ask, and the form says so.
    let (form, _) = regs(&["checklist", file_is, "--on", "2019-12-31"], 0);
    assert_eq!(inspected(&form).len(), 0);
    assert!(form.contains("0 controls"), "{form}");
    // Without a day where none makes a difference; a control that another pack has, too, names its pack.
    let count = OURS.find("[[control]]\nid = \"count\"").unwrap();
    let largest = OURS.find("[[control]]\nid = \"largest-wager\"").unwrap();
    let one = OURS[..count].to_owned() + &OURS[largest..];
    let one = one.replacen("until = \"2024-12-31\"\n", "", 1);
    let one = one.replacen("\nid = \"largest-wager\"", "\nid = \"wac-230-15-140\"", 1);
    fs::write(&file, one).unwrap();
    let (form, _) = regs(&["checklist", file_is], 0);
    let blocks = inspected(&form);
    assert_eq!((blocks.len(), text(&blocks[0], "pack")), (1, "ours"));
    assert!(form.contains("from 2020-01-01"), "{form}");
    // As PDF: whatever the clock says, the same bytes.
    let mut made = Vec::new();
    for (name, seconds) in [("a.pdf", "0"), ("b.pdf", "1793664000")] {
        let pdf = folder.path().join(name);
        let mut command = feltproof(folder.path());
        command.env("SOURCE_DATE_EPOCH", seconds).args(["regs", "checklist", file_is, "--pdf"]);
        let (out, _) = run(command.arg(&pdf), 0);
        assert_eq!(out, format!("Written: {} (1 control)\n", pdf.display()));
        made.push(fs::read(pdf).unwrap());
    }
    assert!(made[0] == made[1] && made[0].starts_with(b"%PDF-1.7"));
}
