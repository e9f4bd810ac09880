//! `[games]` and `[[game_group]]`.

use super::{evidence, note, refuse_repeated, word};
use crate::games::{Counts, GameGroup, GamesRule};
use crate::limit::{Limit, Unit};
use crate::reader::{Errors, Located, Section};
use feltproof_model::Money;

pub(super) fn read_groups(
    sections: Vec<Section<'_, '_>>,
    errors: &mut Errors<'_>,
) -> Vec<GameGroup> {
    let (mut ids, mut wagers) = (Vec::new(), Vec::new());
    let groups =
        sections.into_iter().filter_map(|s| read_group(s, &mut ids, &mut wagers, errors)).collect();
    refuse_repeated(&ids, errors);
    refuse_repeated(&wagers, errors);
    groups
}

fn read_group(
    mut section: Section<'_, '_>,
    ids: &mut Vec<Located<String>>,
    all_wagers: &mut Vec<Located<String>>,
    errors: &mut Errors<'_>,
) -> Option<GameGroup> {
    let s = &mut section;
    let id = s.text("id", errors);
    ids.extend(id.clone());
    let wagers = s.texts("wagers", errors);
    if wagers.is_empty() {
        s.missing("wagers", errors);
    }
    all_wagers.extend(wagers.iter().cloned());
    let counts = word(s, "counts", Counts::parse, "always, unclear, never", errors);
    let evidence = evidence(s, errors);
    let note = note(s, errors);
    section.finish(errors);
    Some(GameGroup {
        id: id?.value,
        wagers: wagers.into_iter().map(|l| l.value).collect(),
        counts: counts?,
        evidence: evidence?,
        note,
    })
}

/// The rule, checked against the limits it names.
pub(super) fn read_rule(
    section: Option<Section<'_, '_>>,
    groups: Vec<GameGroup>,
    limits: &[Limit],
    errors: &mut Errors<'_>,
) -> Option<GamesRule> {
    let Some(mut section) = section else {
        if !groups.is_empty() {
            errors.push(1, "games", "is missing; [[game_group]] needs a [games] table");
        }
        return None;
    };
    let s = &mut section;
    let limit = s.text("limit", errors);
    let limit_over = s.optional_text("limit_over", errors);
    let over = s.text("over", errors);
    let money = over.and_then(|text| match Money::parse(text.value.as_bytes()) {
        Ok(money) => Some(money),
        Err(error) => {
            errors.push(text.line, text.key, format!("\"{}\" {error}", text.value));
            None
        }
    });
    let all = limit.as_ref().and_then(|id| find(id, limits, errors));
    let second = limit_over.as_ref().and_then(|id| find(id, limits, errors));
    if let (Some(all), Some(second), Some(at)) = (all, second, &limit_over) {
        refuse_loose_regimes(all, second, at, errors);
    }
    if groups.is_empty() {
        errors.push(s.line, s.key("limit"), "no [[game_group]] says which wagers are a game");
    }
    section.finish(errors);
    let limit_over = limit_over.map(|l| l.value);
    Some(GamesRule { limit: limit?.value, limit_over, over: money?, groups })
}

fn find<'l>(
    id: &Located<String>,
    limits: &'l [Limit],
    errors: &mut Errors<'_>,
) -> Option<&'l Limit> {
    let found = limits.iter().find(|l| l.id == id.value && l.unit == Unit::Games);
    if found.is_none() {
        let message = format!("names limit \"{}\", but no limit in games has this id", id.value);
        errors.push(id.line, id.key.clone(), message);
    }
    found
}

/// The second limit belongs to regimes of the first: each of its values must name one, with the
/// same period, or a day could combine values that never stood together.
fn refuse_loose_regimes(
    all: &Limit,
    second: &Limit,
    at: &Located<String>,
    errors: &mut Errors<'_>,
) {
    for value in &second.values {
        let partner = all.values.iter().find(|v| v.regime == value.regime);
        if value.regime.is_empty() || partner.is_none_or(|p| p.since != value.since) {
            let message = format!(
                "the value of limit \"{}\" {} must carry the regime and the period of a value of \
                 limit \"{}\"",
                second.id, value.since, all.id
            );
            errors.push(at.line, at.key.clone(), message);
        }
    }
    if all.values.iter().any(|v| v.regime.is_empty()) {
        let message = format!("every value of limit \"{}\" needs a regime", all.id);
        errors.push(at.line, at.key.clone(), message);
    }
}
