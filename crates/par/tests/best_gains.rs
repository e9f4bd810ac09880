//! What the base game gains at best, beside the sheets of every way to play that the games' data know, which are counted
//! by themselves.

#![allow(clippy::unwrap_used)] // a test may fail
#![allow(clippy::float_arithmetic, reason = "a second way to a bound on a probability")]

use feltproof_engine::{Game, builtin_games};
use feltproof_model::Wager;
use feltproof_par::sheet::{
    BaseSheet, BestGains, Decisions, Distribution, Request, Which, best_gains, sheets,
};
use num_traits::ToPrimitive;

/// Every base game of a game with its best gains, under every way to decide.
fn all(game: &Game) -> Vec<(BaseSheet, BestGains)> {
    let request = Request { wager: Some(Wager::Ante), decisions: Which::All, ..Request::default() };
    let sheets = sheets(game, &request).unwrap();
    let with = |sheet: BaseSheet| {
        let gains = best_gains(game, &[], &sheet.paytable).unwrap();
        (sheet, gains)
    };
    sheets.bases.into_iter().map(with).collect()
}

/// ln E exp(x * (net - most)) of a sheet, line by line.
fn cumulant(of: &Distribution, x: f64, most: f64) -> f64 {
    let term = |line: &feltproof_par::sheet::Line| {
        let net = line.net.to_f64().unwrap();
        of.probability(line).to_f64().unwrap() * (x * (net - most)).exp()
    };
    of.lines.iter().map(term).sum::<f64>().ln()
}

#[test]
fn no_way_to_play_gains_more() {
    let (mut ways, mut tops, mut closest) = (0, 0, f64::INFINITY);
    for game in builtin_games() {
        for (sheet, gains) in all(&game) {
            let most = gains.most.to_f64().unwrap();
            let is_optimal = sheet.decisions == Decisions::Optimal;
            for (x, bound) in &gains.cumulants {
                let played = cumulant(&sheet.result, *x, most);
                let name = sheet.decisions.id();
                assert!(*bound >= played - 1e-13, "{} {name} at {x}: {bound} {played}", game.id);
                // A straight line cannot tell the two apart where the gains hardly weigh: the means are the same.
                if is_optimal && *x < 1e-4 {
                    assert!(bound - played < 1e-4 * x, "{} at {x}: {bound} {played}", game.id);
                }
                closest = closest.min(bound - played);
            }
            if is_optimal {
                assert_eq!(gains.expectation, sheet.result.expectation(), "{}", game.id);
                assert_eq!(gains.variance, sheet.result.variance(), "{}", game.id);
                // The largest gain alone is left at the end of the table. Four of a kind beaten in Frenzy gains most
                // with the smallest Raise, which no optimal decision makes.
                let top = &sheet.result.lines[0];
                let alone = sheet.result.probability(top).to_f64().unwrap().ln();
                let (_, last) = gains.cumulants.last().unwrap();
                if gains.most == top.net {
                    let name = &sheet.paytable;
                    assert!((last - alone).abs() < 1e-3, "{} {name}: {last} {alone}", game.id);
                    tops += 1;
                }
                assert!(gains.most >= top.net, "{}", game.id);
            }
            ways += 1;
        }
    }
    assert!(ways >= 15 && tops >= 5 && closest < 1e-11, "{ways} ways, {tops}, {closest}");
}

/// Straight lines between the points are above a convex function, and only above one.
#[test]
fn the_points_are_of_a_convex_function() {
    let mut games = 0;
    for game in builtin_games() {
        let needed = game.family.needs_paytable;
        for table in game.paytables.iter().filter(|table| table.wager == needed) {
            let gains = best_gains(&game, &[], &table.id).unwrap();
            let slope = |a: &(f64, f64), b: &(f64, f64)| (b.1 - a.1) / (b.0 - a.0);
            for at in gains.cumulants.windows(3) {
                let (before, after) = (slope(&at[0], &at[1]), slope(&at[1], &at[2]));
                // Differences of neighbours lose digits where the steps are small.
                let room = 1e-12 / (at[1].0 - at[0].0);
                assert!(after >= before - room, "{} {}: {at:?}", game.id, table.id);
            }
            games += 1;
        }
    }
    assert_eq!(games, 11);
}
