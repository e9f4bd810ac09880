//! Computes a quantity that a figure is read as, from the sheets or from the deals.

use super::data::Quantity;
use super::error::PrintedError;
use super::mistakes;
use crate::count::suit_classes;
use crate::sheet::{
    BaseSheet, Distribution, Ratio, Request, SheetError, Thresholds, Which, base_without_up_card,
    parse_printed, ratio, sheets,
};
use feltproof_engine::game::{Paytable, Strategy};
use feltproof_engine::{
    BEST_FOUR, Game, HandRank, Outcome, best_four_of_five, best_four_of_six, builtin_games,
};
use feltproof_model::{Card, CardList, Wager};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What has been computed so far, so that figures of one sheet share it.
#[derive(Default)]
pub(super) struct Workings {
    games: Vec<Game>,
    bases: BTreeMap<String, BaseSheet>,
    sides: BTreeMap<String, Distribution>,
    blind: Option<BaseSheet>,
    thresholds: BTreeMap<String, Thresholds>,
    /// Hands of five and of six cards by rank.
    hands: [Option<BTreeMap<HandRank, u64>>; 2],
}

/// The paytable of a bet on the player's own five cards, and how many hands of five have each rank.
type OwnHand<'a> = (Paytable, &'a BTreeMap<HandRank, u64>);

impl Workings {
    pub(super) fn new() -> Self {
        Self { games: builtin_games(), ..Self::default() }
    }

    /// The exact value. `Err` when a part is missing or names nothing; a test proves that none is.
    pub(super) fn value(&mut self, of: &Quantity) -> Result<Ratio, PrintedError> {
        let quantity = of.need("quantity")?;
        match quantity {
            "house_edge" | "return" | "hit_frequency" | "combinations" | "probability" => {
                self.of_wager(quantity, of)
            }
            "payback" => Ok(ratio(1, 1) - self.of_wager("house_edge", of)?),
            "element_of_risk" => Ok(self.base(of)?.element_of_risk()),
            "payback_of_all_wagers" => Ok(ratio(1, 1) - self.base(of)?.element_of_risk()),
            "any_wager_wins" => Ok(self.base(of)?.any_wager_wins.clone()),
            "blind_house_edge" => Ok(self.blind(of)?.house_edge()),
            "blind_element_of_risk" => Ok(self.blind(of)?.element_of_risk()),
            "five_cards" => self.hands(0, of),
            "six_cards" => self.hands(1, of),
            "separate_packs_house_edge" | "separate_packs_hit_frequency" => {
                self.separate_packs(quantity, of)
            }
            "one_way_hit_frequency" => self.one_way(of),
            other => Err(PrintedError::unknown("quantity", other)),
        }
    }

    fn game(&self, of: &Quantity) -> Result<&Game, PrintedError> {
        let id = of.need("game")?;
        self.games.iter().find(|g| g.id == id).ok_or_else(|| PrintedError::unknown("game", id))
    }

    /// A quantity of one wager's distribution: as a whole, or of a line of it.
    fn of_wager(&mut self, quantity: &str, of: &Quantity) -> Result<Ratio, PrintedError> {
        let wager = wager_of(of)?;
        let distribution = if wager.is_side_bet() {
            self.side(wager, of)?.clone()
        } else {
            let base = self.base(of)?;
            // The house edge of the Ante is that of the whole base game.
            let edge = (wager, quantity) == (Wager::Ante, "house_edge");
            if edge || of.get("event") == Some("all_wagers") {
                base.result.clone()
            } else {
                let unknown = || PrintedError::unknown("wager of the base game", wager.key());
                base.wager(wager).cloned().ok_or_else(unknown)?
            }
        };
        of_distribution(quantity, &distribution, of)
    }

    fn side(&mut self, wager: Wager, of: &Quantity) -> Result<&Distribution, PrintedError> {
        let paytable = of.need("paytable")?;
        let game = self.game(of)?;
        let key = format!("{}/{}/{paytable}", game.id, wager.key());
        if !self.sides.contains_key(&key) {
            let paytable = Some(paytable.to_owned());
            let request = Request { wager: Some(wager), paytable, ..Request::default() };
            let counted = sheets(game, &request)?.sides.into_iter().next();
            let counted = counted.ok_or_else(|| nothing(key.clone()))?;
            self.sides.insert(key.clone(), counted.distribution);
        }
        self.sides.get(&key).ok_or_else(|| nothing(key))
    }

    fn base(&mut self, of: &Quantity) -> Result<&BaseSheet, PrintedError> {
        let game = self.game(of)?;
        let decisions = match (of.get("play_from"), of.get("raise_from")) {
            (Some(from), Some(raise)) => Which::Given(strategy(from, raise)?),
            _ => Which::Optimal,
        };
        let wager = wager_of(of).unwrap_or(Wager::Ante);
        let paytable = of.get("paytable").filter(|_| !wager.is_side_bet()).map(str::to_owned);
        let key = format!("{}/{paytable:?}/{decisions:?}", game.id);
        if !self.bases.contains_key(&key) {
            let wager = Some(Wager::Ante);
            let request = Request { decisions, wager, paytable, ..Request::default() };
            let counted = sheets(game, &request)?.bases.into_iter().next();
            let counted = counted.ok_or_else(|| nothing(key.clone()))?;
            self.bases.insert(key.clone(), counted);
        }
        self.bases.get(&key).ok_or_else(|| nothing(key))
    }

    fn blind(&mut self, of: &Quantity) -> Result<&BaseSheet, PrintedError> {
        if self.blind.is_none() {
            let counted = base_without_up_card(self.game(of)?, of.need("paytable")?)?;
            self.blind = Some(counted);
        }
        self.blind.as_ref().ok_or_else(|| nothing("the base game".to_owned()))
    }

    /// Every way to play the base game of a quantity by thresholds.
    pub(super) fn thresholds(&mut self, of: &Quantity) -> Result<&Thresholds, PrintedError> {
        let game = self.game(of)?;
        let paytable = of.need("paytable")?;
        let key = format!("{}/{paytable}", game.id);
        if !self.thresholds.contains_key(&key) {
            let counted = Thresholds::new(game, paytable)?;
            self.thresholds.insert(key.clone(), counted);
        }
        self.thresholds.get(&key).ok_or_else(|| nothing(key))
    }

    /// The paytable of a bet on the player's own five cards, and those by rank; none for another quantity.
    pub(super) fn own_hand(&mut self, of: &Quantity) -> Result<Option<OwnHand<'_>>, PrintedError> {
        let wager = wager_of(of).ok().filter(|w| [Wager::QueensUp, Wager::AcesUp].contains(w));
        let (Some(wager), Some(id)) = (wager, of.get("paytable")) else { return Ok(None) };
        let table = self.game(of)?.paytable(wager, id).cloned();
        Ok(table.map(|table| (table, self.ranks(0))))
    }

    fn ranks(&mut self, which: usize) -> &BTreeMap<HandRank, u64> {
        self.hands[which].get_or_insert_with(|| {
            if which == 0 { by_rank(best_four_of_five) } else { by_rank(best_four_of_six) }
        })
    }

    fn hands(&mut self, which: usize, of: &Quantity) -> Result<Ratio, PrintedError> {
        let outcome = |key: &str| {
            // A hand of no other kind has no name among the rows.
            if key == "high_card" {
                return Ok(Outcome::of(feltproof_engine::Category::HighCard));
            }
            BEST_FOUR.outcome(key).ok_or_else(|| PrintedError::unknown("hand", key))
        };
        let wanted = of.need("hand")?;
        let but = of.get("but").map(outcome).transpose()?;
        let all = wanted == "any";
        let wanted = if all { None } else { Some(outcome(wanted)?) };
        let counted = self.ranks(which).iter().filter(|(rank, _)| {
            wanted.is_none_or(|w| w.includes(**rank)) && !but.is_some_and(|b| b.includes(**rank))
        });
        Ok(ratio(counted.map(|(_, count)| *count).sum::<u64>(), 1))
    }

    fn separate_packs(&mut self, quantity: &str, of: &Quantity) -> Result<Ratio, PrintedError> {
        let paytable = of.need("paytable")?.to_owned();
        let game = self.game(of)?;
        let table = game.paytable(Wager::BadBeat, &paytable).cloned();
        let table = table.ok_or_else(|| PrintedError::unknown("paytable", paytable))?;
        let tie_pays = of.get("ties") == Some("paid");
        let counted = mistakes::separate_packs(self.ranks(0), &table, tie_pays);
        Ok(match quantity {
            "separate_packs_house_edge" => counted.house_edge(),
            _ => counted.hit_frequency(),
        })
    }

    /// The Bad Beat Bonus as if only the player's beaten hand paid.
    fn one_way(&mut self, of: &Quantity) -> Result<Ratio, PrintedError> {
        let counted = self.side(Wager::BadBeat, of)?;
        let own = counted.lines.iter().filter(|l| l.event.ends_with("_of_player"));
        Ok(own.map(|line| counted.probability(line)).sum())
    }
}

/// All hands of `N` cards by rank.
fn by_rank<const N: usize>(rank: fn([Card; N]) -> HandRank) -> BTreeMap<HandRank, u64> {
    let mut hands = BTreeMap::new();
    for class in suit_classes() {
        *hands.entry(rank(class.cards)).or_default() += u64::from(class.weight);
    }
    hands
}

/// A way to play that no game's data holds, by the lowest hands of five cards it plays and raises.
fn strategy(play_from: &str, raise_from: &str) -> Result<Strategy, PrintedError> {
    let rank = |cards: &str| {
        let list = CardList::parse(cards.as_bytes()).ok().and_then(|list| list.exactly());
        list.map(best_four_of_five)
            .ok_or_else(|| PrintedError::unknown("hand of five cards", cards))
    };
    Ok(Strategy {
        id: "published".to_owned(),
        title: format!("{play_from} or better once, {raise_from} or better three times"),
        source: String::new(),
        play_from: rank(play_from)?,
        raise_from: rank(raise_from)?,
    })
}

fn of_distribution(
    quantity: &str,
    distribution: &Distribution,
    of: &Quantity,
) -> Result<Ratio, PrintedError> {
    let whole = of.get("net").is_none()
        && of.events.is_none()
        && of.get("event").is_none_or(|event| event == "all_wagers");
    let total = distribution.total();
    match (quantity, whole) {
        ("house_edge", _) => return Ok(distribution.house_edge()),
        ("hit_frequency", true) => return Ok(distribution.hit_frequency()),
        ("return", true) => return Ok(distribution.expectation()),
        ("combinations", true) => return Ok(ratio(BigInt::from(total), 1)),
        ("probability", true) => return Ok(ratio(1, 1)),
        // Of some of the lines; what is no quantity is refused there.
        (_, _) => {}
    }
    let net = of.get("net").and_then(parse_printed).map(|printed| printed.number());
    let events = of.events.iter().flatten().map(String::as_str);
    let named: Vec<&str> = events.chain(of.get("event")).collect();
    for event in &named {
        distribution.line(event).ok_or_else(|| PrintedError::unknown("event", *event))?;
    }
    let lines = distribution.lines.iter().filter(|line| {
        net.as_ref().map_or_else(|| named.contains(&&*line.event), |net| line.net == *net)
    });
    Ok(match quantity {
        "return" => lines.map(|line| distribution.part(line)).sum(),
        "combinations" => lines.map(|line| ratio(BigInt::from(line.combinations.clone()), 1)).sum(),
        _ => lines.map(|line| distribution.probability(line)).sum(),
    })
}

fn nothing(what: String) -> PrintedError {
    SheetError::NothingCounted(what).into()
}

fn wager_of(of: &Quantity) -> Result<Wager, PrintedError> {
    let key = of.need("wager")?;
    Wager::from_key(key).ok_or_else(|| PrintedError::unknown("wager", key))
}
