//! Hostile text in every kind of input, over all commands: what comes out holds nothing that hides, moves or colours
//! text, no line that the text has made, and no line without end.

use crate::common::{copied_day, feltproof, fixtures};
use feltproof_printable::is_misleading;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A screen cleared, colours of eight bits, marks of direction, letters without width, tags, and a line of its own.
const HOSTILE: &str = "x\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{200b}\u{feff}\u{ad}\u{e0041}\u{e0042}\u{7f}\nFORGED: ALL PAID";
/// The same without what is refused in most places.
const SLY: &str = "x\u{202e}\u{2066}\u{200b}\u{feff}\u{ad}\u{e0041}y";
/// Most characters of a line for people.
const LINE_MAX: usize = 4_200;

fn sound(what: &str, text: &str) {
    for line in text.split('\n') {
        let found = line.chars().find(|c| *c != '\t' && is_misleading(*c));
        assert_eq!(found, None, "{what}: {}", line.escape_debug());
        // The lines of a page are those of its columns; a record left out stands within quotes as it came.
        let own = line.starts_with("FORGED")
            && !what.ends_with(".pdf")
            && !what.ends_with("quarantine.csv");
        assert!(!own, "{what}: a line of the text's own: {line}");
    }
}

/// What a command says, for people: sound, and no line is endless.
fn said(home: &Path, words: &[&str]) -> String {
    let output = feltproof(home).current_dir(home).args(words).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let text = out + &err;
    let what = words.iter().map(|word| word.chars().take(40).collect::<String>());
    let what = what.collect::<Vec<_>>().join(" ");
    assert!(!text.contains("panicked"), "{what}: {text}");
    assert!(output.status.code().is_some(), "{what}: {text}");
    sound(&what, &text);
    // Data holds what was read in full.
    if words.contains(&"json") {
        return text;
    }
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(longest <= LINE_MAX, "{what}: a line of {longest} characters");
    text
}

/// What stands in every file of a folder: text as it is, the pages of a PDF, the parts of a workbook.
fn written(folder: &Path) -> Vec<(PathBuf, String)> {
    let text = |path: &Path| {
        let mut text = String::new();
        match path.extension().and_then(OsStr::to_str) {
            Some("pdf") => {
                let pdf = lopdf::Document::load(path).unwrap();
                for page in pdf.get_pages().keys() {
                    text.push_str(&pdf.extract_text(&[*page]).unwrap());
                }
            }
            Some("xlsx") => {
                let mut parts = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
                for at in 0..parts.len() {
                    parts.by_index(at).unwrap().read_to_string(&mut text).unwrap();
                }
            }
            Some("parquet") => {}
            _ => text = fs::read_to_string(path).unwrap(),
        }
        text.replace('\r', "")
    };
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), text(&path))).collect()
}

/// A day whose journals and engagement hold the text in every cell and value that may be any text.
fn hostile_day(home: &Path, cell: &str, value: &str) -> PathBuf {
    let day = copied_day(home);
    let edit = |name: &str, edit: &dyn Fn(&str) -> String| {
        let text = fs::read_to_string(day.join(name)).unwrap();
        let edited = edit(&text);
        fs::write(day.join(name), edited).unwrap();
    };
    let quoted = format!("\"{cell}\"");
    edit("hands.csv", &|text| {
        text.replacen(",C4P-1,D01,", &format!(",C4P-1,{quoted},"), 4).replacen(
            ",C4P-3,",
            &format!(",{quoted},"),
            1,
        )
    });
    edit("manager.csv", &|text| {
        let lines = text.lines().enumerate().map(|(at, line)| match at {
            0 | 1 => line.to_owned(),
            at if line.ends_with(",A02,,,") || at == 3 => {
                let head = line.trim_end_matches(",,,").trim_end_matches(",A02");
                format!("{head},{quoted},{quoted},{quoted},")
            }
            9 => format!("{line}{quoted}"),
            _ => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    edit("engagement.toml", &|text| {
        let text = text.replace("property = \"Harbor", &format!("property = \"{value}Harbor"));
        let text = text.replace("prepared_by = \"", &format!("prepared_by = \"{value}"));
        text.replace("location = \"", &format!("location = \"{value}"))
    });
    day
}

/// All that is written and said of a day.
fn day_is_sound(home: &Path, day: &Path) {
    let (engagement, out) = (day.join("engagement.toml"), home.join("out"));
    let of = |command: &'static str, rest: &[&str]| {
        let all = [&[command, engagement.to_str().unwrap()], rest].concat();
        said(home, &all)
    };
    let report = "--report=pdf,xlsx,html,json,sarif,parquet";
    let text = of("audit", &["--out", "out", report]);
    assert!(out.join("report.pdf").is_file(), "{text}");
    let files = written(&out);
    assert!(files.len() >= 5, "{files:?}");
    for (path, text) in files {
        sound(&path.display().to_string(), &text);
    }
    of("audit", &["--out", "out", "--format", "json"]);
    of("read", &[]);
    of("convert", &["--out", "converted"]);
    for file in ["hands.csv", "manager.csv", "engagement.toml"] {
        for line in [2, 3, 4, 5, 10] {
            let place = format!("{}:{line}", day.join(file).display());
            said(home, &["show", &place]);
        }
    }
    for words_of in [
        &["verify", "out/report.pdf"][..],
        &["diff", "out", "out"],
        &["inspect", "day/hands.csv", "day/manager.csv"],
        &["init", "day", "--out", "drafted.toml"],
        &["shuffle", "day/hands.csv"],
        &["rng", "day/hands.csv", "--symbols", "52"],
    ] {
        said(home, words_of);
    }
}

#[test]
fn cells_and_values_hide_nothing() {
    let home = tempfile::tempdir().unwrap();
    let day = hostile_day(home.path(), HOSTILE, SLY);
    day_is_sound(home.path(), &day);
}

/// A hundred thousand characters where a name is expected: in seconds, not in minutes.
#[test]
fn names_without_end_come_to_an_end() {
    let home = tempfile::tempdir().unwrap();
    let day = hostile_day(home.path(), &"N".repeat(60_000), "");
    day_is_sound(home.path(), &day);
    let text = fs::read_to_string(day.join("engagement.toml")).unwrap();
    let long = "L".repeat(100_000);
    fs::write(
        day.join("engagement.toml"),
        text.replace("property = \"", &format!("property = \"{long}")),
    )
    .unwrap();
    let said = said(home.path(), &["read", "day/engagement.toml"]);
    assert!(
        said.contains("has 100016 characters, and a text here has at most 4000; shorten it"),
        "{said}"
    );
}

#[test]
fn keys_and_headers_hide_nothing() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let engagement = fs::read_to_string(day.join("engagement.toml")).unwrap();
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let hands = hands.lines().take(300).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(day.join("hands.csv"), &hands).unwrap();
    // As TOML writes a character.
    let escaped: String = HOSTILE.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
    for key in [SLY.to_owned(), escaped, "k".repeat(1_000_000)] {
        let at = "[engagement]\n";
        for edited in [
            engagement.replace(at, &format!("{at}\"{key}\" = 1\n")),
            engagement.replace(at, &format!("[engagement]\n[\"{key}\"]\n")),
            engagement
                .replace("gaming_day_start = \"06:00\"", &format!("gaming_day_start = \"{key}\"")),
            engagement.replace("id = \"C4P-1\"", &format!("id = \"{key}\"")),
            engagement.replace("game = \"crazy4-wa\"", &format!("game = \"{key}\"")),
            engagement.replace("packs = [\"us-wa\"]", &format!("packs = [\"{key}\"]")),
            engagement.replace("file = \"hands.csv\"", &format!("file = \"{key}\"")),
            engagement.replace("super_bonus = \"SB\"", &format!("super_bonus = \"FILL IN {key}\"")),
        ] {
            assert_ne!(edited, engagement);
            fs::write(day.join("engagement.toml"), edited).unwrap();
            said(home.path(), &["read", "day/engagement.toml"]);
            said(home.path(), &["show", "day/hands.csv:3"]);
        }
    }
    fs::write(day.join("engagement.toml"), &engagement).unwrap();
    for name in [SLY.to_owned(), format!("\"{HOSTILE}\""), "h".repeat(1_000_000)] {
        for column in ["dealer", "table", "queens_up"] {
            fs::write(day.join("hands.csv"), hands.replacen(column, &name, 1)).unwrap();
            for words_of in [
                &["read", "day/engagement.toml"][..],
                &["inspect", "day/hands.csv"],
                &["init", "day", "--out", "drafted.toml"],
                &["shuffle", "day/hands.csv"],
                &["shuffle", "day/hands.csv", "--deck-column", "no"],
                &["rng", "day/hands.csv", "--symbols", "52", "--column", "no"],
            ] {
                said(home.path(), words_of);
                let _ = fs::remove_file(home.path().join("drafted.toml"));
            }
        }
    }
}

#[test]
fn arguments_and_names_of_files_hide_nothing() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("harbor-card-room/engagement.toml");
    let engagement = engagement.to_str().unwrap();
    let place = |word: &str| format!("{word}:3");
    for word in [HOSTILE.to_owned(), SLY.to_owned(), "a".repeat(100_000)] {
        let place = place(&word);
        let option = format!("--{word}");
        for words_of in [
            &["explain", &word][..],
            &["schema", &word],
            &["show", &place],
            &["show", &word],
            &["show", "a.csv:3", "--engagement", &word],
            &["read", &word],
            &["audit", &word, "--out", "o"],
            &["audit", engagement, "--out", "o", "--identity", &word],
            &["audit", engagement, "--out", "o", "--previous", &word],
            &["audit", engagement, "--out", "o", "--report", &word],
            &["verify", &word],
            &["verify", engagement, "--trust", &word],
            &["approve", &word, "--identity", &word],
            &["inspect", &word],
            &["init", &word],
            &["convert", &word, "--out", "o"],
            &["par", &word],
            &["regs", &word],
            &["regs", "us-wa", "--on", &word],
            &["regs", "diff", "--from", &word, "--to", "2026-01-01"],
            &["regs", "checklist", &word],
            &["shuffle", &word],
            &["rng", &word, "--symbols", "52"],
            &["rng", engagement, "--symbols", "52", "--column", &word],
            &["rng", engagement, "--outcomes", &word],
            &["diff", &word, &word],
            &["identity", "show", &word],
            &["identity", "import", &word, &word],
            &["identity", "new", "--name", &word, "--out", "k.key.pem"],
            &["identity", "new", "--name", "A", "--out", &word],
            &["simulate", "--game", &word, "--rounds", "1", "--out", "o"],
            &["simulate", "--fault", &word, "--rounds", "200", "--out", "o"],
            &["simulate", "--rounds", &word, "--out", "o"],
            &["completions", &word],
            &["man", &word],
            &["checks", &word],
            &[&word],
            &["audit", &option],
        ] {
            let text = said(home.path(), words_of);
            assert!(!text.is_empty(), "{words_of:?}");
        }
    }
    // A file that is there, under such a name.
    let sly = format!("{SLY}.csv");
    fs::copy(fixtures().join("harbor-card-room/hands.csv"), home.path().join(&sly)).unwrap();
    for words_of in [
        &["inspect", &sly][..],
        &["inspect", &sly, "--write-profile"],
        &["shuffle", &sly],
        &["init", "."],
    ] {
        said(home.path(), words_of);
    }
}
