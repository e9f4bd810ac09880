//! `[[equipment]]`, `[[staff]]`, `[[ruling]]`: what stands where, who may do what, rulings.

use super::tables::Tables;
use super::{line, line_of};
use feltproof_model::engagement::{Authority, Equipment, Program, Role, RulingChoice, Staff};
use feltproof_toml::{Names, Section};

/// The equipment; `places` are the names of tables and links.
pub(super) fn equipment(top: &Section<'_>, places: &[&str]) -> Vec<Equipment> {
    top.sections_if("equipment").into_iter().filter_map(|s| one_equipment(s, places)).collect()
}

fn one_equipment(s: Section<'_>, places: &[&str]) -> Option<Equipment> {
    let component = s.text("component");
    let version = s.text("version");
    let place = s.text_if("place");
    let programs = s.sections_if("programs").into_iter().map(program);
    let programs = programs.collect::<Option<Vec<Program>>>();
    if let Some(place) = place.filter(|place| !places.contains(&place.value)) {
        place.unlisted("the tables and links are", places.iter().copied());
    }
    Some(Equipment {
        component: component?.owned(),
        version: version?.owned(),
        place: place.map_or_else(String::new, |place| place.owned()),
        programs: programs?,
        line: line(&s),
    })
}

fn program(s: Section<'_>) -> Option<Program> {
    let file = s.text("file");
    let digest = |key: &'static str| {
        let text = s.text(key)?;
        let is_digest = text.value.len() == 64 && text.value.bytes().all(|b| b.is_ascii_hexdigit());
        let text = text.only_if(is_digest, |text| {
            format!("is `{text}`, which is no SHA-256 of 64 hexadecimal digits; correct it")
        })?;
        Some(text.value.to_ascii_lowercase())
    };
    let (sha256, approved) = (digest("sha256"), digest("approved"));
    Some(Program { file: file?.owned(), sha256: sha256?, approved: approved? })
}

/// The people named in the journals.
pub(super) fn staff(top: &Section<'_>) -> Vec<Staff> {
    let mut ids = Names::default();
    let sections = top.sections_if("staff");
    let all: Vec<Staff> = sections.iter().filter_map(|s| person(*s, &mut ids)).collect();
    // What an event says must be one person's number or a name; two may have one name.
    for name in sections.iter().filter_map(|s| s.text_if("name")) {
        ids.clone().note(name);
    }
    all
}

fn person<'d>(s: Section<'d>, ids: &mut Names<'d>) -> Option<Staff> {
    let id = s.name("id", ids);
    let name = s.text_if("name");
    let words = ["dealer", "supervisor", "executive", "accounting"];
    let role = s.word("role", &words, Role::parse);
    Some(Staff {
        id: id?.value.into(),
        name: name.map(|name| name.value.into()),
        role: role?.value,
    })
}

/// The rulings chosen.
pub(super) fn rulings(top: &Section<'_>, tables: &Tables<'_>) -> Vec<RulingChoice> {
    top.sections_if("ruling").into_iter().fold(Vec::new(), |mut rulings, section| {
        rulings.extend(ruling(section, tables, &rulings));
        rulings
    })
}

fn ruling(s: Section<'_>, tables: &Tables<'_>, before: &[RulingChoice]) -> Option<RulingChoice> {
    let game = s.text("game");
    let ruling = s.text("ruling");
    let value = s.text("value");
    let authorities = Authority::ALL.map(Authority::name);
    let authority = s.word_or("authority", &authorities, Authority::parse, Authority::default());
    let source = s.text("source");
    game.iter().for_each(|game| tables.refuse_other_game(game));
    let choice = RulingChoice {
        game: game?.owned(),
        ruling: ruling?.owned(),
        value: value?.owned(),
        authority: authority?,
        source: source?.owned(),
        line: line(&s),
    };
    let same = |r: &&RulingChoice| r.game == choice.game && r.ruling == choice.ruling;
    if let Some(first) = before.iter().find(same) {
        let (ruling, game, value) = (&choice.ruling, &choice.game, &choice.value);
        let other = format!("{} chose `{}`", line_of(&s, first.line), first.value);
        s.wrong(
            "ruling",
            format!("is {ruling} of {game} again, as `{value}`; {other}; keep one of them"),
        );
    }
    Some(choice)
}
