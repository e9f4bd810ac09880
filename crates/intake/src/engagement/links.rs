//! `[[link]]`: the progressive links and the settings of their levels.

use super::{Defined, is_defined, line};
use feltproof_model::engagement::{AwardTerms, LONGEST_ODDS, LevelSettings, Link, Overflow};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{Money, Rate, Rounding};
use feltproof_toml::{Found, Names, Section};

/// The links, and the names of all that were declared, read or not.
pub(super) struct Links<'d> {
    pub(super) links: Vec<Link>,
    pub(super) names: Names<'d>,
}

pub(super) fn read<'d>(top: &Section<'d>, defined: &Defined) -> Links<'d> {
    let mut names = Names::default();
    let sections = top.sections_if("link");
    refuse_too_many(top, "link", sections.len());
    let destinations: Vec<_> =
        sections.iter().filter_map(|s| Some((s.text_if("id")?, s.text_if("overflow")?))).collect();
    let links = sections.into_iter().filter_map(|s| link(s, &mut names, defined)).collect();
    refuse_unknown_destinations(&destinations, &names);
    Links { links, names }
}

/// What overflows goes to the reserve, to the house, or to the meter of another link.
fn refuse_unknown_destinations(
    destinations: &[(Found<'_, &str>, Found<'_, &str>)],
    names: &Names<'_>,
) {
    for (id, overflow) in destinations {
        let others = || names.iter().filter(|name| *name != id.value);
        let known = ["reserve", "house"].into_iter().chain(others());
        if !known.clone().any(|name| name == overflow.value) {
            overflow.unlisted("the destinations are", known);
        }
    }
}

/// Tables and links have places of 16 bits.
pub(super) fn refuse_too_many(top: &Section<'_>, key: &str, count: usize) {
    if u16::try_from(count).is_err() {
        top.wrong(
            key,
            format!(
                "is there {count} times, but at most 65535 can be audited together; split the \
                 engagement"
            ),
        );
    }
}

fn link<'d>(s: Section<'d>, names: &mut Names<'d>, defined: &Defined) -> Option<Link> {
    let id = s.name("id", names);
    let system = s.text("system");
    if let Some(system) = &system {
        is_defined(system, "the systems known are", defined.systems.as_deref());
    }
    let paytable = s.text("paytable");
    let location = s.text("location");
    let level = s.text("level");
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
    let running_section = s.section("running");
    let running = running_section.and_then(|s| settings(s, &overflow));
    Some(Link {
        id: id?.value.into(),
        system: system?.owned(),
        paytable: paytable?.owned(),
        location: location?.owned(),
        level: level?.value.into(),
        unit: unit?.value,
        approved: approved?,
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

/// What the meter pays: `award_unit`, `award_rounding`, `fixed_awards`.
fn award_terms(s: &Section<'_>) -> Option<AwardTerms> {
    let default = AwardTerms::DEFAULT;
    let unit = s
        .money_if("award_unit")
        .map_or(Some(default.unit), |unit| unit.above_zero().map(|unit| unit.value));
    let words = ["down", "half-up", "up"];
    let inexact = |word: &str| Rounding::parse(word).filter(|of| *of != Rounding::Exact);
    let rounding = s.word_or("award_rounding", &words, inexact, default.rounding);
    let of_meter = |word: &str| match word {
        "tray" => Some(false),
        "meter" => Some(true),
        _ => None,
    };
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
        limit.wrong(format!(
            "is {}, which is below the seed {}; correct one of them",
            limit.value, seed.value
        ));
    }
    Some(LevelSettings {
        seed: seed?.value,
        contribution: contribution?.value,
        reserve: reserve?.value,
        limit: limit.map(|amount| amount.value),
        contribution_unit: contribution_unit.map(|amount| amount.value),
        display_unit: display_unit
            .map_or(Money::from_micros(MICROS_PER_CENT), |amount| amount.value),
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
        house.wrong(format!(
            "is {}, but {} to the meter and {} to the reserve leave {} of the wager to the house; correct \
             one of them",
            house.value.percent(),
            contribution.value.percent(),
            reserve.value.percent(),
            rest.percent()
        ));
    }
}
