//! The program as a user runs it: the fixtures, verification, identities, and what happens when
//! something is wrong.

use crate::common::{audit, copied_day, feltproof, fixtures, json, run};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_clean_day_has_no_exceptions_and_a_report_that_verifies() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let engagement = fixtures().join("harbor-card-room/engagement.toml");
    let (text, _) = run(&mut audit(home.path(), &engagement, &out), 0);
    assert!(text.contains("NO EXCEPTIONS FOUND"), "{text}");
    assert!(text.contains("a local one was made"), "{text}");
    let report = json(&out.join("report.json"));
    assert_eq!(report["exceptions"].as_array().unwrap().len(), 0);
    assert_eq!(report["schema"], "feltproof-report/4");
    assert_eq!(fs::read_to_string(out.join("quarantine.csv")).unwrap().lines().count(), 1);

    let pdf = out.join("report.pdf");
    let (text, _) = run(feltproof(home.path()).arg("verify").arg(&pdf), 0);
    assert!(text.contains("not judged") && text.contains("as claimed"), "{text}");
    assert!(
        text.ends_with("\nVerdict:      intact, signer not established (no --trust was given)\n"),
        "{text}"
    );
    assert!(!text.contains("INTACT"), "{text}");
    let certificate = home.path().join(".local/share/feltproof/local.cert.pem");
    let trusted = ["--trust", certificate.to_str().unwrap()];
    let (text, _) = run(feltproof(home.path()).arg("verify").arg(&pdf).args(trusted), 0);
    assert!(text.contains("Trusted:      yes"), "{text}");
    assert!(text.ends_with("\nVerdict:      intact, signer trusted\n"), "{text}");

    // The second audit uses the identity made by the first.
    let (text, _) = run(&mut audit(home.path(), &engagement, &out), 0);
    assert!(!text.contains("was made for this run"), "{text}");
}

#[test]
fn the_tampered_day_raises_what_was_planted_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let day = fixtures().join("tampered-day");
    run(&mut audit(home.path(), &day.join("engagement.toml"), &out), 1);
    let report = json(&out.join("report.json"));
    let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
    let number = |v: &serde_json::Value| v.as_u64().map(|n| n.to_string()).unwrap_or_default();
    let found: BTreeSet<Vec<String>> = report["exceptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| {
            for key in ["expected", "recorded", "explanation"] {
                assert!(!text(&e[key]).is_empty(), "{e}");
            }
            vec![text(&e["code"]), text(&e["file"]), number(&e["line"])]
        })
        .collect();
    let planted: BTreeSet<Vec<String>> = csv::Reader::from_path(day.join("faults.csv"))
        .unwrap()
        .records()
        .map(|r| r.unwrap())
        .map(|r| vec![r[1].to_owned(), r[2].to_owned(), r[3].to_owned()])
        .collect();
    assert!(planted.len() >= 40);
    assert_eq!(found, planted);
    assert_eq!(report["exceptions"].as_array().unwrap().len(), planted.len());
    let quarantine = fs::read_to_string(out.join("quarantine.csv")).unwrap();
    assert_eq!(quarantine.lines().count(), 2, "{quarantine}");
    the_money_of_a_finding_is_that_of_its_rows(&report);
}

/// Dollars as they stand in the report, in micro-dollars without their sign.
fn micros(dollars: &serde_json::Value) -> u64 {
    let text = dollars.as_str().unwrap().trim_start_matches('-');
    let (whole, cents) = text.split_once('.').unwrap();
    let cents = format!("{cents:0<6}");
    whole.parse::<u64>().unwrap() * 1_000_000 + cents.parse::<u64>().unwrap()
}

fn the_money_of_a_finding_is_that_of_its_rows(report: &serde_json::Value) {
    let list = |key: &str| report[key].as_array().unwrap().iter();
    let mut with_money = BTreeSet::new();
    for check in list("checks") {
        let rows = || list("exceptions").filter(|e| e["code"] == check["code"]);
        let sides = [
            ("player", "favours_players_dollars"),
            ("house", "favours_house_dollars"),
            ("progressive fund", "favours_fund_dollars"),
        ];
        for (party, key) in sides {
            let of_party = rows().filter(|e| e["favours"] == party);
            let sum: u64 = of_party.map(|e| micros(&e["difference_dollars"])).sum();
            assert_eq!(micros(&check[key]), sum, "{} {key}", check["code"]);
            if sum > 0 {
                with_money.insert(check["code"].as_str().unwrap());
            }
        }
    }
    for code in ["AWD-002", "MTR-001", "ADJ-004"] {
        assert!(with_money.contains(code), "{code}: {with_money:?}");
    }
    for finding in list("findings") {
        let is_without = finding["effect"].as_str().unwrap().starts_with("No amount");
        assert_eq!(
            is_without,
            !with_money.contains(finding["code"].as_str().unwrap()),
            "{finding}"
        );
    }
}

#[test]
fn the_recorded_cards_are_incomplete_and_not_passed() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("recorded-cards/engagement.toml");
    let mut command = audit(home.path(), &engagement, &home.path().join("out"));
    let (text, _) = run(command.arg("--unsigned"), 3);
    assert!(text.contains("INCOMPLETE") && text.contains("This is not a pass"), "{text}");
    let pdf = home.path().join("out/report.pdf");
    let (text, _) = run(feltproof(home.path()).arg("verify").arg(pdf), 1);
    assert!(text.contains("NOT INTACT"), "{text}");
}

#[test]
fn the_same_inputs_give_the_same_bytes_on_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let key = home.path().join("lab.key.pem");
    run(
        feltproof(home.path()).args(["identity", "new", "--name", "A. Auditor", "--out"]).arg(&key),
        0,
    );
    let engagement = fixtures().join("tampered-day/engagement.toml");
    let mut outputs = Vec::new();
    for (i, threads) in ["1", "2", "2", "5"].iter().enumerate() {
        let out = home.path().join(format!("out{i}"));
        let mut command = audit(home.path(), &engagement, &out);
        run(command.arg("--identity").arg(&key).args(["--threads", threads]), 1);
        let files = ["report.pdf", "report.json", "report.html", "quarantine.csv"];
        outputs.push(files.map(|f| fs::read(out.join(f)).unwrap()));
    }
    assert!(outputs.iter().all(|o| *o == outputs[0]));
}

#[test]
fn a_changed_report_is_refused_with_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let engagement = fixtures().join("harbor-card-room/engagement.toml");
    run(&mut audit(home.path(), &engagement, &out), 0);
    let pdf = fs::read(out.join("report.pdf")).unwrap();
    let changed = home.path().join("changed.pdf");
    let mut places: Vec<usize> = (0..pdf.len()).step_by(pdf.len() / 7).collect();
    places.push(pdf.len() - 1);
    for place in places {
        let mut bytes = pdf.clone();
        bytes[place] ^= 1;
        fs::write(&changed, bytes).unwrap();
        let (text, _) = run(feltproof(home.path()).arg("verify").arg(&changed), 1);
        let first = text.lines().next().unwrap();
        assert!(first.contains("NOT INTACT") && first.len() > 60, "{text}");
    }
}

#[test]
fn an_identity_on_p256_signs_the_same_bytes_again() {
    let home = tempfile::tempdir().unwrap();
    let (key, certificate) = (home.path().join("lab.key.pem"), home.path().join("lab.cert.pem"));
    let new = |algorithm: &str, code| {
        let mut command = feltproof(home.path());
        command.args([
            "identity",
            "new",
            "--name",
            "A. Auditor",
            "--algorithm",
            algorithm,
            "--out",
        ]);
        command.arg(&key).arg("--passphrase").env("FELTPROOF_PASSPHRASE", "correct horse");
        run(&mut command, code)
    };
    assert!(new("rsa", 2).1.contains("[possible values: ed25519, ecdsa-p256]"));
    assert!(new("ecdsa-p256", 0).0.contains("\nAlgorithm:   ECDSA P-256\n"));
    let engagement = fixtures().join("playthroughs/crazy4-ca/engagement.toml");
    let made = ["one", "two"].map(|name| {
        let out = home.path().join(name);
        let mut command = audit(home.path(), &engagement, &out);
        command.arg("--identity").arg(&key).env("FELTPROOF_PASSPHRASE", "correct horse");
        run(&mut command, 0);
        fs::read(out.join("report.pdf")).unwrap()
    });
    assert_eq!(made[0], made[1]);
    let mut verify = feltproof(home.path());
    verify.arg("verify").arg(home.path().join("one/report.pdf")).arg("--trust").arg(&certificate);
    let (text, _) = run(verify.arg("--against").arg(&engagement), 0);
    assert!(text.contains("Trusted:      yes") && text.contains("Algorithm:    ECDSA P-256"));
    assert!(text.contains("audited again: every byte of the report but the signature's own"));
    let mut verify = feltproof(home.path());
    verify.args(["verify", "--format", "json"]).arg(home.path().join("one/report.pdf"));
    assert!(run(&mut verify, 0).0.contains("\"certificate_algorithm\": \"ECDSA P-256\""));
}

#[test]
fn a_certificate_is_requested_and_only_one_of_the_key_is_imported() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    for (name, key) in [("A. Auditor", "lab.key.pem"), ("Another", "other.key.pem")] {
        let new = ["identity", "new", "--algorithm", "ecdsa-p256", "--name", name, "--out"];
        run(feltproof(home.path()).args(new).arg(at(key)), 0);
    }
    let request =
        || run(feltproof(home.path()).args(["identity", "request"]).arg(at("lab.key.pem")), 0).0;
    assert!(request().starts_with("-----BEGIN CERTIFICATE REQUEST-----\n"));
    assert_eq!(request(), request());
    let import = |sent: &str, code| {
        let mut command = feltproof(home.path());
        run(command.args(["identity", "import"]).arg(at("lab.key.pem")).arg(at(sent)), code)
    };
    let before = fs::read(at("lab.cert.pem")).unwrap();
    let (_, message) = import("other.cert.pem", 2);
    assert!(message.contains("none of the 1 certificates in "), "{message}");
    assert!(import("lab.cert.pem", 0).0.contains("Issued by:   CN=A. Auditor"));
    assert_eq!(fs::read(at("lab.cert.pem")).unwrap(), before);
    assert_eq!(
        fs::read_dir(home.path())
            .unwrap()
            .filter(|e| {
                let name = e.as_ref().unwrap().file_name();
                name.to_string_lossy().ends_with(".cert.pem")
            })
            .count(),
        2,
        "nothing was replaced, nothing kept"
    );
}

#[cfg(unix)]
#[test]
fn a_key_is_readable_by_its_owner_alone_and_never_overwritten() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let key = home.path().join("lab.key.pem");
    let new = |passphrase: &str| {
        let mut command = feltproof(home.path());
        command
            .args(["identity", "new", "--name", "A. Auditor", "--passphrase", "--out"])
            .arg(&key);
        command.env("FELTPROOF_PASSPHRASE", passphrase);
        command
    };
    run(&mut new("correct horse"), 0);
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&key).unwrap().contains("ENCRYPTED PRIVATE KEY"));
    let (_, message) = run(&mut new("other"), 2);
    assert!(message.contains("never overwritten"), "{message}");

    let engagement = fixtures().join("recorded-cards/engagement.toml");
    let signed = |passphrase: &str| {
        let mut command = audit(home.path(), &engagement, &home.path().join("out"));
        command.arg("--identity").arg(&key).env("FELTPROOF_PASSPHRASE", passphrase);
        command
    };
    run(&mut signed("correct horse"), 3);
    let (_, message) = run(&mut signed("wrong"), 2);
    assert!(message.contains("passphrase"), "{message}");
    let (text, _) = run(feltproof(home.path()).args(["identity", "show"]).arg(&key), 0);
    assert!(text.contains("CN=A. Auditor") && text.contains("Fingerprint"), "{text}");
}

#[test]
fn what_cannot_run_says_why_in_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    fs::create_dir(&day).unwrap();
    let source = fixtures().join("harbor-card-room");
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        fs::copy(source.join(file), day.join(file)).unwrap();
    }
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    let out = home.path().join("out");

    let (_, message) = run(&mut audit(home.path(), &day.join("none.toml"), &out), 2);
    assert!(message.contains("none.toml") && message.contains("cannot be read"), "{message}");

    fs::write(&engagement, text.replace("hands.csv", "missing.csv")).unwrap();
    let (_, message) = run(&mut audit(home.path(), &engagement, &out), 2);
    assert!(message.contains("engagement.toml:") && message.contains("missing.csv"), "{message}");

    fs::write(&engagement, text.replace("seats = 6", "seets = 6")).unwrap();
    let (_, message) = run(&mut audit(home.path(), &engagement, &out), 2);
    assert!(message.contains("seets") && message.contains("engagement.toml:"), "{message}");

    // What is not defined is found in the same run as what cannot be read.
    let wrong = text.replace("crazy4-wa", "crazy5-wa").replace("seats = 6", "seets = 6");
    fs::write(&engagement, wrong).unwrap();
    let (_, message) = run(&mut audit(home.path(), &engagement, &out), 2);
    assert!(message.contains("seets") && message.contains("did you mean `crazy4-wa`"), "{message}");

    let (_, message) = run(feltproof(home.path()).args(["explain", "PAY-999"]), 2);
    assert!(message.contains("PAY-001"), "{message}");
    assert!(!out.join("report.pdf").exists());
}

/// A copy of the clean day whose files may be changed.
#[test]
fn simulate_replaces_no_file_unless_forced() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let simulate = |seed: &str| {
        let mut command = feltproof(home.path());
        command.args(["simulate", "--rounds", "100", "--rng-seed", seed, "--out"]).arg(&day);
        command
    };
    let names = ["hands.csv", "controller.csv", "manager.csv", "engagement.toml"];
    let bytes = || names.map(|name| fs::read(day.join(name)).ok());
    run(&mut simulate("1"), 0);
    let first = bytes();
    assert!(first.iter().all(Option::is_some));
    let (_, message) = run(&mut simulate("2"), 2);
    assert!(message.contains("exists") && message.contains("--force"), "{message}");
    assert_eq!(bytes(), first);
    run(simulate("2").arg("--force"), 0);
    let second = bytes();
    assert_ne!(second, first);

    // One file of somebody else's: nothing is written beside it.
    for name in names {
        fs::remove_dir_all(&day).unwrap();
        fs::create_dir(&day).unwrap();
        fs::write(day.join(name), "mine").unwrap();
        let (_, message) = run(&mut simulate("2"), 2);
        assert!(message.contains(name), "{message}");
        assert_eq!(fs::read_dir(&day).unwrap().count(), 1, "{name}");
        assert_eq!(fs::read(day.join(name)).unwrap(), b"mine");
    }
}

#[test]
fn no_output_takes_the_place_of_an_input() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    fs::rename(day.join("hands.csv"), day.join("quarantine.csv")).unwrap();
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    fs::write(&engagement, text.replace("hands.csv", "quarantine.csv")).unwrap();
    let before = fs::read(day.join("quarantine.csv")).unwrap();
    let (_, message) = run(audit(home.path(), &engagement, &day).arg("--unsigned"), 2);
    assert!(message.contains("quarantine.csv") && message.contains("another --out"), "{message}");
    assert_eq!(fs::read(day.join("quarantine.csv")).unwrap(), before);
}

#[test]
fn a_run_that_fails_leaves_the_earlier_report_whole() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    run(&mut audit(home.path(), &engagement, &out), 0);
    let names = [
        "report.pdf",
        "report.json",
        "report.html",
        "workpapers.xlsx",
        "settlements.parquet",
        "quarantine.csv",
    ];
    let before = names.map(|f| fs::read(out.join(f)).unwrap());
    let mut bad_clock = audit(home.path(), &engagement, &out);
    run(bad_clock.env("SOURCE_DATE_EPOCH", "253402300800"), 2);
    fs::write(day.join("manager.csv"), "no header").unwrap();
    run(&mut audit(home.path(), &engagement, &out), 2);
    assert_eq!(names.map(|f| fs::read(out.join(f)).unwrap()), before);
    assert_eq!(fs::read_dir(&out).unwrap().count(), names.len(), "nothing half done is left");
}

#[test]
fn explain_checks_and_show_speak() {
    let home = tempfile::tempdir().unwrap();
    let (text, _) = run(feltproof(home.path()).args(["explain", "pay-003"]), 0);
    assert!(text.starts_with("PAY-003: ") && text.contains("\nCriteria\n"), "{text}");
    let (text, _) = run(feltproof(home.path()).arg("checks"), 0);
    assert!(text.contains("PAY-003") && text.contains("WAC-001"), "{text}");
    let (text, _) = run(feltproof(home.path()).args(["checks", "--format", "json"]), 0);
    let list: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(list["checks"].as_array().unwrap().len() >= 25);

    let day = fixtures().join("tampered-day");
    let planted: Vec<csv::StringRecord> = csv::Reader::from_path(day.join("faults.csv"))
        .unwrap()
        .records()
        .map(|r| r.unwrap())
        .collect();
    let fault = planted.iter().find(|r| &r[1] == "PAY-001").unwrap();
    let place = format!("{}:{}", day.join(&fault[2]).display(), &fault[3]);
    let (text, _) = run(feltproof(home.path()).args(["show", &place]), 0);
    assert!(
        text.contains("DIFFERS") && text.contains("Dealer") | text.contains("dealer"),
        "{text}"
    );
    // A line of the engagement, one that could not be read, and one that is not there.
    for (code, words) in [("CFG-005", "[["), ("LOG-001", "was set aside: ")] {
        let fault = planted.iter().find(|r| &r[1] == code).unwrap();
        let place = format!("{}:{}", day.join(&fault[2]).display(), &fault[3]);
        let (text, _) = run(feltproof(home.path()).args(["show", &place]), 0);
        assert!(text.contains(&format!("  {code} ")) && text.contains(words), "{text}");
    }
    let place = format!("{}:99999", day.join("hands.csv").display());
    let (_, message) = run(feltproof(home.path()).args(["show", &place]), 2);
    assert!(message.contains("has no line 99999"), "{message}");
    for command in
        ["audit", "verify", "explain", "checks", "regs", "show", "simulate", "man", "completions"]
    {
        let (text, _) = run(feltproof(home.path()).args([command, "--help"]), 0);
        assert!(text.contains("Example"), "{command} has no example:\n{text}");
    }
}

/// A certificate beside another name of the key is not overwritten, a stopped run's certificate blocks nothing, and a key that
/// others can read is said to be one.
#[cfg(unix)]
#[test]
fn keys_and_certificates_of_others_stay_as_they_are() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    let new = |name: &str| {
        let mut command = feltproof(home.path());
        command.args(["identity", "new", "--name", "A. Auditor", "--out"]).arg(path(name));
        command
    };
    run(&mut new("lab.key.pem"), 0);
    let certificate = fs::read(path("lab.cert.pem")).unwrap();
    let (_, message) = run(&mut new("lab.pem"), 2);
    assert!(message.contains("lab.cert.pem exists already; a certificate is never"), "{message}");
    assert_eq!(fs::read(path("lab.cert.pem")).unwrap(), certificate);
    assert!(!path("lab.pem").exists());

    let data = home.path().join(".local/share/feltproof");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("local.cert.pem"), "of a run that was stopped").unwrap();
    let engagement = fixtures().join("recorded-cards/engagement.toml");
    let (_, message) = run(&mut audit(home.path(), &engagement, &path("out")), 3);
    assert!(!message.contains("warning"), "{message}");
    fs::set_permissions(path("lab.key.pem"), fs::Permissions::from_mode(0o666)).unwrap();
    let mut signed = audit(home.path(), &engagement, &path("out"));
    let (_, message) = run(signed.arg("--identity").arg(path("lab.key.pem")), 3);
    assert!(message.contains("lab.key.pem (mode 666): chmod 600"), "{message}");
    // A key is read once: nobody is warned, or asked for a passphrase, twice.
    let mut shuffled = feltproof(home.path());
    shuffled.args(["shuffle", "--raw"]).arg(fixtures().join("randomness/golden_uniform_1000.bin"));
    shuffled.arg("--identity").arg(path("lab.key.pem")).arg("--out").arg(path("shuffle"));
    let (_, message) = run(&mut shuffled, 0);
    assert_eq!(message.matches("warning").count(), 1, "{message}");
}

/// Six runs that begin at once, where there is no identity yet: all sign, with one certificate.
#[test]
fn first_uses_at_once_make_one_identity() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("recorded-cards/engagement.toml");
    let runs = (0..6).map(|at| {
        let mut command = audit(home.path(), &engagement, &home.path().join(format!("out{at}")));
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    });
    for mut one in runs.collect::<Vec<_>>() {
        assert_eq!(one.wait().unwrap().code(), Some(3));
    }
    let certificate = home.path().join(".local/share/feltproof/local.cert.pem");
    for at in 0..6 {
        let pdf = home.path().join(format!("out{at}/report.pdf"));
        run(feltproof(home.path()).arg("verify").arg(pdf).arg("--trust").arg(&certificate), 0);
    }
}
