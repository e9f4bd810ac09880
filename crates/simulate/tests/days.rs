//! Whole days: the same bytes for the same plan, every showcase in the clean day, every fault where
//! the list of faults says it is. The day of the multi-game link has a file of its own.

use crate::common::memory::{Memory, day, with_fault};
use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Fault, Need, Plan, simulate};
use std::collections::BTreeMap;

#[test]
fn the_same_plan_gives_the_same_bytes_and_another_seed_gives_others() {
    let (a, b, c) =
        (day(&Plan::new(5, 300)).0, day(&Plan::new(5, 300)).0, day(&Plan::new(6, 300)).0);
    assert_eq!(a.0, b.0);
    assert_ne!(a.0["hands.csv"], c.0["hands.csv"]);
    let names: Vec<_> = a.0.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["controller.csv", "engagement.toml", "faults.csv", "hands.csv", "manager.csv"]
    );
}

#[test]
fn a_clean_day_has_every_showcase_and_no_exception() {
    for (rounds, seed) in [(100, 1), (200, 2), (2_000, 3)] {
        let (files, summary) = day(&Plan::new(seed, rounds));
        assert_eq!((summary.rounds, summary.scripted, summary.exceptions), (rounds, 15, 0));
        assert_eq!(
            files.text("faults.csv"),
            "fault,code,journal,line,round,table,seat,expected,recorded,difference\n"
        );
        let (hands, controller, manager) =
            (files.text("hands.csv"), files.text("controller.csv"), files.text("manager.csv"));
        // Four aces with envy for the others; four of a kind 300 for 1; two holders, one envy each
        // and two for the third; straight flush 100 for 1; three of a kind 15 for 1.
        for record in [
            "3,As Ah 7d Ad Ac,play,10.00,20.00,10.00,2010.00,30.00,60.00,5.00,255.00,5.00,,\n",
            "1,Js Th 8c 4d 2h,fold,10.00,,10.00,,,,,,5.00,,100.00\n",
            "2,9c 9d 4h 9h 9s,play,20.00,40.00,20.00,620.00,60.00,120.00,10.00,510.00,5.00,1500.00,\n",
            "3,Ks Qd 8h 4c 2s,play,10.00,,10.00,,10.00,,,,5.00,,25.00\n",
            "1,8c 8d 8h 8s 3d,play,10.00,20.00,10.00,310.00,30.00,60.00,5.00,255.00,5.00,1500.00,25.00\n",
            "6,Kc Ts 7d 5h 2c,fold,5.00,,5.00,,,,5.00,,5.00,,50.00\n",
            "4,9h 8h 7h 6h 2c,play,15.00,30.00,15.00,240.00,45.00,90.00,5.00,155.00,5.00,500.00,\n",
            "5,7c 7h 7s Kd 4h,play,20.00,20.00,20.00,60.00,40.00,80.00,10.00,100.00,5.00,75.00,\n",
            // A losing straight; a push against queen high; a tie; 3 to 2 on $5; a void round.
            "2,9c 8d 7h 6s 2c,play,10.00,,10.00,20.00,10.00,,5.00,20.00,,,\n",
            "1,Ks Qd 8c 4h 3s,play,10.00,10.00,10.00,10.00,10.00,20.00,,,,,\n",
            "1,Kc Qd 8h 5s 3c,play,20.00,20.00,20.00,20.00,20.00,20.00,,,,,\n",
            "3,Kd Jd 7d 4d 2c,play,5.00,10.00,5.00,12.50,15.00,30.00,5.00,25.00,,,\n",
            "3,Jd Th 6c 4s 2d 8h,void,25.00,25.00,25.00,25.00,,,,,5.00,5.00,\n",
        ] {
            assert!(hands.contains(record), "{rounds} rounds: {record}");
        }
        assert_eq!(controller.matches(",void,").count(), 1);
        assert!(controller.contains("\"\"misdeal\"\"") && controller.contains("café"));
        let buttons = controller.matches(",hand_button,").count();
        let cards =
            [",executive_card,", ",supervisor_card,"].map(|c| controller.matches(c).count());
        let from_tray = |row: &&str| {
            !row.contains(",void,")
                && row.rsplit(',').nth(1).is_some_and(|paid| paid.ends_with(".00"))
        };
        let tray = hands.lines().filter(from_tray).count();
        assert_eq!(
            buttons,
            cards.iter().sum::<usize>() + 2 + tray - 1,
            "one press was a slip and undone; the three aces were taken for four"
        );
        if rounds < 1_000 {
            assert_eq!(cards, [2, 1]);
        }
        for event in [",reading,", ",open,", ",close,", ",award,", ",reseed,", ",adjustment,"] {
            assert!(manager.contains(event), "{event}");
        }
        for reason in ["back_out", "void_round", "promotion"] {
            assert!(manager.contains(reason), "{reason}");
        }
        assert!(manager.contains("É. Martín"));
    }
}

/// Every game but the standard day's: clean, every wager made and paid, every scripted round there,
/// tables by different paytables; hands alone but where the multi-game link is.
#[test]
fn the_days_of_the_other_games_show_every_wager() {
    for (game, columns) in [
        (
            GameKind::Crazy4California,
            "ante,ante_returned,super_bonus,super_bonus_returned,play,play_returned,queens_up,queens_up_returned,bank,bank_returned,offered,fee",
        ),
        (
            GameKind::Crazy4Version2,
            "ante,ante_returned,super_bonus,super_bonus_returned,play,play_returned,queens_up,queens_up_returned",
        ),
        (
            GameKind::FourCardPoker,
            "ante,ante_returned,super_bonus,super_bonus_returned,play,play_returned,ante_bonus_returned,aces_up,aces_up_returned,cover_all,cover_all_returned,queens_up,queens_up_returned,bad_beat,bad_beat_returned,progressive,progressive_returned,envy_returned",
        ),
        (
            GameKind::FourCardFrenzy,
            "ante,ante_returned,odds,odds_returned,raise,raise_returned,four_card_bonus,four_card_bonus_returned,prime,prime_returned",
        ),
    ] {
        let (files, summary) = day(&Plan::of(game, 1, 2_000));
        let names: Vec<_> = files.0.keys().map(String::as_str).collect();
        let has_link = game == GameKind::FourCardPoker;
        let link = ["controller.csv", "engagement.toml", "faults.csv", "hands.csv", "manager.csv"];
        assert_eq!(names, if has_link { &link[..] } else { &link[1..4] });
        assert_eq!((summary.rounds, summary.exceptions), (2_000, 0));
        assert!(summary.scripted >= 6, "{game:?} {summary}");
        let lines = files.lines("hands.csv");
        let header = format!("round,time,table,dealer,seat,cards,action,{columns}");
        assert_eq!(lines[0], header);
        let records = files.records("hands.csv");
        for (at, column) in header.split(',').enumerate().skip(7) {
            let filled = records.iter().filter(|f| !f[at].is_empty()).count();
            assert!(filled >= 5, "{game:?}: {column} is filled {filled} times");
        }
        let hands = files.text("hands.csv");
        for record in scripted_records(game) {
            assert!(hands.contains(&format!(",{record}\n")), "{game:?}: {record}");
        }
    }
}

/// Rows of scripted rounds, worked by hand from the documents, that any table would record alike.
fn scripted_records(game: GameKind) -> &'static [&'static str] {
    match game {
        // A bank of $100 pays $80 to seat 6 and $20 to seat 5, and has collected $30 from seat 1. Fees are $1 up to
        // an Ante of $20, $2 above it, $3 of the banker, and none of a void round.
        GameKind::Crazy4California => &[
            "1,8s 8d 7c 4h 2c,play,10.00,,10.00,,10.00,,,,,,,1.00",
            "6,Ac Ad 9s 5h 3c,play,20.00,40.00,20.00,20.00,60.00,120.00,,,,,,1.00",
            "5,Kh Kc 7s 4d 2d,play,30.00,30.00,30.00,30.00,30.00,50.00,5.00,5.00,,,,2.00",
            "B4,Ts Th Jd 6c 2s,deal,,,,,,,,,100.00,30.00,yes,3.00",
            "B5,Ks Js 7h 5d 2c,void,,,,,,,,,1000.00,1000.00,yes,",
        ],
        GameKind::Crazy4Version2 => &[
            "3,As Ah 7d Ad Ac,play,10.00,20.00,10.00,2010.00,30.00,60.00,5.00,255.00",
            "2,9h 8h 7h 6h 2c,play,5.00,,5.00,80.00,15.00,,5.00,205.00",
        ],
        // Cover All for three hands: four of a kind 80 to 1, four aces 200 to 1. A tie wins. The
        // last table's Bad Beat Bonus (BBB-02) pays 1,000 to 1 for the dealer's straight flush.
        GameKind::FourCardPoker => &[
            "3,Qs Qd 9h 4c 2d,play,10.00,20.00,,,10.00,20.00,,,,5.00,405.00,,,,,,,",
            "5,Kh Ks 6d 4c 3s,play,15.00,30.00,,,15.00,30.00,,,,10.00,2010.00,,,,,,,",
            "1,Kc Qd 8h 5s 3c,play,20.00,40.00,,,20.00,40.00,,,,,,,,,,,,",
            "2,As Ah 7d Ad Ac,play,10.00,20.00,10.00,2010.00,30.00,60.00,,,,,,,,10.00,10010.00,,,",
        ],
        GameKind::FourCardFrenzy => &[
            "1,9c 8d 7h 6s 2c,play,10.00,10.00,10.00,20.00,10.00,10.00,,,,",
            "1,Ks Qd 8c 4h 3s,play,10.00,10.00,10.00,10.00,10.00,20.00,,,,",
            "3,As Ah 7d Ad Ac,play,10.00,20.00,10.00,2010.00,30.00,60.00,5.00,1005.00,,",
        ],
        GameKind::Crazy4Washington => &[],
    }
}

/// In hundredths of a cent: 18.5 % of $5 is 9,250.
#[test]
fn the_manager_journal_adds_up_from_reading_to_reading() {
    let (files, _) = day(&Plan::new(4, 3_000));
    let mut meter = 140_183_250_i64;
    let mut reserve = 3_867_500_i64;
    let amount = |text: &str| -> i64 {
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |t| (-1, t));
        let (dollars, fraction) = text.split_once('.').unwrap();
        sign * (dollars.parse::<i64>().unwrap() * 10_000
            + format!("{fraction:0<4}").parse::<i64>().unwrap())
    };
    for (i, f) in files.records("manager.csv").into_iter().enumerate() {
        assert_eq!(f[0], (i + 1).to_string());
        match f[4] {
            "coin_in" => {
                let wagers = amount(f[8]) / 50_000;
                meter += wagers * 9_250;
                reserve += wagers * 2_500;
            }
            "award" => {
                assert_eq!(amount(f[8]), meter / 100 * 100);
                meter -= amount(f[8]);
            }
            "reseed" => {
                assert_eq!(amount(f[8]), 25_000_000 + reserve);
                meter += 25_000_000 + reserve;
                reserve = 0;
            }
            "adjustment" => meter += amount(f[8]),
            "reserve_adjustment" => reserve += amount(f[8]),
            _ => assert!(f[8].is_empty(), "{f:?}"),
        }
        assert_eq!((amount(f[9]), amount(f[10])), (meter / 100 * 100, reserve), "{f:?}");
    }
}

#[test]
fn rounds_times_and_sequence_numbers_run_without_gaps() {
    for rounds in [100, 5_000] {
        let (files, _) = day(&Plan::new(9, rounds));
        let mut last: BTreeMap<&str, u32> = BTreeMap::new();
        let records = files.records("hands.csv");
        let mut passes = 0;
        for pair in records.windows(2) {
            let back = pair[1][1] < pair[0][1];
            passes += u32::from(back);
            assert!(!back || pair[1][1].starts_with("2026-11-01T01:"), "{pair:?}");
        }
        // Local time runs backwards once, in the repeated hour, and far enough to be seen.
        assert_eq!(passes, 1);
        for f in &records {
            let number: u32 = f[0].parse().unwrap();
            let before = last.insert(f[2], number).unwrap_or(0);
            assert!(number == before || number == before + 1, "{f:?}");
        }
        assert_eq!(last.values().sum::<u32>(), rounds);
        for (i, f) in files.records("controller.csv").iter().enumerate() {
            assert_eq!(f[0], (i + 1).to_string());
        }
    }
}

#[test]
fn every_fault_names_the_line_it_stands_on() {
    let clean = GameKind::ALL.map(|game| (game, day(&Plan::of(game, 11, 200)).0));
    for kind in FAULTS {
        let clean = &clean.iter().find(|(game, _)| *game == kind.fault.game()).unwrap().1;
        let (files, summary) = with_fault(200, 11, kind.fault);
        assert_ne!(clean.0, files.0, "{} changes nothing", kind.name);
        assert_eq!(summary.exceptions, kind.codes.len() as u64, "{}", kind.name);
        let list = files.records("faults.csv");
        let mut codes: Vec<&str> = list.iter().map(|row| row[1]).collect();
        // The list goes by file.
        codes.sort_unstable();
        assert_eq!(codes, kind.codes);
        let row = &list[0];
        assert_eq!(row[0], kind.name);
        let line: usize = row[3].parse().unwrap();
        let record = *files.lines(row[2]).get(line - 1).unwrap_or_else(|| panic!("{row:?}"));
        let (round, table, seat) = (row[4], row[5], row[6]);
        for part in [round, table].into_iter().filter(|p| !p.is_empty()) {
            assert!(record.split(',').any(|f| f == part), "{}: {record} lacks {part}", kind.name);
        }
        if !seat.is_empty() {
            assert!(record.split(',').any(|f| f == seat), "{}: {record} lacks {seat}", kind.name);
        }
    }
}

/// The recorded value of the list stands in the line it names.
#[test]
fn recorded_amounts_stand_in_their_lines() {
    for name in [
        "ante-underpaid",
        "play-overpaid",
        "super-bonus-flush-paid-2-to-1",
        "queens-up-paid-15-for-trips",
        "tray-pay-with-wager-returned",
        "envy-paid-once-for-two-hands",
        "envy-to-the-holder",
        "wager-above-cap",
        "coin-in-short-one-wager",
        "award-short",
        "straight-flush-awarded-the-whole-meter",
        "reseed-after-ten-percent",
        "envy-not-multiplied",
        "envy-by-the-four-card-hand",
        "back-out-short",
        "meter-short-one-contribution",
        "reserve-short-one-contribution",
        "reading-does-not-join",
        "reseed-without-reserve",
    ] {
        let kind = FAULTS.iter().find(|kind| kind.name == name).unwrap();
        let (files, _) = with_fault(400, 3, kind.fault);
        let list = files.records("faults.csv");
        let row = list.iter().find(|row| row[1] == kind.codes[0]).unwrap();
        let record = files.lines(row[2])[row[3].parse::<usize>().unwrap() - 1];
        assert!(record.split(',').any(|f| f == row[8]), "{name}: {record} lacks {}", row[8]);
        assert!(!row[9].is_empty() && row[7] != row[8], "{row:?}");
    }
}

/// A round that plays host to a fault is complete and right but for the fault: one record differs.
#[test]
fn all_faults_fit_into_one_day() {
    for game in GameKind::ALL {
        let mut plan = Plan::of(game, 1, 600);
        // A shuffler has one fault at a time, and its days have no prepared rounds; some faults change the whole day.
        let is_linked = matches!(game, GameKind::Crazy4Washington | GameKind::FourCardPoker);
        [plan.bank, plan.tray_pays, plan.in_meter, plan.second_link] = [is_linked; 4];
        let is_of_other =
            |f: &Fault| matches!(f.need(), Some(Need::Decks | Need::NoHands | Need::LastDayOfCap));
        let has_place = |f: &Fault| plan.offers(*f) && !is_of_other(f) && !f.is_of_whole_day();
        let kinds: Vec<_> = FAULTS.iter().filter(|kind| has_place(&kind.fault)).collect();
        plan.faults = kinds.iter().map(|kind| kind.fault).collect();
        let (files, summary) = day(&plan);
        let exceptions: usize = kinds.iter().map(|kind| kind.codes.len()).sum();
        assert_eq!(summary.exceptions, exceptions as u64);
        let mut names: Vec<_> =
            files.records("faults.csv").iter().map(|f| f[0].to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        let mut expected: Vec<_> = plan.faults.iter().map(|f| f.name().to_owned()).collect();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}

#[test]
fn any_number_of_tables_and_rounds_and_any_day() {
    for (tables, rounds) in [(1, 1), (1, 40), (2, 3), (3, 100), (9, 250), (40, 1_000)] {
        let mut plan = Plan::new(2, rounds);
        plan.tables = tables;
        plan.gaming_day = Date::parse("2027-03-13").unwrap();
        let (files, summary) = day(&plan);
        assert_eq!(summary.rounds, rounds);
        assert_eq!(files.0.contains_key("manager.csv"), tables > 1);
        assert_eq!(files.text("engagement.toml").matches("[[table]]").count(), usize::from(tables));
        // The spring night skips 02:00 to 03:00.
        assert!(!files.text("hands.csv").contains("2027-03-14T02:"));
    }
}

#[test]
fn what_cannot_be_simulated_is_refused_with_a_sentence() {
    let refused = |plan: &Plan| simulate(plan, &mut Memory::default()).unwrap_err().to_string();
    let mut plan = Plan::new(1, 200);
    plan.faults = vec![Fault::AnteUnderpaid, Fault::AnteUnderpaid];
    assert_eq!(refused(&plan), "the fault `ante-underpaid` is asked for twice; name it once");
    plan.faults = vec![Fault::BankShort];
    assert_eq!(
        refused(&plan),
        "the fault `bank-short` belongs to the day of crazy4-ca, and this is a day of crazy4-wa; \
         choose the game or another fault"
    );
    plan.faults = vec![Fault::AwardShort];
    plan.tables = 1;
    assert!(refused(&plan).contains("needs a linked table"));
    plan.faults.clear();
    plan.tables = 0;
    assert_eq!(refused(&plan), "a day has 1 to 999 tables, not 0");
    plan.tables = 4;
    plan.gaming_day = Date::parse("2006-10-31").unwrap();
    assert!(refused(&plan).contains("before 2007"));
    let mut plan = Plan::new(1, 8);
    plan.faults = vec![Fault::AnteUnderpaid, Fault::PlayOverpaid, Fault::PlayTakenOnTie];
    assert!(refused(&plan).contains("has no place for the fault"));
}
