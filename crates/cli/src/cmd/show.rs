//! `show`: the round around a line of a journal, settled step by step.

use crate::args::Show;
use crate::opened::Opened;
use crate::print::print;
use crate::{Ending, files};
use feltproof_checks::Scope;
use feltproof_engine::{Banked, RoundState, TableRules, explain, settle};
use feltproof_intake::{Records, Zone};
use feltproof_model::{
    Card, ControllerEvent, ControllerKind, HandRow, ManagerEvent, Seat, ShufflerEvent, TableId,
    Wager,
};
use std::path::{Path, PathBuf};

/// A round by its gaming day, table and number.
type RoundId = (u16, TableId, u32);

/// Everything the journals say of one round.
#[derive(Default)]
struct Told {
    hands: Vec<HandRow>,
    dealer: String,
    controller: Vec<ControllerEvent>,
    manager: Vec<ManagerEvent>,
    shuffler: Vec<ShufflerEvent>,
}

/// Runs the command.
pub fn run(args: &Show) -> Result<Ending, String> {
    let (file, line) = place(&args.place)?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let engagement = args.engagement.clone().unwrap_or_else(|| folder.join("engagement.toml"));
    let raw = raw_line(&file, line)?;
    let mut text = format!("{}:{line}\n  {raw}\n\n", file.display());
    let mut opened = Opened::new(&engagement)?;
    let scope = opened.scope.clone();
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let journals = &scope.engagement.journals;
    let journal = journals
        .iter()
        .position(|j| Path::new(&j.file).file_name().is_some_and(|n| n.to_string_lossy() == name));
    let journal = journal.ok_or_else(|| {
        let known: Vec<&str> = journals.iter().map(|j| j.file.as_str()).collect();
        format!(
            "{name} is not a journal of {}; its journals are {}",
            engagement.display(),
            known.join(", ")
        )
    })?;
    match find(&mut opened, journal, line)? {
        Some(id) => {
            let told = gather(Opened::new(&engagement)?, id)?;
            text.push_str(&tell(&scope, id, &told));
        }
        None => text.push_str(&around(Opened::new(&engagement)?, journal, line)?),
    }
    print(text.as_bytes())
}

fn place(text: &str) -> Result<(PathBuf, u32), String> {
    let (file, line) = text
        .rsplit_once(':')
        .ok_or_else(|| format!("`{text}` is not FILE:LINE, such as hands.csv:120"))?;
    let line = line
        .parse()
        .map_err(|_| format!("`{line}` in `{text}` is not a line number, such as hands.csv:120"))?;
    Ok((PathBuf::from(file), line))
}

fn raw_line(file: &Path, line: u32) -> Result<String, String> {
    let bytes = files::read_bytes(file)?;
    let at = usize::try_from(line).unwrap_or(usize::MAX).checked_sub(1);
    let found = at.and_then(|at| bytes.split(|b| *b == b'\n').nth(at));
    // The end of the last line begins no other.
    let total = bytes.split(|b| *b == b'\n').count() - usize::from(bytes.ends_with(b"\n"));
    found.map(|l| String::from_utf8_lossy(l).trim_end().to_owned()).ok_or_else(|| {
        format!("{} has {total} lines, and line {line} was asked for", file.display())
    })
}

/// The round that a line of a journal belongs to.
fn find(opened: &mut Opened, journal: usize, line: u32) -> Result<Option<RoundId>, String> {
    let scope = opened.scope.clone();
    let day = |time| scope.nearest_day(time);
    let reader = &mut opened.readers[journal];
    while let Some(block) = reader.next_block().map_err(|e| e.to_string())? {
        let found = match &block.records {
            Records::Hands(hands) => hands.fragments.iter().find_map(|f| {
                let rows = &hands.rows[f.rows.start as usize..f.rows.end as usize];
                rows.iter().any(|r| r.line == line).then_some((day(f.time), f.table, f.round))
            }),
            Records::Controller(events) => {
                events.iter().find(|e| e.line == line).map(|e| (day(e.time), e.table, e.round))
            }
            Records::Manager(events) => {
                let event = events.iter().find(|e| e.line == line);
                event.and_then(|e| Some((day(e.time), e.table?, e.round?)))
            }
            Records::Shuffler(events) => {
                let event = events.iter().find(|e| e.line == line);
                event.and_then(|e| Some((day(e.time), e.table, e.round?)))
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The meter events around a line that belongs to no round: a reading, an adjustment.
fn around(mut opened: Opened, journal: usize, line: u32) -> Result<String, String> {
    /// Events shown before and after the line.
    const NEAR: usize = 3;
    let scope = opened.scope.clone();
    let reader = &mut opened.readers[journal];
    let (mut before, mut link, mut after) = (Vec::new(), None, 0);
    while let Some(block) = reader.next_block().map_err(|e| e.to_string())? {
        let Records::Manager(events) = block.records else { break };
        for event in events {
            if event.line == line {
                link = Some(event.link);
                before.retain(|e: &ManagerEvent| e.link == event.link);
                before.drain(..before.len().saturating_sub(NEAR));
            }
            match link {
                Some(wanted) if event.link == wanted => after += 1,
                Some(_) => continue,
                None => {}
            }
            before.push(event);
            if after > NEAR {
                break;
            }
            // Enough to find three events of the same link among a few links.
            let surplus = before.len().saturating_sub(64 * NEAR);
            before.drain(..surplus);
        }
        if after > NEAR {
            break;
        }
    }
    if link.is_none() {
        return Ok(
            "This line belongs to no round: a header, or a record that could not be understood \
                   (the quarantine file of an audit says why).\n"
                .to_owned(),
        );
    }
    let mut text = String::from("This line belongs to no round; the meter events around it\n");
    for event in &before {
        text.push_str(&manager_line(&scope, event));
    }
    Ok(text)
}

/// Reads all journals for one round.
fn gather(opened: Opened, (date, table, round): RoundId) -> Result<Told, String> {
    let mut told = Told::default();
    let scope = opened.scope.clone();
    let this = |time, t: Option<TableId>, r: Option<u32>| {
        (scope.nearest_day(time), t, r) == (date, Some(table), Some(round))
    };
    for mut reader in opened.readers {
        while let Some(block) = reader.next_block().map_err(|e| e.to_string())? {
            match block.records {
                Records::Hands(hands) => {
                    for f in hands
                        .fragments
                        .iter()
                        .filter(|f| this(f.time, Some(f.table), Some(f.round)))
                    {
                        told.hands.extend(&hands.rows[f.rows.start as usize..f.rows.end as usize]);
                        told.dealer = f.dealer.to_string();
                    }
                }
                Records::Controller(events) => told.controller.extend(
                    events.into_iter().filter(|e| this(e.time, Some(e.table), Some(e.round))),
                ),
                Records::Manager(events) => told
                    .manager
                    .extend(events.into_iter().filter(|e| this(e.time, e.table, e.round))),
                Records::Shuffler(events) => told
                    .shuffler
                    .extend(events.into_iter().filter(|e| this(e.time, Some(e.table), e.round))),
            }
        }
    }
    Ok(told)
}

/// One record of a shuffler: a deck in lines of thirteen cards.
fn shuffler_line(event: &ShufflerEvent, time: &str) -> String {
    let packet = if event.packet > 0 { format!(" {}", event.packet) } else { String::new() };
    let kind = event.kind.name();
    let mut text = format!("  line {:<7} {time}  {kind}{packet} {}\n", event.line, event.value);
    for cards in event.cards.chunks(13) {
        let cards: Vec<String> = cards.iter().map(|card: &Card| card.pretty()).collect();
        text.push_str(&format!("      {}\n", cards.join(" ")));
    }
    text
}

fn tell(scope: &Scope, (day, table, round): RoundId, told: &Told) -> String {
    let zone = Zone::new(&scope.engagement.time_zone);
    let clock = |t| zone.as_ref().map_or_else(String::new, |z| z.format_local(t));
    let name = &scope.table(table).id;
    let mut text = format!("Round {round} of table {name}, gaming day {}", scope.date(day));
    if !told.dealer.is_empty() {
        text.push_str(&format!(", dealer {}", told.dealer));
    }
    text.push('\n');
    if !told.shuffler.is_empty() {
        text.push_str("\nShuffler\n");
    }
    for e in &told.shuffler {
        text.push_str(&shuffler_line(e, &clock(e.time)));
    }
    if !told.controller.is_empty() {
        text.push_str("\nTable controller\n");
    }
    for e in &told.controller {
        let seat = match e.seat {
            Some(seat) => format!(" seat {seat}"),
            None if e.kind == ControllerKind::CoinIn => format!(" seats {}", e.lit),
            None => String::new(),
        };
        text.push_str(&format!(
            "  line {:<7} {}  {}{seat} {} {}\n",
            e.line,
            clock(e.time),
            e.kind.name(),
            e.value,
            e.actor
        ));
    }
    if !told.hands.is_empty() {
        text.push_str(&settlement(scope, table, &told.hands));
    }
    if !told.manager.is_empty() {
        text.push_str("\nGame Manager\n");
    }
    for event in &told.manager {
        text.push_str(&manager_line(scope, event));
    }
    text
}

/// One event of the Game Manager.
fn manager_line(scope: &Scope, e: &ManagerEvent) -> String {
    let zone = Zone::new(&scope.engagement.time_zone);
    let time = zone.map_or_else(String::new, |z| z.format_local(e.time));
    let seat = e.seat.map_or_else(String::new, |s| format!(" seat {s}"));
    let why = [e.reason.as_str(), e.document.as_str(), e.value.as_str()].join(" ");
    let why = if why.trim().is_empty() { String::new() } else { format!(" ({})", why.trim()) };
    format!(
        "  line {:<7} {time}  {}{seat} {}: meter {}, reserve {}{why}\n",
        e.line,
        e.kind.name(),
        e.amount,
        e.display,
        e.reserve
    )
}

/// Whether the hand to beat plays, in the word of the game; nothing where any hand does.
fn qualification(rules: &TableRules, qualifies: bool) -> String {
    let who = if rules.banked() == Banked::Player { "banker" } else { "dealer" };
    let Some(does) = rules.family().qualification(qualifies) else { return String::new() };
    format!("\nThe {who} {does}.\n")
}

/// The settlement of the round as the reference sees it, wager by wager.
fn settlement(scope: &Scope, table: TableId, rows: &[HandRow]) -> String {
    let rules = scope.rules(table);
    let mut settled = Vec::new();
    let outcome = settle(rules, rows, &mut settled);
    let mut text = String::from("\nHands\n");
    for (row, hand) in rows.iter().zip(&settled) {
        let worth = hand.rank.map_or_else(String::new, |r| format!(": {}", r.describe()));
        let who = match row.seat {
            Seat::Dealer => "dealer".to_owned(),
            Seat::Banker(0) => "banker".to_owned(),
            Seat::Banker(n) => format!("banker at seat {n}"),
            Seat::Player(n) => format!("seat {n}"),
        };
        text.push_str(&format!("  line {:<7} {who:<7} {}{worth}\n", row.line, row.cards.pretty()));
    }
    text.push_str(&match &outcome.state {
        RoundState::Settled => qualification(rules, outcome.dealer_qualifies),
        RoundState::Void => "\nThe round is void: all stakes go back.\n".to_owned(),
        RoundState::Unsettleable(why) => {
            format!("\nThe round cannot be settled: {}.\n", why.describe())
        }
    });
    for (i, (row, hand)) in rows.iter().zip(&settled).enumerate() {
        if row.seat == Seat::Dealer {
            continue;
        }
        text.push_str(&format!("\nSeat {} ({:?}, line {})\n", row.seat, row.action, row.line));
        for wager in Wager::ALL {
            let (stake, paid, owed) = (row.stake[wager], row.returned[wager], hand.owed[wager]);
            if stake.is_zero() && paid.is_zero() && owed.is_zero() {
                continue;
            }
            let mark = match (hand.testable.contains(wager), paid == owed) {
                (false, _) => "not testable",
                (true, true) => "as owed",
                (true, false) => "DIFFERS",
            };
            text.push_str(&format!(
                "  {wager:<14} staked {stake}, owed {owed}, returned {paid}: {mark}\n"
            ));
            text.push_str(&format!("    {}\n", explain(rules, rows, &settled, &outcome, i, wager)));
        }
        if let Some(share) = hand.meter_share {
            text.push_str(&format!("  wins {} of the meter\n", share.percent()));
        }
    }
    text
}
