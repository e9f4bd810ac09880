//! `[[link]]`: the progressive links and the settings of their levels.

use super::faults::Faults;
use super::section::{Lined, Section};
use super::tables::note_name;
use feltproof_model::Money;
use feltproof_model::engagement::{LONGEST_ODDS, LevelSettings, Link};
use feltproof_model::money::MICROS_PER_CENT;

/// The links, and the names of all that were declared, read or not.
pub(super) struct Links {
    pub(super) links: Vec<Link>,
    pub(super) names: Vec<Lined<String>>,
}

pub(super) fn read(sections: Vec<Section<'_>>, faults: &mut Faults) -> Links {
    let mut all = Links { links: Vec::new(), names: Vec::new() };
    for section in sections {
        let link = link(section, &mut all.names, faults);
        all.links.extend(link);
    }
    if u16::try_from(all.names.len()).is_err() {
        let count = all.names.len();
        faults.push(
            1,
            format!(
                "the file has {count} links, but at most 65535 can be audited \
                                together; split the engagement"
            ),
        );
    }
    all
}

fn link(mut s: Section<'_>, names: &mut Vec<Lined<String>>, faults: &mut Faults) -> Option<Link> {
    let id = s.text("id", faults);
    if let Some((id, line)) = id {
        s.name = format!("link {id}");
        note_name(id, line, "link", names, faults);
    }
    let system = s.text("system", faults);
    let paytable = s.text("paytable", faults);
    let location = s.text("location", faults);
    let level = s.text("level", faults);
    let unit = above_zero(s.money("unit", faults), "unit", &s.name, faults);
    let executive_from = s.money("executive_from", faults);
    let preconfigured = s.optional_rate("preconfigured_contribution", faults);
    let longest_odds = s.optional_integer("longest_odds", 1..=u64::from(u32::MAX), faults);
    let approved = settings(&mut s, "approved", faults);
    let running = settings(&mut s, "running", faults);
    let line = s.line;
    s.finish(faults);
    let (running, running_line) = running?;
    Some(Link {
        id: id?.0.into(),
        system: system?.0.to_owned(),
        paytable: paytable?.0.to_owned(),
        location: location?.0.to_owned(),
        level: level?.0.into(),
        unit: unit?,
        approved: approved?.0,
        running,
        preconfigured_contribution: preconfigured.map(|(rate, _)| rate),
        executive_from: executive_from?.0,
        longest_odds: longest_odds.map_or(LONGEST_ODDS, |(odds, _)| odds),
        line,
        running_line,
    })
}

/// `approved` or `running`, and the line of the key.
fn settings(
    link: &mut Section<'_>,
    key: &'static str,
    faults: &mut Faults,
) -> Option<Lined<LevelSettings>> {
    let mut s = link.section(key, faults)?;
    s.name = format!("`{key}` of {}", link.name);
    let seed = s.money("seed", faults);
    let contribution = s.rate("contribution", faults);
    let reserve = s.rate("reserve", faults);
    let limit = s.optional_money("limit", faults);
    let contribution_unit = s.optional_money("contribution_unit", faults);
    let contribution_unit = above_zero(contribution_unit, "contribution_unit", &s.name, faults);
    let display_unit = s.optional_money("display_unit", faults);
    let display_unit = above_zero(display_unit, "display_unit", &s.name, faults);
    if let (Some((seed, _)), Some((limit, line))) = (seed, limit)
        && limit < seed
    {
        let message =
            format!("{} has the limit {limit} below its seed {seed}; correct one of them", s.name);
        faults.push(line, message);
    }
    let line = s.line;
    s.finish(faults);
    let settings = LevelSettings {
        seed: seed?.0,
        contribution: contribution?.0,
        reserve: reserve?.0,
        limit: limit.map(|(amount, _)| amount),
        contribution_unit,
        display_unit: display_unit.unwrap_or(Money::from_micros(MICROS_PER_CENT)),
    };
    Some((settings, line))
}

fn above_zero(
    found: Option<Lined<Money>>,
    key: &str,
    section: &str,
    faults: &mut Faults,
) -> Option<Money> {
    let (amount, line) = found?;
    if amount.is_zero() {
        faults.push(
            line,
            format!(
                "`{key}` of {section} is {amount}, but it must be above $0.00; \
                                   correct it"
            ),
        );
    }
    Some(amount)
}
