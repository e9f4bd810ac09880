//! What `show` says of any line is what the audit finds there, no more and no less: for every line of the
//! tampered day and of every case of the checks' documents.

use crate::bench;
use crate::bench::{Opened, cases};
use feltproof_checks::{Audit, CHECKS, Need, Scope, Step};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, Locus, Money, Problem, Wager};
use feltproof_regs::builtin_packs;
use feltproof_show::{Found, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// An engagement with its journals as text.
struct Evidence {
    scope: Arc<Scope>,
    engagement: String,
    journals: Vec<String>,
}

impl Evidence {
    fn of_case(code: &str, case: &bench::Case) -> Self {
        let opened = Opened::new(code, case);
        let places = 0..opened.scope.engagement.journals.len();
        let journals = places.map(|i| opened.text(i).to_owned()).collect();
        Self { scope: opened.scope, engagement: opened.engagement, journals }
    }

    fn of_folder(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        let engagement = text("engagement.toml");
        let parsed = parse_engagement(&engagement, "engagement.toml").unwrap();
        let journals: Vec<String> = parsed.journals.iter().map(|j| text(&j.file)).collect();
        let hands = parsed.journals.iter().position(|j| j.kind == JournalKind::Hands).unwrap();
        let at = u16::try_from(hands).unwrap();
        let reader = JournalReader::new(journals[hands].as_bytes(), &parsed, at).unwrap();
        let columns = Some(reader.columns().clone());
        let (games, systems) = (builtin_games(), builtin_systems());
        let file = "engagement.toml";
        let scope = Scope::new(parsed, file, &games, systems, builtin_packs(), columns).unwrap();
        Self { scope: Arc::new(scope), engagement, journals }
    }

    fn readers(&self) -> Vec<JournalReader<&[u8]>> {
        (0..)
            .zip(&self.journals)
            .map(|(i, text)| {
                JournalReader::new(text.as_bytes(), &self.scope.engagement, i).unwrap()
            })
            .collect()
    }

    /// Every line of every journal and of the engagement file.
    fn places(&self) -> Vec<Locus> {
        let count = |text: &String| u32::try_from(text.lines().count()).unwrap();
        let engagement =
            (1..=count(&self.engagement)).map(|line| Locus::Engagement { line: u32::into(line) });
        let journals = (0..).zip(&self.journals).flat_map(|(journal, text)| {
            (1..=count(text)).map(move |line| Locus::Journal { journal, line })
        });
        engagement.chain(journals).collect()
    }

    /// What the audit finds, without `show`.
    fn audited(&self) -> (BTreeMap<Locus, Vec<Exception>>, Vec<Problem>) {
        let mut readers = self.readers();
        let (mut exceptions, mut problems) = (Vec::new(), Vec::new());
        let scope = Arc::clone(&self.scope);
        let outcome = Audit::<()>::run(scope, &mut readers, JournalReader::next_block, |step| {
            match step {
                Step::Block(block) => problems.extend(block.problems.iter().cloned()),
                Step::Exceptions(found) => exceptions.extend(found),
                Step::Rounds(_) => {}
            }
            Ok(())
        });
        outcome.unwrap();
        let mut by_place = BTreeMap::<Locus, Vec<Exception>>::new();
        for exception in exceptions {
            by_place.entry(exception.locus).or_default().push(exception);
        }
        (by_place, problems)
    }

    fn found(&self, places: &[Locus]) -> Found {
        let search =
            Search::new(&self.scope, [&self.engagement, ""], &mut self.readers(), places).unwrap();
        Found::read(Arc::clone(&self.scope), search, &mut self.readers()).unwrap()
    }
}

/// What an exception says, to be compared.
type Said = (&'static str, Locus, String, String, Option<Money>);

fn said<'a>(exceptions: impl IntoIterator<Item = &'a Exception>) -> BTreeSet<Said> {
    let of =
        |e: &Exception| (e.code, e.locus, e.expected.clone(), e.recorded.clone(), e.difference);
    exceptions.into_iter().map(of).collect()
}

/// The codes whose exceptions are about what was returned for one wager, or for a void hand.
fn of_payments() -> BTreeSet<&'static str> {
    let judges = |check: &&&feltproof_checks::Check| {
        Wager::ALL.iter().any(|w| check.needs.contains(&Need::ReturnedOf(*w)))
    };
    CHECKS.iter().filter(judges).map(|check| check.code).chain(["PAY-006"]).collect()
}

/// `DIFFERS (CODE)` in a text, as `CODE line`: each stands below the line of its hand.
fn marks(text: &str) -> Vec<String> {
    let (mut line, mut marks) = (String::new(), Vec::new());
    for row in text.lines() {
        if row.starts_with("Seat ")
            && let Some((_, at)) = row.rsplit_once(", line ")
        {
            line = at.trim_end_matches(')').to_owned();
        }
        if let Some((_, mark)) = row.split_once("DIFFERS") {
            let code = mark.trim().trim_start_matches('(').trim_end_matches(')');
            marks.push(format!("{code} {line}"));
        }
    }
    marks.sort();
    marks
}

/// What of one place is not what the audit found.
fn wrong(
    all: &Found,
    place: Locus,
    audited: &BTreeMap<Locus, Vec<Exception>>,
    problems: &[Problem],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let description = all.describe(place);
    let text = description.text();
    let here = audited.get(&place).map_or(&[][..], Vec::as_slice);
    let mut expect = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{place:?}: {what}\n{text}"));
        }
    };
    expect(said(description.here) == said(here), "other exceptions than the audit's");
    expect(description.here.len() == here.len(), "an exception twice, or one missing");
    for e in here.iter().chain(description.beside.iter().copied()) {
        let line = format!("expected {}, recorded {}", e.expected, e.recorded);
        let stands = text.contains(&format!("  {} ", e.code))
            && text.contains(&line)
            && text.contains(&e.explanation);
        expect(stands, "an exception is not in the text");
        expect(audited.get(&e.locus).is_some_and(|at| at.contains(e)), "an exception of its own");
    }
    // Every exception about a payment has its mark, and no other mark stands.
    let about = of_payments();
    let raised = here.iter().chain(description.beside.iter().copied());
    let mut raised: Vec<String> = raised
        .filter(|e| about.contains(e.code))
        .filter_map(|e| match e.locus {
            Locus::Journal { line, .. } => Some(format!("{} {line}", e.code)),
            Locus::Engagement { .. } => None,
        })
        .collect();
    raised.sort();
    expect(marks(&text) == raised, "marks that are not the exceptions'");
    let Locus::Journal { journal, line } = place else { return wrong };
    if let Some(problem) = problems.iter().find(|p| (p.journal, p.line) == (journal, line)) {
        expect(text.contains(&problem.reason), "why it was set aside is not said");
    }
    wrong
}

/// Every line described against what the audit finds: how many exceptions, and what is wrong.
fn all_wrong(evidence: &Evidence) -> (usize, Vec<String>, Found) {
    let (audited, problems) = evidence.audited();
    let places = evidence.places();
    let all = evidence.found(&places);
    let known: BTreeSet<Locus> = places.iter().copied().collect();
    let wrong = places.iter().flat_map(|place| wrong(&all, *place, &audited, &problems)).collect();
    let unknown = audited.keys().filter(|place| !known.contains(place)).count();
    assert_eq!(unknown, 0, "the audit raised a place that is no line of the evidence");
    (audited.values().map(Vec::len).sum(), wrong, all)
}

#[test]
fn of_every_line_of_the_tampered_day() {
    let evidence = Evidence::of_folder("tampered-day");
    let (exceptions, wrong, all) = all_wrong(&evidence);
    assert!(exceptions >= 40 && wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.concat());
    // One line alone, as the command asks for it: the same text.
    let places = evidence.places();
    let faulty = evidence.audited().0.into_keys().step_by(5);
    for place in faulty.chain(places.iter().copied().step_by(places.len() / 12)) {
        assert_eq!(evidence.found(&[place]).describe(place).text(), all.describe(place).text());
    }
}

#[test]
fn of_every_line_of_every_case() {
    let (mut run, mut exceptions, mut failures) = (0, 0, Vec::new());
    for check in CHECKS {
        for (i, case) in cases(check.doc).iter().enumerate() {
            let evidence = Evidence::of_case(check.code, case);
            let (found, wrong, all) = all_wrong(&evidence);
            (run, exceptions) = (run + 1, exceptions + found);
            failures.extend(wrong.iter().map(|w| format!("{} case {}: {w}", check.code, i + 1)));
            // One line alone, as the command asks for it, of each journal; in a case of many decks none.
            for (journal, text) in (0..).zip(&evidence.journals) {
                let lines = u32::try_from(text.lines().count()).unwrap();
                let place = Locus::Journal { journal, line: lines / 2 + 1 };
                if lines > 100 {
                    continue;
                }
                let alone = evidence.found(&[place]);
                if alone.describe(place).text() != all.describe(place).text() {
                    failures.push(format!("{} case {}: {place:?} alone", check.code, i + 1));
                }
            }
        }
    }
    assert!(run >= 200 && exceptions >= 200, "{run} cases, {exceptions} exceptions");
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}
