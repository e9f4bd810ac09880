//! The printed figures: which are right, which are wrong, and that none is passed over.

use feltproof_engine::game::Strategy;
use feltproof_engine::{best_four_of_five, builtin_games};
use feltproof_model::{CardList, Wager};
use feltproof_par::printed::{FigureResult, PrintedFigures, Printing, Verdict, check, text};
use feltproof_par::sheet::{Request, Which, percent, sheets};

#[test]
#[expect(clippy::too_many_lines, reason = "one list of the printed figures")]
fn every_figure_has_its_verdict() {
    let results = check().unwrap();
    let of = |id: &str| results.iter().find(|r| r.id == id).unwrap();
    let by = |result: &FigureResult, at: usize| result.tried[at].reading.clone();

    // Document 004 is right but for one line of its summary.
    let wrong: Vec<&str> = results
        .iter()
        .filter(|r| r.id.starts_with("004") && r.verdict.is_wrong())
        .map(|r| r.id.as_str())
        .collect();
    assert_eq!(wrong, ["004-summary-bonus"]);
    let exact = |r: &&FigureResult| {
        r.id.starts_with("004")
            && r.id.ends_with("combinations")
            && r.verdict == Verdict::Reproduced(Printing::Exact)
    };
    assert_eq!(results.iter().filter(exact).count(), (3 + 5 + 8 + 8) + 4 + 4);

    // Document 001: the base game's edge is right everywhere, the Queens Up edges are not.
    for table in ["09", "10", "11", "12"] {
        let id = |what: &str| format!("001-c4p-{table}-{what}");
        assert_eq!(of(&id("base-edge")).verdict, Verdict::Reproduced(Printing::Rounded));
        for what in ["queens-up-edge", "queens-up-hit"] {
            assert_eq!(of(&id(what)).verdict, Verdict::Wrong(None), "{table} {what}");
        }
        let base = of(&id("base-hit"));
        assert_eq!(base.verdict, Verdict::Inferred(Printing::Rounded), "{table}");
        let search = base.search.as_ref().unwrap();
        assert_eq!(search.giving, 1, "{table}");
        let best = search.best.as_ref().unwrap();
        assert!(best.reading.contains("at least one wager of the base game wins"), "{table}");
        assert!(best.reading.contains("(K Q 6 3) on stays in"), "{}", best.reading);
        assert_eq!(percent(&best.exact, 4), "48.0615%");
        assert_eq!(percent(&best.house_edge, 4), "3.4263%");
        let hit = of(&id("super-bonus-hit"));
        assert_eq!(hit.verdict, Verdict::Wrong(Some(0)));
        assert!(by(hit, 0).starts_with("share of rounds with three of a kind or better"));
    }
    // 24.7885% by hand: 644,244 of 2,598,960.
    assert_eq!(percent(of("001-c4p-09-queens-up-hit").exact.as_ref().unwrap(), 4), "24.7885%");

    // The Bad Beat Bonus hits as printed; of its edges one is what separate packs would give.
    for id in ["001-bad-beat-1-hit", "001-bad-beat-2-hit", "001-bbb-02-hit"] {
        assert_eq!(of(id).verdict, Verdict::Reproduced(Printing::Rounded), "{id}");
    }
    for id in ["001-bad-beat-2-edge", "001-bbb-02-edge"] {
        let Verdict::Wrong(Some(at)) = of(id).verdict else { panic!("{id}") };
        assert!(by(of(id), at).contains("separate packs, ties of two pair or better paid"));
    }
    for id in ["001-bad-beat-1-edge", "001-bbb-01-edge", "001-bbb-01-hit"] {
        assert_eq!(of(id).verdict, Verdict::Wrong(None), "{id}");
    }

    // Whatever is called wrong was searched for where it is of the base game, and what is searched for is of it alone.
    for result in &results {
        let giving = result.search.as_ref().map(|search| (search.tried > 10, search.giving > 0));
        match result.verdict {
            Verdict::Inferred(_) => assert_eq!(giving, Some((true, true)), "{}", result.id),
            Verdict::Wrong(_) => {
                assert!(giving.is_none_or(|found| found == (true, false)), "{}", result.id);
                assert!(result.tried_in_all() > 0, "{}", result.id);
            }
            _ => assert_eq!(giving, None, "{}", result.id),
        }
    }

    // No sane way to play gives what a simulation of Four Card Poker is said to have found.
    let simulated = results.iter().find(|r| r.label.starts_with("House edge by simulation"));
    assert_eq!(simulated.unwrap().verdict, Verdict::Wrong(None));

    assert_eq!(of("fcp-edge-low").verdict, Verdict::Reproduced(Printing::Truncated));
    // Readings that no source states are named as such.
    for (id, at, printing) in [
        ("fcp-simple", 0, Printing::Rounded),
        ("fcp-maker", 1, Printing::Rounded),
        ("fcp-wikipedia", 2, Printing::Rounded),
        ("fcp-frome-payback", 1, Printing::Truncated),
    ] {
        assert_eq!(of(id).verdict, Verdict::OtherReading(at, printing), "{id}");
    }
    assert_eq!(of("fcp-frome-edge").verdict, Verdict::NotDecidable);
    assert_eq!(of("fcp-bad-beat-maker").verdict, Verdict::NotDecidable);

    // Both forms tell every figure, and the same one each time.
    let data = serde_json::to_value(PrintedFigures::from(results.as_slice())).unwrap();
    let words = text(&results);
    assert_eq!(data["figures"].as_array().unwrap().len(), results.len());
    assert!(words.contains(&format!("{} figures: ", results.len())));
    assert_eq!(
        words.matches("WRONG by ").count(),
        results.iter().filter(|r| r.verdict.is_wrong()).count()
    );
}

/// Separate packs by hand for the row of four of a kind: 624 hands, of which 48 of each rank; the
/// lower of two different ones is beaten, 624 x 576 deals both ways, 624 x 48 ties.
#[test]
fn two_pair_or_better_from_separate_packs() {
    let results = check_bad_beat();
    let both = 401_328_i64; // two pair or better: 624 + 2,072 + 58,656 + 114,616 + 101,808 + 123,552
    let all = 2_598_960_i64;
    let hit = results.tried.iter().find(|t| t.reading.ends_with("better paid")).unwrap();
    let expected = num_rational::BigRational::new(
        (both * both).into(),
        (i128::from(all) * i128::from(all)).into(),
    );
    assert_eq!(hit.exact, expected);
}

fn check_bad_beat() -> FigureResult {
    check().unwrap().into_iter().find(|r| r.id == "001-bbb-01-hit").unwrap()
}

/// The reading that the search infers, counted the other way: by the sheet of that strategy, deal by deal.
#[test]
fn the_inferred_reading_is_what_the_sheet_of_its_strategy_says() {
    let rank = |cards: &str| {
        let list = CardList::parse(cards.as_bytes()).unwrap();
        best_four_of_five(list.exactly().unwrap())
    };
    let strategy = Strategy {
        id: "given".to_owned(),
        title: String::new(),
        source: String::new(),
        play_from: rank("Ks Qh 6d 3c 2s"),
        raise_from: rank("As Ah 5d 3c 2s"),
    };
    let games = builtin_games();
    let game = games.iter().find(|game| game.id == "crazy4-wa").unwrap();
    let request = Request {
        decisions: Which::Given(strategy),
        wager: Some(Wager::Ante),
        ..Request::default()
    };
    let counted = sheets(game, &request).unwrap();
    let base = &counted.bases[0];
    assert_eq!(percent(&base.any_wager_wins, 4), "48.0615%");
    assert_eq!(percent(&base.house_edge(), 4), "3.4263%");
}
