//! The cases of the checks' documents: whole journals as text, and the engagement they share.
//!
//! A case is a fenced block named `case`. It holds whole journals, `--- hands`, `--- controller`,
//! `--- manager`, `--- shuffler`, as they would stand in files (times without a date are of the case day), and
//! `--- engagement`, lines `old => new` that change the engagement of `bench.toml`. A line that
//! must raise the code of the document begins with `! `, every other with two blanks; `table T2` among
//! the changes stands for the declaration of that table. Lines that stand for many are in
//! `dealing/mod.rs`. `--- game ID`
//! holds lines `old => new` that change a built-in definition where `old` first stands in it; tables of
//! the other games are in `bench_games.toml`. The checks' own test and that of `show` read them.

#![allow(dead_code, reason = "each test that reads cases needs a part of this")]

#[path = "../dealing/mod.rs"]
mod dealing;

use feltproof_checks::Scope;
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::Engagement;
use feltproof_model::engagement::JournalKind;
use feltproof_regs::{Pack, builtin_packs};
use std::collections::BTreeSet;
use std::sync::Arc;

const BENCH: &str = include_str!("../bench.toml");
/// Tables of the other games, after the rest, so that what they add disturbs no case.
const BENCH_GAMES: &str = include_str!("../bench_games.toml");

const GAMES: [(&str, &str); 3] = [
    ("crazy4-wa", include_str!("../../../engine/games/crazy4-wa.toml")),
    ("four-card-poker", include_str!("../../../engine/games/four-card-poker.toml")),
    ("four-card-frenzy", include_str!("../../../engine/games/four-card-frenzy.toml")),
];

/// One case as text.
#[derive(Default)]
pub(crate) struct Case {
    /// Name of each section, and its lines: whether it is marked, and the line.
    pub sections: Vec<(String, Vec<(bool, String)>)>,
    /// `not run` in the opening fence: the check must be not run, with a reason.
    pub not_run: bool,
}

/// The cases of a document.
pub(crate) fn cases(doc: &str) -> Vec<Case> {
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

/// A case with its engagement read and its journals as text.
pub(crate) struct Opened {
    /// What the audit knows.
    pub scope: Arc<Scope>,
    /// The engagement file.
    #[allow(dead_code, reason = "the tests of `show` read it, those of the checks do not")]
    pub engagement: String,
    /// Each journal by its kind.
    pub texts: Vec<(String, String)>,
    /// The lines that must raise: `hands:3`.
    pub marked: BTreeSet<String>,
}

impl Opened {
    /// Opens a case; `code` names it in messages.
    pub(crate) fn new(code: &str, case: &Case) -> Self {
        let (text, engagement_marks) = engagement_text(case);
        let engagement =
            parse_engagement(&text, "bench.toml").unwrap_or_else(|e| panic!("{code}: {e}"));
        let journals =
            || case.sections.iter().filter(|(name, _)| JournalKind::parse(name).is_some());
        let texts: Vec<(String, String)> =
            journals().map(|(name, body)| (name.clone(), journal_text(body))).collect();
        let mut marked: BTreeSet<String> =
            engagement_marks.iter().map(|l| format!("engagement:{l}")).collect();
        for (name, body) in journals() {
            let lines = body.iter().enumerate().filter(|(_, (marked, _))| *marked);
            marked.extend(lines.map(|(i, _)| format!("{name}:{}", i + 1)));
        }
        let scope = Arc::new(scope(case, engagement, &texts));
        Self { scope, engagement: text, texts, marked }
    }

    /// A journal by its place in the engagement.
    pub(crate) fn text(&self, journal: usize) -> &str {
        let kind = self.scope.engagement.journals[journal].kind;
        &self.texts.iter().find(|(name, _)| name == kind.name()).unwrap().1
    }

    /// A reader for each journal, before its first record.
    pub(crate) fn readers(&self) -> Vec<JournalReader<&[u8]>> {
        let reader = |i: u16| {
            let text = self.text(usize::from(i)).as_bytes();
            JournalReader::new(text, &self.scope.engagement, i).unwrap()
        };
        (0..u16::try_from(self.scope.engagement.journals.len()).unwrap()).map(reader).collect()
    }
}
