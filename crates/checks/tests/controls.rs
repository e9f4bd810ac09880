//! Every control that a check answers, one by one: each check of each of its versions has a case in which it tests something
//! and nothing is found, and one in which it finds something. Both are run here.

use crate::bench::{Case, Opened, cases};
use feltproof_checks::{Audit, by_code};
use feltproof_intake::JournalReader;
use feltproof_model::workpaper::Outcome;
use feltproof_regs::{Control, ControlStatus, builtin_packs};
use std::collections::{BTreeMap, BTreeSet};

/// Every automated or partial control of every built-in pack, named here so that none comes or goes unseen.
const CONTROLS: &[(&str, &[&str])] = &[
    (
        "document-004",
        &[
            "exhibit-a-initial",
            "exhibit-a-play",
            "exhibit-a-queens-up-limits",
            "exhibit-a-payouts",
            "exhibit-a-figures",
            "exhibit-a-dealing",
        ],
    ),
    ("gli", &["gli-12-overflow", "gli-12-odds"]),
    (
        "us-ca",
        &[
            "pc-330-11-limited",
            "pc-330-11-rotation",
            "pc-337j-f",
            "document-000-rules",
            "document-000-players",
            "document-000-limits",
            "document-000-aggregate",
            "document-000-shuffler",
        ],
    ),
    ("us-nigc", &["cfr-547-14-b"]),
    (
        "us-nj",
        &[
            "nj-69d-1-52-e1",
            "nj-69d-1-52-e3",
            "nj-69d-1-52-e4",
            "nj-69e-1-39a-a",
            "nj-69e-1-39a-b",
            "nj-69f-27-3",
            "nj-69f-27-6",
        ],
    ),
    (
        "us-ny",
        &[
            "ny-5321-18-b3i",
            "ny-5321-18-b3ii",
            "ny-5321-18-b3iii",
            "ny-5321-18-b4",
            "ny-5321-18-c",
            "ny-5320-8-b",
        ],
    ),
    ("us-pa", &["pa-657a-1", "pa-657a-6", "pa-684a-6", "pa-601a-2", "pa-605a-7-a1"]),
    (
        "us-wa",
        &[
            "rcw-9-46-0282",
            "wac-230-15-035",
            "wac-230-15-055",
            "wac-230-15-060",
            "wac-230-15-065",
            "wac-230-06-050",
            "wac-230-15-040",
            "wac-230-15-140",
            "wac-230-15-490",
            "wac-230-15-671",
            "wac-230-15-685-1",
            "wac-230-15-685-3",
            "wac-230-15-685-4",
            "wac-230-15-685-5",
            "wac-230-15-685-6",
            "wac-230-15-695",
            "wac-230-15-695-6",
            "wac-230-15-455",
            "wac-230-15-455-2b",
            "doc-001-four-games",
            "doc-001-placard",
            "doc-001-versions",
            "doc-001-paytables",
            "doc-001-shuffler",
        ],
    ),
    ("us-wv", &["wv-909"]),
];

/// What the check of a document tested in a case, and what it found; `None` where it did not run.
fn outcome(code: &str, case: &Case) -> Option<(u64, u64)> {
    let opened = Opened::new(code, case);
    let mut readers = opened.readers();
    let scope = opened.scope.clone();
    let run = Audit::<()>::run(scope, &mut readers, JournalReader::next_block, |_| Ok(()));
    let check = run.ok()?.checks.into_iter().find(|check| check.code == code)?;
    match check.outcome {
        Outcome::Ran { tested, exceptions } => Some((tested, exceptions)),
        Outcome::NotRun { .. } => None,
    }
}

/// Whether a check has a case that passes, and one that fails: by what it finds there, not by what the case says.
fn both_sides(code: &str) -> [bool; 2] {
    let Some(check) = by_code(code) else { return [false; 2] };
    let mut sides = [false; 2];
    // Those that the document says nothing of are the likelier to pass; of every other one may fail.
    let (clean, raising): (Vec<Case>, Vec<Case>) =
        cases(check.doc).into_iter().partition(Case::is_clean);
    for case in clean.iter().chain(&raising) {
        if sides == [true; 2] {
            break;
        }
        let is_clean = case.is_clean();
        if case.not_run || sides[usize::from(!is_clean)] {
            continue;
        }
        match outcome(code, case) {
            Some((tested, 0)) if tested > 0 && is_clean => sides[0] = true,
            Some((_, found)) if found > 0 => sides[1] = true,
            _ => {}
        }
    }
    sides
}

fn is_tested(control: &&Control) -> bool {
    control.versions.iter().any(|version| version.status != ControlStatus::Manual)
}

#[test]
fn every_tested_control_is_named_here() {
    for pack in builtin_packs() {
        let named: Vec<&str> = CONTROLS
            .iter()
            .filter(|(id, _)| *id == pack.id)
            .flat_map(|(_, controls)| controls.iter().copied())
            .collect();
        let tested: Vec<&str> =
            pack.controls.iter().filter(is_tested).map(|control| control.id.as_str()).collect();
        assert_eq!(named, tested, "{}: name its controls here, in the order of the file", pack.id);
    }
    let packs: BTreeSet<&str> = CONTROLS.iter().map(|(id, _)| *id).collect();
    assert_eq!(packs.len(), CONTROLS.len(), "each pack once");
}

#[test]
fn every_check_of_every_tested_control_has_a_case_that_passes_and_one_that_fails() {
    let packs = builtin_packs();
    let mut known: BTreeMap<&str, [bool; 2]> = BTreeMap::new();
    let (mut lacking, mut looked_at) = (Vec::new(), 0);
    for (id, controls) in CONTROLS {
        let pack = packs.iter().find(|pack| pack.id == *id).unwrap();
        for name in *controls {
            let control = pack.control(name).unwrap_or_else(|| panic!("{id} has no {name}"));
            for (at, version) in control.versions.iter().enumerate() {
                if version.status == ControlStatus::Manual {
                    continue;
                }
                let place = format!("{id}, {name}, version {} ({})", at + 1, version.citation);
                if version.checks.is_empty() {
                    lacking.push(format!("{place}: no check"));
                }
                for code in &version.checks {
                    looked_at += 1;
                    let [passes, fails] = *known.entry(code).or_insert_with(|| both_sides(code));
                    if !passes {
                        lacking.push(format!("{place}: {code} has no case that passes"));
                    }
                    if !fails {
                        lacking.push(format!("{place}: {code} has no case that fails"));
                    }
                }
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    assert!(looked_at > 250, "{looked_at}");
}
