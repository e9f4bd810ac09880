//! `approve`: the signature of a second person on a report.

use crate::args::Approve;
use crate::print::print;
use crate::{Ending, Result, clock, files, signing};

pub(super) fn run(args: &Approve) -> Result<Ending> {
    let name = args.report.display();
    let report = files::read_bytes(&args.report, &files::Limit::PDF)?;
    let identity = signing::load(&args.identity)?;
    let now = clock::now_unix()?;
    let beside = signing::certificate_beside(&args.identity);
    signing::warn_of_validity(&identity.certificate().info(), &beside, now);
    let claim = (now, args.reason.clone());
    let approved = signing::approved(&report, &identity, claim, &args.stamped);
    let approved = approved.map_err(|e| format!("{name}: {e}"))?;
    let out = args.out.as_ref().unwrap_or(&args.report);
    if args.out.is_some() && out.exists() {
        let what = "is there already and is not written over; choose another name";
        return Err(format!("{} {what}", out.display()).into());
    }
    files::write(out, &approved)?;
    let by = identity.certificate().info().subject;
    print(&format!("Approved by {by}: {}\n", out.display()))
}
