//! The checks that are alike for every wager, one line each: what was returned for it (PAY), whether a
//! second mandatory wager equals the Ante, whether a Play or Raise is a permitted multiple (WGR).

use super::{Check, Need, Run};
use crate::compare::{compare_mandatory, compare_multiple, compare_returned};
use feltproof_model::Wager;

/// What the journal must hold for each procedure.
macro_rules! needs {
    // Every table offers the Ante.
    (compare_returned Ante) => {
        &[Need::StakeOf(Wager::Ante), Need::ReturnedOf(Wager::Ante), Need::Cards]
    };
    // The stake of the bonus is the Ante's.
    (compare_returned AnteBonus) => {
        &[
            Need::StakeOf(Wager::Ante),
            Need::Cards,
            Need::Offered(Wager::AnteBonus),
            Need::BonusApart,
        ]
    };
    (compare_returned $wager:ident) => {
        &[
            Need::StakeOf(Wager::$wager),
            Need::ReturnedOf(Wager::$wager),
            Need::Cards,
            Need::Offered(Wager::$wager),
        ]
    };
    ($beside_ante:ident $wager:ident) => {
        &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::$wager), Need::Offered(Wager::$wager)]
    };
}

/// Document and module, code, procedure and wager, what is tested, title.
macro_rules! per_wager {
    ($($name:ident $code:literal $procedure:ident $wager:ident $unit:literal $title:literal;)*) => {$(
        pub(crate) mod $name {
            use super::*;

            pub(crate) const CHECK: Check = Check {
                code: $code,
                title: $title,
                unit: $unit,
                doc: include_str!(concat!(stringify!($name), ".md")),
                needs: needs!($procedure $wager),
                run: Run::Round(|case, tally| $procedure(case, Wager::$wager, $code, tally)),
            };
        }
    )*};
}

per_wager! {
    wgr_001 "WGR-001" compare_mandatory SuperBonus "hand" "Ante and Super Bonus differ";
    wgr_002 "WGR-002" compare_multiple Play "hand" "Play is not a permitted multiple of the Ante";
    wgr_007 "WGR-007" compare_mandatory Odds "hand" "Ante and Odds differ";
    wgr_008 "WGR-008" compare_multiple Raise "hand" "Raise is not a permitted multiple of the Ante";
    pay_001 "PAY-001" compare_returned Ante "wager" "Ante was not returned as owed";
    pay_002 "PAY-002" compare_returned Play "wager" "Play was not returned as owed";
    pay_003 "PAY-003" compare_returned SuperBonus "wager" "Super Bonus was not returned as owed";
    pay_004 "PAY-004" compare_returned QueensUp "wager" "Queens Up was not returned as owed";
    pay_005 "PAY-005" compare_returned Progressive "wager" "Progressive tray pay was not returned as owed";
    pay_007 "PAY-007" compare_returned BadBeat "wager" "Bad Beat Bonus was not returned as owed";
    pay_008 "PAY-008" compare_returned AcesUp "wager" "Aces Up was not returned as owed";
    pay_009 "PAY-009" compare_returned AnteBonus "bonus" "Automatic Ante Bonus was not paid as owed";
    pay_011 "PAY-011" compare_returned Odds "wager" "Odds were not returned as owed";
    pay_012 "PAY-012" compare_returned Raise "wager" "Raise was not returned as owed";
    pay_013 "PAY-013" compare_returned FourCardBonus "wager" "4 Card Bonus was not returned as owed";
    pay_014 "PAY-014" compare_returned Prime "wager" "Prime was not returned as owed";
}
