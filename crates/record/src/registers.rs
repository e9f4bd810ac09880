//! The registers of a report: every award, adjustment and back-out with what the record says of it, once all is matched.

use crate::award::Award;
use crate::follow::as_written;
use crate::hole::Hole;
use crate::meter::{Documented, LinkMeters};
use crate::reductions::ReasonedChange;
use crate::reversals::{Matter, Reversal, backed_out_by};
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerKind, ManagerEvent, ManagerKind, RegisterEntry, RegisteredAdjustment,
    RegisteredAward, RegisteredBackOut, RegisteredReseed, Registers, Sum,
};

#[derive(Default)]
pub(crate) struct Settled {
    /// A void round that nobody reversed is no record of a reversal, but what one would be borne out by.
    pub(crate) reversals: Vec<Reversal>,
    /// The line of each change whose reason claims a fact, how much of it the record bears out, and where more may be missing.
    reasoned: Vec<(u32, Sum, Option<Hole>)>,
}

struct Sources<'a> {
    subject: &'a Subject,
    links: &'a [LinkMeters],
    /// The awards on record in the order of the journal.
    awards: Vec<(&'a Award, &'a ManagerEvent)>,
}

impl Settled {
    pub(crate) fn reasoned_change(&mut self, of: &ReasonedChange<'_>) {
        self.reasoned.push((of.event.line, of.borne, of.hole));
    }

    /// The registers, but for the days of the meters.
    pub(crate) fn registers(&self, subject: &Subject, links: &[LinkMeters]) -> Registers {
        let mut awards: Vec<_> = links
            .iter()
            .flat_map(|link| &link.awards.all)
            .filter(|award| !award.is_aside)
            .filter_map(|award| Some((award, award.event.as_ref()?)))
            .collect();
        awards.sort_by_key(|(_, event)| event.line);
        let of = Sources { subject, links, awards };
        let documented = links.iter().flat_map(|link| &link.documented);
        let mut adjustments: Vec<&Documented> = documented
            .filter(|made| made.is_audited && made.event.kind != ManagerKind::Award)
            .collect();
        adjustments.sort_by_key(|made| made.event.line);
        let mut back_outs: Vec<&Reversal> =
            self.reversals.iter().filter(|of| is_back_out(of.matter)).collect();
        back_outs.sort_by_key(|of| of.event.line);
        let adjustment = |(n, made)| self.adjustment(&of, n, made);
        Registers {
            awards: (1..).zip(&of.awards).map(|(n, award)| of.award(n, *award)).collect(),
            adjustments: (1..).zip(adjustments).map(adjustment).collect(),
            back_outs: (1..).zip(back_outs).map(|(n, made)| of.back_out(n, made)).collect(),
            days: Vec::new(),
        }
    }

    fn adjustment(
        &self,
        of: &Sources<'_>,
        number: usize,
        made: &Documented,
    ) -> RegisteredAdjustment {
        let event = &made.event;
        let is_reserve = event.kind == ManagerKind::ReserveAdjustment;
        let account = |display, reserve| if is_reserve { reserve } else { display };
        RegisteredAdjustment {
            entry: of.entry(number, event),
            account: if is_reserve { "reserve" } else { "meter" },
            reason: event.reason.clone(),
            amount: event.amount,
            before: made.before.map(|before| account(before.display, before.reserve)),
            after: account(event.display, event.reserve),
            support: self.support(of, event),
        }
    }

    /// What the record holds of the reason of an adjustment.
    fn support(&self, of: &Sources<'_>, event: &ManagerEvent) -> String {
        let reasoned = self.reasoned.iter().find(|(line, ..)| *line == event.line);
        if let Some((_, borne, hole)) = reasoned {
            let amount = Sum::from(event.amount);
            let taken = amount.max(-amount);
            let part = format!("the record bears {borne} of {taken} out");
            return match hole {
                _ if *borne == taken => "the record bears all of it out".to_owned(),
                None => part,
                Some(hole) => format!("{part}; {}, so more cannot be told", hole.of(of.subject)),
            };
        }
        match event.reason.as_str() {
            "back_out" => match &of.numbers(event)[..] {
                [] => "the award that it names is not on record".to_owned(),
                [one] => format!("backs award {one} out"),
                all => {
                    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                    format!("backs awards {} out", all.join(", "))
                }
            },
            "void_round" => self.void_round(of, event),
            "" => "no reason is recorded".to_owned(),
            _ => "the reason claims no fact that the journals hold".to_owned(),
        }
    }

    /// The void round that an adjustment names, the last counted in before it.
    fn void_round(&self, sources: &Sources<'_>, event: &ManagerEvent) -> String {
        let Sources { subject, links, .. } = sources;
        let is_named = |of: &&Reversal| {
            of.link_id == event.link
                && matches!(of.matter, Matter::VoidRound | Matter::StandingRound)
                && (of.event.table, of.event.round) == (event.table, event.round)
                && of.event.seq < event.seq
        };
        if let Some(of) = self.reversals.iter().filter(is_named).max_by_key(|of| of.event.seq) {
            let line = subject.line(JournalKind::Manager, of.event.line);
            return format!("the round was void; its wagers were counted in on line {line}");
        }
        match links[usize::from(event.link.0)].never_counted(event.table) {
            None => "no such void round is on record".to_owned(),
            Some(hole) => {
                format!("whether the round was void cannot be told: {}", hole.of(subject))
            }
        }
    }
}

const fn is_back_out(matter: Matter) -> bool {
    match matter {
        Matter::BackOut
        | Matter::BackOutOfNothing
        | Matter::BackOutOfEarlier
        | Matter::BackOutUnnamed => true,
        Matter::VoidRound
        | Matter::StandingRound
        | Matter::VoidRoundOfNothing
        | Matter::VoidRoundUnnamed => false,
    }
}

impl Sources<'_> {
    /// The numbers of the awards that a back-out names.
    fn numbers(&self, event: &ManagerEvent) -> Vec<usize> {
        let of_link = &self.links[usize::from(event.link.0)].awards.all;
        let named = backed_out_by(event, of_link);
        let lines = named.iter().map(|at| of_link[*at].line());
        let number = |line| self.awards.iter().position(|(_, award)| award.line == line);
        let mut all: Vec<usize> = lines.filter_map(number).map(|at| at + 1).collect();
        all.sort_unstable();
        all
    }

    fn entry(&self, number: usize, event: &ManagerEvent) -> RegisterEntry {
        RegisterEntry {
            number,
            locus: self.subject.locus(JournalKind::Manager, event.line),
            seq: match self.subject.parts.is_in_order(JournalKind::Manager) {
                true => as_written(event.seq),
                false => event.seq,
            },
            time: event.time,
            link: self.subject.link(event.link).id.clone(),
            actor: event.actor.clone(),
            document: event.document.clone(),
        }
    }

    fn award(&self, number: usize, (of, event): (&Award, &ManagerEvent)) -> RegisteredAward {
        let link = self.subject.link(event.link);
        let share = event.share.and_then(|at| link.shares.get(usize::from(at)));
        let hand = of.hand.as_ref();
        let meters = &self.links[usize::from(event.link.0)];
        let reseed = of.reseed.map(|reseed| RegisteredReseed {
            added: reseed.added,
            seed: meters.settings_at(self.subject, reseed.seq).seed,
            missing: reseed.drawn.missing,
            reserve: reseed.taken,
            // Only what was drawn as it should be tells of the fraction that a display hides.
            reserve_most: match reseed.drawn.least == reseed.taken {
                true => reseed.drawn.most,
                false => reseed.taken,
            },
        });
        let named = of.controller.iter().filter(|step| {
            !step.actor.trim().is_empty()
                && !matches!(step.kind, ControllerKind::CoinIn | ControllerKind::EndGame)
        });
        let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        RegisteredAward {
            entry: self.entry(number, event),
            level: share.map_or(&link.level, |(level, _)| level).clone(),
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

    fn back_out(&self, number: usize, of: &Reversal) -> RegisteredBackOut {
        let awards = self.numbers(&of.event);
        let amounts = awards.iter().map(|number| self.awards[number - 1].1.amount);
        let is_indicated = of.matter == Matter::BackOut;
        RegisteredBackOut {
            entry: self.entry(number, &of.event),
            awarded: amounts.sum(),
            awards,
            to_meter: of.meter_made,
            to_reserve: of.reserve_made,
            meter_owed: is_indicated.then_some(of.meter_owed),
            reserve_owed: is_indicated.then_some(of.reserve_owed),
        }
    }
}
