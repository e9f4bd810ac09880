//! The list of all checks, in report order, with their documents: the table of contents.
//!
//! A procedure is a function named like its document, in the file of its series, or a shared one.

use crate::cards::{identical, of_hands, of_shuffler};
use crate::case::{
    AwardCase, BankCase, DocumentCase, LagCase, MeterCase, OverflowCase, ReasonedCase, RecordCase,
    ReversalCase, RoundCase, ShufflerCase, TieOutCase, WaiverCase, at_event,
};
use crate::check::{Check, Run};
use crate::compare::{compare_mandatory, compare_multiple, compare_returned};
use crate::exception::{Fill, at_line};
use crate::law::{law_in_words, limit_in_words};
use crate::need::Need;
use crate::scope::Scope;
use crate::standing::{judge_posted, judge_standing};
use crate::tally::Tally;
use crate::untested::open_award;
use feltproof_model::Wager;
use feltproof_record::{Matter, RecordFact};
use feltproof_regs::{KnownChecks, Pack, Role};
use {
    adj::*, adv::*, apr::*, awd_amounts::*, awd_hands::*, awd_steps::*, bnk::*, cal::*,
    cfg_equipment::*, cfg_settings::*, crd::*, crd_voids::*, env::*, ins::*, log::*,
    mtr_accounts::*, mtr_late::*, mtr_wagers::*, odds_prizes::*, par::*, pay::*, rec::*,
    rnd_people::*, rnd_rows::*, rnd_steps::*, sta::*, wac_play::*, wac_posted::*, wgr::*, words::*,
    wvr::*,
};

mod adj;
mod adv;
mod apr;
mod awd_amounts;
mod awd_buttons;
mod awd_hands;
mod awd_steps;
mod bnk;
mod cal;
mod cfg_equipment;
mod cfg_settings;
mod crd;
mod crd_voids;
mod env;
mod ins;
mod log;
mod mtr_accounts;
mod mtr_late;
mod mtr_wagers;
mod odds_prizes;
mod par;
mod pay;
mod rec;
mod rnd_people;
mod rnd_rows;
mod rnd_steps;
mod sta;
mod wac_play;
mod wac_posted;
mod wgr;
mod words;
mod wvr;

/// One check an entry: code, document, title, what one tested thing is, what the engagement must have,
/// and what is looked at. The procedure is named like the document where none is given.
macro_rules! checks {
    ($($code:literal $document:ident $title:literal, $unit:literal:
        $needs:expr => $run:ident $(($procedure:expr))?;)*) => {{
        #[allow(unused_imports, reason = "advice is of no wager")]
        use {Need::*, Wager::*};
        &[$(&Check {
            code: $code,
            title: $title,
            unit: $unit,
            doc: include_str!(concat!(stringify!($document), ".md")),
            needs: &$needs,
            run: Run::$run(procedure!($document $($procedure)?)),
        }),*]
    }};
}

/// The procedure given, or that named like the document.
macro_rules! procedure {
    ($document:ident) => {
        $document
    };
    ($document:ident $procedure:expr) => {
        $procedure
    };
}

/// What the journal must hold to compare what a wager returned; every table offers the Ante.
const fn returned(wager: Wager) -> [Need; 4] {
    [Need::StakeOf(wager), Need::ReturnedOf(wager), Need::Cards, Need::Offered(wager)]
}

/// What it must hold to compare a wager with the Ante.
const fn beside_ante(wager: Wager) -> [Need; 3] {
    [Need::StakeOf(Wager::Ante), Need::StakeOf(wager), Need::Offered(wager)]
}

/// What a source advises, in report order: looked at as checks are, but what is found is an advisory, which is
/// no exception and has no part in the verdict. Advice is of the engagement alone.
pub static ADVICE: &[&Check] = checks! {
    "ADV-001" adv_001 "Seed is zero or below the largest fixed award", "link":
        [Links] => Engagement;
    "ADV-002" adv_002 "Contribution is above the pre-configured", "link":
        [Links, Preconfigured] => Engagement;
    "ADV-003" adv_003 "Nothing of a wager goes to the meter or to the reserve", "rate":
        [Links] => Engagement;
    "ADV-004" adv_004 "A meter off which all payouts come may run dry", "link":
        [Links, AllFromMeter] => Engagement;
    "ADV-005" adv_005 "Posted Ante allows a Play above the single-wager cap", "table":
        [LimitOf(Role::SingleWager), Posted, ValueOf(Role::SingleWager)] => Engagement;
    "ADV-006" adv_006 "Table has more seats than players are allowed", "table": [] => Engagement;
    "ADV-007" adv_007 "Large odds-based prizes whose cover is not declared", "second highest prize":
        [LimitOf(Role::SecondOddsPrize), ValueOf(Role::SecondOddsPrize)] => Engagement;
};

/// All checks. The order here is the order of every report; a code is never reused.
pub static CHECKS: &[&Check] = checks! {
    "LOG-001" log_001 "Record could not be understood", "record": [] => Record;
    "LOG-002" log_002 "Sequence numbers are missing", "record": [Sequenced] => Record;
    "LOG-003" log_003 "Sequence number is repeated or descends", "record": [Sequenced] => Record;
    "LOG-004" log_004 "Record stands out of time order", "record": [] => Record;
    "LOG-005" log_005 "Record lies outside the audited gaming days", "record": [] => Record;

    "RND-001" rnd_001 "Round number is repeated or descends at its table", "round":
        [Hands] => Record;
    "RND-002" rnd_002 "Round numbers are missing at a table", "round": [Hands] => Record;
    "RND-003" rnd_003 "Round is not whole", "round": [Hands] => Round;
    "RND-004" rnd_004 "Round is missing in one of the journals", "round":
        [Hands, Controller, Links] => Round;
    "RND-005" rnd_005 "Controller events are out of procedure order", "round":
        [Controller, Links] => Round;
    "RND-006" rnd_006 "Seat does not exist at the table", "hand": [Hands] => Round;
    "RND-007" rnd_007 "Rows of a round do not belong together", "round": [Hands] => Round;
    "RND-008" rnd_008 "Fewer or more players than the game allows", "round": [Hands] => Round;
    "RND-009" rnd_009 "Step of an award was made by someone who may not", "step":
        [Controller, Links, Staff] => Round;
    "RND-010" rnd_010 "Hand button does not name the hand that was dealt", "hand button":
        [Controller, Cards, StakeOf(Progressive), Links] => Round;
    "RND-011" rnd_011 "Hand button is on at a seat that is not lit", "hand button":
        [Controller, Links] => Round;
    "RND-012" rnd_012 "Table was played while its link was closed", "round":
        [Controller, Manager, Links] => Round;
    "RND-013" rnd_013 "Award was made by one person alone", "round with an award":
        [Controller, Links] => Round;

    "CRD-001" crd_001 "Same card twice in a round", "card": [Cards] => Round;
    "CRD-002" crd_002 "Wrong number of cards and the round was not voided", "hand":
        [Cards] => Round;
    "CRD-003" crd_003 "Hand that stayed in has no cards on record", "hand":
        [Cards, Actions] => Round;
    "CRD-004" crd_004 "Round was voided without a cause on record", "declared void round":
        [Cards, Actions] => Round;
    "CRD-005" crd_005 "Cause that a void names is not what the cards show", "void with a cause":
        [Cards, Controller] => Round;

    "WGR-001" wgr_001 "Ante and Super Bonus differ", "hand":
        beside_ante(SuperBonus) => Round(|case, tally| compare_mandatory(case, SuperBonus, tally));
    "WGR-002" wgr_002 "Play is not a permitted multiple of the Ante", "hand":
        beside_ante(Play) => Round(|case, tally| compare_multiple(case, Play, tally));
    "WGR-003" wgr_003 "Wager is outside the posted limits", "wager": [Stakes, Posted] => Round;
    "WGR-004" wgr_004 "Action and stakes disagree", "hand":
        [StakeOf(Ante), RaiseStakes, Actions] => Round;
    "WGR-005" wgr_005 "Progressive wager is not the fixed amount", "wager":
        [StakeOf(Progressive), Links] => Round;
    "WGR-006" wgr_006 "Wager is not offered at the table", "wager": [Stakes] => Round;
    "WGR-007" wgr_007 "Ante and Odds differ", "hand":
        beside_ante(Odds) => Round(|case, tally| compare_mandatory(case, Odds, tally));
    "WGR-008" wgr_008 "Raise is not a permitted multiple of the Ante", "hand":
        beside_ante(Raise) => Round(|case, tally| compare_multiple(case, Raise, tally));

    "PAY-001" pay_001 "Ante was not returned as owed", "wager":
        [StakeOf(Ante), ReturnedOf(Ante), Cards]
            => Round(|case, tally| compare_returned(case, Ante, tally));
    "PAY-002" pay_002 "Play was not returned as owed", "wager":
        returned(Play) => Round(|case, tally| compare_returned(case, Play, tally));
    "PAY-003" pay_003 "Super Bonus was not returned as owed", "wager":
        returned(SuperBonus) => Round(|case, tally| compare_returned(case, SuperBonus, tally));
    "PAY-004" pay_004 "Queens Up was not returned as owed", "wager":
        returned(QueensUp) => Round(|case, tally| compare_returned(case, QueensUp, tally));
    "PAY-005" pay_005 "Progressive tray pay was not returned as owed", "wager":
        returned(Progressive) => Round(|case, tally| compare_returned(case, Progressive, tally));
    "PAY-006" pay_006 "Stakes of a void round were not returned", "voided hand":
        [Stakes, Returned] => Round;
    "PAY-007" pay_007 "Bad Beat Bonus was not returned as owed", "wager":
        returned(BadBeat) => Round(|case, tally| compare_returned(case, BadBeat, tally));
    "PAY-008" pay_008 "Aces Up was not returned as owed", "wager":
        returned(AcesUp) => Round(|case, tally| compare_returned(case, AcesUp, tally));
    "PAY-009" pay_009 "Automatic Ante Bonus was not paid as owed", "bonus":
        [StakeOf(Ante), Cards, Offered(AnteBonus), BonusApart]
            => Round(|case, tally| compare_returned(case, AnteBonus, tally));
    "PAY-010" pay_010 "Cover All was not returned as owed", "wager": returned(CoverAll) => Round;
    "PAY-011" pay_011 "Odds were not returned as owed", "wager":
        returned(Odds) => Round(|case, tally| compare_returned(case, Odds, tally));
    "PAY-012" pay_012 "Raise was not returned as owed", "wager":
        returned(Raise) => Round(|case, tally| compare_returned(case, Raise, tally));
    "PAY-013" pay_013 "4 Card Bonus was not returned as owed", "wager":
        returned(FourCardBonus)
            => Round(|case, tally| compare_returned(case, FourCardBonus, tally));
    "PAY-014" pay_014 "Prime was not returned as owed", "wager":
        returned(Prime) => Round(|case, tally| compare_returned(case, Prime, tally));
    "PAY-015" pay_015 "What was left of a player's bank is not what is owed", "round":
        [StakeOf(Bank), ReturnedOf(Bank), Offered(Bank)] => Round;
    "PAY-016" pay_016 "More was paid on a side bet in one round than its aggregate limit",
        "side bet with a payment":
        [Hands, Aggregate] => Round;

    "MTR-001" mtr_001 "Displayed meter differs from the re-kept meter", "event":
        [Manager, Links] => Meter;
    "MTR-002" mtr_002 "Reserve differs from the re-kept reserve", "event":
        [Manager, Links] => Meter;
    "MTR-003" mtr_003 "Coin-in differs from the progressive wagers", "round":
        [Manager, StakeOf(Progressive), Links] => Round;
    "MTR-004" mtr_004 "Lit sensors differ from the progressive wagers", "round":
        [Controller, StakeOf(Progressive), Links] => Round;
    "MTR-005" mtr_005 "Reading does not join up with the record before it", "reading":
        [Manager, Links] => Meter;
    "MTR-006" mtr_006 "Reseed is not the seed plus the whole reserve", "reseed":
        [Manager, Links] => Meter;
    "MTR-007" mtr_007 "Emptied meter was not reseeded", "emptied meter": [Manager, Links] => Award;
    "MTR-008" mtr_008 "Wagers were counted in while the link was closed", "coin-in":
        [Manager, Links] => Meter;
    "MTR-009" mtr_009 "Second coin-in of one round", "round": [Manager, Links] => Round;
    "MTR-010" mtr_010 "Coin-in differs from the lit sensors", "round":
        [Manager, Controller, Links] => Round;
    "MTR-011" mtr_011 "Meter does not begin where the engagement before ended",
        "meter carried over":
        [Manager, Links, Previous] => Meter;
    "MTR-012" mtr_012 "Overflow of a full meter is not in the meter that should take it in",
        "meter that takes in overflow":
        [Manager, Links] => Overflow;
    "MTR-013" mtr_013 "In-meter does not count what was wagered", "in-meter count":
        [Manager, Links] => Meter;
    "MTR-014" mtr_014 "Wagers were registered after their round was settled", "round":
        [Hands, Links] => Round;

    "ENV-001" env_001 "Envy was not paid as owed", "envy payment":
        [Returned, ReturnedOf(Envy), Cards, StakeOf(Progressive), Links] => Round;
    "ENV-002" env_002 "Envy was paid to a seat not entitled to it", "hand":
        [Returned, ReturnedOf(Envy), Cards, Stakes, Links] => Round;

    "AWD-001" awd_001 "Meter-winning hand has no award on record", "meter-winning hand":
        [Manager, Cards, StakeOf(Progressive), Links] => Award;
    "AWD-002" awd_002 "Award without a winning hand", "award":
        [Manager, Cards, StakeOf(Progressive), Links] => Award;
    "AWD-003" awd_003 "Award is not the share of the displayed meter", "award":
        [Manager, Cards, Links] => Award;
    "AWD-004" awd_004 "Award was not authorised by the procedure", "award":
        [Manager, Controller, Links] => Award;
    "AWD-005" awd_005 "Card does not reach the level of the award", "award":
        [Manager, Controller, Links] => Award;
    "AWD-006" awd_006 "Awards of one round are out of order", "second award":
        [Manager, Links] => Award;
    "AWD-007" awd_007 "Award confirmed on the controller is not in the manager journal",
        "confirmed award":
        [Controller, Manager, Links] => Round;
    "AWD-008" awd_008 "One confirmation for two awards", "award":
        [Controller, Manager, Links] => Round;
    "AWD-009" awd_009 "Award is no share of the displayed meter that the paytable has",
        "award whose hand is not on record":
        [Manager, Links] => Award;
    "AWD-010" awd_010 "Meter was reseeded before the award was released", "award released by a key":
        [Controller, Manager, Links] => Award;
    "AWD-011" awd_011 "Award met a meter that had not been reseeded", "award":
        [Manager, Cards, Links] => Award;
    "AWD-012" awd_012 "Award was taken before the wagers of its round were counted in", "award":
        [Manager, Cards, Links] => Award;
    "AWD-013" awd_013 "Award completed earlier was taken after one of another table",
        "award of a shared link":
        [Manager, Controller, Cards, Links] => Award;
    "AWD-014" awd_014 "Tray pay in the manager journal is not what its hand wins", "tray pay":
        [Manager, Cards, StakeOf(Progressive), Links] => Round;
    "AWD-015" awd_015 "Award is recorded at another level than was won", "award":
        [Manager, Links, ShareLevels] => Award;

    "ADJ-001" adj_001 "Manual adjustment lacks reason, document or actor", "adjustment":
        [Manager, Links] => Meter;
    "ADJ-002" adj_002 "Manual adjustment by someone without that role", "adjustment":
        [Manager, Links, Staff] => Meter;
    "ADJ-003" adj_003 "Back-out does not restore meter and reserve", "back-out":
        [Manager, Links] => Reversal;
    "ADJ-004" adj_004 "Contribution of a void round was not reversed", "counted-in void round":
        [Manager, Hands, Links] => Reversal;
    "ADJ-005" adj_005 "Reason of an adjustment is not borne out by the record", "adjustment":
        [Manager, Links] => ReasonedChange;
    "ADJ-006" adj_006 "Numbers of documents are missing in their series", "numbered document":
        [Manager, Links] => Document;
    "ADJ-007" adj_007 "Number of a document is used for two matters", "document":
        [Manager, Links] => Document;
    "ADJ-008" adj_008 "Change by hand was made by one person alone", "adjustment":
        [TwoPeople, Manager, Links] => Meter;

    "BNK-001" bnk_001 "Balance of the bank account does not add up", "balance": [BankJournal] => Bank;
    "BNK-002" bnk_002 "Accrued money was not deposited within a week", "gaming day":
        [BankJournal, Manager, Links] => Bank;
    "BNK-003" bnk_003 "Bank account holds less than meters and reserves show", "gaming day":
        [BankJournal, Manager, Links] => Bank;

    "CFG-001" cfg_001 "Running settings differ from the approved", "setting": [Links] => Engagement;
    "CFG-004" cfg_004 "Setting was changed while the link was open", "event":
        [Manager, Links] => Meter;
    "CFG-005" cfg_005 "Software version is below the approved", "component":
        [Equipment] => Engagement;
    "CFG-006" cfg_006 "Setting was changed to a value that is not approved", "changed setting":
        [Manager, Links] => Meter;
    "CFG-007" cfg_007 "Reserve contribution is not the paytable's", "prescribed reserve":
        [Links] => Engagement;
    "CFG-008" cfg_008 "Progressive system is not whole as approved", "link":
        [Links, Equipment] => Engagement;
    "CFG-009" cfg_009 "Shuffler does not serve Cover All", "shuffler":
        [Offered(CoverAll), Shuffler] => Engagement;
    "CFG-010" cfg_010 "Rounds were dealt with the shuffler in another mode", "round":
        [Controller, Offered(CoverAll)] => Round;
    "CFG-011" cfg_011 "Components of two approved sets stand together", "set of components":
        [Links, Equipment] => Engagement;
    "CFG-012" cfg_012 "Linked table has no controller or display on the list", "linked table":
        [Links, Equipment] => Engagement;
    "CFG-013" cfg_013 "Program file is not the approved one", "program file":
        [Equipment] => Engagement;
    "CFG-014" cfg_014 "Paytable is not for such a link", "link": [Links] => Engagement;
    "CFG-015" cfg_015 "A house ruling contradicts an approved rule", "ruling": [] => Engagement;
    "CFG-016" cfg_016 "Approval of a later date was not followed", "approval":
        [Manager, Links] => Lag;

    "PAR-001" par_001 "Stated figure of the odds is not the exact one", "stated figure":
        [Stated] => Engagement;
    "PAR-002" par_002 "Paytable pays a better hand less than a lower one", "paytable":
        [] => Engagement;
    "PAR-003" par_003 "Cover All was paid by the column of another number of hands",
        "winning wager":
        returned(CoverAll) => Round;
    "PAR-004" par_004 "Games on one link do not win its jackpot alike",
        "linked table of another game":
        [Links] => Engagement;
    "PAR-005" par_005 "Odds against the jackpot are longer than allowed", "linked game":
        [Links] => Engagement;

    "STA-001" sta_001 "Deck of a shuffler is not a full deck", "deck or packet":
        [ShufflerJournal] => Shuffler;
    "STA-002" sta_002 "Cards dealt depart from chance", "deal":
        [Randomness, Cards] => Source(|case, tally| of_hands(case, "fixed", tally));
    "STA-003" sta_003 "Cards dealt depend on those dealt before", "deal":
        [Randomness, Cards] => Source(|case, tally| of_hands(case, "previous", tally));
    "STA-004" sta_004 "Decks of a shuffler depart from chance", "deck":
        [ShufflerJournal] => Source(|case, tally| of_shuffler(case, "fixed", tally));
    "STA-005" sta_005 "Decks of a shuffler depend on the deck before", "deck":
        [ShufflerJournal] => Source(|case, tally| of_shuffler(case, "previous", tally));
    "STA-006" sta_006 "Decks or deals are identical", "deck or deal":
        [Randomness] => Source(identical);
    "STA-007" sta_007 "Cards dealt are not those that the shuffler dispensed", "hand":
        [ShufflerJournal, Cards] => Round;

    "WAC-001" wac_001 "Wager above the single-wager cap", "wager":
        [Stakes, LimitOf(Role::SingleWager), ValueOf(Role::SingleWager)] => Round;
    "WAC-002" wac_002 "More games on one hand than allowed", "hand":
        [Stakes, LimitOf(Role::GamesOnOneHand), ValueOf(Role::GamesOnOneHand)] => Round;
    "WAC-003" wac_003 "Meter was reduced without a permitted reason", "reduction":
        [Manager, Links, Control("WAC-003")] => Meter;
    "WAC-004" wac_004 "Beginning amount of a progressive is not on record", "link":
        [Manager, Links, Control("WAC-004")] => Meter;
    "WAC-005" wac_005 "Link and its tables are not in one location", "link":
        [Links, Control("WAC-005")] => Engagement;
    "WAC-006" wac_006 "Posted maximum is above the single-wager cap", "posted maximum":
        [LimitOf(Role::SingleWager), Posted, ValueOf(Role::SingleWager)] => Engagement;
    "WAC-007" wac_007 "More progressives on a game linked with others than allowed", "table":
        [Links, SeveralMeters, LimitOf(Role::ProgressivesOnLinkedGame),
            ValueOf(Role::ProgressivesOnLinkedGame)] => Engagement;
    "WAC-008" wac_008 "Aggregate limit is below the lawful floor", "aggregate limit":
        [Aggregate, LimitOf(Role::AggregateOdds), ValueOf(Role::AggregateOdds)] => Engagement;
    "WAC-009" wac_009 "More tables than an establishment may have", "number of tables":
        [LimitOf(Role::Tables), ValueOf(Role::Tables)] => Engagement;
    "WAC-010" wac_010 "More players at a table than allowed", "round":
        [Hands, LimitOf(Role::PlayersAtTable), ValueOf(Role::PlayersAtTable)] => Round;
    "WAC-011" wac_011 "More games offered on one hand than allowed", "table":
        [LimitOf(Role::GamesOnOneHand), ValueOf(Role::GamesOnOneHand)] => Engagement;
    "WAC-012" wac_012 "Maximum of a progressive is below the jackpot when it is imposed", "maximum":
        [Manager, Links, Control("WAC-012")] => Meter;
    "WAC-013" wac_013 "Different games share a progressive", "link":
        [Links, LimitOf(Role::GamesOnLink), ValueOf(Role::GamesOnLink)] => Engagement;
    "WAC-014" wac_014 "More tables with the higher cap than allowed", "number of tables":
        [LimitOf(Role::HigherLimitTables), ValueOf(Role::HigherLimitTables)] => Engagement;
    "WAC-015" wac_015 "Large odds-based prizes are not covered", "second highest prize":
        [LimitOf(Role::SecondOddsPrize), ValueOf(Role::SecondOddsPrize), OddsPrizeCover]
            => Engagement;

    "APR-001" apr_001 "More games wagered on one hand than the approval allows", "hand":
        [Stakes, Links, Approval] => Round;
    "APR-002" apr_002 "Limit of games is not posted as approved", "table":
        [Links, Approval] => Engagement;
    "APR-003" apr_003 "Shuffler is in a mode that the approved rules do not name", "shuffler":
        [ModesNamed, ApprovedShuffler] => Engagement;

    "CAL-001" cal_001 "A player kept the bank for longer than allowed on one offer", "round":
        [Hands, Offered(Bank), LimitOf(Role::RoundsWithTheBank),
            ValueOf(Role::RoundsWithTheBank)] => Round;
    "CAL-002" cal_002 "Collection fee is not that of the posted schedule", "fee":
        [Collection, Control("CAL-002"), Hands, Fees, Stakes] => Round;
    "CAL-003" cal_003 "Schedule of collection fees is not lawful", "schedule":
        [Collection, Control("CAL-003")] => Engagement;
    "CAL-004" cal_004 "A player's bank stands for more than was put up", "bank":
        [Offered(Bank), Control("CAL-004")] => Engagement;

    "INS-001" ins_001 "A control was found not met by inspection", "inspected control":
        [Inspected] => Engagement;

    "REC-001" rec_001 "Figure of a daily record is not what the journals say", "daily figure":
        [DailyFigure] => TieOut;

    "WVR-001" wvr_001 "Waiver was not used", "waiver": [Waivers] => Waiver;
    "WVR-002" wvr_002 "Waiver did not hold on the day", "waiver": [Waivers] => Waiver;
    "WVR-003" wvr_003 "Waiver has no bounds", "waiver": [Waivers] => Engagement;
};

/// The check or advice with this code, in either case.
pub fn by_code(code: &str) -> Option<&'static Check> {
    CHECKS.iter().chain(ADVICE).copied().find(|c| c.code.eq_ignore_ascii_case(code))
}

/// Reads a rule pack that these checks are to answer; `file` is its name in messages. Errors: all,
/// with lines: unknown checks of controls, limits that no check reads.
pub fn read_pack(text: &str, file: &str) -> Result<Pack, String> {
    let codes = CHECKS.iter().map(|check| check.code).collect();
    let readers = |role: Role| {
        if role == Role::CollectionRates {
            return vec!["CAL-003"];
        }
        let reads = |check: &&&Check| {
            let of_value = |need: &Need| matches!(need, Need::ValueOf(first) if first.read_together().contains(&role));
            check.needs.iter().any(of_value)
        };
        CHECKS.iter().filter(reads).map(|check| check.code).collect()
    };
    let of_approvals = CHECKS.iter().filter(|check| check.needs.contains(&Need::Approval));
    let of_approvals = of_approvals.map(|check| check.code).collect();
    let read = Pack::parse_answered(text, file, &KnownChecks { codes, readers, of_approvals });
    read.map_err(|errors| errors.to_string())
}
