//! Rounds of baccarat by its fixed rules: in which order their cards were dealt, how they end, and how likely that is.
//!
//! Two cards each are dealt by turns, the Player's first; then the Player's third card, then the Banker's. On 8 or 9 of either
//! both stand. The Player draws on 0 to 5. The Banker draws on 0 to 5 where the Player stood, and otherwise by the Player's
//! third card: on 0 to 2 always, on 3 unless it is an 8, on 4 if it is 2 to 7, on 5 if 4 to 7, on 6 if 6 or 7 (the table at
//! <https://wizardofodds.com/games/baccarat/>). So the two hands alone say the order.

use feltproof_model::Card;

/// A round: the first cards of some in the order dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its cards, 4 to 6.
    pub cards: usize,
    /// Cards of the Player.
    player: usize,
    /// 0 where the Player wins, 2 where the Banker does, 4 for a tie; one more where a natural ended it, 8 or 9 of two cards.
    pub result: usize,
    /// Whether the first two cards are of one rank: 1 the Player's, 2 the Banker's, 3 both, 0 neither.
    pub pairs: usize,
}

/// In how many ways out of all the rounds of a full shoe end, taken with six cards each in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundWays {
    /// By [`Round::result`].
    pub results: [u64; 6],
    /// By [`Round::pairs`].
    pub pairs: [u64; 4],
}

/// Points of a card by its label, `suit * 13 + rank`, rank 12 being the ace.
fn points(label: u8) -> u8 {
    match label % 13 {
        rank @ 0..=7 => rank + 2,
        12 => 1,
        _ => 0,
    }
}

/// Whether the Banker draws on so many points; the points of the Player's third card.
const fn banker_draws(banker: u8, third: Option<u8>) -> bool {
    match (banker, third) {
        (0..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => 2 <= third && third <= 7,
        (5, Some(third)) => 4 <= third && third <= 7,
        (6, Some(third)) => third == 6 || third == 7,
        _ => false,
    }
}

impl Round {
    /// The round that these cards of 52 begin with, in the order dealt; none where they end before it does.
    pub fn of(cards: &[u8]) -> Option<Self> {
        let [p1, b1, p2, b2] = *cards.first_chunk::<4>()?;
        let sum = |a: u8, b: u8| (points(a) + points(b)) % 10;
        let (mut player, mut banker) = (sum(p1, p2), sum(b1, b2));
        let (mut count, mut of_player) = (4, 2);
        let natural = player >= 8 || banker >= 8;
        if !natural {
            let mut third = None;
            if player <= 5 {
                let card = points(*cards.get(count)?);
                (third, player) = (Some(card), (player + card) % 10);
                (count, of_player) = (5, 3);
            }
            if banker_draws(banker, third) {
                banker = (banker + points(*cards.get(count)?)) % 10;
                count += 1;
            }
        }
        let winner = if player > banker {
            0
        } else if banker > player {
            2
        } else {
            4
        };
        let is_pair = |a: u8, b: u8| usize::from(a % 13 == b % 13);
        Some(Self {
            cards: count,
            player: of_player,
            result: winner + usize::from(natural),
            pairs: is_pair(p1, p2) + 2 * is_pair(b1, b2),
        })
    }

    /// In how many ways rounds of a full shoe of so many decks, 1 to 8, end.
    pub fn ways(decks: u8) -> RoundWays {
        let mut ways = RoundWays::default();
        let left = [u64::from(decks) * 4; 13];
        longer(&mut Vec::new(), left, 1, &mut ways);
        ways
    }
}

/// Adds all rounds that go on after these cards, which come in so many ways.
fn longer(cards: &mut Vec<u8>, left: [u64; 13], times: u64, ways: &mut RoundWays) {
    if let Some(round) = Round::of(cards) {
        let rest: u64 = left.iter().sum();
        let unseen: u64 = (cards.len() as u64..6).zip(0..).map(|(_, gone)| rest - gone).product();
        ways.results[round.result] += times * unseen;
        ways.pairs[round.pairs] += times * unseen;
        return;
    }
    for rank in 0..13 {
        let mut fewer = left;
        fewer[usize::from(rank)] -= 1;
        cards.push(rank);
        longer(cards, fewer, times * left[usize::from(rank)], ways);
        cards.pop();
    }
}

/// The cards of a row in the order dealt. Without cards of the Banker those of the Player are all, in this order.
pub(super) fn in_order([player, banker]: &[Vec<u8>; 2]) -> Result<Vec<u8>, String> {
    if banker.is_empty() {
        let round = Round::of(player).filter(|round| round.cards == player.len());
        return round.map(|_| player.clone()).ok_or_else(|| {
            format!(
                "{} are no round in the order dealt, Player's and Banker's first two by turns, by the rules of the third card; \
                 write | between the two hands if one stands behind the other",
                named(player)
            )
        });
    }
    let both = || format!("the Player has {}, the Banker {}", named(player), named(banker));
    let (Some((first, thirds)), Some((second, others))) =
        (player.split_first_chunk::<2>(), banker.split_first_chunk::<2>())
    else {
        return Err(format!("{}, where a hand has 2 or 3 cards; correct the row", both()));
    };
    let order = [&[first[0], second[0], first[1], second[1]], thirds, others].concat();
    let fits = |round: &Round| round.cards == order.len() && round.player == player.len();
    match Round::of(&order).filter(fits) {
        Some(_) => Ok(order),
        None => Err(format!("{}: {}; correct the row", both(), rule(first, thirds, second))),
    }
}

/// What the rules say of these hands.
fn rule(first: &[u8; 2], thirds: &[u8], second: &[u8; 2]) -> String {
    let sum = |two: &[u8; 2]| (points(two[0]) + points(two[1])) % 10;
    let (player, banker) = (sum(first), sum(second));
    if player >= 8 || banker >= 8 {
        return format!("nobody draws where one has {}", player.max(banker));
    }
    if (player <= 5) != (thirds.len() == 1) {
        let does = if player <= 5 { "draws one card" } else { "draws no card" };
        return format!("on {player} the Player {does}");
    }
    let third = thirds.first().map(|card| points(*card));
    let does = if banker_draws(banker, third) { "draws one card" } else { "draws no card" };
    let what = third.map_or("stood".to_owned(), |third| format!("drew {third}"));
    format!("on {banker} the Banker {does} where the Player {what}")
}

fn named(cards: &[u8]) -> String {
    let names = cards.iter().filter_map(|card| Card::new(*card)).map(|card| card.to_string());
    names.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published counts of 8 and 6 decks (wizardofodds.com, casinoexploit.com), out of 416 times 415 ... times 411 ways.
    #[test]
    fn ways_are_the_published_ones() {
        let published = [
            (8, [2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216]),
            (6, [392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288]),
        ];
        for (decks, wanted) in published {
            let RoundWays { results: [p, pn, b, bn, t, tn], pairs } = Round::ways(decks);
            assert_eq!([p + pn, b + bn, t + tn], wanted);
            let all: u64 = wanted.iter().sum();
            let cards = u64::from(decks) * 52;
            assert_eq!(all, (cards - 5..=cards).product::<u64>());
            assert_eq!(pairs.iter().sum::<u64>(), all);
            // A pair of two cards: of the cards left one in so many is of the rank of the first.
            let copies = u64::from(decks) * 4;
            for own in [pairs[1], pairs[2]] {
                assert_eq!((own + pairs[3]) * (cards - 1), all * (copies - 1));
            }
        }
    }

    /// The tableau as it is printed: rows of the Banker's points 3 to 6, columns of the Player's third card.
    #[test]
    fn the_banker_draws_by_the_table() {
        let table = ["DDDDDDDDSD", "SSDDDDDDSS", "SSSSDDDDSS", "SSSSSSDDSS"];
        for (banker, row) in (3..).zip(table) {
            for (third, does) in (0..).zip(row.chars()) {
                assert_eq!(banker_draws(banker, Some(third)), does == 'D', "{banker} {third}");
            }
        }
        assert!((0..=2).all(|banker| (0..=9).all(|third| banker_draws(banker, Some(third)))));
        assert!((0..=9).all(|banker| banker_draws(banker, None) == (banker <= 5)));
        assert!((7..=9).all(|banker| (0..=9).all(|third| !banker_draws(banker, Some(third)))));
    }

    fn cards(text: &str) -> Vec<u8> {
        text.split(' ').map(|card| Card::parse(card.as_bytes()).unwrap().number()).collect()
    }

    #[test]
    fn hands_are_put_into_the_order_dealt_and_what_the_rules_forbid_is_said() {
        let order = |player: &str, banker: &str| in_order(&[cards(player), cards(banker)]);
        assert_eq!(order("2h 3s 4d", "Kc 7h"), Ok(cards("2h Kc 3s 7h 4d")));
        assert_eq!(order("Kh 6s", "Kc 5h 9s"), Ok(cards("Kh Kc 6s 5h 9s")));
        let said = |player, banker| order(player, banker).unwrap_err();
        assert_eq!(
            said("9h 9s", "2c 3h 4d"),
            "the Player has 9h 9s, the Banker 2c 3h 4d: nobody draws where one has 8; correct the row"
        );
        assert!(said("2h 3s", "2c 3h").contains("on 5 the Player draws one card"));
        assert!(said("2h 4s 2s", "2c 3h").contains("on 6 the Player draws no card"));
        assert!(
            said("2h 3s 8s", "Kc 3h 2h")
                .contains("on 3 the Banker draws no card where the Player drew 8")
        );
        assert!(
            said("2h 4s", "2c 3h")
                .contains("on 5 the Banker draws one card where the Player stood")
        );
        assert!(said("2h", "2c 3h").contains("a hand has 2 or 3 cards"));
        let dealt = [cards("2h Kc 3s 7h 4d"), Vec::new()];
        assert_eq!(in_order(&dealt), Ok(cards("2h Kc 3s 7h 4d")));
        assert!(in_order(&[cards("2h Kc 3s 7h"), Vec::new()]).is_err());
    }
}
