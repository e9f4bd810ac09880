//! What somebody meets who types the first commands: manual pages that can be made, completions that know the words,
//! explanations to read, and a reader that goes away before the end.

use crate::common::{audit, feltproof, fixtures, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands that `--help` lists below some words.
fn listed(home: &Path, below: &[&str]) -> Vec<String> {
    let (text, _) = run(feltproof(home).args(below).arg("--help"), 0);
    let Some((_, list)) = text.split_once("Commands:\n") else { return Vec::new() };
    let names = list.lines().take_while(|line| line.starts_with("  "));
    // A line that goes on with what a command does is further in.
    let names = names.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// Every command that can be typed, such as `identity new`.
fn commands(home: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in listed(home, &[]) {
        let below = listed(home, &[&name]);
        all.extend(below.iter().map(|sub| format!("{name} {sub}")));
        if below.is_empty() || name == "regs" {
            all.insert(name);
        }
    }
    assert!(all.len() >= 20, "{all:?}");
    all
}

#[test]
fn every_page_that_a_manual_page_cites_is_made() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("man1");
    let (text, _) = run(feltproof(home.path()).args(["man", "--out"]).arg(&folder), 0);
    let made = fs::read_dir(&folder).unwrap().count();
    assert!(text.starts_with(&format!("Written: {made} pages")), "{text}");
    let (mut cited, mut at_root) = (BTreeSet::new(), String::new());
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
        for before in plain.split("(1)").collect::<Vec<_>>().split_last().unwrap().1 {
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap();
            cited.insert(format!("{name}.1"));
        }
        if path.ends_with("feltproof.1") {
            at_root = page;
        }
    }
    assert!(cited.contains("feltproof-audit.1") && cited.contains("feltproof-identity-new.1"));
    for page in &cited {
        assert!(folder.join(page).is_file(), "{page} is cited and not made");
    }
    // Each command has its page, and one page alone is the same text.
    for command in commands(home.path()) {
        let page = folder.join(format!("feltproof-{}.1", command.replace(' ', "-")));
        let (text, _) = run(feltproof(home.path()).arg("man").args(command.split(' ')), 0);
        assert_eq!(text, fs::read_to_string(&page).unwrap(), "{command}");
    }
    assert_eq!(run(feltproof(home.path()).arg("man"), 0).0, at_root);
    let (_, message) = run(feltproof(home.path()).args(["man", "verfy"]), 2);
    assert!(message.contains("did you mean `verify`?"), "{message}");
}

#[test]
fn completions_offer_the_codes_of_checks_and_the_names_of_faults() {
    let home = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, _) = run(feltproof(home.path()).args(["completions", shell]), 0);
        // clap's scripts of these two shells offer no values at all.
        if ["elvish", "powershell"].contains(&shell) {
            continue;
        }
        for word in ["PAY-003", "ADV-001", "ante-underpaid", "crazy4-ca", "nexus-2", "gli-29"] {
            assert!(script.contains(word), "{shell} does not offer {word}");
        }
    }
    // What bash itself offers behind `explain PAY-00`, if there is a bash.
    let script = home.path().join("feltproof.bash");
    fs::write(&script, run(feltproof(home.path()).args(["completions", "bash"]), 0).0).unwrap();
    let requested = |words: &str| {
        let count = words.split(' ').count() - 1;
        let ask = format!(
            "source {}; COMP_WORDS=({words}); COMP_CWORD={count}; _feltproof feltproof \"${{COMP_WORDS[{count}]}}\" \
             \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            count - 1
        );
        Command::new("bash").args(["-c", &ask]).output()
    };
    let Ok(offered) = requested("feltproof explain PAY-00") else { return };
    let offered = String::from_utf8(offered.stdout).unwrap();
    assert!(offered.contains("PAY-003") && !offered.contains("WAC-001"), "{offered}");
    let offered = requested("feltproof simulate --fault ante-un").unwrap();
    assert_eq!(String::from_utf8(offered.stdout).unwrap().trim(), "ante-underpaid");
}

#[test]
fn an_explanation_is_text_without_markup_and_without_the_cases_of_the_tests() {
    let home = tempfile::tempdir().unwrap();
    let (list, _) = run(feltproof(home.path()).args(["checks", "--format", "json"]), 0);
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    for code in list["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| check["code"].as_str().unwrap())
        .step_by(7)
    {
        let (text, _) = run(feltproof(home.path()).args(["explain", code]), 0);
        assert!(text.starts_with(&format!("{code}: ")) && text.contains("\nCriteria\n"), "{text}");
        assert!(!text.contains("```") && !text.contains("\nCases") && !text.contains("--- hands"));
        assert!(!text.contains('#') && !text.contains('\x1b'), "{text}");
    }
    let (_, message) = run(feltproof(home.path()).args(["explain", "PYA-003"]), 2);
    assert!(message.contains("did you mean PAY-003?"), "{message}");
    let (_, message) = run(
        feltproof(home.path()).args(["simulate", "--fault", "ante-underpayed", "--out", "x"]),
        2,
    );
    assert!(message.contains("did you mean `ante-underpaid`?"), "{message}");
}

/// A command whose standard output nobody reads ends as it does otherwise, and says nothing.
fn unread(command: &mut Command, code: i32) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let made = command.stdout(writer).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(made.stderr).unwrap();
    assert_eq!((made.status.code(), said.as_str()), (Some(code), ""), "{command:?}");
}

#[test]
fn a_pipe_closed_early_changes_no_exit_code_and_says_nothing() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).display().to_string();
    let fixture = |name: &str| fixtures().join(name).display().to_string();
    let day = fixture("tampered-day/engagement.toml");
    let decks = fixture("randomness/golden_uniform_1000.bin");
    fs::create_dir(home.path().join("logs")).unwrap();
    fs::copy(fixture("harbor-card-room/hands.csv"), at("logs/hands.csv")).unwrap();
    fs::write(at("numbers"), (0..6000_u32).map(|i| format!("{}\n", i * i % 7)).collect::<String>())
        .unwrap();
    let (key, cert, other) = (at("lab.key.pem"), at("lab.cert.pem"), at("other.key.pem"));
    // In this order: an identity, a report signed with it, what reads the report.
    let words: &[(&[&str], i32)] = &[
        (&["identity", "new", "--name", "A", "--out", &key], 0),
        (&["identity", "new", "--name", "B", "--out", &other], 0),
        (&["identity", "show", &key], 0),
        (&["identity", "export", &key], 0),
        (&["identity", "request", &key], 0),
        (&["identity", "import", &key, &cert], 0),
        (&["audit", &day, "--identity", &key, "--out", &at("out")], 1),
        (&["audit", &day, "--unsigned", "--format", "json", "--out", &at("json")], 1),
        (&["verify", &at("out/report.pdf"), "--trust", &cert], 0),
        (&["audit", &day, "--identity", &key, "--for-approval", "--out", &at("approvable")], 1),
        (&["approve", &at("approvable/report.pdf"), "--identity", &other], 0),
        (&["diff", &at("out"), &at("out")], 0),
        (&["schema"], 0),
        (&["schema", "feltproof-report/4"], 0),
        (&["inspect", &fixture("harbor-card-room/hands.csv")], 0),
        (&["init", &at("logs")], 0),
        (&["read", &day], 1),
        (&["convert", &day, "--out", &at("canonical")], 1),
        (&["explain", "PAY-003"], 0),
        (&["checks"], 0),
        (&["show", &fixture("tampered-day/hands.csv:5000")], 0),
        (&["par", "crazy4-v2"], 0),
        (&["regs"], 0),
        (&["regs", "us-wa"], 0),
        (&["regs", "diff", "us-wa", "--from", "2023-08-18", "--to", "2023-12-01"], 0),
        (&["regs", "checklist", "us-wa", "--on", "2026-10-31"], 0),
        (&["shuffle", "--raw", &decks], 0),
        (&["rng", &at("numbers"), "--range", "0..6"], 1),
        (&["simulate", "--rounds", "50", "--out", &at("day")], 0),
        (&["simulate", "--list-faults"], 0),
        (&["completions", "bash"], 0),
        (&["man"], 0),
        (&["man", "--out", &at("man1")], 0),
        (&["--help"], 0),
        (&["--version"], 0),
    ];
    let mut tested = BTreeSet::new();
    for (words, code) in words {
        unread(feltproof(home.path()).args(*words), *code);
        tested.insert(words[0].to_owned());
        tested.insert(words[..words.len().min(2)].join(" "));
        unread(feltproof(home.path()).arg(words[0]).arg("--help"), 0);
    }
    let left: Vec<String> =
        commands(home.path()).into_iter().filter(|name| !tested.contains(name)).collect();
    assert_eq!(left, Vec::<String>::new(), "commands without a test of a closed pipe");
}

#[test]
fn a_closed_standard_error_ends_with_the_same_code() {
    let home = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = feltproof(home.path()).args(["explain", "PAY-999"]).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(2));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let engagement = fixtures().join("harbor-card-room/engagement.toml");
    let mut command = audit(home.path(), &engagement, &home.path().join("out"));
    assert_eq!(command.stderr(writer).stdout(Stdio::null()).status().unwrap().code(), Some(0));
}
