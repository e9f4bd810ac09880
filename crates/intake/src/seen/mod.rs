//! What the records of a journal say of the engagement that they belong to, before there is one: the tables, seats
//! and wagers, who dealt and who swiped which card, the links and what feeds them, the times.
//!
//! Counted as it stands; nothing is judged. Names are kept up to a bound, and that there are more is said.

mod clock;
mod rows;

pub use clock::{Clock, Quiet};

use crate::journal::Export;
use crate::journal::kinds;
use crate::profile::Profile;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Money, Seat, Wager};
use rows::Record;
use std::collections::BTreeMap;
use std::io::Read;

/// Names of one sort that are kept. A column that is none of names has more.
const NAMES_MAX: usize = 5_000;
/// No name is longer.
const NAME_BYTES_MAX: usize = 200;

/// What the records of some journals say.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// By name.
    pub tables: BTreeMap<String, TableSeen>,
    /// By name and level.
    pub links: BTreeMap<(String, String), LinkSeen>,
    /// For each name where it stands, and how often: `dealer` or an event with its actor.
    pub staff: BTreeMap<String, BTreeMap<String, u64>>,
    /// When.
    pub clock: Clock,
    /// Records understood as far as this goes.
    pub records: u64,
    /// Records that are not, and why the first is not.
    pub unread: u64,
    /// See [`Self::unread`].
    pub first_unread: Option<String>,
    /// Some names are not kept: there are too many, or they are no names that an engagement can have.
    pub is_cut: bool,
}

/// What is on record of a table.
#[derive(Clone, Debug, Default)]
pub struct TableSeen {
    /// Records that name it.
    pub records: u64,
    /// Records by seat of a player or player banker.
    pub seats: BTreeMap<u8, u64>,
    /// Records of the seat of a player banker.
    pub banker: u64,
    /// Of each wager the stakes.
    pub stakes: BTreeMap<Wager, Stakes>,
    /// Of each payment without a stake how many there are: the automatic bonus, envy, a bank.
    pub unstaked: BTreeMap<Wager, u64>,
    /// Dealers' (or player bankers') hands by their number of cards.
    pub opponent_cards: BTreeMap<usize, u64>,
}

/// The stakes of a wager above nothing.
#[derive(Clone, Debug, Default)]
pub struct Stakes {
    /// Stakes by their amount; of amounts beyond 1,000 different ones only the count.
    pub amounts: BTreeMap<Money, u64>,
    /// How many.
    pub count: u64,
    /// The smallest and the largest.
    pub range: Option<(Money, Money)>,
}

/// What is on record of a level of a link.
#[derive(Clone, Debug, Default)]
pub struct LinkSeen {
    /// Records that name it.
    pub records: u64,
    /// Coin-ins by table.
    pub feeds: BTreeMap<String, u64>,
}

impl Seen {
    /// Goes through the records of a journal; `profile` says how an export is to be read, without one it is
    /// canonical.
    ///
    /// # Errors
    /// When it cannot be read, or the profile does not fit its columns.
    pub fn of<R: Read>(
        kind: JournalKind,
        export: Export<R>,
        profile: Option<&Profile>,
    ) -> Result<Self, String> {
        let (mut seen, mut money) = (Self::default(), None);
        rows::each(export, profile, |record| match record {
            Ok(record) => {
                let money = money.get_or_insert_with(|| columns_of_money(record.columns()));
                seen.take(kind, &record, money);
            }
            Err(why) => {
                seen.unread += 1;
                seen.first_unread.get_or_insert(why);
            }
        })?;
        Ok(seen)
    }

    /// Adds what another journal says.
    pub fn join(&mut self, other: Self) {
        for (name, table) in other.tables {
            if let Some(own) = self.table(&name) {
                own.join(table);
            }
        }
        for (name, link) in other.links {
            if let Some(own) = entry(&mut self.links, name, &mut self.is_cut) {
                own.records += link.records;
                link.feeds.into_iter().for_each(|(t, n)| *own.feeds.entry(t).or_default() += n);
            }
        }
        for (name, places) in other.staff {
            places.into_iter().for_each(|(place, n)| self.person(&name, &place, n));
        }
        self.clock.join(&other.clock);
        self.records += other.records;
        self.unread += other.unread;
        self.first_unread = self.first_unread.take().or(other.first_unread);
        self.is_cut |= other.is_cut;
    }

    fn table(&mut self, name: &str) -> Option<&mut TableSeen> {
        let named = (!name.is_empty()).then(|| name.to_owned());
        entry(&mut self.tables, plain(named?, &mut self.is_cut)?, &mut self.is_cut)
    }

    fn person(&mut self, name: &str, place: &str, count: u64) {
        let name = plain(name.to_owned(), &mut self.is_cut).filter(|name| !name.is_empty());
        let places = name.and_then(|name| entry(&mut self.staff, name, &mut self.is_cut));
        if let Some(places) = places {
            *places.entry(place.to_owned()).or_default() += count;
        }
    }

    fn take(&mut self, kind: JournalKind, record: &Record<'_>, money: &[(Wager, bool, usize)]) {
        self.records += 1;
        self.clock.take(&record.cell("time"));
        // A column of the file that is none of the journal's says nothing.
        let cell = |name: &str| match kinds::column(kind, name) {
            Some(_) => record.cell(name),
            None => String::new(),
        };
        let name = cell("table");
        if let Some(table) = self.table(&name) {
            table.records += 1;
            if kind == JournalKind::Hands {
                table.hand(record, money);
            }
        }
        self.person(&cell("dealer"), "dealer", 1);
        self.person(&cell("actor"), &event(record), 1);
        self.meter((cell("link"), cell("level")), record, name);
    }

    fn meter(&mut self, (link, level): (String, String), record: &Record<'_>, table: String) {
        if link.is_empty() {
            return;
        }
        let is_cut = &mut self.is_cut;
        let (Some(link), Some(level)) = (plain(link, is_cut), plain(level, is_cut)) else { return };
        let Some(link) = entry(&mut self.links, (link, level), is_cut) else { return };
        link.records += 1;
        if record.cell("event") == "coin_in" && !table.is_empty() {
            *link.feeds.entry(table).or_default() += 1;
        }
    }
}

/// The event of a record; what is none of a journal's is a word of the file's own, and cut short.
fn event(record: &Record<'_>) -> String {
    record.cell("event").chars().take(40).collect()
}

/// A name that an engagement can have.
fn plain(name: String, is_cut: &mut bool) -> Option<String> {
    let is_plain = name.len() <= NAME_BYTES_MAX && !name.chars().any(char::is_control);
    *is_cut |= !is_plain;
    is_plain.then_some(name)
}

/// The value of a name; nothing where there are too many.
fn entry<'m, K: Ord, V: Default>(
    map: &'m mut BTreeMap<K, V>,
    name: K,
    is_cut: &mut bool,
) -> Option<&'m mut V> {
    if map.len() >= NAMES_MAX && !map.contains_key(&name) {
        *is_cut = true;
        return None;
    }
    Some(map.entry(name).or_default())
}

/// The columns of stakes (`false`) and of what was returned (`true`), with their places.
fn columns_of_money(columns: &[String]) -> Vec<(Wager, bool, usize)> {
    let of = |(at, name): (usize, &String)| {
        let returned = name.strip_suffix("_returned");
        let wager = Wager::from_key(returned.unwrap_or(name))?;
        Some((wager, returned.is_some(), at))
    };
    columns.iter().enumerate().filter_map(of).collect()
}

impl TableSeen {
    fn hand(&mut self, record: &Record<'_>, money: &[(Wager, bool, usize)]) {
        let seat = Seat::parse(record.cell("seat").as_bytes());
        if let Some(Seat::Player(number) | Seat::Banker(number)) = seat
            && number > 0
        {
            *self.seats.entry(number).or_default() += 1;
        }
        self.banker += u64::from(seat.is_some_and(Seat::is_banker));
        if seat.is_some_and(|seat| seat.is_banker() || seat == Seat::Dealer) {
            let cards = record.cell("cards").split_whitespace().count();
            *self.opponent_cards.entry(cards).or_default() += 1;
        }
        for (wager, is_returned, at) in money {
            let amount = Money::parse(record.at(*at).as_bytes()).unwrap_or(Money::ZERO);
            if amount <= Money::ZERO {
                continue;
            }
            if wager.is_staked() && !is_returned {
                self.stakes.entry(*wager).or_default().take(amount, 1);
            } else if !wager.is_staked() {
                *self.unstaked.entry(*wager).or_default() += 1;
            }
        }
    }

    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.banker += other.banker;
        other.seats.into_iter().for_each(|(seat, n)| *self.seats.entry(seat).or_default() += n);
        other.unstaked.into_iter().for_each(|(w, n)| *self.unstaked.entry(w).or_default() += n);
        let cards = other.opponent_cards.into_iter();
        cards.for_each(|(cards, n)| *self.opponent_cards.entry(cards).or_default() += n);
        for (wager, stakes) in other.stakes {
            let own = self.stakes.entry(wager).or_default();
            let named: u64 = stakes.amounts.values().sum();
            stakes.amounts.into_iter().for_each(|(amount, n)| own.take(amount, n));
            own.count += stakes.count - named;
            own.range = [own.range, stakes.range].into_iter().flatten().reduce(wider);
        }
    }
}

fn wider(one: (Money, Money), other: (Money, Money)) -> (Money, Money) {
    (one.0.min(other.0), one.1.max(other.1))
}

impl Stakes {
    fn take(&mut self, amount: Money, count: u64) {
        self.count += count;
        let range = [self.range, Some((amount, amount))].into_iter().flatten();
        self.range = range.reduce(wider);
        if self.amounts.len() < 1_000 || self.amounts.contains_key(&amount) {
            *self.amounts.entry(amount).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests;
