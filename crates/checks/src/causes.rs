//! Causes: what explains many exceptions at once, so that it is one finding and not thousands.
//!
//! An exception carries the key of what may have caused it. Keys are counted as exceptions are
//! handed on; at the end those that hold become causes, the other exceptions stand for themselves.

use crate::drift::{Drift, Others};
use crate::scope::Scope;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    AmountColumn, Cause, CauseKey, Exception, Explained, LinkId, Locus, Party, Place, Rate,
    TableId, Wager,
};
use feltproof_record::Follower;
use std::collections::{BTreeMap, BTreeSet};

/// Exceptions that a cause must explain: one or two stand for themselves.
const EXPLAINED_MIN: u64 = 3;
/// The same for an award, of which the hand that it names and the one that it was made for raise one each; and for
/// the cards of one table, of which each check of randomness raises one.
const OF_ONE_MATTER_MIN: u64 = 2;

/// Checks of limits and of what follows from another record. That such an exception would not be there with
/// an amount a hundredth as large is true of every large amount: it shows nothing.
const SHOW_NOTHING: [&str; 9] = [
    "WGR-003", "WGR-006", "ENV-002", "PAY-016", "WAC-001", "WAC-002", "AWD-002", "AWD-005",
    "MTR-007",
];
/// Exceptions that must show the cause itself: figures that fit the other unit exactly, coin-ins of a table
/// that is not on the link; and of how many explained an amount in another unit needs one, since a column in
/// cents is paid or matched in cents again and again.
const SHOWN_MIN: u64 = 2;
const EXPLAINED_PER_SHOWN: u64 = 20;

/// What was counted of one key.
struct Suspect {
    first: Locus,
    last: Locus,
    explains: BTreeMap<&'static str, Explained>,
}

/// Of the rounds whose wagers are compared, one in so many must depart where a journal is not that of the others, and of
/// those one in so many each way: what is left out or added by somebody goes one way.
const APART_PER_TESTED: u64 = 3;
const EACH_WAY_PER_APART: u64 = 10;
/// Of the hands that a shuffler dispensed one in so many must be the first of a round that was dealt otherwise: a third
/// of the rounds of three hands and the dealer's.
const HANDS_PER_APART: u64 = 12;
/// What shows it.
const SHOW_APART: [&str; 3] = ["MTR-003", "MTR-004", "MTR-010"];

/// The keys that exceptions carried so far.
#[derive(Default)]
pub(crate) struct Suspects(BTreeMap<CauseKey, Suspect>);

impl Suspects {
    pub(crate) fn note(&mut self, exceptions: &[Exception]) {
        for exception in exceptions {
            let Some(key) = exception.cause else { continue };
            let locus = exception.locus;
            let suspect = self.0.entry(key).or_insert_with(|| Suspect {
                first: locus,
                last: locus,
                explains: BTreeMap::new(),
            });
            suspect.first = suspect.first.min(locus);
            suspect.last = suspect.last.max(locus);
            let of = suspect.explains.entry(exception.code).or_default();
            (of.code, of.exceptions) = (exception.code, of.exceptions + 1);
            if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
                let side = match party {
                    Party::Player => &mut of.over_micros,
                    Party::House => &mut of.under_micros,
                    Party::Fund => &mut of.fund_micros,
                };
                *side += i128::from(difference.micros()).abs();
            }
        }
    }

    /// The causes that hold at the end of the record, those that explain most first.
    pub(crate) fn confirmed(
        self,
        scope: &Scope,
        follower: &Follower,
        drift: (&Drift, &Others),
        tested: impl Fn(&str) -> u64,
    ) -> Vec<Cause> {
        let mut one_by_one = Vec::<(Vec<CauseKey>, Suspect)>::new();
        let most_tested = SHOW_APART.iter().map(|code| tested(code)).max().unwrap_or(0);
        let hands = tested("STA-007");
        let apart: Vec<LinkId> = self.apart(most_tested, follower.are_others());
        let leading: Vec<CauseKey> = apart.iter().filter_map(|link| self.leading(*link)).collect();
        let stands = |key: CauseKey| match key {
            CauseKey::Paytable { .. } => drift.0.since(key).is_some(),
            CauseKey::Apart { link, .. } => apart.contains(&link),
            CauseKey::Dispensed => self.0[&key].explained() * HANDS_PER_APART >= hands,
            _ => true,
        };
        let stands: BTreeSet<CauseKey> =
            self.0.keys().copied().filter(|key| stands(*key)).collect();
        for (key, suspect) in self.0.into_iter().filter(|(key, _)| stands.contains(key)) {
            let is_of = |keys: &[CauseKey]| {
                keys.iter().all(|of| is_same(*of, key)) || is_explained_by(keys, key)
            };
            match one_by_one.iter_mut().find(|(keys, _)| is_of(keys)) {
                Some((keys, whole)) => {
                    keys.push(key);
                    whole.add(suspect);
                }
                None => one_by_one.push((vec![key], suspect)),
            }
        }
        // The journal that shows it most often names the cause.
        for (keys, _) in &mut one_by_one {
            keys.sort_by_key(|key| !leading.contains(key));
        }
        let shown = one_by_one.into_iter().filter(|(keys, s)| s.is_shown(keys));
        let mut causes: Vec<Cause> = shown
            .filter_map(|(keys, suspect)| suspect.cause(keys, scope, follower, drift))
            .collect();
        causes.sort_by_key(|cause| (std::cmp::Reverse(cause.exceptions()), cause.keys.clone()));
        causes
    }
}

impl Suspects {
    /// How many exceptions show that a link's journals are apart, with these keys.
    fn showing(&self, of: impl Fn(CauseKey) -> bool) -> u64 {
        let own = self.0.iter().filter(|(key, _)| of(**key));
        own.map(|(_, suspect)| SHOW_APART.iter().map(|code| suspect.of(code)).sum::<u64>()).sum()
    }

    /// The links of which one journal is not that of the others: its rounds `are_others` in their times, too, or they
    /// depart each way.
    fn apart(&self, tested: u64, are_others: bool) -> Vec<LinkId> {
        let links = self.0.keys().filter_map(|key| match key {
            CauseKey::Apart { link, .. } => Some(*link),
            _ => None,
        });
        let mut links: Vec<LinkId> = links.collect();
        links.dedup();
        links.retain(|of| {
            let ways = [true, false].map(|way| {
                self.showing(|key| matches!(key, CauseKey::Apart { link, more, .. } if (link, more) == (*of, way)))
            });
            let all = ways[0] + ways[1];
            all * APART_PER_TESTED >= tested
                && (are_others
                    || ways.iter().all(|way| *way >= SHOWN_MIN && way * EACH_WAY_PER_APART >= all))
        });
        links
    }

    /// The key of the journal of a link that shows most often that it is apart.
    fn leading(&self, of: LinkId) -> Option<CauseKey> {
        let own = self
            .0
            .keys()
            .copied()
            .filter(|key| matches!(key, CauseKey::Apart { link, .. } if *link == of));
        let same = |one: CauseKey, other: CauseKey| match (one, other) {
            (CauseKey::Apart { journal, .. }, CauseKey::Apart { journal: is, .. }) => journal == is,
            _ => false,
        };
        own.max_by_key(|key| self.showing(|other| is_same(*key, other) && same(*key, other)))
    }
}

/// True for the same column in the same other unit at two tables, and for two tables that feed one link.
fn is_same(one: CauseKey, other: CauseKey) -> bool {
    use CauseKey::{Apart, Feeds, Paytable, Unit};
    match (one, other) {
        (
            Unit { place: Place::Table(_), column, larger },
            Unit { place: Place::Table(_), column: of_other, larger: is_larger },
        ) => (column, larger) == (of_other, is_larger),
        (Feeds { link, .. }, Feeds { link: of_other, .. })
        | (Apart { link, .. }, Apart { link: of_other, .. }) => link == of_other,
        (
            Paytable { table, paytable, .. },
            Paytable { table: of_other, paytable: other_paytable, .. },
        ) => (table, paytable) == (of_other, other_paytable),
        _ => false,
    }
}

/// True for what was dispensed, and for a progressive wager that lacks in one row, where the journals of a link are
/// apart: that explains it. Keys of journals come before those of rows.
fn is_explained_by(keys: &[CauseKey], key: CauseKey) -> bool {
    matches!(keys.first(), Some(CauseKey::Apart { .. }))
        && matches!(key, CauseKey::Dispensed | CauseKey::Stake { wager: Wager::Progressive, .. })
}

impl Suspect {
    fn add(&mut self, more: Self) {
        self.first = self.first.min(more.first);
        self.last = self.last.max(more.last);
        for (code, of) in more.explains {
            let sum = self.explains.entry(code).or_default();
            sum.add(&of);
        }
    }

    fn explained(&self) -> u64 {
        self.explains.values().map(|of| of.exceptions).sum()
    }

    /// True where the figures of enough exceptions say what the key says; a rate is asked of its meter.
    fn is_shown(&self, keys: &[CauseKey]) -> bool {
        let explained = self.explained();
        let nothing: u64 = SHOW_NOTHING.iter().map(|code| self.of(code)).sum();
        let shown = explained - nothing;
        let is_one = matches!(
            keys,
            [CauseKey::Award { .. } | CauseKey::Cards { .. } | CauseKey::Stake { .. }]
        );
        let least = if is_one { OF_ONE_MATTER_MIN } else { EXPLAINED_MIN };
        explained >= least
            && match keys.first() {
                Some(CauseKey::Unit { .. }) => {
                    // In one record one figure that fits is enough: it explains no other record.
                    let needed = if self.first == self.last { 1 } else { SHOWN_MIN };
                    shown >= needed && shown * EXPLAINED_PER_SHOWN >= explained
                }
                Some(CauseKey::Feeds { .. }) => self.of("MTR-003") >= SHOWN_MIN,
                Some(
                    CauseKey::Rate { .. }
                    | CauseKey::Overflow { .. }
                    | CauseKey::Cards { .. }
                    | CauseKey::ClockNotSet { .. }
                    | CauseKey::Apart { .. }
                    | CauseKey::Dispensed
                    | CauseKey::Stake { .. }
                    | CauseKey::Paytable { .. },
                ) => true,
                // Raised with this key where the award, or the row, and what lacks one differ in one field alone.
                Some(CauseKey::Award { .. }) => self.of("AWD-002") + self.of("MTR-004") > 0,
                None => false,
            }
    }

    fn of(&self, code: &str) -> u64 {
        self.explains.get(code).map_or(0, |of| of.exceptions)
    }

    /// The cause, where what the key says holds.
    fn cause(
        self,
        keys: Vec<CauseKey>,
        scope: &Scope,
        follower: &Follower,
        (drift, others): (&Drift, &Others),
    ) -> Option<Cause> {
        let [title, evidence, remedy] = match *keys.first()? {
            CauseKey::Unit { column, larger, .. } => self.unit(scope, &keys, column, larger),
            CauseKey::Rate { link, reserve, segment } => {
                self.rate(scope, follower, (link, reserve, segment))?
            }
            CauseKey::Overflow { link } => self.overflow(&scope.link(link).id),
            CauseKey::Feeds { link, .. } => self.feeds(scope, &keys, link),
            CauseKey::Paytable { table, .. } => paytable(scope, &keys, table, drift, others)?,
            CauseKey::Cards { table } => cards(&scope.table(table).id),
            CauseKey::ClockNotSet { journal } => self.clock_not_set(journal),
            CauseKey::Apart { link, journal, .. } => self.apart(&scope.link(link).id, journal),
            CauseKey::Dispensed => self.dispensed(),
            CauseKey::Stake { line, wager } => stake(scope, line, wager),
            CauseKey::Award { day, table, round } => award(scope, day, table, round),
        };
        let (first, last) = (self.first, self.last);
        let mut explains: Vec<Explained> = self.explains.into_values().collect();
        explains.sort_by_key(|of| (std::cmp::Reverse(of.exceptions), of.code));
        Some(Cause { keys, title, evidence, remedy, first, last, explains })
    }

    fn unit(
        &self,
        scope: &Scope,
        keys: &[CauseKey],
        column: AmountColumn,
        larger: bool,
    ) -> [String; 3] {
        // Amounts that fit the wagers, on a meter that gains another unit: it is the meter's.
        let meters = column == AmountColumn::Amount
            && self.of("MTR-003") == 0
            && scope.journal(JournalKind::Hands).is_some();
        let whose = whose(scope, keys);
        let (name, larger) =
            if meters { ("meter or reserve".to_owned(), !larger) } else { (column.name(), larger) };
        let times = if larger { "100 times" } else { "a hundredth of" };
        let because = match column {
            AmountColumn::Amount | AmountColumn::Display | AmountColumn::Reserve => {
                "with them in the other unit the meter moves as it should"
            }
            _ => "with them in the other unit their rounds raise nothing",
        };
        [
            format!("Amounts in another unit: {name} of {whose}"),
            format!(
                "Amounts of {name} of {whose} are {times} what they should be: {because}, in all {} \
                 exceptions explained.",
                self.explained()
            ),
            "Find out in which unit the system writes this column (dollars or cents), and give the journal \
             in dollars; if it is right as it is, the exceptions below stand."
                .to_owned(),
        ]
    }

    fn rate(
        &self,
        scope: &Scope,
        follower: &Follower,
        (link, reserve, segment): (LinkId, bool, u32),
    ) -> Option<[String; 3]> {
        let fit = follower.rate(link, reserve, segment)?;
        let (account, id) = (if reserve { "reserve" } else { "meter" }, &scope.link(link).id);
        let (rate, settings) = (fit.rate.percent(), fit.settings.percent());
        if fit.rate == Rate::ZERO {
            return Some(stands_still(account, id, fit.coin_ins, &settings));
        }
        Some([
            format!("{} of link {id} runs at {rate}, not {settings}", capital(account)),
            format!(
                "{} coin-ins in a row add to the {account} what a contribution of {rate} would, and no \
                 other rate than one close to it explains them; the settings in force say {settings}.",
                fit.coin_ins
            ),
            format!(
                "Compare the contribution in force on the Game Manager with the approved one and with the \
                 engagement; if {rate} was in force and not approved, the difference is owed to or by the \
                 fund."
            ),
        ])
    }

    fn overflow(&self, link: &str) -> [String; 3] {
        [
            format!("What the limit of link {link} cuts off does not reach its reserve"),
            format!(
                "At {} coin-ins the meter stood at its limit, and the reserve gained its own share of them alone; the \
                 engagement declares that it takes in what the limit cuts off.",
                self.explained()
            ),
            "Find out where the Game Manager puts what a full meter does not take. If the house or another meter is \
             approved to have it, write that as the overflow of the link; if it is the reserve, it is owed to the fund."
                .to_owned(),
        ]
    }

    fn clock_not_set(&self, journal: JournalKind) -> [String; 3] {
        let journal = journal.name();
        [
            format!("The clock of the {journal} journal was not set forward"),
            format!(
                "{} records of the {journal} journal have a time of the hour that the clock change of spring leaves out. No \
                 such time was; a clock that goes on as before writes it, and an hour too little ever since.",
                self.explained()
            ),
            "Find out when that clock was set. Have the journal exported again with offsets, or give the zone that it kept to, \
             for the records from the change on."
                .to_owned(),
        ]
    }

    fn apart(&self, link: &str, journal: JournalKind) -> [String; 3] {
        let journal = journal.name();
        [
            format!("The {journal} journal does not go with the others at the tables of link {link}"),
            format!(
                "In all {} times what it says of the wagers and hands of a round is not what the other journals say, in a \
                 third of the rounds or more: more here and less there, or at times that differ from round to round. What \
                 somebody left out or added goes one way and stands at the time of its round, and a single wrong record \
                 stands alone.",
                self.explained()
            ),
            "Find out whether it is the journal of another property, day or link, or one whose rounds are numbered otherwise, \
             and give the right one; if it is, the exceptions below stand."
                .to_owned(),
        ]
    }

    fn dispensed(&self) -> [String; 3] {
        [
            "The shuffler journal does not go with the hands".to_owned(),
            format!(
                "In {} rounds, a third of those dispensed or more, the hands that were dealt are not those that the shuffler \
                 dispensed.",
                self.explained()
            ),
            "Find out whether it is the journal of another property or day, or one whose rounds are numbered otherwise, and \
             give the right one; if it is, other cards were dealt than were dispensed, and the exceptions below stand."
                .to_owned(),
        ]
    }

    fn feeds(&self, scope: &Scope, keys: &[CauseKey], link: LinkId) -> [String; 3] {
        let (whose, link) = (whose(scope, keys), &scope.link(link).id);
        [
            format!("Link {link} is fed by {whose}, which the engagement does not say"),
            format!(
                "{} rounds of {whose} gave coin-in to link {link}, and the engagement names no such link \
                 there.",
                self.of("MTR-003")
            ),
            format!(
                "If a table is on the link, name {link} as the `link` of its [[table]], or in `links` beside \
                 another; if not, find out why its wagers reached the meter."
            ),
        ]
    }
}

/// An account that gains nothing of what is counted in.
fn stands_still(account: &str, link: &str, coin_ins: u64, settings: &str) -> [String; 3] {
    [
        format!("{} of link {link} does not grow", capital(account)),
        format!(
            "{coin_ins} coin-ins in a row add nothing to the {account}; by the settings in force {settings} of \
             each goes there."
        ),
        "Find out where that share of the wagers went: unless another contribution was approved, it is owed to \
         the fund."
            .to_owned(),
    ]
}

/// A table that pays the progressive, its envy or both by another paytable.
fn paytable(
    scope: &Scope,
    keys: &[CauseKey],
    table: TableId,
    drift: &Drift,
    others: &Others,
) -> Option<[String; 3]> {
    let since = keys.iter().filter_map(|key| drift.since(*key)).min_by_key(|since| since.time)?;
    let rounds: u64 = keys.iter().filter_map(|key| drift.since(*key)).map(|s| s.rounds).max()?;
    // Where pays and envy both depart, what explains both.
    let mut names = drift.alike(others, *keys.first()?);
    for key in keys {
        let alike = drift.alike(others, *key);
        names.retain(|name| alike.contains(name));
    }
    let is_of =
        |envy| keys.iter().any(|k| matches!(k, CauseKey::Paytable { envy: e, .. } if *e == envy));
    let what = match (is_of(false), is_of(true)) {
        (true, true) => "the progressive and its envy",
        (true, false) => "the progressive",
        _ => "envy",
    };
    let names = names.join(" or ");
    let (id, approved) = (&scope.table(table).id, scope.rules(table).paytable(Wager::Progressive)?);
    let day = scope.engagement.days.get(usize::from(scope.engagement.day_of(since.time)?))?;
    let minutes = (since.time.0 - day.start.0) / 60_000_000;
    let into = format!("{} h {} min into the gaming day {}", minutes / 60, minutes % 60, day.date);
    Some([
        format!("Table {id} pays {what} by paytable {names} since round {}", since.round),
        format!(
            "From round {} on, {into}, everything that the paytables tell apart was paid by {names}, in {rounds} \
             rounds and without one to the contrary; the link runs on {}.",
            since.round, approved.id
        ),
        format!(
            "Find out who changed the paytable at table {id}, when, and by whose approval; what was paid otherwise \
             than {} has it is below, one by one.",
            approved.id
        ),
    ])
}

fn cards(table: &str) -> [String; 3] {
    [
        format!("The cards of table {table} depart from chance"),
        format!(
            "More than one check of randomness departs on the cards of table {table}: against the cards \
             themselves, against the deck before, of the hands dealt or of what the shuffler dispensed. One \
             machine, one way of dealing or one way of recording has such effects together."
        ),
        "Find out first in which order the cards were written down; then have the shuffler examined. Each of the \
         exceptions below names the most unusual of its tests and all others."
            .to_owned(),
    ]
}

fn stake(scope: &Scope, line: u32, wager: Wager) -> [String; 3] {
    let place = scope.place(JournalKind::Hands, line);
    [
        format!("The {wager} stake of {place} is missing"),
        format!(
            "The row of {place} has no {wager}. With one that fits its other amounts its round raises none of the \
             exceptions below."
        ),
        "Find out what was wagered, by the record of the table or the pictures of it. If nothing was, the exceptions below \
         stand, each for itself."
            .to_owned(),
    ]
}

fn award(scope: &Scope, day: u16, table: TableId, round: u32) -> [String; 3] {
    let table = &scope.table(table).id;
    let day = scope.engagement.days.get(usize::from(day)).map(|d| d.date);
    let day = day.map_or_else(String::new, |date| format!(" on {date}"));
    [
        format!("An award names another hand than that of round {round} at table {table}"),
        format!(
            "A hand that won the meter in round {round} of table {table}{day}, or a back-out of its award, has no \
             award on record, and one award that no hand on record won differs from it in its table, its round \
             or its seat alone."
        ),
        "Find out to whom the award was paid. If to the hand that won, its record names the wrong one: have it \
         corrected; if to another person, the exceptions below stand."
            .to_owned(),
    ]
}

/// The link, or the tables, that a cause concerns.
fn whose(scope: &Scope, keys: &[CauseKey]) -> String {
    let tables = keys.iter().filter_map(|key| match key {
        CauseKey::Unit { place: Place::Table(table), .. } | CauseKey::Feeds { table, .. } => {
            Some(scope.table(*table).id.to_string())
        }
        _ => None,
    });
    let tables: Vec<String> = tables.collect();
    match (keys.first(), tables.len()) {
        (Some(CauseKey::Unit { place: Place::Link(link), .. }), _) => {
            format!("link {}", scope.link(*link).id)
        }
        (_, 1) => format!("table {}", tables.join("")),
        _ => format!("tables {}", tables.join(", ")),
    }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
