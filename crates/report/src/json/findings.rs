//! The findings, waivers and controls of `report.json`, with the records that could not be understood and the signer.

use super::engagement::AnswerOf;
use super::named::{ControlVerdictName, SeverityName, StatusName};
use super::wire::{CauseId, Favours, place};
use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::Locus;
use feltproof_model::event::Problem;
use feltproof_model::waiver::WaiverUse;
use feltproof_model::workpaper::{ControlDay, ControlResult, Finding, Signer};
use feltproof_printable::{TEXT_CHARS_MAX, cut};
use feltproof_wire::{Code, Day, Evidence, Place, Sha256Hex, Text, Time, list, object};

object! {
    /// All exceptions of one check under one control that no cause explains, or all that one cause explains.
    pub(super) ListedFinding(f: &Finding, places: &Places, clock: &Clock) {
        code: Code = f.code.into(),
        title: Text = (&f.title).into() => "The fault.",
        cause: Option<CauseId> = f.cause.map(CauseId::of)
            => "Id of the cause; null where it is none.",
        control: Text = (&f.control).into()
            => "What it falls under. Code and control together are what a finding is known by between reports.",
        condition: Text = (&f.condition).into() => "What was found.",
        criteria: Text = (&f.criteria).into() => "What should be.",
        effect: Text = (&f.effect).into() => "What it means.",
        severity: SeverityName = f.severity.into(),
        #[serde(flatten)]
        favours: Favours = Favours::new(f.over_micros, f.under_micros, f.fund_micros),
        first: Option<String> = f.first.as_ref().map(|e| places.place(e.locus))
            => "File and line of the first exception.",
        since: Option<Time> = f.extent.since.map(|time| clock.rfc3339(time).into())
            => "Time of the first; null where none has one.",
        until: Option<Time> = f.extent.until.map(|time| clock.rfc3339(time).into())
            => "Time of the last.",
        tables: Vec<Text> = list(&f.extent.tables) => "Tables concerned.",
        links: Vec<Text> = list(&f.extent.links) => "Links concerned.",
        dealers: Vec<Text> = list(&f.extent.dealers) => "Dealers concerned.",
        #[schemars(range(min = 1))]
        tested: u64 = f.tested => "Things tested.",
        exceptions: u64 = f.exceptions => "Exceptions.",
        repeated: Option<String> = f.repeated.clone()
            => "Id of the report before, where that has the same finding; else null.",
        responses: Vec<Text> = list(&f.responses) => "What the licensee says to it.",
    }

    /// A waiver.
    pub(super) ListedWaiver(number: usize, of: &WaiverUse) {
        #[schemars(range(min = 1))]
        number: usize = number => "Its number.",
        of: Text = (&of.of).into() => "What it covers.",
        approver: Text = (&of.approver).into() => "Who granted it.",
        justification: Text = (&of.justification).into() => "Why.",
        document: String = of.document.clone() => "The document.",
        expires: Day = of.expires.into(),
        exceptions: u64 = of.waived => "Exceptions that it covers.",
    }

    /// A version of a control.
    pub(super) ControlVersion(c: &ControlResult) {
        pack: Text = (&c.pack).into() => "Rule pack.",
        citation: Text = (&c.citation).into() => "Citation.",
        title: Text = (&c.title).into() => "Title.",
        #[schemars(with = "StatusName")]
        status: String = c.status.clone() => "How it is answered.",
        evidence: Evidence = (&c.evidence).into(),
        id: Text = (&c.id).into() => "Id of the control.",
        demand: Text = (&c.demand).into() => "What it demands.",
        address: Text = (&c.address).into() => "Where its text stands.",
        read: Option<Day> = c.read.map(Day::from) => "When that was read; null: never.",
        period: Text = (&c.period).into() => "When it applies, in words.",
        values: Vec<Text> = list(&c.values) => "Limits applied, with their tags.",
        days: u64 = c.days => "Calendar days on which it applied.",
        tested: u64 = c.tested => "Things tested.",
        exceptions: u64 = c.found => "Exceptions.",
        inspected: Option<AnswerOf> = c.inspected.as_ref().map(AnswerOf::from),
        checks: Vec<Code> = list(&c.checks) => "Checks that answer it.",
        verdict: ControlVerdictName = c.verdict.into(),
        by_day: Vec<ControlOnDay> = list(&c.by_day) => "As if each day alone were audited.",
        note: String = c.note.clone() => "What is known and what is not.",
    }

    /// A control on one day.
    ControlOnDay(day: &ControlDay) {
        date: Day = day.date.into(),
        verdict: ControlVerdictName = day.verdict.into(),
        tested: u64 = day.tested => "Things tested.",
        exceptions: u64 = day.found => "Exceptions.",
    }

    /// A record that could not be understood.
    pub(super) ShownProblem(p: &Problem, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, Locus::Journal { journal: p.journal, line: p.line }),
        reason: Text = (&p.reason).into() => "Why.",
        raw: String = cut(p.raw.clone(), TEXT_CHARS_MAX)
            => "The record, its first 500 characters.",
    }

    /// Who signs.
    pub(super) SignedBy(signer: &Signer) {
        subject: Text = (&signer.subject).into() => "Subject of the certificate.",
        certificate_sha256: Sha256Hex = (&signer.fingerprint).into() => "Its fingerprint.",
        created_now: bool = signer.created_now => "Whether it was made for this run.",
        local: bool = signer.local => "Whether it is the local identity made on first use.",
    }
}
