//! Draws without order, as declared on the command line, counted.

use crate::args::{Order, WithoutOrder};
use crate::input::Input as Text;
use crate::random::decks::Faults;
use feltproof_intake::Export;
use feltproof_intake::samples::{DrawForm, DrawOptions, DrawOrder, TableOptions, read_draws};
use feltproof_stats::draws::{Bonus, Draws, Game};

/// Draws of a file, with what a reader needs to know of how they were read.
pub(crate) struct Read {
    pub draws: Draws,
    pub faults: Faults,
    /// Which columns, in which order, and what was left out.
    pub notes: Vec<String>,
}

/// Reads `5/39`, or `5` with `--cards 39`, and the bonus number's source.
fn game(stated: &WithoutOrder) -> Result<Game, String> {
    let text = stated.draws.as_deref().unwrap_or_default();
    let wanted = "the numbers of one draw and those there are, as 5/39 (or 5 with --cards 39)";
    let wrong = || format!("--draws {text} is not {wanted}");
    let (drawn, numbers) = match (text.split_once('/'), stated.cards) {
        (Some((drawn, numbers)), None) => (drawn, numbers.trim().parse().map_err(|_| wrong())?),
        (None, Some(cards)) => (text, cards),
        (Some(_), Some(cards)) => {
            return Err(format!(
                "--draws {text} says how many numbers there are; leave out --cards {cards}"
            ));
        }
        (None, None) => return Err(wrong()),
    };
    let drawn = drawn.trim().parse().map_err(|_| wrong())?;
    let bonus = match stated.bonus.as_deref() {
        None => None,
        Some("rest") => Some(Bonus::Rest),
        Some(text) => Some(Bonus::Wheel(text.parse().map_err(|_| {
            format!(
                "--bonus {text} is neither `rest` (drawn from the numbers that are left) nor the numbers of a \
                 wheel of its own, 2 to 255"
            )
        })?)),
    };
    let game = Game { numbers, drawn, bonus };
    Draws::new(game).map(|_| game).map_err(|e| format!("--draws {text}: {e}"))
}

/// Reads all draws of a file in the order in which they were made, and counts them.
pub(crate) fn read(
    export: Export<Text>,
    place: &str,
    (stated, options): (&WithoutOrder, &TableOptions),
    limit: Option<u64>,
) -> Result<Read, String> {
    let game = game(stated)?;
    let form = DrawForm {
        drawn: game.drawn,
        numbers: game.numbers,
        bonus_max: game.bonus.map(|bonus| match bonus {
            Bonus::Rest => game.numbers,
            Bonus::Wheel(last) => last,
        }),
        declared: stated.draws.clone().unwrap_or_default(),
        bonus_declared: stated.bonus.clone().unwrap_or_default(),
    };
    let order = stated.order.map(|order| match order {
        Order::Date => DrawOrder::Date,
        Order::File => DrawOrder::File,
        Order::Reversed => DrawOrder::Reversed,
    });
    let WithoutOrder { bonus_columns, from, to, date_format, .. } = stated.clone();
    let more = DrawOptions { bonus_columns, from, to, order, date_format };
    let (mut found, mut notes) = read_draws(export, place, &form, (options, &more))?;
    // A limit that no list reaches leaves all.
    found.truncate(limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(found.len()));
    let mut draws = Draws::new(game).map_err(|e| e.to_string())?;
    let mut faults = Faults::default();
    for one in &found {
        if let Err(sentence) = draws.push(&one.numbers, one.bonus) {
            // All that is left to be wrong with a bonus number read is what `rest` says.
            let wheel =
                "; if it is drawn from a wheel of its own say --bonus and how many numbers it has";
            let remedy = if sentence.starts_with("bonus") { wheel } else { "" };
            faults.push(format!("{place}:{}: {sentence}{remedy}", one.line));
        }
    }
    let line = |at: Option<usize>| at.and_then(|at| found.get(at)).map_or(0, |one| one.line);
    let at = |some: u64| usize::try_from(some).ok();
    if let Some((some, highest)) = draws.fewer_at_first() {
        let to = line(at(some).and_then(|some| some.checked_sub(1)));
        notes.insert(0, fewer_numbers(&format!("The first {some} draws, to line {to},"), highest));
    }
    if let Some((some, highest)) = draws.fewer_at_last() {
        let from = line(at(some).and_then(|some| found.len().checked_sub(some)));
        let which = format!("The last {some} draws, from line {from},");
        notes.insert(0, fewer_numbers(&which, highest));
    }
    Ok(Read { draws, faults, notes })
}

/// A matrix that changed looks like a fault, and is none.
fn fewer_numbers(which: &str, highest: u8) -> String {
    format!(
        "{which} hold no number above {highest}, which is no chance: if the game had {highest} numbers then, it looks \
         like a fault and is none; test each matrix by itself (--from, --to, --draws)."
    )
}
