//! `feltproof par` as a user runs it: a sheet, a list, a game file with errors, the printed figures.

use std::process::{Command, Output};

fn par(arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_feltproof"));
    let Output { status, stdout, stderr } = command.arg("par").args(arguments).output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
    (out, err)
}

fn json(arguments: &[&str], code: i32) -> serde_json::Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&par(&arguments, code).0).unwrap()
}

#[test]
fn one_paytable_as_document_004_prints_it() {
    let (text, _) = par(&["crazy4-v2", "--paytable", "C4P-12"], 0);
    let row = |start: &str| text.lines().find(|l| l.trim().starts_with(start)).unwrap();
    let words: Vec<&str> = row("a pair of queens").split_whitespace().rev().take(4).collect();
    assert_eq!(words, ["0.093467", "0.093467", "242,916", "1"]);
    assert!(row("house edge").ends_with("6.777172%"), "{text}");
    assert!(!text.contains("Base game"), "only what was chosen");
    assert_eq!(text, par(&["crazy4-v2", "--paytable", "C4P-12"], 0).0, "the same bytes");
}

#[test]
fn a_whole_game_in_both_forms() {
    let (text, _) = par(&["crazy4-v2"], 0);
    for words in
        ["1,415,369,375,148", "3,986,646,103,440", "3.418855%", "(kq84: K-Q-8-4", "K Q 7 6"]
    {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    let data = json(&["crazy4-v2", "--strategy", "all"], 0);
    assert_eq!(data["schema"], "feltproof-par/1");
    let bases = data["games"][0]["base_games"].as_array().unwrap();
    assert_eq!(bases.len(), 2);
    let base = &bases[0];
    assert_eq!(base["total"], "3986646103440");
    assert_eq!(base["house_edge"]["exact"], "264142729/7726058340");
    assert_eq!(base["house_edge"]["decimal"], "0.034188549630");
    assert_eq!(base["wagers"][1]["wager"], "super_bonus");
    assert_eq!(base["wagers"][1]["lines"][0]["combinations"], "73629072");
    let rulings = data["games"][0]["rulings"].as_array().unwrap();
    assert!(rulings.iter().any(|r| r["ruling"] == "play_multiples" && r["value"] == "1-3"));
}

#[test]
fn the_list_names_every_game_and_paytable() {
    let (text, _) = par(&[], 0);
    for words in ["crazy4-ca", "C4P-11     5.3175%", "Cover All, 7 hands", "ODDS-6", "PRIME-5"] {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    assert!(text.contains("left out here"), "what is missing is said");
    assert_eq!(json(&[], 0)["games"].as_array().unwrap().len(), 5);
}

#[test]
fn progressives_by_unit_and_envy() {
    let (text, _) = par(&["crazy4-wa", "--paytable", "link-5", "--unit", "2.50", "--envy", "2"], 0);
    // Two others, $2.50 each: 2 x 184,000 x 2.50 of 2,598,960.
    assert!(text.contains("2 other players, envy $0.353988 a round"), "{text}");
    assert!(!text.contains("1 other players"));
}

#[test]
fn mistakes_are_reported_in_a_sentence() {
    for (arguments, words) in [
        (&["nope"][..], "there is no game nope; the games are crazy4-wa"),
        (&["crazy4-wa", "--paytable", "X"], "has no paytable X; choose SB"),
        (&["crazy4-wa", "--strategy", "X"], "has no strategy X; choose optimal, all, kq84"),
        (&["crazy4-wa", "--ruling", "x"], "`x` is not RULING=VALUE"),
        (&["crazy4-wa", "--ruling", "bad_beat_on_tie=wins"], "its values are loses, pushes"),
        (&["crazy4-wa", "--paytable", "pays-1", "--unit", "0"], "a wager of `0` is not an amount"),
        (&["crazy4-v2", "--paytable", "C4P-12", "--hands", "3"], "--hands is for Cover All"),
        (&["crazy4-v2", "--unit", "5"], "--unit or --envy is for a progressive"),
        (&["crazy4-wa", "--paytable", "pays-1", "--strategy", "kq84"], "--strategy is for a base"),
        (&["no/such/file.toml"], "no/such/file.toml"),
    ] {
        let (_, err) = par(arguments, 2);
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
}

#[test]
fn a_game_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let file = path.to_str().unwrap();
    let v2 = include_str!("../../engine/games/crazy4-v2.toml");
    // Two pair at 3 instead of 2: the edge falls by 123,552 of 2,598,960.
    let row = r#"{ hand = "two_pair",                 pays = "2", odds = "to" }"#;
    assert_eq!(v2.matches(row).count(), 1);
    std::fs::write(&path, v2.replace(row, &row.replace("\"2\"", "\"3\""))).unwrap();
    let (text, _) = par(&[file, "--paytable", "C4P-12"], 0);
    assert!(text.contains("2.023271%"), "{text}");

    let broken =
        v2.replace("pays = \"50\"", "pay = \"50\"").replace("default = \"1-3\"", "default = \"7\"");
    std::fs::write(&path, broken).unwrap();
    let (_, err) = par(&[file], 2);
    assert!(err.lines().count() >= 2, "all errors at once: {err}");
    assert!(err.contains("own.toml:") && err.contains("pay") && err.contains("play_multiples"));
}

#[test]
fn printed_figures_are_checked() {
    let data = json(&["--check"], 1);
    assert_eq!(data["schema"], "feltproof-par-check/1");
    let figures = data["figures"].as_array().unwrap();
    let of = |id: &str| figures.iter().find(|f| f["id"] == id).unwrap();
    assert_eq!(of("001-c4p-12-queens-up-edge")["verdict"], "wrong");
    assert_eq!(of("001-c4p-12-queens-up-edge")["exact"]["exact"], "7339/108290");
    assert_eq!(of("004-queens-total-return")["printed_by"], "rounded");
    let cause = of("001-bbb-02-edge")["explained_by"].as_str().unwrap();
    assert!(cause.contains("separate packs"), "{cause}");
}
