//! One record of a hands journal into a row, and rows into fragments.

use super::fault::{Fault, Shown, Understood};
use super::hands_block::{Fragment, HandsBlock, place_of};
use super::kinds::{HandsColumns, RecordReader};
use super::setup::Setup;
use super::times::{Stamp, StampReader, Times};
use super::{usual, values};
use feltproof_model::{
    Action, CardList, Extras, Money, NewAmounts, RowHead, Seat, Timestamp, Wager, WagerSet,
};
use feltproof_sheets::Fields;

/// Reads the rows of one piece.
pub(super) struct HandsReader<'a> {
    setup: &'a Setup,
    columns: &'a HandsColumns,
    stamps: StampReader<'a>,
    /// Bytes of the table and of the dealer of the latest fragment: most rows repeat them.
    table: Vec<u8>,
    dealer: Vec<u8>,
    /// Bytes of the repeated columns of the latest row; empty when they are not neighbours.
    repeated: Vec<u8>,
    /// Time of the latest row.
    stamp: Stamp,
    /// Amounts of the row being read.
    stakes: NewAmounts,
    returned: NewAmounts,
    times: &'a mut Times,
    out: &'a mut HandsBlock,
}

/// What names the round of a row.
struct Round<'f> {
    number: u32,
    stamp: Stamp,
    table: &'f [u8],
    dealer: &'f [u8],
    /// All of these as they stand in the record; empty when they are not neighbours.
    repeated: &'f [u8],
}

impl<'a> HandsReader<'a> {
    pub(super) fn new(
        setup: &'a Setup,
        columns: &'a HandsColumns,
        times: &'a mut Times,
        out: &'a mut HandsBlock,
    ) -> Self {
        Self {
            setup,
            columns,
            stamps: StampReader::new(setup),
            table: Vec::new(),
            dealer: Vec::new(),
            repeated: Vec::new(),
            stamp: Stamp { time: Timestamp(0), second: None },
            stakes: NewAmounts::default(),
            returned: NewAmounts::default(),
            times,
            out,
        }
    }

    /// Adds a row whose amounts are read; `None`: of the round before. One that fails adds nothing.
    #[inline]
    fn add(&mut self, mut head: RowHead, round: Option<Round<'_>>) -> Understood<()> {
        let place = place_of(self.out.rows.len());
        match (round, self.out.fragments.last_mut()) {
            (None, Some(fragment)) => {
                fragment.rows.end = place + 1;
                self.times.note_again(self.out.rows.len(), self.stamp);
            }
            (None, None) => self.times.note(self.out.rows.len(), self.stamp),
            (Some(round), _) => {
                self.join_or_start(&round, place)?;
                self.times.note(self.out.rows.len(), self.stamp);
            }
        }
        head.time = self.stamp.time;
        self.out.rows.push(head, &self.stakes, &self.returned);
        Ok(())
    }

    /// Adds the row at `place` of the block to the latest fragment, or starts a new one with it.
    fn join_or_start(&mut self, round: &Round<'_>, place: u32) -> Understood<()> {
        match self.out.fragments.last_mut() {
            Some(last)
                if last.round == round.number
                    && self.table == round.table
                    && self.dealer == round.dealer =>
            {
                last.rows.end = place + 1;
            }
            _ => {
                let table = values::table(round.table, self.setup)?;
                let dealer = values::text("dealer", round.dealer, self.setup)?;
                let (rows, time) = (place..place + 1, round.stamp.time);
                self.out.fragments.push(Fragment {
                    table,
                    round: round.number,
                    time,
                    dealer,
                    rows,
                });
                replace(&mut self.table, round.table);
                replace(&mut self.dealer, round.dealer);
            }
        }
        replace(&mut self.repeated, round.repeated);
        self.stamp = round.stamp;
        Ok(())
    }

    /// Round and time of a record, and the bytes that name its table and dealer.
    fn round<'f>(
        &mut self,
        [number, time, table, dealer]: [&'f [u8]; 4],
        repeated: &'f [u8],
    ) -> Understood<Round<'f>> {
        let (number, stamp) = (values::round(number)?, self.stamps.read(time)?);
        Ok(Round { number, stamp, table, dealer, repeated })
    }
}

impl RecordReader for HandsReader<'_> {
    #[inline]
    fn read_usual(&mut self, line: u32, bytes: &[u8]) -> Option<usize> {
        let cells = self.columns.after_repeated.as_ref()?;
        let goes_on = !self.repeated.is_empty()
            && !self.out.fragments.is_empty()
            && bytes.starts_with(&self.repeated)
            && bytes.get(self.repeated.len()) == Some(&b',');
        let (first, length) = if goes_on {
            (None, self.repeated.len())
        } else {
            let (first, length) = usual::first_four(bytes)?;
            (Some(first), length)
        };
        let row = usual::row(bytes, length, cells, &mut self.stakes, &mut self.returned)?;
        let amounts = self.stakes.present().union(self.returned.present());
        if !amounts.without_all(wagers_of(row.seat)).is_empty() {
            return None;
        }
        let action = action(row.seat, row.action).ok()?;
        let c = self.columns;
        let round = match first {
            None => None,
            Some(first) => {
                let fields = [c.round, c.time, c.table, c.dealer].map(|at| first[at]);
                Some(self.round(fields, bytes.get(..length)?).ok()?)
            }
        };
        let mut head = RowHead::new(line, Timestamp(0), row.seat, action, row.cards);
        head.extras = Extras { offered: offered(row.seat, row.offered).ok()?, fee: row.fee };
        self.add(head, round).ok()?;
        Some(row.end)
    }

    fn read(&mut self, line: u32, fields: Fields<'_>) -> Understood<()> {
        let c = self.columns;
        // Most rows go on with the round of the row before: where round, time, table and dealer are
        // the same bytes, one comparison finds that they are understood, and whose fragment goes on.
        let repeated = c.repeated.as_ref().and_then(|run| fields.run(run)).unwrap_or_default();
        let goes_on =
            !repeated.is_empty() && repeated == self.repeated && !self.out.fragments.is_empty();
        let round = if goes_on {
            None
        } else {
            let fields = [c.round, c.time, c.table, c.dealer].map(|at| fields.get(at));
            Some(self.round(fields, repeated)?)
        };
        let seat = values::seat(fields.get(c.seat))?;
        let action = action(seat, c.action.map(|at| fields.get(at)))?;
        let cards = cards(fields.optional(c.cards))?;
        amounts(&c.stakes, Wager::key, fields, seat, &mut self.stakes)?;
        amounts(&c.returned, Wager::key_returned, fields, seat, &mut self.returned)?;
        let mut head = RowHead::new(line, Timestamp(0), seat, action, cards);
        head.extras = Extras {
            offered: offered(seat, c.offered.map(|at| fields.get(at)))?,
            fee: values::optional_amount("fee", fields.optional(c.fee))?,
        };
        self.add(head, round)
    }
}

fn replace(bytes: &mut Vec<u8>, by: &[u8]) {
    bytes.clear();
    bytes.extend_from_slice(by);
}

/// What a seat did; `None` when the journal has no such column.
fn action(seat: Seat, field: Option<&[u8]>) -> Understood<Action> {
    let own_row = seat.player().is_none();
    let Some(field) = field else {
        return Ok(if own_row { Action::Deal } else { Action::Unrecorded });
    };
    match (field, own_row) {
        (b"", true) | (b"deal", true) => Ok(Action::Deal),
        (b"play", false) => Ok(Action::Play),
        (b"fold", false) => Ok(Action::Fold),
        (b"void", _) => Ok(Action::Void),
        (_, true) => Err(Fault::ActionOfHouse(Shown::as_is(seat), Shown::of(field)))?,
        (_, false) => Err(Fault::ActionOfPlayer(Shown::as_is(seat), Shown::of(field)))?,
    }
}

/// Whether the bank was offered to the other players before the round; an empty field does not say.
fn offered(seat: Seat, field: Option<&[u8]>) -> Understood<Option<bool>> {
    match (field, seat.is_banker()) {
        (None | Some(b""), _) => Ok(None),
        (Some(b"yes"), true) => Ok(Some(true)),
        (Some(b"no"), true) => Ok(Some(false)),
        (Some(field), true) => Err(Fault::Offered(Shown::as_is(seat), Shown::of(field)))?,
        (Some(field), false) => Err(Fault::OfferedToPlayer(Shown::as_is(seat), Shown::of(field)))?,
    }
}

fn cards(field: &[u8]) -> Understood<CardList> {
    let fault = |what| Fault::Cards { cards: Shown::of(field), what: Shown::as_is(what) };
    Ok(CardList::parse(field).map_err(fault)?)
}

/// What gives the column of a wager its name.
type Name = fn(Wager) -> &'static str;

/// The amounts of these columns; an empty field is no wager, or nothing returned.
fn amounts(
    columns: &[(Wager, usize)],
    name: Name,
    fields: Fields<'_>,
    seat: Seat,
    amounts: &mut NewAmounts,
) -> Understood<()> {
    amounts.clear();
    for (wager, at) in columns {
        let field = fields.get(*at);
        if !field.is_empty() {
            amounts.set(*wager, money(*wager, name, field, seat)?);
        }
    }
    Ok(())
}

/// The amount of a field that is not empty, in the column that `name` gives.
fn money(wager: Wager, name: Name, field: &[u8], seat: Seat) -> Understood<Money> {
    // A banker who stands for more than was put up may be left with less than nothing.
    let may_be_signed = wager == Wager::Bank && name(wager) == Wager::Bank.key_returned();
    let is_signed = field.first() == Some(&b'-') && !may_be_signed;
    match Money::parse(field) {
        Ok(amount) if !is_signed && (wagers_of(seat).contains(wager) || amount.is_zero()) => {
            Ok(amount)
        }
        Ok(_) | Err(_) => Err(refused(name(wager), field, seat)),
    }
}

/// A player's row has amounts of all but a bank, a banker's of a bank alone, the dealer's none.
#[inline]
const fn wagers_of(seat: Seat) -> WagerSet {
    match seat {
        Seat::Player(_) => WagerSet::ALL.without(Wager::Bank),
        Seat::Dealer => WagerSet::EMPTY,
        Seat::Banker(_) => WagerSet::EMPTY.with(Wager::Bank),
    }
}

/// Why an amount is not accepted: it is no amount without sign, or it stands in a row that has none.
#[cold]
fn refused(column: &'static str, field: &[u8], seat: Seat) -> Box<Fault> {
    let why = match (values::amount(column, field), seat) {
        (Err(fault), _) => return fault,
        (Ok(_), Seat::Dealer) => "the house dealer makes no wager",
        (Ok(_), Seat::Banker(_)) => "a player banker puts up a bank and makes no wager",
        (Ok(_), Seat::Player(_)) => "only a player banker, B or B1 to B9, puts up a bank",
    };
    let (seat, amount) = (Shown::as_is(seat), Shown::of(field));
    Box::new(Fault::MoneyOfSeat { column, seat, amount, why })
}
