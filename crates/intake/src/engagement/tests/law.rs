//! What an engagement says of the law: the README's second block reads as it says, and every error once from it.

use super::*;
use feltproof_model::engagement::Authority;
use feltproof_model::{
    Answer, ConfirmedPart, ConfirmedValue, Date, FigureOf, Means, Rounding, TableId,
};

/// The second TOML block of the README behind the first.
fn with_law() -> String {
    let readme = include_str!("../../../README.md");
    let block = readme.split("```toml\n").nth(2).unwrap().split("```").next().unwrap();
    format!("{}\n{block}", example())
}

#[track_caller]
fn law_error(from: &str, to: &str, at: &str, message: &str) {
    let text = with_law().replacen(from, to, 1);
    assert_ne!(text, with_law(), "{from}");
    let errors = parse_engagement(&text, "e.toml").unwrap_err().0;
    let said: Vec<String> = errors.iter().map(said).collect();
    assert_eq!(said, [message]);
    assert_eq!(errors[0].line, line_of(&text, at), "{message}");
}

#[test]
fn what_it_says_of_the_law_reads_as_the_readme_says() {
    let text = with_law();
    let e = parse_engagement(&text, "e.toml").unwrap();
    let [limit, control, reason] = e.confirmed.as_slice() else { panic!("{:?}", e.confirmed) };
    assert_eq!(
        limit.what,
        ConfirmedPart::Value {
            limit: "single-wager".to_owned(),
            value: ConfirmedValue::Dollars(money("400"))
        }
    );
    let day = |text: &str| Date::parse(text).unwrap();
    assert_eq!((limit.from, limit.date), (day("2023-08-31"), day("2026-11-20")));
    assert_eq!(limit.what.in_words(), "limit single-wager, $400.00");
    assert_eq!((limit.by.as_str(), &limit.pack), ("J. Doe", &None));
    assert_eq!(limit.line.number, line_of(&text, "[[confirmed]]"));
    assert_eq!(
        control.what,
        ConfirmedPart::Version {
            control: "wac-230-15-455".to_owned(),
            version_from: None,
            demand: Some("Accrued prize money is deposited at least weekly.".to_owned())
        }
    );
    assert_eq!(
        reason.what,
        ConfirmedPart::Reason {
            reason: "seed_recovery".to_owned(),
            version_from: Some("2008-01-01".to_owned())
        }
    );
    assert_eq!(reason.what.in_words(), "reason seed_recovery, version of 2008-01-01");
    let [inspected] = e.inspected.as_slice() else { panic!("{:?}", e.inspected) };
    assert_eq!((inspected.answer, inspected.by), (Answer::No, Means::Examination));
    assert_eq!(inspected.document.as_deref(), Some("binder 4"));
    // Before the packs are known, the pack of an answer that names none is not.
    assert_eq!(e.inspected("us-wa", "wac-230-15-671"), None);
    let named = text.replace("answer = \"no\"", "pack = \"us-wa\"\nanswer = \"no\"");
    let e = parse_engagement(&named, "e.toml").unwrap();
    assert!(e.inspected("us-wa", "wac-230-15-671").is_some_and(|of| of.initials == "JD"));
    assert_eq!(e.inspected("us-ca", "wac-230-15-671"), None);
}

#[test]
fn every_value_that_a_pack_may_have_can_be_confirmed() {
    for (key, words) in [
        ("games = 4", "games 4"),
        ("progressives = 2", "progressives 2"),
        ("odds = 50", "odds 50"),
        ("players = 2", "players 2"),
        ("none = true", "no such limit"),
        ("dollars = \"400.00\"", "$400.00"),
    ] {
        let text = with_law().replacen("dollars = \"400.00\"", key, 1);
        let e = parse_engagement(&text, "e.toml").unwrap();
        assert_eq!(e.confirmed[0].what.in_words(), format!("limit single-wager, {words}"));
    }
}

#[test]
fn what_is_confirmed_is_one_thing_with_its_value_its_day_and_its_source() {
    let value = "dollars = \"400.00\"                     # its";
    law_error(
        value,
        "# its",
        "[[confirmed]]",
        "confirmed[1], dollars: is missing; write the value that applies from then on as the pack does: \
         dollars = \"400.00\", games = 4 or none = true",
    );
    law_error(
        value,
        "dollars = \"400.00\"\ngames = 4 # its",
        "[[confirmed]]",
        "confirmed[1], limit: has several values here; write one [[confirmed]] for each",
    );
    law_error(
        value,
        "none = false # its",
        "none = false",
        "confirmed[1], none: is false; remove it or write the value",
    );
    law_error(
        value,
        "dollars = \"400.00\"\ndemand = \"x\" # its",
        "demand = \"x\"",
        "confirmed[1], demand: is of a control, but this is of a limit; remove it",
    );
    law_error(
        value,
        "dollars = \"400.00\"\ncontrol = \"wac-230-15-140\" # its",
        "control = \"wac-230-15-140\"",
        "confirmed[1], control: is there beside limit; write one [[confirmed]] for each",
    );
    law_error(
        "limit = \"single-wager\"",
        "control = \"wac-230-15-140\"",
        "control = \"wac-230-15-140\"",
        "confirmed[1], control: is there with a value, which only a limit has; remove one of them",
    );
    law_error(
        "reason = \"seed_recovery\"",
        "reason = \"seed_recovery\"\ndemand = \"x\"",
        "demand = \"x\"",
        "confirmed[3], demand: is of a control, but this is of a reason; remove it",
    );
    law_error(
        "reason = \"seed_recovery\"",
        "reason = \"seed_recovery\"\nodds = 50",
        "reason = \"seed_recovery\"",
        "confirmed[3], reason: is there with a value, which only a limit has; remove one of them",
    );
    law_error(
        "reason = \"seed_recovery\"",
        "reason = \"seed_recovery\"\ncontrol = \"wac-230-15-140\"",
        "control = \"wac-230-15-140\"",
        "confirmed[3], control: is there beside reason; write one [[confirmed]] for each",
    );
    law_error(
        "limit = \"single-wager\"",
        "# no limit",
        "[[confirmed]]",
        "confirmed[1], limit: is missing; name the limit, the control or the reason of which something is confirmed",
    );
}

#[test]
fn an_inspection_has_its_reason_its_initials_and_its_day_and_is_of_one_day() {
    law_error(
        "reason = \"the report",
        "# reason = \"the report",
        "[[inspected]]",
        "inspected[1], reason: is missing; the answer is no; say why",
    );
    law_error(
        "answer = \"no\"",
        "answer = \"maybe\"",
        "answer = \"maybe\"",
        "inspected[1], answer: is `maybe`, but it must be one of yes, no, not applicable; correct it",
    );
    law_error(
        "by = \"examination\"",
        "by = \"examinaton\"",
        "by = \"examinaton\"",
        "inspected[1], by: is `examinaton` (did you mean `examination`?), but it must be one of examination, \
         inquiry, observation; correct it",
    );
    let text = with_law();
    let again = "\n[[inspected]] # again\ncontrol = \"wac-230-15-671\"\nanswer = \"yes\"\nby = \"inquiry\"\n\
                 initials = \"JD\"\ndate = \"2026-11-20\"\n";
    let errors = parse_engagement(&format!("{text}{again}"), "e.toml").unwrap_err().0;
    let said: Vec<String> = errors.iter().map(said).collect();
    let first = line_of(&text, "[[inspected]]");
    assert_eq!(
        said,
        [format!(
            "inspected[2], control: is wac-230-15-671 again, answered yes; line {first} answered no; keep one \
             of them"
        )]
    );
}

#[test]
fn what_was_seen_on_one_day_is_not_in_a_house_file() {
    let law = with_law();
    let (_, block) = law.split_once("\n[[inspected]]").unwrap();
    let house = format!("schema = 1\n[[inspected]]{block}");
    let extends = "[engagement]\nextends = \"h.toml\"";
    let day = example().replacen("[engagement]", extends, 1);
    let read = parse_engagement_with(&day, "e.toml", Some(&house), |_, _| Defined::default());
    let said: Vec<String> = read.unwrap_err().0.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "h.toml:3: inspected[1], control: stands in the house file, but it is of one day; move it to the engagement",
            "h.toml:13: record[1], day: stands in the house file, but it is of one day; move it to the engagement",
        ]
    );
    // A date of the law is of every day.
    let (law, _) = law.split_once("\n[[inspected]]").unwrap();
    let (_, block) = law.split_once("\n[[confirmed]]").unwrap();
    let house = format!("schema = 1\n[[confirmed]]{block}");
    let read = parse_engagement_with(&day, "e.toml", Some(&house), |_, _| Defined::default());
    assert!(read.unwrap().confirmed.iter().all(|of| of.line.of_house));
}

#[test]
fn a_ruling_is_the_houses_unless_it_names_an_approval() {
    let of = |text: &str| parse_engagement(text, "e.toml").unwrap().rulings[0].authority;
    assert_eq!(of(example()), Authority::HouseRules);
    let source = "source = \"House rules, section 4\"";
    let approved = format!("authority = \"approved rules\"\n{source}");
    assert_eq!(of(&example().replacen(source, &approved, 1)), Authority::ApprovedRules);
    one_error(
        source,
        "source = \"House rules, section 4\"\nauthority = \"regulation\"",
        "ruling[1], authority: is `regulation`, but it must be one of approved rules, house rules; correct it",
    );
}

#[test]
fn a_figure_of_a_daily_record_is_of_an_audited_day_and_of_one_meter_or_table() {
    let text = with_law();
    let e = parse_engagement(&text, "e.toml").unwrap();
    let [of] = e.daily_figures.as_slice() else { panic!("{:?}", e.daily_figures) };
    assert_eq!((of.of, of.day), (FigureOf::Accrued(LinkId(0)), 0));
    assert_eq!((of.amount, of.rounding), (money("1042.37"), Rounding::Down));
    let table = text.replace("progressive-accrual\" ", "table-win\" ");
    let table =
        table.replace("link = \"HARBOR-1\"                      # of", "table = \"C4P-1\" # of");
    let table =
        table.replace("level = \"grand\"                        # optional: where", "# where");
    let lost = table.replace("amount = \"1042.37\"", "amount = \"-0.50\"");
    let e = parse_engagement(&lost, "e.toml").unwrap();
    assert_eq!(e.daily_figures[0].of, FigureOf::TableWin(TableId(0)));
    assert_eq!(e.daily_figures[0].amount, money("0.50").negated());
    let day = "day = \"2026-10-31\"                     # an";
    let link = "link = \"HARBOR-1\"                      # of";
    let level = "level = \"grand\"                        # optional: where";
    for (from, to, message) in [
        (
            day,
            "day = \"2026-11-01\" # HERE",
            "day: is 2026-11-01, which is no audited gaming day (2026-10-31); correct or remove it",
        ),
        (
            link,
            "link = \"HARBOR-2\" # HERE",
            "link: is `HARBOR-2` (did you mean `HARBOR-1`?), but the links are HARBOR-1; correct it",
        ),
        (
            level,
            "level = \"mini\" # HERE",
            "level: is `mini`, but the levels of this link are grand; correct it",
        ),
        (
            "amount = \"1042.37\"",
            "amount = \"1042.375\" # HERE",
            "amount: is $1,042.375, but a daily record is in whole cents; correct it",
        ),
        (
            "rounding = \"down\"                      # optional: down",
            "rounding = \"exact\" # HERE",
            "rounding: is `exact`, but it must be one of down, half-up, up; correct it",
        ),
        (
            "kind = \"progressive-accrual\"",
            "kind = \"accrual\" # HERE",
            "kind: is `accrual`, but it must be one of progressive-accrual, progressive-paid, table-win; correct it",
        ),
    ] {
        law_error(from, to, "HERE", &format!("record[1], {message}"));
    }
    let (_, block) = text.split_once("[[record]]").unwrap();
    let again = format!("{text}\n[[record]]{}", block.replace("1042.37", "1042.38"));
    let errors = parse_engagement(&again, "e.toml").unwrap_err().0;
    let said: Vec<String> = errors.iter().map(said).collect();
    let line = line_of(&text, "[[record]]");
    assert_eq!(
        said,
        [format!(
            "record[2], amount: is $1,042.38 by master games report of 2026-10-31, but line {line} has $1,042.37 for \
         the same day by master games report of 2026-10-31; keep one of them"
        )]
    );
}
