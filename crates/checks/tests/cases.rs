//! The cases of every check's Markdown: exactly what a case says is raised in it, by every check.
//!
//! How a case is written stands in `bench/mod.rs`. The whole path is run: the engagement is parsed, the
//! journals are read, rounds assembled and settled.

use crate::bench::claim::{Row, said};
use crate::bench::{Case, Opened, cases};
use feltproof_checks::{ADVICE, Audit, CHECKS, Check, Step, read_pack};
use feltproof_intake::JournalReader;
use feltproof_model::Locus;
use feltproof_model::workpaper::Outcome;
use feltproof_regs::builtin_packs;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What a case raises, in order: `hands:3 PAY-001 $15.00 / $20.00 player`, and what became of the check.
fn raised(opened: &Opened, code: &str) -> (Vec<String>, Outcome) {
    let scope = &opened.scope;
    let mut readers = opened.readers();
    let mut exceptions = Vec::new();
    let outcome =
        Audit::<()>::run(scope.clone(), &mut readers, JournalReader::next_block, |step| {
            if let Step::Exceptions(found) = step {
                exceptions.extend(found);
            }
            Ok(())
        });
    let outcome = outcome.unwrap();
    exceptions.extend(outcome.advisories);
    let mut checks = outcome.checks.into_iter().chain(outcome.advice);
    let mut raised: Vec<String> = Vec::new();
    for exception in exceptions.iter().filter(|exception| exception.waived.is_none()) {
        assert!(!exception.explanation.is_empty() && !exception.recorded.is_empty());
        let place = match exception.locus {
            Locus::Engagement { line } => format!("engagement:{}", line.number),
            Locus::Journal { journal, line } => {
                let kind = scope.engagement.journals[usize::from(journal)].kind;
                format!("{}:{line}", kind.name())
            }
        };
        raised.push(format!("{place} {}", said(exception)));
    }
    raised.sort();
    // A source of cards departs in as many tests as see it, all reported at its table.
    raised.dedup_by(|a, b| a == b && a.contains(" STA-"));
    (raised, checks.find(|c| c.code == code).unwrap().outcome)
}

/// Every check, and every advice.
fn all() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().chain(ADVICE).copied()
}

/// What of a case is not as it says.
fn wrong(code: &str, case: &Case) -> Vec<String> {
    let opened = Opened::new(code, case);
    let (raised, outcome) = raised(&opened, code);
    let mut wrong = Vec::new();
    let mut left = opened.raises.clone();
    for found in &raised {
        match left.iter().position(|claim| claim == found) {
            Some(at) => drop(left.remove(at)),
            None => wrong.push(format!("raised, not said: {found}")),
        }
    }
    wrong.extend(left.iter().map(|claim| format!("said, not raised: {claim}")));
    match (outcome, case.not_run) {
        (Outcome::Ran { .. }, false) => {}
        (Outcome::NotRun { reason }, true) if !reason.is_empty() => {}
        (other, _) => wrong.push(format!("outcome {other:?} in this case")),
    }
    wrong
}

#[test]
fn in_every_case_exactly_what_it_says_is_raised() {
    let mut failures = Vec::new();
    for check in all() {
        for (i, case) in cases(check.doc).iter().enumerate() {
            let run = std::panic::catch_unwind(|| wrong(check.code, case));
            let wrong = run.unwrap_or_else(|panic| {
                let said = panic.downcast_ref::<String>().cloned();
                let said = said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                vec![said.unwrap_or_default()]
            });
            let case = format!("{} case {}", check.code, i + 1);
            failures.extend(wrong.into_iter().map(|what| format!("{case}: {what}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_document_has_its_parts_and_both_sides() {
    let mut lacking = Vec::new();
    for check in all() {
        let doc = check.doc;
        assert!(doc.starts_with(&format!("# {}: {}\n", check.code, check.title)), "{}", check.code);
        for part in [
            "## What it checks",
            "## Why it matters",
            "## Criteria",
            "## What it does not see",
            "## Cases",
        ] {
            assert!(doc.contains(&format!("\n{part}\n")), "{} lacks `{part}`", check.code);
        }
        let all = cases(doc);
        let own = |row: &Row| row.raises.iter().any(|claim| claim.starts_with(check.code));
        let raises = |c: &Case| c.sections.iter().flat_map(|(_, rows)| rows).any(own);
        if !all.iter().any(raises) {
            lacking.push(format!("{} has no case that raises it", check.code));
        }
        // That the check tests something there is what `wrong` demands of every case.
        if !all.iter().any(|c| c.is_clean() && !c.not_run) {
            lacking
                .push(format!("{} has no case in which it runs and nothing is raised", check.code));
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn codes_are_unique_and_ordered_by_family() {
    let codes: Vec<&str> = all().map(|c| c.code).collect();
    let unique: BTreeSet<&&str> = codes.iter().collect();
    assert_eq!(unique.len(), codes.len());
    let families = [
        "LOG", "RND", "CRD", "WGR", "PAY", "MTR", "ENV", "AWD", "ADJ", "BNK", "CFG", "PAR", "STA",
        "WAC", "APR", "CAL", "INS", "REC", "WVR", "ADV",
    ];
    let place = |c: &&str| families.iter().position(|f| c.starts_with(f)).expect("a known family");
    let mut sorted = codes.clone();
    sorted.sort_by_key(|c| (place(c), *c));
    assert_eq!(codes, sorted);
}

/// Each check that a pack names exists, and each of its limits is read by a check that it names.
#[test]
fn the_checks_answer_the_built_in_packs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for pack in builtin_packs() {
        let text = fs::read_to_string(root.join(&pack.file)).unwrap();
        assert_eq!(read_pack(&text, &pack.file), Ok(pack));
    }
    let text = include_str!("../../../regulations/us-wa.toml");
    let text = text.replacen("\"WAC-002\", \"WAC-011\"", "\"WAC-999\"", 1);
    let text = text.replace("[\"WAC-002\"]", "[\"WAC-004\"]");
    let refused = read_pack(&text, "p.toml").unwrap_err();
    for says in
        ["names WAC-999", "is games-on-one-hand, read by WAC-002", "is games-on-one-hand-over"]
    {
        assert!(refused.contains(says), "{refused}");
    }
    assert_eq!(refused.lines().count(), 3, "{refused}");
}
