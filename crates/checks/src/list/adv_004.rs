//! ADV-004: a meter off which all payouts come may run dry. The procedure is described in `adv_004.md`.

use super::adv_001::contribution;
use super::{Fill, Scope, Tally, at_line};
use feltproof_model::engagement::Link;
use feltproof_model::{LinkId, Money, Rate};
use feltproof_par::sheet::{Drained, ProgressiveSheet, Request, decimal, percent, sheets};

/// The contribution from which on the document says that such a meter grows, in percent.
const ADVISED: i64 = 70;

/// Wagers after a reseed for which the chance is counted: about a day at one full table.
const WAGERS: u64 = 1_000;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        if !link.awards.deducts_fixed {
            continue;
        }
        tally.tested += 1;
        let enough = Rate::new(ADVISED, 100)
            .is_some_and(|advised| !advised.is_greater_than(link.running.contribution));
        if enough {
            continue;
        }
        let sheet = scope.tables_on(link_id).find_map(|(table, described)| {
            let unit = scope.rules(table).unit()?;
            Some((unit, sheet_of(scope.game(described)?, &link.paytable)?))
        });
        let number = sheet.map(|(unit, sheet)| risk(link, unit, &sheet)).unwrap_or_default();
        let found = at_line(link.running_line)
            .of_link(link)
            .words(format!("at least {ADVISED}%"), link.running.contribution.percent())
            .because(format!(
                "All payouts come off the meter of link {}, and {} of each wager goes to it; the manufacturer says \
                 that such a meter grows from {ADVISED}% on, and that the risk of its running dry rises below.{number}",
                link.id,
                link.running.contribution.percent(),
            ));
        tally.push(found);
    }
}

fn sheet_of(game: &feltproof_engine::Game, paytable: &str) -> Option<ProgressiveSheet> {
    let request = Request {
        wager: Some(feltproof_model::Wager::Progressive),
        paytable: Some(paytable.to_owned()),
        ..Request::default()
    };
    sheets(game, &request).ok()?.progressives.pop()
}

/// What a wager moves the meter by on average, and how likely it runs dry soon after a reseed.
fn risk(link: &Link, unit: Money, sheet: &ProgressiveSheet) -> String {
    let adds = contribution(link, unit);
    let meter = Drained { seed: link.running.seed, unit, adds };
    let drift = decimal(&sheet.drift(meter), 4);
    let mean = format!(
        " A wager of {unit} adds {adds}; with its fixed awards taken off, the meter moves by {drift} dollars on average."
    );
    let Some(dry) = sheet.runs_dry(meter, WAGERS) else { return mean };
    format!(
        "{mean} The chance that a meter at the seed of {} cannot pay a fixed award within {} wagers, before the whole \
         of it is won, is {}.",
        link.running.seed,
        dry.wagers,
        percent(&dry.low, 4)
    )
}
