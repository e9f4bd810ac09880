//! `par`: exact odds of a game, or the figures that documents print, checked.

use crate::args::{Format, Par};
use crate::print::print_as;
use crate::{Ending, files};
use feltproof_engine::{Game, builtin_games};
use feltproof_model::Money;
use feltproof_par::printed::{self, PrintedFigures};
use feltproof_par::sheet::{self, Displayed, GameSheets, ParSheets, Request, Which};
use std::path::Path;

/// Progressive wagers printed unless others are chosen, in dollars.
const UNITS: [&str; 2] = ["1", "5"];

pub(super) fn run(args: &Par) -> Result<Ending, String> {
    if args.check {
        return check(args.format);
    }
    let displayed = Displayed { units: units(&args.unit)?, others: args.envy };
    match &args.game {
        Some(name) => {
            let request = Request {
                rulings: args.ruling.iter().map(|r| ruling(r)).collect::<Result<_, _>>()?,
                decisions: Which::parse(args.strategy.as_deref().unwrap_or("all")),
                paytable: args.paytable.clone(),
                hands: args.hands,
                ..Request::default()
            };
            let sheets = sheet::sheets(&game(name)?, &request).map_err(|e| e.to_string())?;
            idle(args, &sheets)?;
            let text = || sheet::text(&sheets, &displayed);
            print_as(args.format, text, || {
                ParSheets::new(std::slice::from_ref(&sheets), &displayed)
            })
        }
        None => {
            let games = builtin_games();
            let request = Request { quick: true, ..Request::default() };
            let requests: Vec<(&Game, &Request)> = games.iter().map(|g| (g, &request)).collect();
            let sheets = sheet::several(&requests).map_err(|e| e.to_string())?;
            let hint = "`feltproof par GAME` prints every outcome; it also counts the base game of \
                        four-card-poker, which is left out here.\n";
            let text = || sheet::overview_text(&sheets) + hint;
            print_as(args.format, text, || ParSheets::new(&sheets, &displayed))
        }
    }
}

/// Refuses options that nothing of what is printed depends on, rather than pass over them.
fn idle(args: &Par, sheets: &GameSheets) -> Result<(), String> {
    let covers = sheets.sides.iter().any(|side| side.hands.is_some());
    let follows = sheets.sides.iter().any(|side| side.lost_with_fold.is_some());
    let progressive = args.envy.is_some() || !args.unit.is_empty();
    for (given, used, option, what) in [
        (args.hands.is_some(), covers, "--hands", "Cover All"),
        (progressive, !sheets.progressives.is_empty(), "--unit or --envy", "a progressive"),
        (
            args.strategy.is_some(),
            follows || !sheets.bases.is_empty(),
            "--strategy",
            "a base game or a bet that goes with a fold",
        ),
    ] {
        if given && !used {
            return Err(format!(
                "{option} is for {what}, and nothing asked of {} is one; leave it out",
                sheets.game
            ));
        }
    }
    Ok(())
}

fn check(format: Format) -> Result<Ending, String> {
    let results = printed::check().map_err(|e| e.to_string())?;
    print_as(format, || printed::text(&results), || PrintedFigures::from(results.as_slice()))?;
    let wrong = results.iter().any(|result| result.verdict.is_wrong());
    Ok(if wrong { Ending::Found } else { Ending::Nothing })
}

/// A built-in game by its id, or a definition by its path.
fn game(name: &str) -> Result<Game, String> {
    let games = builtin_games();
    if let Some(game) = games.iter().find(|g| g.id == name) {
        return Ok(game.clone());
    }
    if !name.ends_with(".toml") {
        let ids: Vec<&str> = games.iter().map(|g| g.id.as_str()).collect();
        return Err(format!(
            "there is no game {name}; the games are {}, or give the path of a definition (.toml)",
            ids.join(", ")
        ));
    }
    let text = files::read_text(Path::new(name))?;
    Game::parse(&text, name).map_err(|errors| errors.to_string())
}

fn ruling(text: &str) -> Result<(String, String), String> {
    let (id, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not RULING=VALUE, such as bad_beat_on_tie=pushes"))?;
    Ok((id.trim().to_owned(), value.trim().to_owned()))
}

fn units(texts: &[String]) -> Result<Vec<Money>, String> {
    let unit = |text: &str| match Money::parse(text.as_bytes()) {
        Ok(unit) if unit > Money::ZERO => Ok(unit),
        _ => Err(format!("a wager of `{text}` is not an amount in dollars above zero, such as 5")),
    };
    if texts.is_empty() {
        return UNITS.iter().map(|text| unit(text)).collect();
    }
    texts.iter().map(|text| unit(text)).collect()
}
