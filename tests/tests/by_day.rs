//! Meters by gaming day, and the registers, against plain sums over the rows of the manager journal.

use feltproof_model::{MeterDay, Money, Rate, Seat, Sum};
use feltproof_simulate::{Fault, Plan};
use feltproof_tests::{Audited, Day, audit};
use std::collections::BTreeMap;
use std::path::Path;

/// Micro-dollars of meter and reserve.
type Accounts = [i128; 2];

/// One row of the journal: its columns by name.
type Fields = BTreeMap<String, String>;

/// What the rows of one gaming day come to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    opening: Accounts,
    coin_in: i128,
    left_to_house: i128,
    contributions: Accounts,
    awards: i128,
    reseeds: Accounts,
    back_outs: Accounts,
    others: Accounts,
    closing: Accounts,
    reading: Accounts,
}

fn fixture(name: &str) -> Day {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
    let mut day = Day::default();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        day.0.insert(file.to_owned(), std::fs::read(folder.join(file)).unwrap());
    }
    day
}

fn rows(day: &Day) -> Vec<Fields> {
    let text = day.text("manager.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let fields = |row: csv::StringRecord| {
        names.iter().zip(row.iter()).map(|(n, v)| (n.to_owned(), v.to_owned())).collect()
    };
    reader.into_records().map(|row| fields(row.unwrap())).collect()
}

fn micros(text: &str) -> i128 {
    if text.is_empty() { 0 } else { Money::parse(text.as_bytes()).unwrap().micros().into() }
}

fn part(rate: Rate, amount: i128) -> i128 {
    let product = amount * i128::from(rate.numerator());
    assert_eq!(product % i128::from(rate.denominator()), 0, "no fraction below a micro-dollar");
    product / i128::from(rate.denominator())
}

/// The sums of each gaming day, `day_of` being the day of a row by its place; the settings never change.
fn sums(audited: &Audited, rows: &[Fields], day_of: impl Fn(usize) -> usize) -> Vec<Sums> {
    let settings = &audited.scope.engagement.links[0].running;
    let mut days: Vec<Sums> = Vec::new();
    let mut at: Accounts = [0; 2];
    for (place, row) in rows.iter().enumerate() {
        let field = |name: &str| row.get(name).map_or("", String::as_str);
        let reading = [micros(field("display")), micros(field("reserve"))];
        if place == 0 {
            at = reading;
        }
        if days.len() <= day_of(place) {
            days.push(Sums { opening: at, ..Sums::default() });
        }
        let day = days.last_mut().unwrap();
        let amount = micros(field("amount"));
        let account = usize::from(field("event") == "reserve_adjustment");
        match field("event") {
            "coin_in" => {
                day.coin_in += amount;
                let shares = part(settings.contribution, amount) + part(settings.reserve, amount);
                day.left_to_house += amount - shares;
                for (of, rate) in [settings.contribution, settings.reserve].into_iter().enumerate()
                {
                    at[of] += part(rate, amount);
                    day.contributions[of] += part(rate, amount);
                }
            }
            "award" => {
                at[0] -= amount;
                day.awards += amount;
            }
            "reseed" => {
                let drawn = std::mem::take(&mut at[1]);
                let added = i128::from(settings.seed.micros()) + drawn;
                at[0] += added;
                day.reseeds[0] += added;
                day.reseeds[1] -= drawn;
            }
            "adjustment" | "reserve_adjustment" => {
                at[account] += amount;
                let kinds = [&mut day.others, &mut day.back_outs];
                let [others, back_outs] = kinds;
                let of = if field("reason") == "back_out" { back_outs } else { others };
                of[account] += amount;
            }
            _ => {}
        }
        (day.closing, day.reading) = (at, reading);
    }
    days
}

/// The same of the audit, two rows a day.
fn of_audit(days: &[MeterDay]) -> Vec<Sums> {
    let both = |pair: &[MeterDay], f: &dyn Fn(&MeterDay) -> i128| [f(&pair[0]), f(&pair[1])];
    let sums = days.chunks(2).map(|pair| {
        assert_eq!((pair[0].account, pair[1].account), ("meter", "reserve"));
        assert_eq!((pair[0].date, pair[1].awards), (pair[1].date, Sum::ZERO));
        assert_eq!(pair[1].wagered, None);
        Sums {
            opening: both(pair, &|d| d.opening.micros().into()),
            coin_in: pair[0].wagered.unwrap().coin_in.micros(),
            left_to_house: pair[0].wagered.unwrap().left_to_house.unwrap().micros(),
            contributions: both(pair, &|d| d.contributions.micros()),
            awards: pair[0].awards.micros(),
            reseeds: both(pair, &|d| d.reseeds.micros()),
            back_outs: both(pair, &|d| d.back_outs().micros()),
            others: both(pair, &|d| d.other_adjustments().micros()),
            closing: both(pair, &|d| d.closing.micros().into()),
            reading: both(pair, &|d| d.reading.micros().into()),
        }
    });
    sums.collect()
}

/// The manager journal alone, its records spread evenly over so many gaming days; and the day of each record.
fn spread(mut day: Day, days: usize, left_out: Option<usize>) -> (Day, Vec<usize>) {
    let text = day.text("manager.csv");
    let lines: Vec<&str> = text.lines().collect();
    let records = lines.len() - 1;
    let (mut out, mut of) = (format!("{}\n", lines[0]), Vec::new());
    for (at, line) in lines[1..].iter().enumerate() {
        let mut fields: Vec<String> = line.splitn(3, ',').map(str::to_owned).collect();
        // From 10:00 on the first day, in equal steps to 02:00 after the last.
        let second = 36_000 + at * (days * 86_400 - 28_800) / records;
        let (date, time) = (1 + second / 86_400, second % 86_400);
        let (hour, minute) = (time / 3600, time / 60 % 60);
        fields[1] = format!("2026-07-{date:02}T{hour:02}:{minute:02}:{:02}-07:00", time % 60);
        if Some(at) == left_out {
            continue;
        }
        of.push((second - 21_600) / 86_400);
        out.push_str(&format!("{}\n", fields.join(",")));
    }
    day.0.insert("manager.csv".to_owned(), out.into_bytes());
    let engagement = day.text("engagement.toml");
    let mut sections = Vec::new();
    for section in engagement.split("\n\n") {
        let is_other = section.contains("[[journal]]") && !section.contains("\"manager\"");
        if !is_other {
            sections.push(section);
        }
    }
    let dates: Vec<String> = (1..=days).map(|date| format!("\"2026-07-{date:02}\"")).collect();
    let lines = sections.join("\n\n");
    let lines = lines.lines().map(|line| match line.split_once(" = ") {
        Some(("gaming_days", _)) => format!("gaming_days = [{}]", dates.join(", ")),
        _ => line.to_owned(),
    });
    let engagement = lines.collect::<Vec<_>>().join("\n");
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    (day, of)
}

fn plans() -> [Plan; 3] {
    // The game of the multi-game link.
    let linked = Fault::parse("link-awards-in-wrong-order").unwrap().game();
    [Plan::new(7, 300), Plan::of(linked, 8, 300), Plan::new(9, 500)]
}

#[test]
fn the_days_of_the_fixtures_are_the_sums_of_their_rows() {
    for name in ["harbor-card-room", "tampered-day"] {
        let day = fixture(name);
        let audited = audit(&day, |_| {});
        let expected = sums(&audited, &rows(&day), |_| 0);
        let days = &audited.outcome.registers.days;
        assert_eq!(of_audit(days), expected, "{name}");
        // A clean day shows what it should; the planted faults are in the variance of the tampered one.
        let is_clean = days.iter().all(|day| day.variance() == Some(Sum::ZERO));
        assert_eq!(is_clean, name == "harbor-card-room", "{days:?}");
    }
}

#[test]
fn each_of_one_to_three_days_is_the_sum_of_its_rows_and_opens_as_the_one_before_closed() {
    for plan in plans() {
        for count in 1..=3 {
            let (day, of) = spread(Day::simulated(&plan), count, None);
            let audited = audit(&day, |_| {});
            let days = of_audit(&audited.outcome.registers.days);
            assert_eq!(days, sums(&audited, &rows(&day), |place| of[place]), "{plan:?}, {count}");
            assert_eq!(days.len(), count);
            for pair in days.windows(2) {
                assert_eq!(pair[0].closing, pair[1].opening);
            }
            let registers = &audited.outcome.registers;
            for day in &registers.days {
                assert_eq!(day.variance(), Some(Sum::ZERO), "{day:?}");
            }
            // Two ways to the same end: the reconciliation of the whole period.
            let last = &registers.days[registers.days.len() - 2..];
            for (whole, day) in audited.outcome.meters.iter().zip(last) {
                assert_eq!((whole.expected, whole.recorded), (day.shown, day.reading));
            }
        }
    }
}

/// The limit is $5 above the opening: what it cuts off is the house's where that is declared, and nobody's here where it goes to
/// another link.
#[test]
fn what_a_limit_cuts_off_is_left_to_the_house_only_where_it_is_declared_so() {
    let limit = Money::parse(b"14023.325").unwrap();
    let plan = Plan { meter_limit: Some(limit), ..Plan::new(7, 300) };
    let mut left = Vec::new();
    for overflow in ["house", "reserve", ""] {
        let mut day = Day::simulated(&plan);
        let engagement = day.text("engagement.toml");
        let stated = "overflow = \"house\"\n";
        assert!(engagement.contains(stated));
        let other = format!("overflow = \"{overflow}\"\n");
        let other = if overflow.is_empty() { "" } else { &other };
        let changed = engagement.replace(stated, other);
        day.0.insert("engagement.toml".to_owned(), changed.into_bytes());
        let audited = audit(&day, |_| {});
        let days = &audited.outcome.registers.days;
        let coin_in: i128 = rows(&day)
            .iter()
            .filter(|row| row["event"] == "coin_in")
            .map(|row| micros(&row["amount"]))
            .sum();
        let wagered = days[0].wagered.unwrap();
        let to_house = wagered.left_to_house.unwrap();
        assert_eq!(wagered.coin_in.micros(), coin_in);
        let rest = wagered.coin_in - days[0].contributions - days[1].contributions;
        let settings = &audited.scope.engagement.links[0].running;
        let shares = part(settings.contribution, coin_in) + part(settings.reserve, coin_in);
        let kept = coin_in - shares;
        match overflow {
            "house" => assert!(to_house == rest && rest.micros() > kept),
            // The reserve has what the limit cut off: nothing is left over.
            "reserve" => assert!(to_house == rest && rest.micros() == kept),
            _ => assert!(to_house.micros() == kept && rest.micros() > kept),
        }
        left.push(to_house);
    }
    assert!(left[0] > left[1] && left[1] == left[2], "{left:?}");
}

#[test]
fn a_departure_stays_in_the_variance_and_a_missing_record_leaves_its_day_open() {
    let fault = Fault::parse("meter-short-one-contribution").unwrap();
    let plan = Plan { faults: vec![fault], ..Plan::new(7, 300) };
    let faulty = Day::simulated(&plan);
    let planted = faulty.text("faults.csv");
    let planted: Vec<&str> = planted.lines().nth(1).unwrap().split(',').collect();
    let short = micros(planted[9]);
    assert!(short < 0, "{planted:?}");
    let (day, _) = spread(faulty, 2, None);
    let audited = audit(&day, |_| {});
    let variance: Vec<_> = audited.outcome.registers.days.iter().map(MeterDay::variance).collect();
    assert_eq!(variance.last(), Some(&Some(Sum::ZERO)), "the reserve is right");
    // Displays hide fractions of a cent: the same contribution shows as one cent more or less later on.
    let off = variance[2].unwrap().micros() - short;
    assert!(off.abs() <= 10_000, "{variance:?}, planted {short}");
    assert!(variance[0] == Some(Sum::ZERO) || variance[0] == variance[2], "{variance:?}");

    let clean = Day::simulated(&Plan::new(7, 300));
    let all = rows(&clean);
    let left_out = (all.len() / 2..).find(|at| all[*at]["event"] == "coin_in").unwrap();
    let (day, _) = spread(clean, 3, Some(left_out));
    let audited = audit(&day, |_| {});
    let days = &audited.outcome.registers.days;
    let indicated: Vec<_> = days.iter().map(MeterDay::variance).collect();
    let zero = Some(Sum::ZERO);
    assert_eq!(indicated, [zero, zero, None, None, zero, zero]);
    let by_display: Vec<_> = days.iter().map(|day| day.is_opened_by_display).collect();
    assert_eq!(by_display, [true, true, false, false, true, true]);
    assert!(
        days[2].undetermined.as_ref().unwrap().contains("records are missing"),
        "{:?}",
        days[2]
    );
    assert_eq!((days[4].opening, days[5].opening), (days[2].reading, days[3].reading));
    // Of every wager on record meter, reserve and house have all, beside a missing record too.
    for pair in days.chunks(2) {
        let wagered = pair[0].wagered.unwrap();
        let parts = pair[0].contributions + pair[1].contributions + wagered.left_to_house.unwrap();
        assert!(parts == wagered.coin_in && parts > Sum::ZERO, "{pair:?}");
    }
}

#[test]
fn the_registers_hold_every_row_with_what_stood_before_it() {
    let day = fixture("tampered-day");
    let audited = audit(&day, |_| {});
    let (rows, registers) = (rows(&day), &audited.outcome.registers);
    let of = |events: &[&str]| -> Vec<usize> {
        let is_one = |at: &usize| events.contains(&rows[*at]["event"].as_str());
        (0..rows.len()).filter(is_one).collect()
    };
    let awards = of(&["award"]);
    assert_eq!(registers.awards.len(), awards.len());
    let hands = cards(&day);
    for (award, at) in registers.awards.iter().zip(&awards) {
        let (row, before) = (&rows[*at], &rows[at - 1]);
        assert_eq!(award.entry.seq.to_string(), row["seq"]);
        assert_eq!(award.amount.plain(), row["amount"]);
        assert_eq!(i128::from(award.before.unwrap().micros()), micros(&before["display"]));
        assert_eq!(i128::from(award.after.micros()), micros(&row["display"]));
        let hand = (row["table"].clone(), row["round"].clone(), award.seat);
        let pretty = award.cards.clone().unwrap_or_default().replace("10", "T");
        assert_eq!(pretty, hands.get(&hand).cloned().unwrap_or_default(), "{row:?}");
        // Its reseed, where the next row is one: what it added, and by how much the reserve went down.
        let next = &rows[at + 1];
        if next["event"] == "reseed" {
            let reseed = award.reseed.unwrap();
            assert_eq!(reseed.added.plain(), next["amount"]);
            let drawn = micros(&row["reserve"]) - micros(&next["reserve"]);
            assert_eq!(i128::from(reseed.reserve.micros()), drawn);
        }
    }
    let adjustments = of(&["adjustment", "reserve_adjustment"]);
    assert_eq!(registers.adjustments.len(), adjustments.len());
    for (made, at) in registers.adjustments.iter().zip(&adjustments) {
        let (row, before) = (&rows[*at], &rows[at - 1]);
        let account = if made.account == "meter" { "display" } else { "reserve" };
        assert_eq!(made.amount.plain(), row["amount"]);
        assert_eq!(
            (made.entry.document.as_str(), made.reason.as_str()),
            (&*row["document"], &*row["reason"])
        );
        assert_eq!(i128::from(made.before.unwrap().micros()), micros(&before[account]));
        assert_eq!(i128::from(made.after.micros()), micros(&row[account]));
    }
    let made = |account: &str| -> i128 {
        let of = adjustments.iter().map(|at| &rows[*at]);
        let of = of.filter(|row| row["event"] == account && row["reason"] == "back_out");
        of.map(|row| micros(&row["amount"])).sum()
    };
    let back_outs = &registers.back_outs;
    assert!(!back_outs.is_empty());
    assert_eq!(back_outs.iter().map(|b| b.to_meter.micros()).sum::<i128>(), made("adjustment"));
    assert_eq!(
        back_outs.iter().map(|b| b.to_reserve.micros()).sum::<i128>(),
        made("reserve_adjustment")
    );
    for number in back_outs.iter().flat_map(|b| &b.awards) {
        assert!(registers.awards[number - 1].is_backed_out);
    }
}

/// The cards of each hand, by table, round and seat.
fn cards(day: &Day) -> BTreeMap<(String, String, Seat), String> {
    let text = day.text("hands.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let column = |name: &str| names.iter().position(|of| of == name).unwrap();
    let (table, round, seat) = (column("table"), column("round"), column("seat"));
    let cards = column("cards");
    let hand = |row: csv::StringRecord| {
        let suits = [("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣")];
        let pretty =
            suits.iter().fold(row[cards].to_owned(), |text, (from, to)| text.replace(from, to));
        let seat = Seat::parse(row[seat].as_bytes())?;
        Some(((row[table].to_owned(), row[round].to_owned(), seat), pretty))
    };
    // Of a number that stands twice, the first.
    let all: Vec<_> = reader.into_records().filter_map(|row| hand(row.ok()?)).collect();
    all.into_iter().rev().collect()
}
