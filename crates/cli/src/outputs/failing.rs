//! A disk that fails at a chosen operation, for tests.

use super::disk::{Disk, Real};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// Fails at one operation, or from it on as a disk that has gone.
pub(crate) struct Failing {
    pub(crate) at: usize,
    pub(crate) from_there_on: bool,
    pub(crate) can_exchange: bool,
    done: Mutex<Vec<&'static str>>,
}

impl Failing {
    pub(crate) fn new(at: usize, from_there_on: bool, can_exchange: bool) -> Self {
        Self { at, from_there_on, can_exchange, done: Mutex::default() }
    }

    /// What it was asked for, in order.
    pub(crate) fn requested(&self) -> Vec<&'static str> {
        self.done.lock().unwrap().clone()
    }

    fn step(&self, name: &'static str) -> io::Result<()> {
        let mut done = self.done.lock().unwrap();
        let number = done.len();
        done.push(name);
        if number == self.at || (self.from_there_on && number > self.at) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

impl Disk for Failing {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.step("create")?;
        Real.create(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        // Half of it gets there, as on a disk that is full.
        let half = bytes.get(..bytes.len() / 2).unwrap_or_default();
        self.step("write").or_else(|e| Real.write(file, half).and(Err(e)))?;
        Real.write(file, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.step("sync")?;
        Real.sync(file)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.step("sync_folder")?;
        Real.sync_folder(path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.step("make_folder")?;
        Real.make_folder(path)
    }

    fn like(&self, path: &Path, other: &Path) -> io::Result<()> {
        self.step("like")?;
        Real.like(path, other)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step("rename")?;
        Real.rename(from, to)
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        self.step("exchange")?;
        if self.can_exchange {
            Real.exchange(one, other)
        } else {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove")?;
        Real.remove(path)
    }
}
