//! CFG: equipment beside what was approved: versions, sets of components, shuffler modes, program files.

use super::{Fill, RoundCase, Scope, Tally, at_line, joins_games, plain};
use feltproof_engine::{Part, System, VersionVerdict};
use feltproof_model::engagement::JournalKind::Controller;
use feltproof_model::engagement::{Equipment, Link};
use feltproof_model::{LinkId, Wager};

fn place_of(item: &Equipment) -> &str {
    if item.place.is_empty() { "an unnamed place" } else { &item.place }
}

fn listed_at<'s>(scope: &'s Scope, place: &'s str) -> impl Iterator<Item = &'s Equipment> {
    scope.engagement.equipment.iter().filter(move |e| e.place == place)
}

/// Software version is below the approved.
pub(super) fn cfg_005(scope: &Scope, tally: &mut Tally) {
    for item in &scope.engagement.equipment {
        let mut verdicts = scope.systems.iter().map(|s| s.judge(&item.component, &item.version));
        let Some(verdict) = verdicts.find(|v| *v != VersionVerdict::NotListed) else { continue };
        tally.tested += 1;
        let (expected, why) = match verdict {
            VersionVerdict::Approved(_) | VersionVerdict::NotListed => continue,
            VersionVerdict::TooOld(least) => (least, "is below what was approved"),
            VersionVerdict::NotThisVersion(approved) => {
                (approved, "is not the version that was approved")
            }
            VersionVerdict::Unreadable => ("a version number".to_owned(), "cannot be compared"),
        };
        tally.push(at_line(item.line).words(&expected, &item.version).because(format!(
            "{} at {} runs version {}, which {why}: {expected}.",
            item.component,
            place_of(item),
            item.version
        )));
    }
}

/// Progressive system is not whole as approved.
pub(super) fn cfg_008(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.system_of(link) else { continue };
        // Links that feed on the same wagers share what is central to their system.
        let is_beside = |other: LinkId| {
            let mut tables = scope.tables_on(link_id);
            tables.any(|(_, table)| table.feeds(other)) && scope.link(other).system == link.system
        };
        let names = scope.links().filter(|(id, _)| *id == link_id || is_beside(*id));
        let names: Vec<&Link> = names.map(|(_, of)| of).collect();
        let here = |place: &str| {
            names.iter().any(|of| of.is_named(place))
                || scope.tables_on(link_id).any(|(_, t)| t.id == place)
        };
        let own = scope.engagement.equipment.iter().filter(|e| here(&e.place));
        let found: Vec<&str> = own.map(|e| e.component.as_str()).collect();
        if found.is_empty() {
            continue;
        }
        tally.tested += 1;
        let missing = system.missing(&found).join(", ");
        if !missing.is_empty() {
            let at = at_line(link.line).of_link(link);
            let listed = found.join(", ");
            tally.push(at.words(format_args!("also {missing}"), &listed).because(format!(
                "Link {} runs on {}; at the link and its tables the engagement lists {listed}. No approved set \
                 of components is there as a whole: {missing} is missing.",
                link.id, system.title
            )));
        }
    }
}

/// Shuffler is declared in a mode that does not serve the game.
pub(super) fn cfg_009(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let (Some(shuffler), Some(game)) = (&table.shuffler, scope.game(table)) else { continue };
        if !rules.offers(Wager::CoverAll) || game.shuffler_modes.is_empty() {
            continue;
        }
        tally.tested += 1;
        if let Some(model) = &game.shuffler
            && !plain(&shuffler.model).contains(&plain(model))
        {
            let found = at_line(shuffler.line).of_table(table).words(model, &shuffler.model);
            tally.push(found.because(format!(
                "Table {} offers Cover All, for which {} demands an {model}, since it counts the hands and shows the \
                 payouts; declared is {}.",
                table.id, game.source, shuffler.model
            )));
            continue;
        }
        if game.shuffler_modes.contains(&shuffler.mode) {
            continue;
        }
        let modes = game.shuffler_modes.join(" or ");
        let found = at_line(shuffler.line).of_table(table).words(&modes, &shuffler.mode);
        tally.push(found.because(format!(
            "Table {} offers Cover All, whose payouts depend on the hands that the shuffler counts: \
             the {} must be set to {modes}; it is declared as set to {}.",
            table.id, shuffler.model, shuffler.mode
        )));
    }
}

/// Round was dealt with the shuffler in another mode.
pub(super) fn cfg_010(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.rules.offers(Wager::CoverAll) || case.is_mode_alone() {
        return;
    }
    let Some(game) = case.scope.game(case.table) else { return };
    if game.shuffler_modes.is_empty() {
        return;
    }
    let Some(shuffler) = &case.shuffler else {
        // Without any event the declared mode stands, unless the event may be missing.
        if let Some(why) = case.why(case.holes.mode) {
            tally.tested += 1;
            let name = || case.name();
            tally.left_open(why, || format!("In which mode of the shuffler {} was dealt", name()));
        }
        return;
    };
    tally.tested += 1;
    let mode = shuffler.event.value.trim();
    // One setting is one fault, however many rounds are dealt in it.
    if !shuffler.is_first || game.shuffler_modes.iter().any(|known| known == mode) {
        return;
    }
    let modes = game.shuffler_modes.join(" or ");
    tally.push(case.at_controller(&shuffler.event).words(&modes, mode).because(format!(
        "Table {} offers Cover All, for which the shuffler must be set to {modes}. Line {} of the \
         controller journal sets it to {mode}, and round {} was dealt so, with those after it until \
         it was set again.",
        case.table.id,
        case.scope.line(Controller, shuffler.event.line),
        case.round
    )));
}

/// Components of two approved sets stand together.
pub(super) fn cfg_011(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.system_of(link) else { continue };
        // A display may differ from table to table.
        let is_of_a_set =
            |e: &&Equipment| system.part(&e.component).is_some_and(|part| part != Part::Display);
        let central: Vec<_> = listed_at(scope, &link.name).filter(is_of_a_set).collect();
        let mut sets = vec![(None, central.clone())];
        for (_, table) in scope.tables_on(link_id) {
            let own: Vec<_> = listed_at(scope, &table.id).filter(is_of_a_set).collect();
            if !own.is_empty() {
                sets.push((Some(table), own.into_iter().chain(central.iter().copied()).collect()));
            }
        }
        for (table, set) in sets {
            let Some(first) = set.first() else { continue };
            tally.tested += 1;
            let names: Vec<&str> = set.iter().map(|e| e.component.as_str()).collect();
            if system.go_together(&names) {
                continue;
            }
            let found = at_line(first.line).of_link(link);
            let (found, place) = match table {
                Some(table) => {
                    (found.of_table(table), format!("At table {} of link {}", table.id, link.id))
                }
                None => (found, format!("At link {}", link.id)),
            };
            let names = names.join(", ");
            tally.push(found.words("one approved set", &names).because(format!(
                "{place} work {names} together. The approval of system {} names them in different sets, each \
                 tested by itself and never with parts of another.",
                link.system
            )));
            // What does not go together at the link does not at its tables.
            if table.is_none() {
                break;
            }
        }
    }
}

/// Linked table has no controller or display on the list.
pub(super) fn cfg_012(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.system_of(link) else { continue };
        for (part, name) in [(Part::Controller, "table controller"), (Part::Display, "display")] {
            let has = |place: &str| listed_at(scope, place).any(|e| is(system, &e.component, part));
            let listed = scope.tables_on(link_id).filter(|(_, table)| has(&table.id)).count();
            // What stands at the link itself may be that of every table.
            if has(&link.name) {
                continue;
            }
            if listed == 0 {
                if part == Part::Display && joins_games(scope, link_id) {
                    without_display(link, tally);
                }
                continue;
            }
            for (_, table) in scope.tables_on(link_id) {
                tally.tested += 1;
                if has(&table.id) {
                    continue;
                }
                let is_unknown = |e: &&Equipment| {
                    system.part(&e.component).is_none() && !is(system, &e.component, Part::Display)
                };
                if let Some(other) = listed_at(scope, &table.id).find(is_unknown) {
                    let why =
                        format!("its {} may be one, which no approval names", other.component);
                    tally.left_open(why, || format!("Whether table {} has a {name}", table.id));
                    continue;
                }
                let found = at_line(table.line).of_link(link).of_table(table);
                let found = found.words(format_args!("a {name}"), "none on the list");
                tally.push(found.because(format!(
                    "Table {} feeds link {}. The list of equipment has a {name} at {listed} of its tables, \
                     and none at this one.",
                    table.id, link.id
                )));
            }
        }
    }
}

/// The law asks for a meter on each table of such a link.
fn without_display(link: &Link, tally: &mut Tally) {
    tally.tested += 1;
    let found = at_line(link.line).of_link(link);
    tally.push(found.words("a display at each table", "none on the list").because(format!(
        "Link {} joins different games, so each of its tables has a meter that grows with each wager. The list of \
         equipment has a display at none of them.",
        link.id
    )));
}

/// A display may be of any supplier: then its name says what it is.
fn is(system: &System, component: &str, part: Part) -> bool {
    match system.part(component) {
        Some(found) => found == part,
        None => part == Part::Display && component.to_lowercase().contains("display"),
    }
}

/// Program file is not the approved one.
pub(super) fn cfg_013(scope: &Scope, tally: &mut Tally) {
    for item in &scope.engagement.equipment {
        for program in &item.programs {
            tally.tested += 1;
            if program.sha256 == program.approved {
                continue;
            }
            let found = at_line(item.line).words(&program.approved, &program.sha256);
            tally.push(found.because(format!(
                "{} of {} {} at {} was found with another SHA-256 than the approved file: it is not the program \
                 that was tested.",
                program.file,
                item.component,
                item.version,
                place_of(item)
            )));
        }
    }
}
