//! Dialects of one day of hands, written by other software (`tests/dialects/make.py`): the profile that
//! `inspect` writes, with at most ten lines edited by the user, reads each as the canonical journal.

use crate::common::{audit, feltproof, fixtures, json};
use std::fs;
use std::path::{Path, PathBuf};

const LINES_MAX: usize = 10;

/// A line of the profile that begins so, and what the user writes in its place; nothing: it is deleted.
type Edit = (&'static str, &'static str);

const NET: [Edit; 5] = [
    ("# ante_returned", "ante_returned = { net = \"Ante Pay\" }"),
    ("# super_bonus_returned", "super_bonus_returned = { net = \"SB Pay\" }"),
    ("# play_returned", "play_returned = { net = \"Play Pay\" }"),
    ("# queens_up_returned", "queens_up_returned = { net = \"QU Pay\" }"),
    ("# progressive_returned", "progressive_returned = { net = \"Prog Pay\" }"),
];
const BY_ACE: &str = "[cards]\nnotation = \"index\"\nfirst = 1\norder = \"As Ah Ad Ac 2s 2h 2d 2c 3s 3h 3d 3c 4s 4h \
    4d 4c 5s 5h 5d 5c 6s 6h 6d 6c 7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d 9c Ts Th Td Tc Js Jh Jd Jc Qs Qh Qd Qc Ks Kh \
    Kd Kc\"";
const BY_SUIT: &str = "[cards]\nnotation = \"index\"\norder = \"2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d \
    6d 7d 8d 9d Td Jd Qd Kd Ad 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As\"";
const NO_TABLE_WORDS: &str = "# [words.table]";

/// What the user answers, where something is asked.
const EDITS: [(&str, &[&[Edit]]); 14] = [
    (
        "10-windows-1252",
        &[&[
            ("# ante_returned", "ante_returned = { net = \"Ante Pay\" }"),
            ("# super_bonus_returned", "super_bonus_returned = \"SB Pay\""),
            ("# play_returned", "play_returned = { net = \"Play Pay\" }"),
            ("# queens_up_returned", "queens_up_returned = \"QU Pay\""),
            ("# progressive_returned", "progressive_returned = \"Prog Pay\""),
            (NO_TABLE_WORDS, "[words.table]\n\"Café 1\" = \"C4P-1\"\n\"Café 2\" = \"C4P-2\""),
        ]],
    ),
    (
        "11-cents",
        &[&[
            ("# cards", "cards = \"Hand\""),
            ("unit = ", "unit = \"0.01\""),
            (NO_TABLE_WORDS, BY_SUIT),
        ]],
    ),
    (
        "12-credits",
        &[&[
            ("# cards", "cards = \"Hand\""),
            ("unit = ", "unit = \"0.05\""),
            (NO_TABLE_WORDS, BY_ACE),
        ]],
    ),
    ("13-net", &[&NET]),
    (
        "14-serial",
        &[&[("# [time]", "[time]"), ("# format = \"excel-serial\"", "format = \"excel-serial\"")]],
    ),
    (
        "15-serial-1904",
        &[&[
            ("# [time]", "[time]"),
            ("# format = \"excel-serial-1904\"", "format = \"excel-serial-1904\""),
        ]],
    ),
    (
        "17-numbered-cards",
        &[&[
            ("# cards", "cards = [\"C1\", \"C2\", \"C3\", \"C4\", \"C5\", \"C6\"]"),
            (NO_TABLE_WORDS, BY_ACE),
        ]],
    ),
    (
        "19-no-header",
        &[&[(
            "[columns]",
            "[columns]\nround = \"1\"\ntable = \"3\"\ndealer = \"4\"\nante = \"8\"\nante_returned = \"9\"\n\
             super_bonus = \"10\"\nsuper_bonus_returned = \"11\"\nplay = \"12\"\nplay_returned = \"13\"\n\
             queens_up = \"14\"\nqueens_up_returned = \"15\"\nprogressive = \"16\"\n\
             progressive_returned = \"17\"\nenvy_returned = \"18\"",
        )]],
    ),
    (
        "20-names-twice",
        &[&[
            ("# ante = \"#8\"", "ante = \"#8\""),
            ("# ante = \"#9\"", "ante_returned = \"#9\""),
            ("# super_bonus = \"#10\"", "super_bonus = \"#10\""),
            ("# super_bonus = \"#11\"", "super_bonus_returned = \"#11\""),
            ("# play = \"#12\"", "play = \"#12\""),
            ("# play = \"#13\"", "play_returned = \"#13\""),
            ("# queens_up = \"#14\"", "queens_up = \"#14\""),
            ("# queens_up = \"#15\"", "queens_up_returned = \"#15\""),
            ("# progressive = \"#16\"", "progressive = \"#16\""),
            ("# progressive = \"#17\"", "progressive_returned = \"#17\""),
        ]],
    ),
    (
        "21-other-records",
        &[&[("[columns]", "[rows]\nonly = [{ column = \"Type\", is = [\"HAND\"] }]\n[columns]")]],
    ),
    ("22-wide", &[&[("# seats", "seats = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"D\"]")]]),
    (
        "23-raised",
        &[&[
            ("# ante_returned", "ante_returned = \"Ante Pay\""),
            ("# super_bonus_returned", "super_bonus_returned = \"SB Pay\""),
            ("# play_returned", "play_returned = \"Play Pay\""),
            ("# queens_up_returned", "queens_up_returned = \"QU Pay\""),
            ("# progressive_returned", "progressive_returned = \"Prog Pay\""),
            ("# \"Bet\"", "\"Bet\" = \"play\""),
            (NO_TABLE_WORDS, "[merge]\nstakes = \"add\""),
        ]],
    ),
    ("28-nested", &[&[("unit = ", "unit = \"0.01\"")]]),
    (
        "31-xls",
        &[&[("# [time]", "[time]"), ("# format = \"excel-serial\"", "format = \"excel-serial\"")]],
    ),
];

/// More than ten lines: without names no value tells which of eleven columns of amounts is which.
const WITHOUT_NAMES: (&str, usize) = ("19-no-header", 14);

fn folder() -> PathBuf {
    fixtures().join("../tests/dialects")
}

/// The profile with the user's lines, and how many these are.
fn edited(profile: &str, name: &str) -> (String, usize) {
    let mut lines: Vec<String> = profile.lines().map(str::to_owned).collect();
    let mut count = 0;
    let edits = EDITS.iter().find(|(dialect, _)| *dialect == name);
    for (from, to) in edits.iter().flat_map(|(_, lists)| lists.iter().copied().flatten()) {
        let is_it = |line: &&mut String| {
            line.strip_prefix(from)
                .is_some_and(|rest| !rest.starts_with('-') || from.ends_with('"'))
        };
        let mut found: Vec<&mut String> = lines.iter_mut().filter(is_it).collect();
        assert_eq!(found.len(), 1, "{name}: {from}: {profile}");
        *found.remove(0) = (*to).to_owned();
        // What stays as it was is no edit.
        count += to.lines().filter(|line| line != from).count().max(1);
    }
    (lines.join("\n"), count)
}

/// The hands of an engagement in the canonical form.
fn converted(home: &Path, engagement: &Path, name: &str) -> Result<String, String> {
    let out = home.join(format!("{name}-converted"));
    let run =
        feltproof(home).arg("convert").arg(engagement).arg("--out").arg(&out).output().unwrap();
    match run.status.code() {
        Some(0) => Ok(fs::read_to_string(out.join("hands.csv")).unwrap()),
        _ => Err(String::from_utf8_lossy(&run.stderr).into_owned()
            + &String::from_utf8_lossy(&run.stdout)),
    }
}

#[test]
fn thirty_dialects_are_read_by_what_inspect_writes_and_ten_lines() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let canonical = folder().join("canonical/engagement.toml");
    let truth = converted(home, &canonical, "canonical").unwrap();
    let engagement = fs::read_to_string(&canonical).unwrap();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder().join("files")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let (mut read, mut faults) = (0, Vec::new());
    for file in &files {
        let file_name = file.file_name().unwrap().to_str().unwrap();
        let name = file_name.split('.').next().unwrap();
        let profile = home.join(format!("{name}.toml"));
        let mut inspect = feltproof(home);
        inspect.arg("inspect").arg(file).arg("--write-profile").arg("--out").arg(&profile);
        if name == "30-xlsx-text" {
            inspect.args(["--sheet", "Hands of June"]);
        }
        let said = inspect.output().unwrap();
        assert!(profile.exists(), "{name}: {}", String::from_utf8_lossy(&said.stderr));
        let (text, lines) = edited(&fs::read_to_string(&profile).unwrap(), name);
        let most = if name == WITHOUT_NAMES.0 { WITHOUT_NAMES.1 } else { LINES_MAX };
        assert!(lines <= most, "{name}: {lines} lines");
        fs::write(&profile, &text).unwrap();
        fs::copy(file, home.join(file_name)).unwrap();
        let journal = format!("file = \"{file_name}\"\nprofile = \"{name}.toml\"");
        let own = home.join(format!("{name}-engagement.toml"));
        fs::write(&own, engagement.replace("file = \"hands.csv\"", &journal)).unwrap();
        match converted(home, &own, name) {
            Ok(ours) if ours == truth => read += 1,
            Ok(_) => faults.push(format!("{name}: not the canonical records\n{text}")),
            Err(why) => faults.push(format!("{name}: {why}\n{text}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert_eq!(read, 33);
    // What is the same record by record is the same audit, and places are those of the row of the round.
    let wide = home.join("22-wide-engagement.toml");
    let report = |engagement: &Path, folder: &str| {
        let out = home.join(folder);
        let mut audit = audit(home, engagement, &out);
        assert!(
            audit.arg("--unsigned").output().unwrap().status.code().is_some_and(|code| code != 2)
        );
        json(&out.join("report.json"))
    };
    let (ours, theirs) = (report(&wide, "wide-report"), report(&canonical, "canonical-report"));
    for part in ["verdict", "counts", "settled", "checks", "meters"] {
        assert_eq!(ours[part], theirs[part], "{part}");
    }
}
