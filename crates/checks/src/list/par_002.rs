//! PAR-002: paytable pays a better hand less than a lower one. The procedure is described in
//! `par_002.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::TableRules;
use feltproof_engine::game::{HANDS_MAX, Odds, Payout, Paytable, Prize, Row};
use feltproof_model::engagement::Link;
use feltproof_model::{LinkId, Rate, TableId, Wager};

/// True when `a` leaves the player with less than `b`: "3 to 1" is as much as "4 for 1".
fn is_less(a: Payout, b: Payout) -> bool {
    let whole = |p: Payout| {
        let stake = if p.odds == Odds::To { p.pays.denominator() } else { 0 };
        (i128::from(p.pays.numerator()) + i128::from(stake), i128::from(p.pays.denominator()))
    };
    let ((a_over, a_under), (b_over, b_under)) = (whole(a), whole(b));
    a_over * b_under < b_over * a_under
}

/// One fault of two neighbouring rows, in words: `royal flush pays 20 to 1, straight flush 50 to 1`.
fn prizes(above: &Row, below: &Row) -> Vec<String> {
    let words =
        |a: String, b: String| format!("{} {a}, {} {b}", above.hand.title(), below.hand.title());
    let meter = |share: Rate| format!("wins {} of the meter", share.percent());
    match (above.prize, below.prize) {
        (Prize::Fixed(a), Prize::Fixed(b)) if is_less(a, b) => {
            vec![words(format!("pays {a}"), format!("pays {b}"))]
        }
        (Prize::Fixed(a), Prize::Meter(b)) => vec![words(format!("pays {a}"), meter(b))],
        (Prize::Meter(a), Prize::Meter(b)) if b.is_greater_than(a) => {
            vec![words(meter(a), meter(b))]
        }
        (Prize::ByHands(_), Prize::ByHands(_)) => (2..=HANDS_MAX)
            .filter_map(|hands| {
                above.prize.payout(hands).zip(below.prize.payout(hands)).map(|p| (hands, p))
            })
            .filter(|(_, (a, b))| is_less(**a, **b))
            .map(|(hands, (a, b))| {
                words(format!("pays {a} with {hands} hands"), format!("pays {b}"))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Every place where a row gives less than a row below it, in words.
fn faults(paytable: &Paytable) -> Vec<String> {
    let mut all = Vec::new();
    for (above, below) in paytable.rows.iter().zip(paytable.rows.iter().skip(1)) {
        all.extend(prizes(above, below));
        let (above_hand, below_hand) = (above.hand.title(), below.hand.title());
        if let (Some(a), Some(b)) = (above.beaten, below.beaten)
            && is_less(a, b)
        {
            all.push(format!("{above_hand} when beaten pays {a}, {below_hand} {b}"));
        }
    }
    // A row without envy has none to compare: by ruling the amounts may start a row lower.
    let envy = || paytable.rows.iter().filter_map(|row| Some((row.hand.title(), row.envy?)));
    for ((above, a), (below, b)) in envy().zip(envy().skip(1)) {
        if a < b {
            all.push(format!("{above} brings the others envy of {a}, {below} {b}"));
        }
    }
    all
}

/// The paytable of a meter, with the link that names it.
fn progressive<'a>(
    scope: &'a Scope,
    link: LinkId,
    rules: &'a TableRules,
) -> Option<(&'a TableRules, Option<&'a Link>, &'a Paytable)> {
    Some((rules, Some(scope.link(link)), rules.paytable(Wager::Progressive)?))
}

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let mut seen: Vec<(&str, &Paytable)> = Vec::new();
    // A progressive's paytable is named by its link, any other by the table.
    let used = (0_u16..).zip(&scope.engagement.tables).flat_map(|(at, table)| {
        let own = scope.rules(TableId(at));
        let own = own
            .paytables()
            .filter(|of| of.wager != Wager::Progressive)
            .map(move |of| (own, None, of));
        let of_meters = scope.meters_of(TableId(at));
        let of_meters = of_meters.filter_map(|(link, rules)| progressive(scope, link, rules));
        own.chain(of_meters).map(move |of| (table, of))
    });
    for (table, (rules, link, paytable)) in used {
        // A paytable in use at several tables is one matter.
        let known = (rules.game(), paytable);
        if seen.contains(&known) {
            continue;
        }
        seen.push(known);
        tally.tested += 1;
        let faults = faults(paytable);
        if faults.is_empty() {
            continue;
        }
        let mut found = at_line(link.map_or(table.line, |link: &Link| link.line))
            .of_table(table)
            .words("every hand as much as those below it", faults.join("; "))
            .because(format!(
                "Paytable {} of {} in game {} ({}): {}. A better hand should not bring less: the table may \
                 be misprinted, or was read or set up wrongly.",
                paytable.id,
                paytable.wager,
                rules.game(),
                paytable.source,
                faults.join("; ")
            ));
        found.link = link.map(|link| link.id.clone());
        tally.push(found);
    }
}
