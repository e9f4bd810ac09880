//! The five-card progressive of the Multi-Game Link, worked by hand from document 001: all five cards
//! as an ordinary poker hand, whatever the best four are. The unit is $5.

use crate::common::{Round, rules_of};
use feltproof_engine::TableRules;
use feltproof_model::{SeatSet, Wager};

/// Two games of one link; what the base wagers do is not asked here.
const GAMES: [(&str, Wager, &str, &str); 2] = [
    ("crazy4-wa", Wager::SuperBonus, "SB", "D | Qc Jd 8d 7h 4h | deal"),
    ("four-card-poker", Wager::AnteBonus, "AB-1", "D | Qc Jd Td 8d 7h 4h | deal"),
];

fn rules(game: usize, choices: &[(&str, &str)]) -> TableRules {
    let (id, wager, paytable, _) = GAMES[game];
    rules_of(id, &[(wager, paytable)], Some("link-5"), choices, &[])
}

/// A round of one game: the rows of the players, and a dealer.
fn round(game: usize, choices: &[(&str, &str)], players: &str) -> Round {
    Round::new(rules(game, choices), &format!("{players}\n{}", GAMES[game].3))
}

/// Rows: what $5 is owed from the tray, and the share of the meter.
#[test]
fn every_row_of_the_link_table_pays_all_five_cards() {
    for (cards, owed, share) in [
        ("As Ks Qs Js Ts", "0.00", Some("100%")),
        ("9s 8s 7s 6s 5s", "0.00", Some("10%")),
        // An ace is low in A-2-3-4-5, so this is a straight flush and no royal one.
        ("5s 4s 3s 2s As", "0.00", Some("10%")),
        ("5s 5h 5d 5c 2h", "1500.00", None), // 300 for 1
        ("As Ah Ad Ac 2h", "1500.00", None), // four aces are no more here
        ("5s 5h 5d Kc Kh", "250.00", None),  // full house, 50 for 1
        ("As 9s 5s 3s 2s", "200.00", None),  // flush, 40 for 1
        ("9s 8h 7c 6c 5h", "150.00", None),  // straight, 30 for 1
        ("As 2h 3c 4s 5h", "150.00", None),  // ace low
        ("As Kh Qs Js Th", "150.00", None),  // ace high
        ("5s 5h 5d Kc 2h", "45.00", None),   // three of a kind, 9 for 1
        ("5s 5h Ks Kh 2h", "0.00", None),    // two pair
        ("As Ah Ks 9h 2h", "0.00", None),    // pair
        ("2s Ah Ks 3h 4s", "0.00", None),    // no straight goes round the corner
    ] {
        for game in 0..GAMES.len() {
            let r =
                round(game, &[], &format!("1 | {cards} | play | ante=10 play=10 progressive=5"));
            assert_eq!(r.owed_of(0, &[Wager::Progressive]), owed, "{cards}");
            let found = r.hands[0].meter_share.map(|s| s.percent());
            assert_eq!(found.as_deref(), share, "{cards}");
        }
    }
}

/// Four cards make a straight flush, a flush or a straight at the table and nothing on the link.
#[test]
fn a_four_card_hand_is_not_a_five_card_hand() {
    for (cards, super_bonus) in [
        ("As Ks Qs Js 2h", "160.00"), // 15 to 1
        ("As 9s 5s 3s Kh", "25.00"),  // 3 to 2
        ("9s 8h 7c 6c 2h", "20.00"),  // 1 to 1
    ] {
        let text = format!("1 | {cards} | play | ante=10 super_bonus=10 play=10 progressive=5");
        let r = round(0, &[], &text);
        assert_eq!(
            r.owed_of(0, &[Wager::SuperBonus, Wager::Progressive]),
            format!("{super_bonus} 0.00")
        );
        assert_eq!(r.hands[0].meter_share, None, "{cards}");
    }
    let r =
        round(0, &[], "1 | As 9s 5s 3s Kh | play | ante=10 super_bonus=10 play=10 progressive=5");
    let indicated = r.explain(0, Wager::Progressive);
    assert!(indicated.starts_with("A♠ 9♠ 5♠ 3♠ K♥ is a five-card"), "{indicated}");
    assert!(indicated.ends_with("nothing below three of a kind: $5.00 lost"), "{indicated}");
}

/// A royal flush at seat 1 and a straight flush at seat 3; seats 2 and 5 wagered 5 and 10, seat 6
/// nothing.
const TWO_HOLDERS: &str = "1 | As Ks Qs Js Ts | play | ante=10 play=10 progressive=5
                           2 | Ah Kd Jh 9d 2h | play | ante=10 play=10 progressive=5
                           3 | 9c 8c 7c 6c 5c | play | ante=10 play=10 progressive=5
                           5 | Kh Jc 9h 5d 2s | fold | ante=10 progressive=10
                           6 | Ac Th 6h 4d 2d | play | ante=10 play=10";

fn envies(game: usize, choices: &[(&str, &str)]) -> Vec<String> {
    let r = round(game, choices, TWO_HOLDERS);
    (0..5).map(|row| r.owed_of(row, &[Wager::Envy])).collect()
}

/// Envy is multiplied by the receiver's wager: $1,000 for the royal flush, $5,000 for the straight
/// flush as printed. Seat 1 from seat 3: 5 x 5,000; seat 3 from seat 1: 5 x 1,000; seat 2 from both:
/// 30,000; seat 5 with a wager of 10: 60,000; seat 6 made none.
#[test]
fn envy_is_multiplied_by_the_wager_of_the_player_who_receives_it() {
    let printed = ["25000.00", "30000.00", "5000.00", "60000.00", "0.00"];
    // Swapped, the royal flush brings 5,000 and the straight flush 1,000.
    let swapped = ["5000.00", "30000.00", "25000.00", "60000.00", "0.00"];
    for game in 0..GAMES.len() {
        assert_eq!(envies(game, &[]), printed);
        assert_eq!(envies(game, &[("link_envy_reading", "as-printed")]), printed);
        assert_eq!(envies(game, &[("link_envy_reading", "swapped")]), swapped);
        // The rulings of Pays 1 to 3 say nothing of the link.
        for ruling in [
            ("envy_per_unit", "times-wager"),
            ("envy_per_unit", "once"),
            ("envy_reading", "from-the-second-row"),
        ] {
            assert_eq!(envies(game, &[ruling]), printed, "{ruling:?}");
        }
        // Seat 5 folded.
        let folded = envies(game, &[("envy_to_folded", "not-paid")]);
        assert_eq!(folded, ["25000.00", "30000.00", "5000.00", "0.00", "0.00"]);
    }
    let r = round(0, &[], TWO_HOLDERS);
    assert_eq!(r.hands[1].envy_from, SeatSet::EMPTY.with(1).with(3));
    assert_eq!(
        r.explain(2, Wager::Envy),
        "seat 1: A♠ K♠ Q♠ J♠ T♠ is a five-card royal flush and brings envy of $5,000.00: $5,000.00 owed"
    );
}

#[test]
fn shares_of_the_meter_are_told_not_paid_from_the_tray() {
    let r = round(0, &[], TWO_HOLDERS);
    assert_eq!(r.hands[0].meter_share.unwrap().percent(), "100%");
    assert_eq!(r.hands[2].meter_share.unwrap().percent(), "10%");
    assert!([1, 3, 4].iter().all(|row| r.hands[*row].meter_share.is_none()));
    assert_eq!(r.owed_of(0, &[Wager::Progressive]), "0.00");
    assert_eq!(
        r.explain(2, Wager::Progressive),
        "9♣ 8♣ 7♣ 6♣ 5♣ is a five-card straight flush; Progressive wins 10% of the displayed meter; the stake of $5.00 is not returned"
    );
    // 300 for 1 on the unit of $5 is the largest award that is not a share.
    assert_eq!(r.rules.largest_fixed_award().unwrap().plain(), "1500.00");
    assert_eq!(r.rules.paytable_reserve(), None);
}

/// A folded straight flush wins its share or not, as the casino chose; envy follows.
#[test]
fn folded_hands_and_holders_without_the_wager_follow_their_rulings() {
    const FOLDED: &str = "1 | 9c 8c 7c 6c 5c | fold | ante=10 progressive=5
                          2 | Ah Kd Jh 9d 2h | play | ante=10 play=10 progressive=5";
    const NO_WAGER: &str = "1 | 9c 8c 7c 6c 5c | play | ante=10 play=10
                            2 | Ah Kd Jh 9d 2h | play | ante=10 play=10 progressive=5";
    for game in 0..GAMES.len() {
        let envy = |choices: &[(&str, &str)], text: &str| {
            let r = round(game, choices, text);
            (r.hands[0].meter_share.is_some(), r.owed_of(1, &[Wager::Envy]))
        };
        let paid = "25000.00".to_owned();
        let nothing = "0.00".to_owned();
        assert_eq!(envy(&[("progressive_on_fold", "eligible")], FOLDED), (true, paid.clone()));
        assert_eq!(
            envy(&[("progressive_on_fold", "not-eligible")], FOLDED),
            (false, nothing.clone())
        );
        assert_eq!(envy(&[("envy_holder", "any-player")], NO_WAGER), (false, paid));
        assert_eq!(envy(&[("envy_holder", "wagering-player")], NO_WAGER), (false, nothing));
    }
}

/// Irregularities 1: a wrong number of cards voids the round; the coin-in is returned, or stands.
#[test]
fn a_void_round_returns_the_progressive_wager_unless_it_stands() {
    const VOID: &str = "1 | 9c 8c 7c 6c | play | ante=10 play=10 progressive=5
                        2 | Ah Kd Jh 9d 2h | play | ante=10 play=10 progressive=5";
    for game in 0..GAMES.len() {
        let owed = |choices: &[(&str, &str)]| {
            let r = round(game, choices, VOID);
            assert!(r.hands.iter().all(|h| h.meter_share.is_none()));
            r.owed_of(1, &[Wager::Ante, Wager::Progressive, Wager::Envy])
        };
        assert_eq!(owed(&[("void_round", "stakes-returned")]), "10.00 5.00 0.00");
        assert_eq!(owed(&[("void_round", "progressive-stands")]), "10.00 0.00 0.00");
    }
}
