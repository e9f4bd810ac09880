//! A fixture audited and concluded as the program does it, its exceptions kept as they came.

use feltproof_checks::{Audit, Observer, Scope, Step};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{Columns, JournalReader, parse_engagement};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_model::{Exception, ListedException};
use feltproof_regs::builtin_packs;
use feltproof_verdict::{Judged, Known, Printed, Totals, assemble, sha256_hex};
use std::path::Path;
use std::sync::Arc;

/// A day with everything that its audit came to.
pub(crate) struct Day<O> {
    pub(crate) scope: Arc<Scope>,
    /// In the order found.
    pub(crate) exceptions: Vec<Exception>,
    pub(crate) workpaper: Workpaper,
    /// What somebody else saw of the same wagers.
    pub(crate) observer: O,
}

/// Totals, and somebody else who sees the same.
#[derive(Default)]
struct Both<O>(Totals, O);

impl<O: Observer> Observer for Both<O> {
    fn settled(&mut self, round: &feltproof_checks::SettledWagers<'_>) {
        self.0.settled(round);
        self.1.settled(round);
    }

    fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
        self.1.merge(other.1);
    }
}

/// A folder of `fixtures`, whose journals are canonical.
pub(crate) fn fixture<O: Observer>(name: &str, change: impl Fn(String) -> String) -> Day<O> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let text = change(read("engagement.toml"));
    let file = "engagement.toml";
    let engagement = parse_engagement(&text, file).unwrap();
    let journals: Vec<String> = engagement.journals.iter().map(|of| read(&of.file)).collect();
    let readers = (0..)
        .zip(&journals)
        .map(|(at, text)| JournalReader::new(text.as_bytes(), &engagement, at).unwrap());
    let mut readers: Vec<_> = readers.collect();
    let files = engagement.journals.iter().zip(&readers);
    let hands = files.filter(|(journal, _)| journal.kind == JournalKind::Hands);
    let columns = Columns::of_all(hands.map(|(of, reader)| (of.file.as_str(), reader.columns())));
    let games = builtin_games();
    let (systems, packs) = (builtin_systems(), builtin_packs());
    let scope = Scope::new(engagement, file, &games, systems, packs, columns).unwrap();
    let scope = Arc::new(scope);
    let (mut printed, mut exceptions) = (Printed::default(), Vec::new());
    let take = |step: Step<'_>| {
        if let Step::Exceptions(all) = step {
            for exception in all {
                exceptions.push(exception.clone());
                let number = exceptions.len() as u64;
                printed.exception(&scope.engagement, ListedException { number, exception });
            }
        }
        Ok(())
    };
    let next = JournalReader::next_block;
    let outcome = Audit::<Both<O>>::run(scope.clone(), &mut readers, next, take).unwrap();
    let mut observer = O::default();
    let outcome = outcome.map_observer(|Both(totals, other)| {
        observer = other;
        totals
    });
    let size_bytes = text.len() as u64;
    let file =
        FileDigest { file: file.to_owned(), sha256: sha256_hex(text.as_bytes()), size_bytes };
    let known = Known { scope: scope.clone(), games, file, house: None };
    let inputs = readers.into_iter().map(JournalReader::finish).collect();
    let workpaper = assemble(Judged { known, outcome, inputs, printed }, 0, None).unwrap();
    Day { scope, exceptions, workpaper, observer }
}
