//! Figures of daily records beside what the journals say of the same gaming day.

use crate::coverage::Coverage;
use crate::hole::Hole;
use crate::settled::SettledRound;
use crate::subject::Subject;
use feltproof_model::engagement::{JournalKind, Sequence};
use feltproof_model::{
    DailyFigure, FigureOf, LinkId, ManagerKind, MeterDay, Rounding, Sum, TableId, Wager,
};
use std::collections::BTreeMap;

/// A figure of a daily record, and what the journals say of it.
pub struct TieOut<'a> {
    /// The figure.
    pub of: &'a DailyFigure,
    /// What the journals say, to the last fraction; or why that cannot be told.
    pub recorded: Result<Sum, String>,
}

impl TieOut<'_> {
    /// A sum brought to whole cents as the daily record does.
    pub fn in_cents(&self, sum: Sum) -> Sum {
        let cents = self.of.rounding.divide(sum.micros(), MICROS_OF_A_CENT);
        // Nothing but `Exact`, which no record can have, leaves a remainder without an answer.
        Sum::from_micros(cents.map_or(sum.micros(), |cents| cents * MICROS_OF_A_CENT))
    }

    /// How the fraction of a cent was rounded: `, rounded down`; empty where there is none.
    pub fn rounding_in_words(&self, sum: Sum) -> &'static str {
        match self.of.rounding {
            _ if sum.micros() % MICROS_OF_A_CENT == 0 => "",
            Rounding::Exact => "",
            Rounding::Down => ", rounded down to the cent",
            Rounding::Up => ", rounded up to the cent",
            Rounding::HalfUp => ", rounded half up to the cent",
        }
    }
}

const MICROS_OF_A_CENT: i128 = 10_000;

/// What tables won by gaming day, of those of which a daily record tells.
#[derive(Default)]
pub(crate) struct TableWins(BTreeMap<(TableId, u16), TableWin>);

struct TableWin {
    /// Staked less returned.
    won: Sum,
    /// Lowest and highest number of a round, and how many there are.
    numbers: (u32, u32),
    rounds: u64,
    hole: Option<Hole>,
    /// A round of which the hands journal does not have all, or whose number comes twice.
    unclear: Option<u32>,
}

impl TableWins {
    pub(crate) fn note(&mut self, round: &SettledRound<'_>) {
        let of = FigureOf::TableWin(round.table_id);
        // Of the other days too: numbers run on from the day before.
        let is_requested = |figure: &DailyFigure| figure.of == of;
        if !round.subject.engagement.daily_figures.iter().any(is_requested) {
            return;
        }
        let won = round.players().map(|(_, row, _)| {
            Sum::from_micros(row.stake.total_micros() - row.returned.total_micros())
        });
        let lacks = round.rows.is_empty() || !round.without_row.is_empty() || round.repeated;
        let (number, won) = (round.round, won.sum());
        let (numbers, hole) = ((number, number), round.holes.hands);
        let win = TableWin { won, numbers, rounds: 1, hole, unclear: lacks.then_some(number) };
        self.add((round.table_id, round.day), win);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        other.0.into_iter().for_each(|(key, win)| self.add(key, win));
    }

    fn add(&mut self, key: (TableId, u16), more: TableWin) {
        let Some(win) = self.0.get_mut(&key) else {
            self.0.insert(key, more);
            return;
        };
        win.won = win.won + more.won;
        let (low, high) = more.numbers;
        win.numbers = (win.numbers.0.min(low), win.numbers.1.max(high));
        win.rounds += more.rounds;
        win.hole = win.hole.or(more.hole);
        win.unclear = win.unclear.or(more.unclear);
    }

    /// What a table won on a gaming day; or why that cannot be told.
    fn on(&self, subject: &Subject, table: TableId, day: u16) -> Result<Sum, String> {
        let rules = subject.rules(table);
        if subject.journal(JournalKind::Hands).is_none() {
            return Err("the engagement has no hands journal".to_owned());
        }
        if rules.offers(Wager::Bank) {
            let why = "a player keeps the bank, so what the players lose is not the table's";
            return Err(why.to_owned());
        }
        let lacks = |wager: &Wager| {
            let staked = !wager.is_staked() || subject.has_stake(*wager);
            // The automatic bonus may be in what is returned for the Ante.
            let returned = *wager == Wager::AnteBonus || subject.has_returned(*wager);
            rules.offers(*wager) && !(staked && returned)
        };
        if let Some(wager) = Wager::ALL.into_iter().find(lacks) {
            let title = wager.title();
            return Err(format!("the hands journal lacks stakes or returned amounts of {title}"));
        }
        let win = self.0.get(&(table, day));
        let win = win.ok_or("the table has no round on record on that day")?;
        if let Some(hole) = win.hole {
            return Err(hole.of(subject).to_string());
        }
        if let Some(round) = win.unclear {
            return Err(format!("round {round} is not there with all its hands, or comes twice"));
        }
        let (first, last) = win.numbers;
        let before = day.checked_sub(1).and_then(|before| self.0.get(&(table, before)));
        let goes_on = before.is_some_and(|of| first.checked_sub(1) == Some(of.numbers.1));
        if win.rounds != u64::from(last - first) + 1 {
            return Err(format!("of rounds {first} to {last} only {} are on record", win.rounds));
        }
        if first > 1 && !goes_on {
            return Err(format!("what was dealt before round {first} is not on record"));
        }
        Ok(win.won)
    }
}

/// Puts every figure of a daily record beside what the journals say.
pub(crate) fn tie_outs<'a>(
    subject: &'a Subject,
    days: &[MeterDay],
    wins: &TableWins,
    coverage: &Coverage,
    mut hear: impl FnMut(&TieOut<'a>),
) {
    for of in &subject.engagement.daily_figures {
        let of_link = |link| of_link(subject, days, coverage, link, of.day);
        let recorded = match of.of {
            FigureOf::TableWin(table) => wins.on(subject, table, of.day),
            FigureOf::Accrued(link) => of_link(link)
                .map(|rows| rows.iter().map(|row| row.contributions + row.taken_off()).sum()),
            FigureOf::Paid(link) => of_link(link).and_then(|rows| paid(&rows)),
        };
        hear(&TieOut { of, recorded });
    }
}

/// The awards of a day. What a back-out puts back is not the award alone, so a day with one cannot be told.
fn paid(rows: &[&MeterDay]) -> Result<Sum, String> {
    let mut adjustments = rows.iter().flat_map(|row| &row.adjustments);
    if adjustments.any(|(reason, _)| reason == "back_out") {
        return Err("an award was backed out on that day".to_owned());
    }
    Ok(rows.iter().map(|row| row.awards).sum())
}

/// Meter and reserve of a link on a day, where the record has all of it; or why it has not.
fn of_link<'d>(
    subject: &Subject,
    days: &'d [MeterDay],
    coverage: &Coverage,
    link: LinkId,
    day: u16,
) -> Result<Vec<&'d MeterDay>, String> {
    let journal = subject.journal(JournalKind::Manager);
    let journal = journal.ok_or("the engagement has no manager journal")?;
    if journal.sequence == Sequence::None {
        return Err("the records of the manager journal have no running numbers".to_owned());
    }
    let (id, date) = (&subject.link(link).id, subject.date(day));
    let of_link = || days.iter().filter(|row| row.link == *id);
    let rows: Vec<&MeterDay> = of_link().filter(|row| row.date == date).collect();
    if rows.is_empty() {
        return Err("the link has no event on record on that day".to_owned());
    }
    if let Some(why) = rows.iter().find_map(|row| row.undetermined.clone()) {
        return Err(why);
    }
    let is_at = |end: Option<&MeterDay>| end.is_some_and(|row| row.date == date);
    let Some(covered) = coverage.of_link(link) else { return Ok(rows) };
    let says_where = [ManagerKind::Reading, ManagerKind::Open, ManagerKind::Config];
    if is_at(of_link().next()) && !says_where.contains(&covered.first) {
        let first = covered.first.name();
        return Err(format!(
            "the record of the link begins with {first}, and what was before it is not there"
        ));
    }
    let is_closed =
        [ManagerKind::Reading, ManagerKind::Close].contains(&covered.last) && !covered.open;
    let ends = covered.goes_on || is_closed;
    if is_at(of_link().next_back()) && !ends {
        let last = covered.last.name();
        return Err(format!(
            "the record of the link ends with {last}, and what came after it is not there"
        ));
    }
    Ok(rows)
}
