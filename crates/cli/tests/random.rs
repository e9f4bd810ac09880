//! `shuffle` and `rng` as typed: what is read, what is refused, and that figures come out as an
//! independent program computed them.

#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use crate::common;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fixture(name: &str) -> PathBuf {
    common::fixtures().join("randomness").join(name)
}

fn run(folder: &Path, args: &[&str]) -> Output {
    common::feltproof(folder).args(args).current_dir(folder).output().unwrap()
}

fn json(folder: &Path, args: &[&str]) -> (i32, Value) {
    let mut all = args.to_vec();
    all.extend(["--format", "json"]);
    let output = run(folder, &all);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).expect(&text))
}

fn test<'a>(report: &'a Value, key: &str) -> &'a Value {
    let tests = report["sources"][0]["tests"].as_array().unwrap();
    tests.iter().find(|t| t["key"] == key).unwrap_or_else(|| panic!("no test {key}"))
}

/// Text and exit code 2 of a command that cannot run.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
    text
}

const GOLDEN: [(&str, &str); 2] = [
    ("uniform", "golden_uniform_1000.bin"),
    ("riffle7_chained", "golden_riffle7_chained_1000.bin"),
];

/// Statistics and p-values of the whole way from the file to the JSON, against an independent program.
#[test]
fn golden_decks_come_out_as_an_independent_program_computed_them() {
    let folder = tempfile::tempdir().unwrap();
    let reference: Value =
        serde_json::from_str(&fs::read_to_string(fixture("reference.json")).unwrap()).unwrap();
    let keys = [
        ("pos_chi2", "position_card"),
        ("adj_sym", "adjacency"),
        ("lehmer", "lehmer"),
        ("desc", "descents"),
        ("rise", "rises"),
        ("fix", "fixed_points"),
        ("succ", "successions"),
    ];
    for (set, file) in GOLDEN {
        let path = fixture(file);
        let (code, report) = json(folder.path(), &["shuffle", "--raw", path.to_str().unwrap()]);
        assert_eq!(code, i32::from(set != "uniform"), "{set}");
        let sets = reference["golden_decks"]["sets"].as_object().unwrap();
        let stats = &sets[set]["stats"];
        for (theirs, ours) in [("ABS", "fixed"), ("REL (vs previous deck)", "previous")] {
            for (name, key) in keys {
                let expected = &stats[theirs][name];
                let figures = &test(&report, &format!("{ours}.{key}"))["figures"];
                for (field, ours) in [("stat", "statistic"), ("p", "p")] {
                    let expected = expected[field].as_f64().unwrap();
                    let found = figures[ours].as_f64().unwrap();
                    let off = (found - expected).abs() / expected.abs().max(1e-290);
                    assert!(off < 1e-6, "{set} {theirs} {name} {field}: {found} {expected}");
                }
            }
        }
    }
}

/// The same decks as names, as numbers from 0 and from 1, with commas, on standard input and on one thread
/// are the same decks.
#[test]
fn every_way_of_writing_decks_gives_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(fixture(GOLDEN[1].1)).unwrap();
    let line = |card: &dyn Fn(u8) -> String, between: &str| {
        let deck = |deck: &[u8]| deck.iter().map(|c| card(*c)).collect::<Vec<_>>().join(between);
        bytes.chunks(52).map(deck).collect::<Vec<_>>().join("\n")
    };
    let name = |card: u8| {
        let rank = char::from(b"23456789TJQKA"[usize::from(card % 13)]);
        format!("{rank}{}", char::from(b"cdhs"[usize::from(card / 13)]))
    };
    let files = [
        ("names.txt", format!("# a remark\n\n{}\n", line(&name, " ")), vec![]),
        ("together.txt", line(&name, ""), vec![]),
        ("zero.txt", line(&|c| c.to_string(), ","), vec![]),
        ("one.txt", line(&|c| (c + 1).to_string(), " ; "), vec!["--first", "1"]),
    ];
    let golden = fixture(GOLDEN[1].1);
    let (_, raw) = json(folder.path(), &["shuffle", "--raw", golden.to_str().unwrap()]);
    let expected = &raw["sources"][0]["tests"];
    for (file, text, options) in files {
        fs::write(folder.path().join(file), text).unwrap();
        for threads in ["1", "2"] {
            let mut args = vec!["shuffle", file, "--threads", threads];
            args.extend(&options);
            let (code, report) = json(folder.path(), &args);
            assert_eq!((code, &report["sources"][0]["tests"]), (1, expected), "{file}");
        }
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_feltproof"))
        .args(["shuffle", "--raw", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(&report["sources"][0]["tests"], expected);
}

#[test]
fn what_is_no_file_of_decks_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fs::read(fixture(GOLDEN[0].1)).unwrap();
    let mut high = golden.clone();
    high.chunks_mut(52).for_each(|deck| deck[1] = 52);
    let numbers = |deck: &[u8]| deck.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let lines: Vec<String> = golden.chunks(52).take(12).map(numbers).collect();
    let short = lines[11].split(' ').take(36).collect::<Vec<_>>().join(" ");
    for (name, bytes) in [
        ("cut.bin", high[..5217].to_vec()),
        ("short.bin", golden[..17].to_vec()),
        ("high.bin", high),
        ("empty.txt", b"# nothing\n".to_vec()),
        ("mixed.txt", (lines[..1].concat() + &short).into_bytes()),
        ("styles.txt", format!("{}As Kd\n", lines[0]).into_bytes()),
        ("hands.csv", b"round,time,table,dealer,seat,cards\n1,,,,1,As Kd\n".to_vec()),
        ("draws.txt", b"1 2 3\n53 4\n".to_vec()),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    for (args, said) in [
        (&["shuffle", "--raw", "cut.bin"][..], "byte 1 (deck 1, position 2) is 52"),
        (
            &["shuffle", "--raw", "cut.bin", "--cards", "53", "--dealt", "10"],
            "521 deals of 10 cards and 7 bytes more",
        ),
        (&["shuffle", "--raw", "short.bin"], "holds 17 bytes, less than one of the decks of 52"),
        (&["shuffle", "--raw", "high.bin"], "byte 1 (deck 1, position 2) is 52"),
        (&["shuffle", "empty.txt"], "holds no deck"),
        (
            &["shuffle", "mixed.txt"],
            "mixed.txt:2: 36 cards, where a full deck has 52; say --cards 36",
        ),
        (&["shuffle", "styles.txt"], "styles.txt:2: `As` is not a card"),
        (&["shuffle", "hands.csv"], "hands.csv:1: this is a hands journal"),
        (&["shuffle", "none.txt"], "none.txt cannot be read"),
        (&["shuffle", "."], "is a folder"),
        (&["shuffle", "mixed.txt", "--dealt", "53"], "--dealt 53 is not a number of cards"),
        (&["shuffle", "mixed.txt", "--profile", "x"], "there is no standard x"),
        (&["rng", "draws.txt", "--range", "1..52"], "draws.txt:2: 53 is not in 1..52"),
        (&["rng", "draws.txt", "--range", "7..7"], "must have 2 to 65536 values"),
    ] {
        let sentence = refused(folder.path(), args);
        assert!(sentence.contains(said), "{args:?}: {sentence}");
    }
}

/// A card twice, and a card missing, are certain whatever the probabilities say.
#[test]
fn a_card_twice_or_missing_is_a_certain_fault_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut twice = fs::read(fixture(GOLDEN[0].1)).unwrap();
    let first = twice[52];
    twice[52 + 51] = first;
    fs::write(folder.path().join("twice.bin"), &twice).unwrap();
    let (code, report) = json(folder.path(), &["shuffle", "--raw", "twice.bin"]);
    let source = &report["sources"][0];
    assert_eq!((code, source["faults_total"].as_u64()), (1, Some(1)));
    assert_eq!(source["verdict"]["state"], "fault");
    let sentence = source["faults"][0].as_str().unwrap();
    assert!(sentence.contains("twice.bin: deck 2 (byte 52)"), "{sentence}");
    assert!(
        sentence.contains("positions 1 and 52") && sentence.contains("is missing"),
        "{sentence}"
    );
    assert_eq!(source["observations"], 999);
}

#[test]
fn too_few_data_are_neither_passed_nor_failed() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fs::read(fixture(GOLDEN[0].1)).unwrap();
    fs::write(folder.path().join("few.bin"), &golden[..52 * 20]).unwrap();
    let (code, report) = json(folder.path(), &["shuffle", "--raw", "few.bin"]);
    assert_eq!(
        (code, report["sources"][0]["verdict"]["state"].as_str()),
        (3, Some("insufficient"))
    );
    // 150 decks are judged by the tests that they are enough for; a standard demands more.
    fs::write(folder.path().join("more.bin"), &golden[..52 * 150]).unwrap();
    let judged = |args: &[&str]| {
        let mut all = vec!["shuffle", "--raw", "more.bin"];
        all.extend(args);
        let (code, report) = json(folder.path(), &all);
        (code, report["sources"][0]["notes"].to_string())
    };
    let (code, notes) = judged(&[]);
    assert_eq!(code, 0);
    assert!(notes.contains("Left off the list at 150 decks, by that number alone"), "{notes}");
    let (code, notes) = judged(&["--profile", "gli-11"]);
    assert_eq!(code, 3);
    assert!(notes.contains("On the list all the same, since gli-11 demands them: Rank"), "{notes}");
}

/// Every demand of every standard is answered by tests that exist, for the sources it names tests for.
#[test]
fn every_demand_of_every_standard_names_tests_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fixture(GOLDEN[0].1);
    let golden = golden.to_str().unwrap();
    let draws: Vec<String> =
        fs::read(golden).unwrap().iter().map(|card| (card + 1).to_string()).collect();
    fs::write(folder.path().join("draws.txt"), draws.join("\n")).unwrap();
    let mut refused = 0;
    for standard in ["gli-11", "gli-29", "cfr-547", "sd-48", "wv-909", "pa-810a", "itech"] {
        for args in [
            &["shuffle", "--raw", golden][..],
            &["shuffle", "--raw", golden, "--dealt", "52"],
            &["rng", "draws.txt", "--range", "1..52", "--per-play", "52", "--without-replacement"],
            &["rng", "draws.txt", "--range", "1..52", "--per-play", "4"],
            &["rng", "draws.txt", "--bits", "--written", "packed"],
        ] {
            let mut args = args.to_vec();
            args.extend(["--profile", standard]);
            let output = run(folder.path(), &args);
            if output.status.code() == Some(2) {
                // Of no demand there is a test of such data, and no other option would bring one.
                let said = String::from_utf8(output.stderr).unwrap();
                let why = format!("no demand of {standard} can be tested on such ");
                assert!(said.contains(&why) && !said.contains("--per-play"), "{said}");
                refused += 1;
                continue;
            }
            let (_, report) = json(folder.path(), &args);
            let profile = &report["sources"][0]["profile"];
            assert_eq!(profile["name"], standard);
            for demand in profile["demands"].as_array().unwrap() {
                let why = demand["why"].as_str().unwrap_or_default();
                // Tests of independent draws do not apply to draws without replacement.
                if args.contains(&"--without-replacement") && !why.contains("play.") {
                    continue;
                }
                assert!(!why.contains("does not apply"), "{standard} {args:?}: {why}");
            }
        }
    }
    // Five of draws without replacement, one of draws in plays, two of bits.
    assert_eq!(refused, 8);
}

/// The same inputs give the same bytes on any number of threads; the report is signed and verifies.
#[test]
fn what_is_written_is_the_same_on_one_and_two_threads_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fixture(GOLDEN[1].1);
    let golden = golden.to_str().unwrap();
    let made = ["identity", "new", "--name", "Tests", "--out", "t.key.pem"];
    assert_eq!(run(folder.path(), &made).status.code(), Some(0));
    for threads in ["1", "2"] {
        let out = format!("out{threads}");
        let args = [
            "shuffle",
            "--identity",
            "t.key.pem",
            "--raw",
            golden,
            "--out",
            &out,
            "--threads",
            threads,
        ];
        assert_eq!(run(folder.path(), &args).status.code(), Some(1));
    }
    let mut names: Vec<_> = fs::read_dir(folder.path().join("out1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // No map of cards by position: none of its tests departs.
    let outputs = ["randomness.html", "randomness.json", "randomness.pdf"];
    let expected = [&["drift.svg", "p-values.svg"][..], &outputs, &["unusual.svg"]].concat();
    assert_eq!(names, expected);
    for name in &names {
        let of = |out: &str| fs::read(folder.path().join(out).join(name)).unwrap();
        assert!(of("out1") == of("out2"), "{name}");
    }
    let verified = run(folder.path(), &["verify", "out1/randomness.pdf"]);
    assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stdout));
}

/// The outputs are one: the signed PDF names the others and holds the JSON, a later run replaces all of them, and nothing of
/// somebody else's is lost.
#[test]
fn the_outputs_are_one() {
    let home = tempfile::tempdir().unwrap();
    let (at, out) = (|name: &str| home.path().join(name), home.path().join("out"));
    let golden = |n: usize| fixture(GOLDEN[n].1).to_str().unwrap().to_owned();
    let shuffle = |n: usize, words: &[&str], code: i32| {
        let golden = golden(n);
        let all = [&["shuffle", "--raw", &golden, "--out", "out"], words].concat();
        let ran = run(home.path(), &all);
        let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        assert_eq!(ran.status.code(), Some(code), "{said}");
        said
    };
    let names = || {
        let there = fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name());
        let mut names: Vec<_> = there.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    let bytes = || names().into_iter().map(|name| fs::read(out.join(name)).unwrap());
    // The riffled decks have another plot than the uniform ones.
    shuffle(1, &[], 1);
    let of_one = names();
    shuffle(0, &[], 0);
    assert!(names().contains(&"randomness.pdf".to_owned()));
    let (verified, report) = json(home.path(), &["verify", "out/randomness.pdf"]);
    assert_eq!((verified, &report["beside"]["sound"]), (0, &true.into()), "{report}");
    let files = report["beside"]["files"].as_array().unwrap();
    assert_eq!(files.len() + 1, names().len());
    assert!(files.iter().all(|file| file["state"] == "unaltered"));
    // What is inside is what lies beside it.
    run(home.path(), &["verify", "out/randomness.pdf", "--extract", "inside"]);
    assert!(
        fs::read(at("inside/randomness.json")).unwrap()
            == fs::read(at("out/randomness.json")).unwrap()
    );
    let manifest = common::json(&at("inside/manifest.json"));
    assert_eq!(manifest["inputs"][0]["file"], golden(0));
    assert_eq!(manifest["report"], Value::Null);
    // A plot that was edited, one of another run, a note of somebody else's: each by name, and nothing is written.
    let whole = fs::read(at("out/drift.svg")).unwrap();
    let before: Vec<_> = bytes().collect();
    fs::write(at("out/drift.svg"), "edited").unwrap();
    assert!(shuffle(1, &[], 2).contains("out holds drift.svg, changed since"));
    assert_eq!(json(home.path(), &["verify", "out/randomness.pdf"]).0, 1);
    fs::write(at("out/drift.svg"), whole).unwrap();
    fs::write(at("out/heat-1-place-by-card.svg"), "earlier").unwrap();
    let report = json(home.path(), &["verify", "out/randomness.pdf"]).1;
    assert_eq!(report["beside"]["not_of_this_report"][0], "heat-1-place-by-card.svg");
    assert!(shuffle(1, &[], 2).contains("holds heat-1-place-by-card.svg, changed since"));
    fs::remove_file(at("out/heat-1-place-by-card.svg")).unwrap();
    fs::write(at("out/plan.svg"), "mine").unwrap();
    let said = shuffle(1, &["--replace"], 2);
    assert!(said.contains("holds plan.svg, which no test of randomness writes"), "{said}");
    fs::remove_file(at("out/plan.svg")).unwrap();
    assert_eq!(bytes().collect::<Vec<_>>(), before);
    // What is tested does not lie in the folder that is replaced.
    let ran = refused(home.path(), &["shuffle", "--raw", "out/drift.svg", "--out", "out"]);
    assert!(ran.contains("out/drift.svg is an input of this run and lies in out"), "{ran}");
    // A run that cannot come through leaves the earlier report, and nothing beside it.
    fs::write(at("short.bin"), [0; 51]).unwrap();
    refused(home.path(), &["shuffle", "--raw", "short.bin", "--out", "out"]);
    assert_eq!(bytes().collect::<Vec<_>>(), before);
    assert!(!at(".out.feltproof").exists());
    shuffle(1, &[], 1);
    assert_eq!(names(), of_one);
}

/// One replication says nothing of a rate, and no defect is looked for that was not asked for.
#[test]
fn a_self_test_of_few_replications_claims_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["shuffle", "--self-test", "--replications", "1", "--defect", "riffle-7"];
    let (code, report) = json(folder.path(), &few);
    assert_eq!((code, &report["answer"]), (3, &"too few replications to say".into()));
    let defects = report["defects"].as_array().unwrap();
    assert_eq!((defects.len(), &defects[0]["name"]), (1, &"riffle-7".into()));
    assert_eq!(defects[0]["interval_95"][1], 1.0);
    let text = String::from_utf8(run(folder.path(), &few).stdout).unwrap();
    assert!(text.contains("can tell nothing") && !text.contains("Nothing here"), "{text}");
    // A self-test writes no report, and says so.
    let nowhere = run(folder.path(), &["shuffle", "--self-test", "--out", "out"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let unknown = run(folder.path(), &["rng", "--self-test", "--defect", "riffle-7"]);
    assert_eq!(unknown.status.code(), Some(2));
    let text = String::from_utf8(unknown.stderr).unwrap();
    assert!(text.contains("riffle-7") && text.contains("short-period"), "{text}");
}

/// Tails too small to print are printed as that, and none is smaller than the data can give: 800 zeros
/// are no rarer than 2^-800 = 1.5e-241. The published variances are used where they are asked for.
#[test]
fn tails_are_printed_as_far_as_the_data_reach() {
    let folder = tempfile::tempdir().unwrap();
    for (file, bytes) in [("few.bin", 100), ("many.bin", 125_000)] {
        fs::write(folder.path().join(file), vec![0; bytes]).unwrap();
    }
    let text = |args: &[&str]| String::from_utf8(run(folder.path(), args).stdout).unwrap();
    let few = text(&["rng", "few.bin", "--bits", "--written", "packed"]);
    assert!(few.contains("1.5e-241") && !few.contains("< 1e-300"), "{few}");
    let many = text(&["rng", "many.bin", "--bits", "--written", "packed"]);
    let tens = many.split("e-").skip(1).filter_map(|rest| {
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|tens| tens.parse::<u32>().ok())
    });
    assert_eq!(tens.max(), Some(300), "{many}");
    assert!(many.contains("divisor 3.8") && !many.contains("as was chosen"), "{many}");
    let args = ["rng", "many.bin", "--bits", "--written", "packed", "--constants", "published"];
    let (code, report) = json(folder.path(), &args);
    assert_eq!(code, 1);
    let notes = report["sources"][0]["notes"].to_string();
    assert!(notes.contains("as was chosen") && !notes.contains("divisor 3.8"), "{notes}");
    let template = test(&report, "bits.template");
    assert_eq!(template["parts"].as_array().unwrap().len(), 148);
    assert_eq!(template["parts"][0]["name"], "000000001");
    let constants = &report["parameters"];
    assert!(constants.to_string().contains("as SP 800-22 prints them"), "{constants}");
}

/// Each was once passed over in silence, or reported as a fault of the shuffler.
#[test]
fn what_cannot_be_counted_as_declared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fs::read(fixture(GOLDEN[0].1)).unwrap();
    let deck = |deck: &[u8]| deck.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let lines: Vec<String> = golden.chunks(52).take(40).map(deck).collect();
    let (one_less, _) = lines[1].trim_end().rsplit_once(' ').unwrap();
    for (name, text) in [
        ("less.txt", format!("{}{one_less}\n{}", lines[0], lines[2..].concat())),
        ("mark.txt", format!("\u{feff}{}", lines.concat())),
        ("names.txt", "As Kd Qh\n".to_owned()),
        ("hands.txt", "As Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c\n".to_owned()),
        ("listed.txt", "Bits\n0,1,1,0\n".to_owned()),
        ("long.txt", "x".repeat(100_000) + "\n"),
        ("twice.txt", "1 2 3 4 5 6 6 7 8 9\n".to_owned()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (args, said) in [
        (&["shuffle", "names.txt", "--cards", "36"][..], "names.txt:1: cards are named"),
        (&["shuffle", "hands.txt", "--packets", "1"], "13 cards are more than 12 hands of 1"),
        (&["rng", "listed.txt", "--bits"], "neither the characters 0 and 1 nor hex"),
        (&["rng", "long.txt", "--range", "1..6"], "x…(100,000 characters)` is not an integer"),
        (&["rng", "long.txt", "--range", "6..1"], "write 1..6"),
    ] {
        let sentence = refused(folder.path(), args);
        assert!(sentence.contains(said) && sentence.len() < 300, "{args:?}: {sentence}");
    }
    // A deck with a card missing is left out with its place; a byte order mark is none.
    let (code, report) = json(folder.path(), &["shuffle", "less.txt"]);
    let notes = report["sources"][0]["notes"].to_string();
    assert_eq!(code, 3, "{report}");
    assert!(notes.contains("less.txt:2: 51 cards, where a full deck has 52"), "{notes}");
    let (code, report) = json(folder.path(), &["shuffle", "mark.txt"]);
    assert_eq!((code, report["sources"][0]["observations"].as_u64()), (3, Some(40)));
    // Draws without replacement that repeat are a fault with its place.
    let args = ["rng", "twice.txt", "--range", "1..9", "--per-play", "5", "--without-replacement"];
    let (code, report) = json(folder.path(), &args);
    let source = &report["sources"][0];
    assert_eq!((code, source["faults_total"].as_u64()), (1, Some(1)));
    assert!(source["faults"][0].as_str().unwrap().contains("twice.txt: draw"), "{source}");
}

/// `??` at the end of a line is a card that was not seen: with --dealt any the line is the deal before it.
#[test]
fn cards_that_were_not_seen_are_left_out_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let golden = fs::read(fixture(GOLDEN[0].1)).unwrap();
    let lines = |unseen: bool| {
        let line = |(index, deck): (usize, &[u8])| {
            let seen = 30 + index % 3;
            let cards: Vec<String> = deck[..seen].iter().map(u8::to_string).collect();
            let rest = if unseen { " ??".repeat(52 - seen) } else { String::new() };
            cards.join(" ") + &rest + "\n"
        };
        golden.chunks(52).enumerate().map(line).collect::<String>()
    };
    fs::write(folder.path().join("marked.txt"), lines(true)).unwrap();
    fs::write(folder.path().join("short.txt"), lines(false)).unwrap();
    let tests = |file| {
        let (code, report) = json(folder.path(), &["shuffle", file, "--dealt", "any"]);
        (code, report["sources"][0]["tests"].clone())
    };
    assert_eq!(tests("marked.txt"), tests("short.txt"));
    fs::write(folder.path().join("middle.txt"), "As ?? Kd\n").unwrap();
    fs::write(folder.path().join("none.txt"), "?? ??\n").unwrap();
    fs::write(folder.path().join("hand.txt"), "As Kd 2c 3c ??\n").unwrap();
    for (args, said) in [
        (
            &["shuffle", "marked.txt"][..],
            "marked.txt:1: 22 cards were not seen (`??`); say --dealt any",
        ),
        (
            &["shuffle", "middle.txt", "--dealt", "any"],
            "middle.txt:1: `Kd` stands after a card that was not seen",
        ),
        (&["shuffle", "none.txt", "--dealt", "any"], "none.txt:1: no card of this deck was seen"),
        (
            &["shuffle", "hand.txt", "--packets", "5"],
            "hand.txt:1: 1 cards were not seen (`??`), and a hand is tested whole",
        ),
    ] {
        let sentence = refused(folder.path(), args);
        assert!(sentence.contains(said), "{args:?}: {sentence}");
    }
}

/// Only a file with a date that lists the very tests, at the very level, lets a report say that they were fixed.
#[test]
fn a_registration_must_fit_what_was_tested() {
    let folder = tempfile::tempdir().unwrap();
    let decks = fixture("golden_uniform_1000.bin");
    let decks = decks.to_str().unwrap();
    let (_, report) = json(folder.path(), &["shuffle", "--raw", decks]);
    assert!(report["sources"][0]["registration"].is_null());
    let tests = report["sources"][0]["tests"].as_array().unwrap();
    let keys: Vec<String> =
        tests.iter().filter(|t| t["registered"] == true).map(|t| t["key"].to_string()).collect();
    let plan = |level: &str, keys: &[String]| {
        let tests = keys.join(", ");
        format!("schema = 1\ndate = \"2026-09-01\"\nlevel_one_in = {level}\ntests = [{tests}]\n")
    };
    let args = ["shuffle", "--raw", decks, "--registration", "plan.toml"];
    let write = |text: String| fs::write(folder.path().join("plan.toml"), text).unwrap();
    write(plan("100", &keys));
    let (_, report) = json(folder.path(), &args);
    assert_eq!(report["sources"][0]["registration"]["date"], "2026-09-01");
    write(plan("20", &keys));
    assert!(refused(folder.path(), &args).contains("--level-one-in 20"));
    write(plan("100", &keys[1..]));
    let why = refused(folder.path(), &args);
    assert!(why.contains("counts to the verdict and is not registered"), "{why}");
    assert!(why.contains(keys[0].trim_matches('"')), "{why}");
}

/// The list that the program prints for a file registers that file, of several sources too: columns that are drawn row by
/// row, and columns with weights of their own, whose lists differ and which share the level.
#[test]
fn the_list_that_is_printed_for_a_file_registers_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = 5_u64;
    let mut below = |n: u64| {
        state = state * 48_271 % 2_147_483_647;
        (state * n / 2_147_483_647).to_string()
    };
    let rows: String = (0..1_500).map(|_| format!("{},{}\n", below(4), below(4))).collect();
    fs::write(folder.path().join("reels.csv"), format!("left,right\n{rows}")).unwrap();
    let weights: String = ["left", "right"]
        .iter()
        .flat_map(|reel| (0..4).map(move |stop| format!("{reel},{stop},1\n")))
        .collect();
    fs::write(folder.path().join("stops.csv"), format!("column,outcome,weight\n{weights}"))
        .unwrap();
    let golden = fixture("golden_uniform_1000.bin");
    for (args, sources) in [
        (&["rng", "reels.csv", "--range", "0..3", "--columns", "1-2"][..], 1),
        (&["rng", "reels.csv", "--weights", "stops.csv"], 3),
        (&["shuffle", "--raw", golden.to_str().unwrap()], 1),
    ] {
        let (_, report) = json(folder.path(), args);
        let all = report["sources"].as_array().unwrap();
        let tests = all.iter().flat_map(|source| source["tests"].as_array().unwrap());
        let mut keys: Vec<String> =
            tests.filter(|t| t["registered"] == true).map(|t| t["key"].to_string()).collect();
        keys.sort_unstable();
        keys.dedup();
        let plan = |keys: &[String]| {
            let keys = keys.join(", ");
            let text = "schema = 1\ndate = \"2026-09-01\"\nlevel_one_in = 100\ntests = ";
            fs::write(folder.path().join("plan.toml"), format!("{text}[{keys}]\n")).unwrap();
            [args, &["--registration", "plan.toml"]].concat()
        };
        let (_, report) = json(folder.path(), &plan(&keys));
        let all = report["sources"].as_array().unwrap();
        assert_eq!(all.len(), sources, "{args:?}");
        assert!(all.iter().all(|source| source["registration"]["date"] == "2026-09-01"));
        let more = [&keys[..], &["\"none.such\"".to_owned()]].concat();
        assert!(refused(folder.path(), &plan(&more)).contains("none.such is registered and"));
        assert!(refused(folder.path(), &plan(&keys[1..])).contains("is not registered"));
    }
}
