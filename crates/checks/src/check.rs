//! What a check is: one automated audit procedure with its code, its document and its function.

#![allow(clippy::type_complexity, reason = "a check is a function of a fact and a tally")]

use crate::cards::SourceCase;
use crate::case::{
    AwardCase, BankCase, DocumentCase, LagCase, MeterCase, OverflowCase, ReasonedCase, RecordCase,
    ReversalCase, RoundCase, ShufflerCase, TieOutCase, WaiverCase,
};
use crate::need::Need;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::CheckFamily;

/// One automated audit procedure.
pub struct Check {
    /// Three letters, a hyphen, three digits; never reused.
    pub code: &'static str,
    /// The fault it looks for.
    pub title: &'static str,
    /// What one tested thing is, singular: `wager`, `round`, `reading`.
    pub unit: &'static str,
    /// The Markdown beside the code: what, why, criteria, what it does not see, cases.
    pub doc: &'static str,
    /// What the engagement must have for it to run.
    pub needs: &'static [Need],
    pub(crate) run: Run,
}

impl Check {
    /// The document without its title and its test cases: what a report's appendix prints.
    pub fn prose(&self) -> &'static str {
        let body = self
            .doc
            .split_once("\n## ")
            .map_or(self.doc, |(title, _)| self.doc.get(title.len()..).unwrap_or(self.doc));
        body.split("\n## Cases").next().unwrap_or(body).trim()
    }

    /// The rule that it compares with: the first sentences of the criteria of its document, as plain text.
    pub fn criteria(&self) -> String {
        let criteria = self.doc.split_once("\n## Criteria\n").map_or("", |(_, rest)| rest.trim());
        let first = criteria.split("\n\n").next().unwrap_or_default();
        let text = first.split_whitespace().collect::<Vec<_>>().join(" ").replace(['`', '*'], "");
        sentences(&text, CRITERIA_CHARS)
    }

    /// The family in words.
    pub fn family(&self) -> &'static str {
        CheckFamily::of(self.code).map_or("Other", |family| family.title)
    }
}

/// About as many characters of the criteria stand in a finding; the document has all.
const CRITERIA_CHARS: usize = 260;

/// The first sentences of a text, of so many characters at most; the first at least.
fn sentences(text: &str, most: usize) -> String {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1).chain([text.len()]);
    // A number of an item, as in `item 2. `, ends none.
    let ends = ends
        .filter(|at| text.get(at + 1..).is_none_or(|rest| !rest.starts_with(char::is_lowercase)));
    let mut taken = 0;
    for end in ends {
        if taken > 0 && end > most {
            break;
        }
        taken = end;
    }
    text.get(..taken).unwrap_or(text).to_owned()
}

/// The kinds of facts that checks look at, each with the list of its checks and its case.
macro_rules! facts {
    ($($(#[$doc:meta])* $run:ident $list:ident $case:ident;)+) => {
        /// What a check looks at, and the function that looks.
        #[derive(Clone, Copy)]
        pub(crate) enum Run {
            /// The engagement and its packs, once, at the end, when the days with records are known.
            Engagement(fn(&Scope, &mut Tally)),
            /// Each waiver with what became of it, at the end.
            Waiver(fn(&WaiverCase<'_>, &mut Tally)),
            /// Each source of cards with what its battery of randomness tests says, at the end.
            Source(fn(&SourceCase<'_>, &mut Tally)),
            $($(#[$doc])* $run(fn(&$case<'_>, &mut Tally)),)+
        }

        /// The checks that look at the facts of the record, by their place in the registry.
        #[derive(Default)]
        pub(crate) struct OfFacts {
            $($(#[$doc])* pub(crate) $list: Vec<(usize, fn(&$case<'_>, &mut Tally))>,)+
        }

        impl OfFacts {
            /// Adds a check; those that run once, at the end, look at no such fact.
            pub(crate) fn add(&mut self, at: usize, run: Run) {
                match run {
                    Run::Engagement(_) | Run::Waiver(_) | Run::Source(_) => {}
                    $(Run::$run(run) => self.$list.push((at, run)),)+
                }
            }
        }
    };
}

facts! {
    /// Each record of each journal in order.
    Record records RecordCase;
    /// Each round, with what all journals say of it; rounds are independent.
    Round rounds RoundCase;
    /// Each event of each meter in the manager's order.
    Meter meters MeterCase;
    /// Each deck and packet of each shuffler, in the order of its journal.
    Shuffler shuffler ShufflerCase;
    /// Each award and each meter-winning hand, at the end.
    Award awards AwardCase;
    /// Each back-out and each void round with a coin-in, at the end.
    Reversal reversals ReversalCase;
    /// Each change by hand whose reason claims a fact, at the end.
    ReasonedChange reasoned_changes ReasonedCase;
    /// What the limits of links passed on to each meter that takes it in, at the end.
    Overflow overflows OverflowCase;
    /// Each approval of a later date under which wagers were counted in, at the end.
    Lag lags LagCase;
    /// Each use of a document, at the end.
    Document documents DocumentCase;
    /// Each figure of a daily record, at the end.
    TieOut tie_outs TieOutCase;
    /// Each fact of the bank account of the prizes, at the end.
    Bank bank BankCase;
}
