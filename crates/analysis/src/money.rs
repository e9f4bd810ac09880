//! Sums of money between players and house, both directions for themselves.

/// Paid too much, paid too little, and by how many exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoneySums {
    pub(crate) over: i128,
    pub(crate) under: i128,
    pub(crate) exceptions: u64,
}

impl MoneySums {
    pub(crate) fn add(&mut self, over: i128, under: i128) {
        self.over += over;
        self.under += under;
        self.exceptions += 1;
    }
}

/// The sums of an explainer, a table or a dealer among them.
pub(crate) struct MoneyGroup<'a> {
    pub(crate) explainer: usize,
    pub(crate) table: Option<&'a str>,
    pub(crate) dealer: Option<&'a str>,
    pub(crate) sums: MoneySums,
}
