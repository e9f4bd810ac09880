//! What a monitor says: plain data for a report and for a plot.

use super::mix::ln_average;

/// Evidence at which an alarm is raised, and the chance that a fair source ever reaches it (Ville).
pub(crate) const ALARMS: [(f64, f64); 2] = [(20.0, 0.05), (100.0, 0.01)];

/// Points kept of the evidence over time.
pub(crate) const PATH_POINTS: usize = 512;

/// The largest evidence so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Natural logarithm of the evidence.
    pub ln_e: f64,
    /// Observations when it was reached; 0 at the start, where the evidence is one.
    pub at: u64,
}

/// An alarm threshold and when it was crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alarm {
    /// The threshold.
    pub evidence: f64,
    /// The chance that a fair source ever crosses it, however often one looks.
    pub chance: f64,
    /// Observations at the first crossing.
    pub at: Option<u64>,
}

/// The evidence of one component, a gambler who looks for one kind of fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// `reference.component`, never reused.
    pub key: &'static str,
    /// What it bets on, in a few words.
    pub name: &'static str,
    /// Natural logarithm of its evidence now.
    pub ln_e: f64,
    /// Its largest so far.
    pub worst: Peak,
}

/// What the monitor has seen up to now.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Observations.
    pub n: u64,
    /// `deals` or `draws`.
    pub unit: &'static str,
    /// Natural logarithm of the evidence now: the average of the components.
    pub ln_e: f64,
    /// Its largest so far.
    pub worst: Peak,
    /// The alarms, the lower first.
    pub alarms: Vec<Alarm>,
    /// Each component.
    pub components: Vec<Component>,
    /// (observations, ln of the evidence) over time, at most [`PATH_POINTS`].
    pub path: Vec<(u64, f64)>,
}

/// The components' running evidence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    names: Vec<(&'static str, &'static str)>,
    now: Vec<f64>,
    worst: Vec<Peak>,
    n: u64,
    total: f64,
    total_worst: Peak,
    crossed: [Option<u64>; ALARMS.len()],
    path: Vec<(u64, f64)>,
    stride: u64,
}

impl Record {
    pub(super) fn new(names: Vec<(&'static str, &'static str)>) -> Self {
        let start = Peak { ln_e: 0.0, at: 0 };
        Self {
            now: vec![0.0; names.len()],
            worst: vec![start; names.len()],
            names,
            n: 0,
            total: 0.0,
            total_worst: start,
            crossed: [None; ALARMS.len()],
            path: Vec::new(),
            stride: 1,
        }
    }

    /// One more observation, after which the components stand so, in the order of their names.
    pub(super) fn push(&mut self, components: impl Iterator<Item = f64>) {
        self.n += 1;
        let at = self.n;
        let raise = |peak: &mut Peak, ln_e: f64| {
            if ln_e > peak.ln_e {
                *peak = Peak { ln_e, at };
            }
        };
        for ((now, worst), ln_e) in self.now.iter_mut().zip(&mut self.worst).zip(components) {
            *now = ln_e;
            raise(worst, ln_e);
        }
        self.total = ln_average(&self.now);
        raise(&mut self.total_worst, self.total);
        for (crossed, (evidence, _)) in self.crossed.iter_mut().zip(ALARMS) {
            if crossed.is_none() && self.total >= evidence.ln() {
                *crossed = Some(at);
            }
        }
        if at.is_multiple_of(self.stride) {
            if self.path.len() == PATH_POINTS - 1 {
                self.stride *= 2;
                let stride = self.stride;
                self.path.retain(|(n, _)| n.is_multiple_of(stride));
            }
            if at.is_multiple_of(self.stride) {
                self.path.push((at, self.total));
            }
        }
    }

    pub(super) fn n(&self) -> u64 {
        self.n
    }

    pub(super) fn ln_e(&self) -> f64 {
        self.total
    }

    pub(super) fn worst(&self) -> Peak {
        self.total_worst
    }

    pub(super) fn evidence(&self, unit: &'static str) -> Evidence {
        let component = |i: usize| Component {
            key: self.names[i].0,
            name: self.names[i].1,
            ln_e: self.now[i],
            worst: self.worst[i],
        };
        let mut path = self.path.clone();
        if self.n > 0 && path.last().is_none_or(|(n, _)| *n != self.n) {
            path.push((self.n, self.total));
        }
        Evidence {
            n: self.n,
            unit,
            ln_e: self.total,
            worst: self.total_worst,
            alarms: ALARMS
                .iter()
                .zip(self.crossed)
                .map(|((evidence, chance), at)| Alarm { evidence: *evidence, chance: *chance, at })
                .collect(),
            components: (0..self.names.len()).map(component).collect(),
            path,
        }
    }
}
