//! Tests of the mirror.
