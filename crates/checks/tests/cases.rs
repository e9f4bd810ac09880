//! The cases of every check's Markdown: in a case exactly the marked lines must raise the code.
//!
//! How a case is written stands in `bench/mod.rs`. The whole path is run: the engagement is parsed, the
//! journals are read, rounds assembled and settled.

#![allow(clippy::unwrap_used)] // in helpers too: a test may stop

mod bench;

use bench::{Case, Opened, cases};
use feltproof_checks::{Audit, CHECKS, Step};
use feltproof_intake::JournalReader;
use feltproof_model::Locus;
use feltproof_model::workpaper::Outcome;
use feltproof_regs::{Pack, builtin_packs};
use std::collections::BTreeSet;

fn run_case(code: &str, case: &Case) {
    let opened = Opened::new(code, case);
    let (scope, expected) = (&opened.scope, &opened.marked);
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
    let raised: Vec<String> = exceptions
        .iter()
        .filter(|e| e.code == code)
        .map(|e| match e.locus {
            Locus::Engagement { line } => format!("engagement:{line}"),
            Locus::Journal { journal, line } => {
                let kind = scope.engagement.journals[usize::from(journal)].kind;
                format!("{}:{line}", kind.name())
            }
        })
        .collect();
    let unique: BTreeSet<String> = raised.iter().cloned().collect();
    let about: Vec<_> = exceptions.iter().map(|e| (e.code, &e.expected, &e.recorded)).collect();
    assert_eq!(&unique, expected, "{code}: raised against marked; all exceptions: {about:#?}");
    // A source of cards departs in as many tests as see it, all reported at its table.
    if !code.starts_with("STA-") {
        assert_eq!(raised.len(), expected.len(), "{code}: a line raised it twice: {raised:?}");
    }
    for exception in exceptions.iter().filter(|e| e.code == code) {
        assert!(!exception.explanation.is_empty() && !exception.recorded.is_empty());
    }
    let result = outcome.checks.iter().find(|c| c.code == code).unwrap();
    match (&result.outcome, case.not_run) {
        (Outcome::Ran { .. }, false) => {}
        (Outcome::NotRun { reason }, true) => assert!(!reason.is_empty()),
        (other, _) => panic!("{code}: outcome {other:?} in this case"),
    }
}

#[test]
fn in_every_case_exactly_the_marked_lines_raise_the_code() {
    let mut failures = Vec::new();
    for check in CHECKS {
        let all = cases(check.doc);
        for (i, case) in all.iter().enumerate() {
            let run = std::panic::catch_unwind(|| run_case(check.code, case));
            if let Err(panic) = run {
                let why = panic
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                failures.push(format!(
                    "{} case {}: {}",
                    check.code,
                    i + 1,
                    why.unwrap_or_default()
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_document_has_its_parts_and_both_sides() {
    for check in CHECKS {
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
        let marks = |c: &Case| c.sections.iter().flat_map(|(_, b)| b).any(|(m, _)| *m);
        assert!(all.iter().any(marks), "{} has no case that raises it", check.code);
        let clean = |c: &&Case| !marks(c) && !c.not_run;
        let unmarked_lines =
            |c: &Case| c.sections.iter().flat_map(|(_, b)| b).filter(|(m, _)| !*m).count() > 1;
        assert!(
            all.iter().any(|c| clean(&c)) || all.iter().any(unmarked_lines),
            "{} has no line that must not raise it",
            check.code
        );
    }
}

#[test]
fn codes_are_unique_and_ordered_by_family() {
    let codes: Vec<&str> = CHECKS.iter().map(|c| c.code).collect();
    let unique: BTreeSet<&&str> = codes.iter().collect();
    assert_eq!(unique.len(), codes.len());
    let families =
        ["LOG", "RND", "CRD", "WGR", "PAY", "MTR", "ENV", "AWD", "ADJ", "CFG", "PAR", "STA", "WAC"];
    let place = |c: &&str| families.iter().position(|f| c.starts_with(f)).expect("a known family");
    let mut sorted = codes.clone();
    sorted.sort_by_key(|c| (place(c), *c));
    assert_eq!(codes, sorted);
}

/// Each check that a pack names exists, and each of its limits is read by a check that it names.
#[test]
fn the_checks_answer_the_built_in_packs() {
    feltproof_checks::refuse_unanswered(&builtin_packs()).unwrap_or_else(|e| panic!("{e}"));
    let text = include_str!("../../../regulations/us-wa.toml");
    let pack = Pack::parse(&text.replace("\"WAC-002\"", "\"WAC-007\""), "p.toml").unwrap();
    let refused = feltproof_checks::refuse_unanswered(&[pack]).unwrap_err().to_string();
    for says in
        ["names WAC-007", "is games-on-one-hand, read by WAC-002", "is games-on-one-hand-over"]
    {
        assert!(refused.contains(says), "{refused}");
    }
    assert_eq!(refused.lines().count(), 3, "{refused}");
}
