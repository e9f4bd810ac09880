//! ADV-003: nothing of a wager goes to the meter or to the reserve. The procedure is described in `adv_003.md`.

use super::{Fill, Scope, Tally, at_line};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let settings = &link.running;
        let of_reserve = "none of it goes to the reserve, which softens the fall of the meter after an award; \
                          the manufacturer advises a small portion of each wager";
        let of_meter = "none of it goes to the meter, so that the prize never grows beyond seed and reserve and \
                        the same is paid after a year as on the first day";
        for (rate, what, why) in [
            (settings.contribution, "contribution", of_meter),
            (settings.reserve, "reserve contribution", of_reserve),
        ] {
            tally.tested += 1;
            if rate.numerator() != 0 {
                continue;
            }
            let found = at_line(link.running_line)
                .of_link(link)
                .words(format!("a {what} above 0%"), rate.percent())
                .because(format!(
                    "The {what} of link {} is {} of a wager of {}: {why}.",
                    link.id,
                    rate.percent(),
                    link.unit
                ));
            tally.push(found);
        }
    }
}
