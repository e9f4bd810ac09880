//! The engagement file of the simulated property: who, when, tables, link, approvals, equipment.

use feltproof_model::{Money, Timestamp, Wager};
use sha2::{Digest, Sha256};

use crate::calendar::Zone;
use crate::collection::{SCHEDULE, SIX_MORE};
use crate::fault::Fault;
use crate::floor::{COVER_ALL_MODE, PLAIN_MODE, game_of, readings};
use crate::games::family::Stated;
use crate::journals::dealer_id;
use crate::players::SEATS;
use crate::referee::{GameKind, House};
use crate::round::Mark;
use crate::system::{Component, System};
use crate::{CENT, EXECUTIVE_FROM, LEVEL, LINK, Plan, SECOND_LINK, SHARE_LEVEL, UNIT};

/// Most tables of an establishment in Washington.
const TABLES_MAX: u16 = 15;
const FIVE_THOUSAND: Money = Money::from_micros(5_000_000_000);

/// The file, and the exceptions it must raise with their lines.
pub(crate) struct EngagementFile<'a> {
    pub(crate) text: String,
    pub(crate) marks: Vec<(u32, Mark)>,
    plan: &'a Plan,
    lines: u32,
}

impl<'a> EngagementFile<'a> {
    /// `wide_table` posts a Queens Up maximum of $500.
    pub(crate) fn new(
        plan: &'a Plan,
        houses: &[House],
        dealers: u32,
        wide_table: Option<u16>,
    ) -> Self {
        let mut file = Self { text: String::new(), marks: Vec::new(), plan, lines: 0 };
        file.head();
        for (table, house) in (0..plan.tables).zip(houses) {
            file.table(table, house, wide_table == Some(table));
        }
        file.spare_tables(houses);
        if plan.linked_tables() > 0 {
            file.link();
            file.second_link();
        }
        if plan.shuffler_journal {
            file.section("[randomness]");
            file.put("level", "0.01");
        }
        if plan.has_report_before() {
            file.section("[previous]");
            file.put("report", REPORT_BEFORE);
            let digest = Sha256::digest(report_before(plan));
            file.put("sha256", &digest.iter().map(|b| format!("{b:02x}")).collect::<String>());
        }
        file.journals();
        file.equipment();
        file.displays();
        file.staff(dealers);
        file.readings();
        if let Some(stated) = &plan.day().stated {
            file.stated(stated);
        }
        if plan.has(Fault::ControlNotMet) {
            file.inspected();
        }
        if plan.has(Fault::DailyRecordWrong) {
            file.daily_record();
        }
        file
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
        self.lines += 1;
    }

    fn section(&mut self, name: &str) {
        self.line("");
        self.line(name);
    }

    fn put(&mut self, key: &str, value: &str) {
        self.line(&format!("{key} = {}", quoted(value)));
    }

    /// Marks the line written last.
    fn mark(&mut self, fault: Fault, expected: &str, recorded: &str) {
        if self.plan.has(fault) {
            self.marks.push((self.lines, Mark::words(fault, expected, recorded)));
        }
    }

    fn head(&mut self) {
        let plan = self.plan;
        self.line("schema = 1");
        self.section("[engagement]");
        self.put("id", &format!("SIM-{}", plan.gaming_day));
        self.put("property", &plan.property);
        self.put("licence", &plan.licence);
        self.put("location", &format!("{}, {}", plan.property, plan.place));
        self.put("prepared_for", &format!("{}, internal audit", plan.property));
        self.put("prepared_by", "Feltproof simulation");
        self.line(&format!("gaming_days = [\"{}\"]", plan.gaming_day));
        self.put("gaming_day_start", "06:00");
        self.put("time_zone", "America/Los_Angeles");
        self.line(&format!("packs = {}", plan.day().packs));
        self.line("games = []");
        if plan.has(Fault::AdjustedAlone) {
            self.line("two_people = [\"adjustment\"]");
        }
    }

    fn table(&mut self, table: u16, house: &House, is_host: bool) {
        let plan = self.plan;
        self.section("[[table]]");
        self.machine(table);
        let is_last_with = |fault| table + 1 == plan.tables && plan.has(fault);
        let is_high = is_last_with(Fault::AnteMaximumTooHigh);
        let is_above = is_last_with(Fault::PostedAboveCap);
        if table == 1 && plan.linked_tables() > 1 {
            self.mark(Fault::TableWithoutController, "a table controller", "none on the list");
        }
        if table == 0 && plan.linked_tables() > 0 {
            self.mark(Fault::PlacardOfSix, "4 games at most", "6 games");
        }
        if is_high {
            self.mark(Fault::AnteMaximumTooHigh, "133.33", "150.00");
        }
        let is_unlawful = is_last_with(Fault::AggregateTooLow);
        if is_unlawful {
            // $50.00 at 50 to 1.
            self.mark(Fault::AggregateTooLow, "at least 2500.00", "100.00");
        }
        let is_last = table + 1 == plan.tables;
        if is_last {
            self.mark(Fault::SeatsBeyondPlayers, "at most 6 seats", "8");
            self.mark(Fault::SixRates, "5 rates", "6 rates");
        }
        if is_above {
            self.mark(Fault::PostedAboveCap, "400.00", "500.00");
        }
        if is_host {
            let mark = Mark::words(Fault::WagerAboveCap, "400.00", "500.00");
            self.marks.push((self.lines, mark.coded("WAC-006")));
        }
        self.put("id", &table_name(plan, table));
        self.put("game", house.game.id());
        self.seats(house, is_last);
        if table < plan.linked_tables() {
            self.put("link", LINK);
            self.placard(table);
        }
        // The paytable and the unit of the progressive are the link's.
        let own = || Wager::ALL.into_iter().filter(|w| *w != Wager::Progressive);
        let tables =
            own().filter_map(|w| Some(format!("{} = \"{}\"", w.key(), house.paytable(w)?)));
        self.line(&format!("paytables = {{ {} }}", joined(tables)));
        let made_first = |w: &Wager| w.is_staked() && !w.is_raise() && house.offers(*w);
        let posted = own().filter(made_first).map(|wager| {
            let most = match wager {
                Wager::QueensUp if is_host => "500.00",
                Wager::SuperBonus if is_above => "500.00",
                Wager::Ante if is_high => "150.00",
                _ if wager.is_side_bet() => "50.00",
                _ => "100.00",
            };
            format!("{} = [\"5.00\", \"{most}\"]", wager.key())
        });
        self.line(&format!("posted = {{ {} }}", joined(posted)));
        for (wager, limit) in &house.aggregate {
            self.line(&format!("aggregate = {{ {} = \"{}\" }}", wager.key(), limit.plain()));
        }
        if is_unlawful {
            self.line("aggregate = { queens_up = \"100.00\" }");
        }
        self.shuffler(table, house);
    }

    /// Its shuffler, where it is declared: that of Cover All, or of another game.
    fn shuffler(&mut self, table: u16, house: &House) {
        let fault = Fault::ShufflerOfAnotherGame;
        if table + 1 == self.plan.tables && self.plan.has(fault) {
            self.put("shuffler", "i-Deal");
            self.put("shuffler_mode", "Bahama Bonus");
            self.mark(fault, "Crazy 4 Poker or Caribbean Stud", "Bahama Bonus");
        }
        if house.paytable(Wager::CoverAll).is_some() {
            let is_wrong = table == 0 && self.plan.has(Fault::ShufflerInAnotherMode);
            let mode = if is_wrong { PLAIN_MODE } else { COVER_ALL_MODE };
            self.put("shuffler", "i-Deal Plus");
            self.put("shuffler_mode", mode);
            if is_wrong {
                self.mark(Fault::ShufflerInAnotherMode, COVER_ALL_MODE, mode);
            }
        }
    }

    /// The sheets of Nexus Command, and no other, demand that the limit of four games is posted.
    fn placard(&mut self, table: u16) {
        if self.plan.system != System::Shfl {
            let is_wrong = table == 0 && self.plan.has(Fault::PlacardOfSix);
            self.line(if is_wrong { "placard = 6" } else { "placard = 4" });
        }
    }

    fn seats(&mut self, house: &House, is_last: bool) {
        let has = |fault| is_last && self.plan.has(fault);
        let seats = if has(Fault::SeatsBeyondPlayers) { SEATS + 2 } else { SEATS };
        let more = if has(Fault::SixRates) { format!(", {SIX_MORE}") } else { String::new() };
        self.line(&format!("seats = {seats}"));
        if house.game.is_player_banked() {
            self.line(&format!("collection = [{SCHEDULE}{more}]"));
        }
    }

    /// Tables at which nobody plays, until there is one too many.
    fn spare_tables(&mut self, houses: &[House]) {
        let plan = self.plan;
        let Some(house) = houses.last().filter(|_| plan.has(Fault::SixteenTables)) else { return };
        for table in plan.tables..TABLES_MAX + 1 {
            self.section("[[table]]");
            if table == TABLES_MAX {
                self.mark(Fault::SixteenTables, "15 tables", "16 tables");
            }
            self.put("id", &format!("SPARE-{}", table + 1));
            self.put("game", house.game.id());
            self.line(&format!("seats = {SEATS}"));
            self.line("paytables = { super_bonus = \"SB\" }");
        }
    }

    fn link(&mut self) {
        let (plan, settings) = (self.plan, self.plan.settings());
        let is_below = self.plan.has(Fault::ContributionBelowApproved);
        let approved = if is_below { plan.day().link.contribution } else { settings.contribution };
        self.section("[[link]]");
        let elsewhere = "Second Card Room, Other Example, Washington";
        self.mark(Fault::LinkInTwoLocations, &plan.property, elsewhere);
        let envy = "envy of the royal flush not below that of the straight flush";
        // Its other table has to be there.
        if plan.tables > 1 {
            self.mark(Fault::LinkEnvyAsPrinted, envy, "$1,000 and $5,000");
        }
        self.mark(Fault::GameManagerElsewhere, "a Game Manager", "none");
        self.mark(Fault::OddsTooLong, "one in 54144", "one in 54145");
        self.mark(Fault::MultiGameOnShfl, "a system described for such links", plan.system.id());
        self.put("id", LINK);
        self.put("system", plan.system.id());
        let paytable = plan.day().paytables.iter().find(|(wager, _)| *wager == Wager::Progressive);
        self.put("paytable", paytable.and_then(|(_, id)| *id).unwrap_or_default());
        let here = format!("{}, {}", plan.property, plan.place);
        let is_elsewhere = plan.has(Fault::LinkInTwoLocations);
        self.put("location", if is_elsewhere { elsewhere } else { &here });
        if plan.has(Fault::AllFromLeanMeter) {
            self.put("fixed_awards", "meter");
        }
        self.put("level", LEVEL);
        if paytable.is_some_and(|(_, id)| *id == Some("link-5")) {
            self.line(&format!("shares = {{ {SHARE_LEVEL} = \"10%\" }}"));
        }
        self.put("unit", &UNIT.plain());
        self.put("executive_from", &EXECUTIVE_FROM.plain());
        if plan.has(Fault::OddsTooLong) {
            self.line("longest_odds = 54144");
        }
        let is_above = self.plan.has(Fault::ContributionAbovePreconfigured);
        let preconfigured = if is_above { 1_750 } else { approved };
        self.put("preconfigured_contribution", &percent(preconfigured));
        if settings.limit.is_some() {
            // The simulated meter loses what its limit cuts off.
            let to = if plan.second_link { SECOND_LINK.0 } else { "house" };
            self.put("overflow", to);
        }
        let mut units = String::new();
        for (key, amount) in [
            ("limit", settings.limit),
            ("contribution_unit", settings.contribution_unit),
            ("display_unit", Some(settings.display_unit).filter(|unit| *unit != CENT)),
        ] {
            units += &amount.map_or_else(String::new, |a| format!(", {key} = \"{}\"", a.plain()));
        }
        for (key, contribution) in [("approved", approved), ("running", settings.contribution)] {
            if key == "running" {
                self.approvals([approved, settings.reserve], &units);
            }
            self.terms(key, settings.seed, [contribution, settings.reserve], &units);
        }
        // The marks stand on the `running` line, written last.
        self.mark(Fault::ContributionBelowApproved, "18.5%", "18%");
        self.mark(Fault::ReserveNotThePaytables, "5%", "4%");
        self.mark(Fault::AllFromLeanMeter, "at least 70%", "18.5%");
        if plan.has(Fault::NothingForTheReserve) {
            let mark = Mark::words(Fault::NothingForTheReserve, "above 0%", "0%");
            self.marks.push((self.lines, mark.clone()));
            self.marks.push((self.lines, mark.coded("CFG-007")));
        }
        self.mark(Fault::SeedBelowLargestAward, "1500.00", "1000.00");
        self.mark(Fault::ContributionAbovePreconfigured, "17.5%", "18.5%");
    }

    /// Another seed is approved from the middle of the day on.
    fn approvals(&mut self, rates: [i64; 2], units: &str) {
        let plan = self.plan;
        let seed = match plan {
            _ if plan.has(Fault::ApprovalNotFollowed) => "2600.00",
            _ if plan.has(Fault::SettingBeforeApproval) => "2400.00",
            _ => return,
        };
        let zone = Zone::of_year(plan.gaming_day.year);
        let [open, close] =
            [(0, 10), (1, 4)].map(|(days, hour)| zone.at(plan.gaming_day, days, hour));
        let from = zone.local(Timestamp(open.0 + (close.0 - open.0) / 2));
        let [contribution, reserve] = rates.map(percent);
        self.line(&format!(
            "approvals = [{{ from = \"{from}\", document = \"Approval SIM-2\", seed = \"{seed}\", contribution = \"{contribution}\", reserve = \"{reserve}\"{units} }}]"
        ));
    }

    fn terms(&mut self, key: &str, seed: Money, rates: [i64; 2], units: &str) {
        let (seed, [contribution, reserve]) = (seed.plain(), rates.map(percent));
        self.line(&format!(
            "{key} = {{ seed = \"{seed}\", contribution = \"{contribution}\", reserve = \"{reserve}\"{units} }}"
        ));
    }

    /// The link that takes in what the limit of the first cuts off: like it, without a limit and without a table.
    fn second_link(&mut self) {
        let plan = self.plan;
        if !plan.second_link {
            return;
        }
        let (link, paytables) = (&plan.day().link, plan.day().paytables);
        let paytable = paytables.iter().find(|(wager, _)| *wager == Wager::Progressive);
        self.section("[[link]]");
        self.put("id", SECOND_LINK.0);
        self.put("system", plan.system.id());
        self.put("paytable", paytable.and_then(|(_, id)| *id).unwrap_or_default());
        self.put("location", &format!("{}, {}", plan.property, plan.place));
        self.put("level", SECOND_LINK.1);
        self.put("unit", &UNIT.plain());
        self.put("executive_from", &EXECUTIVE_FROM.plain());
        self.put("preconfigured_contribution", &percent(link.contribution));
        for key in ["approved", "running"] {
            let seed = Money::from_micros(link.seed);
            self.terms(key, seed, [link.contribution, link.reserve], "");
        }
    }

    /// What the tests of randomness find of the table's shuffler is reported at the table.
    fn machine(&mut self, table: u16) {
        let machine = self.plan.faults.iter().find(|f| f.is_of_machine() && table == 0);
        for (fault, code) in
            machine.into_iter().flat_map(|f| f.kind().codes.iter().map(|c| (*f, c)))
        {
            let mark = Mark::words(fault, "chance alone", "a departure from chance");
            self.marks.push((self.lines, mark.coded(code)));
        }
    }

    fn journals(&mut self) {
        let is_linked = self.plan.linked_tables() > 0;
        for (kind, is_kept) in [
            ("hands", !self.plan.without_hands),
            ("controller", is_linked),
            ("manager", is_linked),
            ("shuffler", self.plan.shuffler_journal),
            ("bank", self.plan.bank),
        ] {
            if !is_kept {
                continue;
            }
            self.section("[[journal]]");
            self.put("kind", kind);
            self.put("file", &format!("{kind}.csv"));
            // These two give the offset of their times.
            if kind != "manager" && kind != "bank" {
                self.put("repeated_hour", "record-order");
            }
            if kind == "bank" && self.plan.second_link {
                // The second link has an account of its own.
                self.line(&format!("links = [{}]", quoted(LINK)));
            }
            if kind == "hands" {
                self.put("cards", "dealt-order");
                self.put("meter_award", "manager");
            }
        }
    }

    fn equipment(&mut self) {
        let plan = self.plan;
        if plan.linked_tables() == 0 {
            return;
        }
        let ((manager, approved), before) = plan.system.manager();
        let is_old = plan.has(Fault::GameManagerTooOld);
        let place = match plan.has(Fault::GameManagerElsewhere) {
            true => table_name(plan, plan.tables - 1),
            false => LINK.to_owned(),
        };
        self.section("[[equipment]]");
        self.mark(Fault::GameManagerTooOld, &format!("{approved} or higher"), before);
        self.mark(Fault::ProgramFileChanged, "the approved digest", "another");
        self.component((manager, if is_old { before } else { approved }), &place);
        if plan.has(Fault::ProgramFileChanged) {
            let [found, approved] = ["a", "b"].map(|digit| digit.repeat(64));
            self.line(&format!(
                "programs = [{{ file = \"gm.exe\", sha256 = \"{found}\", approved = \"{approved}\" }}]"
            ));
        }
        for table in 0..plan.linked_tables() {
            let name = table_name(plan, table);
            let other = plan.system.other_controller();
            let is_mixed = table == 0 && plan.has(Fault::ControllerOfAnotherSet);
            if let Some(other) = other.filter(|_| is_mixed) {
                self.section("[[equipment]]");
                self.mark(Fault::ControllerOfAnotherSet, "one approved set", other.0);
                self.component(other, &name);
            }
            // The controller is the first of them.
            let without = usize::from(table == 1 && plan.has(Fault::TableWithoutController));
            for component in plan.system.at_table(table == 0).iter().skip(without) {
                self.section("[[equipment]]");
                self.component(*component, &name);
            }
        }
    }

    fn component(&mut self, (component, version): Component, place: &str) {
        self.put("component", component);
        self.put("version", version);
        self.put("place", place);
    }

    /// Different games share a meter only where each table shows it.
    fn displays(&mut self) {
        if self.plan.game != GameKind::FourCardPoker {
            return;
        }
        for table in 0..self.plan.linked_tables() {
            self.section("[[equipment]]");
            self.component(("Progressive Display", "1.0"), &table_name(self.plan, table));
        }
    }

    fn staff(&mut self, dealers: u32) {
        let others = [
            ("S01", "supervisor"),
            ("S02", "supervisor"),
            ("E01", "executive"),
            ("A01", "accounting"),
            ("A02", "accounting"),
        ];
        let dealers = (1..=dealers).map(|n| (dealer_id(n), "dealer"));
        for (id, role) in dealers.chain(others.map(|(id, role)| (id.to_owned(), role))) {
            self.section("[[staff]]");
            self.put("id", &id);
            self.put("role", role);
        }
    }

    /// The open points that the house reads in its own way.
    fn readings(&mut self) {
        let mut games: Vec<_> = (0..self.plan.tables).map(|t| game_of(self.plan, t)).collect();
        games.sort_unstable();
        games.dedup();
        for game in games {
            for (ruling, value, source) in readings(self.plan, game) {
                self.section("[[ruling]]");
                self.put("game", game.id());
                self.put("ruling", ruling);
                self.put("value", value);
                // The sheet prints the other, and only an approval stands against that.
                self.put("authority", "approved rules");
                self.put("source", source);
            }
        }
        for (fault, expected, ruling, value) in [
            (Fault::RulingAgainstSheet, "1-3", "play_multiples", "1-2-3"),
            (Fault::BankWithoutLimit, "put-up", "bank_limit", "unlimited"),
        ] {
            if self.plan.has(fault) {
                self.section("[[ruling]]");
                self.mark(fault, expected, value);
                self.put("game", self.plan.game.id());
                self.put("ruling", ruling);
                self.put("value", value);
                self.put("source", "House rules");
            }
        }
    }

    fn daily_record(&mut self) {
        self.section("[[record]]");
        self.mark(Fault::DailyRecordWrong, "what the table won", "0.00");
        self.put("kind", "table-win");
        self.put("day", &self.plan.gaming_day.to_string());
        self.put("table", &table_name(self.plan, self.plan.tables - 1));
        self.put("amount", "0.00");
        self.put("document", "master games report");
    }

    /// What somebody saw of a control that no journal answers.
    fn inspected(&mut self) {
        self.section("[[inspected]]");
        self.mark(Fault::ControlNotMet, "the control is met", NOT_MET);
        self.put("control", "wac-230-15-671");
        self.put("answer", "no");
        self.put("reason", NOT_MET);
        self.put("by", "examination");
        self.put("initials", "JD");
        self.put("date", &self.plan.gaming_day.to_string());
    }

    fn stated(&mut self, stated: &Stated) {
        self.section("[[stated]]");
        self.mark(Fault::StatedFigureWrong, stated.right, stated.wrong);
        self.put("game", self.plan.game.id());
        self.put("wager", stated.wager.key());
        self.put("paytable", stated.paytable);
        self.put("figure", "house_edge");
        let is_wrong = self.plan.has(Fault::StatedFigureWrong);
        self.put("value", if is_wrong { stated.wrong } else { stated.right });
        self.put("source", "Placard at the tables");
    }
}

/// What inspection found in place of what the law demands.
const NOT_MET: &str = "the master games report has no adjustment for accrued prizes";

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// Where the report of the day before stands.
pub(crate) const REPORT_BEFORE: &str = "report-before.json";

/// As much of the report of the day before as an engagement carries over: it leaves $5,000 more on the meter, or
/// none of the seed.
pub(crate) fn report_before(plan: &Plan) -> String {
    let account = |name: &str, amount: &str, awards: &str| {
        format!(
            "{{\"link\":\"{LINK}\",\"level\":\"{LEVEL}\",\"account\":\"{name}\",\"recorded_dollars\":\"{amount}\"{awards}}}"
        )
    };
    let opening = plan.opening_meter;
    let (before, seed) = match plan.has(Fault::OpeningBelowCarried) {
        true => (opening.checked_add(FIVE_THOUSAND).unwrap_or(opening), ""),
        false => (opening, ",\"seed_left_dollars\":\"0.00\",\"seed_in_meter_dollars\":\"0.00\""),
    };
    let awards = format!(",\"awards_standing\":[]{seed}");
    let meter = account("meter", &before.floor_to_cent().plain(), &awards);
    let reserve = account("reserve", &plan.opening_reserve.plain(), "");
    let head = "\"report\":{\"id\":\"SIM-BEFORE\"},\"findings\":[]";
    format!("{{{head},\"meters\":[{meter},{reserve}]}}\n")
}

/// The name of a table by its place in the plan.
pub(crate) fn table_name(plan: &Plan, table: u16) -> String {
    format!("{}-{}", game_of(plan, table).values().prefix, table + 1)
}

/// Hundredths of a percent as a percentage: 1850 is `18.5%`.
pub(crate) fn percent(hundredths: i64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
