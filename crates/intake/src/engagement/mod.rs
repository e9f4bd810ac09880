//! The engagement file: TOML to [`Engagement`], or every error in it at once.
//!
//! Each section takes its keys one by one (`feltproof_toml`). Nothing is looked up outside the text: which games, systems,
//! rule packs and standards there are the caller says ([`Defined`]), so that a name that is none of them is reported with
//! everything else that is wrong; paytables and rulings are for those who know the games.

mod daily;
mod journals;
mod law;
mod links;
mod people;
mod previous;
mod randomness;
mod responses;
mod scope;
mod stated;
mod tables;
mod terms;
mod waivers;

use feltproof_model::{Engagement, EngagementLine, Wager, beside};
use feltproof_toml::{BLANK, Found, Section, TomlError, TomlErrors};
use std::collections::BTreeMap;

/// The version of the engagement format this crate reads.
const SCHEMA: u32 = 1;

/// Reads an engagement file; `file` is its name in messages.
///
/// # Errors
/// Every error of the file, in the order of its lines: what is not TOML, unknown and missing keys,
/// values that are not what they should be, and contradictions.
pub fn parse_engagement(text: &str, file: &str) -> Result<Engagement, TomlErrors> {
    parse_engagement_with(text, file, None, |_, _| Defined::default())
}

/// The same with the text of the house file that it extends (see [`house_file`]), and where it is known what is
/// defined outside; `defined` gets the game files and the pack files that the engagement names, relative to it.
///
/// # Errors
/// As [`parse_engagement`], of both files, and every name of what is not defined.
pub fn parse_engagement_with(
    text: &str,
    file: &str,
    house: Option<&str>,
    defined: impl FnOnce(&[String], &[String]) -> Defined,
) -> Result<Engagement, TomlErrors> {
    let name = house_file(text).map(|(name, _)| name);
    let (Some(house), Some(name)) = (house, name) else {
        return feltproof_toml::read(text, file, SCHEMA, |top| read(top, false, defined));
    };
    let house_name = beside(file, &name);
    if let Some((other, line)) = house_file(house) {
        let message = format!(
            "is `{other}`, but a house file extends no other; write all that is the house's into {file}'s one"
        );
        let key = "engagement, extends".to_owned();
        return Err(TomlErrors(vec![TomlError { file: house_name, line, key, message }]));
    }
    feltproof_toml::read_joined((text, file), (house, &house_name), SCHEMA, |top| {
        read(top, true, defined)
    })
}

/// The house file that an engagement extends, relative to it, and the line that says so.
pub fn house_file(text: &str) -> Option<(String, u32)> {
    feltproof_toml::peek(text, "engagement", "extends").filter(|(name, _)| !name.starts_with(BLANK))
}

/// Where a table of the file begins.
fn line(s: &Section<'_>) -> EngagementLine {
    EngagementLine { of_house: s.joined, number: s.line }
}

/// A line read before, for a message about a table.
fn line_of(s: &Section<'_>, line: EngagementLine) -> String {
    s.line_for(line.of_house, line.number)
}

/// What is of one day stands in the engagement of the day alone.
fn refuse_in_house<T>(found: &Found<'_, T>) {
    if found.joined {
        found.wrong("stands in the house file, but it is of one day; move it to the engagement");
    }
}

/// Names of what an engagement does not define itself. A list that is not known judges no name.
#[derive(Clone, Debug, Default)]
pub struct Defined {
    /// Games, those of the engagement's own files among them.
    pub games: Option<Vec<String>>,
    /// Progressive systems.
    pub systems: Option<Vec<String>>,
    /// Rule packs that come with the program.
    pub packs: Option<Vec<String>>,
    /// The id of the rule pack in a file that the engagement names, or why it can be none of its packs. A file
    /// that is not here goes by its own name.
    pub pack_files: BTreeMap<String, Result<String, String>>,
    /// Standards of randomness.
    pub standards: Option<Vec<String>>,
}

/// Whether a name is among those defined; one that is not is reported, with `lead` before their list.
fn is_defined(name: &Found<'_, &str>, lead: &str, defined: Option<&[String]>) -> bool {
    let missing = defined.filter(|all| !all.iter().any(|one| one == name.value));
    if let Some(all) = missing {
        name.unlisted(lead, all.iter().map(String::as_str));
    }
    missing.is_none()
}

/// A wager by its name in the file; `allowed` says which may stand here.
fn wager(name: &Found<'_, &str>, allowed: fn(Wager) -> bool) -> Option<Wager> {
    let known = Wager::ALL.into_iter().filter(|w| allowed(*w)).map(Wager::key);
    let found = Wager::from_key(name.value).filter(|w| allowed(*w));
    if found.is_none() {
        name.unlisted("the wagers here are", known);
    }
    found
}

fn read(
    top: Section<'_>,
    has_house: bool,
    defined: impl FnOnce(&[String], &[String]) -> Defined,
) -> Option<Engagement> {
    let section = top.section("engagement");
    let house_file = section.and_then(|section| scope::house_file(section, has_house));
    let house = house_file.as_deref();
    let game_files = section.map(|section| scope::game_files(section, house));
    let pack_files = section.map(|section| scope::pack_files(section, house)).unwrap_or_default();
    let defined = game_files.as_deref().map(|games| defined(games, &pack_files));
    let defined = defined.unwrap_or_default();
    let scope = section.and_then(|section| scope::read(section, house, &defined));
    let zone = scope.as_ref().map(|s| s.time_zone.clone());
    let links = links::read(&top, zone.as_deref(), &defined);
    let tables = tables::read(&top, zone.as_deref(), &links, &defined);
    let names = links.all_names();
    let journals = journals::read(&top, zone.as_deref(), &names);
    let places: Vec<&str> = tables.names.iter().chain(names.iter().copied()).collect();
    let equipment = people::equipment(&top, &places);
    let staff = people::staff(&top);
    let rulings = people::rulings(&top, &tables);
    let stated = stated::read(&top, &tables);
    let randomness = top.section_if("randomness").and_then(|s| randomness::read(s, &defined));
    let table_names: Vec<&str> = tables.names.iter().collect();
    let waivers = waivers::read(&top, &table_names, &names);
    let previous = top.section_if("previous").map(previous::read);
    let confirmed = law::confirmed(&top);
    let inspected = law::inspected(&top);
    let days = scope.as_ref().map_or(&[][..], |scope| &scope.days);
    let daily_figures = daily::read(&top, days, (&tables, &links));
    let scope = scope?;
    Some(Engagement {
        id: scope.id,
        property: scope.property,
        licence: scope.licence,
        location: scope.location,
        tables_authorised: scope.tables_authorised,
        odds_prize_cover: scope.odds_prize_cover,
        two_people: scope.two_people,
        prepared_for: scope.prepared_for,
        prepared_by: scope.prepared_by,
        days: scope.days,
        gaming_day_start: scope.gaming_day_start,
        numbers_begin_again: scope.numbers_begin_again,
        time_zone: scope.time_zone,
        packs: scope.packs,
        pack_files: scope.pack_files,
        game_files: game_files?,
        house_file,
        tables: tables.tables,
        links: links.links,
        journals,
        equipment,
        staff,
        rulings,
        stated,
        randomness,
        previous: previous.map_or(Some(None), |read| read.map(Some))?,
        waivers,
        responses: responses::read(&top),
        confirmed,
        inspected,
        daily_figures,
    })
}

#[cfg(test)]
mod tests;
