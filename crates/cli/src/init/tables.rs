//! Tables, links and staff of the draft, by what their records say.

use super::games::{fits, paytables};
use super::house::House;
use super::text::{Out, blank, counted};
use feltproof_engine::{Game, System};
use feltproof_intake::{LinkSeen, Seen, TableSeen, quoted};
use feltproof_model::engagement::Role;
use feltproof_model::{Money, Wager};
use feltproof_paper::words::plain_dollars;
use std::collections::{BTreeMap, BTreeSet};

/// Writes what the house file does not have, and says which that is.
pub(super) fn write(
    out: &mut Out,
    seen: &Seen,
    house: Option<&House>,
    games: &[Game],
    systems: &[System],
) {
    let is_new = |list: fn(&House) -> &Vec<String>, id: &str| {
        house.is_none_or(|house| !list(house).iter().any(|own| own == id))
    };
    let mut new: Vec<String> = Vec::new();
    for (id, table) in seen.tables.iter().filter(|(id, _)| is_new(|house| &house.tables, id)) {
        new.push(format!("table {id}"));
        write_table(out, id, table, seen, games);
    }
    for (link, of) in levels(seen) {
        if is_new(|house| &house.links, link) {
            new.push(format!("link {link}"));
            write_link(out, link, &of, seen, games, systems);
        }
    }
    if house.is_none() && needs_nameless_link(seen) {
        write_nameless_link(out, seen, games, systems);
    }
    for (id, places) in seen.staff.iter().filter(|(id, _)| is_new(|house| &house.staff, id)) {
        new.push(format!("staff {id}"));
        person(out, id, places);
    }
    if house.is_some() && !new.is_empty() {
        let list = new.join(", ");
        out.say(format_args!("Not in the house file, written to the engagement: {list}"));
    }
}

/// The levels of each link.
fn levels(seen: &Seen) -> Vec<(&str, Vec<(&str, &LinkSeen)>)> {
    let mut links: Vec<(&str, Vec<(&str, &LinkSeen)>)> = Vec::new();
    for ((link, level), of) in &seen.links {
        match links.last_mut().filter(|(name, _)| name == link) {
            Some((_, levels)) => levels.push((level, of)),
            None => links.push((link, vec![(level, of)])),
        }
    }
    links
}

/// Progressive wagers, and no record of a link.
fn needs_nameless_link(seen: &Seen) -> bool {
    seen.links.is_empty()
        && seen.tables.values().any(|table| table.stakes.contains_key(&Wager::Progressive))
}

fn write_table(out: &mut Out, id: &str, table: &TableSeen, seen: &Seen, games: &[Game]) {
    out.section("[[table]]");
    out.comment(format_args!("{} records name it", table.records));
    out.text("id", id);
    let fitting: Vec<&Game> = games.iter().filter(|game| fits(game, table)).collect();
    write_game(out, table, &fitting, games);
    match table.seats.last_key_value() {
        Some((last, _)) => {
            let seats = counted(table.seats.iter().map(|(seat, n)| (seat, *n)));
            out.comment(format_args!(
                "guess: the highest seat with a record; records by seat: {seats}"
            ));
            out.value("seats", last);
        }
        None => out.blank("seats", "how many seats it has, a number without quotes"),
    }
    feeds(out, id, table, seen);
    let staked: Vec<Wager> = table.stakes.keys().copied().filter(|w| has_limits(*w)).collect();
    let bonus = table.unstaked.contains_key(&Wager::AnteBonus).then_some(Wager::AnteBonus);
    let candidates: Vec<&Game> = if fitting.is_empty() { games.iter().collect() } else { fitting };
    let paid: Vec<Wager> =
        staked.iter().copied().filter(|w| *w != Wager::Ante).chain(bonus).collect();
    if !paid.is_empty() {
        out.section("[table.paytables]");
        for wager in paid {
            let paytables = paytables(&candidates, wager);
            out.blank(wager.key(), format_args!("its paytable, {paytables}"));
        }
    }
    if !staked.is_empty() {
        out.section("[table.posted]");
        for wager in staked {
            let stakes = &table.stakes[&wager];
            let Some((least, most)) = stakes.range else { continue };
            out.comment(format_args!("{} stakes, from {least} to {most}", stakes.count));
            let value = |which| blank(format_args!("the posted {which}, as in 5.00"));
            out.list(wager.key(), &["minimum", "maximum"].map(value));
        }
    }
}

/// The wagers that a table posts limits for: the bet after the cards goes by the Ante, and the progressive wager is the
/// link's.
fn has_limits(wager: Wager) -> bool {
    wager.is_staked() && !wager.is_raise() && wager != Wager::Progressive
}

fn write_game(out: &mut Out, table: &TableSeen, fitting: &[&Game], games: &[Game]) {
    let wagers = counted(table.stakes.iter().map(|(wager, of)| (wager.key(), of.count)));
    let wagers = if wagers.is_empty() { "none" } else { &wagers };
    let banker = if table.banker > 0 { ", a player banks" } else { "" };
    out.comment(format_args!("wagers on record: {wagers}{banker}"));
    let ids = |games: &[&Game]| games.iter().map(|g| g.id.as_str()).collect::<Vec<_>>().join(", ");
    match fitting {
        [game] => {
            out.comment(format_args!("guess: of all games these fit {} alone", game.title));
            out.text("game", &game.id);
        }
        [] => {
            let all = ids(&games.iter().collect::<Vec<_>>());
            out.comment("no game that is known has all of these");
            out.blank("game", format_args!("its game, one of {all}, or one of your own"));
        }
        several => {
            for Game { id, title, .. } in several {
                out.comment(format_args!("fits: {id} = {title}"));
            }
            out.blank("game", format_args!("its game, one of {}", ids(several)));
        }
    }
}

/// The link that a table feeds.
fn feeds(out: &mut Out, id: &str, table: &TableSeen, seen: &Seen) {
    let mut of: BTreeMap<&str, u64> = BTreeMap::new();
    for ((link, _), on) in &seen.links {
        if let Some(count) = on.feeds.get(id) {
            let most = of.entry(link).or_default();
            *most = *count.max(most);
        }
    }
    let stakes = table.stakes.get(&Wager::Progressive).map_or(0, |stakes| stakes.count);
    let most = of.values().copied().max().unwrap_or_default();
    // One wager feeds all meters of its table: their coin-ins are as many.
    let as_many = of.len() > 1 && of.values().all(|count| *count > most - count);
    let is_linked = !of.is_empty() || stakes > 0;
    match (of.iter().next(), of.len()) {
        (Some(_), _) if as_many => {
            out.comment(format_args!(
                "guess: each of these links has up to {most} coin-ins of this table"
            ));
            out.list("links", &of.keys().collect::<Vec<_>>());
        }
        (Some((link, count)), 1) => {
            out.comment(format_args!("guess: {count} coin-ins of the link are of this table"));
            out.text("link", link);
        }
        (Some(_), _) => {
            let list: Vec<String> =
                of.iter().map(|(link, n)| format!("{link} ({n} coin-ins)")).collect();
            out.blank("link", format_args!("the link it feeds, one of {}", list.join(", ")));
        }
        (None, _) if stakes > 0 => {
            out.comment(format_args!(
                "{stakes} progressive wagers, and no coin-in of a link is of this table"
            ));
            out.blank("link", "id of the link that its progressive wagers feed");
        }
        (None, _) => {}
    }
    if is_linked {
        out.comment("placard = 4  # if the layout or a placard says that players may wager on four games; false: if none does");
    }
}

fn write_link(
    out: &mut Out,
    id: &str,
    levels: &[(&str, &LinkSeen)],
    seen: &Seen,
    games: &[Game],
    systems: &[System],
) {
    // A level that no wager feeds may be a share of the meter of another.
    let is_fed = |(_, of): &&(&str, &LinkSeen)| !of.feeds.is_empty();
    let fed: Vec<_> = levels.iter().filter(is_fed).collect();
    let (own, shares): (Vec<_>, Vec<_>) = match fed.is_empty() {
        true => (levels.iter().collect(), Vec::new()),
        false => (fed, levels.iter().filter(|level| !is_fed(level)).collect()),
    };
    for (at, (level, of)) in own.iter().enumerate() {
        out.section("[[link]]");
        out.comment(format_args!("{} records name it", of.records));
        out.text("id", id);
        match level.is_empty() {
            true => out.blank("level", "its level, as in grand; its records name none"),
            false => out.text("level", level),
        }
        let tables: Vec<&String> = of.feeds.keys().collect();
        let stakes = seen.tables.iter().filter(|(id, _)| tables.contains(id));
        settings(out, stakes.map(|(_, table)| table), games, systems);
        if at == 0 && !shares.is_empty() {
            out.section("[link.shares]");
            out.comment("guess: no wager feeds these levels, so they are shares of this meter");
            for (level, of) in &shares {
                let records = of.records;
                let wanted = format_args!("its share of the meter, as in 10%; {records} records");
                out.blank(&quoted(level), wanted);
            }
        }
    }
}

fn write_nameless_link(out: &mut Out, seen: &Seen, games: &[Game], systems: &[System]) {
    out.section("[[link]]");
    out.comment("progressive wagers are on record, and no journal of a progressive system");
    out.blank("id", "a name for the link");
    out.blank("level", "name of its level, as in grand");
    settings(out, seen.tables.values(), games, systems);
}

/// What follows the name of a link.
fn settings<'s>(
    out: &mut Out,
    tables: impl Iterator<Item = &'s TableSeen>,
    games: &[Game],
    systems: &[System],
) {
    let systems: Vec<&str> = systems.iter().map(|system| system.id.as_str()).collect();
    out.blank("system", format_args!("its system, one of {}", systems.join(", ")));
    let wager = Wager::Progressive;
    let paytables = paytables(&games.iter().collect::<Vec<_>>(), wager);
    out.blank("paytable", format_args!("its paytable, {paytables}"));
    out.blank("location", "the licensed location that it is in");
    let mut amounts: BTreeMap<Money, u64> = BTreeMap::new();
    for stakes in tables.filter_map(|table| table.stakes.get(&wager)) {
        stakes.amounts.iter().for_each(|(amount, n)| *amounts.entry(*amount).or_default() += n);
    }
    let all: u64 = amounts.values().sum();
    let best = amounts.iter().map(|(amount, n)| (*amount, *n));
    match best.reduce(|best, next| if next.1 > best.1 { next } else { best }) {
        Some((amount, count)) => {
            out.comment(format_args!("guess: {count} of {all} progressive wagers are {amount}"));
            out.text("unit", &plain_dollars(amount.micros().into()));
        }
        None => out.blank("unit", "the fixed progressive wager, as in 5.00"),
    }
    out.blank("executive_from", "awards from this amount need an Executive card, as in 5000.00");
    for (key, which) in [("approved", "the approved"), ("running", "the running")] {
        out.section(&format!("[link.{key}]"));
        out.blank("seed", format_args!("{which} seed, as in 2500.00"));
        out.blank("contribution", format_args!("{which} contribution rate, as in 20%"));
        out.blank("reserve", format_args!("{which} reserve rate, as in 5%"));
    }
}

/// What a person did on record, and the role that it takes. Who may do it is not in the record: only that somebody deals
/// is taken from it.
fn person(out: &mut Out, id: &str, places: &BTreeMap<String, u64>) {
    out.section("[[staff]]");
    let roles: BTreeSet<&str> =
        places.keys().filter_map(|place| role(place)).map(Role::name).collect();
    let first = roles.first().copied().filter(|_| roles.len() == 1);
    out.comment(format_args!(
        "on record as: {}",
        counted(places.iter().map(|(place, n)| (place, *n)))
    ));
    out.text("id", id);
    let all = "dealer, supervisor, executive or accounting";
    match first {
        Some(role) if role == Role::Dealer.name() => {
            out.comment("guess, by where the id stands");
            out.text("role", role);
        }
        Some(role) => {
            out.blank("role", format_args!("{role} if the house's list says so, else {all}"));
        }
        None => out.blank("role", format_args!("{all}, by the house's list")),
    }
}

/// The role of those who do this.
fn role(place: &str) -> Option<Role> {
    match place {
        "dealer" | "coin_in" | "end_game" | "hand_button" => Some(Role::Dealer),
        "supervisor_card" | "confirm" | "key_jph" | "key_run" | "j_pot" => Some(Role::Supervisor),
        "executive_card" => Some(Role::Executive),
        "adjustment" | "reserve_adjustment" => Some(Role::Accounting),
        _ => None,
    }
}
