//! Honest days that are recorded in other forms: what a system never records, writes otherwise or shows in a coarser unit
//! accuses nobody, and what could not be tested for it is said.

use feltproof_model::Money;
use feltproof_model::workpaper::Outcome;
use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;
use feltproof_tests::{Audited, Day, audit};
use std::collections::BTreeSet;

/// A change of a day.
type Change<'a> = Box<dyn Fn(&Day) -> Day + 'a>;

/// The day with the fields of each record of a journal changed; records for which the change says `false` are gone, and
/// the others are numbered anew.
fn recorded(day: &Day, file: &str, mut change: impl FnMut(&mut Vec<String>) -> bool) -> Day {
    let text = day.text(file);
    let (header, records) = text.split_once('\n').unwrap();
    let mut lines = vec![header.to_owned()];
    for line in records.lines() {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if change(&mut fields) {
            fields[0] = lines.len().to_string();
            lines.push(fields.join(","));
        }
    }
    with(day, file, lines.join("\n") + "\n")
}

fn with(day: &Day, file: &str, text: String) -> Day {
    let mut day = day.clone();
    day.0.insert(file.to_owned(), text.into_bytes());
    day
}

/// How much a check left undecided.
fn undecided(audited: &Audited, code: &str) -> u64 {
    audited.outcome.checks.iter().find(|c| c.code == code).unwrap().undecided
}

/// The codes of what was raised, each as often as it was.
fn codes(audited: &Audited) -> Vec<String> {
    let code = |raised: String| raised.split(' ').next().unwrap().to_owned();
    audited.raised().into_iter().map(code).collect()
}

fn days() -> [Day; 2] {
    [GameKind::Crazy4Washington, GameKind::FourCardPoker]
        .map(|game| Day::simulated(&Plan::of(game, 5, 200)))
}

#[test]
fn events_that_a_system_never_records_accuse_nobody() {
    for day in days() {
        for (file, event, open) in [
            ("controller.csv", "end_game", ["RND-004", "RND-004"]),
            ("controller.csv", "hand_button", ["AWD-004", "RND-010"]),
            ("manager.csv", "coin_in", ["MTR-003", "AWD-003"]),
        ] {
            let without = recorded(&day, file, |record| record[4] != event);
            let audited = audit(&without, |_| {});
            assert_eq!(audited.raised(), [""; 0], "without {event}:\n{}", audited.listing());
            for code in open {
                assert!(undecided(&audited, code) > 0, "{code} without {event}");
            }
        }
    }
}

/// The day without the coin-ins of one of them for which `keeps` says `false`.
fn without_coin_ins(day: &Day, table: &str, keeps: impl Fn(usize) -> bool) -> Day {
    let mut seen = 0;
    recorded(day, "manager.csv", |record| {
        let is_of_table = record[4] == "coin_in" && record[5] == table;
        seen += usize::from(is_of_table);
        !is_of_table || keeps(seen)
    })
}

/// The manager lists no coin-in of one table of a link, and the meter shows them. In whatever order
/// the journals are declared, nobody is accused; where some are listed, whoever deleted the others is.
#[test]
fn coin_ins_of_a_table_that_are_never_recorded_accuse_nobody() {
    for day in days() {
        let manager = day.text("manager.csv");
        let records = manager.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let tables: BTreeSet<_> = records.filter(|r| r[4] == "coin_in").map(|r| r[5]).collect();
        assert!(tables.len() > 1);
        for table in tables {
            let unlisted = without_coin_ins(&day, table, |_| false);
            let text = unlisted.text("engagement.toml");
            let (before, journals) = text.split_once("[[journal]]").unwrap();
            let (manager, rest) = journals.split_once("[[journal]]\nkind = \"manager\"").unwrap();
            let first = format!(
                "{before}[[journal]]\nkind = \"manager\"\nfile = \"manager.csv\"\n\n[[journal]]{manager}"
            );
            let rest = rest.replacen("\nfile = \"manager.csv\"\n", "", 1);
            let manager_first = with(&unlisted, "engagement.toml", first + &rest);
            for day in [&unlisted, &manager_first] {
                let audited = audit(day, |_| {});
                assert_eq!(audited.raised(), [""; 0], "without {table}:\n{}", audited.listing());
                assert_eq!(audited.outcome.causes, []);
                for code in ["MTR-001", "MTR-002", "MTR-003", "MTR-005"] {
                    assert!(undecided(&audited, code) > 0, "{code} without {table}");
                }
                let days = &audited.outcome.registers.days;
                assert!(!days.is_empty() && days.iter().all(|day| day.undetermined.is_some()));
            }
            let audited = audit(&without_coin_ins(&day, table, |seen| seen < 20), |_| {});
            let raised = |code| audited.exceptions.iter().any(|e| e.code == code);
            assert!(raised("MTR-001") && raised("MTR-003"), "{}", audited.listing());
        }
    }
}

/// Of the records of a journal those that `keeps` says, by place, number as they were.
fn cut(day: &Day, file: &str, keeps: impl Fn(usize, usize) -> bool) -> Day {
    let text = day.text(file);
    let all = text.lines().count() - 1;
    let lines = text.lines().enumerate().filter(|(at, _)| *at == 0 || keeps(at - 1, all));
    let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
    with(day, file, text)
}

/// The day without a journal.
fn without(day: &Day, kind: &str) -> Day {
    let text = day.text("engagement.toml");
    let mut parts = text.split("[[journal]]");
    let head = parts.next().unwrap().to_owned();
    let mut rest = String::new();
    let mut journals = String::new();
    for part in parts {
        // What follows the last journal stays.
        let (journal, more) = part.split_once("\n\n").unwrap();
        rest += more;
        if !journal.contains(&format!("kind = \"{kind}\"")) {
            journals += &format!("[[journal]]{journal}\n\n");
        }
    }
    with(day, "engagement.toml", head + &journals + &rest)
}

/// Hands and controller, each whole, cut or absent: a table that the manager never lists is accused of nothing that the same
/// day with all coin-ins is not.
#[test]
fn a_table_that_is_never_listed_is_left_open_whichever_journal_lacks_records() {
    let half = |at: usize, all: usize| at >= all / 2;
    let middle = |at: usize, all: usize| at < 20 || at >= all / 3;
    let most = |at: usize, all: usize| at < all / 10;
    for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
        let whole = Day::simulated(&Plan { in_meter: true, ..Plan::of(game, 5, 200) });
        let manager = whole.text("manager.csv");
        let records = manager.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let tables: BTreeSet<_> = records.filter(|r| r[4] == "coin_in").map(|r| r[5]).collect();
        let (hands, controller) = ("hands.csv", "controller.csv");
        let variants: [(&str, Change<'_>); 12] = [
            ("whole", Box::new(Day::clone)),
            ("hands cut at the front", Box::new(|day| cut(day, hands, half))),
            ("hands cut in the middle", Box::new(|day| cut(day, hands, middle))),
            ("hands cut at the end", Box::new(|day| cut(day, hands, most))),
            ("no hands", Box::new(|day| without(day, "hands"))),
            ("no controller", Box::new(|day| without(day, "controller"))),
            ("neither", Box::new(|day| without(&without(day, "hands"), "controller"))),
            (
                "no controller, hands cut at the front",
                Box::new(|day| cut(&without(day, "controller"), hands, half)),
            ),
            (
                "no controller, hands cut in the middle",
                Box::new(|day| cut(&without(day, "controller"), hands, middle)),
            ),
            (
                "no controller, hands cut at the end",
                Box::new(|day| cut(&without(day, "controller"), hands, most)),
            ),
            (
                "no hands, controller cut at the front",
                Box::new(|day| cut(&without(day, "hands"), controller, half)),
            ),
            (
                "no hands, controller cut in the middle",
                Box::new(|day| cut(&without(day, "hands"), controller, middle)),
            ),
        ];
        for (name, lacking) in variants {
            let control = audit(&lacking(&whole), |_| {});
            for table in &tables {
                let lacks = lacking(&without_coin_ins(&whole, table, |_| false));
                let audited = audit(&lacks, |_| {});
                let listing = audited.listing();
                let known = codes(&control);
                let is_known = codes(&audited).iter().all(|code| known.contains(code));
                assert!(
                    is_known && !known.iter().any(|c| c.starts_with("MTR")),
                    "{name}, {table}:\n{listing}"
                );
                assert_eq!(audited.outcome.causes, [], "{name}, {table}");
                for code in ["MTR-001", "MTR-002", "MTR-013"] {
                    assert!(undecided(&audited, code) > 0, "{code}: {name}, {table}");
                }
            }
        }
    }
}

/// An in-meter that counts a table whose coin-ins are never listed is left open wherever it rises by more than those
/// that are, by a plain sum; where it counts less, it is accused.
#[test]
fn an_in_meter_that_counts_what_is_never_listed_is_left_open_and_a_shortfall_is_not() {
    const COUNT: usize = 15;
    for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
        let day = Day::simulated(&Plan { in_meter: true, ..Plan::of(game, 5, 200) });
        let table = day
            .text("manager.csv")
            .lines()
            .find(|l| l.contains("coin_in"))
            .unwrap()
            .split(',')
            .nth(5)
            .unwrap()
            .to_owned();
        let unlisted = without_coin_ins(&day, &table, |_| false);
        let micros = |text: &str| Money::parse(text.as_bytes()).unwrap().micros();
        let text = unlisted.text("manager.csv");
        let (mut last, mut sum, mut more) = (None, 0, 0);
        for record in text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
            sum += if record[4] == "coin_in" { micros(record[8]) } else { 0 };
            if let Some(now) = record.get(COUNT).filter(|now| !now.is_empty()) {
                more += u64::from(last.is_some_and(|last| micros(now) > last + sum));
                (last, sum) = (Some(micros(now)), 0);
            }
        }
        let audited = audit(&unlisted, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{}", audited.listing());
        assert!(more > 10);
        assert_eq!(undecided(&audited, "MTR-013"), more);
        // The last count of all is a dollar less than the one before.
        let all = text.lines().count();
        let last = micros(text.lines().nth(all - 2).unwrap().split(',').nth(COUNT).unwrap());
        let fallen = recorded(&unlisted, "manager.csv", |record| {
            if record[0] == (all - 1).to_string() {
                record[COUNT] = Money::from_micros(last - 1_000_000).plain();
            }
            true
        });
        let audited = audit(&fallen, |_| {});
        assert_eq!(codes(&audited), ["MTR-013"], "{}", audited.listing());
    }
}

/// All wagers of one table are taken off the record, and meter and reserve kept again without them: each of its rounds
/// with wagers is accused, as many as the hands journal has. The day is taken up to its first award, before which a
/// plain sum is all there is to keep.
#[test]
fn wagers_of_a_table_that_never_reached_the_meter_are_accused_in_each_round() {
    let micros = |text: &str| Money::parse(text.as_bytes()).unwrap().micros();
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let second = |time: &str| {
        let part = |at: usize| time[at..at + 2].parse::<u32>().unwrap();
        (part(5) * 31 + part(8)) * 86_400 + part(11) * 3600 + part(14) * 60 + part(17)
    };
    let mut tested = 0;
    for seed in 0..12 {
        let day = Day::simulated(&Plan::of(GameKind::Crazy4Washington, seed, 200));
        assert!(
            day.text("engagement.toml").contains("contribution = \"18.5%\", reserve = \"5%\" }")
        );
        let manager = day.text("manager.csv");
        let records: Vec<_> = manager.lines().skip(1).map(fields).collect();
        let is_sum = |of: &Vec<String>| matches!(&*of[4], "reading" | "open" | "coin_in" | "event");
        let sums: Vec<_> = records.iter().take_while(|of| is_sum(of)).collect();
        let end = second(&sums[sums.len() - 1][1]);
        let table = sums.iter().rfind(|of| of[4] == "coin_in").unwrap()[5].clone();
        let (mut meter, mut reserve) = (micros(&sums[0][9]), micros(&sums[0][10]));
        let skimmed = without_coin_ins(&day, &table, |_| false);
        let skimmed = recorded(&skimmed, "manager.csv", |record| {
            let is_before = second(&record[1]) <= end && is_sum(record);
            if is_before && record[4] == "coin_in" {
                let amount = micros(&record[8]);
                (meter, reserve) = (meter + amount * 185 / 1000, reserve + amount * 5 / 100);
            }
            record[9] = Money::from_micros(meter / 10_000 * 10_000).plain();
            record[10] = Money::from_micros(reserve).plain();
            is_before
        });
        let until_end = |day: &Day, file: &str| {
            let text = day.text(file);
            let times: Vec<_> = text.lines().skip(1).map(|l| second(&fields(l)[1])).collect();
            cut(day, file, |at, _| times[at] <= end)
        };
        let skimmed = until_end(&until_end(&skimmed, "hands.csv"), "controller.csv");
        let hands = skimmed.text("hands.csv");
        let stake = fields(hands.lines().next().unwrap());
        let stake = stake.iter().position(|name| name == "progressive").unwrap();
        let rows = hands.lines().skip(1).map(fields);
        let staked = rows.filter(|row| row[2] == table && !row[stake].is_empty());
        let rounds: BTreeSet<_> = staked.map(|row| (row[0].clone(), second(&row[1]))).collect();
        // What was settled in the last minutes before its last event the meter may not have shown yet.
        let shown = second(&fields(skimmed.text("manager.csv").lines().last().unwrap())[1]);
        let sure = rounds.iter().filter(|(_, time)| time + 180 < shown).count();
        let audited = audit(&skimmed, |_| {});
        let (mut found, open) = (codes(&audited), undecided(&audited, "MTR-003"));
        // The round under way where the day was cut has no rows.
        found.retain(|code| code != "RND-004");
        let listing = audited.listing();
        assert!(found.iter().all(|code| code == "MTR-003"), "{seed}:\n{listing}");
        assert!((sure..=rounds.len()).contains(&found.len()), "{seed}, {sure}:\n{listing}");
        assert_eq!(u64::try_from(rounds.len() - found.len()).unwrap(), open, "{seed}");
        tested += sure;
    }
    assert!(tested > 50, "{tested} rounds");
}

#[test]
fn a_button_whose_second_press_is_never_recorded_accuses_nobody() {
    let mut undone = 0;
    for day in days() {
        let mut pressed = BTreeSet::new();
        let once = recorded(&day, "controller.csv", |event| {
            let is_first = event[4] != "hand_button" || pressed.insert(event[2..7].to_vec());
            undone += u32::from(!is_first);
            is_first
        });
        let audited = audit(&once, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{}", audited.listing());
    }
    assert!(undone > 0, "a button was pressed by accident");
}

#[test]
fn people_by_name_are_those_of_the_staff_list_or_accused_of_nothing() {
    for day in days() {
        let name = |actor: &mut String| {
            if !actor.is_empty() {
                *actor = format!("Person {actor}");
            }
            true
        };
        let named = recorded(&day, "controller.csv", |record| name(record.last_mut().unwrap()));
        let named = recorded(&named, "manager.csv", |record| name(&mut record[11]));
        let audited = audit(&named, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{}", audited.listing());
        assert!(undecided(&audited, "ADJ-002") > 0 && undecided(&audited, "AWD-005") > 0);

        let text = named.text("engagement.toml");
        let mut is_staff = false;
        let lines = text.lines().map(|line| {
            is_staff = if line.starts_with('[') { line == "[[staff]]" } else { is_staff };
            match line.strip_prefix("id = \"").filter(|_| is_staff) {
                Some(id) => format!("{line}\nname = \"Person {id}"),
                None => line.to_owned(),
            }
        });
        let listed = with(&named, "engagement.toml", lines.collect::<Vec<_>>().join("\n") + "\n");
        let audited = audit(&listed, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{}", audited.listing());
        assert_eq!([undecided(&audited, "ADJ-002"), undecided(&audited, "AWD-005")], [0, 0]);
    }
}

/// A reserve in a coarser unit is the same reserve: stated, nothing is raised; whole dollars that nobody stated are one
/// exception without an amount, and no cause.
#[test]
fn a_reserve_in_a_coarser_unit_is_the_same_reserve() {
    for day in days() {
        for unit in ["0.10", "1.00", "5.00"] {
            let micros = Money::parse(unit.as_bytes()).unwrap().micros();
            let coarse = recorded(&day, "manager.csv", |record| {
                let reserve = Money::parse(record[10].as_bytes()).unwrap().micros();
                record[10] = Money::from_micros(reserve.div_euclid(micros) * micros).plain();
                true
            });
            let text = coarse.text("engagement.toml");
            let level = text.lines().find(|line| line.starts_with("level = ")).unwrap();
            let stated = text.replacen(level, &format!("{level}\nreserve_unit = \"{unit}\""), 1);
            let audited = audit(&with(&coarse, "engagement.toml", stated), |_| {});
            assert_eq!(audited.raised(), [""; 0], "{unit}:\n{}", audited.listing());
            if unit == "1.00" {
                let audited = audit(&coarse, |_| {});
                let [found] = audited.exceptions.as_slice() else {
                    panic!("{}", audited.listing());
                };
                let money = (found.difference, found.favours, found.cause);
                assert_eq!((found.code, money), ("MTR-002", (None, None, None)));
                assert_eq!(audited.outcome.causes, []);
            }
        }
    }
}

/// The day with a tray pay in the manager journal, right after the coin-in of its round, for each hand that the hands
/// journal paid from the tray: table, round, seat and amount of each.
fn with_tray_pays(day: &Day, more: i64) -> (Day, u64) {
    let hands = day.text("hands.csv");
    let column = |name: &str| {
        let header = hands.lines().next().unwrap();
        header.split(',').position(|column| column == name).unwrap()
    };
    let (round, table, seat) = (column("round"), column("table"), column("seat"));
    let returned = column("progressive_returned");
    let rows = hands.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let paid: Vec<_> = rows
        .filter(|row| row[column("action")] != "void")
        .filter_map(|row| {
            let amount = Money::parse(row[returned].as_bytes()).ok()?;
            let key = (row[table].to_owned(), row[round].to_owned());
            (amount > Money::ZERO).then(|| (key, row[seat].to_owned(), amount))
        })
        .collect();
    let manager = day.text("manager.csv");
    let mut lines = vec![manager.lines().next().unwrap().to_owned()];
    let mut pays = 0;
    for line in manager.lines().skip(1) {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        fields[0] = lines.len().to_string();
        lines.push(fields.join(","));
        let own = (fields[5].clone(), fields[6].clone());
        for (_, seat, amount) in
            paid.iter().filter(|(key, ..)| *key == own && fields[4] == "coin_in")
        {
            let mut pay = fields.clone();
            let amount = if pays == 0 { amount.micros() + more } else { amount.micros() };
            (pay[0], pay[4]) = (lines.len().to_string(), "tray_pay".to_owned());
            (pay[7], pay[8]) = (seat.clone(), Money::from_micros(amount).plain());
            lines.push(pay.join(","));
            pays += 1;
        }
    }
    (with(day, "manager.csv", lines.join("\n") + "\n"), pays)
}

#[test]
fn tray_pays_in_the_manager_journal_are_those_of_the_hands() {
    for day in days() {
        let (honest, pays) = with_tray_pays(&day, 0);
        let audited = audit(&honest, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{}", audited.listing());
        let check = audited.outcome.checks.iter().find(|c| c.code == "AWD-014").unwrap();
        let Outcome::Ran { tested, .. } = check.outcome else { panic!("{:?}", check.outcome) };
        assert!(pays > 5 && tested == pays, "{tested} of {pays}");

        let (other, _) = with_tray_pays(&day, 1_000_000);
        let audited = audit(&other, |_| {});
        let [found] = audited.exceptions.as_slice() else { panic!("{}", audited.listing()) };
        assert_eq!((found.code, found.difference), ("AWD-014", Money::from_dollars(1)));
    }
}
