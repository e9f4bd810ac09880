//! ADV-001: seed is zero or below the largest fixed award. The procedure is described in `adv_001.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::engagement::Link;
use feltproof_model::{LinkId, Money, Rounding};
use feltproof_par::sheet::{Jackpot, jackpot, percent};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        tally.tested += 1;
        let seed = link.running.seed;
        let (fixed, unit) = scope
            .tables_on(link_id)
            .filter_map(|(table, _)| {
                let rules = scope.rules_of(table, link_id);
                Some((rules.largest_fixed_award()?, rules.unit()?))
            })
            .max()
            .unwrap_or((Money::ZERO, link.unit));
        if !seed.is_zero() && seed >= fixed {
            continue;
        }
        let tables = || scope.tables_on(link_id).filter_map(|(_, table)| scope.game(table));
        let won = tables().find_map(|game| jackpot(game, &link.paytable).ok());
        let reserve = match seed.is_zero() && link.running.reserve.numerator() != 0 {
            true => {
                " With the reserve as its only seed the meter starts low after awards back to back."
            }
            false => "",
        };
        let found = at_line(link.running_line)
            .of_link(link)
            .words(format!("at least {fixed}"), seed.to_string())
            .because(format!(
                "The seed of link {} is {seed}; the largest fixed award of its paytable is {fixed} on a \
                 wager of {unit}. {}{reserve} The manufacturer advises a seed at least that large, and never \
                 none.",
                link.id,
                chance_below(link, (fixed, unit), won.as_ref())
            ));
        tally.push(found);
    }
}

/// How likely the next whole award comes while the meter shows less than the largest fixed award.
fn chance_below(link: &Link, (fixed, unit): (Money, Money), won: Option<&Jackpot>) -> String {
    let (Some(won), Some(missing)) = (won, fixed.checked_sub(link.running.seed)) else {
        return "No hand of its games wins the meter.".to_owned();
    };
    if missing <= Money::ZERO {
        return String::new();
    }
    let hands = format!("{} ({} of {} hands)", won.hand.title(), won.combinations, won.total);
    let each = contribution(link, unit);
    if each <= Money::ZERO {
        return format!("Its wagers add nothing, so that {hands} are always paid less than that.");
    }
    let wagers = missing.micros().unsigned_abs().div_ceil(each.micros().unsigned_abs());
    let (chance, _) = won.chance_within(wagers);
    format!(
        "A wager adds {each}: {wagers} wagers bring a meter that starts at the seed up to it, and the \
         chance that {hands} fall among them is {}.",
        percent(&chance, 4)
    )
}

/// What one wager adds to the meter.
pub(super) fn contribution(link: &Link, wager: Money) -> Money {
    let exact = link.running.contribution.of(wager, Rounding::Down).unwrap_or(Money::ZERO);
    let unit = link.running.contribution_unit;
    unit.and_then(|unit| Rounding::Down.to_multiple_of(exact, unit)).unwrap_or(exact)
}
