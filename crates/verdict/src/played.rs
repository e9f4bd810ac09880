//! The wagers of a round put together for the test of their results: each side bet, and the base game as one.

use feltproof_analysis::{DealerTotals, LostOnRecord, PlayedRound, SetAside};
use feltproof_checks::{RoundCase, SettledWager, SettledWagers};
use feltproof_engine::{HandRank, RoundState, Why};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{ControllerKind, Money, Seat, Sum, Wager};

/// Side bets whose result the cards alone decide: those that a PAR sheet may have an expectation of.
const SIDE_BETS: [Wager; 6] = [
    Wager::QueensUp,
    Wager::AcesUp,
    Wager::BadBeat,
    Wager::FourCardBonus,
    Wager::Prime,
    Wager::CoverAll,
];

/// Amounts of a round that do not fit its totals: a slip of the record, far beyond what a table can pay.
struct TooLarge;

/// The sums of a play, as wide as no record can overflow them; micro-dollars.
#[derive(Default)]
struct Sums {
    unit: i128,
    staked: i128,
    returned: i128,
    overpaid: i128,
}

impl Sums {
    /// A play of them, with `hands` dealt.
    fn played(
        &self,
        wager: Wager,
        hands: usize,
        lost: LostOnRecord,
        aside: SetAside,
    ) -> Result<PlayedRound, TooLarge> {
        let money = |micros: i128| Sum::from_micros(micros).money().ok_or(TooLarge);
        Ok(PlayedRound {
            wager,
            hands: u8::try_from(hands).map_err(|_| TooLarge)?,
            unit: money(self.unit)?,
            staked: money(self.staked)?,
            returned: money(self.returned)?,
            overpaid: money(self.overpaid)?,
            lost,
            aside,
        })
    }
}

/// Adds what a round has of them, of all seats together, whether or not a check compared it: what was compared is no fair
/// part, since hands that won are the likelier to be on record.
pub(crate) fn add(block: &mut DealerTotals, all: &SettledWagers<'_>) {
    let round = all.round;
    let sides = SIDE_BETS.into_iter().map(|wager| side_bet(all, wager));
    let mut plays = sides.chain([base_game(all)]).filter_map(Result::transpose);
    let is_whole = round.holes.hands.is_none() && round.without_row.is_empty();
    let is_settled = round.outcome.state == RoundState::Settled || is_folded_by_all(round);
    if is_settled && is_whole && !round.repeated {
        plays.for_each(|play| match play {
            Ok(played) => block.add_played(&played),
            Err(TooLarge) => block.leave_out(),
        });
    } else if plays.next().is_some() {
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

fn players<'a>(round: &RoundCase<'a>) -> impl Iterator<Item = (usize, &'a HandRow)> {
    let rows = round.rows.iter().enumerate();
    rows.filter(|(_, row)| matches!(row.seat, Seat::Player(_)))
}

/// A side bet of a round; none where nobody made it.
fn side_bet(all: &SettledWagers<'_>, wager: Wager) -> Result<Option<PlayedRound>, TooLarge> {
    let (mut sums, mut is_lost) = (Sums::default(), false);
    for (_, row) in players(all.round) {
        let stake = micros(row.stake[wager]);
        if stake > 0 {
            sums.staked += stake;
            sums.returned += micros(row.returned[wager]);
            is_lost |= got_nothing(row);
        }
    }
    if sums.staked == 0 {
        return Ok(None);
    }
    sums.unit = sums.staked;
    let of = all.wagers.iter().filter(|w| w.wager == wager && !w.staked.is_zero());
    sums.overpaid = overpaid(of);
    // Its paytable has a column for each number of hands.
    let has_dealer = all.round.rows.iter().any(|row| !matches!(row.seat, Seat::Player(_)));
    let dealt = all.round.rows.len() + usize::from(!has_dealer);
    let hands = if wager == Wager::CoverAll { dealt } else { 0 };
    let lost = LostOnRecord { folded: is_lost, beaten: is_lost };
    sums.played(wager, hands, lost, SetAside::default()).map(Some)
}

fn micros(amount: Money) -> i128 {
    amount.micros().into()
}

/// What was paid for some wagers above what is owed for each.
fn overpaid<'w>(wagers: impl Iterator<Item = &'w SettledWager>) -> i128 {
    wagers.map(|w| (micros(w.paid) - micros(w.owed)).max(0)).sum()
}

/// Whether a row is on record though nothing at all came back. A row on which another wager won says nothing of whether
/// lost ones are written down.
fn got_nothing(row: &HandRow) -> bool {
    Wager::ALL.into_iter().all(|wager| row.returned[wager].is_zero())
}

/// The base game of a round, by its Antes; none where nobody played it.
fn base_game(all: &SettledWagers<'_>) -> Result<Option<PlayedRound>, TooLarge> {
    let round = all.round;
    let wagers = round.rules.family().base_wagers();
    let (mut sums, mut lost, mut aside) =
        (Sums::default(), LostOnRecord::default(), SetAside::default());
    for (place, row) in players(round) {
        let staked: i128 = wagers.iter().map(|wager| micros(row.stake[*wager])).sum();
        if staked == 0 {
            continue;
        }
        let returned: i128 = wagers.iter().map(|wager| micros(row.returned[*wager])).sum();
        let is_raised = !row.stake[round.rules.raise()].is_zero();
        // A row that another wager keeps open says nothing of those that have none.
        let others = Wager::ALL.into_iter().filter(|wager| !wagers.contains(wager));
        let is_alone = others.map(|wager| row.stake[wager]).all(|stake| stake.is_zero());
        lost.folded |= is_alone && got_nothing(row) && !is_raised;
        lost.beaten |= is_alone && got_nothing(row) && is_raised;
        let rank = round.settled.get(place).and_then(|settled| settled.rank);
        if is_as_allowed(round, row, rank, returned) {
            let of = all.wagers.iter().filter(|w| w.row == place && wagers.contains(&w.wager));
            sums.unit += micros(row.stake[Wager::Ante]);
            sums.staked += staked;
            sums.returned += returned;
            sums.overpaid += overpaid(of);
        } else {
            let [ante, second, raise] = wagers.map(|wager| row.stake[wager].micros());
            let unit = ante.max(second).max(raise);
            let lost = unit.checked_mul(most_staked(round)).ok_or(TooLarge)?;
            aside.add(unit, i64::try_from(staked).map_err(|_| TooLarge)?, lost);
        }
    }
    let is_played = sums.staked != 0 || aside.seats > 0;
    is_played.then(|| sums.played(Wager::Ante, 0, lost, aside)).transpose()
}

/// Whether the stakes of a seat are those of the rules: a second wager of an Ante's size where there is one, and a Play
/// (Raise) that the hand allows, or none where it is not said to have stayed in and got nothing.
fn is_as_allowed(
    round: &RoundCase<'_>,
    row: &HandRow,
    rank: Option<HandRank>,
    returned: i128,
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
    let raise = rules.play_multiples().iter().copied().fold(1, i64::max);
    1 + i64::from(rules.family().second.is_some()) + raise
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_beyond_the_range_of_money_is_left_out_and_never_cut() {
        let most = i128::from(i64::MAX);
        let of = |staked: i128, hands: usize| {
            let sums = Sums { unit: 1, staked, returned: 2, overpaid: 3 };
            let played =
                sums.played(Wager::CoverAll, hands, Default::default(), Default::default());
            played.ok().map(|of| (of.staked.micros(), of.hands))
        };
        assert_eq!(of(most, 255), Some((i64::MAX, 255)));
        assert_eq!(of(most + 1, 7), None);
        assert_eq!(of(most, 256), None);
    }

    /// What one wager got too little makes up for nothing that another got too much.
    #[test]
    fn what_is_overpaid_is_summed_wager_by_wager() {
        let wager = |owed: i64, paid: i64| {
            let [staked, owed, paid] = [5, owed, paid].map(Money::from_micros);
            SettledWager { row: 0, seat: Seat::Player(1), wager: Wager::Ante, staked, owed, paid }
        };
        let all = [wager(10, 12), wager(10, 3), wager(0, 1), wager(i64::MIN, i64::MAX)];
        assert_eq!(overpaid(all[..3].iter()), 3);
        assert_eq!(overpaid(all.iter()), 3 + i128::from(u64::MAX));
    }
}
