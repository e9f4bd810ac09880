//! The bank account of the prizes beside the meters: its running balance, whether what accrued was
//! deposited within a week, and whether it holds what meters and reserves show.
//!
//! By law deposits may come a week after the wagers: what the account lacks at the end of a gaming day
//! was on its way as far as the deposits of the eight days after it go.

use crate::hole::{Hole, Why};
use crate::subject::Subject;
use feltproof_model::engagement::{JournalKind, Link};
use feltproof_model::{BankEvent, BankKind, Date, MeterDay, Money, Sum, Timestamp};
use std::cmp::Ordering;

/// A week, and a day since "at least weekly" says how often and not after how many hours: who
/// deposits on a Monday and on the Tuesday of the next week deposits weekly.
const DAYS: i64 = 8;
const DAY_MICROS: i64 = 86_400 * 1_000_000;

/// A fact of the bank account.
pub enum BankFact<'a> {
    /// A record with a balance that follows another.
    Balance(BankBalance<'a>),
    /// A gaming day, or several in a row of which the same is missing: whether what accrued was deposited in time.
    Deposits(BankDays),
    /// The same: whether the account holds what meters and reserves show.
    Level(BankDays),
}

/// A balance on record.
pub struct BankBalance<'a> {
    /// The record.
    pub event: &'a BankEvent,
    /// What the account held before.
    pub before: Money,
    /// What it should hold: that and all that moved since.
    pub expected: Sum,
    /// Where a record between the two may be missing.
    pub hole: Option<Hole>,
}

/// Gaming days in a row, as the account stands to them.
#[derive(Clone, Debug)]
pub struct BankDays {
    /// The first.
    pub first: Date,
    /// The last.
    pub last: Date,
    /// How many.
    pub days: u64,
    /// The record that stands last in the time that counts; the first of all where none does.
    pub line: u32,
    /// What should be there on the day of which most is missing: deposits, or the balance.
    pub owed: Sum,
    /// What is.
    pub made: Sum,
    /// What is missing beyond what other matters explain; nothing, or above zero.
    pub missing: Sum,
    /// Why what is missing cannot be told, a clause.
    pub open: Option<String>,
}

impl BankDays {
    /// Where they are several: how long it went on.
    pub fn until(&self) -> String {
        if self.days == 1 { String::new() } else { format!(", and so on until {}", self.last) }
    }

    /// One day of which nothing is missing.
    const fn right(date: Date, line: u32) -> Self {
        let (owed, made, missing) = (Sum::ZERO, Sum::ZERO, Sum::ZERO);
        Self { first: date, last: date, days: 1, line, owed, made, missing, open: None }
    }
}

#[derive(Default)]
pub(crate) struct Account {
    events: Vec<BankEvent>,
    unread: Vec<u32>,
}

impl Account {
    pub(crate) fn read(&mut self, events: Vec<BankEvent>, unread: impl Iterator<Item = u32>) {
        self.events.extend(events);
        self.unread.extend(unread);
    }

    /// Everything that the account tells, `days` being those of all meters and reserves.
    pub(crate) fn facts(
        &mut self,
        subject: &Subject,
        days: &[MeterDay],
        mut hear: impl FnMut(&BankFact<'_>),
    ) {
        // Of one moment the order of the statement counts.
        let place = |event: &BankEvent| subject.parts.place(JournalKind::Bank, event.line);
        let file = |event: &BankEvent| place(event).map(|(file, _)| file);
        for statement in self.events.chunk_by_mut(|one, next| file(one) == file(next)) {
            if is_newest_first(statement) {
                statement.reverse();
            }
        }
        self.events.sort_by_key(|e| e.time);
        self.balances(subject, &mut hear);
        let Some(book) = Book::of(self, subject, days) else { return };
        let mut deposits: Vec<BankDays> =
            (0..book.days.len()).map(|at| book.deposits(at)).collect();
        let mut level = Vec::new();
        for (at, late) in deposits.iter_mut().enumerate() {
            let Some(mut of) = book.level(at, late.missing) else { continue };
            // What the house put in by hand and deposited with what accrued, too late: one matter.
            let with_it = book.deposited_with(at, late.missing).min(of.missing);
            of.missing = of.missing - with_it;
            (late.owed, late.missing) = (late.owed + with_it, late.missing + with_it);
            level.push(of);
        }
        joined(deposits).into_iter().for_each(|fact| hear(&BankFact::Deposits(fact)));
        joined(level).into_iter().for_each(|fact| hear(&BankFact::Level(fact)));
    }

    fn balances(&self, subject: &Subject, hear: &mut impl FnMut(&BankFact<'_>)) {
        let mut last: Option<(Money, &BankEvent)> = None;
        let mut moved = Sum::ZERO;
        for event in &self.events {
            moved = moved + event.change();
            let Some(balance) = event.balance else { continue };
            if let Some((before, since)) = last {
                let hole = self.hole(subject, since.line, event.line);
                let expected = moved + before;
                hear(&BankFact::Balance(BankBalance { event, before, expected, hole }));
            }
            (last, moved) = (Some((balance, event)), Sum::ZERO);
        }
    }

    /// Where a record between two lines may be missing: one that could not be read, or another statement begins.
    fn hole(&self, subject: &Subject, one: u32, other: u32) -> Option<Hole> {
        let (from, to) = (one.min(other), one.max(other));
        let file = |line| subject.parts.place(JournalKind::Bank, line).map(|(file, _)| file);
        let at = |why, line| Hole::at(JournalKind::Bank, why, line);
        let mut unread = self.unread.iter().filter(|line| (from..to).contains(*line));
        let unread = unread.next().map(|line| at(Why::Unreadable, *line));
        unread.or_else(|| (file(from) != file(to)).then(|| at(Why::Begins, to)))
    }

    /// True where every record stands at one time of its day: the statement tells dates alone.
    fn is_of_dates(&self) -> bool {
        const HOUR: i64 = 3_600 * 1_000_000;
        // Summer time moves it by an hour.
        let apart = |two: &[BankEvent]| (two[1].time.0 - two[0].time.0).rem_euclid(DAY_MICROS);
        self.events.windows(2).all(|two| [0, HOUR, DAY_MICROS - HOUR].contains(&apart(two)))
    }

    /// Why the account tells less than it should, whatever the meters do; a sentence.
    pub(crate) fn gap(&self) -> Option<String> {
        let lacks = match self.events.iter().any(|event| event.balance.is_some()) {
            true => return None,
            false if self.events.is_empty() => "no record",
            false => "no balance",
        };
        Some(format!(
            "The bank journal has {lacks}, so what the account of the prizes held cannot be told (BNK-001 to BNK-003)."
        ))
    }

    fn sum(&self, kind: BankKind, from: Timestamp, until: Timestamp) -> Sum {
        let within = |e: &&BankEvent| e.kind == kind && from <= e.time && e.time < until;
        self.events.iter().filter(within).map(|e| e.amount).sum()
    }

    /// What the account held just before a moment; `None` where no balance tells.
    fn held(&self, at: Timestamp) -> Option<Sum> {
        let after = self.events.partition_point(|e| e.time < at);
        let (before, rest) = self.events.split_at(after);
        let plus = |sum: Sum, event: &BankEvent| sum + event.change();
        let last = before.iter().rposition(|event| event.balance.is_some());
        if let Some((last, balance)) = last.and_then(|at| Some((at, before[at].balance?))) {
            return Some(before[last + 1..].iter().fold(balance.into(), plus));
        }
        // The first balance after it tells as well, less all that moved from that moment on.
        let next = rest.iter().position(|event| event.balance.is_some())?;
        let moved = rest[..=next].iter().fold(Sum::ZERO, plus);
        Some(Sum::from(rest[next].balance?) - moved)
    }

    /// The last record before a moment, or the first of all.
    fn line_before(&self, at: Timestamp) -> u32 {
        let before = self.events.partition_point(|e| e.time < at);
        let event = before.checked_sub(1).and_then(|last| self.events.get(last));
        event.or(self.events.first()).map_or(0, |e| e.line)
    }
}

/// True where a statement lists its newest record first: by its times, or where they are one, by its balances.
fn is_newest_first(statement: &[BankEvent]) -> bool {
    let (first, last) = (statement.first(), statement.last());
    match first.map(|e| e.time).cmp(&last.map(|e| e.time)) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => {
            let joins = |one: &BankEvent, next: &BankEvent| {
                one.balance.zip(next.balance).is_some_and(|(before, after)| {
                    Sum::from(before) + next.change() == Sum::from(after)
                })
            };
            let forward = statement.windows(2).filter(|two| joins(&two[0], &two[1])).count();
            statement.windows(2).filter(|two| joins(&two[1], &two[0])).count() > forward
        }
    }
}

/// The account beside the gaming days of the meters that it serves.
struct Book<'a> {
    account: &'a Account,
    subject: &'a Subject,
    days: Vec<BookDay>,
    /// What the account held beyond meters and reserves before the first day; `None` where no balance tells.
    surplus: Option<Sum>,
    begin: Timestamp,
}

/// One gaming day of all links that the account serves.
struct BookDay {
    date: Date,
    end: Timestamp,
    /// Accrued and awarded from the first day to this one.
    accrued: Sum,
    awarded: Sum,
    /// What the house added to them up to this day: increases by hand, and seed.
    by_house: Sum,
    /// Meters and reserves as last displayed.
    shown: Sum,
    /// Why what accrued up to here is not known.
    undetermined: Option<String>,
    /// Why it may be more than that, and more be shown.
    unknown: Option<String>,
}

impl BookDay {
    /// When what accrued up to this day must have been deposited.
    const fn deadline(&self) -> Timestamp {
        self.end.plus_micros(DAYS * DAY_MICROS)
    }
}

impl<'a> Book<'a> {
    /// `None` where no day or no record is there. A link without an event is left out: what the others need
    /// is the least that the account must hold.
    fn of(account: &'a Account, subject: &'a Subject, all: &[MeterDay]) -> Option<Self> {
        let entry = subject.journal(JournalKind::Bank)?;
        let is_served = |link: &&Link| {
            entry.links.is_empty() || entry.links.iter().any(|name| link.is_named(name))
        };
        let links = subject.engagement.links.iter().filter(is_served);
        let accounts: Vec<(&str, &str)> = links
            .flat_map(|link| ["meter", "reserve"].map(|account| (link.id.as_str(), account)))
            .collect();
        let mut days = Vec::new();
        let (mut accrued, mut awarded, mut undetermined) = (Sum::ZERO, Sum::ZERO, None::<String>);
        let (mut opening, mut by_house) = (Sum::ZERO, Sum::ZERO);
        let mut last: Vec<Option<Money>> = vec![None; accounts.len()];
        for day in &subject.engagement.days {
            for ((link, account), last) in accounts.iter().zip(&mut last) {
                let is_it =
                    |d: &&MeterDay| d.date == day.date && d.link == *link && d.account == *account;
                let Some(row) = all.iter().find(is_it) else { continue };
                if last.is_none() {
                    opening = opening + row.opening;
                }
                accrued = accrued + row.contributions + row.taken_off();
                awarded = awarded + row.awards;
                // Of meter and reserve together a reseed adds the seed.
                by_house = by_house + row.reseeds + row.added_by_hand();
                undetermined = undetermined.or_else(|| row.undetermined.clone());
                *last = Some(row.reading);
            }
            // Before the first event of a link its meter is not known.
            let unknown = accounts.iter().zip(&last).find(|(_, last)| last.is_none());
            let unknown = unknown
                .map(|((link, _), _)| format!("link {link} has no event on record up to then"));
            let (date, end) = (day.date, day.end);
            let shown = last.iter().flatten().copied().sum();
            let undetermined = undetermined.clone();
            days.push(BookDay {
                date,
                end,
                accrued,
                awarded,
                by_house,
                shown,
                undetermined,
                unknown,
            });
        }
        let begin = subject.engagement.days.first()?.start;
        let early = if account.is_of_dates() { begin.plus_micros(-DAY_MICROS) } else { begin };
        let held = account.held(begin).max(account.held(early));
        let surplus = held.map(|held| (held - opening).max(Sum::ZERO));
        (!account.events.is_empty()).then_some(Self { account, subject, days, surplus, begin })
    }

    /// Why nothing can be told of a time up to a moment: a record that could not be read, or the end of the journal.
    fn open(&self, until: Timestamp) -> Option<String> {
        let at = |why, line| Hole::at(JournalKind::Bank, why, line);
        let last = self.account.events.last().filter(|last| last.time < until);
        let ends = || last.map(|last| at(Why::Ends, last.line));
        let unread = self.account.unread.first().map(|line| at(Why::Unreadable, *line));
        unread.or_else(ends).map(|hole| hole.of(self.subject).to_string())
    }

    /// Whether what accrued up to a day was deposited within a week of it.
    fn deposits(&self, at: usize) -> BankDays {
        let day = &self.days[at];
        let deadline = day.deadline();
        let of = |kind| self.account.sum(kind, self.begin, deadline);
        let surplus = self.surplus.unwrap_or(Sum::ZERO);
        let made = of(BankKind::Deposit) + surplus;
        let right = BankDays::right(day.date, self.account.line_before(deadline));
        let missing = day.accrued - made;
        if missing <= Sum::ZERO {
            let open = day.undetermined.clone().or_else(|| day.unknown.clone());
            return BankDays { open, ..right };
        }
        // An award that was not withdrawn may have been paid out of money on its way to the bank.
        let paid = (day.awarded - of(BankKind::Withdrawal)).max(Sum::ZERO);
        let unknown = "no balance tells what the account held beyond the meters before";
        let may_be_paid = "awards that were not withdrawn may have been paid out of it";
        let open = day
            .undetermined
            .clone()
            .or_else(|| self.open(deadline))
            .or_else(|| self.surplus.is_none().then(|| unknown.to_owned()))
            .or_else(|| (missing <= paid).then(|| may_be_paid.to_owned()));
        let missing = if open.is_some() { Sum::ZERO } else { missing - paid };
        BankDays { owed: day.accrued, made, missing, open, ..right }
    }

    /// What the house added up to a day and deposited too late with so much accrued money that was late.
    fn deposited_with(&self, at: usize, late: Sum) -> Sum {
        let day = &self.days[at];
        let later = self.account.sum(BankKind::Deposit, day.deadline(), Timestamp::LATEST);
        if late > Sum::ZERO { day.by_house.min(later - late).max(Sum::ZERO) } else { Sum::ZERO }
    }

    /// Whether the account held at the end of a day what meters and reserves showed, `undeposited` being
    /// what is missing of the deposits; `None` where no balance tells.
    fn level(&self, at: usize, undeposited: Sum) -> Option<BankDays> {
        let day = &self.days[at];
        let at = |from| {
            let held = self.account.held(from)?;
            let coming = self.account.sum(BankKind::Deposit, from, day.deadline());
            Some((day.shown - held - coming, held))
        };
        // Where dates alone are told, what moved on the date on which the day ends may have moved after its end.
        let early = self.account.is_of_dates().then(|| at(day.end.plus_micros(-DAY_MICROS)));
        let (missing, held) = early.flatten().into_iter().chain(at(day.end)).min()?;
        let right = BankDays::right(day.date, self.account.line_before(day.end));
        if missing <= Sum::ZERO {
            return Some(BankDays { open: day.unknown.clone(), ..right });
        }
        let open = day.undetermined.clone().or_else(|| self.open(day.deadline()));
        let missing =
            if open.is_some() { Sum::ZERO } else { (missing - undeposited).max(Sum::ZERO) };
        Some(BankDays { owed: day.shown, made: held, missing, open, ..right })
    }
}

/// Days in a row of which something is missing are one fact, that of which most is.
fn joined(days: Vec<BankDays>) -> Vec<BankDays> {
    let mut all: Vec<BankDays> = Vec::new();
    for day in days {
        match all.last_mut() {
            Some(run) if run.missing > Sum::ZERO && day.missing > Sum::ZERO => {
                (run.last, run.days) = (day.last, run.days + 1);
                if day.missing > run.missing {
                    (run.owed, run.made, run.missing) = (day.owed, day.made, day.missing);
                }
            }
            _ => all.push(day),
        }
    }
    all
}
