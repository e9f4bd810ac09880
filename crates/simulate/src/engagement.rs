//! The engagement file of the simulated property: who, when, which tables, which link, what was
//! approved and what is installed.

use feltproof_model::Wager;

use crate::fault::{FAULTS, Fault};
use crate::floor::{COVER_ALL_MODE, PLAIN_MODE, game_of, readings};
use crate::games::family::Stated;
use crate::journals::dealer_id;
use crate::players::SEATS;
use crate::referee::{GameKind, House};
use crate::round::Mark;
use crate::{CENT, EXECUTIVE_FROM, LEVEL, LINK, Plan, UNIT};

/// The file, and the exceptions it must raise with their lines.
pub(crate) struct EngagementFile {
    pub(crate) text: String,
    pub(crate) marks: Vec<(u32, Mark)>,
    faults: Vec<Fault>,
    lines: u32,
}

impl EngagementFile {
    /// `wide_table` posts a Queens Up maximum of $500.
    pub(crate) fn new(
        plan: &Plan,
        houses: &[House],
        dealers: u32,
        wide_table: Option<u16>,
    ) -> Self {
        let faults = plan.faults.clone();
        let mut file = Self { text: String::new(), marks: Vec::new(), faults, lines: 0 };
        file.head(plan);
        for (table, house) in (0..plan.tables).zip(houses) {
            file.table(plan, table, house, wide_table == Some(table));
        }
        if plan.linked_tables() > 0 {
            file.link(plan);
        }
        if plan.shuffler_journal {
            file.randomness();
        }
        file.journals(plan);
        file.equipment(plan);
        file.staff(dealers);
        file.readings(plan);
        if let Some(stated) = &plan.day().stated {
            file.stated(plan, stated);
        }
        file
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
        self.lines += 1;
    }

    fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    /// Marks the line written last.
    fn mark(&mut self, fault: Fault, expected: &str, recorded: &str) {
        if self.has(fault) {
            self.marks.push((self.lines, Mark::words(fault, expected, recorded)));
        }
    }

    fn head(&mut self, plan: &Plan) {
        self.line("schema = 1");
        self.line("");
        self.line("[engagement]");
        let location = format!("{}, {}", plan.property, plan.place);
        for (key, value) in [
            ("id", format!("SIM-{}", plan.gaming_day)),
            ("property", plan.property.clone()),
            ("licence", plan.licence.clone()),
            ("location", location),
            ("prepared_for", format!("{}, internal audit", plan.property)),
            ("prepared_by", "Feltproof simulation".to_owned()),
        ] {
            self.line(&format!("{key} = {}", quoted(&value)));
        }
        self.line(&format!("gaming_days = [\"{}\"]", plan.gaming_day));
        self.line("gaming_day_start = \"06:00\"");
        self.line("time_zone = \"America/Los_Angeles\"");
        self.line(&format!("packs = {}", plan.day().packs));
        self.line("games = []");
    }

    fn table(&mut self, plan: &Plan, table: u16, house: &House, is_wide: bool) {
        self.line("");
        self.line("[[table]]");
        self.machine(table);
        let is_high = table + 1 == plan.tables && self.has(Fault::AnteMaximumTooHigh);
        if is_high {
            self.mark(Fault::AnteMaximumTooHigh, "133.33", "150.00");
        }
        self.line(&format!("id = \"{}\"", table_name(plan, table)));
        self.line(&format!("game = \"{}\"", house.game.id()));
        self.line(&format!("seats = {SEATS}"));
        if table < plan.linked_tables() {
            self.line(&format!("link = \"{LINK}\""));
        }
        // The paytable and the unit of the progressive are the link's.
        let own = || Wager::ALL.into_iter().filter(|w| *w != Wager::Progressive);
        let tables =
            own().filter_map(|w| Some(format!("{} = \"{}\"", w.key(), house.paytable(w)?)));
        self.line(&format!("paytables = {{ {} }}", joined(tables)));
        let made_first = |w: &Wager| w.is_staked() && !w.is_raise() && house.offers(*w);
        let posted = own().filter(made_first).map(|wager| {
            let most = match wager {
                Wager::QueensUp if is_wide => "500.00",
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
        if house.paytable(Wager::CoverAll).is_some() {
            let is_wrong = table == 0 && self.has(Fault::ShufflerInAnotherMode);
            let mode = if is_wrong { PLAIN_MODE } else { COVER_ALL_MODE };
            self.line("shuffler = \"i-Deal Plus\"");
            self.line(&format!("shuffler_mode = \"{mode}\""));
            if is_wrong {
                self.mark(Fault::ShufflerInAnotherMode, COVER_ALL_MODE, mode);
            }
        }
    }

    fn link(&mut self, plan: &Plan) {
        let settings = plan.settings();
        let approved_contribution =
            if self.has(Fault::ContributionBelowApproved) { 1_850 } else { settings.contribution };
        self.line("");
        self.line("[[link]]");
        let elsewhere = "Second Card Room, Other Example, Washington";
        self.mark(Fault::LinkInTwoLocations, &plan.property, elsewhere);
        let envy = "envy of the royal flush not below that of the straight flush";
        // Its other table has to be there.
        if plan.tables > 1 {
            self.mark(Fault::LinkEnvyAsPrinted, envy, "$1,000 and $5,000");
        }
        self.line(&format!("id = \"{LINK}\""));
        self.line("system = \"nexus-command\"");
        let fixed = plan.day().paytables.iter().find(|(wager, _)| *wager == Wager::Progressive);
        let paytable = fixed.and_then(|(_, id)| *id).unwrap_or_default();
        self.line(&format!("paytable = \"{paytable}\""));
        let location = if self.has(Fault::LinkInTwoLocations) {
            elsewhere.to_owned()
        } else {
            format!("{}, {}", plan.property, plan.place)
        };
        self.line(&format!("location = {}", quoted(&location)));
        self.line(&format!("level = \"{LEVEL}\""));
        self.line(&format!("unit = \"{}\"", UNIT.plain()));
        self.line(&format!("executive_from = \"{}\"", EXECUTIVE_FROM.plain()));
        let is_above = self.has(Fault::ContributionAbovePreconfigured);
        let preconfigured =
            if is_above { "17.5%".to_owned() } else { percent(approved_contribution) };
        self.line(&format!("preconfigured_contribution = \"{preconfigured}\""));
        let mut units = String::new();
        for (key, amount) in [
            ("limit", settings.limit),
            ("contribution_unit", settings.contribution_unit),
            ("display_unit", Some(settings.display_unit).filter(|unit| *unit != CENT)),
        ] {
            units += &amount.map_or_else(String::new, |a| format!(", {key} = \"{}\"", a.plain()));
        }
        for (key, contribution) in
            [("approved", approved_contribution), ("running", settings.contribution)]
        {
            self.line(&format!(
                "{key} = {{ seed = \"{}\", contribution = \"{}\", reserve = \"{}\"{units} }}",
                settings.seed.plain(),
                percent(contribution),
                percent(settings.reserve),
            ));
        }
        // The marks stand on the `running` line, written last.
        self.mark(Fault::ContributionBelowApproved, "18.5%", "18%");
        self.mark(Fault::SeedBelowLargestAward, "1500.00", "1000.00");
        self.mark(Fault::ContributionAbovePreconfigured, "17.5%", "18.5%");
    }

    /// What the tests of randomness find of the table's shuffler is reported at the table.
    fn machine(&mut self, table: u16) {
        let machine = self.faults.iter().find(|f| f.is_of_machine()).copied();
        let Some(fault) = machine.filter(|_| table == 0) else { return };
        let kind = FAULTS.iter().find(|kind| kind.fault == fault);
        for code in kind.map(|kind| kind.codes).unwrap_or_default() {
            let mark = Mark::words(fault, "chance alone", "a departure from chance");
            self.marks.push((self.lines, mark.coded(code)));
        }
    }

    fn randomness(&mut self) {
        self.line("");
        self.line("[randomness]");
        self.line("level = \"0.01\"");
    }

    fn journals(&mut self, plan: &Plan) {
        let mut kinds = vec!["hands"];
        if plan.linked_tables() > 0 {
            kinds.extend(["controller", "manager"]);
        }
        if plan.shuffler_journal {
            kinds.push("shuffler");
        }
        for kind in &kinds {
            self.line("");
            self.line("[[journal]]");
            self.line(&format!("kind = \"{kind}\""));
            self.line(&format!("file = \"{kind}.csv\""));
            if *kind != "manager" {
                self.line("repeated_hour = \"record-order\"");
            }
            if *kind == "hands" {
                self.line("cards = \"dealt-order\"");
                self.line("meter_award = \"manager\"");
            }
        }
    }

    fn equipment(&mut self, plan: &Plan) {
        if plan.linked_tables() == 0 {
            return;
        }
        let manager = if self.has(Fault::GameManagerTooOld) { "1.2.9" } else { "1.3.0" };
        self.line("");
        self.line("[[equipment]]");
        self.mark(Fault::GameManagerTooOld, "1.3.0 or higher", manager);
        self.line("component = \"Nexus Command Game Manager\"");
        self.line(&format!("version = \"{manager}\""));
        self.line(&format!("place = \"{LINK}\""));
        for table in 0..plan.linked_tables() {
            self.line("");
            self.line("[[equipment]]");
            self.line("component = \"Nexus Command Table Controller Software\"");
            self.line(if table == 0 { "version = \"2.0.0\"" } else { "version = \"2.1.3\"" });
            self.line(&format!("place = \"{}\"", table_name(plan, table)));
        }
    }

    fn staff(&mut self, dealers: u32) {
        let dealers = (1..=dealers).map(|n| (dealer_id(n), "dealer"));
        let others = [
            ("S01", "supervisor"),
            ("S02", "supervisor"),
            ("E01", "executive"),
            ("A01", "accounting"),
            ("A02", "accounting"),
        ];
        for (id, role) in dealers.chain(others.map(|(id, role)| (id.to_owned(), role))) {
            self.line("");
            self.line("[[staff]]");
            self.line(&format!("id = \"{id}\""));
            self.line(&format!("role = \"{role}\""));
        }
    }

    /// The open points that the house reads in its own way.
    fn readings(&mut self, plan: &Plan) {
        let mut games: Vec<GameKind> = (0..plan.tables).map(|t| game_of(plan, t)).collect();
        games.sort_unstable();
        games.dedup();
        for game in games {
            for (ruling, value, source) in readings(plan, game) {
                self.line("");
                self.line("[[ruling]]");
                self.line(&format!("game = \"{}\"", game.id()));
                self.line(&format!("ruling = \"{ruling}\""));
                self.line(&format!("value = \"{value}\""));
                self.line(&format!("source = {}", quoted(source)));
            }
        }
    }

    /// What the placard says of the odds.
    fn stated(&mut self, plan: &Plan, stated: &Stated) {
        self.line("");
        self.line("[[stated]]");
        self.mark(Fault::StatedFigureWrong, stated.right, stated.wrong);
        self.line(&format!("game = \"{}\"", plan.game.id()));
        self.line(&format!("wager = \"{}\"", stated.wager.key()));
        self.line(&format!("paytable = \"{}\"", stated.paytable));
        self.line("figure = \"house_edge\"");
        let is_wrong = self.has(Fault::StatedFigureWrong);
        let value = if is_wrong { stated.wrong } else { stated.right };
        self.line(&format!("value = \"{value}\""));
        self.line("source = \"Placard at the tables\"");
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
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

/// A TOML basic string.
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
