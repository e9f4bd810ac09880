//! The law of an audit: the rule packs that the engagement names, with their limits on each calendar day.
//!
//! A law begins with its calendar day: what was played after midnight is judged by the law of the new day, though it
//! belongs to the gaming day before. What stands for a whole gaming day, a posting or a link, stands on every calendar day
//! that the gaming day touches: on that which it is named after, and after midnight where a record is.
//!
//! A limit is read by its role, in every pack that has it: no pack and no limit is known by name.

use crate::approved::{Approved, of_table};
use crate::games_judge::GamesJudge;
use feltproof_intake::Columns;
use feltproof_model::engagement::{CalendarDay, TableId, TableTerms};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Date, Engagement, Money, Wager};
use feltproof_regs::{Decision, Limit, Pack, Quantity, Role, Verb, Verdict, limits_by_role};

/// What an engagement may say of whether a table has the higher cap on a single wager.
const HIGHER_LIMIT: [Option<bool>; 3] = [None, Some(false), Some(true)];

/// The limits on a single wager that are in force on a day, at a table with or without the higher cap.
pub(crate) struct Cap {
    /// Each with what it says.
    pub(crate) limits: Vec<(Limit, Decision)>,
    /// The largest wager that all of them certainly allow, with every smaller one.
    pub(crate) certain: Money,
}

impl Cap {
    fn new(packs: &[Pack], date: Date, higher_limit: Option<bool>) -> Self {
        let said = packs.iter().filter_map(|pack| pack.single_wager(date, higher_limit));
        let said = said.filter(|(_, said)| said.is_in_force());
        let limits: Vec<_> = said.map(|(limit, said)| (limit.clone(), said)).collect();
        let certain = limits.iter().map(|(_, said)| certainly_within(said)).min();
        Self { limits, certain: certain.unwrap_or(Money::ZERO) }
    }
}

/// The rule packs of an audit, with their limits on each calendar day.
pub struct Law {
    /// Rule packs the engagement names, in its order.
    pub packs: Vec<Pack>,
    /// The calendar days of the audit, each once, in their order.
    dates: Vec<Date>,
    /// Which of them stands at each place of the calendar.
    places: Vec<usize>,
    /// The limits on a single wager on each of them, by [`Cap`].
    caps: [Vec<Cap>; 3],
    /// For each of them so many players at a table that every limit certainly allows them, where there is one.
    players: Vec<Option<u32>>,
    /// Each limit on games on one hand, with its judge on each of them.
    games: Vec<(Limit, Vec<Option<GamesJudge>>)>,
    /// For each table of the engagement the approvals of the systems that it runs on.
    approved: Vec<Vec<Approved>>,
}

impl Law {
    /// The packs that the engagement names; what does not exist goes to `errors` with the `file`.
    pub fn new(
        engagement: &Engagement,
        file: &str,
        packs: &[Pack],
        columns: Option<&Columns>,
        errors: &mut Vec<String>,
    ) -> Self {
        let mut chosen = Vec::new();
        for id in &engagement.packs {
            match packs.iter().find(|p| p.id == *id) {
                Some(p) => chosen.push(p.clone()),
                None => {
                    let all: Vec<&str> = packs.iter().map(|p| p.id.as_str()).collect();
                    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
                    errors.push(format!(
                        "{file}: rule pack {id} does not exist; the packs are {all}"
                    ));
                }
            }
        }
        let mut dates: Vec<Date> = engagement.calendar().collect();
        dates.dedup();
        let places = engagement.calendar().map(|date| dates.partition_point(|other| *other < date));
        let places = places.collect();
        let caps = HIGHER_LIMIT.map(|indicated| {
            dates.iter().map(|date| Cap::new(&chosen, *date, indicated)).collect()
        });
        let stakes = columns.map_or([false; Wager::COUNT], |c| c.stake);
        let games = limits_by_role(&chosen, Role::GamesOnOneHand).map(|(pack, limit)| {
            let judges = dates.iter().map(|date| GamesJudge::new(pack, *date, &stakes));
            (limit.clone(), judges.collect())
        });
        let games = games.collect();
        let players = dates.iter().map(|date| certain_players(&chosen, *date)).collect();
        let approved =
            engagement.tables.iter().map(|table| of_table(&chosen, engagement, table, &dates));
        let approved = approved.collect();
        Self { packs: chosen, dates, places, caps, players, games, approved }
    }

    /// The approvals of the systems that a table runs on, as far as they may have been there on a calendar day.
    pub(crate) fn approved(
        &self,
        table: TableId,
        day: CalendarDay,
    ) -> impl Iterator<Item = &Approved> {
        let at = self.at(day);
        let all = self.approved.get(usize::from(table.0)).into_iter().flatten();
        all.filter(move |of| of.is_in_force(at))
    }

    /// The tables of the engagement, each with all approvals of the systems that it runs on.
    pub(crate) fn approvals(&self) -> impl Iterator<Item = &[Approved]> {
        self.approved.iter().map(Vec::as_slice)
    }

    fn at(&self, day: CalendarDay) -> usize {
        self.places[day.place()]
    }

    /// The limits on a single wager at a table that are in force on a calendar day.
    pub(crate) fn cap(&self, day: CalendarDay, terms: &TableTerms) -> Option<&Cap> {
        let indicated =
            HIGHER_LIMIT.iter().position(|indicated| *indicated == terms.higher_limit)?;
        self.caps.get(indicated)?.get(self.at(day)).filter(|cap| !cap.limits.is_empty())
    }

    /// The same on a day, whichever wager it is compared with.
    pub(crate) fn caps_on(
        &self,
        date: Date,
        terms: &TableTerms,
    ) -> impl Iterator<Item = (&Limit, Decision)> {
        let indicated = terms.higher_limit;
        let said = self.packs.iter().filter_map(move |pack| pack.single_wager(date, indicated));
        said.filter(|(_, said)| said.is_in_force())
    }

    /// The most players that every limit of a day certainly allows; `None` without a limit.
    pub(crate) fn certain_players(&self, day: CalendarDay) -> Option<u32> {
        self.players.get(self.at(day)).copied().flatten()
    }

    /// The limits on games on one hand that are in force on a calendar day, each with its judge.
    pub(crate) fn games(&self, day: CalendarDay) -> impl Iterator<Item = (&Limit, &GamesJudge)> {
        self.games
            .iter()
            .filter_map(move |(limit, judges)| Some((limit, judges.get(self.at(day))?.as_ref()?)))
    }

    /// What the packs say of a role on a day, where something is in force: each limit with its decision.
    pub(crate) fn said_of(
        &self,
        role: Role,
        date: Date,
    ) -> impl Iterator<Item = (&Limit, Decision)> {
        let said = limits_by_role(&self.packs, role).map(move |(_, limit)| (limit, limit.on(date)));
        said.filter(|(_, said)| said.is_in_force())
    }

    pub(crate) fn limits(&self, role: Role) -> bool {
        limits_by_role(&self.packs, role).next().is_some()
    }

    /// Whether what the packs limit in a role was repealed before every audited day: that is known, and no gap.
    pub(crate) fn is_repealed(&self, role: Role) -> bool {
        let began = |limit: &Limit, date: Date| {
            limit.values.first().is_some_and(|first| first.since.earliest() <= date)
        };
        self.limits(role)
            && limits_by_role(&self.packs, role).all(|(_, limit)| {
                let ended = |date: &Date| !limit.on(*date).is_in_force() && began(limit, *date);
                self.dates.iter().all(ended)
            })
    }

    /// Why no value of a role is known for any audited day; `None` when one is.
    pub(crate) fn lacks_value(&self, role: Role) -> Option<String> {
        let limits = limits_by_role(&self.packs, role);
        let mut said = limits.flat_map(|(_, limit)| self.dates.iter().map(|date| limit.on(*date)));
        let first = said.next()?;
        let known = first.is_in_force() || said.any(|said| said.is_in_force());
        (!known).then(|| first.to_string())
    }

    /// The packs with a control that a check answers on a day, each with the control's citation.
    pub(crate) fn that_ask_for(
        &self,
        check: &str,
        date: Date,
    ) -> impl Iterator<Item = (&Pack, &str)> {
        self.packs.iter().filter_map(move |pack| {
            let (_, version) = pack.asking(check, date).next()?;
            Some((pack, version.citation.as_str()))
        })
    }

    /// Whether a check answers a control on any audited day.
    pub(crate) fn asks_for(&self, check: &str) -> bool {
        self.dates.iter().any(|date| self.that_ask_for(check, *date).next().is_some())
    }
}

/// The largest amount that an upper limit certainly allows, with every smaller one.
fn certainly_within(said: &Decision) -> Money {
    let named = match said {
        Decision::NotInForce { .. } => None,
        Decision::InForce { value, verb, .. } => Some((value, verb)),
        Decision::Undecided { low, verb, .. } => Some((low, verb)),
    };
    match named {
        Some((Quantity::Dollars(amount), Verb::MustNotExceed))
            if said.judge(*amount) == Verdict::Holds =>
        {
            *amount
        }
        _ => Money::ZERO,
    }
}

/// The most players that every limit of a day certainly allows, up to the seats of a table.
fn certain_players(packs: &[Pack], date: Date) -> Option<u32> {
    let said = limits_by_role(packs, Role::PlayersAtTable).map(|(_, limit)| limit.on(date));
    let said: Vec<Decision> = said.filter(Decision::is_in_force).collect();
    let holds = |players: &u32| {
        said.iter().all(|said| said.judge(Quantity::Players(*players)) == Verdict::Holds)
    };
    let most = (0..=u32::from(SEAT_MAX)).take_while(holds).last().unwrap_or(0);
    (!said.is_empty()).then_some(most)
}

/// The law that is broken: `by WAC 230-15-140 a single wager must not exceed $300.00 on 2010-06-15 (evidence S)`.
pub(crate) fn law_in_words(limit: &Limit, said: &Decision, date: Date) -> String {
    let tag = match said {
        Decision::InForce { evidence, .. } => format!(" (evidence {evidence})"),
        // The tags of several values stand with what is undecided.
        Decision::NotInForce { .. } | Decision::Undecided { .. } => String::new(),
    };
    format!(
        "by {} {} {} {} on {date}{tag}",
        limit.citation_on(date),
        limit.subject,
        limit.verb,
        limit_in_words(said)
    )
}

pub(crate) fn limit_in_words(said: &Decision) -> String {
    match said {
        Decision::NotInForce { .. } => "no known value".to_owned(),
        Decision::InForce { value, .. } => value.to_string(),
        Decision::Undecided { low, high, .. } => {
            format!("{low} or {high} (which of the two applied is not known)")
        }
    }
}
