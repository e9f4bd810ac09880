//! The catalogue of faults: what can be planted, and which code each must raise. How each is
//! planted stands in `plant.rs` (what the hands journal records) and `day.rs` (everything else).

use std::fmt;

use feltproof_model::{Date, Wager};

use crate::Plan;
use crate::games::script::{At, Script};
use crate::games::{crazy4, four_card, frenzy};
use crate::referee::GameKind;
use crate::system::System;

/// One fault of the catalogue, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The codes it must raise, one exception each, and no others.
    pub codes: &'static [&'static str],
    /// What is wrong in the record, as a sentence.
    pub describe: &'static str,
    /// The fault itself.
    pub fault: Fault,
    pub(crate) place: Place,
    /// Its amount, where that is all it changes.
    pub(crate) edit: Option<Edit>,
}

/// Where in the day a fault is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a scripted round of its own, put somewhere in the middle of the day.
    Host(Script),
    /// The same after so many thousandths of the day: before every award, or after every other.
    HostAt(Script, u64),
    /// At the first suitable event of the link after this many thousandths of the opening hours.
    Link(i64),
    /// Anywhere in the hands journal after this many thousandths of the opening hours.
    Hands(i64),
    /// In the engagement file of a property with a link.
    LinkFile,
    /// In the engagement file of the day of a game.
    File(GameKind),
    /// In the first table's first deck after this many thousandths, where decks are recorded.
    Deck(i64),
    /// In the shuffler of the first table, where decks are recorded.
    Machine,
}

/// What a fault of one amount does: a stake, or what came back, is recorded as so many dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// The round is then settled rightly as recorded.
    Stake(u8, Wager, i64),
    Return(u8, Wager, i64),
}

macro_rules! catalogue {
    ($($fault:ident $name:literal $code:literal $(+ $more:literal)? $place:expr $(=> $edit:expr)?, $describe:literal;)+) => {
        /// A fault that can be planted; see [`FAULTS`] for the list with names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Fault {
            $(#[doc = $describe] $fault,)+
        }

        /// Every fault, in the order of its code.
        pub const FAULTS: &[FaultKind] = &[
            $(FaultKind {
                name: $name,
                codes: &[$code $(, $more)?],
                describe: $describe,
                fault: Fault::$fault,
                place: $place,
                edit: [$(Some($edit),)? None][0],
            },)+
        ];
    };
}

use Edit::{Return, Stake};
use Place::{Deck, File, Hands, Host, HostAt, Link, LinkFile, Machine};

catalogue! {
    GarbledRecord "garbled-record" "LOG-001" Hands(330), "A stray copy of a hands record with an unreadable card stands between two rounds.";
    ControllerNumberMissing "controller-number-missing" "LOG-002" Link(450), "The controller's sequence numbers skip one.";
    ManagerNumberMissing "manager-number-missing" "LOG-002" Link(650), "The manager's sequence numbers skip one.";
    ControllerNumberRepeated "controller-number-repeated" "LOG-003" Link(550), "Two controller records have the same sequence number.";
    ReadingOutOfTimeOrder "reading-out-of-time-order" "LOG-004" Link(250), "An hourly reading is stamped earlier than the reading before it.";
    RecordOfNoGamingDay "record-of-no-gaming-day" "LOG-005" Link(0), "A reading among those of the day bears a time sixteen years before.";
    RoundNumberRepeated "round-number-repeated" "RND-001" Host(crazy4::PLAIN), "An earlier round of the table is recorded again under its old number.";
    RoundNumberMissing "round-number-missing" "RND-002" Host(crazy4::PLAIN), "The round numbers of a table skip one.";
    RoundWithoutPlayers "round-without-players" "RND-003" Host(crazy4::PLAIN), "A round has the dealer's hand and nobody else's.";
    DealerHandMissing "dealer-hand-missing" "RND-003" Host(crazy4::PLAIN), "A round has no row for the dealer.";
    RoundNotOnController "round-not-on-controller" "RND-004" Host(crazy4::NO_PROGRESSIVE), "A round at a linked table has neither START GAME nor END GAME on the controller.";
    ControllerRoundWithoutHands "controller-round-without-hands" "RND-004" Link(0), "The controller has a round that the hands journal does not have.";
    HandButtonAfterEndGame "hand-button-after-end-game" "RND-005" Host(crazy4::NO_PROGRESSIVE), "A hand button is pressed after END GAME.";
    RowOfAnotherDealer "row-of-another-dealer" "RND-007" Host(crazy4::PLAIN), "One row of a round names another dealer.";
    PlayedWhileClosed "played-while-the-link-is-closed" "RND-012" LinkFile, "A round with progressive wagers is played after the link was closed, and the manager counts none of them in.";
    OnePersonAlone "one-person-alone" "RND-013" Host(crazy4::FOUR_ACES_AGAIN), "An executive deals four aces, presses the hand button, confirms and swipes the card alone (SHFL: turns the key).";
    ConfirmByTheDealer "confirm-by-the-dealer" "RND-009" Host(crazy4::FOUR_ACES_AGAIN), "The dealer presses CONFIRM for an award (SHFL: turns the key to JPH).";
    ButtonOfAnotherHand "button-of-another-hand" "RND-010" Host(crazy4::THREE_OF_A_KIND), "The hand button straight flush is left on at a seat that holds three of a kind.";
    TrayButtonMissing "tray-pay-without-hand-button" "RND-010" Host(crazy4::TRAY_STRAIGHT_FLUSH), "The dealer presses no hand button for a straight flush that is paid from the tray.";
    ButtonAtUnlitSeat "button-at-an-unlit-seat" "RND-011" Host(crazy4::FOUR_OF_A_KIND), "A hand button is left on at a seat without a progressive wager.";
    SeatBeyondTheTable "seat-beyond-the-table" "RND-006" Host(crazy4::PLAIN), "A hand is recorded at seat 7 of a table with six seats.";
    SevenInARound "seven-in-a-round" "RND-008" Host(crazy4::CA_SEVEN), "Six players and a player banker are dealt in, one more than the game allows.";
    SameCardInTwoHands "same-card-in-two-hands" "CRD-001" Host(crazy4::PLAIN), "A folded hand holds a card that another player holds too.";
    MisdealNotDeclared "misdeal-not-declared" "CRD-002" Host(crazy4::PLAIN), "A folded hand has four cards; the stakes were returned but the round was not declared void.";
    PlayedHandWithoutCards "played-hand-without-cards" "CRD-003" Host(crazy4::PLAIN), "A hand that stayed in has no cards on record.";
    VoidWithoutCause "void-without-cause" "CRD-004" Host(crazy4::NO_PROGRESSIVE), "A round is void though every hand has five cards and the controller has no void event.";
    VoidAgainstCards "void-against-the-cards" "CRD-005" Host(crazy4::FOUR_ACES_AGAIN), "A round with four aces is declared void for a wrong number of cards, and every hand has five.";
    SuperBonusDiffersFromAnte "super-bonus-differs-from-ante" "WGR-001" Host(crazy4::PLAIN) => Stake(2, Wager::SuperBonus, 15), "The Super Bonus is smaller than the Ante.";
    PlayTwiceOnKings "play-twice-the-ante-on-kings" "WGR-002" Host(crazy4::PLAIN) => Stake(2, Wager::Play, 40), "A pair of kings plays twice the Ante.";
    QueensUpBelowMinimum "queens-up-below-the-minimum" "WGR-003" Host(crazy4::PLAIN) => Stake(4, Wager::QueensUp, 3), "Queens Up is below the posted minimum.";
    FoldedWithPlayStake "folded-with-play-stake" "WGR-004" Host(crazy4::PLAIN) => Stake(5, Wager::Play, 5), "A folded hand has a Play stake.";
    ProgressiveOfTenDollars "progressive-of-ten-dollars" "WGR-005" Host(crazy4::BUTTON_SLIP) => Stake(5, Wager::Progressive, 10), "A progressive wager is twice the fixed unit.";
    ProgressiveAtUnlinkedTable "progressive-at-unlinked-table" "WGR-006" Host(crazy4::PLAIN) => Stake(5, Wager::Progressive, 5), "A progressive wager is taken at a table without a progressive.";
    OddsDifferFromAnte "odds-differ-from-ante" "WGR-007" Host(frenzy::PLAIN) => Stake(2, Wager::Odds, 15), "The Odds are smaller than the Ante.";
    RaiseTwiceOnKings "raise-twice-the-ante-on-kings" "WGR-008" Host(frenzy::PLAIN) => Stake(2, Wager::Raise, 40), "A pair of kings raises twice the Ante.";
    AnteUnderpaid "ante-underpaid" "PAY-001" Host(crazy4::PLAIN) => Return(2, Wager::Ante, 35), "A winning Ante is paid $5 short.";
    AntePaidAgainstUnqualified "ante-paid-against-unqualified-dealer" "PAY-001" Host(crazy4::NOT_QUALIFIED) => Return(1, Wager::Ante, 20), "The Ante is paid 1 to 1 though the dealer does not qualify: it pushes.";
    PlayOverpaid "play-overpaid" "PAY-002" Host(crazy4::PLAIN) => Return(1, Wager::Play, 105), "A winning Play of three times the Ante is paid one Ante too much.";
    PlayTakenOnTie "play-taken-on-tie" "PAY-002" Host(crazy4::TIE) => Return(1, Wager::Play, 0), "The Play stake is taken on a tie: it pushes.";
    SuperBonusTakenOnLosingStraight "super-bonus-taken-on-losing-straight" "PAY-003" Host(crazy4::LOSING_STRAIGHT) => Return(2, Wager::SuperBonus, 0), "The Super Bonus of a straight is taken because the hand loses to the dealer.";
    SuperBonusStraightAsFlush "super-bonus-losing-straight-paid-as-flush" "PAY-003" Host(crazy4::LOSING_STRAIGHT) => Return(2, Wager::SuperBonus, 25), "The Super Bonus of a losing straight is paid 3 to 2, as for a flush.";
    SuperBonusFlushTwoToOne "super-bonus-flush-paid-2-to-1" "PAY-003" Host(crazy4::HALF_DOLLARS) => Return(3, Wager::SuperBonus, 15), "The Super Bonus of a flush is paid 2 to 1 instead of 3 to 2.";
    SuperBonusPushedOnLoss "super-bonus-pushed-on-loss" "PAY-003" Host(crazy4::PLAIN) => Return(4, Wager::SuperBonus, 10), "The Super Bonus of a hand below a straight that loses is handed back.";
    QueensUpTrips15 "queens-up-paid-15-for-trips" "PAY-004" Host(crazy4::QUEENS_UP_PAYS) => Return(6, Wager::QueensUp, 160), "Three of a kind is paid 15 to 1 on Queens Up, the progressive's number, instead of 9 to 1.";
    QueensUpJacks "queens-up-paid-on-jacks" "PAY-004" Host(crazy4::QUEENS_UP_PAYS) => Return(2, Wager::QueensUp, 20), "A pair of jacks is paid on Queens Up.";
    TrayPayWithWager "tray-pay-with-wager-returned" "PAY-005" Host(crazy4::THREE_OF_A_KIND) => Return(5, Wager::Progressive, 80), "Three of a kind on the progressive is paid 15 to 1 instead of 15 for 1.";
    TrayPayMissing "tray-pay-missing" "PAY-005" Host(crazy4::TRAY_STRAIGHT_FLUSH) => Return(4, Wager::Progressive, 0), "A straight flush on the progressive is not paid.";
    VoidStakeKept "void-stake-kept" "PAY-006" Host(crazy4::MISDEAL) => Return(5, Wager::Ante, 0), "An Ante of a void round is not returned.";
    BadBeatTakenOnLosingStraight "bad-beat-taken-on-losing-straight" "PAY-007" Host(four_card::BAD_BEAT_BOTH_WAYS) => Return(1, Wager::BadBeat, 0), "The Bad Beat Bonus of a straight that loses to the dealer's flush is taken.";
    AcesUpOnKings "aces-up-paid-on-kings" "PAY-008" Host(four_card::PLAIN) => Return(2, Wager::AcesUp, 20), "A pair of kings is paid on Aces Up.";
    AnteBonusKept "ante-bonus-kept-on-a-loss" "PAY-009" Host(four_card::BEATEN) => Return(1, Wager::AnteBonus, 0), "The Ante bonus of a beaten three of a kind is not paid.";
    CoverAllForOwnHandOnly "cover-all-not-paid-for-the-dealers-hand" "PAY-010" Host(four_card::BEATEN) => Return(4, Wager::CoverAll, 0), "Cover All is not paid though the dealer has four of a kind.";
    CoverAllOfOtherHands "cover-all-by-another-number-of-hands" "PAR-003" Host(four_card::FOUR_OF_A_KIND) => Return(3, Wager::CoverAll, 155), "Cover All for three hands is paid by the column of six.";
    OddsTakenOnLosingStraight "odds-taken-on-losing-straight" "PAY-011" Host(frenzy::LOSING_STRAIGHT) => Return(2, Wager::Odds, 0), "The Odds of a straight are taken because the hand loses to the dealer.";
    RaisePushedWhenNotOpened "raise-pushed-when-the-dealer-does-not-open" "PAY-012" Host(frenzy::NOT_OPENED) => Return(1, Wager::Raise, 10), "The Raise is handed back though the dealer does not open: it wins.";
    FourCardBonusOfRoyalShort "four-card-bonus-royal-as-a-straight" "PAY-013" Host(frenzy::ROYAL) => Return(1, Wager::FourCardBonus, 40), "A royal flush is paid 3 to 1 on the 4 Card Bonus, as a straight.";
    PrimeFourAsFive "prime-four-paid-as-five" "PAY-014" Host(frenzy::COLOURS) => Return(6, Wager::Prime, 30), "Four cards of one colour are paid 5 to 1 on Prime.";
    BankShort "bank-short" "PAY-015" Host(crazy4::CA_PLAIN), "The player banker gets back $20 less than is left of the bank.";
    QueensUpBeyondAggregate "queens-up-beyond-the-aggregate" "PAY-004" Host(crazy4::CA_AGGREGATE), "A Queens Up is paid in full though the posted aggregate limit is reached.";
    MeterShort "meter-short-one-contribution" "MTR-001" Link(350), "The contribution of one wager never reaches the meter.";
    ReserveShort "reserve-short-one-contribution" "MTR-002" Link(600), "The contribution of one wager never reaches the reserve.";
    CoinInShort "coin-in-short-one-wager" "MTR-003" Host(crazy4::FOUR_OF_A_KIND), "The manager registers one progressive wager less than was made.";
    CoinInMissing "coin-in-missing" "MTR-003" Host(crazy4::TWO_ENVY_HANDS), "The manager has no coin-in for a round with progressive wagers.";
    CoinInInTwoParts "coin-in-in-two-parts" "MTR-009" Host(crazy4::FOUR_OF_A_KIND), "The wagers of a round reach the meter in two coin-ins.";
    CoinInUnlikeSensors "coin-in-short-of-the-lit-sensors" "MTR-010" Host(crazy4::FOUR_OF_A_KIND), "No hands are on record, and the manager counts in one wager less than sensors were lit.";
    OpeningBelowCarried "opening-below-the-day-before" "MTR-011" Link(-10), "The report of the day before leaves $5,000 more on the meter than it opens with.";
    SensorNotLit "sensor-not-lit" "MTR-004" Host(crazy4::FOUR_OF_A_KIND), "The sensor of a seat with a progressive wager is not lit.";
    ReadingDoesNotJoin "reading-does-not-join" "MTR-005" Link(500), "A reading shows $10 less than the meter before it, and play goes on from there.";
    ReseedWithoutReserve "reseed-without-reserve" "MTR-006" Host(crazy4::FOUR_ACES_AGAIN), "A reseed sets the meter to the seed alone, and the reserve is emptied all the same.";
    ReserveKeptAtReseed "reserve-kept-at-reseed" "MTR-006" Host(crazy4::FOUR_ACES_AGAIN), "A reseed adds seed and reserve, and the reserve keeps its money too.";
    LinkClosedEarly "link-closed-before-its-last-rounds" "MTR-008" Link(970), "The link is closed in the manager while its tables play on.";
    NoReseed "no-reseed-after-award" "MTR-007" HostAt(crazy4::FOUR_ACES_AGAIN, 960), "An award empties the meter and nothing is put back.";
    ReseedAfterShare "reseed-after-ten-percent" "MTR-006" Host(four_card::LINK_STRAIGHT_FLUSH), "A 10 % award is followed by a reseed, as if it had emptied the meter.";
    OverflowHalved "overflow-half-taken-in" "MTR-012" LinkFile, "Half of what the limit of the meter cuts off is taken in by the link that it goes to.";
    InMeterShort "in-meter-short-one-wager" "MTR-013" Link(320), "The in-meter leaves out one wager that was counted in.";
    CoinInLowered "coin-in-lowered-beside-the-in-meter" "MTR-003" + "MTR-013" Host(crazy4::FOUR_OF_A_KIND), "A wager is taken off a coin-in with its shares of meter and reserve, and the in-meter has counted it.";
    CoinInAfterSettlement "coin-in-after-the-settlement" "MTR-014" Host(crazy4::FOUR_ACES_AGAIN), "START GAME is pressed minutes after the round was settled, and the manager counts its wagers in then; four aces take the meter.";
    EnvyNotPaid "envy-not-paid" "ENV-001" Host(crazy4::FOUR_OF_A_KIND) => Return(3, Wager::Envy, 0), "One player is not paid the envy for another's four of a kind.";
    EnvyOnceForTwoHands "envy-paid-once-for-two-hands" "ENV-001" Host(crazy4::TWO_ENVY_HANDS) => Return(6, Wager::Envy, 25), "Envy is paid once though two hands qualify.";
    EnvyToTheHolder "envy-to-the-holder" "ENV-002" Host(crazy4::FOUR_OF_A_KIND) => Return(2, Wager::Envy, 25), "The holder of the four of a kind is paid envy too.";
    EnvyWithoutWager "envy-without-progressive-wager" "ENV-002" Host(crazy4::FOUR_OF_A_KIND) => Return(6, Wager::Envy, 25), "Envy is paid to a player without a progressive wager.";
    EnvyNotMultiplied "envy-not-multiplied" "ENV-001" Host(four_card::LINK_STRAIGHT_FLUSH) => Return(4, Wager::Envy, 1_000), "The envy of the multi-game link is paid once, not for every dollar wagered.";
    EnvyByFourCards "envy-by-the-four-card-hand" "ENV-002" Host(four_card::STRAIGHT_FLUSH_OF_FOUR) => Return(5, Wager::Envy, 5_000), "Envy is paid for a straight flush of four cards, where the link looks at all five.";
    EnvyBesideLostDealer "envy-beside-a-lost-dealers-row" "ENV-002" + "RND-003" Hands(20), "Envy of $25 is paid for no hand, in a whole round whose neighbour in the hands journal lost its dealer's row.";
    AwardMissing "award-missing" "AWD-001" Host(crazy4::FOUR_ACES_AGAIN), "Four aces with a progressive wager, and no award.";
    AwardWithoutHand "award-without-hand" "AWD-002" Host(crazy4::MISREAD_QUEEN), "An award for three aces, never backed out.";
    AwardShort "award-short" "AWD-003" Host(crazy4::FOUR_ACES_AGAIN), "An award is $100 less than the displayed meter.";
    StraightFlushWhole "straight-flush-awarded-the-whole-meter" "AWD-003" Host(four_card::LINK_STRAIGHT_FLUSH), "A straight flush is awarded 100 % of the meter instead of 10 %, and the meter is reseeded.";
    AwardWithoutAuthorisation "award-without-authorisation" "AWD-004" Host(crazy4::FOUR_ACES_AGAIN), "An award without hand button, CONFIRM and card swipe.";
    AwardButtonUndone "hand-button-undone-before-the-award" "AWD-004" Host(crazy4::FOUR_ACES_AGAIN), "The hand button of an award is pressed twice, which undoes it, and the meter is awarded all the same.";
    TrayButtonForAward "award-by-the-button-of-a-tray-pay" "AWD-004" Host(crazy4::FOUR_ACES_AGAIN), "No hands are on record, and the whole meter is awarded where the hand button names four of a kind, which is paid out of the tray.";
    SupervisorCardForExecutive "supervisor-card-for-executive-award" "AWD-005" HostAt(crazy4::FOUR_ACES_AGAIN, 40), "A Supervisor card for an award that needs an Executive card.";
    LinkAwardsInWrongOrder "link-awards-in-wrong-order" "AWD-006" Host(four_card::LINK_TWO_AWARDS), "A royal flush takes the meter before the straight flush on its right, which is left with a tenth of the seed.";
    OneConfirmation "one-confirmation-for-two-awards" "AWD-008" Host(crazy4::FOUR_ACES), "One CONFIRM and one card release two awards of a round (the second backed out later).";
    ConfirmedAwardRemoved "confirmed-award-removed" "AWD-007" Host(crazy4::FOUR_ACES_AGAIN), "No hands are on record; the controller has a completed award of which the manager knows nothing.";
    HalfTheMeterAwarded "half-the-meter-awarded" "AWD-009" Host(crazy4::FOUR_ACES_AGAIN), "No hands are on record, and half the meter is awarded where the paytable awards all of it.";
    ReseedBeforeRun "reseed-before-the-key-is-back" "AWD-010" Host(crazy4::FOUR_ACES_AGAIN), "The meter is awarded and reseeded while the supervisor's key is still at JPH.";
    AwardBeforeReseed "award-before-the-reseed" "AWD-011" Host(four_card::LINK_ROYAL_ON_THE_RIGHT), "A straight flush is awarded a tenth of the emptied meter, and the reseed comes after it.";
    AwardBeforeCoinIn "award-before-its-own-coin-in" "AWD-012" Host(crazy4::FOUR_ACES_AGAIN), "The wagers of a round are counted in after the award and the reseed.";
    AwardOvertaken "award-overtaken-by-another-table" "AWD-013" Host(crazy4::FOUR_ACES_AGAIN), "Two tables win the meter; the award completed first is taken second, from the reseeded meter.";
    TrayPayTooHigh "tray-pay-too-high-in-the-manager-journal" "AWD-014" Host(crazy4::THREE_OF_A_KIND), "The manager journal has $5 more for a tray pay than its hand wins and was paid.";
    AwardAtWrongLevel "award-at-the-wrong-level" "AWD-015" Host(four_card::LINK_STRAIGHT_FLUSH), "The award of a tenth is recorded at the level of the whole meter.";
    AdjustmentWithoutDocument "adjustment-without-document" "ADJ-001" Host(crazy4::MISDEAL), "A manual adjustment of the reserve names no document.";
    AdjustmentBySupervisor "adjustment-by-supervisor" "ADJ-002" Link(720), "A supervisor makes a manual adjustment.";
    BackOutShort "back-out-short" "ADJ-003" Host(crazy4::MISREAD_QUEEN), "A back-out puts $100 less into the meter than the award had taken.";
    VoidNotReversed "void-contribution-not-reversed" "ADJ-004" Host(crazy4::MISDEAL), "The contribution of a void round stays on the meter; only the reserve's part is reversed.";
    NondisplayedFromDisplay "nondisplayed-money-from-the-display" "ADJ-005" Link(780), "Money is taken to the receipts from the displayed meter, as if it were not displayed.";
    ReducedWithoutMaximum "reduced-to-a-maximum-that-is-none" "ADJ-005" Link(780), "The meter is lowered for standing above its maximum, and has none.";
    ReducedWithoutWinner "reduced-as-won-without-a-winner" "ADJ-005" Link(780), "The meter is lowered by money that nobody won.";
    ReducedWithoutMalfunction "reduced-for-a-malfunction-that-was-none" "ADJ-005" Link(780), "The meter is lowered for a malfunction, and no controller reported a fault.";
    ReducedForAJam "reduced-for-a-jam-of-the-shuffler" "ADJ-005" Host(crazy4::NO_PROGRESSIVE), "The meter is lowered for a malfunction, and all that failed was the shuffler.";
    SeedRecoveredTwice "more-seed-recovered-than-put-in" "ADJ-005" Link(15), "The house takes back $100 more seed than it put in.";
    SeedRecoveredNextDay "seed-recovered-again-the-next-day" "ADJ-005" Link(15), "By the report of the day before the house has taken all its seed back, and it takes $2,500 again.";
    IncreasedWithoutShortage "increased-without-a-shortage" "ADJ-005" Link(780), "The meter is raised by $5,000 as a correction, where nothing had left it too low.";
    DocumentMissing "document-number-missing" "ADJ-006" Link(700), "Of documents numbered one after the other one is missing.";
    DocumentTwice "document-number-used-twice" "ADJ-007" Link(710), "Two increases have the same document.";
    DocumentThrice "three-reductions-under-one-document" "ADJ-007" + "ADJ-007" Link(20), "Three reductions of $100 have the same document.";
    AdjustedAlone "adjusted-by-one-person-alone" "ADJ-008" Link(750), "Two people are demanded for a change by hand, and one enters and approves the increase of the day.";
    BalanceWrong "bank-balance-does-not-add-up" "BNK-001" LinkFile, "A balance of the bank account is $20 less than a deposit brings it to, and the account goes on from it.";
    AccruedNotDeposited "accrued-money-not-deposited" "BNK-002" LinkFile, "What accrued on the gaming day is deposited more than a week after it.";
    AccountBelowMeter "bank-account-below-the-meter" "BNK-003" LinkFile, "$500 are drawn from the bank account for no award, and it holds less than meter and reserve show.";
    ContributionBelowApproved "contribution-below-approved" "CFG-001" LinkFile, "The link runs with a contribution of 18 % where 18.5 % is approved.";
    SeedBelowLargestAward "seed-below-largest-award" "ADV-001" LinkFile, "The seed, approved and running, is $1,000: less than the largest fixed award of $1,500.";
    ContributionAbovePreconfigured "contribution-above-preconfigured" "ADV-002" LinkFile, "The contribution, approved and running, is above the manufacturer's 17.5 %.";
    AllFromLeanMeter "all-payouts-off-a-lean-meter" "ADV-004" LinkFile, "Fixed awards come off the meter too, and only 18.5 % of each wager goes to it.";
    AnteMaximumTooHigh "ante-maximum-allows-play-above-cap" "ADV-005" File(GameKind::Crazy4Washington), "A posted Ante maximum of $150 allows a Play of $450.";
    SeatsBeyondPlayers "more-seats-than-players" "ADV-006" File(GameKind::Crazy4California), "A table has eight seats, of which six may be taken.";
    SettingChangedWhileOpen "setting-changed-while-open" "CFG-004" Link(400), "The contribution is set again, to its approved value, while the link is open.";
    SettingNotApproved "setting-changed-to-another-value" "CFG-006" LinkFile, "Before the link is opened its seed is set to $2,400, which is not the approved one.";
    SettingBeforeApproval "setting-changed-before-its-approval" "CFG-006" LinkFile, "Before the link is opened its seed is set to $2,400, which is approved from noon on.";
    MaximumBelowJackpot "maximum-below-the-jackpot" "CFG-006" + "WAC-012" LinkFile, "After the link is closed a maximum of $1,000 is imposed, below what the meter displays.";
    ReserveNotThePaytables "reserve-not-the-paytables" "CFG-007" LinkFile, "The reserve contribution, approved and running, is 4 %, where the paytable goes with 5 %.";
    NothingForTheReserve "nothing-goes-to-the-reserve" "ADV-003" + "CFG-007" LinkFile, "The reserve contribution, approved and running, is 0 %.";
    GameManagerElsewhere "game-manager-elsewhere" "CFG-008" LinkFile, "The Game Manager stands at a table that is not on the link.";
    GameManagerTooOld "game-manager-too-old" "CFG-005" LinkFile, "The Game Manager is older than the oldest version approved.";
    ControllerOfAnotherSet "controller-of-another-set" "CFG-011" LinkFile, "A table has a controller of the other Nexus generation beside its own.";
    TableWithoutController "table-without-controller" "CFG-012" LinkFile, "The list of equipment has no controller at one of the linked tables.";
    ProgramFileChanged "program-file-changed" "CFG-013" LinkFile, "A program file of the Game Manager has another SHA-256 than the approved one.";
    MultiGameOnShfl "multi-game-paytable-on-shfl" "CFG-014" File(GameKind::FourCardPoker), "The paytable for links of different games runs on the SHFL system.";
    ShufflerInAnotherMode "shuffler-in-another-mode" "CFG-009" File(GameKind::FourCardPoker), "The shuffler of a table with Cover All is in a mode that deals Four Card Poker without it.";
    AnotherShufflerMode "round-in-another-shuffler-mode" "CFG-010" Host(four_card::PLAIN), "The shuffler of a table with Cover All is set to another mode for one round, and back after it.";
    RulingAgainstSheet "ruling-against-the-approved-sheet" "CFG-015" File(GameKind::Crazy4Version2), "The house rules allow a Play of twice the Ante, where document 004 allows once or three times.";
    ApprovalNotFollowed "approval-not-followed" "CFG-016" Link(0), "From the middle of the day on another seed is approved, and the system goes on with the old one.";
    StatedFigureWrong "stated-house-edge-wrong" "PAR-001" File(GameKind::FourCardPoker), "The placard states a house edge of 1.89 % for Aces Up AU-1; it is 1.98 %.";
    LinkEnvyAsPrinted "link-envy-as-printed" "PAR-002" File(GameKind::FourCardPoker), "The house chooses no reading of the link's envy for the Crazy 4 Poker table, and pays it there as printed: the royal flush brings less than the straight flush.";
    OddsTooLong "odds-longer-than-allowed" "PAR-005" LinkFile, "The longest odds allowed against the largest prize are one in 54,144; they are one in 54,145.";
    CardTwiceInADeck "card-twice-in-a-deck" "STA-001" Deck(300), "A deck on record holds a card twice, in place of another.";
    CardSticks "card-sticks" "STA-002" + "STA-004" Machine, "In a tenth of the rounds the two of clubs comes first, after a fair shuffle.";
    DecksOnlyRiffled "decks-only-riffled" "STA-003" + "STA-005" Machine, "Each deck is that of the round before, riffled five times.";
    DeckComesAgain "deck-comes-again" "STA-006" Machine, "The deck of one round comes again forty rounds later.";
    HandNotDispensed "hand-not-dispensed" "STA-007" Deck(700), "The first card dealt in a round is not the first of the deck that the shuffler dispensed.";
    WagerAboveCap "wager-above-cap" "WAC-001" + "WAC-006" Host(crazy4::PLAIN) => Stake(4, Wager::QueensUp, 450), "A Queens Up of $450, within the posted limit of its table, is above the law's cap, and so is that limit.";
    CapBeforeMidnight "wager-above-the-cap-before-midnight" "WAC-001" + "WGR-003" HostAt(crazy4::THREE_OF_A_KIND, 777) => Stake(5, Wager::QueensUp, 350), "A Queens Up of $350 is wagered seconds before the midnight after which that may have been lawful, and settled after it.";
    MeterReduced "meter-reduced-without-permitted-reason" "WAC-003" Link(780), "The meter is lowered by $50, documented, for a reason that permits no reduction.";
    OpeningReadingMissing "opening-reading-missing" "WAC-004" Link(-10), "The manager journal has no reading of the beginning amount.";
    LinkInTwoLocations "link-in-two-locations" "WAC-005" LinkFile, "The link is licensed for another location than its tables.";
    PostedAboveCap "posted-maximum-above-cap" "WAC-006" File(GameKind::Crazy4Washington), "A posted Super Bonus maximum of $500 is above the law's cap.";
    AggregateTooLow "aggregate-limit-below-the-floor" "WAC-008" File(GameKind::Crazy4Washington), "A table posts an aggregate limit of $100 for Queens Up and pays in full, as the law wants it.";
    SixteenTables "sixteen-tables" "WAC-009" File(GameKind::Crazy4Washington), "The engagement declares sixteen tables, one more than an establishment may have.";
    PlacardOfSix "placard-of-six-games" "APR-002" LinkFile, "The placard at a linked table says six games, where the approval of the system allows four.";
    ShufflerOfAnotherGame "shuffler-of-another-game" "APR-003" File(GameKind::Crazy4Washington), "The i-Deal of a table of Crazy 4 Poker is set to Bahama Bonus, which its rules do not name.";
    BankNotOffered "bank-not-offered" "CAL-001" Host(crazy4::CA_PLAIN), "A player keeps the bank without an offer to the others for a round more than the law of the day may allow.";
    FeeTooHigh "collection-fee-too-high" "CAL-002" Host(crazy4::CA_PLAIN), "A seat is charged a dollar more than the posted collection fee.";
    SixRates "six-collection-rates" "CAL-003" File(GameKind::Crazy4California), "A table posts six collection fees for one wager.";
    BankWithoutLimit "bank-without-limit" "CAL-004" File(GameKind::Crazy4California), "The house rules let the banker stand for more than was put up, and rounds are settled so.";
    ControlNotMet "control-not-met-by-inspection" "INS-001" File(GameKind::Crazy4Washington), "Whoever examined the master games reports found no adjustment for accrued prizes, and says so in the engagement.";
    DailyRecordWrong "daily-record-not-the-journals" "REC-001" File(GameKind::Crazy4Washington), "The master games report says that the last table won nothing.";
}

impl Fault {
    pub(crate) const fn kind(self) -> &'static FaultKind {
        &FAULTS[self as usize]
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        self.kind().name
    }

    /// From its name on the command line.
    pub fn parse(name: &str) -> Option<Self> {
        FAULTS.iter().find(|kind| kind.name == name).map(|kind| kind.fault)
    }

    /// The game whose day it can be planted in.
    pub fn game(self) -> GameKind {
        let game = match self.kind().place {
            Host(script) | HostAt(script, _) => GameKind::of_script(script),
            File(game) => Some(game),
            _ => None,
        };
        game.unwrap_or(GameKind::Crazy4Washington)
    }

    /// The first system on whose day it can be planted.
    pub fn system(self) -> System {
        System::ALL.into_iter().find(|system| self.is_of(*system)).unwrap_or_default()
    }

    /// Whether it can be planted on a day with a system: the sheet of SHFL demands no placard, its key of SHFL knows no levels and holds the meter until
    /// it is back at RUN, and no document describes it for links of different games.
    pub(crate) const fn is_of(self, system: System) -> bool {
        match self {
            Self::SupervisorCardForExecutive
            | Self::ControllerOfAnotherSet
            | Self::PlacardOfSix => !matches!(system, System::Shfl),
            Self::ReseedBeforeRun | Self::MultiGameOnShfl => matches!(system, System::Shfl),
            _ => true,
        }
    }

    /// What it needs of the day to show, besides its place.
    pub const fn need(self) -> Option<Need> {
        Some(match self {
            Self::CoinInUnlikeSensors
            | Self::ConfirmedAwardRemoved
            | Self::HalfTheMeterAwarded
            | Self::TrayButtonForAward => Need::NoHands,
            Self::BalanceWrong | Self::AccruedNotDeposited | Self::AccountBelowMeter => Need::Bank,
            Self::OverflowHalved => Need::SecondLink,
            Self::TrayPayTooHigh => Need::TrayPays,
            Self::InMeterShort | Self::CoinInLowered => Need::InMeter,
            Self::CapBeforeMidnight => Need::LastDayOfCap,
            _ if matches!(self.kind().place, Deck(_) | Machine) => Need::Decks,
            _ => return None,
        })
    }

    /// Whether it can be planted only where tables feed a progressive link.
    pub fn needs_link(self) -> bool {
        match self.kind().place {
            Host(script) | HostAt(script, _) => script.at != At::Unlinked,
            Link(_) | LinkFile => true,
            Hands(_) => matches!(self, Self::EnvyBesideLostDealer),
            File(_) | Deck(_) | Machine => false,
        }
    }

    /// Whether it wants a day of its own without prepared rounds: a round that is started minutes late needs a day
    /// with time for it, seed that is paid in after an award would stand for
    /// what accrued, a meter off which all payouts come is another meter for every
    /// other fault, a day of which a record is not whole says nothing against a daily record, and what another fault took
    /// from a meter an increase may correct.
    pub fn is_of_whole_day(self) -> bool {
        matches!(
            self,
            Self::AccruedNotDeposited
                | Self::AllFromLeanMeter
                | Self::ApprovalNotFollowed
                | Self::CoinInAfterSettlement
                | Self::DailyRecordWrong
                | Self::IncreasedWithoutShortage
        )
    }

    /// Whether its day comes with a report of the day before.
    pub const fn has_report_before(self) -> bool {
        matches!(
            self,
            Self::IncreasedWithoutShortage | Self::OpeningBelowCarried | Self::SeedRecoveredNextDay
        )
    }

    /// Whether it is a fault of the machine, of which a table has one.
    pub(crate) const fn is_of_machine(self) -> bool {
        matches!(self.kind().place, Machine)
    }
}

/// What of the day a fault needs to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Decks on record.
    Decks,
    /// No hands on record.
    NoHands,
    /// A journal of the bank account.
    Bank,
    /// A second link that takes in an overflow.
    SecondLink,
    /// Tray pays in the manager journal.
    TrayPays,
    /// The in-meter in the manager journal.
    InMeter,
    /// The last day on which the law's cap on a single wager is $300 for certain.
    LastDayOfCap,
}

impl Need {
    /// See [`Need::LastDayOfCap`].
    pub const LAST_DAY_OF_CAP: Date = Date { year: 2023, month: 8, day: 18 };
}

impl Need {
    /// What is to be said of a fault on a day that lacks it; `None` where the day has it.
    pub(crate) fn lacking(self, plan: &Plan) -> Option<&'static str> {
        let (has, why) = match self {
            Self::Decks => (
                plan.shuffler_journal,
                "needs decks on record, and this day has no shuffler journal; ask for one",
            ),
            Self::NoHands => (
                plan.without_hands,
                "shows only where no hands are on record, and this day has a hands journal; ask \
                 for a day without",
            ),
            Self::Bank => (
                plan.bank,
                "is one of the bank account, and this day has no bank journal; ask for one",
            ),
            Self::SecondLink => (
                plan.second_link,
                "needs a second link that takes in an overflow, and this day has none; ask for one",
            ),
            Self::TrayPays => (
                plan.tray_pays,
                "needs tray pays in the manager journal, and this day has none there; ask for them",
            ),
            Self::InMeter => (
                plan.in_meter,
                "needs an in-meter in the manager journal, and this day has none; ask for it",
            ),
            Self::LastDayOfCap => (
                plan.gaming_day == Self::LAST_DAY_OF_CAP,
                "shows only on the last day before the cap on a single wager may have changed; ask for the \
                 gaming day 2023-08-18",
            ),
        };
        (!has).then_some(why)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_read_back_and_codes_ascend_by_family() {
        let names: BTreeSet<_> = FAULTS.iter().map(|k| k.name).collect();
        assert_eq!(names.len(), FAULTS.len());
        for kind in FAULTS {
            assert_eq!(Fault::parse(kind.name), Some(kind.fault));
            assert_eq!(kind.fault.kind(), kind);
            assert!(!kind.codes.is_empty());
            assert!(kind.name.bytes().all(|b| b == b'-' || b.is_ascii_alphanumeric()));
            assert!(kind.describe.ends_with('.'));
        }
        assert_eq!(Fault::parse("ante-stolen"), None);
    }

    /// Of all but the last two the page `detection.md` says why; those are advice now.
    const NOT_PLANTED: &[&str] = &[
        "PAY-016", "PAR-004", "WAC-002", "WAC-007", "WAC-010", "WAC-011", "WAC-013", "APR-001",
        "CFG-002", "CFG-003",
    ];

    #[test]
    fn every_code_that_these_games_can_raise_has_a_fault() {
        let families: &[(&str, u32)] = &[
            ("LOG", 5),
            ("RND", 13),
            ("CRD", 5),
            ("WGR", 8),
            ("PAY", 16),
            ("MTR", 14),
            ("ENV", 2),
            ("AWD", 14),
            ("ADJ", 8),
            ("BNK", 3),
            ("CFG", 16),
            ("PAR", 5),
            ("STA", 7),
            ("WAC", 13),
            ("APR", 3),
            ("CAL", 3),
            ("INS", 1),
            ("REC", 1),
            ("ADV", 6),
        ];
        let covered: BTreeSet<_> = FAULTS.iter().flat_map(|k| k.codes.iter().copied()).collect();
        for (family, last) in families {
            for number in 1..=*last {
                let code = format!("{family}-{number:03}");
                assert_eq!(
                    covered.contains(code.as_str()),
                    !NOT_PLANTED.contains(&&*code),
                    "{code}"
                );
            }
        }
    }
}
