//! ADJ: manual adjustments with their reasons, back-outs, void rounds, and the documents that explain them.

use super::{
    DocumentCase, Fill, Matter, MeterCase, Need, ReasonedCase, ReversalCase, Tally, at_event,
    change_in_words, compare_reversal, is_adjustment, lacking_in_words, unnamed_reversal,
    void_by_count_alone,
};
use crate::people::{Alike, alike, named};
use feltproof_model::engagement::JournalKind::{self, Manager};
use feltproof_model::engagement::{Role, TwoPeople};
use feltproof_model::{ManagerKind, Party, Sum, Wager};
use feltproof_record::Claimed;

/// Manual adjustment lacks reason, document or actor.
pub(super) fn adj_001(case: &MeterCase<'_>, tally: &mut Tally) {
    if !is_adjustment(case) {
        return;
    }
    tally.tested += 1;
    let e = case.event;
    let parts = [("reason", &e.reason), ("document", &e.document), ("actor", &e.actor)];
    let parts = parts.map(|(name, value)| (name, value.trim().is_empty()));
    if parts.iter().any(|(_, lacks)| *lacks) {
        let [recorded, lacking] = lacking_in_words(&parts);
        let found = at_event(case.scope, e).words("reason, document and actor", recorded);
        tally.push(found.because(format!(
            "The {} has {lacking}. Every increase and decrease of a progressive is explained and kept with \
             the records.",
            change_in_words(e, case.link)
        )));
    }
}

/// Manual adjustment by someone without that role.
pub(super) fn adj_002(case: &MeterCase<'_>, tally: &mut Tally) {
    let actor = &case.event.actor;
    let engagement = &case.scope.engagement;
    // Without a staff list roles are not known; a missing actor is ADJ-001's.
    if !is_adjustment(case) || actor.trim().is_empty() || engagement.staff.is_empty() {
        return;
    }
    tally.tested += 1;
    let in_question = || {
        let place = case.scope.place(Manager, case.event.line);
        format!("Whether {actor} may make the adjustment of {place}")
    };
    let is_of_accounting =
        |name: &&str| engagement.person(name).is_some_and(|person| person.role == Role::Accounting);
    if named(engagement, actor).iter().any(is_of_accounting) {
        return;
    }
    let recorded = match (engagement.person(actor), case.why(case.strangers)) {
        (None, Some(why)) => {
            return tally.left_open(why, in_question);
        }
        (Some(_), _) if engagement.is_ambiguous(actor) => {
            let why = format!("several on the staff list whose roles differ are named {actor}");
            return tally.left_open(why, in_question);
        }
        (Some(person), _) => format!("{actor}, whose role is {}", person.role.name()),
        (None, None) => format!("{actor}, who is not on the staff list"),
    };
    let found = at_event(case.scope, case.event).words("somebody of accounting", &recorded);
    tally.push(found.because(format!(
        "Manual adjustments in the Game Manager are accounting's; this {} was made by {recorded}.",
        change_in_words(case.event, case.link)
    )));
}

/// Back-out does not restore meter and reserve.
pub(super) fn adj_003(case: &ReversalCase<'_>, tally: &mut Tally) {
    let of_what = match case.matter {
        Matter::BackOut => "what the award took is put back, less what a reseed after it added",
        Matter::BackOutOfNothing => "it names no award on record, so there is nothing to back out",
        Matter::BackOutUnnamed => return unnamed_reversal(case, tally, "an award"),
        Matter::BackOutOfEarlier => {
            tally.tested += 1;
            let why = "it names no award on record, and that may be of an earlier day; name the report of the \
                       engagement before in [previous]";
            let place = || case.scope.place(Manager, case.event.line);
            return tally.left_open(why, || format!("What {} backs out", place()));
        }
        _ => return,
    };
    tally.tested += 1;
    let what = format!(
        "After a back-out meter and reserve stand where they stood before the award, plus the \
         contributions since. Link {}: {of_what}",
        case.scope.link(case.link_id).id
    );
    compare_reversal(case, tally, &what);
}

/// Contribution of a void round was not reversed.
pub(super) fn adj_004(case: &ReversalCase<'_>, tally: &mut Tally) {
    let amount = case.event.amount;
    let of_what = match case.matter {
        Matter::VoidRound => format!("its progressive wagers of {amount} were returned"),
        Matter::StandingRound => format!(
            "its progressive wagers of {amount} stand for the redeal (ruling void_round: \
             progressive-stands)"
        ),
        Matter::VoidRoundOfNothing => {
            "no void round of that number had progressive wagers".to_owned()
        }
        Matter::VoidRoundUnnamed => return unnamed_reversal(case, tally, "a void round"),
        Matter::BackOut
        | Matter::BackOutOfNothing
        | Matter::BackOutOfEarlier
        | Matter::BackOutUnnamed => return,
    };
    tally.tested += 1;
    let is_off = case.meter_owed != case.meter_made || case.reserve_owed != case.reserve_made;
    if let Some(why) = void_by_count_alone(case.is_declared).filter(|_| is_off) {
        let place = || case.scope.place(Manager, case.event.line);
        return tally.left_open(why, || format!("Whether the wagers of {} go back", place()));
    }
    let round = case.event.round.map_or_else(|| "that is not named".to_owned(), |r| r.to_string());
    let link = &case.scope.link(case.link_id).id;
    compare_reversal(case, tally, &format!("Round {round} on link {link}: {of_what}"));
}

/// Reason of an adjustment is not borne out by the record.
pub(super) fn adj_005(case: &ReasonedCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let changed = Sum::from(case.event.amount);
    let in_question = || {
        let place = case.scope.place(Manager, case.event.line);
        format!("Whether {place} changes the meter for the reason it gives")
    };
    if case.borne == changed.max(-changed) {
        if let Some(why) = seed_that_was_won(case) {
            tally.left_open(why, in_question);
        }
        return;
    }
    let hole = || case.why(case.hole).map(|why| why.to_string());
    if let Some(why) = unseen(case).or_else(hole) {
        return tally.left_open(why, in_question);
    }
    let expected = if changed < Sum::ZERO { -case.borne } else { case.borne };
    let found = at_event(case.scope, case.event).money(expected, changed, Party::Fund);
    tally.push(found.because(format!(
        "The {} gives the reason {}: {}.",
        change_in_words(case.event, case.scope.link(case.link_id)),
        case.event.reason,
        facts(case)
    )));
}

/// That seed is taken back which a winner took with the whole meter: the section does not say whether it may be.
fn seed_that_was_won(case: &ReasonedCase<'_>) -> Option<String> {
    let Claimed::Seed { in_meter, .. } = case.claimed else { return None };
    (in_meter < case.borne).then(|| {
        format!(
            "of the seed that is not taken back {in_meter} stands in the meter, a winner took the rest with it, and \
             whether that may be recovered no document says"
        )
    })
}

/// Why the record cannot tell of the facts that a reason claims, where it keeps none of them.
fn unseen(case: &ReasonedCase<'_>) -> Option<String> {
    let lacks = |need| case.scope.lacks(need);
    match case.claimed {
        Claimed::Won if case.scope.link(case.link_id).awards.deducts_fixed => Some(
            "fixed awards come off the meter too, and what they left unpaid is not kept".to_owned(),
        ),
        Claimed::Won => lacks(Need::Cards).or_else(|| lacks(Need::StakeOf(Wager::Progressive))),
        Claimed::Malfunction => lacks(Need::Controller),
        Claimed::Shortage => {
            let has_hands = case.scope.journal(JournalKind::Hands).is_some();
            let stakes = || lacks(Need::StakeOf(Wager::Progressive)).filter(|_| has_hands);
            lacks(Need::Controller).or_else(stakes)
        }
        Claimed::OverMaximum { .. } | Claimed::Nondisplayed | Claimed::Seed { .. } => None,
    }
}

/// What the record has of the facts that a reason claims.
fn facts(case: &ReasonedCase<'_>) -> String {
    let borne = case.borne;
    let is_of_reserve = case.event.kind == ManagerKind::ReserveAdjustment;
    match case.claimed {
        Claimed::Won => format!(
            "what hands on record had won until then, where it names a table, round or seat that hand, and no award \
             had taken from the meter, comes to {borne} (tray pays do not come off the meter)"
        ),
        Claimed::Malfunction => format!(
            "until then no controller of a table of the link had reported a fault on that gaming day or the day \
             before, but of its cards or shuffler, and what its meter or reserve stood too high by, and was not yet \
             corrected, comes to {borne}"
        ),
        Claimed::Shortage => format!(
            "from its opening on, every wager was counted in, awards took what hands had won, no controller of the link \
             reported a fault, and all that by the record the account stood too low by, and was not yet corrected, comes \
             to {borne}, {} less{}",
            Sum::from(case.event.amount) - borne,
            what_was_before(case)
        ),
        Claimed::OverMaximum { .. } if is_of_reserve => {
            "a maximum is one of the displayed meter, not of the reserve".to_owned()
        }
        Claimed::OverMaximum { limit: None, .. } => {
            "no limit of the link is approved or in force".to_owned()
        }
        Claimed::OverMaximum { limit: Some(limit), displayed } => {
            format!("its meter displayed {displayed}, and the limit is {limit}")
        }
        Claimed::Nondisplayed => {
            "it takes from the displayed meter what only money that is not displayed, the reserve, may be taken for"
                .to_owned()
        }
        Claimed::Seed { put_in, recovered, .. } => format!(
            "on record the house had put in seed of {put_in} and taken back {recovered} of it, which leaves {borne}"
        ),
    }
}

/// That the report of the engagement before would tell more, where none is given.
fn what_was_before(case: &ReasonedCase<'_>) -> &'static str {
    match case.scope.engagement.carried(case.link_id) {
        Some(_) => " with what the engagement before left",
        None => "; no report of the engagement before is named in [previous] that leaves it more",
    }
}

/// Numbers of documents are missing in their series.
pub(super) fn adj_006(case: &DocumentCase<'_>, tally: &mut Tally) {
    if !case.is_of_series {
        return;
    }
    tally.tested += 1;
    let Some((first, last)) = &case.missing else { return };
    let numbers = if first == last { first.clone() } else { format!("{first} to {last}") };
    let what = || format!("What was documented under {numbers}");
    if let Some(why) = case.why(case.hole) {
        return tally.left_open(why, what);
    }
    if case.is_shared {
        let why = "numbers are missing in several places of the series, whose book others may use";
        return tally.left_open(why, what);
    }
    tally.push(at_event(case.scope, case.event).words(&numbers, "none").because(format!(
        "Before {} no award or adjustment on record names {numbers}, though the numbers of these documents follow one \
         another: what was documented there, or that it was cancelled, is to be seen in the documents.",
        case.number
    )));
}

/// Number of a document is used for two matters.
pub(super) fn adj_007(case: &DocumentCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let (Some(other), number) = (case.other, &case.number) else { return };
    if case.is_log {
        let why = "numbers of its series stand for many matters each, as those of a log do";
        return tally.left_open(why, || format!("Whether {number} is a document of one matter"));
    }
    if !case.is_of_series {
        let why = format!(
            "{} and {} change one account by hand under it, and no series of numbers says whether it is a log",
            case.scope.place(Manager, other),
            case.scope.place(Manager, case.event.line)
        );
        return tally.left_open(why, || format!("Whether {number} is a document of one matter"));
    }
    let found = at_event(case.scope, case.event);
    let found = found.words("a document of its own", format_args!("{number} again"));
    tally.push(found.because(format!(
        "{number} is the document of {} already: the same account of the link, for another round or for \
         none. One paper explains one matter.",
        case.scope.place(Manager, other)
    )));
}

/// Change by hand was made by one person alone.
pub(super) fn adj_008(case: &MeterCase<'_>, tally: &mut Tally) {
    let (event, engagement) = (case.event, &case.scope.engagement);
    let step = match event.reason.as_str() {
        "back_out" => TwoPeople::BackOut,
        _ => TwoPeople::Adjustment,
    };
    if !is_adjustment(case) || !engagement.two_people.contains(&step) {
        return;
    }
    tally.tested += 1;
    let in_question = || {
        let place = case.scope.place(Manager, event.line);
        format!("Whether two people made the change of {place}")
    };
    let people = named(engagement, &event.actor);
    let [first, others @ ..] = &people[..] else {
        return tally.left_open("nobody is named who made it", in_question);
    };
    if others.is_empty() {
        let why =
            format!("the journal names {first} alone, and who approved it is in its document");
        return tally.left_open(why, in_question);
    }
    let compared: Vec<Alike> = others.iter().map(|other| alike(engagement, first, other)).collect();
    if compared.contains(&Alike::Different) {
        return;
    }
    let namesakes = compared.into_iter().find_map(|alike| match alike {
        Alike::Namesakes(why) => Some(why),
        Alike::Same | Alike::Different => None,
    });
    if let Some(why) = namesakes {
        return tally.left_open(why, in_question);
    }
    let found = at_event(case.scope, event).words("two people", format_args!("{first} alone"));
    tally.push(found.because(format!(
        "The engagement demands two people for it, and all names of the {} are {first}: {}.",
        change_in_words(event, case.link),
        event.actor
    )));
}
