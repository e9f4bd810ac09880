//! The findings, waivers and controls of `report.json`, with the records that could not be understood and the signer.

use super::named::{ControlVerdictName, SeverityName, StatusName};
use super::stated::AnswerOf;
use super::wire::{CauseId, Favours, place};
use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::event::Problem;
use feltproof_model::waiver::WaiverUse;
use feltproof_model::workpaper::{ControlDay, ControlResult, Finding, Signer};
use feltproof_model::{Locus, TEXT_CHARS_MAX, excerpt};
use feltproof_wire::{Code, Day, Evidence, Place, Sha256Hex, Text, Time, list, object};

object! {
    /// All exceptions of one check under one control that no cause explains, or all that one cause explains.
    pub(super) ListedFinding(f: &Finding, places: &Places, clock: &Clock) {
        code: Code = f.code.into(),
        /// The fault.
        title: Text = (&f.title).into(),
        /// Id of the cause; null where it is none.
        cause: Option<CauseId> = f.cause.map(CauseId::of),
        /// What it falls under. Code and control together are what a finding is known by between reports.
        control: Text = (&f.control).into(),
        /// What was found.
        condition: Text = (&f.condition).into(),
        /// What should be.
        criteria: Text = (&f.criteria).into(),
        /// What it means.
        effect: Text = (&f.effect).into(),
        severity: SeverityName = f.severity.into(),
        #[serde(flatten)]
        favours: Favours = Favours::new(f.over_micros, f.under_micros, f.fund_micros),
        /// File and line of the first exception.
        first: Option<String> = f.first.as_ref().map(|e| places.place(e.locus)),
        /// Time of the first; null where none has one.
        since: Option<Time> = f.extent.since.map(|time| clock.rfc3339(time).into()),
        /// Time of the last.
        until: Option<Time> = f.extent.until.map(|time| clock.rfc3339(time).into()),
        /// Tables concerned.
        tables: Vec<Text> = list(&f.extent.tables),
        /// Links concerned.
        links: Vec<Text> = list(&f.extent.links),
        /// Dealers concerned.
        dealers: Vec<Text> = list(&f.extent.dealers),
        /// Things tested.
        #[schemars(range(min = 1))]
        tested: u64 = f.tested,
        /// Exceptions.
        exceptions: u64 = f.exceptions,
        /// Id of the report before, where that has the same finding; else null.
        repeated: Option<String> = f.repeated.clone(),
        /// What the licensee says to it.
        responses: Vec<Text> = list(&f.responses),
    }

    /// A waiver.
    pub(super) ListedWaiver(number: usize, of: &WaiverUse) {
        /// Its number.
        #[schemars(range(min = 1))]
        number: usize = number,
        /// What it covers.
        of: Text = (&of.of).into(),
        /// Who granted it.
        approver: Text = (&of.approver).into(),
        /// Why.
        justification: Text = (&of.justification).into(),
        /// The document.
        document: String = of.document.clone(),
        expires: Day = of.expires.into(),
        /// Exceptions that it covers.
        exceptions: u64 = of.waived,
    }

    /// A version of a control.
    pub(super) ControlVersion(c: &ControlResult) {
        /// Rule pack.
        pack: Text = (&c.pack).into(),
        /// Citation.
        citation: Text = (&c.citation).into(),
        /// Title.
        title: Text = (&c.title).into(),
        /// How it is answered.
        #[schemars(with = "StatusName")]
        status: String = c.status.clone(),
        evidence: Evidence = (&c.evidence).into(),
        /// Id of the control.
        id: Text = (&c.id).into(),
        /// What it demands.
        demand: Text = (&c.demand).into(),
        /// Where its text stands.
        address: Text = (&c.address).into(),
        /// When that was read; null: never.
        read: Option<Day> = c.read.map(Day::from),
        /// When it applies, in words.
        period: Text = (&c.period).into(),
        /// Limits applied, with their tags.
        values: Vec<Text> = list(&c.values),
        /// Calendar days on which it applied.
        days: u64 = c.days,
        /// Things tested.
        tested: u64 = c.tested,
        /// Exceptions.
        exceptions: u64 = c.found,
        inspected: Option<AnswerOf> = c.inspected.as_ref().map(AnswerOf::from),
        /// Checks that answer it.
        checks: Vec<Code> = list(&c.checks),
        verdict: ControlVerdictName = c.verdict.into(),
        /// As if each day alone were audited.
        by_day: Vec<ControlOnDay> = list(&c.by_day),
        /// What is known and what is not.
        note: String = c.note.clone(),
    }

    /// A control on one day.
    ControlOnDay(day: &ControlDay) {
        date: Day = day.date.into(),
        verdict: ControlVerdictName = day.verdict.into(),
        /// Things tested.
        tested: u64 = day.tested,
        /// Exceptions.
        exceptions: u64 = day.found,
    }

    /// A record that could not be understood.
    pub(super) ShownProblem(p: &Problem, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, Locus::Journal { journal: p.journal, line: p.line }),
        /// Why.
        reason: Text = (&p.reason).into(),
        /// The record, its first 500 characters.
        raw: String = excerpt(p.raw.clone(), TEXT_CHARS_MAX),
    }

    /// Who signs.
    pub(super) SignedBy(signer: &Signer) {
        /// Subject of the certificate.
        subject: Text = (&signer.subject).into(),
        /// Its fingerprint.
        certificate_sha256: Sha256Hex = (&signer.fingerprint).into(),
        /// Whether it was made for this run.
        created_now: bool = signer.created_now,
        /// Whether it is the local identity made on first use.
        local: bool = signer.local,
    }
}
