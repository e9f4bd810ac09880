//! CAL-004: a player's bank stands for more than was put up. The procedure is described in `cal_004.md`.

use super::{Fill, Scope, Tally, at_line};
use crate::standing::Broken;
use feltproof_engine::Game;
use feltproof_model::Exception;
use feltproof_model::engagement::RulingChoice;

/// The ruling, and the reading of it that the section excludes.
const RULING: (&str, &str) = ("bank_limit", "unlimited");

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for game in &scope.games {
        if let Some(reading) = reading(scope, game) {
            judge(scope, game, reading, tally);
        }
    }
}

/// How the bank of a game is read in this engagement; `None` for a game in which nobody keeps one.
fn reading<'s>(scope: &'s Scope, game: &Game) -> Option<&'s str> {
    let mut tables = scope.tables().filter(|(table, _)| table.game == game.id);
    let reading = tables.next().map(|(_, rules)| rules.ruling(RULING.0));
    reading.filter(|reading| !reading.is_empty())
}

/// A reading is one matter by each law, however many days it is the house's.
fn judge(scope: &Scope, game: &Game, reading: &str, tally: &mut Tally) {
    let (mut broken, mut is_requested) = (Broken::default(), false);
    for date in tally.standing_days().iter().copied() {
        let mut judged = false;
        for (pack, citation) in scope.law.that_ask_for(tally.code, date) {
            judged = true;
            if reading == RULING.1 {
                broken.add(format!("{} {citation}", pack.id), date, || {
                    let law = format!(
                        "by {citation} whoever keeps the bank can win or lose a fixed and limited wager only ({date})"
                    );
                    found(scope, game, &law).under(&pack.id)
                });
            }
        }
        if judged {
            tally.stands_tested(date);
        }
        is_requested |= judged;
    }
    if is_requested {
        tally.stood();
    }
    broken.push(tally);
}

/// At the line of the choice, or of the first table of a game that reads so by itself.
fn found(scope: &Scope, game: &Game, law: &str) -> Exception {
    let engagement = &scope.engagement;
    let is_it = |choice: &&RulingChoice| choice.game == game.id && choice.ruling == RULING.0;
    let chosen = engagement.rulings.iter().find(is_it);
    let source = chosen.map(|choice| choice.source.as_str());
    let source = source.or_else(|| game.ruling(RULING.0).map(|ruling| ruling.source.as_str()));
    let table = engagement.tables.iter().find(|table| table.game == game.id);
    let line = chosen.map(|choice| choice.line).or_else(|| table.map(|table| table.line));
    let found = at_line(line.unwrap_or_default()).words("put-up", RULING.1);
    found.because(format!(
        "In {} the banker settles every wager whole and makes good what the bank lacks ({}); {law}. Document 000 names \
         no amount that a banker puts up, and nothing in it allows more. Rounds are settled by the reading chosen, so no \
         payment above the bank is found.",
        game.id,
        source.unwrap_or_default().trim_end_matches('.')
    ))
}
