//! `[[link]]`: the progressive links and the settings of their levels.

use super::{Defined, is_defined, line};
use crate::zone::{Reading, Zone, ZoneClock};
use feltproof_model::engagement::{
    AwardTerms, DatedApproval, LONGEST_ODDS, LevelSettings, Link, Overflow,
};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{CompactString, LinkId, Money, Rate, Rounding, Timestamp};
use feltproof_toml::{Found, Section};

/// The links, and the names of all that were declared, read or not.
pub(super) struct Links<'d> {
    pub(super) links: Vec<Link>,
    /// Of each `[[link]]` the name of its link and of its meter.
    names: Vec<(&'d str, String)>,
}

impl<'d> Links<'d> {
    /// The names of the links, each once.
    pub(super) fn names(&self) -> Vec<&'d str> {
        let mut names = Vec::new();
        for (link, _) in &self.names {
            if !names.contains(link) {
                names.push(*link);
            }
        }
        names
    }

    /// The names of the links, and of the meters of those that have several.
    pub(super) fn all_names(&self) -> Vec<&str> {
        let meters = self.names.iter().filter(|(link, meter)| link != meter);
        self.names().into_iter().chain(meters.map(|(_, meter)| meter.as_str())).collect()
    }

    /// Whether every link could be read; else places among [`Self::links`] say nothing.
    pub(super) fn are_whole(&self) -> bool {
        self.links.len() == self.names.len()
    }

    /// The meters that a name stands for: those of a link, or one by its own name.
    pub(super) fn named(&self, name: &str) -> Vec<LinkId> {
        let own =
            self.names.iter().zip(0..).filter(|((of, meter), _)| *of == name || meter == name);
        own.map(|(_, at)| LinkId(at)).collect()
    }
}

/// `zone` is the property's, where it could be read.
pub(super) fn read<'d>(top: &Section<'d>, zone: Option<&str>, defined: &Defined) -> Links<'d> {
    let sections = top.sections_if("link");
    let names = names_of(&sections);
    refuse_equal_names(&sections, &names);
    let each = sections.into_iter().zip(&names);
    let links = each.filter_map(|(s, (name, id))| {
        let own = names.iter().filter(|(link, _)| link == name);
        let levels = own.filter_map(|(link, meter)| meter.strip_prefix(link)?.strip_prefix(' '));
        let link = link(s, (id, &levels.collect::<Vec<_>>()), zone, defined);
        refuse_unknown_destination(&s, id, &names);
        link
    });
    let links = links.collect();
    Links { links, names }
}

/// Of each link its name and that of its meter: with the level where several levels of it have meters of their own.
fn names_of<'d>(sections: &[Section<'d>]) -> Vec<(&'d str, String)> {
    let text = |s: &Section<'d>, key| s.get(key).and_then(|found| found.as_written());
    let mut declared: Vec<(&str, &str)> = Vec::new();
    let mut lines: Vec<Found<'d, &'d str>> = Vec::new();
    for s in sections {
        let level = text(s, "level").map_or("", |level| level.value);
        let Some(name) = text(s, "id") else {
            declared.push(("", level));
            continue;
        };
        let first = lines.iter().zip(&declared).find(|(_, of)| **of == (name.value, level));
        if let Some((first, _)) = first {
            let (value, line) = (name.value, first.line_for(&name));
            name.wrong(format!("is `{value}`, which {line} has too; rename or remove one of them"));
        }
        lines.push(name);
        declared.push((name.value, level));
    }
    let meter = |(name, level): &(&'d str, &str)| {
        let levels = declared.iter().filter(|(other, _)| other == name).count();
        let meter = if levels == 1 { (*name).to_owned() } else { format!("{name} {level}") };
        (*name, meter)
    };
    declared.iter().map(meter).collect()
}

/// A meter goes by the names of its link and of its level, which may be another link's name.
fn refuse_equal_names(sections: &[Section<'_>], names: &[(&str, String)]) {
    for (s, (name, meter)) in sections.iter().zip(names).filter(|(_, (name, meter))| name != meter)
    {
        if names.iter().any(|(other, _)| other == meter) {
            let level = meter.strip_prefix(name).unwrap_or_default().trim_start();
            let what = format!("so that this meter of link {name} goes by `{meter}`");
            let clash = "which is the id of another link; rename one of them";
            s.wrong("level", format!("is `{level}`, {what}, {clash}"));
        }
    }
}

/// What overflows goes to the reserve, to the house, or to another meter.
fn refuse_unknown_destination(s: &Section<'_>, id: &str, names: &[(&str, String)]) {
    let Some(overflow) = s.text_if("overflow") else { return };
    let others = names.iter().map(|(_, meter)| meter.as_str()).filter(|meter| *meter != id);
    let known = ["reserve", "house"].into_iter().chain(others);
    if !known.clone().any(|name| name == overflow.value) {
        overflow.unlisted("the destinations are", known);
    }
}

fn link(
    s: Section<'_>,
    (id, levels): (&str, &[&str]),
    zone: Option<&str>,
    defined: &Defined,
) -> Option<Link> {
    let name = s.text("id");
    s.rename(format!("link {id}"));
    let system = s.text("system");
    if let Some(system) = &system {
        is_defined(system, "the systems known are", defined.systems.as_deref());
    }
    let paytable = s.text("paytable");
    let location = s.text("location");
    let level = s.text("level");
    let shares = share_levels(&s, level.as_ref(), levels);
    let unit = s.money("unit").and_then(Found::above_zero);
    let executive_from = s.money("executive_from");
    let preconfigured = s.rate_if("preconfigured_contribution").and_then(Found::at_most_all);
    let longest_odds = s.integer_if("longest_odds", 1..=u64::from(u32::MAX));
    let awards = award_terms(&s);
    let reserve_unit = s.money_if("reserve_unit").and_then(Found::above_zero);
    let overflow = s.text_if("overflow").map_or(Overflow::Undeclared, |name| match name.value {
        "reserve" => Overflow::Reserve,
        "house" => Overflow::House,
        link => Overflow::Meter(link.into()),
    });
    let approved = s.section("approved").and_then(|s| settings(s, &overflow));
    let approvals = approvals(&s, zone, &overflow);
    let running_section = s.section("running");
    let running = running_section.and_then(|s| settings(s, &overflow));
    Some(Link {
        id: id.into(),
        name: name?.value.into(),
        system: system?.owned(),
        paytable: paytable?.owned(),
        location: location?.owned(),
        level: level?.value.into(),
        shares,
        unit: unit?.value,
        approved: approved?,
        approvals: approvals?,
        running: running?,
        preconfigured_contribution: preconfigured.map(|rate| rate.value),
        executive_from: executive_from?.value,
        longest_odds: longest_odds.map_or(LONGEST_ODDS, |odds| odds.value),
        awards: awards?,
        reserve_unit: reserve_unit.map(|unit| unit.value),
        line: line(&s),
        running_line: line(&running_section?),
    })
}

/// `approvals`: settings approved from later moments on, each after the one before.
fn approvals(
    s: &Section<'_>,
    zone: Option<&str>,
    overflow: &Overflow,
) -> Option<Vec<DatedApproval>> {
    let zone = zone.and_then(Zone::new);
    let mut before: Option<Timestamp> = None;
    let each = s.sections_if("approvals").into_iter().map(|s| {
        let from = s.text("from");
        let document = s.text("document");
        let paytable = s.text_if("paytable").map(|id| id.owned());
        let settings = settings(s, overflow);
        // Without the zone, which is an error of its own, no time can be read.
        let (from, zone) = (from?, zone.as_ref()?);
        let time = moment(&from, zone)?;
        if before.replace(time).is_some_and(|before| before >= time) {
            from.wrong(format!(
                "is `{}`, not after the approval before it; list them in order",
                from.value
            ));
        }
        let (document, line) = (document?.owned(), line(&s));
        let written = from.owned();
        Some(DatedApproval { from: time, written, document, settings: settings?, paytable, line })
    });
    each.collect::<Vec<_>>().into_iter().collect()
}

/// A moment with date and time of day, which the clock showed once.
pub(super) fn moment(text: &Found<'_, &str>, zone: &Zone) -> Option<Timestamp> {
    let why = match ZoneClock::new(zone).read(text.value.as_bytes()) {
        Ok(Reading::Once(time)) => return Some(time),
        Ok(Reading::Twice { .. }) => {
            "is a time that the clock showed twice; write it with its offset, such as -07:00"
                .to_owned()
        }
        Err(fault) => format!("{fault}; give date and time of day"),
    };
    text.wrong(format!("`{}` {why}", text.value));
    None
}

/// `shares`: levels that are a share of the meter; `levels` are those of its link with meters of their own.
fn share_levels(
    s: &Section<'_>,
    level: Option<&Found<'_, &str>>,
    levels: &[&str],
) -> Vec<(CompactString, Rate)> {
    let mut shares: Vec<(CompactString, Rate)> = Vec::new();
    for entry in s.section_if("shares").iter().flat_map(Section::entries) {
        let Some(share) = entry.text().and_then(|text| text.rate()) else { continue };
        let (key, of_link) = (entry.key(), levels.contains(&entry.key()));
        if level.is_some_and(|level| level.value == key) {
            entry
                .wrong("is the level of the meter itself; name only levels that are a share of it");
        } else if of_link {
            entry.wrong("is a level with a meter of its own; name only levels that are a share of this meter");
        }
        let is = share.value.percent();
        if share.value == Rate::ZERO || !Rate::ONE.is_greater_than(share.value) {
            share.wrong(format!("is {is}, but a share is above 0% and below 100%; correct it"));
        }
        if let Some((other, _)) = shares.iter().find(|(_, other)| *other == share.value) {
            share.wrong(format!("is {is}, which level {other} is, too; give each share one level"));
        }
        shares.push((entry.key().into(), share.value));
    }
    shares
}

/// What the meter pays: `award_unit`, `award_rounding`, `fixed_awards`.
fn award_terms(s: &Section<'_>) -> Option<AwardTerms> {
    let default = AwardTerms::DEFAULT;
    let unit =
        s.money_if("award_unit").map_or(Some(default.unit), |unit| Some(unit.above_zero()?.value));
    let words = ["down", "half-up", "up"];
    let inexact = |word: &str| Rounding::parse(word).filter(|of| *of != Rounding::Exact);
    let rounding = s.word_or("award_rounding", &words, inexact, default.rounding);
    let of_meter = |word: &str| (word == "meter" || word == "tray").then_some(word == "meter");
    let deducts_fixed = s.word_or("fixed_awards", &["tray", "meter"], of_meter, false);
    Some(AwardTerms { unit: unit?, rounding: rounding?, deducts_fixed: deducts_fixed? })
}

/// `approved` or `running`.
fn settings(s: Section<'_>, overflow: &Overflow) -> Option<LevelSettings> {
    let seed = s.money("seed");
    let contribution = s.rate("contribution").and_then(Found::at_most_all);
    let reserve = s.rate("reserve").and_then(Found::at_most_all);
    if let (Some(contribution), Some(reserve)) = (contribution, reserve)
        && !contribution.value.leaves_room_for(reserve.value)
    {
        reserve.wrong(format!(
            "is {}, which together with the contribution of {} exceeds the wager; correct one of them",
            reserve.value.percent(),
            contribution.value.percent()
        ));
    }
    refuse_other_house_share(&s, contribution, reserve);
    let limit = s.money_if("limit");
    let contribution_unit = s.money_if("contribution_unit").and_then(Found::above_zero);
    let display_unit = s.money_if("display_unit").and_then(Found::above_zero);
    if let (Some(seed), Some(limit)) = (seed, limit)
        && limit.value < seed.value
    {
        let (is, seed) = (limit.value, seed.value);
        limit.wrong(format!("is {is}, which is below the seed {seed}; correct one of them"));
    }
    Some(LevelSettings {
        seed: seed?.value,
        contribution: contribution?.value,
        reserve: reserve?.value,
        limit: limit.map(|amount| amount.value),
        contribution_unit: contribution_unit.map(|amount| amount.value),
        display_unit: display_unit.map_or(Money::from_micros(MICROS_PER_CENT), |unit| unit.value),
        overflow: overflow.clone(),
    })
}

/// Where a document names the share of the house, the three shares are the whole wager.
fn refuse_other_house_share(
    s: &Section<'_>,
    contribution: Option<Found<'_, Rate>>,
    reserve: Option<Found<'_, Rate>>,
) {
    let house = s.rate_if("house").and_then(Found::at_most_all);
    let (Some(house), Some(contribution), Some(reserve)) = (house, contribution, reserve) else {
        return;
    };
    let rest = contribution.value.rest_beside(reserve.value);
    if let Some(rest) = rest.filter(|rest| *rest != house.value) {
        let [house_is, meter, reserve, rest] =
            [house.value, contribution.value, reserve.value, rest].map(|rate| rate.percent());
        house.wrong(format!(
            "is {house_is}, but {meter} to the meter and {reserve} to the reserve leave {rest} of the wager to \
             the house; correct one of them"
        ));
    }
}
