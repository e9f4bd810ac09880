//! Progress of long work: a bar on a terminal, silence in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar over so many bytes, hidden unless standard error is a terminal.
pub(crate) fn over_bytes(total_bytes: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(total_bytes), target);
    let template = "{msg} {wide_bar} {bytes}/{total_bytes} {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message("Auditing");
    bar
}

/// No bar, wherever standard error goes.
pub(crate) fn none() -> ProgressBar {
    ProgressBar::hidden()
}

/// A bar over so many steps, hidden unless standard error is a terminal.
pub(crate) fn over_steps(steps: u64, doing: &'static str) -> ProgressBar {
    let bar = over_bytes(steps);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(doing);
    bar
}
