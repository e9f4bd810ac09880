//! Every output whose form has a schema, made once.

use crate::common::rich::{copied, rich_day};
use crate::common::{audit, feltproof, fixtures, json, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Whatever the program prints or writes as JSON: where it comes from, and what it is.
pub(super) fn outputs() -> &'static Vec<(String, Value)> {
    static ALL: OnceLock<Vec<(String, Value)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let mut all = audits(home.path());
        all.extend(signed(home.path()));
        all.extend(read(home.path()));
        all.extend(random(home.path()));
        all.extend(compared(home.path()));
        all
    })
}

/// What a command prints with `--format json`, whatever it comes to.
fn printed(home: &Path, args: &[&str]) -> (String, Value) {
    let output = feltproof(home).args(args).args(["--format", "json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (
        args.join(" "),
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?}: {said}")),
    )
}

/// Reports: a clean day, the tampered one, one with the shuffler's decks, an incomplete one, each game, each kind of
/// export, and one whose engagement says all that there is to say.
fn audits(home: &Path) -> Vec<(String, Value)> {
    let mut engagements: Vec<PathBuf> = ["harbor-card-room", "tampered-day", "riffled-shuffler"]
        .iter()
        .map(|day| fixtures().join(day).join("engagement.toml"))
        .collect();
    for folder in ["playthroughs", "vendors"] {
        let days = fs::read_dir(fixtures().join(folder)).unwrap();
        let days = days.map(|day| day.unwrap().path().join("engagement.toml"));
        engagements.extend(days.filter(|engagement| engagement.exists()));
    }
    let incomplete = copied("harbor-card-room", &home.join("incomplete"));
    let text = fs::read_to_string(&incomplete).unwrap();
    let without = text.replace("[[journal]]\nkind = \"manager\"\nfile = \"manager.csv\"\n", "");
    assert_ne!(text, without);
    fs::write(&incomplete, without).unwrap();
    engagements.extend([incomplete, rich_day(home), six_days(home)]);
    let out = home.join("out");
    let mut outcomes = BTreeSet::new();
    let reports: Vec<(String, Value)> = engagements
        .iter()
        .map(|engagement| {
            let mut run = audit(home, engagement, &out);
            let ran = run
                .args(["--unsigned", "--report", "json", "--quiet", "--replace"])
                .output()
                .unwrap();
            assert_ne!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
            let report = json(&out.join("report.json"));
            outcomes.insert(report["verdict"]["outcome"].to_string());
            (engagement.display().to_string(), report)
        })
        .collect();
    assert_eq!(outcomes.len(), 3, "{outcomes:?}");
    reports
}

/// Six gaming days, a file of hands for each: enough for a trend.
fn six_days(home: &Path) -> PathBuf {
    let folder = home.join("six-days");
    fs::create_dir(&folder).unwrap();
    let (mut days, mut text) = (Vec::new(), String::new());
    for day in (1..=6).map(|n| format!("2026-10-0{n}")) {
        let one = folder.join(&day);
        let words = ["simulate", "--game", "crazy4-v2", "--rounds", "60", "--gaming-day", &day];
        run(feltproof(home).args(words).arg("--out").arg(&one), 0);
        fs::rename(one.join("hands.csv"), folder.join(format!("hands-{day}.csv"))).unwrap();
        text = fs::read_to_string(one.join("engagement.toml")).unwrap();
        days.push(day);
    }
    let last = format!("gaming_days = {:?}", [days.last().unwrap()]);
    assert!(text.contains(&last) && text.contains("file = \"hands.csv\""), "{text}");
    let text = text.replace(&last, &format!("gaming_days = {days:?}"));
    let engagement = folder.join("engagement.toml");
    fs::write(&engagement, text.replace("\"hands.csv\"", "\"hands-*.csv\"")).unwrap();
    engagement
}

/// What is inside a signed report and what `verify` says of it, intact, altered, without trust, and against its engagement.
fn signed(home: &Path) -> Vec<(String, Value)> {
    let engagement = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let out = home.join("signed");
    run(audit(home, &engagement, &out).args(["--report", "pdf,json", "--quiet"]), 0);
    let pdf = out.join("report.pdf");
    let (inside, place) = (home.join("inside"), pdf.to_str().unwrap());
    let mut all = vec![
        printed(home, &["verify", place, "--extract", inside.to_str().unwrap()]),
        printed(home, &["verify", place, "--against", engagement.to_str().unwrap()]),
    ];
    for file in ["manifest.json", "report.json"] {
        all.push((file.to_owned(), json(&inside.join(file))));
    }
    let other = fixtures().join("playthroughs/crazy4-wa/engagement.toml");
    all.push(printed(home, &["verify", place, "--against", other.to_str().unwrap()]));
    let key = home.join("other.key.pem");
    run(feltproof(home).args(["identity", "new", "--name", "Another", "--out"]).arg(&key), 0);
    let trusted = home.join("other.cert.pem");
    let approvable = home.join("approvable");
    let words = ["--report", "pdf,json", "--quiet", "--for-approval"];
    run(audit(home, &engagement, &approvable).args(words), 0);
    let approved = approvable.join("report.pdf");
    let reason = ["--reason", "Reviewed"];
    run(feltproof(home).arg("approve").arg(&approved).arg("--identity").arg(&key).args(reason), 0);
    let words = ["--trust", trusted.to_str().unwrap()];
    all.push(printed(home, &[&["verify", approved.to_str().unwrap()][..], &words].concat()));
    // A stranger to both signatures.
    let stranger = home.join("stranger.key.pem");
    run(feltproof(home).args(["identity", "new", "--name", "C", "--out"]).arg(&stranger), 0);
    let stranger = home.join("stranger.cert.pem");
    let words = ["--trust", stranger.to_str().unwrap()];
    all.push(printed(home, &[&["verify", approved.to_str().unwrap()][..], &words].concat()));
    all.push(printed(home, &["verify", place, "--trust", trusted.to_str().unwrap()]));
    fs::write(out.join("report.json"), "{}").unwrap();
    fs::remove_file(out.join("quarantine.csv")).unwrap();
    all.push(printed(home, &["verify", place]));
    let mut bytes = fs::read(&pdf).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&pdf, bytes).unwrap();
    all.push(printed(home, &["verify", place]));
    all
}

/// What exports and journals are, what packs and checks there are, and the odds of every game.
fn read(home: &Path) -> Vec<(String, Value)> {
    let vendors = fixtures().join("vendors");
    let at = |file: &str| vendors.join(file).display().to_string();
    let sheet = at("observation-sheet/table-observation.xlsx");
    let untidy = copied("harbor-card-room", &home.join("untidy"));
    let hands = untidy.with_file_name("hands.csv");
    let text = fs::read_to_string(&hands).unwrap().replacen(",fold,", ",gone,", 1);
    fs::write(&hands, text.replacen("queens_up_returned", "qu", 1)).unwrap();
    // A word that is not ours, and no dealer, so that words and a missing column are listed.
    let words = home.join("words.csv");
    let rows = fs::read_to_string(fixtures().join("harbor-card-room/hands.csv")).unwrap();
    let undealt = rows.lines().map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        format!("{},{}\n", cells[..3].join(","), cells[4..].join(","))
    });
    fs::write(&words, undealt.collect::<String>().replace(",fold,", ",Folded,")).unwrap();
    let mut all = vec![
        printed(
            home,
            &[
                "inspect",
                &sheet,
                &at("shfl-game-manager/game-manager-activity.csv"),
                words.to_str().unwrap(),
            ],
        ),
        printed(home, &["read", &at("observation-sheet/engagement.toml")]),
        printed(home, &["read", untidy.to_str().unwrap()]),
        printed(home, &["checks"]),
        printed(home, &["regs"]),
        printed(home, &["regs", "--on", "2026-10-31"]),
        printed(home, &["regs", "us-ca"]),
        printed(home, &["regs", "us-wa"]),
        printed(home, &["regs", "us-wa", "--on", "2026-10-31"]),
        printed(home, &["regs", "diff", "--from", "2004-01-01", "--to", "2026-10-31"]),
        printed(home, &["par"]),
        printed(home, &["par", "--check"]),
    ];
    for game in ["crazy4-wa", "crazy4-ca", "crazy4-v2", "four-card-poker", "four-card-frenzy"] {
        all.push(printed(home, &["par", game]));
    }
    all
}

/// Shuffles, numbers and bits; with a standard, with a plan registered beforehand, with too few data and a deck cut off, a review
/// of a source, and the self-test.
fn random(home: &Path) -> Vec<(String, Value)> {
    let golden = |name: &str| fixtures().join("randomness").join(name).display().to_string();
    let riffled = golden("golden_riffle7_chained_1000.bin");
    let draws = fixtures().join("draws/take5.csv").display().to_string();
    let plan = home.join("plan.toml");
    let few = home.join("few.bin");
    fs::write(&few, &fs::read(&riffled).unwrap()[..52 * 20 + 7]).unwrap();
    let mut all = vec![
        printed(home, &["shuffle", "--raw", "--cards", "52", &riffled, "--profile", "gli-29"]),
        printed(home, &["shuffle", "--raw", "--cards", "52", few.to_str().unwrap()]),
        printed(home, &["rng", &draws, "--draws", "5/39", "--bonus", "rest"]),
        printed(home, &["rng", &riffled, "--bits"]),
        printed(home, &["rng", "--source-review", &golden("source_review.toml")]),
        printed(home, &["shuffle", "--self-test", "--replications", "1"]),
        printed(home, &["rng", "--self-test", "--replications", "1"]),
    ];
    let sources = &all[0].1["sources"][0];
    let keys: Vec<String> = sources["tests"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|test| test["registered"] == true)
        .map(|test| test["key"].to_string())
        .collect();
    let text = format!(
        "schema = 1\ndate = \"2026-10-01\"\nlevel_one_in = 100\ntests = [{}]\n",
        keys.join(", ")
    );
    fs::write(&plan, text).unwrap();
    let registered =
        ["shuffle", "--raw", "--cards", "52", &riffled, "--registration", plan.to_str().unwrap()];
    all.push(printed(home, &registered));
    all
}

/// Reports compared: the same one, two days, and a day with the tampered one, with more stated and with less on record.
fn compared(home: &Path) -> Vec<(String, Value)> {
    let tampered = home.join("tampered");
    let less = copied("tampered-day", &home.join("less"));
    let text = fs::read_to_string(&less).unwrap();
    fs::write(&less, text.replacen("kind = \"manager\"\nfile = \"manager.csv\"", "", 1)).unwrap();
    let text = fs::read_to_string(&less).unwrap().replacen("[[journal]]\n\n", "", 1);
    fs::write(&less, text).unwrap();
    let out = |name: &str| home.join(name).display().to_string();
    for (engagement, name) in [
        (fixtures().join("tampered-day/engagement.toml"), "tampered"),
        (less, "less-report"),
        (home.join("rich/engagement.toml"), "rich-report"),
        (fixtures().join("harbor-card-room/engagement.toml"), "clean"),
        (fixtures().join("playthroughs/crazy4-v2/engagement.toml"), "other"),
    ] {
        let mut run = audit(home, &engagement, &home.join(name));
        let ran =
            run.args(["--unsigned", "--report", "json", "--quiet", "--replace"]).output().unwrap();
        assert_ne!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    let report = tampered.join("report.json").display().to_string();
    ["less-report", "rich-report", "clean", "other", "tampered"]
        .into_iter()
        .flat_map(|other| {
            let other = out(other);
            [printed(home, &["diff", &report, &other]), printed(home, &["diff", &other, &report])]
        })
        .collect()
}
