//! CRD: why a round was voided: a cause on record, whether the cards bear it out, and what the void spared the house.

use super::{Fill, RoundCase, Tally, hand_without_cards, not_on_record};
use feltproof_engine::TableRules;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    Action, ControllerEvent, ControllerKind, Exception, HandRow, LinkId, ManagerEvent, Money,
    Party, Seat, ShufflerEvent, ShufflerKind, Sum, Wager,
};

/// From here on what a hand would have won is a large payout.
const LARGE: Money = Money::from_micros(500_000_000);

/// Round was voided without a cause on record.
pub(super) fn crd_004(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.is_declared_void() {
        return;
    }
    tally.tested += 1;
    if miscounted(case) || causes(case).next().is_some() {
        return;
    }
    if let Some(why) = lacks_cause(case) {
        return tally.left_open(why, || format!("Why {} was voided", case.name()));
    }
    let expected = "a wrong number of cards, or a void event with its reason";
    let spared = Spared::of(case);
    let found = spared.worth(case.at_round().words(expected, "neither"));
    tally.push(found.because(format!(
        "Round {} of table {} was declared void, but every hand on record has its proper number of cards and \
         no controller event gives a reason. A round voided at will turns losses into pushes{}.",
        case.round,
        case.table.id,
        spared.in_words(case)
    )));
}

/// Cause that a void names is not what the cards show.
pub(super) fn crd_005(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(event) = causes(case).next() else { return };
    tally.tested += 1;
    // A wrong number of cards is a cause, whatever else is named.
    if miscounted(case) {
        return;
    }
    let cause = event.value.trim();
    let spared = Spared::of(case);
    if !causes(case).all(|e| names_a_count(&e.value)) {
        if spared.is_large() && !reported(case) {
            let why = format!(
                "no journal bears out the cause `{cause}`, and every hand has its proper number of cards{}",
                spared.in_words(case)
            );
            tally.left_open(why, || format!("Whether {} was rightly voided", case.name()));
        }
        return;
    }
    if let Some(why) = lacks_cause(case).or_else(|| other_packet(case)) {
        return tally
            .left_open(why, || format!("Whether {} had a wrong number of cards", case.name()));
    }
    let dealt: Vec<String> = case
        .rows
        .iter()
        .filter(|r| !r.cards.is_empty())
        .map(|r| format!("{} {}", r.seat, r.cards.len()))
        .collect();
    let found = spared.worth(case.at_controller(event));
    tally.push(found.words(cause, "every hand with its proper number of cards").because(format!(
        "The controller declared {} void for `{cause}`. On record every hand has the number of cards that the game deals \
         (cards by seat: {}), so the cards do not bear it out{}.",
        case.name(),
        dealt.join(", "),
        spared.in_words(case)
    )));
}

/// The void events of a round that give a cause.
fn causes<'a>(case: &'a RoundCase<'_>) -> impl Iterator<Item = &'a ControllerEvent> {
    let voids = case.controller.iter().filter(|e| e.kind == ControllerKind::Void);
    voids.filter(|e| !e.value.trim().is_empty())
}

/// True where a hand has a wrong number of cards. One without cards on record is no wrong count: it proves nothing.
fn miscounted(case: &RoundCase<'_>) -> bool {
    let is_wrong = |r: &HandRow| r.cards.len() != case.rules.cards_for(r.seat);
    case.rows.iter().any(|r| !r.cards.is_empty() && is_wrong(r))
}

/// True where a journal tells of a fault in the round: of the controller, or of the shuffler.
fn reported(case: &RoundCase<'_>) -> bool {
    case.controller.iter().any(|e| e.kind == ControllerKind::Fault)
        || case.dispensed.iter().any(|e| e.kind == ShufflerKind::Fault)
}

/// A packet of the shuffler that has another number of cards than any hand of the game.
fn other_packet(case: &RoundCase<'_>) -> Option<String> {
    let of_hands = [Seat::Player(1), Seat::Dealer].map(|seat| case.rules.cards_for(seat));
    let is_other =
        |e: &&ShufflerEvent| e.kind == ShufflerKind::Packet && !of_hands.contains(&e.cards.len());
    let other = case.dispensed.iter().find(is_other)?;
    let place = case.scope.place(JournalKind::Shuffler, other.line);
    Some(format!("{place} has a packet of {} cards", other.cards.len()))
}

/// True for a cause that says that a hand had a wrong number of cards, and nothing else: `Seat 3 was dealt six cards`.
fn names_a_count(cause: &str) -> bool {
    let text = cause.to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
    let begins = |any: &[&str]| words.iter().any(|word| any.iter().any(|of| word.starts_with(of)));
    // What may void a round beside a count, and stands in no journal.
    if begins(&[
        "expos", "flash", "face", "turn", "box", "mark", "damag", "torn", "jam", "malfunc",
        "order", "sequen",
    ]) {
        return false;
    }
    let is_number = |word: &str| {
        ["two", "three", "four", "five", "six", "seven", "eight"].contains(&word)
            || word.parse::<u8>().is_ok()
    };
    // `seat 3 cards` is a seat.
    let counted = words.windows(2).enumerate().any(|(at, pair)| {
        let is_seat =
            at > 0 && words.get(at - 1).is_some_and(|word| ["seat", "spot", "box"].contains(word));
        is_number(pair[0]) && pair[1].starts_with("card") && !is_seat
    });
    let of_cards = has(&["card", "cards", "hand", "hands"]);
    let is_wrong = begins(&["number", "count", "miscount", "extra", "short", "additional"])
        || has(&["many", "few", "fewer", "more", "less"])
        || has(&["missing"]) && !has(&["deck", "pack"]);
    counted || of_cards && is_wrong
}

/// Why the wrong count, or the reason, may not be on record.
fn lacks_cause(case: &RoundCase<'_>) -> Option<String> {
    if let Some(why) = case.why(case.holes.hands.or(case.holes.controller)) {
        return Some(why.to_string());
    }
    if case.scope.journal(JournalKind::Controller).is_none() {
        return Some("the engagement has no controller journal for its reason".to_owned());
    }
    if case.rows.is_empty() {
        return Some("the hands journal has no row of it".to_owned());
    }
    hand_without_cards(case).map(|row| not_on_record(case, row))
}

/// What the hands of a void round would have won.
#[derive(Default)]
struct Spared<'a> {
    /// Each hand with its shares of meters and what they come to, where the meter is known, and what else it wins.
    hands: Vec<(&'a HandRow, String, Sum)>,
    is_award: bool,
}

impl<'a> Spared<'a> {
    /// By the hands as they stand, of wagers that no decision of the player changes: side bets and the progressive.
    fn of(case: &'a RoundCase<'_>) -> Self {
        let mut spared = Self::default();
        let rows: Vec<HandRow> = case.rows.iter().map(as_played).collect();
        let links: Vec<Option<LinkId>> = match case.table.links.as_slice() {
            [] => vec![None],
            links => links.iter().copied().map(Some).collect(),
        };
        for (at, link) in links.into_iter().enumerate() {
            let rules: &TableRules = link.map_or(case.rules, |link| {
                case.scope.rules_of_at(case.table_id, link, case.wagered_at())
            });
            let mut settled = Vec::new();
            (case.scope.settle)(rules, &rows, &mut settled);
            for (row, hand) in
                case.rows.iter().zip(&settled).filter(|(r, _)| r.seat.player().is_some())
            {
                // Of several meters the table pays by the paytable of the first.
                let of_table = Wager::ALL.into_iter().filter(|_| at == 0);
                let won = of_table.filter(|w| w.is_side_bet() || *w == Wager::Progressive);
                let mut won: Sum = won
                    .filter(|w| hand.owed[*w] > row.stake[*w])
                    .map(|w| hand.owed[w].checked_sub(row.stake[w]).unwrap_or(Money::ZERO))
                    .sum();
                let mut what = hand.rank.map_or_else(String::new, |rank| rules.in_words(rank));
                if let (Some(share), Some(link)) = (hand.meter_share, link) {
                    spared.is_award = true;
                    let of = case.scope.link(link);
                    let shown = case.coin_ins().filter(|e: &&ManagerEvent| e.link == link).last();
                    let owed = shown.and_then(|e| of.awards.owed(share, e.display));
                    won = won + Sum::from(owed.unwrap_or(Money::ZERO));
                    let is = owed.map_or_else(String::new, |owed| format!(": {owed}"));
                    what =
                        format!("{what}, {} of the meter of link {}{is}", share.percent(), of.id);
                }
                if won >= Sum::from(LARGE) || hand.meter_share.is_some() {
                    spared.hands.push((row, what, won));
                }
            }
        }
        spared
    }

    fn is_large(&self) -> bool {
        self.is_award || !self.hands.is_empty()
    }

    fn sum(&self) -> Sum {
        self.hands.iter().map(|(.., won)| *won).fold(Sum::ZERO, |sum, won| sum + won)
    }

    /// An exception with what the house was spared.
    fn worth(&self, found: Exception) -> Exception {
        match self.sum().money().filter(|sum| !sum.is_zero()) {
            Some(sum) => found.worth(sum, Party::House),
            None => found,
        }
    }

    /// `; it spared the house $10,012.00: seat 3 held As Ac Ad Ah 2s (four aces, 100 % of the meter of link L1)`.
    fn in_words(&self, case: &RoundCase<'_>) -> String {
        if self.hands.is_empty() {
            return String::new();
        }
        let each = self.hands.iter().map(|(row, what, won)| {
            let more =
                if *won == Sum::ZERO { String::new() } else { format!(" wins {won} in all") };
            format!("seat {} with {} ({what}){more}", row.seat, row.cards.pretty())
        });
        let each: Vec<String> = each.collect();
        let meter = if case.coin_ins().next().is_some() || !self.is_award {
            ""
        } else {
            ", the meter not being on record"
        };
        format!("; played out it owed {}{meter}: {}", self.sum(), each.join(", "))
    }
}

/// A row as if the round had been played out: nobody folded.
fn as_played(row: &HandRow) -> HandRow {
    let action = match (row.action, row.seat) {
        (Action::Void, Seat::Player(_)) => Action::Play,
        (Action::Void, Seat::Dealer | Seat::Banker(_)) => Action::Deal,
        (other, _) => other,
    };
    HandRow { action, ..*row }
}

#[cfg(test)]
mod tests {
    use super::names_a_count;

    #[test]
    fn a_count_of_cards_is_known_from_other_causes() {
        for count in [
            "wrong number of cards",
            "Incorrect number of cards in player's hand",
            "seat 4 got 6 cards",
            "Seat 3 was dealt six cards, floor: \"misdeal\"; pack counted and reshuffled, shuffler café side",
            "misdeal - too many cards seat 2",
            "short hand at seat 1",
            "dealer four cards",
            "MISCOUNT OF HAND 2",
            "card missing in seat 5",
        ] {
            assert!(names_a_count(count), "{count}");
        }
        for other in [
            "shuffler malfunction",
            "card jam",
            "misdeal",
            "exposed card",
            "seat 3 cards exposed",
            "two cards turned over",
            "fire alarm",
            "cards dealt out of order",
            "a card is missing from the deck",
            "player dispute over hand",
        ] {
            assert!(!names_a_count(other), "{other}");
        }
    }
}
