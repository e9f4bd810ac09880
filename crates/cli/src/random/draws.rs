//! Draws without order, as declared on the command line, counted.

use crate::args::{Order, WithoutOrder};
use crate::input::Input as Text;
use crate::random::left_out::Faults;
use feltproof_intake::Export;
use feltproof_intake::samples::{DrawForm, DrawOptions, DrawOrder, TableOptions, read_draws};
use feltproof_paper::words::grouped;
use feltproof_stats::draws::{Again, Bonus, Draws, Game};

/// Identical draws that are listed.
const AGAIN_LISTED: usize = 10;

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
    let with_bonus = found.iter().filter(|one| one.bonus.is_some()).count();
    if game.bonus.is_some() && with_bonus == 0 {
        return Err(format!(
            "{place}: --bonus says that a bonus number belongs to each draw, and none has one; leave --bonus out, or name \
             its column with --bonus-columns"
        ));
    }
    if game.bonus.is_some() && with_bonus < found.len() {
        let (some, all) = (grouped(with_bonus as u64), grouped(found.len() as u64));
        notes.push(format!("{some} of {all} draws have a bonus number."));
    }
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
    notes.extend(that_came_again(&draws, |at| line(Some(at))));
    Ok(Read { draws, faults, notes })
}

/// Identical draws with their lines, the most unusual first.
fn that_came_again(draws: &Draws, line: impl Fn(usize) -> u64) -> Option<String> {
    let all = draws.again();
    let place = |from: usize, draws: usize| match draws {
        1 => format!("line {}", line(from)),
        2 => format!("lines {} and {}", line(from), line(from + 1)),
        _ => format!("lines {} to {}", line(from), line(from + draws - 1)),
    };
    let one = |one: &Again| {
        let (from, again) = (place(one.from, one.draws), place(one.again, one.draws));
        format!("{from} again in {again}")
    };
    let listed: Vec<String> = all.iter().take(AGAIN_LISTED).map(one).collect();
    let more = match all.len() - listed.len() {
        0 => String::new(),
        more => format!("; {more} more"),
    };
    (!all.is_empty()).then(|| {
        format!(
            "Identical draws, the most unusual first: {}{more}. Chance brings some too; the tests of identical \
             draws say whether these are more.",
            listed.join("; ")
        )
    })
}

/// A matrix that changed looks like a fault, and is none.
fn fewer_numbers(which: &str, highest: u8) -> String {
    format!(
        "{which} hold no number above {highest}, which is no chance: if the game had {highest} numbers then, it looks \
         like a fault and is none; test each matrix by itself (--from, --to, --draws)."
    )
}
