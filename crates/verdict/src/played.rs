//! The wagers of a round put together for the test of their results: each side bet, and the base game as one.

use feltproof_analysis::{DealerTotals, LostOnRecord, PlayedRound, SetAside};
use feltproof_checks::{RoundCase, SettledWagers};
use feltproof_engine::{HandRank, RoundState, Why};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{ControllerKind, Money, Seat, Wager};

/// Side bets whose result the cards alone decide: those that a PAR sheet may have an expectation of.
const SIDE_BETS: [Wager; 6] = [
    Wager::QueensUp,
    Wager::AcesUp,
    Wager::BadBeat,
    Wager::FourCardBonus,
    Wager::Prime,
    Wager::CoverAll,
];

/// Adds what a round has of them, of all seats together, whether or not a check compared it: what was compared is no fair
/// part, since hands that won are the likelier to be on record.
pub(crate) fn add(block: &mut DealerTotals, all: &SettledWagers<'_>) {
    let round = all.round;
    let sides = SIDE_BETS.into_iter().filter_map(|wager| side_bet(all, wager));
    let played = sides.chain(base_game(all));
    let is_whole = round.holes.hands.is_none() && round.without_row.is_empty();
    let is_settled = round.outcome.state == RoundState::Settled || is_folded_by_all(round);
    if is_settled && is_whole && !round.repeated {
        played.for_each(|played| block.add_played(&played));
    } else if played.count() > 0 {
        block.leave_out();
    }
}

/// Whether every seat folded and lost, and the dealer has no hand or not all of one: he need not show it then, and many do
/// not. Such rounds are the worst of all, so that without them the others would look like luck.
fn is_folded_by_all(round: &RoundCase<'_>) -> bool {
    let lacks_a_hand = matches!(
        round.outcome.state,
        RoundState::Void | RoundState::Unsettleable(Why::NoDealerHand)
    );
    let is_declared_void = round.controller.iter().any(|e| e.kind == ControllerKind::Void)
        || round.rows.iter().any(|row| row.action == Action::Void);
    let wagers = round.rules.family().base_wagers();
    let mut lost = players(round).map(|(_, row)| {
        row.stake[round.rules.raise()].is_zero()
            && wagers.iter().all(|wager| row.returned[*wager].is_zero())
    });
    lacks_a_hand && !is_declared_void && lost.all(|is_lost| is_lost)
}

/// Rows of players with the place of each.
fn players<'a>(round: &RoundCase<'a>) -> impl Iterator<Item = (usize, &'a HandRow)> {
    let rows = round.rows.iter().enumerate();
    rows.filter(|(_, row)| matches!(row.seat, Seat::Player(_)))
}

/// A side bet of a round; none where nobody made it.
fn side_bet(all: &SettledWagers<'_>, wager: Wager) -> Option<PlayedRound> {
    let (mut staked, mut returned, mut is_lost) = (0_i64, 0_i64, false);
    for (_, row) in players(all.round) {
        let stake = row.stake[wager].micros();
        if stake > 0 {
            staked = staked.saturating_add(stake);
            returned = returned.saturating_add(row.returned[wager].micros());
            is_lost |= got_nothing(row);
        }
    }
    if staked == 0 {
        return None;
    }
    let of = all.wagers.iter().filter(|w| w.wager == wager && !w.staked.is_zero());
    let overpaid = of.map(|w| w.paid.micros().saturating_sub(w.owed.micros()).max(0)).sum();
    // Its paytable has a column for each number of hands.
    let has_dealer = all.round.rows.iter().any(|row| !matches!(row.seat, Seat::Player(_)));
    let dealt = all.round.rows.len() + usize::from(!has_dealer);
    let hands = if wager == Wager::CoverAll { dealt } else { 0 };
    let hands = u8::try_from(hands).unwrap_or(u8::MAX);
    let staked = Money::from_micros(staked);
    let [returned, overpaid] = [returned, overpaid].map(Money::from_micros);
    let lost = LostOnRecord { folded: is_lost, beaten: is_lost };
    let aside = SetAside::default();
    Some(PlayedRound { wager, hands, unit: staked, staked, returned, overpaid, lost, aside })
}

/// Whether a row is on record though nothing at all came back. A row on which another wager won says nothing of whether
/// lost ones are written down.
fn got_nothing(row: &HandRow) -> bool {
    Wager::ALL.into_iter().all(|wager| row.returned[wager].is_zero())
}

/// The base game of a round, by its Antes; none where nobody played it.
fn base_game(all: &SettledWagers<'_>) -> Option<PlayedRound> {
    let round = all.round;
    let wagers = round.rules.family().base_wagers();
    let (mut sums, mut lost, mut aside) =
        ([0_i64; 4], LostOnRecord::default(), SetAside::default());
    for (place, row) in players(round) {
        let sum_of = |of: &dyn Fn(Wager) -> Money| {
            wagers.iter().fold(0_i64, |sum, wager| sum.saturating_add(of(*wager).micros()))
        };
        let staked = sum_of(&|wager| row.stake[wager]);
        if staked == 0 {
            continue;
        }
        let returned = sum_of(&|wager| row.returned[wager]);
        let is_raised = !row.stake[round.rules.raise()].is_zero();
        // A row that another wager keeps open says nothing of those that have none.
        let others = Wager::ALL.into_iter().filter(|wager| !wagers.contains(wager));
        let is_alone = others.map(|wager| row.stake[wager]).all(|stake| stake.is_zero());
        lost.folded |= is_alone && got_nothing(row) && !is_raised;
        lost.beaten |= is_alone && got_nothing(row) && is_raised;
        let rank = round.settled.get(place).and_then(|settled| settled.rank);
        if !is_as_allowed(round, row, rank, returned) {
            let unit = wagers.map(|wager| row.stake[wager].micros()).into_iter().max().unwrap_or(0);
            let lost = unit.saturating_mul(most_staked(round));
            aside.add(unit, staked, lost);
            continue;
        }
        let of = all.wagers.iter().filter(|w| w.row == place && wagers.contains(&w.wager));
        let over = of.map(|w| w.paid.micros().saturating_sub(w.owed.micros()).max(0)).sum();
        let ante = row.stake[Wager::Ante].micros();
        for (sum, more) in sums.iter_mut().zip([ante, staked, returned, over]) {
            *sum = sum.saturating_add(more);
        }
    }
    let [unit, staked, returned, overpaid] = sums.map(Money::from_micros);
    let wager = Wager::Ante;
    let played = PlayedRound { wager, hands: 0, unit, staked, returned, overpaid, lost, aside };
    (!staked.is_zero() || aside.seats > 0).then_some(played)
}

/// Whether the stakes of a seat are those of the rules: a second wager of an Ante's size where there is one, and a Play
/// (Raise) that the hand allows, or none where it is not said to have stayed in and got nothing.
fn is_as_allowed(
    round: &RoundCase<'_>,
    row: &HandRow,
    rank: Option<HandRank>,
    returned: i64,
) -> bool {
    let (rules, ante) = (round.rules, row.stake[Wager::Ante]);
    let second = rules.family().second.is_none_or(|second| row.stake[second] == ante);
    let raise = row.stake[rules.raise()];
    let folds = raise.is_zero() && row.action != Action::Play && returned == 0;
    !ante.is_zero() && second && (folds || rules.allows_play(ante, raise, rank))
}

/// The most Antes that a seat may stake on the base game.
fn most_staked(round: &RoundCase<'_>) -> i64 {
    let rules = round.rules;
    let raise = rules.play_multiples().iter().copied().max().unwrap_or(1);
    1 + i64::from(rules.family().second.is_some()) + raise
}
