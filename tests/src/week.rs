//! Days of one house on end, as one export has them: its meters carry on from day to day.

use crate::Day;
use feltproof_model::{Date, Money};
use feltproof_simulate::{Plan, SimulateError, simulate};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How running numbers go through an export of several days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// They run on.
    RunOn,
    /// They begin again with each gaming day.
    BeginAgain,
}

const JOURNALS: [&str; 4] = ["hands.csv", "controller.csv", "manager.csv", "shuffler.csv"];

/// An export, and of each file the line with which each of its days begins, by the place of the day.
pub struct Export {
    /// Its files.
    pub day: Day,
    begins: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Export {
    /// The day of a line of a file, by its place in the week.
    #[must_use]
    pub fn day_of(&self, file: &str, line: usize) -> Option<usize> {
        let begins = self.begins.get(file)?;
        begins.iter().rfind(|(first, _)| *first <= line).map(|(_, at)| *at)
    }
}

/// Days that follow one another, each a whole day of its own.
pub struct Week {
    days: Vec<Day>,
    dates: Vec<Date>,
}

impl Week {
    /// Simulates a day for each plan; the meters of each open where those of the one before closed.
    ///
    /// # Errors
    /// When a plan cannot be carried out.
    pub fn simulated(plans: impl IntoIterator<Item = Plan>) -> Result<Self, SimulateError> {
        let (mut days, mut dates) = (Vec::new(), Vec::new());
        let mut opening: Option<[Money; 3]> = None;
        for mut plan in plans {
            if let Some([meter, reserve, in_meter]) = opening {
                (plan.opening_meter, plan.opening_reserve) = (meter, reserve);
                plan.opening_in_meter = in_meter;
            }
            let mut day = Day::default();
            let summary = simulate(&plan, &mut day)?;
            opening = Some(summary.closing);
            dates.push(plan.gaming_day);
            days.push(day);
        }
        Ok(Self { days, dates })
    }

    /// Whether the engagements of all days have the same tables with the same games.
    #[must_use]
    pub fn is_of_one_floor(&self) -> bool {
        let floor = |day: &Day| -> Vec<String> {
            let text = day.text("engagement.toml");
            text.lines().filter(|line| line.starts_with("game = ")).map(str::to_owned).collect()
        };
        self.days.windows(2).all(|pair| floor(&pair[0]) == floor(&pair[1]))
    }

    /// An export of some of the days, of which some are audited, by the engagement of one; all by their places.
    ///
    /// # Panics
    /// When a day has no engagement, or its journals other columns than those of the others.
    #[must_use]
    pub fn export(
        &self,
        exported: &[usize],
        audited: &[usize],
        (numbers, engagement): (Numbers, usize),
    ) -> Export {
        let (mut export, mut begins) = (BTreeMap::new(), BTreeMap::new());
        for file in JOURNALS {
            let mut text = String::new();
            let (mut last, mut lines) = (0, Vec::new());
            for (at, day) in self.days.iter().enumerate() {
                let Some(own) = day.0.get(file) else { continue };
                let own = String::from_utf8_lossy(own);
                let (header, records) = own.split_once('\n').unwrap_or_else(|| panic!("{file}"));
                if !exported.contains(&at) {
                    // Its numbers are missing between those of the others.
                    last = append(&mut String::new(), header, records, (numbers, last));
                    continue;
                }
                if text.is_empty() {
                    text = format!("{header}\n");
                }
                assert!(text.starts_with(header), "{file}: other columns");
                lines.push((text.lines().count() + 1, at));
                last = append(&mut text, header, records, (numbers, last));
            }
            if !text.is_empty() {
                export.insert(file.to_owned(), text.into_bytes());
                begins.insert(file.to_owned(), lines);
            }
        }
        let dates: Vec<String> =
            audited.iter().map(|at| format!("\"{}\"", self.dates[*at])).collect();
        let engagement = self.days[engagement].text("engagement.toml");
        let lines = engagement.lines().map(|line| match line.split_once(" = ") {
            Some(("gaming_days", _)) => format!("gaming_days = [{}]\n", dates.join(", ")),
            _ => format!("{line}\n"),
        });
        export.insert("engagement.toml".to_owned(), lines.collect::<String>().into_bytes());
        Export { day: Day(export), begins }
    }
}

/// Adds the records of a day; gives the last running number.
fn append(text: &mut String, header: &str, records: &str, (numbers, last): (Numbers, u64)) -> u64 {
    if !header.starts_with("seq,") || numbers == Numbers::BeginAgain {
        text.push_str(records);
        return last;
    }
    let mut latest = last;
    for record in records.split_inclusive('\n') {
        let own =
            record.split_once(',').and_then(|(seq, rest)| Some((seq.parse::<u64>().ok()?, rest)));
        match own {
            Some((seq, rest)) => {
                latest = last + seq;
                let written = write!(text, "{latest},{rest}");
                written.unwrap_or_else(|e| panic!("{e}"));
            }
            None => text.push_str(record),
        }
    }
    latest
}
