//! The list of all checks, in report order: the table of contents.

use crate::check::Check;
use crate::list;
use crate::need::Need;
use feltproof_record::SubjectError;
use feltproof_regs::{Pack, Role};

/// All checks. The order here is the order of every report; a code is never reused.
pub static CHECKS: &[&Check] = &[
    &list::log_001::CHECK,
    &list::log_002::CHECK,
    &list::log_003::CHECK,
    &list::log_004::CHECK,
    &list::log_005::CHECK,
    &list::rnd_001::CHECK,
    &list::rnd_002::CHECK,
    &list::rnd_003::CHECK,
    &list::rnd_004::CHECK,
    &list::rnd_005::CHECK,
    &list::rnd_006::CHECK,
    &list::rnd_007::CHECK,
    &list::rnd_008::CHECK,
    &list::crd_001::CHECK,
    &list::crd_002::CHECK,
    &list::crd_003::CHECK,
    &list::crd_004::CHECK,
    &list::wgr_001::CHECK,
    &list::wgr_002::CHECK,
    &list::wgr_003::CHECK,
    &list::wgr_004::CHECK,
    &list::wgr_005::CHECK,
    &list::wgr_006::CHECK,
    &list::wgr_007::CHECK,
    &list::wgr_008::CHECK,
    &list::pay_001::CHECK,
    &list::pay_002::CHECK,
    &list::pay_003::CHECK,
    &list::pay_004::CHECK,
    &list::pay_005::CHECK,
    &list::pay_006::CHECK,
    &list::pay_007::CHECK,
    &list::pay_008::CHECK,
    &list::pay_009::CHECK,
    &list::pay_010::CHECK,
    &list::pay_011::CHECK,
    &list::pay_012::CHECK,
    &list::pay_013::CHECK,
    &list::pay_014::CHECK,
    &list::pay_015::CHECK,
    &list::pay_016::CHECK,
    &list::mtr_001::CHECK,
    &list::mtr_002::CHECK,
    &list::mtr_003::CHECK,
    &list::mtr_004::CHECK,
    &list::mtr_005::CHECK,
    &list::mtr_006::CHECK,
    &list::mtr_007::CHECK,
    &list::env_001::CHECK,
    &list::env_002::CHECK,
    &list::awd_001::CHECK,
    &list::awd_002::CHECK,
    &list::awd_003::CHECK,
    &list::awd_004::CHECK,
    &list::awd_005::CHECK,
    &list::awd_006::CHECK,
    &list::awd_007::CHECK,
    &list::adj_001::CHECK,
    &list::adj_002::CHECK,
    &list::adj_003::CHECK,
    &list::adj_004::CHECK,
    &list::cfg_001::CHECK,
    &list::cfg_002::CHECK,
    &list::cfg_003::CHECK,
    &list::cfg_004::CHECK,
    &list::cfg_005::CHECK,
    &list::cfg_006::CHECK,
    &list::cfg_007::CHECK,
    &list::cfg_008::CHECK,
    &list::cfg_009::CHECK,
    &list::cfg_010::CHECK,
    &list::par_001::CHECK,
    &list::par_002::CHECK,
    &list::par_003::CHECK,
    &list::par_004::CHECK,
    &list::par_005::CHECK,
    &list::sta_001::CHECK,
    &list::sta_002::CHECK,
    &list::sta_003::CHECK,
    &list::sta_004::CHECK,
    &list::sta_005::CHECK,
    &list::sta_006::CHECK,
    &list::sta_007::CHECK,
    &list::wac_001::CHECK,
    &list::wac_002::CHECK,
    &list::wac_003::CHECK,
    &list::wac_004::CHECK,
    &list::wac_005::CHECK,
    &list::wac_006::CHECK,
];

/// The check with this code, in either case.
pub fn by_code(code: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|c| c.code.eq_ignore_ascii_case(code))
}

/// Refuses rule packs that these checks do not answer: a control that names an unknown check, a limit
/// that no check reads.
///
/// # Errors
/// All of them, each with its place in the pack file.
pub fn refuse_unanswered(packs: &[Pack]) -> Result<(), SubjectError> {
    let codes: Vec<&str> = CHECKS.iter().map(|check| check.code).collect();
    let readers = |role: Role| -> Vec<&str> {
        // The second limit on games is read together with the first.
        let role = if role == Role::GamesOnOneHandOver { Role::GamesOnOneHand } else { role };
        let reads = |check: &&&Check| check.needs.contains(&Need::ValueOf(role));
        CHECKS.iter().filter(reads).map(|check| check.code).collect()
    };
    let refused = packs.iter().filter_map(|pack| pack.refuse_unanswered(&codes, readers).err());
    let errors: Vec<String> = refused.map(|errors| errors.to_string()).collect();
    if errors.is_empty() { Ok(()) } else { Err(SubjectError(errors)) }
}
