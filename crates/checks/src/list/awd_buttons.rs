//! Hand buttons of an award: whether one was left on, which hand it names, and what stands there instead.

use super::{AwardCase, Fill, Need, Tally};
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind::Controller;
use feltproof_model::{ControllerEvent, ControllerKind, ManagerEvent, Money, Seat, Wager};

/// Steps of one kind or another, as a sentence names them.
pub(super) fn in_words(kinds: &[ControllerKind]) -> String {
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ")
}

/// The seat selected, and the hands of which one must be: none named where any will do.
pub(super) type Light<'a> = (Seat, &'a [&'a str]);

/// A step of the procedure that is missing.
#[derive(Clone, Copy)]
pub(super) enum Missing<'a> {
    Button,
    Step(&'a [ControllerKind]),
}

impl Missing<'_> {
    pub(super) fn in_words(self) -> String {
        match self {
            Self::Button => "the hand button of the seat".to_owned(),
            Self::Step(kinds) => in_words(kinds),
        }
    }

    /// Whether an event is such a step, of whatever seat.
    fn is_of(self, event: &ControllerEvent) -> bool {
        match self {
            Self::Button => event.kind == ControllerKind::HandButton,
            Self::Step(kinds) => kinds.contains(&event.kind),
        }
    }
}

pub(super) fn is_press(event: &ControllerEvent, (seat, hands): Light<'_>) -> bool {
    let is_hand = hands.is_empty() || hands.contains(&event.value.as_str());
    event.kind == ControllerKind::HandButton && event.seat == Some(seat) && is_hand
}

/// True where a press left its button on: pressed again it is off. Of the award before, whose steps end at `from`, the
/// light may be on or off.
pub(super) fn is_left_on(
    events: &[&ControllerEvent],
    from: usize,
    press: &ControllerEvent,
) -> bool {
    let presses = |of: &[&ControllerEvent]| {
        let same = |e: &&&ControllerEvent| {
            (e.kind, e.seat, &e.value) == (press.kind, press.seat, &press.value)
        };
        of.iter().filter(same).count()
    };
    presses(events) % 2 == 1 || presses(events.get(from..).unwrap_or_default()) % 2 == 1
}

/// What the controller's record has in the place of a step, for the record and as the end of a sentence.
pub(super) fn in_its_place(
    case: &AwardCase<'_>,
    in_time: &[&ControllerEvent],
    missing: Missing<'_>,
) -> [String; 2] {
    let (step, all) = (missing.in_words(), &case.controller);
    let lines = |events: &[&ControllerEvent]| {
        let lines = events.iter().map(|e| format!("line {}", case.scope.line(Controller, e.line)));
        format!("{} of the controller journal", lines.collect::<Vec<_>>().join(" and "))
    };
    let own: Vec<&ControllerEvent> = all
        .iter()
        .filter(|e| missing.is_of(e) && e.seat.is_none_or(|of| of == case.seat))
        .collect();
    let [early, late] = [true, false].map(|early| {
        let is_early = |e: &&&ControllerEvent| in_time.iter().any(|of| of.line == e.line) == early;
        own.iter().filter(is_early).copied().collect::<Vec<_>>()
    });
    if let (Missing::Button, false) = (missing, early.is_empty()) {
        let at = lines(&early);
        return [
            "pressed and undone".to_owned(),
            format!("{step} is off: it stands at {at}, and pressed again it is undone"),
        ];
    }
    if !early.is_empty() {
        let at = lines(&early);
        return [
            "out of order".to_owned(),
            format!("{step} does not stand in that order: the controller's record has it at {at}"),
        ];
    }
    if !late.is_empty() {
        let at = lines(&late);
        return ["too late".to_owned(), format!("{step} is too late: it stands at {at}")];
    }
    let others: Vec<&ControllerEvent> = all.iter().filter(|e| missing.is_of(e)).collect();
    let Some(other) = others.last().and_then(|e| e.seat) else {
        return [
            "not on record".to_owned(),
            format!("{step} is not on the controller's record in that order"),
        ];
    };
    let at = lines(&others);
    [
        format!("that of seat {other}"),
        format!(
            "{step} is not on the controller's record; for another seat, {other}, it stands at {at}"
        ),
    ]
}

/// Which hands win what an award took.
pub(super) struct Winning {
    /// As the buttons name them; none where any will do.
    hands: Vec<&'static str>,
    /// The hand on record won it; else the paytable and the amount say which could.
    is_on_record: bool,
}

impl Winning {
    pub(super) fn keys(&self) -> &[&'static str] {
        &self.hands
    }
}

/// The hands that win of the meter what the hand on record wins. Where that hand is not on record, or the award was
/// backed out, those that win the amount by the paytable: the button is the only witness.
pub(super) fn hands_that_win(case: &AwardCase<'_>) -> Winning {
    let at = case.wagered_at();
    let rules = case.scope.rules_of_at(case.table, case.link_id, at);
    let paytable = rules.paytable(Wager::Progressive);
    // Of several meters that one hand wins, the paytables may call it differently; buttons go by the first.
    let first = case.scope.rules_at(case.table, at).paytable(Wager::Progressive);
    let is_alike =
        paytable.zip(first).is_some_and(|(own, of)| std::ptr::eq(own.ranking, of.ranking));
    let rows = paytable.filter(|_| is_alike).map_or(&[][..], |paytable| &paytable.rows);
    let of = |wins: &dyn Fn(Prize) -> bool| {
        rows.iter().filter(|row| wins(row.prize)).map(|row| row.hand.key()).collect()
    };
    let hand = case.hand.as_ref().filter(|hand| hand.known && !hand.void);
    let won = hand.and_then(|hand| hand.share);
    if let Some(share) = won.filter(|_| !case.backed_out) {
        let hands = of(&|prize| prize == Prize::Meter(share));
        return Winning { hands, is_on_record: true };
    }
    // An award of a hand that wins nothing, or of none, is AWD-002's while it stands.
    let is_unseen = match &case.hand {
        Some(hand) => !hand.known && !hand.void,
        None => {
            let lost = case.holes.hands.is_some() || case.lacks.is_some();
            lost || case.scope.lacks(Need::Cards).is_some()
        }
    };
    if !is_unseen && !case.backed_out {
        return Winning { hands: Vec::new(), is_on_record: false };
    }
    let (terms, displayed, amount) = (&case.link().awards, case.display_before, case.amount());
    let is_amount = |of: Money| of.min(displayed) == amount;
    let is_fixed = terms.deducts_fixed && rules.fixed_awards().any(is_amount);
    let by_amount: Vec<_> = of(&|prize| match prize {
        Prize::Meter(share) => won == Some(share) || terms.owed(share, displayed) == Some(amount),
        Prize::Fixed(_) => is_fixed,
        Prize::ByHands(_) => false,
    });
    // An amount that is no share is AWD-009's.
    let hands = match by_amount.is_empty() || case.unknown_display(amount).is_some() {
        true => of(&|prize| match prize {
            Prize::Meter(_) => true,
            Prize::Fixed(_) => terms.deducts_fixed,
            Prize::ByHands(_) => false,
        }),
        false => by_amount,
    };
    Winning { hands, is_on_record: false }
}

/// The procedure is whole, but for another hand than one that wins.
pub(super) fn another_hand(
    case: &AwardCase<'_>,
    event: &ManagerEvent,
    winning: &Winning,
    before: &[&ControllerEvent],
    tally: &mut Tally,
) {
    let hands = winning.keys();
    let is_other =
        |e: &&&ControllerEvent| is_press(e, (case.seat, &[])) && !hands.contains(&e.value.as_str());
    let left_on = before.iter().rev().filter(is_other).find(|e| is_left_on(before, 0, e));
    let button = left_on.or_else(|| before.iter().rev().find(is_other));
    let pressed = button.map_or("another hand", |e| e.value.as_str());
    let (hand, table) = (hands.join(" or "), &case.scope.table(case.table).id);
    let found = case.exception().words(&hand, pressed).suspected(case.meant_for());
    let (round, seat, amount) = (case.round, case.seat, event.amount);
    let rule =
        "Before an award leaves the meter the dealer presses the button of the hand that won it.";
    tally.push(found.because(match winning.is_on_record {
        true => {
            let cards = case.hand.as_ref().map_or("", |hand| hand.cards.as_str());
            format!(
                "{rule} Round {round} of table {table}, seat {seat}, won the award of {amount} with {cards}: \
                 {hand}. On the controller's record {pressed} was selected for it."
            )
        }
        false => {
            let at = button.map_or_else(String::new, |e| {
                format!(" ({})", case.scope.place(Controller, e.line))
            });
            format!(
                "{rule} For the award of {amount} in round {round} of table {table}, seat {seat}, it was {pressed}\
                 {at}. By the paytable of link {} that hand does not win it; what does is {hand}.",
                case.link().id
            )
        }
    }));
}
