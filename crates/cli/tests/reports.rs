//! The example reports in `reports/tampered-day` are, byte for byte, what this program writes of that day, and the README's
//! pictures are of them. `reports/make` makes all of them anew.

use crate::common::{audit, feltproof, fixtures, run};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// All that an audit can write.
const FILES: [&str; 7] = [
    "report.pdf",
    "workpapers.xlsx",
    "report.html",
    "report.json",
    "settlements.parquet",
    "report.sarif",
    "quarantine.csv",
];
/// Bytes that the folder may have.
const MOST: u64 = 5_000_000;

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports")
}

#[test]
fn the_example_reports_are_what_this_program_writes() {
    let home = tempfile::tempdir().unwrap();
    let (kept, out) = (reports().join("tampered-day"), home.path().join("out"));
    let engagement = fixtures().join("tampered-day/engagement.toml");
    let identity = reports().join("identity/example.key.pem");
    // The time is fixed, and the signature of Ed25519 is the same each time.
    let mut command = audit(home.path(), &engagement, &out);
    let all = ["--report", "pdf,xlsx,html,json,parquet,sarif"];
    run(command.args(all).arg("--identity").arg(&identity), 1);
    if std::env::var_os("REPORTS").is_some_and(|word| word == "write") {
        fs::create_dir_all(&kept).unwrap();
        for file in FILES {
            fs::copy(out.join(file), kept.join(file)).unwrap();
        }
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), FILES.len(), "an output that is not kept here");
    for file in FILES {
        let same = fs::read(kept.join(file)).ok() == fs::read(out.join(file)).ok();
        assert!(
            same,
            "reports/tampered-day/{file} is not what the program writes; run reports/make"
        );
    }
    // What a reader of the folder is told to do.
    let mut verify = feltproof(home.path());
    verify.arg("verify").arg(kept.join("report.pdf")).arg("--trust");
    verify.arg(reports().join("identity/example.cert.pem")).arg("--against").arg(&engagement);
    let (text, _) = run(&mut verify, 0);
    assert!(text.contains("Trusted:      yes"), "{text}");
}

#[test]
fn the_pictures_are_of_the_example_reports() {
    let list = fs::read_to_string(reports().join("img/made-from.txt")).unwrap();
    let mut pictures = 0;
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [digest, of, picture] = words[..] else { panic!("{line}") };
        let bytes = fs::read(reports().join("tampered-day").join(of)).unwrap();
        let found: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(found, digest, "reports/img/{picture} is of another {of}; run reports/make");
        let picture = fs::read(reports().join("img").join(picture)).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
        pictures += 1;
    }
    let there = fs::read_dir(reports().join("img")).unwrap();
    let there =
        there.filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == "png"));
    assert_eq!(there.count(), pictures);
}

#[test]
fn the_examples_stay_small() {
    let sum = |folder: PathBuf| -> u64 {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum()
    };
    let bytes: u64 =
        ["tampered-day", "img", "identity"].map(|f| sum(reports().join(f))).iter().sum();
    assert!(bytes < MOST, "{bytes} bytes");
}
