//! PAR-001: stated figure of the odds is not the exact one. The procedure is described in
//! `par_001.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::Wager;
use feltproof_model::engagement::{Figure, StatedFigure};
use feltproof_par::sheet::{BaseSheet, Digits, Distribution, Ratio, Request};
use feltproof_par::sheet::{decimal_by, percent, sheets};

/// What was counted for one wager, kept for the other figures that are stated of it.
struct Counted<'a> {
    of: &'a StatedFigure,
    sheet: Result<Sheet, String>,
}

enum Sheet {
    Base(Box<BaseSheet>),
    Side(Box<Distribution>),
}

/// Wagers whose odds depend on how the hand is played: they share the sheet of the base game.
const fn is_base(wager: Wager) -> bool {
    matches!(wager, Wager::Ante | Wager::SuperBonus | Wager::Odds | Wager::AnteBonus)
}

impl Counted<'_> {
    /// True when the sheet serves this figure too.
    fn serves(&self, stated: &StatedFigure) -> bool {
        let of = self.of;
        let wager = of.wager == stated.wager || (is_base(of.wager) && is_base(stated.wager));
        wager
            && (of.game == stated.game && of.paytable == stated.paytable)
            && of.hands == stated.hands
    }

    /// The exact figure.
    fn figure(&self, stated: &StatedFigure) -> Result<Ratio, String> {
        let distribution = match self.sheet.as_ref().map_err(Clone::clone)? {
            Sheet::Base(sheet) if stated.wager == Wager::Ante => {
                return Ok(match stated.figure {
                    Figure::HouseEdge => sheet.house_edge(),
                    Figure::HitFrequency => sheet.hit_frequency(),
                    Figure::ElementOfRisk => sheet.element_of_risk(),
                });
            }
            Sheet::Base(sheet) => sheet.wager(stated.wager).ok_or_else(|| {
                format!("the sheet of the base game has no line of {}", stated.wager)
            })?,
            Sheet::Side(distribution) => distribution,
        };
        Ok(match stated.figure {
            // All the money on a side bet is its stake.
            Figure::HouseEdge | Figure::ElementOfRisk => distribution.house_edge(),
            Figure::HitFrequency => distribution.hit_frequency(),
        })
    }
}

fn count<'a>(scope: &Scope, stated: &'a StatedFigure) -> Counted<'a> {
    Counted { of: stated, sheet: sheet(scope, stated) }
}

/// Counts every deal under the engagement's rulings and optimal decisions.
fn sheet(scope: &Scope, stated: &StatedFigure) -> Result<Sheet, String> {
    if stated.wager == Wager::Progressive {
        return Err("the odds of a progressive depend on what its meter shows".to_owned());
    }
    let game = scope.games.iter().find(|g| g.id == stated.game);
    let game = game.ok_or_else(|| format!("no table deals {}", stated.game))?;
    let of_game = scope.engagement.rulings.iter().filter(|r| r.game == stated.game);
    let request = Request {
        rulings: of_game.map(|r| (r.ruling.clone(), r.value.clone())).collect(),
        wager: Some(if is_base(stated.wager) { Wager::Ante } else { stated.wager }),
        paytable: (!stated.paytable.is_empty()).then(|| stated.paytable.clone()),
        hands: stated.hands,
        ..Request::default()
    };
    let mut found = sheets(game, &request).map_err(|e| e.to_string())?;
    let sheet = if is_base(stated.wager) {
        found.bases.pop().map(|base| Sheet::Base(Box::new(base)))
    } else {
        found.sides.pop().map(|side| Sheet::Side(Box::new(side.distribution)))
    };
    sheet.ok_or_else(|| format!("{} in {} could not be counted", stated.wager, stated.game))
}

/// The figure as stated, with the decimals it was stated with: `0.0342`, or `3.42` of a hundred.
fn as_stated(stated: &StatedFigure, of: i64, decimals: u8) -> String {
    let (over, under) = (stated.value.numerator(), stated.value.denominator());
    let value = Ratio::new(over.into(), under.into()) * Ratio::from_integer(of.into());
    decimal_by(&value, decimals.into(), Digits::Truncated)
}

/// The same as a percentage: `3.40%`.
fn in_percent(stated: &StatedFigure) -> String {
    format!("{}%", as_stated(stated, 100, stated.decimals.max(2) - 2))
}

/// What a figure is of, in words: `Queens Up (C4P-09) in crazy4-wa`.
fn subject(stated: &StatedFigure) -> String {
    let paytable =
        if stated.paytable.is_empty() { String::new() } else { format!(" ({})", stated.paytable) };
    let hands = stated.hands.map_or_else(String::new, |n| format!(" with {n} hands"));
    let what = if stated.wager == Wager::Ante { "the base game" } else { stated.wager.title() };
    format!("{what}{paytable}{hands} in {}", stated.game)
}

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let mut counted: Vec<Counted<'_>> = Vec::new();
    for stated in &scope.engagement.stated {
        tally.tested += 1;
        if !counted.iter().any(|known| known.serves(stated)) {
            counted.push(count(scope, stated));
        }
        let sheet = counted.iter().find(|known| known.serves(stated));
        let exact = match sheet.map(|known| known.figure(stated)) {
            Some(Ok(exact)) => exact,
            Some(Err(why)) => {
                tally.undecided(|| format!("{}: {why}", subject(stated)));
                continue;
            }
            None => continue,
        };
        let text = as_stated(stated, 1, stated.decimals);
        let places = u32::from(stated.decimals);
        let agrees = |digits| decimal_by(&exact, places, digits) == text;
        if agrees(Digits::HalfUp) || agrees(Digits::Truncated) {
            continue;
        }
        // Of a percentage these are two decimals more than were stated.
        let exactly = percent(&exact, places);
        let found = at_line(stated.line)
            .words(exactly.clone(), in_percent(stated))
            .because(format!(
                "{} states a {} of {} for {}; counted over every deal it is {exactly}, which neither rounded \
                 nor cut off gives the stated figure.",
                stated.source,
                stated.figure.key().replace('_', " "),
                in_percent(stated),
                subject(stated)
            ));
        tally.push(found);
    }
}
