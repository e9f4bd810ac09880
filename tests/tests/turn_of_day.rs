//! A whole simulated day cut in two gaming days wherever a round is under way: between any two of its
//! records. Numbers start anew with the second day, or run on. Nothing is found, as in the day itself.

use feltproof_model::Date;
use feltproof_simulate::Plan;
use feltproof_tests::{Day, audit};
use std::collections::BTreeMap;

const FILES: [(&str, usize, usize); 3] =
    [("hands.csv", 2, 0), ("controller.csv", 2, 3), ("manager.csv", 5, 6)];

/// Milliseconds since the midnight before the day of the simulation.
fn millis(time: &str) -> i64 {
    let day = if time.starts_with("2026-07-11") { 0 } else { 24 * 3600 * 1000 };
    let part = |from: usize| time[from..from + 2].parse::<i64>().unwrap() * 1000;
    let rest = time.get(20..23).and_then(|ms| ms.parse::<i64>().ok()).or_else(|| {
        let digits: String = time.get(20..)?.chars().take_while(char::is_ascii_digit).collect();
        format!("{digits:0<3}").parse().ok().filter(|_| time.as_bytes().get(19) == Some(&b'.'))
    });
    day + part(11) * 3600 + part(14) * 60 + part(17) + rest.unwrap_or(0)
}

fn shifted(time: &str, by: i64) -> String {
    let at = millis(time) + by;
    let (day, at) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000));
    let date = ["2026-07-11", "2026-07-12", "2026-07-13"][usize::try_from(day).unwrap()];
    let zone = match time.rfind(['-', '+']).filter(|place| *place > 18) {
        Some(place) => &time[place..],
        None => "",
    };
    let (seconds, ms) = (at / 1000, at % 1000);
    format!(
        "{date}T{:02}:{:02}:{:02}.{ms:03}{zone}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

struct Record {
    file: &'static str,
    fields: Vec<String>,
    time: i64,
    /// Table and number.
    round: Option<(String, u32)>,
}

fn records(day: &Day) -> Vec<Record> {
    let mut all = Vec::new();
    for (file, table, round) in FILES {
        for line in day.text(file).lines().skip(1) {
            let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
            let number = fields[round].parse().ok();
            let round = number.map(|number| (fields[table].clone(), number));
            all.push(Record { file, time: millis(&fields[1]), fields, round });
        }
    }
    all
}

/// When each round began, by its first record.
fn begun(records: &[Record]) -> BTreeMap<(String, u32), i64> {
    let mut begun = BTreeMap::new();
    for record in records {
        if let Some(round) = &record.round {
            let at = begun.entry(round.clone()).or_insert(record.time);
            *at = record.time.min(*at);
        }
    }
    begun
}

/// The day with its records shifted so that a gaming day starts on the minute between two of them.
fn cut(day: &Day, between: i64, starts_anew: bool) -> Day {
    let records = records(day);
    let turn = (between + 30_000) / 60_000 * 60_000;
    let by = turn - between;
    let begun = begun(&records);
    let mut lasts = BTreeMap::<&str, u32>::new();
    for ((table, number), at) in &begun {
        if at + by < turn {
            let last = lasts.entry(table).or_default();
            *last = (*last).max(*number);
        }
    }
    let mut texts: BTreeMap<&str, String> = FILES
        .iter()
        .map(|(file, ..)| (*file, day.text(file).lines().next().unwrap().to_owned() + "\n"))
        .collect();
    for record in &records {
        let mut fields = record.fields.clone();
        fields[1] = shifted(&fields[1], by);
        if let Some(round) = &record.round
            && starts_anew
            && begun[round] + by >= turn
        {
            let place = FILES.iter().find(|(file, ..)| *file == record.file).unwrap().2;
            let last = lasts.get(round.0.as_str()).copied().unwrap_or(0);
            fields[place] =
                round.1.checked_sub(last).filter(|n| *n > 0).unwrap_or(round.1).to_string();
        }
        let text = texts.get_mut(record.file).unwrap();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    let start = format!("{:02}:{:02}", turn / 3_600_000, turn / 60_000 % 60);
    let engagement = day
        .text("engagement.toml")
        .replace("gaming_days = [\"2026-07-11\"]", "gaming_days = [\"2026-07-10\", \"2026-07-11\"]")
        .replace("gaming_day_start = \"06:00\"", &format!("gaming_day_start = \"{start}\""));
    let mut day = Day(texts.into_iter().map(|(f, t)| (f.to_owned(), t.into_bytes())).collect());
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    day
}

/// Every moment between two records of a round of a linked table, round for round.
fn splits(day: &Day) -> BTreeMap<(String, u32), Vec<i64>> {
    let mut times = BTreeMap::<(String, u32), Vec<i64>>::new();
    for record in records(day) {
        // A reversal by accounting, hours later, is no record of the round.
        let is_reversal = record.fields.iter().any(|f| f.contains("adjustment"));
        if let Some(round) = record.round.filter(|_| !is_reversal) {
            times.entry(round).or_default().push(record.time);
        }
    }
    times.retain(|(table, _), _| table == "C4P-1" || table == "C4P-2");
    for times in times.values_mut() {
        times.sort_unstable();
        times.dedup();
        *times = times.windows(2).map(|pair| pair[0].midpoint(pair[1])).collect();
    }
    times
}

/// One of the two days alone, cut out of the export of both: its rounds, and what was found or lies open.
fn apart(both: &Day, date: &str) -> (u64, Vec<String>) {
    let days = "gaming_days = [\"2026-07-10\", \"2026-07-11\"]";
    let engagement = both.text("engagement.toml");
    assert!(engagement.contains(days));
    let engagement = engagement.replace(days, &format!("gaming_days = [\"{date}\"]"));
    let mut day = both.clone();
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    let audited = audit(&day, |_| {});
    let begins = |gap: &&String| gap.contains("begins with round");
    let gaps = audited.outcome.gaps.iter().filter(begins).cloned();
    let open = audited.outcome.checks.iter().filter(|check| check.undecided > 0);
    let open = open.map(|check| format!("{} left open", check.code));
    let raised = audited.raised().into_iter().chain(gaps).chain(open).collect();
    (audited.outcome.counts.rounds, raised)
}

/// What is raised of the second day where the export itself begins at the turn: nothing of the first day is in it.
fn cut_off(both: &Day, date: &str, between: i64) -> Vec<String> {
    let turn = (between + 30_000) / 60_000 * 60_000;
    let days = "gaming_days = [\"2026-07-10\", \"2026-07-11\"]";
    let engagement =
        both.text("engagement.toml").replace(days, &format!("gaming_days = [\"{date}\"]"));
    let mut day = both.clone();
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    for (file, ..) in FILES {
        let text = both.text(file);
        let (head, lines) = text.split_once('\n').unwrap();
        let is_kept = |line: &&str| millis(line.split(',').nth(1).unwrap()) >= turn;
        let kept: Vec<&str> = lines.lines().filter(is_kept).collect();
        day.0.insert(file.to_owned(), format!("{head}\n{}\n", kept.join("\n")).into_bytes());
    }
    // Without the events before it the second day has no reading of its beginning amount.
    let raised = audit(&day, |_| {}).raised();
    raised.into_iter().filter(|raised| !raised.starts_with("WAC-004")).collect()
}

fn each_cut(rounds: impl Fn(&(String, u32), usize) -> bool, starts_anew: bool) {
    let gaming_day = Date { year: 2026, month: 7, day: 11 };
    let day = Day::simulated(&Plan { gaming_day, ..Plan::new(11, 400) });
    let (mut failures, mut tried) = (Vec::new(), 0);
    for (round, times) in splits(&day) {
        let before_midnight = |at: &&i64| **at < 86_000_000;
        for between in times.iter().filter(before_midnight).filter(|_| rounds(&round, times.len()))
        {
            let cut = cut(&day, *between, starts_anew);
            let audited = audit(&cut, |_| {});
            // The second day has no reading of its beginning amount.
            let raised: Vec<String> =
                audited.raised().into_iter().filter(|r| !r.starts_with("WAC-004")).collect();
            let begins = |gap: &&String| gap.contains("begins with round");
            let gaps: Vec<&String> = audited.outcome.gaps.iter().filter(begins).collect();
            if !raised.is_empty() || !gaps.is_empty() || audited.outcome.counts.rounds != 400 {
                failures.push(format!(
                    "{round:?} at {}: {raised:?} {gaps:?} {} {}",
                    shifted("2026-07-11T00:00:00", *between),
                    audited.outcome.counts.rounds,
                    audited.listing()
                ));
            }
            let apart = ["2026-07-10", "2026-07-11"].map(|date| apart(&cut, date));
            let rounds: u64 = apart.iter().map(|(rounds, _)| rounds).sum();
            if rounds != 400 || apart.iter().any(|(_, raised)| !raised.is_empty()) {
                failures.push(format!("{round:?} cut at {between}, the days apart: {apart:?}"));
            }
            // A round 1 under way cannot be known from the next; an award that is cut in two is another matter.
            let is_plain = round.1 > 1 && times.len() <= 5;
            let off = if is_plain { cut_off(&cut, "2026-07-11", *between) } else { Vec::new() };
            if off.iter().any(|raised| raised.starts_with("RND-") || raised.starts_with("MTR-")) {
                failures.push(format!("{round:?} cut at {between}, and the export too: {off:?}"));
            }
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried} cuts");
    let some = failures.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {tried}:\n{some}", failures.len());
}

/// The first rounds of a table have numbers that the new day plays within minutes.
#[test]
fn a_round_under_way_at_the_turn_is_one_round_when_its_number_comes_again_soon() {
    each_cut(|(_, number), _| *number <= 6, true);
}

/// Later ones have numbers that it plays hours later, or never.
#[test]
fn a_round_under_way_at_the_turn_is_one_round_when_its_number_comes_again_late() {
    each_cut(|(_, number), _| (30..34).contains(number) || (70..73).contains(number), true);
}

#[test]
fn a_round_under_way_at_the_turn_is_one_round_where_numbers_run_on() {
    each_cut(|(_, number), _| *number <= 3 || (40..44).contains(number), false);
}

/// Rounds with an award, which takes minutes to verify.
#[test]
fn an_award_under_way_at_the_turn_finds_its_hand() {
    each_cut(|_, records| records > 5, true);
    each_cut(|_, records| records > 5, false);
}
