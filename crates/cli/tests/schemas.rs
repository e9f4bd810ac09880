//! Every JSON that the program writes is what its schema says, key by key; and no schema says what is never written.

use crate::common::rich::{copied, rich_day};
use crate::common::{audit, feltproof, fixtures, json, run};
use jsonschema::Validator;
use serde_json::{Value, json as value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Keys that none of the outputs below has with a value, each with why.
const UNSEEN: &[(&str, &str)] = &[
    ("#/$defs/Advisory/properties/link", "advice about links needs a link set against it"),
    ("#/$defs/StatedOdds/properties/hands", "Cover All alone has a number of hands"),
    (
        "#/$defs/Meter/properties/untold",
        "a meter of which nothing is known: crates/report/tests/undetermined.rs",
    ),
    ("#/$defs/DayOfMeter/properties/untold", "the same"),
    ("#/$defs/Award/properties/actor", "no fixture's manager records who awarded"),
    ("#/$defs/Award/properties/document", "nor a document of an award"),
    ("#/$defs/Hold/properties/undecided", "a record that lacks lost wagers: analysis.rs"),
    ("#/$defs/SideOdds/properties/lost_with_fold", "no built-in game's default ruling has it"),
    (
        "#/$defs/TopCause/properties/cause",
        "a cause that explains money: crates/analysis/src/differences.rs",
    ),
    (
        "feltproof-verification/1#/properties/timestamp",
        "a timestamp needs an authority: tests/authorities.rs",
    ),
    ("#/$defs/ApprovalOf/properties/timestamp", "the same"),
    ("#/$defs/Stamp/properties/authority_sha256", "the same"),
    ("#/$defs/Stamp/properties/authority_subject", "the same"),
    ("#/$defs/Stamp/properties/time_unix", "the same"),
    ("#/$defs/Stamp/properties/trust", "the same"),
    ("#/$defs/Stamp/properties/trust_reason", "the same"),
    ("#/$defs/ReasonVersionOf/properties/until", "no built-in pack ends a reason on a day"),
    (
        "#/$defs/RandomSource/properties/refused",
        "a shuffler's journal that contradicts the engagement",
    ),
];

/// The schemas by the names that they have in outputs, as the program prints them.
fn schemas() -> &'static BTreeMap<String, Value> {
    static ALL: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    ALL.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let named = |line: &str| {
            let name = line.split(' ').next().unwrap().to_owned();
            let (text, _) = run(feltproof(home.path()).args(["schema", &name]), 0);
            let schema: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(schema["$id"], format!("urn:feltproof:schema:{name}"));
            (name, schema)
        };
        run(feltproof(home.path()).arg("schema"), 0).0.lines().map(named).collect()
    })
}

fn validator(name: &str) -> Validator {
    let schema = schemas().get(name).unwrap_or_else(|| panic!("no schema of {name}"));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::validator_for(schema).unwrap()
}

/// Whatever the program prints or writes as JSON: where it comes from, and what it is.
fn outputs() -> &'static Vec<(String, Value)> {
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

/// Shuffles, numbers and bits; with a standard, with a plan registered beforehand, with too few data, and the self-test.
fn random(home: &Path) -> Vec<(String, Value)> {
    let golden = |name: &str| fixtures().join("randomness").join(name).display().to_string();
    let riffled = golden("golden_riffle7_chained_1000.bin");
    let draws = fixtures().join("draws/take5.csv").display().to_string();
    let plan = home.join("plan.toml");
    let few = home.join("few.bin");
    fs::write(&few, &fs::read(&riffled).unwrap()[..52 * 20]).unwrap();
    let mut all = vec![
        printed(home, &["shuffle", "--raw", "--cards", "52", &riffled, "--profile", "gli-29"]),
        printed(home, &["shuffle", "--raw", "--cards", "52", few.to_str().unwrap()]),
        printed(home, &["rng", &draws, "--draws", "5/39", "--bonus", "rest"]),
        printed(home, &["rng", &riffled, "--bits"]),
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

#[test]
fn every_output_is_what_its_schema_says() {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for (from, output) in outputs() {
        let name = output["schema"].as_str().unwrap_or_else(|| panic!("{from} names no schema"));
        seen.insert(name.to_owned());
        for error in validator(name).iter_errors(output).take(5) {
            wrong.push(format!("{from}: {}: {error}", error.instance_path()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, schemas().keys().cloned().collect(), "every schema has an output");
}

/// A key misspelt, left out, or with a value of another kind is refused, wherever it stands.
#[test]
fn what_is_not_in_the_schema_is_refused() {
    let mut refused = 0;
    for name in schemas().keys() {
        let validator = validator(name);
        let output = outputs().iter().find(|(_, output)| output["schema"] == name.as_str());
        let output = &output.unwrap().1;
        for key in output.as_object().unwrap().keys() {
            let mut misspelt = output.clone();
            let held = misspelt.as_object_mut().unwrap().remove(key).unwrap();
            assert!(!validator.is_valid(&misspelt), "{name} without {key}");
            misspelt[format!("{key}x")] = held;
            assert!(!validator.is_valid(&misspelt), "{name} with {key}x");
            let mut other = output.clone();
            other[key] = value!({ "of": ["another", "kind"] });
            assert!(!validator.is_valid(&other), "{name}: {key} of another kind");
            refused += 3;
        }
    }
    assert!(refused > 200, "{refused}");
    let report = &outputs().iter().find(|(from, _)| from.contains("tampered-day")).unwrap().1;
    let validator = validator("feltproof-report/3");
    for (pointer, wrong) in [
        ("/verdict/outcome", "passed"),
        ("/findings/0/severity", "grave"),
        ("/controls/0/verdict", "not tested"),
        ("/settled/over_dollars", "65.0"),
        ("/settled/over_dollars", "$65.00"),
        ("/settled/over_dollars", "065.00"),
        ("/settled/over_dollars", "1.2345678"),
        ("/report/evidence_sha256", "ABC"),
        ("/report/issued", "2026-11-02 16:00"),
        ("/exceptions/0/code", "PAY-3"),
        ("/engagement/links/0/approved/reserve", "0.05"),
    ] {
        let mut changed = report.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = wrong.into();
        assert!(!validator.is_valid(&changed), "{pointer} {wrong}");
    }
}

/// Every key of every schema stands in an output with a value that is not null, so that no schema tells of what was.
#[test]
fn no_schema_has_a_key_that_no_output_has() {
    let mut seen = BTreeSet::new();
    for (_, output) in outputs() {
        let name = output["schema"].as_str().unwrap();
        let schema = &schemas()[name];
        walk(&Node { name, root: schema, node: schema, path: String::new() }, output, &mut seen);
    }
    let mut all = BTreeSet::new();
    for (name, schema) in schemas() {
        keys(name, schema, "", &mut all);
    }
    let unseen: BTreeSet<&String> = all.difference(&seen).collect();
    let listed: BTreeSet<String> = UNSEEN.iter().map(|(key, _)| (*key).to_owned()).collect();
    let rotten: Vec<&&String> = unseen.iter().filter(|key| !listed.contains(**key)).collect();
    assert!(rotten.is_empty(), "no output has {rotten:#?}");
    let seen_all_the_same: Vec<&String> =
        listed.iter().filter(|key| !unseen.contains(key)).collect();
    assert!(seen_all_the_same.is_empty(), "an output has {seen_all_the_same:?}");
    assert!(all.len() > 900, "{}", all.len());
}

/// A part of a schema. What several share (`$defs`) is one part wherever it stands.
struct Node<'s> {
    name: &'s str,
    root: &'s Value,
    node: &'s Value,
    path: String,
}

impl<'s> Node<'s> {
    fn below(&self, node: &'s Value, path: String) -> Self {
        Self { name: self.name, root: self.root, node, path }
    }

    fn key(&self, key: &str) -> String {
        place(self.name, &format!("{}/properties/{key}", self.path))
    }
}

/// A part that has a name is the same in every schema, and seen wherever one of them has it.
fn place(name: &str, path: &str) -> String {
    if path.starts_with("/$defs/") { format!("#{path}") } else { format!("{name}#{path}") }
}

fn walk(at: &Node<'_>, output: &Value, seen: &mut BTreeSet<String>) {
    if let Some(to) = at.node["$ref"].as_str() {
        let path = to.strip_prefix('#').unwrap().to_owned();
        let node = at.root.pointer(&path).unwrap_or_else(|| panic!("{to}"));
        walk(&at.below(node, path), output, seen);
    }
    for word in ["anyOf", "oneOf"] {
        for (number, node) in at.node[word].as_array().into_iter().flatten().enumerate() {
            walk(&at.below(node, format!("{}/{word}/{number}", at.path)), output, seen);
        }
    }
    if let (Some(properties), Some(object)) =
        (at.node["properties"].as_object(), output.as_object())
    {
        if !object.keys().all(|key| properties.contains_key(key)) {
            return;
        }
        for (key, held) in object {
            if !held.is_null() {
                seen.insert(at.key(key));
            }
            walk(&at.below(&properties[key], format!("{}/properties/{key}", at.path)), held, seen);
        }
    }
    for held in output.as_array().into_iter().flatten() {
        walk(&at.below(&at.node["items"], format!("{}/items", at.path)), held, seen);
    }
}

/// Every key that a schema has.
fn keys(name: &str, node: &Value, path: &str, all: &mut BTreeSet<String>) {
    if let Some(properties) = node["properties"]
        .as_object()
        .filter(|_| node["type"].is_string() || node["type"].is_array())
    {
        all.extend(properties.keys().map(|key| place(name, &format!("{path}/properties/{key}"))));
    }
    match node {
        Value::Object(object) => {
            object.iter().for_each(|(key, below)| keys(name, below, &format!("{path}/{key}"), all));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(n, below)| keys(name, below, &format!("{path}/{n}"), all));
        }
        _ => {}
    }
}

/// Strict from top to bottom: every object has a closed list of keys, described, and what is shared is the same everywhere.
#[test]
fn every_schema_is_closed_and_described() {
    fn closed(name: &str, node: &Value) {
        if let Some(object) = node.as_object() {
            let is_object = |kind: &Value| {
                kind == "object"
                    || kind.as_array().is_some_and(|kinds| kinds.contains(&"object".into()))
            };
            if object.get("type").is_some_and(is_object) {
                assert_eq!(object["additionalProperties"], false, "{name}: {node}");
                assert!(object["required"].is_array(), "{name}: {node}");
                let properties = object["properties"].as_object().unwrap();
                // An object of one key may say what that is.
                let is_said = properties.len() == 1 && object.contains_key("description");
                for (key, of) in properties {
                    let is_described = is_said
                        || of["description"].is_string()
                        || of["$ref"].is_string()
                        || of["anyOf"].is_array();
                    assert!(is_described, "{name}: {key} says nothing of itself");
                }
            }
            object.values().for_each(|below| closed(name, below));
        }
        node.as_array().into_iter().flatten().for_each(|below| closed(name, below));
    }
    let mut shared = BTreeMap::new();
    for (name, schema) in schemas() {
        closed(name, schema);
        for (part, of) in schema["$defs"].as_object().into_iter().flatten() {
            let one = shared.entry(part).or_insert(of);
            assert_eq!(*one, of, "{part} of {name} differs from another's");
        }
    }
}

#[test]
fn the_program_prints_its_schemas() {
    let home = tempfile::tempdir().unwrap();
    let print = |name: &str| run(feltproof(home.path()).args(["schema", name]), 0).0;
    for (name, schema) in schemas() {
        let short = name.strip_prefix("feltproof-").unwrap().split('/').next().unwrap();
        assert_eq!(print(short), print(name));
        assert_eq!(print(name), format!("{schema:#}\n"));
        assert!(schema["title"].is_string() && schema["description"].is_string(), "{name}");
    }
    let (_, said) = run(feltproof(home.path()).args(["schema", "reports"]), 2);
    assert!(said.contains("there is no schema reports; there are feltproof-report/3, "), "{said}");
}

/// Keys that stand in some outputs only; every other key is required wherever it may stand.
const OPTIONAL: [&str; 9] =
    ["applies", "file", "notes", "parts", "profile", "rows_left_out", "says", "sheet", "waiver"];

#[test]
fn few_keys_may_be_absent() {
    fn optional(node: &Value, found: &mut BTreeSet<String>) {
        if let Some(properties) = node["properties"].as_object() {
            let required = node["required"].as_array().unwrap();
            let absent =
                properties.keys().filter(|key| !required.contains(&Value::from(key.as_str())));
            found.extend(absent.cloned());
        }
        match node {
            Value::Object(object) => object.values().for_each(|below| optional(below, found)),
            Value::Array(list) => list.iter().for_each(|below| optional(below, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = BTreeSet::new();
    schemas().values().for_each(|schema| optional(schema, &mut found));
    assert_eq!(found, OPTIONAL.into_iter().map(str::to_owned).collect());
}

/// Numbers that look drawn and are the same in every run.
struct Drawn(u64);

impl Drawn {
    /// One of so many, counted from 0.
    fn below(&mut self, many: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % many
    }
}

/// Wherever a value of an output is of another type, a key is missing or there is one too many, it is refused.
#[test]
fn a_change_at_any_place_is_refused() {
    const CHANGES: usize = 4;
    let mut drawn = Drawn(28);
    for (from, output) in outputs() {
        let validator = validator(output["schema"].as_str().unwrap());
        let (mut all, mut objects) = (Vec::new(), Vec::new());
        places(output, "", &mut all, &mut objects);
        let mut changed = output.clone();
        for _ in 0..CHANGES {
            let at = &all[drawn.below(all.len())];
            let held = changed.pointer(at).unwrap().clone();
            *changed.pointer_mut(at).unwrap() = of_another_type(&held);
            assert!(!validator.is_valid(&changed), "{from}: another type at {at}");
            *changed.pointer_mut(at).unwrap() = held;

            let at = &objects[drawn.below(objects.len())];
            let whole = changed.pointer(at).unwrap().clone();
            let object = |changed: &mut Value, key: &str, put: Option<Value>| {
                let object = changed.pointer_mut(at).unwrap().as_object_mut().unwrap();
                match put {
                    Some(value) => object.insert(key.to_owned(), value),
                    None => object.remove(key),
                }
            };
            object(&mut changed, "surplus", Some(Value::Null));
            assert!(!validator.is_valid(&changed), "{from}: a key too many at {at}");
            *changed.pointer_mut(at).unwrap() = whole.clone();
            let keys: Vec<&String> = whole.as_object().unwrap().keys().collect();
            let key = keys[drawn.below(keys.len())];
            if !OPTIONAL.contains(&key.as_str()) {
                object(&mut changed, key, None);
                assert!(!validator.is_valid(&changed), "{from}: {at} without {key}");
                *changed.pointer_mut(at).unwrap() = whole;
            }
        }
        assert_eq!(&changed, output);
    }
}

/// Where values stand in an output, and where objects with keys do, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>, objects: &mut Vec<String>) {
    all.push(at.to_owned());
    let below: Vec<(String, &Value)> = match value {
        Value::Object(object) => {
            if !object.is_empty() {
                objects.push(at.to_owned());
            }
            object.iter().map(|(key, below)| (key.clone(), below)).collect()
        }
        Value::Array(list) => {
            list.iter().enumerate().map(|(n, below)| (n.to_string(), below)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (key, value) in below {
        places(value, &format!("{at}/{key}"), all, objects);
    }
}

fn of_another_type(value: &Value) -> Value {
    match value {
        Value::Null => value!({ "of": "another type" }),
        Value::Bool(is_so) => is_so.to_string().into(),
        Value::Number(number) => number.to_string().into(),
        Value::String(_) => 7.into(),
        Value::Array(_) => value!({}),
        Value::Object(_) => value!([]),
    }
}
