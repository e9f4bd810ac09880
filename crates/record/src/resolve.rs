//! An engagement resolved against games and systems: the rules of each table, and every name that stands for nothing.

use feltproof_engine::game::{Prize, Row};
use feltproof_engine::{Game, System, TableRules};
use feltproof_intake::Columns;
use feltproof_model::engagement::{Link, Table};
use feltproof_model::{Engagement, LinkId, Timestamp, Wager};

/// The moments at which a table, or a meter that it feeds, goes on by another paytable, in order.
pub(crate) fn moments(engagement: &Engagement, table: &Table) -> Vec<Timestamp> {
    let links = table.links.iter().map(|link| engagement.link(*link));
    let mut all: Vec<Timestamp> =
        links.flat_map(|link| link.paytables().map(|(from, _)| from)).collect();
    all.extend(table.approvals.iter().map(|of| of.from));
    all.sort_unstable();
    all.dedup();
    all
}

/// The rules of a table by the paytable of the first meter that it feeds, and by that of each further one: as the
/// record begins, or from a moment on.
pub(crate) fn rules_of_table(
    engagement: &Engagement,
    table: &Table,
    from: Option<Timestamp>,
    games: &[Game],
    columns: Option<&Columns>,
) -> Result<(TableRules, Vec<(LinkId, TableRules)>), String> {
    let link_at = |id: LinkId| {
        let link = engagement.link(id);
        let paytable = link.paytables().filter(|(of, _)| from.is_some_and(|from| *of <= from));
        let paytable = paytable.last().map_or(link.paytable.as_str(), |(_, paytable)| paytable);
        Link { paytable: paytable.into(), ..link.clone() }
    };
    let approved = from.and_then(|from| table.approval_at(from));
    let later = approved.map(|of| Table { paytables: of.paytables.clone(), ..table.clone() });
    let table = later.as_ref().unwrap_or(table);
    let resolved = |link: Option<&Link>| rules_by_link(engagement, table, link, games, columns);
    let own = resolved(table.link().map(link_at).as_ref())?;
    let others = table.links.iter().skip(1).map(|id| {
        let link = link_at(*id);
        let rules = resolved(Some(&link))?;
        refuse_prizes_beside(&link, &rules)?;
        Ok((*id, rules))
    });
    Ok((own, others.collect::<Result<_, String>>()?))
}

/// The rules of a table by the paytable of one link, with the stakes that the hands journal has.
pub(crate) fn rules_by_link(
    engagement: &Engagement,
    table: &Table,
    link: Option<&Link>,
    games: &[Game],
    columns: Option<&Columns>,
) -> Result<TableRules, String> {
    let game = games.iter().find(|g| g.id == table.game).ok_or_else(|| {
        let known = names(games.iter().map(|g| g.id.as_str()));
        format!("game {} is not defined; the games are {known}", table.game)
    })?;
    let choices = engagement.rulings.iter().filter(|c| c.game == table.game);
    let choices: Vec<_> = choices.cloned().collect();
    let rules = TableRules::resolve(game, table, link, &choices).map_err(|e| e.to_string())?;
    let staked = |wager: Wager| columns.is_none_or(|c| c.stake[wager as usize]);
    let (ante, raise) = (staked(Wager::Ante), staked(rules.raise()));
    Ok(rules.for_record(ante, raise))
}

/// A wager brings its prizes from the tray and its envy once, by the paytable of the first meter that it feeds.
fn refuse_prizes_beside(link: &Link, rules: &TableRules) -> Result<(), String> {
    let Some(paytable) = rules.paytable(Wager::Progressive) else { return Ok(()) };
    let is_beside = |row: &&Row| {
        let is_share = matches!(row.prize, Prize::Meter(_)) || link.awards.deducts_fixed;
        !is_share || row.envy.is_some()
    };
    let Some(row) = paytable.rows.iter().find(is_beside) else { return Ok(()) };
    let what = if row.envy.is_some() { "envy" } else { "a prize that does not come off the meter" };
    Err(format!(
        "link {} is not the first that its progressive wagers feed, but its paytable {} brings {what} with {}; \
         name that link first, or give it a paytable of shares of its meter alone",
        link.id,
        paytable.id,
        row.hand.title()
    ))
}

pub(crate) fn undefined_systems(
    engagement: &Engagement,
    file: &str,
    systems: &[System],
    errors: &mut Vec<String>,
) {
    for link in &engagement.links {
        if !systems.iter().any(|s| s.id == link.system) {
            errors.push(format!(
                "{}: link {} names system {}, but the systems known are {}",
                engagement.place_of(link.line, file),
                link.id,
                link.system,
                names(systems.iter().map(|s| s.id.as_str()))
            ));
        }
    }
}

/// A stated figure is of a paytable that its game has; that the game is dealt was known before.
pub(crate) fn stated_figures(
    engagement: &Engagement,
    file: &str,
    games: &[Game],
    errors: &mut Vec<String>,
) {
    for stated in &engagement.stated {
        let Some(game) = games.iter().find(|g| g.id == stated.game) else { continue };
        // The base game goes by the paytable that every hand of it needs.
        let of = match stated.wager {
            Wager::Ante => game.family.needs_paytable,
            wager => wager,
        };
        let paytables = game.paytables.iter().filter(|p| p.wager == of);
        let known: Vec<&str> = paytables.map(|p| p.id.as_str()).collect();
        let (wager, paytable) = (stated.wager.key(), stated.paytable.as_str());
        let all = names(known.iter().copied());
        let what = if known.is_empty() {
            format!(
                "of {wager} in {}, which has no paytable for it; correct the wager or the game",
                stated.game
            )
        } else if paytable.is_empty() && known.len() > 1 {
            format!("of {wager} in {} without its paytable; name one of {all}", stated.game)
        } else if !paytable.is_empty() && !known.contains(&paytable) {
            format!(
                "of paytable {paytable} for {wager} in {}, but its paytables are {all}; correct \
                 the paytable",
                stated.game
            )
        } else {
            continue;
        };
        let place = engagement.place_of(stated.line, file);
        errors.push(format!("{place}: a figure is stated {what}"));
    }
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let list: Vec<&str> = all.collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}
