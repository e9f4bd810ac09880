//! Links, the settings of their levels, and what their meters pay.

use super::*;
use feltproof_model::engagement::Overflow;

#[test]
fn links_and_their_settings() {
    let approved = "approved = { seed = \"2500.00\", contribution = \"20%\"";
    one_error(
        "unit = \"5.00\"",
        "unit = \"0.00\"",
        "link HARBOR-1, unit: is $0.00, but it must be above $0.00; correct it",
    );
    one_error(
        "unit = \"5.00\"",
        "unit = \"$5\"",
        "link HARBOR-1, unit: is `$5`, which is not a dollar amount such as 12.50; correct it",
    );
    one_error(
        "preconfigured_contribution = \"20%\"",
        "preconfigured_contribution = \"101%\"",
        "link HARBOR-1, preconfigured_contribution: is 101%, which is more than 100%; correct \
         it",
    );
    one_error(
        approved,
        &approved.replace("20%", "201/200"),
        "link HARBOR-1, approved, contribution: is 100.5%, which is more than 100%; correct \
         it",
    );
    one_error(
        approved,
        &approved.replace("20%", "twenty"),
        "link HARBOR-1, approved, contribution: is `twenty`, which is not a rate such as \
         18.5%, 37/200 or 3; correct it",
    );
    one_error(
        approved,
        &approved.replace("{ ", "{ limit = \"2499.99\", "),
        "link HARBOR-1, approved, limit: is $2,499.99, which is below the seed $2,500.00; \
         correct one of them",
    );
    for key in ["contribution_unit", "display_unit"] {
        one_error(
            approved,
            &approved.replace("{ ", &format!("{{ {key} = \"0\", ")),
            &format!(
                "link HARBOR-1, approved, {key}: is $0.00, but it must be above \
                      $0.00; correct it"
            ),
        );
    }
    one_error(
        "link = \"HARBOR-1\"",
        "link = \"HARBOR-2\"",
        "table C4P-1, link: is `HARBOR-2` (did you mean `HARBOR-1`?), but the links are \
         HARBOR-1; correct it",
    );
    // On the edge: a limit at the seed, and all of a wager set aside, are for the checks to judge.
    let edge = approved.replace("20%", "95%").replace("{ ", "{ limit = \"2500\", ");
    parse_engagement(&example().replace(approved, &edge), "e").unwrap();
}

#[test]
fn what_a_meter_pays_is_read_and_what_is_none_is_refused() {
    let text = example()
        .replace("award_unit = \"0.01\"", "award_unit = \"1.00\"")
        .replace("award_rounding = \"down\"", "award_rounding = \"half-up\"")
        .replace("fixed_awards = \"tray\"", "fixed_awards = \"meter\"");
    let awards = parse_engagement(&text, "e").unwrap().links[0].awards;
    assert!(awards.deducts_fixed);
    // A tenth of $2,345.00 is $234.50: the half goes up; of $2,344.99 it is $234.499. The whole is never rounded.
    let owed = |share, of| awards.owed(Rate::parse(share).unwrap(), money(of)).unwrap();
    assert_eq!((owed("10%", "2345"), owed("10%", "2344.99")), (money("235"), money("234")));
    assert_eq!(owed("100%", "2345.67"), money("2345.67"));
    let to_cents = AwardTerms::DEFAULT.owed(Rate::parse("10%").unwrap(), money("2345.67"));
    assert_eq!(to_cents, Some(money("234.56")));
    for (from, to) in [
        ("award_unit = \"0.01\"", "award_unit = \"0.00\""),
        ("award_rounding = \"down\"", "award_rounding = \"exact\""),
        ("fixed_awards = \"tray\"", "fixed_awards = \"none\""),
    ] {
        assert_eq!(errors(from, to).len(), 1, "{to}");
    }
}

#[test]
fn a_table_of_a_link_may_have_a_unit_of_its_own() {
    let of = |text: &str| parse_engagement(text, "e").map(|e| e.tables[0].unit);
    let text = example().replace("# unit = \"1.00\"", "unit = \"1.00\"");
    assert_eq!((of(example()).unwrap(), of(&text).unwrap()), (None, Some(money("1"))));
    let alone = text.replace("link = \"HARBOR-1\"", "");
    assert!(
        of(&alone).unwrap_err().to_string().contains("unit: is there at a table without a link")
    );
}

/// Document 001 names contribution and reserve; where a document names the share of the house too, the three are
/// the whole wager.
#[test]
fn the_share_of_the_house_is_what_the_others_leave() {
    let approved = "approved = { seed = \"2500.00\", contribution = \"20%\"";
    let with = |house: &str| approved.replace("{ ", &format!("{{ house = \"{house}\", "));
    parse_engagement(&example().replace(approved, &with("75%")), "e").unwrap();
    one_error(
        approved,
        &with("70%"),
        "link HARBOR-1, approved, house: is 70%, but 20% to the meter and 5% to the reserve leave 75% of the \
         wager to the house; correct one of them",
    );
    // All of the wager to the meter and the reserve leaves nothing.
    let all = with("0%").replace("20%", "95%");
    parse_engagement(&example().replace(approved, &all), "e").unwrap();
}

#[test]
fn what_a_limit_cuts_off_goes_to_a_destination_that_exists() {
    let system = "system = \"nexus-command\"";
    let with = |to: &str| format!("{system}\noverflow = \"{to}\"");
    let read = |text: &str| parse_engagement(text, "e").unwrap().links.swap_remove(0);
    assert_eq!(read(example()).running.overflow, Overflow::Undeclared);
    let second = "[[link]]\nid = \"HARBOR-2\"\nsystem = \"nexus-command\"\npaytable = \"pays-3\"\n\
        location = \"Harbor\"\nlevel = \"second\"\nunit = \"5.00\"\nexecutive_from = \"5000.00\"\n\
        approved = { seed = \"1\", contribution = \"1%\", reserve = \"1%\" }\n\
        running = { seed = \"1\", contribution = \"1%\", reserve = \"1%\" }\n";
    for (to, overflow) in [
        ("reserve", Overflow::Reserve),
        ("house", Overflow::House),
        ("HARBOR-2", Overflow::Meter("HARBOR-2".into())),
    ] {
        let text = format!("{}\n{second}", example().replacen(system, &with(to), 1));
        let link = read(&text);
        assert_eq!((&link.approved.overflow, &link.running.overflow), (&overflow, &overflow));
    }
    // Neither another link's nor its own.
    for to in ["HARBOR-3", "HARBOR-1"] {
        one_error(
            system,
            &with(to),
            &format!(
                "link HARBOR-1, overflow: is `{to}`, but the destinations are reserve, house; correct it"
            ),
        );
    }
}

/// A second meter, as a level of the first link or as a link of its own.
fn with_second(id: &str, level: &str, unit: &str, system: &str) -> String {
    let own = format!(
        "[[link]]\nid = \"{id}\"\nsystem = \"{system}\"\npaytable = \"minor\"\nlocation = \"Harbor\"\n\
         level = \"{level}\"\nunit = \"{unit}\"\nexecutive_from = \"5000.00\"\n\
         approved = {{ seed = \"1\", contribution = \"1%\", reserve = \"1%\" }}\n\
         running = {{ seed = \"1\", contribution = \"1%\", reserve = \"1%\" }}\n"
    );
    format!("{}\n{own}", example())
}

#[test]
fn a_table_feeds_every_level_of_its_link_and_every_one_of_its_links() {
    let one = "link = \"HARBOR-1\"";
    let read = |text: &str| parse_engagement(text, "e").unwrap_or_else(|e| panic!("{e}"));
    let levels = read(&with_second("HARBOR-1", "minor", "5.00", "nexus-command"));
    let names = |of: &Engagement| of.links.iter().map(|l| l.id.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&levels), ["HARBOR-1 grand", "HARBOR-1 minor"]);
    assert!(levels.links.iter().all(|link| link.name == "HARBOR-1" && link.is_named("HARBOR-1")));
    let fed = vec![LinkId(0), LinkId(1)];
    assert_eq!(levels.tables[0].links, fed);
    // A meter by its own name is one of them.
    let text = with_second("HARBOR-1", "minor", "5.00", "nexus-command");
    let text = text.replacen(one, "link = \"HARBOR-1 minor\"", 1);
    assert_eq!(read(&text).tables[0].links, [LinkId(1)]);
    let text = with_second("HARBOR-2", "grand", "5.00", "nexus-command");
    assert_eq!(read(&text).tables[0].links, [LinkId(0)]);
    let text = text.replacen(one, "links = [\"HARBOR-1\", \"HARBOR-2\"]", 1);
    assert_eq!(read(&text).tables[0].links, fed);
    assert_eq!(names(&read(&text)), ["HARBOR-1", "HARBOR-2"]);
}

#[test]
fn meters_of_one_wager_have_one_unit_and_one_system() {
    let errors = |text: &str| parse_engagement(text, "e").unwrap_err().to_string();
    let both = "links = [\"HARBOR-1\", \"HARBOR-2\"]";
    let of = |unit: &str, system: &str, links: &str| {
        let text = with_second("HARBOR-2", "grand", unit, system);
        errors(&text.replacen("link = \"HARBOR-1\"", links, 1))
    };
    let said = of("1.00", "nexus-command", both);
    assert!(
        said.contains(
            "table C4P-1, links: joins HARBOR-1 (unit $5.00) and HARBOR-2 (unit $1.00), but one progressive \
             wager on one sensor feeds all meters of a table; give them one unit or the table one of them"
        ),
        "{said}"
    );
    let said = of("5.00", "shfl", both);
    assert!(said.contains("(system nexus-command) and HARBOR-2 (system shfl)"), "{said}");
    let said = of("5.00", "nexus-command", "links = [\"HARBOR-2\", \"HARBOR-2\"]");
    assert!(said.contains("is `HARBOR-2`, which the list names already"), "{said}");
    let said = of("5.00", "nexus-command", "links = []");
    assert!(said.contains("table C4P-1, links: is an empty list; add an entry"), "{said}");
    let said = of("5.00", "nexus-command", "links = [\"HARBOR-3\"]");
    assert!(said.contains("but the links are HARBOR-1, HARBOR-2"), "{said}");
    let said = of("5.00", "nexus-command", &format!("link = \"HARBOR-1\"\n{both}"));
    assert!(said.contains("link: is there beside `links`"), "{said}");
    // The same level twice is no second meter.
    let said = errors(&with_second("HARBOR-1", "grand", "5.00", "nexus-command"));
    assert!(said.contains("is `HARBOR-1`, which line"), "{said}");
}

#[test]
fn levels_that_are_shares_of_a_meter() {
    let level = "level = \"grand\"";
    let with = |shares: &str| example().replacen(level, &format!("{level}\nshares = {shares}"), 1);
    let link = parse_engagement(&with("{ minor = \"10%\", mini = \"1/50\" }"), "e").unwrap();
    let link = &link.links[0];
    let shares: Vec<String> =
        link.shares.iter().map(|(l, s)| format!("{l} {}", s.percent())).collect();
    assert_eq!(shares, ["mini 2%", "minor 10%"]);
    one_error(
        level,
        &format!("{level}\nshares = {{ grand = \"10%\" }}"),
        "link HARBOR-1, shares, grand: is the level of the meter itself; name only levels that are a share of it",
    );
    for (share, says) in [
        ("100%", "is 100%, but a share is above 0% and below 100%; correct it"),
        ("0%", "is 0%, but a share is above 0% and below 100%; correct it"),
    ] {
        one_error(
            level,
            &format!("{level}\nshares = {{ minor = \"{share}\" }}"),
            &format!("link HARBOR-1, shares, minor: {says}"),
        );
    }
    one_error(
        level,
        &format!("{level}\nshares = {{ mini = \"10%\", minor = \"10%\" }}"),
        "link HARBOR-1, shares, minor: is 10%, which level mini is, too; give each share one level",
    );
    // A level is either a share of a meter or has one of its own.
    let text = with_second("HARBOR-1", "minor", "5.00", "nexus-command");
    let text = text.replacen(level, &format!("{level}\nshares = {{ minor = \"10%\" }}"), 1);
    let said = parse_engagement(&text, "e").unwrap_err().to_string();
    assert!(said.contains("shares, minor: is a level with a meter of its own"), "{said}");
}

#[test]
fn a_meter_is_named_in_banks_and_equipment_and_no_two_go_by_one_name() {
    let text = with_second("HARBOR-1", "minor", "5.00", "nexus-command");
    let bank =
        "\n[[journal]]\nkind = \"bank\"\nfile = \"bank.csv\"\nlinks = [\"HARBOR-1 minor\"]\n";
    let place = "\n[[equipment]]\ncomponent = \"A\"\nversion = \"1\"\nplace = \"HARBOR-1 minor\"\n";
    let read = parse_engagement(&format!("{text}{bank}{place}"), "e");
    let read = read.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read.journals.last().unwrap().links, ["HARBOR-1 minor"]);
    let third = with_second("HARBOR-1 minor", "grand", "5.00", "nexus-command");
    let third = third.rsplit_once("[[link]]").unwrap().1;
    let said = parse_engagement(&format!("{text}\n[[link]]{third}"), "e").unwrap_err().to_string();
    assert!(
        said.contains(
            "level: is `minor`, so that this meter of link HARBOR-1 goes by `HARBOR-1 minor`, which is the id of \
             another link; rename one of them"
        ),
        "{said}"
    );
}

/// Settings that are approved later: the moment by the property's clock, each after the one before.
#[test]
fn approvals_of_later_dates_have_a_moment_and_a_document() {
    let running = "running  = {";
    let with = |from: &str, later: &str| {
        let approval = |from: &str, document: &str, seed: &str| {
            format!(
                "{{ from = \"{from}\", document = \"{document}\", seed = \"{seed}\", \
                 contribution = \"22%\", reserve = \"5%\" }}"
            )
        };
        let [one, other] =
            [approval(from, "Approval 7", "3000"), approval(later, "Approval 8", "3500")];
        example().replacen(running, &format!("approvals = [{one}, {other}]\n{running}"), 1)
    };
    let later = "2026-10-31T19:00:00-07:00";
    let link =
        parse_engagement(&with("2026-10-31 15:00:00", later), "e").unwrap().links.swap_remove(0);
    let at = |text: &str| Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_microsecond());
    let first = at("2026-10-31T22:00:00Z");
    assert_eq!(link.approvals[0].from, first);
    assert_eq!(link.approved_at(Timestamp(first.0 - 1)), &link.approved);
    assert_eq!(link.approved_at(first).seed, money("3000"));
    assert_eq!(link.approved_at(at("2026-11-01T02:00:00Z")).seed, money("3500"));
    for (from, why) in [
        ("2026-10-31", "`2026-10-31` is not a time such as"),
        ("2026-11-01T01:30:00", "is a time that the clock showed twice"),
        ("2026-10-31T20:00:00", "not after the approval before it"),
    ] {
        let errors = parse_engagement(&with(from, later), "e").unwrap_err().to_string();
        assert!(errors.contains(why), "{errors}");
    }
}

#[test]
fn a_table_has_paytables_and_limits_approved_later() {
    let posted = "posted = {";
    let with = |later: &str| {
        let approvals = format!(
            "approvals = [{{ from = \"2026-10-31T15:00:00\", document = \"Memo 7\", {later} }}]"
        );
        example().replacen(posted, &format!("{approvals}\n{posted}"), 1)
    };
    let of = "paytables = { queens_up = \"C4P-10\" }, posted = { queens_up = [\"5\", \"50\"] }";
    let table = parse_engagement(&with(of), "e").unwrap().tables.swap_remove(0);
    let from = table.approvals[0].from;
    let queens_up = |time| {
        let limits = table.posted_at(time).iter();
        limits.filter(|of| of.wager == Wager::QueensUp).map(|of| of.max).collect::<Vec<_>>()
    };
    assert_eq!(queens_up(Timestamp(from.0 - 1)), [money("100")]);
    assert_eq!(queens_up(from), [money("50")]);
    // What it does not name stays.
    assert_eq!(table.posted_at(from).len(), table.posted.len());
    let paytable = |of: &[(Wager, String)]| of.iter().find(|of| of.0 == Wager::QueensUp).cloned();
    let later = paytable(&table.approvals[0].paytables).unwrap().1;
    assert_eq!((&*later, table.paytables.len()), ("C4P-10", table.approvals[0].paytables.len()));
    let errors = parse_engagement(&with("paytables = { aces_up = \"AU-1\" }"), "e").unwrap_err();
    assert!(errors.to_string().contains("which the table does not offer before"), "{errors}");
}
