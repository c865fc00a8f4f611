//! Teachers, and how learners are measured.

pub mod intuition;
mod lessons;

pub use lessons::{Lesson, lessons};
