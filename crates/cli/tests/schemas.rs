//! Every JSON that the program writes is what its schema says, key by key; and no schema says what is never written.

mod made;

use crate::common::{feltproof, run};
use jsonschema::Validator;
use serde_json::{Value, json as value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use made::outputs;

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
    let validator = validator("feltproof-report/4");
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
    assert!(said.contains("there is no schema reports; there are feltproof-report/4, "), "{said}");
}

/// Keys that stand in some outputs only; every other key is required wherever it may stand.
const OPTIONAL: [&str; 11] = [
    "applies",
    "file",
    "left_out",
    "notes",
    "parts",
    "profile",
    "rows_left_out",
    "says",
    "sheet",
    "source_review",
    "waiver",
];

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
