//! The search: what to play, and what it is worth.
//!
//! [`Shared::prepare`], then `think` on a thread of its own; it reports through a callback,
//! never prints, and ends at its [`Limits`] or soon after [`Shared::stop`].

mod limits;
mod report;
mod shared;
mod table;

pub use limits::Limits;
pub use report::{Bound, Line, Report, Thought};
pub use shared::Shared;
pub use table::{Record, Table, TableError};
