//! PAR: odds and paytables: stated figures counted again, prizes in order, jackpots of linked games alike.

use super::{Fill, RoundCase, Scope, Tally, at_line};
use feltproof_engine::game::{HANDS_MAX, Odds, Payout, Paytable, Prize, Row};
use feltproof_engine::{HandRank, TableRules};
use feltproof_model::engagement::{Figure, Link, StatedFigure, Table};
use feltproof_model::{Party, Rate, Rounding, TableId, Wager};
use feltproof_par::sheet::{
    BaseSheet, Digits, Distribution, Jackpot, Ratio, Request, decimal_by, jackpot, percent, sheets,
};

/// What was counted for one wager, kept for the other figures that are stated of it.
struct Counted<'a> {
    of: &'a StatedFigure,
    sheet: Result<Sheet, String>,
}

enum Sheet {
    Base(Box<BaseSheet>),
    Side(Box<Distribution>),
}

/// Wagers whose odds depend on how the hand is played: they share the sheet of the base game.
const fn is_base(wager: Wager) -> bool {
    matches!(wager, Wager::Ante | Wager::SuperBonus | Wager::Odds | Wager::AnteBonus)
}

impl Counted<'_> {
    /// True when the sheet serves this figure too.
    fn serves(&self, stated: &StatedFigure) -> bool {
        let of = self.of;
        let wager = of.wager == stated.wager || (is_base(of.wager) && is_base(stated.wager));
        wager
            && (of.game == stated.game && of.paytable == stated.paytable)
            && of.hands == stated.hands
    }

    fn figure(&self, stated: &StatedFigure) -> Result<Ratio, String> {
        let distribution = match self.sheet.as_ref().map_err(Clone::clone)? {
            Sheet::Base(sheet) if stated.wager == Wager::Ante => {
                return Ok(match stated.figure {
                    Figure::HouseEdge => sheet.house_edge(),
                    Figure::HitFrequency => sheet.hit_frequency(),
                    Figure::ElementOfRisk => sheet.element_of_risk(),
                });
            }
            Sheet::Base(sheet) => sheet.wager(stated.wager).ok_or_else(|| {
                format!("the sheet of the base game has no line of {}", stated.wager)
            })?,
            Sheet::Side(distribution) => distribution,
        };
        Ok(match stated.figure {
            // All the money on a side bet is its stake.
            Figure::HouseEdge | Figure::ElementOfRisk => distribution.house_edge(),
            Figure::HitFrequency => distribution.hit_frequency(),
        })
    }
}

/// Counts every deal under the engagement's rulings and optimal decisions.
fn sheet(scope: &Scope, stated: &StatedFigure) -> Result<Sheet, String> {
    if stated.wager == Wager::Progressive {
        return Err("the odds of a progressive depend on what its meter shows".to_owned());
    }
    let game = scope.games.iter().find(|g| g.id == stated.game);
    let game = game.ok_or_else(|| format!("no table deals {}", stated.game))?;
    let of_game = scope.engagement.rulings.iter().filter(|r| r.game == stated.game);
    let request = Request {
        rulings: of_game.map(|r| (r.ruling.clone(), r.value.clone())).collect(),
        wager: Some(if is_base(stated.wager) { Wager::Ante } else { stated.wager }),
        paytable: (!stated.paytable.is_empty()).then(|| stated.paytable.clone()),
        hands: stated.hands,
        ..Request::default()
    };
    let mut found = sheets(game, &request).map_err(|e| e.to_string())?;
    let sheet = if is_base(stated.wager) {
        found.bases.pop().map(|base| Sheet::Base(Box::new(base)))
    } else {
        found.sides.pop().map(|side| Sheet::Side(Box::new(side.distribution)))
    };
    sheet.ok_or_else(|| format!("{} in {} could not be counted", stated.wager, stated.game))
}

/// The figure as stated, with the decimals it was stated with: `0.0342`, or `3.42` of a hundred.
fn as_stated(stated: &StatedFigure, of: i64, decimals: u8) -> String {
    let (over, under) = (stated.value.numerator(), stated.value.denominator());
    let value = Ratio::new(over.into(), under.into()) * Ratio::from_integer(of.into());
    decimal_by(&value, decimals.into(), Digits::Truncated)
}

/// What a figure is of, in words: `Queens Up (C4P-09) in crazy4-wa`.
fn subject(stated: &StatedFigure) -> String {
    let paytable =
        if stated.paytable.is_empty() { String::new() } else { format!(" ({})", stated.paytable) };
    let hands = stated.hands.map_or_else(String::new, |n| format!(" with {n} hands"));
    let what = if stated.wager == Wager::Ante { "the base game" } else { stated.wager.title() };
    format!("{what}{paytable}{hands} in {}", stated.game)
}

/// Stated figure of the odds is not the exact one.
pub(super) fn par_001(scope: &Scope, tally: &mut Tally) {
    let mut counted: Vec<Counted<'_>> = Vec::new();
    for stated in &scope.engagement.stated {
        tally.tested += 1;
        let known = counted.iter().position(|known| known.serves(stated)).unwrap_or_else(|| {
            counted.push(Counted { of: stated, sheet: sheet(scope, stated) });
            counted.len() - 1
        });
        let exact = match counted[known].figure(stated) {
            Ok(exact) => exact,
            Err(why) => {
                tally.undecided(|| format!("{}: {why}", subject(stated)));
                continue;
            }
        };
        let text = as_stated(stated, 1, stated.decimals);
        let places = u32::from(stated.decimals);
        let agrees = |digits| decimal_by(&exact, places, digits) == text;
        if agrees(Digits::HalfUp) || agrees(Digits::Truncated) {
            continue;
        }
        // Of a percentage these are two decimals more than were stated.
        let exactly = percent(&exact, places);
        let said = format!("{}%", as_stated(stated, 100, stated.decimals.max(2) - 2));
        tally.push(at_line(stated.line).words(&exactly, &said).because(format!(
            "{} states a {} of {said} for {}; counted over every deal it is {exactly}, which neither rounded \
             nor cut off gives the stated figure.",
            stated.source,
            stated.figure.name().replace('_', " "),
            subject(stated)
        )));
    }
}

/// True when `a` leaves the player with less than `b`: "3 to 1" is as much as "4 for 1".
fn is_less(a: Payout, b: Payout) -> bool {
    let whole = |p: Payout| {
        let stake = if p.odds == Odds::To { p.pays.denominator() } else { 0 };
        (i128::from(p.pays.numerator()) + i128::from(stake), i128::from(p.pays.denominator()))
    };
    let ((a_over, a_under), (b_over, b_under)) = (whole(a), whole(b));
    a_over * b_under < b_over * a_under
}

/// The faults of two neighbouring rows, in words: `royal flush pays 20 to 1, straight flush 50 to 1`.
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
        (Prize::ByHands(_), Prize::ByHands(_)) => {
            let less = |hands| {
                let (a, b) = (above.prize.payout(hands)?, below.prize.payout(hands)?);
                is_less(*a, *b)
                    .then(|| words(format!("pays {a} with {hands} hands"), format!("pays {b}")))
            };
            (2..=HANDS_MAX).filter_map(less).collect()
        }
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

/// The paytables of a table with the rules that have them: a progressive's is named by its link, any other by the table.
fn paytables(
    scope: &Scope,
    table: TableId,
) -> impl Iterator<Item = (&TableRules, Option<&Link>, &Paytable)> {
    let own = scope.rules(table);
    let of_table = own.paytables().filter(|of| of.wager != Wager::Progressive);
    let of_meters = scope.meters_of(table).filter_map(|(link, rules)| {
        Some((rules, Some(scope.link(link)), rules.paytable(Wager::Progressive)?))
    });
    of_table.map(move |of| (own, None, of)).chain(of_meters)
}

/// Paytable pays a better hand less than a lower one.
pub(super) fn par_002(scope: &Scope, tally: &mut Tally) {
    let mut seen: Vec<(&str, &Paytable)> = Vec::new();
    let used = (0_u16..).zip(&scope.engagement.tables);
    let used = used.flat_map(|(at, table)| {
        paytables(scope, TableId(at)).map(move |(rules, link, of)| (table, rules, link, of))
    });
    for (table, rules, link, paytable) in used {
        // A paytable in use at several tables is one matter.
        let known = (rules.game(), paytable);
        if seen.contains(&known) {
            continue;
        }
        seen.push(known);
        tally.tested += 1;
        let faults = faults(paytable).join("; ");
        if faults.is_empty() {
            continue;
        }
        let found = at_line(link.map_or(table.line, |link| link.line)).of_table(table);
        let found = match link {
            Some(link) => found.of_link(link),
            None => found,
        };
        let found = found.words("every hand as much as those below it", &faults);
        tally.push(found.because(format!(
            "Paytable {} of {} in game {} ({}): {faults}. A better hand should not bring less: the table may \
             be misprinted, or was read or set up wrongly.",
            paytable.id,
            paytable.wager,
            rules.game(),
            paytable.source
        )));
    }
}

/// The row of the paytable that the highest hand of the round wins.
fn winning_row<'a>(case: &RoundCase<'a>) -> Option<&'a Row> {
    let rows = &case.rules.paytable(Wager::CoverAll)?.rows;
    let ranks = || case.settled.iter().filter_map(|hand| hand.rank);
    let place = |rank: HandRank| rows.iter().position(|row| row.hand.includes(rank));
    let best = if case.rules.ruling("cover_all_royal") == "hand-ranking" {
        ranks().max().and_then(place)
    } else {
        ranks().filter_map(place).min()
    };
    rows.get(best?)
}

/// The numbers of hands in whose column stands what a row got; none when it got something else.
pub(super) fn columns_paid(case: &RoundCase<'_>, row: usize) -> Vec<u8> {
    let Some(paytable_row) = winning_row(case) else { return Vec::new() };
    let row = &case.rows[row];
    let (stake, paid) = (row.stake[Wager::CoverAll], row.returned[Wager::CoverAll]);
    let pays = |hands: &u8| {
        let payout = paytable_row.prize.payout(*hands)?;
        payout.pays.of(stake, Rounding::Exact)?.checked_add(stake)
    };
    (2..=HANDS_MAX).filter(|hands| !stake.is_zero() && pays(hands) == Some(paid)).collect()
}

/// Cover All was paid by the column of another number of hands.
pub(super) fn par_003(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.rules.offers(Wager::CoverAll) || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        let (stake, paid) = (row.stake[Wager::CoverAll], row.returned[Wager::CoverAll]);
        let Some(owed) = case.owed(i, Wager::CoverAll) else { continue };
        if stake.is_zero() || owed.is_zero() {
            continue;
        }
        tally.tested += 1;
        if paid == owed {
            continue;
        }
        let columns: Vec<String> = columns_paid(case, i).iter().map(ToString::to_string).collect();
        if columns.is_empty() {
            continue;
        }
        let why = case.explained(i, Wager::CoverAll);
        tally.push(case.at_row(row).money(owed, paid, Party::Player).because(format!(
            "{why}. What was returned stands in the column of {} hands; {} were dealt, the \
             dealer's among them.",
            columns.join(" or "),
            case.rows.len()
        )));
    }
}

/// How a table wins the jackpot of its link; a sentence where no hand does.
fn won_at(scope: &Scope, link: &Link, table: &Table) -> Result<Jackpot, String> {
    let game = scope.game(table).ok_or_else(|| format!("game {} is not defined", table.game))?;
    jackpot(game, &link.paytable).map_err(|e| e.to_string())
}

/// `four aces, 48 of 2598960 hands, for 100% of the meter`.
fn in_words(jackpot: &Result<Jackpot, String>) -> String {
    match jackpot {
        Ok(won) => format!(
            "{}, {} of {} hands, for {} of the meter",
            won.hand.title(),
            won.combinations,
            won.total,
            won.share.percent()
        ),
        Err(why) => why.clone(),
    }
}

/// Games on one link win its jackpot by another hand or with another probability.
pub(super) fn par_004(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links() {
        let mut tables = scope.tables_on(link_id);
        let Some((_, first)) = tables.next() else { continue };
        let mut others = tables.filter(|(_, table)| table.game != first.game).peekable();
        if others.peek().is_none() {
            continue;
        }
        let expected = won_at(scope, link, first);
        for (_, table) in others {
            tally.tested += 1;
            let here = won_at(scope, link, table);
            if here.is_ok() && here == expected {
                continue;
            }
            let (expected, here) = (in_words(&expected), in_words(&here));
            let found = at_line(table.line).of_link(link).of_table(table).words(&expected, &here);
            let ((of_first, game), (id, other)) =
                ((&first.id, &first.game), (&table.id, &table.game));
            tally.push(found.because(format!(
                "Link {} joins table {of_first} ({game}) with table {id} ({other}). Different games may share a \
                 progressive only with the same probability of the jackpot and the same winning hand: at table \
                 {of_first} it is {expected}, at table {id} {here}.",
                link.id
            )));
        }
    }
}

/// True when the prize falls to fewer than one in `longest` hands.
fn is_too_rare(won: &Jackpot, longest: u64) -> bool {
    u128::from(won.combinations) * u128::from(longest) < u128::from(won.total)
}

/// Odds against the jackpot are longer than allowed.
pub(super) fn par_005(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.links() {
        let mut seen: Vec<&str> = Vec::new();
        for (_, table) in scope.tables_on(link_id) {
            if seen.contains(&table.game.as_str()) {
                continue;
            }
            seen.push(&table.game);
            // A paytable without a share of the meter has no jackpot.
            let Ok(won) = won_at(scope, link, table) else { continue };
            tally.tested += 1;
            let longest = link.longest_odds;
            if !is_too_rare(&won, longest) {
                continue;
            }
            let wins = format!("{} of {} hands", won.combinations, won.total);
            let found = at_line(link.line).of_link(link).of_table(table);
            let found = found.words(format_args!("at least 1 of {longest} hands"), &wins);
            tally.push(found.because(format!(
                "At table {} ({}) the largest prize of link {} falls to {}: {wins}. The longest odds allowed \
                 are one in {longest}.",
                table.id,
                table.game,
                link.id,
                won.hand.title()
            )));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::Outcome;

    #[test]
    fn one_hand_in_a_hundred_million_is_the_edge() {
        let won = |combinations, total| {
            let (hand, share) = (Outcome::FOUR_ACES, Rate::ONE);
            Jackpot { combinations, total, hand, share }
        };
        assert!(!is_too_rare(&won(1, 100_000_000), 100_000_000));
        assert!(is_too_rare(&won(1, 100_000_001), 100_000_000));
        assert!(!is_too_rare(&won(48, 2_598_960), 54_145));
        assert!(is_too_rare(&won(48, 2_598_960), 54_144));
    }
}
