//! The cases of the checks' documents: whole journals as text, and the engagement they share.
//!
//! A case is a fenced block named `case`. It holds whole journals, `--- hands`, `--- controller`,
//! `--- manager`, `--- shuffler`, as they would stand in files (times without a date are of the case day), and
//! `--- engagement`, lines `old => new` that change the engagement of `bench.toml`; `table T2` among
//! the changes stands for the declaration of that table. Lines that stand for many are in
//! `dealing/mod.rs`. `--- game ID` holds lines `old => new` that change a built-in definition where
//! `old` first stands in it; `--- previous` says what the engagement before left (`previous`); tables of the other games are in `bench_games.toml`. The checks' own test and that of `show` read them.
//!
//! A case says everything that is raised in it, by whatever check. A line that raises the code of the
//! document begins with `! `, every other with two blanks. Below a line, `= ` says more of what it
//! raises: `= $15.00 / $20.00 player` are the amounts of the document's own exception, where it has any;
//! `= RND-004` or `= PAY-002 $20.00 / $0.00 house` is an exception of another check (`claim.rs`).

#![allow(dead_code, reason = "each test that reads cases needs a part of this")]

use crate::dealing;
pub(crate) mod claim;

use claim::{Margin, Row};

use feltproof_checks::Scope;
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CarriedLink, Engagement, Money, Previous, Seat, StandingAward, Timestamp};
use feltproof_regs::{Pack, builtin_packs};
use std::sync::Arc;

const BENCH: &str = include_str!("../bench.toml");
/// Tables of the other games, after the rest, so that what they add disturbs no case.
const BENCH_GAMES: &str = include_str!("../bench_games.toml");

const GAMES: [(&str, &str); 4] = [
    ("crazy4-ca", include_str!("../../../engine/games/crazy4-ca.toml")),
    ("crazy4-wa", include_str!("../../../engine/games/crazy4-wa.toml")),
    ("four-card-poker", include_str!("../../../engine/games/four-card-poker.toml")),
    ("four-card-frenzy", include_str!("../../../engine/games/four-card-frenzy.toml")),
];

/// One case as text.
#[derive(Default)]
pub(crate) struct Case {
    /// Name of each section, and its lines.
    pub sections: Vec<(String, Vec<Row>)>,
    /// `not run` in the opening fence: the check must be not run, with a reason.
    pub not_run: bool,
}

impl Case {
    /// Whether any line raises something.
    pub(crate) fn is_clean(&self) -> bool {
        self.sections.iter().flat_map(|(_, rows)| rows).all(|row| row.raises.is_empty())
    }
}

/// The cases of a document.
pub(crate) fn cases(doc: &str) -> Vec<Case> {
    let code = doc.get(2..9).expect("a document begins with its code");
    let mut all = Vec::new();
    let mut lines = doc.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("```case") else { continue };
        let mut case = Case { not_run: rest.trim() == "not run", ..Case::default() };
        while let Some(line) = lines.next_if(|l| !l.starts_with("```")) {
            if let Some(name) = line.strip_prefix("--- ") {
                case.sections.push((name.trim().to_owned(), Vec::new()));
                continue;
            }
            let Some((kind, body)) = case.sections.last_mut() else {
                panic!("a case starts with a section, not `{line}`");
            };
            let mut margin = Margin::new(code, line.starts_with("! "));
            while let Some(claim) = lines.next_if(|l| l.starts_with("= ")) {
                margin.claim(claim.trim_start_matches("= "));
            }
            body.extend(margin.rows(dealing::expanded(kind, line.get(2..).unwrap_or(""))));
        }
        all.push(case);
    }
    all
}

/// A journal as it would stand in a file: dates put before bare times, short rows filled up.
fn journal_text(body: &[Row]) -> String {
    let header = body.first().map_or("", |row| row.text.as_str());
    let columns = header.split(',').count();
    let time = header.split(',').position(|c| c == "time");
    let mut text = format!("{header}\n");
    for Row { text: line, .. } in body.iter().skip(1) {
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

/// The engagement of the case, and each of its changed lines that must raise.
fn engagement_text(case: &Case) -> (String, Vec<(u32, &Row)>) {
    let (mut text, mut games) = (BENCH.to_owned(), BENCH_GAMES.to_owned());
    for kind in ["hands", "controller", "manager", "shuffler", "bank"] {
        if case.sections.iter().any(|(name, _)| name == kind) {
            text.push_str(&format!("\n[[journal]]\nkind = \"{kind}\"\nfile = \"{kind}.csv\"\n"));
        }
    }
    let edits: Vec<&Row> = case
        .sections
        .iter()
        .filter(|(name, _)| name == "engagement")
        .flat_map(|(_, body)| body)
        .filter(|row| !row.text.trim().is_empty())
        .collect();
    for row in edits.iter().filter(|row| table_named(&row.text).is_none()) {
        let (old, new) = edit(&row.text);
        let part = if text.contains(old) { &mut text } else { &mut games };
        assert_eq!(part.matches(old).count(), 1, "`{old}` must stand once in the bench");
        *part = part.replacen(old, &new, 1);
    }
    text.push_str(&games);
    let line = |row: &Row| {
        if let Some(table) = table_named(&row.text) {
            let id = format!("id = \"{table}\"");
            // Its declaration begins on the line before.
            return text.lines().position(|l| l == id).expect("the table");
        }
        let (_, new) = edit(&row.text);
        let first = new.lines().next().unwrap_or_default();
        text.lines().position(|l| l.contains(first)).expect("the edited line") + 1
    };
    let raising = edits.into_iter().filter(|row| !row.raises.is_empty());
    let raising = raising.map(|row| (u32::try_from(line(row)).unwrap(), row)).collect();
    (text, raising)
}

/// The built-in games with the changes of the case.
fn games(case: &Case) -> Vec<Game> {
    let mut games = builtin_games();
    for (name, body) in &case.sections {
        let Some(id) = name.strip_prefix("game ") else { continue };
        let (_, text) = GAMES.iter().find(|(known, _)| *known == id).expect("a known game");
        let mut text = (*text).to_owned();
        for row in body.iter().filter(|row| !row.text.trim().is_empty()) {
            let (old, new) = edit(&row.text);
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
        case.sections.iter().find(|(name, _)| name == wanted).map(|(_, body)| {
            body.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n")
        })
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

/// What the engagement before left: `L1,7345.00,41.25` where a link stood (with `,50.00,0.00,2000.00`: by how much meter and
/// reserve stood too high, what was left of the seed, and of that in the meter), and below it each award that stood
/// there, `award,T1,5,3,2345.00,2041.25,41.25`: table, round, seat, amount, what the reseed added, what it drew.
fn previous(body: &[Row]) -> Previous {
    let money = |text: &str| Money::parse(text.as_bytes()).unwrap();
    let mut links: Vec<CarriedLink> = Vec::new();
    for row in body.iter().filter(|row| !row.text.trim().is_empty()) {
        let fields: Vec<&str> = row.text.split(',').collect();
        if let ["award", table, round, seat, amounts @ ..] = fields.as_slice() {
            links.last_mut().expect("a link before its awards").awards.push(StandingAward {
                time: Timestamp(0),
                table: (*table).into(),
                round: round.parse().unwrap(),
                seat: Seat::parse(seat.as_bytes()).unwrap(),
                amount: money(amounts[0]),
                reseeded: money(amounts[1]),
                reserve_drawn: money(amounts[2]),
                reserve_drawn_most: money(amounts[2]),
            });
            continue;
        }
        links.push(CarriedLink {
            link: fields[0].into(),
            level: "grand".into(),
            display: money(fields[1]),
            reserve: money(fields[2]),
            awards: Vec::new(),
            uncorrected: [3, 4].map(|at| fields.get(at).map_or(Money::ZERO, |text| money(text))),
            seed_left: fields.get(5).map(|text| money(text)),
            seed_in_meter: fields.get(6).map(|text| money(text)),
        });
    }
    let (report, sha256) = ("report.json".to_owned(), "0".repeat(64));
    let (report_id, findings) = (String::new(), Vec::new());
    Previous { report, sha256, line: 1.into(), links, report_id, findings }
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
    /// What must be raised, in order: `hands:3 PAY-001 $15.00 / $20.00 player`.
    pub raises: Vec<String>,
}

impl Opened {
    /// Opens a case; `code` names it in messages.
    pub(crate) fn new(code: &str, case: &Case) -> Self {
        let (text, changed) = engagement_text(case);
        let mut engagement =
            parse_engagement(&text, "bench.toml").unwrap_or_else(|e| panic!("{code}: {e}"));
        let before = case.sections.iter().find(|(name, _)| name == "previous");
        engagement.previous = before.map(|(_, body)| previous(body));
        let journals =
            || case.sections.iter().filter(|(name, _)| JournalKind::parse(name).is_some());
        let texts: Vec<(String, String)> =
            journals().map(|(name, body)| (name.clone(), journal_text(body))).collect();
        let of = |name: &str, line: u32, row: &Row| {
            row.raises.iter().map(|claim| format!("{name}:{line} {claim}")).collect::<Vec<_>>()
        };
        let mut raises: Vec<String> =
            changed.into_iter().flat_map(|(line, row)| of("engagement", line, row)).collect();
        for (name, body) in journals() {
            raises.extend((1..).zip(body).flat_map(|(line, row)| of(name, line, row)));
        }
        raises.sort();
        let scope = Arc::new(scope(case, engagement, &texts));
        Self { scope, engagement: text, texts, raises }
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
