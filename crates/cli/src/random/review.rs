//! The review of a generator's source beside what it gave: the form read, and the file drawn again from the seed stated there.

use crate::args::Rng;
use crate::files;
use crate::random::bits::{self, Filling};
use crate::random::input::{Input, Table};
use crate::random::numbers;
use feltproof_checks::source_review::{Replay, Replayed, reviewed};
use feltproof_intake::samples::{IntegerForm, Outcomes, ValueRange, read_integers};
use feltproof_model::workpaper::FileDigest;
use feltproof_regs::{SourceReview, read_source_review};
use feltproof_stats::Reviewed;
use feltproof_verdict::sha256_hex;
use std::path::Path;

/// Bits that are compared at a time.
const AT_A_TIME: usize = 64;

/// A form that was read.
pub(crate) struct Form {
    pub review: SourceReview,
    file: FileDigest,
}

impl Form {
    /// Reads a form; an error says what is wrong with it.
    pub(crate) fn read(form: &Path) -> Result<Self, String> {
        let (name, text) = (form.display().to_string(), files::read_text(form)?);
        let review = read_source_review(&text, &name).map_err(|e| e.to_string())?;
        let (sha256, size_bytes) = (sha256_hex(text.as_bytes()), text.len() as u64);
        Ok(Self { review, file: FileDigest { file: name, sha256, size_bytes } })
    }

    /// A sentence about what stands in the form.
    pub(crate) fn place(&self, why: String) -> String {
        format!("{}: {why}", self.file.file)
    }

    /// What the review comes to beside the file tested, if that was drawn again; and the form's digest.
    pub(crate) fn beside(self, replayed: Option<&Replayed>) -> (Reviewed, FileDigest) {
        (reviewed(&self.review, &self.file.file, replayed), self.file)
    }

    /// The same beside the numbers or bits of a file.
    pub(crate) fn beside_file(self, args: &Rng) -> Result<(Reviewed, FileDigest), String> {
        let mut seen = None;
        if let Some(file) = &args.file
            && let Some(replay) =
                Replay::new(&self.review, !args.bits).map_err(|why| self.place(why))?
        {
            seen = Some(replayed(args, file, replay)?);
        }
        Ok(self.beside(seen.as_ref()))
    }
}

/// Reads the file once more, beside the generator.
fn replayed(args: &Rng, file: &Path, mut replay: Replay) -> Result<Replayed, String> {
    let is_text_of_labels = args.outcomes.is_some() || args.weights.is_some();
    if file == Path::new("-") || args.without_order.draws.is_some() || is_text_of_labels {
        let why = "[replay] reads the numbers or bits of a file a second time";
        return Err(format!("{why}: give a file, with --range or --bits, or leave out [replay]"));
    }
    if args.bits {
        let mut input = Input::open(file, args.encoding)?;
        bits::read(&mut input, args.written, AT_A_TIME, args.limit, |ready: Vec<Filling>| {
            for one in ready {
                let bytes = one.words.iter().flat_map(|word| word.to_be_bytes());
                bytes.take(one.bits / 8).for_each(|byte| replay.compare(byte.into()));
            }
        })?;
        return Ok(replay.finish());
    }
    let range = ValueRange::parse(args.range.as_deref().unwrap_or_default())?;
    let lowest = range.values().next().unwrap_or(0);
    let mut take =
        |some: &[u32]| some.iter().for_each(|at| replay.compare(lowest + u64::from(*at)));
    match args.word {
        Some(word) => {
            let mut input = Input::open(file, args.encoding)?;
            numbers::read(&mut input, range, word, args.limit, take)?;
        }
        None => {
            let Table { export, place, .. } = Table::open(file, args.tabular.sheet.as_deref())?;
            let outcomes = Outcomes::Numbers(range);
            let mut form = IntegerForm { outcomes, padded: args.padded, limit: args.limit };
            read_integers(export, &place, &mut form, &args.tabular.options(None), |some, _| {
                take(some)
            })?;
        }
    }
    Ok(replay.finish())
}
