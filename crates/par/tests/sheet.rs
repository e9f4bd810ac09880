//! Whole sheets: against the counts of document 004, against sums by hand and formula, and against
//! rounds dealt by a seeded generator and settled by the engine.

#![allow(clippy::float_arithmetic, reason = "standard errors are of no other use")]

use feltproof_engine::{Game, builtin_games};
use feltproof_model::{Money, Wager};
use feltproof_par::sheet::{
    BaseSheet, Decisions, Distribution, GameSheets, Ratio, Request, Which, jackpot, percent, sheets,
};
use num_bigint::{BigInt, BigUint};

fn game(id: &str) -> Game {
    builtin_games().into_iter().find(|g| g.id == id).unwrap()
}

fn ratio(numerator: i64, denominator: i64) -> Ratio {
    Ratio::new(BigInt::from(numerator), BigInt::from(denominator))
}

/// The base game with its only paytable, every decision by its expectation.
fn base_sheet(id: &str) -> BaseSheet {
    let request = Request { wager: Some(Wager::Ante), ..Request::default() };
    sheets_of(id, &request).bases.pop().unwrap()
}

fn side_bet(id: &str, wager: Wager, paytable: &str) -> Distribution {
    let paytable = Some(paytable.to_owned());
    let request = Request { wager: Some(wager), paytable, ..Request::default() };
    sheets_of(id, &request).sides.pop().unwrap().distribution
}

fn sheets_of(id: &str, request: &Request) -> GameSheets {
    sheets(&game(id), request).unwrap()
}

fn request(rulings: &[(&str, &str)]) -> Request {
    let rulings = rulings.iter().map(|(r, v)| ((*r).to_owned(), (*v).to_owned())).collect();
    Request { rulings, ..Request::default() }
}

/// The deals of a wager of the base game by net, as document 004 groups them.
fn deals(sheet: &BaseSheet, wager: Wager, net: Ratio) -> u64 {
    let lines = sheet.wager(wager).unwrap().lines.iter().filter(|line| line.net == net);
    lines.map(|line| &line.combinations).sum::<BigUint>().try_into().unwrap()
}

#[test]
fn document_004_digit_for_digit() {
    let sheet = base_sheet("crazy4-v2");
    let whole = |n| ratio(n, 1);
    for (wager, net, count) in [
        (Wager::Ante, whole(1), 1_415_369_375_148_u64),
        (Wager::Ante, whole(0), 473_003_972_892),
        (Wager::Ante, whole(-1), 2_098_272_755_400),
        (Wager::Play, whole(3), 671_609_661_948),
        (Wager::Play, whole(1), 1_215_649_215_684),
        (Wager::Play, whole(0), 938_265_298_824),
        (Wager::Play, whole(-1), 1_093_014_959_196),
        (Wager::Play, whole(-3), 68_106_967_788),
        (Wager::SuperBonus, whole(200), 73_629_072),
        (Wager::SuperBonus, whole(30), 883_548_864),
        (Wager::SuperBonus, whole(15), 3_178_321_608),
        (Wager::SuperBonus, whole(2), 89_974_725_984),
        (Wager::SuperBonus, ratio(3, 2), 175_813_952_424),
        (Wager::SuperBonus, whole(1), 156_167_261_712),
        (Wager::SuperBonus, whole(0), 1_485_273_310_140),
        (Wager::SuperBonus, whole(-1), 2_075_281_353_636),
    ] {
        assert_eq!(deals(&sheet, wager, net.clone()), count, "{wager} {net}");
    }
    assert_eq!(sheet.result.total(), BigUint::from(3_986_646_103_440_u64));
    assert_eq!(percent(&sheet.house_edge(), 4), "3.4189%");
    assert_eq!(percent(&sheet.element_of_risk(), 4), "1.0901%");
}

/// The three games of the family and the two sets of multiples: nobody plays twice the Ante.
#[test]
fn the_crazy_4_games_have_one_base_game() {
    let of = |id: &str| base_sheet(id);
    let (wa, ca, v2) = (of("crazy4-wa"), of("crazy4-ca"), of("crazy4-v2"));
    for other in [&ca, &v2] {
        assert_eq!(wa.result, other.result);
        assert_eq!(wa.wagers, other.wagers);
    }
    assert!(wa.wager(Wager::Play).unwrap().line("win_2").is_none());
}

#[test]
fn every_list_is_whole() {
    let all = Request { decisions: Which::All, ..Request::default() };
    for game in builtin_games() {
        let sheets = sheets(&game, &all).unwrap();
        assert_eq!(sheets.bases.len() % (1 + game.strategies.len()), 0);
        for base in &sheets.bases {
            let total = base.result.total();
            let mut sum = ratio(0, 1);
            for (wager, distribution) in &base.wagers {
                assert_eq!(distribution.total(), total, "{} {wager}", game.id);
                sum += distribution.expectation();
            }
            assert_eq!(-sum, base.house_edge(), "the wagers add up to the whole");
            // Nobody does better than the optimal decisions, on the same paytable.
            let best = sheets.bases.iter().find(|b| b.paytable == base.paytable).unwrap();
            assert_eq!(best.decisions, Decisions::Optimal);
            assert!(best.house_edge() <= base.house_edge());
        }
        for side in &sheets.sides {
            let lines = &side.distribution.lines;
            let sum: Ratio = lines.iter().map(|l| side.distribution.probability(l)).sum();
            assert_eq!(sum, ratio(1, 1), "{} {}", game.id, side.paytable);
        }
        let seconds = game.paytables.iter().filter(|p| p.wager == game.family.needs_paytable);
        assert_eq!(sheets.bases.len(), seconds.count() * (1 + game.strategies.len()));
    }
}

/// From the counts of five-card hands that document 004 prints: 624, 2,072, 58,656, 114,616,
/// 101,808, 123,552 and 242,916 of queens or better (81,096 of aces), 1,954,716 others.
#[test]
fn side_bets_by_hand() {
    const FIVES: i64 = 2_598_960;
    let edge = |id: &str, wager, table: &str| side_bet(id, wager, table).house_edge();
    for (table, straight_flush, three) in
        [("C4P-09", 30, 9), ("C4P-10", 40, 8), ("C4P-11", 30, 8), ("C4P-12", 40, 7)]
    {
        let won = 50 * 624
            + straight_flush * 2_072
            + three * 58_656
            + 4 * 114_616
            + 3 * 101_808
            + 2 * 123_552
            + 242_916;
        let expected = ratio(1_954_716 - won, FIVES);
        assert_eq!(edge("crazy4-wa", Wager::QueensUp, table), expected, "{table}");
        assert_eq!(edge("four-card-frenzy", Wager::FourCardBonus, table), expected, "{table}");
    }
    assert_eq!(percent(&edge("crazy4-v2", Wager::QueensUp, "C4P-12"), 4), "6.7772%");
    // Aces Up 5, 50/40/8/5/4/3/1: two pair pays 3, a pair of aces 1.
    let won = 50 * 624 + 40 * 2_072 + 8 * 58_656 + 5 * 114_616 + 4 * 101_808 + 3 * 123_552 + 81_096;
    let lost = FIVES - 624 - 2_072 - 58_656 - 114_616 - 101_808 - 123_552 - 81_096;
    assert_eq!(edge("four-card-poker", Wager::AcesUp, "AU-5"), ratio(lost - won, FIVES));
    // 4 Card Bonus 1: 48 of 624 are aces, 192 of 2,072 royal, 4,512 of 58,656 three aces.
    let won = 200 * 48
        + 100 * 576
        + 50 * 192
        + 30 * 1_880
        + 20 * 4_512
        + 8 * 54_144
        + 4 * 114_616
        + 3 * 101_808
        + 2 * 123_552
        + 242_916;
    let expected = ratio(1_954_716 - won, FIVES);
    assert_eq!(edge("four-card-frenzy", Wager::FourCardBonus, "FCB-1"), expected);
    // Prime: two colours of 26 cards; 2 x C(26,5) and 2 x C(26,4) x 26.
    let (five, four) = (2 * 65_780, 2 * 14_950 * 26);
    for (table, pays) in [("PRIME-6", 6), ("PRIME-5", 5)] {
        let expected = ratio(FIVES - five - four - pays * five - four, FIVES);
        assert_eq!(edge("four-card-frenzy", Wager::Prime, table), expected, "{table}");
    }
}

#[test]
fn progressives_by_hand() {
    let sheets =
        sheets_of("crazy4-wa", &Request { wager: Some(Wager::Progressive), ..request(&[]) });
    assert!(sheets.bases.is_empty() && sheets.sides.is_empty(), "nothing else was asked for");
    let sheet = |id: &str| sheets.progressives.iter().find(|p| p.paytable == id).unwrap();
    let (five, one) = (Money::from_dollars(5).unwrap(), Money::from_dollars(1).unwrap());

    // Pays 1: 576 x 300 + 2,072 x 100 + 58,656 x 9 of 2,598,960; the meter 48 times.
    let pays_1 = sheet("pays-1");
    let fixed = 576 * 300 + 2_072 * 100 + 58_656 * 9;
    assert_eq!(pays_1.fixed_return(), ratio(fixed, 2_598_960));
    assert_eq!(pays_1.meter_value(), ratio(48, 2_598_960));
    // Envy of one other hand: 48 x $100 + 576 x $10 + 2,072 x $5, whatever the wager.
    let envy = ratio(4_800 + 5_760 + 10_360, 2_598_960);
    assert_eq!((pays_1.envy_of_one(one), pays_1.envy_of_one(five)), (envy.clone(), envy));
    // At $5 with two others: 48 M = 5 x (2,598,960 - fixed) - 2 x 20,920.
    let meter = pays_1.break_even(five, 2).meter.unwrap();
    assert_eq!(meter, ratio(5 * (2_598_960 - fixed) - 2 * 20_920, 48));
    let at = Money::from_dollars(10_000).unwrap();
    let lost = 5 * (2_598_960 - fixed) - 2 * 20_920 - 48 * 10_000;
    assert_eq!(pays_1.house_edge(five, 2, at), ratio(lost, 5 * 2_598_960));

    // The link by the well-known counts: 4 royal, 36 straight flushes, 624, 3,744, 5,108, 10,200,
    // 54,912; a straight flush takes 10% of the meter; envy is for each dollar.
    let link = sheet("link-5");
    let fixed = 300 * 624 + 50 * 3_744 + 40 * 5_108 + 30 * 10_200 + 9 * 54_912;
    assert_eq!(link.fixed_return(), ratio(fixed, 2_598_960));
    assert_eq!(link.meter_value(), ratio(4 * 10 + 36, 25_989_600));
    assert_eq!(link.envy_of_one(one), ratio(4 * 1_000 + 36 * 5_000, 2_598_960));
    assert_eq!(link.envy_of_one(five), ratio(5 * (4 * 1_000 + 36 * 5_000), 2_598_960));
    let swapped = sheets_of("crazy4-wa", &request(&[("link_envy_reading", "swapped")]));
    let link = swapped.progressives.iter().find(|p| p.paytable == "link-5").unwrap();
    assert_eq!(link.envy_of_one(one), ratio(4 * 5_000 + 36 * 1_000, 2_598_960));
    let down = sheets_of("crazy4-wa", &request(&[("envy_reading", "from-the-second-row")]));
    // Four aces none, four of a kind $100, straight flush $10, three of a kind $5.
    let envy = 576 * 100 + 2_072 * 10 + 58_656 * 5;
    assert_eq!(down.progressives[0].envy_of_one(one), ratio(envy, 2_598_960));

    let game = game("crazy4-wa");
    let top = jackpot(&game, "link-5").unwrap();
    assert_eq!((top.combinations, top.total, top.hand.key()), (4, 2_598_960, "royal_flush"));
    let top = jackpot(&game, "pays-3").unwrap();
    assert_eq!((top.combinations, top.hand.key()), (48, "four_aces"));
}

/// Cover All with two hands: the pays of document 002 on the counts of `high_hand`.
#[test]
fn cover_all_by_both_rulings() {
    use feltproof_par::high_hand::{GAME_ORDER, HighHand, HighHandCounter};
    let [four_aces, four, royal, straight_flush, three] = GAME_ORDER;
    let document_order = [four_aces, royal, four, straight_flush, three];
    let pays = |hand: &HighHand| match hand {
        HighHand::FourAces => 250,
        HighHand::RoyalFlush => 125,
        HighHand::FourOfAKind => 90,
        HighHand::StraightFlush => 70,
        HighHand::ThreeOfAKind => 8,
    };
    for (ruling, order) in [("matrix-order", document_order), ("hand-ranking", GAME_ORDER)] {
        let request = Request {
            hands: Some(2),
            wager: Some(Wager::CoverAll),
            ..request(&[("cover_all_royal", ruling)])
        };
        let sheets = sheets_of("four-card-poker", &request);
        let counted = HighHandCounter::new().count(2, &order).unwrap();
        let sum = |counts: &[(HighHand, BigUint)]| -> BigUint {
            counts.iter().map(|(hand, n)| n * (pays(hand) as u32)).sum()
        };
        let net = BigInt::from(sum(&counted.counts)) - BigInt::from(counted.nothing);
        let expected = Ratio::new(-net, BigInt::from(counted.deals));
        assert_eq!(sheets.sides.len(), 1);
        assert_eq!(sheets.sides[0].distribution.house_edge(), expected, "{ruling}");
    }
}

/// A bet that goes with a fold loses exactly what the folded hands would have won or lost.
#[test]
fn bets_that_go_with_a_fold() {
    let request =
        Request { wager: Some(Wager::QueensUp), ..request(&[("queens_up_on_fold", "loses")]) };
    let lost = sheets_of("crazy4-wa", &request);
    assert!(lost.bases.is_empty(), "the base game was counted for its folds alone");
    let stands = side_bet("crazy4-wa", Wager::QueensUp, "C4P-09");
    let side = &lost.sides[0];
    assert_eq!(side.lost_with_fold, Some(Decisions::Optimal));
    // No pair of queens is ever folded, so nothing changes but the name of the loss.
    assert_eq!(side.distribution.house_edge(), stands.house_edge());
    let folded = &side.distribution.line("fold").unwrap().combinations;
    assert_eq!(
        *folded,
        BigUint::from(937_150_828_416_u64),
        "document 004's losses of the Ante less \
        those of hands that stayed in"
    );
    // Four Card Poker folds pairs of aces never, but small pairs against some cards.
    let poker = sheets_of(
        "four-card-poker",
        &Request {
            wager: Some(Wager::AcesUp),
            paytable: Some("AU-1".into()),
            rulings: vec![("aces_up_on_fold".into(), "loses".into())],
            ..Request::default()
        },
    );
    let stands = side_bet("four-card-poker", Wager::AcesUp, "AU-1").house_edge();
    assert_eq!(poker.sides[0].distribution.house_edge(), stands);
}

/// Who folds everything below a straight loses the pairs that Queens Up would have paid.
#[test]
fn a_fold_takes_a_winning_bet_with_it() {
    let lowest_straight = feltproof_model::CardList::parse(b"4s 3h 2d Ac 9s").unwrap();
    let rank = feltproof_engine::best_four_of_five(lowest_straight.exactly().unwrap());
    let strategy = feltproof_engine::game::Strategy {
        id: "timid".to_owned(),
        title: "a straight or better".to_owned(),
        source: String::new(),
        play_from: rank,
        raise_from: rank,
    };
    let request = Request {
        decisions: Which::Given(strategy),
        wager: Some(Wager::QueensUp),
        paytable: Some("C4P-09".to_owned()),
        ..request(&[("queens_up_on_fold", "loses")])
    };
    let sheets = sheets_of("crazy4-wa", &request);
    let won = 50 * 624 + 30 * 2_072 + 9 * 58_656 + 4 * 114_616 + 3 * 101_808;
    let lost = 2_598_960 - 624 - 2_072 - 58_656 - 114_616 - 101_808;
    assert_eq!(sheets.sides[0].distribution.house_edge(), ratio(lost - won, 2_598_960));
}

#[test]
fn what_cannot_be_counted_is_said_in_a_sentence() {
    let poker = game("four-card-poker");
    let says = |request: &Request, words: &str| {
        let message = sheets(&poker, request).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    };
    let quick = Request { quick: true, ..Request::default() };
    says(&Request { hands: Some(8), ..quick.clone() }, "no column for 8 hands");
    let message = jackpot(&poker, "AU-1").unwrap_err().to_string();
    assert!(message.contains("has no paytable AU-1 for Progressive; choose pays-1"), "{message}");
    let message = jackpot(&game("crazy4-v2"), "AU-1").unwrap_err().to_string();
    assert!(message.ends_with("it has none"), "{message}");
    says(&request(&[("odds_on_tie", "wins")]), "does not exist; its rulings are");
    says(&request(&[("aces_up_on_fold", "x")]), "cannot be x");
    let twice = [("aces_up_on_fold", "loses"), ("aces_up_on_fold", "stands")];
    says(&request(&twice), "chosen twice");
    let named = Request { decisions: Which::parse("kq84"), ..Request::default() };
    says(&named, "has no strategy kq84; choose optimal, all, tens");
    let table = Request { paytable: Some("ZZ".into()), ..Request::default() };
    says(&table, "has no paytable ZZ; choose AB-1");
}
