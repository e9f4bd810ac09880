//! ADV: what the makers of progressive systems advise, and postings that lead to what the law forbids.

use super::{Fill, Scope, Tally, at_line, judge_posted, judge_standing};
use feltproof_engine::Game;
use feltproof_model::engagement::Link;
use feltproof_model::{Money, Rate, Rounding, Wager};
use feltproof_par::sheet::{
    Drained, Jackpot, ProgressiveSheet, Request, decimal, jackpot, percent, sheets,
};
use feltproof_regs::{Quantity, Role};

/// Seed is zero or below the largest fixed award.
pub(super) fn adv_001(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links() {
        tally.tested += 1;
        let seed = link.running.seed;
        let fixed = scope.tables_on(link_id).filter_map(|(table, _)| {
            let rules = scope.rules_of(table, link_id);
            Some((rules.largest_fixed_award()?, rules.unit()?))
        });
        let (fixed, unit) = fixed.max().unwrap_or((Money::ZERO, link.unit));
        if !seed.is_zero() && seed >= fixed {
            continue;
        }
        let mut games = scope.tables_on(link_id).filter_map(|(_, table)| scope.game(table));
        let won = games.find_map(|game| jackpot(game, &link.paytable).ok());
        let reserve = if seed.is_zero() && link.running.reserve.numerator() != 0 {
            " With the reserve as its only seed the meter starts low after awards back to back."
        } else {
            ""
        };
        let found = at_line(link.running_line).of_link(link);
        let found = found.words(format_args!("at least {fixed}"), seed);
        tally.push(found.because(format!(
            "The seed of link {} is {seed}; the largest fixed award of its paytable is {fixed} on a \
             wager of {unit}. {}{reserve} The manufacturer advises a seed at least that large, and never \
             none.",
            link.id,
            chance_below(link, (fixed, unit), won.as_ref())
        )));
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
fn contribution(link: &Link, wager: Money) -> Money {
    let exact = link.running.contribution.of(wager, Rounding::Down).unwrap_or(Money::ZERO);
    let unit = link.running.contribution_unit;
    unit.and_then(|unit| Rounding::Down.to_multiple_of(exact, unit)).unwrap_or(exact)
}

/// Contribution is above the pre-configured.
pub(super) fn adv_002(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let Some(preconfigured) = link.preconfigured_contribution else { continue };
        tally.tested += 1;
        let running = link.running.contribution;
        if !running.is_greater_than(preconfigured) {
            continue;
        }
        let of = |rate: Rate| rate.of(link.unit, Rounding::Down).unwrap_or(Money::ZERO);
        let more = of(running).checked_sub(of(preconfigured)).unwrap_or(Money::ZERO);
        let (allowed, runs) = (preconfigured.percent(), running.percent());
        let found = at_line(link.running_line).of_link(link);
        tally.push(found.words(format_args!("at most {allowed}"), &runs).because(format!(
            "Link {} contributes {runs} of each wager; its paytable is pre-configured for {allowed}: {more} \
             more of each {}. Where only percentage pays come from the meter, a higher contribution reduces \
             the house's mathematical advantage.",
            link.id, link.unit
        )));
    }
}

/// Nothing of a wager goes to the meter or to the reserve.
pub(super) fn adv_003(scope: &Scope, tally: &mut Tally) {
    let of_reserve = "none of it goes to the reserve, which softens the fall of the meter after an award; \
                      the manufacturer advises a small portion of each wager";
    let of_meter = "none of it goes to the meter, so that the prize never grows beyond seed and reserve and \
                    the same is paid after a year as on the first day";
    for link in &scope.engagement.links {
        for (rate, what, why) in [
            (link.running.contribution, "contribution", of_meter),
            (link.running.reserve, "reserve contribution", of_reserve),
        ] {
            tally.tested += 1;
            if rate.numerator() != 0 {
                continue;
            }
            let (found, rate) = (at_line(link.running_line).of_link(link), rate.percent());
            tally.push(found.words(format_args!("a {what} above 0%"), &rate).because(format!(
                "The {what} of link {} is {rate} of a wager of {}: {why}.",
                link.id, link.unit
            )));
        }
    }
}

/// The contribution from which on the document says that a meter off which all payouts come grows, in percent.
const ADVISED: i64 = 70;

/// Wagers after a reseed for which the chance is counted: about a day at one full table.
const WAGERS: u64 = 1_000;

/// A meter off which all payouts come may run dry.
pub(super) fn adv_004(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links().filter(|(_, link)| link.awards.deducts_fixed) {
        tally.tested += 1;
        let contributes = link.running.contribution;
        if Rate::new(ADVISED, 100).is_some_and(|advised| !advised.is_greater_than(contributes)) {
            continue;
        }
        let sheet = scope.tables_on(link_id).find_map(|(table, described)| {
            let unit = scope.rules(table).unit()?;
            Some((unit, sheet_of(scope.game(described)?, &link.paytable)?))
        });
        let number = sheet.map(|(unit, sheet)| risk(link, unit, &sheet)).unwrap_or_default();
        let (found, runs) = (at_line(link.running_line).of_link(link), contributes.percent());
        tally.push(found.words(format_args!("at least {ADVISED}%"), &runs).because(format!(
            "All payouts come off the meter of link {}, and {runs} of each wager goes to it; the manufacturer says \
             that such a meter grows from {ADVISED}% on, and that the risk of its running dry rises below.{number}",
            link.id
        )));
    }
}

fn sheet_of(game: &Game, paytable: &str) -> Option<ProgressiveSheet> {
    let (wager, paytable) = (Some(Wager::Progressive), Some(paytable.to_owned()));
    let request = Request { wager, paytable, ..Request::default() };
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

/// Posted Ante allows a Play above the single-wager cap.
pub(super) fn adv_005(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let posted = |wager| table.posted.iter().find(|p| p.wager == wager).map(|p| p.max);
        let Some(ante) = posted(Wager::Ante) else { continue };
        let raise = rules.raise();
        // A posted maximum of the Play (Raise) bounds it, and is compared with the cap by WAC-006.
        if posted(raise).is_some() {
            tally.tested += 1;
            continue;
        }
        let most = rules.play_multiples().iter().copied().max().unwrap_or(1);
        let Some(largest) = ante.checked_mul(most) else { continue };
        let any_hand = rules.family().any_hand_raises;
        let hand = if any_hand { "with any hand" } else { "with a pair of aces or better" };
        judge_posted(scope, (table, largest, [None; 2]), tally, |allowed, law| {
            at_line(table.line).of_table(table).words(allowed, largest).because(format!(
                "Table {} posts an Ante of up to {ante} and no maximum of the {raise}; {hand} the {raise} may be as \
                 much as {largest}, and {law}. The posting is of the Ante; such a {raise} is a violation (WAC-001) \
                 only when it is wagered. Post a maximum of the {raise}, or a lower Ante.",
                table.id
            ))
        });
    }
}

/// Table has more seats than players are allowed.
pub(super) fn adv_006(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let (id, seats, (_, most)) = (&table.id, table.seats, rules.players());
        tally.tested += 1;
        let found = || at_line(table.line).of_table(table);
        if seats > most {
            let game = scope.game(table).map_or("The game", |game| game.title.as_str());
            let found = found().words(format_args!("at most {most} seats"), seats);
            tally.push(found.because(format!(
                "{game} is played by at most {most} players, and table {id} has {seats} seats. A seat is no player: a \
                 round with more is an exception (RND-008) only when it is dealt. Close the seats that are too many."
            )));
            continue;
        }
        let before = tally.tested;
        let players = Quantity::Players(seats.into());
        judge_standing(scope, (Role::PlayersAtTable, players), tally, |allowed, law| {
            found().words(allowed, format_args!("{seats} seats")).because(format!(
                "Table {id} has {seats} seats, and {law}. A seat is no player: a round with more is a violation \
                 (WAC-010) only when it is dealt. Close the seats that are too many."
            ))
        });
        // The table was counted already.
        tally.tested = before;
    }
}
