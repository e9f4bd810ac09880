//! `[[table]]`: the tables, what is offered and posted at them, and their shufflers.

use super::links::{Links, moment};
use super::{Defined, is_defined, line, terms, wager};
use crate::zone::Zone;
use feltproof_model::engagement::{PostedLimit, Shuffler, Table, TableApproval};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{EngagementLine, LinkId, Money, Timestamp, Wager};
use feltproof_toml::{Found, Names, Raw, Section};

/// The tables, and the names of all that were declared, read or not.
#[derive(Default)]
pub(super) struct Tables<'d> {
    pub(super) tables: Vec<Table>,
    pub(super) names: Names<'d>,
    /// Games named by any table, each once.
    games: Vec<&'d str>,
    /// A table names a game that does not exist, or no table could be read; what else names a game may mean that table's.
    has_undefined_game: bool,
}

impl Tables<'_> {
    /// Reports a game that no table has.
    pub(super) fn refuse_other_game(&self, game: &Found<'_, &str>) {
        if !self.games.contains(&game.value) && !self.has_undefined_game {
            game.unlisted("the games of the tables are", self.games.iter().copied());
        }
    }
}

/// `zone` is the property's, where it could be read.
pub(super) fn read<'d>(
    top: &Section<'d>,
    zone: Option<&str>,
    links: &Links<'d>,
    defined: &Defined,
) -> Tables<'d> {
    let (zone, sections) = (zone.and_then(Zone::new), top.sections("table"));
    let mut all = Tables { has_undefined_game: sections.is_empty(), ..Tables::default() };
    for section in sections {
        let table = table(section, (zone.as_ref(), links), defined, &mut all);
        all.tables.extend(table);
    }
    all.games.sort_unstable();
    all.games.dedup();
    all
}

fn table<'d>(
    s: Section<'d>,
    (zone, links): (Option<&Zone>, &Links<'d>),
    defined: &Defined,
    all: &mut Tables<'d>,
) -> Option<Table> {
    let id = s.name("id", &mut all.names);
    let game = s.text("game");
    if let Some(game) = &game {
        let is_defined = is_defined(game, "the games are", defined.games.as_deref());
        all.has_undefined_game |= !is_defined;
    }
    all.games.extend(game.map(|game| game.value));
    let seats = s.integer("seats", 1..=SEAT_MAX);
    let links = fed(s, links);
    let paytables = of_wagers(s, "paytables", has_paytable, |id| Some(id.text()?.owned()));
    let posted = of_wagers(s, "posted", has_limits, limits);
    let aggregate = of_wagers(s, "aggregate", may_have_aggregate, |amount| {
        Some(amount.money()?.above_zero()?.value)
    });
    let shuffler = shuffler(s);
    let decks = s.integer_if("decks_in_use", 1..=2);
    let unit = s.money_if("unit").and_then(Found::above_zero);
    if unit.is_some() && links.is_empty() {
        let what = "is there at a table without a link, where no progressive is wagered; remove it";
        s.wrong("unit", what);
    }
    let terms = terms::read(s);
    let posted = posted.into_iter().map(limit).collect::<Vec<_>>();
    let approvals = approvals(s, zone, &paytables, &posted);
    Some(Table {
        id: id?.value.into(),
        game: game?.owned(),
        seats: seats?.value,
        links,
        paytables,
        posted,
        approvals: approvals?,
        aggregate,
        shuffler,
        decks_in_use: decks.map_or(1, |decks| decks.value),
        unit: unit.map(|unit| unit.value),
        terms,
        line: line(&s),
    })
}

const fn limit((wager, (min, max)): (Wager, (Money, Money))) -> PostedLimit {
    PostedLimit { wager, min, max }
}

/// `approvals`: paytables and posted limits from later moments on, each after the one before. What one does not name
/// stays as it was.
fn approvals(
    s: Section<'_>,
    zone: Option<&Zone>,
    paytables: &[(Wager, String)],
    posted: &[PostedLimit],
) -> Option<Vec<TableApproval>> {
    let (mut paytables, mut posted) = (paytables.to_vec(), posted.to_vec());
    let mut before: Option<Timestamp> = None;
    let each = s.sections_if("approvals").into_iter().map(|s| {
        let (from, document) = (s.text("from"), s.text("document"));
        for (wager, id) in of_wagers(s, "paytables", has_paytable, |id| Some(id.text()?.owned())) {
            match paytables.iter_mut().find(|(of, _)| *of == wager) {
                Some((_, before)) => *before = id,
                None => s.wrong(
                    "paytables",
                    format!("has {wager}, which the table does not offer before"),
                ),
            }
        }
        for later in of_wagers(s, "posted", has_limits, limits).into_iter().map(limit) {
            posted.retain(|of| of.wager != later.wager);
            posted.push(later);
        }
        posted.sort_by_key(|of| of.wager);
        let (from, zone) = (from?, zone?);
        let time = moment(&from, zone)?;
        if before.replace(time).is_some_and(|before| before >= time) {
            from.wrong(format!(
                "is `{}`, not after the approval before it; list them in order",
                from.value
            ));
        }
        let (written, document) = (from.owned(), document?.owned());
        let (paytables, posted) = (paytables.clone(), posted.clone());
        Some(TableApproval { from: time, written, document, paytables, posted })
    });
    each.collect::<Vec<_>>().into_iter().collect()
}

/// The meters that a table feeds: `link`, or `links` where there are several.
fn fed(s: Section<'_>, links: &Links<'_>) -> Vec<LinkId> {
    let mut all = Vec::new();
    let one = s.text_if("link");
    let several = if s.has("links") { s.texts("links") } else { Vec::new() };
    if let (Some(one), false) = (&one, several.is_empty()) {
        one.wrong("is there beside `links`; write all links of the table into `links`");
    }
    for name in one.into_iter().chain(several) {
        let named = links.named(name.value);
        if named.is_empty() {
            name.unlisted("the links are", links.names().into_iter());
        }
        if named.iter().any(|link| all.contains(link)) {
            name.wrong(format!("is `{}`, which the list names already; remove it", name.value));
        }
        all.extend(named);
    }
    refuse_other_terms(s, &all, links);
    all
}

/// One wager on one sensor feeds all meters of a table.
fn refuse_other_terms(s: Section<'_>, fed: &[LinkId], links: &Links<'_>) {
    let mut fed = fed.iter().filter_map(|link| links.links.get(usize::from(link.0)));
    let Some(first) = fed.next() else { return };
    let key = if s.has("links") { "links" } else { "link" };
    for other in fed {
        let (ours, theirs, of) = if other.system != first.system {
            (first.system.clone(), other.system.clone(), "system")
        } else if other.unit != first.unit {
            (first.unit.to_string(), other.unit.to_string(), "unit")
        } else {
            continue;
        };
        let (first, other) = (&first.id, &other.id);
        let joined = format!("{first} ({of} {ours}) and {other} ({of} {theirs})");
        let rule = "one progressive wager on one sensor feeds all meters of a table";
        let remedy = format!("give them one {of} or the table one of them");
        s.wrong(key, format!("joins {joined}, but {rule}; {remedy}"));
    }
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

/// What a table says of its wagers under one key, in the order of [`Wager::ALL`].
fn of_wagers<'d, T>(
    s: Section<'d>,
    key: &'static str,
    allowed: fn(Wager) -> bool,
    read: impl Fn(Raw<'d>) -> Option<T>,
) -> Vec<(Wager, T)> {
    let mut list = Vec::new();
    for entry in s.section_if(key).iter().flat_map(Section::entries) {
        let wager = wager(&entry.with(entry.key()), allowed);
        list.extend(wager.zip(read(entry)));
    }
    list.sort_by_key(|(wager, _)| *wager);
    list
}

/// A posted minimum and maximum.
fn limits(value: Raw<'_>) -> Option<(Money, Money)> {
    let texts = value.texts()?;
    let [min, max] = texts[..] else {
        value.wrong("must be a minimum and a maximum; write it as in [\"5.00\", \"100.00\"]");
        return None;
    };
    let (min, max) = (min.money()?.value, max.money()?.value);
    if min > max {
        let message = format!("has the minimum {min} above its maximum {max}; correct one of them");
        value.wrong(message);
    }
    Some((min, max))
}

/// Model and mode say something only together.
fn shuffler(s: Section<'_>) -> Option<Shuffler> {
    let (has_model, has_mode) = (s.has("shuffler"), s.has("shuffler_mode"));
    let model = s.text_if("shuffler");
    let mode = s.text_if("shuffler_mode");
    // A key that is there but not understood has its own error.
    if let (Some(model), false) = (model, has_mode) {
        model.wrong("is there without `shuffler_mode`; add the mode it is set to, or remove it");
    }
    if let (Some(mode), false) = (mode, has_model) {
        let remedy = "add the model of the shuffler, or remove the mode";
        mode.wrong(format!("is there without `shuffler`; {remedy}"));
    }
    let mode = mode?;
    Some(Shuffler {
        model: model?.owned(),
        mode: mode.owned(),
        line: EngagementLine { of_house: mode.joined, number: mode.line },
    })
}
