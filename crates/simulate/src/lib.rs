//! Seeded gaming days with planted faults: the test bench, for this project and for laboratories.
//!
//! A day is one property with several tables of one game; the standard day has Crazy 4 Poker
//! (document 001), half of its tables on a link, that of Four Card Poker the multi-game link. It is
//! written as the canonical journals, with the engagement file that describes them and
//! `faults.csv`, the exceptions an audit must find: none for a clean day. Same plan, same bytes.
//!
//! Rounds are settled and meters kept by a plain second implementation (`rank.rs`, `referee`,
//! `meter.rs`). It never calls the audit's: an error in either makes the clean day fail.
//!
//! It is no model of a casino's business: its players only make every wager and procedure occur.

mod accounting;
mod bank;
mod calendar;
mod chance;
mod collection;
mod controller;
mod day;
mod engagement;
mod fault;
mod five;
mod floor;
mod games;
mod journals;
mod link;
pub mod meter;
mod overflow;
mod places;
mod plant;
mod players;
mod queue;
mod rank;
pub mod referee;
mod round;
mod shuffler;
mod system;

use std::fmt;
use std::io;

use feltproof_model::{Date, Money};
use thiserror::Error;

pub use fault::{FAULTS, Fault, FaultKind, Need};
use games::family::GameDay;
use games::four_card;
pub use journals::Output;
use referee::GameKind;
pub use system::System;

pub(crate) const LINK: &str = "HARBOR-1";
pub(crate) const LEVEL: &str = "grand";
/// Name of the level that is a tenth of its meter, on a multi-game link.
pub(crate) const SHARE_LEVEL: &str = "minor";
/// Name of the link that takes in what the limit of the first cuts off, and of its level.
pub(crate) const SECOND_LINK: (&str, &str) = ("HARBOR-2", "second");
/// The fixed progressive wager.
pub(crate) const UNIT: Money = Money::from_micros(5_000_000);
const CENT: Money = Money::from_micros(10_000);
pub(crate) const EXECUTIVE_FROM: Money = Money::from_micros(5_000_000_000);

/// What to simulate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Seed of the generator; every other number of the day follows from it and from the plan.
    pub rng_seed: u64,
    /// Rounds over all tables; from 100 on, every scripted round fits.
    pub rounds: u32,
    /// Tables, 1 to 999. Of the standard day the first half (rounded down) is on the link.
    pub tables: u16,
    /// The game of the day. The standard day is `Crazy4Washington`'s. On the day of
    /// `FourCardPoker` the last table deals Crazy 4 Poker with the Bad Beat Bonus, and all tables
    /// feed one multi-game link. The days of the other games have a hands journal and no link.
    pub game: GameKind,
    /// The progressive system of the link. The SHFL system is not described for links of different
    /// games: on it the day of `FourCardPoker` has that game alone, by the paytable for such links.
    pub system: System,
    /// The gaming day, 2007 or later; it runs from 06:00 to 06:00, America/Los_Angeles.
    pub gaming_day: Date,
    /// Faults to plant, one of each.
    pub faults: Vec<Fault>,
    /// Whether decks are recorded as they leave the shufflers, and randomness is to be tested.
    /// Prepared rounds are no sample of what is dealt: such a day has none but hosts of faults.
    pub shuffler_journal: bool,
    /// Whether the cards of folded hands are left out of the hands journal.
    pub conceals_folded: bool,
    /// Whether there is no hands journal: controller and manager are all that is on record.
    pub without_hands: bool,
    /// Whether there is a journal of the bank account that holds the prizes.
    pub bank: bool,
    /// Whether the manager journal has the tray pays too.
    pub tray_pays: bool,
    /// Whether the manager journal has the in-meter, the count of all wagers.
    pub in_meter: bool,
    /// Whether a second link, which no table feeds, takes in what the limit of the first cuts off: where no other is
    /// stated, $5 above what its meter opens with.
    pub second_link: bool,
    /// The house.
    pub property: String,
    /// Where it is.
    pub place: String,
    /// Its licence number.
    pub licence: String,
    /// The meter at the start of the day; it may hold a fraction of a cent that is not displayed.
    pub opening_meter: Money,
    /// The reserve at the start of the day.
    pub opening_reserve: Money,
    /// The in-meter at the start of the day.
    pub opening_in_meter: Money,
    /// What the meter may come to by contributions; above it they overflow.
    pub meter_limit: Option<Money>,
    /// Contributions count in whole multiples of this amount.
    pub contribution_unit: Option<Money>,
    /// The display counts in whole multiples of this amount, a whole number of cents.
    pub display_unit: Money,
}

impl Plan {
    /// The standard day: four tables, two of them linked, on the night the clocks go back.
    pub fn new(rng_seed: u64, rounds: u32) -> Self {
        Self::of(GameKind::Crazy4Washington, rng_seed, rounds)
    }

    /// The same day with tables of a game.
    pub fn of(game: GameKind, rng_seed: u64, rounds: u32) -> Self {
        let day = &game.values().day;
        Self {
            game,
            system: System::default(),
            place: day.place.to_owned(),
            opening_meter: Money::from_micros(day.link.opening_meter),
            opening_reserve: Money::from_micros(day.link.opening_reserve),
            opening_in_meter: meter::COUNTED_BEFORE,
            rng_seed,
            rounds,
            tables: 4,
            gaming_day: Date { year: 2026, month: 10, day: 31 },
            faults: Vec::new(),
            shuffler_journal: false,
            conceals_folded: false,
            without_hands: false,
            bank: false,
            tray_pays: false,
            in_meter: false,
            second_link: false,
            property: "Harbor Card Room".to_owned(),
            licence: "67-00000".to_owned(),
            meter_limit: None,
            contribution_unit: None,
            display_unit: CENT,
        }
    }

    /// The same day with another progressive system.
    #[must_use]
    pub fn on(self, system: System) -> Self {
        let plan = Self { system, ..self };
        let link = &plan.day().link;
        let opening_meter = Money::from_micros(link.opening_meter);
        Self { opening_meter, opening_reserve: Money::from_micros(link.opening_reserve), ..plan }
    }

    /// Whether a fault can be planted on a day of this game with this system.
    pub fn offers(&self, fault: Fault) -> bool {
        let has_place = match fault.kind().place {
            fault::Place::Host(script) | fault::Place::HostAt(script, _) => {
                self.day().scripts.contains(&script)
            }
            _ => true,
        };
        // What the link's own reading of envy brings about needs its paytable.
        let is_of_link = matches!(fault, Fault::LinkEnvyAsPrinted | Fault::EnvyByFourCards);
        let is_same_game = std::ptr::eq(self.day(), &four_card::SAME_GAME_DAY);
        fault.game() == self.game
            && fault.is_of(self.system)
            && has_place
            && !(is_of_link && is_same_game)
    }

    pub(crate) fn day(&self) -> &'static GameDay {
        let is_same_game = self.system == System::Shfl && !self.has(Fault::MultiGameOnShfl);
        match self.game {
            GameKind::FourCardPoker if is_same_game => &four_card::SAME_GAME_DAY,
            game => &game.values().day,
        }
    }

    pub(crate) fn has_report_before(&self) -> bool {
        self.faults.iter().any(|fault| fault.has_report_before())
    }

    pub(crate) fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    /// How many tables, from the first, feed the link.
    pub(crate) fn linked_tables(&self) -> u16 {
        (self.day().link.tables)(self.tables)
    }

    pub(crate) fn settings(&self) -> meter::Settings {
        let link = &self.day().link;
        let is_low = self.has(Fault::SeedBelowLargestAward);
        let is_less = self.has(Fault::ContributionBelowApproved);
        let reserve = match () {
            () if self.has(Fault::NothingForTheReserve) => 0,
            () if self.has(Fault::ReserveNotThePaytables) => 400,
            () => link.reserve,
        };
        let near = self.opening_meter.checked_add(UNIT);
        meter::Settings {
            seed: Money::from_micros(if is_low { 1_000_000_000 } else { link.seed }),
            contribution: if is_less { 1_800 } else { link.contribution },
            reserve,
            limit: self.meter_limit.or(near.filter(|_| self.second_link)),
            reserve_takes_overflow: false,
            contribution_unit: self.contribution_unit,
            display_unit: self.display_unit,
        }
    }
}

/// What was simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Rounds dealt.
    pub rounds: u32,
    /// Scripted rounds among them, hosts of faults not counted.
    pub scripted: u32,
    /// Records of the hands journal.
    pub hands: u64,
    /// Records of the controller journal; 0 without a link.
    pub controller: u64,
    /// Records of the manager journal; 0 without a link.
    pub manager: u64,
    /// Records of the shuffler journal; 0 without one.
    pub shuffler: u64,
    /// What the meter holds at the end, with what its display does not show, the reserve, and the in-meter: the day after
    /// opens there.
    pub closing: [Money; 3],
    /// Exceptions the audit must find: the rows of `faults.csv`.
    pub exceptions: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} rounds ({} of them scripted): {} records in hands, {} in controller, {} in manager",
            self.rounds, self.scripted, self.hands, self.controller, self.manager
        )?;
        if self.shuffler > 0 {
            write!(f, ", {} in shuffler", self.shuffler)?;
        }
        write!(f, "; an audit must find {} exception(s), listed in faults.csv", self.exceptions)
    }
}

/// Why a day could not be simulated.
#[derive(Debug, Error)]
pub enum SimulateError {
    /// The plan contradicts itself or asks for something out of range.
    #[error("{0}")]
    Plan(String),
    /// The day offered no place for this fault.
    #[error(
        "the day has no place for the fault `{0}`; simulate more rounds or tables (200 rounds at 4 \
         tables hold any single fault), or keep a hands journal"
    )]
    NoPlace(Fault),
    /// The output could not be written.
    #[error("the day could not be written: {0}")]
    Io(#[from] io::Error),
}

/// Simulates one day and streams it into `out`: `engagement.toml`, `hands.csv`, for a linked
/// property `controller.csv` and `manager.csv`, where decks are recorded `shuffler.csv`, where
/// it is asked for `bank.csv`, and `faults.csv`. Memory does not grow with the number of rounds.
pub fn simulate(plan: &Plan, out: &mut dyn Output) -> Result<Summary, SimulateError> {
    check(plan).map_err(SimulateError::Plan)?;
    day::Day::new(plan, out)?.run()
}

fn check(plan: &Plan) -> Result<(), String> {
    if !(1..=999).contains(&plan.tables) {
        return Err(format!("a day has 1 to 999 tables, not {}", plan.tables));
    }
    if plan.rounds == 0 {
        return Err("a day has at least one round, not 0".to_owned());
    }
    if plan.gaming_day.year < calendar::FIRST_YEAR {
        return Err(format!(
            "the gaming day {} is before 2007, when the present rule of the clock changes began; \
             choose a later day",
            plan.gaming_day
        ));
    }
    let is_of_link = plan.bank || plan.tray_pays || plan.in_meter || plan.second_link;
    if is_of_link && plan.linked_tables() == 0 {
        return Err("a bank account, tray pays on record, an in-meter and a second link beside it are a link's, and this day has none; choose a game or a \
                    number of tables with a link"
            .to_owned());
    }
    if plan.opening_meter.micros() < 0 || plan.opening_reserve.micros() < 0 {
        return Err("the opening meter and reserve cannot be negative".to_owned());
    }
    if plan.display_unit.micros() <= 0 || plan.display_unit.floor_to_cent() != plan.display_unit {
        return Err(format!("a display unit is whole cents, not {}", plan.display_unit));
    }
    if plan.contribution_unit.is_some_and(|unit| unit <= Money::ZERO) {
        return Err("a contribution unit is more than nothing".to_owned());
    }
    if plan.meter_limit.is_some_and(|limit| limit < plan.settings().seed) {
        return Err("the limit of the meter cannot be below its seed".to_owned());
    }
    for (i, fault) in plan.faults.iter().enumerate() {
        if plan.faults.iter().take(i).any(|other| other == fault) {
            return Err(format!("the fault `{fault}` is asked for twice; name it once"));
        }
        check_fault(plan, *fault)?;
    }
    let is_whole = |fault: &&Fault| fault.is_of_whole_day();
    if let Some(fault) = plan.faults.iter().find(is_whole).filter(|_| plan.faults.len() > 1) {
        return Err(format!(
            "the fault `{fault}` changes the whole day; simulate a day for it alone"
        ));
    }
    let machines: Vec<_> = plan.faults.iter().filter(|fault| fault.is_of_machine()).collect();
    if let [first, second, ..] = machines.as_slice() {
        return Err(format!(
            "the faults `{first}` and `{second}` are of one shuffler; simulate a day for each"
        ));
    }
    Ok(())
}

/// Whether the day is one on which a fault can be planted.
fn check_fault(plan: &Plan, fault: Fault) -> Result<(), String> {
    if fault.game() != plan.game {
        return Err(format!(
            "the fault `{fault}` belongs to the day of {}, and this is a day of {}; choose \
                 the game or another fault",
            fault.game().id(),
            plan.game.id()
        ));
    }
    if !plan.offers(fault) {
        return Err(format!(
            "the fault `{fault}` cannot be planted on a day with the system {}; choose {} or \
                 another fault",
            plan.system.name(),
            fault.system().name()
        ));
    }
    if let Some(why) = fault.need().and_then(|need| need.lacking(plan)) {
        return Err(format!("the fault `{fault}` {why}"));
    }
    if fault.needs_link() && plan.linked_tables() == 0 {
        return Err(format!(
            "the fault `{fault}` needs a linked table, and {} table has none; simulate at \
                 least 2 tables",
            plan.tables
        ));
    }
    Ok(())
}
