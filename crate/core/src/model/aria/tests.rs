//! Tests of roles and names.
