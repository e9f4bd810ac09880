//! Reads `[[approval]]` of a pack: what an approved sheet demands of the tables of a system.

use super::answers::Answers;
use super::since::read_begin;
use super::{evidence, note};
use crate::approval::Approval;
use crate::limit::Limit;
use crate::quantity::Role;
use feltproof_toml::{Found, Names, Section};
use std::collections::BTreeMap;

/// The approvals; `limits` are those of the pack, one of which says what is a game.
pub(super) fn read(
    sections: Vec<Section<'_>>,
    limits: &[Limit],
    answers: &Answers<'_>,
) -> Vec<Approval> {
    let mut ids = Names::default();
    let mut taken = BTreeMap::new();
    let counts = limits.iter().any(|limit| limit.role == Role::GamesOnOneHand);
    let read = |s| {
        let approval = read_approval(s, counts, &mut ids, &mut taken);
        answers.refuse_unasked(&s);
        approval
    };
    sections.into_iter().filter_map(read).collect()
}

fn read_approval<'d>(
    s: Section<'d>,
    counts: bool,
    ids: &mut Names<'d>,
    taken: &mut BTreeMap<(&'d str, &'d str), u32>,
) -> Option<Approval> {
    let id = s.name("id", ids);
    let citation = s.text("citation");
    let systems = s.texts("systems");
    let paytables = s.texts("paytables");
    for names in [&systems, &paytables] {
        let mut once = Names::default();
        names.iter().for_each(|name| once.note(*name));
    }
    let games = s.integer("games", 1..=99);
    if !counts {
        s.wrong(
            "games",
            "counts games, but no limit says what one is; add one with limits = \"games-on-one-hand\"",
        );
    }
    let placard = s.flag_if("placard").is_some_and(|placard| placard.value);
    let from = read_begin(s);
    let evidence = evidence(s, "evidence");
    let note = note(s);
    for (system, paytable) in systems.iter().flat_map(|a| paytables.iter().map(move |b| (a, b))) {
        let before = taken.insert((system.value, paytable.value), s.line);
        if let Some(line) = before.filter(|line| *line != s.line) {
            paytable.wrong(format!(
                "names {} on {}, of which the approval in line {line} is too; keep it in one of them",
                paytable.value, system.value
            ));
        }
    }
    if systems.is_empty() || paytables.is_empty() {
        return None;
    }
    let owned = |names: &[Found<'_, &str>]| names.iter().map(Found::owned).collect();
    Some(Approval {
        id: id?.owned(),
        citation: citation?.owned(),
        systems: owned(&systems),
        paytables: owned(&paytables),
        games: games?.value,
        placard,
        from: from?,
        evidence: evidence?,
        note,
        line: s.line,
    })
}
