//! The review of a generator's source: every question with its answer, and what contradicts it.

use crate::cell::{Cell, Sign, Tone};
use crate::column::Column;
use crate::section::Section;
use crate::table::Table;
use feltproof_stats::{Answered, Reviewed};

const fn words(standing: Answered) -> &'static str {
    match standing {
        Answered::Yes => "answered",
        Answered::No => "not answered",
        Answered::Contradicted => "CONTRADICTED",
    }
}

const fn look(standing: Answered) -> (Sign, Tone) {
    match standing {
        Answered::Yes => (Sign::Clear, Tone::Plain),
        Answered::No => (Sign::NotRun, Tone::Open),
        Answered::Contradicted => (Sign::Found, Tone::Bad),
    }
}

/// The whole review.
pub fn section(reviewed: &Reviewed) -> Section {
    let mut section = Section::new("source-review", "Source review");
    let of = |standing| reviewed.count(standing);
    section.say(format!(
        "Answered by {} on {} ({}). Of {} questions {} are answered, {} not answered, {} contradicted. Answers are those of \
         whoever gave them; what was computed from them stands beside them. The source itself was not read by this program.",
        reviewed.answered_by,
        reviewed.date,
        reviewed.file,
        reviewed.questions.len(),
        of(Answered::Yes),
        of(Answered::No),
        of(Answered::Contradicted)
    ));
    let table = Table::of("", section.title, &reviewed.questions)
        .column(Column::name("Question").fit(110), |q| q.about)
        .column(Column::name("Answer").fit(80), |q| {
            let (sign, tone) = look(q.standing);
            Cell::from(words(q.standing)).sign(sign).tone(tone)
        })
        .column(Column::prose("What was answered and computed"), |q| &q.says);
    section.table(table.done());
    section
}
