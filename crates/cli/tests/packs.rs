//! A rule pack of one's own, which an engagement names by its path.

use crate::common::{audit, copied_day, feltproof, json, run};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The example of `regulations/README.md`, as it stands there.
fn example() -> String {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../regulations/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let block = readme.split("```toml\n").find(|block| block.starts_with("# our-casino.toml\n"));
    block.unwrap().split("```").next().unwrap().to_owned()
}

/// Writes the engagement of a day with other packs; the line they stand in.
fn name_packs(engagement: &Path, packs: &str) -> usize {
    let text = fs::read_to_string(engagement).unwrap();
    let old = "packs = [\"us-wa\"]";
    assert_eq!(text.matches(old).count(), 1);
    fs::write(engagement, text.replacen(old, &format!("packs = [{packs}]"), 1)).unwrap();
    text.lines().position(|line| line == old).unwrap() + 1
}

/// The wagers of the hands journal above $50, and those of just that, cell by cell.
fn above_and_at_fifty(hands: &Path) -> (usize, usize) {
    let mut hands = csv::Reader::from_path(hands).unwrap();
    let header = hands.headers().unwrap().clone();
    let wagers = ["ante", "super_bonus", "play", "queens_up", "progressive"];
    let at = wagers.map(|wager| header.iter().position(|name| name == wager).unwrap());
    let (mut above, mut just) = (0, 0);
    for row in hands.records().map(Result::unwrap) {
        for cell in at.iter().map(|at| &row[*at]).filter(|cell| !cell.is_empty()) {
            let cents: u64 = cell.replace('.', "").parse().unwrap();
            above += usize::from(cents > 5_000);
            just += usize::from(cents == 5_000);
        }
    }
    (above, just)
}

fn sha256(path: &Path) -> String {
    let digest = Sha256::digest(fs::read(path).unwrap());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_example_of_the_readme_is_a_pack_that_an_engagement_uses() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, pack) = (day.join("engagement.toml"), day.join("our-casino.toml"));
    let out = home.path().join("out");
    let report = |code: i32| {
        run(audit(home.path(), &engagement, &out).arg("--unsigned"), code);
        json(&out.join("report.json"))
    };
    let of_wac = |report: &serde_json::Value| {
        let all = report["exceptions"].as_array().unwrap().iter();
        all.filter(|e| e["code"] == "WAC-001").cloned().collect::<Vec<_>>()
    };
    let before = report(0);
    assert_eq!(of_wac(&before).len(), 0);
    assert!(before["packs"][0]["file"].is_null());
    fs::write(&pack, example()).unwrap();
    name_packs(&engagement, "\"us-wa\", \"our-casino.toml\"");
    let with = report(1);
    let (above, just) = above_and_at_fifty(&day.join("hands.csv"));
    assert!(above > 100 && just > 10, "{above} {just}");
    let found = of_wac(&with);
    assert_eq!(found.len(), above);
    for exception in &found {
        let says = exception["explanation"].as_str().unwrap();
        // Of a wager after midnight by the law of the new day.
        let law = |day| {
            format!(
                "; by Internal controls, 4.2 a single wager must not exceed $50.00 on {day} (evidence V)."
            )
        };
        let ends = says.ends_with(&law("2026-10-31")) || says.ends_with(&law("2026-11-01"));
        assert!(ends, "{says}");
    }
    // It stands beside the pack of Washington, with its digest and its file.
    let packs = &with["packs"];
    let ids: Vec<&str> =
        packs.as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["us-wa", "our-casino"]);
    assert_eq!(packs[1]["sha256"], sha256(&pack));
    assert_eq!(
        (&packs[0]["file"], packs[1]["file"].as_str()),
        (&serde_json::Value::Null, Some("our-casino.toml"))
    );
    assert_eq!(with["engagement"]["packs"], serde_json::json!(ids));
    // What is one by the house's own limit is found under that, and under none of Washington's.
    let of_pack = |report: &serde_json::Value, id: &str| {
        let all = report["controls"].as_array().unwrap().iter();
        all.filter(|control| control["pack"] == id).cloned().collect::<Vec<_>>()
    };
    assert_eq!(of_pack(&with, "us-wa"), of_pack(&before, "us-wa"));
    assert_eq!(of_pack(&with, "our-casino")[0]["verdict"], "exceptions");
    let controls_with = |code: &str| {
        let all = with["findings"].as_array().unwrap().iter().filter(|f| f["code"] == code);
        all.map(|f| (f["control"].clone(), f["exceptions"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(controls_with("WAC-001"), [("Internal controls, 4.2".into(), above.into())]);
    // Four tables post an Ante and a Super Bonus of up to $100.00 each, and Queens Up of no more than $50.00.
    assert_eq!(controls_with("WAC-006"), [("Internal controls, 4.2".into(), 8.into())]);
    // A comment more is other evidence, and the same law.
    fs::write(&pack, example() + "# more\n").unwrap();
    let again = report(1);
    let evidence = |report: &serde_json::Value| report["report"]["evidence_sha256"].clone();
    assert_ne!(evidence(&again), evidence(&with));
    assert_eq!(of_wac(&again), found);
}

/// Writes pack files of which all but `good.toml` have errors; the text of that with most.
fn write_packs(day: &Path) -> String {
    let twice = "[[limit.value]]\ndollars = \"60.00\"\nfrom = \"2026-01-01\"\nevidence = \"V\"\nsource = \"s\"\n";
    let wrong = example().replace("\"WAC-001\", \"WAC-006\"", "\"WAC-091\"") + twice;
    for (file, text) in [
        ("wrong.toml", &*wrong),
        ("tagless.toml", &example().replacen("evidence = \"V\"\n", "", 1)),
        ("text.toml", "no TOML\n"),
        ("taken.toml", &example().replacen("\"our-casino\"", "\"us-wa\"", 1)),
        ("good.toml", &example()),
        ("same.toml", &example()),
    ] {
        fs::write(day.join(file), text).unwrap();
    }
    wrong
}

#[test]
fn every_error_of_every_pack_file_and_of_the_engagement_is_said_in_one_run() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let engagement = day.join("engagement.toml");
    let wrong = write_packs(&day);
    let files = ["missing", "wrong", "tagless", "text", "taken", "good", "same", "good"];
    let files = files.map(|file| format!("\"{file}.toml\"")).join(", ");
    let packs = name_packs(&engagement, &format!("\"us-wb\", {files}"));
    let text = fs::read_to_string(&engagement).unwrap();
    let faulty = text.replace("games = []", "games = [\"none.toml\"]");
    fs::write(&engagement, faulty.replacen("seats = 6", "seats = 60", 1)).unwrap();
    let seats = text.lines().position(|line| line == "seats = 6").unwrap() + 1;
    let at = |file: &str, line: usize| format!("{}:{line}: ", day.join(file).display());
    let named = at("engagement.toml", packs) + "engagement, packs: is `";
    let line_of =
        |text: &str, needle: &str| text.lines().position(|line| line.contains(needle)).unwrap() + 1;
    let good = day.join("good.toml").display().to_string();
    let expected = [
        format!("{named}good.toml`, which line {packs} has too; rename or remove one of them"),
        format!(
            "{named}missing.toml`, but {} cannot be read: ",
            day.join("missing.toml").display()
        ),
        format!(
            "{named}same.toml`, but its [pack] id is our-casino, which is that of {good}; give it another id"
        ),
        format!(
            "{named}taken.toml`, but its [pack] id is us-wa, which is that of regulations/us-wa.toml; give it another id"
        ),
        format!(
            "{named}us-wb` (did you mean `us-wa`?), but a pack file ends in .toml, and the rule packs that come with the program are document-004, gli, us-ca, us-nigc, us-nj, us-ny, us-pa, us-wa, us-wv; correct it"
        ),
        format!("{}table C4P-1, seats: is 60, ", at("engagement.toml", seats)),
        format!("{} cannot be read: ", day.join("none.toml").display()),
        format!(
            "{}control largest-wager, checks: names WAC-091 (did you mean `WAC-001`?), but there is no such check",
            at("wrong.toml", line_of(&wrong, "WAC-091"))
        ),
        format!(
            "{}limit largest-wager, limits: is single-wager, read by WAC-001, ",
            at("wrong.toml", line_of(&wrong, "limits = "))
        ),
        format!(
            "{}limit largest-wager, value[2]: is the second value from 2026-01-01; keep one of them",
            at("wrong.toml", wrong.lines().count() - 4)
        ),
        format!(
            "{}control largest-wager, evidence: is missing; add it",
            at("tagless.toml", line_of(&wrong, "[[control]]"))
        ),
        at("text.toml", 1),
    ];
    for command in ["audit", "read"] {
        let mut typed = feltproof(home.path());
        typed.arg(command).arg(&engagement);
        if command == "audit" {
            typed.arg("--out").arg(home.path().join("out"));
        }
        let (_, err) = run(&mut typed, 2);
        let said: Vec<&str> =
            err.lines().map(|line| line.trim_start_matches("feltproof: ")).collect();
        assert_eq!(said.len(), expected.len(), "{err}");
        for start in &expected {
            let n = said.iter().filter(|line| line.starts_with(start)).count();
            assert_eq!(n, 1, "{start}\n{err}");
        }
    }
    assert!(!home.path().join("out").exists());
}

#[test]
fn a_pack_of_a_house_file_stands_relative_to_that() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    fs::write(&engagement, text.replacen("packs = [\"us-wa\"]", "extends = \"../house.toml\"", 1))
        .unwrap();
    let house = home.path().join("house.toml");
    fs::write(&house, "schema = 1\n\n[engagement]\npacks = [\"law/our-casino.toml\"]\n").unwrap();
    let out = home.path().join("out");
    let (_, err) = run(audit(home.path(), &engagement, &out).arg("--unsigned"), 2);
    assert!(
        err.contains("../house.toml:4: engagement, packs: is `law/our-casino.toml`, but "),
        "{err}"
    );
    fs::create_dir(home.path().join("law")).unwrap();
    fs::write(home.path().join("law/our-casino.toml"), example()).unwrap();
    run(audit(home.path(), &engagement, &out).arg("--unsigned"), 1);
    let report = json(&out.join("report.json"));
    let packs = report["packs"].as_array().unwrap();
    assert_eq!((packs.len(), packs[0]["file"].as_str()), (1, Some("../law/our-casino.toml")));
}

/// A limit of Washington says nothing of a section that has none in force on the day: that is not tested.
#[test]
fn a_control_whose_pack_has_no_value_on_the_day_is_not_tested() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    name_packs(&engagement, "\"us-wa\", \"our-casino.toml\"");
    let late = example().replacen(
        "dollars = \"50.00\"\nfrom = \"2026-01-01\"",
        "dollars = \"50.00\"\nfrom = \"2026-11-02\"",
        1,
    );
    fs::write(day.join("our-casino.toml"), late).unwrap();
    run(audit(home.path(), &engagement, &out).arg("--unsigned"), 0);
    let report = json(&out.join("report.json"));
    let controls = report["controls"].as_array().unwrap();
    let of = |citation: &str| controls.iter().find(|c| c["citation"] == citation).unwrap();
    assert_eq!(of("WAC 230-15-140")["verdict"], "nothing found");
    let ours = of("Internal controls, 4.2");
    assert_eq!(ours["verdict"], "nothing to test");
    let why = "WAC-001: not tested, Internal controls, 4.2 has no known value on 2026-10-31: the first known \
               one applies from 2026-11-02.";
    assert!(ours["note"].as_str().unwrap().contains(why), "{ours}");
}

/// An output takes the place of no pack file, under whatever name the engagement has it.
#[cfg(unix)]
#[test]
fn a_pack_file_is_an_input() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    fs::create_dir(&out).unwrap();
    fs::write(out.join("report.json"), example()).unwrap();
    std::os::unix::fs::symlink(out.join("report.json"), day.join("our-casino.toml")).unwrap();
    name_packs(&engagement, "\"our-casino.toml\"");
    let (_, err) = run(audit(home.path(), &engagement, &out).arg("--unsigned"), 2);
    assert!(err.contains("our-casino.toml is an input of this run"), "{err}");
    assert_eq!(fs::read_to_string(out.join("report.json")).unwrap(), example());
}
