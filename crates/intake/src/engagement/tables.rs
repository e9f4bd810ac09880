//! `[[table]]`: the tables, what is offered and posted at them, and their shufflers.

use super::faults::Faults;
use super::links::Links;
use super::section::{Lined, Section, money, type_in_words};
use feltproof_model::engagement::{PostedLimit, Shuffler, Table};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{LinkId, Money, Wager};
use toml::de::DeValue;

/// The tables, and the names of all that were declared, read or not.
pub(super) struct Tables {
    pub(super) tables: Vec<Table>,
    pub(super) names: Vec<Lined<String>>,
    /// Games named by any table.
    pub(super) games: Vec<String>,
}

impl Tables {
    /// Reports a section that is for a game no table has.
    pub(super) fn refuse_other_game(
        &self,
        section: &str,
        game: &str,
        line: u32,
        faults: &mut Faults,
    ) {
        if self.games.iter().any(|g| g == game) {
            return;
        }
        let mut games = self.games.clone();
        games.sort();
        games.dedup();
        let message = format!(
            "{section} is for the game {game}, but the games of the tables are {}; correct or \
             remove it",
            games.join(", ")
        );
        faults.push(line, message);
    }
}

pub(super) fn read(sections: Vec<Section<'_>>, links: &Links, faults: &mut Faults) -> Tables {
    let mut all = Tables { tables: Vec::new(), names: Vec::new(), games: Vec::new() };
    if sections.is_empty() {
        faults.push(1, "the file has no [[table]]; add the tables that are audited".to_owned());
    }
    for section in sections {
        let table = table(section, links, &mut all, faults);
        all.tables.extend(table);
    }
    if u16::try_from(all.names.len()).is_err() {
        let count = all.names.len();
        faults.push(
            1,
            format!(
                "the file has {count} tables, but at most 65535 can be audited \
                                together; split the engagement"
            ),
        );
    }
    all
}

fn table(
    mut s: Section<'_>,
    links: &Links,
    all: &mut Tables,
    faults: &mut Faults,
) -> Option<Table> {
    let id = s.text("id", faults);
    if let Some((id, line)) = id {
        s.name = format!("table {id}");
        note_name(id, line, "table", &mut all.names, faults);
    }
    let game = s.text("game", faults);
    if let Some((game, _)) = game {
        all.games.push(game.to_owned());
    }
    let seats = s.integer("seats", 1..=u64::from(SEAT_MAX), faults);
    let link = match s.optional_text("link", faults) {
        Some((name, line)) => Some(link(&s.name, name, line, links, faults)),
        None => None,
    };
    let paytables = paytables(&mut s, faults);
    let posted = posted(&mut s, faults);
    let aggregate = aggregate(&mut s, faults);
    let shuffler = shuffler(&mut s, faults);
    let decks = s.optional_integer("decks_in_use", 1..=2, faults);
    let line = s.line;
    s.finish(faults);
    Some(Table {
        id: id?.0.into(),
        game: game?.0.to_owned(),
        seats: u8::try_from(seats?.0).ok()?,
        link: link.flatten(),
        paytables,
        posted,
        aggregate,
        shuffler,
        decks_in_use: if matches!(decks, Some((2, _))) { 2 } else { 1 },
        line,
    })
}

/// Notes a name and reports one that was there before.
pub(super) fn note_name(
    name: &str,
    line: u32,
    kind: &str,
    names: &mut Vec<Lined<String>>,
    faults: &mut Faults,
) {
    if let Some((_, first)) = names.iter().find(|(n, _)| n == name) {
        let message = format!(
            "{kind} {name} is declared again; it was declared on line {first}; rename or remove \
             one of them"
        );
        faults.push(line, message);
    }
    names.push((name.to_owned(), line));
}

fn link(table: &str, name: &str, line: u32, links: &Links, faults: &mut Faults) -> Option<LinkId> {
    let at = links.names.iter().position(|(n, _)| n == name);
    if at.is_none() {
        let known: Vec<&str> = links.names.iter().map(|(n, _)| n.as_str()).collect();
        let message = if known.is_empty() {
            format!(
                "{table} names link {name}, but no link is declared; correct the name or add \
                     the link"
            )
        } else {
            format!(
                "{table} names link {name}, but the links are {}; correct the name or add the link",
                known.join(", ")
            )
        };
        faults.push(line, message);
    }
    at.and_then(|at| u16::try_from(at).ok()).map(LinkId)
}

/// A wager by its name in the file; `allowed` says which may stand under this key.
pub(super) fn wager(
    section: &str,
    key: &str,
    name: &str,
    line: u32,
    allowed: fn(Wager) -> bool,
    faults: &mut Faults,
) -> Option<Wager> {
    let found = Wager::from_key(name).filter(|w| allowed(*w));
    if found.is_none() {
        let names: Vec<&str> =
            Wager::ALL.into_iter().filter(|w| allowed(*w)).map(Wager::key).collect();
        let message = format!(
            "`{key}` of {section} names the wager `{name}`, but the wagers here are {}; correct it",
            names.join(", ")
        );
        faults.push(line, message);
    }
    found
}

/// The progressive's paytable is the link's, and envy is part of it. The automatic bonus on the Ante
/// has a paytable though nothing is staked on it.
fn has_paytable(wager: Wager) -> bool {
    (wager.is_staked() && wager != Wager::Progressive) || wager == Wager::AnteBonus
}

/// Envy and the automatic bonus are never staked; a bank is put up within limits like a stake.
fn has_limits(wager: Wager) -> bool {
    wager.is_staked() || wager == Wager::Bank
}

/// A progressive is paid from its meter, which bounds it already.
fn may_have_aggregate(wager: Wager) -> bool {
    wager.is_side_bet() && wager != Wager::Progressive
}

fn paytables(s: &mut Section<'_>, faults: &mut Faults) -> Vec<(Wager, String)> {
    let mut list = Vec::new();
    for (name, (value, line)) in s.map("paytables", faults) {
        let wager = wager(&s.name, "paytables", name, line, has_paytable, faults);
        match value.as_str().filter(|id| !id.is_empty()) {
            Some(id) => list.extend(wager.map(|w| (w, id.to_owned()))),
            None => {
                let message = format!(
                    "paytable `{name}` of {} is {}, but it must be the id of a paytable in \
                     quotes, as in \"C4P-09\"",
                    s.name,
                    type_in_words(value)
                );
                faults.push(line, message);
            }
        }
    }
    list.sort_by_key(|(wager, _)| *wager);
    list
}

fn posted(s: &mut Section<'_>, faults: &mut Faults) -> Vec<PostedLimit> {
    let mut list = Vec::new();
    for (name, (value, line)) in s.map("posted", faults) {
        let wager = wager(&s.name, "posted", name, line, has_limits, faults);
        match limits(value) {
            Ok((min, max)) if min <= max => {
                list.extend(wager.map(|wager| PostedLimit { wager, min, max }));
            }
            Ok((min, max)) => faults.push(
                line,
                format!(
                    "posted minimum {min} of `{name}` at {} is above its maximum {max}; correct \
                     one of them",
                    s.name
                ),
            ),
            Err(fault) => {
                faults.push(line, format!("posted limit of `{name}` at {} {fault}", s.name));
            }
        }
    }
    list.sort_by_key(|limit| limit.wager);
    list
}

/// The most that all players together are paid on a side bet in one round.
fn aggregate(s: &mut Section<'_>, faults: &mut Faults) -> Vec<(Wager, Money)> {
    let mut list = Vec::new();
    for (name, (value, line)) in s.map("aggregate", faults) {
        let wager = wager(&s.name, "aggregate", name, line, may_have_aggregate, faults);
        let amount = match value.as_str().map(money) {
            Some(Ok(amount)) if amount.is_zero() => {
                Err(format!("is {amount}, but it must be above $0.00; correct it"))
            }
            Some(result) => result,
            None => Err(format!(
                "is {}, but it must be dollars in quotes, as in \"5000.00\"",
                type_in_words(value)
            )),
        };
        match amount {
            Ok(amount) => list.extend(wager.map(|w| (w, amount))),
            Err(fault) => {
                faults.push(line, format!("aggregate limit of `{name}` at {} {fault}", s.name));
            }
        }
    }
    list.sort_by_key(|(wager, _)| *wager);
    list
}

/// Model and mode say something only together.
fn shuffler(s: &mut Section<'_>, faults: &mut Faults) -> Option<Shuffler> {
    let (has_model, has_mode) = (s.has("shuffler"), s.has("shuffler_mode"));
    let model = s.optional_text("shuffler", faults);
    let mode = s.optional_text("shuffler_mode", faults);
    // A key that is there but not understood has its own error.
    if let (Some((_, line)), false) = (model, has_mode) {
        let message = format!(
            "{} has `shuffler` without `shuffler_mode`; add the mode it is set to, or remove the \
             shuffler",
            s.name
        );
        faults.push(line, message);
    }
    if let (Some((_, line)), false) = (mode, has_model) {
        let message = format!(
            "{} has `shuffler_mode` without `shuffler`; add the model of the shuffler, or remove \
             the mode",
            s.name
        );
        faults.push(line, message);
    }
    let (mode, line) = mode?;
    Some(Shuffler { model: model?.0.to_owned(), mode: mode.to_owned(), line })
}

fn limits(value: &DeValue<'_>) -> Result<(Money, Money), String> {
    let pair = value.as_array().map(|list| {
        let texts: Vec<Option<&str>> = list.iter().map(|v| v.get_ref().as_str()).collect();
        texts
    });
    match pair.as_deref() {
        Some([Some(min), Some(max)]) => Ok((money(min)?, money(max)?)),
        _ => {
            Err("is not a minimum and a maximum; write it as in [\"5.00\", \"100.00\"]".to_owned())
        }
    }
}
