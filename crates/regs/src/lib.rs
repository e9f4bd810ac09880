//! Rule packs: what an authority demands, since when, and how well that is known.
//!
//! A pack is inert TOML (`regulations/`): controls with their citations, limits with dated values
//! and the law's own verb, the reasons for which a progressive may be reduced, and which wagers
//! count as a separate game. This crate reads packs and answers questions about a date and an
//! amount. It does not look at journals, it runs no checks, and it has never heard of cards: a
//! wager is an opaque name to it.
//!
//! A limit whose effective date is not known is never guessed. Where the regimes that may have
//! been in force agree, the answer is [`Verdict::Holds`] or [`Verdict::Violates`]; where they
//! differ it is [`Verdict::NotDecidable`], which is not a pass.

mod approval;
mod cap;
mod changes;
mod confirm;
mod control;
mod decision;
mod evidence;
mod games;
mod limit;
mod pack;
mod parse;
mod quantity;
mod reason;
mod registration;
mod shown;
mod source_review;
mod standards;
mod stated;

pub use approval::Approval;
pub use changes::{Change, Changed, Kind, Open};
pub use control::{Applies, Control, ControlStatus, Version};
pub use decision::{Decision, Verdict};
pub use evidence::Evidence;
pub use games::{Counts, GameCount, GameGroup, GamesPlan};
pub use limit::{Limit, Possible};
pub use pack::{Pack, limits_by_role};
pub use parse::KnownChecks;
pub use quantity::{DatedValue, Fewer, Quantity, Role, Since, Unit, Verb};
pub use reason::{Permits, Reason, ReasonVersion};
pub use registration::{Registration, read_registration};
pub use source_review::{
    Method, SOURCE_REVIEW_TEMPLATE, Scaling, ShuffleRule, Shuffling, SourceReview, Start,
    read_source_review,
};
pub use standards::{Demand, Standard, standards};
pub use stated::take_in;

/// The packs that come with the program, in the order of their ids: file name and text. One line a pack.
const BUILTIN: &[(&str, &str)] = &[
    ("regulations/document-004.toml", include_str!("../../../regulations/document-004.toml")),
    ("regulations/gli.toml", include_str!("../../../regulations/gli.toml")),
    ("regulations/us-ca.toml", include_str!("../../../regulations/us-ca.toml")),
    ("regulations/us-nigc.toml", include_str!("../../../regulations/us-nigc.toml")),
    ("regulations/us-nj.toml", include_str!("../../../regulations/us-nj.toml")),
    ("regulations/us-ny.toml", include_str!("../../../regulations/us-ny.toml")),
    ("regulations/us-pa.toml", include_str!("../../../regulations/us-pa.toml")),
    ("regulations/us-wa.toml", include_str!("../../../regulations/us-wa.toml")),
    ("regulations/us-wv.toml", include_str!("../../../regulations/us-wv.toml")),
];

/// The packs that come with the program, in the order of their ids.
///
/// # Panics
///
/// Never on input: the texts are part of the program, and a test reads every one of them.
pub fn builtin_packs() -> Vec<Pack> {
    BUILTIN
        .iter()
        .map(|(file, text)| match Pack::parse(text, file) {
            Ok(pack) => pack,
            Err(errors) => unreachable!("a built-in rule pack does not read:\n{errors}"),
        })
        .collect()
}
