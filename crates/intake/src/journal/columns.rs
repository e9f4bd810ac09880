//! Which columns a journal has, and those of several files together.

use feltproof_model::Wager;

/// Which columns a journal has. Columns of money and cards belong to hands journals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// It says what each seat did.
    pub has_action: bool,
    /// It has the cards.
    pub has_cards: bool,
    /// It says whether a player's bank was offered to others.
    pub has_offered: bool,
    /// It has the collection fee of each seat.
    pub has_fee: bool,
    /// It has the stake of each wager, in the order of [`Wager::ALL`].
    pub stake: [bool; Wager::COUNT],
    /// It has what was returned for each wager, in the order of [`Wager::ALL`].
    pub returned: [bool; Wager::COUNT],
    /// Columns the canonical form does not know, in file order; not read.
    pub unmapped: Vec<String>,
    /// Columns that count as missing, since some files lack them; each with the first of those.
    pub partial: Vec<(String, String)>,
}

impl Columns {
    /// The columns that all files of a journal have, each with its name; `None` without a file.
    pub fn of_all<'a>(files: impl IntoIterator<Item = (&'a str, &'a Self)>) -> Option<Self> {
        let files: Vec<(&str, &Self)> = files.into_iter().collect();
        let mut all = (*files.first()?.1).clone();
        let mut keep = |name: &str, has: fn(&mut Self, usize) -> &mut bool, at: usize| {
            let is_there = |of: &Self| *has(&mut of.clone(), at);
            let lacking = files.iter().find(|(_, of)| !is_there(of));
            if let Some((file, _)) = lacking.filter(|_| files.iter().any(|(_, of)| is_there(of))) {
                all.partial.push((name.to_owned(), (*file).to_owned()));
            }
            *has(&mut all, at) &= lacking.is_none();
        };
        keep("cards", |of, _| &mut of.has_cards, 0);
        keep("action", |of, _| &mut of.has_action, 0);
        keep("offered", |of, _| &mut of.has_offered, 0);
        keep("fee", |of, _| &mut of.has_fee, 0);
        for (at, wager) in Wager::ALL.into_iter().enumerate() {
            keep(wager.key(), |of, at| &mut of.stake[at], at);
            keep(wager.key_returned(), |of, at| &mut of.returned[at], at);
        }
        for (_, of) in files.iter().skip(1) {
            let new = of.unmapped.iter().filter(|name| !all.unmapped.contains(name));
            let new: Vec<String> = new.cloned().collect();
            all.unmapped.extend(new);
        }
        Some(all)
    }

    /// Whether it has this column; every journal has those that each needs.
    pub(crate) fn has(&self, name: &str) -> bool {
        let at = |of: fn(Wager) -> &'static str| Wager::ALL.iter().position(|w| of(*w) == name);
        match (name, at(Wager::key), at(Wager::key_returned)) {
            ("cards", ..) => self.has_cards,
            ("action", ..) => self.has_action,
            ("offered", ..) => self.has_offered,
            ("fee", ..) => self.has_fee,
            (_, Some(at), _) => self.stake[at],
            (_, _, Some(at)) => self.returned[at],
            (_, None, None) => true,
        }
    }
}
