//! `init`: the engagement of a folder, filled in from what is known, is audited as the known one; and folders
//! of every other sort.

use crate::common::{audit, feltproof, fixtures, json, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What only the user knows of the tampered day: id of table, link or person (`*`: any), key, value.
const TRUTH: [(&str, &str, &str); 26] = [
    ("", "id", "\"SIM-2026-10-31\""),
    ("", "property", "\"Harbor Card Room\""),
    ("", "licence", "\"67-00000\""),
    ("*", "location", "\"Harbor Card Room, Port Example, Washington\""),
    ("", "prepared_for", "\"Harbor Card Room, internal audit\""),
    ("", "prepared_by", "\"Feltproof simulation\""),
    ("", "time_zone", "\"America/Los_Angeles\""),
    ("", "packs", "[\"us-wa\"]"),
    ("*", "game", "\"crazy4-wa\""),
    ("*", "ante", "[\"5.00\", \"100.00\"]"),
    ("*", "[table.paytables] super_bonus", "\"SB\""),
    ("*", "[table.posted] super_bonus", "[\"5.00\", \"100.00\"]"),
    ("*", "[table.paytables] queens_up", "\"C4P-09\""),
    ("C4P-3", "[table.posted] queens_up", "[\"5.00\", \"500.00\"]"),
    ("*", "[table.posted] queens_up", "[\"5.00\", \"50.00\"]"),
    ("HARBOR-1", "system", "\"nexus-command\""),
    ("HARBOR-1", "paytable", "\"pays-3\""),
    ("HARBOR-1", "executive_from", "\"5000.00\"\npreconfigured_contribution = \"18.5%\""),
    ("HARBOR-1", "seed", "\"2500.00\""),
    ("HARBOR-1", "contribution", "\"18.5%\""),
    ("HARBOR-1", "reserve", "\"5%\""),
    ("S01", "role", "\"supervisor\""),
    ("S02", "role", "\"supervisor\""),
    ("E01", "role", "\"executive\""),
    ("A01", "role", "\"accounting\""),
    ("A02", "role", "\"accounting\""),
];

/// An engagement with its blanks filled in; of a blank that the table does not know the test fails.
fn filled(text: &str) -> String {
    let (mut section, mut id) = (String::new(), String::new());
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with('[') {
            line.clone_into(&mut section);
            if !line.starts_with("[table.") && !line.starts_with("[link.") {
                id.clear();
            }
        }
        if let Some(own) = line.strip_prefix("id = \"").filter(|own| !own.starts_with("FILL IN")) {
            own.trim_end_matches('"').clone_into(&mut id);
        }
        let Some((key, _)) = line
            .split_once(" = ")
            .filter(|(key, value)| !key.starts_with('#') && value.contains("FILL IN"))
        else {
            out.push_str(&format!("{line}\n"));
            continue;
        };
        let fits = |(of, name, _): &&(&str, &str, &str)| {
            (*of == "*" || *of == id) && (*name == key || *name == format!("{section} {key}"))
        };
        let (.., value) =
            TRUTH.iter().find(fits).unwrap_or_else(|| panic!("{id} {section} {line}"));
        out.push_str(&format!("{key} = {value}\n"));
    }
    out
}

fn copied(home: &Path, files: &[&str]) -> PathBuf {
    let day = home.join("day");
    fs::create_dir(&day).unwrap();
    for file in files {
        fs::copy(fixtures().join("tampered-day").join(file), day.join(file)).unwrap();
    }
    day
}

const JOURNALS: [&str; 3] = ["hands.csv", "controller.csv", "manager.csv"];

/// Sections of the known engagement whose first line, or the one after it, is one of these.
fn of_known(starts: &[&str]) -> String {
    let known = fs::read_to_string(fixtures().join("tampered-day/engagement.toml")).unwrap();
    let fits = |section: &&str| starts.iter().any(|start| section.contains(start));
    known.split("\n\n").filter(fits).map(|section| format!("\n{section}\n")).collect()
}

/// Every exception: of a journal with its place, of the engagement without, as another file has other lines.
fn exceptions(report: &Value) -> Vec<String> {
    let mut all = report["exceptions"].as_array().unwrap().clone();
    for exception in all.iter_mut().filter(|e| e["file"].as_str().unwrap().ends_with(".toml")) {
        exception["line"] = Value::Null;
        exception["file"] = Value::Null;
    }
    let mut all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.sort();
    all
}

#[track_caller]
fn same_audit(home: &Path, engagement: &Path) {
    let (found, known) = (home.join("found"), home.join("known"));
    let known_day = fixtures().join("tampered-day/engagement.toml");
    run(audit(home, engagement, &found).arg("--unsigned"), 1);
    run(audit(home, &known_day, &known).arg("--unsigned"), 1);
    let (found, known) = (json(&found.join("report.json")), json(&known.join("report.json")));
    for part in ["verdict", "inputs", "rulings", "counts", "settled", "checks", "meters", "gaps"] {
        assert_eq!(found[part], known[part], "{part}");
    }
    let all = exceptions(&known);
    assert_eq!(exceptions(&found), all);
    assert!(all.len() > 20);
}

/// What an audit takes from a journal by its declaration, and the declarations of the known engagement.
fn with_declarations(text: &str) -> String {
    let (mut text, mut at) = (text.to_owned(), 0);
    for (kind, lines) in [
        ("hands", "repeated_hour = \"record-order\"\ncards = \"dealt-order\""),
        ("controller", "repeated_hour = \"record-order\""),
    ] {
        let entry = format!("kind = \"{kind}\"\n");
        at += text[at..].find(&entry).unwrap();
        text.insert_str(at + entry.len(), &format!("{lines}\n"));
    }
    text.replace("\n# placard = 4  #", "\nplacard = 4  #")
}

#[test]
fn a_canonical_day_filled_in_is_audited_as_the_known_engagement() {
    let home = tempfile::tempdir().unwrap();
    let day = copied(home.path(), &JOURNALS);
    let (out, _) = run(feltproof(home.path()).arg("init").arg(&day), 0);
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    // Canonical journals need no profile.
    assert_eq!(fs::read_dir(&day).unwrap().count(), 4, "{out}");
    for part in [
        "gaming_days = [\"2026-10-31\"]",
        "gaming_day_start = \"06:00\"",
        "id = \"C4P-3\"\n",
        "of the link are of this table\nlink = \"HARBOR-1\"\n",
        "progressive wagers are $5.00\nunit = \"5.00\"\n",
        "id = \"D07\"\n# guess, by where the id stands\nrole = \"dealer\"\n",
        "# fits: crazy4-wa = ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Only the tables of the link feed it.
    assert_eq!(text.matches("\nlink = ").count(), 2, "{text}");
    // While a blank is left every blank is named, each with its line, and nothing else.
    let blanks: Vec<usize> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.contains("= ") && !line.starts_with('#'))
        .flat_map(|(n, line)| line.matches("FILL IN").map(move |_| n))
        .collect();
    assert!(blanks.len() > 30 && out.contains(&format!("({} blanks)", blanks.len())), "{out}");
    for command in ["audit", "read"] {
        let mut typed = feltproof(home.path());
        typed.arg(command).arg(&engagement);
        if command == "audit" {
            typed.arg("--out").arg(home.path().join("out"));
        }
        let (_, err) = run(&mut typed, 2);
        let name = format!("{}:", engagement.display());
        let named: Vec<usize> = err
            .lines()
            .map(|line| line.trim_start_matches("feltproof: ").strip_prefix(&name).unwrap())
            .map(|line| line.split(':').next().unwrap().parse().unwrap())
            .collect();
        let mut lines = blanks.clone();
        // Two blanks of one line and key that say the same are named once.
        lines.dedup();
        let mut named_once = named;
        named_once.dedup();
        assert_eq!(named_once, lines, "{err}");
        assert!(err.lines().all(|line| line.contains(": is not filled in; write ")), "{err}");
    }
    let whole = format!("{}{}", with_declarations(&filled(&text)), of_known(&["[[equipment]]"]));
    fs::write(&engagement, whole).unwrap();
    same_audit(home.path(), &engagement);
}

#[test]
fn with_a_house_file_only_what_it_lacks_is_written() {
    let home = tempfile::tempdir().unwrap();
    let day = copied(home.path(), &JOURNALS);
    let known = fs::read_to_string(fixtures().join("tampered-day/engagement.toml")).unwrap();
    let mut house = String::new();
    for section in known.split("\n\n") {
        let is_days = ["[[journal]]", "\"C4P-3\"", "\"D09\"", "\"S02\""]
            .iter()
            .any(|own| section.contains(own));
        for line in section.lines().filter(|_| !is_days) {
            if !line.starts_with("id = \"SIM") && !line.starts_with("gaming_days") {
                house.push_str(&format!("{line}\n"));
            }
        }
    }
    let file = home.path().join("house.toml");
    fs::write(&file, house).unwrap();
    let mut typed = feltproof(home.path());
    let (out, _) = run(typed.arg("init").arg(&day).arg("--extends").arg(&file), 0);
    let said =
        "Not in the house file, written to the engagement: table C4P-3, staff D09, staff S02\n";
    assert!(out.contains(said), "{out}");
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    assert!(text.contains("extends = \"../house.toml\"\n"), "{text}");
    for (part, count) in [
        ("[[table]]", 1),
        ("[[link]]", 0),
        ("[[staff]]", 2),
        ("[[journal]]", 3),
        ("\nproperty", 0),
        ("\ntime_zone", 0),
        ("\ngaming_day_start", 0),
        ("\npacks", 0),
    ] {
        assert_eq!(text.matches(part).count(), count, "{part}: {text}");
    }
    fs::write(&engagement, with_declarations(&filled(&text))).unwrap();
    same_audit(home.path(), &engagement);
}

/// Exports of vendors with their profiles: the profiles are found and used, and the engagement reads.
#[test]
fn profiles_that_are_there_are_used_as_they_are() {
    let home = tempfile::tempdir().unwrap();
    for (name, kinds, staff) in [
        ("nexus-command", vec!["controller", "manager"], 13),
        ("shfl-game-manager", vec!["controller", "manager"], 13),
        ("card-shoe", vec!["hands"], 0),
        ("observation-sheet", vec!["hands"], 0),
    ] {
        let (from, folder) = (fixtures().join("vendors").join(name), home.path().join(name));
        fs::create_dir_all(folder.join("profiles")).unwrap();
        for (of, to) in
            [(from.clone(), folder.clone()), (from.join("profiles"), folder.join("profiles"))]
        {
            for entry in fs::read_dir(of).unwrap().map(Result::unwrap) {
                if entry.path().is_file() && entry.file_name() != "engagement.toml" {
                    fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
                }
            }
        }
        run(feltproof(home.path()).arg("init").arg(&folder), 0);
        let text = fs::read_to_string(folder.join("engagement.toml")).unwrap();
        let found: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("kind = "))
            .map(|kind| kind.trim_matches('"'))
            .collect();
        assert_eq!(found, kinds, "{name}: {text}");
        assert_eq!(
            text.matches("# the profile was there\nprofile = \"profiles/").count(),
            kinds.len(),
            "{text}"
        );
        assert!(!text.contains("not read"), "{name}: {text}");
        let known = fs::read_to_string(from.join("engagement.toml")).unwrap();
        let ids = |text: &str, list: &str| {
            let sections = text.split("[[").filter(|part| part.starts_with(list));
            let mut ids: Vec<String> = sections
                .map(|part| part.lines().find(|line| line.starts_with("id = ")).unwrap().to_owned())
                .collect();
            ids.sort();
            ids
        };
        let tables = ids(&text, "table]]");
        assert!(
            !tables.is_empty() && tables.iter().all(|id| ids(&known, "table]]").contains(id)),
            "{tables:?}"
        );
        if staff > 0 {
            let people = ids(&text, "staff]]");
            assert!(people.iter().all(|id| ids(&known, "staff]]").contains(id)), "{people:?}");
            assert!(people.len() >= 10, "{people:?}");
            assert_eq!(ids(&text, "link]]"), ids(&known, "link]]"), "{text}");
        }
        assert!(!folder.join("profiles.profile.toml").exists());
    }
}

/// One day in 33 dialects, all in one folder: every file is an entry or is listed with its reason, and the draft is
/// valid but for its blanks.
#[test]
fn every_dialect_is_an_entry_or_listed() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dialects/files");
    let mut names = Vec::new();
    for entry in fs::read_dir(files).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        names.push(entry.file_name().into_string().unwrap());
    }
    assert!(names.len() > 30);
    run(feltproof(home.path()).arg("init").arg(&folder), 0);
    let engagement = folder.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    let mut entries = 0;
    for name in &names {
        let entry = text.contains(&format!("file = \"{name}\"\n"));
        entries += usize::from(entry);
        assert!(entry || text.contains(&format!("#   {name}: ")), "{name}: {text}");
    }
    assert!(entries >= 25, "{entries} of {}", names.len());
    for table in ["C4P-1", "C4P-2"] {
        assert!(text.contains(&format!("\nid = \"{table}\"\n")), "{text}");
    }
    let (_, err) = run(feltproof(home.path()).arg("read").arg(&engagement), 2);
    assert!(err.lines().all(|line| line.contains(": is not filled in; write ")), "{err}");
    // Run once more, the profiles that it wrote are there: none is written again.
    let before = fs::read_dir(&folder).unwrap().count();
    let (out, _) = run(feltproof(home.path()).arg("init").arg(&folder).arg("--force"), 0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before, "{out}");
    assert!(!out.contains(".profile.toml\n"), "{out}");
}

#[test]
fn a_folder_without_journals_gets_no_engagement() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let typed = |home: &Path| {
        let mut typed = feltproof(home);
        typed.arg("init").arg(home.join("day"));
        typed
    };
    let (_, err) = run(&mut typed(home.path()), 2);
    assert!(
        err.contains("no file is a journal that is known") && err.contains("nothing was written"),
        "{err}"
    );
    for (name, bytes) in [
        ("picture.png", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"[..]),
        ("notes.txt", b"Nothing of note happened today.\nNor tonight.\n"),
        ("empty.csv", b""),
        ("header.csv", b"a,b,c\n"),
        ("zero.bin", &[0; 5000]),
        ("cut.xlsx", b"PK\x03\x04\x14\0"),
        ("cut.gz", b"\x1f\x8b\x08\0\0"),
        ("other.toml", b"schema = 1\n"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
    fs::create_dir(folder.join("below")).unwrap();
    let before = fs::read_dir(&folder).unwrap().count();
    let (_, err) = run(&mut typed(home.path()), 2);
    for name in [
        "picture.png",
        "notes.txt",
        "empty.csv",
        "header.csv",
        "zero.bin",
        "cut.xlsx",
        "cut.gz",
        "below",
    ] {
        assert!(err.contains(&format!("\n  {name}: ")), "{name}: {err}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before);
    let (_, err) = run(feltproof(home.path()).arg("init").arg(folder.join("notes.txt")), 2);
    assert!(err.contains("is no folder"), "{err}");
}

#[test]
fn nothing_that_is_there_is_replaced_unasked() {
    let home = tempfile::tempdir().unwrap();
    let day = copied(home.path(), &["hands.csv", "engagement.toml"]);
    let engagement = day.join("engagement.toml");
    let before = fs::read(&engagement).unwrap();
    let init = |more: &[&str]| {
        let mut typed = feltproof(home.path());
        typed.arg("init").arg(&day).args(more);
        typed
    };
    let (_, err) = run(&mut init(&[]), 2);
    assert!(err.contains("exists already") && err.contains("--force"), "{err}");
    assert_eq!(fs::read(&engagement).unwrap(), before);
    // Neither evidence nor a house file, not even by force.
    let hands = day.join("hands.csv");
    let (_, err) = run(&mut init(&["--out", hands.to_str().unwrap(), "--force"]), 2);
    assert!(err.contains("is no engagement, so it is not replaced"), "{err}");
    let file = engagement.to_str().unwrap();
    let (_, err) = run(&mut init(&["--extends", file, "--force"]), 2);
    assert!(err.contains("is the house file itself"), "{err}");
    let house = day.join("house.toml");
    fs::write(&house, "schema = 1\n[engagement\n").unwrap();
    let (_, err) = run(&mut init(&["--extends", house.to_str().unwrap(), "--force"]), 2);
    assert!(err.contains("house.toml:2: is not TOML"), "{err}");
    assert_eq!(fs::read(&engagement).unwrap(), before);
    assert_eq!(
        fs::read(&hands).unwrap(),
        fs::read(fixtures().join("tampered-day/hands.csv")).unwrap()
    );
    run(&mut init(&["--force"]), 0);
    assert_ne!(fs::read(&engagement).unwrap(), before);
    // Somewhere else, files are named from there.
    let other = home.path().join("other.toml");
    run(&mut init(&["--out", other.to_str().unwrap()]), 0);
    assert!(fs::read_to_string(other).unwrap().contains("file = \"day/hands.csv\"\n"));
}

#[test]
fn hostile_names_of_files_and_in_files_stay_text() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let hands = "round,time,table,dealer,seat,cards,action,ante,ante_returned\n\
                 1,2026-10-31 18:00:00,\"T\"\"1\\ # [x]\",\"D\"\"]\u{202e}\",1,,play,5,10\n\
                 1,2026-10-31 18:00:00,\"T\"\"1\\ # [x]\",\"D\"\"]\u{202e}\",D,,deal,,\n";
    for (n, name) in ["a\"b = 'c'.csv", "-rf.csv", "ünïcode ♥.csv", "line\nbreak.csv", " blank.csv"]
        .iter()
        .enumerate()
    {
        // No two have the same bytes.
        fs::write(folder.join(name), hands.replace(":00,", &format!(":0{n},"))).unwrap();
    }
    fs::write(folder.join("twice.csv"), hands).unwrap();
    run(feltproof(home.path()).arg("init").arg(&folder), 0);
    let engagement = folder.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    for part in [
        "file = \"a\\\"b = 'c'.csv\"\n",
        "file = \"-rf.csv\"\n",
        "file = \"ünïcode ♥.csv\"\n",
        "#   line break.csv: its name has a control character",
        "#    blank.csv: its name has a control character, or blanks at its ends",
        "#   twice.csv: it has the same bytes as a\"b = 'c'.csv",
        "id = \"T\\\"1\\\\ # [x]\"\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, err) = run(feltproof(home.path()).arg("read").arg(&engagement), 2);
    assert!(err.lines().all(|line| line.contains(": is not filled in; write ")), "{err}");
}

/// A profile is for the file of its name; another is taken for a file only where it reads most of its records.
#[test]
fn a_profile_is_not_taken_for_a_file_that_it_does_not_read() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let rows = |clock: &str| {
        let row = |n: usize| format!("{n};{clock};T1;{};$5.00\n", n % 5 + 1);
        format!("Round;When;Table;Seat;Ante\n{}", (1..=20).map(row).collect::<String>())
    };
    fs::write(folder.join("hands.csv"), rows("10/31/2026 18:00:00")).unwrap();
    fs::write(folder.join("other.csv"), rows("31.10.2026 18:00")).unwrap();
    let profile = "schema = 1\nname = \"x\"\nkind = \"hands\"\n[columns]\nround = \"Round\"\ntime = \"When\"\n\
                   table = \"Table\"\nseat = \"Seat\"\nante = \"Ante\"\nante_returned = { constant = \"\" }\n\
                   [money]\nsign = \"$\"\n[time]\nformat = \"%m/%d/%Y %H:%M:%S\"\n";
    fs::write(folder.join("house-system.toml"), profile).unwrap();
    let init = || {
        let (out, _) = run(feltproof(home.path()).arg("init").arg(&folder).arg("--force"), 0);
        (fs::read_to_string(folder.join("engagement.toml")).unwrap(), out)
    };
    let (text, out) = init();
    let used = "file = \"hands.csv\"\n# the profile was there\nprofile = \"house-system.toml\"\n";
    assert!(text.contains(used), "{text}");
    assert!(text.contains("profile = \"other.profile.toml\"\n"), "{text}");
    assert!(out.contains("other.profile.toml\n"), "{out}");
    // What bears the file's name is used even while it reads nothing, and never replaced.
    fs::write(folder.join("hands.profile.toml"), "schema = 1\nkind = \"hands\"\n").unwrap();
    let (text, out) = init();
    assert!(
        text.contains("profile = \"hands.profile.toml\"\n") && !text.contains("house-system"),
        "{text}"
    );
    assert!(out.contains("Not read yet: hands.csv: "), "{out}");
    let kept = fs::read_to_string(folder.join("hands.profile.toml")).unwrap();
    assert_eq!(kept, "schema = 1\nkind = \"hands\"\n");
}

/// A day of every game: the true game is the only one that fits, or among those that fit, at every table.
#[test]
fn the_true_game_of_every_table_fits() {
    let home = tempfile::tempdir().unwrap();
    for game in ["crazy4-wa", "crazy4-ca", "crazy4-v2", "four-card-poker", "four-card-frenzy"] {
        let day = home.path().join(game);
        let mut simulate = feltproof(home.path());
        simulate.args([
            "simulate",
            "--rounds",
            "400",
            "--shuffler-journal",
            "--game",
            game,
            "--out",
        ]);
        run(simulate.arg(&day), 0);
        let engagement = day.join("engagement.toml");
        let known = fs::read_to_string(&engagement).unwrap();
        fs::remove_file(&engagement).unwrap();
        run(feltproof(home.path()).arg("init").arg(&day), 0);
        let text = fs::read_to_string(&engagement).unwrap();
        let mut tables = 0;
        let value = |section: &str, key: &str| {
            let line = section.lines().find(|line| line.starts_with(key)).unwrap();
            line.split('"').nth(1).unwrap().to_owned()
        };
        for table in text.split("[[table]]").skip(1) {
            // A day may have tables of several games.
            let id = value(table, "id = ");
            let mut of = known.split("[[table]]").skip(1);
            let game = value(of.find(|known| value(known, "id = ") == id).unwrap(), "game = ");
            let alone = table.contains(&format!("\ngame = \"{game}\"\n"));
            assert!(alone || table.contains(&format!("\n# fits: {game} = ")), "{game}: {table}");
            // Fewer than all: the wagers tell.
            assert!(table.matches("# fits: ").count() < 5, "{game}: {table}");
            tables += 1;
        }
        assert_eq!(tables, known.matches("[[table]]").count(), "{text}");
        let kinds = |text: &str| {
            let mut kinds: Vec<String> = text
                .lines()
                .filter(|line| line.starts_with("kind = "))
                .map(str::to_owned)
                .collect();
            kinds.sort();
            kinds
        };
        assert_eq!(kinds(&text), kinds(&known), "{game}");
        assert!(text.contains("gaming_days = [\"2026-10-31\"]\n"), "{text}");
        assert!(!text.contains("profile = "), "{text}");
    }
}

#[test]
fn a_file_with_two_journals_is_two_entries() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let rows = [
        "Seq,Time,Table,Round,Type,Seat,Value,Actor,Link,Level,Amount,Meter",
        "1,2026-06-13 10:00:00,T1,1,COIN IN,,1 3,,,,,",
        "2,2026-06-13 10:01:00,T1,1,CONFIRM,,,,,,,",
        "3,2026-06-13 10:02:00,,,READING,,,,L1,grand,,2500.00",
        "4,2026-06-13 10:03:00,T1,1,AWARD,2,,,L1,grand,75.00,2425.00",
    ];
    fs::write(folder.join("events.csv"), rows.join("\n") + "\n").unwrap();
    let init = |more: &[&str]| {
        let mut typed = feltproof(home.path());
        run(typed.arg("init").arg(&folder).args(more), 0).0
    };
    init(&[]);
    for (kind, word) in [("controller", "AWARD"), ("manager", "CONFIRM")] {
        let name = format!("events-{kind}.profile.toml");
        let profile = fs::read_to_string(folder.join(&name)).unwrap();
        assert!(profile.contains(&format!("is = [\"{word}\"] }}")), "{profile}");
        let entry = format!("kind = \"{kind}\"\nfile = \"events.csv\"\n");
        let text = fs::read_to_string(folder.join("engagement.toml")).unwrap();
        assert!(text.contains(&entry) && text.contains(&format!("profile = \"{name}\"")), "{text}");
    }
    // Once more: both profiles are there, and both are used.
    let before = fs::read_to_string(folder.join("engagement.toml")).unwrap();
    let out = init(&["--force"]);
    let after = fs::read_to_string(folder.join("engagement.toml")).unwrap();
    assert!(!out.contains(".profile.toml\n"), "{out}");
    assert_eq!(after.matches("file = \"events.csv\"").count(), 2, "{before}\n{after}");
}
