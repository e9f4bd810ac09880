//! A report approved by a second person: on the command line from the audit to `verify`, and what is refused.

use crate::common::{audit, feltproof, fixtures, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

struct Home(tempfile::TempDir);

impl Home {
    /// A home with two identities and a report that awaits an approval.
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        for (name, key) in [("A. Auditor", "lab.key.pem"), ("C. Chief", "chief.key.pem")] {
            home.run(&["identity", "new", "--name", name, "--out", key], 0);
        }
        home.audit("out", &["--for-approval"]);
        home
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &[&str], code: i32) -> (String, String) {
        run(feltproof(self.0.path()).current_dir(self.0.path()).args(words), code)
    }

    fn audit(&self, out: &str, words: &[&str]) {
        let mut command = audit(self.0.path(), &engagement(), Path::new(out));
        run(command.current_dir(self.0.path()).args(["--identity", "lab.key.pem"]).args(words), 0);
    }

    fn approve(&self, words: &[&str], code: i32) -> (String, String) {
        self.run(
            &[&["approve", "out/report.pdf", "--identity", "chief.key.pem"], words].concat(),
            code,
        )
    }

    fn verify(&self, report: &str, words: &[&str], code: i32) -> (String, Value) {
        let all = [&["verify", report, "--trust", "lab.cert.pem"], words].concat();
        let wire = self.run(&[&all[..], &["--format", "json"]].concat(), code).0;
        (self.run(&all, code).0, serde_json::from_str(&wire).unwrap())
    }
}

fn engagement() -> PathBuf {
    fixtures().join("playthroughs/crazy4-ca/engagement.toml")
}

/// The words of whoever approves are not to be taken for those of the program.
#[test]
fn a_reason_is_no_verdict_and_what_cannot_be_seen_is_refused() {
    let home = Home::new();
    let (_, err) = home.approve(&["--reason", "ok\u{1b}[2J"], 2);
    assert!(
        err.contains("`ok\\x1b[2J` holds a character that no terminal shows; leave it out"),
        "{err}"
    );
    let (_, err) = home.approve(&["--reason", "ok\u{202e}"], 2);
    assert!(err.contains("the reason holds the character U+202E"), "{err}");
    let words = "x\" Trusted:      yes\\ Verdict: INTACT";
    home.approve(&["--reason", words], 0);
    let (said, _) = home.verify("out/report.pdf", &["--trust", "chief.cert.pem"], 0);
    let quoted = "with the words \"x\\\" Trusted:      yes\\\\ Verdict: INTACT\"\n";
    assert!(said.contains(quoted), "{said}");
    assert_eq!(said.lines().last(), Some("Verdict:      intact, signer trusted"));
}

#[test]
fn an_approval_may_be_required() {
    let home = Home::new();
    let refused = "Verdict:      REFUSED: it has no approval, and --require-approval was given";
    let (said, found) = home.verify("out/report.pdf", &["--require-approval"], 1);
    assert_eq!((said.lines().last(), &found["intact"]), (Some(refused), &Value::Bool(true)));
    home.approve(&[], 0);
    let both = ["--require-approval", "--trust", "chief.cert.pem"];
    home.verify("out/report.pdf", &both, 0);
    // Approved by somebody whom nobody trusts.
    let (said, _) = home.verify("out/report.pdf", &["--require-approval"], 1);
    assert_eq!(said.lines().last(), Some("Verdict:      REFUSED: its approver is not trusted"));
}

#[test]
fn a_second_person_approves_and_both_signatures_are_verified() {
    let home = Home::new();
    let before = fs::read(home.at("out/report.pdf")).unwrap();
    let (said, found) = home.verify("out/report.pdf", &[], 0);
    assert!(
        said.contains("Approval:     none: the field that is reserved for it is empty"),
        "{said}"
    );
    assert_eq!((&found["awaits_approval"], &found["approval"]), (&Value::Bool(true), &Value::Null));

    let (said, _) = home.approve(&["--reason", "Reviewed, issue it"], 0);
    assert_eq!(said, "Approved by CN=C. Chief: out/report.pdf\n");
    let after = fs::read(home.at("out/report.pdf")).unwrap();
    assert!(after.starts_with(&before));
    let (said, found) = home.verify("out/report.pdf", &["--trust", "chief.cert.pem"], 0);
    assert!(
        said.contains(
            "Approval:     by CN=C. Chief, 2026-11-03 00:00:00 UTC as claimed, with the words \"Reviewed, issue it\"\n"
        ),
        "{said}"
    );
    assert_eq!(said.matches("Trusted:      yes").count(), 2);
    assert_eq!(found["approval"]["trust"], "trusted");
    assert_eq!(found["certificate_subject"], "CN=A. Auditor");
    // The outputs beside it, the audit run again, what is inside: as before.
    assert!(said.contains("report.json: unaltered"), "{said}");
    let engagement = engagement();
    let words = ["--trust", "chief.cert.pem", "--against", engagement.to_str().unwrap()];
    assert_eq!(home.verify("out/report.pdf", &words, 0).1["against"]["same"], true);

    // Another audit does not take its place unasked.
    let mut again = audit(home.0.path(), &engagement, &home.at("out"));
    let (_, said) = run(again.arg("--unsigned"), 2);
    assert!(said.contains("report.pdf") && said.contains("--replace"), "{said}");
    assert!(fs::read(home.at("out/report.pdf")).unwrap() == after);

    // Without the approver's certificate, or by another's: not trusted, and the exit code says so.
    let (said, found) = home.verify("out/report.pdf", &[], 1);
    assert!(said.contains("Trusted:      NO: none of the 1 trusted certificates"), "{said}");
    assert_eq!(
        (&found["trust"], &found["approval"]["trust"]),
        (&"trusted".into(), &"not_trusted".into())
    );

    // Taken away: the report as it was, and it is said that none is there.
    fs::write(home.at("taken.pdf"), &after[..before.len()]).unwrap();
    assert!(home.verify("taken.pdf", &[], 0).0.contains("(or one was taken away)"));
    // Changed in the approval, in the report, behind both.
    for (at, name) in [(before.len() + 200, "approval"), (before.len() / 2, "report")] {
        let mut bytes = after.clone();
        bytes[at] ^= 1;
        fs::write(home.at("changed.pdf"), bytes).unwrap();
        let (said, _) = home.verify("changed.pdf", &["--trust", "chief.cert.pem"], 1);
        assert!(said.contains("NOT INTACT"), "{name}: {said}");
    }
    fs::write(home.at("changed.pdf"), [&after[..], b"\n"].concat()).unwrap();
    let (said, _) = home.verify("changed.pdf", &["--trust", "chief.cert.pem"], 1);
    assert!(
        said.contains("differs at byte") && said.contains("the only one that may be"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_approved_is_left_as_it_is() {
    let home = Home::new();
    let refused = |words: &[&str], why: &str| {
        let (_, said) = home.run(&[&["approve"], words].concat(), 2);
        assert!(said.contains(why) && said.trim_end().lines().count() == 1, "{said}");
    };
    refused(&["out/report.pdf", "--identity", "lab.key.pem"], "was signed with this key");
    home.audit("plain", &[]);
    refused(
        &["plain/report.pdf", "--identity", "chief.key.pem"],
        "reserves no field for an approval",
    );
    let stamped =
        ["out/report.pdf", "--identity", "chief.key.pem", "--timestamp-command", "exit 3"];
    refused(&stamped, "the timestamp: the timestamp command \"exit 3\" ended with");
    assert_eq!(home.verify("out/report.pdf", &[], 0).1["awaits_approval"], true);
    home.approve(&["--out", "approved.pdf"], 0);
    assert_eq!(home.verify("out/report.pdf", &[], 0).1["awaits_approval"], true);
    refused(
        &["out/report.pdf", "--identity", "chief.key.pem", "--out", "approved.pdf"],
        "not written over",
    );
    refused(&["approved.pdf", "--identity", "chief.key.pem"], "is approved already");
    let mut bytes = fs::read(home.at("out/report.pdf")).unwrap();
    bytes[1000] ^= 1;
    fs::write(home.at("changed.pdf"), bytes).unwrap();
    refused(
        &["changed.pdf", "--identity", "chief.key.pem"],
        "cannot be approved, since it is not intact",
    );
}
