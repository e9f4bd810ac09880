//! `par`: exact odds of a game, or the figures that documents print, checked.

use crate::args::{Format, Par};
use crate::print::print_as;
use crate::{Ending, Result, files};
use feltproof_engine::{Game, builtin_games};
use feltproof_model::Money;
use feltproof_par::printed::{self, PrintedFigures};
use feltproof_par::sheet::{self, Displayed, GameSheets, ParSheets, Request, Which};
use std::path::Path;

/// Progressive wagers printed unless others are chosen, in dollars.
const UNITS: [&str; 2] = ["1", "5"];

pub(super) fn run(args: &Par) -> Result<Ending> {
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
            let sheets = [sheet::sheets(&game(name)?, &request)?];
            idle(args, &sheets[0])?;
            let text = || sheet::text(&sheets[0], &displayed);
            print_as(args.format, text, || ParSheets::new(&sheets, &displayed))
        }
        None => {
            let games = builtin_games();
            let request = Request { quick: true, ..Request::default() };
            let requests: Vec<(&Game, &Request)> = games.iter().map(|g| (g, &request)).collect();
            let sheets = sheet::several(&requests)?;
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
    let decides = follows || !sheets.bases.is_empty();
    let fold = "a base game or a bet that goes with a fold";
    for (given, used, option, what) in [
        (args.hands.is_some(), covers, "--hands", "Cover All"),
        (progressive, !sheets.progressives.is_empty(), "--unit or --envy", "a progressive"),
        (args.strategy.is_some(), decides, "--strategy", fold),
    ] {
        if given && !used {
            let game = &sheets.game;
            return Err(format!(
                "{option} is for {what}, and nothing asked of {game} is one; leave it out"
            ));
        }
    }
    Ok(())
}

fn check(format: Format) -> Result<Ending> {
    let results = printed::check()?;
    print_as(format, || printed::text(&results), || PrintedFigures::from(results.as_slice()))?;
    let wrong = results.iter().any(|result| result.verdict.is_wrong());
    Ok(if wrong { Ending::Found } else { Ending::Nothing })
}

/// A built-in game by its id, or a definition by its path.
fn game(name: &str) -> Result<Game> {
    let games = builtin_games();
    if let Some(game) = games.iter().find(|g| g.id == name) {
        return Ok(game.clone());
    }
    if !name.ends_with(".toml") {
        let ids: Vec<&str> = games.iter().map(|g| g.id.as_str()).collect();
        return Err(format!(
            "there is no game {name}; the games are {}, or give the path of a definition (.toml)",
            ids.join(", ")
        )
        .into());
    }
    Ok(Game::parse(&files::read_text(Path::new(name))?, name)?)
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
    match texts {
        [] => UNITS.into_iter().map(unit).collect(),
        texts => texts.iter().map(|text| unit(text)).collect(),
    }
}
