//! `report.json`: parses, keeps its order, reconciles, and refuses a spool that does not agree.

use crate::common;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Exception, Money, Seat, StandingAward, Timestamp};
use feltproof_report::{AuditReport, ExceptionSpool, JsonError, SCHEMA, carried_links, write_json};
use feltproof_wire::Form as _;
use serde_json::Value;

fn spool(w: &Workpaper, exceptions: &[Exception]) -> Vec<u8> {
    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in exceptions {
        spool.push(exception).unwrap();
    }
    assert_eq!(spool.count(), u64::try_from(exceptions.len()).unwrap());
    spool.finish().unwrap()
}

fn written(w: &Workpaper, spool: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write_json(w, &[], spool, &mut out).unwrap();
    out
}

/// Reads `12.50` or `-0.0125` into micro-dollars without the code under test.
fn micros(text: &str) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap();
    let magnitude: i128 =
        format!("{}{fraction:0<6}", whole.trim_start_matches('-')).parse().unwrap();
    if text.starts_with('-') { -magnitude } else { magnitude }
}

fn sum(values: &Value, key: &str, favours: &str) -> i128 {
    let rows = values.as_array().unwrap().iter().filter(|e| e["favours"] == favours);
    rows.map(|e| micros(e[key].as_str().unwrap())).sum()
}

#[test]
fn it_parses_and_reconciles() {
    let w = common::sample();
    let all = common::exceptions();
    let json: Value = serde_json::from_slice(&written(&w, &spool(&w, &all))).unwrap();
    assert_eq!(json["schema"], SCHEMA);
    assert_eq!(json["exceptions"].as_array().unwrap().len(), 72);
    assert_eq!(json["exceptions_total"], 72);

    // Exceptions, checks and groups say the same money: 24 times $100 and 24 times $7.50.
    assert_eq!(sum(&json["exceptions"], "difference_dollars", "player"), 2_400_000_000);
    assert_eq!(sum(&json["exceptions"], "difference_dollars", "house"), -180_000_000);
    let checks = json["checks"].as_array().unwrap();
    let total =
        |key: &str| -> i128 { checks.iter().map(|c| micros(c[key].as_str().unwrap())).sum() };
    assert_eq!(total("favours_players_dollars"), 2_400_000_000);
    assert_eq!(total("favours_house_dollars"), 180_000_000);
    assert_eq!(json["settled"]["over_dollars"], "2400.00");
    assert_eq!(json["settled"]["under_dollars"], "180.00");
    assert_eq!(json["settled"]["overpaid_wagers"], 24);

    let found: u64 = checks.iter().filter_map(|c| c["exceptions"].as_u64()).sum();
    assert_eq!(found, 72);
    let not_run: Vec<&str> =
        checks.iter().filter(|c| c["ran"] == false).map(|c| c["code"].as_str().unwrap()).collect();
    assert_eq!(not_run, ["AWD-004", "STA-001", "STA-002"]);
    assert_eq!(checks[14]["tested"], Value::Null);
}

#[test]
fn money_times_and_places_are_exact() {
    let w = common::sample();
    let json: Value =
        serde_json::from_slice(&written(&w, &spool(&w, &common::exceptions()))).unwrap();
    let meter = &json["meters"][0];
    assert_eq!(meter["contributions_dollars"], "612.3475");
    assert_eq!(meter["difference_dollars"], "0.01");
    let keys = ["time", "recorded_dollars", "expected_dollars", "moved_by"];
    assert!(meter["series"][0].as_object().is_some_and(|point| point.keys().eq(keys)));
    assert_eq!(json["counts"]["staked_dollars"], "269250.00");
    let registers = &json["registers"];
    let (award, unknown) = (&registers["awards"][0], &registers["awards"][1]);
    assert_eq!(
        (&award["reseed"]["seed_dollars"], &award["share"]),
        (&"2500.00".into(), &"1".into())
    );
    assert_eq!((&award["file"], &award["line"]), (&"manager.csv".into(), &260.into()));
    let nulls = ["cards", "hand", "share", "reseed", "document"];
    assert!(nulls.iter().all(|key| unknown[key].is_null()), "{unknown}");
    // 3,711.40 awarded less 1,211.40 to the meter.
    assert_eq!(registers["back_outs"][0]["seed_dollars"], "2500.00");
    assert!(registers["back_outs"][1]["seed_dollars"].is_null());
    let days = &json["meter_days"];
    assert_eq!(
        (&days[0]["variance_dollars"], &days[0]["back_outs_dollars"]),
        (&"0.01".into(), &"3711.40".into())
    );
    assert_eq!(days[0]["other_adjustments_dollars"], "-0.05");
    let wagered = ["coin_in_dollars", "left_to_house_dollars"];
    assert_eq!(wagered.map(|key| &days[0][key]), ["3310.00", "2532.16"]);
    assert!(days.as_array().unwrap().iter().any(|day| day["account"] == "reserve"));
    let is_right =
        |day: &Value| wagered.iter().all(|key| day[key].is_null()) == (day["account"] == "reserve");
    assert!(days.as_array().unwrap().iter().all(is_right), "{days}");
    assert!(days[1]["variance_dollars"].is_null() && days[1]["untold"].is_string());
    // Sorted by code, then place: the first is the meter exception n = 2, at 2 * 900 + 130.25 s.
    let first = &json["exceptions"][0];
    assert_eq!(first["code"], "MTR-001");
    assert_eq!(first["file"], "manager.csv");
    assert_eq!(first["line"], 414);
    assert_eq!(first["time"], "2026-10-31T06:32:10.25-07:00");
    assert_eq!(first["difference_dollars"], Value::Null);
    assert_eq!(json["engagement"]["links"][0]["approved"]["contribution"], "1/5");
    let table = &json["engagement"]["tables"][0];
    assert_eq!(table["aggregate"][0]["wager"], "queens_up");
    assert_eq!(table["aggregate"][0]["limit_dollars"], "5000.00");
    assert_eq!(table["shuffler"]["model"], "i-Deal Plus");
    assert_eq!(table["shuffler"]["mode"], "Crazy 4 Poker");
    let stated = json["engagement"]["stated"].as_array().unwrap();
    assert_eq!((stated.len(), &stated[0]["paytable"]), (3, &Value::Null));
    assert_eq!(stated[1]["value"], "31/125"); // 2480/10000
    assert_eq!(stated[1]["decimals"], 4);
    let confirmed = &json["engagement"]["confirmed"][0];
    let said =
        (&confirmed["limit"], &confirmed["value"], &confirmed["from"], &confirmed["control"]);
    assert_eq!(
        said,
        (&"single-wager".into(), &"$400.00".into(), &"2023-08-31".into(), &Value::Null)
    );
    assert_eq!(confirmed["source"], "the order as filed, from the code reviser's office");
    let inspected = &json["engagement"]["inspected"][0];
    assert_eq!(
        (&inspected["answer"], &inspected["by"]),
        (&"not applicable".into(), &"inquiry".into())
    );
    let daily = &json["engagement"]["daily_figures"][0];
    assert_eq!((&daily["kind"], &daily["table"]), (&"table-win".into(), &"C4P-1".into()));
    assert_eq!((&daily["amount_dollars"], &daily["link"]), (&"-12.50".into(), &Value::Null));
    assert_eq!((&stated[1]["hands"], &stated[2]["hands"]), (&Value::Null, &Value::from(5)));
    // The clock was set back that night: the gaming day has 25 hours.
    assert_eq!(json["engagement"]["gaming_days"][0]["start"], "2026-10-31T06:00:00-07:00");
    assert_eq!(json["engagement"]["gaming_days"][0]["end"], "2026-11-01T06:00:00-08:00");
}

#[test]
fn keys_stand_in_the_order_of_the_schema_and_bytes_repeat() {
    let w = common::sample();
    let spool = spool(&w, &common::exceptions());
    let bytes = written(&w, &spool);
    assert_eq!(bytes, written(&w, &spool));
    let json: Value = serde_json::from_slice(&bytes).unwrap();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let schema: Value = serde_json::from_str(&AuditReport::schema().unwrap()).unwrap();
    let described: Vec<&str> =
        schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, described);
}

#[test]
fn a_spool_that_does_not_agree_is_refused() {
    let w = common::sample();
    let all = common::exceptions();
    let short = spool(&w, &all[1..]);
    let error = write_json(&w, &[], short.as_slice(), Vec::new()).unwrap_err();
    assert!(matches!(error, JsonError::Count { expected: 72, found: 71 }));
    assert!(error.to_string().contains("71") && error.to_string().contains("72"));

    let mut damaged = spool(&w, &all);
    damaged.truncate(damaged.len() - 40);
    let error = write_json(&w, &[], damaged.as_slice(), Vec::new()).unwrap_err();
    assert!(matches!(error, JsonError::SpoolLine { line: 72, .. }), "{error}");
}

#[test]
fn no_exceptions_is_an_empty_list() {
    let w = Workpaper { exceptions: Vec::new(), exceptions_total: 0, ..common::sample() };
    let json: Value = serde_json::from_slice(&written(&w, b"")).unwrap();
    assert_eq!(json["exceptions"], Value::Array(Vec::new()));
}

/// The next engagement reads back what this report says of its meters: worked by hand from the sample.
#[test]
fn the_next_engagement_reads_where_meters_and_awards_stood() {
    let award = StandingAward {
        time: Timestamp(1_793_500_000_250_000),
        table: "C4P-2".into(),
        round: 71,
        seat: Seat::Player(3),
        amount: common::usd(371_140),
        reseeded: common::usd(271_350),
        reserve_drawn: Money::from_micros(213_500_125),
        reserve_drawn_most: Money::from_micros(213_504_125),
    };
    let mut w = common::sample();
    w.meters[0].standing = vec![award.clone()];
    let spool = spool(&w, &common::exceptions());
    let carried = carried_links(&written(&w, &spool)).unwrap();
    let [link] = carried.as_slice() else { panic!("{carried:?}") };
    assert_eq!((link.link.as_str(), link.level.as_str()), ("HARBOR-1", "grand"));
    assert_eq!((link.display, link.reserve), (common::usd(292_645), common::usd(12_079)));
    assert_eq!(link.awards, [award]);

    let refused = |json: &[u8]| carried_links(json).unwrap_err();
    assert!(refused(b"{").contains("no JSON"));
    assert!(refused(b"{}").contains("no list `meters`"));
    let text = String::from_utf8(written(&w, &spool)).unwrap();
    let older = text.replace("awards_standing", "awards_of_old");
    assert!(refused(older.as_bytes()).contains("no `awards_standing`"));
    let odd = text.replace("\"recorded_dollars\": \"2926.45\"", "\"recorded_dollars\": \"x\"");
    assert!(refused(odd.as_bytes()).contains("`x`, not an amount"));
}
