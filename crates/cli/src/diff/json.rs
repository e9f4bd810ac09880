//! A comparison of two reports for programs: JSON.

use feltproof_report::{ControlVerdictName, OutcomeName, SeverityName};
use feltproof_verdict::diff::{
    Basis, CheckChange, CheckState, Comparison, ControlChange, Figures, FindingChange, Moved,
    Report, State,
};
use feltproof_wire::{Code, Day, Dollars, Text, Time, form, list, object, words};

form! {
    /// `feltproof diff A B --format json`.
    #[schemars(title = "Feltproof comparison of two reports")]
    pub(crate) ReportDiff as "feltproof-diff/1"(found: &Comparison, a: &Report, b: &Report) {
        /// Whether nothing below differs.
        same: bool = found.is_same(),
        a: ReportNamed = a.into(),
        b: ReportNamed = b.into(),
        /// What makes the two less than two reports of the same thing: another property, engagement or gaming day.
        warnings: Vec<Text> = list(&found.warnings),
        /// What they rest on that is not the same: program, engagement file, inputs, rule packs, games, rulings.
        basis: Vec<BasisOf> = list(&found.basis),
        /// Findings by what became of them.
        counts: StateCounts = found.findings.as_slice().into(),
        /// Every finding of either, by code and what it falls under.
        findings: Vec<FindingOf> = list(&found.findings),
        /// Figures that moved.
        figures: Vec<MovedFigure> = list(&found.figures),
        /// Checks that ran in one and not in the other, or left another number undecided.
        checks: Vec<CheckOf> = list(&found.checks),
        /// Controls with another verdict.
        controls: Vec<ControlOfBoth> = list(&found.controls),
    }
}

object! {
    /// One of the two reports.
    ReportNamed(of: &Report; text = |pointer| of.text(pointer).map(str::to_owned)) {
        /// As named.
        file: Text = (&of.file).into(),
        /// Its id.
        #[schemars(with = "Text")]
        report_id: Option<String> = text("/report/id"),
        #[schemars(with = "Time")]
        issued: Option<String> = text("/report/issued"),
        /// Version of the program.
        #[schemars(with = "Text")]
        tool_version: Option<String> = text("/report/tool_version"),
        /// Id of the engagement.
        #[schemars(with = "Text")]
        engagement: Option<String> = text("/engagement/id"),
        /// The property.
        #[schemars(with = "String")]
        property: Option<String> = text("/engagement/property"),
        /// The days audited.
        #[schemars(with = "Vec<Day>")]
        gaming_days: Vec<String> = list(of.days()),
        /// Its verdict.
        #[schemars(with = "OutcomeName")]
        outcome: Option<String> = text("/verdict/outcome"),
    }

    /// What the two rest on that is not the same.
    BasisOf(of: &Basis) {
        /// Which.
        what: Text = (&of.what).into(),
        /// In A; null where it has none.
        a: Option<String> = of.a.clone(),
        /// In B.
        b: Option<String> = of.b.clone(),
    }

    /// Findings by what became of them.
    StateCounts(
        findings: &[FindingChange];
        count = |state: State| findings.iter().filter(|of| of.state == state).count()
    ) {
        /// Only in B.
        new: usize = count(State::New),
        /// Only in A, tested in B.
        gone: usize = count(State::Gone),
        /// Only in A, and not tested in B: nobody knows.
        not_tested: usize = count(State::NotTested),
        /// Only in A, and waived in B.
        waived: usize = count(State::Waived),
        /// In both, with other figures.
        moved: usize = count(State::Moved),
        /// In both, with the same figures.
        unchanged: usize = count(State::Unchanged),
    }

    /// A finding.
    FindingOf(of: &FindingChange; money = |at: usize| AmountOfBoth::new(of.a.as_ref(), of.b.as_ref(), at)) {
        code: Code = (&of.key.code).into(),
        /// What it falls under.
        control: Text = (&of.key.control).into(),
        /// The fault.
        title: Text = (&of.title).into(),
        #[schemars(with = "SeverityName")]
        severity: String = of.severity.clone(),
        state: ChangeStateName = of.state.into(),
        /// Exceptions in both; null where it is not there.
        exceptions: CountOfBoth = of.into(),
        favours_players_dollars: AmountOfBoth = money(0),
        favours_house_dollars: AmountOfBoth = money(1),
        favours_fund_dollars: AmountOfBoth = money(2),
        /// What is to be known of it; null where nothing.
        note: Option<String> = of.note.clone(),
    }

    /// A count in both; null where that report has no such thing.
    CountOfBoth(of: &FindingChange) {
        /// Exceptions.
        a: Option<u64> = of.a.map(|figures| figures.exceptions),
        /// Exceptions.
        b: Option<u64> = of.b.map(|figures| figures.exceptions),
    }

    /// An amount in both; null where that report has no such thing.
    AmountOfBoth(
        a: Option<&Figures>, b: Option<&Figures>, at: usize;
        amount = |of: &Figures| of.micros.get(at).copied().map(Dollars::from)
    ) {
        a: Option<Dollars> = a.and_then(amount),
        b: Option<Dollars> = b.and_then(amount),
    }

    /// A figure that moved.
    MovedFigure(of: &Moved) {
        /// A path into report.json, with the key of a row in brackets.
        figure: Text = (&of.figure).into(),
        /// In A; null where it has none.
        a: Option<String> = of.a.clone(),
        /// In B.
        b: Option<String> = of.b.clone(),
    }

    /// A check.
    CheckOf(of: &CheckChange) {
        code: Code = (&of.code).into(),
        /// The fault that it looks for.
        title: Text = (&of.title).into(),
        a: CheckIn = (&of.a).into(),
        b: CheckIn = (&of.b).into(),
    }

    /// How a check stands in a report.
    CheckIn(of: &CheckState) {
        /// Whether it ran.
        ran: bool = of.ran,
        /// Why it did not; null where it ran.
        reason_not_run: Option<String> = of.reason_not_run.clone(),
        /// Things tested; null where it did not run.
        tested: Option<u64> = of.tested,
        /// Things left undecided.
        undecided: u64 = of.undecided,
    }

    /// A control.
    ControlOfBoth(of: &ControlChange) {
        /// Rule pack.
        pack: Text = (&of.pack).into(),
        /// Id.
        id: Text = (&of.id).into(),
        /// Citation.
        citation: Text = (&of.citation).into(),
        #[schemars(with = "Option<ControlVerdictName>")]
        a: Option<String> = of.a.clone(),
        #[schemars(with = "Option<ControlVerdictName>")]
        b: Option<String> = of.b.clone(),
    }
}

words! {
    /// What became of a finding.
    ChangeStateName: State = State::name { New, Gone, NotTested, Waived, Moved, Unchanged }
}
