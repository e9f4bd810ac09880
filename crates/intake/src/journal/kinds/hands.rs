//! The columns of a hands journal, and where they are in a file.

use super::Cell;
use super::column::{CARDS, Column, DEALER, ROUND, SEAT, TABLE, TIME, Value};
use crate::journal::{Columns, Fragment};
use feltproof_model::{Action, Engagement, HandRow, Money, Wager};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The columns, those that name a round first and together: the reader compares them at once. Then each wager has one
/// for its stake, if it is staked or a bank, and one for what came back of it.
pub(super) static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let first = [
        ROUND.named("round"),
        TIME.named("time"),
        TABLE.named("table"),
        DEALER.named("dealer"),
        SEAT.named("seat"),
        CARDS.named("cards").noted().missed(),
        Column::new(Value::Text)
            .named("action")
            .called("action|decision|player action|player decision|play fold|fold play")
            .only(ACTIONS, "played=play folded=fold dealt=deal voided=void")
            .noted()
            .missed(),
    ];
    let money = |name| Column::new(Value::Money).named(name).noted();
    let stakes = Wager::ALL.into_iter().filter(has_stake).map(|wager| money(wager.key()));
    let returned = Wager::ALL.into_iter().map(|wager| money(wager.key_returned()));
    let last = [Column::new(Value::Text).named("offered").noted(), money("fee")];
    first.into_iter().chain(stakes).chain(returned).chain(last).collect()
});

const ACTIONS: &[&str] = &["play", "fold", "deal", "void"];

/// Envy and the automatic bonus are payments without a stake of their own.
const fn has_stake(wager: &Wager) -> bool {
    wager.is_staked() || matches!(wager, Wager::Bank)
}

/// Places of the columns, 0 the first.
#[derive(Clone, Debug)]
pub(in crate::journal) struct HandsColumns {
    pub(in crate::journal) round: usize,
    pub(in crate::journal) time: usize,
    pub(in crate::journal) table: usize,
    pub(in crate::journal) dealer: usize,
    pub(in crate::journal) seat: usize,
    pub(in crate::journal) cards: Option<usize>,
    pub(in crate::journal) action: Option<usize>,
    pub(in crate::journal) offered: Option<usize>,
    pub(in crate::journal) fee: Option<usize>,
    pub(in crate::journal) stakes: Vec<(Wager, usize)>,
    pub(in crate::journal) returned: Vec<(Wager, usize)>,
    /// Round, time, table and dealer, which all rows of a round repeat, where they are neighbours.
    pub(in crate::journal) repeated: Option<RangeInclusive<usize>>,
    /// What the columns after those hold, where these come first and every column is read.
    pub(in crate::journal) after_repeated: Option<Vec<HandsCell>>,
}

/// What one field of a row holds beside the repeated columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::journal) enum HandsCell {
    Seat,
    Cards,
    Action,
    Offered,
    Fee,
    Stake(Wager),
    Returned(Wager),
}

impl HandsColumns {
    /// `place` looks a column up by its name in a header of `width` columns that has all that are needed.
    pub(super) fn of(width: usize, mut place: impl FnMut(&str) -> Option<usize>) -> Self {
        let (mut stakes, mut returned) = (Vec::new(), Vec::new());
        for wager in Wager::ALL {
            let stake = has_stake(&wager).then(|| place(wager.key())).flatten();
            stakes.extend(stake.map(|at| (wager, at)));
            returned.extend(place(wager.key_returned()).map(|at| (wager, at)));
        }
        let mut needed = |name| place(name).expect("a header has every column that is needed");
        let (round, time) = (needed("round"), needed("time"));
        let (table, dealer, seat) = (needed("table"), needed("dealer"), needed("seat"));
        let mut places = Self {
            round,
            time,
            table,
            dealer,
            repeated: neighbours([round, time, table, dealer]),
            after_repeated: None,
            seat,
            cards: place("cards"),
            action: place("action"),
            offered: place("offered"),
            fee: place("fee"),
            stakes,
            returned,
        };
        places.after_repeated = places.cells(width);
        places
    }

    /// Which columns there are.
    pub(in crate::journal) fn known(&self) -> Columns {
        let has = |list: &[(Wager, usize)], of: Wager| list.iter().any(|(wager, _)| *wager == of);
        Columns {
            has_action: self.action.is_some(),
            has_cards: self.cards.is_some(),
            has_offered: self.offered.is_some(),
            has_fee: self.fee.is_some(),
            stake: Wager::ALL.map(|wager| has(&self.stakes, wager)),
            returned: Wager::ALL.map(|wager| has(&self.returned, wager)),
            ..Columns::default()
        }
    }

    /// What every column after the repeated ones holds, if these come first and all are read.
    fn cells(&self, width: usize) -> Option<Vec<HandsCell>> {
        let first = self.repeated.clone().filter(|run| *run.start() == 0)?.end() + 1;
        let cell = |at: usize| -> Option<HandsCell> {
            let of = |list: &[(Wager, usize)]| list.iter().find(|(_, c)| *c == at).map(|(w, _)| *w);
            match at {
                _ if at == self.seat => Some(HandsCell::Seat),
                _ if Some(at) == self.cards => Some(HandsCell::Cards),
                _ if Some(at) == self.action => Some(HandsCell::Action),
                _ if Some(at) == self.offered => Some(HandsCell::Offered),
                _ if Some(at) == self.fee => Some(HandsCell::Fee),
                _ => (of(&self.stakes).map(HandsCell::Stake))
                    .or_else(|| of(&self.returned).map(HandsCell::Returned)),
            }
        };
        (first..width).map(cell).collect()
    }
}

/// First and last of these different columns, when there is no other between them.
fn neighbours<const N: usize>(mut columns: [usize; N]) -> Option<RangeInclusive<usize>> {
    columns.sort_unstable();
    let (first, last) = (*columns.first()?, *columns.last()?);
    (last - first == N - 1).then_some(first..=last)
}

/// The cells of a row of a round: those of the columns that its journal has.
pub(in crate::journal) fn write(
    (round, row): (&Fragment, &HandRow),
    of: &Columns,
    engagement: &Engagement,
    cells: &mut Vec<Cell>,
) {
    cells.extend([
        Cell::Number(round.round.into()),
        Cell::Time(row.time),
        Cell::table(engagement, round.table),
        Cell::text(&round.dealer),
        Cell::text(&row.seat),
    ]);
    cells.extend(of.has_cards.then(|| Cell::cards(row.cards.as_slice())));
    cells.extend(of.has_action.then(|| Cell::text(&action(row.action))));
    let amount = |amount: Money| if amount.is_zero() { Cell::Empty } else { Cell::Amount(amount) };
    let stakes = Wager::ALL.into_iter().zip(of.stake).filter(|(_, has)| *has);
    cells.extend(stakes.map(|(wager, _)| amount(row.stake[wager])));
    let returned = Wager::ALL.into_iter().zip(of.returned).filter(|(_, has)| *has);
    cells.extend(returned.map(|(wager, _)| amount(row.returned[wager])));
    let offered = row.extras.offered.map(|offered| if offered { "yes" } else { "no" });
    cells.extend(of.has_offered.then(|| Cell::text_if(offered)));
    cells.extend(of.has_fee.then(|| Cell::amount_if(row.extras.fee)));
}

const fn action(action: Action) -> &'static str {
    match action {
        Action::Play => "play",
        Action::Fold => "fold",
        Action::Deal => "deal",
        Action::Void => "void",
        Action::Unrecorded => "",
    }
}
