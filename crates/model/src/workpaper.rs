//! The whole ordered evidence behind a report. Plain values: presentation belongs to `report`.

use crate::analysis::Analysis;
pub use crate::analysis::{Dimension, VarianceGroup};
use crate::cause::Cause;
use crate::check_family::CheckFamily;
use crate::departures::Departures;
use crate::engagement::Engagement;
use crate::event::Problem;
use crate::exception::{Exception, Extent, FallsUnder, ListedException, MoneyFound};
use crate::money::{Money, Sum};
use crate::previous::{FindingKey, StandingAward};
use crate::register::Registers;
use crate::time::{Date, Timestamp};
use crate::untested::{Recorded, UntestedPayments};
use crate::waiver::WaiverUse;
use crate::words::words;
use compact_str::CompactString;

pub use crate::control::{ControlDay, ControlResult, ControlVerdict};

/// Everything a report says.
#[derive(Clone, Debug)]
pub struct Workpaper {
    /// Version of the tool.
    pub tool_version: String,
    /// Time the report claims to be made (seconds since 1970, UTC).
    pub issued_unix: i64,
    /// Identifier of the report: engagement id and the first digits of the evidence digest.
    pub report_id: String,
    /// SHA-256 over the digests of all inputs, packs and games, in report order; lower hex.
    pub evidence_sha256: String,
    /// The scope.
    pub engagement: Engagement,
    /// The engagement file as evidence.
    pub engagement_file: FileDigest,
    /// The house file that it extends, as evidence.
    pub house_file: Option<FileDigest>,
    /// Every journal read, in engagement order.
    pub inputs: Vec<InputSummary>,
    /// Rule packs used.
    pub packs: Vec<PackSummary>,
    /// Game definitions used.
    pub games: Vec<GameSummary>,
    /// Points the source documents leave open, and how each was read.
    pub rulings: Vec<RulingSummary>,
    /// What was counted.
    pub counts: Counts,
    /// What the hands journal has of what its tables need: what the counts rest on.
    pub recorded: Recorded,
    /// What was paid and could not be tested by any check.
    pub untested_payments: UntestedPayments,
    /// Every check in registry order, with its outcome.
    pub checks: Vec<CheckResult>,
    /// Exceptions kept for print, by code, then locus.
    pub exceptions: Vec<ListedException>,
    /// Exceptions found in all that no waiver covers; the full list is in the JSON report.
    pub exceptions_total: u64,
    /// Of these, those that fall under no control of a rule pack.
    pub exceptions_of_no_control: u64,
    /// What all of them come to.
    pub money: MoneyFound,
    /// What became of each advice of the sources.
    pub advice: Vec<CheckResult>,
    /// Advice that is not followed: no exceptions, and no part of the verdict.
    pub advisories: Vec<Exception>,
    /// What explains many exceptions at once.
    pub causes: Vec<Cause>,
    /// What became of each waiver.
    pub waivers: Vec<WaiverUse>,
    /// Exceptions that a waiver covers, kept for print, by code, then locus.
    pub waived: Vec<ListedException>,
    /// Exceptions that a waiver covers, in all.
    pub waived_total: u64,
    /// Findings: exceptions of a cause, or of a check under a control.
    pub findings: Vec<Finding>,
    /// Responses of the licensee to which there is no finding, each by its check.
    pub responses_unmatched: Vec<String>,
    /// Every control of every pack with its verdict.
    pub controls: Vec<ControlResult>,
    /// One reconciliation for each meter.
    pub meters: Vec<MeterReconciliation>,
    /// Awards, adjustments and back-outs, and each meter by gaming day.
    pub registers: Registers,
    /// Paid against owed, all dimensions.
    pub variance: Vec<VarianceGroup>,
    /// Results beside their expectation, and trends.
    pub analysis: Analysis,
    /// Dealt hand categories, where cards were recorded.
    pub categories: Vec<CategoryCount>,
    /// Problems kept for print.
    pub problems: Vec<Problem>,
    /// Problems in all; the full list is in the quarantine file.
    pub problems_total: u64,
    /// What the record does not cover, each a sentence; a report with gaps never says that nothing
    /// was found.
    pub gaps: Vec<String>,
    /// Who signs.
    pub signer: Option<Signer>,
    /// What was written together with the report, named by its manifest; not in `report.json`, which is one of them.
    pub outputs: Vec<FileDigest>,
    /// The outcome as a whole.
    pub verdict: Verdict,
}

/// The outcome as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check ran and found nothing.
    NothingFound,
    /// What ran found nothing, but some checks did not run: never called passed.
    Incomplete,
    /// At least one exception.
    Exceptions,
}

/// A file as evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Name, relative to the engagement file.
    pub file: String,
    /// SHA-256, lower hex.
    pub sha256: String,
    /// Size in bytes.
    pub size_bytes: u64,
}

/// One journal as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSummary {
    /// The file.
    pub digest: FileDigest,
    /// Which journal: `hands`, `controller`, `manager`, `shuffler`, `bank`.
    pub kind: &'static str,
    /// Records understood.
    pub records: u64,
    /// Records quarantined.
    pub problems: u64,
    /// Columns the canonical form does not know (listed, not read).
    pub unmapped_columns: Vec<String>,
    /// Earliest time in it.
    pub first: Option<Timestamp>,
    /// Latest time in it.
    pub last: Option<Timestamp>,
    /// How it was read, where it is no canonical journal.
    pub export: Option<ExportSummary>,
    /// What of it lay outside the audited days.
    pub set_aside: Option<SetAside>,
}

/// What of a journal lay outside the audited days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Rows and events.
    pub records: u64,
    /// The earliest and the latest time.
    pub times: (Timestamp, Timestamp),
    /// The first and the last line.
    pub lines: (u32, u32),
}

/// How an export of another program was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportSummary {
    /// The mapping profile as evidence.
    pub profile: FileDigest,
    /// What the profile calls itself.
    pub name: String,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// Rows that are no records by the profile: blank, repeated headers, totals.
    pub rows_left_out: u64,
    /// What is remarkable about the file, each a sentence.
    pub notes: Vec<String>,
}

/// A rule pack as used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackSummary {
    /// Id, such as `us-wa`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Authority.
    pub authority: String,
    /// Version of the pack.
    pub version: String,
    /// SHA-256 of the pack file, lower hex.
    pub sha256: String,
}

/// A game definition as used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Source document.
    pub source: String,
    /// SHA-256 of the definition, lower hex.
    pub sha256: String,
}

/// One open point of the source documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingSummary {
    /// Game it concerns.
    pub game: String,
    /// Name.
    pub id: String,
    /// The open point, as a question.
    pub question: String,
    /// The reading applied.
    pub applied: String,
    /// True when the engagement chose it in place of the default.
    pub chosen: bool,
    /// Who or what says so.
    pub source: String,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rounds assembled.
    pub rounds: u64,
    /// Of these, void.
    pub rounds_void: u64,
    /// Of those, declared void; the others are void by the number of their cards, and nobody said so.
    pub rounds_declared_void: u64,
    /// Player hands.
    pub hands: u64,
    /// Of these, folded.
    pub hands_folded: u64,
    /// Of these, folded without recorded cards: untestable.
    pub hands_untestable: u64,
    /// Wagers with a stake or a payment.
    pub wagers: u64,
    /// Of these, those that no check tested.
    pub wagers_untested: u64,
    /// Money staked, micro-dollars.
    pub staked_micros: i128,
    /// Money recorded as returned, micro-dollars.
    pub returned_micros: i128,
}

/// Whether a check ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It tested `tested` things (never zero) and found `exceptions`.
    Ran {
        /// Things tested; at least one.
        tested: u64,
        /// Exceptions found.
        exceptions: u64,
    },
    /// It did not run.
    NotRun {
        /// Why, as a sentence.
        reason: String,
    },
}

/// One check with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Code.
    pub code: &'static str,
    /// Title.
    pub title: &'static str,
    /// What one tested thing is: `wager`, `round`, `reading`.
    pub unit: &'static str,
    /// Outcome.
    pub outcome: Outcome,
    /// Exceptions that a waiver covers; they are not among those of the outcome.
    pub waived: u64,
    /// Of the things tested, those that could not be decided, since the law's own text or the record
    /// leaves them open: neither exceptions nor passed.
    pub undecided: u64,
    /// Why the first of them is undecided; empty when none is.
    pub undecided_reason: String,
    /// Money paid or kept beyond what was owed, in favour of players, micro-dollars.
    pub over_micros: i128,
    /// Money paid or kept beyond what was owed, in favour of the house, micro-dollars.
    pub under_micros: i128,
    /// Money that a meter or reserve holds beyond what it should, micro-dollars.
    pub fund_micros: i128,
    /// The same by calendar day and, where only one asks, by rule pack.
    pub by_date: Vec<DayCount>,
}

/// What one check counted on one calendar day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayCount {
    /// The day by whose law it was judged; none for what stands for the whole audit.
    pub date: Option<Date>,
    /// The rule pack by whose limit it was found or left open; none where it is so by every pack that asks.
    pub pack: Option<CompactString>,
    /// Things tested.
    pub tested: u64,
    /// Exceptions; of what stands for days on end, on each day on which it is one.
    pub found: u64,
    /// Things that could not be decided.
    pub undecided: u64,
    /// Why the first of them could not.
    pub reason: Option<String>,
}

impl DayCount {
    /// Of a day, nothing yet.
    pub fn of(date: Option<Date>, pack: Option<&str>) -> Self {
        let pack = pack.map(CompactString::from);
        Self { date, pack, tested: 0, found: 0, undecided: 0, reason: None }
    }

    /// Adds what another part of the record gave of the same day.
    pub fn add(&mut self, other: Self) {
        self.tested += other.tested;
        self.found += other.found;
        self.undecided += other.undecided;
        self.reason = self.reason.take().or(other.reason);
    }
}

/// All exceptions of one check under one control that no cause explains, or all that one cause explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Code of the check; of a cause, the check that found most of its exceptions.
    pub code: &'static str,
    /// The fault that the check looks for, or the cause in a few words.
    pub title: String,
    /// The cause, by its place in [`Workpaper::causes`].
    pub cause: Option<usize>,
    /// Control it falls under (`WAC 230-15-140`), or the approved rules of play.
    pub control: String,
    /// What was found.
    pub condition: String,
    /// What should be.
    pub criteria: String,
    /// What it means in money and licence.
    pub effect: String,
    /// How much it matters.
    pub severity: Severity,
    /// What its exceptions are worth in favour of players, micro-dollars.
    pub over_micros: i128,
    /// In favour of the house, micro-dollars.
    pub under_micros: i128,
    /// In favour of the progressive fund, micro-dollars.
    pub fund_micros: i128,
    /// The first of its exceptions.
    pub first: Option<ListedException>,
    /// How far they reach.
    pub extent: Extent,
    /// Things tested.
    pub tested: u64,
    /// Exceptions found.
    pub exceptions: u64,
    /// Id of the control it falls under; none for the approved rules, and for a pack that has no such control.
    pub control_id: Option<String>,
    /// Id of the report before, where that has the same finding.
    pub repeated: Option<String>,
    /// What the licensee says to it, each in a paragraph.
    pub responses: Vec<String>,
    /// What its exceptions have in common beside their check: one of these each. Empty for a cause, whose exceptions
    /// carry its keys.
    pub of: Vec<FallsUnder>,
}

impl Finding {
    /// What it is known by from one report to another.
    pub fn key(&self) -> FindingKey {
        FindingKey { code: self.code.to_owned(), control: self.control.clone() }
    }
}

words! {
    /// How much a finding matters, most first.
    pub enum Severity {
        /// A demand of the law itself is not kept: a limit, a location, a permitted reason.
        Law = "law",
        /// Money went where it should not, or a meter holds what it should not.
        Money = "money",
        /// Procedure, configuration or record differ from what is approved, and no amount is attached to it.
        Procedure = "procedure and record",
    }
}

impl Severity {
    /// Of what a check finds, with an amount attached to it or none.
    pub fn of(code: &str, has_money: bool) -> Self {
        match CheckFamily::of(code).is_some_and(CheckFamily::is_of_the_law) {
            true => Self::Law,
            false if has_money => Self::Money,
            false => Self::Procedure,
        }
    }
}

/// One meter as logged against as re-kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeterReconciliation {
    /// Link id.
    pub link: String,
    /// Level name.
    pub level: String,
    /// Which account: `meter` or `reserve`.
    pub account: &'static str,
    /// First reading.
    pub opening: Money,
    /// Contributions as re-kept (floored to a micro-dollar).
    pub contributions: Money,
    /// Awards deducted.
    pub awards: Money,
    /// What reseeds should have added (for a reserve: drawn, negative).
    pub reseeds: Money,
    /// What they added on record; what is missing of it is among the departures.
    pub reseeds_recorded: Money,
    /// Manual adjustments, signed, back-outs included.
    pub adjustments: Money,
    /// Opening plus all that moved: what the display should show at the end.
    pub expected: Money,
    /// Last display in the record.
    pub recorded: Money,
    /// What recorded minus expected is made of.
    pub departures: Departures,
    /// Events re-kept.
    pub events: u64,
    /// The awards that stand at the end, in the manager's order (of a meter; a reserve has none).
    pub standing: Vec<StandingAward>,
    /// By how much it stands too high by departures that no adjustment corrected; negative: too low.
    pub uncorrected: Sum,
    /// Of the house's seed what it put in and did not take back (of a meter; a reserve has none, and beside records that may
    /// be missing it is not known).
    pub seed_left: Option<Sum>,
    /// Of that what no winner of the whole meter took.
    pub seed_in_meter: Option<Sum>,
    /// Points for the plot, thinned, in time order.
    pub series: Vec<MeterPoint>,
}

impl MeterReconciliation {
    /// Link and level: `HARBOR-1 grand`. The name of one of several meters of a link has its level already.
    pub fn name(&self) -> String {
        let (link, level) = (&self.link, &self.level);
        match link.strip_suffix(level.as_str()).is_some_and(|rest| rest.ends_with(' ')) {
            true => link.clone(),
            false => format!("{link} {level}"),
        }
    }
}

/// One point of a meter plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeterPoint {
    /// When.
    pub time: Timestamp,
    /// Display in the record.
    pub recorded: Money,
    /// Display as re-kept from the opening reading.
    pub kept: Money,
    /// What moved the account there, but for a wager.
    pub moved_by: Option<Movement>,
}

words! {
    /// What moves a meter or a reserve beside the shares of wagers.
    pub enum Movement {
        /// An award.
        Award = "award",
        /// A reseed.
        Reseed = "reseed",
        /// An adjustment by hand.
        Adjustment = "adjustment",
    }
}

/// How often one hand category was dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryCount {
    /// Category, highest first.
    pub category: &'static str,
    /// Player hands of five cards.
    pub players: u64,
    /// Dealer hands of five cards.
    pub dealers: u64,
}

/// Who signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// Subject of the certificate.
    pub subject: String,
    /// SHA-256 of the certificate, lower hex.
    pub fingerprint: String,
    /// True when the identity was made for this run because none was configured.
    pub created_now: bool,
    /// True when it is the local identity made on first use, not one configured by the user.
    pub local: bool,
}
