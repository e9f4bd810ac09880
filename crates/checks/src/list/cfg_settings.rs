//! CFG: settings, paytables and rulings beside those that are approved.

use super::{Fill, LagCase, MeterCase, Scope, Tally, at_event, at_line};
use feltproof_engine::game::Linked;
use feltproof_model::engagement::{Authority, JournalKind::Manager};
use feltproof_model::{ManagerEvent, ManagerKind, Wager};
use feltproof_record::meter::settings::{changed, in_words};

/// Running settings differ from the approved.
pub(super) fn cfg_001(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let at = scope.engagement.days.first().and_then(|day| link.approval_at(day.start));
        let approved = at.map_or(&link.approved, |at| &link.approvals[at].settings);
        // Where it runs by an approval before as the record begins, the record shows whether it followed (CFG-016).
        let is_followed = at.is_some_and(|at| link.runs_by_earlier(at));
        let approved = if is_followed { &link.running } else { approved };
        let (approved, running) = (in_words(approved), in_words(&link.running));
        for ((name, approved), (_, running)) in approved.into_iter().zip(running) {
            tally.tested += 1;
            if approved != running {
                let found = at_line(link.running_line).of_link(link).words(&approved, &running);
                tally.push(found.because(format!(
                    "The {name} of link {} is approved as {approved}; the system runs with {running}.",
                    link.id
                )));
            }
        }
    }
}

/// Setting was changed while the link was open.
pub(super) fn cfg_004(case: &MeterCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let e = case.event;
    if e.kind != ManagerKind::Config || !case.open || is_dated(case) {
        return;
    }
    if let Some(why) = case.why(case.hours) {
        let line = case.scope.line(Manager, e.line);
        return tally.left_open(why, || format!("Whether the link was open at line {line}"));
    }
    let found = at_event(case.scope, e).words("no change while the link is open", &e.value);
    tally.push(found.because(format!(
        "{} was set on link {} by {} between its opening and its closing: players wagered on one \
         set of terms and were paid on another.",
        e.value,
        case.link.id,
        if e.actor.is_empty() { "nobody named" } else { e.actor.as_str() }
    )));
}

/// Whether a change brings what an approval with date and time has from then on, and had not before.
fn is_dated(case: &MeterCase<'_>) -> bool {
    let (link, event) = (case.link, case.event);
    let Some(at) = link.approval_at(event.time) else { return false };
    let before = at.checked_sub(1).map_or(&link.approved, |at| &link.approvals[at].settings);
    let Ok(after) = changed(&case.settings, &event.value) else { return false };
    let [old, new, was, now] =
        [&case.settings, &after, before, &link.approvals[at].settings].map(in_words);
    (0..new.len()).any(|i| new[i] != old[i] && new[i] == now[i] && was[i] != now[i])
}

/// Setting was changed to a value that is not approved.
pub(super) fn cfg_006(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.event.kind != ManagerKind::Config {
        return;
    }
    tally.tested += 1;
    let link = case.link;
    let found = || at_event(case.scope, case.event);
    let after = match changed(&case.settings, &case.event.value) {
        Ok(after) => after,
        Err(why) => {
            let change = format!("`{}`", case.event.value);
            let found = found().words("a change that can be read", &change);
            return tally.push(found.because(format!(
                "On link {} the change {change} {why}; write setting=value, such as seed=2500.00.",
                link.id
            )));
        }
    };
    let approved = link.approved_at(case.event.time);
    let by = link.approval_at(case.event.time).map_or_else(String::new, |at| {
        let approval = &link.approvals[at];
        format!(" from {} on ({})", approval.written, approval.document)
    });
    let before = in_words(&case.settings).into_iter().zip(in_words(approved));
    for ((name, new), ((_, old), (_, approved))) in in_words(&after).into_iter().zip(before) {
        if new != old && new != approved {
            tally.push(found().words(&approved, &new).because(format!(
                "The {name} of link {} was changed from {old} to {new}; approved is {approved}{by}.",
                link.id
            )));
        }
    }
}

/// Approval of a later date was not followed.
pub(super) fn cfg_016(case: &LagCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let (count, wagered) = case.wagers;
    let (link, approval) = (case.scope.link(case.link_id), case.approval);
    let manager = case.scope.journal(Manager);
    let window = manager.map_or(0, |journal| journal.disorder_micros);
    let since = approval.from;
    let is_at_once = |event: &ManagerEvent| event.time <= since.plus_micros(window);
    if count == 0 || case.follows.is_some_and(is_at_once) {
        return;
    }
    let place = |line| case.scope.place(Manager, line);
    let document = &approval.document;
    let what = || {
        let of = place(case.coin_in.line);
        format!(
            "Whether the wager of {of} was rightly counted in by other settings than {document} approves"
        )
    };
    if let Some(follows) = case.follows {
        let why = format!(
            "{} brings them later, and no date says how soon they must be there",
            place(follows.line)
        );
        return tally.left_open(why, what);
    }
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, what);
    }
    let each = in_words(&approval.settings).into_iter().zip(in_words(case.settings));
    let unlike = each.filter(|((_, approved), (_, runs))| approved != runs);
    let (approved, runs): (Vec<String>, Vec<String>) = unlike
        .map(|((name, approved), (_, runs))| {
            (format!("{name} {approved}"), format!("{name} {runs}"))
        })
        .unzip();
    let (approved, runs) = (approved.join(", "), runs.join(", "));
    let found = at_event(case.scope, case.coin_in).words(&approved, &runs);
    tally.push(found.because(format!(
        "{document} approves {approved} for link {} from {} on. {count} wagers of {wagered} were counted in with \
         {runs} since, and no change to the approved settings is on record.",
        link.id, approval.written
    )));
}

/// Reserve contribution is not the paytable's.
pub(super) fn cfg_007(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links() {
        let mut tables = scope.tables_on(link_id);
        let printed = tables.find_map(|(t, _)| scope.rules_of(t, link_id).paytable_reserve());
        let Some(printed) = printed else { continue };
        tally.tested += 1;
        if link.running.reserve != printed {
            let (printed, running) = (printed.percent(), link.running.reserve.percent());
            let found = at_line(link.running_line).of_link(link).words(&printed, &running);
            tally.push(found.because(format!(
                "Paytable {} of link {} goes with a reserve of {printed} of each wager; the system runs with \
                 {running}.",
                link.paytable, link.id
            )));
        }
    }
}

/// Paytable is not for such a link.
pub(super) fn cfg_014(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links() {
        let tables = || scope.tables_on(link_id);
        let paytable = |table| scope.rules_of(table, link_id).paytable(Wager::Progressive);
        let Some(linked) = tables().find_map(|(t, _)| paytable(t)?.linked) else { continue };
        tally.tested += 1;
        // Two definitions of one family are one game under two sets of rules.
        let mut games: Vec<(&str, &str)> =
            tables().map(|(t, table)| (scope.rules(t).family().key, table.game.as_str())).collect();
        games.sort_unstable();
        games.dedup_by_key(|(family, _)| *family);
        let carries = scope.system_of(link).is_none_or(|system| system.multi_game);
        let (expected, recorded, why) = match linked {
            Linked::SameGame if games.len() > 1 => {
                let games: Vec<&str> = games.iter().map(|(_, game)| *game).collect();
                let why = "is for a table by itself or for tables of the same game";
                ("tables of one game", games.join(", "), why)
            }
            Linked::MultiGame if !carries => {
                let why =
                    "is for links of different games, which no document describes for that system";
                ("a system described for links of different games", link.system.clone(), why)
            }
            Linked::SameGame | Linked::MultiGame => continue,
        };
        let found = at_line(link.line).of_link(link).words(expected, &recorded);
        tally.push(found.because(format!(
            "Paytable {} of link {} {why}; the link has {recorded}.",
            link.paytable, link.id
        )));
    }
}

/// A house ruling contradicts an approved rule.
pub(super) fn cfg_015(scope: &Scope, tally: &mut Tally) {
    let rulings = scope.games.iter().flat_map(|game| game.rulings.iter().map(move |r| (game, r)));
    for (game, ruling) in rulings {
        tally.tested += 1;
        let mut chosen = scope.engagement.rulings.iter();
        let chosen = chosen.find(|of| of.game == game.id && of.ruling == ruling.id);
        let Some(chosen) = chosen else { continue };
        let (approved, house) = (&ruling.default, &chosen.value);
        if ruling.authority != Authority::ApprovedRules
            || house == approved
            || chosen.authority == Authority::ApprovedRules
        {
            continue;
        }
        tally.push(at_line(chosen.line).words(approved, house).because(format!(
            "{} The approved rules of {} read {approved} ({}); by {} the house reads {house}. House rules settle \
             only what approved rules leave open.",
            ruling.question,
            game.id,
            ruling.source.trim_end_matches('.'),
            chosen.source.trim_end_matches('.')
        )));
    }
}
