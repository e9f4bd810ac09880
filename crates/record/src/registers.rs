//! The registers of a report: every award, adjustment and back-out with what the record says of it, once all is
//! matched.

use crate::award::Award;
use crate::hole::Hole;
use crate::meter::{Documented, LinkMeters};
use crate::reductions::Reduction;
use crate::reversals::{Matter, Reversal, backed_out_by};
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    CompactString, ControllerKind, LinkId, ManagerEvent, ManagerKind, RegisterEntry,
    RegisteredAdjustment, RegisteredAward, RegisteredBackOut, RegisteredReseed, Registers, Sum,
};

/// What reversals and reductions came to.
#[derive(Default)]
pub(crate) struct Settled {
    reversals: Vec<Reversed>,
    /// The line of each reduction, how much of it the record bears out, and where more may be missing.
    reductions: Vec<(u32, Sum, Option<Hole>)>,
}

/// One reversal.
struct Reversed {
    link: LinkId,
    matter: Matter,
    event: ManagerEvent,
    owed: (Sum, Sum),
    made: (Sum, Sum),
}

impl Settled {
    pub(crate) fn reversal(&mut self, of: &Reversal<'_>) {
        // A void round that nobody reversed is no record of a reversal, but what one would be borne out by.
        self.reversals.push(Reversed {
            link: of.link_id,
            matter: of.matter,
            event: of.event.clone(),
            owed: (of.meter_owed, of.reserve_owed),
            made: (of.meter_made, of.reserve_made),
        });
    }

    pub(crate) fn reduction(&mut self, of: &Reduction<'_>) {
        self.reductions.push((of.event.line, of.borne, of.hole));
    }

    /// The registers, but for the days of the meters.
    pub(crate) fn registers(&self, subject: &Subject, links: &[LinkMeters]) -> Registers {
        let awards = awards(links);
        let mut adjustments: Vec<&Documented> =
            links.iter().flat_map(|link| &link.documented).collect();
        adjustments.retain(|made| made.event.kind != ManagerKind::Award);
        adjustments.sort_by_key(|made| made.event.line);
        let mut back_outs: Vec<&Reversed> =
            self.reversals.iter().filter(|of| of.is_back_out()).collect();
        back_outs.sort_by_key(|of| of.event.line);
        Registers {
            awards: (1..).zip(&awards).map(|(n, of)| award((subject, links), n, *of)).collect(),
            adjustments: (1..)
                .zip(adjustments)
                .map(|(n, made)| self.adjustment(subject, n, (made, links, &awards)))
                .collect(),
            back_outs: (1..)
                .zip(back_outs)
                .map(|(n, of)| back_out(subject, n, of, (links, &awards)))
                .collect(),
            days: Vec::new(),
        }
    }

    fn adjustment(
        &self,
        subject: &Subject,
        number: usize,
        (made, links, awards): (&Documented, &[LinkMeters], &[(&Award, &ManagerEvent)]),
    ) -> RegisteredAdjustment {
        let event = &made.event;
        let is_reserve = event.kind == ManagerKind::ReserveAdjustment;
        let account = |display, reserve| if is_reserve { reserve } else { display };
        RegisteredAdjustment {
            entry: entry(subject, number, event),
            account: if is_reserve { "reserve" } else { "meter" },
            reason: event.reason.clone(),
            amount: event.amount,
            before: made.before.map(|before| account(before.display, before.reserve)),
            after: account(event.display, event.reserve),
            support: self.support(subject, event, (links, awards)),
        }
    }

    /// What the record holds of the reason of an adjustment.
    fn support(
        &self,
        subject: &Subject,
        event: &ManagerEvent,
        (links, awards): (&[LinkMeters], &[(&Award, &ManagerEvent)]),
    ) -> String {
        if let Some((_, borne, hole)) =
            self.reductions.iter().find(|(line, ..)| *line == event.line)
        {
            let taken = Sum::ZERO - event.amount;
            return match hole {
                _ if *borne == taken => "the record bears all of it out".to_owned(),
                None => format!("the record bears {borne} of {taken} out"),
                Some(hole) => format!(
                    "the record bears {borne} of {taken} out; {}, so more cannot be told",
                    hole.of(subject)
                ),
            };
        }
        match event.reason.as_str() {
            "back_out" => match &numbers(event, links, awards)[..] {
                [] => "the award that it names is not on record".to_owned(),
                [one] => format!("backs award {one} out"),
                all => format!("backs awards {} out", listed(all)),
            },
            "void_round" => self.void_round(subject, event, links),
            "" => "no reason is recorded".to_owned(),
            _ => "the reason claims no fact that the journals hold".to_owned(),
        }
    }

    /// The void round that an adjustment names, the last counted in before it.
    fn void_round(&self, subject: &Subject, event: &ManagerEvent, links: &[LinkMeters]) -> String {
        let link = links.get(usize::from(event.link.0));
        let uncounted = link.and_then(|link| link.never_counted(event.table));
        let is_named = |of: &&Reversed| {
            of.link == event.link
                && matches!(of.matter, Matter::VoidRound | Matter::StandingRound)
                && (of.event.table, of.event.round) == (event.table, event.round)
                && of.event.seq < event.seq
        };
        match self.reversals.iter().filter(is_named).max_by_key(|of| of.event.seq) {
            Some(of) => format!(
                "the round was void; its wagers were counted in on line {}",
                subject.line(JournalKind::Manager, of.event.line)
            ),
            None => uncounted.map_or_else(
                || "no such void round is on record".to_owned(),
                |hole| format!("whether the round was void cannot be told: {}", hole.of(subject)),
            ),
        }
    }
}

impl Reversed {
    const fn is_back_out(&self) -> bool {
        matches!(
            self.matter,
            Matter::BackOut
                | Matter::BackOutOfNothing
                | Matter::BackOutOfEarlier
                | Matter::BackOutUnnamed
        )
    }
}

/// The awards on record in the order of the journal.
fn awards(links: &[LinkMeters]) -> Vec<(&Award, &ManagerEvent)> {
    let all = links.iter().flat_map(|link| &link.awards.all);
    let mut all: Vec<_> = all.filter_map(|award| Some((award, award.event.as_ref()?))).collect();
    all.sort_by_key(|(_, event)| event.line);
    all
}

/// The numbers of the awards that a back-out names.
fn numbers(
    event: &ManagerEvent,
    links: &[LinkMeters],
    awards: &[(&Award, &ManagerEvent)],
) -> Vec<usize> {
    let Some(link) = links.get(usize::from(event.link.0)) else { return Vec::new() };
    let named = backed_out_by(event, &link.awards.all);
    let lines = named.iter().filter_map(|at| link.awards.all.get(*at)).map(Award::line);
    let number = |line| awards.iter().position(|(_, award)| award.line == line);
    let mut all: Vec<usize> = lines.filter_map(number).map(|at| at + 1).collect();
    all.sort_unstable();
    all
}

fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn entry(subject: &Subject, number: usize, event: &ManagerEvent) -> RegisterEntry {
    RegisterEntry {
        number,
        locus: subject.locus(JournalKind::Manager, event.line),
        seq: event.seq,
        time: event.time,
        link: subject.link(event.link).id.clone(),
        actor: event.actor.clone(),
        document: event.document.clone(),
    }
}

/// The level that an award names.
fn level_of<'a>(subject: &'a Subject, event: &ManagerEvent) -> &'a CompactString {
    let link = subject.link(event.link);
    let share = event.share.and_then(|at| link.shares.get(usize::from(at)));
    share.map_or(&link.level, |(level, _)| level)
}

fn award(
    (subject, links): (&Subject, &[LinkMeters]),
    number: usize,
    (of, event): (&Award, &ManagerEvent),
) -> RegisteredAward {
    let hand = of.hand.as_ref();
    let (taken, drawn) = (of.reserve_taken, of.reserve_drawn);
    let reseed = of.reseeded.map(|added| RegisteredReseed {
        added,
        seed: links[usize::from(event.link.0)]
            .settings_at(subject, of.due.reseed_seq.unwrap_or(event.seq))
            .seed,
        missing: drawn.missing,
        reserve: taken,
        // Only what was drawn as it should be tells of the fraction that a display hides.
        reserve_most: if drawn.least == taken { drawn.most } else { taken },
    });
    let named = of.controller.iter().filter(|step| {
        !step.actor.trim().is_empty()
            && !matches!(step.kind, ControllerKind::CoinIn | ControllerKind::EndGame)
    });
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    RegisteredAward {
        entry: entry(subject, number, event),
        level: level_of(subject, event).clone(),
        table: of.table,
        round: of.round,
        seat: of.seat,
        cards: hand.and_then(|hand| text(&hand.cards)),
        hand: hand.and_then(|hand| text(&hand.described)),
        share: hand.and_then(|hand| hand.share),
        amount: event.amount,
        // Where wagers may not be recorded, the record before it does not show what it met.
        before: of.uncounted.is_none().then_some(of.display_before),
        after: event.display,
        reseed,
        steps: named.map(|step| (step.kind.name(), step.actor.clone())).collect(),
        is_backed_out: of.backed_out,
    }
}

fn back_out(
    subject: &Subject,
    number: usize,
    of: &Reversed,
    (links, awards): (&[LinkMeters], &[(&Award, &ManagerEvent)]),
) -> RegisteredBackOut {
    let numbers = numbers(&of.event, links, awards);
    let amounts = numbers.iter().filter_map(|number| awards.get(number - 1));
    let is_indicated = of.matter == Matter::BackOut;
    RegisteredBackOut {
        entry: entry(subject, number, &of.event),
        awarded: amounts.map(|(award, _)| award.amount()).sum(),
        awards: numbers,
        to_meter: of.made.0,
        to_reserve: of.made.1,
        meter_owed: is_indicated.then_some(of.owed.0),
        reserve_owed: is_indicated.then_some(of.owed.1),
    }
}
