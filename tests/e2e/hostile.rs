//! A page that is not ours any more: what it can ask for, what it cannot, and that memory text never makes it so.
//!
//! Separate from `odd`, where files are odd and everybody means well.

mod ask;
mod commands;
mod pages;
mod refused;
