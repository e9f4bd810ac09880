//! What the licensee says to a finding, and what it does about it.

use crate::engagement_line::EngagementLine;
use crate::time::Date;

/// A response of the licensee, as the engagement declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Code of the check of the finding.
    pub check: String,
    /// Id of the control that the finding is under; none for every finding of the check.
    pub control: Option<String>,
    /// What the licensee says.
    pub response: String,
    /// What it does so that it does not happen again.
    pub corrective_action: Option<String>,
    /// Who answers.
    pub by: String,
    /// When.
    pub date: Date,
    /// By when the corrective action is done.
    pub due: Option<Date>,
    /// Line of the engagement file.
    pub line: EngagementLine,
}

impl Response {
    /// In one paragraph.
    pub fn in_words(&self) -> String {
        let Self { response, by, date, .. } = self;
        let action = self.corrective_action.as_ref();
        let action = action.map_or_else(String::new, |of| format!(" Corrective action: {of}"));
        let due = self.due.map_or_else(String::new, |due| format!(" Due {due}."));
        format!("{response}{action}{due} ({by}, {date})")
    }
}
