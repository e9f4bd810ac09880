//! Progress of long work: a bar on a terminal, silence in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Shows a bar over bytes where standard error is a terminal.
pub(crate) fn show_bytes(bar: &ProgressBar, doing: &'static str) {
    show(bar, "{msg} {wide_bar} {bytes}/{total_bytes} {eta}", doing);
}

/// A bar over so many steps, shown where standard error is a terminal.
pub(crate) fn over_steps(steps: u64, doing: &'static str) -> ProgressBar {
    let bar = ProgressBar::hidden();
    bar.set_length(steps);
    show(&bar, "{msg} {wide_bar} {pos}/{len} {eta}", doing);
    bar
}

fn show(bar: &ProgressBar, template: &str, doing: &'static str) {
    let style = ProgressStyle::with_template(template).expect("the template is one of these two");
    bar.set_style(style);
    bar.set_message(doing);
    if std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}
