//! Lines of the cases that stand for many: decks, and rounds dealt by a machine.
//!
//! `DECK SEQ,TIME,TABLE,ROUND` is a deck in the order of the card numbers (2c to As); ` 51=0` behind it
//! puts card number 0 in place 51, ` 51=` takes what stands there away, and ` 52=7` adds a card.
//!
//! `DEAL TABLE ROUNDS MACHINE SEED` in a hands journal is so many rounds of four players and the
//! dealer, a minute apart from 10:00:00; in a shuffler journal it is their decks. The same line in both
//! gives hands that come from those decks.

use feltproof_model::Card;

fn name(number: usize) -> String {
    Card::new(u8::try_from(number).unwrap()).unwrap().to_string()
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform below `n`; the bias of the remainder is below 2^-58 here.
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n).unwrap()).unwrap()
    }

    fn fair(&mut self) -> Vec<usize> {
        let mut deck: Vec<usize> = (0..52).collect();
        for last in (1..52).rev() {
            deck.swap(last, self.below(last + 1));
        }
        deck
    }

    fn riffled(&mut self, deck: &[usize]) -> Vec<usize> {
        let top: Vec<bool> = deck.iter().map(|_| self.below(2) == 0).collect();
        let cut = top.iter().filter(|t| **t).count();
        let (mut upper, mut lower) = (deck[..cut].iter(), deck[cut..].iter());
        top.iter().map(|t| *if *t { upper.next() } else { lower.next() }.unwrap()).collect()
    }
}

/// The decks of a machine, one a round.
fn decks(rounds: usize, machine: &str, seed: u64) -> Vec<Vec<usize>> {
    let mut chance = Chance(seed);
    let mut decks: Vec<Vec<usize>> = Vec::new();
    for round in 0..rounds {
        let mut fair = chance.fair();
        let back = if machine == "riffled-in-turn" { 2 } else { 1 };
        let deck = match machine.split('-').next().unwrap() {
            "fair" => fair,
            "stuck" => {
                if chance.below(5) == 0 {
                    let at = fair.iter().position(|c| *c == 0).unwrap();
                    fair.swap(0, at);
                }
                fair
            }
            "riffled" if round >= back => {
                let before = decks[round - back].clone();
                (0..3).fold(before, |deck, _| chance.riffled(&deck))
            }
            "riffled" => fair,
            "again" if round == 59 => decks[19].clone(),
            "again" => fair,
            other => panic!("no machine `{other}`"),
        };
        decks.push(deck);
    }
    decks
}

fn time(round: usize) -> String {
    format!("{:02}:{:02}:00", 10 + round / 60, round % 60)
}

fn in_words(cards: &[usize]) -> String {
    cards.iter().map(|c| name(*c)).collect::<Vec<_>>().join(" ")
}

/// The lines that this one stands for; itself if it is no directive.
pub(super) fn expanded(kind: &str, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        ["DECK", fields, changes @ ..] => vec![deck(fields, changes)],
        ["DEAL", table, rounds, machine, seed] => {
            let decks = decks(rounds.parse().unwrap(), machine, seed.parse().unwrap());
            let lines = decks.iter().enumerate().map(|(round, deck)| match kind {
                "hands" => hands(table, round, deck, machine.ends_with("-concealed")),
                _ => dispensed(table, round, deck, machine),
            });
            lines.flatten().collect()
        }
        _ => vec![line.to_owned()],
    }
}

fn deck(fields: &str, changes: &[&str]) -> String {
    let mut cards: Vec<usize> = (0..52).collect();
    for change in changes {
        let (at, card) = change.split_once('=').unwrap();
        let at: usize = at.parse().unwrap();
        match card.parse() {
            Ok(card) if at == cards.len() => cards.push(card),
            Ok(card) => cards[at] = card,
            Err(_) => drop(cards.remove(at)),
        }
    }
    format!("{fields},deck,,{},", in_words(&cards))
}

fn hands(table: &str, round: usize, deck: &[usize], is_concealed: bool) -> Vec<String> {
    let hand = |(seat, cards): (&str, &[usize])| {
        let concealed = is_concealed && seat == "2" && round.is_multiple_of(3);
        let cards = if concealed { String::new() } else { in_words(cards) };
        format!("{},{},{table},D01,{seat},{cards}", round + 1, time(round + 1))
    };
    ["1", "2", "3", "4", "D"].into_iter().zip(deck.chunks_exact(5)).map(hand).collect()
}

fn dispensed(table: &str, round: usize, deck: &[usize], machine: &str) -> Vec<String> {
    let number = if machine.ends_with("-gaps") { 2 * round + 1 } else { round + 1 };
    let place = format!("{},{table},{number}", time(round));
    if !machine.ends_with("-packets") {
        return vec![format!("{},{place},deck,,{},", round + 1, in_words(deck))];
    }
    let packet = |(i, cards): (usize, &[usize])| {
        format!("{},{place},packet,{},{},", 5 * round + i + 1, i + 1, in_words(cards))
    };
    deck.chunks_exact(5).take(5).enumerate().map(packet).collect()
}
