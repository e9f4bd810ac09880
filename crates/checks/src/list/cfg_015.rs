//! CFG-015: a house ruling contradicts an approved rule. The procedure is described in `cfg_015.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::engagement::Authority;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let engagement = &scope.engagement;
    for game in &scope.games {
        for ruling in &game.rulings {
            tally.tested += 1;
            let is_this = |game_id: &str, id: &str| game_id == game.id && id == ruling.id;
            let mut chosen = engagement.rulings.iter();
            let Some(chosen) = chosen.find(|choice| is_this(&choice.game, &choice.ruling)) else {
                continue;
            };
            let departs =
                ruling.authority == Authority::ApprovedRules && chosen.value != ruling.default;
            if !departs || chosen.authority == Authority::ApprovedRules {
                continue;
            }
            let (approved, house) = (&ruling.default, &chosen.value);
            let found = at_line(chosen.line).words(approved, house);
            tally.push(found.because(format!(
                "{} The approved rules of {} read {approved} ({}); by {} the house reads {house}. House rules settle \
                 only what approved rules leave open.",
                ruling.question,
                game.id,
                ruling.source.trim_end_matches('.'),
                chosen.source.trim_end_matches('.')
            )));
        }
    }
}
