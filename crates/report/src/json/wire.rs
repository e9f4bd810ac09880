//! The parts of `report.json` that say what was audited and what came of it: report, verdict, inputs, packs, games,
//! rulings, checks, advice and causes.

use super::LISTED_OF_CAUSE_MAX;
use super::named::OutcomeName;
use crate::clock::Clock;
use crate::words::{
    CheckCounts, Places, check_counts, controls_sentence, controls_tested, verdict_sentence,
};
use feltproof_model::workpaper::{
    CheckResult, ExportSummary, GameSummary, InputSummary, Outcome, PackSummary, RulingSummary,
    Workpaper,
};
use feltproof_model::{Cause, Exception, Explained, Locus, Timestamp};
use feltproof_wire::{
    Code, Dollars, FileOf, JournalName, Place, Sha256Hex, Text, Time, list, object,
};
use schemars::JsonSchema;
use serde::Serialize;

object! {
    /// Which report.
    pub(super) Issued(w: &Workpaper, clock: &Clock) {
        /// Its id.
        id: Text = (&w.report_id).into(),
        issued: Time = clock.rfc3339(Timestamp::from_seconds(w.issued_unix)).into(),
        /// The same in seconds since 1970-01-01T00:00:00Z.
        issued_unix: i64 = w.issued_unix,
        /// What wrote it.
        #[schemars(extend("const" = "feltproof"))]
        tool: &'static str = "feltproof",
        /// Its version.
        tool_version: Text = (&w.tool_version).into(),
        /// Digest over everything that the report rests on.
        evidence_sha256: Sha256Hex = (&w.evidence_sha256).into(),
    }

    /// The verdict.
    pub(super) OverallVerdict(
        w: &Workpaper;
        CheckCounts { clean, found, not_run, undecided } = check_counts(w),
        (tested, applicable) = controls_tested(w)
    ) {
        /// nothing_found: no exception and nothing left untested; incomplete: no exception, but something was not
        /// tested; exceptions otherwise.
        outcome: OutcomeName = w.verdict.into(),
        /// As printed.
        sentence: Text = verdict_sentence(w).into(),
        /// Checks that ran and found nothing.
        checks_clean: u64 = clean,
        /// Checks that found something.
        checks_with_exceptions: u64 = found,
        /// Checks that left something undecided.
        checks_not_decidable: u64 = undecided,
        /// Checks that did not run.
        checks_not_run: u64 = not_run,
        /// Controls tested.
        controls_tested: usize = tested,
        /// Of so many that apply.
        controls_applicable: usize = applicable,
        /// The same in words.
        controls_sentence: Text = controls_sentence(w).into(),
    }

    /// A journal as read.
    pub(super) Input(input: &InputSummary, clock: &Clock) {
        /// Its file.
        file: Text = (&input.digest.file).into(),
        /// Which journal.
        #[schemars(with = "JournalName")]
        kind: &'static str = input.kind,
        /// Digest of its bytes.
        sha256: Sha256Hex = (&input.digest.sha256).into(),
        /// Size in bytes.
        size_bytes: u64 = input.digest.size_bytes,
        /// Records read.
        records: u64 = input.records,
        /// Records that could not be understood.
        problems: u64 = input.problems,
        /// Columns that are not read.
        unmapped_columns: Vec<String> = input.unmapped_columns.clone(),
        first: Option<Time> = input.first.map(|time| clock.rfc3339(time).into()),
        last: Option<Time> = input.last.map(|time| clock.rfc3339(time).into()),
        #[serde(flatten)]
        export: Option<Export> = input.export.as_ref().map(Export::from),
    }

    /// What is said of a file that a profile reads.
    Export(export: &ExportSummary) {
        /// Sheet of a workbook; only where a profile reads the file.
        sheet: Option<String> = export.sheet.clone(),
        /// Rows that are no records; only where a profile reads the file.
        rows_left_out: u64 = export.rows_left_out,
        /// What is remarkable about the file; only where a profile reads it.
        notes: Vec<Text> = list(&export.notes),
        /// The mapping profile; only where one reads the file.
        profile: Profile = export.into(),
    }

    /// A mapping profile.
    Profile(export: &ExportSummary) {
        /// Title.
        name: Text = (&export.name).into(),
        #[serde(flatten)]
        file: FileOf = (&export.profile).into(),
    }

    /// A rule pack.
    pub(super) Pack(w: &Workpaper, pack: &PackSummary) {
        /// Id.
        id: Text = (&pack.id).into(),
        /// Title.
        title: Text = (&pack.title).into(),
        /// Whose law.
        authority: Text = (&pack.authority).into(),
        /// Version.
        version: Text = (&pack.version).into(),
        /// Digest.
        sha256: Sha256Hex = (&pack.sha256).into(),
        /// File, of a pack that does not come with the program.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Text")]
        file: Option<Text> = w.engagement.pack_files.get(&pack.id).map(Text::from),
    }

    /// A game definition.
    pub(super) Game(game: &GameSummary) {
        /// Id.
        id: Text = (&game.id).into(),
        /// Title.
        title: Text = (&game.title).into(),
        /// Source document.
        source: Text = (&game.source).into(),
        /// Digest.
        sha256: Sha256Hex = (&game.sha256).into(),
    }

    /// An open point of the documents and the reading applied.
    pub(super) Ruling(ruling: &RulingSummary) {
        /// Game.
        game: Text = (&ruling.game).into(),
        /// Which.
        id: Text = (&ruling.id).into(),
        /// The question.
        question: Text = (&ruling.question).into(),
        /// The reading applied.
        applied: Text = (&ruling.applied).into(),
        /// Whether the engagement chose it.
        chosen: bool = ruling.chosen,
        /// Who says so.
        source: Text = (&ruling.source).into(),
    }

    /// Money that went where it should not, by whom it favours.
    pub(super) Favours(over_micros: i128, under_micros: i128, fund_micros: i128) {
        /// What is paid or kept beyond what was owed, in favour of players.
        favours_players_dollars: Dollars = over_micros.into(),
        /// The same in favour of the house.
        favours_house_dollars: Dollars = under_micros.into(),
        /// What a meter or reserve holds beyond what it should.
        favours_fund_dollars: Dollars = fund_micros.into(),
    }

    /// A check and what it came to. Not run is never passed.
    pub(super) CheckOutcome(
        c: &CheckResult;
        (tested, exceptions, reason_not_run) = match &c.outcome {
            Outcome::Ran { tested, exceptions } => (Some(*tested), Some(*exceptions), None),
            Outcome::NotRun { reason } => (None, None, Some(reason.clone())),
        }
    ) {
        code: Code = c.code.into(),
        /// The fault that it looks for.
        title: Text = c.title.into(),
        /// What one tested thing is, singular.
        unit: Text = c.unit.into(),
        /// Whether it ran: tested one thing at least.
        ran: bool = tested.is_some(),
        /// Why it did not; null where it ran.
        reason_not_run: Option<String> = reason_not_run,
        /// Things tested; null where it did not run.
        #[schemars(range(min = 1))]
        tested: Option<u64> = tested,
        /// Exceptions that no waiver covers; null where it did not run.
        exceptions: Option<u64> = exceptions,
        /// Things that the law or the record leaves undecided: neither exceptions nor passed.
        undecided: u64 = c.undecided,
        /// Why the first of them is; null where none is.
        undecided_reason: Option<String> = (c.undecided > 0).then(|| c.undecided_reason.clone()),
        #[serde(flatten)]
        favours: Favours = Favours::new(c.over_micros, c.under_micros, c.fund_micros),
    }

    /// Advice that is not followed: no exception, no part of the verdict.
    pub(super) Advisory(e: &Exception, places: &Places) {
        code: Code = e.code.into(),
        #[serde(flatten)]
        place: Place = place(places, e.locus),
        /// Link.
        link: Option<String> = e.link.as_ref().map(ToString::to_string),
        /// Table.
        table: Option<String> = e.table.as_ref().map(ToString::to_string),
        /// What is advised.
        advised: String = e.expected.clone(),
        /// What is set.
        set_to: String = e.recorded.clone(),
        /// In words.
        explanation: Text = (&e.explanation).into(),
    }

    /// What explains many exceptions at once.
    pub(super) ListedCause(number: usize, cause: &Cause, places: &Places; all = cause.exceptions()) {
        id: CauseId = CauseId::of(number),
        /// In a few words.
        title: Text = (&cause.title).into(),
        /// Why it is taken for one.
        evidence: Text = (&cause.evidence).into(),
        /// What to do.
        remedy: Text = (&cause.remedy).into(),
        first: Place = place(places, cause.first),
        last: Place = place(places, cause.last),
        /// Exceptions that it explains.
        exceptions: u64 = all,
        /// Of these, not in `exceptions`.
        exceptions_not_listed: u64 = all.saturating_sub(LISTED_OF_CAUSE_MAX),
        /// By check.
        explains: Vec<ExplainedOf> = list(&cause.explains),
    }

    /// What a cause explains of one check.
    ExplainedOf(of: &Explained) {
        code: Code = of.code.into(),
        /// How many.
        exceptions: u64 = of.exceptions,
        #[serde(flatten)]
        favours: Favours = Favours::new(of.over_micros, of.under_micros, of.fund_micros),
    }
}

/// Id of a cause.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CauseId(#[schemars(regex(pattern = "^C[1-9][0-9]*$"))] String);

impl CauseId {
    /// By its place: `C1` is the first.
    pub(super) fn of(at: usize) -> Self {
        Self(cause_id(at))
    }
}

/// The id of a cause, by its place: `C1`.
pub(crate) fn cause_id(at: usize) -> String {
    format!("C{}", at + 1)
}

/// A place in the evidence.
pub(super) fn place(places: &Places, locus: Locus) -> Place {
    let (file, line) = places.file_and_line(locus);
    Place::new(file.into_owned(), line)
}
