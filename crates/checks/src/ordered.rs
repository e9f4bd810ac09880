//! Facts judged as the record is followed: records, meters, shufflers; awards and reversals at its end.

use crate::cards::Dispensed;
use crate::case::Case;
use crate::list::CHECKS;
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::tally::Tally;
use crate::untested;
use feltproof_model::{Date, Timestamp, UntestedPayments};
use feltproof_record::{
    Award, BankDays, BankFact, DocumentUse, JournalRecord, Lag, Listener, MeterEvent, Overflowed,
    ReasonedChange, Reversal, ShufflerRecord, TieOut,
};

/// What the facts came to so far.
pub(crate) struct Ordered {
    /// What the checks counted and found, in registry order.
    pub(crate) tallies: Vec<Tally>,
    /// What left the shufflers since it was last taken.
    pub(crate) dispensed: Vec<Dispensed>,
    pub(crate) untested_payments: UntestedPayments,
}

impl Ordered {
    pub(crate) fn new() -> Self {
        let tallies = CHECKS.iter().map(|check| Tally::of(check.code));
        let untested_payments = UntestedPayments::default();
        Self { tallies: tallies.collect(), dispensed: Vec::new(), untested_payments }
    }
}

/// Judges each fact as it is heard.
pub(crate) struct Judging<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) runnable: &'a Runnable,
    pub(crate) sum: &'a mut Ordered,
}

impl Judging<'_> {
    /// Awards of which it could be told whether they were won.
    fn awards_decided(&self) -> u64 {
        let tested = self.sum.tallies.iter().filter(|tally| tally.code == "AWD-002");
        tested.map(|tally| tally.tested - tally.undecided).sum()
    }

    #[allow(clippy::type_complexity, reason = "a check is a function of a fact and a tally")]
    fn judge<Fact>(
        &mut self,
        checks: &[(usize, fn(&Case<'_, Fact>, &mut Tally))],
        date: Option<Date>,
        fact: &Fact,
    ) {
        let case = Case { scope: self.scope, of: fact };
        for (at, run) in checks {
            let tally = &mut self.sum.tallies[*at];
            tally.on(date);
            run(&case, tally);
        }
    }

    fn at(&self, time: Timestamp) -> Option<Date> {
        Some(self.scope.date_at(time))
    }

    /// Of a fact of several gaming days each of them is counted.
    fn judge_days(&mut self, fact: &BankFact<'_>, of: &BankDays) {
        let days = self.scope.engagement.days.iter().map(|day| day.date);
        let days: Vec<Date> = days.filter(|day| (of.first..=of.last).contains(day)).collect();
        let before: Vec<_> = self.sum.tallies.iter().map(Tally::numbers).collect();
        self.judge(&self.runnable.of_facts.bank, Some(of.first), fact);
        for (tally, before) in self.sum.tallies.iter_mut().zip(before) {
            tally.spread(before, &days);
        }
    }
}

impl Listener for Judging<'_> {
    fn record(&mut self, record: &JournalRecord<'_>) {
        // The order of a journal is no matter of one day.
        self.judge(&self.runnable.of_facts.records, None, record);
    }

    fn meter(&mut self, event: &MeterEvent<'_>) {
        let engagement = &self.scope.engagement;
        let day = engagement.calendar_day(event.day, event.event.time);
        self.judge(&self.runnable.of_facts.meters, Some(engagement.calendar_date(day)), event);
    }

    fn shuffler(&mut self, record: &ShufflerRecord<'_>) {
        if record.after_gap {
            self.sum.dispensed.push(Dispensed::gap());
        }
        if !record.event.cards.is_empty() {
            self.judge(&self.runnable.of_facts.shuffler, self.at(record.event.time), record);
        }
        self.sum.dispensed.push(Dispensed::of(record.day, record.event));
    }

    fn award(&mut self, award: &Award) {
        let before = self.awards_decided();
        let time = award.event.as_ref().map(|event| event.time);
        let time = time.or(award.hand.as_ref().map(|hand| hand.time));
        self.judge(&self.runnable.of_facts.awards, time.and_then(|time| self.at(time)), award);
        if self.awards_decided() > before {
            return;
        }
        let case = Case { scope: self.scope, of: award };
        if let Some(payment) = untested::award(&case) {
            self.sum.untested_payments.add(payment.amount, || Some(payment));
        }
    }

    fn reversal(&mut self, reversal: &Reversal) {
        self.judge(&self.runnable.of_facts.reversals, self.at(reversal.event.time), reversal);
    }

    fn reasoned_change(&mut self, change: &ReasonedChange<'_>) {
        self.judge(&self.runnable.of_facts.reasoned_changes, self.at(change.event.time), change);
    }

    fn overflow(&mut self, overflow: &Overflowed<'_>) {
        self.judge(&self.runnable.of_facts.overflows, self.at(overflow.event.time), overflow);
    }

    fn lag(&mut self, lag: &Lag<'_>) {
        self.judge(&self.runnable.of_facts.lags, self.at(lag.coin_in.time), lag);
    }

    fn bank(&mut self, fact: &BankFact<'_>) {
        match fact {
            BankFact::Balance(balance) => {
                self.judge(&self.runnable.of_facts.bank, self.at(balance.event.time), fact);
            }
            BankFact::Deposits(days) | BankFact::Level(days) => self.judge_days(fact, days),
        }
    }

    fn tie_out(&mut self, tie_out: &TieOut<'_>) {
        let date = self.scope.date(tie_out.of.day);
        self.judge(&self.runnable.of_facts.tie_outs, Some(date), tie_out);
    }

    fn document(&mut self, document: &DocumentUse<'_>) {
        self.judge(&self.runnable.of_facts.documents, self.at(document.event.time), document);
    }
}
