//! regs
