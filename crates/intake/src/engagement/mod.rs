//! The engagement file: TOML to [`Engagement`], or every error in it at once.
//!
//! Each section takes its keys one by one (`feltproof_toml`). Nothing is looked up outside the text: which games, systems,
//! rule packs and standards there are the caller says ([`Defined`]), so that a name that is none of them is reported with
//! everything else that is wrong; paytables and rulings are for those who know the games.

mod journals;
mod links;
mod people;
mod randomness;
mod scope;
mod stated;
mod tables;

use feltproof_model::Engagement;
use feltproof_toml::{Found, Section, TomlErrors};

/// The version of the engagement format this crate reads.
const SCHEMA: u32 = 1;

/// Reads an engagement file; `file` is its name in messages.
///
/// # Errors
/// Every error of the file, in the order of its lines: what is not TOML, unknown and missing keys,
/// values that are not what they should be, and contradictions.
pub fn parse_engagement(text: &str, file: &str) -> Result<Engagement, TomlErrors> {
    parse_engagement_with(text, file, |_| Defined::default())
}

/// The same where it is known what is defined outside the file; `defined` gets the game files that the
/// engagement names.
///
/// # Errors
/// As [`parse_engagement`], and every name of what is not defined.
pub fn parse_engagement_with(
    text: &str,
    file: &str,
    defined: impl FnOnce(&[String]) -> Defined,
) -> Result<Engagement, TomlErrors> {
    feltproof_toml::read(text, file, SCHEMA, |top| read(top, defined))
}

/// Names of what an engagement refers to and does not define itself. A list that is not known judges no
/// name.
#[derive(Clone, Debug, Default)]
pub struct Defined {
    /// Games, those of the engagement's own files among them.
    pub games: Option<Vec<String>>,
    /// Progressive systems.
    pub systems: Option<Vec<String>>,
    /// Rule packs.
    pub packs: Option<Vec<String>>,
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

fn read(top: Section<'_>, defined: impl FnOnce(&[String]) -> Defined) -> Option<Engagement> {
    let section = top.section("engagement");
    let game_files = section.map(scope::game_files);
    let defined = game_files.as_deref().map(defined).unwrap_or_default();
    let scope = section.and_then(|section| scope::read(section, &defined));
    let zone = scope.as_ref().map(|s| s.time_zone.clone());
    let links = links::read(&top, &defined);
    let tables = tables::read(&top, &links, &defined);
    let journals = journals::read(&top, zone.as_deref());
    let places: Vec<&str> = tables.names.iter().chain(links.names.iter()).collect();
    let equipment = people::equipment(&top, &places);
    let staff = people::staff(&top);
    let rulings = people::rulings(&top, &tables);
    let stated = stated::read(&top, &tables);
    let randomness = top.section_if("randomness").and_then(|s| randomness::read(s, &defined));
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
        game_files: game_files?,
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
