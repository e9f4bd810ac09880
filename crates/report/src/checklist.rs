//! The blank form of the controls that no log can answer alone: what it says, before it is laid out.

/// A form for one rule pack, to be filled in by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checklist {
    /// Id and version of the rule pack: `us-wa 1.5.0`.
    pub pack: String,
    /// Title of the pack.
    pub title: String,
    /// The authority.
    pub authority: String,
    /// The pack's file.
    pub file: String,
    /// SHA-256 of that file, lower hex.
    pub sha256: String,
    /// The day whose law is asked after; `None` where that makes no difference but for the periods printed.
    pub on: Option<String>,
    /// Version of the program.
    pub tool_version: String,
    /// Controls of the pack that the form does not ask after, since checks answer them alone.
    pub automated: usize,
    /// What is asked, in the order of the pack.
    pub items: Vec<ChecklistItem>,
}

/// One control to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecklistItem {
    /// Id of the control within the pack.
    pub control: String,
    /// Id of the pack, where another one has a control of the same id.
    pub pack: Option<String>,
    /// The texts that apply, or may; at least one.
    pub texts: Vec<ChecklistText>,
}

/// What a control demands, in one of its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecklistText {
    /// Citation.
    pub citation: String,
    /// Title.
    pub title: String,
    /// The demand.
    pub demand: String,
    /// What is known and what is not; may be empty.
    pub note: String,
    /// Since when and until when it applies.
    pub period: String,
    /// True where it is not known whether it applies on the day of the form.
    pub perhaps: bool,
    /// Evidence tag.
    pub evidence: String,
    /// Where the text stands.
    pub address: String,
    /// The day on which it was read there, or `never`.
    pub read: String,
    /// Codes of the checks that answer it in part.
    pub checks: Vec<String>,
}

impl Checklist {
    /// What checks answer of the form and beside it, in sentences.
    pub fn by_checks(&self) -> String {
        let is_unchecked = |item: &&ChecklistItem| item.texts.iter().all(|t| t.checks.is_empty());
        let none = self.items.iter().filter(is_unchecked).count();
        let more = match self.automated {
            0 => "No other is answered by checks of the log alone.".to_owned(),
            1 => "1 more is answered by checks of the log alone.".to_owned(),
            more => format!("{more} more are answered by checks of the log alone."),
        };
        format!(
            "{none} no check answers, {} checks answer in part. {more}",
            self.items.len() - none
        )
    }
}

impl ChecklistItem {
    /// Citation and title of the latest text: the heading.
    pub(crate) fn heading(&self) -> String {
        let last = self.texts.last();
        last.map_or_else(String::new, |text| format!("{}: {}", text.citation, text.title))
    }
}

impl ChecklistText {
    /// What the log answers of it, as a sentence.
    pub fn by_checks(&self) -> String {
        match self.checks.len() {
            0 => "No check answers it: by inspection only.".to_owned(),
            1 => format!(
                "One check of the log answers it in part ({}); the rest is by inspection.",
                self.checks.concat()
            ),
            several => format!(
                "{several} checks of the log answer it in part (`feltproof regs` lists them); the rest is by inspection."
            ),
        }
    }

    /// Where it stands, since when, and how well that is known.
    pub fn basis(&self) -> String {
        let Self { period, evidence, address, read, .. } = self;
        let read = if read == "never" { "never read".to_owned() } else { format!("read {read}") };
        format!("{period}; evidence {evidence}; {address} ({read})")
    }

    /// The warning of a text of which it is not known whether it applies; empty for all others.
    pub fn doubt(&self, on: Option<&str>) -> String {
        match (self.perhaps, on) {
            (false, _) => String::new(),
            (true, on) => format!(
                "Whether this text applies{} is not known ({}). If it does not, answer not applicable and say why.",
                on.map_or_else(String::new, |on| format!(" on {on}")),
                self.period
            ),
        }
    }
}
