//! Which rounds of the day are scripted, and which of them play host to a fault.

use std::collections::BTreeMap;

use crate::fault::{Fault, Place};
use crate::floor::game_of;
use crate::games::script::{At, Script};
use crate::{Plan, SimulateError};

/// The scripted rounds of a day, by the number of the round counted over all tables from 0.
pub(crate) struct Places {
    pub(crate) scripts: BTreeMap<u32, (Script, Option<Fault>)>,
    /// Tables in the order in which they deal, again and again: linked and unlinked ones take
    /// turns, so that no journal falls silent for long.
    order: Vec<u16>,
    /// What scripts each table can deal.
    tables: Vec<At>,
    rounds: u32,
    /// The round in which an award is completed and that of another table which overtakes it.
    pub(crate) pair: Option<(u32, u32)>,
}

impl Places {
    pub(crate) fn new(plan: &Plan) -> Result<Self, SimulateError> {
        let linked = plan.linked_tables();
        let mut order = Vec::with_capacity(usize::from(plan.tables));
        for i in 0..linked {
            order.push(i);
            // Where all tables are linked, none is left to take turns with.
            order.extend((linked + i < plan.tables).then_some(linked + i));
        }
        order.extend(2 * linked..plan.tables);
        let at = |table| match table {
            _ if game_of(plan, table) != plan.game => At::Last,
            _ if table < linked => At::Linked,
            _ => At::Unlinked,
        };
        let tables = (0..plan.tables).map(at).collect();
        let mut places =
            Self { scripts: BTreeMap::new(), order, tables, rounds: plan.rounds, pair: None };
        let is_bare = plan.shuffler_journal || plan.faults.iter().any(|f| f.is_of_whole_day());
        for script in plan.day().scripts.iter().filter(|_| !is_bare) {
            if let Some(per_mille) = script.per_mille {
                // A day too short for all of them shows what fits.
                places.put(*script, None, per_mille);
            }
        }
        let (mut fixed, mut spread) = (Vec::new(), Vec::new());
        for fault in &plan.faults {
            match fault.kind().place {
                Place::HostAt(script, per_mille) => fixed.push((*fault, script, per_mille)),
                Place::Host(script) => spread.push((*fault, script)),
                Place::Link(_)
                | Place::Hands(_)
                | Place::LinkFile
                | Place::File(_)
                | Place::Deck(_)
                | Place::Machine => {}
            }
        }
        let count = spread.len() as u64 + 1;
        let spread = (1..).zip(spread);
        let spread = spread.map(|(i, (fault, script))| (fault, script, 100 + 800 * i / count));
        for (fault, script, per_mille) in fixed.into_iter().chain(spread) {
            if !places.put(script, Some(fault), per_mille) {
                return Err(SimulateError::NoPlace(fault));
            }
        }
        if plan.has(Fault::AwardOvertaken) {
            places.pair = places.overtaken();
            if places.pair.is_none() {
                return Err(SimulateError::NoPlace(Fault::AwardOvertaken));
            }
        }
        Ok(places)
    }

    /// The host of an award that is overtaken, with the next round of another linked table, which is dealt
    /// the same: both nearest to where the host was put.
    fn overtaken(&mut self) -> Option<(u32, u32)> {
        let is_host = |place: &(Script, Option<Fault>)| place.1 == Some(Fault::AwardOvertaken);
        let (first, place) = self.scripts.iter().find(|(_, place)| is_host(place))?;
        let (first, place) = (*first, *place);
        self.scripts.remove(&first);
        let turns = u32::try_from(self.order.len()).ok()?;
        let is_free = |round: &u32| {
            let at = self.tables.get(usize::from(self.table_of(*round)));
            *round < self.rounds && at == Some(&place.0.at) && !self.scripts.contains_key(round)
        };
        let after = |host: u32| {
            let is_other = |round: &u32| self.table_of(*round) != self.table_of(host);
            let other = (host + 1..host + turns).find(|round| is_other(round) && is_free(round))?;
            Some((host, other))
        };
        let mut hosts = (first..self.rounds).chain((turns..first).rev()).filter(is_free);
        let pair = hosts.find_map(after)?;
        self.scripts.extend([(pair.0, place), (pair.1, place)]);
        Some(pair)
    }

    pub(crate) fn table_of(&self, round: u32) -> u16 {
        let at = round as usize % self.order.len().max(1);
        self.order.get(at).copied().unwrap_or(0)
    }

    pub(crate) fn host_of(&self, fault: Fault) -> Option<u16> {
        let host = self.scripts.iter().find(|(_, place)| place.1 == Some(fault));
        host.map(|(round, _)| self.table_of(*round))
    }

    /// Puts a script on the free round of the right kind of table that is nearest to its place.
    fn put(&mut self, script: Script, fault: Option<Fault>, per_mille: u64) -> bool {
        let ideal = u64::from(self.rounds) * per_mille / 1_000;
        let ideal = i64::try_from(ideal).expect("rounds are numbered in 32 bits");
        for distance in 0..i64::from(self.rounds) {
            for at in [ideal + distance, ideal - distance] {
                let Ok(round) = u32::try_from(at) else { continue };
                // The first round of each table is left alone: a wrong number needs one before it.
                let is_inside = round < self.rounds && round as usize >= self.order.len();
                let table = self.table_of(round);
                let is_right = self.tables.get(usize::from(table)) == Some(&script.at);
                if is_inside && is_right && !self.scripts.contains_key(&round) {
                    self.scripts.insert(round, (script, fault));
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_rounds_hold_every_showcase_and_any_single_fault() {
        let mut plan = Plan::new(1, 100);
        assert_eq!(Places::new(&plan).unwrap().scripts.len(), 15);
        for kind in crate::FAULTS {
            let mut plan = Plan::of(kind.fault.game(), 1, 100);
            plan.faults = vec![kind.fault];
            assert!(Places::new(&plan).is_ok(), "{}", kind.name);
        }
        plan.rounds = 10;
        assert!(Places::new(&plan).unwrap().scripts.len() <= 6);
    }

    #[test]
    fn linked_and_unlinked_tables_take_turns() {
        let mut plan = Plan::new(1, 100);
        for (tables, order) in
            [(1, &[0][..]), (2, &[0, 1]), (4, &[0, 2, 1, 3]), (5, &[0, 2, 1, 3, 4])]
        {
            plan.tables = tables;
            assert_eq!(Places::new(&plan).unwrap().order, order);
        }
    }
}
