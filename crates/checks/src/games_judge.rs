//! Judges how many games a seat wagered on, by verdicts worked out beforehand: counts are few.

use feltproof_model::{Date, Money, Wager, WagerMap, WagerSet};
use feltproof_regs::{GameCount, GamesPlan, Pack, Verdict};

/// Judges how many games a seat wagered on, on one calendar day.
pub struct GamesJudge {
    plan: GamesPlan,
    /// Most games that a seat can wager on with the columns of the hands journal.
    most: u32,
    /// For each count its verdict, by place; counts that cannot be have the first.
    places: Vec<usize>,
    verdicts: Vec<Verdict>,
}

impl GamesJudge {
    /// For one day; `stakes` says which wagers the hands journal has, in the order of
    /// [`Wager::ALL`]. `None` when the pack limits no games that day.
    pub fn new(pack: &Pack, date: Date, stakes: &[bool; Wager::COUNT]) -> Option<Self> {
        if !pack.on(feltproof_regs::Role::GamesOnOneHand, date).is_in_force() {
            return None;
        }
        let keys: Vec<&str> = Wager::ALL.iter().map(|w| w.key()).collect();
        let plan = pack.games_plan(&keys);
        let every =
            stakes.iter().zip(0_u32..).fold(0, |set, (has, at)| set | u64::from(*has) << at);
        let most = plan.count(every, &[Money::from_micros(i64::MAX); Wager::COUNT]).max;
        let base = most + 1;
        // Stands for what cannot be counted, so that nothing would pass by it.
        let mut verdicts = vec![Verdict::NotDecidable { reason: "no seat wagers so".to_owned() }];
        let places = (0..base.pow(4)).map(|code| {
            let digit = |place: u32| code / base.pow(place) % base;
            let count =
                GameCount { min: digit(3), max: digit(2), min_over: digit(1), max_over: digit(0) };
            if !is_possible(&count) {
                return 0;
            }
            verdicts.push(pack.judge_games(date, &count));
            verdicts.len() - 1
        });
        let places = places.collect();
        Some(Self { plan, most, places, verdicts })
    }

    /// Games a seat wagered on with these wagers.
    pub fn count(&self, made: WagerSet, stakes: &WagerMap) -> GameCount {
        self.plan.count(u64::from(made.bits()), stakes.as_slice())
    }

    /// What the law makes of a count.
    pub fn verdict(&self, count: &GameCount) -> &Verdict {
        let base = self.most as usize + 1;
        let digits = [count.min, count.max, count.min_over, count.max_over];
        let at = digits.iter().fold(0, |sum, d| sum * base + (*d).min(self.most) as usize);
        &self.verdicts[self.places[at]]
    }
}

/// Games with a wager over the threshold are games, and the fewest are no more than the most.
const fn is_possible(count: &GameCount) -> bool {
    count.min <= count.max
        && count.min_over <= count.max_over
        && count.min_over <= count.min
        && count.max_over <= count.max
}
