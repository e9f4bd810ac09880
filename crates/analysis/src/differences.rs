//! Money between players and house, exception by exception: what a seat of a round is owed, and what explains most of it.

use crate::error::AnalysisError;
use crate::frame::{MoneyFrame, distinct};
use crate::money::{MoneyGroup, MoneySums};
use feltproof_model::analysis::{MoneyCause, Restitution, SeatOwed};
use feltproof_model::{CauseKey, CompactString, Date, Exception, Seat};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Money between players and house, as exceptions come.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    seats: BTreeMap<SeatOfRound, SeatSums>,
    groups: BTreeMap<GroupKey, MoneySums>,
    /// Of seats beyond those that are kept one by one.
    beyond: MoneySums,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SeatOfRound {
    day: Option<Date>,
    table: Option<CompactString>,
    round: Option<u32>,
    seat: Option<Seat>,
}

#[derive(Clone, Debug, Default)]
struct SeatSums {
    money: MoneySums,
    dealer: Option<CompactString>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    code: &'static str,
    cause: Option<CauseKey>,
    table: Option<CompactString>,
    dealer: Option<CompactString>,
}

/// What explains an exception: its cause, or its check where it has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Explainer {
    /// Code of the check.
    pub code: &'static str,
    /// The cause, by its place in the workpaper.
    pub cause: Option<usize>,
    /// In words.
    pub title: String,
}

impl Differences {
    /// Seats of rounds that are kept one by one: memory is bounded by them.
    const SEATS_MAX: usize = 100_000;

    /// Adds an exception of a gaming day, if it says of money between players and house, and no waiver covers it.
    pub fn add(&mut self, day: Option<Date>, exception: &Exception) {
        let Some((over, under)) = exception.money().between_players_and_house() else { return };
        let key = SeatOfRound {
            day,
            table: exception.table.clone(),
            round: exception.round,
            seat: exception.seat,
        };
        if self.seats.len() < Self::SEATS_MAX || self.seats.contains_key(&key) {
            let sums = self.seats.entry(key).or_default();
            sums.money.add(over, under);
            sums.dealer = sums.dealer.take().or_else(|| exception.dealer.clone());
        } else {
            self.beyond.add(over, under);
        }
        let group = GroupKey {
            code: exception.code,
            cause: exception.cause,
            table: exception.table.clone(),
            dealer: exception.dealer.clone(),
        };
        self.groups.entry(group).or_default().add(over, under);
    }

    /// What seats of rounds are owed, the most first.
    pub fn restitution(&self) -> Restitution {
        let mut found = Restitution {
            owed_micros: self.beyond.under,
            overpaid_micros: self.beyond.over,
            exceptions_beyond: self.beyond.exceptions,
            ..Restitution::default()
        };
        let mut all: Vec<(&SeatOfRound, &SeatSums)> = self.seats.iter().collect();
        for (_, SeatSums { money, .. }) in &all {
            found.owed_micros += money.under;
            found.overpaid_micros += money.over;
            found.seats_owed += u64::from(money.under > 0);
            found.seats_overpaid += u64::from(money.over > 0);
        }
        all.retain(|(_, sums)| sums.money.under > 0);
        all.sort_by_key(|(key, sums)| (Reverse(sums.money.under), *key));
        let seat = |(key, sums): (&SeatOfRound, &SeatSums)| SeatOwed {
            day: key.day,
            table: key.table.as_ref().map(ToString::to_string),
            round: key.round,
            seat: key.seat.map(|seat| seat.to_string()),
            dealer: sums.dealer.as_ref().map(ToString::to_string),
            owed_micros: sums.money.under,
            overpaid_micros: sums.money.over,
            exceptions: sums.money.exceptions,
        };
        found.shown = all.into_iter().take(Restitution::SHOWN_MAX).map(seat).collect();
        found
    }

    /// What explains the money, the most first: causes, and checks as far as none explains their
    /// exceptions, with table and dealer of the largest part. Fails as [`crate::variance`] does.
    pub fn causes(
        &self,
        explainer: impl Fn(&'static str, Option<CauseKey>) -> Explainer,
    ) -> Result<Vec<MoneyCause>, AnalysisError> {
        if self.groups.is_empty() {
            return Ok(Vec::new());
        }
        let of: Vec<Explainer> = self.groups.keys().map(|k| explainer(k.code, k.cause)).collect();
        let all = distinct(of.iter());
        let place =
            |one: &Explainer| all.binary_search(&one).expect("all explainers are in the list");
        let groups = self.groups.iter().zip(&of).map(|((key, sums), of)| MoneyGroup {
            explainer: place(of),
            table: key.table.as_deref(),
            dealer: key.dealer.as_deref(),
            sums: *sums,
        });
        let frame = MoneyFrame::build(&groups.collect::<Vec<_>>())?;
        let mut tables = frame.largest("table")?;
        let mut dealers = frame.largest("dealer")?;
        let mut found = Vec::new();
        for (at, sums) in frame.totals()? {
            let Some(Explainer { code, cause, title }) = all.get(at).copied().cloned() else {
                continue;
            };
            found.push(MoneyCause {
                code,
                cause,
                title,
                over_micros: sums.over,
                under_micros: sums.under,
                exceptions: sums.exceptions,
                table: tables.remove(&at),
                dealer: dealers.remove(&at),
            });
        }
        found.sort_by_key(|cause| (Reverse(cause.money()), cause.code, cause.cause));
        Ok(found)
    }
}
