//! What the journals have told of each table and link: what they never tell they may not record at all.

use crate::hole::{Buttons, Hole, Named, Never};
use crate::subject::Subject;
use feltproof_model::{
    ControllerEvent, ControllerKind, LinkId, ManagerEvent, ManagerKind, Rows, SEAT_MAX, Seat,
    SeatSet, TableId, Timestamp, Wager,
};

pub(crate) struct Indicated {
    tables: Vec<OfTable>,
    links: Vec<OfLink>,
    /// Of each kind of step: somebody of the staff list was named who made one.
    listed: [bool; Named::COUNT],
}

impl Indicated {
    pub(super) fn new(subject: &Subject) -> Self {
        let of_link = |link| OfLink {
            is_counted: false,
            uncounted: subject.tables_on(link).map(|(table, _)| table).collect(),
            has_gained: false,
        };
        Self {
            tables: vec![OfTable::default(); subject.engagement.tables.len()],
            links: (0..).zip(&subject.engagement.links).map(|(i, _)| of_link(LinkId(i))).collect(),
            listed: [false; Named::COUNT],
        }
    }

    /// Takes in an event of the controller; `is_tray` where it is the hand button of a tray pay.
    pub(crate) fn controller(&mut self, subject: &Subject, event: &ControllerEvent, is_tray: bool) {
        self.tables[usize::from(event.table.0)].controller(event, is_tray);
        if matches!(event.kind, ControllerKind::SupervisorCard | ControllerKind::ExecutiveCard) {
            self.actor(subject, Named::Card, &event.actor);
        }
    }

    /// Takes in a coin-in, and who made an adjustment.
    pub(crate) fn manager(&mut self, subject: &Subject, event: &ManagerEvent) {
        if matches!(event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment) {
            self.actor(subject, Named::Adjustment, &event.actor);
        }
        let wagered = event.kind == ManagerKind::CoinIn && !event.amount.is_zero();
        if let Some(table) = event.table.filter(|_| wagered) {
            let link = &mut self.links[usize::from(event.link.0)];
            link.is_counted = true;
            link.uncounted.retain(|other| *other != table);
            self.tables[usize::from(table.0)].is_counted = true;
        }
    }

    /// Takes in rows as they are read, long before their place may be known: the first progressive wager.
    pub(crate) fn rows(&mut self, table: TableId, rows: Rows<'_>) {
        let of = &mut self.tables[usize::from(table.0)];
        if !of.is_counted {
            let mut heads = rows.heads().iter().filter(|row| of.is_before(row.time));
            let wager = heads.find(|row| rows.amounts(row).0.contains(Wager::Progressive));
            of.first_wager = wager.map(|row| row.time).or(of.first_wager);
        }
    }

    /// The same of an event of the controller: of sensors that it shows lit.
    pub(crate) fn lit(&mut self, event: &ControllerEvent) {
        let of = &mut self.tables[usize::from(event.table.0)];
        if event.lit != SeatSet::EMPTY && of.is_before(event.time) {
            of.first_wager = Some(event.time);
        }
    }

    pub(super) fn has_wagers(&self) -> bool {
        self.tables.iter().any(|table| table.first_wager.is_some())
    }

    /// Takes in that a meter gained what none of the wagers counted in so far added.
    pub(crate) fn gained(&mut self, link: LinkId) {
        self.links[usize::from(link.0)].has_gained = true;
    }

    /// Where wagers of a table may not be recorded: the first of a link of which none was counted in, though
    /// one is on record by then, or the journals that would tell may lack it (`may_be_lacking`).
    pub(crate) fn uncounted(
        &self,
        link: LinkId,
        by: Timestamp,
        may_be_lacking: impl FnOnce() -> bool,
    ) -> Option<Hole> {
        let tables = &self.links[usize::from(link.0)].uncounted;
        let first = tables.first()?;
        let wagered = |table: &&TableId| self.of(**table).first_wager.is_some_and(|at| at <= by);
        let on_record = tables.iter().find(wagered);
        let table = on_record.or_else(|| may_be_lacking().then_some(first))?;
        Some(Hole::uncounted(Never::CountedOf(*table)))
    }

    fn actor(&mut self, subject: &Subject, step: Named, actor: &str) {
        let listed = &mut self.listed[step as usize];
        *listed = *listed || !actor.is_empty() && subject.engagement.person(actor).is_some();
    }

    pub(super) fn of(&self, table: TableId) -> &OfTable {
        &self.tables[usize::from(table.0)]
    }

    /// What the manager may not record, where it counted in no wager of a table: any of the link, or those
    /// of the table where the meter gained or did not join up without them (`joins_up`).
    pub(super) fn never_counted(
        &self,
        link: LinkId,
        table: TableId,
        joins_up: impl FnOnce() -> bool,
    ) -> Option<Never> {
        let link = &self.links[usize::from(link.0)];
        match link.uncounted.contains(&table) {
            false => None,
            true if !link.is_counted => Some(Never::Counted),
            true => (link.has_gained || !joins_up()).then_some(Never::CountedOf(table)),
        }
    }

    pub(super) const fn is_listed(&self, step: Named) -> bool {
        self.listed[step as usize]
    }
}

struct OfLink {
    is_counted: bool,
    /// The tables that feed it of which none was.
    uncounted: Vec<TableId>,
    /// Its meter gained what none of those counted in added.
    has_gained: bool,
}

#[derive(Clone, Default)]
pub(super) struct OfTable {
    pub(super) is_lit: bool,
    /// A wager was counted in, of whatever link.
    pub(super) is_counted: bool,
    /// When its first progressive wager was made, as far as it was read.
    first_wager: Option<Timestamp>,
    pub(super) has_ended: bool,
    pub(super) has_button: bool,
    /// One was pressed for the second time in its round.
    pub(super) has_undone: bool,
    /// The hand buttons that were pressed for a tray pay.
    pub(super) tray: Buttons,
    /// The kinds of steps of which it was said who made one.
    pub(super) named: [bool; ControllerKind::ALL.len()],
    /// The latest round with hand buttons, and those of each seat in it, until one was pressed again.
    pressed: (u32, [Buttons; SEAT_MAX as usize + 1]),
}

impl OfTable {
    fn is_before(&self, time: Timestamp) -> bool {
        self.first_wager.is_none_or(|first| time < first)
    }

    fn controller(&mut self, event: &ControllerEvent, is_tray: bool) {
        self.is_lit |= event.lit != SeatSet::EMPTY;
        self.has_ended |= event.kind == ControllerKind::EndGame;
        if !event.actor.trim().is_empty() {
            self.named[event.kind as usize] = true;
        }
        if event.kind != ControllerKind::HandButton {
            return;
        }
        self.has_button = true;
        if is_tray {
            self.tray.press(&event.value);
        }
        if self.has_undone {
            return;
        }
        let (round, pressed) = &mut self.pressed;
        if *round != event.round {
            (*round, *pressed) = (event.round, Default::default());
        }
        let seat = event.seat.and_then(Seat::player).map(usize::from);
        let Some(buttons) = seat.and_then(|seat| pressed.get_mut(seat)) else { return };
        self.has_undone = buttons.has(&event.value);
        buttons.press(&event.value);
    }
}
