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
        same: bool = found.is_same() => "Whether nothing below differs.",
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
        figures: Vec<MovedFigure> = list(&found.figures) => "Figures that moved.",
        /// Checks that ran in one and not in the other, or left another number undecided.
        checks: Vec<CheckOf> = list(&found.checks),
        controls: Vec<ControlOfBoth> = list(&found.controls) => "Controls with another verdict.",
    }
}

object! {
    /// One of the two reports.
    ReportNamed(of: &Report; text = |pointer| of.text(pointer).map(str::to_owned)) {
        file: Text = (&of.file).into() => "As named.",
        #[schemars(with = "Text")]
        report_id: Option<String> = text("/report/id") => "Its id.",
        #[schemars(with = "Time")]
        issued: Option<String> = text("/report/issued"),
        #[schemars(with = "Text")]
        tool_version: Option<String> = text("/report/tool_version") => "Version of the program.",
        #[schemars(with = "Text")]
        engagement: Option<String> = text("/engagement/id") => "Id of the engagement.",
        #[schemars(with = "String")]
        property: Option<String> = text("/engagement/property") => "The property.",
        #[schemars(with = "Vec<Day>")]
        gaming_days: Vec<String> = list(of.days()) => "The days audited.",
        #[schemars(with = "OutcomeName")]
        outcome: Option<String> = text("/verdict/outcome") => "Its verdict.",
    }

    /// What the two rest on that is not the same.
    BasisOf(of: &Basis) {
        what: Text = (&of.what).into() => "Which.",
        a: Option<String> = of.a.clone() => "In A; null where it has none.",
        b: Option<String> = of.b.clone() => "In B.",
    }

    /// Findings by what became of them.
    StateCounts(
        findings: &[FindingChange];
        count = |state: State| findings.iter().filter(|of| of.state == state).count()
    ) {
        new: usize = count(State::New) => "Only in B.",
        gone: usize = count(State::Gone) => "Only in A, tested in B.",
        /// Only in A, and not tested in B: nobody knows.
        not_tested: usize = count(State::NotTested),
        waived: usize = count(State::Waived) => "Only in A, and waived in B.",
        moved: usize = count(State::Moved) => "In both, with other figures.",
        unchanged: usize = count(State::Unchanged) => "In both, with the same figures.",
    }

    /// A finding.
    FindingOf(of: &FindingChange; money = |at: usize| AmountOfBoth::new(of.a.as_ref(), of.b.as_ref(), at)) {
        code: Code = (&of.key.code).into(),
        control: Text = (&of.key.control).into() => "What it falls under.",
        title: Text = (&of.title).into() => "The fault.",
        #[schemars(with = "SeverityName")]
        severity: String = of.severity.clone(),
        state: ChangeStateName = of.state.into(),
        exceptions: CountOfBoth = of.into() => "Exceptions in both; null where it is not there.",
        favours_players_dollars: AmountOfBoth = money(0),
        favours_house_dollars: AmountOfBoth = money(1),
        favours_fund_dollars: AmountOfBoth = money(2),
        note: Option<String> = of.note.clone() => "What is to be known of it; null where nothing.",
    }

    /// A count in both; null where that report has no such thing.
    CountOfBoth(of: &FindingChange) {
        a: Option<u64> = of.a.map(|figures| figures.exceptions) => "Exceptions.",
        b: Option<u64> = of.b.map(|figures| figures.exceptions) => "Exceptions.",
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
        a: Option<String> = of.a.clone() => "In A; null where it has none.",
        b: Option<String> = of.b.clone() => "In B.",
    }

    /// A check.
    CheckOf(of: &CheckChange) {
        code: Code = (&of.code).into(),
        title: Text = (&of.title).into() => "The fault that it looks for.",
        a: CheckIn = (&of.a).into(),
        b: CheckIn = (&of.b).into(),
    }

    /// How a check stands in a report.
    CheckIn(of: &CheckState) {
        ran: bool = of.ran => "Whether it ran.",
        /// Why it did not; null where it ran.
        reason_not_run: Option<String> = of.reason_not_run.clone(),
        tested: Option<u64> = of.tested => "Things tested; null where it did not run.",
        undecided: u64 = of.undecided => "Things left undecided.",
    }

    /// A control.
    ControlOfBoth(of: &ControlChange) {
        pack: Text = (&of.pack).into() => "Rule pack.",
        id: Text = (&of.id).into() => "Id.",
        citation: Text = (&of.citation).into() => "Citation.",
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
