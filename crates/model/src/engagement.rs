//! The scope of one audit, as read from its engagement file.

use crate::daily_figure::DailyFigure;
use crate::engagement_line::{EngagementLine, beside};
use crate::law_stated::{Confirmed, Inspected};
use crate::money::Money;
use crate::previous::{CarriedLink, Previous};
use crate::rate::Rate;
use crate::response::Response;
use crate::time::{Date, Timestamp};
use crate::wager::Wager;
use crate::waiver::Waiver;
use crate::words::words;
use compact_str::CompactString;
use std::collections::BTreeMap;

pub use crate::journal::{JournalEntry, JournalKind, RepeatedHour, Sequence, TextEncoding};
pub use crate::link::{
    AwardTerms, DatedApproval, LONGEST_ODDS, LevelSettings, Link, LinkId, Overflow, TableId,
};
pub use crate::table_terms::{Charge, CollectionRate, Placard, TableTerms};

/// Property, period, tables, games, links, packs and journals of one audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engagement {
    /// Name of the audit, printed on the report.
    pub id: String,
    /// The house.
    pub property: String,
    /// Its licence number.
    pub licence: String,
    /// Where it is.
    pub location: String,
    /// How many tables its licence authorises, where that is declared.
    pub tables_authorised: Option<u32>,
    /// What is kept in a bank, or covered by a line of credit, for its odds-based prizes, where that is declared.
    pub odds_prize_cover: Option<Money>,
    /// The steps for which the house demands two people.
    pub two_people: Vec<TwoPeople>,
    /// For whom the report is.
    pub prepared_for: String,
    /// Who makes it.
    pub prepared_by: String,
    /// The gaming days audited, in order; at least one.
    pub days: Vec<GamingDay>,
    /// When a gaming day starts, local time `HH:MM`.
    pub gaming_day_start: String,
    /// When round numbers and running numbers begin again within the gaming days, beside their turns; ascending.
    pub numbers_begin_again: Vec<Timestamp>,
    /// The property's time zone (IANA name), used to print times.
    pub time_zone: String,
    /// Ids of the rule packs to judge by, in its order.
    pub packs: Vec<String>,
    /// By its id, the file of each of them that does not come with the program, relative to the engagement file.
    pub pack_files: BTreeMap<String, String>,
    /// Game definitions beside the built-in ones, relative to the engagement file.
    pub game_files: Vec<String>,
    /// The house file that it extends, as the engagement names it: relative to the engagement file.
    pub house_file: Option<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The progressive links.
    pub links: Vec<Link>,
    /// The journals.
    pub journals: Vec<JournalEntry>,
    /// Equipment and software found on site.
    pub equipment: Vec<Equipment>,
    /// People named in the journals.
    pub staff: Vec<Staff>,
    /// Rulings chosen for this property in place of a game's default.
    pub rulings: Vec<RulingChoice>,
    /// Figures of the odds that the property states, on a PAR sheet or a placard.
    pub stated: Vec<StatedFigure>,
    /// How the randomness of the cards is to be tested, where that is asked for.
    pub randomness: Option<RandomnessRequest>,
    /// The report of the engagement before, where one is named.
    pub previous: Option<Previous>,
    /// What an authority has let the property depart from.
    pub waivers: Vec<Waiver>,
    /// What the licensee says to findings.
    pub responses: Vec<Response>,
    /// Dates and texts of the law that it states as confirmed.
    pub confirmed: Vec<Confirmed>,
    /// What inspection answered, each control once.
    pub inspected: Vec<Inspected>,
    /// Amounts that the daily records of the house give, to be tied out to.
    pub daily_figures: Vec<DailyFigure>,
}

impl Engagement {
    /// A table; ids come from this engagement, so the table exists.
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[usize::from(id.0)]
    }

    /// A link; ids come from this engagement, so the link exists.
    pub fn link(&self, id: LinkId) -> &Link {
        &self.links[usize::from(id.0)]
    }

    /// Every link once, by the first of its meters.
    pub fn each_link(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        let is_first = |(id, link): &(LinkId, &Link)| {
            self.links.iter().position(|other| other.name == link.name) == Some(usize::from(id.0))
        };
        (0_u16..).map(LinkId).zip(&self.links).filter(is_first)
    }

    /// The person on the staff list whom a journal names, by number or by name.
    pub fn person(&self, actor: &str) -> Option<&Staff> {
        let actor = actor.trim();
        self.staff.iter().find(|of| of.id == actor || of.name.as_deref() == Some(actor))
    }

    /// Whether a journal names by name whoever has it of several on the staff list whose roles differ.
    pub fn is_ambiguous(&self, actor: &str) -> bool {
        let Some(person) = self.person(actor).filter(|of| of.id != actor.trim()) else {
            return false;
        };
        self.staff.iter().any(|of| of.name == person.name && of.role != person.role)
    }

    /// What a link carries over from the engagement before, where the report of that is named and has it. A link that
    /// had several meters then is named there with its level, by [`Link::id_beside_others`].
    pub fn carried(&self, id: LinkId) -> Option<&CarriedLink> {
        let links = &self.previous.as_ref()?.links;
        let named =
            |link: &Link, of: &CarriedLink| link.level == of.level && link.is_named(&of.link);
        let link = self.link(id);
        let had_others = |of: &&CarriedLink| {
            link.level == of.level
                && link.id_beside_others() == of.link
                && !self.links.iter().any(|other| named(other, of))
        };
        links.iter().find(|of| named(link, of)).or_else(|| links.iter().find(had_others))
    }

    /// The meters of the report of the engagement before that none of this one carries over.
    pub fn left_behind(&self) -> impl Iterator<Item = &CarriedLink> {
        let carried = |id: u16| self.carried(LinkId(id));
        let carried: Vec<_> = (0..).zip(&self.links).filter_map(|(id, _)| carried(id)).collect();
        let links = self.previous.iter().flat_map(|previous| &previous.links);
        links.filter(move |of| !carried.contains(of))
    }

    /// What inspection answered to a control of a rule pack.
    pub fn inspected(&self, pack: &str, control: &str) -> Option<&Inspected> {
        let is_of = |of: &&Inspected| of.control == control && of.pack.as_deref() == Some(pack);
        self.inspected.iter().find(is_of)
    }

    /// The file that a line is of; `file` is the engagement file, by the name to be printed.
    pub fn file_of(&self, line: EngagementLine, file: &str) -> String {
        match self.house_file.as_ref().filter(|_| line.of_house) {
            Some(house) => beside(file, house),
            None => file.to_owned(),
        }
    }

    /// File and line, `engagement.toml:12`.
    pub fn place_of(&self, line: EngagementLine, file: &str) -> String {
        format!("{}:{}", self.file_of(line, file), line.number)
    }

    /// Which gaming day (by its place in [`Self::days`]) a time belongs to.
    pub fn day_of(&self, time: Timestamp) -> Option<u16> {
        let after = self.days.partition_point(|d| d.start <= time);
        let at = after.checked_sub(1)?;
        (time < self.days[at].end).then(|| u16::try_from(at).ok()).flatten()
    }

    /// Whether what begins and ends at moments stands on a calendar day of the audit.
    pub fn stands_on(&self, [from, until]: [Option<Timestamp>; 2], date: Date) -> bool {
        let ends = self.days.iter().flat_map(|day| [(day.date, day.midnight), (day.next, day.end)]);
        let begins =
            self.days.iter().flat_map(|day| [(day.date, day.start), (day.next, day.midnight)]);
        let is_begun = from.is_none_or(|from| ends.filter(|of| of.0 == date).any(|of| from < of.1));
        let is_over =
            until.is_some_and(|until| begins.filter(|of| of.0 == date).all(|of| until <= of.1));
        is_begun && !is_over
    }

    /// The calendar day of a time in a gaming day, which goes by its place.
    pub fn calendar_day(&self, day: u16, time: Timestamp) -> CalendarDay {
        let midnight = self.days.get(usize::from(day)).map(|of| of.midnight);
        CalendarDay::new(day, midnight.is_some_and(|midnight| midnight <= time))
    }

    /// The calendar days of the audit: of each gaming day that by which it is named and the one that begins within it.
    pub fn calendar(&self) -> impl Iterator<Item = Date> {
        self.days.iter().flat_map(|day| [day.date, day.next])
    }

    /// The date of a calendar day.
    pub fn calendar_date(&self, of: CalendarDay) -> Date {
        let day = &self.days[(of.place() / 2).min(self.days.len() - 1)];
        if of.place().is_multiple_of(2) { day.date } else { day.next }
    }
}

/// How the randomness of the cards is to be tested.
///
/// A test of randomness raises a false alarm now and then: how often is written down here, before
/// the cards are looked at. So the tests run only where this is declared, or where the property keeps
/// the journal of a shuffler, which has no other use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomnessRequest {
    /// Probability of a false alarm over all sources of the audit, above 0 and at most a tenth.
    pub level: Rate,
    /// Id of the standard that it follows, if it follows one.
    pub profile: Option<String>,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

/// A calendar day of the audit. A law begins with its calendar day and not with the gaming day of the property, which
/// may end hours after midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarDay(u32);

impl CalendarDay {
    /// Of a gaming day, by its place: the day that it is named after, or, after midnight, the next.
    pub fn new(day: u16, after_midnight: bool) -> Self {
        Self(u32::from(day) * 2 + u32::from(after_midnight))
    }

    /// Its place among [`Engagement::calendar`].
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// One accounting day of the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamingDay {
    /// The date it is named after.
    pub date: Date,
    /// The calendar day after that.
    pub next: Date,
    /// Its first moment.
    pub start: Timestamp,
    /// The first moment of the calendar day after its date; at or before the first moment after it.
    pub midnight: Timestamp,
    /// The first moment after it.
    pub end: Timestamp,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Name in the journals.
    pub id: CompactString,
    /// Id of its game definition.
    pub game: String,
    /// Seats for players, 1 to 9.
    pub seats: u8,
    /// The meters that each of its progressive wagers feeds: the levels of a link, or several links. What does not
    /// come off a meter, prizes from the tray and envy, goes by the paytable of the first.
    pub links: Vec<LinkId>,
    /// Paytable of each side bet offered.
    pub paytables: Vec<(Wager, String)>,
    /// Posted minimum and maximum of each wager.
    pub posted: Vec<PostedLimit>,
    /// Posted aggregate limit of each side bet that has one: the most that all players together are
    /// paid on it in one round.
    pub aggregate: Vec<(Wager, Money)>,
    /// Its shuffler, if declared.
    pub shuffler: Option<Shuffler>,
    /// Decks it plays with in turn, 1 or 2: with two, the deck before a round's is that of two rounds
    /// before.
    pub decks_in_use: u8,
    /// The fixed progressive wager at this table, where it is not the link's `unit`.
    pub unit: Option<Money>,
    /// What was approved for it later, in order of time.
    pub approvals: Vec<TableApproval>,
    /// What a law asks of it that its play does not show.
    pub terms: TableTerms,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

/// What is approved for a table from a moment on: all of its paytables and posted limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableApproval {
    /// The first moment.
    pub from: Timestamp,
    /// The same as the engagement writes it.
    pub written: String,
    /// The document that says so.
    pub document: String,
    /// Paytable of each side bet, as from then on.
    pub paytables: Vec<(Wager, String)>,
    /// Posted minimum and maximum of each wager, as from then on.
    pub posted: Vec<PostedLimit>,
}

/// The shuffler of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffler {
    /// Its model: `i-Deal Plus`.
    pub model: String,
    /// The mode it is set to: `Four Card Poker Cover All`.
    pub mode: String,
    /// Line of the engagement file where the mode is declared.
    pub line: EngagementLine,
}

impl Table {
    /// What is approved for it at a moment, where that is of a later date.
    pub fn approval_at(&self, time: Timestamp) -> Option<&TableApproval> {
        let after = self.approvals.partition_point(|of| of.from <= time);
        self.approvals.get(after.checked_sub(1)?)
    }

    /// The posted limits at a moment.
    #[inline]
    pub fn posted_at(&self, time: Timestamp) -> &[PostedLimit] {
        self.approval_at(time).map_or(&self.posted, |of| &of.posted)
    }

    /// All that is posted at some time, each with its first moment and that of what took its place.
    pub fn postings(&self) -> impl Iterator<Item = ([Option<Timestamp>; 2], &[PostedLimit])> {
        let first = std::iter::once((None, &self.posted[..]));
        let later = self.approvals.iter().map(|of| (Some(of.from), &of.posted[..]));
        let next = self.approvals.iter().map(|of| Some(of.from)).chain([None]);
        first.chain(later).zip(next).map(|((from, posted), until)| ([from, until], posted))
    }

    /// The first link its progressive wagers feed.
    pub fn link(&self) -> Option<LinkId> {
        self.links.first().copied()
    }

    /// Whether its progressive wagers feed a link.
    #[inline]
    pub fn feeds(&self, link: LinkId) -> bool {
        self.links.contains(&link)
    }

    /// The paytable of a side bet, if the table offers it.
    pub fn paytable(&self, wager: Wager) -> Option<&str> {
        self.paytables.iter().find(|(w, _)| *w == wager).map(|(_, id)| id.as_str())
    }
}

/// A figure of the odds as the property states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFigure {
    /// Game definition it concerns.
    pub game: String,
    /// The wager: that of a paytable, or `Ante` for the base game as a whole.
    pub wager: Wager,
    /// The paytable, where the wager has several.
    pub paytable: String,
    /// For Cover All, the number of hands dealt.
    pub hands: Option<u8>,
    /// What is stated.
    pub figure: Figure,
    /// The value as a share of one, exactly as stated: 3.42% is 342/10000.
    pub value: Rate,
    /// How many decimals of that share are stated: 4 for 3.42%.
    pub decimals: u8,
    /// Where it is stated.
    pub source: String,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

words! {
    /// A figure of a PAR sheet.
    pub enum Figure {
        /// What the house keeps of the wager on average.
        HouseEdge = "house_edge",
        /// How often the wager wins something.
        HitFrequency = "hit_frequency",
        /// What the house keeps of all money wagered.
        ElementOfRisk = "element_of_risk",
    }
}

/// The posted minimum and maximum of one wager, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedLimit {
    /// Which wager.
    pub wager: Wager,
    /// Smallest stake accepted.
    pub min: Money,
    /// Largest stake accepted.
    pub max: Money,
}

/// One piece of equipment or software found on site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// Component name as in the approval.
    pub component: String,
    /// Version found.
    pub version: String,
    /// Where it is: a table or link id, or empty.
    pub place: String,
    /// Its program files as they were found.
    pub programs: Vec<Program>,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

/// A program file of a component, as it was found beside as it was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name.
    pub file: String,
    /// SHA-256 found, lower hex.
    pub sha256: String,
    /// SHA-256 approved, lower hex.
    pub approved: String,
}

words! {
    /// A step for which a house may demand two people.
    pub enum TwoPeople {
        /// An award: the procedures of the systems demand it in any case.
        Award = "award",
        /// A change of a meter or reserve by hand, but for a back-out.
        Adjustment = "adjustment",
        /// The reversal of an award.
        BackOut = "back_out",
        /// The count of the bank.
        BankCount = "bank_count",
    }
}

words! {
    /// What a person named in a journal may do.
    pub enum Role {
        /// Deals.
        Dealer = "dealer",
        /// Supervises tables; holds a Supervisor card or key.
        Supervisor = "supervisor",
        /// Holds an Executive card.
        Executive = "executive",
        /// Keeps the books; makes manual adjustments.
        Accounting = "accounting",
    }
}

/// One person named in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// Name or number in the journals.
    pub id: CompactString,
    /// The name that journals may give in place of it.
    pub name: Option<CompactString>,
    /// What this person may do.
    pub role: Role,
}

/// A ruling chosen for this property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingChoice {
    /// Game definition it concerns.
    pub game: String,
    /// Name of the ruling.
    pub ruling: String,
    /// The reading chosen.
    pub value: String,
    /// By what authority: the house's, unless it names a later approval of the game's rules.
    pub authority: Authority,
    /// Who or what says so.
    pub source: String,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

words! {
    /// By what authority a reading of the rules of a game applies.
    #[derive(Default)]
    pub enum Authority {
        /// The rules of the game as they were approved.
        ApprovedRules = "approved rules",
        /// The house's own, which may settle only what the approved rules leave open.
        #[default]
        HouseRules = "house rules",
    }
}
