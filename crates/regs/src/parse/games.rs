//! Reads `[[game_group]]` of a pack, and whether its limits on games go together.

use super::{evidence, note};
use crate::games::{Counts, GameGroup};
use crate::limit::Limit;
use crate::quantity::Role;
use feltproof_toml::{Names, Section};

/// The groups, with the limits that count by them.
pub(super) fn read(
    sections: Vec<Section<'_>>,
    top: &Section<'_>,
    limits: &[Limit],
) -> Vec<GameGroup> {
    let of = |role: Role| limits.iter().find(|l| l.role == role);
    let (all, over) = (of(Role::GamesOnOneHand), of(Role::GamesOnOneHandOver));
    match (all, over) {
        (None, None) if !sections.is_empty() => top.wrong(
            "game_group",
            "is there, but no limit counts games; add one with limits = \"games-on-one-hand\"",
        ),
        (None, Some(over)) => refuse(
            top,
            over,
            "has nothing to stand beside; add the limit on all games, games-on-one-hand",
        ),
        (Some(_), _) if sections.is_empty() => {
            top.missing("game_group", "say which wagers are a game, one [[game_group]] for each");
        }
        (Some(all), Some(over)) => refuse_loose_regimes(top, all, over),
        // No games are counted, or all alike.
        (None | Some(_), None) => {}
    }
    let mut wagers = Names::default();
    let mut ids = Names::default();
    let read = |s| read_group(s, &mut ids, &mut wagers);
    sections.into_iter().filter_map(read).collect()
}

fn read_group<'d>(
    s: Section<'d>,
    ids: &mut Names<'d>,
    all_wagers: &mut Names<'d>,
) -> Option<GameGroup> {
    let id = s.name("id", ids);
    let wagers = s.texts("wagers");
    wagers.iter().for_each(|wager| all_wagers.note(*wager));
    let counts = s.word("counts", Counts::NAMES, Counts::parse);
    let evidence = evidence(s, "evidence");
    let note = note(s);
    Some(GameGroup {
        id: id?.owned(),
        wagers: wagers.iter().map(|wager| wager.owned()).collect(),
        counts: counts?.value,
        evidence: evidence?,
        note,
    })
}

/// The second limit belongs to regimes of the first: each value names one of the same period.
fn refuse_loose_regimes(top: &Section<'_>, all: &Limit, over: &Limit) {
    for value in &over.values {
        let partner = all.values.iter().find(|v| v.regime == value.regime);
        if value.regime.is_empty() || partner.is_none_or(|p| p.since != value.since) {
            let message = format!(
                "has a value {} which must carry the regime and the period of a value of limit {}",
                value.since, all.id
            );
            refuse(top, over, &message);
        }
    }
    if all.values.iter().any(|v| v.regime.is_empty()) {
        refuse(
            top,
            all,
            &format!("needs a regime for each value, since limit {} has them", over.id),
        );
    }
}

fn refuse(top: &Section<'_>, limit: &Limit, message: &str) {
    top.wrong_on(limit.line, &format!("limit {}", limit.id), message);
}
