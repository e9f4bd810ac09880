//! The engagement file: TOML to [`Engagement`], or every error in it at once.
//!
//! The text is read into a tree that knows the line of every key, and each section takes its keys
//! from it; what is left over is unknown. Nothing is looked up outside the text: whether a game, a
//! paytable or a rule pack exists is for those who know them to say.

mod faults;
mod journals;
mod links;
mod people;
mod randomness;
mod scope;
mod section;
mod stated;
mod tables;

pub use faults::{EngagementError, EngagementErrors};

use faults::Faults;
use feltproof_model::Engagement;
use section::Section;
use toml::de::DeTable;

/// The version of the engagement format this crate reads.
const SCHEMA: u64 = 1;

/// Reads an engagement file; `file` is its name in messages.
///
/// # Errors
/// Every error of the file, in the order of its lines: what is not TOML, unknown and missing keys,
/// values that are not what they should be, and contradictions.
pub fn parse_engagement(text: &str, file: &str) -> Result<Engagement, EngagementErrors> {
    let mut faults = Faults::new(file, text);
    let (tree, broken) = DeTable::parse_recoverable(text.strip_prefix('\u{feff}').unwrap_or(text));
    for error in &broken {
        let line = faults.line(error.span().map_or(0, |span| span.start));
        let message = error.message().replace('\n', " ");
        faults.push(line, format!("this is not TOML: {message}; correct the line"));
    }
    let engagement = if broken.is_empty() { read(tree.get_ref(), &mut faults) } else { None };
    match engagement {
        Some(engagement) if faults.len() == 0 => Ok(engagement),
        _ => Err(faults.into_errors()),
    }
}

fn read(tree: &DeTable<'_>, faults: &mut Faults) -> Option<Engagement> {
    let mut top = Section::new("the file".to_owned(), 1, tree);
    if let Some((schema, line)) = top.integer("schema", 0..=u64::MAX, faults)
        && schema != SCHEMA
    {
        faults.push(
            line,
            format!(
                "schema is {schema}, but this program reads schema {SCHEMA}; use a program of \
                     the file's time or rewrite the file"
            ),
        );
    }
    let scope = top.section("engagement", faults).and_then(|s| scope::read(s, faults));
    let zone = scope.as_ref().map(|s| s.time_zone.clone());
    let links = links::read(top.sections("link", faults), faults);
    let tables = tables::read(top.sections("table", faults), &links, faults);
    let journals = journals::read(top.sections("journal", faults), zone.as_deref(), faults);
    let places = tables.names.iter().chain(&links.names);
    let places: Vec<String> = places.map(|(name, _)| name.clone()).collect();
    let equipment = people::equipment(top.sections("equipment", faults), &places, faults);
    let staff = people::staff(top.sections("staff", faults), faults);
    let rulings = people::rulings(top.sections("ruling", faults), &tables, faults);
    let stated = stated::read(top.sections("stated", faults), &tables, faults);
    let randomness = randomness::read(&mut top, faults);
    top.finish(faults);
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
