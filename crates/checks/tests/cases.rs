//! The cases of every check's Markdown: in a case exactly the marked lines must raise the code.
//!
//! A case is a fenced block named `case`. It holds whole journals, `--- hands`, `--- controller`,
//! `--- manager`, `--- shuffler`, as they would stand in files (times without a date are of the case day), and
//! `--- engagement`, lines `old => new` that change the engagement of `bench.toml`. A line that
//! must raise the code of the document begins with `! `, every other with two blanks; `table T2` among
//! the changes stands for the declaration of that table. Lines that stand for many are in
//! `dealing/mod.rs`. `--- game ID`
//! holds lines `old => new` that change a built-in definition where `old` first stands in it; tables of
//! the other games are in `bench_games.toml`. The whole
//! path is run: the engagement is parsed, the journals are read, rounds assembled and settled.

#![allow(clippy::unwrap_used)] // in helpers too: a test may stop

mod dealing;

use feltproof_checks::{Audit, CHECKS, Observer, Scope, SettledWager};
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::Outcome;
use feltproof_model::{Engagement, Locus};
use feltproof_regs::{Pack, builtin_packs};
use std::collections::BTreeSet;
use std::sync::Arc;

const BENCH: &str = include_str!("bench.toml");
/// Tables of the other games, after the rest, so that what they add disturbs no case.
const BENCH_GAMES: &str = include_str!("bench_games.toml");

const GAMES: [(&str, &str); 3] = [
    ("crazy4-wa", include_str!("../../engine/games/crazy4-wa.toml")),
    ("four-card-poker", include_str!("../../engine/games/four-card-poker.toml")),
    ("four-card-frenzy", include_str!("../../engine/games/four-card-frenzy.toml")),
];

#[derive(Default)]
struct Nobody;

impl Observer for Nobody {
    fn settled(&mut self, _: &SettledWager<'_>) {}
    fn merge(&mut self, _: Self) {}
}

/// One case as text.
#[derive(Default)]
struct Case {
    sections: Vec<(String, Vec<(bool, String)>)>,
    /// `not run` in the opening fence: the check must be not run, with a reason.
    not_run: bool,
}

fn cases(doc: &str) -> Vec<Case> {
    let mut all = Vec::new();
    let mut lines = doc.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("```case") else { continue };
        let mut case = Case { not_run: rest.trim() == "not run", ..Case::default() };
        for line in lines.by_ref().take_while(|l| !l.starts_with("```")) {
            if let Some(name) = line.strip_prefix("--- ") {
                case.sections.push((name.trim().to_owned(), Vec::new()));
            } else if !case.sections.is_empty() {
                let marked = line.starts_with("! ");
                let kind = case.sections.last().map_or("", |(name, _)| name.as_str());
                let lines = dealing::expanded(kind, line.get(2..).unwrap_or(""));
                if let Some((_, body)) = case.sections.last_mut() {
                    body.extend(lines.into_iter().map(|line| (marked, line)));
                }
            } else {
                panic!("a case starts with a section, not `{line}`");
            }
        }
        all.push(case);
    }
    all
}

/// A journal as it would stand in a file: dates put before bare times, short rows filled up.
fn journal_text(body: &[(bool, String)]) -> String {
    let header = body.first().map_or("", |(_, l)| l.as_str());
    let columns = header.split(',').count();
    let time = header.split(',').position(|c| c == "time");
    let mut text = format!("{header}\n");
    for (_, line) in body.iter().skip(1) {
        if let Some(raw) = line.strip_prefix("RAW ") {
            text.push_str(raw);
            text.push('\n');
            continue;
        }
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        fields.resize(fields.len().max(columns), String::new());
        if let Some(field) = time.and_then(|t| fields.get_mut(t))
            && field.len() == 8
        {
            *field = format!("2026-06-15T{field}");
        }
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// `old => new`; `\n` in what is new begins a line.
fn edit(line: &str) -> (&str, String) {
    let (old, new) = line.split_once(" => ").unwrap_or_else(|| panic!("no ` => ` in `{line}`"));
    (old.trim(), new.trim().replace("\\n", "\n"))
}

/// `table T2` in place of a change.
fn table_named(line: &str) -> Option<&str> {
    line.trim().strip_prefix("table ").filter(|rest| !rest.contains(" => "))
}

/// The engagement of the case with the lines that must raise.
fn engagement_text(case: &Case) -> (String, Vec<u32>) {
    let (mut text, mut games) = (BENCH.to_owned(), BENCH_GAMES.to_owned());
    for kind in ["hands", "controller", "manager", "shuffler"] {
        if case.sections.iter().any(|(name, _)| name == kind) {
            text.push_str(&format!("\n[[journal]]\nkind = \"{kind}\"\nfile = \"{kind}.csv\"\n"));
        }
    }
    let mut marked = Vec::new();
    let edits: Vec<(bool, String)> = case
        .sections
        .iter()
        .filter(|(name, _)| name == "engagement")
        .flat_map(|(_, body)| body.clone())
        .filter(|(_, l)| !l.trim().is_empty())
        .collect();
    for (_, line) in edits.iter().filter(|(_, line)| table_named(line).is_none()) {
        let (old, new) = edit(line);
        let part = if text.contains(old) { &mut text } else { &mut games };
        assert_eq!(part.matches(old).count(), 1, "`{old}` must stand once in the bench");
        *part = part.replacen(old, &new, 1);
    }
    text.push_str(&games);
    for (mark, line) in &edits {
        if let Some(table) = table_named(line) {
            let id = format!("id = \"{table}\"");
            let at = text.lines().position(|l| l == id).expect("the table");
            // Its declaration begins on the line before.
            marked.push(u32::try_from(at).unwrap());
        } else if *mark {
            let (_, new) = edit(line);
            let first = new.lines().next().unwrap_or_default();
            let at = text.lines().position(|l| l.contains(first)).expect("the edited line");
            marked.push(u32::try_from(at + 1).unwrap());
        }
    }
    (text, marked)
}

/// The built-in games with the changes of the case.
fn games(case: &Case) -> Vec<Game> {
    let mut games = builtin_games();
    for (name, body) in &case.sections {
        let Some(id) = name.strip_prefix("game ") else { continue };
        let (_, text) = GAMES.iter().find(|(known, _)| *known == id).expect("a known game");
        let mut text = (*text).to_owned();
        for (_, line) in body.iter().filter(|(_, l)| !l.trim().is_empty()) {
            let (old, new) = edit(line);
            assert!(text.contains(old), "`{old}` must stand in {id}");
            text = text.replacen(old, &new, 1);
        }
        let game = Game::parse(&text, id).unwrap_or_else(|e| panic!("{e}"));
        games.retain(|g| g.id != game.id);
        games.push(game);
    }
    games
}

fn scope(case: &Case, engagement: Engagement, texts: &[(String, String)]) -> Scope {
    let section = |wanted: &str| {
        case.sections
            .iter()
            .find(|(name, _)| name == wanted)
            .map(|(_, body)| body.iter().map(|(_, l)| l.as_str()).collect::<Vec<_>>().join("\n"))
    };
    let games = games(case);
    let mut packs = builtin_packs();
    if let Some(text) = section("pack") {
        packs.push(Pack::parse(&text, "case pack").unwrap());
    }
    let columns = texts.iter().find(|(kind, _)| kind == "hands").map(|(_, text)| {
        let at = engagement.journals.iter().position(|j| j.kind == JournalKind::Hands).unwrap();
        let at = u16::try_from(at).unwrap();
        JournalReader::new(text.as_bytes(), &engagement, at).unwrap().columns().clone()
    });
    Scope::new(engagement, "bench.toml", &games, builtin_systems(), packs, columns).unwrap()
}

fn run_case(code: &str, case: &Case) {
    let (text, engagement_marks) = engagement_text(case);
    let engagement =
        parse_engagement(&text, "bench.toml").unwrap_or_else(|e| panic!("{code}: {e}"));
    let texts: Vec<(String, String)> = case
        .sections
        .iter()
        .filter(|(name, _)| JournalKind::parse(name).is_some())
        .map(|(name, body)| (name.clone(), journal_text(body)))
        .collect();
    let mut expected: BTreeSet<String> =
        engagement_marks.iter().map(|l| format!("engagement:{l}")).collect();
    for (name, body) in case.sections.iter().filter(|(n, _)| JournalKind::parse(n).is_some()) {
        for (i, (marked, _)) in body.iter().enumerate() {
            if *marked {
                expected.insert(format!("{name}:{}", i + 1));
            }
        }
    }
    let scope = Arc::new(scope(case, engagement, &texts));
    let mut readers: Vec<_> = (0_u16..)
        .zip(&scope.engagement.journals)
        .map(|(i, j)| {
            let text = &texts.iter().find(|(kind, _)| kind == j.kind.name()).unwrap().1;
            JournalReader::new(text.as_bytes(), &scope.engagement, i).unwrap()
        })
        .collect();
    let mut audit = Audit::<Nobody>::new(scope.clone());
    let mut exceptions = Vec::new();
    while let Some(journal) = audit.wants() {
        match readers[usize::from(journal)].next_block().unwrap() {
            Some(block) => exceptions.extend(audit.feed(block)),
            None => audit.end_of(journal),
        }
    }
    let mut outcome = audit.finish();
    exceptions.append(&mut outcome.exceptions);
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
    assert_eq!(unique, expected, "{code}: raised against marked; all exceptions: {about:#?}");
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
