//! The parts of `report.json` that say what was audited and what came of it: report, verdict, inputs, packs, games,
//! rulings, checks, advice and causes.

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
use feltproof_paper::exceptions::LISTED_OF_CAUSE_MAX;
use feltproof_paper::findings::cause_id;
use feltproof_wire::{
    Code, Dollars, FileOf, JournalName, Place, Sha256Hex, Text, Time, list, object,
};
use schemars::JsonSchema;
use serde::Serialize;

object! {
    /// Which report.
    pub(super) Issued(w: &Workpaper, clock: &Clock) {
        id: Text = (&w.report_id).into() => "Its id.",
        issued: Time = clock.rfc3339(Timestamp::from_seconds(w.issued_unix)).into(),
        issued_unix: i64 = w.issued_unix => "The same in seconds since 1970-01-01T00:00:00Z.",
        #[schemars(extend("const" = "feltproof"))]
        tool: &'static str = "feltproof" => "What wrote it.",
        tool_version: Text = (&w.tool_version).into() => "Its version.",
        evidence_sha256: Sha256Hex = (&w.evidence_sha256).into()
            => "Digest over everything that the report rests on.",
    }

    /// The verdict.
    pub(super) OverallVerdict(
        w: &Workpaper;
        CheckCounts { clean, found, not_run, undecided } = check_counts(w),
        (tested, applicable) = controls_tested(w)
    ) {
        outcome: OutcomeName = w.verdict.into()
            => "nothing_found: no exception and nothing left untested; incomplete: no exception, but \
                something was not tested; exceptions otherwise.",
        sentence: Text = verdict_sentence(w).into() => "As printed.",
        checks_clean: u64 = clean => "Checks that ran and found nothing.",
        checks_with_exceptions: u64 = found => "Checks that found something.",
        checks_not_decidable: u64 = undecided => "Checks that left something undecided.",
        checks_not_run: u64 = not_run => "Checks that did not run.",
        controls_tested: usize = tested => "Controls tested.",
        controls_applicable: usize = applicable => "Of so many that apply.",
        controls_sentence: Text = controls_sentence(w).into() => "The same in words.",
    }

    /// A journal as read.
    pub(super) Input(input: &InputSummary, clock: &Clock) {
        file: Text = (&input.digest.file).into() => "Its file.",
        #[schemars(with = "JournalName")]
        kind: &'static str = input.kind => "Which journal.",
        sha256: Sha256Hex = (&input.digest.sha256).into() => "Digest of its bytes.",
        size_bytes: u64 = input.digest.size_bytes => "Size in bytes.",
        records: u64 = input.records => "Records read.",
        problems: u64 = input.problems => "Records that could not be understood.",
        unmapped_columns: Vec<String> = input.unmapped_columns.clone()
            => "Columns that are not read.",
        first: Option<Time> = input.first.map(|time| clock.rfc3339(time).into()),
        last: Option<Time> = input.last.map(|time| clock.rfc3339(time).into()),
        #[serde(flatten)]
        export: Option<Export> = input.export.as_ref().map(Export::from),
    }

    /// What is said of a file that a profile reads.
    Export(export: &ExportSummary) {
        sheet: Option<String> = export.sheet.clone()
            => "Sheet of a workbook; only where a profile reads the file.",
        rows_left_out: u64 = export.rows_left_out
            => "Rows that are no records; only where a profile reads the file.",
        notes: Vec<Text> = list(&export.notes)
            => "What is remarkable about the file; only where a profile reads it.",
        profile: Profile = export.into() => "The mapping profile; only where one reads the file.",
    }

    /// A mapping profile.
    Profile(export: &ExportSummary) {
        name: Text = (&export.name).into() => "Title.",
        #[serde(flatten)]
        file: FileOf = (&export.profile).into(),
    }

    /// A rule pack.
    pub(super) Pack(w: &Workpaper, pack: &PackSummary) {
        id: Text = (&pack.id).into() => "Id.",
        title: Text = (&pack.title).into() => "Title.",
        authority: Text = (&pack.authority).into() => "Whose law.",
        version: Text = (&pack.version).into() => "Version.",
        sha256: Sha256Hex = (&pack.sha256).into() => "Digest.",
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Text")]
        file: Option<Text> = w.engagement.pack_files.get(&pack.id).map(Text::from)
            => "File, of a pack that does not come with the program.",
    }

    /// A game definition.
    pub(super) Game(game: &GameSummary) {
        id: Text = (&game.id).into() => "Id.",
        title: Text = (&game.title).into() => "Title.",
        source: Text = (&game.source).into() => "Source document.",
        sha256: Sha256Hex = (&game.sha256).into() => "Digest.",
    }

    /// An open point of the documents and the reading applied.
    pub(super) Ruling(ruling: &RulingSummary) {
        game: Text = (&ruling.game).into() => "Game.",
        id: Text = (&ruling.id).into() => "Which.",
        question: Text = (&ruling.question).into() => "The question.",
        applied: Text = (&ruling.applied).into() => "The reading applied.",
        chosen: bool = ruling.chosen => "Whether the engagement chose it.",
        source: Text = (&ruling.source).into() => "Who says so.",
    }

    /// Money that went where it should not, by whom it favours.
    pub(super) Favours(over_micros: i128, under_micros: i128, fund_micros: i128) {
        favours_players_dollars: Dollars = over_micros.into()
            => "What is paid or kept beyond what was owed, in favour of players.",
        favours_house_dollars: Dollars = under_micros.into() => "The same in favour of the house.",
        favours_fund_dollars: Dollars = fund_micros.into()
            => "What a meter or reserve holds beyond what it should.",
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
        title: Text = c.title.into() => "The fault that it looks for.",
        unit: Text = c.unit.into() => "What one tested thing is, singular.",
        ran: bool = tested.is_some() => "Whether it ran: tested one thing at least.",
        reason_not_run: Option<String> = reason_not_run => "Why it did not; null where it ran.",
        #[schemars(range(min = 1))]
        tested: Option<u64> = tested => "Things tested; null where it did not run.",
        exceptions: Option<u64> = exceptions
            => "Exceptions that no waiver covers; null where it did not run.",
        undecided: u64 = c.undecided
            => "Things that the law or the record leaves undecided: neither exceptions nor passed.",
        undecided_reason: Option<String> = (c.undecided > 0).then(|| c.undecided_reason.clone())
            => "Why the first of them is; null where none is.",
        #[serde(flatten)]
        favours: Favours = Favours::new(c.over_micros, c.under_micros, c.fund_micros),
    }

    /// Advice that is not followed: no exception, no part of the verdict.
    pub(super) Advisory(e: &Exception, places: &Places) {
        code: Code = e.code.into(),
        #[serde(flatten)]
        place: Place = place(places, e.locus),
        link: Option<String> = e.link.as_ref().map(ToString::to_string) => "Link.",
        table: Option<String> = e.table.as_ref().map(ToString::to_string) => "Table.",
        advised: String = e.expected.clone() => "What is advised.",
        set_to: String = e.recorded.clone() => "What is set.",
        explanation: Text = (&e.explanation).into() => "In words.",
    }

    /// What explains many exceptions at once.
    pub(super) ListedCause(number: usize, cause: &Cause, places: &Places; all = cause.exceptions()) {
        id: CauseId = CauseId::of(number),
        title: Text = (&cause.title).into() => "In a few words.",
        evidence: Text = (&cause.evidence).into() => "Why it is taken for one.",
        remedy: Text = (&cause.remedy).into() => "What to do.",
        first: Place = place(places, cause.first),
        last: Place = place(places, cause.last),
        exceptions: u64 = all => "Exceptions that it explains.",
        exceptions_not_listed: u64 = all.saturating_sub(LISTED_OF_CAUSE_MAX)
            => "Of these, not in `exceptions`.",
        explains: Vec<ExplainedOf> = list(&cause.explains) => "By check.",
    }

    /// What a cause explains of one check.
    ExplainedOf(of: &Explained) {
        code: Code = of.code.into(),
        exceptions: u64 = of.exceptions => "How many.",
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

/// A place in the evidence.
pub(super) fn place(places: &Places, locus: Locus) -> Place {
    let (file, line) = places.file_and_line(locus);
    Place::new(file.into_owned(), line)
}
