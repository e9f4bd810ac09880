//! The outputs of an audit are one: they appear together or not at all, whatever happens to the run.

use crate::common::{audit, copied_day, feltproof, fixtures, json, run};
use feltproof_report::stated_outputs;
use feltproof_seal::{attached_files, verify_pdf};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn engagement(name: &str) -> PathBuf {
    fixtures().join("playthroughs").join(name).join("engagement.toml")
}

const OLD: &str = "crazy4-ca";
const NEW: &str = "crazy4-link5";

/// A home with a report in `out`.
fn with_report() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&mut audit(home.path(), &engagement(OLD), &out), 0);
    (home, out)
}

/// The engagement whose report stands: it verifies, and the others are those that it names.
fn stands(out: &Path) -> String {
    let pdf = fs::read(out.join("report.pdf")).unwrap();
    assert_eq!(verify_pdf(&pdf, &[]).intact, Ok(()));
    let inside = attached_files(&pdf).unwrap();
    let manifest = inside.iter().find(|file| file.name() == "manifest.json").unwrap();
    let outputs = stated_outputs(&manifest.bytes(1 << 20).unwrap()).unwrap();
    let names: Vec<&str> = outputs.iter().map(|output| output.file.as_str()).collect();
    assert!(names.contains(&"report.json") && names.contains(&"quarantine.csv"), "{names:?}");
    assert_eq!(fs::read_dir(out).unwrap().count(), outputs.len() + 1);
    for output in &outputs {
        let bytes = fs::read(out.join(&output.file)).unwrap();
        let sha256: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!((bytes.len() as u64, &sha256), (output.size_bytes, &output.sha256));
    }
    let id = json(&out.join("report.json"))["report"]["id"].as_str().unwrap().to_owned();
    id.rsplit_once('-').unwrap().0.to_owned()
}

fn bytes(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut all: Vec<_> =
        entries.filter(|p| p.is_file()).map(|p| (name(&p), fs::read(&p).unwrap())).collect();
    all.sort();
    all
}

#[test]
fn nothing_of_somebody_elses_is_lost() {
    let (home, out) = with_report();
    let before = stands(&out);
    let refused = |words: &[&str]| {
        let as_it_was = bytes(&out);
        let (_, said) = run(audit(home.path(), &engagement(NEW), &out).args(words), 2);
        assert_eq!(bytes(&out), as_it_was);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("another --out"), "{said}");
        said
    };
    // A file and a folder that no audit writes are named, with --replace, too.
    fs::write(out.join("notes.txt"), "mine").unwrap();
    fs::create_dir(out.join("evidence")).unwrap();
    for words in [&[][..], &["--replace"]] {
        let said = refused(words);
        assert!(said.contains("evidence (a folder), notes.txt, which no audit writes"), "{said}");
    }
    fs::remove_file(out.join("notes.txt")).unwrap();
    fs::remove_dir(out.join("evidence")).unwrap();
    // What file browsers leave is nobody's work.
    fs::write(out.join(".DS_Store"), "").unwrap();
    run(&mut audit(home.path(), &engagement(OLD), &out), 0);
    assert_eq!(stands(&out), before);
    // Outputs that were changed since, in one byte: each by name.
    for name in
        ["report.json", "report.html", "quarantine.csv", "settlements.parquet", "report.pdf"]
    {
        let whole = fs::read(out.join(name)).unwrap();
        fs::write(out.join(name), [whole.as_slice(), b"\n"].concat()).unwrap();
        let said = refused(&[]);
        assert!(
            said.contains(&format!("holds {name}, changed since")) && said.contains("--replace"),
            "{said}"
        );
        fs::write(out.join(name), whole).unwrap();
    }
    // An output that the report there does not name, and outputs without their report.
    fs::write(out.join("report.sarif"), "of another run").unwrap();
    assert!(refused(&[]).contains("holds report.sarif, changed"));
    fs::remove_file(out.join("report.sarif")).unwrap();
    fs::remove_file(out.join("report.pdf")).unwrap();
    assert!(refused(&[]).contains(
        "holds quarantine.csv, report.html, report.json, settlements.parquet, workpapers.xlsx, of which no report.pdf \
         there states"
    ));
    run(audit(home.path(), &engagement(NEW), &out).arg("--replace"), 0);
    assert_ne!(stands(&out), before);
    assert_eq!(
        fs::read_dir(home.path()).unwrap().filter(|e| e.as_ref().unwrap().path() != out).count(),
        1
    );
}

/// An unsigned report that nobody touched is replaced without a word; a touched one is not.
#[test]
fn an_unsigned_report_is_known_by_its_identifier() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let unsigned = |code| run(audit(home.path(), &engagement(OLD), &out).arg("--unsigned"), code);
    unsigned(0);
    unsigned(0);
    let pdf = fs::read(out.join("report.pdf")).unwrap();
    for at in [10, pdf.len() / 2, pdf.len() - 40] {
        let mut touched = pdf.clone();
        touched[at] ^= 1;
        fs::write(out.join("report.pdf"), touched).unwrap();
        let (_, said) = unsigned(2);
        assert!(said.contains("holds report.pdf, changed since"), "{said}");
    }
    fs::write(out.join("report.pdf"), pdf).unwrap();
    unsigned(0);
}

#[test]
fn a_place_that_cannot_be_a_report_is_said_at_once() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "mine").unwrap();
    let (_, said) = run(&mut audit(home.path(), &engagement(OLD), &file), 2);
    assert!(said.contains("is a file, not a folder"), "{said}");
    let here = home.path().join("here");
    fs::create_dir(&here).unwrap();
    let (_, said) = run(audit(home.path(), &engagement(OLD), Path::new(".")).current_dir(&here), 2);
    assert!(said.contains("is the current folder") && said.contains("a folder in it"), "{said}");
    // A folder that has the name of an output is none.
    fs::create_dir(here.join("report.pdf")).unwrap();
    let (_, said) = run(&mut audit(home.path(), &engagement(OLD), &here), 2);
    assert!(said.contains("holds report.pdf (a folder)"), "{said}");
    // The folder of the inputs.
    let day = copied_day(home.path());
    let (_, said) = run(&mut audit(home.path(), &day.join("engagement.toml"), &day), 2);
    assert!(said.contains("hands.csv is an input of this run"), "{said}");
    // A wrong engagement makes no folder.
    let deep = home.path().join("a/b/out");
    run(&mut audit(home.path(), &day.join("none.toml"), &deep), 2);
    assert!(!home.path().join("a").exists());
    run(
        audit(home.path(), &engagement(OLD), Path::new("deep/er/out/")).current_dir(home.path()),
        0,
    );
    stands(&home.path().join("deep/er/out"));
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_leaves_the_earlier_report() {
    use std::os::unix::process::ExitStatusExt as _;
    let (home, out) = with_report();
    let before = bytes(&out);
    // In blocks of 512 bytes: the PDF, report.json, quarantine.csv do not fit.
    for (first, blocks, code) in
        [("trap '' XFSZ;", 200, Some(2)), ("trap '' XFSZ;", 20, Some(2)), ("", 20, None)]
    {
        let typed = audit(home.path(), &engagement(NEW), &out);
        let mut limited = Command::new("sh");
        limited.arg("-c").arg(format!("{first} ulimit -f {blocks}; exec \"$0\" \"$@\""));
        limited.arg(typed.get_program()).args(typed.get_args()).env("HOME", home.path());
        let ran = limited.output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), code, "{said}");
        if code.is_some() {
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.contains("be written: File too large"), "{said}");
        } else {
            assert!(ran.status.signal().is_some());
        }
        assert_eq!(bytes(&out), before);
    }
    run(&mut audit(home.path(), &engagement(NEW), &out), 0);
    stands(&out);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_one_report_or_the_other() {
    let (home, out) = with_report();
    let (old, new) = {
        let other = home.path().join("other");
        run(&mut audit(home.path(), &engagement(NEW), &other), 0);
        (stands(&out), stands(&other))
    };
    let started = std::time::Instant::now();
    run(&mut audit(home.path(), &engagement(OLD), &out), 0);
    let takes = started.elapsed();
    let mut killed = 0;
    for step in 0..14_u32 {
        let mut typed = audit(home.path(), &engagement(NEW), &out);
        let mut running = typed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Closer to the end, where the files are put in place.
        std::thread::sleep(takes.mul_f64(f64::from(step) / 12.0));
        killed += u32::from(running.try_wait().unwrap().is_none());
        let _ = running.kill();
        running.wait().unwrap();
        let now = stands(&out);
        assert!(now == old || now == new, "{now}");
        if now == new {
            run(&mut audit(home.path(), &engagement(OLD), &out), 0);
        }
    }
    assert!(killed > 5, "{killed}");
    // What the dead runs left is cleared.
    run(&mut audit(home.path(), &engagement(NEW), &out), 0);
    assert_eq!(stands(&out), new);
    assert!(!home.path().join(".out.feltproof").exists());
}

#[test]
fn a_second_run_is_told_who_holds_the_folder_and_the_first_ends_well() {
    let (home, out) = with_report();
    let long = fixtures().join("tampered-day/engagement.toml");
    let first = audit(home.path(), &long, &out).stdout(Stdio::null()).spawn().unwrap();
    let lock = home.path().join(".out.feltproof/new");
    while !lock.exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let (_, said) = run(&mut audit(home.path(), &engagement(NEW), &out), 2);
    let expected = format!("is being written by another run (process {}, since 20", first.id());
    assert!(said.contains(&expected) && said.lines().count() == 1, "{said}");
    // Another folder beside it is free.
    run(&mut audit(home.path(), &engagement(NEW), &home.path().join("other")), 0);
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(1));
    let tampered = stands(&out);
    run(&mut audit(home.path(), &engagement(NEW), &out), 0);
    assert_ne!(stands(&out), tampered);
}

#[test]
fn what_the_folder_had_is_not_needed_to_print_the_report() {
    let (home, out) = with_report();
    let (text, _) = run(audit(home.path(), &engagement(OLD), &out).args(["--format", "json"]), 0);
    assert_eq!(text.as_bytes(), fs::read(out.join("report.json")).unwrap());
    let (help, _) = run(feltproof(home.path()).args(["audit", "--help"]), 0);
    assert!(help.contains("--replace"), "{help}");
}
