//! One journal in several files, and running numbers of each table: the audit says what it says of the whole.
//! Where a part is cut, missing or wrong, it says the same or leaves open, and accuses nobody else.

use feltproof_model::Locus;
use feltproof_model::workpaper::Outcome;
use feltproof_tests::{Audited, Day, audit};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A journal in parts: each with its name and its lines, with the line that each has in the whole (the
/// header: 1).
type Parts = Vec<(String, Vec<(usize, String)>)>;

/// What an exception says, with the place it has in the whole.
type Said = (String, String, usize, String, String);

fn fixture(name: &str) -> Day {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
    let mut day = Day::default();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        day.0.insert(file.to_owned(), std::fs::read(folder.join(file)).unwrap());
    }
    day
}

fn field(line: &str, at: usize) -> &str {
    line.split(',').nth(at).unwrap()
}

/// The table of a row of the hands or the controller's journal.
fn table(line: &str) -> String {
    field(line, 2).to_owned()
}

/// A part of the day; none begins or ends within the hour that is repeated in autumn.
fn hours(line: &str) -> String {
    let time = field(line, 1);
    let part = match (&time[8..10], &time[11..13]) {
        ("31", hour) if hour < "15" => "1",
        ("31", hour) if hour < "20" => "2",
        (day, hour) if day == "31" || hour < "03" => "3",
        _ => "4",
    };
    part.to_owned()
}

/// The parts of a journal by what a line says, in the order of their names.
fn parts(day: &Day, file: &str, of: fn(&str) -> String) -> Parts {
    let text = day.text(file);
    let mut lines = (1..).zip(text.lines().map(str::to_owned));
    let header = lines.next().unwrap();
    let mut parts = BTreeMap::<String, Vec<(usize, String)>>::new();
    for (at, line) in lines {
        let name = format!("{}-{}.csv", file.trim_end_matches(".csv"), of(&line));
        parts.entry(name).or_insert_with(|| vec![header.clone()]).push((at, line));
    }
    parts.into_iter().collect()
}

/// Each file numbered for itself; the hands have no numbers.
fn of_each_file(file: &str) -> &'static str {
    if file == "hands.csv" { "" } else { "sequence = \"journal\"\n" }
}

/// A day with journals in parts, and where each line of them stands in the whole.
struct Split {
    day: Day,
    whole: BTreeMap<String, (String, Vec<usize>)>,
}

impl Split {
    fn new(day: &Day) -> Self {
        Self { day: day.clone(), whole: BTreeMap::new() }
    }

    /// The day with these parts in place of a journal, and more lines in its `[[journal]]`.
    fn with(mut self, file: &str, parts: &Parts, more: &str) -> Self {
        let names: Vec<String> = parts.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let text = self.day.text("engagement.toml");
        let one = format!("file = \"{file}\"");
        assert!(text.contains(&one));
        let text = text.replace(&one, &format!("files = [{}]\n{more}", names.join(", ")));
        self.day.0.insert("engagement.toml".to_owned(), text.into_bytes());
        self.day.0.remove(file);
        for (name, lines) in parts {
            let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
            self.day.0.insert(name.clone(), text.into_bytes());
            let places = lines.iter().map(|(at, _)| *at).collect();
            self.whole.insert(name.clone(), (file.to_owned(), places));
        }
        self
    }

    fn said(&self, audited: &Audited) -> BTreeSet<Said> {
        let all = audited.exceptions.iter().map(|e| {
            let (file, line) = match e.locus {
                // More files make the engagement no longer.
                Locus::Engagement { line } => ("engagement.toml".to_owned(), line.number as usize),
                Locus::Journal { journal, line } => {
                    let file = &audited.scope.engagement.journals[usize::from(journal)].file;
                    match self.whole.get(file) {
                        Some((whole, places)) => (whole.clone(), places[line as usize - 1]),
                        None => (file.clone(), line as usize),
                    }
                }
            };
            let line = if file == "engagement.toml" { 0 } else { line };
            let what = format!("{:?} {:?} {:?} {:?}", e.table, e.round, e.seat, e.difference);
            (e.code.to_owned(), file, line, format!("{} / {}", e.expected, e.recorded), what)
        });
        all.collect()
    }
}

/// What was counted, what the meters came to, what caused what, and what is not covered.
fn sums(audited: &Audited) -> Vec<String> {
    let outcome = &audited.outcome;
    let money = outcome.checks.iter().map(|c| {
        let money = (c.over_micros, c.under_micros, c.fund_micros);
        format!("{} undecided {} {money:?}", c.code, c.undecided)
    });
    let causes = outcome.causes.iter().map(|c| format!("{} {:?}", c.title, c.keys));
    let meters = outcome.meters.iter().map(|m| {
        // Lines are of other files; the exceptions are compared with theirs.
        let mut m = m.clone();
        // What is left of the seed is known only where no record of it may be missing.
        (m.seed_left, m.seed_in_meter) = (None, None);
        m.departures
            .listed
            .iter_mut()
            .for_each(|of| of.locus = Locus::Journal { journal: 0, line: 2 });
        format!("{m:?}")
    });
    let payments = (outcome.untested_payments.total, outcome.untested_payments.micros);
    let counts = std::iter::once(format!("{:?} {payments:?}", outcome.counts));
    let gaps = outcome.gaps.iter().cloned();
    money.chain(causes).chain(meters).chain(counts).chain(gaps).collect()
}

/// How much each check tested; 0 where it did not run.
fn tested(audited: &Audited) -> Vec<(&'static str, u64)> {
    let tested = |outcome: &Outcome| match outcome {
        Outcome::Ran { tested, .. } => *tested,
        Outcome::NotRun { .. } => 0,
    };
    audited.outcome.checks.iter().map(|c| (c.code, tested(&c.outcome))).collect()
}

/// `cuts` are the places at which hands may be missing for all that is known: what depends on other hands of the
/// round beside a cut is not tested. (Beside a record that cannot be read more is tested where its file is that
/// of one table.)
fn assert_same(what: &str, day: &Day, split: &Split, cuts: u64) {
    let (whole, parts) = (audit(day, |_| {}), audit(&split.day, |_| {}));
    let (of_whole, of_parts) = (Split::new(day).said(&whole), split.said(&parts));
    let only = |a: &BTreeSet<Said>, b: &BTreeSet<Said>| {
        a.difference(b).map(|said| format!("{said:?}")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(only(&of_whole, &of_parts), "", "{what}: of the whole alone");
    assert_eq!(only(&of_parts, &of_whole), "", "{what}: of the parts alone");
    for ((code, all), (_, some)) in tested(&whole).into_iter().zip(tested(&parts)) {
        assert!(some.abs_diff(all) <= cuts * 2 * SEATS, "{what}: {code} {all} {some}");
    }
    assert_eq!(sums(&whole), sums(&parts), "{what}");
}

const SEATS: u64 = 7;

/// The lines of parts with the first field counted anew in each.
fn renumbered(parts: Parts) -> Parts {
    let anew = |(name, lines): (String, Vec<(usize, String)>)| {
        let lines = (0..).zip(lines).map(|(number, (at, line))| match number {
            0 => (at, line),
            _ => (at, format!("{number},{}", line.split_once(',').unwrap().1)),
        });
        (name, lines.collect())
    };
    parts.into_iter().map(anew).collect()
}

/// One file in which every table counts its records.
fn counted_by_table(day: &Day, file: &str) -> Parts {
    let text = day.text(file);
    let mut counts = BTreeMap::<String, u32>::new();
    let lines = (1..).zip(text.lines()).map(|(at, line)| {
        if at == 1 {
            return (at, line.to_owned());
        }
        let count = counts.entry(table(line)).or_default();
        *count += 1;
        (at, format!("{count},{}", line.split_once(',').unwrap().1))
    });
    vec![("counted.csv".to_owned(), lines.collect())]
}

#[test]
fn a_journal_in_files_by_table_or_by_hours_is_audited_as_the_whole() {
    for name in ["harbor-card-room", "tampered-day"] {
        let day = fixture(name);
        let by_table = Split::new(&day).with("hands.csv", &parts(&day, "hands.csv", table), "");
        assert_same(&format!("{name}: hands by table"), &day, &by_table, 4);
        for file in ["hands.csv", "controller.csv", "manager.csv"] {
            let by_hours =
                Split::new(&day).with(file, &parts(&day, file, hours), of_each_file(file));
            assert_same(
                &format!("{name}: {file} by hours"),
                &day,
                &by_hours,
                if file == "hands.csv" { 3 } else { 0 },
            );
        }
        let mut all = Split::new(&day).with("hands.csv", &parts(&day, "hands.csv", table), "");
        for file in ["controller.csv", "manager.csv"] {
            all = all.with(file, &parts(&day, file, hours), of_each_file(file));
        }
        assert_same(&format!("{name}: all"), &day, &all, 4);
    }
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let day = fixture("tampered-day");
    let mut reversed = parts(&day, "hands.csv", hours);
    reversed.reverse();
    let mut controller = parts(&day, "controller.csv", hours);
    controller.reverse();
    let split = Split::new(&day).with("hands.csv", &reversed, "");
    let split = split.with("controller.csv", &controller, of_each_file("controller.csv"));
    assert_same("reversed", &day, &split, 3);
}

/// One controller, exported by table: its number goes through all files, and each has gaps that no record left.
#[test]
fn a_number_that_may_go_through_several_files_accuses_nobody() {
    let day = fixture("harbor-card-room");
    let by_table = parts(&day, "controller.csv", table);
    let split = Split::new(&day).with("controller.csv", &by_table, "");
    let audited = audit(&split.day, |_| {});
    assert_eq!(audited.exceptions, []);
    let log_002 = audited.outcome.checks.iter().find(|check| check.code == "LOG-002").unwrap();
    assert!(log_002.undecided > 1000, "{log_002:?}");
    // Said to be numbered file by file, they are gaps.
    let said = Split::new(&day).with("controller.csv", &by_table, of_each_file("controller.csv"));
    assert!(audit(&said.day, |_| {}).exceptions.iter().any(|e| e.code == "LOG-002"));
}

/// The clean day: numbers that are wrong on purpose are wrong differently when they are counted anew.
#[test]
fn tables_may_have_running_numbers_of_their_own() {
    let day = fixture("harbor-card-room");
    let by_table = renumbered(parts(&day, "controller.csv", table));
    let by_table = Split::new(&day).with("controller.csv", &by_table, "");
    assert_same("a file for each", &day, &by_table, 0);
    let counted = counted_by_table(&day, "controller.csv");
    let counted = Split::new(&day).with("controller.csv", &counted, "sequence = \"table\"\n");
    assert_same("one file", &day, &counted, 0);
    // Said to be numbered throughout, the same file has numbers out of line.
    let wrong =
        Split::new(&day).with("controller.csv", &counted_by_table(&day, "controller.csv"), "");
    assert!(audit(&wrong.day, |_| {}).exceptions.iter().any(|e| e.code == "LOG-003"));
}

#[test]
fn a_number_that_is_missing_at_a_table_is_raised_once_and_accuses_nobody() {
    let day = fixture("harbor-card-room");
    for gone in [3, 700, 1_500, 2_000] {
        let mut counted = counted_by_table(&day, "controller.csv");
        let (at, line) = counted[0].1.remove(gone);
        let split = Split::new(&day).with("controller.csv", &counted, "sequence = \"table\"\n");
        let audited = audit(&split.day, |_| {});
        let raised: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
        // Numbers that begin with 2 may run on from an earlier record.
        let expected = if line.starts_with("1,") { &[][..] } else { &["LOG-002"] };
        assert_eq!(raised, expected, "line {at}: {line}\n{}", audited.listing());
    }
}

#[test]
fn a_journal_without_running_numbers_says_so_and_accuses_nobody_of_an_absence() {
    for name in ["harbor-card-room", "tampered-day"] {
        let day = fixture(name);
        let whole = audit(&day, |_| {});
        let mut split = Split::new(&day);
        for file in ["controller.csv", "manager.csv"] {
            let text = day.text(file);
            let lines = (1..).zip(text.lines());
            let lines = lines.map(|(at, line)| (at, line.split_once(',').unwrap().1.to_owned()));
            let parts = vec![(format!("bare-{file}"), lines.collect())];
            split = split.with(file, &parts, "sequence = \"none\"\n");
        }
        let bare = audit(&split.day, |_| {});
        let (of_whole, of_bare) = (Split::new(&day).said(&whole), split.said(&bare));
        let more: Vec<_> = of_bare.difference(&of_whole).collect();
        assert!(more.is_empty(), "{name}: {more:?}");
        // What is gone is open, or a matter of the numbers.
        for (code, ..) in of_whole.difference(&of_bare) {
            let check = bare.outcome.checks.iter().find(|c| c.code == *code).unwrap();
            assert!(check.undecided > 0 || code.starts_with("LOG-00"), "{name}: {code}");
        }
        for code in ["LOG-002", "LOG-003"] {
            let check = bare.outcome.checks.iter().find(|c| c.code == code).unwrap();
            let outcome = format!("{:?}", check.outcome);
            assert!(outcome.contains("no running numbers"), "{code}: {outcome}");
        }
        for file in ["bare-controller.csv", "bare-manager.csv"] {
            let says = format!("The records of {file} have no running numbers");
            assert!(bare.outcome.gaps.iter().any(|gap| gap.starts_with(&says)), "{file}");
        }
    }
}

/// Two properties in one record: the day, and the same day again with other names, record beside record in
/// the order of their times.
fn doubled(day: &Day) -> Day {
    let other = |text: &str| {
        (1..=4).fold(text.replace("HARBOR-1", "PIER-9"), |text, at| {
            text.replace(&format!("C4P-{at}\""), &format!("PIER-{at}\""))
                .replace(&format!(",C4P-{at},"), &format!(",PIER-{at},"))
        })
    };
    let mut both = day.clone();
    let text = day.text("engagement.toml");
    // The sections of tables and links come before the journals.
    let (first, rest) = text.split_at(text.find("[[table]]").unwrap());
    let (own, rest) = rest.split_at(rest.find("[[journal]]").unwrap());
    let text = format!("{first}{own}{}{rest}", other(own));
    both.0.insert("engagement.toml".to_owned(), text.into_bytes());
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        let text = day.text(file);
        let (header, rows) = text.split_once('\n').unwrap();
        // A block of the one, then the same block of the other; rounds stay whole.
        let mut all = format!("{header}\n");
        let rows: Vec<&str> = rows.lines().collect();
        let is_round = |a: &&str, b: &&str| {
            file == "hands.csv" && (field(a, 0), field(a, 2)) == (field(b, 0), field(b, 2))
        };
        for run in rows.chunk_by(is_round) {
            let run: String = run.iter().map(|row| format!("{row}\n")).collect();
            all += &format!("{run}{}", other(&run));
        }
        both.0.insert(file.to_owned(), all.into_bytes());
    }
    both
}

#[test]
fn links_may_have_running_numbers_of_their_own() {
    // Faults in the order of the records are others where two records are told of each.
    let day = fixture("harbor-card-room");
    let both = doubled(&day);
    let by_link = |file: &str, sequence: &str| {
        let text = both.text(file);
        let lines = (1..).zip(text.lines().map(str::to_owned)).collect();
        let parts = vec![(format!("both-{file}"), lines)];
        (parts, format!("sequence = \"{sequence}\"\n"))
    };
    let split = |sequence| {
        ["controller.csv", "manager.csv"].into_iter().fold(Split::new(&both), |split, file| {
            let (parts, more) = by_link(file, sequence);
            split.with(file, &parts, &more)
        })
    };
    let (one, two) = (audit(&day, |_| {}), audit(&split("link").day, |_| {}));
    assert_eq!(two.raised(), [""; 0], "{}", two.listing());
    assert_eq!(two.outcome.counts.rounds, 2 * one.outcome.counts.rounds);
    let meters = |audited: &Audited| audited.outcome.meters.len();
    assert_eq!(meters(&two), 2 * meters(&one));
    for ((code, alone), (_, beside)) in tested(&one).into_iter().zip(tested(&two)) {
        // What is of the property as a whole is tested once.
        assert!(beside == 2 * alone || beside == alone || !code.starts_with("LOG"), "{code}");
    }
    // The same numbers as one line: every second one is out of it.
    assert!(audit(&split("journal").day, |_| {}).exceptions.iter().any(|e| e.code == "LOG-003"));
    // A manager's file for each link is the same again.
    let text = both.text("manager.csv");
    let (header, _) = text.split_once('\n').unwrap();
    let mut files = BTreeMap::<String, Vec<(usize, String)>>::new();
    for (at, line) in (1..).zip(text.lines()).skip(1) {
        let file = files.entry(format!("{}.csv", field(line, 2)));
        file.or_insert_with(|| vec![(1, header.to_owned())]).push((at, line.to_owned()));
    }
    let (controller, more) = by_link("controller.csv", "link");
    let apart = Split::new(&both).with("controller.csv", &controller, &more);
    let apart = apart.with("manager.csv", &files.into_iter().collect(), "");
    let apart = audit(&apart.day, |_| {});
    assert_eq!((apart.raised(), sums(&apart)), (Vec::new(), sums(&two)));
}

/// What is said of a place of which others say nothing by that check.
fn elsewhere<'a>(said: &'a BTreeSet<Said>, others: &BTreeSet<Said>) -> Vec<&'a Said> {
    let place = |(code, file, line, ..): &Said| (code.clone(), file.clone(), *line);
    let others: BTreeSet<_> = others.iter().map(place).collect();
    said.iter().filter(|said| !others.contains(&place(said))).collect()
}

/// Which event of a meter comes first is known within a file alone.
#[test]
fn a_meter_whose_events_stand_in_files_that_overlap_is_not_judged() {
    for name in ["harbor-card-room", "tampered-day"] {
        let day = fixture(name);
        let of_whole = Split::new(&day).said(&audit(&day, |_| {}));
        // One record here, the next there.
        let turns = |line: &str| (field(line, 0).parse::<u32>().unwrap_or(0) % 2).to_string();
        let turns = renumbered(parts(&day, "manager.csv", turns));
        let split = Split::new(&day).with("manager.csv", &turns, "");
        let audited = audit(&split.day, |_| {});
        let gaps = &audited.outcome.gaps;
        let says = "the events of link HARBOR-1 stand in files that overlap in time";
        assert!(gaps.iter().any(|gap| gap.contains(says)), "{gaps:?}");
        let said = split.said(&audited);
        let more = elsewhere(&said, &of_whole);
        assert!(more.is_empty(), "{name}: {more:?}");
    }
}

/// A column that one file lacks counts as missing, and the report says so.
#[test]
fn a_column_that_one_file_lacks_is_not_tested() {
    let day = fixture("tampered-day");
    let mut parts = parts(&day, "hands.csv", table);
    let (_, lines) = parts.iter_mut().find(|(name, _)| name == "hands-C4P-2.csv").unwrap();
    lines[0].1 = lines[0].1.replace("queens_up_returned", "not_read");
    let split = Split::new(&day).with("hands.csv", &parts, "");
    let audited = audit(&split.day, |_| {});
    let gap = audited.outcome.gaps.iter().find(|gap| gap.starts_with("Only some files"));
    assert!(gap.unwrap().contains("queens_up_returned (not in hands-C4P-2.csv)"), "{gap:?}");
    let of_whole = Split::new(&day).said(&audit(&day, |_| {}));
    let said = split.said(&audited);
    let more = elsewhere(&said, &of_whole);
    assert!(more.is_empty(), "{more:?}");
    let tested: BTreeMap<&str, u64> = tested(&audited).into_iter().collect();
    assert!(tested["PAY-001"] > 0 && tested["PAY-004"] == 0, "{tested:?}");
}

/// What is done to one part.
#[derive(Clone, Copy, Debug)]
enum Harm {
    Gone,
    CutAtEnd,
    CutAtStart,
    RowRemoved,
    Twice,
}

/// The parts with harm done to one of them.
fn harmed(parts: &Parts, at: usize, harm: Harm) -> Parts {
    let mut parts = parts.clone();
    let lines = parts[at].1.len();
    match harm {
        Harm::Gone => {
            parts.remove(at);
        }
        Harm::CutAtEnd => parts[at].1.truncate(lines * 2 / 3),
        Harm::CutAtStart => {
            parts[at].1.drain(1..lines / 3);
        }
        Harm::RowRemoved => {
            parts[at].1.remove(lines / 2);
        }
        Harm::Twice => {
            let again = (format!("z-{}", parts[at].0), parts[at].1.clone());
            parts.push(again);
        }
    }
    parts
}

/// Roots: what is missing, or stands there twice.
const ROOTS: [&str; 4] = ["LOG-002", "LOG-003", "RND-001", "RND-002"];

/// The whole with these lines of a journal alone.
fn with_lines(day: &Day, file: &str, parts: &Parts) -> Split {
    let kept: BTreeSet<usize> =
        parts.iter().flat_map(|(_, lines)| lines).map(|(at, _)| *at).collect();
    let lines = (1..).zip(day.text(file).lines().map(str::to_owned).collect::<Vec<_>>());
    let lines = lines.filter(|(at, _)| kept.contains(at)).collect();
    Split::new(day).with(file, &vec![(file.to_owned(), lines)], "")
}

fn accused(said: &BTreeSet<Said>, others: [&BTreeSet<Said>; 2]) -> (Vec<Said>, usize) {
    let more = said.iter().filter(|said| others.iter().all(|others| !others.contains(said)));
    let (roots, more): (Vec<Said>, Vec<Said>) = more.cloned().partition(|s| ROOTS.contains(&&*s.0));
    (more, roots.len())
}

/// The whole of which the same lines are gone says as much at least.
#[test]
fn a_part_that_is_cut_gone_or_twice_accuses_nobody() {
    let mut failures = Vec::new();
    for name in ["harbor-card-room", "tampered-day"] {
        let day = fixture(name);
        let of_whole = Split::new(&day).said(&audit(&day, |_| {}));
        let splits: [(&str, Parts); 5] = [
            ("hands.csv", parts(&day, "hands.csv", table)),
            ("hands.csv", parts(&day, "hands.csv", hours)),
            ("controller.csv", renumbered(parts(&day, "controller.csv", table))),
            ("controller.csv", parts(&day, "controller.csv", hours)),
            ("manager.csv", parts(&day, "manager.csv", hours)),
        ];
        for (file, parts) in splits {
            // Numbers that are wrong on purpose are wrong differently when they are counted anew.
            if name == "tampered-day" && file == "controller.csv" && parts[0].0.contains("C4P") {
                continue;
            }
            for at in 0..parts.len() {
                for harm in
                    [Harm::Gone, Harm::CutAtEnd, Harm::CutAtStart, Harm::RowRemoved, Harm::Twice]
                {
                    let harmed = harmed(&parts, at, harm);
                    let split = Split::new(&day).with(file, &harmed, of_each_file(file));
                    let said = split.said(&audit(&split.day, |_| {}));
                    let less = with_lines(&day, file, &harmed);
                    let of_less = less.said(&audit(&less.day, |_| {}));
                    let (more, roots) = accused(&said, [&of_whole, &of_less]);
                    // A part that stands there twice is one fact.
                    let roots_max = if matches!(harm, Harm::Twice) { 1 } else { 0 };
                    let roots_of_less = accused(&of_less, [&of_whole, &of_whole]).1;
                    if !more.is_empty() || roots > roots_max + roots_of_less {
                        failures.push(format!(
                            "{name} {} {harm:?}: {} accused, {roots} roots: {:?}",
                            parts[at].0,
                            more.len(),
                            more.iter().take(3).collect::<Vec<_>>()
                        ));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An amount that is wrong in one part is raised there, and nowhere else.
#[test]
fn an_exception_names_the_file_and_the_line_of_its_part() {
    let day = fixture("harbor-card-room");
    let mut parts = parts(&day, "hands.csv", table);
    let wrong = parts[2].1.iter().position(|(_, line)| line.contains(",play,5.00,,")).unwrap();
    let line = parts[2].1[wrong].1.replacen(",play,5.00,,", ",play,5.00,4.00,", 1);
    parts[2].1[wrong].1 = line;
    let split = Split::new(&day).with("hands.csv", &parts, "");
    let audited = audit(&split.day, |_| {});
    assert_eq!(audited.raised(), [format!("PAY-001 {}:{}", parts[2].0, wrong + 1)]);
    // What could not be read stands in its own file, too.
    let mut garbled = parts.clone();
    garbled[1].1[7].1.push_str(",?");
    let split = Split::new(&day).with("hands.csv", &garbled, "");
    let audited = audit(&split.day, |_| {});
    let place = format!("LOG-001 {}:8", garbled[1].0);
    assert!(audited.raised().contains(&place), "{:?}", audited.raised());
    let problem = &audited.problems[0];
    let file = &audited.scope.engagement.journals[usize::from(problem.journal)].file;
    assert_eq!((file, problem.line), (&garbled[1].0, 8));
    let why = audited.outcome.checks.iter().map(|c| c.undecided_reason.as_str());
    let reasons: Vec<&str> = why.filter(|why| why.contains("could not be read")).collect();
    let at = format!("line 8 ({})", garbled[1].0);
    assert!(reasons.iter().all(|why| why.contains(&at)), "{reasons:?}");
}
