//! Computes a quantity that a figure is read as, from the sheets or from the deals.

use super::data::Asked;
use super::mistakes;
use crate::count::suit_classes;
use crate::sheet::{
    BaseSheet, Distribution, Ratio, Request, Which, parse_printed, ratio, sheets, side_bet,
};
use feltproof_engine::game::Strategy;
use feltproof_engine::{
    Basis, Game, HandRank, Outcome, best_four_of_five, best_four_of_six, builtin_games,
};
use feltproof_model::{CardList, Wager};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What has been computed so far, so that figures of one sheet share it.
pub(super) struct Workings {
    games: Vec<Game>,
    bases: BTreeMap<String, BaseSheet>,
    sides: BTreeMap<String, Distribution>,
    blind: Option<BaseSheet>,
    /// Hands of five and of six cards by rank.
    hands: [Option<BTreeMap<HandRank, u64>>; 2],
}

impl Workings {
    pub(super) fn new() -> Self {
        Self {
            games: builtin_games(),
            bases: BTreeMap::new(),
            sides: BTreeMap::new(),
            blind: None,
            hands: [None, None],
        }
    }

    /// The exact value.
    ///
    /// # Errors
    /// One sentence when a part is missing or names nothing; a test proves that none is.
    pub(super) fn value(&mut self, asked: &Asked) -> Result<Ratio, String> {
        let quantity = need(&asked.quantity, "quantity")?;
        match quantity {
            "house_edge" | "return" | "hit_frequency" | "combinations" | "probability" => {
                self.of_wager(quantity, asked)
            }
            "payback" => Ok(ratio(1, 1) - self.of_wager("house_edge", asked)?),
            "element_of_risk" => Ok(self.base(asked)?.element_of_risk()),
            "payback_of_all_wagers" => Ok(ratio(1, 1) - self.base(asked)?.element_of_risk()),
            "any_wager_wins" => Ok(self.base(asked)?.any_wager_wins.clone()),
            "blind_house_edge" => Ok(self.blind(asked)?.house_edge()),
            "blind_element_of_risk" => Ok(self.blind(asked)?.element_of_risk()),
            "five_cards" => self.hands(0, asked),
            "six_cards" => self.hands(1, asked),
            "separate_packs_house_edge" | "separate_packs_hit_frequency" => {
                self.separate_packs(quantity, asked)
            }
            "one_way_hit_frequency" => self.one_way(asked),
            other => Err(format!("quantity {other} is not known")),
        }
    }

    fn game(&self, asked: &Asked) -> Result<&Game, String> {
        let id = need(&asked.game, "game")?;
        self.games.iter().find(|g| g.id == id).ok_or_else(|| format!("no game {id}"))
    }

    /// A quantity of one wager's distribution: as a whole, or of a line of it.
    fn of_wager(&mut self, quantity: &str, asked: &Asked) -> Result<Ratio, String> {
        let wager = wager_of(asked)?;
        let distribution = if wager.is_side_bet() {
            self.side(wager, asked)?.clone()
        } else {
            let base = self.base(asked)?;
            match (wager, quantity) {
                // The house edge of the Ante is that of the whole base game.
                (Wager::Ante, "house_edge") => base.result.clone(),
                _ if asked.event.as_deref() == Some("all_wagers") => base.result.clone(),
                _ => base.wager(wager).cloned().ok_or("no such wager in the base game")?,
            }
        };
        of_distribution(quantity, &distribution, asked)
    }

    fn side(&mut self, wager: Wager, asked: &Asked) -> Result<&Distribution, String> {
        let paytable = need(&asked.paytable, "paytable")?;
        let game = self.game(asked)?;
        let key = format!("{}/{}/{paytable}", game.id, wager.key());
        if !self.sides.contains_key(&key) {
            let counted = side_bet(game, wager, Some(paytable), None)?;
            self.sides.insert(key.clone(), counted);
        }
        self.sides.get(&key).ok_or_else(|| format!("{key} could not be counted"))
    }

    fn base(&mut self, asked: &Asked) -> Result<&BaseSheet, String> {
        let game = self.game(asked)?;
        let decisions = match (&asked.play_from, &asked.raise_from) {
            (Some(from), Some(raise)) => Which::Given(strategy(from, raise)?),
            _ => Which::Optimal,
        };
        let wager = wager_of(asked).unwrap_or(Wager::Ante);
        let paytable = asked.paytable.clone().filter(|_| !wager.is_side_bet());
        let key = format!("{}/{paytable:?}/{decisions:?}", game.id);
        if !self.bases.contains_key(&key) {
            let wager = Some(Wager::Ante);
            let request = Request { decisions, wager, paytable, ..Request::default() };
            let counted = sheets(game, &request)?.bases.into_iter().next();
            let counted = counted.ok_or_else(|| format!("{key} could not be counted"))?;
            self.bases.insert(key.clone(), counted);
        }
        self.bases.get(&key).ok_or_else(|| format!("{key} could not be counted"))
    }

    fn blind(&mut self, asked: &Asked) -> Result<&BaseSheet, String> {
        if self.blind.is_none() {
            let paytable = need(&asked.paytable, "paytable")?;
            self.blind = Some(mistakes::blind(self.game(asked)?, paytable)?);
        }
        self.blind.as_ref().ok_or_else(|| "could not be counted".to_owned())
    }

    fn ranks(&mut self, which: usize) -> &BTreeMap<HandRank, u64> {
        self.hands[which].get_or_insert_with(|| {
            let mut hands = BTreeMap::new();
            if which == 0 {
                for class in suit_classes::<5>() {
                    *hands.entry(best_four_of_five(class.cards)).or_default() +=
                        u64::from(class.weight);
                }
            } else {
                for class in suit_classes::<6>() {
                    *hands.entry(best_four_of_six(class.cards)).or_default() +=
                        u64::from(class.weight);
                }
            }
            hands
        })
    }

    fn hands(&mut self, which: usize, asked: &Asked) -> Result<Ratio, String> {
        let outcome = |key: &str| {
            // A hand of no other kind has no name among the rows.
            if key == "high_card" {
                return Ok(Outcome::Of(feltproof_engine::Category::HighCard));
            }
            Outcome::parse(Basis::BestFour, key).ok_or_else(|| format!("no hand {key}"))
        };
        let wanted = need(&asked.hand, "hand")?;
        let but = asked.but.as_deref().map(outcome).transpose()?;
        let all = wanted == "any";
        let wanted = if all { None } else { Some(outcome(wanted)?) };
        let counted = self.ranks(which).iter().filter(|(rank, _)| {
            wanted.is_none_or(|w| w.includes(**rank)) && !but.is_some_and(|b| b.includes(**rank))
        });
        Ok(ratio(counted.map(|(_, count)| *count).sum::<u64>(), 1))
    }

    fn separate_packs(&mut self, quantity: &str, asked: &Asked) -> Result<Ratio, String> {
        let paytable = need(&asked.paytable, "paytable")?.to_owned();
        let game = self.game(asked)?;
        let table = game.paytable(Wager::BadBeat, &paytable).cloned();
        let table = table.ok_or_else(|| format!("no paytable {paytable}"))?;
        let tie_pays = asked.ties.as_deref() == Some("paid");
        let counted = mistakes::separate_packs(self.ranks(0), &table, tie_pays);
        Ok(match quantity {
            "separate_packs_house_edge" => counted.house_edge(),
            _ => counted.hit_frequency(),
        })
    }

    /// The Bad Beat Bonus as if only the player's beaten hand paid.
    fn one_way(&mut self, asked: &Asked) -> Result<Ratio, String> {
        let counted = self.side(Wager::BadBeat, asked)?;
        let own = counted.lines.iter().filter(|l| l.event.ends_with("_of_player"));
        Ok(own.map(|line| counted.probability(line)).sum())
    }
}

/// A way to play that no game's data holds, by the lowest hands of five cards it plays and raises.
fn strategy(play_from: &str, raise_from: &str) -> Result<Strategy, String> {
    let rank = |cards: &str| {
        let list = CardList::parse(cards.as_bytes()).ok().and_then(|list| list.exactly());
        list.map(best_four_of_five).ok_or_else(|| format!("{cards} is not five cards"))
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
    asked: &Asked,
) -> Result<Ratio, String> {
    let whole = asked.net.is_none()
        && asked.events.is_none()
        && asked.event.as_deref().is_none_or(|event| event == "all_wagers");
    let total = distribution.total();
    match (quantity, whole) {
        ("house_edge", _) => return Ok(distribution.house_edge()),
        ("hit_frequency", true) => return Ok(distribution.hit_frequency()),
        ("return", true) => return Ok(distribution.expectation()),
        ("combinations", true) => return Ok(ratio(BigInt::from(total), 1)),
        ("probability", true) => return Ok(ratio(1, 1)),
        _ => {}
    }
    let net = asked.net.as_deref().and_then(parse_printed).map(|printed| printed.number());
    let named: Vec<&String> = asked.events.iter().flatten().chain(&asked.event).collect();
    for event in &named {
        distribution.line(event).ok_or_else(|| format!("no event {event}"))?;
    }
    let lines = distribution.lines.iter().filter(|line| {
        net.as_ref().map_or_else(|| named.contains(&&line.event), |net| line.net == *net)
    });
    Ok(match quantity {
        "return" => lines.map(|line| distribution.part(line)).sum(),
        "combinations" => lines.map(|line| ratio(BigInt::from(line.combinations.clone()), 1)).sum(),
        _ => lines.map(|line| distribution.probability(line)).sum(),
    })
}

fn wager_of(asked: &Asked) -> Result<Wager, String> {
    let key = need(&asked.wager, "wager")?;
    Wager::from_key(key).ok_or_else(|| format!("no wager {key}"))
}

fn need<'a>(part: &'a Option<String>, name: &str) -> Result<&'a str, String> {
    part.as_deref().ok_or_else(|| format!("the quantity lacks its {name}"))
}
