//! What may panic in the code of others, on files that are damaged on purpose: caught, and said in our words alone.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// How many of them are under way on this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// What `run` gives; `None` where it panics, of which nothing is printed. Panics of other threads, and of this one
/// elsewhere, are printed as ever.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                before(info);
            }
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    let ran = catch_unwind(AssertUnwindSafe(run));
    DEPTH.set(DEPTH.get() - 1);
    ran.ok()
}
