//! WAC-015 and ADV-007: whether the second highest odds-based prize of the house is large, and what covers it.

use super::{Fill, Scope, Tally, at_line, law_in_words, limit_in_words};
use crate::aggregate::{Lawful, Posted, judge};
use crate::standing::on_each_day;
use feltproof_engine::game::{Odds, Payout, Paytable, Prize};
use feltproof_engine::{Banked, TableRules};
use feltproof_model::engagement::Table;
use feltproof_model::{Date, Exception, Money, Rate, Rounding, Wager};
use feltproof_regs::{Quantity, Role, Verdict};

/// A hand of a paytable at the highest wager that a table allows.
#[derive(Clone)]
struct OddsPrize<'s> {
    table: &'s Table,
    paytable: &'s Paytable,
    hand: &'static str,
    stake: Money,
    amount: Money,
}

impl OddsPrize<'_> {
    fn in_words(&self) -> String {
        let Self { table, paytable, hand, stake, amount } = self;
        let wager = paytable.wager;
        format!(
            "{amount} for {hand} of {} ({wager} of up to {stake} at table {})",
            paytable.id, table.id
        )
    }
}

/// Large odds-based prizes are not covered.
pub(super) fn wac_015(scope: &Scope, tally: &mut Tally) {
    let Some(cover) = scope.engagement.odds_prize_cover else { return };
    each_second(scope, tally, |second| {
        (cover < second.amount).then(|| format!("{cover} is declared as kept or covered"))
    });
}

/// Large odds-based prizes whose cover is not declared.
pub(super) fn adv_007(scope: &Scope, tally: &mut Tally) {
    let is_declared = scope.engagement.odds_prize_cover.is_some();
    each_second(scope, tally, |_| {
        (!is_declared).then(|| {
            "the engagement does not declare what is; write odds_prize_cover in [engagement]"
                .to_owned()
        })
    });
}

/// Compares the second highest prize with the law of each day. Where it is too large for one without cover, `lacks` says
/// what is missing of that; nothing where it is covered.
fn each_second(scope: &Scope, tally: &mut Tally, lacks: impl Fn(&OddsPrize<'_>) -> Option<String>) {
    on_each_day(tally, |standing, date| {
        let prizes = prizes(scope, date);
        let [first, second, ..] = prizes.as_slice() else { return };
        for (limit, said) in scope.law.said_of(Role::SecondOddsPrize, date) {
            standing.judged(date);
            match said.judge(Quantity::Dollars(second.amount)) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => {
                    standing.open(date, Some(&limit.pack), reason);
                }
                Verdict::Violates => {
                    let Some(lack) = lacks(second) else { continue };
                    let allowed = limit_in_words(&said);
                    let law = law_in_words(limit, &said, date);
                    standing.broken(format!("{} {allowed}", limit.pack), date, || {
                        found([first, second], &lack, &law).under(&limit.pack)
                    });
                }
            }
        }
    });
}

fn found([first, second]: [&OddsPrize<'_>; 2], lack: &str, law: &str) -> Exception {
    let found = at_line(second.table.line).of_table(second.table);
    let found = found.words(format_args!("{} kept or covered", second.amount), lack);
    found.because(format!(
        "The highest odds-based prizes that the tables offer are {} and {}; {law}. As much as the second has to be \
         kept in a bank of the state or covered by a line of credit, and {lack}.",
        first.in_words(),
        second.in_words()
    ))
}

/// The prizes that the tables of the house offer on a day, the highest first: each hand of a paytable once.
fn prizes(scope: &Scope, date: Date) -> Vec<OddsPrize<'_>> {
    let mut all: Vec<OddsPrize<'_>> = Vec::new();
    for (table, rules) in scope.tables().filter(|(_, rules)| rules.banked() == Banked::House) {
        for paytable in rules.paytables() {
            let Some(stake) = highest_stake((table, rules), paytable.wager) else {
                continue;
            };
            let most = limit_on(scope, (table, rules), paytable.wager, date);
            for (hand, amount) in rows(paytable, table.seats + 1, stake) {
                let amount = most.map_or(amount, |most| amount.min(most));
                let prize = OddsPrize { table, paytable, hand, stake, amount };
                let same = |other: &&mut OddsPrize<'_>| {
                    other.paytable.id == paytable.id && other.hand == hand
                };
                match all.iter_mut().find(same) {
                    Some(other) if other.amount >= amount => {}
                    Some(other) => *other = prize,
                    None => all.push(prize),
                }
            }
        }
    }
    // Stable: of one amount they stay in the order of the tables and their rows.
    all.sort_by_key(|prize| std::cmp::Reverse(prize.amount));
    all
}

/// The largest wager that a table posts; a wager that has to equal the Ante, or is paid on it, goes by the Ante.
fn highest_stake((table, rules): (&Table, &TableRules), wager: Wager) -> Option<Money> {
    if wager == Wager::Progressive {
        return rules.unit();
    }
    let posted = |wager| table.posted.iter().find(|posted| posted.wager == wager);
    let by_ante = wager == rules.family().needs_paytable;
    let most = posted(wager).or_else(|| posted(Wager::Ante).filter(|_| by_ante));
    most.map(|posted| posted.max)
}

/// What an aggregate limit leaves of a prize, unless the limit is unlawful on the day.
fn limit_on(
    scope: &Scope,
    (table, rules): (&Table, &TableRules),
    wager: Wager,
    date: Date,
) -> Option<Money> {
    let limit = rules.aggregate(wager)?;
    match judge(&scope.law.packs, Posted { table, rules, wager, limit }, date) {
        Lawful::No { .. } => None,
        Lawful::NotRequested | Lawful::Yes | Lawful::Open(_) => Some(limit),
    }
}

/// The hands of a paytable with what they win over and above a stake; shares of a meter are no odds.
fn rows(
    paytable: &Paytable,
    hands: u8,
    stake: Money,
) -> impl Iterator<Item = (&'static str, Money)> {
    paytable.rows.iter().filter_map(move |row| {
        let columns: Vec<Payout> = match row.prize {
            Prize::Fixed(payout) => vec![payout],
            Prize::Meter(_) => Vec::new(),
            Prize::ByHands(all) => all.into_iter().take(usize::from(hands).max(1) - 1).collect(),
        };
        let won = |Payout { pays, odds }: Payout| match odds {
            Odds::To => Some(pays),
            Odds::For => Rate::new(pays.numerator() - pays.denominator(), pays.denominator()),
        };
        let amounts = columns.into_iter().chain(row.beaten).filter_map(won);
        let most = amounts.filter_map(|odds| odds.of(stake, Rounding::Down)).max();
        most.map(|amount| (row.hand.title(), amount))
    })
}
