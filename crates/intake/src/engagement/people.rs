//! `[[equipment]]`, `[[staff]]` and `[[ruling]]`: what stands where, who may do what, and which
//! readings the property has chosen.

use super::faults::Faults;
use super::section::{Lined, Section};
use super::tables::{Tables, note_name};
use feltproof_model::engagement::{Equipment, Role, RulingChoice, Staff};

/// The equipment; `places` are the names of tables and links.
pub(super) fn equipment(
    sections: Vec<Section<'_>>,
    places: &[String],
    faults: &mut Faults,
) -> Vec<Equipment> {
    sections.into_iter().filter_map(|s| one_equipment(s, places, faults)).collect()
}

fn one_equipment(mut s: Section<'_>, places: &[String], faults: &mut Faults) -> Option<Equipment> {
    let component = s.text("component", faults);
    let version = s.text("version", faults);
    let place = s.optional_text("place", faults);
    if let Some((place, line)) = place
        && !places.iter().any(|p| p == place)
    {
        let message = format!(
            "`place` of {} is `{place}`, but the tables and links are {}; correct it",
            s.name,
            places.join(", ")
        );
        faults.push(line, message);
    }
    let line = s.line;
    s.finish(faults);
    Some(Equipment {
        component: component?.0.to_owned(),
        version: version?.0.to_owned(),
        place: place.map_or_else(String::new, |(place, _)| place.to_owned()),
        line,
    })
}

/// The people named in the journals.
pub(super) fn staff(sections: Vec<Section<'_>>, faults: &mut Faults) -> Vec<Staff> {
    let mut names = Vec::new();
    sections.into_iter().filter_map(|s| person(s, &mut names, faults)).collect()
}

fn person(
    mut s: Section<'_>,
    names: &mut Vec<Lined<String>>,
    faults: &mut Faults,
) -> Option<Staff> {
    let id = s.text("id", faults);
    if let Some((id, line)) = id {
        s.name = format!("staff {id}");
        note_name(id, line, "staff", names, faults);
    }
    let words = "dealer, supervisor, executive or accounting";
    let role = s.word("role", Role::parse, words, faults);
    s.finish(faults);
    Some(Staff { id: id?.0.into(), role: role?.0 })
}

/// The rulings chosen.
pub(super) fn rulings(
    sections: Vec<Section<'_>>,
    tables: &Tables,
    faults: &mut Faults,
) -> Vec<RulingChoice> {
    let mut rulings: Vec<RulingChoice> = Vec::new();
    for section in sections {
        let ruling = ruling(section, tables, &rulings, faults);
        rulings.extend(ruling);
    }
    rulings
}

fn ruling(
    mut s: Section<'_>,
    tables: &Tables,
    before: &[RulingChoice],
    faults: &mut Faults,
) -> Option<RulingChoice> {
    let game = s.text("game", faults);
    let ruling = s.text("ruling", faults);
    let value = s.text("value", faults);
    let source = s.text("source", faults);
    if let Some((game, line)) = game {
        tables.refuse_other_game(&s.name, game, line, faults);
    }
    let line = s.line;
    s.finish(faults);
    let choice = RulingChoice {
        game: game?.0.to_owned(),
        ruling: ruling?.0.to_owned(),
        value: value?.0.to_owned(),
        source: source?.0.to_owned(),
        line,
    };
    let same = |r: &&RulingChoice| r.game == choice.game && r.ruling == choice.ruling;
    if let Some(first) = before.iter().find(same) {
        let message = format!(
            "ruling {} of {} is chosen again as `{}`; line {} chose `{}`; keep one of them",
            choice.ruling, choice.game, choice.value, first.line, first.value
        );
        faults.push(line, message);
    }
    Some(choice)
}
