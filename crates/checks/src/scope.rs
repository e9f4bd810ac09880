//! What an audit knows before the first record: engagement, rules by table, systems, packs, and
//! which journals and columns there are.

use crate::frame::Need;
use feltproof_engine::{Game, RoundSettlement, SettledHand, System, TableRules, settle};
use feltproof_intake::Columns;
use feltproof_model::engagement::{JournalEntry, JournalKind, Link, Table};
use feltproof_model::{
    Date, Engagement, HandRow, LinkId, Locus, Money, TableId, Timestamp, Wager, WagerMap,
};
use feltproof_regs::{Decision, GameCount, GamesPlan, Pack, Quantity, Verb, Verdict};

/// What an audit knows before the first record.
pub struct Scope {
    /// The engagement.
    pub engagement: Engagement,
    /// Rules of each table, in the order of the engagement's tables.
    pub rules: Vec<TableRules>,
    /// Known progressive systems.
    pub systems: Vec<System>,
    /// Rule packs the engagement names, in its order.
    pub packs: Vec<Pack>,
    /// Columns of the hands journal, if there is one.
    pub hands_columns: Option<Columns>,
    /// How rounds are settled: the engine. Public so that a test can plant a bug in the engine's
    /// result and see a right day fail.
    pub settle: SettleFn,
    caps: Vec<Decision>,
    /// For each gaming day the largest wager that is certainly within the cap.
    certain: Vec<Money>,
    games: Vec<Option<GamesJudge>>,
}

/// A settling function with the engine's contract.
pub type SettleFn = fn(&TableRules, &[HandRow], &mut Vec<SettledHand>) -> RoundSettlement;

/// Judges how many games a seat wagered on, on one gaming day. Verdicts are worked out beforehand,
/// since a year has a billion hands and a few hundred possible counts.
pub struct GamesJudge {
    plan: GamesPlan,
    verdicts: Vec<Verdict>,
}

/// Most games that a seat can wager on, one for each wager.
const GAMES_MAX: u32 = 6;

impl GamesJudge {
    fn new(pack: &Pack, date: Date) -> Option<Self> {
        if !pack.games_limit(date).is_in_force() {
            return None;
        }
        let keys: Vec<&str> = Wager::ALL.iter().map(|w| w.key()).collect();
        let base = GAMES_MAX + 1;
        let verdicts = (0..base.pow(4)).map(|code| {
            let digit = |place: u32| code / base.pow(place) % base;
            let count = GameCount {
                min: digit(3),
                max: digit(2),
                min_over_5: digit(1),
                max_over_5: digit(0),
            };
            pack.judge_games(date, &count)
        });
        Some(Self { plan: pack.games_plan(&keys), verdicts: verdicts.collect() })
    }

    /// Games a seat wagered on.
    pub fn count(&self, stakes: &WagerMap) -> GameCount {
        self.plan.count(stakes.as_slice())
    }

    /// What the law makes of a count.
    pub fn verdict(&self, count: &GameCount) -> &Verdict {
        let base = GAMES_MAX as usize + 1;
        let digits = [count.min, count.max, count.min_over_5, count.max_over_5];
        let at = digits.iter().fold(0, |sum, d| sum * base + (*d).min(GAMES_MAX) as usize);
        &self.verdicts[at]
    }
}

/// The largest amount that a limit certainly allows, among those it names; every smaller one is
/// then allowed too, since these limits are upper ones.
fn certainly_within(cap: &Decision) -> Money {
    let named = match cap {
        Decision::NotInForce { .. } => None,
        Decision::InForce { value, verb, .. } => Some((value, verb)),
        Decision::Undecided { low, verb, .. } => Some((low, verb)),
    };
    match named {
        Some((Quantity::Dollars(amount), Verb::MustNotExceed))
            if cap.judge(*amount) == Verdict::Holds =>
        {
            *amount
        }
        _ => Money::ZERO,
    }
}

/// What a limit says, in words.
pub fn cap_in_words(cap: &Decision) -> String {
    match cap {
        Decision::NotInForce { .. } => "no known value".to_owned(),
        Decision::InForce { value, .. } => value.to_string(),
        Decision::Undecided { low, high, .. } => {
            format!("{low} or {high} (which of the two was in force is not known)")
        }
    }
}

/// Why an audit cannot start: one sentence a line.
#[derive(Debug)]
pub struct ScopeError(pub Vec<String>);

impl std::fmt::Display for ScopeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ScopeError {}

impl Scope {
    /// Resolves the engagement against games, systems and packs. `file` names the engagement file
    /// in messages.
    ///
    /// # Errors
    /// Every table, ruling or pack that names something that does not exist, each with its line.
    pub fn new(
        engagement: Engagement,
        file: &str,
        games: &[Game],
        systems: Vec<System>,
        packs: Vec<Pack>,
        hands_columns: Option<Columns>,
    ) -> Result<Self, ScopeError> {
        let mut errors = Vec::new();
        let mut rules = Vec::new();
        for table in &engagement.tables {
            match resolve_table(&engagement, table, games) {
                Ok(r) => rules.push(r),
                Err(e) => errors.push(format!("{file}:{}: table {}: {e}", table.line, table.id)),
            }
        }
        for choice in &engagement.rulings {
            if !games.iter().any(|g| g.id == choice.game) {
                errors.push(format!(
                    "{file}:{}: ruling {} is for game {}, which is not defined; the games are {}",
                    choice.line,
                    choice.ruling,
                    choice.game,
                    names(games.iter().map(|g| g.id.as_str()))
                ));
            }
        }
        for link in &engagement.links {
            if !systems.iter().any(|s| s.id == link.system) {
                errors.push(format!(
                    "{file}:{}: link {} names system {}, but the systems known are {}",
                    link.line,
                    link.id,
                    link.system,
                    names(systems.iter().map(|s| s.id.as_str()))
                ));
            }
        }
        for link in &engagement.links {
            for (which, s) in [("approved", &link.approved), ("running", &link.running)] {
                if !s.contribution.leaves_room_for(s.reserve) {
                    errors.push(format!(
                        "{file}:{}: link {}: {which} contribution {} and reserve {} together exceed the wager; \
                         correct one of them",
                        link.line,
                        link.id,
                        s.contribution.percent(),
                        s.reserve.percent()
                    ));
                }
            }
        }
        let mut chosen = Vec::new();
        for id in &engagement.packs {
            match packs.iter().find(|p| p.id == *id) {
                Some(p) => chosen.push(p.clone()),
                None => errors.push(format!(
                    "{file}: rule pack {id} does not exist; the packs are {}",
                    names(packs.iter().map(|p| p.id.as_str()))
                )),
            }
        }
        if errors.is_empty() {
            Ok(Self::assembled(engagement, rules, systems, chosen, hands_columns))
        } else {
            Err(ScopeError(errors))
        }
    }

    fn assembled(
        engagement: Engagement,
        rules: Vec<TableRules>,
        systems: Vec<System>,
        packs: Vec<Pack>,
        hands_columns: Option<Columns>,
    ) -> Self {
        let washington = packs.iter().find(|p| p.id == "us-wa");
        let dates = engagement.days.iter().map(|d| d.date);
        let cap = |date: Date| match washington {
            Some(pack) => pack.on("single-wager", date),
            None => Decision::NotInForce { reason: "no rule pack of Washington".to_owned() },
        };
        let caps: Vec<Decision> = dates.clone().map(cap).collect();
        let certain = caps.iter().map(certainly_within).collect();
        let games = dates.map(|d| washington.and_then(|p| GamesJudge::new(p, d))).collect();
        Self { engagement, rules, systems, packs, hands_columns, settle, caps, certain, games }
    }

    /// The single-wager cap of Washington on a gaming day.
    pub fn caps(&self, day: u16) -> &Decision {
        &self.caps[usize::from(day).min(self.caps.len() - 1)]
    }

    /// The largest wager that is certainly within the single-wager cap on a gaming day; zero when
    /// none is.
    pub fn certainly_within_cap(&self, day: u16) -> Money {
        self.certain[usize::from(day).min(self.certain.len() - 1)]
    }

    /// The limit of Washington on games on one hand, on a gaming day; `None` when none is known.
    pub fn games(&self, day: u16) -> Option<&GamesJudge> {
        self.games.get(usize::from(day)).and_then(Option::as_ref)
    }

    /// The rules of a table.
    pub fn rules(&self, table: TableId) -> &TableRules {
        &self.rules[usize::from(table.0)]
    }

    /// A table.
    pub fn table(&self, table: TableId) -> &Table {
        self.engagement.table(table)
    }

    /// A link.
    pub fn link(&self, link: LinkId) -> &Link {
        self.engagement.link(link)
    }

    /// Tables on a link.
    pub fn tables_on(&self, link: LinkId) -> impl Iterator<Item = (TableId, &Table)> {
        (0_u16..)
            .zip(&self.engagement.tables)
            .filter(move |(_, t)| t.link == Some(link))
            .map(|(i, t)| (TableId(i), t))
    }

    /// The journal of a kind with its place in the engagement.
    pub fn journal(&self, kind: JournalKind) -> Option<(u16, &JournalEntry)> {
        (0_u16..).zip(&self.engagement.journals).find(|(_, j)| j.kind == kind)
    }

    /// A line of a journal as a locus. A kind that the engagement lacks has no lines, so the
    /// engagement itself stands in.
    pub fn locus(&self, kind: JournalKind, line: u32) -> Locus {
        self.journal(kind)
            .map_or(Locus::Engagement { line }, |(journal, _)| Locus::Journal { journal, line })
    }

    /// The date of a gaming day, by its place in the engagement.
    pub fn date(&self, day: u16) -> Date {
        self.engagement.days[usize::from(day).min(self.engagement.days.len() - 1)].date
    }

    /// The first moment of a gaming day, by its place in the engagement.
    pub fn day_start(&self, day: u16) -> Timestamp {
        self.engagement.days[usize::from(day).min(self.engagement.days.len() - 1)].start
    }

    /// The pack of Washington, if the engagement names it.
    pub fn washington(&self) -> Option<&Pack> {
        self.packs.iter().find(|p| p.id == "us-wa")
    }

    /// True when a meter award is also in the hands journal.
    pub fn meter_award_in_hands(&self) -> bool {
        self.journal(JournalKind::Hands).is_some_and(|(_, j)| j.meter_award_in_hands)
    }

    /// Why a need is not met; `None` when it is.
    pub fn lacks(&self, need: Need) -> Option<String> {
        let journal = |kind: JournalKind| {
            self.journal(kind)
                .is_none()
                .then(|| format!("the engagement has no {} journal", kind.name()))
        };
        let column = |test: &dyn Fn(&Columns) -> bool, what: &str| match &self.hands_columns {
            None => Some("the engagement has no hands journal".to_owned()),
            Some(c) if test(c) => None,
            Some(_) => Some(format!("the hands journal has no {what}")),
        };
        let listed =
            |nothing: bool, what: &str| nothing.then(|| format!("the engagement has no {what}"));
        match need {
            Need::Hands => journal(JournalKind::Hands),
            Need::Controller => journal(JournalKind::Controller),
            Need::Manager => journal(JournalKind::Manager),
            Need::Sequenced => (self.journal(JournalKind::Controller).is_none()
                && self.journal(JournalKind::Manager).is_none())
            .then(|| "the engagement has neither a controller nor a manager journal".to_owned()),
            Need::Cards => column(&|c| c.has_cards, "cards column"),
            Need::Actions => column(&|c| c.has_action, "action column"),
            Need::Stakes => column(&|c| c.stake[Wager::Ante as usize], "stake columns"),
            Need::Returned => column(&|c| c.returned[Wager::Ante as usize], "returned columns"),
            Need::StakeOf(wager) => {
                column(&|c| c.stake[wager as usize], &format!("{} column", wager.key()))
            }
            Need::ReturnedOf(wager) => {
                column(&|c| c.returned[wager as usize], &format!("{}_returned column", wager.key()))
            }
            Need::Links => self
                .engagement
                .links
                .is_empty()
                .then(|| "the engagement has no progressive link".to_owned()),
            Need::Posted => {
                listed(self.engagement.tables.iter().all(|t| t.posted.is_empty()), "posted limits")
            }
            Need::Staff => listed(self.engagement.staff.is_empty(), "staff list"),
            Need::Equipment => listed(self.engagement.equipment.is_empty(), "list of equipment"),
            Need::Preconfigured => listed(
                self.engagement.links.iter().all(|l| l.preconfigured_contribution.is_none()),
                "preconfigured_contribution of any link",
            ),
            Need::WashingtonPack => self
                .washington()
                .is_none()
                .then(|| "the engagement does not name the rule pack us-wa".to_owned()),
            Need::SingleWagerCap => match self.caps.first() {
                Some(Decision::NotInForce { reason })
                    if self.caps.iter().all(|c| !c.is_in_force()) =>
                {
                    Some(reason.clone())
                }
                _ => None,
            },
            Need::GamesLimit => {
                self.games.iter().all(Option::is_none).then(|| {
                    "no limit of games on one hand is known for the audited days".to_owned()
                })
            }
        }
    }
}

fn resolve_table(
    engagement: &Engagement,
    table: &Table,
    games: &[Game],
) -> Result<TableRules, String> {
    let game = games.iter().find(|g| g.id == table.game).ok_or_else(|| {
        format!(
            "game {} is not defined; the games are {}",
            table.game,
            names(games.iter().map(|g| g.id.as_str()))
        )
    })?;
    let link = table.link.map(|l| engagement.link(l));
    let choices: Vec<_> =
        engagement.rulings.iter().filter(|c| c.game == table.game).cloned().collect();
    TableRules::resolve(game, table, link, &choices)
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let list: Vec<&str> = all.collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}
