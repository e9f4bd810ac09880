//! The engagement file: TOML to [`Engagement`], or every error in it at once.
//!
//! Each section takes its keys one by one (`feltproof_toml`). Nothing is looked up outside the text: whether a game, a
//! paytable or a rule pack exists is for those who know them to say.

mod journals;
mod links;
mod people;
mod randomness;
mod scope;
mod stated;
mod tables;

use feltproof_model::Engagement;
use feltproof_toml::{Section, TomlErrors};

/// The version of the engagement format this crate reads.
const SCHEMA: u32 = 1;

/// Reads an engagement file; `file` is its name in messages.
///
/// # Errors
/// Every error of the file, in the order of its lines: what is not TOML, unknown and missing keys,
/// values that are not what they should be, and contradictions.
pub fn parse_engagement(text: &str, file: &str) -> Result<Engagement, TomlErrors> {
    feltproof_toml::read(text, file, SCHEMA, read)
}

fn read(top: Section<'_>) -> Option<Engagement> {
    let scope = top.section("engagement").and_then(scope::read);
    let zone = scope.as_ref().map(|s| s.time_zone.clone());
    let links = links::read(&top);
    let tables = tables::read(&top, &links);
    let journals = journals::read(&top, zone.as_deref());
    let places: Vec<&str> = tables.names.iter().chain(links.names.iter()).collect();
    let equipment = people::equipment(&top, &places);
    let staff = people::staff(&top);
    let rulings = people::rulings(&top, &tables);
    let stated = stated::read(&top, &tables);
    let randomness = top.section_if("randomness").and_then(randomness::read);
    let scope = scope?;
    Some(Engagement {
        id: scope.id,
        property: scope.property,
        licence: scope.licence,
        location: scope.location,
        prepared_for: scope.prepared_for,
        prepared_by: scope.prepared_by,
        days: scope.days,
        gaming_day_start: scope.gaming_day_start,
        time_zone: scope.time_zone,
        packs: scope.packs,
        game_files: scope.game_files,
        tables: tables.tables,
        links: links.links,
        journals,
        equipment,
        staff,
        rulings,
        stated,
        randomness,
    })
}

#[cfg(test)]
mod tests;
