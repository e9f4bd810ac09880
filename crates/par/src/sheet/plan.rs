//! What is to be counted for one game, and the counting: one pass over the deals feeds every sheet,
//! of several games at once if need be.

use super::bad_beat::BadBeat;
use super::base_rules::{BaseRules, SHOWDOWNS};
use super::bet::Bet;
use super::own_hand::OwnHand;
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use super::{Request, SheetError, Which, paytables};
use crate::count::{
    FiveAgainstFive, FiveAgainstSix, five_against_five, five_against_six, ranked_classes,
};
use feltproof_engine::game::{HANDS_MAX, Paytable};
use feltproof_engine::{BEST_FOUR, Game};
use feltproof_model::Wager;

/// A side bet whose count is under way.
pub(crate) struct Side<T> {
    pub count: T,
    /// It goes with a fold, so it is counted beside the decisions of the first base game.
    pub follows: bool,
}

/// Everything to be counted for one game.
pub(crate) struct Plan<'a> {
    pub game: &'a Game,
    pub readings: Readings,
    /// Base games; a folded hand is one that the first of them folds.
    pub bases: Vec<BaseTally>,
    /// False when the base game is counted for its folds alone.
    pub bases_wanted: bool,
    pub own: Vec<Side<OwnHand>>,
    pub bad_beats: Vec<Side<BadBeat>>,
    /// Cover All tables with a number of hands.
    pub covers: Vec<(&'a Paytable, u8)>,
}

impl<'a> Plan<'a> {
    /// `Err`: what does not exist, with what does.
    pub(crate) fn new(game: &'a Game, request: &Request) -> Result<Self, SheetError> {
        if game.family.ranking != &BEST_FOUR {
            return Err(SheetError::NothingCounted(format!("game {}", game.id)));
        }
        let readings = Readings::new(game, &request.rulings)?;
        let decisions = decisions(game, &request.decisions)?;
        if let Some(id) = &request.paytable {
            paytables::any_paytable(game, id)?;
        }
        let (bases, own, bad_beats, covers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut plan = Self { game, readings, bases, bases_wanted: false, own, bad_beats, covers };
        let slow = game.family.opponent_cards == 6;
        for table in game.paytables.iter().filter(|table| request.wants(game, table)) {
            if table.wager != game.family.needs_paytable {
                plan.add_side(table, request.hands)?;
            } else if !(request.quick && slow) {
                plan.bases_wanted = true;
                plan.add_bases(table, &decisions)?;
            }
        }
        let follows =
            plan.own.iter().any(|o| o.follows) || plan.bad_beats.iter().any(|b| b.follows);
        if follows && plan.bases.is_empty() {
            let second = game.family.needs_paytable;
            let first = game.paytables.iter().find(|table| table.wager == second);
            let first = first.ok_or_else(|| SheetError::NoBaseGame(game.id.clone()))?;
            plan.add_bases(first, &decisions[..1])?;
        }
        Ok(plan)
    }

    fn add_bases(&mut self, table: &Paytable, decisions: &[Decisions]) -> Result<(), SheetError> {
        for decision in decisions {
            let rules = BaseRules::new(self.game, &self.readings, table)?;
            self.bases.push(BaseTally::new(rules, decision.clone()));
        }
        Ok(())
    }

    fn add_side(&mut self, table: &'a Paytable, hands: Option<u8>) -> Result<(), SheetError> {
        let bet = Bet::new(self.game, &self.readings, table);
        let follows = bet.is_lost_with_fold();
        match table.wager {
            Wager::BadBeat => {
                let count = BadBeat::new(bet)?;
                self.bad_beats.push(Side { count, follows });
            }
            Wager::CoverAll => match hands {
                Some(hands) => self.covers.push((table, hands)),
                None => self.covers.extend((2..=HANDS_MAX).map(|hands| (table, hands))),
            },
            _ => self.own.push(Side { count: OwnHand::new(bet), follows }),
        }
        Ok(())
    }

    /// Counts one sight in everything that decides by it; true if the first base game folds it.
    fn see(&mut self, sight: &Sight) -> bool {
        let mut folded = None;
        for base in &mut self.bases {
            let this = base.add(sight);
            folded.get_or_insert(this);
        }
        let folded = folded.unwrap_or(false);
        let deals = sight.counts.iter().map(|n| u64::from(*n)).sum::<u64>();
        for side in self.own.iter_mut().filter(|side| side.follows) {
            side.count.add(sight.rank, sight.cards, deals * u64::from(sight.weight), folded);
        }
        folded
    }

    fn see_five(&mut self, hand: &FiveAgainstFive) {
        let folded = self.see(&five(hand));
        for side in &mut self.bad_beats {
            side.count.add(hand, folded && side.follows);
        }
    }
}

fn decisions(game: &Game, which: &Which) -> Result<Vec<Decisions>, SheetError> {
    let named =
        |id: &str| game.strategies.iter().find(|s| s.id == id).cloned().map(Decisions::Named);
    let all = || game.strategies.iter().cloned().map(Decisions::Named);
    match which {
        Which::Optimal => Ok(vec![Decisions::Optimal]),
        Which::All => Ok(std::iter::once(Decisions::Optimal).chain(all()).collect()),
        Which::Given(strategy) => Ok(vec![Decisions::Named(strategy.clone())]),
        Which::Named(id) => named(id).map(|d| vec![d]).ok_or_else(|| {
            let mut known = vec!["optimal", "all"];
            known.extend(game.strategies.iter().map(|s| s.id.as_str()));
            SheetError::NoStrategy(game.id.clone(), id.clone(), known.join(", "))
        }),
    }
}

/// Runs every plan: each kind of deal is gone through once, for all plans together.
pub(crate) fn run(plans: &mut [Plan<'_>]) {
    let needs = |plan: &Plan<'_>| !plan.bases.is_empty() || !plan.bad_beats.is_empty();
    let of_five = |plan: &Plan<'_>| plan.game.family.opponent_cards == 5;
    if plans.iter().any(|p| needs(p) && of_five(p)) {
        five_against_five(|hand| {
            for plan in plans.iter_mut().filter(|p| needs(p) && of_five(p)) {
                plan.see_five(hand);
            }
        });
    }
    if plans.iter().any(|p| needs(p) && !of_five(p)) {
        five_against_six(|hand| {
            for plan in plans.iter_mut().filter(|p| needs(p) && !of_five(p)) {
                plan.see(&six(hand));
            }
        });
    }
    let free = |side: &&mut Side<OwnHand>| !side.follows;
    let mut sides: Vec<_> = plans.iter_mut().flat_map(|p| p.own.iter_mut()).filter(free).collect();
    if sides.is_empty() {
        return;
    }
    for (rank, class) in ranked_classes() {
        for side in &mut sides {
            side.count.add(*rank, class.cards, class.weight.into(), false);
        }
    }
}

pub(crate) fn five(hand: &FiveAgainstFive) -> Sight {
    let [low, tie, high] = [
        hand.above.iter().sum::<u32>() - hand.above_unqualified,
        hand.equal - hand.equal_unqualified,
        hand.below.iter().sum::<u32>() - hand.below_unqualified,
    ];
    let counts: [u32; SHOWDOWNS] =
        [hand.above_unqualified, hand.equal_unqualified, hand.below_unqualified, low, tie, high];
    Sight { rank: hand.rank, cards: hand.cards, weight: hand.weight, counts }
}

/// Six cards of the dealer's need not qualify.
pub(crate) fn six(hand: &FiveAgainstSix) -> Sight {
    let counts = [0, 0, 0, hand.above, hand.equal, hand.below];
    Sight { rank: hand.rank, cards: hand.cards, weight: hand.weight, counts }
}
