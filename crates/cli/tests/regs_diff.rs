//! `regs diff`: changes of law written by hand, and those of every pack file.

use crate::common::rules::{OURS, begins, files, list, narrow, ours, regs, text, versions, wire};
use serde_json::{Value, json};

/// The changes of limits in JSON: day, id, what was possible and what is.
fn changed_limits(from: &str, to: &str, ids: &[&str]) -> Vec<Value> {
    let said = wire(&["diff", "us-wa", "--from", from, "--to", to]);
    assert_eq!(said["schema"], "feltproof-regs-diff/1");
    let amounts = |state: &Value| {
        let all = state["values"].as_array().unwrap().iter();
        all.map(|v| json!([v["value"], v["evidence"]])).collect::<Vec<_>>()
    };
    let changes = said["packs"][0]["changes"].as_array().unwrap().clone();
    let of = |change: &&Value| {
        change["kind"] == "limit" && ids.contains(&change["id"].as_str().unwrap())
    };
    let row = |change: &Value| {
        json!([change["day"], change["id"], amounts(&change["before"]), amounts(&change["after"])])
    };
    changes.iter().filter(of).map(row).collect()
}

#[test]
fn the_changes_of_washington_are_those_of_the_orders() {
    let dollars = |amount: &str, tag: &str| json!([{ "dollars": amount }, tag]);
    let (d100, d200) = (dollars("100.00", "V"), dollars("200.00", "R"));
    let (d300, d400) = (dollars("300.00", "S"), dollars("400.00", "I"));
    // The year alone is known: it may have come on the first of January, and had come a year later.
    assert_eq!(
        changed_limits("2008-12-31", "2010-01-01", &["single-wager"]),
        [
            json!(["2009-01-01", "single-wager", [d100, d200], [d100, d200, d300]]),
            json!(["2010-01-01", "single-wager", [d100, d200, d300], [d300]]),
        ]
    );
    // Adopted on 20 July 2023: not before the thirty-first day after, certainly when the notice would have lapsed.
    assert_eq!(
        changed_limits("2023-08-18", "2023-12-01", &["single-wager"]),
        [
            json!(["2023-08-19", "single-wager", [d300], [d300, d400]]),
            json!(["2023-12-01", "single-wager", [d300, d400], [d400]]),
        ]
    );
    // WSR 21-11-057: one limit for all players of a deal, and none where the highest odds are below 50 to 1.
    let ids = ["aggregate-odds", "aggregate-players", "aggregate-highest-odds"];
    assert_eq!(
        changed_limits("2021-06-13", "2021-06-14", &ids),
        [
            json!(["2021-06-14", "aggregate-players", [[{ "players": 2 }, "V"]], [[null, "V"]]]),
            json!(["2021-06-14", "aggregate-highest-odds", [], [[{ "odds": 50 }, "V"]]]),
        ]
    );
    assert_eq!(changed_limits("2023-12-01", "2026-10-31", &ids), [] as [Value; 0]);
    // Whether seed money could be recovered is known from 2011 on.
    let said = wire(&["diff", "us-wa", "--from", "2010-12-31", "--to", "2011-01-01"]);
    let of = |list: &Value, id: &str| -> Vec<Value> {
        list.as_array().unwrap().iter().filter(|one| one["id"] == id).cloned().collect()
    };
    let seed = of(&said["packs"][0]["changes"], "seed_recovery");
    assert_eq!(seed.len(), 1);
    assert_eq!(
        (&seed[0]["kind"], &seed[0]["day"], &seed[0]["before"][0]["applies"]),
        (&"reason".into(), &"2011-01-01".into(), &"perhaps".into())
    );
    assert_eq!(seed[0]["after"][0]["applies"], "yes");
    let open = |side: &str| of(&said["packs"][0]["not_decidable"][side], "seed_recovery").len();
    assert_eq!((open("from"), open("to")), (1, 0));
    // What is open is said for either day.
    let said = wire(&["diff", "us-wa", "--from", "2023-08-18", "--to", "2023-08-19"]);
    let open = |side: &str| {
        let all = said["packs"][0]["not_decidable"][side].as_array().unwrap().iter();
        all.filter(|open| open["kind"] == "limit")
            .map(|open| open["id"].clone())
            .collect::<Vec<_>>()
    };
    assert!(
        !open("from").contains(&json!("single-wager"))
            && open("to").contains(&json!("single-wager"))
    );
    assert!(open("from").contains(&json!("games-on-hand")));
}

#[test]
fn the_changes_of_a_pack_file_in_words() {
    let (_folder, file) = ours(OURS);
    let file = file.to_str().unwrap();
    let (printed, _) = regs(&["diff", file, "--from", "2024-06-30", "--to", "2025-01-01"], 0);
    narrow(&printed);
    let expected = "\
ours, version 2.0.0: what changed after 2024-06-30, up to 2025-01-01

2024-07-01  control count: Count of the drop
  before     Binder 4, edition 1 (from 2020-01-01, before 2024-07-01; manual;
             evidence V)
             Two persons count.
  from then  Binder 4, edition 2 (from 2024-07-01; manual; evidence V)
             Three persons count.

2024-07-01  limit largest-wager, Binder 4, page 2: a single wager must not
exceed
  before     $50.00, from 2020-01-01 (evidence V, edition 1)
  from then  not decidable, one of:
             $50.00, from 2020-01-01 (evidence V, edition 1)
             $60.00, not before 2024-07-01, effective date not known (evidence
             I, edition 2)

2025-01-01  control largest-wager: Largest wager
  before     Binder 4, page 2 (from 2020-01-01, until 2024-12-31; partial;
             evidence V)
             No single wager is above the limit, which is posted.
  from then  no version applies

Not decidable on 2024-06-30
  Nothing: every control that applies, the value of every limit and what every
  reason permits is known.

Not decidable on 2025-01-01
  - limit largest-wager: which value of Binder 4, page 2 applies on 2025-01-01
    is not known: $50.00 (from 2020-01-01, evidence V, edition 1); or $60.00
    (not before 2024-07-01, effective date not known, evidence I, edition 2)
";
    assert_eq!(printed, expected);
    let (printed, _) = regs(&["diff", file, "--from", "2020-01-01", "--to", "2024-06-30"], 0);
    assert_eq!(
        printed,
        "\
ours, version 2.0.0: what changed after 2020-01-01, up to 2024-06-30
  Nothing that this pack knows of: no version of a control or of a reason began
  or ended, and no limit changed.

Not decidable on 2020-01-01
  Nothing: every control that applies, the value of every limit and what every
  reason permits is known.

Not decidable on 2024-06-30
  Nothing: every control that applies, the value of every limit and what every
  reason permits is known.
"
    );
    let said = wire(&["diff", file, "--from", "2024-06-30", "--to", "2025-01-01"]);
    let change = &said["packs"][0]["changes"][0];
    assert_eq!(change["before"][0]["citation"], "Binder 4, edition 1");
    assert_eq!(change["after"][0]["demand"], "Three persons count.");
    assert_eq!(said["packs"][0]["changes"][2]["after"], json!([]));
}

/// Wherever a file rewrites a control on a day that is known, old and new text stand at that day.
#[test]
fn every_rewritten_control_is_a_change_with_old_and_new_text() {
    let (_folder, file) = ours(OURS);
    let mut packs = files();
    packs.push((file.to_str().unwrap().to_owned(), OURS.parse().unwrap()));
    let mut seen = 0;
    for (id, table) in packs {
        let said = wire(&["diff", &id, "--from", "1990-01-01", "--to", "2030-01-01"]);
        let changes = said["packs"][0]["changes"].as_array().unwrap();
        for control in list(&table, "control") {
            for pair in versions(&control).windows(2) {
                let (earliest, certain) = begins(&pair[1]);
                if earliest != certain {
                    continue;
                }
                let is_of = |c: &&Value| c["day"] == earliest && c["id"] == text(&control, "id");
                let change = changes.iter().find(is_of).unwrap();
                let last = change["before"].as_array().unwrap().last().unwrap();
                for (found, version) in [(last, &pair[0]), (&change["after"][0], &pair[1])] {
                    for key in ["citation", "demand", "evidence"] {
                        assert_eq!(found[key], text(version, key), "{change}");
                    }
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 1);
}
