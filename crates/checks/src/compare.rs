//! What several checks compare in the same way: a wager with what is owed for it, the second mandatory
//! wager with the Ante, the Play (Raise) with the multiples of the Ante that the hand allows.

use crate::aggregate::{Lawful, judge, posted};
use crate::case::RoundCase;
use crate::exception::Fill;
use crate::tally::Tally;
use feltproof_engine::HandRank;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Action, HandRow, Money, Party, Wager};

/// Compares what was handed back for one wager with what is owed, seat by seat. A void round is
/// PAY-006's, a payment for a wager not offered WGR-006's; an undecided wager is not tested.
pub(crate) fn compare_returned(case: &RoundCase<'_>, wager: Wager, tally: &mut Tally) {
    compare_returned_unless(case, wager, tally, |_, _| false);
}

/// The same, but for what another check reports: what `elsewhere` says of a row paid otherwise.
pub(crate) fn compare_returned_unless(
    case: &RoundCase<'_>,
    wager: Wager,
    tally: &mut Tally,
    elsewhere: impl Fn(&RoundCase<'_>, usize) -> bool,
) {
    if !case.rules.offers(wager) || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        let (stake, paid) = (row.stake[wager], row.returned[wager]);
        let Some(owed) = case.owed(i, wager) else { continue };
        if stake.is_zero() && paid.is_zero() && owed.is_zero() {
            continue;
        }
        let open = |tally: &mut Tally, why: &str, what: &str| {
            tally.tested += 1;
            let line = case.scope.line(JournalKind::Hands, row.line);
            tally.left_open(why, || format!("Whether line {line} returned {what}"));
        };
        let lacking = case.subject.lacking_beside_bank(case.table_id);
        if let Some(other) = lacking.filter(|_| paid != owed && !is_forfeited(case, row, wager)) {
            let column = other.key();
            let why = format!(
                "the hands journal has no {column} column, and the player's bank covers all wagers"
            );
            open(tally, &why, &format!("{wager} as owed"));
            continue;
        }
        if wager == Wager::Ante && paid != owed && lacks_its_bonus(case, i, paid) {
            let why = "the hands journal has no ante_bonus_returned column, what it has for the Ante is \
                       without the automatic bonus, and its [[journal]] does not say ante_bonus = \
                       \"with-ante\"";
            open(tally, why, "the bonus");
            continue;
        }
        tally.test_wager(i, wager, owed);
        if paid != owed && !elsewhere(case, i) {
            let why = explained(case, i, wager, owed);
            tally.push(case.at_row(row).money(owed, paid, Party::Player).because(why));
        }
    }
}

/// True for a wager that a fold forfeits whole, whatever the other wagers leave of a player's bank.
fn is_forfeited(case: &RoundCase<'_>, row: &HandRow, wager: Wager) -> bool {
    row.action == Action::Fold
        && !wager.is_side_bet()
        && case.rules.ruling("bank_forfeits") != "as-losing-wagers"
}

/// True for an Ante returned but for the automatic bonus, which has no column and may be paid.
fn lacks_its_bonus(case: &RoundCase<'_>, row: usize, paid: Money) -> bool {
    let owed = &case.settled[row].owed;
    case.bonus_stands_with_ante()
        && !case.subject.bonus_declared_with_ante()
        && !owed[Wager::AnteBonus].is_zero()
        && paid == owed[Wager::Ante]
}

/// How a wager of a row was settled, in words, with what the engagement or the journal adds to it.
pub fn explained(case: &RoundCase<'_>, row: usize, wager: Wager, owed: Money) -> String {
    let mut why = String::new();
    explain(case, row, wager, owed, &mut why);
    why
}

/// As [`explained`], into a text that is there already.
pub fn explain(case: &RoundCase<'_>, row: usize, wager: Wager, owed: Money, why: &mut String) {
    case.explainer().write(row, wager, why);
    if wager == Wager::Progressive && case.settled[row].meter_share.is_some() {
        why.push_str(&award_in_words(case, owed));
    }
    let wins = owed > case.rows[row].stake[wager];
    if let Some(limit) = unlawful_limit(case, wager).filter(|_| wins) {
        why.push_str(&format!(
            "; the posted aggregate limit of {limit} for {wager} is not lawful (WAC-008) and cuts nothing"
        ));
    }
    if wager == Wager::Ante && case.bonus_stands_with_ante() {
        why.push_str(
            "; the journal has no column for the automatic bonus, so it counts to the Ante: ",
        );
        case.explainer().write(row, Wager::AnteBonus, why);
    }
}

/// The posted aggregate limit of a wager that cuts nothing.
fn unlawful_limit(case: &RoundCase<'_>, wager: Wager) -> Option<Money> {
    let mut posted = case.table.aggregate.iter();
    let (_, limit) = posted.find(|(of, _)| *of == wager && case.cuts.none.contains(wager))?;
    Some(*limit)
}

/// Why a wager of a row is left open by an approval or a posted aggregate limit; `None` where it is not.
pub fn open_limit(case: &RoundCase<'_>, row: usize, wager: Wager) -> Option<String> {
    if let Some(approval) = case.open_by_approval(row, wager) {
        return Some(format!(
            "{} approves another paytable for {wager} from {} on, and no journal says whether the wager was made before",
            approval.document, approval.written
        ));
    }
    case.is_open_by_limit(row, wager).then(|| {
        format!(
            "whether the posted aggregate limit for {wager}, which this round reaches, is lawful cannot be told: {}",
            why_open(case, wager)
        )
    })
}

/// Why it cannot be told whether the posted aggregate limit of a wager is lawful.
pub(crate) fn why_open(case: &RoundCase<'_>, wager: Wager) -> String {
    let limit = posted(case.table, case.rules).find(|posted| posted.wager == wager);
    let date = case.date();
    match limit.map(|limit| judge(&case.scope.law.packs, limit, date)) {
        Some(Lawful::Open(reason)) => reason,
        _ => String::new(),
    }
}

/// Whether the second mandatory wager equals the Ante, at the tables of games that have it.
pub(crate) fn compare_mandatory(case: &RoundCase<'_>, second: Wager, tally: &mut Tally) {
    if case.rules.family().second != Some(second) {
        return;
    }
    for (_, row, _) in case.players() {
        let (ante, other) = (row.stake[Wager::Ante], row.stake[second]);
        if ante.is_zero() && other.is_zero() {
            continue;
        }
        tally.tested += 1;
        if ante != other {
            let found = case.at_row(row);
            let found = found.words(format!("{second} of {ante}"), format!("{second} of {other}"));
            tally.push(found.because(format!(
                "Ante and {second} are two equal, mandatory wagers; the Ante is {ante}, the {second} {other}."
            )));
        }
    }
}

/// Whether the wager made after seeing the cards is a multiple of the Ante that the hand allows.
pub(crate) fn compare_multiple(case: &RoundCase<'_>, raise: Wager, tally: &mut Tally) {
    if case.rules.raise() != raise {
        return;
    }
    for (_, row, settled) in case.players() {
        let (ante, made) = (row.stake[Wager::Ante], row.stake[raise]);
        // A Play without an Ante is WGR-004's.
        if made.is_zero() || ante.is_zero() {
            continue;
        }
        let all = case.rules.play_multiples();
        // Without the cards only what no hand at all may play can be known.
        let allowed = settled.rank.map_or(all, |rank| case.rules.play_multiples_for(rank));
        let fits = case.rules.allows_play(ante, made, settled.rank);
        let any_hand = case.rules.family().any_hand_raises;
        if fits && settled.rank.is_none() && made != ante && !any_hand {
            continue;
        }
        tally.tested += 1;
        if fits {
            continue;
        }
        let amounts: Vec<String> =
            allowed.iter().filter_map(|m| ante.checked_mul(*m)).map(|a| a.to_string()).collect();
        let why = multiple_in_words(case, settled.rank, (raise, ante, made));
        tally.push(case.at_row(row).words(amounts.join(" or "), made).because(why));
    }
}

/// Why a Play (Raise) is not one that the hand allows.
fn multiple_in_words(
    case: &RoundCase<'_>,
    rank: Option<HandRank>,
    (raise, ante, made): (Wager, Money, Money),
) -> String {
    let all = case.rules.play_multiples();
    if case.rules.family().any_hand_raises {
        let times = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        return format!(
            "{raise} must be {times} times the Ante of {ante}, whatever the hand; {raise} is {made}."
        );
    }
    let held = rank.map_or_else(
        || "Its cards are not on record".to_owned(),
        |rank| format!("The hand is {}", case.rules.in_words(rank)),
    );
    // The sheet contradicts itself.
    let sheet = match raise {
        Wager::Raise => {
            " Document 003 says first, without a condition, that the Raise may be up to three times the Ante, and in its next \
             paragraph that this takes a pair of aces: the second is the more particular."
        }
        _ => "",
    };
    let beyond = all.iter().skip(1).map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    format!(
        "{raise} must equal the Ante of {ante}; only with a pair of aces or better may it be {beyond} \
         times the Ante (ruling play_multiples: {}). {held}, and {raise} is {made}.{sheet}",
        case.rules.ruling("play_multiples")
    )
}

/// Where the engagement says that a meter award stands, and what that asks of the hands journal.
fn award_in_words(case: &RoundCase<'_>, owed: Money) -> String {
    if case.scope.meter_award_in_hands() {
        format!("; the award in the manager journal is {owed}")
    } else {
        "; the engagement says that meter awards stand in the manager journal alone, so nothing \
         belongs here"
            .to_owned()
    }
}
