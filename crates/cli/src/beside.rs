//! Work handed over piece by piece, done in that order by whichever thread is free, while the one that hands it over
//! goes on.

use rayon::Scope;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Pieces that may wait: what comes in lumps is evened out, and memory stays bounded.
const WAITING_MAX: usize = 4;

/// A worker, and what waits for it. It is only ever at one piece, so that the result does not depend on the threads.
pub(crate) struct Beside<T, W> {
    waiting: Mutex<VecDeque<T>>,
    worker: Mutex<W>,
    /// Why the worker stopped; what comes after is dropped.
    failed: Mutex<Option<String>>,
}

impl<T: Send, W: FnMut(T) -> Result<(), String> + Send> Beside<T, W> {
    pub(crate) fn new(worker: W) -> Self {
        Self { waiting: Mutex::default(), worker: Mutex::new(worker), failed: Mutex::default() }
    }

    /// Hands over the next piece. Where too many wait, returns when fewer do. An error is what stopped the worker, at
    /// whatever piece.
    pub(crate) fn hand_over<'s>(&'s self, scope: &Scope<'s>, piece: T) -> Result<(), String> {
        held(&self.waiting).push_back(piece);
        scope.spawn(|_| _ = self.work_off());
        while held(&self.waiting).len() > WAITING_MAX {
            if !self.work_off() {
                // Another thread is at it: help it with its piece, or look again.
                rayon::yield_now();
            }
        }
        self.so_far()
    }

    /// Does all that is still to be done. An error is what stopped the worker.
    pub(crate) fn finish(&self) -> Result<(), String> {
        let is_at_work = || matches!(self.worker.try_lock(), Err(TryLockError::WouldBlock));
        while !held(&self.waiting).is_empty() || is_at_work() {
            if !self.work_off() {
                rayon::yield_now();
            }
        }
        self.so_far()
    }

    /// Does what waits, unless another thread is at it. A thread at a piece may be lent to this very function, so it never
    /// waits for the worker.
    fn work_off(&self) -> bool {
        let mut worker = match self.worker.try_lock() {
            Ok(worker) => worker,
            Err(TryLockError::Poisoned(_)) => {
                // The worker panicked, and so will the scope.
                held(&self.waiting).clear();
                return true;
            }
            Err(TryLockError::WouldBlock) => return false,
        };
        loop {
            let Some(piece) = held(&self.waiting).pop_front() else { return true };
            if held(&self.failed).is_none()
                && let Err(why) = worker(piece)
            {
                *held(&self.failed) = Some(why);
            }
        }
    }

    fn so_far(&self) -> Result<(), String> {
        held(&self.failed).clone().map_or(Ok(()), Err)
    }
}

/// What a mutex holds; nothing panics while it is held.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    /// The pieces done, in their order, by so many threads; each piece is itself split among them.
    fn done(threads: usize, pieces: u64, fails_at: Option<u64>) -> (Vec<u64>, Result<(), String>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut done = Vec::new();
        let ended = pool.install(|| {
            let beside = Beside::new(|piece: u64| {
                let sum = (0..=piece).into_par_iter().sum::<u64>();
                assert_eq!(sum, piece * (piece + 1) / 2);
                if fails_at == Some(piece) {
                    return Err(format!("piece {piece}"));
                }
                done.push(piece);
                Ok(())
            });
            rayon::in_place_scope(|scope| {
                for piece in 0..pieces {
                    beside.hand_over(scope, piece)?;
                    // What the other threads are busy with meanwhile.
                    (0..64_u64).into_par_iter().for_each(|n| assert!(n < 64));
                }
                beside.finish()
            })
        });
        (done, ended)
    }

    #[test]
    fn all_pieces_are_done_once_in_their_order() {
        for threads in [1, 2, 3, 8] {
            for pieces in [0, 1, 3, 500] {
                assert_eq!(done(threads, pieces, None), ((0..pieces).collect(), Ok(())));
            }
        }
    }

    #[test]
    fn nothing_is_done_after_a_failure() {
        for threads in [1, 2, 8] {
            let (done, ended) = done(threads, 500, Some(77));
            assert_eq!((done, ended), ((0..77).collect(), Err("piece 77".to_owned())));
        }
    }
}
