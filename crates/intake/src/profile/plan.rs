//! A profile and the header of one file: which cell becomes what.

use super::values::{Nothings, visible};
use super::{Column, Filled, From, Part, Profile, Raised, RowOrder, RowRule, is_mark};
use crate::guess::quoted;
use crate::journal::heading::Names;
use crate::journal::kinds::{self, Presence, Value};
use crate::journal::text::{printable_list, unread};
use feltproof_toml::did_you_mean;

/// Where a canonical cell comes from.
pub(super) enum Op {
    Empty,
    Constant(Vec<u8>),
    /// The cells at these places, joined with a space.
    Cells(Vec<usize>),
    /// Cells and constants, joined with a space.
    Joined(Vec<Joined>),
    /// What was won beyond the stake; the stake, and the words it is written in.
    Net {
        net: usize,
        stake: usize,
        stake_words: Pairs,
    },
}

impl Op {
    /// The cells that alone decide it; `None` where they stand with words of their own.
    pub(super) fn places(&self) -> Option<&[usize]> {
        match self {
            Self::Empty | Self::Constant(_) => Some(&[]),
            Self::Cells(places) => Some(places),
            Self::Joined(_) | Self::Net { .. } => None,
        }
    }
}

impl Op {
    /// All cells that it comes from.
    fn all_places(&self) -> Vec<usize> {
        match self {
            Self::Empty | Self::Constant(_) => Vec::new(),
            Self::Cells(places) => places.clone(),
            Self::Joined(parts) => {
                let place = |part: &Joined| match part {
                    Joined::Cell(at, _) => Some(*at),
                    Joined::Constant(_) => None,
                };
                parts.iter().filter_map(place).collect()
            }
            Self::Net { net, stake, .. } => vec![*net, *stake],
        }
    }
}

/// What is joined with others.
pub(super) enum Joined {
    /// The cell at this place, by its own words first.
    Cell(usize, Pairs),
    /// What stands beside cells that are not empty.
    Constant(Vec<u8>),
}

/// As the export writes it, as it is meant.
pub(super) type Pairs = Vec<(String, String)>;

/// One canonical cell of a record.
pub(super) struct Target {
    pub(super) name: &'static str,
    pub(super) value: Value,
    /// A whole number, or a seat, which may be written `1.0`.
    pub(super) is_number: bool,
    pub(super) op: Op,
    /// As the export writes it, as a canonical journal does.
    pub(super) words: Pairs,
    /// Line of the profile; 0: it is not there.
    pub(super) line: u32,
    /// It comes from a column of the seat's own.
    pub(super) is_own: bool,
}

/// One canonical record that a row may become.
pub(super) struct Slot {
    /// The cell that is empty where there is no such record.
    pub(super) present: Option<usize>,
    pub(super) targets: Vec<Target>,
    /// How many of these, the first ones, the rows of a round repeat.
    pub(super) of_round: usize,
}

impl Slot {
    fn new(present: Option<usize>, targets: Vec<Target>) -> Self {
        let names_round = |target: &&Target| {
            matches!(target.name, "round" | "time" | "table" | "dealer")
                && !target.is_own
                && target.op.places().is_some()
        };
        let of_round = targets.iter().take_while(names_round).count();
        Self { present, targets, of_round }
    }
}

/// The values of a cell by which rows are left out.
pub(super) struct Rule {
    pub(super) at: usize,
    pub(super) is: Vec<String>,
    /// Line of the profile.
    pub(super) line: u32,
}

/// What becomes of the rows of one file.
pub(crate) struct Plan {
    pub(crate) profile: Profile,
    /// Names of the columns, as in the header.
    pub(super) names: Vec<String>,
    pub(super) nothings: Nothings,
    /// The rows of the header.
    pub(super) heading: Vec<Vec<String>>,
    pub(super) slots: Vec<Slot>,
    /// Rows with one of these values at this place are left out.
    pub(super) ignore: Vec<Rule>,
    /// Rows without one of these values at each of these places are left out.
    pub(super) only: Vec<Rule>,
    /// Where rows are marked and nothing says what that means.
    pub(super) marks: Vec<usize>,
    /// Places whose empty cells repeat what stands above them, group by group.
    pub(super) fill: Vec<Vec<usize>>,
    canonical: Vec<&'static str>,
    /// When a gaming day starts, where the dates are those of gaming days: `06:00`.
    pub(super) day_start: Option<String>,
    /// The first row that may be a record, and the last where the profile says.
    pub(crate) first_row: u64,
    last_row: Option<u64>,
    /// Columns that nothing is taken from.
    pub(crate) unmapped: Vec<String>,
}

impl Plan {
    /// `names` are those of the header, and `day_start` is when a gaming day starts. Errors: a sentence for each column not there, there twice, or needed and not given by the profile.
    pub(crate) fn new(
        profile: &Profile,
        Names { names, rows, first_record }: Names,
        day_start: &str,
    ) -> Result<Self, Vec<String>> {
        let (path, used) = (&*profile.digest.file, vec![false; names.len()]);
        let mut header = Header { path, names, used, absent: Vec::new(), faults: Vec::new() };
        let given = given(profile);
        let slots = slots(profile, &given, &mut header);
        refuse_of_no_seat(profile, &slots, &mut header);
        let ignore = header.rules(&profile.ignore);
        let only = header.rules(&profile.only);
        let fill = header.fill(profile, &slots, &ignore);
        refuse_missing(profile, &mut header);
        if header.is_of_another_file() {
            return Err(vec![format!(
                "{path}: the header has none of the {} columns that the profile names; correct the file or the profile \
                 (feltproof inspect shows what a file holds)",
                header.absent.len()
            )]);
        }
        if !header.faults.is_empty() {
            return Err(header.faults);
        }
        let is_open = |at: &usize| is_mark(&header.names[*at]) && !header.used[*at];
        let marks = (0..header.names.len()).filter(|_| !profile.explains_marks()).filter(is_open);
        Ok(Self {
            profile: profile.clone(),
            marks: marks.collect(),
            nothings: Nothings::new(&profile.null_values),
            unmapped: unread(&header.names, &header.used),
            slots,
            ignore,
            only,
            fill,
            day_start: profile.has_gaming_dates.then(|| day_start.to_owned()),
            canonical: given.iter().map(|column| column.name).collect(),
            first_row: first_record.max(profile.first.unwrap_or(0).into()),
            last_row: profile.last.map(u64::from),
            heading: rows,
            names: header.names,
        })
    }

    /// What a later row of the same seat in the same round says of its stakes.
    pub(crate) const fn raised(&self) -> Option<Raised> {
        self.profile.merge
    }

    /// Whether the row of this number may be a record.
    pub(crate) fn reads(&self, row: u64) -> bool {
        row >= self.first_row && self.last_row.is_none_or(|last| row <= last)
    }

    /// Whether the row of this number stands behind the last that is read.
    pub(crate) fn is_behind(&self, row: u64) -> bool {
        self.last_row.is_some_and(|last| row > last)
    }

    /// In which order its rows stand.
    pub(crate) const fn order(&self) -> RowOrder {
        self.profile.order
    }

    /// The names of the columns, as in the header.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The columns of money, each with the place of the one cell that it comes from.
    pub(crate) fn money_places(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let targets = self.slots.iter().flat_map(|slot| &slot.targets);
        let money = targets.filter(|target| target.value == Value::Money && !target.is_own);
        money.filter_map(|target| match target.op.places()? {
            [at] => Some((target.name, *at)),
            _ => None,
        })
    }

    /// The places of columns that nothing is taken from.
    pub(crate) fn unread_places(&self) -> impl Iterator<Item = usize> {
        let places = self.names.iter().enumerate();
        places.filter(|(_, name)| self.unmapped.contains(name)).map(|(at, _)| at)
    }

    /// A column as a profile names it.
    pub(crate) fn named(&self, at: usize) -> String {
        let name = self.names.get(at).filter(|name| !name.is_empty());
        quoted(&name.cloned().unwrap_or_else(|| format!("#{}", at + 1)))
    }

    /// Whether rows are left out by their values.
    pub(crate) const fn has_rules(&self) -> bool {
        !self.ignore.is_empty() || !self.only.is_empty()
    }

    /// The columns of the canonical records, in the order of their cells.
    pub(crate) fn canonical(&self) -> &[&'static str] {
        &self.canonical
    }
}

/// The canonical columns that the profile gives or that may be empty, in canonical order.
fn given(profile: &Profile) -> Vec<&'static kinds::Column> {
    let is_given = |column: &&kinds::Column| has(profile, column.name) || column.is_filled();
    kinds::columns(profile.kind).iter().filter(is_given).collect()
}

/// Whether the profile says what stands in a column.
fn has(profile: &Profile, name: &str) -> bool {
    profile.columns.iter().any(|column| column.target == name)
        || name == "seat" && profile.wide.is_some()
}

fn refuse_missing(profile: &Profile, header: &mut Header<'_>) {
    let needed = kinds::columns(profile.kind).iter().filter(|column| {
        // Whether records have running numbers is the engagement's to say; the header is asked for them.
        column.presence == Presence::Needed && column.name != "seq" && !has(profile, column.name)
    });
    for name in needed.map(|column| column.name) {
        header.faults.push(format!(
            "{}: [columns] gives no column for `{name}`, which every record of a {} journal needs; \
             name the column, or give it a constant",
            profile.digest.file,
            profile.kind.name()
        ));
    }
}

/// Columns for each seat that no seat has.
fn refuse_of_no_seat(profile: &Profile, slots: &[Slot], header: &mut Header<'_>) {
    for column in profile.columns.iter().filter(|column| column.is_of_seats()) {
        let is_empty = |slot: &Slot| {
            slot.targets.iter().any(|t| t.name == column.target && matches!(t.op, Op::Empty))
        };
        if slots.iter().all(is_empty) {
            header.faults.push(format!(
                "{}:{}: `{}` comes from a column of each seat, and no seat has one; the header has {}; \
                 correct the name",
                profile.digest.file,
                column.line,
                column.target,
                printable_list(&header.names)
            ));
        }
    }
}

fn slots(profile: &Profile, given: &[&kinds::Column], header: &mut Header<'_>) -> Vec<Slot> {
    let Some(wide) = &profile.wide else {
        let targets = given.iter().map(|column| target(profile, column, None, header));
        return vec![Slot::new(None, targets.collect())];
    };
    let slot = |(seat, shown): &(String, String)| {
        let present = header.place(&wide.present.replace("{seat}", shown), "present", wide.line);
        let mut targets: Vec<Target> =
            given.iter().map(|column| target(profile, column, Some(shown), header)).collect();
        for target in targets.iter_mut().filter(|target| target.name == "seat") {
            target.op = Op::Constant(seat.clone().into_bytes());
        }
        Slot::new(present, targets)
    };
    wide.seats.iter().map(slot).collect()
}

fn target(
    profile: &Profile,
    &kinds::Column { name, value, .. }: &kinds::Column,
    seat: Option<&str>,
    header: &mut Header<'_>,
) -> Target {
    let column = profile.columns.iter().find(|column| column.target == name);
    Target {
        name,
        value,
        is_number: matches!(value, Value::Whole { .. }) || name == "seat",
        op: column.map_or(Op::Empty, |column| op(profile, column, seat, header)),
        words: profile.words_of(name),
        line: column.map_or(0, |column| column.line),
        is_own: column.is_some_and(Column::is_of_seats),
    }
}

fn op(profile: &Profile, column: &Column, seat: Option<&str>, header: &mut Header<'_>) -> Op {
    let mut place = |name: &str| match seat {
        // A seat that has no such column of its own has no such cell: the dealer makes no wager.
        Some(seat) if name.contains("{seat}") => {
            header.own(&name.replace("{seat}", seat), column.target, column.line)
        }
        _ => header.place(name, column.target, column.line),
    };
    match &column.from {
        From::Constant(text) => Op::Constant(text.clone().into_bytes()),
        From::Columns(parts) => {
            let placed = |part: &Part| match part {
                Part::Column { column, words } => Some(Joined::Cell(place(column)?, words.clone())),
                Part::Constant(text) => Some(Joined::Constant(text.clone().into_bytes())),
            };
            let joined: Vec<Joined> = parts.iter().filter_map(placed).collect();
            let plain = |part: &Joined| match part {
                Joined::Cell(at, words) if words.is_empty() => Some(*at),
                Joined::Cell(..) | Joined::Constant(_) => None,
            };
            let has_cell = joined.iter().any(|part| matches!(part, Joined::Cell(..)));
            match joined.iter().map(plain).collect() {
                _ if !has_cell => Op::Empty,
                Some(places) => Op::Cells(places),
                None => Op::Joined(joined),
            }
        }
        From::Net(name) => {
            let stake_of = column.target.trim_end_matches("_returned");
            let stake = profile.columns.iter().find(|c| c.target == stake_of);
            let stake = stake.and_then(|stake| match &stake.from {
                From::Columns(parts) => match &parts[..] {
                    [Part::Column { column, words }] if words.is_empty() => Some(column),
                    _ => None,
                },
                _ => None,
            });
            let (path, line, target) = (&profile.digest.file, column.line, column.target);
            let Some(stake) = stake else {
                header.faults.push(format!(
                    "{path}:{line}: `{target}` is a net result, which needs its stake in one column of \
                     its own; name that column as `{stake_of}`"
                ));
                return Op::Empty;
            };
            let (net, stake) = (place(name), place(stake));
            if net.is_some() != stake.is_some() {
                header.faults.push(format!(
                    "{path}:{line}: `{target}`{} is a net result, and the header has only one of the \
                     columns of stake and result; correct their names",
                    seat.map_or_else(String::new, |seat| format!(" of {seat}"))
                ));
            }
            let stake_words = profile.words_of(stake_of);
            net.zip(stake).map_or(Op::Empty, |(net, stake)| Op::Net { net, stake, stake_words })
        }
    }
}

/// The names of a header, and what is wrong with what was looked up in it.
struct Header<'a> {
    path: &'a str,
    names: Vec<String>,
    used: Vec<bool>,
    /// What was looked up and is not there.
    absent: Vec<String>,
    faults: Vec<String>,
}

impl Header<'_> {
    /// Whether it has nothing of what was looked up, not even within another name: then it is no header, the file may be
    /// anybody's, and nothing of it is shown.
    fn is_of_another_file(&self) -> bool {
        let names: Vec<String> = self.names.iter().map(|name| name.to_lowercase()).collect();
        let is_within = |absent: &String| {
            let absent = absent.to_lowercase();
            names.iter().any(|name| name.contains(&absent))
        };
        !self.absent.is_empty() && !self.used.contains(&true) && !self.absent.iter().any(is_within)
    }

    /// The place of a column; `#7` is the seventh. One that is not there, or there twice, is a fault.
    fn place(&mut self, name: &str, target: &str, line: u32) -> Option<usize> {
        let found = self.own(name, target, line);
        let path = self.path;
        if found.is_none() {
            self.absent.push(name.to_owned());
            self.faults.push(format!(
                "{path}:{line}: `{target}` comes from the column `{name}`, and the header has {}{}; \
                 correct the name",
                printable_list(&self.names),
                did_you_mean(name, self.names.iter().map(String::as_str))
            ));
        }
        found
    }

    /// The place of a column that need not be there. One that is there twice is a fault.
    fn own(&mut self, name: &str, target: &str, line: u32) -> Option<usize> {
        let name = &*visible(name);
        let by_number = || name.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1);
        let at = self.names.iter().position(|n| n == name).or_else(by_number)?;
        *self.used.get_mut(at)? = true;
        if let Some(more) = self.names.iter().skip(at + 1).position(|n| n == name) {
            let (path, first, second) = (self.path, at + 1, at + more + 2);
            self.faults.push(format!(
                "{path}:{line}: `{target}` comes from the column `{name}`, which the header has as number \
                 {first} and as number {second}; write \"#{first}\" or \"#{second}\""
            ));
        }
        Some(at)
    }

    /// The places that [fill] fills. What each row has of its own repeats nothing, and rows that are left out where
    /// such a cell is empty would be those that it fills.
    fn fill(&mut self, profile: &Profile, slots: &[Slot], ignore: &[Rule]) -> Vec<Vec<usize>> {
        let mut fill = Vec::new();
        for Filled { columns, line } in &profile.fill {
            let place = |name: &String| self.place(name, "fill", *line);
            fill.push(columns.iter().filter_map(place).collect::<Vec<usize>>());
        }
        let is_own = |target: &Target| {
            matches!(target.value, Value::Money | Value::Cards)
                || matches!(target.name, "seat" | "seq")
        };
        let targets = slots.iter().flat_map(|slot| &slot.targets).filter(|target| is_own(target));
        let own: Vec<usize> = targets.flat_map(|target| target.op.all_places()).collect();
        for (at, filled) in
            profile.fill.iter().zip(&fill).flat_map(|(f, at)| at.iter().map(move |at| (at, f)))
        {
            let (path, name) = (self.path, self.names.get(*at).map_or("", String::as_str));
            if own.contains(at) {
                self.faults.push(format!(
                    "{path}:{}: [fill] names `{name}`, which has cards, money, a seat or a running number: each \
                     row has its own; remove it there",
                    filled.line
                ));
            }
            if ignore.iter().any(|rule| rule.at == *at && rule.is.iter().any(String::is_empty)) {
                self.faults.push(format!(
                    "{path}:{}: [fill] fills the empty cells of `{name}`, and [rows] leaves out the rows where it \
                     is empty; keep one of them",
                    filled.line
                ));
            }
        }
        fill
    }

    fn rules(&mut self, rules: &[RowRule]) -> Vec<Rule> {
        let place = |RowRule { column, is, line }: &RowRule| {
            let at = self.place(column, "rows", *line)?;
            Some(Rule { at, is: is.clone(), line: *line })
        };
        rules.iter().filter_map(place).collect()
    }
}
