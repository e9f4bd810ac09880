//! The day as a sequence of events in time: rounds start one after another over the opening hours,
//! each puts its records into a queue, and the queue is written in the order of time. It holds the
//! rounds in progress only.

use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

use feltproof_model::{Money, Seat, Timestamp, Wager};

use crate::calendar::{MINUTE, SECOND, Zone};
use crate::chance::Chance;
use crate::controller::{STARTED_LATE, controller_events, opening_modes};
use crate::engagement::{EngagementFile, REPORT_BEFORE, report_before, table_name};
use crate::fault::{Fault, Place};
use crate::floor::houses;
use crate::games::crazy4;
use crate::games::script::Script;
use crate::journals::{ControllerRecord, Journals, Output, dealer_id};
use crate::link::Link;
use crate::places::Places;
use crate::players::{Table, dollars};
use crate::queue::{Hours, Item, Queue};
use crate::referee::House;
use crate::round::{Award, Mark, Round, Row, Share};
use crate::shuffler::{self, Machine};
use crate::{Plan, SimulateError, Summary, bank, collection, plant};

const VOID_REASON: &str = "Seat 3 was dealt six cards, floor: \"misdeal\"; pack counted and reshuffled, shuffler café side";

/// The length of a round whose length matters.
const LENGTH: i64 = 60 * SECOND;
/// How much earlier an award is completed than its overtaker: more than whole seconds leave open.
const OVERTAKEN_BY: i64 = 10 * SECOND;

pub(crate) struct Day<'a> {
    plan: &'a Plan,
    hours: Hours,
    /// The first moment of the calendar day after the gaming day's date.
    midnight: i64,
    places: Places,
    houses: Vec<House>,
    tables: Vec<Table>,
    waiting: VecDeque<u32>,
    queue: Queue,
    link: Link<'a>,
    /// The shuffler of each table, where decks are recorded.
    machines: Vec<Machine>,
}

impl<'a> Day<'a> {
    pub(crate) fn new(plan: &'a Plan, out: &'a mut dyn Output) -> Result<Self, SimulateError> {
        let places = Places::new(plan)?;
        let houses = houses(plan).map_err(SimulateError::Plan)?;
        let zone = Zone::of_year(plan.gaming_day.year);
        let hours = Hours {
            open: zone.at(plan.gaming_day, 0, 10).0,
            close: zone.at(plan.gaming_day, 1, 4).0,
            next_day: zone.at(plan.gaming_day, 1, 6).0,
            rounds: i64::from(plan.rounds),
            tables: i64::from(plan.tables),
        };
        let linked = plan.linked_tables();
        let tables: Vec<Table> = (0..plan.tables)
            .map(|t| Table::new(table_name(plan, t), t < linked, u32::from(t) + 1))
            .collect();
        let names = tables.iter().map(|t| t.name.clone()).collect();
        let mut journals = Journals::new(out, plan, zone, names);
        let dealers = u32::from(plan.tables) * 2 + 1;
        let wide = places.host_of(Fault::WagerAboveCap);
        let file = EngagementFile::new(plan, &houses, dealers, wide);
        journals.engagement(&file.text, file.marks)?;
        if plan.has_report_before() {
            journals.beside(REPORT_BEFORE, &report_before(plan))?;
        }
        let machines = (0..plan.tables).filter(|_| plan.shuffler_journal);
        let machines = machines.map(|table| Machine::new(table, &plan.faults)).collect();
        let pending = plan.faults.iter().filter_map(|fault| match fault.kind().place {
            Place::Link(at) | Place::Hands(at) | Place::Deck(at) => Some((*fault, hours.at(at))),
            _ => None,
        });
        journals.pending = pending.collect();
        Ok(Self {
            plan,
            hours,
            midnight: zone.at(plan.gaming_day, 1, 0).0,
            places,
            houses,
            tables,
            waiting: (u32::from(plan.tables) + 1..=dealers).collect(),
            queue: Queue::default(),
            link: Link::new(plan, hours, journals),
            machines,
        })
    }

    pub(crate) fn run(mut self) -> Result<Summary, SimulateError> {
        if self.plan.linked_tables() > 0 {
            for record in opening_modes(&self.houses) {
                self.queue.push(self.hours.open - 3 * MINUTE, Item::Controller(record));
            }
            self.link.plan_the_day(&mut self.queue);
            if let Some(fault) =
                self.link.journals.due(Fault::ControllerRoundWithoutHands, i64::MAX)
            {
                let mark = Mark::words(fault, "a round in the hands journal", "none");
                self.queue.push(self.hours.close - 20 * SECOND, Item::Phantom(mark));
            }
        }
        for index in 0..self.plan.rounds {
            let round = self.compose(index);
            // A round that was put off starts after others that are yet to come.
            let is_put_off = round.fault == Some(Fault::CapBeforeMidnight);
            if !is_put_off && self.places.pair.is_none_or(|(host, _)| host != index) {
                self.write_before(round.start)?;
            }
            self.schedule(round);
        }
        if self.plan.has(Fault::PlayedWhileClosed) {
            let round = self.compose_late();
            self.write_before(round.start)?;
            self.schedule(round);
        }
        self.write_before(i64::MAX)?;
        if let Some(second) = &self.link.second {
            second.mark(&mut self.link.journals)?;
        }
        if self.plan.bank {
            bank::write(&mut self.link)?;
        }
        self.link.journals.finish()?;
        for fault in &self.plan.faults {
            if !self.link.journals.planted.contains(fault) {
                return Err(SimulateError::NoPlace(*fault));
            }
        }
        let [hands, controller, manager, shuffler] = self.link.journals.records();
        let scripted = self.places.scripts.values().filter(|place| place.1.is_none()).count();
        Ok(Summary {
            rounds: self.plan.rounds,
            scripted: u32::try_from(scripted)
                .expect("a script takes a round, and rounds are numbered in 32 bits"),
            hands,
            controller,
            manager,
            shuffler,
            closing: self.link.meter.balances(),
            exceptions: self.link.journals.exceptions(),
        })
    }

    /// When a round starts, and how long it takes: some faults need their time.
    fn times(&self, index: u32, fault: Option<Fault>, chance: &mut Chance) -> (i64, i64) {
        let (start, length) = self.hours.round(index, chance);
        match (fault, self.places.pair) {
            (Some(Fault::AwardOvertaken), Some((_, other))) if index != other => {
                let mut chance = Chance::new(self.plan.rng_seed, u64::from(other));
                let (other, _) = self.hours.round(other, &mut chance);
                (start.max(other - OVERTAKEN_BY), LENGTH)
            }
            (Some(Fault::AwardOvertaken), _) => (start, LENGTH),
            (Some(Fault::ReseedBeforeRun | Fault::CoinInAfterSettlement), _) => {
                (start, self.hours.length_to_hold_the_key().unwrap_or(length))
            }
            // It begins before midnight and is settled after it.
            (Some(Fault::CapBeforeMidnight), _) => (start.max(self.midnight - 20 * SECOND), LENGTH),
            _ => (start, length),
        }
    }

    /// A round at the first table, three minutes after the link was closed and before its last reading.
    fn compose_late(&mut self) -> Round {
        let table = &mut self.tables[0];
        table.rounds += 1;
        let mut round = Round {
            number: table.rounds,
            dealer: table.dealer,
            start: self.hours.close + 8 * MINUTE,
            length: LENGTH,
            rows: crazy4::THREE_OF_A_KIND.rows().into_iter().map(Row::from).collect(),
            fault: Some(Fault::PlayedWhileClosed),
            ..Round::default()
        };
        round.settle(&self.houses[0]);
        round
    }

    fn compose(&mut self, index: u32) -> Round {
        let mut chance = Chance::new(self.plan.rng_seed, u64::from(index));
        let table_index = self.places.table_of(index);
        let place = self.places.scripts.get(&index).copied();
        let (script, fault) = place.map_or((None, None), |(s, f)| (Some(s), f));
        let (start, length) = self.times(index, fault, &mut chance);
        let table = &mut self.tables[usize::from(table_index)];
        let house = &self.houses[usize::from(table_index)];
        table.come_and_go(&mut chance);
        table.relieve(start, &mut self.waiting, &mut chance);
        table.rounds += match fault {
            Some(Fault::RoundNumberRepeated) => 0,
            Some(Fault::RoundNumberMissing) => 2,
            _ => 1,
        };
        let mut machine_chance = shuffler::chance(self.plan.rng_seed, index);
        let mut deck = Vec::new();
        let (number, rows) = match (fault, script) {
            (Some(Fault::RoundNumberRepeated), _) => table.latest.clone().unwrap_or_default(),
            (_, Some(script)) => (table.rounds, script.rows().into_iter().map(Row::from).collect()),
            (_, None) => {
                let mut pack = chance.shuffled_rest(&[]);
                if let Some(machine) = self.machines.get_mut(usize::from(table_index)) {
                    pack = machine.shuffle(pack, &mut machine_chance);
                }
                let rows = table.deal(house, &pack, &mut chance);
                if !self.machines.is_empty() {
                    deck = pack;
                }
                (table.rounds, rows)
            }
        };
        let mut round = Round {
            table: table_index,
            number,
            dealer: table.dealer,
            start,
            length,
            rows,
            void: script.is_some_and(Script::is_void).then_some(VOID_REASON),
            slip: script.and_then(|script| script.seat_of("slip")),
            fault,
            deck,
            ..Round::default()
        };
        if let Some(fault) = fault {
            plant::before(fault, &mut round);
        }
        if house.game.is_player_banked() {
            collection::record(&mut round);
            let table = &mut self.tables[usize::from(table_index)];
            collection::keep(table, &mut round, self.plan.gaming_day);
        }
        round.settle(house);
        if !self.machines.is_empty() {
            self.disturb_deck(&mut round, &mut machine_chance);
        }
        let table = &mut self.tables[usize::from(table_index)];
        if table.is_linked {
            round.awards = round.meter_winners(self.plan.has(Fault::AllFromLeanMeter));
        }
        if let Some(seat) = script.and_then(|script| script.seat_of("misread")) {
            round.awards.push(Award { seat, share: Share::FOUR_ACES, is_mistake: true });
        }
        if let Some(fault) = fault {
            plant::after(fault, &mut round);
        } else if self.plan.has(Fault::RoundNumberRepeated) {
            table.latest = Some((round.number, round.rows.clone()));
        }
        round
    }

    /// Puts the records of a round into the queue.
    fn schedule(&mut self, round: Round) {
        let round = Rc::new(round);
        let moment =
            |thousandths: i64| self.hours.whole(round.start + round.length / 1_000 * thousandths);
        let is_started_late = round.fault == Some(Fault::CoinInAfterSettlement);
        let settled = moment(if is_started_late { 50 } else { 850 });
        if !round.deck.is_empty() {
            self.queue.push(round.start, Item::Deck(Rc::clone(&round)));
        }
        if self.is_linked(&round) && round.fault != Some(Fault::RoundNotOnController) {
            for (at, record) in controller_events(&round, self.plan.system) {
                self.queue.push(moment(at), Item::Controller(record));
            }
            let started = if is_started_late { moment(STARTED_LATE) } else { round.start };
            let registered = started + (400_000).min(round.length / 50);
            self.queue.push(registered, Item::CoinIn(Rc::clone(&round)));
            for (i, award) in (0..).zip(&round.awards) {
                let step = (round.length / 200).min(250_000);
                let item = Item::Card(Rc::clone(&round), *award, step);
                self.queue.push(moment(580 + 120 * i), item);
            }
            if round.void.is_some() {
                self.link.reverse_later(&round, settled, &mut self.queue);
            }
            self.link.reduce_later(&round, settled, &mut self.queue);
        }
        self.queue.push(settled, Item::Hands(round));
    }

    fn is_linked(&self, round: &Round) -> bool {
        self.tables.get(usize::from(round.table)).is_some_and(|table| table.is_linked)
    }

    fn write_before(&mut self, time: i64) -> io::Result<()> {
        while let Some((at, item)) = self.queue.pop_before(time) {
            self.write(at, item)?;
        }
        Ok(())
    }

    fn write(&mut self, at: i64, item: Item) -> io::Result<()> {
        let time = Timestamp(at);
        match item {
            Item::Hands(mut round) => {
                let garbled = self.link.journals.due(Fault::GarbledRecord, at);
                let mark = garbled.map(|fault| Mark::words(fault, "cards", "K?"));
                self.lose_dealer_beside(&mut round, at)?;
                self.link.journals.round(&round, time, mark)?;
                if self.is_linked(&round) && self.plan.tray_pays {
                    self.link.tray_pays(time, &round)?;
                }
                Ok(())
            }
            Item::Deck(round) => self.link.journals.deck(&round, time),
            Item::Controller(mut record) => {
                self.disturb_controller(at, &mut record);
                self.link.journals.controller(time, &record)
            }
            Item::CoinIn(round) => self.link.coin_in(time, &round),
            Item::Card(round, award, step) => {
                self.link.card(time, (&round, award, step), &mut self.queue)
            }
            Item::Accounting(accounting) => self.link.accounting(time, accounting, &mut self.queue),
            Item::Phantom(mark) => {
                let number = self.tables.first().map_or(0, |t| t.rounds) + 1;
                let dealer = self.tables.first().map_or(0, |t| t.dealer);
                let mut record = ControllerRecord {
                    round: number,
                    event: "coin_in",
                    actor: dealer_id(dealer),
                    marks: vec![mark],
                    ..ControllerRecord::default()
                };
                self.link.journals.controller(time, &record)?;
                record.event = "end_game";
                record.marks.clear();
                self.link.journals.controller(time.plus_micros(10 * SECOND), &record)
            }
        }
    }

    /// Pays envy for no hand in a round that begins with seat 1, and takes the dealer's row off the round before it in the
    /// hands journal, which feeds no link.
    fn lose_dealer_beside(&mut self, round: &mut Rc<Round>, at: i64) -> io::Result<()> {
        let is_usual = round.fault.is_none() && round.void.is_none() && round.awards.is_empty();
        let may_host = is_usual
            && self.is_linked(round)
            && round.rows.iter().all(|row| row.hand.returned[Wager::Envy].is_zero())
            && round
                .rows
                .first()
                .is_some_and(|row| row.hand.seat == Seat::Player(1) && row.has_progressive());
        let is_beside = self.link.journals.may_lose_last(|table| {
            self.tables.get(usize::from(table)).is_some_and(|table| !table.is_linked)
        });
        if !may_host || !is_beside {
            return Ok(());
        }
        let Some(fault) = self.link.journals.due(Fault::EnvyBesideLostDealer, at) else {
            return Ok(());
        };
        let mark = Mark::words(fault, "a dealer's hand", "none").coded("RND-003").of_round();
        self.link.journals.lose_last(mark)?;
        let mut changed = Round::clone(round);
        if let Some(row) = changed.rows.first_mut() {
            let paid = dollars(25);
            row.hand.returned[Wager::Envy] = paid;
            row.marks.push(Mark::money(fault, Money::ZERO, paid));
        }
        *round = Rc::new(changed);
        Ok(())
    }

    /// The deck of a prepared round, and faults of a single deck.
    fn disturb_deck(&mut self, round: &mut Round, chance: &mut Chance) {
        if round.deck.is_empty() {
            round.deck = shuffler::deck_of(round, chance);
        }
        if round.table != 0 || round.fault.is_some() {
            return;
        }
        if let Some(fault) = self.link.journals.due(Fault::CardTwiceInADeck, round.start) {
            shuffler::twice(fault, round);
        } else if let Some(fault) = self.link.journals.due(Fault::HandNotDispensed, round.start) {
            shuffler::not_dispensed(fault, round);
        }
    }

    /// Faults of the controller's own numbering.
    fn disturb_controller(&mut self, at: i64, record: &mut ControllerRecord) {
        if record.event != "coin_in" {
            return;
        }
        if let Some(fault) = self.link.journals.due(Fault::ControllerNumberMissing, at) {
            record.marks.push(Mark::numbers(fault, self.link.journals.controller.misnumber(1)));
        } else if let Some(fault) = self.link.journals.due(Fault::ControllerNumberRepeated, at) {
            record.marks.push(Mark::numbers(fault, self.link.journals.controller.misnumber(-1)));
        }
    }
}
